//! The process-wide table of representations by name.
//!
//! A registration is local to the process and lasts as long as the process. `native`, `internal` and `external32` are
//! MPI's own names and always taken.

use std::sync::{PoisonError, RwLock};

use crate::error::{Error, ErrorKind};
use crate::representation::Datarep;
use crate::standard;

/// The longest name of a representation, in bytes: `MPI_MAX_DATAREP_STRING`.
pub const MAX_DATAREP_STRING: usize = crate::error::MAX_NAME;

const RESERVED: [&str; 3] = ["native", "internal", "external32"];

// Functions that mention `external32` are inlined into programs. So only programs that look up representations by name
// contain its conversions.
static TABLE: RwLock<Vec<Datarep>> = RwLock::new(Vec::new());

/// Registers a representation, of any kind, under its name.
///
/// ```
/// use datarep::functions::ConversionFunctions;
/// use datarep::registry::{find, register};
/// use datarep::standard::vax_g;
/// register(vax_g::DATAREP)?;
/// assert_eq!(find("vax_g").map(|datarep| datarep.name().len()), Some(5));
///
/// let functions = ConversionFunctions::new("as_it_is", |predefined| Ok(predefined.native_size() as i64));
/// register(functions)?;
/// assert!(find("as_it_is").is_some());
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorClass::DupDatarep`](crate::ErrorClass) if the name is defined already. MPI's own names count as defined. The
/// first registration stays as it is. `Arg` if the name is empty or longer than [`MAX_DATAREP_STRING`].
pub fn register(datarep: impl Into<Datarep>) -> Result<(), Error> {
    add_datarep(datarep.into())
}

// Requirement: R-REG-1, R-REG-2, R-REG-3, R-REG-4, R-REG-5.
fn add_datarep(datarep: Datarep) -> Result<(), Error> {
    let name = datarep.name();
    if name.is_empty() || name.len() > MAX_DATAREP_STRING {
        return Err(ErrorKind::Name { name: name.to_owned() }.into());
    }
    // The lock is held from the look to the push, so that two threads cannot register one name.
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    if RESERVED.contains(&name) || table.iter().any(|known| known.name() == name) {
        return Err(ErrorKind::Duplicate { name: name.to_owned() }.into());
    }
    table.push(datarep);
    Ok(())
}

// Requirement: R-REG-8, R-REF-2.
/// The representation with this name: one of MPI's own, or a registered one.
///
/// ```
/// use datarep::registry::find;
/// let datarep = find("external32").expect("one of MPI's own");
/// assert_eq!(datarep.to_vec::<i16>(&[1, 2])?.0, [0x0102]);
/// assert!(find("internal").is_some());
/// assert!(find("external64").is_none());
/// # Ok::<(), datarep::Error>(())
/// ```
#[inline]
pub fn find(name: &str) -> Option<Datarep> {
    match name {
        // With one process, the internal representation is the native one.
        "native" | "internal" => Some(Datarep::NATIVE),
        "external32" => Some(standard::external32::DATAREP.clone()),
        _ => find_registered(name),
    }
}

fn find_registered(name: &str) -> Option<Datarep> {
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    table.iter().find(|datarep| datarep.name() == name).cloned()
}

/// The representations that [`find`] finds: `native`, `external32`, then the registered ones in the order of
/// registration.
///
/// ```
/// let names: Vec<_> = datarep::registry::list().iter().map(|datarep| datarep.name().to_owned()).collect();
/// assert_eq!(names[..2], ["native", "external32"]);
/// ```
#[inline]
pub fn list() -> Vec<Datarep> {
    list_with_registered(&[Datarep::NATIVE, standard::external32::DATAREP.clone()])
}

fn list_with_registered(own: &[Datarep]) -> Vec<Datarep> {
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    own.iter().chain(&*table).cloned().collect()
}

/// The representations of the standard library, which this crate contains.
const STANDARD: [&str; 8] =
    ["external32", "external64", "big_endian", "little_endian", "ibm370", "vax_d", "vax_g", "cray"];

/// The message that no representation has this name, and what to do about it.
pub(crate) fn describe_unknown(name: &str) -> String {
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    let registered = table.iter().map(Datarep::name);
    let known: Vec<&str> = RESERVED.into_iter().chain(registered).collect();
    let register = |path: &str| format!("call `datarep::registry::register({path}::DATAREP)` first");
    // A program contains only the representations that it names. So one of the library may be unknown here.
    let advice = if STANDARD.contains(&name) {
        register(&format!("datarep::standard::{name}"))
    } else if let Some(near) = find_near_name(name, known.iter().copied()) {
        format!("did you mean `{near}`?")
    } else if let Some(near) = find_near_name(name, STANDARD.into_iter()) {
        format!("did you mean `{near}`? If so, {}", register(&format!("datarep::standard::{near}")))
    } else {
        let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        format!("{}; known are {}", register("NAME"), known.join(", "))
    };
    format!("no datarep is named `{name}`: {advice}")
}

/// The most similar name, if at most a third of its letters differ.
fn find_near_name<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let distances = known.map(|known| (edit_distance(name, known), known));
    let (distance, near) = distances.min_by_key(|(distance, _)| *distance)?;
    // More changes than a third of the letters make another word, and no misspelling.
    (distance <= near.len() / 3).then_some(near)
}

/// How many letters must be inserted, deleted or replaced.
fn edit_distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    // Levenshtein's distance, row by row: `corner` is the entry above and to the left of the one that is computed.
    for (above, letter) in left.bytes().enumerate() {
        let mut corner = above;
        row[0] = above + 1;
        for (column, other) in right.bytes().enumerate() {
            let changed = corner + usize::from(!letter.eq_ignore_ascii_case(&other));
            corner = row[column + 1];
            row[column + 1] = changed.min(corner + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::{Descriptor, Entry};
    use crate::{ErrorClass, Predefined};

    const fn named(name: &'static str) -> Descriptor {
        Descriptor::new(name, "", [Entry::Unsupported; Predefined::COUNT])
    }

    fn register_compiled(descriptor: &'static Descriptor) -> Result<(), Error> {
        register(Datarep::compiled(descriptor))
    }

    #[test]
    fn an_unknown_name_is_told_with_what_to_do() {
        static MINE: Descriptor = named("my_very_own");
        register_compiled(&MINE).expect("the name is free");
        for (name, told) in [
            ("cray", "call `datarep::registry::register(datarep::standard::cray::DATAREP)` first"),
            ("my_verry_own", "did you mean `my_very_own`?"),
            ("External32", "did you mean `external32`?"),
            (
                "ibm_370",
                "did you mean `ibm370`? If so, call `datarep::registry::register(datarep::standard::ibm370::DATAREP)` \
                 first",
            ),
        ] {
            assert_eq!(describe_unknown(name), format!("no datarep is named `{name}`: {told}"));
        }
        let told = describe_unknown("nothing");
        assert!(
            told.contains("call `datarep::registry::register(NAME::DATAREP)` first; known are `native`"),
            "{told}"
        );
    }

    #[test]
    fn every_standard_name_is_a_representation() {
        use crate::standard::{
            big_endian, cray, external32, external64, ibm370, little_endian, vax_d, vax_g,
        };
        let names = [
            external32::DATAREP.name(),
            external64::DATAREP.name(),
            big_endian::DATAREP.name(),
            little_endian::DATAREP.name(),
            ibm370::DATAREP.name(),
            vax_d::DATAREP.name(),
            vax_g::DATAREP.name(),
            cray::DATAREP.name(),
        ];
        assert_eq!(names, STANDARD);
    }

    /// R-REG-2: a name that is taken is refused, and the first registration stays.
    #[test]
    fn a_name_is_registered_once() {
        static FIRST: Descriptor = named("registered_once");
        static SECOND: Descriptor = named("registered_once");
        register_compiled(&FIRST).expect("the name is free");
        let error = register_compiled(&SECOND).expect_err("the name is taken");
        assert_eq!(error.class(), ErrorClass::DupDatarep);
        let found = find("registered_once").expect("registered").descriptor();
        assert!(std::ptr::eq(found.expect("a compiled one"), &raw const FIRST));
        assert_eq!(list().iter().filter(|datarep| datarep.name() == "registered_once").count(), 1);
    }

    /// R-REG-2: MPI's own names are taken.
    #[test]
    fn predefined_names_are_taken() {
        static NATIVE: Descriptor = named("native");
        static INTERNAL: Descriptor = named("internal");
        static EXTERNAL32: Descriptor = named("external32");
        for datarep in [&NATIVE, &INTERNAL, &EXTERNAL32] {
            assert_eq!(register_compiled(datarep).expect_err("predefined").class(), ErrorClass::DupDatarep);
        }
    }

    /// R-REG-3: a name has one to [`MAX_DATAREP_STRING`] bytes, and that is at least 64.
    #[test]
    fn names_have_a_length() {
        const LONG: &str = match std::str::from_utf8(&[b'x'; MAX_DATAREP_STRING + 1]) {
            Ok(name) => name,
            Err(_) => panic!(),
        };
        static EMPTY: Descriptor = named("");
        static TOO_LONG: Descriptor = named(LONG);
        static LONGEST: Descriptor = named(LONG.split_at(MAX_DATAREP_STRING).0);
        const { assert!(MAX_DATAREP_STRING >= 64) };
        for datarep in [&EMPTY, &TOO_LONG] {
            assert_eq!(register_compiled(datarep).expect_err("not a name").class(), ErrorClass::Arg);
        }
        register_compiled(&LONGEST).expect("a name of the greatest length");
    }
}
