//! Where the sources of formats are to be had: words of a source, and an address.

/// Words that a source begins or is named with, and its address. Books and manuals without a lasting address have none.
const ADDRESSES: &[(&str, &str)] = &[
    ("IEEE 754-2019", "https://doi.org/10.1109/IEEESTD.2019.8766229"),
    ("Standard for Posit Arithmetic (2022)", "https://posithub.org/docs/posit_standard-2.pdf"),
    (
        "OCP 8-bit Floating Point Specification",
        "https://www.opencompute.org/documents/ocp-8-bit-floating-point-specification-ofp8-revision-1-0-2023-12-01-pdf-1",
    ),
    (
        "OCP Microscaling Formats (MX) Specification",
        "https://www.opencompute.org/documents/ocp-microscaling-formats-mx-v1-0-spec-final-pdf",
    ),
    ("`ml_dtypes`", "https://github.com/jax-ml/ml_dtypes"),
    ("LLVM `APFloat`", "https://github.com/llvm/llvm-project/blob/main/llvm/lib/Support/APFloat.cpp"),
    ("GCC `real.c`", "https://github.com/gcc-mirror/gcc/blob/master/gcc/real.cc"),
    ("libiberty", "https://github.com/gcc-mirror/gcc/blob/master/libiberty/floatformat.c"),
    (
        "GNU assembler `tc-tic4x.c`",
        "https://sourceware.org/git/?p=binutils-gdb.git;a=blob;f=gas/config/tc-tic4x.c",
    ),
    ("ibm2ieee", "https://github.com/enthought/ibm2ieee"),
    ("float-formats", "https://rubygems.org/gems/float-formats"),
    ("`float-formats`", "https://rubygems.org/gems/float-formats"),
    ("QEMU `softfloat-specialize`", "https://gitlab.com/qemu-project/qemu/-/tree/master/fpu"),
    ("OpenEXR `internal_pxr24.c`", "https://github.com/AcademySoftwareFoundation/openexr"),
    ("RFC 5905", "https://www.rfc-editor.org/rfc/rfc5905"),
    ("OpenType Specification", "https://learn.microsoft.com/typography/opentype/spec/otff"),
    ("dlisio", "https://github.com/equinor/dlisio"),
    ("pcbasic", "https://github.com/robhagemans/pcbasic"),
    ("Yamcs", "https://github.com/yamcs/yamcs"),
    ("Virtual AGC", "https://www.ibiblio.org/apollo/"),
    ("DPS8M", "https://gitlab.com/dps8m/dps8m"),
    ("SIMH", "https://github.com/simh/simh"),
];

/// A list of sources with a link at each whose address is known. Sources are divided by semicolons.
pub(super) fn link_sources(sources: &str) -> String {
    let link = |source: &str| {
        let known =
            ADDRESSES.iter().filter_map(|(words, address)| Some((source.find(words)?, *words, *address)));
        // The words that come first name the source; the others may be what it is about. Of two that begin together, the
        // longer one is meant.
        let first = known.min_by_key(|(at, words, _)| (*at, std::cmp::Reverse(words.len())));
        first.map_or_else(
            || source.to_owned(),
            |(at, words, address)| {
                format!("{}[{words}]({address}){}", &source[..at], &source[at + words.len()..])
            },
        )
    };
    sources.split("; ").map(link).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_with_an_address_has_one_link() {
        assert_eq!(
            link_sources("IEEE 754-2019, decimal formats; a manual; SIMH `pdp11_fp.c`"),
            "[IEEE 754-2019](https://doi.org/10.1109/IEEESTD.2019.8766229), decimal formats; a manual; \
             [SIMH](https://github.com/simh/simh) `pdp11_fp.c`"
        );
        assert_eq!(
            link_sources("a list from SIMH and LLVM `APFloat`"),
            "a list from [SIMH](https://github.com/simh/simh) and LLVM `APFloat`"
        );
    }
}
