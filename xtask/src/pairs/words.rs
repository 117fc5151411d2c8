//! The words of a format that are converted.

use datarep_dsl::model::Format;
use datarep_dsl::words::encode_value;
use datarep_oracle::reference::mask;
use datarep_workshop::chance::Chance;

/// Numbers as people write them: small ones, with fractions, as long as the digits of decimals, near powers of two.
const NUMBERS: &[&str] = &[
    "1",
    "2",
    "3",
    "7",
    "10",
    "100",
    "1000",
    "0.1",
    "0.2",
    "0.5",
    "0.25",
    "1.1",
    "1.5",
    "2.5",
    "3.5",
    "12.5",
    "0.125",
    "123.456",
    "9400325.8",
    "99999.99",
    "0.001",
    "0.015",
    "1e-10",
    "1e10",
    "1e20",
    "1e-20",
    "1e37",
    "1e-37",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "8388607",
    "8388609",
    "16777215",
    "16777217",
    "2147483647",
    "2147483648",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "1000000000000000000",
    "99999999999999900",
    "9999999999999999999999999999999999",
    "12345678901234567890123456789012345",
    "1267650600228229401496703205377",
    "170141183460469231731687303715884105727",
    "0.3333333333333333333333333333333333",
];

/// Words of a source.
#[derive(Debug)]
pub(super) struct Words(pub(super) Vec<u128>);

impl Words {
    /// Zero, each bit alone and each bit missing, the words of numbers and of random decimals of either sign, and random
    /// words.
    pub(super) fn new(format: &Format) -> Words {
        let all = mask(format.bits);
        let mut words = vec![0, all, all >> 1];
        words.extend((0..format.bits).flat_map(|bit| [1 << bit, all ^ 1 << bit]));
        let mut chance = Chance::new(u64::from(format.bits));
        let random = (0..24).map(|_| draw_decimal(&mut chance)).collect::<Vec<_>>();
        for number in NUMBERS.iter().map(|&number| number.to_owned()).chain(random) {
            let negative = format!("-{number}");
            words.extend(
                [number, negative]
                    .iter()
                    .filter_map(|number| encode_value(format, number).ok())
                    .map(|one| one.word),
            );
        }
        words.extend((0..24).map(|_| chance.next_u128() & all));
        words.sort_unstable();
        words.dedup();
        Words(words)
    }
}

/// A decimal of up to 34 digits, with the point somewhere among them or far away.
fn draw_decimal(chance: &mut Chance) -> String {
    let digits = chance.next_u128() % 10_u128.pow(chance.draw_between(1, 34));
    let places = if chance.percent(80) { chance.draw_below(35) } else { chance.draw_below(300) };
    format!("{digits}e-{places}")
}
