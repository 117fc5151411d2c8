//! Bytes of a file: as values of a format, and what they may be.

use std::cell::RefCell;

use datarep_dsl::limits::Limits;
use datarep_dsl::words;
use datarep_dynamic::Described;
use datarep_probe::{Formats, Found, Header, header};
use serde_json::{Value, json};

use crate::format::RequestedFormat;
use crate::{Fault, Request, word};

/// The most values in an answer.
const MOST: usize = 1 << 16;

/// How many values of a candidate are drawn.
const DRAWN: usize = 512;

thread_local! {
    /// The formats of the probe, which take a while to prepare.
    static FORMATS: RefCell<Option<Formats>> = const { RefCell::new(None) };
}

/// The values of items at a stride in the bytes of the request.
pub(crate) fn read_values(request: &Request<'_>) -> Result<Value, Fault> {
    let Described { format, order, .. } = RequestedFormat::find(request)?.described;
    let extent = order.extent(format.bits) as usize;
    if format.bits > 128 {
        return Err(Fault::new(format!("a word of `{}` has more than 128 bits", format.name)));
    }
    let stride = read_stride(request, extent)?;
    // At least the 17 digits that tell doubles apart, so that a value can be compared with those of other programs.
    let digits = Limits::from_format(&format).map_or(0, |limits| limits.digits_needed).max(17);
    let values = split_items(request.bytes, extent, stride)
        .take(MOST)
        .map(|item| word::show_meaning(&words::meaning(&format, order.load(item, format.bits)), digits));
    Ok(json!({ "extent": extent, "stride": stride, "values": values.collect::<Vec<_>>() }))
}

/// The stride of the request; by default, items are one behind the other.
pub(crate) fn read_stride(request: &Request<'_>, extent: usize) -> Result<usize, Fault> {
    match request.number("stride").unwrap_or(0) {
        0 => Ok(extent.max(1)),
        stride => usize::try_from(stride).map_err(|_| Fault::new("the stride is too large")),
    }
}

/// The whole items at a stride.
pub(crate) fn split_items(bytes: &[u8], extent: usize, stride: usize) -> impl Iterator<Item = &[u8]> {
    let starts = (0..bytes.len().saturating_sub(extent.saturating_sub(1))).step_by(stride);
    starts.filter_map(move |start| bytes.get(start..start + extent))
}

/// Prepares the formats of the probe, while a file is still being chosen. A few bytes are probed, so that a browser has
/// compiled what a probe calls.
pub(crate) fn prepare_probe() -> Result<Value, Fault> {
    with_formats(|formats| {
        let sample: Vec<u8> = (0..=u8::MAX).map(|step| step.wrapping_mul(step)).collect();
        let found = Found::new(None, &sample, 0, true, formats);
        Ok(json!({ "formats": formats.len(), "candidates": found.report.candidates.len() }))
    })
}

/// Calls a function with the formats of the probe.
fn with_formats(use_them: impl FnOnce(&Formats) -> Result<Value, Fault>) -> Result<Value, Fault> {
    FORMATS.with_borrow_mut(|formats| {
        if formats.is_none() {
            *formats = Some(Formats::standard()?);
        }
        let Some(formats) = formats else { return Err(Fault::new("there are no formats to try")) };
        use_them(formats)
    })
}

/// What the bytes of the request may be. They begin at the byte `at` of a file.
pub(crate) fn probe(request: &Request<'_>) -> Result<Value, Fault> {
    // Half of the range, because places in the file are added to it.
    let at = usize::try_from(request.number("at").unwrap_or(0)).unwrap_or(usize::MAX / 2);
    let beginning = request.number("beginning").and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0);
    // The page sends the beginning of the file before the bytes that are examined, so that its header is known for
    // them, too.
    let (beginning, bytes) = request.bytes.split_at(beginning.min(request.bytes.len()));
    let header = header(if at == 0 { bytes } else { beginning });
    with_formats(|formats| {
        let found = Found::new(header, bytes, at, at > 0, formats);
        Ok(describe_found(&found, at))
    })
}

fn describe_found(found: &Found, at: usize) -> Value {
    let Found { header, runs, region, report } = found;
    // The report counts from the region that was examined. The page shows places in the file.
    let start = at + region.start;
    let list_values =
        |values: &[f64]| values.iter().take(DRAWN).map(|value| number_to_json(*value)).collect::<Vec<_>>();
    let candidates = report.candidates.iter().take(8).map(|candidate| {
        json!({
            "format": candidate.format,
            "alike": candidate.alike,
            "at": start + candidate.at,
            "bits": candidate.bits,
            "record": candidate.record,
            "rate": candidate.rate,
            "reasons": candidate.reasons,
            "values": list_values(&candidate.values),
        })
    });
    let runs = runs
        .iter()
        .take(32)
        .map(|run| json!({ "start": at + run.start, "end": at + run.end, "kind": run.kind.to_string() }));
    let fields = report.fields.iter().map(|field| {
        json!({ "at": field.at, "bytes": field.bytes, "format": field.format, "values": list_values(&field.values) })
    });
    json!({
        "header": header.as_ref().map(describe_header),
        "runs": runs.collect::<Vec<_>>(),
        "start": start,
        "end": at + region.end,
        "plain": report.plain,
        "certain": report.doubts.is_empty() && !report.candidates.is_empty(),
        "doubts": report.doubts,
        "named": report.named,
        "candidates": candidates.collect::<Vec<_>>(),
        "record": report.record,
        "record_at": start + report.record_at,
        "fields": fields.collect::<Vec<_>>(),
    })
}

fn describe_header(header: &Header) -> Value {
    let numbers = header.numbers.iter().map(|numbers| {
        json!({ "name": numbers.name, "format": numbers.format, "at": numbers.at, "stride": numbers.stride })
    });
    json!({ "name": header.name, "says": header.says, "numbers": numbers.collect::<Vec<_>>() })
}

/// A number of JSON, or a text for what JSON has no number for.
fn number_to_json(value: f64) -> Value {
    // JSON has neither infinities nor NaN.
    if value.is_finite() { json!(value) } else { json!(value.to_string()) }
}
