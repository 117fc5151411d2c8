//! The known name that resembles an unknown one most.

use crate::spelling::edit_distance;

/// The remaining effort for near names in a text.
pub(super) struct NameSearchBudget(usize);

impl Default for NameSearchBudget {
    fn default() -> Self {
        NameSearchBudget(5_000_000)
    }
}

impl NameSearchBudget {
    /// The candidate that resembles `word` most, if one is near enough; the first of several equally near.
    pub(super) fn find_nearest<'c>(
        &mut self,
        word: &str,
        candidates: impl Iterator<Item = &'c str>,
    ) -> Option<&'c str> {
        let lower_word = word.to_lowercase();
        let letters = lower_word.chars().count();
        // The effort grows with the product of both lengths, and no name is that long.
        if letters > 64 {
            return None;
        }
        // A short word may have one wrong letter, and a long one a third of its letters. Words of
        // two letters are left out, because nearly all of them resemble each other.
        let limit = match letters {
            0..=2 => return None,
            3..=5 => 1,
            _ => letters / 3,
        };
        let mut best: Option<(usize, &str)> = None;
        for candidate in candidates {
            // The word itself is no advice. A length that differs by more than the limit needs more steps than that.
            if candidate == word || candidate.len().abs_diff(word.len()) > limit {
                self.0 = self.0.saturating_sub(1);
                continue;
            }
            if is_other_size(&lower_word, candidate) {
                continue;
            }
            let lower_candidate = candidate.to_lowercase();
            let cost = (letters + 1) * (lower_candidate.chars().count() + 1);
            // The budget is for a whole text: thousands of unknown names would each compare with hundreds of known
            // ones.
            if self.0 < cost {
                return None;
            }
            self.0 -= cost;
            let distance = edit_distance(&lower_word, &lower_candidate);
            // Less and not equal, so that the first of several stays.
            if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }
}

/// Whether both names are the same letter with different digits, as `f24` and `f64`. Such a size is
/// seldom a slip, so the name is not offered. A name with the same digits in another order is
/// offered.
fn is_other_size(word: &str, candidate: &str) -> bool {
    let divide = |name: &str| {
        let (mut digits, letters): (Vec<char>, Vec<char>) = name.chars().partition(char::is_ascii_digit);
        digits.sort_unstable();
        (letters, digits)
    };
    let (word, candidate) = (divide(word), divide(&candidate.to_lowercase()));
    word.0.len() == 1 && word.0 == candidate.0 && word.1 != candidate.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_no_slip() {
        for (word, candidate, expected) in [
            ("f24", "f64", true),
            ("i12", "i128", true),
            ("f46", "f64", false),
            ("hfp33", "hfp32", false),
            ("f64", "g64", false),
            ("vax_f", "vax_g", false),
        ] {
            assert_eq!(is_other_size(word, candidate), expected, "{word} {candidate}");
        }
    }
}
