//! Writes what `cargo xtask exhaustive` compares: generated code for every number format of the standard library.

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "exhaustive")]
    subjects::write()?;
    Ok(())
}

#[cfg(feature = "exhaustive")]
#[path = "build/subjects.rs"]
mod subjects;
