//! Shows every step from a word to its value, or from a value to its word.

use crate::limits::Limits;
use crate::model::word::{field_bits, mask};
use crate::model::{BitRange, ByteOrder, Class, Format, FormatKind, LeadingBit};
use crate::print;
use crate::words::{self, EncodeError, Meaning, Number};

/// Digits that are shown of a difference.
const DIGITS: u32 = 3;

/// The largest number of digits that are written out for a value.
const EXACT: u32 = 130;

/// The word, bytes or value to explain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// A canonical word.
    Word(u128),
    /// Bytes as they stand in a file.
    Bytes(Vec<u8>),
    /// A value.
    Value(String),
}

/// Why nothing can be explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainError {
    /// The fault in one line, without a full stop.
    pub title: String,
    /// A suggestion of one thing to type.
    pub help: Option<String>,
}

impl ExplainError {
    fn new(title: impl Into<String>) -> ExplainError {
        ExplainError { title: title.into(), help: None }
    }

    fn with_help(self, help: impl Into<String>) -> ExplainError {
        ExplainError { help: Some(help.into()), ..self }
    }
}

/// A format with the order of its bytes.
#[derive(Clone, Copy)]
struct OrderedFormat<'a> {
    format: &'a Format,
    order: &'a ByteOrder,
    /// The words for the order, which stand behind the bytes.
    order_words: &'a str,
}

/// The title of a step that says why there is no word.
pub const UNWRITTEN: &str = "no word";

impl Question {
    /// Parses what a person typed: a word in digits after `0x`, `0o` or `0b`, bytes in brackets, or a value.
    ///
    /// # Errors
    ///
    /// If the text begins like a word or like bytes, and is neither.
    pub fn parse(text: &str) -> Result<Question, ExplainError> {
        // A shell may leave blanks around an argument in quotes. A blank alone is a character.
        let text = if text.chars().count() == 1 { text } else { text.trim() };
        if let Some(bytes) = text.strip_prefix('[') {
            // The closing bracket may be missing, and a value cannot begin with an opening one.
            let bytes = bytes.strip_suffix(']').unwrap_or(bytes);
            let byte =
                |byte: &str| u8::from_str_radix(byte.trim_start_matches("0x").trim_start_matches("0X"), 16);
            let parts = bytes.split([' ', ',']).filter(|byte| !byte.is_empty()).map(byte);
            return parts.collect::<Result<Vec<u8>, _>>().map(Question::Bytes).map_err(|_| {
                ExplainError::new(format!("`{text}` is no list of bytes"))
                    .with_help("write two hexadecimal digits for each byte: `[C2 76 A0 00]`")
            });
        }
        // Binary is taken here, and not in texts: a person who explores bits types them.
        let radix = [("0x", 16), ("0o", 8), ("0b", 2)]
            .into_iter()
            .find(|(prefix, _)| text.to_lowercase().starts_with(prefix));
        let Some((_, radix)) = radix else { return Ok(Question::Value(text.to_owned())) };
        // The prefix has two bytes in any case, as it was found by its ASCII letters.
        let digits: String = text[2..].chars().filter(|digit| *digit != '_').collect();
        u128::from_str_radix(&digits, radix).map(Question::Word).map_err(|_| {
            ExplainError::new(format!("`{text}` is no word of at most 128 bits"))
                .with_help("write digits after `0x`, `0o` or `0b`; `_` may stand between them")
        })
    }
}

/// The steps of an explanation: titles and their texts.
pub type Steps = Vec<(&'static str, String)>;

/// Explains `question`: from the bytes in a file to the value and its neighbors.
///
/// ```
/// use datarep_dsl::explain::{Question, explain};
/// use datarep_dsl::model::ByteOrder;
/// use datarep_dsl::{compile, source::Source};
/// let text = "float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);";
/// let source = Source { name: "ibm.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
/// let model = compile(&source).expect("the text is sound");
/// let steps = explain(&model.formats[0], &ByteOrder::Big, &Question::Word(0xC276_A000)).expect("it is a word");
/// assert!(steps.contains(&("value", "-118.625 = -949 * 2^-3".to_owned())));
/// ```
///
/// # Errors
///
/// If the format has no such word, bytes or value, or has more than 128 bits. A value without a word is not an error:
/// it has the step [`UNWRITTEN`].
pub fn explain(format: &Format, order: &ByteOrder, question: &Question) -> Result<Steps, ExplainError> {
    explain_ordered(format, order, &format!("order {}", print::format_order(order)), question)
}

/// Explains `question` as [`explain`] does, with words of the caller for the order of the bytes. A packed word, for example,
/// lies in its bytes as `order` says only where it is the first one of a file.
///
/// # Errors
///
/// As [`explain`].
pub fn explain_ordered(
    format: &Format,
    order: &ByteOrder,
    order_words: &str,
    question: &Question,
) -> Result<Steps, ExplainError> {
    let named = OrderedFormat { format, order, order_words };
    let (bits, name) = (format.bits, &format.name);
    // Exact arithmetic reads a word of 128 bits. Longer items are decimals, which can be converted and not explained.
    if bits > 128 {
        return Err(ExplainError::new(format!(
            "a word of `{name}` has {bits} bits, and at most 128 can be explained"
        )));
    }
    match question {
        // Cutting such a word to the format's bits would explain another number than the one that was asked for.
        Question::Word(word) if *word > mask(bits) => {
            let digits = words::format_hex(*word, 128 - word.leading_zeros());
            Err(ExplainError::new(format!("{digits} does not fit in the {bits} bits of `{name}`"))
                .with_help(format!("a word of it has {} hexadecimal digits", bits.div_ceil(4))))
        }
        Question::Word(word) => Ok(explain_word(named, *word)),
        Question::Bytes(bytes) => {
            let extent = named.order.extent(bits);
            // The length is that in the file, which a container makes longer than the word.
            if u32::try_from(bytes.len()) != Ok(extent) {
                return Err(ExplainError::new(format!(
                    "an item of `{name}` has {extent} bytes, not {}",
                    bytes.len()
                )));
            }
            Ok(explain_word(named, named.order.load(bytes, bits)))
        }
        // The word that is written for the value is explained, so that the reader sees what became of it.
        Question::Value(value) => match words::encode_value(format, value) {
            Ok(written) => {
                let mut steps = vec![("asked", value.clone())];
                // The share is missing where the value is zero: an error has no size relative to nothing.
                let is_positive = |meaning: &Meaning| matches!(meaning, Meaning::Number(number) if number.is_zero() && !number.is_negative());
                let off = match (&written.off, &written.relative) {
                    (None, _) if value.starts_with('-') && is_positive(&written.means) => {
                        "only the sign: the format has no negative zero".to_owned()
                    }
                    (None, _) => "no: the word is exactly that value".to_owned(),
                    (Some(off), Some(part)) => {
                        format!("{} ({} of the value)", format_signed(off), part.format_rounded(DIGITS))
                    }
                    (Some(off), None) => format_signed(off),
                };
                steps.push(("rounded", off));
                steps.extend(explain_word(named, written.word));
                Ok(steps)
            }
            Err(EncodeError::NoValue) => Err(ExplainError::new(format!(
                "`{value}` is not a value of `{name}`"
            ))
            .with_help(match &format.kind {
                FormatKind::Logical(_) => "write `true` or `false`, or a word such as `0x1`",
                FormatKind::Character(_) => "write one character, or a word such as `0xC1`",
                FormatKind::Integer(_) => {
                    "write a number, or a word such as `0x7F`: an integer has no infinity and no NaN"
                }
                _ => "write a number, `inf`, `-inf` or `nan`, or a word such as `0xC276A000`",
            })),
            Err(EncodeError::Because(reason)) => {
                Ok(vec![("asked", value.clone()), (UNWRITTEN, format!("{value} {reason}"))])
            }
        },
    }
}

fn format_signed(number: &Number) -> String {
    // A difference without a sign would not say in which direction the value went.
    let sign = if number.is_negative() { "" } else { "+" };
    format!("{sign}{}", number.format_rounded(DIGITS))
}

/// The steps of a word, from its bytes in a file to its value and the neighbors of the value.
fn explain_word(named: OrderedFormat<'_>, word: u128) -> Steps {
    let OrderedFormat { format, order, order_words } = named;
    let bits = format.bits;
    // Shown in the order of the file, to be compared with a dump.
    let bytes: Vec<String> = order.store(word, bits).iter().map(|byte| format!("{byte:02X}")).collect();
    let mut steps = vec![("bytes", format!("{} ({order_words})", bytes.join(" ")))];
    steps.push(("word", words::format_hex(word, bits)));
    let meaning = words::meaning(format, word);
    if let FormatKind::Float(float) = &format.kind {
        let digits = |range: &BitRange| {
            let width = range.width() as usize;
            format!("{:0width$b}", word >> range.low & mask(range.width()))
        };
        let pieces = print::list_pieces(float, bits);
        let piece_texts: Vec<String> =
            pieces.iter().map(|(letter, range)| format!("{letter} {}", digits(range))).collect();
        steps.push(("bits", piece_texts.join(" | ")));
        // Fields are shown by the letters with which conditions name them.
        if let Some((fields, _)) = words::read_fields(format, word) {
            let mut field_texts = Vec::new();
            if float.sign.is_some() {
                field_texts.push(format!("S = {}", u8::from(fields.sign)));
            }
            if !float.exponent.is_empty() {
                field_texts.push(format!("E = {}", fields.exponent));
            }
            if let LeadingBit::Explicit(_) = float.leading {
                field_texts.push(format!("I = {}", u8::from(fields.leading)));
            }
            let stored = field_bits(&float.significand);
            if stored > 0 {
                field_texts.push(format!("F = {}", words::format_hex(fields.significand, stored)));
            }
            // Formats with complemented negatives show the fields of the positive word. Without the remark the fields
            // would seem to contradict the bits above them.
            let complement = float.complement_word(word, bits) != word && fields.sign;
            let of = if complement { " (of the complement)" } else { "" };
            steps.push(("fields", format!("{}{of}", field_texts.join(", "))));
        }
        steps.push(("class", describe_class(named, word)));
        steps.push(("formula", print::format_formula(float)));
    }
    add_value_steps(named, &meaning, &mut steps);
    steps
}

/// The class of a float's word, and the condition that assigns it.
fn describe_class(named: OrderedFormat<'_>, word: u128) -> String {
    let FormatKind::Float(float) = &named.format.kind else { return String::new() };
    let Some((fields, class)) = words::read_fields(named.format, word) else { return String::new() };
    // The first clause that holds decides, and is the one that is shown.
    let special = float.special_of(&fields).map(|index| &float.specials[index]);
    match (class, special) {
        (Some(class), Some(special)) => {
            format!("{}, as {}", class.word(), print::format_condition(&special.condition))
        }
        _ => "a number, by the formula".to_owned(),
    }
}

fn add_value_steps(named: OrderedFormat<'_>, meaning: &Meaning, steps: &mut Steps) {
    match meaning {
        Meaning::Number(number) => {
            // A number that is odd times 2^0 would only repeat itself.
            let binary = number.to_binary_parts().filter(|(_, power)| *power != 0);
            let binary = binary.map(|(odd, power)| format!(" = {odd} * 2^{power}")).unwrap_or_default();
            // An exact value of a hundred digits tells more than a rounded one, and one of a thousand less.
            let value =
                number.format_exact(EXACT).unwrap_or_else(|| format!("about {}", number.format_rounded(40)));
            steps.push(("value", format!("{value}{binary}")));
            let double = number.nearest_f64();
            let exact = words::equals_double(number, double);
            steps.push(("as f64", format!("{double:?}{}", if exact { "" } else { ", rounded" })));
            // With fewer digits than the format needs, a neighbor could be printed like the number itself.
            let digits = Limits::from_format(named.format).map_or(0, |limits| limits.digits_needed).max(20);
            let [below, above] = words::neighbors(named.format, number);
            for (title, next) in [("below", below), ("above", above)] {
                if let Some((word, next)) = next {
                    steps.push((
                        title,
                        format!(
                            "{} {}",
                            words::format_hex(word, named.format.bits),
                            next.format_rounded(digits)
                        ),
                    ));
                }
            }
        }
        Meaning::Infinity(negative) => {
            steps.push(("value", if *negative { "-inf" } else { "inf" }.to_owned()));
        }
        Meaning::Class(class) => steps.push((
            "value",
            match class {
                Class::Nan => "not a number",
                Class::Reserved => "none: a reserved operand",
                Class::Invalid => "none: the machine refuses such a word",
                Class::Missing => "none: a missing value",
                Class::Overflow => "none: above the machine's range of exponents",
                Class::Underflow => "none: below the machine's range of exponents",
                Class::Zero | Class::Subnormal | Class::Infinity => "a number",
            }
            .to_owned(),
        )),
        Meaning::Logical(truth) => steps.push(("value", truth.to_string())),
        Meaning::Character(character) => {
            steps.push(("value", format!("{character:?} (U+{:04X})", u32::from(*character))));
        }
        Meaning::Nothing => steps.push((
            "value",
            match &named.format.kind {
                FormatKind::Logical(_) => "none: neither true nor false",
                FormatKind::Character(_) => "none: no character has this code",
                _ => "none: digits or a sign that are not valid",
            }
            .to_owned(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_bytes_and_values_are_told_apart() {
        assert_eq!(Question::parse("0xC276_A000"), Ok(Question::Word(0xC276_A000)));
        assert_eq!(Question::parse("0o777"), Ok(Question::Word(0o777)));
        assert_eq!(Question::parse("[0x00, 40 10]"), Ok(Question::Bytes(vec![0, 0x40, 0x10])));
        assert_eq!(Question::parse("-118.625"), Ok(Question::Value("-118.625".to_owned())));
        assert_eq!(Question::parse(" 1 "), Ok(Question::Value("1".to_owned())));
        assert_eq!(Question::parse(" "), Ok(Question::Value(" ".to_owned())));
        assert!(Question::parse("0xZ").is_err());
        assert!(Question::parse("[123]").is_err());
    }
}
