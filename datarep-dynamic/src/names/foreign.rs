//! Names that other programs have for formats: `>f4`, `H5T_VAX_F32`, `VAX_REAL*4`, `unsigned short`.
//!
//! A row of the table has a format of the library and an order of its bytes. Some names leave out what a file needs, such as
//! the size of a PDS `VAX_REAL`; they are known too, so that a message can say what is missing.

use super::cobol;

/// A name of another program, as a format of this library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignName {
    /// The program, or the standard.
    pub program: &'static str,
    /// The format in this library.
    pub format: String,
    /// The order of its bytes; `None` if the name leaves it open, or if the format has an order of its own.
    pub order: Option<&'static str>,
    /// Whether the order is that of the machine on which this runs, because the program means its own.
    pub is_of_machine: bool,
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alias {
    /// The program, or the standard.
    pub program: &'static str,
    /// Its name for the format.
    pub name: &'static str,
    /// The format in this library.
    pub format: &'static str,
    /// `big`, `little`, `machine` for the order of the machine that runs, or empty for the format's own.
    pub order: &'static str,
}

impl Alias {
    /// The format with its order, as it is written in this library.
    ///
    /// ```
    /// use datarep_dynamic::names::list_aliases;
    /// let alias = list_aliases().iter().find(|alias| alias.name == "H5T_STD_I16LE").expect("HDF5 has it");
    /// assert_eq!(alias.meaning(), "twos(16) little");
    /// ```
    pub fn meaning(&self) -> String {
        match self.order {
            "" => self.format.to_owned(),
            "machine" => format!("{} {}", self.format, machine_order()),
            order => format!("{} {order}", self.format),
        }
    }

    fn to_foreign_name(self) -> ForeignName {
        let Alias { program, format, order, .. } = self;
        let is_of_machine = order == "machine";
        let order = match order {
            "" => None,
            "machine" => Some(machine_order()),
            order => Some(order),
        };
        ForeignName { program, format: format.to_owned(), order, is_of_machine }
    }
}

/// The order of the machine on which this runs.
pub(super) const fn machine_order() -> &'static str {
    if cfg!(target_endian = "little") { "little" } else { "big" }
}

macro_rules! aliases {
    ($($program:literal: $($($name:literal)|+ = $format:literal $order:literal),* $(,)?;)*) => {
        const ALIASES: &[Alias] =
            &[$($($(Alias { program: $program, name: $name, format: $format, order: $order }),+),*),*];
    };
}

aliases! {
    "NumPy":
        ">f2" = "f16" "big", "<f2" = "f16" "little", ">f4" = "f32" "big", "<f4" = "f32" "little", ">f8" = "f64" "big", "<f8" = "f64" "little",
        "|i1" | "<i1" | ">i1" | "=i1" | "i1" = "twos(8)" "", ">i2" = "twos(16)" "big", "<i2" = "twos(16)" "little",
        ">i4" = "twos(32)" "big", "<i4" = "twos(32)" "little", ">i8" = "twos(64)" "big", "<i8" = "twos(64)" "little",
        "|u1" | "<u1" | ">u1" | "=u1" | "u1" = "unsigned(8)" "", ">u2" = "unsigned(16)" "big", "<u2" = "unsigned(16)" "little",
        ">u4" = "unsigned(32)" "big", "<u4" = "unsigned(32)" "little", ">u8" = "unsigned(64)" "big", "<u8" = "unsigned(64)" "little",
        "=f2" | "f2" | "float16" = "f16" "machine", "=f4" | "f4" | "float32" = "f32" "machine", "=f8" | "f8" | "float64" = "f64" "machine",
        "=i2" | "i2" | "int16" = "twos(16)" "machine", "=i4" | "i4" | "int32" = "twos(32)" "machine", "=i8" | "int64" = "twos(64)" "machine",
        "=u2" | "u2" | "uint16" = "unsigned(16)" "machine", "=u4" | "u4" | "uint32" = "unsigned(32)" "machine",
        "=u8" | "uint64" = "unsigned(64)" "machine", "int8" = "twos(8)" "", "uint8" = "unsigned(8)" "",
        "float128" = "f128" "machine";
    "Python's `struct`":
        ">e" = "f16" "big", "<e" = "f16" "little", ">f" = "f32" "big", "<f" = "f32" "little", ">d" = "f64" "big", "<d" = "f64" "little",
        ">b" | "<b" | "=b" = "twos(8)" "", ">B" | "<B" | "=B" = "unsigned(8)" "",
        ">h" = "twos(16)" "big", "<h" = "twos(16)" "little", ">i" | ">l" = "twos(32)" "big", "<i" | "<l" = "twos(32)" "little",
        ">q" = "twos(64)" "big", "<q" = "twos(64)" "little", ">H" = "unsigned(16)" "big", "<H" = "unsigned(16)" "little",
        ">I" | ">L" = "unsigned(32)" "big", "<I" | "<L" = "unsigned(32)" "little", ">Q" = "unsigned(64)" "big",
        "<Q" = "unsigned(64)" "little";
    "HDF5":
        "H5T_IEEE_F16BE" = "f16" "big", "H5T_IEEE_F16LE" = "f16" "little", "H5T_IEEE_F32BE" | "H5T_MIPS_F32" = "f32" "big",
        "H5T_IEEE_F32LE" | "H5T_INTEL_F32" | "H5T_ALPHA_F32" = "f32" "little", "H5T_IEEE_F64BE" | "H5T_MIPS_F64" = "f64" "big",
        "H5T_IEEE_F64LE" | "H5T_INTEL_F64" | "H5T_ALPHA_F64" = "f64" "little",
        "H5T_VAX_F32" = "vax_f" "", "H5T_VAX_F64" = "vax_g" "",
        "H5T_FLOAT_BFLOAT16BE" = "bf16" "big", "H5T_FLOAT_BFLOAT16LE" = "bf16" "little",
        "H5T_STD_I8BE" | "H5T_STD_I8LE" = "twos(8)" "", "H5T_STD_I16BE" = "twos(16)" "big",
        "H5T_STD_I16LE" = "twos(16)" "little", "H5T_STD_I32BE" = "twos(32)" "big", "H5T_STD_I32LE" = "twos(32)" "little",
        "H5T_STD_I64BE" = "twos(64)" "big", "H5T_STD_I64LE" = "twos(64)" "little",
        "H5T_STD_U8BE" | "H5T_STD_U8LE" = "unsigned(8)" "", "H5T_STD_U16BE" = "unsigned(16)" "big",
        "H5T_STD_U16LE" = "unsigned(16)" "little", "H5T_STD_U32BE" = "unsigned(32)" "big", "H5T_STD_U32LE" = "unsigned(32)" "little",
        "H5T_STD_U64BE" = "unsigned(64)" "big", "H5T_STD_U64LE" = "unsigned(64)" "little",
        "H5T_NATIVE_FLOAT" = "f32" "machine", "H5T_NATIVE_DOUBLE" = "f64" "machine",
        "H5T_NATIVE_SCHAR" | "H5T_NATIVE_INT8" = "twos(8)" "", "H5T_NATIVE_UCHAR" | "H5T_NATIVE_UINT8" = "unsigned(8)" "",
        "H5T_NATIVE_SHORT" | "H5T_NATIVE_INT16" = "twos(16)" "machine", "H5T_NATIVE_USHORT" | "H5T_NATIVE_UINT16" = "unsigned(16)" "machine",
        "H5T_NATIVE_INT" | "H5T_NATIVE_INT32" = "twos(32)" "machine", "H5T_NATIVE_UINT" | "H5T_NATIVE_UINT32" = "unsigned(32)" "machine",
        "H5T_NATIVE_LLONG" | "H5T_NATIVE_INT64" = "twos(64)" "machine", "H5T_NATIVE_ULLONG" | "H5T_NATIVE_UINT64" = "unsigned(64)" "machine";
    "PDS3":
        "IEEE_REAL*4" | "MAC_REAL*4" | "SUN_REAL*4" = "f32" "big", "IEEE_REAL*8" | "MAC_REAL*8" | "SUN_REAL*8" = "f64" "big",
        "PC_REAL*4" = "f32" "little", "PC_REAL*8" = "f64" "little", "PC_REAL*10" = "x87_80" "little",
        "VAX_REAL*4" | "VAXG_REAL*4" = "vax_f" "", "VAX_REAL*8" | "VAX_DOUBLE*8" = "vax_d" "", "VAX_REAL*16" | "VAXG_REAL*16" = "vax_h" "",
        "VAXG_REAL*8" | "VAXG_REAL" = "vax_g" "", "VAX_DOUBLE" = "vax_d" "", "IBM_REAL*4" = "hfp32" "", "IBM_REAL*8" = "hfp64" "",
        "MSB_INTEGER*1" | "SUN_INTEGER*1" | "MAC_INTEGER*1" | "LSB_INTEGER*1" | "PC_INTEGER*1" | "VAX_INTEGER*1" | "IBM_INTEGER*1" = "twos(8)" "",
        "MSB_INTEGER*2" | "SUN_INTEGER*2" | "MAC_INTEGER*2" | "IBM_INTEGER*2" = "twos(16)" "big",
        "MSB_INTEGER*4" | "SUN_INTEGER*4" | "MAC_INTEGER*4" | "IBM_INTEGER*4" = "twos(32)" "big",
        "MSB_INTEGER*8" | "SUN_INTEGER*8" | "MAC_INTEGER*8" = "twos(64)" "big",
        "LSB_INTEGER*2" | "PC_INTEGER*2" | "VAX_INTEGER*2" = "twos(16)" "little",
        "LSB_INTEGER*4" | "PC_INTEGER*4" | "VAX_INTEGER*4" = "twos(32)" "little",
        "LSB_INTEGER*8" | "PC_INTEGER*8" | "VAX_INTEGER*8" = "twos(64)" "little",
        "MSB_UNSIGNED_INTEGER*1" | "SUN_UNSIGNED_INTEGER*1" | "MAC_UNSIGNED_INTEGER*1" | "LSB_UNSIGNED_INTEGER*1" | "PC_UNSIGNED_INTEGER*1"
            | "VAX_UNSIGNED_INTEGER*1" | "IBM_UNSIGNED_INTEGER*1" = "unsigned(8)" "",
        "MSB_UNSIGNED_INTEGER*2" | "SUN_UNSIGNED_INTEGER*2" | "MAC_UNSIGNED_INTEGER*2" | "IBM_UNSIGNED_INTEGER*2" = "unsigned(16)" "big",
        "MSB_UNSIGNED_INTEGER*4" | "SUN_UNSIGNED_INTEGER*4" | "MAC_UNSIGNED_INTEGER*4" | "IBM_UNSIGNED_INTEGER*4" = "unsigned(32)" "big",
        "MSB_UNSIGNED_INTEGER*8" | "SUN_UNSIGNED_INTEGER*8" | "MAC_UNSIGNED_INTEGER*8" = "unsigned(64)" "big",
        "LSB_UNSIGNED_INTEGER*2" | "PC_UNSIGNED_INTEGER*2" | "VAX_UNSIGNED_INTEGER*2" = "unsigned(16)" "little",
        "LSB_UNSIGNED_INTEGER*4" | "PC_UNSIGNED_INTEGER*4" | "VAX_UNSIGNED_INTEGER*4" = "unsigned(32)" "little",
        "LSB_UNSIGNED_INTEGER*8" | "PC_UNSIGNED_INTEGER*8" | "VAX_UNSIGNED_INTEGER*8" = "unsigned(64)" "little";
    "VICAR":
        "HALF HIGH" = "twos(16)" "big", "HALF LOW" = "twos(16)" "little", "FULL HIGH" = "twos(32)" "big", "FULL LOW" = "twos(32)" "little",
        "REAL VAX" = "vax_f" "", "DOUB VAX" = "vax_d" "", "REAL IEEE" = "f32" "big", "REAL RIEEE" = "f32" "little",
        "DOUB IEEE" = "f64" "big", "DOUB RIEEE" = "f64" "little";
    "PDS4":
        "IEEE754MSBSingle" = "f32" "big", "IEEE754LSBSingle" = "f32" "little", "IEEE754MSBDouble" = "f64" "big", "IEEE754LSBDouble" = "f64" "little",
        "SignedByte" = "twos(8)" "", "UnsignedByte" = "unsigned(8)" "", "SignedMSB2" = "twos(16)" "big", "SignedLSB2" = "twos(16)" "little",
        "SignedMSB4" = "twos(32)" "big", "SignedLSB4" = "twos(32)" "little", "SignedMSB8" = "twos(64)" "big", "SignedLSB8" = "twos(64)" "little",
        "UnsignedMSB2" = "unsigned(16)" "big", "UnsignedLSB2" = "unsigned(16)" "little", "UnsignedMSB4" = "unsigned(32)" "big",
        "UnsignedLSB4" = "unsigned(32)" "little", "UnsignedMSB8" = "unsigned(64)" "big", "UnsignedLSB8" = "unsigned(64)" "little";
    "GDAL":
        "Byte" = "unsigned(8)" "", "Float32" = "f32" "machine", "Float64" = "f64" "machine", "UInt16" = "unsigned(16)" "machine",
        "Int16" = "twos(16)" "machine", "UInt32" = "unsigned(32)" "machine", "Int32" = "twos(32)" "machine", "GDT_Byte" = "unsigned(8)" "", "GDT_Int8" = "twos(8)" "",
        "GDT_UInt16" = "unsigned(16)" "machine", "GDT_Int16" = "twos(16)" "machine", "GDT_UInt32" = "unsigned(32)" "machine",
        "GDT_Int32" = "twos(32)" "machine", "GDT_UInt64" = "unsigned(64)" "machine", "GDT_Int64" = "twos(64)" "machine",
        "GDT_Float16" = "f16" "machine", "GDT_Float32" = "f32" "machine", "GDT_Float64" = "f64" "machine";
    "XTCE":
        "IEEE754_1985 32" | "IEEE754 32" = "f32" "big", "IEEE754_1985 64" | "IEEE754 64" = "f64" "big", "IEEE754 16" = "f16" "big",
        "IEEE754_1985 128" | "IEEE754 128" = "f128" "big", "MILSTD_1750A 32" = "m1750_32" "", "MILSTD_1750A 48" = "m1750_48" "",
        "DEC 32" = "vax_f" "", "IBM 32" = "hfp32" "", "IBM 64" = "hfp64" "", "TI 32" = "ti_c3x_32" "", "TI 40" = "ti_c3x_40" "";
    "netCDF":
        "NC_BYTE" = "twos(8)" "", "NC_UBYTE" = "unsigned(8)" "", "NC_SHORT" = "twos(16)" "big", "NC_INT" = "twos(32)" "big",
        "NC_FLOAT" = "f32" "big", "NC_DOUBLE" = "f64" "big";
    "FITS":
        "BITPIX 8" = "unsigned(8)" "", "BITPIX 16" = "twos(16)" "big", "BITPIX 32" = "twos(32)" "big", "BITPIX 64" = "twos(64)" "big",
        "BITPIX -32" = "f32" "big", "BITPIX -64" = "f64" "big";
    "SEG-Y":
        "segy 1" = "hfp32" "big", "segy 2" = "twos(32)" "big", "segy 3" = "twos(16)" "big", "segy 5" = "f32" "big", "segy 6" = "f64" "big",
        "segy 7" = "twos(24)" "big", "segy 8" = "twos(8)" "", "segy 9" = "twos(64)" "big", "segy 10" = "unsigned(32)" "big",
        "segy 11" = "unsigned(16)" "big", "segy 12" = "unsigned(64)" "big", "segy 15" = "unsigned(24)" "big", "segy 16" = "unsigned(8)" "";
    "Fortran":
        "REAL*4" | "REAL(4)" | "REAL(kind=4)" | "real32" = "f32" "machine",
        "REAL*8" | "REAL(8)" | "REAL(kind=8)" | "DOUBLE PRECISION" | "real64" = "f64" "machine", "INTEGER*1" | "INTEGER(1)" = "twos(8)" "",
        "INTEGER*2" | "INTEGER(2)" = "twos(16)" "machine", "INTEGER*4" | "INTEGER(4)" = "twos(32)" "machine",
        "INTEGER*8" | "INTEGER(8)" = "twos(64)" "machine";
    "C":
        "float" = "f32" "machine", "double" = "f64" "machine", "signed char" | "int8_t" = "twos(8)" "", "unsigned char" | "uint8_t" = "unsigned(8)" "",
        "short" | "signed short" | "short int" | "int16_t" = "twos(16)" "machine",
        "unsigned short" | "unsigned short int" | "ushort" | "uint16_t" = "unsigned(16)" "machine",
        "int" | "signed int" | "int32_t" = "twos(32)" "machine", "unsigned" | "unsigned int" | "uint" | "uint32_t" = "unsigned(32)" "machine",
        "long long" | "signed long long" | "long long int" | "int64_t" = "twos(64)" "machine",
        "unsigned long long" | "unsigned long long int" | "uint64_t" = "unsigned(64)" "machine", "__bf16" = "bf16" "machine",
        "_Float16" = "f16" "machine", "__float128" | "_Float128" = "f128" "machine", "__ibm128" = "double_double" "";
    "MATLAB":
        "single" = "f32" "machine";
    "Rust":
        "i16" = "twos(16)" "", "i32" = "twos(32)" "", "i64" = "twos(64)" "", "i128" = "twos(128)" "",
        "u16" = "unsigned(16)" "", "u32" = "unsigned(32)" "", "u64" = "unsigned(64)" "", "u128" = "unsigned(128)" "";
    "ML frameworks":
        "bfloat16" = "bf16" "machine", "float8_e5m2" = "f8e5m2" "", "float8_e4m3fn" = "f8e4m3fn" "";
    "IBM's floats elsewhere":
        "ibm32" | "ibm_float32" | "ibmfloat32" | "ibm float" | "ibm_float" = "hfp32" "", "ibm64" | "ibm_float64" | "ibmfloat64" = "hfp64" "",
        "ibm128" = "hfp128" "";
}

/// Names that leave out something, and what to write instead.
const OPEN: &[(&str, &str)] = &[
    ("i8", "`i8` has 8 bytes in NumPy and 8 bits in Rust: write `int64`, `twos(8)` or `<i8`"),
    ("u8", "`u8` has 8 bytes in NumPy and 8 bits in Rust: write `uint64`, `unsigned(8)` or `<u8`"),
    (
        "byte",
        "GDAL's and VICAR's `byte` has no sign, NumPy's and Java's has one: write `unsigned(8)` or `twos(8)`",
    ),
    ("char", "a number is `twos(8)` or `unsigned(8)`, a character `ascii` or `latin1`"),
    ("long", "`long` has 4 bytes on Windows and 8 elsewhere: write `int32` or `int64`"),
    ("unsigned long", "`unsigned long` has 4 bytes on Windows and 8 elsewhere: write `uint32` or `uint64`"),
    (
        "long double",
        "`long double` differs by machine: write `x87_96` or `x87_128` (x86), `f128` (Arm, RISC-V), `double_double` (PowerPC)",
    ),
    (
        "longdouble",
        "`longdouble` differs by machine: write `x87_96` or `x87_128` (x86), `f128` (Arm, RISC-V), `double_double` (PowerPC)",
    ),
    ("half", "VICAR's `HALF` is an integer, others' a float: write `twos(16)` or `f16`"),
    ("full", "write `FULL HIGH` or `FULL LOW`, as `INTFMT` in the label says"),
    ("doub", "write `DOUB IEEE`, `DOUB RIEEE` or `DOUB VAX`, as `REALFMT` in the label says"),
    ("real", "write `REAL*4` or `REAL*8`, or with a byte order `f32 big`, `f64 little`"),
    ("integer", "write `INTEGER*2`, `INTEGER*4`, or with a byte order `twos(16) big`"),
    ("dec 64", "a DEC float of 64 bits is `vax_d` or `vax_g`"),
    (
        "segy 4",
        "numbers with a gain (SEG-Y code 4) are a `twos(16)` beside a gain of 8 bits: describe them as a record",
    ),
    ("milstd_1750a", "it has 32 or 48 bits: write `m1750_32` or `m1750_48`"),
    ("ti", "it has 32 or 40 bits: write `ti_c3x_32` or `ti_c3x_40`"),
    ("ibm", "it has 32, 64 or 128 bits: write `hfp32`, `hfp64` or `hfp128`"),
    ("dec", "write `vax_f`, `vax_d` or `vax_g`"),
    ("vax", "write `vax_f`, `vax_d`, `vax_g` or `vax_h`"),
    ("ieee754_1985", "it has 32 or 64 bits: write `f32` or `f64`"),
    ("ieee754", "it has 16, 32, 64 or 128 bits: write `f16`, `f32`, `f64` or `f128`"),
];

/// What is known of a name outside this library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForeignMeaning {
    /// It is one of these formats.
    Format(ForeignName),
    /// It leaves something open. The text says what to write instead.
    Open(String),
}

/// All names in the table.
pub fn list_aliases() -> &'static [Alias] {
    ALIASES
}

/// What another program means by a name; `None` if no program is known that has it.
///
/// Letter case matters in names of at most three characters, which it distinguishes: those of NumPy and of `struct`.
///
/// ```
/// use datarep_dynamic::names::{ForeignMeaning, find_foreign};
/// let Some(ForeignMeaning::Format(found)) = find_foreign("PIC S9(5)V99 COMP-3") else { panic!("it is COBOL's") };
/// assert_eq!((found.program, &found.format[..]), ("COBOL", "packed_decimal(7, 2)"));
/// let Some(ForeignMeaning::Open(help)) = find_foreign("VAX_REAL") else { panic!("it has several sizes") };
/// assert_eq!(help, "it has 4, 8 or 16 bytes: write `VAX_REAL*4`, `VAX_REAL*8` or `VAX_REAL*16`");
/// ```
pub fn find_foreign(name: &str) -> Option<ForeignMeaning> {
    // Exactly as written first: `>B` and `>b` of `struct` differ by the case of a letter only.
    if let Some(exact) = ALIASES.iter().find(|alias| alias.name == name) {
        return Some(ForeignMeaning::Format(exact.to_foreign_name()));
    }
    let plain = normalize_name(name);
    // The names that differ by case are at most three letters long.
    let is_same = |alias_name: &str| alias_name.len() > 3 && alias_name.eq_ignore_ascii_case(&plain);
    let open = || OPEN.iter().find(|(open, _)| open.eq_ignore_ascii_case(&plain));
    // This comes before the search without regard to case, in which every spelling of `byte` would
    // be GDAL's `Byte`. Only the exact spelling is GDAL's, and was found above.
    if let Some((_, help)) = open() {
        return Some(ForeignMeaning::Open((*help).to_owned()));
    }
    if let Some(alias) = ALIASES.iter().find(|alias| is_same(alias.name)) {
        return Some(ForeignMeaning::Format(alias.to_foreign_name()));
    }
    // What is computed comes after the table: a name that stands there means what the table says.
    cobol::find_cobol(&plain).or_else(|| advise_size(&plain)).or_else(|| advise_width(&plain))
}

/// The name with single blanks, and SEG-Y's codes in the one spelling of the table.
fn normalize_name(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let plain = words.join(" ");
    let lower = plain.to_ascii_lowercase();
    // `SEG-Y format 1`, `segy code=1` and `sgy:1` are one name.
    let rest = ["segy", "seg-y", "sgy"].iter().find_map(|start| lower.strip_prefix(start));
    let code = rest.map(|rest| {
        let words = rest.split(|letter: char| " _-:=".contains(letter));
        words.filter(|word| !["", "code", "format", "sample"].contains(word)).collect::<Vec<_>>()
    });
    match code.as_deref() {
        Some([code]) if code.parse::<u8>().is_ok() => format!("segy {code}"),
        _ => plain,
    }
}

/// What to write for a name that has several sizes in the table: `VAX_REAL`.
fn advise_size(name: &str) -> Option<ForeignMeaning> {
    let name = name.to_ascii_uppercase();
    let base = name.split('*').next().unwrap_or(&name);
    let sizes: Vec<String> = ALIASES
        .iter()
        .filter(|alias| alias.program == "PDS3")
        .filter_map(|alias| alias.name.split_once('*').filter(|(base_name, _)| *base_name == base))
        .map(|(_, size)| size.to_owned())
        .collect();
    let spellings: Vec<String> = sizes.iter().map(|size| format!("`{base}*{size}`")).collect();
    let list = |words: &[String]| match words {
        [only] => only.clone(),
        [ahead @ .., last] => format!("{} or {last}", ahead.join(", ")),
        [] => String::new(),
    };
    let help = format!("it has {} bytes: write {}", list(&sizes), list(&spellings));
    (!sizes.is_empty()).then_some(ForeignMeaning::Open(help))
}

/// What to write for an integer of some bits in plain words, which says nothing of gaps between words: `int12`, `12-bit
/// signed`.
fn advise_width(name: &str) -> Option<ForeignMeaning> {
    let lower = name.to_ascii_lowercase();
    let is_digit = |letter: char| letter.is_ascii_digit();
    let bits = lower.split(|letter| !is_digit(letter)).filter(|digits| !digits.is_empty());
    // Two numbers, as in `int12x2`, are no width.
    let [bits] = bits.collect::<Vec<_>>()[..] else { return None };
    let width: u32 = bits.parse().ok().filter(|bits| (1..=128).contains(bits))?;
    let words: Vec<&str> = lower
        .split(|letter: char| is_digit(letter) || " -_,".contains(letter))
        .filter(|word| !word.is_empty())
        .collect();
    let (mut signed, mut unsigned) = (false, false);
    // Every word has to be known, so that a name such as `word16mark` is not taken for an integer.
    for word in words {
        match word {
            "int" | "i" | "s" | "sint" | "signed" => signed = true,
            "uint" | "u" | "unsigned" => unsigned = true,
            "integer" | "integers" | "bit" | "bits" | "packed" | "word" | "words" => {}
            _ => return None,
        }
    }
    let format = match (signed, unsigned) {
        (_, true) => format!("unsigned({width})"),
        (true, false) => format!("twos({width})"),
        (false, false) => return None,
    };
    // A width of whole bytes has no gaps to ask about.
    let text = if width.is_multiple_of(8) {
        format!("write `{format}`")
    } else {
        format!(
            "write `{format}, packed` for words back to back, or `{format} right_justified({})`",
            width.div_ceil(8)
        )
    };
    Some(ForeignMeaning::Open(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    #[test]
    fn every_foreign_name_is_a_format() {
        for alias in ALIASES {
            let meaning = find_foreign(alias.name);
            let Some(ForeignMeaning::Format(meaning)) = meaning else {
                panic!("{}: {meaning:?}", alias.name)
            };
            assert_eq!(meaning.format, alias.format, "{}", alias.name);
            let format = Format::named(alias.name).unwrap_or_else(|error| panic!("{}: {error}", alias.name));
            assert_eq!(format.name(), alias.format, "{}", alias.name);
            let described = format.described().unwrap_or_else(|error| panic!("{}: {error}", alias.name));
            let spelled_format = Format::named(&alias.meaning()).expect("it is in the language");
            assert_eq!(
                spelled_format.described().expect("it has an order").order,
                described.order,
                "{}",
                alias.name
            );
        }
    }

    /// The digits in a name are those of the format, in bytes or in bits.
    #[test]
    fn sizes_in_names_are_those_of_formats() {
        for alias in ALIASES {
            let bits = Format::named(alias.format).and_then(|format| format.described()).expect("a format");
            let bits = bits.format.bits;
            if let Some((_, bytes)) = alias.name.split_once('*') {
                assert_eq!(bytes.parse().ok(), Some(bits / 8), "{}", alias.name);
            } else if alias.program == "XTCE" {
                assert!(alias.name.ends_with(&format!(" {bits}")), "{}", alias.name);
            } else if matches!(alias.program, "HDF5" | "GDAL" | "Rust") {
                let digits = alias.name.trim_end_matches(|letter: char| !letter.is_ascii_digit());
                let number =
                    digits.rsplit(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
                assert!(
                    number.is_empty() || number.parse() == Ok(bits) || number == "5",
                    "{}: {bits}",
                    alias.name
                );
            }
        }
    }

    #[test]
    fn names_of_sizes_and_spellings_are_read() {
        for (name, expected) in [
            ("h5t_vax_f64", Ok("vax_g")),
            ("SEG-Y format code 1", Ok("hfp32")),
            ("segy_5", Ok("f32")),
            ("vax_real*4", Ok("vax_f")),
            ("unsigned  short", Ok("unsigned(16)")),
            (">F4", Err(None)),
            ("Q9", Err(None)),
            ("IBM_REAL", Err(Some("it has 4 or 8 bytes: write `IBM_REAL*4` or `IBM_REAL*8`"))),
            ("IBM_REAL*2", Err(Some("it has 4 or 8 bytes: write `IBM_REAL*4` or `IBM_REAL*8`"))),
            (
                "int12",
                Err(Some(
                    "write `twos(12), packed` for words back to back, or `twos(12) right_justified(2)`",
                )),
            ),
            (
                "12-bit unsigned",
                Err(Some(
                    "write `unsigned(12), packed` for words back to back, or `unsigned(12) right_justified(2)`",
                )),
            ),
            ("signed 24", Err(Some("write `twos(24)`"))),
            ("hint12", Err(None)),
            ("byte", Err(Some(OPEN[2].1))),
        ] {
            let meaning = match find_foreign(name) {
                Some(ForeignMeaning::Format(meaning)) => Ok(meaning.format),
                Some(ForeignMeaning::Open(help)) => Err(Some(help)),
                None => Err(None),
            };
            let meaning = meaning.as_deref().map_err(|help| help.as_deref());
            assert_eq!(meaning, expected, "{name}");
        }
    }
}
