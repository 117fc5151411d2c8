//! The files to convert, and the new file for them: files, folders and patterns, to one new file or one for each.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::args;
use crate::failure::CliFailure;
use crate::input::strip_ending;

/// What stands for the name of a file in that of its new file.
const NAME: &str = "{}";

/// Files to convert into one new file.
#[derive(Debug)]
pub(super) struct ConversionTask {
    pub(super) inputs: Vec<PathBuf>,
    pub(super) output: PathBuf,
}

/// Finds the files, and divides them by new files.
pub(super) fn plan_tasks(convert: &args::ConvertOptions) -> Result<Vec<ConversionTask>, CliFailure> {
    let (named, output) = match (&convert.to_file, convert.files.split_last()) {
        (Some(output), _) => (convert.files.as_slice(), output),
        (None, Some((output, named))) if !named.is_empty() => (named, output),
        (None, _) => {
            return Err(CliFailure::new("the new file is not named")
                .help("name it after the files that are read, or with `--output`"));
        }
    };
    let mut inputs = Vec::new();
    for path in named {
        expand_path(path, output, &mut inputs)?;
    }
    let text = output.to_string_lossy();
    let name_pattern = if text.contains(NAME) {
        text.into_owned()
    } else if convert.division.is_folder() {
        // A folder for several tables is the new file itself, and stands for no file for each input.
        return Ok(vec![ConversionTask { inputs, output: output.clone() }]);
    } else if text.ends_with('/') || output.is_dir() {
        output.join(format!("{NAME}{}", find_ending(convert)?)).to_string_lossy().into_owned()
    } else {
        return Ok(vec![ConversionTask { inputs, output: output.clone() }]);
    };
    let mut tasks: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for input in inputs {
        let output = PathBuf::from(name_pattern.replace(NAME, &strip_endings(&input)));
        // Files of several folders, or with other endings, may have the same name.
        if let Some(other_input) = tasks.insert(output.clone(), input.clone()) {
            let (output, other_input, input) = (output.display(), other_input.display(), input.display());
            return Err(CliFailure::new(format!(
                "`{output}` would be the new file of `{other_input}` and of `{input}`"
            ))
            .help("convert one of them into another folder"));
        }
    }
    Ok(tasks.into_iter().map(|(output, input)| ConversionTask { inputs: vec![input], output }).collect())
}

/// Appends the files that a path stands for: itself, those of a folder, or those that fit a pattern.
fn expand_path(path: &Path, output: &Path, inputs: &mut Vec<PathBuf>) -> Result<(), CliFailure> {
    let path_text = path.display();
    let text = path.to_string_lossy();
    let first_new = inputs.len();
    if path.is_dir() {
        let fault = |error| CliFailure::system(&format!("cannot read the folder `{path_text}`"), &error);
        for entry in fs::read_dir(path).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            // Hidden files are no data. Those that an interrupted conversion has left are hidden, too.
            if !is_hidden(&entry.path()) && entry.path().is_file() {
                inputs.push(entry.path());
            }
        }
    } else if text.contains(['*', '?', '[']) && fs::symlink_metadata(path).is_err() {
        // A file may have such a character in its name. Only if there is none of that name is it a pattern.
        let fault =
            |error: glob::PatternError| CliFailure::new(format!("`{path_text}` is no pattern: {error}"));
        // As in shells, hidden files are meant only where the pattern has the dot. The option of `glob` for that leaves
        // them out even then.
        let takes_hidden = is_hidden(path);
        for match_result in glob::glob(&text).map_err(fault)? {
            let matched_path = match_result
                .map_err(|error| CliFailure::new(format!("cannot look for `{path_text}`: {error}")))?;
            if matched_path.is_file() && (takes_hidden || !is_hidden(&matched_path)) {
                inputs.push(matched_path);
            }
        }
    } else {
        inputs.push(path.to_owned());
        return Ok(());
    }
    // The new file of an earlier run may lie in the folder, or fit the pattern.
    let mut matches = inputs.split_off(first_new);
    matches.retain(|path| path != output);
    // The system lists a folder in any order, and records are numbered by that of the files.
    matches.sort();
    if matches.is_empty() {
        return Err(CliFailure::new(format!("`{path_text}` stands for no file")));
    }
    inputs.append(&mut matches);
    Ok(())
}

/// Whether the last part of a path begins with a dot.
fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

/// The name of a file without its ending, and without that of a compressed file.
fn strip_endings(path: &Path) -> String {
    strip_ending(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The ending of new files in a folder.
fn find_ending(convert: &args::ConvertOptions) -> Result<String, CliFailure> {
    match convert.passage.to.as_deref() {
        Some(kind @ ("csv" | "npy" | "parquet" | "arrow")) => Ok(format!(".{kind}")),
        Some(_) => Ok(".dat".to_owned()),
        None => Err(CliFailure::new("the new files are in a folder, whose name does not say what to write")
            .help("add `--to csv` or the like, or name them by a pattern: `--output 'out/{}.csv'`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_have_no_endings() {
        for (path, name) in [("a/b.dat", "b"), ("b.dat.gz", "b"), ("b.gz", "b"), ("b", "b"), ("b.c.d", "b.c")]
        {
            assert_eq!(strip_endings(Path::new(path)), name, "{path}");
        }
    }
}
