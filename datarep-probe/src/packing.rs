//! Words without gaps, whose bits do not fill bytes: the most significant bit of the first word is that of the first
//! byte.

use datarep::packed::{FirstBit, Packed};

use super::catalog::Formats;
use super::known::KnownFormat;
use super::reading::FormatReading;
use super::words::WordHistory;

/// How the words of packed items are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PackedKind {
    Unsigned,
    Twos,
    /// The format with this index in the catalog. Its items there are right-justified, big-endian.
    Known(usize),
}

/// Packed items: their bits, and how they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackedWords {
    pub(crate) width: u32,
    pub(crate) kind: PackedKind,
}

/// The widest packed integers.
const WIDEST: u32 = 32;

impl PackedWords {
    /// All packings that are tried: integers of up to 31 bits, and the formats whose words do not fill bytes.
    pub(crate) fn list_all(formats: &Formats) -> Vec<PackedWords> {
        let widths = (1..WIDEST).filter(|width| width % 8 != 0);
        let integers = widths.flat_map(|width| {
            let unsigned = PackedWords { width, kind: PackedKind::Unsigned };
            [Some(unsigned), (width > 2).then_some(PackedWords { kind: PackedKind::Twos, ..unsigned })]
        });
        let packed_formats = formats.known.iter().enumerate();
        let packed_formats = packed_formats.filter_map(|(index, format)| {
            Some(PackedWords { width: format.packed_bits?, kind: PackedKind::Known(index) })
        });
        integers.flatten().chain(packed_formats).collect()
    }

    /// The format and its order, as an option takes them.
    pub(crate) fn option_text(self, formats: &Formats) -> String {
        match self.kind {
            PackedKind::Unsigned => format!("unsigned({}) packed", self.width),
            PackedKind::Twos => format!("twos({}) packed", self.width),
            PackedKind::Known(index) => format!("{} packed", formats.known[index].expression),
        }
    }

    /// The format of the catalog, if it is one.
    pub(crate) fn find_known(self, formats: &Formats) -> Option<&KnownFormat> {
        if let PackedKind::Known(index) = self.kind { Some(&formats.known[index]) } else { None }
    }

    /// Reads as many whole items as there are.
    pub(crate) fn read_items(self, bytes: &[u8], formats: &Formats) -> (FormatReading, WordHistory) {
        match self.kind {
            PackedKind::Known(index) => {
                let format = &formats.known[index];
                let items = self.unpack(bytes, format.extent);
                let mut reading = FormatReading::from_items(format, &items);
                // The item has whole bytes only here. In the file it takes its own bits, and its cost is limited by
                // these.
                reading.bits = f64::from(self.width);
                (reading, WordHistory::from_items(&items, format.extent))
            }
            PackedKind::Unsigned | PackedKind::Twos => {
                let sign = if self.kind == PackedKind::Twos { 1_i64 << (self.width - 1) } else { 0 };
                let value = |word: &[u8; 4]| {
                    let word = i64::from(u32::from_be_bytes(*word));
                    let signed = if word & sign == 0 { word } else { word - 2 * sign };
                    f64::from(i32::try_from(signed).unwrap_or(i32::MAX))
                };
                let values = self.unpack(bytes, 4).as_chunks().0.iter().map(value).collect();
                let reading = FormatReading::from_integers(f64::from(self.width), values);
                let words = WordHistory::from_numbers(&reading.value);
                (reading, words)
            }
        }
    }

    /// Each word in the low bits of an item of `extent` bytes, which hold it.
    fn unpack(self, bytes: &[u8], extent: usize) -> Vec<u8> {
        let Ok(packed) = Packed::new(self.width, FirstBit::Most) else { return Vec::new() };
        let mut items = vec![0; packed.count(bytes, 0) * extent];
        // There are as many items as words, so that this does not fail.
        let _ = packed.unpack(bytes, 0, &mut items, extent);
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_from_the_most_significant_bit_on() {
        let formats = Formats::named(&["pdp10_36"]).expect("it is known");
        let read =
            |width, kind, bytes: &[u8]| PackedWords { width, kind }.read_items(bytes, &formats).0.value;
        assert_eq!(read(12, PackedKind::Unsigned, &[0x12, 0x3F, 0xFF]), [291.0, 4095.0]);
        assert_eq!(read(12, PackedKind::Twos, &[0x12, 0x3F, 0xFF, 0xFF]), [291.0, -1.0]);
        let packed = PackedWords::list_all(&formats);
        let packings = packed.iter().filter(|packing| packing.find_known(&formats).is_some());
        let titles: Vec<String> = packings.map(|packing| packing.option_text(&formats)).collect();
        assert_eq!(titles, ["pdp10_36 packed"]);
        // 1.0 is 201400000000 in octal.
        let two = [0x40, 0xC0, 0, 0, 0x04, 0x0C, 0, 0, 0];
        let last = packed.last().copied().expect("there are some");
        assert_eq!(last.read_items(&two, &formats).0.value, [1.0, 1.0]);
    }
}
