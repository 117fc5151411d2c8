//! The layout of copybooks as a table for people, and as JSON for programs.

use datarep_copybook::ListingRow;
use datarep_dsl::controls::clean_line;
use serde_json::{Value, json};

use crate::output;

/// What is said in the last column, for people.
fn describe_notes(row: &ListingRow) -> String {
    let mut all = Vec::new();
    if let Some(first) = &row.redefines {
        all.push(format!("redefines {first}"));
    }
    match (row.occurs, &row.depending) {
        (Some(most), Some(count)) => all.push(format!("occurs up to {most} times, by {count}")),
        (Some(most), None) => all.push(format!("occurs {most} times")),
        (None, _) => {}
    }
    match row.slack {
        0 => {}
        1 => all.push("synchronized behind 1 byte".to_owned()),
        bytes => all.push(format!("synchronized behind {bytes} bytes")),
    }
    if row.is_latest {
        all.push("begins earlier where items before it are fewer or shorter".to_owned());
    }
    all.extend(row.notes.iter().cloned());
    all.join("; ")
}

fn row_to_json(row: &ListingRow, shown: &str) -> Value {
    json!({
        "file": row.place.file.as_deref().unwrap_or(shown),
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
pub(super) fn write_json(rows: &[ListingRow], shown: &[&str]) -> Value {
    let first = shown.first().copied().unwrap_or_default();
    json!({ "copybooks": shown, "items": rows.iter().map(|row| row_to_json(row, first)).collect::<Value>() })
}
