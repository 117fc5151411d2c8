//! Prints the numbers of a file in the representation `MODULE`, one on each line.
//!
//! ```text
//! cargo run --release FILE
//! ```

use std::error::Error;
use std::io::{BufWriter, Write as _};

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

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("name a file of numbers")?;
    let file = std::fs::read(path)?;
    let (numbers, loss) = MODULE::to_vec::<f32>(&file)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for number in numbers {
        writeln!(out, "{number}")?;
    }
    out.flush()?;
    if !loss.is_none() {
        writeln!(std::io::stderr(), "what could not be kept: {loss}")?;
    }
    Ok(())
}
