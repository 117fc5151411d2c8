//! MPI's predefined datatypes in each of the three families of libraries, one line each.
//!
//! `MPI_C_COMPLEX` is `MPI_C_FLOAT_COMPLEX` in all of them, and `MPI_LONG_LONG` is `MPI_LONG_LONG_INT`. The names from
//! `MPI_Type_get_name` cannot be used: programs may change them.

use datarep::Predefined;
use datarep::datatype::PairType;

/// The runtime's type of a predefined datatype.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaf {
    One(Predefined),
    Pair(PairType),
}

/// A predefined datatype in each family.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) leaf: Leaf,
    pub(super) mpich: usize,
    pub(super) open_mpi: &'static str,
    /// 0 if the standard ABI has none.
    pub(super) standard: usize,
}

macro_rules! rows {
    (@ one $variant:ident) => { Leaf::One(Predefined::$variant) };
    (@ pair $variant:ident) => { Leaf::Pair(PairType::$variant) };
    ($($name:literal $kind:ident $variant:ident: $mpich:literal, $open_mpi:literal, $standard:literal;)*) => {
        /// All predefined datatypes. A library may lack some of the newer ones.
        pub(super) const ROWS: &[Row] = &[$(Row {
            name: $name,
            leaf: rows!(@ $kind $variant),
            mpich: $mpich,
            open_mpi: $open_mpi,
            standard: $standard,
        },)*];
    };
}

rows! {
    "MPI_PACKED" one Packed: 0x4c00010f, "ompi_mpi_packed", 0x207;
    "MPI_BYTE" one Byte: 0x4c00010d, "ompi_mpi_byte", 0x247;
    "MPI_CHAR" one Char: 0x4c000101, "ompi_mpi_char", 0x243;
    "MPI_SIGNED_CHAR" one SignedChar: 0x4c000118, "ompi_mpi_signed_char", 0x244;
    "MPI_SHORT" one Short: 0x4c000203, "ompi_mpi_short", 0x208;
    "MPI_INT" one Int: 0x4c000405, "ompi_mpi_int", 0x209;
    "MPI_LONG" one Long: 0x4c000807, "ompi_mpi_long", 0x20a;
    "MPI_LONG_LONG_INT" one LongLongInt: 0x4c000809, "ompi_mpi_long_long_int", 0x20b;
    "MPI_UNSIGNED_CHAR" one UnsignedChar: 0x4c000102, "ompi_mpi_unsigned_char", 0x245;
    "MPI_UNSIGNED_SHORT" one UnsignedShort: 0x4c000204, "ompi_mpi_unsigned_short", 0x20c;
    "MPI_UNSIGNED" one Unsigned: 0x4c000406, "ompi_mpi_unsigned", 0x20d;
    "MPI_UNSIGNED_LONG" one UnsignedLong: 0x4c000808, "ompi_mpi_unsigned_long", 0x20e;
    "MPI_UNSIGNED_LONG_LONG" one UnsignedLongLong: 0x4c000819, "ompi_mpi_unsigned_long_long", 0x20f;
    "MPI_INT8_T" one Int8T: 0x4c000137, "ompi_mpi_int8_t", 0x240;
    "MPI_INT16_T" one Int16T: 0x4c000238, "ompi_mpi_int16_t", 0x248;
    "MPI_INT32_T" one Int32T: 0x4c000439, "ompi_mpi_int32_t", 0x250;
    "MPI_INT64_T" one Int64T: 0x4c00083a, "ompi_mpi_int64_t", 0x258;
    "MPI_UINT8_T" one Uint8T: 0x4c00013b, "ompi_mpi_uint8_t", 0x241;
    "MPI_UINT16_T" one Uint16T: 0x4c00023c, "ompi_mpi_uint16_t", 0x249;
    "MPI_UINT32_T" one Uint32T: 0x4c00043d, "ompi_mpi_uint32_t", 0x251;
    "MPI_UINT64_T" one Uint64T: 0x4c00083e, "ompi_mpi_uint64_t", 0x259;
    "MPI_AINT" one Aint: 0x4c000843, "ompi_mpi_aint", 0x201;
    "MPI_OFFSET" one Offset: 0x4c000844, "ompi_mpi_offset", 0x203;
    "MPI_COUNT" one Count: 0x4c000845, "ompi_mpi_count", 0x202;
    "MPI_FLOAT" one Float: 0x4c00040a, "ompi_mpi_float", 0x210;
    "MPI_DOUBLE" one Double: 0x4c00080b, "ompi_mpi_double", 0x214;
    "MPI_LONG_DOUBLE" one LongDouble: 0x4c00100c, "ompi_mpi_long_double", 0x220;
    "MPI_C_FLOAT_COMPLEX" one CFloatComplex: 0x4c000840, "ompi_mpi_c_float_complex", 0x212;
    "MPI_C_DOUBLE_COMPLEX" one CDoubleComplex: 0x4c001041, "ompi_mpi_c_double_complex", 0x216;
    "MPI_C_LONG_DOUBLE_COMPLEX" one CLongDoubleComplex: 0x4c002042, "ompi_mpi_c_long_double_complex", 0x224;
    "MPI_CXX_FLOAT_COMPLEX" one CxxFloatComplex: 0x4c000834, "ompi_mpi_cxx_cplex", 0x213;
    "MPI_CXX_DOUBLE_COMPLEX" one CxxDoubleComplex: 0x4c001035, "ompi_mpi_cxx_dblcplex", 0x217;
    "MPI_CXX_LONG_DOUBLE_COMPLEX" one CxxLongDoubleComplex: 0x4c002036, "ompi_mpi_cxx_ldblcplex", 0x225;
    "MPI_C_BOOL" one CBool: 0x4c00013f, "ompi_mpi_c_bool", 0x238;
    "MPI_CXX_BOOL" one CxxBool: 0x4c000133, "ompi_mpi_cxx_bool", 0x239;
    "MPI_WCHAR" one Wchar: 0x4c00040e, "ompi_mpi_wchar", 0x23c;
    "MPI_CHARACTER" one Character: 0x4c00011a, "ompi_mpi_character", 0x21e;
    "MPI_LOGICAL" one Logical: 0x4c00041d, "ompi_mpi_logical", 0x218;
    "MPI_LOGICAL1" one Logical1: 0x4c000147, "ompi_mpi_logical1", 0x2c0;
    "MPI_LOGICAL2" one Logical2: 0x4c000248, "ompi_mpi_logical2", 0x2c8;
    "MPI_LOGICAL4" one Logical4: 0x4c000449, "ompi_mpi_logical4", 0x2d0;
    "MPI_LOGICAL8" one Logical8: 0x4c00084a, "ompi_mpi_logical8", 0x2d8;
    "MPI_LOGICAL16" one Logical16: 0x4c00104b, "ompi_mpi_logical16", 0x2e0;
    "MPI_INTEGER" one Integer: 0x4c00041b, "ompi_mpi_integer", 0x219;
    "MPI_INTEGER1" one Integer1: 0x4c00012d, "ompi_mpi_integer1", 0x2c1;
    "MPI_INTEGER2" one Integer2: 0x4c00022f, "ompi_mpi_integer2", 0x2c9;
    "MPI_INTEGER4" one Integer4: 0x4c000430, "ompi_mpi_integer4", 0x2d1;
    "MPI_INTEGER8" one Integer8: 0x4c000831, "ompi_mpi_integer8", 0x2d9;
    "MPI_INTEGER16" one Integer16: 0x4c001032, "ompi_mpi_integer16", 0x2e1;
    "MPI_REAL" one Real: 0x4c00041c, "ompi_mpi_real", 0x21a;
    "MPI_DOUBLE_PRECISION" one DoublePrecision: 0x4c00081f, "ompi_mpi_dblprec", 0x21c;
    "MPI_REAL2" one Real2: 0x4c000226, "ompi_mpi_real2", 0x2ca;
    "MPI_REAL4" one Real4: 0x4c000427, "ompi_mpi_real4", 0x2d2;
    "MPI_REAL8" one Real8: 0x4c000829, "ompi_mpi_real8", 0x2da;
    "MPI_REAL16" one Real16: 0x4c00102b, "ompi_mpi_real16", 0x2e2;
    "MPI_COMPLEX" one Complex: 0x4c00081e, "ompi_mpi_cplex", 0x21b;
    "MPI_DOUBLE_COMPLEX" one DoubleComplex: 0x4c001022, "ompi_mpi_dblcplex", 0x21d;
    "MPI_COMPLEX4" one Complex4: 0x4c00042e, "ompi_mpi_complex4", 0x2d3;
    "MPI_COMPLEX8" one Complex8: 0x4c000828, "ompi_mpi_complex8", 0x2db;
    "MPI_COMPLEX16" one Complex16: 0x4c00102a, "ompi_mpi_complex16", 0x2e3;
    "MPI_COMPLEX32" one Complex32: 0x4c00202c, "ompi_mpi_complex32", 0x2eb;
    "MPI_FLOAT_INT" pair FloatInt: 0x8c000000, "ompi_mpi_float_int", 0x228;
    "MPI_DOUBLE_INT" pair DoubleInt: 0x8c000001, "ompi_mpi_double_int", 0x229;
    "MPI_LONG_INT" pair LongInt: 0x8c000002, "ompi_mpi_long_int", 0x22a;
    "MPI_2INT" pair TwoInt: 0x4c000816, "ompi_mpi_2int", 0x22b;
    "MPI_SHORT_INT" pair ShortInt: 0x8c000003, "ompi_mpi_short_int", 0x22c;
    "MPI_LONG_DOUBLE_INT" pair LongDoubleInt: 0x8c000004, "ompi_mpi_longdbl_int", 0x22d;
    "MPI_2REAL" pair TwoReal: 0x4c000821, "ompi_mpi_2real", 0x230;
    "MPI_2DOUBLE_PRECISION" pair TwoDoublePrecision: 0x4c001023, "ompi_mpi_2dblprec", 0x231;
    "MPI_2INTEGER" pair TwoInteger: 0x4c000820, "ompi_mpi_2integer", 0x232;
    "MPI_2COMPLEX" pair TwoComplex: 0x4c001024, "ompi_mpi_2cplex", 0;
    "MPI_2DOUBLE_COMPLEX" pair TwoDoubleComplex: 0x4c002025, "ompi_mpi_2dblcplex", 0;
}
