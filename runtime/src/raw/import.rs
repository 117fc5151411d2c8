//! Representations from another shared library: their tables are checked here, and their functions called.

use std::ffi::c_void;
use std::ptr;
use std::slice;
use std::sync::Arc;

use super::table::{
    PLUGIN_VERSION, Plugin, PluginDatarep, PluginOutcome, PluginText, PluginType, ReadRun, WriteRun,
};
use crate::assembled::{Assembled, AssembledType, TypeConversion};
use crate::convert::Tally;
use crate::error::{Direction, Error, ErrorKind, Fault};
use crate::loss::{Event, Loss};
use crate::memory::{Conversion, ConversionStop};
use crate::predefined::Predefined;
use crate::representation::Datarep;

/// Returns the representations of a plug-in that [`export!`](super::export) has made.
///
/// They stay until the process ends, and convert files, views and slices like those that were compiled with the
/// program. To be found by name they must be registered, as any other.
///
/// # Errors
///
/// Class `Arg` if the version of the tables is not [`PLUGIN_VERSION`], or if the tables are invalid: an invalid name,
/// or a type whose size differs from the one here.
///
/// # Safety
///
/// - `plugin` points to a 32-bit number, and to a whole [`Plugin`] if that number is [`PLUGIN_VERSION`];
/// - everything that it leads to is as the tables say, until the process ends.
pub unsafe fn import(plugin: *const Plugin) -> Result<Vec<Datarep>, Error> {
    // SAFETY: the caller has promised that `plugin` points to a 32-bit number: every version of the tables begins with
    // it. Test: `raw::tests::plugin::tables_that_cannot_be_are_refused`, under Miri.
    let version = unsafe { plugin.cast::<u32>().read() };
    if version != PLUGIN_VERSION {
        let advice = if version > PLUGIN_VERSION {
            "it was built with a newer `datarep` than the program that loads it: build both with the same version"
        } else {
            "it was built with an older `datarep` than the program that loads it: build it again"
        };
        return Err(table_error(format!(
            "its tables have version {version}, here it is {PLUGIN_VERSION}: {advice}"
        )));
    }
    // SAFETY: the number is `PLUGIN_VERSION`, and in this case the caller has promised a whole `Plugin`, which stays
    // until the process ends. Test: `raw::tests::plugin::tables_that_cannot_be_are_refused`, under Miri.
    let plugin = unsafe { &*plugin };
    let count = usize::try_from(plugin.count).unwrap_or(usize::MAX);
    // SAFETY: the caller has promised that the tables are as the plug-in says: there are `count` of them, until the
    // process ends. Test: `raw::tests::plugin::tables_that_cannot_be_are_refused`, under Miri.
    let tables = unsafe { rows_from_pointer(plugin.representations, count) };
    let tables = tables.ok_or_else(|| missing_error("representations", count))?;
    tables.iter().map(import_datarep).collect()
}

pub(super) fn table_error(reason: String) -> Error {
    ErrorKind::Argument { routine: "plug-in", reason }.into()
}

/// The error for a null pointer to rows, where the table says that there are some.
fn missing_error(rows: &str, count: usize) -> Error {
    table_error(format!(
        "its tables have {count} {rows}, but the pointer to them is null: let it point to them, or write 0"
    ))
}

/// The `count` rows of a table. `None` if there are some, and the pointer to them is null.
///
/// # Safety
///
/// The rows are there until the process ends.
unsafe fn rows_from_pointer<T>(begin: *const T, count: usize) -> Option<&'static [T]> {
    if count == 0 {
        return Some(&[]);
    }
    if begin.is_null() {
        return None;
    }
    // SAFETY: the caller has promised `count` rows until the process ends. The pointer is not null. Test:
    // `raw::tests::plugin::tables_that_cannot_be_are_refused`, under Miri.
    Some(unsafe { slice::from_raw_parts(begin, count) })
}

/// A text of a table.
pub(super) fn read_text(text: PluginText) -> Result<&'static str, Error> {
    // SAFETY: the tables are as they say until the process ends, as the caller of `import` has promised: the text has
    // `bytes` bytes. Test: `raw::tests::plugin::tables_that_cannot_be_are_refused`, under Miri.
    let bytes = unsafe { rows_from_pointer(text.begin, text.bytes) };
    let bytes = bytes.ok_or_else(|| missing_error("bytes of a text", text.bytes))?;
    std::str::from_utf8(bytes).map_err(|_| table_error("a text of its tables is not UTF-8".to_owned()))
}

fn import_datarep(table: &PluginDatarep) -> Result<Datarep, Error> {
    let (name, doc) = (read_text(table.name)?, read_text(table.doc)?);
    let mut types = vec![const { None }; Predefined::COUNT];
    // SAFETY: the tables are as they say until the process ends, as the caller of `import` has promised: there are
    // `count` rows. Test: `raw::tests::plugin::tables_that_cannot_be_are_refused`, under Miri.
    let rows = unsafe { rows_from_pointer(table.types, table.count) };
    for row in rows.ok_or_else(|| missing_error("types", table.count))? {
        // A newer plug-in may have types that this version does not know. Its other types are still of use.
        if let Some(predefined) = Predefined::named(read_text(row.name)?) {
            types[predefined as usize] = Some(ForeignType::from_row(name, predefined, row)?);
        }
    }
    Assembled { name: name.into(), doc: doc.into(), origin: "of a plug-in", types }.into_datarep()
}

/// The functions for one predefined type.
struct ForeignType {
    datarep: &'static str,
    mapping: &'static str,
    native: usize,
    align: usize,
    extent: usize,
    state: *const c_void,
    functions: (ReadRun, WriteRun),
}

// SAFETY: the pointers are those of constant tables, which stay until the process ends. The contract of `ReadRun` and
// `WriteRun` lets the functions be called from any thread. Test: `raw::tests::plugin::tables_serve_many_threads`, under
// the thread sanitizer.
unsafe impl Send for ForeignType {}
// SAFETY: the contract of `ReadRun` and `WriteRun` lets several threads call the functions at the same time, and
// nothing else uses the state. The same test checks it.
unsafe impl Sync for ForeignType {}

impl ForeignType {
    fn from_row(
        datarep: &'static str,
        predefined: Predefined,
        row: &PluginType,
    ) -> Result<AssembledType, Error> {
        let &PluginType { native, align, extent, unit, state, .. } = row;
        let refuse =
            |what: String| Err(table_error(format!("`{}` of datarep `{datarep}` {what}", predefined.name())));
        // C types such as `long` differ between machines, and so do the tables of plug-ins that were built there.
        if native != predefined.native_size() {
            let here = predefined.native_size();
            return refuse(format!(
                "has {native} bytes in memory, and {here} in this process: build it for this machine"
            ));
        }
        let functions = row.read.zip(row.write);
        // A row is one of two: converted by both functions, or moved with a unit and the native size.
        let whole = unit == 0 && extent > 0 && functions.is_some();
        let moved = [1, 2, 4, 8, 16].contains(&unit) && native.is_multiple_of(unit) && extent == native;
        if !whole && !moved {
            return refuse(format!(
                "has unit {unit} and extent {extent}: give it two functions, unit 0 and an extent, \
                 or a unit of 1, 2, 4, 8 or 16 that divides its {native} bytes, which are also its extent"
            ));
        }
        let mapping = read_text(row.mapping)?;
        let work = match functions {
            Some(functions) if unit == 0 => {
                let known = ForeignType { datarep, mapping, native, align, extent, state, functions };
                TypeConversion::Converted(Arc::new(known))
            }
            _ => TypeConversion::Moved(unit),
        };
        Ok(AssembledType { mapping: mapping.into(), extent, work })
    }

    /// How many items the bytes of both sides hold.
    ///
    /// # Panics
    ///
    /// If the file has more or fewer items: the functions would access other bytes.
    fn count_items(&self, native: usize, file: usize) -> usize {
        // Not zero: `from_row` has compared it with the size of a predefined type.
        let items = native / self.native;
        assert_eq!(file, items * self.extent, "as many items on both sides");
        items
    }

    /// Calls one of the functions, and decodes its outcome.
    fn call_function(
        &self,
        direction: Direction,
        (from, to): (*const u8, *mut u8),
        items: usize,
    ) -> (Loss, Result<(), ConversionStop>) {
        let mut outcome = PluginOutcome::NONE;
        let function = match direction {
            Direction::Read => self.functions.0,
            Direction::Write => self.functions.1,
        };
        // SAFETY: the state is that of the row, and `outcome` is a place that holds an outcome. The callers pass the
        // bytes of `items` items on either side: `count_items` has compared both lengths, or the only buffer was divided by
        // the size of an item. Both are slices that are borrowed during the call, or the place to store to is null,
        // which the contract allows. Tests: `raw::tests::plugin::items_are_converted_as_by_the_compiled_one` and
        // `raw::tests::plugin::slices_are_converted_as_by_the_compiled_one`, under the address sanitizer, and
        // `raw::tests::plugin::failures_do_not_cross_the_border`, under Miri.
        unsafe { function(self.state, from, to, items, &raw mut outcome) };
        let loss = Loss::from_counts(&outcome.counts);
        (loss, self.decode_outcome(direction, items, &outcome))
    }

    fn decode_outcome(
        &self,
        direction: Direction,
        items: usize,
        outcome: &PluginOutcome,
    ) -> Result<(), ConversionStop> {
        if outcome.code == 0 {
            return Ok(());
        }
        // The other library may write anything into its outcome. Lengths that do not fit give no text, and no panic.
        let texts = outcome.text.get(..outcome.path.saturating_add(outcome.value)).unwrap_or(&[]);
        let (path, value) = texts.split_at(outcome.path.min(texts.len()));
        let [path, value] = [path, value].map(|text| String::from_utf8_lossy(text).into_owned());
        let event = usize::try_from(outcome.event).ok().and_then(|event| Event::ALL.get(event));
        match event {
            // An item beyond the call would move the position of the file to where nothing was converted.
            Some(&event) if outcome.code == PluginOutcome::REFUSED && outcome.item < items => {
                let (item, mapping, format) = (outcome.item, self.mapping, read_text(outcome.format));
                let format = format.map_err(ConversionStop::Error)?;
                let (format, mapping) = (format.into(), mapping.into());
                Err(ConversionStop::Fault(Fault { item, path, event, value, format, mapping, direction }))
            }
            _ => {
                let datarep = self.datarep.to_owned();
                // A plug-in may return a code and no text.
                let message = if value.is_empty() { format!("it returned {}", outcome.code) } else { value };
                Err(ConversionStop::Error(
                    ErrorKind::Function { datarep, direction, item: 0, message }.into(),
                ))
            }
        }
    }
}

impl Conversion for ForeignType {
    fn bytes(&self) -> usize {
        self.native
    }

    fn can_convert_in_place(&self, native: &[u8]) -> bool {
        native.as_ptr().addr().is_multiple_of(self.align.max(1))
    }

    fn read(&self, file: &[u8], native: &mut [u8], tally: &mut Tally) -> Result<(), ConversionStop> {
        let items = self.count_items(native.len(), file.len());
        let (loss, result) = self.call_function(Direction::Read, (file.as_ptr(), native.as_mut_ptr()), items);
        tally.loss += loss;
        result
    }

    fn write(&self, native: &[u8], file: &mut [u8], tally: &mut Tally) -> Result<(), ConversionStop> {
        let items = self.count_items(native.len(), file.len());
        let (loss, result) =
            self.call_function(Direction::Write, (native.as_ptr(), file.as_mut_ptr()), items);
        tally.loss += loss;
        result
    }

    fn loss(&self, file: &[u8]) -> Result<Loss, Error> {
        let items = file.len() / self.extent;
        Ok(self.call_function(Direction::Read, (file.as_ptr(), ptr::null_mut()), items).0)
    }

    fn loss_on_write(&self, native: &[u8]) -> Loss {
        let items = native.len() / self.native;
        self.call_function(Direction::Write, (native.as_ptr(), ptr::null_mut()), items).0
    }
}
