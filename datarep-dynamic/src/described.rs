//! What a format is, for who asks more of it than conversions.

use datarep::Predefined;
use datarep_dsl::model::{ByteOrder, Format as Model};

use crate::error::Error;
use crate::format::Format;
use crate::text::compile;

/// Native types, one of which any format can be mapped to.
const NATIVES: [Predefined; 4] =
    [Predefined::Double, Predefined::Logical, Predefined::Char, Predefined::Wchar];

/// A format as the language has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// What its bits mean, and what is said of it.
    pub format: Model,
    /// The order of its bytes in a file.
    pub order: ByteOrder,
}

impl Format {
    /// What the format is: its bits, its doc comment, the order of its bytes.
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
    /// [`Error::Text`] where order or rules have faults.
    pub fn described(&self) -> Result<Described, Error> {
        let mut fault = None;
        for native in NATIVES {
            match compile(&self.mapped(native)) {
                Ok(model) => {
                    let conversion = model.datareps.last().and_then(|datarep| datarep.conversions.last());
                    if let Some(conversion) = conversion {
                        let format = model.formats[conversion.format.0].clone();
                        return Ok(Described { format, order: conversion.order.clone() });
                    }
                }
                Err(error) => drop(fault.get_or_insert(error)),
            }
        }
        Err(fault.unwrap_or_else(|| Error::Unknown { name: self.name().to_owned(), help: Vec::new() }))
    }
}
