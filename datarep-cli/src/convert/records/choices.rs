//! The choices of a record, and those that every record makes once.

use datarep_dsl::model::{Choice, FieldKind, Model, RecordField};
use datarep_dynamic::Record;

use crate::failure::CliFailure;

/// A choice in a record, or in a record inside it.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoundChoice<'r> {
    pub(super) choice: &'r Choice,
    /// Whether each record makes it once: it lies in no array, and in no alternative of another choice.
    pub(super) is_single: bool,
}

/// What is around a field.
#[derive(Clone, Copy)]
struct Surroundings<'p> {
    /// What comes before its name in its path.
    path: &'p str,
    /// Whether each record has it once.
    is_single: bool,
}

/// All choices of a record with their paths, in the order of the file.
pub(super) fn list_choices(record: &Record) -> Vec<(String, FoundChoice<'_>)> {
    let mut choices = Vec::new();
    let outer = Surroundings { path: "", is_single: true };
    for field in &record.described().fields {
        collect_choices(record.model(), field, outer, &mut choices);
    }
    choices
}

fn collect_choices<'m>(
    model: &'m Model,
    field: &'m RecordField,
    outer: Surroundings<'_>,
    choices: &mut Vec<(String, FoundChoice<'m>)>,
) {
    let path = format!("{}{}", outer.path, field.name.as_deref().unwrap_or_default());
    let is_single = outer.is_single && field.counts.is_empty();
    match &field.kind {
        FieldKind::Choice(choice) => {
            let inside = format!("{path}.");
            choices.push((path, FoundChoice { choice, is_single }));
            // Only records that have an alternative make the choices in it.
            let outer = Surroundings { path: &inside, is_single: false };
            for field in choice.alternatives.iter().filter_map(|alternative| alternative.field.as_ref()) {
                collect_choices(model, field, outer, choices);
            }
        }
        FieldKind::Record(id) => {
            let inside = format!("{path}.");
            let outer = Surroundings { path: &inside, is_single };
            for field in &model.records[id.0].fields {
                collect_choices(model, field, outer, choices);
            }
        }
        FieldKind::Scalar { .. } | FieldKind::Text(_) | FieldKind::Byte | FieldKind::Filler(_) => {}
    }
}

/// The name of each alternative; `None` for those without one.
pub(super) fn list_names(choice: &Choice) -> Vec<Option<&str>> {
    let name = |field: &'_ RecordField| !matches!(field.kind, FieldKind::Filler(_));
    let names = choice.alternatives.iter().map(|alternative| {
        alternative.field.as_ref().filter(|field| name(field)).and_then(|field| field.name.as_deref())
    });
    names.collect()
}

/// The choice of a path, which each record makes once.
pub(super) fn find_choice<'r>(record: &'r Record, path: &str) -> Result<&'r Choice, CliFailure> {
    let choices = list_choices(record);
    let choice_entry = choices.iter().find(|(known_path, _)| known_path == path);
    match choice_entry {
        Some((_, FoundChoice { choice, is_single: true })) => Ok(choice),
        Some(_) => Err(CliFailure::new(format!(
            "`{path}` is in an array or in an alternative, so that a record has none or several of its alternatives"
        ))
        .help("name a choice that each record makes once")),
        // The likeliest mistake: to divide by values of a field.
        None if record.field(path).is_some() => Err(CliFailure::new(format!("`{path}` is a field, and no choice"))
            .help(format!("`--partition-by {path}` makes a folder for each of its values"))),
        None => {
            let choice_paths: Vec<String> = choices
                .iter()
                .filter(|(_, choice)| choice.is_single)
                .map(|(path, _)| format!("`{path}`"))
                .collect();
            let failure = CliFailure::new(format!("`{}` has no choice `{path}`", record.name()));
            Err(match choice_paths.as_slice() {
                [] => failure.note("it has no choice that each record makes once"),
                choice_paths => failure.help(format!("name one of its choices: {}", choice_paths.join(", "))),
            })
        }
    }
}
