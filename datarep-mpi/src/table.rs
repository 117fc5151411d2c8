//! Tables by handle.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::abi::Word;
use crate::num::hash_handle;

/// A table by handle. Nobody chooses handles so that they collide, so a multiplication is enough: each access looks up
/// some handles, which take a few hundred instructions by the standard library's hash.
pub(crate) type Table<V> = HashMap<Word, V, BuildHasherDefault<HandleHasher>>;

/// The hash of a handle.
#[derive(Debug, Default)]
pub(crate) struct HandleHasher(u64);

impl Hasher for HandleHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        // Tables use the low bits, too.
        let product = hash_handle(number);
        self.0 = product ^ (product >> 32);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_found_again() {
        let handles = (0..1000).map(|index| 0x7f00_0000_1000 + index * 0x150);
        let table: Table<usize> = handles.clone().zip(0..).collect();
        assert!(handles.zip(0..).all(|(handle, index)| table.get(&handle) == Some(&index)));
        assert_eq!((table.len(), table.get(&0)), (1000, None));
    }
}
