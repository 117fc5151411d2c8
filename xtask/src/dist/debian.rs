//! A Debian package of the command, its manual pages and completions, and the MPI library.
//!
//! What is in it is said in the manifest of `datarep-cli`, for `cargo deb`. The command is the static one, so that the
//! package depends only on the glibc that the library needs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{
    Dist, MACHINES, Machine, VERSION, archive, copy_file, find_program, make_empty_folder, mpi, read_output,
    run_program, tools, write_file,
};
use crate::{cross, mpi_glibc, skipped, workspace};

/// The folder below that of the command from which the manifest takes what Cargo does not build.
const STAGE: &str = "debian";

/// The name of the package.
const PACKAGE: &str = "datarep";

/// Makes the package for this machine, and tries it in a new root.
pub(super) fn make_package(dist: &mut Dist) -> Result<(), String> {
    let what = "the Debian package";
    let Some(machine) = MACHINES.into_iter().find(|machine| machine.is_this()) else {
        skipped::report(what, "it is made on x86-64 and on 64-bit Arm");
        return Ok(());
    };
    if !machine.can_be_built_for("musl", what) || !machine.can_be_built_for("gnu", what) {
        return Ok(());
    }
    let found = cross::install_zig().and_then(|zig| Ok((zig, tools::install_tool(&tools::DEB)?)));
    let (zig, cargo_deb) = match found {
        Ok(found) => found,
        Err(reason) => {
            skipped::report(what, &reason);
            return Ok(());
        }
    };
    let libraries = mpi::build_libraries(&zig, machine)?;
    let folder = cross::build_static(&machine.target("musl"), "datarep-cli")?;
    stage_files(machine, &folder, &libraries)?;
    let packages = cross::folder().join("debian");
    make_empty_folder(&packages)?;
    let mut deb = Command::new(cargo_deb);
    deb.current_dir(workspace::root()).args([
        "deb",
        "--quiet",
        "--no-build",
        "--locked",
        "--compress-system",
    ]);
    deb.args(["--package", "datarep-cli", "--target", &machine.target("musl"), "--output"]).arg(&packages);
    deb.env("CARGO_TARGET_DIR", cross::folder()).env("SOURCE_DATE_EPOCH", archive::find_source_date()?);
    run_program(&mut deb)?;
    let made = fs::read_dir(&packages).map_err(|error| format!("`{}`: {error}", packages.display()))?;
    let made = made.filter_map(|entry| Some(entry.ok()?.path())).next();
    let made = made.ok_or("`cargo deb` made no package")?;
    let name = made.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let package = dist.put_file(&made, &name)?;
    match make_root()? {
        Ok(root) => {
            let told = try_package(&root, &package, machine)?;
            dist.count_tried(&name, &told);
        }
        Err(reason) => skipped::report(&format!("`{name}` in a new root"), &reason),
    }
    Ok(())
}

/// Puts the files that Cargo does not build beside the command.
fn stage_files(machine: Machine, folder: &Path, libraries: &Path) -> Result<(), String> {
    let (stage, command) = (folder.join(STAGE), folder.join("datarep"));
    make_empty_folder(&stage)?;
    let (share, multiarch) = (stage.join("usr/share"), format!("{}-linux-gnu", machine.name));
    let ask = |words: &[&str]| run_program(Command::new(&command).args(words));
    let page = ask(&["manual"])?;
    write_file(&share.join("man/man1/datarep.1"), &page)?;
    let commands = commands_of(&String::from_utf8_lossy(&page));
    if commands.is_empty() {
        return Err("the manual page of `datarep` names no commands".to_owned());
    }
    for name in commands {
        write_file(&share.join(format!("man/man1/datarep-{name}.1")), ask(&["manual", &name])?)?;
    }
    for (shell, file) in [
        ("bash", "bash-completion/completions/datarep"),
        ("zsh", "zsh/vendor-completions/_datarep"),
        ("fish", "fish/vendor_completions.d/datarep.fish"),
    ] {
        write_file(&share.join(file), ask(&["completions", shell])?)?;
    }
    let place = stage.join("usr/lib").join(&multiarch);
    for name in mpi_glibc::LIBRARIES {
        copy_file(&libraries.join(name), &place.join(name))?;
    }
    write_file(
        &place.join("pkgconfig/datarep_mpi.pc"),
        mpi::describe_package(&mpi::Installed::System(&multiarch)),
    )?;
    for file in ["include/datarep.h", "include/datarep.f90"] {
        copy_file(&workspace::root().join(file), &stage.join("usr").join(file))?;
    }
    Ok(())
}

/// The commands that the manual page of `datarep` refers to: `datarep\-list(1)`.
fn commands_of(page: &str) -> BTreeSet<String> {
    let names = page.lines().filter_map(|line| line.trim().strip_prefix("datarep\\-")?.strip_suffix("(1)"));
    names.map(|name| name.replace("\\-", "-")).collect()
}

/// A new root with what every Debian has and nothing else. Without the means to make one, returns what is missing.
fn make_root() -> Result<Result<PathBuf, String>, String> {
    let Some(program) = find_program("mmdebstrap") else {
        return Ok(Err("there is no `mmdebstrap`: Debian's package of that name has it".to_owned()));
    };
    if read_output(Command::new("id").arg("-u"))?.trim() != "0" {
        return Ok(Err("only the administrator installs packages in another root".to_owned()));
    }
    let root = cross::folder().join("root/debian");
    make_empty_folder(&root)?;
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let suite = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME=")).unwrap_or("stable");
    let mut bootstrap = Command::new(program);
    bootstrap.args(["--quiet", "--mode=root", "--variant=essential", suite]).arg(&root);
    // From where this machine has its packages.
    let sources = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];
    bootstrap.args(sources.iter().find(|file| Path::new(file).exists()));
    Ok(match run_program(&mut bootstrap) {
        Ok(_) => Ok(root),
        Err(fault) => Err(format!("no root can be made: {fault}")),
    })
}

/// Installs the package in a root, looks for what it has brought, and removes it. Returns what was seen.
fn try_package(root: &Path, package: &Path, machine: Machine) -> Result<String, String> {
    let dpkg = |words: &[&str]| {
        read_output(Command::new("dpkg").arg(format!("--root={}", root.display())).args(words))
    };
    let before = files_below(root)?;
    dpkg(&["--install", &package.to_string_lossy()])?;
    let brought: BTreeSet<PathBuf> = files_below(root)?.difference(&before).cloned().collect();
    let version = read_output(&mut start_inside(root, &["datarep", "--version"]))?;
    if version.trim() != format!("datarep {VERSION}") {
        return Err(format!("`datarep --version` prints {version}"));
    }
    let expected = expected_files(machine);
    if let Some(missing) = expected.iter().find(|place| !brought.contains(Path::new(place))) {
        return Err(format!("the package has no `{missing}`"));
    }
    let pages = read_pages(root, &brought)?;
    for library in mpi_glibc::LIBRARIES {
        load_library(root, library)?;
    }
    dpkg(&["--remove", PACKAGE])?;
    let is_own = |file: &&PathBuf| !file.starts_with("var/lib/dpkg");
    let after = files_below(root)?;
    if let Some(file) = brought.intersection(&after).find(is_own) {
        return Err(format!("`{}` is left when the package is removed", file.display()));
    }
    if let Some(file) = before.difference(&after).find(is_own) {
        return Err(format!("`{}` is gone when the package is removed", file.display()));
    }
    let count = brought.iter().filter(is_own).count();
    let libraries = mpi_glibc::LIBRARIES.len();
    Ok(format!(
        "installed and removed in a new root: {count} files, {pages} manual pages, {libraries} libraries loaded"
    ))
}

/// A program in a root, for which that is all that there is.
fn start_inside(root: &Path, words: &[&str]) -> Command {
    let mut command = Command::new("chroot");
    command.env_clear().env("PATH", "/usr/bin:/bin").arg(root).args(words);
    command
}

/// Files that the package must have.
fn expected_files(machine: Machine) -> Vec<String> {
    let libraries = format!("usr/lib/{}-linux-gnu", machine.name);
    let places = [
        "usr/bin/datarep",
        "usr/share/man/man1/datarep.1.gz",
        "usr/share/man/man1/datarep-convert.1.gz",
        "usr/share/bash-completion/completions/datarep",
        "usr/share/zsh/vendor-completions/_datarep",
        "usr/share/fish/vendor_completions.d/datarep.fish",
        "usr/include/datarep.h",
        "usr/include/datarep.f90",
        "usr/share/doc/datarep/copyright",
    ];
    let more = ["pkgconfig/datarep_mpi.pc"].into_iter().chain(mpi_glibc::LIBRARIES);
    let more = more.map(|file| format!("{libraries}/{file}"));
    places.into_iter().map(str::to_owned).chain(more).collect()
}

/// Reads all manual pages that the package has brought. Returns how many there are.
fn read_pages(root: &Path, brought: &BTreeSet<PathBuf>) -> Result<usize, String> {
    let pages: Vec<&PathBuf> = brought.iter().filter(|file| file.starts_with("usr/share/man/man1")).collect();
    for page in &pages {
        let text = read_output(Command::new("gzip").arg("-dc").arg(root.join(page)))?;
        if !text.contains(".SH NAME") {
            return Err(format!("`{}` is no manual page", page.display()));
        }
    }
    Ok(pages.len())
}

/// Loads a library into a program of a root.
fn load_library(root: &Path, library: &str) -> Result<(), String> {
    let preload = format!("LD_PRELOAD={library}");
    let mut loaded = start_inside(root, &["/usr/bin/env", &preload, "LD_BIND_NOW=1", "/bin/true"]);
    let output = loaded.output().map_err(|error| format!("`chroot` cannot be run: {error}"))?;
    // The loader complains, and goes on, if it does not find a library.
    if output.status.success() && output.stderr.is_empty() {
        return Ok(());
    }
    Err(format!("`{library}` cannot be loaded: {}", String::from_utf8_lossy(&output.stderr)))
}

/// All files below a root, by their paths in it.
fn files_below(root: &Path) -> Result<BTreeSet<PathBuf>, String> {
    let mut find = Command::new("find");
    find.current_dir(root).args([".", "-xdev", "!", "-type", "d", "-printf", "%P\\n"]);
    read_output(&mut find).map(|told| told.lines().map(PathBuf::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_of_a_manual_page_are_found() {
        let page = ".SH SUBCOMMANDS\n.TP\ndatarep\\-list(1)\nList formats\n.TP\ndatarep\\-in\\-two(1)\n";
        assert_eq!(commands_of(page).into_iter().collect::<Vec<_>>(), ["in-two", "list"]);
    }
}
