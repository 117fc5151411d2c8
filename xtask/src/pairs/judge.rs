//! What must become of a word.

use std::cmp::Ordering;

use datarep_dsl::model::{Format, FormatKind, Policy};
use datarep_dsl::words::{Meaning, Number, WordConverter, format_hex, meaning, neighbors};

use super::LibraryFormat;
use super::words::Words;

/// The number of items of a pair that were compared, and the faults found.
#[derive(Debug)]
pub(super) struct Verdict {
    pub(super) items: usize,
    pub(super) faults: Vec<String>,
}

/// The words of a source.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DividedWords {
    /// Those whose numbers have a word in the target.
    pub(super) held: Vec<u128>,
    pub(super) others: Vec<u128>,
}

/// A pair of formats.
pub(super) struct Target<'f> {
    from: &'f Format,
    to: &'f Format,
    between: WordConverter,
}

impl<'f> Target<'f> {
    pub(super) fn new(from: &'f LibraryFormat, to: &'f LibraryFormat) -> Result<Target<'f>, String> {
        let (from, to) = (&from.format, &to.format);
        let between = WordConverter::new(from, to, &Policy::DEFAULT);
        let between = between.ok_or_else(|| format!("{} and {} have no words", from.name, to.name))?;
        Ok(Target { from, to, between })
    }

    /// Divides words by whether their numbers have a word in the target.
    pub(super) fn divide_words(&self, words: &Words) -> DividedWords {
        let (held, others) = words.0.iter().partition(|word| match meaning(self.from, **word) {
            Meaning::Number(number) => self.between.convert(**word).is_some() || self.is_zero_kept(&number),
            _ => false,
        });
        DividedWords { held, others }
    }

    /// Whether a number is zero, and the target has a zero of its sign.
    fn is_zero_kept(&self, number: &Number) -> bool {
        // A format without a zero has an event for it. So has one without a negative zero.
        let zero = match meaning(self.to, 0) {
            Meaning::Number(zero) => zero.is_zero(),
            _ => true,
        };
        number.is_zero() && !number.is_negative() && zero
    }

    /// Compares the command's results with the source's words, for words whose numbers the target
    /// can hold.
    pub(super) fn judge_converted(&self, words: &[u128], made: &[u128], report: &str, verdict: &mut Verdict) {
        if words.len() != made.len() {
            verdict.faults.push(format!("{} items became {}", words.len(), made.len()));
            return;
        }
        let mut rounded = 0;
        for (&word, &made) in words.iter().zip(made) {
            match self.compare_word(word, made) {
                Ok(is_exact) => rounded += usize::from(!is_exact),
                Err(fault) => verdict.faults.push(format!(
                    "{} became {}: {fault}",
                    format_hex(word, self.from.bits),
                    format_hex(made, self.to.bits)
                )),
            }
        }
        let told = count_losses(report);
        if told != rounded {
            verdict.faults.push(format!("{rounded} numbers were rounded, and {told} reported"));
        }
    }

    /// Whether a number became exactly the same.
    fn compare_word(&self, word: u128, made: u128) -> Result<bool, String> {
        let (Meaning::Number(source), Meaning::Number(result)) =
            (meaning(self.from, word), meaning(self.to, made))
        else {
            return Err("it is no number any more".to_owned());
        };
        if let Some(expected) = self.between.convert(word) {
            let Meaning::Number(expected) = meaning(self.to, expected.word) else {
                return Err("exact arithmetic has no number".to_owned());
            };
            if !is_same(&expected, &result) {
                return Err(format!("{source} is {result}, not {expected}"));
            }
        }
        if is_same(&source, &result) {
            return Ok(true);
        }
        self.check_nearest(&source, &result)?;
        Ok(false)
    }

    /// Checks that no number of the target is nearer to a number than the one that it became.
    fn check_nearest(&self, source: &Number, result: &Number) -> Result<(), String> {
        // A posit's border between two words is that of a longer posit. The numbers beside a sum of floats are not
        // known. The words of both were compared with exact arithmetic.
        if matches!(self.to.kind, FormatKind::Posit(_) | FormatKind::PairSum(_)) {
            return Ok(());
        }
        let off = source.subtract(result);
        let [below, above] = neighbors(self.to, result);
        let Some((_, beside)) = (if off.is_negative() { below } else { above }) else { return Ok(()) };
        let farther = beside.subtract(source);
        if farther.is_zero() || farther.is_negative() != off.is_negative() {
            return Err(format!("{source} is {result}, and the target has {beside}"));
        }
        match off.compare_magnitude(&farther) {
            Ordering::Greater => Err(format!("{source} is {result}, and {beside} is nearer")),
            Ordering::Less | Ordering::Equal => Ok(()),
        }
    }

    /// Checks that a dry run has reported every number without a word in the target.
    pub(super) fn judge_lost(&self, words: &[u128], is_done: bool, report: &str, verdict: &mut Verdict) {
        if !is_done {
            let fault = report.lines().next().unwrap_or_default();
            verdict.faults.push(format!("the dry run failed: {fault}"));
            return;
        }
        let is_lost =
            |word: &&u128| matches!(meaning(self.from, **word), Meaning::Number(number) if !number.is_zero());
        let (lost, told) = (words.iter().filter(is_lost).count(), count_losses(report));
        if told < lost {
            verdict.faults.push(format!("{lost} numbers have no word, and {told} are reported"));
        }
    }
}

fn is_same(one: &Number, other: &Number) -> bool {
    one.subtract(other).is_zero()
}

/// How many numbers a report says were changed.
fn count_losses(report: &str) -> usize {
    let count = |line: &str| {
        let mut words = line.split(' ');
        let count: usize = words.next()?.parse().ok()?;
        let event = words.next()?;
        (words.next() == Some("when") && ["inexact", "underflow", "overflow", "infinity"].contains(&event))
            .then_some(count)
    };
    report.lines().filter_map(count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(name: &str) -> LibraryFormat {
        let described = datarep_dynamic::Format::named(name).and_then(|format| format.described());
        let described = described.unwrap_or_else(|error| panic!("{name}: {error}"));
        LibraryFormat { name: name.to_owned(), format: described.format, order: described.order }
    }

    /// What the command did once: a number through a type that does not hold it, one that is rounded the wrong way, and
    /// one that is not reported.
    #[test]
    fn what_is_lost_is_found() {
        let (from, to) = (known("decimal64_bid"), known("packed_decimal(7, 2)"));
        let target = Target::new(&from, &to).expect("both have words");
        // 0.1 and 1.005.
        let words = [0x31A0_0000_0000_0001, 0x3160_0000_0000_03ED];
        let divided = DividedWords { held: words.to_vec(), others: Vec::new() };
        assert_eq!(target.divide_words(&Words(words.to_vec())), divided);
        let faults = |made: [u128; 2], report: &str| {
            let mut verdict = Verdict { items: 2, faults: Vec::new() };
            target.judge_converted(&words, &made, report, &mut verdict);
            verdict.faults
        };
        let report = "1 inexact when written: item 1 at byte 8 (1.005)";
        assert_eq!(faults([0x0000_010C, 0x0000_100C], report), [""; 0]);
        assert_eq!(faults([0x0000_011C, 0x0000_100C], report).len(), 1);
        // The second number counts as one that was reported and not rounded, too.
        assert_eq!(faults([0x0000_010C, 0x0000_101C], report).len(), 2);
        assert_eq!(faults([0x0000_010C, 0x0000_100C], ""), ["1 numbers were rounded, and 0 reported"]);
        let mut verdict = Verdict { items: 1, faults: Vec::new() };
        target.judge_lost(&[0x3220_0000_0000_0001], true, "nothing is lost", &mut verdict);
        assert_eq!(verdict.faults, ["1 numbers have no word, and 0 are reported"]);
    }

    #[test]
    fn reports_are_counted() {
        let report = "9 items of in: f64 to f32, through `f64`\n3 inexact when read: item 1 at byte 8 (0.1), …\n\
                      1 underflow when written: item 2 at byte 16 (1e-99)\n2 nan when written: item 3 at byte 24\n";
        assert_eq!((count_losses(report), count_losses("nothing is lost")), (4, 0));
    }
}
