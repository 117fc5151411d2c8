//! `datarep import`: writes a copybook of COBOL as a text with records.

mod copybook;
mod lines;
mod record;

use std::path::Path;

use datarep_dsl::controls::clean_line;
use datarep_dynamic::Text;

use crate::args::{self, Charset, Floats, Machine};
use crate::failure::Failure;
use crate::output;
use crate::target::{Target, refuse_inputs};
use crate::texts::{read_standard_input, read_text};

use copybook::{Fault, Item};
use record::{Dialect, Written};

/// Reads a copybook, and writes the text.
pub(crate) fn run(import: &args::Import) -> Result<(), Failure> {
    refuse_inputs(&import.output, [import.copybook.as_path()])?;
    let (shown, text) = read(&import.copybook)?;
    let items = items(&text).map_err(|faults| told(&shown, &faults))?;
    if items.is_empty() {
        return Err(Failure::new(format!("`{shown}` has no items")));
    }
    let dialect = dialect(import);
    let stem = import.copybook.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let name = if stem.is_empty() || stem == "-" { "record_1" } else { stem };
    let Written { text, notes } =
        record::write(items, name, &dialect).map_err(|faults| told(&shown, &faults))?;
    // A text that cannot be used is not written. A record may be too large, for example.
    Text::parse_named(&shown, &text).map_err(|error| Failure::Text(error.to_string()))?;
    let mut target = Target::create(&import.output, import.writing)?;
    target.write(format!("// From the copybook `{}`.\n\n{text}", clean_line(&shown)).as_bytes())?;
    target.finish()?;
    for Fault { line, text } in notes {
        output::note(&format!("{shown}:{line}: {text}"));
    }
    Ok(())
}

/// The name and the text of a copybook; `-` is standard input. Characters outside ASCII occur only in names, literals
/// and comments, so bytes of standard input that are not UTF-8 are replaced.
fn read(path: &Path) -> Result<(String, String), Failure> {
    if path != Path::new("-") {
        return Ok((path.display().to_string(), read_text(path)?));
    }
    let bytes = read_standard_input()?;
    Ok(("standard input".to_owned(), String::from_utf8_lossy(&bytes).into_owned()))
}

/// The items of a text. Its words are read from their columns; if that fails or finds no items, in free format.
fn items(text: &str) -> Result<Vec<Item>, Vec<Fault>> {
    let in_columns = copybook::items(&lines::words(text, false));
    match in_columns {
        Ok(items) if !items.is_empty() => Ok(items),
        in_columns => copybook::items(&lines::words(text, true)).or(in_columns),
    }
}

fn dialect(import: &args::Import) -> Dialect {
    let machine = import.machine;
    let (charset, floats) = match machine {
        Machine::Mainframe => (Charset::of_mainframe(), Floats::Hfp),
        Machine::Pc => (Charset::Ascii, Floats::Ieee),
    };
    Dialect {
        machine,
        charset: import.charset.unwrap_or(charset),
        floats: import.floats.unwrap_or(floats),
        occurring: import.occurs,
    }
}

/// The failure that lists all faults of a copybook.
fn told(shown: &str, faults: &[Fault]) -> Failure {
    let count = faults.len();
    let title = match faults {
        [Fault { line, text }] => format!("{shown}:{line}: {text}"),
        _ => format!("`{shown}` has {count} faults"),
    };
    let each = faults.iter().filter(|_| count > 1);
    each.fold(Failure::new(title), |failure, Fault { line, text }| {
        failure.note(format!("line {line}: {text}"))
    })
}
