//! What compiles, and what rustc shows for what does not.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/ok/*.rs");
    cases.compile_fail("tests/ui/err/*.rs");
}
