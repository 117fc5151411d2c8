//! Your own representations for unchanged programs under any MPI library:
//!
//! ```text
//! cargo build --release
//! DATAREP_PLUGINS=target/release/libmpi_plugin.so LD_PRELOAD=libdatarep_mpi.so mpiexec -n 4 ./app
//! ```
//!
//! The program may then set the view `"seismic"`. `DATAREP_PLUGINS` names any number of such libraries, separated by
//! `:`.

datarep::datarep! {
    /// Short hexadecimal floating point.
    float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);

    /// Samples of a seismic section: IBM's single precision, all else big-endian.
    datarep seismic extends external32 {
        real { 4 => hfp32 }
        on read  { overflow => infinity }
        on write { overflow => error, infinity | nan => error, underflow => zero }
    }

    test hfp32 { -118.625 <=> 0xC276_A000; 1.0 <=> 0x4110_0000; }
}

datarep::raw::export!(seismic::DATAREP);
