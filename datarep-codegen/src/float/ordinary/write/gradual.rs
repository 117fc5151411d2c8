//! Short exponent fields: numbers below the smallest normal one and beyond the largest are as common as others.
//!
//! A number is added so large that the unit of the sum's significand is the unit of the format's, which is never less
//! than that of its smallest number: the processor rounds there, and the sum's last bits are the significand as an integer.
//! In the same bits of what is added stand the steps of the exponent, so that the sum has a count of the format's numbers from
//! zero on, in which rounding carries, subnormal numbers come first, and what is beyond the largest number is a larger count.

use datarep_dsl::model::{Class, ExponentCode, Leading, Native, Negation};
use proc_macro2::TokenStream;
use quote::quote;

use super::{Writer, emit_spread, is_nearest};
use datarep_plan::conversion::Meets;

use crate::convert::Ordinary;
use crate::float::fields;
use crate::float::line::Line;
use crate::names;

/// The longest exponent field of such a format.
const SHORT: u32 = 4;

/// The least power of two that is the smallest normal number of such a format: below, subnormal numbers are rare.
const LEAST: i64 = -4;

/// What a count is made of.
struct Gradual {
    line: Line,
    /// Bits of the count below the exponent's steps: those of the significand but the leading one.
    behind: u32,
    /// Bits of the native significand that are lost.
    down: u32,
    /// The native exponent field of the smallest normal number.
    first: i64,
    /// The native exponent field from which numbers are odd.
    end: i64,
}

impl Writer<'_> {
    /// All finite numbers, where the format has a short exponent field and subnormal numbers.
    pub(super) fn emit_gradual(&self) -> Option<Ordinary> {
        let float = self.facts.float;
        let gradual = self.gradual()?;
        let finish = match (float.negation, float.leading) {
            (Negation::SignMagnitude, Leading::Hidden) => self.emit_signed(&gradual)?,
            (Negation::TwosSignificand, Leading::None) => self.emit_complement(&gradual)?,
            _ => return None,
        };
        let count = self.emit_count(&gradual);
        let container = names::unsigned(self.facts.format.bits);
        let body = quote! {
            #count
            #finish
            let word = word as #container;
        };
        let last = gradual.end - 1;
        let doc = format!(" Ordinary: native exponent fields up to {last}, and zero.");
        Some(Ordinary::Form { body, doc, meets: Meets::Beyond })
    }

    /// What the count is made of, where it can be.
    fn gradual(&self) -> Option<Gradual> {
        let facts = &self.facts;
        let float = facts.float;
        let line = Line::of(float);
        let plain = float.radix == 2
            && float.code == ExponentCode::Excess
            && float.low.is_none()
            && facts.field_bits() <= SHORT
            && facts.format.bits < facts.lane
            && matches!(facts.native.native(), Native::F32 | Native::F64)
            && !(line.hole || line.negative_hole)
            && line.start == line.negative_start
            && line.start.gradual
            && !self.policy.underflow.vanishes()
            && is_nearest(self.policy.rounding)
            && self.zero().is_some_and(|(word, _)| word == 0);
        let behind = line.precision - 1;
        let down = facts.native.fraction().checked_sub(behind).filter(|&down| down > 1)?;
        let first = line.start.smallest + i64::from(behind) + facts.native_bias();
        // Above, the power of two that is added is no number, or the count is longer than the significand.
        let end = (facts.native_top() - i64::from(down)).min(first + (1 << down) - 2);
        let reaches = first >= facts.native_bias() + LEAST && first + (1 << SHORT) < end;
        (plain && reaches).then_some(Gradual { line, behind, down, first, end })
    }

    /// `count`, and `inexact`: it is not the number.
    fn emit_count(&self, gradual: &Gradual) -> TokenStream {
        let facts = &self.facts;
        let (native, ty) = (names::native(facts.native.native()), facts.ty());
        let top = facts.native.bits() - 1;
        let fraction = facts.native.fraction();
        let all = names::hex(names::mask(top), facts.native.bits());
        let exponents = facts.literal(i128::from(facts.native_top()) << fraction);
        let first = facts.literal(i128::from(gradual.first) << fraction);
        let lift = (i128::from(gradual.down) << fraction) - (i128::from(gradual.first) << gradual.behind);
        let lift = facts.literal(lift);
        let fractions = facts.literal((1 << fraction) - 1);
        let down = names::decimal(i128::from(gradual.down));
        quote! {
            let bits = native.to_bits();
            let magnitude = bits & #all;
            let scale: #ty = (bits & #exponents).max(#first);
            let steps = #native::from_bits(scale.wrapping_add(scale >> #down).wrapping_add(#lift));
            let sum = #native::from_bits(magnitude) + steps;
            let inexact = sum - steps != #native::from_bits(magnitude);
            let count = sum.to_bits() & #fractions;
        }
    }

    /// A sign bit, and exponent and significand in one run of bits as IEEE has them: the count is the word.
    fn emit_signed(&self, gradual: &Gradual) -> Option<TokenStream> {
        let facts = &self.facts;
        let (float, line) = (facts.float, &gradual.line);
        let sign = float.sign?;
        if facts.joined() != Some(0)
            || (line.start.first, line.start.subnormal) != (1, Some(0))
            || line.end != line.negative_end
        {
            return None;
        }
        let beyond = match self.beyond_class() {
            None => fields::assemble(float, false, line.end.last, line.end.most),
            Some(class) => self.written(class).filter(|word| self.keeps_class(word | 1 << sign, class))?,
        };
        let (_, keeps) = self.zero()?;
        let end = facts.literal(i128::from(gradual.end) << facts.native.fraction());
        let beyond = facts.literal(beyond.cast_signed());
        let most = fields::assemble(float, false, line.end.last, line.end.most);
        let most = facts.literal(most.cast_signed());
        let normal = facts.literal(1 << gradual.behind);
        let top = facts.native.bits() - 1;
        let (top_bit, sign_bit) = (names::decimal(i128::from(top)), names::decimal(i128::from(sign)));
        let (odd, signed) = if keeps {
            (quote!(magnitude >= #end), quote!(word | bits >> #top_bit << #sign_bit))
        } else {
            let negative_zero = facts.literal(1 << top);
            (
                quote!(magnitude >= #end || bits == #negative_zero),
                quote!(if word == 0 { 0 } else { word | bits >> #top_bit << #sign_bit }),
            )
        };
        Some(quote! {
            let odd = #odd;
            let overflow = count > #most;
            let tiny = count < #normal;
            let word = if overflow { #beyond } else { count };
            let word = #signed;
        })
    }

    /// A significand in two's complement, with its sign on top, whose leading one is stored.
    fn emit_complement(&self, gradual: &Gradual) -> Option<TokenStream> {
        let facts = &self.facts;
        let (float, line) = (facts.float, &gradual.line);
        let ([exponent], [significand]) = (float.exponent.as_slice(), float.significand.as_slice()) else {
            return None;
        };
        if float.sign != Some(significand.high + 1) || line.start.first != 0 {
            return None;
        }
        // What is nearer to the end is odd: it is not the same for both signs.
        let steps = line.end.last.min(line.negative_end.last) - line.start.first;
        let end = facts.literal(i128::from(gradual.first + steps) << facts.native.fraction());
        let top = facts.native.bits() - 1;
        let negative_zero = facts.literal(1 << top);
        let top_bit = names::decimal(i128::from(top));
        let behind = names::decimal(i128::from(gradual.behind));
        let normal = facts.literal(1 << gradual.behind);
        let all = names::hex(names::mask(facts.stored + 1), facts.stored + 1);
        let [exponent, significand] = [(exponent, quote!(exponent)), (significand, quote!(significand))]
            .map(|(range, value)| emit_spread(&value, &[*range]));
        let signed = names::signed(facts.lane);
        Some(quote! {
            let odd = magnitude >= #end || bits == #negative_zero;
            let overflow = false;
            // One less of a negative number, so that a power of two borrows from its exponent, and all bits inverted.
            let negative = bits.cast_signed() >> #top_bit;
            let count = count.cast_signed() + negative;
            let tiny = count < #normal;
            let exponent = (count >> #behind).max(1) - 1;
            let significand = ((count - (exponent << #behind)) ^ negative) & #all;
            let word: #signed = (#exponent) | (#significand);
        })
    }

    /// Whether a word is of a class.
    fn keeps_class(&self, word: u128, class: Class) -> bool {
        self.facts.class_of(word) == Some(class)
    }
}
