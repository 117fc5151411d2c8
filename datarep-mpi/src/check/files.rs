//! Comparison of what all processes of a file must have in common, in calls that all of them make.
//!
//! Opening, setting a view and closing are collective. Each process sends a record of fixed size, even if its own call
//! has failed, over a communicator that belongs to the check. So no process waits for one that does not come, and no
//! message of the program is received. Whatever may differ by the standard is not compared.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::collections::hash_map::DefaultHasher;
use std::ffi::c_int;
use std::hash::{Hash as _, Hasher as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use datarep::file::View;
use datarep::{ErrorClass, engine};

use super::report::{is_on, refuse_inside_function, report, report_broken_rule, rule};
use crate::abi::Word;
use crate::dialect::find_errors_return;
use crate::failure::{self, Failure, check};
use crate::files::SetViewArguments;
use crate::guard;
use crate::library::Library;
use crate::representation::Representation;
use crate::settings;
use crate::table::Table;

/// A file that was opened while the checks are enabled.
pub(crate) struct CheckedFile {
    pub(super) communicator: Word,
    pub(super) rank: i32,
    ranks: usize,
    /// Whether every process has opened it. If one has not, nothing is compared any more.
    is_whole: bool,
    /// Whether all processes have the same view, as the shared pointer requires.
    pub(super) views_are_same: AtomicBool,
}

static FILES: Mutex<Option<Table<Arc<CheckedFile>>>> = Mutex::new(None);

fn with<R>(run: impl FnOnce(&mut Table<Arc<CheckedFile>>) -> R) -> R {
    run(FILES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// The state of a file.
pub(super) fn find_checked(file: Word) -> Option<Arc<CheckedFile>> {
    with(|files| files.get(&file).cloned())
}

/// The rank of this process among those of the file, or 0 if the check has not seen it opened.
pub(super) fn find_rank(file: Word) -> i32 {
    find_checked(file).map_or(0, |checked_file| checked_file.rank)
}

const NAME: usize = 128;
const RECORD: usize = NAME + 24;

/// The data that a process sends to the others.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ViewRecord {
    /// The name of the representation.
    name: String,
    source: u64,
    /// The extent of the etype in the file, or [`UNKNOWN`] if the process's own call has failed, or if only the library
    /// knows it.
    extent: i64,
    /// A number that distinguishes displacements and filetypes.
    layout: u64,
}

const UNKNOWN: i64 = i64::MIN;

/// The origin of a representation.
const OF_LIBRARY: u64 = 0;
const OF_STANDARD: u64 = 1;
const OF_PROGRAM: u64 = 2;
/// Instead of an origin: this process could not open the file.
const NOT_OPENED: u64 = 3;

impl ViewRecord {
    fn bytes(&self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        let length = self.name.len().min(NAME);
        bytes[..length].copy_from_slice(&self.name.as_bytes()[..length]);
        bytes[NAME..NAME + 8].copy_from_slice(&self.source.to_le_bytes());
        bytes[NAME + 8..NAME + 16].copy_from_slice(&self.extent.to_le_bytes());
        bytes[NAME + 16..].copy_from_slice(&self.layout.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> ViewRecord {
        let number = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            word
        };
        let end = bytes[..NAME].iter().position(|&byte| byte == 0).unwrap_or(NAME);
        ViewRecord {
            name: String::from_utf8_lossy(&bytes[..end]).into_owned(),
            source: u64::from_le_bytes(number(NAME)),
            extent: i64::from_le_bytes(number(NAME + 8)),
            layout: u64::from_le_bytes(number(NAME + 16)),
        }
    }
}

/// What differs between processes, and the rule that it breaks.
struct Difference {
    message: String,
    rule: &'static str,
}

/// The difference of a record from the others in what must be the same, if there is one.
fn find_difference(records: &[ViewRecord], rank: usize) -> Option<Difference> {
    let (own, first) = (&records[rank], &records[0]);
    if own.name != first.name {
        let message =
            format!("the representation is `{}` in rank {rank} and `{}` in rank 0", own.name, first.name);
        return Some(Difference { message, rule: rule::VIEW });
    }
    if own.source != first.source {
        let from = |source| match source {
            OF_LIBRARY => "not known",
            OF_STANDARD => "the one of the standard library",
            _ => "registered by the program",
        };
        let (name, here, there) = (&own.name, from(own.source), from(first.source));
        let message = format!("the representation `{name}` is {here} in rank {rank} and {there} in rank 0");
        return Some(Difference { message, rule: rule::VIEW });
    }
    let (known_rank, known_record) =
        records.iter().enumerate().find(|(_, record)| record.extent != UNKNOWN)?;
    if own.extent == UNKNOWN || own.extent == known_record.extent {
        return None;
    }
    let (here, there) = (own.extent, known_record.extent);
    let message =
        format!("the etype takes {here} bytes of the file in rank {rank} and {there} in rank {known_rank}");
    Some(Difference { message, rule: rule::EXTENT })
}

/// A difference that all processes find.
struct Disagreement {
    difference: Difference,
    /// Whether this process reports it. The processes that differ from the first one do, and the first one.
    is_told: bool,
}

impl Disagreement {
    fn from_records(records: &[ViewRecord], rank: usize) -> Option<Disagreement> {
        let elsewhere = || (0..records.len()).find_map(|other_rank| find_difference(records, other_rank));
        let (difference, is_told) = match find_difference(records, rank) {
            Some(own) => (own, true),
            None => (elsewhere()?, rank == 0),
        };
        Some(Disagreement { difference, is_told })
    }

    fn into_failure(self, call: &str, rank: i32) -> Failure {
        let Difference { message, rule } = self.difference;
        if self.is_told {
            report(call, rank, &message, rule);
        }
        Failure::NotSame(format!("`{call}`: {message}"))
    }
}

impl CheckedFile {
    /// Makes a communicator of the processes of another one, without its attributes: copying those would call the
    /// program.
    fn new(library: &'static Library, communicator: Word) -> Option<CheckedFile> {
        let functions = &library.functions;
        if library.abi.key(communicator) == library.abi.key(library.abi.communicator_null) {
            return None;
        }
        guard::in_library(|| {
            let (mut own, mut rank, mut ranks) = (0, 0, 0);
            // SAFETY: `own` is a place for the handle. The communicator is the program's, and all its processes make
            // this call, because they all open the file. Test: `check.c::main`.
            let code = unsafe { (functions.comm_split)(communicator, 0, 0, &raw mut own) };
            if code != 0 {
                return None;
            }
            // SAFETY: the communicator was made above, and the handler is a predefined one. Test: `check.c::main`.
            unsafe { (functions.comm_set_errhandler)(own, find_errors_return(library)) };
            // SAFETY: the communicator was made above, and `rank` is a place for the number. Test: `check.c::main`.
            let code = unsafe { (functions.comm_rank)(own, &raw mut rank) };
            // SAFETY: the communicator was made above, and `ranks` is a place for the number. Test: `check.c::main`.
            let size_code = unsafe { (functions.comm_size)(own, &raw mut ranks) };
            // Without both numbers nothing can be received. The communicator is not freed, which other processes may
            // not take part in.
            if code != 0 || size_code != 0 {
                return None;
            }
            let ranks = usize::try_from(ranks).ok()?;
            let views_are_same = AtomicBool::new(true);
            Some(CheckedFile { communicator: own, rank, ranks, is_whole: true, views_are_same })
        })
    }

    /// The records of all processes, by rank.
    fn exchange(&self, library: &'static Library, own: &ViewRecord) -> Option<Vec<ViewRecord>> {
        let (sent, mut received_bytes) = (own.bytes(), vec![0_u8; RECORD * self.ranks]);
        let (byte, size) = (library.abi.byte, c_int::try_from(RECORD).ok()?);
        let place = received_bytes.as_mut_ptr().cast();
        // SAFETY: `sent` has `RECORD` bytes, and `received_bytes` has as many for each process of the communicator,
        // which this check has made. All its processes make this call. Test: `check.c::views`.
        let code = guard::in_library(|| unsafe {
            (library.functions.allgather)(
                sent.as_ptr().cast(),
                size,
                byte,
                place,
                size,
                byte,
                self.communicator,
            )
        });
        (code == 0).then(|| received_bytes.chunks_exact(RECORD).map(ViewRecord::from_bytes).collect())
    }

    fn rank_index(&self) -> usize {
        usize::try_from(self.rank).unwrap_or(0)
    }

    fn free_communicator(&self, library: &'static Library) {
        let mut communicator = self.communicator;
        // SAFETY: the check has made the communicator, and each caller frees it as its last use. Test: `check.c::main`.
        guard::in_library(|| unsafe { (library.functions.comm_free)(&raw mut communicator) });
    }
}

/// Checks `MPI_File_open` before the library is called.
pub(crate) fn check_open(
    library: &'static Library,
    communicator: Word,
) -> Result<Option<CheckedFile>, Failure> {
    if !is_on() || guard::is_in_library() {
        return Ok(None);
    }
    refuse_inside_function("MPI_File_open", || library.rank(communicator))?;
    Ok(CheckedFile::new(library, communicator))
}

/// Compares a file that the library has opened, or failed to open with this code. All processes make this call. A file
/// that is not the same for all is closed again.
pub(crate) fn check_opened_file(
    library: &'static Library,
    checked: Option<CheckedFile>,
    code: c_int,
    file: *mut Word,
) -> Result<(), Failure> {
    let Some(mut checked) = checked else { return check(code) };
    let name = settings::get().force.clone().unwrap_or_default();
    let source = if code == 0 { OF_STANDARD } else { NOT_OPENED };
    let own = ViewRecord { name, source, extent: UNKNOWN, layout: 0 };
    let records = checked.exchange(library, &own).unwrap_or_default();
    let is_open = |record: &ViewRecord| record.source != NOT_OPENED;
    if !records.iter().any(is_open) {
        checked.free_communicator(library);
        return check(code);
    }
    checked.is_whole = records.iter().all(is_open);
    check(code)?;
    let (rank, index) = (checked.rank, checked.rank_index());
    if checked.is_whole
        && let Some(disagreement) = Disagreement::from_records(&records, index)
    {
        checked.free_communicator(library);
        // SAFETY: the library has opened the file, and `file` is the place of its handle. The program does not get it,
        // because the call fails. Test: `check.c::forced`.
        guard::in_library(|| unsafe { (library.functions.file_close)(file) });
        return Err(disagreement.into_failure("MPI_File_open", rank));
    }
    // SAFETY: the library has opened the file, so it has stored a handle in the place that the program has passed.
    // Test: `check.c::main`.
    let file = unsafe { file.read() };
    with(|files| files.insert(file, Arc::new(checked)));
    Ok(())
}

/// Fails if a collective routine of a file is called inside a conversion function, where no other process joins.
pub(crate) fn refuse_nested_collective(call: &str, file: Word) -> Result<(), Failure> {
    refuse_inside_function(call, || find_rank(file))
}

/// Takes out the state of a file that is about to be closed, to be freed afterwards.
pub(crate) fn take_closing_file(file: Word) -> Result<Option<Arc<CheckedFile>>, Failure> {
    if !is_on() || guard::is_in_library() {
        return Ok(None);
    }
    refuse_nested_collective("MPI_File_close", file)?;
    Ok(with(|files| files.remove(&file)))
}

/// Frees the state of a closed file.
pub(crate) fn free_closed_state(library: &'static Library, checked: Option<Arc<CheckedFile>>) {
    // Freeing is collective, too.
    if let Some(checked) = checked.filter(|checked| checked.is_whole) {
        checked.free_communicator(library);
    }
}

/// What `MPI_File_set_view` has made from its arguments.
pub(crate) enum SetViewOutcome<'a> {
    /// The name is one of the library's representations.
    Native,
    Ours(&'a Representation, &'a View),
    Failed(&'a Representation, &'a Failure),
}

/// Checks `MPI_File_set_view`, after everything local is done and before the library is called. All processes make this
/// call, even if they have failed.
///
/// # Errors
///
/// [`Failure::NotSame`] in all processes if names or extents differ, or other classes in one process.
pub(crate) fn check_set_view(
    library: &'static Library,
    arguments: &SetViewArguments,
    name: &str,
    outcome: &SetViewOutcome<'_>,
) -> Result<(), Failure> {
    const CALL: &str = "MPI_File_set_view";
    let Some(checked_file) = find_checked(arguments.file) else { return Ok(()) };
    if checked_file.is_whole {
        let own = make_view_record(library, arguments, name, outcome);
        // If the records cannot be exchanged, nothing is compared.
        let records = checked_file.exchange(library, &own).unwrap_or_else(|| vec![own; checked_file.ranks]);
        if let Some(disagreement) = Disagreement::from_records(&records, checked_file.rank_index()) {
            return Err(disagreement.into_failure(CALL, checked_file.rank));
        }
        let views_are_same = records.iter().all(|record| record.layout == records[0].layout);
        checked_file.views_are_same.store(views_are_same, Ordering::Relaxed);
    }
    match outcome {
        SetViewOutcome::Ours(..) => {}
        SetViewOutcome::Failed(_, Failure::Detected(_, message)) => {
            report(CALL, checked_file.rank, message, rule::VIEW);
            return Ok(());
        }
        SetViewOutcome::Failed(_, Failure::Runtime(error)) => {
            report(CALL, checked_file.rank, &error.to_string(), rule::VIEW);
            return Ok(());
        }
        SetViewOutcome::Native | SetViewOutcome::Failed(..) => return Ok(()),
    }
    let current = i64::from(library.abi.constants.displacement_current);
    if arguments.displacement < 0 && arguments.displacement != current {
        let message = format!("the displacement is {}", arguments.displacement);
        return Err(report_broken_rule(CALL, checked_file.rank, ErrorClass::Arg, &message, rule::VIEW));
    }
    check_committed(library, &checked_file, arguments.etype, CALL, "etype")?;
    check_committed(library, &checked_file, arguments.filetype, CALL, "filetype")
}

/// Fails unless a datatype is committed. No routine reports that, but the library refuses to pack an uncommitted
/// datatype, even with a count of zero. If packing fails for another reason, that is the failure.
pub(super) fn check_committed(
    library: &'static Library,
    file: &CheckedFile,
    handle: Word,
    call: &str,
    role: &str,
) -> Result<(), Failure> {
    if library.abi.leaf(handle).is_some() {
        return Ok(());
    }
    let (from, mut to, mut position) = ([0_u64; 2], [0_u64; 2], 0);
    let (from, to) = (from.as_ptr().cast(), to.as_mut_ptr().cast());
    // SAFETY: the count is zero, so no item is read or stored. There is a place for the position, and the communicator
    // is one that the check has made. Tests: `check.c::accesses`, `check.c::views`.
    let code = guard::in_library(|| unsafe {
        (library.functions.pack)(from, 0, handle, to, 16, &raw mut position, file.communicator)
    });
    if code == 0 || failure::find_class(library, code) != ErrorClass::Type {
        return check(code);
    }
    let message = format!("the {role} is not committed");
    Err(report_broken_rule(call, file.rank, ErrorClass::Type, &message, rule::COMMITTED))
}

fn make_view_record(
    library: &'static Library,
    arguments: &SetViewArguments,
    name: &str,
    outcome: &SetViewOutcome<'_>,
) -> ViewRecord {
    let source = |representation: &Representation| {
        if representation.has_functions() { OF_PROGRAM } else { OF_STANDARD }
    };
    let (source, extent, layout) = match outcome {
        SetViewOutcome::Native => (OF_LIBRARY, find_native_extent(library, arguments, name), 0),
        SetViewOutcome::Failed(representation, _) => (source(representation), UNKNOWN, 0),
        SetViewOutcome::Ours(representation, view) => {
            let extent = view.datarep().type_extent(view.etype()).ok().flatten();
            (source(representation), extent.unwrap_or(UNKNOWN), hash_layout(arguments.displacement, view))
        }
    };
    ViewRecord { name: name.to_owned(), source, extent, layout }
}

/// The extent of the etype in a native view of the library, if it is that of memory.
fn find_native_extent(library: &'static Library, arguments: &SetViewArguments, name: &str) -> i64 {
    let (mut lb, mut extent) = (0, 0);
    if name != "native" {
        return UNKNOWN;
    }
    // The library reports an invalid handle, and calls the file's own handler.
    let named = library.abi.leaf(arguments.etype).is_some();
    // SAFETY: `lb` and `extent` are places for both numbers, and the function is only called for a predefined datatype.
    // Test: `check.c::views`.
    let code = guard::in_library(|| unsafe {
        if named {
            (library.functions.type_get_extent_x)(arguments.etype, &raw mut lb, &raw mut extent)
        } else {
            1
        }
    });
    if code == 0 { extent } else { UNKNOWN }
}

/// How many items of a filetype are compared.
const ITEMS: i64 = 64;

/// A number that distinguishes views. It is the same for equal datatypes that were made by other constructors.
fn hash_layout(displacement: i64, view: &View) -> u64 {
    let in_file = engine::filetype_in_file(view);
    let typemap = in_file.typemap();
    let mut hasher = DefaultHasher::new();
    (displacement, typemap.lb(), typemap.extent(), typemap.true_lb(), typemap.true_extent())
        .hash(&mut hasher);
    (in_file.items(), engine::etype_items(view)).hash(&mut hasher);
    for item in 0..in_file.items().min(ITEMS) {
        if let Ok((predefined, displacement)) = in_file.locate(item) {
            (predefined.name(), displacement).hash(&mut hasher);
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str, source: u64, extent: i64) -> ViewRecord {
        ViewRecord { name: name.to_owned(), source, extent, layout: 7 }
    }

    #[test]
    fn records_come_back() {
        let own = record("ibm370", OF_PROGRAM, -5);
        assert_eq!(ViewRecord::from_bytes(&own.bytes()), own);
        let long = record(&"n".repeat(NAME), OF_LIBRARY, UNKNOWN);
        assert_eq!(ViewRecord::from_bytes(&long.bytes()), long);
    }

    /// R-EXT-5: every process finds a difference if any two records differ, and none if the standard lets them differ.
    #[test]
    fn all_processes_find_a_difference() {
        let ibm = record("ibm370", OF_STANDARD, 4);
        let failed = record("ibm370", OF_STANDARD, UNKNOWN);
        let unlike = ViewRecord { layout: 8, ..ibm.clone() };
        for same in [vec![ibm.clone(), failed.clone(), unlike.clone()], vec![failed.clone(), ibm.clone()]] {
            for rank in 0..same.len() {
                assert!(Disagreement::from_records(&same, rank).is_none(), "{same:?}");
            }
        }
        for other in [
            record("cray", OF_STANDARD, 4),
            record("ibm370", OF_LIBRARY, 4),
            record("ibm370", OF_STANDARD, 8),
        ] {
            for at in 0..3 {
                let mut records = vec![ibm.clone(); 3];
                records[at] = other.clone();
                let found = [0, 1, 2]
                    .map(|rank| Disagreement::from_records(&records, rank).map(|found| found.is_told));
                assert!(found.iter().all(Option::is_some), "{records:?}");
                assert_eq!((found[0], found[at]), (Some(true), Some(true)), "{records:?}");
            }
        }
        let failed_first = [failed, ibm, record("ibm370", OF_STANDARD, 8)];
        for rank in 0..3 {
            let found = Disagreement::from_records(&failed_first, rank).expect("two extents");
            let message = found.difference.message;
            assert_eq!(message, "the etype takes 8 bytes of the file in rank 2 and 4 in rank 1");
        }
    }
}
