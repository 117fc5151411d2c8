//! Structs, by `#[derive(Datatype)]`.

use std::hint::black_box;

use datarep::standard::{big_endian, little_endian};

use super::super::Bench;
use super::super::clock::Cores;
use super::super::contest::Contest;
use super::super::crates::records::{self as crates, Record};
use super::super::data::{low_half_as_i16, make_numbers};
use super::super::goals::{Goal, Threshold};
use super::super::level::LevelFilter;
use super::super::place::{PageOffset, PlacedSlice};
use super::Group;

pub(super) const GROUP: Group = Group { name: "struct", cores: Cores::One, measure, goals: &[GOAL] };

const GOAL: Goal = Goal {
    number: "4",
    title: "structs",
    group: "struct",
    works: "",
    size: 0,
    at: LevelFilter::Every,
    bar: Threshold::Times(0.95, "zerocopy"),
};

const NAME: &str = "{i32, [f64; 3], f32, i16}";

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    bench.sizes_in_bytes().iter().try_for_each(|&size| measure_records(bench, size))
}

/// Another crate: its name, its function for reading, and its function for writing.
type RecordCrate = (&'static str, fn(&[u8], &mut [Record]), fn(&[Record], &mut [u8]));

const OTHERS: [RecordCrate; 3] = [
    ("zerocopy", crates::read_records_by_zerocopy, crates::write_records_by_zerocopy),
    ("binrw", crates::read_records_by_binrw, crates::write_records_by_binrw),
    ("deku", crates::read_records_by_deku, crates::write_records_by_deku),
];

fn measure_records(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let records = make_numbers(size / size_of::<Record>(), |bits| Record {
        id: bits.cast_signed(),
        position: [f64::from(bits), -1.5, f64::from(bits / 3)],
        value: f32::from_bits(bits),
        flags: low_half_as_i16(bits),
    });
    let (records, bytes) = (&*records, size_of_val(&*records));
    let (file, _) = big_endian::to_bytes(records).map_err(|error| error.to_string())?;
    let file = &*PlacedSlice::from_slice(PageOffset::INPUT, &file);
    // The expected output of peers, which have other padding than `Record`.
    let (packed, _) = little_endian::to_bytes(records).map_err(|error| error.to_string())?;
    let mut back = PlacedSlice::new(PageOffset::OUTPUT, records.len(), Record::default());
    big_endian::read(file, &mut back).map_err(|error| error.to_string())?;
    let correct = *back == *records;
    let ours = || drop(black_box(big_endian::read(black_box(file), &mut back)));
    let mut contest = Contest::new("struct", &format!("{NAME}, read"), size, bytes)
        .with_peer_files(file, &packed)
        .add_local("datarep", correct, ours);
    for (who, read, _) in OTHERS {
        let mut back = PlacedSlice::new(PageOffset::OUTPUT, records.len(), Record::default());
        read(file, &mut back);
        let correct = *back == *records;
        contest = contest.add_local(who, correct, move || read(black_box(file), black_box(&mut back)));
    }
    bench.measure_contest(contest.add_peer("numpy", "read records"))?;
    let mut out = PlacedSlice::new(PageOffset::OUTPUT, file.len(), 0);
    // The comparison with what the others write follows below.
    let ours = || drop(black_box(big_endian::write(black_box(records), &mut out)));
    let mut contest =
        Contest::new("struct", &format!("{NAME}, write"), size, bytes).add_local("datarep", correct, ours);
    for (who, _, write) in OTHERS {
        let mut out = PlacedSlice::new(PageOffset::OUTPUT, file.len(), 0);
        write(records, &mut out);
        let correct = *out == *file;
        contest = contest.add_local(who, correct, move || write(black_box(records), black_box(&mut out)));
    }
    bench.measure_contest(contest)
}
