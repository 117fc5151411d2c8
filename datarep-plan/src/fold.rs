//! Folding: simplifies an operation if some of its values are known.
//!
//! A shift by zero is its operand, and so is a mask that clears no bit that may be set. So a planner describes a
//! conversion for every format, and operations without effect for a format disappear.

use datarep_dsl::model::{Comparison, Events};

use crate::body::{Binary, Id, Notation, Operation, Step, Unary};
use crate::types::{Type, mask};

/// The known facts about earlier steps.
pub(crate) trait KnownSteps {
    /// The step that makes a value.
    fn find_step(&self, id: Id) -> &Step;
    /// The bits of a word that may be set.
    fn possible_bits(&self, id: Id) -> u128;
}

/// The result of folding an operation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FoldResult {
    /// An existing value.
    Same(Id),
    /// This operation, which may differ from the original.
    Operation(Operation),
}

/// Simplifies an operation with a result of this type.
pub(crate) fn fold_operation(operation: Operation, ty: Type, known: &dyn KnownSteps) -> FoldResult {
    let folder = Folder { known, ty };
    let simpler = match &operation {
        Operation::Unary(unary, one) => folder.fold_unary(*unary, *one),
        Operation::Binary(binary, one, other) => folder.fold_binary(*binary, *one, *other),
        Operation::Compare(comparison, one, other) => folder.fold_comparison(*comparison, *one, *other),
        Operation::Meets(one, other) => folder.fold_meeting(*one, *other),
        Operation::Select(condition, one, other) => folder.fold_selection(*condition, *one, *other),
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
    simpler.unwrap_or(FoldResult::Operation(operation))
}

/// The bits that may be set in the value of an operation.
pub(crate) fn find_possible_bits(operation: &Operation, ty: Type, known: &dyn KnownSteps) -> u128 {
    let all = match ty {
        Type::Bool => 1,
        _ => ty.integer_bits().map_or(u128::MAX, mask),
    };
    let of = |id: &Id| known.possible_bits(*id);
    let shift = |by: &Id| constant_bits(known, *by).and_then(|by| u32::try_from(by).ok());
    let bits = match operation {
        Operation::Constant(bits, _) => *bits,
        // A signed value may be extended by ones, so that nothing is known of its bits.
        Operation::Unary(Unary::Cast, one) => match known.find_step(*one).ty {
            Type::Unsigned(_) | Type::Bool => of(one),
            _ => all,
        },
        Operation::Binary(Binary::And, one, other) => of(one) & of(other),
        // A selection may be either value.
        Operation::Binary(Binary::Or | Binary::Xor, one, other) | Operation::Select(_, one, other) => {
            of(one) | of(other)
        }
        Operation::Binary(Binary::ShiftLeft, one, by) => shift(by).map_or(all, |by| of(one) << by),
        // A signed shift fills with the sign.
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
pub(crate) fn constant_bits(known: &dyn KnownSteps, id: Id) -> Option<u128> {
    match known.find_step(id).operation {
        Operation::Constant(bits, _) => Some(bits),
        _ => None,
    }
}

/// The comparison of numbers that holds exactly if this one does not.
pub(crate) fn invert_comparison(comparison: Comparison) -> Comparison {
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
pub(crate) fn number_from_bits(bits: u128, ty: Type) -> Option<i128> {
    match ty {
        Type::Signed(width) => {
            // Shifted to the top and down again, the sign fills what is above the number.
            let spare = 128 - width;
            Some((bits << spare).cast_signed() >> spare)
        }
        _ => i128::try_from(bits).ok(),
    }
}

struct Folder<'k> {
    known: &'k dyn KnownSteps,
    ty: Type,
}

impl Folder<'_> {
    fn constant_bits(&self, id: Id) -> Option<u128> {
        constant_bits(self.known, id)
    }

    /// The notation of a constant that is computed from others.
    fn choose_notation(&self, ids: &[Id]) -> Notation {
        let is_hex =
            |id: &Id| matches!(self.known.find_step(*id).operation, Operation::Constant(_, Notation::Hex(_)));
        let bits = self.ty.integer_bits().unwrap_or(128);
        if ids.iter().any(is_hex) { Notation::Hex(bits) } else { Notation::Decimal }
    }

    fn fold_to_constant(&self, bits: u128, ids: &[Id]) -> FoldResult {
        // A truth value has one bit.
        let width = self.ty.integer_bits().unwrap_or(1);
        FoldResult::Operation(Operation::Constant(bits & mask(width), self.choose_notation(ids)))
    }

    fn fold_to_truth(truth: bool) -> FoldResult {
        FoldResult::Operation(Operation::Constant(u128::from(truth), Notation::Decimal))
    }

    fn fold_unary(&self, unary: Unary, one: Id) -> Option<FoldResult> {
        let step = self.known.find_step(one);
        match unary {
            Unary::Cast if step.ty == self.ty => Some(FoldResult::Same(one)),
            Unary::Cast if self.ty.is_integer() && (step.ty.is_integer() || step.ty == Type::Bool) => {
                let bits = self.constant_bits(one)?;
                // A signed constant keeps its number in a wider type.
                let extended = match step.ty {
                    Type::Signed(_) => number_from_bits(bits, step.ty)?.cast_unsigned(),
                    _ => bits,
                };
                Some(self.fold_to_constant(extended, &[one]))
            }
            Unary::Not if self.ty == Type::Bool => self.fold_not(one),
            Unary::Not if self.ty.is_integer() => {
                Some(self.fold_to_constant(!self.constant_bits(one)?, &[one]))
            }
            Unary::Negate if self.ty.is_integer() => {
                Some(self.fold_to_constant(self.constant_bits(one)?.wrapping_neg(), &[one]))
            }
            Unary::Cast | Unary::Not | Unary::Negate | Unary::Magnitude | Unary::FromBits | Unary::ToBits => {
                None
            }
        }
    }

    fn fold_not(&self, one: Id) -> Option<FoldResult> {
        match &self.known.find_step(one).operation {
            Operation::Constant(bits, _) => Some(Self::fold_to_truth(*bits == 0)),
            Operation::Unary(Unary::Not, inner) => Some(FoldResult::Same(*inner)),
            // For floats both a comparison and its inverse may fail.
            Operation::Compare(comparison, left, right)
                if self.known.find_step(one).name.is_none() && !self.known.find_step(*left).ty.is_float() =>
            {
                Some(FoldResult::Operation(Operation::Compare(invert_comparison(*comparison), *left, *right)))
            }
            _ => None,
        }
    }

    fn fold_binary(&self, binary: Binary, one: Id, other: Id) -> Option<FoldResult> {
        if self.ty == Type::Events {
            return self.fold_events(binary, one, other);
        }
        // Sums of floats round, and zero has two signs, so nothing is folded for them.
        if !self.ty.is_integer() && self.ty != Type::Bool {
            return None;
        }
        let is = |id: Id, number: u128| self.constant_bits(id) == Some(number);
        let same = |id: Id| Some(FoldResult::Same(id));
        match binary {
            // A mask of zeros before masks that cover: both would be right, and this one needs no step.
            Binary::And if is(one, 0) => same(one),
            Binary::And if is(other, 0) => same(other),
            Binary::And if self.covers_bits(other, one) => same(one),
            Binary::And if self.covers_bits(one, other) => same(other),
            // Truth values only: for integers, a one says nothing about other bits.
            Binary::Or if self.ty == Type::Bool && (is(one, 1) || is(other, 1)) => {
                Some(Self::fold_to_truth(true))
            }
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
                let bits =
                    self.compute_constant(binary, self.constant_bits(one)?, self.constant_bits(other)?)?;
                Some(self.fold_to_constant(bits, &[one, other]))
            }
        }
    }

    /// Whether a mask keeps all bits that may be set in a value.
    fn covers_bits(&self, mask: Id, value: Id) -> bool {
        self.constant_bits(mask).is_some_and(|mask| self.known.possible_bits(value) & !mask == 0)
    }

    fn compute_constant(&self, binary: Binary, left: u128, right: u128) -> Option<u128> {
        // A shift by 128 or more has no result here. No planner makes one.
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
    fn constant_events(&self, id: Id) -> Option<Events> {
        match self.known.find_step(id).operation {
            Operation::Events(events) => Some(events),
            _ => None,
        }
    }

    fn fold_events(&self, binary: Binary, one: Id, other: Id) -> Option<FoldResult> {
        match (binary, self.constant_events(one), self.constant_events(other)) {
            (Binary::Or, Some(Events::NONE), _) => Some(FoldResult::Same(other)),
            (Binary::Or, _, Some(Events::NONE)) => Some(FoldResult::Same(one)),
            (Binary::Or, Some(left), Some(right)) => {
                Some(FoldResult::Operation(Operation::Events(left | right)))
            }
            _ => None,
        }
    }

    fn fold_comparison(&self, comparison: Comparison, one: Id, other: Id) -> Option<FoldResult> {
        let ty = self.known.find_step(one).ty;
        if !ty.is_integer() {
            return None;
        }
        let ordering = match (self.constant_bits(one), self.constant_bits(other), ty) {
            // As bits, a negative number would be above all positive ones.
            (Some(left), Some(right), Type::Signed(_)) => {
                number_from_bits(left, ty)?.cmp(&number_from_bits(right, ty)?)
            }
            (Some(left), Some(right), _) => left.cmp(&right),
            // The bits that may be set bound unsigned numbers alone.
            (None, Some(right), Type::Unsigned(_)) => {
                return self.decide_by_possible_bits(comparison, one, right);
            }
            _ => return None,
        };
        Some(Self::fold_to_truth(comparison.holds_for(ordering)))
    }

    /// The result of a comparison with a number, if the bits that may be set decide it.
    fn decide_by_possible_bits(&self, comparison: Comparison, one: Id, limit: u128) -> Option<FoldResult> {
        let most = self.known.possible_bits(one);
        match comparison {
            Comparison::Greater if most <= limit => Some(Self::fold_to_truth(false)),
            Comparison::LessOrEqual if most <= limit => Some(Self::fold_to_truth(true)),
            // No number with these bits reaches the limit.
            Comparison::GreaterOrEqual | Comparison::Equal if most < limit => {
                Some(Self::fold_to_truth(false))
            }
            Comparison::Less | Comparison::NotEqual if most < limit => Some(Self::fold_to_truth(true)),
            // No unsigned number is below zero.
            Comparison::Less if limit == 0 => Some(Self::fold_to_truth(false)),
            Comparison::GreaterOrEqual if limit == 0 => Some(Self::fold_to_truth(true)),
            _ => None,
        }
    }

    fn fold_meeting(&self, one: Id, other: Id) -> Option<FoldResult> {
        match (self.constant_events(one), self.constant_events(other)) {
            (Some(left), Some(right)) => Some(Self::fold_to_truth(left.intersects(right))),
            // Nothing meets the empty set.
            (Some(Events::NONE), _) | (_, Some(Events::NONE)) => Some(Self::fold_to_truth(false)),
            _ => None,
        }
    }

    fn fold_selection(&self, condition: Id, one: Id, other: Id) -> Option<FoldResult> {
        let same = |id: Id| Some(FoldResult::Same(id));
        let equal = || {
            let (left, right) =
                (&self.known.find_step(one).operation, &self.known.find_step(other).operation);
            match (left, right) {
                (Operation::Constant(left, _), Operation::Constant(right, _)) => left == right,
                (Operation::Events(left), Operation::Events(right)) => left == right,
                _ => false,
            }
        };
        match self.constant_bits(condition) {
            Some(0) => same(other),
            Some(_) => same(one),
            // Equal constants may stand at two places, as each type and notation has its own.
            None if one == other || equal() => same(other),
            None => None,
        }
    }
}
