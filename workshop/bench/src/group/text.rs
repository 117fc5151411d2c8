//! Characters and truth values.

use std::hint::black_box;

use datarep::standard::{cray, external32, ibm370};
use datarep::{Character, Datarep, Logical, Native};

use super::super::Bench;
use super::super::clock::Cores;
use super::super::contest::Contest;
use super::super::data::make_numbers;
use super::super::goals::{Goal, share_goals, with_levels};
use super::super::level::LevelFilter;
use super::super::place::{PageOffset, PlacedSlice};
use super::Group;

const GROUP_NAME: &str = "text";

pub(super) const GROUP: Group = Group { name: GROUP_NAME, cores: Cores::One, measure, goals: &GOALS };

/// There is no goal at AVX-512 within the second cache.
const GOALS: [Goal; 9] = {
    let [_, middle, large] = with_levels(
        LevelFilter::Avx512,
        share_goals(GROUP_NAME, "characters and truth values", [0.0, 0.95, 0.9]),
    );
    let [near, far, farther] =
        with_levels(LevelFilter::BelowAvx512, share_goals(GROUP_NAME, "EBCDIC", [0.5, 0.5, 0.5]));
    let [_, wide, wider] =
        with_levels(LevelFilter::BelowAvx512, share_goals(GROUP_NAME, "UTF-16", [0.0, 0.95, 0.9]));
    let [_, truth, truths] =
        with_levels(LevelFilter::BelowAvx512, share_goals(GROUP_NAME, "truth values", [0.0, 0.95, 0.9]));
    let (ebcdic, ucs2, logical) = ("cp", "ucs2", "cray_logical");
    [
        middle,
        large,
        Goal { works: ebcdic, ..near },
        Goal { works: ebcdic, ..far },
        Goal { works: ebcdic, ..farther },
        Goal { works: ucs2, ..wide },
        Goal { works: ucs2, ..wider },
        Goal { works: logical, ..truth },
        Goal { works: logical, ..truths },
    ]
};

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    for &size in bench.sizes_in_bytes() {
        let characters = make_numbers(size, |bits| Character(bits.to_le_bytes()[1]));
        let known = |Character(code): &Character, bytes: &[u8]| match code {
            b'A'..=b'I' => bytes == [code - b'A' + 0xC1],
            b'0'..=b'9' => bytes == [code - b'0' + 0xF0],
            b' ' => bytes == [0x40],
            _ => true,
        };
        measure_both_directions(
            bench,
            "cp037 (8 bits)",
            ibm370::DATAREP,
            size,
            &characters,
            known,
            Some("read cp037"),
        )?;
        let text: Vec<Character> = TEXT.bytes().cycle().take(size).map(Character).collect();
        measure_both_directions(bench, "cp037, a text", ibm370::DATAREP, size, &text, known, None)?;
        let wide = make_numbers(size / 4, |bits| char::from_u32(bits >> 5 & 0x7FFF).unwrap_or_default());
        let known = |item: &char, bytes: &[u8]| u32::from(*item).to_be_bytes()[2..] == *bytes;
        measure_both_directions(bench, "ucs2 (16 bits)", external32::DATAREP, size, &wide, known, None)?;
        let truths = make_numbers(size / 4, |bits| Logical::from(bits & 1 != 0));
        let known = |item: &Logical, bytes: &[u8]| (bytes[0] >> 7 != 0) == bool::from(*item);
        measure_both_directions(bench, "cray_logical (64 bits)", cray::DATAREP, size, &truths, known, None)?;
    }
    Ok(())
}

/// Typical text of a mainframe, in addition to pseudorandom bytes: letters, digits and signs.
const TEXT: &str =
    "0000471  MILLER, J. (SALES)      42 PARK AVE.  Invoice 12/03 - paid: $1,250.75; balance 10%. ";

/// Measures reading and writing. `known` says whether the bytes of an item of the file are correct. `reader` is the
/// name that the Python peer has for the work.
fn measure_both_directions<T: Native + Default + PartialEq>(
    bench: &mut Bench<'_>,
    name: &str,
    datarep: &'static Datarep,
    size: usize,
    native: &[T],
    known: impl Fn(&T, &[u8]) -> bool,
    reader: Option<&'static str>,
) -> Result<(), String> {
    let (file, _) = datarep.to_bytes(native).map_err(|error| error.to_string())?;
    let file = PlacedSlice::from_slice(PageOffset::INPUT, &file);
    let (back, _) = datarep.to_vec::<T>(&file).map_err(|error| error.to_string())?;
    let extent = file.len() / native.len().max(1);
    let mut items = native.iter().zip(file.chunks_exact(extent));
    let correct = back == native && items.all(|(item, bytes)| known(item, bytes));
    let most = size_of_val(native).max(file.len());
    let mut made = PlacedSlice::new(PageOffset::OUTPUT, native.len(), T::default());
    let read = || drop(black_box(datarep.read(black_box(&file), &mut made)));
    let contest =
        Contest::new(GROUP_NAME, &format!("{name}, read"), size, most).add_local("datarep", correct, read);
    let bytes: Vec<u8>;
    let contest = match reader {
        None => contest,
        Some(work) => {
            // A character is represented by its code.
            let (codes, _) = external32::DATAREP.to_bytes(&back).map_err(|error| error.to_string())?;
            bytes = codes;
            contest.with_peer_files(&file, &bytes).add_peer("numpy", work)
        }
    };
    bench.measure_contest(contest)?;
    let mut made = PlacedSlice::new(PageOffset::OUTPUT, file.len(), 0);
    let write = || drop(black_box(datarep.write(black_box(native), &mut made)));
    bench.measure_contest(
        Contest::new(GROUP_NAME, &format!("{name}, write"), size, most).add_local("datarep", correct, write),
    )
}
