//! The ids that doc comments name, and what they stand at.

use std::fs;
use std::path::Path;

/// A doc comment that names ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    /// Ids that it names, each once.
    pub(super) ids: Vec<String>,
    /// The path from the root of the workspace.
    pub(super) file: String,
    /// The name of what is documented.
    pub(super) item: String,
    /// It is a test.
    pub(super) proof: bool,
}

/// Folders that are looked through: sources and tests of what runs, and programs that compare with a library.
const FOLDERS: [&str; 4] = ["runtime", "examples", "datarep-dsl/tests", "xtask/tests"];

/// All marks, in the order of the files' names.
pub(super) fn all(root: &Path) -> Result<Vec<Mark>, String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        files_of(&root.join(folder), &mut files)?;
    }
    files.sort();
    let mut marks = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path)
            .map_err(|error| format!("`{}` cannot be read: {error}", path.display()))?;
        let file = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        marks.extend(if is_rust { of_rust(&file, &text) } else { of_script(&file, &text) });
    }
    Ok(marks)
}

fn files_of(folder: &Path, files: &mut Vec<std::path::PathBuf>) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("`{}` cannot be read: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "target") {
                files_of(&path, files)?;
            }
        } else if matches!(extension, Some("rs" | "py")) {
            files.push(path);
        }
    }
    Ok(())
}

/// A script that names ids in its docstring proves them by being run.
fn of_script(file: &str, text: &str) -> Vec<Mark> {
    let docstring =
        text.strip_prefix("\"\"\"").and_then(|text| text.split("\"\"\"").next()).unwrap_or_default();
    let item = file.rsplit('/').next().unwrap_or(file).to_owned();
    let ids = ids_of(docstring);
    if ids.is_empty() { Vec::new() } else { vec![Mark { ids, file: file.to_owned(), item, proof: true }] }
}

fn of_rust(file: &str, text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut lines = text.lines().map(str::trim_start).peekable();
    while let Some(line) = lines.next() {
        let Some(sign) = ["//!", "///"].into_iter().find(|sign| line.starts_with(sign)) else { continue };
        let mut comment = line[sign.len()..].to_owned();
        while let Some(more) = lines.next_if(|line| line.starts_with(sign)) {
            comment.push(' ');
            comment.push_str(&more[sign.len()..]);
        }
        let ids = ids_of(&comment);
        if ids.is_empty() {
            continue;
        }
        let mut proof = false;
        let item = if sign == "//!" {
            file.rsplit('/').next().unwrap_or(file).to_owned()
        } else {
            while let Some(attribute) = lines.next_if(|line| line.starts_with("#[") || line.starts_with("//"))
            {
                proof |= attribute.starts_with("#[test]");
            }
            lines.peek().map_or_else(String::new, |line| name_of(line))
        };
        marks.push(Mark { ids, file: file.to_owned(), item, proof });
    }
    marks
}

/// The name that a line of Rust defines.
fn name_of(line: &str) -> String {
    const KEYWORDS: [&str; 9] =
        ["fn", "struct", "enum", "trait", "const", "static", "type", "mod", "macro_rules!"];
    let words: Vec<&str> =
        line.split(|letter: char| !(letter.is_alphanumeric() || "_!".contains(letter))).collect();
    let at = words.iter().rposition(|word| KEYWORDS.contains(word));
    let name = at.and_then(|at| words[at + 1..].iter().find(|word| !word.is_empty()));
    let first = || words.iter().find(|word| !word.is_empty() && **word != "pub");
    name.or_else(first).map_or_else(String::new, |name| (*name).to_owned())
}

/// The ids in a comment, each once.
fn ids_of(comment: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for (at, _) in comment.match_indices("R-") {
        let before = comment[..at].chars().next_back();
        let rest = &comment[at + 2..];
        let letters = rest.find(|letter: char| !letter.is_ascii_uppercase()).unwrap_or(rest.len());
        let Some(number) = rest[letters..].strip_prefix('-').filter(|_| letters > 0) else { continue };
        let digits = number.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(number.len());
        let id = format!("R-{}-{}", &rest[..letters], &number[..digits]);
        let whole = before.is_none_or(|letter| !letter.is_alphanumeric());
        if digits > 0 && whole && !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
//! Room. R-REG-1.

/// Meets R-EXT-1 and (R-EXT-2),
/// and R-EXT-1.
#[inline]
pub const fn extent<T>(value: T) -> T {

    /// R-CONV-12: proven. XR-CONV-1 is none, R-CONV- is none.
    #[test]
    fn is_proven(n in 0..3) {

/// Names nothing.
struct Other;

/// R-TYPE-1.
Variant(u8),
";

    fn mark(ids: &[&str], item: &str, proof: bool) -> Mark {
        let ids = ids.iter().map(|id| (*id).to_owned()).collect();
        Mark { ids, file: "a/b.rs".to_owned(), item: item.to_owned(), proof }
    }

    #[test]
    fn marks_of_rust() {
        let expected = [
            mark(&["R-REG-1"], "b.rs", false),
            mark(&["R-EXT-1", "R-EXT-2"], "extent", false),
            mark(&["R-CONV-12"], "is_proven", true),
            mark(&["R-TYPE-1"], "Variant", false),
        ];
        assert_eq!(of_rust("a/b.rs", TEXT), expected);
    }

    #[test]
    fn marks_of_scripts() {
        let text = "\"\"\"Compares. R-TYPE-1, R-REF-2.\"\"\"\n# R-REG-1\n";
        let marks = of_script("runtime/tests/mpi/compare.py", text);
        assert_eq!(marks.len(), 1);
        assert_eq!((marks[0].ids.len(), marks[0].item.as_str(), marks[0].proof), (2, "compare.py", true));
    }
}
