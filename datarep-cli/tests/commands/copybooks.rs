//! `datarep import`: what compilers of COBOL do with a copybook before they look at its items, and items of all usages.

use std::fs;

use crate::Place;

/// Writes a file in a folder of the place.
fn write_in(place: &Place, folder: &str, name: &str, text: &str) {
    let folder = place.path(folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(name), text).expect("a file");
}

/// The lines of the text, without those that are empty and without comments at their ends.
fn imported(place: &Place, arguments: &[&str]) -> String {
    let done = place.run(&[&["import", "a.cpy"], arguments].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let lines = done.text();
    let lines = lines.lines().map(|line| line.split("  //").next().unwrap_or_default());
    lines.filter(|line| !line.is_empty() && !line.starts_with("// From")).collect::<Vec<_>>().join("\n")
}

/// What is wrong with a copybook.
fn refused(place: &Place, arguments: &[&str]) -> String {
    let done = place.run(&[&["import", "a.cpy"], arguments].concat());
    assert_eq!((done.code, done.text().as_str()), (Some(1), ""));
    done.stderr
}

#[test]
fn files_are_copied_and_their_words_replaced() {
    let place = Place::new();
    place.write(
        "a.cpy",
        "\
       REPLACE ==FIELD== BY ==PIC==.
       01  A.
           COPY ADDRESS REPLACING ==:TAG:== BY ==HOME== LEN BY 12.
           COPY Address IN LIB SUPPRESS REPLACING ==:TAG:== BY ==WORK==
                                                  ==LEN== BY ==20==.
           COPY \"counts.txt\" REPLACING LEADING ==OLD-== BY ==NEW-==
                                       TRAILING ==-X== BY ====.
           05  FIELD-1 FIELD X.
       REPLACE OFF.
           05  FIELD PIC X.
",
    );
    // Beside the copybook, in free format, and with another one inside.
    place.write("address.cpy", "05 :TAG:-STREET\n PIC X(LEN).\ncopy zip.\n");
    write_in(&place, "more", "ZIP.CBL", "           05  :TAG:-ZIP  PIC 9(5).\n");
    write_in(&place, "more/LIB", "Address", "000100     05  :TAG:-PLACE PIC X(LEN).\n");
    place.write("counts.txt", "           05  OLD-COUNT-X PIC 9(2) COMP.\n");
    insta::assert_snapshot!("copy", place.show(&["import", "a.cpy", "--include", "more"]));
    let done = place.run(&["import", "a.cpy", "--output", "address.cpy", "--include", "more", "--force"]);
    assert!(done.stderr.contains("`address.cpy` is what is read"), "{}", done.stderr);
}

#[test]
fn files_that_cannot_be_copied_are_told() {
    let place = Place::new();
    place.write(
        "a.cpy",
        "\
       01  A.
           COPY MISSING OF LIB.
           COPY \"../outside\".
           COPY ONE.
           COPY.
           COPY TWO REPLACING ==A==.
           05  N PIC Q.
           05  T OCCURS 1 TO 3 DEPENDING ON IN-MISSING PIC X.
",
    );
    place.write("one.cpy", "           COPY TWO.\n");
    place.write("two.cpy", "           05  B PIC 9(40) COMP.\n           COPY ONE.\n");
    insta::assert_snapshot!("copy_faults", place.show(&["import", "a.cpy", "--include", "more"]));
    // Each file is copied twice by the one before it.
    place.write("a.cpy", "       01  A.\n           COPY F0.\n");
    for number in 0..40 {
        let next = number + 1;
        let text = format!("           COPY F{next}.\n           COPY F{next}.\n");
        place.write(&format!("f{number}.cpy"), text.repeat(20));
    }
    place.write("f40.cpy", "           05 A PIC X.\n");
    let told = refused(&place, &[]);
    assert!(told.contains("more than 32 files are copied into one another"), "{told}");
    place.write("f3.cpy", "           05 A PIC X.\n");
    let told = refused(&place, &[]);
    assert!(told.contains("`COPY F3`: more than 4096 files are copied"), "{told}");
    place.write("f2.cpy", format!("           05 A PIC X.\n{}", "      *\n".repeat(10_000)));
    let told = refused(&place, &[]);
    assert!(told.contains("`COPY F2`: the copybook becomes too large with all that it copies"), "{told}");
}

#[test]
fn the_format_of_a_text_is_found() {
    let place = Place::new();
    for text in [
        "01 A.\n05 NAME PIC X(3).\n05 OTHER PIC X.\n",
        "       01 A.\n          05 NAME PIC X(3).                                               05 NO PIC X.\n          05 OTHER PIC X.\n",
        "      $SET SOURCEFORMAT\"FREE\"\n01 A.\n        05 NAME PIC X(3).                                                05 OTHER PIC X.\n",
        "\t01 A.\n\t  05 NAME PIC X(3).\n      D   05 NO PIC X.\n\t  05 OTHER PIC X.\n",
    ] {
        place.write("a.cpy", text);
        let expected = "record a {\n    name: [ebcdic(cp037); 3];\n    other: [ebcdic(cp037); 1];\n}";
        assert_eq!(imported(&place, &[]), expected, "{text}");
    }
}

#[test]
fn names_of_values_and_of_fields_are_kept() {
    let place = Place::new();
    place.write(
        "a.cpy",
        "\
       77  SWITCH PIC X.
           88  IS-ON VALUE 'Y' WHEN SET TO FALSE 'N'.
       01  CUSTOMER.
           05  KIND PIC X.
               88  PERSON VALUE IS 'P'.
               88  FIRM   VALUES ARE 'F', 'G' THRU 'I' \"it's\".
               88  NONE   VALUE LOW-VALUES X'FF' ALL '*'.
           05  NAME.
               88  NO-NAME VALUE SPACES.
               10  FIRST-NAME PIC X(10).
               10  FILLER PIC X.
                   88  IS-SEPARATED VALUE ' '.
               10  LAST-NAME PIC X(10).
           05  LATER REDEFINES NAME.
               10  THERE PIC X.
           05  RATES OCCURS 3 PIC 9(2).
               88  HIGH-RATE VALUE 50 THROUGH 99.
       66  FULL-NAME RENAMES FIRST-NAME OF NAME THRU LAST-NAME.
       66  WHOLE RENAMES NAME.
       66  ONE RENAMES KIND.
       66  GONE RENAMES THERE.
",
    );
    insta::assert_snapshot!("names_of_values", place.show(&["import", "a.cpy"]));
    place.write(
        "a.cpy",
        "\
       66  B RENAMES C.
       01  A.
           05  C PIC X.
           05  D OCCURS 2 PIC X.
               88  E.
               88  F VALUE THRU 1.
               88  G VALUE 1 THRU.
           05  H PIC X.
       66  I RENAMES NOTHING-HERE.
       66  J RENAMES D.
       66  K RENAMES H THRU C.
       66  L RENAMES C OF X.
       66  M C.
",
    );
    insta::assert_snapshot!("names_of_values_faults", place.show(&["import", "a.cpy"]));
}

#[test]
fn addresses_have_the_bytes_of_their_machines() {
    let place = Place::new();
    place.write(
        "a.cpy",
        "\
       01  A.
           05  P POINTER.
           05  Q USAGE IS POINTER-32.
           05  R PROCEDURE-POINTER.
           05  F FUNCTION-POINTER.
           05  O OBJECT REFERENCE SOME-CLASS.
           05  I INDEX.
           05  X PIC X.
           05  S POINTER SYNC.
",
    );
    let bytes = |arguments: &[&str]| {
        let text = imported(&place, arguments);
        let fields =
            text.lines().filter_map(|line| line.strip_suffix(" bytes;")?.rsplit(' ').next()?.parse().ok());
        fields.collect::<Vec<u64>>()
    };
    // The last but one are those that align the last one.
    assert_eq!(bytes(&[]), [4, 4, 8, 4, 4, 4, 3, 4]);
    assert_eq!(bytes(&["--pointers", "8"]), [8, 4, 8, 8, 8, 8, 3, 8]);
    assert_eq!(bytes(&["--machine", "pc"]), [8, 4, 8, 8, 8, 4, 7, 8]);
    assert_eq!(bytes(&["--machine", "pc", "--pointers", "4"]), [4, 4, 4, 4, 4, 4, 3, 4]);
    let done = place.run(&["import", "a.cpy"]);
    assert!(
        done.stderr.contains("a.cpy:2: `P`: an address under IBM's LP(32): kept as bytes"),
        "{}",
        done.stderr
    );
    assert_eq!(place.run(&["import", "a.cpy", "--pointers", "6"]).code, Some(2));
}

#[test]
fn items_of_all_usages_are_read() {
    let place = Place::new();
    place.write(
        "a.cpy",
        "\
       01  A.
           05  A1 PIC 9(7) COMP-X.
           05  A2 PIC X(3) COMP-N.
           05  A3 PIC S9(4) COMP-9.
           05  A4 PIC X(2) COMP-5.
           05  B1 BINARY-CHAR UNSIGNED.
           05  B2 USAGE BINARY-SHORT SIGNED.
           05  B3 BINARY-LONG.
           05  B4 UNSIGNED-LONG.
           05  C1 FLOAT-SHORT.
           05  C2 FLOAT-LONG.
           05  C3 FLOAT-BINARY-64.
           05  C4 FLOAT-DECIMAL-16.
           05  C5 FLOAT-BINARY-128.
           05  D1 PIC 9(5) COMP-3U.
           05  D2 PIC 9(2) COMP.
           05  D3 PIC 9(7) BINARY.
           05  E1 PIC G(2) DISPLAY-1.
           05  E2 PIC N(2) DISPLAY-1.
           05  E3 PIC N(2) NATIONAL.
           05  E4 PIC S9(3) SIGN TRAILING SEPARATE NATIONAL.
           05  E5 PIC ZZ9 NATIONAL.
           05  T OCCURS 1 TO 9 DEPENDING ON B1 OF A PIC X.
",
    );
    insta::assert_snapshot!("usages", place.show(&["import", "a.cpy"]));
    insta::assert_snapshot!(
        "usages_pc",
        place.show(&["import", "a.cpy", "--machine", "pc", "--binary-size", "1--8"])
    );
    place.write("a.cpy", "       01  A PIC 9(2) COMP.\n");
    assert!(imported(&place, &["--binary-size", "1-2-4-8"]).contains("a: u8;"));
}

/// A picture that prints a number stays as it is. What prints letters or a power of ten is a text, and what no compiler takes.
#[test]
fn pictures_of_printed_numbers_are_numbers() {
    let place = Place::new();
    let import = |picture: &str, words: &[&str]| {
        place.write("a.cpy", format!("       01  A.\n           05  F PIC {picture}.\n"));
        let done = place.run(&[&["import", "a.cpy"], words].concat());
        let text = done.text().lines().find(|line| line.contains("f: ")).unwrap_or_default().to_owned();
        (text.trim().to_owned(), done.stderr)
    };
    for picture in [
        "ZZ,ZZ9.99-",
        "$$$9.99CR",
        "***,**9.99DB",
        "+++9",
        "9(3)B9(3)",
        "0099/99",
        "-(5)9.9(2)",
        "ZZ9V99",
        "Z(6)VZZ-",
        "ZZ9PP",
    ] {
        let (line, told) = import(picture, &[]);
        assert_eq!(line, format!("f: printed_decimal(\"{picture}\");  // line 2: F PIC {picture}"));
        assert_eq!(told, "");
        let (line, _) = import(picture, &["--edited", "texts"]);
        assert!(line.contains("a number as it is printed: kept as a text"), "{line}");
    }
    for (picture, words, wanted) in [
        ("ZZ9.99", &["--machine", "pc"][..], "printed_decimal(\"ZZ9.99\", ascii)"),
        ("Z.ZZ9,99-", &["--decimal-point", "comma"], "printed_decimal(\"Z.ZZ9,99-\", decimal_comma)"),
        ("9.999", &["--decimal-point", "comma"], "printed_decimal(\"9.999\", decimal_comma)"),
        ("€€9.99", &["--charset", "cp1140"], "printed_decimal(\"€€9.99\", \"€\", cp1140)"),
        ("ZZ9.99 BLANK WHEN ZERO", &[], "printed_decimal(\"ZZ9.99\", blank_when_zero)"),
        ("9(5) BLANK WHEN ZERO", &[], "printed_decimal(\"9(5)\", blank_when_zero)"),
        ("9.9", &[], "zoned_decimal(2, 1, unsigned, point)"),
    ] {
        let (line, told) = import(picture, words);
        assert!(line.starts_with(&format!("f: {wanted};")), "{picture}: {line}");
        assert_eq!(told, "", "{picture}");
    }
    for (picture, length, told) in [
        ("+9(2).9(3)E+99", 11, ", since a printed number has no exponent"),
        ("Z.ZZ9,99", 8, ", since `9` cannot follow `Z` behind the point"),
        ("$$$9.99CR NATIONAL", 0, ""),
        ("X(3)BX(2)/X", 8, ""),
    ] {
        let (line, note) = import(picture, &[]);
        let set =
            if length == 0 { "f: [utf16; 9];".to_owned() } else { format!("f: [ebcdic(cp037); {length}];") };
        assert!(line.starts_with(&set), "{picture}: {line}");
        assert!(note.contains(told), "{picture}: {note}");
    }
}

/// A number without a sign may have that of plus over its last digit. Every other sign, and what is no sign, is invalid.
#[test]
fn signs_over_digits_are_checked() {
    let place = Place::new();
    let copybook = "       01  S.\n           05  U  PIC 9(2).\n           05  S  PIC S9(2).\n           05  P PIC 9(3) COMP-3.\n";
    place.write("s.cpy", copybook);
    assert_eq!(place.run(&["import", "s.cpy", "s.datarep"]).code, Some(0));
    let records: [&[u8]; 4] = [
        b"\xF1\xF2\xF1\xC2\x12\x3F",
        b"\xF1\xC2\xF1\xD2\x12\x3C",
        b"\xF1\xD2\xF1\xA2\x12\x3D",
        b"\xF1\x12\xF1\x72\x12\x33",
    ];
    place.write("s.dat", records.concat());
    let way = ["convert", "s.dat", "-", "--to", "csv", "--record", "s.datarep", "--on-bad", "null"];
    let done = place.run(&[&way[..], &["--add-columns", "error"]].concat());
    assert_eq!(
        done.text(),
        "u,s,p,_error\n12,12,123,\n12,-12,123,\n,12,,u: invalid (f1 d2); p: invalid (12 3d)\n\
         ,,,u: invalid (f1 12); s: invalid (f1 72); p: invalid (12 33)\n"
    );
}

/// As cobrix does with `strict_sign_overpunching`: a number without `S` has no sign.
#[test]
fn strict_signs_refuse_a_plus() {
    let place = Place::new();
    let copybook = "       01  S.\n           05  U  PIC 9(2).\n           05  S  PIC S9(2).\n           05  P PIC 9(3) COMP-3.\n           05  B PIC 9(2) COMP.\n";
    place.write("s.cpy", copybook);
    assert_eq!(place.run(&["import", "s.cpy", "s.datarep", "--signs", "strict"]).code, Some(0));
    let text = String::from_utf8(place.read("s.datarep")).expect("a text");
    for line in [
        "    u: zoned_decimal(2, 0, no_sign);",
        "    s: zoned_decimal(2, 0);",
        "    p: packed_decimal(3, 0, no_sign);",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}: {text}");
    }
    let records: [&[u8]; 3] = [
        b"\xF1\xF2\xF1\xC2\x12\x3F\0\x07",
        b"\xF1\xC2\xF1\xF2\x12\x3C\0\x07",
        b"\xF1\xD2\xF1\xD2\x12\x3D\0\x07",
    ];
    place.write("s.dat", records.concat());
    let way = ["convert", "s.dat", "-", "--to", "csv", "--record", "s.datarep", "--on-bad", "null"];
    let done = place.run(&[&way[..], &["--add-columns", "error"]].concat());
    assert_eq!(
        done.text(),
        "u,s,p,b,_error\n12,12,123,7,\n,12,,7,u: invalid (f1 c2); p: invalid (12 3c)\n\
         ,-12,,7,u: invalid (f1 d2); p: invalid (12 3d)\n"
    );
    // What is written has no sign either.
    place.write("good.csv", "u,s,p,b\n12,12,123,7\n");
    let done = place.run(&["write", "good.csv", "good.dat", "--record", "s.datarep"]);
    if cfg!(feature = "columnar") {
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert_eq!(place.read("good.dat"), records[0]);
    }
}

/// What a program wrote that `GnuCOBOL` 3.1 and 4.0 compiled, with their own signs: `p` to `y` for a minus.
const BILLS: &[u8] = b"012-00125\0\0\0\x07\x34\x5F12pt59999+99999\x3B\x9A\xC9\xFF\x00\x0F345000";

#[test]
fn signs_of_pcs_are_read_and_written() {
    let place = Place::new();
    let copybook = "\
       01  BILL.
           05  PARTS SIGN IS LEADING SEPARATE.
               10  SHOP     PIC 9(3).
               10  AMOUNT   PIC S9(3)V99.
               10  ITEMS    PIC 9(9) COMP.
               10  WEIGHT   PIC 9(3) COMP-3.
           05  LAST-ONE     PIC S9(3).
           05  FIRST-ONE    PIC S9(3) LEADING.
";
    place.write("a.cpy", copybook);
    assert_eq!(place.run(&["import", "a.cpy", "a.datarep", "--machine", "pc"]).code, Some(0));
    place.write("a.dat", BILLS);
    let done = place.run(&["convert", "a.dat", "a.csv", "--record", "a.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let rows = "shop,amount,items,weight,last_one,first_one\n12,-1.25,7,345,-120,-459\n999,999.99,999999999,0,345,0\n";
    assert_eq!(String::from_utf8(place.read("a.csv")).expect("a table"), rows);
    let done = place.run(&["write", "a.csv", "again.dat", "--record", "a.datarep"]);
    if cfg!(feature = "columnar") {
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert_eq!(place.read("again.dat"), BILLS);
    }
    // With EBCDIC, the sign is that of a mainframe on every machine.
    let lines = imported(&place, &["--machine", "pc", "--charset", "cp037"]);
    assert!(lines.contains("last_one: zoned_decimal(3, 0);"), "{lines}");
}
