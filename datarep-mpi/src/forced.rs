//! Accesses in views that have their representation by `DATAREP_FORCE`, if the types do not agree.
//!
//! A program whose view has the etype `MPI_BYTE` may move items of any type. It may have converted them itself, as `PnetCDF`
//! does, and it counts offsets in bytes of memory. So nobody knows whether a conversion would be right. A program that
//! names a representation knows what it does, but one that is forced does not. Such an access is refused, unless the
//! representation leaves the items as they are.
//!
//! MPI libraries do not compare the types of an access with those of the view, and some programs rely on that. Such an
//! access is refused in all views of ours, and here the message says what to do. So is a view whose filetype is not made
//! of its etype.

use std::sync::Once;

use datarep::datatype::Committed;
use datarep::engine::{self, DirectConversion};
use datarep::{Datarep, ErrorClass, Predefined};

use crate::failure::Failure;
use crate::files::ViewedFile;
use crate::settings;

/// Checks that items may be accessed in this view. `copies` is the number of copies of the
/// datatype.
pub(crate) fn refuse_doubtful_access(
    file: &ViewedFile,
    datatype: &Committed,
    copies: i64,
) -> Result<(), Failure> {
    if copies == 0 || !is_forced(file) || !engine::is_bytes(&file.view) {
        return Ok(());
    }
    let datarep = file.representation.datarep();
    let changed =
        datatype.tally().iter().map(|&(predefined, _)| predefined).find(|&it| !has_same_bytes(datarep, it));
    let Some(changed) = changed.map(Predefined::name) else { return Ok(()) };
    Err(show_first_refusal(
        ErrorClass::Type,
        &format!(
            "the etype is `MPI_BYTE`, and the access has `{changed}`, which the program may have converted itself. Set a view with the etype `{changed}`, or unset DATAREP_FORCE"
        ),
    ))
}

/// Adds what to do to the reason why the types do not agree.
pub(crate) fn explain_type_mismatch(file: &ViewedFile, error: datarep::Error) -> Failure {
    if !is_forced(file) {
        return error.into();
    }
    let advice = format!("{error}. Set a view with the type of the items, or unset DATAREP_FORCE");
    show_first_refusal(ErrorClass::Type, &advice)
}

/// Adds what to do to the reason why a view is refused, whose representation the program has not asked for. MPI
/// libraries let native views pass in which the etype is `MPI_BYTE` and the filetype is made of numbers, and `PnetCDF`
/// has such views.
pub(crate) fn explain_refused_view(failure: Failure) -> Failure {
    let Failure::Runtime(error) = failure else { return failure };
    show_first_refusal(error.class(), &format!("{error}. Set another view, or unset DATAREP_FORCE"))
}

/// Whether the program has asked for another representation: `native`.
fn is_forced(file: &ViewedFile) -> bool {
    file.name.as_c_str() == c"native"
}

/// Whether items of this type have the same bytes in memory and in the file.
fn has_same_bytes(datarep: &Datarep, predefined: Predefined) -> bool {
    let is_copied = |direct: DirectConversion<'_>| {
        (direct.unit(), direct.extent()) == (Some(1), predefined.native_size())
    };
    matches!(predefined, Predefined::Byte | Predefined::Packed)
        || DirectConversion::new(datarep, predefined).is_some_and(is_copied)
}

/// A refused access or view. The first one of the process is shown: the program has not asked for conversions, and may
/// not look at codes.
fn show_first_refusal(class: ErrorClass, reason: &str) -> Failure {
    static TOLD: Once = Once::new();
    let name = settings::get().force.as_deref().unwrap_or_default();
    let message = format!("DATAREP_FORCE={name}: {reason}");
    TOLD.call_once(|| crate::print_lines(&format!("datarep: {message}\n")));
    Failure::new(class, message)
}
