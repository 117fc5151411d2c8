//! Compares one mapping: calls both sides with the same items, and finds the differences.

use datarep::datatype::{self, Memory, Typemap};
use datarep::{Datarep, Error, Loss, Predefined};

use super::items::Items;
use crate::chance::hash_index;
use crate::typed::{CallResult, TypedCalls, failed_item};

/// The numbers of items of the calls, in turn: about the lengths of columns and blocks, and a few long ones.
const LENGTHS: [usize; 12] = [4096, 4096, 1061, 64, 4096, 513, 63, 4096, 1, 511, 4096, 65];
/// One in this number of calls also compares dry runs, and calls with unaligned bytes.
const ALSO: u64 = 8;
/// The number of items of a call if most items are errors.
const SHORT: usize = 16;
/// The number of errors of a mapping, in each direction, that are compared one by one. After that, only the first error
/// of a call is compared.
const ERRORS: usize = 20_000;
/// The number of differences of a mapping that are shown.
const SHOWN: usize = 3;

/// The results of a comparison.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    pub(super) items: u64,
    pub(super) different: u64,
    pub(super) examples: Vec<String>,
}

impl Comparison {
    pub(super) fn add(&mut self, other: Comparison) {
        self.items += other.items;
        self.different += other.different;
        self.examples.extend(other.examples);
    }
}

/// A mapping, interpreted and in generated code.
pub(super) struct MappingPair<'a> {
    pub(super) predefined: Predefined,
    pub(super) interpreted: &'a Datarep,
    pub(super) compiled: &'static Datarep,
    pub(super) lenient: &'static Datarep,
    pub(super) typed: TypedCalls,
    /// The number of numbers in an item.
    pub(super) parts: usize,
    pub(super) native: &'a Items,
    pub(super) file: Items,
}

impl MappingPair<'_> {
    /// Compares `items` random items in each direction, and at most as many structured ones.
    pub(super) fn compare(&self, items: u64) -> Comparison {
        let mut found = Comparison::default();
        for reads in [true, false] {
            let mut way =
                PairDirection { pair: self, reads, errors: 0, calls: 0, found: Comparison::default() };
            way.run(items);
            found.add(way.found);
        }
        found
    }

    /// A title of the mapping for messages.
    pub(super) fn title(&self) -> String {
        let MappingPair { predefined, compiled, .. } = self;
        format!("{predefined} of {} ({})", compiled.name(), compiled.mapping(*predefined))
    }

    /// The number of bytes of an item in the file.
    fn extent(&self) -> usize {
        self.compiled.extent(self.predefined).unwrap_or(1)
    }
}

/// The source of items.
#[derive(Clone, Copy)]
enum ItemKind {
    Structured,
    Random,
    /// The results of the lenient conversion for items of the other side, and neighbors of these results.
    Near,
}

/// One direction of a mapping.
struct PairDirection<'p> {
    pair: &'p MappingPair<'p>,
    reads: bool,
    /// The number of errors that were compared one by one.
    errors: usize,
    calls: u64,
    found: Comparison,
}

impl PairDirection<'_> {
    fn run(&mut self, items: u64) {
        let structured = self.input_items().count_structured().min(items);
        self.compare_kinds(&[ItemKind::Structured], structured);
        self.compare_kinds(&[ItemKind::Random, ItemKind::Near], items);
    }

    fn compare_kinds(&mut self, kinds: &[ItemKind], items: u64) {
        let mut done = 0;
        for (call, length) in LENGTHS.iter().cycle().enumerate() {
            if done >= items {
                break;
            }
            let length = (items - done).min(*length as u64);
            let all = self.make_items(kinds[call / LENGTHS.len() % kinds.len()], done, length);
            if self.calls.is_multiple_of(ALSO) {
                self.compare_unaligned_calls(&all);
            }
            let valid = |item: &&[u8]| self.reads || (self.pair.typed.is_valid)(item);
            let all: Vec<u8> =
                all.chunks_exact(self.input_item_bytes()).filter(valid).flatten().copied().collect();
            self.compare_items(&all);
            self.calls += 1;
            done += length;
        }
    }

    /// The items of the side whose items are converted.
    fn input_items(&self) -> &Items {
        if self.reads { &self.pair.file } else { self.pair.native }
    }

    /// The items of the other side.
    fn output_items(&self) -> &Items {
        if self.reads { self.pair.native } else { &self.pair.file }
    }

    /// The number of bytes of an input item.
    fn input_item_bytes(&self) -> usize {
        if self.reads { self.pair.extent() } else { self.pair.typed.size }
    }

    /// Input items, from an index on.
    fn make_items(&self, kind: ItemKind, from: u64, count: u64) -> Vec<u8> {
        match kind {
            ItemKind::Structured | ItemKind::Random => {
                self.make_items_of_side(self.input_items(), kind, from, count)
            }
            ItemKind::Near => {
                let kind = if self.calls.is_multiple_of(2) { ItemKind::Structured } else { ItemKind::Random };
                let others = self.make_items_of_side(self.output_items(), kind, from, count);
                let mut near = self.convert_leniently(&others);
                let side = self.input_items();
                let part = (self.input_item_bytes() / self.pair.parts).max(1);
                for (index, item) in (from..).zip(near.chunks_exact_mut(part)) {
                    side.change_to_neighbor(index, item);
                }
                near
            }
        }
    }

    fn make_items_of_side(&self, side: &Items, kind: ItemKind, from: u64, count: u64) -> Vec<u8> {
        let (all, parts) = (side.count_structured(), self.pair.parts as u64);
        let mut items = Vec::new();
        for index in from..from + count {
            for part in 0..parts {
                let index = index * parts + part;
                match kind {
                    // A thinned sample covers all exponents and significands evenly.
                    ItemKind::Structured if all > count => {
                        side.push_structured(hash_index(index) % all, &mut items);
                    }
                    ItemKind::Structured => side.push_structured(index % all, &mut items),
                    ItemKind::Random | ItemKind::Near => side.push_random(index, &mut items),
                }
            }
        }
        items
    }

    /// The results of the lenient generated code for items of the other side, without the items that it refuses.
    fn convert_leniently(&self, items: &[u8]) -> Vec<u8> {
        let known = self.pair.lenient.extent(self.pair.predefined) == Some(self.pair.extent());
        let datarep = if known { self.pair.lenient } else { self.pair.compiled };
        let back =
            PairDirection { reads: !self.reads, errors: 0, calls: 0, found: Comparison::default(), ..*self };
        let valid = |item: &&[u8]| back.reads || (self.pair.typed.is_valid)(item);
        let items: Vec<u8> =
            items.chunks_exact(back.input_item_bytes()).filter(valid).flatten().copied().collect();
        let mut rest = items.as_slice();
        let mut near = Vec::new();
        for _ in 0..SHORT {
            let made = back.convert(datarep, rest);
            near.extend(made.bytes);
            let Some(item) = made.result.err().as_ref().and_then(failed_item) else { break };
            rest = &rest[(item + 1) * back.input_item_bytes()..];
        }
        near
    }

    fn convert(&self, datarep: &Datarep, items: &[u8]) -> CallResult {
        let MappingPair { predefined, typed, .. } = self.pair;
        if self.reads {
            (typed.read)(datarep, *predefined, items, items.len() / self.input_item_bytes())
        } else {
            (typed.write)(datarep, *predefined, items, self.pair.extent())
        }
    }

    fn dry_run_loss(&self, datarep: &Datarep, items: &[u8]) -> Result<Loss, Error> {
        let MappingPair { predefined, typed, .. } = self.pair;
        let run = if self.reads { typed.loss } else { typed.loss_on_write };
        run(datarep, *predefined, items)
    }

    /// Compares a call with these items. If it fails, the items that do not fail and those that do are compared too.
    fn compare_items(&mut self, items: &[u8]) {
        self.found.items += (items.len() / self.input_item_bytes()) as u64;
        let fails = self.compare_calls(items);
        if !fails && !self.calls.is_multiple_of(ALSO) {
            return;
        }
        self.compare_dry_runs(items);
        if !fails {
            return;
        }
        let (mut quiet, mut others) = (Vec::new(), Vec::new());
        for item in items.chunks_exact(self.input_item_bytes()) {
            let is_quiet = self.dry_run_loss(self.pair.compiled, item).is_ok_and(|loss| loss.is_none());
            if is_quiet { &mut quiet } else { &mut others }.extend_from_slice(item);
        }
        self.compare_calls(&quiet);
        let mut rest = others.as_slice();
        while !rest.is_empty() {
            let call = &rest[..rest.len().min(SHORT * self.input_item_bytes())];
            let done = if self.compare_calls(call) && self.errors < ERRORS {
                self.errors += 1;
                let made = self.convert(self.pair.compiled, call);
                made.result
                    .err()
                    .as_ref()
                    .and_then(failed_item)
                    .map_or(call.len(), |item| (item + 1) * self.input_item_bytes())
            } else {
                call.len()
            };
            rest = &rest[done..];
        }
    }

    /// Compares a call, and returns whether it fails.
    fn compare_calls(&mut self, items: &[u8]) -> bool {
        let [ours, theirs] =
            [self.pair.interpreted, self.pair.compiled].map(|datarep| self.convert(datarep, items));
        if !ours.is_same_as(&theirs) {
            self.find_different_items(items, &ours, &theirs);
        }
        theirs.result.is_err()
    }

    fn compare_dry_runs(&mut self, items: &[u8]) {
        let told = |datarep| {
            let loss = self.dry_run_loss(datarep, items);
            loss.map_or_else(|error| error.to_string(), |loss| format!("{loss:?}"))
        };
        let [ours, theirs] = [self.pair.interpreted, self.pair.compiled].map(told);
        if ours != theirs {
            self.add_difference(
                &format!(
                    "a dry run of {} items: {ours}, not {theirs}",
                    items.len() / self.input_item_bytes()
                ),
                1,
            );
        }
    }

    /// Compares calls with bytes of memory at odd addresses. Some of the bytes are not valid items.
    fn compare_unaligned_calls(&mut self, items: &[u8]) {
        let Ok(datatype) = Typemap::from(self.pair.predefined).commit() else { return };
        let count = items.len() / self.input_item_bytes();
        let called = |datarep: &Datarep| {
            let all = datatype::Items {
                datatype: &datatype,
                count: i64::try_from(count).unwrap_or(0),
                position: 0,
            };
            let (result, size, mut made) = if self.reads {
                let size = self.pair.typed.size;
                let mut native = vec![0xA5; 1 + count * size];
                (datarep.read_items(all, Memory::new(&mut native[1..]), items), size, native)
            } else {
                let size = self.pair.extent();
                let (native, mut file) = ([&[0], items].concat(), vec![0xA5; 1 + count * size]);
                (datarep.write_items(all, Memory::new(&native[1..]), &mut file[1..]), size, file)
            };
            if let Err(error) = &result {
                let done = error.items_done().and_then(|done| usize::try_from(done).ok()).unwrap_or(0);
                made.truncate(1 + done * size);
            }
            (result.map_or_else(|error| error.to_string(), |loss| format!("{loss:?}")), made)
        };
        let [ours, theirs] = [self.pair.interpreted, self.pair.compiled].map(called);
        if ours != theirs {
            let what = if ours.0 == theirs.0 {
                "other bytes".to_owned()
            } else {
                format!("{}, not {}", ours.0, theirs.0)
            };
            self.add_difference(&format!("bytes of {count} items: {what}"), 1);
        }
    }

    /// Finds the items that differ when each is converted alone.
    fn find_different_items(&mut self, items: &[u8], ours: &CallResult, theirs: &CallResult) {
        let mut different = 0;
        for item in items.chunks_exact(self.input_item_bytes()) {
            let [ours, theirs] =
                [self.pair.interpreted, self.pair.compiled].map(|datarep| self.convert(datarep, item));
            if !ours.is_same_as(&theirs) {
                different += 1;
                if different == 1 {
                    self.add_difference(
                        &format!("{item:02x?}: {}, not {}", ours.describe_result(), theirs.describe_result()),
                        0,
                    );
                }
            }
        }
        if different == 0 {
            let count = items.len() / self.input_item_bytes();
            self.add_difference(
                &format!(
                    "{count} items, each of which alone is right: {}, not {}",
                    ours.describe_result(),
                    theirs.describe_result()
                ),
                1,
            );
        }
        self.found.different += different;
    }

    fn add_difference(&mut self, what: &str, different: u64) {
        self.found.different += different;
        if self.found.examples.len() < SHOWN {
            let way = if self.reads { "reading" } else { "writing" };
            self.found.examples.push(format!("{way} {}: {what}", self.pair.title()));
        }
    }
}
