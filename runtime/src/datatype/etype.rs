//! Whether a filetype is made of etypes, and whether its etypes lie on a grid.
//!
//! The nest of the filetype is walked along the runs of the etype. A part of the nest is visited once for each item of
//! the etype that it begins with, so that the time does not grow with the counts of loops.
//!
//! Source: MPI 4.1, "File Views".

use std::collections::HashSet;
use std::sync::Arc;

use super::committed::Committed;
use super::nest::{Nest, NestForm};
use super::visit::{PieceVisitor, RunsPiece};
use crate::error::{Error, ErrorKind, Role};
use crate::predefined::Predefined;

/// The most runs of an etype that a filetype is compared with.
const MOST_RUNS: usize = 1 << 20;
/// The most parts of a filetype that are visited, each with the item of the etype that it begins with.
const MOST_PARTS: usize = 1 << 20;

/// An etype as runs, to compare a filetype with.
pub(crate) struct Etype {
    runs: Vec<EtypeRun>,
    items: i64,
}

struct EtypeRun {
    /// The number of items before the run.
    first: i64,
    predefined: Predefined,
    displacement: i64,
    /// The bytes of an item.
    bytes: i64,
}

impl Etype {
    /// The runs of a committed etype.
    ///
    /// # Errors
    ///
    /// Class `Type` if the etype has more than a million runs.
    pub(crate) fn from_committed(etype: &Committed) -> Result<Etype, Error> {
        let (mut runs, mut first): (Vec<EtypeRun>, i64) = (Vec::new(), 0);
        let mut pieces = PieceVisitor(|piece: RunsPiece<'_>| {
            let RunsPiece { predefined, bytes, .. } = piece;
            for (displacement, items) in piece.list_runs() {
                // A run may come in several pieces. Joined ones are fewer to compare.
                let goes_on = runs.last().is_some_and(|last| {
                    let end = last.displacement + (first - last.first) * last.bytes;
                    last.predefined == predefined && end == displacement
                });
                if !goes_on {
                    if runs.len() == MOST_RUNS {
                        return Err(too_many_error("runs in the etype"));
                    }
                    runs.push(EtypeRun { first, predefined, displacement, bytes });
                }
                first += items;
            }
            Ok(())
        });
        etype.visit(0, etype.items(), &mut pieces)?;
        Ok(Etype { runs, items: etype.items() })
    }

    /// The run that contains an item, and how many items it has from that item on.
    fn find_run(&self, item: i64) -> (&EtypeRun, i64) {
        let behind = self.runs.partition_point(|run| run.first <= item);
        let end = self.runs.get(behind).map_or(self.items, |next| next.first);
        (&self.runs[behind - 1], end - item)
    }

    /// The displacement of an item.
    fn displacement(&self, item: i64) -> i128 {
        let (run, _) = self.find_run(item);
        i128::from(run.displacement) + i128::from(item - run.first) * i128::from(run.bytes)
    }

    /// The item that comes `items` items after another one, with copies of the etype end to end.
    fn item_after(&self, item: i64, items: i64) -> i64 {
        // The remainder first: the sum of the item and `items` could be too large for 64 bits.
        let (items, left) = (items % self.items, self.items - item);
        if items < left { item + items } else { items - left }
    }
}

fn too_many_error(what: &str) -> Error {
    let reason = format!("cannot be compared with the etype: there are more than a million {what}");
    ErrorKind::View { role: Role::Filetype, reason }.into()
}

impl Committed {
    /// The first item that differs from its counterpart in the etype: in its type, or in its displacement from the
    /// first item of the same etype.
    ///
    /// # Errors
    ///
    /// Class `Type` if too many parts must be visited.
    pub(crate) fn find_first_mismatch(&self, etype: &Etype) -> Result<Option<i64>, Error> {
        FiletypeWalk { etype, grid: None, seen: HashSet::new() }.find_first(self, None)
    }

    /// The first item of an etype that does not begin at a multiple of `grid` bytes from `origin`. The filetype is
    /// known to be made of etypes.
    ///
    /// # Errors
    ///
    /// Class `Type` if too many parts must be visited.
    pub(crate) fn find_first_off_grid(
        &self,
        etype: &Etype,
        grid: i64,
        origin: i128,
    ) -> Result<Option<i64>, Error> {
        FiletypeWalk { etype, grid: Some(grid), seen: HashSet::new() }.find_first(self, Some(origin))
    }
}

struct FiletypeWalk<'a> {
    etype: &'a Etype,
    /// The distance between the starts of two etypes must be a multiple of this. If `None`, items are compared.
    grid: Option<i64>,
    /// Parts without a fault, each with the item of the etype that it begins with.
    seen: HashSet<(*const Nest, i64)>,
}

/// The state of a walk.
struct WalkState {
    /// The position of the next item, and the index of its counterpart in the etype.
    position: i64,
    item: i64,
    /// Where the etype of the last item begins.
    begin: Option<i128>,
}

/// Why a walk stops.
enum WalkStop {
    At(i64),
    Error(Error),
}

impl FiletypeWalk<'_> {
    fn find_first(&mut self, filetype: &Committed, origin: Option<i128>) -> Result<Option<i64>, Error> {
        match self.walk_part(&mut WalkState { position: 0, item: 0, begin: origin }, filetype.nest(), 0) {
            Ok(()) => Ok(None),
            Err(WalkStop::At(position)) => Ok(Some(position)),
            Err(WalkStop::Error(error)) => Err(error),
        }
    }

    /// Walks through a part.
    fn walk_part(
        &mut self,
        here: &mut WalkState,
        nest: &Arc<Nest>,
        displacement: i64,
    ) -> Result<(), WalkStop> {
        // A part without items has nothing to compare, and does not move the state.
        let Some(course) = nest.course else { return Ok(()) };
        // Sums wrap on the way, but their result does not.
        let at = |within: i64| i128::from(displacement.wrapping_add(within));
        // The first item is checked here, because it depends on what came before. The inside does not.
        self.check_place(here, at(course.first.0))?;
        // What is inside differs only with the item of the etype that it begins with. So each part is walked once for
        // each such item.
        if !self.seen.contains(&(Arc::as_ptr(nest), here.item)) {
            // `begin: None`: inside, displacements are relative to the part.
            self.walk_inside(&mut WalkState { begin: None, ..*here }, nest)?;
            if self.seen.len() == MOST_PARTS {
                return Err(WalkStop::Error(too_many_error("parts in it")));
            }
            self.seen.insert((Arc::as_ptr(nest), here.item));
        }
        self.advance(here, nest.items, at(course.last.0));
        Ok(())
    }

    /// Checks that the next item may lie at `displacement`.
    fn check_place(&self, here: &WalkState, displacement: i128) -> Result<(), WalkStop> {
        // How far this etype begins from the last one. The first of a part has none to compare with.
        let apart = here.begin.map_or(0, |begin| displacement - self.etype.displacement(here.item) - begin);
        let right = match self.grid {
            Some(grid) => apart % i128::from(grid) == 0,
            // A new etype may lie anywhere. Within an etype, the distances must be those of the etype.
            None => here.item == 0 || apart == 0,
        };
        if right { Ok(()) } else { Err(WalkStop::At(here.position)) }
    }

    /// Advances by `items` items, the last of which lies at `last`.
    fn advance(&self, here: &mut WalkState, items: i64, last: i128) {
        // The last item tells where its etype begins, also if that is before this part.
        here.begin = Some(last - self.etype.displacement(self.etype.item_after(here.item, items - 1)));
        here.item = self.etype.item_after(here.item, items);
        here.position += items;
    }

    fn walk_inside(&mut self, here: &mut WalkState, nest: &Nest) -> Result<(), WalkStop> {
        match &nest.form {
            NestForm::Run { predefined, .. } => self.walk_run(here, *predefined, nest.items, 0),
            NestForm::Blocks { predefined, blocks, .. } => blocks
                .runs()
                .try_for_each(|(displacement, items)| self.walk_run(here, *predefined, items, displacement)),
            NestForm::Loop { count, stride, body } => self.walk_copies(here, *count, *stride, body),
            NestForm::Scatter { displacements, body } => {
                displacements.iter().try_for_each(|&displacement| self.walk_part(here, body, displacement))
            }
            NestForm::Sequence { parts } => {
                parts.iter().try_for_each(|part| self.walk_part(here, &part.body, part.displacement))
            }
        }
    }

    /// Walks through items of one type without gaps.
    fn walk_run(
        &self,
        here: &mut WalkState,
        predefined: Predefined,
        items: i64,
        displacement: i64,
    ) -> Result<(), WalkStop> {
        let (mut done, mut etypes) = (0, 0);
        while done < items {
            let (run, left) = self.etype.find_run(here.item);
            if run.predefined != predefined {
                return Err(WalkStop::At(here.position));
            }
            let at = |item: i64| i128::from(displacement) + i128::from(item) * i128::from(run.bytes);
            self.check_place(here, at(done))?;
            // As many items as both runs have from here on: that of the etype and that of the filetype.
            let mut taken = left.min(items - done);
            if taken == self.etype.items {
                etypes += 1;
                if etypes == 2 {
                    // Etypes without gaps: the second one shows that all later ones are right.
                    taken = (items - done) / self.etype.items * self.etype.items;
                }
            }
            done += taken;
            self.advance(here, taken, at(done - 1));
        }
        Ok(())
    }

    fn walk_copies(
        &mut self,
        here: &mut WalkState,
        count: i64,
        stride: i64,
        body: &Arc<Nest>,
    ) -> Result<(), WalkStop> {
        let first = here.item;
        let mut copy = 0;
        while copy < count {
            // The item of the etype comes again, as there are finitely many. The distance between etypes is checked
            // once more, in the next copy.
            let again = copy > 0 && here.item == first;
            self.walk_part(here, body, stride.wrapping_mul(copy))?;
            copy += 1;
            if again {
                // From here on the state repeats: each later copy begins in the state of the copy `period` before it.
                let period = copy - 1;
                // Whole periods are skipped. The few copies that are left are walked.
                let skipped = (count - copy) / period * period;
                here.begin = here.begin.map(|begin| begin + i128::from(skipped) * i128::from(stride));
                here.position += skipped * body.items;
                copy += skipped;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::datatype::Typemap;
    use crate::datatype::tests::typemaps;

    /// The first item that differs from the etype, found by a look at each item.
    fn unlike(filetype: &Committed, etype: &Committed) -> Option<i64> {
        let at = |datatype: &Committed, item| datatype.locate(item).expect("small");
        (0..filetype.items()).find(|item| {
            let (within, begin) = (item % etype.items(), item - item % etype.items());
            let (one, other) = (at(filetype, *item), at(etype, within));
            one.0 != other.0 || one.1 - at(filetype, begin).1 != other.1 - at(etype, 0).1
        })
    }

    /// The first item of an etype that is off the grid, found by a look at each item.
    fn off_grid(filetype: &Committed, etype: &Committed, grid: i64, origin: i64) -> Option<i64> {
        let begin = |item: &i64| filetype.locate(*item).expect("small").1 - etype.locate(0).expect("small").1;
        let mut firsts = (0..filetype.items()).filter(|item| item % etype.items() == 0);
        firsts.find(|item| (begin(item) - origin) % grid != 0)
    }

    /// Etypes, with types that are made of them, or nearly made of them.
    fn pairs() -> impl Strategy<Value = (Typemap, Typemap)> {
        let leaf = Typemap::from(Predefined::Int);
        let simple = (1..4_i64, 1..4_i64, 1..4_i64).prop_map(move |(count, length, stride)| {
            Typemap::vector(count, length, length * stride, &leaf).expect("small")
        });
        let etypes = prop_oneof![simple, typemaps()];
        let blocks = prop::collection::vec((0..4_i64, 0..60_i64, any::<bool>()), 1..4);
        (etypes.clone(), etypes, blocks, 1..5_i64, 0..200_i64).prop_map(
            |(etype, other, blocks, count, stride)| {
                let block = |&(length, displacement, is_other): &(i64, i64, bool)| {
                    let typemap = if is_other { &other } else { &etype };
                    (length, displacement * typemap.extent().max(1), typemap.clone())
                };
                let blocks: Vec<_> = blocks.iter().map(block).collect();
                let all = Typemap::structure(&blocks).expect("small");
                (etype, Typemap::hvector(count, 1, stride, &all).expect("small"))
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// R-ACC-7: a check by parts finds the same item as a check of each item.
        #[test]
        fn parts_tell_what_items_tell((etype, filetype) in pairs(), grid in 1..9_i64, origin in -4..4_i64) {
            let (etype, filetype) = (etype.commit().expect("small"), filetype.commit().expect("small"));
            prop_assume!(etype.items() > 0);
            let runs = Etype::from_committed(&etype).expect("few");
            let found = filetype.find_first_mismatch(&runs).expect("few");
            prop_assert_eq!(found, unlike(&filetype, &etype), "{} of {}", filetype, etype);
            if found.is_none() {
                let found = filetype.find_first_off_grid(&runs, grid, origin.into()).expect("few");
                prop_assert_eq!(found, off_grid(&filetype, &etype, grid, origin), "{} of {}", filetype, etype);
            }
        }

        /// Bisection finds the first item that lies before the item ahead of it.
        #[test]
        fn what_is_astray_is_found(filetype in typemaps()) {
            let filetype = filetype.commit().expect("small");
            let at = |item| filetype.locate(item).expect("small").1;
            let astray = (0..filetype.items()).find(|item| at(*item) < if *item == 0 { 0 } else { at(item - 1) });
            prop_assert_eq!(filetype.find_first_out_of_order().expect("small"), astray, "{}", filetype);
        }

        /// The span computed from parts is the span of the items.
        #[test]
        fn parts_tell_what_items_touch(datatype in typemaps(), position in 0..3000_i64, count in 1..3000_i64) {
            let datatype = datatype.commit().expect("small");
            prop_assume!(datatype.items() > 0);
            let (mut low, mut high) = (i128::MAX, i128::MIN);
            datatype.for_each_run(position, count, |run| {
                let bytes = i64::try_from(run.predefined.native_size()).expect("small");
                low = low.min(run.displacement.into());
                high = high.max(i128::from(run.displacement + run.items * bytes));
            }).expect("small");
            prop_assert_eq!(datatype.exact_span(position, count), (low, high), "{}", datatype);
        }
    }
}
