//! The places and formats of numbers in a corpus, which the probe has to find. The command `corpus` checks that the
//! formats read the right values.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Items of one format in a file.
#[derive(Debug, Clone)]
pub(super) struct Segment {
    /// The file, relative to the corpus.
    pub(super) file: PathBuf,
    /// A name for the numbers.
    pub(super) name: String,
    /// The corpus's name of their format.
    pub(super) format: String,
    /// The displacement of the first item in bytes.
    pub(super) offset: usize,
    /// The number of items in one repeat.
    pub(super) items: usize,
    /// The bytes from one item to the next, if they are given.
    item_stride: Option<usize>,
    repeats: usize,
    /// The bytes from one repeat to the next.
    repeat_stride: usize,
}

/// A format as a mapping names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Truth {
    /// The name of a format, an order of bytes, and the number of bytes of an item.
    Format(String, Option<&'static str>, usize),
    /// Unsigned words of the given number of bits.
    Packed(usize),
}

impl Segment {
    /// The bytes from one item to the next.
    pub(super) fn stride(&self, extent: usize) -> usize {
        self.item_stride.unwrap_or(extent)
    }

    /// The places of the items, relative to the first one.
    pub(super) fn list_item_offsets(&self, extent: usize) -> Vec<usize> {
        let (repeat_stride, stride) = (self.repeat_stride, self.stride(extent));
        let place = |repeat: usize| (0..self.items).map(move |item| repeat * repeat_stride + item * stride);
        (0..self.repeats).flat_map(place).collect()
    }

    /// The number of items.
    pub(super) fn count_items(&self) -> usize {
        self.items * self.repeats
    }

    /// The format, in the notation of the language.
    pub(super) fn find_truth(&self) -> Result<Truth, String> {
        find_truth(&self.format).ok_or_else(|| format!("`{}` is no format that is known here", self.format))
    }
}

fn find_truth(name: &str) -> Option<Truth> {
    if let Some(width) = name.strip_prefix('u').and_then(|rest| rest.strip_suffix("-bit packed")) {
        return width.parse().ok().map(Truth::Packed);
    }
    let named = |format: &str, order, bytes| Some(Truth::Format(format.to_owned(), order, bytes));
    if let Some(bytes) = name.strip_prefix("ibm64:") {
        let bytes: usize = bytes.parse().ok()?;
        return named(&format!("xport{}", 8 * bytes), None, bytes);
    }
    match name {
        "ibm32" => return named("hfp32", Some("big"), 4),
        "ibm32_byteswapped" => return named("hfp32", Some("little"), 4),
        "vaxf" => return named("vax_f", None, 4),
        _ => {}
    }
    let order = if name.ends_with("be") { "big" } else { "little" };
    let bare = name.strip_suffix("be").or_else(|| name.strip_suffix("le"))?;
    let bits: usize = bare.trim_start_matches(|letter: char| letter.is_ascii_lowercase()).parse().ok()?;
    match bare.trim_end_matches(|letter: char| letter.is_ascii_digit()) {
        "i" => named(&format!("twos({bits})"), Some(order), bits / 8),
        "u" => named(&format!("unsigned({bits})"), Some(order), bits / 8),
        "f" | "bf" => named(bare, Some(order), bits / 8),
        _ => None,
    }
}

/// The segments of a corpus that have at least `least` items, folder by folder.
///
/// # Errors
///
/// Returns a message if the folder is not a corpus.
pub(super) fn read_segments(root: &Path, least: usize) -> Result<Vec<Segment>, String> {
    let fault = |path: &Path, what: String| format!("`{}`: {what}", path.display());
    let entries = fs::read_dir(root).map_err(|error| fault(root, error.to_string()))?;
    let mut kinds: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    kinds.sort();
    let mut segments = Vec::new();
    for kind in kinds {
        let path = kind.join("REF.json");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let json: Value = serde_json::from_str(&text).map_err(|error| fault(&path, error.to_string()))?;
        for file in json["files"].as_array().into_iter().flatten() {
            let name = file["name"].as_str().unwrap_or_default();
            let place = PathBuf::from(kind.file_name().unwrap_or_default()).join(name);
            for segment in file["segments"].as_array().into_iter().flatten() {
                segments
                    .extend(parse_segment(&place, segment).filter(|segment| segment.count_items() >= least));
            }
        }
    }
    if segments.is_empty() { Err(fault(root, "no segments".to_owned())) } else { Ok(segments) }
}

/// Parses a segment, or returns `None` if it has no place in its file.
fn parse_segment(file: &Path, json: &Value) -> Option<Segment> {
    let number = |key: &str| json[key].as_u64().and_then(|number| usize::try_from(number).ok());
    Some(Segment {
        file: file.to_owned(),
        name: json["name"].as_str()?.to_owned(),
        format: json["format"].as_str()?.to_owned(),
        offset: number("offset")?,
        items: number("count")?,
        item_stride: number("stride"),
        repeats: number("repeat").unwrap_or(1),
        repeat_stride: number("repeat_stride").unwrap_or(0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_the_names_of_the_corpus() {
        let format = |name: &str, order, bytes| Some(Truth::Format(name.to_owned(), order, bytes));
        assert_eq!(find_truth("i16be"), format("twos(16)", Some("big"), 2));
        assert_eq!(find_truth("f64le"), format("f64", Some("little"), 8));
        assert_eq!(find_truth("ibm64:3"), format("xport24", None, 3));
        assert_eq!(find_truth("u9-bit packed"), Some(Truth::Packed(9)));
        assert_eq!(find_truth("cdc60_word"), None);
    }
}
