//! The specification against the reference, on every word of small formats.

use datarep_dsl::model::{Format, Overflow, Policy, Rounding, SpecialRule, Underflow, ZeroRule};
use datarep_dsl::source::Source;

use super::claim::real;
use super::meaning::Meaning;
use super::stretch::{self, single};
use super::term::Terms;
use crate::reference::{self, Reference};

/// Small formats with each sign, exponent code and leading bit, beside those of tests of the generator.
const SMALL: &str = "
float half = S1 E4 F5 where value = 1.F * 2^(E - 7) { order right_justified(2); ieee; }
float digits = S1 E3 F6 where value = 0.F * 16^(E - 4) { order right_justified(2); }
float octal = S1 E3 F6 where value = 0.F * 8^(E - 4) { order right_justified(2); }
";

fn compile(text: &str) -> Vec<Format> {
    let source = Source { name: "small.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    let model = datarep_dsl::compile(&source);
    let model = model.unwrap_or_else(|fault| panic!("{}", datarep_dsl::render::render_all(&source, &fault)));
    model.formats.into_iter().filter(|format| format.bits <= 12 && real(format).is_some()).collect()
}

fn small_formats() -> Vec<Format> {
    let mut all = compile(SMALL);
    all.extend(compile(include_str!("../../build/corners.datarep")));
    all
}

fn policies() -> Vec<Policy> {
    let plain = Policy {
        overflow: Overflow::Saturate,
        infinity: SpecialRule::Saturate,
        nan: SpecialRule::Zero,
        reserved: SpecialRule::Zero,
        negative_zero: ZeroRule::Zero,
        ..Policy::DEFAULT
    };
    let roundings =
        [Rounding::NearestEven, Rounding::TowardZero, Rounding::NearestAway, Rounding::Up, Rounding::Down];
    let mut all: Vec<Policy> = roundings.into_iter().map(|rounding| Policy { rounding, ..plain }).collect();
    all.push(Policy { underflow: Underflow::Zero, ..plain });
    all.push(Policy { overflow: Overflow::Infinity, ..Policy::DEFAULT });
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
                let (Some(from), Some(to)) = (real(source), real(target)) else { continue };
                let Ok(meaning) = Meaning::new(from, to, policy) else { continue };
                let references = [source, target].map(Reference::<u64>::new);
                let [Ok(one), Ok(other)] = references else { continue };
                pairs += 1;
                for word in 0..1_u128 << from.bits {
                    let mut terms = Terms::default();
                    let subject = single(&mut terms, from, word);
                    let answer = meaning.answer(&mut terms, &subject).expect("a word has an answer");
                    let found = [answer.word, answer.events].map(|term| terms.number(term).expect("known"));
                    let narrow = u64::try_from(word).expect("a small word");
                    let (made, events) = reference::convert(&one, &other, &policy, narrow);
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
        let Some(real) = real(&format) else { continue };
        let mut found = vec![0_u32; 1 << real.bits];
        for stretch in stretch::list(real) {
            let unused = real.float.unused(real.bits);
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
        let used = |word: usize| word as u128 & real.float.unused(real.bits) == 0;
        let wrong = (0..found.len()).filter(|&word| found[word] != u32::from(used(word)));
        assert_eq!(wrong.collect::<Vec<_>>(), Vec::<usize>::new(), "{}", format.name);
    }
}
