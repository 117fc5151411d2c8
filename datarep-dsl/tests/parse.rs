//! Texts and their parsed form.

use datarep_dsl::ast::Ast;
use datarep_dsl::parse;
use datarep_dsl::source::Source;

const TOUR: &str = include_str!("samples/tour.datarep");

fn source(text: &str) -> Source {
    Source { name: "sample.datarep".to_owned(), text: text.to_owned(), first_line: 1 }
}

/// Parses a text without a fault.
fn sound(text: &str) -> Ast {
    let (ast, faults) = parse(&source(text));
    assert_eq!(faults, [], "{text}");
    ast
}

#[test]
fn every_construct_is_read_as_it_is_written() {
    let ast = sound(TOUR);
    let mut dump = format!("//! {:?}\n", ast.doc);
    for item in &ast.items {
        let doc = if item.doc.is_empty() { String::new() } else { format!("/// {:?}\n", item.doc) };
        let shown = layout(&with_words(TOUR, &format!("{:?}", item.kind)), 0);
        let words = with_words(TOUR, &format!("{:?}", item.span));
        dump = format!("{dump}\n{doc}{words}\n{shown}\n");
    }
    insta::assert_snapshot!("tour", dump);
}

#[test]
fn white_space_between_tokens_means_nothing() {
    let spaced = tokens(TOUR).join(" \u{2028}\t");
    let dense = sound(TOUR);
    let sparse = sound(&spaced);
    assert_eq!(dense.items.len(), sparse.items.len());
    for (dense, sparse) in dense.items.iter().zip(&sparse.items) {
        assert_eq!(without_spans(&format!("{:?}", dense.kind)), without_spans(&format!("{:?}", sparse.kind)));
    }
}

#[test]
fn lines_may_end_as_on_other_systems() {
    let ast = sound(&TOUR.replace('\n', "\r\n"));
    let plain = sound(TOUR);
    assert_eq!(ast.doc, plain.doc);
    let docs = |ast: &Ast| ast.items.iter().map(|item| item.doc.clone()).collect::<Vec<_>>();
    assert_eq!(docs(&ast), docs(&plain));
}

#[test]
fn docs_keep_their_lines_and_their_items() {
    let ast = sound("//!\n//! two\n\n/// a\n///\n///  b\n// plain\n//// plain\n/// c\nuse x::*;\nuse y::*;");
    assert_eq!(ast.doc, "\ntwo");
    let docs: Vec<&str> = ast.items.iter().map(|item| item.doc.as_str()).collect();
    assert_eq!(docs, ["a\n\n b\nc", ""]);
}

#[test]
fn an_empty_text_is_a_text() {
    for text in ["", "\n", "// nothing", "/* /* */ */", "\u{feff}"] {
        assert_eq!(sound(text).items, [], "{text:?}");
    }
    assert_eq!(sound("\u{feff}use x::*;").items.len(), 1);
}

#[test]
fn a_faulty_item_does_not_hide_the_others() {
    let text = "float a = S1\n float b = S1 E8 F23 where value 1.F;\n\
                character c = ascii;\ndatarep d { order }\ninteger e = twos(8);";
    let (ast, faults) = parse(&source(text));
    assert_eq!(ast.items.len(), 2, "{faults:?}");
    assert_eq!(faults.len(), 3, "{faults:?}");
}

/// The tokens of a text as a Rust macro gets them, joint signs together; plain comments are lost.
fn tokens(text: &str) -> Vec<&str> {
    const JOINT: [&str; 10] = ["::", "<=>", "..=", "==", "!=", "<=", ">=", "=>", "&&", "||"];
    let mut tokens = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let first = rest.as_bytes()[0];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut len = if rest.starts_with("///") || rest.starts_with("//!") {
            rest.find('\n').map_or(rest.len(), |newline| newline + 1)
        } else if rest.starts_with("//") {
            rest = &rest[rest.find('\n').expect("a line")..];
            continue;
        } else if rest.starts_with("/* /*") {
            rest = &rest[rest.find("*/ */").expect("an end") + 5..];
            continue;
        } else if is_word(char::from(first)) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if let Some(joint) = JOINT.iter().find(|joint| rest.starts_with(**joint)) {
            joint.len()
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        let behind = |len: usize, at: usize| rest.as_bytes().get(len + at).copied().unwrap_or(b' ');
        if first.is_ascii_digit() && behind(len, 0) == b'.' && behind(len, 1).is_ascii_digit() {
            len += 1 + rest[len + 1..].find(|c| !is_word(c)).unwrap_or(0);
        } else if first.is_ascii_digit() && behind(len, 0) == b'.' && behind(len, 1) == b' ' {
            len += 1;
        }
        if first.is_ascii_digit() && !rest.starts_with("0x") && rest[..len].ends_with(['e', 'E']) {
            len += 1 + rest[len + 1..].find(|c| !is_word(c)).unwrap_or(0);
        }
        if !first.is_ascii_whitespace() {
            tokens.push(&rest[..len]);
        }
        rest = &rest[len..];
    }
    tokens
}

/// A dump with the words of the text in place of their spans.
fn with_words(text: &str, dump: &str) -> String {
    let mut shown = String::new();
    let mut rest = dump;
    while let Some(at) = rest.find("Span { start: ") {
        shown.push_str(&rest[..at]);
        let span = &rest[at + "Span { start: ".len()..];
        let (start, span) = span.split_once(", end: ").expect("a span");
        let (end, behind) = span.split_once(" }").expect("a span");
        let words = &text[start.parse().expect("a number")..end.parse().expect("a number")];
        let words: Vec<&str> = words.split_whitespace().collect();
        shown.extend(["«", &words.join(" "), "»"]);
        rest = behind;
    }
    shown.push_str(rest);
    // A word that equals the text of its span is shown as itself.
    let mut plain = String::new();
    let mut rest = shown.as_str();
    while let Some(at) = rest.find("Spanned { value: ") {
        plain.push_str(&rest[..at]);
        let spanned = &rest[at + "Spanned { value: ".len()..];
        let same = spanned.split_once(" }").and_then(|(inside, behind)| {
            let (value, span) = inside.split_once(", span: ")?;
            let span = span.strip_prefix('«')?.strip_suffix('»')?;
            (value.trim_matches('"') == span).then_some((span, behind))
        });
        if let Some((word, behind)) = same {
            plain.extend(["«", word, "»"]);
            rest = behind;
        } else {
            plain.push_str("Spanned { value: ");
            rest = spanned;
        }
    }
    plain.push_str(rest);
    plain
}

/// A dump without its spans.
fn without_spans(dump: &str) -> String {
    let parts = dump.split("Span { start: ");
    let kept = parts.enumerate().map(|(index, part)| match index {
        0 => part,
        _ => part.split_once(" }").expect("a span").1,
    });
    kept.collect()
}

/// A dump on several lines, if it is too long for one.
fn layout(dump: &str, indent: usize) -> String {
    let pad = " ".repeat(4 * indent);
    let opening = dump.find(['{', '[', '(']).filter(|_| dump.len() + 4 * indent > 100);
    let Some(opening) = opening.filter(|at| dump.find('«').is_none_or(|word| word > *at)) else {
        return format!("{pad}{dump}");
    };
    let (head, inside) = dump.split_at(opening + 1);
    let inside = &inside[..inside.len() - 1];
    let mut lines = format!("{pad}{head}\n");
    for part in split(inside) {
        lines.push_str(&layout(part.trim(), indent + 1));
        lines.push_str(",\n");
    }
    format!("{lines}{pad}{}", &dump[dump.len() - 1..])
}

/// Splits at the commas outside brackets and words.
fn split(inside: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start, mut word) = (0, 0, false);
    for (at, sign) in inside.char_indices() {
        match sign {
            '«' | '»' => word = sign == '«',
            '{' | '[' | '(' if !word => depth += 1,
            '}' | ']' | ')' if !word => depth -= 1,
            ',' if !word && depth == 0 => {
                parts.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inside[start..].trim().is_empty() {
        parts.push(&inside[start..]);
    }
    parts
}
