//! `cargo xtask faults`: accesses files and converts whole files, with a fault at each system call in turn.
//!
//! The programs run with a library that is loaded before the C library (`xtask/faults/shim.c`). It makes the n-th call
//! fail, do less, end the process, or change the file. n increases until a run has fewer calls. The file left by a run
//! is compared with the original and with the file that the same program leaves without a fault. Each byte must equal
//! that of one of the two, and work that was reported as done must be done.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod case;
mod judge;
mod page;
mod place;
mod programs;
mod whole;

use case::Case;
use judge::{Ending, check_faulty_run};
pub use page::{check, write};
use place::FaultFolder;
use programs::Programs;

/// The greatest number of calls of one operation that meet a fault.
const MOST: u64 = 400;

/// A fault. The name is that of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fault {
    name: &'static str,
    /// How a process that meets the fault may end.
    ending: Ending,
}

/// The faults, which each call meets in turn.
const FAULTS: [Fault; 13] = [
    Fault { name: "EIO", ending: Ending::Reported },
    Fault { name: "ENOSPC", ending: Ending::Reported },
    Fault { name: "EDQUOT", ending: Ending::Reported },
    Fault { name: "EROFS", ending: Ending::Reported },
    Fault { name: "EBADF", ending: Ending::Reported },
    Fault { name: "CLOSE", ending: Ending::Closed },
    Fault { name: "EINTR", ending: Ending::Unnoticed },
    Fault { name: "SHORT", ending: Ending::Unnoticed },
    Fault { name: "SHRINK", ending: Ending::Changed },
    Fault { name: "GROW", ending: Ending::Changed },
    Fault { name: "KILL", ending: Ending::Killed },
    Fault { name: "TORN", ending: Ending::Killed },
    Fault { name: "MEMORY", ending: Ending::Memory },
];

/// The counts of the faults.
#[derive(Debug, Default)]
struct FaultCounts {
    tried: u64,
    wrong: u64,
}

impl FaultCounts {
    fn count_judged(&mut self, what: &str, judged: Result<(), String>) {
        self.tried += 1;
        if let Err(fault) = judged {
            self.wrong += 1;
            println!("wrong: {what}: {fault}");
        }
    }
}

/// Runs all faults. The last line is `faults: N faults, W wrong`.
///
/// If `quick` is set, only the first few calls of an operation and then every seventh meet a fault.
///
/// # Errors
///
/// Returns a message if a program left a wrong file or ended wrongly, or if a fault cannot be tried.
pub fn run(quick: bool) -> Result<(), String> {
    if !cfg!(all(target_os = "linux", target_pointer_width = "64", target_env = "gnu")) {
        crate::skipped::report(
            "faults of files",
            "the library that makes them is for Linux with glibc, of 64 bits",
        );
        return Ok(());
    }
    let programs = Programs::build()?;
    let place = FaultFolder::new()?;
    let mut counts = FaultCounts::default();
    for case in case::CASES {
        let before = (counts.tried, counts.wrong);
        for fault in FAULTS {
            try_at_each_call(&programs, &place, case, fault, quick, &mut counts)?;
        }
        let (tried, wrong) = (counts.tried - before.0, counts.wrong - before.1);
        println!("{:12} {tried:5} faults, {wrong} wrong", case.operation);
    }
    let before = (counts.tried, counts.wrong);
    whole::try_faults_of_no_call(&programs, &place, &mut counts)?;
    println!("{:12} {:5} faults, {} wrong", "others", counts.tried - before.0, counts.wrong - before.1);
    let FaultCounts { tried, wrong } = counts;
    println!("faults: {tried} faults, {wrong} wrong");
    if wrong == 0 { Ok(()) } else { Err("faults left what they may not".to_owned()) }
}

/// Tries one fault at each call of an operation in turn.
fn try_at_each_call(
    programs: &Programs,
    place: &FaultFolder,
    case: &Case,
    fault: Fault,
    quick: bool,
    counts: &mut FaultCounts,
) -> Result<(), String> {
    let clean = place.run_case(programs, case, None)?;
    judge::check_faultless_run(&clean)
        .map_err(|told| format!("`{}` without a fault: {told}", case.operation))?;
    let mut n = 1;
    while n <= MOST {
        let left = place.run_case(programs, case, Some((fault.name, n)))?;
        if !left.met {
            break;
        }
        counts.count_judged(
            &format!("{} at call {n} of `{}`", fault.name, case.operation),
            check_faulty_run(case, fault.ending, &clean, &left),
        );
        // In one run, a fault that the process does not notice is met by all calls.
        if fault.ending == Ending::Unnoticed {
            break;
        }
        n += if quick && n >= 6 { 7 } else { 1 };
    }
    Ok(())
}
