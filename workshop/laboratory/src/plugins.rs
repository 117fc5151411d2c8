//! `cargo xtask mpi-plugins`: representations from shared libraries, under every MPI library.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::workspace;

/// Plug-ins that cannot be loaded: for each its name, the arguments that compile it, and a part of the error message.
const BROKEN: [(&str, &[&str], &str); 7] = [
    ("nothing", &["-DNOTHING"], "is not a plug-in, because it does not export `datarep_plugin`"),
    ("newer", &["-DVERSION=2"], "have version 2, here it is 1: it was built with a newer `datarep`"),
    ("older", &["-DVERSION=0"], "have version 0, here it is 1: it was built with an older `datarep`"),
    ("missing", &["-DCOUNT=2"], "have 2 representations, but the pointer to them is null"),
    ("native", &["-DNAME=\"native\""], "a representation `native`, and that name is MPI's own"),
    ("cray", &["-DNAME=\"cray\""], "a representation `cray`, and that name is one of the standard library"),
    ("again", &["-DNAME=\"seismic\""], "a representation `seismic`, and that name is taken by `"),
];

/// A plug-in that does not exist.
const MISSING: &str = "/nowhere/libmine.so";

/// Runs the program on two processes with the template and a plug-in in C, then also with plug-ins that cannot be
/// loaded. The last line is `mpi-plugins: N cases right, 0 wrong, L libraries`.
///
/// # Errors
///
/// Returns a message if a case is wrong, or if a library is not available.
pub fn run() -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    // The last one has no representations, which is no fault.
    let good =
        [build_template()?, compile_c_plugin("inverted", &[])?, compile_c_plugin("empty", &["-DCOUNT=0"])?];
    let good = good.map(|path| path.to_string_lossy().into_owned());
    let mut listed = vec![good.join(":"), MISSING.to_owned()];
    let mut told = vec!["`/nowhere/libmine.so` is not there: name the library".to_owned()];
    for (name, arguments, text) in BROKEN {
        let path = compile_c_plugin(name, arguments)?;
        told.push(format!("`{}` ", path.display()));
        told.push(text.to_owned());
        listed.push(path.to_string_lossy().into_owned());
    }
    let (clean, broken) = (good.join(":"), listed.join(":"));
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    let libraries = mpi_libraries::install_libraries()?;
    let counts = mpi_libraries::try_each(&libraries, |library| {
        let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/plugins.c"))?;
        let judge = |list: &str, texts: &[&str]| {
            run_with_plugins(library, &program, &[preload.clone(), format!("DATAREP_PLUGINS={list}")], texts)
        };
        Ok(mpi_libraries::add_cases(&[judge(&clean, &[])?, judge(&broken, &told)?]))
    })?;
    let CaseCounts { right, wrong } = mpi_libraries::add_cases(&counts);
    println!("mpi-plugins: {right} cases right, {wrong} wrong, {} libraries", libraries.len());
    if wrong == 0 { Ok(()) } else { Err("representations of plug-ins are wrong".to_owned()) }
}

/// Runs the program. Plug-ins that cannot be loaded must also be reported on the standard error output.
fn run_with_plugins(
    library: &Library,
    program: &Path,
    variables: &[String],
    texts: &[&str],
) -> Result<CaseCounts, String> {
    let file = mpi_libraries::scratch_path(&format!("plugins-{}", library.slug));
    let path = file.to_string_lossy();
    let mut arguments = vec![&*path];
    arguments.extend(texts);
    let judged = library.run_command_and_count(library.launch_command(variables, 2, program, &arguments));
    // A program that failed left its file behind.
    let _ = fs::remove_file(&file);
    let (mut cases, errors) = judged?;
    let name = library.name;
    let is_told = texts.iter().all(|text| errors.contains(text));
    let is_right = is_told && (!texts.is_empty() || !errors.contains("datarep:"));
    cases.count_case(is_right);
    if !is_right {
        println!("{name}: the standard error output is wrong:\n{errors}");
    }
    println!("{name}: {} right, {} wrong", cases.right, cases.wrong);
    Ok(cases)
}

/// Builds the template as its users do: by itself.
fn build_template() -> Result<PathBuf, String> {
    workspace::build_optimized(&["--package", "mpi_plugin"])?;
    Ok(workspace::target_folder().join("release/libmpi_plugin.so"))
}

/// Compiles the plug-in in C.
fn compile_c_plugin(name: &str, arguments: &[&str]) -> Result<PathBuf, String> {
    let folder = workspace::target_folder().join("mpi/plugins");
    fs::create_dir_all(&folder).map_err(|error| format!("`{}` cannot be made: {error}", folder.display()))?;
    let path = folder.join(format!("{name}.so"));
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror"]).args(arguments);
    compiler.arg("-o").arg(&path).arg(workspace::root().join("datarep-mpi/tests/c/plugin.c"));
    match compiler.status() {
        Ok(status) if status.success() => Ok(path),
        Ok(status) => Err(format!("`plugin.c` does not compile: {status}")),
        Err(error) => Err(format!("`cc` cannot be run: {error}")),
    }
}
