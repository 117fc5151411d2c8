//! SEG-Y: seismic traces.

use super::header::{Header, HeaderFields, Numbers};
use datarep_dynamic::names::list_aliases;

/// Bytes before the first trace, and bytes before the samples of each trace.
const BEFORE: usize = 3600;
const TRACE: usize = 240;

/// Bytes of a textual header: 40 cards.
const TEXT: usize = 3200;

/// The format of a code, without its order, and its bytes. The codes are those of the names that are typed, `segy 5`. Code
/// 4, fixed point with a gain, has no format here.
///
/// Source: SEG Technical Standards Committee, "SEG-Y revision 2.0 Data Exchange format", 2017.
fn list_codes() -> impl Iterator<Item = (usize, &'static str, usize)> {
    list_aliases().iter().filter(|alias| alias.program == "SEG-Y").filter_map(|alias| {
        let code = alias.name.strip_prefix("segy ")?.parse().ok()?;
        // The names of these formats have their bits: `hfp32`, `twos(24)`.
        let bits = alias.format.trim_matches(|letter: char| !letter.is_ascii_digit());
        Some((code, alias.format, bits.parse::<usize>().ok()? / 8))
    })
}

/// The format code of SEG-Y for a format, named with its order, in a file of big-endian numbers or of little-endian ones.
///
/// ```
/// use datarep_probe::find_segy_code;
/// assert_eq!(find_segy_code("f32 big", true), Some(5));
/// assert_eq!(find_segy_code("f32 little", true), None);
/// ```
pub fn find_segy_code(format: &str, is_big: bool) -> Option<u16> {
    let order = if is_big { " big" } else { " little" };
    let is_it = |(_, code_format, bytes): &(usize, &str, usize)| {
        let base = format.strip_suffix(order);
        base == Some(*code_format) || (*bytes == 1 && format.split(' ').next() == Some(*code_format))
    };
    list_codes().find(is_it).and_then(|(code, ..)| u16::try_from(code).ok())
}

/// The bytes of a sample whose format code is unknown, and the place of the first: those for which there is the header of
/// another trace behind the samples of the first one. Headers repeat the number of samples.
fn find_sample_bytes(fields: HeaderFields<'_>, first: usize, samples: usize) -> Option<usize> {
    let has_header = |at: usize| fields.read_number(at + 114, 2) == Some(samples);
    let follows = |bytes: &usize| has_header(first + TRACE + samples * bytes);
    has_header(first).then(|| [4, 2, 1, 8, 3].into_iter().find(follows)).flatten()
}

/// What is known of a file whose format code is none of those that have a format here.
fn describe_unknown_code(
    mut header: Header,
    code: usize,
    samples: usize,
    first: usize,
    width: Option<usize>,
) -> Header {
    header
        .says
        .push(format!("format code {code} has no format here: the bytes have to say what the samples are"));
    if let Some(bytes) = width {
        let (at, stride) = (first + TRACE, TRACE + samples * bytes);
        header.says.push(format!("samples of {bytes} bytes: --at {at} --row {samples} --stride {stride}"));
    }
    header
}

/// SEG-Y: a textual header of 40 cards, and a format code.
pub(super) fn read_segy(file: &[u8]) -> Option<Header> {
    // Each of the 40 cards begins with a `C`, which is 0xC3 in EBCDIC.
    let is_ebcdic =
        file.first() == Some(&0xC3) && (file.get(1) == Some(&0x40) || file.get(80) == Some(&0xC3));
    let is_ascii = file.starts_with(b"C ") && file.get(80) == Some(&b'C');
    if !is_ebcdic && !is_ascii {
        return None;
    }
    // The standard has codes up to 16. In the other order such a code is 256 or more.
    let is_big = HeaderFields { file, is_big: true }.read_number(3224, 2)? < 256;
    let fields = HeaderFields { file, is_big };
    let (code, samples) = (fields.read_number(3224, 2)?, fields.read_number(3220, 2)?);
    // Further textual headers, since revision 1.
    let more = match fields.read_number(3500, 2) {
        // Revisions 1 and 2: in files of revision 0 these bytes have no meaning.
        Some(0x100..=0x2FF) => fields.read_number(3504, 2).filter(|more| *more < 1000).unwrap_or(0),
        _ => 0,
    };
    let text = if is_ebcdic { "EBCDIC" } else { "ASCII" };
    let mut header = Header::new("SEG-Y", &[]);
    header.says.push(format!("3200 bytes of text in {text}, a header of 400 bytes, then traces"));
    let first = BEFORE + more * TEXT;
    let Some((_, format, bytes)) = list_codes().find(|(listed_code, ..)| *listed_code == code) else {
        // Other files begin as the cards do: programs in Fortran, which have letters here, and records of 80 bytes.
        let begins_card = |card: usize| file.get(80 * card) == file.first();
        let is_header = code < 256 && samples > 0 && (0..40).filter(|card| begins_card(*card)).count() >= 38;
        let width = find_sample_bytes(fields, first, samples);
        return is_header.then(|| describe_unknown_code(header, code, samples, first, width));
    };
    let format = if bytes == 1 { format.to_owned() } else { fields.add_order(format) };
    header.says.push(format!("format code {code}: the samples are `{format}`, {samples} of them in a trace"));
    if samples == 0 {
        return Some(header);
    }
    // The first sample is behind the header of its trace, and so is each further one.
    let (at, stride) = (first + TRACE, TRACE + samples * bytes);
    let name = "samples".to_owned();
    Some(header.with_numbers(vec![Numbers { name, format, bytes, at, row: samples, stride, rows: None }]))
}

#[cfg(test)]
mod tests {
    use super::list_codes;
    use crate::{find_segy_code, header};

    #[test]
    fn codes_have_the_formats_of_the_standard() {
        let expected = [
            (1, "hfp32", 4),
            (2, "twos(32)", 4),
            (3, "twos(16)", 2),
            (5, "f32", 4),
            (6, "f64", 8),
            (7, "twos(24)", 3),
            (8, "twos(8)", 1),
            (9, "twos(64)", 8),
            (10, "unsigned(32)", 4),
            (11, "unsigned(16)", 2),
            (12, "unsigned(64)", 8),
            (15, "unsigned(24)", 3),
            (16, "unsigned(8)", 1),
        ];
        assert_eq!(list_codes().collect::<Vec<_>>(), expected);
        assert_eq!(find_segy_code("unsigned(8)", false), Some(16));
    }

    #[test]
    fn a_header_of_segy_names_the_samples() {
        let mut file = vec![0x40; 3600];
        file[0] = 0xC3;
        file[3220..3226].copy_from_slice(&[0x01, 0xF4, 0, 0, 0, 1]);
        let found = header(&file).expect("it is known");
        assert_eq!(found.says[1], "format code 1: the samples are `hfp32 big`, 500 of them in a trace");
        assert_eq!(found.says[2], "samples: --as \"hfp32 big\" --at 3840 --row 500 --stride 2240");
        file[3500..3506].copy_from_slice(&[1, 0, 0, 0, 0, 2]);
        assert_eq!(header(&file).expect("it is known").numbers[0].at, 3840 + 2 * 3200);
        // Fixed point with a gain has no format. The second trace tells how long samples are.
        (file[3225], file[3505]) = (4, 0);
        file.resize(3600 + 3 * 2240, 0);
        assert_eq!(header(&file), None, "a card without its letter");
        (0..40).for_each(|card| file[80 * card] = 0xC3);
        let unknown = "format code 4 has no format here: the bytes have to say what the samples are";
        assert_eq!(header(&file).expect("it is known").says[1..], [unknown]);
        for trace in [3600, 5840] {
            file[trace + 114..trace + 116].copy_from_slice(&[0x01, 0xF4]);
        }
        let found = header(&file).expect("it is known");
        assert_eq!(found.says[1..], [unknown, "samples of 4 bytes: --at 3840 --row 500 --stride 2240"]);
        assert!(found.numbers.is_empty());
        file[3220..3226].copy_from_slice(b"C  IFC");
        assert_eq!(header(&file), None);
    }
}
