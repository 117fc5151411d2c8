//! How bodies are written: values that are computed with as numbers are, each operation a step.
//!
//! ```
//! use datarep_plan::builder::{BodyBuilder, decimal};
//! use datarep_plan::types::{Type, mask};
//!
//! // The exponent of a word of 32 bits, seven bits from the second on, counted from -64.
//! let builder = BodyBuilder::default();
//! let word = builder.input(Type::Unsigned(32), mask(32));
//! let exponent = (word >> 24 & mask(7)).with_name("exponent");
//! let number = exponent.cast(Type::Signed(32)) - 64;
//! let body = builder.finish_exact(number, builder.no_events());
//! assert_eq!(body.steps.iter().filter(|step| step.name.is_some()).count(), 1);
//!
//! // What does nothing is not there: 31 bits moved down leave one, and a shift by nothing leaves all.
//! let sign = word >> 31;
//! assert_eq!((sign & mask(1)) << 0, sign);
//! assert!(sign.is_above(decimal(1)).is_never());
//! ```
//!
//! A condition is never, always, or a question. If the condition of a selection is known, the selection is one of its
//! values. So a planner can ask every question it needs without checking whether the answer is known.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use datarep_dsl::model::{Comparison, Events};

use crate::body::{Binary, Body, Id, Notation, Operation, Outcome, Significant, Step, Unary};
pub use crate::constant::{Constant, decimal, hex, shift_up, shift_up_less_one, signed, word};
use crate::fold::{self, FoldResult, KnownSteps};
use crate::primitive::Primitive;
use crate::types::{ResultPair, ResultPart, Type, container, mask};

/// A body under construction.
#[derive(Debug, Default)]
pub struct BodyBuilder {
    steps: RefCell<Steps>,
}

#[derive(Debug, Default)]
struct Steps {
    all: Vec<Step>,
    /// For each step, the bits that may be set.
    bits: Vec<u128>,
    /// The last step whose operation has a given key.
    places: BTreeMap<u64, usize>,
}

impl KnownSteps for Steps {
    fn find_step(&self, Id(index): Id) -> &Step {
        &self.all[index]
    }

    fn possible_bits(&self, Id(index): Id) -> u128 {
        self.bits[index]
    }
}

/// A value of a body under construction.
#[derive(Clone, Copy)]
pub struct Value<'b> {
    pub(crate) builder: &'b BodyBuilder,
    id: Id,
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.builder.steps.borrow().all[self.id.0].fmt(f)
    }
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.builder, other.builder) && self.id == other.id
    }
}

impl Eq for Value<'_> {}

/// A condition: either known, or a question about the item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cond<'b> {
    /// It never holds.
    Never,
    /// It always holds.
    Always,
    /// Holds if this value is true.
    If(Value<'b>),
}

/// The other operand of an operation: a value or a constant.
pub trait Operand<'b> {
    /// The operand as a value of the type of `like`.
    fn to_value(self, like: Value<'b>) -> Value<'b>;
}

impl<'b> Operand<'b> for Value<'b> {
    fn to_value(self, _: Value<'b>) -> Value<'b> {
        self
    }
}

impl<'b> Operand<'b> for Constant {
    fn to_value(self, like: Value<'b>) -> Value<'b> {
        like.builder.constant(like.ty(), self)
    }
}

/// Shown in hexadecimal digits, because it is usually a mask. No other type of number is an operand, so that a literal
/// never has fewer bits.
impl<'b> Operand<'b> for u128 {
    fn to_value(self, like: Value<'b>) -> Value<'b> {
        hex(self).to_value(like)
    }
}

impl BodyBuilder {
    fn push(&self, operation: Operation, ty: Type) -> Value<'_> {
        let folded = fold::fold_operation(operation, ty, &*self.steps.borrow());
        let operation = match folded {
            FoldResult::Same(id) => return Value { builder: self, id },
            FoldResult::Operation(operation) => operation,
        };
        let mut steps = self.steps.borrow_mut();
        // An operation that was made before is reused. A value that has a name stays separate.
        let key = operation.hash_key();
        // The key may be equal for other operations, so the operation itself decides. A truth value with a name is a
        // question that somebody asked, and its name must not appear in another question.
        let same = |step: &Step| {
            step.ty == ty && step.operation == operation && (ty != Type::Bool || step.name.is_none())
        };
        if let Some(&index) = steps.places.get(&key).filter(|&&index| same(&steps.all[index])) {
            return Value { builder: self, id: Id(index) };
        }
        // Known bits are what lets later masks and comparisons disappear.
        let bits = fold::find_possible_bits(&operation, ty, &*steps);
        let id = Id(steps.all.len());
        steps.all.push(Step { operation, ty, name: None, reason: None });
        steps.bits.push(bits);
        steps.places.insert(key, id.0);
        Value { builder: self, id }
    }

    /// The item with which the body begins, and for a word the bits that may be set.
    pub fn input(&self, ty: Type, bits: u128) -> Value<'_> {
        let value = self.push(Operation::Input, ty);
        // A word of 12 bits lies in an integer of 16. The file's bits above it are never set, as loading leaves them
        // zero.
        self.steps.borrow_mut().bits[value.id.0] &= bits;
        value
    }

    /// A constant of a type.
    pub fn constant(&self, ty: Type, Constant { bits, show }: Constant) -> Value<'_> {
        // A float is given by its word, and a truth value by one bit.
        let width = match ty {
            Type::Bool => 1,
            Type::Single => 32,
            Type::Double => 64,
            _ => ty.integer_bits().unwrap_or(128),
        };
        self.push(Operation::Constant(bits & mask(width), show), ty)
    }

    /// A float for computations.
    pub fn float_constant(&self, ty: Type, number: f64) -> Value<'_> {
        #[expect(clippy::cast_possible_truncation, reason = "the number is one of that type")]
        let bits = match ty {
            Type::Single => u128::from((number as f32).to_bits()),
            _ => u128::from(number.to_bits()),
        };
        self.push(Operation::Constant(bits, Notation::Decimal), ty)
    }

    /// A character.
    pub fn character_constant(&self, code: u32) -> Value<'_> {
        self.push(Operation::Constant(code.into(), Notation::Decimal), Type::Character)
    }

    /// A set of events.
    pub fn event_constant(&self, events: impl Into<Events>) -> Value<'_> {
        self.push(Operation::Events(events.into()), Type::Events)
    }

    /// No event.
    pub fn no_events(&self) -> Value<'_> {
        self.event_constant(Events::NONE)
    }

    /// A computation of the runtime.
    pub fn call_primitive<'b>(&'b self, primitive: Primitive, arguments: &[Value<'b>]) -> Value<'b> {
        let (types, result) = primitive.signature();
        debug_assert_eq!(arguments.iter().map(|argument| argument.ty()).collect::<Vec<_>>(), types);
        self.push(Operation::Call(primitive, arguments.iter().map(|argument| argument.id).collect()), result)
    }

    /// A word and its events as one record.
    pub fn pair_word<'b>(&'b self, word: Value<'b>, kinds: Value<'b>) -> Value<'b> {
        let bits = word.ty().integer_bits().unwrap_or(64);
        self.push(Operation::Made(word.id, kinds.id), Type::Record(ResultPair::Made(bits)))
    }

    /// Bytes made of single bytes.
    pub fn join_bytes<'b>(&'b self, bytes: &[Value<'b>]) -> Value<'b> {
        let count = u32::try_from(bytes.len()).unwrap_or(0);
        self.push(Operation::Bytes(bytes.iter().map(|byte| byte.id).collect()), Type::Bytes(count))
    }

    /// A body that moves an item. No event is possible.
    pub fn move_item(&self, item: Value<'_>) -> Body {
        self.finish_body(Outcome::Moved(item.id), Vec::new())
    }

    /// A body with every rule.
    pub fn finish_exact(&self, item: Value<'_>, kinds: Value<'_>) -> Body {
        self.finish_body(Outcome::Exact { item: item.id, kinds: kinds.id }, Vec::new())
    }

    /// A body for ordinary items, with a description of the items to which it applies.
    pub fn finish_ordinary<'b>(
        &'b self,
        item: Value<'b>,
        odd: Cond<'b>,
        inexact: Cond<'b>,
        doc: Vec<String>,
    ) -> Body {
        let (odd, inexact) = (odd.to_value(self).id, inexact.to_value(self).id);
        self.finish_body(Outcome::Ordinary { item: item.id, odd, inexact, beyond: None }, doc)
    }

    /// As [`BodyBuilder::finish_ordinary`], for a body in which tiny and overflowing items are ordinary.
    pub fn finish_ordinary_with_beyond<'b>(
        &'b self,
        item: Value<'b>,
        [odd, inexact, tiny, overflow]: [Cond<'b>; 4],
        doc: Vec<String>,
    ) -> Body {
        let [odd, inexact, tiny, overflow] =
            [odd, inexact, tiny, overflow].map(|condition| condition.to_value(self).id);
        let outcome = Outcome::Ordinary { item: item.id, odd, inexact, beyond: Some((tiny, overflow)) };
        self.finish_body(outcome, doc)
    }

    fn finish_body(&self, outcome: Outcome, doc: Vec<String>) -> Body {
        Body::from_steps(&self.steps.borrow().all, outcome, doc)
    }
}

impl<'b> Value<'b> {
    /// The builder of the body.
    pub fn builder(self) -> &'b BodyBuilder {
        self.builder
    }

    /// Its type.
    pub fn ty(self) -> Type {
        self.builder.steps.borrow().all[self.id.0].ty
    }

    /// Zero, of the same type.
    #[must_use]
    pub fn zero(self) -> Value<'b> {
        self.builder.constant(self.ty(), decimal(0))
    }

    /// Bits of an integer.
    fn bit_width(self) -> u32 {
        self.ty().integer_bits().unwrap_or(128)
    }

    /// The value with this name. Values that have a name, the item itself and known numbers keep theirs.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Value<'b> {
        let mut steps = self.builder.steps.borrow_mut();
        let step = &steps.all[self.id.0];
        // The first name stays: a later one would rename a value in the sentences that speak of it.
        if step.name.is_some() || matches!(step.operation, Operation::Input | Operation::Constant(..)) {
            return self;
        }
        // An answer that is part of another question gets no name.
        let is_part = |step: &Step| step.operation.operands().contains(&self.id);
        let id = if step.ty == Type::Bool && steps.all.iter().any(is_part) {
            // The same operation once more, so that the name is that of this question alone. It is not entered among
            // the places, so nothing else is folded into it.
            let (again, bits) = (step.clone(), steps.bits[self.id.0]);
            steps.all.push(again);
            steps.bits.push(bits);
            Id(steps.all.len() - 1)
        } else {
            self.id
        };
        steps.all[id.0].name = Some(name.into());
        Value { builder: self.builder, id }
    }

    /// The value with a sentence that gives its reason.
    #[must_use]
    pub fn with_reason(self, reason: impl Into<String>) -> Value<'b> {
        // The first reason stays, as the first name does.
        self.builder.steps.borrow_mut().all[self.id.0].reason.get_or_insert(reason.into());
        self
    }

    pub(crate) fn push_unary(self, unary: Unary, ty: Type) -> Value<'b> {
        self.builder.push(Operation::Unary(unary, self.id), ty)
    }

    pub(crate) fn push_binary(self, binary: Binary, other: impl Operand<'b>) -> Value<'b> {
        let other = other.to_value(self);
        debug_assert_eq!(self.ty(), other.ty(), "{binary:?}");
        self.builder.push(Operation::Binary(binary, self.id, other.id), self.ty())
    }

    pub(crate) fn push_shift(self, binary: Binary, by: Value<'b>) -> Value<'b> {
        self.builder.push(Operation::Binary(binary, self.id, by.id), self.ty())
    }

    fn push_comparison(self, comparison: Comparison, other: impl Operand<'b>) -> Cond<'b> {
        let other = other.to_value(self);
        debug_assert_eq!(self.ty(), other.ty(), "{comparison:?}");
        Cond::from_value(self.builder.push(Operation::Compare(comparison, self.id, other.id), Type::Bool))
    }

    /// The value as another type of number; see [`Unary::Cast`].
    #[must_use]
    pub fn cast(self, ty: Type) -> Value<'b> {
        self.push_unary(Unary::Cast, ty)
    }

    /// The float of the word.
    #[must_use]
    pub fn float_from_bits(self, ty: Type) -> Value<'b> {
        debug_assert_eq!(Some(self.ty()), ty.float_word());
        self.push_unary(Unary::FromBits, ty)
    }

    /// The word of the float.
    #[must_use]
    pub fn to_bits(self) -> Value<'b> {
        self.push_unary(Unary::ToBits, self.ty().float_word().unwrap_or(Type::Unsigned(128)))
    }

    /// The negative number, modulo what the type holds.
    #[must_use]
    pub fn negate(self) -> Value<'b> {
        self.push_unary(Unary::Negate, self.ty())
    }

    /// The magnitude of a signed integer, unsigned.
    #[must_use]
    pub fn magnitude(self) -> Value<'b> {
        self.push_unary(Unary::Magnitude, Type::Unsigned(self.bit_width()))
    }

    /// The sum, which may exceed the type and wraps.
    #[must_use]
    pub fn add_wrapping(self, other: impl Operand<'b>) -> Value<'b> {
        self.push_binary(Binary::AddWrapping, other)
    }

    /// The difference, which may exceed the type and wraps.
    #[must_use]
    pub fn sub_wrapping(self, other: impl Operand<'b>) -> Value<'b> {
        self.push_binary(Binary::SubtractWrapping, other)
    }

    /// The magnitude of the difference.
    #[must_use]
    pub fn abs_diff(self, other: impl Operand<'b>) -> Value<'b> {
        self.push_binary(Binary::Difference, other)
    }

    /// The smaller value.
    #[must_use]
    pub fn minimum(self, other: impl Operand<'b>) -> Value<'b> {
        self.push_binary(Binary::Minimum, other)
    }

    /// The larger value.
    #[must_use]
    pub fn maximum(self, other: impl Operand<'b>) -> Value<'b> {
        self.push_binary(Binary::Maximum, other)
    }

    /// The remainder of a division.
    #[must_use]
    pub fn remainder(self, other: impl Operand<'b>) -> Value<'b> {
        self.push_binary(Binary::Remainder, other)
    }

    /// Whether the value equals the other.
    pub fn equals(self, other: impl Operand<'b>) -> Cond<'b> {
        self.push_comparison(Comparison::Equal, other)
    }

    /// Whether the value differs from the other.
    pub fn differs(self, other: impl Operand<'b>) -> Cond<'b> {
        self.push_comparison(Comparison::NotEqual, other)
    }

    /// Whether the value is smaller.
    pub fn is_below(self, other: impl Operand<'b>) -> Cond<'b> {
        self.push_comparison(Comparison::Less, other)
    }

    /// Whether the value is not larger.
    pub fn is_at_most(self, other: impl Operand<'b>) -> Cond<'b> {
        self.push_comparison(Comparison::LessOrEqual, other)
    }

    /// Whether the value is larger.
    pub fn is_above(self, other: impl Operand<'b>) -> Cond<'b> {
        self.push_comparison(Comparison::Greater, other)
    }

    /// Whether the value is not smaller.
    pub fn is_at_least(self, other: impl Operand<'b>) -> Cond<'b> {
        self.push_comparison(Comparison::GreaterOrEqual, other)
    }

    /// Compares the value to a number.
    pub fn compare_to(self, comparison: Comparison, number: impl Operand<'b>) -> Cond<'b> {
        self.push_comparison(comparison, number)
    }

    /// Whether the value is in a set of bytes.
    pub fn is_in_byte_set(self, set: [u64; 4]) -> Cond<'b> {
        Cond::from_value(self.builder.push(Operation::Contains(set, self.id), Type::Bool))
    }

    /// A value of a record.
    ///
    /// # Panics
    ///
    /// If this is no record, or has no such part: a fault of the planner.
    #[must_use]
    pub fn take_part(self, part: ResultPart) -> Value<'b> {
        let (operation, ty) = {
            let steps = self.builder.steps.borrow();
            let step = &steps.all[self.id.0];
            let Type::Record(record) = step.ty else { panic!("{part:?} of {:?}", step.ty) };
            let ty = record.part(part).unwrap_or_else(|| panic!("{part:?} of {record:?}"));
            (step.operation.clone(), ty)
        };
        // A record that was just put together is taken apart again without a step.
        match (operation, part) {
            (Operation::Made(id, _), ResultPart::Word) | (Operation::Made(_, id), ResultPart::Kinds) => {
                Value { builder: self.builder, id }
            }
            _ => self.builder.push(Operation::Part(self.id, part), ty),
        }
    }

    /// A truth value of a record.
    pub fn take_flag(self, part: ResultPart) -> Cond<'b> {
        Cond::from_value(self.take_part(part))
    }

    /// For a record of a word and its events: another word and other events if the condition holds.
    #[must_use]
    pub fn replace_made_if(self, condition: Cond<'b>, word: impl Operand<'b>, kinds: Value<'b>) -> Value<'b> {
        let word = word.to_value(self.take_part(ResultPart::Word));
        condition.select(self.builder.pair_word(word, kinds), self).with_name("made")
    }

    /// For a record of a word and its events: the same word with other events if the condition holds.
    #[must_use]
    pub fn replace_made_kinds_if(self, condition: Cond<'b>, kinds: impl Into<Events>) -> Value<'b> {
        let kinds = self.builder.event_constant(kinds);
        condition
            .select(self.builder.pair_word(self.take_part(ResultPart::Word), kinds), self)
            .with_name("made")
    }

    /// For a record of a word and its events: another word with the same events.
    #[must_use]
    pub fn with_word(self, word: Value<'b>) -> Value<'b> {
        self.builder.pair_word(word, self.take_part(ResultPart::Kinds)).with_name("made")
    }

    /// For events: whether the two sets have an event in common.
    pub fn meets(self, events: Value<'b>) -> Cond<'b> {
        Cond::from_value(self.builder.push(Operation::Meets(self.id, events.id), Type::Bool))
    }

    /// For events: the union of both sets.
    #[must_use]
    pub fn union_events(self, other: Value<'b>) -> Value<'b> {
        self.push_binary(Binary::Or, other)
    }

    /// For events: other events if the condition holds.
    #[must_use]
    pub fn replace_events_if(self, condition: Cond<'b>, events: impl Into<Events>) -> Value<'b> {
        condition.select(self.builder.event_constant(events), self)
    }

    /// For bytes: the bytes in another order. Byte `i` is the byte with the given index, or zero.
    #[must_use]
    pub fn permute(self, order: Vec<Option<usize>>) -> Value<'b> {
        // An order that moves nothing is no step.
        let is_kept = order.iter().enumerate().all(|(place, &byte)| byte == Some(place));
        let count = u32::try_from(order.len()).unwrap_or(0);
        if is_kept && self.ty() == Type::Bytes(count) {
            return self;
        }
        self.builder.push(Operation::Permuted(self.id, order), Type::Bytes(count))
    }

    /// For bytes: one of them.
    #[must_use]
    pub fn take_byte(self, index: usize) -> Value<'b> {
        self.builder.push(Operation::Byte(self.id, index), Type::Unsigned(8))
    }

    /// For bytes: their word.
    #[must_use]
    pub fn load(self, significant: Significant, bits: u32) -> Value<'b> {
        self.builder.push(Operation::Load(significant, self.id), Type::Unsigned(bits))
    }

    /// For a word: its bytes.
    #[must_use]
    pub fn store(self, significant: Significant) -> Value<'b> {
        self.builder.push(Operation::Store(significant, self.id), Type::Bytes(self.bit_width() / 8))
    }

    /// For bytes: the bytes with their half bytes exchanged.
    #[must_use]
    pub fn swap_halves(self) -> Value<'b> {
        self.builder.push(Operation::HalvesSwapped(self.id), self.ty())
    }

    /// A signed number of the same bits.
    #[must_use]
    pub fn cast_signed(self) -> Value<'b> {
        self.cast(Type::Signed(self.bit_width()))
    }

    /// An unsigned number of the same bits.
    #[must_use]
    pub fn cast_unsigned(self) -> Value<'b> {
        self.cast(Type::Unsigned(self.bit_width()))
    }

    /// The value in the smallest word that has `bits` bits.
    #[must_use]
    pub fn to_word(self, bits: u32) -> Value<'b> {
        self.cast(Type::Unsigned(container(bits)))
    }
}

impl<'b> Cond<'b> {
    /// The condition that a truth value is true.
    pub fn from_value(value: Value<'b>) -> Cond<'b> {
        debug_assert_eq!(value.ty(), Type::Bool);
        // What was folded to a constant is no question any more.
        match value.builder.steps.borrow().all[value.id.0].operation {
            Operation::Constant(0, _) => Cond::Never,
            Operation::Constant(..) => Cond::Always,
            _ => Cond::If(value),
        }
    }

    /// A condition that is known when the plan is made.
    pub fn from_truth(truth: bool) -> Cond<'b> {
        if truth { Cond::Always } else { Cond::Never }
    }

    /// Whether the condition is known never to hold.
    pub fn is_never(self) -> bool {
        self == Cond::Never
    }

    /// The condition as a truth value.
    pub fn to_value(self, builder: &'b BodyBuilder) -> Value<'b> {
        match self {
            Cond::Never => builder.constant(Type::Bool, decimal(0)),
            Cond::Always => builder.constant(Type::Bool, decimal(1)),
            Cond::If(value) => value,
        }
    }

    /// The condition with this name, if it is a question.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Cond<'b> {
        match self {
            Cond::If(value) => Cond::If(value.with_name(name)),
            Cond::Never | Cond::Always => self,
        }
    }

    /// The condition with a sentence that gives its reason.
    #[must_use]
    pub fn with_reason(self, reason: impl Into<String>) -> Cond<'b> {
        match self {
            Cond::If(value) => Cond::If(value.with_reason(reason)),
            Cond::Never | Cond::Always => self,
        }
    }

    /// The first value if the condition holds, else the other.
    #[must_use]
    pub fn select(self, one: Value<'b>, other: Value<'b>) -> Value<'b> {
        debug_assert_eq!(one.ty(), other.ty());
        match self {
            Cond::Never => other,
            Cond::Always => one,
            Cond::If(condition) => {
                let operation = Operation::Select(condition.id, one.id, other.id);
                one.builder.push(operation, one.ty())
            }
        }
    }

    /// The first condition if this one holds, else the other.
    #[must_use]
    pub fn select_cond(self, one: Cond<'b>, other: Cond<'b>) -> Cond<'b> {
        match self {
            Cond::Never => other,
            Cond::Always => one,
            // Both values are the same, so the question does not matter.
            Cond::If(_) if one == other => one,
            Cond::If(condition) => {
                let builder = condition.builder;
                match (one, other) {
                    // A known side turns the selection into one operation of logic, which later questions can fold.
                    (Cond::Always, Cond::Never) => self,
                    (Cond::Never, Cond::Always) => !self,
                    (one, Cond::Never) => self & one,
                    (Cond::Never, other) => !self & other,
                    (Cond::Always, other) => self | other,
                    (one, other) => {
                        Cond::from_value(self.select(one.to_value(builder), other.to_value(builder)))
                    }
                }
            }
        }
    }

    /// These events if the condition holds, else none.
    #[must_use]
    pub fn choose_events(self, builder: &'b BodyBuilder, events: impl Into<Events>) -> Value<'b> {
        self.select(builder.event_constant(events), builder.no_events())
    }
}

#[cfg(test)]
mod tests;
