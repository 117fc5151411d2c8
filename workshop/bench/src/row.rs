//! A row of measurements, and its text.

use std::fmt;

/// What was measured.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The name of the group.
    pub(super) group: &'static str,
    /// The work that is measured.
    pub(super) work: String,
    /// The bytes of native items, or 0 if the work has no size.
    pub(super) size: usize,
    /// `datarep`, or the name of the peer.
    pub(super) who: &'static str,
    pub(super) figure: Figure,
}

/// The result of a measurement.
#[derive(Debug, Clone)]
pub(super) enum Figure {
    /// Bytes per nanosecond, of the best sample and of the median one.
    Rate {
        best: f64,
        median: f64,
        /// The share of the rate of `memcpy` in the same process.
        share: f64,
        /// The speed of `datarep` as a multiple of this one.
        ours: f64,
        /// Whether the output agrees with the reference.
        correct: bool,
    },
    /// An amount of which less is better.
    Amount { best: f64, median: f64, unit: &'static str },
    /// The reason why there is no result.
    Missing(String),
}

/// A size such as `64 KiB`, or nothing if there is no size.
pub(super) fn format_size(size: usize) -> String {
    match size {
        0 => String::new(),
        0x4000_0000.. => format!("{} GiB", size >> 30),
        0x10_0000.. => format!("{} MiB", size >> 20),
        _ => format!("{} KiB", size >> 10),
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { group, work, size, who, figure } = self;
        write!(f, "{group:8} {:>8}  {work:36} {who:13} {figure}", format_size(*size))
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Rate { best, median, share, correct, .. } => {
                let wrong = if *correct { "" } else { "  WRONG" };
                write!(f, "{best:7.2} GB/s (median {median:7.2})  {share:5.2} of memcpy{wrong}")
            }
            Figure::Amount { best, median, unit } => write!(f, "{best:7.2} {unit} (median {median:7.2})"),
            Figure::Missing(reason) => write!(f, "missing: {reason}"),
        }
    }
}
