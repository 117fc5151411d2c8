//! Compiles a typemap to a nest. Loops that form one loop are merged, and so are neighboring runs.

use std::collections::HashMap;
use std::sync::Arc;

use super::bounds::{checked_product, narrow};
use super::expand;
use super::nest::{Nest, NestForm, RunStarts, SequencePart};
use super::typemap::{Constructor, Typemap, TypemapNode};
use crate::error::Error;
use crate::num::{index, to_i64};
use crate::predefined::Predefined;

/// The nest of a typemap, and a type of it whose items have other sizes than in memory.
pub(super) fn compile_nest(typemap: &Typemap) -> Result<(Arc<Nest>, Option<Predefined>), Error> {
    let mut compiler = NestCompiler::default();
    let nest = compiler.compile(typemap)?;
    Ok((nest, compiler.foreign))
}

/// Compiles each datatype once, however often it occurs in another.
#[derive(Default)]
struct NestCompiler {
    known: HashMap<*const TypemapNode, Arc<Nest>>,
    simpler: Vec<Typemap>,
    /// A type whose items in a file have other sizes than native ones.
    foreign: Option<Predefined>,
}

impl NestCompiler {
    /// Calls itself for the types that the typemap is made of. It keeps little on the stack, because stacks may be
    /// small.
    fn compile(&mut self, typemap: &Typemap) -> Result<Arc<Nest>, Error> {
        // The address stands for the typemap. It is not used again while the typemap is alive, which the caller's is.
        let key = Arc::as_ptr(&typemap.0);
        if let Some(known) = self.known.get(&key) {
            return Ok(Arc::clone(known));
        }
        let constructor = typemap.constructor();
        let nest = if let Some(simpler) = expand::expand_constructor(constructor)? {
            let nest = self.compile(&simpler)?;
            // Kept alive, so that its address is not used again.
            self.simpler.push(simpler);
            nest
        } else {
            let mut olds = Vec::new();
            for old in constructor.olds() {
                olds.push(self.compile(old)?);
            }
            if let Constructor::Predefined(predefined) | Constructor::InFile(predefined, _) = constructor
                // A size unlike the native one comes from a representation. Such a datatype describes a file and no
                // memory.
                && typemap.size() != to_i64(predefined.native_size())
            {
                self.foreign = Some(*predefined);
            }
            nest_around(typemap, &olds)?
        };
        self.known.insert(key, Arc::clone(&nest));
        Ok(nest)
    }
}

/// The nest of a typemap, made from the nests of the types that it is made of.
fn nest_around(typemap: &Typemap, olds: &[Arc<Nest>]) -> Result<Arc<Nest>, Error> {
    match (typemap.constructor(), olds) {
        (Constructor::Predefined(predefined) | Constructor::InFile(predefined, _), _) => {
            nest_run(*predefined, typemap.size(), 1)
        }
        // Only the bounds differ, and a nest has none: the items lie at the same places.
        (Constructor::Dup(_) | Constructor::Resized(..), [old]) => Ok(Arc::clone(old)),
        (Constructor::Contiguous(count, typemap), [old]) => repeat_nest(*count, typemap.extent(), old),
        // The old type may have a nest whose copies would not fit in 64 bits.
        (Constructor::Hvector(0, ..), _) => Ok(empty_nest()),
        (Constructor::Hvector(count, blocklength, stride, typemap), [old]) => {
            repeat_nest(*count, *stride, &repeat_nest(*blocklength, typemap.extent(), old)?)
        }
        (Constructor::Hindexed(blocks, typemap), [old]) => nest_indexed(blocks, typemap.extent(), old),
        (Constructor::HindexedBlock(_, displacements, _), _) if displacements.is_empty() => Ok(empty_nest()),
        (Constructor::HindexedBlock(blocklength, displacements, typemap), [old]) => {
            scatter_nest(displacements, &repeat_nest(*blocklength, typemap.extent(), old)?)
        }
        (Constructor::Struct(blocks), olds) => {
            let part = |((blocklength, displacement, typemap), old): (&(i64, i64, Typemap), &Arc<Nest>)| {
                Ok((*displacement, repeat_nest(*blocklength, typemap.extent(), old)?))
            };
            nest_sequence(blocks.iter().zip(olds).map(part).collect::<Result<_, Error>>()?)
        }
        (constructor, _) => unreachable!("{constructor:?} is made of one typemap, or has a simpler one"),
    }
}

/// Blocks of copies of a body, at displacements in extents.
fn nest_indexed(blocks: &[(i64, i64)], extent: i64, body: &Arc<Nest>) -> Result<Arc<Nest>, Error> {
    // The common case, an array of numbers: each block is a run, and the list can be kept as `Blocks`.
    if let NestForm::Run { predefined, bytes } = body.form
        && body.high == extent
    {
        return nest_irregular(predefined, bytes, body.items, blocks);
    }
    let mut lengths = HashMap::new();
    let mut parts = Vec::with_capacity(blocks.len());
    for &(blocklength, displacement) in blocks {
        // Blocks of one length share a nest. `are_alike` then sees by its address that they are copies.
        let block = match lengths.get(&blocklength) {
            Some(block) => Arc::clone(block),
            None => repeat_nest(blocklength, extent, body)?,
        };
        lengths.entry(blocklength).or_insert_with(|| Arc::clone(&block));
        parts.push((displacement, block));
    }
    nest_sequence(parts)
}

/// The first items of a nest.
pub(super) fn take_prefix(nest: &Arc<Nest>, items: i64) -> Result<Arc<Nest>, Error> {
    if items == nest.items {
        return Ok(Arc::clone(nest));
    }
    if items == 0 {
        return Ok(empty_nest());
    }
    match &nest.form {
        NestForm::Run { predefined, bytes } => nest_run(*predefined, *bytes, items),
        NestForm::Loop { stride, body, .. } => {
            let (whole, rest) = (items / body.items, items % body.items);
            let (copies, rest) = (repeat_nest(whole, *stride, body)?, take_prefix(body, rest)?);
            // If `items` is a whole number of copies, the rest is empty, and `nest_sequence` leaves it out.
            nest_sequence(vec![(0, copies), (stride.wrapping_mul(whole), rest)])
        }
        NestForm::Scatter { displacements, body } => {
            let (whole, rest) = (index(items / body.items), items % body.items);
            let (copies, rest) = (scatter_nest(&displacements[..whole], body)?, take_prefix(body, rest)?);
            // `displacements[whole]` exists, because not all items are wanted.
            nest_sequence(vec![(0, copies), (displacements[whole], rest)])
        }
        NestForm::Blocks { predefined, bytes, blocks } => {
            // `find_block` takes a position, and the last item of the prefix has position `items - 1`.
            let last = blocks.find_block(items - 1);
            let mut runs: Vec<(i64, i64)> = blocks.runs().take(last + 1).collect();
            runs[last].1 = items - blocks.first(last);
            nest_blocks(*predefined, *bytes, &runs)
        }
        NestForm::Sequence { parts } => {
            let before = parts.iter().take_while(|part| part.first < items);
            let whole = |part: &SequencePart| {
                Ok((part.displacement, take_prefix(&part.body, part.body.items.min(items - part.first))?))
            };
            nest_sequence(before.map(whole).collect::<Result<_, Error>>()?)
        }
    }
}

fn nest_run(predefined: Predefined, bytes: i64, items: i64) -> Result<Arc<Nest>, Error> {
    let high = checked_product(items, bytes, "size")?;
    Ok(Nest::from_form(NestForm::Run { predefined, bytes }, items, (0, high), [(predefined, items)].into()))
}

fn empty_nest() -> Arc<Nest> {
    Nest::from_form(NestForm::Sequence { parts: Box::default() }, 0, (0, 0), Box::default())
}

fn repeat_nest(count: i64, stride: i64, body: &Arc<Nest>) -> Result<Arc<Nest>, Error> {
    // Without this, a copy of nothing would need bounds, and strides that do not fit would be errors.
    if count == 0 || body.items == 0 {
        return Ok(empty_nest());
    }
    if count == 1 {
        return Ok(Arc::clone(body));
    }
    // Copies of a body that is only displaced are displaced copies of its part, which may be one run.
    if let NestForm::Sequence { parts } = &body.form
        && let [part] = &**parts
    {
        return shift_nest(part.displacement, repeat_nest(count, stride, &part.body)?);
    }
    match &body.form {
        // Copies without gaps between them are one longer run.
        NestForm::Run { predefined, bytes } if stride == body.high => {
            return nest_run(*predefined, *bytes, checked_product(body.items, count, "size")?);
        }
        NestForm::Loop { count: inner, stride: step, body: innermost }
            // The outer copies go on where the inner ones end, so both loops are one.
            if i128::from(stride) == i128::from(*step) * i128::from(*inner) =>
        {
            return repeat_nest(checked_product(*inner, count, "count")?, *step, innermost);
        }
        NestForm::Run { .. }
        | NestForm::Loop { .. }
        | NestForm::Scatter { .. }
        | NestForm::Blocks { .. }
        | NestForm::Sequence { .. } => {}
    }
    // The bounds of a loop are those of its first and its last copy: which is lower depends on the sign of the stride.
    let last = i128::from(stride) * i128::from(count - 1);
    let low = narrow(i128::from(body.low) + last.min(0), "displacement")?;
    let high = narrow(i128::from(body.high) + last.max(0), "displacement")?;
    let items = checked_product(body.items, count, "number of items")?;
    let tally = body.tally.iter().map(|&(predefined, items)| (predefined, items * count)).collect();
    Ok(Nest::from_form(NestForm::Loop { count, stride, body: Arc::clone(body) }, items, (low, high), tally))
}

/// Copies at displacements: a loop if the displacements are at a stride.
fn scatter_nest(displacements: &[i64], body: &Arc<Nest>) -> Result<Arc<Nest>, Error> {
    let (Some(&first), Some(lowest), Some(highest)) =
        (displacements.first(), displacements.iter().min(), displacements.iter().max())
    else {
        return Ok(empty_nest());
    };
    if body.items == 0 {
        return Ok(empty_nest());
    }
    // Loops are visited and compared without a look at each copy. Lists are not.
    if let Some(stride) = common_stride(displacements) {
        return shift_nest(first, repeat_nest(to_i64(displacements.len()), stride, body)?);
    }
    let low = narrow(i128::from(body.low) + i128::from(*lowest), "displacement")?;
    let high = narrow(i128::from(body.high) + i128::from(*highest), "displacement")?;
    let copies = to_i64(displacements.len());
    let items = checked_product(body.items, copies, "number of items")?;
    let tally = body.tally.iter().map(|&(predefined, items)| (predefined, items * copies)).collect();
    let form = NestForm::Scatter { displacements: displacements.into(), body: Arc::clone(body) };
    Ok(Nest::from_form(form, items, (low, high), tally))
}

fn common_stride(displacements: &[i64]) -> Option<i64> {
    // A single displacement has any stride. Zero cannot be too large.
    let &[first, second, ..] = displacements else { return Some(0) };
    let stride = second.checked_sub(first)?;
    displacements.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(stride)).then_some(stride)
}

fn shift_nest(displacement: i64, body: Arc<Nest>) -> Result<Arc<Nest>, Error> {
    nest_parts(vec![(displacement, body)])
}

/// Blocks of copies of `each` items without gaps. `blocks`: copies and displacement of each.
fn nest_irregular(
    predefined: Predefined,
    bytes: i64,
    each: i64,
    blocks: &[(i64, i64)],
) -> Result<Arc<Nest>, Error> {
    let mut runs: Vec<(i64, i64)> = Vec::with_capacity(blocks.len());
    for &(copies, displacement) in blocks {
        let items = checked_product(copies, each, "number of items")?;
        if items == 0 {
            continue;
        }
        // A block that begins where the one before it ends goes on with its run.
        if let Some((before, last)) = runs.last_mut()
            && i128::from(*before) + i128::from(*last) * i128::from(bytes) == i128::from(displacement)
        {
            *last = narrow(i128::from(*last) + i128::from(items), "number of items")?;
        } else {
            runs.push((displacement, items));
        }
    }
    let Some(&(_, items)) = runs.first() else { return Ok(empty_nest()) };
    // Blocks of one length are copies of a run, which `scatter_nest` may turn into a loop.
    if runs.iter().all(|run| run.1 == items) {
        let displacements: Vec<i64> = runs.iter().map(|run| run.0).collect();
        return scatter_nest(&displacements, &nest_run(predefined, bytes, items)?);
    }
    // Few runs are parts of a sequence, so that they can become the fields of records.
    if runs.len() <= FLATTENED {
        let part =
            |&(displacement, items): &(i64, i64)| Ok((displacement, nest_run(predefined, bytes, items)?));
        return nest_parts(runs.iter().map(part).collect::<Result<_, Error>>()?);
    }
    nest_blocks(predefined, bytes, &runs)
}

/// `runs`: displacement and items of each run. There is at least one.
fn nest_blocks(predefined: Predefined, bytes: i64, runs: &[(i64, i64)]) -> Result<Arc<Nest>, Error> {
    // In 128 bits, so that only the results must fit.
    let (mut items, mut low, mut high) = (0_i128, i128::MAX, i128::MIN);
    for &(displacement, run) in runs {
        let displacement = i128::from(displacement);
        items += i128::from(run);
        low = low.min(displacement);
        high = high.max(displacement + i128::from(run) * i128::from(bytes));
    }
    let (low, high) = (narrow(low, "displacement")?, narrow(high, "displacement")?);
    let items = narrow(items, "number of items")?;
    let form = NestForm::Blocks { predefined, bytes, blocks: RunStarts::from_runs(runs) };
    Ok(Nest::from_form(form, items, (low, high), [(predefined, items)].into()))
}

/// The most parts of a sequence up to which it takes in the parts of inner sequences.
const FLATTENED: usize = 64;

/// Parts one after the other. Parts that touch are merged, and parts that are all alike become a list.
fn nest_sequence(parts: Vec<(i64, Arc<Nest>)>) -> Result<Arc<Nest>, Error> {
    let mut merged: Vec<(i64, Arc<Nest>)> = Vec::with_capacity(parts.len());
    for (displacement, body) in parts {
        // A part without items would have no course, and no place among the parts.
        if body.items == 0 {
            continue;
        }
        // Inner sequences are taken in while the result stays short: then their runs may merge, and the whole may be a
        // record.
        if let NestForm::Sequence { parts } = &body.form
            && (parts.len() == 1 || merged.len() + parts.len() <= FLATTENED)
        {
            for part in parts {
                let inner = i128::from(displacement) + i128::from(part.displacement);
                push_part(&mut merged, narrow(inner, "displacement")?, Arc::clone(&part.body))?;
            }
        } else {
            push_part(&mut merged, displacement, body)?;
        }
    }
    if let [(_, first), rest @ ..] = &*merged
        && !rest.is_empty()
        // `are_alike` compares by address, or by the run. So this costs little, even for many parts.
        && rest.iter().all(|(_, body)| are_alike(first, body))
    {
        let displacements: Vec<i64> = merged.iter().map(|part| part.0).collect();
        return scatter_nest(&displacements, first);
    }
    nest_parts(merged)
}

fn push_part(merged: &mut Vec<(i64, Arc<Nest>)>, displacement: i64, body: Arc<Nest>) -> Result<(), Error> {
    if let Some((before, last)) = merged.last_mut()
        && let (NestForm::Run { predefined, bytes }, NestForm::Run { predefined: next, bytes: others }) =
            (&last.form, &body.form)
        && (predefined, bytes) == (next, others)
        // Displacements and items of the merged run must fit. If they do not, the parts stay apart, and the sums are
        // refused later.
        && before.checked_add(last.high) == Some(displacement)
        && let Some(items) = last.items.checked_add(body.items)
        && items.checked_mul(*bytes).is_some()
    {
        *last = nest_run(*predefined, *bytes, items)?;
    } else {
        merged.push((displacement, body));
    }
    Ok(())
}

/// Whether two parts are known to be equal. Only addresses and single runs are compared, so that
/// this is fast. Other equal parts are not recognized.
fn are_alike(one: &Arc<Nest>, other: &Arc<Nest>) -> bool {
    let run = |nest: &Nest| match nest.form {
        NestForm::Run { predefined, bytes } => Some((predefined, bytes, nest.items)),
        NestForm::Loop { .. }
        | NestForm::Scatter { .. }
        | NestForm::Blocks { .. }
        | NestForm::Sequence { .. } => None,
    };
    Arc::ptr_eq(one, other) || run(one).is_some_and(|one| Some(one) == run(other))
}

fn nest_parts(parts: Vec<(i64, Arc<Nest>)>) -> Result<Arc<Nest>, Error> {
    // A sequence of one part that is not displaced is the part.
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
            // The constructor has checked that all items together fit in 64 bits.
            tally[predefined as usize] += items;
        }
        let first = narrow(items, "number of items")?;
        items += i128::from(body.items);
        placed.push(SequencePart { first, displacement, body });
    }
    if placed.is_empty() {
        return Ok(empty_nest());
    }
    let tally = Predefined::all().zip(tally).filter(|&(_, items)| items != 0).collect();
    let (low, high) = (narrow(low, "displacement")?, narrow(high, "displacement")?);
    let items = narrow(items, "number of items")?;
    let form = NestForm::Sequence { parts: placed.into() };
    Ok(Nest::from_form(form, items, (low, high), tally))
}
