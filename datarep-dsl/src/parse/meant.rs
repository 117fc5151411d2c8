//! The probable intention of a line at which the grammar stops, derived from its other words.

use super::stop::{ParseContext, SyntaxStop};
use super::{Rule, words};

/// What to write instead.
pub(super) fn guess_meaning(stop: &SyntaxStop<'_>) -> Option<String> {
    let first = stop.token_text(stop.tokens.start);
    match (stop.context, first) {
        (ParseContext::Item, "float") => guess_float(stop),
        (ParseContext::Item, "integer" | "logical" | "character") => guess_family(stop),
        (ParseContext::Item, "datarep") => guess_datarep(stop),
        (ParseContext::Item, "use") => guess_import(stop),
        (ParseContext::Clause, "value") => guess_formula(stop),
        (ParseContext::Entry, _) => guess_entry(stop),
        (ParseContext::RecordLine, _) => guess_field(stop),
        (
            ParseContext::Clause
            | ParseContext::FamilyClause
            | ParseContext::Item
            | ParseContext::TestLine
            | ParseContext::Expression,
            _,
        ) => None,
    }
}

fn guess_float(stop: &SyntaxStop<'_>) -> Option<String> {
    let in_formula = stop.tokens_before().any(|text| text == "where");
    if in_formula {
        return guess_formula(stop);
    }
    let help = match stop.found_text() {
        "," => "separate the fields by spaces, as in `S1 E8 F23`",
        // The formula follows the picture.
        "with" | "value" | "when" | ":" if stop.expects_rule(Rule::semicolon) => "write `where`",
        "decimal" => "write `decimal_float(64, dpd)` for a decimal float",
        "posit" => "write `posit(16, 2)` for a posit",
        _ => return None,
    };
    Some(help.to_owned())
}

fn guess_formula(stop: &SyntaxStop<'_>) -> Option<String> {
    let help = match stop.found_text() {
        "*" if stop.expects_rule(Rule::semicolon) => "write the significand first, as in `0.F * 16^(E - 64)`",
        "x" | "X" | "×" | "." | "·" if stop.expects_rule(Rule::semicolon) => "write `*`",
        // `(-1)^S * 1.F`, as manuals write a formula.
        "(" if stop.expects_rule(Rule::formula) || stop.expects_rule(Rule::significand) => {
            "leave the sign out, as in `1.F * 2^(E - 127)`: it is `S` of the picture"
        }
        _ => return None,
    };
    Some(help.to_owned())
}

fn guess_family(stop: &SyntaxStop<'_>) -> Option<String> {
    let order = stop.found_text();
    let is_order = matches!(order, "big" | "little" | "pdp") && stop.expects_rule(Rule::semicolon);
    is_order.then(|| format!("write `{{ order {order}; }}`"))
}

fn guess_datarep(stop: &SyntaxStop<'_>) -> Option<String> {
    if !stop.expects_rule(Rule::entry_block) && !stop.expects_rule(Rule::open_brace) {
        return None;
    }
    let help = match stop.found_text() {
        "," | "+" | "&" => "a representation extends one other: write the lines of further ones inside",
        ":" | "<" => "write `extends`",
        _ => return None,
    };
    Some(help.to_owned())
}

fn guess_import(stop: &SyntaxStop<'_>) -> Option<String> {
    let family = stop.token_text(stop.tokens.start + 1);
    // The first word of Rust's paths. A family of the library has none of these names.
    let of_rust = matches!(family, "std" | "core" | "alloc" | "crate" | "super" | "self" | "datarep");
    of_rust.then(|| "name a family of the standard library and a format, as in `use ibm::hfp32;`".to_owned())
}

fn guess_field(stop: &SyntaxStop<'_>) -> Option<String> {
    if stop.expects_rule(Rule::direction) {
        let near = words::find_near(stop.found_text(), &["read", "write"])?;
        return Some(format!("write `{near}`"));
    }
    // `status: enum { ok = 0 }`, as C and Kaitai name values.
    if stop.token_text(stop.tokens.start + 2) == "enum" {
        return Some("write the integer, `status: u8;`: values have no names".to_owned());
    }
    let help = match stop.found_text() {
        "as" if stop.expects_rule(Rule::semicolon) => {
            "write the native type after the array, as in `[hfp32; 3] as f64`"
        }
        "]" if stop.expects_rule(Rule::semicolon) => "write the count too, as in `[hfp32; 3]`",
        "=" | "::" | "=>" if stop.expects_rule(Rule::colon) => "write `:`",
        "," if stop.expects_rule(Rule::semicolon) => "write `;`",
        "->" | "=>" if stop.expects_rule(Rule::semicolon) => "write `as`",
        "[" | "*" | "x" if stop.expects_rule(Rule::semicolon) => return Some(guess_array(stop)),
        _ => return None,
    };
    Some(help.to_owned())
}

/// What to write for `char[8]`, `hfp32 * 3` and Fortran's `REAL*8`.
fn guess_array(stop: &SyntaxStop<'_>) -> String {
    let before = stop.last_token_before().map_or("", |before| stop.token_text(before));
    let number = stop.token_text(stop.index + 1);
    // Without a number behind the sign nothing is known but that an array was meant.
    let Ok(count) = number.parse::<u32>() else { return "write an array as `[hfp32; 3]`".to_owned() };
    let word = before.to_ascii_lowercase();
    if stop.found_text() == "*" {
        // In Fortran the number behind `*` is the size in bytes, and that of `COMPLEX` is the size of both parts.
        let fortran = match (word.as_str(), count) {
            ("real", 2 | 4 | 8 | 16) => Some(format!("f{}", 8 * count)),
            ("integer", 1..=16) => Some(format!("i{}", 8 * count)),
            ("logical", 1..=16) => Some(format!("logical({})", 8 * count)),
            ("complex", 8 | 16 | 32) => Some(format!("[f{}; 2]", 4 * count)),
            ("character", _) => Some(format!("[ascii; {count}]")),
            _ => None,
        };
        if let Some(fortran) = fortran {
            return format!("write `{fortran}`");
        }
    }
    let item = match word.as_str() {
        "char" | "character" | "string" | "str" | "text" => "ascii",
        // Brackets count bytes, as in C.
        "byte" | "bytes" | "uchar" if stop.found_text() == "[" => return format!("write `{count} bytes`"),
        "double" => "f64",
        "float" | "single" | "real" => "f32",
        "int" => "i32",
        "short" => "i16",
        // The word before is the format if it is a word at all. A bracket or parenthesis there is no format.
        _ if before.chars().all(|letter| letter.is_alphanumeric() || letter == '_') => before,
        _ => "hfp32",
    };
    format!("write an array as `[{item}; {count}]`")
}

fn guess_entry(stop: &SyntaxStop<'_>) -> Option<String> {
    if stop.expects_rule(Rule::direction) {
        let near = words::find_near(stop.found_text(), &["read", "write"])?;
        return Some(format!("write `{near}`"));
    }
    let class = stop.token_text(stop.tokens.start);
    let size = stop.found_text();
    // `real 8 => f64`: the size stands where the braces should begin.
    let sized = stop.index == stop.tokens.start + 1 && size.parse::<u8>().is_ok();
    sized.then(|| format!("write the size in braces, as in `{class} {{ {size} => … }}`"))
}
