//! Names of formats in other programs that the doc comments of the library do not list.
//!
//! Each of these names stands for a format with a byte order. The library's texts hold the names of formats alone and
//! of representations, in the lines `Elsewhere: …` and `Equals: …`.

/// A name that another program has for a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Alias {
    /// The program.
    pub(crate) program: &'static str,
    /// Its name.
    pub(crate) name: &'static str,
    /// The format in this library.
    pub(crate) format: &'static str,
    /// The order of the format's bytes.
    pub(crate) order: &'static str,
}

macro_rules! aliases {
    ($($program:literal: $($name:literal = $format:literal $order:literal),* $(,)?;)*) => {
        /// Every alias.
        pub(crate) const ALIASES: &[Alias] =
            &[$($(Alias { program: $program, name: $name, format: $format, order: $order }),*),*];
    };
}

aliases! {
    "NumPy":
        ">f2" = "f16" "big", "<f2" = "f16" "little", ">f4" = "f32" "big", "<f4" = "f32" "little", ">f8" = "f64" "big", "<f8" = "f64" "little",
        "|i1" = "twos(8)" "big", ">i2" = "twos(16)" "big", "<i2" = "twos(16)" "little", ">i4" = "twos(32)" "big", "<i4" = "twos(32)" "little",
        ">i8" = "twos(64)" "big", "<i8" = "twos(64)" "little",
        "|u1" = "unsigned(8)" "big", ">u2" = "unsigned(16)" "big", "<u2" = "unsigned(16)" "little", ">u4" = "unsigned(32)" "big",
        "<u4" = "unsigned(32)" "little", ">u8" = "unsigned(64)" "big", "<u8" = "unsigned(64)" "little";
    "Python's `struct`":
        ">e" = "f16" "big", "<e" = "f16" "little", ">f" = "f32" "big", "<f" = "f32" "little", ">d" = "f64" "big", "<d" = "f64" "little",
        ">h" = "twos(16)" "big", "<h" = "twos(16)" "little", ">i" = "twos(32)" "big", "<i" = "twos(32)" "little", ">q" = "twos(64)" "big",
        "<q" = "twos(64)" "little", ">H" = "unsigned(16)" "big", "<H" = "unsigned(16)" "little", ">I" = "unsigned(32)" "big",
        "<I" = "unsigned(32)" "little", ">Q" = "unsigned(64)" "big", "<Q" = "unsigned(64)" "little";
    "HDF5":
        "H5T_IEEE_F16BE" = "f16" "big", "H5T_IEEE_F16LE" = "f16" "little", "H5T_IEEE_F32BE" = "f32" "big", "H5T_IEEE_F32LE" = "f32" "little",
        "H5T_IEEE_F64BE" = "f64" "big", "H5T_IEEE_F64LE" = "f64" "little",
        "H5T_STD_I8BE" = "twos(8)" "big", "H5T_STD_I8LE" = "twos(8)" "little", "H5T_STD_I16BE" = "twos(16)" "big",
        "H5T_STD_I16LE" = "twos(16)" "little", "H5T_STD_I32BE" = "twos(32)" "big", "H5T_STD_I32LE" = "twos(32)" "little",
        "H5T_STD_I64BE" = "twos(64)" "big", "H5T_STD_I64LE" = "twos(64)" "little",
        "H5T_STD_U8BE" = "unsigned(8)" "big", "H5T_STD_U8LE" = "unsigned(8)" "little", "H5T_STD_U16BE" = "unsigned(16)" "big",
        "H5T_STD_U16LE" = "unsigned(16)" "little", "H5T_STD_U32BE" = "unsigned(32)" "big", "H5T_STD_U32LE" = "unsigned(32)" "little",
        "H5T_STD_U64BE" = "unsigned(64)" "big", "H5T_STD_U64LE" = "unsigned(64)" "little";
}

/// The alias with this name. Letter case matters only in names of at most three characters, which it distinguishes:
/// those of NumPy and of `struct`.
pub(crate) fn named(name: &str) -> Option<&'static Alias> {
    ALIASES.iter().find(|alias| alias.name == name).or_else(|| {
        let long = |alias: &&Alias| alias.name.len() > 3 && alias.name.eq_ignore_ascii_case(name);
        ALIASES.iter().find(long)
    })
}

/// The names in backticks in a line of the library: `X` and `Y` in ``HDF5 `X`, `Y` ``.
pub(crate) fn quoted(names: &str) -> impl Iterator<Item = &str> {
    names.split('`').skip(1).step_by(2)
}
