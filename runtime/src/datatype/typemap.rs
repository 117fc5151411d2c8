//! A datatype as its constructor was called, and its bounds.

use std::sync::Arc;

use super::array::{Dimension, Order};
use super::bounds::TypemapBounds;
use crate::predefined::Predefined;

/// A datatype: the types of its items, and their displacements from some origin.
///
/// The constructors of MPI make it, each under its name. Counts, displacements and extents have 64 bits. A number that
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
pub struct Typemap(pub(super) Arc<TypemapNode>);

pub(super) struct TypemapNode {
    pub(super) constructor: Constructor,
    pub(super) bounds: TypemapBounds,
    pub(super) depth: usize,
}

// Requirement: R-TYPE-1.
/// How a datatype was made, as MPI's `MPI_Type_get_envelope` and `MPI_Type_get_contents` return it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Constructor {
    /// A predefined type.
    Predefined(Predefined),
    /// One item of a file: a predefined type, and the bytes that it takes there.
    InFile(Predefined, i64),
    /// A predefined type of two items.
    Pair(PairType),
    /// A pair in a file, without padding, and the bytes of its two items.
    PairInFile(PairType, [i64; 2]),
    /// A duplicate of a datatype.
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
    /// For each dimension the size, the size of the part, and its start.
    Subarray(Arc<[[i64; 3]]>, Order, Typemap),
    /// The number of processes, the rank, and the distribution of each dimension.
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
            /// All pair types.
            pub const ALL: &'static [PairType] = &[$(PairType::$variant),*];

            /// The name of the type in MPI.
            pub const fn name(self) -> &'static str {
                match self {
                    $(PairType::$variant => $name,)*
                }
            }

            /// The types of its two items.
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
    /// The constructor call that made the datatype.
    pub fn constructor(&self) -> &Constructor {
        &self.0.constructor
    }

    /// The bytes of all its items together.
    pub fn size(&self) -> i64 {
        self.0.bounds.size
    }

    /// The number of its items, which are the entries of its type signature.
    pub fn items(&self) -> i64 {
        self.0.bounds.items
    }

    /// The lower bound.
    pub fn lb(&self) -> i64 {
        self.0.bounds.lb
    }

    /// The upper bound.
    pub fn ub(&self) -> i64 {
        self.0.bounds.ub
    }

    /// The distance from one copy to the next. `resized` may make it negative.
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

    /// The displacement of the lowest byte of an item, or zero without items.
    pub fn true_lb(&self) -> i64 {
        self.0.bounds.data.map_or(0, |(low, _)| low)
    }

    /// The displacement after the highest byte of an item, or zero without items.
    pub fn true_ub(&self) -> i64 {
        self.0.bounds.data.map_or(0, |(_, high)| high)
    }

    /// The number of bytes from the lowest byte of an item to after the highest.
    pub fn true_extent(&self) -> i64 {
        self.true_ub() - self.true_lb()
    }

    /// Whether all displacements are multiples of the extent of one predefined type. They are if only `contiguous`,
    /// `vector`, `indexed`, `indexed_block`, `subarray`, `darray` and `dup` made the datatype from that type.
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
            // Displacements in bytes mean other items in a file whose items have other sizes.
            Constructor::Hvector(..)
            | Constructor::Hindexed(..)
            | Constructor::HindexedBlock(..)
            | Constructor::Struct(_)
            | Constructor::Resized(..) => false,
        }
    }
}
