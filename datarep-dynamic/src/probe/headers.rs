//! Files that identify themselves: the marks at their beginnings, and what their headers say about numbers.

mod fortran;
mod matlab;
mod netcdf;
mod segy;
mod stata;
mod volume;

use std::fmt::Write as _;

/// A kind of file that is identified by its first bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The kind of file.
    pub name: String,
    /// The statements of its header about numbers, each a sentence without a full stop.
    pub says: Vec<String>,
    /// The places and formats of numbers. Empty if the header does not give them, or is not fully understood.
    pub numbers: Vec<Numbers>,
}

/// Numbers that a header names: rows of items of one format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    /// Their name in the file: the name of a variable, `samples`.
    pub name: String,
    /// The format as a mapping names it, with its order: `hfp32 big`, `vax_f`.
    pub format: String,
    /// Bytes of an item.
    pub bytes: usize,
    /// The byte of the file at which the first item begins.
    pub at: usize,
    /// Items of a row, side by side.
    pub row: usize,
    /// Bytes from the beginning of a row to that of the next.
    pub stride: usize,
    /// The number of rows; `None` if they continue to the end of the file.
    pub rows: Option<usize>,
}

/// The largest number of kinds of numbers in `says`. Tables may have thousands of columns.
const SAID: usize = 8;

impl Header {
    fn new(name: &str, says: &[&str]) -> Header {
        let says = says.iter().map(|&text| text.to_owned()).collect();
        Header { name: name.to_owned(), says, numbers: Vec::new() }
    }

    /// Adds numbers, and the options with which the command reads them.
    fn with(mut self, numbers: Vec<Numbers>) -> Header {
        self.says.extend(numbers.iter().take(SAID).map(Numbers::read_by));
        if numbers.len() > SAID {
            self.says.push(format!("and {} more", numbers.len() - SAID));
        }
        self.numbers = numbers;
        self
    }

    /// The numbers of which an item begins at a byte of the file.
    pub(super) fn at(&self, byte: usize) -> Option<&Numbers> {
        self.numbers.iter().find(|numbers| numbers.has(byte))
    }
}

impl Numbers {
    /// Items that are side by side from a byte on.
    fn side_by_side(
        name: &str,
        format: &str,
        bytes: usize,
        at: usize,
        (row, rows): (usize, usize),
    ) -> Numbers {
        let (name, format) = (name.to_owned(), format.to_owned());
        Numbers { name, format, bytes, at, row, stride: row.saturating_mul(bytes), rows: Some(rows) }
    }

    /// The bytes of the file from the first item to the last, in a file of `length` bytes.
    pub fn range(&self, length: usize) -> std::ops::Range<usize> {
        let last = |rows: usize| {
            let before = rows.saturating_sub(1).saturating_mul(self.stride).saturating_add(self.at);
            before.saturating_add(if rows == 0 { 0 } else { self.row.saturating_mul(self.bytes) })
        };
        self.at.min(length)..self.rows.map_or(length, last).min(length)
    }

    /// Bytes of a record that contains one item, or `None` if items are side by side.
    pub(super) fn record(&self) -> Option<usize> {
        (self.row == 1 && self.stride != self.bytes).then_some(self.stride)
    }

    /// Whether an item begins at a byte of the file.
    fn has(&self, byte: usize) -> bool {
        let Some(place) = byte.checked_sub(self.at) else { return false };
        let (row, place) = match self.stride {
            0 => return false,
            stride => (place / stride, place % stride),
        };
        self.rows.is_none_or(|rows| row < rows)
            && place.is_multiple_of(self.bytes)
            && place / self.bytes < self.row
    }

    /// The bytes of at most `most` items. `bytes` begins at byte `at` of the file, where an item begins.
    pub(super) fn items(&self, bytes: &[u8], at: usize, most: usize) -> Vec<u8> {
        let first = at - self.at;
        let (row, item) = (first / self.stride, first % self.stride / self.bytes);
        let place = |index: usize| {
            let (rows, items) = ((item + index) / self.row, (item + index) % self.row);
            let is_there = self.rows.is_none_or(|all| row + rows < all);
            let place = (row + rows).checked_mul(self.stride)? + items * self.bytes - first;
            bytes.get(place..place + self.bytes).filter(|_| is_there)
        };
        (0..most).map_while(place).flatten().copied().collect()
    }

    fn read_by(&self) -> String {
        let Numbers { name, format, at, row, stride, .. } = self;
        let quote = if format.contains([' ', '(']) { "\"" } else { "" };
        let mut text = format!("{name}: --as {quote}{format}{quote} --at {at}");
        if *row > 1 {
            let _ = write!(text, " --row {row}");
        }
        if *stride != row * self.bytes {
            let _ = write!(text, " --stride {stride}");
        }
        if let Some(rows) = self.rows {
            let _ = write!(text, " --count {rows}");
        }
        text
    }
}

/// Identifies a file by its beginning. `file` holds some thousands of bytes, from the first byte on.
///
/// ```
/// use datarep_dynamic::probe::header;
/// let found = header(b"SIMPLE  =                    T / file does conform to FITS").expect("it is known");
/// assert_eq!(found.name, "FITS");
/// assert!(header(b"who knows").is_none());
/// ```
pub fn header(file: &[u8]) -> Option<Header> {
    segy::header(file)
        .or_else(|| netcdf::header(file))
        .or_else(|| marked(file))
        .or_else(|| volume::header(file))
        .or_else(|| stata::header(file))
        .or_else(|| matlab::header(file))
        .or_else(|| fortran::header(file))
}

/// The numbers in a header, in its byte order. A place beyond the end has no number.
#[derive(Debug, Clone, Copy)]
struct Fields<'a> {
    file: &'a [u8],
    is_big: bool,
}

impl Fields<'_> {
    /// The unsigned number of `bytes` bytes at `place`. There are at most eight.
    fn number(&self, place: usize, bytes: usize) -> Option<usize> {
        let bytes = self.file.get(place..place.checked_add(bytes)?)?;
        let fold = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        let number = if self.is_big { bytes.iter().fold(0, fold) } else { bytes.iter().rev().fold(0, fold) };
        usize::try_from(number).ok()
    }

    /// The format with the order of the header.
    fn ordered(&self, format: &str) -> String {
        format!("{format} {}", if self.is_big { "big" } else { "little" })
    }
}

/// A name that ends with a zero byte or with its field. `None` if it is not printable ASCII.
fn name_of(field: &[u8]) -> Option<String> {
    let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
    let name = std::str::from_utf8(&field[..end]).ok()?;
    (!name.is_empty() && name.chars().all(|letter| letter.is_ascii_graphic())).then(|| name.to_owned())
}

/// The statements about files with big-endian numbers, and about files that describe their own numbers.
const BIG: &str = "numbers are big-endian: integers in two's complement, IEEE floats";
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
        b"CCSD3ZF",
        "PDS with a CCSDS label",
        "the label names the numbers: VAX_REAL is `vax_f`, IEEE_REAL `f32 big`",
    ),
    (
        b"PDS_VERSION_ID",
        "PDS",
        "the label names the numbers: VAX_REAL is `vax_f`, IEEE_REAL `f32 big`, PC_REAL `f32 little`",
    ),
    (
        b"LBLSIZE=",
        "VICAR",
        "the label names the numbers: REALFMT VAX is `vax_f`, IEEE `f32 big`, RIEEE `f32 little`",
    ),
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
fn marked(file: &[u8]) -> Option<Header> {
    let found = MARKS.iter().find(|(mark, ..)| file.starts_with(mark));
    if let Some((_, name, says)) = found {
        return Some(Header::new(name, &[says]));
    }
    if file.starts_with(b"SIMPLE  =") {
        return Some(fits(file));
    }
    if file.starts_with(b"GRIB") {
        let edition = file.get(7).copied().unwrap_or(0);
        let name = format!("GRIB edition {edition}");
        let floats =
            if edition == 1 { "reference values are `hfp32`, " } else { "reference values are `f32 big`, " };
        let says = format!("{floats}scale factors sign and magnitude, values unsigned and packed by bits");
        return Some(Header::new(&name, &[&says]));
    }
    None
}

/// FITS: cards of 80 letters, blocks of 2880 bytes, and the format in `BITPIX`.
fn fits(file: &[u8]) -> Header {
    let mut header = Header::new("FITS", &["numbers are big-endian"]);
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
    let axes: Vec<usize> = (1..1000).map_while(|axis| usize::try_from(length(axis)?).ok()).collect();
    let rows = axes.iter().skip(1).try_fold(1_usize, |rows, axis| rows.checked_mul(*axis));
    match (axes.first(), rows) {
        (Some(&row), Some(rows)) if row > 0 && rows > 0 => {
            header.with(vec![Numbers::side_by_side("array", format, bytes, at, (row, rows))])
        }
        _ => header,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_know_where_their_items_begin() {
        let numbers = Numbers {
            row: 3,
            stride: 10,
            rows: Some(2),
            ..Numbers::side_by_side("x", "f16 big", 2, 4, (3, 2))
        };
        let begins: Vec<usize> = (0..40).filter(|byte| numbers.has(*byte)).collect();
        assert_eq!(begins, [4, 6, 8, 14, 16, 18]);
        assert_eq!((numbers.range(100), numbers.range(7)), (4..20, 4..7));
        let file: Vec<u8> = (0..40).collect();
        assert_eq!(numbers.items(&file[6..], 6, 9), [6, 7, 8, 9, 14, 15, 16, 17, 18, 19]);
        assert_eq!(numbers.items(&file[6..16], 6, 9), [6, 7, 8, 9, 14, 15]);
        assert_eq!(numbers.items(&file[6..], 6, 1), [6, 7]);
        assert_eq!(numbers.read_by(), "x: --as \"f16 big\" --at 4 --row 3 --stride 10 --count 2");
    }

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
        assert_eq!(found.at(2884).map(|numbers| numbers.name.as_str()), Some("array"));
    }
}
