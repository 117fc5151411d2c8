//! Names of marks, with their options.

use std::str::FromStr;

use super::{DescriptorForm, Descriptors, LengthField, MarkKind, Marks, MarksError, TapForm};
use crate::order::Endianness;

/// The names of marks, each with what it is and its options.
pub const NAMES: [(&str, &str); 9] = [
    (
        "fortran4",
        "Fortran's marks of four bytes: `big`, `little`, `part=BYTES` for the longest part that is written",
    ),
    ("fortran8", "Fortran's marks of eight bytes: `big`, `little`"),
    (
        "rdw",
        "IBM's record descriptors: `little`, `exclusive` if a length is without its descriptor, `adjust=BYTES`",
    ),
    (
        "bdw",
        "the same in blocks with descriptors: also `block-little`, `block-exclusive`, `block-adjust=BYTES`, and `block=BYTES` for those \
         that are written",
    ),
    ("line", "lines of text, which end by LF or CR LF"),
    ("fixed", "fixed records in fixed blocks that are filled up: `block=BYTES`, `record=BYTES`"),
    (
        "length",
        "the length is a number in the record: `at=BYTE`, `bytes=COUNT`, `little`, `digits`, `times=NUMBER`, `adjust=BYTES`",
    ),
    ("tap", "a tape image of SIMH: `file=NUMBER`, `unpadded`, `bad` to take records with errors of the tape"),
    ("aws", "a tape image of AWS: `file=NUMBER`"),
];

/// What else such files are called, and what is meant.
const OTHERS: &[(&[&str], &str)] = &[
    (
        &["v", "vs", "variable"],
        "`rdw` is for records of variable length (RECFM V), and `bdw` if their blocks are in the file, too",
    ),
    (
        &["vb", "vbs", "spanned", "blocked"],
        "`bdw` is for blocks of records of variable length (RECFM VB, VBS), and `rdw` if the transfer has removed the descriptors of blocks",
    ),
    (
        &["fb", "fbs"],
        "records of fixed length (RECFM FB) need no marks: leave them out; `fixed` is for blocks that are filled up",
    ),
    (&["f", "u", "none"], "records of fixed length (RECFM F) need no marks: leave them out"),
    (
        &["fortran", "unformatted", "f77"],
        "`fortran4` is for Fortran's records, and `fortran8` for marks of eight bytes",
    ),
    (&["lines", "text", "newline", "lf", "crlf"], "`line` is for lines of text"),
];

/// The bytes of a part of a record that gfortran does not exceed with marks of four bytes.
const FORTRAN_PART: u64 = 2_147_483_639;

/// The bytes of a block on half a track of the usual disk.
const BLOCK: u64 = 27_998;

/// The most bytes of a number that is a length.
const WIDEST: u64 = 8;

/// The most digits of a length.
const DIGITS: u64 = 18;

/// The options of a kind of marks that were not taken yet.
struct MarkOptions<'t> {
    name: &'t str,
    words: Vec<(&'t str, Option<&'t str>)>,
}

impl<'t> MarkOptions<'t> {
    fn take_flag(&mut self, word: &str) -> bool {
        let before = self.words.len();
        // An option that was asked for is taken out, so that `finish_marks` finds those that nothing knows.
        self.words.retain(|option| *option != (word, None));
        self.words.len() < before
    }

    fn has_value(&self, word: &str) -> bool {
        self.words.iter().any(|(key, value)| *key == word && value.is_some())
    }

    fn take_value(&mut self, word: &str) -> Option<&'t str> {
        let index = self.words.iter().position(|(key, value)| *key == word && value.is_some())?;
        self.words.remove(index).1
    }

    fn take_number<T: FromStr>(&mut self, word: &str) -> Result<Option<T>, MarksError> {
        let Some(text) = self.take_value(word) else { return Ok(None) };
        let fault =
            || MarksError::new(format!("`{word}={text}` of `{}` is not a number that can be", self.name));
        text.parse().map(Some).map_err(|_| fault())
    }

    fn take_number_within(&mut self, word: &str, least: u64, most: u64) -> Result<Option<u64>, MarksError> {
        let number = self.take_number(word)?;
        match number {
            Some(number) if !(least..=most).contains(&number) => Err(MarksError::new(format!(
                "`{word}={number}` of `{}`: it can be {least} to {most}",
                self.name
            ))),
            _ => Ok(number),
        }
    }

    fn take_required_number(&mut self, word: &str, least: u64, most: u64) -> Result<u64, MarksError> {
        let name = self.name;
        self.take_number_within(word, least, most)?
            .ok_or_else(|| MarksError::new(format!("`{name}` needs `{word}=…`: `{name},{word}=80`")))
    }

    fn take_order(&mut self) -> Result<Option<Endianness>, MarksError> {
        match (self.take_flag("big"), self.take_flag("little")) {
            (true, true) => Err(MarksError::new("marks are `big` or `little`, and not both")),
            (true, false) => Ok(Some(Endianness::Big)),
            (false, true) => Ok(Some(Endianness::Little)),
            (false, false) => Ok(None),
        }
    }

    /// The options of a descriptor; those of blocks have `block-` before them.
    fn take_descriptor_form(&mut self, before: &str) -> Result<DescriptorForm, MarksError> {
        Ok(DescriptorForm {
            is_little: self.take_flag(&format!("{before}little")),
            is_exclusive: self.take_flag(&format!("{before}exclusive")),
            adjust: self.take_number(&format!("{before}adjust"))?.unwrap_or(0),
        })
    }

    /// Refuses options that nothing has asked for.
    fn finish_marks(self, kind: MarkKind) -> Result<Marks, MarksError> {
        // A wrong option is refused and not passed over: `litle` would give other lengths without a word.
        let Some((word, value)) = self.words.first() else { return Ok(Marks { kind }) };
        let known_options =
            NAMES.iter().find(|(name, _)| *name == self.name).map_or("", |(_, options)| options);
        let value = value.map_or(String::new(), |value| format!("={value}"));
        Err(MarksError::new(format!("`{word}{value}` is no option of `{}`: {known_options}", self.name)))
    }
}

impl FromStr for Marks {
    type Err = MarksError;

    fn from_str(text: &str) -> Result<Marks, MarksError> {
        // Manuals write `RDW`. No option differs from another by the case of its letters.
        let text = text.to_ascii_lowercase();
        let mut words = text.split(',').map(str::trim);
        let name = words.next().unwrap_or_default();
        let words =
            words.map(|word| word.split_once('=').map_or((word, None), |(key, value)| (key, Some(value))));
        let mut options = MarkOptions { name, words: words.collect() };
        let kind = match name {
            "fortran4" | "fortran8" => {
                MarkKind::Fortran {
                    bytes: if name == "fortran4" { 4 } else { 8 },
                    order: options.take_order()?,
                    // gfortran's default. Eight bytes can state any length, so that such files have no parts.
                    most: options
                        .take_number_within("part", 1, FORTRAN_PART)?
                        .unwrap_or(if name == "fortran4" { FORTRAN_PART } else { u64::MAX }),
                }
            }
            "rdw" => MarkKind::Descriptors(Descriptors {
                record: options.take_descriptor_form("")?,
                block: None,
                most: 0,
            }),
            "bdw" => MarkKind::Descriptors(Descriptors {
                record: options.take_descriptor_form("")?,
                block: Some(options.take_descriptor_form("block-")?),
                // A block has its own descriptor, that of a record, and one byte at least. Two bytes of length end at
                // 65,535.
                most: options.take_number_within("block", 9, u64::from(u16::MAX))?.unwrap_or(BLOCK),
            }),
            "line" => MarkKind::Line,
            "fixed" if !options.has_value("block") && !options.has_value("record") => {
                return Err(MarksError::new(
                    "`fixed` needs `block=…` and `record=…`, the bytes of a block and of a record: `fixed,block=800,record=80`",
                ));
            }
            "fixed" => {
                // A record is not longer than its block, so the block has to be known first.
                let block = options.take_required_number("block", 1, 1 << 30)?;
                MarkKind::Fixed { block, record: options.take_required_number("record", 1, block)? }
            }
            "length" => MarkKind::Field(parse_length_field(&mut options)?),
            "tap" => MarkKind::Tap {
                file: options.take_number_within("file", 1, u64::MAX)?,
                form: TapForm {
                    is_padded: !options.take_flag("unpadded"),
                    takes_bad: options.take_flag("bad"),
                },
            },
            "aws" => MarkKind::Aws { file: options.take_number_within("file", 1, u64::MAX)? },
            _ => {
                let names: Vec<String> = NAMES.iter().map(|(name, _)| format!("`{name}`")).collect();
                let hint = OTHERS.iter().find(|(spellings, _)| spellings.contains(&name));
                let hint = hint.map_or_else(String::new, |(_, hint)| format!("{hint}; "));
                return Err(MarksError::new(format!(
                    "{hint}marks are {}; options follow after commas, such as `fortran4,little`",
                    names.join(", ")
                )));
            }
        };
        options.finish_marks(kind)
    }
}

fn parse_length_field(options: &mut MarkOptions<'_>) -> Result<LengthField, MarksError> {
    // The kind decides how many bytes the number can have, so it is asked for first.
    let is_digits = options.take_flag("digits");
    let at = options.take_number_within("at", 0, 1 << 20)?.unwrap_or(0);
    let bytes = options.take_required_number("bytes", 1, if is_digits { DIGITS } else { WIDEST })?;
    Ok(LengthField {
        // Both are small.
        at: usize::try_from(at).unwrap_or(usize::MAX),
        bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
        order: options.take_order()?.unwrap_or(Endianness::Big),
        is_digits,
        times: options.take_number_within("times", 1, 1 << 20)?.unwrap_or(1),
        adjust: options.take_number("adjust")?.unwrap_or(0),
    })
}
