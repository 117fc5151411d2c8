//! Chains of marks: from a place in the bytes of a file to the place that the mark there leads to.

use super::super::descriptors::DESCRIPTOR;
use super::super::tape::{AWS_FIRST_PART, AWS_LAST_PART, AWS_TAPE_MARK, TAP_END, TAP_GAP};
use super::super::{Border, Descriptors, LengthField, MarkKind, Marks, TapForm};
use super::forest::RecordForest;
use crate::order::Endianness;

/// The longest step of a chain that can be proved. For longer steps too much would have to be read.
const LONGEST: u64 = 1 << 20;

/// Bytes of the head of a part on a tape of AWS.
const AWS_HEAD: usize = 6;

/// What the bytes at a place say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextMark {
    /// There is no valid mark here, so that a reader fails.
    Dead,
    /// The bytes end before the mark does.
    Unknown,
    /// A reader that stands here goes on to this place, which may be behind the bytes.
    At(usize),
}

/// The chain of marks in some bytes.
#[derive(Debug)]
pub(super) struct PlacedChain<'b> {
    chain: MarkChain,
    bytes: &'b [u8],
    /// The records in blocks.
    records: Option<RecordForest>,
}

impl<'b> PlacedChain<'b> {
    pub(super) fn new(chain: MarkChain, bytes: &'b [u8]) -> PlacedChain<'b> {
        let records = match chain {
            MarkChain::Descriptors(Descriptors { record, block: Some(_), .. }) => {
                RecordForest::new(record, bytes)
            }
            _ => None,
        };
        PlacedChain { chain, bytes, records }
    }

    /// Where a reader goes that stands at a place.
    pub(super) fn follow(&self, at: usize) -> NextMark {
        self.chain.follow(self.bytes, at, self.records.as_ref())
    }
}

/// The rule by which one mark leads to the next one.
#[derive(Debug, Clone, Copy)]
pub(in crate::marks) enum MarkChain {
    Fortran { bytes: usize, order: Endianness },
    Descriptors(Descriptors),
    Field(LengthField),
    Tap(TapForm),
    Aws,
}

impl MarkChain {
    /// The chain of these marks, if they have one that can be entered anywhere. `begin` is a border from which the order of the marks
    /// is known.
    pub(in crate::marks) fn new(marks: Marks, begin: Border) -> Option<MarkChain> {
        Some(match marks.kind {
            MarkKind::Fortran { bytes, order, .. } => {
                // Without a known order, a chain could be followed in two ways, and would prove nothing.
                MarkChain::Fortran { bytes, order: begin.order.or(order)? }
            }
            MarkKind::Descriptors(descriptors) => MarkChain::Descriptors(descriptors),
            MarkKind::Field(field) => MarkChain::Field(field),
            MarkKind::Tap { file: None, form } => MarkChain::Tap(form),
            MarkKind::Aws { file: None } => MarkChain::Aws,
            // The number of the file is known only from the beginning on.
            MarkKind::Tap { .. } | MarkKind::Aws { .. } | MarkKind::Line | MarkKind::Fixed { .. } => {
                return None;
            }
        })
    }

    /// The most bytes from one place of a chain to the next, if they are few.
    pub(super) fn longest_step(self) -> Option<usize> {
        let widest = u32::from(u16::MAX);
        let longest = match self {
            MarkChain::Descriptors(Descriptors { record, block: None, .. }) => {
                record.length_from_number(widest)? + DESCRIPTOR
            }
            MarkChain::Descriptors(Descriptors { block: Some(block), .. }) if block.is_little => {
                block.length_from_number(widest)? + DESCRIPTOR
            }
            MarkChain::Field(field) if field.is_digits => {
                field.length_from_number(10_u64.checked_pow(u32::try_from(field.bytes).ok()?)? - 1)?
            }
            MarkChain::Field(field) => field.length_from_number(
                1_u64.checked_shl(8 * u32::try_from(field.bytes).ok()?)?.checked_sub(1)?,
            )?,
            MarkChain::Aws => u64::from(widest) + AWS_HEAD as u64,
            // Blocks have up to 2 GiB if the first bit of their descriptor is set.
            MarkChain::Descriptors(_) | MarkChain::Fortran { .. } | MarkChain::Tap(_) => return None,
        };
        // A step of zero bytes would stay at its place.
        usize::try_from(longest).ok().filter(|longest| (1..=LONGEST).contains(&(*longest as u64)))
    }

    /// Whether nearly any bytes are a mark, so that long steps prove nothing.
    pub(super) fn accepts_nearly_any_bytes(self) -> bool {
        matches!(self, MarkChain::Field(LengthField { is_digits: false, .. }))
    }

    /// Where a reader goes that stands at a place. `records` are those of the bytes, if the marks have blocks.
    fn follow(self, bytes: &[u8], at: usize, records: Option<&RecordForest>) -> NextMark {
        match self {
            MarkChain::Fortran { bytes: width, order } => follow_fortran(bytes, at, width, order),
            MarkChain::Descriptors(descriptors @ Descriptors { record, block: None, .. }) => {
                let Some(word) = read_word_at(bytes, at) else { return NextMark::Unknown };
                let Some((length, segment)) = record.read_segment(word) else { return NextMark::Dead };
                let next = place_behind(at, DESCRIPTOR, length);
                // Behind the first part of a record another one has to follow, and behind the last one none.
                match (next, segment, next.and_then(|next| descriptors.continues_record(bytes, next))) {
                    (Some(_), 1 | 3, Some(false)) | (Some(_), 0 | 2, Some(true)) | (None, ..) => {
                        NextMark::Dead
                    }
                    (Some(next), ..) => NextMark::At(next),
                }
            }
            MarkChain::Descriptors(Descriptors { block: Some(block), .. }) => {
                let Some(word) = read_word_at(bytes, at) else { return NextMark::Unknown };
                let next = block.read_block(word).and_then(|length| place_behind(at, DESCRIPTOR, length));
                // The descriptors of the records have to fill the block exactly. That makes a wrong block nearly
                // impossible. If the bytes end within the block, what is known of it is right, and the next place is
                // behind them.
                let next = next
                    .filter(|next| records.is_none_or(|records| records.records_fill_block(at + 4, *next)));
                next.map_or(NextMark::Dead, NextMark::At)
            }
            MarkChain::Field(field) => {
                let head = field.at + field.bytes;
                let Some(stored) = bytes.get(at + field.at..at + head) else { return NextMark::Unknown };
                let length = field.decode_number(stored).and_then(|number| field.length_from_number(number));
                let length = length.filter(|length| *length >= head as u64);
                length.and_then(|length| place_behind(at, 0, length)).map_or(NextMark::Dead, NextMark::At)
            }
            MarkChain::Tap(form) => follow_tap(bytes, at, form),
            MarkChain::Aws => follow_aws(bytes, at),
        }
    }

    /// The border at a place of the chain, byte `base + at` of the file; nothing if a record goes on there, or if the bytes do not say.
    pub(super) fn make_border(self, bytes: &[u8], at: usize, base: u64) -> Option<Border> {
        let plain = Border { at: base + at as u64, order: None, block_left: 0, before: 0, tape_file: 1 };
        match self {
            MarkChain::Fortran { bytes: width, order } => {
                let (number, next) =
                    (read_fortran_mark_at(bytes, at, width, order)?, follow_fortran(bytes, at, width, order));
                let NextMark::At(next) = next else { return None };
                let behind = read_fortran_mark_at(bytes, next - width, width, order)?;
                // A negative mark behind this part says that a part of the same record came before it. Zero has no
                // sign, and is a whole record.
                (number == 0 || behind > 0).then_some(Border { order: Some(order), ..plain })
            }
            MarkChain::Descriptors(descriptors @ Descriptors { block, .. }) => {
                // Another block's descriptor may stand behind that of an empty block.
                let first = if block.is_some() { at + 4 } else { at };
                if let Some(block) = block
                    && block.read_block(read_word_at(bytes, at)?)? == 0
                {
                    return None;
                }
                (!descriptors.continues_record(bytes, first)?).then_some(plain)
            }
            // Each place of these chains is the beginning of a whole record.
            MarkChain::Field(_) | MarkChain::Tap(_) => Some(plain),
            MarkChain::Aws => {
                let [_, _, low, high, flags, _] = read_aws_head_at(bytes, at)?;
                let before = u16::from_le_bytes([low, high]);
                // Another part of a record may begin here, which is no border. The length of the part before is in its
                // head.
                (flags & (AWS_FIRST_PART | AWS_TAPE_MARK) != 0).then_some(Border { before, ..plain })
            }
        }
    }
}

impl Descriptors {
    /// Whether a part behind the first one of its record begins at a place.
    fn continues_record(self, bytes: &[u8], at: usize) -> Option<bool> {
        self.record.read_segment(read_word_at(bytes, at)?).map(|(_, segment)| segment >= 2)
    }
}

/// The place behind a mark and so many bytes.
pub(super) fn place_behind(at: usize, mark: u64, length: u64) -> Option<usize> {
    usize::try_from(mark.checked_add(length)?).ok()?.checked_add(at)
}

pub(super) fn read_word_at(bytes: &[u8], at: usize) -> Option<[u8; 4]> {
    bytes.get(at..)?.first_chunk().copied()
}

fn read_aws_head_at(bytes: &[u8], at: usize) -> Option<[u8; AWS_HEAD]> {
    bytes.get(at..)?.first_chunk().copied()
}

fn read_fortran_mark_at(bytes: &[u8], at: usize, width: usize, order: Endianness) -> Option<i64> {
    if width == 4 {
        let word = read_word_at(bytes, at)?;
        return Some(i64::from(match order {
            Endianness::Big => i32::from_be_bytes(word),
            Endianness::Little => i32::from_le_bytes(word),
        }));
    }
    let word = *bytes.get(at..)?.first_chunk()?;
    Some(match order {
        Endianness::Big => i64::from_be_bytes(word),
        Endianness::Little => i64::from_le_bytes(word),
    })
}

fn follow_fortran(bytes: &[u8], at: usize, width: usize, order: Endianness) -> NextMark {
    let Some(mark) = read_fortran_mark_at(bytes, at, width, order) else { return NextMark::Unknown };
    let Some(next) = place_behind(at, 2 * width as u64, mark.unsigned_abs()) else { return NextMark::Dead };
    // The mark behind may not be in the bytes. Then nothing speaks against the place.
    match read_fortran_mark_at(bytes, next - width, width, order) {
        Some(behind) if behind.unsigned_abs() != mark.unsigned_abs() => NextMark::Dead,
        _ => NextMark::At(next),
    }
}

fn follow_tap(bytes: &[u8], at: usize, form: TapForm) -> NextMark {
    let Some(word) = read_word_at(bytes, at) else { return NextMark::Unknown };
    let number = u32::from_le_bytes(word);
    let length = match (number, number >> 28) {
        // Tape marks and gaps have no bytes behind them: the next word follows.
        (0 | TAP_GAP, _) => return NextMark::At(at + 4),
        (TAP_END, _) => return NextMark::Dead,
        (_, 0) => number,
        (_, 8) if form.takes_bad => number & 0x0FFF_FFFF,
        _ => return NextMark::Dead,
    };
    let fill = u64::from(form.is_padded && length % 2 == 1);
    let Some(next) = place_behind(at, 8, u64::from(length) + fill) else { return NextMark::Dead };
    match read_word_at(bytes, next - 4) {
        Some(behind) if behind != word => NextMark::Dead,
        _ => NextMark::At(next),
    }
}

fn follow_aws(bytes: &[u8], at: usize) -> NextMark {
    let Some([low, high, _, _, flags, _]) = read_aws_head_at(bytes, at) else { return NextMark::Unknown };
    let length = u16::from_le_bytes([low, high]);
    let is_mark = flags & AWS_TAPE_MARK != 0;
    if flags & !(AWS_FIRST_PART | AWS_TAPE_MARK | AWS_LAST_PART) != 0 || is_mark && length != 0 {
        return NextMark::Dead;
    }
    let next = at + AWS_HEAD + usize::from(length);
    // The next head repeats the length, as `read_aws` demands.
    match read_aws_head_at(bytes, next) {
        Some([_, _, low, high, ..]) if u16::from_le_bytes([low, high]) != length => NextMark::Dead,
        _ => NextMark::At(next),
    }
}
