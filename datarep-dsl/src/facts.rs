//! Facts about a format in words, computed from its model or taken from its doc comment.
//!
//! A doc comment may have paragraphs whose lines begin with a key: `Source: …`, `Confidence: A.`, `Machines: …` (words by
//! which people search), `Elsewhere: …` (the names of a format in other programs) and `Equals: …` (those of a
//! representation). Semicolons separate the entries of the last two, and each entry begins with the name of its program.

use std::fmt::Write as _;

use crate::limits::Limits;
use crate::model::word::field_bits;
use crate::model::{
    Class, DigitCode, DigitExponentCode, DigitFields, DigitSign, DigitUnit, ExponentCode, Float, Format,
    FormatId, FormatKind, IntegerSign, LeadingBit, Model, Negation, SignificandCode, TestLine,
};

/// A doc comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocComment {
    /// The first paragraph, on one line.
    pub summary: String,
    /// The other paragraphs, each on one line.
    pub paragraphs: Vec<String>,
    /// The published source.
    pub source: String,
    /// The confidence in the source, `A` or `B`.
    pub confidence: String,
    /// The machines, languages and files that have the format, with commas between them.
    pub machines: String,
    /// The names in other programs: each program, and its names.
    pub names: Vec<(String, String)>,
}

const KEYS: [&str; 5] = ["Source", "Confidence", "Machines", "Elsewhere", "Equals"];

impl DocComment {
    /// Splits a doc comment into its parts.
    pub fn parse(text: &str) -> DocComment {
        let mut doc = DocComment::default();
        for paragraph in text.split("\n\n") {
            let mut parts: Vec<(Option<&str>, String)> = Vec::new();
            for line in paragraph.lines().map(str::trim) {
                // A line with a word and a colon that is not a key belongs to the text around it.
                let keyed = line.split_once(": ").filter(|(key, _)| KEYS.contains(key));
                match (keyed, parts.last_mut()) {
                    (Some((key, rest)), _) => parts.push((Some(key), rest.to_owned())),
                    // A line without a key continues the entry above it, as doc comments are wrapped.
                    (None, Some((_, before))) => {
                        before.push(' ');
                        before.push_str(line);
                    }
                    (None, None) => parts.push((None, line.to_owned())),
                }
            }
            for (key, words) in parts {
                doc.add_words(key, &words);
            }
        }
        doc
    }

    fn add_words(&mut self, key: Option<&str>, words: &str) {
        let words = words.trim();
        let bare = words.strip_suffix('.').unwrap_or(words);
        match key {
            Some("Source") => bare.clone_into(&mut self.source),
            Some("Confidence") => bare.clone_into(&mut self.confidence),
            Some("Machines") => bare.clone_into(&mut self.machines),
            Some(_) => {
                // The first word is the program. Its names may have spaces.
                let entries = bare.split("; ").map(|entry| entry.split_once(' ').unwrap_or(("", entry)));
                self.names.extend(entries.map(|(program, names)| (program.to_owned(), names.to_owned())));
            }
            None if words.is_empty() => {}
            None if self.summary.is_empty() => words.clone_into(&mut self.summary),
            None => self.paragraphs.push(words.to_owned()),
        }
    }

    /// The names that `program` uses.
    pub fn find_names(&self, program: &str) -> Option<&str> {
        self.names
            .iter()
            .find(|(listed_program, _)| listed_program == program)
            .map(|(_, names)| names.as_str())
    }
}

/// The parts of a format of real numbers, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RealParts {
    /// The radix: `2`.
    pub radix: String,
    /// The exponent's bits and code: `8, bias 127`.
    pub exponent: String,
    /// The significand: `23 + hidden`.
    pub significand: String,
    /// What it has beside numbers: `subnormal, infinity, NaN`.
    pub specials: String,
}

/// Describes the parts of a format of real numbers; `None` for a format of another kind.
pub fn describe_real_parts(kind: &FormatKind) -> Option<RealParts> {
    let of = |float: &Float, prefix: &str| {
        Some(RealParts {
            radix: float.radix.to_string(),
            exponent: describe_exponent(float),
            significand: format!("{prefix}{}", describe_significand(float)),
            specials: list_specials(float),
        })
    };
    match kind {
        FormatKind::Float(float) => of(float, ""),
        FormatKind::PairSum(pair) => of(&pair.part, "the sum of two: "),
        FormatKind::DecimalFloat(format) => {
            let code = match format.code {
                SignificandCode::Declets => "in declets",
                SignificandCode::Binary => "in binary",
                SignificandCode::Fields(fields) => return Some(describe_digit_fields(fields)),
            };
            let exponent = format!("{}, bias {}", format.exponent_bits() + 2, format.bias());
            let significand = format!("{} digits {code}", format.digits());
            let specials = "subnormal, infinity, NaN".to_owned();
            Some(RealParts { radix: "10".to_owned(), exponent, significand, specials })
        }
        FormatKind::Posit(format) => {
            let significand = format!("up to {} + hidden, word in two's complement", format.precision() - 1);
            let exponent = format!("{} and a regime", format.exponent_bits);
            let specials = "NaN".to_owned();
            Some(RealParts { radix: "2".to_owned(), exponent, significand, specials })
        }
        FormatKind::Integer(_)
        | FormatKind::Decimal(_)
        | FormatKind::Logical(_)
        | FormatKind::Character(_) => None,
    }
}

/// As [`describe_real_parts`], for a float with digits in fields.
fn describe_digit_fields(fields: DigitFields) -> RealParts {
    let code = match fields.code {
        DigitExponentCode::Binary => "",
        DigitExponentCode::Twos => ", two's complement",
        DigitExponentCode::SignMagnitude => ", sign and magnitude",
        DigitExponentCode::Decimal => ", decimal",
        DigitExponentCode::SignDecimal => ", decimal with a sign",
        DigitExponentCode::Tens => ", ten's complement",
    };
    let bias = if fields.bias == 0 { String::new() } else { format!(", bias {}", fields.bias) };
    let digits = match fields.unit {
        DigitUnit::Decimal => format!("{} digits", fields.digits()),
        DigitUnit::Centesimal => format!("{} digits to a hundred", fields.digits() / 2),
    };
    let sign = match fields.sign {
        DigitSign::Bit(_) => "",
        DigitSign::Nine(_) => ", sign nine",
        DigitSign::TwosTop(_) => ", highest bits in two's complement",
    };
    RealParts {
        radix: if fields.tens == 1 { "10" } else { "100" }.to_owned(),
        exponent: format!("{}{bias}{code}", fields.exponent.width()),
        significand: format!("{digits}{sign}"),
        specials: "reserved".to_owned(),
    }
}

/// The exponent of a float: `8, bias 127`.
pub fn describe_exponent(float: &Float) -> String {
    let code = match float.code {
        ExponentCode::Excess => "",
        ExponentCode::Twos => ", two's complement",
        ExponentCode::SignMagnitude => ", sign and magnitude",
        ExponentCode::ExcessOnes | ExponentCode::Ones => ", one's complement",
        ExponentCode::Rotated => ", rotated",
    };
    let bias = if float.bias == 0 { String::new() } else { format!(", bias {}", float.bias) };
    format!("{}{bias}{code}", field_bits(&float.exponent))
}

/// The significand of a float: `23 + hidden`.
pub fn describe_significand(float: &Float) -> String {
    let leading = match (float.leading, float.negation) {
        (LeadingBit::Hidden, _) => " + hidden",
        (LeadingBit::Explicit(_), _) => " + stored one",
        (LeadingBit::None, Negation::ImpliedComplement) => " + implied",
        (LeadingBit::None, _) => "",
    };
    let negation = match float.negation {
        Negation::None => ", no sign",
        Negation::SignMagnitude => "",
        Negation::TwosWord => ", word in two's complement",
        Negation::OnesWord => ", word in one's complement",
        Negation::OnesSignificand => ", one's complement",
        Negation::TwosSignificand | Negation::ImpliedComplement => ", two's complement",
    };
    format!("{}{leading}{negation}", field_bits(&float.significand))
}

/// The classes of a float's words that are not ordinary numbers: `subnormal, infinity, NaN`. Zero is left out.
pub fn list_specials(float: &Float) -> String {
    let mut names: Vec<&str> = Vec::new();
    for special in &float.specials {
        let name = match special.class {
            Class::Zero => continue,
            Class::Subnormal => "subnormal",
            Class::Infinity => "infinity",
            Class::Nan => "NaN",
            Class::Reserved => "reserved",
            Class::Invalid => "invalid",
            Class::Overflow => "overflow",
            Class::Underflow => "underflow",
            Class::Missing => "missing",
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// The kind of a format that is not a float: `integer, unsigned`; `None` for a float.
pub fn describe_kind(format: &Format) -> Option<String> {
    match &format.kind {
        FormatKind::Float(_)
        | FormatKind::PairSum(_)
        | FormatKind::DecimalFloat(_)
        | FormatKind::Posit(_) => None,
        FormatKind::Integer(integer) => {
            let sign = match integer.sign {
                IntegerSign::Unsigned => "unsigned".to_owned(),
                IntegerSign::Twos => "two's complement".to_owned(),
                IntegerSign::Ones => "one's complement".to_owned(),
                IntegerSign::SignMagnitude => "sign and magnitude".to_owned(),
                IntegerSign::Words(words) => format!("{} words with signs of their own", words.count),
                IntegerSign::Offset(offset) => format!("unsigned, {offset} more than the number"),
            };
            Some(match integer.scale {
                0 => format!("integer, {sign}"),
                scale => format!("fixed point, {sign}, {scale} bits right of the point"),
            })
        }
        FormatKind::Decimal(decimal) => Some(match decimal.code {
            DigitCode::Binary { bits, most } => {
                let sign = if decimal.is_signed() { "two's complement" } else { "unsigned" };
                let most = most.map(|most| format!(", at most {most} digits written")).unwrap_or_default();
                format!("decimal, a binary number of {bits} bits, {sign}{most}")
            }
            DigitCode::Packed | DigitCode::PackedLow | DigitCode::Zoned { .. } => {
                format!("decimal, {} digits", decimal.digits)
            }
            DigitCode::Printed(picture) => {
                format!("decimal, {} digits printed as `{}`", decimal.digits, picture.to_text())
            }
        }),
        FormatKind::Logical(_) => Some("logical".to_owned()),
        FormatKind::Character(_) => Some("character".to_owned()),
    }
}

/// The range of the numbers of a format: `-2 to 1.5, the smallest above zero 0.5`.
pub fn describe_range(limits: &Limits) -> String {
    let mut text = match &limits.lowest {
        Some(lowest) => format!("{lowest} to {}", limits.largest),
        None => format!("up to {}", limits.largest),
    };
    if let Some(smallest) = &limits.smallest {
        let _ = write!(text, ", the smallest above zero {smallest}");
    }
    if let Some(normal) = &limits.smallest_normal {
        let _ = write!(text, ", with full precision from {normal}");
    }
    text
}

/// The digits of a format: those in its radix, and decimal ones.
///
/// ```
/// use datarep_dsl::{compile, facts, limits::Limits, source::Source};
/// let text = "float quad24 = S1 E7 F16 where value = 0.F * 4^(E - 64);";
/// let source = Source { name: "quad.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
/// let model = compile(&source).expect("the text is sound");
/// let limits = Limits::from_format(&model.formats[0]).expect("a number format");
/// let precision = facts::describe_precision(&model.formats[0], &limits);
/// assert_eq!(precision, "8 digits of radix 4 (16 bits); 4 decimal digits survive, 6 tell all numbers apart");
/// ```
pub fn describe_precision(format: &Format, limits: &Limits) -> String {
    let digits = match &format.kind {
        FormatKind::Float(float) => describe_digits(float, limits.precision),
        FormatKind::PairSum(pair) => describe_digits(&pair.part, limits.precision),
        FormatKind::Decimal(_) | FormatKind::DecimalFloat(_) => {
            format_digit_count(limits.precision, "decimal digit")
        }
        FormatKind::Posit(_) | FormatKind::Integer(_) | FormatKind::Logical(_) | FormatKind::Character(_) => {
            format_digit_count(limits.precision, "bit")
        }
    };
    let (digits_kept, digits_needed) = (limits.digits_kept, limits.digits_needed);
    format!("{digits}; {digits_kept} decimal digits survive, {digits_needed} tell all numbers apart")
}

/// So many digits of the radix of a float.
fn describe_digits(float: &Float, digits: u32) -> String {
    let bits = || digits * float.radix.trailing_zeros();
    match float.radix {
        2 => format_digit_count(digits, "bit"),
        8 => format_digit_count(digits, "octal digit"),
        16 => format_digit_count(digits, "hexadecimal digit"),
        // Digits of these have no name that is in use, so that the bits are told, too.
        radix => format!("{} of radix {radix} ({} bits)", format_digit_count(digits, "digit"), bits()),
    }
}

fn format_digit_count(digits: u32, unit: &str) -> String {
    format!("{digits} {unit}{}", if digits == 1 { "" } else { "s" })
}

/// Bytes of an item in a file.
pub fn describe_bytes(format: &Format) -> String {
    match &format.order {
        Some(order) => format!("{} bytes", order.extent(format.bits)),
        None if format.bits <= 8 => "one byte".to_owned(),
        None => format!("{} bytes, in the order of the representation", format.bits.div_ceil(8)),
    }
}

/// The drawing of the format's bits and its test lines, as in a printed model.
pub fn draw_format(format: &Format, tests: &[TestLine]) -> String {
    // Without its doc comment the printed model is the drawing alone. Its format is the only one, so its number is 0.
    let format = Format { doc: String::new(), ..format.clone() };
    let tests = tests.iter().map(|test| TestLine { format: FormatId(0), ..test.clone() }).collect();
    Model { doc: String::new(), formats: vec![format], datareps: Vec::new(), records: Vec::new(), tests }
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;
    use crate::source::Source;

    #[test]
    fn keys_are_told_from_sentences() {
        let doc = DocComment::parse(
            "Short\nfloat.\n\nSource of trouble: none.\n\nSource: A manual;\na page.\nConfidence: A.\nElsewhere: HDF5 \
             `X`, `Y`; PDS `Z`.",
        );
        assert_eq!(doc.summary, "Short float.");
        assert_eq!(doc.paragraphs, ["Source of trouble: none."]);
        assert_eq!((doc.source.as_str(), doc.confidence.as_str()), ("A manual; a page", "A"));
        assert_eq!(doc.find_names("HDF5"), Some("`X`, `Y`"));
        assert_eq!(doc.find_names("PDS"), Some("`Z`"));
        assert_eq!(doc.find_names("CDF"), None);
        assert_eq!(DocComment::parse(""), DocComment::default());
    }

    #[test]
    fn the_digits_of_every_radix_are_counted_in_it() {
        let describe = |definition: String| {
            let source = Source { name: "radix.datarep".to_owned(), text: definition, first_line: 1 };
            let model = compile(&source).expect("the text is sound");
            let format = model.formats.last().expect("a format");
            describe_precision(format, &Limits::from_format(format).expect("it has numbers"))
        };
        // Decimal digits: `floor((p - 1) × log10 b)` survive, and `ceil(1 + p × log10 b)` tell all numbers apart.
        for (radix, bits, digits, kept, needed) in [
            (2, 16, "16 bits", 4, 6),
            (4, 16, "8 digits of radix 4 (16 bits)", 4, 6),
            (8, 15, "5 octal digits", 3, 6),
            (16, 16, "4 hexadecimal digits", 3, 6),
            (32, 15, "3 digits of radix 32 (15 bits)", 3, 6),
            (64, 18, "3 digits of radix 64 (18 bits)", 3, 7),
            (128, 14, "2 digits of radix 128 (14 bits)", 2, 6),
            (256, 8, "1 digit of radix 256 (8 bits)", 0, 4),
        ] {
            let rest = 24 - 1 - bits;
            let text = format!(
                "float f = S1 E{rest} F{bits} where value = 0.F * {radix}^(E - {});",
                1 << (rest - 1)
            );
            let expected =
                format!("{digits}; {kept} decimal digits survive, {needed} tell all numbers apart");
            assert_eq!(describe(text), expected, "{radix}");
        }
    }
}
