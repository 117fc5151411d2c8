//! How items of each type go, in a representation.

use crate::assembled::Assembled;
use crate::descriptor::{Descriptor, Way};
use crate::error::{Error, ErrorKind};
use crate::memory::Stop;
use crate::num::index;
use crate::predefined::Predefined;

/// Where the items of a transfer are told how to go.
#[derive(Clone, Copy)]
pub(super) enum Ways<'a> {
    /// As they are.
    Native,
    Of(&'a Descriptor),
    Assembled(&'a Assembled),
}

impl<'a> Ways<'a> {
    /// The way of a type. It is supported: see [`check`].
    pub(super) fn of(self, predefined: Predefined) -> Way<'a> {
        let native = Way { extent: predefined.native_size(), conversion: None, unit: 1 };
        match self {
            Ways::Native => native,
            Ways::Of(datarep) => datarep.entry(predefined).way().unwrap_or(native),
            Ways::Assembled(datarep) => datarep.way(predefined).unwrap_or(native),
        }
    }

    // Requirement: R-CONV-11.
    /// `position`: of the first item of the call that stopped.
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
