//! `cargo xtask random`: compares the generated code of random formats with the reference.
//!
//! A random text is drawn from a seed, and compiled if the language accepts it. The generated code is built and run in
//! a program of its own. The program converts items one by one in the exact form, converts slices at every level of the
//! processor, and checks that what is read can be written again and the other way around. All bits and events must
//! equal those of the reference. The same text is also interpreted in this process and compared. A difference is
//! printed with its text, which is shortened as long as the difference remains.
//!
//! Formats are floats of every shape, decimal floats, posits, integers, fixed-point numbers, decimals of every scale and
//! sums of two floats. Rules are drawn at every level: at the mapping, at its representation and at that one's parent.
//! The reference follows the rules that were drawn, not those that the compiler found.
//!
//! Everything follows from the seed, which is printed, so that a run can be repeated.

mod digits;
#[cfg(feature = "hostile")]
mod hostile;
#[cfg(feature = "hostile")]
mod interpreted;
mod items;
mod job;
mod numbers;
mod package;
#[cfg(feature = "hostile")]
mod records;
mod rules;
#[cfg(feature = "hostile")]
mod shape;
mod text;

#[cfg(feature = "hostile")]
pub use hostile::{of_bytes, of_record_bytes, of_text};
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use job::{Depth, Job, NativeFormats};
use package::{Difference, Package, Profile};
use text::Text;

use crate::chance::Chance;

/// The prefix of the names of interpreted forms.
const INTERPRETED: &str = "interpreted";
/// The number of formats that are built together.
const ROUND: usize = 200;
/// The programs of every `CHECKED`th round are also built with overflow checks. Most overflows change bits in a release
/// build too, and bits are compared in every round.
const CHECKED: usize = 4;
/// The number of differing formats whose text is shortened before it is shown.
const SHOWN: usize = 8;
/// The number of formats for each record that is drawn beside them.
const EACH: usize = 10;
/// The number of formats for each text of records with choices, counts and texts: when it is compiled, and when not.
#[cfg(feature = "hostile")]
const EACH_SHAPE: [usize; 2] = [10, 4];
/// The number of texts of records that are built together.
#[cfg(feature = "hostile")]
const SHAPES: usize = 60;
/// The number of times that a differing text is shortened.
const STEPS: usize = 6;

/// The formats to compare.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The number of formats.
    pub formats: usize,
    /// The number of texts of records, or `None` for one for every few formats.
    pub records: Option<usize>,
    /// The seed, or `None` for a seed that differs between runs.
    pub seed: Option<u64>,
    /// The number of formats that are drawn before the comparison begins, rounded down to whole rounds. It leads
    /// directly to a difference that an earlier run reported.
    pub after: usize,
    /// Whether texts are only interpreted, and nothing is compiled: some hundred formats in a second.
    pub is_interpreted: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { formats: 300, records: None, seed: None, after: 0, is_interpreted: false }
    }
}

/// A seed taken from the clock.
fn seed_from_clock() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(time.subsec_nanos()) ^ time.as_secs() << 20 & 0xFFFF_FFFF
}

/// The counts of a run.
#[derive(Debug, Default)]
struct Counts {
    formats: usize,
    items: usize,
    refused: usize,
    unknown: usize,
    different: usize,
}

/// Draws formats and compares them.
///
/// # Errors
///
/// Returns a message if there are differences, which have been printed, or if the formats cannot be compared.
pub fn run(options: Options, out: &mut dyn Write) -> Result<(), String> {
    let fault = |error: io::Error| format!("the report cannot be written: {error}");
    let seed = options.seed.unwrap_or_else(seed_from_clock);
    let mode = if options.is_interpreted { " --interpreted" } else { "" };
    writeln!(out, "random: --formats {} --seed {seed}{mode}", options.formats).map_err(fault)?;
    let natives = NativeFormats::new()?;
    let package = if options.is_interpreted { None } else { Some(Package::new()?) };
    let depth = if options.is_interpreted { Depth::QUICK } else { Depth::FULL };
    let mut chance = Chance::new(seed);
    let mut counts = Counts::default();
    let mut drawn = 0;
    for round in 0.. {
        if drawn >= options.formats {
            break;
        }
        let mut jobs = Vec::new();
        while jobs.len() < ROUND.min(options.formats - drawn) {
            match Job::new(Text::random(&mut chance), &natives, depth, &mut chance) {
                Ok(job) => jobs.push(job),
                Err(_) => counts.refused += 1,
            }
        }
        drawn += jobs.len();
        if drawn <= options.after {
            continue;
        }
        let profiles = if round % CHECKED == 0 { &Profile::ALL[..] } else { &[Profile::Release] };
        let mut found =
            package.as_ref().map_or(Ok(Vec::new()), |package| package.compare(&jobs, profiles))?;
        found.append(&mut compare_interpreted(&jobs)?);
        counts.formats += jobs.len();
        counts.items += jobs.iter().map(|job| job.read.len() + job.write.len()).sum::<usize>();
        counts.unknown += jobs.iter().filter(|job| !job.is_known()).count();
        for (index, job) in jobs.iter().enumerate() {
            let Some(first) = found.iter().find(|difference| difference.job == index) else { continue };
            counts.different += 1;
            let is_short = counts.different > SHOWN || first.direction == "compiling";
            let shortest = if is_short { None } else { shorten(package.as_ref(), &natives, job, first)? };
            let (job, first) = shortest.as_ref().map_or((job, first), |(job, first)| (job, first));
            print_difference(job, first, out).map_err(fault)?;
        }
        compare_records(jobs.len() / EACH, &natives, &mut chance, &mut counts, out)?;
        if drawn < options.formats {
            writeln!(out, "  {drawn} formats, {} different", counts.different).map_err(fault)?;
        }
    }
    let Counts { formats, items, refused, unknown, different } = counts;
    writeln!(out, "{refused} texts were refused, {unknown} formats are beyond the reference")
        .map_err(fault)?;
    writeln!(out, "random: {formats} formats, {items} items, {different} different").map_err(fault)?;
    let different = different + compare_shapes(options, seed, out)?;
    if different == 0 { Ok(()) } else { Err("generated code of random formats is different".to_owned()) }
}

/// Draws records and compares them as they are interpreted.
#[cfg(feature = "hostile")]
fn compare_records(
    records: usize,
    natives: &NativeFormats,
    chance: &mut Chance,
    counts: &mut Counts,
    out: &mut dyn Write,
) -> Result<(), String> {
    let mut left = records;
    while left > 0 {
        let Ok(job) = records::RecordJob::new(natives, chance) else {
            counts.refused += 1;
            continue;
        };
        left -= 1;
        counts.formats += job.fields.len();
        counts.items += job.count_items();
        if let Some(what) = job.compare()? {
            counts.different += 1;
            writeln!(out, "different: a record, {what}\n{}", job.source)
                .map_err(|error| format!("the report cannot be written: {error}"))?;
        }
    }
    Ok(())
}

#[cfg(not(feature = "hostile"))]
#[expect(clippy::unnecessary_wraps, reason = "with the runtime it can fail")]
fn compare_records(
    _records: usize,
    _natives: &NativeFormats,
    _chance: &mut Chance,
    _counts: &mut Counts,
    _out: &mut dyn Write,
) -> Result<(), String> {
    Ok(())
}

/// Draws records of every shape, compares what both forms do with their files, and returns how many are different.
#[cfg(feature = "hostile")]
fn compare_shapes(options: Options, seed: u64, out: &mut dyn Write) -> Result<usize, String> {
    let fault = |error: io::Error| format!("the report cannot be written: {error}");
    let package = if options.is_interpreted { None } else { Some(package::RecordPackage::new()?) };
    // They do not change which formats a seed gives.
    let mut chance = Chance::new(!seed);
    let mut left =
        options.records.unwrap_or(options.formats / EACH_SHAPE[usize::from(options.is_interpreted)]);
    let mut totals = shape::Totals::default();
    while left > 0 {
        let texts = left.min(SHAPES);
        left -= texts;
        shape::draw_and_compare(texts, &mut chance, package.as_ref(), &mut totals, out)?;
    }
    let shape::Totals { texts, records, refused_texts, refused_files, different } = totals;
    writeln!(out, "{refused_texts} texts were refused, {refused_files} files are to be refused")
        .map_err(fault)?;
    writeln!(out, "records: {texts} texts, {records} records, {different} different").map_err(fault)?;
    Ok(different)
}

#[cfg(not(feature = "hostile"))]
#[expect(clippy::unnecessary_wraps, reason = "with the runtime it can fail")]
fn compare_shapes(_options: Options, _seed: u64, _out: &mut dyn Write) -> Result<usize, String> {
    Ok(0)
}

/// The differences of the interpreted texts. Without the runtime, texts are not interpreted.
#[cfg(feature = "hostile")]
fn compare_interpreted(jobs: &[Job]) -> Result<Vec<Difference>, String> {
    interpreted::compare(jobs)
}

#[cfg(not(feature = "hostile"))]
#[expect(clippy::unnecessary_wraps, reason = "with the runtime it can fail")]
fn compare_interpreted(_jobs: &[Job]) -> Result<Vec<Difference>, String> {
    Ok(Vec::new())
}

/// A shorter text that still differs in the same direction, or `None` if no shorter text does.
fn shorten(
    package: Option<&Package>,
    natives: &NativeFormats,
    job: &Job,
    difference: &Difference,
) -> Result<Option<(Job, Difference)>, String> {
    let depth = if package.is_some() { Depth::FULL } else { Depth::QUICK };
    let mut text = job.text.clone();
    let mut best = None;
    for _ in 0..STEPS {
        let shorter = text.list_shorter().into_iter();
        let jobs = shorter.filter_map(|text| Job::new(text, natives, depth, &mut Chance::new(1)).ok());
        let mut jobs: Vec<Job> = jobs.filter(|other| other.is_known() == job.is_known()).collect();
        let is_interpreted = difference.form.starts_with(INTERPRETED);
        let found = match package.filter(|_| !is_interpreted) {
            Some(package) => package.compare(&jobs, &[difference.profile])?,
            None => compare_interpreted(&jobs)?,
        };
        let same = |found: &&Difference| {
            found.direction == difference.direction && (found.form == "exact") == (difference.form == "exact")
        };
        let Some(found) = found.iter().find(same).cloned() else { break };
        let job = jobs.swap_remove(found.job);
        text = job.text.clone();
        best = Some((job, found));
    }
    Ok(best)
}

/// Prints the difference, what the reference expects of the item, and the text.
fn print_difference(job: &Job, difference: &Difference, out: &mut dyn Write) -> io::Result<()> {
    let Difference { direction, form, profile, item, what, .. } = difference;
    let hex = |bytes: &[u8]| bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    writeln!(out, "different: {direction} ({form}, {profile:?}) of {}: {what}", hex(item))?;
    let records = match direction.as_str() {
        "read" => Some(&job.read),
        "write" => Some(&job.write),
        _ => None,
    };
    if let Some((made, events, error)) = records.and_then(|records| records.find(item)) {
        let error = error.map_or(String::new(), |bit| format!(", an error by event {bit}"));
        writeln!(out, "  the reference: {} events {events:#b}{error}", hex(made))?;
    }
    writeln!(out, "{}", job.source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(seed: u64, count: usize) -> Vec<Job> {
        let natives = NativeFormats::new().expect("native floats");
        let mut chance = Chance::new(seed);
        let mut texts = std::iter::repeat_with(|| {
            let text = Text::random(&mut chance);
            Job::new(text, &natives, Depth::FULL, &mut chance).ok()
        });
        texts.by_ref().take(6 * count).flatten().take(count).collect()
    }

    #[test]
    fn a_seed_gives_the_same_formats_and_items() {
        let (one, other) = (jobs(5, 8), jobs(5, 8));
        let all = |jobs: &[Job]| {
            let parts = jobs.iter().map(|job| {
                let [read, write] =
                    [&job.read, &job.write].map(|records| records.first_bytes(usize::MAX).to_vec());
                (job.source.clone(), read, write)
            });
            parts.collect::<Vec<_>>()
        };
        assert!(one.len() == 8 && all(&one) == all(&other));
        assert_ne!(all(&one), all(&jobs(6, 8)));
    }

    /// The name of a shape, and a test for it on a text and its number of bits.
    type Shape = (&'static str, fn(&str, u32) -> bool);

    const SHAPES: [Shape; 30] = [
        ("words of nine to sixteen bytes", |_, bits| bits > 64),
        ("words that are all compared", |_, bits| bits <= 16),
        ("ranges of bits", |text, _| text.contains("bits ")),
        ("a negative bias", |text, _| text.contains("(E + ")),
        ("exponents in ones' complement", |text, _| text.contains("exponent excess_ones_complement")),
        ("exponents in plain ones' complement", |text, _| text.contains("exponent ones_complement")),
        ("significands in ones' complement", |text, _| {
            text.contains("= S.F") && text.contains("negative ones_complement")
        }),
        ("rotated exponents", |text, _| text.contains("exponent rotated")),
        ("exponents with a sign", |text, _| text.contains("exponent sign_magnitude")),
        ("radix 8", |text, _| text.contains("8^")),
        ("radix 16", |text, _| text.contains("16^")),
        ("no minus one", |text, _| text.contains("invalid if S == 1 && F == 0")),
        ("radix 4", |text, _| text.contains(" 4^")),
        ("a radix of bytes", |text, _| text.contains("256^")),
        ("signed significands of radix 8 or 16", |text, _| {
            text.contains("S.F * 8^") || text.contains("S.F * 16^")
        }),
        ("complements", |text, _| text.contains("negative twos_complement")),
        ("two's complements with an exponent above the sign", |text, _| {
            text.contains("negative twos_complement") && text.contains(" = E")
        }),
        ("ones' complements with a sign below others", |text, _| {
            text.contains("negative ones_complement") && !text.contains(" = S")
        }),
        ("signed significands", |text, _| text.contains("= S.F")),
        ("implied bits in complement", |text, _| text.contains("S!S.F")),
        ("no exponent", |text, _| text.contains("where value = 0.F {")),
        ("two words", |text, _| text.contains("pair(")),
        ("two classes", |text, _| text.matches(" if ").count() >= 2),
        ("containers", |text, _| text.contains("justified(")),
        ("decimal digits", |text, _| text.contains("D * 10^")),
        ("decimal digits in twos", |text, _| text.contains("D * 100^")),
        ("digits to a hundred", |text, _| text.contains("C * 100^")),
        ("a sign of nine", |text, _| text.contains("negative nine")),
        ("decimal exponents", |text, _| text.contains("exponent tens_complement")),
        ("a complement above digits", |text, _| {
            text.contains("negative twos_complement(") && text.contains("D * ")
        }),
    ];

    /// Unusual shapes occur among the accepted texts. The command exists for these shapes.
    #[test]
    fn unusual_shapes_are_drawn_and_accepted() {
        let mut chance = Chance::new(1);
        let mut missing: Vec<Shape> = SHAPES.to_vec();
        let (mut drawn, mut accepted) = (0, 0);
        // The rarest shape is one of some thousands.
        while drawn < 1600 || !missing.is_empty() && drawn < 40_000 {
            drawn += 1;
            let text = Text::random(&mut chance).render();
            let Ok(model) = job::compile(&text) else { continue };
            let Some(format) = model.formats.first() else { continue };
            accepted += 1;
            missing.retain(|(_, is_there)| !is_there(&text, format.bits));
        }
        assert!(5 * accepted > drawn, "{accepted} of {drawn} texts are accepted");
        let missing: Vec<&str> = missing.iter().map(|(shape, _)| *shape).collect();
        assert!(missing.is_empty(), "{missing:?} in {drawn} texts");
    }

    #[test]
    fn a_text_that_is_shortened_loses_a_piece() {
        let mut chance = Chance::new(3);
        let text = Text::random(&mut chance);
        let all = text.render();
        let shorter = text.list_shorter();
        assert!(shorter.len() > 5 && shorter.iter().all(|text| text.render() != all));
    }
}
