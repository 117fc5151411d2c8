//! One access to a file, to test what an interrupted access leaves behind: `one_access OPERATION PATH`.
//!
//! `cargo xtask faults` runs it with injected faults. It prints one line: `done N` or `failed N CLASS MESSAGE`, where N
//! is the number of items done. The line begins with the number of descriptors that the process has gained since it
//! began.
#![expect(clippy::print_stdout, reason = "what has happened is printed")]

use std::error::Error as StdError;
use std::fs;
use std::path::Path;
use std::thread;

use datarep::datatype::Typemap;
use datarep::file::{File, Mode};
use datarep::standard::external32;
use datarep::{Error, Predefined};

/// The items of an access, and the item at which it begins.
const ITEMS: usize = 1500;
const FIRST: i64 = 10;

/// The distance of items in a view with holes, in bytes.
const STEP: i64 = 12;

/// The value of each item.
fn value(index: usize) -> f64 {
    u32::try_from(index).map_or(0.0, |index| f64::from(index) * 1.25 - 300.0)
}

/// Sets a view of doubles, with or without holes.
fn view(file: &File, step: i64, displacement: i64) -> Result<(), Error> {
    let double = Typemap::from(Predefined::Double);
    let filetype = Typemap::resized(0, step, &double)?;
    file.set_view_in(displacement, &double, &filetype, external32::DATAREP)?;
    // Several buffers, so that faults occur between them.
    file.set_buffer_size(0);
    Ok(())
}

fn write(path: &Path, mode: Mode, step: i64, displacement: i64) -> Result<i64, Error> {
    let file = File::open(path, mode)?;
    view(&file, step, displacement)?;
    let values: Vec<f64> = (0..ITEMS).map(value).collect();
    let status = file.write_at(FIRST, values.as_slice())?;
    file.close()?;
    Ok(status.items())
}

fn read(path: &Path, step: i64) -> Result<i64, Error> {
    let file = File::open(path, Mode::RDONLY)?;
    view(&file, step, 0)?;
    let mut values = vec![f64::NAN; ITEMS];
    let done = match file.read_at(FIRST, values.as_mut_slice()) {
        Ok(status) => status.items(),
        Err(error) => {
            check(&values, error.items_done().unwrap_or(0));
            return Err(error);
        }
    };
    check(&values, done);
    file.close()?;
    Ok(done)
}

/// Checks that the items that were read are those that [`write`] has written.
fn check(values: &[f64], done: i64) {
    let done = usize::try_from(done).unwrap_or(usize::MAX);
    let right = (0..done).all(|index| values[index].to_bits() == value(index).to_bits());
    assert!(right, "an item that is told to be read is another");
}

/// Sixteen threads on one handle: each writes every sixteenth block of items.
fn threads(path: &Path) -> Result<i64, Error> {
    let file = File::open(path, Mode::RDWR)?;
    view(&file, STEP, 0)?;
    let values: Vec<f64> = (0..ITEMS).map(value).collect();
    let (file, values) = (&file, &values);
    let block = |index: usize| &values[index * ITEMS / 64..(index + 1) * ITEMS / 64];
    let done: Result<Vec<i64>, Error> = thread::scope(|scope| {
        let each = |thread: usize| {
            let mut done = 0;
            for index in (thread..64).step_by(16) {
                let offset = FIRST + i64::try_from(index * ITEMS / 64).unwrap_or(0);
                done += file.write_at(offset, block(index))?.items();
            }
            Ok(done)
        };
        // If the system refuses a thread, its blocks are written here.
        let start = |thread: usize| {
            let started = thread::Builder::new().spawn_scoped(scope, move || each(thread));
            started.map_err(|_| each(thread))
        };
        let running: Vec<_> = (0..16).map(start).collect();
        let joined = running.into_iter().map(|one| match one {
            Ok(running) => running.join().unwrap_or(Ok(-1)),
            Err(done) => done,
        });
        joined.collect()
    });
    Ok(done?.iter().sum())
}

/// Operations without items.
fn other(path: &Path, what: &str) -> Result<i64, Error> {
    let file = File::open(path, Mode::RDWR)?;
    match what {
        "extend" => file.set_size(40_000)?,
        "cut" => file.set_size(5_000)?,
        "preallocate" => file.preallocate(40_000)?,
        _ => file.sync()?,
    }
    file.close().map(|()| 0)
}

fn run(operation: &str, path: &Path) -> Result<i64, Error> {
    match operation {
        "write" => write(path, Mode::RDWR, 8, 0),
        "create" => write(path, Mode::CREATE | Mode::EXCL | Mode::WRONLY, 8, 0),
        "holes" => write(path, Mode::RDWR, STEP, 0),
        "sieved" => write(path, Mode::RDWR | Mode::UNIQUE_OPEN, STEP, 0),
        "even" => write(path, Mode::RDWR, 16, 0),
        "odd" => write(path, Mode::RDWR, 16, 8),
        "read" => read(path, 8),
        "read-holes" => read(path, STEP),
        "threads" => threads(path),
        "delete" => {
            let file = File::open(path, Mode::RDWR | Mode::DELETE_ON_CLOSE)?;
            file.close().map(|()| 0)
        }
        what => other(path, what),
    }
}

/// The number of descriptors that the process has, if the system reports it.
fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}

fn main() -> Result<(), Box<dyn StdError>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(operation), Some(path)) = (arguments.next(), arguments.next()) else {
        return Err("write an operation and a path".into());
    };
    let before = descriptors();
    let outcome = run(&operation.to_string_lossy(), Path::new(&path));
    let leaked = descriptors().saturating_sub(before);
    match outcome {
        Ok(items) => println!("{leaked} done {items}"),
        Err(error) => {
            let items = error.items_done().unwrap_or(0);
            println!("{leaked} failed {items} {} {error}", error.class().name());
        }
    }
    Ok(())
}
