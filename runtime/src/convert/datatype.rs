//! The types that can be in a file.

use crate::native::Complex;

/// A type that can be in a file: a native scalar, an array, or a struct with `#[derive(Datatype)]`.
///
/// The derive macro has the same name and needs the feature `macros`. Without the feature the compiler reports that it
/// found only a trait.
///
/// ```
/// use datarep::{Datatype, standard::big_endian};
///
/// #[derive(Clone, Copy, Datatype)]
/// #[repr(C)]
/// struct Station {
///     id: i16,
///     position: [f64; 2],
/// }
///
/// let stations = [Station { id: 7, position: [1.5, -0.25] }];
/// let (file, _) = big_endian::to_bytes(&stations)?;
/// assert_eq!(file.len(), 2 + 2 * 8);
/// # Ok::<(), datarep::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a file",
    label = "not a datatype",
    note = "a file holds numbers, `bool`, `char`, `datarep::Character`, arrays of them, and `#[repr(C)]` structs with `#[derive(Clone, Copy, datarep::Datatype)]`"
)]
pub trait Datatype: Copy + Send + Sync + 'static {}

macro_rules! datatypes {
    ($($native:ty),*) => { $(
        impl Datatype for $native {}
    )* };
}

datatypes!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64, bool, char);
datatypes!(crate::F16, crate::Bf16, crate::F128, crate::LongDouble, crate::Logical, crate::Character);
datatypes!(crate::Logical1, crate::Logical2, crate::Logical8, crate::Logical16);
datatypes!(crate::Decimal);

impl<T: Datatype> Datatype for Complex<T> {}

impl<T: Datatype, const N: usize> Datatype for [T; N] {}
