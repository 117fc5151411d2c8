//! Marks that are damaged at known places: what is read behind them, and what is passed over.

use std::io::ErrorKind;

use datarep_dynamic::marks::{MarkWriter, Marks, Records};

/// Records of 2 to 90 bytes: of texts, or of numbers, in which zeros and small bytes are frequent, as in marks.
fn make_records(count: usize, are_numbers: bool) -> Vec<Vec<u8>> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 32
    };
    let mut byte = move || match (are_numbers, next() % 3) {
        (false, 0) => 0x40,
        (false, _) => 0xC1 + (next() % 57) as u8,
        (true, 0) => 0,
        (true, _) => u8::try_from((next() % 256) >> (next() % 6)).expect("a byte"),
    };
    (0..count)
        .map(|_| {
            let length = 2 + (usize::from(byte()) * 7 + usize::from(byte())) % 89;
            (0..length).map(|_| byte()).collect()
        })
        .collect()
}

/// The file with the place of the mark of each record, and the places of the marks of blocks.
fn mark(records: &[Vec<u8>], marks: &str) -> (Vec<u8>, Vec<usize>) {
    let mut writer = MarkWriter::new(marks.parse().expect("marks")).expect("they can be written");
    let (mut file, mut places) = (Vec::new(), Vec::new());
    for record in records {
        places.push(file.len());
        writer.write(record, &mut file).expect("it can be written");
    }
    writer.finish(&mut file);
    (file, places)
}

/// What was read, what was passed over with the byte at which it begins, and the error that ended it.
#[derive(Debug, Default)]
struct Found {
    records: Vec<Vec<u8>>,
    passed: Vec<(u64, Vec<u8>)>,
    error: Option<String>,
}

fn read(file: &[u8], marks: &str) -> Found {
    let marks: Marks = marks.parse().expect("marks");
    let mut records = Records::new(file, marks);
    let mut found = Found::default();
    loop {
        let mut record = Vec::new();
        match records.next_whole(&mut record, 1 << 20) {
            Ok(Some(_)) => found.records.push(record),
            Ok(None) => return found,
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                // With the parts of the record that were read.
                let mut passed = record;
                let Some(at) = records.pass_over(&mut passed).expect("it can be read") else {
                    found.error = Some(error.to_string());
                    return found;
                };
                found.passed.push((at, passed));
            }
            Err(error) => {
                found.error = Some(error.to_string());
                return found;
            }
        }
    }
}

/// A wrong descriptor costs its record, and nothing else, wherever it is and whatever it is.
#[test]
fn wrong_descriptors_cost_a_record_each() {
    let records = make_records(400, false);
    for (marks, words) in [
        ("rdw", [[9, 9, 9, 9], [0xFF; 4], [0, 0, 0, 0], [0, 20, 7, 0], [0, 3, 0, 0]]),
        ("rdw,little", [[9, 9, 9, 9], [0xFF; 4], [0, 0, 0, 0], [7, 0, 20, 0], [0, 0, 3, 0]]),
        ("rdw,adjust=-4", [[9, 9, 9, 9], [0xFF; 4], [0, 7, 0, 0], [0, 20, 7, 0], [0, 3, 0, 0]]),
    ] {
        let (file, places) = mark(&records, marks);
        let mut cases: Vec<Vec<usize>> = (0..records.len()).step_by(7).map(|record| vec![record]).collect();
        cases.push(vec![0, 1, 2, 200, 398, 399]);
        for (case, damaged) in cases.into_iter().enumerate() {
            let mut wrong = file.clone();
            for (index, record) in damaged.iter().enumerate() {
                wrong[places[*record]..places[*record] + 4]
                    .copy_from_slice(&words[(case + index) % words.len()]);
            }
            let found = read(&wrong, marks);
            let kept = records.iter().enumerate().filter(|(index, _)| !damaged.contains(index));
            let kept: Vec<&Vec<u8>> = kept.map(|(_, record)| record).collect();
            assert!(found.records.iter().collect::<Vec<_>>() == kept, "{marks}: {damaged:?}");
            assert_eq!(found.error, None, "{marks}: {damaged:?}");
            // All bytes of the file are in records with their marks, or were passed over.
            let passed: usize = found.passed.iter().map(|(_, bytes)| bytes.len()).sum();
            let lost: usize = damaged.iter().map(|record| records[*record].len() + 4).sum();
            assert_eq!(passed, lost, "{marks}: {damaged:?}");
            for (at, bytes) in &found.passed {
                let at = usize::try_from(*at).expect("a place");
                assert!(places.contains(&at), "{marks}: {damaged:?}: {at}");
                assert_eq!(wrong[at..at + bytes.len()], bytes[..], "{marks}: {damaged:?}");
            }
        }
    }
}

/// Bytes that look like marks may lead to the next one, or past it. That is rare, and costs no more than a few records.
#[test]
fn hardly_a_record_is_lost_among_bytes_like_marks() {
    let records = make_records(400, true);
    let (file, places) = mark(&records, "rdw");
    let (mut lost, mut made_up) = (0, 0);
    for damaged in 0..records.len() {
        let mut wrong = file.clone();
        wrong[places[damaged]..places[damaged] + 4].copy_from_slice(&[9, 9, 9, 9]);
        let found = read(&wrong, "rdw");
        assert_eq!(found.error, None, "{damaged}");
        assert!(found.records[..damaged] == records[..damaged], "{damaged}");
        let (ours, all) = (&found.records[damaged..], &records[damaged + 1..]);
        let same = ours.iter().rev().zip(all.iter().rev()).take_while(|(one, other)| one == other).count();
        lost += all.len() - same;
        made_up += ours.len() - same;
    }
    assert!(lost <= 8 && made_up <= 40, "{lost} lost, {made_up} made up");
}

/// A length that is wrong and possible takes the record with it, and those up to the next mark that is none.
#[test]
fn wrong_lengths_cost_the_records_that_they_reach() {
    let records = make_records(300, false);
    let (file, places) = mark(&records, "rdw");
    let mut worst = 0;
    for damaged in (0..280).step_by(9) {
        for length in [5_u16, 11, 40, 200, 1000] {
            let mut wrong = file.clone();
            wrong[places[damaged]..places[damaged] + 2].copy_from_slice(&length.to_be_bytes());
            let found = read(&wrong, "rdw");
            let ends = places[damaged] + usize::from(length);
            // Those that begin behind the wrong record are all read.
            let first = places.iter().position(|place| *place >= ends).unwrap_or(records.len());
            let behind = &records[first.max(damaged + 1)..];
            assert!(found.records[..damaged] == records[..damaged], "{damaged}, {length}");
            assert!(found.records.ends_with(behind), "{damaged}, {length}");
            assert_eq!(found.error, None, "{damaged}, {length}");
            worst = worst.max(found.records.len() - damaged - behind.len());
        }
    }
    // The wrong record itself is read, with the wrong length, and nothing is made up.
    assert_eq!(worst, 1);
}

/// A wrong descriptor of a block costs the block.
#[test]
fn wrong_descriptors_of_blocks_cost_a_block_each() {
    let records = make_records(2000, false);
    let (file, _) = mark(&records, "bdw,block=1000");
    let mut blocks = vec![0];
    while blocks[blocks.len() - 1] < file.len() {
        let at = blocks[blocks.len() - 1];
        blocks.push(at + usize::from(u16::from_be_bytes([file[at], file[at + 1]])));
    }
    assert!(blocks.len() > 60, "{} blocks", blocks.len());
    for damaged in [0, 1, 17, 40, blocks.len() - 2] {
        let mut wrong = file.clone();
        wrong[blocks[damaged]..blocks[damaged] + 4].copy_from_slice(&[1, 2, 3, 4]);
        let found = read(&wrong, "bdw,block=1000");
        let lost = &file[blocks[damaged]..blocks[damaged + 1]];
        let without = [&file[..blocks[damaged]], &file[blocks[damaged + 1]..]].concat();
        assert_eq!(found.records, read(&without, "bdw,block=1000").records, "block {damaged}");
        let [(at, passed)] = &found.passed[..] else { panic!("block {damaged}: {:?}", found.passed.len()) };
        assert_eq!((*at, passed.len()), (blocks[damaged] as u64, lost.len()), "block {damaged}");
        assert_eq!(passed[4..], lost[4..], "block {damaged}");
    }
}

/// The parts of a record go with the part that is wrong.
#[test]
fn wrong_parts_cost_their_record() {
    let part = |segment: u8, bytes: &[u8]| {
        [&[0, u8::try_from(bytes.len() + 4).expect("few"), segment, 0], bytes].concat()
    };
    let good = |number: u8| part(0, &[number; 5]);
    let spanned = |number: u8| [part(1, &[number; 3]), part(3, &[number; 4]), part(2, &[number; 2])].concat();
    let second = [part(1, b"aaa"), vec![8; 8], part(2, b"cc")].concat();
    let file = [good(1), spanned(2), second.clone(), good(3), spanned(4), good(5)].concat();
    let found = read(&file, "rdw");
    let whole = |number: u8, bytes: usize| vec![number; bytes];
    assert_eq!(found.records, [whole(1, 5), whole(2, 9), whole(3, 5), whole(4, 9), whole(5, 5)]);
    // The first part was read before. What is passed over is the record from byte 30 on, as the file has it.
    assert_eq!(found.passed, [(30, second)]);
    // Where another record begins in the place of a part, that one is whole.
    let file = [good(1), part(1, b"aaa"), good(2), good(3)].concat();
    let found = read(&file, "rdw");
    assert_eq!(found.records, [whole(1, 5), whole(2, 5), whole(3, 5)]);
    assert_eq!(found.passed, [(9, part(1, b"aaa"))]);
}

#[test]
fn lengths_in_digits_say_where_the_next_record_is() {
    let record = |text: &str| format!("{:04}{text}", text.len() + 4);
    let texts = ["one", "two and more", "", "four", "the last"];
    let mut file: Vec<u8> = texts.iter().map(|text| record(text)).collect::<String>().into_bytes();
    file[7..11].copy_from_slice(b"xx16");
    let found = read(&file, "length,bytes=4,digits");
    let kept = ["one", "", "four", "the last"].map(|text| record(text).into_bytes());
    assert_eq!(found.records, kept);
    assert_eq!(found.passed, [(7, b"xx16two and more".to_vec())]);
    // Any two bytes are a binary length, so that no place can be told from others.
    let file = [0, 4, 7, 7, 0, 1, 7, 7, 0, 4, 7, 7];
    assert!(read(&file, "length,bytes=2").error.is_some());
}

/// What is behind is nothing that could be a record: all of it is passed over.
#[test]
fn a_file_that_ends_in_other_bytes_is_passed_over_to_its_end() {
    let (file, places) = mark(&make_records(20, false), "rdw");
    let cut = places[10];
    for more in [1_usize, 5, 1000, 700_000] {
        let wrong = [&file[..cut], &vec![0xAB; more]].concat();
        let found = read(&wrong, "rdw");
        assert_eq!(found.records.len(), 10, "{more}");
        if more < 4 {
            assert!(found.error.expect("a mark is cut").contains("ends within"));
            continue;
        }
        assert_eq!(found.passed.len(), 1, "{more}");
        assert_eq!((found.passed[0].0, found.passed[0].1.len()), (cut as u64, more), "{more}");
    }
    // Far behind, records go on.
    let wrong = [&file[..cut], &vec![0xAB; 700_000], &file[cut..]].concat();
    assert_eq!(read(&wrong, "rdw").records.len(), 20);
    // Other marks tell of the wrong one.
    let found = read(&[4, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0], "fortran4");
    assert!(found.error.expect("no chain is looked for").contains("mark of 4 bytes before it"));
}

/// Nothing says where the next of such records is, whose marks are farther apart than is looked at. All that is left is told.
#[test]
fn long_heads_are_passed_over_without_a_search() {
    const AT: usize = 400_000;
    let make = |mark: &str| [vec![b'H'; AT], mark.as_bytes().to_vec(), b"ab".to_vec()].concat();
    let right = make(&format!("{:08}", AT + 10));
    let file = [right.clone(), make("xxxxxxxx"), right.clone(), right.clone()].concat();
    let found = read(&file, "length,at=400000,bytes=8,digits");
    assert_eq!(found.records, std::slice::from_ref(&right));
    assert_eq!(found.passed.iter().map(|(_, bytes)| bytes.len()).sum::<usize>(), 3 * right.len());
    assert_eq!(found.error, None);
}
