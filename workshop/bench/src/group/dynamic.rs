//! Interpreted conversions beside generated code, and the time until a text converts its first item.
//!
//! In this group, `datarep` is the interpreter, which runs without a compiler, and `generated` is the same text,
//! compiled. Floats are measured at the levels for which there are goals, even if the processor has higher ones.

use std::hint::black_box;

use datarep::codegen::force_level;
use datarep::standard::{big_endian, cray, ibm370};
use datarep::{Character, Datarep, Native, Predefined};
use datarep_dynamic::Text;
use datarep_oracle::exhaustive;
use zerocopy::{Immutable, IntoBytes};

use super::super::clock::Cores;
use super::super::contest::Contest;
use super::super::data::{double_from_bits, low_half_as_i16, make_numbers, view_as_bytes};
use super::super::goals::{Goal, Threshold, share_goals};
use super::super::level::{Level, LevelFilter};
use super::super::place::{PageOffset, PlacedSlice};
use super::super::row::{Figure, Row};
use super::super::{Bench, SIZES};
use super::Group;
use crate::start;

const NAME: &str = "dynamic";

pub(super) const GROUP: Group = Group { name: NAME, cores: Cores::One, measure, goals: &GOALS };

/// A text both for the compiler and for the interpreter.
macro_rules! both {
    ($($text:tt)*) => {
        datarep::datarep! { $($text)* }
        const WIDTHS: &str = stringify!($($text)*);
    };
}

both! {
    datarep widths {
        order big;
        others => unsupported;
        complex => unsupported;
        on read  { overflow => error }
        on write { overflow => error }
    }
    datarep halves extends widths { integer { 4 => twos(16), 8 => twos(32) } }
    datarep int24  extends widths { integer { 4 => twos(24) } }
}

/// The levels for which there are goals. If a level was given, only that one is measured.
const LEVELS: [Level; 2] = [Level::Avx512, Level::Avx2];

const GOALS: [Goal; 14] = {
    let [base, ..] = share_goals(NAME, "", [0.0, 0.0, 0.0]);
    let base = Goal { number: "14", size: 0, ..base };
    let moved = Threshold::Times(0.9, "generated");
    [
        Goal { title: "swaps, interpreted", works: "swap", bar: moved, ..base },
        Goal { title: "widths, interpreted", works: "width", bar: moved, ..base },
        Goal { title: "characters, interpreted", works: "characters", bar: moved, ..base },
        Goal {
            title: "floats at AVX-512, reading, interpreted",
            works: "avx512 read",
            at: LevelFilter::Avx512,
            bar: Threshold::Rate(4.0),
            ..base
        },
        Goal {
            title: "floats at AVX-512, writing, interpreted",
            works: "avx512 write",
            at: LevelFilter::Avx512,
            bar: Threshold::Rate(2.0),
            ..base
        },
        Goal {
            title: "floats at AVX2, reading, interpreted",
            works: "avx2 read",
            bar: Threshold::Rate(2.0),
            ..base
        },
        Goal {
            title: "floats at AVX2, writing, interpreted",
            works: "avx2 write",
            bar: Threshold::Rate(1.0),
            ..base
        },
        Goal { title: "all that is interpreted", works: "", bar: Threshold::Times(0.1, "generated"), ..base },
        Goal {
            title: "IBM's floats, interpreted",
            works: "avx512 read hfp32",
            at: LevelFilter::Avx512,
            bar: Threshold::Times(1.0, "ibm2ieee"),
            ..base
        },
        Goal {
            title: "IBM's long floats, interpreted",
            works: "avx512 read hfp64",
            at: LevelFilter::Avx512,
            bar: Threshold::Times(1.0, "ibm2ieee"),
            ..base
        },
        Goal {
            title: "IBM's floats, interpreted",
            works: "avx512 read hfp32",
            at: LevelFilter::Avx512,
            bar: Threshold::Times(1.0, "segyio"),
            ..base
        },
        Goal {
            title: "VAX floats, interpreted",
            works: "avx512 read vax_g",
            at: LevelFilter::Avx512,
            bar: Threshold::Times(1.0, "h5py"),
            ..base
        },
        Goal {
            title: "Cray floats, interpreted",
            works: "avx512 read cray64",
            at: LevelFilter::Avx512,
            bar: Threshold::Times(1.0, "h5py"),
            ..base
        },
        Goal {
            title: "a text of ten lines to its first byte",
            works: "ten lines",
            bar: Threshold::AtMost(2.0, "ms"),
            ..base
        },
    ]
};

/// A representation, compiled and interpreted.
struct RepresentationPair<'a> {
    compiled: &'a Datarep,
    interpreted: &'a Datarep,
}

/// Items, and the peers that read and write them, with the names that the peers have for the work.
struct Work<'a, T> {
    name: String,
    predefined: Predefined,
    native: &'a [T],
    size: usize,
    readers: &'a [(&'static str, &'static str)],
    writers: &'a [(&'static str, &'static str)],
}

/// The representation with this name in a text.
fn parse_representation(text: &str, name: &str) -> Result<Datarep, String> {
    let text = Text::parse(text).map_err(|error| error.to_string())?;
    text.representation(name).cloned().ok_or_else(|| format!("there is no representation `{name}`"))
}

/// A representation of the runtime, interpreted.
fn interpret_shipped(name: &str) -> Result<Datarep, String> {
    let known = datarep_dsl::standard::datareps().iter().find(|(known, _)| *known == name);
    parse_representation(known.map_or("", |(_, text)| text), name)
}

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    let asked = bench.options.level;
    bench.print_and_keep(measure_first_item(bench)?)?;
    for size in bench.sizes_in_bytes().iter().copied().filter(|size| *size != SIZES[1]) {
        measure_swaps(bench, size)?;
        measure_widths(bench, size)?;
        measure_characters(bench, size)?;
        for level in LEVELS.into_iter().filter(|level| asked.is_none_or(|asked| asked == *level)) {
            if force_level(level.name()) {
                measure_floats(bench, size, level.name())?;
            }
        }
        force_level(asked.unwrap_or(Level::highest()).name());
    }
    Ok(())
}

/// The time that a program needs after its start to convert its first item.
fn measure_first_item(bench: &Bench<'_>) -> Result<Row, String> {
    let mut milliseconds = Vec::new();
    for _ in 0..if bench.options.check { 1 } else { 21 } {
        milliseconds.push(start::measure_in_new_process()? * 1e3);
    }
    milliseconds.sort_by(f64::total_cmp);
    let figure =
        Figure::Amount { best: milliseconds[0], median: milliseconds[milliseconds.len() / 2], unit: "ms" };
    Ok(Row { group: NAME, work: "ten lines to the first byte".to_owned(), size: 0, who: "datarep", figure })
}

fn measure_swaps(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let interpreted = interpret_shipped("big_endian")?;
    let pair = RepresentationPair { compiled: big_endian::DATAREP, interpreted: &interpreted };
    let work = |name: &str| format!("swap {name}");
    let (doubles, shorts) =
        (make_numbers(size / 8, double_from_bits), make_numbers(size / 2, low_half_as_i16));
    let readers = &[("numpy", "read f64"), ("h5py", "read f64")];
    let name = work("f64");
    measure_with_bytes(
        bench,
        &pair,
        &Work { name, predefined: Predefined::Double, native: &doubles, size, readers, writers: &[] },
    )?;
    let floats = make_numbers(size / 4, f32::from_bits);
    let name = work("f32");
    measure_with_bytes(
        bench,
        &pair,
        &Work { name, predefined: Predefined::Float, native: &floats, size, readers: &[], writers: &[] },
    )?;
    let name = work("i16");
    measure_with_bytes(
        bench,
        &pair,
        &Work { name, predefined: Predefined::Int16T, native: &shorts, size, readers: &[], writers: &[] },
    )
}

fn measure_widths(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let (halved, int24_made) =
        (parse_representation(WIDTHS, "halves")?, parse_representation(WIDTHS, "int24")?);
    let pair = RepresentationPair { compiled: halves::DATAREP, interpreted: &halved };
    let native = make_numbers(size / 4, |bits| i32::from(low_half_as_i16(bits)));
    let name = "width i16 in i32".to_owned();
    measure_with_bytes(
        bench,
        &pair,
        &Work { name, predefined: Predefined::Int32T, native: &native, size, readers: &[], writers: &[] },
    )?;
    let native = make_numbers(size / 8, |bits| i64::from(bits.cast_signed()));
    let name = "width i32 in i64".to_owned();
    let readers = &[("numpy", "read i32 as i64"), ("h5py", "read i32 as i64")];
    let writers = &[("numpy", "write i64 as i32"), ("h5py", "write i64 as i32")];
    measure_with_bytes(
        bench,
        &pair,
        &Work { name, predefined: Predefined::Int64T, native: &native, size, readers, writers },
    )?;
    let pair = RepresentationPair { compiled: int24::DATAREP, interpreted: &int24_made };
    let native = make_numbers(size / 4, |bits| bits.cast_signed() >> 9);
    let name = "width 24 bits in i32".to_owned();
    measure_with_bytes(
        bench,
        &pair,
        &Work { name, predefined: Predefined::Int32T, native: &native, size, readers: &[], writers: &[] },
    )
}

fn measure_characters(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let pages: [(_, &Datarep, u8); 2] = [("cp037", ibm370::DATAREP, 0xFF), ("ascii", cray::DATAREP, 0x7F)];
    for (name, compiled, all) in pages {
        let interpreted = interpret_shipped(compiled.name())?;
        let native = make_numbers(size, |bits| Character(bits.to_le_bytes()[1] & all));
        let pair = RepresentationPair { compiled, interpreted: &interpreted };
        let name = format!("characters {name}");
        let work = Work {
            name,
            predefined: Predefined::Char,
            native: &native[..],
            size,
            readers: &[],
            writers: &[],
        };
        measure_both_directions(bench, &pair, &work, |_| &[])?;
    }
    Ok(())
}

/// The formats that are read most. They are read to `f32` if it holds their digits.
fn measure_floats(bench: &mut Bench<'_>, size: usize, level: &str) -> Result<(), String> {
    const FORMATS: [(&str, bool); 7] = [
        ("hfp32", true),
        ("vax_f", true),
        ("hfp64", false),
        ("vax_d", false),
        ("vax_g", false),
        ("cray64", false),
        ("hfp32", false),
    ];
    let (singles, doubles) =
        (make_numbers(size / 4, f32::from_bits), make_numbers(size / 8, double_from_bits));
    for (format, single) in FORMATS {
        let name = format!("plain_{format}");
        let found = exhaustive::representations().find(|(_, datarep)| datarep.name() == name);
        let (text, compiled) = found.ok_or_else(|| format!("there is no `{name}`"))?;
        let interpreted = parse_representation(text, &name)?;
        let pair = RepresentationPair { compiled, interpreted: &interpreted };
        // The peers choose their level themselves.
        let readers: &[_] = match format {
            _ if level != "avx512" => &[],
            "hfp32" if single => &[("ibm2ieee", "read hfp32"), ("segyio", "read hfp32")],
            "hfp64" => &[("ibm2ieee", "read hfp64")],
            "vax_g" => &[("h5py", "read vax_g")],
            "cray64" => &[("h5py", "read cray64")],
            _ => &[],
        };
        let kind = if single { "f32" } else { "f64" };
        let name = format!("{level} WAY {format} as {kind}");
        let writers = &[];
        if single {
            let (predefined, native) = (Predefined::Float, &singles[..]);
            measure_with_bytes(bench, &pair, &Work { name, predefined, native, size, readers, writers })?;
        } else {
            let (predefined, native) = (Predefined::Double, &doubles[..]);
            measure_with_bytes(bench, &pair, &Work { name, predefined, native, size, readers, writers })?;
        }
    }
    Ok(())
}

/// Compares a work whose items peers receive as bytes.
fn measure_with_bytes<T: Native + Default + PartialEq + IntoBytes + Immutable>(
    bench: &mut Bench<'_>,
    pair: &RepresentationPair<'_>,
    work: &Work<'_, T>,
) -> Result<(), String> {
    measure_both_directions(bench, pair, work, |native| view_as_bytes(native))
}

/// Measures both directions. An interpreted conversion is correct if it equals that of the generated code, which is
/// compared with the reference elsewhere.
fn measure_both_directions<T: Native + Default + PartialEq>(
    bench: &mut Bench<'_>,
    RepresentationPair { compiled, interpreted }: &RepresentationPair<'_>,
    work: &Work<'_, T>,
    seen: impl Fn(&[T]) -> &[u8],
) -> Result<(), String> {
    let Work { name, predefined, native, size, readers, writers } = work;
    let name = |way: &str| {
        if name.contains("WAY") { name.replace("WAY", way) } else { format!("{name}, {way}") }
    };
    let fault = |error: datarep::Error| error.to_string();
    let extent = compiled.extent(*predefined).ok_or("the type is unsupported")?;
    let [mut file, mut ours] = [0, 1].map(|_| PlacedSlice::new(PageOffset::OUTPUT, native.len() * extent, 0));
    let losses = [
        compiled.write_as(*predefined, native, &mut file),
        interpreted.write_as(*predefined, native, &mut ours),
    ];
    let [theirs, own] = losses.map(|loss| loss.map_err(fault));
    let written = *file == *ours && theirs? == own?;
    let [mut back, mut own] =
        [0, 1].map(|_| PlacedSlice::new(PageOffset::OUTPUT, native.len(), T::default()));
    let losses =
        [compiled.read_as(*predefined, &file, &mut back), interpreted.read_as(*predefined, &file, &mut own)];
    let [theirs, lost] = losses.map(|loss| loss.map_err(fault));
    let read = *back == *own && theirs? == lost?;
    let most = size_of_val(*native).max(file.len());
    let expected = back.to_vec();
    let input = PlacedSlice::from_slice(PageOffset::INPUT, &file);
    let mut rows = Contest::new(NAME, &name("read"), *size, most)
        .with_peer_files(&input, seen(&expected))
        .add_local("datarep", read, || {
            drop(black_box(interpreted.read_as(*predefined, black_box(&input), &mut own)));
        })
        .add_local("generated", true, || {
            drop(black_box(compiled.read_as(*predefined, black_box(&input), &mut back)));
        });
    for (who, work) in *readers {
        rows = rows.add_peer(who, work);
    }
    bench.measure_contest(rows)?;
    let mut rows = Contest::new(NAME, &name("write"), *size, most)
        .with_peer_files(seen(native), &input)
        .add_local("datarep", written, || {
            drop(black_box(interpreted.write_as(*predefined, black_box(native), &mut ours)));
        })
        .add_local("generated", true, || {
            drop(black_box(compiled.write_as(*predefined, black_box(native), &mut file)));
        });
    for (who, work) in *writers {
        rows = rows.add_peer(who, work);
    }
    bench.measure_contest(rows)
}
