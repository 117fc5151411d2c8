//! What people type or open, and what they probably mean.
//!
//! Nothing here changes what a command does: it only adds a sentence. The commands decide when to ask.

use std::fmt;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use datarep_dynamic::Record;
use datarep_probe::{Header, Numbers, header};

use crate::args::{ItemOptions, UnpackingOptions};
use crate::failure::CliFailure;
use crate::input;
use crate::output;
use crate::progress::ByteMeter;

/// The bytes of a file that may say what it is.
const BEGINNING: u64 = 1 << 16;

/// How an array of NumPy begins.
const NPY: &[u8] = b"\x93NUMPY";

/// The bytes of a card of a SAS transport file.
const CARD: u64 = 80;

/// How a command reads the bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Items of so many bytes.
    Items(u64),
    /// Items of so many bytes that are characters, as those of any file may be.
    Characters(u64),
    /// Records.
    Records,
}

/// Notes what a file seems to be, where it is read as something else: that its header, or what lies between the rows that it
/// describes, is read as items too; that it is text; that it is empty. Returns its header, if it has one.
pub(crate) fn note_contents(path: &Path, items: &ItemOptions, contents: Contents) -> Option<Header> {
    // Who gives marks has looked at what the file says.
    if items.marks.is_some() {
        return None;
    }
    let beginning = read_beginning(path, &items.unpacking)?;
    let known_header = header(&beginning);
    if beginning.is_empty() {
        // A file without records is usual where files are divided.
        if contents != Contents::Records {
            output::note(&format!("`{}` is empty", path.display()));
        }
    } else if beginning.starts_with(NPY) && items.at == 0 {
        let advice = if contents == Contents::Records {
            "name the bytes before the first record by `--at`"
        } else {
            "`datarep convert` reads arrays without `--from`"
        };
        output::note(&format!(
            "`{}` is an array of NumPy, and its header is read too: {advice}",
            path.display()
        ));
    } else if let Some(known_header) = &known_header {
        note_header(path, items, contents, known_header);
    } else if matches!(contents, Contents::Items(_)) && is_text(&beginning) {
        output::note(&format!(
            "`{}` seems to be text, and its characters are read as words; numbers in text are for other programs, such as `numpy.loadtxt`",
            path.display()
        ));
    }
    known_header
}

/// Notes that the header of a file, or what is between the rows that it describes, is read too.
fn note_header(path: &Path, items: &ItemOptions, contents: Contents, header: &Header) {
    let Header { name, numbers, .. } = header;
    let file = path.display();
    let Some(first) = numbers.iter().map(|numbers| numbers.at as u64).min() else {
        // A kind of file whose header is not followed begins with a header all the same.
        if let (Contents::Items(_), 0) = (contents, items.at) {
            output::note(&format!(
                "`{file}` is {name}, and its header is read as items too: `datarep probe {file}` says what is known of such files"
            ));
        }
        return;
    };
    if contents == Contents::Records {
        if items.at == 0 && items.count.is_none() && first > 0 {
            output::note(&format!(
                "`{file}` is {name}, and its header is read as records too: `--at` names the byte of the first record; `datarep probe {file}` says where numbers are"
            ));
        }
        return;
    }
    let (Contents::Items(bytes) | Contents::Characters(bytes)) = contents else { return };
    if items.stride.is_some() {
        note_blank_rows(path, items, bytes, header);
        return;
    }
    let row = bytes.saturating_mul(items.row.unwrap_or(1));
    let end = items.count.map(|rows| items.at.saturating_add(rows.saturating_mul(row)));
    // Who asks for a part of the header knows it.
    if items.at < first && end.is_none_or(|end| end > first) {
        output::note(&format!(
            "`{file}` is {name}, and its header is read as items too: `datarep probe {file}` says where the numbers are"
        ));
    }
    let begins = numbers.iter().find(|numbers| numbers.at as u64 == items.at && items.at > 0);
    // A single row has nothing behind it that is read.
    let gap =
        |numbers: &&Numbers| numbers.stride.checked_sub(numbers.row * numbers.bytes).filter(|gap| *gap > 0);
    if let Some(numbers) = begins.filter(|numbers| numbers.rows != Some(1) && items.count != Some(1))
        && let Some(gap) = gap(&numbers)
    {
        output::note(&format!(
            "`{file}` is {name}, and the {gap} bytes between its rows are read as items too: `--row {} --stride {}` passes over them",
            numbers.row, numbers.stride
        ));
    }
}

/// Notes that the last rows of a SAS transport file are blanks, which fill its last card of 80 bytes. The file does not say
/// how many rows it has.
fn note_blank_rows(path: &Path, items: &ItemOptions, bytes: u64, header: &Header) {
    let is_column = |stride: u64| {
        let place = (items.at, stride, None);
        header.numbers.iter().any(|numbers| (numbers.at as u64, numbers.stride as u64, numbers.rows) == place)
    };
    let is_counted = items.count.is_some() || items.unpacking.skip_end > 0;
    let stride = items.stride.filter(|stride| is_column(*stride));
    let (Some(stride), "SAS XPORT", false) = (stride, header.name.as_str(), is_counted) else { return };
    let Some(LastBlanks { length, blanks }) = count_last_blanks(path) else { return };
    let Some(rest) = length.checked_sub(items.at + bytes) else { return };
    let rows = rest / stride + 1;
    // A row belongs to the filling if it is blank from its item to the end of the file.
    let is_filling = |row: &u64| length - (items.at + row * stride) <= blanks;
    let filled = (0..rows).rev().take_while(is_filling).count() as u64;
    if filled > 0 {
        output::note(&format!(
            "the last {filled} of the {rows} rows of `{}` are the blanks that fill its last card: `--count {}` leaves them out",
            path.display(),
            rows - filled
        ));
    }
}

/// The length of a file, and the number of blanks at its end, of which a card has at most 80.
pub(crate) struct LastBlanks {
    pub(crate) length: u64,
    pub(crate) blanks: u64,
}

/// Counts the blanks at the end of a file.
pub(crate) fn count_last_blanks(path: &Path) -> Option<LastBlanks> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(CARD))).ok()?;
    let mut card = Vec::new();
    file.take(CARD).read_to_end(&mut card).ok()?;
    let blanks = card.iter().rev().take_while(|byte| **byte == b' ').count() as u64;
    Some(LastBlanks { length, blanks })
}

/// Whether bytes are lines of printable characters. Numbers of a machine are none by chance.
fn is_text(bytes: &[u8]) -> bool {
    let is_printed = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    bytes.len() >= 16 && bytes.contains(&b'\n') && bytes.iter().all(is_printed)
}

/// Notes that a new file of the same kind, by its name, has items alone.
pub(crate) fn note_lost_header(header: &Header, items: &ItemOptions) {
    if header.numbers.iter().any(|numbers| numbers.at as u64 == items.at) {
        output::note(&format!(
            "the new file has the items alone, and is no {}: `--keep` keeps the header and what is between rows",
            header.name
        ));
    }
}

/// The header of the only file among several.
pub(crate) fn find_header(paths: &[PathBuf], unpacking: &UnpackingOptions) -> Option<Header> {
    let [path] = paths else { return None };
    header(&read_beginning(path, unpacking)?)
}

/// The name of the kind of a file that a header makes known.
pub(crate) fn name_kind(path: &Path, unpacking: &UnpackingOptions) -> Option<String> {
    header(&read_beginning(path, unpacking)?).map(|header| header.name)
}

/// A kind of table that a file may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KnownTable {
    Parquet,
    Arrow,
}

impl fmt::Display for KnownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KnownTable::Parquet => "Parquet",
            KnownTable::Arrow => "Arrow",
        })
    }
}

/// Fails on a big-endian processor. The crates for Arrow and Parquet write and read the numbers of files in the order of
/// the machine, and the files are little-endian: a table would be wrong without a word.
#[cfg(feature = "columnar")]
pub(crate) fn refuse_big_endian_machine() -> Result<(), CliFailure> {
    if cfg!(target_endian = "little") {
        return Ok(());
    }
    Err(CliFailure::new("tables of Parquet and Arrow are not for a big-endian processor, such as this one")
        .help("the tables `csv` and the arrays `npy` and `zarr` are right on every processor"))
}

/// The kind of table that a file is, by how it begins and ends. A record may begin with the same letters.
pub(crate) fn find_table(path: &Path) -> Option<KnownTable> {
    // Opening a FIFO would wait, and take its bytes.
    let mut file = path.is_file().then(|| File::open(path).ok())??;
    let mut has = |magic: &[u8], from: SeekFrom| {
        let mut beginning = vec![0; magic.len()];
        file.seek(from).and_then(|_| file.read_exact(&mut beginning)).is_ok() && beginning == magic
    };
    let kinds: [(&[u8], KnownTable); 2] = [(b"PAR1", KnownTable::Parquet), (b"ARROW1", KnownTable::Arrow)];
    let is_kind = |(magic, _): &(&[u8], KnownTable)| {
        let last = i64::try_from(magic.len()).unwrap_or_default();
        has(magic, SeekFrom::Start(0)) && has(magic, SeekFrom::End(-last))
    };
    kinds.into_iter().find(is_kind).map(|(_, kind)| kind)
}

/// The first bytes of a file.
fn read_beginning(path: &Path, unpacking: &UnpackingOptions) -> Option<Vec<u8>> {
    read_ahead(path, unpacking, 0, BEGINNING)
}

/// At most so many bytes of a file, from byte `at` on, which are read again later. Whatever is wrong with the file is told then.
pub(crate) fn read_ahead(path: &Path, unpacking: &UnpackingOptions, at: u64, limit: u64) -> Option<Vec<u8>> {
    // Opening a FIFO would wait, and take its bytes.
    if path == Path::new("-") || !path.is_file() {
        return None;
    }
    // These bytes do not count for the line of progress.
    let unpacking = UnpackingOptions { meter: ByteMeter::default(), ..unpacking.clone() };
    let mut reader = input::open_source(path, 0, &unpacking).ok()?.reader;
    reader.pass(at).ok()?;
    let mut bytes = Vec::new();
    reader.take(limit).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Returns whether the title of a failure names a record by its number.
fn names_record_number(failure: &CliFailure) -> bool {
    let title = failure.title();
    let mut following_texts = title.split("record ").skip(1);
    following_texts.any(|text| text.starts_with(|character: char| character.is_ascii_digit()))
}

/// Adds to a failure of a record that the records of the files may be filled up to the length of the longest one, if that divides the files.
pub(crate) fn suggest_padded_records(
    failure: CliFailure,
    paths: &[PathBuf],
    items: &ItemOptions,
    record: &Record,
) -> CliFailure {
    let Some(longest) = datarep_copybook::read_longest(record.doc()).filter(|longest| *longest > 0) else {
        return failure;
    };
    let is_filled = |path: &PathBuf| {
        let length = path.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len());
        let length = length.and_then(|length| length.checked_sub(items.at));
        length.is_some_and(|length| length > 0 && length.is_multiple_of(longest))
    };
    if !names_record_number(&failure)
        || items.marks.is_some()
        || record.bytes().is_some()
        || !paths.iter().all(is_filled)
    {
        return failure;
    }
    failure.help(format!(
        "{longest} bytes, the longest record, divide the file: if all records have as many, `datarep import --occurs filled` makes a text that passes over what is behind the items"
    ))
}

/// The word and the bytes that digits may be, if someone left out `0x`.
pub(crate) fn explain_digits(what: &str) -> Option<String> {
    let what: String = what.split([' ', '_']).collect();
    let is_hex =
        what.len().is_multiple_of(2) && what.len() >= 2 && what.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hex {
        return None;
    }
    let bytes: Vec<&str> = (0..what.len()).step_by(2).map(|at| &what[at..at + 2]).collect();
    Some(format!("write `0x{what}` for the word, or `[{}]` for the bytes of a file", bytes.join(" ")))
}

/// Notes that a word has fewer digits than the format, so that zeros are put before it.
pub(crate) fn note_short_word(what: &str, format: &str, bits: u32) {
    let Some(digits) = what.strip_prefix("0x").or_else(|| what.strip_prefix("0X")) else { return };
    let (count, needed) = (digits.chars().filter(|digit| *digit != '_').count(), bits.div_ceil(4) as usize);
    // Zero and one are written short on purpose.
    if count < 2 || count >= needed {
        return;
    }
    output::note(&format!(
        "`{what}` has {count} of the {needed} digits of a word of `{format}`: zeros are put before them; bytes of a file are \
         written in brackets, such as `[C2 76 A0 00]`"
    ));
}

/// Whether a text is a copybook: a line with a level number and a picture.
pub(crate) fn is_copybook(text: &str) -> bool {
    text.lines().any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_level =
            |word: &&str| word.len() <= 2 && word.parse::<u8>().is_ok_and(|level| (1..=88).contains(&level));
        // A line may begin with six digits of its number.
        let has_level = words.iter().take(2).any(is_level);
        has_level
            && words
                .iter()
                .any(|word| word.eq_ignore_ascii_case("PIC") || word.eq_ignore_ascii_case("PICTURE"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_without_a_prefix_are_words_or_bytes() {
        assert_eq!(
            explain_digits("C276A000").as_deref(),
            Some("write `0xC276A000` for the word, or `[C2 76 A0 00]` for the bytes of a file")
        );
        assert_eq!(explain_digits("C2 76 A0 00"), explain_digits("C276A000"));
        assert_eq!(explain_digits("C27"), None);
        assert_eq!(explain_digits("x1"), None);
    }

    #[test]
    fn copybooks_are_known_by_levels_and_pictures() {
        assert!(is_copybook("000100 01 CUSTOMER.\n000200    05 NAME PIC X(20)."));
        assert!(is_copybook("  05 amount pic s9(5)v99 comp-3."));
        assert!(!is_copybook("float a = S1 E7 F24 where value = 0.F * 16^(E - 64);"));
        assert!(!is_copybook("// a picture (PIC) of 5 things"));
    }
}
