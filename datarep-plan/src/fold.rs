//! Folding: simplifies an operation if some of its values are known.
//!
//! A shift by zero is its operand, and so is a mask that clears no bit that may be set. So a planner describes a
//! conversion for every format, and operations without effect for a format disappear.

use datarep_dsl::model::{Comparison, Events};

use crate::body::{Binary, Id, Operation, Show, Step, Unary};
use crate::types::{Type, mask};

/// The known facts about earlier steps.
pub(crate) trait Known {
    /// The step that makes a value.
    fn step(&self, id: Id) -> &Step;
    /// The bits of a word that may be set.
    fn bits(&self, id: Id) -> u128;
}

/// The result of folding an operation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Folded {
    /// An existing value.
    Same(Id),
    /// This operation, which may differ from the original.
    Operation(Operation),
}

/// Simplifies an operation with a result of this type.
pub(crate) fn fold(operation: Operation, ty: Type, known: &dyn Known) -> Folded {
    let folder = Folder { known, ty };
    let simpler = match &operation {
        Operation::Unary(unary, one) => folder.unary(*unary, *one),
        Operation::Binary(binary, one, other) => folder.binary(*binary, *one, *other),
        Operation::Compare(comparison, one, other) => folder.compare(*comparison, *one, *other),
        Operation::Meets(one, other) => folder.meets(*one, *other),
        Operation::Select(condition, one, other) => folder.select(*condition, *one, *other),
        Operation::Input
        | Operation::Constant(..)
        | Operation::Events(_)
        | Operation::Contains(..)
        | Operation::Call(..)
        | Operation::Part(..)
        | Operation::Made(..)
        | Operation::Load(..)
        | Operation::Store(..)
        | Operation::Permuted(..)
        | Operation::Byte(..)
        | Operation::Bytes(_)
        | Operation::HalvesSwapped(_) => None,
    };
    simpler.unwrap_or(Folded::Operation(operation))
}

/// The bits that may be set in the value of an operation.
pub(crate) fn bits(operation: &Operation, ty: Type, known: &dyn Known) -> u128 {
    let all = match ty {
        Type::Bool => 1,
        _ => ty.integer_bits().map_or(u128::MAX, mask),
    };
    let of = |id: &Id| known.bits(*id);
    let shift = |by: &Id| constant(known, *by).and_then(|by| u32::try_from(by).ok());
    let bits = match operation {
        Operation::Constant(bits, _) => *bits,
        Operation::Unary(Unary::Cast, one) => match known.step(*one).ty {
            Type::Unsigned(_) | Type::Bool => of(one),
            _ => all,
        },
        Operation::Binary(Binary::And, one, other) => of(one) & of(other),
        Operation::Binary(Binary::Or | Binary::Xor, one, other) | Operation::Select(_, one, other) => {
            of(one) | of(other)
        }
        Operation::Binary(Binary::ShiftLeft, one, by) => shift(by).map_or(all, |by| of(one) << by),
        Operation::Binary(Binary::ShiftRight, one, by) if matches!(ty, Type::Unsigned(_)) => {
            shift(by).map_or(all, |by| of(one) >> by)
        }
        Operation::Input
        | Operation::Events(_)
        | Operation::Unary(..)
        | Operation::Binary(..)
        | Operation::Compare(..)
        | Operation::Meets(..)
        | Operation::Contains(..)
        | Operation::Call(..)
        | Operation::Part(..)
        | Operation::Made(..)
        | Operation::Load(..)
        | Operation::Store(..)
        | Operation::Permuted(..)
        | Operation::Byte(..)
        | Operation::Bytes(_)
        | Operation::HalvesSwapped(_) => all,
    };
    bits & all
}

/// The bits of a value, if it is a constant.
pub(crate) fn constant(known: &dyn Known, id: Id) -> Option<u128> {
    match known.step(id).operation {
        Operation::Constant(bits, _) => Some(bits),
        _ => None,
    }
}

/// The comparison of numbers that holds exactly if this one does not.
pub(crate) fn inverse(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
    }
}

/// The number for which the bits of a type stand, if an `i128` can hold it.
pub(crate) fn number(bits: u128, ty: Type) -> Option<i128> {
    match ty {
        Type::Signed(width) => {
            let spare = 128 - width;
            Some((bits << spare).cast_signed() >> spare)
        }
        _ => i128::try_from(bits).ok(),
    }
}

struct Folder<'k> {
    known: &'k dyn Known,
    ty: Type,
}

impl Folder<'_> {
    fn constant(&self, id: Id) -> Option<u128> {
        constant(self.known, id)
    }

    /// The notation of a constant that is computed from others.
    fn show(&self, ids: &[Id]) -> Show {
        let is_hex = |id: &Id| matches!(self.known.step(*id).operation, Operation::Constant(_, Show::Hex(_)));
        let bits = self.ty.integer_bits().unwrap_or(128);
        if ids.iter().any(is_hex) { Show::Hex(bits) } else { Show::Decimal }
    }

    fn made(&self, bits: u128, ids: &[Id]) -> Folded {
        let width = self.ty.integer_bits().unwrap_or(1);
        Folded::Operation(Operation::Constant(bits & mask(width), self.show(ids)))
    }

    fn truth(truth: bool) -> Folded {
        Folded::Operation(Operation::Constant(u128::from(truth), Show::Decimal))
    }

    fn unary(&self, unary: Unary, one: Id) -> Option<Folded> {
        let step = self.known.step(one);
        match unary {
            Unary::Cast if step.ty == self.ty => Some(Folded::Same(one)),
            Unary::Cast if self.ty.is_integer() && (step.ty.is_integer() || step.ty == Type::Bool) => {
                let bits = self.constant(one)?;
                let extended = match step.ty {
                    Type::Signed(_) => number(bits, step.ty)?.cast_unsigned(),
                    _ => bits,
                };
                Some(self.made(extended, &[one]))
            }
            Unary::Not if self.ty == Type::Bool => self.not(one),
            Unary::Not if self.ty.is_integer() => Some(self.made(!self.constant(one)?, &[one])),
            Unary::Negate if self.ty.is_integer() => {
                Some(self.made(self.constant(one)?.wrapping_neg(), &[one]))
            }
            Unary::Cast | Unary::Not | Unary::Negate | Unary::Magnitude | Unary::FromBits | Unary::ToBits => {
                None
            }
        }
    }

    fn not(&self, one: Id) -> Option<Folded> {
        match &self.known.step(one).operation {
            Operation::Constant(bits, _) => Some(Self::truth(*bits == 0)),
            Operation::Unary(Unary::Not, inner) => Some(Folded::Same(*inner)),
            // For floats both a comparison and its inverse may fail.
            Operation::Compare(comparison, left, right)
                if self.known.step(one).name.is_none() && !self.known.step(*left).ty.is_float() =>
            {
                Some(Folded::Operation(Operation::Compare(inverse(*comparison), *left, *right)))
            }
            _ => None,
        }
    }

    fn binary(&self, binary: Binary, one: Id, other: Id) -> Option<Folded> {
        if self.ty == Type::Events {
            return self.events(binary, one, other);
        }
        if !self.ty.is_integer() && self.ty != Type::Bool {
            return None;
        }
        let is = |id: Id, number: u128| self.constant(id) == Some(number);
        let same = |id: Id| Some(Folded::Same(id));
        match binary {
            Binary::And if is(one, 0) => same(one),
            Binary::And if is(other, 0) => same(other),
            Binary::And if self.covers(other, one) => same(one),
            Binary::And if self.covers(one, other) => same(other),
            Binary::Or if self.ty == Type::Bool && (is(one, 1) || is(other, 1)) => Some(Self::truth(true)),
            Binary::Or | Binary::Xor | Binary::Add | Binary::AddWrapping if is(one, 0) => same(other),
            Binary::Or
            | Binary::Xor
            | Binary::Add
            | Binary::AddWrapping
            | Binary::Subtract
            | Binary::SubtractWrapping
            | Binary::ShiftLeft
            | Binary::ShiftRight
                if is(other, 0) =>
            {
                same(one)
            }
            Binary::Multiply if is(one, 1) => same(other),
            Binary::Multiply if is(other, 1) => same(one),
            _ => {
                let bits = self.computed(binary, self.constant(one)?, self.constant(other)?)?;
                Some(self.made(bits, &[one, other]))
            }
        }
    }

    /// Whether a mask keeps all bits that may be set in a value.
    fn covers(&self, mask: Id, value: Id) -> bool {
        self.constant(mask).is_some_and(|mask| self.known.bits(value) & !mask == 0)
    }

    fn computed(&self, binary: Binary, left: u128, right: u128) -> Option<u128> {
        let by = || u32::try_from(right).ok().filter(|by| *by < 128);
        Some(match binary {
            Binary::And => left & right,
            Binary::Or => left | right,
            Binary::Xor => left ^ right,
            Binary::Add | Binary::AddWrapping => left.wrapping_add(right),
            Binary::Subtract | Binary::SubtractWrapping => left.wrapping_sub(right),
            Binary::Multiply => left.wrapping_mul(right),
            Binary::ShiftLeft => left << by()?,
            Binary::ShiftRight if matches!(self.ty, Type::Unsigned(_)) => left >> by()?,
            Binary::Difference
            | Binary::Minimum
            | Binary::Maximum
            | Binary::Remainder
            | Binary::ShiftRight => return None,
        })
    }

    /// The events of a constant set.
    fn set(&self, id: Id) -> Option<Events> {
        match self.known.step(id).operation {
            Operation::Events(events) => Some(events),
            _ => None,
        }
    }

    fn events(&self, binary: Binary, one: Id, other: Id) -> Option<Folded> {
        match (binary, self.set(one), self.set(other)) {
            (Binary::Or, Some(Events::NONE), _) => Some(Folded::Same(other)),
            (Binary::Or, _, Some(Events::NONE)) => Some(Folded::Same(one)),
            (Binary::Or, Some(left), Some(right)) => Some(Folded::Operation(Operation::Events(left | right))),
            _ => None,
        }
    }

    fn compare(&self, comparison: Comparison, one: Id, other: Id) -> Option<Folded> {
        let ty = self.known.step(one).ty;
        if !ty.is_integer() {
            return None;
        }
        let ordering = match (self.constant(one), self.constant(other), ty) {
            (Some(left), Some(right), Type::Signed(_)) => number(left, ty)?.cmp(&number(right, ty)?),
            (Some(left), Some(right), _) => left.cmp(&right),
            (None, Some(right), Type::Unsigned(_)) => return self.reach(comparison, one, right),
            _ => return None,
        };
        Some(Self::truth(comparison.holds_for(ordering)))
    }

    /// The result of a comparison with a number, if the bits that may be set decide it.
    fn reach(&self, comparison: Comparison, one: Id, limit: u128) -> Option<Folded> {
        let most = self.known.bits(one);
        match comparison {
            Comparison::Greater if most <= limit => Some(Self::truth(false)),
            Comparison::LessOrEqual if most <= limit => Some(Self::truth(true)),
            Comparison::GreaterOrEqual | Comparison::Equal if most < limit => Some(Self::truth(false)),
            Comparison::Less | Comparison::NotEqual if most < limit => Some(Self::truth(true)),
            Comparison::Less if limit == 0 => Some(Self::truth(false)),
            Comparison::GreaterOrEqual if limit == 0 => Some(Self::truth(true)),
            _ => None,
        }
    }

    fn meets(&self, one: Id, other: Id) -> Option<Folded> {
        match (self.set(one), self.set(other)) {
            (Some(left), Some(right)) => Some(Self::truth(left.meets(right))),
            (Some(Events::NONE), _) | (_, Some(Events::NONE)) => Some(Self::truth(false)),
            _ => None,
        }
    }

    fn select(&self, condition: Id, one: Id, other: Id) -> Option<Folded> {
        let same = |id: Id| Some(Folded::Same(id));
        let equal = || {
            let (left, right) = (&self.known.step(one).operation, &self.known.step(other).operation);
            match (left, right) {
                (Operation::Constant(left, _), Operation::Constant(right, _)) => left == right,
                (Operation::Events(left), Operation::Events(right)) => left == right,
                _ => false,
            }
        };
        match self.constant(condition) {
            Some(0) => same(other),
            Some(_) => same(one),
            None if one == other || equal() => same(other),
            None => None,
        }
    }
}
