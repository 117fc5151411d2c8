//! Functions that are not looked into.
//!
//! What such a function gives is free words, of which a specification may say what is known. The same arguments have the
//! same results. So a body that calls the function as the specification does is compared without a word about how the
//! function computes.

use super::{Term, Terms};

/// What a function was asked, and what it gave.
#[derive(Debug, Clone)]
pub(super) struct Answered {
    function: String,
    /// `None`: the results do not depend on this one.
    arguments: Vec<Option<Term>>,
    results: Vec<Term>,
    /// Whether it may be called with these arguments alone.
    is_demanded: bool,
}

/// What is known of functions that are not looked into.
#[derive(Debug, Default)]
pub(super) struct Unknown {
    answered: Vec<Answered>,
    demands: Vec<Term>,
    facts: Vec<Term>,
}

impl Terms {
    /// Says what a function gives for some arguments, and that it is called with no others. `None` as an argument: with
    /// anything.
    pub(crate) fn demand_arguments(
        &mut self,
        function: &str,
        arguments: &[Option<Term>],
        results: Vec<Term>,
    ) {
        let (function, arguments) = (function.to_owned(), arguments.to_vec());
        self.unknown.answered.push(Answered { function, arguments, results, is_demanded: true });
    }

    /// The results of a function, as words of these widths.
    pub(crate) fn call_function(&mut self, function: &str, arguments: &[Term], widths: &[u32]) -> Vec<Term> {
        let all = self.unknown.answered.iter().filter(|answered| answered.function == function);
        let earlier: Vec<Answered> = all.cloned().collect();
        if let Some(only) = earlier.iter().rev().find(|answered| answered.is_demanded) {
            let same = self.compare_arguments(&only.arguments, arguments);
            self.unknown.demands.push(same);
            return only.results.clone();
        }
        let place = self.unknown.answered.len();
        let named = widths.iter().enumerate();
        let mut results: Vec<Term> =
            named.map(|(part, &width)| self.free(&format!("answer{place}_{part}"), width)).collect();
        for answered in earlier {
            let same = self.compare_arguments(&answered.arguments, arguments);
            let pairs = results.into_iter().zip(answered.results);
            results = pairs.map(|(other, result)| self.select(same, result, other)).collect();
        }
        let arguments = arguments.iter().copied().map(Some).collect();
        let (function, kept) = (function.to_owned(), results.clone());
        self.unknown.answered.push(Answered { function, arguments, results: kept, is_demanded: false });
        results
    }

    fn compare_arguments(&mut self, known: &[Option<Term>], arguments: &[Term]) -> Term {
        let mut all = self.truth(true);
        for (known, &argument) in known.iter().zip(arguments) {
            if let &Some(known) = known {
                let same = self.equal(known, argument);
                all = self.and(all, same);
            }
        }
        all
    }

    /// Says what the arguments of a function have to meet.
    pub(crate) fn demand(&mut self, demand: Term) {
        self.unknown.demands.push(demand);
    }

    /// Says what is known of the results of functions.
    pub(crate) fn add_fact(&mut self, fact: Term) {
        self.unknown.facts.push(fact);
    }

    /// What is known of the results of functions, beside what is assumed.
    pub(crate) fn assume_facts(&mut self, assumed: Term) -> Term {
        let facts = self.unknown.facts.clone();
        facts.into_iter().fold(assumed, |all, fact| self.and(all, fact))
    }

    /// Whether functions were called with arguments as they are demanded, and something else holds.
    pub(crate) fn meet_demands(&mut self, also: Term) -> Term {
        let demands = self.unknown.demands.clone();
        demands.into_iter().fold(also, |all, demand| self.and(all, demand))
    }
}
