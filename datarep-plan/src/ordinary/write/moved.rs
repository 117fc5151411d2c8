//! Radix 2: exponent and significand are moved to their places in the format.

use datarep_dsl::model::{ExponentCode, LeadingBit};

use super::writer::{OrdinaryNumber, OrdinaryWriter};
use crate::builder::{Value, hex, shift_up};
use crate::ordinary::facts::{OrdinaryFacts, rounds_to_nearest};
use crate::ordinary::fields::{encode_count, scatter_field};
use crate::ordinary::formula;
use crate::types::{container, mask};

/// The move of exponents and significands.
struct WriteMove {
    /// Bits of the format's significand after the leading one.
    behind: u32,
    /// Bits of the significand that are dropped, and zeros that are added below it.
    down: u32,
    up: u32,
    /// The amount by which the count exceeds the native exponent field.
    shift: i64,
    /// The number that is added to the native exponent field. The sum is the count, or in two's complement the number
    /// in the field. Bits beyond the field are dropped.
    rebias: i64,
    /// The native exponent fields for which the move is right.
    range: (i64, i64),
}

pub(super) fn plan_number<'b>(writer: &OrdinaryWriter<'_, 'b>) -> Option<OrdinaryNumber<'b>> {
    let facts = writer.facts;
    let moves = WriteMove::from_writer(writer)?;
    if moves.down > 0 && !rounds_to_nearest(writer.policy) {
        return None;
    }
    let ordinaries = writer.ordinary_items(moves.range);
    let moved = moves.move_magnitude(writer).with_name("moved");
    // The bits that the move drops, before the move.
    let inexact = (writer.magnitude & mask(moves.down)).differs(0).with_name("inexact");
    let word = moves.build_word(writer, moved).with_name("word");
    let exponent = formula::format_linear(1, "e", moves.shift);
    let fraction = match (moves.down, moves.up) {
        (0, 0) => "`f`".to_owned(),
        (0, up) => format!("`f × 2^{up}`"),
        (down, _) => format!("`f × 2^-{down}`, rounded"),
    };
    let of = facts.native.fraction;
    let doc = format!(
        "Of a native float with `2^(e - {}) × (1 + f × 2^-{of})` E is `{exponent}`, and behind the leading one is {fraction}.",
        facts.native.bias(),
    );
    Some(OrdinaryNumber { ordinaries, word, inexact, doc })
}

impl WriteMove {
    fn from_writer(writer: &OrdinaryWriter<'_, '_>) -> Option<WriteMove> {
        let facts = writer.facts;
        let OrdinaryFacts { float, native, stored, excess, .. } = facts;
        let hidden = facts.has_leading_one();
        // Without a hidden one, the highest stored bit is the leading one.
        let behind = if hidden { *stored } else { stored - 1 };
        let (down, up) = (native.fraction.saturating_sub(behind), behind.saturating_sub(native.fraction));
        // A number has the same power of two on both sides.
        let shift = facts.fraction_bits() + excess - native.bias() - i64::from(behind);
        // Without a hidden one, only normalized significands are made.
        let least = if hidden { 0 } else { 1 << behind };
        let (first, last) = facts.find_longest_regular_run((0, i64::MAX), least)?;
        // In two's complement, the negative of a power of two has the exponent below.
        let complement = facts.has_signed_significand();
        let is_hole = |count: i64| facts.classify_word(true, count, 0).is_some();
        let hole = complement && is_hole(first) && !is_hole(first + 1);
        // The exponent below must exist, and not be that of a hole.
        let first = first + i64::from(complement) + i64::from(hole);
        // A negative power of two is written with the exponent below, and must not be special there.
        if complement && facts.has_special_negative_power((first - 1, last)) {
            return None;
        }
        // If the code adjusts negative exponents, the exponent of a second word must not wrap.
        let less = float.low.as_ref().map_or(0, |low| low.less);
        let first = if float.code == ExponentCode::ExcessOnes { first.max(less + 1) } else { first };
        // Rounding may carry into the next exponent.
        let range = writer.native_range(first - shift, last - i64::from(down > 0) - shift)?;
        let twos = float.code == ExponentCode::Twos;
        // The field in two's complement holds the number itself, which is half a field less than the count.
        let rebias = if twos { shift - (1 << (facts.field - 1)) } else { shift };
        Some(WriteMove { behind, down, up, shift, rebias, range })
    }

    /// The magnitude, rounded and moved, with the exponent of the format.
    fn move_magnitude<'b>(&self, writer: &OrdinaryWriter<'_, 'b>) -> Value<'b> {
        let magnitude = writer.magnitude;
        let moved = if self.down > 0 {
            self.round_magnitude(writer)
        } else {
            // Nothing is rounded, so the exponent is changed after the move.
            (magnitude << self.up).add_wrapping(shift_up(self.rebias, self.behind))
        };
        if moved == magnitude { moved } else { moved.with_reason(self.describe_reason(writer.facts)) }
    }

    fn describe_reason(&self, facts: &OrdinaryFacts<'_>) -> String {
        let OrdinaryFacts { native, excess, .. } = facts;
        let (number, added) =
            if self.rebias == self.shift { ("count", *excess) } else { ("number", facts.float.bias) };
        let behind = facts.fraction_bits() - i64::from(self.behind);
        let equation = formula::format_sum(self.rebias, &[(1, added), (-1, native.bias()), (1, behind)]);
        let wrapped = formula::format_wrapped(self.rebias, facts.lane - self.behind);
        let rounding = if self.down > 0 {
            " To the nearest: half of the last bit is added, one less if that bit is even."
        } else {
            ""
        };
        format!("The exponent's {number} exceeds the native field by {equation}{wrapped}.{rounding}")
    }

    /// The magnitude, rounded and moved down. The exponent is changed before the move if the result fits in the word,
    /// with or without a sign.
    fn round_magnitude<'b>(&self, writer: &OrdinaryWriter<'_, 'b>) -> Value<'b> {
        let facts = writer.facts;
        let (behind, down, lane) = (self.behind, self.down, facts.lane);
        // The exponents of the format, with one more for a carry.
        let (first, last) = (self.range.0 + self.rebias, self.range.1 + self.rebias + 1);
        let place = |exponent: i64| i128::from(exponent) << (behind + down);
        // If one bit is dropped, rounding adds no constant that the change of the exponent could join.
        let unsigned = down > 1 && first >= 0 && place(last + 1) <= mask(lane).cast_signed();
        let half_lane = 1_i128 << (lane.min(64) - 1);
        let with_sign = down > 1 && lane <= 64 && place(last + 1) < half_lane && place(first) >= -half_lane;
        let half = 1 << (down - 1);
        let magnitude = writer.magnitude;
        let rebiased = |number: Value<'b>, places: u32| number.add_wrapping(shift_up(self.rebias, places));
        let at_once = unsigned || with_sign;
        let number = if at_once { rebiased(magnitude, behind + down) } else { magnitude };
        let number = if behind == 0 {
            // Only a hidden one is kept. It is odd, so a tie is rounded up.
            number.add_wrapping(hex(half))
        } else {
            number.add_wrapping((magnitude >> down & 1) + hex(half - 1))
        };
        match (unsigned, with_sign) {
            (true, _) => number >> down,
            // A negative exponent comes down with its sign, and the bits beyond the field are dropped later.
            (false, true) => (number.cast_signed() >> down).cast(facts.word_type()),
            (false, false) => rebiased(number >> down, behind),
        }
    }

    /// The word of the moved magnitude, without its sign.
    fn build_word<'b>(&self, writer: &OrdinaryWriter<'_, 'b>, moved: Value<'b>) -> Value<'b> {
        let facts = writer.facts;
        let OrdinaryFacts { float, stored, .. } = facts;
        let complement = facts.has_signed_significand();
        // Exponent and significand are in their places already.
        if let Some(low) = facts.find_joined_shift()
            && float.leading == LeadingBit::Hidden
            && float.code == ExponentCode::Excess
            && float.low.is_none()
            && !complement
        {
            return moved << low;
        }
        // Nothing but the exponent is left of the number.
        if *stored == 0 {
            let (_, coded) = self.encode_exponent(facts, moved);
            return scatter_field(coded, &float.exponent);
        }
        if complement {
            return self.join_complemented_fields(writer, moved);
        }
        let (count, coded) = self.encode_exponent(facts, moved);
        writer.join_fields(count, coded, self.stored_significand(facts, moved))
    }

    /// The stored bits of the significand.
    fn stored_significand<'b>(&self, facts: &OrdinaryFacts<'_>, moved: Value<'b>) -> Value<'b> {
        let rest = moved & hex(mask(self.behind));
        // This format stores the leading one, which the native float hides.
        let all = if facts.has_leading_one() { rest } else { rest | hex(1 << self.behind) };
        // It is used more than once.
        if facts.float.significand.len() > 1 { all.with_name("significand") } else { all }
    }

    /// The word of a moved magnitude whose significand becomes a two's complement. For a negative number, one is
    /// subtracted, so that a power of two borrows from the exponent, and the bits of the significand are inverted.
    fn join_complemented_fields<'b>(&self, writer: &OrdinaryWriter<'_, 'b>, moved: Value<'b>) -> Value<'b> {
        let facts = writer.facts;
        // The native sign at the top of the integer, so that an arithmetic shift fills the word with it.
        let top = writer.bits << (facts.lane - facts.native.bits);
        let negative = (top.cast_signed() >> (facts.lane - 1)).cast(facts.word_type()).with_name("negative");
        let moved = moved.add_wrapping(negative).with_name("moved");
        let moved = moved.with_reason(
            "For a negative number, one is subtracted and all bits are inverted: a power of two borrows from the exponent.",
        );
        let (count, coded) = self.encode_exponent(facts, moved);
        // The inversion reaches above the stored bits, where it is the sign.
        writer.join_signed_fields(count, coded, self.stored_significand(facts, moved) ^ negative)
    }

    /// The count of an exponent, and its field. In two's complement, the number takes the place of the count.
    fn encode_exponent<'b>(&self, facts: &OrdinaryFacts<'_>, moved: Value<'b>) -> (Value<'b>, Value<'b>) {
        let OrdinaryFacts { format, float, .. } = facts;
        let moved = moved >> self.behind;
        let moved = if float.low.is_some() { moved.with_name("exponent") } else { moved };
        if float.code != ExponentCode::Twos {
            return (moved, encode_count(facts, moved));
        }
        // At the top of the word, bits beyond the field are dropped without a mask.
        let is_top = matches!(float.exponent.as_slice(), [range] if range.high + 1 == container(format.bits));
        (moved, if is_top { moved } else { moved & mask(facts.field) })
    }
}
