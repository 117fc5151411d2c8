//! The formats that other programs or papers mention. They are measured when not all formats are.

/// The names of the formats.
pub(crate) const KNOWN: [&str; 12] =
    ["hfp32", "hfp64", "vax_f", "vax_d", "vax_g", "cray64", "f16", "bf16", "mbf32", "ti990", "ti32", "mil32"];
