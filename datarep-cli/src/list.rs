//! `datarep list`: formats and representations by a word.

use std::io::Write as _;

use datarep_dsl::controls::clean_line;
use datarep_dynamic::names::{Alias, SearchEntry, is_order_name, list_aliases, rank_entry, suggest_spelling};
use serde_json::{Value, json};

use crate::args;
use crate::failure::CliFailure;
use crate::names::{KnownNames, ListedName, find_nearest};
use crate::output;

/// From this rank on, entries only mention the words.
const MENTIONED: u8 = 4;

/// An entry that `list` has found.
#[derive(Debug)]
struct FoundEntry<'l> {
    listed: &'l ListedName,
    /// Where the word occurs in the entry: the smaller, the nearer to the name.
    rank: u8,
}

/// Lists the entries that contain the word.
pub(crate) fn run(list: &args::ListOptions, names: &KnownNames) -> Result<(), CliFailure> {
    let names_listed = names.list_all()?;
    let word = list.word.as_deref().unwrap_or_default();
    let mut entries: Vec<FoundEntry<'_>> = names_listed
        .iter()
        .filter_map(|listed| Some(FoundEntry { rank: rank_entry_by_words(listed, word)?, listed }))
        .collect();
    entries.sort_by_key(|entry| entry.rank);
    // If the word is a whole name or a whole alias, entries that only mention it are left out.
    if entries.first().is_some_and(|first| first.rank == 0) {
        // Otherwise `f32` would list each format whose description compares it with that one.
        entries.retain(|entry| entry.rank < MENTIONED);
    }
    let is_name = entries.first().is_some_and(|first| first.rank == 0);
    let aliases: Vec<&Alias> = if word.is_empty() { Vec::new() } else { find_aliases(word, is_name) };
    if entries.is_empty() && aliases.is_empty() {
        return Err(no_match_failure(word, &names_listed));
    }
    let mut out = output::stdout();
    if list.json {
        let entries = entries.iter().map(|entry| listed_to_json(entry.listed));
        let entries = entries.chain(aliases.iter().map(|alias| alias_to_json(alias)));
        output::write_json(&mut out, &Value::Array(entries.collect()))?;
    } else {
        write_found(&mut out, &entries, &aliases)?;
    }
    out.flush()?;
    Ok(())
}

/// Ranks an entry by where it has the words: 0 if they are its name, and more the farther they are
/// from the name. `None` if the entry lacks one of them.
fn rank_entry_by_words(listed: &ListedName, words: &str) -> Option<u8> {
    let ListedName { name, from, doc, family, .. } = listed;
    rank_entry(&SearchEntry { name, from, doc, family }, words)
}

/// The aliases that are the word, or, if it is no name of an entry, those that contain it. A short alias must equal the word,
/// because only letter case distinguishes short aliases from one another.
fn find_aliases(word: &str, is_name: bool) -> Vec<&'static Alias> {
    let lower = word.to_lowercase();
    let is_same = |alias: &&Alias| match alias.name.len() {
        0..=3 => alias.name == word,
        _ => alias.name.to_lowercase() == lower,
    };
    let same_aliases: Vec<&Alias> = list_aliases().iter().filter(is_same).collect();
    if is_name || !same_aliases.is_empty() || lower.len() <= 3 {
        return same_aliases;
    }
    let has = |alias: &&Alias| alias.name.len() > 3 && alias.name.to_lowercase().contains(&lower);
    list_aliases().iter().filter(has).collect()
}

fn no_match_failure(word: &str, names_listed: &[ListedName]) -> CliFailure {
    let failure = CliFailure::new(format!("nothing matches `{word}`"));
    // An order and a number of bits are no names, but parts of them.
    if is_order_name(word) {
        return failure.help(format!("it is an order of bytes, and follows the format: `f32 {word}`"));
    }
    if let Some(help) = suggest_spelling(word) {
        return failure.help(help);
    }
    let names = names_listed.iter().map(|listed| listed.name.as_str());
    match &find_nearest(word, names)[..] {
        [] => failure.help("`datarep list` shows all"),
        [first, ..] => failure.help(format!("did you mean `{first}`?")),
    }
}

fn write_found(
    out: &mut impl output::Paint,
    entries: &[FoundEntry<'_>],
    aliases: &[&Alias],
) -> Result<(), CliFailure> {
    if !aliases.is_empty() {
        let mut table = output::fitted_table();
        for alias in aliases {
            let is = format!("its name in {}", alias.program);
            table.add_row([alias.name.to_owned(), format!("`{}`", alias.meaning()), is]);
        }
        output::write_table(out, table)?;
    }
    let formats = || entries.iter().filter(|entry| entry.listed.bits.is_some());
    let datareps = || entries.iter().filter(|entry| entry.listed.bits.is_none());
    // A table without entries would be a header alone.
    if formats().next().is_some() {
        let mut table = output::fitted_table();
        table.set_header(["FORMAT", "BITS", "FROM", "IS"]);
        for FoundEntry { listed, .. } in formats() {
            let bits = listed.bits.map(|bits| bits.to_string()).unwrap_or_default();
            let from = clean_line(&listed.from).into_owned();
            table.add_row([listed.name.clone(), bits, from, describe_entry(listed)]);
        }
        output::write_table(out, table)?;
    }
    if datareps().next().is_some() {
        let mut table = output::fitted_table();
        table.set_header(["REPRESENTATION", "IS"]);
        for FoundEntry { listed, .. } in datareps() {
            table.add_row([listed.name.clone(), describe_entry(listed)]);
        }
        output::write_table(out, table)?;
    }
    Ok(())
}

/// The summary of an entry in one line, with its names in other programs.
fn describe_entry(listed: &ListedName) -> String {
    let names: Vec<String> =
        listed.doc.names.iter().map(|(program, names)| format!("{program} {names}")).collect();
    let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join("; ")) };
    // Cleaned here and not when it is printed, because the width of a column is counted before.
    clean_line(&format!("{}{names}", listed.doc.summary)).into_owned()
}

fn listed_to_json(listed: &ListedName) -> Value {
    let ListedName { name, bits, from, doc, .. } = listed;
    let elsewhere: Vec<Value> =
        doc.names.iter().map(|(program, names)| json!({ "program": program, "names": names })).collect();
    json!({
        "kind": if bits.is_some() { "format" } else { "representation" },
        "name": name,
        "bits": bits,
        "from": from,
        "summary": doc.summary,
        "source": doc.source,
        "confidence": doc.confidence,
        "elsewhere": elsewhere,
    })
}

fn alias_to_json(alias: &Alias) -> Value {
    let Alias { program, name, format, .. } = alias;
    let order = alias.meaning().strip_prefix(format).unwrap_or_default().trim().to_owned();
    json!({ "kind": "alias", "name": name, "program": program, "format": format, "order": order })
}
