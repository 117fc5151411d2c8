//! The data of code pages: a file of all pages, made from the converters of Python and of the C library, and the
//! runtime's pages, made from that file. The pages with characters of two bytes are a file of their own.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SCRIPT: &str = "xtask/src/charsets/pages.py";
const MIXED_SCRIPT: &str = "xtask/src/charsets/mixed.py";
const MIXED_DATA: &str = "runtime/src/text/mixed/pages.bin";
const DATA: &str = "datarep-dsl/src/model/page/pages.txt";
const RUNTIME: &str = "runtime/src/text/pages.rs";

/// The lines of a page: one with its names, and sixteen with its code points.
const LINES: usize = 17;

const HEADER: &str = "\
# The code pages of the language. Made by `cargo xtask charsets` from the converters of Python and of the C library: do
# not edit.
#
# A page is a line with its family and its name, what it is for, and other names for it in small letters and digits. Then
# come sixteen lines with the code points of sixteen bytes each. `----` is a byte without a character. `*` is behind the
# character of a byte that is never written, because another byte has the same character.
";

/// Writes the files where they differ, and returns the paths of those that were written.
///
/// # Errors
///
/// Returns a message if the converters contradict each other, or a file cannot be written.
pub fn write(root: &Path) -> Result<Vec<&'static str>, String> {
    let output = run_script(root, SCRIPT, &["write"])?;
    let data = format!("{HEADER}{output}");
    let code = print_runtime_pages(&data)?;
    let mut written = Vec::new();
    for (path, text) in [(DATA, data), (RUNTIME, code)] {
        if fs::read_to_string(root.join(path)).is_ok_and(|committed| committed == text) {
            continue;
        }
        fs::write(root.join(path), text).map_err(|error| format!("cannot write `{path}`: {error}"))?;
        written.push(path);
    }
    let before = fs::read(root.join(MIXED_DATA)).unwrap_or_default();
    run_script(root, MIXED_SCRIPT, &["write", MIXED_DATA])?;
    written.extend((!fs::read(root.join(MIXED_DATA)).is_ok_and(|now| now == before)).then_some(MIXED_DATA));
    Ok(written)
}

/// Compares the data with the converters that this machine has, and the runtime's pages with the data. Returns what was
/// compared.
///
/// # Errors
///
/// Returns a message with the codes that differ.
pub fn check(root: &Path) -> Result<String, String> {
    let data =
        fs::read_to_string(root.join(DATA)).map_err(|error| format!("cannot read `{DATA}`: {error}"))?;
    let code = print_runtime_pages(&data)?;
    if !fs::read_to_string(root.join(RUNTIME)).is_ok_and(|committed| committed == code) {
        return Err(format!(
            "`{RUNTIME}` is not what `{DATA}` gives\nrun `cargo xtask charsets` and commit what it writes"
        ));
    }
    let mut told = Vec::new();
    for (script, data) in [(SCRIPT, DATA), (MIXED_SCRIPT, MIXED_DATA)] {
        let compared = run_script(root, script, &["check", data])
            .map_err(|fault| format!("{fault}\nrun `cargo xtask charsets` and read what it changes"))?;
        told.push(compared.trim().to_owned());
    }
    Ok(told.join("\n"))
}

/// What a script prints.
fn run_script(root: &Path, script: &str, arguments: &[&str]) -> Result<String, String> {
    let Output { status, stdout, stderr } = Command::new("python3")
        .arg(script)
        .args(arguments)
        .current_dir(root)
        .output()
        .map_err(|error| format!("`python3`, which knows code pages, cannot be started: {error}"))?;
    if !status.success() {
        return Err(format!("`{script}` ends with {status}\n{}", String::from_utf8_lossy(&stderr).trim()));
    }
    String::from_utf8(stdout).map_err(|_| format!("`{script}` prints what is no text"))
}

/// A page of the file.
struct Page<'d> {
    /// Its family and name, and what it is for.
    family: &'d str,
    name: &'d str,
    title: &'d str,
    /// Sixteen lines of codes.
    rows: Vec<Vec<&'d str>>,
}

fn read_pages(data: &str) -> Result<Vec<Page<'_>>, String> {
    let lines: Vec<&str> = data.lines().filter(|line| !line.starts_with('#')).collect();
    let page = |lines: &[&'_ str]| -> Option<()> { (lines.len() == LINES).then_some(()) };
    let mut pages = Vec::new();
    for lines in lines.chunks(LINES) {
        let fault = || format!("`{DATA}` has a page that is not complete: {}", lines[0]);
        page(lines).ok_or_else(fault)?;
        let (names, rest) = lines[0].split_once(" | ").ok_or_else(fault)?;
        let (family, name) = names.split_once(' ').ok_or_else(fault)?;
        let rows: Vec<Vec<&str>> = lines[1..].iter().map(|line| line.split(' ').collect()).collect();
        if rows.iter().any(|row| row.len() != 16) {
            return Err(fault());
        }
        let title = rest.split('|').next().unwrap_or(rest).trim();
        pages.push(Page { family, name, title, rows });
    }
    Ok(pages)
}

impl Page<'_> {
    fn codes(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flatten().copied()
    }

    /// Whether the page has at least 255 characters of Latin-1 and no code marked `*`, so that
    /// tables from byte to byte describe it completely.
    fn covers_latin1(&self) -> bool {
        let latin: std::collections::BTreeSet<&str> =
            self.codes().filter(|code| code.starts_with("00")).collect();
        latin.len() >= 255 && !self.codes().any(|code| code.ends_with('*'))
    }

    fn print_static(&self, code: &mut String) -> std::fmt::Result {
        let Page { family, name, title, rows } = self;
        let upper = name.to_uppercase();
        writeln!(code, "\n/// `{family}({name})`: {title}.\npub static {upper}: Page = Page::new(&[")?;
        for row in rows {
            let codes: Vec<String> = row
                .iter()
                .map(
                    |code| {
                        if code.starts_with('-') { "NONE".to_owned() } else { format!("0x{}", &code[..4]) }
                    },
                )
                .collect();
            writeln!(code, "    {},", codes.join(", "))?;
        }
        let unwritten: Vec<String> = (0_u8..=255)
            .zip(self.codes())
            .filter(|(_, code)| code.ends_with('*'))
            .map(|(byte, _)| format!("0x{byte:02X}"))
            .collect();
        writeln!(code, "], &[{}]);", unwritten.join(", "))?;
        if self.covers_latin1() {
            writeln!(code, "\n/// `{family}({name})`, from byte to byte.")?;
            writeln!(code, "pub static {upper}_TABLES: ByteTables = ByteTables::new(&{upper});")?;
        }
        Ok(())
    }
}

/// The runtime's pages.
fn print_runtime_pages(data: &str) -> Result<String, String> {
    let pages = read_pages(data)?;
    let mut code = format!(
        "//! The code pages of the language. Made from `{DATA}` by `cargo xtask charsets`: do not edit.\n\nuse super::page::{{ByteTables, NONE, Page}};\n"
    );
    for page in &pages {
        page.print_static(&mut code).map_err(|error| error.to_string())?;
    }
    let all: Vec<String> = pages.iter().map(|page| format!("    &{},\n", page.name.to_uppercase())).collect();
    let _ = write!(
        code,
        "\n/// All pages, in the order of the language.\npub static ALL: [&Page; {}] = [\n{}];\n",
        pages.len(),
        all.concat()
    );
    Ok(code)
}
