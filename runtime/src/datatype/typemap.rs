//! A datatype as its constructor was called, and what is known of it.

use std::sync::Arc;

use super::array::{Dimension, Order};
use super::bounds::Bounds;
use crate::predefined::Predefined;

/// A datatype: the types of its items and where they lie, relative to some origin.
///
/// Made by the constructors of MPI, each under its name. Counts, displacements and extents have 64 bits; what
/// does not fit is an error of the class `MPI_ERR_VALUE_TOO_LARGE`. Cloning is cheap.
///
/// ```
/// use datarep::{datatype::Typemap, Predefined};
/// // A column of a matrix of 10 rows and 4 columns.
/// let column = Typemap::vector(10, 1, 4, &Predefined::Double.into())?;
/// assert_eq!((column.items(), column.size(), column.extent()), (10, 80, 296));
/// assert_eq!(column.to_string(), "vector(10, 1, 4, MPI_DOUBLE)");
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Clone)]
pub struct Typemap(pub(super) Arc<Node>);

pub(super) struct Node {
    pub(super) constructor: Constructor,
    pub(super) bounds: Bounds,
    pub(super) depth: usize,
}

// Requirement: R-TYPE-1.
/// How a datatype was made: what MPI's `MPI_Type_get_envelope` and `MPI_Type_get_contents` tell.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Constructor {
    /// A predefined type.
    Predefined(Predefined),
    /// One item of a file: a predefined type that takes so many bytes there.
    InFile(Predefined, i64),
    /// A predefined type of two items.
    Pair(PairType),
    /// Such a pair in a file, without padding: the bytes of the two items.
    PairInFile(PairType, [i64; 2]),
    /// Another name for the same.
    Dup(Typemap),
    /// Copies, one extent apart.
    Contiguous(i64, Typemap),
    /// Count, block length, stride in extents.
    Vector(i64, i64, i64, Typemap),
    /// Count, block length, stride in bytes.
    Hvector(i64, i64, i64, Typemap),
    /// Block lengths and displacements in extents.
    Indexed(Arc<[(i64, i64)]>, Typemap),
    /// Block lengths and displacements in bytes.
    Hindexed(Arc<[(i64, i64)]>, Typemap),
    /// One block length, and displacements in extents.
    IndexedBlock(i64, Arc<[i64]>, Typemap),
    /// One block length, and displacements in bytes.
    HindexedBlock(i64, Arc<[i64]>, Typemap),
    /// Block lengths, displacements in bytes, types.
    Struct(Arc<[(i64, i64, Typemap)]>),
    /// For each dimension the size, the size of the part and its start.
    Subarray(Arc<[[i64; 3]]>, Order, Typemap),
    /// The processes, the one that is meant, and how the dimensions are distributed.
    Darray(i64, i64, Arc<[Dimension]>, Order, Typemap),
    /// Lower bound and extent.
    Resized(i64, i64, Typemap),
}

macro_rules! pairs {
    ($($(#[$doc:meta])* $variant:ident $name:literal $first:ident $second:ident;)*) => {
        /// A predefined type of two items, as `MPI_MINLOC` takes them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum PairType {
            $($(#[$doc])* $variant,)*
        }

        impl PairType {
            /// Every pair.
            pub const ALL: &'static [PairType] = &[$(PairType::$variant),*];

            /// Its name in MPI.
            pub const fn name(self) -> &'static str {
                match self {
                    $(PairType::$variant => $name,)*
                }
            }

            /// Its two items.
            pub const fn items(self) -> [Predefined; 2] {
                match self {
                    $(PairType::$variant => [Predefined::$first, Predefined::$second],)*
                }
            }
        }
    };
}

pairs! {
    /// `MPI_FLOAT_INT`
    FloatInt "MPI_FLOAT_INT" Float Int;
    /// `MPI_DOUBLE_INT`
    DoubleInt "MPI_DOUBLE_INT" Double Int;
    /// `MPI_LONG_INT`
    LongInt "MPI_LONG_INT" Long Int;
    /// `MPI_2INT`
    TwoInt "MPI_2INT" Int Int;
    /// `MPI_SHORT_INT`
    ShortInt "MPI_SHORT_INT" Short Int;
    /// `MPI_LONG_DOUBLE_INT`
    LongDoubleInt "MPI_LONG_DOUBLE_INT" LongDouble Int;
    /// `MPI_2REAL`
    TwoReal "MPI_2REAL" Real Real;
    /// `MPI_2DOUBLE_PRECISION`
    TwoDoublePrecision "MPI_2DOUBLE_PRECISION" DoublePrecision DoublePrecision;
    /// `MPI_2INTEGER`
    TwoInteger "MPI_2INTEGER" Integer Integer;
    /// `MPI_2COMPLEX`, which libraries have beyond the standard
    TwoComplex "MPI_2COMPLEX" Complex Complex;
    /// `MPI_2DOUBLE_COMPLEX`, which libraries have beyond the standard
    TwoDoubleComplex "MPI_2DOUBLE_COMPLEX" DoubleComplex DoubleComplex;
}

impl Typemap {
    /// How it was made.
    pub fn constructor(&self) -> &Constructor {
        &self.0.constructor
    }

    /// Bytes of its items together.
    pub fn size(&self) -> i64 {
        self.0.bounds.size
    }

    /// How many items it has: the entries of its type signature.
    pub fn items(&self) -> i64 {
        self.0.bounds.items
    }

    /// Lower bound.
    pub fn lb(&self) -> i64 {
        self.0.bounds.lb
    }

    /// Upper bound.
    pub fn ub(&self) -> i64 {
        self.0.bounds.ub
    }

    /// Distance from one copy to the next; may be negative where `resized` says so.
    ///
    /// ```
    /// use datarep::datatype::{PairType, Typemap};
    /// let pair = Typemap::from(PairType::DoubleInt);
    /// assert_eq!((pair.size(), pair.extent(), pair.true_extent()), (12, 16, 12));
    /// ```
    pub fn extent(&self) -> i64 {
        // The constructor has checked that the difference fits.
        self.0.bounds.ub - self.0.bounds.lb
    }

    /// Displacement of the lowest byte of an item; zero where there is none.
    pub fn true_lb(&self) -> i64 {
        self.0.bounds.data.map_or(0, |(low, _)| low)
    }

    /// Displacement after the highest byte of an item; zero where there is none.
    pub fn true_ub(&self) -> i64 {
        self.0.bounds.data.map_or(0, |(_, high)| high)
    }

    /// From the lowest byte of an item to after the highest.
    pub fn true_extent(&self) -> i64 {
        self.true_ub() - self.true_lb()
    }

    /// Whether all its displacements are in terms of the extent of one predefined type: made of it only
    /// by `contiguous`, `vector`, `indexed`, `indexed_block`, `subarray`, `darray` and `dup`.
    ///
    /// ```
    /// use datarep::{datatype::Typemap, Predefined};
    /// let real = Typemap::from(Predefined::Real);
    /// assert!(Typemap::vector(3, 1, 2, &real)?.is_portable());
    /// assert!(!Typemap::hvector(3, 1, 8, &real)?.is_portable());
    /// # Ok::<(), datarep::Error>(())
    /// ```
    pub fn is_portable(&self) -> bool {
        match self.constructor() {
            Constructor::Predefined(_)
            | Constructor::InFile(..)
            | Constructor::Pair(_)
            | Constructor::PairInFile(..) => true,
            Constructor::Dup(old)
            | Constructor::Contiguous(_, old)
            | Constructor::Vector(.., old)
            | Constructor::Indexed(_, old)
            | Constructor::IndexedBlock(.., old)
            | Constructor::Subarray(.., old)
            | Constructor::Darray(.., old) => old.is_portable(),
            Constructor::Hvector(..)
            | Constructor::Hindexed(..)
            | Constructor::HindexedBlock(..)
            | Constructor::Struct(_)
            | Constructor::Resized(..) => false,
        }
    }
}
