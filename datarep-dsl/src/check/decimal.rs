//! Decimal digits: the words after `packed_decimal`, `zoned_decimal`, `bcd` and `binary_decimal`, and how numbers and
//! words are separated.
//!
//! The numbers of a call come first, `zoned_decimal(5, 2, …)`. Each word after them states one property, and the words
//! may be in any order.

use super::context::{Context, TextPlace, quote_words};
use crate::ast::{Argument, FormatCall, Spanned, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{ByteOrder, Decimal, DecimalSign, DigitCode, DigitSet, FormatKind, Plus};
use crate::source::Span;

/// The most digits: as many as fit in 128 bits.
const MAX_DIGITS: u32 = 38;

/// What the call of a family takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct FamilyArguments {
    /// What its numbers are.
    numbers: &'static [&'static str],
    /// The words that may follow.
    words: &'static [&'static str],
}

const PACKED: FamilyArguments = FamilyArguments {
    numbers: &["digits", "scale"],
    words: &["unsigned", "no_sign", "plain_plus", "ibm4690"],
};
const UNSIGNED: FamilyArguments = FamilyArguments { numbers: &["digits", "scale"], words: &["low_first"] };
const ZONED: FamilyArguments = FamilyArguments {
    numbers: &["digits", "scale"],
    words: &[
        "ebcdic",
        "ascii",
        "leading",
        "trailing",
        "separate",
        "unsigned",
        "no_sign",
        "plain_plus",
        "minus_bit",
        "point",
    ],
};
pub(super) const FIXED: FamilyArguments = FamilyArguments {
    numbers: &["bits", "fraction_bits"],
    words: &["twos_complement", "ones_complement", "sign_magnitude"],
};
pub(super) const UFIXED: FamilyArguments =
    FamilyArguments { numbers: &["bits", "fraction_bits"], words: &[] };
const BINARY: FamilyArguments = FamilyArguments { numbers: &["bits", "scale"], words: &["unsigned"] };
const LIMITED_BINARY: FamilyArguments =
    FamilyArguments { numbers: &["bits", "scale", "digits"], words: &["unsigned"] };
const BCD: FamilyArguments = FamilyArguments { numbers: &["digits"], words: &["low_first"] };
const X87: FamilyArguments = FamilyArguments { numbers: &[], words: &[] };

/// Words of which a call has at most one.
const RIVALS: &[&[&str]] = &[
    &["twos_complement", "ones_complement", "sign_magnitude"],
    &["ebcdic", "ascii"],
    &["leading", "trailing"],
    &["unsigned", "no_sign", "separate", "plain_plus", "minus_bit", "ibm4690"],
    &["ebcdic", "minus_bit"],
    &["unsigned", "leading"],
    &["unsigned", "trailing"],
    &["no_sign", "leading"],
    &["no_sign", "trailing"],
];

/// Whether two words of a call exclude each other.
fn exclude_each_other(first: &Word, second: &Word) -> bool {
    let has_both =
        |set: &&[&str]| set.contains(&first.value.as_str()) && set.contains(&second.value.as_str());
    first.value == second.value || RIVALS.iter().any(has_both)
}

/// The order of a format whose text states none. Digits have an order of their own, which that of the representation
/// does not change. A binary number has none.
pub(super) fn default_order(kind: &FormatKind) -> Option<ByteOrder> {
    // Digits are bytes with an order of their own. The order of a representation is for binary words, and must not
    // turn them.
    let decimal = kind.digits().filter(|decimal| !decimal.is_binary())?;
    // x87's processor stores the least significant byte first, and the byte with the sign last.
    Some(if decimal.sign == DecimalSign::TopByte { ByteOrder::Little } else { ByteOrder::Big })
}

/// The fault of digits in a container.
pub(super) fn container_fault(name: &str, span: Span) -> Diagnostic {
    let title = format!("the digits of `{name}` fill their bytes");
    Diagnostic::new(Slug::OrderWidth, title, span, "not in a container")
        .help("write `big` or `little` for the order, or remove it")
}

impl Context<'_> {
    /// The format that a call of a family of decimal digits makes.
    pub(super) fn check_decimal(&mut self, unit: usize, call: &FormatCall) -> Option<Decimal> {
        let name = call.name.value.as_str();
        let family = match name {
            "packed_decimal" => PACKED,
            "unsigned_packed_decimal" => UNSIGNED,
            "zoned_decimal" => ZONED,
            "bcd" => BCD,
            _ => X87,
        };
        let (numbers, words) = self.split_arguments(unit, call, family)?;
        let has = |word: &str| words.iter().any(|stated_word| stated_word.value == word);
        // The scale is checked against the number of digits, so that comes first.
        let digits = match numbers.first() {
            Some(digits) => self.check_digits(unit, digits)?,
            // Only `x87_bcd` has no number: its words always have 18 digits.
            None => 18,
        };
        let scale = match numbers.get(1) {
            Some(scale) => self.check_scale(unit, digits, scale, has("point"))?,
            None => 0,
        };
        // These words exclude each other, so their order here does not matter.
        let plus = match ["no_sign", "unsigned", "plain_plus", "minus_bit"].map(has) {
            [true, ..] => Plus::Absent,
            [_, true, ..] => Plus::Only,
            [_, _, true, _] => Plus::Plain,
            [_, _, _, true] => Plus::Bit,
            [false, false, false, false] => Plus::Preferred,
        };
        let leading = has("leading");
        let sign = match name {
            "packed_decimal" if has("ibm4690") => DecimalSign::Floating,
            "packed_decimal" => DecimalSign::Digit { leading: false, plus },
            "zoned_decimal" if has("separate") => DecimalSign::Separate { leading },
            "zoned_decimal" => DecimalSign::Digit { leading, plus },
            "x87_bcd" => DecimalSign::TopByte,
            _ => DecimalSign::None,
        };
        // EBCDIC is the default, as zoned decimals come from IBM's machines. Only ASCII has a minus that is one bit.
        let charset = if has("ascii") || has("minus_bit") { DigitSet::Ascii } else { DigitSet::Ebcdic };
        let code = match name {
            "zoned_decimal" => DigitCode::Zoned { charset, point: has("point") },
            _ if has("low_first") => DigitCode::PackedLow,
            _ => DigitCode::Packed,
        };
        Some(Decimal { digits, scale, code, sign })
    }

    /// The format that a call of `binary_decimal` makes, and its width.
    pub(super) fn check_binary_decimal(&mut self, unit: usize, call: &FormatCall) -> Option<(Decimal, u32)> {
        let is_number = |argument: &&Argument| matches!(argument, Argument::Number(_));
        // The third number alone distinguishes the two forms, so they are parted before arguments are checked by
        // either.
        let is_limited = call.arguments.iter().filter(is_number).count() == 3;
        let family = if is_limited { LIMITED_BINARY } else { BINARY };
        let (numbers, words) = self.split_arguments(unit, call, family)?;
        let bits = self.check_width(unit, numbers.first()?)?;
        let sign = if words.is_empty() { DecimalSign::TwosComplement } else { DecimalSign::None };
        // The largest number of a binary word does not depend on the number of digits, which is only known
        // afterwards.
        let whole = Decimal { digits: 1, scale: 0, code: DigitCode::Binary { bits, most: None }, sign };
        let digits = whole.largest(true).max(whole.largest(false)).ilog10() + 1;
        let scale = self.check_binary_scale(unit, bits, digits, numbers.get(1)?)?;
        let most = match numbers.get(2) {
            Some(most) => Some(self.check_most_digits(unit, whole, most)?),
            None => None,
        };
        Some((Decimal { digits, scale, code: DigitCode::Binary { bits, most }, ..whole }, bits))
    }

    fn check_binary_scale(
        &mut self,
        unit: usize,
        bits: u32,
        digits: u32,
        scale: &Spanned<i128>,
    ) -> Option<i32> {
        let most = i128::from(MAX_DIGITS);
        // A negative scale adds zeros behind the digits. Together they may be no more than 38.
        let low = (i128::from(digits) - most).min(0);
        if !(low..=most).contains(&scale.value) {
            let title = format!("a binary number of {bits} bits cannot have {} decimal places", scale.value);
            let place = TextPlace { unit, span: scale.span };
            self.report_at(place, Slug::Number, title, format!("{low} to {most}"));
            return None;
        }
        i32::try_from(scale.value).ok()
    }

    /// The stated number of digits that are written at most; `None` after a fault.
    fn check_most_digits(&mut self, unit: usize, whole: Decimal, most: &Spanned<i128>) -> Option<u32> {
        // 16 bits with a sign hold 32767: all numbers of four digits, but not all of five. One more is taken, so that
        // a largest number of nines alone counts its last digit.
        let fitting = (whole.largest(false).saturating_add(1)).ilog10();
        let digits = u32::try_from(most.value).ok().filter(|digits| (1..=fitting).contains(digits));
        if digits.is_none() {
            let DigitCode::Binary { bits, .. } = whole.code else { return None };
            let what = if most.value == 1 { "digit does" } else { "digits do" };
            let sign = if whole.is_signed() { " with a sign" } else { "" };
            let title = match most.value {
                1.. => format!("{} {what} not fit in {bits} bits{sign}", most.value),
                _ => format!("a decimal number cannot have {} digits", most.value),
            };
            let label = match fitting {
                0 => "no digit fits".to_owned(),
                _ => format!("1 to {fitting} digits"),
            };
            let fault = Diagnostic::new(Slug::Number, title, most.span, label)
                .help("write more bits, or leave this number out: then every word can be written");
            self.report(unit, fault);
        }
        digits
    }

    /// The numbers of a call and the words after them.
    pub(super) fn split_arguments<'c>(
        &mut self,
        unit: usize,
        call: &'c FormatCall,
        family: FamilyArguments,
    ) -> Option<(Vec<&'c Spanned<i128>>, Vec<&'c Word>)> {
        let FamilyArguments { numbers, words } = family;
        // Words and numbers are sorted apart here and counted below, so that one message shows the right form.
        let (mut given_numbers, mut given_words): (Vec<&Spanned<i128>>, Vec<&Word>) =
            (Vec::new(), Vec::new());
        let mut sound = true;
        for argument in &call.arguments {
            match argument {
                Argument::Number(number) => {
                    // Every form has its numbers in front. One behind a word is refused, as it would seem to belong
                    // to the word.
                    sound &= given_words.is_empty();
                    given_numbers.push(number);
                }
                Argument::Word(word) => given_words.push(word),
                Argument::Text(_) => sound = false,
            }
        }
        if !sound || given_numbers.len() != numbers.len() || (words.is_empty() && !given_words.is_empty()) {
            self.report_misshapen_call(unit, call, family);
            return None;
        }
        for (index, word) in given_words.iter().enumerate() {
            if !words.contains(&word.value.as_str()) {
                let kind = format!("word of `{}`", call.name.value);
                self.report_unknown_word(TextPlace { unit, span: word.span }, &kind, &word.value, words);
                return None;
            }
            // Compared with the words before it alone, so that each pair is reported once, at the later word.
            if let Some(first) =
                given_words[..index].iter().find(|earlier_word| exclude_each_other(earlier_word, word))
            {
                self.report_conflicting_words(unit, first, word);
                return None;
            }
        }
        Some((given_numbers, given_words))
    }

    /// Reports a call that does not have the form of its family.
    fn report_misshapen_call(&mut self, unit: usize, call: &FormatCall, family: FamilyArguments) {
        let FamilyArguments { numbers, words } = family;
        let name = &call.name.value;
        let form = if numbers.is_empty() { name.clone() } else { format!("{name}({})", numbers.join(", ")) };
        let is_limited = name == "binary_decimal";
        let title = match numbers.len() {
            _ if is_limited => format!("`{name}` takes two or three numbers"),
            0 => format!("`{name}` takes no numbers"),
            1 => format!("`{name}` takes one number"),
            count => format!("`{name}` takes {count} numbers"),
        };
        let mut fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
        if !words.is_empty() {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            fault = fault.note(format!("the numbers can be followed by {}", quote_words(&words, "and")));
        }
        if is_limited {
            let form = |family: FamilyArguments| format!("{name}({})", family.numbers.join(", "));
            let help = format!("the form is `{}`, or `{}`", form(BINARY), form(LIMITED_BINARY));
            return self
                .report(unit, fault.help(format!("{help}, where at most so many digits are written")));
        }
        self.report(unit, fault.help(format!("the form is `{form}`")));
    }

    /// Reports a word after one that it excludes.
    pub(super) fn report_conflicting_words(&mut self, unit: usize, first: &Word, word: &Word) {
        let (title, label) = if first.value == word.value {
            (format!("`{}` is given twice", word.value), "given again here")
        } else {
            (format!("`{}` and `{}` exclude each other", first.value, word.value), "not beside the other")
        };
        let fault = Diagnostic::new(Slug::ConflictingClauses, title, word.span, label)
            .label(first.span, "first given here")
            .help("remove one of the two");
        self.report(unit, fault);
    }

    fn check_digits(&mut self, unit: usize, digits: &Spanned<i128>) -> Option<u32> {
        let count = u32::try_from(digits.value).ok().filter(|digits| (1..=MAX_DIGITS).contains(digits));
        if count.is_none() {
            let title = format!("a decimal number cannot have {} digits", digits.value);
            let place = TextPlace { unit, span: digits.span };
            self.report_at(place, Slug::Number, title, format!("1 to {MAX_DIGITS} digits"));
        }
        count
    }

    fn check_scale(&mut self, unit: usize, digits: u32, scale: &Spanned<i128>, point: bool) -> Option<i32> {
        let (count, most) = (i128::from(digits), i128::from(MAX_DIGITS));
        // A written point stands among the digits. An implied one may lie beyond either end, as COBOL's `P` in a
        // picture says.
        let (low, high) = if point { (0, count) } else { (count - most, most) };
        if !(low..=high).contains(&scale.value) {
            let noun = if digits == 1 { "digit" } else { "digits" };
            let written = if point { " and a written point" } else { "" };
            let title = format!("{count} {noun}{written} cannot have {} decimal places", scale.value);
            self.report_at(
                TextPlace { unit, span: scale.span },
                Slug::Number,
                title,
                format!("{low} to {high}"),
            );
            return None;
        }
        i32::try_from(scale.value).ok()
    }
}
