//! From the steps of a body to loops.

use std::collections::HashMap;

use datarep::interpreter::{Bytes as _, decimal_from_parts, decimal_to_parts};
use datarep::{Decimal, Event as Met, codegen::Kinds};
use datarep_dsl::model::{Comparison, Events, Native};
use datarep_plan::body::{Binary, Body, Id, Operation, Outcome, Significant, Unary};
use datarep_plan::types::{Part, Type};

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

    fn bytes(&self) -> &[Byte] {
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
fn width_of(ty: Type) -> Width {
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
    /// Truth values that were brought to another width.
    widened: HashMap<(usize, Width, Width), Lane>,
}

impl Compiler {
    pub(super) fn finish(self, made: &Made) -> Program {
        let outcome = [made.kinds, made.odd, made.inexact, made.tiny, made.overflow];
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
                word(self.binary(*binary, lane(one), lane(other), type_of(one)))
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
                let byte = lane(byte);
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
        }
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
            Slot::Known(one) => return known(f(T::low(one)).into(), Y::WIDTH),
        };
        let y = self.column(Y::WIDTH);
        self.push(&[one], &[y], move |at| loops::one(at.of(one), at.of(y), f));
        column(y)
    }

    /// A word in another width, with its sign or with zeros.
    fn resized(&mut self, lane: Lane, width: Width, signed: bool) -> Lane {
        if lane.width == width {
            return lane;
        }
        of_width!(lane.width, A => of_width!(width, B => if signed {
            self.convert::<A, B>(lane, |word| B::low(word.extended()))
        } else {
            self.convert::<A, B>(lane, |word| B::low(word.into()))
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

    fn unary(&mut self, unary: Unary, one: Lane, from: Type, to: Type) -> Lane {
        let width = one.width;
        match unary {
            Unary::Not => of_width!(width, T => self.convert::<T, T>(one, T::not)),
            Unary::Negate => match from {
                Type::Single => self.convert::<u32, u32>(one, |word| word ^ 1 << 31),
                Type::Double => self.convert::<u64, u64>(one, |word| word ^ 1 << 63),
                _ => of_width!(width, T => self.convert::<T, T>(one, |word| T::default().sub(word))),
            },
            Unary::Magnitude => of_width!(width, T => self.convert::<T, T>(one, T::magnitude)),
            Unary::Cast => self.cast(one, from, to),
            Unary::FromBits | Unary::ToBits => one,
        }
    }

    fn cast(&mut self, one: Lane, from: Type, to: Type) -> Lane {
        match (from, to) {
            (Type::Bool, Type::Bool) => one,
            (Type::Bool, _) => {
                let width = width_of(to);
                let mask = self.truth_in(one, width);
                of_width!(width, T => self.convert::<T, T>(mask, |mask| mask.and(T::low(1))))
            }
            (_, Type::Bool) => {
                of_width!(one.width, T => self.convert::<T, T>(one, |word| T::mask(word != T::default())))
            }
            (Type::Single, Type::Double) => {
                self.convert::<u32, u64>(one, |word| f64::from(f32::from_bits(word)).to_bits())
            }
            #[allow(clippy::cast_possible_truncation, reason = "the nearest is what is meant")]
            (Type::Double, Type::Single) => {
                self.convert::<u64, u32>(one, |word| (f64::from_bits(word) as f32).to_bits())
            }
            _ => self.resized(one, width_of(to), matches!(from, Type::Signed(_))),
        }
    }

    fn binary(&mut self, binary: Binary, one: Lane, other: Lane, ty: Type) -> Lane {
        let width = one.width;
        match ty {
            Type::Bool => {
                let width = if matches!(one.slot, Slot::Known(_)) { other.width } else { width };
                let other = self.truth_in(other, width);
                return of_width!(width, T => match binary {
                    Binary::And => self.apply::<T, T>(one, other, T::and),
                    Binary::Or => self.apply::<T, T>(one, other, T::or),
                    _ => self.apply::<T, T>(one, other, T::xor),
                });
            }
            Type::Single => return self.float_32(binary, one, other),
            Type::Double => return self.float_64(binary, one, other),
            _ => {}
        }
        let signed = matches!(ty, Type::Signed(_));
        of_width!(width, T => match binary {
            Binary::And => self.apply::<T, T>(one, other, T::and),
            Binary::Or => self.apply::<T, T>(one, other, T::or),
            Binary::Xor => self.apply::<T, T>(one, other, T::xor),
            Binary::Add | Binary::AddWrapping => self.apply::<T, T>(one, other, T::add),
            Binary::Subtract | Binary::SubtractWrapping => self.apply::<T, T>(one, other, T::sub),
            Binary::Multiply => self.apply::<T, T>(one, other, T::mul),
            Binary::Remainder if signed => self.apply::<T, T>(one, other, T::rem_signed),
            Binary::Remainder => self.apply::<T, T>(one, other, T::rem),
            Binary::Difference if signed => self.apply::<T, T>(one, other, |one, other| {
                let less = T::mask(one.below_signed(other));
                less.select(other.sub(one), one.sub(other))
            }),
            Binary::Difference => self.apply::<T, T>(one, other, |one, other| {
                T::mask(one.below(other)).select(other.sub(one), one.sub(other))
            }),
            Binary::Minimum if signed => self.apply::<T, T>(one, other, |one, other| {
                T::mask(one.below_signed(other)).select(one, other)
            }),
            Binary::Minimum => self.apply::<T, T>(one, other, |one, other| {
                T::mask(one.below(other)).select(one, other)
            }),
            Binary::Maximum if signed => self.apply::<T, T>(one, other, |one, other| {
                T::mask(one.below_signed(other)).select(other, one)
            }),
            Binary::Maximum => self.apply::<T, T>(one, other, |one, other| {
                T::mask(one.below(other)).select(other, one)
            }),
            Binary::ShiftLeft => self.shift::<T>(one, other, T::shl),
            Binary::ShiftRight if signed => self.shift::<T>(one, other, T::shr_signed),
            Binary::ShiftRight => self.shift::<T>(one, other, T::shr),
        })
    }

    /// A shift by any unsigned number.
    fn shift<T: Word>(
        &mut self,
        one: Lane,
        by: Lane,
        f: impl Fn(T, u32) -> T + Copy + Send + Sync + 'static,
    ) -> Lane {
        if let Slot::Known(by) = by.slot {
            let by = u32::low(by);
            return self.convert::<T, T>(one, move |one| f(one, by));
        }
        let by = self.resized(by, T::WIDTH, false);
        self.apply::<T, T>(one, by, move |one, by| f(one, u32::low(by.into())))
    }

    fn float_32(&mut self, binary: Binary, one: Lane, other: Lane) -> Lane {
        let of = f32::from_bits;
        match binary {
            Binary::Add => self.apply::<u32, u32>(one, other, move |a, b| (of(a) + of(b)).to_bits()),
            Binary::Subtract => self.apply::<u32, u32>(one, other, move |a, b| (of(a) - of(b)).to_bits()),
            Binary::Multiply => self.apply::<u32, u32>(one, other, move |a, b| (of(a) * of(b)).to_bits()),
            Binary::Minimum => self.apply::<u32, u32>(one, other, move |a, b| of(a).min(of(b)).to_bits()),
            Binary::Maximum => self.apply::<u32, u32>(one, other, move |a, b| of(a).max(of(b)).to_bits()),
            _ => unreachable!("no operation of floats"),
        }
    }

    fn float_64(&mut self, binary: Binary, one: Lane, other: Lane) -> Lane {
        let of = f64::from_bits;
        match binary {
            Binary::Add => self.apply::<u64, u64>(one, other, move |a, b| (of(a) + of(b)).to_bits()),
            Binary::Subtract => self.apply::<u64, u64>(one, other, move |a, b| (of(a) - of(b)).to_bits()),
            Binary::Multiply => self.apply::<u64, u64>(one, other, move |a, b| (of(a) * of(b)).to_bits()),
            Binary::Minimum => self.apply::<u64, u64>(one, other, move |a, b| of(a).min(of(b)).to_bits()),
            Binary::Maximum => self.apply::<u64, u64>(one, other, move |a, b| of(a).max(of(b)).to_bits()),
            _ => unreachable!("no operation of floats"),
        }
    }

    #[allow(clippy::float_cmp, reason = "the plan compares numbers that are exact")]
    fn compare(&mut self, comparison: Comparison, one: Lane, other: Lane, ty: Type) -> Lane {
        // What is above is below the other way round.
        let (comparison, one, other) = match comparison {
            Comparison::Greater => (Comparison::Less, other, one),
            Comparison::GreaterOrEqual => (Comparison::LessOrEqual, other, one),
            _ => (comparison, one, other),
        };
        let (single, double) = (f32::from_bits, f64::from_bits);
        match (comparison, ty) {
            (Comparison::Equal, Type::Single) => {
                self.apply::<u32, u32>(one, other, move |a, b| u32::mask(single(a) == single(b)))
            }
            (Comparison::NotEqual, Type::Single) => {
                self.apply::<u32, u32>(one, other, move |a, b| u32::mask(single(a) != single(b)))
            }
            (Comparison::Less, Type::Single) => {
                self.apply::<u32, u32>(one, other, move |a, b| u32::mask(single(a) < single(b)))
            }
            (_, Type::Single) => {
                self.apply::<u32, u32>(one, other, move |a, b| u32::mask(single(a) <= single(b)))
            }
            (Comparison::Equal, Type::Double) => {
                self.apply::<u64, u64>(one, other, move |a, b| u64::mask(double(a) == double(b)))
            }
            (Comparison::NotEqual, Type::Double) => {
                self.apply::<u64, u64>(one, other, move |a, b| u64::mask(double(a) != double(b)))
            }
            (Comparison::Less, Type::Double) => {
                self.apply::<u64, u64>(one, other, move |a, b| u64::mask(double(a) < double(b)))
            }
            (_, Type::Double) => {
                self.apply::<u64, u64>(one, other, move |a, b| u64::mask(double(a) <= double(b)))
            }
            (comparison, ty) => {
                let width = if matches!(one.slot, Slot::Known(_)) { other.width } else { one.width };
                let other = if ty == Type::Bool { self.truth_in(other, width) } else { other };
                let signed = matches!(ty, Type::Signed(_));
                of_width!(width, T => match comparison {
                    Comparison::Equal => self.apply::<T, T>(one, other, |a, b| T::mask(a == b)),
                    Comparison::NotEqual => self.apply::<T, T>(one, other, |a, b| T::mask(a != b)),
                    Comparison::Less if signed => {
                        self.apply::<T, T>(one, other, |a, b| T::mask(a.below_signed(b)))
                    }
                    Comparison::Less => self.apply::<T, T>(one, other, |a, b| T::mask(a.below(b))),
                    _ if signed => self.apply::<T, T>(one, other, |a, b| T::mask(!b.below_signed(a))),
                    _ => self.apply::<T, T>(one, other, |a, b| T::mask(!b.below(a))),
                })
            }
        }
    }

    fn select(&mut self, condition: Lane, one: &Value, other: &Value) -> Value {
        match (one, other) {
            (Value::Word(one), Value::Word(other)) => Value::Word(self.select_word(condition, *one, *other)),
            (Value::Record(one), Value::Record(other)) => {
                let parts = one.iter().zip(other);
                Value::Record(
                    parts
                        .map(|((part, one), (_, other))| (*part, self.select(condition, one, other)))
                        .collect(),
                )
            }
            _ => unreachable!("a plan's types are right"),
        }
    }

    fn select_word(&mut self, condition: Lane, one: Lane, other: Lane) -> Lane {
        if let Slot::Known(truth) = condition.slot {
            return if truth != 0 { one } else { other };
        }
        // Truth values may have two widths.
        let width = if matches!(one.slot, Slot::Known(_)) { other.width } else { one.width };
        let other = if other.width == width { other } else { self.truth_in(other, width) };
        let mask = self.truth_in(condition, width);
        let mask = self.in_column(mask);
        let y = self.column(width);
        of_width!(width, T => match (one.slot, other.slot) {
            (Slot::Column(one), Slot::Column(other)) => self.push(&[mask, one, other], &[y], move |at| {
                loops::three::<T, T, T, T>((at.of(mask), at.of(one), at.of(other)), at.of(y), T::select)
            }),
            (Slot::Column(one), Slot::Known(other)) => self.push(&[mask, one], &[y], move |at| {
                let other = T::low(other);
                loops::two::<T, T, T>(at.of(mask), at.of(one), at.of(y), move |mask, one| mask.select(one, other))
            }),
            (Slot::Known(one), Slot::Column(other)) => self.push(&[mask, other], &[y], move |at| {
                let one = T::low(one);
                loops::two::<T, T, T>(at.of(mask), at.of(other), at.of(y), move |mask, other| mask.select(one, other))
            }),
            (Slot::Known(one), Slot::Known(other)) => self.push(&[mask], &[y], move |at| {
                let (one, other) = (T::low(one), T::low(other));
                loops::one::<T, T>(at.of(mask), at.of(y), move |mask| mask.select(one, other))
            }),
        });
        column(y)
    }

    /// The bytes of an item of the file.
    pub(super) fn bytes_of_input(&self, load: &Body) -> Value {
        let input = load.steps.iter().find(|step| step.operation == Operation::Input);
        let count = match input.map(|step| step.ty) {
            Some(Type::Bytes(count)) => count as usize,
            _ => 0,
        };
        Value::Bytes((0..count).map(Byte::Input).collect())
    }

    /// A byte as a word.
    pub(super) fn byte(&mut self, byte: Byte) -> Lane {
        match byte {
            Byte::Of(lane, 0) if lane.width == Width::W8 => lane,
            Byte::Of(lane, place) => {
                let by = u32::low(8 * place as u128);
                of_width!(lane.width, T => {
                    self.convert::<T, u8>(lane, move |word| u8::low(word.shr(by).into()))
                })
            }
            Byte::Input(index) => {
                let y = self.column(Width::W8);
                self.push(&[], &[y], move |at| {
                    let y = at.of(y);
                    Box::new(move |columns, bytes, items| {
                        let size = bytes.input.len() / items;
                        let mut to = columns.take::<u8>(y);
                        for (to, from) in to[..items].iter_mut().zip(bytes.input.chunks_exact(size)) {
                            *to = from[index];
                        }
                        columns.put(y, to);
                    })
                });
                column(y)
            }
        }
    }

    fn halves_swapped(&mut self, byte: Byte) -> Byte {
        let lane = self.byte(byte);
        Byte::Of(self.convert::<u8, u8>(lane, |byte| byte.rotate_left(4)), 0)
    }

    /// The word of bytes.
    fn load(&mut self, significant: Significant, bytes: &[Byte], width: Width) -> Lane {
        let mut places = bytes.to_vec();
        if significant == Significant::First {
            places.reverse();
        }
        let zero = Byte::Of(known(0, Width::W8), 0);
        let input = |byte: &Byte| match byte {
            Byte::Input(index) => Some(Some(*index)),
            byte if *byte == zero => Some(None),
            Byte::Of(..) => None,
        };
        if let Some(places) = places.iter().map(input).collect::<Option<Vec<_>>>() {
            let y = self.column(width);
            self.push(
                &[],
                &[y],
                move |at| of_width!(width, T => crate::order::gather::<T>(at.of(y), &places)),
            );
            return column(y);
        }
        let mut all = known(0, width);
        for (place, byte) in places.into_iter().enumerate() {
            let lane = self.byte(byte);
            let wide = self.resized(lane, width, false);
            let by = u32::low(8 * place as u128);
            all = of_width!(width, T => {
                self.apply::<T, T>(all, wide, move |all, byte| all.or(byte.shl(by)))
            });
        }
        all
    }

    /// Native items as words.
    pub(super) fn load_native(&mut self, native: Native) -> Value {
        let width = Width::of_bits(8 * bytes_of(native));
        let y = self.column(width);
        self.push(&[], &[y], move |at| {
            let y = at.of(y);
            match native {
                Native::Bool => loops::load::<u8, 1>(y, |[byte]| u8::mask(byte != 0)),
                Native::Decimal => loops::load::<u128, 16>(y, |bytes| packed(Decimal::load(&bytes))),
                _ => match width {
                    Width::W8 => loops::load::<u8, 1>(y, |bytes| u8::from_ne(&bytes)),
                    Width::W16 => loops::load::<u16, 2>(y, |bytes| u16::from_ne(&bytes)),
                    Width::W32 => loops::load::<u32, 4>(y, |bytes| u32::from_ne(&bytes)),
                    Width::W64 => loops::load::<u64, 8>(y, |bytes| u64::from_ne(&bytes)),
                    Width::W128 => loops::load::<u128, 16>(y, |bytes| u128::from_ne(&bytes)),
                },
            }
        });
        Value::Word(column(y))
    }

    /// Words as native items.
    pub(super) fn store_native(&mut self, native: Native, item: &Value) {
        let lane = item.lane();
        let lane = if native == Native::Bool { self.truth_in(lane, Width::W8) } else { lane };
        let a = self.in_column(lane);
        fn bytes<T: Word, const N: usize>(word: T) -> [u8; N] {
            let mut bytes = [0; N];
            word.to_ne(&mut bytes);
            bytes
        }
        self.push(&[a], &[], move |at| {
            let a = at.of(a);
            match native {
                Native::Bool => loops::store::<u8, 1>(a, |mask| [mask & 1]),
                Native::Decimal => loops::store::<u128, 16>(a, |word| {
                    let mut bytes = [0; 16];
                    unpacked(word).store(&mut bytes);
                    bytes
                }),
                _ => match lane.width {
                    Width::W8 => loops::store::<u8, 1>(a, bytes),
                    Width::W16 => loops::store::<u16, 2>(a, bytes),
                    Width::W32 => loops::store::<u32, 4>(a, bytes),
                    Width::W64 => loops::store::<u64, 8>(a, bytes),
                    Width::W128 => loops::store::<u128, 16>(a, bytes),
                },
            }
        });
    }

    /// The bytes of items of the file.
    pub(super) fn store_bytes(&mut self, value: &Value) {
        let bytes = value.bytes();
        let first = bytes.iter().find_map(|byte| match byte {
            Byte::Of(lane, _) if matches!(lane.slot, Slot::Column(_)) => Some(*lane),
            _ => None,
        });
        let places = bytes.iter().map(|byte| match byte {
            Byte::Of(lane, place) if Some(*lane) == first => Some(Some(*place)),
            Byte::Of(Lane { slot: Slot::Known(0), .. }, _) => Some(None),
            Byte::Of(..) | Byte::Input(_) => None,
        });
        if let (Some(lane), Some(places)) = (first, places.collect::<Option<Vec<_>>>()) {
            let a = self.in_column(lane);
            return self.push(
                &[a],
                &[],
                move |at| of_width!(a.width, T => crate::order::scatter::<T>(at.of(a), &places)),
            );
        }
        let count = bytes.len();
        let columns: Vec<Column> = bytes
            .iter()
            .map(|byte| {
                let lane = self.byte(*byte);
                self.in_column(lane)
            })
            .collect();
        self.push(&columns.clone(), &[], move |at| {
            let columns: Vec<usize> = columns.iter().map(|column| at.of(*column)).collect();
            Box::new(move |all, bytes, items| {
                for (place, &index) in columns.iter().enumerate() {
                    let from = all.of::<u8>(index, items);
                    for (to, from) in bytes.output.chunks_exact_mut(count).zip(from) {
                        to[place] = *from;
                    }
                }
            })
        });
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
