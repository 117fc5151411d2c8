//! The public items of each library, compared with the committed ones. Any change except an addition breaks programs.
//!
//! The items are read from the pages of `cargo doc`, so that no other tool or compiler is needed. They are
//! declarations, public functions and implementations, except the implementations that the compiler adds to every type.
//! The modules of the standard library are left out, since `docs/formats.md` lists their contents.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{CheckOutcome, Extent};
use crate::workspace;

/// The folder of the lists.
const FOLDER: &str = "xtask/supply/interface";

/// The libraries that programs call. The libraries of the compiler serve only each other and these.
const LIBRARIES: [&str; 7] = [
    "datarep",
    "datarep_arrow",
    "datarep_codegen",
    "datarep_copybook",
    "datarep_dynamic",
    "datarep_mpi",
    "datarep_probe",
];

/// The folders of generated pages.
const GENERATED: [&str; 1] = ["datarep/standard"];

/// The beginnings of the sections with implementations that every type has.
const OF_EVERY_TYPE: [&str; 2] = ["id=\"synthetic-implementations\"", "id=\"blanket-implementations\""];

/// The marks around a declaration on a page.
const MARKS: [(&str, &str); 3] = [
    ("<pre class=\"rust item-decl\"><code>", "</code></pre>"),
    ("<h3 class=\"code-header\">", "</h3>"),
    ("<h4 class=\"code-header\">", "</h4>"),
];

/// Builds the pages if all checks run, and compares their items.
pub(super) fn check(root: &Path, extent: Extent) -> Result<CheckOutcome, String> {
    if extent == Extent::Full {
        let mut cargo = workspace::cargo();
        cargo.args(["doc", "--quiet", "--workspace", "--no-deps", "--all-features"]);
        run_program_to_text(&mut cargo)?;
    }
    let pages = workspace::target_folder().join("doc");
    let (mut faults, mut items) = (Vec::new(), 0);
    for library in LIBRARIES {
        let mut found = BTreeSet::new();
        for page in list_pages(&pages.join(library), &pages)? {
            let name = page.strip_prefix(&pages).unwrap_or(&page).with_extension("");
            let text = fs::read_to_string(&page).map_err(|error| format!("`{}`: {error}", page.display()))?;
            let name = name.display().to_string();
            found.extend(find_declarations(&text).map(|declaration| format!("{name}: {declaration}")));
        }
        items += found.len();
        let path = root.join(FOLDER).join(format!("{library}.txt"));
        if extent == Extent::WriteInterfaces {
            let list: String = found.iter().flat_map(|line| [line, "\n"]).collect();
            let written = fs::create_dir_all(root.join(FOLDER)).and_then(|()| fs::write(&path, list));
            written.map_err(|error| format!("`{}` cannot be written: {error}", path.display()))?;
        }
        faults.extend(list_differences(&fs::read_to_string(&path).unwrap_or_default(), &found));
    }
    if faults.is_empty() {
        return Ok(CheckOutcome::Passed(format!("{items} items of {} libraries", LIBRARIES.len())));
    }
    faults.push(
        "`cargo xtask supply --write-interfaces` writes the lists, from what `cargo doc` has built"
            .to_owned(),
    );
    Err(faults.join("\n  "))
}

/// The pages below a folder, except generated ones.
fn list_pages(folder: &Path, pages: &Path) -> Result<Vec<PathBuf>, String> {
    if GENERATED.iter().any(|generated| folder == pages.join(generated)) {
        return Ok(Vec::new());
    }
    let fault = |error| format!("`{}`: {error}: `cargo doc` makes it", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.is_dir() {
            found.extend(list_pages(&path, pages)?);
        } else if path.extension().is_some_and(|end| end == "html") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The declarations of a page, without those that every type has.
fn find_declarations(page: &str) -> impl Iterator<Item = String> {
    let end = OF_EVERY_TYPE.iter().filter_map(|mark| page.find(mark)).min().unwrap_or(page.len());
    let page = &page[..end];
    let all = MARKS.into_iter().flat_map(move |(begin, end)| {
        page.split(begin).skip(1).filter_map(move |rest| rest.split(end).next()).map(html_to_text)
    });
    // A trait's functions are part of its declaration, so implementations of them are not listed.
    all.filter(|text| ["pub ", "impl", "macro_rules!"].iter().any(|begin| text.starts_with(begin)))
}

/// The text of a piece of a page, in one line.
fn html_to_text(html: &str) -> String {
    let mut text = String::new();
    for (index, piece) in html.split('<').enumerate() {
        // There is no tag before the first piece.
        text.push_str(if index == 0 { piece } else { piece.split_once('>').map_or("", |(_, text)| text) });
    }
    for (name, character) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")]
    {
        text = text.replace(name, character);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines that only one of the two lists has.
fn list_differences(old: &str, new: &BTreeSet<String>) -> Vec<String> {
    let old: BTreeSet<&str> = old.lines().collect();
    let lost = old.iter().filter(|line| !new.contains(**line)).map(|line| format!("is gone: {line}"));
    let more = new.iter().filter(|line| !old.contains(line.as_str())).map(|line| format!("is new: {line}"));
    lost.chain(more).collect()
}

/// The output of a command, which must succeed.
pub(super) fn run_program_to_text(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?} cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{command:?} has failed\n{}", String::from_utf8_lossy(&output.stderr)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_from_a_page() {
        let page = "<pre class=\"rust item-decl\"><code>pub struct <a href=\"x\">One</a>&lt;T&gt;\n{ <span>/* private fields */</span> }</code></pre>\
                    <h4 class=\"code-header\">pub fn <a>two</a>(&amp;self)</h4><h4 class=\"code-header\">fn of_a_trait(self)</h4>\
                    <h3 class=\"code-header\">impl Clone for One</h3><h2 id=\"blanket-implementations\"></h2>\
                    <h3 class=\"code-header\">impl&lt;T&gt; Any for T</h3>";
        let found: Vec<String> = find_declarations(page).collect();
        assert_eq!(
            found,
            ["pub struct One<T> { /* private fields */ }", "impl Clone for One", "pub fn two(&self)"]
        );
    }

    #[test]
    fn items_that_are_lost_or_new_are_told() {
        let new: BTreeSet<String> = ["b", "c"].map(str::to_owned).into();
        assert_eq!(list_differences("a\nb\n", &new), ["is gone: a", "is new: c"]);
        assert!(list_differences("b\nc\n", &new).is_empty());
    }
}
