//! The exports of `libdatarep_mpi.so`: each routine under both of its names, and nothing else by accident.

use std::collections::BTreeSet;
use std::process::Command;

use datarep_workshop::workspace;

/// File routines that are not data access, request routines, and those that begin and end MPI.
const OTHERS: [&str; 31] = [
    "Init",
    "Init_thread",
    "File_open",
    "File_close",
    "File_set_view",
    "File_get_view",
    "File_get_type_extent",
    "File_get_type_extent_c",
    "File_seek",
    "File_get_position",
    "File_set_size",
    "File_sync",
    "File_set_atomicity",
    "Session_init",
    "Session_finalize",
    "Finalize",
    "Register_datarep",
    "Register_datarep_c",
    "Wait",
    "Test",
    "Waitall",
    "Testall",
    "Waitany",
    "Testany",
    "Waitsome",
    "Testsome",
    "Request_get_status",
    "Request_get_status_all",
    "Request_get_status_any",
    "Request_get_status_some",
    "Request_free",
];

/// Collectives that `DATAREP_CHECK` refuses inside a conversion function. Each exists in a blocking and a nonblocking
/// form.
const COLLECTIVES: [&str; 17] = [
    "Barrier",
    "Bcast",
    "Gather",
    "Gatherv",
    "Scatter",
    "Scatterv",
    "Allgather",
    "Allgatherv",
    "Alltoall",
    "Alltoallv",
    "Alltoallw",
    "Reduce",
    "Allreduce",
    "Reduce_scatter",
    "Reduce_scatter_block",
    "Scan",
    "Exscan",
];

/// Collectives that create communicators.
const COMMUNICATORS: [&str; 4] = ["Comm_create", "Comm_dup", "Comm_split", "Comm_split_type"];

/// Symbols that do not belong to MPI: functions of `include/datarep.h`, and Fortran procedures.
const OWN: [&str; 11] = [
    "datarep_extent",
    "datarep_extent_f",
    "datarep_last_error",
    "datarep_losses",
    "datarep_losses_f",
    "datarep_name",
    "datarep_version",
    "mpi_register_datarep_",
    "mpi_register_datarep_f08_",
    "pmpi_register_datarep_",
    "pmpir_register_datarep_f08_",
];

/// Compares the library's dynamic symbols with the list, and returns their number.
///
/// # Errors
///
/// Returns a message that names the symbols that are missing, and those that should not be exported.
pub(crate) fn check() -> Result<usize, String> {
    let library = workspace::target_folder().join("release/libdatarep_mpi.so");
    let told = Command::new("nm").args(["--dynamic", "--defined-only"]).arg(&library).output();
    let told = told.map_err(|error| format!("`nm` cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&told.stdout);
    let found: BTreeSet<&str> = text.lines().filter_map(|line| line.split_whitespace().last()).collect();
    let expected = list_expected_symbols();
    let expected: BTreeSet<&str> = expected.iter().map(String::as_str).collect();
    let list = |one: &BTreeSet<&str>, other: &BTreeSet<&str>| {
        one.difference(other).copied().collect::<Vec<_>>().join(", ")
    };
    if found == expected {
        return Ok(found.len());
    }
    let (missing, more) = (list(&expected, &found), list(&found, &expected));
    Err(format!("`{}` lacks: {missing}; has beyond the list: {more}", library.display()))
}

/// All expected names.
fn list_expected_symbols() -> BTreeSet<String> {
    let routines = list_data_access_routines()
        .into_iter()
        .chain(OTHERS.map(str::to_owned))
        .chain(COLLECTIVES.map(str::to_owned))
        .chain(COLLECTIVES.map(|name| format!("I{}", name.to_lowercase())))
        .chain(COMMUNICATORS.map(str::to_owned));
    routines
        .flat_map(|routine| [format!("MPI_{routine}"), format!("PMPI_{routine}")])
        .chain(OWN.map(str::to_owned))
        .collect()
}

/// The routines of MPI's data access table: positioning, synchronism and coordination, in both directions. The routine
/// that ends a split collective has no form with large counts.
fn list_data_access_routines() -> Vec<String> {
    let mut names = Vec::new();
    for direction in ["read", "write"] {
        for (positioned, collective) in [("_at", "_at_all"), ("", "_all"), ("_shared", "_ordered")] {
            let nonblocking =
                if collective == "_ordered" { None } else { Some(format!("i{direction}{collective}")) };
            let large = [
                format!("{direction}{positioned}"),
                format!("{direction}{collective}"),
                format!("i{direction}{positioned}"),
                format!("{direction}{collective}_begin"),
            ];
            for name in large.into_iter().chain(nonblocking) {
                names.extend([format!("File_{name}"), format!("File_{name}_c")]);
            }
            names.push(format!("File_{direction}{collective}_end"));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A split collective is one routine with two names. There are 28 routines, of which 6 have a begin and an end.
    #[test]
    fn every_routine_of_data_access_is_there() {
        let names = list_data_access_routines();
        let plain: Vec<&String> = names.iter().filter(|name| !name.ends_with("_c")).collect();
        let split = plain.iter().filter(|name| name.ends_with("_end")).count();
        assert_eq!((plain.len() - split, split), (28, 6));
        assert_eq!(names.len(), 28 * 2 + 6);
    }
}
