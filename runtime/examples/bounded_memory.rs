//! Converts 2 GiB of a file in bounded memory, as the operating system measures it.
//!
//! `cargo run --release -p datarep --example bounded_memory`
//!
//! A sparse file of 2 GiB is read in `ibm370`, in one call for each 16 MiB of buffer. Then 2 GiB are written in one
//! call from a buffer of 1 MiB, which a datatype repeats. The example fails if the process's peak was 64 MiB beyond the
//! buffer.
#![expect(clippy::print_stdout, reason = "a measurement is printed")]

use std::error::Error;
use std::time::Instant;

use datarep::Predefined;
use datarep::datatype::Typemap;
use datarep::file::{Buffer, File, Mode};
use datarep::standard::ibm370;

const WHOLE: i64 = 2 << 30;
const ALLOWED: u64 = 64 << 20;

/// The peak memory of the process, in bytes.
fn peak() -> Result<Option<u64>, Box<dyn Error>> {
    if !cfg!(target_os = "linux") {
        return Ok(None);
    }
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM in the status")?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(Some(kibibytes * 1024))
}

fn check(what: &str, buffer: usize, start: Instant) -> Result<(), Box<dyn Error>> {
    let seconds = start.elapsed().as_secs_f64();
    let Some(peak) = peak()? else {
        println!("{what}: {seconds:.1} s; how much memory that took is only told on Linux");
        return Ok(());
    };
    let beyond = peak.saturating_sub(buffer as u64);
    println!(
        "{what}: {seconds:.1} s, {} KiB at the peak beyond the buffer of {} KiB",
        beyond >> 10,
        buffer >> 10
    );
    if beyond > ALLOWED { Err(format!("{beyond} bytes beyond the buffer").into()) } else { Ok(()) }
}

fn read(path: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let file = File::open(path, Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE)?;
    file.set_size(WHOLE)?;
    file.set_view_of::<f32>(0, ibm370::DATAREP)?;
    // A number to be found at the end.
    file.write_at(WHOLE / 4 - 1, &[-118.625_f32])?;
    let mut buffer = vec![1_f32; 4 << 20];
    let mut sum = 0.0;
    let start = Instant::now();
    for _ in 0..WHOLE / (16 << 20) {
        let status = file.read(&mut buffer)?;
        if status.is_short() {
            return Err("the file is shorter than it was made".into());
        }
        sum += buffer.iter().map(|item| f64::from(*item)).sum::<f64>();
    }
    if sum.to_bits() != (-118.625_f64).to_bits() {
        return Err(format!("the sum is {sum}").into());
    }
    check("read 2 GiB", size_of_val(&*buffer), start)
}

fn write_in_one_call() -> Result<(), Box<dyn Error>> {
    let buffer = vec![0_u8; 1 << 20];
    let block = Typemap::contiguous(1 << 18, &Predefined::Float.into())?;
    let repeated = Typemap::hvector(2048, 1, 0, &block)?.commit()?;
    let file = File::open(if cfg!(windows) { "NUL" } else { "/dev/null" }, Mode::WRONLY)?;
    file.set_view_of::<f32>(0, ibm370::DATAREP)?;
    let start = Instant::now();
    let status = file.write(&Buffer::new(&buffer[..], 1, &repeated))?;
    if status.bytes() != WHOLE {
        return Err(format!("{} bytes were written", status.bytes()).into());
    }
    check("wrote 2 GiB in one call", buffer.len(), start)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("datarep-bounded-{}", std::process::id()));
    write_in_one_call()?;
    read(&path)
}
