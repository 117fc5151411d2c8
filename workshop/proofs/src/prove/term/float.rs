//! Computations on floats: by the processor where all is known, by lemmas where they apply, and otherwise for the solver.

use super::{FloatNode, Node, Term, Terms, ones};

impl Terms {
    /// A computation on floats. `width` is that of the result.
    pub(crate) fn float(&mut self, node: FloatNode, operands: &[Term], width: u32) -> Term {
        let numbers: Option<Vec<u128>> = operands.iter().map(|&term| self.number(term)).collect();
        if let Some(numbers) = numbers {
            let from = self.width(operands[0]);
            return self.constant(compute_float(node, &numbers, from, width), width);
        }
        match self.apply_lemma(node, operands, width) {
            Some(word) => word,
            None => self.push(Node::Float(node, operands.to_vec()), width),
        }
    }

    /// The word of a float by one of three lemmas, which [`super::lemma`] proves: an integer with no more bits than
    /// the significand is exact, a normal number times a power of two has another exponent if that is normal, and
    /// floats that are no NaNs have the order of their words.
    fn apply_lemma(&mut self, node: FloatNode, operands: &[Term], width: u32) -> Option<Term> {
        let fraction = fraction_bits(width);
        // A comparison is one bit wide, and has no exponent.
        let most = ones((width - 1).saturating_sub(fraction));
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
            FloatNode::Below | FloatNode::Equal => self.compare_words(node, [operands[0], operands[1]]),
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
    /// A comparison of two floats as a comparison of their words; `None` unless their signs are known and none is a NaN.
    fn compare_words(&mut self, node: FloatNode, [one, other]: [Term; 2]) -> Option<Term> {
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

/// Stored bits of the significand of a float.
pub(crate) fn fraction_bits(width: u32) -> u32 {
    if width == 32 { 23 } else { 52 }
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
