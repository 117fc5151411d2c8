//! Words that are replaced by others: `REPLACING ==:TAG:== BY ==CUST==`, `REPLACE LEADING ==OLD== BY ==NEW==`.

use super::lines::{CopybookWord, is_literal_prefix};

/// The most comparisons of words. Real copybooks need a few thousand.
pub(super) const MOST_COMPARISONS: u64 = 50_000_000;

/// What is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReplacedPart {
    /// Whole words, one after another.
    Words,
    /// The beginning of a word.
    Leading,
    /// The end of a word.
    Trailing,
}

/// Words, and those in their place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReplaceRule {
    pub(super) part: ReplacedPart,
    pub(super) from: Vec<CopybookWord>,
    pub(super) to: Vec<CopybookWord>,
}

/// The work that replacing may still do.
#[derive(Debug)]
pub(super) struct ReplaceBudget {
    /// The bytes of words that may still be made.
    pub(super) bytes: usize,
    pub(super) comparisons: u64,
}

impl ReplaceBudget {
    /// Takes bytes from the budget, and returns whether it had as many.
    pub(super) fn take_bytes(&mut self, bytes: usize) -> bool {
        let rest = self.bytes.checked_sub(bytes);
        // What was refused once stays refused, also for fewer bytes.
        self.bytes = rest.unwrap_or(0);
        rest.is_some()
    }

    fn take_comparison(&mut self) -> bool {
        self.comparisons = self.comparisons.saturating_sub(1);
        self.comparisons > 0
    }
}

/// Replaces words by the first rule that matches. Replacements are not searched again.
///
/// Returns `None` if the budget is exhausted.
pub(super) fn replace_words(
    words: Vec<CopybookWord>,
    rules: &[ReplaceRule],
    budget: &mut ReplaceBudget,
) -> Option<Vec<CopybookWord>> {
    if rules.is_empty() {
        return Some(words);
    }
    let mut replaced: Vec<CopybookWord> = Vec::with_capacity(words.len());
    let (mut position, mut glue) = (0, None);
    while let Some(word) = words.get(position) {
        let mut replaced_count = 1;
        let rule = rules.iter().find(|rule| {
            replaced_count = count_replaced_words(&words[position..], rule, budget);
            replaced_count > 0
        });
        // Without comparisons left, the search may have ended early, and its result means nothing.
        if budget.comparisons == 0 {
            return None;
        }
        let is_glued = glue.take().unwrap_or(word.is_glued);
        let start = replaced.len();
        match rule {
            None => replaced.push(CopybookWord { is_glued, ..word.clone() }),
            Some(ReplaceRule { part: ReplacedPart::Words, to, .. }) => {
                let place = &word.place;
                replaced.extend(
                    to.iter().map(|replacement| CopybookWord { place: place.clone(), ..replacement.clone() }),
                );
            }
            Some(rule) => {
                let text = replace_part(&word.text, rule);
                replaced.extend((!text.is_empty()).then(|| CopybookWord { text, ..word.clone() }));
            }
        }
        match replaced.get_mut(start) {
            Some(first) => first.is_glued = is_glued,
            // Nothing is in the place of the words. What follows takes over whether a space stood before them.
            None => glue = Some(is_glued),
        }
        if !budget.take_bytes(replaced[start..].iter().map(|word| word.text.len()).sum()) {
            return None;
        }
        position += replaced_count.max(1);
    }
    Some(replaced)
}

/// How many words at the beginning a rule replaces.
fn count_replaced_words(words: &[CopybookWord], rule: &ReplaceRule, budget: &mut ReplaceBudget) -> usize {
    let is_whole = |count: usize| {
        // The `X` of `X'00'` is a part of the literal.
        let next = words.get(count).is_some_and(|next| next.is_glued && next.is_literal());
        !(next && is_literal_prefix(&words[count - 1].text))
    };
    match (rule.part, rule.from.first()) {
        (_, None) => 0,
        (ReplacedPart::Words, Some(_)) => {
            let pairs = words.iter().zip(&rule.from);
            let count =
                pairs.take_while(|(word, from)| budget.take_comparison() && is_same_word(word, from)).count();
            if count == rule.from.len() && is_whole(count) { count } else { 0 }
        }
        (part, Some(from)) => {
            let (word, from) = (&words[0].text, &from.text);
            let start =
                if part == ReplacedPart::Leading { Some(0) } else { word.len().checked_sub(from.len()) };
            // `get` gives nothing for a place within a character.
            let candidate = start.and_then(|start| word.get(start..start + from.len()));
            usize::from(
                budget.take_comparison()
                    && candidate.is_some_and(|candidate| candidate.eq_ignore_ascii_case(from)),
            )
        }
    }
}

/// Names are the same in small and capital letters, literals are not.
fn is_same_word(word: &CopybookWord, other: &CopybookWord) -> bool {
    if word.is_literal() { word.text == other.text } else { word.is(&other.text) }
}

/// A word whose beginning or end is replaced.
fn replace_part(word: &str, rule: &ReplaceRule) -> String {
    let (from, to) = (rule.from.first().map_or(0, |from| from.text.len()), rule.to.first());
    let to = to.map_or("", |to| to.text.as_str());
    match rule.part {
        ReplacedPart::Trailing => format!("{}{to}", &word[..word.len() - from]),
        ReplacedPart::Leading | ReplacedPart::Words => format!("{to}{}", &word[from..]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::{SourceFormat, join_word_parts, read_words};
    use super::*;

    fn replaced(text: &str, rules: &[(ReplacedPart, &str, &str)]) -> Option<String> {
        let read = |text: &str| read_words(text, SourceFormat::Free, None);
        let rules: Vec<ReplaceRule> = rules
            .iter()
            .map(|&(part, from, to)| ReplaceRule { part, from: read(from), to: read(to) })
            .collect();
        let mut budget = ReplaceBudget { bytes: 1 << 16, comparisons: 1 << 16 };
        let words = join_word_parts(replace_words(read(text), &rules, &mut budget)?);
        Some(words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn words_and_parts_of_them_are_replaced() {
        let tag: &[_] = &[(ReplacedPart::Words, ":TAG:", "CUST"), (ReplacedPart::Words, "LEN", "20")];
        for (text, rules, expected) in [
            ("05 :tag:-NAME PIC X(LEN).", tag, "05 CUST-NAME PIC X(20) ."),
            ("05 LENGTH PIC X(LEN).", tag, "05 LENGTH PIC X(20) ."),
            (
                "05 A PIC X VALUE 'a'.",
                &[(ReplacedPart::Words, "VALUE 'a'", "VALUE 'b'")],
                "05 A PIC X VALUE 'b' .",
            ),
            ("05 A PIC X VALUE 'a'.", &[(ReplacedPart::Words, "VALUE 'A'", "")], "05 A PIC X VALUE 'a' ."),
            ("05 P-A PIC X. 05 P-B", &[(ReplacedPart::Leading, "P-", "NEW-")], "05 NEW-A PIC X . 05 NEW-B"),
            ("05 A-OLD PIC X.", &[(ReplacedPart::Trailing, "-old", "")], "05 A PIC X ."),
            ("05 :P:A PIC X.", &[(ReplacedPart::Words, ":P:", "")], "05 A PIC X ."),
            // The first rule counts, and its words are not replaced again.
            ("A B C", &[(ReplacedPart::Words, "A B", "B"), (ReplacedPart::Words, "B", "C")], "B C"),
            ("05 X PIC X VALUE X'00'.", &[(ReplacedPart::Words, "X", "Y")], "05 Y PIC Y VALUE X'00' ."),
        ] {
            assert_eq!(replaced(text, rules).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_costs_too_much_is_refused() {
        let much = "A ".repeat(1000);
        assert_eq!(replaced(&much, &[(ReplacedPart::Words, "A", &much)]), None);
        let rules: Vec<_> = (0..100).map(|_| (ReplacedPart::Words, "B", "C")).collect();
        assert_eq!(replaced(&much, &rules), None);
    }
}
