//! What a line that stops the grammar most likely means, told from its other words.

use super::syntax::{Context, Place};
use super::{Rule, words};

/// What to write instead.
pub(super) fn advice(place: &Place<'_>) -> Option<String> {
    let first = place.token_text(place.tokens.start);
    match (place.context, first) {
        (Context::Item, "float") => float(place),
        (Context::Item, "integer" | "logical" | "character") => family(place),
        (Context::Item, "datarep") => datarep(place),
        (Context::Item, "use") => import(place),
        (Context::Clause, "value") => formula(place),
        (Context::Entry, _) => entry(place),
        (Context::Clause | Context::FamilyClause | Context::Item | Context::TestLine, _) => None,
    }
}

fn float(place: &Place<'_>) -> Option<String> {
    let in_formula = place.tokens_before().any(|text| text == "where");
    if in_formula {
        return formula(place);
    }
    (place.found() == ",").then(|| "separate the fields by spaces, as in `S1 E8 F23`".to_owned())
}

fn formula(place: &Place<'_>) -> Option<String> {
    let help = match place.found() {
        "*" if place.expects(Rule::semicolon) => "write the significand first, as in `0.F * 16^(E - 64)`",
        "x" | "X" | "×" | "." | "·" if place.expects(Rule::semicolon) => "write `*`",
        "(" if place.expects(Rule::formula) || place.expects(Rule::significand) => {
            "leave the sign out, as in `1.F * 2^(E - 127)`: it is `S` of the picture"
        }
        _ => return None,
    };
    Some(help.to_owned())
}

fn family(place: &Place<'_>) -> Option<String> {
    let order = place.found();
    let is_order = matches!(order, "big" | "little" | "pdp") && place.expects(Rule::semicolon);
    is_order.then(|| format!("write `{{ order {order}; }}`"))
}

fn datarep(place: &Place<'_>) -> Option<String> {
    if !place.expects(Rule::entry_block) && !place.expects(Rule::open_brace) {
        return None;
    }
    let help = match place.found() {
        "," | "+" | "&" => "a representation extends one other: write the lines of further ones inside",
        ":" | "<" => "write `extends`",
        _ => return None,
    };
    Some(help.to_owned())
}

fn import(place: &Place<'_>) -> Option<String> {
    let family = place.token_text(place.tokens.start + 1);
    let of_rust = matches!(family, "std" | "core" | "alloc" | "crate" | "super" | "self" | "datarep");
    of_rust.then(|| "name a family of the standard library and a format, as in `use ibm::hfp32;`".to_owned())
}

fn entry(place: &Place<'_>) -> Option<String> {
    if place.expects(Rule::direction) {
        let near = words::near(place.found(), &["read", "write"])?;
        return Some(format!("write `{near}`"));
    }
    let class = place.token_text(place.tokens.start);
    let size = place.found();
    let sized = place.index == place.tokens.start + 1 && size.parse::<u8>().is_ok();
    sized.then(|| format!("write the size in braces, as in `{class} {{ {size} => … }}`"))
}
