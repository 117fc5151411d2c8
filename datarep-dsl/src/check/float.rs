//! Pass 3, floats: the formula, and the codes of sign and exponent.

use super::context::{Context, TextPlace};
use super::digit_fields::DigitFloatSource;
use super::layout::{PlacedFields, list_field_letters};
use super::order::StatedOrder;
use super::range::RangeFacts;
use super::slot::CheckedFormat;
use crate::ast::{FloatClause, FloatItem, Formula, SignificandForm, Spanned, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{BitRange, ExponentCode, Float, Format, FormatKind, LeadingBit, Negation, QuietBit};
use crate::source::{Origin, Span};

/// The largest power of two, or its reciprocal, that an exponent stands for. Powers are computed in 32 bits, together
/// with those of a native float.
const MAX_POWER: i64 = 1 << 30;

/// The largest radix. Some formats with words of eight bytes have digits of 16 bits.
const MAX_RADIX: u32 = 1 << 16;

/// The clauses of a float that may appear once.
#[derive(Default)]
pub(super) struct FloatClauses<'c> {
    pub(super) order: Option<StatedOrder>,
    pub(super) negative: Option<&'c Word>,
    /// The number of bits that are complemented.
    pub(super) top: Option<&'c Spanned<u64>>,
    pub(super) exponent: Option<&'c Word>,
    pub(super) quiet: Option<&'c Word>,
    pub(super) ieee: Option<Span>,
    /// The word that is written in bits without a meaning.
    pub(super) unused: Option<&'c Spanned<u128>>,
}

/// Checks of floats with a binary significand.
impl Context<'_> {
    pub(super) fn check_float(
        &mut self,
        unit: usize,
        item: &FloatItem,
        doc: String,
        origin: Origin,
    ) -> Option<CheckedFormat> {
        let before = self.faults.len();
        let name = &item.name.value;
        // Before the layout: clauses that appear twice are reported even if the fields are faulty.
        let clauses = self.collect_float_clauses(unit, item);
        // Nothing below makes sense without places. `lay_out_fields` has reported why there are none.
        let layout = self.lay_out_fields(unit, item)?;
        let Some(formula) = &item.formula else {
            let title = format!("format `{name}` has no formula");
            let fault = Diagnostic::new(Slug::FormulaField, title, item.name.span, "what is its value?")
                .help("add `where value = 1.F * 2^(E - 127)` with the format's own numbers");
            self.report(unit, fault);
            return None;
        };
        // Digits may be named by the layout or by the formula alone. Either one makes the format a decimal, whose
        // checks know what is missing on the other side.
        if layout.digits.is_present() || layout.centesimals.is_present() || names_digits(formula) {
            let maker = DigitFloatSource { unit, item, formula, layout: &layout, clauses };
            return self.check_digit_float(maker, doc, origin);
        }
        self.check_formula_fields(unit, name, formula, &layout);
        self.check_digit_only_clauses(unit, &clauses);
        if self.faults.len() > before {
            return None;
        }
        let mut float = self.check_formula(unit, name, formula, &layout)?;
        self.check_codes(unit, item, formula, &layout, &clauses, &mut float);
        if self.faults.len() > before {
            return None;
        }
        // A faulty order does not end the check here, so that the faults of the classes are reported with it.
        let order = self.check_own_order(clauses.order, name, layout.bits);
        self.resolve_specials(unit, item, &layout, &mut float);
        if self.faults.len() > before {
            return None;
        }
        let (order, packed) = order?;
        let kind = FormatKind::Float(float);
        let facts = RangeFacts::from_kind(&kind, layout.bits);
        let format = Format { name: name.clone(), doc, origin, bits: layout.bits, order, kind };
        // Numbers of `0.F` are below a power of the radix, which messages name in place of the largest number.
        let fraction =
            formula.significand.as_ref().is_some_and(|point| point.value == SignificandForm::Fraction);
        let range_span = (unit == 0).then_some(formula.span);
        Some(CheckedFormat { unit, range_span, fraction, format, packed, facts })
    }

    fn collect_float_clauses<'c>(&mut self, unit: usize, item: &'c FloatItem) -> FloatClauses<'c> {
        let mut clauses = FloatClauses::default();
        for clause in &item.clauses {
            let (clause_name, span, first) = match clause {
                FloatClause::Order(order) => {
                    let arranged = self.resolve_order(unit, order);
                    // The place is taken before the clause is kept, else every clause would be the second one.
                    let first = clauses.order.as_ref().map(|first| first.place.span);
                    if first.is_none() {
                        clauses.order = arranged;
                    }
                    ("order", order.span, first)
                }
                FloatClause::Negative(word, bits) => {
                    clauses.top = clauses.top.or(bits.as_ref());
                    ("negative", word.span, keep_first(&mut clauses.negative, word))
                }
                FloatClause::Exponent(word) => {
                    ("exponent", word.span, keep_first(&mut clauses.exponent, word))
                }
                FloatClause::Quiet(word) => ("quiet", word.span, keep_first(&mut clauses.quiet, word)),
                FloatClause::Ieee(span) => {
                    let first = clauses.ieee;
                    clauses.ieee = first.or(Some(*span));
                    ("ieee", *span, first)
                }
                FloatClause::Unused(word) => {
                    let first = clauses.unused.map(|first| first.span);
                    clauses.unused = clauses.unused.or(Some(word));
                    ("unused written", word.span, first)
                }
                // Several classes are the rule, not a fault: `resolve_specials` compares them with each other.
                FloatClause::Special { .. } => continue,
            };
            if let Some(first) = first {
                self.report_repeated_clause(unit, clause_name, span, first);
            }
        }
        clauses
    }

    /// Compares the fields that the formula names with those of the layout.
    fn check_formula_fields(&mut self, unit: usize, name: &str, formula: &Formula, layout: &PlacedFields) {
        let point = formula.significand.as_ref().map(|point| point.value);
        let names_leading = point == Some(SignificandForm::ExplicitOne);
        let names_sign =
            matches!(point, Some(SignificandForm::TwosComplement | SignificandForm::ImpliedComplement));
        let point_span = formula.significand.as_ref().map_or(formula.span, |point| point.span);
        let fields = [
            ("E", formula.exponent.is_some(), &layout.exponent, formula.exponent.unwrap_or(formula.span)),
            ("F", point.is_some(), &layout.significand, point_span),
            ("I", names_leading, &layout.leading, point_span),
        ];
        for (letter, named, placed, span) in fields {
            if named && !placed.is_present() {
                self.report_missing_field(unit, name, letter, span, layout);
            } else if !named && placed.is_present() {
                // Bits that the formula does not name would have no meaning, which `unused` says if it is meant.
                let title = format!("the formula of format `{name}` does not name `{letter}`");
                let mut fault =
                    Diagnostic::new(Slug::FormulaField, title, formula.span, "names other fields")
                        .label(placed.span(), format!("`{letter}` is here"));
                fault = match letter {
                    "I" => fault.help("write `I.F` for a leading bit that is stored"),
                    "E" => fault.help("multiply by a power, such as `2^(E - 127)`"),
                    _ => fault.help("name it, such as `1.F`"),
                };
                self.report(unit, fault);
            }
        }
        // `S` of other formulas is a sign bit beside the magnitude, which need not be named.
        if names_sign && !layout.sign.is_present() {
            self.report_missing_field(unit, name, "S", point_span, layout);
        }
    }

    /// Reports clauses about digits in a format without them.
    fn check_digit_only_clauses(&mut self, unit: usize, clauses: &FloatClauses<'_>) {
        let top = clauses.top.map(|bits| (bits.span, "a complement of the highest bits"));
        let unused = clauses.unused.map(|word| (word.span, "a word for bits that mean nothing"));
        for (span, subject) in [top, unused].into_iter().flatten() {
            let title = format!("{subject} is for formats with digits");
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, span, "the format has no digits");
            self.report(unit, fault.note("a format with digits has `D` or `C` in its formula"));
        }
    }

    pub(super) fn report_missing_field(
        &mut self,
        unit: usize,
        name: &str,
        letter: &str,
        span: Span,
        layout: &PlacedFields,
    ) {
        let title = format!("the formula names `{letter}`, which format `{name}` does not have");
        let fault = Diagnostic::new(Slug::FormulaField, title, span, "no such field");
        self.report(unit, fault.note(format!("the format has {}", list_field_letters(layout))));
    }

    /// The float that the formula makes of the fields. Codes and specials still have their default values.
    fn check_formula(
        &mut self,
        unit: usize,
        name: &str,
        formula: &Formula,
        layout: &PlacedFields,
    ) -> Option<Float> {
        let radix = self.check_radix(unit, name, formula)?;
        // Powers of two are computed in 32 bits, which a wider exponent would overflow.
        let most = (MAX_POWER / i64::from(radix.trailing_zeros())).ilog2();
        if layout.exponent.width() > most {
            let title = format!("the exponent of format `{name}` is too wide");
            let fault = Diagnostic::new(Slug::TooLarge, title, layout.exponent.span(), "too many bits");
            self.report(unit, fault.note(format!("an exponent of radix {radix} has at most {most} bits")));
            return None;
        }
        self.check_digit_width(unit, name, radix, formula, layout)?;
        let width = i32::try_from(layout.significand.width()).unwrap_or(i32::MAX);
        let point = formula.significand.as_ref().map(|point| point.value);
        // `1.F` and `0.1F` differ only in the place of the point: in `0.1F` the hidden bit is behind it.
        let (leading, fraction_bits) = match point {
            // A formula without `F` has the significand one, which is a hidden bit with no stored bits below it.
            None => (LeadingBit::Hidden, 0),
            Some(
                SignificandForm::Fraction
                | SignificandForm::TwosComplement
                | SignificandForm::ImpliedComplement,
            ) => (LeadingBit::None, width),
            Some(SignificandForm::HiddenOne) => (LeadingBit::Hidden, width),
            // One place more: the hidden bit is the first one behind the point.
            Some(SignificandForm::HiddenHalf) => (LeadingBit::Hidden, width + 1),
            Some(SignificandForm::Integer | SignificandForm::Digits(..)) => (LeadingBit::None, 0),
            Some(SignificandForm::ExplicitOne) => {
                let bit = layout.leading.ranges.first().map_or(0, |range| range.low);
                (LeadingBit::Explicit(bit), width)
            }
        };
        let negation = match point {
            // The formula says how negative numbers are made. A clause `negative` may refine it, but is checked
            // later, because it needs this float.
            Some(SignificandForm::TwosComplement) => Negation::TwosSignificand,
            Some(SignificandForm::ImpliedComplement) => Negation::ImpliedComplement,
            _ if layout.sign.is_present() => Negation::SignMagnitude,
            _ => Negation::None,
        };
        Some(Float {
            negation,
            sign: layout.sign.ranges.first().map(|range| range.low),
            exponent: layout.exponent.ranges.clone(),
            code: ExponentCode::Excess,
            // Without an exponent the number of the field is always zero, and a bias would scale all values.
            bias: if layout.exponent.is_present() { formula.bias } else { 0 },
            significand: layout.significand.ranges.clone(),
            leading,
            fraction_bits,
            radix,
            specials: Vec::new(),
            quiet: QuietBit::Set,
            low: None,
        })
    }

    /// Reports a significand with fewer bits than a digit of the radix. Between its largest number and the next power of
    /// the radix there would be a gap of more than a unit.
    fn check_digit_width(
        &mut self,
        unit: usize,
        name: &str,
        radix: u32,
        formula: &Formula,
        layout: &PlacedFields,
    ) -> Option<()> {
        let (digit, width) = (radix.trailing_zeros(), layout.significand.width());
        // With radix 2 a digit is one bit, and every significand has one.
        let written = formula.radix.as_ref().filter(|_| digit > 1 && width < digit);
        let Some(written) = written else { return Some(()) };
        let title = format!("the significand of format `{name}` is narrower than a digit of its radix");
        let label = format!("a digit of radix {radix} has {digit} bits");
        let fault = Diagnostic::new(Slug::Number, title, written.span, label)
            .label(layout.significand.span(), format!("`F` has {width}"))
            .help(format!("write a radix of at most {}, or a wider significand", 1_u64 << width));
        self.report(unit, fault);
        None
    }

    fn check_radix(&mut self, unit: usize, name: &str, formula: &Formula) -> Option<u32> {
        let Some(radix) = &formula.radix else { return Some(2) };
        let is_radix = |radix: &u32| radix.is_power_of_two() && (2..=MAX_RADIX).contains(radix);
        let value = u32::try_from(radix.value).ok().filter(is_radix);
        let Some(value) = value else {
            let title = format!("the radix of format `{name}` cannot be {}", radix.value);
            let fault = Diagnostic::new(Slug::Number, title, radix.span, "not a radix");
            let help = format!("write a power of two from 2 to {MAX_RADIX}, such as `2`, `8` or `16`");
            self.report(unit, fault.help(help));
            return None;
        };
        // Radix 2 goes with every form of a significand.
        let Some(point) = formula.significand.as_ref().filter(|_| value != 2) else { return Some(value) };
        let (slug, title, note, help) = match point.value {
            SignificandForm::Fraction
            | SignificandForm::Integer
            | SignificandForm::TwosComplement
            | SignificandForm::Digits(..) => {
                return Some(value);
            }
            // A digit of a radix above 2 may begin with zeros, so no bit of it is known without being stored.
            // A digit of four bits begins with up to three zeros: 0001 is normalized in radix 16.
            SignificandForm::HiddenOne | SignificandForm::HiddenHalf | SignificandForm::ImpliedComplement => {
                let zeros = match value.trailing_zeros() - 1 {
                    1 => "one zero bit".to_owned(),
                    2 => "two zero bits".to_owned(),
                    3 => "three zero bits".to_owned(),
                    zeros => format!("{zeros} zero bits"),
                };
                (
                    Slug::HiddenBitRadix,
                    format!("format `{name}` cannot have a hidden bit"),
                    format!(
                        "a normalized radix-{value} significand may start with up to {zeros}, so its first bit \
                         is not implied"
                    ),
                    Some("write `0.F`"),
                )
            }
            SignificandForm::ExplicitOne => (
                Slug::FormulaField,
                format!("the significand of format `{name}` needs radix 2"),
                "a radix above 2 goes with `0.F`, `F` and `S.F`".to_owned(),
                None,
            ),
        };
        let fault = Diagnostic::new(slug, title, point.span, "needs radix 2")
            .label(radix.span, format!("the radix is {value}"))
            .note(note);
        self.report(
            unit,
            match help {
                Some(help) => fault.help(help),
                None => fault,
            },
        );
        None
    }

    /// Negation, exponent code and quiet bit.
    fn check_codes(
        &mut self,
        unit: usize,
        item: &FloatItem,
        formula: &Formula,
        layout: &PlacedFields,
        clauses: &FloatClauses<'_>,
        float: &mut Float,
    ) {
        if let Some(word) = clauses.negative {
            self.resolve_negation(unit, word, formula, layout, float);
        }
        if let Some(word) = clauses.exponent {
            let place = TextPlace { unit, span: word.span };
            match word.value.as_str() {
                // Before the words of codes: in a format without an exponent every code is wrong.
                _ if !layout.exponent.is_present() => {
                    let title = format!("format `{}` has no exponent", item.name.value);
                    let fault = Diagnostic::new(Slug::FormulaField, title, word.span, "a code for no field");
                    self.report(unit, fault.help("remove the clause"));
                }
                "excess" => float.code = ExponentCode::Excess,
                "twos_complement" => float.code = ExponentCode::Twos,
                "sign_magnitude" => float.code = ExponentCode::SignMagnitude,
                "excess_ones_complement" => float.code = ExponentCode::ExcessOnes,
                "rotated" => float.code = ExponentCode::Rotated,
                "ones_complement" => float.code = ExponentCode::Ones,
                other => {
                    let codes = [
                        "excess",
                        "twos_complement",
                        "ones_complement",
                        "sign_magnitude",
                        "excess_ones_complement",
                        "rotated",
                    ];
                    self.report_unknown_word(place, "exponent code", other, &codes);
                }
            }
        }
        if float.code == ExponentCode::ExcessOnes && float.exponent_range().1 + 1 == float.bias {
            let title = format!("no exponent of format `{}` is written as zero", item.name.value);
            let label = format!("zero would be {}", float.bias);
            let fault = Diagnostic::new(Slug::Number, title, formula.span, label)
                .note("in one's complement the exponent field of zero is the bias")
                .help(format!("write a bias of at most {} or at least {}", float.bias - 1, float.bias + 1));
            self.report(unit, fault);
        }
        // After the check above, whose message names the bias as it is written: this may change it.
        simplify_exponent_code(float);
        self.check_powers(unit, &item.name.value, formula, float);
        match clauses.quiet.map(|word| (word.value.as_str(), word.span)) {
            None | Some(("set", _)) => {}
            Some(("clear", _)) => float.quiet = QuietBit::Clear,
            Some((other, span)) => {
                self.report_unknown_word(
                    TextPlace { unit, span },
                    "setting of the quiet bit",
                    other,
                    &["set", "clear"],
                );
            }
        }
    }

    /// Reports a bias with which an exponent stands for too large a power of two.
    fn check_powers(&mut self, unit: usize, name: &str, formula: &Formula, float: &Float) {
        let most = MAX_POWER / i64::from(float.radix.trailing_zeros());
        let (low, high) = float.exponent_range();
        // The bias is subtracted from every number of the field, so both ends of the field bound it.
        let (least, largest) = ((high - most).max(-most), (low + most).min(most));
        if (least..=largest).contains(&float.bias) {
            return;
        }
        let title = format!("the bias of format `{name}` is too large");
        let fault = Diagnostic::new(Slug::TooLarge, title, formula.span, "beyond any exponent")
            .note(format!("beside this exponent it is at most `E - {largest}` or `E + {}`", -least));
        self.report(unit, fault);
    }

    fn resolve_negation(
        &mut self,
        unit: usize,
        word: &Word,
        formula: &Formula,
        layout: &PlacedFields,
        float: &mut Float,
    ) {
        let place = TextPlace { unit, span: word.span };
        let codes = ["sign_magnitude", "twos_complement", "ones_complement", "none"];
        let negation = match word.value.as_str() {
            "sign_magnitude" => Negation::SignMagnitude,
            "twos_complement" => Negation::TwosWord,
            "ones_complement" => Negation::OnesWord,
            "none" => Negation::None,
            other => return self.report_unknown_word(place, "code of negative numbers", other, &codes),
        };
        let by_formula = matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
        // `S.F` says that the significand is a complement, but not of which kind. This clause may say it.
        if float.negation == Negation::TwosSignificand && negation == Negation::OnesWord {
            float.negation = Negation::OnesSignificand;
            return;
        }
        // `S.F` and `S!S.F` are two's complements of the significand. Another code would contradict the formula.
        if by_formula {
            let title = "the formula already says how negative numbers are stored";
            let point = formula.significand.as_ref().map_or(formula.span, |point| point.span);
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, word.span, "says otherwise")
                .label(point, "the significand is a two's-complement number")
                .help("remove the `negative` clause, or write `0.F`");
            return self.report(unit, fault);
        }
        if negation == Negation::None && layout.sign.is_present() {
            let fault = Diagnostic::new(
                Slug::ConflictingClauses,
                "a format without negative numbers has no sign",
                word.span,
                "says that there are no negative numbers",
            )
            .label(layout.sign.span(), "the sign is here")
            .help("write `_1` in the place of `S1` for a bit that means nothing");
            return self.report(unit, fault);
        }
        // Without a sign bit nothing tells a complement from a positive number.
        if negation != Negation::None && !layout.sign.is_present() {
            let fault = Diagnostic::new(
                Slug::FormulaField,
                "negative numbers need a sign",
                word.span,
                "the format has no `S`",
            )
            .note(format!("the format has {}", list_field_letters(layout)));
            return self.report(unit, fault);
        }
        // A complement inverts the bits above the lowest one that is set. A sign below that bit would stay as it is,
        // and the word of a negative number would be read as positive.
        if negation == Negation::TwosWord && !carry_inverts_sign(float) {
            let fault = Diagnostic::new(
                Slug::ConflictingClauses,
                "the two's complement of a word can have the sign of the word",
                word.span,
                "a carry can go on above the sign",
            )
            .label(layout.sign.span(), "the sign is here")
            .note("a carry ends at the lowest bit that is set, and the bits below this sign can be zeros")
            .help(
                "put the sign above all other fields, or above the significand, or write `ones_complement`",
            );
            return self.report(unit, fault);
        }
        // Only now, so that a refused clause leaves the negation that the formula gives.
        float.negation = negation;
    }
}

/// Whether a formula has digits for a significand.
fn names_digits(formula: &Formula) -> bool {
    formula.significand.as_ref().is_some_and(|point| matches!(point.value, SignificandForm::Digits(..)))
}

/// Whether a carry from below inverts the sign of every number's word. This is so if the sign is above all other
/// fields. It is also so if the whole significand is below it, because a word with a zero significand is then no
/// number.
fn carry_inverts_sign(float: &Float) -> bool {
    let is_below = |range: &BitRange| float.sign.is_some_and(|sign| range.high < sign);
    let is_leading_below = match float.leading {
        LeadingBit::Explicit(bit) => float.sign.is_some_and(|sign| bit < sign),
        LeadingBit::None | LeadingBit::Hidden => true,
    };
    // Without significand bits `all` would hold for any place of the sign.
    let significand = float.significand.iter().all(is_below) && !float.significand.is_empty();
    is_leading_below && (significand || float.exponent.iter().chain(&float.significand).all(is_below))
}

/// Replaces one's complement by an excess code if no exponent is negative, or if all are. One's complement differs only
/// if there are both kinds. Every negative exponent of [`ExponentCode::ExcessOnes`] then has a field below a bias that
/// the field can hold.
fn simplify_exponent_code(float: &mut Float) {
    if float.code != ExponentCode::ExcessOnes {
        return;
    }
    // No field is below the bias, so no exponent is negative.
    if float.bias <= 0 {
        float.code = ExponentCode::Excess;
    } else if float.bias > float.exponent_range().1 {
        // Every field is below the bias, and `number + 1 - bias` is a plain excess code with a bias of one less.
        float.code = ExponentCode::Excess;
        float.bias -= 1;
    }
}

/// Keeps the first occurrence of a clause. Returns its place if the clause is repeated.
fn keep_first<'c>(first: &mut Option<&'c Word>, word: &'c Word) -> Option<Span> {
    let before = first.map(|first| first.span);
    first.get_or_insert(word);
    before
}
