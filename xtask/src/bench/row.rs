//! A row of what was measured, as text.

use std::fmt;

/// What was measured.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// As the groups are named.
    pub(super) group: &'static str,
    /// What is done.
    pub(super) work: String,
    /// Bytes of native items; 0 where a size is no part of the work.
    pub(super) size: usize,
    /// Who does it: `datarep`, or a peer.
    pub(super) who: &'static str,
    pub(super) figure: Figure,
}

/// What came out.
#[derive(Debug, Clone)]
pub(super) enum Figure {
    /// Bytes a nanosecond, of the best sample and the median one.
    Rate {
        best: f64,
        median: f64,
        /// Of the rate of `memcpy` in the same process.
        share: f64,
        /// How many times as fast as this ours is.
        ours: f64,
        /// Whether what came out is what the reference says.
        correct: bool,
    },
    /// Something of which less is better.
    Amount { best: f64, median: f64, unit: &'static str },
    /// Why there is nothing.
    Missing(String),
}

/// `64 KiB`; nothing where there is no size.
pub(super) fn size_name(size: usize) -> String {
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
        write!(f, "{group:8} {:>8}  {work:36} {who:13} {figure}", size_name(*size))
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
