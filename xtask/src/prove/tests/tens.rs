//! Decimal floats: the specification against the model and the reference, and what stands for the runtime's functions
//! against these.

use std::collections::HashSet;

use datarep::codegen as runtime;
use datarep_dsl::model::{
    DecimalFloat, DecimalWord, Format, FormatKind, Overflow, Policy, Rounding, SignificandCode, SpecialRule,
    Underflow, ZeroRule,
};
use datarep_dsl::standard;
use datarep_plan::primitive::{DecimalTarget, Primitive};
use datarep_plan::types::ResultPart;
use num_bigint::BigUint;

use super::compile_model;
use super::primitives::{ROUNDINGS, compute, draw_word, signed};
use crate::chance::Chance;
use crate::prove::examples;
use crate::prove::primitive::tens::{find_nearest, scale_by_ten};
use crate::prove::specification::Specification;
use crate::prove::target::{Magnitude, Target};
use crate::prove::tens::target::TensTarget;
use crate::prove::tens::{Tens, TensCase};
use crate::prove::term::Terms;
use crate::reference::{self, Reference};

const RESULT: [ResultPart; 2] = [ResultPart::Significand, ResultPart::Exponent];

const ROUNDED: [ResultPart; 5] =
    [ResultPart::Significand, ResultPart::Step, ResultPart::Inexact, ResultPart::Overflow, ResultPart::Tiny];

/// The decimal floats of the library with at most 64 bits.
fn list_formats() -> Vec<(Format, DecimalFloat)> {
    let mut all = Vec::new();
    for (family, name) in standard::formats() {
        let text = format!("use {family}::{name};\ntest {name} {{ 0x0 => 0.0; }}\n");
        let source = datarep_dsl::source::Source { name: name.to_owned(), text, first_line: 1 };
        let Ok(model) = datarep_dsl::compile(&source) else { continue };
        for format in model.formats {
            if let FormatKind::DecimalFloat(decimal) = format.kind
                && format.bits <= 64
                && format.name == name
            {
                all.push((format, decimal));
            }
        }
    }
    assert!(all.len() > 12, "{} formats", all.len());
    all
}

fn find_native(bits: u32) -> Format {
    let (name, line) =
        if bits == 32 { ("f32", "1.0 => 0x3F80_0000") } else { ("f64", "1.0 => 0x3FF0_0000_0000_0000") };
    let model = compile_model(&format!("test {name} {{ {line}; }}"));
    model.formats.into_iter().find(|format| format.name == name).expect("the library has it")
}

fn find_target(decimal: DecimalFloat) -> DecimalTarget {
    DecimalTarget {
        digits: decimal.digits(),
        bias: decimal.bias(),
        steps: decimal.last_exponent(),
        tens: decimal.tens(),
        normalized: decimal.fields().is_some(),
    }
}

fn narrow<T: TryFrom<i64>>(number: i64) -> T {
    T::try_from(number).ok().expect("a small number")
}

/// A significand of 100 bits, of which the lowest stands for all below it.
fn round_to_odd(significand: u128, exponent: i32) -> (u128, i32) {
    let down = 28 - significand.leading_zeros();
    let rest = significand & ((1 << down) - 1) != 0;
    (significand >> down | u128::from(rest), exponent + down.cast_signed())
}

#[test]
fn powers_of_ten_are_the_runtimes() {
    let mut chance = Chance::new(21);
    for _ in 0..20_000 {
        let number = draw_word(&mut chance, 112);
        let span = chance.one(&[30, 400, 6176]);
        let power = chance.between(0, 2 * span).cast_signed() - span.cast_signed();
        let theirs = runtime::ten_to_two(number, power);
        let ours = compute(Primitive::TenToTwo, &[(number, 128), signed(power)], &RESULT);
        if number == 0 {
            assert_eq!((ours[0], theirs.0), (0, 0));
            continue;
        }
        assert!((125..=127).contains(&(128 - theirs.0.leading_zeros())), "{number} × 10^{power}");
        let exponent = u32::try_from(ours[1]).expect("32 bits").cast_signed();
        let ours = round_to_odd(ours[0], exponent);
        assert_eq!(ours, round_to_odd(theirs.0, theirs.1), "{number} × 10^{power}");
    }
}

#[test]
fn digits_are_the_runtimes() {
    let mut chance = Chance::new(22);
    for declet in 0..1024 {
        let made = compute(Primitive::FromDeclets(1), &[(declet, 128)], &[]);
        assert_eq!(made, [runtime::from_declets(declet, 1)], "{declet:#x}");
    }
    for _ in 0..4_000 {
        let number = draw_word(&mut chance, 112);
        let count = chance.between(1, 16);
        let with = |primitive| compute(primitive, &[(number, 128)], &[])[0];
        assert_eq!(with(Primitive::ToDeclets(count.min(6))), runtime::to_declets(number, count.min(6)));
        assert_eq!(with(Primitive::FromDeclets(count.min(6))), runtime::from_declets(number, count.min(6)));
        assert_eq!(with(Primitive::ToHalves(count)), runtime::to_halves(number, count), "{number}");
        assert_eq!(with(Primitive::ToCentesimals(count)), runtime::to_centesimals(number, count));
    }
}

/// The significand and the power of two of an IEEE float that is finite and not zero.
fn take_float(word: u128, bits: u32) -> Option<(bool, u128, i32)> {
    let number = match u32::try_from(word) {
        Ok(single) if bits == 32 => f64::from(f32::from_bits(single)),
        _ => f64::from_bits(u64::try_from(word).expect("64 bits")),
    };
    let unpacked = runtime::unpack_f64(number);
    (number.is_finite() && number != 0.0).then_some((
        number < 0.0,
        u128::from(unpacked.significand),
        unpacked.exponent,
    ))
}

/// The definition of the nearest decimal float is what the runtime computes, and what proofs take as known of it is so.
#[test]
fn nearest_decimal_floats_are_the_runtimes() {
    let mut chance = Chance::new(23);
    let mut ties = 0;
    for (format, decimal) in list_formats() {
        let target = find_target(decimal);
        let theirs = runtime::DecimalTarget {
            digits: target.digits,
            bias: narrow(target.bias),
            steps: narrow(target.steps),
            tens: target.tens,
            normalized: target.normalized,
        };
        let mut numbers: Vec<(bool, u128, i32)> = [32, 64]
            .into_iter()
            .flat_map(|bits| examples::list_floats(decimal, bits).into_iter().map(move |word| (word, bits)))
            .filter_map(|(word, bits)| take_float(word, bits))
            .collect();
        numbers.extend((0..500).map(|_| {
            let significand = draw_word(&mut chance, 53).max(1);
            (chance.percent(50), significand, chance.between(0, 2044).cast_signed() - 1074)
        }));
        for (index, &(negative, significand, exponent)) in numbers.iter().enumerate() {
            let (rounding, their_rounding) = ROUNDINGS[index % ROUNDINGS.len()];
            let arguments = [(negative.into(), 1), (significand, 128), signed(exponent)];
            let mut ours = compute(Primitive::TwoToTen { target, rounding }, &arguments, &ROUNDED);
            let made = runtime::two_to_ten(negative, significand, exponent, theirs, their_rounding);
            let wanted = [
                made.significand,
                signed(made.step).0,
                made.inexact.into(),
                made.overflow.into(),
                made.tiny.into(),
            ];
            if made.significand == 0 {
                // The word of zero is written, whatever the power of ten is.
                ours[1] = wanted[1];
            }
            let place = format!("{negative} {significand} × 2^{exponent} as {}, {rounding:?}", format.name);
            assert_eq!(ours, wanted, "{place}");
            let mut terms = Terms::default();
            let policy = Policy { rounding, ..Policy::DEFAULT };
            let known = TensTarget::new(decimal, policy).are_facts(&mut terms, &wanted);
            assert_eq!(terms.number(known), Some(1), "{place}: {wanted:?}");
            let number = (negative, significand, exponent.into());
            let [even, away] = [Rounding::NearestEven, Rounding::NearestAway]
                .map(|rounding| find_nearest(number, target, rounding));
            ties += usize::from(even != away);
        }
    }
    assert!(ties > 100, "{ties} ties");
}

/// The parts that the terms find in a word are those of the model, and so are the words that they make.
#[test]
fn words_of_decimal_floats_are_the_models() {
    for (format, decimal) in list_formats() {
        let tens = Tens::new(decimal, Policy::DEFAULT);
        let mut kinds = HashSet::new();
        for word in examples::list_decimals(decimal, 24) {
            let meaning = decimal.meaning(word);
            let joined = match meaning {
                DecimalWord::Number(digits, _) => digits,
                // The digits of a reserved word are no number, unless its exponent is the fault: then it is not zero.
                _ => 1,
            };
            let found = tens.describe(word, joined);
            let wanted = match meaning {
                DecimalWord::Number(0, _) => "zero".to_owned(),
                DecimalWord::Number(digits, exponent) => {
                    format!("{digits} × 10^{}", decimal.power(i64::try_from(exponent).expect("small")))
                }
                DecimalWord::Infinity => "infinity".to_owned(),
                DecimalWord::Nan => "nan".to_owned(),
                DecimalWord::Reserved => "reserved".to_owned(),
            };
            assert_eq!(found, (decimal.is_negative(word), wanted), "{word:#x} of {}", format.name);
            kinds.insert(std::mem::discriminant(&meaning));
            if let DecimalWord::Number(digits, exponent) = meaning {
                let negative = decimal.is_negative(word) && digits != 0;
                let mut terms = Terms::default();
                let parts =
                    [(digits, 128), (exponent, 32)].map(|(number, width)| terms.constant(number, width));
                let target = TensTarget::new(decimal, Policy::DEFAULT);
                let made = target.assemble_terms(&mut terms, negative, parts[0], parts[1]);
                let wanted = decimal.word(negative, digits, exponent);
                assert_eq!(terms.number(made), Some(wanted), "{digits} {exponent} of {}", format.name);
            }
        }
        let least = if decimal.code == SignificandCode::Declets || decimal.code == SignificandCode::Binary {
            3
        } else {
            2
        };
        assert!(kinds.len() >= least, "{}: {} kinds of words", format.name, kinds.len());
    }
}

/// Each number of a decimal float is in a case by the significand and the power that the runtime makes of it.
#[test]
fn cases_are_all_numbers() {
    let mut chance = Chance::new(24);
    let native = find_native(32);
    for (format, decimal) in list_formats() {
        let specification =
            Specification::new(&format, &native, Policy::DEFAULT).expect("both are described");
        let cases = specification.list_cases();
        let numbers: Vec<(bool, u32, i64, i64)> = cases
            .iter()
            .filter_map(|case| match *case {
                crate::prove::specification::Case::Tens(TensCase::Number { negative, top, unit, last }) => {
                    Some((negative, top, unit, last))
                }
                _ => None,
            })
            .collect();
        let mut ends = vec![(1, decimal.power(0)), (decimal.most(), decimal.power(decimal.last_exponent()))];
        for _ in 0..500 {
            let digits = draw_word(&mut chance, 60) % (decimal.most() + 1);
            let step = chance.below(u32::try_from(decimal.last_exponent() + 1).expect("a small number"));
            ends.push((digits.max(1), decimal.power(step.into())));
        }
        for (digits, power) in ends {
            let (significand, exponent) = runtime::ten_to_two(digits, narrow(power));
            let top = significand.ilog2();
            let found = numbers.iter().filter(|&&(negative, other, unit, last)| {
                negative && other == top && (unit..=last).contains(&i64::from(exponent))
            });
            assert_eq!(found.count(), 1, "{digits} × 10^{power} of {}: {top}, {exponent}", format.name);
        }
    }
}

fn list_policies() -> Vec<Policy> {
    let plain = Policy {
        overflow: Overflow::Saturate,
        infinity: SpecialRule::Saturate,
        nan: SpecialRule::Zero,
        reserved: SpecialRule::Zero,
        ..Policy::DEFAULT
    };
    let mut all: Vec<Policy> =
        ROUNDINGS.into_iter().map(|(rounding, _)| Policy { rounding, ..plain }).collect();
    all.push(Policy { underflow: Underflow::Zero, negative_zero: ZeroRule::Zero, ..plain });
    all.push(Policy { reserved: SpecialRule::Nan, ..Policy::DEFAULT });
    all
}

/// The specification gives what the reference says, in both directions, for words of each kind.
#[test]
fn decimal_floats_have_the_answers_of_the_reference() {
    let mut words = 0;
    for (format, decimal) in list_formats() {
        let has_fields = decimal.fields().is_some();
        for native in [32, 64].map(find_native) {
            for (place, (source, target)) in [(&format, &native), (&native, &format)].into_iter().enumerate()
            {
                let references =
                    [source, target].map(|format| Reference::<u64>::new(format).expect("a reference"));
                for policy in list_policies() {
                    let keeps = policy.infinity == SpecialRule::Keep;
                    if keeps && target.name != native.name && has_fields {
                        // The language refuses the rule for a format without infinities and NaNs.
                        continue;
                    }
                    let specification =
                        Specification::new(source, target, policy).expect("both are described");
                    let cases = specification.list_cases();
                    for (case, free) in examples::list(source, target, &cases, 0) {
                        let mut terms = Terms::with_words(free);
                        let specified = specification.specify(&mut terms, case).expect("an answer");
                        let number = |term| terms.number(term).expect("a known word");
                        assert_eq!(number(specified.assumed), 1, "{case:?}");
                        let word = u64::try_from(number(specified.word)).expect("64 bits");
                        let made = [specified.answer.word, specified.answer.events].map(number);
                        let (wanted, events) =
                            reference::convert(&references[0], &references[1], &policy, word);
                        assert_eq!(
                            made,
                            [u128::from(wanted), u128::from(events)],
                            "{word:#x} of {} to {}, {policy:?}, {place}",
                            source.name,
                            target.name
                        );
                        words += 1;
                    }
                }
            }
        }
    }
    assert!(words > 100_000, "{words} words");
}

/// A decimal float takes a power of two that is not known, so all exponents of a float are one case.
#[test]
fn any_power_is_one_case() {
    for (format, decimal) in list_formats() {
        let target = TensTarget::new(decimal, Policy::DEFAULT);
        let magnitude = |unit| Magnitude { negative: false, length: 24, unit };
        assert_eq!(
            target.find_regime(magnitude(-149)),
            target.find_regime(magnitude(100)),
            "{}",
            format.name
        );
    }
}

/// The first digit of a float is found by a multiplication. It is that of the power of ten, or of the next one.
#[test]
fn first_digits_are_near_the_logarithm() {
    for exponent in -1_200_i64..=1_200 {
        let first = (exponent * 1_292_913_986 - 65_536) >> 32;
        let two = |exponent: i64| power(2, exponent);
        let is_at_most =
            |[above, below]: [BigUint; 2], [over, under]: [BigUint; 2]| above * under <= over * below;
        assert!(is_at_most(power(10, first), two(exponent)), "{exponent}");
        assert!(is_at_most(two(exponent + 1), power(10, first + 2)), "{exponent}");
    }
}

/// A power as a fraction.
fn power(base: u8, exponent: i64) -> [BigUint; 2] {
    let power = BigUint::from(base).pow(u32::try_from(exponent.unsigned_abs()).expect("a small power"));
    if exponent >= 0 { [power, BigUint::from(1_u8)] } else { [BigUint::from(1_u8), power] }
}

/// Zeros are removed in steps of 16, 16, 8, 4, 2 and 1, as long as there are so many of them and the power allows it. Of any
/// count and any power, all that may be removed are.
#[test]
fn all_zeros_that_may_be_removed_are() {
    for zeros in 0..=47_u32 {
        for room in 0..=60_u32 {
            let mut removed = 0;
            for step in [16, 16, 8, 4, 2, 1] {
                if removed + step <= room && removed + step <= zeros {
                    removed += step;
                }
            }
            assert_eq!(removed, zeros.min(room).min(47), "{zeros} zeros, room for {room}");
        }
    }
}

/// A number that is rounded to odd is rounded to the same number, by any rule, with the same rest.
#[test]
fn what_is_rounded_to_odd_is_rounded_to_the_same() {
    let mut chance = Chance::new(25);
    let native = find_native(64);
    for _ in 0..2_000 {
        let digits = draw_word(&mut chance, 110).max(1);
        let power = i64::from(chance.between(0, 60)) - 30;
        let wide = scale_by_ten(digits, power, 120);
        let kept = scale_by_ten(digits, power, 64);
        let policy = Policy { rounding: chance.one(&ROUNDINGS).0, ..Policy::DEFAULT };
        let real = crate::prove::specification::find_real(&native).expect("a float");
        let target = crate::prove::nearest::FloatTarget::new(real, policy).expect("it is described");
        let answers = [(wide, 120), (kept, 64)].map(|((significand, unit), bits)| {
            let mut terms = Terms::default();
            let significand = terms.constant(significand, bits);
            let number = crate::prove::target::Number { negative: false, significand, unit };
            let answer = target.number(&mut terms, number).expect("an answer");
            [answer.word, answer.events].map(|term| terms.number(term).expect("a known word"))
        });
        assert_eq!(answers[0], answers[1], "{digits} × 10^{power}");
    }
}
