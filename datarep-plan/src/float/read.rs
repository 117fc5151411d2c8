//! File to native: a word is taken apart and rounded, and the rules are applied to its special encodings.

use datarep_dsl::model::{
    Class, Comparison, Condition, Event, Events, ExponentCode, Field, Float, Format, LeadingBit, MissingRule,
    Native, NativeFloat, Negation, Policy, QuietBit, SpecialEncoding, SpecialRule, ZeroRule, word::Fields,
};

use super::facts::{has_signed_significand, holds_payload};
use super::fields::{FieldValues, build_condition, gather_field};
use super::line::NumberRange;
use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value, decimal, hex, word};
use crate::primitive::{Beyond, Primitive};
use crate::types::{ResultPart, Type, mask};

/// The body of reading.
pub(crate) fn plan_reading(
    format: &Format,
    float: &Float,
    native: (Native, NativeFloat),
    policy: &Policy,
    line: &NumberRange,
) -> Body {
    let builder = BodyBuilder::default();
    let width = line.word_width(format, native.1);
    let item = builder.input(Type::word(format.bits), mask(format.bits));
    let word = item.cast(Type::Unsigned(width)).with_name("word");
    let (native, facts) = native;
    let reader = FloatReader { builder: &builder, format, float, native, facts, policy, line, word };
    // Fields are those of the magnitude, so that conditions mean the same for both signs.
    let (fields, negative) = reader.take_fields();
    let classes = reader.match_classes(fields);
    let (significand, number) = reader.compute_number(fields, negative, &classes);
    // The first special encoding whose condition holds decides. The order is reversed because the last `or` wins.
    let made =
        float.specials.iter().zip(&classes).rev().fold(number, |made, (special, condition)| {
            reader.apply_special(made, special, *condition, fields)
        });
    let made = reader.apply_sign(made, negative, significand, &classes);
    let native_type = Type::from_native(native);
    let bits = made.take_part(ResultPart::Word).cast(native_type.float_word().unwrap_or(Type::Unsigned(128)));
    builder.finish_exact(bits.float_from_bits(native_type), made.take_part(ResultPart::Kinds))
}

struct FloatReader<'b> {
    builder: &'b BodyBuilder,
    format: &'b Format,
    float: &'b Float,
    native: Native,
    facts: NativeFloat,
    policy: &'b Policy,
    line: &'b NumberRange,
    /// The word of the file, in the words of the computation.
    word: Value<'b>,
}

impl<'b> FloatReader<'b> {
    fn constant_word(&self, number: u128, bits: u32) -> Value<'b> {
        self.builder.constant(self.word.ty(), word(number, bits))
    }

    /// The fields of the word, and the condition that it is negative. If negative words are complements, the fields are
    /// those of the magnitude.
    fn take_fields(&self) -> (FieldValues<'b>, Cond<'b>) {
        let FloatReader { format, float, .. } = self;
        let none = self.constant_word(0, 1);
        let sign = float.sign.map_or(none, |bit| (self.word >> bit & 1).with_name("sign"));
        let negative = sign.differs(0).with_name("negative");
        let used = mask(format.bits) & !float.unused_bits(format.bits);
        let complement = match float.negation {
            Negation::TwosWord if float.unused_bits(format.bits) != 0 => {
                // Unused bits are set, so that a carry passes through them.
                let filled = !self.word | hex(float.unused_bits(format.bits));
                filled.add_wrapping(1) & used
            }
            Negation::TwosWord => self.word.negate() & used,
            Negation::OnesWord => !self.word & used,
            Negation::OnesSignificand => self.word ^ hex(float.inverted_bits(format.bits)),
            Negation::None
            | Negation::SignMagnitude
            | Negation::TwosSignificand
            | Negation::ImpliedComplement => self.word,
        };
        let magnitude = negative.select(complement, self.word).with_name("magnitude");
        let leading = match float.leading {
            LeadingBit::Explicit(bit) => (magnitude >> bit & 1).with_name("leading"),
            LeadingBit::None | LeadingBit::Hidden => none,
        };
        let exponent = self.decode_exponent(magnitude).with_name("exponent");
        let fraction = gather_field(magnitude, &float.significand).with_name("fraction");
        (FieldValues { sign, exponent, fraction, leading }, negative)
    }

    /// The number that the exponent field stands for.
    fn decode_exponent(&self, word: Value<'b>) -> Value<'b> {
        let stored = self.float.exponent_bits();
        let field = gather_field(word, &self.float.exponent).cast(Type::Signed(32));
        if stored == 0 {
            return field;
        }
        let spare = 32 - stored;
        match self.float.code {
            ExponentCode::Excess | ExponentCode::ExcessOnes => field,
            // The sign of the field is moved to the top of 32 bits, and down again with copies of it.
            ExponentCode::Twos => field << spare >> spare,
            ExponentCode::Ones => {
                let number = (field << spare >> spare).with_name("number");
                let number = number + number.is_below(0).to_value(self.builder).cast(Type::Signed(32));
                number.with_reason("As a two's complement, a negative number is one less than it stands for.")
            }
            ExponentCode::SignMagnitude => {
                let field = field.with_name("field");
                // The highest bit of the field is the sign.
                let magnitude = (field & mask(stored - 1)).with_name("size");
                (field >> (stored - 1)).differs(0).select(magnitude.negate(), magnitude)
            }
            ExponentCode::Rotated => {
                let field = field.with_name("field");
                // The lowest bit is the sign, and is put back on top.
                (field >> 1 | (field & 1) << (stored - 1)) << spare >> spare
            }
        }
    }

    /// For each special encoding, the condition that the word is one.
    fn match_classes(&self, fields: FieldValues<'b>) -> Vec<Cond<'b>> {
        let mut classes: Vec<Cond<'b>> = Vec::new();
        for special in &self.float.specials {
            let asked = build_condition(&special.condition, fields);
            // A subnormal is a number. No later special encoding may replace it.
            let earlier = self.float.specials.iter().zip(&classes).filter(|(earlier, _)| {
                earlier.class == Class::Subnormal && may_both_hold(&earlier.condition, &special.condition)
            });
            let asked = earlier.fold(Cond::Always, |all, (_, &earlier)| all & !earlier) & asked;
            classes.push(asked.with_name(special.class.word()));
        }
        classes
    }

    /// The significand, and the number that the formula gives, without its sign.
    fn compute_number(
        &self,
        fields: FieldValues<'b>,
        negative: Cond<'b>,
        classes: &[Cond<'b>],
    ) -> (Value<'b>, Value<'b>) {
        let FloatReader { float, policy, .. } = self;
        let subnormal = self.matches_any(classes, |special| special.class == Class::Subnormal);
        let significand = self.build_significand(fields, negative, subnormal).with_name("significand");
        let signed = Type::Signed(32);
        // Subnormal numbers have the weight of the smallest normal ones, whatever their field is.
        let first = self.builder.constant(signed, decimal(self.line.start.first));
        let exponent = subnormal.select(first, fields.exponent).with_name("exponent");
        let exponent = if float.code == ExponentCode::ExcessOnes {
            let below = exponent.is_below(decimal(float.bias));
            (exponent + below.to_value(self.builder).cast(signed))
                .with_name("exponent")
                .with_reason("Negative exponents are one less than they would be with a bias alone.")
        } else {
            exponent
        };
        let digit = float.digit_bits();
        // The bias in powers of two, and the places behind the point.
        let offset = i64::from(digit) * float.bias + i64::from(float.fraction_bits);
        let scaled = self.builder.constant(signed, decimal(digit)) * exponent;
        let scale = if offset < 0 { scaled + decimal(-offset) } else { scaled - decimal(offset) };
        let make =
            Primitive::make_with_rules(self.native, self.word.ty().integer_bits().unwrap_or(128), policy);
        let made = self
            .builder
            .call_primitive(make, &[negative.to_value(self.builder), significand, scale])
            .with_name("made");
        let made =
            if float.exponent.is_empty() { made } else { made.with_reason(format_formula(float, offset)) };
        (significand, made)
    }

    fn build_significand(
        &self,
        fields: FieldValues<'b>,
        negative: Cond<'b>,
        subnormal: Cond<'b>,
    ) -> Value<'b> {
        let fraction = fields.fraction;
        let stored = self.float.stored_bits();
        let one = |up: u32| self.constant_word(1_u128.checked_shl(stored + up).unwrap_or(0), stored + up + 1);
        match (self.float.negation, self.float.leading) {
            // `2^stored - fraction`, which is never zero: with the sign set, a fraction of zero is minus one.
            (Negation::TwosSignificand, _) => negative.select(one(0) - fraction, fraction),
            (Negation::ImpliedComplement, _) => negative.select(one(1) - fraction, one(0) | fraction),
            (_, LeadingBit::None) => fraction,
            (_, LeadingBit::Hidden) if subnormal.is_never() => one(0) | fraction,
            // The hidden bit is missing in subnormal numbers.
            (_, LeadingBit::Hidden) => {
                fraction | (!subnormal).to_value(self.builder).cast(fraction.ty()) << stored
            }
            (_, LeadingBit::Explicit(_)) => fields.leading << stored | fraction,
        }
    }

    /// The condition that the word has one of the special encodings that `asked` selects.
    fn matches_any(&self, classes: &[Cond<'b>], asked: impl Fn(&SpecialEncoding) -> bool) -> Cond<'b> {
        let all = self.float.specials.iter().zip(classes).filter(|(special, _)| asked(special));
        all.fold(Cond::Never, |any, (_, &class)| any | class)
    }

    /// Replaces the result by that of a special encoding if its condition holds. The sign is not included.
    fn apply_special(
        &self,
        made: Value<'b>,
        special: &SpecialEncoding,
        condition: Cond<'b>,
        fields: FieldValues<'b>,
    ) -> Value<'b> {
        let FloatReader { float, policy, facts, .. } = self;
        let quiet = facts.quiet_nan_word();
        let by = |rule: SpecialRule, kept: u128, event: Event| {
            let events = Events::from_event_if(rule != SpecialRule::Keep, event);
            (rule_word(rule, kept, *facts), events)
        };
        let (value, kinds) = match special.class {
            Class::Subnormal => return made,
            Class::Zero => (0, Events::NONE),
            Class::Infinity => by(policy.infinity, facts.infinity_word(), Event::Infinity),
            // The payload depends on the word, so no constant can replace it.
            Class::Nan if policy.nan == SpecialRule::Keep && holds_payload(float) => {
                return self.move_payload(made, condition, fields.fraction);
            }
            Class::Nan => by(policy.nan, quiet, Event::Nan),
            Class::Reserved | Class::Invalid => {
                (rule_word(policy.reserved, quiet, *facts), Event::Reserved.into())
            }
            Class::Overflow => {
                let value = match Beyond::from_overflow(policy.overflow) {
                    Beyond::Saturate => facts.largest_word(),
                    Beyond::Nan => quiet,
                    Beyond::Infinity => facts.infinity_word(),
                };
                (value, Event::Overflow.into())
            }
            Class::Underflow => (0, Event::Underflow.into()),
            Class::Missing => match policy.missing {
                MissingRule::Payload => {
                    // The first byte of the word distinguishes missing values, as SAS's `.A` to `.Z`.
                    let first = self.format.bits.saturating_sub(8);
                    let value = self.constant_word(quiet, facts.bits) | self.word >> first;
                    return made.replace_made_if(condition, value, self.builder.no_events());
                }
                MissingRule::Error | MissingRule::Nan => (quiet, Event::Missing.into()),
                MissingRule::Zero => (0, Event::Missing.into()),
            },
        };
        made.replace_made_if(condition, word(value, facts.bits), self.builder.event_constant(kinds))
    }

    /// A NaN that stays a NaN. Its payload goes to the top of the native fraction.
    fn move_payload(&self, made: Value<'b>, condition: Cond<'b>, fraction: Value<'b>) -> Value<'b> {
        let FloatReader { float, facts, .. } = self;
        let stored = float.stored_bits();
        // The native quiet bit is set in quiet NaNs, as IEEE 754 has it.
        let turned = match float.quiet {
            QuietBit::Set => fraction,
            QuietBit::Clear => fraction ^ hex(1 << (stored.max(1) - 1)),
        };
        let (up, down) = (facts.fraction.saturating_sub(stored), stored.saturating_sub(facts.fraction));
        let aligned = (turned << up >> down).with_name("payload");
        let lost = if down == 0 { Cond::Never } else { (fraction & mask(down)).differs(0) };
        let quiet = self.constant_word(1 << (facts.fraction - 1), facts.fraction);
        let payload = aligned
            .equals(0)
            .select(quiet, aligned)
            .with_name("payload")
            .with_reason("Without a payload it would be an infinity.");
        let value = self.constant_word(facts.infinity_word(), facts.bits) | payload;
        made.replace_made_if(condition, value, lost.choose_events(self.builder, Event::Nan))
    }

    /// The result with its sign. A negative zero follows its rule.
    fn apply_sign(
        &self,
        made: Value<'b>,
        negative: Cond<'b>,
        significand: Value<'b>,
        classes: &[Cond<'b>],
    ) -> Value<'b> {
        let FloatReader { float, policy, .. } = self;
        if float.negation == Negation::None {
            return made;
        }
        let zeros = || float.specials.iter().filter(|special| special.class == Class::Zero);
        let can_be_negative = zeros().any(|special| can_be_negative(float, special));
        let has_both = float.negation.has_two_zeros() && can_be_negative;
        let zero = self.is_zero(significand, classes);
        let keeps = policy.negative_zero == ZeroRule::Keep;
        // Nothing is lost then: there is no zero, or its sign is kept.
        if zero.is_never() || (has_both && keeps) {
            return self.with_sign(made, negative);
        }
        let made =
            if has_both { made.replace_made_kinds_if(negative & zero, Event::NegativeZero) } else { made };
        self.with_sign(made, (negative & !zero).with_name("negative"))
    }

    fn with_sign(&self, made: Value<'b>, negative: Cond<'b>) -> Value<'b> {
        let FloatReader { float, policy, facts, .. } = self;
        let zero = made.take_part(ResultPart::Word).equals(0);
        // A zero that replaces another value is positive. If the rule keeps no negative zeros, every zero is positive.
        let has_missing = float.specials.iter().any(|special| special.class == Class::Missing);
        let missing = has_missing && policy.missing == MissingRule::Zero;
        let replaced = [policy.infinity, policy.nan, policy.reserved].contains(&SpecialRule::Zero) || missing;
        let special = Events::from_event(Event::Infinity)
            | Events::from_event(Event::Nan)
            | Events::from_event(Event::Reserved)
            | Events::from_event_if(missing, Event::Missing);
        let special = self.builder.event_constant(special).with_name("special");
        let positive = if policy.negative_zero != ZeroRule::Keep {
            zero
        } else if replaced {
            zero & made.take_part(ResultPart::Kinds).meets(special)
        } else {
            Cond::Never
        };
        let negative = (negative & !positive).with_name("negative");
        let sign = negative.to_value(self.builder).cast(self.word.ty()) << (facts.bits - 1);
        made.with_word(made.take_part(ResultPart::Word) | sign)
    }

    /// The condition that the word is a zero, by an encoding for zero, or by the formula if encodings do not name all
    /// zeros.
    fn is_zero(&self, significand: Value<'b>, classes: &[Cond<'b>]) -> Cond<'b> {
        let specials = &self.float.specials;
        let mut zero = Cond::Never;
        for (index, special) in specials.iter().enumerate().filter(|(_, one)| one.class == Class::Zero) {
            // An earlier special encoding may have taken the word.
            let earlier = specials[..index].iter().zip(classes);
            let taken = earlier
                .filter(|(earlier, _)| may_both_hold(&earlier.condition, &special.condition))
                .fold(Cond::Never, |any, (_, &earlier)| any | earlier);
            zero = zero | classes[index] & !taken;
        }
        if self.has_unnamed_zero() {
            // Zero by the formula, unless another class claims the word.
            let other = self.matches_any(classes, |special| special.class != Class::Subnormal);
            zero = zero | significand.equals(0) & !other;
        }
        zero
    }

    /// Whether words with the sign set can be zero by the formula, so that encodings do not name all zeros.
    fn has_unnamed_zero(&self) -> bool {
        let float = self.float;
        if has_signed_significand(float) || float.sign.is_none() {
            return false;
        }
        let is_unnamed = |exponent: i64| {
            let class = float.class_of(&Fields { sign: true, exponent, significand: 0, leading: false });
            // Subnormal numbers include zero, and so do numbers without a hidden bit.
            class == Some(Class::Subnormal) || class.is_none() && float.leading != LeadingBit::Hidden
        };
        float.list_class_boundaries().into_iter().any(is_unnamed)
    }
}

/// The formula of the number, for people: `significand × 2^(4 × exponent - 312)`, for 312 = 4 × 64 + 56.
fn format_formula(float: &Float, offset: i64) -> String {
    let signed = |number: i64| format!("{} {}", if number < 0 { '-' } else { '+' }, number.abs());
    let digit = match float.digit_bits() {
        1 => String::new(),
        bits => format!("{bits} × "),
    };
    let fraction = signed(i64::from(float.fraction_bits));
    let power = if offset == 0 { String::new() } else { format!(" {}", signed(-offset)) };
    format!("`significand × 2^({digit}exponent{power})`, for {offset} = {digit}{} {fraction}.", float.bias)
}

/// The native word that a rule gives.
fn rule_word(rule: SpecialRule, kept: u128, native: NativeFloat) -> u128 {
    match rule {
        SpecialRule::Keep => kept,
        SpecialRule::Error | SpecialRule::Nan | SpecialRule::Reserved | SpecialRule::Missing => {
            native.quiet_nan_word()
        }
        SpecialRule::Zero => 0,
        SpecialRule::Infinity => native.infinity_word(),
        SpecialRule::Saturate => native.largest_word(),
    }
}

/// Whether a word can meet both conditions. It cannot if they demand two different exponents.
fn may_both_hold(one: &Condition, other: &Condition) -> bool {
    match (only_exponent(one), only_exponent(other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

/// The only number that the exponent field can have under the condition, if it is fixed.
fn only_exponent(condition: &Condition) -> Option<i128> {
    match condition {
        Condition::Compare(Field::Exponent, Comparison::Equal, number) => Some(*number),
        Condition::Compare(..) => None,
        // Both must hold, so one that fixes the exponent is enough.
        Condition::And(left, right) => only_exponent(left).or_else(|| only_exponent(right)),
        // Either may hold, so both must fix it, and to the same number.
        Condition::Or(left, right) => {
            let left = only_exponent(left)?;
            (only_exponent(right)? == left).then_some(left)
        }
    }
}

/// Whether a zero of this encoding may have its sign bit set.
fn can_be_negative(float: &Float, special: &SpecialEncoding) -> bool {
    if float.has_one_zero() {
        return false;
    }
    // The fields of the written zero, with the sign set.
    let zero = float.fields(special.written.unwrap_or(0));
    special.condition.holds(&Fields { sign: true, ..zero })
}
