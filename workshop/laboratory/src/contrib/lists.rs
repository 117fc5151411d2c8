//! The lists of `contrib/mpi-tests`: `testlist`, in the form of MPICH's test suite, and `results.txt`, which says what
//! other libraries do.

use std::collections::BTreeMap;
use std::fmt;

/// A program with its argument.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ListedProgram {
    pub name: String,
    pub processes: u32,
    pub argument: Option<String>,
    /// Whether MPICH's list expects that it fails.
    pub is_expected_to_fail: bool,
    /// Whether a run shows the fault now and then.
    pub is_by_chance: bool,
}

impl ListedProgram {
    /// Whether the program has native views alone.
    pub(super) fn has_native_views(&self) -> bool {
        self.argument.as_deref() == Some("native")
    }

    /// The name with the argument, as lines of `results.txt` have it.
    fn results_key(&self) -> String {
        self.argument.iter().fold(self.name.clone(), |name, argument| format!("{name} {argument}"))
    }
}

impl fmt::Display for ListedProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.results_key(), self.processes)
    }
}

/// What a program does in a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExpectedResult {
    Passes,
    Fails,
    ByChance,
}

/// Reads a list in the form of MPICH's: `PROGRAM PROCESSES [arg=ARGUMENT] [xfail=ISSUE]`.
///
/// # Errors
///
/// Returns a message that names the first line of another form.
pub(super) fn parse_tests(text: &str) -> Result<Vec<ListedProgram>, String> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| parse_test(line).ok_or_else(|| format!("`testlist`: `{line}` is no test"))).collect()
}

fn parse_test(line: &str) -> Option<ListedProgram> {
    let mut words = line.split(' ');
    let mut program = ListedProgram {
        name: words.next()?.to_owned(),
        processes: words.next()?.parse().ok()?,
        argument: None,
        is_expected_to_fail: false,
        is_by_chance: false,
    };
    for word in words {
        match word.split_once('=')? {
            ("arg", argument) => program.argument = Some(argument.to_owned()),
            ("xfail", issue) if !issue.is_empty() => program.is_expected_to_fail = true,
            _ => return None,
        }
    }
    Some(program)
}

/// The lines of `results.txt`: for each program with its argument what it does, and the libraries in which it does so.
#[derive(Debug)]
pub(super) struct Results(BTreeMap<String, (ExpectedResult, Vec<String>)>);

impl Results {
    /// Reads lines of the form `WHAT PROGRAM [ARGUMENT]: LIBRARY …`.
    ///
    /// # Errors
    ///
    /// Returns a message that names the first line of another form, or that repeats another one.
    pub(super) fn parse(text: &str) -> Result<Results, String> {
        let mut results = BTreeMap::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (what, libraries) =
                line.split_once(": ").ok_or_else(|| format!("`results.txt`: `{line}` names no library"))?;
            let words = [
                ("fails ", ExpectedResult::Fails),
                ("passes ", ExpectedResult::Passes),
                ("by chance ", ExpectedResult::ByChance),
            ];
            let found = words.into_iter().find_map(|(word, result)| Some((what.strip_prefix(word)?, result)));
            let (key, result) = found.ok_or_else(|| format!("`results.txt`: `{line}` has no result"))?;
            let libraries = libraries.split(' ').map(str::to_owned).collect();
            if results.insert(key.to_owned(), (result, libraries)).is_some() {
                return Err(format!("`results.txt` has two lines for `{key}`"));
            }
        }
        Ok(Results(results))
    }

    /// What a test does in a library.
    pub(super) fn expect_test(&self, test: &ListedProgram, library: &str) -> ExpectedResult {
        let listed = if test.is_expected_to_fail { ExpectedResult::Fails } else { ExpectedResult::Passes };
        match self.0.get(&test.results_key()) {
            Some((result, libraries)) if libraries.iter().any(|name| name == library) => *result,
            _ => listed,
        }
    }

    /// The programs that show a fault, and what each does in a library. A line that is for no test is for one of these:
    /// `PROGRAM PROCESSES`.
    pub(super) fn list_fault_programs(
        &self,
        tests: &[ListedProgram],
        library: &str,
    ) -> Vec<(ListedProgram, ExpectedResult)> {
        let is_test = |key: &String| tests.iter().any(|test| test.results_key() == *key);
        let lines = self.0.iter().filter(|(key, _)| !is_test(key));
        let faults = lines.filter_map(|(key, (result, libraries))| {
            let mut program = parse_test(key)?;
            program.is_by_chance = *result == ExpectedResult::ByChance;
            let is_there = libraries.iter().any(|name| name == library);
            Some((program, if is_there { *result } else { ExpectedResult::Passes }))
        });
        faults.collect()
    }

    /// The names of all programs and libraries.
    #[cfg(test)]
    pub(super) fn list_names(&self) -> (Vec<&str>, Vec<&str>) {
        let programs = self.0.keys().filter_map(|key| key.split(' ').next()).collect();
        (programs, self.0.values().flat_map(|(_, libraries)| libraries).map(String::as_str).collect())
    }
}
