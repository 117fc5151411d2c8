//! Formats that are known and not in the library, and why.

/// What is left out: names, and the reason.
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
        "numbers with an exponent of zero have an exponent that is not the smallest of the others",
    ),
    (
        "Burroughs B6700 double precision (96 bits)",
        "one weak source for where the exponent's high bits stand",
    ),
    ("Burroughs integers", "they are numbers of the floating-point format whose exponent is zero"),
    ("Cray double precision (128 bits)", "one weak source for the second word"),
    ("NEC SX, Convex, Wang VS", "one weak source; the formats are those of IBM, Cray and DEC"),
    (
        "SDS 930 and 940, ICL 1900, Norsk Data's 32-bit format, Prime single precision, MIL-STD-1750A of 16 bits",
        "one weak source",
    ),
    ("TensorFloat-32", "not a format of storage: vendors leave the layout open"),
    ("unsigned floats of 10 and 11 bits (R11G11B10)", "three numbers share a word"),
    (
        "RP66 validated values (FSING1, FSING2, FDOUB1, FDOUB2)",
        "a number with bounds: two or three numbers, which a struct says",
    ),
    (
        "decimal floats of IEEE 754, densely packed (DPD) and binary (BID)",
        "the exponent counts powers of ten and shares its field with the first digit, and a number has as many words as its digits \
         have zeros behind them: no picture of fields and no formula of a binary significand says that. They are a kind of format \
         of their own, beside floats and decimals, in every part of the compiler; and what lies between them and binary floats are \
         integers of some 2000 bits for `f64` and 16000 for `f128`, where the exact steps of the runtime's decimals end at 38 \
         digits on either side of the point",
    ),
    (
        "decimal floats of C51, of pocket calculators, of Wang 2200 and of MSX",
        "the exponent counts powers of ten, and stands in decimal digits itself",
    ),
    (
        "posits",
        "the exponent has no field: how many bits it takes depends on its value, and the fraction has what is left",
    ),
    ("LEB128 and other numbers of varying size", "an item has one size in a representation"),
];
