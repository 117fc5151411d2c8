//! Compiles the steps of a body to loops.

use datarep_plan::body::{Binary, Body, Id, Operation, Outcome, Significant};
use datarep_plan::types::{ResultPart, Type};

use super::chain::{ChainUser, FieldMove};
use super::compiler::{BodyResults, Extension, StepCompiler};
use super::primitive;
use super::value::{
    ByteSource, Lane, LaneValue, WordSlot, events_to_bits, known_word, truth_mask, width_of_type,
};
use crate::columns::{ColumnWord, Width, of_width};

impl StepCompiler {
    /// Compiles the steps of a body, and returns its results.
    pub(super) fn compile_body(&mut self, body: &Body, input: LaneValue) -> BodyResults {
        let mut input = Some(input);
        let mut values: Vec<LaneValue> = Vec::with_capacity(body.steps.len());
        for step in &body.steps {
            let value = match &step.operation {
                // The first step takes the input without a copy. A body that names its input again finds it at index 0.
                Operation::Input => input.take().unwrap_or_else(|| values[0].clone()),
                operation => self.compile_operation(body, operation, step.ty, &values),
            };
            values.push(value);
        }
        let of = |Id(index): Id| values[index].clone();
        let slot = |id: Id| of(id).expect_word().slot;
        let never = WordSlot::Known(0);
        let without_events = |item| BodyResults {
            item,
            kinds: never,
            odd: never,
            inexact: never,
            tiny: never,
            overflow: never,
        };
        match body.outcome {
            Outcome::Moved(item) => without_events(of(item)),
            Outcome::Exact { item, kinds } => BodyResults { kinds: slot(kinds), ..without_events(of(item)) },
            Outcome::Ordinary { item, odd, inexact, beyond } => {
                let (tiny, overflow) =
                    beyond.map_or((never, never), |(tiny, overflow)| (slot(tiny), slot(overflow)));
                BodyResults {
                    odd: slot(odd),
                    inexact: slot(inexact),
                    tiny,
                    overflow,
                    ..without_events(of(item))
                }
            }
        }
    }

    fn compile_operation(
        &mut self,
        body: &Body,
        operation: &Operation,
        ty: Type,
        values: &[LaneValue],
    ) -> LaneValue {
        let of = |Id(index): &Id| &values[*index];
        let lane = |id: &Id| of(id).expect_word();
        let type_of = |id: &Id| body.step(*id).ty;
        let word = |lane: Lane| LaneValue::Word(lane);
        match operation {
            Operation::Input => unreachable!("taken before"),
            Operation::Constant(bits, _) if ty == Type::Bool => {
                // A known truth value has any width: whoever reads it widens it for free.
                word(known_word(truth_mask(*bits != 0), Width::W8))
            }
            Operation::Constant(bits, _) => word(known_word(*bits, width_of_type(ty))),
            Operation::Events(events) => word(known_word(events_to_bits(*events).into(), Width::W32)),
            Operation::Unary(unary, operand) => {
                word(self.compile_unary(*unary, lane(operand), type_of(operand), ty))
            }
            Operation::Binary(binary, left, right) => {
                let (left, right, ty) = (lane(left), lane(right), type_of(left));
                // A chain replaces the loop of this operation by one from the chain's beginning. The loops between are
                // left out if nothing else reads them.
                word(match self.extend_chain(*binary, left, right, ty) {
                    Some(chained) => chained,
                    None => self.compile_binary(*binary, left, right, ty),
                })
            }
            Operation::Compare(comparison, left, right) => {
                word(self.compile_comparison(*comparison, lane(left), lane(right), type_of(left)))
            }
            Operation::Meets(left, right) => {
                let common = self.apply_to_two::<u32, u32>(lane(left), lane(right), u32::and);
                word(self.apply_to_two::<u32, u32>(common, known_word(0, Width::W32), |common, _| {
                    u32::mask_from(common != 0)
                }))
            }
            Operation::Select(condition, if_true, if_false) => {
                self.compile_selection(lane(condition), of(if_true), of(if_false))
            }
            Operation::Contains(set, byte) => {
                let set = *set;
                // A byte may be in a wider word.
                let byte = self.resize_lane(lane(byte), Width::W8, Extension::Zeros);
                word(self.apply_to_two::<u8, u8>(byte, known_word(0, Width::W8), move |byte, _| {
                    // The set has a bit for each byte: bits 6 and 7 choose a word of 64 bits, and the others the bit in
                    // it.
                    u8::mask_from(set[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0)
                }))
            }
            Operation::Call(primitive, arguments) => {
                let arguments: Vec<&LaneValue> = arguments.iter().map(of).collect();
                primitive::compile_call(self, *primitive, &arguments)
            }
            // Records exist at compile time only. A part is a column that is there already.
            Operation::Part(record, part) => match of(record) {
                LaneValue::Record(parts) => {
                    let part_value = parts.iter().find(|(name, _)| name == part);
                    part_value
                        .map_or_else(|| unreachable!("a plan's types are right"), |(_, value)| value.clone())
                }
                LaneValue::Word(_) | LaneValue::Bytes(_) => unreachable!("a plan's types are right"),
            },
            Operation::Made(value, events) => LaneValue::Record(vec![
                (ResultPart::Word, of(value).clone()),
                (ResultPart::Kinds, of(events).clone()),
            ]),
            _ => self.compile_bytes_operation(operation, ty, values),
        }
    }

    /// Compiles an operation that reads or returns bytes.
    fn compile_bytes_operation(
        &mut self,
        operation: &Operation,
        ty: Type,
        values: &[LaneValue],
    ) -> LaneValue {
        let of = |Id(index): &Id| &values[*index];
        let lane = |id: &Id| of(id).expect_word();
        let word = |lane: Lane| LaneValue::Word(lane);
        match operation {
            Operation::Load(significant, bytes) => {
                let bytes = of(bytes).expect_bytes().to_vec();
                word(self.load_word(*significant, &bytes, width_of_type(ty)))
            }
            Operation::Store(significant, stored) => {
                let stored = lane(stored);
                let count = stored.width.bytes();
                // A byte of a word is only named here. It becomes a column when a step needs it by itself, and often
                // none does.
                let sources = (0..count).map(|byte| ByteSource::Of(stored, byte));
                LaneValue::Bytes(match significant {
                    Significant::First => sources.rev().collect(),
                    Significant::Last => sources.collect(),
                })
            }
            Operation::Permuted(bytes, order) => {
                let bytes = of(bytes).expect_bytes();
                // The plan fills words whose width is no power of two with zeros.
                let zero = ByteSource::Of(known_word(0, Width::W8), 0);
                LaneValue::Bytes(order.iter().map(|byte| byte.map_or(zero, |byte| bytes[byte])).collect())
            }
            Operation::Byte(bytes, index) => {
                let byte = of(bytes).expect_bytes()[*index];
                word(self.load_byte(byte))
            }
            Operation::Bytes(ids) => {
                LaneValue::Bytes(ids.iter().map(|byte| ByteSource::Of(lane(byte), 0)).collect())
            }
            Operation::HalvesSwapped(bytes) => {
                let bytes = of(bytes).expect_bytes().to_vec();
                LaneValue::Bytes(bytes.into_iter().map(|byte| self.swap_byte_halves(byte)).collect())
            }
            _ => unreachable!("an operation of words"),
        }
    }

    /// Compiles an operation on an integer and a known word as one loop over the word that the chain of the integer
    /// begins with. `None` if the operation cannot extend that chain.
    fn extend_chain(&mut self, binary: Binary, left: Lane, right: Lane, ty: Type) -> Option<Lane> {
        let commutes = matches!(binary, Binary::And | Binary::Add | Binary::AddWrapping | Binary::Multiply);
        let (left, right) =
            if commutes && matches!(left.slot, WordSlot::Known(_)) { (right, left) } else { (left, right) };
        let (WordSlot::Column(from), WordSlot::Known(operand)) = (left.slot, right.slot) else { return None };
        let signed = matches!(ty, Type::Signed(_));
        // Bits of floats and masks must not be added or shifted as numbers.
        if !ty.is_integer() {
            return None;
        }
        let before =
            self.chains.get(&(from.index, from.width)).copied().unwrap_or(FieldMove::from_lane(left));
        let operand = if matches!(binary, Binary::ShiftLeft | Binary::ShiftRight) {
            operand
        } else {
            // A negative number is extended from the width of the word.
            of_width!(left.width, T => T::from_low_bits(operand).extend_sign())
        };
        let chain = before.append_operation(binary, operand, signed)?;
        let chained_lane = of_width!(left.width, T => chain.call_with_function::<T, Lane>(ChainCompiler { compiler: self, base: chain.base }));
        if let WordSlot::Column(chained_lane) = chained_lane.slot
            // A chain without operations is the word itself, which begins chains anyway.
            && chain.count_operations() > 0
        {
            self.chains.insert((chained_lane.index, chained_lane.width), chain);
        }
        Some(chained_lane)
    }
}

/// Makes a column by the function of a chain.
struct ChainCompiler<'c> {
    compiler: &'c mut StepCompiler,
    base: Lane,
}

impl<T: ColumnWord> ChainUser<T, Lane> for ChainCompiler<'_> {
    fn take_function(self, f: impl Fn(T) -> T + Copy + Send + Sync + 'static) -> Lane {
        self.compiler.apply_to_one::<T, T>(self.base, f)
    }
}
