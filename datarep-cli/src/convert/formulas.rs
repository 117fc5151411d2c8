//! Texts in CSV that a spreadsheet takes for formulas.
//!
//! A formula may call programs and send what is in other cells elsewhere, so that a text of unknown origin is dangerous
//! where it is opened. An apostrophe before it makes it a text. Numbers are never such texts.
//!
//! Source: OWASP, "CSV Injection".

use crate::args;
use crate::failure::CliFailure;

/// The characters with which a formula begins. Spreadsheets pass over the three that are blank, and take the four wide
/// ones for the others.
const BEGINNINGS: [char; 12] = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'];

/// Makes a text harmless.
pub(super) fn escape_formula(text: &mut String) {
    if text.starts_with(BEGINNINGS) {
        text.insert(0, '\'');
    }
}

/// Refuses the option for other files than CSV, whose texts no program runs.
pub(super) fn refuse_escapes(convert: &args::ConvertOptions, is_csv: bool) -> Result<(), CliFailure> {
    if convert.copying.escape_formulas && !is_csv {
        return Err(CliFailure::new("`--escape-formulas` is for CSV").help("leave it out"));
    }
    Ok(())
}
