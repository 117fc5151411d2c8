//! Structs, by `#[derive(Datatype)]`.

use std::hint::black_box;

use datarep::standard::{big_endian, little_endian};

use super::super::clock::Cores;
use super::super::contest::Contest;
use super::super::crates::{self, Record};
use super::super::data::{half, numbers};
use super::super::goals::{Bar, Goal};
use super::super::{Bench, SIZES};
use super::Group;

pub(super) const GROUP: Group = Group { name: "struct", cores: Cores::One, measure, goals: &[GOAL] };

const GOAL: Goal = Goal {
    number: "4",
    title: "structs",
    group: "struct",
    works: "",
    size: 0,
    bar: Bar::Times(0.95, "zerocopy"),
};

const NAME: &str = "{i32, [f64; 3], f32, i16}";

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    SIZES.into_iter().try_for_each(|size| records(bench, size))
}

fn records(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let records: Vec<Record> = numbers(size / size_of::<Record>(), |bits| Record {
        id: bits.cast_signed(),
        position: [f64::from(bits), -1.5, f64::from(bits / 3)],
        value: f32::from_bits(bits),
        flags: half(bits),
    });
    let octets = size_of_val(records.as_slice());
    let (mut file, _) = big_endian::to_bytes(&records).map_err(|error| error.to_string())?;
    // What peers are checked by, as their padding is not ours.
    let (packed, _) = little_endian::to_bytes(&records).map_err(|error| error.to_string())?;
    let mut theirs = vec![0; file.len()];
    crates::write_records(&records, &mut theirs);
    let mut back = vec![Record::default(); records.len()];
    let mut other = back.clone();
    crates::read_records(&file, &mut other);
    big_endian::read(&file, &mut back).map_err(|error| error.to_string())?;
    let correct = back == records;
    let ours = || drop(black_box(big_endian::read(black_box(&file), &mut back)));
    let peer_correct = other == records;
    let peer = || crates::read_records(black_box(&file), black_box(&mut other));
    bench.compare(
        Contest::new("struct", &format!("{NAME}, read"), size, octets)
            .files(&file, &packed)
            .here("datarep", correct, ours)
            .here("zerocopy", peer_correct, peer)
            .there("numpy", "read records"),
    )?;
    let correct = theirs == file;
    let ours = || drop(black_box(big_endian::write(black_box(&records), &mut file)));
    let peer = || crates::write_records(black_box(&records), black_box(&mut theirs));
    bench.compare(
        Contest::new("struct", &format!("{NAME}, write"), size, octets)
            .here("datarep", correct, ours)
            .here("zerocopy", correct, peer),
    )
}
