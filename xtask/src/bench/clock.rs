//! Time: several works in turn, the best and the median of each.

use std::time::Instant;

/// Seconds of one call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Time {
    pub(super) best: f64,
    pub(super) median: f64,
}

/// A work to be measured, by its name.
pub(super) type Work<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// Octets that are converted in one sample at least: long beside what the clock needs.
const SAMPLE: usize = 4 << 20;

/// Measures the works in turn, so many times. `octets`: what a call converts.
pub(super) fn interleave(works: &mut [Work<'_>], octets: usize, rounds: usize) -> Vec<Time> {
    let calls = (SAMPLE / octets.max(1)).max(1);
    let mut samples = vec![Vec::with_capacity(rounds); works.len()];
    // The first round finds the pages.
    for round in 0..=rounds {
        for ((_, work), samples) in works.iter_mut().zip(&mut samples) {
            let start = Instant::now();
            for _ in 0..calls {
                work();
            }
            let seconds = start.elapsed().as_secs_f64() / f64::from(u32::try_from(calls).unwrap_or(u32::MAX));
            if round > 0 {
                samples.push(seconds);
            }
        }
    }
    samples.iter_mut().map(|samples| summarize(samples)).collect()
}

fn summarize(samples: &mut [f64]) -> Time {
    samples.sort_by(f64::total_cmp);
    Time { best: samples[0], median: samples[samples.len() / 2] }
}
