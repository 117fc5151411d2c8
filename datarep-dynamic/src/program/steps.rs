//! Compiles the steps of a body to loops.

use datarep_plan::body::{Binary, Body, Id, Operation, Outcome, Significant};
use datarep_plan::types::{Part, Type};

use super::chain::{Chain, ChainUser};
use super::compiler::{Compiler, Made};
use super::primitive;
use super::value::{Byte, Lane, Slot, Value, kinds, known, truth, width_of};
use crate::columns::{Width, Word, of_width};

impl Compiler {
    /// Compiles the steps of a body, and returns its results.
    pub(super) fn body(&mut self, body: &Body, input: Value) -> Made {
        let mut input = Some(input);
        let mut values: Vec<Value> = Vec::with_capacity(body.steps.len());
        for step in &body.steps {
            let value = match &step.operation {
                Operation::Input => input.take().unwrap_or_else(|| values[0].clone()),
                operation => self.operation(body, operation, step.ty, &values),
            };
            values.push(value);
        }
        let of = |Id(index): Id| values[index].clone();
        let slot = |id: Id| of(id).lane().slot;
        let never = Slot::Known(0);
        let none =
            |item| Made { item, kinds: never, odd: never, inexact: never, tiny: never, overflow: never };
        match body.outcome {
            Outcome::Moved(item) => none(of(item)),
            Outcome::Exact { item, kinds } => Made { kinds: slot(kinds), ..none(of(item)) },
            Outcome::Ordinary { item, odd, inexact, beyond } => {
                let (tiny, overflow) =
                    beyond.map_or((never, never), |(tiny, overflow)| (slot(tiny), slot(overflow)));
                Made { odd: slot(odd), inexact: slot(inexact), tiny, overflow, ..none(of(item)) }
            }
        }
    }

    fn operation(&mut self, body: &Body, operation: &Operation, ty: Type, values: &[Value]) -> Value {
        let of = |Id(index): &Id| &values[*index];
        let lane = |id: &Id| of(id).lane();
        let type_of = |id: &Id| body.step(*id).ty;
        let word = |lane: Lane| Value::Word(lane);
        match operation {
            Operation::Input => unreachable!("taken before"),
            Operation::Constant(bits, _) if ty == Type::Bool => word(known(truth(*bits != 0), Width::W8)),
            Operation::Constant(bits, _) => word(known(*bits, width_of(ty))),
            Operation::Events(events) => word(known(kinds(*events).into(), Width::W32)),
            Operation::Unary(unary, one) => word(self.unary(*unary, lane(one), type_of(one), ty)),
            Operation::Binary(binary, one, other) => {
                let (one, other, ty) = (lane(one), lane(other), type_of(one));
                word(match self.chained(*binary, one, other, ty) {
                    Some(chained) => chained,
                    None => self.binary(*binary, one, other, ty),
                })
            }
            Operation::Compare(comparison, one, other) => {
                word(self.compare(*comparison, lane(one), lane(other), type_of(one)))
            }
            Operation::Meets(one, other) => {
                let both = self.apply::<u32, u32>(lane(one), lane(other), u32::and);
                word(self.apply::<u32, u32>(both, known(0, Width::W32), |both, _| u32::mask(both != 0)))
            }
            Operation::Select(condition, one, other) => self.select(lane(condition), of(one), of(other)),
            Operation::Contains(set, byte) => {
                let set = *set;
                // A byte may be in a wider word.
                let byte = self.resized(lane(byte), Width::W8, false);
                word(self.apply::<u8, u8>(byte, known(0, Width::W8), move |byte, _| {
                    u8::mask(set[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0)
                }))
            }
            Operation::Call(primitive, arguments) => {
                let arguments: Vec<&Value> = arguments.iter().map(of).collect();
                primitive::call(self, *primitive, &arguments)
            }
            Operation::Part(record, part) => match of(record) {
                Value::Record(parts) => {
                    let found = parts.iter().find(|(name, _)| name == part);
                    found.map_or_else(|| unreachable!("a plan's types are right"), |(_, value)| value.clone())
                }
                Value::Word(_) | Value::Bytes(_) => unreachable!("a plan's types are right"),
            },
            Operation::Made(one, events) => {
                Value::Record(vec![(Part::Word, of(one).clone()), (Part::Kinds, of(events).clone())])
            }
            _ => self.bytes_operation(operation, ty, values),
        }
    }

    /// Compiles an operation that reads or returns bytes.
    fn bytes_operation(&mut self, operation: &Operation, ty: Type, values: &[Value]) -> Value {
        let of = |Id(index): &Id| &values[*index];
        let lane = |id: &Id| of(id).lane();
        let word = |lane: Lane| Value::Word(lane);
        match operation {
            Operation::Load(significant, bytes) => {
                let bytes = of(bytes).bytes().to_vec();
                word(self.load(*significant, &bytes, width_of(ty)))
            }
            Operation::Store(significant, stored) => {
                let stored = lane(stored);
                let count = stored.width.bytes();
                let all = (0..count).map(|byte| Byte::Of(stored, byte));
                Value::Bytes(match significant {
                    Significant::First => all.rev().collect(),
                    Significant::Last => all.collect(),
                })
            }
            Operation::Permuted(bytes, order) => {
                let bytes = of(bytes).bytes();
                let zero = Byte::Of(known(0, Width::W8), 0);
                Value::Bytes(order.iter().map(|byte| byte.map_or(zero, |byte| bytes[byte])).collect())
            }
            Operation::Byte(bytes, index) => {
                let byte = of(bytes).bytes()[*index];
                word(self.byte(byte))
            }
            Operation::Bytes(all) => Value::Bytes(all.iter().map(|byte| Byte::Of(lane(byte), 0)).collect()),
            Operation::HalvesSwapped(bytes) => {
                let bytes = of(bytes).bytes().to_vec();
                Value::Bytes(bytes.into_iter().map(|byte| self.halves_swapped(byte)).collect())
            }
            _ => unreachable!("an operation of words"),
        }
    }

    /// Compiles an operation on an integer and a known word as one loop over the word that the chain of the integer
    /// begins with. `None` if the operation cannot extend that chain.
    fn chained(&mut self, binary: Binary, one: Lane, other: Lane, ty: Type) -> Option<Lane> {
        let commutes = matches!(binary, Binary::And | Binary::Add | Binary::AddWrapping | Binary::Multiply);
        let (one, other) =
            if commutes && matches!(one.slot, Slot::Known(_)) { (other, one) } else { (one, other) };
        let (Slot::Column(from), Slot::Known(known)) = (one.slot, other.slot) else { return None };
        let signed = matches!(ty, Type::Signed(_));
        if !ty.is_integer() {
            return None;
        }
        let before = self.chains.get(&(from.index, from.width)).copied().unwrap_or(Chain::of(one));
        let known = if matches!(binary, Binary::ShiftLeft | Binary::ShiftRight) {
            known
        } else {
            // A negative number is extended from the width of the word.
            of_width!(one.width, T => T::low(known).extended())
        };
        let chain = before.then(binary, known, signed)?;
        let made =
            of_width!(one.width, T => chain.run::<T, Lane>(Convert { compiler: self, base: chain.base }));
        if let Slot::Column(made) = made.slot
            && chain.length() > 0
        {
            self.chains.insert((made.index, made.width), chain);
        }
        Some(made)
    }
}

/// Makes a column by the function of a chain.
struct Convert<'c> {
    compiler: &'c mut Compiler,
    base: Lane,
}

impl<T: Word> ChainUser<T, Lane> for Convert<'_> {
    fn with(self, f: impl Fn(T) -> T + Copy + Send + Sync + 'static) -> Lane {
        self.compiler.convert::<T, T>(self.base, f)
    }
}
