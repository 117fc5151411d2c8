//! `datarep new`: makes a crate that builds, as a beginning.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use datarep_dsl::source::Source;
use datarep_dsl::{compile, keywords, standard};

use crate::args::{self, Kind};
use crate::failure::Failure;
use crate::{output, unfinished};

/// Crates that always exist. A package cannot have one of their names.
const CRATES: [&str; 6] = ["alloc", "core", "datarep", "proc_macro", "std", "test"];

/// Makes the folder of a crate.
pub(crate) fn run(new: &args::New) -> Result<(), Failure> {
    let shown = new.path.display();
    let package = new.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let module = module(package)?;
    if fs::symlink_metadata(&new.path).is_ok() {
        return Err(Failure::new(format!("`{shown}` exists already")).help("name a new folder"));
    }
    let dependency = dependency(new)?;
    let files = files(new, package, &module, &dependency);
    write(&new.path, &files)?;
    let mut out = output::stdout();
    let next = match new.kind {
        Kind::Plugin => format!(
            "`cargo build --release` makes `target/release/lib{}.so` for `DATAREP_PLUGINS`",
            crate_name(package)
        ),
        Kind::Crate => "`cargo run FILE` prints the numbers of a file".to_owned(),
    };
    writeln!(out, "`{shown}` is made; there, {next}")?;
    Ok(out.flush()?)
}

/// The name of the representation that the crate defines: the name of the package, with `_` for `-`.
fn module(package: &str) -> Result<String, Failure> {
    let begins = package.starts_with(|letter: char| letter.is_ascii_lowercase());
    let plain =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_".contains(letter);
    let name = crate_name(package);
    if !begins
        || !package.chars().all(plain)
        || CRATES.contains(&name.as_str())
        || keywords::is_of_rust(&name)
    {
        return Err(Failure::new(format!("`{package}` cannot be the name of a crate"))
            .help("write small letters, digits, `-` and `_`, and no word of Rust"));
    }
    if standard::datareps().iter().any(|(known, _)| *known == name) {
        return Err(Failure::new(format!("`{name}` is a representation of the library"))
            .help("give yours another name"));
    }
    let text = format!("datarep {name} extends external32 {{ }}\n");
    let source = Source { name: package.to_owned(), text, first_line: 1 };
    match compile(&source) {
        Ok(_) => Ok(name),
        Err(_) => Err(Failure::new(format!("`{name}` cannot be the name of a representation"))
            .help("give the crate another name")),
    }
}

/// The name of a package as Rust code writes it.
fn crate_name(package: &str) -> String {
    package.replace('-', "_")
}

/// The source of the dependency `datarep`, in the notation of `Cargo.toml`.
fn dependency(new: &args::New) -> Result<String, Failure> {
    if let Some(given) = &new.datarep {
        let shown = given.display();
        return match runtime(given) {
            Some(path) => Ok(format!("path = {}", quoted(&path)?)),
            None => Err(Failure::new(format!("`{shown}` is no source of datarep"))
                .help("name the folder that has `runtime/Cargo.toml`")),
        };
    }
    // The folder that this program was built from.
    if let Some(path) = Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(runtime) {
        return Ok(format!("path = {}", quoted(&path)?));
    }
    match env!("CARGO_PKG_REPOSITORY") {
        "" => Err(Failure::new("the source that this program was built from is not there any more")
            .help("name the folder of datarep's source by `--datarep FOLDER`")),
        repository => Ok(format!("git = \"{repository}\"")),
    }
}

/// The folder of the runtime in a folder of the source, which may itself be the folder of the runtime.
fn runtime(source: &Path) -> Option<PathBuf> {
    let is_runtime = |folder: &PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        manifest.lines().any(|line| line.trim() == "name = \"datarep\"")
    };
    let found = [source.join("runtime"), source.to_owned()].into_iter().find(is_runtime)?;
    fs::canonicalize(found).ok()
}

/// A path as a TOML string.
fn quoted(path: &Path) -> Result<String, Failure> {
    let told = || Failure::new(format!("`{}` cannot be written in `Cargo.toml`", path.display()));
    let text = path.to_str().filter(|text| !text.contains(char::is_control)).ok_or_else(told)?;
    Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// The files of the crate: path and content.
fn files(new: &args::New, package: &str, module: &str, dependency: &str) -> Vec<(&'static str, String)> {
    let (path, source, library, features) = match new.kind {
        Kind::Plugin => (
            "src/lib.rs",
            include_str!("../templates/plugin.rs"),
            "\n[lib]\ncrate-type = [\"cdylib\"]\n",
            "[\"file\", \"macros\"]",
        ),
        Kind::Crate => ("src/main.rs", include_str!("../templates/crate.rs"), "", "[\"macros\"]"),
    };
    let mut manifest = format!(
        "[package]\nname = \"{package}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{library}\n[dependencies]\ndatarep = {{ {dependency}, \
         features = {features} }}\n"
    );
    if in_a_package(&new.path) {
        manifest
            .push_str("\n# A workspace of its own, as the folder is within another package.\n[workspace]\n");
    }
    let source = source.replace("MODULE", module).replace("CRATE", &crate_name(package));
    vec![("Cargo.toml", manifest), (".gitignore", "/target\n".to_owned()), (path, source)]
}

/// Whether a folder above has a `Cargo.toml`, so that Cargo would take the new crate for a part of that package or
/// workspace.
fn in_a_package(path: &Path) -> bool {
    let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let above = fs::canonicalize(above).unwrap_or_default();
    above.ancestors().any(|folder| folder.join("Cargo.toml").is_file())
}

/// Writes the files into a new folder beside `path`, and renames that folder to `path`.
fn write(path: &Path, files: &[(&str, String)]) -> Result<(), Failure> {
    let fault =
        |error: std::io::Error| Failure::system(&format!("cannot write `{}`", path.display()), &error);
    let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".datarep-").suffix(".unfinished");
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o777));
    let folder = unfinished::make(|| builder.tempdir_in(beside), tempfile::TempDir::path).map_err(fault)?;
    fs::create_dir(folder.path().join("src")).map_err(fault)?;
    for (name, text) in files {
        fs::write(folder.path().join(name), text).map_err(fault)?;
    }
    unfinished::place(|| fs::rename(folder.path(), path).map(|()| folder.keep())).map_err(fault)?;
    Ok(())
}
