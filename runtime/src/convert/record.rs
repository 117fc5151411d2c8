//! Records: structs that lie in the file in one way, independent of the representation.

#![expect(
    clippy::inline_always,
    reason = "a conversion is one loop body: a call left in it would keep it from being vectorized"
)]

use std::marker::PhantomData;

use super::plan::{Array, Plan, Scalar};
use super::scalar::Convert;
use super::tally::Tally;
use super::whole::{
    count_whole_items, loss_by_plan, loss_on_write_by_plan, read_by_plan, report_losses, write_by_plan,
};
use crate::chars::{Chars, Padding};
use crate::error::{Error, Fault};
use crate::loss::Loss;

/// The plan of a record, and its name in messages.
pub trait Record: Plan {
    /// The record's name.
    const NAME: &'static str;
}

/// Reads records into a slice.
///
/// # Errors
///
/// See the functions of a generated module.
pub fn read_records<P: Record>(file: &[u8], native: &mut [P::Native]) -> Result<Loss, Error> {
    let mut tally = Tally::default();
    let result = read_by_plan::<P>(file, native, &mut tally);
    report_losses(result, &tally, P::NAME)
}

/// Writes records from a slice.
///
/// # Errors
///
/// See the functions of a generated module.
pub fn write_records<P: Record>(native: &[P::Native], file: &mut [u8]) -> Result<Loss, Error> {
    let mut tally = Tally::default();
    let result = write_by_plan::<P>(native, file, &mut tally);
    report_losses(result, &tally, P::NAME)
}

/// Reads records to a new vector.
///
/// # Errors
///
/// See the functions of a generated module.
pub fn records_to_vec<P: Record>(file: &[u8]) -> Result<(Vec<P::Native>, Loss), Error> {
    let count = count_whole_items(file.len(), P::EXTENT)?;
    if count == 0 {
        return Ok((Vec::new(), Loss::default()));
    }
    // Any value fills the vector: every item is read again, and counted, below.
    let mut native = vec![P::read(&file[..P::EXTENT], &mut Tally::default()); count];
    let loss = read_records::<P>(file, &mut native)?;
    Ok((native, loss))
}

/// Writes records to new bytes.
///
/// # Errors
///
/// See the functions of a generated module.
pub fn records_to_bytes<P: Record>(native: &[P::Native]) -> Result<(Vec<u8>, Loss), Error> {
    let mut file = vec![0; native.len() * P::EXTENT];
    let loss = write_records::<P>(native, &mut file)?;
    Ok((file, loss))
}

/// The losses of reading records.
///
/// # Errors
///
/// See the functions of a generated module.
pub fn loss_of_records<P: Record>(file: &[u8]) -> Result<Loss, Error> {
    loss_by_plan::<P>(file)
}

/// The losses of writing records.
pub fn loss_of_records_on_write<P: Record>(native: &[P::Native]) -> Loss {
    loss_on_write_by_plan::<P>(native)
}

/// The plan of a byte that is kept as it is.
#[derive(Debug)]
pub struct KeptByte;

impl Plan for KeptByte {
    type Native = u8;
    const EXTENT: usize = 1;

    #[inline(always)]
    fn read(file: &[u8], _: &mut Tally) -> u8 {
        file[0]
    }

    #[inline(always)]
    fn write(native: &u8, file: &mut [u8], _: &mut Tally) {
        file[0] = *native;
    }

    fn fault_read(_: &[u8]) -> Option<Fault> {
        None
    }

    fn fault_write(_: &u8) -> Option<Fault> {
        None
    }
}

/// The plan of a text: its characters one after another.
#[derive(Debug)]
pub struct TextOf<C, P, const N: usize>(PhantomData<(C, P)>);

impl<C: Convert<Native = char>, P: Padding, const N: usize> Plan for TextOf<C, P, N> {
    type Native = Chars<N, P>;
    const EXTENT: usize = <Array<Scalar<C>, N>>::EXTENT;

    #[inline(always)]
    fn read(file: &[u8], tally: &mut Tally) -> Chars<N, P> {
        Chars::from_field(Array::<Scalar<C>, N>::read(file, tally))
    }

    #[inline(always)]
    fn write(native: &Chars<N, P>, file: &mut [u8], tally: &mut Tally) {
        Array::<Scalar<C>, N>::write(native.field(), file, tally);
    }

    #[cold]
    fn fault_read(file: &[u8]) -> Option<Fault> {
        Array::<Scalar<C>, N>::fault_read(file)
    }

    #[cold]
    fn fault_write(native: &Chars<N, P>) -> Option<Fault> {
        Array::<Scalar<C>, N>::fault_write(native.field())
    }
}
