//! Records with marks around them.

use super::descriptors::DESCRIPTOR;
use super::{Descriptors, MarkKind, Marks, MarksError, tape};
use crate::order::Endianness;

/// Puts marks around records, one after the other.
#[derive(Debug)]
pub struct MarkWriter {
    kind: MarkKind,
    /// The records of the block that is not full.
    block: Vec<u8>,
    /// Bytes of the last part of AWS.
    before: u16,
    /// Records that were written.
    records: u64,
}

impl MarkWriter {
    /// What writes records with these marks.
    ///
    /// # Errors
    ///
    /// Fails if the length of a record is a number in it: it has to be there already.
    pub fn new(marks: Marks) -> Result<MarkWriter, MarksError> {
        if matches!(marks.kind, MarkKind::Field(_)) {
            return Err(MarksError::new("records that hold their length have no marks to write"));
        }
        Ok(MarkWriter { kind: marks.kind, block: Vec::new(), before: 0, records: 0 })
    }

    /// Appends a record with its marks. A block may be appended later.
    ///
    /// # Errors
    ///
    /// Fails if the marks cannot state the length of the record, or the record contains the end of a line, or ends in a CR.
    pub fn write(&mut self, record: &[u8], file: &mut Vec<u8>) -> Result<(), MarksError> {
        match self.kind {
            MarkKind::Fortran { bytes, order, most } => write_fortran(record, bytes, order, most, file)?,
            MarkKind::Descriptors(descriptors) => self.write_descriptors(record, descriptors, file)?,
            MarkKind::Line => {
                if record.contains(&b'\n') {
                    return Err(self.record_error("contains the end of a line"));
                }
                // A reader takes it and the end behind it as one end, and leaves it out.
                if record.ends_with(b"\r") {
                    return Err(self.record_error(
                        "ends in the byte 0D, a CR, which would be read as part of the end of the line",
                    ));
                }
                file.extend_from_slice(record);
                file.push(b'\n');
            }
            MarkKind::Fixed { block, record: length } => {
                if record.len() as u64 != length {
                    return Err(
                        self.record_error(&format!("has {} bytes, and `fixed` has {length}", record.len()))
                    );
                }
                self.block.extend_from_slice(record);
                // The block is full as soon as no further record fits, as records do not go on in the next block.
                if block - (self.block.len() as u64) < length {
                    self.end_fixed_block(block, file);
                }
            }
            // `new` refuses these.
            MarkKind::Field(_) => {}
            MarkKind::Tap { form, .. } => {
                let length =
                    // The highest four bits of the word are the class of the record, and a length of zero is that of a
                    // tape mark.
                    u32::try_from(record.len()).ok().filter(|length| *length > 0 && *length < 1 << 28);
                let Some(length) = length else {
                    return Err(self
                        .record_error(&format!("has {} bytes, and `tap` has 1 to 268435455", record.len())));
                };
                file.extend_from_slice(&length.to_le_bytes());
                file.extend_from_slice(record);
                if form.is_padded && length % 2 == 1 {
                    file.push(0);
                }
                file.extend_from_slice(&length.to_le_bytes());
            }
            MarkKind::Aws { .. } => self.write_aws(record, file)?,
        }
        self.records += 1;
        Ok(())
    }

    /// Appends the last block, and the end of a tape.
    pub fn finish(mut self, file: &mut Vec<u8>) {
        match self.kind {
            MarkKind::Descriptors(Descriptors { block: Some(_), .. }) => self.end_block(file),
            MarkKind::Fixed { block, .. } if !self.block.is_empty() => self.end_fixed_block(block, file),
            // Two tape marks are the end of a tape by convention: the one behind the last file, and one more.
            MarkKind::Tap { .. } => file.extend_from_slice(&[0; 8]),
            MarkKind::Aws { .. } => {
                // Two tape marks, as for SIMH. The second one follows a mark, which has no bytes.
                for before in [self.before, 0] {
                    file.extend_from_slice(&[0, 0]);
                    file.extend_from_slice(&before.to_le_bytes());
                    file.extend_from_slice(&[tape::AWS_TAPE_MARK, 0]);
                }
            }
            _ => {}
        }
    }

    fn record_error(&self, fault: &str) -> MarksError {
        MarksError::new(format!("record {} {fault}", self.records))
    }

    fn write_descriptors(
        &mut self,
        record: &[u8],
        descriptors: Descriptors,
        file: &mut Vec<u8>,
    ) -> Result<(), MarksError> {
        let bytes = record.len() as u64;
        // 0: the whole record is in one part. Records are not divided here.
        let Some(word) = descriptors.record.make_descriptor(bytes, 0) else {
            return Err(self.record_error(&format!("has {bytes} bytes, which a descriptor cannot state")));
        };
        if descriptors.block.is_none() {
            file.extend_from_slice(&word);
            file.extend_from_slice(record);
            return Ok(());
        }
        // The descriptor of the block is part of the length that `block` limits.
        let (needed, most) = (bytes + DESCRIPTOR, descriptors.most - DESCRIPTOR);
        if needed > most {
            return Err(self.record_error(&format!(
                "has {bytes} bytes, and a block of {} has no room for it: `bdw,block=BYTES`",
                descriptors.most
            )));
        }
        // A record that does not fit ends the block before it. Blocks are as long as they can be.
        if self.block.len() as u64 + needed > most {
            self.end_block(file);
        }
        self.block.extend_from_slice(&word);
        self.block.extend_from_slice(record);
        Ok(())
    }

    fn end_block(&mut self, file: &mut Vec<u8>) {
        let MarkKind::Descriptors(Descriptors { block: Some(block), .. }) = self.kind else { return };
        // A block has at most as many bytes as its descriptor states, unless it is adjusted by much.
        if let Some(word) = block.make_descriptor(self.block.len() as u64, 0)
            && !self.block.is_empty()
        {
            file.extend_from_slice(&word);
            file.append(&mut self.block);
        }
    }

    fn end_fixed_block(&mut self, block: u64, file: &mut Vec<u8>) {
        let fill = block - self.block.len() as u64;
        file.append(&mut self.block);
        file.resize(file.len() + usize::try_from(fill).unwrap_or_default(), 0);
    }

    fn write_aws(&mut self, record: &[u8], file: &mut Vec<u8>) -> Result<(), MarksError> {
        // A length of zero is that of a tape mark.
        if record.is_empty() {
            return Err(self.record_error("has no bytes, and `aws` has one at least"));
        }
        // The length of a part has two bytes, so that longer records are several parts.
        let parts = record.len().div_ceil(usize::from(u16::MAX));
        for (index, part) in record.chunks(usize::from(u16::MAX)).enumerate() {
            let first = if index == 0 { tape::AWS_FIRST_PART } else { 0 };
            let last = if index + 1 == parts { tape::AWS_LAST_PART } else { 0 };
            // A part has at most as many bytes as the number can state.
            let length = u16::try_from(part.len()).unwrap_or(u16::MAX);
            file.extend_from_slice(&length.to_le_bytes());
            file.extend_from_slice(&self.before.to_le_bytes());
            file.extend_from_slice(&[first | last, 0]);
            file.extend_from_slice(part);
            self.before = length;
        }
        Ok(())
    }
}

fn write_fortran(
    record: &[u8],
    bytes: usize,
    order: Option<Endianness>,
    most: u64,
    file: &mut Vec<u8>,
) -> Result<(), MarksError> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    // A record without bytes has its two marks, too.
    let parts = record.len().div_ceil(most).max(1);
    for index in 0..parts {
        let part = &record[index * most..record.len().min((index + 1).saturating_mul(most))];
        let length = i64::try_from(part.len()).map_err(|_| MarksError::new("a record is too long"))?;
        // The sign of the mark before a part says that another follows, that of the mark behind it that one came
        // before.
        put_mark(if index + 1 < parts { -length } else { length }, bytes, order, file);
        file.extend_from_slice(part);
        put_mark(if index > 0 { -length } else { length }, bytes, order, file);
    }
    Ok(())
}

fn put_mark(number: i64, bytes: usize, order: Option<Endianness>, file: &mut Vec<u8>) {
    match order {
        Some(Endianness::Big) => file.extend_from_slice(&number.to_be_bytes()[8 - bytes..]),
        // Without an order: that of most processors on which Fortran programs run now.
        Some(Endianness::Little) | None => file.extend_from_slice(&number.to_le_bytes()[..bytes]),
    }
}
