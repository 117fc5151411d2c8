//! Mutants: bodies with one fault planted, to show that a proof can fail.
//!
//! A mutant is killed by a word for which it has another result than the specification. Such a word is looked for among
//! some words of each stretch, by the processor's arithmetic, and then by the solver. If the solver shows for every
//! stretch that there is none, the fault has no effect, and the mutant is equal.

use datarep_dsl::model::{Comparison, DigitSet, Events, Plus, Rounding};
use datarep_plan::body::{Binary, Body, Notation, Operation};
use datarep_plan::primitive::{DecimalTarget, DigitArrangement, DigitForm, PackedSign, Primitive, ZonedSign};
use datarep_plan::types::Type;

/// All bodies with one fault.
pub(super) fn list(body: &Body) -> Vec<Body> {
    let mut all = Vec::new();
    for (index, step) in body.steps.iter().enumerate() {
        // Sets of events have no operation but their union. One that is lost is a fault.
        let changed = match (&step.operation, step.ty) {
            (Operation::Binary(..), Type::Events) => vec![Operation::Events(Events::NONE)],
            (operation, _) => list_changes(operation),
        };
        for operation in changed {
            let mut mutant = body.clone();
            mutant.steps[index].operation = operation;
            all.push(mutant);
        }
    }
    all
}

/// The operation with a fault, in each way that there is.
fn list_changes(operation: &Operation) -> Vec<Operation> {
    match operation {
        Operation::Constant(bits, _) => {
            // The notation of the plan may have no digits for another number.
            let mut all = [bits ^ 1, bits.wrapping_add(1)]
                .map(|bits| Operation::Constant(bits, Notation::Decimal))
                .to_vec();
            all.dedup();
            all
        }
        Operation::Binary(binary, one, other) => {
            let changed = match binary {
                Binary::And | Binary::Xor => Binary::Or,
                Binary::Or => Binary::And,
                Binary::Add => Binary::Subtract,
                Binary::Subtract => Binary::Add,
                Binary::AddWrapping => Binary::SubtractWrapping,
                Binary::SubtractWrapping => Binary::AddWrapping,
                Binary::Minimum => Binary::Maximum,
                Binary::Maximum => Binary::Minimum,
                Binary::ShiftLeft => Binary::ShiftRight,
                Binary::ShiftRight => Binary::ShiftLeft,
                Binary::Multiply | Binary::Difference | Binary::Remainder => return Vec::new(),
            };
            vec![Operation::Binary(changed, *one, *other)]
        }
        Operation::Compare(comparison, one, other) => {
            let changed = match comparison {
                Comparison::Equal => Comparison::NotEqual,
                Comparison::NotEqual => Comparison::Equal,
                // The border, or the opposite: floats are not compared with `<=` here.
                Comparison::Less | Comparison::GreaterOrEqual => Comparison::Greater,
                Comparison::Greater | Comparison::LessOrEqual => Comparison::Less,
            };
            vec![Operation::Compare(changed, *one, *other)]
        }
        Operation::Select(condition, one, other) => vec![Operation::Select(*condition, *other, *one)],
        Operation::Call(primitive, arguments) => list_primitive_changes(*primitive)
            .into_iter()
            .map(|one| Operation::Call(one, arguments.clone()))
            .collect(),
        Operation::Input
        | Operation::Events(_)
        | Operation::Unary(..)
        | Operation::Meets(..)
        | Operation::Contains(..)
        | Operation::Part(..)
        | Operation::Made(..)
        | Operation::Load(..)
        | Operation::Store(..)
        | Operation::Permuted(..)
        | Operation::Byte(..)
        | Operation::Bytes(_)
        | Operation::HalvesSwapped(_) => Vec::new(),
    }
}

fn list_primitive_changes(primitive: Primitive) -> Vec<Primitive> {
    let other = |rounding: Rounding| {
        if rounding == Rounding::NearestEven { Rounding::NearestAway } else { Rounding::NearestEven }
    };
    match primitive {
        Primitive::Round { width, targets, rounding } => {
            let mut more = targets;
            more.0.steps -= 1;
            let mut less = targets;
            less.0.smallest += 1;
            vec![
                Primitive::Round { width, targets, rounding: other(rounding) },
                Primitive::Round { width, targets: more, rounding },
                Primitive::Round { width, targets: less, rounding },
            ]
        }
        Primitive::Make { native, width, rounding, beyond, flush } => vec![
            Primitive::Make { native, width, rounding: other(rounding), beyond, flush },
            Primitive::Make { native, width, rounding, beyond, flush: !flush },
        ],
        Primitive::FromDeclets(count) => vec![Primitive::FromDeclets(count - 1)],
        Primitive::ToDeclets(count) => vec![Primitive::ToDeclets(count - 1)],
        Primitive::ToHalves(count) => vec![Primitive::ToHalves(count - 1)],
        Primitive::ToCentesimals(count) => vec![Primitive::ToCentesimals(count - 1)],
        Primitive::TwoToTen { target, rounding } => {
            let shorter = DecimalTarget { digits: target.digits - 1, ..target };
            let aligned = DecimalTarget { normalized: !target.normalized, ..target };
            vec![
                Primitive::TwoToTen { target, rounding: other(rounding) },
                Primitive::TwoToTen { target: shorter, rounding },
                Primitive::TwoToTen { target: aligned, rounding },
            ]
        }
        Primitive::ReadDigits(form) => {
            list_digit_changes(form).into_iter().map(Primitive::ReadDigits).collect()
        }
        Primitive::WriteDigits(form) => {
            list_digit_changes(form).into_iter().map(Primitive::WriteDigits).collect()
        }
        _ => Vec::new(),
    }
}

/// Another arrangement of digits of the same bytes: another character set, another plus, one digit less.
fn list_digit_changes(form: DigitArrangement) -> Vec<DigitArrangement> {
    let other = |plus: Plus| if plus == Plus::Preferred { Plus::Plain } else { Plus::Preferred };
    let with = |changed: DigitForm| DigitArrangement { form: changed, ..form };
    match form.form {
        DigitForm::Packed(PackedSign::Last(plus)) => vec![
            with(DigitForm::Packed(PackedSign::Last(other(plus)))),
            DigitArrangement { count: form.count - 1, ..form },
        ],
        DigitForm::Packed(_) => vec![DigitArrangement { count: form.count - 1, ..form }],
        DigitForm::Zoned(set, sign, point) => {
            let other_set = if set == DigitSet::Ebcdic { DigitSet::Ascii } else { DigitSet::Ebcdic };
            let other_sign = match sign {
                ZonedSign::First(plus) => ZonedSign::First(other(plus)),
                ZonedSign::Last(plus) => ZonedSign::Last(other(plus)),
                ZonedSign::Before => ZonedSign::Behind,
                ZonedSign::Behind => ZonedSign::Before,
            };
            vec![
                with(DigitForm::Zoned(other_set, sign, point)),
                with(DigitForm::Zoned(set, other_sign, point)),
            ]
        }
        // Nothing is proved of them.
        DigitForm::Printed(_) => Vec::new(),
    }
}
