//! Large slices on all cores, by the feature `parallel`, beside one core. The gain of copying on all cores is also
//! measured, as it is what the memory allows.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use datarep::codegen::divide_at_most;
use datarep::standard::{big_endian, ibm370};
use datarep::{Datarep, Native};

use super::super::Bench;
use super::super::clock::Cores;
use super::super::contest::Contest;
use super::super::crates::records::Record;
use super::super::data::{low_half_as_i16, make_numbers};
use super::super::goals::{Goal, Threshold};
use super::super::level::LevelFilter;
use super::Group;

pub(super) const GROUP: Group = Group { name: "parallel", cores: Cores::All, measure, goals: &[GOAL] };

/// The goal is for the last cache. Beyond it, two cores share the memory's rate that one core could use alone.
const GOAL: Goal = Goal {
    number: "6",
    title: "all cores, in cache",
    group: "parallel",
    works: "",
    size: SIZES[0],
    at: LevelFilter::Every,
    bar: Threshold::TimesOrGain { times: 1.8, who: "one core", share: 0.95, of: COPY },
};

/// The name of the work of copying on all cores.
const COPY: &str = "copy";

/// The numbers of bytes of native items.
const SIZES: [usize; 2] = [8 << 20, 256 << 20];

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    let sizes = if bench.options.check { &[1 << 20][..] } else { &SIZES };
    for &size in sizes {
        measure_copying(bench, size)?;
        measure_slice(
            bench,
            size,
            "f64 in big_endian",
            big_endian::DATAREP,
            &make_numbers(size / 8, f64::from),
        )?;
        measure_slice(
            bench,
            size,
            "f32 in ibm370",
            ibm370::DATAREP,
            &make_numbers(size / 4, f32::from_bits),
        )?;
        measure_records(bench, size)?;
    }
    Ok(())
}

fn measure_slice<T: Native + Default + PartialEq>(
    bench: &mut Bench<'_>,
    size: usize,
    name: &str,
    datarep: &'static Datarep,
    native: &[T],
) -> Result<(), String> {
    let (mut file, mut other) = (vec![0; size], vec![0; size]);
    compare_core_counts(bench, size, &format!("{name}, write"), &mut file, &mut other, |file| {
        drop(black_box(datarep.write(black_box(native), file)));
    })?;
    let (mut back, mut other) = (vec![T::default(); native.len()], vec![T::default(); native.len()]);
    compare_core_counts(bench, size, &format!("{name}, read"), &mut back, &mut other, |back| {
        drop(black_box(datarep.read(black_box(&file), back)));
    })
}

fn measure_records(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let records = make_numbers(size / size_of::<Record>(), |bits| Record {
        id: bits.cast_signed(),
        position: [f64::from(bits), -1.5, f64::from(bits / 3)],
        value: f32::from_bits(bits),
        flags: low_half_as_i16(bits),
    });
    let bytes = records.len() * big_endian::extent::<Record>();
    let (mut file, mut other) = (vec![0; bytes], vec![0; bytes]);
    compare_core_counts(bench, size, "{i32, [f64; 3], f32, i16}, write", &mut file, &mut other, |file| {
        drop(black_box(big_endian::write(black_box(&records), file)));
    })?;
    let (mut back, mut other) =
        (vec![Record::default(); records.len()], vec![Record::default(); records.len()]);
    compare_core_counts(bench, size, "{i32, [f64; 3], f32, i16}, read", &mut back, &mut other, |back| {
        drop(black_box(big_endian::read(black_box(&file), back)));
    })
}

/// Measures a conversion on all cores and on one core. The results must be equal.
fn compare_core_counts<B: PartialEq + ?Sized>(
    bench: &mut Bench<'_>,
    size: usize,
    work: &str,
    ours: &mut B,
    alone: &mut B,
    convert: impl Fn(&mut B),
) -> Result<(), String> {
    let by_all = |ours: &mut B| {
        divide_at_most(usize::MAX);
        convert(ours);
        divide_at_most(1);
    };
    by_all(ours);
    convert(alone);
    let same = ours == alone;
    // Both convert to the same memory, so that more of it stays in the cache.
    let out = RefCell::new(ours);
    let contest = Contest::new("parallel", work, size, size)
        .add_local("datarep", same, || by_all(&mut out.borrow_mut()))
        .add_local("one core", same, || convert(&mut out.borrow_mut()));
    bench.measure_contest(contest)
}

/// Measures copying on all cores, each of which copies a part of the same length. The share of `memcpy` is the gain.
fn measure_copying(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (from, mut to) = (vec![7_u8; size], vec![0_u8; size]);
    let part = size.div_ceil(cores);
    let mut parts = from.chunks(part).zip(to.chunks_mut(part));
    let Some((from, to)) = parts.next() else { return Ok(()) };
    thread::scope(|scope| {
        let helpers: Vec<(Sender<()>, Receiver<()>)> = parts
            .map(|(from, to)| {
                let ((begin, told), (done, heard)) = (channel(), channel());
                scope.spawn(move || {
                    // The thread ends when the sender is dropped.
                    while told.recv().is_ok() {
                        black_box(&mut *to).copy_from_slice(black_box(from));
                        let _ = done.send(());
                    }
                });
                (begin, heard)
            })
            .collect();
        let mut by_all = || {
            for (begin, _) in &helpers {
                let _ = begin.send(());
            }
            black_box(&mut *to).copy_from_slice(black_box(from));
            for (_, heard) in &helpers {
                let _ = heard.recv();
            }
        };
        by_all();
        bench.measure_contest(Contest::new("parallel", COPY, size, size).add_local("all cores", true, by_all))
    })
}
