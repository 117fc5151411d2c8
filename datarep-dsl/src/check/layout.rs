//! Pass 2: where the fields of a float lie in its word.
//!
//! Afterwards every bit of the word belongs to one field, and the word has whole bytes or lies in
//! a container.

use super::order::containers;
use super::{Context, Place, quoted};
use crate::ast::{FloatClause, FloatItem, FloatLayout, LongField, PictureField, Spanned};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::BitRange;
use crate::source::Span;

/// The widest word.
pub(super) const MAX_BITS: u32 = 128;

/// A field's bits, most significant range first, and where they were written.
#[derive(Debug, Clone, Default)]
pub(super) struct Placed {
    pub(super) ranges: Vec<BitRange>,
    pub(super) spans: Vec<Span>,
}

impl Placed {
    fn push(&mut self, range: BitRange, span: Span) {
        match self.ranges.last_mut() {
            Some(last) if last.low == range.high + 1 => last.low = range.low,
            _ => self.ranges.push(range),
        }
        self.spans.push(span);
    }

    /// Whether the format has this field.
    pub(super) fn is_there(&self) -> bool {
        !self.ranges.is_empty()
    }

    /// Where it was first written.
    pub(super) fn span(&self) -> Span {
        self.spans.first().copied().unwrap_or_default()
    }

    /// Its width.
    pub(super) fn width(&self) -> u32 {
        self.ranges.iter().map(|range| range.width()).sum()
    }
}

/// The fields of a float.
#[derive(Debug, Clone, Default)]
pub(super) struct Layout {
    pub(super) bits: u32,
    pub(super) sign: Placed,
    pub(super) exponent: Placed,
    pub(super) significand: Placed,
    pub(super) leading: Placed,
    pub(super) digits: Placed,
    pub(super) centesimals: Placed,
    pub(super) unused: Placed,
}

const FIELDS: &[&str] = &["sign", "exponent", "significand", "leading", "digits", "centesimals", "unused"];

/// Bits of what the number behind a letter counts.
fn counted(letter: char) -> u64 {
    match letter {
        'D' => 4,
        'C' => 8,
        _ => 1,
    }
}

impl Layout {
    fn field(&mut self, name: &str) -> Option<&mut Placed> {
        match name {
            "sign" | "S" => Some(&mut self.sign),
            "exponent" | "E" => Some(&mut self.exponent),
            "significand" | "F" => Some(&mut self.significand),
            "leading" | "I" => Some(&mut self.leading),
            "digits" | "D" => Some(&mut self.digits),
            "centesimals" | "C" => Some(&mut self.centesimals),
            "unused" | "_" => Some(&mut self.unused),
            _ => None,
        }
    }
}

impl Context<'_> {
    /// The fields of `float`, or `None` after a fault.
    pub(super) fn lay_out(&mut self, unit: usize, float: &FloatItem) -> Option<Layout> {
        let before = self.faults.len();
        let layout = match &float.layout {
            FloatLayout::Picture(fields) => self.picture(unit, float, fields),
            FloatLayout::Long { bits, fields } => self.long_form(unit, float, bits.as_ref(), fields),
            // A pair has the layout of its parts.
            FloatLayout::Pair(_) => None,
        }?;
        if !has_sign_digit(float) {
            self.single_bit(unit, float, "sign", &layout.sign);
        }
        self.single_bit(unit, float, "leading bit", &layout.leading);
        let span = match &float.layout {
            FloatLayout::Picture(fields) => joined(fields.iter().map(|field| field.span)),
            FloatLayout::Long { bits, .. } => bits.as_ref().map_or(float.name.span, |bits| bits.span),
            FloatLayout::Pair(pair) => pair.span,
        };
        if self.faults.len() == before {
            let place = Place { unit, span };
            let ordered = float.clauses.iter().any(|clause| matches!(clause, FloatClause::Order(_)));
            self.whole_bytes(place, &format!("format `{}`", float.name.value), layout.bits, ordered);
        }
        (self.faults.len() == before).then_some(layout)
    }

    /// Refuses a width that is not a number of bytes, where no order says how the word lies in them.
    pub(super) fn whole_bytes(&mut self, place: Place, what: &str, bits: u32, ordered: bool) -> bool {
        // An order that does not fit is told where it stands.
        if bits.is_multiple_of(8) || ordered {
            return true;
        }
        let title = format!("{what} is not a whole number of bytes wide");
        let missing = bits.next_multiple_of(8) - bits;
        let fault = Diagnostic::new(Slug::OddWidth, title, place.span, format!("{bits} bits"))
            .note(format!("{} bytes have {} bits", bits.div_ceil(8), bits.next_multiple_of(8)))
            .help(match (missing, bits % 8) {
                (1, _) => "add the missing bit".to_owned(),
                (_, 1) if bits > 8 => format!("remove a bit, or add the missing {missing}"),
                _ => format!("add the missing {missing} bits"),
            })
            .help(format!(
                "for words that do not fill bytes, say how they lie in them, such as `order {};`",
                containers(bits)[0]
            ));
        self.report(place.unit, fault);
        false
    }

    fn picture(&mut self, unit: usize, float: &FloatItem, fields: &[PictureField]) -> Option<Layout> {
        let mut layout = Layout::default();
        let bits_of = |field: &PictureField| field.bits.checked_mul(counted(field.letter));
        let total = fields.iter().try_fold(0_u64, |sum, field| sum.checked_add(bits_of(field)?));
        let total = total.and_then(|bits| u32::try_from(bits).ok()).filter(|bits| *bits <= MAX_BITS);
        let Some(total) = total else {
            self.too_wide(unit, joined(fields.iter().map(|field| field.span)), &float.name.value);
            return None;
        };
        layout.bits = total;
        let mut above = total;
        for field in fields {
            let bits = u32::try_from(field.bits * counted(field.letter)).unwrap_or(MAX_BITS);
            let Some(placed) = layout.field(field.letter.encode_utf8(&mut [0; 4])) else {
                let place = Place { unit, span: field.span };
                self.unknown_word(
                    place,
                    "field",
                    &field.letter.to_string(),
                    &["S", "E", "F", "I", "D", "C", "_"],
                );
                return None;
            };
            if bits == 0 {
                let title = format!("`{}0` in format `{}` has no bits", field.letter, float.name.value);
                let place = Place { unit, span: field.span };
                self.fault(place, Slug::FieldOutside, title, "a field has at least one bit");
                return None;
            }
            placed.push(BitRange { high: above - 1, low: above - bits }, field.span);
            above -= bits;
        }
        Some(layout)
    }

    fn too_wide(&mut self, unit: usize, span: Span, name: &str) {
        let title = format!("format `{name}` is too wide");
        let fault = Diagnostic::new(Slug::TooLarge, title, span, format!("more than {MAX_BITS} bits"));
        self.report(unit, fault.note(format!("the widest word has {MAX_BITS} bits")));
    }

    fn long_form(
        &mut self,
        unit: usize,
        float: &FloatItem,
        bits: Option<&Spanned<u64>>,
        fields: &[LongField],
    ) -> Option<Layout> {
        let name = &float.name.value;
        let Some(bits) = bits else {
            let title = format!("format `{name}` does not say how many bits it has");
            let fault = Diagnostic::new(Slug::FieldOutside, title, float.name.span, "has no `bits`");
            let most = fields.iter().flat_map(|field| &field.ranges).map(|range| range.value.0).max();
            let guess = most.map_or(64, |most| (most.min(127) + 1).next_multiple_of(8));
            self.report(unit, fault.help(format!("add `bits {guess};`")));
            return None;
        };
        let width = u32::try_from(bits.value).ok().filter(|bits| *bits <= MAX_BITS);
        let Some(width) = width else {
            self.too_wide(unit, bits.span, name);
            return None;
        };
        if self.wrong_way_round(unit, width, fields) {
            return None;
        }
        let before = self.faults.len();
        let mut layout = Layout { bits: width, ..Layout::default() };
        let mut claims: Vec<(&LongField, BitRange, Span)> = Vec::new();
        let mut first: Vec<(&str, Span)> = Vec::new();
        for field in fields {
            if layout.field(&field.name.value).is_none() {
                let place = Place { unit, span: field.name.span };
                self.unknown_word(place, "field", &field.name.value, FIELDS);
                continue;
            }
            match first.iter().find(|(known, _)| *known == field.name.value && *known != "unused") {
                Some((_, said)) => {
                    let title = format!("`{}` is given twice in format `{name}`", field.name.value);
                    let fault =
                        Diagnostic::new(Slug::ConflictingClauses, title, field.name.span, "given again here")
                            .label(*said, "first given here")
                            .help("list all its ranges in one line, such as `bits 62..=48, 15..=0`");
                    self.report(unit, fault);
                    continue;
                }
                None => first.push((&field.name.value, field.name.span)),
            }
            for range in &field.ranges {
                let Some(range_bits) = self.range(unit, field, range, width) else { continue };
                self.overlap(unit, name, field, range_bits, range.span, &claims);
                claims.push((field, range_bits, range.span));
                if let Some(placed) = layout.field(&field.name.value) {
                    placed.push(range_bits, range.span);
                }
            }
        }
        if self.faults.len() == before {
            self.uncovered(unit, float, bits, width, &claims);
        }
        (self.faults.len() == before).then_some(layout)
    }

    /// Tells of ranges whose lower bit stands first: as a rule they come from a manual that numbers the bits from the
    /// most significant.
    fn wrong_way_round(&mut self, unit: usize, width: u32, fields: &[LongField]) -> bool {
        let ranges = || fields.iter().flat_map(|field| field.ranges.iter().map(move |range| (field, range)));
        let mut turned = ranges().filter(|(_, range)| range.value.0 < range.value.1);
        let Some((first, range)) = turned.next() else { return false };
        let title = format!("the range of `{}` is the wrong way round", first.name.value);
        let fault = Diagnostic::new(Slug::FieldOutside, title, range.span, "the lower bit stands first");
        let fault = turned.fold(fault, |fault, (_, range)| fault.label(range.span, "and here"));
        let fault =
            fault.note("bit 0 is the least significant bit of the word; ranges begin with the higher bit");
        // A sign in bit 0 is counted from the left for certain, and ranges of both directions are not.
        let signed = ranges().any(|(field, range)| field.name.value == "sign" && range.value == (0, 0));
        let mixed = ranges().any(|(_, range)| range.value.0 > range.value.1);
        let fault = match counted_from_the_other_end(u64::from(width), &mut fields.to_vec()) {
            Some(text) if signed && !mixed => {
                fault.help(format!("where a manual counts from the most significant bit, that is `{text}`"))
            }
            Some(text) if !mixed => fault
                .help(format!("if bit 0 is the most significant in the manual, write `{text}`"))
                .help(format!(
                    "if it is the least significant, write `bits {}..={}`",
                    range.value.1, range.value.0
                )),
            Some(_) | None => fault.help(format!("write `bits {}..={}`", range.value.1, range.value.0)),
        };
        self.report(unit, fault);
        true
    }

    fn range(
        &mut self,
        unit: usize,
        field: &LongField,
        range: &Spanned<(u64, u64)>,
        width: u32,
    ) -> Option<BitRange> {
        let (high, low) = range.value;
        let name = &field.name.value;
        let outside = high.max(low);
        if outside >= u64::from(width) {
            let title = format!("`{name}` reaches outside of the word");
            let fault = Diagnostic::new(Slug::FieldOutside, title, range.span, format!("no bit {outside}"))
                .note(format!("a word of {width} bits has the bits 0 to {}", width.saturating_sub(1)));
            self.report(unit, fault);
            return None;
        }
        Some(BitRange { high: u32::try_from(high).ok()?, low: u32::try_from(low).ok()? })
    }

    fn overlap(
        &mut self,
        unit: usize,
        format: &str,
        field: &LongField,
        range: BitRange,
        span: Span,
        claims: &[(&LongField, BitRange, Span)],
    ) {
        let clash =
            claims.iter().find(|(_, claimed, _)| claimed.low <= range.high && range.low <= claimed.high);
        let Some((other, claimed, first)) = clash else { return };
        let both = BitRange { high: claimed.high.min(range.high), low: claimed.low.max(range.low) };
        let whom = if field.name.value == other.name.value {
            "itself".to_owned()
        } else {
            format!("`{}`", other.name.value)
        };
        let title = format!("`{}` overlaps {whom} in format `{format}`", field.name.value);
        let mut fault =
            Diagnostic::new(Slug::OverlappingFields, title, span, format!("claims {}", bits_text(both)))
                .label(*first, format!("already claims {}", bits_text(both)))
                .note("bit 0 is the least significant bit of the item; ranges include both ends");
        let width = range.width();
        if claimed.low >= width && range.high >= claimed.low {
            let free = BitRange { high: claimed.low - 1, low: claimed.low - width };
            fault = fault.help(format!(
                "{} below `{}` {} `{}`",
                count_bits(width),
                other.name.value,
                if width == 1 { "is" } else { "are" },
                bits_text(free)
            ));
        }
        self.report(unit, fault);
    }

    fn uncovered(
        &mut self,
        unit: usize,
        float: &FloatItem,
        bits: &Spanned<u64>,
        width: u32,
        claims: &[(&LongField, BitRange, Span)],
    ) {
        let free = |bit: &u32| !claims.iter().any(|(_, range, _)| (range.low..=range.high).contains(bit));
        let mut gaps: Vec<BitRange> = Vec::new();
        for bit in (0..width).rev().filter(free) {
            match gaps.last_mut() {
                Some(gap) if gap.low == bit + 1 => gap.low = bit,
                _ => gaps.push(BitRange { high: bit, low: bit }),
            }
        }
        if gaps.is_empty() {
            return;
        }
        let named: Vec<String> = gaps.iter().map(|gap| bits_text(*gap)).collect();
        let ranges: Vec<String> = gaps.iter().map(|gap| bits_text(*gap)).collect();
        let title =
            format!("no field of format `{}` covers {}", float.name.value, super::list(&named, "and"));
        let fault = Diagnostic::new(Slug::UncoveredBits, title, bits.span, format!("{width} bits"))
            .note("bit 0 is the least significant bit of the item; ranges include both ends")
            .help(format!("if they mean nothing, add `unused = {};`", ranges.join(", ")));
        self.report(unit, fault);
    }

    fn single_bit(&mut self, unit: usize, float: &FloatItem, what: &str, placed: &Placed) {
        if placed.width() <= 1 {
            return;
        }
        let name = &float.name.value;
        let title = format!("the {what} of format `{name}` has {} bits", placed.width());
        let span = placed.spans.get(1).copied().unwrap_or(placed.span());
        let mut fault = Diagnostic::new(Slug::FormulaField, title, span, "more than one bit");
        if placed.spans.len() > 1 {
            fault = fault.label(placed.span(), "already said here");
        }
        self.report(unit, fault.note(format!("a {what} is one bit")));
    }
}

/// Renumbers the bits of fields from the other end of a word, and says what they are then; nothing where a bit is not
/// in the word.
pub(super) fn counted_from_the_other_end(width: u64, fields: &mut [LongField]) -> Option<String> {
    for range in fields.iter_mut().flat_map(|field| &mut field.ranges) {
        let (first, last) = range.value;
        let other = |bit: u64| width.checked_sub(bit.checked_add(1)?);
        range.value = (other(first.min(last))?, other(first.max(last))?);
    }
    let text = |field: &LongField| {
        let ranges: Vec<String> = field.ranges.iter().map(|range| bits_of(range.value)).collect();
        format!("{} = {};", field.name.value, ranges.join(", "))
    };
    Some(fields.iter().map(text).collect::<Vec<_>>().join(" "))
}

/// A range as it is written.
fn bits_of((high, low): (u64, u64)) -> String {
    if high == low { format!("bit {low}") } else { format!("bits {high}..={low}") }
}

/// From the first span to the last.
fn joined(spans: impl Iterator<Item = Span>) -> Span {
    spans
        .reduce(|all, span| Span { start: all.start.min(span.start), end: all.end.max(span.end) })
        .unwrap_or_default()
}

fn bits_text(range: BitRange) -> String {
    bits_of((u64::from(range.high), u64::from(range.low)))
}

fn count_bits(width: u32) -> String {
    const SMALL: &[&str] = &[
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
    ];
    let word = SMALL.get(width as usize).map_or_else(|| width.to_string(), |word| (*word).to_owned());
    if width == 1 { format!("{word} bit") } else { format!("{word} bits") }
}

/// Whether the sign of a float is a digit.
fn has_sign_digit(float: &FloatItem) -> bool {
    float
        .clauses
        .iter()
        .any(|clause| matches!(clause, FloatClause::Negative(word, _) if word.value == "nine"))
}

/// The fields that a formula or a condition can name, quoted.
pub(super) fn field_letters(layout: &Layout) -> String {
    let letters =
        [("S", &layout.sign), ("E", &layout.exponent), ("I", &layout.leading), ("F", &layout.significand)]
            .into_iter()
            .chain([("D", &layout.digits), ("C", &layout.centesimals)]);
    let there: Vec<String> =
        letters.filter(|(_, placed)| placed.is_there()).map(|(letter, _)| letter.to_owned()).collect();
    quoted(&there, "and")
}
