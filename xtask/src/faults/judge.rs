//! The results that each operation may have under a fault.

use super::case::{BYTES, Case, FIRST, ITEMS, Kind, value};
use super::place::Left;
use std::os::unix::process::ExitStatusExt as _;

/// How a process that meets a fault may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It reports the fault, or does not need what failed.
    Told,
    /// The process does not notice the fault and finishes its work.
    Unseen,
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
enum Outcome {
    Done,
    /// The given number of items is done, and an error was reported.
    Failed(usize, String),
    /// The process was ended by a signal.
    Ended(i32),
}

fn outcome(case: &Case, left: &Left) -> Result<Outcome, String> {
    let (printed, told) =
        (String::from_utf8_lossy(&left.output.stdout), String::from_utf8_lossy(&left.output.stderr));
    if let Some(signal) = left.output.status.signal() {
        return Ok(Outcome::Ended(signal));
    }
    let code = left.output.status.code();
    if matches!(case.kind, Kind::Convert { .. }) {
        return match code {
            Some(0) => Ok(Outcome::Done),
            Some(1) if told.starts_with("error: ") => Ok(Outcome::Failed(0, told.into_owned())),
            _ => Err(format!("it ended with {code:?} and `{told}`")),
        };
    }
    let mut words = printed.trim_end().splitn(4, ' ');
    let mut word = || words.next().unwrap_or_default();
    let (leaked, kind, items) = (word(), word(), word());
    if code != Some(0) {
        return Err(format!("it ended with {code:?} and `{}`", first(&told)));
    }
    if leaked != "0" {
        return Err(format!("it has {leaked} descriptors more than before"));
    }
    match (kind, items.parse()) {
        ("done", Ok(items))
            if matches!(case.kind, Kind::WithoutItems)
                || items == ITEMS
                || matches!(case.kind, Kind::Read { .. }) =>
        {
            Ok(Outcome::Done)
        }
        ("failed", Ok(items)) => Ok(Outcome::Failed(items, word().to_owned())),
        _ => Err(format!("it printed `{}`", printed.trim_end())),
    }
}

/// The first line that is not empty.
fn first(told: &str) -> &str {
    told.lines().find(|line| !line.is_empty()).unwrap_or_default()
}

/// Checks a run without a fault: it must succeed and leave no other files.
pub(super) fn clean(left: &Left) -> Result<(), String> {
    if left.output.status.success() && left.others.is_empty() {
        return Ok(());
    }
    Err(format!("{}, {}", left.output.status, String::from_utf8_lossy(&left.output.stderr)))
}

/// Checks that the run's result is allowed.
pub(super) fn judge(case: &Case, ending: Ending, clean: &Left, left: &Left) -> Result<(), String> {
    let outcome = outcome(case, left)?;
    allowed(case, ending, &outcome, left)?;
    others(ending, &outcome, left)?;
    match case.kind {
        Kind::Convert { .. } => whole(&outcome, ending, clean, left),
        Kind::Read { .. } if ending != Ending::Changed => {
            same(left.file.as_ref(), left.before.as_ref(), "what is only read")
        }
        _ => bytes(case, ending, &outcome, clean, left),
    }
}

/// Checks that the process may have ended like this.
fn allowed(case: &Case, ending: Ending, outcome: &Outcome, left: &Left) -> Result<(), String> {
    let told = String::from_utf8_lossy(&left.output.stderr);
    if told == "it hangs" {
        return Err("it hangs".to_owned());
    }
    let right = match (ending, outcome) {
        (Ending::Killed, Outcome::Ended(signal)) => *signal == 9,
        // Rust ends the process by its own rule, and the C library if it cannot allocate data for a thread.
        (Ending::Memory, Outcome::Ended(signal)) => {
            *signal == 6 && (told.contains("memory allocation of") || told.contains("Fatal glibc error"))
        }
        (Ending::Closed, Outcome::Ended(signal)) => *signal == 6 && told.contains("IO Safety violation"),
        (_, Outcome::Ended(_)) => false,
        (Ending::Unseen, outcome) => matches!(outcome, Outcome::Done),
        (_, Outcome::Done) => true,
        (_, Outcome::Failed(_, message)) => {
            let name = left.path.display().to_string();
            let names = message.contains(&name) || message.contains("in.f64");
            if !names || (!message.contains("` of `") && !matches!(case.kind, Kind::Convert { .. })) {
                return Err(format!("an error does not name file and routine: {message}"));
            }
            true
        }
    };
    if right { Ok(()) } else { Err(format!("it came to {outcome:?}: {}", first(&told))) }
}

/// Checks that no temporary file remains, except that of a process that was ended.
fn others(ending: Ending, outcome: &Outcome, left: &Left) -> Result<(), String> {
    let ended = matches!(outcome, Outcome::Ended(_)) && matches!(ending, Ending::Killed | Ending::Memory);
    match left
        .others
        .iter()
        .find(|name| !(ended && name.starts_with(".datarep-") && name.ends_with(".unfinished")))
    {
        Some(name) => Err(format!("`{name}` is left")),
        None => Ok(()),
    }
}

fn same(one: Option<&Vec<u8>>, other: Option<&Vec<u8>>, what: &str) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what} is changed")) }
}

/// Checks that the file is complete, or that it is unchanged.
fn whole(outcome: &Outcome, ending: Ending, clean: &Left, left: &Left) -> Result<(), String> {
    let is_done = left.file == clean.file;
    let is_old = left.file == left.before;
    match outcome {
        // The file that was read has another length, so the result depends on its bytes at that time.
        Outcome::Done if ending == Ending::Changed => Ok(()),
        Outcome::Done if is_done => Ok(()),
        Outcome::Done => Err("it says that it is done, and the file is another".to_owned()),
        Outcome::Failed(..) if is_old => Ok(()),
        // The last fault that a conversion can meet is told as such.
        Outcome::Failed(_, told) if is_done && told.starts_with("error: cannot sync the folder of") => Ok(()),
        Outcome::Ended(_) if is_old || is_done => Ok(()),
        Outcome::Failed(..) | Outcome::Ended(_) => {
            Err("the file is neither the old one nor the new one".to_owned())
        }
    }
}

/// Checks that each byte is either the old one or the intended one, and that work reported as done is done.
fn bytes(case: &Case, ending: Ending, outcome: &Outcome, clean: &Left, left: &Left) -> Result<(), String> {
    let empty = Vec::new();
    let [before, clean_file, after] =
        [&left.before, &clean.file, &left.file].map(|file| file.as_ref().unwrap_or(&empty));
    if matches!(outcome, Outcome::Done) && ending != Ending::Changed {
        return same(left.file.as_ref(), clean.file.as_ref(), "what is done");
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
    if let (Kind::Items { step, .. }, Outcome::Failed(items, _)) = (case.kind, outcome)
        && ending != Ending::Changed
        && case.operation != "threads"
    {
        for index in 0..*items {
            let at = (FIRST + index) * step;
            if after.get(at..at + BYTES) != Some(&value(index).to_be_bytes()[..]) {
                return Err(format!("item {index} of {items} is not there"));
            }
        }
    }
    Ok(())
}
