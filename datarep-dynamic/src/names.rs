//! Formats by the names that users write: a name, or a call of a family, and optionally a byte order after it; names of
//! other programs; packed words.
//!
//! [`resolve`] is the one place where a name becomes a format. Names of the library come first, so that no name of another
//! program hides one.

mod cobol;
mod foreign;
mod packing;
mod picture;
mod resolved;
mod respelled;
mod search;

use datarep_dsl::expression::LibraryText;

use crate::format::Format;

pub use foreign::{Alias, ForeignMeaning, ForeignName, find_foreign, list_aliases};
pub use packing::Packing;
pub use picture::{Picture, parse_picture};
pub use resolved::{Resolved, arrange, is_order_name, resolve, suggest_spelling};
pub use search::{FoundFormat, SearchEntry, list_built_in, rank_entry, search, suggest};

/// The name and the order of bytes, if one follows it.
///
/// ```
/// use datarep_dynamic::names::divided;
/// assert_eq!(divided("twos(24) little"), ("twos(24)", Some("little")));
/// assert_eq!(divided("packed_decimal(7, 2)"), ("packed_decimal(7, 2)", None));
/// ```
pub fn divided(name: &str) -> (&str, Option<&str>) {
    let mut depth = 0_usize;
    for (at, letter) in name.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            // A space within parentheses parts the arguments of a call, such as `packed_decimal(7, 2)`.
            ' ' if depth == 0 => return (&name[..at], Some(name[at..].trim())),
            _ => {}
        }
    }
    (name, None)
}

/// A format defined in the text of a representation of the library: the name of the representation, and the format.
///
/// ```
/// let (representation, format) = datarep_dynamic::names::in_representation("cray_logical").expect("it is in a text");
/// assert_eq!((representation, format.name()), ("cray", "cray_logical"));
/// ```
pub fn in_representation(name: &str) -> Option<(&'static str, Format)> {
    let (format, library) = Format::find_in_library(name).ok()?;
    match library? {
        LibraryText::Representation(from) => Some((from, format)),
        LibraryText::Family(_) => None,
    }
}
