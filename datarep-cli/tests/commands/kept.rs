//! `convert --keep`: a copy of a file in which only the items are converted.

use crate::Place;

/// A SEG-Y file: a header, and traces of these samples, each with a header of 240 bytes.
fn make_segy(code: u8, traces: &[&[[u8; 4]]]) -> Vec<u8> {
    let mut file = vec![0x40; 3600];
    file[0] = 0xC3;
    file[3220..3226].copy_from_slice(&[0, u8::try_from(traces[0].len()).expect("few"), 0, 0, 0, code]);
    for (number, trace) in traces.iter().enumerate() {
        file.extend([u8::try_from(number).expect("few") + 1; 240]);
        file.extend(trace.as_flattened());
    }
    file
}

#[test]
fn samples_of_segy_are_converted_and_all_else_is_kept() {
    let place = Place::new();
    let ibm = [[0x42, 0x76, 0xA0, 0], [0xC1, 0x10, 0, 0], [0, 0, 0, 0]];
    let ieee = [118.625_f32, -1.0, 0.0].map(f32::to_be_bytes);
    place.write("old.sgy", make_segy(1, &[&ibm, &ibm, &ibm]));
    let done = place.run(&["convert", "old.sgy", "new.sgy", "--to", "segy 5", "--keep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stderr.contains("the header's format code is 5 now"), "{}", done.stderr);
    assert!(done.stderr.contains("read as `hfp32 big`, as the header says"), "{}", done.stderr);
    assert_eq!(place.read("new.sgy"), make_segy(5, &[&ieee, &ieee, &ieee]));
    let done = place.run(&["convert", "new.sgy", "back.sgy", "--to", "hfp32", "--keep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(place.read("back.sgy"), place.read("old.sgy"));
    let line = [
        "convert", "old.sgy", "raw.sgy", "--from", "hfp32", "--at", "3840", "--row", "3", "--stride", "252",
        "--to", "f32",
    ];
    let done = place.run(&line);
    assert!(done.stderr.contains("the new file has the items alone, and is no SEG-Y"), "{}", done.stderr);
    // Who knows the format better says it, and the header still says where.
    let done = place.run(&["convert", "old.sgy", "known.sgy", "--from", "hfp32", "--to", "f32", "--keep"]);
    assert_eq!((done.code, place.read("known.sgy")), (Some(0), place.read("new.sgy")), "{}", done.stderr);
    // Another order is no code of the same file.
    let done = place.run(&["convert", "old.sgy", "little.sgy", "--to", "f32 little", "--keep"]);
    assert!(done.stderr.contains("the header says what it said before"), "{}", done.stderr);
}

#[test]
fn bytes_before_between_and_behind_rows_are_kept() {
    let place = Place::new();
    let swapped = |at: usize, rows: usize, stride: usize, row: usize, file: &[u8]| {
        let mut file = file.to_vec();
        for index in 0..rows {
            for item in file[at + index * stride..][..2 * row].as_chunks_mut::<2>().0 {
                item.reverse();
            }
        }
        file
    };
    // Longer than the blocks that are read at once.
    for (length, at, stride, row, count) in [
        (3_000_007, 7, 5, 2, None),
        (3_000_010, 0, 10, 5, None),
        (2_000_000, 1_500_001, 2, 1, Some(3)),
        (40, 3, 9, 3, Some(2)),
        (3_000_006, 5, 9, 3, None),
    ] {
        let file: Vec<u8> =
            (0..length).map(|index: u32| index.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
        place.write("in.dat", &file);
        let rows = count.unwrap_or((file.len() - at - 2 * row) / stride + 1);
        let [at_text, stride_text, row_text, count_text] =
            [at, stride, row, rows].map(|number| number.to_string());
        let line = [
            "convert",
            "in.dat",
            "out.dat",
            "--from",
            "twos(16) big",
            "--to",
            "twos(16) little",
            "--keep",
            "--force",
            "--at",
            &at_text,
            "--stride",
            &stride_text,
            "--row",
            &row_text,
            "--count",
            &count_text,
        ];
        let done = place.run(&line);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert!(
            place.read("out.dat") == swapped(at, rows, stride, row, &file),
            "{length} {at} {stride} {row}"
        );
    }
}

#[test]
fn what_cannot_be_kept_is_told() {
    let place = Place::new();
    place.write("in.dat", [0; 12]);
    place.write("pair.datarep", "record pair { a: i16; b: i16; }");
    for (line, wanted) in [
        (
            &["in.dat", "out.dat", "--from", "f32", "--to", "f64"][..],
            "items of `f32` have 4 bytes, and those of `f64` 8",
        ),
        (&["in.dat", "out.npy", "--from", "f32"], "`--keep` makes no file of kind `npy`"),
        (&["in.dat", "in.dat", "out.dat", "--from", "f32", "--to", "vax_f"], "`--keep` copies one file"),
        (&["-", "out.dat", "--from", "f32", "--to", "vax_f"], "standard input"),
        (&["in.dat", "out.dat", "--record", "pair.datarep", "--to", "vax_f"], "not for records"),
        (&["in.dat", "out.dat", "--from", "twos(12) packed", "--to", "twos(12) packed"], "packed words"),
    ] {
        let done = place.run(&[&["convert", "--keep"], line].concat());
        assert_eq!(done.code, Some(1), "{line:?}: {}", done.stderr);
        assert!(done.stderr.contains(wanted), "{line:?}: {}", done.stderr);
        assert!(!place.path("out.dat").exists());
    }
}

#[test]
fn the_header_names_the_format_of_all_samples_or_none() {
    let place = Place::new();
    let ibm = [[0x42, 0x76, 0xA0, 0], [0xC1, 0x10, 0, 0]];
    let old = make_segy(1, &[&ibm, &ibm]);
    place.write("old.sgy", &old);
    // The first trace alone, and the first sample of each trace.
    for options in [
        &["--from", "hfp32", "--to", "f32", "--count", "1"][..],
        &["--from", "twos(32) big", "--to", "twos(32) little", "--at", "3840", "--stride", "248"],
    ] {
        let done = place.run(&[&["convert", "old.sgy", "new.sgy", "--keep", "--force"], options].concat());
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert!(done.stderr.contains("not all samples are converted"), "{}", done.stderr);
        let new = place.read("new.sgy");
        assert!(new[..3600] == old[..3600] && new != old, "{options:?}");
    }
}

/// Format code 5 before samples of IBM: the samples are converted as the header says, with a warning.
#[test]
fn a_header_that_lies_is_told_when_its_format_is_taken() {
    let place = Place::new();
    let values: Vec<f64> = (0..400).map(|index| 900.0 * (f64::from(index) / 9.0).sin()).collect();
    let format = datarep_dynamic::Format::named("hfp32").expect("a format");
    let bytes = format.to_bytes(&values).expect("all fit").0;
    let traces: Vec<&[[u8; 4]]> = bytes.as_chunks().0.chunks(100).collect();
    place.write("lie.sgy", make_segy(5, &traces));
    place.write("true.sgy", make_segy(1, &traces));
    let line = ["convert", "lie.sgy", "kept.sgy", "--to", "segy 1", "--keep"];
    let dry = place.run(&[&line[..], &["--dry-run"]].concat());
    for said in [
        "read as `f32 big`, as the header says",
        "THE HEADER MAY BE WRONG: it says `f32 big`, and by the bytes alone they are `hfp32 big`, certainly: `--from \"hfp32 big\"` reads them so",
        "the header's format code would be 1",
    ] {
        assert!(dry.stderr.contains(said), "{said}: {}", dry.stderr);
    }
    assert!(!dry.stderr.contains("is 1 now"), "{}", dry.stderr);
    assert!(place.run(&line).stderr.contains("THE HEADER MAY BE WRONG"));
    // With the format that the warning names, the samples stay as they are, and nothing is left to be said.
    let mended =
        place.run(&["convert", "lie.sgy", "mended.sgy", "--from", "hfp32 big", "--to", "segy 1", "--keep"]);
    assert!(!mended.stderr.contains("header says"), "{}", mended.stderr);
    assert_eq!(place.read("mended.sgy"), place.read("true.sgy"));
    let told = place.run(&["convert", "true.sgy", "ieee.sgy", "--to", "segy 5", "--keep"]);
    assert!(!told.stderr.contains("WRONG"), "{}", told.stderr);
}
