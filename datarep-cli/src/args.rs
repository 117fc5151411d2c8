//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// What every command says of its end.
const EXITS: &str =
    "Exit codes: 0 done; 1 not done, or not wholly: the message says why; 2 the command line is wrong.";

/// Number formats of other machines: list them, show them, look at bytes in them, convert files.
///
/// A name is that of a format of the library or of a text of yours (`hfp32`, `ieee::f32`, `twos(24)`), or another
/// program's name for it (`>f4`, `H5T_VAX_F64`). An order of bytes may stand behind it: `"f32 little"`.
#[derive(Debug, Parser)]
#[command(name = "datarep", version, after_help = EXITS, max_term_width = 110)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Which texts are read beside the library.
    #[command(flatten)]
    pub(crate) texts: Texts,
}

/// Texts of the user.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Texts {
    /// A text with formats of your own; may be given more than once.
    ///
    /// Texts named by the environment variable `DATAREP_TEXTS` (with `:` between them) and those in
    /// `~/.config/datarep/*.datarep` are read too. Where two have the same name, the one given here wins.
    #[arg(long = "text", value_name = "FILE", global = true)]
    pub(crate) text: Vec<PathBuf>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find formats and representations by name, machine, maker, or another program's name for them.
    #[command(after_help = EXITS)]
    List(List),
    /// Show a format: its bits, formula, range, precision, special words, sources and examples.
    #[command(after_help = EXITS)]
    Show(Show),
    /// Follow a word to its value, or a value to its word.
    #[command(after_help = EXITS)]
    Explain(Explain),
    /// Check texts: all faults of all of them.
    #[command(after_help = EXITS)]
    Check(Check),
    /// Print the items of a file: offsets, bytes, words, values, and what is unusual.
    #[command(after_help = EXITS)]
    Dump(Dump),
    /// Convert the items of a file to another format, to an array of NumPy, to a table of Parquet or Arrow, or to CSV.
    ///
    /// The target is whole or is not there: it is written beside its place and renamed.
    #[command(after_help = EXITS)]
    Convert(Convert),
    /// Read a copybook of COBOL, and write a text with its records.
    #[command(after_help = EXITS)]
    Import(Import),
    /// Make a crate that builds: a plug-in for MPI, or a program.
    #[command(after_help = EXITS)]
    New(New),
    /// Tell what the numbers in a file may be: formats, orders of bytes, alignments and record lengths, ranked.
    ///
    /// The score is how many bits a byte takes when the bytes are told as such numbers: the fewer, the better the format explains them.
    #[command(after_help = EXITS)]
    Probe(Probe),
    /// Print the completions of a shell, for its own place of them.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of this command, or of one of its commands.
    Manual {
        /// The command: `convert`.
        of: Option<String>,
    },
}

/// `datarep list`
#[derive(Debug, Args)]
pub(crate) struct List {
    /// A part of a name or a description: `vax`, `Cray`, `VAXG`, `H5T_VAX`, `>f4`, `seismic`.
    pub(crate) word: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `datarep show`
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// A format or a representation.
    pub(crate) name: String,
    /// Draw the format in this file instead, as SVG.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `datarep explain`
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A word (`0xC276A000`, `0o…`, `0b…`), the bytes of one in a file (`[C2 76 A0 00]`), or a value (`-118.625`, `inf`,
    /// `nan`, `true`, `A`).
    #[arg(allow_hyphen_values = true)]
    pub(crate) what: String,
    /// The formats, with commas between them.
    #[arg(long = "as", value_name = "FORMATS", required = true)]
    pub(crate) formats: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `datarep check`
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Texts; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which items of a file are meant.
#[derive(Debug, Clone, Args)]
pub(crate) struct Where {
    /// The byte at which the first item begins; `0x200` is a number too.
    #[arg(long, visible_alias = "skip", value_name = "BYTE", default_value = "0", value_parser = number)]
    pub(crate) at: u64,
    /// Items that stand side by side, a row; one, where nothing is said. A row is a line of CSV, and of an array.
    #[arg(long, value_name = "ITEMS", value_parser = number)]
    pub(crate) row: Option<u64>,
    /// Bytes from the beginning of a row to that of the next; those of a row, where nothing is said.
    #[arg(long, value_name = "BYTES", value_parser = number)]
    pub(crate) stride: Option<u64>,
    /// How many rows; all, where nothing is said.
    #[arg(long, value_name = "ROWS", value_parser = number)]
    pub(crate) count: Option<u64>,
    /// The file has records of variable length: `fortran4` or `fortran8`, between marks of so many bytes, whose order may be said
    /// (`fortran4,big`); `rdw`, behind IBM's record descriptors, or `bdw`, in blocks with descriptors of their own. The options above are
    /// then of what stands between the marks, which are checked.
    #[arg(long, value_name = "MARKS", value_parser = marks)]
    pub(crate) marks: Option<Marks>,
    /// Take what is whole of a file that ends within an item.
    #[arg(long)]
    pub(crate) partial: bool,
}

/// `datarep dump`
#[derive(Debug, Args)]
pub(crate) struct Dump {
    /// The file; `-` is standard input.
    pub(crate) file: PathBuf,
    /// The format of its items, or the record.
    #[arg(long = "as", value_name = "FORMAT", required_unless_present = "record")]
    pub(crate) format: Option<String>,
    /// A text with the record; `--as` names it where there are several.
    #[arg(long, value_name = "TEXT")]
    pub(crate) record: Option<PathBuf>,
    /// Which items.
    #[command(flatten)]
    pub(crate) items: Where,
    /// Print JSON, an object on each line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A number of bytes or items: `512`, `0x200`, `1_000`.
fn number(text: &str) -> Result<u64, String> {
    let digits = text.replace('_', "");
    let parsed = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    };
    parsed.ok_or_else(|| "write a number such as `512` or `0x200`".to_owned())
}

/// `datarep convert`
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The file; `-` is standard input. Of an array of NumPy (`.npy`) the format is known.
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// The new file; `-` is standard output.
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The format of the items, or the record.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// A text with the record; `--from` names it where there are several.
    #[arg(long, value_name = "TEXT")]
    pub(crate) record: Option<PathBuf>,
    /// The format or the record that they get, or `npy`, `csv`, `parquet` or `arrow`; where nothing is said, as the name of the new file ends.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Which items.
    #[command(flatten)]
    pub(crate) items: Where,
    /// The native type between; where nothing is said, the narrowest that holds every number of the source.
    #[arg(long, value_enum, value_name = "TYPE")]
    pub(crate) via: Option<Via>,
    /// Rules for what the native type cannot hold: `"overflow => error, reserved => nan"`.
    #[arg(long, value_name = "RULES")]
    pub(crate) on_read: Option<String>,
    /// Rules for what the new format cannot hold: `"overflow => saturate"`.
    #[arg(long, value_name = "RULES")]
    pub(crate) on_write: Option<String>,
    /// Write nothing, and report what would be lost.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Replace a file that is there.
    #[arg(long)]
    pub(crate) force: bool,
}

/// `datarep probe`
#[derive(Debug, Args)]
pub(crate) struct Probe {
    /// The file; `-` is standard input.
    pub(crate) file: PathBuf,
    /// The byte at which an item begins; `0x200` is a number too. Where nothing is said, text is passed over and all alignments are tried.
    #[arg(long, value_name = "BYTE", value_parser = number)]
    pub(crate) at: Option<u64>,
    /// How many bytes are looked at; four MiB where nothing is said, or what is there.
    #[arg(long, value_name = "BYTES", value_parser = number)]
    pub(crate) length: Option<u64>,
    /// Draw the series and its magnitudes in this file, as SVG.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// The same as PNG, without letters.
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `datarep new`
#[derive(Debug, Args)]
pub(crate) struct New {
    /// What is made.
    #[arg(value_enum)]
    pub(crate) kind: Kind,
    /// The new folder; the crate and its representation have its name.
    #[arg(value_name = "NAME")]
    pub(crate) path: PathBuf,
    /// The folder of datarep's source; where nothing is said, the one that this program was built from.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) datarep: Option<PathBuf>,
}

/// Crates that can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// A shared library with a representation of your own for programs under any MPI library.
    Plugin,
    /// A program with `datarep!`.
    Crate,
}

/// `datarep import`
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The copybook; `-` is standard input.
    pub(crate) copybook: PathBuf,
    /// The new text; where nothing is said, standard output.
    #[arg(value_name = "OUT", default_value = "-")]
    pub(crate) output: PathBuf,
    /// What wrote the files: it says how numbers and characters are stored.
    #[arg(long, value_enum, default_value = "mainframe")]
    pub(crate) machine: Machine,
    /// The characters of texts; `cp037` of a mainframe, and `ascii` of a PC, where nothing is said.
    #[arg(long, value_enum)]
    pub(crate) charset: Option<Charset>,
    /// What `COMP-1` and `COMP-2` are; `hfp` on a mainframe, and `ieee` on a PC, where nothing is said.
    #[arg(long, value_enum)]
    pub(crate) floats: Option<Floats>,
    /// Replace a file that is there.
    #[arg(long)]
    pub(crate) force: bool,
}

/// What wrote the files of a copybook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Machine {
    /// IBM's: EBCDIC, hexadecimal floats, all bytes big-endian.
    Mainframe,
    /// ASCII, IEEE floats; `COMP-5`, `COMP-1` and `COMP-2` little-endian.
    Pc,
}

/// Characters of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Charset {
    Cp037,
    Cp500,
    Cp1047,
    Cp1140,
    Ascii,
    Latin1,
}

/// Floats of COBOL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Floats {
    /// IBM's hexadecimal floats.
    Hfp,
    /// IEEE 754.
    Ieee,
}

/// Marks of records of variable length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    /// Fortran's: the length of a record, in so many bytes, before and behind it. An order that is not said is found.
    Fortran { bytes: usize, order: Option<Order> },
    /// IBM's descriptors, of records or of blocks and their records.
    Descriptors { blocks: bool },
}

/// The order of the bytes of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Big,
    Little,
}

/// Marks by their name: `fortran4,little`, `rdw`.
fn marks(text: &str) -> Result<Marks, String> {
    let (name, order) = match text.split_once(',') {
        Some((name, "big")) => (name, Some(Order::Big)),
        Some((name, "little")) => (name, Some(Order::Little)),
        Some(_) => ("", None),
        None => (text, None),
    };
    match (name, order) {
        ("fortran4", order) => Ok(Marks::Fortran { bytes: 4, order }),
        ("fortran8", order) => Ok(Marks::Fortran { bytes: 8, order }),
        ("rdw", None) => Ok(Marks::Descriptors { blocks: false }),
        ("bdw", None) => Ok(Marks::Descriptors { blocks: true }),
        _ => {
            Err("write `fortran4`, `fortran8`, either with `,big` or `,little`, or `rdw` or `bdw`".to_owned())
        }
    }
}

/// A native type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Via {
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    U128,
    F32,
    F64,
    F128,
    Decimal,
    Bool,
    Char,
    Wchar,
}
