//! What is known of the bits of a term, and words that are put together from known bits and from those of one operand.

use datarep_dsl::model::BitRange;

use super::{Node, Term, Terms, ones};

/// An operation whose bits may depend on one operand alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BitKind {
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

impl Terms {
    /// A word with the bits of `value` in `ranges`, the highest bits in the first range, and zeros elsewhere.
    pub(crate) fn scatter_bits(&mut self, value: Term, ranges: &[BitRange], width: u32) -> Term {
        let mut below: u32 = ranges.iter().map(|range| range.width()).sum();
        let mut word = self.constant(0, width);
        for range in ranges {
            below -= range.width();
            let part = self.part(value, below, range.width());
            let part = self.resize(part, width);
            let part = self.left_by(part, range.low);
            word = self.or(word, part);
        }
        word
    }

    /// The bits of a node that are always one, and those that are always zero.
    pub(super) fn known_bits(&self, node: &Node, width: u32) -> (u128, u128) {
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
            Node::Multiply(one, other) => (0, !ones(self.length(*one) + self.length(*other))),
            Node::Left(..)
            | Node::Right(..)
            | Node::RightSigned(..)
            | Node::Divide(..)
            | Node::Float(..)
            | Node::Free(_) => (0, 0),
        }
    }

    /// The word each bit of which is known or is that of one operand; `None` if some bit depends on both.
    pub(super) fn by_bits(&mut self, operands: [Term; 2], kind: BitKind) -> Option<Term> {
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
