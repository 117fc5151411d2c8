//! `cargo xtask page`: the page of formats in a browser, from `datarep-web`, and its tests in real browsers.
//!
//! The page is made twice. `target/page/index.html` is one file with everything in it, which works without a server and
//! without a network. `target/page/split` has the same as files, for a server. Neither needs a program but Cargo.

#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod editor;

use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use datarep_workshop::workspace::write_file;
use zopfli::{Format, Options};

use crate::{python, skipped, workspace};
use editor::Editor;

/// The scripts, in the order in which they run.
const SCRIPTS: &[&str] =
    &["parts.js", "engine.js", "word.js", "format.js", "values.js", "text.js", "file.js", "page.js"];

/// The most bytes of the module, packed.
const MOST_OF_MODULE: usize = 1_500_000;
/// The most bytes of the page.
const MOST_OF_PAGE: usize = 2_200_000;

/// What the tests are made of. The browsers are those of the system, as this package's own need a network.
const PACKAGES: &[&str] = &[
    "playwright==1.65.2",
    "axe-playwright-python==0.1.8",
    "pytest==9.2.0",
    "websockets==17.4",
    "numpy==2.4.6",
    "pillow==13.0.0",
];

/// How often the packer looks for a smaller form. More of them gain less than a kilobyte each.
const SEARCHES: NonZeroU64 = NonZeroU64::new(5).unwrap();

/// What the page asks for what it shows first. It knows the answers before its module is there. The requests are written as
/// the page writes them.
const FIRST: &[&str] = &[
    r#"{"ask":"list","words":""}"#,
    r#"{"ask":"format","format":"hfp32"}"#,
    r#"{"ask":"word","format":"hfp32","text":"0xC276A000"}"#,
    r#"{"ask":"examples","format":"hfp32"}"#,
];

/// What the compiler may use. Browsers that unpack gzip by themselves, as the page needs, have it: Safari since 16.4, the
/// others for longer.
const FEATURES: &str = "-C target-feature=+simd128";

/// The text in the page's sources at which a part is put in.
const STYLE: &str = "<!-- style -->";
const PLACE: &str = "<!-- scripts -->";
const LICENSES: &str = "<!-- licenses -->";
const EXAMPLES: &str = "/* examples */ []";

/// What follows the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The page alone.
    Build,
    /// The page, and its tests in browsers.
    Test,
    /// The page, and the pictures of it in `docs/pictures`.
    Pictures,
}

/// Builds the page, and tests it or draws its pictures if that is wanted.
///
/// # Errors
///
/// Returns a message if the page cannot be built, is too large, or fails a test.
pub fn run(extent: Extent) -> Result<(), String> {
    let page = build_page()?;
    match extent {
        Extent::Build => Ok(()),
        Extent::Test | Extent::Pictures => run_browser_tests(&page, extent),
    }
}

/// Builds the page, where the compiler has WebAssembly, and tests it, where there is a browser.
///
/// # Errors
///
/// As [`run`].
pub fn check() -> Result<(), String> {
    if has_wasm_or_report("the page in browsers") { run(Extent::Test) } else { Ok(()) }
}

/// Builds the page for an installation. Returns its file; `None` where the compiler has no WebAssembly, which is reported
/// as `what`.
///
/// # Errors
///
/// As [`run`].
pub(crate) fn build_if_possible(what: &str) -> Result<Option<PathBuf>, String> {
    has_wasm_or_report(what).then(build_page).transpose()
}

/// Whether the compiler has WebAssembly. If not, that is reported.
fn has_wasm_or_report(what: &str) -> bool {
    let targets = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let has_target =
        targets.is_ok_and(|done| String::from_utf8_lossy(&done.stdout).lines().any(|line| line == TARGET));
    if !has_target {
        skipped::report(what, &format!("`rustup target add {TARGET}`"));
    }
    has_target
}

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds both forms of the page. Returns the file of the first.
fn build_page() -> Result<PathBuf, String> {
    let mut cargo = workspace::cargo();
    cargo.args([
        "build",
        "--quiet",
        "--package",
        "datarep-web",
        "--lib",
        "--target",
        TARGET,
        "--profile",
        "web",
    ]);
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FEATURES);
    workspace::run_command(&mut cargo)?;
    let module = workspace::target_folder().join(TARGET).join("web/datarep_web.wasm");
    let module = fs::read(&module).map_err(|error| path_error(&module, &error))?;
    let packed = compress_gzip(&module)?;
    let sources = PageSources::read(&workspace::root().join("datarep-web/page"), answer_first_requests()?)?;
    let whole = sources.to_one_file(&packed)?;
    let folder = workspace::target_folder().join("page");
    let page = folder.join("index.html");
    write_file(&page, whole.as_bytes())?;
    sources.write_split(&folder.join("split"), &packed)?;
    println!("page: module {} bytes packed, page {} bytes: `{}`", packed.len(), whole.len(), page.display());
    if packed.len() > MOST_OF_MODULE || whole.len() > MOST_OF_PAGE {
        return Err(format!("the module has at most {MOST_OF_MODULE} bytes, and the page {MOST_OF_PAGE}"));
    }
    Ok(page)
}

/// The requests of [`FIRST`] with their answers, as an object of JSON that ends no element of HTML.
fn answer_first_requests() -> Result<String, String> {
    workspace::run_command(&mut workspace::make_tested_build_command(&["--example", "answers"]))?;
    let program = workspace::target_folder().join("debug/examples/answers");
    let output = Command::new(&program).args(FIRST).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| path_error(&program, &error))?;
    let answers = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<&str> = answers.lines().collect();
    if !output.status.success() || answers.len() != FIRST.len() {
        return Err(format!("`{}` gives no answers: {}", program.display(), output.status));
    }
    let entries = FIRST.iter().zip(answers).map(|(request, answer)| {
        // JSON has a `<` only within its strings.
        format!("{}: {}", quote_for_script(request), answer.replace('<', "\\u003C"))
    });
    Ok(format!("{{\n{}\n}}", entries.collect::<Vec<_>>().join(",\n")))
}

/// The files of the page.
struct PageSources {
    html: String,
    known: String,
    style: String,
    worker: String,
    scripts: Vec<(&'static str, String)>,
    editor: Editor,
}

impl PageSources {
    fn read(folder: &Path, known: String) -> Result<PageSources, String> {
        let read = |name: &str| {
            let path = folder.join(name);
            fs::read_to_string(&path).map_err(|error| path_error(&path, &error))
        };
        let examples = examples_as_script(&folder.join("examples"))?;
        let scripts = SCRIPTS.iter().map(|name| Ok((*name, read(name)?.replace(EXAMPLES, &examples))));
        Ok(PageSources {
            html: read("index.html")?,
            known,
            style: read("style.css")?,
            worker: read("worker.js")?,
            scripts: scripts.collect::<Result<_, String>>()?,
            editor: editor::bundle_editor()?,
        })
    }

    /// The page in one file. The module is behind what is shown, so that something is shown before all has been read. The
    /// editor, which is wanted later, is last.
    fn to_one_file(&self, module: &[u8]) -> Result<String, String> {
        let script: String = self.scripts.iter().map(|(_, text)| text.as_str()).collect();
        let module = STANDARD.encode(module);
        let editor = STANDARD.encode(compress_gzip(self.editor.script.as_bytes())?);
        let put_in = format!(
            "{}\n<script type=\"text/plain\" id=\"worker\">\n{}</script>\n<script>\n{script}</script>\n\
             <script type=\"text/plain\" id=\"module\">{module}</script>\n\
             <script type=\"text/plain\" id=\"editor-program\">{editor}</script>",
            self.known_answers_element(),
            self.worker
        );
        let html = self.html_with_licenses().replace(STYLE, &format!("<style>\n{}</style>", self.style));
        Ok(html.replace(PLACE, &put_in))
    }

    /// The elements of the page, with the licenses of what others have made.
    fn html_with_licenses(&self) -> String {
        let licenses = escape_html(&self.editor.licenses);
        let shown = format!(
            "<details class=\"licenses\"><summary>The editor is CodeMirror, under the MIT license</summary>\
             <pre>{licenses}</pre></details>"
        );
        self.html.replace(LICENSES, &shown)
    }

    /// The element with the answers that are known.
    fn known_answers_element(&self) -> String {
        format!("<script type=\"application/json\" id=\"known\">{}</script>", self.known)
    }

    /// Writes the page as files for a server.
    fn write_split(&self, folder: &Path, module: &[u8]) -> Result<(), String> {
        let link = "<link rel=\"stylesheet\" href=\"style.css\">";
        let mut tags = vec![self.known_answers_element()];
        tags.extend(self.scripts.iter().map(|(name, _)| format!("<script src=\"{name}\" defer></script>")));
        let html = self.html_with_licenses().replace(STYLE, link).replace(PLACE, &tags.join("\n"));
        write_file(&folder.join("index.html"), html.as_bytes())?;
        write_file(&folder.join("style.css"), self.style.as_bytes())?;
        write_file(&folder.join("worker.js"), self.worker.as_bytes())?;
        write_file(&folder.join("module.wasm.gz"), module)?;
        write_file(&folder.join("editor.js"), self.editor.script.as_bytes())?;
        self.scripts.iter().try_for_each(|(name, text)| write_file(&folder.join(name), text.as_bytes()))
    }
}

/// The examples of descriptions as a list of JavaScript. Their titles are the names of their files.
fn examples_as_script(folder: &Path) -> Result<String, String> {
    let entries = fs::read_dir(folder).map_err(|error| path_error(folder, &error))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut list = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).map_err(|error| path_error(&path, &error))?;
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let name = name.split_once('-').map_or(name, |(_, name)| name).replace('-', " ");
        let title = name.get(..1).unwrap_or_default().to_uppercase() + name.get(1..).unwrap_or_default();
        list.push(format!("{{ title: {}, text: {} }}", quote_for_script(&title), quote_for_script(&text)));
    }
    Ok(format!("[\n{}\n]", list.join(",\n")))
}

/// A text as a literal of JavaScript that ends no element of HTML.
fn quote_for_script(text: &str) -> String {
    let escaped =
        text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('<', "\\u003C");
    format!("\"{escaped}\"")
}

/// A text as content of an element of HTML.
fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Packs a part of the page as gzip. The search takes seconds, and the module is 6 % smaller for it: the page is packed once
/// and loaded often.
fn compress_gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    // Code of many crates has many parts with bytes of their own frequency: 15 blocks, the default, are 2 % larger.
    let options = Options { iteration_count: SEARCHES, maximum_block_splits: 100, ..Options::default() };
    let mut packed = Vec::new();
    let result = zopfli::compress(options, Format::Gzip, bytes, &mut packed);
    result.map_err(|error| format!("a part of the page cannot be packed: {error}"))?;
    Ok(packed)
}

fn path_error(path: &Path, error: &std::io::Error) -> String {
    format!("`{}`: {error}", path.display())
}

/// Runs the tests of the page in the browsers of the system, or those alone that draw pictures, into the sources.
fn run_browser_tests(page: &Path, extent: Extent) -> Result<(), String> {
    let browser = ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .find_map(|name| workspace::find_program(name));
    let Some(browser) = browser else {
        skipped::report("the page in browsers", "install Chromium: `apt-get install chromium`");
        return Ok(());
    };
    let is_drawn = extent == Extent::Pictures;
    let firefox = ["firefox-esr", "firefox"].iter().find_map(|name| workspace::find_program(name));
    let command = workspace::build_command()?;
    let python = python::environment("page", PACKAGES)?;
    let mut tests = Command::new(python);
    tests.current_dir(workspace::root().join("datarep-web"));
    tests.args(["-m", "pytest", "-p", "no:cacheprovider", "-q", "-s"]);
    tests.arg(if is_drawn { "tests/test_pictures.py" } else { "tests" });
    tests.env("PYTHONDONTWRITEBYTECODE", "1").env("DATAREP_PAGE", page).env("DATAREP_COMMAND", command);
    tests.env("DATAREP_CHROMIUM", browser);
    if is_drawn {
        tests.env("DATAREP_PICTURES", workspace::root().join("docs/pictures"));
    }
    match firefox {
        Some(firefox) => drop(tests.env("DATAREP_FIREFOX", firefox)),
        None => skipped::report("the page in Firefox", "`apt-get install firefox-esr`"),
    }
    workspace::run_command(tests.stderr(Stdio::inherit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licenses_are_content_and_no_elements() {
        assert_eq!(escape_html("A <a@b.c> & others"), "A &lt;a@b.c&gt; &amp; others");
    }

    #[test]
    fn texts_are_quoted_so_that_they_end_no_script() {
        assert_eq!(quote_for_script("a \"b\" \\ </script>\n"), "\"a \\\"b\\\" \\\\ \\u003C/script>\\n\"");
    }
}
