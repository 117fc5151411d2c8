//! Formats by chance, where the bytes are the chance: interpreted as the reference says.

/// Takes the bytes as the decisions of a generator of texts.
pub fn run(bytes: &[u8]) {
    if let Some(different) = xtask::random::of_bytes(bytes) {
        panic!("{different}");
    }
}
