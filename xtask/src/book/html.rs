//! Links of the built book.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{is_remote, list_files};
use crate::workspace;

/// Pages that mdBook itself adds. Their links are not checked.
const OWN: &[&str] = &["404.html", "print.html", "toc.html"];

/// The faults of the links in a folder's pages.
pub(super) fn check_links(book: &Path) -> Result<Vec<String>, String> {
    let mut pages = BTreeMap::<PathBuf, BTreeSet<String>>::new();
    let mut faults = Vec::new();
    for page in list_files(book, "html")? {
        if page.file_name().is_some_and(|name| OWN.iter().any(|own| name == *own)) {
            continue;
        }
        let text = workspace::read_file(&page)?;
        let folder = page.parent().unwrap_or(book);
        for link in attribute_values(&text, &[" href=\"", " src=\""]).filter(|link| !is_remote(link)) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { page.clone() } else { folder.join(path) };
            let place = page.strip_prefix(book).unwrap_or(&page).display();
            if !target.exists() {
                faults.push(format!("`{place}` of the book: `{link}` is not there"));
                continue;
            }
            if anchor.is_empty() || target.extension().is_none_or(|ending| ending != "html") {
                continue;
            }
            if !pages.contains_key(&target) {
                let ids = attribute_values(&workspace::read_file(&target)?, &[" id=\""])
                    .map(str::to_owned)
                    .collect();
                pages.insert(target.clone(), ids);
            }
            if !pages[&target].contains(anchor) {
                faults.push(format!("`{place}` of the book: `{link}` names no element"));
            }
        }
    }
    Ok(faults)
}

/// The quoted values of these attributes.
fn attribute_values<'t>(text: &'t str, attributes: &'static [&'static str]) -> impl Iterator<Item = &'t str> {
    attributes
        .iter()
        .flat_map(move |attribute| text.split(attribute).skip(1))
        .filter_map(|rest| Some(rest.split_once('"')?.0))
}
