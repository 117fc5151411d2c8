//! Several texts as one library: a conversion that occurs in two of them is generated once.

use datarep_dsl::model::{Format, FormatId, Model};
use proc_macro2::TokenStream;

use crate::module;

/// The module of every representation of the models, in order. All modules must become siblings.
pub(crate) fn generate_library(models: &[Model]) -> Vec<(String, TokenStream)> {
    // Conversions are equal only if their formats have one number, so the formats of all models are numbered
    // together.
    let mut all = Model {
        doc: String::new(),
        formats: Vec::new(),
        datareps: Vec::new(),
        records: Vec::new(),
        tests: Vec::new(),
    };
    for model in models {
        merge_model(&mut all, model);
    }
    let mut siblings = module::SiblingConversions::default();
    let modules = all
        .datareps
        .iter()
        .map(|datarep| (datarep.name.clone(), module::emit_module(&all, datarep, &mut siblings)));
    modules.collect()
}

fn merge_model(all: &mut Model, model: &Model) {
    let ids: Vec<FormatId> =
        model.formats.iter().map(|format| find_or_add_format(&mut all.formats, format)).collect();
    for datarep in &model.datareps {
        // The conversion has the number of the format in its own model, and gets the one of the library.
        let mut datarep = datarep.clone();
        for conversion in &mut datarep.conversions {
            conversion.format = ids[conversion.format.0];
        }
        all.datareps.push(datarep);
    }
    for line in &model.tests {
        let mut line = line.clone();
        line.format = ids[line.format.0];
        all.tests.push(line);
    }
}

/// The id of a format among those of the library, to which it is added if it is missing.
fn find_or_add_format(formats: &mut Vec<Format>, format: &Format) -> FormatId {
    // Two texts may have formats of one name, so the line that defines it must be the same, too.
    let same = |known: &Format| {
        (&known.name, known.bits, &known.order) == (&format.name, format.bits, &format.order)
            && known.origin.source == format.origin.source
            && (known.origin.line, &known.origin.text) == (format.origin.line, &format.origin.text)
    };
    FormatId(formats.iter().position(same).unwrap_or_else(|| {
        formats.push(format.clone());
        formats.len() - 1
    }))
}
