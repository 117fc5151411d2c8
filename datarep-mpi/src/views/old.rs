//! The view that a file has in the library, to be set again if a new one is refused here.
//!
//! The other processes are in the collective then, and wait. A process that refuses takes part with the view that it
//! has, so that it has the same one afterwards. The shared pointer is at the start of the view after that: no process
//! can move it alone.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{c_char, c_int};

use crate::abi::{Abi, Family, Word};
use crate::dialect::find_dialect;
use crate::failure::{Failure, check};
use crate::guard;
use crate::library::Library;

/// Takes part in `MPI_File_set_view` with the view that the file has. `displacement` and `info`: what the program has
/// passed. Returns false if that view is not known: then the file has one of bytes, at the place that the program has
/// chosen, so that nothing before it is written over.
///
/// The call has failed already, which matters more than errors here.
pub(crate) fn join_with_known_view(
    library: &'static Library,
    file: Word,
    displacement: i64,
    info: Word,
) -> bool {
    if let Ok(old) = OldView::read(library, file) {
        old.set_again(info);
        return true;
    }
    let current = i64::from(library.abi.constants.displacement_current);
    let begin = if displacement == current { current } else { displacement.max(0) };
    let (byte, name) = (library.abi.byte, c"native".as_ptr());
    let function = library.functions.file_set_view;
    // SAFETY: the file and the info are those of the program, and the name ends with a zero. Test: `calls.c::view`.
    guard::in_library(|| unsafe { function(file, begin, byte, byte, name, info) });
    false
}

/// A view in the library. A file of ours has one of bytes there.
struct OldView {
    library: &'static Library,
    file: Word,
    displacement: i64,
    etype: Word,
    filetype: Word,
    name: [c_char; NAME],
    /// The individual pointer, which the file does not have in sequential mode.
    position: Option<i64>,
}

/// More than the longest `MPI_MAX_DATAREP_STRING`, which is 128.
const NAME: usize = 512;

impl OldView {
    /// The view of the file.
    fn read(library: &'static Library, file: Word) -> Result<OldView, Failure> {
        let (mut mode, mut position) = (0, 0);
        // SAFETY: the file is one that the program has opened, and `mode` is a place for the mode. Test:
        // `refused.c::run`.
        check(guard::in_library(|| unsafe { (library.functions.file_get_amode)(file, &raw mut mode) }))?;
        let is_sequential = mode & library.abi.constants.mode_sequential != 0;
        if !is_sequential {
            let function = library.functions.file_get_position;
            // SAFETY: the file is one that the program has opened, and `position` is a place for the position. Test:
            // `refused.c::run`.
            check(guard::in_library(|| unsafe { function(file, &raw mut position) }))?;
        }
        let (mut displacement, mut types, mut name) = (0, [[0_u64; 1]; 2], [0; NAME]);
        let [etype, filetype] = &mut types;
        let function = library.functions.file_get_view;
        // SAFETY: the file is one that the program has opened. The places have room for a number, for two handles of any
        // width, and for the longest name. Test: `refused.c::run`.
        check(guard::in_library(|| unsafe {
            function(
                file,
                &raw mut displacement,
                etype.as_mut_ptr().cast(),
                filetype.as_mut_ptr().cast(),
                name.as_mut_ptr(),
            )
        }))?;
        let [etype, filetype] = types.map(|place| load_handle(&library.abi, &place));
        let position = (!is_sequential).then_some(position);
        Ok(OldView { library, file, displacement, etype, filetype, name, position })
    }

    /// Sets this view. The processes must have the same info, because libraries compare hints.
    fn set_again(self, info: Word) {
        let functions = &self.library.functions;
        let displacement =
            if self.position.is_some() { self.displacement } else { self.find_sequential_displacement() };
        // SAFETY: the file is the program's, the datatypes and the name are those that the library has returned for it,
        // and the info is the program's. Test: `refused.c::run`.
        guard::in_library(|| unsafe {
            (functions.file_set_view)(
                self.file,
                displacement,
                self.etype,
                self.filetype,
                self.name.as_ptr(),
                info,
            )
        });
        if let Some(position) = self.position {
            let set = find_dialect(self.library).seek_set();
            // SAFETY: the file is one that the program has opened, and the function only takes numbers besides. Test:
            // `refused.c::run`.
            guard::in_library(|| unsafe { (functions.file_seek)(self.file, position, set) });
        }
    }
}

impl OldView {
    /// The displacement in sequential mode, where the view goes on at the place that the processes have reached. Open MPI
    /// takes `MPI_DISPLACEMENT_CURRENT` for a distance from the start of the file, but returns the place.
    fn find_sequential_displacement(&self) -> i64 {
        let (functions, mut position, mut place) = (&self.library.functions, 0, 0);
        let current = i64::from(self.library.abi.constants.displacement_current);
        if self.library.abi.family != Family::OpenMpi {
            return current;
        }
        // SAFETY: the file is one that the program has opened, and `position` is a place for the position. Test:
        // `refused.c::run_sequential`.
        let position_code = guard::in_library(|| unsafe {
            (functions.file_get_position_shared)(self.file, &raw mut position)
        });
        // SAFETY: the file is one that the program has opened, and `place` is a place for the offset. Test:
        // `refused.c::run_sequential`.
        let offset_code = guard::in_library(|| unsafe {
            (functions.file_get_byte_offset)(self.file, position, &raw mut place)
        });
        if position_code == 0 && offset_code == 0 { place } else { current }
    }
}

impl Drop for OldView {
    /// Frees the datatypes that the library has made for `MPI_File_get_view`.
    fn drop(&mut self) {
        for handle in [&mut self.etype, &mut self.filetype] {
            if !is_predefined(self.library, *handle) {
                // SAFETY: the library has returned the handle to be freed, and it is freed once. Test: `refused.c::run`.
                guard::in_library(|| unsafe { (self.library.functions.type_free)(&raw mut *handle) });
            }
        }
    }
}

fn load_handle(abi: &Abi, place: &[u64; 1]) -> Word {
    // SAFETY: the place has room for a handle, which the library has stored there. Test: `refused.c::run`.
    unsafe { abi.load(place.as_ptr().cast(), 0) }
}

/// Whether nobody may free the datatype. If the library cannot say so, it is kept.
fn is_predefined(library: &'static Library, handle: Word) -> bool {
    let constants = library.abi.constants;
    let [mut integers, mut addresses, mut datatypes, mut combiner]: [c_int; 4] = [0; 4];
    // SAFETY: the library has returned the handle, and the others are places for numbers. Test: `refused.c::run`.
    let code = guard::in_library(|| unsafe {
        (library.functions.type_get_envelope)(
            handle,
            &raw mut integers,
            &raw mut addresses,
            &raw mut datatypes,
            &raw mut combiner,
        )
    });
    let predefined = [constants.named, constants.f90_real, constants.f90_complex, constants.f90_integer];
    code != 0 || predefined.contains(&combiner)
}
