//! Files that say what they are: the marks at their beginnings.

use std::fmt::Write as _;

/// A kind of file that was known by its first bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The kind of file.
    pub name: String,
    /// What its header says of its numbers, each a sentence without a full stop.
    pub says: Vec<String>,
}

impl Header {
    fn new(name: &str, says: &[&str]) -> Header {
        Header { name: name.to_owned(), says: says.iter().map(|&text| text.to_owned()).collect() }
    }
}

/// What a file is, by its first bytes. `file`: from its first byte on, some thousands of bytes.
///
/// ```
/// use datarep_dynamic::probe::header;
/// let found = header(b"SIMPLE  =                    T / file does conform to FITS").expect("it is known");
/// assert_eq!(found.name, "FITS");
/// assert!(header(b"who knows").is_none());
/// ```
pub fn header(file: &[u8]) -> Option<Header> {
    segy(file)
        .or_else(|| marked(file))
        .or_else(|| volume(file))
        .or_else(|| matlab4(file))
        .or_else(|| fortran(file))
}

fn at<const N: usize>(file: &[u8], place: usize) -> Option<[u8; N]> {
    file.get(place..)?.first_chunk().copied()
}

/// SEG-Y: a textual header of 40 cards, and a format code that is one of the standard's.
fn segy(file: &[u8]) -> Option<Header> {
    let ebcdic = file.starts_with(&[0xC3, 0x40]);
    let ascii = file.starts_with(b"C ") && file.get(80) == Some(&b'C');
    if !ebcdic && !ascii {
        return None;
    }
    let word = |place| at::<2>(file, place);
    let (code, samples) = (word(3224)?, word(3220)?);
    let (order, code, samples) = match code {
        [0, low] => ("big", low, u16::from_be_bytes(samples)),
        [low, 0] => ("little", low, u16::from_le_bytes(samples)),
        _ => return None,
    };
    let (format, bytes) = match code {
        1 => ("hfp32", 4),
        2 => ("twos(32)", 4),
        3 => ("twos(16)", 2),
        5 => ("f32", 4),
        6 => ("f64", 8),
        7 => ("twos(24)", 3),
        8 => ("twos(8)", 1),
        9 => ("twos(64)", 8),
        10 => ("unsigned(32)", 4),
        11 => ("unsigned(16)", 2),
        12 => ("unsigned(64)", 8),
        15 => ("unsigned(24)", 3),
        16 => ("unsigned(8)", 1),
        _ => return None,
    };
    let stride = 240 + usize::from(samples) * bytes;
    let text = if ebcdic { "EBCDIC" } else { "ASCII" };
    let mut header = Header::new("SEG-Y", &[]);
    header.says.push(format!("3200 bytes of text in {text}, a header of 400 bytes, then traces"));
    header.says.push(format!(
        "format code {code}: the samples are `{format} {order}`, {samples} of them in a trace"
    ));
    header.says.push(format!(
        "the samples are read by --as \"{format} {order}\" --at 3840 --row {samples} --stride {stride}"
    ));
    Some(header)
}

/// What is said of files whose numbers are big-endian, and of files that describe their numbers themselves.
const BIG: &str = "numbers are big-endian: integers in two's complement, IEEE floats";
const OTHER: &str = "the file itself says what its numbers are: use a reader for this kind of file";

/// The first bytes of a file, what it is, and what is said of its numbers.
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
    (b"CDF\x01", "netCDF classic", BIG),
    (b"CDF\x02", "netCDF classic with 64-bit offsets", BIG),
    (b"CDF\x05", "netCDF classic with 64-bit data", BIG),
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

/// Marks at the first byte.
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
        return Some(Header { name, says: vec![says] });
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
    let format = match bitpix {
        Some(8) => "unsigned(8)",
        Some(16) => "twos(16) big",
        Some(32) => "twos(32) big",
        Some(64) => "twos(64) big",
        Some(-32) => "f32 big",
        Some(-64) => "f64 big",
        _ => return header,
    };
    let at = (80 * (cards.len() + 1)).next_multiple_of(2880);
    header.says.push(format!("the first array is `{format}`, where there is one at byte {at}"));
    header
}

/// Images and volumes whose marks stand inside their headers.
fn volume(file: &[u8]) -> Option<Header> {
    if file.get(208..212) == Some(b"MAP ") {
        let order = if at::<4>(file, 212)?[0] == 0x11 { "big" } else { "little" };
        let mode = at::<4>(file, 12)?;
        let mode = if order == "big" { u32::from_be_bytes(mode) } else { u32::from_le_bytes(mode) };
        let format = match mode {
            0 => "twos(8)",
            1 => "twos(16)",
            2 => "f32",
            6 => "unsigned(16)",
            12 => "f16",
            _ => "of a mode that is not known here",
        };
        let says = format!(
            "mode {mode}: the density is `{format} {order}` from byte 1024 on, without symmetry records"
        );
        return Some(Header { name: "MRC or CCP4 map".to_owned(), says: vec![says] });
    }
    if matches!(file.get(344..348)?, b"n+1\0" | b"ni1\0") {
        let order = if file[0] == 0 { "big" } else { "little" };
        let code = at::<2>(file, 70)?;
        let code = if order == "big" { u16::from_be_bytes(code) } else { u16::from_le_bytes(code) };
        let format = match code {
            2 => "unsigned(8)",
            4 => "twos(16)",
            8 => "twos(32)",
            16 => "f32",
            64 => "f64",
            256 => "twos(8)",
            512 => "unsigned(16)",
            768 => "unsigned(32)",
            _ => "of a code that is not known here",
        };
        let says =
            format!("data type {code}: the voxels are `{format} {order}`, from byte 352 on in one file");
        return Some(Header { name: "NIfTI-1".to_owned(), says: vec![says] });
    }
    if file.get(1) == Some(&0x50) && file.first().is_some_and(|&block| (2..=4).contains(&block)) {
        let place = (usize::from(file[0]) - 1) * 512 + 3;
        let machine = match file.get(place)? {
            84 => "an Intel machine: `f32 little`, `twos(16) little`",
            85 => "a DEC machine: `vax_f`, `twos(16) little`",
            86 => "a MIPS machine: `f32 big`, `twos(16) big`",
            _ => return None,
        };
        return Some(Header {
            name: "C3D".to_owned(),
            says: vec![format!("numbers are those of {machine}")],
        });
    }
    None
}

/// MATLAB level 4: the type of the first matrix names the machine and the format.
fn matlab4(file: &[u8]) -> Option<Header> {
    let word = at::<4>(file, 0)?;
    let of = |bytes: [u8; 4]| (u32::from_be_bytes(bytes), u32::from_le_bytes(bytes));
    let (big, little) = of(word);
    let type_of = if big < 5000 { big } else { little };
    let is_big = big < 5000;
    let (machine, zero, kind, matrix) = (type_of / 1000, type_of / 100 % 10, type_of / 10 % 10, type_of % 10);
    let number = |place| at::<4>(file, place).map(|bytes| if is_big { of(bytes).0 } else { of(bytes).1 });
    let (rows, columns, imaginary, name) = (number(4)?, number(8)?, number(12)?, number(16)?);
    let sound = machine <= 4 && zero == 0 && kind <= 5 && matrix <= 2 && imaginary <= 1;
    let size = (1..1 << 20).contains(&rows) && (1..1 << 20).contains(&columns) && (2..64).contains(&name);
    let last = file.get(20 + usize::try_from(name).ok()?.checked_sub(1)?)?;
    if !(sound && size && *last == 0 && is_big == (machine != 0)) {
        return None;
    }
    let floats = match machine {
        0 => ["f64 little", "f32 little"],
        1 => ["f64 big", "f32 big"],
        2 => ["vax_d", "vax_f"],
        3 => ["vax_g", "vax_f"],
        _ => ["cray64", "cray64"],
    };
    let order = if machine == 1 || machine == 4 { "big" } else { "little" };
    let format = match kind {
        0 => floats[0].to_owned(),
        1 => floats[1].to_owned(),
        2 => format!("twos(32) {order}"),
        3 => format!("twos(16) {order}"),
        4 => format!("unsigned(16) {order}"),
        _ => "unsigned(8)".to_owned(),
    };
    let says = format!("the first matrix is {rows} × {columns}, `{format}` at byte {}", 20 + name);
    Some(Header { name: "MATLAB 4".to_owned(), says: vec![says] })
}

/// Fortran's records: marks that agree before and after several records, or one record that is the whole file.
fn fortran(file: &[u8]) -> Option<Header> {
    let kinds: [(usize, bool, &str); 4] =
        [(4, true, "big"), (4, false, "little"), (8, true, "big8"), (8, false, "little8")];
    for (width, big, name) in kinds {
        let mark = |place: usize| {
            let bytes = file.get(place..place + width)?;
            let fold = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
            let number = if big { bytes.iter().fold(0, fold) } else { bytes.iter().rev().fold(0, fold) };
            usize::try_from(number).ok().filter(|length| *length < 1 << 31)
        };
        let (mut place, mut lengths) = (0, Vec::new());
        while let Some(length) = mark(place).filter(|length| *length > 0) {
            if mark(place + width + length) != Some(length) {
                break;
            }
            lengths.push(length);
            place += length + 2 * width;
        }
        // Two marks that agree are a chance of one in four thousand million.
        if lengths.is_empty() || lengths.iter().sum::<usize>() < 8 {
            continue;
        }
        let mut says = String::from("records of ");
        for (index, length) in lengths.iter().take(4).enumerate() {
            let _ = write!(says, "{}{length}", if index == 0 { "" } else { ", " });
        }
        let more = if lengths.len() > 4 { ", …" } else { "" };
        let read = format!("they are read with --marks {name}");
        let header = Header::new(
            "Fortran, unformatted and sequential",
            &[&format!("{says}{more} bytes between marks"), &read],
        );
        return Some(header);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_fortran_are_followed() {
        let record = |length: u32| {
            [length.to_le_bytes().as_slice(), &vec![7; length as usize], &length.to_le_bytes()].concat()
        };
        let found = header(&[record(12), record(16)].concat()).expect("it is known");
        assert_eq!(found.name, "Fortran, unformatted and sequential");
        assert_eq!(
            found.says,
            ["records of 12, 16 bytes between marks", "they are read with --marks little"]
        );
        let mut broken = record(12);
        broken[16] = 13;
        assert_eq!(header(&broken), None);
    }

    #[test]
    fn a_header_of_segy_names_the_samples() {
        let mut file = vec![0x40; 3600];
        file[0] = 0xC3;
        file[3220..3226].copy_from_slice(&[0x01, 0xF4, 0, 0, 0, 1]);
        let found = header(&file).expect("it is known");
        assert_eq!(found.says[1], "format code 1: the samples are `hfp32 big`, 500 of them in a trace");
        file[3225] = 4;
        assert_eq!(header(&file), None);
    }

    #[test]
    fn a_matrix_names_its_machine() {
        let words: [u32; 5] = [2000, 3, 4, 0, 2];
        let file: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).chain(*b"x\0").collect();
        let found = header(&file).expect("it is known");
        assert_eq!(found.says, ["the first matrix is 3 × 4, `vax_d` at byte 22"]);
    }
}
