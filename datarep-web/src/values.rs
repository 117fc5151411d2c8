//! One value in many formats: its words, and what each of them loses.

use std::cmp::Ordering;

use datarep_dsl::limits::Limits;
use datarep_dsl::words::{self, EncodeError, Number, WrittenWord};
use serde_json::{Value, json};

use crate::format::RequestedFormat;
use crate::{Fault, Request, word};

/// What becomes of the value in a format. The order of the variants is that of the table.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum ValueLoss {
    Exact,
    Rounded,
    NoWord,
}

struct ComparedFormat {
    loss: ValueLoss,
    /// The part of the value that is lost, where it is rounded.
    part: Option<Number>,
    row: Value,
}

/// The words of a value in the formats that the request names, those that lose least first.
pub(crate) fn compare(request: &Request<'_>) -> Result<Value, Fault> {
    let value = request.text("value").trim();
    if value.is_empty() {
        return Err(Fault::new("there is no value: write a number, such as 0.1 or 6.02e23"));
    }
    let mut rows = Vec::new();
    for name in request.texts("formats") {
        match RequestedFormat::find_by_name(name, request.text("source")) {
            Ok(requested_format) => rows.push(compare_in_format(name, &requested_format, value)),
            // One wrong name must not hide the rows of the others.
            Err(fault) => {
                let row = json!({ "format": name, "state": "fault", "why": fault.title });
                rows.push(ComparedFormat { loss: ValueLoss::NoWord, part: None, row });
            }
        }
    }
    rows.sort_by(|one, other| one.loss.cmp(&other.loss).then_with(|| compare_parts(one, other)));
    Ok(json!({ "rows": rows.into_iter().map(|format| format.row).collect::<Vec<_>>() }))
}

/// Compares two formats by the lost share of the value. A loss that is no share of it comes last: a
/// zero has none.
fn compare_parts(left: &ComparedFormat, right: &ComparedFormat) -> Ordering {
    match (&left.part, &right.part) {
        (Some(left), Some(right)) => left.compare_magnitude(right),
        // A part comes before none.
        (left, right) => right.is_some().cmp(&left.is_some()),
    }
}

fn compare_in_format(name: &str, requested_format: &RequestedFormat, value: &str) -> ComparedFormat {
    let format = &requested_format.described.format;
    let bits = format.bits;
    let unwritten = |reason: String| ComparedFormat {
        loss: ValueLoss::NoWord,
        part: None,
        row: json!({ "format": name, "bits": bits, "state": "none", "why": reason }),
    };
    match words::encode_value(format, value) {
        Ok(WrittenWord { word, means, off, relative }) => {
            let loss = if off.is_some() { ValueLoss::Rounded } else { ValueLoss::Exact };
            // As many digits as tell the numbers of the format apart.
            let digits = Limits::from_format(format).map_or(0, |limits| limits.digits_needed).max(17);
            let row = json!({
                "format": name,
                "bits": bits,
                "state": if off.is_some() { "rounded" } else { "exact" },
                "word": words::format_hex(word, bits),
                "value": word::show_meaning(&means, digits),
                "off": off.map(|off| off.format_rounded(3)),
                "relative": relative.as_ref().map(|part| part.format_rounded(3)),
            });
            ComparedFormat { loss, part: relative, row }
        }
        Err(EncodeError::NoValue) => unwritten("is not a value of this format".to_owned()),
        Err(EncodeError::Because(reason)) => unwritten(reason.to_owned()),
    }
}
