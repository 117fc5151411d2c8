//! Whether items overlap, and whether they come in the order of their displacements.

use std::sync::Arc;

use super::nest::{Form, Nest, Piece, Pieces};
use super::{Committed, Typemap};
use crate::error::{Error, ErrorKind};

/// Runs that are sorted where no rule tells.
const MOST_RUNS: usize = 1 << 24;

/// How the displacements of a nest follow one another.
#[derive(Debug, Clone, Copy)]
struct Course {
    /// Displacement of the first item, and behind it.
    first: (i64, i64),
    last: (i64, i64),
    /// No item lies before the one that precedes it.
    ascending: bool,
    /// Each item lies behind the one that precedes it.
    apart: bool,
}

impl Course {
    fn moved(self, by: i64) -> Course {
        let add = |(low, high): (i64, i64)| (low + by, high + by);
        Course { first: add(self.first), last: add(self.last), ..self }
    }

    fn then(self, next: Course) -> Course {
        Course {
            first: self.first,
            last: next.last,
            ascending: self.ascending && next.ascending && self.last.0 <= next.first.0,
            apart: self.apart && next.apart && self.last.1 <= next.first.0,
        }
    }
}

impl Committed {
    /// Whether the displacements of its items never decrease.
    ///
    /// ```
    /// use datarep::{Predefined, Typemap};
    /// let backwards = Typemap::vector(3, 1, -1, &Predefined::Int.into())?.commit()?;
    /// assert!(!backwards.is_ascending());
    /// # Ok::<(), datarep::Error>(())
    /// ```
    pub fn is_ascending(&self) -> bool {
        course(self.nest()).is_none_or(|course| course.ascending)
    }

    /// Whether the items lie one behind the other without gaps, and so do copies.
    pub(crate) fn is_gapless(&self) -> bool {
        let nest = self.nest();
        let octets = i128::from(nest.high) - i128::from(nest.low);
        let filled = octets == i128::from(self.size()) && self.size() == self.extent();
        filled && course(nest).is_some_and(|course| course.apart)
    }

    // Requirement: R-ACC-7.
    /// Whether two items of `count` copies share an octet. Reading into such memory is erroneous.
    ///
    /// ```
    /// use datarep::{Predefined, Typemap};
    /// let int = Predefined::Int.into();
    /// assert!(Typemap::hvector(2, 1, 3, &int)?.commit()?.overlaps(1)?);
    /// assert!(!Typemap::hvector(2, 1, -4, &int)?.commit()?.overlaps(1)?);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Class `ValueTooLarge` for copies that do not fit in 64 bits, and where no rule tells and there are more than
    /// 2²⁴ runs, the most that are sorted to find it.
    pub fn overlaps(&self, count: i64) -> Result<bool, Error> {
        let copies = Typemap::contiguous(count, self.typemap())?.commit()?;
        let nest = copies.nest();
        if nest.items == 0 || course(nest).is_some_and(|course| course.apart) || is_lattice(nest) {
            return Ok(false);
        }
        // More items than octets.
        if copies.size() > nest.high - nest.low {
            return Ok(true);
        }
        sorted_runs_overlap(&copies)
    }
}

fn course(nest: &Nest) -> Option<Course> {
    match &nest.form {
        Form::Run { octets, .. } => {
            let last = nest.high - octets;
            Some(Course { first: (0, *octets), last: (last, nest.high), ascending: true, apart: true })
        }
        Form::Loop { count, stride, body } => {
            let body = course(body)?;
            let pair = body.then(body.moved(*stride));
            Some(Course { last: body.moved(stride * (count - 1)).last, ..pair })
        }
        Form::Scatter { displacements, body } => {
            let body = course(body)?;
            displacements.iter().map(|&displacement| body.moved(displacement)).reduce(Course::then)
        }
        Form::Sequence { parts } => {
            let parts = parts.iter().map(|part| Some(course(&part.body)?.moved(part.displacement)));
            parts.collect::<Option<Vec<_>>>()?.into_iter().reduce(Course::then)
        }
    }
}

/// Whether it is loops around a run, each stride beyond all that the smaller ones span.
fn is_lattice(nest: &Arc<Nest>) -> bool {
    let (mut nest, mut loops) = (nest, Vec::new());
    loop {
        match &nest.form {
            Form::Run { .. } => break,
            Form::Loop { count, stride, body } => {
                loops.push((i128::from(*stride).abs(), i128::from(*count)));
                nest = body;
            }
            Form::Sequence { parts } if parts.len() == 1 => nest = &parts[0].body,
            Form::Scatter { .. } | Form::Sequence { .. } => return false,
        }
    }
    let mut span = i128::from(nest.high);
    loops.sort_unstable();
    loops.into_iter().all(|(stride, count)| {
        let apart = stride >= span;
        span += stride * (count - 1);
        apart
    })
}

fn sorted_runs_overlap(copies: &Committed) -> Result<bool, Error> {
    let mut left = MOST_RUNS;
    let mut counted = Pieces(|piece: Piece<'_>| {
        let runs = usize::try_from(piece.place.runs()).unwrap_or(usize::MAX);
        left = left.checked_sub(runs).ok_or(ErrorKind::Runs { most: MOST_RUNS })?;
        Ok::<(), Error>(())
    });
    copies.visit(0, copies.items(), &mut counted)?;
    let mut runs = Vec::with_capacity(MOST_RUNS - left);
    let mut pieces = Pieces(|piece: Piece<'_>| {
        runs.extend((0..piece.place.runs()).map(|run| {
            let low = piece.place.of(run);
            (low, low + piece.items * piece.octets)
        }));
        Ok::<(), Error>(())
    });
    copies.visit(0, copies.items(), &mut pieces)?;
    runs.sort_unstable();
    Ok(runs.windows(2).any(|pair| pair[0].1 > pair[1].0))
}
