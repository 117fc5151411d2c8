//! The time that a slice of a file takes: `slices FORMAT TYPE < BYTES` prints the seconds of the fastest of many calls.
//!
//! What the Python package is compared with: the result is a new vector each time, as it is a new array there.
#![expect(clippy::print_stdout, reason = "a measurement is printed")]

use std::error::Error;
use std::hint::black_box;
use std::io::Read as _;
use std::time::{Duration, Instant};

use datarep::Native;
use datarep_dynamic::Format;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [format, native] = arguments.as_slice() else { return Err("slices FORMAT TYPE < BYTES".into()) };
    let mut file = Vec::new();
    std::io::stdin().read_to_end(&mut file)?;
    let format = Format::named(format)?;
    let seconds = match native.as_str() {
        "f4" => fastest::<f32>(&format, &file)?,
        "f8" => fastest::<f64>(&format, &file)?,
        "i4" => fastest::<i32>(&format.with_rules("on read { overflow => error }"), &file)?,
        other => return Err(format!("`{other}` is none of f4, f8 and i4").into()),
    };
    println!("{}", seconds.as_secs_f64());
    Ok(())
}

fn fastest<T: Native + Default>(format: &Format, file: &[u8]) -> Result<Duration, Box<dyn Error>> {
    let calls = |count: u32| -> Result<Duration, Box<dyn Error>> {
        let start = Instant::now();
        for _ in 0..count {
            black_box(format.to_vec::<T>(black_box(file))?);
        }
        Ok(start.elapsed() / count)
    };
    calls(1)?;
    let once = calls(1)?.max(Duration::from_nanos(10));
    let count = u32::try_from(Duration::from_millis(2).as_nanos() / once.as_nanos())?.max(1);
    let mut fastest = Duration::MAX;
    for _ in 0..40 {
        fastest = fastest.min(calls(count)?);
    }
    Ok(fastest)
}
