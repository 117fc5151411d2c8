//! Compares interpreted texts with the reference, in slices at every level of the processor.
//!
//! Ordinary items and other items have programs of their own, and a slice chooses the program for each item. So both
//! kinds of items are compared in mixed slices, and the quiet ones also alone.

use datarep::codegen::{force_level, levels};
use datarep::error::ErrorKind;
use datarep::{Datarep, Event, Predefined};
use datarep_dsl::model::Native;
use datarep_dynamic::Text;

use super::job::{ExpectedItem, ExpectedItems, Job};
use super::package::{Difference, Profile};
use super::text::REPRESENTATION;
use super::{INTERPRETED, numbers};
use crate::typed::{CallResult, TypedCalls};

/// The number of differences that are reported for a format.
const TOLD: usize = 3;
/// Lengths near those of columns, then everything that is left.
const LENGTHS: [usize; 8] = [1, 31, 33, 64, 65, 127, 300, usize::MAX];
/// The number of calls that begin at an item that is an error.
const ERRORS: usize = 40;

/// Compares all formats and returns the differences.
pub(super) fn compare(jobs: &[Job]) -> Result<Vec<Difference>, String> {
    let mut found = Vec::new();
    for (index, job) in jobs.iter().enumerate() {
        // The programs of a text are made once, when they are first needed.
        let text = Text::parse(&job.source).map_err(|error| error.to_string())?;
        let datarep = text.representation(REPRESENTATION).ok_or("the text has no representation")?;
        let predefined = find_predefined(job.native).ok_or("the native type is not predefined")?;
        let typed = TypedCalls::for_native(job.native, 1).ok_or("the native type is not known here")?;
        for level in levels() {
            force_level(level);
            for (direction, records) in [("read", &job.read), ("write", &job.write)] {
                let extent = job.extent as usize;
                let told = find_differences(datarep, predefined, typed, extent, direction, records);
                found.extend(told.into_iter().take(TOLD).map(|(item, what)| Difference {
                    job: index,
                    direction: direction.to_owned(),
                    form: format!("{INTERPRETED} at {level}"),
                    profile: Profile::Release,
                    item,
                    what,
                }));
            }
        }
    }
    force_level(levels().last().copied().unwrap_or("baseline"));
    Ok(found)
}

/// The predefined type of a native type.
fn find_predefined(native: Native) -> Option<Predefined> {
    Predefined::all().find(|predefined| predefined.to_string() == numbers::mpi_name(native))
}

/// The differences in one direction: of each the item and a description.
pub(super) fn find_differences(
    datarep: &Datarep,
    predefined: Predefined,
    typed: TypedCalls,
    extent: usize,
    direction: &'static str,
    records: &ExpectedItems,
) -> Vec<(Vec<u8>, String)> {
    let records: Vec<ExpectedItem<'_>> = records.iter().collect();
    let mut way = DirectionCheck { datarep, predefined, typed, extent, direction, told: Vec::new() };
    way.compare_slices(records.iter().filter(|record| record.error.is_none()).copied().collect());
    way.compare_errors(&records);
    way.told
}

/// One direction of a conversion.
struct DirectionCheck<'a> {
    datarep: &'a Datarep,
    predefined: Predefined,
    typed: TypedCalls,
    extent: usize,
    direction: &'static str,
    told: Vec<(Vec<u8>, String)>,
}

impl DirectionCheck<'_> {
    fn convert(&self, items: &[u8]) -> CallResult {
        let DirectionCheck { datarep, predefined, typed, .. } = self;
        if self.direction == "read" {
            (typed.read)(datarep, *predefined, items, items.len() / self.extent)
        } else {
            (typed.write)(datarep, *predefined, items, self.extent)
        }
    }

    fn add_difference(&mut self, item: &[u8], what: String) {
        self.told.push((item.to_vec(), what));
    }

    /// Compares items without an error: the bits of each item, and the sums of events.
    fn compare_slices(&mut self, records: Vec<ExpectedItem<'_>>) {
        let mut rest = records.as_slice();
        for length in LENGTHS {
            let (slice, behind) = rest.split_at(length.min(rest.len()));
            rest = behind;
            self.compare_slice(slice);
        }
        // Few of the items without an event are not ordinary, so their slice runs the program for ordinary items.
        let quiet: Vec<ExpectedItem<'_>> = records.into_iter().filter(|record| record.events == 0).collect();
        self.compare_slice(&quiet);
    }

    fn compare_slice(&mut self, slice: &[ExpectedItem<'_>]) {
        let items: Vec<u8> = slice.iter().flat_map(|record| record.item).copied().collect();
        let made = self.convert(&items);
        let Some(first) = slice.first() else { return };
        let loss = match made.result {
            Ok(loss) => loss,
            Err(error) => return self.add_difference(first.item, format!("a slice fails: {error}")),
        };
        for (record, bytes) in slice.iter().zip(made.bytes.chunks_exact(first.made.len())) {
            if record.made != bytes && self.told.len() < TOLD {
                self.add_difference(
                    record.item,
                    format!("{bytes:02x?} in a slice, not {:02x?}", record.made),
                );
            }
        }
        let dry = if self.direction == "read" { self.typed.loss } else { self.typed.loss_on_write };
        if dry(self.datarep, self.predefined, &items).ok() != Some(loss) {
            self.add_difference(first.item, "a dry run counts other events than the conversion".to_owned());
        }
        for (bit, event) in Event::ALL.iter().enumerate() {
            let counts = |record: &&ExpectedItem<'_>| record.events >> bit & 1 != 0;
            let count = slice.iter().filter(counts).count() as u64;
            if loss.of(*event) == count {
                continue;
            }
            let found = slice.iter().find(|record| {
                let alone = self.convert(record.item).result;
                alone.is_ok_and(|loss| loss.of(*event) != u64::from(counts(record)))
            });
            let item = found.map_or(&[][..], |record| record.item);
            self.add_difference(item, format!("{event} is counted {} times, not {count}", loss.of(*event)));
        }
    }

    /// Checks that a call fails at the first item that is an error by a rule, and that the items before it are
    /// converted.
    fn compare_errors(&mut self, records: &[ExpectedItem<'_>]) {
        let fail =
            || records.iter().enumerate().filter(|(_, record)| record.error.is_some()).map(|(at, _)| at);
        let Some(first) = fail().next() else { return };
        let starts = std::iter::once((0, first)).chain(fail().take(ERRORS).map(|at| (at, at)));
        for (start, at) in starts {
            let slice = &records[start..records.len().min(at + 70)];
            let items: Vec<u8> = slice.iter().flat_map(|record| record.item).copied().collect();
            let expected = records[at].error.and_then(|bit| Event::ALL.get(bit));
            let made = self.convert(&items);
            let told = match made.result.as_ref().map_err(datarep::Error::kind) {
                Err(ErrorKind::Conversion { fault, .. }) => {
                    let before = slice.iter().take(at - start).flat_map(|record| record.made);
                    if fault.item == at - start && Some(&fault.event) == expected && before.eq(&made.bytes) {
                        continue;
                    }
                    format!("the error of item {} of a slice is {}", fault.item, fault.event)
                }
                Err(_) => "the error is no item's".to_owned(),
                Ok(_) => "no error".to_owned(),
            };
            let expected = expected.map_or_else(String::new, ToString::to_string);
            return self.add_difference(
                records[at].item,
                format!("{told}, not that of item {}, {expected}", at - start),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::job::{Depth, NativeFormats};
    use super::super::text;
    use super::*;
    use crate::chance::Chance;

    /// A few formats are interpreted as the reference expects, and formats that are interpreted by other rules are
    /// reported.
    #[test]
    fn random_texts_are_interpreted_as_the_reference_says() {
        let natives = NativeFormats::new().expect("native floats");
        let mut chance = Chance::new(11);
        let texts = std::iter::repeat_with(|| {
            let text = text::Text::random(&mut chance);
            Job::new(text, &natives, Depth::QUICK, &mut chance).ok()
        });
        let mut jobs: Vec<Job> = texts.take(60).flatten().filter(Job::is_known).collect();
        assert!(jobs.len() > 8);
        let found = compare(&jobs).expect("texts that are accepted");
        assert!(found.is_empty(), "{:?} of {}", found[0], jobs[found[0].job].source);
        for job in &mut jobs {
            job.source = job.source.replace("nearest_even", "toward_zero");
        }
        assert!(!compare(&jobs).expect("texts that are accepted").is_empty());
    }
}
