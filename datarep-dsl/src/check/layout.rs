//! Pass 2: the places of a float's fields in its word.
//!
//! Afterwards every bit of the word belongs to one field, and the word has whole bytes or lies in a container.

use super::context::{Context, TextPlace, list_words, quote_words};
use crate::ast::{FloatClause, FloatItem, FloatLayout, LongField, PictureField, Spanned};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::BitRange;
use crate::source::Span;

/// The widest word.
pub(super) const MAX_BITS: u32 = 128;

/// A field's bits, most significant range first, and where they were written.
#[derive(Debug, Clone, Default)]
pub(super) struct PlacedField {
    pub(super) ranges: Vec<BitRange>,
    pub(super) spans: Vec<Span>,
}

impl PlacedField {
    fn push(&mut self, range: BitRange, span: Span) {
        match self.ranges.last_mut() {
            // Neighboring bits are one range: `gather` then takes them by a single shift.
            Some(last) if last.low == range.high + 1 => last.low = range.low,
            _ => self.ranges.push(range),
        }
        self.spans.push(span);
    }

    /// Whether the format has this field.
    pub(super) fn is_present(&self) -> bool {
        !self.ranges.is_empty()
    }

    /// The place where it was first written.
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
pub(super) struct PlacedFields {
    pub(super) bits: u32,
    pub(super) sign: PlacedField,
    pub(super) exponent: PlacedField,
    pub(super) significand: PlacedField,
    pub(super) leading: PlacedField,
    pub(super) digits: PlacedField,
    pub(super) centesimals: PlacedField,
    pub(super) unused: PlacedField,
}

const FIELDS: &[&str] = &["sign", "exponent", "significand", "leading", "digits", "centesimals", "unused"];

/// The bits of one unit of a letter's number: `D2` is two digits of four bits.
fn bits_per_letter(letter: char) -> u64 {
    match letter {
        'D' => 4,
        'C' => 8,
        _ => 1,
    }
}

/// The end of a word at which bit 0 stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BitNumbering {
    /// At the right end: the least significant bit.
    Right,
    /// At the left end, as in the manuals of IBM and many others.
    Left,
}

impl BitNumbering {
    const ALL: [BitNumbering; 2] = [BitNumbering::Right, BitNumbering::Left];

    /// The word of the language.
    fn word(self) -> &'static str {
        match self {
            BitNumbering::Right => "lsb0",
            BitNumbering::Left => "msb0",
        }
    }

    fn from_word(word: &str) -> Option<BitNumbering> {
        BitNumbering::ALL.into_iter().find(|from| from.word() == word)
    }

    fn opposite_numbering(self) -> BitNumbering {
        match self {
            BitNumbering::Right => BitNumbering::Left,
            BitNumbering::Left => BitNumbering::Right,
        }
    }
}

/// A word with numbered bits.
#[derive(Debug, Clone, Copy)]
struct NumberedWord {
    width: u32,
    from: BitNumbering,
}

impl NumberedWord {
    /// The number of the bit that would be the most significant one if the numbers began at the other end.
    fn opposite_end_bit(self) -> u64 {
        match self.from {
            BitNumbering::Right => 0,
            BitNumbering::Left => u64::from(self.width).saturating_sub(1),
        }
    }

    /// The range from the first to the last bit that a text names, counted from the right; `None` if one of them is not
    /// in the word.
    fn resolve_range(self, first: u32, last: u32) -> Option<BitRange> {
        let bit_index = |bit: u32| match self.from {
            BitNumbering::Right => Some(bit),
            // A number beyond the width has no bit. Counted from the right it would be below zero.
            BitNumbering::Left => (self.width - 1).checked_sub(bit),
        };
        Some(BitRange { high: bit_index(first)?, low: bit_index(last)? })
    }

    /// A range as a text names it.
    fn format_range(self, range: BitRange) -> String {
        let bit_number = |bit: u32| match self.from {
            BitNumbering::Right => u64::from(bit),
            BitNumbering::Left => u64::from(self.width - 1 - bit),
        };
        format_bits(bit_number(range.high), bit_number(range.low))
    }

    /// A sentence about how the bits are numbered.
    fn describe_numbering(self) -> &'static str {
        match self.from {
            BitNumbering::Right => "bit 0 is the least significant bit of the item; ranges include both ends",
            BitNumbering::Left => {
                "with `numbering msb0` bit 0 is the most significant bit of the item; ranges include both ends"
            }
        }
    }
}

/// Bits that a field claims, and where the text says so.
#[derive(Clone, Copy)]
struct BitClaim<'f> {
    field: &'f LongField,
    range: BitRange,
    span: Span,
}

/// The parts of a long form.
struct LongForm<'f> {
    bits: Option<&'f Spanned<u64>>,
    numbering: Option<&'f Spanned<String>>,
    fields: &'f [LongField],
}

impl PlacedFields {
    fn field_mut(&mut self, name: &str) -> Option<&mut PlacedField> {
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
    pub(super) fn lay_out_fields(&mut self, unit: usize, float: &FloatItem) -> Option<PlacedFields> {
        let before = self.faults.len();
        let layout = match &float.layout {
            FloatLayout::Picture(fields) => self.lay_out_picture(unit, float, fields),
            FloatLayout::Long { bits, numbering, fields } => {
                let long = LongForm { bits: bits.as_ref(), numbering: numbering.as_ref(), fields };
                self.lay_out_long_form(unit, float, &long)
            }
            // The fields of a pair are those of its parts.
            FloatLayout::Pair(_) => None,
        }?;
        // `negative nine` has a digit of four bits for its sign. `check_digit_sign` checks its width.
        if !has_sign_digit(float) {
            self.check_single_bit(unit, float, "sign", &layout.sign);
        }
        self.check_single_bit(unit, float, "leading bit", &layout.leading);
        let span = match &float.layout {
            FloatLayout::Picture(fields) => join_spans(fields.iter().map(|field| field.span)),
            FloatLayout::Long { bits, .. } => bits.as_ref().map_or(float.name.span, |bits| bits.span),
            FloatLayout::Pair(pair) => pair.span,
        };
        // A width with other faults may not be the one that is meant.
        if self.faults.len() == before {
            let place = TextPlace { unit, span };
            let has_order = float.clauses.iter().any(|clause| matches!(clause, FloatClause::Order(_)));
            let unused = matches!(float.layout, FloatLayout::Picture(_)).then_some("_");
            if !has_order {
                self.check_whole_bytes(place, &float.name.value, unused, layout.bits);
            }
        }
        (self.faults.len() == before).then_some(layout)
    }

    fn lay_out_picture(
        &mut self,
        unit: usize,
        float: &FloatItem,
        fields: &[PictureField],
    ) -> Option<PlacedFields> {
        let mut layout = PlacedFields::default();
        let bits_of = |field: &PictureField| field.bits.checked_mul(bits_per_letter(field.letter));
        // Widths are numbers of a text, and their sum may not fit in 64 bits.
        let total = fields.iter().try_fold(0_u64, |sum, field| sum.checked_add(bits_of(field)?));
        let total = total.and_then(|bits| u32::try_from(bits).ok()).filter(|bits| *bits <= MAX_BITS);
        let Some(total) = total else {
            self.report_too_wide(unit, join_spans(fields.iter().map(|field| field.span)), &float.name.value);
            return None;
        };
        layout.bits = total;
        // Letters stand from the highest bit to the lowest.
        let mut above = total;
        for field in fields {
            // The product fits, as the sum of all of them does.
            let bits = u32::try_from(field.bits * bits_per_letter(field.letter)).unwrap_or(MAX_BITS);
            let Some(placed) = layout.field_mut(field.letter.encode_utf8(&mut [0; 4])) else {
                let place = TextPlace { unit, span: field.span };
                self.report_unknown_word(
                    place,
                    "field",
                    &field.letter.to_string(),
                    &["S", "E", "F", "I", "D", "C", "_"],
                );
                return None;
            };
            if bits == 0 {
                let title = format!("`{}0` in format `{}` has no bits", field.letter, float.name.value);
                let place = TextPlace { unit, span: field.span };
                self.report_at(place, Slug::FieldOutside, title, "a field has at least one bit");
                return None;
            }
            placed.push(BitRange { high: above - 1, low: above - bits }, field.span);
            above -= bits;
        }
        Some(layout)
    }

    fn report_too_wide(&mut self, unit: usize, span: Span, name: &str) {
        let title = format!("format `{name}` is too wide");
        let fault = Diagnostic::new(Slug::TooLarge, title, span, format!("more than {MAX_BITS} bits"));
        self.report(unit, fault.note(format!("the widest word has {MAX_BITS} bits")));
    }

    fn lay_out_long_form(
        &mut self,
        unit: usize,
        float: &FloatItem,
        long: &LongForm<'_>,
    ) -> Option<PlacedFields> {
        let name = &float.name.value;
        let fields = long.fields;
        let Some(bits) = long.bits else {
            let title = format!("format `{name}` does not say how many bits it has");
            let fault = Diagnostic::new(Slug::FieldOutside, title, float.name.span, "has no `bits`");
            // The fewest whole bytes that hold the highest bit that is named. A text may name any number, so the
            // advice stops at 128 bits.
            let ends = fields.iter().flat_map(|field| &field.ranges).map(|range| range.value);
            let most = ends.map(|(first, last)| first.max(last)).max();
            let guess = most.map_or(64, |most| (most.min(127) + 1).next_multiple_of(8));
            self.report(unit, fault.help(format!("add `bits {guess};`")));
            return None;
        };
        let width = u32::try_from(bits.value).ok().filter(|bits| *bits <= MAX_BITS);
        let Some(width) = width else {
            self.report_too_wide(unit, bits.span, name);
            return None;
        };
        let from = self.resolve_numbering(unit, long.numbering)?;
        let word = NumberedWord { width, from };
        // Before single ranges are checked: a word numbered from the other end would have a fault in each of them.
        if self.report_reversed_ranges(unit, word, long) {
            return None;
        }
        let before = self.faults.len();
        let mut layout = PlacedFields { bits: width, ..PlacedFields::default() };
        let mut claims: Vec<BitClaim<'_>> = Vec::new();
        let mut first: Vec<(&str, Span)> = Vec::new();
        for field in fields {
            if layout.field_mut(&field.name.value).is_none() {
                let place = TextPlace { unit, span: field.name.span };
                self.report_unknown_word(place, "field", &field.name.value, FIELDS);
                continue;
            }
            // Only `unused` may stand on several lines: it has no order of pieces that a second line would leave open.
            match first
                .iter()
                .find(|(field_name, _)| *field_name == field.name.value && *field_name != "unused")
            {
                Some((_, first_span)) => {
                    let title = format!("`{}` is given twice in format `{name}`", field.name.value);
                    let fault =
                        Diagnostic::new(Slug::ConflictingClauses, title, field.name.span, "given again here")
                            .label(*first_span, "first given here")
                            .help("list all its ranges in one line, such as `bits 62..=48, 15..=0`");
                    self.report(unit, fault);
                    continue;
                }
                None => first.push((&field.name.value, field.name.span)),
            }
            for range in &field.ranges {
                let Some(range_bits) = self.check_range(unit, field, range, word) else { continue };
                // The claim is kept after an overlap, too. Otherwise a third field on the same bits would be compared with
                // only one of the two.
                let claim = BitClaim { field, range: range_bits, span: range.span };
                self.report_overlap(unit, name, claim, word, &claims);
                claims.push(claim);
                if let Some(placed) = layout.field_mut(&field.name.value) {
                    placed.push(range_bits, range.span);
                }
            }
        }
        // Bits that nobody claims are reported only if nothing else is wrong: a field that was misspelled has left
        // its bits without an owner.
        if self.faults.len() == before {
            self.report_uncovered_bits(unit, float, bits.span, word, &claims);
        }
        (self.faults.len() == before).then_some(layout)
    }

    /// The end that `numbering …;` names; the right one by default.
    fn resolve_numbering(
        &mut self,
        unit: usize,
        numbering_word: Option<&Spanned<String>>,
    ) -> Option<BitNumbering> {
        let Some(numbering_word) = numbering_word else { return Some(BitNumbering::Right) };
        let numbering = BitNumbering::from_word(&numbering_word.value);
        if numbering.is_none() {
            let place = TextPlace { unit, span: numbering_word.span };
            self.report_unknown_word(
                place,
                "numbering",
                &numbering_word.value,
                &BitNumbering::ALL.map(BitNumbering::word),
            );
        }
        numbering
    }

    /// Reports ranges that begin with their less significant bit. They usually come from a manual that numbers the bits
    /// from the other end.
    fn report_reversed_ranges(&mut self, unit: usize, word: NumberedWord, long: &LongForm<'_>) -> bool {
        let fields = long.fields;
        let ranges = || fields.iter().flat_map(|field| field.ranges.iter().map(move |range| (field, range)));
        let is_turned = |(first, last): (u64, u64)| match word.from {
            BitNumbering::Right => first < last,
            BitNumbering::Left => first > last,
        };
        let mut reversed_ranges = ranges().filter(|(_, range)| is_turned(range.value));
        let Some((first, range)) = reversed_ranges.next() else { return false };
        let (label, note) = match word.from {
            BitNumbering::Right => (
                "the lower bit stands first",
                "bit 0 is the least significant bit of the word; ranges begin with the higher bit",
            ),
            BitNumbering::Left => (
                "the higher bit stands first",
                "with `numbering msb0` bit 0 is the most significant bit of the word; ranges begin with the lower bit",
            ),
        };
        let title = format!("the range of `{}` is the wrong way round", first.name.value);
        let fault = Diagnostic::new(Slug::FieldOutside, title, range.span, label);
        let fault =
            reversed_ranges.fold(fault, |fault, (_, range)| fault.label(range.span, "and here")).note(note);
        // If both directions occur, the bits are not consistently numbered from either end.
        let mixed = ranges().any(|(_, range)| {
            let (first, last) = range.value;
            first != last && !is_turned(range.value)
        });
        // Counted from the other end such a number would not be in the word either.
        let inside = ranges().all(|(_, range)| range.value.0.max(range.value.1) < u64::from(word.width));
        // A sign at the other end shows that the bits are numbered from that end.
        let sign = word.opposite_end_bit();
        let certain =
            ranges().any(|(field, range)| field.name.value == "sign" && range.value == (sign, sign));
        let swapped = format_bits(range.value.1, range.value.0);
        // `numbering msb0` explains the ranges only if all of them are turned, and if the text does not state the
        // opposite.
        let fault = if mixed || !inside || long.numbering.is_some_and(|_| word.from == BitNumbering::Right) {
            fault.help(format!("write `{swapped}`"))
        } else {
            let (other_end, help) = match word.from {
                BitNumbering::Right => {
                    ("least", "where bit 0 is the most significant one in the manual, add `numbering msb0;`")
                }
                BitNumbering::Left => (
                    "most",
                    "where bit 0 is the least significant one in the manual, leave `numbering msb0;` out",
                ),
            };
            let fault = fault.help(help);
            // Then only the other numbering makes sense, and turning each range round would be wrong advice.
            if certain {
                fault
            } else {
                fault.help(format!("where it is the {other_end} significant one, write `{swapped}`"))
            }
        };
        self.report(unit, fault);
        true
    }

    fn check_range(
        &mut self,
        unit: usize,
        field: &LongField,
        range: &Spanned<(u64, u64)>,
        word: NumberedWord,
    ) -> Option<BitRange> {
        let (first, last) = range.value;
        let name = &field.name.value;
        let outside = first.max(last);
        if outside >= u64::from(word.width) {
            let title = format!("`{name}` reaches outside of the word");
            let fault = Diagnostic::new(Slug::FieldOutside, title, range.span, format!("no bit {outside}"))
                .note(format!(
                    "a word of {} bits has the bits 0 to {}",
                    word.width,
                    word.width.saturating_sub(1)
                ));
            self.report(unit, fault);
            return None;
        }
        word.resolve_range(u32::try_from(first).ok()?, u32::try_from(last).ok()?)
    }

    fn report_overlap(
        &mut self,
        unit: usize,
        format: &str,
        claim: BitClaim<'_>,
        word: NumberedWord,
        claims: &[BitClaim<'_>],
    ) {
        let BitClaim { field, range, span } = claim;
        // Two ranges meet if each begins before the other ends.
        let meets = |other: &&BitClaim<'_>| other.range.low <= range.high && range.low <= other.range.high;
        let clash = claims.iter().find(meets);
        let Some(&BitClaim { field: claimant, range: claimed, span: first }) = clash else { return };
        let common = BitRange { high: claimed.high.min(range.high), low: claimed.low.max(range.low) };
        let claimant_name = if field.name.value == claimant.name.value {
            "itself".to_owned()
        } else {
            format!("`{}`", claimant.name.value)
        };
        let title = format!("`{}` overlaps {claimant_name} in format `{format}`", field.name.value);
        let common = word.format_range(common);
        let mut fault = Diagnostic::new(Slug::OverlappingFields, title, span, format!("claims {common}"))
            .label(first, format!("already claims {common}"))
            .note(word.describe_numbering());
        let width = range.width();
        // Advice for the usual slip, a range that is too high: the bits below the other field, if there are enough.
        if claimed.low >= width && range.high >= claimed.low {
            let free = BitRange { high: claimed.low - 1, low: claimed.low - width };
            fault = fault.help(format!(
                "{} below `{}` {} `{}`",
                format_bit_count(width),
                claimant.name.value,
                if width == 1 { "is" } else { "are" },
                word.format_range(free)
            ));
        }
        self.report(unit, fault);
    }

    fn report_uncovered_bits(
        &mut self,
        unit: usize,
        float: &FloatItem,
        span: Span,
        word: NumberedWord,
        claims: &[BitClaim<'_>],
    ) {
        let free = |bit: &u32| !claims.iter().any(|claim| (claim.range.low..=claim.range.high).contains(bit));
        let mut gaps: Vec<BitRange> = Vec::new();
        // From the top, so that gaps are told in the order in which a person reads a word.
        for bit in (0..word.width).rev().filter(free) {
            match gaps.last_mut() {
                Some(gap) if gap.low == bit + 1 => gap.low = bit,
                _ => gaps.push(BitRange { high: bit, low: bit }),
            }
        }
        if gaps.is_empty() {
            return;
        }
        let ranges: Vec<String> = gaps.iter().map(|gap| word.format_range(*gap)).collect();
        let title =
            format!("no field of format `{}` covers {}", float.name.value, list_words(&ranges, "and"));
        let fault = Diagnostic::new(Slug::UncoveredBits, title, span, format!("{} bits", word.width))
            .note(word.describe_numbering())
            .help(format!("if they mean nothing, add `unused = {};`", ranges.join(", ")));
        self.report(unit, fault);
    }

    fn check_single_bit(&mut self, unit: usize, float: &FloatItem, field_noun: &str, placed: &PlacedField) {
        if placed.width() <= 1 {
            return;
        }
        let name = &float.name.value;
        let title = format!("the {field_noun} of format `{name}` has {} bits", placed.width());
        // The second place is the one too many. A single range of several bits is wrong by itself.
        let span = placed.spans.get(1).copied().unwrap_or(placed.span());
        let mut fault = Diagnostic::new(Slug::FormulaField, title, span, "more than one bit");
        if placed.spans.len() > 1 {
            fault = fault.label(placed.span(), "already said here");
        }
        self.report(unit, fault.note(format!("a {field_noun} is one bit")));
    }
}

/// The fields of a long form with their bits counted from the other end, each range as a text would write it; empty if
/// a bit is not in the word.
pub(super) fn renumber_fields(
    width: u64,
    numbering: &mut Option<Spanned<String>>,
    fields: &mut [LongField],
) -> Option<String> {
    let from = numbering
        .as_ref()
        .map_or(Some(BitNumbering::Right), |word| BitNumbering::from_word(&word.value))?
        .opposite_numbering();
    for range in fields.iter_mut().flat_map(|field| &mut field.ranges) {
        // The numbers stay. A range begins with its more significant bit, which is its other end in the other
        // numbering.
        let (least, most) = (range.value.0.min(range.value.1), range.value.0.max(range.value.1));
        range.value = match from {
            BitNumbering::Right => (most, least),
            BitNumbering::Left => (least, most),
        };
        if most >= width {
            return None;
        }
    }
    *numbering = Some(Spanned { value: from.word().to_owned(), span: Span::default() });
    let text = |field: &LongField| {
        let ranges = field.ranges.iter().map(|range| format_bits(range.value.0, range.value.1));
        format!("{} = {};", field.name.value, ranges.collect::<Vec<_>>().join(", "))
    };
    Some(fields.iter().map(text).collect::<Vec<_>>().join(" "))
}

/// A range as it is written.
fn format_bits(first: u64, last: u64) -> String {
    if first == last { format!("bit {last}") } else { format!("bits {first}..={last}") }
}

/// From the first span to the last.
fn join_spans(spans: impl Iterator<Item = Span>) -> Span {
    spans
        .reduce(|joined, span| Span { start: joined.start.min(span.start), end: joined.end.max(span.end) })
        .unwrap_or_default()
}

fn format_bit_count(width: u32) -> String {
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
pub(super) fn list_field_letters(layout: &PlacedFields) -> String {
    let letters =
        [("S", &layout.sign), ("E", &layout.exponent), ("I", &layout.leading), ("F", &layout.significand)]
            .into_iter()
            .chain([("D", &layout.digits), ("C", &layout.centesimals)]);
    let present: Vec<String> =
        letters.filter(|(_, placed)| placed.is_present()).map(|(letter, _)| letter.to_owned()).collect();
    quote_words(&present, "and")
}
