//! Overlays and choices by what is valid, in generated code: a struct with an `Option` for each alternative, and an enum.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use datarep::{Decimal, Error, ErrorClass};

datarep::datarep! {
    record sale {
        id: u8;
        amount: overlay {
            packed: packed_decimal(5, 2);
            letters: [ascii; 3];
            parts;
        };
        end: u8;
    }

    record parts { code: [ascii; 1]; rest: packed_decimal(3, 0); }

    record reading {
        id: u8;
        body: choice valid {
            number: packed_decimal(5, 0) { null if all 0x40; };
            part: parts;
            text: [ascii; 3];
            otherwise => raw: 3 bytes;
        };
        end: u8;
    }

    record counted {
        n: u8;
        body: overlay in 4 bytes {
            items: [packed_decimal(1, 0); n];
            text: [ascii; n];
            raw: 4 bytes;
        };
    }

    record open { body: choice valid { a: packed_decimal(3, 0); b: [ascii; 1]; }; }

    record ruled {
        body: choice valid { small: packed_decimal(3, 0) as i8 { on read { overflow => error } on write { overflow => error } }; text: [ascii; 2]; };
        _: 1 byte;
    }
}

fn number(text: &str) -> Decimal {
    text.parse().expect("a number")
}

#[test]
fn each_alternative_of_an_overlay_is_there_if_it_is_valid() -> Result<(), Error> {
    let file = [&[1, 0x12, 0x34, 0x5C, 9][..], &[2, b'J', 1, 0x2C, 9], &[3, b'a', b'b', b'c', 9]].concat();
    let (sales, loss) = sale::to_vec(&file)?;
    assert!(loss.is_none());
    assert_eq!(sales[0].amount.packed, Some(number("123.45")));
    assert_eq!(sales[0].amount.letters.map(|text| text.to_string()).as_deref(), Some("\u{12}4\\"));
    assert_eq!(sales[0].amount.parts.as_ref().map(|parts| parts.rest), Some(345));
    assert_eq!(sales[1].amount.packed, None);
    assert_eq!(sales[1].amount.parts.as_ref().map(|parts| parts.rest), Some(12));
    assert_eq!((&sales[2].amount.packed, &sales[2].amount.parts), (&None, &None));
    assert_eq!(sale::to_bytes(&sales)?.0, file);
    let error = sale::to_vec(&[1, 0xFF, 0xFF, 0xFF, 9]).expect_err("nothing is valid");
    assert_eq!(error.class(), ErrorClass::Count);
    assert!(error.to_string().contains("record 0: `amount` has no valid alternative"), "{error}");
    Ok(())
}

#[test]
fn an_overlay_is_written_by_the_alternative_that_keeps_all_values() -> Result<(), Error> {
    let write = |amount: SaleAmount| sale::to_bytes(&[Sale { id: 1, amount, end: 9 }]).map(|done| done.0);
    let packed = Some(number("123.45"));
    assert_eq!(write(SaleAmount { packed, ..SaleAmount::default() })?, [1, 0x12, 0x34, 0x5C, 9]);
    // The sign F of a number without one is kept by the text.
    let unsigned = [1, 0x12, 0x34, 0x5F, 9];
    assert_eq!(sale::to_bytes(&sale::to_vec(&unsigned)?.0)?.0, unsigned);
    let letters = sale::to_vec(b"\x01abc\x09")?.0[0].amount.letters;
    let error = write(SaleAmount { packed, letters, ..SaleAmount::default() }).expect_err("two values");
    assert!(
        error.to_string().contains("record 0: `amount` has the bytes of `packed`, which do not have the value that is given for `letters`"),
        "{error}"
    );
    let error = write(SaleAmount::default()).expect_err("nothing to write");
    assert!(error.to_string().contains("record 0: `amount` has no alternative"), "{error}");
    Ok(())
}

#[test]
fn the_first_alternative_that_is_valid_is_chosen() -> Result<(), Error> {
    let file = [
        &[1, 0x12, 0x34, 0x5C, 9][..],
        &[2, b'J', 0x01, 0x2C, 9],
        &[3, b'a', b'b', b'c', 9],
        &[4, 0xFF, 0xFE, 0xFD, 9],
        &[5, 0x40, 0x40, 0x40, 9],
    ]
    .concat();
    let (readings, _) = reading::to_vec(&file)?;
    assert_eq!(readings[0].body, ReadingBody::Number(Some(12345)));
    assert!(matches!(&readings[1].body, ReadingBody::Part(part) if part.rest == 12));
    assert!(matches!(&readings[2].body, ReadingBody::Text(text) if *text == "abc"));
    assert_eq!(readings[3].body, ReadingBody::Raw([0xFF, 0xFE, 0xFD]));
    assert_eq!(readings[4].body, ReadingBody::Number(None));
    assert_eq!(reading::to_bytes(&readings)?.0, file);
    // The bytes of a number are not a text to be read back.
    let body = ReadingBody::Raw([0x12, 0x34, 0x5C]);
    let wrong = [readings[0].clone(), Reading { id: 1, body, end: 9 }];
    let error = reading::to_bytes(&wrong).expect_err("it would be a number");
    assert!(
        error
            .to_string()
            .contains("record 1: `body` is written as `raw`, and its bytes would be read as `number`"),
        "{error}"
    );
    Ok(())
}

#[test]
fn alternatives_that_do_not_fit_are_invalid_where_the_bytes_are_stated() -> Result<(), Error> {
    let file = [2, 0x1C, 0x2C, 0, 0, 5, 0x1C, 0x1C, 0x1C, 0x1C, 1, 0xFF, 0, 0, 0];
    let (read, _) = counted::to_vec(&file)?;
    assert_eq!(read[0].body.items.as_deref(), Some(&[1, 2][..]));
    assert_eq!(read[1].body, CountedBody { raw: Some([0x1C; 4]), ..CountedBody::default() });
    assert_eq!(read[2].body, CountedBody { raw: Some([0xFF, 0, 0, 0]), ..CountedBody::default() });
    assert_eq!(counted::to_bytes(&read)?.0, file);
    // Without stated bytes the file may go on, so the record is incomplete.
    assert_eq!(open::to_vec(&[b'x', 0x12, 0x3C])?.0.len(), 2);
    let error = open::to_vec(&[0x12, 0x3C, 0x12]).expect_err("more bytes may follow");
    assert!(error.to_string().contains("record 1: `body.a` takes 2 bytes, and 1 are left"), "{error}");
    Ok(())
}

#[test]
fn rules_are_followed_in_an_alternative_that_is_valid() -> Result<(), Error> {
    let error = ruled::to_vec(&[0x99, 0x9C, 0]).expect_err("it does not fit");
    assert_eq!(error.class(), ErrorClass::Conversion);
    assert!(error.to_string().contains("body.small"), "{error}");
    assert!(matches!(&ruled::to_vec(b"ab\0")?.0[0].body, RuledBody::Text(_)));
    assert!(!ruled::loss(&[0x99, 0x9C, 0])?.is_none());
    Ok(())
}
