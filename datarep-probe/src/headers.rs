//! Files that identify themselves: the marks at their beginnings, and what their headers say about numbers.

mod fortran;
mod header;
mod label;
mod matlab;
mod netcdf;
mod segy;
mod stata;
mod volume;
mod xport;

pub use header::{Header, Numbers};
pub use label::{LabelError, LabelText, import_label, is_label, list_label_names, read_label};
pub use segy::find_segy_code;

use header::RowShape;

/// Identifies a file by its beginning. `file` holds some thousands of bytes, from the first byte on.
///
/// ```
/// use datarep_probe::header;
/// let found = header(b"SIMPLE  =                    T / file does conform to FITS").expect("it is known");
/// assert_eq!(found.name, "FITS");
/// assert!(header(b"who knows").is_none());
/// ```
pub fn header(file: &[u8]) -> Option<Header> {
    read_header(file, None)
}

/// Identifies a file of `length` bytes by its beginning. Then what the header says is also compared with the end of the
/// file: a label of planetary data may be cut.
///
/// ```
/// use datarep_probe::read_header;
/// let label = b"PDS_VERSION_ID = PDS3\r\nRECORD_BYTES = 512\r\nLABEL_RECORDS = 4\r\n";
/// let found = read_header(label, Some(label.len() as u64)).expect("it is known");
/// assert!(found.says[0].contains("4 records of 512 bytes"));
/// ```
pub fn read_header(file: &[u8], length: Option<u64>) -> Option<Header> {
    // Kinds with a header that can be checked come before those that only have a mark, and weak evidence comes last.
    segy::read_segy(file)
        .or_else(|| netcdf::read_netcdf(file))
        .or_else(|| label::read_attached_label(file, length))
        .or_else(|| xport::read_xport(file))
        .or_else(|| identify_by_mark(file))
        .or_else(|| volume::read_volume(file))
        .or_else(|| stata::read_stata(file))
        .or_else(|| matlab::read_matlab(file))
        .or_else(|| fortran::read_fortran(file))
}

/// The statement about files that describe their own numbers.
const OTHER: &str = "the file itself says what its numbers are: use a reader for this kind of file";

/// The first bytes of a file, the kind of file, and the statement about its numbers.
const MARKS: &[(&[u8], &str, &str)] = &[
    (
        b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!",
        "SAS XPORT",
        "numbers are `xport64`, or its first bytes (`xport24`, `xport32`, …); text is ASCII; cards have 80 bytes",
    ),
    (
        b"HEADER RECORD*******LIBV8",
        "SAS XPORT, version 8",
        "numbers are `xport64`; text is ASCII; cards have 80 bytes",
    ),
    (
        b"\xCD\xF3\x00\x01",
        "NASA CDF 3",
        "the encoding of its numbers is a field of its header: network is big-endian",
    ),
    (
        b"\xCD\xF2\x60\x02",
        "NASA CDF 2",
        "the encoding of its numbers is a field of its header: network is big-endian",
    ),
    (b"\x89HDF\r\n\x1A\n", "HDF5", "the format of each dataset is part of the file: `h5dump -H` names them"),
    (b"\x0E\x03\x13\x01", "HDF4", OTHER),
    (b"SR\x00\x04", "IDL SAVE", "numbers are XDR: big-endian, IEEE floats"),
    (b"SR\x00\x06", "IDL SAVE, compressed", "numbers are XDR, in compressed records"),
    (b"MATLAB 5.0 MAT-file", "MATLAB 5", "the two letters at byte 126 tell the order: `MI` big, `IM` little"),
    (
        b"VOL1",
        "a labelled tape of VMS or IBM",
        "labels of 80 bytes: HDR1 and HDR2 name file, block and record lengths",
    ),
    (b"\x93NUMPY", "NumPy array", "its header names the format: `datarep convert` reads it"),
    (b"RIFF", "RIFF (WAV, AVI)", "numbers are little-endian"),
    (b"RIFX", "RIFX (WAV)", "numbers are big-endian"),
    (b"FORM", "IFF (AIFF)", "numbers are big-endian; the sampling rate is `sane_80`"),
    (b".snd", "Sun audio", "numbers are big-endian"),
    (b"<stata_dta>", "Stata, release 13 or later", "`<byteorder>` names the order: MSF big, LSF little"),
    (b"II*\x00", "TIFF, little-endian", OTHER),
    (b"MM\x00*", "TIFF, big-endian", OTHER),
    (b"PAR1", "Parquet", "columns are encoded: its own readers know"),
    (b"\x1F\x8B", "gzip", "it is compressed: unpack it first"),
    (b"PK\x03\x04", "ZIP", "it is compressed: unpack it first"),
    (b"BZh", "bzip2", "it is compressed: unpack it first"),
    (b"\xFD7zXZ\x00", "xz", "it is compressed: unpack it first"),
    (b"\x28\xB5\x2F\xFD", "Zstandard", "it is compressed: unpack it first"),
    (b"SQLite format 3\x00", "SQLite", "numbers are big-endian"),
];

/// Identifies a file by a mark at its first byte.
fn identify_by_mark(file: &[u8]) -> Option<Header> {
    let entry = MARKS.iter().find(|(mark, ..)| file.starts_with(mark));
    if let Some((_, name, statement)) = entry {
        return Some(Header::new(name, &[statement]));
    }
    if file.starts_with(b"SIMPLE  =") {
        return Some(read_fits(file));
    }
    if file.starts_with(b"GRIB") {
        let edition = file.get(7).copied().unwrap_or(0);
        let name = format!("GRIB edition {edition}");
        let floats =
            if edition == 1 { "reference values are `hfp32`, " } else { "reference values are `f32 big`, " };
        let statement =
            format!("{floats}scale factors sign and magnitude, values unsigned and packed by bits");
        return Some(Header::new(&name, &[&statement]));
    }
    None
}

/// FITS: cards of 80 letters, blocks of 2880 bytes, and the format in `BITPIX`.
fn read_fits(file: &[u8]) -> Header {
    let mut header = Header::new("FITS", &["numbers are big-endian"]);
    // The header of FITS ends with a card `END`, and is filled up to a block of 2880 bytes.
    let cards: Vec<&[u8]> = file.chunks(80).take_while(|card| !card.starts_with(b"END ")).collect();
    let value = |card: &&[u8]| {
        let text = std::str::from_utf8(card.get(10..30)?).ok()?;
        text.trim().parse::<i32>().ok()
    };
    let bitpix = cards.iter().find(|card| card.starts_with(b"BITPIX")).and_then(value);
    let (format, bytes) = match bitpix {
        Some(8) => ("unsigned(8)", 1),
        Some(16) => ("twos(16) big", 2),
        Some(32) => ("twos(32) big", 4),
        Some(64) => ("twos(64) big", 8),
        Some(-32) => ("f32 big", 4),
        Some(-64) => ("f64 big", 8),
        _ => return header,
    };
    let at = (80 * (cards.len() + 1)).next_multiple_of(2880);
    header.says.push(format!("the first array is `{format}`, where there is one at byte {at}"));
    let length = |axis: usize| {
        let key = format!("NAXIS{axis} ");
        cards.iter().find(|card| card.starts_with(key.as_bytes())).and_then(value)
    };
    // The FITS standard allows 999 axes.
    let axes: Vec<usize> = (1..1000).map_while(|axis| usize::try_from(length(axis)?).ok()).collect();
    let rows = axes.iter().skip(1).try_fold(1_usize, |rows, axis| rows.checked_mul(*axis));
    match (axes.first(), rows) {
        (Some(&row), Some(rows)) if row > 0 && rows > 0 => {
            let shape = RowShape { row, rows };
            header.with_numbers(vec![Numbers::contiguous_rows("array", format, bytes, at, shape)])
        }
        _ => header,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_of_fits_names_the_first_array() {
        let cards = [
            "SIMPLE  =                    T",
            "BITPIX  =                  -32",
            "NAXIS   =                    2",
            "NAXIS1  =                   30",
            "NAXIS2  =                    7",
            "END",
        ];
        let file: String = cards.map(|card| format!("{card:80}")).concat();
        let found = header(file.as_bytes()).expect("it is known");
        assert_eq!(found.says[2], "array: --as \"f32 big\" --at 2880 --row 30 --count 7");
        assert_eq!(found.numbers_at(2884).map(|numbers| numbers.name.as_str()), Some("array"));
    }
}
