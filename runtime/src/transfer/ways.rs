//! How items of each type are converted, in a representation.

use crate::assembled::Assembled;
use crate::descriptor::{Descriptor, Way};
use crate::error::{Error, ErrorKind};
use crate::memory::Stop;
use crate::num::index;
use crate::predefined::Predefined;

/// The source of the ways of a transfer.
#[derive(Clone, Copy)]
pub(super) enum Ways<'a> {
    /// Items are moved unconverted.
    Native,
    Of(&'a Descriptor),
    Assembled(&'a Assembled),
}

impl<'a> Ways<'a> {
    /// The way of a type. The type is supported: see [`check`].
    pub(super) fn find_way(self, predefined: Predefined) -> Way<'a> {
        let native = Way { extent: predefined.native_size(), conversion: None, unit: 1 };
        match self {
            Ways::Native => native,
            Ways::Of(datarep) => datarep.entry(predefined).way().unwrap_or(native),
            Ways::Assembled(datarep) => datarep.way(predefined).unwrap_or(native),
        }
    }

    // Requirement: R-CONV-11.
    /// `position`: the position of the first item of the call that stopped.
    #[cold]
    pub(super) fn stopped(self, stop: Stop, position: i64) -> Error {
        let datarep = match self {
            Ways::Native => "native".into(),
            Ways::Of(datarep) => datarep.name().into(),
            Ways::Assembled(datarep) => datarep.name.clone(),
        };
        match stop.after(index(position)) {
            Stop::Error(error) => error,
            Stop::Fault(fault) => ErrorKind::Conversion { datarep, fault }.into(),
        }
    }
}
