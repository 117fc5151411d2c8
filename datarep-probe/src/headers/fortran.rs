//! Fortran's record marks.

use std::fmt::Write as _;

use super::header::Header;

/// Fortran's records: marks that agree before and after several records, or one record that is the whole file.
pub(super) fn read_fortran(file: &[u8]) -> Option<Header> {
    // Four bytes first, which nearly all compilers write: two marks of eight bytes hardly ever agree in a file of
    // these.
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
            // The last record may go on beyond the bytes that are given, so that its mark is not here.
            if mark(place + width + length) != Some(length) {
                break;
            }
            lengths.push(length);
            place += length + 2 * width;
        }
        // Two marks agree by chance once in four thousand million times.
        if lengths.is_empty() || lengths.iter().sum::<usize>() < 8 {
            continue;
        }
        let mut lengths_text = String::from("records of ");
        for (index, length) in lengths.iter().take(4).enumerate() {
            let _ = write!(lengths_text, "{}{length}", if index == 0 { "" } else { ", " });
        }
        let more = if lengths.len() > 4 { ", …" } else { "" };
        let marks_option = format!("they are read with --marks {name}");
        let header = Header::new(
            "Fortran, unformatted and sequential",
            &[&format!("{lengths_text}{more} bytes between marks"), &marks_option],
        );
        return Some(header);
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::header;

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
}
