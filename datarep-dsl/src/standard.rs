//! The standard library: families of formats and representations, written in the language.
//!
//! The texts are part of the program. One is parsed when a name of it is first asked for, and its
//! parsed form is kept for the process.

use std::sync::OnceLock;

use crate::ast::Ast;
use crate::source::Source;

/// A text of the library and its parsed form.
pub(crate) struct Library {
    name: &'static str,
    path: &'static str,
    text: &'static str,
    parsed: OnceLock<(Source, Ast)>,
}

macro_rules! library {
    ($texts:ident, $shelf:ident, $folder:literal: $($name:literal),* $(,)?) => {
        const $texts: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../standard/", $folder, $name, ".datarep")))),*];
        static $shelf: [Library; $texts.len()] = [$(Library {
            name: $name,
            path: concat!("standard/", $folder, $name, ".datarep"),
            text: include_str!(concat!("../standard/", $folder, $name, ".datarep")),
            parsed: OnceLock::new(),
        }),*];
    };
}

library!(
    FAMILY_TEXTS, FAMILIES, "family/": "ieee", "ml", "imaging", "fixed", "decimal", "intel", "motorola", "arm", "mips", "powerpc", "ibm", "dec",
    "cray", "cdc", "univac", "mainframe", "hp", "tandem", "norsk", "aerospace", "ti", "micro", "logging",
);
library!(
    DATAREP_TEXTS, DATAREPS, "": "external32", "external64", "big_endian", "little_endian", "ibm370", "vax_d", "vax_g",
    "cray", "fdx", "fgx", "i386", "x86_64", "ppc_double_double", "pdp11", "sigma", "hp2100", "hp3000", "tandem", "nd100",
    "b6700", "cdc60", "multics", "pdp10", "univac36", "m1750", "ti_c3x", "segy_ibm", "grib1",
    "xport", "gdsii", "dlis", "lis79", "c3d_dec", "gw_basic",
);

/// The representations whose generated code the runtime ships: those that are read and written most. Each costs all users
/// time to compile; the others are made where they are used.
const SHIPPED: &[&str] =
    &["external32", "external64", "big_endian", "little_endian", "ibm370", "vax_d", "vax_g", "cray"];

impl Library {
    /// The parsed text.
    pub(crate) fn parsed(&'static self) -> &'static (Source, Ast) {
        self.parsed.get_or_init(|| {
            let source = Source { name: self.path.to_owned(), text: self.text.to_owned(), first_line: 1 };
            let (ast, faults) = crate::parse(&source);
            debug_assert!(faults.is_empty(), "{}: {faults:?}", self.path);
            (source, ast)
        })
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The family of this name.
    pub(crate) fn family(name: &str) -> Option<&'static Library> {
        FAMILIES.iter().find(|library| library.name == name)
    }

    /// The text that defines the representation of this name.
    pub(crate) fn datarep(name: &str) -> Option<&'static Library> {
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
/// The others are names of the language all the same: `datarep segy extends segy_ibm { }` makes one.
///
/// ```
/// use datarep_dsl::standard::is_shipped;
/// assert!(is_shipped("ibm370"));
/// assert!(!is_shipped("segy_ibm"));
/// ```
pub fn is_shipped(name: &str) -> bool {
    SHIPPED.contains(&name)
}

/// The families of formats of the standard library: name and text.
///
/// ```
/// let ieee = datarep_dsl::standard::families()[0];
/// assert_eq!(ieee.0, "ieee");
/// assert!(ieee.1.contains("float f64"));
/// ```
pub fn families() -> &'static [(&'static str, &'static str)] {
    FAMILY_TEXTS
}
