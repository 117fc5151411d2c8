//! Diagnostics with carets, in the style of rustc: plain text, or with the colors of a terminal.

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};

use std::borrow::Cow;

use crate::controls::{clean_line, clean_text};
use crate::diagnostic::{Diagnostic, Failure, Label, SHOWN, describe_hidden};
use crate::source::{Source, Span};

/// The number of bytes of a line that are looked at behind the last label. A line on a page is shorter.
const BEHIND: usize = 1_000;

/// Shows the faults of a text, at most [`SHOWN`] of them, and the number of those that are left out.
pub fn render_all(source: &Source, failure: &Failure) -> String {
    render_faults(&Renderer::plain(), source, failure)
}

/// Shows the same as [`render_all`], with the colors of a terminal.
pub fn render_all_in_color(source: &Source, failure: &Failure) -> String {
    render_faults(&Renderer::styled(), source, failure)
}

fn render_faults(renderer: &Renderer, source: &Source, failure: &Failure) -> String {
    let rendered = failure.diagnostics.iter().take(SHOWN);
    // A person mends the first faults. Fifty of them fill several screens.
    let rendered: Vec<String> =
        rendered.map(|diagnostic| render_fault(renderer, source, diagnostic)).collect();
    let hidden = describe_hidden(&failure.diagnostics, SHOWN).map(|hidden| format!("\nerror: {hidden}\n"));
    rendered.join("\n") + &hidden.unwrap_or_default()
}

/// Shows one fault: its title, the lines concerned, notes and help. Ends with a newline.
pub fn render(source: &Source, diagnostic: &Diagnostic) -> String {
    render_fault(&Renderer::plain(), source, diagnostic)
}

fn render_fault(renderer: &Renderer, source: &Source, diagnostic: &Diagnostic) -> String {
    // The renderer replaces the control characters of ASCII in the lines and the titles, but no others.
    let lines = FaultLines::from_diagnostic(&source.text, diagnostic);
    // Names of files come from others as well, and could change what a terminal shows.
    let (text, path) = (lines.replace_controls(), clean_line(&source.name));
    let mut snippet =
        Snippet::source(text.as_ref()).path(path.as_ref()).line_start(source.first_line + lines.before);
    for label in &diagnostic.labels {
        snippet = snippet.annotation(lines.annotate_label(label));
    }
    let title = Level::ERROR.primary_title(clean_line(&diagnostic.title)).id(diagnostic.slug.as_str());
    let mut group = title.element(snippet);
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(clean_text(note)));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(clean_text(help)));
    }
    let mut rendered = renderer.render(&[group]);
    // Faults are joined by a line of their own, so each must end its last one.
    if !rendered.ends_with('\n') {
        rendered.push('\n');
    }
    rendered
}

/// The lines of a text that a diagnostic refers to. The rest of the text is not searched.
struct FaultLines<'t> {
    text: &'t str,
    /// The byte of the text at which they start.
    start: usize,
    /// The number of lines before them.
    before: usize,
}

impl<'t> FaultLines<'t> {
    fn from_diagnostic(text: &'t str, diagnostic: &Diagnostic) -> FaultLines<'t> {
        let spans = || diagnostic.labels.iter().map(|label| limit_span(text, label.span));
        let first = spans().map(|span| span.start).min().unwrap_or(0);
        let last = spans().map(|span| span.end).max().unwrap_or(0);
        // Whole lines: carets are drawn below the line in which the words stand.
        let start = text[..first].rfind('\n').map_or(0, |newline| newline + 1);
        // A line may have a megabyte, of which nobody sees the end.
        let most = text.floor_char_boundary(last.saturating_add(BEHIND));
        let end = text[last..most].find('\n').map_or(most, |newline| last + newline);
        // The renderer counts lines from the first one that it is given.
        let before = text[..start].bytes().filter(|byte| *byte == b'\n').count();
        FaultLines { text: &text[start..end], start, before }
    }

    /// The lines without the control characters of ISO 8859-1. What replaces one has as many bytes, so that all labels
    /// keep their places.
    fn replace_controls(&self) -> Cow<'t, str> {
        // Each of these characters has two bytes in UTF-8, as the middle dot has.
        let is_control = |letter: char| ('\u{80}'..='\u{9f}').contains(&letter);
        if self.text.contains(is_control) {
            Cow::Owned(self.text.replace(is_control, "\u{b7}"))
        } else {
            Cow::Borrowed(self.text)
        }
    }

    fn annotate_label<'l>(&self, label: &'l Label) -> Annotation<'l> {
        let kind = if label.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        // A label may lie beyond the lines that are shown, such as one at the end of the text.
        let end = self.start + self.text.len();
        let span = Span { start: label.span.start.min(end), end: label.span.end.min(end) };
        let span = limit_span(self.text, Span { start: span.start - self.start, end: span.end - self.start });
        let annotation = kind.span(span.start..span.end);
        if label.text.is_empty() { annotation } else { annotation.label(clean_text(&label.text)) }
    }
}

/// `span` limited to `text` and moved to character boundaries.
fn limit_span(text: &str, span: Span) -> Span {
    let start = text.floor_char_boundary(span.start);
    Span { start, end: text.ceil_char_boundary(span.end.max(start)) }
}
