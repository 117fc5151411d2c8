//! `cargo xtask pictures`: the drawings of the book, as SVG.
//!
//! The words, bytes, fields and offsets in a picture are computed from texts in the language, so a picture cannot
//! contradict the compiler. The picture of speed is made by `bench`, from the page of measurements.

mod bits;
mod canvas;
mod record;
mod word;

use std::fs;
use std::path::Path;

use datarep_dsl::compile;
use datarep_dsl::model::Model;
use datarep_dsl::source::Source;

/// A function that draws a picture.
type Draw = fn() -> Result<String, String>;

/// The paths of the pictures below the root, and the functions that draw them.
const PICTURES: &[(&str, Draw)] = &[
    ("docs/pictures/word.svg", word::draw_bytes_to_value),
    ("docs/pictures/bits.svg", bits::draw_bit_numbering),
    ("docs/pictures/record.svg", record::draw_record_layout),
];

/// Writes all pictures, and returns the paths of those that differed.
///
/// # Errors
///
/// Returns a message if a picture cannot be drawn or written.
pub fn write(root: &Path) -> Result<Vec<&'static str>, String> {
    let mut written = Vec::new();
    for (path, draw) in PICTURES {
        let (target, text) = (root.join(path), draw()?);
        if fs::read_to_string(&target).ok().as_ref() == Some(&text) {
            continue;
        }
        let fault = |error| format!("cannot write `{path}`: {error}");
        target.parent().map_or(Ok(()), fs::create_dir_all).map_err(fault)?;
        fs::write(&target, text).map_err(fault)?;
        written.push(*path);
    }
    Ok(written)
}

/// Compares the pictures with what would be drawn.
///
/// # Errors
///
/// Returns a message that names the first picture that differs and the command to run.
pub fn check(root: &Path) -> Result<(), String> {
    for (path, draw) in PICTURES {
        if fs::read_to_string(root.join(path)).ok() != Some(draw()?) {
            return Err(format!("`{path}` is stale: run `cargo xtask pictures`"));
        }
    }
    Ok(())
}

/// The model of a text that a picture shows.
fn compile_model(text: &str) -> Result<Model, String> {
    let source = Source { name: "picture.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    compile(&source).map_err(|failure| datarep_dsl::render::render_all(&source, &failure))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_up_to_date() {
        check(&crate::workspace::root()).expect("the pictures");
    }

    #[test]
    fn pictures_that_differ_are_written_once() {
        let root = std::env::temp_dir().join(format!("datarep-pictures-{}", std::process::id()));
        assert!(check(&root).is_err());
        assert_eq!(write(&root).map(|written| written.len()), Ok(PICTURES.len()));
        assert_eq!(write(&root), Ok(Vec::new()));
        assert_eq!(check(&root), Ok(()));
        fs::remove_dir_all(&root).expect("the folder was made");
    }
}
