//! What the library tells of itself for `DATAREP_DOCTOR`: where all is well, and where something is wrong.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Tally;
use datarep_workshop::mpi_libraries::{CaseCounts, Library};
use datarep_workshop::workspace;

/// A run of the program.
struct DoctorCase {
    what: &'static str,
    /// Set beside the preloaded library. `DATAREP_DOCTOR` has a folder in memory unless it is set here.
    variables: Vec<String>,
    /// What is preloaded, in this order.
    preloaded: Vec<String>,
    arguments: &'static [&'static str],
    /// Whether all is well. Otherwise the launcher fails, too.
    is_well: bool,
    /// Each of these is printed.
    printed: Vec<String>,
}

impl DoctorCase {
    /// The same case with a variable.
    fn with_variable(mut self, variable: &str) -> DoctorCase {
        self.variables.push(variable.to_owned());
        self
    }
}

/// How the report names the family of a library.
fn describe_abi(library: &Library) -> &'static str {
    match library.family {
        "mpich" => "that of MPICH",
        "open-mpi" => "that of Open MPI",
        "standard" => "the standard of MPI 5",
        _ => "a draft of the standard of MPI 5",
    }
}

/// The other libraries of the cases.
struct CaseLibraries {
    tool: String,
    stranger: String,
    differing: String,
}

impl CaseLibraries {
    fn compile(library: &Library) -> Result<CaseLibraries, String> {
        let shared = ["-shared".to_owned(), "-fPIC".to_owned()];
        let path = |compiled: PathBuf| compiled.display().to_string();
        let folder = workspace::root().join("datarep-mpi/tests/c");
        let named = |stem: &str, more: &[&str]| {
            // Programs are named after their source, so each is compiled from a copy.
            let copy = workspace::target_folder().join("mpi").join(library.slug).join(format!("{stem}.c"));
            std::fs::copy(folder.join("named.c"), &copy)
                .map_err(|error| format!("`{}`: {error}", copy.display()))?;
            let more = more.iter().map(ToString::to_string);
            let include = format!("-I{}", folder.display());
            let arguments: Vec<String> = shared.iter().cloned().chain(more).chain([include]).collect();
            library.compile_with(&copy, &arguments).map(path)
        };
        let family = if library.family == "open-mpi" { "Open MPI v9.0" } else { "MPICH Version: 9.0" };
        Ok(CaseLibraries {
            tool: library.compile_with(&folder.join("tool.c"), &shared).map(path)?,
            stranger: named("stranger_named", &["-DNAME=\"Some MPI 1.0\""])?,
            differing: named("differing_named", &[&format!("-DNAME=\"{family}\""), "-DVECTOR=777"])?,
        })
    }
}

/// A case with nothing but our library.
fn make_case(ours: &str, what: &'static str, is_well: bool, printed: &[&str]) -> DoctorCase {
    DoctorCase {
        what,
        variables: Vec::new(),
        preloaded: vec![ours.to_owned()],
        arguments: &[],
        is_well,
        printed: printed.iter().map(ToString::to_string).collect(),
    }
}

/// The cases in which the library must find no fault.
fn list_healthy_cases(library: &Library, ours: &str, shims: &CaseLibraries) -> Vec<DoctorCase> {
    let version = format!("  datarep:     {} in {ours}", env!("CARGO_PKG_VERSION"));
    let abi = format!("  ABI:         {}\n", describe_abi(library));
    let seen = [
        &version,
        &abi,
        "constants:   12 asked for",
        "tools:       none",
        "folder:      /dev/shm: tmpfs",
        "views:       converted: 0x01020304 in `big_endian` is 01 02 03 04",
    ];
    let case = |what, printed: &[&str]| make_case(ours, what, true, printed);
    let tool = |place: &str| format!("tools:       {place} datarep: {} (", shims.tool);
    let [ours, tooled] = [ours, &shims.tool].map(str::to_owned);
    vec![
        case("all is well", &seen),
        DoctorCase { arguments: &["threads"], ..case("with threads", &seen) },
        DoctorCase {
            preloaded: vec![tooled.clone(), ours.clone()],
            ..case("a tool before", &[&tool("before")])
        },
        DoctorCase { preloaded: vec![ours, tooled], ..case("a tool behind", &[&tool("behind")]) },
        case("a slip", &["remark: `DATAREP_TEXT` is no variable of this library"])
            .with_variable("DATAREP_TEXT=a"),
        case("a forced name", &["DATAREP_FORCE=cray: native views have this"])
            .with_variable("DATAREP_FORCE=cray"),
    ]
}

/// The cases in which the library must report a fault.
fn list_faulty_cases(library: &Library, ours: &str, shims: &CaseLibraries) -> Vec<DoctorCase> {
    let case = |what, told: &str| make_case(ours, what, false, &[told]);
    let over = |shim: &String, case: DoctorCase| DoctorCase {
        preloaded: vec![ours.to_owned(), shim.clone()],
        ..case
    };
    let mut cases = vec![
        case("a forced name that is not known", "fault: DATAREP_FORCE: no representation is named `craig`")
            .with_variable("DATAREP_FORCE=craig"),
        case("no plug-in", "fault: DATAREP_PLUGINS: `/no/a.so` is not there")
            .with_variable("DATAREP_PLUGINS=/no/a.so"),
        case("no text", "fault: DATAREP_TEXTS: `/no/a.datarep` cannot be read")
            .with_variable("DATAREP_TEXTS=/no/a.datarep"),
        case("no folder", "fault: a view is not converted: `/nowhere/at/all/")
            .with_variable("DATAREP_DOCTOR=/nowhere/at/all"),
        over(&shims.differing, case("a library that differs", "MPI_COMBINER_VECTOR is 777")),
    ];
    if library.family == "mpich" {
        let told = "fault: `Some MPI 1.0` is of no family that is known";
        cases.push(over(&shims.stranger, case("a library that is not known", told)));
    }
    cases
}

/// Runs the program on two processes in every case.
pub(super) fn run(library: &Library, preload: &str, command: &Path, tally: &mut Tally) -> Result<(), String> {
    let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/doctor.c"))?;
    let shims = CaseLibraries::compile(library)?;
    let ours = preload.trim_start_matches("LD_PRELOAD=");
    let mut found = CaseCounts::default();
    for case in
        list_healthy_cases(library, ours, &shims).into_iter().chain(list_faulty_cases(library, ours, &shims))
    {
        found.count_case(run_case(library, &program, &case)?);
    }
    // Switched off, the program runs.
    let off = [preload.to_owned(), "DATAREP_DOCTOR=off".to_owned()];
    let [printed, _] = library.run(library.launch_command(&off, 2, &program, &[]))?;
    let is_off = printed.matches("the program runs").count() == 2 && !printed.contains("datarep doctor");
    found.count_case(is_off);
    found.count_case(run_doctor_command(library, &program, preload, command)?);
    tally.print_and_add(&format!("{}, what the library tells of itself", library.name), found, 0);
    Ok(())
}

fn run_case(library: &Library, program: &Path, case: &DoctorCase) -> Result<bool, String> {
    let mut variables =
        vec![format!("LD_PRELOAD={}", case.preloaded.join(":")), "DATAREP_DOCTOR=/dev/shm".to_owned()];
    variables.extend(case.variables.iter().cloned());
    let mut command = library.launch_command(&variables, 2, program, case.arguments);
    let output = Library::collect_output(&mut command)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let well = printed.matches(": all is well\n").count() == 2;
    let is_right = output.status.success() == case.is_well
        && well == case.is_well
        && !printed.contains("the program runs")
        && case.printed.iter().all(|part| printed.contains(part.as_str()));
    if !is_right {
        let told = String::from_utf8_lossy(&output.stderr);
        println!("{}, {}: {}\n{printed}{told}", library.name, case.what, output.status);
    }
    Ok(is_right)
}

/// Runs the program by `datarep mpi doctor`.
fn run_doctor_command(
    library: &Library,
    program: &Path,
    preload: &str,
    command: &Path,
) -> Result<bool, String> {
    let launched = library.launch_command(&[], 2, program, &[]);
    let mut doctor = Command::new(command);
    doctor.args(["mpi", "doctor", "--folder", "/dev/shm", "--library"]);
    doctor
        .arg(preload.trim_start_matches("LD_PRELOAD="))
        .arg(launched.get_program())
        .args(launched.get_args());
    doctor.envs(launched.get_envs().filter_map(|(name, value)| Some((name, value?)))).stdin(Stdio::null());
    let output = Library::collect_output(&mut doctor)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let is_right = output.status.success() && printed.matches(": all is well\n").count() == 2;
    if !is_right {
        let told = String::from_utf8_lossy(&output.stderr);
        println!("{}, by the command: {}\n{printed}{told}", library.name, output.status);
    }
    Ok(is_right)
}

/// Builds the command `datarep`, without what it needs for files.
///
/// # Errors
///
/// Returns a message if it does not build.
pub(super) fn build_command() -> Result<PathBuf, String> {
    let arguments = ["build", "--quiet", "--package", "datarep-cli", "--no-default-features"];
    workspace::run_command(workspace::cargo().args(arguments))?;
    Ok(workspace::target_folder().join("debug/datarep"))
}
