//! `datarep dump`: the items of a file, one on each line.

mod item;
mod records;

use std::io::Write;
use std::path::Path;
use std::slice::from_ref;

use datarep_dsl::limits::Limits;
use datarep_dsl::model::FormatKind;
use datarep_dynamic::Record;

use crate::args;
use crate::failure::CliFailure;
use crate::input::{BitPlace, Input};
use crate::mistakes;
use crate::names::KnownNames;
use crate::output;
use crate::progress::ProgressLine;

use item::ItemDumper;

/// Prints records.
fn dump_records(dump: &args::DumpOptions, record: &Record) -> Result<(), CliFailure> {
    records::run(dump, record).map_err(|failure| {
        mistakes::suggest_padded_records(failure, from_ref(&dump.file), &dump.items, record)
    })
}

/// Prints the items.
pub(crate) fn run(dump: &args::DumpOptions, mut names: KnownNames) -> Result<(), CliFailure> {
    if let Some(text) = &dump.record {
        return dump_records(dump, &names.read_record(text, dump.format.as_deref(), &[])?);
    }
    if let Some(record) = dump.format.as_deref().and_then(|name| names.record(name)) {
        return dump_records(dump, &record);
    }
    let named = names.format(dump.format.as_deref().unwrap_or_default())?;
    let bits = named.format.bits;
    if bits > 128 {
        let title =
            format!("a word of `{}` has {bits} bits, and at most 128 can be shown", named.format.name);
        return Err(CliFailure::new(title));
    }
    let extent = named.order.extent(bits) as usize;
    let mut input = Input::open_items(&dump.file, &dump.items, &named)?;
    // Behind the opening of the file, whose failure says more.
    mistakes::note_contents(&dump.file, &dump.items, named.contents());
    let packed = input.packed_places();
    let mut items = 0;
    let (row, stride) = (input.extent(), input.stride());
    let (format, order) = (&named.format, &named.order);
    let dumper = ItemDumper {
        limits: Limits::from_format(format),
        format,
        order,
        is_packed: packed.is_some(),
        json: dump.json,
    };
    // A row of characters is a line of text.
    let is_text = matches!(format.kind, FormatKind::Character(_)) && !dump.json && packed.is_none();
    let prints_rows = is_text && dump.items.row.is_some();
    let progress =
        ProgressLine::of_files(from_ref(&dump.file), &dump.items, input.end_of_rows(), Path::new("-"));
    let mut out = output::stdout();
    let mut block = Vec::new();
    loop {
        progress.update_position();
        let block_begin = input.at();
        match input.next(&mut block) {
            Ok(0) => return Ok(out.flush()?),
            Ok(_) if prints_rows => {
                for (index, row_bytes) in block.chunks(row).enumerate() {
                    dumper.print_row(&mut out, block_begin + index as u64 * stride, row_bytes)?;
                }
            }
            Ok(_) => {
                for (index, item) in block.chunks_exact(extent).enumerate() {
                    // In memory the items lie back to back. In the file, each row of them begins at a stride.
                    let byte = index * extent;
                    let find_byte = || block_begin + (byte / row) as u64 * stride + (byte % row) as u64;
                    let place = packed.map(|places| places.locate(items));
                    let place = place.unwrap_or_else(|| BitPlace { byte: find_byte(), bit: 0 });
                    dumper.print(&mut out, place, item)?;
                    items += 1;
                }
            }
            Err(failure) => {
                // Print what was read before reporting the failure.
                out.flush()?;
                return Err(failure);
            }
        }
    }
}
