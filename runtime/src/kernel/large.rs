//! Outputs that are larger than the processor's caches, and the way that they take to memory.
//!
//! A loop that stores *through* the caches reads each line of its output from memory before it stores the first byte of
//! the line. For an output larger than the caches that is a third of all traffic. Stores *past* the caches
//! (non-temporal stores, see [`super::stream`]) avoid it. Which way is faster differs from processor to processor.
//!
//! The way is that of [`Way::default_for`], which depends on the size of the last cache and on the width of stores.
//! It is then measured once in a process, on an output so long that measuring costs at most a hundredth:
//!
//! ```text
//! bytes of the output, C = the size of the last cache, first output of 32 C or more:
//! 0        C/2       C         3C/2      2C                                32 C
//! | default | default | other   | other   | the faster way, from here on    |
//!   fills     timed     fills     timed
//! ```
//!
//! Short samples of the ways in turn were tried, and are wrong. What is stored through the caches is written to memory
//! later, when other lines take its place. So a sample of the way through the caches is too fast as long as it fits
//! them, and the lines that it left make the next sample of the other way too slow. On an AMD EPYC of family 25 such
//! samples of up to a MiB put the slower way first. Hence each way first fills the caches with what it leaves there.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use super::{Level, level};

thread_local! {
    /// The size in bytes of the output of which this thread produces parts.
    static WHOLE: Cell<usize> = const { Cell::new(0) };
}

/// Runs `work`, which produces parts of an output of `bytes` bytes: the parts are stored as the whole would be.
#[cfg(any(feature = "file", feature = "parallel", test))]
pub(crate) fn run_in_parts_of<R>(bytes: usize, work: impl FnOnce() -> R) -> R {
    let before = WHOLE.replace(bytes);
    let result = work();
    // Calls may be inside of one another, so the old size comes back. After a panic it stays, which changes the speed
    // alone.
    WHOLE.set(before);
    result
}

/// The size in bytes of the smallest part that is treated as a part of something large.
const PART: usize = 1 << 16;

/// The size in bytes of the smallest output that is large, however small the caches are.
const LEAST: usize = 1 << 20;

/// Whether an output of `bytes` bytes is larger than the caches, or a part of such an output.
#[inline]
pub(crate) fn is_large(bytes: usize) -> bool {
    bytes >= PART && is_large_whole(bytes.max(WHOLE.get()))
}

/// Whether an output of `bytes` bytes is larger than the caches.
pub(crate) fn is_large_whole(bytes: usize) -> bool {
    // Input and output share the cache.
    bytes >= LEAST && bytes > output_rules().cache / 2
}

/// How the stores of a large output reach memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// By the stores of the loop, into the caches.
    Through = 1,
    /// By way of a stage in the nearest cache, and by stores that leave the caches alone.
    Past = 2,
}

/// The size in bytes of the largest cache beside which stores go past it by default.
///
/// Servers with larger caches have long ways to memory, and a core has few such stores under way. On an Intel Xeon with
/// 480 MiB swaps reach 4 to 6 GB/s past the caches, and 7 to 8 GB/s through them.
const LARGEST: usize = 128 << 20;

impl Way {
    /// The way that is taken as long as nothing was measured.
    ///
    /// It is past the caches if one or two stores fill a line. Stores of 16 bytes are slower than those through the
    /// caches: 0.9 for swaps and IBM floats, on an AMD EPYC of family 25.
    fn default_for(level: Level, cache: usize) -> Self {
        if level > Level::Baseline && cache <= LARGEST { Self::Past } else { Self::Through }
    }

    fn opposite(self) -> Self {
        match self {
            Self::Through => Self::Past,
            Self::Past => Self::Through,
        }
    }
}

/// The way that was measured to be the faster one, or 0.
static MEASURED: AtomicU8 = AtomicU8::new(0);

/// Makes the large outputs of the process take a way. For tests.
#[cfg(test)]
pub(crate) fn force_way(way: Way) {
    MEASURED.store(way as u8, Ordering::Relaxed);
}

/// The way that a large output takes.
pub(crate) fn way() -> Way {
    let machine = output_rules();
    if let Some(way) = machine.told {
        return way;
    }
    match MEASURED.load(Ordering::Relaxed) {
        1 => Way::Through,
        2 => Way::Past,
        _ => Way::default_for(level(), machine.cache),
    }
}

/// Facts about large outputs that do not change while the process runs.
#[derive(Debug)]
struct OutputRules {
    /// The size in bytes of the largest cache. If it is not known, no output is large.
    cache: usize,
    /// The way that the environment variable `DATAREP_STREAM` demands, if it is set.
    told: Option<Way>,
}

fn output_rules() -> &'static OutputRules {
    static MACHINE: OnceLock<OutputRules> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let told = std::env::var_os("DATAREP_STREAM");
        OutputRules {
            cache: largest_cache().unwrap_or(usize::MAX),
            told: match told.as_deref().and_then(|told| told.to_str()) {
                Some("on") => Some(Way::Past),
                Some("off") => Some(Way::Through),
                _ => None,
            },
        }
    })
}

/// The size in bytes of the largest cache that the processor reports.
#[cfg(target_arch = "x86_64")]
fn largest_cache() -> Option<usize> {
    // Intel and Zhaoxin describe each cache in leaf 4, AMD and Hygon in the same form in 0x8000_001D. Each leaves the
    // other's empty.
    [(4, 0), (0x8000_001D, 0x8000_0000)]
        .into_iter()
        // The first leaf of each range says which one is its last.
        .filter(|(leaf, first)| cpuid(*first, 0).eax >= *leaf)
        .flat_map(|(leaf, _)| {
            // Bits 0 to 4 are the kind of cache, and 0 ends the list. The bound ends it on a processor that never says
            // so.
            (0..16).map(move |index| cpuid(leaf, index)).take_while(|cache| cache.eax & 0x1F != 0)
        })
        // Kind 2 is a cache of instructions, in which no output lies.
        .filter(|cache| cache.eax & 0x1F != 2)
        .map(|cache| {
            // Each number is stored less one (Intel's manual, CPUID, leaf 4): `ecx` is the number of sets.
            let ways = (cache.ebx >> 22) as usize + 1;
            let partitions = (cache.ebx >> 12 & 0x3FF) as usize + 1;
            let line = (cache.ebx & 0xFFF) as usize + 1;
            ways * partitions * line * (cache.ecx as usize + 1)
        })
        .max()
}

#[cfg(not(target_arch = "x86_64"))]
fn largest_cache() -> Option<usize> {
    None
}

/// Executes the instruction `cpuid`, by which the processor describes itself.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "the instruction is unsafe in older compilers")]
fn cpuid(leaf: u32, index: u32) -> std::arch::x86_64::CpuidResult {
    #[allow(unused_unsafe, reason = "the instruction is unsafe in older compilers")]
    // SAFETY: every processor of this architecture has the instruction, and it changes nothing but its results.
    unsafe {
        std::arch::x86_64::__cpuid_count(leaf, index)
    }
}

/// How many times the last cache an output must be for the ways to be measured on it.
///
/// The slower way takes one thirty-second of the output then. It costs less than a hundredth, as one way is at most a
/// third faster than the other.
const LONG: usize = 32;

/// A comparison of both ways on the beginning of an output. One is made in a process.
#[derive(Debug)]
pub(crate) struct Trial {
    /// The way that is tried first.
    first: Way,
    /// The size in bytes of a phase: half of the last cache.
    phase: usize,
}

impl Trial {
    /// Begins the comparison, if it has not been made and the output is long enough.
    pub(crate) fn begin(bytes: usize) -> Option<Self> {
        static BEGUN: AtomicBool = AtomicBool::new(false);
        let machine = output_rules();
        // A quotient and no product: the cache is `usize::MAX` if its size is not known.
        let is_long = bytes / LONG >= machine.cache && WHOLE.get() == 0 && machine.told.is_none();
        // Swapped only by an output that is long enough. A short one must not use up the one comparison.
        let is_first = is_long && !BEGUN.swap(true, Ordering::Relaxed);
        is_first.then(|| Self::new(way(), machine.cache / 2))
    }

    fn new(first: Way, phase: usize) -> Self {
        Self { first, phase }
    }

    /// The size in bytes of each piece that [`Trial::run`] asks for.
    pub(crate) fn phase(&self) -> usize {
        self.phase
    }

    /// Stores four pieces of the output, two in each way, and returns the faster way.
    fn compare(&self, store: &mut dyn FnMut(Way), mut now: impl FnMut() -> Duration) -> Way {
        // The first piece leaves the caches as this way leaves them. Only then is the second one timed.
        let mut time = |way| {
            store(way);
            let begin = now();
            store(way);
            now().saturating_sub(begin)
        };
        let (first, other) = (time(self.first), time(self.first.opposite()));
        if first <= other { self.first } else { self.first.opposite() }
    }

    /// Stores four pieces of the output, two in each way. From then on outputs take the faster way.
    ///
    /// `store` is called by a pointer, so that this is not compiled for each conversion.
    pub(crate) fn run(self, store: &mut dyn FnMut(Way)) {
        let begin = Instant::now();
        let faster = self.compare(store, || begin.elapsed());
        MEASURED.store(faster as u8, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn vectors_go_past_caches_of_common_sizes() {
        let way = Way::default_for;
        assert_eq!(way(Level::Avx512, 32 << 20), Way::Past);
        assert_eq!(way(Level::Avx2, 32 << 20), Way::Past);
        assert_eq!(way(Level::Baseline, 32 << 20), Way::Through);
        assert_eq!(way(Level::Avx512, 480 << 20), Way::Through);
    }

    #[test]
    fn small_outputs_are_not_large_unless_they_are_parts() {
        assert!(!is_large(LEAST - 1));
        run_in_parts_of(usize::MAX, || {
            assert!(is_large(PART), "a part of the largest output");
            assert!(!is_large(PART - 1), "too small a part");
        });
        assert!(!is_large(PART), "no longer a part");
    }

    /// The second piece of each way counts, whichever way is tried first. A store takes a second here, or two.
    #[test]
    fn the_faster_way_is_found() {
        for first in [Way::Through, Way::Past] {
            for slow in [Way::Through, Way::Past] {
                let (stored, clock) = (RefCell::new(Vec::new()), Cell::new(Duration::ZERO));
                let mut store = |way| {
                    // The first piece of a way says nothing of it.
                    let is_first = !stored.borrow().contains(&way);
                    stored.borrow_mut().push(way);
                    let seconds =
                        if is_first { 10 * u64::from(way != slow) } else { 1 + u64::from(way == slow) };
                    clock.set(clock.get() + Duration::from_secs(seconds));
                };
                let faster = Trial::new(first, 1).compare(&mut store, || clock.get());
                assert_eq!(stored.into_inner(), [first, first, first.opposite(), first.opposite()]);
                assert_eq!(faster, slow.opposite(), "first {first:?}");
            }
        }
    }
}
