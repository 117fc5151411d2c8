//! Items of one type that lie one after another: nothing but their conversion.
//!
//! A transfer of few items takes longer to find the pieces of its datatype than to convert them. Who knows that there is
//! one piece of one type converts it here.

use super::ways::TransferWays;
use crate::convert::Tally;
use crate::convert::reorder::copy_reversing;
use crate::convert::whole::check_length;
use crate::descriptor::conversion::ItemConversion;
use crate::error::Error;
use crate::loss::Loss;
use crate::predefined::Predefined;
use crate::representation::{Datarep, DatarepKind, RuntimeDatarep};

/// The conversion of one type in a representation.
#[derive(Clone, Copy)]
pub struct DirectConversion<'a> {
    ways: TransferWays<'a>,
    way: ItemConversion<'a>,
    /// Bytes of a native item.
    native: usize,
}

impl<'a> DirectConversion<'a> {
    /// The conversion of a type, or `None` if the representation does not support it, or has functions of the program.
    pub fn new(datarep: &'a Datarep, predefined: Predefined) -> Option<DirectConversion<'a>> {
        let native = predefined.native_size();
        let (ways, way) = match &datarep.0 {
            DatarepKind::Compiled(descriptor) => {
                (TransferWays::Of(descriptor), descriptor.entry(predefined).way()?)
            }
            DatarepKind::Runtime(RuntimeDatarep::Native) => {
                (TransferWays::Native, ItemConversion { extent: native, conversion: None, unit: 1 })
            }
            DatarepKind::Runtime(RuntimeDatarep::Assembled(assembled)) => {
                (TransferWays::Assembled(assembled), assembled.way(predefined)?)
            }
            DatarepKind::Runtime(RuntimeDatarep::Functions(_)) => return None,
        };
        Some(DirectConversion { ways, way, native })
    }

    /// Bytes of an item in the file.
    #[inline]
    pub fn extent(&self) -> usize {
        self.way.extent
    }

    /// How many bytes are reversed together, 1 if none are: see [`reorder_few`]. `None` if the conversion does more.
    #[inline]
    pub fn unit(&self) -> Option<usize> {
        self.way.conversion.is_none().then_some(self.way.unit)
    }

    /// Converts `file` to native items and stores their bytes in `native`. Both have whole items, and as many.
    ///
    /// # Errors
    ///
    /// Class `Conversion` at the first item that a rule refuses; earlier items are stored. Class `Arg` if the lengths
    /// do not agree.
    pub fn read(&self, file: &[u8], native: &mut [u8]) -> Result<Loss, Error> {
        self.check_lengths(file.len(), native.len())?;
        let mut tally = Tally::default();
        match self.way.conversion {
            // Most calls are of one item, for which choosing a loop takes longer than the item.
            None => reorder_few(self.way.unit, file, native),
            Some(conversion) => {
                conversion.read(file, native, &mut tally).map_err(|stop| self.ways.stop_error(stop, 0))?;
            }
        }
        Ok(tally.loss)
    }

    /// The mirror of [`DirectConversion::read`].
    ///
    /// # Errors
    ///
    /// As [`DirectConversion::read`].
    pub fn write(&self, native: &[u8], file: &mut [u8]) -> Result<Loss, Error> {
        self.check_lengths(file.len(), native.len())?;
        let mut tally = Tally::default();
        match self.way.conversion {
            None => reorder_few(self.way.unit, native, file),
            Some(conversion) => {
                conversion.write(native, file, &mut tally).map_err(|stop| self.ways.stop_error(stop, 0))?;
            }
        }
        Ok(tally.loss)
    }

    fn check_lengths(&self, file: usize, native: usize) -> Result<(), Error> {
        let items = native.checked_div(self.native).unwrap_or(0);
        // One comparison for both slices in the usual case. Which of the two is wrong is found out below.
        if (items * self.native, items.checked_mul(self.way.extent)) == (native, Some(file)) {
            return Ok(());
        }
        check_length(native, items, self.native)?;
        check_length(file, items, self.way.extent)
    }
}

/// Copies bytes and reverses the order of each `unit` bytes: 1, 2, 4, 8 or 16. Both slices have the same length. If there
/// is one item, no loop is chosen for the processor.
#[inline]
pub fn reorder_few(unit: usize, from: &[u8], to: &mut [u8]) {
    if unit == 4
        && let (Ok(from), Ok(to)) = (<&[u8; 4]>::try_from(from), <&mut [u8; 4]>::try_from(&mut *to))
    {
        // From one order to the opposite one: that swaps the bytes on any machine.
        *to = u32::from_be_bytes(*from).to_le_bytes();
        return;
    }
    if unit == 8
        && let (Ok(from), Ok(to)) = (<&[u8; 8]>::try_from(from), <&mut [u8; 8]>::try_from(&mut *to))
    {
        *to = u64::from_be_bytes(*from).to_le_bytes();
        return;
    }
    copy_reversing(unit, from, to);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datatype::{ItemExtents as _, Items, Memory, Typemap};
    use crate::standard::{big_endian, cray, ibm370, little_endian};

    const ITEMS: usize = 5;

    fn noise(bytes: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        };
        (0..bytes).map(|_| next()).collect()
    }

    /// Both directions give what a transfer of the datatype gives: items, losses and errors.
    #[test]
    fn items_are_those_of_transfers() {
        let mut compared = 0;
        for datarep in
            [&Datarep::NATIVE, big_endian::DATAREP, little_endian::DATAREP, ibm370::DATAREP, cray::DATAREP]
        {
            for predefined in Predefined::all() {
                let direct = DirectConversion::new(datarep, predefined);
                let extent = datarep.extent_of(predefined).ok().and_then(|bytes| usize::try_from(bytes).ok());
                assert_eq!(direct.map(|direct| direct.extent()), extent, "{predefined:?}");
                let Some(direct) = direct else { continue };
                let Ok(datatype) = Typemap::from(predefined).commit() else { continue };
                if datatype.foreign_type().is_some() {
                    continue;
                }
                let items = Items { datatype: &datatype, count: 5, position: 0 };
                let mut file = noise(ITEMS * direct.extent());
                let [mut native, mut expected] = [(); 2].map(|()| vec![0; ITEMS * predefined.native_size()]);
                let read = direct.read(&file, &mut native);
                let by_transfer = datarep.read_items(items, Memory::at(&mut expected, 0), &file);
                assert_eq!(format!("{read:?}"), format!("{by_transfer:?}"), "{datarep:?}, {predefined:?}");
                assert_eq!(native, expected, "{datarep:?}, {predefined:?}");
                let mut expected = file.clone();
                let written = direct.write(&native, &mut file);
                let by_transfer = datarep.write_items(items, Memory::at(&native, 0), &mut expected);
                assert_eq!(format!("{written:?}"), format!("{by_transfer:?}"), "{datarep:?}, {predefined:?}");
                assert_eq!(file, expected, "{datarep:?}, {predefined:?}");
                compared += 1;
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn lengths_that_do_not_agree_are_refused() {
        let direct = DirectConversion::new(cray::DATAREP, Predefined::Float).expect("it is supported");
        assert!(direct.read(&[0; 16], &mut [0; 8]).is_ok());
        assert!(direct.read(&[0; 8], &mut [0; 8]).is_err());
        assert!(direct.read(&[0; 16], &mut [0; 9]).is_err());
        assert!(direct.write(&[0; 12], &mut [0; 16]).is_err());
    }
}
