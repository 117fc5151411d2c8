//! The two fronts side by side: a text compiled by `build.rs`, and the same text in `datarep!`.
//!
//! `build.rs` compiles `climate.datarep` to a file in `OUT_DIR`, which is included here. Both fronts define the same
//! items. The build script suits long or shared texts, the macro short ones.

use std::fmt::Debug;
use std::io::{self, Write};

use datarep::{Datatype, Loss};

mod built {
    //! From `climate.datarep`, by `build.rs`.
    include!(concat!(env!("OUT_DIR"), "/climate.rs"));
}

mod inline {
    //! From the text below, by the macro.
    datarep::datarep! {
        //! What a climate model of 1985 wrote: Cray words, and integers of three bytes to save tape.

        /// The Cray-1's only float: 48 bits of fraction and none hidden.
        float cray_word {
            bits        64;
            sign        = bit 63;
            exponent    = bits 62..=48;
            significand = bits 47..=0;
            value       = 0.F * 2^(E - 16384);
        }

        /// Pressure in pascals fits three bytes.
        integer tape24 = twos(24);

        /// The model's history tapes.
        datarep climate extends external32 {
            real    { 8 => cray_word }
            integer { 4 => tape24 }

            on read  { overflow => infinity, underflow => zero, inexact => nearest_even }
            on write { overflow => error, infinity | nan => error }
        }

        test cray_word { 1.0 <=> 0x4001_8000_0000_0000; -0.75 <=> 0xC000_C000_0000_0000; }
        test tape24    { 101325 <=> 0x01_8BCD; -1 <=> 0xFF_FFFF; }
    }
}

/// A point of the model's grid.
#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
struct Point {
    day: i16,
    /// Pascals.
    pressure: i32,
    /// Kelvins, and meters a second to the east and to the north.
    fields: [f64; 3],
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let points = [
        Point { day: 1, pressure: 101_325, fields: [288.15, -3.5, 0.1] },
        Point { day: 2, pressure: 98_960, fields: [281.0, 12.75, -1.0 / 3.0] },
    ];
    let (tape, loss) = built::climate::to_bytes(&points)?;
    agree(&tape, &inline::climate::to_bytes(&points)?.0);
    let (read, _) = built::climate::to_vec::<Point>(&tape)?;
    agree(&read, &inline::climate::to_vec::<Point>(&tape)?.0);
    agree(&built::climate::EXTENTS, &inline::climate::EXTENTS);

    print(&tape, &read, loss)?;
    Ok(())
}

/// Checks that both fronts have the same result.
fn agree<T: Debug + PartialEq>(built: &T, inline: &T) {
    assert_eq!(built, inline, "`build.rs` and `datarep!` differ");
}

fn print(tape: &[u8], points: &[Point], loss: Loss) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for bytes in tape.chunks(built::climate::extent::<Point>()) {
        writeln!(out, "{bytes:02X?}")?;
    }
    for point in points {
        writeln!(out, "{point:?}")?;
    }
    writeln!(out, "loss: {loss}; `build.rs` and `datarep!` agree")
}
