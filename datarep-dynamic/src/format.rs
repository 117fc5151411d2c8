//! A format alone: slices of any native type that its values can be mapped to.
//!
//! A mapping needs rules for what cannot be kept, and an order for the bytes. Where a format is used alone, nobody has written them:
//! there are usual ones, which can be replaced. A mapping is made, as a text of a few lines after the user's own, when
//! a native type is first asked for, so that it is checked as any other.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use datarep::{Datarep, Loss, Native, Predefined};
use datarep_dsl::source::Source;
use datarep_dsl::standard;

use crate::compile::{compile, representation};
use crate::error::Error;

/// The rules where nothing else is said. What a format or a native type cannot follow passes to those of the parent.
const USUAL: &str = "on read { infinity | nan => keep } on write { infinity | nan => keep }";

/// The rules that every format and native type can follow.
const LAST: &str = "on read { overflow => infinity, infinity => error, nan => error, reserved | missing => nan, invalid => error } \
                    on write { overflow => error, infinity => error, nan => error, reserved => error }";

/// A number format that converts slices.
///
/// Where nothing else is said, words of a format without an order of its own lie with the most significant byte first. What a native type
/// cannot hold when it is read becomes an infinity, and reserved words become NaN; what the format cannot hold when it is written is an error. What is
/// rounded is counted.
///
/// ```
/// use datarep_dynamic::Format;
/// let vax = Format::named("vax_g")?;
/// let (bytes, _) = vax.to_bytes(&[1.0_f64, -0.1])?;
/// assert_eq!(bytes[..8], [0x10, 0x40, 0, 0, 0, 0, 0, 0]);
/// let (values, loss) = vax.to_vec::<f64>(&bytes)?;
/// assert_eq!(values, [1.0, -0.1]);
/// assert!(loss.is_none());
/// # Ok::<(), datarep_dynamic::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Format {
    /// The text that defines it or names where it is defined.
    source: Arc<Source>,
    /// As a mapping names it: `hfp32`, `twos(24)`.
    expression: String,
    order: Option<String>,
    rules: Option<String>,
    /// The representation for each native type that was asked for.
    made: Arc<Mutex<HashMap<Predefined, Datarep>>>,
}

impl Format {
    /// A format of the standard library, by its name or as a mapping would say it: `vax_g`, `ieee::f32`, `twos(24)`,
    /// `packed_decimal(7, 2)`.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] where no format has that name, with the nearest one that there is.
    ///
    /// ```
    /// let error = datarep_dynamic::Format::named("vaxg").unwrap_err();
    /// assert_eq!(error.to_string(), "no format of the standard library is named `vaxg`; write `vax_g`");
    /// ```
    pub fn named(expression: &str) -> Result<Format, Error> {
        let source = |text: String| Arc::new(Source { name: "format".to_owned(), text, first_line: 1 });
        if let Some(family) = standard::family_of(expression) {
            return Ok(Format::new(source(format!("use {family}::{expression};\n")), expression));
        }
        // A call of a family, or a path: whether there is such a one is found by checking a test without lines.
        let found = Format::new(source(String::new()), expression);
        let probe = source(format!("test {expression} {{ }}\n"));
        match compile(&probe) {
            Ok(model) if !model.formats.is_empty() || model.tests.is_empty() => Ok(found),
            Ok(_) => Err(Error::Unknown { name: expression.to_owned(), help: Vec::new() }),
            // A word too wide for a line of a test can be mapped all the same.
            Err(_) if found.described().is_ok() => Ok(found),
            Err(fault) => {
                // A name alone serves here: what a text would have to `use` is of no matter.
                let advice = fault.diagnostics().iter().flat_map(|fault| &fault.help);
                let help =
                    advice.map(|help| help.split(", with `use ").next().unwrap_or(help).to_owned()).collect();
                Err(Error::Unknown { name: expression.to_owned(), help })
            }
        }
    }

    /// A format that a text names.
    pub(crate) fn in_text(source: &Arc<Source>, name: &str) -> Format {
        Format::new(source.clone(), name)
    }

    fn new(source: Arc<Source>, expression: &str) -> Format {
        let made = Arc::default();
        Format { source, expression: expression.to_owned(), order: None, rules: None, made }
    }

    /// The name of the text that defines it or names where it is defined.
    pub(crate) fn source_name(&self) -> &str {
        &self.source.name
    }

    /// As a mapping names it.
    pub fn name(&self) -> &str {
        &self.expression
    }

    /// The same with its bytes in this order, as the language says it: `little`, `pdp`, `right_justified(8)`.
    ///
    /// ```
    /// use datarep_dynamic::Format;
    /// let little = Format::named("twos(24)")?.with_order("little");
    /// assert_eq!(little.to_vec::<i32>(&[0xFE, 0xFF, 0xFF])?.0, [-2]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    #[must_use]
    pub fn with_order(mut self, order: &str) -> Format {
        self.order = Some(order.to_owned());
        self.made = Arc::default();
        self
    }

    /// The same with rules as the language says them, which come before the usual ones.
    ///
    /// ```
    /// use datarep_dynamic::Format;
    /// let hfp32 = Format::named("hfp32")?.with_rules("on write { overflow => saturate }");
    /// let (bytes, loss) = hfp32.to_bytes(&[1e300_f64])?;
    /// assert_eq!((bytes, loss.overflow), (vec![0x7F, 0xFF, 0xFF, 0xFF], 1));
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    #[must_use]
    pub fn with_rules(mut self, rules: &str) -> Format {
        self.rules = Some(rules.to_owned());
        self.made = Arc::default();
        self
    }

    /// Bytes of an item, stored for this native type.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] where the format cannot be mapped to the type, or order or rules have faults.
    pub fn extent<T: Native>(&self) -> Result<usize, Error> {
        Ok(self.datarep(T::PREDEFINED)?.extent(T::PREDEFINED).unwrap_or(0))
    }

    /// File to native. `file`: [`Format::extent`] bytes for each item of `native`.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] as [`Format::extent`] says; [`Error::Conversion`] where the lengths do not fit, and at the first item that a
    /// rule refuses: those before it are converted.
    pub fn read<T: Native>(&self, file: &[u8], native: &mut [T]) -> Result<Loss, Error> {
        Ok(self.datarep(T::PREDEFINED)?.read(file, native)?)
    }

    /// Native to file. `file`: [`Format::extent`] bytes for each item of `native`.
    ///
    /// # Errors
    ///
    /// As [`Format::read`].
    pub fn write<T: Native>(&self, native: &[T], file: &mut [u8]) -> Result<Loss, Error> {
        Ok(self.datarep(T::PREDEFINED)?.write(native, file)?)
    }

    /// File to a new vector.
    ///
    /// # Errors
    ///
    /// As [`Format::read`]; [`Error::Conversion`] also where the last item straddles the end.
    pub fn to_vec<T: Native + Default>(&self, file: &[u8]) -> Result<(Vec<T>, Loss), Error> {
        Ok(self.datarep(T::PREDEFINED)?.to_vec(file)?)
    }

    /// Native to new bytes.
    ///
    /// # Errors
    ///
    /// As [`Format::write`].
    pub fn to_bytes<T: Native>(&self, native: &[T]) -> Result<(Vec<u8>, Loss), Error> {
        Ok(self.datarep(T::PREDEFINED)?.to_bytes(native)?)
    }

    /// What reading would lose: a dry run. An event whose rule is an error is counted as any other.
    ///
    /// # Errors
    ///
    /// As [`Format::to_vec`], but for items that a rule refuses.
    pub fn loss<T: Native>(&self, file: &[u8]) -> Result<Loss, Error> {
        Ok(self.datarep(T::PREDEFINED)?.loss::<T>(file)?)
    }

    /// What writing would lose: a dry run.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] as [`Format::extent`] says.
    pub fn loss_on_write<T: Native>(&self, native: &[T]) -> Result<Loss, Error> {
        Ok(self.datarep(T::PREDEFINED)?.loss_on_write(native)?)
    }

    /// A representation that has this format for one predefined type, and nothing for others.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] where the format cannot be mapped to the type, or order or rules have faults.
    pub fn datarep(&self, predefined: Predefined) -> Result<Datarep, Error> {
        let made = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made().get(&predefined) {
            return Ok(known.clone());
        }
        let source = self.mapped(predefined);
        let model = compile(&source)?;
        let described = model.datareps.iter().rev().find(|described| described.name == self.own_name());
        let Some(described) = described else {
            return Err(Error::Unknown { name: self.expression.clone(), help: Vec::new() });
        };
        let datarep = representation(&model, described)?;
        made().insert(predefined, datarep.clone());
        Ok(datarep)
    }

    /// The name of the representation: that of the format, as far as it is a word.
    fn own_name(&self) -> String {
        let word = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        let name: String = self.expression.chars().map(word).collect();
        format!("format_{}", name.trim_end_matches('_'))
    }

    /// The text with a representation for one type after it.
    pub(crate) fn mapped(&self, predefined: Predefined) -> Source {
        let Format { expression, order, rules, .. } = self;
        let name = self.own_name();
        let mut text = self.source.text.clone();
        let order = order.as_deref().unwrap_or_default();
        let rules = rules.as_deref().unwrap_or_default();
        let _ = write!(
            text,
            "\ndatarep {name}_last {{ others => unsupported; complex => unsupported; {LAST} }}\n\
             datarep {name}_usual extends {name}_last {{ {USUAL} }}\n\
             datarep {name} extends {name}_usual {{\n    {predefined} => {expression} {order};\n    {rules}\n}}\n",
        );
        Source { text, ..Source::clone(&self.source) }
    }
}
