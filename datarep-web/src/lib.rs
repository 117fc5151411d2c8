//! What the page of datarep asks, and the answers, as JSON.
//!
//! The page draws, and decides nothing: each number on it comes from here, and so from the same code as that of the
//! command. A request is an object of JSON with the name of a question in `ask`. Where the question is about bytes of a
//! file, they follow after a newline. The answer is an object of JSON, which has the key `fault` if there is no other.
//!
//! ```
//! let answer = datarep_web::answer(br#"{"ask": "word", "format": "hfp32", "text": "0xC276A000"}"#);
//! assert!(answer.contains(r#""decimal":"-118.625""#));
//! ```

mod abi;
mod bits;
mod file;
mod format;
mod formula;
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

impl From<datarep_dsl::explain::Refused> for Fault {
    fn from(refused: datarep_dsl::explain::Refused) -> Fault {
        Fault { title: refused.title, help: refused.help.into_iter().collect() }
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

/// Answers a request.
pub fn answer(request: &[u8]) -> String {
    let answered = Request::parse(request).and_then(|request| match request.text("ask") {
        "list" => Ok(format::list(&request)),
        "format" => format::describe(&request),
        "word" => word::explain(&request),
        "values" => values::compare(&request),
        "text" => Ok(text::check(&request)),
        "read" => file::read(&request),
        "probe" => file::probe(&request),
        other => Err(Fault::new(format!("no question is called `{other}`"))),
    });
    // A fault is an answer, too: the page has no other way to learn of it.
    let answered = answered.unwrap_or_else(|fault| json!({ "fault": fault.title, "help": fault.help }));
    answered.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(request: &Value) -> Value {
        serde_json::from_str(&answer(request.to_string().as_bytes())).expect("it is JSON")
    }

    #[test]
    fn what_cannot_be_answered_says_why() {
        let fault = ask(&json!({ "ask": "word", "format": "vaxg", "text": "1" }));
        assert_eq!(fault, json!({ "fault": "no format is named `vaxg`", "help": ["write `vax_g`"] }));
        assert!(answer(b"[").contains("no object of JSON"));
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
    fn bytes_of_a_file_are_values() {
        let mut request =
            json!({ "ask": "read", "format": "hfp32", "stride": 4, "at": 0 }).to_string().into_bytes();
        request.extend_from_slice(b"\n\xC2\x76\xA0\x00\x41\x10\x00\x00");
        let read: Value = serde_json::from_str(&answer(&request)).expect("it is JSON");
        assert_eq!(read["values"], json!(["-118.625", "1"]));
    }
}
