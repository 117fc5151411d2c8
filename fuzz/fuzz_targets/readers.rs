#![no_main]

use datarep_fuzz::readers;

libfuzzer_sys::fuzz_target!(
    init: datarep_fuzz::compare_answers("readers", readers::answer),
    |bytes: &[u8]| readers::run(bytes)
);
