//! Pixels, lines, letters, and their output as a PNG.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "coordinates of a picture are small, and what lies outside is clipped"
)]

/// Red, green and blue.
pub(crate) type Color = [u8; 3];

/// The position of a text relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    /// Right of the point.
    Left,
    /// Centered on the point.
    Center,
    /// Left of the point.
    Right,
}

/// The letters from space to tilde, and one for all others: six rows of sixteen letters, each of 5 by 8 pixels.
static FONT: &str = include_str!("font.txt");
/// The distance of letters, in pixels.
const ADVANCE: usize = 6;

/// A picture.
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Color>,
    font: Vec<&'static [u8]>,
}

impl Canvas {
    /// A picture of one color.
    pub(crate) fn new(width: usize, height: usize, color: Color) -> Canvas {
        let font = FONT.lines().map(str::as_bytes).collect();
        Canvas { width, height, pixels: vec![color; width * height], font }
    }

    /// Mixes a color into a pixel: 0 leaves it, 1 replaces it.
    pub(crate) fn blend(&mut self, x: i32, y: i32, color: Color, share: f64) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let share = share.clamp(0.0, 1.0);
        if share >= 1.0 {
            self.pixels[y * self.width + x] = color;
            return;
        }
        for (old, new) in self.pixels[y * self.width + x].iter_mut().zip(color) {
            *old = (f64::from(*old) * (1.0 - share) + f64::from(new) * share).round() as u8;
        }
    }

    /// A filled rectangle.
    pub(crate) fn fill(&mut self, x: i32, y: i32, width: i32, height: i32, color: Color) {
        for y in y..y + height {
            for x in x..x + width {
                self.blend(x, y, color, 1.0);
            }
        }
    }

    /// The outline of a rectangle, one pixel wide.
    pub(crate) fn frame(&mut self, x: i32, y: i32, width: i32, height: i32, color: Color) {
        self.fill(x, y, width, 1, color);
        self.fill(x, y + height - 1, width, 1, color);
        self.fill(x, y, 1, height, color);
        self.fill(x + width - 1, y, 1, height, color);
    }

    /// A span of a row from `from` to `to`, whose ends may cut pixels.
    pub(crate) fn row_span(&mut self, y: i32, from: f64, to: f64, color: Color, share: f64) {
        for x in from.floor() as i32..=to.floor() as i32 {
            let covered = to.min(f64::from(x) + 1.0) - from.max(f64::from(x));
            self.blend(x, y, color, share * covered);
        }
    }

    /// A span of a column from `from` to `to`, whose ends may cut pixels.
    pub(crate) fn column_span(&mut self, x: i32, from: f64, to: f64, color: Color, share: f64) {
        for y in from.floor() as i32..=to.floor() as i32 {
            let covered = to.min(f64::from(y) + 1.0) - from.max(f64::from(y));
            self.blend(x, y, color, share * covered);
        }
    }

    /// Draws a line of text, with `scale` pixels for each pixel of a letter. `y` is its upper edge.
    pub(crate) fn text(&mut self, x: i32, y: i32, scale: i32, color: Color, align: Align, text: &str) {
        let width = width(text, scale);
        let mut left = match align {
            Align::Left => x,
            Align::Center => x - width / 2,
            Align::Right => x - width,
        };
        for letter in text.chars() {
            self.letter(left, y, scale, color, letter);
            left += ADVANCE as i32 * scale;
        }
    }

    fn letter(&mut self, x: i32, y: i32, scale: i32, color: Color, letter: char) {
        let index = if (' '..='~').contains(&letter) { letter as usize - ' ' as usize } else { 95 };
        for row in 0..8 {
            for column in 0..5 {
                let line = self.font[index / 16 * 9 + row];
                if line[index % 16 * ADVANCE + column] == b'#' {
                    let (left, top) = (x + column as i32 * scale, y + row as i32 * scale);
                    self.fill(left, top, scale, scale, color);
                }
            }
        }
    }

    /// The picture as a PNG.
    pub(crate) fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(bytes)
    }
}

/// The width of a text, in pixels.
pub(crate) fn width(text: &str, scale: i32) -> i32 {
    (text.chars().count() * ADVANCE) as i32 * scale - scale
}
