//! The page of formats in a browser, which `--page` opens: where its file is, the address of a state, and the opener of
//! the desktop.
//!
//! Openers take the path out of an address of a file, and lose what follows `#`, which is the state. So they are given a
//! small file that leads on to the whole address. It stays in the folder of temporary files, because nothing tells when
//! the browser has read it.

use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf, absolute};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::CliFailure;
use crate::output;

/// The environment variable that names the file of the page.
const VARIABLE: &str = "DATAREP_PAGE";

/// The most bytes of an address: browsers cut longer ones, or refuse them.
const MOST: usize = 1_000_000;

/// How long an opener may take to fail. One that goes on may be the browser itself.
const PATIENCE: Duration = Duration::from_secs(3);

/// The file of the page.
#[derive(Debug)]
pub(crate) struct Page {
    file: PathBuf,
}

impl Page {
    /// Finds the page: the file that `DATAREP_PAGE` names; or the one beside this program, in the folder of shared data of
    /// the same installation, as `cargo xtask page` leaves it beside a build of this program, among the user's data, or among
    /// the system's.
    pub(crate) fn find() -> Result<Page, CliFailure> {
        if let Some(page_path) = env::var_os(VARIABLE).filter(|page_path| !page_path.is_empty()) {
            let file = absolute(&page_path).unwrap_or_else(|_| PathBuf::from(&page_path));
            return if file.is_file() {
                Ok(Page { file })
            } else {
                Err(CliFailure::new(format!("`{}`, which {VARIABLE} names, is no file", file.display()))
                    .help("`cargo xtask page` makes one: `target/page/index.html`"))
            };
        }
        let places = list_candidate_paths();
        if let Some(file) = places.iter().find(|file| file.is_file()) {
            return Ok(Page { file: file.clone() });
        }
        let mut failure = CliFailure::new("the page is not installed");
        for place in &places {
            failure = failure.note(format!("`{}` does not exist", place.display()));
        }
        Err(failure.help(format!(
            "`cargo xtask page` makes it: copy `target/page/index.html` to one of these places, or name it in {VARIABLE}"
        )))
    }

    /// The address of the page with a state.
    pub(crate) fn address(&self, state: &[(&str, &str)]) -> Result<String, CliFailure> {
        let mut address = address_of_file(&self.file);
        for (index, (key, value)) in state.iter().enumerate() {
            let separator = if index == 0 { '#' } else { '&' };
            address.push(separator);
            address.push_str(key);
            address.push('=');
            append_percent_encoded(value.as_bytes(), "", &mut address);
        }
        if address.len() > MOST {
            return Err(CliFailure::new(format!(
                "an address of {} bytes is too long for a browser",
                address.len()
            ))
            .help("open the page without a state, and paste the text there"));
        }
        Ok(address)
    }
}

/// Prints an address of the page, and asks the desktop to open it, if there is a desktop.
pub(crate) fn open(address: &str) -> Result<(), CliFailure> {
    let mut out = output::stdout();
    writeln!(out, "{address}")?;
    out.flush()?;
    let Some(opener) = find_opener() else { return Ok(()) };
    let redirect_file = write_redirect_file(address)
        .map_err(|error| CliFailure::system("cannot write a file that leads to the page", &error))?;
    let mut command = Command::new(opener);
    command.arg(&redirect_file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // An interrupt of this command is none of the browser.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    wait_for_failure(command).map_err(|reason| {
        CliFailure::new(format!("`{opener}` cannot open the page: {reason}"))
            .help("open the address in a browser by yourself")
    })
}

/// Starts an opener, and waits for a while whether it fails.
fn wait_for_failure(mut opener: Command) -> Result<(), String> {
    let mut child = opener.spawn().map_err(|error| error.to_string())?;
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        match child.try_wait().map_err(|error| error.to_string())? {
            None => thread::sleep(Duration::from_millis(20)),
            // Windows' own opener always ends with 1.
            Some(status) if status.success() || cfg!(windows) => break,
            Some(status) => return Err(status.to_string()),
        }
    }
    Ok(())
}

/// The program by which the desktop opens a file; `None` without a desktop.
fn find_opener() -> Option<&'static str> {
    if cfg!(target_os = "macos") {
        return Some("open");
    }
    if cfg!(windows) {
        return Some("explorer");
    }
    let is_set = |name: &&str| env::var_os(name).is_some_and(|value| !value.is_empty());
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(is_set).then_some("xdg-open")
}

/// The places of the page, the first that is looked at first.
fn list_candidate_paths() -> Vec<PathBuf> {
    let mut places = Vec::new();
    // A link to the program may be in another folder than the page.
    let own = env::current_exe().map(|own| own.canonicalize().unwrap_or(own));
    if let Some(folder) = own.as_deref().ok().and_then(Path::parent) {
        places.push(folder.join("datarep-page.html"));
        if let Some(above) = folder.parent() {
            places.push(above.join("share/datarep/page.html"));
            places.push(above.join("page/index.html"));
        }
    }
    // A relative path is invalid and ignored.
    //
    // Source: XDG Base Directory Specification, "Environment variables".
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else {
        folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))
    };
    places.extend(data.map(|data| data.join("datarep/page.html")));
    if !cfg!(windows) {
        // Without `/proc` nothing tells where this program is, and a package is found all the same.
        let folders = env::var_os("XDG_DATA_DIRS").filter(|folders| !folders.is_empty());
        let folders = folders.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
        let folders = env::split_paths(&folders).filter(|folder| folder.is_absolute());
        for place in folders.map(|folder| folder.join("datarep/page.html")) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    places
}

/// Writes a file from which a browser goes on to an address.
fn write_redirect_file(address: &str) -> io::Result<PathBuf> {
    // An address has no letter that HTML reads but this one: the others are escaped.
    let address = address.replace('&', "&amp;");
    let mut file = tempfile::Builder::new().prefix("datarep-").suffix(".html").tempfile()?;
    write!(
        file,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>datarep</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<p><a href=\"{address}\">To the page</a></p>\n"
    )?;
    let (_, path) = file.keep()?;
    Ok(path)
}

/// The address of a file with an absolute path.
fn address_of_file(path: &Path) -> String {
    let mut address = String::from("file://");
    let path = path.as_os_str().as_encoded_bytes();
    if cfg!(windows) {
        // `C:\a` is the path `/C:/a` of an address.
        let path: Vec<u8> = path.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect();
        if !path.starts_with(b"//") {
            address.push('/');
        }
        append_percent_encoded(path.strip_prefix(b"//").unwrap_or(&path), "/:", &mut address);
    } else {
        append_percent_encoded(path, "/", &mut address);
    }
    address
}

/// Writes bytes into an address: letters, digits and some signs as they are, and all else by its number.
///
/// Source: RFC 3986, 2.3 (unreserved characters).
fn append_percent_encoded(bytes: &[u8], kept: &str, address: &mut String) {
    for byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) || kept.as_bytes().contains(byte) {
            address.push(char::from(*byte));
        } else {
            // A string takes all that is written to it.
            let _ = write!(address, "%{byte:02X}");
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_the_state_behind_the_file() {
        let page = Page { file: "/a b/ä#1/page.html".into() };
        let address = page.address(&[("view", "format"), ("format", "ebcdic(cp037) & 1+1")]);
        assert_eq!(
            address.as_deref(),
            Ok("file:///a%20b/%C3%A4%231/page.html#view=format&format=ebcdic%28cp037%29%20%26%201%2B1")
        );
        assert!(page.address(&[("text", &" ".repeat(MOST))]).is_err());
    }
}
