//! The time that a slice of a file takes: `slices FORMAT TYPE FILE`. Each line of standard input is a number of calls, and answered by the seconds of one
//! of them, as their mean.
//!
//! What the Python package is compared with: the result is a new vector each time, as it is a new array there; and what the runtime has compiled
//! is read by compiled code, as there.
#![expect(clippy::print_stdout, reason = "a measurement is printed")]

use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead as _, Write as _};
use std::time::Instant;

use datarep::{Datarep, Native, standard};
use datarep_dynamic::Format;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, native, path] = arguments.as_slice() else { return Err("slices FORMAT TYPE FILE".into()) };
    let file = std::fs::read(path)?;
    let format = Format::named(name)?;
    let compiled = match (&**name, &**native) {
        ("f32", "f4") | ("f64", "f8") => Some(standard::external32::DATAREP),
        ("hfp32", "f4") | ("hfp64", "f8") => Some(standard::ibm370::DATAREP),
        ("cray64", "f4" | "f8") => Some(standard::cray::DATAREP),
        ("vax_f", "f4") | ("vax_d", "f8") => Some(standard::vax_d::DATAREP),
        ("vax_g", "f8") => Some(standard::vax_g::DATAREP),
        _ => None,
    };
    match native.as_str() {
        "f4" => answer::<f32>(&format, compiled, &file),
        "f8" => answer::<f64>(&format, compiled, &file),
        "i4" => answer::<i32>(&format.with_rules("on read { overflow => error }"), compiled, &file),
        other => Err(format!("`{other}` is none of f4, f8 and i4").into()),
    }
}

fn answer<T: Native + Default>(
    format: &Format,
    compiled: Option<&Datarep>,
    file: &[u8],
) -> Result<(), Box<dyn Error>> {
    let call = || -> Result<_, Box<dyn Error>> {
        Ok(match compiled {
            Some(datarep) => datarep.to_vec::<T>(black_box(file))?,
            None => format.to_vec::<T>(black_box(file))?,
        })
    };
    for line in std::io::stdin().lock().lines() {
        let count: u32 = line?.trim().parse()?;
        let start = Instant::now();
        for _ in 0..count {
            black_box(call()?);
        }
        println!("{:e}", start.elapsed().as_secs_f64() / f64::from(count.max(1)));
        std::io::stdout().flush()?;
    }
    Ok(())
}
