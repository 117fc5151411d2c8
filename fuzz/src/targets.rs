//! The campaigns that need libraries alone.

#[path = "targets/datatypes.rs"]
pub mod datatypes;
#[path = "targets/dynamic.rs"]
pub mod dynamic;
#[path = "targets/files.rs"]
pub mod files;
#[path = "targets/formats.rs"]
pub mod formats;
#[path = "targets/input.rs"]
mod input;
#[path = "targets/probe.rs"]
pub mod probe;
#[path = "targets/records.rs"]
pub mod records;
#[path = "targets/shapes.rs"]
pub mod shapes;
#[path = "targets/text.rs"]
pub mod text;
#[path = "targets/typemaps.rs"]
mod typemaps;
#[path = "targets/words.rs"]
pub mod words;

/// A campaign: what is done with an input.
pub type Campaign = fn(&[u8]);

/// All campaigns by their names, with all that can be done with an input.
pub const ALL: [(&str, Campaign); 9] = [
    ("datatypes", datatypes::run),
    ("dynamic", dynamic::run),
    ("files", files::run),
    ("formats", formats::run),
    ("probe", probe::run_whole),
    ("records", records::run_whole),
    ("shapes", shapes::run),
    ("text", text::run_whole),
    ("words", words::run),
];
