//! Files in the page cache, accessed through a view, beside the same bytes accessed by system calls.

use std::fmt::Display;
use std::fs::{self, File as RawFile};
use std::hint::black_box;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::PathBuf;

use datarep::datatype::{Layout, Typemap};
use datarep::file::{File, Mode};
use datarep::standard::{big_endian, ibm370};
use datarep::{Datarep, Native, Predefined};

use super::super::clock::Cores;
use super::super::contest::{Contest, SamplingLimits};
use super::super::crates::records::Record;
use super::super::data::{low_half_as_i16, make_numbers};
use super::super::goals::{Goal, Threshold};
use super::super::level::LevelFilter;
use super::super::row::{Figure, Row};
use super::super::{Bench, BenchArguments};
use super::Group;
use crate::workspace;

pub(super) const GROUP: Group = Group {
    name: "file",
    cores: Cores::All,
    measure,
    goals: &[
        file_goal("writing", "write", Threshold::Times(0.95, "raw write")),
        file_goal("reading", "read", Threshold::Times(1.0, "raw read")),
        file_goal("strided and struct views", "view", Threshold::Times(0.83, "raw")),
        file_goal("memory beyond the user's buffer", "memory", Threshold::AtMost(64.0, "MiB")),
    ],
};

const fn file_goal(title: &'static str, works: &'static str, bar: Threshold) -> Goal {
    Goal { number: "5, files", title, group: "file", works, size: 0, at: LevelFilter::Every, bar }
}

/// The number of bytes of a raw access. More bytes would be no faster.
const ACCESS: usize = 1 << 20;

const ROUNDS: usize = 12;

/// The value of the bytes in the holes of a view.
const HOLE: u8 = 7;

/// The number of bytes of a record, including its holes.
const RECORD: usize = 48;

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    let size = match bench.options {
        BenchArguments { check: true, .. } => 1 << 20,
        BenchArguments { quick: true, .. } => 256 << 20,
        _ => 1 << 30,
    };
    let scratch = ScratchFile::new()?;
    measure_whole_file(
        bench,
        &scratch,
        size,
        "f64 in big_endian",
        big_endian::DATAREP,
        &make_numbers(size / 8, f64::from),
    )?;
    measure_whole_file(
        bench,
        &scratch,
        size,
        "f32 in ibm370",
        ibm370::DATAREP,
        &make_numbers(size / 4, f32::from_bits),
    )?;
    let floats = make_numbers(size / 8, f32::from_bits);
    let float = Typemap::from(Predefined::Float);
    let every_second = Typemap::resized(0, 8, &float).map_err(error_text)?;
    let holes = View { name: "view: every second f32", etype: &float, filetype: &every_second, size };
    holes.measure(bench, &scratch, &floats, |values, file| {
        for (value, bytes) in values.iter().zip(file.chunks_exact_mut(8)) {
            bytes[..4].copy_from_slice(&value.to_be_bytes());
        }
    })?;
    let blocks = Typemap::contiguous(16, &float)
        .and_then(|block| Typemap::resized(0, 128, &block))
        .map_err(error_text)?;
    let blocks = View { name: "view: 16 of 32 f32", etype: &float, filetype: &blocks, size };
    blocks.measure(bench, &scratch, &floats, |values, file| {
        for (values, bytes) in values.chunks(16).zip(file.chunks_exact_mut(128)) {
            for (value, bytes) in values.iter().zip(bytes.chunks_exact_mut(4)) {
                bytes.copy_from_slice(&value.to_be_bytes());
            }
        }
    })?;
    drop(floats);
    measure_records(bench, &scratch, size)
}

/// Structs with holes between their fields and after them.
fn measure_records(bench: &mut Bench<'_>, scratch: &ScratchFile, size: usize) -> Result<(), String> {
    let records = make_numbers(size / RECORD, |bits| Record {
        id: bits.cast_signed(),
        position: [f64::from(bits), -1.5, f64::from(bits / 3)],
        value: f32::from_bits(bits),
        flags: low_half_as_i16(bits),
    });
    let fields = [
        (1, 0, Predefined::Int32T.into()),
        (3, 8, Predefined::Double.into()),
        (1, 32, Predefined::Float.into()),
        (1, 40, Predefined::Int16T.into()),
    ];
    let etype = Typemap::structure(&fields)
        .and_then(|fields| Typemap::resized(0, 48, &fields))
        .map_err(error_text)?;
    let view = View { name: "view: {i32, [f64; 3], f32, i16}", etype: &etype, filetype: &etype, size };
    view.measure(bench, scratch, &records, |records, file| {
        for (record, bytes) in records.iter().zip(file.chunks_exact_mut(RECORD)) {
            bytes[..4].copy_from_slice(&record.id.to_be_bytes());
            for (position, bytes) in record.position.iter().zip(bytes[8..32].chunks_exact_mut(8)) {
                bytes.copy_from_slice(&position.to_be_bytes());
            }
            bytes[32..36].copy_from_slice(&record.value.to_be_bytes());
            bytes[40..42].copy_from_slice(&record.flags.to_be_bytes());
        }
    })
}

/// A whole file of contiguous items.
fn measure_whole_file<T: Layout + Native + Default + PartialEq>(
    bench: &mut Bench<'_>,
    scratch: &ScratchFile,
    size: usize,
    name: &str,
    datarep: &'static Datarep,
    native: &[T],
) -> Result<(), String> {
    let file = scratch.open()?;
    file.set_view_of::<T>(0, datarep).map_err(error_text)?;
    let (mut bytes, _) = datarep.to_bytes(native).map_err(error_text)?;
    let grown = measure_peak_mebibytes(|| file.write_at(0, native).map(drop).map_err(error_text))?;
    show_memory_growth(bench, &format!("memory: write {name}"), size, grown)?;
    let same = fs::read(&scratch.0).map_err(error_text)? == bytes;
    let contest = Contest::new("file", &format!("write {name}"), size, size)
        .add_local("datarep", same, || drop(black_box(file.write_at(0, native))))
        .add_local("raw write", true, || scratch.write(&bytes));
    run_rounds(bench, contest)?;

    let mut back = vec![T::default(); native.len()];
    // The first read maps the pages of the memory.
    file.read_at(0, &mut back).map_err(error_text)?;
    let grown = measure_peak_mebibytes(|| file.read_at(0, &mut back).map(drop).map_err(error_text))?;
    show_memory_growth(bench, &format!("memory: read {name}"), size, grown)?;
    let (expected, _) = datarep.to_vec::<T>(&bytes).map_err(error_text)?;
    let same = back == expected;
    drop(expected);
    let contest = Contest::new("file", &format!("read {name}"), size, size)
        .add_local("datarep", same, || drop(black_box(file.read_at(0, &mut back))))
        .add_local("raw read", true, || scratch.read(&mut bytes));
    run_rounds(bench, contest)
}

/// A view with holes, of a file of `size` bytes. The raw access reads all bytes, including those in the holes, and for
/// writing it writes them back.
struct View<'a> {
    name: &'static str,
    etype: &'a Typemap,
    filetype: &'a Typemap,
    size: usize,
}

impl View<'_> {
    /// `store` puts the values at their displacements in the file, in big-endian order.
    fn measure<T: Layout + Default + PartialEq>(
        &self,
        bench: &mut Bench<'_>,
        scratch: &ScratchFile,
        values: &[T],
        store: impl Fn(&[T], &mut [u8]),
    ) -> Result<(), String> {
        let View { name, etype, filetype, size } = *self;
        let mut bytes = vec![HOLE; size];
        scratch.write(&bytes);
        let file = scratch.open()?;
        let datarep = big_endian::DATAREP;
        file.set_view_in(0, etype, filetype, datarep).map_err(error_text)?;
        file.write_at(0, values).map_err(error_text)?;
        store(values, &mut bytes);
        let same = fs::read(&scratch.0).map_err(error_text)? == bytes;
        // The bytes in the holes must stay, so a raw write must read them first.
        let contest = Contest::new("file", &format!("{name}, write"), size, size)
            .add_local("datarep", same, || drop(black_box(file.write_at(0, values))))
            .add_local("raw", true, || {
                scratch.read(&mut bytes);
                scratch.write(&bytes);
            });
        run_rounds(bench, contest)?;

        let mut back = vec![T::default(); values.len()];
        file.read_at(0, &mut back).map_err(error_text)?;
        let same = back == values;
        let contest = Contest::new("file", &format!("{name}, read"), size, size)
            .add_local("datarep", same, || drop(black_box(file.read_at(0, &mut back))))
            .add_local("raw", true, || scratch.read(&mut bytes));
        run_rounds(bench, contest)
    }
}

fn run_rounds(bench: &mut Bench<'_>, contest: Contest<'_>) -> Result<(), String> {
    let rounds = if bench.options.check { 1 } else { ROUNDS };
    let patience = SamplingLimits { rounds, seconds: f64::INFINITY };
    let rows = contest.run(&mut bench.peers, &mut bench.buffers, patience);
    rows.into_iter().try_for_each(|row| bench.print_and_keep(row))
}

fn show_memory_growth(
    bench: &mut Bench<'_>,
    work: &str,
    size: usize,
    grown: Option<f64>,
) -> Result<(), String> {
    let figure = match grown {
        Some(grown) => Figure::Amount { best: grown, median: grown, unit: "MiB" },
        None => Figure::Missing("the system does not tell of the most memory".to_owned()),
    };
    bench.print_and_keep(Row { group: "file", work: work.to_owned(), size, who: "datarep", figure })
}

/// The peak of additional memory during `work` in MiB, or `None` if the system does not report it.
fn measure_peak_mebibytes(work: impl FnOnce() -> Result<(), String>) -> Result<Option<f64>, String> {
    let told = |what: &str| {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(what))?;
        line.split_whitespace().next()?.parse::<u32>().ok()
    };
    // On Linux this sets the peak to the present memory.
    let reset = fs::write("/proc/self/clear_refs", "5").is_ok();
    let before = told("VmRSS:");
    work()?;
    let most = told("VmHWM:");
    Ok(before
        .zip(most)
        .filter(|_| reset)
        .map(|(before, most)| f64::from(most.saturating_sub(before)) / 1024.0))
}

/// A file below Cargo's target folder, which exists while it is measured.
struct ScratchFile(PathBuf);

impl ScratchFile {
    fn new() -> Result<ScratchFile, String> {
        let folder = workspace::target_folder().join("bench");
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
        Ok(ScratchFile(folder.join("file")))
    }

    fn open(&self) -> Result<File, String> {
        File::open(&self.0, Mode::CREATE | Mode::RDWR | Mode::UNIQUE_OPEN).map_err(error_text)
    }

    /// Writes all bytes by system calls. The file exists.
    fn write(&self, bytes: &[u8]) {
        let mut file =
            RawFile::options().write(true).create(true).truncate(false).open(&self.0).expect("its own file");
        for bytes in bytes.chunks(ACCESS) {
            file.write_all(bytes).expect("there was space before");
        }
    }

    fn read(&self, bytes: &mut [u8]) {
        let mut file = RawFile::open(&self.0).expect("its own file");
        file.rewind().expect("a file has a begin");
        for bytes in bytes.chunks_mut(ACCESS) {
            file.read_exact(bytes).expect("it is as long");
        }
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn error_text(error: impl Display) -> String {
    error.to_string()
}
