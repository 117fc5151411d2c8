//! What is read if a part of a file is converted, and what does not go with it.

use crate::args::{self, AddedColumn, BadRecordAction, ItemOptions};
use crate::failure::CliFailure;

/// Which records are read: those of the part, if one is named. Refuses options whose meaning for a part is not that for the whole.
pub(super) fn select_items(convert: &args::ConvertOptions) -> Result<ItemOptions, CliFailure> {
    let items = ItemOptions { part: convert.part.part, ..convert.items.clone() };
    if items.part.is_none() {
        return Ok(items);
    }
    if convert.inputs.len() > 1 {
        return Err(CliFailure::new("`--part` is one of a single file, and several are named")
            .help("convert each file by itself, or give each process some of the files"));
    }
    let is_marked = items.marks.is_some();
    let option = convert.ends.find_given_option().or(match convert {
        _ if items.count.is_some() => Some("--count"),
        _ if is_marked && items.at > 0 => Some("--at"),
        _ if convert.rows.sample.is_some() => Some("--sample"),
        _ if !convert.division.parents.is_empty() => Some("--parents"),
        _ if convert.rows.add_columns.contains(&AddedColumn::Record) => Some("--add-columns record"),
        // Whether a record is passed over may depend on those before it.
        _ if is_marked && convert.bad.on_bad != BadRecordAction::Error => Some("--on-bad"),
        _ => None,
    });
    match option {
        Some(option) => Err(CliFailure::new(format!(
            "`{option}` needs what is before a part in its file, and `--part` does not read it"
        ))
        .help(format!("leave out `{option}`, or convert the whole file"))),
        None => Ok(items),
    }
}
