//! The standard library: families of formats and representations, written in the language.
//!
//! The texts are part of the program. A text is cut into items when one of its names is first requested, and an item is
//! parsed when it is first requested. Both results are kept for the lifetime of the process.

use std::sync::OnceLock;

use crate::ast::ItemHead;
use crate::expression::LibraryText;
use crate::parse::Outline;
use crate::source::{Source, TextPlaces};

/// A text of the library and its items.
pub(crate) struct StandardText {
    name: &'static str,
    path: &'static str,
    text: &'static str,
    outline: OnceLock<Outline>,
    places: OnceLock<TextPlaces>,
}

macro_rules! library {
    ($texts:ident, $shelf:ident, $folder:literal: $($name:literal),* $(,)?) => {
        const $texts: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../standard/", $folder, $name, ".datarep")))),*];
        static $shelf: [StandardText; $texts.len()] = [$(StandardText {
            name: $name,
            path: concat!("standard/", $folder, $name, ".datarep"),
            text: include_str!(concat!("../standard/", $folder, $name, ".datarep")),
            outline: OnceLock::new(),
            places: OnceLock::new(),
        }),*];
    };
}

library!(
    FAMILY_TEXTS, FAMILIES, "family/": "ieee", "posit", "ml", "imaging", "fixed", "decimal", "intel", "motorola", "arm", "mips", "powerpc", "ibm", "dec",
    "cray", "cdc", "univac", "mainframe", "hp", "tandem", "norsk", "aerospace", "ti", "micro", "calculator", "logging",
);
library!(
    DATAREP_TEXTS, DATAREPS, "": "external32", "external64", "big_endian", "little_endian", "ibm370", "vax_d", "vax_g",
    "cray", "fdx", "fgx", "i386", "x86_64", "ppc_double_double", "pdp11", "sigma", "hp2100", "hp3000", "tandem", "nd100",
    "b6700", "cdc60", "multics", "pdp10", "univac36", "m1750", "ti_c3x", "segy_ibm", "grib1",
    "xport", "gdsii", "dlis", "lis79", "c3d_dec", "gw_basic",
);

library!(FILE_TEXTS, FILES, "file/": "segy");

/// The representations whose generated code the runtime ships: those that are read and written most. Each one costs
/// every user compile time, so the code of the others is generated where they are used.
const SHIPPED: &[&str] =
    &["external32", "external64", "big_endian", "little_endian", "ibm370", "vax_d", "vax_g", "cray"];

/// The default rules for fields of records. A text cannot name them as a representation.
static RECORD_RULES: StandardText = StandardText {
    name: "record",
    path: "standard/record.datarep",
    text: include_str!("../standard/record.datarep"),
    outline: OnceLock::new(),
    places: OnceLock::new(),
};

impl StandardText {
    /// The text with the default rules for fields of records: its last representation, `usual`.
    pub(crate) fn record_rules() -> &'static StandardText {
        &RECORD_RULES
    }

    /// The items of the text.
    pub(crate) fn outline(&'static self) -> &'static Outline {
        self.outline.get_or_init(|| {
            let (name, text) = (self.path.to_owned(), self.text.to_owned());
            Outline::from_source(Source { name, text, first_line: 1 })
        })
    }

    /// The lines of the text. They are counted once in a process.
    pub(crate) fn places(&'static self) -> &'static TextPlaces {
        self.places.get_or_init(|| TextPlaces::new(self.text))
    }

    /// The formats that the text defines: its name and theirs.
    fn formats(&'static self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let outline = self.outline();
        // Only heads are looked at, so that no item of the library is parsed for a list of names.
        (0..outline.len()).filter_map(|index| match outline.head(index) {
            ItemHead::Format(name) => Some((self.name, name.value.as_str())),
            ItemHead::Use | ItemHead::Datarep(_) | ItemHead::Record(_) | ItemHead::Test => None,
        })
    }

    /// Whether the text defines a format of this name.
    fn defines_format(&'static self, format: &str) -> bool {
        // Few texts have the word, and to search for it takes a small part of the time that it takes to find all names.
        self.text.contains(format) && self.list_format_names().any(|name| name == format)
    }

    /// The names that the text gives to formats, by its lines alone: texts of the library begin each item at the beginning
    /// of a line, which a test compares with their items. To cut a text into items takes a hundred times as long.
    fn list_format_names(&'static self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(|line| {
            let (keyword, rest) = line.split_once(' ')?;
            let is_format = matches!(keyword, "float" | "integer" | "logical" | "character");
            // `float hfp32 = …`, or `float hfp32 {` in the long form.
            is_format.then(|| rest.split([' ', '=', '{']).next())?
        })
    }

    fn is_family(&self) -> bool {
        FAMILIES.iter().any(|family| std::ptr::eq(family, self))
    }

    /// The text as programs name it.
    pub(crate) fn to_library_text(&self) -> LibraryText {
        let name = self.name;
        if self.is_family() { LibraryText::Family(name) } else { LibraryText::Representation(name) }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The text of the family with the given name.
    pub(crate) fn find_family(name: &str) -> Option<&'static StandardText> {
        FAMILIES.iter().find(|library| library.name == name)
    }

    /// The text that defines a format: that of a family before that of a representation.
    pub(crate) fn find_format(name: &str) -> Option<&'static StandardText> {
        FAMILIES.iter().chain(&DATAREPS).find(|library| library.defines_format(name))
    }

    /// The text of records with the given name.
    pub(crate) fn find_file(name: &str) -> Option<&'static StandardText> {
        FILES.iter().find(|library| library.name == name)
    }

    /// The records that the text defines: the index of the item, and its name.
    pub(crate) fn records(&'static self) -> impl Iterator<Item = (usize, &'static str)> {
        let outline = self.outline();
        (0..outline.len()).filter_map(|index| match outline.head(index) {
            ItemHead::Record(name) => Some((index, name.value.as_str())),
            ItemHead::Use | ItemHead::Datarep(_) | ItemHead::Format(_) | ItemHead::Test => None,
        })
    }

    /// The text that defines the representation with the given name.
    pub(crate) fn find_datarep(name: &str) -> Option<&'static StandardText> {
        DATAREPS.iter().find(|library| library.name == name)
    }
}

/// The representations of the standard library: name and text.
///
/// ```
/// let names: Vec<_> = datarep_dsl::standard::datareps().iter().map(|(name, _)| *name).collect();
/// assert!(names.contains(&"external32"));
/// ```
pub fn datareps() -> &'static [(&'static str, &'static str)] {
    DATAREP_TEXTS
}

/// Whether the runtime ships the generated code of this representation, as `datarep::standard::NAME`.
///
/// The language knows the others too: `datarep segy extends segy_ibm { }` makes one.
///
/// ```
/// use datarep_dsl::standard::is_shipped;
/// assert!(is_shipped("ibm370"));
/// assert!(!is_shipped("segy_ibm"));
/// ```
pub fn is_shipped(name: &str) -> bool {
    SHIPPED.contains(&name)
}

/// The family of the standard library that has a format of this name. The first one, if several have it.
///
/// ```
/// use datarep_dsl::standard::family_of;
/// assert_eq!(family_of("vax_g"), Some("dec"));
/// assert_eq!(family_of("vax_q"), None);
/// ```
pub fn family_of(format: &str) -> Option<&'static str> {
    // A name that only texts of representations define is of no family.
    StandardText::find_format(format).filter(|library| library.is_family()).map(|library| library.name)
}

/// The formats of the standard library: family and name, in the order of the texts.
///
/// ```
/// assert!(datarep_dsl::standard::formats().any(|known| known == ("ibm", "hfp32")));
/// ```
pub fn formats() -> impl Iterator<Item = (&'static str, &'static str)> {
    FAMILIES.iter().flat_map(StandardText::formats)
}

/// The families of formats of the standard library: name and text.
///
/// ```
/// let ieee = datarep_dsl::standard::families()[0];
/// assert_eq!(ieee.0, "ieee");
/// assert!(ieee.1.contains("float f64"));
/// ```
pub const fn families() -> &'static [(&'static str, &'static str)] {
    FAMILY_TEXTS
}

/// The texts of records of the standard library: name and text. `use segy::trace_header;` in a text takes a record of the one
/// that is called `segy`.
///
/// ```
/// let names: Vec<_> = datarep_dsl::standard::files().iter().map(|(name, _)| *name).collect();
/// assert_eq!(names, ["segy"]);
/// ```
pub const fn files() -> &'static [(&'static str, &'static str)] {
    FILE_TEXTS
}

/// The records of the standard library: text and name, in the order of the texts.
///
/// ```
/// assert!(datarep_dsl::standard::records().any(|known| known == ("segy", "trace_header")));
/// ```
pub fn records() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().flat_map(|library| library.records().map(|(_, name)| (library.name, name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_items_of_a_text_define_the_same_formats() {
        let mut count = 0;
        for library in FAMILIES.iter().chain(&DATAREPS) {
            let by_items: Vec<&str> = library.formats().map(|(_, name)| name).collect();
            assert_eq!(library.list_format_names().collect::<Vec<_>>(), by_items, "{}", library.name);
            count += by_items.len();
        }
        assert!(count > 150, "{count}");
        // The first text that has the name is meant, and families come first.
        for (family, name) in formats() {
            let first =
                FAMILIES.iter().find(|library| library.formats().any(|(_, listed_name)| listed_name == name));
            assert_eq!(family_of(name), first.map(StandardText::name), "{family}::{name}");
        }
        assert_eq!(StandardText::find_format("cray_logical").map(StandardText::name), Some("cray"));
        assert_eq!(family_of("cray_logical"), None);
    }
}
