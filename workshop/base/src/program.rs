//! How a program of the workshop ends.

#![expect(clippy::print_stderr, reason = "a command speaks to who called it")]

use std::process::ExitCode;

/// Prints what went wrong, if anything did. Returns the code with which the program ends.
pub fn to_exit_code(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::FAILURE
        }
    }
}
