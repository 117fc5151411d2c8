//! The layout of copybooks as a table for people, and as JSON for programs.

use datarep_copybook::ListingRow;
use datarep_dsl::controls::clean_line;
use serde_json::{Value, json};

use crate::output;

/// What is said in the last column, for people.
fn describe_notes(row: &ListingRow) -> String {
    let mut notes = Vec::new();
    if let Some(first) = &row.redefines {
        notes.push(format!("redefines {first}"));
    }
    match (row.occurs, &row.depending) {
        (Some(maximum), Some(count)) => notes.push(format!("occurs up to {maximum} times, by {count}")),
        (Some(maximum), None) => notes.push(format!("occurs {maximum} times")),
        (None, _) => {}
    }
    match row.slack {
        0 => {}
        1 => notes.push("synchronized behind 1 byte".to_owned()),
        bytes => notes.push(format!("synchronized behind {bytes} bytes")),
    }
    if row.is_latest {
        notes.push("begins earlier where items before it are fewer or shorter".to_owned());
    }
    notes.extend(row.notes.iter().cloned());
    notes.join("; ")
}

fn row_to_json(row: &ListingRow, copybook_name: &str) -> Value {
    json!({
        "file": row.place.file.as_deref().unwrap_or(copybook_name),
        "line": row.place.line,
        "level": row.level,
        "name": row.name,
        "picture": row.picture,
        "usage": row.usage,
        "position": row.offset + 1,
        "bytes": row.bytes,
        "occurs": row.occurs,
        "depending": row.depending,
        "redefines": row.redefines,
        "slack": row.slack,
        "latest": row.is_latest,
        "field": row.field,
        "notes": row.notes,
    })
}

/// The list as a table for people.
pub(super) fn write_table(rows: &[ListingRow]) -> String {
    let mut table = output::wide_table();
    table.set_header(["ITEM", "PICTURE", "USAGE", "POSITION", "LENGTH", "BECOMES", "NOTES"]);
    for row in rows {
        let name = row.name.as_deref().unwrap_or("FILLER");
        let cells = [
            format!("{}{:02} {name}", "  ".repeat(row.depth), row.level),
            row.picture.clone().unwrap_or_default(),
            row.usage.clone().unwrap_or_default(),
            // Compilers count positions from one.
            (row.offset + 1).to_string(),
            row.bytes.to_string(),
            row.field.clone().unwrap_or_default(),
            describe_notes(row),
        ];
        table.add_row(cells.map(|cell| clean_line(&cell).into_owned()));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
        // The position and the length are numbers.
        if (3..5).contains(&column.index) {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
    let table = table.to_string();
    let lines: Vec<&str> = table.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// The list as JSON, for programs.
pub(super) fn write_json(rows: &[ListingRow], copybook_names: &[&str]) -> Value {
    let first = copybook_names.first().copied().unwrap_or_default();
    json!({ "copybooks": copybook_names, "items": rows.iter().map(|row| row_to_json(row, first)).collect::<Value>() })
}
