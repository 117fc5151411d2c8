//! Writes what `cargo xtask exhaustive` and `dynamic` compare and `cargo xtask bench` measures: generated code for formats of the standard
//! library.

#[cfg(feature = "subjects")]
fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    subjects::write()?;
    others::write()
}

#[cfg(not(feature = "subjects"))]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}

#[cfg(feature = "subjects")]
#[path = "build/known.rs"]
mod known;
#[cfg(feature = "subjects")]
#[path = "build/others.rs"]
mod others;
#[cfg(feature = "subjects")]
#[path = "build/subjects.rs"]
mod subjects;
