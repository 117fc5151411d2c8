//! Copybooks of COBOL as texts.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use datarep_copybook::{
    Choice, ChooseRule, CopyFolders, Copybook, CopybookCharset, Options, parse_double_byte, parse_pointers,
};
use datarep_dsl::controls::clean_text;
use datarep_dynamic::Text;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::options::read_text;

/// The name of a copybook that is in no file, for messages and in the text.
const UNNAMED: &str = "copybook";

/// The text of copybooks, the name for messages, and what the text leaves out.
///
/// A copybook is a path, or `None` and what is in it. `name` is that of the record of several.
#[pyfunction(name = "_import_copybooks")]
#[expect(clippy::needless_pass_by_value, reason = "what is made of an argument of Python is owned")]
pub(crate) fn import_copybooks(
    py: Python<'_>,
    copybooks: Vec<(Option<PathBuf>, String)>,
    name: &str,
    include: Vec<PathBuf>,
    options: &Bound<'_, PyDict>,
) -> PyResult<(String, String, Vec<String>)> {
    let options = read_options(options)?;
    // Copybooks and what they copy are files, which may take any time.
    let result = py.detach(|| {
        let mut copybook_texts = Vec::new();
        for (path, text) in copybooks {
            let text = path.as_deref().map_or(Ok(text), read_file)?;
            copybook_texts.push((path, text));
        }
        let display_names: Vec<String> =
            copybook_texts.iter().map(|(path, _)| show_path(path.as_deref())).collect();
        let sources: Vec<Copybook<'_>> = copybook_texts
            .iter()
            .zip(&display_names)
            .map(|((path, text), shown)| prepare_copybook(path.as_deref(), text, shown, &include))
            .collect();
        // A single copybook gives its record the name of its file, or `record_1`.
        let name = if let [copybook] = sources.as_slice() { copybook.name } else { name };
        let imported = datarep_copybook::import_copybooks(&sources, name, &options).map_err(|refusal| {
            let help = "\n  `include` names folders with the files that are copied";
            format!("{refusal}{}", if refusal.is_missing { help } else { "" })
        })?;
        Ok((imported.text, display_names.join(", "), imported.notes))
    });
    result.map_err(|text: String| PyValueError::new_err(clean_text(&text).into_owned()))
}

/// A copybook, which may copy files of its folder and of those that are named.
fn prepare_copybook<'a>(
    path: Option<&'a Path>,
    text: &'a str,
    shown: &'a str,
    include: &[PathBuf],
) -> Copybook<'a> {
    let stem = path.and_then(Path::file_stem).and_then(|stem| stem.to_str()).filter(|stem| !stem.is_empty());
    let folder = path.and_then(Path::parent).map(Path::to_owned);
    let library = CopyFolders::new(folder.into_iter().chain(include.iter().cloned()).collect(), read_file);
    Copybook { shown, name: stem.unwrap_or("record_1"), text, library }
}

fn show_path(path: Option<&Path>) -> String {
    path.map_or_else(|| UNNAMED.to_owned(), |path| path.display().to_string())
}

/// The text of a file, which has a limit: a device or a pipe may have no end.
fn read_file(path: &Path) -> Result<String, String> {
    let name = path.display();
    let mut bytes = Vec::new();
    let read =
        File::open(path).and_then(|file| file.take(Text::MAX_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| format!("cannot read `{name}`: {error}"))?;
    if bytes.len() > Text::MAX_BYTES {
        let limit = Text::MAX_BYTES;
        return Err(format!(
            "`{name}` has more than {limit} bytes, and a text may have so many: divide it into several"
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        format!(
            "`{name}` is not a text: byte {offset} is not UTF-8; a copybook is one, with items such as `05 AMOUNT PIC S9(5)V99 COMP-3.`"
        )
    })
}

/// The options of a call, each by its keyword.
fn read_options(arguments: &Bound<'_, PyDict>) -> PyResult<Options> {
    let mut options = Options::default();
    for (key, value) in arguments {
        let key: String = key.extract()?;
        // What is not given has no keyword.
        match key.as_str() {
            "machine" => options.machine = read_choice(&key, &value)?,
            "floats" => options.floats = Some(read_choice(&key, &value)?),
            "occurs" => options.occurring = read_choice(&key, &value)?,
            "binary_size" => options.binaries = Some(read_choice(&key, &value)?),
            "pointers" => options.pointers = Some(read_parsed(&key, value.str()?.as_any(), parse_pointers)?),
            "charset" => options.charset = Some(read_parsed(&key, &value, CopybookCharset::parse)?),
            "double_byte" => options.double_byte = Some(read_parsed(&key, &value, parse_double_byte)?),
            "padding" => options.padding = read_choice(&key, &value)?,
            "signs" => options.signs = read_choice(&key, &value)?,
            "groups" => options.groups = read_choice(&key, &value)?,
            "edited" => options.edited = read_choice(&key, &value)?,
            "decimal_point" => options.decimal_point = read_choice(&key, &value)?,
            "choose" => options.choosing.choose = read_rules(&value)?,
            "choice_length" => options.choosing.choice_length = read_choice(&key, &value)?,
            "redefines" => options.choosing.redefines = read_choice(&key, &value)?,
            _ => return Err(PyTypeError::new_err(format!("unexpected keyword argument '{key}'"))),
        }
    }
    Ok(options)
}

/// An option that is one of several words.
fn read_choice<C: Choice>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<C> {
    let words: Vec<String> = C::ALL.iter().map(|named| format!("\"{}\"", named.name)).collect();
    let text = read_text(name, value, words.first().map_or("", String::as_str))?;
    C::find(&text).ok_or_else(|| {
        PyValueError::new_err(format!("{name} is {text:?}: it is one of {}", words.join(", ")))
    })
}

/// An option whose words a function knows.
fn read_parsed<T>(name: &str, value: &Bound<'_, PyAny>, parse: fn(&str) -> Result<T, String>) -> PyResult<T> {
    let text = read_text(name, value, "\"cp037\"")?;
    parse(&text).map_err(|why| PyValueError::new_err(format!("{name} is {text:?}: {why}")))
}

/// Rules for choices: one, or several.
fn read_rules(value: &Bound<'_, PyAny>) -> PyResult<Vec<ChooseRule>> {
    let rules = if value.is_instance_of::<PyString>() {
        PyList::new(value.py(), [value])?.into_any().try_iter()?
    } else {
        value.try_iter()?
    };
    rules.map(|rule| read_parsed("choose", &rule?, ChooseRule::parse)).collect()
}
