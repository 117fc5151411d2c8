//! A typemap made into a nest: loops are merged where they are one, neighboring runs too.

use std::collections::HashMap;
use std::sync::Arc;

use super::bounds::narrow;
use super::nest::{Blocks, Form, Nest, Part};
use super::{Constructor, Node, Typemap, expand};
use crate::error::Error;
use crate::num::count;
use crate::predefined::Predefined;

/// The nest of a typemap, and a type whose items have other bytes in it than in memory.
pub(super) fn nest(typemap: &Typemap) -> Result<(Arc<Nest>, Option<Predefined>), Error> {
    let mut compiler = Compiler::default();
    let nest = compiler.nest(typemap)?;
    Ok((nest, compiler.foreign))
}

/// Compiles each datatype once, however often it occurs in another.
#[derive(Default)]
struct Compiler {
    known: HashMap<*const Node, Arc<Nest>>,
    simpler: Vec<Typemap>,
    /// A type of items of a file that have other bytes than native ones.
    foreign: Option<Predefined>,
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
                if typemap.size() != count(predefined.native_size()) {
                    self.foreign = Some(*predefined);
                }
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
                if let Form::Run { predefined, bytes } = body.form
                    && body.high == extent
                {
                    return irregular(predefined, bytes, body.items, blocks);
                }
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

fn run(predefined: Predefined, bytes: i64, items: i64) -> Arc<Nest> {
    let form = Form::Run { predefined, bytes };
    Arc::new(Nest { form, items, low: 0, high: items * bytes, tally: [(predefined, items)].into() })
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
        Form::Run { predefined, bytes } if stride == body.high => {
            return Ok(run(*predefined, *bytes, narrow(i128::from(body.items) * i128::from(count), "size")?));
        }
        Form::Loop { count: inner, stride: step, body: innermost }
            if i128::from(stride) == i128::from(*step) * i128::from(*inner) =>
        {
            return repeat(narrow(i128::from(*inner) * i128::from(count), "count")?, *step, innermost);
        }
        Form::Run { .. }
        | Form::Loop { .. }
        | Form::Scatter { .. }
        | Form::Blocks { .. }
        | Form::Sequence { .. } => {}
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

/// Blocks of so many copies of `each` items that lie without gaps. `blocks`: copies, displacement.
fn irregular(
    predefined: Predefined,
    bytes: i64,
    each: i64,
    blocks: &[(i64, i64)],
) -> Result<Arc<Nest>, Error> {
    let mut runs: Vec<(i64, i64)> = Vec::with_capacity(blocks.len());
    for &(copies, displacement) in blocks {
        let items = narrow(i128::from(copies) * i128::from(each), "number of items")?;
        if items == 0 {
            continue;
        }
        if let Some((before, last)) = runs.last_mut()
            && i128::from(*before) + i128::from(*last) * i128::from(bytes) == i128::from(displacement)
        {
            *last = narrow(i128::from(*last) + i128::from(items), "number of items")?;
        } else {
            runs.push((displacement, items));
        }
    }
    let Some(&(_, items)) = runs.first() else { return Ok(empty()) };
    if runs.iter().all(|run| run.1 == items) {
        let displacements: Vec<i64> = runs.iter().map(|run| run.0).collect();
        return scatter(&displacements, &run(predefined, bytes, items));
    }
    if runs.len() <= FLATTENED {
        let parts = runs.iter().map(|&(displacement, items)| (displacement, run(predefined, bytes, items)));
        return sequence_of(parts.collect());
    }
    blocks_of(predefined, bytes, &runs)
}

/// `runs`: displacement and items of each; at least one.
fn blocks_of(predefined: Predefined, bytes: i64, runs: &[(i64, i64)]) -> Result<Arc<Nest>, Error> {
    let (mut items, mut low, mut high) = (0_i128, i128::MAX, i128::MIN);
    for &(displacement, run) in runs {
        let displacement = i128::from(displacement);
        items += i128::from(run);
        low = low.min(displacement);
        high = high.max(displacement + i128::from(run) * i128::from(bytes));
    }
    let (low, high) = (narrow(low, "displacement")?, narrow(high, "displacement")?);
    let items = narrow(items, "number of items")?;
    let form = Form::Blocks { predefined, bytes, blocks: Blocks::of(runs) };
    Ok(Arc::new(Nest { form, items, low, high, tally: [(predefined, items)].into() }))
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
        && let (Form::Run { predefined, bytes }, Form::Run { predefined: next, bytes: others }) =
            (&last.form, &body.form)
        && (predefined, bytes) == (next, others)
        && before.checked_add(last.high) == Some(displacement)
        && let Some(items) = last.items.checked_add(body.items)
        && items.checked_mul(*bytes).is_some()
    {
        *last = run(*predefined, *bytes, items);
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
