//! Slices as a whole: lengths, threads, and the first item that failed.

#[cfg(feature = "parallel")]
use super::parallel as threads;
use super::plan::Plan;
use super::tally::Tally;
use crate::error::{Error, ErrorKind, Fault};
use crate::loss::Loss;

/// How slices are converted as a whole: by one thread, or in parts by several.
#[cfg(not(feature = "parallel"))]
#[expect(clippy::inline_always, reason = "they only call the plan")]
mod threads {
    use super::{Plan, Tally};

    #[inline(always)]
    pub(super) fn read_all<P: Plan>(file: &[u8], native: &mut [P::Native], tally: &mut Tally) {
        P::read_all(file, native, tally);
    }

    #[inline(always)]
    pub(super) fn write_all<P: Plan>(native: &[P::Native], file: &mut [u8], tally: &mut Tally) {
        P::write_all(native, file, tally);
    }

    #[inline(always)]
    pub(super) fn count_read<P: Plan>(file: &[u8], tally: &mut Tally) {
        P::count_read(file, tally);
    }

    #[inline(always)]
    pub(super) fn count_write<P: Plan>(native: &[P::Native], tally: &mut Tally) {
        P::count_write(native, tally);
    }
}

/// The result of converting a slice. The outer error concerns the whole call, the inner one an
/// item.
pub(crate) type ConversionResult = Result<Result<(), Fault>, Error>;

/// Checks the lengths, reads by a plan, and counts losses. A second pass finds the item that failed.
pub(crate) fn read_by_plan<P: Plan>(
    file: &[u8],
    native: &mut [P::Native],
    tally: &mut Tally,
) -> ConversionResult {
    check_length(file.len(), native.len(), P::EXTENT)?;
    threads::read_all::<P>(file, native, tally);
    let fault = |item: usize| P::fault_read(&file[item * P::EXTENT..(item + 1) * P::EXTENT]);
    // The loops only count. The first item that a rule refuses is looked for afterwards, and only if there is one.
    Ok(tally.find_fault(native.len(), &fault))
}

/// Checks the lengths, writes by a plan, and counts losses. A second pass finds the item that failed.
pub(crate) fn write_by_plan<P: Plan>(
    native: &[P::Native],
    file: &mut [u8],
    tally: &mut Tally,
) -> ConversionResult {
    check_length(file.len(), native.len(), P::EXTENT)?;
    threads::write_all::<P>(native, file, tally);
    Ok(tally.find_fault(native.len(), &|item| P::fault_write(&native[item])))
}

/// The losses of reading by a plan. Rules with `error` do not fail.
pub(crate) fn loss_by_plan<P: Plan>(file: &[u8]) -> Result<Loss, Error> {
    count_whole_items(file.len(), P::EXTENT)?;
    let mut tally = Tally::default();
    threads::count_read::<P>(file, &mut tally);
    Ok(tally.loss)
}

/// The losses of writing by a plan. Rules with `error` do not fail.
pub(crate) fn loss_on_write_by_plan<P: Plan>(native: &[P::Native]) -> Loss {
    let mut tally = Tally::default();
    threads::count_write::<P>(native, &mut tally);
    tally.loss
}

#[inline(never)]
pub(crate) fn check_length(bytes: usize, items: usize, extent: usize) -> Result<(), Error> {
    // A product that wraps could equal the length, and the loops would access other bytes.
    if items.checked_mul(extent) == Some(bytes) {
        Ok(())
    } else {
        Err(ErrorKind::Length { bytes, items, extent }.into())
    }
}

/// How many items of `extent` bytes the given number of bytes holds. It must hold whole items.
pub(crate) fn count_whole_items(bytes: usize, extent: usize) -> Result<usize, Error> {
    // Zero bytes are zero items even of a type without bytes.
    if bytes == 0 {
        Ok(0)
    } else if extent == 0 {
        Err(ErrorKind::Length { bytes, items: 0, extent }.into())
    } else if !bytes.is_multiple_of(extent) {
        Err(ErrorKind::Straddle { bytes, extent }.into())
    } else {
        Ok(bytes / extent)
    }
}

/// The losses of a conversion that has ended, or the error of the call or of an item. `datarep` is the name of the representation.
///
/// It takes a result and calls no conversion, so that it is compiled once and not for each of them.
#[inline]
pub(crate) fn report_losses(result: ConversionResult, tally: &Tally, datarep: &str) -> Result<Loss, Error> {
    match result? {
        Ok(()) => Ok(tally.loss),
        Err(fault) => Err(ErrorKind::Conversion { datarep: datarep.to_owned().into(), fault }.into()),
    }
}
