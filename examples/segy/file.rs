//! A SEG-Y file: its byte order, its parts, and its traces in native numbers.

use std::fs;
use std::ops::Range;
use std::path::Path;

use datarep::Loss;

use crate::Result;
use crate::formats::{self, ByteOrder, Format, IEEE};
use crate::headers::{BinaryHeader, Charset, TEXT, TraceHeader};

/// A trace.
pub(crate) struct Trace {
    /// Its header.
    pub(crate) header: TraceHeader,
    /// Its samples.
    pub(crate) samples: Vec<f64>,
    /// Where the samples lie in the file.
    pub(crate) range: Range<usize>,
}

/// A file that was read.
pub(crate) struct Section {
    /// The name of the file, without folders.
    pub(crate) name: String,
    /// All bytes.
    pub(crate) bytes: Vec<u8>,
    /// The byte order of its numbers.
    pub(crate) order: ByteOrder,
    /// The character set of its text.
    pub(crate) charset: Charset,
    /// The lines of the textual headers.
    pub(crate) text: Vec<String>,
    /// The binary header.
    pub(crate) binary: BinaryHeader,
    /// The format of the samples.
    pub(crate) format: &'static Format,
    /// Microseconds between samples.
    pub(crate) interval: f64,
    /// The traces, in the order of the file.
    pub(crate) traces: Vec<Trace>,
    /// The losses of reading the samples.
    pub(crate) loss: Loss,
}

impl Section {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Section> {
        let shown = path.display();
        let metadata = fs::metadata(path).map_err(|error| format!("cannot open {shown}: {error}"))?;
        if !metadata.is_file() {
            return Err(format!("{shown} is not a file"));
        }
        let bytes = fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Section::parse(name, bytes).map_err(|error| format!("{shown}: {error}"))
    }

    fn parse(name: String, bytes: Vec<u8>) -> Result<Section> {
        let headers = TEXT + BinaryHeader::extent();
        if bytes.len() < headers {
            return Err(format!(
                "{} bytes are too few for the headers of SEG-Y, which take {headers}",
                bytes.len()
            ));
        }
        let (order, binary) = byte_order(&bytes[TEXT..headers])?;
        let format = formats::format(binary.format)?;
        let body = body(&binary, &bytes)?;
        let charset = Charset::of(&bytes[..TEXT]);
        let mut text = charset.lines(&bytes[..TEXT])?;
        // Between the binary header and the traces there are textual headers, or unknown bytes.
        for extended in bytes[headers..body.start].chunks_exact(TEXT) {
            text.extend(Charset::of(extended).lines(extended)?);
        }

        let layout = Layout { order, format, body, bytes: &bytes };
        let mut traces = Vec::new();
        let mut loss = Loss::default();
        for (header, range) in layout.traces(&binary)? {
            let (samples, lost) =
                format.read(order, &bytes[range.clone()]).map_err(|error| error.to_string())?;
            loss += lost;
            traces.push(Trace { header, samples, range });
        }
        let first = traces.first().ok_or("there is no trace behind the headers")?;
        let interval = match (binary.major() >= 2, binary.interval) {
            (true, _) if binary.extended_interval > 0.0 && binary.extended_interval.is_finite() => {
                binary.extended_interval
            }
            (_, 0) => f64::from(first.header.interval),
            (_, interval) => f64::from(interval),
        };
        Ok(Section { name, bytes, order, charset, text, binary, format, interval, traces, loss })
    }

    /// Whether the samples are IEEE floats of four bytes.
    pub(crate) fn is_ieee(&self) -> bool {
        self.format.code == IEEE
    }

    /// The number of samples in the longest trace.
    pub(crate) fn longest(&self) -> usize {
        self.traces.iter().map(|trace| trace.samples.len()).max().unwrap_or(0)
    }
}

/// The byte order in which the header makes sense: by the mark of revision 2, or else by the format code.
fn byte_order(bytes: &[u8]) -> Result<(ByteOrder, BinaryHeader)> {
    let big = BinaryHeader::read(ByteOrder::Big, bytes)?;
    let little = BinaryHeader::read(ByteOrder::Little, bytes)?;
    match (big.order, little.order) {
        (0x0102_0304, _) => return Ok((ByteOrder::Big, big)),
        (_, 0x0102_0304) => return Ok((ByteOrder::Little, little)),
        (0x0201_0403, _) => return Err("its bytes are swapped in pairs, which is not supported".to_owned()),
        _ => {}
    }
    let known = |header: &BinaryHeader| (1..=16).contains(&header.format);
    if !known(&big) && known(&little) { Ok((ByteOrder::Little, little)) } else { Ok((ByteOrder::Big, big)) }
}

/// Where the traces lie: after the extended headers and before the trailers.
fn body(binary: &BinaryHeader, bytes: &[u8]) -> Result<Range<usize>> {
    let fixed = TEXT + BinaryHeader::extent();
    // Before revision 1 these fields did not exist, and the header may hold anything there.
    if binary.major() == 0 {
        return Ok(fixed..bytes.len());
    }
    let cut = |what: &str| format!("the file ends within its {what}");
    let mut start = match binary.extended_headers {
        count @ 0.. => fixed + usize::from(count.unsigned_abs()) * TEXT,
        -1 => {
            let end = bytes[fixed..].chunks_exact(TEXT).position(ends_text);
            let end = end.ok_or("no extended textual header has the stanza ((SEG: EndText))")?;
            fixed + (end + 1) * TEXT
        }
        count => return Err(format!("{count} extended textual headers make no sense")),
    };
    let mut end = bytes.len();
    if binary.major() >= 2 {
        if binary.additional_trace_headers != 0 {
            return Err("more than one header for each trace is not supported".to_owned());
        }
        if binary.first_trace != 0 {
            start = usize::try_from(binary.first_trace).ok().filter(|&first| first >= start).ok_or_else(
                || format!("the first trace cannot stand at byte {}, within the headers", binary.first_trace),
            )?;
        }
        let trailers = usize::try_from(binary.trailers)
            .map_err(|_| "trailers of unknown number are not supported".to_owned())?;
        end = trailers
            .checked_mul(TEXT)
            .and_then(|bytes| end.checked_sub(bytes))
            .ok_or_else(|| cut("trailers"))?;
    }
    if start > end { Err(cut("extended textual headers")) } else { Ok(start..end) }
}

/// Whether a textual header is the last one, if their number is not given.
fn ends_text(text: &[u8]) -> bool {
    let lines = Charset::of(text).lines(text).unwrap_or_default();
    let letters = lines.concat().to_lowercase().replace(' ', "");
    letters.contains("((seg:endtext))")
}

struct Layout<'a> {
    order: ByteOrder,
    format: &'a Format,
    body: Range<usize>,
    bytes: &'a [u8],
}

type Found = Vec<(TraceHeader, Range<usize>)>;

impl Layout<'_> {
    /// The header of each trace, and where its samples lie.
    ///
    /// Many writers leave the lengths in the trace headers zero, or forget to change them. So the length of the binary
    /// header is used if all traces of that length end with the file, unless the lengths in the trace headers differ
    /// and end with the file, too.
    fn traces(&self, binary: &BinaryHeader) -> Result<Found> {
        let extended = if binary.major() >= 2 { binary.extended_samples } else { 0 };
        let common = match usize::try_from(extended) {
            Ok(0) | Err(_) => usize::from(binary.samples),
            Ok(samples) => samples,
        };
        let own = |header: &TraceHeader| match header.samples {
            0 => common,
            samples => usize::from(samples),
        };
        if binary.fixed_length == 1 && extended == 0 && common != 0 {
            return self.walk(|_| common);
        }
        if let Ok(traces) = self.walk(own)
            && extended == 0
        {
            return Ok(traces);
        }
        if common == 0 {
            return Err("the headers do not say how many samples a trace has".to_owned());
        }
        self.walk(|_| common)
    }

    fn walk(&self, length: impl Fn(&TraceHeader) -> usize) -> Result<Found> {
        let mut traces = Vec::new();
        let mut at = self.body.start;
        while at < self.body.end {
            let rest = self.body.end - at;
            let cut = |wanted: usize| {
                let number = traces.len() + 1;
                format!("trace {number} is cut: {rest} of its {wanted} bytes are there")
            };
            let header = self.bytes[at..self.body.end].get(..TraceHeader::extent());
            let header = TraceHeader::read(self.order, header.ok_or_else(|| cut(TraceHeader::extent()))?)?;
            let wanted = length(&header)
                .checked_mul(self.format.extent())
                .and_then(|bytes| bytes.checked_add(TraceHeader::extent()))
                .ok_or("a trace is longer than memory")?;
            if wanted > rest {
                return Err(cut(wanted));
            }
            if wanted == TraceHeader::extent() {
                return Err(format!("trace {} has no samples", traces.len() + 1));
            }
            traces.push((header, at + TraceHeader::extent()..at + wanted));
            at += wanted;
        }
        Ok(traces)
    }
}
