//! What a run of Cargo's tests printed, in numbers.

/// How many tests a run had, and the names of those that failed.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) passed: usize,
    pub(super) failed: Vec<String>,
    /// Programs of tests that ended without a result, as by a signal.
    pub(super) aborted: usize,
}

impl Tally {
    /// Reads the output of `cargo test --no-fail-fast`.
    pub(super) fn parse(output: &str) -> Tally {
        let mut tally = Tally::default();
        for line in output.lines() {
            if let Some(result) = line.strip_prefix("test result: ") {
                tally.passed += find_count(result, "passed");
            } else if let Some(name) =
                line.strip_prefix("test ").and_then(|line| line.strip_suffix(" ... FAILED"))
            {
                tally.failed.push(name.to_owned());
            } else if line.trim_start().starts_with("process didn't exit successfully")
                && !line.ends_with("(exit status: 101)")
            {
                tally.aborted += 1;
            }
        }
        tally
    }

    pub(super) fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed.extend(other.failed);
        self.aborted += other.aborted;
    }

    /// How many tests failed, and programs of tests that had no result.
    pub(super) fn count_failures(&self) -> usize {
        self.failed.len() + self.aborted
    }
}

/// The number before a word, as in `12 passed; 0 failed`.
fn find_count(text: &str, word: &str) -> usize {
    let before = text.split("; ").find_map(|part| part.strip_suffix(word));
    let number = before.and_then(|before| before.split_whitespace().next_back());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted() {
        let output = "\
running 3 tests
test a::b ... ok
test a::c ... FAILED
test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 4 filtered out; finished in 0.00s
error: test failed
Caused by:
  process didn't exit successfully: `x` (exit status: 101)
     Running y
Caused by:
  process didn't exit successfully: `y` (signal: 11, SIGSEGV: invalid memory reference)
test result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
";
        let expected = Tally { passed: 42, failed: vec!["a::c".to_owned()], aborted: 1 };
        assert_eq!(Tally::parse(output), expected);
        assert_eq!(expected.count_failures(), 2);
    }
}
