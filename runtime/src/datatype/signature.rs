//! Type signatures: the types of a datatype's items in their order, without displacements.
//!
//! A signature is as compact as the loop nest of its datatype. To compare two, the nest of one is walked along the runs
//! of the other. Each part is visited once for each phase in which it occurs.
//!
//! Source: MPI 4.1, "Type Matching Rules" and "File Views".

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::committed::Committed;
use super::nest::{Nest, NestForm};
use super::typemap::Typemap;
use crate::error::{Error, ErrorKind};
use crate::predefined::Predefined;

/// The most runs of a signature that another one is compared with.
const MOST_RUNS: usize = 1 << 20;

/// The types of a datatype's items, in order.
///
/// ```
/// use datarep::{datatype::Typemap, Predefined};
/// let (int, double) = (Typemap::from(Predefined::Int), Typemap::from(Predefined::Double));
/// let pair = Typemap::structure(&[(1, 0, int), (2, 8, double)])?.commit()?;
/// assert_eq!(pair.signature().to_string(), "MPI_INT, 2 MPI_DOUBLE");
/// let pairs = Typemap::vector(500, 1, 3, pair.typemap())?.commit()?;
/// assert_eq!(pairs.signature().copies_of(&pair.signature())?, Some(500));
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Clone)]
pub struct Signature(Arc<Nest>);

impl Committed {
    /// The types of the items, in order.
    pub fn signature(&self) -> Signature {
        Signature(Arc::clone(self.nest()))
    }
}

impl Signature {
    /// The number of items.
    pub fn items(&self) -> i64 {
        self.0.items
    }

    /// How many copies of `other`, end to end, have this signature, or `None` if no whole number of copies has it.
    ///
    /// # Errors
    ///
    /// Class `ValueTooLarge` if `other` changes its type more than a million times.
    pub fn copies_of(&self, other: &Signature) -> Result<Option<i64>, Error> {
        let (items, period) = (self.items(), other.items());
        if items == 0 {
            return Ok(Some(0));
        }
        // The usual case: the datatype of the buffer is the etype.
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ok(Some(1));
        }
        // Before the types are looked at: an access must be whole etypes.
        if period == 0 || items % period != 0 {
            return Ok(None);
        }
        let copies = items / period;
        if let ([(one, _)], [(another, _)]) = (&*self.0.tally, &*other.0.tally) {
            return Ok((one == another).then_some(copies));
        }
        // The numbers of each type decide most of the cases that differ, without a walk.
        let whole = other.0.tally.iter().map(|&(predefined, items)| (predefined, items * copies));
        if !whole.eq(self.0.tally.iter().copied()) {
            return Ok(None);
        }
        let mut walk = PatternWalk { runs: TypeRuns::from_nest(&other.0)?, known: HashMap::new() };
        Ok(walk.is_nest_alike(&self.0, 0).then_some(copies))
    }

    /// Whether both have the same types in the same order.
    ///
    /// # Errors
    ///
    /// As [`Signature::copies_of`] says, if both change their type more than a million times.
    pub fn is_same(&self, other: &Signature) -> Result<bool, Error> {
        if self.items() != other.items() {
            return Ok(false);
        }
        // One of the two may change its type too often to be listed as runs. The other need not.
        let copies = self.copies_of(other).or_else(|_| other.copies_of(self))?;
        Ok(copies == Some(1) || self.items() == 0)
    }
}

/// The types of a pattern that repeats endlessly, as runs.
struct TypeRuns {
    /// The first item of each run, and its type.
    runs: Vec<(i64, Predefined)>,
    period: i64,
}

impl TypeRuns {
    fn from_nest(nest: &Arc<Nest>) -> Result<TypeRuns, Error> {
        // All copies in a loop have the same types, so the pattern is that of one copy.
        let mut nest = nest;
        loop {
            nest = match &nest.form {
                NestForm::Loop { body, .. } | NestForm::Scatter { body, .. } => body,
                NestForm::Sequence { parts } if parts.len() == 1 => &parts[0].body,
                NestForm::Run { .. } | NestForm::Blocks { .. } | NestForm::Sequence { .. } => break,
            };
        }
        let (mut runs, mut items): (Vec<(i64, Predefined)>, i64) = (Vec::new(), 0);
        nest.visit_types(&mut |predefined, more| {
            // Parts of one type that follow one another are one run.
            if runs.last().is_none_or(|last| last.1 != predefined) {
                if runs.len() == MOST_RUNS {
                    return Err(Error::from(ErrorKind::TooLarge { what: "number of runs of a signature" }));
                }
                runs.push((items, predefined));
            }
            items += more;
            Ok(())
        })?;
        Ok(TypeRuns { runs, period: nest.items })
    }

    /// Whether the `items` items from `phase` on all have the type `predefined`.
    fn has_type(&self, predefined: Predefined, items: i64, phase: i64) -> bool {
        let (mut phase, mut items) = (phase, items);
        // The first run begins at item zero, so one is always found.
        let mut run = self.runs.partition_point(|run| run.0 <= phase) - 1;
        loop {
            if self.runs[run].1 != predefined {
                return false;
            }
            let end = self.runs.get(run + 1).map_or(self.period, |next| next.0);
            // The items end in this run. With a single run there is nothing else that they could meet.
            if items <= end - phase || self.runs.len() == 1 {
                return true;
            }
            items -= end - phase;
            run = (run + 1) % self.runs.len();
            phase = self.runs[run].0;
        }
    }
}

struct PatternWalk {
    runs: TypeRuns,
    known: HashMap<(*const Nest, i64), bool>,
}

impl PatternWalk {
    /// Whether the items of the nest are those of the pattern from `phase` on.
    fn is_nest_alike(&mut self, nest: &Arc<Nest>, phase: i64) -> bool {
        let key = (Arc::as_ptr(nest), phase);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        // Not kept in `known`: finding the run takes no longer than finding the key.
        if let [(predefined, items)] = *nest.tally {
            return self.runs.has_type(predefined, items, phase);
        }
        let same = match &nest.form {
            // These have items of a single type, which is checked above.
            NestForm::Run { .. } | NestForm::Blocks { .. } => true,
            NestForm::Loop { body, .. } | NestForm::Scatter { body, .. } => {
                self.are_copies_alike(body, nest.items / body.items, phase)
            }
            NestForm::Sequence { parts } => parts.iter().all(|part| {
                // The sum of two numbers of 63 bits needs 64.
                let phase = (i128::from(phase) + i128::from(part.first)) % i128::from(self.runs.period);
                self.is_nest_alike(&part.body, i64::try_from(phase).unwrap_or(0))
            }),
        };
        // The same part in the same phase gives the same answer. So a deep nest is walked once for each phase.
        self.known.insert(key, same);
        same
    }

    /// Whether copies of a nest, of which the first one begins at the phase `first`, have the items of the period. The
    /// phases of the copies repeat, so that all are checked once a phase repeats.
    fn are_copies_alike(&mut self, body: &Arc<Nest>, copies: i64, first: i64) -> bool {
        let step = body.items % self.runs.period;
        let mut phase = first;
        for _ in 0..copies {
            if !self.is_nest_alike(body, phase) {
                return false;
            }
            phase = i64::try_from((i128::from(phase) + i128::from(step)) % i128::from(self.runs.period))
                .unwrap_or(0);
            // From here on the phases repeat, as they go by the same step around the period.
            if phase == first {
                break;
            }
        }
        true
    }
}

/// Writes `MPI_INT, 2 MPI_DOUBLE`, or the start of a long signature.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 16;
        let mut runs: Vec<(i64, Predefined)> = Vec::new();
        // A signature of billions of changes ends after a few: the error stops the walk.
        let whole = self.0.visit_types(&mut |predefined, items| {
            match runs.last_mut().filter(|last| last.1 == predefined) {
                Some(last) => last.0 += items,
                None => runs.push((items, predefined)),
            }
            if runs.len() > SHOWN { Err(()) } else { Ok(()) }
        });
        let more = whole.is_err();
        if runs.is_empty() {
            return f.write_str("nothing");
        }
        for (at, (items, predefined)) in runs.iter().take(SHOWN).enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            match items {
                1 => f.write_str(predefined.name())?,
                items => write!(f, "{items} {}", predefined.name())?,
            }
        }
        f.write_str(if more { ", …" } else { "" })
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

impl Typemap {
    /// The types of the items, in order.
    ///
    /// # Errors
    ///
    /// As [`Typemap::commit`] says.
    pub fn signature(&self) -> Result<Signature, Error> {
        Ok(self.commit()?.signature())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::datatype::tests::{Flat, native, typemaps};

    fn types(typemap: &Typemap) -> Vec<Predefined> {
        Flat::of(typemap, &native).entries.iter().map(|entry| entry.0).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        /// R-ACC-7: a signature is a whole number of copies of another one if the flat lists of types say so.
        #[test]
        fn copies_are_those_of_the_lists(one in typemaps(), other in typemaps(), copies in 1..4_i64) {
            let repeated = Typemap::vector(copies, 1, 2, &other).expect("small");
            for one in [one, repeated] {
                let (ones, others) = (types(&one), types(&other));
                let whole = if others.is_empty() { ones.is_empty() } else {
                    ones.len() % others.len() == 0
                        && ones.iter().eq(others.iter().cycle().take(ones.len()))
                };
                let (one, other) = (one.signature().expect("small"), other.signature().expect("small"));
                prop_assert_eq!(one.copies_of(&other).expect("few").is_some(), whole, "{} of {}", one, other);
                prop_assert_eq!(one.is_same(&other).expect("few"), ones == others);
            }
        }
    }

    #[test]
    fn long_signatures_are_compared_at_once() {
        let (int, double) = (Typemap::from(Predefined::Int), Typemap::from(Predefined::Double));
        let pair = Typemap::structure(&[(1, 0, int.clone()), (1, 8, double.clone())]).expect("small");
        let twist = Typemap::structure(&[(1, 0, double), (1, 8, int)]).expect("small");
        let many = |old: &Typemap| Typemap::contiguous(1 << 40, old).expect("fits");
        let signature = |typemap: Typemap| typemap.signature().expect("fits");
        let (pairs, twists) = (signature(many(&pair)), signature(many(&twist)));
        assert!(!pairs.is_same(&twists).expect("few runs"));
        assert_eq!(pairs.copies_of(&signature(many(&pair))).expect("few runs"), Some(1));
        assert!(pairs.to_string().ends_with("MPI_DOUBLE, …"));
    }
}
