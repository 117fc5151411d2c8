//! Writes numbers in `external32` and structs in `native`, or checks that a file holds them:
//! `external32 write|check FILE`.
//!
//! `tests/mpi/external32.py` does the same with an MPI library. The numbers follow from their index, so only the file
//! passes between the two programs.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::print_stdout,
    reason = "numbers wrap as the script's do, and the reals are exact; a program speaks"
)]

use std::error::Error;

use datarep::file::{File, Mode};
use datarep::{Datarep, standard::external32};

const COUNT: i32 = 1000;

/// A struct with padding, which a native file also has.
#[derive(Debug, Clone, Copy, Default, PartialEq, datarep::Datatype)]
#[repr(C)]
struct Sample {
    value: f64,
    number: i32,
}

/// A number that every type of the file holds exactly, or wraps.
fn seed(index: i32) -> i64 {
    i64::from(index) * 7_919 % 1_000_003 - 500_000
}

fn double(index: i32) -> f64 {
    seed(index) as f64 * f64::powi(2.0, index % 41 - 20)
}

fn numbers<T>(number: impl Fn(i32) -> T) -> Vec<T> {
    (0..COUNT).map(number).collect()
}

/// Reads or writes the numbers of one type. Returns the offset after them.
fn column<T>(
    file: &File,
    at: i64,
    datarep: &Datarep,
    writes: bool,
    numbers: &[T],
) -> Result<i64, Box<dyn Error>>
where
    T: datarep::datatype::Layout + Default + PartialEq + std::fmt::Debug,
{
    file.set_view_of::<T>(at, datarep)?;
    if writes {
        file.write_at(0, numbers)?;
    } else {
        let mut read = vec![T::default(); numbers.len()];
        file.read_at(0, &mut read)?;
        if let Some(index) = (0..numbers.len()).find(|&index| read[index] != numbers[index]) {
            let (read, number) = (&read[index], &numbers[index]);
            return Err(format!("at byte {at}, item {index}: {read:?} instead of {number:?}").into());
        }
    }
    // These types are as wide in the file as in memory.
    Ok(at + i64::try_from(size_of_val(numbers))?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(what), Some(path)) = (arguments.next(), arguments.next()) else {
        return Err("call it as `external32 write|check FILE`".into());
    };
    let writes = what == "write";
    let mode = if writes { Mode::CREATE | Mode::WRONLY } else { Mode::RDONLY };
    let file = File::open(path, mode)?;
    let mut at = 0;
    at = column(&file, at, external32::DATAREP, writes, &numbers(|index| seed(index) as i16))?;
    at = column(&file, at, external32::DATAREP, writes, &numbers(|index| (seed(index) * 4_001) as i32))?;
    at = column(&file, at, external32::DATAREP, writes, &numbers(|index| seed(index) * 8_888_888_888_887))?;
    at = column(&file, at, external32::DATAREP, writes, &numbers(|index| double(index) as f32))?;
    at = column(&file, at, external32::DATAREP, writes, &numbers(double))?;
    let samples = numbers(|number| Sample { value: double(number), number });
    at = column(&file, at, &Datarep::NATIVE, writes, &samples)?;
    println!("{COUNT} numbers of each type, {at} bytes");
    Ok(())
}
