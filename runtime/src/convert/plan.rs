//! Where the scalars of a type lie in a file, and how slices of the type are converted: scalars, arrays and complex
//! numbers. [`record`](super::record) has structs.

#![expect(
    clippy::inline_always,
    reason = "a conversion is one loop body: a call left in it would keep it from being vectorized"
)]

use std::marker::PhantomData;

use super::blocks::{self, Read, Write};
use super::scalar::Convert;
use super::tally::Tally;
use crate::bytes::Bytes;
use crate::error::{Direction, Fault, format_bytes};
use crate::loss::Event;
use crate::native::Complex;

/// How a type lies in a file, aligned to bytes, and how it is converted.
pub trait Plan: 'static {
    /// The native type.
    type Native: Copy + Send + Sync;
    /// The number of bytes that one item takes in the file.
    const EXTENT: usize;

    /// File to native. `file` has [`Plan::EXTENT`] bytes.
    fn read(file: &[u8], tally: &mut Tally) -> Self::Native;

    /// Native to file. `file` has [`Plan::EXTENT`] bytes.
    fn write(native: &Self::Native, file: &mut [u8], tally: &mut Tally);

    /// The first scalar of the item that a rule refuses when it is read.
    fn fault_read(file: &[u8]) -> Option<Fault>;

    /// The first scalar of the item that a rule refuses when it is written.
    fn fault_write(native: &Self::Native) -> Option<Fault>;

    /// File to native, for many items. `file` has [`Plan::EXTENT`] bytes for each of them.
    #[inline]
    fn read_all(file: &[u8], native: &mut [Self::Native], tally: &mut Tally) {
        for (item, out) in file.chunks_exact(Self::EXTENT.max(1)).zip(native) {
            *out = Self::read(item, tally);
        }
    }

    /// Native to file, for many items. `file` has [`Plan::EXTENT`] bytes for each of them.
    #[inline]
    fn write_all(native: &[Self::Native], file: &mut [u8], tally: &mut Tally) {
        for (value, out) in native.iter().zip(file.chunks_exact_mut(Self::EXTENT.max(1))) {
            Self::write(value, out, tally);
        }
    }

    /// Counts the losses of reading many items. Nothing is stored.
    #[inline]
    fn count_read(file: &[u8], tally: &mut Tally) {
        for item in file.chunks_exact(Self::EXTENT.max(1)) {
            let _ = Self::read(item, tally);
        }
    }

    /// Counts the losses of writing many items. Nothing is kept.
    #[inline]
    fn count_write(native: &[Self::Native], tally: &mut Tally) {
        let mut item = vec![0; Self::EXTENT];
        for value in native {
            Self::write(value, &mut item, tally);
        }
    }
}

/// The plan of a scalar.
#[derive(Debug)]
pub struct Scalar<C>(PhantomData<C>);

impl<C: Convert> Plan for Scalar<C> {
    type Native = C::Native;
    const EXTENT: usize = C::File::COUNT;

    #[inline(always)]
    fn read(file: &[u8], tally: &mut Tally) -> C::Native {
        blocks::convert_one::<Read<C>>(C::File::items(file)[0], tally, C::READ_ERRORS)
    }

    #[inline(always)]
    fn write(native: &C::Native, file: &mut [u8], tally: &mut Tally) {
        C::File::items_mut(file)[0] = blocks::convert_one::<Write<C>>(*native, tally, C::WRITE_ERRORS);
    }

    fn read_all(file: &[u8], native: &mut [C::Native], tally: &mut Tally) {
        // Counts before and after tell whether an item was refused, so that the loop need not look at the rules.
        tally.convert_scalars::<C>(C::READ_ERRORS, |loss| {
            blocks::convert::<Read<C>>(C::File::items(file), native, loss);
        });
    }

    fn write_all(native: &[C::Native], file: &mut [u8], tally: &mut Tally) {
        tally.convert_scalars::<C>(C::WRITE_ERRORS, |loss| {
            blocks::convert::<Write<C>>(native, C::File::items_mut(file), loss);
        });
    }

    fn count_read(file: &[u8], tally: &mut Tally) {
        blocks::count::<Read<C>>(C::File::items(file), &mut tally.loss);
    }

    fn count_write(native: &[C::Native], tally: &mut Tally) {
        blocks::count::<Write<C>>(native, &mut tally.loss);
    }

    #[cold]
    fn fault_read(file: &[u8]) -> Option<Fault> {
        let item = C::File::items(file)[0];
        // The exact form: what the ordinary one counts says nothing about rules.
        let event = blocks::exact::<Read<C>>(item).1.first_common_event(C::READ_ERRORS)?;
        let value = format_bytes(item.as_ref());
        Some(make_fault(C::FORMAT, C::MAPPING, event, value, Direction::Read))
    }

    #[cold]
    fn fault_write(native: &C::Native) -> Option<Fault> {
        let event = blocks::exact::<Write<C>>(*native).1.first_common_event(C::WRITE_ERRORS)?;
        Some(make_fault(C::FORMAT, C::MAPPING, event, format!("{native:?}"), Direction::Write))
    }
}

/// The bytes of the first item.
#[inline(always)]
pub(super) fn first_item<C: Convert>(file: &[u8]) -> C::File {
    C::File::items(file)[0]
}

fn make_fault(
    format: &'static str,
    mapping: &'static str,
    event: Event,
    value: String,
    direction: Direction,
) -> Fault {
    let (format, mapping) = (format.into(), mapping.into());
    Fault { item: 0, path: String::new(), event, value, format, mapping, direction }
}

/// The plan of an array: its elements one after the other.
#[derive(Debug)]
pub struct Array<P, const N: usize>(PhantomData<P>);

impl<P: Plan, const N: usize> Plan for Array<P, N>
where
    P::Native: Copy,
{
    type Native = [P::Native; N];
    const EXTENT: usize = P::EXTENT * N;

    #[inline(always)]
    fn read(file: &[u8], tally: &mut Tally) -> [P::Native; N] {
        std::array::from_fn(|index| P::read(&file[index * P::EXTENT..(index + 1) * P::EXTENT], tally))
    }

    #[inline(always)]
    fn write(native: &[P::Native; N], file: &mut [u8], tally: &mut Tally) {
        for (index, item) in native.iter().enumerate() {
            P::write(item, &mut file[index * P::EXTENT..(index + 1) * P::EXTENT], tally);
        }
    }

    fn read_all(file: &[u8], native: &mut [[P::Native; N]], tally: &mut Tally) {
        // Arrays lie in the file without gaps, so all their items are one slice.
        P::read_all(file, native.as_flattened_mut(), tally);
    }

    fn write_all(native: &[[P::Native; N]], file: &mut [u8], tally: &mut Tally) {
        P::write_all(native.as_flattened(), file, tally);
    }

    #[cold]
    fn fault_read(file: &[u8]) -> Option<Fault> {
        // The name of the element is put before the name that an inner fault has already.
        let mut items = file.chunks_exact(P::EXTENT.max(1)).enumerate();
        items.find_map(|(index, item)| Some(P::fault_read(item)?.within(&format!("[{index}]"))))
    }

    #[cold]
    fn fault_write(native: &[P::Native; N]) -> Option<Fault> {
        let mut items = native.iter().enumerate();
        items.find_map(|(index, item)| Some(P::fault_write(item)?.within(&format!("[{index}]"))))
    }
}

/// How many parts of complex numbers are converted together, as a slice of scalars.
const PARTS: usize = 512;

/// The plan of a complex number: real part, imaginary part.
#[derive(Debug)]
pub struct ComplexOf<C>(PhantomData<C>);

impl<C: Convert> Plan for ComplexOf<C> {
    type Native = Complex<C::Native>;
    const EXTENT: usize = 2 * C::File::COUNT;

    #[inline(always)]
    fn read(file: &[u8], tally: &mut Tally) -> Complex<C::Native> {
        let [re, im] = Array::<Scalar<C>, 2>::read(file, tally);
        Complex { re, im }
    }

    #[inline(always)]
    fn write(native: &Complex<C::Native>, file: &mut [u8], tally: &mut Tally) {
        Array::<Scalar<C>, 2>::write(&[native.re, native.im], file, tally);
    }

    fn read_all(file: &[u8], native: &mut [Complex<C::Native>], tally: &mut Tally) {
        let Some(first) = native.first() else { return };
        // By way of plain numbers, which the loops over blocks convert. `Complex` may be the type of another crate.
        let mut parts = [first.re; PARTS];
        for (file, native) in file.chunks(PARTS * C::File::COUNT).zip(native.chunks_mut(PARTS / 2)) {
            let parts = &mut parts[..2 * native.len()];
            Scalar::<C>::read_all(file, parts, tally);
            for (number, &[re, im]) in native.iter_mut().zip(parts.as_chunks().0) {
                *number = Complex { re, im };
            }
        }
    }

    fn write_all(native: &[Complex<C::Native>], file: &mut [u8], tally: &mut Tally) {
        let Some(first) = native.first() else { return };
        let mut parts = [first.re; PARTS];
        for (native, file) in native.chunks(PARTS / 2).zip(file.chunks_mut(PARTS * C::File::COUNT)) {
            let parts = &mut parts[..2 * native.len()];
            for (number, part) in native.iter().zip(parts.as_chunks_mut().0) {
                *part = [number.re, number.im];
            }
            Scalar::<C>::write_all(parts, file, tally);
        }
    }

    #[cold]
    fn fault_read(file: &[u8]) -> Option<Fault> {
        let (re, im) = file.split_at(C::File::COUNT);
        let re = Scalar::<C>::fault_read(re).map(|fault| fault.within("re"));
        re.or_else(|| Some(Scalar::<C>::fault_read(im)?.within("im")))
    }

    #[cold]
    fn fault_write(native: &Complex<C::Native>) -> Option<Fault> {
        // The real part lies first in the file. So its fault is the first one.
        let re = Scalar::<C>::fault_write(&native.re).map(|fault| fault.within("re"));
        re.or_else(|| Some(Scalar::<C>::fault_write(&native.im)?.within("im")))
    }
}
