//! Items of a representation that is known at compile time. Generated modules call these functions.

use crate::convert::{
    Array, Datatype, Plan, Tally, count_whole_items, loss_by_plan, loss_on_write_by_plan, read_by_plan,
    report_losses, write_by_plan,
};
use crate::error::Error;
use crate::loss::Loss;
use crate::representation::Datarep;

/// A representation known at compile time: the marker type of a generated module.
pub trait Representation: 'static {
    /// The name of the representation. The descriptor has it too, but a use of the descriptor links all conversions.
    const NAME: &'static str;
    /// The representation as a value.
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
    /// The plan of the type's conversion in the file.
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

/// Converts items of the file to native items.
///
/// # Errors
///
/// As the functions of a generated module say.
pub fn read<R: Representation, T: Item<R>>(file: &[u8], native: &mut [T]) -> Result<Loss, Error> {
    let mut tally = Tally::default();
    let result = read_by_plan::<T::Plan>(file, native, &mut tally);
    report_losses(result, &tally, R::NAME)
}

/// Converts native items to items of the file.
///
/// # Errors
///
/// As the functions of a generated module say.
pub fn write<R: Representation, T: Item<R>>(native: &[T], file: &mut [u8]) -> Result<Loss, Error> {
    let mut tally = Tally::default();
    let result = write_by_plan::<T::Plan>(native, file, &mut tally);
    report_losses(result, &tally, R::NAME)
}

/// Converts a file to a new vector.
///
/// # Errors
///
/// As the functions of a generated module say.
pub fn to_vec<R: Representation, T: Item<R>>(file: &[u8]) -> Result<(Vec<T>, Loss), Error> {
    let count = count_whole_items(file.len(), T::Plan::EXTENT)?;
    if count == 0 {
        return Ok((Vec::new(), Loss::default()));
    }
    // Any value fills the vector: every item is read again, and counted, below.
    let mut native = vec![T::Plan::read(&file[..T::Plan::EXTENT], &mut Tally::default()); count];
    let loss = read::<R, T>(file, &mut native)?;
    Ok((native, loss))
}

/// Converts native items to new bytes.
///
/// # Errors
///
/// As the functions of a generated module say.
pub fn to_bytes<R: Representation, T: Item<R>>(native: &[T]) -> Result<(Vec<u8>, Loss), Error> {
    let mut file = vec![0; native.len() * T::Plan::EXTENT];
    let loss = write::<R, T>(native, &mut file)?;
    Ok((file, loss))
}

/// What reading would lose. Counts without storing.
///
/// # Errors
///
/// As the functions of a generated module say.
pub fn loss<R: Representation, T: Item<R>>(file: &[u8]) -> Result<Loss, Error> {
    loss_by_plan::<T::Plan>(file)
}

/// What writing would lose. Counts without storing.
pub fn loss_on_write<R: Representation, T: Item<R>>(native: &[T]) -> Loss {
    loss_on_write_by_plan::<T::Plan>(native)
}
