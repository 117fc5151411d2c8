//! The levels of the processor at which the loops are measured.

use std::fmt;

use clap::ValueEnum;

/// A level of the processor. The names are those of the runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// The instructions that every processor of the architecture has.
    Baseline,
    /// 256-bit vectors of integers.
    Avx2,
    /// 512-bit vectors with masks.
    Avx512,
}

impl Level {
    pub(super) fn name(self) -> &'static str {
        match self {
            Level::Baseline => "baseline",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    /// The name that the compiler has for the processor for which the loops written by hand are compiled.
    pub(super) fn target_cpu(self) -> &'static str {
        match self {
            Level::Baseline => "x86-64",
            Level::Avx2 => "x86-64-v3",
            Level::Avx512 => "x86-64-v4",
        }
    }

    /// The highest level of this processor.
    #[cfg(feature = "bench")]
    pub(super) fn highest() -> Level {
        datarep::codegen::levels()
            .last()
            .and_then(|name| Level::from_str(name, false).ok())
            .unwrap_or(Level::Baseline)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Baseline => "the baseline",
            Level::Avx2 => "AVX2",
            Level::Avx512 => "AVX-512",
        })
    }
}

/// The levels to which a goal applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LevelFilter {
    Every,
    /// Only AVX-512.
    Avx512,
    /// AVX2, and the baseline. The baseline shows the results of a processor without AVX2.
    BelowAvx512,
}

impl LevelFilter {
    pub(super) fn includes(self, level: Level) -> bool {
        match self {
            LevelFilter::Every => true,
            LevelFilter::Avx512 => level == Level::Avx512,
            LevelFilter::BelowAvx512 => level != Level::Avx512,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_the_names_of_the_runtime() {
        for &level in Level::value_variants() {
            assert_eq!(Level::from_str(level.name(), false), Ok(level));
            assert!(LevelFilter::Every.includes(level));
            assert_ne!(LevelFilter::Avx512.includes(level), LevelFilter::BelowAvx512.includes(level));
        }
        #[cfg(feature = "bench")]
        assert!(datarep::codegen::levels().iter().all(|name| Level::from_str(name, false).is_ok()));
    }
}
