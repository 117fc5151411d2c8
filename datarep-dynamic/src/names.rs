//! Formats by the names that users write: a name, or a call of a family, and optionally a byte order after it; names of
//! other programs; packed words.
//!
//! [`resolve`] is the one place where a name becomes a format. Names of the library come first, so that no name of another
//! program hides one. Programs that take names from people can check them with [`is_expression`] and [`is_order`] before
//! they put them into a text.

mod cobol;
mod foreign;
mod packing;
mod picture;
mod resolved;
mod search;

use datarep_dsl::standard;

use crate::format::Format;
use crate::text::Text;

pub use foreign::{Alias, ForeignMeaning, ForeignName, find_foreign, list_aliases};
pub use packing::Packing;
pub use picture::{Picture, parse_picture};
pub use resolved::{Resolved, arrange, resolve};
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

/// Whether a name can stand in a text without ending the construct around it: a word, a path or a call.
///
/// ```
/// use datarep_dynamic::names::is_expression;
/// assert!(is_expression("ibm::hfp32") && is_expression("packed_decimal(5, -3)"));
/// assert!(!is_expression("hfp32; }") && !is_expression("24"));
/// ```
pub fn is_expression(name: &str) -> bool {
    // Neither a brace nor a semicolon nor a quote, so that no name can end the mapping that it is put into.
    let word = |letter: char| letter.is_ascii_alphanumeric() || "_:(), -".contains(letter);
    name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_') && name.chars().all(word)
}

/// Whether an order can stand in a text without ending the construct around it: a word, a call, or a list of bytes.
///
/// ```
/// use datarep_dynamic::names::is_order;
/// assert!(is_order("unit(16, big, little)") && is_order("[1, 0]") && !is_order("little; }"));
/// ```
pub fn is_order(order: &str) -> bool {
    order.chars().all(|letter| letter.is_ascii_alphanumeric() || "_(), []".contains(letter))
}

/// A format defined in the text of a representation of the library: the name of the representation, and the format.
///
/// ```
/// let (representation, format) = datarep_dynamic::names::in_representation("cray_logical").expect("it is in a text");
/// assert_eq!((representation, format.name()), ("cray", "cray_logical"));
/// ```
pub fn in_representation(name: &str) -> Option<(&'static str, Format)> {
    let texts = standard::representations_with(name);
    // `representations_with` has found the texts that define the name, so that few are parsed.
    texts.filter_map(|(from, source)| Some((from, Text::parse(source).ok()?))).find_map(|(from, text)| {
        let known = text.formats().any(|known| known == name);
        Some((from, known.then(|| text.format(name)).flatten()?))
    })
}
