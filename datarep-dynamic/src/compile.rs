//! From the source of a text to conversions: checks, plans and assembles.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use datarep::interpreter::{Assembled, AssembledType, TypeConversion};
use datarep::{Datarep, Predefined};
use datarep_dsl::ast::Ast;
use datarep_dsl::diagnostic::Diagnostic;
use datarep_dsl::expression::{MappedFormat, compile_record};
use datarep_dsl::model::{Conversion, Datarep as Described, Format as Stored, Model, TypeMapping};
use datarep_dsl::predefined;
use datarep_dsl::source::Source;
use datarep_plan::plan::{NativeOrder, Plan};

use crate::conversion::InterpretedPair;
use crate::error::Error;

/// The largest size of a text in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// The largest number of formats, representations and tests of a text.
pub(crate) const MAX_ITEMS: usize = 10_000;

/// The model of a record of the library, by its path. What was found is kept for the life of the process: programs ask for
/// the same few records again and again. A path that leads nowhere is not kept, as there may be any number of these.
pub(crate) fn library_record_model(path: &str) -> Result<Arc<Model>, Error> {
    static KEPT: LazyLock<Mutex<HashMap<String, Arc<Model>>>> = LazyLock::new(Mutex::default);
    // A panic of another thread leaves the map whole, so that a poisoned lock is no reason to fail.
    let cache = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(cached_model) = cache().get(path) {
        return Ok(cached_model.clone());
    }
    // The lock is not held here, so that other threads can look up other records meanwhile.
    let model = Arc::new(compile_record(path)?);
    // A path may be written with any number of blanks. Only the spelling without blanks is kept, so
    // that the map stays small.
    if !path.contains(char::is_whitespace) {
        cache().insert(path.to_owned(), model.clone());
    }
    Ok(model)
}

/// Parses and checks a text that may come from an untrusted source.
pub(crate) fn compile_untrusted(source: &Source) -> Result<Model, Error> {
    check_untrusted(source, &parse_untrusted(source)?)
}

/// Parses a text that may come from an untrusted source.
pub(crate) fn parse_untrusted(source: &Source) -> Result<Ast, Error> {
    let limit = |what, found, most| {
        if found > most { Err(Error::TooLarge { what, found, most }) } else { Ok(()) }
    };
    // The size is checked before the text is parsed, as parsing takes time and memory that grow with it. The number of
    // items is known only afterwards.
    limit("bytes", source.text.len(), MAX_BYTES)?;
    let (ast, faults) = datarep_dsl::parse(source);
    limit("items", ast.items.len(), MAX_ITEMS)?;
    // A text with faults of syntax is not checked: what was skipped there would give further faults that are none.
    if faults.is_empty() { Ok(ast) } else { Err(text_error(faults, source)) }
}

/// Checks a text that was parsed.
pub(crate) fn check_untrusted(source: &Source, ast: &Ast) -> Result<Model, Error> {
    datarep_dsl::check(source, ast).map_err(|faults| text_error(faults, source))
}

fn text_error(diagnostics: Vec<Diagnostic>, source: &Source) -> Error {
    Error::Text { diagnostics, source: Arc::new(source.clone()) }
}

/// A representation of one native type, whose conversion the language has checked.
///
/// [`Format::datarep`](crate::Format::datarep) is the way for a format that has a name. This one is for a conversion that was
/// changed since, such as to another order of bytes.
///
/// ```
/// use datarep::Predefined;
/// use datarep_dsl::expression::{FormatExpression, FormatRequest, Rules, Scope};
/// use datarep_dsl::predefined;
///
/// let (format, rules) = (FormatExpression::parse("hfp32")?, Rules::default());
/// let request = FormatRequest { scope: Scope::Library, format: &format, order: None, rules: &rules };
/// let mapped = request.map(predefined::Predefined::Double)?;
/// let datarep = datarep_dynamic::assemble_mapping("ibm".to_owned(), Predefined::Double, &mapped)?;
/// assert_eq!(datarep.to_vec::<f64>(&[0xC2, 0x76, 0xA0, 0x00])?.0, [-118.625]);
/// # Ok::<(), datarep_dynamic::Error>(())
/// ```
///
/// # Errors
///
/// [`datarep::Error`] if the name is none that a representation can have.
pub fn assemble_mapping(
    name: String,
    native: Predefined,
    mapped: &MappedFormat,
) -> Result<Datarep, datarep::Error> {
    // The types that MPI says are bytes are so in each representation. No line of a text can map them.
    let mut types: Vec<_> = predefined::Predefined::all()
        .map(|mpi_type| mpi_type.native().is_none().then(assemble_bytes_type))
        .collect();
    let is_complex = predefined::Predefined::from_name(native.name())
        .is_some_and(|native| native.class() == predefined::TypeClass::Complex);
    let parts = if is_complex { 2 } else { 1 };
    if let Some(place) = types.get_mut(native as usize) {
        *place = Some(assemble_type(&mapped.format, &mapped.conversion, parts));
    }
    Assembled { name: name.into(), doc: "".into(), origin: "interpreted", types }.into_datarep()
}

fn assemble_bytes_type() -> AssembledType {
    AssembledType { mapping: "bytes".into(), extent: 1, work: TypeConversion::Moved(1) }
}

/// A representation of a model, assembled of programs.
pub(crate) fn assemble_datarep(model: &Model, described: &Described) -> Result<Datarep, datarep::Error> {
    // Many predefined types share a conversion, such as `MPI_INT` and `MPI_INTEGER`. Each is assembled once for single
    // and once for complex items.
    let mut assembled_types: Vec<[Option<AssembledType>; 2]> =
        vec![[const { None }; 2]; described.conversions.len()];
    let mut of = |index: usize, parts: usize| {
        let place = &mut assembled_types[index][parts - 1];
        let conversion = &described.conversions[index];
        let format = &model.formats[conversion.format.0];
        place.get_or_insert_with(|| assemble_type(format, conversion, parts)).clone()
    };
    let types = described
        .types
        .iter()
        .map(|entry| match entry.mapping {
            TypeMapping::Unsupported => None,
            TypeMapping::Bytes => Some(assemble_bytes_type()),
            TypeMapping::Scalar(index) => Some(of(index, 1)),
            TypeMapping::Complex(index) => Some(of(index, 2)),
        })
        .collect();
    let (name, doc) = (described.name.clone().into(), described.doc.clone().into());
    Assembled { name, doc, origin: "interpreted", types }.into_datarep()
}

/// The conversions of one native type. `parts` is the number of values in an item: two for a complex type.
pub(crate) fn assemble_type(format: &Stored, conversion: &Conversion, parts: usize) -> AssembledType {
    let plan = Plan::from_conversion(format, conversion);
    let extent = conversion.order.extent(format.bits) as usize;
    // How many bytes are reversed together: all of an item in the other order, and one, which is none, in the host's
    // own.
    let (big, little) = if cfg!(target_endian = "little") { (extent, 1) } else { (1, extent) };
    let work = match plan.native_order {
        Some(NativeOrder::Big) => TypeConversion::Moved(big),
        Some(NativeOrder::Little) => TypeConversion::Moved(little),
        // An order such as the PDP-11's is no swap of whole items, so that a program does it.
        Some(NativeOrder::Mixed) | None => {
            TypeConversion::Converted(Arc::new(InterpretedPair::new(format, conversion, plan, parts)))
        }
    };
    AssembledType { mapping: conversion.title.clone().into(), extent: extent * parts, work }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_the_library_is_compiled_once() {
        let first = library_record_model("segy::binary_header").expect("a record of the library");
        assert!(Arc::ptr_eq(&first, &library_record_model("segy::binary_header").expect("the same")));
        let spaced = library_record_model("segy :: binary_header").expect("the same words");
        assert!(!Arc::ptr_eq(&first, &spaced) && first.records[0].name == spaced.records[0].name);
        for path in ["segy::binary_heder", "segy::a; record b { x: u8; }", "segy", "ibm::hfp32", "segy::a(3)"]
        {
            assert!(matches!(library_record_model(path), Err(Error::Text { .. })), "{path}");
        }
    }

    #[test]
    fn the_runtime_and_the_language_have_the_same_types() {
        assert_eq!(predefined::Predefined::all().count(), Predefined::COUNT);
        for (ours, theirs) in predefined::Predefined::all().zip(Predefined::all()) {
            assert_eq!((ours.name(), ours as usize), (theirs.name(), theirs as usize));
        }
    }
}
