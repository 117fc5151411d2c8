#![no_main]

use datarep_fuzz::targets::probe;

libfuzzer_sys::fuzz_target!(
    init: datarep_fuzz::compare_answers("probe", probe::answer),
    |bytes: &[u8]| probe::run(bytes)
);
