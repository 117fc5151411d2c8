//! Which part of a file is visible: displacement, etype and filetype, as they lie in a representation.
//!
//! This is arithmetic only: no file is touched. The types are rebuilt with the extents of the file. A view that the
//! standard calls erroneous is refused, and the error names the entry at fault.
//!
//! Source: MPI 4.1, "File Views".

use crate::datatype::{Committed, Constructor, Etype, ItemExtents, Run, Signature, Typemap};
use crate::error::{Error, ErrorKind, Role};
use crate::predefined::Predefined;
use crate::representation::Datarep;

/// What is wrong with copies of a filetype that have negative offsets.
const BEFORE_THE_BEGIN: &str = "goes back before the begin of the file";

/// A view: what `MPI_File_set_view` sets.
///
/// ```
/// use datarep::{datatype::Typemap, file::View, standard::external32, Predefined};
/// // Every second `long`, which takes four bytes in external32.
/// let long = Typemap::from(Predefined::Long);
/// let filetype = Typemap::resized(0, 8, &long)?;
/// let view = View::new(100, &long, &filetype, external32::DATAREP)?;
/// assert_eq!(view.byte_offset(3)?, 100 + 3 * 8);
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct View {
    displacement: i64,
    etype: Typemap,
    filetype: Typemap,
    datarep: Datarep,
    /// The filetype as it lies in the file.
    in_file: Committed,
    /// Items of an etype.
    items: i64,
    signature: Signature,
    dense: bool,
    overlaps: bool,
}

impl View {
    /// A view that begins at byte `displacement`: copies of `filetype`, made of `etype`, end to end.
    ///
    /// # Errors
    ///
    /// Class `Arg` for a negative displacement. `Type` if the etype has no items, if a displacement of the etype or the
    /// filetype is negative or less than the one before, if the filetype is not made of etypes, or if a type is
    /// unsupported. `ValueTooLarge` if a number does not fit in 64 bits.
    pub fn new(
        displacement: i64,
        etype: &Typemap,
        filetype: &Typemap,
        datarep: &Datarep,
    ) -> Result<View, Error> {
        if displacement < 0 {
            let reason = format!("the displacement is {displacement}");
            return Err(ErrorKind::Argument { routine: "set_view", reason }.into());
        }
        // An offset counts etypes, and one without items would not move it.
        if etype.items() == 0 {
            return refuse_view(Role::Etype, "has no items".to_owned());
        }
        let etype_in_file = datarep.in_file(etype)?.commit()?;
        let in_file = datarep.in_file(filetype)?.commit()?;
        // MPI demands of etype and filetype that displacements are not negative and do not decrease.
        check_ascending(Role::Etype, &etype_in_file)?;
        check_ascending(Role::Filetype, &in_file)?;
        check_whole_etypes(filetype, etype, &in_file, &etype_in_file)?;
        // Only kept: reading through such a view is allowed. `check_writable` refuses it for writing.
        let overlaps = in_file.overlaps(1)? || etype_in_file.overlaps(1)?;
        let (items, signature, datarep) = (etype.items(), etype_in_file.signature(), datarep.clone());
        let (dense, etype, filetype) = (in_file.is_gapless(), etype.clone(), filetype.clone());
        Ok(View { displacement, etype, filetype, datarep, in_file, items, signature, dense, overlaps })
    }

    /// The byte of the file where the view begins.
    pub fn displacement(&self) -> i64 {
        self.displacement
    }

    /// The etype as it was given: a portable type stays portable.
    pub fn etype(&self) -> &Typemap {
        &self.etype
    }

    /// The filetype, as it was given.
    pub fn filetype(&self) -> &Typemap {
        &self.filetype
    }

    /// The representation.
    pub fn datarep(&self) -> &Datarep {
        &self.datarep
    }

    /// Fails if items of the view overlap, because writing through it is erroneous then.
    ///
    /// # Errors
    ///
    /// Class `Type` if they overlap.
    pub fn check_writable(&self) -> Result<(), Error> {
        if self.overlaps {
            return refuse_view(
                Role::Filetype,
                "overlaps itself, so writing is undefined: use one whose items do not overlap".to_owned(),
            );
        }
        Ok(())
    }

    /// Fails if a hole of the filetype is no multiple of the etype's extent in the file.
    ///
    /// The standard calls such a filetype erroneous. MPI libraries accept it all the same, because files have gaps of
    /// any length, and so does [`View::new`]. This check is for programs that must follow the standard to the letter.
    ///
    /// ```
    /// use datarep::{datatype::Typemap, file::View, standard::external32, Predefined};
    /// let double = Typemap::from(Predefined::Double);
    /// let gap = Typemap::resized(0, 12, &double)?;
    /// let view = View::new(0, &double, &gap, external32::DATAREP)?;
    /// assert_eq!(
    ///     view.check_holes().unwrap_err().to_string(),
    ///     "the filetype has a hole after its last entry that is no multiple of the etype's extent, 8",
    /// );
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Class `Type`, with the entry after the hole.
    pub fn check_holes(&self) -> Result<(), Error> {
        let etype = self.datarep.in_file(&self.etype)?;
        let (extent, filetype) = (etype.extent(), self.in_file.typemap());
        // Without extent there is no multiple, and without items no hole.
        if extent == 0 || filetype.items() == 0 {
            return Ok(());
        }
        // Where the first etype would begin, if there was no hole before it.
        let origin = i128::from(filetype.lb()) - i128::from(etype.lb());
        if let Some(item) =
            self.in_file.find_first_off_grid(&Etype::from_committed(&etype.commit()?)?, extent, origin)?
        {
            let reason =
                format!("has a hole before entry {item} that is no multiple of the etype's extent, {extent}");
            return refuse_view(Role::Filetype, reason);
        }
        // The hole after the last entry, up to the next copy of the filetype.
        if i128::from(filetype.extent()) % i128::from(extent) != 0 {
            let reason = format!(
                "has a hole after its last entry that is no multiple of the etype's extent, {extent}"
            );
            return refuse_view(Role::Filetype, reason);
        }
        Ok(())
    }

    /// [`View::check_writable`] for `units` items from item `first` on, where copies of the filetype may overlap too.
    pub(crate) fn check_writable_at(&self, first: i64, units: i64) -> Result<(), Error> {
        self.check_writable()?;
        // The copies that the access touches, partial ones included.
        let copies =
            (first + units - 1) / self.in_file.items().max(1) - first / self.in_file.items().max(1) + 1;
        let typemap = self.in_file.typemap();
        // An extent of at least the span keeps copies apart, whatever lies in them.
        if units == 0 || copies == 1 || typemap.extent() >= typemap.true_extent() {
            return Ok(());
        }
        if self.in_file.overlaps(copies)? {
            let reason = format!(
                "has copies that overlap, {} bytes apart, so writing is undefined: give it a larger extent",
                typemap.extent()
            );
            return refuse_view(Role::Filetype, reason);
        }
        Ok(())
    }

    /// The byte of the file where the etype at `offset` begins: `MPI_File_get_byte_offset`.
    ///
    /// # Errors
    ///
    /// Class `Count` for a negative offset. `Type` for a filetype without items, which shows no etype, and for copies
    /// of a filetype with a negative extent that lie before the start of the file. `ValueTooLarge` if the offset does
    /// not fit in 64 bits.
    pub fn byte_offset(&self, offset: i64) -> Result<i64, Error> {
        if self.in_file.items() == 0 {
            return refuse_view(Role::Filetype, "has no items: the view shows no etype".to_owned());
        }
        let position = self.first_item_of(offset)?;
        let (_, first) = self.in_file.locate(position)?;
        match first.checked_add(self.displacement) {
            // Only a copy of a filetype with a negative extent can lie there.
            Some(byte) if byte < 0 => refuse_view(Role::Filetype, BEFORE_THE_BEGIN.to_owned()),
            Some(byte) => Ok(byte),
            None => Err(ErrorKind::TooLarge { what: "offset" }.into()),
        }
    }

    /// Calls `f` with the runs of `items` items from the etype at `offset` on. The displacements of the runs are bytes
    /// of the file.
    ///
    /// # Errors
    ///
    /// As [`View::byte_offset`] says, before the first call of `f`.
    pub fn for_each_run(&self, offset: i64, items: i64, mut f: impl FnMut(Run)) -> Result<(), Error> {
        let position = self.first_item_of(offset)?;
        if items > 0 {
            self.check_offsets(position, items)?;
        }
        self.in_file.for_each_run(position, items, |run| {
            // `check_offsets` has added the displacement of the view to both ends, so that no sum between them wraps.
            f(Run { displacement: run.displacement + self.displacement, ..run });
        })
    }

    /// Checks that the bytes of `items` items, at least one, have offsets that fit in 64 bits and are not negative.
    ///
    /// [`View::new`] makes sure that the displacements of a filetype are not negative. Those of its copies may be if
    /// its extent is negative. Such an extent alone is no error, because a view that begins later may have some copies.
    ///
    /// # Errors
    ///
    /// As [`View::byte_offset`] says.
    pub(crate) fn check_offsets(&self, position: i64, items: i64) -> Result<(), Error> {
        let displacement = self.displacement;
        let (low, high) = self.in_file.span(position, items)?;
        // The lower end needs no such check: a view's displacement is not negative.
        high.checked_add(displacement).ok_or(ErrorKind::TooLarge { what: "offset" })?;
        // `span` covers whole copies of the filetype, so its bound may be too low.
        if low < -displacement && self.in_file.exact_span(position, items).0 < -i128::from(displacement) {
            return refuse_view(Role::Filetype, BEFORE_THE_BEGIN.to_owned());
        }
        Ok(())
    }

    /// The view of a file that was just opened: bytes, unconverted.
    pub(crate) fn new_of_bytes() -> Result<View, Error> {
        let byte = Typemap::from(Predefined::Byte);
        View::new(0, &byte, &byte, &Datarep::NATIVE)
    }

    /// Whether the etype is a byte, so that items of any type may be read and written.
    pub(crate) fn is_bytes(&self) -> bool {
        let byte =
            matches!(self.etype.without_dups().constructor(), Constructor::Predefined(Predefined::Byte));
        // In a representation by a program's functions a byte may take more than one byte.
        byte && self.datarep.extent_of(Predefined::Byte).is_ok_and(|extent| extent == 1)
    }

    /// The number of items in an etype.
    pub(crate) fn etype_items(&self) -> i64 {
        self.items
    }

    /// Whether etypes lie without gaps.
    pub(crate) fn is_dense(&self) -> bool {
        self.dense
    }

    /// The filetype as it lies in the file. Every [`View::etype_items`] of its items are an etype.
    pub(crate) fn filetype_in_file(&self) -> &Committed {
        &self.in_file
    }

    // Requirement: R-ACC-7.
    /// Checks that the datatype is a whole number of etypes.
    ///
    /// # Errors
    ///
    /// Class `Type` if it is not.
    pub(crate) fn check_signature(&self, datatype: &Signature) -> Result<(), Error> {
        // With MPI_BYTE as the etype any datatype may be moved: a byte is a part of every item.
        if self.is_bytes() || datatype.copies_of(&self.signature)?.is_some() {
            return Ok(());
        }
        let reason = format!(
            "is {}, and the datatype is {datatype}: an access must move a whole number of etypes",
            self.signature
        );
        refuse_view(Role::Etype, reason)
    }

    /// Checks that `copies` copies of the datatype, taken as one datatype, are a whole number of etypes.
    ///
    /// # Errors
    ///
    /// As [`View::check_signature`].
    pub(crate) fn check_copies(&self, datatype: &Committed, copies: i64) -> Result<(), Error> {
        if copies == 0 {
            // No items are a whole number of any etype.
            return Ok(());
        }
        // Each copy is whole etypes, or none of them is: one is enough to be looked at.
        if datatype.items() % self.items == 0 {
            return self.check_signature(&datatype.signature());
        }
        // The border of an etype may lie within a copy. Only the copies together decide.
        self.check_signature(&Typemap::contiguous(copies, datatype.typemap())?.signature()?)
    }

    fn first_item_of(&self, offset: i64) -> Result<i64, Error> {
        offset.checked_mul(self.items).ok_or_else(|| ErrorKind::TooLarge { what: "offset" }.into())
    }
}

/// Checks that displacements are not negative and do not decrease.
fn check_ascending(role: Role, datatype: &Committed) -> Result<(), Error> {
    let typemap = datatype.typemap();
    if typemap.true_lb() >= 0 && datatype.is_ascending() {
        return Ok(());
    }
    // Its rules are those above, so it finds an item. Where, costs a search, which only the message needs.
    let Some(item) = datatype.find_first_out_of_order()? else { return Ok(()) };
    let (predefined, displacement) = datatype.locate(item)?;
    let name = predefined.name();
    if displacement < 0 {
        return refuse_view(
            role,
            format!("entry {item}, `{name}`, has the negative displacement {displacement}"),
        );
    }
    let (_, before) = datatype.locate(item - 1)?;
    refuse_view(
        role,
        format!("entry {item}, `{name}` at {displacement}, lies before the entry ahead of it, at {before}"),
    )
}

/// Checks that the filetype is a whole number of etypes, each with its items at the displacements of the etype.
fn check_whole_etypes(
    filetype: &Typemap,
    etype: &Typemap,
    in_file: &Committed,
    etype_in_file: &Committed,
) -> Result<(), Error> {
    let items = etype.items();
    let one_type = matches!((in_file.tally(), etype_in_file.tally()), ([one], [other]) if one.0 == other.0);
    // Made by constructors around the etype itself: the usual case, decided without a look at items.
    if filetype.is_made_of(etype) || (items == 1 && one_type) {
        return Ok(());
    }
    if filetype.items() % items != 0 {
        let reason = format!("has {} items, no multiple of the {items} of the etype", filetype.items());
        return refuse_view(Role::Filetype, reason);
    }
    // Other constructors may give the same items. The standard compares typemaps, and not how they were made.
    let Some(item) = in_file.find_first_mismatch(&Etype::from_committed(etype_in_file)?)? else {
        return Ok(());
    };
    let (predefined, displacement) = in_file.locate(item)?;
    let (expected, within) = etype_in_file.locate(item % items)?;
    if predefined != expected {
        let (name, expected) = (predefined.name(), expected.name());
        return refuse_view(
            Role::Filetype,
            format!("entry {item} is `{name}`, where the etype has `{expected}`"),
        );
    }
    // Where the etype of this item begins, to name the place within it.
    let begin = in_file.locate(item - item % items)?.1 - etype_in_file.locate(0)?.1;
    let at = displacement - begin;
    refuse_view(Role::Filetype, format!("entry {item} lies {at} into an etype that has it at {within}"))
}

fn refuse_view<T>(role: Role, reason: String) -> Result<T, Error> {
    Err(ErrorKind::View { role, reason }.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::datatype::PairType;
    use crate::datatype::tests::{Flat, typemaps};
    use crate::standard::{cray, external32};
    use crate::{ErrorClass, Predefined};

    fn view(etype: &Typemap, filetype: &Typemap) -> Result<View, Error> {
        View::new(0, etype, filetype, external32::DATAREP)
    }

    /// Each error says which entry is at fault.
    #[test]
    fn erroneous_types_are_refused() {
        let (int, double) = (Typemap::from(Predefined::Int), Typemap::from(Predefined::Double));
        let pair = Typemap::contiguous(2, &int).expect("small");
        let made = |typemap: Result<Typemap, Error>| typemap.expect("small");
        for (etype, filetype, message) in [
            (
                &int,
                made(Typemap::indexed(&[(1, -1)], &int)),
                "entry 0, `MPI_INT`, has the negative displacement -4",
            ),
            (
                &int,
                made(Typemap::indexed(&[(2, 4), (1, 3)], &int)),
                "entry 2, `MPI_INT` at 12, lies before the entry ahead of it, at 20",
            ),
            (&int, double.clone(), "entry 0 is `MPI_DOUBLE`, where the etype has `MPI_INT`"),
            (&pair, made(Typemap::contiguous(3, &int)), "has 3 items, no multiple of the 2 of the etype"),
            (&pair, made(Typemap::vector(2, 1, 2, &int)), "entry 1 lies 8 into an etype that has it at 4"),
        ] {
            let error = view(etype, &filetype).expect_err("erroneous");
            assert_eq!(error.class(), ErrorClass::Type);
            assert_eq!(error.to_string(), format!("the filetype {message}"));
        }
        let empty = made(Typemap::contiguous(0, &int));
        assert_eq!(view(&empty, &int).expect_err("empty").to_string(), "the etype has no items");
        let error = View::new(-1, &int, &int, &Datarep::NATIVE).expect_err("negative");
        assert_eq!(error.class(), ErrorClass::Arg);
        let overlap = view(&int, &made(Typemap::hvector(2, 1, 3, &int))).expect("readable");
        assert_eq!(overlap.check_writable().expect_err("overlaps").class(), ErrorClass::Type);
        let vector = made(Typemap::vector(1_000_000_000, 2, 5, &pair));
        view(&pair, &vector).expect("made of etypes").check_writable().expect("no overlap");
    }

    /// A filetype that equals etypes but was not made of them is checked by its loops, not item by item.
    #[test]
    fn etypes_are_found_without_a_look_at_each_item() {
        let (double, int) = (Typemap::from(Predefined::Double), Typemap::from(Predefined::Int));
        let made = |typemap: Result<Typemap, Error>| typemap.expect("small");
        let pair = made(Typemap::contiguous(2, &double));
        let apart = made(Typemap::vector(2, 1, 2, &int));
        let late = made(Typemap::hindexed(&[(2, 8)], &double));
        let record =
            |place| made(Typemap::structure(&[(1, place, double.clone()), (1, place + 8, int.clone())]));
        let far = 1_000_000_000_000;
        for (etype, filetype) in [
            (&pair, made(Typemap::hvector(far, 2, 24, &double))),
            (&pair, made(Typemap::hvector(far, 4, 40, &double))),
            (&pair, made(Typemap::contiguous(far, &double))),
            (&late, made(Typemap::hvector(far, 2, 24, &double))),
            (&apart, made(Typemap::hvector(far, 1, 8, &int))),
            (&record(0), made(Typemap::hvector(far, 1, 24, &record(0)))),
        ] {
            view(etype, &filetype).expect("it is made of etypes");
        }
        let odd = made(Typemap::hvector(4, 3, 32, &double));
        view(&pair, &odd).expect_err("a pair is torn");
    }

    /// An entry at fault is found without a look at the entries before it.
    #[test]
    fn the_entry_at_fault_is_found_behind_many() {
        let (int, double) = (Typemap::from(Predefined::Int), Typemap::from(Predefined::Double));
        let made = |typemap: Result<Typemap, Error>| typemap.expect("it fits");
        let pair = made(Typemap::contiguous(2, &int));
        let mixed = made(Typemap::structure(&[(1, 0, int.clone()), (1, 4, double.clone())]));
        let many = 1 << 40;
        let then = |displacement: i64, last: &Typemap| {
            let ints = made(Typemap::contiguous(many, &int));
            made(Typemap::structure(&[(1, 0, ints), (1, displacement, last.clone())]))
        };
        let records = made(Typemap::hvector(many, 1, 16, &mixed));
        for (etype, filetype, message) in [
            (
                &int,
                then(0, &int),
                "entry 1099511627776, `MPI_INT` at 0, lies before the entry ahead of it, at 4398046511100",
            ),
            (&int, then(-4, &int), "entry 1099511627776, `MPI_INT`, has the negative displacement -4"),
            (
                &int,
                then(1 << 43, &double),
                "entry 1099511627776 is `MPI_DOUBLE`, where the etype has `MPI_INT`",
            ),
            (
                &pair,
                then(1 << 43, &made(Typemap::vector(2, 1, 2, &int))),
                "entry 1099511627777 lies 8 into an etype that has it at 4",
            ),
            (
                &mixed,
                made(Typemap::structure(&[(1, 0, records), (1, 1 << 60, pair.clone())])),
                "entry 2199023255553 is `MPI_INT`, where the etype has `MPI_DOUBLE`",
            ),
        ] {
            let error = view(etype, &filetype).expect_err("erroneous");
            assert_eq!(error.to_string(), format!("the filetype {message}"));
        }
        let late = view(&int, &then((1 << 42) + 2, &int)).expect("it may be read");
        let message =
            "the filetype has a hole before entry 1099511627776 that is no multiple of the etype's extent, 4";
        assert_eq!(late.check_holes().expect_err("a hole of two bytes").to_string(), message);
    }

    /// Bounds may be anywhere: holes are computed in integers that are wide enough.
    #[test]
    fn holes_are_told_between_far_bounds() {
        let int = Typemap::from(Predefined::Int);
        let resized = |lb, extent| Typemap::resized(lb, extent, &int).expect("it fits");
        for (etype, filetype, whole) in [
            (int.clone(), resized(i64::MIN, 4), true),
            (int.clone(), resized(i64::MIN + 1, 4), false),
            (resized(i64::MAX - 4, 4), resized(i64::MIN, 4), false),
            (resized(0, -1), resized(0, i64::MIN), true),
        ] {
            let holes = view(&etype, &filetype).expect("it may be read").check_holes();
            assert_eq!(holes.is_ok(), whole, "{etype}, {filetype}: {holes:?}");
        }
    }

    /// Copies of a filetype with a negative extent go back, but not past the start of the file.
    #[test]
    fn no_copy_lies_before_the_begin_of_the_file() {
        let int = Typemap::from(Predefined::Int);
        let two = Typemap::vector(2, 1, 2, &int).expect("small");
        let back = Typemap::resized(0, -8, &int).expect("small");
        let back_by_two = Typemap::resized(0, -16, &two).expect("small");
        for (filetype, displacement, offsets) in
            [(&back, 20, &[20, 12, 4][..]), (&back_by_two, 12, &[12, 20])]
        {
            let view = View::new(displacement, &int, filetype, external32::DATAREP).expect("it may be read");
            let whole = i64::try_from(offsets.len()).expect("few");
            for (offset, byte) in (0..).zip(offsets) {
                assert_eq!(view.byte_offset(offset).as_ref(), Ok(byte));
            }
            let mut told = Vec::new();
            view.for_each_run(0, whole, |run| told.push(run.displacement)).expect("all are in the file");
            assert_eq!(told, offsets);
            for refused in [
                view.byte_offset(whole).map(|_| ()),
                view.for_each_run(0, whole + 1, |_| panic!("nothing is told")),
                view.for_each_run(whole, 1, |_| panic!("nothing is told")),
            ] {
                let error = refused.expect_err("it is before the begin");
                assert_eq!(error.class(), ErrorClass::Type);
                assert_eq!(error.to_string(), "the filetype goes back before the begin of the file");
            }
        }
        // The last item of the copy that is partly before the start of the file lies after the start.
        let view = View::new(12, &int, &back_by_two, external32::DATAREP).expect("it may be read");
        assert_eq!(view.byte_offset(3), Ok(4));
        view.for_each_run(3, 1, |run| assert_eq!(run.displacement, 4)).expect("it is in the file");
    }

    /// A part that a filetype contains many times is visited once.
    #[test]
    fn towers_of_shared_parts_are_looked_at_once() {
        let (int, double) = (Typemap::from(Predefined::Int), Typemap::from(Predefined::Double));
        let record = Typemap::structure(&[(1, 0, int), (1, 4, double)]).expect("small");
        let twin = Typemap::resized(0, 12, &record).expect("small");
        let mut tower = twin.clone();
        for level in 0..50 {
            // The gap keeps the two from being copies at a stride.
            let above = (1, tower.extent() + 12 * (level % 3), tower.clone());
            let top = (1, 2 * tower.extent() + 48, twin.clone());
            tower = Typemap::structure(&[(1, 0, tower), above, top]).expect("it fits");
        }
        let view = view(&record, &tower).expect("made of records");
        view.check_holes().expect("on the grid");
        view.check_writable().expect("no overlap");
        let signature = tower.signature().expect("it fits");
        assert_eq!(signature.copies_of(&record.signature().expect("small")), Ok(Some(tower.items() / 2)));
    }

    /// R-ACC-7: any number of copies of the filetype may be written if they interleave. Copies that overlap are
    /// refused.
    #[test]
    fn copies_that_interleave_may_be_written() {
        let int = Typemap::from(Predefined::Int);
        let tiled = |displacement| {
            let apart = Typemap::hindexed(&[(1, 0), (1, displacement)], &int).expect("small");
            view(&int, &Typemap::resized(0, 8, &apart).expect("small")).expect("ascending")
        };
        tiled(100).check_writable_at(7, 40_000_000).expect("no two share a byte");
        let met = tiled(102);
        met.check_writable_at(1, 25).expect("13 copies share none");
        assert_eq!(
            met.check_writable_at(1, 26).expect_err("the last does").to_string(),
            "the filetype has copies that overlap, 8 bytes apart, so writing is undefined: \
             give it a larger extent"
        );
    }

    /// Holes are whole etypes, or the error names the entry after the hole.
    #[test]
    fn holes_that_are_no_etypes_are_told() {
        let int = Typemap::from(Predefined::Int);
        let pair = Typemap::contiguous(2, &int).expect("small");
        let made = |typemap: Result<Typemap, Error>| typemap.expect("small");
        for (etype, filetype, hole) in [
            (&int, made(Typemap::vector(1_000_000_000, 1, 3, &int)), None),
            (&int, made(Typemap::hvector(1_000_000_000, 1, 10, &int)), Some("before entry 1")),
            (&int, made(Typemap::hindexed(&[(2, 0), (1, 12), (1, 22)], &int)), Some("before entry 3")),
            (
                &int,
                made(Typemap::hindexed(&[(2, 2)], &made(Typemap::resized(-2, 4, &int)))),
                Some("before entry 0"),
            ),
            (&int, made(Typemap::resized(0, 5, &int)), Some("after its last entry")),
            (&pair, made(Typemap::vector(3, 1, 2, &pair)), None),
            (&pair, made(Typemap::hvector(3, 1, 12, &pair)), Some("before entry 2")),
        ] {
            let view = view(etype, &filetype).expect("it may be read");
            match (view.check_holes(), hole) {
                (Ok(()), None) => {}
                (Err(error), Some(hole)) => {
                    assert!(
                        error.to_string().starts_with(&format!("the filetype has a hole {hole}")),
                        "{error}"
                    );
                }
                (outcome, hole) => panic!("{filetype}: {outcome:?}, not {hole:?}"),
            }
        }
    }

    /// R-TYPE-2, R-TYPE-3, R-TYPE-5, R-ACC-10: portable types scale, bytes and bounds stay, and the view returns the
    /// given types.
    #[test]
    fn portable_types_scale() {
        let float = Typemap::from(Predefined::Float);
        let column =
            Typemap::subarray(&[4, 3], &[4, 1], &[0, 1], crate::datatype::Order::C, &float).expect("small");
        let cray = cray::DATAREP;
        // A Cray float takes eight bytes.
        let scaled = View::new(5, &float, &column, cray).expect("ascending");
        let offsets: Vec<i64> = (0..6).map(|etype| scaled.byte_offset(etype).expect("small")).collect();
        assert_eq!(offsets, [13, 37, 61, 85, 109, 133]);
        let apart = Typemap::hvector(2, 1, 20, &float).expect("small");
        let fixed =
            View::new(0, &float, &Typemap::resized(0, 64, &apart).expect("small"), cray).expect("ascending");
        let offsets: Vec<i64> = (0..4).map(|etype| fixed.byte_offset(etype).expect("small")).collect();
        assert_eq!(offsets, [0, 20, 64, 84]);
        assert!(scaled.filetype().is_equivalent(&column) && scaled.filetype().is_portable());
        assert_eq!((scaled.etype().items(), scaled.displacement(), scaled.datarep().name()), (1, 5, "cray"));
    }

    /// R-EXT-5, R-TYPE-6: the layout depends on the constructor calls and the representation, not on how the
    /// etype was made.
    #[test]
    fn equivalent_types_give_one_layout() {
        let pair = Typemap::from(PairType::DoubleInt);
        let twin = Typemap::dup(&pair).expect("shallow");
        let one = view(&pair, &Typemap::vector(2, 1, 3, &pair).expect("small")).expect("made of pairs");
        let other = view(&twin, &Typemap::vector(2, 1, 3, &twin).expect("small")).expect("made of pairs");
        for offset in 0..5 {
            assert_eq!(one.byte_offset(offset).expect("small"), other.byte_offset(offset).expect("small"));
        }
        assert_eq!(one.byte_offset(1).expect("small"), 36);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// A view is accepted if the flat typemap in the file fits the standard's words, and its offsets are those of
        /// that typemap.
        #[test]
        fn views_are_those_of_the_standard(etype in typemaps(), copies in 1..4_i64, stride in 1..3_i64) {
            let datarep = external32::DATAREP;
            let filetype = Typemap::vector(copies, 1, stride, &etype).expect("small");
            let Ok(in_file) = datarep.in_file(&filetype) else { return Ok(()) };
            let size = |ty| (i64::try_from(datarep.extent(ty).expect("supported")).expect("small"), 1);
            let flat = Flat::of(&filetype, &size);
            let ascending = flat.entries.windows(2).all(|pair| pair[0].1 <= pair[1].1);
            let valid = ascending && flat.entries.first().is_some_and(|first| first.1 >= 0);
            let view = view(&etype, &filetype);
            prop_assert_eq!(view.is_ok(), valid, "{:?}", view);
            let Ok(view) = view else { return Ok(()) };
            for (etypes, entries) in (0..).zip(flat.entries.chunks(usize::try_from(etype.items()).expect("few"))) {
                prop_assert_eq!(view.byte_offset(etypes).expect("small"), entries[0].1);
                // The next copy may lie before the start of the file.
                let next = Some(entries[0].1 + in_file.extent()).filter(|byte| *byte >= 0);
                prop_assert_eq!(view.byte_offset(etypes + copies).ok(), next);
            }
        }
    }
}
