//! Generated code and the interpreter beside each other, on files of numbers that look random, the same in each run.

use std::fmt::Debug;

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

/// What both forms did with files.
#[derive(Debug, Default)]
pub(crate) struct FormsTally {
    /// Files of which both wrote the same bytes.
    pub(crate) accepted: usize,
    /// Files that both refused.
    pub(crate) refused: usize,
    /// Accepted files that were written as they were read.
    pub(crate) kept: usize,
}

/// Changes some bytes of a file, and sometimes its end.
pub(crate) fn damage(draw: &mut Draw, bytes: &mut Vec<u8>) {
    for _ in 0..draw.next(3) {
        let place = draw.next(bytes.len());
        bytes[place] = draw.byte();
    }
    bytes.truncate(bytes.len() - draw.next(20) / 19);
}

impl FormsTally {
    /// Compares what the two forms write of a file that they read. Both must accept it, or refuse it.
    pub(crate) fn compare<G: Debug, I: Debug>(
        &mut self,
        bytes: &[u8],
        generated: Result<Vec<u8>, G>,
        interpreted: Result<Vec<u8>, I>,
    ) {
        match (generated, interpreted) {
            (Ok(generated), Ok(interpreted)) => {
                assert_eq!(generated, interpreted, "{bytes:02X?}");
                self.kept += usize::from(generated == bytes);
                self.accepted += 1;
            }
            (Err(_), Err(_)) => self.refused += 1,
            (generated, interpreted) => {
                panic!("{bytes:02X?}: {:?}, {:?}", generated.map(drop), interpreted.map(drop));
            }
        }
    }
}
