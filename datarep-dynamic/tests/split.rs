//! Files of records in parts: whatever they have in their records, the parts together are the records of the whole.

use std::io::{self, Cursor, ErrorKind};

use crate::common::Chance;

use datarep_dynamic::marks::split::{Division, Effort, Join, Part, Step, split, split_rows};
use datarep_dynamic::marks::{Border, MarkWriter, Marks, Reached, Records};

/// More than any record has.
const MOST: usize = 1 << 24;

type Found = Vec<(u64, Vec<u8>)>;

/// Bytes of any kind.
fn draw_bytes(count: usize, chance: &mut Chance) -> Vec<u8> {
    (0..count).map(|_| chance.next().to_le_bytes()[0]).collect()
}

fn parse(marks: &str) -> Marks {
    marks.parse().unwrap_or_else(|error| panic!("{marks}: {error}"))
}

/// Puts marks around records; also those that the library does not write.
fn write(marks: &str, records: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let name = marks.split(',').next().unwrap_or_default();
    match (name, marks) {
        ("length", _) => records.concat(),
        // Records in several parts, which the library reads and does not write.
        ("rdw", "rdw") => {
            records.iter().flat_map(|record| write_segments(record, chance)).flatten().collect()
        }
        ("bdw", "bdw") => {
            let mut file = Vec::new();
            let mut segments: Vec<Vec<u8>> =
                records.iter().flat_map(|record| write_segments(record, chance)).collect();
            segments.reverse();
            while let Some(last) = segments.pop() {
                let mut block = last;
                while chance.below(3) > 0
                    && segments.last().is_some_and(|next| block.len() + next.len() < 30_000)
                {
                    block.extend(segments.pop().expect("there is one"));
                }
                file.extend(descriptor(block.len() + 4, 0));
                file.extend(block);
                if chance.below(5) == 0 {
                    file.extend([0, 4, 0, 0]);
                }
            }
            file
        }
        _ => {
            let (mut writer, mut file) =
                (MarkWriter::new(parse(marks)).expect("they can be written"), Vec::new());
            for record in records {
                writer.write(record, &mut file).unwrap_or_else(|error| panic!("{marks}: {error}"));
                if name == "tap" && chance.below(20) == 0 {
                    file.extend([0; 4]);
                }
            }
            writer.finish(&mut file);
            file
        }
    }
}

fn descriptor(bytes: usize, segment: u8) -> [u8; 4] {
    let [high, low] = u16::try_from(bytes).expect("it is short").to_be_bytes();
    [high, low, segment, 0]
}

fn write_segments(record: &[u8], chance: &mut Chance) -> Vec<Vec<u8>> {
    let size = if record.len() > 20_000 || chance.below(3) == 0 {
        1 + record.len() / (2 + chance.below(4))
    } else {
        record.len()
    };
    let parts: Vec<&[u8]> =
        if record.is_empty() { vec![record] } else { record.chunks(size.max(1)).collect() };
    let last = parts.len() - 1;
    let segment = |index: usize| match index {
        0 if last == 0 => 0,
        0 => 1,
        _ if index == last => 2,
        _ => 3,
    };
    parts
        .iter()
        .enumerate()
        .map(|(index, part)| [&descriptor(part.len() + 4, segment(index))[..], part].concat())
        .collect()
}

/// A record as these marks take it.
fn fit(marks: &str, mut record: Vec<u8>) -> Vec<u8> {
    let name = marks.split(',').next().unwrap_or_default();
    match name {
        "line" => record.retain(|byte| *byte != b'\n' && *byte != b'\r'),
        "fixed" => record.resize(5, 7),
        "tap" | "aws" if record.is_empty() => record.push(1),
        "bdw" => record.truncate(15_000),
        "rdw" => record.truncate(60_000),
        "length" if marks.contains("digits") => {
            record.truncate(900);
            record = [format!("{:3}", record.len() + 3).as_bytes(), &record].concat();
        }
        "length" => {
            record.truncate(60_000);
            let length = u16::try_from(record.len() + 4).expect("it is short").to_le_bytes();
            record = [&[9, 9], &length[..], &record].concat();
        }
        _ => {}
    }
    record
}

/// Records of all kinds of lengths, some of which imitate marks.
fn draw_records(marks: &str, count: usize, most: usize, chance: &mut Chance) -> Vec<Vec<u8>> {
    let mut records: Vec<Vec<u8>> = Vec::new();
    for _ in 0..count {
        let length = chance.below(most);
        let record = match chance.below(10) {
            0 => Vec::new(),
            1 => vec![0; length],
            // Marks of records that are none, from a random byte on.
            2 | 3 => {
                let false_ones: Vec<Vec<u8>> = (0..=length / 8)
                    .map(|_| {
                        let few = chance.below(9);
                        fit(marks, draw_bytes(few, chance))
                    })
                    .collect();
                let file = write(marks, &false_ones, chance);
                let begin = chance.below(8).min(file.len());
                file[begin..].to_vec()
            }
            // The whole file to here is a record of it.
            4 if records.iter().map(Vec::len).sum::<usize>() < 4000 => write(marks, &records, chance),
            5..=7 => draw_bytes(chance_of(length), chance),
            _ => draw_bytes(length, chance),
        };
        records.push(fit(marks, record));
    }
    records
}

fn chance_of(length: usize) -> usize {
    length / 7
}

/// All records from a border on, and where the reader has stopped, or why it failed.
fn read(file: &[u8], marks: Marks, begin: Border, until: u64) -> (Found, io::Result<Reached>) {
    let from = usize::try_from(begin.at()).expect("it is in the file").min(file.len());
    let mut records = Records::resume(&file[from..], marks, begin, until);
    let mut found = Vec::new();
    loop {
        let mut record = Vec::new();
        match records.next_whole(&mut record, MOST) {
            Ok(Some(at)) => found.push((at, record)),
            Ok(None) => return (found, Ok(records.reached())),
            Err(error) => return (found, Err(error)),
        }
    }
}

fn read_part(file: &[u8], marks: Marks, part: Part) -> (Found, io::Result<Reached>) {
    read(file, marks, part.begin, part.until)
}

/// Reads all parts by themselves, and joins them.
fn read_joined(file: &[u8], marks: Marks, division: &Division) -> (Found, Option<ErrorKind>) {
    let mut join = Join::new(division);
    let mut all = Vec::new();
    let mut step = join.first_step();
    loop {
        let part = match step {
            Step::Done => return (all, None),
            Step::Keep(part) => division.part(part).expect("it is not empty"),
            Step::Read(part) => part,
        };
        let (found, reached) = read_part(file, marks, part);
        all.extend(found);
        match reached {
            Ok(reached) => step = join.next_step(reached),
            Err(error) => return (all, Some(error.kind())),
        }
    }
}

/// Divides a file, and compares its parts with the whole, joined and proved.
fn check(file: &[u8], marks: &str, parts: usize, effort: Effort) -> Division {
    let shown = format!("{marks}, {parts} parts, {} bytes, {effort:?}", file.len());
    let marks = parse(marks);
    let (whole, end) = read(file, marks, Border::first(marks), u64::MAX);
    let kind = end.err().map(|error| error.kind());
    let division =
        split(&mut Cursor::new(file), file.len() as u64, marks, parts, effort).expect("it can be read");
    assert_eq!(division.count(), parts, "{shown}");
    let joined = read_joined(file, marks, &division);
    assert!(joined == (whole.clone(), kind), "{shown}: {division:?}");

    let mut proved = division.clone();
    proved.prove(&mut Cursor::new(file)).expect("it can be read");
    assert!(proved.is_proved(), "{shown}");
    let (mut all, mut fault) = (Vec::new(), None);
    for part in proved.parts().into_iter().flatten() {
        let (found, reached) = read_part(file, marks, part);
        all.extend(found);
        if let Err(error) = reached {
            fault = Some(error.kind());
            break;
        }
    }
    assert!((all, fault) == (whole, kind), "{shown}: {proved:?}");
    for part in 0..parts {
        // What is proved stays, and one process knows what another one does.
        if let Some(Part { begin, is_proved: true, .. }) = division.part(part) {
            assert!(
                kind == Some(ErrorKind::InvalidData)
                    || proved.part(part).is_some_and(|part| part.begin == begin),
                "{shown}"
            );
        }
        if part % 3 > 0 {
            continue;
        }
        let mut alone = division.clone();
        let alone = alone.prove_part(&mut Cursor::new(file), part).expect("it can be read");
        assert_eq!(alone, proved.part(part), "{shown}");
    }
    division
}

const MARKS: [&str; 22] = [
    "fortran4",
    "fortran4,big",
    "fortran4,little,part=9",
    "fortran8",
    "fortran8,big,part=100",
    "rdw",
    "rdw,little",
    "rdw,exclusive",
    "rdw,adjust=-2",
    "bdw",
    "bdw,block=32000,block-little",
    "bdw,block=32000,exclusive,block-exclusive,little",
    "line",
    "fixed,block=5,record=5",
    "fixed,block=23,record=5",
    "length,at=2,bytes=2,little",
    "length,bytes=3,digits",
    "tap",
    "tap,unpadded",
    "tap,file=2",
    "aws",
    "aws,file=1",
];

const EFFORTS: [Effort; 4] = [
    Effort { walk: 0, search: 1 << 20 },
    Effort { walk: 0, search: 2000 },
    Effort { walk: 0, search: 0 },
    Effort { walk: 1 << 20, search: 1 << 20 },
];

#[test]
fn parts_are_the_records_of_the_whole() {
    let mut chance = Chance(0x5EED);
    for marks in MARKS {
        for round in 0..5 {
            let (count, most) = [(0, 1), (1, 9), (9, 40), (60, 200), (200, 30)][round];
            let file = {
                let records = draw_records(marks, count, most, &mut chance);
                write(marks, &records, &mut chance)
            };
            for effort in EFFORTS {
                for parts in [1, 2 + chance.below(20)] {
                    check(&file, marks, parts, effort);
                }
            }
        }
    }
}

/// Whatever is cut off, the parts have what the whole has, and fail where it does.
#[test]
fn torn_files_are_torn_in_one_part() {
    let mut chance = Chance(0x7EA);
    for marks in MARKS {
        let records = draw_records(marks, 40, 60, &mut chance);
        let file = write(marks, &records, &mut chance);
        for _ in 0..6 {
            let cut = chance.below(file.len());
            let effort = EFFORTS[chance.below(4)];
            let parts = 2 + chance.below(9);
            check(&file[..cut], marks, parts, effort);
            let mut damaged = file.clone();
            damaged[cut] ^= 1 << chance.below(8);
            check(&damaged, marks, parts, effort);
        }
    }
}

/// Descriptors of records need no walk: all chains meet, wherever a part begins.
#[test]
fn borders_are_proved_where_all_chains_meet() {
    let mut chance = Chance(0xC4A1);
    let mut file = Vec::new();
    while file.len() < 2 << 20 {
        let few = chance.below(2000);
        file.extend(write("rdw", &[fit("rdw", draw_bytes(few, &mut chance))], &mut chance));
    }
    let effort = Effort { walk: 0, search: 1 << 20 };
    let division = check(&file, "rdw", 4, effort);
    assert!(division.is_proved(), "{division:?}");
    assert!(division.bytes_read() < 1 << 20, "{}", division.bytes_read());
}

/// A record contains a file that is longer than what is searched. Its chain holds, and is not believed.
#[test]
fn a_file_in_a_record_is_claimed_and_not_believed() {
    let mut chance = Chance(0xF11E);
    for marks in ["fortran4,little", "tap"] {
        let inner: Vec<Vec<u8>> = (0..4000).map(|_| draw_bytes(50, &mut chance)).collect();
        let mut inner = write(marks, &inner, &mut chance);
        // No reader goes from the end of the inner file to that of the record.
        inner.push(0xFF);
        let file = write(marks, &[vec![1; 30], inner, vec![2; 30]], &mut chance);
        let effort = Effort { walk: 0, search: 10_000 };
        let division = check(&file, marks, 2, effort);
        let part = division.part(1).expect("the chain is claimed");
        assert!(!part.is_proved, "{part:?}");
        let (_, reached) = read_part(&file, parse(marks), division.part(0).expect("it has records"));
        assert_ne!(reached.expect("it is sound"), Reached::Border(part.begin));
        let mut proved = division.clone();
        let part =
            proved.prove_part(&mut Cursor::new(&file), 1).expect("it can be read").expect("it has a record");
        assert_eq!(read_part(&file, parse(marks), part).0.last().expect("a record").1, [2; 30]);
    }
}

/// Two chains that both hold to the end: nothing in the bytes tells which one is true, and none is proved.
#[test]
fn chains_that_never_meet_prove_nothing() {
    // Each record has 12 bytes, and another record's descriptor in its middle.
    let record = [0, 12, 0, 0, 1, 1, 0, 12, 0, 0, 2, 2];
    let file = record.repeat(40_000);
    let division = check(&file, "rdw", 3, Effort { walk: 0, search: 1 << 18 });
    assert!(!division.is_proved(), "{division:?}");
}

#[test]
fn records_of_equal_length_are_divided_by_arithmetic() {
    let mut chance = Chance(7);
    for _ in 0..200 {
        let (count, parts) = (chance.next() % 50, 1 + chance.below(70));
        let ranges = split_rows(count, parts);
        assert_eq!(ranges.len(), parts);
        assert_eq!((ranges[0].start, ranges[parts - 1].end), (0, count));
        for pair in ranges.windows(2) {
            assert_eq!(pair[0].end, pair[1].start);
        }
        let lengths: Vec<u64> = ranges.iter().map(|range| range.end - range.start).collect();
        assert!(lengths.iter().max().unwrap_or(&0) - lengths.iter().min().unwrap_or(&0) <= 1, "{lengths:?}");
    }
    assert_eq!(split_rows(u64::MAX, 2)[1], u64::MAX / 2..u64::MAX);
    assert_eq!(split_rows(3, 0).first(), Some(&(0..3)));
}

#[test]
fn borders_are_printed_and_parsed() {
    let mut chance = Chance(3);
    for marks in ["fortran4", "aws", "fixed,block=23,record=5"] {
        let records = draw_records(marks, 200, 90, &mut chance);
        let file = write(marks, &records, &mut chance);
        for part in check(&file, marks, 7, EFFORTS[3]).parts().into_iter().flatten() {
            assert_eq!(part.begin.to_string().parse(), Ok(part.begin));
        }
    }
    for wrong in ["", "1", "1:any:0:0", "1:none:0:0:1", "x:any:0:0:1", "1:any:0:0:1:2"] {
        assert!(wrong.parse::<Border>().is_err(), "{wrong}");
    }
}
