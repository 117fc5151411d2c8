//! Decimal floats: the specification against the model and the reference, and what stands for the runtime's functions
//! against these.

use std::collections::{BTreeMap, HashSet};

use datarep::codegen as runtime;
use datarep_dsl::model::{
    DecimalFloat, DecimalWord, Format, FormatKind, OverflowRule, Policy, Rounding, SignificandCode,
    SpecialRule, UnderflowRule, ZeroRule,
};
use datarep_dsl::standard;
use datarep_plan::primitive::{DecimalTarget, Primitive};
use datarep_plan::types::ResultPart;

use super::compile_model;
use super::primitives::{ROUNDINGS, compute, draw_word, signed};
use crate::chance::Chance;
use crate::prove::examples;
use crate::prove::nearest::FloatTarget;
use crate::prove::primitive::tens::{find_nearest, scale_by_ten};
use crate::prove::specification::{Case, Specification, find_real};
use crate::prove::stretch::{Digits, Stretch};
use crate::prove::target::{Number, Target};
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
        let span = chance.draw_one(&[30, 400, 6176]);
        let power = chance.draw_between(0, 2 * span).cast_signed() - span.cast_signed();
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
    for number in 0..1000 {
        let made = compute(Primitive::ToDeclets(1), &[(number, 128)], &[]);
        assert_eq!(made, [runtime::to_declets(number, 1)], "{number}");
    }
    for _ in 0..4_000 {
        let number = draw_word(&mut chance, 112);
        let count = chance.draw_between(1, 16);
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
            (chance.percent(50), significand, chance.draw_between(0, 2044).cast_signed() - 1074)
        }));
        for &(negative, significand, exponent) in &numbers {
            for (rounding, their_rounding) in ROUNDINGS {
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
                let place =
                    format!("{negative} {significand} × 2^{exponent} as {}, {rounding:?}", format.name);
                assert_eq!(ours, wanted, "{place}");
                let mut terms = Terms::default();
                let policy = Policy { rounding, ..Policy::DEFAULT };
                let known = TensTarget::new(decimal, policy).are_facts(&mut terms, &wanted);
                assert_eq!(terms.number(known), Some(1), "{place}: {wanted:?}");
            }
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
                let wanted = decimal.assemble_word(negative, digits, exponent);
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

/// Each word of a decimal float is in one case, also with what is known of functions that are not looked into, and the case
/// gives the word that the model's number has. Numbers are in the case of the significand and the power that the runtime
/// makes of them.
#[test]
fn each_word_is_in_one_case_with_the_answer_of_its_number() {
    for (format, decimal) in list_formats() {
        for (bits, policy) in [(32, 0), (64, 1)].map(|(bits, place)| (bits, list_policies()[place])) {
            let native = find_native(bits);
            let specification = Specification::new(&format, &native, policy).expect("both are described");
            let cases = specification.list_cases();
            for word in examples::list_decimals(decimal, if bits == 32 { 24 } else { 53 }) {
                let place = format!("{word:#x} of {} to {}", format.name, native.name);
                // What the digits of other words are joined to is not known. If they are valid, it is zero if they are.
                let (joined, scaled) = match decimal.meaning(word) {
                    DecimalWord::Number(digits, exponent) if digits != 0 => {
                        let power = decimal.power(i64::try_from(exponent).expect("a small number"));
                        (vec![digits], Some(runtime::ten_to_two(digits, narrow(power))))
                    }
                    _ => (vec![0, 1], None),
                };
                let mut found = BTreeMap::new();
                for (place, number) in
                    (0..cases.len()).flat_map(|place| joined.iter().map(move |&number| (place, number)))
                {
                    let Some(steps) = find_steps(cases[place], scaled) else { continue };
                    let significand = scaled.map_or(0, |(significand, _)| significand);
                    let words =
                        [("word", word), ("number", number), ("digits", significand), ("steps", steps)];
                    let words = words.map(|(name, number)| (name.to_owned(), number));
                    let mut terms = Terms::with_words(words.into());
                    let specified = specification.specify(&mut terms, cases[place]).expect("an answer");
                    let assumed = terms.assume_facts(specified.assumed);
                    if terms.number(assumed) == Some(1) {
                        let answer = [specified.answer.word, specified.answer.events];
                        found.insert(place, answer.map(|term| terms.number(term).expect("a known word")));
                    }
                }
                let mut terms = Terms::with_words([("word".to_owned(), word)].into());
                let known = Case::Tens(TensCase::Known);
                let known = specification.specify(&mut terms, known).expect("an answer").answer;
                let known = [known.word, known.events].map(|term| terms.number(term).expect("a known word"));
                assert_eq!(found.into_values().collect::<Vec<_>>(), [known], "{place}");
            }
        }
    }
}

/// How far the power of a number that the runtime has scaled is above the first one of a case: zero for cases of what is no
/// such number, and none if it is not in the case.
fn find_steps(case: Case, scaled: Option<(u128, i32)>) -> Option<u128> {
    let Case::Tens(TensCase::Number { top, unit, last, .. }) = case else { return Some(0) };
    let (significand, exponent) = scaled?;
    let exponent = i64::from(exponent);
    let is_here = significand.ilog2() == top && (unit..=last).contains(&exponent);
    is_here.then(|| u128::from((exponent - unit).unsigned_abs()))
}

fn list_policies() -> Vec<Policy> {
    let plain = Policy {
        overflow: OverflowRule::Saturate,
        infinity: SpecialRule::Saturate,
        nan: SpecialRule::Zero,
        reserved: SpecialRule::Zero,
        ..Policy::DEFAULT
    };
    let mut all: Vec<Policy> =
        ROUNDINGS.into_iter().map(|(rounding, _)| Policy { rounding, ..plain }).collect();
    all.push(Policy { underflow: UnderflowRule::Zero, negative_zero: ZeroRule::Zero, ..plain });
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

/// A decimal float takes a power of two that is not known, so all normal numbers of a sign are one case.
#[test]
fn any_power_is_one_case() {
    for (format, _) in list_formats() {
        let native = find_native(64);
        let specification =
            Specification::new(&native, &format, Policy::DEFAULT).expect("both are described");
        let cases = specification.list_cases();
        let joined = cases.iter().filter(|case| {
            matches!(case, Case::Float(Stretch { digits: Digits::All, field: 1, last: 2046, .. }))
        });
        assert_eq!(joined.count(), 2, "{}", format.name);
    }
}

/// A number that is rounded to odd is rounded to the same number, by any rule, with the same rest: also below the smallest
/// number, above the largest one, and beside the half between two.
#[test]
fn what_is_rounded_to_odd_is_rounded_to_the_same() {
    let mut chance = Chance::new(25);
    let natives = [32, 64].map(find_native);
    for index in 0..8_000 {
        let (native, precision) = (&natives[index % 2], [24, 53][index % 2]);
        let span = [55, 350][index % 2];
        // Odd numbers of one bit more than a significand are halves. With further digits they are beside one.
        let half = draw_word(&mut chance, precision) | 1 << precision | 1;
        let digits = match chance.draw_below(4) {
            0 => half,
            1 => half * 10_u128.pow(15) + 1,
            2 => half * 10_u128.pow(15) - 1,
            _ => draw_word(&mut chance, 110).max(1),
        };
        let power = if chance.percent(40) {
            0
        } else {
            i64::from(chance.draw_between(0, 2 * span)) - i64::from(span)
        };
        let policy = Policy { rounding: chance.draw_one(&ROUNDINGS).0, ..Policy::DEFAULT };
        let target = FloatTarget::new(find_real(native).expect("a float"), policy).expect("it is described");
        let answers = [120, 64].map(|bits| {
            let (significand, unit) = scale_by_ten(digits, power, bits);
            let mut terms = Terms::default();
            let significand = terms.constant(significand, bits);
            let number = Number { negative: index % 3 == 0, significand, unit };
            let answer = target.number(&mut terms, number).expect("an answer");
            [answer.word, answer.events].map(|term| terms.number(term).expect("a known word"))
        });
        assert_eq!(answers[0], answers[1], "{digits} × 10^{power} as {}", native.name);
    }
}
