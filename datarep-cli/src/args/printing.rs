//! Options that say what is printed beside the answer, and in which colors.

use clap::{Args, ValueEnum};

/// What is printed beside the answer, and in which colors.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct PrintingOptions {
    /// Print no progress, no notes and no report of what was converted or lost: only errors, and the answer.
    #[arg(long, short = 'q', global = true)]
    pub(crate) quiet: bool,
    /// Draw no line of progress on a terminal.
    #[arg(long, global = true)]
    pub(crate) no_progress: bool,
    /// When to use colors: `auto` is on a terminal, unless `NO_COLOR` is set, and everywhere if `CLICOLOR_FORCE` is set.
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        global = true,
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) color: ColorWhen,
}

/// When colors are used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless a variable says otherwise.
    #[default]
    Auto,
    /// Everywhere, also in a pipe or a file.
    Always,
    /// Nowhere.
    Never,
}
