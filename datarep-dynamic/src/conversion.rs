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
    Bytes, Conversion, ConversionStop, Direction, Fault, Name, Table, Tally, add_loss, copy_past_caches,
    count_events, finish_past_caches, first_error, format_bytes, goes_past_caches, invalid_item_fault,
    kinds_from_bits, look_up,
};
use datarep::{
    Bf16, Character, Decimal, Error, Event, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16,
    LongDouble, Loss,
};
use datarep_dsl::model::{Conversion as Mapping, Format, Native};
use datarep_plan::body::Body;
use datarep_plan::conversion::OrdinaryBody;
use datarep_plan::plan::Plan;

use crate::columns::Columns;
use crate::direct::{self, DirectConversion};
use crate::loops;
use crate::program::Program;
use crate::program::{events_to_bits, native_size};

/// The size in bytes of a cache line.
const LINE: usize = 64;

/// The bytes that are converted before they are stored past the caches, as in generated code.
const STAGE: usize = 4096;

/// The number of odd items that are converted together.
const ODD: usize = 64;

/// The number of bytes that are looked up in a table before they are searched for a byte that the table does not have.
const PART: usize = 4096;

/// The result for each byte, if items have one byte on both sides.
struct ByteTable {
    of: Table,
    /// Whether every byte becomes itself, so that no table is needed.
    is_identity: bool,
    odd: OddBytes,
}

/// The bytes that have an event.
enum OddBytes {
    None,
    /// This byte alone.
    One(u8),
    /// All bytes that have one of these bits.
    With(u8),
}

impl OddBytes {
    /// Whether one of the bytes has an event. All bytes are checked, because a search that stops at the first is
    /// slower.
    fn is_among(&self, bytes: &[u8]) -> bool {
        match *self {
            OddBytes::None => false,
            OddBytes::One(odd) => loops::has_byte(bytes, odd),
            OddBytes::With(bits) => loops::or_all_bytes(bytes) & bits != 0,
        }
    }
}

/// A program that is made when it is first needed. Most conversions of a representation are never requested, and few
/// items are odd.
type LazyProgram = LazyLock<Program, Box<dyn FnOnce() -> Program + Send + Sync>>;

/// The programs of one direction, and what is used in their place where possible.
struct OneWayPrograms {
    direction: Direction,
    exact: Arc<LazyProgram>,
    ordinary: Option<LazyProgram>,
    /// Set on first use if items have one byte on both sides.
    table: OnceLock<Option<ByteTable>>,
    direct: Option<DirectConversion>,
    sizes: ItemSizes,
    errors: Kinds,
    /// The program that writes an item back after an exact read, to count items for which the bytes differ.
    rewriter: Option<Arc<LazyProgram>>,
}

/// Bytes of an item on both sides of a conversion.
#[derive(Clone, Copy)]
struct ItemSizes {
    /// Of an item that is read.
    from: usize,
    /// Of an item that is written.
    to: usize,
}

/// Conversions between items of a file and native ones, both ways.
pub(crate) struct InterpretedPair {
    native: Native,
    format: Name,
    mapping: Name,
    read: OneWayPrograms,
    write: OneWayPrograms,
    /// Items of the programs in one item of MPI: two for a complex number.
    parts: usize,
}

impl InterpretedPair {
    /// Makes the conversions of a plan.
    pub(crate) fn new(format: &Format, mapping: &Mapping, plan: Plan, parts: usize) -> InterpretedPair {
        let native = mapping.native;
        let (of_native, of_file) = (native_size(native) as usize, mapping.order.extent(format.bits) as usize);
        let plan = Arc::new(plan);
        let [reads, writes] = direct::make_direct_conversions(format, mapping)
            .map_or([None, None], |[reads, writes]| [Some(reads), Some(writes)]);
        // The writing direction is first, because reading may need its exact program to find items that are not
        // canonical.
        let write = OneWayPrograms {
            direction: Direction::Write,
            exact: Arc::new(defer_program(&plan, move |plan| {
                Program::for_writing(plan, native, &plan.bodies.write)
            })),
            ordinary: ordinary_body(&plan.bodies.write_ordinary)
                .cloned()
                .map(|body| defer_program(&plan, move |plan| Program::for_writing(plan, native, &body))),
            table: OnceLock::new(),
            direct: writes,
            sizes: ItemSizes { from: of_native, to: of_file },
            errors: kinds_from_bits(events_to_bits(plan.write_errors)),
            rewriter: None,
        };
        let read = OneWayPrograms {
            direction: Direction::Read,
            exact: Arc::new(defer_program(&plan, move |plan| {
                Program::for_reading(plan, native, &plan.bodies.read)
            })),
            ordinary: ordinary_body(&plan.bodies.read_ordinary)
                .cloned()
                .map(|body| defer_program(&plan, move |plan| Program::for_reading(plan, native, &body))),
            table: OnceLock::new(),
            direct: reads,
            sizes: ItemSizes { from: of_file, to: of_native },
            errors: kinds_from_bits(events_to_bits(plan.read_errors)),
            rewriter: plan.checks_canonical.then(|| write.exact.clone()),
        };
        if native == Native::Bool {
            // Not all of its bytes are items.
            for way in [&read, &write] {
                way.table.get_or_init(|| None);
            }
        }
        let (name, title) = (format.name.clone(), mapping.title.clone());
        InterpretedPair { native, format: name.into(), mapping: title.into(), read, write, parts }
    }

    /// Converts items, counts losses, and finds the first item that a rule refuses.
    fn convert_items(
        &self,
        way: &OneWayPrograms,
        input: &[u8],
        output: &mut [u8],
        tally: &mut Tally,
    ) -> Result<(), ConversionStop> {
        let mut loss = Loss::default();
        // Blocks count and do not stop. That makes the loops simple, and the usual slice without an error fast.
        way.convert_blocks(input, Some(output), &mut loss);
        // Only if an event that is an error was counted, a second pass looks for the first item that has it. What was
        // converted behind it stays in the output, which the contract of a failed call allows.
        let has_error =
            loss.events().any(|(event, _)| first_error(single_event_set(event), way.errors).is_some());
        add_loss(tally, loss);
        match has_error.then(|| way.find_first_error(input)).flatten() {
            Some((item, event)) => {
                Err(ConversionStop::Fault(self.make_conversion_fault(way, input, item, event)))
            }
            None => Ok(()),
        }
    }

    fn make_conversion_fault(&self, way: &OneWayPrograms, input: &[u8], item: usize, event: Event) -> Fault {
        // `item` counts parts: a complex number has two.
        let bytes = &input[item * way.sizes.from..][..way.sizes.from];
        let value = match way.direction {
            Direction::Read => format_bytes(bytes),
            Direction::Write => format_native_item(self.native, bytes),
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
    fn find_first_invalid(&self, native: &[u8]) -> Option<usize> {
        // All other native types have a value for every pattern of their bytes, or are read as one that has.
        match self.native {
            Native::WideCharacter => native.chunks_exact(4).position(|bytes| !char::is_valid(bytes)),
            Native::Decimal => {
                let mut items = native.chunks_exact(16);
                // Without an early end many are checked at once, and nearly always all of them are valid.
                let is_valid = items.clone().fold(true, |valid, bytes| valid & Decimal::is_valid(bytes));
                if is_valid { None } else { items.position(|bytes| !Decimal::is_valid(bytes)) }
            }
            _ => None,
        }
    }
}

/// A program of a plan, made on first use.
fn defer_program(
    plan: &Arc<Plan>,
    make: impl FnOnce(&Plan) -> Program + Send + Sync + 'static,
) -> LazyProgram {
    let plan = plan.clone();
    LazyLock::new(Box::new(move || make(&plan)))
}

/// The body for ordinary items, if it has its own.
fn ordinary_body(form: &OrdinaryBody) -> Option<&Body> {
    match form {
        OrdinaryBody::Form { body, .. } => Some(body),
        OrdinaryBody::None | OrdinaryBody::Exact => None,
    }
}

/// The set of one event.
fn single_event_set(event: Event) -> Kinds {
    let place = Event::ALL.iter().position(|candidate| *candidate == event);
    kinds_from_bits(place.map_or(0, |place| 1 << place))
}

impl Conversion for InterpretedPair {
    fn bytes(&self) -> usize {
        self.write.sizes.from * self.parts
    }

    fn can_convert_in_place(&self, _native: &[u8]) -> bool {
        true
    }

    fn read(&self, file: &[u8], native: &mut [u8], tally: &mut Tally) -> Result<(), ConversionStop> {
        self.convert_items(&self.read, file, native, tally)
    }

    fn write(&self, native: &[u8], file: &mut [u8], tally: &mut Tally) -> Result<(), ConversionStop> {
        // Bytes that are no `char` or `Decimal` cannot be converted, but the items before them are, as for any other
        // error.
        let Some(invalid) = self.find_first_invalid(native) else {
            return self.convert_items(&self.write, native, file, tally);
        };
        let ItemSizes { from: of_native, to: of_file } = self.write.sizes;
        self.convert_items(
            &self.write,
            &native[..invalid * of_native],
            &mut file[..invalid * of_file],
            tally,
        )?;
        let bytes = &native[invalid * of_native..][..of_native];
        Err(ConversionStop::Fault(invalid_item_fault(self.mapping.clone(), invalid / self.parts, bytes)))
    }

    fn loss(&self, file: &[u8]) -> Result<Loss, Error> {
        let mut loss = Loss::default();
        self.read.convert_blocks(file, None, &mut loss);
        Ok(loss)
    }

    fn loss_on_write(&self, native: &[u8]) -> Loss {
        let mut loss = Loss::default();
        self.write.convert_blocks(native, None, &mut loss);
        loss
    }
}

/// The columns of the programs of a direction, as far as they are needed.
struct ProgramColumns<'w> {
    way: &'w OneWayPrograms,
    ordinary: Option<Columns>,
    exact: Option<Columns>,
    rewriter: Option<Columns>,
    /// Items of the call; there may be fewer than a column has.
    items: usize,
}

impl OneWayPrograms {
    /// Converts items. Without an output the results are discarded.
    fn convert_blocks(&self, input: &[u8], mut output: Option<&mut [u8]>, loss: &mut Loss) {
        let ItemSizes { from, to } = self.sizes;
        // Few items need short columns only, even if the program's are long.
        let items = input.len() / from;
        if let Some(table) = self.get_or_build_table() {
            return self.convert_by_table(table, input, output, loss);
        }
        // Without a body for ordinary items all go through the exact program, so its columns are the limit.
        let program = self.ordinary.as_ref().unwrap_or(&self.exact);
        let mut frame = ProgramColumns::new(self, items);
        // A large output does not fit in the caches. Stores past them save reading the lines that are overwritten
        // anyway.
        let past = output.as_ref().is_some_and(|output| goes_past_caches(output.len()));
        let most = program.items_at_once();
        let together = if past { most.min((STAGE / to).max(1)) } else { most };
        // A dry run has no output, but programs store their results somewhere.
        let staged = if past || output.is_none() { together.min(items) * to } else { 0 };
        // The stage begins where a cache line begins: stores past the caches wait for loads that cross lines.
        // Calls that need none, which may be for single items, allocate nothing.
        let mut stage = if staged == 0 { Vec::new() } else { vec![0; staged + LINE] };
        let begin = stage.as_ptr().align_offset(LINE).min(stage.len().min(LINE));
        let stage = &mut stage[begin..];
        for (part, input) in input.chunks(together * from).enumerate() {
            let output_bytes = input.len() / from * to;
            let place =
                output.as_deref_mut().map(|output| &mut output[part * together * to..][..output_bytes]);
            match place {
                Some(place) if past => {
                    frame.convert_block(input, &mut stage[..output_bytes], loss);
                    copy_past_caches(&stage[..output_bytes], place);
                }
                Some(place) => frame.convert_block(input, place, loss),
                None => frame.convert_block(input, &mut stage[..output_bytes], loss),
            }
        }
        // Such stores are not ordered with others. Without this, another thread that is told of the result could read
        // old bytes.
        if past {
            finish_past_caches();
        }
    }

    /// Converts bytes by a table. Parts with a byte that the table does not have are converted exactly.
    fn convert_by_table(
        &self,
        table: &ByteTable,
        input: &[u8],
        mut output: Option<&mut [u8]>,
        loss: &mut Loss,
    ) {
        let look_up = |input: &[u8], output: &mut [u8]| {
            if table.is_identity { output.copy_from_slice(input) } else { look_up(&table.of, input, output) }
        };
        // No byte has an event, so that nothing is to be counted.
        if let OddBytes::None = table.odd {
            if let Some(output) = output {
                look_up(input, output);
            }
            return;
        }
        let mut frame = ProgramColumns::new(self, input.len());
        let mut stage = [0; PART];
        for (part, input) in input.chunks(PART).enumerate() {
            let place = output.as_deref_mut().map(|output| &mut output[part * PART..][..input.len()]);
            let place = place.unwrap_or(&mut stage[..input.len()]);
            if table.odd.is_among(input) {
                frame.convert_exactly(input, place, loss);
            } else {
                look_up(input, place);
            }
        }
    }

    /// The table for the conversion, if it uses one.
    fn get_or_build_table(&self) -> Option<&ByteTable> {
        self.table.get_or_init(|| self.build_table()).as_ref()
    }

    /// The results of the exact program for each byte, if items have one byte on both sides and the bytes with an event
    /// can be found quickly.
    fn build_table(&self) -> Option<ByteTable> {
        // Noncanonical items are found only by writing the result back, which a table cannot do.
        if self.sizes.from != 1 || self.sizes.to != 1 || self.rewriter.is_some() {
            return None;
        }
        let input: [u8; 256] = std::array::from_fn(|byte| u8::try_from(byte).unwrap_or(0));
        let mut of = [0; 256];
        let mut odd = Vec::new();
        let together = self.exact.items_at_once().min(256);
        let mut columns = self.exact.make_columns(together);
        for (input, output) in input.chunks(together).zip(of.chunks_mut(together)) {
            self.exact.convert_items(&mut columns, input, output, input.len());
            let odd_items =
                input.iter().enumerate().filter(|(item, _)| self.exact.exact_events(&columns, *item) != 0);
            odd.extend(odd_items.map(|(_, byte)| *byte));
        }
        let is_even = |byte: &&u8| !odd.contains(byte);
        let is_identity = input.iter().filter(is_even).all(|byte| of[usize::from(*byte)] == *byte);
        // The bits that no byte without an event has. For ASCII this is bit 7 alone: the bytes with events are those
        // that have it.
        let bits = !input.iter().filter(is_even).fold(0, |union, byte| union | byte);
        let odd = match odd[..] {
            [] => OddBytes::None,
            [byte] => OddBytes::One(byte),
            _ if odd.iter().all(|byte| byte & bits != 0) => OddBytes::With(bits),
            // The odd bytes cannot be told by a few bits, and looking for each of them would be slower than the
            // program.
            _ => return None,
        };
        Some(ByteTable { of: Table::new(of, None), is_identity, odd })
    }

    /// The first item that a rule refuses, and its event.
    fn find_first_error(&self, input: &[u8]) -> Option<(usize, Event)> {
        let ItemSizes { from, to } = self.sizes;
        let together = self.exact.items_at_once();
        // The second pass is exact for all items: the ordinary program does not say what an odd item met.
        let mut frame = ProgramColumns::new(self, input.len() / from);
        let mut stage = vec![0; together.min(frame.items) * to];
        for (part, input) in input.chunks(together * from).enumerate() {
            let items = input.len() / from;
            let item_kinds = frame.convert_block_exactly(input, &mut stage[..items * to]);
            let error = item_kinds.iter().enumerate().find_map(|(item, kinds)| {
                Some((part * together + item, first_error(kinds_from_bits(*kinds), self.errors)?))
            });
            if error.is_some() {
                return error;
            }
        }
        None
    }
}

impl<'w> ProgramColumns<'w> {
    fn new(way: &'w OneWayPrograms, items: usize) -> ProgramColumns<'w> {
        ProgramColumns { way, ordinary: None, exact: None, rewriter: None, items }
    }

    /// Converts the items of at most one column.
    fn convert_block(&mut self, input: &[u8], output: &mut [u8], loss: &mut Loss) {
        // If one integer of the block does not fit, the whole block is converted again by what follows. This happens
        // rarely, and the loop stays without branches.
        if self.way.direct.as_ref().is_some_and(|direct| !direct(input, output)) {
            return;
        }
        let Some(program) = &self.way.ordinary else { return self.convert_exactly(input, output, loss) };
        let items = input.len() / self.way.sizes.from;
        let columns = self.ordinary.get_or_insert_with(|| program.make_columns(self.items));
        program.convert_items(columns, input, output, items);
        let has_odd = program.has_odd(columns, items);
        if !has_odd && !program.can_underflow_or_overflow() {
            loss.inexact += program.count_inexact(columns, items);
            return;
        }
        // The results of odd items are wrong until `convert_odd_items` replaces them, so they are counted there.
        let mut odd = Vec::new();
        for item in 0..items {
            if has_odd && program.is_odd(columns, item) {
                odd.push(item);
                continue;
            }
            let [inexact, tiny, overflow] = program.ordinary_events(columns, item);
            // As IEEE 754 has it: a result that is tiny and inexact is an underflow and not counted as rounded again.
            // An overflow is counted alone.
            loss.inexact += u64::from(inexact && !tiny && !overflow);
            loss.underflow += u64::from(inexact && tiny && !overflow);
            loss.overflow += u64::from(overflow);
        }
        self.convert_odd_items(&odd, input, output, loss);
    }

    /// Converts these items exactly.
    fn convert_odd_items(&mut self, odd: &[usize], input: &[u8], output: &mut [u8], loss: &mut Loss) {
        let ItemSizes { from, to } = self.way.sizes;
        // Gathering the odd items keeps the exact program away from all others. 64 of them need little memory, however
        // many are odd.
        for odd in odd.chunks(ODD) {
            let gathered: Vec<u8> =
                odd.iter().flat_map(|item| &input[item * from..(item + 1) * from]).copied().collect();
            let mut converted_bytes = vec![0; odd.len() * to];
            self.convert_exactly(&gathered, &mut converted_bytes, loss);
            for (item, converted_bytes) in odd.iter().zip(converted_bytes.chunks_exact(to)) {
                output[item * to..(item + 1) * to].copy_from_slice(converted_bytes);
            }
        }
    }

    /// Converts items exactly, and counts their events.
    fn convert_exactly(&mut self, input: &[u8], output: &mut [u8], loss: &mut Loss) {
        let ItemSizes { from, to } = self.way.sizes;
        let together = self.way.exact.items_at_once();
        for (input, output) in input.chunks(together * from).zip(output.chunks_mut(together * to)) {
            for kinds in self.convert_block_exactly(input, output) {
                count_events(loss, kinds_from_bits(kinds));
            }
        }
    }

    /// Converts the items of at most one column exactly. Returns the events of each item, or nothing if no item has an
    /// event.
    fn convert_block_exactly(&mut self, input: &[u8], output: &mut [u8]) -> Vec<u32> {
        let program = &self.way.exact;
        let items = input.len() / self.way.sizes.from;
        let columns = self.exact.get_or_insert_with(|| program.make_columns(self.items));
        program.convert_items(columns, input, output, items);
        let meets_none = program.has_no_events() || !program.has_any_event(columns, items);
        let mut item_kinds: Vec<u32> = if meets_none {
            Vec::new()
        } else {
            (0..items).map(|item| program.exact_events(columns, item)).collect()
        };
        if let Some(writer) = &self.way.rewriter {
            // The list is empty if no item has an event, and a place for each is needed now.
            item_kinds.resize(items, 0);
            let columns = self.rewriter.get_or_insert_with(|| writer.make_columns(self.items));
            add_noncanonical(writer, columns, self.way.sizes, input, output, &mut item_kinds);
        }
        item_kinds
    }
}

/// Adds the event of items that are read exactly but would be written differently.
fn add_noncanonical(
    writer: &Program,
    columns: &mut Columns,
    ItemSizes { from, to }: ItemSizes,
    file: &[u8],
    native: &[u8],
    item_kinds: &mut [u32],
) {
    let together = writer.items_at_once();
    let mut written = vec![0; together.min(item_kinds.len()) * from];
    for ((file, native), kinds) in
        file.chunks(together * from).zip(native.chunks(together * to)).zip(item_kinds.chunks_mut(together))
    {
        let written = &mut written[..file.len()];
        // An item is canonical if writing its value gives the same bytes. That needs no knowledge of the format.
        writer.convert_items(columns, native, written, kinds.len());
        for (item, kinds) in kinds.iter_mut().enumerate() {
            let bytes = item * from..(item + 1) * from;
            // An item with another event has no exact value to be written. It is counted by that event alone.
            let is_exact = *kinds == 0 && writer.exact_events(columns, item) == 0;
            if is_exact && written[bytes.clone()] != file[bytes] {
                *kinds = datarep::interpreter::kinds_to_bits(single_event_set(Event::Noncanonical));
            }
        }
    }
}

/// A native item as messages show it.
fn format_native_item(native: Native, bytes: &[u8]) -> String {
    // `Debug` tells what `Display` of some types hides: quotes of a character, and the point of a whole float.
    fn format_item<T: Bytes + Debug>(bytes: &[u8]) -> String {
        format!("{:?}", T::load(bytes))
    }
    match native {
        Native::I8 => format_item::<i8>(bytes),
        Native::I16 => format_item::<i16>(bytes),
        Native::I32 => format_item::<i32>(bytes),
        Native::I64 => format_item::<i64>(bytes),
        Native::I128 => format_item::<i128>(bytes),
        Native::U8 => format_item::<u8>(bytes),
        Native::U16 => format_item::<u16>(bytes),
        Native::U32 => format_item::<u32>(bytes),
        Native::U64 => format_item::<u64>(bytes),
        Native::U128 => format_item::<u128>(bytes),
        Native::F16 => format_item::<F16>(bytes),
        Native::Bf16 => format_item::<Bf16>(bytes),
        Native::F32 => format_item::<f32>(bytes),
        Native::F64 => format_item::<f64>(bytes),
        Native::LongDouble => format_item::<LongDouble>(bytes),
        Native::F128 => format_item::<F128>(bytes),
        Native::Bool => format_item::<bool>(bytes),
        Native::Logical1 => format_item::<Logical1>(bytes),
        Native::Logical2 => format_item::<Logical2>(bytes),
        Native::Logical4 => format_item::<Logical>(bytes),
        Native::Logical8 => format_item::<Logical8>(bytes),
        Native::Logical16 => format_item::<Logical16>(bytes),
        Native::Character => format_item::<Character>(bytes),
        Native::WideCharacter => format_item::<char>(bytes),
        Native::Decimal => format_item::<Decimal>(bytes),
    }
}
