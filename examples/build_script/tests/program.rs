//! The program runs, and its two fronts agree.

use std::process::Command;

#[test]
fn both_fronts_agree() {
    let ran = Command::new(env!("CARGO_BIN_EXE_build_script")).output().expect("the example runs");
    let out = String::from_utf8(ran.stdout).expect("an example prints UTF-8");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    // 288.15 in Cray's words has exponent 16384 + 9, and i32 takes three bytes.
    let first = out.lines().next().expect("bytes");
    assert!(first.starts_with("[00, 01, 01, 8B, CD, 40, 09, 90, 13, 33"), "{first}");
    assert!(out.ends_with("`build.rs` and `datarep!` agree\n"), "{out}");
}
