//! A Debian package of the command, its manual pages and completions, the page for browsers, and the MPI library.
//!
//! `dpkg-deb` packs a folder as it is. The command is the static one, so that the package depends only on the glibc that
//! the library needs. No script runs when it is installed or removed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use datarep_laboratory::glibc;

use super::{
    DistBuild, MACHINES, Machine, VERSION, archive, copy_file, make_empty_folder, make_folder, mpi,
    run_program, run_program_to_text, write_file,
};
use crate::cross::{self, OLDEST_GLIBC};
use crate::{page, skipped, workspace};

/// The name of the package.
const PACKAGE: &str = "datarep";

/// Where the command finds the page, which it opens for `--page`.
const PAGE: &str = "usr/share/datarep/page.html";

/// The version of the packaging, of the same version of the command.
const REVISION: u32 = 1;

/// Makes the package for this machine, and tries it in a new root.
pub(super) fn make_package(dist: &mut DistBuild) -> Result<(), String> {
    let what = "the Debian package";
    let Some(machine) = MACHINES.into_iter().find(|machine| machine.is_host()) else {
        skipped::report(what, "it is made on x86-64 and on 64-bit Arm");
        return Ok(());
    };
    if !machine.has_target_or_report("musl", what) || !machine.has_target_or_report("gnu", what) {
        return Ok(());
    }
    if workspace::find_program("dpkg-deb").is_none() {
        skipped::report(
            what,
            "there is no `dpkg-deb`: the package `dpkg` has it, on other systems than Debian, too",
        );
        return Ok(());
    }
    let zig = match cross::install_zig() {
        Ok(zig) => zig,
        Err(reason) => {
            skipped::report(what, &reason);
            return Ok(());
        }
    };
    let libraries = mpi::build_libraries(&zig, machine)?;
    let command = cross::build_static(&machine.rust_target("musl"), "datarep-cli")?.join("datarep");
    let stage = cross::build_folder().join("debian");
    make_empty_folder(&stage)?;
    copy_file(&command, &stage.join("usr/bin/datarep"))?;
    stage_manual_and_completions(&stage.join("usr/share"), &command)?;
    let Some(page) = page::build_if_possible(what)? else { return Ok(()) };
    copy_file(&page, &stage.join(PAGE))?;
    stage_library(&stage.join("usr"), &libraries, machine)?;
    stage_documents(&stage.join("usr/share/doc").join(PACKAGE))?;
    let name = format!("{PACKAGE}_{VERSION}-{REVISION}_{}.deb", machine.debian);
    let package = dist.folder.join(&name);
    pack_stage(&stage, &package, machine)?;
    dist.put_file(&package, &name)?;
    match unpack_new_root()? {
        Ok(root) => {
            let told = try_package(&root, &package, machine)?;
            dist.count_tried(&name, &told);
        }
        Err(reason) => skipped::report(&format!("`{name}` in a new root"), &reason),
    }
    Ok(())
}

/// Writes the manual pages and the completions, which the command prints.
fn stage_manual_and_completions(share: &Path, command: &Path) -> Result<(), String> {
    let ask = |words: &[&str]| run_program(Command::new(command).args(words));
    let manual = share.join("man/man1");
    let page = ask(&["manual"])?;
    write_file(&manual.join("datarep.1"), &page)?;
    let mut pages = vec![manual.join("datarep.1")];
    for name in list_referred_commands(&String::from_utf8_lossy(&page)) {
        let page = manual.join(format!("datarep-{name}.1"));
        write_file(&page, ask(&["manual", &name])?)?;
        pages.push(page);
    }
    // The time of a file is not kept.
    run_program(Command::new("gzip").arg("-n9").args(&pages))?;
    for (shell, file) in [
        ("bash", "bash-completion/completions/datarep"),
        ("zsh", "zsh/vendor-completions/_datarep"),
        ("fish", "fish/vendor_completions.d/datarep.fish"),
    ] {
        write_file(&share.join(file), ask(&["completions", shell])?)?;
    }
    Ok(())
}

/// Copies the MPI library, and what is needed to link with it.
fn stage_library(usr: &Path, libraries: &Path, machine: Machine) -> Result<(), String> {
    let multiarch = format!("{}-linux-gnu", machine.name);
    let place = usr.join("lib").join(&multiarch);
    for name in glibc::LIBRARIES {
        copy_file(&libraries.join(name), &place.join(name))?;
    }
    let described = mpi::describe_for_pkg_config(&mpi::InstallPlace::System(&multiarch));
    write_file(&place.join("pkgconfig/datarep_mpi.pc"), described)?;
    for file in ["include/datarep.h", "include/datarep.f90"] {
        copy_file(&workspace::root().join(file), &usr.join(file))?;
    }
    Ok(())
}

/// Writes the licenses, and what has changed.
fn stage_documents(folder: &Path) -> Result<(), String> {
    let read = |file: &str| {
        fs::read_to_string(workspace::root().join(file)).map_err(|error| format!("`{file}`: {error}"))
    };
    let license = format!(
        "datarep may be used under the terms of one of two licenses, at your choice. One is Apache-2.0, whose text is in\n\
         /usr/share/common-licenses/Apache-2.0. The other is:\n\n{}\n\
         /{PAGE} has an editor by others in it, and shows their copyright and license at its end.\n",
        read("LICENSE-MIT")?
    );
    write_file(&folder.join("copyright"), license)?;
    let changes = folder.join("changelog");
    write_file(&changes, read("CHANGELOG.md")?)?;
    run_program(Command::new("gzip").arg("-n9").arg(changes)).map(|_| ())
}

/// Packs a folder.
fn pack_stage(stage: &Path, package: &Path, machine: Machine) -> Result<(), String> {
    let files = list_files_below(stage)?;
    let mut sums = Command::new("md5sum");
    let sums = run_program(sums.current_dir(stage).arg("--").args(&files))?;
    let size = run_program_to_text(Command::new("du").args(["-sk", "--apparent-size"]).arg(stage))?;
    let size = size.split_whitespace().next().unwrap_or_default();
    let control = format!(
        "Package: {PACKAGE}\n\
         Version: {VERSION}-{REVISION}\n\
         Architecture: {}\n\
         Maintainer: {}\n\
         Section: science\n\
         Priority: optional\n\
         Installed-Size: {size}\n\
         Depends: libc6 (>= {OLDEST_GLIBC})\n\
         Description: numbers in the formats of other machines\n \
         The command shows, explains, dumps and converts numbers in the formats of\n \
         IBM, VAX, Cray and a hundred other machines, exactly. By the library\n \
         libdatarep_mpi.so programs under MPI read and write files in them.\n",
        machine.debian,
        env!("CARGO_PKG_AUTHORS")
    );
    write_file(&stage.join("DEBIAN/control"), control)?;
    write_file(&stage.join("DEBIAN/md5sums"), sums)?;
    // The loader's list of libraries is made anew.
    write_file(&stage.join("DEBIAN/triggers"), "activate-noawait ldconfig\n")?;
    // Whatever rights files have here: the command may be executed, and everything may be read.
    run_program(Command::new("chmod").args(["--recursive", "u=rwX,go=rX"]).arg(stage))?;
    let others = files.iter().filter(|file| !file.starts_with("usr/bin"));
    run_program(Command::new("chmod").arg("644").args(others).current_dir(stage))?;
    let mut packed = Command::new("dpkg-deb");
    packed.env("SOURCE_DATE_EPOCH", archive::find_source_date()?);
    packed.args(["--root-owner-group", "--build"]).arg(stage).arg(package);
    run_program(&mut packed).map(|_| ())
}

/// The commands that the manual page of `datarep` refers to: `datarep\-list(1)`.
fn list_referred_commands(page: &str) -> BTreeSet<String> {
    let names = page.lines().filter_map(|line| line.trim().strip_prefix("datarep\\-")?.strip_suffix("(1)"));
    names.map(|name| name.replace("\\-", "-")).collect()
}

/// A new root with what every Debian has and nothing else. It is unpacked from an archive that is made once, as that takes
/// minutes. Without the means to make one, returns what is missing.
fn unpack_new_root() -> Result<Result<PathBuf, String>, String> {
    let Some(program) = workspace::find_program("mmdebstrap") else {
        return Ok(Err(skipped::name_package("mmdebstrap", "mmdebstrap")));
    };
    if run_program_to_text(Command::new("id").arg("-u"))?.trim() != "0" {
        return Ok(Err("only the administrator installs packages in another root".to_owned()));
    }
    let (root, kept) =
        (cross::build_folder().join("root/debian"), cross::build_folder().join("root/debian.tar"));
    if !kept.exists() {
        make_folder(&cross::build_folder().join("root"))?;
        let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let suite = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
        let partial = kept.with_extension("partial.tar");
        let mut bootstrap = Command::new(program);
        bootstrap.args(["--quiet", "--mode=root", "--variant=essential", suite.unwrap_or("stable")]);
        // From where this machine has its packages.
        let sources = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];
        bootstrap.arg(&partial).args(sources.iter().find(|file| Path::new(file).exists()));
        if let Err(fault) = run_program(&mut bootstrap) {
            return Ok(Err(format!("no root can be made: {fault}")));
        }
        fs::rename(&partial, &kept).map_err(|error| format!("`{}`: {error}", kept.display()))?;
    }
    make_empty_folder(&root)?;
    run_program(Command::new("tar").arg("-xf").arg(&kept).arg("-C").arg(&root))?;
    Ok(Ok(root))
}

/// Installs the package in a root, looks for what it has brought, and removes it. Returns what was seen.
fn try_package(root: &Path, package: &Path, machine: Machine) -> Result<String, String> {
    let dpkg = |words: &[&str]| {
        run_program_to_text(Command::new("dpkg").arg(format!("--root={}", root.display())).args(words))
    };
    let before = list_files_below(root)?;
    dpkg(&["--install", &package.to_string_lossy()])?;
    let brought: BTreeSet<PathBuf> = list_files_below(root)?.difference(&before).cloned().collect();
    // It prints the files whose checksums differ.
    let differs = dpkg(&["--verify", PACKAGE])?;
    if !differs.trim().is_empty() {
        return Err(format!("files of the package differ from its checksums:\n{differs}"));
    }
    let version = run_program_to_text(&mut make_chroot_command(root, &["datarep", "--version"]))?;
    if version.trim() != format!("datarep {VERSION}") {
        return Err(format!("`datarep --version` prints {version}"));
    }
    let expected = list_expected_files(machine);
    if let Some(missing) = expected.iter().find(|place| !brought.contains(Path::new(place))) {
        return Err(format!("the package has no `{missing}`"));
    }
    check_page_address(root)?;
    let pages = check_manual_pages(root, &brought)?;
    for library in glibc::LIBRARIES {
        try_loading_library(root, library)?;
    }
    dpkg(&["--remove", PACKAGE])?;
    // The package has nothing where programs of the system keep lists, journals and caches.
    let is_own = |file: &&PathBuf| !file.starts_with("var");
    let after = list_files_below(root)?;
    if let Some(file) = brought.intersection(&after).find(is_own) {
        return Err(format!("`{}` is left when the package is removed", file.display()));
    }
    if let Some(file) = before.difference(&after).find(is_own) {
        return Err(format!("`{}` is gone when the package is removed", file.display()));
    }
    let count = brought.iter().filter(is_own).count();
    let libraries = glibc::LIBRARIES.len();
    Ok(format!(
        "installed and removed in a new root: {count} files, {pages} manual pages, {libraries} libraries loaded"
    ))
}

/// A program in a root, for which that is all that there is.
fn make_chroot_command(root: &Path, words: &[&str]) -> Command {
    let mut command = Command::new("chroot");
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").arg(root).args(words);
    command
}

/// Files that the package must have.
fn list_expected_files(machine: Machine) -> Vec<String> {
    let libraries = format!("usr/lib/{}-linux-gnu", machine.name);
    let places = [
        "usr/bin/datarep",
        PAGE,
        "usr/share/man/man1/datarep.1.gz",
        "usr/share/man/man1/datarep-convert.1.gz",
        "usr/share/bash-completion/completions/datarep",
        "usr/share/zsh/vendor-completions/_datarep",
        "usr/share/fish/vendor_completions.d/datarep.fish",
        "usr/include/datarep.h",
        "usr/include/datarep.f90",
        "usr/share/doc/datarep/copyright",
    ];
    let more = ["pkgconfig/datarep_mpi.pc"].into_iter().chain(glibc::LIBRARIES);
    let more = more.map(|file| format!("{libraries}/{file}"));
    places.into_iter().map(str::to_owned).chain(more).collect()
}

/// Asks the installed command for the page: it finds the file of the package, and prints its address.
fn check_page_address(root: &Path) -> Result<(), String> {
    let mut show = make_chroot_command(root, &["datarep", "show", "hfp32", "--page"]);
    let told = run_program_to_text(&mut show)?;
    let expected = format!("file:///{PAGE}#view=format&format=hfp32");
    if told.trim() != expected {
        return Err(format!("`datarep show hfp32 --page` prints {told}"));
    }
    let page = fs::read_to_string(root.join(PAGE)).map_err(|error| format!("`{PAGE}`: {error}"))?;
    if page.contains("id=\"module\"") { Ok(()) } else { Err(format!("`{PAGE}` has no module in it")) }
}

/// Reads all manual pages that the package has brought. Returns how many there are.
fn check_manual_pages(root: &Path, brought: &BTreeSet<PathBuf>) -> Result<usize, String> {
    let pages: Vec<&PathBuf> = brought.iter().filter(|file| file.starts_with("usr/share/man/man1")).collect();
    for page in &pages {
        let text = run_program_to_text(Command::new("gzip").arg("-dc").arg(root.join(page)))?;
        if !text.contains(".SH NAME") {
            return Err(format!("`{}` is no manual page", page.display()));
        }
    }
    Ok(pages.len())
}

/// Loads a library into a program of a root.
fn try_loading_library(root: &Path, library: &str) -> Result<(), String> {
    let preload = format!("LD_PRELOAD={library}");
    let mut loaded = make_chroot_command(root, &["/usr/bin/env", &preload, "LD_BIND_NOW=1", "/bin/true"]);
    let output = loaded.output().map_err(|error| format!("`chroot` cannot be run: {error}"))?;
    // The loader complains, and goes on, if it does not find a library.
    if output.status.success() && output.stderr.is_empty() {
        return Ok(());
    }
    Err(format!("`{library}` cannot be loaded: {}", String::from_utf8_lossy(&output.stderr)))
}

/// All files below a root, by their paths in it.
fn list_files_below(root: &Path) -> Result<BTreeSet<PathBuf>, String> {
    let mut find = Command::new("find");
    find.current_dir(root).args([".", "-xdev", "!", "-type", "d", "-printf", "%P\\n"]);
    run_program_to_text(&mut find).map(|told| told.lines().map(PathBuf::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_of_a_manual_page_are_found() {
        let page = ".SH SUBCOMMANDS\n.TP\ndatarep\\-list(1)\nList formats\n.TP\ndatarep\\-in\\-two(1)\n";
        assert_eq!(list_referred_commands(page).into_iter().collect::<Vec<_>>(), ["in-two", "list"]);
    }
}
