//! The known name that resembles an unknown one most.

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
        let wanted: Vec<char> = word.to_lowercase().chars().collect();
        // The effort grows with the product of both lengths, and no name is that long.
        if wanted.len() > 64 {
            return None;
        }
        // One slip in a short word and one in three letters of a long one. Of two letters every other word is a
        // neighbor.
        let limit = match wanted.len() {
            0..=2 => return None,
            3..=5 => 1,
            letters => letters / 3,
        };
        let mut best: Option<(usize, &str)> = None;
        for candidate in candidates {
            // The word itself is no advice. A length that differs by more than the limit needs more steps than that.
            if candidate == word || candidate.len().abs_diff(word.len()) > limit {
                self.0 = self.0.saturating_sub(1);
                continue;
            }
            let letters: Vec<char> = candidate.to_lowercase().chars().collect();
            let cost = (wanted.len() + 1) * (letters.len() + 1);
            // The budget is for a whole text: thousands of unknown names would each compare with hundreds of known
            // ones.
            if self.0 < cost {
                return None;
            }
            self.0 -= cost;
            let distance = edit_distance(&wanted, &letters);
            // Less and not equal, so that the first of several stays.
            if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }
}

/// The number of letters to insert, remove, replace or swap with a neighbor.
fn edit_distance(left: &[char], right: &[char]) -> usize {
    // Three rows of the table are enough: a swap looks two rows back.
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, letter) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in right.iter().enumerate() {
            let replaced = above[column] + usize::from(letter != other);
            let mut least = replaced.min(above[column + 1] + 1).min(current[column] + 1);
            // Two letters in the wrong order are the most frequent slip, and count as one step instead of two.
            let swapped = row > 0 && column > 0 && *letter == right[column - 1] && left[row - 1] == *other;
            if swapped {
                least = least.min(before[column - 1] + 1);
            }
            current.push(least);
        }
        before = std::mem::replace(&mut above, current);
    }
    above[right.len()]
}
