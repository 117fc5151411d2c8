//! Sizes and bounds of a typemap, by the standard's formulas.
//!
//! Sums are computed in 128 bits and narrowed once. So no intermediate result wraps or is refused if the final result
//! fits.
//!
//! Source: MPI 4.1, "Lower-Bound and Upper-Bound Markers".

use crate::error::{Error, ErrorKind};

/// Sizes and bounds of a typemap, known without a look at its entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypemapBounds {
    pub(super) size: i64,
    pub(super) items: i64,
    pub(super) lb: i64,
    pub(super) ub: i64,
    /// The lowest byte of an item, and after the highest, or `None` without items.
    pub(super) data: Option<(i64, i64)>,
    /// The lowest and the highest marker that `resized` has set.
    marks: Option<(i64, i64)>,
    /// The strictest alignment of an item.
    align: i64,
}

impl TypemapBounds {
    /// The bounds of one item.
    pub(super) fn item(size: i64, align: i64) -> TypemapBounds {
        TypemapBounds { size, items: 1, lb: 0, ub: size, data: Some((0, size)), marks: None, align }
    }

    /// These bounds with the lower bound and the extent replaced.
    pub(super) fn resize(self, lb: i64, extent: i64) -> Result<TypemapBounds, Error> {
        let ub = narrow(i128::from(lb) + i128::from(extent), "upper bound")?;
        Ok(TypemapBounds { lb, ub, marks: Some((lb, ub)), ..self })
    }
}

/// An accumulator for the bounds of several blocks together.
#[derive(Debug, Default)]
pub(super) struct BoundsAccumulator {
    size: i128,
    items: i128,
    data: Option<(i128, i128)>,
    marks: Option<(i128, i128)>,
    align: i64,
}

impl BoundsAccumulator {
    /// Adds `count` copies of `old`, `stride` bytes apart, the first one at `displacement`.
    pub(super) fn add(&mut self, count: i64, stride: i64, displacement: i128, old: &TypemapBounds) {
        // Without copies there is no byte, and the displacement must not widen the bounds.
        if count == 0 {
            return;
        }
        let last = displacement + i128::from(count - 1) * i128::from(stride);
        // A negative stride puts the last copy first in memory.
        let (lowest, highest) = (displacement.min(last), displacement.max(last));
        let moved = |(low, high): (i64, i64)| (i128::from(low) + lowest, i128::from(high) + highest);
        // Each product fits in 127 bits, but a long list of them need not. A saturated sum is still refused in
        // `finish`.
        self.size = self.size.saturating_add(i128::from(count) * i128::from(old.size));
        self.items = self.items.saturating_add(i128::from(count) * i128::from(old.items));
        self.data = hull(self.data, old.data.map(moved));
        self.marks = hull(self.marks, old.marks.map(moved));
        self.align = self.align.max(old.align);
    }

    /// The bounds of everything that was added.
    ///
    /// Without markers the extent is rounded up to the strictest alignment.
    pub(super) fn finish(self) -> Result<TypemapBounds, Error> {
        let narrow_pair = |(low, high): (i128, i128), what| -> Result<(i64, i64), Error> {
            Ok((narrow(low, what)?, narrow(high, what)?))
        };
        let data = self.data.map(|data| narrow_pair(data, "true lower or upper bound")).transpose()?;
        let marks = self.marks.map(|marks| narrow_pair(marks, "lower or upper bound")).transpose()?;
        let (lb, ub) = match (marks, data) {
            // A marker replaces the bounds of the data, even where these lie beyond it.
            (Some(marks), _) => marks,
            (None, Some((low, high))) => {
                let (extent, align) = (i128::from(high) - i128::from(low), i128::from(self.align.max(1)));
                // Rounded up. `align` is 1 for types in a file, whose items are byte-aligned.
                let rounded = extent.div_euclid(align) + i128::from(extent.rem_euclid(align) != 0);
                (low, narrow(i128::from(low) + rounded * align, "upper bound")?)
            }
            // An empty typemap has no byte that could bound it. Zero keeps its copies in one place.
            (None, None) => (0, 0),
        };
        // `Typemap::extent` and `true_extent` subtract in 64 bits, and rely on these two checks.
        narrow(i128::from(ub) - i128::from(lb), "extent")?;
        if let Some((low, high)) = data {
            narrow(i128::from(high) - i128::from(low), "true extent")?;
        }
        let (size, items) = (narrow(self.size, "size")?, narrow(self.items, "number of items")?);
        Ok(TypemapBounds { size, items, lb, ub, data, marks, align: self.align })
    }
}

fn hull(one: Option<(i128, i128)>, other: Option<(i128, i128)>) -> Option<(i128, i128)> {
    match (one, other) {
        (Some((low, high)), Some((other_low, other_high))) => {
            Some((low.min(other_low), high.max(other_high)))
        }
        // At most one of the two has bounds, which are then those of both.
        (one, other) => one.or(other),
    }
}

/// The number in 64 bits, or the error that `what` does not fit.
pub(crate) fn narrow(value: i128, what: &'static str) -> Result<i64, Error> {
    i64::try_from(value).map_err(|_| ErrorKind::TooLarge { what }.into())
}

/// A product in 64 bits, or the error that `what` does not fit.
pub(crate) fn checked_product(one: i64, other: i64, what: &'static str) -> Result<i64, Error> {
    narrow(i128::from(one) * i128::from(other), what)
}
