//! The representation `MODULE` for programs under any MPI library, as they are:
//!
//! ```text
//! cargo build --release
//! DATAREP_PLUGINS=target/release/libCRATE.so LD_PRELOAD=libdatarep_mpi.so mpiexec -n 4 ./app
//! ```
//!
//! The program may set the view `"MODULE"` then. `DATAREP_PLUGINS` names any number of such libraries, with `:` between them.

datarep::datarep! {
    /// Short hexadecimal floating point.
    float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);

    /// IBM's single precision, all else big-endian.
    datarep MODULE extends external32 {
        real { 4 => hfp32 }
        on read  { overflow => infinity }
        on write { overflow => error, infinity | nan => error, underflow => zero }
    }

    test hfp32 { -118.625 <=> 0xC276_A000; 1.0 <=> 0x4110_0000; }
}

datarep::raw::export!(MODULE::DATAREP);
