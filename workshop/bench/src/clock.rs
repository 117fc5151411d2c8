//! Time: samples, their best and their median, and the cores that a measurement uses.

use std::process::Command;
use std::time::Instant;

/// The least number of bytes that are converted in one sample. A sample is long compared with a reading of the clock.
const SAMPLE: usize = 4 << 20;

/// The number of calls in a sample, if a call converts `bytes` bytes.
pub(super) fn calls_per_sample(bytes: usize) -> u32 {
    u32::try_from((SAMPLE / bytes.max(1)).max(1)).unwrap_or(u32::MAX)
}

/// The seconds of a call, as the mean of `calls` calls. If there are several, an unmeasured call warms the caches
/// first.
pub(super) fn seconds_per_call(calls: u32, work: &mut dyn FnMut()) -> f64 {
    if calls > 1 {
        work();
    }
    let start = Instant::now();
    for _ in 0..calls {
        work();
    }
    start.elapsed().as_secs_f64() / f64::from(calls)
}

/// The seconds of a call in each sample.
#[derive(Debug, Clone, Default)]
pub(super) struct Samples(Vec<f64>);

impl Samples {
    /// No samples.
    #[cfg(feature = "beyond")]
    pub(super) const fn new() -> Samples {
        Samples(Vec::new())
    }

    /// A figure that is counted, not measured.
    pub(super) fn from_amount(amount: f64) -> Samples {
        Samples(vec![amount])
    }

    pub(super) fn push(&mut self, seconds: f64) {
        self.0.push(seconds);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn least(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub(super) fn median(&self) -> f64 {
        median(self.0.clone())
    }

    /// The speed as a multiple of that of `other`, which was sampled in the same rounds. This is the median over the
    /// rounds, so that neither other work on the machine nor a single lucky sample changes it much.
    pub(super) fn speedup_over(&self, other: &Samples) -> f64 {
        median(self.0.iter().zip(&other.0).map(|(own, other)| other / own).collect())
    }
}

/// The middle one of the numbers, or infinity if there are none.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::INFINITY)
}

/// The cores on which a group runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cores {
    /// The last core alone, so that the process does not move between cores.
    One,
    All,
}

/// Pins this process, and those that it starts from now on, to the given cores. `count` is the number of all cores.
///
/// If the system has no command for that, nothing happens, and the figures are less steady.
pub(super) fn pin_to_cores(cores: Cores, count: usize) {
    let last = count.saturating_sub(1);
    let list = match cores {
        Cores::One => last.to_string(),
        Cores::All => format!("0-{last}"),
    };
    let process = std::process::id().to_string();
    let _ = Command::new("taskset").args(["--all-tasks", "--cpu-list", "--pid", &list, &process]).output();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_those_of_the_rounds() {
        let (mut one, mut other) = (Samples::default(), Samples::default());
        // The machine is three times slower in the second round, and one sample is lucky.
        for (own, others) in [(1.0, 2.0), (3.0, 6.0), (1.0, 2.0), (0.1, 2.0), (1.0, 2.0)] {
            one.push(own);
            other.push(others);
        }
        assert_eq!(
            (one.speedup_over(&other).to_bits(), one.least().to_bits()),
            (2.0_f64.to_bits(), 0.1_f64.to_bits())
        );
        assert_eq!(calls_per_sample(64 << 10), 64);
        assert_eq!(calls_per_sample(256 << 20), 1);
    }
}
