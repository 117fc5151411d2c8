//! From the steps of a body to loops.

use std::collections::HashMap;

use datarep::interpreter::{decimal_from_parts, decimal_to_parts};
use datarep::{Decimal, Event as Met, codegen::Kinds};
use datarep_dsl::model::{Events, Native};
use datarep_plan::body::{Binary, Body, Id, Operation, Outcome, Significant};
use datarep_plan::types::{Part, Type};

use super::chain::{Chain, ChainUser};
use super::{CACHE, ITEMS, Program, Slot, primitive};
use crate::columns::{Column, Counts, Width, Word, of_width};
use crate::loops::{self, Step};

/// A word of items, of a width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) slot: Slot,
    pub(super) width: Width,
}

/// A byte of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Byte {
    /// That of this index in the input.
    Input(usize),
    /// That of a word which has so many less significant ones.
    Of(Lane, usize),
}

/// What a step gives.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Word(Lane),
    Bytes(Vec<Byte>),
    Record(Vec<(Part, Value)>),
}

impl Value {
    /// The word that it is.
    pub(super) fn lane(&self) -> Lane {
        match self {
            Value::Word(lane) => *lane,
            Value::Bytes(_) | Value::Record(_) => unreachable!("a plan's types are right"),
        }
    }

    pub(super) fn bytes(&self) -> &[Byte] {
        match self {
            Value::Bytes(bytes) => bytes,
            Value::Word(_) | Value::Record(_) => unreachable!("a plan's types are right"),
        }
    }
}

/// What a body gives.
pub(super) struct Made {
    pub(super) item: Value,
    kinds: Slot,
    odd: Slot,
    inexact: Slot,
    tiny: Slot,
    overflow: Slot,
}

/// The width of the words of a type; that of truth values is that of what they were asked of.
pub(super) fn width_of(ty: Type) -> Width {
    match ty {
        Type::Unsigned(bits) | Type::Signed(bits) => Width::of_bits(bits),
        Type::Single | Type::Character | Type::Events => Width::W32,
        Type::Double => Width::W64,
        Type::Native(native) => Width::of_bits(8 * bytes_of(native)),
        Type::Bool | Type::Bytes(_) | Type::Record(_) => Width::W8,
    }
}

/// Bytes of a native item.
pub(crate) fn bytes_of(native: Native) -> u32 {
    match native {
        Native::I8 | Native::U8 | Native::Bool | Native::Logical1 | Native::Character => 1,
        Native::I16 | Native::U16 | Native::F16 | Native::Bf16 | Native::Logical2 => 2,
        Native::I32 | Native::U32 | Native::F32 | Native::Logical4 | Native::WideCharacter => 4,
        Native::I64 | Native::U64 | Native::F64 | Native::Logical8 => 8,
        Native::I128
        | Native::U128
        | Native::LongDouble
        | Native::F128
        | Native::Logical16
        | Native::Decimal => 16,
    }
}

/// The runtime's bits for events.
pub(crate) fn kinds(events: Events) -> u32 {
    let of = |word: &str| Met::ALL.iter().position(|met| met.word() == word).map_or(0, |place| 1 << place);
    events.iter().fold(0, |bits, event| bits | of(event.word()))
}

/// A step whose columns have no places yet.
struct Pending {
    reads: Vec<Column>,
    writes: Vec<Column>,
    make: Box<dyn FnOnce(&Places) -> Step>,
}

/// Where columns are: several may be in one place, one after the other.
pub(super) struct Places([Vec<usize>; 5]);

impl Places {
    pub(super) fn of(&self, column: Column) -> usize {
        self.0[column.width as usize][column.index]
    }

    pub(super) fn column(&self, column: Column) -> Column {
        Column { index: self.of(column), ..column }
    }

    pub(super) fn slot(&self, slot: Slot) -> Slot {
        match slot {
            Slot::Column(column) => Slot::Column(self.column(column)),
            Slot::Known(_) => slot,
        }
    }
}

/// Steps in the making.
#[derive(Default)]
pub(super) struct Compiler {
    steps: Vec<Pending>,
    counts: Counts,
    filled: Vec<(Column, u128)>,
    /// What words are made of, by their columns.
    chains: HashMap<(usize, Width), Chain>,
    /// Truth values that were brought to another width.
    widened: HashMap<(usize, Width, Width), Lane>,
}

impl Compiler {
    pub(super) fn finish(mut self, made: &Made) -> Program {
        let outcome = [made.kinds, made.odd, made.inexact, made.tiny, made.overflow];
        self.leave_out_unread(&outcome);
        let (places, counts) = self.places(&outcome);
        let items = (CACHE / counts.bytes().max(1)).clamp(ITEMS.0, ITEMS.1) / ITEMS.0 * ITEMS.0;
        let [kinds, odd, inexact, tiny, overflow] = outcome.map(|slot| places.slot(slot));
        Program {
            steps: self.steps.into_iter().map(|step| (step.make)(&places)).collect(),
            counts,
            filled: self.filled.iter().map(|&(column, number)| (places.column(column), number)).collect(),
            kinds,
            odd,
            inexact,
            tiny,
            overflow,
            items,
        }
    }

    /// Leaves out steps whose columns nobody reads.
    fn leave_out_unread(&mut self, outcome: &[Slot]) {
        let mut read = self.counts.each(|_| false);
        for slot in outcome {
            if let Slot::Column(column) = slot {
                read[column.width as usize][column.index] = true;
            }
        }
        let mut kept = Vec::new();
        while let Some(step) = self.steps.pop() {
            let is_read = |column: &Column| read[column.width as usize][column.index];
            if step.writes.is_empty() || step.writes.iter().any(is_read) {
                for column in &step.reads {
                    read[column.width as usize][column.index] = true;
                }
                kept.push(step);
            }
        }
        kept.reverse();
        self.steps = kept;
    }

    /// A place for each column, and how many there are: that of a column which nobody reads any more is free for another.
    fn places(&self, outcome: &[Slot]) -> (Places, Counts) {
        let mut last = self.counts.each(|_| 0);
        for (number, step) in self.steps.iter().enumerate() {
            for column in step.reads.iter().chain(&step.writes) {
                last[column.width as usize][column.index] = number;
            }
        }
        let kept = self.filled.iter().map(|(column, _)| *column);
        let read = outcome.iter().filter_map(|slot| match slot {
            Slot::Column(column) => Some(*column),
            Slot::Known(_) => None,
        });
        for column in kept.clone().chain(read) {
            last[column.width as usize][column.index] = usize::MAX;
        }
        let mut places = Places(self.counts.each(|_| usize::MAX));
        let mut counts = Counts::default();
        let mut free: [Vec<usize>; 5] = Default::default();
        for column in kept {
            places.0[column.width as usize][column.index] = counts.column(column.width).index;
        }
        for (number, step) in self.steps.iter().enumerate() {
            for column in &step.writes {
                let found = free[column.width as usize].pop();
                places.0[column.width as usize][column.index] =
                    found.unwrap_or_else(|| counts.column(column.width).index);
            }
            let mut over: Vec<Column> = step.reads.iter().chain(&step.writes).copied().collect();
            over.sort_by_key(|column| (column.width, column.index));
            over.dedup();
            for column in over {
                if last[column.width as usize][column.index] == number {
                    free[column.width as usize].push(places.of(column));
                }
            }
        }
        (places, counts)
    }

    /// The steps of a body.
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

    /// Of bytes, and of words and bytes.
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

    /// An operation on integers with one value that is known, where it goes on from the word that the other is made of.
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
            // Numbers below zero are of the word's own width.
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

    /// A new column.
    pub(super) fn column(&mut self, width: Width) -> Column {
        self.counts.column(width)
    }

    /// A step that reads and writes these columns, made when it is known where they are.
    pub(super) fn push(
        &mut self,
        reads: &[Column],
        writes: &[Column],
        make: impl FnOnce(&Places) -> Step + 'static,
    ) {
        let (reads, writes) = (reads.to_vec(), writes.to_vec());
        self.steps.push(Pending { reads, writes, make: Box::new(make) });
    }

    /// The column of a word: a new one, where the word is known.
    pub(super) fn in_column(&mut self, lane: Lane) -> Column {
        match lane.slot {
            Slot::Column(column) => column,
            Slot::Known(number) => {
                let column = self.column(lane.width);
                self.filled.push((column, number));
                column
            }
        }
    }

    /// A word of two words of the same type.
    pub(super) fn apply<T: Word, Y: Word>(
        &mut self,
        one: Lane,
        other: Lane,
        f: impl Fn(T, T) -> Y + Copy + Send + Sync + 'static,
    ) -> Lane {
        match (one.slot, other.slot) {
            (Slot::Column(one), Slot::Column(other)) => {
                let y = self.column(Y::WIDTH);
                self.push(&[one, other], &[y], move |at| loops::two(at.of(one), at.of(other), at.of(y), f));
                column(y)
            }
            (Slot::Column(_), Slot::Known(other)) => {
                let other = T::low(other);
                self.convert::<T, Y>(one, move |one| f(one, other))
            }
            (Slot::Known(one), _) => {
                let one = T::low(one);
                self.convert::<T, Y>(other, move |other| f(one, other))
            }
        }
    }

    /// A word of a word.
    pub(super) fn convert<T: Word, Y: Word>(
        &mut self,
        one: Lane,
        f: impl Fn(T) -> Y + Copy + Send + Sync + 'static,
    ) -> Lane {
        let one = match one.slot {
            Slot::Column(one) => one,
            Slot::Known(one) => return known(f(T::low(one)).wide(), Y::WIDTH),
        };
        let y = self.column(Y::WIDTH);
        self.push(&[one], &[y], move |at| loops::one(at.of(one), at.of(y), f));
        column(y)
    }

    /// A word in another width, with its sign or with zeros.
    pub(super) fn resized(&mut self, lane: Lane, width: Width, signed: bool) -> Lane {
        if lane.width == width {
            return lane;
        }
        of_width!(lane.width, A => of_width!(width, B => if signed {
            self.convert::<A, B>(lane, |word| B::low(word.extended()))
        } else {
            self.convert::<A, B>(lane, |word| B::low(word.wide()))
        }))
    }

    /// A truth value in another width.
    pub(super) fn truth_in(&mut self, lane: Lane, width: Width) -> Lane {
        let column = match lane.slot {
            Slot::Known(_) => return Lane { width, ..lane },
            Slot::Column(column) => column,
        };
        let key = (column.index, column.width, width);
        if let Some(found) = self.widened.get(&key) {
            return *found;
        }
        let found = self.resized(lane, width, true);
        self.widened.insert(key, found);
        found
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

/// A word that is known.
pub(super) fn known(number: u128, width: Width) -> Lane {
    Lane { slot: Slot::Known(number), width }
}

/// A word that is in a column.
pub(super) fn column(column: Column) -> Lane {
    Lane { slot: Slot::Column(column), width: column.width }
}

/// A truth value that is known.
pub(super) fn truth(truth: bool) -> u128 {
    u128::mask(truth)
}

/// No event, and those of a set of the runtime.
pub(super) fn bits(kinds: Kinds) -> u128 {
    datarep::interpreter::bits_of(kinds).into()
}

/// A native decimal as a word: its number in 96 bits, its scale, its sign on top.
pub(super) fn packed(decimal: Decimal) -> u128 {
    let (negative, number, scale) = decimal_to_parts(decimal);
    number | u128::from(scale) << 96 | u128::from(negative) << 127
}

/// The decimal of such a word.
pub(super) fn unpacked(word: u128) -> Decimal {
    let number = word & ((1 << 96) - 1);
    decimal_from_parts(word >> 127 != 0, number, u32::low(word >> 96 & 0x7FFF_FFFF))
}
