//! Options that say how a compiler of COBOL stores items.
//!
//! They have a struct of their own, as `UnpackingOptions` has.

use clap::{Args, ValueEnum};
use datarep_dsl::model::{CodePage, MixedPage};

/// How a compiler stores what a copybook leaves open.
#[derive(Debug, Clone, Args)]
pub(crate) struct CompilerOptions {
    /// The machine that wrote the files, which decides how numbers and characters are stored.
    #[arg(long, value_enum, default_value = "mainframe")]
    pub(crate) machine: CobolMachine,
    /// What `COMP-1` and `COMP-2` are [default: `hfp` for a mainframe, `ieee` for a PC].
    #[arg(long, value_enum)]
    pub(crate) floats: Option<CobolFloats>,
    /// What `OCCURS … DEPENDING ON` is: as many items as the count says, or always as many as there can be, as most compilers store such
    /// items in a record.
    #[arg(long, value_enum, default_value = "counted")]
    pub(crate) occurs: OccursSpace,
    /// The bytes of binary numbers: 2, 4 or 8 as on mainframes, also 1, or any number from 1 to 8 [the option `binary-size` of `GnuCOBOL`].
    #[arg(long, value_enum, default_value = "2-4-8", value_name = "SIZES")]
    pub(crate) binary_size: BinarySizes,
    /// The bytes of `POINTER` and `INDEX`, 4 or 8 [default: 4 for a mainframe, 8 for a PC].
    #[arg(long, value_name = "BYTES", value_parser = parse_pointers)]
    pub(crate) pointers: Option<u8>,
}

/// How the texts of a copybook are stored.
#[derive(Debug, Clone, Args)]
pub(crate) struct CopybookTexts {
    /// The characters of texts: `ascii`, `latin1`, or a code page such as `cp1047` or `cp1252`; one such as `cp930` has pairs between shifts,
    /// too [default: `cp037` for a mainframe, `ascii` for a PC].
    #[arg(long, value_name = "SET", value_parser = CopybookCharset::parse)]
    pub(crate) charset: Option<CopybookCharset>,
    /// The page of `PIC G`, of `PIC N` with `DISPLAY-1` and of other characters of two bytes, such as `cp930` [default: that of `--charset`].
    #[arg(long, value_name = "PAGE", value_parser = parse_double_byte)]
    pub(crate) double_byte: Option<MixedPage>,
    /// What fills up texts in the file: spaces, as programs in COBOL write them, or zeros, as those in C do.
    #[arg(long, value_enum, default_value = "spaces")]
    pub(crate) padding: TextPadding,
}

/// How many bytes binary numbers have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BinarySizes {
    /// Two for up to 4 digits, four for up to 9, eight for up to 18.
    #[value(name = "2-4-8")]
    Halfwords,
    /// The same, and one for up to 2 digits.
    #[value(name = "1-2-4-8")]
    Powers,
    /// As few as hold the digits.
    #[value(name = "1--8")]
    Any,
    /// As `2-4-8`, and as few as hold the digits and a sign for more than 18 digits, which have 16 otherwise.
    #[value(name = "2-4-8-any")]
    Long,
}

/// What fills up texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextPadding {
    /// Spaces behind the text.
    Spaces,
    /// Zeros. The first of them ends the text.
    Zeros,
}

/// A page with characters of two bytes.
fn parse_double_byte(text: &str) -> Result<MixedPage, String> {
    MixedPage::guess(text).ok_or_else(|| {
        let known: Vec<&str> = MixedPage::all().map(MixedPage::name).collect();
        format!("write one of {}", known.join(", "))
    })
}

/// The bytes of an address.
fn parse_pointers(text: &str) -> Result<u8, String> {
    match text {
        "4" => Ok(4),
        "8" => Ok(8),
        _ => Err("an address has 4 or 8 bytes".to_owned()),
    }
}

/// How many items of a variable number are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OccursSpace {
    /// As many as the count says.
    Counted,
    /// As many as there can be.
    Maximum,
}

/// What wrote the files of a copybook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CobolMachine {
    /// IBM: EBCDIC, hexadecimal floats, everything big-endian.
    Mainframe,
    /// ASCII, IEEE floats; `COMP-5`, `COMP-1` and `COMP-2` little-endian.
    Pc,
}

/// Characters of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CopybookCharset {
    Page(CodePage),
    /// Single bytes, and pairs between shifts.
    Mixed(MixedPage),
    Ascii,
    Latin1,
}

impl CopybookCharset {
    /// The set of EBCDIC that most copybooks were written for.
    pub(crate) fn of_mainframe() -> CopybookCharset {
        CodePage::guess("cp037").map_or(CopybookCharset::Ascii, CopybookCharset::Page)
    }

    /// The set with a name.
    fn parse(name: &str) -> Result<CopybookCharset, String> {
        match name {
            "ascii" => Ok(CopybookCharset::Ascii),
            "latin1" => Ok(CopybookCharset::Latin1),
            page => CodePage::guess(page).map(CopybookCharset::Page).or_else(|| MixedPage::guess(page).map(CopybookCharset::Mixed)).ok_or_else(|| {
                "write `ascii`, `latin1`, or a code page such as `cp037`: `datarep list \"code page\"` and `datarep list ebcdic` have all"
                    .to_owned()
            }),
        }
    }
}

/// Floats of COBOL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CobolFloats {
    /// IBM's hexadecimal floats.
    Hfp,
    /// IEEE 754.
    Ieee,
}
