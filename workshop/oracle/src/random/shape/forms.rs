//! Compares what both forms do with the files of a shape with the reference.

use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use datarep::Event;
use datarep_dynamic::record::Values;
use datarep_dynamic::{Record, Text as Program};

use super::encode::{Refusal, ValuePlace, has_visible_alternatives, write_record};
use super::file::draw_file;
use super::show::{Columns, to_columns};
use super::value::{Value, show_counts, show_record};
use super::walk::{FileValues, read_file};
use super::{Shape, draw, record_name};
use crate::chance::Chance;
use crate::random::job::compile as compile_text;
use crate::random::package::RecordPackage;

/// The number of files of a shape.
const FILES: usize = 24;
/// The number of times that a differing shape is shortened: when each step compiles many texts, and when not.
const STEPS: [usize; 2] = [2, 12];
/// The number of differing shapes that are shortened before they are shown.
const SHOWN: usize = 2;
/// What a form says of a file or of values that it refuses.
pub(in crate::random) const REFUSED: &str = "refused";

/// An accepted text, its files, and what the reference reads in them.
#[derive(Debug)]
pub(in crate::random) struct ShapeJob {
    shape: Shape,
    pub(in crate::random) source: String,
    pub(in crate::random) code: String,
    /// The name of the record of the files.
    pub(in crate::random) name: String,
    pub(in crate::random) files: Vec<Vec<u8>>,
    expected: Vec<Expected>,
}

/// What the reference reads in a file.
#[derive(Debug)]
struct Expected {
    /// The counts of events, and the records as their structs are printed; `None` if the file is refused. Generated code keeps
    /// what is behind the end of a text, and does not count it.
    read: Option<(String, String)>,
    /// The counts of events where such characters are lost.
    interpreted: String,
    columns: Columns,
    /// The refused items of each field, if the fields can be found.
    bad: Option<BTreeMap<String, usize>>,
    written: Result<Vec<u8>, Refusal>,
    /// Whether the columns say which alternatives are there.
    is_visible: bool,
}

/// What a form does with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::random) struct Outcome {
    /// The counts of events and the values; `None` if the file is refused.
    pub(in crate::random) read: Option<(String, String)>,
    /// The bytes of the values, if they are written.
    pub(in crate::random) written: Option<Vec<u8>>,
}

/// The counts of a run.
#[derive(Debug, Default)]
pub(in crate::random) struct Totals {
    pub(in crate::random) texts: usize,
    pub(in crate::random) records: usize,
    pub(in crate::random) refused_texts: usize,
    pub(in crate::random) refused_files: usize,
    pub(in crate::random) different: usize,
}

/// A file that a form treats differently.
#[derive(Debug, Clone)]
struct Difference {
    file: usize,
    what: String,
}

impl Expected {
    fn new(shape: &Shape, file: &[u8]) -> Expected {
        let refused = |bad| Expected {
            read: None,
            interpreted: String::new(),
            columns: Columns::new(),
            bad,
            written: Err(Refusal::Unknown),
            is_visible: false,
        };
        let Ok(found) = read_file(shape, file) else { return refused(None) };
        let FileValues { records, counted, bad, is_undecided } = found;
        if !bad.is_empty() {
            return refused((!is_undecided).then_some(bad));
        }
        let (mut shown, mut written) = (Vec::new(), Ok(Vec::new()));
        for record in &records {
            let Value::Record(index, values) = record else { continue };
            shown.push(show_record(shape, *index, values));
            let bytes = write_record(shape, *index, values);
            written = written.and_then(|all: Vec<u8>| Ok([all, bytes?].concat()));
        }
        let is_visible = |record: &Value| has_visible_alternatives(shape, None, record, ValuePlace::Direct);
        Expected {
            read: Some((counted.without(Event::Noncanonical).to_text(), format!("[{}]", shown.join(", ")))),
            interpreted: counted.to_text(),
            columns: to_columns(shape, &records),
            bad: Some(bad),
            written,
            is_visible: records.iter().all(is_visible),
        }
    }

    /// The first difference of generated code. `keeps_fields`: whether a text in it keeps the padding on both its sides, as the
    /// types for texts of a fixed length do.
    fn compare_generated(&self, made: &Outcome, keeps_fields: bool) -> Option<String> {
        if self.read != made.read {
            return Some(format!("generated code reads\n    {:?}, not\n    {:?}", made.read, self.read));
        }
        self.read.as_ref().filter(|_| !keeps_fields)?;
        self.compare_written("generated code", made.written.as_ref())
    }

    fn compare_written(&self, form: &str, made: Option<&Vec<u8>>) -> Option<String> {
        let expected = match &self.written {
            Ok(bytes) => Some(bytes),
            Err(Refusal::Refused) => None,
            Err(Refusal::Unknown) => return None,
        };
        (made != expected).then(|| format!("{form} writes {made:02X?}, not {expected:02X?}"))
    }

    /// The first difference of the interpreter.
    fn compare_interpreted(&self, record: &Record, file: &[u8]) -> Option<String> {
        let rows = match record.rows(file) {
            Ok(rows) => rows,
            Err(error) => {
                return self.bad.is_some().then(|| format!("the interpreter refuses the file: {error}"));
            }
        };
        if let Some(bad) = &self.bad
            && let Some(what) = compare_bad(record, &rows, bad)
        {
            return Some(what);
        }
        let (columns, losses) = match (rows.columns(), &self.read) {
            (Ok((columns, losses)), Some(_)) => (columns, losses),
            (Err(_), None) => return None,
            (Ok(_), None) => return Some("the interpreter reads a file that is to be refused".to_owned()),
            (Err(error), Some(_)) => return Some(format!("the interpreter refuses the values: {error}")),
        };
        for (field, values) in record.fields().iter().zip(&columns) {
            let found = list_values(values);
            let expected = self.columns.get(field.path()).cloned().unwrap_or_default();
            if found != expected {
                return Some(format!(
                    "the interpreter reads `{}` as {found:?}, not {expected:?}",
                    field.path()
                ));
            }
        }
        let counts = show_counts(|event| losses.loss.of(event));
        if self.read.is_some() && self.interpreted != counts {
            return Some(format!("the interpreter counts `{counts}`, not `{}`", self.interpreted));
        }
        if !self.is_visible {
            return None;
        }
        let written = record.to_bytes_of_items(&columns, &rows.varying_items()).map(|(bytes, _)| bytes);
        let what = self.compare_written("the interpreter", written.as_ref().ok())?;
        Some(format!("{what} {}", written.err().map_or(String::new(), |error| error.to_string())))
    }
}

/// Compares the items that a tolerant reading refuses, and the values that are left.
fn compare_bad(
    record: &Record,
    rows: &datarep_dynamic::record::Rows<'_>,
    bad: &BTreeMap<String, usize>,
) -> Option<String> {
    for (index, field) in record.fields().iter().enumerate() {
        let expected = bad.get(field.path()).copied().unwrap_or(0);
        match rows.tolerant_values(index) {
            Ok(values) if values.bad.len() == expected => {}
            Ok(values) => {
                let found = values.bad.len();
                return Some(format!("`{}` has {found} bad items, not {expected}", field.path()));
            }
            Err(error) => return Some(format!("`{}` is not read tolerantly: {error}", field.path())),
        }
    }
    None
}

/// The items of a column; `None` for a missing one.
fn list_values(values: &Values) -> Vec<Option<String>> {
    fn show<T: std::fmt::Debug>(values: &[T]) -> Vec<String> {
        values.iter().map(|value| format!("{value:?}")).collect()
    }
    let shown = match values.present() {
        Values::I8(all) => show(all),
        Values::I16(all) => show(all),
        Values::I32(all) => show(all),
        Values::I64(all) => show(all),
        Values::I128(all) => show(all),
        Values::U8(all) | Values::Bytes(all) => show(all),
        Values::U16(all) => show(all),
        Values::U32(all) => show(all),
        Values::U64(all) => show(all),
        Values::U128(all) => show(all),
        Values::F32(all) => show(all),
        Values::F64(all) => show(all),
        Values::Decimal(all) => show(all),
        Values::Text(all) => all.iter().map(|text| format!("{text:?}")).collect(),
        other => vec![format!("{other:?}")],
    };
    let missing = values.missing().unwrap_or_default();
    let items = shown.into_iter().enumerate();
    items.map(|(index, item)| (!missing.get(index).is_some_and(|one| *one)).then_some(item)).collect()
}

impl ShapeJob {
    /// Draws a shape and its files, or returns why the language refuses the shape.
    fn random(chance: &mut Chance, is_compiled: bool) -> Result<ShapeJob, String> {
        let shape = draw::draw_shape(chance);
        ShapeJob::new(shape, chance, is_compiled)
    }

    /// `is_compiled`: whether code is generated, which takes most of the time.
    fn new(shape: Shape, chance: &mut Chance, is_compiled: bool) -> Result<ShapeJob, String> {
        let source = shape.render();
        let model = compile_text(&source)?;
        let files: Vec<Vec<u8>> = (0..FILES).map(|_| draw_file(&shape, chance)).collect();
        let expected = files.iter().map(|file| Expected::new(&shape, file)).collect();
        let code = if is_compiled { datarep_codegen::format(&model) } else { String::new() };
        Ok(ShapeJob { name: record_name(shape.main_record_index()), shape, source, code, files, expected })
    }

    /// The first difference of the interpreter.
    fn compare_interpreted(&self) -> Result<Option<Difference>, String> {
        let text = Program::parse(&self.source).map_err(|error| error.to_string())?;
        let record = text.record(&self.name).ok_or("the text has no record")?;
        for (index, (file, expected)) in self.files.iter().zip(&self.expected).enumerate() {
            let compared = catch_unwind(AssertUnwindSafe(|| expected.compare_interpreted(record, file)));
            let what = compared.unwrap_or_else(|_| Some("the interpreter panics".to_owned()));
            if let Some(what) = what {
                return Ok(Some(Difference { file: index, what }));
            }
        }
        Ok(None)
    }

    /// The first difference of generated code.
    fn compare_generated(&self, outcomes: &[Outcome]) -> Option<Difference> {
        let keeps_fields = self.source.contains("trim both");
        let mut made = outcomes.iter().zip(&self.expected).enumerate();
        made.find_map(|(file, (outcome, expected))| {
            Some(Difference { file, what: expected.compare_generated(outcome, keeps_fields)? })
        })
    }

    fn describe_difference(&self, difference: &Difference, seed: u64) -> String {
        let Difference { file, what } = difference;
        let bytes: Vec<String> = self.files[*file].iter().map(|byte| format!("{byte:02x}")).collect();
        let bytes = bytes.concat();
        format!("different: records of shape {seed}, file {file} {bytes}:\n  {what}\n{}", self.source)
    }
}

/// Draws a text of records and its files, and returns the first difference of the interpreter. Returns `None` also if the
/// language refuses the text.
pub(in crate::random) fn find_difference(chance: &mut Chance) -> Option<String> {
    let job = ShapeJob::random(chance, false).ok()?;
    match job.compare_interpreted() {
        Ok(difference) => difference.map(|difference| job.describe_difference(&difference, 0)),
        Err(refused) => Some(format!("{refused}\n{}", job.source)),
    }
}

/// Draws texts of records and compares them. What is different is printed as it was found, and then as short as can be.
pub(in crate::random) fn draw_and_compare(
    texts: usize,
    chance: &mut Chance,
    package: Option<&RecordPackage>,
    totals: &mut Totals,
    out: &mut dyn Write,
) -> Result<(), String> {
    let mut jobs: Vec<(u64, ShapeJob)> = Vec::new();
    while jobs.len() < texts {
        let seed = u64::try_from(chance.next_u128() >> 96).unwrap_or(0);
        match ShapeJob::random(&mut Chance::new(seed), package.is_some()) {
            Ok(job) => jobs.push((seed, job)),
            Err(_) => totals.refused_texts += 1,
        }
    }
    let all: Vec<&ShapeJob> = jobs.iter().map(|(_, job)| job).collect();
    let outcomes = package.map_or(Ok(Vec::new()), |package| package.run(&all))?;
    let mut print = |text: String| {
        writeln!(out, "{text}").map_err(|error| format!("the report cannot be written: {error}"))
    };
    let mut different = Vec::new();
    for (index, (seed, job)) in jobs.iter().enumerate() {
        totals.texts += 1;
        for expected in &job.expected {
            totals.refused_files += usize::from(expected.read.is_none());
            totals.records +=
                expected.columns.get("last").or_else(|| expected.columns.get("rest")).map_or(1, Vec::len);
        }
        let difference = match (job.compare_interpreted()?, outcomes.get(index)) {
            (Some(difference), _) => Some((difference, false)),
            (None, Some(outcomes)) => job.compare_generated(outcomes).map(|difference| (difference, true)),
            (None, None) => None,
        };
        let Some((difference, is_generated)) = difference else { continue };
        totals.different += 1;
        print(job.describe_difference(&difference, *seed))?;
        if totals.different <= SHOWN {
            different.push((job, *seed, is_generated));
        }
    }
    for (job, seed, is_generated) in different {
        if let Some((shorter, difference)) = shorten(job, seed, package.filter(|_| is_generated))? {
            print(format!("shortened: {}", shorter.describe_difference(&difference, seed)))?;
        }
    }
    Ok(())
}

/// A shorter text that still differs, or `None` if no shorter one does.
fn shorten(
    job: &ShapeJob,
    seed: u64,
    package: Option<&RecordPackage>,
) -> Result<Option<(ShapeJob, Difference)>, String> {
    let mut best: Option<(ShapeJob, Difference)> = None;
    for _ in 0..STEPS[usize::from(package.is_none())] {
        let shape = best.as_ref().map_or(&job.shape, |(job, _)| &job.shape);
        let shorter = shape.list_shorter().into_iter();
        let jobs: Vec<ShapeJob> = shorter
            .filter_map(|shape| ShapeJob::new(shape, &mut Chance::new(seed), package.is_some()).ok())
            .collect();
        let outcomes = match package {
            Some(package) => package.run(&jobs.iter().collect::<Vec<_>>())?,
            None => Vec::new(),
        };
        let mut found = None;
        for (index, job) in jobs.into_iter().enumerate() {
            let difference = match package {
                Some(_) => outcomes.get(index).and_then(|outcomes| job.compare_generated(outcomes)),
                None => job.compare_interpreted()?,
            };
            if let Some(difference) = difference {
                found = Some((job, difference));
                break;
            }
        }
        let Some(found) = found else { break };
        best = Some(found);
    }
    Ok(best)
}
