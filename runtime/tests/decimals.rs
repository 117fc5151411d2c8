//! Decimals in slices at every level of the processor, compared with the same items one by one: slices of all lengths,
//! and items that are not digits among others.

use crate::levels::at_every_level;
use datarep::{Datarep, Loss};

datarep::datarep! {
    datarep digits {
        order big;
        others => unsupported;
        on read  { overflow => saturate, reserved => nan, invalid => zero }
        on write { overflow => saturate, infinity => saturate, nan => zero, underflow => zero }
    }

    datarep packed_4  extends digits { integer { 4 => packed_decimal(7, 0), 8 => packed_decimal(7, 0) } }
    datarep packed_5  extends digits { integer { 4 => packed_decimal(9, 0), 8 => packed_decimal(9, 0) } }
    datarep packed_6  extends digits { integer { 8 => packed_decimal(11, 0) } }
    datarep packed_7  extends digits { integer { 8 => packed_decimal(12, 0) } }
    datarep packed_8  extends digits { integer { 8 => packed_decimal(15, 0) } }
    datarep packed_9  extends digits { integer { 8 => packed_decimal(17, 0) } }
    datarep packed_10 extends digits { integer { 8 => packed_decimal(18, 0) } }
    datarep packed_11 extends digits { integer { 8 => packed_decimal(21, 0) } }
    datarep x87       extends digits { integer { 8 => x87_bcd } }
    datarep zoned_3   extends digits { integer { 4 => zoned_decimal(3, 0), 8 => zoned_decimal(3, 0) } }
    datarep zoned_5   extends digits { integer { 4 => zoned_decimal(5, 0), 8 => zoned_decimal(5, 0) } }
    datarep zoned_8   extends digits { integer { 4 => zoned_decimal(8, 0), 8 => zoned_decimal(8, 0) } }
    datarep zoned_9   extends digits { integer { 8 => zoned_decimal(9, 0) } }
    datarep zoned_13  extends digits { integer { 8 => zoned_decimal(13, 0) } }
    datarep zoned_16  extends digits { integer { 8 => zoned_decimal(16, 0) } }
    datarep zoned_18  extends digits { integer { 8 => zoned_decimal(18, 0) } }
    datarep zoned_19  extends digits { integer { 8 => zoned_decimal(19, 0) } }
    datarep zoned_20  extends digits { integer { 8 => zoned_decimal(20, 0) } }
    datarep bare_packed extends digits { integer { 4 => packed_decimal(2, 0, no_sign), 8 => packed_decimal(2, 0, no_sign) } }
    datarep bare_zoned  extends digits { integer { 4 => zoned_decimal(2, 0, no_sign), 8 => zoned_decimal(2, 0, no_sign) } }
    datarep bare_ascii  extends digits { integer { 4 => zoned_decimal(2, 0, ascii, no_sign), 8 => zoned_decimal(2, 0, ascii, no_sign) } }
    datarep plus_zoned  extends digits { integer { 4 => zoned_decimal(2, 0, unsigned), 8 => zoned_decimal(2, 0, unsigned) } }
    datarep twos_5    extends digits { integer { 8 => twos(40) } }
    datarep twos_12   extends digits { integer { 8 => twos(96) } }
}

/// Pseudorandom numbers.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// The items of a slice and their counts, with one call for each item.
fn one_by_one(datarep: &Datarep, native: &[i64], extent: usize) -> (Vec<u8>, Loss) {
    let (mut file, mut met) = (Vec::new(), Loss::default());
    for item in native {
        let mut bytes = vec![0; extent];
        met += datarep.write(&[*item], &mut bytes).expect("no rule is an error");
        file.extend(bytes);
    }
    (file, met)
}

fn compare(datarep: &Datarep, digits: u32) {
    let extent = datarep.to_bytes(&[0_i64]).expect("integers are mapped").0.len();
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    let range = 10_i128.pow(digits);
    let native: Vec<i64> = (0..700)
        .map(|index| {
            let number = i128::from(chance.next().cast_signed()) * i128::from(chance.next() >> 32);
            let number = number >> (chance.next() % 90);
            // A number that does not fit in the digits comes after many that do.
            let fitted = if index % 311 == 300 { number } else { number % range };
            i64::try_from(fitted).unwrap_or(i64::MIN)
        })
        .collect();
    at_every_level(|level| {
        let (expected, met) = one_by_one(datarep, &native, extent);
        for count in [0, 1, 31, 32, 33, 64, 255, 700] {
            let mut file = vec![0xEE; count * extent];
            let loss = datarep.write(&native[..count], &mut file).expect("no rule is an error");
            assert_eq!(file, expected[..count * extent], "{} {level} {count}", datarep.name());
            assert!(count < 700 || loss == met, "{} {level}", datarep.name());
        }
        // Also bytes that are not digits, one in some items.
        let mut file = expected.clone();
        for index in (100..700).step_by(97) {
            file[index * extent + index % extent] = chance.next().to_le_bytes()[0];
        }
        let mut back = vec![0; 700];
        let loss = datarep.read(&file, &mut back).expect("no rule is an error");
        let mut met = Loss::default();
        for (bytes, whole) in file.chunks_exact(extent).zip(&back) {
            let mut item = [0_i64];
            met += datarep.read(bytes, &mut item).expect("no rule is an error");
            assert_eq!(item, [*whole], "{} {level} {bytes:02x?}", datarep.name());
        }
        assert_eq!(loss, met, "{} {level}", datarep.name());
        assert_eq!(back[..90], native[..90]);
    });
}

#[test]
fn packed_decimals_are_those_of_single_items() {
    let formats: [(&Datarep, u32); 9] = [
        (packed_4::DATAREP, 7),
        (packed_5::DATAREP, 9),
        (packed_6::DATAREP, 11),
        (packed_7::DATAREP, 12),
        (packed_8::DATAREP, 15),
        (packed_9::DATAREP, 17),
        (packed_10::DATAREP, 18),
        (packed_11::DATAREP, 21),
        (x87::DATAREP, 18),
    ];
    for (datarep, digits) in formats {
        compare(datarep, digits);
    }
}

#[test]
fn zoned_decimals_are_those_of_single_items() {
    let formats: [(&Datarep, u32); 9] = [
        (zoned_3::DATAREP, 3),
        (zoned_5::DATAREP, 5),
        (zoned_8::DATAREP, 8),
        (zoned_9::DATAREP, 9),
        (zoned_13::DATAREP, 13),
        (zoned_16::DATAREP, 16),
        (zoned_18::DATAREP, 18),
        (zoned_19::DATAREP, 19),
        (zoned_20::DATAREP, 20),
    ];
    for (datarep, digits) in formats {
        compare(datarep, digits);
    }
}

#[test]
fn integers_of_uneven_lengths_are_those_of_single_items() {
    for datarep in [twos_5::DATAREP, twos_12::DATAREP] {
        compare(datarep, 11);
    }
}

/// Without a sign, every byte but that of a plain digit is invalid in the last place: that with a plus, too.
#[test]
fn bytes_with_a_sign_are_invalid_where_there_is_none() {
    let plain = |zone: u8| move |byte: u8| byte.checked_sub(zone).filter(|digit| *digit <= 9);
    let packed = |byte: u8| Some(byte >> 4).filter(|digit| *digit <= 9 && byte & 0xF == 0xF);
    let plus = |byte: u8| {
        Some(byte & 0xF).filter(|digit| *digit <= 9 && [0xA, 0xC, 0xE, 0xF].contains(&(byte >> 4)))
    };
    at_every_level(|_| {
        check_last_bytes(bare_packed::DATAREP, 0x01, &packed, 10);
        check_last_bytes(bare_zoned::DATAREP, 0xF1, &plain(0xF0), 10);
        check_last_bytes(bare_ascii::DATAREP, b'1', &plain(b'0'), 10);
        check_last_bytes(plus_zoned::DATAREP, 0xF1, &plus, 40);
    });
}

/// Reads a number for each byte in its last place, all in one call and each in its own, and writes those that are valid.
fn check_last_bytes(datarep: &Datarep, first: u8, meaning: &dyn Fn(u8) -> Option<u8>, valid: usize) {
    let wanted: Vec<Option<i64>> =
        (0..=u8::MAX).map(|byte| meaning(byte).map(|digit| 10 + i64::from(digit))).collect();
    assert_eq!(wanted.iter().flatten().count(), valid);
    let file: Vec<u8> = (0..=u8::MAX).flat_map(|byte| [first, byte]).collect();
    let (values, loss) = datarep.to_vec::<i64>(&file).expect("no rule is an error");
    let given: Vec<i64> = wanted.iter().map(|number| number.unwrap_or_default()).collect();
    assert_eq!((values, loss.invalid), (given, (256 - valid) as u64));
    for (byte, wanted) in (0..=u8::MAX).zip(&wanted) {
        let (values, loss) = datarep.to_vec::<i32>(&[first, byte]).expect("no rule is an error");
        let given = wanted.map_or(0, |number| i32::try_from(number).expect("two digits"));
        assert_eq!((values, loss.invalid), (vec![given], u64::from(wanted.is_none())), "{byte:#04x}");
    }
    let numbers: Vec<i64> = (10..20).collect();
    let (bytes, loss) = datarep.to_bytes(&numbers).expect("no rule is an error");
    assert!(loss.is_none());
    assert_eq!(datarep.to_vec::<i64>(&bytes).expect("no rule is an error"), (numbers, Loss::default()));
}
