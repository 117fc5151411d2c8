//! MPI's requirements of data representations, each with an id and a description in this project's own words.
//!
//! The sources are the draft of 1997, which calls conversion functions filters; MPI-2.2, "User-Defined Data
//! Representations" and "Data Access"; and MPI 4.1, "Datatypes for File Interoperability".

/// A requirement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Requirement {
    /// The id, by which tests and code name the requirement.
    pub(super) id: &'static str,
    /// The description of the requirement.
    pub(super) words: &'static str,
    /// The reason why its proof needs an MPI library, or nothing if it does not.
    pub(super) library: &'static str,
}

const fn make_requirement(id: &'static str, words: &'static str) -> Requirement {
    Requirement { id, words, library: "" }
}

/// The groups of requirements.
pub(super) const GROUPS: &[(&str, &[Requirement])] = &[
    (
        "Registering",
        &[
            make_requirement(
                "R-REG-1",
                "Registering binds a name to the functions for reading, writing and extents, and to a state. Views accept the name from then on.",
            ),
            make_requirement(
                "R-REG-2",
                "A name that is taken, MPI's own three included, is refused with `MPI_ERR_DUP_DATAREP`. The first registration stays.",
            ),
            make_requirement(
                "R-REG-3",
                "The greatest length of a name is 64 bytes or more. Empty and longer names are refused.",
            ),
            make_requirement(
                "R-REG-4",
                "Registering is local to the process: nothing is sent, and no file is touched.",
            ),
            make_requirement("R-REG-5", "A registration lasts until the process ends."),
            make_requirement(
                "R-REG-6",
                "If a function is null, data in its direction is native and no function is called.",
            ),
            make_requirement("R-REG-7", "Each function gets the state as it was given."),
            make_requirement("R-REG-8", "Looking a name up gives what was registered, or nothing."),
            make_requirement("R-REG-9", "Counts and extents have 64 bits, as in the large-count functions."),
        ],
    ),
    (
        "Extents",
        &[
            make_requirement(
                "R-EXT-1",
                "The extent function returns the bytes of an item in the file. It is called for predefined types only.",
            ),
            make_requirement(
                "R-EXT-2",
                "The extent of a derived datatype in a file follows from the extents of its items.",
            ),
            make_requirement("R-EXT-3", "An extent beyond 64 bits is undefined, not wrapped."),
            make_requirement(
                "R-EXT-4",
                "Items of a representation have no alignment, and nothing is padded. In `native` and `internal` a datatype has its layout in memory.",
            ),
            make_requirement("R-EXT-5", "Every process that has the file open gets the same extents."),
        ],
    ),
    (
        "Conversion functions",
        &[
            make_requirement(
                "R-CONV-1",
                "The read function takes items that are contiguous in the file buffer and stores them where the datatype says.",
            ),
            make_requirement("R-CONV-2", "The write function does the reverse."),
            make_requirement("R-CONV-3", "Count and position are numbers of typemap entries."),
            make_requirement(
                "R-CONV-4",
                "After its last item a datatype continues with a copy, one extent further.",
            ),
            make_requirement(
                "R-CONV-5",
                "A call may start at any item, inside a block or after many copies.",
            ),
            make_requirement(
                "R-CONV-6",
                "A transfer that is cut into calls of any size gives the same result as one call.",
            ),
            make_requirement("R-CONV-7", "Conversions may run at the same time, also with one datatype."),
            make_requirement("R-CONV-8", "An item of the file has the type of its entry in the signature."),
            make_requirement("R-CONV-9", "A function sees the user's datatype or an equivalent one."),
            make_requirement("R-CONV-10", "The read function may overwrite the file buffer."),
            make_requirement(
                "R-CONV-11",
                "A failure is an error of the class conversion that names its item. The items before it are right.",
            ),
            make_requirement(
                "R-CONV-12",
                "Functions are called only for accesses and extents, with types that the user passed.",
            ),
            make_requirement("R-CONV-13", "Collective routines inside a conversion function are refused."),
            make_requirement("R-CONV-14", "Packing and unpacking convert too."),
        ],
    ),
    (
        "Datatypes in files",
        &[
            make_requirement("R-TYPE-1", "All constructors accept all predefined types."),
            make_requirement("R-TYPE-2", "Portable etypes and filetypes scale to the file's extents."),
            make_requirement("R-TYPE-3", "Displacements in bytes are bytes of the file."),
            make_requirement("R-TYPE-4", "The datatypes of memory do not scale."),
            make_requirement("R-TYPE-5", "Bounds that a program has set apply in the file too."),
            make_requirement("R-TYPE-6", "Equivalent portable types have the same layout on every machine."),
        ],
    ),
    (
        "Data access",
        &[
            make_requirement(
                "R-ACC-1",
                "All data access routines work through any view in any representation.",
            ),
            make_requirement(
                "R-ACC-2",
                "Offsets count etypes, are not negative, and move no pointer. They are refused for sequential files.",
            ),
            make_requirement(
                "R-ACC-3",
                "Pointers move by the etypes of an access. For a nonblocking access they move when it starts.",
            ),
            make_requirement(
                "R-ACC-4",
                "Offsets, individual and shared pointers do not disturb one another.",
            ),
            make_requirement(
                "R-ACC-5",
                "Wait and test complete a nonblocking access, which owns its buffer until then.",
            ),
            make_requirement(
                "R-ACC-6",
                "A handle has at most one split collective access, which ends with its own end routine.",
            ),
            make_requirement(
                "R-ACC-7",
                "Datatypes are committed and consist of whole etypes. Those that are read into do not overlap.",
            ),
            make_requirement(
                "R-ACC-8",
                "A status counts datatypes and items. Reads stop at the end of the file, and writes extend it.",
            ),
            make_requirement("R-ACC-9", "After `sync` data is on the device. Nothing else guarantees it."),
            make_requirement("R-ACC-10", "A view is returned as it was set."),
        ],
    ),
    (
        "Reference and template",
        &[
            make_requirement("R-REF-1", "A complete representation is included as source, as a template."),
            make_requirement(
                "R-REF-2",
                "`native`, `internal` and `external32` exist, and files can be exchanged with MPI libraries.",
            ),
        ],
    ),
];
