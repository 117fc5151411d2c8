//! A header of C with the constants of a text's formats: where the fields of a word are, and the words of the test lines.

use std::fmt::Write as _;

use datarep_dsl::model::word::mask;
use datarep_dsl::model::{BitRange, Float, Format, FormatKind, LeadingBit, Model};
use datarep_dsl::{print, words};
use serde_json::{Value, json};

use crate::text::parse_text;
use crate::{Fault, Request};

/// The most bits of a word that C has a type for everywhere.
const MOST: u32 = 64;

/// The constants of all formats of the text in the request, as a header.
pub(crate) fn write(request: &Request<'_>) -> Result<Value, Fault> {
    let text = parse_text(request.text("text"))?;
    let names: Vec<&str> = text.formats().collect();
    let Some(first) = names.first() else { return Err(Fault::new("the text has no format")) };
    let guard = format!("{}_CONSTANTS_H", macro_name(first));
    let mut header = format!("#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n");
    let model = text.model();
    for format in model.formats.iter().filter(|format| names.contains(&&*format.name)) {
        append_format(format, model, &mut header);
    }
    let _ = write!(header, "\n#endif\n");
    Ok(json!({ "header": header }))
}

fn append_format(format: &Format, model: &Model, header: &mut String) {
    let prefix = macro_name(&format.name);
    let mut about = match &format.kind {
        FormatKind::Float(float) => print::format_formula(float),
        _ => format!("{} bits", format.bits),
    };
    if let Some(order) = &format.order {
        about = format!("{about}, {}", print::format_order(order));
    }
    // A string takes all that is written to it.
    let _ = write!(header, "\n/* {}: {about} */\n", format.name);
    let mut define = |name: &str, value: &str| {
        let _ = writeln!(header, "#define {prefix}_{name} {value}");
    };
    define("BITS", &format.bits.to_string());
    if let Some(order) = &format.order {
        define("BYTES", &order.extent(format.bits).to_string());
    }
    if let FormatKind::Float(float) = &format.kind {
        define_float(float, &mut define);
    }
    if format.bits > MOST {
        return;
    }
    let tests = model.tests.iter().filter(|test| model.formats[test.format.0].name == format.name);
    let lines: Vec<String> = tests
        .map(|test| format!("\\\n    X(\"{}\", {})", escape(&test.text), format_constant(test.word)))
        .collect();
    if !lines.is_empty() {
        define("TESTS(X)", &lines.join(" "));
    }
}

fn define_float(float: &Float, define: &mut impl FnMut(&str, &str)) {
    if let Some(sign) = float.sign {
        define_field("SIGN", &[BitRange { high: sign, low: sign }], define);
    }
    define_field("EXPONENT", &float.exponent, define);
    if let LeadingBit::Explicit(bit) = float.leading {
        define_field("LEADING", &[BitRange { high: bit, low: bit }], define);
    }
    define_field("SIGNIFICAND", &float.significand, define);
    define("HAS_HIDDEN_BIT", if float.leading == LeadingBit::Hidden { "1" } else { "0" });
    define("FRACTION_BITS", &float.fraction_bits.to_string());
    define("RADIX", &float.radix.to_string());
    define("BIAS", &float.bias.to_string());
}

/// A field: its shift, its bits and its mask in the word. The parts of a divided field have numbers, the most significant
/// first.
fn define_field(name: &str, ranges: &[BitRange], define: &mut impl FnMut(&str, &str)) {
    for (index, range) in ranges.iter().enumerate() {
        let part = if ranges.len() == 1 { String::new() } else { format!("_{index}") };
        define(&format!("{name}_SHIFT{part}"), &range.low.to_string());
        define(&format!("{name}_BITS{part}"), &range.width().to_string());
        if range.high < MOST {
            define(&format!("{name}_MASK{part}"), &format_constant(mask(range.width()) << range.low));
        }
    }
}

fn format_constant(word: u128) -> String {
    format!("UINT64_C({})", words::format_hex(word, MOST).replace('_', ""))
}

/// A name in the letters of macros.
fn macro_name(name: &str) -> String {
    let letter = |letter: char| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' }
    };
    name.chars().map(letter).collect()
}

/// A text between quotes of C.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}
