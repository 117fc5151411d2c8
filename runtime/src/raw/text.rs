//! Texts of the language that another shared library reads: whoever loads it gets representations without a parser of
//! its own.
//!
//! The library exports one function, a [`ReadText`] under the name [`READ_TEXT_SYMBOL`], whose body is [`answer_text`].
//! The program that loads it calls [`import_text`]. What crosses the border is as for [plug-ins](super::Plugin).

use std::ffi::CStr;
use std::panic::catch_unwind;
use std::ptr;

use super::import::{import, read_text};
use super::leak::leak_plugin;
use super::table::{Plugin, PluginText};
use crate::functions::describe_panic;
use crate::representation::Datarep;

/// The name of the function that a library of texts exports, a [`ReadText`].
pub const READ_TEXT_SYMBOL: &CStr = c"datarep_read_text";

/// Reads a text: its name, its source, and a place for what is wrong with it.
///
/// The result is the table of the representations that it defines. It is null if the text has faults. Then the place
/// holds these as people read them; it is not written to otherwise. Whatever is returned stays until the process ends.
/// Any thread may call it. It must not unwind.
pub type ReadText = unsafe extern "C" fn(PluginText, PluginText, *mut PluginText) -> *const Plugin;

/// The body of a [`ReadText`]: `read` gets the name and the source, and returns the representations or the faults.
///
/// # Safety
///
/// The texts are as they say during the call, and `faults` is a place for a text that nobody else uses.
pub unsafe fn answer_text(
    (name, source): (PluginText, PluginText),
    faults: *mut PluginText,
    read: fn(&str, &str) -> Result<Vec<Datarep>, String>,
) -> *const Plugin {
    // They are used during the call alone, though their type would let them be kept.
    let texts = read_text(name).and_then(|name| Ok((name, read_text(source)?)));
    // A panic must not unwind into the library that has called.
    let answer = catch_unwind(|| {
        let (name, source) = texts.map_err(|error| error.to_string())?;
        leak_plugin(&read(name, source)?).map_err(|error| error.to_string())
    });
    let fault = match answer {
        Ok(Ok(plugin)) => return plugin,
        Ok(Err(fault)) => fault,
        Err(panic) => describe_panic(&*panic),
    };
    // The caller has no function by which it could free the text.
    let fault: &'static str = fault.leak();
    // SAFETY: the caller has promised a place for a text that nobody else uses. Test: `raw::tests::text::texts_are_read`.
    unsafe { faults.write(PluginText::from_text(fault)) };
    ptr::null()
}

/// Reads a text by the function of another library. Returns its representations, or its faults as people read them.
///
/// # Errors
///
/// The faults of the text, or why the tables of the other library cannot be used.
///
/// # Safety
///
/// The function does as [`ReadText`] says.
pub unsafe fn import_text(read: ReadText, name: &str, source: &str) -> Result<Vec<Datarep>, String> {
    let mut faults = PluginText::EMPTY;
    let [name, source] = [name, source].map(PluginText::borrow);
    // SAFETY: the texts live during the call, `faults` is a place that nobody else uses, and the caller has promised
    // that the function needs no more. Test: `raw::tests::text::texts_are_read`.
    let plugin = unsafe { read(name, source, &raw mut faults) };
    // By the contract `faults` was written to in this case, and only in this one.
    if plugin.is_null() {
        return Err(read_text(faults).map_or_else(|error| error.to_string(), str::to_owned));
    }
    // SAFETY: by the contract of `ReadText` the table stays until the process ends, and is as it says. Test:
    // `raw::tests::text::texts_are_read`.
    unsafe { import(plugin) }.map_err(|error| error.to_string())
}
