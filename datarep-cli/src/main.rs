//! The command `datarep`. The library of this package does the work.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    datarep_cli::main()
}
