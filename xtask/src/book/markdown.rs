//! Links and headings of Markdown, to the extent that these pages use it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::is_remote;
use crate::workspace;

/// The faults of a page's links. The path of the page is relative to the root.
pub(super) fn check_links(root: &Path, page: &Path) -> Result<Vec<String>, String> {
    let text = workspace::read_file(&root.join(page))?;
    let folder = page.parent().unwrap_or(Path::new(""));
    let mut faults = Vec::new();
    for (line, link) in find_local_links(&text) {
        let place = format!("`{}`, line {line}", page.display().to_string().replace('\\', "/"));
        let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
        let target = if path.is_empty() { root.join(page) } else { root.join(folder).join(path) };
        if !target.exists() {
            faults.push(format!("{place}: `{link}` is not there"));
        } else if !anchor.is_empty()
            && target.extension().is_some_and(|ending| ending == "md")
            && !find_heading_anchors(&workspace::read_file(&target)?).contains(anchor)
        {
            faults.push(format!("{place}: `{link}` names no heading"));
        }
    }
    Ok(faults)
}

/// The lines outside of code blocks, numbered from 1.
fn lines_outside_code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then_some((index + 1, line))
    })
}

/// The links and pictures of a page that stay in the workspace: `[text](link)`, and definitions `[name]: link`.
pub(super) fn find_local_links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in lines_outside_code(text) {
        let line = remove_inline_code(line);
        let inline = line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
        let definition = line.strip_prefix('[').and_then(|rest| Some(rest.split_once("]: ")?.1));
        let found = inline.chain(definition).filter(|link| !is_remote(link));
        links.extend(found.map(|link| (number, link.trim().to_owned())));
    }
    links
}

/// The line without the text between backticks, where brackets are not links.
fn remove_inline_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("``")
}

/// The anchors of a page's headings: in lower case, with spaces as hyphens, and otherwise only letters, digits and `_`.
/// A name that occurs again gets a number.
fn find_heading_anchors(text: &str) -> BTreeSet<String> {
    let mut counts = BTreeMap::<String, usize>::new();
    let mut anchors = BTreeSet::new();
    for (_, line) in lines_outside_code(text) {
        let Some(heading) = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#')) else { continue };
        let name: String = heading
            .trim()
            .to_lowercase()
            .chars()
            .filter_map(|letter| match letter {
                ' ' => Some('-'),
                '-' | '_' => Some(letter),
                _ => letter.is_alphanumeric().then_some(letter),
            })
            .collect();
        let count = counts.entry(name.clone()).or_default();
        anchors.insert(if *count == 0 { name.clone() } else { format!("{name}-{count}") });
        *count += 1;
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "[a](b.md) and ![c](d.svg)\n```text\n[e](f)\n```\n`[g](h)` [`i`](j#k)\n[l]: m.md\n[n](https://o)\n";
        let links = find_local_links(text);
        let links: Vec<_> = links.iter().map(|(line, link)| (*line, link.as_str())).collect();
        assert_eq!(links, [(1, "b.md"), (1, "d.svg"), (5, "j#k"), (6, "m.md")]);
    }

    #[test]
    fn anchors_are_those_of_headings() {
        let anchors = find_heading_anchors("# One `two`\n## What, where?\n```sh\n# none\n```\n## One two\n");
        assert_eq!(anchors.into_iter().collect::<Vec<_>>(), ["one-two", "one-two-1", "what-where"]);
    }
}
