//! Terms: computations on bit vectors of 1 to 128 bits, and on floats by their words, as a graph without duplicates.
//!
//! A term is simplified when it is made, by the bits that are known of it: which are always one, and which are always
//! zero. So a computation on a word of which everything is known is a constant, and the same functions that make a
//! question for a solver also compute its answer for one word. Terms know nothing about formats or plans.

mod print;

use std::collections::HashMap;

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

/// An operation whose bits may depend on one operand alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BitKind {
    And,
    Or,
    Add,
}

/// Where a bit comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BitSource {
    Known(bool),
    Operand(usize),
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
    places: HashMap<(Node, u32), Term>,
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

    /// The bits that may be one.
    fn possible(&self, term: Term) -> u128 {
        let known = &self.all[term.0];
        ones(known.width) & !known.zeros
    }

    fn push(&mut self, node: Node, width: u32) -> Term {
        if let Some(&place) = self.places.get(&(node.clone(), width)) {
            return place;
        }
        let (set, clear) = self.known_bits(&node, width);
        let all = ones(width);
        if (set | clear) & all == all && !matches!(node, Node::Constant(_)) {
            let constant = self.constant(set & all, width);
            self.places.insert((node, width), constant);
            return constant;
        }
        let term = Term(self.all.len());
        self.all.push(Known { node: node.clone(), width, ones: set & all, zeros: clear & all });
        self.places.insert((node, width), term);
        term
    }

    /// The bits of a node that are always one, and those that are always zero.
    fn known_bits(&self, node: &Node, width: u32) -> (u128, u128) {
        let of = |term: &Term| (self.all[term.0].ones, self.all[term.0].zeros);
        match node {
            Node::Constant(number) => (*number, !number),
            Node::Not(one) => {
                let (set, clear) = of(one);
                (clear, set)
            }
            Node::And(one, other) => (of(one).0 & of(other).0, of(one).1 | of(other).1),
            Node::Or(one, other) => (of(one).0 | of(other).0, of(one).1 & of(other).1),
            Node::Xor(one, other) => {
                let ((a, b), (c, d)) = (of(one), of(other));
                (a & d | b & c, a & c | b & d)
            }
            Node::Add(one, other) => add_known(of(one), of(other), width),
            Node::Select(_, one, other) => (of(one).0 & of(other).0, of(one).1 & of(other).1),
            Node::Part(one, low) => (of(one).0 >> low, of(one).1 >> low),
            Node::Join(high, low) => {
                let up = self.width(*low);
                (of(high).0 << up | of(low).0, of(high).1 << up | of(low).1)
            }
            Node::Signed(one) => {
                let from = self.width(*one);
                let above = ones(width) & !ones(from);
                let (set, clear) = of(one);
                let top = 1 << (from - 1);
                (
                    set | if set & top == 0 { 0 } else { above },
                    clear | if clear & top == 0 { 0 } else { above },
                )
            }
            Node::Equal(one, other) => {
                let ((a, b), (c, d)) = (of(one), of(other));
                if a & d | b & c == 0 { (0, 0) } else { (0, 1) }
            }
            Node::Below(one, other) => {
                let (least, most) = (of(one).0, self.possible(*one));
                let (low, high) = (of(other).0, self.possible(*other));
                if most < low {
                    (1, 0)
                } else if least >= high {
                    (0, 1)
                } else {
                    (0, 0)
                }
            }
            Node::Remainder(_, by) => match self.number(*by) {
                Some(by) if by > 0 => (0, !ones(128 - (by - 1).leading_zeros())),
                _ => (0, 0),
            },
            Node::Left(..)
            | Node::Right(..)
            | Node::RightSigned(..)
            | Node::Multiply(..)
            | Node::Divide(..)
            | Node::Float(..)
            | Node::Free(_) => (0, 0),
        }
    }

    pub(crate) fn constant(&mut self, number: u128, width: u32) -> Term {
        self.push(Node::Constant(number & ones(width)), width)
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
            _ => self.push(Node::Multiply(one, other), width),
        }
    }

    pub(crate) fn remainder(&mut self, one: Term, by: Term) -> Term {
        match (self.number(one), self.number(by)) {
            (Some(one), Some(by_)) if by_ != 0 => self.constant(one % by_, self.width(by)),
            _ => self.push(Node::Remainder(one, by), self.width(one)),
        }
    }

    pub(crate) fn divide(&mut self, one: Term, by: Term) -> Term {
        match (self.number(one), self.number(by)) {
            (Some(one), Some(by_)) if by_ != 0 => self.constant(one / by_, self.width(by)),
            _ => self.push(Node::Divide(one, by), self.width(one)),
        }
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

    /// The word each bit of which is known or is that of one operand; `None` if some bit depends on both.
    fn by_bits(&mut self, operands: [Term; 2], kind: BitKind) -> Option<Term> {
        let width = self.width(operands[0]);
        let known = operands.map(|term| (self.all[term.0].ones, self.all[term.0].zeros));
        let mut carry = false;
        let mut runs: Vec<(BitSource, u32, u32)> = Vec::new();
        for bit in 0..width {
            let [one, other] = known.map(|(set, clear)| match (set >> bit & 1, clear >> bit & 1) {
                (1, _) => Some(true),
                (_, 1) => Some(false),
                _ => None,
            });
            let source = match (kind, one, other) {
                (BitKind::Or, Some(true), _) | (BitKind::Or, _, Some(true)) => BitSource::Known(true),
                (BitKind::And, Some(false), _) | (BitKind::And, _, Some(false)) => BitSource::Known(false),
                (BitKind::Add, Some(one), Some(other)) => {
                    let sum = u8::from(one) + u8::from(other) + u8::from(carry);
                    carry = sum > 1;
                    BitSource::Known(sum & 1 == 1)
                }
                (BitKind::Add, ..) if carry => return None,
                (BitKind::Or | BitKind::Add, Some(false), _) | (BitKind::And, Some(true), _) => {
                    other.map_or(BitSource::Operand(1), BitSource::Known)
                }
                (BitKind::Or | BitKind::Add, _, Some(false)) | (BitKind::And, _, Some(true)) => {
                    BitSource::Operand(0)
                }
                _ => return None,
            };
            match runs.last_mut() {
                Some((last, _, length)) if *last == source => *length += 1,
                _ => runs.push((source, bit, 1)),
            }
        }
        let mut word: Option<Term> = None;
        for (source, low, length) in runs {
            let piece = match source {
                BitSource::Known(truth) => self.constant(if truth { ones(length) } else { 0 }, length),
                BitSource::Operand(index) => self.part(operands[index], low, length),
            };
            word = Some(word.map_or(piece, |word| self.join(piece, word)));
        }
        word
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

    /// A computation on floats. `width` is that of the result.
    pub(crate) fn float(&mut self, node: FloatNode, operands: &[Term], width: u32) -> Term {
        let numbers: Option<Vec<u128>> = operands.iter().map(|&term| self.number(term)).collect();
        if let Some(numbers) = numbers {
            let from = self.width(operands[0]);
            return self.constant(compute_float(node, &numbers, from, width), width);
        }
        match self.by_lemma(node, operands, width) {
            Some(word) => word,
            None => self.push(Node::Float(node, operands.to_vec()), width),
        }
    }

    /// The word of a float by one of three lemmas, which [`super::lemma`] proves: an integer with no more bits than
    /// the significand is exact, a normal number times a power of two has another exponent if that is normal, and
    /// floats that are no NaNs have the order of their words.
    fn by_lemma(&mut self, node: FloatNode, operands: &[Term], width: u32) -> Option<Term> {
        let fraction = fraction_bits(width);
        let most = (1_u128 << (width - 1 - fraction)) - 1;
        match node {
            FloatNode::FromSigned | FloatNode::FromUnsigned => {
                let integer = operands[0];
                let top = self.top(integer).filter(|&top| top <= fraction)?;
                if node == FloatNode::FromSigned && top + 1 == self.width(integer) {
                    return None;
                }
                let field = self.constant(most / 2 + u128::from(top), width - fraction);
                let zeros = |terms: &mut Terms| terms.constant(0, fraction - top);
                if top == 0 {
                    let zeros = zeros(self);
                    return Some(self.join(field, zeros));
                }
                let digits = self.part(integer, 0, top);
                let word = self.join(field, digits);
                if top == fraction {
                    return Some(word);
                }
                let zeros = zeros(self);
                Some(self.join(word, zeros))
            }
            FloatNode::Below | FloatNode::Equal => self.by_order(node, [operands[0], operands[1]]),
            FloatNode::Multiply => {
                let (number, power) = match operands {
                    [one, other] if self.number(*other).is_some() => (*one, self.number(*other)?),
                    [one, other] => (*other, self.number(*one)?),
                    _ => return None,
                };
                if self.width(number) != width || power & ones(fraction) != 0 || power >> (width - 1) != 0 {
                    return None;
                }
                let field = self.part(number, fraction, width - 1 - fraction);
                let normal = |field: u128| (1..most).contains(&field);
                let (field, by) = (self.number(field)?, power >> fraction);
                let sum = (field + by).checked_sub(most / 2)?;
                if ![field, by, sum].into_iter().all(normal) {
                    return None;
                }
                let (sign, digits) = (self.part(number, width - 1, 1), self.part(number, 0, fraction));
                let field = self.constant(sum, width - 1 - fraction);
                let word = self.join(sign, field);
                Some(self.join(word, digits))
            }
            _ => None,
        }
    }
}

impl Terms {
    /// A comparison of two floats with known signs that are no NaNs, as one of their words.
    fn by_order(&mut self, node: FloatNode, [one, other]: [Term; 2]) -> Option<Term> {
        let width = self.width(one);
        let fraction = fraction_bits(width);
        let exponent = ones(width - 1) & !ones(fraction);
        let sign = 1_u128 << (width - 1);
        let mut negative = [false; 2];
        for (place, term) in [one, other].into_iter().enumerate() {
            let (known, possible) = (self.all[term.0].ones, self.possible(term));
            negative[place] = known & sign != 0;
            if possible & exponent == exponent || (known ^ possible) & sign != 0 {
                return None;
            }
        }
        // Zeros of both signs are equal, so one of the two must be known to be none.
        let is_some = |term: Term| self.all[term.0].ones & !sign != 0;
        let differ = negative[0] != negative[1];
        match (node, negative) {
            _ if differ && !is_some(one) && !is_some(other) => None,
            (FloatNode::Equal, _) if differ => Some(self.truth(false)),
            (FloatNode::Equal, _) => Some(self.equal(one, other)),
            (_, [true, false]) => Some(self.truth(true)),
            (_, [false, true]) => Some(self.truth(false)),
            (_, [false, false]) => Some(self.below(one, other)),
            (_, [true, true]) => Some(self.below(other, one)),
        }
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

/// Stored bits of the significand of a float.
pub(crate) fn fraction_bits(width: u32) -> u32 {
    if width == 32 { 23 } else { 52 }
}

/// The known bits of a sum: each bit is known if both and the carry into it are.
fn add_known(one: (u128, u128), other: (u128, u128), width: u32) -> (u128, u128) {
    let known = |(set, clear): (u128, u128), bit: u32| match (set >> bit & 1, clear >> bit & 1) {
        (1, _) => Some(true),
        (_, 1) => Some(false),
        _ => None,
    };
    let (mut carry, mut set, mut clear) = (Some(false), 0, 0);
    for bit in 0..width {
        let bits = [known(one, bit), known(other, bit), carry];
        let certain = |truth: bool| bits.iter().filter(|&&bit| bit == Some(truth)).count();
        if let [Some(a), Some(b), Some(c)] = bits {
            *(if a ^ b ^ c { &mut set } else { &mut clear }) |= 1_u128 << bit;
        }
        carry = match (certain(true) >= 2, certain(false) >= 2) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
    }
    (set, clear)
}

/// The processor's answer.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "words of 32 and 64 bits, and conversions that round to nearest even"
)]
fn compute_float(node: FloatNode, numbers: &[u128], from: u32, width: u32) -> u128 {
    let single = |index: usize| f32::from_bits(numbers[index] as u32);
    let double = |index: usize| f64::from_bits(numbers[index] as u64);
    let spare = 128 - from;
    let signed = (numbers[0] << spare).cast_signed() >> spare;
    let is_single = from == 32;
    match node {
        FloatNode::Add if is_single => (single(0) + single(1)).to_bits().into(),
        FloatNode::Add => (double(0) + double(1)).to_bits().into(),
        FloatNode::Subtract if is_single => (single(0) - single(1)).to_bits().into(),
        FloatNode::Subtract => (double(0) - double(1)).to_bits().into(),
        FloatNode::Multiply if is_single => (single(0) * single(1)).to_bits().into(),
        FloatNode::Multiply => (double(0) * double(1)).to_bits().into(),
        FloatNode::FromUnsigned if width == 32 => (numbers[0] as f32).to_bits().into(),
        FloatNode::FromUnsigned => (numbers[0] as f64).to_bits().into(),
        FloatNode::FromSigned if width == 32 => (signed as f32).to_bits().into(),
        FloatNode::FromSigned => (signed as f64).to_bits().into(),
        FloatNode::FromFloat if is_single => f64::from(single(0)).to_bits().into(),
        FloatNode::FromFloat => (double(0) as f32).to_bits().into(),
        FloatNode::Below if is_single => (single(0) < single(1)).into(),
        FloatNode::Below => (double(0) < double(1)).into(),
        FloatNode::Equal if is_single => (single(0) == single(1)).into(),
        FloatNode::Equal => (double(0) == double(1)).into(),
    }
}
