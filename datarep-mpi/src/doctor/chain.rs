//! Tools that trace or count calls, before this library in the order of libraries or behind it.

use std::ffi::CStr;
use std::path::{Path, PathBuf};

use crate::library::{self, Called, Library};

/// Calls whose way through the libraries is followed. Tools have some of them or all.
const CALLS: [&CStr; 8] = [
    c"PMPI_Init",
    c"PMPI_Finalize",
    c"PMPI_File_open",
    c"PMPI_File_set_view",
    c"PMPI_File_read_at",
    c"PMPI_File_write_at_all",
    c"PMPI_Wait",
    c"PMPI_Barrier",
];

/// What is known of tools.
pub(super) struct ToolReport {
    /// A line for each tool.
    pub(super) tools: Vec<String>,
    /// Calls that do not come to this library.
    pub(super) faults: Vec<String>,
}

/// A tool, on one side of this library.
struct Tool {
    path: PathBuf,
    /// Where it is: before this library, or behind it.
    place: &'static str,
    /// How many of the followed calls it has.
    calls: usize,
}

/// Looks for tools.
pub(super) fn examine_tools(library: &'static Library) -> ToolReport {
    let (own, mpi) = (library::find_own_path(), library::path_of(library.functions.file_open as *const _));
    let mut tools: Vec<Tool> = Vec::new();
    let mut add = |path: PathBuf, place: &'static str| {
        let known = tools.iter_mut().find(|tool| tool.path == path && tool.place == place);
        match known {
            Some(tool) => tool.calls += 1,
            None => tools.push(Tool { path, place, calls: 1 }),
        }
    };
    let mut faults = Vec::new();
    for name in CALLS {
        let first = library::find_program_function(name).and_then(library::path_of);
        match first {
            Some(first) if Some(&first) == mpi.as_ref() => {
                let name = name.to_string_lossy();
                faults.push(format!(
                    "`{}` of the program goes to the MPI library and not to this one: name this one first in LD_PRELOAD, or link it before MPI",
                    name.trim_start_matches('P')
                ));
            }
            Some(first) if Some(&first) != own.as_ref() => add(first, "before"),
            _ => {}
        }
        // A tool behind has `MPI_X` and mostly no `PMPI_X`, so that the two differ.
        let [next, last] = [Called::ByProgram, Called::ByTool]
            .map(|called| called.find_next(name).and_then(library::path_of));
        if let Some(next) = next.filter(|next| Some(next) != last.as_ref()) {
            add(next, "behind");
        }
    }
    let line = |Tool { path, place, calls }: &Tool| {
        format!("{place} datarep: {} ({calls} of {} calls)", describe_path(path), CALLS.len())
    };
    ToolReport { tools: tools.iter().map(line).collect(), faults }
}

/// The path of a library. A program is named by what was typed.
fn describe_path(path: &Path) -> String {
    path.display().to_string()
}
