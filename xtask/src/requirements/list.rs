//! What the MPI documents ask of a data representation, a line each.

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Requirement {
    /// What marks name.
    pub(super) id: &'static str,
    /// What is asked for.
    pub(super) text: &'static str,
    /// It speaks of several processes, or of a library's own calls: what is proven here is our half of it.
    pub(super) needs_library: bool,
}

const fn here(id: &'static str, text: &'static str) -> Requirement {
    Requirement { id, text, needs_library: false }
}

const fn library(id: &'static str, text: &'static str) -> Requirement {
    Requirement { id, text, needs_library: true }
}

/// The parts, in the order of MPI's chapter, with their requirements.
///
/// Source: MPI 4.1, "User-Defined Data Representations", "Datatypes for File Interoperability" and "Data Access";
/// MPI-2.2, the same; the MPI-2 draft of 1997, which calls them filters.
pub(super) const PARTS: &[(&str, &[Requirement])] = &[
    (
        "Registering",
        &[
            here(
                "R-REG-1",
                "a name stands for a read, a write and an extent function and their state, and views accept it",
            ),
            here(
                "R-REG-2",
                "a name that is taken, MPI's own included, is refused, and the first registration stays",
            ),
            here("R-REG-3", "a name has 1 to at least 64 characters; others are refused"),
            here("R-REG-4", "registering speaks to no other process and touches no file"),
            here("R-REG-5", "a registration lasts as long as the process"),
            here("R-REG-6", "where a function is null, that direction moves native data and calls nothing"),
            here("R-REG-7", "the state reaches each function as it was given"),
            here("R-REG-8", "what was registered under a name can be asked for; asking changes nothing"),
            here("R-REG-9", "counts and extents have 64 bits"),
        ],
    ),
    (
        "Extents",
        &[
            here(
                "R-EXT-1",
                "the extent function is asked about predefined types alone, and gives octets in the file",
            ),
            here("R-EXT-2", "the extent of any datatype follows from those of its predefined types"),
            here("R-EXT-3", "an extent that does not fit its type is said to be undefined, never wrapped"),
            here("R-EXT-4", "files are byte-aligned: nothing lies between items"),
            here("R-EXT-5", "the answer does not depend on who asks"),
        ],
    ),
    (
        "Conversion functions",
        &[
            here(
                "R-CONV-1",
                "reading stores items that are contiguous in the file where the datatype puts them",
            ),
            here("R-CONV-2", "writing is the mirror of reading"),
            here("R-CONV-3", "count and position are in items of the typemap"),
            here("R-CONV-4", "beyond one datatype its copies follow each other by the extent"),
            here("R-CONV-5", "a call starts at any position, in the middle of a block or many copies in"),
            here("R-CONV-6", "parts of any size give what one call gives"),
            here("R-CONV-7", "many conversions use one datatype at once"),
            here("R-CONV-8", "each item of the file has the type of its entry in the signature"),
            here("R-CONV-9", "the datatype handed over is equivalent to the one that was passed"),
            here("R-CONV-10", "a read function may write over the octets of the file that it was given"),
            here(
                "R-CONV-11",
                "a failure is of class conversion, names the item, and what was done before it is right",
            ),
            here("R-CONV-12", "functions are called by data access and by the query of an extent alone"),
            here("R-CONV-13", "what may not be called from inside a function is refused there"),
            here("R-CONV-14", "packing to and from a representation by name"),
        ],
    ),
    (
        "Datatypes in files",
        &[
            here("R-TYPE-1", "all constructors over all predefined types"),
            here("R-TYPE-2", "portable datatypes are scaled to the file's representation"),
            here("R-TYPE-3", "displacements in octets stand as they are given"),
            here("R-TYPE-4", "datatypes of memory are never scaled"),
            here("R-TYPE-5", "bounds that were set hold in the file"),
            here("R-TYPE-6", "equivalent portable datatypes give the same file on every machine"),
        ],
    ),
    (
        "Data access",
        &[
            here(
                "R-ACC-1",
                "all routines: offsets given, own pointer, shared pointer; blocking or not; collective or not",
            ),
            here(
                "R-ACC-2",
                "offsets are in etypes, not negative, move no pointer, and are refused in sequential mode",
            ),
            here("R-ACC-3", "a pointer moves by the etypes that were asked for, when the call starts"),
            here("R-ACC-4", "kinds of positioning do not disturb one another"),
            here("R-ACC-5", "a nonblocking access ends by wait or test, and has its buffer until then"),
            here("R-ACC-6", "one split collective at a time, ended by its own call"),
            here(
                "R-ACC-7",
                "the datatype is committed, has whole etypes, and does not overlap itself where it is read into",
            ),
            here(
                "R-ACC-8",
                "the status tells whole datatypes and items; the end of the file gives fewer, writing beyond it grows it",
            ),
            here("R-ACC-9", "only `sync` promises that data is on the device"),
            here("R-ACC-10", "a view gives back what it was made of"),
        ],
    ),
    (
        "Reference and interoperability",
        &[
            here("R-REF-1", "complete representations ship as texts that can be tailored"),
            library(
                "R-REF-2",
                "what an MPI library writes in `external32` reads back, and the other way round",
            ),
        ],
    ),
];
