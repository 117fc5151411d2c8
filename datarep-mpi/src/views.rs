//! Views in a representation of ours: opening files, setting views, and inquiries.
#![allow(unsafe_code, reason = "calls of the MPI library, and places of the program")]

mod old;

use std::borrow::Cow;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::Arc;
use std::sync::{Mutex, Once};

use datarep::datatype::Typemap;
use datarep::file::View;
use datarep::{Datarep, ErrorClass, Predefined, engine};

use crate::abi::{Family, Word};
use crate::check;
use crate::datatype::{emit, find_datatype};
use crate::dialect;
use crate::failure::{Failure, check as passed, raise, set_last_error};
use crate::files::{
    FileFacts, HeldDatatype, SetViewArguments, ViewedFile, find, forget_file, is_readable, keep_file,
    make_unknown_size,
};
use crate::forced;
use crate::guard;
use crate::library::{Functions, Library};
use crate::losses;
use crate::pointer::Pointer;
use crate::representation::{self, Representation};
use crate::settings;
use crate::size::KnownSize;
use crate::small::SmallView;
use crate::texts;

pub(crate) use old::join_with_known_view;

/// `MPI_File_open`. A forced representation applies to the first view.
pub(crate) fn force_first_view(library: &'static Library, handle: Word) -> Result<(), Failure> {
    forget_file(handle);
    losses::forget_losses(handle);
    let Some(representation) = find_forced_representation()? else { return Ok(()) };
    if find_unknown_reason(library).is_some() {
        // Its first view is refused.
        return Ok(());
    }
    let typemap = Typemap::from(Predefined::Byte);
    let view = View::new(0, &typemap, &typemap, representation.datarep())?;
    if !engine::is_bytes(&view) {
        // A file without a view of its own shows bytes, independent of the representation.
        return Ok(());
    }
    let facts =
        FileFacts { is_readable: is_readable(library, handle)?, size: make_unknown_size(library, handle)? };
    keep_file(
        handle,
        ViewedFile::with_byte_view(library, representation, view, losses::open_for_file(handle), facts),
    );
    Ok(())
}

/// Says in a sentence why no view of this library can be converted; `None` if views can be.
fn find_unknown_reason(library: &'static Library) -> Option<&'static str> {
    library.unknown_family_reason().or_else(|| dialect::find_difference(library))
}

fn find_forced_representation() -> Result<Option<Arc<Representation>>, Failure> {
    let Some(name) = &settings::get().force else { return Ok(None) };
    let unknown = || {
        let message = format!("DATAREP_FORCE: no representation is named `{name}`");
        Failure::new(ErrorClass::UnsupportedDatarep, message)
    };
    representation::find_representation(name)?.map(Some).ok_or_else(unknown)
}

/// `MPI_File_close`. The handle is forgotten first, because another thread may get the same one.
pub(crate) fn close(library: &'static Library, behind: &Functions, handle: *mut Word) -> c_int {
    // SAFETY: the program passes the place of a handle. Test: `matrix.c::main`.
    let file = unsafe { handle.read() };
    let checked = match check::files::take_closing_file(file) {
        Ok(checked) => checked,
        Err(failure) => return raise(library, file, failure),
    };
    forget_file(file);
    losses::forget_losses(file);
    // SAFETY: the program passes the place of a handle, as MPI requires. Test: `matrix.c::main`.
    let code = guard::in_library(|| unsafe { (behind.file_close)(handle) });
    check::files::free_closed_state(library, checked);
    code
}

impl SetViewArguments {
    /// Takes part in the collective with the view that the file has, because the other processes wait for this one. The
    /// library might refuse the program's arguments before it takes part.
    fn join_with_old_view(&self, library: &'static Library, failure: Failure) -> Failure {
        if !join_with_known_view(library, self.file, self.displacement, self.info) {
            forget_file(self.file);
        }
        failure
    }

    /// Lets a library that is not known refuse the view: it does not have the representation.
    fn refuse_unknown(
        &self,
        behind: &Functions,
        representation: &Representation,
        reason: &str,
    ) -> Result<(), Failure> {
        static TOLD: Once = Once::new();
        let name = representation.datarep().name();
        let line = format!("datarep: {reason}: the view in `{name}` is left to it\n");
        TOLD.call_once(|| crate::print_lines(&line));
        set_last_error(reason.to_owned());
        let name = CString::new(name).unwrap_or_default();
        passed(self.call_set_view(behind, self.etype, self.filetype, name.as_ptr()))
    }

    /// Sets a view that is not one of ours.
    fn pass_to_library(&self, behind: &Functions, name: &CStr) -> Result<(), Failure> {
        let code = self.call_set_view(behind, self.etype, self.filetype, self.name);
        // The old view stays if the library refuses the new one.
        if code == 0 {
            forget_file(self.file);
        } else if ![c"native", c"internal", c"external32"].contains(&name) {
            // The library says only that it does not know the name, if it says so much.
            set_last_error(format!("no representation is named `{}`", name.to_string_lossy()));
        }
        passed(code)
    }

    fn set_native(&self, library: &'static Library, etype: Word, filetype: Word) -> c_int {
        self.call_set_view(&library.functions, etype, filetype, c"native".as_ptr())
    }

    fn call_set_view(
        &self,
        functions: &Functions,
        etype: Word,
        filetype: Word,
        name: *const c_char,
    ) -> c_int {
        let SetViewArguments { file, displacement, info, .. } = *self;
        // SAFETY: the file, the displacement and the info are those of the program. The datatypes and the name are the
        // program's too, or `MPI_BYTE`, or datatypes that were made here, and `native`. Test: `matrix.c::main`.
        guard::in_library(|| unsafe {
            (functions.file_set_view)(file, displacement, etype, filetype, name, info)
        })
    }
}

/// `MPI_File_set_view`.
///
/// `behind`: where the call goes if the view is not one of ours.
pub(crate) fn set_view(
    library: &'static Library,
    behind: &Functions,
    arguments: &SetViewArguments,
) -> Result<(), Failure> {
    if check::is_on() {
        check::files::refuse_nested_collective("MPI_File_set_view", arguments.file)?;
    }
    let name = read_representation_name(arguments);
    let lookup = find_by_name(library, arguments.info, name);
    if let Ok(Some(representation)) = &lookup
        && let Some(reason) = find_unknown_reason(library)
    {
        return arguments.refuse_unknown(behind, representation, reason);
    }
    let prepared = match &lookup {
        Ok(Some(representation)) => Some(prepare_view(library, arguments, representation)),
        Ok(None) | Err(_) => None,
    };
    if check::is_on() {
        let (known_representation, prepared_view) =
            (lookup.as_ref().ok().and_then(Option::as_deref), prepared.as_ref());
        check_view_arguments(library, arguments, name, known_representation, prepared_view)?;
    }
    let representation = match lookup {
        Ok(Some(representation)) => representation,
        Ok(None) => return arguments.pass_to_library(behind, name),
        Err(failure) => return Err(arguments.join_with_old_view(library, failure)),
    };
    let PreparedView { view, etype, filetype, handles: [held_etype, held_filetype], is_readable, size } =
        match prepared {
            Some(Ok(prepared)) => prepared,
            Some(Err(failure)) => return Err(refuse_view(library, arguments, name, failure)),
            None => return Ok(()),
        };
    passed(arguments.set_native(library, etype.handle(), filetype.handle()))?;
    let handles = [arguments.etype, arguments.filetype];
    let small = SmallView::new(library, representation.datarep(), &view, handles);
    // The new view uses the buffers of the old one.
    let buffers = find(arguments.file).map(|file| file.take_all_buffers()).unwrap_or_default();
    keep_file(
        arguments.file,
        ViewedFile {
            library,
            representation,
            view,
            displacement: arguments.displacement,
            etype: held_etype,
            filetype: held_filetype,
            is_readable,
            size,
            name: name.to_owned(),
            losses: losses::open_for_file(arguments.file),
            buffers: Mutex::new(buffers),
            pointer: Pointer::default(),
            split: Mutex::default(),
            small,
        },
    );
    Ok(())
}

/// The failure of a view that cannot be prepared. The file keeps its old view.
fn refuse_view(
    library: &'static Library,
    arguments: &SetViewArguments,
    name: &CStr,
    failure: Failure,
) -> Failure {
    let failure = if name == c"native" { forced::explain_refused_view(failure) } else { failure };
    arguments.join_with_old_view(library, failure)
}

/// The representation of a name: of a text that the program brings along, or any other that is known.
fn find_by_name(
    library: &'static Library,
    info: Word,
    name: &CStr,
) -> Result<Option<Arc<Representation>>, Failure> {
    let is_open_mpi = library.unknown_family_reason().is_none() && library.abi.family == Family::OpenMpi;
    let name = match name.to_str() {
        Ok("native") => return find_forced_representation(),
        // The standard asks each library for it, and Open MPI has none.
        Ok("internal") if is_open_mpi => {
            return Ok(Some(Arc::new(Representation::from_datarep(&Datarep::NATIVE))));
        }
        Ok(name) => name,
        Err(_) => return Ok(None),
    };
    // A stranger's info objects cannot be read.
    if library.unknown_family_reason().is_none()
        && let Some(datarep) = texts::find_in_info(library, info, name)?
    {
        return Ok(Some(Arc::new(Representation::from_datarep(&datarep))));
    }
    representation::find_representation(name)
}

/// The name of the representation, which is empty if the program passes none.
fn read_representation_name(arguments: &SetViewArguments) -> &CStr {
    if arguments.name.is_null() {
        return c"";
    }
    // SAFETY: the pointer is not null, and the program passes a text that ends with a zero. Test: `matrix.c::main`.
    unsafe { CStr::from_ptr(arguments.name) }
}

/// Runs the checks of `DATAREP_CHECK` on a view, before the library is called.
fn check_view_arguments(
    library: &'static Library,
    arguments: &SetViewArguments,
    name: &CStr,
    representation: Option<&Representation>,
    prepared: Option<&Result<PreparedView, Failure>>,
) -> Result<(), Failure> {
    use check::files::SetViewOutcome;
    let name_of = |representation: &Representation| {
        let named = if name == c"internal" { "internal" } else { representation.datarep().name() };
        Cow::from(named.to_owned())
    };
    let (name, outcome) = match (representation, prepared) {
        (Some(representation), Some(Ok(prepared_view))) => {
            (name_of(representation), SetViewOutcome::Ours(representation, &prepared_view.view))
        }
        (Some(representation), Some(Err(failure))) => {
            (name_of(representation), SetViewOutcome::Failed(representation, failure))
        }
        _ => (name.to_string_lossy(), SetViewOutcome::Native),
    };
    check::files::check_set_view(library, arguments, &name, &outcome)
        .map_err(|failure| arguments.join_with_old_view(library, failure))
}

/// A view that is to be set.
struct PreparedView {
    view: View,
    /// The datatypes as bytes.
    etype: emit::Emitted,
    filetype: emit::Emitted,
    /// The same as the program has passed them.
    handles: [HeldDatatype; 2],
    is_readable: bool,
    size: KnownSize,
}

// Requirement: R-TYPE-2, R-TYPE-3, R-TYPE-5, R-EXT-1.
/// Makes the view, and everything else that may fail before the library has it. This calls a program's extent function, once for each predefined
/// type.
fn prepare_view(
    library: &'static Library,
    arguments: &SetViewArguments,
    representation: &Representation,
) -> Result<PreparedView, Failure> {
    let current = i64::from(library.abi.constants.displacement_current);
    // With `MPI_DISPLACEMENT_CURRENT` only the shared pointer can be used, and nothing is computed from the
    // displacement.
    let displacement = if arguments.displacement == current { 0 } else { arguments.displacement };
    let etype = find_datatype(library, arguments.etype)?;
    let filetype = find_datatype(library, arguments.filetype)?;
    let datarep = representation.datarep();
    let view = View::new(displacement, &etype.calls, &filetype.calls, datarep)?;
    let handles =
        [HeldDatatype::new(library, arguments.etype)?, HeldDatatype::new(library, arguments.filetype)?];
    let is_one = library.abi.key(arguments.etype) == library.abi.key(arguments.filetype);
    // The extent function of a program is called once, above.
    let may_stay = is_one && !representation.has_functions();
    let emit = |handle, calls| {
        let extent_of = |predefined| if may_stay { datarep.extent(predefined) } else { None };
        emit::keep_or_emit_datatype(library, handle, || datarep.in_file(calls), extent_of)
    };
    let etype = emit(arguments.etype, &etype.calls)?;
    let filetype = emit(arguments.filetype, &filetype.calls)?;
    let is_readable = is_readable(library, arguments.file)?;
    let size = make_unknown_size(library, arguments.file)?;
    Ok(PreparedView { view, etype, filetype, handles, is_readable, size })
}

/// The places for the results of `MPI_File_get_view`.
pub(crate) struct GetViewResults {
    pub(crate) displacement: *mut i64,
    pub(crate) etype: *mut c_void,
    pub(crate) filetype: *mut c_void,
    pub(crate) name: *mut c_char,
}

// Requirement: R-ACC-10.
/// `MPI_File_get_view` of a file of ours.
pub(crate) fn get_view(file: &ViewedFile, places: &GetViewResults) -> Result<(), Failure> {
    let library = file.library;
    let etype = HeldDatatype::new(library, file.etype.handle)?;
    let filetype = HeldDatatype::new(library, file.filetype.handle)?;
    // SAFETY: the program passes a place for a handle. Test: `matrix.c::view_of`.
    unsafe { library.abi.store(places.etype, 0, etype.release_handle()) };
    // SAFETY: the program passes a place for a handle. Test: `matrix.c::view_of`.
    unsafe { library.abi.store(places.filetype, 0, filetype.release_handle()) };
    // SAFETY: the program passes a place for the displacement. Test: `matrix.c::view_of`.
    unsafe { places.displacement.write(file.displacement) };
    let name = file.name.as_bytes_with_nul();
    // SAFETY: the program passes a place of `MPI_MAX_DATAREP_STRING` bytes, and a view has no name that is too long for it
    // with its zero, as `representation::find` refuses such names. The place is not
    // the name of `file`, so the two do not overlap. Test: `matrix.c::view_of`.
    unsafe { std::ptr::copy_nonoverlapping(name.as_ptr(), places.name.cast(), name.len()) };
    Ok(())
}

// Requirement: R-EXT-2, R-EXT-3.
/// `MPI_File_get_type_extent` of a file of ours.
pub(crate) fn get_type_extent(file: &ViewedFile, handle: Word, extent: *mut i64) -> Result<(), Failure> {
    let datatype = find_datatype(file.library, handle)?;
    let file_extent = file.representation.datarep().type_extent(&datatype.calls)?;
    let undefined = i64::from(file.library.abi.constants.undefined);
    // SAFETY: the program passes a place for the extent. Test: `matrix.c::view_of`.
    unsafe { extent.write(file_extent.unwrap_or(undefined)) };
    Ok(())
}
