//! Records of variable length: Fortran's from the corpus, and IBM's.

use std::path::PathBuf;

use serde_json::Value;

use crate::Place;

/// A folder of the corpus, if the environment names one.
fn corpus(folder: &str) -> Option<PathBuf> {
    let corpus = std::env::var_os("DATAREP_CORPUS").filter(|path| !path.is_empty())?;
    Some(PathBuf::from(corpus).join(folder))
}

#[test]
fn records_of_real_files_are_taken_out() {
    let Some(folder) = corpus("fortran") else { return };
    let text = std::fs::read_to_string(folder.join("REF.json")).expect("what is known of the files");
    let known: Value = serde_json::from_str(&text).expect("JSON");
    let place = Place::new();
    for file in known["files"].as_array().expect("files") {
        let name = file["name"].as_str().expect("a name");
        let whole = std::fs::read(folder.join(name)).expect("a file");
        let number = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("it is small");
        let records = file["layout"]["records"].as_array().expect("records").iter();
        let mut records = records.map(|record| (number(&record[0]), number(&record[1])));
        let inside: Vec<u8> =
            records.clone().flat_map(|(at, length)| whole[at..at + length].to_vec()).collect();

        let path = folder.join(name);
        let path = path.to_str().expect("a path");
        let order = if file["layout"]["marks"].as_str().is_some_and(|marks| marks.contains("le")) {
            "fortran4,little"
        } else {
            "fortran4,big"
        };
        for marks in ["fortran4", order] {
            let bytes = ["--from", "unsigned(8)", "--to", "unsigned(8)", "--marks", marks];
            let done = place.run(&[&["convert", path, "-"], &bytes[..]].concat());
            assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{name} {marks}");
            assert!(done.stdout == inside, "{name} {marks}");
        }
        // A wrong mark is reported with its place.
        let (at, length) = records.next_back().expect("a record");
        let mut wrong = whole.clone();
        wrong[at + length + 1] ^= 1;
        place.write("wrong.dat", wrong);
        let done = place.run(&["dump", "wrong.dat", "--as", "unsigned(8)", "--marks", order]);
        let told =
            format!("the record that begins at byte {} has a mark of {length} bytes before it", at - 4);
        assert_eq!(done.code, Some(1));
        assert!(done.stderr.contains(&told), "{name}: {}", done.stderr);
        let mark = format!("behind it, at byte {}, behind {} whole record", at + length, records.count());
        assert!(done.stderr.contains(&mark), "{}", done.stderr);
    }
}

#[test]
fn descriptors_of_ibm_are_checked() {
    let place = Place::new();
    let record = |items: &[i16]| {
        let length = u16::try_from(4 + 2 * items.len()).expect("it is short").to_be_bytes();
        let items: Vec<u8> = items.iter().flat_map(|item| item.to_be_bytes()).collect();
        [&length[..], &[0, 0], &items].concat()
    };
    let records = [record(&[1, -2]), record(&[]), record(&[300])].concat();
    let length = u16::try_from(4 + records.len()).expect("it is short").to_be_bytes();
    place.write("records.dat", &records);
    place.write("blocks.dat", [&length[..], &[0, 0], &records].concat());
    let dump = |file: &'static str, marks: &'static str| ["dump", file, "--as", "twos(16)", "--marks", marks];
    insta::assert_snapshot!("marks_rdw", place.show(&dump("records.dat", "rdw")));
    insta::assert_snapshot!("marks_bdw", place.show(&dump("blocks.dat", "bdw")));
    insta::assert_snapshot!("marks_bdw_of_none", place.show(&dump("records.dat", "bdw")));
    place.write("cut.dat", &records[..records.len() - 1]);
    insta::assert_snapshot!("marks_rdw_cut", place.show(&dump("cut.dat", "rdw")));
    insta::assert_snapshot!(
        "marks_rdw_partial",
        place.show(&[&dump("cut.dat", "rdw")[..], &["--partial"]].concat())
    );
    insta::assert_snapshot!("marks_unknown", place.show(&dump("records.dat", "rdw,big")));
    // The record holds no whole number of items.
    place.write("odd.dat", [0, 7, 0, 0, 0, 1, 2]);
    insta::assert_snapshot!("marks_odd", place.show(&dump("odd.dat", "rdw")));
}

#[test]
fn marks_are_written_around_records_and_rows() {
    let place = Place::new();
    place.write("x.datarep", "record r { n: u8; x: [u8; n]; }");
    let lists = [&[2, 1, 2][..], &[0], &[3, 4, 5, 6]].concat();
    place.write("lists.dat", &lists);
    let record = ["--record", "x.datarep", "--from"];
    for marks in ["fortran4,big,part=2", "fortran8", "rdw", "rdw,little", "bdw,block=16", "tap", "aws"] {
        let done = place.run(
            &[
                &["convert", "lists.dat", "out.dat", "--force", "--to", "r", "--to-marks", marks],
                &record[..],
                &["r"],
            ]
            .concat(),
        );
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{marks}");
        // The records alone are as they were, and between the marks are whole records.
        let plain =
            ["convert", "out.dat", "-", "--marks", marks, "--from", "unsigned(8)", "--to", "unsigned(8)"];
        let done = place.run(&plain);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{marks}");
        assert!(done.stdout == lists, "{marks}");
        let back = place.run(
            &[&["convert", "out.dat", "-", "--to", "r", "--marks", marks], &record[..], &["r"]].concat(),
        );
        assert!(back.stdout == lists, "{marks}: {}", back.stderr);
    }
    // Rows of items.
    let rows = ["--from", "twos(16)", "--to", "twos(16)", "--row", "2"];
    place.write("rows.dat", [0, 1, 0, 2, 0, 3, 0, 4]);
    let done = place.run(&[&["convert", "rows.dat", "-", "--to-marks", "rdw"], &rows[..]].concat());
    assert_eq!(done.stdout, [0, 8, 0, 0, 0, 1, 0, 2, 0, 8, 0, 0, 0, 3, 0, 4]);
    let filled = ["convert", "rows.dat", "-", "--to-marks", "fixed,block=6,record=4"];
    let done = place.run(&[&filled[..], &rows].concat());
    assert_eq!(done.stdout, [0, 1, 0, 2, 0, 0, 0, 3, 0, 4, 0, 0]);
    insta::assert_snapshot!(
        "marks_to_csv",
        place.show(&["convert", "rows.dat", "out.csv", "--from", "twos(16)", "--to-marks", "rdw"])
    );
    place.write("lf.dat", [10]);
    insta::assert_snapshot!(
        "marks_to_length",
        place.show(&[
            "convert",
            "lf.dat",
            "-",
            "--from",
            "unsigned(8)",
            "--to",
            "unsigned(8)",
            "--to-marks",
            "length,bytes=1"
        ])
    );
}

#[test]
fn lines_and_lengths_are_records() {
    let place = Place::new();
    place.write(
        "x.datarep",
        "record line { _: 2 bytes; number: [u8; 2]; }\nrecord counted { length: u16; kind: u8; rest: 2 bytes; }",
    );
    place.write("lines.dat", "ab12\r\ncd34\n");
    let record = ["--record", "x.datarep", "--from"];
    let lines = place.run(
        &[&["convert", "lines.dat", "-", "--to", "csv", "--marks", "line"], &record[..], &["line"]].concat(),
    );
    assert_eq!(lines.text(), "number[0],number[1]\n49,50\n51,52\n", "{}", lines.stderr);
    place.write("counted.dat", [0, 3, 7, 1, 1, 0, 3, 8, 2, 2]);
    let counted = ["convert", "counted.dat", "-", "--to", "csv", "--marks", "length,bytes=2,adjust=2"];
    let done = place.run(&[&counted[..], &record, &["counted"]].concat());
    assert!(done.text().contains("3,7") && done.text().contains("3,8"), "{} {}", done.text(), done.stderr);
    insta::assert_snapshot!(
        "marks_no_length",
        place.show(&["dump", "counted.dat", "--as", "unsigned(8)", "--marks", "length,bytes=2"])
    );
}

/// Records of which some do not fit between their marks: where those are, and what they have.
fn torn_records(count: u8) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let (mut bytes, mut good, mut torn) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..count {
        let record = match number % 5 {
            // A byte less and a byte more than its count says, and nothing but the count.
            1 => vec![number, 2, 7],
            2 => vec![number, 1, 7, 8],
            4 if number > 50 => vec![number],
            rest => [&[number, rest][..], &vec![9; usize::from(rest)]].concat(),
        };
        let is_torn = record.len() < 2 || record.len() != 2 + usize::from(record[1]);
        bytes.extend([0, u8::try_from(record.len() + 4).expect("few"), 0, 0]);
        bytes.extend(&record);
        if is_torn {
            torn.extend(&record);
        } else {
            good.push(number);
        }
    }
    (bytes, good, torn)
}

#[test]
fn records_that_do_not_fit_between_marks_are_passed_over() {
    let place = Place::new();
    let (bytes, good, torn) = torn_records(100);
    place.write("r.datarep", "record r { id: u8; n: u8; x: [u8; n]; }");
    place.write("r.dat", &bytes);
    let way = ["convert", "r.dat", "r.csv", "--record", "r.datarep", "--marks", "rdw"];
    let done = place.run(&way);
    assert_eq!(done.code, Some(1));
    assert!(
        done.stderr.contains("ends within record 1: `x` at byte 12 has 2 bytes, of which there are 1"),
        "{}",
        done.stderr
    );
    let bad = 100 - good.len();
    for action in ["null", "skip"] {
        let more = ["--force", "--on-bad", action, "--rejects", "bad.dat", "--add-columns", "record"];
        let done = place.run(&[&way[..], &more].concat());
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let told = format!(
            "{bad} bad records of 100 are left out, because marks and fields do not fit: \
             record 1 at byte 10: `x` at byte 12 needs 2 bytes, and 1 are left, …\n"
        );
        assert!(done.stderr.contains(&told), "{}", done.stderr);
        // The records that are left keep their numbers.
        let rows = String::from_utf8(place.read("r.csv")).expect("text");
        let numbers = rows.lines().skip(1).map(|row| {
            let cells: Vec<&str> = row.split(',').collect();
            (cells[0].to_owned(), cells[cells.len() - 1].to_owned())
        });
        let expected = good.iter().map(|number| (number.to_string(), number.to_string()));
        assert!(numbers.eq(expected), "{rows}");
        assert_eq!(place.read("bad.dat"), torn);
        let places = String::from_utf8(place.read("bad.dat.csv")).expect("text");
        assert_eq!(places.lines().count(), 1 + bad);
        assert!(
            places.contains("\n1,10,3,x,0,12,torn,\"needs 2 bytes, and 1 are left\",r.dat\n2,"),
            "{places}"
        );
    }
    let most = ["--on-bad", "skip", "--force", "--max-bad"];
    let done = place.run(&[&way[..], &most, &[&(bad - 1).to_string()]].concat());
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("note: the first: record 1 at byte 10: `x` at byte 12"), "{}", done.stderr);
    assert_eq!(place.run(&[&way[..], &most, &[&bad.to_string()]].concat()).code, Some(0));
    // They count as records that are read, and do not matter to the files behind them.
    let some = ["--on-bad", "skip", "--force", "--count", "4"];
    assert_eq!(place.run(&[&way[..], &some].concat()).code, Some(0));
    assert_eq!(place.read("r.csv"), b"id,n,x\n0,0,[]\n3,3,\"[9,9,9]\"\n");
    let two = ["convert", "r.dat", "r.dat", "r.csv", "--record", "r.datarep", "--marks", "rdw"];
    let more =
        ["--on-bad", "skip", "--force", "--columns", "id", "--add-columns", "record", "--sample", "1000"];
    let done = place.run(&[&two[..], &more].concat());
    assert!(done.stderr.contains(&format!("{} bad records of 200 are left out", 2 * bad)), "{}", done.stderr);
    let rows: Vec<String> = good.iter().chain(&good).map(|number| format!("{number},{number}\n")).collect();
    assert_eq!(
        String::from_utf8(place.read("r.csv")).expect("text"),
        format!("id,_record\n{}", rows.concat())
    );
}

#[test]
fn wrong_marks_cost_a_block_and_not_the_file() {
    let place = Place::new();
    let mark = |length: usize, segment: u8| [0, u8::try_from(length + 4).expect("few"), segment, 0];
    let block = |records: &[u8]| [&mark(records.len(), 0), records].concat();
    let record = |number: u8| [&mark(2, 0)[..], &[number, 9]].concat();
    let blocks = [
        block(&[record(0), record(1)].concat()),
        // The second descriptor is none.
        block(&[record(2), vec![9, 9, 9, 9, 3, 9], record(4)].concat()),
        block(&record(5)),
        // A record that ends behind its block.
        block(&[record(6), vec![0, 200, 0, 0, 7, 9]].concat()),
        // The first part of a record, behind which another one begins.
        block(&[&mark(1, 1)[..], &[8], &record(9), &record(10)].concat()),
        block(&[record(11), record(12)].concat()),
    ];
    let file = blocks.concat();
    place.write("r.dat", &file);
    place.write("r.datarep", "record r { id: u8; n: u8; }");
    let way = ["convert", "r.dat", "-", "--record", "r.datarep", "--to", "csv", "--marks"];
    assert_eq!(place.run(&[&way[..], &["bdw"]].concat()).code, Some(1));
    let more = ["bdw", "--on-bad", "skip", "--rejects", "bad.dat", "--add-columns", "record,offset"];
    let done = place.run(&[&way[..], &more].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    // What is passed over counts as one record, as the number of records in it is not known.
    let expected =
        "id,n,_record,_offset\n0,9,0,8\n1,9,1,14\n2,9,2,24\n5,9,4,46\n6,9,5,56\n11,9,8,93\n12,9,9,99\n";
    assert_eq!(done.text(), expected);
    let told = "3 bad records of 10 are left out, because marks and fields do not fit: record 3 at byte 26: \
                at byte 26 there is no descriptor of a record, but 09 09 09 09, behind 3 whole records: ";
    assert!(done.stderr.contains(told), "{}", done.stderr);
    let rejects = [&file[26..38], &file[58..64], &file[68..85]].concat();
    assert_eq!(place.read("bad.dat"), rejects);
    let places = String::from_utf8(place.read("bad.dat.csv")).expect("text");
    for line in ["\n3,26,12,,0,26,torn,", "\n6,58,6,,0,58,torn,", "\n7,68,17,,0,68,torn,"] {
        assert!(places.contains(line), "{places}");
    }
    // A wrong descriptor of a block costs the block.
    place.write("r.dat", [&blocks[0][..], &[9, 9, 9, 9], &blocks[2][4..], &blocks[5]].concat());
    let done = place.run(&[&way[..], &more[..3]].concat());
    assert_eq!(
        (done.code, done.text().as_str()),
        (Some(0), "id,n\n0,9\n1,9\n11,9\n12,9\n"),
        "{}",
        done.stderr
    );
    let told = "record 2 at byte 16: at byte 16 there is no descriptor of a block";
    assert!(done.stderr.contains(told), "{}", done.stderr);
}

/// Without blocks, the next chain of marks says where the next record begins.
#[test]
fn wrong_descriptors_cost_a_record_and_not_the_file() {
    let place = Place::new();
    place.write("r.datarep", "record r { id: u8; n: u8; }");
    let record = |number: u8| vec![0, 6, 0, 0, number, 9];
    let mut file: Vec<u8> = (0..40).flat_map(record).collect();
    for wrong in [7, 8, 20, 39] {
        file[6 * wrong..6 * wrong + 4].copy_from_slice(&[9, 9, 9, 9]);
    }
    place.write("r.dat", &file);
    let way = ["convert", "r.dat", "-", "--record", "r.datarep", "--to", "csv", "--marks", "rdw"];
    let done = place.run(&way);
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("at byte 42 there is no descriptor of a record"), "{}", done.stderr);
    let more = ["--on-bad", "skip", "--rejects", "bad.dat", "--add-columns", "offset"];
    let done = place.run(&[&way[..], &more].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let kept = (0..40_u8).filter(|number| ![7, 8, 20, 39].contains(number));
    let lines: Vec<String> =
        kept.map(|number| format!("{number},9,{}\n", 6 * u32::from(number) + 4)).collect();
    assert_eq!(done.text(), format!("id,n,_offset\n{}", lines.concat()));
    // Two wrong ones that follow one another are passed over as one.
    let told = "3 bad records of 39 are left out, because marks and fields do not fit: record 7 at byte 42: \
                at byte 42 there is no descriptor of a record, but 09 09 09 09, behind 7 whole records: ";
    assert!(
        done.stderr.contains(told) && done.stderr.contains("12 bytes are passed over"),
        "{}",
        done.stderr
    );
    // What is left out is a loss.
    assert!(done.stderr.ends_with(" bytes written, 3 losses\n"), "{}", done.stderr);
    assert_eq!(place.read("bad.dat"), [&file[42..54], &file[120..126], &file[234..]].concat());
    let places = String::from_utf8(place.read("bad.dat.csv")).expect("text");
    for line in ["\n7,42,12,,0,42,torn,", "\n19,120,6,,0,120,torn,", "\n38,234,6,,0,234,torn,"] {
        assert!(places.contains(line), "{places}");
    }
}

/// The bytes of a record in parts are told and written as the file has them: with the descriptors of its parts, and of the
/// blocks between them.
#[test]
fn records_in_parts_are_rejected_as_the_file_has_them() {
    let place = Place::new();
    place.write("r.datarep", "record r { id: u8; n: u8; } record t { end: u8; n: u8; }");
    let mark = |length: usize, segment: u8| [0, u8::try_from(length + 4).expect("few"), segment, 0];
    let part = |segment: u8, bytes: &[u8]| [&mark(bytes.len(), segment), bytes].concat();
    let block = |parts: &[Vec<u8>]| part(0, &parts.concat());
    let whole = |number: u8| part(0, &[number, 9]);
    let many = |from: u8| (from..from + 9).map(whole).collect::<Vec<Vec<u8>>>();
    // Three parts, the last of which does not belong there: the wrong word is that of a record.
    let open = [part(1, b"ab"), part(3, b"cde")];
    let rdw = |wrong: &[u8]| [many(0).concat(), open.concat(), wrong.to_vec(), many(20).concat()].concat();
    // The parts stand in two blocks, the second of which has a wrong word.
    let in_blocks = |wrong: &[u8]| {
        let second = block(&[open[1].clone(), wrong.to_vec()]);
        [block(&[whole(0), open[0].clone()]), second, block(&many(20))].concat()
    };
    let (plain, blocks) = (rdw(&[9; 6]), in_blocks(&[9; 6]));
    // A descriptor of a block is wrong.
    let mut wrong_block = in_blocks(&part(2, b"f"));
    wrong_block[20] = 9;
    wrong_block[22] = 9;
    for (marks, file, from, to, kept) in [
        ("rdw", &plain, 54, 54 + 6 + 7 + 6, 18),
        // Another record begins where the part is missing: it is the next one.
        ("rdw", &rdw(&[]), 54, 54 + 6 + 7, 18),
        ("bdw", &blocks, 10, 16 + 4 + 7 + 6, 10),
        ("bdw", &wrong_block, 10, 16 + 4 + 7 + 5, 10),
    ] {
        place.write("r.dat", file);
        let way = ["convert", "r.dat", "r.csv", "--record", "r.datarep", "--force", "--marks", marks];
        let more = ["--on-bad", "skip", "--rejects", "bad.dat"];
        let done = place.run(&[&way[..], &more, &["--from", "r"]].concat());
        assert_eq!(done.code, Some(0), "{marks}: {}", done.stderr);
        assert_eq!(place.read("bad.dat"), file[from..to], "{marks} {file:?}");
        let table = String::from_utf8(place.read("r.csv")).expect("a text");
        assert_eq!(table.lines().count(), 1 + kept, "{marks}: {table}");
        let told = format!("{} bytes are passed over", to - from);
        assert!(done.stderr.contains(&told), "{}", done.stderr);
        let places = String::from_utf8(place.read("bad.dat.csv")).expect("a text");
        assert!(places.contains(&format!(",{from},{},,0,{from},torn,", to - from)), "{places}");
        // With a trailer, records are read one ahead.
        let trailer = ["--from", "r", "--trailer", "t"];
        let done = place.run(&[&way[..], &more, &trailer].concat());
        assert_eq!(done.code, Some(0), "{marks}: {}", done.stderr);
        assert_eq!(place.read("bad.dat"), file[from..to], "{marks} with a trailer");
        let table = String::from_utf8(place.read("r.csv")).expect("a text");
        assert_eq!(table.lines().count(), kept, "{marks} with a trailer: {table}");
    }
}

/// A mark that promises more bytes than the file has may be wrong, or the file is cut there.
#[test]
fn marks_beyond_the_end_are_wrong_or_cut_the_file() {
    let place = Place::new();
    place.write("m.datarep", "record m { a: u8; t: [ascii; ..]; }");
    let mut file: Vec<u8> = (0..100).flat_map(|number| [0, 8, 0, 0, number, b'a', b'b', b'c']).collect();
    file[24..26].copy_from_slice(&[0xFF; 2]);
    let convert = |file: &[u8], more: &[&str]| {
        place.write("p.rdw", file);
        let way = ["convert", "p.rdw", "p.csv", "--record", "m.datarep", "--marks", "rdw", "--partial"];
        place.run(&[&way[..], &["--force"], more].concat())
    };
    let done = convert(&file, &[]);
    let told = "note: left out: 776 bytes from byte 24 of `p.rdw` on, to its end: the file ends within the record \
                that begins at byte 24, behind 3 whole records; if the file is not cut, a mark is wrong";
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stderr.contains(told), "{}", done.stderr);
    // The records behind it are found, and what is left out counts.
    let skip = ["--on-bad", "skip", "--rejects", "bad.dat"];
    assert_eq!(convert(&file, &["--on-bad", "skip", "--max-bad", "0"]).code, Some(1));
    let done = convert(&file, &skip);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stderr.contains("1 bad record of 100 is left out"), "{}", done.stderr);
    assert_eq!(place.read("p.csv").split(|byte| *byte == b'\n').count() - 1, 1 + 99);
    assert_eq!(place.read("bad.dat"), file[24..32]);
    // Also if the file is cut, within a record or within a mark.
    for (cut, lines, bad) in [(5, 1 + 98, 3), (7, 1 + 98, 1)] {
        let cut_file = &file[..800 - cut];
        let done = convert(cut_file, &skip);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert!(done.stderr.contains("2 bad records of 100 are left out"), "{}", done.stderr);
        assert_eq!(place.read("p.csv").split(|byte| *byte == b'\n').count() - 1, lines);
        assert_eq!(place.read("bad.dat"), [&file[24..32], &file[792..792 + bad]].concat());
        assert_eq!(convert(cut_file, &["--on-bad", "skip", "--max-bad", "1"]).code, Some(1));
    }
    // With marks that do not say where the next record begins, the rest is left out.
    place.write("p.rdw", [1, 0, 0, 0, 5, 1, 0, 0, 0, 9, 0, 0, 0, 6, 6]);
    let fortran = ["convert", "p.rdw", "p.csv", "--record", "m.datarep", "--marks", "fortran4", "--partial"];
    let done = place.run(&[&fortran[..], &["--force"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stderr.contains("left out: 6 bytes from byte 9 of `p.rdw` on"), "{}", done.stderr);
    let done = place.run(&[&fortran[..], &["--force", "--on-bad", "skip", "--max-bad", "0"]].concat());
    assert_eq!(done.code, Some(1), "{}", done.stderr);
}

/// Lengths without their descriptors, and other files whose marks are mistaken for IBM's: the marks that fit are named.
#[test]
fn marks_that_fit_are_named_where_others_do_not() {
    let place = Place::new();
    place.write("r.datarep", "record r { id: u16; name: [ascii; 3]; }");
    let records: Vec<[u8; 5]> = (0..4).map(|id| [0, id, b'a', b'b', b'c']).collect();
    let marked = |mark: &[u8], behind: &[u8]| -> Vec<u8> {
        records.iter().flat_map(|record| [mark, record, behind].concat()).collect()
    };
    let block =
        |bytes: Vec<u8>| [&[0, u8::try_from(bytes.len() + 4).expect("few"), 0, 0], &bytes[..]].concat();
    for (file, wrong, right) in [
        (marked(&[0, 5, 0, 0], &[]), "rdw", "rdw,exclusive"),
        (marked(&[0, 9, 0, 0], &[]), "rdw,exclusive", "rdw"),
        (marked(&[9, 0, 0, 0], &[]), "rdw", "rdw,little"),
        (block(marked(&[0, 9, 0, 0], &[])), "rdw", "bdw"),
        (marked(&[0, 9, 0, 0], &[]), "bdw", "rdw"),
        (marked(&[5, 0, 0, 0], &[5, 0, 0, 0]), "rdw", "fortran4"),
    ] {
        place.write("r.dat", file);
        let read = |marks: &str| place.run(&["dump", "r.dat", "--record", "r.datarep", "--marks", marks]);
        let told = read(wrong);
        let expected = format!("= help: `--marks {right}` fits all 4 records of the file");
        assert_eq!(told.code, Some(1), "{wrong} {right}");
        assert!(told.stderr.contains(&expected), "{wrong} {right}: {}", told.stderr);
        assert_eq!((read(right).code, read(right).stderr.as_str()), (Some(0), ""), "{right}");
    }
    // A file that is cut fits none.
    place.write("r.dat", &marked(&[0, 9, 0, 0], &[])[..20]);
    let told = place.run(&["dump", "r.dat", "--record", "r.datarep", "--marks", "rdw"]);
    assert!(!told.stderr.contains("fits all"), "{}", told.stderr);
}
