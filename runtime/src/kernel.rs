//! Loops compiled for each level of the processor, and the level of the processor at hand.
//!
//! A [`Kernel`] is a loop that the compiler vectorizes. It is compiled once for each [`Level`], with the instructions
//! that all processors of that level have. It runs at the highest level that the processor supports. Only this module
//! detects the processor's features, once. Architectures other than x86-64 have one level.

#![allow(unsafe_code, reason = "calls of functions compiled for a level that the processor was asked for")]

pub(crate) mod cast;
#[cfg(feature = "file")]
pub(crate) mod columns;
pub(crate) mod dense;
#[cfg(feature = "file")]
pub(crate) mod items;
pub(crate) mod large;
#[cfg(feature = "file")]
pub(crate) mod moves;
pub(crate) mod stream;
pub(crate) mod table;
#[cfg(target_arch = "x86_64")]
mod vector;

use std::sync::atomic::{AtomicU8, Ordering};

use crate::loss::Loss;

/// The instruction sets that the loops are compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// The instructions that every processor of the architecture has.
    Baseline = 1,
    /// 256-bit vectors of integers.
    Avx2 = 2,
    /// 512-bit vectors with masks.
    Avx512 = 3,
}

/// A loop from one slice to another, compiled for each level.
///
/// The slices are parameters of their own, so that the compiler knows that they do not overlap.
pub(crate) trait Kernel {
    /// Items of the input.
    type From;
    /// Items of the output.
    type To;

    /// The loop. Returns how many items it has converted, which may be fewer than the slices hold.
    ///
    /// It must be `#[inline(always)]`, and so must everything that it calls for each item: a function that is not
    /// inlined is compiled for the baseline.
    fn run<P: Processor>(from: &[Self::From], to: &mut [Self::To], loss: &mut Loss) -> usize;
}

/// What a loop may rely on when it is compiled for a level.
pub trait Processor: 'static {
    /// One instruction converts a whole vector of 64-bit integers to floats, or of floats to such integers.
    const CONVERTS_LONGS: bool;
    /// Blocks are converted in halves. The compiler unrolls a whole block, and there are too few registers for that.
    const HALVES: bool;
    /// A comparison of vectors yields a mask, whose bits are counted by one instruction.
    const COUNTS_MASKS: bool;
}

/// Any processor.
#[derive(Debug)]
pub struct AnyProcessor;

impl Processor for AnyProcessor {
    const CONVERTS_LONGS: bool = false;
    const HALVES: bool = false;
    const COUNTS_MASKS: bool = false;
}

/// A processor of `Level::Avx2`.
#[derive(Debug)]
pub struct Avx2Processor;

impl Processor for Avx2Processor {
    const CONVERTS_LONGS: bool = false;
    const HALVES: bool = true;
    const COUNTS_MASKS: bool = false;
}

/// A processor of `Level::Avx512`.
#[derive(Debug)]
pub struct Avx512Processor;

impl Processor for Avx512Processor {
    const CONVERTS_LONGS: bool = true;
    const HALVES: bool = false;
    const COUNTS_MASKS: bool = true;
}

/// The level that is used, or 0 before the processor's features are detected.
static LEVEL: AtomicU8 = AtomicU8::new(0);

/// Whether a loop computes in integers of 128 bits: one side is longer than a register, and bytes are not only moved.
///
/// Such loops are not compiled for `Level::Avx512`, because of a miscompilation. If two conditions choose between
/// vectors of four such integers, LLVM 22 uses a wrong mask for the third item: it shifts the mask of the first
/// condition once more, where it should shift that of the second. Compiled with the features of that level, `many`
/// converts the bits of -1.0, -2.0, -3.0, … to the words of -1, -2, 3, …:
///
/// ```text
/// fn one(bits: u64) -> u128 {
///     let bits = u128::from(bits);
///     let moved = ((bits & 0x7FFF_FFFF_FFFF_FFFF) << 67).wrapping_add(1 << 125);
///     let word = (moved >> 119) << 120 | moved & (1 << 119) - 1 | 1 << 119;
///     let word = if bits == 0 { 0 } else { word };
///     if bits >> 63 != 0 { word.wrapping_neg() } else { word }
/// }
///
/// fn many(from: &[u64; 32], to: &mut [u128; 32]) {
///     for (from, to) in from.iter().zip(to) {
///         *to = one(*from);
///     }
/// }
/// ```
///
/// This costs nothing: no level has instructions for vectors of such integers. Without mask registers the fault does
/// not occur. If both sides have the same size, the generator emits no loop.
#[cfg(target_arch = "x86_64")]
const fn is_long<K: Kernel>() -> bool {
    let (from, to) = (size_of::<K::From>(), size_of::<K::To>());
    from != to && (from > 8 || to > 8)
}

/// Runs the loop at the processor's level. Returns how many items it has converted.
#[inline]
pub(crate) fn run<K: Kernel>(from: &[K::From], to: &mut [K::To], loss: &mut Loss) -> usize {
    match level() {
        Level::Baseline => run_baseline::<K>(from, to, loss),
        // SAFETY: the level is that of the processor, or below it. If it were not, the runs of `cargo xtask sanitize`
        // under valgrind would end with a fault: its processor has no vectors of 64 bytes.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 if const { is_long::<K>() } => unsafe { run_avx2::<K>(from, to, loss) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { run_avx2::<K>(from, to, loss) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { run_avx512::<K>(from, to, loss) },
        #[cfg(not(target_arch = "x86_64"))]
        Level::Avx2 | Level::Avx512 => run_baseline::<K>(from, to, loss),
    }
}

/// Not inlined, as the others cannot be: each loop is compiled once for each level.
#[inline(never)]
fn run_baseline<K: Kernel>(from: &[K::From], to: &mut [K::To], loss: &mut Loss) -> usize {
    K::run::<AnyProcessor>(from, to, loss)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<K: Kernel>(from: &[K::From], to: &mut [K::To], loss: &mut Loss) -> usize {
    K::run::<Avx2Processor>(from, to, loss)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx512<K: Kernel>(from: &[K::From], to: &mut [K::To], loss: &mut Loss) -> usize {
    K::run::<Avx512Processor>(from, to, loss)
}

/// The level of the processor, or the lower one that a test has set.
#[inline]
pub(crate) fn level() -> Level {
    // Relaxed is enough: every thread that asks the processor finds the same level.
    match LEVEL.load(Ordering::Relaxed) {
        1 => Level::Baseline,
        2 => Level::Avx2,
        3 => Level::Avx512,
        _ => detect_level(),
    }
}

#[cold]
fn detect_level() -> Level {
    let level = highest_level();
    LEVEL.store(level as u8, Ordering::Relaxed);
    level
}

/// The highest level of the processor.
pub(crate) fn highest_level() -> Level {
    #[cfg(target_arch = "x86_64")]
    {
        // Every feature that the functions above are compiled with. Without one of them the process would end at its
        // first instruction.
        let small = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi");
        if small && avx512 {
            return Level::Avx512;
        }
        if small && is_x86_feature_detected!("avx2") {
            return Level::Avx2;
        }
    }
    Level::Baseline
}

/// Returns the names of the levels that the processor has, lowest first. For tests and measurements.
#[doc(hidden)]
pub fn levels() -> Vec<&'static str> {
    NAMES.iter().filter(|(level, _)| *level <= highest_level()).map(|(_, name)| *name).collect()
}

/// Makes all loops of the process run at the level of that name. Returns whether the processor has it.
#[doc(hidden)]
pub fn force_level(name: &str) -> bool {
    // A level that the processor lacks would end the process, so it is not found.
    let found = NAMES.iter().find(|(level, known)| *known == name && *level <= highest_level());
    if let Some((level, _)) = found {
        LEVEL.store(*level as u8, Ordering::Relaxed);
    }
    found.is_some()
}

const NAMES: [(Level, &str); 3] =
    [(Level::Baseline, "baseline"), (Level::Avx2, "avx2"), (Level::Avx512, "avx512")];
