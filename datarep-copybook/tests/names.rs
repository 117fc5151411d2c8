//! Names of items that are names of formats of the language.

use datarep_copybook::{
    ChoiceOptions, Copybook, GroupForm, ImportedText, Options, RedefinesOption, import_copybooks,
};
use datarep_dsl::compile;
use datarep_dsl::model::Model;
use datarep_dsl::source::Source;

/// Names of formats, and of families of them.
const FORMATS: [&str; 12] = [
    "F16",
    "F32",
    "F64",
    "BF16",
    "I32",
    "U128",
    "DECIMAL64-BID",
    "ASCII",
    "EBCDIC",
    "OFFSET",
    "FIXED",
    "ZONED-DECIMAL",
];

fn import_text(text: &str, options: &Options) -> ImportedText {
    import_copybooks(&[Copybook::new("a.cpy", "a", text)], "a", options)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn compile_text(imported: &ImportedText) -> Model {
    let (name, text) = ("a.datarep".to_owned(), imported.text.clone());
    let compiled = compile(&Source { name, text, first_line: 1 });
    compiled.unwrap_or_else(|failure| panic!("{failure:?}\n{}", imported.text))
}

/// The names of a record's fields.
fn list_fields(model: &Model, record: &str) -> Vec<String> {
    let record = model.records.iter().find(|other| other.name == record).expect("the record is in the text");
    record.list_fields().filter_map(|field| field.name.clone()).collect()
}

#[test]
fn records_get_other_names_than_formats() {
    for format in FORMATS {
        let imported =
            import_text(&format!("       01  {format}.\n           05  A PIC X.\n"), &Options::default());
        let name = format.to_lowercase().replace('-', "_");
        let model = compile_text(&imported);
        assert_eq!(list_fields(&model, &format!("{name}_record")), ["a"]);
        let doc = format!("`{format}` of the copybook: `{name}` is the name of a format.");
        assert_eq!(model.records[0].doc.trim(), doc);
        assert_eq!(imported.rows[0].field, Some(format!("record {name}_record")));
    }
}

/// The path by which a field is selected has the name of the copybook.
#[test]
fn groups_keep_their_fields() {
    let choosing = ChoiceOptions { redefines: RedefinesOption::Overlay, ..ChoiceOptions::default() };
    let options = Options { choosing, groups: GroupForm::Nested, ..Options::default() };
    for format in FORMATS {
        let text = format!(
            "       01  TOP.
           05  {format} OCCURS 2.
               10  A PIC X.
           05  G.
               10  {format}.
                   15  B PIC X.
               10  {format}-RECORD OCCURS 2.
                   15  C PIC X.
           05  H.
               10  I PIC X.
               10  J.
                   15  {format}.
                       20  D PIC X.
                   15  E REDEFINES {format} PIC X.
"
        );
        let model = compile_text(&import_text(&text, &options));
        let name = format.to_lowercase().replace('-', "_");
        assert_eq!(list_fields(&model, "top"), [name.as_str(), "g", "h"]);
        assert_eq!(list_fields(&model, "g"), [name.clone(), format!("{name}_record")]);
        assert_eq!(list_fields(&model, "j"), [format!("{name}_overlay"), name.clone(), "e".to_owned()]);
        // Each record has a name of its own.
        let names: Vec<&str> = model.records.iter().map(|record| record.name.as_str()).collect();
        assert_eq!(names.iter().filter(|other| other.starts_with(&name)).count(), 4, "{names:?}");
    }
}

/// Words that mean something at another place of a text are names of records as they are.
#[test]
fn other_words_stay_names() {
    for word in ["CHOICE", "OVERLAY", "BYTES", "AT", "NULL", "TRIM", "I9", "HFP32", "U"] {
        let text = format!("       01  TOP.\n           05  {word} OCCURS 2.\n               10  A PIC X.\n");
        let model = compile_text(&import_text(&text, &Options::default()));
        let name = word.to_lowercase();
        assert_eq!(
            (list_fields(&model, "top"), list_fields(&model, &name)),
            (vec![name], vec!["a".to_owned()])
        );
    }
}
