//! Representations that are assembled at run time, by a plug-in or an interpreter: their conversions are objects.
//!
//! A compiled representation is a constant. Here names are owned, and each type has a conversion of bytes behind a
//! pointer. This module does not know where the conversions come from.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::convert::reorder::copy_reversing;
use crate::convert::{ConversionResult, Tally, report_losses};
use crate::descriptor::conversion::ItemConversion;
use crate::error::{Error, ErrorKind};
use crate::loss::Loss;
use crate::memory::{Conversion, ConversionStop};
use crate::predefined::Predefined;
use crate::representation::Datarep;
use crate::slices::Native;
use crate::typed;

/// A text that may be a constant.
pub type Name = Cow<'static, str>;

/// The parts of a representation.
pub struct Assembled {
    /// Its name, 1 to 128 bytes.
    pub name: Name,
    /// The documentation of its description.
    pub doc: Name,
    /// Its origin, as debug output shows it: `of a plug-in`.
    pub origin: &'static str,
    /// How it stores each predefined type, in their order. Missing types are unsupported.
    pub types: Vec<Option<AssembledType>>,
}

/// How a representation stores one predefined type.
#[derive(Clone)]
pub struct AssembledType {
    /// The mapping as people write it, such as `real 8 => hfp64`.
    pub mapping: Name,
    /// The size of an item in the file, in bytes.
    pub extent: usize,
    /// How its items are read and written.
    pub work: TypeConversion,
}

/// How items get from memory to a file and back.
#[derive(Clone)]
pub enum TypeConversion {
    /// Only the order of their bytes changes: this number of bytes is reversed together, or 1 if all bytes stay as they
    /// are.
    Moved(usize),
    /// They are converted by functions.
    Converted(Arc<dyn Conversion + Send + Sync>),
}

impl fmt::Debug for Assembled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Assembled({:?}, {})", self.name, self.origin)
    }
}

impl Assembled {
    pub(crate) fn get(&self, predefined: Predefined) -> Option<&AssembledType> {
        self.types.get(predefined as usize)?.as_ref()
    }

    pub(crate) fn require_type(&self, predefined: Predefined) -> Result<&AssembledType, Error> {
        let unsupported = || ErrorKind::Unsupported { datarep: self.name.clone(), predefined };
        self.get(predefined).ok_or_else(|| unsupported().into())
    }

    pub(crate) fn mapping(&self, predefined: Predefined) -> &str {
        self.get(predefined).map_or("unsupported", |known| &known.mapping)
    }

    pub(crate) fn extent(&self, predefined: Predefined) -> Option<usize> {
        self.get(predefined).map(|known| known.extent)
    }

    /// How items of the type are moved and converted, or `None` if the type is unsupported.
    pub(crate) fn way(&self, predefined: Predefined) -> Option<ItemConversion<'_>> {
        self.get(predefined).map(AssembledType::way)
    }
}

/// Slices are converted as their bytes, if any bytes are a valid item of the type. Their lengths match.
impl Assembled {
    /// [`Datarep::read_as`] with the descriptor of `predefined`.
    pub(crate) fn read<T: Native>(
        &self,
        datarep: &Datarep,
        predefined: Predefined,
        file: &[u8],
        native: &mut [T],
    ) -> Result<Loss, Error> {
        let known = self.require_type(predefined)?;
        let read = |native: &mut [u8]| {
            let mut tally = Tally::default();
            let result = known.read(file, native, &mut tally);
            report_losses(result, &tally, &self.name)
        };
        if let Some(native) = T::all_bytes_mut(native) {
            return read(native);
        }
        let stored = T::store_bytes(native, read);
        match stored {
            Some((loss, true)) => loss,
            // Types such as `bool` cannot be seen as bytes that may become anything, and go by way of a stage. So do
            // bytes of a plug-in that are no item, for the error that says which one.
            Some((_, false)) | None => typed::read_as(datarep, predefined, native, file),
        }
    }

    /// [`Datarep::write_as`] with the descriptor of `predefined`.
    pub(crate) fn write<T: Native>(
        &self,
        datarep: &Datarep,
        predefined: Predefined,
        native: &[T],
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        let known = self.require_type(predefined)?;
        match T::all_bytes(native) {
            Some(native) => {
                let mut tally = Tally::default();
                let result = known.write(native, file, &mut tally);
                report_losses(result, &tally, &self.name)
            }
            None => typed::write_as(datarep, predefined, native, file),
        }
    }

    /// [`Datarep::loss_as`] for whole items.
    pub(crate) fn loss(&self, predefined: Predefined, file: &[u8]) -> Result<Loss, Error> {
        let conversion = self.require_type(predefined)?.way().conversion;
        conversion.map_or(Ok(Loss::default()), |found| found.loss(file))
    }

    /// [`Datarep::loss_on_write_as`] with the descriptor of `predefined`.
    pub(crate) fn loss_on_write<T: Native>(
        &self,
        predefined: Predefined,
        native: &[T],
    ) -> Result<Loss, Error> {
        let Some(conversion) = self.require_type(predefined)?.way().conversion else {
            return Ok(Loss::default());
        };
        Ok(match T::all_bytes(native) {
            Some(native) => conversion.loss_on_write(native),
            None => typed::loss_on_write(conversion, native),
        })
    }
}

impl AssembledType {
    pub(crate) fn way(&self) -> ItemConversion<'_> {
        match &self.work {
            TypeConversion::Moved(unit) => {
                ItemConversion { extent: self.extent, conversion: None, unit: *unit }
            }
            TypeConversion::Converted(conversion) => {
                ItemConversion { extent: self.extent, conversion: Some(&**conversion), unit: 1 }
            }
        }
    }

    pub(crate) fn read(&self, file: &[u8], native: &mut [u8], tally: &mut Tally) -> ConversionResult {
        match &self.work {
            TypeConversion::Moved(unit) => copy_reversing(*unit, file, native),
            TypeConversion::Converted(conversion) => {
                return to_conversion_result(conversion.read(file, native, tally));
            }
        }
        Ok(Ok(()))
    }

    pub(crate) fn write(&self, native: &[u8], file: &mut [u8], tally: &mut Tally) -> ConversionResult {
        match &self.work {
            TypeConversion::Moved(unit) => copy_reversing(*unit, native, file),
            TypeConversion::Converted(conversion) => {
                return to_conversion_result(conversion.write(native, file, tally));
            }
        }
        Ok(Ok(()))
    }
}

fn to_conversion_result(result: Result<(), ConversionStop>) -> ConversionResult {
    match result {
        Ok(()) => Ok(Ok(())),
        Err(ConversionStop::Fault(fault)) => Ok(Err(fault)),
        Err(ConversionStop::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorClass;
    use crate::{Datarep, Decimal};

    /// A representation whose decimals are those of memory, as a plug-in may have it.
    fn moved_decimals() -> Datarep {
        let mut types = vec![None; Predefined::COUNT];
        let known =
            AssembledType { mapping: "as they are".into(), extent: 16, work: TypeConversion::Moved(1) };
        types[Predefined::Decimal as usize] = Some(known);
        let assembled = Assembled { name: "moved".into(), doc: "".into(), origin: "of a test", types };
        assembled.into_datarep().expect("it has a name")
    }

    #[test]
    fn decimals_are_moved_as_bytes_and_checked() {
        let datarep = moved_decimals();
        let decimal =
            |number: i128, scale| Decimal::try_from_i128_with_scale(number, scale).expect("it fits");
        let written = [decimal(-12_345, 2), decimal(0, 28), decimal(1 << 95, 0), decimal(7, 1)];
        let (mut file, loss) = datarep.to_bytes(&written).expect("all are decimals");
        assert!(loss.is_none());
        let mut read = [Decimal::ZERO; 4];
        datarep.read(&file, &mut read).expect("all are decimals");
        assert_eq!(read, written);
        // A scale above 28, in either order of bytes. What comes of it must be a decimal all the same.
        file[2 * 16 + 12..3 * 16].copy_from_slice(&[29, 0, 0, 29]);
        let mut read = [Decimal::ZERO; 4];
        let error = datarep.read(&file, &mut read).expect_err("one is no decimal");
        assert_eq!((error.class(), error.items_done()), (ErrorClass::Conversion, Some(2)), "{error}");
        assert_eq!(read[..2], written[..2]);
        assert!(read.iter().all(|one| one.scale() <= 28));
    }
}
