//! Slices of one type in both directions, by `datarep`, other crates, and peers in processes of their own.

use std::hint::black_box;

use datarep::{Datarep, Loss, Native, Predefined};
use zerocopy::{Immutable, IntoBytes};

use super::super::Bench;
use super::super::contest::Contest;
use super::super::data::view_as_bytes;
use super::super::place::{PageOffset, PlacedSlice};

/// Another crate that reads the same format.
pub(super) type CrateReader<T> = (&'static str, fn(&[u8], &mut [T]));

/// Another crate that writes the same format.
pub(super) type CrateWriter<T> = (&'static str, fn(&[T], &mut [u8]));

/// A slice and a representation.
pub(super) struct Slice<'a, T> {
    pub(super) name: &'a str,
    pub(super) datarep: &'static Datarep,
    pub(super) predefined: Predefined,
    pub(super) native: &'a [T],
    /// The bytes of native items, as the nominal size.
    pub(super) size: usize,
}

/// The other contestants: crates that read or write, and peers that read or write, with the names that they have for
/// the work.
pub(super) struct Others<'a, T> {
    pub(super) crates: &'a [CrateReader<T>],
    pub(super) crate_writers: &'a [CrateWriter<T>],
    pub(super) readers: &'a [(&'static str, &'static str)],
    pub(super) writers: &'a [(&'static str, &'static str)],
}

impl<T> Others<'_, T> {
    /// No other contestants.
    pub(super) const NONE: Self = Others { crates: &[], crate_writers: &[], readers: &[], writers: &[] };
}

impl<T: Native + Default + PartialEq + IntoBytes + Immutable> Slice<'_, T> {
    /// The bytes of the file.
    pub(super) fn make_file(&self) -> Result<PlacedSlice<u8>, String> {
        let extent = self.datarep.extent(self.predefined).ok_or("the type is unsupported")?;
        let mut file = PlacedSlice::new(PageOffset::INPUT, self.native.len() * extent, 0);
        discard_loss(&self.datarep.write_as(self.predefined, self.native, &mut file))?;
        Ok(file)
    }

    /// Measures reading. `correct` says whether the file has been compared with its expected bytes.
    pub(super) fn measure_read(
        &self,
        bench: &mut Bench<'_>,
        group: &'static str,
        file: &[u8],
        correct: bool,
        others: &Others<'_, T>,
    ) -> Result<(), String> {
        let Slice { name, datarep, predefined, native, size } = *self;
        let mut back = PlacedSlice::new(PageOffset::OUTPUT, native.len(), T::default());
        discard_loss(&datarep.read_as(predefined, file, &mut back))?;
        // If writing rounds, reading does not return the original values.
        let expected = back.to_vec();
        let most = size_of_val(native).max(file.len());
        let ours = || drop(black_box(datarep.read_as(predefined, black_box(file), &mut back)));
        let mut contest = Contest::new(group, &format!("{name}, read"), size, most)
            .with_peer_files(file, view_as_bytes(&expected))
            .add_local("datarep", correct, ours);
        for (who, read) in others.crates {
            let mut out = PlacedSlice::new(PageOffset::OUTPUT, native.len(), T::default());
            read(file, &mut out);
            let same = *out == *expected;
            contest = contest.add_local(who, same, move || read(black_box(file), black_box(&mut out)));
        }
        for (who, work) in others.readers {
            contest = contest.add_peer(who, work);
        }
        bench.measure_contest(contest)
    }

    /// Measures writing.
    pub(super) fn measure_write(
        &self,
        bench: &mut Bench<'_>,
        group: &'static str,
        file: &[u8],
        correct: bool,
        others: &Others<'_, T>,
    ) -> Result<(), String> {
        let Slice { name, datarep, predefined, native, size } = *self;
        let mut out = PlacedSlice::new(PageOffset::OUTPUT, file.len(), 0);
        let most = size_of_val(native).max(file.len());
        let ours = || drop(black_box(datarep.write_as(predefined, black_box(native), &mut out)));
        let mut contest = Contest::new(group, &format!("{name}, write"), size, most)
            .with_peer_files(view_as_bytes(native), file)
            .add_local("datarep", correct, ours);
        for (who, write) in others.crate_writers {
            let mut out = PlacedSlice::new(PageOffset::OUTPUT, file.len(), 0);
            write(native, &mut out);
            let same = *out == *file;
            contest = contest.add_local(who, same, move || write(black_box(native), black_box(&mut out)));
        }
        for (who, work) in others.writers {
            contest = contest.add_peer(who, work);
        }
        bench.measure_contest(contest)
    }

    /// Measures both directions. `check` says whether the bytes of an item of the file are correct.
    pub(super) fn check_and_measure(
        &self,
        bench: &mut Bench<'_>,
        group: &'static str,
        check: impl Fn(&T, &[u8]) -> bool,
        others: &Others<'_, T>,
    ) -> Result<(), String> {
        let file = self.make_file()?;
        let extent = file.len() / self.native.len().max(1);
        let mut back = vec![T::default(); self.native.len()];
        discard_loss(&self.datarep.read_as(self.predefined, &file, &mut back))?;
        let correct = back == self.native
            && self.native.iter().zip(file.chunks_exact(extent)).all(|(item, bytes)| check(item, bytes));
        drop(back);
        self.measure_read(bench, group, &file, correct, others)?;
        self.measure_write(bench, group, &file, correct, others)
    }
}

fn discard_loss(result: &Result<Loss, datarep::Error>) -> Result<(), String> {
    result.as_ref().map(|_| ()).map_err(ToString::to_string)
}
