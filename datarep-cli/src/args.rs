//! The command line.

mod bad;
mod choosing;
mod compiler;
mod division;
mod ends;
pub(crate) mod foreign;
mod marks;
mod part;
mod printing;
mod rows;
mod tables;
mod unpacking;
mod write;

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::{Args, Parser, Subcommand};
use datarep_copybook::GroupForm;
use datarep_dynamic::marks::Marks;

pub(crate) use bad::{BadRecordAction, BadRecordLimit, BadRecordOptions};
pub(crate) use choosing::ChoiceOptions;
pub(crate) use compiler::{CompilerOptions, CopybookTexts};
pub(crate) use division::DivisionOptions;
pub(crate) use ends::EndOptions;
use marks::MarksParser;
pub(crate) use part::{PartNumber, PartOption};
pub(crate) use printing::{ColorWhen, PrintingOptions};
pub(crate) use rows::{AddedColumn, RowOptions, SampleSize, WhereCondition};
pub(crate) use tables::{TableCompression, TableOptions};
pub(crate) use unpacking::{Compression, UnpackingOptions};
pub(crate) use write::RecordWriteOptions;

/// The exit codes, at the end of every command's help.
const EXITS: &str =
    "Exit codes: 0 success; 1 failure, or only part was done: the message says why; 2 wrong command line.";

/// Number formats of other machines: list them, show them, look at bytes in them, convert files.
///
/// A name is that of a format of the library or of your own text (`hfp32`, `ieee::f32`, `twos(24)`), or another
/// program's name for it (`>f4`, `H5T_VAX_F64`). A byte order may follow: `"f32 little"`.
#[derive(Debug, Parser)]
#[command(name = "datarep", version, after_help = EXITS, max_term_width = 110)]
#[command(mut_subcommands(|command| command.after_help(EXITS)))]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Which texts are read in addition to the library.
    #[command(flatten)]
    pub(crate) texts: TextOptions,
    /// What is printed beside the answer.
    #[command(flatten)]
    pub(crate) printing: PrintingOptions,
}

/// Texts of the user.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct TextOptions {
    /// A text with your own formats; may be given more than once.
    ///
    /// Texts named by the environment variable `DATAREP_TEXTS` (with `:` between them) and those in
    /// `~/.config/datarep/*.datarep` are read too. If two define the same name, the one given here is used.
    #[arg(long = "text", value_name = "FILE", global = true)]
    pub(crate) text: Vec<PathBuf>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find formats and representations by name, machine, maker, or another program's name for them.
    List(ListOptions),
    /// Show a format: its bits, formula, range, precision, special words, sources and examples.
    Show(ShowOptions),
    /// Follow a word to its value, or a value to its word.
    Explain(ExplainOptions),
    /// Check texts and report all faults.
    Check(CheckOptions),
    /// What concerns programs under an MPI library.
    #[command(subcommand)]
    Mpi(MpiCommand),
    /// What reads files.
    #[command(flatten)]
    Files(Box<FileCommand>),
    /// What tells of the command.
    #[command(flatten)]
    Own(OwnCommand),
}

/// The commands that read files, or make them.
#[derive(Debug, Subcommand)]
pub(crate) enum FileCommand {
    /// Print the items of a file: offsets, bytes, words, values, and what is unusual.
    Dump(DumpOptions),
    /// Convert the items of a file to another format, to an array of NumPy, to a table of Parquet or Arrow, or to CSV.
    ///
    /// The new file appears only when it is complete: it is written under another name and renamed.
    Convert(Box<ConvertOptions>),
    /// Write the rows of a table of Parquet, Arrow or CSV as records: the other way of `convert --record`.
    ///
    /// Each field is written from the column of its name, with its rules. A column of another type is taken if its values do not
    /// change.
    Write(RecordWriteOptions),
    /// Read a COBOL copybook or a label of PDS3, PDS4 or VICAR, and write a text with its records.
    Import(ImportOptions),
    /// Make a crate: a plug-in for MPI, or a program.
    New(NewOptions),
    /// Find out what the numbers in a file may be: formats, byte orders, alignments and record lengths, ranked.
    ///
    /// The score is how many bits each byte takes when the bytes are encoded as such numbers. The fewer, the better the format explains them.
    Probe(ProbeOptions),
}

/// The commands for programs under an MPI library.
#[derive(Debug, Subcommand)]
pub(crate) enum MpiCommand {
    /// Start a program with `libdatarep_mpi.so` and report what the library sees there: the MPI library, tools, settings, the file
    /// system, and whether views are converted. The program itself does not run.
    ///
    /// The exit code is 0 if each process says that all is well.
    #[command(after_help = EXITS)]
    Doctor(DoctorOptions),
}

/// `datarep mpi doctor`
#[derive(Debug, Args)]
pub(crate) struct DoctorOptions {
    /// The folder in which a view is tried [default: the current one].
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// `libdatarep_mpi.so` [default: that of `LD_PRELOAD`, or the one beside this program].
    #[arg(long, value_name = "LIBRARY")]
    pub(crate) library: Option<PathBuf>,
    /// How the program is started: `mpiexec -n 2 ./program`.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// The commands that tell of the command itself.
#[derive(Debug, Subcommand)]
pub(crate) enum OwnCommand {
    /// Print the completion script of a shell.
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
pub(crate) struct ListOptions {
    /// Part of a name or a description: `vax`, `Cray`, `VAXG`, `H5T_VAX`, `>f4`, `seismic`.
    pub(crate) word: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `datarep show`
#[derive(Debug, Args)]
pub(crate) struct ShowOptions {
    /// A format or a representation.
    pub(crate) name: String,
    /// Draw the format into this file instead, as SVG.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Open the format in the page for browsers instead, and print the address. Without a desktop, only the address is printed.
    ///
    /// `cargo xtask page` makes the page. Its file is the one that the environment variable `DATAREP_PAGE` names, or is
    /// looked for beside the command and as `~/.local/share/datarep/page.html`.
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    pub(crate) page: bool,
    /// How the new file is written.
    #[command(flatten)]
    pub(crate) writing: WriteOptions,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `datarep explain`
#[derive(Debug, Args)]
pub(crate) struct ExplainOptions {
    /// A word (`0xC276A000`, `0o…`, `0b…`), the bytes of one in a file (`[C2 76 A0 00]`), or a value (`-118.625`, `inf`,
    /// `nan`, `true`, `A`).
    #[arg(allow_hyphen_values = true, required_unless_present = "lines")]
    pub(crate) what: Option<String>,
    /// The formats, separated by commas.
    #[arg(long = "as", alias = "format", value_name = "FORMATS", required = true)]
    pub(crate) formats: Vec<String>,
    /// Explain each line of a file; `-` is standard input. A line that cannot be explained says why, and the others are
    /// explained all the same.
    #[arg(long, value_name = "FILE", conflicts_with = "what")]
    pub(crate) lines: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `datarep check`
#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// Texts; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which items of a file are meant.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ItemOptions {
    /// The byte at which the first item begins; `0x200` is a number too.
    #[arg(long, visible_alias = "skip", alias = "offset", value_name = "BYTE", default_value = "0", value_parser = parse_number)]
    pub(crate) at: u64,
    /// Items in a row, which is a line of CSV or of an array [default: 1].
    #[arg(long, value_name = "ITEMS", value_parser = parse_positive)]
    pub(crate) row: Option<u64>,
    /// Bytes from the beginning of a row to the beginning of the next [default: the bytes of a row].
    #[arg(long, value_name = "BYTES", value_parser = parse_number)]
    pub(crate) stride: Option<u64>,
    /// How many rows [default: all].
    #[arg(long, alias = "limit", short_alias = 'n', value_name = "ROWS", value_parser = parse_number)]
    pub(crate) count: Option<u64>,
    /// The file has records of variable length, which marks divide. The marks are checked, and the options above apply to the bytes
    /// between them. Options of marks follow after commas: `fortran4,little`.
    #[arg(long, value_name = "MARKS", value_parser = MarksParser)]
    pub(crate) marks: Option<Marks>,
    /// Accept a file that ends inside an item, and use its complete items.
    #[arg(long)]
    pub(crate) partial: bool,
    /// What is read of a file, and how a compressed one is unpacked. The options above then apply to what was compressed.
    #[command(flatten)]
    pub(crate) unpacking: UnpackingOptions,
    /// Whether other files follow, so that this one may have fewer rows than are wanted.
    #[arg(skip)]
    pub(crate) is_part: bool,
    /// The part of the file that is read, if it is not all.
    #[arg(skip)]
    pub(crate) part: Option<PartNumber>,
}

/// How a new file is written.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct WriteOptions {
    /// Replace an existing file; the new one keeps its owner, mode and attributes.
    #[arg(long)]
    pub(crate) force: bool,
    /// Do not wait until the new file is on the disk. It is faster, and a loss of power may leave an empty file.
    #[arg(long)]
    pub(crate) no_sync: bool,
}

/// `datarep dump`
#[derive(Debug, Args)]
pub(crate) struct DumpOptions {
    /// The file; `-` is standard input.
    pub(crate) file: PathBuf,
    /// The format of its items, or the record.
    #[arg(long = "as", alias = "format", value_name = "FORMAT", required_unless_present = "record")]
    pub(crate) format: Option<String>,
    /// A text with the record; `--as` names the record if there are several.
    #[arg(long, value_name = "TEXT")]
    pub(crate) record: Option<PathBuf>,
    /// Which items.
    #[command(flatten)]
    pub(crate) items: ItemOptions,
    /// Print JSON, an object on each line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads a number of bytes or items: `512`, `0x200`, `1_000`.
fn parse_number(text: &str) -> Result<u64, String> {
    // Digits in groups, as Rust and Python write them.
    let digits = text.replace('_', "");
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    };
    number.ok_or_else(|| "write a number such as `512` or `0x200`".to_owned())
}

/// Reads a number that is not zero.
fn parse_positive(text: &str) -> Result<u64, String> {
    match parse_number(text)? {
        0 => Err("a row has at least one item".to_owned()),
        number => Ok(number),
    }
}

/// Reads a number of threads.
fn parse_threads(text: &str) -> Result<u16, String> {
    let threads = parse_number(text).ok().and_then(|threads| u16::try_from(threads).ok());
    let threads = threads.filter(|threads| (1..=1024).contains(threads));
    threads.ok_or_else(|| "write a number of threads from 1 to 1024, such as `4`".to_owned())
}

/// `datarep convert`
#[derive(Debug, Clone, Args)]
pub(crate) struct ConvertOptions {
    /// The files to convert, and last the new file, unless `--output` names it. `-` is standard input or output. The format of a NumPy
    /// array (`.npy`) is known.
    ///
    /// A folder stands for its files, and a pattern (`'dir/*.gz'`) for those that fit it. They are one after the other in the new file.
    /// If the new file is a folder, or `{}` in its name stands for the name of each file, there is a new file for each.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The new file.
    #[arg(long = "output", short = 'o', value_name = "OUT")]
    pub(crate) to_file: Option<PathBuf>,
    /// The files that are read, one after the other, and the new file.
    #[arg(skip)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The new file.
    #[arg(skip)]
    pub(crate) output: PathBuf,
    /// Fields of records that become columns, separated by commas [default: all].
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// How items go from one format to the other.
    #[command(flatten)]
    pub(crate) passage: FormatOptions,
    /// Which items.
    #[command(flatten)]
    pub(crate) items: ItemOptions,
    /// Which part of the file.
    #[command(flatten)]
    pub(crate) part: PartOption,
    /// What is written, beside the items.
    #[command(flatten)]
    pub(crate) copying: CopyOptions,
    /// What happens to bad records.
    #[command(flatten)]
    pub(crate) bad: BadRecordOptions,
    /// Which records are wanted, and which columns are added.
    #[command(flatten)]
    pub(crate) rows: RowOptions,
    /// The first and the last record of each file.
    #[command(flatten)]
    pub(crate) ends: EndOptions,
    /// How records are divided among several new files.
    #[command(flatten)]
    pub(crate) division: DivisionOptions,
    /// How the new file is written.
    #[command(flatten)]
    pub(crate) writing: WriteOptions,
    /// How a table is written.
    #[command(flatten)]
    pub(crate) tables: TableOptions,
}

/// What is written, beside the items.
#[derive(Debug, Clone, Args)]
pub(crate) struct CopyOptions {
    /// In CSV, write `'` before a text that a spreadsheet would run as a formula.
    #[arg(long)]
    pub(crate) escape_formulas: bool,
    /// Keep all other bytes of the file: those before the first row, between rows and behind the last one.
    ///
    /// The items of both formats have as many bytes. Without `--at`, `--row` and `--stride`, the items are where the header of the file says, and
    /// without `--from` in its format. The format code in the header of SEG-Y becomes that of the new items, if all are converted.
    #[arg(long)]
    pub(crate) keep: bool,
    /// Write nothing, and report what would be lost.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Convert with so many threads [default: one for each processor].
    ///
    /// At most 8 of them convert records and columns of Parquet. The new file is the same with any number.
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<u16>,
}

impl CopyOptions {
    /// The number of threads that convert.
    pub(crate) fn count_threads(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(processors, usize::from)
    }
}

/// How items go from one format to another.
#[derive(Debug, Clone, Args)]
pub(crate) struct FormatOptions {
    /// The format of the items, or the record.
    #[arg(long, aliases = ["format", "as"], value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// A text with the record; `--from` names the record if there are several.
    #[arg(long, value_name = "TEXT")]
    pub(crate) record: Option<PathBuf>,
    /// The new format or record, or `npy`, `csv`, `parquet` or `arrow` [default: the ending of the new file's name].
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Marks around the records of the new file, or around its rows; they have the names of `--marks`.
    #[arg(long, value_name = "MARKS", value_parser = MarksParser, hide_possible_values = true)]
    pub(crate) to_marks: Option<Marks>,
    /// The native type between the two formats [default: the narrowest that holds every number of the source].
    #[arg(long, value_enum, value_name = "TYPE")]
    pub(crate) via: Option<ViaType>,
    /// Rules for what the native type cannot hold: `"overflow => error, reserved => nan"`.
    #[arg(long, value_name = "RULES")]
    pub(crate) on_read: Option<String>,
    /// Rules for what the new format cannot hold: `"overflow => saturate"`.
    #[arg(long, value_name = "RULES")]
    pub(crate) on_write: Option<String>,
}

/// `datarep probe`
#[derive(Debug, Args)]
pub(crate) struct ProbeOptions {
    /// The file; `-` is standard input.
    pub(crate) file: PathBuf,
    /// The byte at which an item begins; `0x200` is a number too [default: skip text, and try all alignments].
    #[arg(long, value_name = "BYTE", value_parser = parse_number)]
    pub(crate) at: Option<u64>,
    /// The candidate that is drawn, if it is not the first: `"f32 big"`.
    #[arg(long = "as", alias = "format", value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// How many bytes are examined [default: 4 MiB, or the whole file].
    #[arg(long, value_name = "BYTES", value_parser = parse_number)]
    pub(crate) length: Option<u64>,
    /// How a compressed file is unpacked.
    #[command(flatten)]
    pub(crate) unpacking: UnpackingOptions,
    /// What else is made of what is found.
    #[command(flatten)]
    pub(crate) pictures: PictureOptions,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where the best candidate is drawn.
#[derive(Debug, Args)]
pub(crate) struct PictureOptions {
    /// Draw the series and its magnitudes into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// The same as PNG, without labels.
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Also open the page for browsers where the candidate begins, and print the address; `datarep show --help` says where the
    /// page is looked for. The page asks for the file, as a page may open none by itself.
    #[arg(long, conflicts_with = "json")]
    pub(crate) page: bool,
    /// How the new file is written.
    #[command(flatten)]
    pub(crate) writing: WriteOptions,
}

/// `datarep new`
#[derive(Debug, Args)]
pub(crate) struct NewOptions {
    /// What to make.
    #[arg(value_enum)]
    pub(crate) kind: CrateKind,
    /// The new folder; the crate and its representation have its name.
    #[arg(value_name = "NAME")]
    pub(crate) path: PathBuf,
    /// The folder of datarep's source [default: the one that this program was built from].
    #[arg(long, value_name = "FOLDER")]
    pub(crate) datarep: Option<PathBuf>,
}

/// Crates that can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CrateKind {
    /// A shared library with your own representation, for programs under any MPI library.
    Plugin,
    /// A program with `datarep!`.
    Crate,
}

/// `datarep import`
#[derive(Debug, Args)]
pub(crate) struct ImportOptions {
    /// The copybook, and last the new text, unless `--output` names it [default: standard output]. `-` is standard input or
    /// output.
    ///
    /// A label of planetary data, alone or at the beginning of its file, becomes a record for each table that it describes. The
    /// options for compilers and texts are of copybooks.
    ///
    /// Several copybooks become one record, in which those of all copybooks begin at the same byte: a choice, if `--choose`
    /// says by which field, otherwise an overlay.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The new text.
    #[arg(long = "output", short = 'o', value_name = "OUT")]
    pub(crate) to_file: Option<PathBuf>,
    /// A folder with files that `COPY` names, after the folder of the copybook; several times for several folders.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) include: Vec<PathBuf>,
    /// Write the layout instead of the text: each item with its picture, its usage, its first byte and its length, as compilers list
    /// them, and what it becomes in the text.
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) report: Option<ReportForm>,
    /// How the compiler stores items.
    #[command(flatten)]
    pub(crate) compiler: CompilerOptions,
    /// How texts are stored.
    #[command(flatten)]
    pub(crate) texts: CopybookTexts,
    /// Which items a record has.
    #[command(flatten)]
    pub(crate) choosing: ChoiceOptions,
    /// What groups without `OCCURS` are: fields of the record around them, or records of their own, which `convert --nested` writes as structs.
    #[arg(long, value_parser = compiler::parse_choice::<GroupForm>(), default_value = "flat", value_name = "FORM")]
    pub(crate) groups: GroupForm,
    /// How the new file is written.
    #[command(flatten)]
    pub(crate) writing: WriteOptions,
}

/// How the layout of copybooks is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReportForm {
    /// A table for people.
    Text,
    /// An object for programs.
    Json,
}

/// A native type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum ViaType {
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

impl ViaType {
    /// Whether it is a type of integers.
    pub(crate) fn is_integer(self) -> bool {
        use ViaType::{I8, I16, I32, I64, I128, U8, U16, U32, U64, U128};
        matches!(self, I8 | I16 | I32 | I64 | I128 | U8 | U16 | U32 | U64 | U128)
    }
}
