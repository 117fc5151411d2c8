//! Radices above 2: the significand is shifted so that its exponent is a multiple of a digit's bits.

use datarep_dsl::model::ExponentCode;

use super::writer::{OrdinaryNumber, OrdinaryWriter};
use crate::builder::{Cond, Value, decimal, hex, shift_up};
use crate::ordinary::facts::{OrdinaryFacts, rounds_to_nearest};
use crate::ordinary::fields::encode_count;
use crate::ordinary::formula;
use crate::primitive::Primitive;
use crate::types::{ResultPart, mask};

/// The computation of a number's exponent, and of the place of its leading bit in the first digit.
struct DigitShift {
    /// Bits that are dropped if the leading bit is at the highest place in its digit. If negative, the number of zeros
    /// that are added.
    down: i64,
    /// `digit × exponent field + place of the leading bit in its digit`, for a native exponent field of 0.
    offset: i64,
    /// The native exponent fields for which the computation is right.
    range: (i64, i64),
}

pub(super) fn plan_number<'b>(writer: &OrdinaryWriter<'_, 'b>) -> Option<OrdinaryNumber<'b>> {
    let facts = writer.facts;
    let digits = DigitShift::from_writer(writer)?;
    let ordinaries = writer.ordinary_items(digits.range);
    let fraction = facts.native.fraction;
    // The offset turns the native exponent into places of the format, so that one division gives exponent and rest.
    let counted = writer.magnitude.add_wrapping(shift_up(digits.offset, fraction)).with_name("counted");
    let counted = counted.with_reason(digits.describe_reason(facts));
    let (exponent, place) = divide_places(counted, facts)?;
    let (word, inexact) = if digits.is_single(facts) {
        let nearest = writer.builder.call_primitive(Primitive::NearestHexadecimal, &[counted]);
        let significand = nearest.take_part(ResultPart::Significand);
        let inexact = nearest.take_flag(ResultPart::Inexact);
        (writer.join_fields(exponent, encode_count(facts, exponent), significand), inexact)
    } else {
        // The hidden one of the native float becomes a bit of the first digit.
        let significand = writer.magnitude & hex(mask(fraction)) | hex(1 << fraction);
        let significand = significand.with_name("significand");
        if digits.down <= 0 {
            // Nothing is lost, because the format has room for the significand at every place.
            let by = (place + decimal(-digits.down)).with_name("up");
            let significand = (significand << by).with_name("significand");
            (writer.join_fields(exponent, encode_count(facts, exponent), significand), Cond::Never)
        } else {
            digits.round_significand(writer, exponent, (significand << place).with_name("significand"))
        }
    };
    Some(OrdinaryNumber {
        ordinaries,
        word: word.with_name("word"),
        inexact,
        doc: digits.describe_form(facts),
    })
}

/// Divides the places above the native fraction by the bits of a digit. Returns the quotient and the remainder, or
/// `None` if the division would need a longer product.
fn divide_places<'b>(counted: Value<'b>, facts: &OrdinaryFacts<'_>) -> Option<(Value<'b>, Value<'b>)> {
    let fraction = facts.native.fraction;
    let digit = u32::try_from(facts.digit).ok()?;
    // The quotient and the remainder are parts of the field.
    if digit.is_power_of_two() {
        let exponent = (counted >> (fraction + digit.trailing_zeros())).with_name("exponent");
        return Some((exponent, (counted >> fraction & mask(digit.trailing_zeros())).with_name("place")));
    }
    let (factor, down, what) = match digit {
        3 => (0xAAAB, 17, "A third"),
        5 => (0xCCCD, 18, "A fifth"),
        _ => return None,
    };
    // The range has been limited to 16 bits, for which the factor is exact.
    let places = (counted >> fraction & 0xFFFF).with_name("places");
    let exponent = ((places * hex(factor)) >> down).with_name("exponent");
    let exponent = exponent.with_reason(format!("{what}; exact below 2^16."));
    Some((exponent, (places - exponent * decimal(facts.digit)).with_name("place")))
}

impl DigitShift {
    fn from_writer(writer: &OrdinaryWriter<'_, '_>) -> Option<DigitShift> {
        let facts = writer.facts;
        let OrdinaryFacts { native, stored, digit, excess, lane, .. } = facts;
        let (precision, fraction) = (i64::from(*stored), i64::from(native.fraction));
        // The first digit takes up to `digit` bits, the leading one among them.
        let down = fraction + digit - precision;
        let exact = down <= 0;
        // The significand is moved up by the place before it is rounded, and must not leave the integer.
        if (!exact && !rounds_to_nearest(writer.policy)) || fraction + digit > i64::from(*lane) {
            return None;
        }
        // Only normalized significands are made, so the others may be special.
        let (first, last) = facts.find_longest_regular_run((0, i64::MAX), 1 << (precision - digit))?;
        // Rounding may carry into the next exponent, which must be in the range too.
        let last = last - i64::from(!exact);
        let offset = digit * excess + facts.fraction_bits() - precision + digit - native.bias();
        // Places are counted above the native fraction. Those that are divided by means of a product have at most 16
        // bits.
        let most = (1 << (i64::from(*lane) - fraction).min(16)) - 1;
        // The last exponent with the leading bit at the highest place in its digit.
        let last = (digit * last + digit - 1).min(most);
        let range = writer.native_range(digit * first - offset, last - offset)?;
        Some(DigitShift { down, offset, range })
    }

    /// Whether the format has six hexadecimal digits and the native float is an `f32`. If the leading bit is at the
    /// highest place in its digit, nothing is lost. So rounding never carries to another digit.
    fn is_single(&self, facts: &OrdinaryFacts<'_>) -> bool {
        facts.lane == facts.native.bits && (facts.digit, facts.native.fraction, self.down) == (4, 23, 3)
    }

    /// The word of a significand that is rounded, and the condition that rounding changed it. Rounding may carry to
    /// another digit.
    fn round_significand<'b>(
        &self,
        writer: &OrdinaryWriter<'_, 'b>,
        exponent: Value<'b>,
        significand: Value<'b>,
    ) -> (Value<'b>, Cond<'b>) {
        let facts = writer.facts;
        let OrdinaryFacts { float, stored, digit, .. } = facts;
        let down = u32::try_from(self.down).unwrap_or(0);
        // Before the bits are rounded away.
        let inexact = (significand & hex(mask(down))).differs(0).with_name("inexact");
        let half = hex((1 << (down - 1)) - 1);
        let significand = (significand + ((significand >> down & 1) + half)) >> down;
        let significand = significand.with_name("significand");
        // A carry leaves all stored bits zero, with a one above them.
        let carry = (significand >> *stored).with_name("carry");
        let joined = float.code == ExponentCode::Excess && facts.find_joined_shift() == Some(0);
        // The lowest bit of the first digit, where the one of a carry belongs.
        let one = stored - u32::try_from(*digit).unwrap_or(0);
        let word = if joined && float.low.is_none() {
            let carry =
                carry.with_reason("A carry goes on to the exponent by itself, and leaves its one behind.");
            (exponent << *stored).add_wrapping(significand + (carry << one))
        } else {
            let exponent = (exponent + carry).with_name("exponent");
            writer.join_fields(
                exponent,
                encode_count(facts, exponent),
                // After a carry the one goes down by a digit.
                significand >> (carry * decimal(*digit)),
            )
        };
        (word, inexact)
    }

    fn describe_reason(&self, facts: &OrdinaryFacts<'_>) -> String {
        let OrdinaryFacts { native, stored, digit, excess, .. } = facts;
        let behind = facts.fraction_bits() - i64::from(*stored);
        let terms = [(*digit, *excess), (1, *digit), (1, behind), (-1, native.bias())];
        let equation = formula::format_sum(self.offset, &terms);
        format!("`{digit} × exponent + place` exceeds the native field by {equation}.")
    }

    fn describe_form(&self, facts: &OrdinaryFacts<'_>) -> String {
        let OrdinaryFacts { native, digit, .. } = facts;
        let places = formula::format_linear(1, "e", self.offset);
        let significand = match -self.down {
            0 => "2^place".to_owned(),
            up => format!("2^({})", formula::format_linear(1, "place", up)),
        };
        let rounded = if self.down > 0 { ", rounded" } else { "" };
        let (bias, fraction) = (native.bias(), native.fraction);
        format!(
            "Of a native float with `2^(e - {bias}) × (1 + f × 2^-{fraction})` E is `({places}) / {digit}`, the rest of that is the \
             leading one's place in its digit, and F is `(2^{fraction} + f) × {significand}`{rounded}."
        )
    }
}
