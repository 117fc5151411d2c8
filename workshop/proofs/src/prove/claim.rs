//! Claims: what is to be shown of each body, and the questions that show it.
//!
//! A claim says that a body gives what the specification says, for every word of its source. It is shown case by case:
//! each question asks for a word of the case for which the two differ. A word that a solver finds is run
//! through body and specification again, by the processor's arithmetic, before it counts.

use std::collections::HashMap;
use std::fmt;

use datarep_dsl::model::{Conversion, Event, Events, Format, FormatKind};
use datarep_plan::body::Body;
use datarep_plan::conversion::OrdinaryBody;
use datarep_plan::plan::Plan;

use super::digits::NUMBER_BITS;
use super::examples::{self, Words};
use super::joining::{Join, Joining};
use super::kept::Mutants;
use super::lower::{Cuts, EVENT_BITS, Lowered, Value, event_bits, lower_body};
use super::mutant;
use super::solver::{Solver, Verdict, put_aside};
use super::specification::{Case, Specification, Specified};
use super::spelling::{Part, Spelling};
use super::subjects::Rules;
use super::target::is_above;
use super::tens::TensCase;
use super::term::{Term, Terms};
use crate::fnv::{BASIS, hash_bytes};

/// A body of a conversion and what it is compared with.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    /// The format of the file.
    pub(super) format: Format,
    /// The native type as a format.
    pub(super) native: Format,
    pub(super) conversion: Conversion,
    pub(super) reads: bool,
    pub(super) is_ordinary: bool,
    pub(super) body: Body,
    pub(super) rules: Rules,
    /// The events that are errors: their word is not used.
    pub(super) errors: Events,
}

/// The words of a question that are put aside at most.
const MOST_PUT_ASIDE: usize = 12;

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    Proved,
    Refuted(Refutation),
    /// The reason why it is neither.
    Open(String),
}

/// What shows that a body differs from the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refutation {
    /// A word of the source.
    Word(Example),
    /// Bytes or digits that are spelled otherwise.
    Part(String),
}

/// The result of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) outcome: Outcome,
    /// The number of cases, and of those that needed the solver.
    pub(super) cases: usize,
    pub(super) asked: usize,
    /// The hash of the questions.
    pub(super) questions: u64,
}

/// A word of the source, and what is made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Example {
    pub(super) word: u128,
    /// The word of the target that the body gives and the one that the specification says, each with its events.
    pub(super) made: [u128; 2],
    pub(super) wanted: [u128; 2],
    /// Whether the two differ where it matters.
    pub(super) differs: bool,
}

/// A question, and what it is made of.
struct Question {
    assumed: Term,
    asked: Term,
    word: Term,
    made: Term,
    made_events: Term,
    wanted: Term,
    wanted_events: Term,
}

/// The claims of a conversion.
pub(super) fn list(format: &Format, native: &Format, conversion: &Conversion, rules: Rules) -> Vec<Claim> {
    let plan = Plan::from_conversion(format, conversion);
    let claim = |reads: bool, is_ordinary: bool, body: &Body| Claim {
        format: format.clone(),
        native: native.clone(),
        conversion: conversion.clone(),
        reads,
        is_ordinary,
        body: body.clone(),
        rules,
        errors: if reads { plan.read_errors } else { plan.write_errors },
    };
    let mut all = vec![claim(true, false, &plan.bodies.read), claim(false, false, &plan.bodies.write)];
    for (reads, body) in [(true, &plan.bodies.read_ordinary), (false, &plan.bodies.write_ordinary)] {
        if let OrdinaryBody::Form { body, .. } = body {
            all.push(claim(reads, true, body));
        }
    }
    all
}

impl Claim {
    /// What the words of the source are in the target, or why it is not described.
    pub(super) fn specify(&self) -> Result<Specification<'_>, String> {
        let (source, target, policy) = if self.reads {
            (&self.format, &self.native, self.conversion.read)
        } else {
            (&self.native, &self.format, self.conversion.write)
        };
        Specification::new(source, target, policy)
    }

    fn has_decimal_float(&self) -> bool {
        matches!(self.format.kind, FormatKind::DecimalFloat(_))
    }

    /// How the body joins the digits of a decimal float.
    fn find_joining(&self) -> Result<Option<Joining>, String> {
        Joining::find(&self.format, &self.body, self.reads)
    }

    /// Whether a step that joins digits has another result than it should have.
    fn ask_join(&self, terms: &mut Terms, joining: Option<&Joining>, join: Join) -> Result<Term, String> {
        joining.ok_or("a body that joins no digits")?.ask(terms, &self.body, join)
    }

    /// What the claim is called: the format, the direction, the native type, the kind of body and the rules.
    pub(super) fn name(&self) -> String {
        format!(
            "{} {} {}, {}, {}",
            self.format.name,
            if self.reads { "to" } else { "from" },
            self.native.name,
            if self.is_ordinary { "ordinary" } else { "exact" },
            self.rules.word(),
        )
    }

    /// The text that a result is bound to: the body, the formats and the rules.
    pub(super) fn text(&self) -> String {
        let Claim { format, native, conversion, body, errors, .. } = self;
        format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {errors:?}",
            format.kind,
            native.kind,
            if self.reads { conversion.read } else { conversion.write },
            body.steps.iter().map(|step| (&step.operation, step.ty)).collect::<Vec<_>>(),
            body.outcome,
            (self.reads, self.is_ordinary, format.bits),
        )
    }

    /// Shows the claim, or says why it cannot be. `earlier`: the hash of the questions of an earlier proof. If they are
    /// the same, they are not asked again.
    ///
    /// # Errors
    ///
    /// The solver failed.
    pub(super) fn show(&self, solver: &mut Solver, earlier: Option<u64>) -> Result<Shown, String> {
        let mut shown = Shown { outcome: Outcome::Proved, cases: 0, asked: 0, questions: BASIS };
        let prepared = self.specify().and_then(|specification| {
            let spelling = Spelling::find(&self.format, &self.body, self.reads)?;
            Ok((specification, spelling, self.find_joining()?))
        });
        let (specification, spelling, joining) = match prepared {
            Ok(found) => found,
            Err(reason) => return Ok(Shown { outcome: Outcome::Open(reason), ..shown }),
        };
        let mut questions = Vec::new();
        for asked in list_asked(&specification, spelling, joining.as_ref()) {
            shown.cases += 1;
            let mut terms = Terms::default();
            let question = match asked {
                Asked::Spelling(spelling, part) => spelling.ask(&mut terms, part),
                Asked::Joining(join) => self.ask_join(&mut terms, joining.as_ref(), join),
                Asked::Case(case) => {
                    self.question(&mut terms, &specification, case).map(|question| question.asked)
                }
            };
            let question = match question {
                Ok(question) => question,
                Err(reason) => return Ok(Shown { outcome: Outcome::Open(reason), ..shown }),
            };
            if terms.number(question) != Some(0) {
                let text = terms.print(question);
                shown.questions = hash_bytes(shown.questions, text.bytes());
                questions.push((asked, text));
            }
        }
        shown.asked = questions.len();
        if earlier == Some(shown.questions) {
            return Ok(shown);
        }
        let mut open = Vec::new();
        for (asked, text) in questions {
            match self.ask(solver, &specification, &asked, text)? {
                Outcome::Proved => {}
                Outcome::Open(reason) => open.push(reason),
                outcome @ Outcome::Refuted(_) => return Ok(Shown { outcome, ..shown }),
            }
            if open.len() > 20 {
                break;
            }
        }
        if let Some(first) = open.first() {
            shown.outcome = Outcome::Open(format!("{} questions without an answer: {first}", open.len()));
        }
        Ok(shown)
    }

    /// Asks a question.
    ///
    /// A NaN has any bits for the solver, so it may find words for which nothing differs on a processor. They are put aside,
    /// and it is asked for others.
    ///
    /// # Errors
    ///
    /// The solver failed.
    fn ask(
        &self,
        solver: &mut Solver,
        specification: &Specification<'_>,
        asked: &Asked,
        mut text: String,
    ) -> Result<Outcome, String> {
        for _ in 0..MOST_PUT_ASIDE {
            let words = match solver.ask(&text, asked.is_shared())? {
                Verdict::None => return Ok(Outcome::Proved),
                Verdict::Unknown => return Ok(Outcome::Open(format!("no answer in time to {asked:?}"))),
                Verdict::Words(words) => words,
            };
            match self.judge_words(specification, asked, words.clone()) {
                Ok(Some(found)) => return Ok(Outcome::Refuted(found)),
                // What is not looked into has free words that no word of the source may have. Another word may.
                Ok(None) if self.has_decimal_float() => break,
                Ok(None) => text = put_aside(&text, &words),
                Err(reason) => return Ok(Outcome::Open(reason)),
            }
        }
        Ok(Outcome::Open(format!("the solver's words for {asked:?} do not differ")))
    }

    /// What the solver's words for a question show: they refute the claim only if body and specification differ for them.
    fn judge_words(
        &self,
        specification: &Specification<'_>,
        asked: &Asked,
        words: HashMap<String, u128>,
    ) -> Result<Option<Refutation>, String> {
        match *asked {
            Asked::Case(case) => {
                // Of a decimal float only the word counts: other words of the question stand for what is not looked into.
                let case = if let Case::Tens(_) = case { Case::Tens(TensCase::Known) } else { case };
                let example = self.run_words(specification, case, words)?;
                Ok(example.filter(|example| example.differs).map(Refutation::Word))
            }
            Asked::Spelling(spelling, part) => {
                let differs = spelling.confirm(part, words.clone())?;
                Ok(differs.then(|| Refutation::Part(format!("{part:?} of {words:x?}"))))
            }
            // The numbers of a step may be those of no word, but if they are wrong, the proof is.
            Asked::Joining(join) => Ok(Some(Refutation::Part(format!("{join:?} of {words:x?}")))),
        }
    }

    /// The counts of mutants of the body, of which at most `most` are taken, spread over its steps.
    ///
    /// # Errors
    ///
    /// The solver failed.
    pub(super) fn test_mutants(&self, solver: &mut Solver, most: usize) -> Result<Mutants, String> {
        let mut counts = Mutants { all: 0, killed: 0, equal: 0 };
        let specification = self.specify()?;
        let cases = specification.list_cases();
        for mutant in self.list_mutants(most) {
            counts.all += 1;
            if mutant.find_difference(&specification, &cases)?.is_some() {
                if counts.killed == 0 && mutant.show(solver, None)?.outcome == Outcome::Proved {
                    // The questions of the claim prove nothing, then.
                    return Err(format!("a mutant of {} is wrong for a word, and proved", self.name()));
                }
                counts.killed += 1;
                continue;
            }
            match mutant.show(solver, None)?.outcome {
                Outcome::Proved => counts.equal += 1,
                Outcome::Refuted(_) => counts.killed += 1,
                Outcome::Open(_) => {}
            }
        }
        Ok(counts)
    }

    /// At most so many mutants, spread over the steps of the body.
    pub(super) fn list_mutants(&self, most: usize) -> impl Iterator<Item = Claim> {
        let mutants = mutant::list(&self.body);
        let step = mutants.len().div_ceil(most).max(1);
        mutants.into_iter().step_by(step).map(|body| Claim { body, ..self.clone() })
    }

    /// An example that has another result than it should have, if one of a few words has.
    pub(super) fn find_difference(
        &self,
        specification: &Specification<'_>,
        cases: &[Case],
    ) -> Result<Option<Example>, String> {
        for (case, words) in self.list_words(cases, 300) {
            let example = self.run_words(specification, case, words)?;
            if let Some(example) = example.filter(|example| example.differs) {
                return Ok(Some(example));
            }
        }
        Ok(None)
    }

    /// A few words of at most so many cases, with what the specification says of them.
    ///
    /// # Errors
    ///
    /// The formats are not described.
    pub(super) fn list_examples(&self, most: usize) -> Result<Vec<Example>, String> {
        let specification = self.specify()?;
        let cases = specification.list_cases();
        let words = self.list_words(&cases, most).into_iter();
        let all = words.map(|(case, words)| self.run_words(&specification, case, words));
        all.filter_map(Result::transpose).collect()
    }

    /// A few words of at most so many of the cases, as numbers of their free words.
    fn list_words(&self, cases: &[Case], most: usize) -> Vec<(Case, Words)> {
        let (source, target) =
            if self.reads { (&self.format, &self.native) } else { (&self.native, &self.format) };
        examples::list(source, target, cases, most)
    }

    /// What is made of a word by the processor's arithmetic, if it is one of the case.
    pub(super) fn run_words(
        &self,
        specification: &Specification<'_>,
        case: Case,
        words: HashMap<String, u128>,
    ) -> Result<Option<Example>, String> {
        let mut terms = Terms::with_words(words);
        let question = self.question(&mut terms, specification, case)?;
        let number = |term: Term| terms.number(term).ok_or("a word is not known");
        if number(question.assumed)? == 0 {
            return Ok(None);
        }
        Ok(Some(Example {
            word: number(question.word)?,
            made: [number(question.made)?, number(question.made_events)?],
            wanted: [number(question.wanted)?, number(question.wanted_events)?],
            differs: number(question.asked)? != 0,
        }))
    }

    /// Whether a word of the case has another result than the specification says.
    fn question(
        &self,
        terms: &mut Terms,
        specification: &Specification<'_>,
        case: Case,
    ) -> Result<Question, String> {
        let Specified { word, assumed, answer, joined } = specification.specify(terms, case)?;
        let input = specification.find_input(terms, word);
        let cuts = match (joined, self.find_joining()?) {
            (Some(joined), Some(joining)) => Cuts::from([(joining.last().0, joined)]),
            _ => Cuts::new(),
        };
        let lowered = lower_body(terms, &self.body, &input, &cuts)?;
        let (made, fits) = find_made(terms, &lowered.item, &self.format)?;
        let wanted = terms.resize(answer.word, terms.width(made));
        let made_events = find_events(terms, &lowered)?;
        let same_word = terms.equal(made, wanted);
        let same_events = terms.equal(made_events, answer.events);
        // The word of an error is not used.
        let errors = terms.constant(event_bits(self.errors), EVENT_BITS);
        let failing = terms.and(answer.events, errors);
        let passes = terms.equals(failing, 0);
        let fails = terms.not(passes);
        let same_word = terms.or(same_word, fails);
        let same = terms.and(same_word, same_events);
        let same = terms.and(same, fits);
        let same = terms.meet_demands(same);
        // The exact body converts what is odd.
        let same = match lowered.odd {
            Some(odd) => terms.or(odd, same),
            None => same,
        };
        let differs = terms.not(same);
        let assumed = terms.assume_facts(assumed);
        let asked = terms.and(assumed, differs);
        Ok(Question { assumed, asked, word, made, made_events, wanted, wanted_events: answer.events })
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refutation::Word(example) => write!(f, "{example}"),
            Refutation::Part(part) => write!(f, "{part}"),
        }
    }
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Example { word, made: [made, made_events], wanted: [wanted, wanted_events], .. } = self;
        let [made_events, wanted_events] = [made_events, wanted_events].map(|events| name_events(*events));
        write!(f, "{word:#x}: {made:#x} with {made_events}, and not {wanted:#x} with {wanted_events}")
    }
}

/// What is asked of a solver.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::large_enum_variant,
    reason = "a decimal has the picture of a printed one, and few questions live at a time"
)]
enum Asked {
    Spelling(Spelling, Part),
    Joining(Join),
    Case(Case),
}

impl Asked {
    /// Whether other claims ask the same.
    fn is_shared(self) -> bool {
        matches!(self, Asked::Spelling(..))
    }
}

/// Everything that is asked of a claim.
fn list_asked(
    specification: &Specification<'_>,
    spelling: Option<Spelling>,
    joining: Option<&Joining>,
) -> Vec<Asked> {
    let parts = spelling.into_iter().flat_map(|spelling| {
        spelling.list_parts().into_iter().map(move |part| Asked::Spelling(spelling, part))
    });
    let joins =
        joining.into_iter().flat_map(|joining| joining.list_questions().into_iter().map(Asked::Joining));
    parts.chain(joins).chain(specification.list_cases().into_iter().map(Asked::Case)).collect()
}

/// The word of a body's item. Of digits it is what they mean, and they must be as many as the format has.
fn find_made(terms: &mut Terms, item: &Value, format: &Format) -> Result<(Term, Term), String> {
    let Value::Digits(decoded) = item else { return Ok((item.word()?, terms.truth(true))) };
    let most = format.kind.digits().map_or(0, |decimal| decimal.largest(false));
    let is_above = is_above(terms, decoded.number, most);
    let fits = terms.not(is_above);
    let number = terms.resize(decoded.number, NUMBER_BITS);
    Ok((terms.join(decoded.negative, number), fits))
}

/// The events of a body's item. A body for ordinary items has them as conditions.
fn find_events(terms: &mut Terms, lowered: &Lowered) -> Result<Term, String> {
    if let Some(events) = lowered.events {
        return Ok(events);
    }
    let inexact = lowered.inexact.ok_or("a body that only moves items")?;
    let none = terms.constant(0, EVENT_BITS);
    let [rounded, small, large] = [Event::Inexact, Event::Underflow, Event::Overflow]
        .map(|event| terms.constant(event_bits(event.into()), EVENT_BITS));
    let events = terms.select(inexact, rounded, none);
    let Some((tiny, overflow)) = lowered.beyond else { return Ok(events) };
    let is_small = terms.and(inexact, tiny);
    let events = terms.select(is_small, small, events);
    Ok(terms.select(overflow, large, events))
}

/// The names of events.
fn name_events(bits: u128) -> String {
    let all = Event::ALL.into_iter().enumerate();
    let names: Vec<&str> =
        all.filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, event)| event.word()).collect();
    if names.is_empty() { "no event".to_owned() } else { names.join(" and ") }
}
