//! A format under test: decides whether its test lines are true.

use num_bigint::BigUint;

use super::super::slot::Known;
use super::claim::{Answer, Claim, decimal_of, reads_as, text};
use super::real;
use crate::ast::{Spanned, TestLineExpr, TestSide};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact::{
    self, BEYOND, Decimal, MAX_DIGITS, MAX_POWER, Machine, Value,
    real::{Real, Regimes, Sum, Tens},
};
use crate::model::word::mask;
use crate::model::{
    ByteOrder, Charset, Class, Decimal as DecimalFormat, Float, Format, FormatKind, Integer, Logical,
    TestDirection, TestValue,
};

impl Known {
    /// The order of the bytes of a word that is given as bytes.
    pub(super) fn file_order(&self) -> ByteOrder {
        self.format.order.clone().unwrap_or(ByteOrder::Big)
    }
}

/// A line that is not true.
pub(super) struct Untrue {
    pub(super) fault: Diagnostic,
    /// The word of the value.
    pub(super) word: Option<u128>,
}

/// The reason why a line is not accepted.
pub(super) enum Refused {
    /// Its claim has no meaning.
    Unclear(Box<Diagnostic>),
    /// Its claim is not true.
    Untrue(Box<Untrue>),
}

impl From<Box<Diagnostic>> for Refused {
    fn from(fault: Box<Diagnostic>) -> Self {
        Refused::Unclear(fault)
    }
}

/// A format under test.
pub(super) struct Tester<'f> {
    format: &'f Format,
    order: ByteOrder,
}

type Checked<T> = Result<T, Box<Diagnostic>>;

impl<'f> Tester<'f> {
    pub(super) fn new(format: &'f Format, order: ByteOrder) -> Self {
        Tester { format, order }
    }

    /// The claim of `line`, if it is true.
    pub(super) fn line<'l>(&self, line: &'l TestLineExpr) -> Result<Claim<'l>, Refused> {
        let claim = self.claim(line)?;
        let answer = match &self.format.kind {
            FormatKind::Float(float) => self.float(float, &claim)?,
            FormatKind::PairSum(pair) => real_number(&Sum(pair), &claim)?,
            FormatKind::Integer(integer) => self.integer(*integer, &claim)?,
            FormatKind::Decimal(decimal) => decimal_digits(*decimal, &claim),
            FormatKind::DecimalFloat(format) => real_number(&Tens(*format), &claim)?,
            FormatKind::Posit(format) => real_number(&Regimes(*format), &claim)?,
            FormatKind::Logical(logical) => self.logical(*logical, &claim),
            FormatKind::Character(charset) => character(*charset, &claim),
        };
        self.settle(&claim, &answer)?;
        Ok(claim)
    }

    /// The claim of `line`.
    fn claim<'l>(&self, line: &'l TestLineExpr) -> Checked<Claim<'l>> {
        let (value_side, word_side, direction) = match (&line.left.value, &line.right.value, line.both) {
            (left, right, _) if is_word(left) == is_word(right) => {
                return Err(Box::new(self.two_of_a_kind(line)));
            }
            (_, right, true) if is_word(right) => (&line.left, &line.right, TestDirection::Both),
            (_, _, true) => (&line.right, &line.left, TestDirection::Both),
            (_, right, false) if is_word(right) => (&line.left, &line.right, TestDirection::Write),
            (_, _, false) => (&line.right, &line.left, TestDirection::Read),
        };
        let word = self.word(word_side)?;
        let value = self.value(value_side)?;
        Ok(Claim { value_side, word_side, value, word, direction })
    }

    /// The word and the number that a line compares.
    pub(super) fn word_and_number(&self, line: &TestLineExpr) -> Option<(u128, Decimal)> {
        let claim = self.claim(line).ok()?;
        let number = matches!(claim.value, TestValue::Decimal { .. }).then(|| decimal_of(&claim.value))?;
        Some((claim.word, number))
    }

    /// Whether the line holds for its word with the bytes reversed.
    pub(super) fn is_turned(&self, line: &TestLineExpr) -> bool {
        let bits = self.format.bits;
        let turned = |side: &Spanned<TestSide>| match side.value {
            TestSide::Word(word) if bits.is_multiple_of(8) => {
                let word = word.swap_bytes().checked_shr(128 - bits).unwrap_or(word);
                Some(Spanned { value: TestSide::Word(word), span: side.span })
            }
            _ => None,
        };
        let mut varied = line.clone();
        let (left, right) = (turned(&line.left), turned(&line.right));
        let has_word = left.is_some() || right.is_some();
        varied.left = left.unwrap_or(varied.left);
        varied.right = right.unwrap_or(varied.right);
        has_word && self.line(&varied).is_ok()
    }

    fn two_of_a_kind(&self, line: &TestLineExpr) -> Diagnostic {
        let what = if is_word(&line.left.value) { "two words" } else { "two values" };
        let digits = usize::try_from(self.format.bits.div_ceil(4)).unwrap_or(1);
        Diagnostic::new(
            Slug::TestFails,
            format!("a test line has a value and a word, not {what}"),
            line.span,
            what,
        )
        .note("a word is a hexadecimal or octal number, or bytes in brackets")
        .help(format!("write the word with {digits} hexadecimal digits, such as `0x{}`", "0".repeat(digits)))
    }

    /// The canonical word of a side.
    fn word(&self, side: &Spanned<TestSide>) -> Checked<u128> {
        let bits = self.format.bits;
        let name = &self.format.name;
        match &side.value {
            TestSide::Bytes(bytes) => {
                let extent = self.order.extent(bits);
                let contained = matches!(self.order, ByteOrder::Contained(_));
                if !contained && !bits.is_multiple_of(8) {
                    let title = format!("the {bits} bits of `{name}` do not fill bytes");
                    let fault = Diagnostic::new(Slug::TestFails, title, side.span, "written as bytes");
                    return Err(Box::new(fault.help("write the word as a hexadecimal or octal number")));
                }
                if u32::try_from(bytes.len()) != Ok(extent) {
                    let title = if contained {
                        format!("an item of `{name}` has {extent} bytes, not {}", bytes.len())
                    } else {
                        format!("`{name}` has {bits} bits, not {} bytes", bytes.len())
                    };
                    let fault = Diagnostic::new(Slug::TestFails, title, side.span, "not one item");
                    return Err(Box::new(fault));
                }
                Ok(self.order.load(bytes, bits))
            }
            TestSide::Word(word) if *word > mask(bits) => {
                let title = format!("the word does not fit in the {bits} bits of `{name}`");
                Err(Box::new(Diagnostic::new(Slug::TestFails, title, side.span, "too large")))
            }
            TestSide::Word(word) => Ok(*word),
            TestSide::Decimal(_) | TestSide::Named(_) | TestSide::Character(_) => Ok(0),
        }
    }

    /// The value of a side, which must be of a kind that the format has.
    fn value(&self, side: &Spanned<TestSide>) -> Checked<TestValue> {
        let value = match &side.value {
            TestSide::Decimal(text) => {
                let Some(decimal) = Decimal::parse(text) else { return Err(Box::new(self.no_value(side))) };
                if decimal.digits.len() > MAX_DIGITS {
                    let title = format!("a value has at most {MAX_DIGITS} digits");
                    return Err(Box::new(Diagnostic::new(
                        Slug::TooLarge,
                        title,
                        side.span,
                        format!("{} digits", decimal.digits.len()),
                    )));
                }
                let Decimal { negative, digits, exponent } = decimal;
                TestValue::Decimal { negative, digits, exponent }
            }
            TestSide::Named(name) => match name.as_str() {
                "inf" => TestValue::Infinity(false),
                "-inf" => TestValue::Infinity(true),
                "nan" => TestValue::Nan,
                "reserved" => TestValue::Reserved,
                "true" => TestValue::Logical(true),
                "false" => TestValue::Logical(false),
                _ => return Err(Box::new(self.no_value(side))),
            },
            TestSide::Character(code) => match char::from_u32(*code) {
                Some(character) => TestValue::Character(character),
                None => return Err(Box::new(self.no_value(side))),
            },
            TestSide::Word(_) | TestSide::Bytes(_) => return Err(Box::new(self.no_value(side))),
        };
        if fits(&value, &self.format.kind) { Ok(value) } else { Err(Box::new(self.no_value(side))) }
    }

    fn no_value(&self, side: &Spanned<TestSide>) -> Diagnostic {
        let (what, help) = match &self.format.kind {
            FormatKind::Float(_) => ("real numbers", "write a number, `inf`, `-inf`, `nan` or `reserved`"),
            FormatKind::DecimalFloat(tens) if tens.fields().is_some() => {
                ("real numbers", "write a number, or `reserved` for invalid digits")
            }
            FormatKind::PairSum(_) | FormatKind::DecimalFloat(_) => {
                ("real numbers", "write a number, `inf`, `-inf` or `nan`")
            }
            FormatKind::Posit(_) => ("real numbers", "write a number, or `nan` for what is not real"),
            FormatKind::Integer(_) => ("integers", "write a number"),
            FormatKind::Decimal(_) => ("decimal numbers", "write a number, or `reserved` for invalid digits"),
            FormatKind::Logical(_) => ("truth values", "write `true` or `false`"),
            FormatKind::Character(_) => ("characters", "write a character's code, such as `char(0x41)`"),
        };
        let title = format!("`{}` is not a value of `{}`", text(&side.value), self.format.name);
        let label = format!("`{}` has {what}", self.format.name);
        Diagnostic::new(Slug::TestFails, title, side.span, label).help(help)
    }

    pub(super) fn hex(&self, word: u128) -> String {
        exact::hex(word, self.format.bits)
    }

    /// Compares the claim of a line with the computed result.
    fn settle(&self, claim: &Claim<'_>, answer: &Answer) -> Result<(), Refused> {
        let writes = answer.becomes == Ok(claim.word);
        let fault = match (claim.direction, answer.reads, writes) {
            (TestDirection::Both, true, true)
            | (TestDirection::Read, true, _)
            | (TestDirection::Write, _, true) => return Ok(()),
            (TestDirection::Both, true, false) => self.another_word(claim, answer),
            (TestDirection::Both, false, true) => self.not_exact(claim, answer),
            (TestDirection::Both | TestDirection::Read | TestDirection::Write, _, _) => {
                let fault = self.not_so(claim, answer);
                return Err(Refused::Untrue(Box::new(Untrue { fault, word: answer.becomes.ok() })));
            }
        };
        Err(Refused::Unclear(Box::new(fault)))
    }

    /// The fault of a word that means the value while another word is written for it.
    fn another_word(&self, claim: &Claim<'_>, answer: &Answer) -> Diagnostic {
        let (word, value) = (self.hex(claim.word), claim.text());
        let name = &self.format.name;
        let title = format!("{word} is {value} in `{name}`, but is not the word that is written for it");
        let written = match answer.becomes {
            Ok(written) => format!("is written as {}", self.hex(written)),
            Err(reason) => reason.to_owned(),
        };
        Diagnostic::new(Slug::TestFails, title, claim.word_side.span, "another word of the same value")
            .label(claim.value_side.span, written)
            .help(format!("write `{word} => {value}` for a word that is only read"))
    }

    /// The fault of a word that is written for the value but does not mean exactly that value.
    fn not_exact(&self, claim: &Claim<'_>, answer: &Answer) -> Diagnostic {
        let (word, value) = (self.hex(claim.word), claim.text());
        let title = format!("{word} is not exactly {value} in `{}`", self.format.name);
        let label = format!("this word is {}", answer.means);
        Diagnostic::new(Slug::TestFails, title, claim.word_side.span, label)
            .note("`<=>` claims that the word is exactly that value")
            .help(format!("write `{value} => {word}` for a value that is rounded"))
    }

    /// The fault of a word that does not mean the value.
    fn not_so(&self, claim: &Claim<'_>, answer: &Answer) -> Diagnostic {
        let title = format!("{} is not {} in `{}`", self.hex(claim.word), claim.text(), self.format.name);
        let label = format!("this word is {}", answer.means);
        let fault = Diagnostic::new(Slug::TestFails, title, claim.word_side.span, label);
        let becomes = match answer.becomes {
            Ok(word) if answer.exact => format!("is {}", self.hex(word)),
            Ok(word) => format!("becomes {}", self.hex(word)),
            Err(reason) => reason.to_owned(),
        };
        fault.label(claim.value_side.span, format!("this value {becomes}"))
    }
}

/// The computed result for each kind of format.
impl Tester<'_> {
    fn float(&self, float: &Float, claim: &Claim<'_>) -> Checked<Answer> {
        let machine = Machine::new(float, self.format.bits);
        let means = machine.decode(claim.word);
        let becomes = write_float(&machine, claim)?;
        Ok(Answer {
            means: exact::describe(&means),
            reads: reads_as(&means, &claim.value, claim.is_rounded()),
            becomes,
            exact: becomes.is_ok_and(|word| reads_as(&machine.decode(word), &claim.value, false)),
        })
    }

    fn integer(&self, integer: Integer, claim: &Claim<'_>) -> Checked<Answer> {
        let bits = self.format.bits;
        let read = |word| {
            let (negative, magnitude) = exact::read_integer(integer.sign, bits, word);
            if magnitude == BigUint::ZERO {
                Value::Zero { negative }
            } else {
                let scale = -i64::from(integer.scale);
                Value::Finite { negative, magnitude: exact::Ratio::binary(magnitude, scale) }
            }
        };
        let decimal = decimal_of(&claim.value);
        if decimal.exponent.abs() > MAX_POWER || decimal.magnitude() > 400 {
            let title = format!("{} does not fit in `{}`", claim.text(), self.format.name);
            let label = "beyond the format's range";
            return Err(Box::new(Diagnostic::new(Slug::TestFails, title, claim.value_side.span, label)));
        }
        let becomes = exact::write_integer(integer, bits, &decimal);
        let means = read(claim.word);
        Ok(Answer {
            means: exact::describe(&means),
            reads: reads_as(&means, &claim.value, claim.is_rounded()),
            becomes,
            exact: becomes.is_ok_and(|word| reads_as(&read(word), &claim.value, false)),
        })
    }

    fn logical(&self, logical: Logical, claim: &Claim<'_>) -> Answer {
        let wanted = claim.value == TestValue::Logical(true);
        let word = claim.word;
        let means = logical.truth_of(word, self.format.bits);
        Answer {
            means: means.map_or_else(|| "neither true nor false".to_owned(), |truth| truth.to_string()),
            reads: means == Some(wanted),
            becomes: Ok(if wanted { logical.written } else { 0 }),
            exact: true,
        }
    }
}

fn decimal_digits(format: DecimalFormat, claim: &Claim<'_>) -> Answer {
    let decimal = decimal_of(&claim.value);
    let value = exact::read_digits(format, claim.word);
    let becomes = if claim.value == TestValue::Reserved {
        Err("is never written")
    } else if decimal.exponent.abs() > MAX_POWER || decimal.magnitude() > 400 {
        Err(BEYOND)
    } else {
        exact::write_digits(format, &decimal)
    };
    Answer {
        means: match &value {
            Value::Reserved => "no decimal number".to_owned(),
            value => exact::describe(value),
        },
        reads: reads_as(&value, &claim.value, claim.is_rounded()),
        becomes,
        exact: becomes.is_ok_and(|word| reads_as(&exact::read_digits(format, word), &claim.value, false)),
    }
}

fn character(charset: Charset, claim: &Claim<'_>) -> Answer {
    let wanted = match claim.value {
        TestValue::Character(wanted) => Some(wanted),
        TestValue::Decimal { .. }
        | TestValue::Infinity(_)
        | TestValue::Nan
        | TestValue::Reserved
        | TestValue::Logical(_) => None,
    };
    let means = exact::character_of(charset, claim.word);
    Answer {
        means: means
            .map_or_else(|| "no character".to_owned(), |found| format!("char({:#X})", u32::from(found))),
        reads: means.is_some() && means == wanted,
        becomes: wanted.and_then(|wanted| exact::code_of(charset, wanted)).ok_or("has no code in this set"),
        exact: true,
    }
}

/// The word of a value, or the reason why there is none. A value that cannot be computed is a fault.
fn write_float(machine: &Machine<'_>, claim: &Claim<'_>) -> Checked<Result<u128, &'static str>> {
    let word = match &claim.value {
        TestValue::Infinity(negative) => machine.infinity(*negative).ok_or("has no word"),
        TestValue::Nan => machine.written(Class::Nan).ok_or("has no word"),
        TestValue::Reserved => machine.written(Class::Reserved).ok_or("is never written"),
        TestValue::Decimal { negative, .. } => {
            let decimal = decimal_of(&claim.value);
            if decimal.is_zero() {
                machine.zero(*negative).or_else(|| machine.least(*negative)).ok_or("has no word")
            } else {
                write_decimal(machine, &decimal, claim.value_side)?
            }
        }
        TestValue::Logical(_) | TestValue::Character(_) => Err("has no word"),
    };
    Ok(word)
}

fn write_decimal(
    machine: &Machine<'_>,
    decimal: &Decimal,
    side: &Spanned<TestSide>,
) -> Checked<Result<u128, &'static str>> {
    exact::write_float(machine, decimal).ok_or_else(|| Box::new(describe_limit(side)))
}

/// The fault of a number that is too far from one for a test line.
fn describe_limit(side: &Spanned<TestSide>) -> Diagnostic {
    let title = format!("a value between 1e-{MAX_POWER} and 1e{MAX_POWER} can be tested");
    Diagnostic::new(Slug::TooLarge, title, side.span, "beyond that")
}

/// The computed result for a line about a real number that is not a single float.
fn real_number(format: &dyn Real, claim: &Claim<'_>) -> Checked<Answer> {
    if let TestValue::Decimal { .. } = claim.value {
        let power = decimal_of(&claim.value).magnitude().abs();
        if power > MAX_POWER && power <= format.reach() {
            return Err(Box::new(describe_limit(claim.value_side)));
        }
    }
    Ok(real::answer(format, claim))
}

/// Whether formats of this kind have the value.
fn fits(value: &TestValue, kind: &FormatKind) -> bool {
    match (value, kind) {
        (
            TestValue::Decimal { .. },
            FormatKind::Float(_)
            | FormatKind::PairSum(_)
            | FormatKind::Integer(_)
            | FormatKind::Decimal(_)
            | FormatKind::DecimalFloat(_)
            | FormatKind::Posit(_),
        )
        | (TestValue::Reserved, FormatKind::Decimal(_))
        | (TestValue::Infinity(_) | TestValue::Nan | TestValue::Reserved, FormatKind::Float(_))
        | (TestValue::Infinity(_) | TestValue::Nan, FormatKind::PairSum(_))
        | (TestValue::Nan, FormatKind::Posit(_))
        | (TestValue::Logical(_), FormatKind::Logical(_))
        | (TestValue::Character(_), FormatKind::Character(_)) => true,
        (TestValue::Infinity(_) | TestValue::Nan, FormatKind::DecimalFloat(tens)) => tens.fields().is_none(),
        (TestValue::Reserved, FormatKind::DecimalFloat(tens)) => tens.fields().is_some(),
        (
            TestValue::Decimal { .. }
            | TestValue::Infinity(_)
            | TestValue::Nan
            | TestValue::Reserved
            | TestValue::Logical(_)
            | TestValue::Character(_),
            _,
        ) => false,
    }
}

/// Whether the value of a line is a class of words and not a number.
pub(super) fn is_class(line: &TestLineExpr) -> bool {
    let named = |side: &TestSide| matches!(side, TestSide::Named(_));
    named(&line.left.value) || named(&line.right.value)
}

fn is_word(side: &TestSide) -> bool {
    match side {
        TestSide::Word(_) | TestSide::Bytes(_) => true,
        TestSide::Decimal(_) | TestSide::Named(_) | TestSide::Character(_) => false,
    }
}
