//! Texts are parsed, checked, explained, printed, generated, and run.
//!
//! Parsing and checking are what most branches belong to, and take a fiftieth of the time of the rest. So a campaign
//! parses and checks every text, and does the rest with one text of [`REST_IN`], which the bytes decide. The committed
//! inputs get all of it.

use datarep_dsl::diagnostic::Failure;
use datarep_dsl::explain::{Question, explain};
use datarep_dsl::limits::Limits;
use datarep_dsl::model::{ByteOrder, Model};
use datarep_dsl::print::print;
use datarep_dsl::render::render_all;
use datarep_dsl::sheet::Sheet;
use datarep_dsl::source::Source;
use datarep_dsl::{check, compile, parse, words};
use datarep_dynamic::Text;

use super::input::hash;

/// The most formats and representations of a text that are examined, because the work for each is the same: by a campaign, and
/// by the tests. A campaign begins at any of them.
const FEW: usize = 2;
const LOOKED_AT: usize = 8;

/// The most conversions for which code is generated. A small text inherits some hundred of them.
const GENERATED: usize = 300;

/// A campaign does more than parse and check with one text of this many.
const REST_IN: u32 = 128;

/// The most faults of a text, with one that says that there are others.
const MOST_FAULTS: usize = 1_001;

/// Takes the bytes as a text, and decides by them whether more is done than to parse and check it.
pub fn run(bytes: &[u8]) {
    let hash = hash(bytes);
    let part = Part { first: (hash / REST_IN) as usize, most: FEW };
    check_text(bytes, hash.is_multiple_of(REST_IN).then_some(part));
}

/// What a text means, or all that is told about its faults.
pub fn answer(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let source = Source { name: "fuzz.datarep".to_owned(), text, first_line: 1 };
    match compile(&source) {
        Ok(model) => print(&model),
        Err(failure) => format!("{:#?}", failure.diagnostics),
    }
}

/// Takes the bytes as a text, and does everything with it.
pub fn run_whole(bytes: &[u8]) {
    check_text(bytes, Some(Part { first: 0, most: LOOKED_AT }));
}

/// The formats and representations of a text that are examined.
#[derive(Debug, Clone, Copy)]
struct Part {
    /// The one with which it begins; after the last one comes the first.
    first: usize,
    most: usize,
}

impl Part {
    fn choose<T>(self, all: &[T]) -> impl Iterator<Item = &T> {
        let first = self.first.checked_rem(all.len()).unwrap_or(0);
        all.iter().cycle().skip(first).take(self.most.min(all.len()))
    }
}

/// Parses and checks a text. `rest`: also shows its faults, or explains, prints and generates it, and runs a part of it.
fn check_text(bytes: &[u8], rest: Option<Part>) {
    let source = Source {
        name: "fuzz.datarep".to_owned(),
        text: String::from_utf8_lossy(bytes).into_owned(),
        first_line: 1,
    };
    let (ast, faults) = parse(&source);
    let checked = if faults.is_empty() { check(&source, &ast) } else { Err(faults) };
    match checked {
        Ok(model) => {
            let Some(part) = rest else { return };
            use_model(&model, part);
            match Text::parse(&source.text) {
                Ok(text) => convert_some(&text, part),
                Err(error) => assert!(
                    source.text.len() > Text::MAX_BYTES || ast.items.len() > Text::MAX_ITEMS,
                    "what is checked can be used: {error}"
                ),
            }
        }
        Err(diagnostics) => {
            for label in diagnostics.iter().flat_map(|fault| &fault.labels) {
                let (span, text) = (label.span, &source.text);
                assert!(
                    span.start <= span.end
                        && text.is_char_boundary(span.start)
                        && text.is_char_boundary(span.end),
                    "a label lies in the text"
                );
            }
            if rest.is_none() {
                return;
            }
            assert!(diagnostics.len() <= MOST_FAULTS, "faults are limited");
            let rendered = render_all(&source, &Failure { diagnostics, datareps: Vec::new() });
            assert!(rendered.starts_with("error["), "a fault is told: {rendered}");
        }
    }
}

/// Explains, prints and generates what a checked text says.
fn use_model(model: &Model, part: Part) {
    let printed = print(model);
    assert_eq!(printed.is_empty(), model == &Model { formats: vec![], ..empty() }, "a model is printed");
    for format in part.choose(&model.formats) {
        let _ = Limits::from_format(format);
        let order = format.order.clone().unwrap_or(ByteOrder::Big);
        let sheet = Sheet { format, order: &order, said: None, tests: &model.tests };
        let _ = sheet.facts();
        let _ = sheet.draw_svg();
        if format.bits > 128 {
            continue;
        }
        let all = u128::MAX >> (128 - format.bits);
        for word in [0, 1, all / 2, all / 2 + 1, all / 3, all] {
            let _ = explain(format, &order, &Question::Word(word));
            let _ = words::meaning(format, word);
        }
        for value in ["0", "-1", "0.1", "1e30", "inf", "nan", "true", "A"] {
            let _ = words::encode_value(format, value);
        }
    }
    if model.datareps.iter().map(|datarep| datarep.conversions.len()).sum::<usize>() <= GENERATED {
        let code = datarep_codegen::generate(model);
        assert!(!code.is_empty() || printed.is_empty() || model.datareps.is_empty());
    }
}

fn empty() -> Model {
    Model { doc: String::new(), formats: vec![], datareps: vec![], records: vec![], tests: vec![] }
}

/// Converts some items by the representations and formats of a checked text.
fn convert_some(text: &Text, part: Part) {
    for datarep in part.choose(text.representations()) {
        let _ = datarep.to_bytes(&[0.0_f64, -1.5, f64::MAX, f64::NAN]);
        let _ = datarep.to_vec::<f64>(&[0xA5; 64]);
        let _ = datarep.to_bytes(&[0_i32, -1, i32::MIN]);
        let _ = datarep.to_vec::<i32>(&[0x5A; 64]);
    }
    let names: Vec<&str> = text.formats().collect();
    for name in part.choose(&names) {
        let format = text.format(name).expect("a format of the text");
        let _ = format.to_vec::<f64>(&[0x42; 48]);
        let _ = format.to_vec::<i64>(&[0x42; 48]);
    }
}
