//! The terms of primitives against the runtime's functions, on words with short and long runs of equal bits.

use datarep::codegen::{self as runtime, AnyProcessor, Avx512Processor, Kinds};
use datarep_dsl::model::{Event, Native, Rounding};
use datarep_plan::primitive::{Beyond, Primitive, RoundingTarget};
use datarep_plan::types::ResultPart;

use crate::chance::Chance;
use crate::prove::lower::{EVENT_BITS, Value, event_bits};
use crate::prove::primitive::call;
use crate::prove::term::{Term, Terms, ones};

/// The number of random arguments of a primitive.
const COUNT: usize = 4_000;

pub(super) const ROUNDINGS: [(Rounding, runtime::Rounding); 5] = [
    (Rounding::NearestEven, runtime::Rounding::NearestEven),
    (Rounding::TowardZero, runtime::Rounding::TowardZero),
    (Rounding::NearestAway, runtime::Rounding::NearestAway),
    (Rounding::Up, runtime::Rounding::Up),
    (Rounding::Down, runtime::Rounding::Down),
];

/// A word of at most `bits` bits: of any length, and often with ones or zeros in its lowest bits.
pub(super) fn draw_word(chance: &mut Chance, bits: u32) -> u128 {
    let word = chance.next_u128() & ones(chance.draw_between(0, bits));
    let low = ones(chance.draw_between(0, bits));
    match chance.draw_below(4) {
        0 => word | low,
        1 => word & !low,
        2 => (word & !low) | (low + 1) >> 1 & ones(bits),
        _ => word,
    }
}

fn draw_exponent(chance: &mut Chance) -> i32 {
    let span = chance.draw_one(&[4, 70, 140, 1200]);
    chance.draw_between(0, 2 * span).cast_signed() - span.cast_signed()
}

/// The numbers of the parts of a primitive's result.
pub(super) fn compute(primitive: Primitive, arguments: &[(u128, u32)], parts: &[ResultPart]) -> Vec<u128> {
    let mut terms = Terms::default();
    let arguments: Vec<Value> =
        arguments.iter().map(|&(number, width)| Value::Word(terms.constant(number, width))).collect();
    let made = call(&mut terms, primitive, &arguments).expect("the primitive has terms");
    let number = |term: Term| terms.number(term).expect("all arguments are known");
    match parts {
        [] => vec![number(made.word().expect("a word"))],
        parts => {
            parts.iter().map(|part| number(made.part(*part).and_then(Value::word).expect("a part"))).collect()
        }
    }
}

pub(super) fn signed(number: i32) -> (u128, u32) {
    (number.cast_unsigned().into(), 32)
}

/// The bits of events, as terms have them.
fn find_bits(kinds: Kinds) -> u128 {
    let known = [
        (Kinds::INEXACT, Event::Inexact),
        (Kinds::UNDERFLOW, Event::Underflow),
        (Kinds::OVERFLOW, Event::Overflow),
    ];
    known.into_iter().filter(|(kind, _)| kinds.meets(*kind)).map(|(_, event)| event_bits(event.into())).sum()
}

#[test]
fn rounded_numbers_are_the_runtimes() {
    let mut chance = Chance::new(1);
    let parts = [
        ResultPart::Significand,
        ResultPart::Step,
        ResultPart::Inexact,
        ResultPart::Overflow,
        ResultPart::Tiny,
    ];
    for _ in 0..COUNT {
        let radix_bits = chance.draw_one(&[1, 1, 2, 3, 4, 8]);
        let precision = radix_bits * chance.draw_between(1, 56 / radix_bits);
        let steps = chance.draw_between(1, 300).cast_signed();
        let (smallest, negative_one) = (draw_exponent(&mut chance), chance.percent(30));
        let target = RoundingTarget {
            precision,
            radix_bits,
            smallest: smallest.into(),
            steps: steps.into(),
            negative_one,
        };
        let theirs = runtime::Target { precision, radix_bits, smallest, steps, negative_one };
        let (rounding, their_rounding) = chance.draw_one(&ROUNDINGS);
        let (negative, exponent) = (chance.percent(50), draw_exponent(&mut chance));
        let width = chance.draw_one(&[64, 128]);
        let significand = draw_word(&mut chance, width - 2);
        let primitive = Primitive::Round { width, targets: (target, None), rounding };
        let made =
            compute(primitive, &[(negative.into(), 1), (significand, width), signed(exponent)], &parts);
        let wanted = if width == 64 {
            let narrow = u64::try_from(significand).expect("a narrow word");
            let made = runtime::round_u64(negative, narrow, exponent, theirs, their_rounding);
            (u128::from(made.significand), made.step, made.inexact, made.overflow, made.tiny)
        } else {
            let made = runtime::round_u128(negative, significand, exponent, theirs, their_rounding);
            (made.significand, made.step, made.inexact, made.overflow, made.tiny)
        };
        let wanted = [wanted.0, signed(wanted.1).0, wanted.2.into(), wanted.3.into(), wanted.4.into()];
        assert_eq!(made, wanted, "{negative} {significand:#x} × 2^{exponent}, {target:?}, {rounding:?}");
    }
}

#[test]
fn whole_numbers_are_the_runtimes() {
    let mut chance = Chance::new(2);
    let parts = [ResultPart::Magnitude, ResultPart::Inexact, ResultPart::Beyond];
    for _ in 0..COUNT {
        let (rounding, theirs) = chance.draw_one(&ROUNDINGS);
        let (negative, exponent) = (chance.percent(50), draw_exponent(&mut chance));
        let width = chance.draw_one(&[64, 128]);
        let significand = draw_word(&mut chance, width - 1);
        let primitive = Primitive::Whole { width, rounding };
        let made =
            compute(primitive, &[(negative.into(), 1), (significand, width), signed(exponent)], &parts);
        let wanted = if width == 64 {
            let narrow = u64::try_from(significand).expect("a narrow word");
            let made = runtime::whole_u64(negative, narrow, exponent, theirs);
            (u128::from(made.magnitude), made.inexact, made.beyond)
        } else {
            let made = runtime::whole_u128(negative, significand, exponent, theirs);
            (made.magnitude, made.inexact, made.beyond)
        };
        let wanted = [wanted.0, wanted.1.into(), wanted.2.into()];
        assert_eq!(made, wanted, "{negative} {significand:#x} × 2^{exponent}, {rounding:?}");
    }
}

#[test]
fn native_floats_are_the_runtimes() {
    let mut chance = Chance::new(3);
    let parts = [ResultPart::Word, ResultPart::Kinds];
    let all_beyond = [
        (Beyond::Saturate, runtime::Beyond::Saturate),
        (Beyond::Infinity, runtime::Beyond::Infinity),
        (Beyond::Nan, runtime::Beyond::Nan),
    ];
    for _ in 0..COUNT {
        let (rounding, theirs) = chance.draw_one(&ROUNDINGS);
        let (beyond, their_beyond) = chance.draw_one(&all_beyond);
        let (negative, flush, exponent) =
            (chance.percent(50), chance.percent(50), draw_exponent(&mut chance));
        let significand = draw_word(&mut chance, 62);
        let narrow = u64::try_from(significand).expect("a narrow word");
        for native in [Native::F32, Native::F64] {
            let primitive = Primitive::Make { native, width: 64, rounding, beyond, flush };
            let made =
                compute(primitive, &[(negative.into(), 1), (significand, 64), signed(exponent)], &parts);
            let make = if native == Native::F32 { runtime::make_f32 } else { runtime::make_f64 };
            let wanted = make(negative, narrow, exponent, theirs, their_beyond, flush);
            assert!(made[1] <= ones(EVENT_BITS));
            let wanted = [u128::from(wanted.word), find_bits(wanted.kinds)];
            assert_eq!(made, wanted, "{native:?}: {negative} {significand:#x} × 2^{exponent}, {rounding:?}");
        }
    }
}

#[test]
fn native_floats_are_taken_apart_as_by_the_runtime() {
    let mut chance = Chance::new(4);
    let parts = [
        ResultPart::Negative,
        ResultPart::Significand,
        ResultPart::Exponent,
        ResultPart::Infinite,
        ResultPart::Nan,
    ];
    for _ in 0..COUNT {
        for (native, bits) in [(Native::F32, 32), (Native::F64, 64)] {
            let word = draw_word(&mut chance, bits) ^ chance.draw_one(&[0, ones(bits) & !(ones(bits) >> 12)]);
            let narrow = u64::try_from(word).expect("a narrow word");
            let made = compute(Primitive::Unpack { native, width: 64 }, &[(word, bits)], &parts);
            let wanted = match u32::try_from(narrow) {
                Ok(single) if bits == 32 => runtime::unpack_f32(f32::from_bits(single)),
                _ => runtime::unpack_f64(f64::from_bits(narrow)),
            };
            let wanted = [
                wanted.negative.into(),
                wanted.significand.into(),
                signed(wanted.exponent).0,
                wanted.infinite.into(),
                wanted.nan.into(),
            ];
            assert_eq!(made, wanted, "{native:?} of {word:#x}");
        }
    }
}

#[test]
fn integers_become_the_runtimes_floats() {
    let mut chance = Chance::new(5);
    let nearest = [ResultPart::Number, ResultPart::Inexact];
    for _ in 0..COUNT {
        let word = draw_word(&mut chance, 64);
        let narrow = u64::try_from(word).expect("a narrow word");
        let wanted = runtime::odd_double(narrow).to_bits();
        assert_eq!(compute(Primitive::OddDouble, &[(word, 64)], &[]), [u128::from(wanted)], "{word:#x}");
        for (number, inexact) in [
            runtime::nearest_double::<AnyProcessor>(narrow),
            runtime::nearest_double::<Avx512Processor>(narrow),
        ] {
            let made = compute(Primitive::NearestDouble, &[(word, 64)], &nearest);
            assert_eq!(made, [u128::from(number.to_bits()), inexact.into()], "{word:#x}");
        }
        let short = narrow.cast_signed() >> 2;
        for (number, inexact) in [
            runtime::nearest_signed_double::<AnyProcessor>(short),
            runtime::nearest_signed_double::<Avx512Processor>(short),
        ] {
            let argument = (short.cast_unsigned().into(), 64);
            let made = compute(Primitive::NearestSignedDouble, &[argument], &nearest);
            assert_eq!(made, [u128::from(number.to_bits()), inexact.into()], "{short}");
        }
        let below = narrow >> 12;
        for number in [runtime::double::<AnyProcessor>(below), runtime::double::<Avx512Processor>(below)] {
            assert_eq!(
                compute(Primitive::Double, &[(below.into(), 64)], &[]),
                [u128::from(number.to_bits())]
            );
        }
        let low = u32::try_from(narrow & 0x1FF_FFFF).expect("25 bits");
        let (significand, inexact) = runtime::nearest_hexadecimal(low);
        let parts = [ResultPart::Significand, ResultPart::Inexact];
        let made = compute(Primitive::NearestHexadecimal, &[(low.into(), 32)], &parts);
        assert_eq!(made, [u128::from(significand), inexact.into()], "{low:#x}");
        let zeros = compute(Primitive::LeadingZeros(64), &[(word, 64)], &[]);
        assert_eq!(zeros, [u128::from(narrow.leading_zeros())]);
    }
}

#[test]
fn numbers_with_zeros_before_the_point_are_the_runtimes() {
    let mut chance = Chance::new(11);
    for _ in 0..COUNT {
        let (rounding, their_rounding) = chance.draw_one(&ROUNDINGS);
        let (negative, exponent) = (chance.percent(50), draw_exponent(&mut chance));
        let scale = -chance.draw_between(1, 18).cast_signed();
        let number = draw_word(&mut chance, 127);
        // A multiple of the power, or half of one, in every fourth case each.
        let power = 5_u128.pow(scale.unsigned_abs());
        let number = match chance.draw_below(4) {
            0 => number - number % power,
            1 => (number - number % power) >> 1,
            _ => number,
        };
        let arguments = [(negative.into(), 1), (number, 128), signed(exponent)];
        let parts = [ResultPart::Number, ResultPart::Inexact, ResultPart::Beyond];
        let made = compute(Primitive::ToDecimal { scale, rounding }, &arguments, &parts);
        let wanted = runtime::to_decimal(negative, number, exponent, scale, their_rounding);
        let wanted = [wanted.number, wanted.inexact.into(), wanted.beyond.into()];
        assert_eq!(made, wanted, "{negative} {number:#x} × 2^{exponent} × 10^{scale}, {rounding:?}");
        let parts = [ResultPart::Significand, ResultPart::Exponent];
        let made = compute(Primitive::ToBinary { scale, precision: 53 }, &[(number >> 64, 128)], &parts);
        let (significand, power) = runtime::to_binary(number >> 64, scale, 53);
        assert_eq!(made, [significand, signed(power).0], "{number:#x} × 10^{scale}");
    }
}

#[test]
fn numbers_without_a_point_are_the_runtimes() {
    let mut chance = Chance::new(9);
    for _ in 0..COUNT {
        let (rounding, their_rounding) = chance.draw_one(&ROUNDINGS);
        let (negative, exponent) = (chance.percent(50), draw_exponent(&mut chance));
        let number = draw_word(&mut chance, 127);
        let arguments = [(negative.into(), 1), (number, 128), signed(exponent)];
        let parts = [ResultPart::Number, ResultPart::Inexact, ResultPart::Beyond];
        let made = compute(Primitive::ToDecimal { scale: 0, rounding }, &arguments, &parts);
        let wanted = runtime::to_decimal(negative, number, exponent, 0, their_rounding);
        let wanted = [wanted.number, wanted.inexact.into(), wanted.beyond.into()];
        assert_eq!(made, wanted, "{negative} {number:#x} × 2^{exponent}, {rounding:?}");
        let parts = [ResultPart::Significand, ResultPart::Exponent];
        let made = compute(Primitive::ToBinary { scale: 0, precision: 53 }, &[(number, 128)], &parts);
        let (significand, power) = runtime::to_binary(number, 0, 53);
        assert_eq!(made, [significand, signed(power).0], "{number:#x}");
    }
}
