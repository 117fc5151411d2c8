//! Compiles `climate.datarep` for the example `build_script`.

fn main() -> Result<(), datarep_codegen::BuildError> {
    datarep_codegen::Builder::new().file("climate.datarep").build()
}
