//! Names and what they stand for: the process-wide table of representations.
//!
//! Registering is local to the process and lasts as long as it. `native`, `internal` and `external32` are
//! MPI's own names and always taken; of these `external32` has a descriptor. What names it is inlined into
//! programs, so that the conversions of `external32` are compiled in those that ask for representations by name.

use std::sync::{PoisonError, RwLock};

use crate::descriptor::Datarep;
use crate::error::{Error, ErrorKind};
use crate::functions::ConversionFunctions;
use crate::standard;
use crate::transfer::AnyDatarep;

pub use crate::descriptor::MAX_DATAREP_STRING;

const RESERVED: [&str; 3] = ["native", "internal", "external32"];

static TABLE: RwLock<Vec<AnyDatarep>> = RwLock::new(Vec::new());

/// Registers a representation under its name.
///
/// ```
/// use datarep::standard::vax_g;
/// datarep::registry::register(&vax_g::DATAREP)?;
/// assert_eq!(datarep::registry::lookup("vax_g").map(|datarep| datarep.name()), Some("vax_g"));
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorClass::DupDatarep`](crate::ErrorClass) where the name is defined already, MPI's own names included;
/// the first registration stays as it is. `Arg` where the name is empty or longer than [`MAX_DATAREP_STRING`].
pub fn register(datarep: &'static Datarep) -> Result<(), Error> {
    add(datarep.into())
}

/// Registers a representation by functions under its name.
///
/// ```
/// use datarep::functions::ConversionFunctions;
/// let functions = ConversionFunctions::new("as_it_is", |predefined| Ok(predefined.native_size() as i64));
/// datarep::registry::register_functions(functions)?;
/// assert_eq!(datarep::registry::find("as_it_is").map(|datarep| datarep.name().to_owned()).as_deref(), Some("as_it_is"));
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// # Errors
///
/// As [`register`].
pub fn register_functions(functions: ConversionFunctions) -> Result<(), Error> {
    add(functions.into())
}

// Requirement: R-REG-1, R-REG-2, R-REG-3, R-REG-4, R-REG-5.
fn add(datarep: AnyDatarep) -> Result<(), Error> {
    let name = datarep.name();
    if name.is_empty() || name.len() > MAX_DATAREP_STRING {
        return Err(ErrorKind::Name { name: name.to_owned() }.into());
    }
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    if RESERVED.contains(&name) || table.iter().any(|known| known.name() == name) {
        return Err(ErrorKind::Duplicate { name: name.to_owned() }.into());
    }
    table.push(datarep);
    Ok(())
}

// Requirement: R-REG-8, R-REF-2.
/// The representation of this name, of whatever kind: one of MPI's own, or registered.
///
/// ```
/// assert_eq!(datarep::registry::find("external32").map(|datarep| datarep.name().len()), Some(10));
/// assert!(datarep::registry::find("internal").is_some());
/// assert!(datarep::registry::find("external64").is_none());
/// ```
#[inline]
pub fn find(name: &str) -> Option<AnyDatarep> {
    match name {
        // One process: what is its own is native.
        "native" | "internal" => Some(AnyDatarep::NATIVE),
        "external32" => Some(AnyDatarep::from(&standard::external32::DATAREP)),
        _ => registered(name),
    }
}

fn registered(name: &str) -> Option<AnyDatarep> {
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    table.iter().find(|datarep| datarep.name() == name).cloned()
}

/// The generated representation of this name, registered or `external32`.
///
/// ```
/// assert!(datarep::registry::lookup("external32").is_some());
/// assert!(datarep::registry::lookup("external64").is_none());
/// ```
#[inline]
pub fn lookup(name: &str) -> Option<&'static Datarep> {
    find(name)?.generated()
}

/// The representations that [`lookup`] finds: `external32`, then what was registered, in that order.
///
/// ```
/// assert_eq!(datarep::registry::list()[0].name(), "external32");
/// ```
#[inline]
pub fn list() -> Vec<&'static Datarep> {
    list_behind(&standard::external32::DATAREP)
}

fn list_behind(first: &'static Datarep) -> Vec<&'static Datarep> {
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    std::iter::once(first).chain(table.iter().filter_map(AnyDatarep::generated)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::Entry;
    use crate::{ErrorClass, Predefined};

    const fn named(name: &'static str) -> Datarep {
        Datarep::new(name, "", [Entry::Unsupported; Predefined::COUNT])
    }

    /// R-REG-2: a name that is taken is refused, and the first registration stays.
    #[test]
    fn a_name_is_registered_once() {
        static FIRST: Datarep = named("registered_once");
        static SECOND: Datarep = named("registered_once");
        register(&FIRST).expect("the name is free");
        let error = register(&SECOND).expect_err("the name is taken");
        assert_eq!(error.class(), ErrorClass::DupDatarep);
        assert!(std::ptr::eq(lookup("registered_once").expect("registered"), &raw const FIRST));
        assert_eq!(list().iter().filter(|datarep| datarep.name() == "registered_once").count(), 1);
    }

    /// R-REG-2: MPI's own names are taken.
    #[test]
    fn predefined_names_are_taken() {
        static NATIVE: Datarep = named("native");
        static INTERNAL: Datarep = named("internal");
        static EXTERNAL32: Datarep = named("external32");
        for datarep in [&NATIVE, &INTERNAL, &EXTERNAL32] {
            assert_eq!(register(datarep).expect_err("predefined").class(), ErrorClass::DupDatarep);
        }
    }

    /// R-REG-3: a name has one to [`MAX_DATAREP_STRING`] bytes, and that is at least 64.
    #[test]
    fn names_have_a_length() {
        const LONG: &str = match std::str::from_utf8(&[b'x'; MAX_DATAREP_STRING + 1]) {
            Ok(name) => name,
            Err(_) => panic!(),
        };
        static EMPTY: Datarep = named("");
        static TOO_LONG: Datarep = named(LONG);
        static LONGEST: Datarep = named(LONG.split_at(MAX_DATAREP_STRING).0);
        const { assert!(MAX_DATAREP_STRING >= 64) };
        for datarep in [&EMPTY, &TOO_LONG] {
            assert_eq!(register(datarep).expect_err("not a name").class(), ErrorClass::Arg);
        }
        register(&LONGEST).expect("a name of the greatest length");
    }
}
