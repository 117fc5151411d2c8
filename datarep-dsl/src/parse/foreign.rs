//! Words of other tools, and their equivalents in this language.

use super::scan::{TokenKind, text_fault};
use super::stop::{ParseContext, SyntaxStop};
use crate::ast::Word;
use crate::diagnostic::{Diagnostic, Slug};
use crate::source::Span;

/// Words that the language has in other places.
const ELSEWHERE: [&str; 11] =
    ["excess", "read", "write", "extends", "order", "big", "little", "pdp", "offset", "unsigned", "fixed"];

fn foreign_fault(word: &str, span: Span, help: impl Into<String>) -> Diagnostic {
    // A word that the language has somewhere cannot be called unknown.
    if ELSEWHERE.contains(&word) {
        let title = format!("`{word}` is not expected here");
        return Diagnostic::new(Slug::ForeignWord, title, span, "not expected here").help(help);
    }
    let title = format!("`{word}` is not a word of the language");
    Diagnostic::new(Slug::ForeignWord, title, span, "not known here").help(help)
}

/// The order for which another tool has `word`.
fn find_order_word(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        // Modbus names the order of the four bytes of two registers.
        "cdab" => "unit(16, little, big)",
        "big_endian" | "bigendian" | "be" | "msb" | "msb_first" | "network" | "motorola" | "abcd" => "big",
        "little_endian" | "littleendian" | "le" | "lsb" | "lsb_first" | "intel" | "dcba" => "little",
        "pdp_endian" | "pdpendian" | "pdp11" | "middle_endian" | "middle" | "vax" | "badc" => "pdp",
        _ => return None,
    })
}

/// The fault of an order in another tool's words.
pub(super) fn order_fault(word: &Word) -> Option<Diagnostic> {
    let order = find_order_word(&word.value)?;
    Some(foreign_fault(&word.value, word.span, format!("write `{order}`")))
}

/// The fault of a float's field in another tool's words.
pub(super) fn field_fault(word: &Word) -> Option<Diagnostic> {
    let field = match word.value.to_ascii_lowercase().as_str() {
        "mantissa" | "fraction" | "frac" | "coefficient" | "mant" | "man" => "significand",
        "exp" | "characteristic" | "expo" => "exponent",
        "sgn" | "sign_bit" | "signbit" => "sign",
        "integer" | "integer_bit" | "j" | "explicit" => "leading",
        "pad" | "padding" | "ignored" | "fill" | "filler" | "spare" => "unused",
        _ => return None,
    };
    Some(foreign_fault(&word.value, word.span, format!("write `{field}`")))
}

/// The fault of a class of native types in another tool's words. `sized` says whether sizes follow.
pub(super) fn class_fault(word: &Word, sized: bool) -> Option<Diagnostic> {
    let help = |class: &str, mpi: &str| {
        if sized {
            format!("write `{class}`")
        } else {
            format!("write `{class}`, or `{mpi}` for that type alone")
        }
    };
    let help = match word.value.as_str() {
        "int" => help("integer", "MPI_INT"),
        "signed" => "write `integer`".to_owned(),
        "short" => help("integer", "MPI_SHORT"),
        "long" => help("integer", "MPI_LONG"),
        "uint" => help("unsigned", "MPI_UNSIGNED"),
        "float" => help("real", "MPI_FLOAT"),
        "double" => help("real", "MPI_DOUBLE"),
        "char" => help("character", "MPI_CHAR"),
        "string" | "str" | "text" => {
            format!("{}: a string is an array of characters", help("character", "MPI_CHAR"))
        }
        "wchar" | "wchar_t" => help("wide_character", "MPI_WCHAR"),
        "bool" | "boolean" => help("logical", "MPI_C_BOOL"),
        "default" | "else" | "other" | "rest" | "_" if !sized => "write `others`".to_owned(),
        "default" | "else" | "other" | "rest" | "_" => "write `others => unsupported;`".to_owned(),
        // What is left may be a type of Rust, such as `i32`.
        rust => {
            let (class, bits, format) = parse_rust_type(rust)?;
            if sized {
                format!("write `{class}`")
            } else {
                format!("write the class and the size, as in `{class} {{ {} => {format} }}`", bits / 8)
            }
        }
    };
    Some(foreign_fault(&word.value, word.span, help))
}

/// The class and width of a type of Rust, and a format that holds it.
fn parse_rust_type(word: &str) -> Option<(&'static str, u32, String)> {
    let bits: u32 = word.get(1..)?.parse().ok()?;
    let is_width = [8, 16, 32, 64, 128].contains(&bits);
    let (class, format) = match word.get(..1)? {
        "i" if is_width => ("integer", format!("twos({bits})")),
        "u" if is_width && bits < 128 => ("unsigned", format!("unsigned({bits})")),
        "f" if is_width && bits > 8 => ("real", word.to_owned()),
        _ => return None,
    };
    Some((class, bits, format))
}

/// The fault of a class of a float's words in another tool's words.
pub(super) fn special_fault(word: &Word) -> Option<Diagnostic> {
    let class = match word.value.to_ascii_lowercase().as_str() {
        "inf" => "infinity",
        "denormal" | "denormalized" => "subnormal",
        "qnan" | "snan" | "not_a_number" | "indefinite" => "nan",
        "rop" => "reserved",
        _ => return None,
    };
    Some(foreign_fault(&word.value, word.span, format!("write `{class}`")))
}

/// The fault of another tool's words at the place where the grammar stopped.
pub(super) fn stop_fault(stop: &SyntaxStop<'_>) -> Option<Diagnostic> {
    // A text in quotes was a token of its own for the scan, since it may be a case of a choice. Here it is none.
    if stop.token_kind(stop.index) == Some(TokenKind::Text) {
        return Some(text_fault(stop.token_span(stop.index)));
    }
    hyphen_fault(stop).or_else(|| first_word_fault(stop)).or_else(|| bias_fault(stop))
}

/// The fault of `big-endian` and similar words, which are three tokens.
fn hyphen_fault(stop: &SyntaxStop<'_>) -> Option<Diagnostic> {
    // The grammar stops at one of the three tokens, by what it could have continued with.
    let hyphen = (stop.index.saturating_sub(1)..=stop.index + 1).find(|index| {
        stop.token_text(*index) == "-"
            && stop.token_text(index + 1).eq_ignore_ascii_case("endian")
            && *index > stop.tokens.start
    })?;
    let first = hyphen - 1;
    // `middle-endian` and the like are known by their first word with `_endian`.
    let order = find_order_word(&format!("{}_endian", stop.token_text(first)))?;
    let span = Span { start: stop.token_span(first).start, end: stop.token_span(hyphen + 1).end };
    let before = if first > stop.tokens.start { stop.token_text(first - 1) } else { "" };
    let help = if first == stop.tokens.start {
        format!("write `order {order};`")
    } else if before == "=" || before == ":" {
        format!("write `order {order};`, without `{before}`")
    } else {
        format!("write `{order}`")
    };
    Some(foreign_fault(&format!("{}-endian", stop.token_text(first)), span, help))
}

/// The fault of a line that starts with another tool's word.
fn first_word_fault(stop: &SyntaxStop<'_>) -> Option<Diagnostic> {
    let first = stop.tokens.start;
    // Farther behind, the line was understood so far, and its first word was right.
    if stop.token_kind(first) != Some(TokenKind::Word) || stop.index > first + 2 {
        return None;
    }
    let span = stop.token_span(first);
    let word = stop.token_text(first);
    let help = match stop.context {
        ParseContext::Item => advise_item_start(word)?,
        ParseContext::Clause => advise_clause_start(stop, word)?,
        ParseContext::FamilyClause => advise_order_start(stop, word)?,
        ParseContext::Entry => advise_entry_start(stop, word, span)?,
        ParseContext::RecordLine => advise_record_start(stop, word)?,
        ParseContext::TestLine | ParseContext::Expression => return None,
    };
    Some(foreign_fault(word, span, help))
}

fn advise_item_start(word: &str) -> Option<String> {
    let instead = match word {
        "double" | "format" | "real" | "single" => "float",
        "int" | "signed" | "unsigned" | "uint" | "short" | "long" | "fixed" => "integer",
        "bool" | "boolean" => "logical",
        "char" | "charset" | "text" | "string" => "character",
        "representation" | "rep" | "encoding" | "layout" => "datarep",
        "import" | "include" | "using" | "require" => "use",
        "assert" | "check" | "vector" | "vectors" => "test",
        "struct" | "compound" | "structure" | "group" => "record",
        "pub" | "public" | "export" => return Some("leave it out: every item is public".to_owned()),
        "enum" | "union" => {
            return Some("describe the words themselves, and what they mean in Rust".to_owned());
        }
        "endian" | "endianness" | "byte_order" | "byteorder" | "order" => {
            return Some("write `order big;` inside a format or a `datarep`".to_owned());
        }
        _ => return None,
    };
    Some(format!("write `{instead}`"))
}

/// The order that a line such as `endian big;`, `byte_order = little;` or `big_endian;` asks for.
fn advise_order_start(stop: &SyntaxStop<'_>, word: &str) -> Option<String> {
    if matches!(word, "big" | "little" | "pdp") {
        return Some(format!("write `order {word};`"));
    }
    if let Some(order) = find_order_word(word) {
        return Some(format!("write `order {order};`"));
    }
    let is_order_word =
        ["endian", "endianness", "endianess", "byte_order", "byteorder", "byte_sex"].contains(&word);
    if !is_order_word {
        return None;
    }
    let mut behind = stop.tokens.start + 1;
    // Other languages have a sign between the word and its value.
    if matches!(stop.token_text(behind), "=" | ":" | "=>") {
        behind += 1;
    }
    let order = match stop.token_text(behind) {
        order_word @ ("big" | "little" | "pdp") => order_word,
        // What cannot be understood is answered by `big`, as an example.
        value => find_order_word(value).unwrap_or("big"),
    };
    Some(format!("write `order {order};`"))
}

fn advise_clause_start(stop: &SyntaxStop<'_>, word: &str) -> Option<String> {
    if let Some(help) = advise_order_start(stop, word) {
        return Some(help);
    }
    let number = (stop.tokens.start + 1..stop.tokens.end.min(stop.tokens.start + 4))
        .find(|index| stop.token_kind(*index) == Some(TokenKind::Number))
        .map(|index| stop.token_text(index));
    Some(match word {
        "excess" | "bias" | "offset" => format_bias_help(number),
        "radix" | "base" => {
            format!("write the radix in the formula, as in `{}^(E - 64)`", number.unwrap_or("2"))
        }
        "hidden" | "hidden_bit" | "implicit" | "implicit_bit" | "implied" | "normalized" => {
            "write the hidden bit in the formula, as in `1.F` or `0.1F`".to_owned()
        }
        "signed" => "write a field for the sign, as in `sign = bit 63;`".to_owned(),
        "unsigned" => "write `negative none;`".to_owned(),
        "width" | "size" | "length" => match number {
            Some(bits) => format!("write `bits {bits};`"),
            None => "write it as in `bits 64;`".to_owned(),
        },
        "mantissa" | "fraction" | "frac" | "mant" => {
            "write the field as in `significand = bits 51..=0;`".to_owned()
        }
        "exp" | "characteristic" => "write the field as in `exponent = bits 62..=52;`".to_owned(),
        "denormal" | "denormals" | "subnormals" => "write `subnormal if E == 0;`".to_owned(),
        "inf" => "write it as in `infinity if E == max && F == 0;`".to_owned(),
        "formula" => "write it as in `value = 1.F * 2^(E - 127);`".to_owned(),
        _ => return None,
    })
}

fn advise_record_start(stop: &SyntaxStop<'_>, word: &str) -> Option<String> {
    match word {
        "pad" | "padding" | "filler" | "FILLER" | "skip" | "reserved" => {
            Some("write bytes that mean nothing as `_: 2 bytes;`".to_owned())
        }
        _ => advise_order_start(stop, word),
    }
}

fn advise_entry_start(stop: &SyntaxStop<'_>, word: &str, span: Span) -> Option<String> {
    if let Some(help) = advise_order_start(stop, word) {
        return Some(help);
    }
    match word {
        "read" | "write" => return Some(format!("write `on {word}`")),
        "extends" | "inherits" | "include" => {
            return Some("write `extends` after the name of the representation".to_owned());
        }
        _ => {}
    }
    let sized = stop.token_text(stop.tokens.start + 1) == "{";
    let diagnostic = class_fault(&Word { value: word.to_owned(), span }, sized)?;
    // The fault is built again by the caller, with this line's place. Only its advice is of use.
    diagnostic.help.into_iter().next()
}

/// The fault of `excess 64` or `bias 64` in the middle of a line.
fn bias_fault(stop: &SyntaxStop<'_>) -> Option<Diagnostic> {
    let word = stop.token_text(stop.index);
    if !matches!(word, "excess" | "bias" | "biased")
        || !matches!(stop.context, ParseContext::Clause | ParseContext::Item)
    {
        // `exponent excess 64;`: the fault is at the number.
        let before = stop.index.checked_sub(1).filter(|before| *before >= stop.tokens.start)?;
        let number = stop.token_kind(stop.index) == Some(TokenKind::Number);
        if number && matches!(stop.token_text(before), "excess" | "bias" | "biased") {
            let word = stop.token_text(before);
            let help = format_bias_help(Some(stop.token_text(stop.index)));
            return Some(
                Diagnostic::new(
                    Slug::ForeignWord,
                    format!("`{word}` takes no number"),
                    stop.token_span(stop.index),
                    "not expected here",
                )
                .help(help),
            );
        }
        return None;
    }
    if matches!(stop.token_text(stop.index.saturating_sub(1)), "-" | "+") {
        let help = "write the number itself, as in `(E - 64)`";
        return Some(foreign_fault(word, stop.token_span(stop.index), help));
    }
    let number = Some(stop.index + 1).filter(|next| stop.token_kind(*next) == Some(TokenKind::Number));
    let number = number.map(|next| stop.token_text(next));
    Some(foreign_fault(word, stop.token_span(stop.index), format_bias_help(number)))
}

fn format_bias_help(number: Option<&str>) -> String {
    format!("write the bias in the formula, `(E - {})`", number.unwrap_or("64"))
}
