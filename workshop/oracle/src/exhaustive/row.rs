//! One row: compares a conversion over its patterns on several threads, and keeps the result.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use datarep::error::ErrorKind;
use datarep::{Event, Loss};
use datarep_dsl::model::BitRange;
use serde_json::{Value, json};

use super::pattern::{Coverage, NEIGHBORS, Patterns};
use super::subject::{Job, Route};
use crate::reference::stretch::{Target, convert_stretch};
use crate::reference::{self, Events, Reference, Word, rules};

/// The number of items that are converted in one call.
const SLICE: u64 = 1 << NEIGHBORS;
/// The greatest number of items that are also converted in calls of their own.
const SINGLE: u64 = 1 << 18;
/// The number of items that a thread takes at a time.
const BLOCK: u64 = 1 << 16;
/// The number of differences that are named.
const SHOWN: usize = 5;

/// A finished row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) format: String,
    pub(super) set: String,
    pub(super) route: String,
    pub(super) all: bool,
    pub(super) patterns: u64,
    pub(super) mismatches: u64,
    pub(super) code: String,
    pub(super) examples: Vec<String>,
}

impl Row {
    fn path(folder: &Path, job: &Job) -> PathBuf {
        folder.join(format!("{}.json", job.key()))
    }

    /// The row that an earlier run kept.
    pub(super) fn read_kept(folder: &Path, job: &Job) -> Option<Row> {
        let value: Value = serde_json::from_str(&fs::read_to_string(Row::path(folder, job)).ok()?).ok()?;
        let text = |name: &str| Some(value[name].as_str()?.to_owned());
        Some(Row {
            format: text("format")?,
            set: text("set")?,
            route: text("direction")?,
            all: value["all"].as_bool()?,
            patterns: value["patterns"].as_u64()?,
            mismatches: value["mismatches"].as_u64()?,
            code: text("code")?,
            examples: Vec::new(),
        })
    }

    /// Keeps the row.
    pub(super) fn keep(&self, folder: &Path) -> Result<(), String> {
        let fault = |error| format!("cannot keep a row in `{}`: {error}", folder.display());
        fs::create_dir_all(folder).map_err(fault)?;
        let value = json!({
            "format": self.format, "set": self.set, "direction": self.route, "all": self.all,
            "patterns": self.patterns, "mismatches": self.mismatches, "code": self.code, "examples": self.examples,
        });
        let name = format!("{}.{}.{}.json", self.format, self.set, self.route.replace(' ', "_"));
        let (made, path) = (folder.join(format!("{name}.new")), folder.join(name));
        fs::write(&made, format!("{value:#}\n")).map_err(fault)?;
        fs::rename(made, path).map_err(fault)
    }

    /// Whether the row is about the job's code and leaves nothing to compare.
    pub(super) fn settles(&self, job: &Job, coverage: Coverage) -> bool {
        self.code == job.hash_code() && self.mismatches == 0 && (self.all || coverage != Coverage::All)
    }
}

/// The result of comparing a run of patterns.
#[derive(Debug, Default)]
struct Mismatches {
    mismatches: u64,
    examples: Vec<String>,
}

impl Mismatches {
    fn add(&mut self, example: impl FnOnce() -> String) {
        self.mismatches += 1;
        if self.examples.len() < SHOWN {
            self.examples.push(example());
        }
    }
}

/// Compares the patterns of a row.
pub(super) fn compare_row(
    job: &Job,
    coverage: Coverage,
    threads: usize,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Row, String> {
    let narrow = (Reference::<u64>::new(&job.format), Reference::<u64>::new(&job.native));
    let (patterns, found) = if let (Ok(format), Ok(native)) = narrow {
        compare_patterns(job, &format, &native, coverage, threads, progress)?
    } else {
        let (format, native) = (Reference::<u128>::new(&job.format)?, Reference::<u128>::new(&job.native)?);
        compare_patterns(job, &format, &native, coverage, threads, progress)?
    };
    Ok(Row {
        format: job.subject.format.to_owned(),
        set: job.subject.set.to_owned(),
        route: job.route.name().to_owned(),
        all: coverage == Coverage::All,
        patterns,
        mismatches: found.mismatches,
        code: job.hash_code(),
        examples: found.examples,
    })
}

fn compare_patterns<W: Word>(
    job: &Job,
    format: &Reference<W>,
    native: &Reference<W>,
    coverage: Coverage,
    threads: usize,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(u64, Mismatches), String> {
    let (source, target) = if job.route.is_read() { (format, native) } else { (native, format) };
    let patterns = Patterns::new(job, coverage, source, target);
    let all = patterns.len();
    let singly = SliceComparer::new(job, source, target).compare_singly(&patterns, all)?;
    let (next, done, ended) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let found = Mutex::new(Ok(singly));
    thread::scope(|scope| {
        let work = || {
            let mut slice = SliceComparer::new(job, source, target);
            loop {
                let start = next.fetch_add(BLOCK, Ordering::Relaxed);
                if start >= all || ended.load(Ordering::Relaxed) {
                    break;
                }
                let end = (start + BLOCK).min(all);
                let result = slice.compare(&patterns, start, end);
                done.fetch_add(end - start, Ordering::Relaxed);
                let Ok(mut found) = found.lock() else { break };
                match (result, found.as_mut()) {
                    (Ok(part), Ok(found)) => {
                        found.mismatches += part.mismatches;
                        let room = SHOWN - found.examples.len();
                        found.examples.extend(part.examples.into_iter().take(room));
                    }
                    (Err(fault), _) => {
                        *found = Err(fault);
                        ended.store(true, Ordering::Relaxed);
                    }
                    (Ok(_), Err(_)) => {}
                }
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut shown = Instant::now();
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(5));
            if shown.elapsed() > Duration::from_secs(20) {
                progress(done.load(Ordering::Relaxed), all);
                shown = Instant::now();
            }
        }
    });
    let found = found.into_inner().map_err(|_| "a comparison panicked".to_owned())??;
    if done.into_inner() != all {
        return Err("a comparison panicked".to_owned());
    }
    Ok((all, found))
}

/// The buffers of a thread, and the conversion that it compares.
struct SliceComparer<'a, W> {
    job: &'a Job,
    source: &'a Reference<W>,
    target: &'a Reference<W>,
    /// The bits of the word in each byte of the file.
    shifts: Vec<Shift>,
    words: Vec<W>,
    expected: Vec<W>,
    file: Vec<u8>,
    bytes: Vec<u8>,
    floats: Vec<f32>,
    doubles: Vec<f64>,
    errors: Events,
}

impl<'a, W: Word> SliceComparer<'a, W> {
    fn new(job: &'a Job, source: &'a Reference<W>, target: &'a Reference<W>) -> SliceComparer<'a, W> {
        let shift = |place: Option<(BitRange, u32)>| {
            place.map_or(Shift { down: 0, mask: 0, up: 0 }, |(range, up)| Shift {
                down: range.low,
                mask: reference::mask::<u64>(range.width()),
                up,
            })
        };
        SliceComparer {
            job,
            source,
            target,
            shifts: job.order.places(job.format.bits).into_iter().map(shift).collect(),
            words: Vec::new(),
            expected: Vec::new(),
            file: Vec::new(),
            bytes: Vec::new(),
            floats: Vec::new(),
            doubles: Vec::new(),
            errors: rules::error_events(&job.policy),
        }
    }

    /// Compares the patterns of a range of indexes.
    fn compare(&mut self, patterns: &Patterns<'_, W>, start: u64, end: u64) -> Result<Mismatches, String> {
        let mut found = Mismatches::default();
        let mut from = start;
        while from < end {
            let to = (from + SLICE).min(end);
            let neighbors = patterns.neighbors(from).filter(|_| to - from == SLICE);
            self.words.clear();
            match neighbors {
                Some((first, low)) => {
                    self.words.extend((0..1_u128 << NEIGHBORS).map(|index| first + (W::low(index) << low)));
                }
                None => self.words.extend((from..to).map(|index| patterns.get(index))),
            }
            // If nearly every item is an error, a slice would end at its first item.
            if self.job.subject.set == "strict" {
                self.compare_items(&mut found)?;
            } else {
                self.compare_slice(neighbors, &mut found)?;
            }
            from = to;
        }
        Ok(found)
    }

    /// Compares some patterns of a row, each in a call of its own.
    fn compare_singly(&mut self, patterns: &Patterns<'_, W>, all: u64) -> Result<Mismatches, String> {
        let mut found = Mismatches::default();
        let count = all.min(SINGLE);
        self.words.clear();
        // An odd step visits all residues modulo a power of two.
        let step = (all / count) | 1;
        self.words.extend((0..count).map(|index| patterns.get(index * step % all)));
        self.compare_items(&mut found)?;
        Ok(found)
    }

    /// Compares all words in one call: the bits of each item, and the sums of events.
    fn compare_slice(&mut self, neighbors: Option<(W, u32)>, found: &mut Mismatches) -> Result<(), String> {
        // One count for each event, and one for no event. A branch here would be unpredictable.
        let mut expected = [0_u64; 33];
        let mut twice = 0;
        if !self.expect_neighbors(neighbors, &mut expected)? {
            let (source, target, job) = (self.source, self.target, self.job);
            self.expected.clear();
            self.expected.extend(self.words.iter().map(|&word| {
                let (word, events) = convert_by_reference(source, target, job, word);
                expected[events.trailing_zeros() as usize] += 1;
                twice |= events & events.wrapping_sub(1);
                word
            }));
        }
        if twice != 0 {
            return Err(format!("the reference counts an item twice: {twice:#b}"));
        }
        let words = std::mem::take(&mut self.words);
        let loss = self.run_generated(&words);
        self.words = words;
        let Ok(loss) = loss else { return self.compare_items(found) };
        let before = found.mismatches;
        if !self.has_expected_bits() {
            for index in 0..self.words.len() {
                let made = self.result_word(index);
                if made != self.expected[index] {
                    let (word, expected) = (self.words[index], self.expected[index]);
                    found.add(|| {
                        format_example(self.job, word, &format!("{made:#x}"), &format!("{expected:#x}"))
                    });
                }
            }
        }
        if count_events(&loss) != expected[..32] && found.mismatches == before {
            self.compare_items(found)?;
            if found.mismatches == before {
                found.add(|| format!("{}: the counts of a slice, not of its items: {loss}", self.job));
            }
        }
        Ok(())
    }

    /// Computes the expected results of neighbors at once if they are a stretch, and checks some of them word by word.
    fn expect_neighbors(
        &mut self,
        neighbors: Option<(W, u32)>,
        expected: &mut [u64; 33],
    ) -> Result<bool, String> {
        let Some((first, low)) = neighbors else { return Ok(false) };
        let kind = match self.job.route {
            Route::ReadF32 => Target::F32,
            Route::ReadF64 => Target::F64,
            Route::WriteF32 | Route::WriteF64 => Target::Word,
        };
        let (source, target, policy) = (self.source, self.target, &self.job.policy);
        let place = (first, low, 1 << NEIGHBORS);
        let Some((events, count)) = convert_stretch(source, target, policy, place, kind, &mut self.expected)
        else {
            return Ok(false);
        };
        let mut place = usize::try_from(first.wide() % 977).unwrap_or(0);
        while place < self.words.len() {
            let word = self.words[place];
            let (made, _) = reference::convert(source, target, policy, word);
            if made != self.expected[place] {
                let both = (made, self.expected[place]);
                return Err(format!(
                    "{}: {word:#x}: the reference says {:#x}, its stretch {:#x}",
                    self.job, both.0, both.1
                ));
            }
            place += 1021;
        }
        expected[events.trailing_zeros() as usize] += count;
        expected[32] += self.words.len() as u64 - count;
        Ok(true)
    }

    /// Whether all items have the reference's bits.
    fn has_expected_bits(&mut self) -> bool {
        let pairs = self.expected.iter();
        match self.job.route {
            Route::ReadF32 => {
                pairs.zip(&self.floats).all(|(word, made)| word.wide() == made.to_bits().into())
            }
            Route::ReadF64 => {
                pairs.zip(&self.doubles).all(|(word, made)| word.wide() == made.to_bits().into())
            }
            Route::WriteF32 | Route::WriteF64 => {
                store_words(&self.expected, &self.shifts, &mut self.bytes);
                self.bytes == self.file
            }
        }
    }

    /// Compares word by word: bits, events and errors.
    fn compare_items(&mut self, found: &mut Mismatches) -> Result<(), String> {
        let words = std::mem::take(&mut self.words);
        for &word in &words {
            let (expected, events) = convert_by_reference(self.source, self.target, self.job, word);
            let theirs = if events & self.errors == 0 {
                Ok((expected, events))
            } else {
                Err(first_error_event(events, self.errors))
            };
            let ours = match self.run_generated(&[word]) {
                Ok(loss) => {
                    let events = count_events(&loss)
                        .iter()
                        .rev()
                        .fold(0, |events, &count| events << 1 | u32::from(count != 0));
                    Ok((self.result_word(0), events))
                }
                Err(error) => match error.kind() {
                    ErrorKind::Conversion { fault, .. } => Err(Some(fault.event)),
                    _ => return Err(error.to_string()),
                },
            };
            if ours != theirs {
                found
                    .add(|| format_example(self.job, word, &describe_result(ours), &describe_result(theirs)));
            }
        }
        self.words = words;
        Ok(())
    }

    /// Runs the generated code.
    fn run_generated(&mut self, words: &[W]) -> Result<Loss, datarep::Error> {
        let datarep = self.job.subject.datarep;
        if self.job.route.is_read() {
            store_words(words, &self.shifts, &mut self.file);
        } else {
            self.file.resize(words.len() * self.shifts.len(), 0);
        }
        let bits = |word: &W| word.wide();
        #[expect(clippy::cast_possible_truncation, reason = "a native word has so many bits")]
        match self.job.route {
            Route::ReadF32 => {
                self.floats.resize(words.len(), 0.0);
                datarep.read(&self.file, &mut self.floats)
            }
            Route::ReadF64 => {
                self.doubles.resize(words.len(), 0.0);
                datarep.read(&self.file, &mut self.doubles)
            }
            Route::WriteF32 => {
                self.floats.clear();
                self.floats.extend(words.iter().map(|word| f32::from_bits(bits(word) as u32)));
                datarep.write(&self.floats, &mut self.file)
            }
            Route::WriteF64 => {
                self.doubles.clear();
                self.doubles.extend(words.iter().map(|word| f64::from_bits(bits(word) as u64)));
                datarep.write(&self.doubles, &mut self.file)
            }
        }
    }

    /// The word that the generated code made of an item.
    fn result_word(&self, index: usize) -> W {
        match self.job.route {
            Route::ReadF32 => W::low(u128::from(self.floats[index].to_bits())),
            Route::ReadF64 => W::low(u128::from(self.doubles[index].to_bits())),
            Route::WriteF32 | Route::WriteF64 => {
                let count = self.shifts.len();
                let bytes = &self.file[index * count..(index + 1) * count];
                bytes
                    .iter()
                    .zip(&self.shifts)
                    .fold(W::ZERO, |word, (&byte, shift)| word | shift.place_byte(byte))
            }
        }
    }
}

/// The reference's result for a word by the rules of a row.
fn convert_by_reference<W: Word>(
    source: &Reference<W>,
    target: &Reference<W>,
    job: &Job,
    word: W,
) -> (W, Events) {
    let back = job.route.is_read().then_some(&job.back);
    rules::convert(source, target, &job.policy, back, word)
}

/// The bits of a word that a byte of the file holds.
#[derive(Debug, Clone, Copy)]
struct Shift {
    /// The distance from the word's lowest bit.
    down: u32,
    /// A mask of the width of this part of the word.
    mask: u64,
    /// The distance from the byte's lowest bit.
    up: u32,
}

impl Shift {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a byte is taken")]
    fn to_byte<W: Word>(self, word: W) -> u8 {
        (((word >> self.down).wide() as u64 & self.mask) << self.up) as u8
    }

    fn place_byte<W: Word>(self, byte: u8) -> W {
        W::low(u128::from(u64::from(byte) >> self.up & self.mask)) << self.down
    }
}

/// The words as bytes of a file.
fn store_words<W: Word>(words: &[W], shifts: &[Shift], file: &mut Vec<u8>) {
    fn store_sized<W: Word, const N: usize>(words: &[W], shifts: &[Shift], file: &mut [u8]) {
        let Some(shifts) = shifts.first_chunk::<N>() else { return };
        if shifts.iter().all(|shift| shift.mask == 0xFF && shift.up == 0) {
            let down = shifts.map(|shift| shift.down);
            for (word, bytes) in words.iter().zip(file.as_chunks_mut::<N>().0) {
                #[expect(clippy::cast_possible_truncation, reason = "a byte is taken")]
                let made = down.map(|down| (*word >> down).wide() as u8);
                *bytes = made;
            }
            return;
        }
        for (word, bytes) in words.iter().zip(file.as_chunks_mut::<N>().0) {
            for (byte, shift) in bytes.iter_mut().zip(shifts) {
                *byte = shift.to_byte(*word);
            }
        }
    }
    file.resize(words.len() * shifts.len(), 0);
    match shifts.len() {
        1 => store_sized::<W, 1>(words, shifts, file),
        2 => store_sized::<W, 2>(words, shifts, file),
        4 => store_sized::<W, 4>(words, shifts, file),
        8 => store_sized::<W, 8>(words, shifts, file),
        count => {
            for (word, bytes) in words.iter().zip(file.chunks_exact_mut(count)) {
                for (byte, shift) in bytes.iter_mut().zip(shifts) {
                    *byte = shift.to_byte(*word);
                }
            }
        }
    }
}

fn format_example<W: Word>(job: &Job, word: W, ours: &str, theirs: &str) -> String {
    format!("{job}: {word:#x}: ours {ours}, reference {theirs}")
}

/// The event that an error names.
fn first_error_event(events: Events, errors: Events) -> Option<Event> {
    Event::ALL.get(rules::first_error(events, errors)? as usize).copied()
}

/// A word and its events, or the event that is an error.
fn describe_result<W: Word>(result: Result<(W, Events), Option<Event>>) -> String {
    match result {
        Ok((word, events)) => {
            let events = Event::ALL.iter().enumerate().filter(|(bit, _)| events >> bit & 1 != 0);
            events.fold(format!("{word:#x}"), |text, (_, event)| format!("{text}, {event}"))
        }
        Err(event) => event.map_or_else(|| "an error".to_owned(), |event| format!("error: {event}")),
    }
}

/// The counts, in the order of the reference's bits.
fn count_events(loss: &Loss) -> [u64; 32] {
    let mut counts = [0; 32];
    for (count, &event) in counts.iter_mut().zip(Event::ALL) {
        *count = loss.of(event);
    }
    counts
}
