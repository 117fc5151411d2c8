//! Missing items of records: `null if …` in generated code.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use datarep::{Decimal, ErrorClass, Event};

datarep::datarep! {
    use ibm::hfp32;

    record reading {
        depth:  hfp32 { null if -9999.9 | all 0x40 | invalid; };
        name:   [ebcdic(cp037); 4] { null if spaces | low_values; };
        amount: zoned_decimal(3, 0) { null if spaces | high_values | invalid; };
        code:   i16 { null if 0x7FFF | -1; };
        prices: [packed_decimal(3, 1); 2] { null if low_values | 0; };
        value:  ieee::f64 { null if nan; };
    }

    record broken {
        digits: packed_decimal(3, 0) { null if invalid; };
    }

    record sized {
        count: u8;
        name:  [ascii; count] { null if spaces | all 0x2D; };
        tail:  [i16; count] { null if -1; };
    }
}

/// A record of values, of which none is missing.
const PRESENT: [u8; 27] = [
    0xC2, 0x76, 0xA0, 0x00, // -118.625
    0xC1, 0xC2, 0x40, 0x40, // AB
    0xF1, 0xF2, 0xC3, // 123
    0x00, 0x05, // 5
    0x12, 0x3C, 0x04, 0x5D, // 12.3 -4.5
    0x3F, 0xF8, 0, 0, 0, 0, 0, 0, // 1.5
    0, 0,
];

fn present() -> &'static [u8] {
    &PRESENT[..reading::BYTES]
}

#[test]
fn values_are_some_and_come_back() -> Result<(), datarep::Error> {
    let (records, loss) = reading::to_vec(present())?;
    let [one] = records.as_slice() else { panic!("one record: {records:?}") };
    assert_eq!((one.depth, one.amount, one.code, one.value), (Some(-118.625), Some(123), Some(5), Some(1.5)));
    assert!(one.name.is_some_and(|name| name == "AB"));
    let price = |number, scale| Decimal::try_from_i128_with_scale(number, scale).ok();
    assert_eq!(one.prices, [price(123, 1), price(-45, 1)]);
    assert!(loss.is_none());
    assert_eq!(reading::to_bytes(&records)?.0, present());
    Ok(())
}

/// Writes bytes over the present record at `at`, and reads it.
fn read_with(at: usize, bytes: &[u8]) -> Result<(Reading, datarep::Loss), datarep::Error> {
    let mut file = present().to_vec();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    let (records, loss) = reading::to_vec(&file)?;
    Ok((records[0], loss))
}

#[test]
fn each_case_is_none_and_is_not_counted() -> Result<(), datarep::Error> {
    // -9999.9 as it is stored, spaces of EBCDIC; no word of this format is invalid.
    for bytes in [[0xC4, 0x27, 0x0F, 0xE6], [0x40; 4]] {
        let (one, loss) = read_with(0, &bytes)?;
        assert_eq!(one.depth, None, "{bytes:02X?}");
        assert!(loss.is_none());
    }
    // Not normalized, and another number: not that item. Its bytes alone decide only where they are said.
    assert_eq!(read_with(0, &[0xC5, 0x02, 0x70, 0xFE])?.0.depth, Some(-9999.875));
    for bytes in [[0x40; 4], [0; 4]] {
        assert_eq!(read_with(4, &bytes)?.0.name, None);
    }
    assert!(read_with(4, &[0x40, 0x40, 0x40, 0xC1])?.0.name.is_some_and(|name| name == "   A"));
    for bytes in [[0x40; 3], [0xFF; 3], [0xF1, 0x40, 0xC3], [0xF1, 0xF2, 0x03]] {
        let (one, loss) = read_with(8, &bytes)?;
        assert_eq!(one.amount, None, "{bytes:02X?}");
        assert!(loss.is_none(), "{loss}");
    }
    assert_eq!(read_with(11, &[0x7F, 0xFF])?.0.code, None);
    assert_eq!(read_with(11, &[0xFF, 0xFF])?.0.code, None);
    assert_eq!(read_with(11, &[0x7F, 0xFE])?.0.code, Some(0x7FFE));
    // Every sign of zero is the number 0; zeros without a sign are low values.
    for bytes in [[0x00, 0x0C], [0x00, 0x0F], [0x00, 0x0D], [0, 0]] {
        let one = read_with(13, &bytes)?.0;
        assert_eq!((one.prices[0], one.prices[1].is_some()), (None, true), "{bytes:02X?}");
    }
    for bits in [f64::NAN.to_bits(), u64::MAX, 0x7FF0_0000_0000_0001] {
        let (one, loss) = read_with(17, &bits.to_be_bytes())?;
        assert_eq!(one.value, None);
        assert!(loss.is_none());
    }
    assert_eq!(read_with(17, &f64::INFINITY.to_be_bytes())?.0.value, Some(f64::INFINITY));
    Ok(())
}

#[test]
fn none_is_written_as_its_first_case() -> Result<(), datarep::Error> {
    let none = Reading { depth: None, name: None, amount: None, code: None, prices: [None; 2], value: None };
    let (bytes, loss) = reading::to_bytes(&[none])?;
    assert_eq!(bytes[..4], [0xC4, 0x27, 0x0F, 0xE6]);
    assert_eq!(bytes[4..11], [0x40; 7]);
    assert_eq!(bytes[11..17], [0x7F, 0xFF, 0, 0, 0, 0]);
    assert!(f64::from_be_bytes(bytes[17..25].try_into().expect("eight bytes")).is_nan());
    assert!(loss.is_none());
    assert_eq!(reading::to_vec(&bytes)?.0, [none]);
    Ok(())
}

#[test]
fn a_field_without_bytes_for_none_refuses_it() -> Result<(), datarep::Error> {
    let (records, loss) = broken::to_vec(&[0x12, 0x3C, 0x1A, 0x2C, 0x12, 0x34, 0, 0x5D])?;
    let digits: Vec<Option<i16>> = records.iter().map(|record| record.digits).collect();
    assert_eq!(digits, [Some(123), None, None, Some(-5)]);
    assert!(loss.is_none());
    let error = broken::to_bytes(&records).expect_err("a missing item");
    assert_eq!(error.class(), ErrorClass::Conversion);
    let message = error.to_string();
    assert!(message.contains("digits") && message.contains("missing"), "{message}");
    assert_eq!(broken::loss_on_write(&records).of(Event::Missing), 2);
    Ok(())
}

#[test]
fn arrays_and_texts_of_a_length_that_is_a_field_may_be_missing() -> Result<(), datarep::Error> {
    let bytes = [2, b'-', b'-', 0, 1, 0xFF, 0xFF, 1, b' ', 0, 7, 2, b'O', b'K', 0xFF, 0xFF, 0, 2, 0];
    let (records, _) = sized::to_vec(&bytes)?;
    let names: Vec<Option<&str>> = records.iter().map(|record| record.name.as_deref()).collect();
    // Without characters there is nothing to be missing.
    assert_eq!(names, [None, None, Some("OK"), Some("")]);
    let tails: Vec<Vec<Option<i16>>> = records.iter().map(|record| record.tail.clone()).collect();
    assert_eq!(tails, [vec![Some(1), None], vec![Some(7)], vec![None, Some(2)], vec![]]);
    let (mut written, _) = sized::to_bytes(&records)?;
    // The first case is what is written.
    assert_eq!(written[1..3], *b"  ");
    written[1..3].copy_from_slice(b"--");
    assert_eq!(written, bytes);
    Ok(())
}

datarep::datarep! {
    record zero_is_missing { amount: packed_decimal(1, 0) { null if 0; }; }
}

/// A zero stands in the place of an item that is refused. It is no missing item.
#[test]
fn digits_that_are_not_valid_are_no_missing_zero() {
    let amounts = zero_is_missing::to_vec(&[0x0C, 0x0D, 0x3C]).expect("three digits").0;
    let amounts: Vec<_> = amounts.iter().map(|row| row.amount).collect();
    assert_eq!(amounts, [None, None, Some(3)]);
    zero_is_missing::to_vec(&[0x0C, 0xF0]).expect_err("the digit is not valid");
}
