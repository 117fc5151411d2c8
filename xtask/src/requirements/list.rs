//! What MPI asks of data representations: each requirement with an id, in a line of our own words.
//!
//! Sources: the draft of 1997 that calls conversion functions filters; MPI-2.2, "User-Defined Data Representations"
//! and "Data Access"; MPI 4.1, "Datatypes for File Interoperability".

/// A requirement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Requirement {
    /// What tests and code name it by.
    pub(super) id: &'static str,
    /// What is asked.
    pub(super) words: &'static str,
    /// Why it takes an MPI library to prove it; empty where it does not.
    pub(super) library: &'static str,
}

const fn asks(id: &'static str, words: &'static str) -> Requirement {
    Requirement { id, words, library: "" }
}

/// The groups with their requirements.
pub(super) const GROUPS: &[(&str, &[Requirement])] = &[
    (
        "Registering",
        &[
            asks(
                "R-REG-1",
                "A name is bound to read, write and extent functions and a state; views take the name from then on.",
            ),
            asks(
                "R-REG-2",
                "A taken name, MPI's own three among them, is refused as `MPI_ERR_DUP_DATAREP`; the first stays.",
            ),
            asks(
                "R-REG-3",
                "Names have a greatest length of 64 bytes or more; empty and longer ones are refused.",
            ),
            asks(
                "R-REG-4",
                "Registering is a matter of the process alone: nothing is sent, no file is touched.",
            ),
            asks("R-REG-5", "What is registered stays so until the process ends."),
            asks("R-REG-6", "A null function leaves its direction to native data, and nothing is called."),
            asks("R-REG-7", "The state comes to each function as it was given."),
            asks("R-REG-8", "A name leads back to what was registered, or to nothing."),
            asks("R-REG-9", "Counts and extents have 64 bits, as in the large-count forms."),
        ],
    ),
    (
        "Extents",
        &[
            asks(
                "R-EXT-1",
                "The extent function tells bytes per item in the file; it is asked about predefined types alone.",
            ),
            asks("R-EXT-2", "Extents of derived datatypes in a file follow from those of their items."),
            asks("R-EXT-3", "An extent beyond 64 bits is undefined, not wrapped."),
            asks(
                "R-EXT-4",
                "Items of a representation stand at any byte: nothing is padded. In `native` and `internal` a datatype lies as in memory.",
            ),
            asks("R-EXT-5", "Every process with the file open gets the same extents."),
        ],
    ),
    (
        "Conversion functions",
        &[
            asks(
                "R-CONV-1",
                "Reading takes items that lie side by side in the file buffer to where the datatype has them.",
            ),
            asks("R-CONV-2", "Writing is reading turned round."),
            asks("R-CONV-3", "Count and position are counted in entries of the typemap."),
            asks("R-CONV-4", "Behind its last item a datatype goes on with a copy, one extent further."),
            asks("R-CONV-5", "A call may start at any item, within a block or many copies in."),
            asks("R-CONV-6", "A transfer cut into calls of any size gives what one call gives."),
            asks("R-CONV-7", "Conversions run at the same time, of one datatype too."),
            asks("R-CONV-8", "An item of the file has the type of its entry in the signature."),
            asks("R-CONV-9", "A function sees the user's datatype or an equivalent one."),
            asks("R-CONV-10", "The file buffer may be spoiled while it is read."),
            asks(
                "R-CONV-11",
                "A failure is an error of the class conversion that names its item; what came before is right.",
            ),
            asks(
                "R-CONV-12",
                "Functions run only for accesses and extents, with types that the user passed.",
            ),
            asks("R-CONV-13", "Collective routines inside a conversion function are refused."),
            asks("R-CONV-14", "Packing and unpacking convert as well."),
        ],
    ),
    (
        "Datatypes in files",
        &[
            asks("R-TYPE-1", "All constructors over all predefined types."),
            asks("R-TYPE-2", "Portable etypes and filetypes scale to the file's extents."),
            asks("R-TYPE-3", "Displacements in bytes are bytes of the file."),
            asks("R-TYPE-4", "The datatypes of memory do not scale."),
            asks("R-TYPE-5", "Bounds that a program set hold in the file."),
            asks("R-TYPE-6", "Equivalent portable types give one layout, whatever the machine."),
        ],
    ),
    (
        "Data access",
        &[
            asks("R-ACC-1", "All routines of the table of accesses, through any view in any representation."),
            asks(
                "R-ACC-2",
                "Offsets are in etypes, not negative, move no pointer, and are refused for sequential files.",
            ),
            asks("R-ACC-3", "Pointers move by the etypes of an access; for a nonblocking one at its start."),
            asks("R-ACC-4", "Offsets, individual and shared pointers do not disturb one another."),
            asks("R-ACC-5", "Wait and test complete a nonblocking access, which has its buffer until then."),
            asks("R-ACC-6", "A handle has one split collective access, ended by its own end."),
            asks(
                "R-ACC-7",
                "Datatypes are committed, whole etypes, and free of overlap where they are read into.",
            ),
            asks(
                "R-ACC-8",
                "A status counts datatypes and items; reads stop at the end of the file, writes extend it.",
            ),
            asks("R-ACC-9", "Data is on the device after `sync`, and after nothing else for sure."),
            asks("R-ACC-10", "A view is handed back as it was set."),
        ],
    ),
    (
        "Reference and template",
        &[
            asks("R-REF-1", "A complete representation ships as source to be tailored."),
            asks(
                "R-REF-2",
                "`native`, `internal` and `external32` are there, and files go to and from MPI libraries.",
            ),
        ],
    ),
];
