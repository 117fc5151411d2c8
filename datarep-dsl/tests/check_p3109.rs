//! Every word of many formats of the working group P3109, against a reference that only counts.
//!
//! The reference knows no fields. It walks through the words from zero on: the numbers grow by one step each, the step
//! doubles where the precision is used up, and the word in the middle of the positive words is one.
#![cfg(feature = "explain")]

use datarep_dsl::compile;
use datarep_dsl::model::{Class, Format};
use datarep_dsl::source::Source;
use datarep_dsl::words::{Meaning, encode_value, meaning};

#[derive(Debug, Clone, Copy)]
struct Subject {
    width: u32,
    precision: u32,
    is_signed: bool,
    is_extended: bool,
}

/// A word's value: a whole number times a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Zero,
    Number { negative: bool, odd: u64, power: i64 },
    Infinity { negative: bool },
    Nan,
}

impl Subject {
    /// All formats of a width.
    fn all(width: u32) -> impl Iterator<Item = Subject> {
        [(true, true), (true, false), (false, true), (false, false)].into_iter().flat_map(
            move |(is_signed, is_extended)| {
                (1..=width - u32::from(is_signed)).map(move |precision| Subject {
                    width,
                    precision,
                    is_signed,
                    is_extended,
                })
            },
        )
    }

    fn call(self) -> String {
        let sign = if self.is_signed { "signed" } else { "unsigned" };
        let domain = if self.is_extended { "extended" } else { "finite" };
        format!("p3109({}, {}, {sign}, {domain})", self.width, self.precision)
    }

    /// The values of all words, by counting.
    fn count_values(self) -> Vec<Value> {
        let magnitudes = 1_u64 << (self.width - u32::from(self.is_signed));
        let full = 1_u64 << self.precision;
        // The numbers as `significand * 2^doublings` steps.
        let mut steps = Vec::new();
        let (mut significand, mut doublings) = (0_u64, 0_i64);
        for _ in 0..magnitudes {
            steps.push((significand, doublings));
            significand += 1;
            if significand == full {
                significand /= 2;
                doublings += 1;
            }
        }
        let (one, doublings) = steps[usize::try_from(magnitudes / 2).expect("few words")];
        assert!(one.is_power_of_two());
        let step = -doublings - i64::from(one.trailing_zeros());
        let value = |negative: bool, (significand, doublings): (u64, i64)| match significand {
            0 => Value::Zero,
            _ => Value::Number {
                negative,
                odd: significand >> significand.trailing_zeros(),
                power: step + doublings + i64::from(significand.trailing_zeros()),
            },
        };
        let mut values: Vec<Value> = steps.iter().map(|one| value(false, *one)).collect();
        if !self.is_signed {
            *values.last_mut().expect("words") = Value::Nan;
        }
        if self.is_extended {
            let last = values.len() - 1 - usize::from(!self.is_signed);
            values[last] = Value::Infinity { negative: false };
        }
        if self.is_signed {
            let negative: Vec<Value> = values.iter().map(|positive| positive.negate()).collect();
            values.extend(negative);
        }
        values
    }

    fn compile(self) -> Format {
        compile_call(&self.call()).unwrap_or_else(|fault| panic!("{self:?}: {fault}"))
    }
}

impl Value {
    /// The value of the word with the sign bit set. The only zero is positive, and its negative is NaN.
    fn negate(self) -> Value {
        match self {
            Value::Zero | Value::Nan => Value::Nan,
            Value::Number { odd, power, .. } => Value::Number { negative: true, odd, power },
            Value::Infinity { .. } => Value::Infinity { negative: true },
        }
    }

    fn of_word(format: &Format, word: u128) -> Value {
        match meaning(format, word) {
            Meaning::Number(number) if number.is_zero() => {
                assert!(!number.is_negative(), "{word:#X} is a negative zero");
                Value::Zero
            }
            Meaning::Number(number) => {
                let (odd, power) = number.to_binary_parts().expect("a binary number");
                let odd = odd.trim_start_matches('-').parse().expect("a small significand");
                Value::Number { negative: number.is_negative(), odd, power }
            }
            Meaning::Infinity(negative) => Value::Infinity { negative },
            Meaning::Class(Class::Nan) => Value::Nan,
            other => panic!("{word:#X}: {other:?}"),
        }
    }
}

fn compile_call(call: &str) -> Result<Format, String> {
    let text = format!("float f = {call};");
    let text = match call.split_once('(').and_then(|(_, rest)| rest.split(',').next()) {
        Some("8" | "16") => text,
        // A word that fills no bytes needs a container.
        _ => format!("float f = {call} {{ order right_justified(2); }}"),
    };
    let source = Source { name: "p3109.datarep".to_owned(), text, first_line: 1 };
    let model = compile(&source).map_err(|failure| format!("{:?}", failure.diagnostics))?;
    Ok(model.formats[0].clone())
}

#[test]
fn every_word_is_what_counting_gives() {
    let mut words = 0;
    let widths = (3..=11).chain([16]);
    for subject in widths.flat_map(Subject::all) {
        let values = subject.count_values();
        // All words of small formats; of large ones the first, the middle and the last, and every 61st.
        let far = |word: usize| [0, values.len() / 2, values.len()].iter().all(|end| end.abs_diff(word) > 40);
        let format = subject.compile();
        for (word, expected) in values.iter().enumerate() {
            if subject.width > 9 && far(word) && word % 61 != 0 {
                continue;
            }
            let found = Value::of_word(&format, word as u128);
            assert_eq!(found, *expected, "{} {word:#X}", subject.call());
            words += 1;
        }
    }
    assert!(words > 20_000, "only {words} words");
}

#[test]
fn every_number_is_written_as_its_word_and_ties_as_the_even_one() {
    let mut written = 0;
    for subject in (3..=7).flat_map(Subject::all) {
        let format = subject.compile();
        let values = subject.count_values();
        let as_double = |value: &Value| match *value {
            Value::Zero => Some(0.0),
            Value::Number { negative, odd, power } => {
                let power = i32::try_from(power).expect("a small power");
                let sign = if negative { -1.0 } else { 1.0 };
                Some(sign * f64::from(u32::try_from(odd).expect("few bits")) * 2_f64.powi(power))
            }
            Value::Infinity { .. } | Value::Nan => None,
        };
        let write = |value: f64| encode_value(&format, &format!("{value:.400}")).expect("a word").word;
        for (word, pair) in values.windows(2).enumerate() {
            let Some(number) = as_double(&pair[0]) else { continue };
            assert_eq!(write(number), word as u128, "{} {number}", subject.call());
            written += 1;
            let Some(next) = as_double(&pair[1]) else { continue };
            // Half of two neighbors has one bit more, which `f64` holds.
            let middle = number / 2.0 + next / 2.0;
            // With one bit neither significand is even. IEEE 754 then takes the larger number, P3109 the even word.
            let even = if subject.precision == 1 && number != 0.0 { word + 1 } else { word + word % 2 };
            assert_eq!(write(middle), even as u128, "{} {middle}", subject.call());
            assert_eq!(write(middle * (1.0 - 1e-9)), word as u128, "{} below {middle}", subject.call());
            assert_eq!(write(middle * (1.0 + 1e-9)), word as u128 + 1, "{} above {middle}", subject.call());
        }
    }
    assert!(written > 1_000, "only {written} numbers");
}

/// Rows of the working group's value tables: a format, a word, and its value as `odd * 2^power`.
#[rustfmt::skip]
const PUBLISHED: &[(&str, u128, u64, i64)] = &[
    ("p3109(5, 1, signed, extended)", 0x01, 1, -7),
    ("p3109(5, 1, signed, extended)", 0x08, 1, 0),
    ("p3109(5, 1, signed, extended)", 0x0E, 1, 6),
    ("p3109(5, 1, unsigned, finite)", 0x01, 1, -15),
    ("p3109(5, 1, unsigned, finite)", 0x1E, 1, 14),
    ("p3109(5, 2, unsigned, finite)", 0x01, 1, -8),
    ("p3109(5, 2, unsigned, finite)", 0x03, 3, -8),
    ("p3109(5, 2, unsigned, finite)", 0x1E, 1, 7),
    ("p3109(5, 4, signed, finite)", 0x07, 7, -3),
    ("p3109(5, 4, signed, finite)", 0x0F, 15, -3),
    ("p3109(5, 5, unsigned, extended)", 0x0F, 15, -4),
    ("p3109(5, 5, unsigned, extended)", 0x1D, 29, -4),
    ("p3109(8, 1, unsigned, extended)", 0x01, 1, -127),
    ("p3109(8, 1, unsigned, extended)", 0xFD, 1, 125),
    ("p3109(8, 3, signed, extended)", 0x01, 1, -17),
    ("p3109(8, 3, signed, extended)", 0x7E, 3, 14),
    ("p3109(8, 4, signed, extended)", 0x07, 7, -10),
    ("p3109(8, 4, signed, extended)", 0x7E, 7, 5),
];

#[test]
fn published_words_have_their_values() {
    for (call, word, odd, power) in PUBLISHED {
        let format = compile_call(call).expect(call);
        let expected = Value::Number { negative: false, odd: *odd, power: *power };
        assert_eq!(Value::of_word(&format, *word), expected, "{call} {word:#X}");
    }
}

#[test]
fn parameters_that_no_format_has_are_refused() {
    for (arguments, expected) in [
        ("2, 1, signed, extended", "a float of P3109 cannot have 2 bits"),
        ("65, 20, signed, extended", "a float of P3109 cannot have 65 bits"),
        ("8, 8, signed, extended", "a signed word of 8 bits cannot have a precision of 8"),
        ("8, 9, unsigned, extended", "an unsigned word of 8 bits cannot have a precision of 9"),
        ("8, 0, unsigned, extended", "an unsigned word of 8 bits cannot have a precision of 0"),
        ("64, 33, signed, finite", "a signed word of 64 bits cannot have a precision of 33"),
        ("8, 3, signd, extended", "no sign named `signd`"),
        ("8, 3, signed, infinite", "no domain named `infinite`"),
        ("8, 3", "`p3109` takes a width, a precision and two words"),
        ("signed, 8, 3, finite", "`p3109` takes a width, a precision and two words"),
    ] {
        let fault = compile_call(&format!("p3109({arguments})")).expect_err(arguments);
        assert!(fault.contains(expected), "{arguments}: {fault}");
    }
    for arguments in ["64, 34, signed, finite", "64, 64, unsigned, extended", "16, 16, unsigned, finite"] {
        let text = format!("float f = p3109({arguments});");
        let source = Source { name: "p3109.datarep".to_owned(), text, first_line: 1 };
        assert!(compile(&source).is_ok(), "{arguments}: {:?}", compile(&source));
    }
}
