#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| datarep_fuzz::targets::shapes::run(bytes));
