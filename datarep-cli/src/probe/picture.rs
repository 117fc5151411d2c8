//! Draws what was found: the series, and the histogram of its magnitudes.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "places of a picture are small, and not below zero"
)]

use std::fmt::Write as _;

use datarep_dsl::controls::clean_line;
use datarep_probe::Candidate;

use crate::failure::CliFailure;

use super::plot::{PowerBar, ValueRange, count_bars, find_range};

/// Width and height of the picture.
const SIZE: (usize, usize) = (960, 480);

/// The margin around the two drawings, and between them.
const MARGIN: usize = 40;

/// The height of the series.
const SERIES: usize = 250;

/// The most values that are drawn.
const VALUES: usize = 1760;

const BLUE: [u8; 3] = [0x2F, 0x5D, 0x9E];
const GREEN: [u8; 3] = [0x7D, 0xB8, 0x7A];
const GRAY: [u8; 3] = [0x99, 0x99, 0x99];

/// A drawing as lines and bars, for both kinds of pictures.
struct SeriesDrawing {
    /// Runs of points that are joined.
    lines: Vec<Vec<(f64, f64)>>,
    bars: Vec<DrawnBar>,
    /// The text below each bar, and its left end.
    labels: Vec<(f64, String)>,
    title: String,
    range: ValueRange,
}

/// The rectangle of a bar.
struct DrawnBar {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

fn make_drawing(candidate: Option<&Candidate>) -> Result<SeriesDrawing, CliFailure> {
    let failure = || CliFailure::new("nothing was found that could be drawn");
    let first = candidate.ok_or_else(failure)?;
    // Two for each pixel of the width: more would only be drawn over one another.
    let values = &first.values[..first.values.len().min(VALUES)];
    // All values are the same, or none is finite. A line in the middle needs a range around it.
    let range = find_range(values).unwrap_or_else(|| {
        let value = values.iter().copied().find(|value| value.is_finite()).unwrap_or(0.0);
        ValueRange { low: value - 1.0, high: value + 1.0 }
    });
    let width = (SIZE.0 - 2 * MARGIN) as f64;
    let (mut lines, mut line) = (Vec::new(), Vec::new());
    for (index, value) in values.iter().enumerate() {
        if range.contains(*value) {
            let x = MARGIN as f64 + width * index as f64 / values.len() as f64;
            let y = MARGIN as f64 + SERIES as f64 * (1.0 - range.find_share(*value));
            line.push((x, y));
        } else if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
    }
    lines.push(line);
    let counted_bars = count_bars(&first.values);
    let highest_count = counted_bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1) as f64;
    let (bottom, room) = ((SIZE.1 - MARGIN) as f64, (SIZE.1 - SERIES - 3 * MARGIN) as f64);
    let bar_width = width / counted_bars.len().max(1) as f64;
    let (mut bars, mut labels) = (Vec::new(), Vec::new());
    for (index, PowerBar { low: power, count, .. }) in counted_bars.into_iter().enumerate() {
        let (left, height) = (MARGIN as f64 + bar_width * index as f64, room * count as f64 / highest_count);
        bars.push(DrawnBar { left, top: bottom - height, width: bar_width * 0.9, height });
        labels.push((left, format!("2^{power}")));
    }
    let title = format!("{}, {:.2} bits a byte", first.format, first.rate);
    Ok(SeriesDrawing { lines, bars, labels, title, range })
}

/// The picture as SVG.
pub(super) fn draw_svg(drawn: Option<&Candidate>, name: &str) -> Result<String, CliFailure> {
    let drawing = make_drawing(drawn)?;
    let (width, height) = SIZE;
    let color = |[red, green, blue]: [u8; 3]| format!("#{red:02x}{green:02x}{blue:02x}");
    // Names of files and of formats may have characters that mean something in XML.
    let escaped =
        |text: &str| clean_line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    let title = escaped(&format!("{}: {}", name.trim_matches('`'), drawing.title));
    let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"24\" font-size=\"16\">{title}</text>");
    for line in &drawing.lines {
        let points: Vec<String> = line.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let (points, blue) = (points.join(" "), color(BLUE));
        let _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{blue}\"/>");
    }
    for (value, y) in [(drawing.range.high, MARGIN + 12), (drawing.range.low, MARGIN + SERIES)] {
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\" fill=\"#555555\">{value:e}</text>", MARGIN + 4);
    }
    for DrawnBar { left: x, top: y, width, height } in &drawing.bars {
        let green = color(GREEN);
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{green}\"/>"
        );
    }
    for (x, label) in &drawing.labels {
        let y = SIZE.1 - MARGIN + 16;
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" fill=\"#555555\">{label}</text>");
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// The picture as PNG, without letters.
pub(super) fn draw_png(drawn: Option<&Candidate>) -> Result<Vec<u8>, CliFailure> {
    let drawing = make_drawing(drawn)?;
    let mut canvas = PixelCanvas { pixels: vec![0xFF; SIZE.0 * SIZE.1 * 3] };
    canvas.fill_rectangle(MARGIN, MARGIN + SERIES, SIZE.0 - 2 * MARGIN, 1, GRAY);
    canvas.fill_rectangle(MARGIN, SIZE.1 - MARGIN, SIZE.0 - 2 * MARGIN, 1, GRAY);
    for DrawnBar { left, top, width, height } in drawing.bars {
        let (width, height) = (width.ceil() as usize, height.ceil() as usize);
        canvas.fill_rectangle(left as usize, top as usize, width, height, GREEN);
    }
    for line in &drawing.lines {
        for pair in line.windows(2) {
            canvas.draw_line(pair[0], pair[1], BLUE);
        }
    }
    let fault =
        |error: png::EncodingError| CliFailure::new(format!("the picture cannot be written: {error}"));
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, SIZE.0 as u32, SIZE.1 as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&canvas.pixels)).map_err(fault)?;
    Ok(file)
}

/// Pixels of three bytes.
struct PixelCanvas {
    pixels: Vec<u8>,
}

impl PixelCanvas {
    fn fill_rectangle(&mut self, left: usize, top: usize, width: usize, height: usize, color: [u8; 3]) {
        for y in top..(top + height).min(SIZE.1) {
            for x in left..(left + width).min(SIZE.0) {
                self.pixels[3 * (y * SIZE.0 + x)..][..3].copy_from_slice(&color);
            }
        }
    }

    fn draw_line(&mut self, from: (f64, f64), to: (f64, f64), color: [u8; 3]) {
        // A step for each pixel of the longer direction leaves no gap.
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).ceil().max(1.0);
        for step in 0..=steps as usize {
            let share = step as f64 / steps;
            let (x, y) = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            self.fill_rectangle(x as usize, y as usize, 1, 1, color);
        }
    }
}
