//! The sources of the suites: Debian's source packages, which are downloaded and unpacked below the target
//! folder. The system needs no entries for sources, and its lists stay as they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use datarep_workshop::workspace::{make_folder, write_file};
use datarep_workshop::{skipped, workspace};

/// The sources of a package, and its name with the version.
pub(super) struct Source {
    pub(super) folder: PathBuf,
    pub(super) name: String,
}

/// Downloads and unpacks the sources of a package as its authors publish them, without Debian's changes. An
/// error says why there are none, and what to install.
pub(super) fn download(package: &str) -> Result<Source, String> {
    let folder = workspace::target_folder().join("mpi/sources");
    let stamp = folder.join(format!("{package}.complete"));
    if let Ok(name) = fs::read_to_string(&stamp) {
        return Ok(Source { folder: folder.join(&name), name });
    }
    for (program, package) in [("apt-get", "apt"), ("tar", "tar"), ("xz", "xz-utils")] {
        if workspace::find_program(program).is_none() {
            return Err(skipped::name_package(program, package));
        }
    }
    let archives = folder.join("archives");
    make_folder(&archives)?;
    let options = write_options(&folder)?;
    // A list that cannot be had matters only if the package is in it.
    let mut update = Command::new("apt-get");
    update.args(&options).args(["update", "-qq"]).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = update.status();
    let mut get = Command::new("apt-get");
    get.args(&options).args(["source", "-qq", "--download-only", package]).current_dir(&archives);
    let status = get.status().map_err(|error| format!("`apt-get` cannot be run: {error}"))?;
    if !status.success() {
        return Err(format!(
            "`apt-get source {package}` ended with {status}: a network is needed, and an archive of Debian \
             in `/etc/apt/sources.list.d`"
        ));
    }
    let archive = find_archive(&archives, package)?;
    workspace::run_command(
        Command::new("tar").arg("-xf").arg(archives.join(&archive)).arg("-C").arg(&folder),
    )?;
    let name = name_source(&archive);
    let unpacked = folder.join(&name);
    if !unpacked.is_dir() {
        return Err(format!("the source of `{package}` is not in `{}`", unpacked.display()));
    }
    write_file(&stamp, &name)?;
    Ok(Source { folder: unpacked, name })
}

/// The name of a package with its version: that of the folder in its archive `NAME_VERSION.orig.tar.xz`.
fn name_source(archive: &str) -> String {
    let name = archive.split(".orig.tar").next().unwrap_or(archive);
    // Debian marks sources of which it has left out files by `+dfsg`, or by `~dfsg`. The folder has no such
    // mark.
    name.split(['+', '~']).next().unwrap_or(name).replace('_', "-")
}

/// The file name of the sources of a package.
fn find_archive(folder: &Path, package: &str) -> Result<String, String> {
    let fault = |error: std::io::Error| format!("`{}` cannot be read: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(fault)? {
        let name = entry.map_err(fault)?.file_name().to_string_lossy().into_owned();
        let is_signature = Path::new(&name).extension().is_some_and(|extension| extension == "asc");
        if name.starts_with(&format!("{package}_")) && name.contains(".orig.tar") && !is_signature {
            return Ok(name);
        }
    }
    Err(format!("`{}` has no source of `{package}`", folder.display()))
}

/// Writes a copy of the system's list of archives, in which sources take the place of programs. Returns the
/// options that let apt use it, with a state of its own.
fn write_options(folder: &Path) -> Result<Vec<String>, String> {
    let own = folder.join("apt");
    let (parts, list) = (own.join("sources.list.d"), own.join("sources.list"));
    for made in [parts.clone(), own.join("lists/partial"), own.join("cache/archives/partial")] {
        make_folder(&made)?;
    }
    let system = Path::new("/etc/apt");
    let text = fs::read_to_string(system.join("sources.list")).unwrap_or_default();
    write_file(&list, turn_to_sources(&text))?;
    for entry in fs::read_dir(system.join("sources.list.d")).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_list = Path::new(&name).extension().is_some_and(|kind| kind == "sources" || kind == "list");
        if let (true, Ok(text)) = (is_list, fs::read_to_string(entry.path())) {
            write_file(&parts.join(&name), turn_to_sources(&text))?;
        }
    }
    let settings = [
        ("Dir::Etc::sourcelist", list),
        ("Dir::Etc::sourceparts", parts),
        ("Dir::State::lists", own.join("lists")),
        ("Dir::Cache", own.join("cache")),
    ];
    let mut options: Vec<String> = settings
        .iter()
        .flat_map(|(name, path)| ["-o".to_owned(), format!("{name}={}", path.display())])
        .collect();
    // The user that apt downloads as can be without access to the target folder.
    options.extend(["-o".to_owned(), "APT::Sandbox::User=root".to_owned()]);
    Ok(options)
}

/// Both forms of lists: lines that begin with `deb`, and paragraphs with a field `Types`.
fn turn_to_sources(text: &str) -> String {
    let turn = |line: &str| match line.split_once(char::is_whitespace) {
        Some(("deb", rest)) => format!("deb-src {rest}\n"),
        Some(("Types:", _)) => "Types: deb-src\n".to_owned(),
        _ => format!("{line}\n"),
    };
    text.lines().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_of_programs_become_archives_of_sources() {
        assert_eq!(
            turn_to_sources("# Debian\ndeb [arch=amd64] http://example.org/debian bookworm main\n"),
            "# Debian\ndeb-src [arch=amd64] http://example.org/debian bookworm main\n"
        );
        assert_eq!(
            turn_to_sources("Types: deb\nURIs: http://example.org/debian\n"),
            "Types: deb-src\nURIs: http://example.org/debian\n"
        );
    }

    #[test]
    fn folders_are_named_like_archives() {
        assert_eq!(name_source("mpich_4.0.2.orig.tar.xz"), "mpich-4.0.2");
        assert_eq!(name_source("pnetcdf_1.14.0+dfsg.orig.tar.gz"), "pnetcdf-1.14.0");
    }
}
