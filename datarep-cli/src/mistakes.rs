//! What people type or open, and what they probably mean.
//!
//! Nothing here changes what a command does: it only adds a sentence. The commands decide when to ask.

use std::io::Read as _;
use std::path::Path;

use datarep_dynamic::probe::{Header, Numbers, header};

use crate::args::{ItemOptions, UnpackingOptions};
use crate::input;
use crate::output;
use crate::progress::ByteMeter;

/// The bytes of a file that may say what it is.
const BEGINNING: u64 = 1 << 16;

/// Notes that the header of a file, or what lies between the rows that it describes, is read as items too.
pub(crate) fn note_header(path: &Path, items: &ItemOptions) {
    // Who gives the rows or marks has looked at what the file says.
    if items.marks.is_some() || items.stride.is_some() {
        return;
    }
    let Some(Header { name, numbers, .. }) = read_header(path, &items.unpacking) else { return };
    let path = path.display();
    if items.at == 0 && !numbers.is_empty() {
        output::note(&format!(
            "`{path}` is {name}, and its header is read as items too: `datarep probe {path}` says where the numbers are"
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
            "`{path}` is {name}, and the {gap} bytes between its rows are read as items too: `--row {} --stride {}` passes over them",
            numbers.row, numbers.stride
        ));
    }
}

/// The header of a file. Whatever is wrong with the file is told when it is read.
fn read_header(path: &Path, unpacking: &UnpackingOptions) -> Option<Header> {
    // Opening a FIFO would wait, and take its bytes.
    if path == Path::new("-") || !path.is_file() {
        return None;
    }
    let mut beginning = Vec::new();
    // These bytes are read again.
    let unpacking = UnpackingOptions { meter: ByteMeter::default(), ..unpacking.clone() };
    let (_, reader, _) = input::open_source(path, 0, &unpacking).ok()?;
    reader.take(BEGINNING).read_to_end(&mut beginning).ok()?;
    header(&beginning)
}

/// The word and the bytes that digits may be, if someone left out `0x`.
pub(crate) fn explain_digits(what: &str) -> Option<String> {
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
    let (count, all) = (digits.chars().filter(|digit| *digit != '_').count(), bits.div_ceil(4) as usize);
    // Zero and one are written short on purpose.
    if count < 2 || count >= all {
        return;
    }
    output::note(&format!(
        "`{what}` has {count} of the {all} digits of a word of `{format}`: zeros are put before them; bytes of a file are \
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
