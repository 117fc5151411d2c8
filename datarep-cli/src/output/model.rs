//! Formats, representations and records as they are printed, in colors.
//!
//! What is painted is found in the printed text, so that `datarep-dsl` needs to know nothing of colors: names behind
//! `float`, `record` and the like, the letters of fields in drawings, classes of words, names of a record's fields, and
//! comments.

use std::io;

use datarep_dsl::model::Class;

use super::{CLASS, FAINT, NAME, Paint, TITLE};

/// Behind a record's first line, where the columns are named, the names of its fields begin at this column.
const FIELDS: usize = 19;

/// Writes a printed model.
pub(crate) fn write_model(out: &mut impl Paint, text: &str) -> io::Result<()> {
    let mut is_record = false;
    for line in text.split_inclusive('\n') {
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line, "\n"),
            None => (line, ""),
        };
        if !line.starts_with(' ') {
            is_record = line.starts_with("record ");
            write_head(out, line)?;
        } else if is_record {
            write_field(out, line)?;
        } else {
            write_body(out, line)?;
        }
        out.write_all(end.as_bytes())?;
    }
    Ok(())
}

/// Writes `float hfp32: 32 bits`: the name has a color. Other lines of the same kind have a comment or one word.
fn write_head(out: &mut impl Paint, line: &str) -> io::Result<()> {
    if line.starts_with("//") {
        return out.paint(FAINT, line);
    }
    let Some((keyword, rest)) = line.split_once(' ') else { return out.write_all(line.as_bytes()) };
    let end = rest.find([':', ' ']).unwrap_or(rest.len());
    write!(out, "{keyword} ")?;
    out.paint(NAME, &rest[..end])?;
    out.write_all(&rest.as_bytes()[end..])
}

/// Writes the line of a field in a record, whose name has a color, or the line above with the names of the columns.
fn write_field(out: &mut impl Paint, line: &str) -> io::Result<()> {
    if line.trim_start().starts_with("offset ") {
        return out.paint(TITLE, line);
    }
    match line.split_at_checked(FIELDS) {
        Some((beginning, rest)) if !rest.starts_with(' ') => {
            let end = rest.find(' ').unwrap_or(rest.len());
            out.write_all(beginning.as_bytes())?;
            out.paint(NAME, &rest[..end])?;
            out.write_all(&rest.as_bytes()[end..])
        }
        _ => out.write_all(line.as_bytes()),
    }
}

/// Writes a line about a format: a drawing, or a clause that may begin with a class.
fn write_body(out: &mut impl Paint, line: &str) -> io::Result<()> {
    let trimmed = line.trim_start();
    let blanks = line.len() - trimmed.len();
    out.write_all(&line.as_bytes()[..blanks])?;
    if trimmed.starts_with('|') {
        return write_drawing(out, trimmed);
    }
    let end = trimmed.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(trimmed.len());
    if Class::ALL.iter().any(|class| class.word() == &trimmed[..end]) {
        out.paint(CLASS, &trimmed[..end])?;
        return out.write_all(&trimmed.as_bytes()[end..]);
    }
    out.write_all(trimmed.as_bytes())
}

/// Writes the row of a drawing with the letters of the fields: `|S1|  E7   |`.
fn write_drawing(out: &mut impl Paint, row: &str) -> io::Result<()> {
    for cell in row.split_inclusive('|') {
        let name = cell.trim_matches([' ', '|']);
        let name_begin = cell.find(name).unwrap_or(0);
        out.write_all(&cell.as_bytes()[..name_begin])?;
        if !name.is_empty() {
            out.paint(NAME, name)?;
        }
        out.write_all(&cell.as_bytes()[name_begin + name.len()..])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use anstyle::Style;

    use super::super::{CLASS, NAME, Paint, TITLE};
    use super::write_model;

    /// Brackets around what has a style, with a letter for it.
    #[derive(Default)]
    struct BracketedText(Vec<u8>);

    impl Write for BracketedText {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Paint for BracketedText {
        fn paint(&mut self, style: Style, text: &str) -> io::Result<()> {
            let letter = [(NAME, 'n'), (CLASS, 'c'), (TITLE, 't')].iter().find(|(known, _)| *known == style);
            write!(self.0, "<{} {text}>", letter.map_or('?', |(_, letter)| *letter))
        }
    }

    fn paint(text: &str) -> String {
        let mut out = BracketedText::default();
        write_model(&mut out, text).expect("memory takes all");
        String::from_utf8(out.0).expect("text")
    }

    #[test]
    fn names_classes_and_fields_are_painted() {
        let text = "float hfp32: 32 bits\n     31 30   24\n    +--+-------+\n    |S1|  E7   |\n    value = 0.F\n    \
                    zero if F == 0, written 0x0000_0000\n\ntest hfp32\n    1.0 <=> 0x4110_0000\n";
        let painted = "float <n hfp32>: 32 bits\n     31 30   24\n    +--+-------+\n    |<n S1>|  <n E7>   |\n    \
                       value = 0.F\n    <c zero> if F == 0, written 0x0000_0000\n\ntest <n hfp32>\n    1.0 <=> 0x4110_0000\n";
        assert_eq!(paint(text), painted);
        let record = "record pair: 8 bytes\n    offset  bytes  field                native       stored as\n         \
                      0      4  x                    f32          hfp32 big\n";
        let painted = "record <n pair>: 8 bytes\n<t     offset  bytes  field                native       stored as>\n         \
                       0      4  <n x>                    f32          hfp32 big\n";
        assert_eq!(paint(record), painted);
    }
}
