//! How alike two words are.

/// The number of letters to insert, remove, replace or swap with the next, until one word is the other.
///
/// ```
/// use datarep_dsl::spelling::edit_distance;
/// assert_eq!(edit_distance("odrer", "order"), 1);
/// assert_eq!(edit_distance("kitten", "sitting"), 3);
/// ```
pub fn edit_distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    // Three rows of the table are enough: a swap of neighbors, the most frequent slip, looks two rows back.
    let mut rows: [Vec<usize>; 3] = [Vec::new(), Vec::new(), (0..=right.len()).collect()];
    for (i, &l) in left.iter().enumerate() {
        rows.rotate_left(1);
        let mut row = vec![i + 1];
        for (j, &r) in right.iter().enumerate() {
            let changed = rows[1][j] + usize::from(l != r);
            let mut best = changed.min(rows[1][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && l == right[j - 1] && r == left[i - 1] {
                best = best.min(rows[0][j - 1] + 1);
            }
            row.push(best);
        }
        rows[2] = row;
    }
    rows[2].last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_single_mistakes() {
        for (left, right, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("order", "order", 0),
            ("odrer", "order", 1),
            ("ordr", "order", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(edit_distance(left, right), expected, "{left} {right}");
            assert_eq!(edit_distance(right, left), expected, "{right} {left}");
        }
    }
}
