//! A single format: converts slices of any native type to which its values can be mapped.
//!
//! A mapping needs rules for values that cannot be kept, and an order for the bytes. A format alone has neither, so
//! there are defaults, which can be replaced. When a native type is first requested, the language is asked for the
//! mapping by the values of [`datarep_dsl::expression`], which checks it as it does a line of a text.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use datarep::{Datarep, Loss, Native, Predefined};
use datarep_dsl::diagnostic::Diagnostic;
use datarep_dsl::expression::{
    FormatExpression, FormatRequest, LibraryText, MappedFormat, OrderExpression, Rules, Scope,
};
use datarep_dsl::predefined;

use crate::compile::assemble_mapping;
use crate::error::Error;
use crate::names::resolve;
use crate::text::ParsedText;

/// No rules beside the default ones.
static NO_RULES: LazyLock<Rules> = LazyLock::new(Rules::default);

/// A number format that converts slices.
///
/// By default, words of a format without an order of its own have the most significant byte first. When reading, a
/// value that the native type cannot hold becomes an infinity, and reserved words become NaN. When writing, a value
/// that the format cannot hold is an error. Rounded values are counted.
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
    /// The text that defines the format or names the place of its definition; `None` for the standard library.
    text: Option<Arc<ParsedText>>,
    /// The format as a mapping names it: `hfp32`, `twos(24)`.
    expression: Arc<FormatExpression>,
    /// An order, or why it is none. The fault is told when the format is used.
    order: Option<Result<Arc<OrderExpression>, Error>>,
    rules: Option<Result<Arc<Rules>, Error>>,
    /// Whether generated code is used if the crate has it.
    #[cfg(feature = "compiled")]
    prefers_compiled: bool,
    /// The representation for each native type that was requested.
    datareps: Arc<Mutex<HashMap<Predefined, Datarep>>>,
}

impl Format {
    /// A format by its name, or as a mapping would say it: `vax_g`, `ieee::f32`, `packed_decimal(7, 2)`, `twos(24) little`.
    /// Names of other programs are known too: `>f4`, `H5T_VAX_F32`, `VAX_REAL*4`. No such name hides one of the library.
    ///
    /// Packed words have no items of whole bytes: [`names::resolve`](crate::names::resolve) tells how they are packed.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if no format has that name. The error suggests what to write instead. [`Error::Order`] if the format
    /// cannot have the order.
    ///
    /// ```
    /// use datarep_dynamic::Format;
    /// let error = Format::named("vaxg").unwrap_err();
    /// assert_eq!(error.to_string(), "no format is named `vaxg`; write `vax_g`");
    /// assert_eq!(Format::named("PIC S9(5)V99 COMP-3")?.name(), "packed_decimal(7, 2)");
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Format, Error> {
        let resolved_name = resolve(name)?;
        if resolved_name.packing.is_some() {
            let help = "packed words are unpacked first: `names::resolve` tells how".to_owned();
            return Err(Error::Unknown { name: name.to_owned(), help: vec![help] });
        }
        Ok(resolved_name.format)
    }

    /// A format of the standard library, without an order, and the family or the representation that has it.
    pub(crate) fn find_in_library(name: &str) -> Result<(Format, Option<LibraryText>), Error> {
        let unknown = |help: Vec<String>| Error::Unknown { name: name.to_owned(), help };
        // What is not written as a name has no name that is like it.
        let expression = FormatExpression::parse(name).map_err(|_| unknown(Vec::new()))?;
        match expression.find(Scope::Library) {
            Ok(definition) => Ok((Format::new(None, expression), definition.library)),
            Err(fault) => Err(unknown(fault.diagnostics.into_iter().flat_map(|fault| fault.help).collect())),
        }
    }

    /// What is wrong with a name of the library. Nothing is where it has a format of that name, or where it is not written as a
    /// name.
    pub(crate) fn find_name_faults(name: &str) -> Vec<Diagnostic> {
        let expression = FormatExpression::parse(name).ok();
        let result = expression.map(|expression| expression.find(Scope::Library).map(drop));
        result.and_then(Result::err).map(|fault| fault.diagnostics).unwrap_or_default()
    }

    /// A format that a text names.
    pub(crate) fn named_in_text(text: &Arc<ParsedText>, name: &str) -> Option<Format> {
        Some(Format::new(Some(text.clone()), FormatExpression::parse(name).ok()?))
    }

    fn new(text: Option<Arc<ParsedText>>, expression: FormatExpression) -> Format {
        Format {
            text,
            expression: Arc::new(expression),
            order: None,
            rules: None,
            #[cfg(feature = "compiled")]
            prefers_compiled: false,
            datareps: Arc::default(),
        }
    }

    /// The place in which the format is named.
    pub(crate) fn scope(&self) -> Scope<'_> {
        self.text().map_or(Scope::Library, ParsedText::scope)
    }

    /// The text in which the format is named; `None` for the standard library.
    pub(crate) fn text(&self) -> Option<&ParsedText> {
        self.text.as_deref()
    }

    pub(crate) fn expression(&self) -> &FormatExpression {
        &self.expression
    }

    /// The name of the format, as a mapping writes it.
    pub fn name(&self) -> &str {
        self.expression.text()
    }

    /// The format with its bytes in this order, as the language writes it: `little`, `pdp`, `right_justified(8)`.
    ///
    /// ```
    /// use datarep_dynamic::Format;
    /// let little = Format::named("twos(24)")?.with_order("little");
    /// assert_eq!(little.to_vec::<i32>(&[0xFE, 0xFF, 0xFF])?.0, [-2]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    #[must_use]
    pub fn with_order(mut self, order: &str) -> Format {
        self.order = Some(OrderExpression::parse(order).map(Arc::new).map_err(Error::from));
        // Clones share what was made. This one gets its own, because the order changes it and not them.
        self.datareps = Arc::default();
        self
    }

    /// The format with rules as the language writes them. They precede the default rules.
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
        self.rules = Some(Rules::parse(rules).map(Arc::new).map_err(Error::from));
        self.datareps = Arc::default();
        self
    }

    /// The format with rules that are parsed already. They precede the default rules.
    ///
    /// ```
    /// use datarep_dsl::expression::Rules;
    /// use datarep_dsl::model::{Event, RuleDirection};
    /// use datarep_dynamic::Format;
    /// let saturate = Rules::from_action(RuleDirection::Write, Event::Overflow, "saturate").expect("a word");
    /// let byte = Format::named("unsigned(8)")?.with_parsed_rules(saturate);
    /// assert_eq!(byte.to_bytes(&[300_i32])?.0, [255]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    #[must_use]
    pub fn with_parsed_rules(mut self, rules: Rules) -> Format {
        self.rules = Some(Ok(Arc::new(rules)));
        self.datareps = Arc::default();
        self
    }

    /// The format with generated code for the native types that the crate has it for, and interpreted for all others.
    ///
    /// The crate has generated code for `f32`, `f64`, `hfp32`, `hfp64`, `xport64`, `vax_f`, `vax_d`, `vax_g`, `cray64`, `x87_80` and
    /// `twos(24)` of the standard library, with their own orders and the default rules. Results, counts and errors are the same,
    /// except that an error does not name the order if [`Format::with_order`] did.
    ///
    /// ```
    /// use datarep::Predefined;
    /// use datarep_dynamic::Format;
    /// let hfp32 = Format::named("hfp32")?.compiled();
    /// assert!(hfp32.is_compiled(Predefined::Double));
    /// assert!(!hfp32.clone().with_order("little").is_compiled(Predefined::Double));
    /// assert_eq!(hfp32.to_vec::<f64>(&[0xC2, 0x76, 0xA0, 0x00])?.0, [-118.625]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    #[cfg(feature = "compiled")]
    #[must_use]
    pub fn compiled(mut self) -> Format {
        self.prefers_compiled = true;
        self.datareps = Arc::default();
        self
    }

    /// Whether [`Format::compiled`] was called and generated code converts items of this type.
    #[cfg(feature = "compiled")]
    pub fn is_compiled(&self, predefined: Predefined) -> bool {
        self.find_generated(predefined).is_some()
    }

    /// The generated code for this type, if it is to be used.
    #[cfg(feature = "compiled")]
    fn find_generated(&self, predefined: Predefined) -> Option<&'static Datarep> {
        // A text of a user may define a format by the same name, and rules change the code: both are interpreted.
        let is_ours = self.prefers_compiled && self.text.is_none() && self.rules.is_none();
        let order = match &self.order {
            None => None,
            Some(Ok(order)) => Some(order.text()),
            // What is no order has no code.
            Some(Err(_)) => return None,
        };
        is_ours.then(|| crate::compiled::find_generated(self.name(), order, predefined))?
    }

    /// The number of bytes of an item that is stored for this native type.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] if the format cannot be mapped to the type, or if the order or the rules have faults.
    pub fn extent<T: Native>(&self) -> Result<usize, Error> {
        Ok(self.datarep(T::PREDEFINED)?.extent(T::PREDEFINED).unwrap_or(0))
    }

    /// Converts from file to native. `file` has [`Format::extent`] bytes for each item of `native`.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] under the conditions of [`Format::extent`]. [`Error::Conversion`] if the lengths do not fit, and
    /// at the first item that a rule refuses. The items before it are converted.
    pub fn read<T: Native>(&self, file: &[u8], native: &mut [T]) -> Result<Loss, Error> {
        Ok(self.datarep(T::PREDEFINED)?.read(file, native)?)
    }

    /// Converts from native to file. `file` has [`Format::extent`] bytes for each item of `native`.
    ///
    /// # Errors
    ///
    /// As [`Format::read`].
    pub fn write<T: Native>(&self, native: &[T], file: &mut [u8]) -> Result<Loss, Error> {
        Ok(self.datarep(T::PREDEFINED)?.write(native, file)?)
    }

    /// Converts from file to a new vector.
    ///
    /// # Errors
    ///
    /// As [`Format::read`]. [`Error::Conversion`] also if the last item is incomplete.
    pub fn to_vec<T: Native + Default>(&self, file: &[u8]) -> Result<(Vec<T>, Loss), Error> {
        Ok(self.datarep(T::PREDEFINED)?.to_vec(file)?)
    }

    /// Converts from native to new bytes.
    ///
    /// # Errors
    ///
    /// As [`Format::write`].
    pub fn to_bytes<T: Native>(&self, native: &[T]) -> Result<(Vec<u8>, Loss), Error> {
        Ok(self.datarep(T::PREDEFINED)?.to_bytes(native)?)
    }

    /// A dry run of reading: counts what would be lost. An event whose rule is an error is counted like any other.
    ///
    /// # Errors
    ///
    /// As [`Format::to_vec`], except for items that a rule refuses.
    pub fn loss<T: Native>(&self, file: &[u8]) -> Result<Loss, Error> {
        Ok(self.datarep(T::PREDEFINED)?.loss::<T>(file)?)
    }

    /// A dry run of writing: counts what would be lost.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] under the conditions of [`Format::extent`].
    pub fn loss_on_write<T: Native>(&self, native: &[T]) -> Result<Loss, Error> {
        Ok(self.datarep(T::PREDEFINED)?.loss_on_write(native)?)
    }

    /// A representation that maps one predefined type to this format, and no other types.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] if the format cannot be mapped to the type, or if the order or the rules have faults.
    pub fn datarep(&self, predefined: Predefined) -> Result<Datarep, Error> {
        #[cfg(feature = "compiled")]
        if let Some(generated) = self.find_generated(predefined) {
            return Ok(generated.clone());
        }
        // The lock is not held while a mapping is checked. Two threads may do it at the same time, with equal results.
        let cache = || self.datareps.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached_datarep) = cache().get(&predefined) {
            return Ok(cached_datarep.clone());
        }
        let datarep =
            assemble_mapping(self.representation_name(), predefined, &self.map_to_native(predefined)?)?;
        cache().insert(predefined, datarep.clone());
        Ok(datarep)
    }

    /// The name of the representation: that of the format, limited to the characters of a word.
    fn representation_name(&self) -> String {
        // `twos(24)` => `format_twos_24`. Generated code has the same names, so that errors are the same.
        let word = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        let name: String = self.name().chars().map(word).collect();
        format!("format_{}", name.trim_end_matches('_'))
    }

    /// The conversion to and from a native type.
    pub(crate) fn map_to_native(&self, predefined: Predefined) -> Result<MappedFormat, Error> {
        // The runtime and the language have the same types, which a test compares.
        let Some(native) = predefined::Predefined::from_name(predefined.name()) else {
            return Err(Error::Unknown { name: self.name().to_owned(), help: Vec::new() });
        };
        Ok(self.make_request()?.map(native)?)
    }

    /// What the language is asked for.
    pub(crate) fn make_request(&self) -> Result<FormatRequest<'_>, Error> {
        let order = self.order.as_ref().map(Result::as_ref).transpose().map_err(Error::clone)?;
        let rules = self.rules.as_ref().map(Result::as_ref).transpose().map_err(Error::clone)?;
        Ok(FormatRequest {
            scope: self.scope(),
            format: &self.expression,
            order: order.map(AsRef::as_ref),
            rules: rules.map_or(&*NO_RULES, AsRef::as_ref),
        })
    }
}
