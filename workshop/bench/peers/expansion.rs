//! Expands a representation of 40 mappings once, as `datarep!` does, and prints the nanoseconds.
//! `cargo xtask bench --build` makes a crate from this file.

use std::time::Instant;

use datarep_dsl::source::Source;

/// Types of MPI, and the family of the formats to which they are mapped. Each type has a format of its own.
const TYPES: [(&str, &[&str]); 3] = [
    (
        "twos",
        &[
            "MPI_SIGNED_CHAR",
            "MPI_SHORT",
            "MPI_INT",
            "MPI_LONG",
            "MPI_LONG_LONG_INT",
            "MPI_INT8_T",
            "MPI_INT16_T",
            "MPI_INT32_T",
            "MPI_INT64_T",
            "MPI_INTEGER",
            "MPI_INTEGER1",
            "MPI_INTEGER2",
            "MPI_INTEGER4",
            "MPI_INTEGER8",
            "MPI_AINT",
        ],
    ),
    (
        "unsigned",
        &[
            "MPI_UNSIGNED_CHAR",
            "MPI_UNSIGNED_SHORT",
            "MPI_UNSIGNED",
            "MPI_UNSIGNED_LONG",
            "MPI_UNSIGNED_LONG_LONG",
            "MPI_UINT8_T",
            "MPI_UINT16_T",
            "MPI_UINT32_T",
            "MPI_UINT64_T",
        ],
    ),
    ("logical", &["MPI_C_BOOL", "MPI_LOGICAL", "MPI_CXX_BOOL"]),
];

const FLOATS: [(&str, &str); 10] = [
    ("MPI_FLOAT", "hfp32"),
    ("MPI_DOUBLE", "hfp64"),
    ("MPI_REAL", "vax_f"),
    ("MPI_DOUBLE_PRECISION", "vax_g"),
    ("MPI_REAL2", "f16"),
    ("MPI_REAL4", "mbf32"),
    ("MPI_REAL8", "cray64"),
    ("MPI_REAL16", "hfp128"),
    ("MPI_LONG_DOUBLE", "x87_80"),
    ("DATAREP_BFLOAT16", "bf16"),
];

const OTHERS: &str = "
    MPI_CHAR => ebcdic(cp037);
    MPI_CHARACTER => ascii;
    MPI_WCHAR => utf16;
    others => unsupported;
    on read  { overflow => error, infinity => error, nan => error, reserved => error }
    on write { overflow => error, infinity => error, nan => error, underflow => zero }
}";

fn main() {
    let mut text = String::from(
        "use cray::cray64; use dec::{vax_f, vax_g}; use ibm::{hfp32, hfp64, hfp128}; use intel::x87_80; use micro::mbf32;
datarep many {\n    order big;\n",
    );
    let mut mappings = 3;
    for (family, types) in TYPES {
        for (name, width) in types.iter().zip((1..).map(|bytes| bytes * 8)) {
            text += &format!("    {name} => {family}({width});\n");
            mappings += 1;
        }
    }
    for (name, format) in FLOATS {
        text += &format!("    {name} => {format};\n");
        mappings += 1;
    }
    assert_eq!(mappings, 40);
    let source = Source { name: "many.datarep".to_owned(), text: text + OTHERS, first_line: 1 };
    let start = Instant::now();
    let model = datarep_dsl::compile(&source).unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
    let tokens = datarep_codegen::generate(&model);
    let time = start.elapsed();
    assert_eq!(model.datareps[0].conversions.len(), mappings);
    assert!(!tokens.is_empty());
    println!("{}", time.as_nanos());
}
