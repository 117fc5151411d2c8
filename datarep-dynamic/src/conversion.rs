//! A conversion by programs. Ordinary items are converted by columns, the others exactly. Losses are counted, and items
//! that a rule refuses are found.
//!
//! Items are processed one column at a time. The program for ordinary items converts the whole column. If some items
//! are odd, these are gathered, converted by the exact program, and put back in their places. Without a program for
//! ordinary items, the exact program converts all items. The counts, and the item named by an error, are the same as in
//! generated code.

use std::fmt::Debug;
use std::sync::{Arc, LazyLock, OnceLock};

use datarep::codegen::Kinds;
use datarep::interpreter::{
    Bytes, Conversion, Direction, Fault, Name, Stop, Table, Tally, add_loss, copy_past_caches, count,
    finish_past_caches, first_error, goes_past_caches, kinds_of, look_up, not_an_item, shown,
};
use datarep::{
    Bf16, Character, Decimal, Error, Event, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16,
    LongDouble, Loss,
};
use datarep_dsl::model::{Conversion as Mapping, Format, Native};
use datarep_plan::body::Body;
use datarep_plan::conversion::Ordinary;
use datarep_plan::plan::Plan;

use crate::columns::Columns;
use crate::direct::{self, Direct};
use crate::loops;
use crate::program::Program;
use crate::program::{bytes_of, kinds};

/// The size in bytes of a cache line.
const LINE: usize = 64;

/// The bytes that are converted before they are stored past the caches, as in generated code.
const STAGE: usize = 4096;

/// The number of odd items that are converted together.
const ODD: usize = 64;

/// The number of bytes that are looked up in a table before they are searched for a byte that the table does not have.
const PART: usize = 4096;

/// The result for each byte, if items have one byte on both sides.
struct ByTable {
    of: Table,
    /// Whether every byte becomes itself, so that no table is needed.
    is_identity: bool,
    odd: Odd,
}

/// The bytes that have an event.
enum Odd {
    None,
    /// This byte alone.
    One(u8),
    /// All bytes that have one of these bits.
    With(u8),
}

impl Odd {
    /// Whether one of the bytes has an event. All bytes are checked, because a search that stops at the first is
    /// slower.
    fn is_among(&self, bytes: &[u8]) -> bool {
        match *self {
            Odd::None => false,
            Odd::One(odd) => loops::has(bytes, odd),
            Odd::With(bits) => loops::union(bytes) & bits != 0,
        }
    }
}

/// A program that is made when it is first needed. Most conversions of a representation are never requested, and few
/// items are odd.
type Lazy = LazyLock<Program, Box<dyn FnOnce() -> Program + Send + Sync>>;

/// One direction.
struct Way {
    direction: Direction,
    exact: Arc<Lazy>,
    ordinary: Option<Lazy>,
    /// Set on first use if items have one byte on both sides.
    table: OnceLock<Option<ByTable>>,
    direct: Option<Direct>,
    /// Bytes of an item that is read, and of an item that is written.
    sizes: (usize, usize),
    errors: Kinds,
    /// The program that writes an item back after an exact read, to count items for which the bytes differ.
    again: Option<Arc<Lazy>>,
}

/// Conversions between items of a file and native ones, both ways.
pub(crate) struct Interpreted {
    native: Native,
    format: Name,
    mapping: Name,
    read: Way,
    write: Way,
    /// Items of the programs in one item of MPI: two for a complex number.
    parts: usize,
}

impl Interpreted {
    /// Makes the conversions of a plan.
    pub(crate) fn new(format: &Format, mapping: &Mapping, plan: Plan, parts: usize) -> Interpreted {
        let native = mapping.native;
        let (of_native, of_file) = (bytes_of(native) as usize, mapping.order.extent(format.bits) as usize);
        let plan = Arc::new(plan);
        let [reads, writes] =
            direct::of(format, mapping).map_or([None, None], |[reads, writes]| [Some(reads), Some(writes)]);
        let write = Way {
            direction: Direction::Write,
            exact: Arc::new(lazy(&plan, move |plan| Program::writing(plan, native, &plan.bodies.write))),
            ordinary: ordinary(&plan.bodies.write_ordinary)
                .cloned()
                .map(|body| lazy(&plan, move |plan| Program::writing(plan, native, &body))),
            table: OnceLock::new(),
            direct: writes,
            sizes: (of_native, of_file),
            errors: kinds_of(kinds(plan.write_errors)),
            again: None,
        };
        let read = Way {
            direction: Direction::Read,
            exact: Arc::new(lazy(&plan, move |plan| Program::reading(plan, native, &plan.bodies.read))),
            ordinary: ordinary(&plan.bodies.read_ordinary)
                .cloned()
                .map(|body| lazy(&plan, move |plan| Program::reading(plan, native, &body))),
            table: OnceLock::new(),
            direct: reads,
            sizes: (of_file, of_native),
            errors: kinds_of(kinds(plan.read_errors)),
            again: plan.checks_canonical.then(|| write.exact.clone()),
        };
        if native == Native::Bool {
            // Not all of its bytes are items.
            for way in [&read, &write] {
                way.table.get_or_init(|| None);
            }
        }
        let (name, title) = (format.name.clone(), mapping.title.clone());
        Interpreted { native, format: name.into(), mapping: title.into(), read, write, parts }
    }

    /// Converts items, counts losses, and finds the first item that a rule refuses.
    fn run(&self, way: &Way, input: &[u8], output: &mut [u8], tally: &mut Tally) -> Result<(), Stop> {
        let mut loss = Loss::default();
        way.convert(input, Some(output), &mut loss);
        let failed = loss.events().any(|(event, _)| first_error(only(event), way.errors).is_some());
        add_loss(tally, loss);
        match failed.then(|| way.first_error(input)).flatten() {
            Some((item, event)) => Err(Stop::Fault(self.fault(way, input, item, event))),
            None => Ok(()),
        }
    }

    fn fault(&self, way: &Way, input: &[u8], item: usize, event: Event) -> Fault {
        let bytes = &input[item * way.sizes.0..][..way.sizes.0];
        let value = match way.direction {
            Direction::Read => shown(bytes),
            Direction::Write => shown_native(self.native, bytes),
        };
        let path = match (self.parts, item % self.parts.max(1)) {
            (2, 0) => "re",
            (2, _) => "im",
            _ => "",
        };
        Fault {
            item: item / self.parts,
            path: path.to_owned(),
            event,
            value,
            format: self.format.clone(),
            mapping: self.mapping.clone(),
            direction: way.direction,
        }
    }

    /// The first native item whose bytes are invalid.
    fn first_invalid(&self, native: &[u8]) -> Option<usize> {
        match self.native {
            Native::WideCharacter => native.chunks_exact(4).position(|bytes| !char::is_valid(bytes)),
            Native::Decimal => native.chunks_exact(16).position(|bytes| !Decimal::is_valid(bytes)),
            _ => None,
        }
    }
}

/// A program of a plan, made on first use.
fn lazy(plan: &Arc<Plan>, make: impl FnOnce(&Plan) -> Program + Send + Sync + 'static) -> Lazy {
    let plan = plan.clone();
    LazyLock::new(Box::new(move || make(&plan)))
}

/// The body for ordinary items, if it has its own.
fn ordinary(form: &Ordinary) -> Option<&Body> {
    match form {
        Ordinary::Form { body, .. } => Some(body),
        Ordinary::None | Ordinary::Exact => None,
    }
}

/// The set of one event.
fn only(event: Event) -> Kinds {
    let place = Event::ALL.iter().position(|one| *one == event);
    kinds_of(place.map_or(0, |place| 1 << place))
}

impl Conversion for Interpreted {
    fn bytes(&self) -> usize {
        self.write.sizes.0 * self.parts
    }

    fn is_view(&self, _native: &[u8]) -> bool {
        true
    }

    fn read(&self, file: &[u8], native: &mut [u8], tally: &mut Tally) -> Result<(), Stop> {
        self.run(&self.read, file, native, tally)
    }

    fn write(&self, native: &[u8], file: &mut [u8], tally: &mut Tally) -> Result<(), Stop> {
        let Some(invalid) = self.first_invalid(native) else {
            return self.run(&self.write, native, file, tally);
        };
        let (of_native, of_file) = self.write.sizes;
        self.run(&self.write, &native[..invalid * of_native], &mut file[..invalid * of_file], tally)?;
        let bytes = &native[invalid * of_native..][..of_native];
        Err(Stop::Fault(not_an_item(self.mapping.clone(), invalid / self.parts, bytes)))
    }

    fn loss(&self, file: &[u8]) -> Result<Loss, Error> {
        let mut loss = Loss::default();
        self.read.convert(file, None, &mut loss);
        Ok(loss)
    }

    fn loss_on_write(&self, native: &[u8]) -> Loss {
        let mut loss = Loss::default();
        self.write.convert(native, None, &mut loss);
        loss
    }
}

/// The columns of the programs of a direction, as far as they are needed.
struct Frame<'w> {
    way: &'w Way,
    ordinary: Option<Columns>,
    exact: Option<Columns>,
    again: Option<Columns>,
    /// Items of the call; there may be fewer than a column has.
    items: usize,
}

impl Way {
    /// Converts items. Without an output the results are discarded.
    fn convert(&self, input: &[u8], mut output: Option<&mut [u8]>, loss: &mut Loss) {
        let (from, to) = self.sizes;
        let items = input.len() / from;
        if let Some(table) = self.table() {
            return self.by_table(table, input, output, loss);
        }
        let program = self.ordinary.as_ref().unwrap_or(&self.exact);
        let mut frame = Frame::new(self, items);
        let past = output.as_ref().is_some_and(|output| goes_past_caches(output.len()));
        let together = if past { program.items().min((STAGE / to).max(1)) } else { program.items() };
        let staged = if past || output.is_none() { together.min(items) * to } else { 0 };
        // The stage begins where a cache line begins: stores past the caches wait for loads that cross lines.
        let mut stage = vec![0; staged + LINE];
        let begin = stage.as_ptr().align_offset(LINE).min(LINE);
        let stage = &mut stage[begin..];
        for (part, input) in input.chunks(together * from).enumerate() {
            let made = input.len() / from * to;
            let place = output.as_deref_mut().map(|output| &mut output[part * together * to..][..made]);
            match place {
                Some(place) if past => {
                    frame.convert(input, &mut stage[..made], loss);
                    copy_past_caches(&stage[..made], place);
                }
                Some(place) => frame.convert(input, place, loss),
                None => frame.convert(input, &mut stage[..made], loss),
            }
        }
        if past {
            finish_past_caches();
        }
    }

    /// Converts bytes by a table. Parts with a byte that the table does not have are converted exactly.
    fn by_table(&self, table: &ByTable, input: &[u8], mut output: Option<&mut [u8]>, loss: &mut Loss) {
        let look_up = |input: &[u8], output: &mut [u8]| {
            if table.is_identity { output.copy_from_slice(input) } else { look_up(&table.of, input, output) }
        };
        if let Odd::None = table.odd {
            if let Some(output) = output {
                look_up(input, output);
            }
            return;
        }
        let mut frame = Frame::new(self, input.len());
        let mut stage = [0; PART];
        for (part, input) in input.chunks(PART).enumerate() {
            let place = output.as_deref_mut().map(|output| &mut output[part * PART..][..input.len()]);
            let place = place.unwrap_or(&mut stage[..input.len()]);
            if table.odd.is_among(input) {
                frame.exactly(input, place, loss);
            } else {
                look_up(input, place);
            }
        }
    }

    /// The table for the conversion, if it uses one.
    fn table(&self) -> Option<&ByTable> {
        self.table.get_or_init(|| self.as_table()).as_ref()
    }

    /// The results of the exact program for each byte, if items have one byte on both sides and the bytes with an event
    /// can be found quickly.
    fn as_table(&self) -> Option<ByTable> {
        if self.sizes != (1, 1) || self.again.is_some() {
            return None;
        }
        let input: [u8; 256] = std::array::from_fn(|byte| u8::try_from(byte).unwrap_or(0));
        let mut of = [0; 256];
        let mut odd = Vec::new();
        let together = self.exact.items().min(256);
        let mut columns = self.exact.columns(together);
        for (input, output) in input.chunks(together).zip(of.chunks_mut(together)) {
            self.exact.run(&mut columns, input, output, input.len());
            let met = input.iter().enumerate().filter(|(item, _)| self.exact.kinds(&columns, *item) != 0);
            odd.extend(met.map(|(_, byte)| *byte));
        }
        let is_even = |byte: &&u8| !odd.contains(byte);
        let is_identity = input.iter().filter(is_even).all(|byte| of[usize::from(*byte)] == *byte);
        let bits = !input.iter().filter(is_even).fold(0, |all, byte| all | byte);
        let odd = match odd[..] {
            [] => Odd::None,
            [one] => Odd::One(one),
            _ if odd.iter().all(|byte| byte & bits != 0) => Odd::With(bits),
            _ => return None,
        };
        Some(ByTable { of: Table::new(of, None), is_identity, odd })
    }

    /// The first item that a rule refuses, and its event.
    fn first_error(&self, input: &[u8]) -> Option<(usize, Event)> {
        let (from, to) = self.sizes;
        let together = self.exact.items();
        let mut frame = Frame::new(self, input.len() / from);
        let mut stage = vec![0; together.min(frame.items) * to];
        for (part, input) in input.chunks(together * from).enumerate() {
            let items = input.len() / from;
            let all = frame.exact_kinds(input, &mut stage[..items * to]);
            let found = all.iter().enumerate().find_map(|(item, kinds)| {
                Some((part * together + item, first_error(kinds_of(*kinds), self.errors)?))
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

impl<'w> Frame<'w> {
    fn new(way: &'w Way, items: usize) -> Frame<'w> {
        Frame { way, ordinary: None, exact: None, again: None, items }
    }

    /// Converts the items of at most one column.
    fn convert(&mut self, input: &[u8], output: &mut [u8], loss: &mut Loss) {
        if self.way.direct.is_some_and(|direct| !direct(input, output)) {
            return;
        }
        let Some(program) = &self.way.ordinary else { return self.exactly(input, output, loss) };
        let items = input.len() / self.way.sizes.0;
        let columns = self.ordinary.get_or_insert_with(|| program.columns(self.items));
        program.run(columns, input, output, items);
        let has_odd = program.has_odd(columns, items);
        if !has_odd && !program.goes_beyond() {
            loss.inexact += program.count_inexact(columns, items);
            return;
        }
        let mut odd = Vec::new();
        for item in 0..items {
            if has_odd && program.is_odd(columns, item) {
                odd.push(item);
                continue;
            }
            let [inexact, tiny, overflow] = program.met(columns, item);
            loss.inexact += u64::from(inexact && !tiny && !overflow);
            loss.underflow += u64::from(inexact && tiny && !overflow);
            loss.overflow += u64::from(overflow);
        }
        self.odd(&odd, input, output, loss);
    }

    /// Converts these items exactly.
    fn odd(&mut self, odd: &[usize], input: &[u8], output: &mut [u8], loss: &mut Loss) {
        let (from, to) = self.way.sizes;
        for odd in odd.chunks(ODD) {
            let gathered: Vec<u8> =
                odd.iter().flat_map(|item| &input[item * from..(item + 1) * from]).copied().collect();
            let mut made = vec![0; odd.len() * to];
            self.exactly(&gathered, &mut made, loss);
            for (item, made) in odd.iter().zip(made.chunks_exact(to)) {
                output[item * to..(item + 1) * to].copy_from_slice(made);
            }
        }
    }

    /// Converts items exactly, and counts their events.
    fn exactly(&mut self, input: &[u8], output: &mut [u8], loss: &mut Loss) {
        let (from, to) = self.way.sizes;
        let together = self.way.exact.items();
        for (input, output) in input.chunks(together * from).zip(output.chunks_mut(together * to)) {
            for kinds in self.exact_kinds(input, output) {
                count(loss, kinds_of(kinds));
            }
        }
    }

    /// Converts the items of at most one column exactly. Returns the events of each item, or nothing if no item has an
    /// event.
    fn exact_kinds(&mut self, input: &[u8], output: &mut [u8]) -> Vec<u32> {
        let program = &self.way.exact;
        let items = input.len() / self.way.sizes.0;
        let columns = self.exact.get_or_insert_with(|| program.columns(self.items));
        program.run(columns, input, output, items);
        let meets_none = program.meets_nothing() || !program.has_kinds(columns, items);
        let mut all: Vec<u32> = if meets_none {
            Vec::new()
        } else {
            (0..items).map(|item| program.kinds(columns, item)).collect()
        };
        if let Some(again) = &self.way.again {
            all.resize(items, 0);
            let columns = self.again.get_or_insert_with(|| again.columns(self.items));
            noncanonical(again, columns, self.way.sizes, (input, output), &mut all);
        }
        all
    }
}

/// Adds the event of items that are read exactly but would be written differently.
fn noncanonical(
    again: &Program,
    columns: &mut Columns,
    (from, to): (usize, usize),
    (file, native): (&[u8], &[u8]),
    all: &mut [u32],
) {
    let together = again.items();
    let mut written = vec![0; together.min(all.len()) * from];
    for ((file, native), kinds) in
        file.chunks(together * from).zip(native.chunks(together * to)).zip(all.chunks_mut(together))
    {
        let written = &mut written[..file.len()];
        again.run(columns, native, written, kinds.len());
        for (item, kinds) in kinds.iter_mut().enumerate() {
            let bytes = item * from..(item + 1) * from;
            let kept = *kinds == 0 && again.kinds(columns, item) == 0;
            if kept && written[bytes.clone()] != file[bytes] {
                *kinds = datarep::interpreter::bits_of(only(Event::Noncanonical));
            }
        }
    }
}

/// A native item as messages show it.
fn shown_native(native: Native, bytes: &[u8]) -> String {
    fn of<T: Bytes + Debug>(bytes: &[u8]) -> String {
        format!("{:?}", T::load(bytes))
    }
    match native {
        Native::I8 => of::<i8>(bytes),
        Native::I16 => of::<i16>(bytes),
        Native::I32 => of::<i32>(bytes),
        Native::I64 => of::<i64>(bytes),
        Native::I128 => of::<i128>(bytes),
        Native::U8 => of::<u8>(bytes),
        Native::U16 => of::<u16>(bytes),
        Native::U32 => of::<u32>(bytes),
        Native::U64 => of::<u64>(bytes),
        Native::U128 => of::<u128>(bytes),
        Native::F16 => of::<F16>(bytes),
        Native::Bf16 => of::<Bf16>(bytes),
        Native::F32 => of::<f32>(bytes),
        Native::F64 => of::<f64>(bytes),
        Native::LongDouble => of::<LongDouble>(bytes),
        Native::F128 => of::<F128>(bytes),
        Native::Bool => of::<bool>(bytes),
        Native::Logical1 => of::<Logical1>(bytes),
        Native::Logical2 => of::<Logical2>(bytes),
        Native::Logical4 => of::<Logical>(bytes),
        Native::Logical8 => of::<Logical8>(bytes),
        Native::Logical16 => of::<Logical16>(bytes),
        Native::Character => of::<Character>(bytes),
        Native::WideCharacter => of::<char>(bytes),
        Native::Decimal => of::<Decimal>(bytes),
    }
}
