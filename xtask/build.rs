//! Writes what `cargo xtask exhaustive` compares and `cargo xtask bench` measures: generated code for float formats of the standard
//! library.

#[cfg(feature = "subjects")]
fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    subjects::write()
}

#[cfg(not(feature = "subjects"))]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}

#[cfg(feature = "subjects")]
#[path = "build/known.rs"]
mod known;
#[cfg(feature = "subjects")]
#[path = "build/subjects.rs"]
mod subjects;
