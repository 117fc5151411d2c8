//! How items of each type are converted, in a representation.

use crate::assembled::Assembled;
use crate::descriptor::{Descriptor, ItemWay};
use crate::error::{Error, ErrorKind};
use crate::memory::Stop;
use crate::num::index;
use crate::predefined::Predefined;

/// The source of the ways of a transfer.
#[derive(Clone, Copy)]
pub(super) enum TransferWays<'a> {
    /// Items are moved unconverted.
    Native,
    Of(&'a Descriptor),
    Assembled(&'a Assembled),
}

impl<'a> TransferWays<'a> {
    /// The way of a type. The type is supported: see [`check`].
    pub(super) fn find_way(self, predefined: Predefined) -> ItemWay<'a> {
        let native = ItemWay { extent: predefined.native_size(), conversion: None, unit: 1 };
        match self {
            TransferWays::Native => native,
            TransferWays::Of(datarep) => datarep.entry(predefined).way().unwrap_or(native),
            TransferWays::Assembled(datarep) => datarep.way(predefined).unwrap_or(native),
        }
    }

    // Requirement: R-CONV-11.
    /// `position`: the position of the first item of the call that stopped.
    #[cold]
    pub(super) fn stop_error(self, stop: Stop, position: i64) -> Error {
        let datarep = match self {
            TransferWays::Native => "native".into(),
            TransferWays::Of(datarep) => datarep.name().into(),
            TransferWays::Assembled(datarep) => datarep.name.clone(),
        };
        match stop.after(index(position)) {
            Stop::Error(error) => error,
            Stop::Fault(fault) => ErrorKind::Conversion { datarep, fault }.into(),
        }
    }
}
