//! Writes generated code for formats of the standard library. `cargo xtask exhaustive` and `cargo xtask dynamic`
//! compare this code, and `cargo xtask bench` measures it.

#[cfg(feature = "subjects")]
fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    subjects::write_modules()?;
    others::write_modules()
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
