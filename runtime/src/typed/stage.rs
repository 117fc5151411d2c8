//! Values that pass through bytes, a few at a time. This code is compiled once for all types.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{PoisonError, RwLock};

use crate::datatype::{Committed, ItemExtents as _, Items, Memory, Typemap};
use crate::error::{Direction, Error, ErrorKind, Fault, format_bytes};
use crate::functions::ConversionFunctions;
use crate::loss::{Event, Loss};
use crate::memory::Bytes as _;
use crate::native::Decimal;
use crate::num::{index, to_i64 as length};
use crate::predefined::Predefined;
use crate::representation::Datarep;

/// How many bytes of values are stored or loaded at a time.
const STAGE: usize = 1 << 14;

/// How many bytes of a value an error shows at most.
const SHOWN: usize = 16;

/// What the conversion must know about the type of values.
#[derive(Clone, Copy)]
pub(super) struct ValueType {
    pub(super) id: TypeId,
    pub(super) name: &'static str,
    pub(super) bytes: usize,
    pub(super) typemap: fn() -> Result<Typemap, Error>,
}

/// The datatypes of Rust types that were used, so that each is compiled once.
static COMMITTED: RwLock<BTreeMap<TypeId, Committed>> = RwLock::new(BTreeMap::new());

/// The datatype of a Rust type, by its id and its typemap.
pub(super) fn commit_once(id: TypeId, typemap: fn() -> Result<Typemap, Error>) -> Result<Committed, Error> {
    let known = COMMITTED.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    // No lock is held meanwhile. Two threads may both commit the type, and either result will do.
    let datatype = typemap()?.commit()?;
    COMMITTED.write().unwrap_or_else(PoisonError::into_inner).insert(id, datatype.clone());
    Ok(datatype)
}

/// Values that can be stored in bytes.
pub(super) trait Store {
    fn value_type(&self) -> ValueType;

    fn len(&self) -> usize;

    /// Stores the given copies, one after another.
    fn store(&self, copies: Range<usize>, bytes: &mut [u8]);
}

/// Values that can also be loaded from bytes.
pub(super) trait Load: Store {
    /// Loads the given copies. The error is the first copy whose bytes are not a value; the copies before it are
    /// loaded.
    fn load(&mut self, copies: Range<usize>, bytes: &[u8]) -> Result<(), usize>;
}

/// Some of the copies that hold items, and the items among them.
struct CopyBatch {
    copies: Range<usize>,
    /// The first item, counted from the first copy.
    position: i64,
    count: i64,
}

/// Divides the copies into stretches that fit the stage.
fn divide_into_batches(
    bytes: usize,
    items: i64,
    count: i64,
    position: i64,
) -> impl Iterator<Item = CopyBatch> {
    let together = length((STAGE / bytes.max(1)).max(1));
    let (mut at, end) = (position, position + count);
    std::iter::from_fn(move || {
        if at >= end {
            return None;
        }
        // The first stretch may begin within a copy, and the last one may end within one. All others are whole copies.
        let copy = at / items;
        let next = end.min((copy + together) * items);
        let copies = index(copy)..index((next - 1) / items + 1);
        let stretch = CopyBatch { copies, position: at - copy * items, count: next - at };
        at = next;
        Some(stretch)
    })
}

// Requirement: R-CONV-3, R-CONV-6.
/// Bytes for the whole slice, and the copies that hold the items. Only these copies are stored in the bytes.
///
/// A program's function gets the bytes together with the position of its call. Pages that nobody touches take no
/// memory.
fn store_whole_slice(native: &dyn Store, items: Items<'_>) -> (Vec<u8>, Range<usize>) {
    let Items { datatype, count, position } = items;
    let of_one = datatype.items().max(1);
    let copies =
        if count == 0 { 0..0 } else { index(position / of_one)..index((position + count - 1) / of_one + 1) };
    let each = native.value_type().bytes;
    let mut bytes = vec![0; native.len() * each];
    native.store(copies.clone(), &mut bytes[copies.start * each..]);
    (bytes, copies)
}

/// Reads with a program's read function, in one call.
fn read_by_function(
    datarep: &Datarep,
    items: Items<'_>,
    native: &mut dyn Load,
    file: &mut [u8],
) -> Result<Loss, Error> {
    let kind = native.value_type();
    let (mut bytes, copies) = store_whole_slice(native, items);
    let read = datarep.read_items_mut(items, Memory::new(&mut bytes), file);
    let first = copies.start;
    // Also after an error: the items that the function has converted before it belong in the program's values.
    let loaded = native.load(copies, &bytes[first * kind.bytes..]);
    let loss = read?;
    if let Err(copy) = loaded {
        let bytes = &bytes[(first + copy) * kind.bytes..][..kind.bytes];
        // If an earlier call began this copy, the error names the first item of this call.
        let item = (length(first + copy) * items.datatype.items().max(1)).max(items.position);
        return Err(invalid_value_error(kind, items.datatype, datarep, item, bytes));
    }
    Ok(loss)
}

/// The copies that hold the items, if the file has the layout of memory, so that nothing is
/// converted. `file`: the number of the file's bytes.
fn find_unconverted_copies(
    datarep: &Datarep,
    items: Items<'_>,
    kind: ValueType,
    file: usize,
) -> Option<Range<usize>> {
    let Items { datatype, count, position } = items;
    let of_one = datatype.items().max(1);
    // Parts of a copy need its other items, which are not in the file's bytes.
    let whole = position % of_one == 0 && count % of_one == 0;
    let copies = index(position / of_one)..index((position + count) / of_one);
    // If the datatype's size is that of the value, it has no gaps.
    let same = datarep.is_memory() && datatype.size() == length(kind.bytes);
    (same && whole && copies.len() * kind.bytes == file).then_some(copies)
}

/// [`Datarep::read_items`] for values, each of which is a copy of the datatype of its type.
pub(super) fn read(
    datarep: &Datarep,
    count: i64,
    position: i64,
    native: &mut dyn Load,
    file: &mut [u8],
) -> Result<Loss, Error> {
    let kind = native.value_type();
    let datatype = commit_once(kind.id, kind.typemap)?;
    read_items(datarep, Items { datatype: &datatype, count, position }, native, file)
}

/// [`Datarep::read_items`] for values, each of which is a copy of the given datatype.
pub(super) fn read_items(
    datarep: &Datarep,
    all: Items<'_>,
    native: &mut dyn Load,
    file: &mut [u8],
) -> Result<Loss, Error> {
    let kind = native.value_type();
    // A program's function is called once for each access, as the standard says. So it gets all items at once.
    if datarep.functions().is_some_and(ConversionFunctions::has_read) {
        return read_by_function(datarep, all, native, file);
    }
    let Items { datatype, count, position } = all;
    if let Some(copies) = find_unconverted_copies(datarep, all, kind, file.len()) {
        return native.load(copies, file).map(|()| Loss::default()).map_err(|copy| {
            let bytes = &file[copy * kind.bytes..][..kind.bytes];
            invalid_value_error(kind, datatype, datarep, position + length(copy) * datatype.items(), bytes)
        });
    }
    let items = datatype.items().max(1);
    let (mut loss, mut rest, mut stage) = (Loss::default(), file, Vec::new());
    for CopyBatch { copies, position, count } in divide_into_batches(kind.bytes, items, count, position) {
        let before = length(copies.start) * items;
        stage.resize(copies.len() * kind.bytes, 0);
        // Every byte of the copies is then written before it is loaded, so that the stage needs no old values.
        let whole = position == 0 && count % items == 0;
        if !whole {
            // Items that are not read keep their values.
            native.store(copies.clone(), &mut stage);
        }
        let part = Items { datatype, count, position };
        // `min` never cuts: the lengths were compared for the whole call. It only rules out a panic.
        let bytes = index(datarep.file_size(part)?).min(rest.len());
        let (bytes, after) = std::mem::take(&mut rest).split_at_mut(bytes);
        let converted = datarep.read_items_mut(part, Memory::new(&mut stage), bytes);
        if let Err(error) = converted.as_ref()
            && whole
        {
            let done = error.items_done().unwrap_or(0).clamp(0, count);
            load_items_done(datarep, datatype, native, copies.start, done, &stage, bytes)?;
            return converted.map_err(|error| error.shift_items(before));
        }
        // Before the error is returned: a stretch that is not whole had the old values in its stage, so all of it can
        // be loaded.
        let loaded = native.load(copies, &stage);
        loss += converted.map_err(|error| error.shift_items(before))?;
        if let Err(copy) = loaded {
            let bytes = &stage[copy * kind.bytes..][..kind.bytes];
            // If an earlier call began this copy, the error names the first item of this call.
            let item = before + (length(copy) * items).max(position);
            return Err(invalid_value_error(kind, datatype, datarep, item, bytes));
        }
        rest = after;
    }
    Ok(loss)
}

/// Loads the first `done` items of a stage whose copies begin at copy `begin`. `file` has the bytes of all its items.
///
/// The stage was not filled from the slice. Behind the items that are done it has no values of the program.
fn load_items_done(
    datarep: &Datarep,
    datatype: &Committed,
    native: &mut dyn Load,
    begin: usize,
    done: i64,
    stage: &[u8],
    file: &mut [u8],
) -> Result<(), Error> {
    let items = datatype.items().max(1);
    let right = index(done / items);
    // The copies before the failed item are complete, so their bytes are values.
    let _ = native.load(begin..begin + right, &stage[..right * native.value_type().bytes]);
    // Items before the failed one in its own copy: they are read again, into a stage that has the old values.
    let (position, count) = (done - done % items, done % items);
    if count == 0 {
        return Ok(());
    }
    let size = |count| datarep.file_size(Items { datatype, count, position: 0 }).map(index);
    let rest = &mut file[size(position)?..];
    let at = Items { datatype, count, position: position + length(begin) * items };
    read_items(datarep, at, native, &mut rest[..size(count)?]).map(drop)
}

/// The mirror of [`read`].
pub(super) fn write(
    datarep: &Datarep,
    count: i64,
    position: i64,
    native: &dyn Store,
    file: &mut [u8],
) -> Result<Loss, Error> {
    let kind = native.value_type();
    let datatype = commit_once(kind.id, kind.typemap)?;
    write_items(datarep, Items { datatype: &datatype, count, position }, native, file)
}

/// The mirror of [`read_items`].
pub(super) fn write_items(
    datarep: &Datarep,
    all: Items<'_>,
    native: &dyn Store,
    file: &mut [u8],
) -> Result<Loss, Error> {
    let kind = native.value_type();
    if datarep.functions().is_some_and(ConversionFunctions::has_write) {
        // The function is called once, with the position that the program's call has.
        let (bytes, _) = store_whole_slice(native, all);
        return datarep.write_items(all, Memory::new(&bytes), file);
    }
    let Items { datatype, count, position } = all;
    let items = datatype.items().max(1);
    if let Some(copies) = find_unconverted_copies(datarep, all, kind, file.len()) {
        native.store(copies, file);
        return Ok(Loss::default());
    }
    let (mut loss, mut rest, mut stage) = (Loss::default(), file, Vec::new());
    for CopyBatch { copies, position, count } in divide_into_batches(kind.bytes, items, count, position) {
        let before = length(copies.start) * items;
        stage.resize(copies.len() * kind.bytes, 0);
        native.store(copies, &mut stage);
        let part = Items { datatype, count, position };
        let bytes = index(datarep.file_size(part)?).min(rest.len());
        let (bytes, after) = std::mem::take(&mut rest).split_at_mut(bytes);
        let written = datarep.write_items(part, Memory::new(&stage), bytes);
        loss += written.map_err(|error| error.shift_items(before))?;
        rest = after;
    }
    Ok(loss)
}

/// The error for bytes that were read unchanged and are not a value of the type.
#[cold]
fn invalid_value_error(
    kind: ValueType,
    datatype: &Committed,
    datarep: &Datarep,
    item: i64,
    bytes: &[u8],
) -> Error {
    let fault = Fault {
        item: index(item),
        path: String::new(),
        event: Event::Unmapped,
        value: format_invalid_bytes(datatype, bytes),
        format: kind.name.into(),
        mapping: "as it is".into(),
        direction: Direction::Read,
    };
    // In `native` the bytes came from the file as they are, so it is a fault of the file. Otherwise a function of the
    // program has made them.
    if datarep.is_memory() {
        return ErrorKind::Conversion { datarep: "native".into(), fault }.into();
    }
    let message = format!("{} is not a valid `{}`", fault.value, fault.format);
    let datarep = datarep.name().to_owned();
    ErrorKind::Function { datarep, direction: Direction::Read, item, message }.into()
}

/// The text of the first item among a copy's bytes that is not a value.
fn format_invalid_bytes(datatype: &Committed, bytes: &[u8]) -> String {
    let items = (0..datatype.items()).filter_map(|item| datatype.locate(item).ok());
    let mut items = items.filter_map(|(predefined, displacement)| {
        // A Rust type has no negative displacements.
        let begin = index(displacement);
        Some((predefined, begin, bytes.get(begin..begin + predefined.native_size())?))
    });
    let wrong = items.find(|(predefined, _, bytes)| match *predefined {
        Predefined::Wchar => !char::is_valid(bytes),
        Predefined::Decimal => !Decimal::is_valid(bytes),
        _ => false,
    });
    // A type with a layout of its own decides alone which bytes are values.
    let (begin, wrong) =
        wrong.map_or((0, &bytes[..bytes.len().min(SHOWN)]), |(_, begin, wrong)| (begin, wrong));
    let more = if begin + wrong.len() < bytes.len() { " …" } else { "" };
    let before = if begin > 0 { "… " } else { "" };
    format!("{before}{}{more}", format_bytes(wrong))
}
