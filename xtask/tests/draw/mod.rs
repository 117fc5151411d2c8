//! Numbers that look random, the same in each run.

/// A sequence of numbers that look random.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    /// A number below `below`.
    pub(crate) fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % below
    }

    /// Any byte.
    pub(crate) fn byte(&mut self) -> u8 {
        self.below(255)
    }

    /// A byte up to `most`.
    pub(crate) fn below(&mut self, most: u8) -> u8 {
        u8::try_from(self.next(usize::from(most) + 1)).expect("a byte")
    }
}
