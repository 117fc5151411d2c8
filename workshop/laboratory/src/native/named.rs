//! Libraries that call themselves by other names, and some that also have a constant of another value.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use super::Tally;
use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::workspace;

/// A library by another name.
struct RenamedLibrary {
    name: &'static str,
    /// Whether it also has a constant of another value.
    differs: bool,
    /// The families of libraries that it stands for.
    families: &'static [&'static str],
    variables: &'static [&'static str],
    /// The program that runs, and its view.
    source: &'static str,
    view: &'static str,
    /// What each process says.
    told: &'static str,
}

/// A library that has the name of a computer maker, and follows a known family. Conversions work
/// as under that family.
const fn follower_library(name: &'static str, families: &'static [&'static str]) -> RenamedLibrary {
    RenamedLibrary {
        name,
        differs: false,
        families,
        variables: &[],
        source: "handle.c",
        view: "big_endian",
        told: "",
    }
}

const NAMED: [RenamedLibrary; 10] = [
    // What follows MPICH's ABI says so in its text. What follows Open MPI's has its handles.
    follower_library("MPI VERSION    : CRAY MPICH version 8.1.29.46 (ANL base 3.4a2)", &["mpich"]),
    follower_library("MVAPICH2 Version      : 2.3.7", &["mpich"]),
    follower_library("IBM Spectrum MPI v10.04.00.06", &["open-mpi"]),
    follower_library("FUJITSU MPI Library 4.0.1", &["open-mpi"]),
    // The name does not tell a draft of the standard ABI from the standard.
    RenamedLibrary {
        name: "Intel(R) MPI Library 2031.1",
        differs: false,
        families: &["standard"],
        variables: &[],
        source: "handle.c",
        view: "big_endian",
        told: "",
    },
    RenamedLibrary {
        name: "MPICH Version: 9.0",
        differs: false,
        families: &["draft"],
        variables: &[],
        source: "handle.c",
        view: "big_endian",
        told: "",
    },
    // Where no file can be made, the initial error handler tells them apart.
    RenamedLibrary {
        name: "MPI without a folder",
        differs: false,
        families: &["standard", "draft"],
        variables: &["TMPDIR=/nowhere"],
        source: "handle.c",
        view: "big_endian",
        told: "",
    },
    RenamedLibrary {
        name: "Some MPI 1.0",
        differs: false,
        families: &["mpich"],
        variables: &[],
        source: "stranger.c",
        view: "native",
        told: "datarep: `Some MPI 1.0` is of no family that is known",
    },
    RenamedLibrary {
        name: "MPICH Version: 9.0",
        differs: true,
        families: &["mpich", "standard", "draft"],
        variables: &[],
        source: "stranger.c",
        view: "native",
        told: "datarep: the MPI library differs from others of its family: MPI_COMBINER_VECTOR is 777",
    },
    RenamedLibrary {
        name: "Open MPI v9.0",
        differs: true,
        families: &["open-mpi"],
        variables: &[],
        source: "stranger.c",
        view: "native",
        told: "datarep: the MPI library differs from others of its family: MPI_COMBINER_VECTOR is 777",
    },
];

/// Runs the programs for the family of the library under other names.
pub(super) fn run(library: &Library, preload: &str, tally: &mut Tally) -> Result<(), String> {
    for named in NAMED.iter().filter(|named| named.families.contains(&library.family)) {
        let judged = run_under_other_name(library, preload, named)?;
        tally.print_and_add(&format!("{} as `{}`, `{}`", library.name, named.name, named.source), judged, 0);
    }
    Ok(())
}

/// Runs a program under a library by another name.
fn run_under_other_name(
    library: &Library,
    preload: &str,
    named: &RenamedLibrary,
) -> Result<CaseCounts, String> {
    let folder = workspace::root().join("datarep-mpi/tests/c");
    let mut arguments = vec!["-shared".to_owned(), "-fPIC".to_owned(), format!("-DNAME=\"{}\"", named.name)];
    arguments.extend(named.differs.then(|| "-DVECTOR=777".to_owned()));
    let shim = library.compile_with(&folder.join("named.c"), &arguments)?;
    let program = library.compile(&folder.join(named.source))?;
    let file = mpi_libraries::scratch_path(&format!("named-{}", library.slug));
    let mut variables = vec![format!("{preload}:{}", shim.display())];
    variables.extend(named.variables.iter().map(ToString::to_string));
    let launched = library.launch_command(&variables, 2, &program, &[&file.to_string_lossy(), named.view]);
    let (mut cases, told) = library.run_command_and_count(launched)?;
    if !told.contains(named.told) || (named.told.is_empty() && told.contains("datarep:")) {
        println!("{}: the standard error output is wrong:\n{told}", library.name);
        cases.wrong += 1;
    }
    Ok(cases)
}
