//! Labels in words, as archives of planetary data have them: VICAR, PDS3 and PDS4. They name each format, and are
//! followed to the numbers.
//!
//! A label is part of the file, or a file of its own that names the file with the numbers. Both are read here; finding
//! the second file is the work of whoever reads files.

mod odl;
mod pds3;
mod pds4;
mod record;
mod table;
mod types;
mod vicar;

use super::header::Header;

pub use record::{LabelError, LabelText, import_label, is_label};

/// Reads a label that is not part of the file with the numbers. `name` is the name of that file, without folders.
///
/// `None` if the bytes are no label, or the label does not describe a file of this name.
///
/// ```
/// use datarep_probe::read_label;
///
/// let label = b"PDS_VERSION_ID = PDS3\r\nRECORD_BYTES = 40\r\n^IMAGE = (\"MOON.IMG\", 3)\r\nOBJECT = IMAGE\r\n\
///     LINES = 5\r\nLINE_SAMPLES = 10\r\nSAMPLE_TYPE = VAX_REAL\r\nSAMPLE_BITS = 32\r\nEND_OBJECT = IMAGE\r\nEND\r\n";
/// let found = read_label(label, "moon.img").expect("it describes this file");
/// assert_eq!(found.says[0], "IMAGE: --as vax_f --at 80 --row 10 --count 5");
/// assert!(read_label(label, "MARS.IMG").is_none());
/// ```
pub fn read_label(label: &[u8], name: &str) -> Option<Header> {
    pds3::read_detached(label, name).or_else(|| pds4::read_pds4(label, Some(name)))
}

/// The names that a label for a file of this name usually has, without folders.
///
/// ```
/// use datarep_probe::list_label_names;
/// assert!(list_label_names("C3490702.IMG").contains(&"C3490702.LBL".to_owned()));
/// ```
pub fn list_label_names(name: &str) -> Vec<String> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let names = ["LBL", "lbl", "xml", "XML"].map(|ending| format!("{stem}.{ending}"));
    // A file that ends with `.lbl` is no label of its own.
    names.into_iter().filter(|label| label != name).collect()
}

/// Reads a label at the beginning of a file. `length` is that of the file, if it is known.
pub(super) fn read_attached_label(file: &[u8], length: Option<u64>) -> Option<Header> {
    vicar::read_vicar(file, length)
        .or_else(|| pds3::read_attached(file, length))
        .or_else(|| pds4::read_pds4(file, None))
}
