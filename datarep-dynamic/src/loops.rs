//! Loops over columns. Each is one step of a program: it applies a given function to every item, and is compiled for
//! each level of the processor.

#![allow(
    clippy::inline_always,
    clippy::many_single_char_names,
    reason = "bodies of loops that are compiled for a level, and what they read (a, b, c) and write (y, z)"
)]

use datarep::codegen::Processor;
use datarep::interpreter::{Task, run};

use crate::columns::{ColumnWord, Columns};

/// A step. It reads and writes columns, and the bytes of items on both sides.
pub(crate) type Step = Box<dyn Fn(&mut Columns, &mut ByteArray<'_>, usize) + Send + Sync>;

/// The bytes of items: the input and the output of a program.
#[derive(Debug)]
pub(crate) struct ByteArray<'a> {
    pub(crate) input: &'a [u8],
    pub(crate) output: &'a mut [u8],
}

struct Map1<'a, A, Y, F>(&'a [A], &'a mut [Y], F);

#[inline(always)]
fn map_one<A: Copy, Y>(a: &[A], y: &mut [Y], f: impl Fn(A) -> Y) {
    for (a, y) in a.iter().zip(y) {
        *y = f(*a);
    }
}

impl<A: Copy, Y, F: Fn(A) -> Y> Task for Map1<'_, A, Y, F> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self) {
        map_one(self.0, self.1, self.2);
    }
}

struct Map2<'a, A, B, Y, F>(&'a [A], &'a [B], &'a mut [Y], F);

#[inline(always)]
fn map_two<A: Copy, B: Copy, Y>(a: &[A], b: &[B], y: &mut [Y], f: impl Fn(A, B) -> Y) {
    for ((a, b), y) in a.iter().zip(b).zip(y) {
        *y = f(*a, *b);
    }
}

impl<A: Copy, B: Copy, Y, F: Fn(A, B) -> Y> Task for Map2<'_, A, B, Y, F> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self) {
        map_two(self.0, self.1, self.2, self.3);
    }
}

struct Map3<'a, A, B, C, Y, F>(&'a [A], &'a [B], &'a [C], &'a mut [Y], F);

#[inline(always)]
fn map_three<A: Copy, B: Copy, C: Copy, Y>(a: &[A], b: &[B], c: &[C], y: &mut [Y], f: impl Fn(A, B, C) -> Y) {
    for (((a, b), c), y) in a.iter().zip(b).zip(c).zip(y) {
        *y = f(*a, *b, *c);
    }
}

impl<A: Copy, B: Copy, C: Copy, Y, F: Fn(A, B, C) -> Y> Task for Map3<'_, A, B, C, Y, F> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self) {
        map_three(self.0, self.1, self.2, self.3, self.4);
    }
}

/// A function of an item that returns two values and depends on the level of the processor.
pub(crate) trait ByLevel<A, Y, Z>: Copy + Send + Sync + 'static {
    fn compute_pair<P: Processor>(a: A) -> (Y, Z);
}

struct MapToTwo<'a, A, Y, Z, F>(&'a [A], &'a mut [Y], &'a mut [Z], F);

#[inline(always)]
fn map_to_two<A: Copy, Y, Z>(a: &[A], y: &mut [Y], z: &mut [Z], f: impl Fn(A) -> (Y, Z)) {
    for ((a, y), z) in a.iter().zip(y).zip(z) {
        (*y, *z) = f(*a);
    }
}

impl<A: Copy, Y, Z, F: ByLevel<A, Y, Z>> Task for MapToTwo<'_, A, Y, Z, F> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self) {
        map_to_two(self.0, self.1, self.2, F::compute_pair::<P>);
    }
}

struct Fold<'a, A, Y, F>(&'a [A], Y, F);

impl<A: Copy, Y, F: Fn(Y, A) -> Y> Task for Fold<'_, A, Y, F> {
    type Output = Y;

    #[inline(always)]
    fn run<P: Processor>(self) -> Y {
        self.0.iter().copied().fold(self.1, self.2)
    }
}

/// Whether `byte` is among `bytes`.
pub(crate) fn has_byte(bytes: &[u8], byte: u8) -> bool {
    // `candidate ^ byte` is zero for the byte only. A minimum over all bytes is vectorized, while a search that stops
    // early is not.
    run(Fold(bytes, u8::MAX, |least: u8, candidate| least.min(candidate ^ byte))) == 0
}

/// The bits that are set in at least one of the bytes.
pub(crate) fn or_all_bytes(bytes: &[u8]) -> u8 {
    run(Fold(bytes, 0, |bits, byte| bits | byte))
}

/// Whether at least one of the masks is all ones.
pub(crate) fn has_set_mask<T: ColumnWord>(masks: &[T]) -> bool {
    // All masks are read, because a loop that stops at the first one is not vectorized.
    run(Fold(masks, T::default(), T::or)) != T::default()
}

/// The number of masks that are all ones.
pub(crate) fn count_masks<T: ColumnWord>(masks: &[T]) -> usize {
    // A mask of ones is -1, so that subtracting it counts one. A part has at most 128 masks, so
    // that its count fits in any word, also in a `u8`.
    let part = |masks: &[T]| usize::try_from(run(Fold(masks, T::default(), T::sub)).to_wide()).unwrap_or(0);
    masks.chunks(128).map(part).sum()
}

/// A step that computes column `y` from column `a`.
pub(crate) fn step_of_one<A: ColumnWord, Y: ColumnWord>(
    a: usize,
    y: usize,
    f: impl Fn(A) -> Y + Copy + Send + Sync + 'static,
) -> Step {
    Box::new(move |columns, _, items| {
        // The column is taken out so that others can be borrowed while it is written. A step never reads the column
        // that it writes.
        let mut to = columns.take_column::<Y>(y);
        run(Map1(columns.words_of::<A>(a, items), to.first_mut(items), f));
        columns.put_column(y, to);
    })
}

/// A step that computes column `y` from columns `a` and `b`.
pub(crate) fn step_of_two<A: ColumnWord, B: ColumnWord, Y: ColumnWord>(
    a: usize,
    b: usize,
    y: usize,
    f: impl Fn(A, B) -> Y + Copy + Send + Sync + 'static,
) -> Step {
    Box::new(move |columns, _, items| {
        let mut to = columns.take_column::<Y>(y);
        run(Map2(columns.words_of::<A>(a, items), columns.words_of::<B>(b, items), to.first_mut(items), f));
        columns.put_column(y, to);
    })
}

/// A step that computes column `y` from columns `a`, `b` and `c`.
pub(crate) fn step_of_three<A: ColumnWord, B: ColumnWord, C: ColumnWord, Y: ColumnWord>(
    (a, b, c): (usize, usize, usize),
    y: usize,
    f: impl Fn(A, B, C) -> Y + Copy + Send + Sync + 'static,
) -> Step {
    Box::new(move |columns, _, items| {
        let mut to = columns.take_column::<Y>(y);
        let (a, b, c) = (
            columns.words_of::<A>(a, items),
            columns.words_of::<B>(b, items),
            columns.words_of::<C>(c, items),
        );
        run(Map3(a, b, c, to.first_mut(items), f));
        columns.put_column(y, to);
    })
}

/// A step that computes columns `y` and `z` from column `a`.
pub(crate) fn step_to_pair<A: ColumnWord, Y: ColumnWord, Z: ColumnWord, F: ByLevel<A, Y, Z>>(
    a: usize,
    (y, z): (usize, usize),
    f: F,
) -> Step {
    Box::new(move |columns, _, items| {
        // The two columns may have the same width or different ones, so both are taken.
        let mut to = columns.take_column::<Y>(y);
        let mut more = columns.take_column::<Z>(z);
        run(MapToTwo(columns.words_of::<A>(a, items), to.first_mut(items), more.first_mut(items), f));
        columns.put_column(y, to);
        columns.put_column(z, more);
    })
}

/// A step that computes columns `y` and `z` from column `a` by lookups, which no level does faster.
pub(crate) fn step_to_pair_by_lookup<A: ColumnWord, Y: ColumnWord, Z: ColumnWord>(
    a: usize,
    (y, z): (usize, usize),
    f: impl Fn(A) -> (Y, Z) + Copy + Send + Sync + 'static,
) -> Step {
    Box::new(move |columns, _, items| {
        let mut to = columns.take_column::<Y>(y);
        let mut more = columns.take_column::<Z>(z);
        map_to_two(columns.words_of::<A>(a, items), to.first_mut(items), more.first_mut(items), f);
        columns.put_column(y, to);
        columns.put_column(z, more);
    })
}

/// A step that computes column `y` from the input, items of `N` bytes.
pub(crate) fn step_from_bytes<Y: ColumnWord, const N: usize>(
    y: usize,
    f: impl Fn([u8; N]) -> Y + Copy + Send + Sync + 'static,
) -> Step {
    Box::new(move |columns, bytes, items| {
        let mut to = columns.take_column::<Y>(y);
        // The caller passes whole items of the plan's size, so that nothing is left over.
        let (input, _) = bytes.input.as_chunks::<N>();
        run(Map1(&input[..items], to.first_mut(items), f));
        columns.put_column(y, to);
    })
}

/// A step that computes the output, items of `N` bytes, from column `a`.
pub(crate) fn step_to_bytes<A: ColumnWord, const N: usize>(
    a: usize,
    f: impl Fn(A) -> [u8; N] + Copy + Send + Sync + 'static,
) -> Step {
    Box::new(move |columns, bytes, items| {
        let (output, _) = bytes.output.as_chunks_mut::<N>();
        run(Map1(columns.words_of::<A>(a, items), &mut output[..items], f));
    })
}
