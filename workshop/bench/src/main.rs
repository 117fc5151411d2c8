//! The measurements of `cargo xtask bench`, as an optimized program: `cargo xtask` builds it, and runs it with the words after `bench`.
//!
//! `--beyond` needs the feature `beyond`, `--group records` needs `records`, and all else `bench`.
//! What needs no optimized program, `cargo xtask` does by the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser as _;
#[cfg(feature = "beyond")]
use datarep_bench::Measurement;
use datarep_bench::Program;
use datarep_workshop::program::to_exit_code;
#[cfg(feature = "beyond")]
use datarep_workshop::workspace;

fn main() -> ExitCode {
    to_exit_code(run(&Program::parse()))
}

fn run(program: &Program) -> Result<(), String> {
    #[cfg(feature = "bench")]
    if program.first {
        return print_first_item();
    }
    match program.options.choose_measurement()? {
        #[cfg(feature = "beyond")]
        Measurement::Beyond(_) if program.start => {
            datarep_bench::beyond::run_start(&mut std::io::stdout().lock())
        }
        #[cfg(feature = "beyond")]
        Measurement::Beyond(page) => {
            datarep_bench::beyond::run(&workspace::root(), page, &mut std::io::stdout().lock())
        }
        #[cfg(feature = "records")]
        Measurement::Records(outcome) => {
            datarep_bench::run_records(&workspace::root(), outcome, &mut std::io::stdout().lock())
        }
        #[cfg(feature = "bench")]
        Measurement::Groups | Measurement::AllGroups => {
            datarep_bench::run(&workspace::root(), &program.options, &mut std::io::stdout().lock())
        }
        other => Err(format!("this program is built without `{other:?}`: call `cargo xtask`")),
    }
}

/// What `bench` asks a program that has just started.
#[cfg(feature = "bench")]
fn print_first_item() -> Result<(), String> {
    use std::io::Write;
    let seconds = datarep_bench::start::measure_first_item()?;
    writeln!(std::io::stdout(), "{seconds}").map_err(|error| format!("it cannot be told: {error}"))
}
