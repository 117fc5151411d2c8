#![no_main]

use datarep_fuzz::targets::records;

libfuzzer_sys::fuzz_target!(
    init: datarep_fuzz::compare_answers("records", records::answer),
    |bytes: &[u8]| records::run(bytes)
);
