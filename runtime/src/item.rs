//! Items of a representation that is known when a program is compiled: what generated modules call.

use crate::convert::{
    Array, Datatype, Plan, Tally, converted, loss_by, loss_on_write_by, read_by, whole_items, write_by,
};
use crate::error::Error;
use crate::loss::Loss;
use crate::representation::Datarep;

/// A representation known at compile time: the marker type of a generated module.
pub trait Representation: 'static {
    /// Its name: the descriptor has it too, and brings all conversions with it.
    const NAME: &'static str;
    /// Its descriptor.
    const DATAREP: &'static Datarep;
}

/// A type that the representation `R` supports.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not supported by the datarep `{R}`",
    label = "is, or has, a type that the representation does not map",
    note = "a struct is supported where the types of all its fields are",
    note = "a type is mapped by its class and size, as in `integer {{ 1 => twos(8) }}` for `i8` or `real {{ 4 => f32 }}` for `f32`; a line of the text that says `unsupported` for it must go"
)]
pub trait Item<R: Representation>: Datatype {
    /// How it lies in the file.
    #[doc(hidden)]
    type Plan: Plan<Native = Self>;
}

impl<R: Representation, T: Item<R>, const N: usize> Item<R> for [T; N] {
    type Plan = Array<T::Plan, N>;
}

/// Bytes that one `T` takes in a file of `R`.
pub const fn extent<R: Representation, T: Item<R>>() -> usize {
    T::Plan::EXTENT
}

/// File to native.
///
/// # Errors
///
/// As the functions of a generated module say.
pub fn read<R: Representation, T: Item<R>>(file: &[u8], native: &mut [T]) -> Result<Loss, Error> {
    converted(|| R::NAME.into(), |tally| read_by::<T::Plan>(file, native, tally))
}

/// Native to file.
///
/// # Errors
///
/// As the functions of a generated module say.
pub fn write<R: Representation, T: Item<R>>(native: &[T], file: &mut [u8]) -> Result<Loss, Error> {
    converted(|| R::NAME.into(), |tally| write_by::<T::Plan>(native, file, tally))
}

/// File to a new vector.
///
/// # Errors
///
/// As the functions of a generated module say.
pub fn to_vec<R: Representation, T: Item<R>>(file: &[u8]) -> Result<(Vec<T>, Loss), Error> {
    let count = whole_items(file.len(), T::Plan::EXTENT)?;
    let Some(first) = file.get(..T::Plan::EXTENT).filter(|_| count > 0) else {
        return Ok((Vec::new(), Loss::default()));
    };
    let mut native = vec![T::Plan::read(first, &mut Tally::default()); count];
    let loss = read::<R, T>(file, &mut native)?;
    Ok((native, loss))
}

/// Native to new bytes.
///
/// # Errors
///
/// As the functions of a generated module say.
pub fn to_bytes<R: Representation, T: Item<R>>(native: &[T]) -> Result<(Vec<u8>, Loss), Error> {
    let mut file = vec![0; native.len() * T::Plan::EXTENT];
    let loss = write::<R, T>(native, &mut file)?;
    Ok((file, loss))
}

/// What reading would lose: counts without converting.
///
/// # Errors
///
/// As the functions of a generated module say.
pub fn loss<R: Representation, T: Item<R>>(file: &[u8]) -> Result<Loss, Error> {
    loss_by::<T::Plan>(file)
}

/// What writing would lose: counts without converting.
pub fn loss_on_write<R: Representation, T: Item<R>>(native: &[T]) -> Loss {
    loss_on_write_by::<T::Plan>(native)
}
