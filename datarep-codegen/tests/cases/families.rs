/// The test lines are tests of the crate that has the text.
fn main() {}
