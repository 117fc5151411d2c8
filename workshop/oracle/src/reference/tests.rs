//! Compares the reference with its slow version, golden words and published vectors, and checks the properties that it
//! must have.

use std::collections::HashMap;

use datarep_dsl::model::{Class, Float, Format, FormatKind, OverflowRule, Policy, Rounding, UnderflowRule};
use datarep_dsl::source::Source;

use super::golden::GOLDEN;
use super::slow::{self, Dyadic, Meaning, Rounded};
use super::{Decoded, INEXACT, Kind, OVERFLOW, Table, UNDERFLOW, convert_table_word as convert};

/// Formats that no machine has, for corner cases.
const CORNERS: (&str, &str) = ("corners", include_str!("../../build/corners.datarep"));

const ROUNDINGS: [Rounding; 5] =
    [Rounding::NearestEven, Rounding::TowardZero, Rounding::NearestAway, Rounding::Up, Rounding::Down];

/// The float formats of the standard library with their tables.
fn library() -> Vec<(Format, Float, Table<u128>)> {
    let mut found = Vec::new();
    for (family, text) in datarep_dsl::standard::families().iter().chain(&[CORNERS]) {
        let source = Source { name: format!("{family}.datarep"), text: (*text).to_owned(), first_line: 1 };
        let model = datarep_dsl::compile(&source).unwrap();
        for format in model.formats {
            if let FormatKind::Float(float) = format.kind.clone() {
                let reference = Table::new(&format).unwrap_or_else(|fault| panic!("{fault}"));
                found.push((format, float, reference));
            }
        }
    }
    assert!(found.len() > 60, "{} formats", found.len());
    found
}

fn mask(bits: u32) -> u128 {
    super::mask(bits)
}

/// Pseudorandom numbers.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u128 {
        let mut half = || {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            u128::from(self.0)
        };
        half() << 64 | half()
    }

    /// A word of which any bit may be set, or one with long runs of equal bits.
    fn word(&mut self, bits: u32) -> u128 {
        let (word, kind) = (self.next(), self.next() % 4);
        let cut = u32::try_from(self.next() % u128::from(bits)).unwrap();
        let word = match kind {
            0 => word,
            1 => word & mask(cut),
            2 => word | mask(cut),
            _ => (word & !mask(cut)) | 1 << cut,
        };
        word & mask(bits)
    }
}

fn exponent_bits(float: &Float) -> u32 {
    float.exponent.iter().map(|range| range.width()).sum()
}

#[test]
fn words_mean_what_the_slow_version_says() {
    let mut chance = Chance(0x1234_5678_9ABC_DEF1);
    for (format, float, reference) in library() {
        let count = if exponent_bits(&float) > 11 { 200 } else { 3000 };
        for _ in 0..count {
            let word = chance.word(format.bits);
            let fast = reference.decode(word);
            let expected = match slow::decode(&float, format.bits, word) {
                Meaning::Number { negative, value } if value.digits != 0_u8.into() => {
                    assert_eq!(fast.kind, Kind::Finite, "{} {word:#x}", format.name);
                    assert_eq!(fast.negative, negative, "{} {word:#x}", format.name);
                    let ours = Dyadic::new(fast.significand, fast.exponent.into());
                    assert_eq!(ours, value, "{} {word:#x}", format.name);
                    continue;
                }
                Meaning::Number { .. } | Meaning::Special(Class::Zero) => Kind::Zero,
                Meaning::Special(Class::Infinity) => Kind::Infinity,
                Meaning::Special(Class::Nan) => Kind::Nan,
                Meaning::Special(Class::Missing) => Kind::Missing,
                Meaning::Special(Class::Reserved | Class::Invalid) => Kind::Reserved,
                Meaning::Special(Class::Overflow) => Kind::Overflow,
                Meaning::Special(Class::Underflow) => Kind::Underflow,
                Meaning::Special(Class::Subnormal) => unreachable!("a subnormal is a number"),
            };
            assert_eq!(fast.kind, expected, "{} {word:#x}", format.name);
        }
    }
}

#[test]
fn values_round_as_the_slow_version_says() {
    let mut chance = Chance(0x0F1E_2D3C_4B5A_6978);
    for (format, float, reference) in library() {
        let count = match exponent_bits(&float) {
            0..=8 => 120,
            9..=11 => 24,
            _ => 2,
        };
        for index in 0..count {
            // Take numbers of the format, numbers beside them, and numbers beyond its range.
            let near = reference.decode(chance.word(format.bits));
            let (significand, exponent) = match near.kind {
                Kind::Finite if index % 4 != 0 => (near.significand, near.exponent),
                _ => (chance.next() >> 80 | 1, i32::try_from(chance.next() % 600).unwrap() - 300),
            };
            let up = significand.leading_zeros().min(20).saturating_sub(4);
            let jitter = if index % 3 == 0 { 0 } else { chance.next() % (1 << up) };
            let jitter = if index % 5 == 1 && up > 0 { 1 << (up - 1) } else { jitter };
            let significand = significand << up | jitter;
            let value = Decoded {
                kind: Kind::Finite,
                negative: index % 2 == 0,
                significand,
                exponent: exponent - up.cast_signed(),
            };
            let rounding = ROUNDINGS[index % ROUNDINGS.len()];
            let flush = index % 7 == 0;
            check_rounding(&format, &float, &reference, value, rounding, flush);
        }
    }
}

fn check_rounding(
    format: &Format,
    float: &Float,
    reference: &Table<u128>,
    value: Decoded<u128>,
    rounding: Rounding,
    flush: bool,
) {
    let underflow = if flush { UnderflowRule::Zero } else { UnderflowRule::Subnormal };
    let policy = Policy { rounding, underflow, overflow: OverflowRule::Saturate, ..Policy::DEFAULT };
    let (word, events) = reference.round_finite(value, &policy);
    let context = || format!("{} {value:?} {rounding:?}: {word:#x} {events:#b}", format.name);
    if float.sign.is_none() && value.negative {
        assert_eq!(events, OVERFLOW, "{}", context());
        return;
    }
    let exact = Dyadic::new(value.significand, value.exponent.into());
    let meaning = slow::decode(float, format.bits, word);
    let is_zero = match &meaning {
        Meaning::Special(class) => *class == Class::Zero,
        Meaning::Number { value, .. } => value.digits == 0_u8.into(),
    };
    match slow::round(float, value.negative, &exact, rounding) {
        Rounded::Beyond => assert_eq!(events, OVERFLOW, "{}", context()),
        Rounded::Number(number) => {
            let inexact = if number == exact { 0 } else { INEXACT };
            assert_eq!(events, inexact, "{}", context());
            let expected = Meaning::Number { negative: value.negative, value: number };
            assert_eq!(meaning, expected, "{}", context());
        }
        // A format with exponents alone has no zero. Every value below its smallest number becomes that number.
        Rounded::Tiny(_) if !reference.has_zero => {
            assert_eq!(events, UNDERFLOW, "{}", context());
            let number = slow::smallest(float, format.bits, value.negative);
            let expected = Meaning::Number { negative: value.negative, value: number };
            assert_eq!(meaning, expected, "{}", context());
        }
        Rounded::Tiny(number) => {
            if flush || is_zero {
                assert_eq!(events, UNDERFLOW, "{}", context());
                assert!(is_zero, "{}", context());
            } else {
                let inexact = if number == exact { 0 } else { UNDERFLOW };
                assert_eq!(events, inexact, "{}", context());
                let expected = Meaning::Number { negative: value.negative, value: number };
                assert_eq!(meaning, expected, "{}", context());
            }
            let gradual = reference.sides[usize::from(value.negative)].gradual.is_some();
            assert_eq!(is_zero, flush || !gradual || number_is_zero(&exact, reference, value, rounding));
        }
    }
}

/// Whether a value rounds to zero, because it is less than the smallest number and is rounded down.
fn number_is_zero(exact: &Dyadic, reference: &Table<u128>, value: Decoded<u128>, rounding: Rounding) -> bool {
    let side = &reference.sides[usize::from(value.negative)];
    let unit = Dyadic::new(1, side.base.into());
    let half = Dyadic::new(1, i64::from(side.base) - 1);
    match rounding {
        Rounding::NearestEven => *exact <= half,
        Rounding::NearestAway => *exact < half,
        Rounding::TowardZero => *exact < unit,
        Rounding::Up => value.negative && *exact < unit,
        Rounding::Down => !value.negative && *exact < unit,
    }
}

#[test]
fn golden_words() {
    let library: HashMap<String, Table<u128>> =
        library().into_iter().map(|(format, _, reference)| (format.name, reference)).collect();
    // 0.1 with as many bits as there are; the last one is set and stands for the bits that follow.
    let tenth = Decoded {
        kind: Kind::Finite,
        negative: false,
        significand: ((u128::MAX / 10) << 1) | 1,
        exponent: -129,
    };
    let number =
        |negative, significand, exponent| Decoded { kind: Kind::Finite, negative, significand, exponent };
    for (name, one, minus_one, a_tenth, other) in GOLDEN {
        let reference = library.get(*name).unwrap_or_else(|| panic!("there is no `{name}`"));
        let numbers =
            [(one, number(false, 1, 0)), (minus_one, number(true, 1, 0)), (other, number(true, 15, -1))];
        for (word, value) in numbers {
            let decoded = reference.decode(*word);
            let ours = Dyadic::new(decoded.significand, decoded.exponent.into());
            let exact = ours == Dyadic::new(value.significand, value.exponent.into());
            // Only -7.5 is beyond the precision of some formats.
            assert!(exact || (word == other && reference.bits <= 8), "{name} {word:#x}");
            assert_eq!(decoded.negative, value.negative, "{name}");
            let events = if exact { 0 } else { INEXACT };
            assert_eq!(reference.round_finite(value, &Policy::DEFAULT), (*word, events), "{name}");
        }
        if let Some(word) = a_tenth {
            let (made, events) = reference.round_finite(tenth, &Policy::DEFAULT);
            assert_eq!(made, *word, "{name}");
            // In the smallest formats 0.1 is a subnormal number.
            assert!(events == INEXACT || (events == UNDERFLOW && reference.bits <= 8), "{name}");
        }
    }
}

/// The numbers of a float without an exponent are the multiples of a unit, even if a significand of one bit leaves no
/// numbers below the normal ones.
#[test]
fn a_unit_of_one_bit_is_fixed_point() {
    let text = "float tiny = S1 F1 where value = S.F { order left_justified(1); }
        float wide = S1 F7 where value = S.F;";
    let source = Source { name: "tiny.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    let model = datarep_dsl::compile(&source).unwrap();
    let [tiny, wide] = ["tiny", "wide"].map(|name| {
        Table::<u128>::new(model.formats.iter().find(|format| format.name == name).unwrap()).unwrap()
    });
    // 1/128.
    assert_eq!(convert(&wide, &tiny, &Policy::DEFAULT, 1), (0, INEXACT));
}

/// If `E == 0` is subnormal and there are exponents below 0, a number has two words: one with an ordinary exponent,
/// which is written, and a subnormal one.
#[test]
fn ordinary_exponents_come_before_subnormal_ones() {
    let text = "float number = S1 E2 F27 where value = S.F * 2^(E - 4) {
        exponent twos_complement; ieee; order right_justified(4);
    }";
    let source = Source { name: "number.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    let model = datarep_dsl::compile(&source).unwrap();
    let format = model.formats.iter().find(|format| format.name == "number").unwrap();
    let reference = Table::<u128>::new(format).unwrap();
    // 0.611 × 2^-6, with the exponents -2 and 0.
    let (ordinary, subnormal) = (0x14E5_2663, 0x04E5_2663);
    assert_eq!(reference.decode(ordinary), reference.decode(subnormal));
    for word in [ordinary, subnormal] {
        assert_eq!(convert(&reference, &reference, &Policy::DEFAULT, word), (ordinary, 0), "{word:#x}");
    }
}

/// The corpus's name of each format with published words, its name here, and the byte order in the file.
const PUBLISHED: [(&str, (&str, &str)); 26] = [
    ("borland48", ("borland48", "little")),
    ("cdc60_word", ("cdc60", "big")),
    ("cray64", ("cray64", "big")),
    ("f32le", ("f32", "little")),
    ("f64le", ("f64", "little")),
    ("float8_e4m3fn", ("f8e4m3fn", "big")),
    ("float8_e5m2", ("f8e5m2", "big")),
    ("ibm128", ("hfp128", "big")),
    ("ibm32", ("hfp32", "big")),
    ("ibm64", ("hfp64", "big")),
    ("mbf32", ("mbf32", "little")),
    ("mbf64", ("mbf64", "little")),
    ("mil1750a32", ("m1750_32", "big")),
    ("mil1750a48", ("m1750_48", "big")),
    ("pdp11d", ("pdp11_d", "pdp")),
    ("pdp11f", ("pdp11_f", "pdp")),
    ("univac36_word", ("univac36", "big")),
    ("univac72_word", ("univac72", "big")),
    ("vaxd", ("vax_d", "pdp")),
    ("vaxf", ("vax_f", "pdp")),
    ("vaxg", ("vax_g", "pdp")),
    ("vaxh", ("vax_h", "pdp")),
    ("x87le", ("x87_80", "little")),
    ("xs128", ("mbf40", "big")),
    ("xs256", ("hp3000_32", "big")),
    ("xs256d", ("hp3000_64", "big")),
];

/// Published words, if `DATAREP_CORPUS` names a corpus.
#[test]
fn published_vectors() {
    let Some(corpus) = std::env::var_os("DATAREP_CORPUS").filter(|path| !path.is_empty()) else { return };
    let path = std::path::Path::new(&corpus).join("vectors").join("vectors.csv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let names = HashMap::from(PUBLISHED);
    let library: HashMap<String, Table<u128>> =
        library().into_iter().map(|(format, _, reference)| (format.name, reference)).collect();
    let mut compared = 0;
    for line in text.lines().skip(1) {
        let cells = cells(line);
        let Some((name, order)) = names.get(cells[0].as_str()) else { continue };
        let word = word(&cells[1], order);
        let decoded = library[*name].decode(word);
        if let Some(kind) = end_of_exponents(name, word) {
            assert_eq!(decoded.kind, kind, "{line}");
            compared += 1;
            continue;
        }
        let expected = cells[4].as_str();
        let negative = expected.starts_with('-');
        let what = match expected.trim_start_matches('-') {
            "" => continue,
            "inf" => Kind::Infinity,
            "nan" => Kind::Nan,
            "reserved" => Kind::Reserved,
            "0" => Kind::Zero,
            number => {
                let value = dyadic(number);
                let kind = if value.digits == 0_u8.into() { Kind::Zero } else { Kind::Finite };
                if kind == Kind::Finite {
                    let ours = Dyadic::new(decoded.significand, decoded.exponent.into());
                    assert_eq!(ours, value, "{line}");
                    assert_eq!(decoded.negative, negative, "{line}");
                }
                kind
            }
        };
        assert_eq!(decoded.kind, what, "{line}");
        compared += 1;
    }
    assert_eq!(compared, 833, "vectors");
}

/// The meaning of a positive word whose exponent is special on the machine but ordinary to the source of the vectors.
/// These are zero and infinity of Control Data's 6000 series, according to its reference manual, and the zero of the
/// PDP-11, according to SIMH.
fn end_of_exponents(name: &str, word: u128) -> Option<Kind> {
    match (name, word) {
        ("cdc60", _) if word >> 48 == 0 => Some(Kind::Zero),
        ("cdc60", _) if word >> 48 == 0o3777 => Some(Kind::Infinity),
        ("pdp11_f", _) if word >> 23 == 0 => Some(Kind::Zero),
        ("pdp11_d", _) if word >> 55 == 0 => Some(Kind::Zero),
        _ => None,
    }
}

/// The cells of a line. A cell may be quoted.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cells.last_mut().unwrap().push(other),
        }
    }
    cells
}

fn word(hex: &str, order: &str) -> u128 {
    if order == "big" {
        return u128::from_str_radix(hex, 16).unwrap();
    }
    let mut bytes: Vec<u8> = (0..hex.len() / 2)
        .map(|index| u8::from_str_radix(&hex[2 * index..2 * index + 2], 16).unwrap())
        .collect();
    if order == "little" {
        bytes.reverse();
    } else {
        bytes.chunks_mut(2).for_each(<[u8]>::reverse);
    }
    bytes.iter().fold(0, |word, &byte| word << 8 | u128::from(byte))
}

/// Parses `5*2^-3`, `5/8`, or an integer.
fn dyadic(text: &str) -> Dyadic {
    if let Some((digits, exponent)) = text.split_once("*2^") {
        Dyadic { digits: digits.parse().unwrap(), exponent: exponent.parse().unwrap() }
    } else if let Some((above, below)) = text.split_once('/') {
        let below: u128 = below.parse().unwrap();
        assert!(below.is_power_of_two());
        Dyadic { digits: above.parse().unwrap(), exponent: -i64::from(below.trailing_zeros()) }
    } else {
        Dyadic { digits: text.parse().unwrap(), exponent: 0 }
    }
}

/// A word that is read and written again becomes itself, or a canonical word of the same value.
#[test]
fn round_trips() {
    let mut chance = Chance(0x5555_0000_1234_ABCD);
    for (format, _, reference) in library() {
        for _ in 0..500 {
            let word = chance.word(format.bits);
            let value = reference.decode(word);
            if value.kind != Kind::Finite {
                continue;
            }
            let (written, events) = convert(&reference, &reference, &Policy::DEFAULT, word);
            if events == UNDERFLOW {
                // This is an unnormalized number, below the smallest that is written.
                assert!(reference.sides[usize::from(value.negative)].gradual.is_none(), "{}", format.name);
                continue;
            }
            assert_eq!(events, 0, "{} {word:#x}", format.name);
            let again = reference.decode(written);
            assert_eq!(
                Dyadic::new(again.significand, again.exponent.into()),
                Dyadic::new(value.significand, value.exponent.into()),
                "{} {word:#x}",
                format.name
            );
            assert_eq!(again.negative, value.negative);
            let twice = convert(&reference, &reference, &Policy::DEFAULT, written);
            assert_eq!(twice, (written, 0), "{}: a written word is canonical", format.name);
        }
    }
}

/// A larger value is never written as a smaller one.
#[test]
fn writing_is_monotonic() {
    let mut chance = Chance(0xABCD_EF01_2345_6789);
    for (format, _, reference) in library() {
        for rounding in ROUNDINGS {
            let policy = Policy { rounding, overflow: OverflowRule::Saturate, ..Policy::DEFAULT };
            for _ in 0..60 {
                let exponent = i32::try_from(chance.next() % 400).unwrap() - 250;
                let (low, more) = (chance.next() >> 70 | 1, chance.next() >> (70 + chance.next() % 50));
                let made = [low, low + more].map(|significand| {
                    let value = Decoded { kind: Kind::Finite, negative: false, significand, exponent };
                    let made = reference.decode(reference.round_finite(value, &policy).0);
                    match made.kind {
                        Kind::Finite => Dyadic::new(made.significand, made.exponent.into()),
                        _ => Dyadic::new(0, 0),
                    }
                });
                assert!(made[0] <= made[1], "{} {rounding:?}", format.name);
            }
        }
    }
}

/// A value and its negative have words of the same magnitude if the format's numbers are the same for both signs.
#[test]
fn signs_are_symmetric() {
    use datarep_dsl::model::Negation;
    let mut chance = Chance(0x7777_3333_1111_9999);
    for (format, float, reference) in library() {
        let [above, below] = &reference.sides;
        let differ = above.first != below.first || above.last != below.last;
        if matches!(float.negation, Negation::None | Negation::TwosSignificand | Negation::ImpliedComplement)
            || differ
        {
            continue;
        }
        for _ in 0..200 {
            let exponent = i32::try_from(chance.next() % 400).unwrap() - 250;
            let value = Decoded {
                kind: Kind::Finite,
                negative: false,
                significand: chance.next() >> 50 | 1,
                exponent,
            };
            let (word, events) = reference.round_finite(value, &Policy::DEFAULT);
            let (other, others) =
                reference.round_finite(Decoded { negative: true, ..value }, &Policy::DEFAULT);
            assert_eq!(events, others, "{}", format.name);
            let (one, two) = (reference.decode(word), reference.decode(other));
            assert_eq!(
                (one.kind, one.significand, one.exponent),
                (two.kind, two.significand, two.exponent),
                "{}",
                format.name
            );
        }
    }
}
