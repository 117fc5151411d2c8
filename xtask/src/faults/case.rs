//! The operations that meet faults: their programs, and the files that exist before.

use std::path::Path;
use std::process::Command;

use super::programs::Programs;

/// An operation.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) operation: &'static str,
    /// The file that the operation writes or reads.
    pub(super) file: &'static str,
    pub(super) kind: CaseKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaseKind {
    /// Writes the items of a view, `step` bytes apart, to an existing file or to a new one.
    Items { step: usize, state: FileState },
    /// Reads the items of a view, `step` bytes apart. The file holds them.
    Read { step: usize },
    /// Sizes, and other accesses without items.
    WithoutItems,
    /// A conversion to a new file, or one that replaces an existing file.
    Convert { arguments: &'static [&'static str], state: FileState },
}

/// Whether the file that an operation writes exists before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileState {
    Existing,
    New,
}

const fn make_items_case(operation: &'static str, step: usize, state: FileState) -> Case {
    Case { operation, file: "file.dat", kind: CaseKind::Items { step, state } }
}

const fn make_convert_case(
    operation: &'static str,
    file: &'static str,
    arguments: &'static [&'static str],
    state: FileState,
) -> Case {
    Case { operation, file, kind: CaseKind::Convert { arguments, state } }
}

const fn make_itemless_case(operation: &'static str) -> Case {
    Case { operation, file: "file.dat", kind: CaseKind::WithoutItems }
}

/// All operations that meet faults. The names of the runtime's operations are the arguments of its example
/// `one_access`.
pub(super) const CASES: &[Case] = &[
    make_items_case("write", 8, FileState::Existing),
    make_items_case("create", 8, FileState::New),
    make_items_case("holes", 12, FileState::Existing),
    make_items_case("sieved", 12, FileState::Existing),
    make_items_case("threads", 12, FileState::Existing),
    Case { operation: "read", file: "file.dat", kind: CaseKind::Read { step: 8 } },
    Case { operation: "read-holes", file: "file.dat", kind: CaseKind::Read { step: 12 } },
    make_itemless_case("extend"),
    make_itemless_case("cut"),
    make_itemless_case("preallocate"),
    make_itemless_case("sync"),
    make_itemless_case("delete"),
    make_convert_case("to-format", "out.dat", &["--from", "f64", "--to", "hfp64"], FileState::New),
    make_convert_case("to-csv", "out.csv", &["--from", "f64", "--row", "5"], FileState::New),
    make_convert_case("replace", "out.npy", &["--from", "f64", "--force"], FileState::Existing),
];

/// The number of items of an access, the item at which it begins, and the bytes of an item, as in the example.
pub(super) const ITEMS: usize = 1500;
pub(super) const FIRST: usize = 10;
pub(super) const BYTES: usize = 8;

/// The number of bytes of the files that exist before.
const LENGTH: usize = 24_000;

/// The value of each item, as in the example.
pub(super) fn item_value(index: usize) -> f64 {
    u32::try_from(index).map_or(0.0, |index| f64::from(index) * 1.25 - 300.0)
}

impl Case {
    /// The bytes of the file before the run, or `None` if it does not exist.
    pub(super) fn bytes_before_run(&self) -> Option<Vec<u8>> {
        let noise = || (0..LENGTH).map(|index| (index * 13 + 7).to_le_bytes()[0]).collect::<Vec<u8>>();
        match self.kind {
            CaseKind::Items { state: FileState::New, .. }
            | CaseKind::Convert { state: FileState::New, .. } => None,
            CaseKind::Read { step } => {
                let mut bytes = noise();
                for index in 0..ITEMS {
                    let at = (FIRST + index) * step;
                    bytes[at..at + BYTES].copy_from_slice(&item_value(index).to_be_bytes());
                }
                Some(bytes)
            }
            CaseKind::Items { .. } | CaseKind::WithoutItems | CaseKind::Convert { .. } => Some(noise()),
        }
    }

    /// The name of the file that is converted, and its bytes.
    pub(super) fn input_file(&self) -> Option<(&'static str, Vec<u8>)> {
        let bytes = || (0..ITEMS * 20).flat_map(|index| item_value(index % ITEMS).to_be_bytes()).collect();
        matches!(self.kind, CaseKind::Convert { .. }).then(|| ("in.f64", bytes()))
    }

    /// The program, for files in `folder`.
    pub(super) fn make_command(&self, programs: &Programs, folder: &Path) -> Command {
        let path = folder.join(self.file);
        if let CaseKind::Convert { arguments, .. } = self.kind {
            let mut command = Command::new(&programs.command);
            command.arg("convert").arg(folder.join("in.f64")).arg(path).args(arguments);
            return command;
        }
        let mut command = Command::new(&programs.access);
        command.arg(self.operation).arg(path);
        command
    }
}
