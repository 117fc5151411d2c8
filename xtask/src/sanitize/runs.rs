//! The runs under each tool. They are in a file of their own so that the coverage is visible at a glance.

use super::Tool;

/// One run.
pub(super) struct SanitizerRun {
    pub(super) tool: Tool,
    /// A description for messages.
    pub(super) what: &'static str,
    pub(super) subject: RunSubject,
    /// Whether the run takes seconds, of a program that the tests have built.
    pub(super) quick: bool,
}

/// The subject of a run.
pub(super) enum RunSubject {
    /// Unit tests of the runtime, by parts of their names. `keeps` says whether memory may remain until the process
    /// ends, as the tables of plug-ins do.
    Tests { names: &'static [&'static str], keeps: bool },
    /// Operations of the runtime's example `one_access`.
    Accesses(&'static [&'static str]),
    /// Arguments of `datarep convert`.
    Conversions(&'static [&'static [&'static str]]),
    /// The memory of arrays in the Python package, without Python.
    Arrays,
    /// The engine for MPI.
    Engine,
}

pub(super) const RUNS: [SanitizerRun; 12] = [
    SanitizerRun {
        tool: Tool::Miri,
        what: "casts, items seen as bytes and bytes as items, what is out of a buffer",
        subject: RunSubject::Tests {
            names: &[
                "kernel::cast",
                "kernel::dense",
                "kernel::items",
                "kernel::moves::tests::what_is_out_of_a_buffer_is_refused",
            ],
            keeps: false,
        },
        quick: false,
    },
    SanitizerRun {
        tool: Tool::Miri,
        what: "functions of C",
        subject: RunSubject::Tests {
            names: &[
                "raw::tests::functions_of_c_convert",
                "raw::tests::codes_of_c_are_errors",
                "raw::tests::items_lie_anywhere",
                "raw::tests::losses_of_raw_buffers_are_counted",
                "raw::tests::functions_of_a_program_see_items_alone",
            ],
            keeps: false,
        },
        quick: false,
    },
    SanitizerRun {
        tool: Tool::Miri,
        what: "the tables of plug-ins",
        subject: RunSubject::Tests {
            names: &[
                "raw::tests::plugin::tables_that_cannot_be_are_refused",
                "raw::tests::plugin::failures_do_not_cross_the_border",
                "raw::tests::plugin::counts_of_a_liar_add_up_to_the_most",
            ],
            keeps: true,
        },
        quick: false,
    },
    SanitizerRun {
        tool: Tool::Miri,
        what: "arrays of Python as bytes",
        subject: RunSubject::Arrays,
        quick: false,
    },
    SanitizerRun {
        tool: Tool::Address,
        what: "arrays of Python as bytes",
        subject: RunSubject::Arrays,
        quick: false,
    },
    SanitizerRun {
        tool: Tool::Address,
        what: "loops at every level of the processor, transfers, files, names, functions of C, plug-ins",
        subject: RunSubject::Tests {
            names: &["kernel", "transfer", "file", "raw", "registry", "packed", "convert", "view"],
            keeps: true,
        },
        quick: false,
    },
    SanitizerRun {
        tool: Tool::Thread,
        what: "handles and datatypes that many threads use, pipelines, names, functions, the tables of plug-ins",
        subject: RunSubject::Tests {
            names: &[
                "file::tests::sharing",
                "file::tests::routines",
                "file::tests::faults",
                "file::turns",
                "file::atomicity",
                "transfer::tests::one_datatype_serves_many_threads",
                "transfer::tests::a_thread_that_ends_converts",
                "registry",
                "raw::tests::gaps",
                "raw::tests::functions_serve_many_threads",
                "raw::tests::plugin::tables_serve_many_threads",
            ],
            keeps: false,
        },
        quick: false,
    },
    SanitizerRun {
        tool: Tool::Valgrind,
        what: "accesses to files",
        subject: RunSubject::Accesses(&[
            "write",
            "read",
            "holes",
            "read-holes",
            "sieved",
            "read-holes",
            "threads",
            "extend",
            "cut",
            "sync",
        ]),
        quick: true,
    },
    SanitizerRun {
        tool: Tool::Valgrind,
        what: "conversions by the command",
        subject: RunSubject::Conversions(&[
            &["--from", "hfp32"],
            &["--from", "f64", "--to", "hfp64"],
            &["--from", "f64"],
        ]),
        quick: false,
    },
    SanitizerRun { tool: Tool::Address, what: "files of MPI", subject: RunSubject::Engine, quick: false },
    SanitizerRun { tool: Tool::Thread, what: "files of MPI", subject: RunSubject::Engine, quick: false },
    SanitizerRun { tool: Tool::Valgrind, what: "files of MPI", subject: RunSubject::Engine, quick: false },
];
