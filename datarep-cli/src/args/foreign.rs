//! Options and commands of other programs, and what is typed here in their place.
//!
//! It only replaces the tip of an error about the command line, where the parser knows nothing but similar letters:
//! `--overwrite` is no `--on-write`. It accepts nothing.

use std::ffi::OsStr;
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Spellings of one wish, the commands in which they mean it (all, if there are none), and what is typed here.
type ForeignSpelling = (&'static [&'static str], &'static [&'static str], &'static str);

const ORDER: &str = "the order of bytes follows the name of the format: `\"f32 little\"`, `\"f32 big\"`";
const COUNT: &str = "`--count ROWS` takes a number of rows, or of items without `--row`";
const FORMAT: &str = "`--as FORMAT` names the format; `convert` has `--from` and `--to`";
const OUTPUT: &str = "the new file is the last word: `datarep convert IN OUT`";

/// Options of other programs. The first row that fits is taken.
const OPTIONS: &[ForeignSpelling] = &[
    (
        &[
            "header",
            "head-bytes",
            "skip-bytes",
            "skip-header",
            "skip-rows",
            "skip-lines",
            "no-header",
            "seek",
            "start",
            "header-bytes",
        ],
        &[],
        "`--at BYTE` passes over the bytes before the first item; `datarep probe FILE` finds where numbers are",
    ),
    (
        &["recfm", "record-format", "rdw", "bdw", "record_format"],
        &[],
        "`--marks rdw` is for records of variable length (RECFM V), `--marks bdw` for those in blocks (VB); records of fixed length (F, FB) need none",
    ),
    (&["format"], &["list"], "`--json` prints the list for other programs"),
    (&["all"], &["list"], "`datarep list` without words lists all formats"),
    (
        &["to", "from", "f", "t", "format"],
        &["explain"],
        "`--as` names the formats, several with commas: `--as hfp32,f32`",
    ),
    (&["strict", "verbose"], &["check"], "`check` looks at everything, and each fault is an error"),
    (&["o", "output", "out", "plot"], &["probe"], "`--png FILE` and `--svg FILE` draw the values"),
    (&["top", "n", "max"], &["probe"], "`--json` has all candidates"),
    (
        &["plot", "graph", "chart", "hist", "histogram", "draw", "png", "svg"],
        &[],
        "`datarep probe FILE` draws values, with `--png FILE` or `--svg FILE` into a file",
    ),
    (
        &[
            "endian",
            "endianness",
            "byteorder",
            "byte-order",
            "byte-swap",
            "swap",
            "swap-bytes",
            "swap-words",
            "byteswap",
            "wordswap",
            "word-order",
            "order",
            "little",
            "big",
            "le",
            "be",
            "little-endian",
            "big-endian",
            "e",
        ],
        &[],
        ORDER,
    ),
    (&["c", "rows", "max", "num", "number", "head", "top", "N", "length", "nrows", "samples"], &[], COUNT),
    (
        &["gap", "step", "skip-between", "spacing"],
        &[],
        "`--stride BYTES` says how many bytes are from one row to the next, and `--row ITEMS` how many items a row has",
    ),
    (
        &["bits", "width", "bit-width", "w"],
        &[],
        "the format has the bits, and says that words are packed: `\"unsigned(12), packed\"`",
    ),
    (
        &["dtype", "native"],
        &["convert"],
        "`--to` says what is written, and `--via TYPE` through which native type",
    ),
    (&["type", "t", "f", "F", "fmt", "dtype", "t1", "t2"], &[], FORMAT),
    (
        &[
            "on-overflow",
            "overflow",
            "clip",
            "saturate",
            "on-underflow",
            "on-nan",
            "on-inexact",
            "on-missing",
            "on-invalid",
            "errors",
        ],
        &[],
        "rules have the event: `--on-write \"overflow => saturate\"`, `--on-read \"nan => error\"`",
    ),
    (
        &["encoding", "codepage", "code-page", "code_page", "charset", "cp"],
        &[],
        "the format of a text names its code page: `\"ebcdic(cp037)\"`; `datarep import` has `--charset`",
    ),
    (
        &["copybook", "schema", "layout"],
        &[],
        "`datarep import COPYBOOK TEXT` makes a text of a copybook, which `--record TEXT` reads",
    ),
    (&["overwrite", "clobber", "y", "f", "replace"], &[], "`--force` replaces a file"),
    (
        &["shape", "columns-per-row", "cols", "samples-per-trace"],
        &[],
        "`--row ITEMS` says how many items are in a row",
    ),
    (&["delimiter", "sep", "separator", "d"], &[], "cells of CSV are divided by commas, whatever they hold"),
    (&["input", "i", "file", "in"], &[], "files are named without an option"),
    (&["output", "o", "out", "outfile"], &[], OUTPUT),
    (&["compress", "codec"], &[], "`--compression` is for Parquet; other files are packed by `| gzip`"),
];

/// Commands of other programs.
const COMMANDS: &[(&[&str], &str)] = &[
    (
        &["plot", "view", "draw", "graph", "chart", "hist", "histogram"],
        "`datarep probe FILE` draws values, with `--png FILE` or `--svg FILE` into a file",
    ),
    (
        &["info", "describe", "about", "print", "header", "stat", "summary"],
        "`datarep show FORMAT` shows a format, and `datarep probe FILE` says what a file is",
    ),
    (
        &["read", "hexdump", "hex", "xxd", "od", "cat", "head", "values"],
        "`datarep dump FILE --as FORMAT` prints the items of a file",
    ),
    (&["diff", "compare", "cmp"], "no command compares files: `datarep dump` prints each, for `diff`"),
    (&["find", "search", "formats", "ls"], "`datarep list WORDS` finds formats"),
    (
        &["detect", "guess", "identify", "sniff", "analyze", "scan", "file"],
        "`datarep probe FILE` finds formats in a file",
    ),
    (
        &["encode", "decode", "value", "word", "bits"],
        "`datarep explain VALUE --as FORMAT` shows a value, and `datarep explain 0xWORD --as FORMAT` a word",
    ),
    (&["validate", "lint", "test", "verify", "compile"], "`datarep check TEXT` checks a text"),
    (
        &["write", "export", "transform", "cast", "translate", "conv"],
        "`datarep convert IN OUT --from FORMAT --to FORMAT` converts a file",
    ),
];

/// Puts what is typed here in the place of the tip of an error, if someone typed a word of another program.
pub(crate) fn replace_tip(mut error: clap::Error, words: &[impl AsRef<OsStr>]) -> clap::Error {
    let kind = match error.kind() {
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        _ => return error,
    };
    let Some(ContextValue::String(typed)) = error.get(kind) else { return error };
    let command = words.get(1).and_then(|word| word.as_ref().to_str()).unwrap_or_default();
    let help = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            suggest_command(typed).map(str::to_owned).or_else(|| suggest_probe(typed))
        }
        _ if typed.starts_with('-') => suggest_option(typed, command),
        _ => suggest_for_extra_word(typed, command, words),
    };
    let Some(help) = help else { return error };
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue] {
        error.remove(kind);
    }
    let tips = ContextValue::StyledStrs(vec![StyledStr::from(help)]);
    error.insert(ContextKind::Suggested, tips);
    error
}

fn suggest_command(typed: &str) -> Option<&'static str> {
    COMMANDS.iter().find(|(spellings, _)| spellings.contains(&typed)).map(|(_, help)| *help)
}

/// Returns the advice for a file that was typed in place of a command.
fn suggest_probe(typed: &str) -> Option<String> {
    // A name with an ending, or in a folder, is no word for what is to be done.
    let path = Path::new(typed);
    let looks_like = path.extension().is_some() || path.components().count() > 1;
    (looks_like || path.is_file())
        .then(|| format!("`datarep probe {typed}` says what a file is, with the options that read it"))
}

/// Returns the advice for an option that does not exist here.
fn suggest_option(typed: &str, command: &str) -> Option<String> {
    let name = typed.trim_start_matches('-');
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        return Some(match command {
            "explain" => format!("a number below zero comes before the options: `datarep explain {typed} --as FORMAT`"),
            _ => "numbers of bytes, rows and items are not below zero; `--skip-end BYTES` leaves out the end of a file".to_owned(),
        });
    }
    let name = name.split('=').next().unwrap_or_default();
    let help = OPTIONS
        .iter()
        .find(|(spellings, commands, _)| {
            spellings.contains(&name) && (commands.is_empty() || commands.contains(&command))
        })
        .map(|(_, _, help)| *help)?;
    Some(help.to_owned())
}

/// Returns the advice for a word that the command does not take.
fn suggest_for_extra_word(typed: &str, command: &str, words: &[impl AsRef<OsStr>]) -> Option<String> {
    match command {
        "dump" => {
            Some(format!("a file is dumped by `datarep dump FILE --as {typed}`, if `{typed}` is a format"))
        }
        "explain" => Some(format!(
            "one value or word is explained: formats are named by `--as`, several with commas, and bytes are written in brackets, such as `[C2 76 A0 00]`; `{typed}` is one word too many"
        )),
        "list" | "show" => {
            let words: Vec<&str> = words.iter().skip(2).filter_map(|word| word.as_ref().to_str()).collect();
            Some(format!("several words are one in quotes: `datarep {command} \"{}\"`", words.join(" ")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Cli;

    /// The error of a command line, as it is printed.
    fn refuse(line: &[&str]) -> String {
        let words: Vec<&str> = ["datarep"].iter().chain(line).copied().collect();
        let error = Cli::command().try_get_matches_from(&words).expect_err("it is wrong");
        replace_tip(error, &words).to_string()
    }

    #[test]
    fn options_of_other_programs_are_answered() {
        for (line, expected) in [
            (&["dump", "a", "--as", "f32", "--header", "32"][..], "`--at BYTE`"),
            (&["dump", "a", "--as", "f32", "--endian=little"], "`\"f32 little\"`"),
            (&["dump", "a", "--as", "f32", "-c", "5"], "`--count ROWS`"),
            (&["dump", "a", "--as", "f32", "--gap", "240"], "`--stride BYTES`"),
            (&["convert", "a", "b", "--from", "f32", "--overwrite"], "`--force`"),
            (&["convert", "a", "b", "--from", "f32", "--shape", "10,10"], "`--row ITEMS`"),
            (&["convert", "a", "b", "--from", "f32", "--on-overflow", "saturate"], "overflow => saturate"),
            (&["convert", "a", "b", "--dtype", "f4"], "`--via TYPE`"),
            (&["dump", "a", "--dtype", "f4"], "`--as FORMAT`"),
            (&["probe", "a", "-o", "plot.png"], "`--png FILE`"),
            (&["list", "--format", "json"], "`--json`"),
            (&["explain", "1", "--to", "f32"], "`--as hfp32,f32`"),
            (&["dump", "a", "--as", "f32", "--at", "-4"], "not below zero"),
            (&["plot", "a"], "`datarep probe FILE` draws"),
            (&["hexdump", "a"], "`datarep dump FILE"),
            (&["histogram", "a"], "`datarep probe FILE` draws"),
            (&["header", "a.sgy"], "`datarep probe FILE` says what a file is"),
            (&["convert", "a", "b", "--plot"], "`datarep probe FILE` draws"),
            (&["probe", "a", "--header", "3600"], "`--at BYTE`"),
            (&["convert", "a", "b", "--swap-words"], "`\"f32 little\"`"),
            (&["dump", "a", "hfp32"], "--as hfp32"),
            (&["line.sgy"], "`datarep probe line.sgy` says what a file is"),
            (&["../old/data"], "`datarep probe ../old/data` says what a file is"),
            (&["convert", "a", "b", "--recfm", "VB"], "`--marks bdw` for those in blocks (VB)"),
        ] {
            let message = refuse(line);
            assert!(message.contains(expected), "{line:?}: {message}");
            assert!(
                !message.contains("as a value, use") && !message.contains("similar"),
                "{line:?}: {message}"
            );
        }
    }

    #[test]
    fn words_of_no_program_keep_their_tips() {
        assert!(refuse(&["dump", "a", "--as", "f32", "--cuont", "5"]).contains("--count"));
        assert!(refuse(&["dmp", "a"]).contains("dump"));
    }

    /// A row for an option that exists would never be read.
    #[test]
    fn no_option_of_the_command_is_foreign() {
        let mut command = Cli::command();
        command.build();
        for (spellings, commands, _) in OPTIONS {
            for subcommand in
                command.get_subcommands().filter(|subcommand| commands.contains(&subcommand.get_name()))
            {
                for argument in subcommand.get_arguments() {
                    let names = argument.get_long_and_visible_aliases().unwrap_or_default();
                    assert!(!names.iter().any(|name| spellings.contains(name)), "{names:?}");
                }
            }
        }
    }
}
