//! The known name that resembles an unknown one most.

use crate::spelling::edit_distance;

/// The remaining effort for near names in a text.
pub(super) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Budget(5_000_000)
    }
}

impl Budget {
    /// The candidate that resembles `word` most, if one is near enough; the first of several equally near.
    pub(super) fn find_nearest<'c>(
        &mut self,
        word: &str,
        candidates: impl Iterator<Item = &'c str>,
    ) -> Option<&'c str> {
        let wanted = word.to_lowercase();
        let letters = wanted.chars().count();
        // The effort grows with the product of both lengths, and no name is that long.
        if letters > 64 {
            return None;
        }
        // One slip in a short word and one in three letters of a long one. Of two letters every other word is a
        // neighbor.
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
            let known = candidate.to_lowercase();
            let cost = (letters + 1) * (known.chars().count() + 1);
            // The budget is for a whole text: thousands of unknown names would each compare with hundreds of known
            // ones.
            if self.0 < cost {
                return None;
            }
            self.0 -= cost;
            let distance = edit_distance(&wanted, &known);
            // Less and not equal, so that the first of several stays.
            if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }
}
