//! How items of a type are laid out and converted as bytes, at any address.
//!
//! Datatypes, files and plug-ins see items so. Slices do not, and are converted without this module.

use super::{Entry, Functions, for_natives};
use crate::convert::Tally;
use crate::error::Error;
use crate::loss::Loss;
use crate::memory::{Bytes, Conversion, ConversionStop, invalid_item_fault};

/// Sizes and alignment of the items of a type, in memory and in a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ItemShape {
    /// Bytes of a native item.
    pub(crate) native: usize,
    /// The alignment at which native items are converted in place, or zero if they never are.
    pub(crate) align: usize,
    /// Bytes of an item in the file.
    pub(crate) extent: usize,
    /// How many bytes are reversed together, if a conversion does only that.
    pub(crate) unit: Option<usize>,
}

const fn shape<T: Bytes>(functions: &Functions<T>) -> ItemShape {
    ItemShape { native: T::BYTES, align: T::ALIGN, extent: functions.extent, unit: functions.unit }
}

/// How items of a type are converted between memory and a file.
#[derive(Clone, Copy)]
pub(crate) struct ItemConversion<'a> {
    /// Bytes of an item in the file.
    pub(crate) extent: usize,
    /// `None` if items are moved, with at most a change of their byte order.
    pub(crate) conversion: Option<&'a dyn Conversion>,
    /// How many bytes are reversed together if items are moved. 1 if all stay in order.
    pub(crate) unit: usize,
}

fn way<T: Bytes>(functions: &Functions<T>) -> ItemConversion<'_> {
    let conversion: &dyn Conversion = functions;
    let conversion = functions.unit.is_none().then_some(conversion);
    ItemConversion { extent: functions.extent, conversion, unit: functions.unit.unwrap_or(1) }
}

macro_rules! entries {
    ($($variant:ident($native:ty) $predefined:ident,)*) => {
        impl Entry {
            /// The shape of the items, or `None` if the type is unsupported.
            pub(crate) const fn shape(&self) -> Option<ItemShape> {
                match self {
                    Entry::Unsupported => None,
                    Entry::Bytes => Some(ItemShape { native: 1, align: 1, extent: 1, unit: Some(1) }),
                    $(Entry::$variant(functions) => Some(shape(functions)),)*
                }
            }

            /// How the items are moved and converted, or `None` if the type is unsupported.
            pub(crate) fn way(&self) -> Option<ItemConversion<'_>> {
                match self {
                    Entry::Unsupported => None,
                    Entry::Bytes => Some(ItemConversion { extent: 1, conversion: None, unit: 1 }),
                    $(Entry::$variant(functions) => Some(way(functions)),)*
                }
            }
        }
    };
}

for_natives!(entries);

/// How many items are loaded and stored together.
const BLOCK: usize = 64;

impl<T: Bytes> Conversion for Functions<T> {
    fn bytes(&self) -> usize {
        T::BYTES
    }

    fn can_convert_in_place(&self, native: &[u8]) -> bool {
        T::view(native).is_some()
    }

    fn read(&self, file: &[u8], native: &mut [u8], tally: &mut Tally) -> Result<(), ConversionStop> {
        // Aligned bytes of a type that may have any bytes: no copy is needed.
        if let Some(items) = T::view_mut(native) {
            return (self.read)(file, items, tally)
                .map_err(ConversionStop::Error)?
                .map_err(ConversionStop::Fault);
        }
        let mut block = [T::BLANK; BLOCK];
        let files = file.chunks(BLOCK * self.extent);
        for (number, (file, native)) in files.zip(native.chunks_mut(BLOCK * T::BYTES)).enumerate() {
            let block = &mut block[..native.len() / T::BYTES];
            let converted = (self.read)(file, block, tally).map_err(ConversionStop::Error)?;
            // Items before the fault are right, and are stored before it is returned.
            let whole = converted.as_ref().err().map_or(block.len(), |fault| fault.item);
            for (value, bytes) in block[..whole].iter().zip(native.chunks_exact_mut(T::BYTES)) {
                value.store(bytes);
            }
            converted.map_err(|fault| ConversionStop::Fault(fault).shift_items(number * BLOCK))?;
        }
        Ok(())
    }

    fn write(&self, native: &[u8], file: &mut [u8], tally: &mut Tally) -> Result<(), ConversionStop> {
        if let Some(items) = T::view(native) {
            return (self.write)(items, file, tally)
                .map_err(ConversionStop::Error)?
                .map_err(ConversionStop::Fault);
        }
        let mut block = [T::BLANK; BLOCK];
        let files = file.chunks_mut(BLOCK * self.extent);
        for (number, (native, file)) in native.chunks(BLOCK * T::BYTES).zip(files).enumerate() {
            let items = native.chunks_exact(T::BYTES);
            // Bytes that are no value cannot be loaded as one. The items before them are still converted.
            let invalid = items.clone().position(|bytes| !T::is_valid(bytes));
            let whole = invalid.unwrap_or(items.len());
            for (value, bytes) in block.iter_mut().zip(items.take(whole)) {
                *value = T::load(bytes);
            }
            let converted = (self.write)(&block[..whole], &mut file[..whole * self.extent], tally);
            let converted = converted.map_err(ConversionStop::Error)?;
            // A refused item before the invalid one is the first fault of the two.
            converted.map_err(|fault| ConversionStop::Fault(fault).shift_items(number * BLOCK))?;
            if let Some(item) = invalid {
                let bytes = &native[item * T::BYTES..][..T::BYTES];
                return Err(ConversionStop::Fault(invalid_item_fault(
                    self.mapping.into(),
                    number * BLOCK + item,
                    bytes,
                )));
            }
        }
        Ok(())
    }

    fn loss(&self, file: &[u8]) -> Result<Loss, Error> {
        (self.loss)(file)
    }

    fn loss_on_write(&self, native: &[u8]) -> Loss {
        if let Some(items) = T::view(native) {
            return (self.loss_on_write)(items);
        }
        let (mut block, mut loss) = ([T::BLANK; BLOCK], Loss::default());
        for native in native.chunks(BLOCK * T::BYTES) {
            let block = &mut block[..native.len() / T::BYTES];
            for (value, bytes) in block.iter_mut().zip(native.chunks_exact(T::BYTES)) {
                // Bytes that are no value count nothing here: `load` makes some value of them.
                *value = T::load(bytes);
            }
            loss += (self.loss_on_write)(block);
        }
        loss
    }
}
