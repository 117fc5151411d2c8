//! From a name to its format: the library first, then the names of other programs.

use datarep_dsl::model::CodePage;

use crate::error::Error;
use crate::format::Format;

use super::divided;
use super::foreign::{ForeignMeaning, ForeignName, find_foreign};
use super::packing::Packing;
use super::respelled::respell;
use super::search::{advise_names, find_by_foreign_name, suggest};

/// What a name stands for.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// The format, with its order.
    pub format: Format,
    /// The order that the name says, as the language writes it; `None` for the format's own.
    pub order: Option<String>,
    /// The family or the representation of the library that has the format; empty for built-in formats.
    pub from: String,
    /// How words are packed, if they are. The format then reads unpacked items.
    pub packing: Option<Packing>,
    /// The name in another program, if it is not one of the library.
    pub foreign: Option<ForeignName>,
}

/// The bytes of the longest name, with its order. An order may list the places of all bits.
const MOST_BYTES: usize = 4096;

/// Modbus's names for the orders of the four bytes of two registers.
const REGISTERS: [(&str, &str); 4] =
    [("ABCD", "big"), ("DCBA", "little"), ("BADC", "pdp"), ("CDAB", "unit(16, little, big)")];

/// Finds the format of a name: `hfp32`, `twos(24) little`, `>f4`, `VAX_REAL*4`, `PIC S9(5)V99 COMP-3`, `float32 CDAB`,
/// `unsigned(12), packed`, `IBM-273`.
///
/// ```
/// use datarep_dynamic::names::resolve;
/// let vax = resolve("H5T_VAX_F32")?;
/// assert_eq!((vax.format.name(), vax.from.as_str()), ("vax_f", "dec"));
/// let registers = resolve("float32 CDAB")?;
/// assert_eq!(registers.format.to_vec::<f32>(&[0, 0, 0x3F, 0x80])?.0, [1.0]);
/// # Ok::<(), datarep_dynamic::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Unknown`] if no format has the name, with what to write instead.
pub fn resolve(name: &str) -> Result<Resolved, Error> {
    // Suggestions compare a name with each that is known, letter by letter: a megabyte of it would take minutes.
    if name.len() > MOST_BYTES {
        let beginning: String = name.chars().take(40).collect();
        return Err(unknown_name_error(
            &format!("{beginning}…"),
            vec![format!("write a name of at most {MOST_BYTES} bytes")],
        ));
    }
    let name = name.trim();
    let (base, order) = divided(name);
    // `unsigned(12), packed` has a comma between the name and what follows.
    let base = base.trim_end_matches(',');
    // The library's names come first, so that no name of another program hides one.
    if let Some((format, from)) = find_in_library(base) {
        return Ok(Resolved { from, ..arrange(format, order)? });
    }
    // A name of another program may have blanks, and an order may follow it.
    let mut open = None;
    for (base, order) in list_order_splits(name) {
        // Otherwise the words may belong to the name, as in `unsigned short`.
        let order_is_one = order.is_none_or(is_known_order);
        match find_foreign(base).filter(|_| order_is_one) {
            Some(ForeignMeaning::Format(foreign)) => {
                let Some((format, from)) = find_in_library(&foreign.format) else { continue };
                // `>f4 little` says two orders. That of a machine, as in `float32`, is only assumed and may be
                // replaced.
                if let (Some(_), Some(own), false) = (order, foreign.order, foreign.is_of_machine) {
                    let title = format!("`{base}` has the order `{own}` already");
                    return Err(Error::Order { title, help: format!("write `{base}` alone") });
                }
                let arranged = arrange(format, order.or(foreign.order))?;
                let is_of_machine = foreign.is_of_machine && order.is_none();
                return Ok(Resolved {
                    from,
                    foreign: Some(ForeignName { is_of_machine, ..foreign }),
                    ..arranged
                });
            }
            Some(ForeignMeaning::Open(help)) => open = open.or(Some(help)),
            None => {}
        }
    }
    // Names that doc comments of the library list, and code pages, come last: the first ones are found by reading all
    // of its texts.
    match (open, &find_by_foreign_name(base)[..]) {
        (Some(help), _) => Err(unknown_name_error(name, vec![help])),
        (None, [one]) => {
            let (format, from) = find_in_library(one).ok_or_else(|| unknown_name_error(name, Vec::new()))?;
            Ok(Resolved { from, ..arrange(format, order)? })
        }
        (None, []) => match find_code_page(name, base, order) {
            Some((page, order)) => arrange(Format::find_in_library(&page.format())?.0, order),
            None => Err(unknown_name_error(
                name,
                suggest_spelling(name).map_or_else(|| suggest(name), |help| vec![help]),
            )),
        },
        // A choice between them would be a guess.
        (None, several) => Err(unknown_name_error(
            name,
            vec![format!("several have that name elsewhere: {}", advise_names(several))],
        )),
    }
}

/// The code page that has all of the name, or what stands before an order.
fn find_code_page<'n>(name: &str, base: &str, order: Option<&'n str>) -> Option<(CodePage, Option<&'n str>)> {
    // The name of a page may have a blank, as in `IBM 273`, so that all of it is tried first.
    let whole = CodePage::guess(name).map(|page| (page, None));
    whole.or_else(|| CodePage::guess(base).map(|page| (page, order)))
}

fn unknown_name_error(name: &str, help: Vec<String>) -> Error {
    Error::Unknown { name: name.to_owned(), help }
}

/// A format of the library, and the family or the representation that has it.
fn find_in_library(base: &str) -> Option<(Format, String)> {
    let (format, library) = Format::find_in_library(base).ok()?;
    Some((format, library.map_or_else(String::new, |text| text.name().to_owned())))
}

/// Gives a format the order or the packing that follows its name: `little`, `CDAB`, `right_justified(8)`, `packed`.
///
/// ```
/// use datarep_dynamic::{Text, names::arrange};
/// let text = Text::parse("integer sample = twos(12) { order right_justified(2); }")?;
/// let sample = arrange(text.format("sample").expect("it is there"), Some("packed"))?;
/// assert_eq!(sample.packing.map(|packing| packing.bits()), Some(12));
/// # Ok::<(), datarep_dynamic::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Order`] if the format cannot have it.
pub fn arrange(format: Format, words: Option<&str>) -> Result<Resolved, Error> {
    let resolved =
        |format, order| Resolved { format, order, from: String::new(), packing: None, foreign: None };
    let Some(words) = words else { return Ok(resolved(format, None)) };
    let wrong = |help: String| {
        let title = format!("`{words}` is no order of bytes of `{}`", format.name());
        Error::Order { title, help }
    };
    if Packing::is_named(words) {
        let bits = find_word_bits(&format)?;
        let Some(packing) = Packing::parse(words, bits) else {
            return Err(wrong(format!("packed words have at most 128 bits, not {bits}")));
        };
        let format = format.with_order(&packing.item_order());
        return Ok(Resolved { packing: Some(packing), ..resolved(format, Some(words.to_owned())) });
    }
    let registers = REGISTERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(words));
    let bits = find_word_bits(&format).ok();
    // The compiler would take the order of the units for that of the bytes of one.
    if let (Some((name, _)), Some(8 | 16)) = (registers, bits) {
        return Err(wrong(format!("`{name}` is for two registers: {}", advise_order(bits))));
    }
    let order = registers.map_or(words, |(_, order)| order);
    let ordered = format.clone().with_order(order);
    // The compiler is asked whether the order fits: an order of four bytes fits no word of two.
    if ordered.described().is_ok() {
        return Ok(resolved(ordered, Some(order.to_owned())));
    }
    Err(wrong(advise_order(bits)))
}

/// The bits of a format's words.
fn find_word_bits(format: &Format) -> Result<u32, Error> {
    // A word that does not fill its bytes has no order by itself, and is described in a container only.
    let described =
        format.described().or_else(|_| format.clone().with_order("right_justified(16)").described());
    Ok(described?.format.bits)
}

/// The orders of words of so many bits, as a help.
fn advise_order(bits: Option<u32>) -> String {
    match bits {
        Some(bits) if !bits.is_multiple_of(8) => {
            let bytes = bits.div_ceil(8).next_power_of_two();
            format!(
                "write `packed`, if words stand back to back, or a container such as `right_justified({bytes})`"
            )
        }
        Some(8) => {
            "a byte has no order: leave it out, or write a container such as `right_justified(2)`".to_owned()
        }
        Some(32) => {
            "write `big`, `little`, `pdp`, or an order of two registers: `ABCD`, `CDAB`, `BADC`, `DCBA`"
                .to_owned()
        }
        Some(bits) if bits.is_multiple_of(16) => "write `big`, `little` or `pdp`".to_owned(),
        Some(_) => "write `big` or `little`".to_owned(),
        None => {
            "write `big`, `little`, `pdp`, `packed`, or a container such as `right_justified(8)`".to_owned()
        }
    }
}

/// What to write instead of a nearly right name, if there are such formats.
///
/// ```
/// use datarep_dynamic::names::suggest_spelling;
/// assert_eq!(suggest_spelling("f32be").as_deref(), Some("write `f32 big`"));
/// assert_eq!(suggest_spelling("12-bit").as_deref(), Some("write `twos(12)` or `unsigned(12)`"));
/// assert_eq!(suggest_spelling("hfp33"), None);
/// ```
pub fn suggest_spelling(name: &str) -> Option<String> {
    // A name that is not spelled in its only way would be respelled again when it is looked up, and so on. Words that do not
    // fill bytes are described only in a container.
    let is_known = |spelling: &String| {
        respell(spelling).is_empty()
            && (resolve(spelling).is_ok() || resolve(&format!("{spelling} packed")).is_ok())
    };
    let spellings: Vec<String> = respell(name).into_iter().filter(is_known).collect();
    (!spellings.is_empty()).then(|| advise_names(&spellings))
}

/// Whether a word is an order of bytes, as it follows the name of a format.
///
/// ```
/// use datarep_dynamic::names::is_order_name;
/// assert!(is_order_name("CDAB") && is_order_name("little") && !is_order_name("hfp32"));
/// ```
pub fn is_order_name(word: &str) -> bool {
    is_known_order(word) && !Packing::is_named(word)
}

/// Whether the words after a name of another program look like an order, and not like a part of the name.
fn is_known_order(words: &str) -> bool {
    let first = words.split(['(', ' ', '[']).next().unwrap_or_default();
    const ORDERS: [&str; 8] =
        ["big", "little", "pdp", "unit", "right_justified", "left_justified", "six_in_eight", "core_dump"];
    words.starts_with('[')
        || ORDERS.contains(&first)
        || Packing::is_named(words)
        || REGISTERS.iter().any(|(name, _)| name.eq_ignore_ascii_case(words))
}

/// The whole name, and then each way to take an order from its end.
fn list_order_splits(name: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    // All of the name first, so that `REAL VAX` is not `REAL` with an order.
    let blanks = name.match_indices(' ').map(|(at, _)| at);
    let parts = blanks.map(move |at| (name[..at].trim_end_matches([',', ' ']), Some(name[at..].trim())));
    std::iter::once((name, None)).chain(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str) -> String {
        match resolve(name) {
            Ok(Resolved { format, order, packing, .. }) => {
                let packed =
                    packing.map_or_else(String::new, |packing| format!(" packed by {}", packing.bits()));
                format!("{} {}{packed}", format.name(), order.unwrap_or_default())
            }
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn names_have_one_meaning_with_orders_and_packing() {
        let machine = super::super::foreign::machine_order();
        for (name, expected) in [
            ("hfp32", "hfp32 ".to_owned()),
            ("twos(24) little", "twos(24) little".to_owned()),
            ("cray_logical", "cray_logical ".to_owned()),
            ("float32", format!("f32 {machine}")),
            ("float32 big", "f32 big".to_owned()),
            ("unsigned short little", "unsigned(16) little".to_owned()),
            ("double precision unit(32, big, little)", "f64 unit(32, big, little)".to_owned()),
            ("float32 CDAB", "f32 unit(16, little, big)".to_owned()),
            ("f32 badc", "f32 pdp".to_owned()),
            ("VAX_REAL*4", "vax_f ".to_owned()),
            ("COMP-1 little", "hfp32 little".to_owned()),
            ("unsigned(12), packed", "unsigned(12) packed packed by 12".to_owned()),
            ("twos(12) packed little", "twos(12) packed little packed by 12".to_owned()),
            ("pdp10_36 high_density", "pdp10_36 high_density packed by 36".to_owned()),
            ("unsigned(24) packed", "unsigned(24) packed packed by 24".to_owned()),
        ] {
            assert_eq!(shown(name), expected, "{name}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_name_is_said() {
        for (name, part) in [
            (">f4 little", "`>f4` has the order `big` already"),
            ("hfp32 sideways", "`sideways` is no order of bytes of `hfp32`"),
            ("hfp32 little; }", "is no order of bytes"),
            ("i16 CDAB", "`CDAB` is for two registers: write `big`, `little` or `pdp`"),
            ("unsigned(8) abcd", "`ABCD` is for two registers: a byte has no order"),
            ("VAX_REAL little", "write `VAX_REAL*4`"),
            ("vaxg", "write `vax_g`"),
            ("vax float", "vax_f"),
        ] {
            let message = shown(name);
            assert!(message.starts_with("error: ") || message.starts_with("error"), "{name}: {message}");
            assert!(message.contains(part), "{name}: {message}");
        }
    }
}
