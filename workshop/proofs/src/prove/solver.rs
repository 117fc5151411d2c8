//! The solver: a process that answers questions in SMT-LIB.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use crate::fnv::{BASIS, hash_bytes};
use crate::python;

/// The solver's package. Its version is part of what a result is bound to.
pub(super) const PACKAGE: &str = "bitwuzla==0.10.0";

/// The Python that has the solver.
///
/// # Errors
///
/// The package cannot be installed.
pub(super) fn find_python() -> Result<PathBuf, String> {
    python::environment("prove", &[PACKAGE])
}

/// The answer to a question whether some words meet a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// None do.
    None,
    /// These do, by the names of the free words.
    Words(HashMap<String, u128>),
    /// It was not found in time.
    Unknown,
}

/// A running solver.
#[derive(Debug)]
pub(super) struct Solver {
    process: Child,
    asks: ChildStdin,
    says: BufReader<ChildStdout>,
    limit: Duration,
    /// The hashes of shared questions for which there are no words.
    shown: HashSet<u64>,
}

impl Solver {
    /// Starts the solver. A question may take `limit`.
    ///
    /// # Errors
    ///
    /// The package cannot be installed, or Python cannot be run.
    pub(super) fn start(limit: Duration) -> Result<Solver, String> {
        let python = find_python()?;
        let mut process = python::script(&python, "xtask/peers/python/smt_peer.py")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the solver cannot be started: {error}"))?;
        let (Some(asks), Some(says)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("the solver has no pipes".to_owned());
        };
        Ok(Solver { process, asks, says: BufReader::new(says), limit, shown: HashSet::new() })
    }

    /// Asks a question, unless it is one that several claims share and was answered before.
    ///
    /// # Errors
    ///
    /// The solver ended, or it cannot read the question.
    pub(super) fn ask(&mut self, text: &str, is_shared: bool) -> Result<Verdict, String> {
        if !is_shared {
            return self.ask_process(text, self.limit);
        }
        let text = number_anew(text);
        let hash = hash_bytes(BASIS, text.bytes());
        if self.shown.contains(&hash) {
            return Ok(Verdict::None);
        }
        // It is asked for many claims, so it is worth some more time.
        let verdict = self.ask_process(&text, self.limit * 12)?;
        if verdict == Verdict::None {
            self.shown.insert(hash);
        }
        Ok(verdict)
    }

    fn ask_process(&mut self, text: &str, limit: Duration) -> Result<Verdict, String> {
        let fault = |error: std::io::Error| format!("the solver is lost: {error}");
        write!(self.asks, "{} {}\n{text}", limit.as_millis(), text.len()).map_err(fault)?;
        self.asks.flush().map_err(fault)?;
        let mut line = String::new();
        self.says.read_line(&mut line).map_err(fault)?;
        let mut words = line.split_whitespace();
        match words.next() {
            Some("unsat") => Ok(Verdict::None),
            Some("unknown") => Ok(Verdict::Unknown),
            Some("sat") => {
                let named = words.filter_map(|word| word.split_once('='));
                let read = |(name, bits): (&str, &str)| {
                    u128::from_str_radix(bits, 2).ok().map(|number| (name.to_owned(), number))
                };
                Ok(Verdict::Words(named.filter_map(read).collect()))
            }
            _ => Err(format!("the solver says `{}` to:\n{text}", line.trim_end())),
        }
    }
}

/// Whether a name is that of a term, and of no free word.
fn is_term(name: &str) -> bool {
    name.strip_prefix('t').is_some_and(|number| number.parse::<usize>().is_ok())
}

/// The question for other words than these. Words that stand for the bits of floats are not what is asked for.
pub(super) fn put_aside(text: &str, words: &HashMap<String, u128>) -> String {
    let mut same = String::new();
    for line in text.lines() {
        let declared = line.strip_prefix("(declare-const ").and_then(|line| line.strip_suffix("))"));
        let Some((name, width)) = declared.and_then(|line| line.split_once(" (_ BitVec ")) else { continue };
        if let (Some(number), Ok(width), false) = (words.get(name), width.parse::<usize>(), is_term(name)) {
            let _ = write!(same, " (= {name} #b{number:0width$b})");
        }
    }
    text.replace("(check-sat)", &format!("(assert (not (and true{same})))\n(check-sat)"))
}

/// The text with its terms numbered from one in the order of their definitions: the same question has the same text.
fn number_anew(text: &str) -> String {
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut made = String::with_capacity(text.len());
    for word in text.split_inclusive([' ', '(', ')', '\n']) {
        let (name, end) = word.split_at(word.len() - usize::from(word.ends_with([' ', '(', ')', '\n'])));
        if is_term(name) {
            let next = names.len() + 1;
            let number = names.entry(name).or_insert(next);
            made.push('t');
            made.push_str(&number.to_string());
        } else {
            made.push_str(name);
        }
        made.push_str(end);
    }
    made
}

impl Drop for Solver {
    fn drop(&mut self) {
        // It waits for a question that will not come.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
