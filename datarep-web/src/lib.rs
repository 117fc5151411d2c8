//! What the page of datarep asks, and the answers, as JSON.
//!
//! The page draws, and decides nothing: each number on it comes from here, and so from the same code as that of the
//! command. A request is an object of JSON with the name of a question in `ask`. Where the question is about bytes of a
//! file, they follow after a newline. The answer is an object of JSON, which has the key `fault` if there is no other.
//! Where the answer has bytes, they follow after a newline, too.
//!
//! ```
//! let answer = datarep_web::answer(br#"{"ask": "word", "format": "hfp32", "text": "0xC276A000"}"#);
//! let answer = String::from_utf8(answer)?;
//! assert!(answer.contains(r#""decimal":"-118.625""#));
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```

mod abi;
mod bits;
mod file;
mod format;
mod formula;
mod header;
mod npy;
mod text;
mod values;
mod word;

use serde_json::{Map, Value, json};

/// Why there is no answer: a fault in one line, and what to do.
#[derive(Debug)]
pub(crate) struct Fault {
    title: String,
    help: Vec<String>,
}

impl Fault {
    pub(crate) fn new(title: impl Into<String>) -> Fault {
        Fault { title: title.into(), help: Vec::new() }
    }
}

impl From<datarep_dynamic::Error> for Fault {
    fn from(error: datarep_dynamic::Error) -> Fault {
        use datarep_dynamic::Error;
        match error {
            Error::Unknown { name, help } => Fault { title: format!("no format is named `{name}`"), help },
            Error::Order { title, help } => Fault { title, help: vec![help] },
            // The page has a line for a fault. The first one is usually the cause of the others.
            other => match other.diagnostics().first() {
                Some(first) => Fault { title: first.title.clone(), help: first.help.clone() },
                None => Fault::new(other.to_string()),
            },
        }
    }
}

impl From<datarep_dsl::explain::ExplainError> for Fault {
    fn from(error: datarep_dsl::explain::ExplainError) -> Fault {
        Fault { title: error.title, help: error.help.into_iter().collect() }
    }
}

/// A request, with the bytes that follow it.
pub(crate) struct Request<'r> {
    object: Map<String, Value>,
    pub(crate) bytes: &'r [u8],
}

impl Request<'_> {
    fn parse(request: &[u8]) -> Result<Request<'_>, Fault> {
        // JSON in one line has no newline, so that the first one ends it, whatever the bytes behind are.
        let end = request.iter().position(|byte| *byte == b'\n').unwrap_or(request.len());
        let object = serde_json::from_slice(&request[..end])
            .map_err(|error| Fault::new(format!("the request is no object of JSON: {error}")))?;
        Ok(Request { object, bytes: request.get(end + 1..).unwrap_or_default() })
    }

    /// A text of the request, empty if it is not there.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.object.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// A whole number of the request.
    pub(crate) fn number(&self, key: &str) -> Option<u64> {
        self.object.get(key).and_then(Value::as_u64)
    }

    /// Texts of the request.
    pub(crate) fn texts(&self, key: &str) -> Vec<&str> {
        let list = self.object.get(key).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).collect()
    }
}

/// An answer, with the bytes that follow it.
pub(crate) struct Answer {
    pub(crate) value: Value,
    pub(crate) bytes: Vec<u8>,
}

impl From<Value> for Answer {
    fn from(value: Value) -> Answer {
        Answer { value, bytes: Vec::new() }
    }
}

/// Answers a request.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let outcome = Request::parse(request).and_then(|request| match request.text("ask") {
        "list" => Ok(format::list(&request).into()),
        "format" => format::describe(&request).map(Answer::from),
        "examples" => format::list_examples(&request).map(Answer::from),
        "word" => word::explain(&request).map(Answer::from),
        "values" => values::compare(&request).map(Answer::from),
        "text" => Ok(text::check(&request).into()),
        "header" => header::write(&request).map(Answer::from),
        "read" => file::read_values(&request).map(Answer::from),
        "npy" => npy::convert(&request),
        "npy header" => npy::answer_header(&request),
        "prepare" => file::prepare_probe().map(Answer::from),
        "probe" => file::probe(&request).map(Answer::from),
        other => Err(Fault::new(format!("no question is called `{other}`"))),
    });
    let fault = |fault: Fault| json!({ "fault": fault.title, "help": fault.help }).into();
    let Answer { value, bytes } = outcome.unwrap_or_else(fault);
    // A newline in a text is escaped, so that the first one is the end of the object.
    let mut answer = value.to_string().into_bytes();
    if !bytes.is_empty() {
        answer.push(b'\n');
        answer.extend(bytes);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(request: &Value) -> Value {
        serde_json::from_slice(&answer(request.to_string().as_bytes())).expect("it is JSON")
    }

    #[test]
    fn what_cannot_be_answered_says_why() {
        let fault = ask(&json!({ "ask": "word", "format": "vaxg", "text": "1" }));
        assert_eq!(fault, json!({ "fault": "no format is named `vaxg`", "help": ["write `vax_g`"] }));
        assert!(String::from_utf8_lossy(&answer(b"[")).contains("no object of JSON"));
        assert!(ask(&json!({ "ask": "news" }))["fault"].is_string());
    }

    #[test]
    fn a_word_has_its_value_in_every_notation() {
        let word = ask(&json!({ "ask": "word", "format": "f64", "text": "0.1" }));
        assert_eq!(word["word"], "0x3FB9_9999_9999_999A");
        assert_eq!(word["decimal"], "0.1000000000000000055511151231257827021181583404541015625");
        assert_eq!(word["hex_float"], "0x1.999999999999ap-4");
        assert_eq!(word["bits"].as_str().map(str::len), Some(64));
    }

    #[test]
    fn faults_of_a_text_have_places() {
        let faults =
            ask(&json!({ "ask": "text", "text": "float x = S1 E8 F22 where value = 1.F * 2^(E - 127);" }));
        assert_eq!(faults["diagnostics"].as_array().map(Vec::len), Some(1));
        assert!(faults["diagnostics"][0]["labels"][0]["start"].is_u64());
    }

    #[test]
    fn a_text_is_not_taken_for_the_one_before() {
        let text = |bias: u32| format!("float mine = S1 E8 F23 where value = 1.F * 2^(E - {bias});");
        let value = |source: &str| {
            ask(&json!({ "ask": "word", "format": "mine", "source": source, "text": "0x3F800000" }))["decimal"].clone()
        };
        assert_eq!(ask(&json!({ "ask": "text", "text": text(127) }))["formats"], json!(["mine"]));
        // The same text again, another one, a faulty one, and the first.
        assert_eq!(
            [value(&text(127)), value(&text(126)), value("float"), value(&text(127))],
            [json!("1"), json!("2"), json!(null), json!("1")]
        );
    }

    #[test]
    fn parts_are_counted_in_units_of_a_browser() {
        // A letter of two bytes, and one of four bytes that is two units.
        let answer = ask(&json!({ "ask": "text", "text": "// \u{e4}\u{1f600}\nfloat x = 7; // \u{e4}" }));
        assert_eq!(answer["parts"], json!([0, 6, "c", 7, 12, "k", 17, 18, "n", 20, 24, "c"]));
    }

    #[test]
    fn bytes_of_a_file_are_values() {
        let mut request =
            json!({ "ask": "read", "format": "hfp32", "stride": 4, "at": 0 }).to_string().into_bytes();
        request.extend_from_slice(b"\n\xC2\x76\xA0\x00\x41\x10\x00\x00");
        let read: Value = serde_json::from_slice(&answer(&request)).expect("it is JSON");
        assert_eq!(read["values"], json!(["-118.625", "1"]));
    }
    /// The first line of an answer and the bytes behind it.
    fn ask_for_bytes(request: &Value, bytes: &[u8]) -> (Value, Vec<u8>) {
        let answer = answer(&[request.to_string().as_bytes(), b"\n", bytes].concat());
        let end = answer.iter().position(|byte| *byte == b'\n').unwrap_or(answer.len());
        let first_line = serde_json::from_slice(&answer[..end]).expect("it is JSON");
        (first_line, answer.get(end + 1..).unwrap_or_default().to_vec())
    }

    #[test]
    fn a_column_becomes_items_of_an_array() {
        let file = b"\xC2\x76\xA0\x00\x0A\x0A\x41\x10\x00\x00\x0A\x0A";
        let request = json!({ "ask": "npy", "format": "hfp32", "stride": 6 });
        let (value, bytes) = ask_for_bytes(&request, file);
        assert_eq!(value, json!({ "rows": 2, "lost": null }));
        assert_eq!(bytes, [(-118.625_f64).to_le_bytes(), 1_f64.to_le_bytes()].concat());
        let (_, header) = ask_for_bytes(&json!({ "ask": "npy header", "format": "hfp32", "rows": 2 }), b"");
        assert_eq!(header.len() % 64, 0);
        assert!(
            header.starts_with(
                b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }"
            )
        );
        for (format, file, item) in [
            ("f16", &[0x3C, 0x00][..], &1_f32.to_le_bytes()[..]),
            ("twos(24) little", &[0xFE, 0xFF, 0xFF], &(-2_i32).to_le_bytes()),
            ("unsigned(16)", &[0xFF, 0x01], &[0x01, 0xFF]),
            ("packed_decimal(7, 0)", &[0x12, 0x34, 0x56, 0x7D], &(-1_234_567_i32).to_le_bytes()),
            ("ebcdic(cp037)", &[0xC1], &[0x41, 0, 0, 0]),
        ] {
            let (_, bytes) = ask_for_bytes(&json!({ "ask": "npy", "format": format }), file);
            assert_eq!(bytes, item, "{format}");
        }
    }
}
