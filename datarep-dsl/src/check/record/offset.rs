//! Offsets that a text states: `count: u16 at 114;`.
//!
//! A manual gives the first byte of each field, and bytes without a meaning are easily miscounted. So a stated offset moves
//! nothing: it has to be the byte at which the fields before it end. After a fault the next fields are placed by the offset
//! that is stated, so that one wrong count of bytes is reported once.

use std::cmp::Ordering;

use super::count::compute_constant;
use super::{Context, RecordLayout};
use crate::ast::{CountExpr, FieldItem, Spanned};
use crate::diagnostic::{Diagnostic, Slug};

/// A fact that manuals which count bytes from 1 make necessary.
const FIRST_BYTE: &str = "the first byte of a record is at 0";

/// What is known of the byte at which the next field begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextByte {
    /// The fields so far end before it.
    At(u64),
    /// An array before it has a length that a field decides.
    Varies,
    /// A field before it has a fault, which was reported.
    Unknown,
}

impl NextByte {
    /// The byte, if it is the same in every record.
    pub(super) fn offset(self) -> Option<u64> {
        match self {
            NextByte::At(offset) => Some(offset),
            NextByte::Varies | NextByte::Unknown => None,
        }
    }

    /// The byte after a field of `bytes` bytes; `None` if their number varies.
    pub(super) fn after(self, bytes: Option<u64>) -> NextByte {
        match (self, bytes) {
            (NextByte::At(offset), Some(bytes)) => {
                // A sum beyond 64 bits is treated as a length that varies. The limit of a record's bytes is reported
                // elsewhere.
                offset.checked_add(bytes).map_or(NextByte::Varies, NextByte::At)
            }
            (NextByte::At(_) | NextByte::Varies, _) => NextByte::Varies,
            (NextByte::Unknown, _) => NextByte::Unknown,
        }
    }
}

/// Where a field begins.
pub(super) struct FieldPlace {
    /// Whether that is where its offset says.
    pub(super) is_right: bool,
    /// The byte at which it begins, as the fields behind it count.
    pub(super) begin: NextByte,
}

impl Context<'_> {
    /// Checks the offset that a field states.
    pub(super) fn check_stated_offset(&mut self, layout: &RecordLayout<'_>, field: &FieldItem) -> FieldPlace {
        if let Some(offset) = &field.offset
            && let Some(place) = compute_constant(offset).filter(|place| *place < 0)
        {
            let title = format!("{} cannot begin at byte {place}", describe_field(field));
            let fault = Diagnostic::new(Slug::WrongOffset, title, offset.span, "a place before the record");
            self.report(0, fault.note(FIRST_BYTE).help("write the byte at which it begins"));
            return FieldPlace { is_right: false, begin: layout.next };
        }
        // A place that is computed has filler before it.
        let Some(stated) = field.offset.as_ref().and_then(find_stated_offset) else {
            return FieldPlace { is_right: true, begin: layout.next };
        };
        let stated = &stated;
        let fault = match layout.next {
            NextByte::Unknown => None,
            NextByte::Varies => Some(varying_fault(layout, field, stated)),
            NextByte::At(next) => match stated.value.cmp(&next) {
                Ordering::Equal => None,
                Ordering::Greater => Some(gap_fault(layout, field, stated, next)),
                Ordering::Less => Some(overlap_fault(layout, field, stated, next)),
            },
        };
        let is_right = fault.is_none();
        if let Some(fault) = fault {
            self.report(0, fault);
        }
        let begin = match layout.next {
            // A stated number cannot make the place of a field the same in all records again.
            NextByte::Varies => NextByte::Varies,
            // After a fault the text's number counts, so that the fields behind it agree with the manual again.
            NextByte::At(_) | NextByte::Unknown => NextByte::At(stated.value),
        };
        FieldPlace { is_right, begin }
    }
}

/// The offset, if it is a number.
fn find_stated_offset(offset: &CountExpr) -> Option<Spanned<u64>> {
    let value = u64::try_from(compute_constant(offset)?).ok()?;
    Some(Spanned { value, span: offset.span })
}

/// The title of a fault of a field that begins at byte `next`.
fn describe_offset(field: &FieldItem, stated: u64, next: u64) -> String {
    format!("{} begins at byte {next}, not at byte {stated}", describe_field(field))
}

fn describe_field(field: &FieldItem) -> String {
    match field.name.value.as_str() {
        "_" => "a field without a name".to_owned(),
        name => format!("field `{name}`"),
    }
}

fn format_byte_count(bytes: u64) -> String {
    if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") }
}

/// The fault of an offset behind the end of the fields before it.
fn gap_fault(layout: &RecordLayout<'_>, field: &FieldItem, stated: &Spanned<u64>, next: u64) -> Diagnostic {
    let missing = format_byte_count(stated.value - next);
    let title = describe_offset(field, stated.value, next);
    let label = if stated.value - next == 1 {
        "1 byte is missing before it".to_owned()
    } else {
        format!("{missing} are missing before it")
    };
    let fault = Diagnostic::new(Slug::WrongOffset, title, stated.span, label);
    let fault = match layout.items.last() {
        Some(before) => fault.label(before.stored.span, format!("ends before byte {next}")),
        None => fault,
    };
    fault.note(FIRST_BYTE).help(format!("insert `_: {missing};` before this field, or write `at {next}`"))
}

/// The fault of an offset inside the fields before it.
fn overlap_fault(
    layout: &RecordLayout<'_>,
    field: &FieldItem,
    stated: &Spanned<u64>,
    next: u64,
) -> Diagnostic {
    let overlap = format_byte_count(next - stated.value);
    let title = describe_offset(field, stated.value, next);
    let fault = Diagnostic::new(Slug::WrongOffset, title, stated.span, format!("overlaps by {overlap}"));
    // The last field that begins at the stated byte or before it.
    let covering = layout.fields.iter().zip(&layout.items).rev().find_map(|(earlier_field, item)| {
        let (first, bytes) = (earlier_field.offset?, earlier_field.bytes?);
        (first <= stated.value && stated.value < first.checked_add(bytes)?).then_some((first, bytes, item))
    });
    let fault = match covering {
        Some((first, 1, item)) => fault.label(item.stored.span, format!("is byte {first}")),
        Some((first, bytes, item)) => {
            fault.label(item.stored.span, format!("is bytes {first} to {}", first + bytes - 1))
        }
        None => fault,
    };
    // If only the last field is overlapped, its length may be wrong. Before that, the order of the fields is.
    let is_of_last =
        layout.fields.last().and_then(|last| last.offset).is_none_or(|last| last <= stated.value);
    fault.note(FIRST_BYTE).help(if is_of_last {
        format!("write `at {next}`, or make the fields before it {overlap} shorter")
    } else {
        format!("write `at {next}`, or move this field: fields stand in the order of the file")
    })
}

/// The fault of an offset after a field whose length differs between records.
fn varying_fault(layout: &RecordLayout<'_>, field: &FieldItem, stated: &Spanned<u64>) -> Diagnostic {
    let title = format!("{} has no fixed offset", describe_field(field));
    let fault = Diagnostic::new(Slug::WrongOffset, title, stated.span, "not the same in every record");
    // The first field whose length varies is the cause, and all later ones follow from it.
    let varying =
        layout.fields.iter().zip(&layout.items).find(|(earlier_field, _)| earlier_field.bytes.is_none());
    let fault = match varying {
        Some((_, item)) => fault.label(item.stored.span, "has a length that a field decides"),
        None => fault,
    };
    fault.help(format!("remove `at {}`", stated.value))
}
