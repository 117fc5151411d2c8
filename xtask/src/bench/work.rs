//! What is measured: conversions, their data, and who else does the same.

use std::hint::black_box;

use datarep::standard::{big_endian, cray, external32};
use datarep::{Datarep, Loss, Native, Predefined};

use super::Options;
use super::clock::{Time, Work, interleave};
use super::peers::{self, Record};
use super::report::Row;
use crate::exhaustive::plain::{self, Plain};

/// Another who reads the same.
type Peer<T> = (&'static str, fn(&[u8], &mut [T]));

/// Where rows go.
type Show<'a> = dyn FnMut(Row) -> Result<(), String> + 'a;

/// Formats of which peers or papers speak: what `--quick` measures.
const KNOWN: [&str; 12] =
    ["hfp32", "hfp64", "vax_f", "vax_d", "vax_g", "cray64", "f16", "bf16", "mbf32", "ti990", "ti32", "mil32"];

/// Measures everything of one size.
pub(super) fn measure(size: usize, options: &Options, show: &mut Show<'_>) -> Result<(), String> {
    let rounds = if size < 1 << 20 {
        60
    } else if size < 64 << 20 {
        15
    } else {
        4
    };
    let rounds = if options.quick { (rounds / 2).max(2) } else { rounds };
    let mut bench = Bench { size, rounds, from: Vec::new(), to: Vec::new(), show };
    let wanted = |group: &str| options.group.as_ref().is_none_or(|only| only == group);
    if wanted("swap") {
        bench.swaps()?;
    }
    if wanted("integer") {
        bench.integers()?;
    }
    if wanted("struct") {
        bench.structs()?;
    }
    if ["read", "write", "other"].iter().any(|group| wanted(group)) {
        let (floats, doubles) = (numbers(size / 4, f32::from_bits), numbers(size / 8, f64::from));
        for plain in plain::formats()? {
            if options.quick && !KNOWN.contains(&plain.format) {
                continue;
            }
            let correct = plain.is_correct()?;
            if plain.bits <= 32 {
                bench.format(&plain, correct, &floats, &wanted)?;
            } else {
                bench.format(&plain, correct, &doubles, &wanted)?;
            }
        }
    }
    Ok(())
}

/// Numbers between an eighth and eight in magnitude, of all digits.
fn numbers<T>(count: usize, of: impl Fn(u32) -> T) -> Vec<T> {
    let mut state = 0x9E37_79B9_u32;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        // The sign, an exponent field from 124 to 129, and a fraction.
        of((state & 0x807F_FFFF) | (124 + (state >> 23 & 0xFF) % 6) << 23)
    };
    (0..count).map(next).collect()
}

/// The low half of the bits.
fn half(bits: u32) -> i16 {
    let [low, high, ..] = bits.to_le_bytes();
    i16::from_le_bytes([low, high])
}

struct Bench<'a, 'b> {
    /// Octets of native items.
    size: usize,
    rounds: usize,
    from: Vec<u8>,
    to: Vec<u8>,
    show: &'a mut Show<'b>,
}

/// A row to be measured: group, what is converted, and whether it has been checked.
struct Title {
    group: &'static str,
    work: String,
    correct: bool,
}

impl Bench<'_, '_> {
    /// Measures the works beside `memcpy`.
    fn compare(&mut self, title: &Title, octets: usize, works: Vec<Work<'_>>) -> Result<(), String> {
        let Bench { from, to, rounds, show, .. } = self;
        if from.len() != octets {
            // Of the same size, so that the allocator places them as it does those that are converted.
            (*from, *to) = (vec![1; octets], vec![0; octets]);
        }
        let copy = || black_box(&mut to[..]).copy_from_slice(black_box(&from[..]));
        let mut all: Vec<Work<'_>> = vec![("memcpy", Box::new(copy))];
        all.extend(works);
        let times = interleave(&mut all, octets, *rounds);
        let rate = |seconds: f64| octets_of(octets) / seconds / 1e9;
        for ((who, _), Time { best, median }) in all.iter().zip(&times).skip(1) {
            show(Row {
                group: title.group,
                work: title.work.clone(),
                size: self.size,
                who,
                rate: rate(*best),
                median: rate(*median),
                share: times[0].best / best,
                correct: title.correct,
            })?;
        }
        Ok(())
    }

    /// A representation's conversion of a type, both ways. `theirs`: others that read the same.
    fn both<T: Native + Default>(
        &mut self,
        group: &'static str,
        name: &str,
        (datarep, predefined): (&'static Datarep, Predefined),
        native: &[T],
        check: &dyn Fn(&T, &[u8]) -> bool,
        theirs: Option<Peer<T>>,
    ) -> Result<(), String> {
        let extent = datarep.extent(predefined).ok_or("the type is unsupported")?;
        let mut file = vec![0; native.len() * extent];
        keep(&datarep.write_as(predefined, native, &mut file))?;
        let correct = native.iter().zip(file.chunks_exact(extent)).all(|(item, octets)| check(item, octets));
        let octets = size_of_val(native).max(file.len());
        let mut back = vec![T::default(); native.len()];
        let title = Title { group, work: format!("{name}, read"), correct };
        {
            let mut other = if theirs.is_some() { back.clone() } else { Vec::new() };
            let (file, back) = (&file, &mut back);
            let mut works: Vec<Work<'_>> = vec![(
                "datarep",
                Box::new(move || drop(black_box(datarep.read_as(predefined, black_box(file), back)))),
            )];
            if let Some((who, read)) = theirs {
                let other = &mut other;
                works.push((who, Box::new(move || read(black_box(file), black_box(other)))));
                self.compare(&title, octets, works)?;
            } else {
                self.compare(&title, octets, works)?;
            }
        }
        let title = Title { group, work: format!("{name}, write"), correct };
        let ours = || drop(black_box(datarep.write_as(predefined, black_box(native), &mut file)));
        self.compare(&title, octets, vec![("datarep", Box::new(ours))])
    }

    fn swaps(&mut self) -> Result<(), String> {
        let datarep = &big_endian::DATAREP;
        let doubles = numbers(self.size / 8, f64::from);
        let check = |item: &f64, octets: &[u8]| item.to_be_bytes() == octets;
        let peer: Peer<f64> = ("byteorder", peers::doubles);
        self.both("swap", "f64", (datarep, Predefined::Double), &doubles, &check, Some(peer))?;
        let floats = numbers(self.size / 4, f32::from_bits);
        let check = |item: &f32, octets: &[u8]| item.to_be_bytes() == octets;
        let peer: Peer<f32> = ("byteorder", peers::floats);
        self.both("swap", "f32", (datarep, Predefined::Float), &floats, &check, Some(peer))?;
        let longs = numbers(self.size / 8, i64::from);
        let check = |item: &i64, octets: &[u8]| item.to_be_bytes() == octets;
        self.both("swap", "i64", (datarep, Predefined::Int64T), &longs, &check, None)?;
        let ints = numbers(self.size / 4, u32::cast_signed);
        let check = |item: &i32, octets: &[u8]| item.to_be_bytes() == octets;
        self.both("swap", "i32", (datarep, Predefined::Int32T), &ints, &check, None)?;
        let shorts = numbers(self.size / 2, half);
        let check = |item: &i16, octets: &[u8]| item.to_be_bytes() == octets;
        let peer: Peer<i16> = ("byteorder", peers::shorts);
        self.both("swap", "i16", (datarep, Predefined::Int16T), &shorts, &check, Some(peer))?;
        let octets = numbers(self.size, |bits| bits.to_le_bytes()[0]);
        let check = |item: &u8, octets: &[u8]| [*item] == octets;
        self.both("swap", "u8", (datarep, Predefined::Uint8T), &octets, &check, None)
    }

    fn integers(&mut self) -> Result<(), String> {
        let longs = numbers(self.size / 8, |bits| i64::from(bits.cast_signed()));
        let check =
            |item: &i64, octets: &[u8]| i32::try_from(*item).is_ok_and(|item| item.to_be_bytes() == octets);
        let external = &external32::DATAREP;
        self.both("integer", "i64 as 32 bits", (external, Predefined::Long), &longs, &check, None)?;
        let unsigned = numbers(self.size / 8, u64::from);
        let check =
            |item: &u64, octets: &[u8]| u32::try_from(*item).is_ok_and(|item| item.to_be_bytes() == octets);
        self.both(
            "integer",
            "u64 as 32 bits",
            (external, Predefined::UnsignedLong),
            &unsigned,
            &check,
            None,
        )?;
        let ints = numbers(self.size / 4, u32::cast_signed);
        let check = |item: &i32, octets: &[u8]| i64::from(*item).to_be_bytes() == octets;
        self.both("integer", "i32 as 64 bits", (&cray::DATAREP, Predefined::Int32T), &ints, &check, None)?;
        let shorts = numbers(self.size / 2, half);
        let check = |item: &i16, octets: &[u8]| i64::from(*item).to_be_bytes() == octets;
        self.both("integer", "i16 as 64 bits", (&cray::DATAREP, Predefined::Int16T), &shorts, &check, None)
    }

    fn structs(&mut self) -> Result<(), String> {
        let records: Vec<Record> = numbers(self.size / size_of::<Record>(), |bits| Record {
            id: bits.cast_signed(),
            position: [f64::from(bits), -1.5, f64::from(bits / 3)],
            value: f32::from_bits(bits),
            flags: half(bits),
        });
        let octets = size_of_val(records.as_slice());
        let (mut file, _) = big_endian::to_bytes(&records).map_err(|error| error.to_string())?;
        let mut theirs = file.clone();
        theirs.fill(0);
        peers::write_records(&records, &mut theirs);
        let mut back = vec![Record::default(); records.len()];
        peers::read_records(&file, &mut back);
        let correct = theirs == file && back == records;
        let mut other = back.clone();
        let title = Title { group: "struct", work: "{i32, [f64; 3], f32, i16}, read".to_owned(), correct };
        let ours = || drop(black_box(big_endian::read(black_box(&file), &mut back)));
        let peer = || peers::read_records(black_box(&file), black_box(&mut other));
        self.compare(&title, octets, vec![("datarep", Box::new(ours)), ("zerocopy", Box::new(peer))])?;
        let title = Title { group: "struct", work: "{i32, [f64; 3], f32, i16}, write".to_owned(), correct };
        let ours = || drop(black_box(big_endian::write(black_box(&records), &mut file)));
        let peer = || peers::write_records(black_box(&records), black_box(&mut theirs));
        self.compare(&title, octets, vec![("datarep", Box::new(ours)), ("zerocopy", Box::new(peer))])
    }

    /// A float format, both ways.
    fn format<T: Native + Default>(
        &mut self,
        plain: &Plain,
        correct: bool,
        native: &[T],
        wanted: &dyn Fn(&str) -> bool,
    ) -> Result<(), String> {
        let datarep = plain.datarep;
        let extent = datarep.extent(T::PREDEFINED).ok_or("the type is unsupported")?;
        let common = matches!(plain.bits, 8 | 16 | 32 | 64);
        let mut file = vec![0; native.len() * extent];
        keep(&datarep.write(native, &mut file))?;
        let octets = size_of_val(native).max(file.len());
        let work = |way: &str| format!("{} ({} bits), {way}", plain.format, plain.bits);
        let group = if common { "read" } else { "other" };
        if wanted(group) {
            let mut back = vec![T::default(); native.len()];
            let title = Title { group, work: work("read"), correct };
            let ours = || drop(black_box(datarep.read(black_box(&file), &mut back)));
            self.compare(&title, octets, vec![("datarep", Box::new(ours))])?;
            self.peers(plain.format, &file, octets)?;
        }
        let group = if common { "write" } else { "other" };
        if wanted(group) {
            let title = Title { group, work: work("write"), correct };
            let ours = || drop(black_box(datarep.write(black_box(native), &mut file)));
            self.compare(&title, octets, vec![("datarep", Box::new(ours))])?;
        }
        Ok(())
    }

    /// Others that read the format.
    fn peers(&mut self, format: &str, file: &[u8], octets: usize) -> Result<(), String> {
        let title = |work: &str| Title { group: "read", work: format!("{work}, read"), correct: true };
        let mut doubles = vec![0.0; file.len() / 8];
        let mut floats = vec![0.0; file.len() / 4];
        let (title, work): (Title, Work<'_>) = match format {
            "hfp64" => {
                let read = || peers::ibm64(black_box(file), black_box(&mut doubles));
                (title("hfp64 (64 bits)"), ("ibmfloat", Box::new(read)))
            }
            "hfp32" => {
                let read = || peers::ibm32(black_box(file), black_box(&mut floats));
                (title("hfp32 (32 bits)"), ("ibmfloat", Box::new(read)))
            }
            "vax_g" => {
                let read = || peers::vax_g(black_box(file), black_box(&mut doubles));
                (title("vax_g (64 bits)"), ("vax-floating", Box::new(read)))
            }
            _ => return Ok(()),
        };
        self.compare(&title, octets, vec![work])
    }
}

fn keep(result: &Result<Loss, datarep::Error>) -> Result<(), String> {
    result.as_ref().map(|_| ()).map_err(ToString::to_string)
}

#[expect(clippy::cast_precision_loss, reason = "a number of octets, below 2^53")]
fn octets_of(octets: usize) -> f64 {
    octets as f64
}
