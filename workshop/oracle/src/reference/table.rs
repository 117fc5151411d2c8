//! A float format as tables. A word is split into fields and looked up. The word of a number is found among the levels
//! of its sign.

use datarep_dsl::model::{
    MissingRule, Negation, OverflowRule, Policy, QuietBit, Rounding, SpecialRule, UnderflowRule, ZeroRule,
};

use super::kind::{
    Decoded, Events, INEXACT, INFINITY, Kind, MISSING, NAN, NEGATIVE_ZERO, OVERFLOW, RESERVED, UNDERFLOW,
};
use super::word::{Word, mask};

/// The bits of a field of a word. Each range has its lowest bit, its width and its mask; the most significant range
/// comes first.
#[derive(Debug, Clone)]
pub(super) struct Ranges<W> {
    pub(super) parts: Vec<(u32, u32, W)>,
    pub(super) width: u32,
    /// The lowest bit and the mask, if the field is a single range.
    pub(super) single: Option<(u32, W)>,
}

impl<W: Word> Ranges<W> {
    #[inline]
    pub(super) fn gather(&self, word: W) -> W {
        if let Some((low, mask)) = self.single {
            return (word >> low) & mask;
        }
        self.parts.iter().fold(W::ZERO, |value, &(low, width, mask)| value << width | ((word >> low) & mask))
    }

    #[inline]
    pub(super) fn scatter(&self, value: W) -> W {
        if let Some((low, mask)) = self.single {
            return (value & mask) << low;
        }
        let mut below = self.width;
        self.parts.iter().fold(W::ZERO, |word, &(low, width, mask)| {
            below -= width;
            word | ((value >> below) & mask) << low
        })
    }
}

/// The meaning of a stretch of significands under one exponent field and sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) kind: Kind,
    /// Whether the significand has a hidden bit.
    pub(super) hidden: bool,
    /// The exponent of the power of two that is the weight of the significand's unit.
    pub(super) exponent: i32,
}

/// The numbers of one sign, by decreasing weight of their unit: `m × 2^(base + digit × level)`.
#[derive(Debug, Clone)]
pub(super) struct Side<W> {
    /// The weight of a unit at level 0.
    pub(super) base: i32,
    /// Bits of a digit of the radix.
    pub(super) digit: i32,
    /// Bits of a full significand.
    pub(super) precision: i32,
    /// Whether significands include 2^precision itself.
    pub(super) inclusive: bool,
    /// The smallest normal significand of level 0. At higher levels, smaller significands belong to a lower level.
    pub(super) first: W,
    /// The largest significand of every level except the last.
    pub(super) full: W,
    /// The largest significand of the last level.
    pub(super) last: W,
    /// The exponent field of each level, in its place.
    pub(super) levels: Vec<W>,
    /// The exponent field of numbers below `first`, in its place, or `None` if there are no such numbers.
    pub(super) gradual: Option<W>,
    /// The significand below `first` that stands for no number.
    pub(super) hole: Option<W>,
    /// The word of the largest magnitude.
    pub(super) largest: W,
    /// The word of zero, or of the number nearest to zero if the format has no zero.
    pub(super) zero: W,
    /// The word of infinity, or `None` if the format has none.
    pub(super) infinity: Option<W>,
    /// The word of a NaN without payload, or `None` if the format has no NaN.
    pub(super) nan: Option<W>,
}

/// A float format as tables.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Table<W> {
    pub(super) bits: u32,
    /// The bits that belong to a field.
    pub(super) all: W,
    /// The bits that belong to no field.
    pub(super) unused: W,
    /// The bits that are inverted in a negative word if words are ones' complements.
    pub(super) turned: W,
    pub(super) negation: Negation,
    pub(super) sign: Option<u32>,
    /// The sign bit of a second word, which repeats the sign bit of the first word.
    pub(super) low_sign: W,
    pub(super) exponent: Ranges<W>,
    pub(super) significand: Ranges<W>,
    /// The stored leading bit.
    pub(super) leading: Option<u32>,
    pub(super) quiet: QuietBit,
    /// The first significand, including the leading bit, of each stretch except the first.
    pub(super) starts: Vec<W>,
    /// The cells for each sign, exponent field and stretch.
    pub(super) cells: Vec<Cell>,
    pub(super) sides: [Side<W>; 2],
    /// Whether zero has a word.
    pub(super) has_zero: bool,
    /// Whether there are two zeros.
    pub(super) signed_zero: bool,
    /// Whether words of zero have a sign when they are read: the special clause for zero leaves the sign free, although
    /// a clause for other words may come first.
    pub(super) signed_when_read: bool,
    /// Whether the significands of NaNs differ.
    pub(super) payload: bool,
    pub(super) reserved: Option<W>,
    /// The first of the missing values.
    pub(super) missing: Option<W>,
}

impl<W: Word> Table<W> {
    /// Whether the format has two zeros.
    pub fn has_signed_zero(&self) -> bool {
        self.signed_zero
    }

    /// The fields of a word: the sign, the exponent field as stored, and the significand with the stored leading bit.
    #[inline]
    pub(super) fn fields(&self, word: W) -> (bool, W, W) {
        let negative = self.sign.is_some_and(|bit| (word >> bit) & W::ONE != W::ZERO);
        let word = match self.negation {
            Negation::TwosWord if negative => self.twos_complement(word),
            Negation::OnesWord | Negation::OnesSignificand if negative => word & self.all ^ self.turned,
            _ => word,
        };
        let fraction = self.significand.gather(word);
        let fraction = match self.leading {
            Some(bit) => fraction | ((word >> bit) & W::ONE) << self.significand.width,
            None => fraction,
        };
        (negative, self.exponent.gather(word), fraction)
    }

    /// The meaning of a word.
    #[inline]
    pub fn decode(&self, word: W) -> Decoded<W> {
        let (negative, exponent, fraction) = self.fields(word);
        let row = exponent.index() << 1 | usize::from(negative);
        let stretch = self.starts.iter().filter(|&&start| fraction >= start).count();
        let cell = self.cells[row * (self.starts.len() + 1) + stretch];
        let stored = self.significand.width;
        let (kind, significand) = match cell.kind {
            Kind::Nan => (Kind::Nan, fraction & mask(stored)),
            Kind::Missing => (Kind::Missing, word >> self.bits.saturating_sub(8)),
            Kind::Finite => {
                let significand = match self.negation {
                    Negation::TwosSignificand if negative => (W::ONE << stored) - fraction,
                    Negation::ImpliedComplement if negative => (W::ONE << (stored + 1)) - fraction,
                    Negation::ImpliedComplement => W::ONE << stored | fraction,
                    _ if cell.hidden => W::ONE << stored | fraction,
                    _ => fraction,
                };
                (if significand == W::ZERO { Kind::Zero } else { Kind::Finite }, significand)
            }
            kind => (kind, W::ZERO),
        };
        let negative = negative && (kind != Kind::Zero || self.signed_when_read);
        Decoded { kind, negative, significand, exponent: cell.exponent }
    }

    /// The word of a number of a level. `exponent` is the level's field, in its place.
    #[inline]
    pub(super) fn assemble(&self, negative: bool, exponent: W, significand: W) -> W {
        let stored = self.significand.width;
        let significand = match self.negation {
            Negation::TwosSignificand if negative => ((W::ONE << stored) - significand) & mask(stored),
            Negation::ImpliedComplement if negative => {
                ((W::ONE << (stored + 1)) - significand) & mask(stored)
            }
            _ => significand,
        };
        let word = exponent | self.significand.scatter(significand & mask(stored));
        let word = match self.leading {
            Some(bit) => word | ((significand >> stored) & W::ONE) << bit,
            None => word,
        };
        self.with_sign(negative, word)
    }

    /// The two's complement of the bits that belong to a field: the bits above the lowest set bit are inverted.
    pub(super) fn twos_complement(&self, word: W) -> W {
        let word = word & self.all;
        if self.unused == W::ZERO {
            // Subtracting one cannot overflow the type, because the word is not zero.
            return if word == W::ZERO { word } else { !(word - W::ONE) & self.all };
        }
        let mut place = 0;
        while place + 1 < self.bits && (word >> place) & W::ONE == W::ZERO {
            place += 1;
        }
        word ^ (self.all & !mask::<W>(place + 1))
    }

    /// The word of a positive number, with a sign added.
    pub(super) fn with_sign(&self, negative: bool, word: W) -> W {
        if !negative {
            return word;
        }
        match (self.negation, self.sign) {
            (Negation::TwosWord, _) => self.twos_complement(word),
            (Negation::OnesWord | Negation::OnesSignificand, _) => word & self.all ^ self.turned,
            (_, Some(bit)) => word | W::ONE << bit | self.low_sign,
            (_, None) => word,
        }
    }

    /// The word of a zero with a sign, by the rule, and the events of writing it.
    pub(super) fn zero_word(&self, negative: bool, rule: ZeroRule) -> (W, Events) {
        if !self.has_zero {
            return (self.sides[usize::from(negative)].zero, UNDERFLOW);
        }
        let keep = negative && rule == ZeroRule::Keep && self.signed_zero;
        (self.sides[usize::from(keep)].zero, if negative && !keep { NEGATIVE_ZERO } else { 0 })
    }

    /// The word for a value beyond the largest number, by the rule.
    pub(super) fn overflow_word(&self, negative: bool, rule: OverflowRule) -> W {
        let side = &self.sides[usize::from(negative)];
        let word = match rule {
            // A format without a sign has no numbers below zero.
            OverflowRule::Infinity if negative && self.negation == Negation::None => None,
            OverflowRule::Infinity => side.infinity,
            OverflowRule::Nan => side.nan,
            OverflowRule::Error | OverflowRule::Saturate | OverflowRule::Wrap => None,
        };
        word.unwrap_or(side.largest)
    }

    /// The word that replaces an infinity, a NaN or a reserved operand by a rule that does not keep it.
    pub(super) fn replacement_word(&self, negative: bool, rule: SpecialRule) -> W {
        let side = &self.sides[usize::from(negative)];
        let word = match rule {
            SpecialRule::Nan => side.nan,
            SpecialRule::Infinity => side.infinity,
            SpecialRule::Saturate => Some(side.largest),
            SpecialRule::Reserved => self.reserved,
            SpecialRule::Missing => self.missing,
            SpecialRule::Keep | SpecialRule::Error | SpecialRule::Zero => None,
        };
        word.unwrap_or(self.sides[0].zero)
    }

    /// A NaN with the payload of another format's NaN, and the events.
    pub(super) fn nan_word<V: Word>(&self, negative: bool, source: &Table<V>, payload: V) -> (W, Events) {
        let plain = self.sides[usize::from(negative)].nan.unwrap_or(self.sides[0].zero);
        if !source.payload {
            return (plain, 0);
        }
        let from = source.significand.width;
        let top = 1_u128 << (from - 1);
        let payload = payload.wide() ^ if source.quiet == QuietBit::Clear { top } else { 0 };
        if !self.payload {
            return (plain, if payload & !top == 0 { 0 } else { NAN });
        }
        let to = self.significand.width;
        let down = from.saturating_sub(to);
        let lost = payload & mask::<u128>(down) != 0;
        let kept = payload >> down << to.saturating_sub(from);
        let top = 1_u128 << (to - 1);
        let kept = match self.quiet {
            QuietBit::Set if kept == 0 => top,
            QuietBit::Set => kept,
            QuietBit::Clear if kept == top => 1,
            QuietBit::Clear => kept ^ top,
        };
        let frame = plain & !self.significand.scatter(mask(to));
        (frame | self.significand.scatter(W::low(kept)), if lost { NAN } else { 0 })
    }

    /// The missing value whose byte is the payload of another format's quiet NaN, or `None` if there is no such value.
    pub(super) fn missing_word(&self, source: &Table<W>, payload: W) -> Option<W> {
        let byte = payload ^ W::ONE << (source.significand.width - 1);
        let word = byte << self.bits.checked_sub(8)?;
        (byte.length() <= 8 && self.decode(word).kind == Kind::Missing).then_some(word)
    }

    /// The word of a finite number by the rules, and its events.
    #[inline]
    pub(super) fn round_finite(&self, value: Decoded<W>, policy: &Policy) -> (W, Events) {
        let Decoded { negative, significand, exponent, .. } = value;
        let side = &self.sides[usize::from(negative)];
        if side.levels.is_empty() {
            return (self.overflow_word(negative, policy.overflow), OVERFLOW);
        }
        // The level whose significands have the length that the value needs, or the first level.
        let mut length = significand.length().cast_signed();
        if side.inclusive && significand == W::ONE << (length - 1).cast_unsigned() {
            length -= 1;
        }
        let above = exponent + length - side.precision - side.base;
        let above = above.max(0);
        // A division by a number unknown to the compiler would take longer than everything else.
        let mut level = match side.digit {
            1 => above,
            3 => (above + 2) / 3,
            4 => (above + 3) >> 2,
            digit => (above + digit - 1) / digit,
        };
        let shift = side.base + side.digit * level - exponent;
        let (mut rounded, inexact) = round(significand, shift, negative, policy.rounding);
        if rounded > side.full {
            rounded = rounded >> side.digit.cast_unsigned();
            level += 1;
        } else if side.inclusive && level > 0 {
            // The smallest number of this level is written as the largest one of the level below.
            if rounded == W::ONE << (side.precision - side.digit).cast_unsigned() {
                rounded = rounded << side.digit.cast_unsigned();
                level -= 1;
            }
        }
        if level == 0 && rounded < side.first {
            return self.round_tiny(negative, rounded, inexact, policy);
        }
        let last = side.levels.len() - 1;
        let index = usize::try_from(level).unwrap_or(0);
        if index > last || (index == last && rounded > side.last) {
            return (self.overflow_word(negative, policy.overflow), OVERFLOW);
        }
        (self.assemble(negative, side.levels[index], rounded), INEXACT * u32::from(inexact))
    }

    /// Whether the numbers are the multiples of one unit, starting at zero. Rounding a number to zero is then inexact,
    /// not an underflow.
    pub(super) fn is_fixed_point(&self) -> bool {
        let is_implied = self.negation == Negation::ImpliedComplement;
        self.exponent.width == 0 && !is_implied && self.cells.iter().all(|cell| !cell.hidden)
    }

    /// The word of a number below the smallest normal number, and its events.
    pub(super) fn round_tiny(
        &self,
        negative: bool,
        rounded: W,
        inexact: bool,
        policy: &Policy,
    ) -> (W, Events) {
        let side = &self.sides[usize::from(negative)];
        let event = if self.is_fixed_point() { INEXACT } else { UNDERFLOW };
        match side.gradual {
            Some(exponent)
                if policy.underflow == UnderflowRule::Subnormal
                    && rounded != W::ZERO
                    && side.hole != Some(rounded) =>
            {
                let word = self.assemble(negative, exponent, rounded);
                (word, if inexact { event } else { 0 })
            }
            // The zero is the result of rounding a number, so no negative zero was lost.
            _ => (self.zero_word(negative, policy.negative_zero).0, event),
        }
    }
}

/// Returns `significand / 2^shift`, rounded, and whether the result is inexact.
#[inline]
pub(super) fn round<W: Word>(significand: W, shift: i32, negative: bool, rounding: Rounding) -> (W, bool) {
    if shift <= 0 {
        return (significand << shift.unsigned_abs(), false);
    }
    let shift = shift.unsigned_abs();
    let (kept, rest, half) = match shift.cmp(&W::BITS) {
        std::cmp::Ordering::Less => (significand >> shift, significand & mask(shift), W::ONE << (shift - 1)),
        std::cmp::Ordering::Equal => (W::ZERO, significand, W::ONE << (W::BITS - 1)),
        // The value is less than half a unit; nothing else about it matters.
        std::cmp::Ordering::Greater => (W::ZERO, W::ONE, W::ONE << 1),
    };
    let inexact = rest != W::ZERO;
    let up = match rounding {
        // Half a unit rounds an odd number up, but not an even one.
        Rounding::NearestEven => rest > half - (kept & W::ONE),
        Rounding::NearestAway => rest >= half,
        Rounding::TowardZero => false,
        Rounding::Up => inexact && !negative,
        Rounding::Down => inexact && negative,
    };
    // A branch here would be unpredictable.
    (kept + W::one_if(up), inexact)
}

/// Converts a word from one table to another.
#[inline]
pub(super) fn convert_table_word<W: Word>(
    source: &Table<W>,
    target: &Table<W>,
    policy: &Policy,
    word: W,
) -> (W, Events) {
    let value = source.decode(word);
    if value.kind == Kind::Finite {
        return target.round_finite(value, policy);
    }
    let negative = value.negative;
    match value.kind {
        Kind::Finite | Kind::Zero => target.zero_word(negative, policy.negative_zero),
        // A format without a sign has no numbers below zero.
        Kind::Infinity
            if negative && policy.infinity == SpecialRule::Keep && target.negation == Negation::None =>
        {
            (target.overflow_word(negative, policy.overflow), OVERFLOW)
        }
        Kind::Infinity => match (policy.infinity, target.sides[usize::from(negative)].infinity) {
            (SpecialRule::Keep, Some(word)) => (word, 0),
            (rule, _) => (target.replacement_word(negative, rule), INFINITY),
        },
        Kind::Nan => match policy.nan {
            _ if policy.missing == MissingRule::Payload
                && let Some(word) = target.missing_word(source, value.significand) =>
            {
                (word, 0)
            }
            SpecialRule::Keep => target.nan_word(negative, source, value.significand),
            rule => (target.replacement_word(negative, rule), NAN),
        },
        Kind::Reserved => {
            let rule = match policy.reserved {
                SpecialRule::Error | SpecialRule::Keep => SpecialRule::Nan,
                rule => rule,
            };
            (target.replacement_word(negative, rule), RESERVED)
        }
        Kind::Missing => {
            let nan = target.sides[usize::from(negative)].nan.unwrap_or(target.sides[0].zero);
            match policy.missing {
                MissingRule::Payload => (nan | value.significand, 0),
                MissingRule::Zero => (target.sides[0].zero, MISSING),
                MissingRule::Nan | MissingRule::Error => (nan, MISSING),
            }
        }
        Kind::Overflow => (target.overflow_word(negative, policy.overflow), OVERFLOW),
        Kind::Underflow => (target.zero_word(negative, policy.negative_zero).0, UNDERFLOW),
    }
}
