//! The results that each operation may have under a fault.

use super::case::{BYTES, Case, CaseKind, FIRST, ITEMS, item_value};
use super::place::RunResult;
use std::os::unix::process::ExitStatusExt as _;

/// How a process that meets a fault may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It reports the fault, or does not need what failed.
    Reported,
    /// The process does not notice the fault and finishes its work.
    Unnoticed,
    /// The length of the file changes during the access.
    Changed,
    /// The process was killed.
    Killed,
    /// The descriptor is closed. The process reports that, or the standard library ends the process when it closes the
    /// descriptor again.
    Closed,
    /// Memory cannot be allocated. The process reports that, or Rust ends it.
    Memory,
}

/// The result that a program reports.
#[derive(Debug)]
enum ReportedResult {
    Done,
    /// The given number of items is done, and an error was reported.
    Failed(usize, String),
    /// The process was ended by a signal.
    Signaled(i32),
}

fn parse_outcome(case: &Case, left: &RunResult) -> Result<ReportedResult, String> {
    let (printed, told) =
        (String::from_utf8_lossy(&left.output.stdout), String::from_utf8_lossy(&left.output.stderr));
    if let Some(signal) = left.output.status.signal() {
        return Ok(ReportedResult::Signaled(signal));
    }
    let code = left.output.status.code();
    if matches!(case.kind, CaseKind::Convert { .. }) {
        return match code {
            Some(0) => Ok(ReportedResult::Done),
            Some(1) if told.starts_with("error: ") => Ok(ReportedResult::Failed(0, told.into_owned())),
            _ => Err(format!("it ended with {code:?} and `{told}`")),
        };
    }
    let mut words = printed.trim_end().splitn(4, ' ');
    let mut word = || words.next().unwrap_or_default();
    let (leaked, kind, items) = (word(), word(), word());
    if code != Some(0) {
        return Err(format!("it ended with {code:?} and `{}`", first_filled_line(&told)));
    }
    if leaked != "0" {
        return Err(format!("it has {leaked} descriptors more than before"));
    }
    match (kind, items.parse()) {
        ("done", Ok(items))
            if matches!(case.kind, CaseKind::WithoutItems)
                || items == ITEMS
                || matches!(case.kind, CaseKind::Read { .. }) =>
        {
            Ok(ReportedResult::Done)
        }
        ("failed", Ok(items)) => Ok(ReportedResult::Failed(items, word().to_owned())),
        _ => Err(format!("it printed `{}`", printed.trim_end())),
    }
}

/// The first line that is not empty.
fn first_filled_line(told: &str) -> &str {
    told.lines().find(|line| !line.is_empty()).unwrap_or_default()
}

/// Checks a run without a fault: it must succeed and leave no other files.
pub(super) fn check_faultless_run(left: &RunResult) -> Result<(), String> {
    if left.output.status.success() && left.others.is_empty() {
        return Ok(());
    }
    Err(format!("{}, {}", left.output.status, String::from_utf8_lossy(&left.output.stderr)))
}

/// Checks that the run's result is allowed.
pub(super) fn check_faulty_run(
    case: &Case,
    ending: Ending,
    clean: &RunResult,
    left: &RunResult,
) -> Result<(), String> {
    let outcome = parse_outcome(case, left)?;
    check_ending(case, ending, &outcome, left)?;
    check_no_files_left(ending, &outcome, left)?;
    match case.kind {
        CaseKind::Convert { .. } => check_replaced_file(&outcome, ending, clean, left),
        CaseKind::Read { .. } if ending != Ending::Changed => {
            check_unchanged(left.file.as_ref(), left.before.as_ref(), "what is only read")
        }
        _ => check_bytes_in_place(case, ending, &outcome, clean, left),
    }
}

/// Checks that the process may have ended like this.
fn check_ending(
    case: &Case,
    ending: Ending,
    outcome: &ReportedResult,
    left: &RunResult,
) -> Result<(), String> {
    let told = String::from_utf8_lossy(&left.output.stderr);
    if told == "it hangs" {
        return Err("it hangs".to_owned());
    }
    let right = match (ending, outcome) {
        (Ending::Killed, ReportedResult::Signaled(signal)) => *signal == 9,
        // Rust ends the process by its own rule, and the C library if it cannot allocate data for a thread.
        (Ending::Memory, ReportedResult::Signaled(signal)) => {
            *signal == 6 && (told.contains("memory allocation of") || told.contains("Fatal glibc error"))
        }
        (Ending::Closed, ReportedResult::Signaled(signal)) => {
            *signal == 6 && told.contains("IO Safety violation")
        }
        (_, ReportedResult::Signaled(_)) => false,
        (Ending::Unnoticed, outcome) => matches!(outcome, ReportedResult::Done),
        (_, ReportedResult::Done) => true,
        (_, ReportedResult::Failed(_, message)) => {
            let name = left.path.display().to_string();
            let names = message.contains(&name) || message.contains("in.f64");
            if !names || (!message.contains("` of `") && !matches!(case.kind, CaseKind::Convert { .. })) {
                return Err(format!("an error does not name file and routine: {message}"));
            }
            true
        }
    };
    if right { Ok(()) } else { Err(format!("it came to {outcome:?}: {}", first_filled_line(&told))) }
}

/// Checks that no temporary file remains, except that of a process that was ended.
fn check_no_files_left(ending: Ending, outcome: &ReportedResult, left: &RunResult) -> Result<(), String> {
    let ended =
        matches!(outcome, ReportedResult::Signaled(_)) && matches!(ending, Ending::Killed | Ending::Memory);
    match left
        .others
        .iter()
        .find(|name| !(ended && name.starts_with(".datarep-") && name.ends_with(".unfinished")))
    {
        Some(name) => Err(format!("`{name}` is left")),
        None => Ok(()),
    }
}

fn check_unchanged(one: Option<&Vec<u8>>, other: Option<&Vec<u8>>, what: &str) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what} is changed")) }
}

/// Checks that the file is complete, or that it is unchanged.
fn check_replaced_file(
    outcome: &ReportedResult,
    ending: Ending,
    clean: &RunResult,
    left: &RunResult,
) -> Result<(), String> {
    let is_done = left.file == clean.file;
    let is_old = left.file == left.before;
    match outcome {
        // The file that was read has another length, so the result depends on its bytes at that time.
        ReportedResult::Done if ending == Ending::Changed => Ok(()),
        ReportedResult::Done if is_done => Ok(()),
        ReportedResult::Done => Err("it says that it is done, and the file is another".to_owned()),
        ReportedResult::Failed(..) if is_old => Ok(()),
        // The last fault that a conversion can meet is told as such.
        ReportedResult::Failed(_, told)
            if is_done && told.starts_with("error: cannot sync the folder of") =>
        {
            Ok(())
        }
        ReportedResult::Signaled(_) if is_old || is_done => Ok(()),
        ReportedResult::Failed(..) | ReportedResult::Signaled(_) => {
            Err("the file is neither the old one nor the new one".to_owned())
        }
    }
}

/// Checks that each byte is either the old one or the intended one, and that work reported as done is done.
fn check_bytes_in_place(
    case: &Case,
    ending: Ending,
    outcome: &ReportedResult,
    clean: &RunResult,
    left: &RunResult,
) -> Result<(), String> {
    let empty = Vec::new();
    let [before, clean_file, after] =
        [&left.before, &clean.file, &left.file].map(|file| file.as_ref().unwrap_or(&empty));
    if matches!(outcome, ReportedResult::Done) && ending != Ending::Changed {
        return check_unchanged(left.file.as_ref(), clean.file.as_ref(), "what is done");
    }
    if ending != Ending::Changed {
        let [least, most] = [before.len().min(clean_file.len()), before.len().max(clean_file.len())];
        if !(least..=most).contains(&after.len()) {
            return Err(format!("the file has {} bytes, not {least} to {most}", after.len()));
        }
    }
    for (place, byte) in after.iter().enumerate() {
        let was = before.get(place).copied().unwrap_or(0);
        let is = clean_file.get(place).copied().unwrap_or(0);
        if *byte != was && *byte != is && !(ending == Ending::Changed && *byte == 0) {
            return Err(format!("byte {place} is {byte:02x}: it was {was:02x}, and was to be {is:02x}"));
        }
    }
    if let (CaseKind::Items { step, .. }, ReportedResult::Failed(items, _)) = (case.kind, outcome)
        && ending != Ending::Changed
        && case.operation != "threads"
    {
        for index in 0..*items {
            let at = (FIRST + index) * step;
            if after.get(at..at + BYTES) != Some(&item_value(index).to_be_bytes()[..]) {
                return Err(format!("item {index} of {items} is not there"));
            }
        }
    }
    Ok(())
}
