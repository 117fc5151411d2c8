#![no_main]

use datarep_fuzz::targets::text;

libfuzzer_sys::fuzz_target!(
    init: datarep_fuzz::compare_answers("text", text::answer),
    |bytes: &[u8]| text::run(bytes)
);
