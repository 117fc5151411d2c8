//! What is read as something else, and names in the place of others: nothing of it passes in silence.

use crate::{Place, root};

/// An array of NumPy of three doubles.
fn make_array(descr: &str, items: &[u8]) -> Vec<u8> {
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (3,), }}");
    let text = format!("{text:117}\n");
    [b"\x93NUMPY\x01\x00\x76\x00".as_slice(), text.as_bytes(), items].concat()
}

/// What a command says on standard error; it succeeds.
fn note_of(place: &Place, line: &[&str]) -> String {
    let done = place.run(line);
    assert_eq!(done.code, Some(0), "{line:?}: {}", done.stderr);
    done.stderr
}

/// What a command says on standard error; it fails.
fn failure_of(place: &Place, line: &[&str]) -> String {
    let done = place.run(line);
    assert_eq!(done.code, Some(1), "{line:?}: {}", done.stderr);
    done.stderr
}

#[test]
fn headers_and_text_are_no_items() {
    let place = Place::new();
    place.write("a.npy", make_array("<f8", &[0; 24]));
    let told = note_of(&place, &["convert", "a.npy", "a.csv", "--from", "f64 little"]);
    assert!(told.contains("`a.npy` is an array of NumPy, and its header is read too"), "{told}");
    assert!(note_of(&place, &["dump", "a.npy", "--as", "f64 little"]).contains("array of NumPy"));
    assert!(!note_of(&place, &["convert", "a.npy", "b.csv"]).contains("array of NumPy"));
    let told = note_of(&place, &["dump", "a.npy", "--as", "f64 little", "--at", "128"]);
    assert!(!told.contains("note"), "{told}");

    // The header of this kind of file is not followed, and is one all the same.
    place.write("a.h5", [&b"\x89HDF\r\n\x1A\n"[..], &[0; 24]].concat());
    let told = note_of(&place, &["dump", "a.h5", "--as", "f64 little"]);
    assert!(told.contains("`a.h5` is HDF5, and its header is read as items too"), "{told}");
    let told = note_of(&place, &["dump", "a.h5", "--as", "f64 little", "--at", "8"]);
    assert!(!told.contains("note"), "{told}");

    place.write("table.csv", "time,value\n1,17.5\n2,18.25\n");
    let told = note_of(&place, &["dump", "table.csv", "--as", "twos(8)"]);
    assert!(!told.contains("seems to be text"), "{told}");
    let told = note_of(&place, &["dump", "table.csv", "--as", "f32 little", "--partial"]);
    assert!(told.contains("`table.csv` seems to be text"), "{told}");
    assert!(failure_of(&place, &["convert", "table.csv", "t.npy"]).contains("text is not read"));

    place.write("empty.bin", "");
    assert!(
        note_of(&place, &["convert", "empty.bin", "e.npy", "--from", "f32"]).contains("`empty.bin` is empty")
    );
}

/// The header of a tape of planetary data in front of records.
#[test]
fn headers_are_no_records() {
    let place = Place::new();
    let image = std::fs::read(root().join("examples/data/reseau.dat")).expect("a file of the examples");
    place.write("image.vic", image);
    place.write("pair.datarep", "use dec::vax_f;\nrecord pair { left: vax_f; right: vax_f; }");
    let told = note_of(&place, &["convert", "image.vic", "p.csv", "--record", "pair.datarep", "--partial"]);
    assert!(told.contains("its header is read as records too"), "{told}");
    let told = note_of(
        &place,
        &["convert", "image.vic", "q.csv", "--record", "pair.datarep", "--at", "1536", "--partial"],
    );
    assert!(!told.contains("header"), "{told}");
}

/// A card of 80 letters that introduces a part of a SAS transport file.
fn card(part: &str, digits: &str) -> String {
    format!("{:80}", format!("HEADER RECORD*******{part:8}HEADER RECORD!!!!!!!{digits}"))
}

/// The description of a numeric variable of eight bytes.
fn describe_variable(name: &str) -> String {
    let numbers: String = [0, 1, 0, 0, 0, 8, 0, 1].map(char::from).iter().collect();
    format!("{numbers}{name:8}{:124}", "")
}

#[test]
fn blanks_of_the_last_card_are_no_rows() {
    let place = Place::new();
    let blank = " ".repeat(80);
    let mut file = card("LIBRARY ", &"0".repeat(30)) + &blank + &blank;
    file += &card("MEMBER  ", "000000000000000001600000000140");
    file += &card("DSCRPTR ", &"0".repeat(30));
    file += &(format!("{:80}", "SAS     PATIENTSSASDATA ") + &blank);
    file += &card("NAMESTR ", "000000000200000000000000000000");
    file += &(describe_variable("AGE") + &describe_variable("SIZE") + &" ".repeat(40));
    file += &card("OBS     ", &"0".repeat(30));
    let first = file.len();
    let mut file = file.into_bytes();
    // Three observations of 16 bytes, and 32 blanks.
    for age in 1..=3 {
        file.extend([0x41, 0x10 * age, 0, 0, 0, 0, 0, 0, 0x42, 0x64, 0, 0, 0, 0, 0, 0]);
    }
    file.resize(first + 80, b' ');
    place.write("p.xpt", file);
    let at = first.to_string();
    let line = ["convert", "p.xpt", "age.csv", "--from", "xport64", "--at", &at, "--stride", "16"];
    let told = note_of(&place, &line);
    assert!(told.contains("the last 2 of the 5 rows") && told.contains("`--count 3`"), "{told}");
    let told = note_of(
        &place,
        &["convert", "p.xpt", "few.csv", "--from", "xport64", "--at", &at, "--stride", "16", "--count", "3"],
    );
    assert!(!told.contains("rows"), "{told}");
    assert_eq!(place.read("few.csv"), b"1.0\n2.0\n3.0\n");
    // The options of the probe leave them out.
    let told = place.show(&["probe", "p.xpt"]);
    assert!(told.contains(&format!("AGE: --as xport64 --at {first} --stride 16 --count 3\n")), "{told}");
}

#[test]
fn the_name_of_a_new_file_says_what_is_written() {
    let place = Place::new();
    place.write("a.f32", [0; 8]);
    for (output, to) in [("a.npy", "f64"), ("a.csv", "npy"), ("a.parquet", "csv"), ("a.arrow", "vax_f")] {
        let told = failure_of(&place, &["convert", "a.f32", output, "--from", "f32", "--to", to]);
        assert!(told.contains(&format!("the name of `{output}` says")), "{told}");
        assert!(!place.path(output).exists());
    }
    note_of(&place, &["convert", "a.f32", "a.dat", "--from", "f32", "--to", "npy"]);
    note_of(&place, &["convert", "a.f32", "a.npy", "--from", "f32", "--to", "npy"]);
}

#[test]
fn a_name_of_something_else_is_told() {
    let place = Place::new();
    place.write("own.datarep", "use ibm::hfp32;\nrecord station { id: i32; depth: hfp32; }");
    place.write("a.dat", [0; 8]);
    let told = failure_of(&place, &["show", "own.datarep"]);
    assert!(told.contains("`--text own.datarep`") && told.contains("`--record own.datarep`"), "{told}");
    let told = failure_of(&place, &["dump", "--as", "a.dat", "a.dat"]);
    assert!(told.contains("`a.dat` is a file, and a format belongs here"), "{told}");
    let told = failure_of(&place, &["explain", "1.5", "--as", "station", "--text", "own.datarep"]);
    assert!(told.contains("`station` is a record"), "{told}");
    let told = failure_of(&place, &["convert", "hfp32", "a.dat", "b.dat"]);
    assert!(told.contains("`hfp32` is a format"), "{told}");
}

#[test]
fn integers_hold_the_digits_of_decimals() {
    let place = Place::new();
    place.write("pay.dat", [0x00, 0x12, 0x34, 0x5C]);
    let told =
        note_of(&place, &["convert", "pay.dat", "pay.csv", "--from", "packed_decimal(7, 2)", "--via", "i32"]);
    assert!(told.contains("without the point"), "{told}");
    assert_eq!(place.read("pay.csv"), b"12345\n");
    let told = failure_of(&place, &["convert", "pay.dat", "x.csv", "--from", "hfp32", "--via", "i32"]);
    assert!(told.contains("floats are not read as integers"), "{told}");
}

#[test]
fn arrays_of_texts_are_no_numbers() {
    let place = Place::new();
    place.write("names.npy", make_array("<U2", &[0; 24]));
    let told = failure_of(&place, &["convert", "names.npy", "n.bin", "--to", "f32"]);
    assert!(told.contains("no plain numbers"), "{told}");
    place.write("waves.npy", make_array("<c16", &[0; 48]));
    assert!(
        failure_of(&place, &["convert", "waves.npy", "w.bin", "--to", "f32"]).contains("array.view(\"f8\")")
    );
}

#[test]
fn numbers_behind_a_known_word_are_told_what_is_wrong() {
    let place = Place::new();
    for (name, wanted) in [
        ("twos(999)", "a word cannot have 999 bits: 1 to 128 bits"),
        ("packed_decimal(700)", "`packed_decimal` takes 2 numbers"),
        ("f32:big", "write `f32 big`"),
    ] {
        let told = failure_of(&place, &["show", name]);
        assert!(told.contains(wanted), "{name}: {told}");
    }
    let told = failure_of(&place, &["explain", "nan", "--as", "twos(16)"]);
    assert!(told.contains("an integer has no infinity and no NaN"), "{told}");
    let told = failure_of(&place, &["explain", "C2 76 A0 00", "--as", "hfp32"]);
    assert!(told.contains("`[C2 76 A0 00]`"), "{told}");
}

#[test]
fn words_of_other_places_are_answered() {
    let place = Place::new();
    place.write("r.datarep", "record r { x: u8; }");
    place.write("a.dat", [0, 5, 0, 0, 7]);
    let told = failure_of(&place, &["dump", "a.dat", "--record", "missing.cpy"]);
    assert!(told.contains("cannot read `missing.cpy`") && !told.contains("datarep import"), "{told}");
    for (marks, wanted) in [
        ("vb", "`bdw` is for blocks of records of variable length"),
        ("VBS", "`bdw` is for blocks"),
        ("v", "`rdw` is for records of variable length"),
        ("fb", "need no marks"),
        ("fixed", "`fixed` needs `block=…` and `record=…`"),
    ] {
        let done = place.run(&["dump", "a.dat", "--record", "r.datarep", "--marks", marks]);
        assert!(done.code == Some(2) && done.stderr.contains(wanted), "{marks}: {}", done.stderr);
    }
    // Manuals write `RDW`.
    note_of(&place, &["dump", "a.dat", "--record", "r.datarep", "--marks", "RDW"]);
    for (name, wanted) in
        [("f24", None), ("quad24", None), ("ibmfloat", Some("hfp32")), ("vaxfloat", Some("vax_f"))]
    {
        let told = failure_of(&place, &["show", name]);
        let is_answered = wanted.map_or(!told.contains("write `"), |wanted| told.contains(wanted));
        assert!(is_answered, "{name}: {told}");
    }
    let told = failure_of(&place, &["dump", "a.dat", "--as", "i16 CDAB"]);
    assert!(told.contains("`CDAB` is for two registers"), "{told}");
}

/// What is behind the zero that ends a text is lost on the way into a table and out of one, and told.
#[test]
fn characters_behind_a_zero_are_reported() {
    let place = Place::new();
    place.write("z.datarep", "record r { n: u8; t: [latin1; 5] { padding zeros; }; }");
    place.write("z.dat", b"\x01AB\0\0\0\x02AB\0CD\x03\0\0\0\0Z");
    let told = note_of(&place, &["convert", "z.dat", "z.csv", "--record", "z.datarep"]);
    assert!(told.contains("`t`: 2 noncanonical when read: record 1, item 3, at byte 10"), "{told}");
    assert_eq!(place.read("z.csv"), b"n,t\n1,AB\n2,AB\n3,\n");
    place.write("new.csv", "n,t\n1,A\0B\n");
    let told = note_of(&place, &["write", "new.csv", "new.dat", "--record", "z.datarep"]);
    assert!(told.contains("1 noncanonical when written"), "{told}");
}
