//! `datarep import`.

use std::path::PathBuf;

use serde_json::Value;

use crate::Place;

const CUSTOMER: &str = "\
000100******************************************************************
000200* Customers, as the branch sends them.                           *
000300******************************************************************
000400 01  CUSTOMER-RECORD.                                             CUST0001
000500     05  CUST-ID              PIC 9(7) COMP.
000600     05  CUST-NAME            PIC X(20) VALUE SPACES.
000700         88  NO-NAME          VALUE SPACES.
000800     05  TYPE                 PIC X.
000900     05  BALANCE              PIC S9(7)V99 COMP-3.
001000     05  LIMITS REDEFINES BALANCE.
001100         10  LOW-LIMIT        PIC S9(3) COMP-3.
001200         10  HIGH-LIMIT       PIC S9(5) COMP-3.
001300     05  FILLER               PIC X(3).
001400     05  ADDRESS.
001500         10  STREET           PIC X(15).
001600         10  CITY             PIC X(10).
001700     05  DELIVERY.
001800         10  STREET           PIC X(15).
001900     05  RATE                 COMP-1.
002000     05  DISCOUNT             PIC SV9(3) SIGN LEADING SEPARATE.
002100     05  WEIGHT               PIC S9(5)V99 COMP.
002200     05  PRINTED              PIC ZZ9.99-.
002300     05  ORDER-COUNT          PIC 9(2).
002400     05  QUARTERS             PIC S9(5) COMP-3 OCCURS 4 TIMES.
002500     05  ORDERS OCCURS 1 TO 10 TIMES
002600                DEPENDING ON ORDER-COUNT
002700                INDEXED BY ORDER-INDEX.
002800         10  ITEM             PIC X(8).
002900         10  AMOUNT           PIC 9(3).
003000         10  PRICES           PIC S9(5)V99 PACKED-DECIMAL
003100                              OCCURS 2.
";

#[test]
fn a_copybook_becomes_records() {
    let place = Place::new();
    place.write("customer.cpy", CUSTOMER);
    insta::assert_snapshot!("import", place.show(&["import", "customer.cpy"]));
    insta::assert_snapshot!("import_pc", place.show(&["import", "customer.cpy", "--machine", "pc"]));
    let done = place.run(&["import", "customer.cpy", "customer.datarep"]);
    assert_eq!((done.code, done.text().as_str()), (Some(0), ""));
    assert!(done.stderr.contains("customer.cpy:10: `LIMITS` redefines"), "{}", done.stderr);
    assert!(place.read("customer.datarep").starts_with(b"// From the copybook"));
    insta::assert_snapshot!("import_there", place.show(&["import", "customer.cpy", "customer.datarep"]));
}

/// A copybook is given in place of a text with a record. The message names the command that makes a text of it.
#[test]
fn a_copybook_is_no_text() {
    let place = Place::new();
    place.write("customer.cpy", CUSTOMER);
    place.write("customer.dat", [0; 100]);
    insta::assert_snapshot!(
        "import_needed",
        place.show(&["dump", "customer.dat", "--record", "customer.cpy"])
    );
}

#[test]
fn all_faults_of_a_copybook_are_told() {
    let place = Place::new();
    for (name, text) in [
        (
            "import_faults",
            "       01  A.\n           05  B PIC Q9 SMALL.\n           05  C PIC 9(4) COMP-Z.\n           05  D BIT.\n           COPY OTHER.\n           05  E PIC 9(39) COMP.\n           \
             05  F OCCURS 3 DEPENDING ON B PIC X.\n           05  G PIC X(2) COMP-3.\n           99  H PIC X.\n",
        ),
        (
            "import_unknown_lengths",
            "       01  A.\n           05  B PIC 9(39) COMP.\n           05  C.\n           05  D PIC 9(4) COMP SYNC.\n           \
             05  E OCCURS 3 DEPENDING ON X PIC X.\n           05  F REDEFINES C PIC X.\n",
        ),
        ("import_redefines", "       01  A.\n           05  B REDEFINES C PIC X.\n"),
        ("import_empty", "      * nothing\n"),
        ("import_picture", "       01  A PIC X.\n           05  B PIC X.\n"),
    ] {
        place.write("a.cpy", text);
        insta::assert_snapshot!(name, place.show(&["import", "a.cpy"]));
    }
}

#[test]
fn free_format_and_fields_without_a_record() {
    let place = Place::new();
    place.write("fields.cpy", "05 A PIC X(3).\n05 B PIC S9(4) COMP-5. *> native\n05 C PIC 9(20)V9(20).\n05 D PIC G(2).\n05 FILLER OCCURS 2.\n10 E PIC N(3).\n");
    insta::assert_snapshot!(
        "import_free",
        place.show(&["import", "fields.cpy", "--charset", "cp1140", "--floats", "ieee"])
    );
}

/// The fields of a real file, as a copybook. Lengths and offsets must be those of the file's reference.
#[test]
fn the_fields_of_a_real_file() {
    let Some(corpus) = std::env::var_os("DATAREP_CORPUS").filter(|path| !path.is_empty()) else { return };
    let layout = PathBuf::from(corpus).join("cobol/ref/INTEGR.TYPES.NOV28.DATA.dat.layout.json");
    let layout = std::fs::read_to_string(layout).expect("a layout");
    let layout: Value = serde_json::from_str(&layout).expect("JSON");
    let place = Place::new();
    place.write("types.cpy", copybook(&layout));
    let done = place.run(&["import", "types.cpy", "types.datarep", "--floats", "ieee"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let text = String::from_utf8(place.read("types.datarep")).expect("a text");
    let fields = layout["fields"].as_array().expect("fields");
    assert_eq!(text.lines().filter(|line| line.contains(";  // line ")).count(), fields.len());
    for (of, expected) in [
        ("ID", "u32"),
        ("STRING_VAL", "[ebcdic(cp037); 10]"),
        ("NUM_STR_DEC01", "zoned_decimal(3, 1, unsigned)"),
        ("NUM_STR_EDEC03", "zoned_decimal(5, 2, point)"),
        ("EX_NUM_INT01", "printed_decimal(\"+9(8)\")"),
        ("EX_NUM_DEC02", "printed_decimal(\"Z(6)VZZ-\")"),
        ("NUM_SL_STR_INT01", "zoned_decimal(9, 0, leading, separate)"),
        ("NUM_STI_STR_DEC01", "zoned_decimal(7, 7)"),
        ("NUM_BCD_SDEC10", "packed_decimal(28, 10)"),
        ("COMMON_UPC5DDC", "packed_decimal(5, 8, unsigned)"),
        ("COMMON_UPI5DISP", "zoned_decimal(5, -3)"),
        ("DOUBLE_01", "f64"),
    ] {
        let line = format!("    {}: {expected};", of.to_lowercase());
        assert!(text.lines().any(|known| known.starts_with(&line)), "{line}\n{text}");
    }
}

/// Compilers store all items that there can be, and a count may be inside a group or behind the items then. An item may redefine
/// one that redefines another.
#[test]
fn copybooks_of_compilers_are_read() {
    let place = Place::new();
    let copybook = "\
       01  A.
           05  ITEMS OCCURS 1 TO 3 TIMES DEPENDING ON HOW-MANY PIC X.
           05  FIRST PIC X(2).
           05  SECOND REDEFINES FIRST PIC 9(2).
           05  THIRD REDEFINES SECOND PIC X(3).
           05  HOW-MANY PIC 9.
           05  WIDE PIC S9(20) COMP.
";
    place.write("a.cpy", copybook);
    let counted = place.run(&["import", "a.cpy"]);
    assert!(counted.stderr.contains("`--occurs maximum` reads all 3 items"), "{}", counted.stderr);
    let fixed = place.run(&["import", "a.cpy", "a.datarep", "--occurs", "maximum"]);
    assert_eq!(fixed.code, Some(0), "{}", fixed.stderr);
    assert!(fixed.stderr.contains("`THIRD` redefines `SECOND`"), "{}", fixed.stderr);
    let mut record = b"\xC1\xC2\xC3\xC4\xC5\x00\xF2".to_vec();
    record.extend((-7_i128).to_be_bytes());
    place.write("a.dat", record);
    let done = place.run(&["convert", "a.dat", "-", "--record", "a.datarep", "--to", "csv"]);
    assert_eq!(
        done.text(),
        "items[0],items[1],items[2],first,how_many,wide\nA,B,C,DE,2,-7\n",
        "{}",
        done.stderr
    );
}

/// Binary numbers with a point are exact decimals. A picture limits what is written, and not what is read.
#[test]
fn binary_numbers_with_a_point_are_decimals() {
    let place = Place::new();
    let copybook = "\
       01  A.
           05  WEIGHT PIC S9(5)V99 COMP.
           05  PRICE  PIC 9(2)V9(2) BINARY.
           05  LEVEL  PIC S9(3)V9 COMP-5.
           05  DEBT   PIC S9(4)PPP COMP-4.
           05  SHARE  PIC SV9(10) COMP.
           05  LONG-ONE PIC S9(20)V9(5) COMP.
           05  FAR-ONE  PIC S9(20)P(5) COMP.
";
    place.write("a.cpy", copybook);
    let imported = place.run(&["import", "a.cpy", "a.datarep", "--machine", "pc"]);
    assert_eq!(imported.code, Some(0), "{}", imported.stderr);
    let text = String::from_utf8(place.read("a.datarep")).expect("a text");
    let stored = |text: &str| -> Vec<String> {
        let fields = text.lines().filter_map(|line| line.trim_start().split_once(": ")?.1.split_once(';'));
        fields.filter(|(_, rest)| rest.contains("// line")).map(|(stored, _)| stored.to_owned()).collect()
    };
    assert_eq!(
        stored(&text),
        [
            "binary_decimal(32, 2, 7)",
            "binary_decimal(16, 2, 4, unsigned)",
            "binary_decimal(16, 1) little",
            "binary_decimal(16, -3, 4)",
            "binary_decimal(64, 10, 10)",
            "binary_decimal(128, 5, 25) as decimal { on read { overflow => error } }",
            "16 bytes",
        ]
    );
    assert!(imported.stderr.contains("`FAR-ONE` PIC S9(20)P(5): more than 38 digits"), "{}", imported.stderr);

    place.write(
        "a.cpy",
        copybook.lines().filter(|line| !line.contains("-ONE")).collect::<Vec<_>>().join("\n"),
    );
    assert_eq!(place.run(&["import", "a.cpy", "b.datarep"]).code, Some(0));
    let mut record = (-1_234_567_i32).to_be_bytes().to_vec();
    record.extend([1999_u16, 32767].map(u16::to_be_bytes).concat());
    record.extend((-12_i16).to_be_bytes());
    record.extend((-9_999_999_999_i64).to_be_bytes());
    // Eight digits where the picture has seven.
    let beyond = [&12_345_678_i32.to_be_bytes()[..], &record[4..]].concat();
    place.write("a.dat", [record.clone(), beyond].concat());
    let done = place.run(&["convert", "a.dat", "-", "--record", "b.datarep", "--to", "csv"]);
    assert_eq!(
        done.text(),
        "weight,price,level,debt,share\n-12345.67,19.99,3276.7,-12000.0,-0.9999999999\n123456.78,19.99,3276.7,-12000.0,-0.9999999999\n",
        "{}",
        done.stderr
    );
    let explained = place.run(&["explain", "123456.78", "--as", "PIC S9(5)V99 COMP"]);
    assert!(explained.text().contains("is beyond the format's range"), "{}", explained.text());
    let explained = place.run(&["explain", "123456.78", "--as", "PIC S9(5)V99 COMP-5"]);
    assert!(explained.text().contains("0x00BC_614E"), "{}", explained.text());
}

/// Numbers that are synchronized begin at boundaries. The first example is that of IBM's manual, where a group that occurs
/// several times gets bytes at its end, too.
///
/// Source: Enterprise COBOL for z/OS, Language Reference, "Slack bytes between records" and "Slack bytes within records".
#[test]
fn synchronized_items_begin_at_boundaries() {
    let place = Place::new();
    let copybook = "\
       01  WORK-RECORD.
           05  WORK-CODE PIC X.
           05  COMP-TABLE OCCURS 2 TIMES.
               10  COMP-TYPE PIC X.
               10  COMP-PAY PIC S9(6) COMP SYNC.
               10  COMP-HOURS PIC S9(3) COMP SYNC.
               10  COMP-NAME PIC X(5).
           05  LONG-ONE PIC S9(18) COMP SYNC.
           05  D COMP-2 SYNCHRONIZED RIGHT.
           05  R REDEFINES D.
               10  RA PIC X.
               10  RB COMP-2 SYNC.
           05  LAST-ONE PIC S9(4) COMP SYNC.
           05  P PIC S9(5) COMP-3 SYNC.
";
    place.write("a.cpy", copybook);
    let offsets = |machine: &str| {
        let done = place.run(&["import", "a.cpy", "a.datarep", "--machine", machine, "--force"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        place.write("a.dat", [0; 256]);
        let dump =
            ["dump", "a.dat", "--record", "a.datarep", "--as", "work_record", "--count", "1", "--json"];
        let shown = place.run(&dump).text();
        let lines = shown.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines
            .filter(|line| {
                line["field"] != "_" && !line["field"].as_str().is_some_and(|field| field.ends_with("._"))
            })
            .map(|line| {
                (
                    line["field"].as_str().expect("a name").to_owned(),
                    line["offset"].as_u64().expect("a place"),
                )
            })
            .filter(|(name, _)| !name.contains("name") && !name.contains("type"))
            .map(|(_, offset)| offset)
            .collect::<Vec<u64>>()
    };
    // WORK-CODE, two of COMP-PAY and COMP-HOURS, LONG-ONE, D, LAST-ONE, P.
    assert_eq!(offsets("mainframe"), [0, 4, 8, 20, 24, 36, 48, 64, 66]);
    // Eight bytes are at eight on a PC.
    assert_eq!(offsets("pc"), [0, 4, 8, 20, 24, 40, 48, 64, 66]);
    // The clause of a group is that of its items.
    place.write("a.cpy", "       01 A SYNC.\n          05 N PIC 9.\n          05 S PIC 9(4) COMP.\n");
    assert!(
        place.run(&["import", "a.cpy"]).text().contains("    _: 1 bytes;  // so that `S` is synchronized\n")
    );
}

#[test]
fn synchronized_items_without_a_place_are_refused() {
    let place = Place::new();
    for (machine, copybook, said) in [
        (
            "mainframe",
            "       01 A.\n          05 N PIC 9.\n          05 T OCCURS 1 TO 5 DEPENDING ON N PIC X.\n          05 S PIC 9(4) COMP SYNC.\n",
            "`S` is synchronized behind an item of variable number, so that the bytes before it vary: `--occurs maximum` reads all items",
        ),
        (
            "pc",
            "       01 A.\n          05 N PIC 9.\n          05 T OCCURS 5.\n             10 S PIC 9(4) COMP SYNC.\n             10 U PIC X.\n",
            "`S` is synchronized at the beginning of `T`, which occurs several times and does not begin at a multiple of 2 bytes",
        ),
    ] {
        place.write("a.cpy", copybook);
        let done = place.run(&["import", "a.cpy", "--machine", machine]);
        assert!(done.stderr.contains(said), "{}", done.stderr);
    }
}

/// A count that is no whole number is told in the words of the copybook, and not in those of the language.
#[test]
fn a_count_that_is_no_number_is_told_by_its_picture() {
    let place = Place::new();
    for (clauses, said) in [
        ("PIC X(2)", "has `PIC X(2)`"),
        ("PIC S9(3)V9 COMP-3", "has `PIC S9(3)V9`"),
        ("PIC 9 OCCURS 2", "has `OCCURS`"),
        ("COMP-1", "has `COMP-1`"),
    ] {
        let copybook = format!(
            "       01 A.\n          05 N {clauses}.\n          05 T OCCURS 1 TO 5 DEPENDING ON N PIC X.\n"
        );
        place.write("a.cpy", copybook);
        let done = place.run(&["import", "a.cpy"]);
        let said = format!(
            "error: a.cpy:3: `T` depends on `N`, which is no whole number but {said}; `--occurs maximum` reads all 5 items\n"
        );
        assert_eq!((done.stderr, done.code), (said, Some(1)));
    }
}

/// A count is in the record of its items, and a group that occurs is a record. A copybook with a count outside is that of a
/// compiler that stores all items that there can be.
#[test]
fn a_count_outside_the_inner_group() {
    let place = Place::new();
    let copybook = "\
       01  A.
           05  HEAD.
               10  N PIC 9.
           05  BODY.
               10  PLAIN PIC X OCCURS 1 TO 2 TIMES DEPENDING ON N.
           05  G OCCURS 2 TIMES.
               10  NAME PIC X(2).
               10  T OCCURS 1 TO 3 TIMES DEPENDING ON N PIC X.
           05  LAST-ONE PIC X.
";
    place.write("a.cpy", copybook);
    let done = place.run(&["import", "a.cpy"]);
    let said = "error: a.cpy:8: `T` depends on `N`, which stands outside the group that has it, a record of its own; \
                `--occurs maximum` reads all 3 items\n";
    assert_eq!((done.stderr.as_str(), done.code), (said, Some(1)));
    let done = place.run(&["import", "a.cpy", "a.datarep", "--occurs", "maximum", "--machine", "pc"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    place.write("a.dat", "1pqabcdefghijz");
    let shown =
        place.run(&["convert", "a.dat", "-", "--record", "a.datarep", "--from", "a", "--to", "csv"]).text();
    let values = shown.lines().nth(1).unwrap_or_default();
    assert_eq!(values, "1,p,q,ab,fg,c,d,e,h,i,j,z", "{shown}");
}

/// Binary numbers of more than 18 digits have 16 bytes, and every word is read.
#[test]
fn binary_numbers_of_many_digits() {
    let place = Place::new();
    place.write(
        "a.cpy",
        "       01  A.\n           05  W PIC S9(19) COMP.\n           05  X PIC 9(31) BINARY.\n           05  Y PIC S9(20) COMP-5.\n",
    );
    let import = ["import", "a.cpy", "a.datarep", "--machine", "pc"];
    let imported = place.run(&import);
    assert_eq!(imported.code, Some(0));
    // Compilers differ here, and a wrong number of bytes shifts all fields behind.
    let note = "a.cpy:2: `W`, `X` and `Y` are binary items of more than 18 digits, and have 16 bytes";
    assert!(imported.stderr.contains(note), "{}", imported.stderr);
    for sizes in ["`--binary-size 2-4-8`, `1-2-4-8` and `1--8`", "`--binary-size 2-4-8-any` gives as few"] {
        assert!(imported.stderr.contains(sizes), "{}", imported.stderr);
    }
    // Who has said it is not told.
    for sizes in ["2-4-8", "1-2-4-8", "1--8", "2-4-8-any"] {
        let said = place.run(&["import", "a.cpy", "--binary-size", sizes]);
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""), "{sizes}");
    }
    let wide = -1_234_567_890_123_456_789_i128;
    let record = [wide.to_be_bytes(), 10_i128.pow(30).to_be_bytes(), (wide * 10).to_le_bytes()].concat();
    place.write("a.dat", record);
    let done = place.run(&["convert", "a.dat", "-", "--record", "a.datarep", "--to", "csv"]);
    assert_eq!(
        done.text(),
        "w,x,y\n-1234567890123456789,1000000000000000000000000000000,-12345678901234567890\n",
        "{}",
        done.stderr
    );
    // As few bytes as hold the digits.
    let short = place.run(&["import", "a.cpy", "--binary-size", "2-4-8-any"]).text();
    assert!(short.contains("w: binary_decimal(72, 0, 19);"), "{short}");
}

#[test]
fn files_that_are_no_copybooks_are_told() {
    let place = Place::new();
    for (bytes, what) in [
        (&b"use ibm::hfp32;\nrecord r { x: hfp32; }\n"[..], "is a text of datarep, which needs no import"),
        (b"float a = S1 E7 F24 where value = 0.F * 16^(E - 64);\n", "is a text of datarep"),
        (b"{\"fields\": []}\n", "is JSON, and is no copybook"),
        (b"\x00\x01\x02\x03", "has bytes of no text, and is no copybook"),
        (b"id,name\n", "has no line with a level number, and is no copybook"),
    ] {
        place.write("a.cpy", bytes);
        let done = place.run(&["import", "a.cpy", "new.datarep"]);
        assert_eq!(done.code, Some(1), "{what}");
        assert!(done.stderr.contains(what), "{what}: {}", done.stderr);
        assert!(done.stderr.contains("`05 AMOUNT PIC S9(5)V99 COMP-3.`"), "{what}: {}", done.stderr);
        assert!(!place.path("new.datarep").exists());
    }
    place.write("a.cpy", [0xFF, 0xFE, 0x00]);
    let done = place.run(&["import", "a.cpy"]);
    assert!(done.stderr.contains("is not UTF-8\n  = help: a copybook is a text"), "{}", done.stderr);
}

#[test]
fn words_that_are_nearly_a_usage_are_told() {
    let place = Place::new();
    place.write(
        "a.cpy",
        "       01  A.\n           05  B PIC S9(5) COMP3.\n           05  C PIC S9(5) USAGE PACKED.\n           05  D PIC X ZZZ.\n",
    );
    let done = place.run(&["import", "a.cpy"]);
    for told in [
        "line 2: `COMP3` is not understood: write `COMP-3`",
        "line 3: how many bytes `PACKED` has is not known: write `PACKED-DECIMAL`",
        "line 4: `ZZZ` is not understood\n",
    ] {
        assert!(done.stderr.contains(told), "{}", done.stderr);
    }
}

/// A fault of the new text is told at its place in the new text: its lines are not those of the copybook.
#[test]
fn a_fault_of_the_new_text_names_that_text() {
    let place = Place::new();
    place.write(
        "big.cpy",
        "       01  A.\n           05  T OCCURS 99999999 TIMES.\n               10  U PIC X(99999).\n               10  V PIC X.\n",
    );
    for (arguments, name) in
        [(&["import", "big.cpy"][..], "the new text"), (&["import", "big.cpy", "out.datarep"], "out.datarep")]
    {
        let done = place.run(arguments);
        assert_eq!((done.code, done.text().as_str()), (Some(1), ""));
        let place_of_fault =
            format!(" --> {name}:9:8\n  |\n9 |     t: [t; 99999999];  // line 2\n  |        ^^^^^^^^^^^^^ ");
        assert!(done.stderr.contains(&place_of_fault), "{}", done.stderr);
        let note = "  = note: the text that is made of `big.cpy` is not sound, and is not written\n";
        assert!(done.stderr.ends_with(note), "{}", done.stderr);
    }
    assert!(!place.path("out.datarep").exists());
}

/// The copybook of a layout. Binary numbers of more than 18 digits become texts, because COBOL does not give their
/// length.
pub(crate) fn copybook(layout: &Value) -> String {
    let mut text = "       01  TYPES.\n".to_owned();
    for field in layout["fields"].as_array().expect("fields") {
        let word = |key: &str| field[key].as_str().expect("a word");
        let (name, picture, usage) = (word("name"), word("picture"), word("usage"));
        let length = field["length"].as_u64().expect("a length");
        let clauses = if usage == "BINARY" && ![2, 4, 8].contains(&length) {
            format!("PIC X({length})")
        } else if usage == "DISPLAY" || picture.ends_with(usage) || picture.contains("COMP") {
            picture.to_owned()
        } else {
            format!("{picture} {usage}")
        };
        text.push_str("           05  ");
        text.push_str(name);
        text.push_str("\n               ");
        text.push_str(&clauses);
        text.push_str(".\n");
    }
    text
}

/// A copybook with two variable numbers of items, and two of its records, each of which is filled up to 28 bytes: two lines and
/// a tax, and then no line and two taxes.
fn write_filled_orders(place: &Place) -> Vec<u8> {
    place.write(
        "c.cpy",
        "       01  ORDER-REC.
           05  ID                PIC 9(3).
           05  LINE-COUNT        PIC 9.
           05  TAX-COUNT         PIC 9.
           05  LINES OCCURS 0 TO 3 TIMES DEPENDING ON LINE-COUNT.
               10  ITEM          PIC X(4).
               10  PIECES        PIC S9(3) COMP-3.
           05  TAXES OCCURS 1 TO 2 TIMES DEPENDING ON TAX-COUNT PIC X(2).
           05  LAST-ONE          PIC X.
",
    );
    let ebcdic = |text: &str| -> Vec<u8> {
        let byte = |letter: u8| match letter {
            b'0'..=b'9' => letter - b'0' + 0xF0,
            _ => letter - b'A' + 0xC1,
        };
        text.bytes().map(byte).collect()
    };
    let first = [ebcdic("00121AAAA"), vec![0x01, 0x0C], ebcdic("BBBB"), vec![0x02, 0x0C], ebcdic("CCD")];
    let mut file = Vec::new();
    for record in [first.concat(), ebcdic("00202AABBC")] {
        file.extend(record);
        file.resize(file.len().next_multiple_of(28), 0x40);
    }
    place.write("c.dat", &file);
    file
}

/// Records with a variable number of items that are all as long as the largest one: the bytes behind the items are passed over,
/// and written as zeros.
#[test]
fn counted_items_in_records_of_one_length_are_read() {
    let place = Place::new();
    let mut file = write_filled_orders(&place);
    let counted = place.run(&["import", "c.cpy", "counted.datarep"]);
    assert_eq!(counted.code, Some(0), "{}", counted.stderr);
    let text = String::from_utf8(place.read("counted.datarep")).expect("a text");
    assert!(text.contains("/// The longest record has 28 bytes."), "{text}");
    let line = ["convert", "c.dat", "-", "--to", "csv", "--record"];
    let told = place.run(&[&line[..], &["counted.datarep"]].concat());
    assert_eq!(told.code, Some(1));
    assert!(
        told.stderr.contains("28 bytes, the longest record, divide the file")
            && told.stderr.contains("`datarep import --occurs filled`"),
        "{}",
        told.stderr
    );

    let filled = place.run(&["import", "c.cpy", "filled.datarep", "--occurs", "filled"]);
    assert_eq!(filled.code, Some(0), "{}", filled.stderr);
    let text = String::from_utf8(place.read("filled.datarep")).expect("a text");
    assert!(text.contains("    _: (3 - line_count) * 6 bytes;"), "{text}");
    assert!(text.contains("    _: (2 - tax_count) * 2 bytes;"), "{text}");
    let read = place.run(&["dump", "c.dat", "--record", "filled.datarep", "--json"]);
    assert_eq!(read.code, Some(0), "{}", read.stderr);
    let read = read.text();
    assert!(read.lines().count() >= 2 && read.contains("AAAA") && read.contains("BBBB"), "{read}");
    // Written again, what fills a record is zeros.
    let done = place.run(&["convert", "c.dat", "c.parquet", "--record", "filled.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let done = place.run(&["write", "c.parquet", "again.dat", "--record", "filled.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let again = place.read("again.dat");
    assert_eq!(again.len(), file.len());
    let is_same = file.iter().zip(&again).all(|(old, new)| old == new || (*old, *new) == (0x40, 0));
    assert!(is_same, "{again:02X?}");
    // More items than there can be are no records, also where fewer of others would make up for their bytes.
    (file[3], file[4]) = (0xF4, 0xF0);
    place.write("c.dat", &file);
    let told = place.run(&["dump", "c.dat", "--record", "filled.datarep"]);
    assert!(told.code == Some(1) && told.stderr.contains("(3 - line_count) * 6"), "{}", told.stderr);
}

/// What a count inside of a repeated group leaves over cannot be told at the end of the record.
#[test]
fn filled_records_have_their_counts_outside_of_groups() {
    let place = Place::new();
    place.write(
        "n.cpy",
        "       01  A.
           05  GROUPS OCCURS 2 TIMES.
               10  N PIC 9.
               10  X OCCURS 0 TO 3 TIMES DEPENDING ON N PIC X.
",
    );
    let told = place.run(&["import", "n.cpy", "-", "--occurs", "filled"]);
    assert_eq!(told.code, Some(1));
    assert!(
        told.stderr.contains("`--occurs filled` needs that field outside of the group"),
        "{}",
        told.stderr
    );
}

#[test]
fn wrong_words_of_an_import_are_answered() {
    let place = Place::new();
    place.write("c.cpy", "       01  A.\n           05 X PIC X.\n");
    let told = place.run(&["import", "c.cpy", "-", "--choose", "X=C:STATIC-DETAILS,P:CONTACTS"]).stderr;
    assert!(
        told.contains("give `--choose` once for each item, `X=C:STATIC-DETAILS` and `X=P:CONTACTS`"),
        "{told}"
    );
    // A file of numbers is told by its header.
    let mut library = format!("{:80}", "HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!").into_bytes();
    library.extend([0xFF; 80]);
    place.write("a.xpt", library);
    let told = place.run(&["import", "a.xpt"]);
    assert_eq!(told.code, Some(1));
    assert!(
        told.stderr.contains("it is SAS XPORT, and no copybook")
            && told.stderr.contains("`datarep probe a.xpt`"),
        "{}",
        told.stderr
    );
}

/// Keys that end with zeros are no case of a choice, until the text says what pads them.
#[test]
fn keys_with_zeros_are_told_by_their_padding() {
    let place = Place::new();
    place.write(
        "s.cpy",
        "       01  S.
           05  SEGMENT-ID PIC X(5).
           05  FIRST-ONE PIC X(2).
           05  SECOND-ONE REDEFINES FIRST-ONE PIC 9(2).
",
    );
    place.write("s.dat", b"C\0\0\0\0abP\0\0\0\x0007");
    let rules =
        ["--machine", "pc", "--choose", "SEGMENT-ID=C:FIRST-ONE", "--choose", "SEGMENT-ID=P:SECOND-ONE"];
    let import = |more: &[&str]| {
        let done = place.run(&[&["import", "s.cpy", "s.datarep", "--force"], &rules[..], more].concat());
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        place.run(&["convert", "s.dat", "-", "--record", "s.datarep", "--to", "csv"])
    };
    let told = import(&[]);
    assert_eq!(told.code, Some(1));
    assert!(told.stderr.contains("import the copybook with `--padding zeros`"), "{}", told.stderr);
    assert!(!told.stderr.contains("add an alternative"), "{}", told.stderr);
    assert_eq!(import(&["--padding", "zeros"]).code, Some(0));
}
