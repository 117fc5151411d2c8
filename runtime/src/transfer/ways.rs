//! How items of each type are converted, in a representation.

use crate::assembled::Assembled;
use crate::descriptor::Descriptor;
use crate::descriptor::conversion::ItemConversion;
use crate::error::{Error, ErrorKind};
use crate::memory::ConversionStop;
use crate::num::index;
use crate::predefined::Predefined;

/// The representation of a transfer, which says how items of each type are converted.
#[derive(Clone, Copy)]
pub(super) enum TransferWays<'a> {
    /// Items are moved unconverted.
    Native,
    Of(&'a Descriptor),
    Assembled(&'a Assembled),
}

impl<'a> TransferWays<'a> {
    /// How items of a type are converted. The type is supported: `Datarep::check_file` has asked
    /// for its extent.
    #[inline]
    pub(super) fn find_way(self, predefined: Predefined) -> ItemConversion<'a> {
        let native = ItemConversion { extent: predefined.native_size(), conversion: None, unit: 1 };
        match self {
            TransferWays::Native => native,
            TransferWays::Of(datarep) => datarep.entry(predefined).way().unwrap_or(native),
            TransferWays::Assembled(datarep) => datarep.way(predefined).unwrap_or(native),
        }
    }

    // Requirement: R-CONV-11.
    /// The error of a conversion that stopped. `position`: that of the first item of the
    /// conversion.
    #[cold]
    pub(super) fn stop_error(self, stop: ConversionStop, position: i64) -> Error {
        let datarep = match self {
            TransferWays::Native => "native".into(),
            TransferWays::Of(datarep) => datarep.name().into(),
            TransferWays::Assembled(datarep) => datarep.name.clone(),
        };
        match stop.shift_items(index(position)) {
            ConversionStop::Error(error) => error,
            ConversionStop::Fault(fault) => ErrorKind::Conversion { datarep, fault }.into(),
        }
    }
}
