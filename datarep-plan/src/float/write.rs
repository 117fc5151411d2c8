//! Native to file: a native float is rounded to the format's significand, and its fields are put together. Rules decide
//! about values that the format cannot hold.

use datarep_dsl::model::word::Fields;
use datarep_dsl::model::{
    Class, Event, ExponentCode, Float, Format, LeadingBit, Native, NativeFloat, Negation, OverflowRule,
    Policy, ZeroRule,
};

use super::facts::{has_sign_bit, has_signed_significand, has_word_complement};
use super::fields::scatter_field;
use super::line::{NumberRange, NumberRangeEnd, NumberRangeStart};
use crate::builder::{BodyBuilder, Cond, Value, decimal, hex, word};
use crate::primitive::{Primitive, RoundingTarget};
use crate::types::{ResultPart, Type, mask};

/// The facts that are known when a writing body is made.
pub(super) struct FloatWriter<'b> {
    pub(super) builder: &'b BodyBuilder,
    pub(super) format: &'b Format,
    pub(super) float: &'b Float,
    pub(super) native: NativeFloat,
    pub(super) policy: &'b Policy,
    pub(super) line: &'b NumberRange,
    /// The type of the words of the computation.
    pub(super) ty: Type,
    /// The native float taken apart.
    pub(super) value: Value<'b>,
}

impl<'b> FloatWriter<'b> {
    pub(super) fn new(
        builder: &'b BodyBuilder,
        format: &'b Format,
        float: &'b Float,
        (native, facts): (Native, NativeFloat),
        policy: &'b Policy,
        line: &'b NumberRange,
    ) -> FloatWriter<'b> {
        let width = line.word_width(format, facts);
        let item = builder.input(Type::from_native(native), u128::MAX);
        let value = builder.call_primitive(Primitive::Unpack { native, width }, &[item]).with_name("value");
        let ty = Type::Unsigned(width);
        FloatWriter { builder, format, float, native: facts, policy, line, ty, value }
    }

    pub(super) fn constant_word(&self, number: u128) -> Value<'b> {
        self.builder.constant(self.ty, word(number, self.format.bits))
    }

    pub(super) fn is_negative(&self) -> Cond<'b> {
        self.value.take_flag(ResultPart::Negative)
    }

    fn take_significand(&self) -> Value<'b> {
        self.value.take_part(ResultPart::Significand)
    }

    fn number_constant(&self, number: i64) -> Value<'b> {
        self.builder.constant(Type::Signed(32), decimal(number))
    }

    /// The result of `make` for the start of the numbers that have the value's sign.
    fn select_by_sign(&self, make: impl Fn(NumberRangeStart) -> Value<'b>) -> Value<'b> {
        self.is_negative().select(make(self.line.negative_start), make(self.line.start))
    }

    /// The value rounded to the format's numbers.
    pub(super) fn round_value(&self) -> Value<'b> {
        let line = self.line;
        let target = |start: NumberRangeStart, steps: i64| RoundingTarget {
            precision: line.precision,
            radix_bits: line.radix_bits,
            smallest: start.smallest,
            steps,
            negative_one: line.negative_one,
        };
        let [steps, negative_steps] = [false, true].map(|negative| line.count_steps(self.float, negative));
        // One target is a simpler step than a choice between two. It serves both signs if they begin alike: the
        // nearer end of the two is checked afterwards, by `overflows`.
        let targets = if line.start.first == line.negative_start.first {
            (target(line.start, steps.max(negative_steps)), None)
        } else {
            (target(line.start, steps), Some(target(line.negative_start, negative_steps)))
        };
        let width = self.ty.integer_bits().unwrap_or(128);
        let round = Primitive::Round { width, targets, rounding: self.policy.rounding };
        let parts = [ResultPart::Negative, ResultPart::Significand, ResultPart::Exponent]
            .map(|part| self.value.take_part(part));
        self.builder.call_primitive(round, &parts).with_name("rounded")
    }

    /// The word of a rounded number, before its sign.
    pub(super) fn assemble_word(&self, rounded: Value<'b>) -> Value<'b> {
        let float = self.float;
        let exponent = self.encode_exponent(rounded).with_name("exponent");
        let low = float.low.as_ref().map(|low| {
            let number = self.field_number(rounded) - decimal(low.less);
            let number =
                if float.code == ExponentCode::ExcessOnes { self.encode_excess_ones(number) } else { number };
            // Modulo the field: a small number's low exponent wraps around, as the machine's does.
            let field = number.cast(self.ty) & mask(low.exponent.iter().map(|range| range.width()).sum());
            scatter_field(field.with_name("low"), &low.exponent)
        });
        // An explicit leading bit is the one above the stored bits. It is clear in subnormal numbers, so it is taken
        // from the significand and not set.
        let leading = match float.leading {
            LeadingBit::Explicit(bit) => {
                rounded.take_part(ResultPart::Significand) >> float.stored_bits() << bit
            }
            LeadingBit::None | LeadingBit::Hidden => self.constant_word(0),
        };
        let significand = rounded.take_part(ResultPart::Significand);
        // The bits above the stored ones are cut by `scatter_field`.
        let significand = if has_signed_significand(float) {
            self.is_negative().select(significand.negate(), significand).with_name("significand")
        } else {
            significand
        };
        let word = scatter_field(exponent, &float.exponent)
            | low.unwrap_or_else(|| self.constant_word(0))
            | leading
            | scatter_field(significand, &float.significand);
        let inexact = rounded.take_flag(ResultPart::Inexact).choose_events(self.builder, Event::Inexact);
        self.builder.pair_word(word.with_name("word"), inexact).with_name("made")
    }

    /// The number of the exponent field for a rounded number. It includes the bias, but is not coded.
    fn exponent_number(&self, rounded: Value<'b>) -> Value<'b> {
        self.select_by_sign(|start| {
            let first = self.float.exponent_of_number(start.first) + self.float.bias;
            let step = rounded.take_part(ResultPart::Step);
            if first < 0 { step - decimal(-first) } else { step + decimal(first) }
        })
    }

    /// The number of an exponent field in which negative exponents are in one's complement: one less below the bias.
    fn encode_excess_ones(&self, number: Value<'b>) -> Value<'b> {
        let number = number.with_name("number");
        number - number.is_below(decimal(self.float.bias)).to_value(self.builder).cast(Type::Signed(32))
    }

    /// As `exponent_number`, but with the number of subnormals for zero and for numbers below the
    /// smallest normal one.
    fn field_number(&self, rounded: Value<'b>) -> Value<'b> {
        let normal = self.exponent_number(rounded);
        // Zero as well, as its field is that of the subnormals.
        let small =
            rounded.take_flag(ResultPart::Tiny) | rounded.take_part(ResultPart::Significand).equals(0);
        self.select_by_sign(|start| match start.subnormal {
            Some(subnormal) => {
                let number = self.float.exponent_of_number(subnormal) + self.float.bias;
                small.select(self.number_constant(number), normal)
            }
            None => normal,
        })
    }

    /// The exponent field.
    fn encode_exponent(&self, rounded: Value<'b>) -> Value<'b> {
        let float = self.float;
        let stored = float.exponent_bits();
        let number = self.field_number(rounded);
        match float.code {
            ExponentCode::Excess => number.cast(self.ty),
            ExponentCode::Twos => number.cast(self.ty) & mask(stored),
            ExponentCode::SignMagnitude => {
                let number = number.with_name("number");
                let negative = number.is_below(0).to_value(self.builder).cast(self.ty);
                // The sign of the exponent is the field's highest bit.
                negative << stored.saturating_sub(1) | number.magnitude().cast(self.ty)
            }
            ExponentCode::Ones => {
                let number = number.with_name("number");
                let less = number - number.is_below(0).to_value(self.builder).cast(Type::Signed(32));
                less.cast(self.ty) & mask(stored)
            }
            ExponentCode::ExcessOnes => self.encode_excess_ones(number).cast(self.ty),
            ExponentCode::Rotated => {
                let number = number.with_name("number");
                let negative = number.is_below(0).to_value(self.builder).cast(Type::Signed(32));
                // Doubled, the number leaves its lowest bit to the sign.
                (number << 1 | negative).cast(self.ty) & mask(stored)
            }
        }
    }

    /// Applies the rules for underflow and overflow, adds the sign, and replaces zeros.
    pub(super) fn apply_finite_rules(&self, rounded: Value<'b>, made: Value<'b>) -> Value<'b> {
        let keeps = self.keeps_small(self.line.start) || self.keeps_small(self.line.negative_start);
        let made = if keeps && !self.float.is_fixed_point() {
            // If only one sign keeps them, the numbers of the other sign vanish below.
            let small = rounded.take_flag(ResultPart::Tiny) & rounded.take_flag(ResultPart::Inexact);
            made.replace_made_kinds_if(small, Event::Underflow)
        } else {
            made
        };
        let overflow = self.overflows(rounded);
        let (beyond, takes_sign) = self.overflow_word();
        let large = |made: Value<'b>| {
            made.replace_made_if(overflow, beyond, self.builder.event_constant(Event::Overflow))
        };
        let made = if takes_sign { self.apply_sign(large(made)) } else { large(self.apply_sign(made)) };
        // Zeros come after the sign, because their sign has a rule of its own.
        self.replace_zeros(made, self.has_vanished(rounded))
    }

    fn keeps_small(&self, start: NumberRangeStart) -> bool {
        start.gradual && !self.policy.underflow.discards_subnormals()
    }

    /// The word for an overflow, and whether it takes the value's sign like a number.
    fn overflow_word(&self) -> (Value<'b>, bool) {
        let FloatWriter { float, policy, line, .. } = self;
        let word = match policy.overflow {
            OverflowRule::Infinity => self.written_word(Class::Infinity),
            OverflowRule::Nan => self.written_word(Class::Nan),
            OverflowRule::Saturate | OverflowRule::Error | OverflowRule::Wrap => None,
        };
        // A word that is not a number takes the sign only if it keeps its meaning.
        let takes_sign = if word.is_none() || float.negation == Negation::None {
            true
        } else if has_word_complement(float) {
            policy.overflow == OverflowRule::Infinity
        } else {
            self.keeps_class_with_sign(word)
        };
        let beyond = match word {
            // The ends of both signs differ, and each is a word with its own exponent.
            None if has_signed_significand(float) => {
                // The sign bit is added below.
                let bits = line.farthest_negative_bits();
                let least = self.constant_word(float.assemble_word(false, line.negative_end.last, bits));
                self.is_negative().select(least, self.constant_word(self.largest_word()))
            }
            None => self.farthest_word(),
            // A value below all numbers is not an infinity above them.
            Some(beyond) if float.negation == Negation::None && policy.overflow == OverflowRule::Infinity => {
                self.is_negative()
                    .select(self.constant_word(self.fallback_word()), self.constant_word(beyond))
            }
            Some(beyond) => self.constant_word(beyond),
        };
        (beyond, takes_sign)
    }

    /// The condition that a rounded number vanishes: it is below all numbers of its sign, or its word at the smallest
    /// exponent is not a number.
    fn has_vanished(&self, rounded: Value<'b>) -> Cond<'b> {
        let small = |start: NumberRangeStart| {
            if self.keeps_small(start) {
                rounded.take_part(ResultPart::Significand).equals(0) & self.take_significand().differs(0)
            } else {
                rounded.take_flag(ResultPart::Tiny)
            }
        };
        let vanished =
            self.is_negative().select_cond(small(self.line.negative_start), small(self.line.start));
        // The word of the smallest number may not be a number. The value then vanishes like those below it.
        let vanished = vanished | self.is_in_hole(rounded);
        match self.float.negation {
            // Without a sign, every value below zero is beyond the numbers, however small it is.
            Negation::None => !self.is_negative() & vanished,
            _ => vanished,
        }
    }

    /// The condition that the value was rounded to a number whose word at the smallest exponent is not a number.
    fn is_in_hole(&self, rounded: Value<'b>) -> Cond<'b> {
        let NumberRange { precision, hole, negative_hole, .. } = *self.line;
        let significand =
            rounded.take_part(ResultPart::Significand).equals(word(1 << (precision - 1), precision));
        // Step zero is the smallest exponent, and this significand the smallest there.
        let smallest = rounded.take_part(ResultPart::Step).equals(0) & significand;
        match (hole, negative_hole) {
            (false, false) => Cond::Never,
            (true, true) => smallest,
            (true, false) => smallest & !self.is_negative(),
            (false, true) => smallest & self.is_negative(),
        }
    }

    /// Replaces values that vanished, and zeros: by a zero, with a sign if the rule keeps it, or by the smallest number
    /// if the format has no zero.
    fn replace_zeros(&self, made: Value<'b>, vanished: Cond<'b>) -> Value<'b> {
        let FloatWriter { float, policy, builder, .. } = self;
        let is_zero = self.take_significand().equals(0);
        let underflow = builder.event_constant(Event::Underflow);
        let Some(zero) = self.written_word(Class::Zero) else {
            return made.replace_made_if(is_zero | vanished, self.nearest_signed_word(), underflow);
        };
        let keeps = policy.negative_zero == ZeroRule::Keep;
        let plain = self.constant_word(zero);
        let signed = if !keeps {
            None
        } else if self.has_signed_zero() {
            Some(self.with_sign(plain))
        } else if self.has_complement_of_zero() {
            Some(
                self.is_negative()
                    .select(self.constant_word(float.complement_word(zero, self.format.bits)), plain),
            )
        } else {
            None
        };
        // A fixed-point format has no numbers below the normal ones: what vanishes was only rounded.
        let event = if float.is_fixed_point() { builder.event_constant(Event::Inexact) } else { underflow };
        let made = made.replace_made_if(vanished, signed.unwrap_or(plain), event);
        match signed {
            Some(signed) if float.negation != Negation::None => {
                made.replace_made_if(is_zero, signed, builder.no_events())
            }
            _ => made.replace_made_if(
                is_zero,
                plain,
                self.is_negative().choose_events(builder, Event::NegativeZero),
            ),
        }
    }

    /// The word of the number farthest from zero, for the value's sign, without that sign. If the format has no sign, a
    /// value below zero has the word of zero or of the smallest number.
    pub(super) fn farthest_word(&self) -> Value<'b> {
        let FloatWriter { float, line, .. } = self;
        let below = match float.negation {
            Negation::None => self.fallback_word(),
            _ => float.assemble_word(false, line.negative_end.last, line.negative_end.most),
        };
        self.is_negative().select(self.constant_word(below), self.constant_word(self.largest_word()))
    }

    /// The word of the number nearest to zero, with the value's sign.
    fn nearest_signed_word(&self) -> Value<'b> {
        let [positive, negative] =
            [false, true].map(|sign| self.constant_word(self.nearest_word_for_sign(sign)));
        self.is_negative().select(negative, positive)
    }

    /// The condition that a rounded number is beyond the farthest number of its sign.
    fn overflows(&self, rounded: Value<'b>) -> Cond<'b> {
        let FloatWriter { float, line, .. } = self;
        let (step, significand) =
            (rounded.take_part(ResultPart::Step), rounded.take_part(ResultPart::Significand));
        let beyond = |negative: bool, end: NumberRangeEnd, more: u128| {
            let most = end.most + more;
            // The constant is shown in as many digits as the precision has.
            let bits = (128 - most.leading_zeros()).max(line.precision);
            step.equals(decimal(line.count_steps(float, negative))) & significand.is_above(word(most, bits))
        };
        let more = u128::from(line.negative_one);
        let is_whole = line.end.most == mask(line.precision);
        // In a two's complement that reaches minus one, the same `most` stands for a magnitude that is one more.
        let same = line.end == line.negative_end && (is_whole || more == 0);
        let high = if !same || line.start.first != line.negative_start.first {
            let [above, below] =
                [(false, line.end, 0), (true, line.negative_end, more)].map(|(negative, end, more)| {
                    step.is_above(decimal(line.count_steps(float, negative))) | beyond(negative, end, more)
                });
            self.is_negative().select_cond(below, above)
        } else if is_whole {
            // Every significand of the last exponent is a number, so the runtime's own test is enough.
            rounded.take_flag(ResultPart::Overflow)
        } else {
            rounded.take_flag(ResultPart::Overflow) | beyond(false, line.end, 0)
        };
        let below = match float.negation {
            Negation::None => self.is_negative() & self.take_significand().differs(0),
            _ => Cond::Never,
        };
        high | below
    }

    /// The word of the number with its sign.
    fn apply_sign(&self, made: Value<'b>) -> Value<'b> {
        let word = made.take_part(ResultPart::Word);
        if self.float.negation == Negation::None {
            made
        } else if has_word_complement(self.float) {
            made.with_word(self.is_negative().select(self.complement_word(word), word))
        } else {
            made.with_word(self.with_sign(word))
        }
    }

    /// A word with the value's sign.
    pub(super) fn with_sign(&self, word: Value<'b>) -> Value<'b> {
        let sign = self.is_negative().to_value(self.builder).cast(self.ty);
        let low = self.float.low.as_ref().map(|low| low.sign);
        [self.float.sign, low].into_iter().flatten().fold(word, |word, bit| word | sign << bit)
    }

    /// The complement of a word, in the bits that belong to a field.
    fn complement_word(&self, word: Value<'b>) -> Value<'b> {
        let unused = self.float.unused_bits(self.format.bits);
        let complement = match (self.float.negation, unused) {
            // Above the word's own bits the complement has ones, which the mask below removes.
            (Negation::OnesWord, _) => !word,
            (Negation::OnesSignificand, _) => return word ^ hex(self.float.inverted_bits(self.format.bits)),
            (_, 0) => word.negate(),
            // Unused bits are set, so that a carry passes through them.
            (_, unused) => (!word | hex(unused)).add_wrapping(1),
        };
        complement & self.field_mask()
    }

    /// The bits of a word that belong to a field.
    pub(super) fn field_mask(&self) -> u128 {
        mask(self.format.bits) & !self.float.unused_bits(self.format.bits)
    }

    /// Whether the word keeps its class if the sign bit is set.
    pub(super) fn keeps_class_with_sign(&self, word: Option<u128>) -> bool {
        let Some(fields) = word.map(|word| self.float.fields(word)) else { return false };
        // A clause may name the sign, so that the word with its sign set is something else.
        self.float.class_of(&Fields { sign: true, ..fields }) == self.float.class_of(&fields)
    }

    /// The word that is written for a class.
    pub(super) fn written_word(&self, class: Class) -> Option<u128> {
        self.float.written_word(class)
    }

    /// The word that is written if there is no number: zero, or the smallest number of a format without zero.
    pub(super) fn fallback_word(&self) -> u128 {
        self.written_word(Class::Zero).unwrap_or_else(|| self.nearest_word_for_sign(false))
    }

    /// The word of the number nearest to zero, for a sign.
    fn nearest_word_for_sign(&self, negative: bool) -> u128 {
        let FloatWriter { float, line, .. } = self;
        let least = 1_u128 << (line.precision - line.radix_bits);
        let first =
            |sign, significand| float.assemble_word(sign, line.start_for_sign(negative).first, significand);
        match float.negation {
            Negation::None => first(false, least),
            // With an implied bit, the negative of the least significand would need the exponent below, so the next one
            // is taken.
            Negation::ImpliedComplement if negative => first(true, (least + 1).wrapping_neg()),
            _ if negative && has_word_complement(float) => {
                float.complement_word(first(false, least), self.format.bits)
            }
            _ => first(negative, least),
        }
    }

    /// Whether the complement of zero is also a zero.
    fn has_complement_of_zero(&self) -> bool {
        has_word_complement(self.float)
            && self.float.negation.has_two_zeros()
            && !self.float.has_one_zero()
            && self.keeps_class_with_sign(self.written_word(Class::Zero))
    }

    /// Whether the zero that is written stays a zero if its sign bit is set.
    fn has_signed_zero(&self) -> bool {
        !self.float.has_one_zero()
            && has_sign_bit(self.float)
            && self.keeps_class_with_sign(self.written_word(Class::Zero).or(Some(0)))
    }

    /// The word of the largest number.
    pub(super) fn largest_word(&self) -> u128 {
        self.float.assemble_word(false, self.line.end.last, self.line.end.most)
    }

    /// The word of the negative number farthest from zero. The format must have negative numbers.
    pub(super) fn farthest_negative_word(&self) -> u128 {
        let NumberRangeEnd { last, most } = self.line.negative_end;
        if has_word_complement(self.float) {
            return self.float.complement_word(self.float.assemble_word(false, last, most), self.format.bits);
        }
        let significand =
            if has_signed_significand(self.float) { self.line.farthest_negative_bits() } else { most };
        self.float.assemble_word(true, last, significand)
    }
}
