//! Measures how long conversions of slices take in Rust. `slices read FORMAT TYPE FILE` reads a file into a new vector;
//! `slices write FORMAT TYPE FILE` writes its numbers to new bytes. Each line of standard input is a number of calls.
//! The answer to it is the mean time of one call in seconds.
//!
//! The Python package is compared with these times. The conversions are the same, and compiled if the package has
//! compiled ones.
#![expect(clippy::print_stdout, reason = "a measurement is printed")]

use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead as _, Write as _};
use std::time::Instant;

use datarep::Native;
use datarep_dynamic::Format;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [direction, format, native, path] = arguments.as_slice() else {
        return Err("slices read|write FORMAT TYPE FILE".into());
    };
    let file = std::fs::read(path)?;
    let writes = match direction.as_str() {
        "read" => false,
        "write" => true,
        other => return Err(format!("`{other}` is neither read nor write").into()),
    };
    match native.as_str() {
        "f4" => answer::<f32>(format, "", writes, &file),
        "f8" => answer::<f64>(format, "", writes, &file),
        "i4" => answer::<i32>(format, "on read { overflow => error }", writes, &file),
        other => Err(format!("`{other}` is none of f4, f8 and i4").into()),
    }
}

/// Answers the lines of standard input.
fn answer<T: Native + Default>(format: &str, rules: &str, writes: bool, file: &[u8]) -> Result<()> {
    let compiled = Format::named(format)?.compiled();
    let format = if compiled.is_compiled(T::PREDEFINED) { compiled } else { compiled.with_rules(rules) };
    let datarep = format.datarep(T::PREDEFINED)?;
    let (values, _) = datarep.to_vec::<T>(file)?;
    let call = || -> Result<()> {
        if writes {
            black_box(datarep.to_bytes(black_box(&values))?);
        } else {
            black_box(datarep.to_vec::<T>(black_box(file))?);
        }
        Ok(())
    };
    for line in std::io::stdin().lock().lines() {
        let count: u32 = line?.trim().parse()?;
        // One call goes before them, so that caches and memory are ready.
        call()?;
        let start = Instant::now();
        for _ in 0..count {
            call()?;
        }
        println!("{:e}", start.elapsed().as_secs_f64() / f64::from(count.max(1)));
        std::io::stdout().flush()?;
    }
    Ok(())
}
