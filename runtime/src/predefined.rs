//! MPI's predefined types as rows of tables, with their MPI names and native sizes.
//!
//! Three types beyond MPI's, named `DATAREP_…`, serve Rust programs. The sizes are those of the LP64 model, in which
//! C's `long` has eight bytes. Every generated table has the order of this one.
//!
//! Source: MPI 4.1, "External Data Representation: external32"; MPI 5.0 for logicals of a size.

use std::fmt;

/// One of MPI's predefined types, or one of the three beyond them.
///
/// ```
/// use datarep::Predefined;
/// assert_eq!(Predefined::Double.name(), "MPI_DOUBLE");
/// assert_eq!(Predefined::Double.native_size(), 8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Predefined {
    /// `MPI_PACKED`
    Packed,
    /// `MPI_BYTE`
    Byte,
    /// `MPI_CHAR`
    Char,
    /// `MPI_SIGNED_CHAR`
    SignedChar,
    /// `MPI_SHORT`
    Short,
    /// `MPI_INT`
    Int,
    /// `MPI_LONG`
    Long,
    /// `MPI_LONG_LONG_INT`
    LongLongInt,
    /// `MPI_UNSIGNED_CHAR`
    UnsignedChar,
    /// `MPI_UNSIGNED_SHORT`
    UnsignedShort,
    /// `MPI_UNSIGNED`
    Unsigned,
    /// `MPI_UNSIGNED_LONG`
    UnsignedLong,
    /// `MPI_UNSIGNED_LONG_LONG`
    UnsignedLongLong,
    /// `MPI_INT8_T`
    Int8T,
    /// `MPI_INT16_T`
    Int16T,
    /// `MPI_INT32_T`
    Int32T,
    /// `MPI_INT64_T`
    Int64T,
    /// `MPI_UINT8_T`
    Uint8T,
    /// `MPI_UINT16_T`
    Uint16T,
    /// `MPI_UINT32_T`
    Uint32T,
    /// `MPI_UINT64_T`
    Uint64T,
    /// `MPI_AINT`
    Aint,
    /// `MPI_OFFSET`
    Offset,
    /// `MPI_COUNT`
    Count,
    /// `MPI_FLOAT`
    Float,
    /// `MPI_DOUBLE`
    Double,
    /// `MPI_LONG_DOUBLE`
    LongDouble,
    /// `MPI_C_COMPLEX`
    CComplex,
    /// `MPI_C_FLOAT_COMPLEX`
    CFloatComplex,
    /// `MPI_C_DOUBLE_COMPLEX`
    CDoubleComplex,
    /// `MPI_C_LONG_DOUBLE_COMPLEX`
    CLongDoubleComplex,
    /// `MPI_CXX_FLOAT_COMPLEX`
    CxxFloatComplex,
    /// `MPI_CXX_DOUBLE_COMPLEX`
    CxxDoubleComplex,
    /// `MPI_CXX_LONG_DOUBLE_COMPLEX`
    CxxLongDoubleComplex,
    /// `MPI_C_BOOL`
    CBool,
    /// `MPI_CXX_BOOL`
    CxxBool,
    /// `MPI_WCHAR`
    Wchar,
    /// `MPI_CHARACTER`
    Character,
    /// `MPI_LOGICAL`
    Logical,
    /// `MPI_INTEGER`
    Integer,
    /// `MPI_INTEGER1`
    Integer1,
    /// `MPI_INTEGER2`
    Integer2,
    /// `MPI_INTEGER4`
    Integer4,
    /// `MPI_INTEGER8`
    Integer8,
    /// `MPI_INTEGER16`
    Integer16,
    /// `MPI_REAL`
    Real,
    /// `MPI_DOUBLE_PRECISION`
    DoublePrecision,
    /// `MPI_REAL2`
    Real2,
    /// `MPI_REAL4`
    Real4,
    /// `MPI_REAL8`
    Real8,
    /// `MPI_REAL16`
    Real16,
    /// `MPI_COMPLEX`
    Complex,
    /// `MPI_DOUBLE_COMPLEX`
    DoubleComplex,
    /// `MPI_COMPLEX4`
    Complex4,
    /// `MPI_COMPLEX8`
    Complex8,
    /// `MPI_COMPLEX16`
    Complex16,
    /// `MPI_COMPLEX32`
    Complex32,
    /// `MPI_LOGICAL1`
    Logical1,
    /// `MPI_LOGICAL2`
    Logical2,
    /// `MPI_LOGICAL4`
    Logical4,
    /// `MPI_LOGICAL8`
    Logical8,
    /// `MPI_LOGICAL16`
    Logical16,
    /// bfloat16, which MPI lacks: `DATAREP_BFLOAT16`
    Bfloat16,
    /// `u128`, which MPI lacks: `DATAREP_UINT128`
    Uint128,
    /// A decimal of 96 bits, which MPI lacks: `DATAREP_DECIMAL`
    Decimal,
}

#[rustfmt::skip]
const FACTS: [(Predefined, &str, usize); Predefined::COUNT] = [
    (Predefined::Packed, "MPI_PACKED", 1),
    (Predefined::Byte, "MPI_BYTE", 1),
    (Predefined::Char, "MPI_CHAR", 1),
    (Predefined::SignedChar, "MPI_SIGNED_CHAR", 1),
    (Predefined::Short, "MPI_SHORT", 2),
    (Predefined::Int, "MPI_INT", 4),
    (Predefined::Long, "MPI_LONG", 8),
    (Predefined::LongLongInt, "MPI_LONG_LONG_INT", 8),
    (Predefined::UnsignedChar, "MPI_UNSIGNED_CHAR", 1),
    (Predefined::UnsignedShort, "MPI_UNSIGNED_SHORT", 2),
    (Predefined::Unsigned, "MPI_UNSIGNED", 4),
    (Predefined::UnsignedLong, "MPI_UNSIGNED_LONG", 8),
    (Predefined::UnsignedLongLong, "MPI_UNSIGNED_LONG_LONG", 8),
    (Predefined::Int8T, "MPI_INT8_T", 1),
    (Predefined::Int16T, "MPI_INT16_T", 2),
    (Predefined::Int32T, "MPI_INT32_T", 4),
    (Predefined::Int64T, "MPI_INT64_T", 8),
    (Predefined::Uint8T, "MPI_UINT8_T", 1),
    (Predefined::Uint16T, "MPI_UINT16_T", 2),
    (Predefined::Uint32T, "MPI_UINT32_T", 4),
    (Predefined::Uint64T, "MPI_UINT64_T", 8),
    (Predefined::Aint, "MPI_AINT", 8),
    (Predefined::Offset, "MPI_OFFSET", 8),
    (Predefined::Count, "MPI_COUNT", 8),
    (Predefined::Float, "MPI_FLOAT", 4),
    (Predefined::Double, "MPI_DOUBLE", 8),
    (Predefined::LongDouble, "MPI_LONG_DOUBLE", 16),
    (Predefined::CComplex, "MPI_C_COMPLEX", 8),
    (Predefined::CFloatComplex, "MPI_C_FLOAT_COMPLEX", 8),
    (Predefined::CDoubleComplex, "MPI_C_DOUBLE_COMPLEX", 16),
    (Predefined::CLongDoubleComplex, "MPI_C_LONG_DOUBLE_COMPLEX", 32),
    (Predefined::CxxFloatComplex, "MPI_CXX_FLOAT_COMPLEX", 8),
    (Predefined::CxxDoubleComplex, "MPI_CXX_DOUBLE_COMPLEX", 16),
    (Predefined::CxxLongDoubleComplex, "MPI_CXX_LONG_DOUBLE_COMPLEX", 32),
    (Predefined::CBool, "MPI_C_BOOL", 1),
    (Predefined::CxxBool, "MPI_CXX_BOOL", 1),
    (Predefined::Wchar, "MPI_WCHAR", 4),
    (Predefined::Character, "MPI_CHARACTER", 1),
    (Predefined::Logical, "MPI_LOGICAL", 4),
    (Predefined::Integer, "MPI_INTEGER", 4),
    (Predefined::Integer1, "MPI_INTEGER1", 1),
    (Predefined::Integer2, "MPI_INTEGER2", 2),
    (Predefined::Integer4, "MPI_INTEGER4", 4),
    (Predefined::Integer8, "MPI_INTEGER8", 8),
    (Predefined::Integer16, "MPI_INTEGER16", 16),
    (Predefined::Real, "MPI_REAL", 4),
    (Predefined::DoublePrecision, "MPI_DOUBLE_PRECISION", 8),
    (Predefined::Real2, "MPI_REAL2", 2),
    (Predefined::Real4, "MPI_REAL4", 4),
    (Predefined::Real8, "MPI_REAL8", 8),
    (Predefined::Real16, "MPI_REAL16", 16),
    (Predefined::Complex, "MPI_COMPLEX", 8),
    (Predefined::DoubleComplex, "MPI_DOUBLE_COMPLEX", 16),
    (Predefined::Complex4, "MPI_COMPLEX4", 4),
    (Predefined::Complex8, "MPI_COMPLEX8", 8),
    (Predefined::Complex16, "MPI_COMPLEX16", 16),
    (Predefined::Complex32, "MPI_COMPLEX32", 32),
    (Predefined::Logical1, "MPI_LOGICAL1", 1),
    (Predefined::Logical2, "MPI_LOGICAL2", 2),
    (Predefined::Logical4, "MPI_LOGICAL4", 4),
    (Predefined::Logical8, "MPI_LOGICAL8", 8),
    (Predefined::Logical16, "MPI_LOGICAL16", 16),
    (Predefined::Bfloat16, "DATAREP_BFLOAT16", 2),
    (Predefined::Uint128, "DATAREP_UINT128", 16),
    (Predefined::Decimal, "DATAREP_DECIMAL", 16),
];

impl Predefined {
    /// The number of predefined types.
    pub const COUNT: usize = 65;

    /// Every predefined type, in the order of the tables.
    ///
    /// ```
    /// use datarep::Predefined;
    /// assert_eq!(Predefined::all().count(), Predefined::COUNT);
    /// ```
    pub fn all() -> impl ExactSizeIterator<Item = Predefined> {
        FACTS.iter().map(|&(predefined, _, _)| predefined)
    }

    /// The name of the type in MPI.
    pub const fn name(self) -> &'static str {
        FACTS[self as usize].1
    }

    /// Bytes of one native item.
    pub const fn native_size(self) -> usize {
        FACTS[self as usize].2
    }

    /// The alignment of a native item, as C and Fortran lay out structs on the LP64 model.
    ///
    /// ```
    /// use datarep::Predefined;
    /// assert_eq!(Predefined::DoubleComplex.native_align(), 8);
    /// ```
    pub const fn native_align(self) -> usize {
        match self {
            Predefined::CComplex
            | Predefined::CFloatComplex
            | Predefined::CDoubleComplex
            | Predefined::CLongDoubleComplex
            | Predefined::CxxFloatComplex
            | Predefined::CxxDoubleComplex
            | Predefined::CxxLongDoubleComplex
            | Predefined::Complex
            | Predefined::DoubleComplex
            | Predefined::Complex4
            | Predefined::Complex8
            | Predefined::Complex16
            // A complex number is two numbers, and is aligned as one of them.
            | Predefined::Complex32 => self.native_size() / 2,
            _ => self.native_size(),
        }
    }

    /// The type with this MPI name.
    ///
    /// ```
    /// use datarep::Predefined;
    /// assert_eq!(Predefined::named("MPI_INT"), Some(Predefined::Int));
    /// assert_eq!(Predefined::named("MPI_IMT"), None);
    /// ```
    pub fn named(name: &str) -> Option<Predefined> {
        FACTS.iter().find(|(_, known, _)| *known == name).map(|&(predefined, _, _)| predefined)
    }
}

// What only files and plug-ins ask for.
#[cfg(feature = "file")]
impl Predefined {
    /// The type at index `place` of the tables.
    pub(crate) const fn from_index(place: usize) -> Predefined {
        FACTS[place].0
    }

    /// The type that a plain slice of the same native type stands for: see
    /// [`Native::PREDEFINED`](crate::Native::PREDEFINED). `None` for bytes, which no native type stands for.
    pub(crate) const fn plain_slice_type(self) -> Option<Predefined> {
        Some(match self {
            // Any type may be moved as bytes, so no type of Rust is the one that they stand for.
            Predefined::Packed | Predefined::Byte => return None,
            Predefined::Char | Predefined::Character => Predefined::Char,
            Predefined::SignedChar | Predefined::Int8T | Predefined::Integer1 => Predefined::Int8T,
            Predefined::Short | Predefined::Int16T | Predefined::Integer2 => Predefined::Int16T,
            Predefined::Int | Predefined::Int32T | Predefined::Integer | Predefined::Integer4 => {
                Predefined::Int32T
            }
            // On the LP64 model a `long` has eight bytes, as have MPI's types for addresses, offsets and counts.
            Predefined::Long
            | Predefined::LongLongInt
            | Predefined::Int64T
            | Predefined::Aint
            | Predefined::Offset
            | Predefined::Count
            | Predefined::Integer8 => Predefined::Int64T,
            Predefined::Integer16 => Predefined::Integer16,
            Predefined::UnsignedChar | Predefined::Uint8T => Predefined::Uint8T,
            Predefined::UnsignedShort | Predefined::Uint16T => Predefined::Uint16T,
            Predefined::Unsigned | Predefined::Uint32T => Predefined::Uint32T,
            Predefined::UnsignedLong | Predefined::UnsignedLongLong | Predefined::Uint64T => {
                Predefined::Uint64T
            }
            Predefined::Uint128 => Predefined::Uint128,
            Predefined::Real2 => Predefined::Real2,
            Predefined::Bfloat16 => Predefined::Bfloat16,
            Predefined::Float | Predefined::Real | Predefined::Real4 => Predefined::Float,
            Predefined::Double | Predefined::DoublePrecision | Predefined::Real8 => Predefined::Double,
            Predefined::LongDouble => Predefined::LongDouble,
            Predefined::Real16 => Predefined::Real16,
            Predefined::CBool | Predefined::CxxBool => Predefined::CBool,
            Predefined::Logical | Predefined::Logical4 => Predefined::Logical,
            Predefined::Logical1 => Predefined::Logical1,
            Predefined::Logical2 => Predefined::Logical2,
            Predefined::Logical8 => Predefined::Logical8,
            Predefined::Logical16 => Predefined::Logical16,
            Predefined::Wchar => Predefined::Wchar,
            Predefined::Decimal => Predefined::Decimal,
            Predefined::Complex4 => Predefined::Complex4,
            Predefined::CComplex
            | Predefined::CFloatComplex
            | Predefined::CxxFloatComplex
            | Predefined::Complex
            | Predefined::Complex8 => Predefined::CFloatComplex,
            Predefined::CDoubleComplex
            | Predefined::CxxDoubleComplex
            | Predefined::DoubleComplex
            | Predefined::Complex16 => Predefined::CDoubleComplex,
            Predefined::CLongDoubleComplex | Predefined::CxxLongDoubleComplex => {
                Predefined::CLongDoubleComplex
            }
            Predefined::Complex32 => Predefined::Complex32,
        })
    }
}

/// Writes the name of the type in MPI.
impl fmt::Display for Predefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_variants() {
        for (index, predefined) in Predefined::all().enumerate() {
            assert_eq!(predefined as usize, index, "{}", predefined.name());
        }
    }
}
