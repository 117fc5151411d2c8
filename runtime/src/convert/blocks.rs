//! Slices of scalars: a vectorized loop converts blocks of ordinary items, and the other items are converted one by
//! one.
//!
//! Most items of most files are ordinary: zero, or a number that is normal on both sides. The code that the generator
//! emits for ordinary items has neither branches nor rules, and counts only rounded items. A whole block is converted
//! in that way. If one of its items is not ordinary, the block is converted again, and its odd items by the exact form,
//! which knows every rule. Conversions without a form for ordinary items, such as those of decimals, are always exact.
//!
//! Variants that were slower: counting every event in the vectorized loop (eight counters of 64 bits cost more than the
//! conversion), leaving the loop at the first odd item (which costs two thirds), and blocks of 256 (no faster than 64,
//! and an odd item costs more).

#![expect(
    clippy::inline_always,
    reason = "a conversion is one loop body: a call left in it would keep it from being vectorized"
)]

use super::ordinary::Ordinary;
use super::scalar::{ByteOrder, Convert};
use super::tally::Tally;
use crate::kernel::dense::{self, Dense};
use crate::kernel::large::{self, Trial, Way};
use crate::kernel::stream::{self, STAGE, Stage};
use crate::kernel::table::{self, Table};
use crate::kernel::{self, AnyProcessor, Kernel, Processor};
use crate::loss::{Kinds, Loss};

/// How many items are converted together: few enough that an odd one among them costs little.
const BLOCK: usize = 64;

/// The block size for items of one or two bytes: the compiler unrolls a loop of 64 before it can be vectorized.
const SMALL_BLOCK: usize = 128;

/// The block size if underflows and overflows are ordinary: few items are odd then, and all counts are added up once
/// for a block.
const COUNTED_BLOCK: usize = 256;

/// The block size for floats if one side has eight bytes. A loop over more vectors is unrolled as a whole, and runs out
/// of registers. Integers need few instructions: a loop over fewer of them is unrolled before it can be vectorized.
const LONG_BLOCK: usize = 32;

/// Items of four bytes in a vector of 512 bits.
const VECTOR: usize = 16;

/// How many bytes are looked up in a table together: few enough that a byte that the table does not map costs little.
const PART: usize = 512;

/// The length of a cache line: vectors that begin at its multiples are stored without touching two lines.
const LINE: usize = 64;

/// How many items of a block had each event: ten bits for each count.
#[derive(Debug, Clone, Copy, Default)]
struct Events(u32);

impl Events {
    const UNDERFLOW: u32 = 10;
    const OVERFLOW: u32 = 20;

    #[inline(always)]
    fn count<T>(&mut self, made: &Ordinary<T>) {
        // Selections and no branches, which the loop could not have. An overflow is counted alone, whatever else is
        // set.
        let event = if made.tiny { 1 << Self::UNDERFLOW } else { 1 };
        let event = if made.inexact { event } else { 0 };
        self.0 += if made.overflow { 1 << Self::OVERFLOW } else { event };
    }

    /// Adds the counts. `beyond`: there may be underflows and overflows, too.
    #[inline(always)]
    fn add_to(self, beyond: bool, loss: &mut Loss) {
        // Ten bits for each count: a block has at most 256 items, so none of the fields runs into the next.
        if beyond {
            loss.inexact += u64::from(self.0 & 0x3FF);
            loss.underflow += u64::from(self.0 >> Self::UNDERFLOW & 0x3FF);
            loss.overflow += u64::from(self.0 >> Self::OVERFLOW);
        } else {
            // The whole word is one count. A mask would cost an instruction for each block.
            loss.inexact += u64::from(self.0);
        }
    }
}

/// One direction of a conversion, as the loops need it.
pub(super) trait OneWay: 'static {
    type From: Dense;
    type To: Dense;
    /// The order of the bytes, if an item has the same bytes on both sides.
    const ORDER: Option<ByteOrder>;
    /// The table that maps an item to its result, if both are single bytes.
    const TABLE: Option<&'static Table>;
    /// Whether there is a form for ordinary items that is worth a loop.
    const IN_BLOCKS: bool;
    /// Ordinary items may be rounded, but never underflow or overflow.
    const ROUNDED: bool = false;
    /// Ordinary items may underflow or overflow.
    const BEYOND: bool = false;

    fn ordinary<P: Processor>(from: Self::From) -> Ordinary<Self::To>;
    fn exact(from: Self::From) -> (Self::To, Kinds);
}

/// File to native.
pub(super) struct Read<C>(C);

impl<C: Convert> OneWay for Read<C> {
    type From = C::File;
    type To = C::Native;
    const ORDER: Option<ByteOrder> = C::ORDER;
    const TABLE: Option<&'static Table> = C::READ_TABLE;
    const IN_BLOCKS: bool = C::READS_IN_BLOCKS;

    #[inline(always)]
    fn ordinary<P: Processor>(file: C::File) -> Ordinary<C::Native> {
        C::read_ordinary::<P>(file)
    }

    fn exact(file: C::File) -> (C::Native, Kinds) {
        C::read(file)
    }
}

/// Native to file.
pub(super) struct Write<C>(C);

impl<C: Convert> OneWay for Write<C> {
    type From = C::Native;
    type To = C::File;
    const ORDER: Option<ByteOrder> = C::ORDER;
    const TABLE: Option<&'static Table> = C::WRITE_TABLE;
    const IN_BLOCKS: bool = C::WRITES_IN_BLOCKS;
    const ROUNDED: bool = C::WRITES_ROUNDED;
    const BEYOND: bool = C::WRITES_BEYOND;

    #[inline(always)]
    fn ordinary<P: Processor>(native: C::Native) -> Ordinary<C::File> {
        C::write_ordinary(native)
    }

    fn exact(native: C::Native) -> (C::File, Kinds) {
        C::write(native)
    }
}

/// Converts as many items as the shorter slice has.
#[inline(never)]
pub(super) fn convert<D: OneWay>(mut from: &[D::From], mut to: &mut [D::To], loss: &mut Loss) {
    if const { is_copy::<D>() } {
        return copy(from, to);
    }
    // Decided when this is compiled: a conversion has the code of its own way alone.
    if const { D::TABLE.is_none() && !D::IN_BLOCKS } {
        return exactly::<D>(from, to, loss);
    }
    // Only the output matters: the loads are the same in either way.
    if large::is_large(size_of_val(to)) {
        let done = convert_large::<D>(from, to, loss);
        (from, to) = (&from[done..], &mut to[done..]);
        if to.is_empty() {
            return;
        }
    }
    if const { D::TABLE.is_some() } {
        by_table::<D>(from, to, loss);
    } else if const { D::BEYOND } {
        convert_blocks::<D, COUNTED_BLOCK, COUNTED_BLOCK>(from, to, loss);
    } else if const { size_of::<D::From>() <= 2 && size_of::<D::To>() <= 2 } {
        convert_blocks::<D, SMALL_BLOCK, SMALL_BLOCK>(from, to, loss);
    } else if const { has_floats::<D>() && (size_of::<D::From>() == 8 || size_of::<D::To>() == 8) } {
        convert_blocks::<D, LONG_BLOCK, { LONG_BLOCK / 2 }>(from, to, loss);
    } else if const { D::ORDER.is_none() } {
        convert_blocks::<D, BLOCK, { BLOCK / 2 }>(from, to, loss);
    } else {
        convert_blocks::<D, BLOCK, BLOCK>(from, to, loss);
    }
}

/// Converts the items of a large output that are stored past the caches, all or none but for the comparison of ways.
/// Returns how many these are.
#[inline(never)]
fn convert_large<D: OneWay>(from: &[D::From], to: &mut [D::To], loss: &mut Loss) -> usize {
    let count = from.len().min(to.len());
    let mut done = 0;
    // At most once in a process: two pieces of the output by each way, the second of which is timed.
    if let Some(trial) = Trial::begin(size_of_val(to)) {
        let items = trial.phase() / size_of::<D::To>().max(1);
        trial.run(&mut |way| {
            let end = count.min(done + items);
            let (from, to) = (&from[done..end], &mut to[done..end]);
            match way {
                // An output of this size is not large by itself.
                Way::Through => convert::<D>(from, to, loss),
                Way::Past => convert_past_caches::<D>(from, to, loss),
            }
            done = end;
        });
    }
    // The rest of the output, by the way that is known now. Through the caches, the caller converts it.
    if large::way() == Way::Past {
        convert_past_caches::<D>(&from[done..count], &mut to[done..count], loss);
        done = count;
    }
    done
}

/// Whether the conversion is one of floats, and more than a change of byte order.
const fn has_floats<D: OneWay>() -> bool {
    D::ORDER.is_none() && (<D::From as Dense>::FLOATS || <D::To as Dense>::FLOATS)
}

/// Whether an item has the same bytes in the same order on both sides.
const fn is_copy<D: OneWay>() -> bool {
    let native = if cfg!(target_endian = "little") { ByteOrder::Little } else { ByteOrder::Big };
    let kept = match D::ORDER {
        None => false,
        // A single byte is the same in every order.
        Some(order) => size_of::<D::To>() == 1 || order as u8 == native as u8,
    };
    // A type such as `bool` must be looked at, as not all of its bytes are values.
    kept && <D::To as Dense>::ANY && size_of::<D::From>() == size_of::<D::To>()
}

/// Copies as many items as the shorter slice has. Any bytes are items.
fn copy<F: Dense, T: Dense>(from: &[F], to: &mut [T]) {
    let (from, to) = (dense::bytes(from), dense::bytes_mut(to));
    let count = from.len().min(to.len());
    stream::copy_as_is(&from[..count], &mut to[..count]);
}

/// Converts bytes by a table. Parts with a byte that the table does not map are converted exactly.
fn by_table<D: OneWay>(from: &[D::From], to: &mut [D::To], loss: &mut Loss) {
    let Some(table) = D::TABLE else { return };
    // Every byte has a result, so there is nothing to look for.
    let Some(odd) = table.without else {
        return table::look_up(table, dense::bytes(from), dense::bytes_mut(to));
    };
    for (from, to) in from.chunks(PART).zip(to.chunks_mut(PART)) {
        let bytes = dense::bytes(from);
        // Looks at all bytes: a search that ends at the first match is slower.
        if bytes.iter().fold(u8::MAX, |least, byte| least.min(byte ^ odd)) == 0 {
            exactly::<D>(from, to, loss);
        } else {
            table::look_up(table, bytes, dense::bytes_mut(to));
        }
    }
}

/// Converts by blocks of `N` items, or of `HALF` items on processors that take blocks in halves.
#[inline(always)]
fn convert_blocks<D: OneWay, const N: usize, const HALF: usize>(
    from: &[D::From],
    to: &mut [D::To],
    loss: &mut Loss,
) {
    let count = from.len().min(to.len());
    let (mut from, mut to) = (&from[..count], &mut to[..count]);
    if const { D::ORDER.is_some() } {
        // `align_offset` counts items. It is huge if items of this size never begin at a line.
        let head = to.as_ptr().align_offset(LINE);
        if (1..N).contains(&head) && count >= 4 * N {
            // Items whose bytes are only reordered may be converted twice: nothing is counted.
            kernel::run::<Blocks<D, N, HALF>>(&from[..N], &mut to[..N], loss);
            (from, to) = (&from[head..], &mut to[head..]);
        }
    }
    let (blocks, rest) = from.split_at(from.len() - from.len() % N);
    let (outs, rest_out) = to.split_at_mut(blocks.len());
    let mut done = 0;
    // The loop stops before a block with an odd item. That block goes item by item, and the loop goes on behind it.
    while done < blocks.len() {
        done += kernel::run::<Blocks<D, N, HALF>>(&blocks[done..], &mut outs[done..], loss);
        if done < blocks.len() {
            let end = blocks.len().min(done + N);
            one_by_one::<D>(&blocks[done..end], &mut outs[done..end], loss);
            done = end;
        }
    }
    if !rest.is_empty() {
        one_by_one::<D>(rest, rest_out, loss);
    }
}

/// Converts one item, by the ordinary form if it is not odd.
#[inline(always)]
pub(super) fn convert_one<D: OneWay>(from: D::From, tally: &mut Tally, errors: Kinds) -> D::To {
    if D::IN_BLOCKS {
        // A single item gains nothing from a processor's level, and a struct's code must run on all of them.
        let made = D::ordinary::<AnyProcessor>(from);
        if !made.odd {
            tally.count_ordinary(&made, errors);
            return made.item;
        }
    }
    let (item, kinds) = exact::<D>(from);
    tally.count(kinds, errors);
    item
}

/// Counts what a conversion would count. The items go to a buffer that is discarded.
pub(super) fn count<D: OneWay>(from: &[D::From], loss: &mut Loss) {
    if const { D::ORDER.is_none() } {
        convert_by_stage::<D>(from, loss, |_| ());
    }
}

/// Converts to a stage. From there the items are stored past the caches.
fn convert_past_caches<D: OneWay>(from: &[D::From], to: &mut [D::To], loss: &mut Loss) {
    let mut rest = to;
    convert_by_stage::<D>(from, loss, |items| {
        let (place, others) = std::mem::take(&mut rest).split_at_mut(items.len());
        stream::copy(items, place);
        rest = others;
    });
    stream::finish();
}

/// Converts to a stage, from which `take` takes the items before the next ones are converted.
#[inline(always)]
fn convert_by_stage<D: OneWay>(from: &[D::From], loss: &mut Loss, mut take: impl FnMut(&[D::To])) {
    let Some(&first) = from.first() else { return };
    let mut stage = Stage::new();
    // The stage must hold values before it can be borrowed as a slice. The first result is one that is at hand.
    let stage = stage.fill(exact::<D>(first).0, const { stage_items::<D>() }.min(from.len()));
    for from in from.chunks(stage.len()) {
        let items = &mut stage[..from.len()];
        convert::<D>(from, items, loss);
        take(items);
    }
}

/// How many items a stage has: whole blocks, if it is long enough for one. Items after the last whole block are converted
/// one by one.
const fn stage_items<D: OneWay>() -> usize {
    let items = match size_of::<D::To>() {
        0 => STAGE,
        bytes => STAGE / bytes,
    };
    let block = if D::BEYOND { COUNTED_BLOCK } else { SMALL_BLOCK };
    if items > block { items - items % block } else { items }
}

/// The loop over blocks, up to the first one with an odd item. It calls no functions, so that the compiler loads
/// constants once.
struct Blocks<D, const N: usize, const HALF: usize>(D);

impl<D: OneWay, const N: usize, const HALF: usize> Kernel for Blocks<D, N, HALF> {
    type From = D::From;
    type To = D::To;

    #[inline(always)]
    fn run<P: Processor>(from: &[D::From], to: &mut [D::To], loss: &mut Loss) -> usize {
        // A constant of the level: only one of the two is compiled for it.
        if P::HALVES {
            ordinary_blocks::<D, P, HALF>(from, to, loss)
        } else {
            ordinary_blocks::<D, P, N>(from, to, loss)
        }
    }
}

/// Converts blocks up to the first one with an odd item. Returns how many items were converted.
#[inline(always)]
fn ordinary_blocks<D: OneWay, P: Processor, const N: usize>(
    from: &[D::From],
    to: &mut [D::To],
    loss: &mut Loss,
) -> usize {
    let mut counted = Loss::default();
    let mut done = 0;
    for (from, to) in from.as_chunks::<N>().0.iter().zip(to.as_chunks_mut::<N>().0) {
        let (odd, events) = convert_block::<D, P, N>(from, to);
        // Nothing of this block is counted: the caller converts and counts it item by item.
        if odd {
            break;
        }
        events.add_to(D::BEYOND, &mut counted);
        done += N;
    }
    // A count that is written is soon read again, as a part of a larger word, and the processor waits for the store.
    for (count, met) in [
        (&mut loss.inexact, counted.inexact),
        (&mut loss.underflow, counted.underflow),
        (&mut loss.overflow, counted.overflow),
    ] {
        if met != 0 {
            *count += met;
        }
    }
    done
}

/// Converts a block by the ordinary form. Returns whether an item was odd, and the counts of the others' events.
#[inline(always)]
fn convert_block<D: OneWay, P: Processor, const N: usize>(
    from: &[D::From; N],
    to: &mut [D::To; N],
) -> (bool, Events) {
    // The same result in every case. The forms differ in the instructions that compilers make of them.
    if const { P::COUNTS_MASKS && D::ROUNDED && size_of::<D::From>() == 4 && size_of::<D::To>() <= 4 } {
        return convert_vectors::<D, P, N>(from, to);
    }
    if const { words::<D>() == 1 } {
        return convert_by_words::<D, P, N, 1>(from, to);
    } else if const { words::<D>() == 2 } {
        return convert_by_words::<D, P, N, 2>(from, to);
    } else if const { words::<D>() == 3 } {
        return convert_by_words::<D, P, N, 3>(from, to);
    }
    if const { !P::COUNTS_MASKS && !D::BEYOND && size_of::<D::From>() == 8 && size_of::<D::To>() == 8 } {
        return convert_longs::<D, P, N>(from, to);
    } else if const { !P::COUNTS_MASKS && D::BEYOND && size_of::<D::From>() == 4 } {
        return convert_beyond::<D, P, N>(from, to);
    }
    let mut odd = false;
    let mut events = Events::default();
    for (item, out) in from.iter().zip(to) {
        let made = D::ordinary::<P>(*item);
        *out = made.item;
        odd |= made.odd;
        events.count(&made);
    }
    (odd, events)
}

/// How many eight-byte words an item of the file has, if its size keeps vectors of items from being loaded or stored at
/// once: no compiler vectorizes a loop over such items. Returns 0 for other sizes, and for floats of such sizes: these
/// are computed in integers of 128 bits and not vectorized at all.
const fn words<D: OneWay>() -> usize {
    let (from, to) = (size_of::<D::From>(), size_of::<D::To>());
    let size = if is_uneven(from) { from } else { to };
    if has_floats::<D>() || !is_uneven(size) { 0 } else { size.div_ceil(8) }
}

/// Whether items of that size keep a loop from being vectorized. Items of three bytes do not.
const fn is_uneven(size: usize) -> bool {
    size > 4 && size <= 24 && !size.is_power_of_two()
}

/// `convert_block` through arrays of words, one for each eight bytes of an item: all is vectorized except moving the
/// items to the arrays and back.
#[inline(always)]
fn convert_by_words<D: OneWay, P: Processor, const N: usize, const WORDS: usize>(
    from: &[D::From; N],
    to: &mut [D::To; N],
) -> (bool, Events) {
    let (mut odd, mut events) = (false, Events::default());
    let mut words = [[0; N]; WORDS];
    // The uneven side is the one that goes by arrays of words. The other one is loaded or stored in vectors as it is.
    if const { is_uneven(size_of::<D::From>()) } {
        for (index, item) in from.iter().enumerate() {
            for (words, word) in words.iter_mut().zip(dense::to_words::<_, WORDS>(*item)) {
                words[index] = word;
            }
        }
        for (index, out) in to.iter_mut().enumerate() {
            let item = dense::from_words::<_, WORDS>(column(&words, index));
            let made = D::ordinary::<P>(item);
            *out = made.item;
            odd |= made.odd;
            events.count(&made);
        }
    } else {
        for (index, item) in from.iter().enumerate() {
            let made = D::ordinary::<P>(*item);
            for (words, word) in words.iter_mut().zip(dense::to_words::<_, WORDS>(made.item)) {
                words[index] = word;
            }
            odd |= made.odd;
            events.count(&made);
        }
        for (index, out) in to.iter_mut().enumerate() {
            *out = dense::from_words::<_, WORDS>(column(&words, index));
        }
    }
    (odd, events)
}

/// The words of one item. Not a closure of [`convert_by_words`]: the compiler would examine it, and everything that
/// `map` calls, for each conversion of a program at each level. With many conversions that takes longer than everything
/// else.
#[inline(always)]
fn column<const N: usize, const WORDS: usize>(words: &[[u64; N]; WORDS], index: usize) -> [u64; WORDS] {
    let mut column = [0; WORDS];
    for (word, words) in column.iter_mut().zip(words) {
        *word = words[index];
    }
    column
}

/// `convert_block` for eight bytes on both sides: rounded items are counted in lanes of eight bytes, so that no mask
/// has to be narrowed.
#[inline(always)]
fn convert_longs<D: OneWay, P: Processor, const N: usize>(
    from: &[D::From; N],
    to: &mut [D::To; N],
) -> (bool, Events) {
    let (mut odd, mut rounded) = (false, 0_u64);
    for (item, out) in from.iter().zip(to) {
        let made = D::ordinary::<P>(*item);
        *out = made.item;
        odd |= made.odd;
        rounded += u64::from(made.inexact);
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most as many as a block has items")]
    let events = Events(rounded as u32);
    (odd, events)
}

/// `convert_block` for items of four bytes whose underflows and overflows may be ordinary. One instruction subtracts
/// a mask from a counter, so each event has a counter. Odd items have one, too, as their mask would have to be narrowed
/// otherwise.
#[inline(always)]
fn convert_beyond<D: OneWay, P: Processor, const N: usize>(
    from: &[D::From; N],
    to: &mut [D::To; N],
) -> (bool, Events) {
    let (mut odd, mut rounded, mut tiny, mut beyond) = (0_u32, 0_u32, 0_u32, 0_u32);
    for (item, out) in from.iter().zip(to) {
        let made = D::ordinary::<P>(*item);
        *out = made.item;
        // As in `Events::count`: an overflow is no rounding.
        let counted = made.inexact && !made.overflow;
        odd += u32::from(made.odd);
        rounded += u32::from(counted);
        tiny += u32::from(counted && made.tiny);
        beyond += u32::from(made.overflow);
    }
    // `rounded` counts tiny items, too, and each event is counted once.
    let events = Events((rounded - tiny) | tiny << Events::UNDERFLOW | beyond << Events::OVERFLOW);
    (odd != 0, events)
}

/// `convert_block` by single vectors: rounded items are counted in the vector's mask, at no cost for each item.
#[inline(always)]
fn convert_vectors<D: OneWay, P: Processor, const N: usize>(
    from: &[D::From; N],
    to: &mut [D::To; N],
) -> (bool, Events) {
    let (mut odd, mut rounded) = (false, 0);
    for (from, to) in from.as_chunks::<VECTOR>().0.iter().zip(to.as_chunks_mut::<VECTOR>().0) {
        let (mut some, mut count) = (false, 0);
        for (item, out) in from.iter().zip(to) {
            let made = D::ordinary::<P>(*item);
            *out = made.item;
            some |= made.odd;
            count += u32::from(made.inexact);
        }
        odd |= some;
        rounded += count;
    }
    (odd, Events(rounded))
}

/// Converts a few items, or items that are not all ordinary.
#[inline(never)]
fn one_by_one<D: OneWay>(from: &[D::From], to: &mut [D::To], loss: &mut Loss) {
    for (item, out) in from.iter().zip(to) {
        let made = D::ordinary::<AnyProcessor>(*item);
        *out = made.item;
        // The ordinary form has no meaning for an odd item, and its counts have none either.
        if made.odd {
            let (value, kinds) = exact::<D>(*item);
            *out = value;
            loss.count(kinds);
        } else {
            made.add_to(loss);
        }
    }
}

fn exactly<D: OneWay>(from: &[D::From], to: &mut [D::To], loss: &mut Loss) {
    for (item, out) in from.iter().zip(to) {
        let (value, kinds) = exact::<D>(*item);
        *out = value;
        loss.count(kinds);
    }
}

/// The exact form, compiled once.
#[inline(never)]
pub(super) fn exact<D: OneWay>(from: D::From) -> (D::To, Kinds) {
    D::exact(from)
}

#[cfg(test)]
mod tests;
