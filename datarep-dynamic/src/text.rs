//! Texts.
use std::sync::Arc;
use datarep::Datarep;
use datarep::interpreter::{Assembled, AssembledType, Work};
use datarep_dsl::model::{Model, TypeMapping};
use datarep_dsl::source::Source;
use datarep_plan::plan::{NativeOrder, Plan};
use crate::conversion::Interpreted;

/// A text.
#[derive(Debug)]
pub struct Text { model: Model }

impl Text {
    /// Parses.
    pub fn parse(source: &str) -> Result<Text, String> {
        let source = Source { name: "text".to_owned(), text: source.to_owned(), first_line: 1 };
        let model = datarep_dsl::compile(&source).map_err(|failure| format!("{failure:?}"))?;
        Ok(Text { model })
    }

    /// The representations.
    pub fn representations(&self) -> Vec<Datarep> {
        self.model.datareps.iter().filter_map(|datarep| {
            let mut made: Vec<[Option<AssembledType>; 2]> = vec![[const { None }; 2]; datarep.conversions.len()];
            let mut of = |index: usize, parts: usize| {
                let slot = &mut made[index][parts - 1];
                if let Some(known) = slot { return known.clone(); }
                let conversion = &datarep.conversions[index];
                let format = &self.model.formats[conversion.format.0];
                let plan = Plan::of(format, conversion);
                let extent = conversion.order.extent(format.bits) as usize;
                let unit = match plan.native_order {
                    Some(NativeOrder::Big) => Some(if cfg!(target_endian = "little") { extent } else { 1 }),
                    Some(NativeOrder::Little) => Some(if cfg!(target_endian = "big") { extent } else { 1 }),
                    Some(NativeOrder::Mixed) | None => None,
                };
                let work = unit.map_or_else(|| Work::Converted(Arc::new(Interpreted::new(format, conversion, &plan, parts))), Work::Moved);
                let known = AssembledType { mapping: conversion.title.clone().into(), extent: extent * parts, work };
                *slot = Some(known.clone());
                known
            };
            let types = datarep.types.iter().map(|entry| match entry.mapping {
                TypeMapping::Unsupported => None,
                TypeMapping::Bytes => Some(AssembledType { mapping: "bytes".into(), extent: 1, work: Work::Moved(1) }),
                TypeMapping::Scalar(index) => Some(of(index, 1)),
                TypeMapping::Complex(index) => Some(of(index, 2)),
            }).collect();
            Assembled { name: datarep.name.clone().into(), doc: datarep.doc.clone().into(), origin: "interpreted", types }.into_datarep().ok()
        }).collect()
    }
}
