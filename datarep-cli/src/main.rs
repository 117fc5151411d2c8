//! The command `datarep`: what it does is in the library of this package.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    datarep_cli::main()
}
