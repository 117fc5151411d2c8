//! What stands for the representations of run time if the feature `file` is off: none.
//!
//! The type has the methods of the other one, so that matches need not know of the feature. It has no value to call
//! them on.

#![expect(clippy::extra_unused_type_parameters, reason = "signatures are those of the other type")]

use super::Datarep;
use crate::error::Error;
use crate::loss::Loss;
use crate::predefined::Predefined;
use crate::slices::Native;

/// Without files a native type needs nothing more.
pub trait Sealed {}

/// No representation.
#[derive(Clone)]
pub(crate) enum RuntimeDatarep {}

impl RuntimeDatarep {
    pub(super) fn origin(&self) -> &str {
        match *self {}
    }

    pub(super) fn name(&self) -> &str {
        match *self {}
    }

    pub(super) fn doc(&self) -> &str {
        match *self {}
    }

    pub(super) fn mapping(&self, _: Predefined) -> &str {
        match *self {}
    }

    pub(super) fn extent(&self, _: Predefined) -> Option<usize> {
        match *self {}
    }

    pub(crate) fn native_extent<T: Native>(&self, _: Predefined) -> Result<usize, Error> {
        match *self {}
    }

    pub(crate) fn read<T: Native>(
        &self,
        _: &Datarep,
        _: Predefined,
        _: &[u8],
        _: &mut [T],
    ) -> Result<Loss, Error> {
        match *self {}
    }

    pub(crate) fn write<T: Native>(
        &self,
        _: &Datarep,
        _: Predefined,
        _: &[T],
        _: &mut [u8],
    ) -> Result<Loss, Error> {
        match *self {}
    }

    pub(crate) fn loss<T: Native>(&self, _: Predefined, _: &[u8]) -> Result<Loss, Error> {
        match *self {}
    }

    pub(crate) fn loss_on_write<T: Native>(&self, _: Predefined, _: &[T]) -> Result<Loss, Error> {
        match *self {}
    }
}
