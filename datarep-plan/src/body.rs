//! A body: a sequence of steps without branches, from an item of one side to an item of the other.
//!
//! A step makes one value from the values of earlier steps, and each value is made once. There are no branches and no
//! loops, so a step can be executed for one item, or for a column of several hundred items.

use datarep_dsl::model::{Comparison, Events};

use crate::primitive::Primitive;
use crate::types::{ResultPart, Type};

/// A value, as the index of the step that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub usize);

/// The operation of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// The item itself: a word of the file, or a native value.
    Input,
    /// A number or a truth value, given by the bits of its type. A negative number is in two's complement of these
    /// bits. A float is given by its word.
    Constant(u128, Notation),
    /// A set of events.
    Events(Events),
    /// An operation on one value.
    Unary(Unary, Id),
    /// An operation on two values of the same type, which is also the type of the result. For a shift, the second is
    /// any unsigned number.
    Binary(Binary, Id, Id),
    /// A comparison of two values of the same type.
    Compare(Comparison, Id, Id),
    /// Whether two sets have an event in common.
    Meets(Id, Id),
    /// The second value if the first is true, else the third. Both are computed: neither depends on the first.
    Select(Id, Id, Id),
    /// Whether a byte is in a set of bytes, which has one bit for each byte.
    Contains([u64; 4], Id),
    /// A computation of the runtime.
    Call(Primitive, Vec<Id>),
    /// A value of a record.
    Part(Id, ResultPart),
    /// A record of a word and its events.
    Made(Id, Id),
    /// The word made of bytes, with the most significant one first or last.
    Load(Significant, Id),
    /// The bytes of a word, with the most significant one first or last.
    Store(Significant, Id),
    /// Bytes in another order. Byte `i` is the byte with the given index, or zero.
    Permuted(Id, Vec<Option<usize>>),
    /// One of several bytes.
    Byte(Id, usize),
    /// Bytes made of single bytes.
    Bytes(Vec<Id>),
    /// Bytes whose half bytes are exchanged.
    HalvesSwapped(Id),
}

/// The position of the most significant byte of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Significant {
    /// Big-endian.
    First,
    /// Little-endian.
    Last,
}

impl Operation {
    /// The values that the operation needs.
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

    /// A number that is equal for equal operations, and usually differs for others.
    pub(crate) fn hash_key(&self) -> u64 {
        // The kind takes eight bits, and each operand 28. Bodies have far fewer steps, so different operations of one
        // kind rarely meet.
        let kind = |kind: u64, one: Id, other: Id| kind | (one.0 as u64) << 8 | (other.0 as u64) << 36;
        let none = Id(0);
        match self {
            Operation::Input => 0,
            // Constants that differ only in notation get one key. The comparison behind the key keeps them apart.
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
                // The condition is a third operand. Rotated, it does not cover the other two.
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

    /// The operation with its operands replaced.
    fn map_operands(&self, to: impl Fn(Id) -> Id) -> Operation {
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

/// An operation on one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// All bits inverted; for a truth value, its opposite.
    Not,
    /// The negative number. For an integer, modulo the range of its type; for a float, with the opposite sign.
    Negate,
    /// The magnitude of a signed integer, unsigned.
    Magnitude,
    /// The value as another type of number or truth value. Excess bits are cut off, and missing bits are filled by the
    /// sign if the original type is signed. A float becomes the nearest float of the new type.
    Cast,
    /// The float of a word.
    FromBits,
    /// The word of a float.
    ToBits,
}

/// An operation on two values. Integers wrap modulo the range of their type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binary {
    /// Bits, truth values or events that are in both values.
    And,
    /// Bits, truth values or events that are in either value.
    Or,
    /// Bits that are in exactly one value.
    Xor,
    /// The sum. For integers it must fit the type.
    Add,
    /// The difference. For integers it must fit the type.
    Subtract,
    /// The product. For integers it must fit the type.
    Multiply,
    /// The sum, which may exceed the type and wraps.
    AddWrapping,
    /// The difference, which may exceed the type and wraps.
    SubtractWrapping,
    /// The magnitude of the difference.
    Difference,
    /// The smaller value.
    Minimum,
    /// The larger value.
    Maximum,
    /// The remainder of a division.
    Remainder,
    /// The first value shifted left by the second, which is less than the width of the type.
    ShiftLeft,
    /// The first value shifted right by the second, which is less than the width of the type. Signed numbers keep their
    /// sign.
    ShiftRight,
}

/// The notation of a constant for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// As a decimal number.
    Decimal,
    /// In hexadecimal digits for the given number of bits.
    Hex(u32),
    /// As a negative decimal number, although its type has none. It is added modulo the range of the type.
    Signed,
    /// As a decimal number shifted left by the given number of bits: an exponent in its place in the word.
    Shifted(u32),
    /// As [`Notation::Shifted`], less one: the largest word with a smaller exponent.
    ShiftedLess(u32),
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its operation.
    pub operation: Operation,
    /// The type of the value that it makes.
    pub ty: Type,
    /// The name of the value for people, if it deserves one.
    pub name: Option<String>,
    /// The reason for the value, if it is not obvious: a sentence.
    pub reason: Option<String>,
}

/// The result of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// An item in another place. No event is possible.
    Moved(Id),
    /// An item and its events.
    Exact {
        /// The item of the other side.
        item: Id,
        /// Its events.
        kinds: Id,
    },
    /// An item that is valid unless it is odd.
    Ordinary {
        /// The item of the other side.
        item: Id,
        /// Whether the item is not ordinary. Only the exact body can convert it then.
        odd: Id,
        /// Whether it is rounded.
        inexact: Id,
        /// Whether it is below the normal numbers, and whether it is an overflow, if such items are ordinary.
        beyond: Option<(Id, Id)>,
    },
}

impl Outcome {
    /// The item of the other side.
    pub fn find_item(self) -> Id {
        match self {
            Outcome::Moved(item) | Outcome::Exact { item, .. } | Outcome::Ordinary { item, .. } => item,
        }
    }

    /// The values that the result needs.
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

    fn map_operands(self, to: impl Fn(Id) -> Id) -> Outcome {
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
    /// The items to which it applies, and its formula: sentences, one a line.
    pub doc: Vec<String>,
    /// The steps. Each uses earlier values, and each is needed.
    pub steps: Vec<Step>,
    /// Its result.
    pub outcome: Outcome,
}

impl Body {
    /// A body without the steps that its outcome does not need.
    pub(crate) fn from_steps(all: &[Step], outcome: Outcome, doc: Vec<String>) -> Body {
        let mut needed = vec![false; all.len()];
        for Id(index) in outcome.operands() {
            needed[index] = true;
        }
        // Operands always stand before the step that needs them, so one pass from the end finds all.
        for index in (0..all.len()).rev() {
            if needed[index] {
                for Id(operand) in all[index].operation.operands() {
                    needed[operand] = true;
                }
            }
        }
        // The place of a step that is left out is never asked for: no step that is kept needs it.
        let mut places = vec![Id(0); all.len()];
        let mut steps = Vec::new();
        for (index, step) in all.iter().enumerate().filter(|&(index, _)| needed[index]) {
            places[index] = Id(steps.len());
            steps.push(Step {
                operation: step.operation.map_operands(|Id(index)| places[index]),
                ..step.clone()
            });
        }
        Body { doc, steps, outcome: outcome.map_operands(|Id(index)| places[index]) }
    }

    /// The step that makes a value.
    pub fn step(&self, Id(index): Id) -> &Step {
        &self.steps[index]
    }
}
