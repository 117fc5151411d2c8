//! Random files of records, written without the library's code.

use crate::chance::Chance;

/// How the records of a file are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkKind {
    /// Descriptors; a record may have several parts.
    Rdw,
    RdwLittle,
    RdwExclusive,
    /// The same in blocks of about so many bytes.
    Bdw(usize),
    Fortran4Little,
    Fortran4Big,
    Fortran8Little,
    Length,
    Line,
    Tap,
    Aws,
}

pub(super) const MARKS: [(&str, MarkKind); 12] = [
    ("rdw", MarkKind::Rdw),
    ("rdw,little", MarkKind::RdwLittle),
    ("rdw,exclusive", MarkKind::RdwExclusive),
    ("bdw", MarkKind::Bdw(27_000)),
    ("bdw", MarkKind::Bdw(500)),
    ("fortran4", MarkKind::Fortran4Little),
    ("fortran4,big", MarkKind::Fortran4Big),
    ("fortran8,little", MarkKind::Fortran8Little),
    ("length,bytes=2", MarkKind::Length),
    ("line", MarkKind::Line),
    ("tap", MarkKind::Tap),
    ("aws", MarkKind::Aws),
];

/// A file, and the records in it.
#[derive(Debug, Default)]
pub(super) struct RandomFile {
    pub(super) bytes: Vec<u8>,
    /// The place of the first byte of each record, and its length.
    pub(super) records: Vec<(u64, u64)>,
    /// The places at which a record may begin, in ascending order.
    borders: Vec<u64>,
    pub(super) imitations: usize,
    /// Of the block that was begun last, where it begins; of the part that was written last, its length.
    block: Option<usize>,
    before: u16,
}

impl RandomFile {
    /// Whether a record begins at a byte, or the marks before it do.
    pub(super) fn has_border(&self, at: u64) -> bool {
        self.borders.binary_search(&at).is_ok()
    }

    /// Checks that as many records were read as were written.
    ///
    /// # Errors
    ///
    /// Returns a message with both numbers if they differ.
    pub(super) fn check_record_count(&self, records: usize) -> Result<(), String> {
        let written = self.records.len();
        if records == written {
            Ok(())
        } else {
            Err(format!("{records} records were read, and {written} were written"))
        }
    }

    fn write_record(&mut self, shape: MarkKind, record: &[u8], chance: &mut Chance) {
        if let MarkKind::Bdw(size) = shape {
            self.end_block(size, record.len());
        }
        self.borders.push(self.bytes.len() as u64);
        if self.block.is_none() && matches!(shape, MarkKind::Bdw(_)) {
            self.block = Some(self.bytes.len());
            self.bytes.extend([0; 4]);
        }
        // The place of a record is behind its first mark.
        let mark = match shape {
            MarkKind::Length | MarkKind::Line => 0,
            MarkKind::Fortran8Little => 8,
            MarkKind::Aws => 6,
            _ => 4,
        };
        self.records.push((self.bytes.len() as u64 + mark, record.len() as u64));
        let length = u32::try_from(record.len()).unwrap_or(u32::MAX);
        match shape {
            MarkKind::Rdw | MarkKind::Bdw(_) => self.write_segments(record, chance),
            MarkKind::RdwLittle => self.enclose(
                &[0, 0, (length + 4).to_le_bytes()[0], (length + 4).to_le_bytes()[1]],
                record,
                &[],
            ),
            MarkKind::RdwExclusive => {
                self.enclose(&[length.to_be_bytes()[2], length.to_be_bytes()[3], 0, 0], record, &[]);
            }
            MarkKind::Fortran4Little => self.enclose(&length.to_le_bytes(), record, &length.to_le_bytes()),
            MarkKind::Fortran4Big => self.enclose(&length.to_be_bytes(), record, &length.to_be_bytes()),
            MarkKind::Fortran8Little => {
                self.enclose(&u64::from(length).to_le_bytes(), record, &u64::from(length).to_le_bytes());
            }
            MarkKind::Length => self.enclose(&[], record, &[]),
            MarkKind::Line => self.enclose(&[], record, b"\n"),
            MarkKind::Tap => {
                let mut behind = vec![0; record.len() % 2];
                behind.extend(length.to_le_bytes());
                self.enclose(&length.to_le_bytes(), record, &behind);
            }
            MarkKind::Aws => {
                let [low, high] = self.before.to_le_bytes();
                self.enclose(
                    &[length.to_le_bytes()[0], length.to_le_bytes()[1], low, high, 0xA0, 0],
                    record,
                    &[],
                );
                self.before = u16::try_from(length).unwrap_or(u16::MAX);
            }
        }
    }

    fn enclose(&mut self, mark: &[u8], record: &[u8], behind: &[u8]) {
        self.bytes.extend_from_slice(mark);
        self.bytes.extend_from_slice(record);
        self.bytes.extend_from_slice(behind);
    }

    /// Writes a record in one part, or rarely in several.
    fn write_segments(&mut self, record: &[u8], chance: &mut Chance) {
        let size = if record.len() > 3 && chance.percent(5) {
            record.len().div_ceil(3)
        } else {
            record.len().max(1)
        };
        let last = record.len().div_ceil(size).max(1) - 1;
        for index in 0..=last {
            let part = &record[index * size..record.len().min((index + 1) * size)];
            let segment = match index {
                0 if last == 0 => 0,
                0 => 1,
                _ if index == last => 2,
                _ => 3,
            };
            let [.., high, low] = u32::try_from(part.len() + 4).unwrap_or(u32::MAX).to_be_bytes();
            self.enclose(&[high, low, segment, 0], part, &[]);
        }
    }

    /// Ends the block if `more` further bytes would exceed `size`, and stores its length at its
    /// beginning.
    fn end_block(&mut self, size: usize, more: usize) {
        let Some(begin) = self.block.filter(|begin| self.bytes.len() - begin + more > size) else { return };
        let [.., high, low] = u32::try_from(self.bytes.len() - begin).unwrap_or(u32::MAX).to_be_bytes();
        self.bytes[begin] = high;
        self.bytes[begin + 1] = low;
        self.block = None;
    }
}

/// Draws a file of so many records.
pub(super) fn draw_file(
    shape: MarkKind,
    records: usize,
    imitations: usize,
    chance: &mut Chance,
) -> RandomFile {
    let mut drawn = RandomFile::default();
    let most = chance.draw_one(&[4, 12, 30]);
    let kind = chance.draw_below(4);
    for index in 0..records {
        let is_imitation = index % (records / imitations).max(1) == 1;
        let record = if is_imitation {
            drawn.imitations += 1;
            draw_imitation(shape, chance)
        } else {
            let length = chance.draw_below(most) as usize;
            draw_bytes(kind, length, chance)
        };
        let record = fit_record(shape, record);
        drawn.write_record(shape, &record, chance);
    }
    drawn.end_block(0, usize::MAX >> 1);
    drawn
}

/// The bytes of a file of so many records of about a KiB.
pub(super) fn draw_long(shape: MarkKind, records: usize, chance: &mut Chance) -> Vec<u8> {
    let mut drawn = RandomFile::default();
    for _ in 0..records {
        let length = chance.draw_between(500, 1548) as usize;
        let record = fit_record(shape, draw_bytes(0, length, chance));
        drawn.write_record(shape, &record, chance);
    }
    drawn.end_block(0, usize::MAX >> 1);
    drawn.bytes
}

/// Bytes of one kind: of any value, zeros, small numbers, or text.
fn draw_bytes(kind: u32, length: usize, chance: &mut Chance) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(length + 16);
    while bytes.len() < length {
        let drawn = chance.next_u128().to_le_bytes();
        match kind {
            0 => bytes.extend(drawn),
            1 => bytes.resize(length, 0),
            2 => bytes.extend([0, 0, 0, drawn[0] % 16]),
            _ => bytes.extend(drawn.map(|byte| b' ' + byte % 64)),
        }
    }
    bytes.truncate(length);
    bytes
}

/// Bytes that look like a chain of marked records, for use inside a record. Half of the chains lack
/// up to seven bytes at the beginning.
fn draw_imitation(shape: MarkKind, chance: &mut Chance) -> Vec<u8> {
    let mut inner = RandomFile::default();
    for _ in 0..10 + chance.draw_below(40) {
        let (kind, length) = (chance.draw_below(4), chance.draw_below(20) as usize);
        let record = fit_record(shape, draw_bytes(kind, length, chance));
        inner.write_record(shape, &record, chance);
    }
    inner.end_block(0, usize::MAX >> 1);
    inner.bytes.split_off(if chance.percent(50) { 0 } else { chance.draw_below(8) as usize })
}

/// Changes a record so that a file with these marks can hold it.
fn fit_record(shape: MarkKind, mut record: Vec<u8>) -> Vec<u8> {
    match shape {
        MarkKind::Line => record.retain(|byte| !matches!(byte, b'\n' | b'\r')),
        MarkKind::Tap | MarkKind::Aws if record.is_empty() => record.push(7),
        MarkKind::Length => {
            let [.., high, low] = u32::try_from(record.len() + 2).unwrap_or(u32::MAX).to_be_bytes();
            record.splice(0..0, [high, low]);
        }
        _ => {}
    }
    record
}
