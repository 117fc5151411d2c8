//! Copybooks of COBOL as texts of the language, with a record for each item at the top.
//!
//! [`import_copybooks`] reads copybooks, with the files that they copy, and writes the text. [`Options`] say what a copybook leaves
//! open: the machine, the compiler, and which of several items a record has. All faults are told at once, each with its
//! file and its line.
//!
//! ```
//! use datarep_copybook::{Copybook, Options, import_copybooks};
//!
//! let text = "01 SALE.  05 AMOUNT PIC S9(3)V99 COMP-3.  05 SHOP PIC 9(4) COMP.";
//! let imported = import_copybooks(&[Copybook::new("sale.cpy", "sale", text)], "sale", &Options::default())?;
//! assert!(imported.text.contains("amount: packed_decimal(5, 2);"));
//! # Ok::<(), datarep_copybook::CopybookError>(())
//! ```
#![forbid(unsafe_code)]

mod choice;
mod constants;
mod copy;
mod copybook;
mod count;
mod dialect;
mod error;
mod group;
mod lines;
mod listing;
mod naming;
mod options;
mod other;
mod qualify;
mod record;
mod renames;
mod replace;
mod several;
mod usage;

use std::path::PathBuf;
use std::rc::Rc;

use datarep_dsl::controls::clean_line;

pub use copy::{CopyFolders, ReadText, is_copybook};
pub use count::read_longest;
pub use error::{CopybookError, join_names};
pub use lines::LinePlace;
pub use listing::ListingRow;
pub use options::{
    BinarySizes, Choice, ChoiceLength, ChoiceName, ChoiceOptions, ChooseRule, CobolFloats, CobolMachine,
    CopybookCharset, DecimalPoint, EditedItems, GroupForm, OccursSpace, Options, RedefinesOption, SignCheck,
    TextPadding, parse_double_byte, parse_pointers,
};

use copy::expand_copybook;
use copybook::ParsedCopybook;
use error::format_fault;
use lines::SourceFormat;
use other::{EXPECTED, describe_non_copybook};
use record::{CopybookSource, RecordText};

/// The first page of the package, whose example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// A copybook.
#[derive(Debug, Clone)]
pub struct Copybook<'a> {
    /// Its name in messages and in the new text.
    pub shown: &'a str,
    /// What a record is called whose items have no name around them.
    pub name: &'a str,
    /// What is in it.
    pub text: &'a str,
    /// Where the files are that it copies.
    pub library: CopyFolders,
}

impl<'a> Copybook<'a> {
    /// A copybook that copies no files.
    pub fn new(shown: &'a str, name: &'a str, text: &'a str) -> Copybook<'a> {
        Copybook { shown, name, text, library: CopyFolders::default() }
    }
}

/// What was made of copybooks.
#[derive(Debug)]
pub struct ImportedText {
    /// The text. It is not compiled here, and may have a record that is too large, for example.
    pub text: String,
    /// What the text leaves out, each note with its file and its line.
    pub notes: Vec<String>,
    /// The items in the order of the copybooks, as compilers list them.
    pub rows: Vec<ListingRow>,
    /// The files that were copied.
    pub files: Vec<PathBuf>,
}

/// Reads copybooks, and writes a text with their records.
///
/// Several become one record called `name`, in which those of all copybooks begin at the same byte: a choice, if
/// [`ChoiceOptions::choose`] says by which field, otherwise an overlay.
///
/// # Errors
///
/// Returns all faults of the copybooks.
pub fn import_copybooks(
    copybooks: &[Copybook<'_>],
    name: &str,
    options: &Options,
) -> Result<ImportedText, CopybookError> {
    let copybook_names: Vec<&str> = copybooks.iter().map(|copybook| copybook.shown).collect();
    let (mut sources, mut files) = (Vec::new(), Vec::new());
    let (mut faults, mut is_partial, mut is_missing) = (Vec::new(), false, false);
    for Copybook { shown, name, text, library } in copybooks {
        // Of several copybooks, every place has the name of its own.
        let file: Option<Rc<str>> = (copybooks.len() > 1).then(|| Rc::from(*shown));
        let copybook = parse_in_likely_format(text, library, file.as_ref());
        // Faults of each line of another file would help nobody.
        if (copybook.parsed.items.is_empty() || !copybook.parsed.faults.is_empty())
            && let Some(what) = describe_non_copybook(text)
        {
            return Err(CopybookError::new(format!("`{shown}` {what}, and is no copybook: {EXPECTED}")));
        }
        if copybook.parsed.items.is_empty() && copybook.parsed.faults.is_empty() {
            return Err(CopybookError::new(format!("`{shown}` has no items")));
        }
        sources.push(CopybookSource { name: (*name).to_owned(), items: copybook.parsed.items });
        faults.extend(copybook.parsed.faults);
        is_partial |= copybook.parsed.is_partial;
        is_missing |= copybook.is_missing;
        files.extend(copybook.files);
    }
    // A copybook with faults is written all the same, so that those of all lines are told at once.
    let record_text = record::write_records(sources, name, &options.to_dialect(), is_partial);
    faults.extend(record_text.as_ref().err().into_iter().flatten().cloned());
    let RecordText { text, notes, rows } = match record_text {
        Ok(record_text) if faults.is_empty() => record_text,
        _ => {
            faults.sort_by(|one, other| one.place.cmp(&other.place));
            return Err(CopybookError::from_faults(&copybook_names, &faults, is_missing));
        }
    };
    let kind = if copybook_names.len() > 1 { "copybooks" } else { "copybook" };
    let text = format!("// From the {kind} {}.\n\n{text}", clean_line(&join_names(&copybook_names)));
    let first = copybook_names.first().copied().unwrap_or_default();
    let notes = notes.iter().map(|fault| format_fault(first, fault)).collect();
    Ok(ImportedText { text, notes, rows, files })
}

/// A copybook with everything that it copies.
struct ParsedWithCopies {
    parsed: ParsedCopybook,
    files: Vec<PathBuf>,
    is_missing: bool,
}

/// Reads a text in its likelier format, fixed or free, and if that fails in the other one. Takes
/// the first that has items and no faults. If both fail, the faults are those of the likelier
/// format.
fn parse_in_likely_format(text: &str, library: &CopyFolders, file: Option<&Rc<str>>) -> ParsedWithCopies {
    let is_good =
        |copybook: &ParsedWithCopies| copybook.parsed.faults.is_empty() && !copybook.parsed.items.is_empty();
    let format = lines::find_likely_format(text);
    let likely = parse_in_format(text, format, library, file);
    if is_good(&likely) {
        return likely;
    }
    let other = parse_in_format(text, format.other(), library, file);
    let is_empty = likely.parsed.faults.is_empty() && !other.parsed.faults.is_empty();
    if is_good(&other) || (is_empty && format == SourceFormat::Free) { other } else { likely }
}

fn parse_in_format(
    text: &str,
    format: SourceFormat,
    library: &CopyFolders,
    file: Option<&Rc<str>>,
) -> ParsedWithCopies {
    let expanded = expand_copybook(text, format, library, file);
    let mut parsed = copybook::parse_items(&expanded.words);
    parsed.is_partial |= !expanded.faults.is_empty();
    parsed.faults.extend(expanded.faults);
    ParsedWithCopies { parsed, files: expanded.files, is_missing: expanded.is_missing }
}
