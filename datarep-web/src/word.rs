//! One word of a format: its bits, its value in every notation, and the numbers beside it.

use datarep_dsl::explain::{Question, explain as explain_steps};
use datarep_dsl::model::{ByteOrder, Class, Format};
use datarep_dsl::words::{self, Meaning, Number};
use datarep_dynamic::Described;
use serde_json::{Map, Value, json};

use crate::format::RequestedFormat;
use crate::{Fault, Request, formula};

/// The most decimal digits of a value that are written out: more than any format of the library with at most 64 bits needs.
const DIGITS: u32 = 12_000;

/// Digits of the numbers beside it, and of a gap.
const ROUNDED: u32 = 40;

/// Explains a word, bytes or a value, by the steps of `datarep explain` and what a picture needs beside them.
pub(crate) fn explain(request: &Request<'_>) -> Result<Value, Fault> {
    let Described { format, order, .. } = RequestedFormat::find(request)?.described;
    let question = Question::parse(request.text("text"))?;
    let steps = explain_steps(&format, &order, &question)?;
    let mut object = Map::new();
    // A value without a word has steps that say why, and no picture.
    if let Some(word) = find_word(&format, &order, &question) {
        describe_word(&format, &order, word, &mut object);
    }
    let steps = steps.into_iter().map(|(title, step)| json!([title, step]));
    object.insert("steps".to_owned(), Value::Array(steps.collect()));
    Ok(Value::Object(object))
}

/// The word that is meant; `None` if the value has none.
fn find_word(format: &Format, order: &ByteOrder, question: &Question) -> Option<u128> {
    match question {
        Question::Word(word) => Some(*word),
        Question::Bytes(bytes) => Some(order.load(bytes, format.bits)),
        Question::Value(value) => words::encode_value(format, value).ok().map(|written| written.word),
    }
}

fn describe_word(format: &Format, order: &ByteOrder, word: u128, object: &mut Map<String, Value>) {
    let bits = format.bits as usize;
    let mut set = |key: &str, value: Value| drop(object.insert(key.to_owned(), value));
    set("word", json!(words::format_hex(word, format.bits)));
    set("bits", json!(format!("{word:0bits$b}")));
    let bytes = order.store(word, format.bits);
    set("bytes", json!(bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>()));
    set("formula", json!(formula::list_steps(format, word)));
    let meaning = words::meaning(format, word);
    set("class", json!(name_class(format, word, &meaning)));
    if let Meaning::Number(number) = &meaning {
        describe_number(format, number, &mut set);
    }
}

fn describe_number(format: &Format, number: &Number, set: &mut impl FnMut(&str, Value)) {
    // Beyond that many digits a rounded number is shown, and `is_exact` says so.
    let exact = number.format_exact(DIGITS);
    set("is_exact", json!(exact.is_some()));
    set("decimal", json!(exact.unwrap_or_else(|| number.format_rounded(ROUNDED))));
    set("fraction", json!(number.format_short_fraction()));
    set("hex_float", json!(number.format_hex_float()));
    let beside = words::neighbors(format, number);
    for (title, next) in ["below", "above"].into_iter().zip(&beside) {
        if let Some((word, next)) = next {
            let mut gap = next.subtract(number).format_rounded(6);
            // The number below is smaller, so that the difference has a sign which a distance has not.
            gap = gap.trim_start_matches('-').to_owned();
            set(
                title,
                json!({
                    "word": words::format_hex(*word, format.bits),
                    "value": next.format_rounded(ROUNDED),
                    "gap": gap,
                }),
            );
        }
    }
}

/// What kind of word it is, in one or two words.
fn name_class(format: &Format, word: u128, meaning: &Meaning) -> String {
    let class = words::read_fields(format, word).and_then(|(_, class)| class);
    match (meaning, class) {
        (Meaning::Number(number), _) if number.is_zero() && number.is_negative() => {
            "negative zero".to_owned()
        }
        (Meaning::Number(number), _) if number.is_zero() => "zero".to_owned(),
        (Meaning::Number(_), Some(Class::Subnormal)) => "subnormal number".to_owned(),
        (Meaning::Number(_), _) => "number".to_owned(),
        (Meaning::Infinity(true), _) => "negative infinity".to_owned(),
        (Meaning::Infinity(false), _) => "infinity".to_owned(),
        (Meaning::Class(Class::Nan), _) => "not a number (NaN)".to_owned(),
        (Meaning::Class(class), _) => class.word().to_owned(),
        (Meaning::Logical(truth), _) => truth.to_string(),
        (Meaning::Character(character), _) => format!("character {character:?}"),
        (Meaning::Nothing, _) => "no value".to_owned(),
    }
}

/// A meaning in a cell of a table, a number with so many digits.
pub(crate) fn show_meaning(meaning: &Meaning, digits: u32) -> String {
    match meaning {
        Meaning::Number(number) => number.format_rounded(digits),
        Meaning::Infinity(true) => "-inf".to_owned(),
        Meaning::Infinity(false) => "inf".to_owned(),
        Meaning::Class(class) => class.word().to_owned(),
        Meaning::Logical(truth) => truth.to_string(),
        Meaning::Character(character) => character.to_string(),
        Meaning::Nothing => "invalid".to_owned(),
    }
}
