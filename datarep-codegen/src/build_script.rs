//! The interface for `build.rs`: reads files, and writes formatted Rust to `OUT_DIR`. No other file of this crate does
//! I/O.

use std::fmt;
use std::path::{Path, PathBuf};

use datarep_dsl::model::Model;
use datarep_dsl::source::Source;
use proc_macro2::TokenStream;

/// Compiles texts to Rust.
///
/// In `build.rs`:
///
/// ```no_run
/// fn main() -> Result<(), datarep_codegen::BuildError> {
///     datarep_codegen::Builder::new().file("reps/ibm370.datarep").build()
/// }
/// ```
///
/// and in the crate, which depends on `datarep`:
///
/// ```ignore
/// include!(concat!(env!("OUT_DIR"), "/ibm370.rs"));
/// ```
///
/// Cargo runs the build script again when a file changes. If texts have faults, all faults are shown at once with the
/// words underlined, and nothing is written.
#[derive(Debug, Clone, Default)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct Builder {
    files: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
}

impl Builder {
    /// A builder without files.
    pub fn new() -> Self {
        Builder::default()
    }

    /// Adds a text. `NAME.datarep` becomes `NAME.rs`. A relative path starts at the crate's folder.
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Sets the folder to write to, instead of `OUT_DIR`.
    pub fn out_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(path.into());
        self
    }

    /// Compiles all files. Nothing is written if one of them has a fault.
    ///
    /// # Errors
    ///
    /// [`BuildError`] if no file is named, if one cannot be read or written, if a text has faults, if two texts would be written to the
    /// same file, or if there is no folder to write to.
    pub fn build(self) -> Result<(), BuildError> {
        let out_dir = match self.out_dir {
            Some(path) => path,
            None => std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| {
                BuildError(
                    "there is no `OUT_DIR`: call this from `build.rs`, or name a folder with `out_dir`"
                        .into(),
                )
            })?,
        };
        if self.files.is_empty() {
            return Err(BuildError("no text is named: call `file` before `build`".into()));
        }
        // Nothing is written before all texts are compiled.
        let mut made: Vec<(PathBuf, String)> = Vec::new();
        let mut faults = Vec::new();
        for path in &self.files {
            // Before it is compiled, so that Cargo runs the script again when a text with faults is mended.
            print_rerun_directive(path);
            match compile_file(path) {
                Ok(code) => {
                    let target = out_dir.join(file_stem(path)?).with_extension("rs");
                    if made.iter().any(|(other, _)| *other == target) {
                        faults.push(format!("error: two texts would be written to `{}`", target.display()));
                    }
                    made.push((target, code));
                }
                Err(BuildError(message)) => faults.push(message),
            }
        }
        if !faults.is_empty() {
            return Err(BuildError(faults.join("\n\n")));
        }
        made.iter().try_for_each(|(path, code)| write_code(path, code))
    }
}

/// The reason why a build failed. `Debug` and `Display` print it for the person who builds.
pub struct BuildError(String);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// As `Display`, since Cargo uses `Debug` to show the error that `main` of `build.rs` returns.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

impl std::error::Error for BuildError {}

/// The items of a model as formatted Rust.
///
/// ```
/// use datarep_dsl::{compile, source::Source};
/// let source = Source { name: "a.datarep".into(), text: "datarep a extends external32 {}".into(), first_line: 1 };
/// let model = compile(&source).expect("a sound text");
/// assert!(datarep_codegen::format(&model).contains("pub mod a {"));
/// ```
pub fn format(model: &Model) -> String {
    // One module at a time, since the tokens of a module take fifty times as much memory as its text.
    crate::generate::generate_siblings(model).map(|module| print_tokens(&module)).collect()
}

/// The modules of several models that become siblings, each with its name, as formatted Rust.
///
/// A conversion that occurs in two of them is generated in the first one only.
pub fn format_library(models: &[Model]) -> Vec<(String, String)> {
    crate::library::generate_library(models)
        .into_iter()
        .map(|(name, module)| (name, print_tokens(&module)))
        .collect()
}

fn print_tokens(tokens: &TokenStream) -> String {
    match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        // Generated code always parses. If it did not, rustc would say where.
        Err(_) => tokens.to_string(),
    }
}

#[expect(clippy::print_stdout, reason = "a build script speaks to Cargo on standard output")]
fn print_rerun_directive(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

fn compile_file(path: &Path) -> Result<String, BuildError> {
    let name = path.display().to_string();
    let bytes =
        std::fs::read(path).map_err(|error| BuildError(format!("error: cannot read `{name}`: {error}")))?;
    // `read_to_string` would report bad bytes without their place.
    let text = String::from_utf8(bytes).map_err(|error| utf8_error(&name, &error))?;
    let source = Source { name, text, first_line: 1 };
    let model = datarep_dsl::compile(&source)
        .map_err(|failure| BuildError(datarep_dsl::render::render_all(&source, &failure)))?;
    Ok(format(&model))
}

/// The error with the line and the column of the first byte that is not UTF-8.
fn utf8_error(name: &str, error: &std::string::FromUtf8Error) -> BuildError {
    // What comes before the bad byte is UTF-8, so lines and columns can be counted in it.
    let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let byte = error.as_bytes()[sound.len()];
    let text = String::from_utf8_lossy(sound);
    // Columns count characters, as editors do.
    let last = text.rsplit('\n').next().unwrap_or_default();
    let (line, column) = (text.matches('\n').count() + 1, last.chars().count() + 1);
    BuildError(format!(
        "error: byte {byte:#04x} is not UTF-8\n --> {name}:{line}:{column}\n  = help: save the file as UTF-8"
    ))
}

fn file_stem(path: &Path) -> Result<&std::ffi::OsStr, BuildError> {
    path.file_stem()
        .ok_or_else(|| BuildError(format!("error: `{}` is not the path of a file", path.display())))
}

fn write_code(path: &Path, code: &str) -> Result<(), BuildError> {
    std::fs::write(path, code)
        .map_err(|error| BuildError(format!("error: cannot write `{}`: {error}", path.display())))
}
