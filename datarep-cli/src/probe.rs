//! `datarep probe`: what the numbers in a file may be.

mod picture;
mod plot;

use std::io::{self, Read as _, Write};
use std::ops::Range;
use std::path::{Path, PathBuf, absolute};

use datarep_dsl::controls::clean_line;
use datarep_probe::{
    Candidate, Contradiction, Formats, Found as Probed, Header, Report, Run, list_label_names, read_header,
    read_label,
};
use serde_json::{Value, json};

use crate::args;
use crate::failure::CliFailure;
use crate::input::{self, InputReader, OpenedFile};
use crate::mistakes::{self, LastBlanks};
use crate::names::KnownNames;
use crate::output;
use crate::page::{self, Page};
use crate::progress::ProgressLine;
use crate::target::{OutputTarget, refuse_inputs};

/// How many bytes are examined by default.
const MOST: u64 = 4 << 20;

/// How many bytes at the beginning of a file may say what it is.
const BEGINNING: u64 = 1 << 16;

/// How many bytes of a label beside the file are read.
const LABEL: u64 = 4 << 20;

/// How many candidates are printed.
const SHOWN: usize = 3;

/// How many values are printed of each.
const VALUES: usize = 6;

/// How many runs of text and numbers are printed.
const RUNS: usize = 8;

/// The part of a file that is examined.
#[derive(Debug)]
struct ExaminedPart {
    name: String,
    /// The bytes of the file; `None` for standard input.
    length: Option<u64>,
    /// What the beginning of the file, or a label beside it, says.
    header: Option<Header>,
    /// The byte of the file at which `bytes` begin.
    at: u64,
    bytes: Vec<u8>,
}

/// A file that was probed, with what was found in it.
struct ProbedFile {
    part: ExaminedPart,
    header: Option<Header>,
    runs: Vec<Run>,
    /// The range of the file that was probed.
    region: Range<u64>,
    report: Report,
    /// The candidate that is drawn.
    drawn: usize,
}

/// The files into which the series is drawn.
struct SeriesPictures {
    svg: Option<OutputTarget>,
    png: Option<OutputTarget>,
}

impl SeriesPictures {
    /// Prepares to write the files, before anything is examined.
    fn create(arguments: &args::ProbeOptions, names: &KnownNames) -> Result<SeriesPictures, CliFailure> {
        let args::PictureOptions { svg, png, writing, .. } = &arguments.pictures;
        let is_same = |svg: &PathBuf, png: &PathBuf| absolute(svg).ok() == absolute(png).ok();
        if svg.as_ref().zip(png.as_ref()).is_some_and(|(svg, png)| is_same(svg, png)) {
            return Err(CliFailure::new("`--svg` and `--png` name the same file").help("name two files"));
        }
        let create = |path: &PathBuf| {
            refuse_inputs(path, names.paths().chain([arguments.file.as_path()]))?;
            OutputTarget::create(path, *writing)
        };
        Ok(SeriesPictures {
            svg: svg.as_ref().map(create).transpose()?,
            png: png.as_ref().map(create).transpose()?,
        })
    }

    /// Draws all pictures before the first file is in its place.
    fn draw(self, probed: &ProbedFile) -> Result<(), CliFailure> {
        let mut targets = Vec::new();
        if let Some(mut target) = self.svg {
            target.write(picture::draw_svg(probed.drawn_candidate(), &probed.part.name)?.as_bytes())?;
            targets.push(target);
        }
        if let Some(mut target) = self.png {
            target.write(&picture::draw_png(probed.drawn_candidate())?)?;
            targets.push(target);
        }
        targets.into_iter().try_for_each(|target| target.finish().map(drop))
    }
}

/// Probes a file and prints what was found.
pub(crate) fn run(arguments: &args::ProbeOptions, names: &KnownNames) -> Result<(), CliFailure> {
    let pictures = SeriesPictures::create(arguments, names)?;
    let page = arguments.pictures.page.then(|| find_page(&arguments.file)).transpose()?;
    let progress =
        ProgressLine::of_work(format!("reading `{}`", clean_line(&arguments.file.to_string_lossy())));
    let part = read_part(arguments)?;
    let mut formats = Formats::standard().map_err(|error| CliFailure::Text(error.to_string()))?;
    for text in names.texts() {
        formats.add(text).map_err(|error| CliFailure::Text(error.to_string()))?;
    }
    progress.set_message(format!("trying {} formats and orders", formats.len()));
    let mut probed = ProbedFile::new(part, arguments.at.is_some(), &formats);
    if let Some(name) = &arguments.format {
        probed.choose_candidate(name)?;
    }
    pictures.draw(&probed)?;
    // The line is gone before anything is printed, because both may go to one terminal.
    drop(progress);
    let mut out = output::stdout();
    if arguments.json {
        output::write_json(&mut out, &probed.to_json())?;
    } else {
        probed.print(&mut out)?;
    }
    if let Some(page) = page {
        writeln!(out)?;
        out.flush()?;
        drop(out);
        return page::open(&probed.address(&page, &arguments.file)?);
    }
    Ok(out.flush()?)
}

/// Finds the page for a file, which a person will choose there.
fn find_page(file: &Path) -> Result<Page, CliFailure> {
    if file == Path::new("-") {
        return Err(CliFailure::new("standard input cannot be chosen in a page").help("write it into a file"));
    }
    Page::find()
}

/// Reads the part of a file to examine. A device or a pipe may have no end, so no more is read of it.
fn read_part(arguments: &args::ProbeOptions) -> Result<ExaminedPart, CliFailure> {
    let (path, at) = (&arguments.file, arguments.at.unwrap_or(0));
    let limit = arguments.length.unwrap_or(MOST);
    // All of it is in memory, and looked at several times.
    if limit > input::MOST as u64 {
        return Err(CliFailure::new(format!("{limit} bytes are too many to be examined"))
            .help("`--length` is at most a GiB, and the default is enough for most files"));
    }
    let OpenedFile { name, mut reader, length } = input::open_without_end(path, 0, &arguments.unpacking)?;
    // A header may say how long the whole file is.
    let length = length.map(|length| length + arguments.unpacking.skip_end);
    let fault = |error: io::Error| CliFailure::system(&format!("cannot read {name}"), &error);
    // The header is looked for at the beginning, whatever part of the file is examined.
    let beginning = read_bytes(&mut reader, BEGINNING).map_err(fault)?;
    let beginning_bytes = beginning.len() as u64;
    let mut bytes = Vec::new();
    // A pipe cannot go back to bytes that were read for the header.
    if at <= beginning_bytes {
        let (at, limit) = (usize::try_from(at).unwrap_or(0), usize::try_from(limit).unwrap_or(0));
        bytes.extend(beginning.iter().skip(at).take(limit));
    } else if length.is_some_and(|length| at > length)
        || reader.pass(at - beginning_bytes).map_err(fault)? < at - beginning_bytes
    {
        let title = match length {
            Some(length) => format!("{name} has {length} bytes, and none at byte {at}"),
            None => format!("{name} has no byte {at}"),
        };
        return Err(CliFailure::new(title));
    }
    bytes.extend(read_bytes(&mut reader, limit - bytes.len() as u64).map_err(fault)?);
    let header = match read_header(&beginning, length) {
        // The end of a file says how many rows there are, where its header does not. Further members are looked for in its
        // beginning alone.
        Some(header) => Some(
            match length
                .filter(|length| *length <= beginning.len() as u64)
                .and_then(|_| mistakes::count_last_blanks(path))
            {
                Some(LastBlanks { length, blanks }) => header.with_end(length, blanks),
                None => header,
            },
        ),
        None => read_label_beside(path)?,
    };
    Ok(ExaminedPart { name, length, header, at, bytes })
}

/// Reads the label of a file whose numbers are described by a file beside it, as archives of planetary data do.
fn read_label_beside(path: &Path) -> Result<Option<Header>, CliFailure> {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return Ok(None) };
    for label in list_label_names(name) {
        let label = path.with_file_name(label);
        if !label.is_file() {
            continue;
        }
        let opened = input::open_source(&label, 0, &args::UnpackingOptions::default())?;
        let OpenedFile { name: title, mut reader, .. } = opened;
        let bytes = read_bytes(&mut reader, LABEL)
            .map_err(|error: io::Error| CliFailure::system(&format!("cannot read {title}"), &error))?;
        // A file of that name may be something else, or the label of another file.
        if let Some(mut header) = read_label(&bytes, name) {
            header.name = format!("{}, by its label {title}", header.name);
            return Ok(Some(header));
        }
    }
    Ok(None)
}

/// Reads so many bytes, or those up to the end.
fn read_bytes(reader: &mut InputReader, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl ProbedFile {
    fn new(part: ExaminedPart, placed: bool, formats: &Formats) -> ProbedFile {
        let ExaminedPart { header, at, bytes, .. } = &part;
        let first = usize::try_from(*at).unwrap_or(usize::MAX - bytes.len());
        let result = Probed::new(header.clone(), bytes, first, placed, formats);
        let region = at + result.region.start as u64..at + result.region.end as u64;
        let Probed { header, runs, report, .. } = result;
        ProbedFile { part, header, runs, region, report, drawn: 0 }
    }

    /// Draws the candidate with a name.
    fn choose_candidate(&mut self, name: &str) -> Result<(), CliFailure> {
        // Formats that read the same numbers are one candidate, under the name of one of them.
        let find = |is_meant: &dyn Fn(&str) -> bool| {
            self.report.candidates.iter().position(|candidate| {
                is_meant(&candidate.format) || candidate.alike.iter().any(|alike| is_meant(alike))
            })
        };
        // Without an order it is the first candidate of that format.
        let is_of_format = |title: &str| title.strip_prefix(name).is_some_and(|order| order.starts_with(' '));
        let candidates = &self.report.candidates;
        self.drawn = find(&|title| title == name).or_else(|| find(&is_of_format)).ok_or_else(|| {
            let candidate_names: Vec<String> =
                candidates.iter().map(|candidate| format!("`{}`", candidate.format)).collect();
            CliFailure::new(format!("`{name}` is no candidate"))
                .note(format!("the candidates are {}", candidate_names.join(", ")))
        })?;
        Ok(())
    }

    /// The address at which the page shows the items of the candidate that is drawn, when the file is chosen there.
    fn address(&self, page: &Page, file: &Path) -> Result<String, CliFailure> {
        let absolute = absolute(file).unwrap_or_else(|_| file.to_owned());
        let name = absolute.to_string_lossy();
        let candidate = self.drawn_candidate();
        let item_begin = self.region.start + candidate.map_or(0, |candidate| candidate.at as u64);
        let item_begin = item_begin.to_string();
        let stride = candidate.and_then(|candidate| candidate.record).map(|record| record.to_string());
        let mut state = vec![("view", "file"), ("choose", &*name), ("at", &item_begin)];
        if let Some(candidate) = candidate {
            state.push(("as", &candidate.format));
        }
        if let Some(stride) = &stride {
            state.push(("stride", stride));
        }
        page.address(&state)
    }

    /// The candidate that is drawn, if there is any.
    fn drawn_candidate(&self) -> Option<&Candidate> {
        self.report.candidates.get(self.drawn)
    }

    fn print(&self, out: &mut impl output::Paint) -> Result<(), CliFailure> {
        let ProbedFile { part, header, report, region, .. } = self;
        let name = clean_line(&part.name);
        match part.length {
            Some(1) => writeln!(out, "{name}: 1 byte")?,
            Some(length) => writeln!(out, "{name}: {length} bytes")?,
            None => writeln!(out, "{name}")?,
        }
        if let Some(header) = header {
            writeln!(out, "kind of file: {}", clean_line(&header.name))?;
            for says in &header.says {
                writeln!(out, "  {}", clean_line(says))?;
            }
        }
        self.print_contradiction(out)?;
        self.print_runs(out)?;
        if report.candidates.is_empty() {
            writeln!(out, "\nnothing here looks like numbers of a fixed width")?;
            return Ok(());
        }
        writeln!(
            out,
            "\nbytes {} to {}, {:.2} bits each as they are:",
            region.start, region.end, report.plain
        )?;
        for (index, candidate) in report.candidates.iter().take(SHOWN).enumerate() {
            self.print_candidate(out, index, candidate)?;
        }
        match (&report.named, report.doubts.is_empty()) {
            (Some(name), true) => writeln!(out, "\nthe first is what the header says of `{name}`")?,
            (None, true) => {
                writeln!(out, "\nthe first is certain, as far as the others that are known here go")?;
            }
            (_, false) => {
                writeln!(out, "\nnot certain: {}", report.doubts.join("; "))?;
                if let (Some(second), 0) = (self.contradiction(), self.drawn) {
                    writeln!(out, "`--as \"{}\"` draws the second", second.found)?;
                }
            }
        }
        self.print_fields(out)?;
        if let Some(drawn) = self.drawn_candidate() {
            if self.drawn > 0 {
                writeln!(out, "\ndrawn as {}:", drawn.format)?;
            }
            write!(out, "\n{}", plot::draw_exponents(&drawn.values))?;
            write!(out, "\n{}", plot::draw_series(&drawn.values))?;
        }
        Ok(())
    }

    /// What the bytes say by themselves, where a header names another format. Then the header may be wrong, and comes first
    /// all the same.
    fn contradiction(&self) -> Option<Contradiction> {
        self.report.find_contradiction(self.header.as_ref()?)
    }

    /// Warns of a header that the bytes contradict, before its options are copied.
    fn print_contradiction(&self, out: &mut impl output::Paint) -> Result<(), CliFailure> {
        let Some(contradiction) = self.contradiction() else { return Ok(()) };
        writeln!(
            out,
            "{}:\n  {}",
            clean_line(&contradiction.to_string()),
            clean_line(&contradiction.options)
        )?;
        Ok(())
    }

    fn print_runs(&self, out: &mut impl output::Paint) -> Result<(), CliFailure> {
        if self.runs.len() < 2 {
            return Ok(());
        }
        for run in self.runs.iter().take(RUNS) {
            let (start, end) = (self.part.at + run.start as u64, self.part.at + run.end as u64);
            writeln!(out, "  {start:>10} to {end:<10} {}", run.kind)?;
        }
        match self.runs.len().saturating_sub(RUNS) {
            0 => Ok(()),
            more => Ok(writeln!(out, "  and {more} more stretches")?),
        }
    }

    fn print_candidate(
        &self,
        out: &mut impl output::Paint,
        index: usize,
        candidate: &Candidate,
    ) -> Result<(), CliFailure> {
        let item_begin = self.region.start + candidate.at as u64;
        let begin = find_telling_value(&candidate.values);
        let from = if begin > 0 { format!("from item {begin} on: ") } else { String::new() };
        let values = candidate.values.iter().skip(begin).take(VALUES);
        let values: Vec<String> = values.map(|value| format_single(*value)).collect();
        writeln!(
            out,
            "\n{}. {}, {:.2} bits a byte, from byte {item_begin} on{}",
            index + 1,
            candidate.format,
            candidate.rate,
            candidate.record.map_or_else(String::new, |record| format!(" every {record} bytes")),
        )?;
        writeln!(out, "   {from}{} …", values.join(", "))?;
        if !candidate.reasons.is_empty() {
            writeln!(out, "   {}", candidate.reasons.join("; "))?;
        }
        if !candidate.alike.is_empty() {
            writeln!(out, "   the same numbers: {}", candidate.alike.join(", "))?;
        }
        Ok(())
    }

    fn print_fields(&self, out: &mut impl output::Paint) -> Result<(), CliFailure> {
        let Some(record) = self.report.record else { return Ok(()) };
        let record_begin = self.region.start + self.report.record_at as u64;
        match self.report.sync.as_slice() {
            [] => writeln!(out, "\nrecords of {record} bytes seem to begin with")?,
            sync => writeln!(
                out,
                "\nrecords of {record} bytes, from byte {record_begin} on, begin with {}, and then seem to have",
                output::format_hex(sync)
            )?,
        }
        let mut table = output::fitted_table();
        for field in &self.report.fields {
            let values: Vec<String> =
                field.values.iter().take(VALUES).map(|value| format_single(*value)).collect();
            table.add_row([format!("  byte {}", field.at), field.format.clone(), values.join(", ")]);
        }
        output::write_table(out, table)
    }

    fn to_json(&self) -> Value {
        let ProbedFile { part, header, report, region, runs, .. } = self;
        // JSON has no number for a NaN or an infinity.
        let number = |value: &f64| if value.is_finite() { json!(value) } else { json!(value.to_string()) };
        let first = |values: &[f64]| values.iter().take(64).map(number).collect::<Vec<_>>();
        let candidates = report.candidates.iter().map(|candidate| {
            json!({
                "format": candidate.format,
                "alike": candidate.alike,
                "at": region.start + candidate.at as u64,
                "bits": candidate.bits,
                "record": candidate.record,
                "bits_per_byte": candidate.rate,
                "reasons": candidate.reasons,
                "values": first(&candidate.values),
                "exponents": plot::count_powers(&candidate.values),
            })
        });
        let runs = runs.iter().map(|run| {
            let (start, end) = (part.at + run.start as u64, part.at + run.end as u64);
            json!({ "start": start, "end": end, "kind": run.kind.to_string() })
        });
        let fields = report.fields.iter().map(|field| {
            json!({ "at": field.at, "bytes": field.bytes, "format": field.format, "values": first(&field.values) })
        });
        json!({
            "file": part.name.trim_matches('`'),
            "bytes": part.length,
            "header": header.as_ref().map(header_to_json),
            "runs": runs.collect::<Vec<_>>(),
            "start": region.start,
            "end": region.end,
            "bits_per_byte": report.plain,
            "certain": report.doubts.is_empty() && !report.candidates.is_empty(),
            "named": report.named,
            "doubts": report.doubts,
            "header_may_be_wrong": self.contradiction().map(|found| found.to_string()),
            "candidates": candidates.collect::<Vec<_>>(),
            "record": report.record,
            "record_at": report.record.map(|_| region.start + report.record_at as u64),
            "sync": output::format_hex(&report.sync),
            "fields": fields.collect::<Vec<_>>(),
        })
    }
}

/// The first value that is printed. Many files begin with zeros, which are the same in all formats: then it is the first one that
/// differs from them.
fn find_telling_value(values: &[f64]) -> usize {
    let Some(first) = values.first() else { return 0 };
    let differs = values.iter().position(|value| value.to_bits() != first.to_bits());
    differs.filter(|place| *place >= VALUES).unwrap_or(0)
}

/// What a header says, as JSON.
fn header_to_json(header: &Header) -> Value {
    let numbers = header.numbers.iter().map(|numbers| {
        json!({
            "name": numbers.name,
            "format": numbers.format,
            "at": numbers.at,
            "row": numbers.row,
            "stride": numbers.stride,
            "rows": numbers.rows,
        })
    });
    json!({ "name": header.name, "says": header.says, "numbers": numbers.collect::<Vec<_>>() })
}

/// A value with at most nine digits, which distinguish all singles.
fn format_single(value: f64) -> String {
    let rounded: f64 = format!("{value:.8e}").parse().unwrap_or(value);
    if rounded == 0.0 || (1e-4..1e9).contains(&rounded.abs()) || !rounded.is_finite() {
        rounded.to_string()
    } else {
        format!("{rounded:e}")
    }
}
