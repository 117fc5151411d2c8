//! `datarep new`: makes a crate that builds, as a beginning.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use datarep_dsl::source::Source;
use datarep_dsl::{compile, keywords, standard};

use crate::args::{self, CrateKind};
use crate::failure::CliFailure;
use crate::output;
use crate::target::{sync_file, sync_folder_of};
use crate::unfinished::Unfinished;

/// Crates that always exist. A package cannot have one of their names.
const CRATES: [&str; 5] = ["alloc", "core", "proc_macro", "std", "test"];

/// Crates of this project that come with a new one. They have its version, so that a lock file could not tell the two apart.
const DEPENDENCIES: [&str; 5] =
    ["datarep", "datarep_codegen", "datarep_dsl", "datarep_macros", "datarep_plan"];

/// Types of Rust that have no module. A module of that name would hide the type.
const TYPES: [&str; 19] = [
    "bool", "char", "f128", "f16", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128",
    "u16", "u32", "u64", "u8", "usize",
];

/// Folders of Cargo beside the programs that it builds.
const FOLDERS: [&str; 4] = ["build", "deps", "examples", "incremental"];

/// The beginning of the text in a template, and its end.
const TEXT: (&str, &str) = ("datarep::datarep! {\n", "\n}\n");

/// Makes the folder of a crate.
pub(crate) fn run(new: &args::NewOptions) -> Result<(), CliFailure> {
    let path_text = new.path.display();
    let package = new.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let module = name_module(package, new.kind)?;
    if fs::symlink_metadata(&new.path).is_ok() {
        return Err(CliFailure::new(format!("`{path_text}` exists already")).help("name a new folder"));
    }
    let dependency = write_dependency(new)?;
    let files = list_files(new, package, &module, &dependency);
    write_files(&new.path, &files)?;
    let mut out = output::stdout();
    let advice = match new.kind {
        CrateKind::Plugin => format!(
            "`cargo build --release` makes `target/release/lib{}.so` for `DATAREP_PLUGINS`",
            crate_name(package)
        ),
        CrateKind::Crate => "`cargo run FILE` prints the numbers of a file".to_owned(),
    };
    writeln!(out, "`{path_text}` is made; there, {advice}")?;
    Ok(out.flush()?)
}

/// The name of the representation that the crate defines: the name of the package, with `_` for `-`.
fn name_module(package: &str, kind: CrateKind) -> Result<String, CliFailure> {
    let begins = package.starts_with(|letter: char| letter.is_ascii_lowercase());
    let plain =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_".contains(letter);
    if !begins || !package.chars().all(plain) {
        return Err(CliFailure::new(format!("`{package}` cannot be the name of a crate"))
            .help("write small letters, digits, `-` and `_`"));
    }
    let name = crate_name(package);
    match find_obstacle(&name, kind) {
        None => Ok(name),
        Some(reason) => {
            Err(CliFailure::new(format!("`{package}` cannot be the name of this crate: {reason}"))
                .help("give it another name"))
        }
    }
}

/// Why a crate of this name would not build, or not do what it is for.
fn find_obstacle(name: &str, kind: CrateKind) -> Option<String> {
    if keywords::is_of_rust(name) {
        return Some(format!("`{name}` is a word of Rust"));
    }
    if CRATES.contains(&name) {
        return Some(format!("`{name}` is a crate of Rust"));
    }
    if TYPES.contains(&name) {
        return Some(format!("`{name}` is a type of Rust"));
    }
    if DEPENDENCIES.contains(&name) {
        return Some(format!("`{name}` is a crate that the new one depends on"));
    }
    if kind == CrateKind::Crate && FOLDERS.contains(&name) {
        return Some(format!("Cargo has a folder `{name}` where it would put the program"));
    }
    if standard::datareps().iter().any(|(known, _)| *known == name) {
        return Some(format!("`{name}` is a representation of the library"));
    }
    // What is left to find out is whether the language takes the name. The template itself answers that.
    let (begin, end) = TEXT;
    let (_, text) = choose_template(kind).1.split_once(begin)?;
    let (text, _) = text.split_once(end)?;
    let source = Source { name: name.to_owned(), text: text.replace("MODULE", name), first_line: 1 };
    compile(&source).err().map(|_| format!("its text cannot have a representation `{name}`"))
}

/// The path and the text of a crate's source.
fn choose_template(kind: CrateKind) -> (&'static str, &'static str) {
    match kind {
        CrateKind::Plugin => ("src/lib.rs", include_str!("../templates/plugin.rs")),
        CrateKind::Crate => ("src/main.rs", include_str!("../templates/crate.rs")),
    }
}

/// The name of a package as Rust code writes it.
fn crate_name(package: &str) -> String {
    package.replace('-', "_")
}

/// The source of the dependency `datarep`, in the notation of `Cargo.toml`.
fn write_dependency(new: &args::NewOptions) -> Result<String, CliFailure> {
    if let Some(folder) = &new.datarep {
        let path_text = folder.display();
        return match find_runtime(folder) {
            Some(path) => Ok(format!("path = {}", quote_path(&path)?)),
            None => Err(CliFailure::new(format!("`{path_text}` is no source of datarep"))
                .help("name the folder that has `runtime/Cargo.toml`")),
        };
    }
    // The folder that this program was built from.
    if let Some(path) = Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(find_runtime) {
        return Ok(format!("path = {}", quote_path(&path)?));
    }
    match env!("CARGO_PKG_REPOSITORY") {
        "" => Err(CliFailure::new("the source that this program was built from is not there any more")
            .help("name the folder of datarep's source by `--datarep FOLDER`")),
        repository => Ok(format!("git = \"{repository}\"")),
    }
}

/// The folder of the runtime in a folder of the source, which may itself be the folder of the runtime.
fn find_runtime(source: &Path) -> Option<PathBuf> {
    let is_runtime = |folder: &PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        // By the name in the manifest: any project may have a folder `runtime`.
        manifest.lines().any(|line| line.trim() == "name = \"datarep\"")
    };
    let folder = [source.join("runtime"), source.to_owned()].into_iter().find(is_runtime)?;
    fs::canonicalize(folder).ok()
}

/// A path as a TOML string.
fn quote_path(path: &Path) -> Result<String, CliFailure> {
    let failure = || CliFailure::new(format!("`{}` cannot be written in `Cargo.toml`", path.display()));
    let text = path.to_str().filter(|text| !text.contains(char::is_control)).ok_or_else(failure)?;
    Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// The files of the crate: path and content.
fn list_files(
    new: &args::NewOptions,
    package: &str,
    module: &str,
    dependency: &str,
) -> Vec<(&'static str, String)> {
    let (path, source) = choose_template(new.kind);
    let (library, features) = match new.kind {
        CrateKind::Plugin => ("\n[lib]\ncrate-type = [\"cdylib\"]\n", "[\"file\", \"macros\"]"),
        CrateKind::Crate => ("", "[\"macros\"]"),
    };
    let mut manifest = format!(
        "[package]\nname = \"{package}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{library}\n[dependencies]\ndatarep = {{ {dependency}, \
         features = {features} }}\n"
    );
    // Cargo would refuse to build a package that the workspace above does not list.
    if is_in_package(&new.path) {
        manifest
            .push_str("\n# A workspace of its own, as the folder is within another package.\n[workspace]\n");
    }
    let source = source.replace("MODULE", module).replace("CRATE", &crate_name(package));
    vec![("Cargo.toml", manifest), (".gitignore", "/target\n".to_owned()), (path, source)]
}

/// Whether a folder above has a `Cargo.toml`, so that Cargo would take the new crate for a part of that package or
/// workspace.
fn is_in_package(path: &Path) -> bool {
    let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let above = fs::canonicalize(above).unwrap_or_default();
    above.ancestors().any(|folder| folder.join("Cargo.toml").is_file())
}

/// Writes the files into a new folder beside `path`, and renames that folder to `path`. All of it is on the disk before
/// the name is.
fn write_files(path: &Path, files: &[(&str, String)]) -> Result<(), CliFailure> {
    let fault =
        |error: std::io::Error| CliFailure::system(&format!("cannot write `{}`", path.display()), &error);
    // An interrupted command must leave no half of a crate.
    let folder = Unfinished::create_folder(path).map_err(fault)?;
    fs::create_dir(folder.path().join("src")).map_err(fault)?;
    for (name, text) in files {
        let mut file = File::create_new(folder.path().join(name)).map_err(fault)?;
        file.write_all(text.as_bytes()).and_then(|()| sync_file(&file)).map_err(fault)?;
    }
    for inside in ["src/main.rs", "Cargo.toml"] {
        sync_folder_of(&folder.path().join(inside)).map_err(fault)?;
    }
    folder.move_to(path).and_then(|()| sync_folder_of(path)).map_err(fault)
}
