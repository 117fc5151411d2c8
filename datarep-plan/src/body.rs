//! A body: a straight line of steps from an item of one side to an item of the other.
//!
//! A step makes one value, of the values of steps before it, and each value is made once. There are no branches and no
//! loops, so a step can be taken for one item, or for a column of some hundred at once.

use datarep_dsl::model::{Comparison, Events};

use crate::primitive::Primitive;
use crate::types::{Part, Type};

/// A value, as the index of the step that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub usize);

/// What a step does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// The item itself: a word of the file, or a native value.
    Input,
    /// A number or a truth value, as the bits that its type has. Numbers below zero are in two's complement of these bits; a float
    /// is its word.
    Constant(u128, Show),
    /// A set of events.
    Events(Events),
    /// Of one value.
    Unary(Unary, Id),
    /// Of two values of the same type, which is that of the result too. The second of a shift is any unsigned number.
    Binary(Binary, Id, Id),
    /// Whether one value compares so to another of its type.
    Compare(Comparison, Id, Id),
    /// Whether two sets have an event in common.
    Meets(Id, Id),
    /// The second where the first is true, else the third. Both are there: nothing in either depends on the first.
    Select(Id, Id, Id),
    /// Whether a byte is in a set of bytes, which has a bit for each.
    Contains([u64; 4], Id),
    /// A computation of the runtime.
    Call(Primitive, Vec<Id>),
    /// A value of a record.
    Part(Id, Part),
    /// A word and its events as one record.
    Made(Id, Id),
    /// The word of bytes, the most significant one first, or last.
    Load(Significant, Id),
    /// The bytes of a word, the most significant one first, or last.
    Store(Significant, Id),
    /// Bytes in another order: byte `i` is the byte of this index, or zero.
    Permuted(Id, Vec<Option<usize>>),
    /// One of several bytes.
    Byte(Id, usize),
    /// Single bytes as several.
    Bytes(Vec<Id>),
    /// Bytes with their halves changed for each other.
    HalvesSwapped(Id),
}

/// Where the most significant byte of a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Significant {
    /// Big-endian.
    First,
    /// Little-endian.
    Last,
}

impl Operation {
    /// The values that it needs.
    pub fn operands(&self) -> Vec<Id> {
        match self {
            Operation::Input | Operation::Constant(..) | Operation::Events(_) => Vec::new(),
            Operation::Unary(_, one)
            | Operation::Contains(_, one)
            | Operation::Part(one, _)
            | Operation::Load(_, one)
            | Operation::Store(_, one)
            | Operation::Permuted(one, _)
            | Operation::Byte(one, _)
            | Operation::HalvesSwapped(one) => vec![*one],
            Operation::Binary(_, one, other)
            | Operation::Compare(_, one, other)
            | Operation::Meets(one, other)
            | Operation::Made(one, other) => vec![*one, *other],
            Operation::Select(condition, one, other) => vec![*condition, *one, *other],
            Operation::Call(_, all) | Operation::Bytes(all) => all.clone(),
        }
    }

    /// A number that is the same for what is equal, and mostly another for what is not.
    pub(crate) fn key(&self) -> u64 {
        let kind = |kind: u64, one: Id, other: Id| kind | (one.0 as u64) << 8 | (other.0 as u64) << 36;
        let none = Id(0);
        match self {
            Operation::Input => 0,
            Operation::Constant(bits, _) => {
                let halves = [bits & u128::from(u64::MAX), bits >> 64];
                let [low, high] = halves.map(|half| u64::try_from(half).unwrap_or(0));
                1 ^ low.rotate_left(8) ^ high.rotate_left(32)
            }
            Operation::Events(_) => 2,
            Operation::Unary(unary, one) => kind(16 + *unary as u64, *one, none),
            Operation::Binary(binary, one, other) => kind(32 + *binary as u64, *one, *other),
            Operation::Compare(comparison, one, other) => kind(64 + *comparison as u64, *one, *other),
            Operation::Meets(one, other) => kind(3, *one, *other),
            Operation::Select(condition, one, other) => {
                kind(4, *one, *other) ^ (condition.0 as u64).rotate_left(50)
            }
            Operation::Contains(_, one) => kind(5, *one, none),
            Operation::Call(_, all) => kind(6, *all.first().unwrap_or(&none), none),
            Operation::Part(record, part) => kind(7, *record, Id(*part as usize)),
            Operation::Made(word, kinds) => kind(8, *word, *kinds),
            Operation::Load(_, one) => kind(9, *one, none),
            Operation::Store(_, one) => kind(10, *one, none),
            Operation::Permuted(one, _) => kind(11, *one, none),
            Operation::Byte(one, index) => kind(12, *one, Id(*index)),
            Operation::Bytes(all) => kind(13, *all.first().unwrap_or(&none), none),
            Operation::HalvesSwapped(one) => kind(14, *one, none),
        }
    }

    /// The same with other values in the place of those that it needs.
    fn mapped(&self, to: impl Fn(Id) -> Id) -> Operation {
        match self {
            Operation::Input | Operation::Constant(..) | Operation::Events(_) => self.clone(),
            Operation::Unary(unary, one) => Operation::Unary(*unary, to(*one)),
            Operation::Binary(binary, one, other) => Operation::Binary(*binary, to(*one), to(*other)),
            Operation::Compare(comparison, one, other) => {
                Operation::Compare(*comparison, to(*one), to(*other))
            }
            Operation::Meets(one, other) => Operation::Meets(to(*one), to(*other)),
            Operation::Select(condition, one, other) => {
                Operation::Select(to(*condition), to(*one), to(*other))
            }
            Operation::Contains(set, byte) => Operation::Contains(*set, to(*byte)),
            Operation::Call(primitive, arguments) => {
                Operation::Call(*primitive, arguments.iter().map(|&argument| to(argument)).collect())
            }
            Operation::Part(record, part) => Operation::Part(to(*record), *part),
            Operation::Made(word, kinds) => Operation::Made(to(*word), to(*kinds)),
            Operation::Load(significant, bytes) => Operation::Load(*significant, to(*bytes)),
            Operation::Store(significant, word) => Operation::Store(*significant, to(*word)),
            Operation::Permuted(bytes, order) => Operation::Permuted(to(*bytes), order.clone()),
            Operation::Byte(bytes, index) => Operation::Byte(to(*bytes), *index),
            Operation::Bytes(all) => Operation::Bytes(all.iter().map(|&byte| to(byte)).collect()),
            Operation::HalvesSwapped(bytes) => Operation::HalvesSwapped(to(*bytes)),
        }
    }
}

/// An operation of one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// All bits inverted; of a truth value the other.
    Not,
    /// The negative number: of an integer modulo what its type holds, of a float with the other sign.
    Negate,
    /// The magnitude of a signed integer, unsigned.
    Magnitude,
    /// Another type of number or truth value: bits are cut off, or put before by the sign that the value's own type has. A float of a
    /// float is the nearest.
    Cast,
    /// The float of a word.
    FromBits,
    /// The word of a float.
    ToBits,
}

/// An operation of two values. Integers are modulo what their type holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binary {
    /// Bits, or truth values; events that are in both.
    And,
    /// Bits, truth values or events that are in either.
    Or,
    /// Bits that are in one alone.
    Xor,
    /// The sum, which fits where the values are integers.
    Add,
    /// The difference, which fits.
    Subtract,
    /// The product, which fits.
    Multiply,
    /// The sum, which may be beyond the type.
    AddWrapping,
    /// The difference, which may be beyond the type.
    SubtractWrapping,
    /// The magnitude of the difference.
    Difference,
    /// The smaller.
    Minimum,
    /// The larger.
    Maximum,
    /// What is left of a division.
    Remainder,
    /// Moved up by so many bits, less than the type has.
    ShiftLeft,
    /// Moved down by so many bits, less than the type has: signed numbers with their sign.
    ShiftRight,
}

/// How a constant is shown to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Show {
    /// As a decimal number.
    Decimal,
    /// In hexadecimal digits for so many bits.
    Hex(u32),
    /// As a decimal number below zero, though its type has none: it is what is added, modulo what the type holds.
    Signed,
    /// As a decimal number moved up by so many bits: an exponent where the exponents stand.
    Shifted(u32),
    /// The same less one: all numbers with smaller exponents.
    ShiftedLess(u32),
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What it does.
    pub operation: Operation,
    /// The type of the value that it makes.
    pub ty: Type,
    /// What people call the value, where it is worth a name.
    pub name: Option<String>,
    /// Why it is made, where that is not obvious: a sentence.
    pub reason: Option<String>,
}

/// What a body gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// An item in another place: nothing can happen to it.
    Moved(Id),
    /// An item, and its events.
    Exact {
        /// The item of the other side.
        item: Id,
        /// What it met.
        kinds: Id,
    },
    /// An item that is right where it is not odd.
    Ordinary {
        /// The item of the other side.
        item: Id,
        /// It is not ordinary: only the exact body tells what becomes of it.
        odd: Id,
        /// It is rounded.
        inexact: Id,
        /// It is below the normal numbers, and it is an overflow: where such items are ordinary.
        beyond: Option<(Id, Id)>,
    },
}

impl Outcome {
    /// The values that it needs.
    pub fn operands(self) -> Vec<Id> {
        match self {
            Outcome::Moved(item) => vec![item],
            Outcome::Exact { item, kinds } => vec![item, kinds],
            Outcome::Ordinary { item, odd, inexact, beyond } => {
                let beyond = beyond.map(|(tiny, overflow)| [tiny, overflow]);
                [item, odd, inexact].into_iter().chain(beyond.into_iter().flatten()).collect()
            }
        }
    }

    fn mapped(self, to: impl Fn(Id) -> Id) -> Outcome {
        match self {
            Outcome::Moved(item) => Outcome::Moved(to(item)),
            Outcome::Exact { item, kinds } => Outcome::Exact { item: to(item), kinds: to(kinds) },
            Outcome::Ordinary { item, odd, inexact, beyond } => Outcome::Ordinary {
                item: to(item),
                odd: to(odd),
                inexact: to(inexact),
                beyond: beyond.map(|(tiny, overflow)| (to(tiny), to(overflow))),
            },
        }
    }
}

/// The steps from an item to the item of the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// For which items it holds, and by which formula: sentences, one a line.
    pub doc: Vec<String>,
    /// The steps, each of values before it, and none that nothing needs.
    pub steps: Vec<Step>,
    /// What it gives.
    pub outcome: Outcome,
}

impl Body {
    /// A body without the steps that its outcome does not need.
    pub(crate) fn of(all: &[Step], outcome: Outcome, doc: Vec<String>) -> Body {
        let mut needed = vec![false; all.len()];
        for Id(index) in outcome.operands() {
            needed[index] = true;
        }
        for index in (0..all.len()).rev() {
            if needed[index] {
                for Id(operand) in all[index].operation.operands() {
                    needed[operand] = true;
                }
            }
        }
        let mut places = vec![Id(0); all.len()];
        let mut steps = Vec::new();
        for (index, step) in all.iter().enumerate().filter(|&(index, _)| needed[index]) {
            places[index] = Id(steps.len());
            steps.push(Step { operation: step.operation.mapped(|Id(index)| places[index]), ..step.clone() });
        }
        Body { doc, steps, outcome: outcome.mapped(|Id(index)| places[index]) }
    }

    /// The step that makes a value.
    pub fn step(&self, Id(index): Id) -> &Step {
        &self.steps[index]
    }
}
