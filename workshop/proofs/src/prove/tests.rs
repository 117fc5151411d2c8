//! The specification against the reference, on every word of small formats.

mod digits;
mod primitives;
mod tens;

use std::collections::BTreeMap;

use datarep_dsl::model::{
    Format, FormatKind, Integer, IntegerSign, Model, Native, OverflowRule, Policy, Rounding, SpecialRule,
    UnderflowRule, ZeroRule,
};
use datarep_dsl::source::Source;

use super::meaning::FloatSource;
use super::nearest::FloatTarget;
use super::specification::{Case, Specification, find_real};
use super::stretch::{self, Stretch, single};
use super::term::Terms;
use crate::reference::exact::ExactReference;
use crate::reference::{self, Reference};

/// Small formats with each sign, exponent code and leading bit, beside those of tests of the generator.
const SMALL: &str = "
float half = S1 E4 F5 where value = 1.F * 2^(E - 7) { order right_justified(2); ieee; }
float digits = S1 E3 F6 where value = 0.F * 16^(E - 4) { order right_justified(2); }
float octal = S1 E3 F6 where value = 0.F * 8^(E - 4) { order right_justified(2); }
";

fn compile_model(text: &str) -> Model {
    let source = Source { name: "small.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    let model = datarep_dsl::compile(&source);
    model.unwrap_or_else(|fault| panic!("{}", datarep_dsl::render::render_all(&source, &fault)))
}

fn compile(text: &str) -> Vec<Format> {
    let model = compile_model(text);
    model.formats.into_iter().filter(|format| format.bits <= 12 && find_real(format).is_some()).collect()
}

fn small_formats() -> Vec<Format> {
    let mut all = compile(SMALL);
    all.extend(compile(include_str!("../../../oracle/build/corners.datarep")));
    all
}

fn policies() -> Vec<Policy> {
    let plain = Policy {
        overflow: OverflowRule::Saturate,
        infinity: SpecialRule::Saturate,
        nan: SpecialRule::Zero,
        reserved: SpecialRule::Zero,
        negative_zero: ZeroRule::Zero,
        ..Policy::DEFAULT
    };
    let roundings =
        [Rounding::NearestEven, Rounding::TowardZero, Rounding::NearestAway, Rounding::Up, Rounding::Down];
    let mut all: Vec<Policy> = roundings.into_iter().map(|rounding| Policy { rounding, ..plain }).collect();
    all.push(Policy { underflow: UnderflowRule::Zero, ..plain });
    all.push(Policy { overflow: OverflowRule::Infinity, ..Policy::DEFAULT });
    all
}

#[test]
fn the_specification_is_the_reference_on_every_word() {
    let formats = small_formats();
    let (mut pairs, mut words) = (0, 0);
    for (place, source) in formats.iter().enumerate() {
        for (other_place, target) in formats.iter().enumerate() {
            // Two of the seven sets of rules, others for each pair.
            let policies = policies().into_iter().cycle().skip(place + 3 * other_place);
            for policy in policies.take(2) {
                let (Some(from), Some(to)) = (find_real(source), find_real(target)) else { continue };
                let (Ok(one), Ok(other)) = (FloatSource::new(from), FloatTarget::new(to, policy)) else {
                    continue;
                };
                let references = [source, target].map(Reference::<u64>::new);
                let [Ok(first), Ok(second)] = references else { continue };
                pairs += 1;
                for word in 0..1_u128 << from.bits {
                    let mut terms = Terms::default();
                    let subject = single(&mut terms, from, word);
                    let answer = one.answer(&mut terms, &subject, &other).expect("a word has an answer");
                    let found = [answer.word, answer.events].map(|term| terms.number(term).expect("known"));
                    let narrow = u64::try_from(word).expect("a small word");
                    let (made, events) = reference::convert(&first, &second, &policy, narrow);
                    let wanted = [u128::from(made), u128::from(events)];
                    let names = (&source.name, &target.name, policy.rounding);
                    assert_eq!(found, wanted, "{word:#x} of {names:?}: {found:x?} and not {wanted:x?}");
                    words += 1;
                }
            }
        }
    }
    assert!(pairs > 60 && words > 15_000, "{pairs} pairs, {words} words");
}

/// Each word of a format is in exactly one stretch.
#[test]
fn stretches_are_all_words() {
    for format in small_formats() {
        let Some(real) = find_real(&format) else { continue };
        let mut found = vec![0_u32; 1 << real.bits];
        for stretch in stretch::list(real) {
            let unused = real.float.unused_bits(real.bits);
            let mut seen = std::collections::BTreeSet::new();
            for digits in 0..1_u128 << real.bits.min(12) {
                let free = [("digits".to_owned(), digits), ("unused".to_owned(), digits & unused)];
                let mut terms = Terms::with_words(free.into());
                let subject = stretch.subject(&mut terms, real);
                if terms.number(subject.assumed) == Some(1) {
                    seen.insert(terms.number(subject.word).expect("known") & !unused);
                }
            }
            for word in seen {
                found[usize::try_from(word).expect("small")] += 1;
            }
        }
        let used = |word: usize| word as u128 & real.float.unused_bits(real.bits) == 0;
        let wrong = (0..found.len()).filter(|&word| found[word] != u32::from(used(word)));
        assert_eq!(wrong.collect::<Vec<_>>(), Vec::<usize>::new(), "{}", format.name);
    }
}

/// Each word of the source with its word and its events in the target, by a case for each exponent.
fn list_answers(specification: &Specification<'_>) -> BTreeMap<u128, [u128; 2]> {
    let cases = specification.list_single_cases();
    let cases = cases.into_iter().map(|case| (case, 0)).collect::<Vec<_>>();
    answer_cases(specification, &cases)
}

/// The answers of joined cases: of each one, those of all its exponents.
fn list_joined_answers(specification: &Specification<'_>, exponent_bits: u32) -> BTreeMap<u128, [u128; 2]> {
    let mut cases = Vec::new();
    for case in specification.list_cases() {
        let Case::Float(Stretch { field, last, stride, .. }) = case else { panic!("a float has stretches") };
        let most = (last - field) / stride;
        // One step more, which is not among them.
        let more = u128::from(most > 0 && most + 1 < 1 << exponent_bits);
        cases.extend((0..=most + more).map(|steps| (case, steps)));
    }
    answer_cases(specification, &cases)
}

fn answer_cases(specification: &Specification<'_>, cases: &[(Case, u128)]) -> BTreeMap<u128, [u128; 2]> {
    let mut found = BTreeMap::new();
    for &(case, steps) in cases {
        let specify = |digits: u128| {
            let words = [("digits".to_owned(), digits), ("steps".to_owned(), steps)];
            let mut terms = Terms::with_words(words.into());
            let specified = specification.specify(&mut terms, case).expect("the formats are described");
            let known = [specified.word, specified.assumed, specified.answer.word, specified.answer.events];
            known.map(|term| terms.number(term).expect("known"))
        };
        // A digit that changes nothing is not free, and neither are those above it.
        let free = (0..16).find(|bit| specify(1 << bit)[0] == specify(0)[0]).unwrap_or(16);
        for digits in 0..1_u128 << free {
            let [word, assumed, made, events] = specify(digits);
            if assumed == 1 {
                let is_new = found.insert(word, [made, events]).is_none();
                assert!(is_new, "{word:#x} is in two cases, of which one is {case:?}");
            }
        }
    }
    found
}

/// Formats with many exponents: each sign, exponent code and radix that words of the library have.
const WIDE: &str = "
float like_cray = S1 E6 F3 where value = 0.F * 2^(E - 32) {
    order right_justified(2); zero if F == 0; overflow if E >= 60; underflow if E < 4;
}
float like_cdc = S1 E6 F3 where value = F * 2^(E - 32) {
    order right_justified(2); negative ones_complement; exponent excess_ones_complement;
    infinity if E == 63; nan if E == 31, written 0xF8; zero if E == 0 || F == 0;
}
float hidden = S1 E6 F3 where value = 1.F * 2^(E - 31) { order right_justified(2); ieee; }
float leading = S1 E6 I1 F2 where value = I.F * 2^(E - 31) { order right_justified(2); ieee; }
float like_hfp = S1 E4 F5 where value = 0.F * 16^(E - 8) { order right_justified(2); }
float like_b6700 = S1 E5 F4 where value = F * 8^(E - 16) { order right_justified(2); exponent sign_magnitude; }
float like_gould = S1 E4 F5 where value = 0.F * 16^(E - 8) { order right_justified(2); negative twos_complement; }
float like_pdp10 = S1 E6 F3 where value = 0.F * 2^(E - 32) { order right_justified(2); negative twos_complement; }
float like_hp2100 = S1 F3 E6 where value = S.F * 2^E { order right_justified(2); exponent rotated; }
float like_m1750 = S1 F3 E6 where value = S.F * 2^E { order right_justified(2); exponent twos_complement; }
float like_ti = E6 S1 F3 where value = S!S.F * 2^E { exponent twos_complement; order right_justified(2); }
";

/// To join exponents changes no answer, and leaves much fewer cases.
#[test]
fn joined_exponents_have_the_answers_of_each() {
    let wide = compile(WIDE);
    let integers = INTEGERS.map(find_integer);
    let targets: Vec<Format> = small_formats().into_iter().chain(wide.clone()).chain(integers).collect();
    let (mut before, mut after, mut pairs) = (0, 0, 0);
    for (source_place, source) in wide.iter().enumerate() {
        let exponent_bits = find_real(source).map_or(0, |real| real.float.exponent_bits());
        // Every second target, others for each source.
        for (place, target) in targets.iter().enumerate().skip(source_place % 2).step_by(2) {
            // One of the sets of rules, another one for each target.
            for policy in policies().into_iter().cycle().skip(place).take(1) {
                let Ok(specification) = Specification::new(source, target, policy) else { continue };
                // An integer has no answer to some classes.
                let is_described = |&case| specification.specify(&mut Terms::default(), case).is_ok();
                if !specification.list_single_cases().iter().all(is_described) {
                    continue;
                }
                before += specification.list_single_cases().len();
                after += specification.list_cases().len();
                let (one, other) =
                    (list_answers(&specification), list_joined_answers(&specification, exponent_bits));
                let differs = one.iter().find(|(word, answer)| other.get(word) != Some(answer));
                assert_eq!(differs, None, "{} to {}, {policy:?}", source.name, target.name);
                assert_eq!(one.len(), other.len());
                pairs += 1;
            }
        }
    }
    assert!(
        wide.len() == 11 && pairs > 120 && after * 2 < before,
        "{pairs} pairs, {before} and {after} cases"
    );
}

fn find_format(name: &str, line: &str) -> Format {
    let model = compile_model(&format!("test {name} {{ {line}; }}"));
    model.formats.into_iter().find(|format| format.name == name).expect("the library has it")
}

const INTEGERS: [&str; 12] = [
    "twos(8)",
    "unsigned(7)",
    "ones(8)",
    "sign_magnitude(6)",
    "offset(8, 37)",
    "fixed(8, 3)",
    "ufixed(6, 6)",
    "binary_decimal(8, 0, 2)",
    "binary_decimal(8, 1)",
    "binary_decimal(7, 3, unsigned)",
    "binary_decimal(8, -2)",
    "binary_decimal(7, -1, unsigned)",
];

/// Numbers of several words, each of which has a sign of its own.
const WORDS: &str = "
integer ones4 = fixed(4, 3, ones_complement) { order right_justified(1); }
integer signed4 = fixed(4, 2, sign_magnitude) { order right_justified(1); }
integer two_ones = pair(ones4, ones4);
integer two_signed = pair(signed4, signed4);
integer three_ones = triple(ones4, ones4, ones4);
test two_ones { 0 => 0x0; }
test two_signed { 0 => 0x0; }
test three_ones { 0 => 0x0; }
";

/// One of [`INTEGERS`].
fn find_integer(name: &str) -> Format {
    find_format(name, if name.starts_with("offset") { "0 => 0x25" } else { "0 => 0x0" })
}

/// Two of the sets of rules, others for each place.
fn some_policies(place: usize) -> impl Iterator<Item = Policy> {
    // An integer and a posit have no infinity.
    let without_infinity = |policy: Policy| Policy {
        overflow: if policy.overflow == OverflowRule::Infinity {
            OverflowRule::Saturate
        } else {
            policy.overflow
        },
        infinity: SpecialRule::Saturate,
        nan: SpecialRule::Zero,
        ..policy
    };
    policies().into_iter().cycle().skip(place).step_by(3).take(2).map(without_infinity)
}

#[test]
fn the_specification_of_integers_is_the_reference_on_every_word() {
    let natives = [("twos(8)", Native::I8), ("unsigned(8)", Native::U8), ("f16", Native::F16)]
        .map(|(name, native)| (find_format(name, "0 => 0x0"), native));
    let mut words = 0;
    for (place, name) in INTEGERS.into_iter().enumerate() {
        let format = find_integer(name);
        for (native_format, native) in &natives {
            // A native integer holds whole numbers. A float has the decimal point of a binary decimal.
            let is_any = name == "twos(8)" || name.starts_with("binary_decimal");
            if name.contains("fixed") != (*native == Native::F16) && !is_any {
                continue;
            }
            for policy in some_policies(place) {
                words += compare_with_exact(&format, native_format, *native, policy);
            }
        }
    }
    assert!(words > 100_000, "{words} words");
}

/// Compares each word of an integer format and of a native type, and returns their number.
fn compare_with_exact(format: &Format, native_format: &Format, native: Native, policy: Policy) -> usize {
    let exact = ExactReference::new(format, native).expect("an integer");
    let names = (&format.name, &native_format.name);
    let read = list_answers(&Specification::new(format, native_format, policy).expect("described"));
    // Bits beside words in their cells are zero here.
    let used = match format.kind {
        FormatKind::Integer(Integer { sign: IntegerSign::Words(words), .. }) => words.count * words.bits,
        _ => format.bits,
    };
    assert_eq!(read.len(), 1 << used, "every word of {names:?}");
    let bytes = format.bits.div_ceil(8) as usize;
    for (word, answer) in &read {
        let (wanted, events) = exact.read(&word.to_be_bytes()[16 - bytes..], &policy);
        let wanted = [wanted & super::term::ones(native_format.bits), events.into()];
        assert_eq!(*answer, wanted, "{word:#x}, read, {names:?}, {policy:?}");
    }
    let written = list_answers(&Specification::new(native_format, format, policy).expect("described"));
    assert_eq!(written.len(), 1 << native_format.bits, "every native word of {names:?}");
    for (word, answer) in &written {
        let (bytes, events) = exact.write(*word, &policy);
        let wanted = [bytes.iter().fold(0, |word, byte| word << 8 | u128::from(*byte)), events.into()];
        assert_eq!(*answer, wanted, "{word:#x}, written, {names:?}, {policy:?}");
    }
    read.len() + written.len()
}

#[test]
fn the_specification_of_words_with_signs_of_their_own_is_the_reference_on_every_word() {
    let half = find_format("f16", "0 => 0x0");
    let mut words = 0;
    let formats: Vec<Format> =
        compile_model(WORDS).formats.into_iter().filter(|format| format.name.contains('_')).collect();
    assert_eq!(formats.len(), 3);
    for (place, format) in formats.iter().enumerate() {
        for policy in some_policies(place) {
            words += compare_with_exact(format, &half, Native::F16, policy);
        }
    }
    assert!(words > 400_000, "{words} words");
}

#[test]
fn the_specification_of_posits_is_the_reference_on_every_word() {
    let half = find_format("f16", "0 => 0x0");
    for (place, name) in ["posit(8, 2)", "posit(6, 0)", "posit(5, 3)"].into_iter().enumerate() {
        let posit = find_format(name, "0 => 0x0");
        let references = [&posit, &half].map(Reference::<u64>::new);
        let [Ok(one), Ok(other)] = references else { panic!("the reference has `{name}`") };
        for policy in some_policies(place) {
            for (source, target, [first, second]) in
                [(&posit, &half, [&one, &other]), (&half, &posit, [&other, &one])]
            {
                let all = list_answers(&Specification::new(source, target, policy).expect("described"));
                assert_eq!(all.len(), 1 << source.bits, "every word of {}", source.name);
                for (word, answer) in &all {
                    let narrow = u64::try_from(*word).expect("a small word");
                    let (made, events) = reference::convert(first, second, &policy, narrow);
                    let wanted = [u128::from(made), u128::from(events)];
                    let names = (&source.name, &target.name);
                    assert_eq!(*answer, wanted, "{word:#x} of {names:?}, {policy:?}");
                }
            }
        }
    }
}
