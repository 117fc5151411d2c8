//! Writes what `cargo xtask exhaustive` compares: generated code for every number format of the standard library.

#[cfg(feature = "exhaustive")]
fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    subjects::write()
}

#[cfg(not(feature = "exhaustive"))]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}

#[cfg(feature = "exhaustive")]
#[path = "build/subjects.rs"]
mod subjects;
