//! Texts that another library reads. The function is one of this program here, so that both sides are crossed.

use super::*;
use crate::raw::table::{Plugin, PluginText};

/// A library of texts: it knows one text, and panics at another.
unsafe extern "C" fn read_text(
    name: PluginText,
    source: PluginText,
    faults: *mut PluginText,
) -> *const Plugin {
    // SAFETY: the arguments are those of the caller, who has promised as much.
    unsafe { answer_text((name, source), faults, read) }
}

#[expect(clippy::panic_in_result_fn, reason = "a panic must not cross the border")]
fn read(name: &str, source: &str) -> Result<Vec<Datarep>, String> {
    match source {
        "imported" => {
            static PLUGIN: Plugin = Plugin::from_tables(&TABLES);
            // SAFETY: the tables are constant.
            unsafe { import(&raw const PLUGIN) }.map_err(|error| error.to_string())
        }
        "compiled" => Ok(vec![ibm370::DATAREP.clone()]),
        "panic" => panic!("an odd text"),
        _ => Err(format!("{name}:1: `{source}` is no text")),
    }
}

static TYPES: PluginTypes<1> = PluginTypes::from_datareps(&[ibm370::DATAREP]);
static TABLES: PluginDatareps<1> = PluginDatareps::from_types(&[ibm370::DATAREP], &TYPES);

#[test]
fn texts_are_read() {
    // SAFETY: the function is the one above, which does as `ReadText` says.
    let ask = |source: &str| unsafe { import_text(read_text, "a.datarep", source) };
    let read = ask("imported").expect("it is known");
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].to_bytes(&[-118.625_f32]).expect("small").0, [0xC2, 0x76, 0xA0, 0]);
    assert_eq!(ask("ümlaut").expect_err("it is not"), "a.datarep:1: `ümlaut` is no text");
    assert!(ask("compiled").expect_err("it has no objects").contains("`export!` makes its table"));
    assert!(ask("panic").expect_err("it panics").contains("an odd text"));
}
