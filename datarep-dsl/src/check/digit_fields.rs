//! Pass 3, floats whose significand has decimal digits: formats of calculators and of programs of the eighties.

use super::context::{Context, TextPlace};
use super::float::FloatClauses;
use super::layout::{PlacedField, PlacedFields, list_field_letters};
use super::range::RangeFacts;
use super::slot::CheckedFormat;
use crate::ast::{
    ConditionExpr, ConditionKind, ConditionNumber, DigitLetter, DigitPoint, FloatClause, FloatItem, Formula,
    SignificandForm, Spanned, Word,
};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::word::{mask, scatter};
use crate::model::{
    BitRanges, DecimalFloat, DigitExponentCode, DigitFields, DigitSign, DigitUnit, Format, FormatKind,
    SignificandCode, ZeroWords,
};
use crate::source::{Origin, Span};

/// The largest number of digits that the runtime supports: that of IEEE 754's longest format.
const MAX_DIGITS: u32 = 34;

/// The most bits of a binary exponent.
const MAX_EXPONENT_BITS: u32 = 16;

/// The most digits of a decimal exponent.
const MAX_EXPONENT_DIGITS: u32 = 5;

const CODES: [DigitExponentCode; 6] = [
    DigitExponentCode::Binary,
    DigitExponentCode::Twos,
    DigitExponentCode::SignMagnitude,
    DigitExponentCode::Decimal,
    DigitExponentCode::SignDecimal,
    DigitExponentCode::Tens,
];

/// A format under construction: the facts that all of its clauses need.
pub(super) struct DigitFloatSource<'c> {
    pub(super) unit: usize,
    pub(super) item: &'c FloatItem,
    pub(super) formula: &'c Formula,
    pub(super) layout: &'c PlacedFields,
    pub(super) clauses: FloatClauses<'c>,
}

/// Checks of floats whose significand has decimal digits.
impl Context<'_> {
    pub(super) fn check_digit_float(
        &mut self,
        maker: DigitFloatSource<'_>,
        doc: String,
        origin: Origin,
    ) -> Option<CheckedFormat> {
        let DigitFloatSource { unit, item, formula, layout, .. } = maker;
        // Parts below report their own faults and go on, so only the count tells whether all of them are sound.
        let before = self.faults.len();
        let fields = self.check_digit_formula(&maker)?;
        let fields = self.resolve_digit_clauses(&maker, fields);
        // The order is resolved before the test, so that its fault is reported together with those of the clauses.
        let order = self.check_own_order(maker.clauses.order, &item.name.value, layout.bits);
        if self.faults.len() > before {
            return None;
        }
        let (order, packed) = order?;
        let bits = layout.bits;
        let kind = FormatKind::DecimalFloat(DecimalFloat { bits, code: SignificandCode::Fields(fields) });
        let facts = RangeFacts::from_kind(&kind, bits);
        let format = Format { name: item.name.value.clone(), doc, origin, bits, order, kind };
        // A formula of the library is not shown in messages: its span is not in the user's text.
        let range_span = (unit == 0).then_some(formula.span);
        Some(CheckedFormat { unit, range_span, fraction: false, format, packed, facts })
    }

    /// The fields as the formula arranges them, before the clauses about zero and reserved words.
    fn check_digit_formula(&mut self, maker: &DigitFloatSource<'_>) -> Option<DigitFields> {
        let DigitFloatSource { unit, item, formula, layout, .. } = *maker;
        let name = &item.name.value;
        // The letter of the formula decides: it names the field that must be there.
        let (point, letter, span) = self.check_digit_point(maker)?;
        let (unit_of, placed) = match letter {
            DigitLetter::Decimal => (DigitUnit::Decimal, &layout.digits),
            DigitLetter::Centesimal => (DigitUnit::Centesimal, &layout.centesimals),
        };
        if !placed.is_present() {
            self.report_missing_field(unit, name, &letter.letter().to_string(), span, layout);
            return None;
        }
        // Before the widths: a format without a sign or an exponent would be reported as one of a wrong width.
        self.check_digit_parts(maker)?;
        if formula.exponent.is_none() {
            let title = format!("the formula of format `{name}` does not name `E`");
            let fault = Diagnostic::new(Slug::FormulaField, title, formula.span, "names other fields");
            self.report(unit, fault.help("multiply by a power, such as `10^(E - 64)`"));
            return None;
        }
        let tens = self.check_digit_radix(maker, letter)?;
        let bits = if unit_of == DigitUnit::Decimal { 4 } else { 8 };
        // A digit `D` has four bits, and a byte of `C` has two decimal digits.
        let digits = placed.width() / bits * (bits / 4);
        // An incomplete digit has no value. With a radix of a hundred, a step of the exponent moves two digits, so
        // their number must be even.
        if !placed.width().is_multiple_of(bits * if bits == 4 { tens } else { 1 }) || digits > MAX_DIGITS {
            let title = format!("the digits of format `{name}` cannot have {} bits", placed.width());
            let note = match (bits, tens) {
                (4, 1) => "each has four bits",
                (4, _) => "each has four bits, and the radix a hundred takes them in twos",
                _ => "each two have eight bits",
            };
            let fault = Diagnostic::new(Slug::Number, title, placed.span(), "not a number of digits");
            self.report(unit, fault.note(note).note(format!("there are at most {MAX_DIGITS}")));
            return None;
        }
        let code = self.check_digit_code(maker)?;
        let width = layout.exponent.width();
        let (low, high) = code.range(width);
        // The sign, the ranges and the constant report their own faults, each of which ends the construction.
        Some(DigitFields {
            sign: self.check_digit_sign(maker)?,
            exponent: self.check_range_count(maker, &layout.exponent)?,
            code,
            bias: formula.bias,
            // Every exponent that the field holds, until a clause `reserved` or `zero` takes some of them away.
            exponents: (low - formula.bias, high - formula.bias),
            significand: self.check_range_count(maker, placed)?,
            unit: unit_of,
            tens,
            whole: match point {
                DigitPoint::BeforeFirst => 0,
                // The first digit of the radix is before the point: with a hundred it has two decimal digits.
                DigitPoint::BehindFirst => tens,
                DigitPoint::BehindLast => digits,
            },
            zero: ZeroWords::default(),
            constant: self.check_constant(maker)?,
        })
    }

    /// Reports digits without a sign or without an exponent, which the runtime does not convert.
    fn check_digit_parts(&mut self, maker: &DigitFloatSource<'_>) -> Option<()> {
        let DigitFloatSource { unit, item, formula, layout, .. } = *maker;
        let name = &item.name.value;
        if let Some(span) = formula.exponent
            && !layout.exponent.is_present()
        {
            self.report_missing_field(unit, name, "E", span, layout);
            return None;
        }
        for (placed, part_name, letter) in
            [(&layout.exponent, "an exponent", 'E'), (&layout.sign, "a sign", 'S')]
        {
            if !placed.is_present() {
                let title = format!("format `{name}` has digits without {part_name}");
                let fault =
                    Diagnostic::new(Slug::FormulaField, title, item.name.span, format!("has no `{letter}`"))
                        .note("only digits with a sign and an exponent are converted")
                        .note(format!("the format has {}", list_field_letters(layout)));
                self.report(unit, fault);
                return None;
            }
        }
        Some(())
    }

    /// The significand of the formula. No other field may stand beside digits.
    fn check_digit_point(&mut self, maker: &DigitFloatSource<'_>) -> Option<(DigitPoint, DigitLetter, Span)> {
        let DigitFloatSource { unit, item, formula, layout, .. } = *maker;
        let name = &item.name.value;
        let Some(Spanned { value: SignificandForm::Digits(point, letter), span }) = formula.significand
        else {
            let title = format!("the formula of format `{name}` does not name its digits");
            let fault = Diagnostic::new(Slug::FormulaField, title, formula.span, "names other fields")
                .note(format!("the format has {}", list_field_letters(layout)));
            let letter = if layout.digits.is_present() { 'D' } else { 'C' };
            self.report(unit, fault.help(format!("write `0.{letter}`, `{letter}.{letter}` or `{letter}`")));
            return None;
        };
        // The model has one field of digits. A second one would lose its bits.
        let unnamed_fields = match letter {
            DigitLetter::Decimal => {
                [("F", &layout.significand), ("I", &layout.leading), ("C", &layout.centesimals)]
            }
            DigitLetter::Centesimal => {
                [("F", &layout.significand), ("I", &layout.leading), ("D", &layout.digits)]
            }
        };
        for (unnamed, placed) in unnamed_fields {
            if placed.is_present() {
                let title = format!("the formula of format `{name}` does not name `{unnamed}`");
                let fault = Diagnostic::new(Slug::FormulaField, title, span, "names other digits")
                    .label(placed.span(), format!("`{unnamed}` is here"));
                self.report(unit, fault);
                return None;
            }
        }
        Some((point, letter, span))
    }

    /// Decimal digits in a digit of the radix.
    fn check_digit_radix(&mut self, maker: &DigitFloatSource<'_>, letter: DigitLetter) -> Option<u32> {
        let radix = maker.formula.radix.as_ref()?;
        match (radix.value, letter) {
            // `C` counts in hundreds, so with a radix of ten its digits would not be those of the radix.
            (10, DigitLetter::Decimal) => Some(1),
            (100, _) => Some(2),
            (other, _) => {
                let title = format!("the radix of format `{}` cannot be {other}", maker.item.name.value);
                let label = format!("the significand has digits `{}`", letter.letter());
                let fault = Diagnostic::new(Slug::Number, title, radix.span, "not a radix").label(
                    maker.formula.significand.as_ref().map_or(maker.formula.span, |point| point.span),
                    label,
                );
                let help = match letter {
                    DigitLetter::Decimal => "write `10` or `100`",
                    DigitLetter::Centesimal => "write `100`",
                };
                self.report(maker.unit, fault.help(help));
                None
            }
        }
    }

    fn check_range_count(&mut self, maker: &DigitFloatSource<'_>, placed: &PlacedField) -> Option<BitRanges> {
        let ranges = BitRanges::from_list(&placed.ranges);
        if ranges.is_none() {
            let title = format!("a field of format `{}` has too many parts", maker.item.name.value);
            let fault = Diagnostic::new(Slug::TooLarge, title, placed.span(), "more than four");
            self.report(maker.unit, fault);
        }
        ranges
    }

    fn check_digit_code(&mut self, maker: &DigitFloatSource<'_>) -> Option<DigitExponentCode> {
        let DigitFloatSource { unit, item, layout, .. } = *maker;
        let code = match maker.clauses.exponent {
            None => DigitExponentCode::Binary,
            Some(word) => {
                let code = CODES.into_iter().find(|code| code.word() == word.value);
                if code.is_none() {
                    let place = TextPlace { unit, span: word.span };
                    self.report_unknown_word(
                        place,
                        "exponent code",
                        &word.value,
                        &CODES.map(DigitExponentCode::word),
                    );
                }
                code?
            }
        };
        let width = layout.exponent.width();
        // The number has one bit less than the field if the field has a sign. A field that is missing has width zero,
        // and is reported below.
        let bits = width - u32::from(code.has_sign() && width > 0);
        let fits = if code.is_decimal() {
            bits.is_multiple_of(4) && (1..=MAX_EXPONENT_DIGITS).contains(&(bits / 4))
        } else {
            (1..=MAX_EXPONENT_BITS).contains(&bits)
        };
        if !fits {
            let title = format!("the exponent of format `{}` cannot have {width} bits", item.name.value);
            let fault = Diagnostic::new(Slug::Number, title, layout.exponent.span(), "not of that width");
            let note = match (code.is_decimal(), code.has_sign()) {
                (true, true) => {
                    format!("it has a sign of one bit, and up to {MAX_EXPONENT_DIGITS} digits of four bits")
                }
                (true, false) => format!("it has up to {MAX_EXPONENT_DIGITS} digits of four bits"),
                (false, _) => format!("it has at most {MAX_EXPONENT_BITS} bits"),
            };
            self.report(unit, fault.note(note));
            return None;
        }
        Some(code)
    }

    fn check_digit_sign(&mut self, maker: &DigitFloatSource<'_>) -> Option<DigitSign> {
        let DigitFloatSource { unit, layout, .. } = *maker;
        let sign = &layout.sign;
        // A sign of one bit, or the lowest bit of a digit: the last range is the least significant one.
        let low = sign.ranges.last().map_or(0, |range| range.low);
        let whole = |bits: u32| sign.ranges.len() == 1 && sign.width() == bits;
        let Some(word) = maker.clauses.negative else { return Some(DigitSign::Bit(low)) };
        let mut refuse = |title: &str, label: &str| {
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, word.span, label);
            self.report(unit, fault);
            None
        };
        match (word.value.as_str(), maker.clauses.top) {
            ("sign_magnitude", None) => Some(DigitSign::Bit(low)),
            ("nine", None) if whole(4) => Some(DigitSign::Nine(low)),
            ("nine", None) => {
                refuse("`negative nine` needs a sign of four bits", "the sign has another width")
            }
            ("twos_complement", top) => {
                let bits = top.map_or(u64::from(layout.bits), |top| top.value);
                // One bit is its own two's complement, so two are the fewest.
                match u32::try_from(bits).ok().filter(|bits| (2..=layout.bits).contains(bits)) {
                    // A complement always inverts its highest bit. So the sign must be the highest bit of the word.
                    Some(bits) if low + 1 == layout.bits => Some(DigitSign::TwosTop(bits)),
                    Some(_) => refuse("a complement has its sign at the top", "the sign is below other bits"),
                    None => {
                        refuse("the word does not have that many bits", "more than there are, or one alone")
                    }
                }
            }
            ("sign_magnitude" | "nine", Some(_)) => {
                refuse("only a complement can be limited to the highest bits", "not a complement")
            }
            (other, _) => {
                let words = ["sign_magnitude", "nine", "twos_complement"];
                self.report_unknown_word(
                    TextPlace { unit, span: word.span },
                    "code of negative numbers",
                    other,
                    &words,
                );
                None
            }
        }
    }

    /// The bits that are written in fields without a meaning.
    fn check_constant(&mut self, maker: &DigitFloatSource<'_>) -> Option<u128> {
        let DigitFloatSource { unit, layout, .. } = *maker;
        let Some(word) = maker.clauses.unused else { return Some(0) };
        let width = layout.unused.width();
        if width < 128 && word.value > mask(width) {
            let title = format!("{:#X} does not fit in {width} bits", word.value);
            let fault = Diagnostic::new(Slug::Number, title, word.span, "too large");
            self.report(unit, fault.note("the bits are those of `unused`, or `_` in a picture"));
            return None;
        }
        Some(scatter(word.value, &layout.unused.ranges))
    }

    /// Resolves which words are zero, and which are reserved.
    fn resolve_digit_clauses(
        &mut self,
        maker: &DigitFloatSource<'_>,
        mut fields: DigitFields,
    ) -> DigitFields {
        let unit = maker.unit;
        if let Some(word) = maker.clauses.quiet {
            self.report_unsupported_class(unit, word.span);
        }
        if let Some(span) = maker.clauses.ieee {
            self.report_unsupported_class(unit, span);
        }
        for clause in &maker.item.clauses {
            let FloatClause::Special { class, condition, written, span } = clause else { continue };
            // Reported, but the condition is still checked: both may be wrong.
            if let Some(word) = written {
                let title = "the words of a format with digits follow from its fields";
                self.report_at(
                    TextPlace { unit, span: word.span },
                    Slug::ConflictingClauses,
                    title,
                    "said here",
                );
            }
            let resolution = match class.value.as_str() {
                "zero" => self.resolve_zero_words(maker, condition, &mut fields),
                "reserved" => self.resolve_reserved_words(maker, condition, &mut fields),
                _ => {
                    self.report_unsupported_class(unit, *span);
                    continue;
                }
            };
            if resolution.is_none() {
                let title = "a format with digits cannot have this condition";
                let fault = Diagnostic::new(Slug::Condition, title, condition.span, "not of that form")
                    .help(
                        "zero has the smallest exponent, the first digit zero, or both, such as `E == 0 && D == 0`",
                    )
                    .help("reserved words have exponents at the ends, such as `E < 15 || E > 112`");
                self.report(unit, fault);
            }
        }
        // After all clauses: `reserved` and `zero` narrow the exponents that these two judge.
        self.check_digit_powers(maker, &fields);
        self.check_complement(maker, &fields);
        fields
    }

    /// Reports a complement of the highest bits if these bits are all zero in some number. The complement of zeros is
    /// zeros, so the negative number would have the same word.
    fn check_complement(&mut self, maker: &DigitFloatSource<'_>, fields: &DigitFields) {
        let DigitSign::TwosTop(top) = fields.sign else { return };
        let bits = maker.layout.bits;
        // The complement of a whole word is zero for the word zero alone.
        if top == bits {
            return;
        }
        let is_in_top = |bit: u32| bit >= bits - top;
        let places =
            |ranges: BitRanges| ranges.list().into_iter().flat_map(|range| (range.low..=range.high).rev());
        let exponent = places(fields.exponent).all(is_in_top);
        let unit = if fields.tens == 2 { 8 } else { 4 };
        // Ranges are listed from the most significant one on, so the first bits are those of the first digit.
        let first = places(fields.significand).take(unit).all(is_in_top);
        // The exponent whose field has no bit set, if numbers have that exponent.
        let (low, high) = fields.code.range(fields.exponent.width());
        let zero = (low..=high).find(|&number| fields.code.encode(number, fields.exponent.width()) == 0);
        let is_of_numbers = zero
            .is_some_and(|zero| (fields.exponents.0..=fields.exponents.1).contains(&(zero - fields.bias)));
        let ZeroWords { exponent: claimed, first: claims_first } = fields.zero;
        // Words whose exponent and first digit are zero bits are zeros then, which have no negative.
        let is_claimed = claims_first && first && claimed.is_none_or(|field| field == 0);
        if exponent && (!is_of_numbers || is_claimed) {
            return;
        }
        let name = &maker.item.name.value;
        let letter = if fields.unit == DigitUnit::Decimal { "D" } else { "C" };
        let title = format!("a number of format `{name}` and its negative can be the same word");
        let span = maker.clauses.negative.map_or(maker.formula.span, |word| word.span);
        let fault =
            Diagnostic::new(Slug::ConflictingClauses, title, span, format!("of the highest {top} bits"))
                .note("where these bits are zero, so is their complement");
        let help = format!("write `zero if E == 0 && {letter} == 0`, with the first digit among these bits");
        self.report(maker.unit, fault.help(help));
    }

    fn report_unsupported_class(&mut self, unit: usize, span: Span) {
        let title = "a format with digits has only numbers, zero and reserved words";
        let fault = Diagnostic::new(Slug::ConflictingClauses, title, span, "says otherwise");
        self.report(unit, fault.note("words with invalid digits are reserved without any clause"));
    }

    /// The words that are zero; `None` if the condition does not have such a form.
    fn resolve_zero_words(
        &mut self,
        maker: &DigitFloatSource<'_>,
        condition: &ConditionExpr,
        fields: &mut DigitFields,
    ) -> Option<()> {
        let (low, _) = fields.code.range(fields.exponent.width());
        let letter = if fields.unit == DigitUnit::Decimal { "D" } else { "C" };
        self.check_repeated_zero(maker, condition, fields.zero != ZeroWords::default());
        let comparisons = match &condition.kind {
            // Zeros are the words that meet every comparison.
            ConditionKind::All(parts) => parts.as_slice(),
            _ => std::slice::from_ref(condition),
        };
        for FieldComparison { field, operator, number } in list_comparisons(comparisons)? {
            match (field, operator, number) {
                // Only the smallest exponent can be that of zero, so that the exponents of numbers stay a single
                // range.
                ("E", "==", number) if number == low => {
                    let bits = fields.code.encode(number, fields.exponent.width());
                    fields.zero.exponent = Some(bits);
                }
                (field, "==", 0) if field == letter => {
                    fields.zero.first = true;
                }
                _ => return None,
            }
        }
        // All words of that exponent are zero, so numbers begin with the next one.
        if fields.zero.exponent.is_some() && !fields.zero.first {
            fields.exponents.0 = fields.exponents.0.max(low - fields.bias + 1);
        }
        Some(())
    }

    fn check_repeated_zero(
        &mut self,
        maker: &DigitFloatSource<'_>,
        condition: &ConditionExpr,
        is_said: bool,
    ) {
        if is_said {
            let place = TextPlace { unit: maker.unit, span: condition.span };
            self.report_at(place, Slug::ConflictingClauses, "`zero` is given twice", "given again here");
        }
    }

    /// The exponents of numbers; `None` if the condition does not have such a form.
    fn resolve_reserved_words(
        &mut self,
        maker: &DigitFloatSource<'_>,
        condition: &ConditionExpr,
        fields: &mut DigitFields,
    ) -> Option<()> {
        let (mut least, mut most) = fields.exponents;
        let comparisons = match &condition.kind {
            // Reserved words are at both ends of the exponents, so one comparison is enough.
            ConditionKind::Any(parts) => parts.as_slice(),
            _ => std::slice::from_ref(condition),
        };
        for FieldComparison { field, operator, number } in list_comparisons(comparisons)? {
            // The number is one of a text, and may be as large as 64 bits.
            let exponent = number.checked_sub(fields.bias)?;
            match (field, operator) {
                ("E", "<") => least = least.max(exponent),
                ("E", "<=") => least = least.max(exponent.checked_add(1)?),
                ("E", ">") => most = most.min(exponent),
                ("E", ">=") => most = most.min(exponent.checked_sub(1)?),
                _ => return None,
            }
        }
        // Reported here in its own words. `Some` keeps the caller from reporting the form of the condition as well.
        if least > most {
            let place = TextPlace { unit: maker.unit, span: condition.span };
            self.report_at(place, Slug::Condition, "no word is a number", "claims every exponent");
            return Some(());
        }
        fields.exponents = (least, most);
        Some(())
    }

    /// Reports exponents that leave no number near one. Powers of ten are computed only as far as native floats reach.
    fn check_digit_powers(&mut self, maker: &DigitFloatSource<'_>, fields: &DigitFields) {
        let tens = i64::from(fields.tens);
        let top = fields.least_power() + tens * (fields.exponents.1 - fields.exponents.0);
        if fields.least_power() <= 0 && top + i64::from(fields.digits()) >= 0 {
            return;
        }
        let title = format!("format `{}` has no numbers near one", maker.item.name.value);
        let fault = Diagnostic::new(Slug::TooLarge, title, maker.formula.span, "too far from one")
            .note("powers of ten are computed only as far as native floats need them")
            .note("the last digit counts one or less at the smallest exponent, and all nines are about one or more at the largest");
        self.report(maker.unit, fault);
    }
}

/// A comparison of a field with a number.
struct FieldComparison<'c> {
    field: &'c str,
    operator: &'c str,
    number: i64,
}

/// The comparisons that these conditions are; `None` if one has another form.
fn list_comparisons(conditions: &[ConditionExpr]) -> Option<Vec<FieldComparison<'_>>> {
    conditions.iter().map(split_comparison).collect()
}

fn split_comparison(condition: &ConditionExpr) -> Option<FieldComparison<'_>> {
    let ConditionKind::Compare { field: Word { value: field, .. }, operator, number } = &condition.kind
    else {
        return None;
    };
    let ConditionNumber::Number(number) = number.value else { return None };
    Some(FieldComparison { field, operator: &operator.value, number: i64::try_from(number).ok()? })
}
