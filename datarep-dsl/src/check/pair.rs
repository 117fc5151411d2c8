//! Pairs of formats: two words that make up one number.
//!
//! If the pair states by how much the low exponent is smaller, the low word continues the significand of the high one.
//! The pair is then a float with a split significand, and the sign and exponent of the low word are only written.
//! Otherwise the values of the two words are added.
//!
//! Two or three words of a signed integer or fixed-point format can also be one number. The bits of each word without
//! its sign continue those of the word before, and each word has its own sign.

use super::context::{Context, TextPlace};
use super::family::is_signed_words_call;
use super::native;
use super::range::RangeFacts;
use super::slot::{CheckedFormat, FormatSlot};
use crate::ast::{
    Argument, FloatClause, FloatItem, FloatLayout, FormatCall, ItemKind, PairExpr, Spanned, Word,
};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact::FloatConverter;
use crate::model::word::field_bits;
use crate::model::{
    BitRange, ByteOrder, Condition, Container, ExponentCode, Field, Float, Format, FormatKind, Integer,
    IntegerSign, LeadingBit, LowPart, Native, Negation, PairSum, SignedWords, SpecialEncoding,
};
use crate::source::{Origin, Span};

use super::layout::MAX_BITS;

/// The words of a pair.
#[derive(Debug, Clone, PartialEq)]
struct PairPart {
    float: Float,
    bits: u32,
    /// The byte order that the format of the words states.
    order: Option<ByteOrder>,
}

impl Context<'_> {
    /// The format that a pair makes.
    pub(super) fn check_pair(
        &mut self,
        unit: usize,
        item: &FloatItem,
        pair: &PairExpr,
        doc: String,
        origin: Origin,
    ) -> Option<CheckedFormat> {
        let name = &item.name.value;
        let high = self.resolve_part(unit, &pair.high)?;
        let low = self.resolve_part(unit, &pair.low)?;
        let PairPart { float, bits, order: of_words } = high.clone();
        // Both parts are one format read twice. The plans join their words as equals, and have no form for two
        // different ones.
        if high != low {
            let title = "the parts of a pair are two words of the same format";
            let fault = Diagnostic::new(Slug::WrongKind, title, pair.low.span, "another format")
                .label(pair.high.span, "the high part");
            let words = self.units[unit].slice_text(pair.high.span).to_owned();
            self.report(unit, fault.help(format!("write `pair({words}, {words})`")));
            return None;
        }
        if 2 * bits > MAX_BITS {
            let title = format!("format `{name}` is too wide");
            let fault = Diagnostic::new(Slug::TooLarge, title, pair.span, format!("{} bits", 2 * bits));
            self.report(unit, fault.note(format!("a word has at most {MAX_BITS} bits")));
            return None;
        }
        let mut order = None;
        for clause in &item.clauses {
            // The order is the only clause that is about both words together.
            if let FloatClause::Order(expr) = clause {
                order = self.resolve_order(unit, expr);
                continue;
            }
            let span = clause_span(clause);
            let title = "a pair has the classes and codes of its parts";
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, span, "not for a pair");
            self.report(unit, fault.help("remove the clause, or put it into the format of the parts"));
            return None;
        }
        let place = TextPlace { unit, span: pair.span };
        let has_order = item.clauses.iter().any(|clause| matches!(clause, FloatClause::Order(_)));
        if !has_order && !self.check_whole_bytes(place, name, None, 2 * bits) {
            return None;
        }
        let (order, packed) = self.check_own_order(order, name, 2 * bits)?;
        // Without an order of its own, a pair has its two words in memory as the machine stored each of them, the
        // high one first.
        let order = order.or_else(|| join_word_orders(of_words.as_ref(), bits, 2));
        let kind = match &pair.less {
            Some(less) => FormatKind::Float(self.continue_significand(place, &float, bits, less)?),
            None => FormatKind::PairSum(self.check_added_parts(place, float, bits)?),
        };
        let facts = RangeFacts::from_kind(&kind, 2 * bits);
        let format = Format { name: name.clone(), doc, origin, bits: 2 * bits, order, kind };
        let range_span = (unit == 0).then_some(pair.span);
        Some(CheckedFormat { unit, range_span, fraction: false, format, packed, facts })
    }

    /// The format of a part.
    fn resolve_part(&mut self, unit: usize, call: &FormatCall) -> Option<PairPart> {
        let id = self.resolve_item(unit, call)?;
        let item = &self.units[id.0].text.item(id.1).kind;
        let nested = matches!(item, ItemKind::Float(FloatItem { layout: FloatLayout::Pair(_), .. }));
        if nested || !matches!(item, ItemKind::Float(_)) {
            let title = format!("`{}` cannot be a part of a pair", call.name.value);
            let label = if nested { "is a pair itself" } else { "is no float" };
            let fault = Diagnostic::new(Slug::WrongKind, title, call.span, label);
            self.report(unit, fault.help("write the name of a float of one word"));
            return None;
        }
        let slot = self.resolve_format(unit, call)?;
        match &self.slots[slot] {
            FormatSlot::Known(checked_format) => checked_format.format.kind.float().map(|float| PairPart {
                float: float.clone(),
                bits: checked_format.format.bits,
                order: checked_format.format.order.clone(),
            }),
            FormatSlot::Broken => None,
        }
    }

    /// A float whose significand continues in a second word. `less`: how much smaller the exponent of the second word is.
    fn continue_significand(
        &mut self,
        place: TextPlace,
        part: &Float,
        bits: u32,
        less: &Spanned<i64>,
    ) -> Option<Float> {
        let stored = field_bits(&part.significand);
        // The result has one formula and one list of conditions. What a condition says of `F` would be said of the
        // longer significand, so only comparisons with 0 mean the same before and after.
        if !can_continue_significand(part) {
            let title = "the significand of these parts cannot continue in a second word";
            let fault = Diagnostic::new(Slug::FormulaField, title, place.span, "not of this format").note(
                "the parts have a sign, an exponent with an excess, no hidden bit, and conditions that compare `F` \
                 with 0 only",
            );
            let fault = if is_native_pair(part, bits) {
                fault.help("leave out the rule of the exponent for the sum of two values")
            } else {
                advise_one_float(fault, part, bits)
            };
            self.report(place.unit, fault);
            return None;
        }
        let digit = digit_bits(part);
        if !stored.is_multiple_of(digit) {
            let title = "the low part cannot continue where the high part ends";
            let label = format!("the high part has {stored} bits");
            let fault = Diagnostic::new(Slug::FormulaField, title, place.span, label).note(format!(
                "a digit of the radix {} has {digit} bits: the high part ends inside of one",
                part.radix
            ));
            self.report(place.unit, advise_one_float(fault, part, bits));
            return None;
        }
        // Another distance would leave a gap between the parts, or let them overlap: then the words have a sum, but no
        // significand in common. The text may say any number, so the product may overflow.
        if less.value.checked_mul(i64::from(digit)) != Some(i64::from(stored)) {
            let title = "the low part does not continue where the high part ends";
            let label = format!("says {}", less.value);
            let fault = Diagnostic::new(Slug::FormulaField, title, less.span, label)
                .note(format!("the high part has {} digits of the radix {}", stored / digit, part.radix))
                .help(format!("write `where low.E = high.E - {}`", stored / digit));
            self.report(place.unit, fault);
            return None;
        }
        // The high part is the upper half of the pair's word. The low part's own sign and exponent are written, but say
        // nothing that the high part does not say.
        let mut float = part.clone();
        float.sign = part.sign.map(|sign| sign + bits);
        float.exponent = raise_ranges(&part.exponent, bits);
        float.significand = raise_ranges(&part.significand, bits);
        float.significand.extend(&part.significand);
        // The point stays where it is. All bits of the second word are behind it.
        float.fraction_bits = part.fraction_bits + i32::try_from(stored).unwrap_or(0);
        let above = |word: u128| word << bits;
        float.specials = part
            .specials
            .iter()
            .map(|special| SpecialEncoding { written: special.written.map(above), ..special.clone() })
            .collect();
        float.low = part.sign.map(|sign| LowPart { sign, exponent: part.exponent.clone(), less: less.value });
        Some(float)
    }

    /// Checks that the parts of a sum have a native IEEE format, and reports it otherwise.
    fn check_added_parts(&mut self, place: TextPlace, part: Float, bits: u32) -> Option<PairSum> {
        if is_native_pair(&part, bits) {
            return Some(PairSum { part, part_bits: bits });
        }
        let title = "only words of `f32` or `f64` can be added";
        let fault = Diagnostic::new(Slug::NotGenerated, title, place.span, "has parts of another format");
        // The distance of the exponents that would make the low word continue the high one, for the advice below.
        let digits = field_bits(&part.significand) / digit_bits(&part);
        let whole = field_bits(&part.significand).is_multiple_of(digit_bits(&part));
        let fault = if can_continue_significand(&part) && whole {
            fault.help(format!(
                "if the low word continues the significand of the high word, add `where low.E = high.E - {digits}`"
            ))
        } else {
            advise_one_float(fault, &part, bits)
        };
        self.report(place.unit, fault);
        None
    }
}

/// Checks of integers of two or three words.
impl Context<'_> {
    /// The number format that several signed words make, and its width.
    pub(super) fn check_signed_words(&mut self, unit: usize, call: &FormatCall) -> Option<(Integer, u32)> {
        let name = call.name.value.as_str();
        let count: usize = if name == "pair" { 2 } else { 3 };
        let words: Vec<&Word> = call
            .arguments
            .iter()
            .filter_map(|argument| match argument {
                Argument::Word(word) => Some(word),
                Argument::Number(_) | Argument::Text(_) => None,
            })
            .collect();
        // All words have one format, because their bits are joined at equal distances.
        let is_uniform = words.iter().all(|word| word.value == words[0].value);
        if words.len() != count || call.arguments.len() != count || !is_uniform {
            let count_word = if count == 2 { "two" } else { "three" };
            let title = format!("the parts of a {name} are {count_word} words of the same format");
            let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
            let part = words.first().map_or("agc15", |word| word.value.as_str());
            self.report(unit, fault.help(format!("write `{name}({})`", vec![part; count].join(", "))));
            return None;
        }
        let part = self.resolve_signed_part(unit, words[0])?;
        let (Some(cell), FormatKind::Integer(integer)) = (find_word_cell(&part), &part.kind) else {
            return None;
        };
        let ones = match integer.sign {
            IntegerSign::Ones => true,
            IntegerSign::SignMagnitude => false,
            _ => return None,
        };
        let count = u32::try_from(count).unwrap_or(0);
        let bits = count * cell.bits;
        if bits > MAX_BITS {
            let title = format!("a {name} of these words is too wide");
            let fault = Diagnostic::new(Slug::TooLarge, title, call.span, format!("{bits} bits"));
            self.report(unit, fault.note(format!("a word has at most {MAX_BITS} bits")));
            return None;
        }
        // A fraction's binary point is behind the sign of the first word. Each further word adds its bits but the
        // sign, which repeats. Whole numbers have their point at the end of the last word, so they stay without a scale.
        let scale = integer.scale + (count - 1) * (part.bits - 1);
        let scale = if integer.scale == 0 { 0 } else { scale };
        let words = SignedWords { count, bits: part.bits, cell: cell.bits, low: cell.low, ones };
        Some((Integer { sign: IntegerSign::Words(words), scale }, bits))
    }

    /// The order that the words of a number state, for the number as a whole. The words must be sound.
    pub(super) fn resolve_words_order(&mut self, unit: usize, call: &FormatCall) -> Option<ByteOrder> {
        let Some(Argument::Word(word)) = call.arguments.first() else { return None };
        let part = self.resolve_signed_part(unit, word)?;
        if matches!(part.order, Some(ByteOrder::Contained(_))) {
            // Only containers with the most significant byte first are accepted.
            return Some(ByteOrder::Big);
        }
        let count = u32::try_from(call.arguments.len()).unwrap_or(0);
        join_word_orders(part.order.as_ref(), part.bits, count)
    }

    /// The format of one signed word.
    fn resolve_signed_part(&mut self, unit: usize, word: &Word) -> Option<Format> {
        let call = FormatCall { family: None, name: word.clone(), arguments: Vec::new(), span: word.span };
        let id = self.resolve_item(unit, &call)?;
        let item = &self.units[id.0].text.item(id.1).kind;
        let nested = matches!(item, ItemKind::Family(family) if is_signed_words_call(&family.call));
        let slot = if nested { None } else { Some(self.resolve_format(unit, &call)?) };
        let part_format = match slot.map(|slot| &self.slots[slot]) {
            Some(FormatSlot::Known(checked_format)) => Some(checked_format.format.clone()),
            Some(FormatSlot::Broken) => return None,
            None => None,
        };
        let is_part = |format: &Format| {
            let signs = [IntegerSign::Ones, IntegerSign::SignMagnitude];
            let signed =
                matches!(&format.kind, FormatKind::Integer(integer) if signs.contains(&integer.sign));
            // A word needs a bit beside its sign. Words in two's complement are no parts: all words but the first
            // would be unsigned.
            signed && format.bits > 1 && find_word_cell(format).is_some()
        };
        if let Some(format) = part_format.filter(is_part) {
            return Some(format);
        }
        let title = format!("`{}` cannot be a word of a number with several signs", word.value);
        let fault = Diagnostic::new(Slug::WrongKind, title, word.span, "not of this format").note(
            "the words are integers or fixed-point numbers in one's complement, or with sign and magnitude, in whole bytes or in \
             `right_justified` or `left_justified`",
        );
        self.report(unit, fault);
        None
    }
}

/// The bits that a word of a number takes.
struct WordCell {
    /// Those from one word to the next.
    bits: u32,
    /// Those below the word.
    low: u32,
}

/// The cell of a word; `None` if the words do not lie in bytes of their own.
fn find_word_cell(part: &Format) -> Option<WordCell> {
    match &part.order {
        Some(ByteOrder::Contained(Container::RightJustified { bytes, big: true })) => {
            Some(WordCell { bits: bytes * 8, low: 0 })
        }
        // The bits of the container below a word count, so that cells are whole bytes.
        Some(ByteOrder::Contained(Container::LeftJustified { bytes, big: true })) => {
            Some(WordCell { bits: bytes * 8, low: bytes * 8 - part.bits })
        }
        Some(ByteOrder::Contained(_)) => None,
        _ => part.bits.is_multiple_of(8).then_some(WordCell { bits: part.bits, low: 0 }),
    }
}

/// The order of `count` words of `bits` bits, the most significant word first, if each has this order.
///
/// `None` if the words have no order. Floats that are words of a pair do not lie in their containers, but side by side.
fn join_word_orders(order: Option<&ByteOrder>, bits: u32, count: u32) -> Option<ByteOrder> {
    let order = order.filter(|order| !matches!(order, ByteOrder::Contained(_)))?;
    let bytes = (bits / 8) as usize;
    if *order == ByteOrder::Big {
        return Some(ByteOrder::Big);
    }
    // The high word comes first even then, each with its least significant byte first.
    if *order == ByteOrder::Little {
        return Some(ByteOrder::Units { bits, units_big: true, bytes_big: false });
    }
    let words = (0..count as usize).map(|word| word * bytes);
    let places =
        words.flat_map(|first| order.byte_permutation(bytes).into_iter().map(move |place| first + place));
    Some(ByteOrder::Bytes(places.filter_map(|place| u8::try_from(place).ok()).collect()))
}

/// Bits of a digit of the radix.
fn digit_bits(float: &Float) -> u32 {
    float.radix.trailing_zeros().max(1)
}

/// Whether the significand of such a word can continue in a second one.
fn can_continue_significand(part: &Float) -> bool {
    // In these codes the magnitude is in the bits of both words. In two's complement a carry would go from one into
    // the other.
    let signed = matches!(part.negation, Negation::SignMagnitude | Negation::OnesWord);
    let coded = matches!(part.code, ExponentCode::Excess | ExponentCode::ExcessOnes);
    let plain = part.leading == LeadingBit::None && signed && coded && !part.exponent.is_empty();
    plain && part.specials.iter().all(|special| compares_with_zero(&special.condition))
}

/// Suggests what can be written for two words that are not a pair of any kind that the language has.
fn advise_one_float(fault: Diagnostic, part: &Float, bits: u32) -> Diagnostic {
    let high = raise_ranges(&part.significand, bits);
    let ranges: Vec<String> =
        high.iter().chain(&part.significand).map(|range| format_range(*range)).collect();
    if ranges.is_empty() {
        return fault;
    }
    fault.help(format!(
        "describe both words as one float of {} bits, with `significand = bits {};`",
        2 * bits,
        ranges.join(", ")
    ))
}

/// The ranges of bits, moved to the high word.
fn raise_ranges(ranges: &[BitRange], bits: u32) -> Vec<BitRange> {
    ranges.iter().map(|range| BitRange { high: range.high + bits, low: range.low + bits }).collect()
}

fn format_range(range: BitRange) -> String {
    if range.width() == 1 { range.low.to_string() } else { format!("{}..={}", range.high, range.low) }
}

/// Whether words of a float are `f32` or `f64`.
fn is_native_pair(float: &Float, bits: u32) -> bool {
    match bits {
        32 => is_native(float, bits, Native::F32),
        64 => is_native(float, bits, Native::F64),
        _ => false,
    }
}

/// Whether every word of a float means what it means in the native type.
fn is_native(float: &Float, bits: u32, native: Native) -> bool {
    let Some(usual) = native::float(native) else { return false };
    if (Float { specials: usual.specials.clone(), ..float.clone() }) != usual {
        return false;
    }
    // The fields equal those of the native type, so both have an exponent and a significand.
    // Clauses may be written in many ways, so words are compared: those where the classes of the native type begin
    // and end.
    let (mine, theirs) = (FloatConverter::new(float, bits), FloatConverter::new(&usual, bits));
    let fraction = field_bits(&float.significand);
    let infinity = (1_u128 << (bits - 1)) - (1 << fraction);
    let top = 1_u128 << (fraction - 1);
    let samples = [0, 1, top, (1 << fraction) - 1, 1 << fraction, infinity - 1, infinity];
    let nans = [infinity + 1, infinity | top, (1 << (bits - 1)) - 1];
    samples
        .into_iter()
        .chain(nans)
        .flat_map(|word| [word, word | 1 << (bits - 1)])
        .all(|word| mine.decode(word) == theirs.decode(word))
}

/// Whether the condition compares the significand only with zero.
fn compares_with_zero(condition: &Condition) -> bool {
    match condition {
        Condition::And(left, right) | Condition::Or(left, right) => {
            compares_with_zero(left) && compares_with_zero(right)
        }
        Condition::Compare(Field::Significand, _, number) => *number == 0,
        Condition::Compare(Field::Sign | Field::Exponent | Field::Leading, ..) => true,
    }
}

fn clause_span(clause: &FloatClause) -> Span {
    match clause {
        FloatClause::Order(order) => order.span,
        FloatClause::Negative(word, _) | FloatClause::Exponent(word) | FloatClause::Quiet(word) => word.span,
        FloatClause::Unused(word) => word.span,
        FloatClause::Ieee(span) | FloatClause::Special { span, .. } => *span,
    }
}
