//! Committed datatypes: a typemap compiled into loops, and the way to the item at a position.
//!
//! A nest has runs of equal items at its leaves, and loops, lists and sequences above. Regular typemaps
//! are small whatever their number of items: only displacements that follow no rule take memory.
//! Loops are merged where they are one; neighboring runs too.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::bounds::narrow;
use super::order::Known;
use super::{Constructor, Node, Typemap, expand};
use crate::error::{Error, ErrorKind};
use crate::num::{count, index};
use crate::predefined::Predefined;

// Requirement: R-CONV-7.
/// A datatype ready for use: immutable, shared by its clones, in use by any number of conversions at once.
///
/// ```
/// use datarep::{Predefined, Typemap};
/// let column = Typemap::vector(1_000_000_000, 1, 4, &Predefined::Double.into())?.commit()?;
/// // Item 5 of the second copy, which begins one extent further.
/// let second = column.extent() + 5 * 32;
/// assert_eq!(column.locate(1_000_000_005)?, (Predefined::Double, second));
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Clone)]
pub struct Committed {
    typemap: Typemap,
    nest: Arc<Nest>,
    known: Arc<Known>,
}

/// A part of a typemap and what is known of it.
#[derive(Debug, PartialEq)]
pub(crate) struct Nest {
    pub(super) form: Form,
    /// More than zero, but for the nest of a typemap without items.
    pub(super) items: i64,
    /// Lowest octet of an item, and behind the highest.
    pub(super) low: i64,
    pub(super) high: i64,
    /// Items of each type, in the order of the types.
    pub(super) tally: Box<[(Predefined, i64)]>,
}

#[derive(Debug, PartialEq)]
pub(super) enum Form {
    /// Items of one type without gaps, the first at zero.
    Run { predefined: Predefined, octets: i64 },
    /// Copies at a stride.
    Loop { count: i64, stride: i64, body: Arc<Nest> },
    /// Copies at displacements that follow no rule.
    Scatter { displacements: Box<[i64]>, body: Arc<Nest> },
    /// One after the other.
    Sequence { parts: Box<[Part]> },
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    /// Items before it.
    pub(super) first: i64,
    pub(super) displacement: i64,
    pub(super) body: Arc<Nest>,
}

/// Items of one type that lie without gaps: what [`Committed::for_each_run`] tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The type of the items.
    pub predefined: Predefined,
    /// Where the first one lies.
    pub displacement: i64,
    /// How many they are.
    pub items: i64,
}

/// Runs of one length and type, in the order of their items.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) predefined: Predefined,
    /// Octets of an item.
    pub(crate) octets: i64,
    /// Items of a run.
    pub(crate) items: i64,
    /// Where the runs begin.
    pub(crate) place: Place<'a>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Place<'a> {
    /// So many, at a stride.
    Strided { displacement: i64, runs: i64, stride: i64 },
    /// At a base and each of the displacements.
    Listed { base: i64, displacements: &'a [i64] },
}

impl<'a> Place<'a> {
    /// The runs `from..to` of them.
    pub(crate) fn part(&self, from: i64, to: i64) -> Place<'a> {
        match *self {
            Place::Strided { stride, .. } => {
                Place::Strided { displacement: self.of(from), runs: to - from, stride }
            }
            Place::Listed { base, displacements } => {
                Place::Listed { base, displacements: &displacements[index(from)..index(to)] }
            }
        }
    }

    pub(crate) fn runs(&self) -> i64 {
        match self {
            Place::Strided { runs, .. } => *runs,
            Place::Listed { displacements, .. } => count(displacements.len()),
        }
    }

    /// Where a run begins.
    #[inline]
    pub(crate) fn of(&self, run: i64) -> i64 {
        match *self {
            Place::Strided { displacement, stride, .. } => {
                displacement.wrapping_add(run.wrapping_mul(stride))
            }
            Place::Listed { base, displacements } => base.wrapping_add(displacements[index(run)]),
        }
    }
}

/// What [`Committed::visit`] calls, in the order of the items.
pub(crate) trait Visitor<'a>: Sized {
    /// Why it stops.
    type Error;

    /// Runs of one type.
    fn piece(&mut self, piece: Piece<'a>) -> Result<(), Self::Error>;

    /// Records: the same as their pieces one by one.
    fn records(&mut self, records: Records<'a>) -> Result<(), Self::Error> {
        one_by_one(self, &records)
    }
}

/// Records piece by piece.
pub(crate) fn one_by_one<'a, V: Visitor<'a>>(visitor: &mut V, records: &Records<'a>) -> Result<(), V::Error> {
    (0..records.copies).try_for_each(|copy| records.pieces(copy).try_for_each(|piece| visitor.piece(piece)))
}

/// A function as a visitor of pieces.
pub(crate) struct Pieces<F>(pub(crate) F);

impl<'a, E, F: FnMut(Piece<'a>) -> Result<(), E>> Visitor<'a> for Pieces<F> {
    type Error = E;

    fn piece(&mut self, piece: Piece<'a>) -> Result<(), E> {
        (self.0)(piece)
    }
}

/// Copies of a few short runs of different types that do not overlap: an array of structs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Records<'a> {
    parts: &'a [Part],
    displacement: i64,
    stride: i64,
    pub(crate) copies: i64,
    /// Items of a copy.
    pub(crate) items: i64,
}

impl<'a> Records<'a> {
    /// The copies `from..to` of them.
    pub(crate) fn part(&self, from: i64, to: i64) -> Records<'a> {
        let displacement = self.displacement.wrapping_add(from.wrapping_mul(self.stride));
        Records { displacement, copies: to - from, ..*self }
    }

    /// The runs of one copy.
    pub(crate) fn pieces(&self, copy: i64) -> impl Iterator<Item = Piece<'a>> + use<'a> {
        self.part(copy, copy + 1).columns()
    }

    /// The runs of all copies, one field after the other.
    pub(crate) fn columns(&self) -> impl Iterator<Item = Piece<'a>> + use<'a> {
        let Records { parts, displacement, stride, copies, .. } = *self;
        parts.iter().map(move |part| {
            let displacement = displacement.wrapping_add(part.displacement);
            let place = Place::Strided { displacement, runs: copies, stride };
            let (predefined, octets) = match part.body.form {
                Form::Run { predefined, octets } => (predefined, octets),
                Form::Loop { .. } | Form::Scatter { .. } | Form::Sequence { .. } => {
                    unreachable!("see `fields`")
                }
            };
            Piece { predefined, octets, items: part.body.items, place }
        })
    }
}

/// The longest run that is a field of a record.
const LONGEST_FIELD: i64 = 16;

/// The fields of a copy, where copies at this stride are records.
fn fields(body: &Nest, stride: i64) -> Option<&[Part]> {
    let Form::Sequence { parts } = &body.form else { return None };
    let short = |part: &Part| matches!(part.body.form, Form::Run { .. }) && part.body.items <= LONGEST_FIELD;
    let apart = |pair: &[Part]| pair[0].displacement + pair[0].body.high <= pair[1].displacement;
    let span = i128::from(body.high) - i128::from(body.low);
    let records = span <= i128::from(stride).abs() && parts.iter().all(short) && parts.windows(2).all(apart);
    records.then_some(parts)
}

impl Typemap {
    /// Compiles the datatype for use: `MPI_Type_commit`.
    ///
    /// # Errors
    ///
    /// Class `ValueTooLarge` where a displacement does not fit in 64 bits.
    pub fn commit(&self) -> Result<Committed, Error> {
        let nest = Compiler::default().nest(self)?;
        Ok(Committed { typemap: self.clone(), nest, known: Arc::default() })
    }
}

impl Committed {
    /// The datatype that was committed.
    pub fn typemap(&self) -> &Typemap {
        &self.typemap
    }

    /// [`Typemap::items`].
    pub fn items(&self) -> i64 {
        self.typemap.items()
    }

    /// [`Typemap::size`].
    pub fn size(&self) -> i64 {
        self.typemap.size()
    }

    /// [`Typemap::extent`].
    pub fn extent(&self) -> i64 {
        self.typemap.extent()
    }

    /// The items of each type, for the types that it has.
    pub fn tally(&self) -> &[(Predefined, i64)] {
        &self.nest.tally
    }

    /// Type and displacement of the item at `position`, copies of the datatype laid end to end.
    ///
    /// Takes time by the depth of the nest and the logarithm of its irregular blocks.
    ///
    /// # Errors
    ///
    /// Class `Count` for a negative position or a datatype without items, `ValueTooLarge` where the
    /// displacement does not fit in 64 bits.
    pub fn locate(&self, position: i64) -> Result<(Predefined, i64), Error> {
        let tile = self.tile(position)?;
        let (predefined, displacement) = self.nest.locate(position % self.nest.items);
        let tile = i128::from(tile) * i128::from(self.extent());
        Ok((predefined, narrow(tile + i128::from(displacement), "displacement of the item")?))
    }

    fn tile(&self, position: i64) -> Result<i64, Error> {
        if position < 0 || self.nest.items == 0 {
            let reason = format!("position is {position}, in a datatype of {} items", self.nest.items);
            return Err(ErrorKind::Count { routine: "position", reason }.into());
        }
        Ok(position / self.nest.items)
    }

    /// Calls `f` with the runs of the items from `position` on, copies of the datatype laid end to end.
    ///
    /// ```
    /// use datarep::{Predefined, Run, Typemap};
    /// let pairs = Typemap::vector(2, 2, 3, &Predefined::Int.into())?.commit()?;
    /// let mut runs = Vec::new();
    /// pairs.for_each_run(1, 3, |run| runs.push((run.displacement, run.items)))?;
    /// assert_eq!(runs, [(4, 1), (12, 2)]);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Committed::locate`] says, before the first call of `f`.
    pub fn for_each_run(&self, position: i64, count: i64, mut f: impl FnMut(Run)) -> Result<(), Error> {
        if count == 0 {
            return Ok(());
        }
        self.span(position, count)?;
        self.visit(
            position,
            count,
            &mut Pieces(|piece: Piece<'_>| {
                for run in 0..piece.place.runs() {
                    let Piece { predefined, items, .. } = piece;
                    f(Run { predefined, displacement: piece.place.of(run), items });
                }
                Ok(())
            }),
        )
    }

    /// The octets that whole tiles around these items may touch: lowest, and behind the highest.
    ///
    /// `count`: more than zero.
    pub(crate) fn span(&self, position: i64, count: i64) -> Result<(i64, i64), Error> {
        let first = self.tile(position)?;
        let Some(last) = position.checked_add(count).filter(|_| count > 0) else {
            let reason = format!("{count} items from position {position} on");
            return Err(ErrorKind::Count { routine: "position", reason }.into());
        };
        let extent = i128::from(self.extent());
        let (first, last) = (i128::from(first) * extent, i128::from((last - 1) / self.nest.items) * extent);
        let low = first.min(last) + i128::from(self.nest.low);
        let high = first.max(last) + i128::from(self.nest.high);
        Ok((narrow(low, "displacement of an item")?, narrow(high, "displacement of an item")?))
    }

    /// The octets that these items touch: lowest, and behind the highest.
    ///
    /// `count`: more than zero, and [`Committed::span`] has an answer.
    pub(crate) fn exact_span(&self, position: i64, count: i64) -> (i128, i128) {
        let (items, end) = (self.nest.items, position + count);
        let (mut low, mut high) = (i128::MAX, i128::MIN);
        let mut touch = |base: i128, nest_low: i64, nest_high: i64| {
            low = low.min(base + i128::from(nest_low));
            high = high.max(base + i128::from(nest_high));
        };
        let base = |tile: i64| i128::from(tile) * i128::from(self.extent());
        let (first, last) = (position / items, (end - 1) / items);
        for tile in if first == last { vec![first] } else { vec![first, last] } {
            let (from, to) = ((position - tile * items).max(0), (end - tile * items).min(items));
            let mut pieces = Pieces(|piece: Piece<'_>| {
                for run in 0..piece.place.runs() {
                    let start = piece.place.of(run);
                    touch(base(tile), start, start + piece.items * piece.octets);
                }
                Ok(())
            });
            let _: Result<(), ()> = self.nest.visit(0, from, to, &mut pieces);
        }
        if last - first > 1 {
            touch(base(first + 1), self.nest.low, self.nest.high);
            touch(base(last - 1), self.nest.low, self.nest.high);
        }
        (low, high)
    }

    /// Calls `f` with the pieces of these items, in order. They are known to fit: see [`Committed::span`].
    pub(crate) fn visit<'a, V: Visitor<'a>>(
        &'a self,
        position: i64,
        count: i64,
        f: &mut V,
    ) -> Result<(), V::Error> {
        visit_copies(&self.nest, self.extent(), 0, position, position + count, f)
    }

    /// Octets of the file before the item at `position`, where items have these extents.
    ///
    /// `extent_of`: of each type of the tally. `None` where they do not fit in 128 bits.
    pub(crate) fn octets_before(&self, position: i64, extent_of: &impl Fn(Predefined) -> i64) -> i128 {
        if position == 0 {
            return 0;
        }
        let (tiles, rest) = (position / self.nest.items, position % self.nest.items);
        i128::from(tiles) * self.nest.octets(extent_of) + self.nest.octets_before(rest, extent_of)
    }

    pub(super) fn nest(&self) -> &Arc<Nest> {
        &self.nest
    }

    pub(super) fn known(&self) -> &Known {
        &self.known
    }
}

/// The datatype as [`Typemap`] shows it.
impl fmt::Display for Committed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.typemap.fmt(f)
    }
}

impl fmt::Debug for Committed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Committed({})", self.typemap)
    }
}

impl Nest {
    fn locate(&self, position: i64) -> (Predefined, i64) {
        let (mut nest, mut position, mut base) = (self, position, 0_i64);
        loop {
            match &nest.form {
                Form::Run { predefined, octets } => return (*predefined, base + position * octets),
                Form::Loop { stride, body, .. } => {
                    base += position / body.items * stride;
                    (nest, position) = (body, position % body.items);
                }
                Form::Scatter { displacements, body } => {
                    base += displacements[index(position / body.items)];
                    (nest, position) = (body, position % body.items);
                }
                Form::Sequence { parts } => {
                    let part = &parts[parts.partition_point(|part| part.first <= position) - 1];
                    base += part.displacement;
                    (nest, position) = (&part.body, position - part.first);
                }
            }
        }
    }

    /// Octets of all items in a file.
    fn octets(&self, extent_of: &impl Fn(Predefined) -> i64) -> i128 {
        self.tally
            .iter()
            .map(|&(predefined, items)| i128::from(items) * i128::from(extent_of(predefined)))
            .sum()
    }

    fn octets_before(&self, position: i64, extent_of: &impl Fn(Predefined) -> i64) -> i128 {
        let (mut nest, mut position, mut octets) = (self, position, 0_i128);
        loop {
            if let [(predefined, _)] = *nest.tally {
                return octets + i128::from(position) * i128::from(extent_of(predefined));
            }
            match &nest.form {
                Form::Run { predefined, .. } => {
                    return octets + i128::from(position) * i128::from(extent_of(*predefined));
                }
                Form::Loop { body, .. } | Form::Scatter { body, .. } => {
                    octets += i128::from(position / body.items) * body.octets(extent_of);
                    (nest, position) = (body, position % body.items);
                }
                Form::Sequence { parts } => {
                    // Sums are not kept: they differ with each representation, and parts of several
                    // types are the few fields of structs.
                    let Some(last) = parts.partition_point(|part| part.first <= position).checked_sub(1)
                    else {
                        return octets;
                    };
                    octets += parts[..last].iter().map(|part| part.body.octets(extent_of)).sum::<i128>();
                    (nest, position) = (&parts[last].body, position - parts[last].first);
                }
            }
        }
    }

    /// Calls `f` with the pieces of the items `from..to`. Displacements wrap on the way, not in the end.
    pub(super) fn visit<'a, V: Visitor<'a>>(
        &'a self,
        base: i64,
        from: i64,
        to: i64,
        f: &mut V,
    ) -> Result<(), V::Error> {
        match &self.form {
            Form::Run { predefined, octets } => {
                let displacement = base.wrapping_add(from * octets);
                let place = Place::Strided { displacement, runs: 1, stride: 0 };
                f.piece(Piece { predefined: *predefined, octets: *octets, items: to - from, place })
            }
            Form::Loop { stride, body, .. } => visit_copies(body, *stride, base, from, to, f),
            Form::Scatter { displacements, body } => visit_scattered(body, displacements, base, from, to, f),
            Form::Sequence { parts } => {
                let first = parts.partition_point(|part| part.first <= from).saturating_sub(1);
                for part in &parts[first..] {
                    if part.first >= to {
                        break;
                    }
                    let (from, to) = ((from - part.first).max(0), (to - part.first).min(part.body.items));
                    part.body.visit(base.wrapping_add(part.displacement), from, to, f)?;
                }
                Ok(())
            }
        }
    }
}

// Requirement: R-CONV-4, R-CONV-5.
fn visit_copies<'a, V: Visitor<'a>>(
    body: &'a Nest,
    stride: i64,
    base: i64,
    from: i64,
    to: i64,
    f: &mut V,
) -> Result<(), V::Error> {
    if from >= to {
        return Ok(());
    }
    let items = body.items;
    let at = |copy: i64| base.wrapping_add(copy.wrapping_mul(stride));
    let Form::Run { predefined, octets } = body.form else {
        let (head, tail) = whole_copies(items, from, to);
        if tail > head + 1
            && let Some(parts) = fields(body, stride)
        {
            return visit_ends(body, at, from..to, f, |head, tail, f| {
                f.records(Records { parts, displacement: at(head), stride, copies: tail - head, items })
            });
        }
        for copy in from / items..=(to - 1) / items {
            let (from, to) = ((from - copy * items).max(0), (to - copy * items).min(items));
            body.visit(at(copy), from, to, f)?;
        }
        return Ok(());
    };
    if stride == items * octets {
        let place =
            Place::Strided { displacement: base.wrapping_add(from.wrapping_mul(octets)), runs: 1, stride };
        return f.piece(Piece { predefined, octets, items: to - from, place });
    }
    visit_ends(body, at, from..to, f, |head, tail, f| {
        let place = Place::Strided { displacement: at(head), runs: tail - head, stride };
        f.piece(Piece { predefined, octets, items, place })
    })
}

fn visit_scattered<'a, V: Visitor<'a>>(
    body: &'a Nest,
    displacements: &'a [i64],
    base: i64,
    from: i64,
    to: i64,
    f: &mut V,
) -> Result<(), V::Error> {
    let items = body.items;
    let at = |copy: i64| base.wrapping_add(displacements[index(copy)]);
    let Form::Run { predefined, octets } = body.form else {
        for copy in from / items..=(to - 1) / items {
            let (from, to) = ((from - copy * items).max(0), (to - copy * items).min(items));
            body.visit(at(copy), from, to, f)?;
        }
        return Ok(());
    };
    visit_ends(body, at, from..to, f, |head, tail, f| {
        let displacements = &displacements[index(head)..index(tail)];
        f.piece(Piece { predefined, octets, items, place: Place::Listed { base, displacements } })
    })
}

/// Visits items of the copies of a body: whole copies together by `whole`, what is left of a copy at either end by the body.
fn visit_ends<'a, V: Visitor<'a>>(
    body: &'a Nest,
    at: impl Fn(i64) -> i64,
    Range { start: from, end: to }: Range<i64>,
    f: &mut V,
    whole: impl FnOnce(i64, i64, &mut V) -> Result<(), V::Error>,
) -> Result<(), V::Error> {
    let items = body.items;
    let (head, tail) = whole_copies(items, from, to);
    if head > tail {
        return body.visit(at(from / items), from % items, from % items + (to - from), f);
    }
    if from % items != 0 {
        body.visit(at(head - 1), from % items, items, f)?;
    }
    if head < tail {
        whole(head, tail, f)?;
    }
    if to % items != 0 {
        body.visit(at(tail), 0, to % items, f)?;
    }
    Ok(())
}

/// The first copy of which all items are among `from..to`, and the first after them that is not;
/// the first is the greater where all items are within one copy.
fn whole_copies(items: i64, from: i64, to: i64) -> (i64, i64) {
    (from / items + i64::from(from % items != 0), to / items)
}

/// Compiles each datatype once, however often it occurs in another.
#[derive(Default)]
struct Compiler {
    known: HashMap<*const Node, Arc<Nest>>,
    simpler: Vec<Typemap>,
}

impl Compiler {
    fn nest(&mut self, typemap: &Typemap) -> Result<Arc<Nest>, Error> {
        let key = Arc::as_ptr(&typemap.0);
        if let Some(known) = self.known.get(&key) {
            return Ok(Arc::clone(known));
        }
        let nest = self.compile(typemap)?;
        self.known.insert(key, Arc::clone(&nest));
        Ok(nest)
    }

    fn compile(&mut self, typemap: &Typemap) -> Result<Arc<Nest>, Error> {
        match typemap.constructor() {
            Constructor::Predefined(predefined) | Constructor::InFile(predefined, _) => {
                Ok(run(*predefined, typemap.size(), 1))
            }
            Constructor::Dup(old) | Constructor::Resized(.., old) => self.nest(old),
            Constructor::Contiguous(count, old) => repeat(*count, old.extent(), &self.nest(old)?),
            Constructor::Hvector(count, blocklength, stride, old) => {
                let block = repeat(*blocklength, old.extent(), &self.nest(old)?)?;
                repeat(*count, *stride, &block)
            }
            Constructor::Hindexed(blocks, old) => {
                let (body, extent) = (self.nest(old)?, old.extent());
                let mut lengths = HashMap::new();
                let mut parts = Vec::with_capacity(blocks.len());
                for &(blocklength, displacement) in blocks.iter() {
                    let block = match lengths.get(&blocklength) {
                        Some(block) => Arc::clone(block),
                        None => repeat(blocklength, extent, &body)?,
                    };
                    lengths.entry(blocklength).or_insert_with(|| Arc::clone(&block));
                    parts.push((displacement, block));
                }
                sequence(parts)
            }
            Constructor::HindexedBlock(blocklength, displacements, old) => {
                let block = repeat(*blocklength, old.extent(), &self.nest(old)?)?;
                scatter(displacements, &block)
            }
            Constructor::Struct(blocks) => {
                let part = |(blocklength, displacement, old): &(i64, i64, Typemap)| {
                    Ok((*displacement, repeat(*blocklength, old.extent(), &self.nest(old)?)?))
                };
                sequence(blocks.iter().map(part).collect::<Result<_, Error>>()?)
            }
            Constructor::Pair(_)
            | Constructor::PairInFile(..)
            | Constructor::Vector(..)
            | Constructor::Indexed(..)
            | Constructor::IndexedBlock(..)
            | Constructor::Subarray(..)
            | Constructor::Darray(..) => {
                let simpler = expand::simpler(typemap.constructor())?;
                let nest = self.nest(&simpler);
                // Kept alive, so that its address is not used again.
                self.simpler.push(simpler);
                nest
            }
        }
    }
}

fn run(predefined: Predefined, octets: i64, items: i64) -> Arc<Nest> {
    let form = Form::Run { predefined, octets };
    Arc::new(Nest { form, items, low: 0, high: items * octets, tally: [(predefined, items)].into() })
}

fn empty() -> Arc<Nest> {
    let form = Form::Sequence { parts: Box::default() };
    Arc::new(Nest { form, items: 0, low: 0, high: 0, tally: Box::default() })
}

fn repeat(count: i64, stride: i64, body: &Arc<Nest>) -> Result<Arc<Nest>, Error> {
    if count == 0 || body.items == 0 {
        return Ok(empty());
    }
    if count == 1 {
        return Ok(Arc::clone(body));
    }
    match &body.form {
        Form::Run { predefined, octets } if stride == body.high => {
            return Ok(run(
                *predefined,
                *octets,
                narrow(i128::from(body.items) * i128::from(count), "size")?,
            ));
        }
        Form::Loop { count: inner, stride: step, body: innermost }
            if i128::from(stride) == i128::from(*step) * i128::from(*inner) =>
        {
            return repeat(narrow(i128::from(*inner) * i128::from(count), "count")?, *step, innermost);
        }
        Form::Run { .. } | Form::Loop { .. } | Form::Scatter { .. } | Form::Sequence { .. } => {}
    }
    let last = i128::from(stride) * i128::from(count - 1);
    let low = narrow(i128::from(body.low) + last.min(0), "displacement")?;
    let high = narrow(i128::from(body.high) + last.max(0), "displacement")?;
    let items = narrow(i128::from(body.items) * i128::from(count), "number of items")?;
    let tally = body.tally.iter().map(|&(predefined, items)| (predefined, items * count)).collect();
    Ok(Arc::new(Nest { form: Form::Loop { count, stride, body: Arc::clone(body) }, items, low, high, tally }))
}

/// Copies at displacements: a loop where these are at a stride.
fn scatter(displacements: &[i64], body: &Arc<Nest>) -> Result<Arc<Nest>, Error> {
    let (Some(&first), Some(lowest), Some(highest)) =
        (displacements.first(), displacements.iter().min(), displacements.iter().max())
    else {
        return Ok(empty());
    };
    if body.items == 0 {
        return Ok(empty());
    }
    if let Some(stride) = common_stride(displacements) {
        return moved(first, repeat(count(displacements.len()), stride, body)?);
    }
    let low = narrow(i128::from(body.low) + i128::from(*lowest), "displacement")?;
    let high = narrow(i128::from(body.high) + i128::from(*highest), "displacement")?;
    let copies = count(displacements.len());
    let items = narrow(i128::from(body.items) * i128::from(copies), "number of items")?;
    let tally = body.tally.iter().map(|&(predefined, items)| (predefined, items * copies)).collect();
    let form = Form::Scatter { displacements: displacements.into(), body: Arc::clone(body) };
    Ok(Arc::new(Nest { form, items, low, high, tally }))
}

fn common_stride(displacements: &[i64]) -> Option<i64> {
    let &[first, second, ..] = displacements else { return Some(0) };
    let stride = second.checked_sub(first)?;
    displacements.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(stride)).then_some(stride)
}

fn moved(displacement: i64, body: Arc<Nest>) -> Result<Arc<Nest>, Error> {
    sequence_of(vec![(displacement, body)])
}

/// Parts of a sequence within which those of inner sequences are counted among its own.
const FLATTENED: usize = 64;

/// Parts one after the other: merged where they touch, a list where they are all alike.
fn sequence(parts: Vec<(i64, Arc<Nest>)>) -> Result<Arc<Nest>, Error> {
    let mut merged: Vec<(i64, Arc<Nest>)> = Vec::with_capacity(parts.len());
    for (displacement, body) in parts {
        if body.items == 0 {
            continue;
        }
        if let Form::Sequence { parts } = &body.form
            && (parts.len() == 1 || merged.len() + parts.len() <= FLATTENED)
        {
            for part in parts {
                let inner = i128::from(displacement) + i128::from(part.displacement);
                push(&mut merged, narrow(inner, "displacement")?, Arc::clone(&part.body));
            }
        } else {
            push(&mut merged, displacement, body);
        }
    }
    if let [(_, first), rest @ ..] = &*merged
        && !rest.is_empty()
        && rest.iter().all(|(_, body)| alike(first, body))
    {
        let displacements: Vec<i64> = merged.iter().map(|part| part.0).collect();
        return scatter(&displacements, first);
    }
    sequence_of(merged)
}

fn push(merged: &mut Vec<(i64, Arc<Nest>)>, displacement: i64, body: Arc<Nest>) {
    if let Some((before, last)) = merged.last_mut()
        && let (Form::Run { predefined, octets }, Form::Run { predefined: next, octets: others }) =
            (&last.form, &body.form)
        && (predefined, octets) == (next, others)
        && before.checked_add(last.high) == Some(displacement)
        && let Some(items) = last.items.checked_add(body.items)
        && items.checked_mul(*octets).is_some()
    {
        *last = run(*predefined, *octets, items);
    } else {
        merged.push((displacement, body));
    }
}

/// Whether two parts are copies; told only where that is seen at once.
fn alike(one: &Arc<Nest>, other: &Arc<Nest>) -> bool {
    Arc::ptr_eq(one, other) || matches!(one.form, Form::Run { .. }) && one == other
}

fn sequence_of(parts: Vec<(i64, Arc<Nest>)>) -> Result<Arc<Nest>, Error> {
    if let [(0, body)] = &*parts {
        return Ok(Arc::clone(body));
    }
    let (mut items, mut low, mut high) = (0_i128, i128::MAX, i128::MIN);
    let mut tally = vec![0_i64; Predefined::COUNT];
    let mut placed = Vec::with_capacity(parts.len());
    for (displacement, body) in parts {
        low = low.min(i128::from(displacement) + i128::from(body.low));
        high = high.max(i128::from(displacement) + i128::from(body.high));
        for &(predefined, items) in &body.tally {
            tally[predefined as usize] += items;
        }
        let first = narrow(items, "number of items")?;
        items += i128::from(body.items);
        placed.push(Part { first, displacement, body });
    }
    if placed.is_empty() {
        return Ok(empty());
    }
    let tally = Predefined::all().zip(tally).filter(|&(_, items)| items != 0).collect();
    let (low, high) = (narrow(low, "displacement")?, narrow(high, "displacement")?);
    let items = narrow(items, "number of items")?;
    let form = Form::Sequence { parts: placed.into() };
    Ok(Arc::new(Nest { form, items, low, high, tally }))
}
