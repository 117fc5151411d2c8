//! The description of a format, for uses other than conversions.

use std::sync::{Arc, OnceLock};

use datarep::Predefined;
use datarep_dsl::model::{ByteOrder, FormatId, Model, Policy, TestLine};
use datarep_dsl::source::Source;
use datarep_dsl::standard;

use crate::compile::compile_untrusted;
use crate::error::Error;
use crate::format::Format;

/// Native types such that every format can be mapped to one of them.
const NATIVES: [Predefined; 4] =
    [Predefined::Double, Predefined::Logical, Predefined::Char, Predefined::Wchar];

/// A format as the language describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// The meaning of its bits, and its documentation.
    pub format: datarep_dsl::model::Format,
    /// The order of its bytes in a file.
    pub order: ByteOrder,
}

impl Format {
    /// The description of the format: its bits, its doc comment, and the order of its bytes.
    ///
    /// ```
    /// use datarep_dynamic::Format;
    /// let described = Format::named("vax_g")?.described()?;
    /// assert_eq!((described.format.bits, described.order.extent(64)), (64, 8));
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Text`] if the order or the rules have faults.
    pub fn described(&self) -> Result<Described, Error> {
        Ok(self.describe_in_model()?.1)
    }

    /// The test lines of the format: those of its text, or of the standard library.
    ///
    /// Those of the library are found by a check of all formats of a family, once in a process. This takes a hundred times as
    /// long as to describe a format.
    ///
    /// ```
    /// use datarep_dynamic::Format;
    /// assert!(!Format::named("vax_g")?.test_lines()?.is_empty());
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Format::described`].
    pub fn test_lines(&self) -> Result<Vec<TestLine>, Error> {
        let (model, Described { format, .. }) = self.describe_in_model()?;
        let tests = tests_of(&model, &format.name);
        // A format that is not defined in the text comes from a family, whose test lines are in the family's own text.
        let is_elsewhere = *format.origin.source != *self.source_name();
        Ok(if tests.is_empty() && is_elsewhere { self.tests_of_family() } else { tests })
    }

    /// The description, and the model of the text with a representation of the format.
    fn describe_in_model(&self) -> Result<(Arc<Model>, Described), Error> {
        let mut fault = None;
        // The language tells what a format is only through a mapping. Most formats can be mapped to a double, and then
        // one compilation is enough.
        for native in NATIVES {
            match self.compile_for(native) {
                Ok(model) => {
                    // `compile_for` adds its representation behind all of the text.
                    let conversion = model.datareps.last().and_then(|datarep| datarep.conversions.last());
                    if let Some(conversion) = conversion {
                        let format = model.formats[conversion.format.0].clone();
                        let described = Described { format, order: conversion.order.clone() };
                        return Ok((model, described));
                    }
                }
                // The first fault is kept. Those of the other native types say only that the format does not go with
                // them.
                Err(error) => drop(fault.get_or_insert(error)),
            }
        }
        Err(fault.unwrap_or_else(|| Error::Unknown { name: self.name().to_owned(), help: Vec::new() }))
    }

    /// The rules that apply when items of a native type are written.
    ///
    /// ```
    /// use datarep::Predefined;
    /// use datarep_dsl::model::Rounding;
    /// use datarep_dynamic::Format;
    /// let cut = Format::named("hfp32")?.with_rules("on write { inexact => toward_zero }");
    /// assert_eq!(cut.rules_on_write(Predefined::Double)?.rounding, Rounding::TowardZero);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Text`] if the format cannot be mapped to the type, or if the order or the rules have faults.
    pub fn rules_on_write(&self, native: Predefined) -> Result<Policy, Error> {
        let model = self.compile_for(native)?;
        let conversion = model.datareps.last().and_then(|datarep| datarep.conversions.last());
        let unknown = || Error::Unknown { name: self.name().to_owned(), help: Vec::new() };
        conversion.map(|conversion| conversion.write).ok_or_else(unknown)
    }

    /// The test lines of the family that has the format, in the standard library.
    fn tests_of_family(&self) -> Vec<TestLine> {
        // `ibm::hfp32` names its family. A bare name is looked up among all families.
        let (family, bare) = match self.name().rsplit_once("::") {
            Some((family, bare)) => (Some(family), bare),
            None => (standard::family_of(self.name()), self.name()),
        };
        let index = standard::families().iter().position(|(name, _)| Some(*name) == family);
        index.and_then(family_model).map_or_else(Vec::new, |model| tests_of(model, bare))
    }
}

/// The model of a family of the standard library with its test lines, by its place among the families. It is checked once
/// in a process, which takes a hundred times as long as to check one of its formats.
fn family_model(index: usize) -> Option<&'static Model> {
    static MODELS: [OnceLock<Option<Model>>; standard::families().len()] =
        [const { OnceLock::new() }; standard::families().len()];
    let (family, text) = standard::families().get(index)?;
    let compile_family = || {
        let name = format!("standard/family/{family}.datarep");
        compile_untrusted(&Source { name, text: (*text).to_owned(), first_line: 1 }).ok()
    };
    MODELS.get(index)?.get_or_init(compile_family).as_ref()
}

/// The test lines of a format, each one once.
fn tests_of(model: &Model, name: &str) -> Vec<TestLine> {
    let id = model.formats.iter().position(|format| format.name == name).map(FormatId);
    let mut tests: Vec<TestLine> = Vec::new();
    for test in model.tests.iter().filter(|test| Some(test.format) == id) {
        let same = |known: &TestLine| {
            (known.word, &known.text, known.direction) == (test.word, &test.text, test.direction)
        };
        if !tests.iter().any(same) {
            tests.push(test.clone());
        }
    }
    tests
}
