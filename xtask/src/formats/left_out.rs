//! Formats that are known but not in the library, and the reasons.

/// Names that are left out, and the reason.
pub(super) const LEFT_OUT: &[(&str, &str)] = &[
    ("binary256 of IEEE 754", "words have at most 128 bits"),
    ("PDP-10 double precision of the KA10", "one weak source"),
    (
        "TR 440",
        "radix 16 and one's complements of exponent and significand, and no source for where they stand",
    ),
    (
        "ILLIAC II (radix 4), Rice R1 (radix 256), MANIAC II (radix 65536)",
        "no source for where the fields stand",
    ),
    (
        "Itanium register format (128 bits)",
        "an exponent field of zero stands for an exponent that is not the smallest one",
    ),
    (
        "Burroughs B6700 double precision (96 bits)",
        "one weak source for where the exponent's high bits stand",
    ),
    ("Burroughs integers", "they are floats of the same machine with an exponent of zero"),
    ("Cray double precision (128 bits)", "one weak source for the second word"),
    ("NEC SX, Convex, Wang VS", "one weak source; the formats are those of IBM, Cray and DEC"),
    (
        "SDS 930 and 940, ICL 1900, Norsk Data's 32-bit format, Prime single precision, MIL-STD-1750A of 16 bits",
        "one weak source",
    ),
    ("TensorFloat-32", "not a storage format: vendors leave the layout open"),
    ("unsigned floats of 10 and 11 bits (R11G11B10)", "three numbers share a word"),
    (
        "RP66 validated values (FSING1, FSING2, FDOUB1, FDOUB2)",
        "a number with bounds: two or three numbers, which a record can describe",
    ),
    ("HP-71B", "infinities and NaNs are exponents with digits above nine"),
    ("Casio PB-1000", "the sign of a number is five more in a digit of the exponent"),
    ("Psion Organiser", "no source for where the fields stand"),
    ("LEB128 and other numbers of varying size", "an item has one size in a representation"),
];
