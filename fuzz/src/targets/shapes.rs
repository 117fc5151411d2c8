//! Random records, for which the bytes are the random decisions. They must be read and written as the reference says.
//!
//! The reference knows neither the compiled model nor the layouts of the interpreter. So a fault of the interpreter that
//! breaks nothing else is found here.

/// Takes the bytes as the decisions of a generator of records and their files.
pub fn run(bytes: &[u8]) {
    if let Some(different) = datarep_oracle::random::of_record_bytes(bytes) {
        panic!("{different}");
    }
}
