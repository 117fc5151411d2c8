//! `datarep convert`: items of one format become items of another, an array of NumPy, a table of Parquet or Arrow, or
//! CSV.
//!
//! Items are read in blocks, become native numbers, and are written. Memory is bounded for files of any length.

mod exact;
mod formulas;
mod inputs;
mod job;
mod kept;
mod losses;
mod marked;
mod narrow;
mod native;
mod npy;
mod pump;
mod readable;
mod records;
#[cfg(feature = "columnar")]
mod table;
#[cfg(not(feature = "columnar"))]
#[path = "convert/without_tables.rs"]
mod table;

use datarep_dsl::diagnostic::Slug;
use datarep_dsl::expression::Rules;
use datarep_dsl::model::{Event, FormatKind, RuleDirection};
use datarep_dynamic::{Format, Record};
use datarep_probe::Header;

use crate::args::{self, ItemOptions, ViaType};
use crate::failure::CliFailure;
use crate::input::Input;
use crate::mistakes;
use crate::names::{KnownNames, NamedFormat};
use crate::output::{self, CommandReport, refuse_terminal};
use crate::progress::{ByteMeter, ProgressLine};
use crate::target::{FileHold, OutputTarget, refuse_inputs};

use exact::ExactPair;
use job::{ConversionJob, ItemSink, TableKind};
use kept::KeptBytes;
use losses::ConversionLosses;
use narrow::NarrowFloat;
use native::{NativeCell, with_native};
use pump::ItemOutput;
use table::{GROUP, TableFile, TableSettings};

#[cfg(feature = "columnar")]
pub(crate) use marked::RowMarker;
pub(crate) use records::format_value;
#[cfg(feature = "columnar")]
pub(crate) use records::refused_record_failure;

/// The most threads that convert records, or encode columns of Parquet. One thread reads and writes for them.
const MOST_THREADS: usize = 8;

/// Converts files.
pub(crate) fn run(convert: &args::ConvertOptions, mut names: KnownNames) -> Result<(), CliFailure> {
    let tasks = inputs::plan_tasks(convert)?;
    // The new files of several inputs appear together, when all of them are complete.
    let hold = (tasks.len() > 1).then(FileHold::begin);
    for inputs::ConversionTask { inputs, output } in tasks {
        let mut convert = args::ConvertOptions { inputs, output, ..convert.clone() };
        convert.items.unpacking.meter = ByteMeter::default();
        run_one(&convert, &mut names)?;
    }
    hold.map_or(Ok(()), FileHold::publish)
}

/// Converts files into one new file.
fn run_one(convert: &args::ConvertOptions, names: &mut KnownNames) -> Result<(), CliFailure> {
    if let Some(text) = &convert.passage.record {
        kept::refuse_keep_of_records(convert)?;
        refuse_table(convert)?;
        let record = names.read_record(text, convert.passage.from.as_deref(), &convert.ends.names())?;
        return convert_records(convert, &record, names);
    }
    if let Some(record) = convert.passage.from.as_deref().and_then(|name| names.record(name)) {
        kept::refuse_keep_of_records(convert)?;
        return convert_records(convert, &record, names);
    }
    convert_items(convert, names)
}

/// Converts records.
fn convert_records(
    convert: &args::ConvertOptions,
    record: &Record,
    names: &KnownNames,
) -> Result<(), CliFailure> {
    records::run(convert, record, names)
        .map_err(|failure| mistakes::suggest_padded_records(failure, &convert.inputs, &convert.items, record))
}

/// Refuses a table in the place of a file with records: its rows become records by another command.
fn refuse_table(convert: &args::ConvertOptions) -> Result<(), CliFailure> {
    let Some((path, kind)) = convert.inputs.iter().find_map(|path| Some((path, mistakes::find_table(path)?)))
    else {
        return Ok(());
    };
    let (table, output) = (path.display(), convert.output.display());
    Err(CliFailure::new(format!("`{table}` is a table of {kind}, and no file with records"))
        .help(format!("`datarep write {table} {output} --record …` writes its rows as records")))
}

/// Refuses options that are for records.
fn refuse_record_options(convert: &args::ConvertOptions) -> Result<(), CliFailure> {
    records::refuse_bad_options(convert)?;
    records::refuse_row_options(convert)?;
    if convert.part.part.is_some() {
        return Err(
            CliFailure::new("`--part` is for records").help("leave it out, or name a record by `--record`")
        );
    }
    if !convert.columns.is_empty() {
        return Err(CliFailure::new("`--columns` is for records")
            .help("leave it out, or name a record by `--record`"));
    }
    Ok(())
}

/// Converts items of one format.
fn convert_items(convert: &args::ConvertOptions, names: &KnownNames) -> Result<(), CliFailure> {
    refuse_record_options(convert)?;
    // A text must not be replaced by a result. A file that is converted may be: the new one is written beside it, and
    // appears at the end.
    refuse_inputs(&convert.output, names.paths())?;
    let (header, (name, items)) = find_items(convert, names)?;
    let named = names.format(&name)?;
    let rules = ParsedRules::parse(convert)?;
    let from = apply_rules(named.running.clone(), rules.on_read.as_ref());
    let (sink, to) = choose_sink(convert, names, &rules)?;
    formulas::refuse_escapes(convert, matches!(sink, ItemSink::Csv))?;
    refuse_compression(convert, matches!(sink, ItemSink::Table(TableKind::Parquet(_))))?;
    if convert.tables.nested {
        return Err(CliFailure::new("`--nested` is for records, and items of a format have no groups")
            .help("leave it out, or name the record by `--record`"));
    }
    let takes_marks = matches!(sink, ItemSink::Raw { packing: None, .. });
    marked::refuse_marks(convert.passage.to_marks, takes_marks, sink.name())?;
    let kept = KeptBytes::find(convert, &items, &named, (&sink, to.as_ref()), header.as_ref())?;
    let via =
        convert.passage.via.map_or_else(|| native::find_narrowest_type(&named, to.as_ref(), &sink), Ok)?;
    note_unscaled(convert, &named, via);
    let narrow = to.as_ref().and_then(|to| NarrowFloat::choose_before(via, &named, to, convert, &rules));
    // A native type that the user names is meant to round, so items go through it.
    let is_rounded = |to: &NamedFormat| {
        convert.passage.via.is_none() && ExactPair::is_needed(via, &named, to, rules.on_write.is_some())
    };
    let words = to.filter(is_rounded);
    let row = items.row.and_then(|row| usize::try_from(row).ok()).unwrap_or(1).max(1);
    let input = Input::open_all(&convert.inputs, &items, &named)?;
    note_contents(convert, &items, &named, (&sink, kept.as_ref()));
    input.check_length()?;
    let progress = ProgressLine::of_files(&convert.inputs, &items, input.end_of_rows(), &convert.output);
    // A box, because each native type has a copy of the job on the stack of this function.
    let job = Box::new(ConversionJob {
        from,
        named,
        sink,
        narrow,
        words,
        exact: None,
        on_write: rules.on_write,
        row,
        escapes: convert.copying.escape_formulas,
        marks: convert.passage.to_marks,
        kept,
        dry: convert.copying.dry_run,
        threads: convert.copying.count_threads(),
        progress,
    });
    with_native!(via, T => job.run::<T>(convert, via, input))
}

/// The items that are converted: with `--keep`, those that the header names, which is returned, too.
fn find_items(
    convert: &args::ConvertOptions,
    names: &KnownNames,
) -> Result<(Option<Header>, (String, ItemOptions)), CliFailure> {
    let header = if convert.copying.keep {
        mistakes::find_header(&convert.inputs, &convert.items.unpacking)
    } else {
        None
    };
    let named_items = header.as_ref().and_then(|header| kept::find_header_items(convert, header));
    if let (Some(header), Some(_)) = (&header, &named_items) {
        kept::note_source(convert, header);
    }
    let named_items = named_items.map_or_else(|| find_source(convert, names), Ok)?;
    Ok((header, named_items))
}

/// Notes what is read as items though it is something else, and what the new file is not.
fn note_contents(
    convert: &args::ConvertOptions,
    items: &ItemOptions,
    named: &NamedFormat,
    (sink, kept): (&ItemSink, Option<&KeptBytes>),
) {
    // Without `--from` the items are those of a header that is understood.
    let (Some(first), Some(_)) = (convert.inputs.first(), &convert.passage.from) else { return };
    let header = mistakes::note_contents(first, items, named.contents());
    let is_alike = matches!(sink, ItemSink::Raw { .. }) && first.extension() == convert.output.extension();
    if let (Some(header), None, true) = (header, kept, is_alike) {
        mistakes::note_lost_header(&header, items);
    }
}

/// Notes that integers hold the digits of decimals without their point, which is a hundred times the value of dollars.
fn note_unscaled(convert: &args::ConvertOptions, named: &NamedFormat, via: ViaType) {
    let FormatKind::Decimal(decimal) = &named.format.kind else { return };
    if convert.passage.via.is_some() && via.is_integer() && decimal.scale != 0 {
        output::note(&format!(
            "integers hold the digits of `{}` without the point; leave out `--via` for the values",
            named.title()
        ));
    }
}

/// The rules that the options say, parsed.
struct ParsedRules {
    on_read: Option<Rules>,
    on_write: Option<Rules>,
}

impl ParsedRules {
    /// Parses the options. A fault is shown in the text of the option.
    fn parse(convert: &args::ConvertOptions) -> Result<ParsedRules, CliFailure> {
        let parse = |direction, rules: &Option<String>| {
            let parsed_rules = rules.as_deref().map(|rules| Rules::parse_list(direction, rules)).transpose();
            parsed_rules.map_err(|fault| {
                let help = describe_actions(direction, rules.as_deref().unwrap_or_default());
                CliFailure::from_text(&datarep_dynamic::Error::from(fault)).help(help)
            })
        };
        Ok(ParsedRules {
            on_read: parse(RuleDirection::Read, &convert.passage.on_read)?,
            on_write: parse(RuleDirection::Write, &convert.passage.on_write)?,
        })
    }
}

/// How rules are written, with the actions of the events that a text names.
fn describe_actions(direction: RuleDirection, rules: &str) -> String {
    let of_text = |letter: char| !(letter.is_ascii_alphanumeric() || letter == '_');
    let words: Vec<&str> = rules.split(of_text).collect();
    let (option, block) = match direction {
        RuleDirection::Read => ("--on-read", "on read {"),
        RuleDirection::Write => ("--on-write", "on write {"),
    };
    let event_actions: Vec<String> = Event::ALL
        .into_iter()
        .filter(|event| words.contains(&event.word()))
        .map(|event| format!("the actions of `{}` are `{}`", event.word(), list_actions(event)))
        .collect();
    let events: Vec<&str> = Event::ALL.iter().map(|event| event.word()).collect();
    let actions = match event_actions.as_slice() {
        [] => format!("the events are `{}`", events.join("`, `")),
        event_actions => event_actions.join("; "),
    };
    // In a text the rules stand in a block.
    let form = if words.starts_with(&["on"]) { format!(", without `{block}`") } else { String::new() };
    format!("`{option}` takes rules such as `missing => zero`{form}; {actions}")
}

fn list_actions(event: Event) -> String {
    Rules::list_actions(event).join("`, `")
}

/// Refuses an option that would do nothing.
fn refuse_compression(convert: &args::ConvertOptions, is_parquet: bool) -> Result<(), CliFailure> {
    if convert.tables.compression.is_none() || is_parquet {
        return Ok(());
    }
    Err(CliFailure::new("`--compression` is for files of Parquet")
        .help("leave it out, or use `--to parquet`"))
}

/// The format of the source, and the items of it that are converted.
fn find_source(
    convert: &args::ConvertOptions,
    names: &KnownNames,
) -> Result<(String, ItemOptions), CliFailure> {
    if let Some(name) = &convert.passage.from {
        return Ok((name.clone(), convert.items.clone()));
    }
    let [path] = convert.inputs.as_slice() else {
        let failure = CliFailure::new("the format of several files is not known");
        let missing_path = convert.inputs.iter().find(|path| !path.exists());
        return Err(
            match missing_path.and_then(|path| path.to_str()).filter(|name| names.format(name).is_ok()) {
                Some(name) => {
                    failure.help(format!("`{name}` is a format: name it by `--from {name}` or `--to {name}`"))
                }
                None => failure.help("add `--from FORMAT`"),
            },
        );
    };
    if !npy::is_npy_name(path, convert.items.unpacking.member.as_deref()) {
        let path_text = path.display();
        let failure = CliFailure::new(format!("the format of `{path_text}` is not known"));
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        return Err(match (mistakes::name_kind(path, &convert.items.unpacking), end) {
            (_, "npz") => failure.help("it is an archive of arrays: `--member NAME.npy` names one"),
            (_, "csv" | "txt" | "json") => {
                let failure = failure
                    .help("text is not read: other programs make an array of it, such as `numpy.loadtxt`");
                if end == "csv" {
                    failure.help(format!(
                        "`datarep write {path_text} OUT --record TEXT` writes its lines as records"
                    ))
                } else {
                    failure
                }
            }
            (Some(kind), _) => failure.note(format!("it is {kind}")).help(format!(
                "`datarep probe {path_text}` says what its header says, with the options to type"
            )),
            _ => failure.help(
                "add `--from FORMAT`; `datarep list` shows all formats, and `datarep probe` tries them",
            ),
        });
    }
    let array = npy::NpyHeader::read(path, &convert.items.unpacking)?;
    let ItemOptions { at, row, stride, count, .. } = convert.items;
    let failure = || {
        CliFailure::new(format!("`{}` has no byte {at} behind its header", path.display()))
            .help("`--at` counts from the first item of an array")
    };
    let items = ItemOptions {
        at: at.checked_add(array.bytes).ok_or_else(failure)?,
        row: row.or(Some(array.row)),
        stride,
        // The header counts the items of the array's own rows, and bytes behind them are no items. For other rows, or
        // from another item on, its number says nothing.
        count: count.or((at == 0 && row.is_none() && stride.is_none()).then_some(array.rows)),
        ..convert.items.clone()
    };
    Ok((array.format, items))
}

/// The kind of file that an ending stands for, as `--to` names it.
fn find_kind_by_ending(end: &str) -> Option<&'static str> {
    match end {
        "npy" => Some("npy"),
        "csv" => Some("csv"),
        "parquet" => Some("parquet"),
        "arrow" | "feather" => Some("arrow"),
        _ => None,
    }
}

/// Refuses a name whose ending says another kind of file than `--to`: programs would take the file for that.
fn refuse_other_ending(convert: &args::ConvertOptions, end: Option<&str>) -> Result<(), CliFailure> {
    let (Some(to), Some(kind)) = (convert.passage.to.as_deref(), end.and_then(find_kind_by_ending)) else {
        return Ok(());
    };
    if to == kind {
        return Ok(());
    }
    let path = convert.output.display();
    let content = if find_kind_by_ending(to).is_some() {
        format!("a file of kind `{to}`")
    } else {
        format!("words of `{to}`")
    };
    Err(CliFailure::new(format!("the name of `{path}` says `{kind}`, and `--to {to}` writes {content}"))
        .help(format!("leave out `--to` for a file of kind `{kind}`, or choose another name")))
}

/// The kind of the new file, and its format if it has items of a format.
fn choose_sink(
    convert: &args::ConvertOptions,
    names: &KnownNames,
    rules: &ParsedRules,
) -> Result<(ItemSink, Option<NamedFormat>), CliFailure> {
    let end = convert.output.extension().and_then(|end| end.to_str());
    refuse_other_ending(convert, end)?;
    // `--to` decides, and the ending of the name only without it. The four words are no names of formats.
    match (convert.passage.to.as_deref(), end) {
        (Some("npy"), _) | (None, Some("npy")) => Ok((ItemSink::Npy, None)),
        (Some("csv"), _) | (None, Some("csv")) => Ok((ItemSink::Csv, None)),
        (Some("parquet"), _) | (None, Some("parquet")) => {
            let compression = convert.tables.compression.unwrap_or_default();
            Ok((ItemSink::Table(TableKind::Parquet(compression)), None))
        }
        (Some("arrow"), _) | (None, Some("arrow" | "feather")) => Ok((ItemSink::Table(TableKind::Arrow), None)),
        (Some(name), _) => {
            let named = names.format(name)?;
            let format = apply_rules(named.running.clone(), rules.on_write.as_ref());
            Ok((ItemSink::Raw { format, name: named.title(), packing: named.packing }, Some(named)))
        }
        (None, _) => Err(CliFailure::new(format!("the name of `{}` does not say what to write", convert.output.display()))
            .help("add `--to FORMAT`, or `--to` with `npy`, `csv`, `parquet` or `arrow`; or end the name with one of these")),
    }
}

fn apply_rules(format: Format, rules: Option<&Rules>) -> Format {
    match rules {
        Some(rules) => format.with_parsed_rules(rules.clone()),
        None => format.compiled(),
    }
}

impl ConversionJob {
    /// Converts by way of `T`.
    fn run<T: NativeCell>(
        mut self: Box<Self>,
        convert: &args::ConvertOptions,
        via: ViaType,
        mut input: Input,
    ) -> Result<(), CliFailure> {
        // Before `check_native_type`, which asks whether the target can be written from `T`: a rule may make it so.
        self.add_read_overflow_rule::<T>();
        self.check_native_type::<T>(via)?;
        if let ItemSink::Raw { format, .. } = &self.sink {
            if let Some(to) = &self.words {
                let rules = format.rules_on_write(T::PREDEFINED).map_err(pump::conversion_failure)?;
                self.exact = ExactPair::new(&self.named, to, rules);
            }
            // Not every format has a mapping to the narrower type.
            self.narrow = self.narrow.filter(|narrow| narrow.can_map(&self.from, format));
        }
        let rows = input.count();
        let (mut losses, mut written) = (ConversionLosses::new(), None);
        if self.dry {
            pump::move_items::<T>(&self, &mut input, None, &mut losses)?;
        } else {
            // Asked before the file is made, so that a refusal leaves nothing behind.
            if !matches!(self.sink, ItemSink::Csv) {
                refuse_terminal(&convert.output)?;
            }
            let mut target = OutputTarget::create(&convert.output, convert.writing)?;
            let mut header = None;
            let mut out = match self.sink {
                ItemSink::Table(kind) => {
                    let settings = TableSettings { kind, group: GROUP, threads: self.threads };
                    ItemOutput::Table(TableFile::of_items::<T>(
                        settings,
                        target,
                        &self.named.format,
                        self.row,
                    )?)
                }
                ItemSink::Npy => {
                    header = Some(npy::begin_array(
                        &mut target,
                        format!("'{}'", T::NPY.unwrap_or_default()),
                        rows,
                        self.row,
                    )?);
                    ItemOutput::Bytes(target)
                }
                ItemSink::Raw { .. } | ItemSink::Csv => ItemOutput::Bytes(target),
            };
            pump::move_items::<T>(&self, &mut input, Some(&mut out), &mut losses)?;
            let mut target = match out {
                ItemOutput::Bytes(target) => target,
                ItemOutput::Table(table) => table.finish()?,
            };
            // The header of NumPy has the number of items, which a stream only tells at its end.
            if let Some(header) = header {
                header.finish(&mut target, losses.items() / self.row as u64)?;
            }
            written = Some(target.finish()?);
        }
        self.progress.finish();
        let to = self.sink.name();
        let via = if self.exact.is_some() { "exact numbers".to_owned() } else { native::name_via_type(via) };
        let text = losses.report(&input.title(), &self.named, &via, to, written);
        CommandReport { text: &text, is_dry_run: self.dry, has_losses: losses.has_losses() }.print()
    }

    /// Gives the target a rule for numbers that are beyond `T` when they are read, if it needs one. It is only written.
    fn add_read_overflow_rule<T: NativeCell>(&mut self) {
        let ItemSink::Raw { format, .. } = &mut self.sink else { return };
        if format.extent::<T>().is_ok() {
            return;
        }
        // A mapping has rules for both directions. The one for reading is never obeyed here, and only makes the
        // mapping complete.
        let complete = self.on_write.clone().unwrap_or_default();
        let complete = complete.followed_by(&Rules::from_error(RuleDirection::Read, Event::Overflow));
        let wider = format.clone().with_parsed_rules(complete);
        if wider.extent::<T>().is_ok() {
            *format = wider;
        }
    }

    /// Checks that the items can go through `T`.
    fn check_native_type<T: NativeCell>(&self, via: ViaType) -> Result<(), CliFailure> {
        let fault = |title: String, error: &datarep_dynamic::Error| {
            let reason = error.to_string();
            // The diagnostic shows the place of the fault in one name or in the rules. What the user has to know is which
            // conversion is not possible, and the title of the diagnostic says why.
            let reason = reason.lines().next().unwrap_or_default();
            let failure = CliFailure::new(title)
                .note(reason.split_once(": ").map_or(reason, |(_, reason)| reason).to_owned());
            // Of a word that is unknown it says which ones there are.
            let words = error.diagnostics().iter().filter(|fault| fault.slug == Slug::UnknownWord);
            words.flat_map(|fault| &fault.help).fold(failure, |failure, help| failure.help(help.clone()))
        };
        let is_integer = via.is_integer();
        let via = native::name_via_type(via);
        let name = self.named.title();
        self.from.extent::<T>().map_err(|error| {
            let failure = fault(format!("`{name}` cannot be read as {via}"), &error);
            match &self.named.format.kind {
                FormatKind::Float(_) if is_integer => failure
                    .help("floats are not read as integers: `--to` with a format of integers rounds them"),
                _ => failure,
            }
        })?;
        match &self.sink {
            ItemSink::Raw { format, name, .. } => {
                let extent = format.extent::<T>();
                extent.map_err(|error| fault(format!("`{name}` cannot be written from {via}"), &error))?;
            }
            ItemSink::Npy if T::NPY.is_none() => {
                return Err(CliFailure::new(format!(
                    "NumPy has no type that is {via}, which holds every value of `{name}`"
                ))
                .help("`--via f64` rounds, and reports how many items were"));
            }
            ItemSink::Csv if !T::CSV => {
                return Err(CliFailure::new(format!(
                    "{via}, which holds every value of `{name}`, cannot be printed"
                ))
                .help("`--via f64` rounds, and reports how many items were"));
            }
            ItemSink::Table(_) if TableFile::refuses::<T>(&self.named.format) => {
                return Err(CliFailure::new(format!(
                    "no column of a table is {via}, which holds every value of `{name}`"
                ))
                .help("`--via f64` rounds, and reports how many items were"));
            }
            ItemSink::Npy | ItemSink::Csv | ItemSink::Table(_) => {}
        }
        Ok(())
    }
}
