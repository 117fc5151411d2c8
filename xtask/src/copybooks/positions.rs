//! Compares where items are with the layouts of another reader: tables with the level, the name, the first byte, the last
//! one and the length of each item.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::cases::Case;

/// An item in a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LayoutItem {
    level: u64,
    name: String,
    position: u64,
    /// `None` if the references have another one on purpose: that of the longest of items that share their bytes, also for
    /// the others.
    bytes: Option<u64>,
}

/// The layouts that belong to the cases of a copybook, with the options of the first case for each.
pub(super) fn list_layouts(project: &Path, cases: &[Case]) -> Vec<(PathBuf, Vec<&'static str>)> {
    let mut known = BTreeSet::new();
    let layouts = cases.iter().filter_map(|case| {
        let stem = case.rows.file_stem()?.to_str()?;
        let path = case.rows.with_file_name(format!("{stem}_layout.txt"));
        (project.join(&path).is_file() && known.insert(path.clone())).then(|| (path, case.options.clone()))
    });
    layouts.collect()
}

/// Compares a layout with a report of the command. Returns the number of equal items, and what is different.
pub(super) fn compare_positions(layout: &Path, report: &str) -> Result<(usize, Vec<String>), String> {
    let text = fs::read_to_string(layout)
        .map_err(|error| format!("`{}` cannot be read: {error}", layout.display()))?;
    let report: Value =
        serde_json::from_str(report).map_err(|error| format!("the report is not JSON: {error}"))?;
    let items = report["items"].as_array().ok_or("the report has no items")?;
    compare_items(&read_layout(&text)?, items)
}

fn compare_items(listed: &[LayoutItem], items: &[Value]) -> Result<(usize, Vec<String>), String> {
    let (mut equal, mut differences) = (0, Vec::new());
    if listed.len() != items.len() {
        differences.push(format!("{} items, expected {}", items.len(), listed.len()));
    }
    for (listed, item) in listed.iter().zip(items) {
        let number = |key: &str| item[key].as_u64().ok_or(format!("an item has no `{key}`"));
        let all = number("bytes")? * item["occurs"].as_u64().unwrap_or(1);
        let found = LayoutItem {
            level: number("level")?,
            // The references have names of their own for these.
            name: item["name"].as_str().map_or_else(|| listed.name.clone(), |name| name.replace('-', "_")),
            position: number("position")?,
            bytes: listed.bytes.map(|_| all),
        };
        if found == *listed {
            equal += 1;
        } else {
            differences.push(format!("{found:?}, expected {listed:?}"));
        }
    }
    Ok((equal, differences))
}

/// The lines of a layout: `  5 NAME   r   6   7   15   9`, where `r` and `R` say that an item shares its bytes with others.
fn read_layout(text: &str) -> Result<Vec<LayoutItem>, String> {
    let lines = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let read_line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [level, name, marks @ .., _, position, _, bytes] = words.as_slice() else { return None };
        let shares = marks.iter().any(|mark| mark.contains(['r', 'R']));
        Some(LayoutItem {
            level: level.parse().ok()?,
            name: (*name).to_owned(),
            position: position.parse().ok()?,
            bytes: Some(bytes.parse().ok()?).filter(|_| !shares),
        })
    };
    lines.map(|line| read_line(line).ok_or_else(|| format!("`{line}` is no item of a layout"))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const LAYOUT: &str = "--- FIELD LEVEL/NAME --- --ATTRIBS--    FLD  START     END  LENGTH\n
1 A_B                                  1      1     60     60
  5 FILLER_1        r                  2      7     15      9
  5 C               R[]                3      7     15      9";

    #[test]
    fn places_are_compared() {
        let listed = read_layout(LAYOUT).expect("a layout");
        let item = |level, name, position, bytes, occurs: Option<u64>| json!({ "level": level, "name": name, "position": position, "bytes": bytes, "occurs": occurs });
        let mut items = vec![
            item(1, Some("A-B"), 1, 12, Some(5)),
            item(5, None, 7, 4, None),
            item(5, Some("C"), 7, 9, None),
        ];
        assert_eq!(compare_items(&listed, &items), Ok((3, Vec::new())));
        items[0] = item(1, Some("A-B"), 1, 61, None);
        items[2] = item(5, Some("C"), 8, 9, None);
        let (equal, differences) = compare_items(&listed, &items[..]).expect("items");
        assert_eq!((equal, differences.len()), (1, 2), "{differences:?}");
        let (_, differences) = compare_items(&listed, &items[..1]).expect("items");
        assert_eq!(differences[0], "1 items, expected 3");
    }
}
