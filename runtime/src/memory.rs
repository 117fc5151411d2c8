//! Native items in buffers of bytes: their places, and their conversion there.
//!
//! Bytes at the alignment of their type are converted like slices. Other bytes are loaded and stored item by item, and
//! so are types for which some bytes are no item. Callers check bounds first: an index out of bounds here is a fault of
//! the caller.

#![expect(clippy::host_endian_bytes, reason = "a native item is in the order of the host")]

use std::borrow::Cow;

use crate::convert::Tally;
use crate::error::{Direction, Error, Fault, format_bytes};
use crate::kernel::items::{self, Plain};
use crate::kernel::moves::place::{Readable, Writable};
use crate::loss::{Event, Loss};
use crate::native::{
    Bf16, Character, Complex, Decimal, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16,
    LongDouble, decimal_from_parts, decimal_to_parts,
};
use crate::num::{index, to_i64 as length};

/// A native item as bytes.
pub trait Bytes: Copy {
    /// Bytes of one item.
    const BYTES: usize;
    /// Any item, as a placeholder.
    const BLANK: Self;

    /// The item with these bytes, or [`Bytes::BLANK`] if they are no item.
    fn load(bytes: &[u8]) -> Self;

    /// Stores the bytes of the item.
    fn store(self, bytes: &mut [u8]);

    /// The bytes as items, if they lie at the alignment of the type and any bytes are a valid item of it.
    #[inline]
    fn view(_bytes: &[u8]) -> Option<&[Self]> {
        None
    }

    /// The mutable `Bytes::view`.
    #[inline]
    fn view_mut(_bytes: &mut [u8]) -> Option<&mut [Self]> {
        None
    }

    /// The items as bytes, if all bytes of an item are initialized and are those of [`Bytes::store`].
    #[inline]
    fn bytes(_items: &[Self]) -> Option<&[u8]> {
        None
    }

    /// The items as bytes, if any bytes are a valid item of the type.
    #[inline]
    fn bytes_mut(_items: &mut [Self]) -> Option<&mut [u8]> {
        None
    }

    /// The items as bytes, to which bytes that are no item may be written. The caller then looks
    /// for such items and replaces them, before anyone else sees them.
    #[inline]
    fn unchecked_bytes_mut(_items: &mut [Self]) -> Option<&mut [u8]> {
        None
    }

    /// The alignment at which `Bytes::view` succeeds, or zero if it never does.
    const ALIGN: usize = 0;

    /// Whether the bytes are an item.
    #[inline]
    fn is_valid(_bytes: &[u8]) -> bool {
        true
    }
}

macro_rules! bytes {
    ($($native:ty, $bits:ty, $blank:expr, $from:expr, $to:expr;)*) => { $(
        impl Bytes for $native {
            const BYTES: usize = size_of::<$bits>();
            const BLANK: Self = $blank;
            const ALIGN: usize = align_of::<$native>();

            #[inline]
            fn load(bytes: &[u8]) -> Self {
                let mut bits = [0; size_of::<$bits>()];
                bits.copy_from_slice(bytes);
                $from(<$bits>::from_ne_bytes(bits))
            }

            #[inline]
            fn store(self, bytes: &mut [u8]) {
                let bits: $bits = $to(self);
                bytes.copy_from_slice(&bits.to_ne_bytes());
            }

            #[inline]
            fn view(bytes: &[u8]) -> Option<&[Self]> {
                items::items(bytes)
            }

            #[inline]
            fn view_mut(bytes: &mut [u8]) -> Option<&mut [Self]> {
                items::items_mut(bytes)
            }

            #[inline]
            fn bytes(items: &[Self]) -> Option<&[u8]> {
                Some(items::bytes(items))
            }

            #[inline]
            fn bytes_mut(items: &mut [Self]) -> Option<&mut [u8]> {
                Some(items::bytes_mut(items))
            }
        }
    )* };
}

bytes! {
    i8, i8, 0, i8::from, i8::from;
    i16, i16, 0, i16::from, i16::from;
    i32, i32, 0, i32::from, i32::from;
    i64, i64, 0, i64::from, i64::from;
    i128, i128, 0, i128::from, i128::from;
    u8, u8, 0, u8::from, u8::from;
    u16, u16, 0, u16::from, u16::from;
    u32, u32, 0, u32::from, u32::from;
    u64, u64, 0, u64::from, u64::from;
    u128, u128, 0, u128::from, u128::from;
    f32, u32, 0.0, f32::from_bits, f32::to_bits;
    f64, u64, 0.0, f64::from_bits, f64::to_bits;
    F16, u16, F16::from_bits(0), F16::from_bits, F16::to_bits;
    Bf16, u16, Bf16::from_bits(0), Bf16::from_bits, Bf16::to_bits;
    F128, u128, F128::from_bits(0), F128::from_bits, F128::to_bits;
    LongDouble, u128, LongDouble::from_bits(0), LongDouble::from_bits, LongDouble::to_bits;
    Logical, u32, Logical(0), Logical, |Logical(word)| word;
    Logical1, u8, Logical1(0), Logical1, |Logical1(word)| word;
    Logical2, u16, Logical2(0), Logical2, |Logical2(word)| word;
    Logical8, u64, Logical8(0), Logical8, |Logical8(word)| word;
    Logical16, u128, Logical16(0), Logical16, |Logical16(word)| word;
    Character, u8, Character(0), Character, |Character(byte)| byte;
}

impl Bytes for bool {
    const BYTES: usize = 1;
    const BLANK: bool = false;

    #[inline]
    fn load(bytes: &[u8]) -> bool {
        // Memory that a program of C has written may hold any byte, and C calls all but zero true.
        bytes[0] != 0
    }

    #[inline]
    fn store(self, bytes: &mut [u8]) {
        bytes[0] = u8::from(self);
    }
}

impl Bytes for char {
    const BYTES: usize = 4;
    const BLANK: char = '\0';

    #[inline]
    fn load(bytes: &[u8]) -> char {
        // Callers ask `is_valid` first. The other branch keeps this total, without a panic in the loop.
        char::from_u32(u32::load(bytes)).unwrap_or(char::BLANK)
    }

    #[inline]
    fn store(self, bytes: &mut [u8]) {
        u32::from(self).store(bytes);
    }

    fn is_valid(bytes: &[u8]) -> bool {
        char::from_u32(u32::load(bytes)).is_some()
    }
}

/// The low 64 bits of the number, the high 32 bits, then the scale with the sign in its top bit.
impl Bytes for Decimal {
    const BYTES: usize = 16;
    const BLANK: Decimal = Decimal::ZERO;

    #[inline]
    fn load(bytes: &[u8]) -> Decimal {
        // The layout of the struct `Decimal`: 64 low bits, 32 high ones, the scale with the sign in the top bit.
        let (low, rest) = bytes.split_at(8);
        let (high, flags) = rest.split_at(4);
        let number = u128::from(u32::load(high)) << 64 | u128::from(u64::load(low));
        let flags = u32::load(flags);
        // A scale above 28 is no decimal. `is_valid` refuses it, and here it must only not panic.
        decimal_from_parts(flags >> 31 != 0, number, (flags & !(1 << 31)).min(28))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a number of 96 bits")]
    fn store(self, bytes: &mut [u8]) {
        let (negative, number, scale) = decimal_to_parts(self);
        let (low, rest) = bytes.split_at_mut(8);
        let (high, flags) = rest.split_at_mut(4);
        low.copy_from_slice(&(number as u64).to_ne_bytes());
        ((number >> 64) as u32).store(high);
        (scale | u32::from(negative) << 31).store(flags);
    }

    #[inline]
    #[cfg(not(feature = "rust_decimal"))]
    fn bytes(items: &[Decimal]) -> Option<&[u8]> {
        Some(items::bytes(items))
    }

    #[inline]
    #[cfg(not(feature = "rust_decimal"))]
    fn unchecked_bytes_mut(items: &mut [Decimal]) -> Option<&mut [u8]> {
        Some(items::bytes_mut(items))
    }

    #[inline]
    fn is_valid(bytes: &[u8]) -> bool {
        u32::load(&bytes[12..]) & !(1 << 31) <= 28
    }
}

impl<T: Bytes + Plain> Bytes for Complex<T> {
    const BYTES: usize = 2 * T::BYTES;
    const BLANK: Self = Complex { re: T::BLANK, im: T::BLANK };
    const ALIGN: usize = align_of::<Self>();

    #[inline]
    fn load(bytes: &[u8]) -> Self {
        let (re, im) = bytes.split_at(T::BYTES);
        Complex { re: T::load(re), im: T::load(im) }
    }

    #[inline]
    fn store(self, bytes: &mut [u8]) {
        let (re, im) = bytes.split_at_mut(T::BYTES);
        self.re.store(re);
        self.im.store(im);
    }

    #[inline]
    fn view(bytes: &[u8]) -> Option<&[Self]> {
        items::items(bytes)
    }

    #[inline]
    fn view_mut(bytes: &mut [u8]) -> Option<&mut [Self]> {
        items::items_mut(bytes)
    }

    #[inline]
    fn bytes(items: &[Self]) -> Option<&[u8]> {
        Some(items::bytes(items))
    }

    #[inline]
    fn bytes_mut(items: &mut [Self]) -> Option<&mut [u8]> {
        Some(items::bytes_mut(items))
    }
}

/// Items that can be seen as bytes.
pub trait AsBytes: Sized {
    /// The bytes of the items.
    #[doc(hidden)]
    fn all_bytes(items: &[Self]) -> Option<&[u8]>;

    /// The bytes of the items, if any bytes are a valid item.
    #[doc(hidden)]
    fn all_bytes_mut(items: &mut [Self]) -> Option<&mut [u8]>;

    /// Stores items as bytes by a call, if the type can be seen as bytes that are no item. Returns whether all of them are
    /// items; the others are replaced by a blank one.
    #[doc(hidden)]
    fn store_bytes<R>(items: &mut [Self], store: impl FnOnce(&mut [u8]) -> R) -> Option<(R, bool)>;
}

impl<T: Bytes> AsBytes for T {
    #[inline]
    fn all_bytes(items: &[T]) -> Option<&[u8]> {
        T::bytes(items)
    }

    #[inline]
    fn all_bytes_mut(items: &mut [T]) -> Option<&mut [u8]> {
        T::bytes_mut(items)
    }

    #[inline]
    fn store_bytes<R>(items: &mut [T], store: impl FnOnce(&mut [u8]) -> R) -> Option<(R, bool)> {
        let bytes = T::unchecked_bytes_mut(items)?;
        let stored = store(bytes);
        // Without an early end, so that many items are checked at once: nearly always all are right.
        let is_right = bytes.chunks_exact(T::BYTES).fold(true, |all, item| all & T::is_valid(item));
        if !is_right {
            let wrong = bytes.chunks_exact_mut(T::BYTES).filter(|item| !T::is_valid(item));
            wrong.for_each(|item| T::BLANK.store(item));
        }
        Some((stored, is_right))
    }
}

/// Why a conversion stopped before its last item.
#[derive(Debug)]
pub enum ConversionStop {
    /// An item was refused, counted from the first one of the call.
    Fault(Fault),
    /// The whole call failed.
    Error(Error),
}

impl ConversionStop {
    /// This stop, for a call that begins `items` items earlier.
    pub(crate) fn shift_items(self, items: usize) -> ConversionStop {
        match self {
            ConversionStop::Fault(fault) => {
                ConversionStop::Fault(Fault { item: fault.item + items, ..fault })
            }
            // Such an error concerns the whole call, and has no item to be shifted.
            ConversionStop::Error(error) => ConversionStop::Error(error),
        }
    }
}

/// The conversions of a native type whose items are bytes.
pub trait Conversion {
    /// Bytes of a native item.
    fn bytes(&self) -> usize;

    /// Whether the bytes are converted in place, as a slice of items.
    fn can_convert_in_place(&self, native: &[u8]) -> bool;

    /// Converts items of the file to native items, and counts what is lost.
    ///
    /// # Errors
    ///
    /// The first item that a rule refuses, or another reason to stop. The items before it are stored.
    fn read(&self, file: &[u8], native: &mut [u8], tally: &mut Tally) -> Result<(), ConversionStop>;

    /// Converts native items to items of the file, and counts what is lost.
    ///
    /// # Errors
    ///
    /// As [`Conversion::read`].
    fn write(&self, native: &[u8], file: &mut [u8], tally: &mut Tally) -> Result<(), ConversionStop>;

    /// What reading would lose. An event whose rule is `error` is counted like any other.
    ///
    /// # Errors
    ///
    /// The items cannot be examined.
    fn loss(&self, file: &[u8]) -> Result<Loss, Error>;

    /// What writing would lose.
    fn loss_on_write(&self, native: &[u8]) -> Loss;
}

/// The name of the format in a mapping.
fn find_format_name(mapping: &str) -> &str {
    mapping.rsplit("=> ").next().unwrap_or(mapping)
}

/// The fault of native bytes that are no item of their type.
#[cold]
pub fn invalid_item_fault(mapping: Cow<'static, str>, item: usize, bytes: &[u8]) -> Fault {
    Fault {
        item,
        path: String::new(),
        event: Event::Unmapped,
        value: format!("the native {}, no value of its type,", format_bytes(bytes)),
        // A mapping that is a constant is borrowed: its format is the part behind `=> `.
        format: match &mapping {
            Cow::Borrowed(mapping) => find_format_name(mapping).into(),
            Cow::Owned(mapping) => find_format_name(mapping).to_owned().into(),
        },
        mapping,
        direction: Direction::Write,
    }
}

/// A buffer of native items, and the place in it where displacement zero of the first copy of a datatype lies.
///
/// ```
/// use datarep::datatype::{Items, Memory, Typemap};
/// use datarep::{Predefined, standard::big_endian};
/// // The items of a datatype with a negative stride lie before its origin.
/// let backwards = Typemap::vector(2, 1, -1, &Predefined::Short.into())?.commit()?;
/// let items = Items { datatype: &backwards, count: 2, position: 0 };
/// let mut native = [0; 4];
/// big_endian::DATAREP.read_items(items, Memory::at(&mut native, 2), &[0, 1, 0, 2])?;
/// assert_eq!(native[..2], 2_i16.to_ne_bytes());
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Memory<B> {
    /// The bytes: a slice, or a value that contains one.
    pub bytes: B,
    /// Index of the byte at displacement zero.
    pub origin: usize,
}

impl<B> Memory<B> {
    /// A buffer in which displacement zero is the first byte.
    pub const fn new(bytes: B) -> Memory<B> {
        Memory::at(bytes, 0)
    }

    /// A buffer in which displacement zero is the byte of this index.
    pub const fn at(bytes: B, origin: usize) -> Memory<B> {
        Memory { bytes, origin }
    }

    /// The index in the buffer of a displacement. Sums wrap, as sums of displacements do. The result lies in the
    /// buffer.
    #[inline]
    pub(crate) fn index_of(&self, displacement: i64) -> usize {
        // The origin may have wrapped, as in `read_items_in_bounds`. The sum is in the buffer, which was checked.
        index(length(self.origin).wrapping_add(displacement))
    }
}

impl<'a> Memory<Readable<'a>> {
    /// The bytes of items without gaps.
    pub(crate) fn run(&self, displacement: i64, bytes: i64) -> &'a [u8] {
        self.bytes.run(self.index_of(displacement), index(bytes))
    }
}

impl Memory<Writable<'_>> {
    /// The bytes of items without gaps.
    pub(crate) fn run_mut(&mut self, displacement: i64, bytes: i64) -> &mut [u8] {
        let start = self.index_of(displacement);
        self.bytes.run(start, index(bytes))
    }

    /// Reborrows the memory.
    pub(crate) fn reborrow(&mut self) -> Memory<Writable<'_>> {
        Memory { bytes: self.bytes.reborrow(), origin: self.origin }
    }
}

impl<'a> From<Memory<&'a [u8]>> for Memory<Readable<'a>> {
    fn from(memory: Memory<&'a [u8]>) -> Self {
        Memory { bytes: memory.bytes.into(), origin: memory.origin }
    }
}

impl<'a> From<Memory<&'a mut [u8]>> for Memory<Writable<'a>> {
    fn from(memory: Memory<&'a mut [u8]>) -> Self {
        Memory { bytes: memory.bytes.into(), origin: memory.origin }
    }
}
