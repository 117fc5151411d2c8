//! How the displacements of items follow one another.

/// How the displacements of items follow one another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Course {
    /// The displacements of the first item and after it.
    pub(super) first: (i64, i64),
    pub(super) last: (i64, i64),
    /// Whether no item lies before the one that precedes it.
    pub(super) ascending: bool,
    /// Whether each item lies after the one that precedes it.
    pub(super) apart: bool,
}

impl Course {
    /// The course of items without gaps, the first at zero.
    pub(super) fn from_run(items: i64, bytes: i64) -> Course {
        let end = items * bytes;
        Course { first: (0, bytes), last: (end - bytes, end), ascending: true, apart: true }
    }

    /// The course with all displacements moved. Sums wrap on the way, but their results do not.
    pub(super) fn shift(self, by: i64) -> Course {
        let add = |(low, high): (i64, i64)| (low.wrapping_add(by), high.wrapping_add(by));
        Course { first: add(self.first), last: add(self.last), ..self }
    }

    /// The course of these items followed by those of `next`.
    pub(super) fn append(self, next: Course) -> Course {
        Course {
            first: self.first,
            last: next.last,
            // Only the border is new: within each of the two the order is known.
            ascending: self.ascending && next.ascending && self.last.0 <= next.first.0,
            apart: self.apart && next.apart && self.last.1 <= next.first.0,
        }
    }
}
