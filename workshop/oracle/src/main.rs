//! What is compared with the reference, or compares generated code, as an optimized program: `cargo xtask` builds it and runs it.
//!
//! Each command needs the feature of its name, but `dynamic` needs `subjects`, and `exhaustive` needs `slice` at least.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser as _;
use datarep_workshop::arguments::{Oracle, OracleCommand};
use datarep_workshop::program::to_exit_code;

fn main() -> ExitCode {
    to_exit_code(run(Oracle::parse().command))
}

fn run(command: OracleCommand) -> Result<(), String> {
    match command {
        #[cfg(feature = "subjects")]
        OracleCommand::Dynamic(options) => {
            datarep_oracle::dynamic::run(&options, &mut std::io::stdout().lock())
        }
        #[cfg(feature = "slice")]
        OracleCommand::Exhaustive(options) => run_exhaustive(&options),
        #[cfg(feature = "probe")]
        OracleCommand::Probe(options) => run_probe(options),
        #[cfg(feature = "split")]
        OracleCommand::Split(options) => {
            datarep_oracle::split::run(options.quick, &mut std::io::stdout().lock())
        }
        #[cfg(not(feature = "slice"))]
        other => Err(format!("this program is built without `{other:?}`: call `cargo xtask`")),
    }
}

#[cfg(feature = "slice")]
fn run_exhaustive(options: &datarep_workshop::arguments::ExhaustiveArguments) -> Result<(), String> {
    use datarep_oracle::exhaustive::{self, Extent};
    let root = datarep_workshop::workspace::root();
    let mut out = std::io::stdout().lock();
    let only: Vec<&str> = options.formats.iter().map(String::as_str).collect();
    if options.report {
        exhaustive::print(&root, &mut out)
    } else if options.write_report {
        exhaustive::write(&root, &mut out)
    } else if options.properties {
        exhaustive::properties(Extent::Full, &only, &mut out)
    } else {
        exhaustive::run(if options.slice { Extent::Slice } else { Extent::Full }, &only, &mut out)
    }
}

#[cfg(feature = "probe")]
fn run_probe(options: datarep_workshop::arguments::ProbeArguments) -> Result<(), String> {
    let root = std::env::var_os("DATAREP_CORPUS").filter(|root| !root.is_empty());
    let root = root.ok_or("`DATAREP_CORPUS` is not set: let it name the folder of a corpus")?;
    datarep_oracle::probe::run(root.as_ref(), options, &mut std::io::stdout().lock())
}
