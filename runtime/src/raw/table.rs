//! C tables by which a shared library provides its representations: Rust's own interface is not stable across
//! libraries.
//!
//! A plug-in exports one static, [`Plugin`], under the name [`PLUGIN_SYMBOL`]; [`export!`](super::export) defines it.
//! Everything that it points to stays as long as the library is loaded, which is until the process ends. A loader
//! passes the address to [`import`], and gets representations like any other. Only numbers, pointers and functions
//! cross the border: the two sides may have different compilers, and different versions of this crate as long as
//! [`PLUGIN_VERSION`] is the same. No panic crosses it.
//!
//! A type that is missing in a table is unsupported. A type that the reader of the table does not know is ignored.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::slice;
use std::sync::{Mutex, PoisonError};

use crate::convert::Tally;
use crate::descriptor::conversion::ItemShape;
use crate::descriptor::{Descriptor, Entry};
use crate::error::Error;
use crate::loss::{Event, Loss};
use crate::memory::{Conversion, ConversionStop};
use crate::predefined::Predefined;
use crate::representation::Datarep;

/// The version of the tables' layout, and of the contract of their functions.
pub const PLUGIN_VERSION: u32 = 1;

/// The name of the static that a plug-in exports, a [`Plugin`].
pub const PLUGIN_SYMBOL: &CStr = c"datarep_plugin";

/// A text in UTF-8, without a terminator.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct PluginText {
    /// Its first byte.
    pub begin: *const u8,
    /// How many bytes it has.
    pub bytes: usize,
}

impl PluginText {
    /// No text.
    pub(super) const EMPTY: PluginText = PluginText::from_text("");

    /// A text that is used during a call alone.
    pub(super) const fn borrow(text: &str) -> PluginText {
        PluginText { begin: text.as_ptr(), bytes: text.len() }
    }

    /// The table's view of a text.
    pub(super) const fn from_text(text: &'static str) -> PluginText {
        PluginText::borrow(text)
    }
}

/// The static that a plug-in exports.
#[repr(C)]
#[derive(Debug)]
pub struct Plugin {
    /// [`PLUGIN_VERSION`]. It is read before anything else: all versions begin with it.
    pub version: u32,
    /// How many representations there are.
    pub count: u32,
    /// The first representation.
    pub representations: *const PluginDatarep,
}

// SAFETY: a `Plugin` and everything that its pointers lead to is constant, so any thread may read it at any time. Test:
// `raw::tests::plugin::tables_serve_many_threads`, under the thread sanitizer.
unsafe impl Sync for Plugin {}

/// A representation.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct PluginDatarep {
    /// Its name, 1 to 128 bytes.
    pub name: PluginText,
    /// The documentation of its description.
    pub doc: PluginText,
    /// How many types it has.
    pub count: usize,
    /// The first type.
    pub types: *const PluginType,
}

/// How items of one predefined type are stored.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct PluginType {
    /// Its name in MPI, such as `MPI_DOUBLE`.
    pub name: PluginText,
    /// How it is stored, for people, such as `real 8 => hfp64`.
    pub mapping: PluginText,
    /// The size of an item in memory, in bytes.
    pub native: usize,
    /// The preferred alignment of items in memory: items at other addresses are converted through an aligned buffer.
    /// Zero if every address is as good.
    pub align: usize,
    /// The size of an item in the file, in bytes.
    pub extent: usize,
    /// How many bytes are reversed together, if only the order of bytes changes: 1 if all bytes stay as they are. Zero
    /// if the functions convert.
    pub unit: usize,
    /// The first argument of the functions.
    pub state: *const c_void,
    /// File to native. Present if `unit` is zero.
    pub read: Option<ReadRun>,
    /// Native to file. Present if `unit` is zero.
    pub write: Option<WriteRun>,
}

/// Converts a run, file to native: state, bytes of the file, items in memory at any address, number of items, and a
/// place for the outcome, which holds [`PluginOutcome::NONE`] before the call.
///
/// If the pointer to the items in memory is null, nothing is stored: only losses are counted, and an event whose rule
/// is `error` is counted like any other. The function may be called from several threads at the same time. It must not
/// unwind.
pub type ReadRun = unsafe extern "C" fn(*const c_void, *const u8, *mut u8, usize, *mut PluginOutcome);

/// Converts a run, native to file: state, items in memory at any address, bytes of the file, number of items, and a
/// place for the outcome. The mirror of [`ReadRun`]: if the pointer to the bytes of the file is null, nothing is
/// stored.
pub type WriteRun = unsafe extern "C" fn(*const c_void, *const u8, *mut u8, usize, *mut PluginOutcome);

/// The size of the texts in an outcome, in bytes.
const TEXT: usize = 256;

/// The outcome of a run.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct PluginOutcome {
    /// Zero if all items are converted, otherwise [`PluginOutcome::REFUSED`] or [`PluginOutcome::FAILED`].
    pub code: u32,
    /// The event that was refused, as an index in [`Event::ALL`].
    pub event: u32,
    /// The item that was refused, counted from the first of the run. The items before it are converted.
    pub item: usize,
    /// How many items had each event, in the order of [`Event::ALL`]. The rest is zero.
    pub counts: [u64; 16],
    /// The format of the refused item. It lives as long as the library.
    pub format: PluginText,
    /// How many bytes at the start of `text` name the refused part of the item, such as `im`.
    pub path: usize,
    /// How many of the bytes that follow are the refused value, or say why the run failed.
    pub value: usize,
    /// Texts in UTF-8.
    pub text: [u8; TEXT],
}

impl PluginOutcome {
    /// An item had an event whose rule is `error`.
    pub const REFUSED: u32 = 1;
    /// The run failed as a whole, for example by a panic.
    pub const FAILED: u32 = 2;

    /// The outcome of a run in which nothing failed and nothing is lost.
    pub const NONE: PluginOutcome = PluginOutcome {
        code: 0,
        event: 0,
        item: 0,
        counts: [0; 16],
        format: PluginText::EMPTY,
        path: 0,
        value: 0,
        text: [0; TEXT],
    };

    fn store_texts(&mut self, path: &str, value: &str) {
        // The value tells more than the path, and gets at least three quarters of the room.
        let path = truncate_text(path, TEXT / 4);
        let value = truncate_text(value, TEXT - path.len());
        (self.path, self.value) = (path.len(), value.len());
        self.text[..path.len()].copy_from_slice(path.as_bytes());
        self.text[path.len()..][..value.len()].copy_from_slice(value.as_bytes());
    }

    fn store_stop(&mut self, stop: ConversionStop) {
        match stop {
            ConversionStop::Error(error) => self.store_failure(&error.to_string()),
            ConversionStop::Fault(fault) => {
                self.code = PluginOutcome::REFUSED;
                // A number that is no index makes the other side report a failure, and no event.
                let place = Event::ALL.iter().position(|event| *event == fault.event);
                self.event = place.and_then(|place| place.try_into().ok()).unwrap_or(u32::MAX);
                self.item = fault.item;
                self.format = PluginText::from_text(leak_name(fault.format));
                self.store_texts(&fault.path, &fault.value);
            }
        }
    }

    fn store_failure(&mut self, message: &str) {
        self.code = PluginOutcome::FAILED;
        self.store_texts("", message);
    }

    fn store_loss(&mut self, loss: &Loss) {
        for (count, event) in self.counts.iter_mut().zip(Event::ALL) {
            *count = loss.of(*event);
        }
    }
}

const _: () = assert!(Event::ALL.len() <= 16, "the outcome of a run has room for all events");

/// Keeps the name of a format until the process ends. Names of compiled representations are
/// constants. There are as many others as the texts have formats.
fn leak_name(name: Cow<'static, str>) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let name = match name {
        Cow::Borrowed(name) => return name,
        Cow::Owned(name) => name,
    };
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(&*name) {
        return known;
    }
    // The outcome points to the name, and nobody says when the other side has read it.
    let new: &'static str = Box::leak(name.into_boxed_str());
    kept.insert(new);
    new
}

/// As much of the text as fits in `bytes` bytes.
fn truncate_text(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    // A text that ends within a character would be refused as no UTF-8.
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Exports compiled representations: makes a plug-in of a crate whose type is `cdylib`. To be called once in a crate.
///
/// ```
/// datarep::datarep! {
///     /// Big-endian, and single precision as IBM's mainframes had it.
///     datarep seismic extends external32 {
///         real { 4 => ibm::hfp32 }
///         on read  { overflow => infinity }
///         on write { overflow => error, infinity | nan => error, underflow => zero }
///     }
/// }
///
/// datarep::raw::export!(seismic::DATAREP);
/// # // It is there under its name, as a loader finds it.
/// # unsafe extern "C" { static datarep_plugin: datarep::raw::Plugin; }
/// # let plugin = unsafe { datarep::raw::import(&raw const datarep_plugin) }?;
/// # assert_eq!(plugin[0].to_bytes(&[-118.625_f32])?.0, [0xC2, 0x76, 0xA0, 0]);
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// The exported static's name is reserved in the whole library. The compiler refuses anything except a compiled
/// representation:
///
/// ```compile_fail
/// datarep::raw::export!(&datarep::Datarep::NATIVE);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __export_datareps {
    ($($datarep:expr),+ $(,)?) => {
        const _: () = {
            const DATAREPS: &[&$crate::Datarep] = &[$($datarep),+];
            static TYPES: $crate::raw::PluginTypes<{ DATAREPS.len() }> =
                $crate::raw::PluginTypes::from_datareps(DATAREPS);
            static TABLES: $crate::raw::PluginDatareps<{ DATAREPS.len() }> =
                $crate::raw::PluginDatareps::from_types(DATAREPS, &TYPES);
            #[unsafe(export_name = "datarep_plugin")]
            static PLUGIN: $crate::raw::Plugin = $crate::raw::Plugin::from_tables(&TABLES);
        };
    };
}

/// The types of representations, one row for each representation.
#[doc(hidden)]
#[derive(Debug)]
pub struct PluginTypes<const N: usize>([[PluginType; Predefined::COUNT]; N]);

// SAFETY: the rows, and everything that their pointers lead to, are constant. The same test checks it.
unsafe impl<const N: usize> Sync for PluginTypes<N> {}

/// The tables of representations.
#[doc(hidden)]
#[derive(Debug)]
pub struct PluginDatareps<const N: usize>([PluginDatarep; N]);

// SAFETY: the tables, and everything that their pointers lead to, are constant. The same test checks it.
unsafe impl<const N: usize> Sync for PluginDatareps<N> {}

const fn descriptor(datarep: &'static Datarep) -> &'static Descriptor {
    match datarep.descriptor() {
        Some(descriptor) => descriptor,
        None => panic!("only representations that `datarep!` or `build.rs` has compiled can be exported"),
    }
}

impl<const N: usize> PluginTypes<N> {
    #[doc(hidden)]
    pub const fn from_datareps(datareps: &[&'static Datarep]) -> PluginTypes<N> {
        let mut types = [[PluginType::MISSING; Predefined::COUNT]; N];
        let mut datarep = 0;
        while datarep < N {
            let mut index = 0;
            while index < Predefined::COUNT {
                types[datarep][index] =
                    PluginType::from_descriptor(descriptor(datareps[datarep]), Predefined::from_index(index));
                index += 1;
            }
            datarep += 1;
        }
        PluginTypes(types)
    }
}

impl<const N: usize> PluginDatareps<N> {
    #[doc(hidden)]
    pub const fn from_types(
        datareps: &[&'static Datarep],
        types: &'static PluginTypes<N>,
    ) -> PluginDatareps<N> {
        let none =
            PluginDatarep { name: PluginText::EMPTY, doc: PluginText::EMPTY, count: 0, types: ptr::null() };
        // A loop, as iterators cannot be used in a constant.
        let (mut tables, mut datarep) = ([none; N], 0);
        while datarep < N {
            let descriptor = descriptor(datareps[datarep]);
            tables[datarep] = PluginDatarep {
                name: PluginText::from_text(descriptor.name()),
                doc: PluginText::from_text(descriptor.doc()),
                count: Predefined::COUNT,
                types: types.0[datarep].as_ptr(),
            };
            datarep += 1;
        }
        PluginDatareps(tables)
    }
}

impl Plugin {
    #[doc(hidden)]
    #[expect(clippy::cast_possible_truncation, reason = "as many as somebody has written down")]
    pub const fn from_tables<const N: usize>(tables: &'static PluginDatareps<N>) -> Plugin {
        Plugin { version: PLUGIN_VERSION, count: N as u32, representations: tables.0.as_ptr() }
    }
}

impl PluginType {
    /// The row of an unsupported type: it has no name.
    pub(super) const MISSING: PluginType = PluginType {
        name: PluginText::EMPTY,
        mapping: PluginText::EMPTY,
        native: 0,
        align: 0,
        extent: 0,
        unit: 0,
        state: ptr::null(),
        read: None,
        write: None,
    };

    const fn from_descriptor(descriptor: &'static Descriptor, predefined: Predefined) -> PluginType {
        let entry = descriptor.entry(predefined);
        let Some(ItemShape { native, align, extent, unit }) = entry.shape() else {
            return PluginType::MISSING;
        };
        // Items that are only moved need no functions: the program that loads the table moves them by itself.
        let (unit, read, write) = match unit {
            Some(unit) => (unit, None, None),
            None => (0, Some(read_run::<Entry> as ReadRun), Some(write_run::<Entry> as WriteRun)),
        };
        PluginType {
            name: PluginText::from_text(predefined.name()),
            mapping: PluginText::from_text(descriptor.mapping(predefined)),
            native,
            align,
            extent,
            unit,
            state: ptr::from_ref(entry).cast(),
            read,
            write,
        }
    }
}

/// What the state of a row with functions points to.
pub(super) trait ExportedType: Sync + 'static {
    /// The bytes of an item in memory and in the file.
    fn sizes(&self) -> (usize, usize);

    /// How items are converted, or `None` if they are only moved.
    fn conversion(&self) -> Option<&dyn Conversion>;
}

impl ExportedType for Entry {
    fn sizes(&self) -> (usize, usize) {
        self.shape().map_or((0, 0), |shape| (shape.native, shape.extent))
    }

    fn conversion(&self) -> Option<&dyn Conversion> {
        self.way()?.conversion
    }
}

/// Returns the row that a state points to, and the number of bytes of `items` items in memory and in the file.
///
/// # Safety
///
/// The state is that of a row with functions, and points to an `R`.
unsafe fn row_from_state<R: ExportedType>(state: *const c_void, items: usize) -> (&'static R, usize, usize) {
    // SAFETY: the caller has promised the state of a row with functions. `PluginType::from_descriptor` and `leak_plugin` have made
    // it from a reference that lives as long as the process. Test:
    // `raw::tests::plugin::items_are_converted_as_by_the_compiled_one`.
    let row = unsafe { &*state.cast::<R>() };
    let (native, extent) = row.sizes();
    (row, native * items, extent * items)
}

/// Runs a conversion, and stores its outcome, even if it panics.
pub(super) fn store_outcome(
    outcome: &mut PluginOutcome,
    convert: impl FnOnce(&mut Tally) -> Result<(), ConversionStop>,
) {
    let mut tally = Tally::default();
    match catch_unwind(AssertUnwindSafe(|| convert(&mut tally))) {
        Ok(Ok(())) => {}
        Ok(Err(stop)) => outcome.store_stop(stop),
        Err(panic) => outcome.store_failure(&crate::functions::describe_panic(&*panic)),
    }
    outcome.store_loss(&tally.loss);
}

/// Why a call of a row without functions stops. The state is then not one that the table gave.
fn missing_functions_stop() -> ConversionStop {
    let reason = "its type is not converted by functions".to_owned();
    ConversionStop::Error(Error::from(crate::error::ErrorKind::Argument { routine: "plug-in", reason }))
}

/// [`ReadRun`] of a row.
///
/// # Safety
///
/// See [`ReadRun`]. The state points to an `R`.
pub(super) unsafe extern "C" fn read_run<R: ExportedType>(
    state: *const c_void,
    file: *const u8,
    native: *mut u8,
    items: usize,
    outcome: *mut PluginOutcome,
) {
    // SAFETY: the caller passes a place that holds an outcome, and that nobody else uses during the call. Test:
    // `raw::tests::plugin::items_are_converted_as_by_the_compiled_one`.
    let outcome = unsafe { &mut *outcome };
    // With no items the pointers may be null, of which no slice can be made.
    if items == 0 {
        return;
    }
    store_outcome(outcome, |tally| {
        // SAFETY: the caller passes the state of this row, which has functions: no other row leads here. Test:
        // `raw::tests::plugin::items_are_converted_as_by_the_compiled_one`.
        let (row, native_bytes, file_bytes) = unsafe { row_from_state::<R>(state, items) };
        let Some(conversion) = row.conversion() else { return Err(missing_functions_stop()) };
        // SAFETY: the caller passes the bytes of `items` items of the file, `items` is not zero, and nobody writes to
        // them during the call. Test: `raw::tests::plugin::items_are_converted_as_by_the_compiled_one`, under the
        // address sanitizer.
        let file = unsafe { slice::from_raw_parts(file, file_bytes) };
        if native.is_null() {
            tally.loss += conversion.loss(file).map_err(ConversionStop::Error)?;
            return Ok(());
        }
        // SAFETY: the pointer is not null, so the caller passes `items` items in memory, which nobody else uses during
        // the call. Test: `raw::tests::plugin::items_are_converted_as_by_the_compiled_one`, under the address
        // sanitizer.
        let native = unsafe { slice::from_raw_parts_mut(native, native_bytes) };
        conversion.read(file, native, tally)
    });
}

/// [`WriteRun`] of a row.
///
/// # Safety
///
/// See [`WriteRun`]. The state points to an `R`.
pub(super) unsafe extern "C" fn write_run<R: ExportedType>(
    state: *const c_void,
    native: *const u8,
    file: *mut u8,
    items: usize,
    outcome: *mut PluginOutcome,
) {
    // SAFETY: the caller passes a place that holds an outcome, and that nobody else uses during the call. Test:
    // `raw::tests::plugin::items_are_converted_as_by_the_compiled_one`.
    let outcome = unsafe { &mut *outcome };
    if items == 0 {
        return;
    }
    store_outcome(outcome, |tally| {
        // SAFETY: the caller passes the state of this row, which has functions: no other row leads here. Test:
        // `raw::tests::plugin::items_are_converted_as_by_the_compiled_one`.
        let (row, native_bytes, file_bytes) = unsafe { row_from_state::<R>(state, items) };
        let Some(conversion) = row.conversion() else { return Err(missing_functions_stop()) };
        // SAFETY: the caller passes `items` items in memory, `items` is not zero, and nobody writes to them during the
        // call. Test: `raw::tests::plugin::items_are_converted_as_by_the_compiled_one`, under the address sanitizer.
        let native = unsafe { slice::from_raw_parts(native, native_bytes) };
        if file.is_null() {
            tally.loss += conversion.loss_on_write(native);
            return Ok(());
        }
        // SAFETY: the pointer is not null, so the caller passes the bytes of `items` items of the file, which nobody
        // else uses during the call. Test: `raw::tests::plugin::items_are_converted_as_by_the_compiled_one`, under the
        // address sanitizer.
        let file = unsafe { slice::from_raw_parts_mut(file, file_bytes) };
        conversion.write(native, file, tally)
    });
}
