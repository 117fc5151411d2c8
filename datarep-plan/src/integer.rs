//! Integers of any sign convention and width, from and to any native integer.

use datarep_dsl::model::{
    Conversion, Event, Format, Integer, IntegerSign, Native, NativeKind, OverflowRule, Policy, SignedWords,
};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value, decimal, hex, word};
use crate::conversion::{Bodies, OrdinaryBody};
use crate::types::{Type, container, mask};

/// The integers that a format or a native type can hold, as a range of words of `container` bits.
///
/// The ends are kept as magnitudes below and above zero, so that 128-bit types fit.
#[derive(Clone, Copy, PartialEq, Eq)]
struct IntegerRange {
    signed: bool,
    container: u32,
    below: u128,
    above: u128,
}

impl IntegerRange {
    fn from_native(native: Native) -> IntegerRange {
        let (signed, bits) = match native.kind() {
            NativeKind::Integer { signed, bits } => (signed, bits),
            // This module plans integer formats for native integers only. For other types the side is not used.
            NativeKind::Float(_)
            | NativeKind::Logical { .. }
            | NativeKind::Character
            | NativeKind::WideCharacter
            | NativeKind::Decimal => (false, 128),
        };
        let (below, above) = if signed { (1 << (bits - 1), mask(bits - 1)) } else { (0, mask(bits)) };
        IntegerRange { signed, container: bits, below, above }
    }

    fn from_format(bits: u32, sign: IntegerSign) -> IntegerRange {
        let (below, above) = find_limits(bits, sign);
        // An offset can reach beyond the container's own signed range.
        let mut side =
            IntegerRange { signed: sign != IntegerSign::Unsigned, container: container(bits), below, above };
        while side.container < 128 && !side.fits_word() {
            side.container *= 2;
        }
        side
    }

    /// Whether the range fits in the word. A range of 128 bits with an offset may not.
    fn fits_word(self) -> bool {
        let IntegerRange { signed, container, below, above } = self;
        if signed {
            above <= mask(container - 1) && below <= 1 << (container - 1)
        } else {
            above <= mask(container)
        }
    }

    /// Whether some numbers of the other side do not fit in this one.
    fn may_overflow(self, other: IntegerRange) -> bool {
        self.below < other.below || self.above < other.above
    }

    fn ty(self) -> Type {
        if self.signed { Type::Signed(self.container) } else { Type::Unsigned(self.container) }
    }

    /// Converts a number of this side to `target`. Returns the number and its events.
    fn fit_number<'b>(
        self,
        number: Value<'b>,
        target: IntegerRange,
        policy: &Policy,
    ) -> (Value<'b>, Value<'b>) {
        let low = target.below < self.below;
        let high = target.above < self.above;
        // The ends are magnitudes, so the lower one is negated in two's complement of the number's type.
        let least = hex(target.below).negate();
        let most = hex(target.above);
        let below = if low { number.is_below(least) } else { Cond::Never };
        let above = if high { number.is_above(most) } else { Cond::Never };
        let overflow = (below | above).with_name("overflow");
        let raised = if low { number.maximum(least) } else { number };
        let clamped = if high { raised.minimum(most) } else { raised };
        // With `wrap` the cast cuts the number, which gives its low bits.
        let stored = if policy.overflow == OverflowRule::Wrap { number } else { clamped.with_name("number") };
        (stored.cast(target.ty()), overflow.choose_events(number.builder(), Event::Overflow))
    }
}

/// The largest magnitudes of a format below and above zero.
pub(crate) fn find_limits(bits: u32, sign: IntegerSign) -> (u128, u128) {
    match sign {
        IntegerSign::Unsigned => (0, mask(bits)),
        IntegerSign::Twos => (1 << (bits - 1), mask(bits - 1)),
        IntegerSign::Ones | IntegerSign::SignMagnitude => (mask(bits - 1), mask(bits - 1)),
        IntegerSign::Words(words) => (mask(words.precision()), mask(words.precision())),
        IntegerSign::Offset(offset) => {
            let below = offset.unsigned_abs();
            (below, mask(bits).saturating_sub(below))
        }
    }
}

/// Whether every word means the same to the processor.
pub(crate) fn is_native(format: &Format, integer: Integer, conversion: &Conversion) -> bool {
    let plain = matches!(integer.sign, IntegerSign::Unsigned | IntegerSign::Twos);
    // The two sides are equal only if width, sign and both ends are.
    plain
        && IntegerRange::from_format(format.bits, integer.sign)
            == IntegerRange::from_native(conversion.native)
}

/// The bodies for an integer format and a native integer.
pub(crate) fn plan_integer(format: &Format, integer: Integer, conversion: &Conversion) -> Bodies {
    let native = IntegerRange::from_native(conversion.native);
    let file = IntegerRange::from_format(format.bits, integer.sign);
    // Integers of 128 bits are converted one by one if both sides have that size; see the runtime's `kernel`.
    let is_long = file.container.max(native.container) == 128 && container(format.bits) == native.container;
    let is_loop = !is_long || is_native(format, integer, conversion);
    let ordinary = || if is_loop { OrdinaryBody::Exact } else { OrdinaryBody::None };
    Bodies {
        read: plan_reading(format.bits, integer.sign, native, &conversion.read),
        write: plan_writing(format.bits, integer.sign, native, &conversion.write),
        read_ordinary: ordinary(),
        write_ordinary: ordinary(),
    }
}

fn plan_reading(bits: u32, sign: IntegerSign, native: IntegerRange, policy: &Policy) -> Body {
    let builder = BodyBuilder::default();
    let item = builder.input(Type::word(bits), mask(bits));
    let file = IntegerRange::from_format(bits, sign);
    // 128 bits with an offset: the numbers need 129 bits as signed words.
    if !file.fits_word() {
        return plan_long_reading(item, file.below, native, policy);
    }
    let negative_zero = is_negative_zero(item, bits, sign).with_name("negative_zero");
    let number = decode_number(item, bits, sign, file.ty()).with_name("number");
    let (native, kinds) = file.fit_number(number, native, policy);
    builder
        .finish_exact(native, kinds.union_events(negative_zero.choose_events(&builder, Event::NegativeZero)))
}

/// The body for words of 128 bits with an offset. No signed word holds all their numbers, so the word is compared with
/// the words of the ends of the native type.
fn plan_long_reading(word: Value<'_>, offset: u128, native: IntegerRange, policy: &Policy) -> Body {
    let builder = word.builder();
    // The native type's ends as words of the file. Where one is below zero or beyond 128 bits, the file never reaches
    // it.
    let least = offset.checked_sub(native.below).filter(|&least| least > 0);
    let most = offset.checked_add(native.above);
    let below = least.map_or(Cond::Never, |least| word.is_below(hex(least)));
    let above = most.map_or(Cond::Never, |most| word.is_above(hex(most)));
    let overflow = (below | above).with_name("overflow");
    let raised = least.map_or(word, |least| word.maximum(hex(least)));
    let clamped = most.map_or(raised, |most| raised.minimum(hex(most)));
    let stored = if policy.overflow == OverflowRule::Wrap { word } else { clamped };
    // Modulo `2^128`: the clamped word is in the native range, so the difference is right.
    let number = stored.sub_wrapping(hex(offset)).cast(native.ty());
    builder.finish_exact(number, overflow.choose_events(builder, Event::Overflow))
}

fn plan_writing(bits: u32, sign: IntegerSign, native: IntegerRange, policy: &Policy) -> Body {
    let builder = BodyBuilder::default();
    let item = builder.input(native.ty(), mask(native.container));
    let file = IntegerRange::from_format(bits, sign);
    let (number, kinds) = native.fit_number(item, file, policy);
    let is_cut = policy.overflow == OverflowRule::Wrap && file.may_overflow(native);
    let word = match sign {
        IntegerSign::Unsigned if is_cut => number.cast(Type::word(bits)) & mask(bits),
        IntegerSign::Offset(offset) if is_cut => {
            // The number may be so large that the sum does not fit in its type.
            let stored = number.cast_unsigned().add_wrapping(hex(offset.unsigned_abs()));
            (stored.cast(Type::word(bits)) & mask(bits)).with_name("word")
        }
        _ => to_word(number, bits, sign, file.container),
    };
    builder.finish_exact(word, kinds)
}

/// The number that a word stands for, as a value of this type.
fn decode_number(word: Value<'_>, bits: u32, sign: IntegerSign, ty: Type) -> Value<'_> {
    let spare = container(bits) - bits;
    // The sign of a word of 12 bits is moved to the top of 16, and down again with copies of it.
    let extended = || (word << spare).cast_signed() >> spare;
    match sign {
        IntegerSign::Unsigned => word,
        IntegerSign::Twos => extended(),
        IntegerSign::Ones => {
            let number = extended().with_name("number");
            // As a two's complement, the bits of a negative number stand for one less.
            number + number.is_below(0).to_value(word.builder()).cast(ty)
        }
        IntegerSign::SignMagnitude => {
            let magnitude = (word & mask(bits - 1)).cast(ty).with_name("magnitude");
            let negative = (word >> (bits - 1)).cast(ty).with_name("negative");
            // `-m` is `!m + 1`: with `negative` zero nothing changes, with one the bits are inverted and one is
            // added.
            (magnitude ^ negative.negate()) + negative
        }
        IntegerSign::Words(words) => add_signed_words(word, words, ty),
        IntegerSign::Offset(offset) => {
            let offset = hex(offset.unsigned_abs());
            // As wide as the word itself, the difference may wrap, and is right as a signed number.
            if ty == word.cast_signed().ty() {
                word.sub_wrapping(offset).cast(ty)
            } else {
                word.cast(ty) - offset
            }
        }
    }
}

/// The word of a number, which must fit.
fn to_word(number: Value<'_>, bits: u32, sign: IntegerSign, side: u32) -> Value<'_> {
    let word = Type::word(bits);
    let made = match sign {
        IntegerSign::Unsigned => number.cast(word),
        IntegerSign::Twos => number.cast(word) & mask(bits),
        IntegerSign::Ones => {
            let number = number.with_name("number");
            // A negative number in one's complement is one less than in two's complement.
            let less = number - number.is_below(0).to_value(number.builder()).cast(Type::Signed(side));
            less.cast(word) & mask(bits)
        }
        IntegerSign::SignMagnitude => {
            let number = number.with_name("number");
            let negative = number.is_below(0).to_value(number.builder()).cast(word);
            negative << (bits - 1) | number.magnitude().cast(word)
        }
        IntegerSign::Words(words) => {
            let number = number.with_name("number");
            spread_over_words(number.is_below(0), number.magnitude().cast(word), words)
        }
        IntegerSign::Offset(offset) => {
            let offset = hex(offset.unsigned_abs());
            if word == number.cast_unsigned().ty() {
                number.cast_unsigned().add_wrapping(offset) & mask(bits)
            } else {
                (number + offset).cast(word) & mask(bits)
            }
        }
    };
    // For plain integers, the word is only a change of the type.
    if matches!(sign, IntegerSign::Unsigned | IntegerSign::Twos) { made } else { made.with_name("word") }
}

/// The condition that a word is a negative zero, if the format has one. No native integer has one.
fn is_negative_zero(item: Value<'_>, bits: u32, sign: IntegerSign) -> Cond<'_> {
    match sign {
        IntegerSign::Ones => item.equals(word(mask(bits), bits)),
        IntegerSign::SignMagnitude => item.equals(word(1 << (bits - 1), bits)),
        IntegerSign::Words(words) => are_negative_zeros(item, words),
        IntegerSign::Unsigned | IntegerSign::Twos | IntegerSign::Offset(_) => Cond::Never,
    }
}

/// The sum of the words of a number, each with its own sign, as a signed value of this type.
pub(crate) fn add_signed_words(word: Value<'_>, words: SignedWords, ty: Type) -> Value<'_> {
    let half = 1_u128 << (words.bits - 1);
    let parts = words.places().map(|(place, power)| {
        let part = (word >> place & mask(words.bits)).cast(ty).with_name("part");
        // `part - (2^bits - 1)` in one's complement. In sign and magnitude the sign's weight, `half`, is part of
        // `part`.
        let negative = if words.ones {
            part - decimal((2 * half - 1).cast_signed())
        } else {
            part.negate() + decimal(half.cast_signed())
        };
        part.is_at_least(decimal(half.cast_signed())).select(negative, part) << power
    });
    parts.reduce(|sum, part| sum + part).unwrap_or(word.cast(ty))
}

/// The word of a magnitude, which must fit. All its parts have the number's sign.
pub(crate) fn spread_over_words<'b>(
    negative: Cond<'b>,
    magnitude: Value<'b>,
    words: SignedWords,
) -> Value<'b> {
    let magnitude = magnitude.with_name("magnitude");
    let digits = mask(words.bits - 1);
    let spread = words
        .places()
        .fold(magnitude.zero(), |all, (place, power)| all | (magnitude >> power & digits) << place);
    let spread = spread.with_name("spread");
    // All words have the number's sign, so their sign bits and digits turn together.
    negative.select(spread ^ hex(words.inverted_bits()), spread)
}

/// The condition that all words are negative zeros. A negative zero among other words does not give the number a sign.
pub(crate) fn are_negative_zeros(word: Value<'_>, words: SignedWords) -> Cond<'_> {
    // Bits beside the words in their cells are ignored.
    let all = words.places().fold(0, |all, (place, _)| all | mask(words.bits) << place);
    (word & hex(all)).equals(hex(words.inverted_bits()))
}
