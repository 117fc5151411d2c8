//! From the source of a text to conversions: checks, plans and assembles.

use std::sync::Arc;

use datarep::Datarep;
use datarep::interpreter::{Assembled, AssembledType, Work};
use datarep_dsl::diagnostic::Failure;
use datarep_dsl::model::{Conversion, Datarep as Described, Format as Stored, Model, TypeMapping};
use datarep_dsl::render::render_all;
use datarep_dsl::source::Source;
use datarep_plan::plan::{NativeOrder, Plan};

use crate::conversion::InterpretedPair;
use crate::error::Error;

/// The largest size of a text in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// The largest number of formats, representations and tests of a text.
pub(crate) const MAX_ITEMS: usize = 10_000;

/// Parses and checks a text that may come from an untrusted source.
pub(crate) fn compile_untrusted(source: &Source) -> Result<Model, Error> {
    let limit = |what, found, most| {
        if found > most { Err(Error::TooLarge { what, found, most }) } else { Ok(()) }
    };
    limit("bytes", source.text.len(), MAX_BYTES)?;
    let (ast, faults) = datarep_dsl::parse(source);
    limit("items", ast.items.len(), MAX_ITEMS)?;
    let checked = if faults.is_empty() { datarep_dsl::check(source, &ast) } else { Err(faults) };
    checked.map_err(|diagnostics| {
        let failure = Failure { diagnostics, datareps: Vec::new() };
        Error::Text { rendered: render_all(source, &failure), diagnostics: failure.diagnostics }
    })
}

/// A representation of a model, assembled of programs.
pub(crate) fn assemble_datarep(model: &Model, described: &Described) -> Result<Datarep, datarep::Error> {
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
    let (big, little) = if cfg!(target_endian = "little") { (extent, 1) } else { (1, extent) };
    let work = match plan.native_order {
        Some(NativeOrder::Big) => Work::Moved(big),
        Some(NativeOrder::Little) => Work::Moved(little),
        Some(NativeOrder::Mixed) | None => {
            Work::Converted(Arc::new(InterpretedPair::new(format, conversion, plan, parts)))
        }
    };
    AssembledType { mapping: conversion.title.clone().into(), extent: extent * parts, work }
}
