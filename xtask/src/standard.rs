//! The generated code of the standard library's representations in the runtime.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use datarep_dsl::model::Model;
use datarep_dsl::source::Source;

/// The files that should exist: each with its path in the workspace and its text.
///
/// # Errors
///
/// Returns the faults of a text of the standard library, rendered with carets.
pub fn generate_files() -> Result<Vec<(PathBuf, String)>, String> {
    let folder = Path::new("runtime").join("src");
    let mut files = vec![(folder.join("standard.rs"), generate_index())];
    let models = list_shipped()
        .map(|(name, text)| compile_representation(name, text))
        .collect::<Result<Vec<_>, _>>()?;
    for (name, code) in datarep_codegen::format_library(&models) {
        let path = folder.join("standard").join(&name).with_extension("rs");
        let code = format!(
            "// Made from `standard/{name}.datarep` by `cargo xtask standard`: do not edit.\n\n{code}"
        );
        files.push((path, code));
    }
    Ok(files)
}

/// Writes every file that differs, and returns the paths.
///
/// # Errors
///
/// As [`generate_files`]. Also returns a message if a file cannot be written.
pub fn write(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut written = Vec::new();
    for (path, text) in list_stale_files(root)? {
        let target = root.join(&path);
        let fault = |error| format!("cannot write `{}`: {error}", path.display());
        target.parent().map_or(Ok(()), fs::create_dir_all).map_err(fault)?;
        fs::write(&target, text).map_err(fault)?;
        written.push(path);
    }
    for path in list_left_over_files(root)? {
        fs::remove_file(root.join(&path))
            .map_err(|error| format!("cannot remove `{}`: {error}", path.display()))?;
        written.push(path);
    }
    Ok(written)
}

/// Compares the files with the generator's output.
///
/// # Errors
///
/// Returns a message with the files that differ and the command to run.
pub fn check(root: &Path) -> Result<usize, String> {
    let mut differ: Vec<PathBuf> = list_stale_files(root)?.into_iter().map(|(path, _)| path).collect();
    differ.extend(list_left_over_files(root)?);
    if differ.is_empty() {
        return Ok(generate_files()?.len());
    }
    let differ: Vec<String> = differ
        .iter()
        .map(|path| format!("`{}` is not what the generator makes from the standard library", path.display()))
        .collect();
    Err(format!("{}\nrun `cargo xtask standard` and commit what it writes", differ.join("\n")))
}

/// The files that do not exist or have another text.
fn list_stale_files(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let files = generate_files()?.into_iter();
    Ok(files.filter(|(path, text)| fs::read_to_string(root.join(path)).ok().as_ref() != Some(text)).collect())
}

/// Files in the folder that belong to no text of the library.
fn list_left_over_files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = Path::new("runtime").join("src").join("standard");
    let known: Vec<PathBuf> = generate_files()?.into_iter().map(|(path, _)| path).collect();
    let Ok(entries) = fs::read_dir(root.join(&folder)) else { return Ok(Vec::new()) };
    let mut left: Vec<PathBuf> = entries
        .filter_map(|entry| Some(folder.join(entry.ok()?.file_name())))
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs") && !known.contains(path))
        .collect();
    left.sort();
    Ok(left)
}

/// The names and texts of the representations whose code is in the runtime.
fn list_shipped() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = datarep_dsl::standard::datareps().iter().copied();
    all.filter(|(name, _)| datarep_dsl::standard::is_shipped(name))
}

fn compile_representation(name: &str, text: &str) -> Result<Model, String> {
    let source = Source { name: format!("standard/{name}.datarep"), text: text.to_owned(), first_line: 1 };
    datarep_dsl::compile(&source).map_err(|failure| datarep_dsl::render::render_all(&source, &failure))
}

/// The module that includes all of them.
fn generate_index() -> String {
    let mut text = String::from(
        "//! The representations of the standard library, generated and ready to use.\n\
         //!\n\
         //! Each is a module with the functions `read`, `write`, `to_vec`, `to_bytes` and `extent`, and the\n\
         //! descriptor `DATAREP`. The language knows them by the same names: `extends external32`.\n\
         \n\
         // Made by `cargo xtask standard`: do not edit.\n\n",
    );
    for (name, _) in list_shipped() {
        let _ = writeln!(text, "include!(\"standard/{name}.rs\");");
    }
    let names = list_shipped().map(|(name, _)| format!("    {name}::DATAREP,\n"));
    let _ = write!(
        text,
        "\n/// All of them, in the order of the library. A program that names this has the conversions of all compiled.\n\
         pub const ALL: [&crate::Datarep; {}] = [\n{}];\n",
        list_shipped().count(),
        names.collect::<String>(),
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_code_for_every_representation() {
        for (name, text) in datarep_dsl::standard::datareps() {
            let code =
                datarep_codegen::format(&compile_representation(name, text).expect("the library is sound"));
            assert!(code.contains(&format!("pub mod {name} {{")), "{name}");
        }
    }

    #[test]
    fn what_differs_is_written_and_then_equal() {
        let root = std::env::temp_dir().join(format!("datarep-standard-{}", std::process::id()));
        let fault = check(&root).expect_err("nothing is there");
        assert!(
            fault.contains("`runtime/src/standard/external32.rs` is not what the generator makes"),
            "{fault}"
        );
        assert!(fault.ends_with("run `cargo xtask standard` and commit what it writes"), "{fault}");
        let written = write(&root).unwrap();
        assert_eq!(check(&root), Ok(written.len()));

        let other = root.join("runtime/src/standard/vax_e.rs");
        fs::write(&other, "").unwrap();
        let external32 = root.join("runtime/src/standard/external32.rs");
        fs::write(&external32, fs::read_to_string(&external32).unwrap().replace("rt", "tr")).unwrap();
        assert_eq!(check(&root).expect_err("two differ").lines().count(), 3);
        assert_eq!(write(&root).map(|written| written.len()), Ok(2));
        assert!(!other.exists() && check(&root).is_ok());
        fs::remove_dir_all(&root).unwrap();
    }
}
