//! The buffers of accesses: slices, and bytes that a datatype describes.

use crate::datatype::{Committed, Items, Memory};
use crate::error::{Error, ErrorKind, Role};
use crate::loss::Loss;
use crate::num::{index, to_i64 as length};
use crate::representation::Datarep;
use crate::transfer::check_bounds;
use crate::typed::{Layout, commit_type};
use crate::view::View;

// Requirement: R-TYPE-4.
/// What an access transfers: copies of a datatype.
#[derive(Debug, Clone)]
pub struct Copies {
    pub(super) datatype: Committed,
    pub(super) copies: i64,
    /// Whether the copies count as one datatype, which must be a whole number of etypes.
    slice: bool,
}

impl Copies {
    fn from_len<T: Layout>(copies: usize) -> Result<Copies, Error> {
        Ok(Copies { datatype: commit_type::<T>()?, copies: length(copies), slice: true })
    }

    /// The datatype, and how many copies of it.
    pub(crate) fn copies(&self) -> (&Committed, i64) {
        (&self.datatype, self.copies)
    }

    /// Checks that the copies are a whole number of etypes: a slice together, otherwise each copy.
    pub(crate) fn check_signature(&self, view: &View) -> Result<(), Error> {
        // A slice of values is one datatype to the program: its values together are whole etypes, even if each alone
        // is not.
        if self.slice {
            return view.check_copies(&self.datatype, self.copies);
        }
        view.check_signature(&self.datatype.signature())
    }

    /// The items of all copies.
    pub(super) fn items(&self) -> Result<Items<'_>, Error> {
        Items::copies(&self.datatype, self.copies)
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A source that a file is written from: slices, arrays and vectors of [`Layout`] types, and [`Buffer`].
#[diagnostic::on_unimplemented(
    message = "a file cannot be written from `{Self}`",
    label = "no slice of datatypes",
    note = "a file is written from slices, arrays and vectors of numbers, of arrays of them and of structs with `#[derive(Clone, Copy, datarep::Datatype)]`, and `datarep::file::Buffer`"
)]
pub trait Source: sealed::Sealed + Sync {
    /// The datatype and the number of copies of the source.
    #[doc(hidden)]
    fn copies(&self) -> Result<Copies, Error>;

    /// Converts `count` native items from `position` on to items of the file.
    #[doc(hidden)]
    fn convert(&self, datarep: &Datarep, count: i64, position: i64, file: &mut [u8]) -> Result<Loss, Error>;
}

/// A target that a file is read into: slices, arrays and vectors of [`Layout`] types, and [`Buffer`].
#[diagnostic::on_unimplemented(
    message = "a file cannot be read into `{Self}`",
    label = "no slice of datatypes",
    note = "a file is read into slices, arrays and vectors of numbers, of arrays of them and of structs with `#[derive(Clone, Copy, datarep::Datatype)]`, and `datarep::file::Buffer`"
)]
pub trait Sink: sealed::Sealed {
    /// The datatype and the number of copies of the target.
    #[doc(hidden)]
    fn copies(&self) -> Result<Copies, Error>;

    /// The place where the items are stored.
    #[doc(hidden)]
    fn target(&mut self) -> Box<dyn ItemTarget<'_> + '_>;
}

/// The place where items that are read are stored, by any thread.
pub trait ItemTarget<'a>: Send {
    /// Converts `count` items of the file from `position` on to native items.
    fn convert(
        &mut self,
        datarep: &Datarep,
        count: i64,
        position: i64,
        file: &mut [u8],
    ) -> Result<Loss, Error>;

    /// Whether whole copies of the datatype can be split off.
    fn is_divisible(&self) -> bool;

    /// Splits off the next `count` items, a whole number of copies. Positions keep their meaning.
    fn split_off(&mut self, count: i64) -> Box<dyn ItemTarget<'a> + 'a>;
}

/// The values of a slice, from some item on.
struct SliceTarget<'a, T> {
    values: &'a mut [T],
    /// The number of copies before the values.
    first: i64,
    /// The number of copies in a value.
    items: i64,
}

impl<'a, T: Layout> ItemTarget<'a> for SliceTarget<'a, T> {
    fn convert(
        &mut self,
        datarep: &Datarep,
        count: i64,
        position: i64,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        // The slice knows only its own items. Errors count from the first item of the access.
        let read = T::read_slice(datarep, count, position - self.first, self.values, file);
        read.map_err(|error| error.shift_items(self.first))
    }

    fn is_divisible(&self) -> bool {
        self.items > 0
    }

    fn split_off(&mut self, count: i64) -> Box<dyn ItemTarget<'a> + 'a> {
        let all = std::mem::take(&mut self.values);
        let (values, rest) = all.split_at_mut(index(count / self.items));
        let taken = SliceTarget { values, ..*self };
        // `first` grows with what is split off, so that positions mean the same items in every part.
        (self.values, self.first) = (rest, self.first + count);
        Box::new(taken)
    }
}

macro_rules! slices {
    ($([$($generics:tt)*] $buffer:ty),*) => { $(
        impl<$($generics)*> sealed::Sealed for $buffer {}

        impl<$($generics)*> Source for $buffer {
            fn copies(&self) -> Result<Copies, Error> {
                Copies::from_len::<T>(self.len())
            }

            fn convert(&self, datarep: &Datarep, count: i64, position: i64, file: &mut [u8]) -> Result<Loss, Error> {
                T::write_slice(datarep, count, position, self, file)
            }
        }

        impl<$($generics)*> Sink for $buffer {
            fn copies(&self) -> Result<Copies, Error> {
                Copies::from_len::<T>(self.len())
            }

            fn target(&mut self) -> Box<dyn ItemTarget<'_> + '_> {
                // The error of a type comes from `copies`, which every access calls first. With no items nothing is
                // split off.
                let items = commit_type::<T>().map_or(0, |datatype| datatype.items());
                Box::new(SliceTarget { values: self, first: 0, items })
            }
        }
    )* };
}

slices!([T: Layout] [T], [T: Layout] Vec<T>, [T: Layout] Box<[T]>, [T: Layout, const N: usize] [T; N]);

impl<B: sealed::Sealed + ?Sized> sealed::Sealed for &B {}

impl<B: Source + ?Sized> Source for &B {
    fn copies(&self) -> Result<Copies, Error> {
        (**self).copies()
    }

    fn convert(&self, datarep: &Datarep, count: i64, position: i64, file: &mut [u8]) -> Result<Loss, Error> {
        (**self).convert(datarep, count, position, file)
    }
}

impl<B: sealed::Sealed + ?Sized> sealed::Sealed for &mut B {}

impl<B: Sink + ?Sized> Sink for &mut B {
    fn copies(&self) -> Result<Copies, Error> {
        (**self).copies()
    }

    fn target(&mut self) -> Box<dyn ItemTarget<'_> + '_> {
        (**self).target()
    }
}

/// Copies of a datatype in a buffer of bytes: MPI's (buf, count, datatype).
///
/// ```
/// use datarep::{datatype::Typemap, file::{Buffer, File, Mode}, Predefined};
/// # let path = std::env::temp_dir().join(format!("datarep-buffer-{}", std::process::id()));
/// // The second column of a matrix of 3 rows and 2 columns.
/// let column = Typemap::subarray(&[3, 2], &[3, 1], &[0, 1], datarep::datatype::Order::C, &Predefined::Short.into())?;
/// let matrix: Vec<u8> = (0..6_i16).flat_map(i16::to_ne_bytes).collect();
/// let file = File::open(&path, Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE)?;
/// file.write(&Buffer::new(&matrix[..], 1, &column.commit()?))?;
/// let mut back = [0_i16; 3];
/// file.read_at(0, &mut back)?;
/// assert_eq!(back, [1, 3, 5]);
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Buffer<B> {
    memory: Memory<B>,
    copies: Copies,
}

impl<B> Buffer<B> {
    /// `copies` of the datatype in `bytes`. Displacement zero of the first copy is the first byte.
    ///
    /// Each access checks that the copies lie in the buffer, before anything moves.
    pub fn new(bytes: B, copies: i64, datatype: &Committed) -> Buffer<B> {
        let copies = Copies { datatype: datatype.clone(), copies, slice: false };
        Buffer { memory: Memory::new(bytes), copies }
    }

    /// The same buffer, with displacement zero of the first copy at `origin`.
    #[must_use]
    pub fn at(self, origin: usize) -> Buffer<B> {
        Buffer { memory: Memory::at(self.memory.bytes, origin), ..self }
    }

    /// The bytes.
    pub fn into_inner(self) -> B {
        self.memory.bytes
    }

    fn check_copies(&self, bytes: usize) -> Result<Copies, Error> {
        // MPI's count has a sign, and the sums below are for counts that are not negative.
        if self.copies.copies < 0 {
            let reason = format!("{} copies of the datatype", self.copies.copies);
            return Err(ErrorKind::Count { routine: "access", reason }.into());
        }
        check_bounds(self.copies.items()?, (bytes, self.memory.origin))?;
        Ok(self.copies.clone())
    }
}

impl<B> sealed::Sealed for Buffer<B> {}

impl<B: AsRef<[u8]> + Sync> Source for Buffer<B> {
    fn copies(&self) -> Result<Copies, Error> {
        self.check_copies(self.memory.bytes.as_ref().len())
    }

    fn convert(&self, datarep: &Datarep, count: i64, position: i64, file: &mut [u8]) -> Result<Loss, Error> {
        let items = Items { datatype: &self.copies.datatype, count, position };
        datarep.write_items(items, Memory::at(self.memory.bytes.as_ref(), self.memory.origin), file)
    }
}

impl<B: AsMut<[u8]> + AsRef<[u8]>> Sink for Buffer<B> {
    fn copies(&self) -> Result<Copies, Error> {
        let copies = self.check_copies(self.memory.bytes.as_ref().len())?;
        // An overlap that cannot be determined is not reported.
        if copies.datatype.overlaps(copies.copies).unwrap_or(false) {
            let reason =
                "overlaps itself, so reading is undefined: use one whose items do not overlap".to_owned();
            return Err(ErrorKind::View { role: Role::Buffer, reason }.into());
        }
        Ok(copies)
    }

    fn target(&mut self) -> Box<dyn ItemTarget<'_> + '_> {
        let Buffer { memory, copies } = self;
        let memory = Memory::at(memory.bytes.as_mut(), memory.origin);
        // The bounds and the overlap were checked by `copies`, which every access calls before it asks for the target.
        Box::new(BufferTarget { memory, datatype: &copies.datatype, first: 0 })
    }
}

/// The bytes of copies of a datatype, from some item on.
struct BufferTarget<'a> {
    memory: Memory<&'a mut [u8]>,
    datatype: &'a Committed,
    /// The number of copies before the bytes.
    first: i64,
}

impl BufferTarget<'_> {
    /// The bytes of a copy before its displacement zero and after it, if copies do not interleave.
    fn copy_bounds(&self) -> Option<(usize, usize)> {
        let typemap = self.datatype.typemap();
        // Displacement zero counts as a byte of the copy, so that each part contains the origin of its first copy.
        let (low, high, extent) = (typemap.true_lb().min(0), typemap.true_ub().max(0), typemap.extent());
        (typemap.items() > 0 && high - low <= extent).then(|| (index(-low), index(extent)))
    }
}

impl<'a> ItemTarget<'a> for BufferTarget<'a> {
    fn convert(
        &mut self,
        datarep: &Datarep,
        count: i64,
        position: i64,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        let items = Items { datatype: self.datatype, count, position: position - self.first };
        let memory = Memory::at(&mut *self.memory.bytes, self.memory.origin);
        let read = datarep.read_items_mut(items, memory, file);
        read.map_err(|error| error.shift_items(self.first))
    }

    fn is_divisible(&self) -> bool {
        // `split_off` subtracts the bytes before a copy from the origin, which would wrap otherwise.
        self.copy_bounds().is_some_and(|(before, _)| before <= self.memory.origin)
    }

    fn split_off(&mut self, count: i64) -> Box<dyn ItemTarget<'a> + 'a> {
        let (before, extent) = self.copy_bounds().unwrap_or_default();
        // The copies that are split off begin `before` bytes before the origin, and each takes one extent.
        let end = self.memory.origin - before + index(count / self.datatype.items()) * extent;
        let all = std::mem::take(&mut self.memory.bytes);
        // The last copy may be followed by fewer bytes than its extent.
        let (bytes, rest) = all.split_at_mut(end.min(all.len()));
        let taken = BufferTarget { memory: Memory::at(bytes, self.memory.origin), ..*self };
        // The first copy of the rest has its displacement zero `before` bytes after the border.
        (self.memory, self.first) = (Memory::at(rest, before), self.first + count);
        Box::new(taken)
    }
}
