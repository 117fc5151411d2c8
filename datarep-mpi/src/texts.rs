//! Texts of the language: those of `DATAREP_TEXTS`, those that a program puts into an info object, and the
//! representations of the standard library that are not compiled into this library.
//!
//! `libdatarep_mpi_texts.so` reads them. It lies beside this library and is loaded when a name asks for it, so that a
//! program that uses no text pays for none. Nothing of the language is known here.
//!
//! Texts are read once, and stay. Their faults are printed once, by the first process, and are the message of each call
//! that asks for an unknown name.
#![allow(unsafe_code, reason = "a library is loaded, and its function is called")]

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use datarep::raw::{READ_TEXT_SYMBOL, ReadText, import_text};
use datarep::{Datarep, ErrorClass};

use crate::abi::Word;
use crate::failure::Failure;
use crate::guard;
use crate::library::{self, Library, library};
use crate::names::IN_TEXTS;
use crate::plugins::{LoadFault, load_object};
use crate::provided::ProvidedDatareps;
use crate::settings;

/// The library that reads texts.
const READER: &str = "libdatarep_mpi_texts.so";

/// The key of an info object whose value is a text, or names files with texts.
const KEY: &CStr = c"datarep_text";

/// The representations of `DATAREP_TEXTS`, read by the first call.
pub(crate) fn get() -> &'static ProvidedDatareps {
    static TEXTS: OnceLock<ProvidedDatareps> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let list = settings::get().texts.as_deref();
        let texts = list.map(|list| read_files("DATAREP_TEXTS", list));
        let texts = texts.unwrap_or_else(|| ProvidedDatareps::new("DATAREP_TEXTS"));
        print_faults_once(&texts);
        texts
    })
}

/// The representation of the standard library with this name, if a text has it.
pub(crate) fn find_shipped(name: &str) -> Result<Option<Datarep>, Failure> {
    static SHIPPED: Mutex<BTreeMap<&str, Datarep>> = Mutex::new(BTreeMap::new());
    let Some(&name) = IN_TEXTS.iter().find(|&&shipped| shipped == name) else { return Ok(None) };
    let mut shipped = SHIPPED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(cached_datarep) = shipped.get(name) {
        return Ok(Some(cached_datarep.clone()));
    }
    let read = find_reader().map_err(Clone::clone).and_then(|reader| reader.read(name, ""));
    let datareps = read.map_err(|reason| {
        let message = format!("the representation `{name}` cannot be read: {reason}");
        Failure::new(ErrorClass::UnsupportedDatarep, message)
    })?;
    let datarep = datareps.into_iter().find(|datarep| datarep.name() == name);
    if let Some(datarep) = &datarep {
        shipped.insert(name, datarep.clone());
    }
    Ok(datarep)
}

/// The representations of the standard library that texts have, if their reader is there.
pub(crate) fn shipped_names() -> &'static [&'static str] {
    if find_reader().is_ok() { &IN_TEXTS } else { &[] }
}

/// The representation with this name in a text that an info object gives.
pub(crate) fn find_in_info(
    library: &'static Library,
    info: Word,
    name: &str,
) -> Result<Option<Datarep>, Failure> {
    static READ: Mutex<BTreeMap<Vec<u8>, Arc<ProvidedDatareps>>> = Mutex::new(BTreeMap::new());
    let Some(value) = read_info_value(library, info) else { return Ok(None) };
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let provided = read.entry(value).or_insert_with_key(|value| {
        let provided = read_value(value);
        print_faults_once(&provided);
        Arc::new(provided)
    });
    match (provided.find_datarep(name), provided.faults()) {
        (Some(datarep), _) => Ok(Some(datarep.clone())),
        (None, []) => Ok(None),
        (None, faults) => Err(Failure::new(ErrorClass::UnsupportedDatarep, faults.join("; "))),
    }
}

/// Reads a value of an info object: a text if it has a brace, otherwise a list of files.
fn read_value(value: &[u8]) -> ProvidedDatareps {
    const NAME: &str = "datarep_text";
    const TEXT: &str = "the text";
    if !value.contains(&b'{') {
        return read_files(NAME, OsStr::from_bytes(value));
    }
    let mut provided = ProvidedDatareps::new(NAME);
    add_text(&mut provided, TEXT, &String::from_utf8_lossy(value));
    // Nobody but the view uses this text, so one of formats alone is a mistake.
    if provided.names().next().is_none() && provided.faults().is_empty() {
        let missing = "defines no representation: write `datarep NAME extends external32 { … }`";
        provided.add_fault(TEXT, missing);
    }
    provided
}

/// Reads the files of a list, which are separated by colons.
fn read_files(variable: &'static str, list: &OsStr) -> ProvidedDatareps {
    let mut provided = ProvidedDatareps::new(variable);
    for path in list.as_bytes().split(|&byte| byte == b':').filter(|path| !path.is_empty()) {
        let path_text = String::from_utf8_lossy(path);
        match std::fs::read_to_string(OsStr::from_bytes(path)) {
            Ok(source) => add_text(&mut provided, &path_text, &source),
            Err(error) => {
                provided.add_fault(
                    &path_text,
                    &format!("cannot be read: {error}: name the file by its whole path"),
                );
            }
        }
    }
    provided
}

fn add_text(provided: &mut ProvidedDatareps, name: &str, source: &str) {
    let read = find_reader().map_err(Clone::clone).and_then(|reader| reader.read(name, source));
    match read {
        Ok(datareps) => datareps.into_iter().for_each(|datarep| provided.add_datarep(datarep, name)),
        Err(reason) => provided.add_fault(name, &format!("is not read\n{reason}")),
    }
}

/// Prints faults, if this process is the first. Every process reads the same texts.
fn print_faults_once(provided: &ProvidedDatareps) {
    let is_first = || library().map_or(true, |library| library.rank(library.abi.world) == 0);
    if !provided.faults().is_empty() && is_first() {
        provided.print_faults();
    }
}

/// The value of the key in an info object.
fn read_info_value(library: &'static Library, info: Word) -> Option<Vec<u8>> {
    if library.abi.key(info) == library.abi.key(library.abi.info_null) {
        return None;
    }
    let (get_length, get) = (library.functions.info_get_valuelen?, library.functions.info_get?);
    let (mut length, mut is_there) = (0, 0);
    // SAFETY: the program passes an info object, the key ends with a zero, and both places are for numbers. Test:
    // `texts.c::info_of`.
    let code =
        guard::in_library(|| unsafe { get_length(info, KEY.as_ptr(), &raw mut length, &raw mut is_there) });
    if code != 0 || is_there == 0 {
        return None;
    }
    let mut value = vec![0_u8; usize::try_from(length).ok()? + 1];
    // SAFETY: as above, and `value` has as many bytes as the value, and one for the zero. Test: `texts.c::info_of`.
    let code = guard::in_library(|| unsafe {
        get(info, KEY.as_ptr(), length, value.as_mut_ptr().cast(), &raw mut is_there)
    });
    (code == 0 && is_there != 0)
        .then(|| CStr::from_bytes_until_nul(&value).unwrap_or_default().to_bytes().to_vec())
}

/// Says why the library that reads texts cannot be used; `None` if it can.
pub(crate) fn reader_fault() -> Option<&'static str> {
    find_reader().err().map(String::as_str)
}

/// The function that reads texts.
struct TextReader(ReadText);

/// Loads the library that reads texts.
fn find_reader() -> Result<&'static TextReader, &'static String> {
    static READER: OnceLock<Result<TextReader, String>> = OnceLock::new();
    READER.get_or_init(TextReader::load).as_ref()
}

impl TextReader {
    fn load() -> Result<TextReader, String> {
        let own = library::find_own_path().ok_or("the folder of `libdatarep_mpi.so` is not known")?;
        let path = own.parent().unwrap_or(Path::new(".")).join(READER);
        if !path.exists() {
            return Err(format!(
                "`{}` is not there, which reads texts: `cargo build --release --package datarep-mpi-texts` makes it",
                path.display()
            ));
        }
        let name = CString::new(path.as_os_str().as_bytes()).map_err(|_| "its path has a zero byte")?;
        let function = load_object(&name, READ_TEXT_SYMBOL).map_err(|missing| match missing {
            LoadFault::Library(reason) => format!("`{}` cannot be loaded: {reason}", path.display()),
            LoadFault::Symbol => format!("`{}` is of another version: build both again", path.display()),
        })?;
        // SAFETY: the library of this name exports its function under this symbol, with this type. It is never unloaded.
        // Test: `texts.c::names`.
        Ok(TextReader(unsafe { std::mem::transmute::<library::Function, ReadText>(function) }))
    }

    fn read(&self, name: &str, source: &str) -> Result<Vec<Datarep>, String> {
        // SAFETY: the function is that of the library of texts, which does as its type says. Test: `texts.c::names`.
        unsafe { import_text(self.0, name, source) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_cannot_be_read_are_named() {
        let provided = read_files("DATAREP_TEXTS", OsStr::new("/nowhere/a.datarep::/nowhere/b.datarep"));
        let [first, second] = provided.faults() else { panic!("two files are missing: {provided:?}") };
        assert!(first.starts_with("DATAREP_TEXTS: `/nowhere/a.datarep` cannot be read: "), "{first}");
        assert!(second.contains("b.datarep"), "{second}");
        assert!(read_value(b"/nowhere/c.datarep").faults()[0].starts_with("datarep_text: "));
    }
}
