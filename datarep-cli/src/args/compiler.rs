//! Options that say how a compiler of COBOL stores items.
//!
//! They have a struct of their own, as `UnpackingOptions` has.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use datarep_copybook::{
    BinarySizes, Choice, CobolFloats, CobolMachine, CopybookCharset, DecimalPoint, EditedItems, OccursSpace,
    SignCheck, TextPadding, parse_double_byte, parse_pointers,
};
use datarep_dsl::model::MixedPage;

/// How a compiler stores what a copybook leaves open.
#[derive(Debug, Clone, Args)]
pub(crate) struct CompilerOptions {
    /// The machine that wrote the files, which decides how numbers and characters are stored.
    #[arg(long, value_parser = parse_choice::<CobolMachine>(), default_value = "mainframe")]
    pub(crate) machine: CobolMachine,
    /// What `COMP-1` and `COMP-2` are [default: `hfp` for a mainframe, `ieee` for a PC].
    #[arg(long, value_parser = parse_choice::<CobolFloats>())]
    pub(crate) floats: Option<CobolFloats>,
    /// What `OCCURS … DEPENDING ON` is: as many items as the count says, or always as many as there can be, as most compilers store such
    /// items in a record.
    #[arg(long, value_parser = parse_choice::<OccursSpace>(), default_value = "counted")]
    pub(crate) occurs: OccursSpace,
    /// The bytes of binary numbers: 2, 4 or 8 as on mainframes, also 1, or any number from 1 to 8 [the option `binary-size` of `GnuCOBOL`;
    /// default: 2-4-8].
    #[arg(long, value_parser = parse_choice::<BinarySizes>(), value_name = "SIZES")]
    pub(crate) binary_size: Option<BinarySizes>,
    /// Which signs numbers of `DISPLAY` and `COMP-3` have whose picture has none, as `PIC 9(5)`.
    #[arg(long, value_parser = parse_choice::<SignCheck>(), default_value = "lenient", value_name = "CHECK")]
    pub(crate) signs: SignCheck,
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
    #[arg(long, value_parser = parse_choice::<TextPadding>(), default_value = "spaces")]
    pub(crate) padding: TextPadding,
    /// What items with the picture of a printed number are, such as `PIC Z,ZZ9.99-`.
    #[arg(long, value_parser = parse_choice::<EditedItems>(), default_value = "numbers")]
    pub(crate) edited: EditedItems,
    /// The point in such pictures: `comma` if the program says `DECIMAL-POINT IS COMMA`.
    #[arg(long, value_name = "SIGN", value_parser = parse_choice::<DecimalPoint>(), default_value = "point")]
    pub(crate) decimal_point: DecimalPoint,
}

/// Reads the word of a choice. The help lists all words with their meanings.
pub(super) fn parse_choice<C: Choice>() -> impl TypedValueParser<Value = C> {
    let words =
        C::ALL.iter().map(|named| PossibleValue::new(named.name).help(named.meaning.trim_end_matches('.')));
    PossibleValuesParser::new(words).try_map(|word| C::find(&word).ok_or("there is no such choice"))
}
