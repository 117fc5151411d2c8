//! Names that other languages and manuals use for the families, actions and pages of this language.

use crate::model::{CodePage, Event, MixedForm, MixedPage, MixedSet};

/// The format for a name of Rust, C, Python, COBOL or PL/I, with its arguments: `i32`, `uint16_t`,
/// `comp_3(7, 2)`.
pub(super) fn find_format(word: &str, arguments: &[String]) -> Option<String> {
    find_sized_family(word).or_else(|| find_float(word)).or_else(|| find_family(word, arguments))
}

/// `double`, `REAL8`: floats by the words of C, Fortran and others, which are those of IEEE 754 everywhere today.
fn find_float(word: &str) -> Option<String> {
    Some(
        match word.to_ascii_lowercase().as_str() {
            "half" | "real2" => "f16",
            "float" | "single" | "real" | "real4" => "f32",
            "double" | "double_precision" | "real8" => "f64",
            "quad" | "quadruple" | "real16" => "f128",
            _ => return None,
        }
        .to_owned(),
    )
}

/// `i32`, `uint16_t`, `float64`.
fn find_sized_family(word: &str) -> Option<String> {
    let word = word.strip_suffix("_t").unwrap_or(word);
    let split = word.find(|letter: char| letter.is_ascii_digit())?;
    let bits: u32 = word[split..].parse().ok().filter(|bits| (1..=128).contains(bits))?;
    // `u23` and its like are the names of others, too; words with a usual width are taken in any spelling.
    let usual = [8, 16, 24, 32, 64, 128].contains(&bits);
    match &word[..split] {
        "i" if !usual => Some(format!("twos({bits})")),
        "u" if !usual => Some(format!("unsigned({bits})")),
        _ if !usual => None,
        "i" | "s" | "int" | "sint" => Some(format!("twos({bits})")),
        "u" | "uint" => Some(format!("unsigned({bits})")),
        // `f8` is no format: there are several floats of eight bits.
        "float" if bits > 8 => Some(format!("f{bits}")),
        _ => None,
    }
}

/// `int(32)`, `comp_3(7, 2)`, `display(5)`.
fn find_family(word: &str, arguments: &[String]) -> Option<String> {
    let (family, usual) = match word.to_ascii_lowercase().as_str() {
        "int" | "integer" | "signed" | "sint" | "twos_complement" | "binary" | "comp" | "comp4"
        | "comp_4" | "comp5" | "comp_5" => ("twos", "32"),
        "short" => ("twos", "16"),
        "longlong" | "long_long" => ("twos", "64"),
        "byte" | "uchar" => ("unsigned", "8"),
        "uint" | "natural" | "unsigned_integer" => ("unsigned", "32"),
        "ones_complement" => ("ones", "32"),
        "excess" | "biased" => ("offset", "16, 32768"),
        "comp3" | "comp_3" | "computational_3" | "packed" | "fixed_decimal" => ("packed_decimal", "7, 2"),
        "display" | "zoned" | "numeric" | "picture" | "pic" => ("zoned_decimal", "7, 2"),
        "bool" | "boolean" => ("logical", "32"),
        "utf8" | "utf_8" | "us_ascii" | "char" => return Some("ascii".to_owned()),
        "iso_8859_1" | "iso8859_1" | "latin_1" => return Some("latin1".to_owned()),
        "utf_16" | "ucs_2" => return Some("utf16".to_owned()),
        "utf_32" | "ucs4" | "ucs_4" => return Some("utf32".to_owned()),
        // What is no family may be the name of a code page, such as `ibm037`.
        other => return find_page(other),
    };
    let arguments = match arguments {
        [] => usual.to_owned(),
        // COBOL gives no scale if it is zero.
        [digits] if family.ends_with("decimal") => format!("{digits}, 0"),
        several => several.join(", "),
    };
    Some(format!("{family}({arguments})"))
}

/// The character set that people call a page by this word: a name of another program, or a number with or without
/// letters.
pub(super) fn find_page(word: &str) -> Option<String> {
    // Sets that are no pages of the language have other names: 819 is ISO 8859-1, and 367 is ASCII.
    let plain: String = word.to_ascii_lowercase().replace(['_', '-'], "");
    match plain.as_str() {
        "cp819" | "ibm819" | "819" | "latin1" | "iso88591" | "l1" => Some("latin1".to_owned()),
        "cp367" | "ibm367" | "367" | "ascii" | "usascii" | "cp20127" => Some("ascii".to_owned()),
        _ => CodePage::guess(word).map(CodePage::format).or_else(|| {
            let page = MixedPage::guess(word)?;
            Some(MixedSet { page, form: MixedForm::Mixed }.format())
        }),
    }
}

/// The action for which another tool has this word, if it can answer the event.
pub(super) fn find_action(word: &str, event: Event) -> Option<&'static str> {
    let action = match word {
        "clamp" | "clip" | "limit" | "max" | "largest" => "saturate",
        "inf" => "infinity",
        "modulo" | "wrapping" => "wrap",
        "fail" | "reject" | "abort" | "panic" | "raise" | "trap" | "exception" => "error",
        "flush" | "flush_to_zero" | "ftz" => "zero",
        "denormal" | "gradual" => "subnormal",
        "truncate" | "trunc" | "chop" => "toward_zero",
        "round" | "nearest" | "half_even" => "nearest_even",
        "half_up" | "half_away" => "nearest_away",
        "ceil" | "ceiling" => "up",
        "floor" => "down",
        "replace" | "replacement" => "substitute(63)",
        "preserve" | "pass" => "keep",
        _ => return None,
    };
    // `substitute(63)` is advice with its number, and the event knows the word alone.
    event.has_action(action.split('(').next().unwrap_or(action)).then_some(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_languages_become_formats() {
        let arguments = ["9".to_owned(), "2".to_owned()];
        for (word, format_of) in [
            ("i32", Some("twos(32)")),
            ("uint16_t", Some("unsigned(16)")),
            ("float64", Some("f64")),
            ("u23", Some("unsigned(23)")),
            ("i129", None),
            ("int23", None),
            ("double", Some("f64")),
            ("REAL", Some("f32")),
            ("char", Some("ascii")),
            ("byte", Some("unsigned(9, 2)")),
            ("comp3", Some("packed_decimal(9, 2)")),
            ("COMP_3", Some("packed_decimal(9, 2)")),
            ("display", Some("zoned_decimal(9, 2)")),
            ("cp1047", Some("ebcdic(cp1047)")),
            ("ebcdic_037", Some("ebcdic(cp037)")),
            ("cp1252", Some("codepage(cp1252)")),
            ("latin2", Some("codepage(iso8859_2)")),
            ("cp819", Some("latin1")),
            ("banana", None),
        ] {
            assert_eq!(find_format(word, &arguments).as_deref(), format_of, "{word}");
        }
        assert_eq!(find_format("int", &[]).as_deref(), Some("twos(32)"));
        assert_eq!(find_format("comp_3", &arguments[..1]).as_deref(), Some("packed_decimal(9, 0)"));
    }

    #[test]
    fn an_action_is_offered_where_it_can_answer() {
        assert_eq!(find_action("clamp", Event::Overflow), Some("saturate"));
        assert_eq!(find_action("clamp", Event::Nan), None);
        assert_eq!(find_action("replace", Event::Unmapped), Some("substitute(63)"));
    }
}
