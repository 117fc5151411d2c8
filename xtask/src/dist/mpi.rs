//! The MPI library with its header, its Fortran module and a file for pkg-config, as an archive to unpack anywhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use datarep_laboratory::glibc;

use super::{
    DistBuild, Machine, VERSION, archive, copy_file, make_empty_folder, run_program, run_program_to_text,
    write_file,
};
use crate::cross::{self, OLDEST_GLIBC};
use crate::mpi_libraries::{self, CaseCounts, Library};
use crate::{skipped, workspace};

/// The name of the library for `pkg-config`.
const PACKAGE: &str = "datarep_mpi";

/// Files of the workspace, and their folders in an archive.
const FILES: [(&str, &str); 6] = [
    ("include/datarep.h", "include"),
    // The source and not what a compiler makes of it: each version of each compiler has a form of its own.
    ("include/datarep.f90", "include"),
    ("datarep-mpi/README.md", "share/doc/datarep-mpi"),
    ("datarep-mpi/LICENSE-MIT", "share/doc/datarep-mpi"),
    ("datarep-mpi/LICENSE-APACHE", "share/doc/datarep-mpi"),
    ("docs/mpi.md", "share/doc/datarep-mpi"),
];

/// The place of the files that pkg-config describes.
pub(super) enum InstallPlace<'a> {
    /// In a folder that may be moved, so that a program has to say where it finds the library.
    Anywhere,
    /// In the folders of the system, which every program looks into: the name of the folder of libraries.
    System(&'a str),
}

/// Builds the library for every kind of machines, and tries that of this machine.
pub(super) fn make_archives(dist: &mut DistBuild) -> Result<(), String> {
    let zig = match cross::install_zig() {
        Ok(zig) => zig,
        Err(reason) => {
            skipped::report("the MPI library", &reason);
            return Ok(());
        }
    };
    for machine in dist.machines.clone() {
        let what = format!("the MPI library for {}", machine.name);
        if !machine.has_target_or_report("gnu", &what) {
            continue;
        }
        let built = build_libraries(&zig, machine)?;
        let name = format!("datarep-mpi-{VERSION}-{}-linux", machine.name);
        let parent = cross::build_folder().join("mpi");
        fill_folder(&parent.join(&name), &built)?;
        archive::pack_folder(&parent, &name)?;
        let file = format!("{name}.tar.gz");
        let packed = dist.put_file(&parent.join(&file), &file)?;
        if machine.is_host() {
            try_archive(dist, &packed, &name)?;
        } else {
            skipped::report(
                &format!("programs with `{file}`"),
                "`cargo xtask mpi-aarch64` runs programs with the library for that machine",
            );
        }
    }
    Ok(())
}

/// Builds the libraries for a kind of machines. Returns their folder.
pub(super) fn build_libraries(zig: &Path, machine: Machine) -> Result<PathBuf, String> {
    let built = cross::build_for_old_glibc(zig, &machine.rust_target("gnu"), &glibc::PACKAGES)?;
    for name in glibc::LIBRARIES {
        let needed = cross::find_needed_glibc(&built.join(name))?;
        if needed > OLDEST_GLIBC {
            return Err(format!("`{name}` for {} needs glibc {needed}", machine.name));
        }
    }
    Ok(built)
}

/// Puts everything that is in an archive into a folder.
fn fill_folder(folder: &Path, built: &Path) -> Result<(), String> {
    make_empty_folder(folder)?;
    for name in glibc::LIBRARIES {
        copy_file(&built.join(name), &folder.join("lib").join(name))?;
    }
    for (file, place) in FILES {
        let from = workspace::root().join(file);
        copy_file(&from, &folder.join(place).join(from.file_name().unwrap_or_default()))?;
    }
    let told = describe_for_pkg_config(&InstallPlace::Anywhere);
    write_file(&folder.join("lib/pkgconfig").join(format!("{PACKAGE}.pc")), told)
}

/// The file for pkg-config.
pub(super) fn describe_for_pkg_config(installed: &InstallPlace<'_>) -> String {
    let (prefix, libdir, runpath) = match installed {
        InstallPlace::Anywhere => ("${pcfiledir}/../..", "${prefix}/lib".to_owned(), "-Wl,-rpath,${libdir} "),
        InstallPlace::System(libraries) => ("/usr", format!("${{prefix}}/lib/{libraries}"), ""),
    };
    format!(
        "prefix={prefix}\n\
         libdir={libdir}\n\
         includedir=${{prefix}}/include\n\
         # To be compiled with a program in Fortran.\n\
         fortran_module=${{includedir}}/datarep.f90\n\
         \n\
         Name: {PACKAGE}\n\
         Description: User-defined data representations under any MPI library\n\
         Version: {VERSION}\n\
         Cflags: -I${{includedir}}\n\
         # Before the MPI library, which `mpicc` puts last, and also where a program names no function of it.\n\
         Libs: -L${{libdir}} {runpath}-Wl,--no-as-needed -l{PACKAGE}\n"
    )
}

/// Unpacks the archive, moves it, and compiles programs by what pkg-config tells of it.
fn try_archive(dist: &mut DistBuild, packed: &Path, name: &str) -> Result<(), String> {
    let what = format!("programs with `{name}.tar.gz`");
    let libraries = mpi_libraries::list_system_libraries();
    if libraries.is_empty() {
        skipped::report(&what, "there is no `mpicc`: install mpich and libmpich-dev");
        return Ok(());
    }
    let Ok(_) = run_program_to_text(Command::new("pkg-config").arg("--version")) else {
        skipped::report(&what, &skipped::name_package("pkg-config", "pkg-config"));
        return Ok(());
    };
    // As people do, unpack the archive in another folder than the one where it was built.
    let folder = cross::build_folder().join("tried/mpi");
    make_empty_folder(&folder)?;
    run_program(Command::new("tar").arg("-xzf").arg(packed).arg("-C").arg(&folder))?;
    let place = folder.join("moved");
    fs::rename(folder.join(name), &place)
        .map_err(|error| format!("`{}` cannot be moved: {error}", folder.display()))?;
    let mut right = BTreeMap::new();
    for library in &libraries {
        let ask = |words: &[&str]| {
            let mut asked = Command::new("pkg-config");
            asked.env("PKG_CONFIG_PATH", place.join("lib/pkgconfig")).args(words).arg(PACKAGE);
            run_program_to_text(&mut asked)
                .map(|told| told.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        };
        let flags = ask(&["--cflags", "--libs"])?;
        let tests = workspace::root().join("datarep-mpi/tests");
        let program = library.compile_with(&tests.join("c/linked.c"), &flags)?;
        right.insert(format!("{}, C", library.name), count_right_cases(library, &program)?);
        let more = [ask(&["--variable=fortran_module"])?, flags].concat();
        let source = tests.join("fortran/linked.F90");
        match library.compile_fortran(&source, "", &more)? {
            Some(program) => {
                right.insert(format!("{}, Fortran", library.name), count_right_cases(library, &program)?);
            }
            None => skipped::report(
                &format!("programs in Fortran with {}", library.name),
                "its Fortran compiler is not here: install gfortran",
            ),
        }
    }
    let told: Vec<String> = right.iter().map(|(name, right)| format!("{name}: {right} right")).collect();
    dist.count_tried(&format!("{name}.tar.gz"), &format!("by pkg-config; {}", told.join("; ")));
    Ok(())
}

/// Runs a linked program on one process. Returns the number of right cases.
fn count_right_cases(library: &Library, program: &Path) -> Result<u32, String> {
    let file = mpi_libraries::scratch_path(&format!("dist-{}", library.slug));
    let judged = library.run_and_count(&[], 1, program, &[&file.to_string_lossy()]);
    // The program leaves its file behind.
    let _ = fs::remove_file(&file);
    match judged? {
        CaseCounts { right: 0, wrong: 0 } => {
            Err(format!("`{}` under {} has tried nothing", program.display(), library.name))
        }
        CaseCounts { right, wrong: 0 } => Ok(right),
        CaseCounts { wrong, .. } => {
            Err(format!("`{}` under {}: {wrong} wrong", program.display(), library.name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_the_system_needs_no_run_path() {
        let anywhere = describe_for_pkg_config(&InstallPlace::Anywhere);
        assert!(
            anywhere.contains("prefix=${pcfiledir}/../..\n") && anywhere.contains("-Wl,-rpath,${libdir} ")
        );
        let system = describe_for_pkg_config(&InstallPlace::System("x86_64-linux-gnu"));
        assert!(system.contains("libdir=${prefix}/lib/x86_64-linux-gnu\n") && !system.contains("rpath"));
    }
}
