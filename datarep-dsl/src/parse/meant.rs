//! The probable intention of a line at which the grammar stops, derived from its other words.

use super::stop::{Context, Stop};
use super::{Rule, words};

/// What to write instead.
pub(super) fn advice(stop: &Stop<'_>) -> Option<String> {
    let first = stop.token_text(stop.tokens.start);
    match (stop.context, first) {
        (Context::Item, "float") => float(stop),
        (Context::Item, "integer" | "logical" | "character") => family(stop),
        (Context::Item, "datarep") => datarep(stop),
        (Context::Item, "use") => import(stop),
        (Context::Clause, "value") => formula(stop),
        (Context::Entry, _) => entry(stop),
        (Context::RecordLine, _) => field(stop),
        (Context::Clause | Context::FamilyClause | Context::Item | Context::TestLine, _) => None,
    }
}

fn float(stop: &Stop<'_>) -> Option<String> {
    let in_formula = stop.tokens_before().any(|text| text == "where");
    if in_formula {
        return formula(stop);
    }
    let help = match stop.found() {
        "," => "separate the fields by spaces, as in `S1 E8 F23`",
        "decimal" => "write `decimal_float(64, dpd)` for a decimal float",
        "posit" => "write `posit(16, 2)` for a posit",
        _ => return None,
    };
    Some(help.to_owned())
}

fn formula(stop: &Stop<'_>) -> Option<String> {
    let help = match stop.found() {
        "*" if stop.expects(Rule::semicolon) => "write the significand first, as in `0.F * 16^(E - 64)`",
        "x" | "X" | "×" | "." | "·" if stop.expects(Rule::semicolon) => "write `*`",
        "(" if stop.expects(Rule::formula) || stop.expects(Rule::significand) => {
            "leave the sign out, as in `1.F * 2^(E - 127)`: it is `S` of the picture"
        }
        _ => return None,
    };
    Some(help.to_owned())
}

fn family(stop: &Stop<'_>) -> Option<String> {
    let order = stop.found();
    let is_order = matches!(order, "big" | "little" | "pdp") && stop.expects(Rule::semicolon);
    is_order.then(|| format!("write `{{ order {order}; }}`"))
}

fn datarep(stop: &Stop<'_>) -> Option<String> {
    if !stop.expects(Rule::entry_block) && !stop.expects(Rule::open_brace) {
        return None;
    }
    let help = match stop.found() {
        "," | "+" | "&" => "a representation extends one other: write the lines of further ones inside",
        ":" | "<" => "write `extends`",
        _ => return None,
    };
    Some(help.to_owned())
}

fn import(stop: &Stop<'_>) -> Option<String> {
    let family = stop.token_text(stop.tokens.start + 1);
    let of_rust = matches!(family, "std" | "core" | "alloc" | "crate" | "super" | "self" | "datarep");
    of_rust.then(|| "name a family of the standard library and a format, as in `use ibm::hfp32;`".to_owned())
}

fn field(stop: &Stop<'_>) -> Option<String> {
    if stop.expects(Rule::direction) {
        let near = words::near(stop.found(), &["read", "write"])?;
        return Some(format!("write `{near}`"));
    }
    let help = match stop.found() {
        "as" if stop.expects(Rule::semicolon) => {
            "write the native type after the array, as in `[hfp32; 3] as f64`"
        }
        "]" if stop.expects(Rule::semicolon) => "write the count too, as in `[hfp32; 3]`",
        "=" | "::" | "=>" if stop.expects(Rule::colon) => "write `:`",
        "," if stop.expects(Rule::semicolon) => "write `;`",
        "->" | "=>" if stop.expects(Rule::semicolon) => "write `as`",
        "[" | "*" | "x" if stop.expects(Rule::semicolon) => "write an array as `[hfp32; 3]`",
        _ => return None,
    };
    Some(help.to_owned())
}

fn entry(stop: &Stop<'_>) -> Option<String> {
    if stop.expects(Rule::direction) {
        let near = words::near(stop.found(), &["read", "write"])?;
        return Some(format!("write `{near}`"));
    }
    let class = stop.token_text(stop.tokens.start);
    let size = stop.found();
    let sized = stop.index == stop.tokens.start + 1 && size.parse::<u8>().is_ok();
    sized.then(|| format!("write the size in braces, as in `{class} {{ {size} => … }}`"))
}
