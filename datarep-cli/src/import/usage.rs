//! How compilers of COBOL store items: the words of the clause `USAGE`.
//!
//! Sources: Enterprise COBOL for z/OS, Language Reference, "USAGE clause", and Programming Guide, "Pointer data items with AMODE 64
//! programs"; Micro Focus, Language Reference, "USAGE clause"; `GnuCOBOL`, Programmer's Guide, "USAGE"; ISO/IEC 1989:2014.

/// How an item is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Usage {
    Display,
    /// `COMP`, `COMP-4`, `BINARY`
    Binary,
    /// `COMP-5`: in the order of the machine.
    NativeBinary,
    /// `COMP-9`: little-endian, whatever the machine is.
    LittleBinary,
    /// `COMP-X`, big-endian, and `COMP-N`, in the order of the machine: as few bytes as the digits need.
    Short {
        is_native: bool,
    },
    /// `BINARY-CHAR` and the like, in the order of the machine: so many bytes without a picture.
    Sized {
        bytes: u64,
        is_signed: bool,
    },
    /// `COMP-1`, `FLOAT-SHORT`
    Single,
    /// `COMP-2`, `FLOAT-LONG`
    Double,
    /// `FLOAT-BINARY-32` and the like: of IEEE 754, on every machine.
    FloatBinary {
        bytes: u64,
    },
    /// `FLOAT-DECIMAL-16`, `FLOAT-DECIMAL-34`
    FloatDecimal {
        bytes: u64,
    },
    /// `COMP-3`, `PACKED-DECIMAL`
    Packed,
    /// `COMP-6`, `COMP-3U`: packed without a sign.
    UnsignedPacked,
    /// `DISPLAY-1`: characters of a double-byte set.
    Dbcs,
    /// `NATIONAL`: UTF-16.
    National,
    /// What a program finds things by, and a file seldom has: it is kept as bytes.
    Address(Address),
}

/// Items that hold places in a program's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    Index,
    Pointer,
    /// `POINTER-32`: four bytes, whatever the program's addresses have.
    Pointer32,
    Procedure,
    Function,
    Object,
}

impl Usage {
    /// The word of COBOL for messages about items without a picture.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Usage::Single => "COMP-1",
            Usage::Double => "COMP-2",
            Usage::FloatBinary { .. } => "FLOAT-BINARY",
            Usage::FloatDecimal { .. } => "FLOAT-DECIMAL",
            Usage::Address(Address::Index) => "INDEX",
            Usage::Address(Address::Pointer) => "POINTER",
            Usage::Address(Address::Pointer32) => "POINTER-32",
            Usage::Address(Address::Procedure) => "PROCEDURE-POINTER",
            Usage::Address(Address::Function) => "FUNCTION-POINTER",
            Usage::Address(Address::Object) => "OBJECT REFERENCE",
            _ => "no picture",
        }
    }

    /// The word of COBOL for lists, of several with the same meaning the one that is used most.
    pub(super) fn word(self) -> String {
        let word = match self {
            Usage::Display => "DISPLAY",
            Usage::Binary => "COMP",
            Usage::NativeBinary => "COMP-5",
            Usage::LittleBinary => "COMP-9",
            Usage::Short { is_native: false } => "COMP-X",
            Usage::Short { is_native: true } => "COMP-N",
            Usage::Packed => "COMP-3",
            Usage::UnsignedPacked => "COMP-6",
            Usage::Dbcs => "DISPLAY-1",
            Usage::National => "NATIONAL",
            Usage::Sized { bytes, is_signed } => {
                let word = match bytes {
                    1 => "BINARY-CHAR",
                    2 => "BINARY-SHORT",
                    4 => "BINARY-LONG",
                    _ => "BINARY-DOUBLE",
                };
                return if is_signed { word.to_owned() } else { format!("{word} UNSIGNED") };
            }
            Usage::FloatBinary { bytes } => return format!("FLOAT-BINARY-{}", 8 * bytes),
            Usage::FloatDecimal { bytes: 8 } => "FLOAT-DECIMAL-16",
            Usage::FloatDecimal { .. } => "FLOAT-DECIMAL-34",
            Usage::Single | Usage::Double | Usage::Address(_) => self.describe(),
        };
        word.to_owned()
    }

    /// Whether items have no picture.
    pub(super) fn has_no_picture(self) -> bool {
        matches!(
            self,
            Usage::Single
                | Usage::Double
                | Usage::Sized { .. }
                | Usage::FloatBinary { .. }
                | Usage::FloatDecimal { .. }
                | Usage::Address(_)
        )
    }
}

/// The usage that a word names.
pub(super) fn find_usage(word: &str) -> Option<Usage> {
    let short = word.to_ascii_uppercase().replace("COMPUTATIONAL", "COMP");
    let sized = |bytes| Usage::Sized { bytes, is_signed: true };
    let unsigned = |bytes| Usage::Sized { bytes, is_signed: false };
    Some(match short.as_str() {
        "DISPLAY" => Usage::Display,
        "COMP" | "COMP-0" | "COMP-4" | "BINARY" => Usage::Binary,
        "COMP-5" => Usage::NativeBinary,
        "COMP-9" => Usage::LittleBinary,
        "COMP-X" => Usage::Short { is_native: false },
        "COMP-N" => Usage::Short { is_native: true },
        "BINARY-CHAR" => sized(1),
        "BINARY-SHORT" | "SIGNED-SHORT" => sized(2),
        "BINARY-LONG" | "BINARY-INT" | "SIGNED-INT" => sized(4),
        "BINARY-DOUBLE" | "BINARY-LONG-LONG" | "BINARY-C-LONG" | "SIGNED-LONG" => sized(8),
        "UNSIGNED-SHORT" => unsigned(2),
        "UNSIGNED-INT" => unsigned(4),
        "UNSIGNED-LONG" => unsigned(8),
        "COMP-1" | "FLOAT-SHORT" => Usage::Single,
        "COMP-2" | "FLOAT-LONG" => Usage::Double,
        "FLOAT-BINARY-32" => Usage::FloatBinary { bytes: 4 },
        "FLOAT-BINARY-64" => Usage::FloatBinary { bytes: 8 },
        "FLOAT-BINARY-128" => Usage::FloatBinary { bytes: 16 },
        "FLOAT-DECIMAL-16" => Usage::FloatDecimal { bytes: 8 },
        "FLOAT-DECIMAL-34" => Usage::FloatDecimal { bytes: 16 },
        "COMP-3" | "PACKED-DECIMAL" => Usage::Packed,
        "COMP-6" | "COMP-3U" => Usage::UnsignedPacked,
        "DISPLAY-1" => Usage::Dbcs,
        "NATIONAL" => Usage::National,
        "INDEX" => Usage::Address(Address::Index),
        "POINTER" => Usage::Address(Address::Pointer),
        "POINTER-32" => Usage::Address(Address::Pointer32),
        "PROCEDURE-POINTER" | "PROGRAM-POINTER" => Usage::Address(Address::Procedure),
        "FUNCTION-POINTER" => Usage::Address(Address::Function),
        "OBJECT" => Usage::Address(Address::Object),
        _ => return None,
    })
}
