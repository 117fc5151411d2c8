//! Draws a histogram and a series with characters.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "places of a picture are small, and not below zero"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Characters in the longest bar, and in a line of the series.
const WIDTH: usize = 60;

/// Lines of the series.
const HEIGHT: usize = 8;

/// The most bars that are shown. If there are more powers, neighbors are joined.
const BARS: usize = 16;

/// The number of values for each power of two. Zeros and values that are no finite numbers are left out.
pub(super) fn count_powers(values: &[f64]) -> Vec<(i32, usize)> {
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    for value in values.iter().filter(|value| value.is_finite() && **value != 0.0) {
        *counts.entry(value.abs().log2().floor() as i32).or_default() += 1;
    }
    counts.into_iter().collect()
}

/// The number of values between two powers of two.
pub(super) struct PowerBar {
    pub(super) low: i32,
    high: i32,
    pub(super) count: usize,
}

/// The range of a series.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueRange {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl ValueRange {
    pub(super) fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Where a value is in the range, from 0 to 1.
    pub(super) fn find_share(self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }
}

/// The bars of values. Powers are joined so that there are at most `BARS` bars.
pub(super) fn count_bars(values: &[f64]) -> Vec<PowerBar> {
    let powers = count_powers(values);
    let (Some(first), Some(last)) = (powers.first(), powers.last()) else { return Vec::new() };
    let span = usize::try_from(last.0 - first.0).unwrap_or(0) + 1;
    let step = span.div_ceil(BARS);
    // The last bar may reach beyond the last power.
    let wide = i32::try_from(step).unwrap_or(1);
    let lows = (first.0..=last.0).step_by(step);
    let mut bars: Vec<PowerBar> = lows.map(|low| PowerBar { low, high: low + wide, count: 0 }).collect();
    for (power, count) in powers {
        if let Some(bar) = bars.iter_mut().find(|bar| (bar.low..bar.high).contains(&power)) {
            bar.count += count;
        }
    }
    bars
}

/// The powers of two in the values, as bars.
pub(super) fn draw_exponents(values: &[f64]) -> String {
    let bars = count_bars(values);
    let highest_count = bars.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
    let mut text = String::from("magnitudes\n");
    let zeros = values.iter().filter(|value| **value == 0.0).count();
    let non_finite = values.iter().filter(|value| !value.is_finite()).count();
    for PowerBar { low, high, count } in bars {
        // Rounded up, so that a bar of few values is seen.
        let bar = "█".repeat((count * WIDTH).div_ceil(highest_count).min(WIDTH));
        let _ = writeln!(text, "  {:>14} {bar} {count}", format!("2^{low} to 2^{high}"));
    }
    for (name, count) in [("zero", zeros), ("no number", non_finite)] {
        if count > 0 {
            let _ = writeln!(text, "  {name:>14} {count}");
        }
    }
    text
}

/// The range of a series without its most extreme values, which would hide the others.
pub(super) fn find_range(values: &[f64]) -> Option<ValueRange> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    // One in a hundred at each end.
    let cut = sorted.len() / 100;
    let (low, high) = (*sorted.get(cut)?, *sorted.get(sorted.len() - 1 - cut)?);
    (low < high).then_some(ValueRange { low, high })
}

/// The first values as Braille dots, eight in a character.
pub(super) fn draw_series(values: &[f64]) -> String {
    let (columns, rows) = (2 * WIDTH, 4 * HEIGHT);
    // Four values share a column of dots: a longer series would be a gray bar.
    let values = &values[..values.len().min(4 * columns)];
    let Some(range) = find_range(values) else { return String::new() };
    let mut cells = vec![[0_u8; WIDTH]; HEIGHT];
    for (index, value) in values.iter().enumerate().filter(|(_, value)| range.contains(**value)) {
        let x = index * columns / values.len();
        let y = (range.find_share(*value) * (rows - 1) as f64).round() as usize;
        let y = rows - 1 - y.min(rows - 1);
        // The bit of each dot in a character. The left column has the first three bits and the right column the next
        // three; the lowest dots of both were added later.
        let dot = [[0, 3], [1, 4], [2, 5], [6, 7]][y % 4][x % 2];
        cells[y / 4][x / 2] |= 1 << dot;
    }
    let ValueRange { low, high } = range;
    let mut text = format!("the first {} values, from {low:e} to {high:e}\n", values.len());
    for line in cells {
        let letters: String =
            line.iter().map(|dots| char::from_u32(0x2800 + u32::from(*dots)).unwrap_or(' ')).collect();
        let _ = writeln!(text, "  {}", letters.trim_end_matches('\u{2800}'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_by_their_powers() {
        assert_eq!(count_powers(&[1.0, -1.5, 0.0, 4.0, f64::NAN]), [(0, 2), (2, 1)]);
        assert_eq!(count_bars(&[1.0, 65536.0]).iter().map(|bar| bar.count).sum::<usize>(), 2);
        assert!(draw_exponents(&[0.0, 1.0]).contains("2^0 to 2^1"));
    }

    #[test]
    fn a_line_goes_from_corner_to_corner() {
        let values: Vec<f64> = (0..120).map(f64::from).collect();
        let drawn = draw_series(&values);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), HEIGHT + 1);
        assert!(lines[HEIGHT].chars().nth(2).is_some_and(|letter| letter != '\u{2800}'));
        assert_eq!(draw_series(&[1.0; 4]), "");
    }
}
