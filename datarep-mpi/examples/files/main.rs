//! What `datarep_mpi::File` does on two processes, compared with the local `File` on the same bytes.
//!
//! ```text
//! mpiexec -n 2 files LIBRARY FAMILY FILE
//! ```
//!
//! `LIBRARY` is the MPI library, which is loaded when the program runs: one binary is for all of them. `FAMILY` is the one of its binary
//! interface. The last line is `R right, W wrong`; `cargo xtask mpi-rust` runs it under every library.
#![allow(unsafe_code, reason = "MPI is initialized by functions of C")]
#![expect(clippy::print_stdout, reason = "it tells what is wrong")]

mod errors;
mod layouts;
mod mpi;
mod rest;

use std::cell::Cell;
use std::path::PathBuf;

use datarep::Error;
use datarep::file::Mode;
use datarep_mpi::{Communicator, File};

use mpi::Mpi;

/// A run on this process.
struct Run {
    mpi: Mpi,
    rank: i64,
    path: PathBuf,
    right: Cell<i64>,
    wrong: Cell<i64>,
}

impl Run {
    /// Counts a case.
    fn expect(&self, what: &str, holds: bool) {
        let count = if holds { &self.right } else { &self.wrong };
        count.set(count.get() + 1);
        if !holds {
            println!("rank {}: {what}", self.rank);
        }
    }

    /// Opens the file, which is made anew.
    fn fresh(&self) -> Result<File, Error> {
        let file = File::open(self.world(), &self.path, Mode::CREATE | Mode::RDWR)?;
        file.set_size(0)?;
        self.mpi.barrier();
        Ok(file)
    }

    fn world(&self) -> Communicator {
        self.mpi.world()
    }

    /// A file of this process alone.
    fn own(&self) -> PathBuf {
        self.path.with_extension(format!("local-{}", self.rank))
    }

    /// The sums of both processes, told by the first one.
    fn sums(&self) -> Result<(i64, i64), Error> {
        let file = self.fresh()?;
        file.set_view_of::<[i64; 2]>(0, datarep::standard::big_endian::DATAREP)?;
        file.write_at_all(self.rank, &[[self.right.get(), self.wrong.get()]])?;
        file.sync()?;
        self.mpi.barrier();
        let mut both = [[0_i64; 2]; 2];
        file.read_at_all(0, &mut both)?;
        file.close()?;
        Ok((both[0][0] + both[1][0], both[0][1] + both[1][1]))
    }
}

fn main() -> Result<(), Error> {
    let [library, family, path] = arguments();
    // SAFETY: a process that hangs is ended.
    unsafe { libc::alarm(120) };
    let mpi = Mpi::load(&library, &family);
    early(&mpi);
    mpi.initialize();
    let (rank, path) = (mpi.rank(), PathBuf::from(path));
    let run = Run { mpi, rank, path, right: Cell::new(0), wrong: Cell::new(0) };
    layouts::all(&run)?;
    errors::all(&run)?;
    rest::all(&run)?;
    let (right, wrong) = run.sums()?;
    if rank == 0 {
        File::delete(&run.path)?;
    }
    let _ = std::fs::remove_file(run.own());
    run.mpi.barrier();
    if rank == 0 {
        println!("{right} right, {wrong} wrong");
    }
    // A file that is left open when MPI ends is not closed behind it.
    let left =
        File::open(Communicator::itself()?, run.own(), Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE)?;
    run.mpi.finalize();
    drop(left);
    let _ = std::fs::remove_file(run.own());
    Ok(())
}

fn arguments() -> [String; 3] {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    arguments.try_into().expect("a library, its family and a file")
}

/// Before MPI is initialized nothing may be called, and there is an error.
fn early(mpi: &Mpi) {
    let error = Communicator::world().expect_err("MPI is not initialized");
    assert!(error.to_string().contains("not initialized"), "{error}");
    assert!(File::open(mpi.world(), "file", Mode::RDONLY).is_err());
}
