//! A format under test: decides whether its test lines are true.

use std::cell::OnceCell;

use super::super::slot::CheckedFormat;
use super::claim::{Claim, ComputedResult, ValueComparison, format_side, to_decimal};
use super::subject::PreparedFormat;
use crate::ast::{Spanned, TestLineExpr, TestSide};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact::{self, Decimal, MAX_DIGITS};
use crate::model::word::mask;
use crate::model::{ByteOrder, Format, FormatKind, TestDirection, TestValue};

impl CheckedFormat {
    /// The order of the bytes of a word that is given as bytes.
    pub(super) fn file_order(&self) -> ByteOrder {
        self.format.order.clone().unwrap_or(ByteOrder::Big)
    }
}

/// A line that is not true.
pub(super) struct UntrueLine {
    pub(super) fault: Diagnostic,
    /// The word of the value.
    pub(super) word: Option<u128>,
}

/// The reason why a line is not accepted.
pub(super) enum RefusedLine {
    /// Its claim has no meaning.
    Unclear(Box<Diagnostic>),
    /// Its claim is not true.
    Untrue(Box<UntrueLine>),
}

impl From<Box<Diagnostic>> for RefusedLine {
    fn from(fault: Box<Diagnostic>) -> Self {
        RefusedLine::Unclear(fault)
    }
}

/// A format under test.
pub(super) struct Tester<'f> {
    format: &'f Format,
    order: ByteOrder,
    /// What the format does with words and values, once a line needs it.
    subject: OnceCell<PreparedFormat<'f>>,
}

/// The bytes of an item in the file for one side of a test line: a number, a class, or a word that is taken as it is.
pub(in super::super) fn encode_item(
    format: &Format,
    order: &ByteOrder,
    side: &Spanned<TestSide>,
) -> CheckResult<Vec<u8>> {
    let tester = Tester::new(format, order.clone());
    // A word of the text is taken as it is, even if the format would never write it.
    if is_word(&side.value) {
        return Ok(store_word(format, order, tester.read_word(side)?));
    }
    let value = tester.read_value(side)?;
    // Only the value of the claim is used. Its word and direction are for comparing.
    let claim = Claim { value_side: side, word_side: side, value, word: 0, direction: TestDirection::Write };
    let refuse_claim = |reason: &str| {
        let title = format!("{} {reason} in `{}`", claim.text(), format.name);
        Box::new(Diagnostic::new(Slug::Number, title, side.span, "no item is this"))
    };
    // Decimals may be wider than any word.
    if let (FormatKind::Decimal(digits), TestValue::Decimal { .. }) = (&format.kind, &claim.value) {
        let item = exact::write_decimal_item(*digits, &to_decimal(&claim.value)).map_err(refuse_claim)?;
        return Ok(order.store_bytes(&item, format.bits));
    }
    let word = tester.subject().encode_claim(&claim, &format.name)?.map_err(refuse_claim)?;
    Ok(order.store(word, format.bits))
}

/// The bytes of an item whose word is given. Those above a word of 128 bits are zeros.
fn store_word(format: &Format, order: &ByteOrder, word: u128) -> Vec<u8> {
    let word = word.to_be_bytes();
    let bytes = format.bits.div_ceil(8) as usize;
    let mut item = vec![0; bytes.saturating_sub(word.len())];
    item.extend_from_slice(&word[word.len().saturating_sub(bytes)..]);
    order.store_bytes(&item, format.bits)
}

pub(in super::super) type CheckResult<T> = Result<T, Box<Diagnostic>>;

impl<'f> Tester<'f> {
    pub(super) fn new(format: &'f Format, order: ByteOrder) -> Self {
        Tester { format, order, subject: OnceCell::new() }
    }

    /// The claim of `line`, if it is true.
    pub(super) fn test_line<'l>(&self, line: &'l TestLineExpr) -> Result<Claim<'l>, RefusedLine> {
        let claim = self.read_claim(line)?;
        self.check_claim(&claim)?;
        Ok(claim)
    }

    fn subject(&self) -> &PreparedFormat<'f> {
        self.subject.get_or_init(|| PreparedFormat::new(self.format))
    }

    /// The claim of `line`.
    fn read_claim<'l>(&self, line: &'l TestLineExpr) -> CheckResult<Claim<'l>> {
        let (value_side, word_side, direction) = match (&line.left.value, &line.right.value, line.both) {
            // Before the arms for single sides, which may then take the other side for a value.
            (left, right, _) if is_word(left) == is_word(right) => {
                return Err(Box::new(self.same_kind_fault(line)));
            }
            (_, right, true) if is_word(right) => (&line.left, &line.right, TestDirection::Both),
            (_, _, true) => (&line.right, &line.left, TestDirection::Both),
            (_, right, false) if is_word(right) => (&line.left, &line.right, TestDirection::Write),
            (_, _, false) => (&line.right, &line.left, TestDirection::Read),
        };
        // The word first: a line whose word is too wide is told so, even if its value is faulty too.
        let word = self.read_word(word_side)?;
        let value = self.read_value(value_side)?;
        Ok(Claim { value_side, word_side, value, word, direction })
    }

    /// The word and the number that a line compares.
    pub(super) fn word_and_number(&self, line: &TestLineExpr) -> Option<(u128, Decimal)> {
        let claim = self.read_claim(line).ok()?;
        let number = matches!(claim.value, TestValue::Decimal { .. }).then(|| to_decimal(&claim.value))?;
        Some((claim.word, number))
    }

    /// Whether the line holds for its word with the bytes reversed.
    pub(super) fn holds_with_reversed_bytes(&self, line: &TestLineExpr) -> bool {
        let bits = self.format.bits;
        let reverse_side = |side: &Spanned<TestSide>| match side.value {
            // A word of 36 bits has no bytes that could stand in the wrong order.
            TestSide::Word(word) if bits.is_multiple_of(8) => {
                // Reversed in 128 bits, the bytes of the word are at the top.
                let word = word.swap_bytes().checked_shr(128 - bits).unwrap_or(word);
                Some(Spanned { value: TestSide::Word(word), span: side.span })
            }
            _ => None,
        };
        let mut varied = line.clone();
        let (left, right) = (reverse_side(&line.left), reverse_side(&line.right));
        let has_word = left.is_some() || right.is_some();
        varied.left = left.unwrap_or(varied.left);
        varied.right = right.unwrap_or(varied.right);
        has_word && self.test_line(&varied).is_ok()
    }

    fn same_kind_fault(&self, line: &TestLineExpr) -> Diagnostic {
        let sides = if is_word(&line.left.value) { "two words" } else { "two values" };
        let digits = usize::try_from(self.format.bits.div_ceil(4)).unwrap_or(1);
        Diagnostic::new(
            Slug::TestFails,
            format!("a test line has a value and a word, not {sides}"),
            line.span,
            sides,
        )
        .note("a word is a hexadecimal or octal number, or bytes in brackets")
        .help(format!("write the word with {digits} hexadecimal digits, such as `0x{}`", "0".repeat(digits)))
    }

    /// The word of a side that is a word or bytes; zero for a side that is a value.
    fn read_word(&self, side: &Spanned<TestSide>) -> CheckResult<u128> {
        let bits = self.format.bits;
        let name = &self.format.name;
        match &side.value {
            TestSide::Bytes(bytes) => {
                let extent = self.order.extent(bits);
                let contained = matches!(self.order, ByteOrder::Contained(_));
                // Bytes of a word of 12 bits could be meant with zeros on either side.
                if !contained && !bits.is_multiple_of(8) {
                    let title = format!("the {bits} bits of `{name}` do not fill bytes");
                    let fault = Diagnostic::new(Slug::TestFails, title, side.span, "written as bytes");
                    return Err(Box::new(fault.help("write the word as a hexadecimal or octal number")));
                }
                // The number of bytes is that of an item in the file, which a container makes larger than the word.
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
    fn read_value(&self, side: &Spanned<TestSide>) -> CheckResult<TestValue> {
        let value = match &side.value {
            TestSide::Decimal(text) => {
                let Some(decimal) = Decimal::parse(text) else {
                    return Err(Box::new(self.wrong_value_fault(side)));
                };
                // Exact arithmetic with digits without end would take as long as the text wants.
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
                _ => return Err(Box::new(self.wrong_value_fault(side))),
            },
            // Surrogates are codes and no characters.
            TestSide::Character(code) => match char::from_u32(*code) {
                Some(character) => TestValue::Character(character),
                None => return Err(Box::new(self.wrong_value_fault(side))),
            },
            TestSide::Word(_) | TestSide::Bytes(_) => return Err(Box::new(self.wrong_value_fault(side))),
        };
        // A kind of value that the format cannot have is told here, and not as a value that is beyond its range.
        if value_fits(&value, &self.format.kind) {
            Ok(value)
        } else {
            Err(Box::new(self.wrong_value_fault(side)))
        }
    }

    fn wrong_value_fault(&self, side: &Spanned<TestSide>) -> Diagnostic {
        let (values, help) = match &self.format.kind {
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
        let title = format!("`{}` is not a value of `{}`", format_side(&side.value), self.format.name);
        let label = format!("`{}` has {values}", self.format.name);
        Diagnostic::new(Slug::TestFails, title, side.span, label).help(help)
    }

    pub(super) fn format_word(&self, word: u128) -> String {
        exact::format_hex(word, self.format.bits)
    }

    /// Compares the claim of a line with what the format does. Only what the claim is about is computed, since numbers
    /// may be far from one.
    fn check_claim(&self, claim: &Claim<'_>) -> Result<(), RefusedLine> {
        let subject = self.subject();
        // `value => word` says nothing about how the word is read: several words may be read as one value.
        let reads = claim.direction != TestDirection::Write
            && subject.decode_word(claim.word).equals_value(&claim.value, claim.comparison());
        if claim.direction == TestDirection::Read && reads {
            return Ok(());
        }
        let becomes = subject.encode_claim(claim, &self.format.name)?;
        let writes = becomes == Ok(claim.word);
        if writes && (reads || claim.direction == TestDirection::Write) {
            return Ok(());
        }
        // Whether the word of the value is exactly the value decides how the message says it: `is` or `becomes`.
        let exact = becomes
            .is_ok_and(|word| subject.decode_word(word).equals_value(&claim.value, ValueComparison::Exact));
        let means = subject.decode_word(claim.word).describe_meaning(subject);
        let result = ComputedResult { means, becomes, exact };
        let fault = match (claim.direction, reads, writes) {
            // The word means the value, so neither the format nor the word is wrong. The line only claims too much.
            (TestDirection::Both, true, _) => self.other_word_fault(claim, &result),
            (TestDirection::Both, false, true) => self.inexact_value_fault(claim, &result),
            (TestDirection::Both | TestDirection::Read | TestDirection::Write, _, _) => {
                let fault = self.wrong_word_fault(claim, &result);
                return Err(RefusedLine::Untrue(Box::new(UntrueLine { fault, word: becomes.ok() })));
            }
        };
        Err(RefusedLine::Unclear(Box::new(fault)))
    }

    /// The fault of a word that means the value while another word is written for it.
    fn other_word_fault(&self, claim: &Claim<'_>, result: &ComputedResult) -> Diagnostic {
        let (word, value) = (self.format_word(claim.word), claim.text());
        let name = &self.format.name;
        let title = format!("{word} is {value} in `{name}`, but is not the word that is written for it");
        let written = match result.becomes {
            Ok(written) => format!("is written as {}", self.format_word(written)),
            Err(reason) => reason.to_owned(),
        };
        Diagnostic::new(Slug::TestFails, title, claim.word_side.span, "another word of the same value")
            .label(claim.value_side.span, written)
            .help(format!("write `{word} => {value}` for a word that is only read"))
    }

    /// The fault of a word that is written for the value but does not mean exactly that value.
    fn inexact_value_fault(&self, claim: &Claim<'_>, result: &ComputedResult) -> Diagnostic {
        let (word, value) = (self.format_word(claim.word), claim.text());
        let title = format!("{word} is not exactly {value} in `{}`", self.format.name);
        let label = format!("this word is {}", result.means);
        Diagnostic::new(Slug::TestFails, title, claim.word_side.span, label)
            .note("`<=>` claims that the word is exactly that value")
            .help(format!("write `{value} => {word}` for a value that is rounded"))
    }

    /// The fault of a word that does not mean the value.
    fn wrong_word_fault(&self, claim: &Claim<'_>, result: &ComputedResult) -> Diagnostic {
        let title =
            format!("{} is not {} in `{}`", self.format_word(claim.word), claim.text(), self.format.name);
        let label = format!("this word is {}", result.means);
        let fault = Diagnostic::new(Slug::TestFails, title, claim.word_side.span, label);
        let becomes = match result.becomes {
            Ok(word) if result.exact => format!("is {}", self.format_word(word)),
            Ok(word) => format!("becomes {}", self.format_word(word)),
            Err(reason) => reason.to_owned(),
        };
        fault.label(claim.value_side.span, format!("this value {becomes}"))
    }
}

/// Whether formats of this kind have the value.
fn value_fits(value: &TestValue, kind: &FormatKind) -> bool {
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
pub(super) fn has_class_value(line: &TestLineExpr) -> bool {
    let named = |side: &TestSide| matches!(side, TestSide::Named(_));
    named(&line.left.value) || named(&line.right.value)
}

fn is_word(side: &TestSide) -> bool {
    match side {
        TestSide::Word(_) | TestSide::Bytes(_) => true,
        TestSide::Decimal(_) | TestSide::Named(_) | TestSide::Character(_) => false,
    }
}
