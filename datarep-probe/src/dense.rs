//! The part of each record that numbers fill, where the rest changes little: the samples of a seismic trace between
//! headers, whose fields are mostly zero.
//!
//! Bytes that are nearly the same in all records cost a wide item less than a narrow one, as there are fewer items of
//! them, and so they speak for wide formats. They say nothing about the format of the numbers beside them. Where such a
//! part is found, only the numbers are examined, as where a header says where they are.

use std::ops::Range;

use super::layout::list_column_costs;
use super::reading::to_f64;

/// The shortest record with parts, and the shortest part. In shorter records, a few fields could be mistaken for a part.
const RECORD: usize = 128;
const PART: usize = 32;

/// The bits for each byte of the numbers must be this many times those of the rest.
const CONTRAST: f64 = 2.0;

/// The bytes of each record in which numbers are side by side.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DensePart {
    /// Bytes of a record.
    pub(crate) record: usize,
    /// The byte of the record at which the part begins. The part may continue in the next record.
    pub(crate) start: usize,
    /// Bits for each byte of the part, predicted from the bytes at its place in other records.
    pub(crate) costs: Vec<f64>,
}

/// The border of a part, and how well it parts the bytes.
#[derive(Clone, Copy)]
struct DenseBorder {
    between: f64,
    start: usize,
    length: usize,
}

impl DensePart {
    /// The part of records of a length, if there is one. If `placed`, an item begins at the first byte, and so does the
    /// part.
    pub(crate) fn find(bytes: &[u8], record: usize, placed: bool) -> Option<DensePart> {
        if record < RECORD {
            return None;
        }
        let costs = list_column_costs(bytes, record);
        let DenseBorder { start, length, .. } = find_dense_border(&costs, if placed { 1 } else { record })?;
        let costs = (start..start + length).map(|index| costs[index % record]).collect();
        Some(DensePart { record, start, costs })
    }

    /// Bytes of a row of whole items that begins `at` bytes after the beginning of the part.
    pub(crate) fn row_bytes(&self, at: usize, extent: usize) -> usize {
        self.costs.len().saturating_sub(at) / extent * extent
    }

    /// The bits for each byte of the part if items of `extent` bytes, the first one at `at`, take `rate` for each byte.
    /// Bytes that are in no whole item are predicted from those of other records: so formats of all widths are compared
    /// by the same bytes.
    pub(crate) fn rate_part(&self, rate: f64, at: usize, extent: usize) -> f64 {
        let items = at..at + self.row_bytes(at, extent);
        let bits = |(index, cost): (usize, &f64)| if items.contains(&index) { rate } else { *cost };
        self.costs.iter().enumerate().map(bits).sum::<f64>() / to_f64(self.costs.len())
    }

    /// The number of whole items in all records, where rows begin `at` bytes after the beginning of the part.
    pub(crate) fn count_items(&self, bytes: &[u8], at: usize, extent: usize) -> usize {
        let row = self.row_bytes(at, extent);
        let length = bytes.len().saturating_sub(self.start + at);
        (length / self.record * row + (length % self.record).min(row)) / extent
    }

    /// The bytes of some of these items.
    pub(crate) fn take_items(&self, bytes: &[u8], at: usize, extent: usize, items: Range<usize>) -> Vec<u8> {
        let row = self.row_bytes(at, extent);
        let place = |item: usize| {
            let place = item * extent;
            let first = self.start + at + place / row * self.record + place % row;
            first..first + extent
        };
        items.flat_map(|item| &bytes[place(item)]).copied().collect()
    }
}

/// The part whose bytes need most bits, if it differs clearly from the rest. It begins before byte `starts`.
fn find_dense_border(costs: &[f64], starts: usize) -> Option<DenseBorder> {
    let record = costs.len();
    // The sum of the costs before each byte, for two records, as a part may begin in one and end in the next.
    let mut sums = vec![0.0];
    for index in 0..2 * record {
        sums.push(sums[index] + costs[index % record]);
    }
    let mut best: Option<DenseBorder> = None;
    for start in 0..starts {
        for length in PART..=record.saturating_sub(PART) {
            let inside = sums[start + length] - sums[start];
            let (numbers, rest) = (to_f64(length), to_f64(record - length));
            let (dense, sparse) = (inside / numbers, (sums[record] - inside) / rest);
            // The variance between the two parts: it is largest where the border is that of their densities.
            let between = numbers * rest * (dense - sparse) * (dense - sparse);
            if dense > CONTRAST * sparse && best.is_none_or(|best| between > best.between) {
                best = Some(DenseBorder { between, start, length });
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records with a counter, 92 zeros, and 100 bytes that look random.
    fn records() -> Vec<u8> {
        let mut word = 1_u32;
        let mut draw = || {
            word = word.wrapping_mul(0x0019_660D).wrapping_add(0x3C6E_F35F);
            word.to_be_bytes()[0]
        };
        let record = |index: u64| {
            let mut record = index.to_be_bytes().to_vec();
            record.resize(100, 0);
            record.extend((0..100).map(|_| draw()));
            record
        };
        (0..100).flat_map(record).collect()
    }

    #[test]
    fn the_part_with_numbers_is_found_wherever_it_begins() {
        let bytes = records();
        let place = |bytes: &[u8], placed| {
            DensePart::find(bytes, 200, placed).map(|part| (part.record, part.start, part.costs.len()))
        };
        assert_eq!(place(&bytes, false), Some((200, 100, 100)));
        assert_eq!(place(&bytes[150..], false), Some((200, 150, 100)));
        assert_eq!(place(&bytes[100..], true), Some((200, 0, 100)));
    }

    #[test]
    fn bytes_of_one_kind_have_no_part() {
        let bytes = records();
        let numbers: Vec<u8> = bytes.chunks(200).flat_map(|record| record[100..].to_vec()).collect();
        assert_eq!(DensePart::find(&numbers, 200, false), None);
        assert_eq!(DensePart::find(&bytes, 100, true), None);
    }

    #[test]
    fn items_begin_anew_in_each_record() {
        let bytes: Vec<u8> = (0..30).collect();
        let part = DensePart { record: 10, start: 2, costs: vec![4.0; 7] };
        let take = |bytes: &[u8], at, extent| {
            part.take_items(bytes, at, extent, 0..part.count_items(bytes, at, extent))
        };
        let whole = [3, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17, 18, 23, 24, 25, 26, 27, 28];
        assert_eq!(take(&bytes, 1, 3), whole);
        assert_eq!(part.take_items(&bytes, 1, 3, 1..3), whole[3..9]);
        // The last record is cut, and a row has no item of nine bytes.
        assert_eq!(take(&bytes[..17], 0, 4), [2, 3, 4, 5, 12, 13, 14, 15]);
        assert_eq!(take(&bytes, 0, 9), [0_u8; 0]);
        assert_eq!(take(&[], 1, 3), [0_u8; 0]);
        // Six bytes in items, and one that is in none.
        assert_eq!(part.rate_part(0.5, 1, 3).to_bits(), (7.0_f64 / 7.0).to_bits());
    }
}
