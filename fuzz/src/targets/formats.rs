//! Random formats, for which the bytes are the random decisions. They must be interpreted as the reference says.

/// Takes the bytes as the decisions of a generator of texts.
pub fn run(bytes: &[u8]) {
    if let Some(different) = datarep_oracle::random::of_bytes(bytes) {
        panic!("{different}");
    }
}
