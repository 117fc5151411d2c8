//! Terms: computations on bit vectors of 1 to 128 bits, and on floats by their words, as a graph without duplicates.
//!
//! A term is simplified when it is made, by the bits that are known of it: which are always one, and which are always
//! zero. So a computation on a word of which everything is known is a constant, and the same functions that make a
//! question for a solver also compute its answer for one word. Terms know nothing about formats or plans.

mod bits;
mod float;
mod print;
mod unknown;

use std::collections::HashMap;

use bits::BitKind;
pub(crate) use float::fraction_bits;
use rustc_hash::FxHashMap;

/// A term, as its place in [`Terms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Term(usize);

/// What a term computes. Comparisons are words of one bit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Constant(u128),
    /// A free word.
    Free(String),
    Not(Term),
    And(Term, Term),
    Or(Term, Term),
    Xor(Term, Term),
    Add(Term, Term),
    Multiply(Term, Term),
    /// Shifts by a term of the same width. A shift by the width or more leaves zeros, or signs.
    Left(Term, Term),
    Right(Term, Term),
    RightSigned(Term, Term),
    Equal(Term, Term),
    Below(Term, Term),
    Select(Term, Term, Term),
    /// Bits from the second number up, as many as the term is wide.
    Part(Term, u32),
    /// The first term above the second.
    Join(Term, Term),
    Signed(Term),
    /// The remainder of a division of unsigned words.
    Remainder(Term, Term),
    Divide(Term, Term),
    Float(FloatNode, Vec<Term>),
}

/// A computation on IEEE floats of 32 or 64 bits, rounded to nearest even. Operands and results are their words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum FloatNode {
    Add,
    Subtract,
    Multiply,
    FromUnsigned,
    FromSigned,
    FromFloat,
    Below,
    Equal,
}

#[derive(Debug, Clone)]
struct Known {
    node: Node,
    width: u32,
    ones: u128,
    zeros: u128,
}

/// All terms of a question.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    all: Vec<Known>,
    /// Looked up for each term that is made. A hasher that withstands chosen keys took most of the time of the tests.
    places: FxHashMap<(Node, u32), Term>,
    /// The same for constants, which are most of the terms where every free word has a number.
    constants: FxHashMap<(u128, u32), Term>,
    /// Quotients, remainders and products for which free words stand: see [`Terms::divide_by_product`].
    freed: FxHashMap<Term, Term>,
    /// What makes free words those that they stand for. There are always such words.
    defined: Vec<Term>,
    /// What functions that are not looked into were asked.
    unknown: unknown::Unknown,
    /// Free words that are known: for the answer to one word.
    chosen: Option<HashMap<String, u128>>,
}

/// Ones in the lowest bits.
pub(crate) fn ones(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

impl Terms {
    /// Terms in which every free word has a number: the given one, or zero.
    pub(crate) fn with_words(words: HashMap<String, u128>) -> Terms {
        Terms { chosen: Some(words), ..Terms::default() }
    }

    /// The highest bit that may be one, if it always is.
    pub(crate) fn top(&self, term: Term) -> Option<u32> {
        let highest = |bits: u128| 127_u32.checked_sub(bits.leading_zeros());
        let top = highest(self.possible(term))?;
        (highest(self.all[term.0].ones) == Some(top)).then_some(top)
    }

    pub(crate) fn width(&self, term: Term) -> u32 {
        self.all[term.0].width
    }

    /// The number that a term always is.
    pub(crate) fn number(&self, term: Term) -> Option<u128> {
        match self.all[term.0].node {
            Node::Constant(number) => Some(number),
            _ => None,
        }
    }

    /// The most bits that a word may have up to its leading one.
    pub(crate) fn length(&self, term: Term) -> u32 {
        128 - self.possible(term).leading_zeros()
    }

    /// The bits that may be one.
    fn possible(&self, term: Term) -> u128 {
        let known = &self.all[term.0];
        ones(known.width) & !known.zeros
    }

    fn push(&mut self, node: Node, width: u32) -> Term {
        debug_assert!(width <= 128, "{node:?} of {width} bits");
        let (set, clear) = self.known_bits(&node, width);
        let all = ones(width);
        if (set | clear) & all == all {
            return self.constant(set, width);
        }
        let key = (node, width);
        if let Some(&place) = self.places.get(&key) {
            return place;
        }
        let term = Term(self.all.len());
        self.all.push(Known { node: key.0.clone(), width, ones: set & all, zeros: clear & all });
        self.places.insert(key, term);
        term
    }

    pub(crate) fn constant(&mut self, number: u128, width: u32) -> Term {
        let all = ones(width);
        let number = number & all;
        if let Some(&place) = self.constants.get(&(number, width)) {
            return place;
        }
        let term = Term(self.all.len());
        self.all.push(Known { node: Node::Constant(number), width, ones: number, zeros: !number & all });
        self.constants.insert((number, width), term);
        term
    }

    pub(crate) fn truth(&mut self, truth: bool) -> Term {
        self.constant(truth.into(), 1)
    }

    pub(crate) fn free(&mut self, name: &str, width: u32) -> Term {
        match &self.chosen {
            Some(words) => {
                let number = words.get(name).copied().unwrap_or(0) & ones(width);
                self.constant(number, width)
            }
            None => self.push(Node::Free(name.to_owned()), width),
        }
    }

    pub(crate) fn not(&mut self, one: Term) -> Term {
        if let Node::Not(inner) = self.all[one.0].node {
            return inner;
        }
        self.push(Node::Not(one), self.width(one))
    }

    pub(crate) fn and(&mut self, one: Term, other: Term) -> Term {
        let (one, other) = (one.min(other), one.max(other));
        let zeros = [one, other].map(|term| self.all[term.0].zeros);
        let set = [one, other].map(|term| self.all[term.0].ones);
        let all = ones(self.width(one));
        if one == other || (set[1] | zeros[0]) & all == all {
            return one;
        }
        if (set[0] | zeros[1]) & all == all {
            return other;
        }
        if let Some(word) = self.by_bits([one, other], BitKind::And) {
            return word;
        }
        self.push(Node::And(one, other), self.width(one))
    }

    pub(crate) fn or(&mut self, one: Term, other: Term) -> Term {
        let (one, other) = (one.min(other), one.max(other));
        let zeros = [one, other].map(|term| self.all[term.0].zeros);
        let set = [one, other].map(|term| self.all[term.0].ones);
        let all = ones(self.width(one));
        if one == other || (zeros[1] | set[0]) & all == all {
            return one;
        }
        if (zeros[0] | set[1]) & all == all {
            return other;
        }
        if let Some(word) = self.by_bits([one, other], BitKind::Or) {
            return word;
        }
        self.push(Node::Or(one, other), self.width(one))
    }

    pub(crate) fn xor(&mut self, one: Term, other: Term) -> Term {
        let (one, other) = (one.min(other), one.max(other));
        if one == other {
            return self.constant(0, self.width(one));
        }
        match (self.number(one), self.number(other)) {
            (Some(0), _) => other,
            (_, Some(0)) => one,
            _ => self.push(Node::Xor(one, other), self.width(one)),
        }
    }

    pub(crate) fn add(&mut self, one: Term, other: Term) -> Term {
        let (one, other) = (one.min(other), one.max(other));
        match (self.number(one), self.number(other)) {
            (Some(0), _) => other,
            (_, Some(0)) => one,
            _ => match self.by_bits([one, other], BitKind::Add) {
                Some(word) => word,
                None => self.push(Node::Add(one, other), self.width(one)),
            },
        }
    }

    pub(crate) fn negate(&mut self, one: Term) -> Term {
        // The negative of a negative.
        if let Node::Add(first, second) = self.all[one.0].node {
            for (inverse, unit) in [(first, second), (second, first)] {
                if let (&Node::Not(inner), Some(1)) = (&self.all[inverse.0].node, self.number(unit)) {
                    return inner;
                }
            }
        }
        let (inverse, unit) = (self.not(one), self.constant(1, self.width(one)));
        self.add(inverse, unit)
    }

    pub(crate) fn subtract(&mut self, one: Term, other: Term) -> Term {
        let other = self.negate(other);
        self.add(one, other)
    }

    pub(crate) fn multiply(&mut self, one: Term, other: Term) -> Term {
        let width = self.width(one);
        let (one, other) = (one.min(other), one.max(other));
        match (self.number(one), self.number(other)) {
            (Some(a), Some(b)) => self.constant(a.wrapping_mul(b), width),
            (Some(power), _) if power.is_power_of_two() => self.left_by(other, power.trailing_zeros()),
            (_, Some(power)) if power.is_power_of_two() => self.left_by(one, power.trailing_zeros()),
            _ => {
                let product = self.push(Node::Multiply(one, other), width);
                self.freed.get(&product).copied().unwrap_or(product)
            }
        }
    }

    /// A multiple of a word, without the bits above its highest one.
    pub(crate) fn times(&mut self, one: Term, factor: u128) -> Term {
        let factor = self.constant(factor, self.width(one));
        self.multiply(one, factor)
    }

    pub(crate) fn remainder(&mut self, one: Term, by: Term) -> Term {
        match (self.number(one), self.number(by)) {
            (Some(one), Some(by_)) if by_ != 0 => self.constant(one % by_, self.width(by)),
            _ => {
                let rest = self.push(Node::Remainder(one, by), self.width(one));
                self.freed.get(&rest).copied().unwrap_or(rest)
            }
        }
    }

    pub(crate) fn divide(&mut self, one: Term, by: Term) -> Term {
        match (self.number(one), self.number(by)) {
            (Some(one), Some(by_)) if by_ != 0 => self.constant(one / by_, self.width(by)),
            _ => {
                let quotient = self.push(Node::Divide(one, by), self.width(one));
                self.freed.get(&quotient).copied().unwrap_or(quotient)
            }
        }
    }

    /// A quotient whose leading one is at `top`, its remainder, and what is to be assumed for them to be these.
    ///
    /// No solver divides words of 128 bits in useful time, but it can multiply. So a free word with this leading one is the
    /// quotient, and another one the remainder, where the product and the remainder are the dividend. They stand for the
    /// quotient and the remainder from here on, also where a body divides the same words.
    pub(crate) fn divide_by_product(&mut self, one: Term, by: u128, top: u32) -> [Term; 3] {
        let width = self.width(one);
        let divisor = self.constant(by, width);
        let (quotient, rest) = (self.divide(one, divisor), self.remainder(one, divisor));
        if let Some(number) = self.number(quotient) {
            let has_top = self.truth(number.checked_ilog2() == Some(top));
            return [quotient, rest, has_top];
        }
        let (lead, digits) = (self.constant(1, 1), self.free("quotient", top));
        let free = self.join(lead, digits);
        let (free, small, divides) = self.free_quotient([one, quotient, rest], free, by);
        [free, small, divides]
    }

    /// A quotient and its remainder. Free words stand for them, as in [`Terms::divide_by_product`], but of the quotient's
    /// leading one nothing is known.
    pub(crate) fn divide_by_definition(&mut self, one: Term, by: u128) -> [Term; 2] {
        let divisor = self.constant(by, self.width(one));
        let (quotient, rest) = (self.divide(one, divisor), self.remainder(one, divisor));
        let is_free = matches!(self.all[quotient.0].node, Node::Divide(..));
        if !is_free {
            return [quotient, rest];
        }
        let name = format!("quotient{}", self.defined.len());
        let free = self.free(&name, self.length(one).saturating_sub(by.ilog2()).max(1));
        let (free, small, divides) = self.free_quotient([one, quotient, rest], free, by);
        self.defined.push(divides);
        [free, small]
    }

    /// What is assumed, and that all words that were defined are what they stand for.
    pub(crate) fn assume_definitions(&mut self, assumed: Term) -> Term {
        let defined = self.defined.clone();
        defined.into_iter().fold(assumed, |all, one| self.and(all, one))
    }

    /// Lets free words stand for the quotient and the remainder of a word, and says when they are these.
    fn free_quotient(
        &mut self,
        [one, quotient, rest]: [Term; 3],
        free: Term,
        by: u128,
    ) -> (Term, Term, Term) {
        let width = self.width(one);
        let divisor = self.constant(by, width);
        let name = match self.defined.len() {
            0 => "rest".to_owned(),
            more => format!("rest{more}"),
        };
        let (free, small) = (self.resize(free, width), self.free(&name, by.ilog2() + 1));
        let small = self.resize(small, width);
        self.freed.extend([(quotient, free), (rest, small)]);
        let product = self.times(free, by);
        let sum = self.add(product, small);
        let (is_dividend, is_rest) = (self.equal(sum, one), self.below(small, divisor));
        // No product overflows.
        let most = self.constant(ones(width) / by, width);
        let overflows = self.below(most, free);
        let fits = self.not(overflows);
        let divides = self.and(is_dividend, is_rest);
        (free, small, self.and(divides, fits))
    }

    /// A multiple whose leading one is at `top`, and what is to be assumed for it to be this. A free word with this leading
    /// one stands for it from here on.
    pub(crate) fn multiply_to_lead(&mut self, one: Term, by: u128, top: u32) -> [Term; 2] {
        let product = self.times(one, by);
        if let Some(number) = self.number(product) {
            let has_top = self.truth(number.checked_ilog2() == Some(top));
            return [product, has_top];
        }
        let (lead, digits) = (self.constant(1, 1), self.free("product", top));
        let free = self.join(lead, digits);
        let free = self.resize(free, self.width(one));
        self.freed.insert(product, free);
        [free, self.equal(product, free)]
    }

    /// Bits `low` to `low + width - 1`.
    pub(crate) fn part(&mut self, one: Term, low: u32, width: u32) -> Term {
        let from = self.width(one);
        if low == 0 && width == from {
            return one;
        }
        match self.all[one.0].node {
            Node::Part(inner, below) => return self.part(inner, low + below, width),
            Node::Join(high, below) => {
                let split = self.width(below);
                if low >= split {
                    return self.part(high, low - split, width);
                }
                if low + width <= split {
                    return self.part(below, low, width);
                }
                let (high, below) =
                    (self.part(high, 0, low + width - split), self.part(below, low, split - low));
                return self.join(high, below);
            }
            _ => {}
        }
        self.push(Node::Part(one, low), width)
    }

    /// The pieces of a join are a list, the highest first, so that equal words are equal terms.
    pub(crate) fn join(&mut self, high: Term, low: Term) -> Term {
        if let Node::Join(first, second) = self.all[high.0].node {
            let low = self.join(second, low);
            return self.join(first, low);
        }
        if let Some(merged) = self.merge(high, low) {
            return merged;
        }
        if let Node::Join(first, second) = self.all[low.0].node
            && let Some(merged) = self.merge(high, first)
        {
            return self.join(merged, second);
        }
        self.push(Node::Join(high, low), self.width(high) + self.width(low))
    }

    /// Two neighboring pieces as one: constants, and neighboring parts of one term.
    fn merge(&mut self, high: Term, low: Term) -> Option<Term> {
        let (up, width) = (self.width(low), self.width(high) + self.width(low));
        match (&self.all[high.0].node, &self.all[low.0].node) {
            (Node::Constant(one), Node::Constant(other)) => {
                let number = one << up | other;
                Some(self.constant(number, width))
            }
            (Node::Part(one, above), Node::Part(other, below)) if one == other && *above == below + up => {
                let (one, below) = (*one, *below);
                Some(self.part(one, below, width))
            }
            _ => None,
        }
    }

    /// The word with zeros above it, or without its highest bits.
    pub(crate) fn resize(&mut self, one: Term, width: u32) -> Term {
        let from = self.width(one);
        if width <= from {
            return self.part(one, 0, width);
        }
        let zeros = self.constant(0, width - from);
        self.join(zeros, one)
    }

    /// As [`Terms::resize`], with copies of its highest bit above it.
    pub(crate) fn resize_signed(&mut self, one: Term, width: u32) -> Term {
        let from = self.width(one);
        if width <= from {
            return self.part(one, 0, width);
        }
        if self.all[one.0].zeros >> (from - 1) & 1 == 1 {
            return self.resize(one, width);
        }
        self.push(Node::Signed(one), width)
    }

    pub(crate) fn left_by(&mut self, one: Term, by: u32) -> Term {
        let width = self.width(one);
        if by == 0 {
            return one;
        }
        if by >= width {
            return self.constant(0, width);
        }
        let (kept, zeros) = (self.part(one, 0, width - by), self.constant(0, by));
        self.join(kept, zeros)
    }

    pub(crate) fn right_by(&mut self, one: Term, by: u32) -> Term {
        let width = self.width(one);
        if by >= width {
            return self.constant(0, width);
        }
        let kept = self.part(one, by, width - by);
        self.resize(kept, width)
    }

    /// A shift by a word of any width.
    pub(crate) fn left(&mut self, one: Term, by: Term) -> Term {
        if let Some(by) = self.number(by) {
            return self.left_by(one, u32::try_from(by).unwrap_or(128));
        }
        let by = self.resize(by, self.width(one));
        self.push(Node::Left(one, by), self.width(one))
    }

    pub(crate) fn right(&mut self, one: Term, by: Term) -> Term {
        if let Some(by) = self.number(by) {
            return self.right_by(one, u32::try_from(by).unwrap_or(128));
        }
        let by = self.resize(by, self.width(one));
        self.push(Node::Right(one, by), self.width(one))
    }

    pub(crate) fn right_signed(&mut self, one: Term, by: Term) -> Term {
        let width = self.width(one);
        if let Some(by) = self.number(by) {
            let by = u32::try_from(by).unwrap_or(128).min(width - 1);
            let kept = self.part(one, by, width - by);
            return self.resize_signed(kept, width);
        }
        let by = self.resize(by, width);
        self.push(Node::RightSigned(one, by), width)
    }

    pub(crate) fn equal(&mut self, one: Term, other: Term) -> Term {
        let (one, other) = (one.min(other), one.max(other));
        if one == other {
            return self.truth(true);
        }
        if self.width(one) == 1 {
            let differ = self.xor(one, other);
            return self.not(differ);
        }
        self.push(Node::Equal(one, other), 1)
    }

    pub(crate) fn equals(&mut self, one: Term, number: u128) -> Term {
        let number = self.constant(number, self.width(one));
        self.equal(one, number)
    }

    pub(crate) fn below(&mut self, one: Term, other: Term) -> Term {
        if one == other {
            return self.truth(false);
        }
        self.push(Node::Below(one, other), 1)
    }

    /// Whether the first is smaller, as signed words.
    pub(crate) fn below_signed(&mut self, one: Term, other: Term) -> Term {
        let top = self.constant(1 << (self.width(one) - 1), self.width(one));
        let (one, other) = (self.xor(one, top), self.xor(other, top));
        self.below(one, other)
    }

    pub(crate) fn select(&mut self, condition: Term, one: Term, other: Term) -> Term {
        if one == other {
            return one;
        }
        match self.number(condition) {
            Some(0) => other,
            Some(_) => one,
            None => self.push(Node::Select(condition, one, other), self.width(one)),
        }
    }

    /// The number of zeros above the highest one, as a word of 32 bits.
    pub(crate) fn leading_zeros(&mut self, one: Term) -> Term {
        let (width, possible) = (self.width(one), self.possible(one));
        let mut zeros = self.constant(width.into(), 32);
        // From the lowest bit up, so that the highest one decides. A bit that is known to be set ends the search.
        let known = self.all[one.0].ones;
        let lowest = if known == 0 { 0 } else { known.ilog2() };
        for bit in (lowest..width).filter(|bit| possible >> bit & 1 == 1) {
            let (is_set, count) = (self.part(one, bit, 1), self.constant((width - 1 - bit).into(), 32));
            zeros = self.select(is_set, count, zeros);
        }
        zeros
    }
}

fn operands(node: &Node) -> Vec<Term> {
    match node {
        Node::Constant(_) | Node::Free(_) => Vec::new(),
        Node::Not(one) | Node::Part(one, _) | Node::Signed(one) => vec![*one],
        Node::And(one, other)
        | Node::Or(one, other)
        | Node::Xor(one, other)
        | Node::Add(one, other)
        | Node::Multiply(one, other)
        | Node::Left(one, other)
        | Node::Right(one, other)
        | Node::RightSigned(one, other)
        | Node::Equal(one, other)
        | Node::Below(one, other)
        | Node::Join(one, other)
        | Node::Remainder(one, other)
        | Node::Divide(one, other) => vec![*one, *other],
        Node::Select(condition, one, other) => vec![*condition, *one, *other],
        Node::Float(_, all) => all.clone(),
    }
}
