//! What this library sees where it runs, for `DATAREP_DOCTOR`: every process tells it when MPI is initialized, in a form
//! that can be sent to a site's support. The program ends there. Its exit code says whether all is well.
#![allow(unsafe_code, reason = "calls of the MPI library")]

mod chain;
mod file_system;
mod trial;

use std::ffi::c_int;
use std::fmt::Write as _;
use std::path::Path;

use crate::abi::Family;
use crate::library::{self, Library};
use crate::settings::{self, SETTINGS};
use crate::{dialect, guard, lifetime, plugins, representation, texts};

/// The first words of every line that does not belong to a list. `datarep mpi doctor` looks for them.
const NAME: &str = "datarep doctor";

/// Ends the program after a report, if `DATAREP_DOCTOR` asks for one. `code`: that of `MPI_Init`, which is returned
/// otherwise.
pub(crate) fn report_and_exit(library: &'static Library, code: c_int) -> c_int {
    let Some(folder) = settings::get().doctor.as_deref().filter(|_| code == 0) else { return code };
    let report = Report::examine(library, folder);
    let is_first = report.process.is_none_or(|process| process.rank == 0);
    report.print(is_first);
    lifetime::end_world(library);
    // SAFETY: it takes nothing, and MPI is initialized. The program does not run any more. Test: `doctor.c`.
    guard::in_library(|| unsafe { (library.functions.finalize)() });
    std::process::exit(c_int::from(!report.faults.is_empty()))
}

/// A process of the program.
#[derive(Clone, Copy)]
struct Process {
    rank: c_int,
    /// The number of all processes.
    size: c_int,
}

/// What a process sees.
struct Report {
    /// The process, if the library can be asked.
    process: Option<Process>,
    host: String,
    /// What there is: a word, and lines.
    facts: Vec<(&'static str, Vec<String>)>,
    /// What may surprise.
    remarks: Vec<String>,
    /// What is wrong, and what to do.
    faults: Vec<String>,
}

impl Report {
    fn examine(library: &'static Library, folder: &Path) -> Report {
        let mut report = Report {
            process: library.unknown_family_reason().is_none().then(|| find_process(library)),
            host: read_host_name(),
            facts: Vec::new(),
            remarks: Vec::new(),
            faults: Vec::new(),
        };
        report.examine_library(library);
        report.examine_tools(library);
        report.examine_settings();
        report.examine_representations();
        report.examine_views(library, folder);
        report
    }

    fn add_section(&mut self, title: &'static str, lines: Vec<String>) {
        self.facts.push((title, lines));
    }

    fn examine_library(&mut self, library: &'static Library) {
        let own = library::find_own_path()
            .map_or("a path that is not known".to_owned(), |path| path.display().to_string());
        self.add_section("datarep", vec![format!("{} in {own}", env!("CARGO_PKG_VERSION"))]);
        let at = library::path_of(library.functions.file_open as *const _);
        let at = at.map_or("a path that is not known".to_owned(), |path| path.display().to_string());
        self.add_section("MPI library", vec![library.version.clone(), at]);
        if let Some(reason) = library.unknown_family_reason() {
            self.faults.push(format!("{reason}; `docs/mpi.md` lists the families"));
            return;
        }
        let abi = match dialect::find_dialect(library) {
            Family::Mpich => "that of MPICH",
            Family::OpenMpi => "that of Open MPI",
            Family::Standard => "the standard of MPI 5",
            Family::Draft => "a draft of the standard of MPI 5",
        };
        self.add_section("ABI", vec![abi.to_owned()]);
        match dialect::find_difference(library) {
            None => {
                self.add_section(
                    "constants",
                    vec![format!("{} asked for, all as in the table", dialect::CHECKED)],
                );
            }
            Some(difference) => self.faults.push(format!("{difference}; no view is converted")),
        }
    }

    fn examine_tools(&mut self, library: &'static Library) {
        let chain::ToolReport { tools, faults } = chain::examine_tools(library);
        self.add_section("tools", if tools.is_empty() { vec!["none".to_owned()] } else { tools });
        self.faults.extend(faults);
    }

    fn examine_settings(&mut self) {
        let mut lines = Vec::new();
        let value = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        lines.extend(value("LD_PRELOAD").map(|value| format!("LD_PRELOAD={value}")));
        for (name, effect) in SETTINGS {
            lines.extend(value(name).map(|value| format!("{name}={value}: {effect}")));
        }
        let unset: Vec<&str> =
            SETTINGS.iter().map(|&(name, _)| name).filter(|name| value(name).is_none()).collect();
        if !unset.is_empty() {
            lines.push(format!("not set: {}", unset.join(", ")));
        }
        self.add_section("settings", lines);
        let unknown = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
        let is_unknown = |name: &String| {
            name.starts_with("DATAREP_") && !SETTINGS.iter().any(|(setting, _)| setting == name)
        };
        self.remarks.extend(
            unknown
                .filter(is_unknown)
                .map(|name| format!("`{name}` is no variable of this library: perhaps a slip")),
        );
    }

    fn examine_representations(&mut self) {
        let names = representation::list_names();
        self.add_section("names", vec![names.join(" ")]);
        if let Some(reason) = texts::reader_fault() {
            self.remarks.push(format!("views cannot name the representations that texts have: {reason}"));
        }
        self.faults.extend(plugins::get().faults().iter().chain(texts::get().faults()).cloned());
        if let Some(name) = &settings::get().force
            && !names.contains(name)
        {
            self.faults.push(format!("DATAREP_FORCE: no representation is named `{name}`"));
        }
    }

    fn examine_views(&mut self, library: &'static Library, folder: &Path) {
        self.add_section("folder", vec![format!("{}: {}", folder.display(), file_system::describe(folder))]);
        if library.unknown_family_reason().is_some() || dialect::find_difference(library).is_some() {
            return;
        }
        match trial::try_view(library, folder, &self.host) {
            Ok(outcome) => self.add_section("views", vec![outcome]),
            Err(reason) => self.faults.push(format!("a view is not converted: {reason}")),
        }
    }

    /// Prints all, or only whether all is well.
    fn print(&self, is_verbose: bool) {
        let place = match self.process {
            Some(Process { rank, size }) => format!("process {rank} of {size} on {}", self.host),
            None => format!("a process on {}", self.host),
        };
        let mut text = String::new();
        if is_verbose || !self.faults.is_empty() {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{NAME}: {place}");
            for (label, lines) in &self.facts {
                for (number, line) in lines.iter().enumerate() {
                    let label = if number == 0 { format!("{label}:") } else { String::new() };
                    let _ = writeln!(text, "  {label:<13}{}", remove_control_characters(line));
                }
            }
            for (label, lines) in [("remark", &self.remarks), ("fault", &self.faults)] {
                for line in lines {
                    let _ = writeln!(
                        text,
                        "  {label}: {}",
                        remove_control_characters(line).replace('\n', "\n    ")
                    );
                }
            }
        }
        let verdict = match self.faults.len() {
            0 => "all is well".to_owned(),
            1 => "1 fault".to_owned(),
            faults => format!("{faults} faults"),
        };
        let _ = writeln!(text, "{NAME}: {place}: {verdict}");
        // One write, because other processes write too. If it fails, nobody reads it.
        let mut output = std::io::stdout();
        let _ = std::io::Write::write_all(&mut output, text.as_bytes());
        let _ = std::io::Write::flush(&mut output);
    }
}

/// A text without control characters, but with its lines.
fn remove_control_characters(text: &str) -> String {
    let plain = |letter: char| match letter {
        '\t' => ' ',
        '\n' => '\n',
        letter if letter.is_control() => char::REPLACEMENT_CHARACTER,
        letter => letter,
    };
    text.chars().map(plain).collect()
}

fn find_process(library: &'static Library) -> Process {
    let (world, mut size) = (library.abi.world, 0);
    // SAFETY: the communicator is the library's own, and `size` is a place for the number. Test: `doctor.c`.
    guard::in_library(|| unsafe { (library.functions.comm_size)(world, &raw mut size) });
    Process { rank: library.rank(world), size }
}

/// The name of this machine.
fn read_host_name() -> String {
    let mut name = vec![0_u8; 256];
    // SAFETY: `name` has as many bytes as the call is told, and one more that stays zero. Test: `doctor.c`.
    let code = unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) };
    let end = name.iter().position(|&byte| byte == 0).unwrap_or(0);
    if code == 0 {
        String::from_utf8_lossy(&name[..end]).into_owned()
    } else {
        "a machine without a name".to_owned()
    }
}
