//! From the source of a text to conversions: checks, plans and assembles.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use datarep::Datarep;
use datarep::interpreter::{Assembled, AssembledType, Work};
use datarep_dsl::model::{Conversion, Datarep as Described, Format as Stored, Model, TypeMapping};
use datarep_dsl::source::Source;
use datarep_plan::plan::{NativeOrder, Plan};

use crate::conversion::InterpretedPair;
use crate::error::Error;

/// The largest size of a text in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// The largest number of formats, representations and tests of a text.
pub(crate) const MAX_ITEMS: usize = 10_000;

/// The most models of short texts that are kept, and the bytes of the longest of these texts.
const MOST_KEPT: usize = 256;
const SHORT: usize = 1 << 10;

/// What was found of a text.
type CompiledText = Result<Arc<Model>, Error>;

/// What was found of short texts, by the texts.
#[derive(Default)]
struct ModelCache(Mutex<HashMap<String, CompiledText>>);

static KEPT: LazyLock<ModelCache> = LazyLock::new(ModelCache::default);

impl ModelCache {
    fn compile(&self, source: &Source) -> CompiledText {
        // A panic of another thread leaves the map whole, so that a poisoned lock is no reason to fail.
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(&source.text) {
            return known.clone();
        }
        // Other threads find what they know meanwhile.
        let found = compile_untrusted(source).map(Arc::new);
        let mut kept = kept();
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        // Faults are kept, too: a program that asks for a wrong name asks for it again.
        kept.insert(source.text.clone(), found.clone());
        found
    }
}

/// Parses and checks a text that names formats of the library. If it is short, what was found is kept for the life of the
/// process: programs ask for the same few formats again and again, and such a text means the same each time.
///
/// All are forgotten when there is one too many, so that a program that asks for ever new ones keeps few.
pub(crate) fn compile_once(source: &Source) -> CompiledText {
    if source.text.len() > SHORT { compile_untrusted(source).map(Arc::new) } else { KEPT.compile(source) }
}

/// Parses and checks a text that may come from an untrusted source.
pub(crate) fn compile_untrusted(source: &Source) -> Result<Model, Error> {
    let limit = |what, found, most| {
        if found > most { Err(Error::TooLarge { what, found, most }) } else { Ok(()) }
    };
    // The size is checked before the text is parsed, as parsing takes time and memory that grow with it. The number of
    // items is known only afterwards.
    limit("bytes", source.text.len(), MAX_BYTES)?;
    let (ast, faults) = datarep_dsl::parse(source);
    limit("items", ast.items.len(), MAX_ITEMS)?;
    // A text with faults of syntax is not checked: what was skipped there would give further faults that are none.
    let checked = if faults.is_empty() { datarep_dsl::check(source, &ast) } else { Err(faults) };
    checked.map_err(|diagnostics| Error::Text { diagnostics, source: Arc::new(source.clone()) })
}

/// A representation of a model, assembled of programs.
pub(crate) fn assemble_datarep(model: &Model, described: &Described) -> Result<Datarep, datarep::Error> {
    // Many predefined types share a conversion, such as `MPI_INT` and `MPI_INTEGER`. Each is assembled once for single
    // and once for complex items.
    let mut made: Vec<[Option<AssembledType>; 2]> = vec![[const { None }; 2]; described.conversions.len()];
    let mut of = |index: usize, parts: usize| {
        let place = &mut made[index][parts - 1];
        let conversion = &described.conversions[index];
        let format = &model.formats[conversion.format.0];
        place.get_or_insert_with(|| assemble_type(format, conversion, parts)).clone()
    };
    let types = described
        .types
        .iter()
        .map(|entry| match entry.mapping {
            TypeMapping::Unsupported => None,
            TypeMapping::Bytes => {
                Some(AssembledType { mapping: "bytes".into(), extent: 1, work: Work::Moved(1) })
            }
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
        Some(NativeOrder::Big) => Work::Moved(big),
        Some(NativeOrder::Little) => Work::Moved(little),
        // An order such as the PDP-11's is no swap of whole items, so that a program does it.
        Some(NativeOrder::Mixed) | None => {
            Work::Converted(Arc::new(InterpretedPair::new(format, conversion, plan, parts)))
        }
    };
    AssembledType { mapping: conversion.title.clone().into(), extent: extent * parts, work }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { name: "format".to_owned(), text: text.to_owned(), first_line: 1 }
    }

    #[test]
    fn a_text_is_checked_once_and_few_are_kept() {
        let kept = ModelCache::default();
        let (sound, faulty) = (source("use ibm::hfp32;\n"), source("use ibm::hfp33;\n"));
        let first = kept.compile(&sound).expect("a format of the library");
        assert!(Arc::ptr_eq(&first, &kept.compile(&sound).expect("the same")));
        let fault = kept.compile(&faulty).expect_err("no format has this name");
        assert_eq!(kept.compile(&faulty).expect_err("nor now"), fault);
        for index in 0..MOST_KEPT {
            kept.compile(&source(&format!("use ibm::hfp32;{:index$}\n", ""))).expect("the same format");
        }
        assert!(kept.0.lock().expect("no test has failed").len() <= MOST_KEPT);
        let again = kept.compile(&sound).expect("it is checked again");
        assert!(!Arc::ptr_eq(&first, &again) && first == again);
    }
}
