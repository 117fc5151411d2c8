//! Loops over columns of items that other modules define, compiled for each level of the processor.
//!
//! A [`Task`] is a loop with all that it needs. Its author need not know about levels: this module compiles the task
//! for each one and runs it at the processor's. Its body, and everything that it calls for an item, must be inlined: a
//! function that is not inlined is compiled for the baseline.

#![allow(unsafe_code, reason = "calls of functions compiled for a level that the processor was asked for")]

use super::{AnyProcessor, Processor};
// A loop is the same at each level but for the compiler's vectors. Campaigns of `fuzz/` have them once: three times they
// take minutes to build.
#[cfg(all(target_arch = "x86_64", not(fuzzing)))]
use super::{Avx2Processor, Avx512Processor, Level, level};

/// A loop, with what it reads and writes.
pub trait Task {
    /// The result of the loop.
    type Output;

    /// Runs the loop. Must be `#[inline(always)]`.
    fn run<P: Processor>(self) -> Self::Output;
}

/// Runs a loop at the processor's level.
///
/// ```
/// # use datarep::interpreter::{Task, run};
/// # use datarep::codegen::Processor;
/// struct Sum<'a>(&'a [u32]);
/// impl Task for Sum<'_> {
///     type Output = u32;
///     #[inline(always)]
///     fn run<P: Processor>(self) -> u32 {
///         self.0.iter().fold(0, |sum, item| sum.wrapping_add(*item))
///     }
/// }
/// assert_eq!(run(Sum(&[1, 2, 3])), 6);
/// ```
#[inline]
pub fn run<T: Task>(task: T) -> T::Output {
    #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
    match level() {
        // SAFETY: the level is that of the processor, or below it: see `kernel::run`.
        Level::Avx512 => return unsafe { run_avx512(task) },
        // SAFETY: as above.
        Level::Avx2 => return unsafe { run_avx2(task) },
        Level::Baseline => {}
    }
    run_baseline(task)
}

#[inline(never)]
fn run_baseline<T: Task>(task: T) -> T::Output {
    task.run::<AnyProcessor>()
}

#[cfg(all(target_arch = "x86_64", not(fuzzing)))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<T: Task>(task: T) -> T::Output {
    task.run::<Avx2Processor>()
}

#[cfg(all(target_arch = "x86_64", not(fuzzing)))]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx512<T: Task>(task: T) -> T::Output {
    task.run::<Avx512Processor>()
}
