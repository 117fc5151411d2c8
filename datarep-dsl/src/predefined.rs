//! MPI's predefined types: their names, classes and native sizes.
//!
//! Three types beyond MPI's, named `DATAREP_…`, are for Rust programs. The sizes are those of the LP64 model, where C's
//! `long` has eight bytes. The runtime keeps the same list in the same order. A test of the generator compares the two.
//!
//! Source: MPI 4.1, "External Data Representation: external32"; MPI 5.0 for logicals of a size.

use crate::model::native::Native;

/// The class of a predefined type, which a class map names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TypeClass {
    /// Bytes, copied as they are.
    Bytes,
    /// Characters of one byte.
    Character,
    /// Wide characters.
    WideCharacter,
    /// Signed integers.
    Integer,
    /// Unsigned integers.
    Unsigned,
    /// Floating-point numbers.
    Real,
    /// Two floating-point numbers.
    Complex,
    /// Truth values.
    Logical,
    /// Types beyond MPI's. They are mapped by name only, and unsupported by default.
    Extension,
}

impl TypeClass {
    /// The word of the language for this class.
    pub fn word(self) -> &'static str {
        match self {
            TypeClass::Bytes => "byte",
            TypeClass::Character => "character",
            TypeClass::WideCharacter => "wide_character",
            TypeClass::Integer => "integer",
            TypeClass::Unsigned => "unsigned",
            TypeClass::Real => "real",
            TypeClass::Complex => "complex",
            TypeClass::Logical => "logical",
            TypeClass::Extension => "extension",
        }
    }
}

/// One of MPI's predefined types, or of the three additional ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// bfloat16, which MPI does not have.
    Bfloat16,
    /// `u128`, which MPI does not have.
    Uint128,
    /// A decimal of 96 bits, which MPI does not have.
    Decimal,
}

/// The facts about a predefined type.
struct PredefinedFacts {
    predefined: Predefined,
    name: &'static str,
    variant: &'static str,
    class: TypeClass,
    size: u32,
    native: Option<Native>,
}

const fn row(
    predefined: Predefined,
    name: &'static str,
    variant: &'static str,
    class: TypeClass,
    size: u32,
    native: Option<Native>,
) -> PredefinedFacts {
    PredefinedFacts { predefined, name, variant, class, size, native }
}

#[rustfmt::skip]
const FACTS: &[PredefinedFacts] = &[
    row(Predefined::Packed, "MPI_PACKED", "Packed", TypeClass::Bytes, 1, None),
    row(Predefined::Byte, "MPI_BYTE", "Byte", TypeClass::Bytes, 1, None),
    row(Predefined::Char, "MPI_CHAR", "Char", TypeClass::Character, 1, Some(Native::Character)),
    row(Predefined::SignedChar, "MPI_SIGNED_CHAR", "SignedChar", TypeClass::Integer, 1, Some(Native::I8)),
    row(Predefined::Short, "MPI_SHORT", "Short", TypeClass::Integer, 2, Some(Native::I16)),
    row(Predefined::Int, "MPI_INT", "Int", TypeClass::Integer, 4, Some(Native::I32)),
    row(Predefined::Long, "MPI_LONG", "Long", TypeClass::Integer, 8, Some(Native::I64)),
    row(Predefined::LongLongInt, "MPI_LONG_LONG_INT", "LongLongInt", TypeClass::Integer, 8, Some(Native::I64)),
    row(Predefined::UnsignedChar, "MPI_UNSIGNED_CHAR", "UnsignedChar", TypeClass::Unsigned, 1, Some(Native::U8)),
    row(Predefined::UnsignedShort, "MPI_UNSIGNED_SHORT", "UnsignedShort", TypeClass::Unsigned, 2, Some(Native::U16)),
    row(Predefined::Unsigned, "MPI_UNSIGNED", "Unsigned", TypeClass::Unsigned, 4, Some(Native::U32)),
    row(Predefined::UnsignedLong, "MPI_UNSIGNED_LONG", "UnsignedLong", TypeClass::Unsigned, 8, Some(Native::U64)),
    row(Predefined::UnsignedLongLong, "MPI_UNSIGNED_LONG_LONG", "UnsignedLongLong", TypeClass::Unsigned, 8, Some(Native::U64)),
    row(Predefined::Int8T, "MPI_INT8_T", "Int8T", TypeClass::Integer, 1, Some(Native::I8)),
    row(Predefined::Int16T, "MPI_INT16_T", "Int16T", TypeClass::Integer, 2, Some(Native::I16)),
    row(Predefined::Int32T, "MPI_INT32_T", "Int32T", TypeClass::Integer, 4, Some(Native::I32)),
    row(Predefined::Int64T, "MPI_INT64_T", "Int64T", TypeClass::Integer, 8, Some(Native::I64)),
    row(Predefined::Uint8T, "MPI_UINT8_T", "Uint8T", TypeClass::Unsigned, 1, Some(Native::U8)),
    row(Predefined::Uint16T, "MPI_UINT16_T", "Uint16T", TypeClass::Unsigned, 2, Some(Native::U16)),
    row(Predefined::Uint32T, "MPI_UINT32_T", "Uint32T", TypeClass::Unsigned, 4, Some(Native::U32)),
    row(Predefined::Uint64T, "MPI_UINT64_T", "Uint64T", TypeClass::Unsigned, 8, Some(Native::U64)),
    row(Predefined::Aint, "MPI_AINT", "Aint", TypeClass::Integer, 8, Some(Native::I64)),
    row(Predefined::Offset, "MPI_OFFSET", "Offset", TypeClass::Integer, 8, Some(Native::I64)),
    row(Predefined::Count, "MPI_COUNT", "Count", TypeClass::Integer, 8, Some(Native::I64)),
    row(Predefined::Float, "MPI_FLOAT", "Float", TypeClass::Real, 4, Some(Native::F32)),
    row(Predefined::Double, "MPI_DOUBLE", "Double", TypeClass::Real, 8, Some(Native::F64)),
    row(Predefined::LongDouble, "MPI_LONG_DOUBLE", "LongDouble", TypeClass::Real, 16, Some(Native::LongDouble)),
    row(Predefined::CComplex, "MPI_C_COMPLEX", "CComplex", TypeClass::Complex, 8, Some(Native::F32)),
    row(Predefined::CFloatComplex, "MPI_C_FLOAT_COMPLEX", "CFloatComplex", TypeClass::Complex, 8, Some(Native::F32)),
    row(Predefined::CDoubleComplex, "MPI_C_DOUBLE_COMPLEX", "CDoubleComplex", TypeClass::Complex, 16, Some(Native::F64)),
    row(Predefined::CLongDoubleComplex, "MPI_C_LONG_DOUBLE_COMPLEX", "CLongDoubleComplex", TypeClass::Complex, 32, Some(Native::LongDouble)),
    row(Predefined::CxxFloatComplex, "MPI_CXX_FLOAT_COMPLEX", "CxxFloatComplex", TypeClass::Complex, 8, Some(Native::F32)),
    row(Predefined::CxxDoubleComplex, "MPI_CXX_DOUBLE_COMPLEX", "CxxDoubleComplex", TypeClass::Complex, 16, Some(Native::F64)),
    row(Predefined::CxxLongDoubleComplex, "MPI_CXX_LONG_DOUBLE_COMPLEX", "CxxLongDoubleComplex", TypeClass::Complex, 32, Some(Native::LongDouble)),
    row(Predefined::CBool, "MPI_C_BOOL", "CBool", TypeClass::Logical, 1, Some(Native::Bool)),
    row(Predefined::CxxBool, "MPI_CXX_BOOL", "CxxBool", TypeClass::Logical, 1, Some(Native::Bool)),
    row(Predefined::Wchar, "MPI_WCHAR", "Wchar", TypeClass::WideCharacter, 4, Some(Native::WideCharacter)),
    row(Predefined::Character, "MPI_CHARACTER", "Character", TypeClass::Character, 1, Some(Native::Character)),
    row(Predefined::Logical, "MPI_LOGICAL", "Logical", TypeClass::Logical, 4, Some(Native::Logical4)),
    row(Predefined::Integer, "MPI_INTEGER", "Integer", TypeClass::Integer, 4, Some(Native::I32)),
    row(Predefined::Integer1, "MPI_INTEGER1", "Integer1", TypeClass::Integer, 1, Some(Native::I8)),
    row(Predefined::Integer2, "MPI_INTEGER2", "Integer2", TypeClass::Integer, 2, Some(Native::I16)),
    row(Predefined::Integer4, "MPI_INTEGER4", "Integer4", TypeClass::Integer, 4, Some(Native::I32)),
    row(Predefined::Integer8, "MPI_INTEGER8", "Integer8", TypeClass::Integer, 8, Some(Native::I64)),
    row(Predefined::Integer16, "MPI_INTEGER16", "Integer16", TypeClass::Integer, 16, Some(Native::I128)),
    row(Predefined::Real, "MPI_REAL", "Real", TypeClass::Real, 4, Some(Native::F32)),
    row(Predefined::DoublePrecision, "MPI_DOUBLE_PRECISION", "DoublePrecision", TypeClass::Real, 8, Some(Native::F64)),
    row(Predefined::Real2, "MPI_REAL2", "Real2", TypeClass::Real, 2, Some(Native::F16)),
    row(Predefined::Real4, "MPI_REAL4", "Real4", TypeClass::Real, 4, Some(Native::F32)),
    row(Predefined::Real8, "MPI_REAL8", "Real8", TypeClass::Real, 8, Some(Native::F64)),
    row(Predefined::Real16, "MPI_REAL16", "Real16", TypeClass::Real, 16, Some(Native::F128)),
    row(Predefined::Complex, "MPI_COMPLEX", "Complex", TypeClass::Complex, 8, Some(Native::F32)),
    row(Predefined::DoubleComplex, "MPI_DOUBLE_COMPLEX", "DoubleComplex", TypeClass::Complex, 16, Some(Native::F64)),
    row(Predefined::Complex4, "MPI_COMPLEX4", "Complex4", TypeClass::Complex, 4, Some(Native::F16)),
    row(Predefined::Complex8, "MPI_COMPLEX8", "Complex8", TypeClass::Complex, 8, Some(Native::F32)),
    row(Predefined::Complex16, "MPI_COMPLEX16", "Complex16", TypeClass::Complex, 16, Some(Native::F64)),
    row(Predefined::Complex32, "MPI_COMPLEX32", "Complex32", TypeClass::Complex, 32, Some(Native::F128)),
    row(Predefined::Logical1, "MPI_LOGICAL1", "Logical1", TypeClass::Logical, 1, Some(Native::Logical1)),
    row(Predefined::Logical2, "MPI_LOGICAL2", "Logical2", TypeClass::Logical, 2, Some(Native::Logical2)),
    row(Predefined::Logical4, "MPI_LOGICAL4", "Logical4", TypeClass::Logical, 4, Some(Native::Logical4)),
    row(Predefined::Logical8, "MPI_LOGICAL8", "Logical8", TypeClass::Logical, 8, Some(Native::Logical8)),
    row(Predefined::Logical16, "MPI_LOGICAL16", "Logical16", TypeClass::Logical, 16, Some(Native::Logical16)),
    row(Predefined::Bfloat16, "DATAREP_BFLOAT16", "Bfloat16", TypeClass::Extension, 2, Some(Native::Bf16)),
    row(Predefined::Uint128, "DATAREP_UINT128", "Uint128", TypeClass::Extension, 16, Some(Native::U128)),
    row(Predefined::Decimal, "DATAREP_DECIMAL", "Decimal", TypeClass::Extension, 16, Some(Native::Decimal)),
];

impl Predefined {
    /// Every predefined type, in the order of the tables.
    pub fn all() -> impl ExactSizeIterator<Item = Predefined> {
        FACTS.iter().map(|facts| facts.predefined)
    }

    /// The type of the given name, such as `MPI_DOUBLE`.
    ///
    /// ```
    /// use datarep_dsl::predefined::Predefined;
    /// assert_eq!(Predefined::from_name("MPI_DOUBLE"), Some(Predefined::Double));
    /// ```
    pub fn from_name(name: &str) -> Option<Predefined> {
        FACTS.iter().find(|facts| facts.name == name).map(|facts| facts.predefined)
    }

    fn facts(self) -> &'static PredefinedFacts {
        // The rows are in the order of the variants, as the runtime's list is.
        &FACTS[self as usize]
    }

    /// Its name in MPI.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Its name as a variant of this enum and of the runtime's enum.
    pub fn variant(self) -> &'static str {
        self.facts().variant
    }

    /// Its class.
    pub fn class(self) -> TypeClass {
        self.facts().class
    }

    /// The size of a native item in bytes.
    pub fn native_size(self) -> u32 {
        self.facts().size
    }

    /// The native scalar; a complex type has two of it. `None` for bytes.
    pub fn native(self) -> Option<Native> {
        self.facts().native
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_variants() {
        for (index, predefined) in Predefined::all().enumerate() {
            assert_eq!(predefined as usize, index, "{}", predefined.name());
            assert_eq!(format!("{predefined:?}"), predefined.variant());
        }
    }
}
