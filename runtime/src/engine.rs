//! The interface for engines, which are crates that access files themselves. It gives them what they need to know about
//! views, and about the buffers that are read into and written from. `raw` has the conversion of C buffers.
//!
//! It is not part of the interface for programs.

use crate::datatype::{Committed, ItemExtents, PieceVisitor, RunsPiece, Typemap};
use crate::error::Error;
use crate::file::{Moved, Status, end_of_file};
use crate::loss::Loss;
use crate::predefined::Predefined;
use crate::representation::Datarep;
pub use crate::transfer::{DirectConversion, reorder_few};
use crate::typed::Layout;
use crate::view::View;
use crate::{functions, registry};

/// The filetype of a view as it lies in the file.
pub fn filetype_in_file(view: &View) -> &Committed {
    view.filetype_in_file()
}

/// The same datatype by simpler constructors: subarrays and distributed arrays become copies and displacements.
///
/// # Errors
///
/// As [`Typemap::dup`] says.
pub fn simplify(datatype: &Typemap) -> Result<Typemap, Error> {
    datatype.simplify()
}

/// Whether the etype is a byte, so that items of any type may be read and written. Offsets are in bytes then.
pub fn is_bytes(view: &View) -> bool {
    view.is_bytes()
}

/// Whether the items lie one after another without gaps, and so do copies.
pub fn is_gapless(datatype: &Committed) -> bool {
    datatype.is_gapless()
}

/// Whether the etypes of the view lie one after another without gaps.
pub fn is_dense(view: &View) -> bool {
    view.is_dense()
}

/// Runs a conversion whose output is part of an output larger than the caches, so that stores bypass them.
pub fn run_past_caches<R>(convert: impl FnOnce() -> R) -> R {
    crate::kernel::large::run_in_parts_of(usize::MAX, convert)
}

/// The number of items in an etype.
pub fn etype_items(view: &View) -> i64 {
    view.etype_items()
}

/// Checks that copies of the datatype are a whole number of etypes.
///
/// Types of the same number may stand for one another, such as `MPI_LONG` for `MPI_LONG_LONG_INT`, if they take the
/// same number of bytes in the file. MPI libraries do not compare signatures, and programs rely on that.
///
/// # Errors
///
/// Class `Type` if they are not.
pub fn check_copies(view: &View, datatype: &Committed, copies: i64) -> Result<(), Error> {
    view.check_copies(datatype, copies).or_else(|error| {
        let etype = view.etype().commit()?;
        match (etype.tally(), datatype.tally()) {
            (&[(expected, each)], &[(given, items)])
                if is_same_number(view, expected, given)? && items.wrapping_mul(copies) % each == 0 =>
            {
                Ok(())
            }
            _ => Err(error),
        }
    })
}

/// As [`check_copies`], but no type stands for another one of the same number.
///
/// # Errors
///
/// Class `Type` if the copies are no whole number of etypes.
pub fn check_copies_by_name(view: &View, datatype: &Committed, copies: i64) -> Result<(), Error> {
    view.check_copies(datatype, copies)
}

/// Whether two types have the same numbers in memory, and the same number of bytes in the file.
fn is_same_number(view: &View, one: Predefined, other: Predefined) -> Result<bool, Error> {
    // A type without a kind has no other name, so it is never the same as another.
    let same = find_number_kind(one).is_some_and(|kind_of| find_number_kind(other) == Some(kind_of));
    let datarep = view.datarep();
    Ok(same
        && one.native_size() == other.native_size()
        && datarep.extent_of(one)? == datarep.extent_of(other)?)
}

#[derive(PartialEq, Eq)]
enum NumberKind {
    Signed,
    Unsigned,
    Real,
    Complex,
}

/// The kind of number of a type, or `None` if no type of another name has the same numbers.
fn find_number_kind(predefined: Predefined) -> Option<NumberKind> {
    use Predefined as P;
    match predefined {
        P::SignedChar
        | P::Short
        | P::Int
        | P::Long
        | P::LongLongInt
        | P::Int8T
        | P::Int16T
        | P::Int32T
        | P::Int64T
        | P::Aint
        | P::Offset
        | P::Count
        | P::Integer
        | P::Integer1
        | P::Integer2
        | P::Integer4
        | P::Integer8 => Some(NumberKind::Signed),
        P::UnsignedChar
        | P::UnsignedShort
        | P::Unsigned
        | P::UnsignedLong
        | P::UnsignedLongLong
        | P::Uint8T
        | P::Uint16T
        | P::Uint32T
        | P::Uint64T => Some(NumberKind::Unsigned),
        P::Float | P::Double | P::Real | P::DoublePrecision | P::Real4 | P::Real8 => Some(NumberKind::Real),
        P::CFloatComplex
        | P::CDoubleComplex
        | P::CxxFloatComplex
        | P::CxxDoubleComplex
        | P::Complex
        | P::DoubleComplex
        | P::Complex8
        | P::Complex16 => Some(NumberKind::Complex),
        _ => None,
    }
}

/// [`View::check_writable`] for `units` items from item `first` on, or for bytes if [`is_bytes`] says so.
///
/// # Errors
///
/// Class `Type` if items would overlap.
pub fn check_writable_at(view: &View, first: i64, units: i64) -> Result<(), Error> {
    view.check_writable_at(first, units)
}

/// How many items from item `first` on, up to `count`, lie before byte `end` of the file. Counting stops at the first
/// item that does not.
///
/// # Errors
///
/// Class `ValueTooLarge` if an offset does not fit in 64 bits.
pub fn items_before(view: &View, first: i64, count: i64, end: i64) -> Result<i64, Error> {
    let (in_file, end) = (view.filetype_in_file(), i128::from(end) - i128::from(view.displacement()));
    if count == 0 {
        return Ok(0);
    }
    // `exact_span` relies on this check.
    in_file.span(first, count)?;
    if in_file.exact_span(first, count).1 <= end {
        return Ok(count);
    }
    let typemap = in_file.typemap();
    // Copies that interleave go back in the file, so bisection would not find the first item behind the end.
    if typemap.extent() < typemap.true_extent() {
        return Ok(count_before_end(view, first, count, end));
    }
    // Items ascend, so the items before the end come first.
    let (mut before, mut behind) = (0, count);
    while before < behind {
        let middle = before + (behind - before) / 2;
        let (predefined, displacement) = in_file.locate(first + middle)?;
        let bytes = view.datarep().extent_of(predefined)?;
        if i128::from(displacement) + i128::from(bytes) <= end {
            before = middle + 1;
        } else {
            behind = middle;
        }
    }
    Ok(before)
}

/// How many items come before the first one that does not lie before the end, if copies of the filetype interleave.
fn count_before_end(view: &View, first: i64, count: i64, end: i128) -> i64 {
    let mut before = 0;
    let mut pieces = PieceVisitor(|piece: RunsPiece<'_>| {
        for (displacement, items) in piece.list_runs() {
            // Within a run the items ascend, so those before the end come first.
            let whole = (end - i128::from(displacement)).max(0) / i128::from(piece.bytes.max(1));
            if whole < i128::from(items) {
                before += i64::try_from(whole).unwrap_or(0);
                return Err(());
            }
            before += items;
        }
        Ok(())
    });
    // The visit ends early at an item after the end.
    let _: Result<(), ()> = view.filetype_in_file().visit(first, count, &mut pieces);
    before
}

/// The datatype and the number of its copies that a file is read into or written from. If they are a slice, the whole
/// slice must be a whole number of etypes, otherwise each copy.
///
/// # Errors
///
/// Class `Type` if it is not.
pub fn check_moved<'a>(view: &View, moved: &'a Moved) -> Result<(&'a Committed, i64), Error> {
    moved.check_signature(view)?;
    Ok(moved.copies())
}

/// The status of an access that has moved `items` of `asked` items, of a datatype with `of_one` items. They take
/// `bytes` bytes in the file, and `left` bytes of the next item are there.
pub fn make_status((items, asked, of_one): (i64, i64, i64), (bytes, left): (i64, i64), loss: Loss) -> Status {
    Status::new((items, asked, of_one), (bytes, left), loss)
}

/// The first etype that begins at or after byte `size`, where the file ends. This is the origin of
/// [`Whence::End`](crate::file::Whence::End).
///
/// # Errors
///
/// Class `Type` if copies of the filetype do not ascend, `ValueTooLarge` if the offset does not fit in 64 bits.
pub fn find_etype_at_end(view: &View, size: i64) -> Result<i64, Error> {
    end_of_file(view, size)
}

/// Values of a Rust type as an etype, without gaps between the fields as far as the representation allows that.
///
/// # Errors
///
/// As [`Typemap::of`] says.
pub fn etype_of<T: Layout>(datarep: &Datarep) -> Result<Typemap, Error> {
    Typemap::of::<T>()?.without_gaps(datarep)
}

/// The message that no representation has this name, and what to do about it.
pub fn describe_unknown_datarep(name: &str) -> String {
    registry::describe_unknown(name)
}

/// Whether a conversion or extent function of the program runs in this thread.
pub fn is_in_function() -> bool {
    functions::is_inside_function()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::{cray, ibm370};

    /// R-ACC-7: types of one number stand for one another if they take the same number of bytes in the file, and only
    /// then.
    #[test]
    fn names_of_one_number_are_the_same() {
        let long_long = Typemap::from(Predefined::LongLongInt);
        let pairs = Typemap::contiguous(2, &long_long).expect("small");
        let check = |datarep: &Datarep, given: Predefined, copies| {
            let view = View::new(0, &pairs, &pairs, datarep).expect("ascending");
            check_copies(&view, &Typemap::from(given).commit().expect("small"), copies)
        };
        let little = crate::standard::little_endian::DATAREP;
        assert!(check(little, Predefined::LongLongInt, 4).is_ok());
        // In `little_endian` both have eight bytes.
        assert!(check(little, Predefined::Long, 4).is_ok());
        assert!(check(little, Predefined::Long, 3).is_err());
        assert!(check(little, Predefined::UnsignedLong, 4).is_err());
        assert!(check(little, Predefined::Double, 4).is_err());
        // In `external32` a long has four.
        let external32 = crate::standard::external32::DATAREP;
        assert!(check(external32, Predefined::Long, 4).is_err());
    }

    /// The items before the end of a file: whole items, in views with holes and with copies that interleave.
    #[test]
    fn items_before_the_end() {
        let float = Typemap::from(Predefined::Float);
        let every_second = Typemap::resized(0, 16, &float).expect("small");
        let view = View::new(4, &float, &every_second, cray::DATAREP).expect("ascending");
        for (end, before) in [(0, 0), (11, 0), (12, 1), (27, 1), (28, 2), (1000, 5)] {
            assert_eq!(items_before(&view, 0, 5, end).expect("small"), before, "{end}");
        }
        assert_eq!(items_before(&view, 1, 5, 28).expect("small"), 1);
        let apart = Typemap::hindexed(&[(1, 0), (1, 20)], &float).expect("small");
        let apart = Typemap::resized(0, 8, &apart).expect("small");
        let view = View::new(0, &float, &apart, ibm370::DATAREP).expect("ascending");
        // Items at 0, 20, 8, 28, 16, 36.
        for (end, before) in [(24, 3), (23, 1), (32, 5), (40, 6)] {
            assert_eq!(items_before(&view, 0, 6, end).expect("small"), before, "{end}");
        }
    }
}
