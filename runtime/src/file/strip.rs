//! Runs of a view that lie near one another, found as strips and moved between a window of the file and a stream.
//!
//! A view is visited as runs of one length at a stride, and as records with such a run for each field. Strips are
//! gathered while one access can cover them, including the holes between them. Then the caller's `access` makes that
//! access.

use crate::datatype::{CopyStarts, PieceRuns, RecordCopies, RunsPiece, TypemapVisitor, visit_record_pieces};
use crate::num::{index, to_i64 as length};

/// The most strips that are gathered for one access.
const MOST: usize = 4096;

/// The longest hole that is moved with its surroundings. A longer hole is left out.
const HOLE: i64 = 1 << 14;

/// Runs of one length: where they begin in the file, and where in a stream.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strip<'a> {
    /// The places in the file, without the displacement of the view.
    place: CopyStarts<'a>,
    /// The place of the first run in the stream, and the distance to the next.
    at: usize,
    step: usize,
    /// The bytes of a run.
    bytes: usize,
}

/// A field of records, or a run: its displacement in the file, its place in the stream, and its bytes.
#[derive(Debug, Clone, Copy)]
struct StripField {
    displacement: i64,
    at: usize,
    bytes: usize,
}

/// A range of the file that contains some strips.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct CoveredRange {
    from: i64,
    to: i64,
}

impl CoveredRange {
    /// The number of bytes.
    pub(super) fn bytes(&self) -> usize {
        index(self.to - self.from)
    }

    /// The byte of the file where the range begins, in a view with this displacement.
    pub(super) fn offset(&self, displacement: i64) -> u64 {
        // Offsets were checked: they are not negative, and fit.
        (self.from + displacement).unsigned_abs()
    }
}

impl Strip<'_> {
    pub(super) fn runs(&self) -> usize {
        index(self.place.copies())
    }

    /// The place in the stream where the strip begins.
    pub(super) fn begin(&self) -> usize {
        self.at
    }

    /// The bytes of all its runs.
    pub(super) fn size(&self) -> usize {
        self.runs() * self.bytes
    }

    /// The bytes of a run in the stream, and the byte of the file where the run begins.
    pub(super) fn run(&self, run: usize, displacement: i64) -> (std::ops::Range<usize>, u64) {
        let at = self.at + run * self.step;
        (at..at + self.bytes, (self.place.displacement_of(length(run)) + displacement).unsigned_abs())
    }

    /// The first byte of the stream that is missing if only the first `bytes` bytes of the cover
    /// are there.
    pub(super) fn find_first_missing(&self, cover: &CoveredRange, bytes: usize) -> Option<usize> {
        let end = cover.from + length(bytes);
        let within = |run: usize| self.place.displacement_of(length(run)) + length(self.bytes) <= end;
        let run = (0..self.runs()).find(|run| !within(*run))?;
        // The run may be cut by the end. Its bytes before the end are there.
        Some(self.at + run * self.step + index((end - self.place.displacement_of(length(run))).max(0)))
    }

    /// Copies the runs from the window, which holds the cover, to the stream.
    pub(super) fn gather(&self, window: &[u8], cover: &CoveredRange, stream: &mut [u8]) {
        let stream = &mut stream[self.at..];
        if let Some((begin, stride)) = self.find_stride(cover) {
            copy_runs(&window[begin..], stride, stream, self.step, self.bytes, self.runs());
        } else {
            // The last chunk is shorter if the stream ends with the run.
            for (run, stream) in (0..self.place.copies()).zip(stream.chunks_mut(self.step)) {
                let window = &window[index(self.place.displacement_of(run) - cover.from)..];
                stream[..self.bytes].copy_from_slice(&window[..self.bytes]);
            }
        }
    }

    /// The mirror of [`Strip::gather`].
    pub(super) fn scatter(&self, stream: &[u8], window: &mut [u8], cover: &CoveredRange) {
        let stream = &stream[self.at..];
        if let Some((begin, stride)) = self.find_stride(cover) {
            copy_runs(stream, self.step, &mut window[begin..], stride, self.bytes, self.runs());
        } else {
            for (run, stream) in (0..self.place.copies()).zip(stream.chunks(self.step)) {
                let window = &mut window[index(self.place.displacement_of(run) - cover.from)..];
                window[..self.bytes].copy_from_slice(&stream[..self.bytes]);
            }
        }
    }

    /// The place of the first run in the cover, and the distance to the next, if the runs do not overlap.
    fn find_stride(&self, cover: &CoveredRange) -> Option<(usize, usize)> {
        match self.place {
            // A stride below the bytes of a run means runs that overlap or go back, which `copy_runs` cannot split in
            // whole strides.
            CopyStarts::Strided { displacement, stride, .. } if stride >= length(self.bytes) => {
                Some((index(displacement - cover.from), index(stride)))
            }
            CopyStarts::Strided { .. } | CopyStarts::Listed { .. } => None,
        }
    }
}

/// Copies runs from one stride to another, with a loop for each length of the runs.
fn copy_runs(from: &[u8], from_stride: usize, to: &mut [u8], to_stride: usize, bytes: usize, runs: usize) {
    // All runs except the last lie in whole strides, so that no loop checks for the end. This takes a tenth of the
    // time.
    let whole = runs - 1;
    let (from, last) = from.split_at(whole * from_stride);
    let (to, last_to) = to.split_at_mut(whole * to_stride);
    last_to[..bytes].copy_from_slice(&last[..bytes]);
    let runs = from.chunks_exact(from_stride).zip(to.chunks_exact_mut(to_stride));
    // A length that the compiler knows becomes one or two moves. Otherwise each run is a call of `memcpy`.
    match bytes {
        1 => runs.for_each(|(from, to)| copy_array::<1>(from, to)),
        2 => runs.for_each(|(from, to)| copy_array::<2>(from, to)),
        3 => runs.for_each(|(from, to)| copy_ends::<2>(from, to, bytes)),
        4 => runs.for_each(|(from, to)| copy_array::<4>(from, to)),
        5..=7 => runs.for_each(|(from, to)| copy_ends::<4>(from, to, bytes)),
        8 => runs.for_each(|(from, to)| copy_array::<8>(from, to)),
        9..=15 => runs.for_each(|(from, to)| copy_ends::<8>(from, to, bytes)),
        16 => runs.for_each(|(from, to)| copy_array::<16>(from, to)),
        17..=32 => runs.for_each(|(from, to)| copy_ends::<16>(from, to, bytes)),
        33..=64 => runs.for_each(|(from, to)| copy_ends::<32>(from, to, bytes)),
        _ => runs.for_each(|(from, to)| to[..bytes].copy_from_slice(&from[..bytes])),
    }
}

#[inline]
fn copy_array<const N: usize>(from: &[u8], to: &mut [u8]) {
    to[..N].copy_from_slice(&from[..N]);
}

/// Copies the first and the last `N` of `bytes` bytes, which may overlap. That is all of them if they are `N` to twice
/// `N`.
#[inline]
fn copy_ends<const N: usize>(from: &[u8], to: &mut [u8], bytes: usize) {
    let (from, to) = (&from[..bytes], &mut to[..bytes]);
    copy_array::<N>(from, to);
    copy_array::<N>(&from[bytes - N..], &mut to[bytes - N..]);
}

fn shift_starts(place: CopyStarts<'_>, by: i64) -> CopyStarts<'_> {
    match place {
        CopyStarts::Strided { displacement, copies, stride } => {
            CopyStarts::Strided { displacement: displacement + by, copies, stride }
        }
        CopyStarts::Listed { base, displacements } => CopyStarts::Listed { base: base + by, displacements },
    }
}

/// Gathers strips, and calls `access` with those that one access covers. A cover has at most `window` bytes, unless it
/// is a single run.
///
/// `access` returns whether it wants more. If not, the visit ends with `None` as its error.
pub(super) struct StripGatherer<'a, F> {
    window: i64,
    access: F,
    gathered: Vec<Strip<'a>>,
    cover: CoveredRange,
    /// The bytes of the stream that were visited.
    at: usize,
    columns: Vec<StripField>,
}

impl<'a, E, F: FnMut(&[Strip<'a>], &CoveredRange) -> Result<bool, E>> StripGatherer<'a, F> {
    pub(super) fn new(window: usize, access: F) -> StripGatherer<'a, F> {
        let cover = CoveredRange::default();
        StripGatherer {
            window: length(window),
            access,
            gathered: Vec::new(),
            cover,
            at: 0,
            columns: Vec::new(),
        }
    }

    /// Calls `access` with the strips that are gathered.
    pub(super) fn finish(&mut self) -> Result<(), Option<E>> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let more = (self.access)(&self.gathered, &self.cover).map_err(Some)?;
        self.gathered.clear();
        if more { Ok(()) } else { Err(None) }
    }

    /// Adds runs of `bytes` bytes.
    fn add_runs(&mut self, place: CopyStarts<'a>, bytes: usize) -> Result<(), Option<E>> {
        if bytes == 0 {
            return Ok(());
        }
        self.columns.clear();
        self.columns.push(StripField { displacement: 0, at: 0, bytes });
        self.add_copies(place, length(bytes), bytes)
    }

    /// Adds copies of the columns, `step` bytes each in the stream, and `span` bytes each in the file.
    fn add_copies(&mut self, place: CopyStarts<'a>, span: i64, step: usize) -> Result<(), Option<E>> {
        let mut copy = 0;
        while copy < place.copies() {
            let rest = place.part(copy, place.copies());
            let fit = self.count_fitting(rest, span);
            // After `finish` the window is empty, and `count_fitting` is at least one. So the loop ends, also for records of
            // more fields than MOST.
            if fit == 0 || self.gathered.len() + self.columns.len() > MOST.max(self.columns.len()) {
                self.finish()?;
                continue;
            }
            let (low, high) = (rest.displacement_of(0), rest.displacement_of(fit - 1) + span);
            self.cover = match self.gathered[..] {
                // The first copy begins the cover. Later ones never begin before it: `count_fitting` refuses those.
                [] => CoveredRange { from: low, to: high },
                _ => CoveredRange { to: self.cover.to.max(high), ..self.cover },
            };
            let some = rest.part(0, fit);
            // Each field of the records is a strip of its own, with the stride of the records in the file and in the
            // stream.
            for column in &self.columns {
                let (place, at) = (shift_starts(some, column.displacement), self.at + column.at);
                self.gathered.push(Strip { place, at, step, bytes: column.bytes });
            }
            self.at += step * index(fit);
            copy += fit;
        }
        Ok(())
    }

    /// How many copies of `span` bytes each fit in the window with the gathered strips.
    fn count_fitting(&self, place: CopyStarts<'_>, span: i64) -> i64 {
        let (first, empty) = (place.displacement_of(0), self.gathered.is_empty());
        // Copies of a filetype may go back in the file. Such a run begins a new cover.
        if !empty && (first < self.cover.from || first.saturating_sub(self.cover.to) > HOLE) {
            return 0;
        }
        let room = self.window - (first - if empty { first } else { self.cover.from });
        // A copy that is longer than the window is an access of its own.
        if span > room {
            return i64::from(empty);
        }
        match place {
            // Each further copy takes one stride. The last one needs only its span.
            CopyStarts::Strided { stride, copies, .. } if stride >= span && stride - span <= HOLE => {
                copies.min((room - span).checked_div(stride).unwrap_or(0) + 1)
            }
            // The copies go back, overlap, or have long holes between them: each one is looked at alone.
            CopyStarts::Strided { .. } => 1,
            CopyStarts::Listed { displacements, .. } => {
                let near = |pair: &&[i64]| {
                    // Displacements wrap on the way, as in `CopyStarts`. Those that go back end the cover.
                    let apart = pair[1].wrapping_sub(pair[0]);
                    apart >= 0
                        && apart - span <= HOLE
                        && pair[1].wrapping_sub(displacements[0]) + span <= room
                };
                1 + length(displacements.windows(2).take_while(near).count())
            }
        }
    }
}

impl<'a, E, F: FnMut(&[Strip<'a>], &CoveredRange) -> Result<bool, E>> TypemapVisitor<'a>
    for StripGatherer<'a, F>
{
    /// `None` means that enough was visited.
    type Error = Option<E>;

    fn visit_piece(&mut self, piece: RunsPiece<'a>) -> Result<(), Option<E>> {
        match piece.runs {
            PieceRuns::Alike { items, place } => self.add_runs(place, index(items * piece.bytes)),
            // Runs of several lengths have no stride in common. Each is a strip, and near ones still share an access.
            PieceRuns::Blocks { .. } => piece.list_runs().try_for_each(|(displacement, items)| {
                let place = CopyStarts::Strided { displacement, copies: 1, stride: 0 };
                self.add_runs(place, index(items * piece.bytes))
            }),
        }
    }

    fn visit_records(&mut self, records: RecordCopies<'a>) -> Result<(), Option<E>> {
        let (mut at, mut end, mut near) = (0, 0, true);
        self.columns.clear();
        // Displacements count from the first field: a hole before it is in no cover.
        let mut fields = records.fields().filter(|field| field.bytes > 0).peekable();
        let Some(first) = fields.peek().map(|field| field.displacement) else { return Ok(()) };
        for field in fields {
            let bytes = index(field.items * field.bytes);
            let displacement = field.displacement - first;
            // One long hole in a record comes again in every copy, and would be most of each access.
            near &= displacement - end <= HOLE;
            match self.columns.last_mut() {
                // Fields without a gap between them are one column.
                Some(last) if displacement == end => last.bytes += bytes,
                _ => self.columns.push(StripField { displacement, at, bytes }),
            }
            end = displacement + length(bytes);
            at += bytes;
        }
        // A record that does not fit in the window cannot be covered, but its runs can.
        if !near || end > self.window {
            return visit_record_pieces(self, &records);
        }
        let RecordCopies { displacement, copies, stride, .. } = records;
        self.add_copies(CopyStarts::Strided { displacement: displacement + first, copies, stride }, end, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of every length are copied wholly, from and to any stride, and no other byte is.
    #[test]
    fn runs_of_every_length_are_copied() {
        let from: Vec<u8> = (0..=255).cycle().take(6000).collect();
        for bytes in 1..80 {
            for (from_gap, to_gap, runs) in [(0, 0, 5), (1, 0, 9), (3, 7, 1), (40, 2, 20), (0, 11, 2)] {
                let (from_stride, to_stride) = (bytes + from_gap, bytes + to_gap);
                let length = (runs - 1) * to_stride + bytes;
                let mut to = vec![7; length];
                copy_runs(&from, from_stride, &mut to, to_stride, bytes, runs);
                let mut expected = vec![7; length];
                for run in 0..runs {
                    let run_from = &from[run * from_stride..][..bytes];
                    expected[run * to_stride..][..bytes].copy_from_slice(run_from);
                }
                assert_eq!(to, expected, "{bytes}");
            }
        }
    }
}
