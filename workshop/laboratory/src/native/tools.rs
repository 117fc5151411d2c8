//! A tool that counts calls by MPI's profiling interface, before our library in the order of libraries, behind it, and
//! linked to the program.

use std::path::Path;

use super::Tally;
use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::workspace;

/// The order of the tool and our library.
struct LoadOrder {
    name: &'static str,
    /// Whether the tool is linked to the program.
    is_linked: bool,
    /// What is preloaded. `tool` and `ours` stand for the libraries.
    preloaded: &'static [&'static str],
    /// The argument of the program: `before` if the tool gets calls before our library, else `behind`.
    tool_place: &'static str,
}

const ORDERS: [LoadOrder; 3] = [
    LoadOrder { name: "behind", is_linked: false, preloaded: &["ours", "tool"], tool_place: "behind" },
    LoadOrder { name: "before", is_linked: false, preloaded: &["tool", "ours"], tool_place: "before" },
    LoadOrder { name: "linked", is_linked: true, preloaded: &["ours"], tool_place: "behind" },
];

/// Runs a program that knows how many calls it makes, with the tool alone and on both sides of the library.
pub(super) fn run(library: &Library, preload: &str, tally: &mut Tally) -> Result<(), String> {
    let folder = workspace::root().join("datarep-mpi/tests/c");
    let tool = library.compile_with(&folder.join("tool.c"), &["-shared".to_owned(), "-fPIC".to_owned()])?;
    let source = folder.join("counted.c");
    let plain = library.compile(&source)?;
    // Programs are named after their source, so this one is compiled from a copy.
    let copy = tool.with_file_name("counted_linked.c");
    std::fs::copy(&source, &copy).map_err(|error| format!("`{}`: {error}", copy.display()))?;
    let arguments =
        [format!("-I{}", folder.display()), "-Wl,--no-as-needed".to_owned(), tool.display().to_string()];
    let linked = library.compile_with(&copy, &arguments)?;
    let ours = preload.trim_start_matches("LD_PRELOAD=").to_owned();
    let tool = tool.display().to_string();
    let alone = run_program(library, &plain, &tool, ["native", "before"])?.wrong;
    for order in &ORDERS {
        let preloaded: Vec<&str> =
            order.preloaded.iter().map(|name| if *name == "tool" { &*tool } else { &*ours }).collect();
        let program = if order.is_linked { &linked } else { &plain };
        for view in ["native", "big_endian"] {
            let judged = run_program(library, program, &preloaded.join(":"), [view, order.tool_place])?;
            tally.print_and_add(
                &format!("{}, a tool {}, view `{view}`", library.name, order.name),
                judged,
                alone,
            );
        }
    }
    Ok(())
}

fn run_program(
    library: &Library,
    program: &Path,
    preloaded: &str,
    words: [&str; 2],
) -> Result<CaseCounts, String> {
    let file = mpi_libraries::scratch_path(&format!("tools-{}", library.slug));
    let [view, tool_place] = words;
    let judged = library.run_and_count(
        &[format!("LD_PRELOAD={preloaded}")],
        2,
        program,
        &[&file.to_string_lossy(), view, tool_place],
    );
    // A program that failed left its file behind.
    let _ = std::fs::remove_file(&file);
    judged
}
