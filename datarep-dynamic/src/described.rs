//! The description of a format, for uses other than conversions.

use std::sync::OnceLock;

use datarep::Predefined;
use datarep_dsl::expression::LibraryText;
use datarep_dsl::model::{FormatId, Model, Policy, TestLine};
use datarep_dsl::source::Source;
use datarep_dsl::standard;

pub use datarep_dsl::expression::DescribedFormat as Described;

use crate::compile::compile_untrusted;
use crate::error::Error;
use crate::format::Format;

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
        Ok(self.make_request()?.describe()?)
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
        self.make_request()?.describe()?;
        let own = self.text().map_or_else(Vec::new, |text| list_test_lines(&text.model, self.name()));
        if !own.is_empty() {
            return Ok(own);
        }
        // A format that the text takes from the library has its test lines there.
        let definition = self.expression().find(self.scope())?;
        Ok(definition
            .library
            .map_or_else(Vec::new, |library| find_library_tests(library, &definition.format.name)))
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
        Ok(self.map_to_native(native)?.conversion.write)
    }
}

/// The test lines of a format in the text of the library that defines it.
fn find_library_tests(text: LibraryText, format: &str) -> Vec<TestLine> {
    let is_named = |entry: &(&str, &str)| entry.0 == text.name();
    match text {
        LibraryText::Family(_) => {
            let index = standard::families().iter().position(is_named);
            index.and_then(get_family_model).map_or_else(Vec::new, |model| list_test_lines(model, format))
        }
        LibraryText::Representation(_) => {
            let representation = standard::datareps().iter().find(|entry| is_named(entry));
            let model = representation
                .and_then(|(name, text)| compile_library_text(format!("standard/{name}.datarep"), text));
            model.map_or_else(Vec::new, |model| list_test_lines(&model, format))
        }
    }
}

/// The model of a family of the standard library with its test lines, by its place among the families. It is checked once
/// in a process, which takes a hundred times as long as to check one of its formats.
fn get_family_model(index: usize) -> Option<&'static Model> {
    static MODELS: [OnceLock<Option<Model>>; standard::families().len()] =
        [const { OnceLock::new() }; standard::families().len()];
    let (family, text) = standard::families().get(index)?;
    let compile = || compile_library_text(format!("standard/family/{family}.datarep"), text);
    MODELS.get(index)?.get_or_init(compile).as_ref()
}

fn compile_library_text(name: String, text: &str) -> Option<Model> {
    compile_untrusted(&Source { name, text: text.to_owned(), first_line: 1 }).ok()
}

/// The test lines of a format, each one once.
fn list_test_lines(model: &Model, name: &str) -> Vec<TestLine> {
    let id = model.formats.iter().position(|format| format.name == name).map(FormatId);
    let mut tests: Vec<TestLine> = Vec::new();
    for test in model.tests.iter().filter(|test| Some(test.format) == id) {
        let is_same = |listed_line: &TestLine| {
            let claim = |line: &TestLine| (line.word, line.direction, line.bytes.is_some());
            listed_line.text == test.text && claim(listed_line) == claim(test)
        };
        if !tests.iter().any(is_same) {
            tests.push(test.clone());
        }
    }
    tests
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::in_representation;

    #[test]
    fn a_family_and_a_representation_may_have_one_name() {
        // `cray` is both. The family has `cray64`, and the text of the representation `cray_logical`.
        let lines =
            |name: &str| Format::named(name).and_then(|format| format.test_lines()).expect("a format");
        let texts: Vec<String> = lines("cray_logical").into_iter().map(|line| line.text).collect();
        assert_eq!(texts, ["true", "false", "false"]);
        assert!(lines("cray64").len() >= 5 && lines("twos(24)").is_empty());
        assert!(in_representation("cray64").is_none() && in_representation("cray_logical").is_some());
    }
}
