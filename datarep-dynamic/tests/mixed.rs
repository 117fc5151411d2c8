//! Texts with characters of one and of two bytes, interpreted.

use datarep::Event;
use datarep_dsl::model::{FieldKind, MixedForm, MixedPage, MixedSet};
use datarep_dynamic::record::{RecordError, Values, read_mixed_text};
use datarep_dynamic::{Error, Record, Text};

fn record(fields: &str) -> Record {
    let text = Text::parse(&format!("record one {{ {fields} }}")).expect("the text has no faults");
    text.record("one").expect("it is in the text").clone()
}

fn fault(text: &str) -> String {
    Text::parse(text).expect_err("the text has a fault").to_string()
}

#[test]
fn texts_are_read_and_come_back() {
    let one = record(
        "id: u8; name: [mixed_ebcdic(cp930); 8]; street: [double_byte(cp930); 6]; tail: [[mixed_ebcdic(cp939); 2]; 2] { trim left; };",
    );
    let bytes = [
        7, 0xC1, 0x0E, 0x45, 0x62, 0x45, 0x66, 0x0F, 0x40, 0x45, 0x62, 0x40, 0x40, 0x40, 0x40, 0x40, 0xC1,
        0xC2, 0xC3, //
        8, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40,
        0x40, 0xC3,
    ];
    let rows = one.rows(&bytes).expect("two records");
    assert_eq!(rows.texts("name").unwrap().0, ["A日本", ""]);
    assert_eq!(rows.texts("street").unwrap().0, ["日", ""]);
    assert_eq!(rows.texts("tail").unwrap().0, ["A", "BC", "", "C"]);
    let (columns, losses) = rows.columns().unwrap();
    assert!(losses.is_none());
    assert_eq!(one.to_bytes(&columns).unwrap().0, bytes);
}

#[test]
fn faults_follow_the_rules_of_the_field() {
    let torn = [0xC1, 0x0E, 0x45, 0x62, 0xC1, 0xC2, 0x40, 0x40];
    let error = record("name: [mixed_ebcdic(cp930); 4];").rows(&torn).unwrap().texts("name").unwrap_err();
    let message = error.to_string();
    assert!(
        message.contains("record 0: `name`, item 3 at byte 3") && message.contains("unmapped"),
        "{message}"
    );

    let one = record("name: [mixed_ebcdic(cp930); 4] { on read { unmapped => substitute(63) } };");
    let (texts, losses) = one.rows(&torn).unwrap().texts("name").unwrap();
    assert_eq!((texts, losses.loss.of(Event::Unmapped)), (vec!["A日".to_owned(), "AB".to_owned()], 1));
    assert_eq!((losses.first[0].record, losses.first[0].offset), (0, 3));

    let one = record("name: [mixed_ebcdic(cp930); 4] { null if invalid | low_values; };");
    let rows = one.rows(&torn).unwrap();
    let (texts, missing, losses) = rows.read_nullable_texts(0).unwrap();
    assert_eq!((texts[1].as_str(), missing), ("AB", vec![true, false]));
    assert!(losses.is_none());
    let (columns, _) = rows.columns().unwrap();
    assert_eq!(one.to_bytes(&columns).unwrap().0, [0, 0, 0, 0, 0xC1, 0xC2, 0x40, 0x40]);

    let tolerant = record("name: [mixed_ebcdic(cp930); 4];");
    let read = tolerant.rows(&torn).unwrap().tolerant_values(0).unwrap();
    assert_eq!(read.values.missing(), Some(&[true, false][..]));
    assert_eq!((read.bad.len(), read.bad[0].offset, read.bad[0].event), (1, 3, Event::Unmapped));
}

#[test]
fn a_text_is_refused_that_does_not_fit() {
    let write = |one: &Record, text: &str| one.to_bytes(&[Values::Text(vec![text.to_owned()].into())]);
    let one = record("name: [mixed_ebcdic(cp933); 8] { on write { unmapped => substitute(63) } };");
    let (bytes, losses) = write(&one, "한글").unwrap();
    assert_eq!((bytes.len(), bytes[0], bytes[5], losses.is_none()), (8, 0x0E, 0x0F, true));
    assert_eq!(one.rows(&bytes).unwrap().texts("name").unwrap().0, ["한글"]);
    let Err(Error::Record(error)) = write(&one, "한글한글") else {
        panic!("ten bytes do not fit in eight")
    };
    assert!(matches!(*error, RecordError::TextBytes { taken: 10, bytes: 8, .. }), "{error}");
    let (bytes, losses) = write(&one, "\u{1F600}").unwrap();
    assert_eq!((bytes[0], losses.loss.of(Event::Unmapped)), (0x6F, 1));
    assert!(write(&record("name: [mixed_ebcdic(cp933); 8];"), "\u{1F600}").is_err());
    let exact = record("name: [mixed_ebcdic(cp933); 2] { padding none; };");
    assert!(write(&exact, "A").is_err() && write(&exact, "AB").is_ok());
}

#[test]
fn lengths_are_numbers_of_bytes() {
    let one = record("bytes: u8; name: [mixed_ebcdic(cp937); bytes]; end: u8;");
    let bytes = [5, 0x0E, 0x4C, 0x41, 0x0F, 0xC1, 9, 0, 8];
    let rows = one.rows(&bytes).unwrap();
    assert_eq!(rows.texts("name").unwrap().0, ["一A", ""]);
    let (columns, _) = rows.columns().unwrap();
    assert_eq!(one.to_bytes(&columns).unwrap().0.len(), bytes.len());
}

#[test]
fn a_mixed_text_decides() {
    let one =
        record("kind: [mixed_ebcdic(cp930); 2]; body: choice kind { \"A\" => x: u8; \"BC\" => y: u16; };");
    let bytes = [0xC1, 0x40, 7, 0xC2, 0xC3, 1, 2];
    let rows = one.rows(&bytes).unwrap();
    assert_eq!(rows.texts("kind").unwrap().0, ["A", "BC"]);
    let (columns, _) = rows.columns().unwrap();
    assert_eq!(columns[1].missing(), Some(&[false, true][..]));
    assert_eq!(one.to_bytes(&columns).unwrap().0, bytes);
    assert!(one.rows(&[0xC4, 0x40, 7]).unwrap_err().to_string().contains("is \"D\""));
}

/// What the language calls a page, is that page of the runtime: a character, and whether the page has the euro sign,
/// together tell each from all others.
#[test]
fn pages_are_in_the_same_order_in_the_language_and_in_the_runtime() {
    let known: [(&str, &[u8], &str, bool); 10] = [
        ("cp930", &[0x42], "｢", false),
        ("cp933", &[0x0E, 0xD0, 0x65, 0x0F], "한", false),
        ("cp935", &[0x0E, 0x59, 0xBA, 0x0F], "一", false),
        ("cp937", &[0x0E, 0x4C, 0x41, 0x0F], "一", false),
        ("cp939", &[0x42], "｡", false),
        ("cp1364", &[0x0E, 0xD0, 0x65, 0x0F], "한", true),
        ("cp1371", &[0x0E, 0x4C, 0x41, 0x0F], "一", true),
        ("cp1388", &[0x0E, 0x59, 0xBA, 0x0F], "一", true),
        ("cp1390", &[0x42], "｢", true),
        ("cp1399", &[0x42], "｡", true),
    ];
    let pages: Vec<&str> = MixedPage::all().map(MixedPage::name).collect();
    assert_eq!(pages, known.map(|(name, ..)| name));
    for (name, bytes, text, has_euro) in known {
        let set = MixedSet { page: MixedPage::find(name).unwrap(), form: MixedForm::Mixed };
        let (read, faults) = read_mixed_text(set, bytes, '?');
        assert_eq!((read.iter().collect::<String>(), faults), (text.to_owned(), 0), "{name}");
        let one = record(&format!("name: [{}; 4];", set.format()));
        let written = one.to_bytes(&[Values::Text(vec!["€".to_owned()].into())]);
        assert_eq!(written.is_ok(), has_euro, "{name}");
    }
    for page in MixedPage::all() {
        // Every substitute that the language allows is in every page.
        for form in MixedForm::ALL {
            let set = MixedSet { page, form };
            for code in (0..=0xFFFF_u32).filter(|code| set.has_substitute(*code)) {
                let text = char::from_u32(code).unwrap().to_string();
                let one = record(&format!("name: [{}; 2];", set.format()));
                let written = one.to_bytes(&[Values::Text(vec![text.clone()].into())]);
                assert!(written.is_ok(), "{}: {code:#x}", page.name());
            }
        }
    }
}

#[test]
fn what_only_a_whole_text_has_is_refused_elsewhere() {
    let message = fault("record one { name: mixed_ebcdic(cp930) as char; }");
    assert!(message.contains("field `name` cannot be `char`"), "{message}");
    let message = fault("datarep one extends external32 { character => mixed_ebcdic(cp930); }");
    assert!(message.contains("only for texts of records"), "{message}");
    let message = fault("record one { name: [double_byte(cp930); 3]; }");
    assert!(message.contains("write `[double_byte(cp930); 4]`"), "{message}");
    let message = fault("record one { name: [mixed_ebcdic(ibm930); 3]; }");
    assert!(message.contains("write `mixed_ebcdic(cp930)`"), "{message}");
    let message = fault("record one { name: [ebcdic(cp939); 3]; }");
    assert!(message.contains("mixed_ebcdic(cp939)"), "{message}");
    let message =
        fault("record one { kind: [double_byte(cp930); 2]; body: choice kind { \"A\" => x: u8; }; }");
    assert!(message.contains("`kind` cannot decide"), "{message}");
    let one = record("name: mixed_ebcdic(cp930);");
    assert!(matches!(one.fields()[0].described().kind, FieldKind::Text(_)));
}
