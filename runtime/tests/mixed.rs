//! Texts with characters of one and of two bytes, in generated code.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use datarep::chars::MixedChars;
use datarep::{ErrorClass, Event};

datarep::datarep! {
    record customer {
        name:   [mixed_ebcdic(cp930); 12];
        street: [double_byte(cp930); 6] { null if spaces; };
        code:   [mixed_ebcdic(cp939); 4] { trim left; null if invalid | low_values; };
        exact:  [mixed_ebcdic(cp1399); 3] { padding none; };
        marks:  [double_byte(cp1399); 4] { padding zeros; };
        lines:  [[mixed_ebcdic(cp935); 4]; 2] { on read { unmapped => substitute(35) } on write { unmapped => substitute(63) } };
    }

    record chosen {
        kind: [mixed_ebcdic(cp930); 2];
        body: choice kind { "A" => x: u8; "BC" => y: u16; };
    }

    record sized {
        bytes: u8;
        name:  [mixed_ebcdic(cp1388); bytes];
        note:  [mixed_ebcdic(cp1388); bytes] { null if spaces | invalid; };
    }
}

/// 日本, 東京 and ABC, and what lies around them.
const CUSTOMER: [u8; 37] = [
    0xC1, 0x0E, 0x45, 0x62, 0x45, 0x66, 0x0F, 0xC2, 0x40, 0x40, 0x40, 0x40, // A日本B
    0x45, 0x62, 0x45, 0x66, 0x40, 0x40, // 日本
    0x40, 0xC1, 0xC2, 0xC3, // ABC
    0xC1, 0xC2, 0x40, // AB and a space
    0x45, 0x62, 0, 0, // 日
    0xC1, 0xC2, 0x40, 0x40, 0xC3, 0x40, 0x40, 0x40, // AB, C
];

#[test]
fn texts_are_read_and_come_back() -> Result<(), datarep::Error> {
    assert_eq!(customer::BYTES, CUSTOMER.len());
    let (records, loss) = customer::to_vec(&CUSTOMER)?;
    let [one] = records.as_slice() else { panic!("one record: {records:?}") };
    assert_eq!(one.name, "A日本B");
    assert!(one.street.is_some_and(|street| street == "日本"));
    assert!(one.code.is_some_and(|code| code == "ABC"));
    assert_eq!(one.exact, "AB ");
    assert_eq!(one.marks, "日");
    assert_eq!(one.lines.map(String::from), ["AB", "C"]);
    assert!(loss.is_none());
    assert_eq!(customer::to_bytes(&records)?.0, CUSTOMER);
    Ok(())
}

#[test]
fn missing_texts_are_none_and_come_back() -> Result<(), datarep::Error> {
    let mut bytes = CUSTOMER;
    bytes[12..18].fill(0x40);
    bytes[18..22].fill(0);
    let (records, _) = customer::to_vec(&bytes)?;
    assert_eq!((records[0].street, records[0].code), (None, None));
    assert_eq!(customer::to_bytes(&records)?.0, bytes);
    // A pair without its second byte is no text.
    bytes[18..22].copy_from_slice(&[0x0E, 0x45, 0x62, 0x45]);
    assert_eq!(customer::to_vec(&bytes)?.0[0].code, None);
    Ok(())
}

#[test]
fn faults_follow_the_rules_of_the_field() -> Result<(), datarep::Error> {
    let mut bytes = CUSTOMER;
    bytes[29..33].copy_from_slice(&[0x0E, 0xFE, 0xFE, 0x0F]);
    let (mut records, loss) = customer::to_vec(&bytes)?;
    assert_eq!((records[0].lines[0], loss.of(Event::Unmapped)), ("#".try_into()?, 1));
    records[0].lines[0] = "\u{1F600}".try_into()?;
    let (written, loss) = customer::to_bytes(&records)?;
    assert_eq!((&written[29..33], loss.of(Event::Unmapped)), (&[0x6F, 0x40, 0x40, 0x40][..], 1));
    // The rule of the other fields is `error`.
    bytes[6] = 0x41;
    let error = customer::to_vec(&bytes).expect_err("the text ends among pairs");
    assert_eq!(error.class(), ErrorClass::Conversion);
    assert!(
        error.to_string().contains("name") && error.to_string().contains("mixed_ebcdic(cp930)"),
        "{error}"
    );
    assert!(customer::loss(&bytes)?.of(Event::Unmapped) > 1);
    records[0].name = "\u{1F600}".try_into()?;
    assert!(customer::to_bytes(&records).is_err());
    Ok(())
}

#[test]
fn a_text_is_not_cut_to_fit() -> Result<(), datarep::Error> {
    let (mut records, _) = customer::to_vec(&CUSTOMER)?;
    // Five pairs and two shifts.
    records[0].name = "日日日日日".try_into()?;
    assert_eq!(&customer::to_bytes(&records)?.0[10..12], &[0x62, 0x0F]);
    records[0].name = "日日日日日A".try_into()?;
    let error = customer::to_bytes(&records).expect_err("13 bytes do not fit in 12").to_string();
    assert!(error.contains("name") && error.contains("13 bytes"), "{error}");
    assert!(MixedChars::<2>::try_from("ABC").is_err());
    records[0].name = MixedChars::default();
    // A text without padding has all bytes of its field.
    records[0].exact = "AB".try_into()?;
    assert!(customer::to_bytes(&records).is_err());
    Ok(())
}

#[test]
fn a_mixed_text_decides() -> Result<(), datarep::Error> {
    let bytes = [0xC1, 0x40, 7, 0xC2, 0xC3, 1, 2];
    let (records, _) = chosen::to_vec(&bytes)?;
    assert_eq!((&records[0].body, &records[1].body), (&ChosenBody::X(7), &ChosenBody::Y(0x0102)));
    assert_eq!(chosen::to_bytes(&records)?.0, bytes);
    assert!(chosen::to_vec(&[0xC4, 0x40, 7]).is_err());
    Ok(())
}

#[test]
fn lengths_are_numbers_of_bytes() -> Result<(), datarep::Error> {
    let bytes = [6, 0xC1, 0x0E, 0x59, 0xBA, 0x0F, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40];
    let (records, loss) = sized::to_vec(&bytes)?;
    assert_eq!((records[0].name.chars().count(), &records[0].note), (2, &None));
    assert!(loss.is_none() && records[0].name.starts_with('A'));
    assert_eq!(sized::to_bytes(&records)?.0, bytes);
    let mut longer = records.clone();
    longer[0].name.push_str("AB");
    assert!(sized::to_bytes(&longer).is_err());
    longer[0] = records[0].clone();
    longer[0].note = Some("B".to_owned());
    assert_eq!(sized::to_bytes(&longer)?.0[7..], [0xC2, 0x40, 0x40, 0x40, 0x40, 0x40]);
    let torn = [3, 0x0E, 0x59, 0xBA, 0x0E, 0x59, 0xBA];
    assert!(sized::to_vec(&torn).is_err());
    assert_eq!(sized::loss(&torn)?.of(Event::Unmapped), 1);
    Ok(())
}
