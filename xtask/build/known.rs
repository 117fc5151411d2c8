//! Formats of which other programs or papers speak: those that are measured where not all are.

/// Their names.
pub(crate) const KNOWN: [&str; 12] =
    ["hfp32", "hfp64", "vax_f", "vax_d", "vax_g", "cray64", "f16", "bf16", "mbf32", "ti990", "ti32", "mil32"];
