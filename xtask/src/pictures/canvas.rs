//! Draws boxes, lines and texts as SVG.

use std::fmt::Write as _;

/// Colors of fields: the sign, the exponent, the significand, and a fourth one.
pub(super) const SIGN: &str = "#f4b6b6";
pub(super) const EXPONENT: &str = "#b9d4f4";
pub(super) const SIGNIFICAND: &str = "#c3e6c0";
pub(super) const OTHER: &str = "#f2e2a6";
/// The color of boxes without a meaning.
pub(super) const EMPTY: &str = "#eeeeee";
/// The color of boxes without a field.
pub(super) const PLAIN: &str = "#ffffff";

const INK: &str = "#1f2328";
const PALE: &str = "#57606a";
const LINE: &str = "#8c959f";

/// A drawing of a known size.
pub(super) struct Canvas {
    svg: String,
}

/// The part of a text that is at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    /// An empty white drawing. `title` describes the drawing for people who cannot see it.
    pub(super) fn new(width: u32, height: u32, title: &str) -> Canvas {
        let title = escape_xml(title);
        Canvas {
            svg: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
                 <title>{title}</title>\n\
                 <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
            ),
        }
    }

    /// Draws a box with a text in the middle.
    pub(super) fn draw_cell(&mut self, [x, y, width, height]: [u32; 4], fill: &str, text: &str) {
        let _ = writeln!(
            self.svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" stroke=\"#333333\"/>"
        );
        if !text.is_empty() {
            self.draw_code(x + width / 2, y + height / 2 + 5, Anchor::Middle, text);
        }
    }

    /// Draws a text.
    pub(super) fn draw_text(&mut self, x: u32, y: u32, anchor: Anchor, text: &str) {
        self.write_text(x, y, anchor, &format!("fill=\"{INK}\""), text);
    }

    /// Draws a smaller, paler text.
    pub(super) fn draw_note(&mut self, x: u32, y: u32, anchor: Anchor, text: &str) {
        self.write_text(x, y, anchor, &format!("fill=\"{PALE}\" font-size=\"11\""), text);
    }

    /// Draws a text with letters of equal width.
    pub(super) fn draw_code(&mut self, x: u32, y: u32, anchor: Anchor, text: &str) {
        self.write_text(
            x,
            y,
            anchor,
            &format!("fill=\"{INK}\" font-family=\"monospace\" xml:space=\"preserve\""),
            text,
        );
    }

    fn write_text(&mut self, x: u32, y: u32, anchor: Anchor, style: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" {style}>{}</text>",
            escape_xml(text)
        );
    }

    /// Draws a line.
    pub(super) fn draw_line(&mut self, from: [u32; 2], to: [u32; 2]) {
        let ([x1, y1], [x2, y2]) = (from, to);
        let _ = writeln!(
            self.svg,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{LINE}\" stroke-width=\"1.5\"/>"
        );
    }

    /// Draws a line downwards that ends in an arrowhead.
    pub(super) fn draw_arrow(&mut self, from: [u32; 2], to: [u32; 2]) {
        let [x, y] = to;
        self.draw_line(from, [x, y - 6]);
        let _ = writeln!(
            self.svg,
            "<polygon points=\"{},{} {},{} {x},{y}\" fill=\"{LINE}\"/>",
            x - 4,
            y - 8,
            x + 4,
            y - 8
        );
    }

    /// The finished drawing.
    pub(super) fn finish(self) -> String {
        self.svg + "</svg>\n"
    }
}

/// The color of a field by its letter in pictures of bits.
pub(super) fn field_color(letter: char) -> &'static str {
    match letter {
        'S' => SIGN,
        'E' => EXPONENT,
        'F' => SIGNIFICAND,
        _ => EMPTY,
    }
}

fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
