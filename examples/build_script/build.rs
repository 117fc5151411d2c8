//! Compiles `climate.datarep` for `src/main.rs`.

fn main() -> Result<(), datarep_codegen::BuildError> {
    datarep_codegen::Builder::new().file("climate.datarep").build()
}
