//! Texts are parsed, checked, explained, printed, generated, and run.

use datarep_dsl::diagnostic::Failure;
use datarep_dsl::explain::{Asked, explain};
use datarep_dsl::limits::Limits;
use datarep_dsl::model::{ByteOrder, Model};
use datarep_dsl::print::print;
use datarep_dsl::render::render_all;
use datarep_dsl::sheet::Sheet;
use datarep_dsl::source::Source;
use datarep_dsl::{check, parse, words};
use datarep_dynamic::Text;

/// The most formats and representations of a text that are examined, because the work for each is the same.
const LOOKED_AT: usize = 8;

/// The most conversions for which code is generated. A small text inherits some hundred of them.
const GENERATED: usize = 300;

/// Takes the bytes as a text.
pub fn run(bytes: &[u8]) {
    let source = Source {
        name: "fuzz.datarep".to_owned(),
        text: String::from_utf8_lossy(bytes).into_owned(),
        first_line: 1,
    };
    let (ast, faults) = parse(&source);
    let checked = if faults.is_empty() { check(&source, &ast) } else { Err(faults) };
    let interpreted = Text::parse(&source.text);
    match checked {
        Ok(model) => {
            accepted(&model);
            match interpreted {
                Ok(text) => used(&text),
                Err(error) => assert!(
                    source.text.len() > Text::MAX_BYTES || ast.items.len() > Text::MAX_ITEMS,
                    "what is checked can be used: {error}"
                ),
            }
        }
        Err(diagnostics) => {
            assert!(interpreted.is_err(), "a faulty text cannot be used");
            for label in diagnostics.iter().flat_map(|fault| &fault.labels) {
                let (span, text) = (label.span, &source.text);
                assert!(
                    span.start <= span.end
                        && text.is_char_boundary(span.start)
                        && text.is_char_boundary(span.end),
                    "a label lies in the text"
                );
            }
            let rendered = render_all(&source, &Failure { diagnostics, datareps: Vec::new() });
            assert!(rendered.starts_with("error["), "a fault is told: {rendered}");
        }
    }
}

fn accepted(model: &Model) {
    let printed = print(model);
    assert_eq!(printed.is_empty(), model == &Model { formats: vec![], ..empty() }, "a model is printed");
    for format in model.formats.iter().take(LOOKED_AT) {
        let _ = Limits::of(format);
        let order = format.order.clone().unwrap_or(ByteOrder::Big);
        let sheet = Sheet { format, order: &order, said: None, tests: &model.tests };
        let _ = sheet.facts();
        let _ = sheet.svg();
        if format.bits > 128 {
            continue;
        }
        let all = u128::MAX >> (128 - format.bits);
        for word in [0, 1, all / 2, all / 2 + 1, all / 3, all] {
            let _ = explain(format, &order, &Asked::Word(word));
            let _ = words::meaning(format, word);
        }
        for value in ["0", "-1", "0.1", "1e30", "inf", "nan", "true", "A"] {
            let _ = words::written(format, value);
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

/// Runs an accepted text.
fn used(text: &Text) {
    for datarep in text.representations().iter().take(LOOKED_AT) {
        let _ = datarep.to_bytes(&[0.0_f64, -1.5, f64::MAX, f64::NAN]);
        let _ = datarep.to_vec::<f64>(&[0xA5; 64]);
        let _ = datarep.to_bytes(&[0_i32, -1, i32::MIN]);
        let _ = datarep.to_vec::<i32>(&[0x5A; 64]);
    }
    for name in text.formats().take(LOOKED_AT) {
        let format = text.format(name).expect("a format of the text");
        let _ = format.to_vec::<f64>(&[0x42; 48]);
        let _ = format.to_vec::<i64>(&[0x42; 48]);
    }
}
