//! The marks in code and tests: requirement ids above functions.
//!
//! A test proves the requirements in its doc comment. A script that compares with a peer proves those in its docstring.
//! Code implements those in a line `// Requirement: …` above it.

use std::fs;
use std::path::{Path, PathBuf};

/// An item of the workspace that names requirements.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark {
    /// The path of the file, relative to the workspace.
    pub(super) file: String,
    /// The name of the item.
    pub(super) item: String,
    pub(super) kind: MarkKind,
    pub(super) ids: Vec<String>,
}

/// What an item does about its requirements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MarkKind {
    Implements,
    Proves,
}

/// The marks of all sources, in the order of the files.
pub(super) fn find_marks(root: &Path) -> Result<Vec<Mark>, String> {
    let mut files = Vec::new();
    for folder in ["runtime", "datarep-dsl", "datarep-codegen", "datarep-macros", "examples"] {
        list_sources(&root.join(folder), &mut files)?;
    }
    files.sort();
    let mut marks = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).map_err(|error| format!("`{}`: {error}", path.display()))?;
        let file = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        if is_rust {
            marks.extend(parse_rust_marks(&file, &text)?);
        } else {
            marks.extend(parse_script_mark(&file, &text));
        }
    }
    Ok(marks)
}

fn list_sources(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("`{}`: {error}", folder.display()))?.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            list_sources(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "py") {
            files.push(path);
        }
    }
    Ok(())
}

/// The marks of one file.
pub(super) fn parse_rust_marks(file: &str, text: &str) -> Result<Vec<Mark>, String> {
    let mut marks = Vec::new();
    let mut block = PendingMarks::default();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if let Some(comment) = line.strip_prefix("// Requirement:") {
            block.implements.extend(find_ids(comment));
        } else if let Some(comment) = line.strip_prefix("///") {
            block.proves.extend(find_ids(comment));
        } else if line == "#[test]" {
            block.test = true;
        } else if line.starts_with("#[") || line.starts_with("//") {
            // This line may be between a mark and its item.
        } else {
            let PendingMarks { implements, proves, test } = std::mem::take(&mut block);
            if !implements.is_empty() {
                let item = parse_item_name(line)
                    .ok_or_else(|| format!("{file}:{number}: this mark is not above an item"))?;
                marks.push(Mark { file: file.to_owned(), item, kind: MarkKind::Implements, ids: implements });
            }
            if !proves.is_empty() {
                let item = parse_item_name(line).filter(|_| test);
                let item = item.ok_or_else(|| {
                    format!(
                        "{file}:{number}: `{}` is not above a test: code says `// Requirement:`",
                        proves.join(", ")
                    )
                })?;
                marks.push(Mark { file: file.to_owned(), item, kind: MarkKind::Proves, ids: proves });
            }
        }
    }
    Ok(marks)
}

/// The mark of a script, from its docstring.
pub(super) fn parse_script_mark(file: &str, text: &str) -> Option<Mark> {
    let docstring = text.strip_prefix("\"\"\"")?.split("\"\"\"").next()?;
    let item = file.rsplit('/').next().unwrap_or(file).to_owned();
    let ids = find_ids(docstring);
    (!ids.is_empty()).then(|| Mark { file: file.to_owned(), item, kind: MarkKind::Proves, ids })
}

/// The marks above an item.
#[derive(Default)]
struct PendingMarks {
    implements: Vec<String>,
    proves: Vec<String>,
    test: bool,
}

/// The ids in a line.
fn find_ids(line: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = line.split(|c: char| !is_part(c));
    let is_id = |word: &&str| {
        let mut parts = word.split('-');
        parts.next() == Some("R")
            && parts
                .next()
                .is_some_and(|group| group.len() > 1 && group.chars().all(|c| c.is_ascii_uppercase()))
            && parts.next().is_some_and(|number| number.parse::<u8>().is_ok())
            && parts.next().is_none()
    };
    words.filter(is_id).map(str::to_owned).collect()
}

/// The name of the item that begins in this line.
fn parse_item_name(line: &str) -> Option<String> {
    const KINDS: &[&str] = &["fn", "struct", "enum", "trait", "const", "static", "impl", "macro_rules!"];
    let mut words = line.split_whitespace().skip_while(|word| !KINDS.contains(word));
    let kind = words.next()?;
    if kind == "impl" {
        return Some(line.trim_end_matches('{').trim().to_owned());
    }
    let name = words.next()?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    Some(name[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_above_their_items() {
        let id = |number: u8| format!("R-{}-{number}", "ACC");
        let text = format!(
            "// Requirement: {}.\npub(crate) fn moves() {{}}\n\n/// {}: it\n/// moves, {}.\n#[test]\nfn it_moves() {{}}\n",
            id(1),
            id(1),
            id(2)
        );
        let marks = parse_rust_marks("a.rs", &text).expect("well placed");
        let found: Vec<_> =
            marks.iter().map(|mark| (mark.item.as_str(), mark.kind, mark.ids.len())).collect();
        assert_eq!(found, [("moves", MarkKind::Implements, 1), ("it_moves", MarkKind::Proves, 2)]);
    }

    #[test]
    fn a_script_proves_what_its_docstring_names() {
        let id = format!("R-{}-1", "ACC");
        let mark = parse_script_mark("a/b.py", &format!("\"\"\"Compares.\n\n{id}: it moves.\n\"\"\"\n"))
            .expect("a mark");
        assert_eq!((mark.item.as_str(), mark.kind, mark.ids), ("b.py", MarkKind::Proves, vec![id.clone()]));
        assert_eq!(parse_script_mark("a/b.py", &format!("\"\"\"Compares.\"\"\"\n# {id}\n")), None);
    }

    #[test]
    fn a_mark_that_proves_nothing_is_refused() {
        let id = format!("R-{}-1", "ACC");
        let error = parse_rust_marks("a.rs", &format!("/// {id}: it moves.\nfn moves() {{}}\n"))
            .expect_err("no test");
        assert_eq!(error, format!("a.rs:2: `{id}` is not above a test: code says `// Requirement:`"));
    }
}
