//! What is no access: sizes, pointers, views, atomicity; accesses in pieces; collectives inside a conversion function.

use std::cell::RefCell;
use std::rc::Rc;

use datarep::datatype::Typemap;
use datarep::file::{DISPLACEMENT_CURRENT, Mode, Whence};
use datarep::functions::ConversionFunctions;
use datarep::standard::{big_endian, cray, ibm370};
use datarep::{Datarep, Error, ErrorClass, Predefined};
use datarep_mpi::{Communicator, File};

use crate::Run;

/// All of it.
pub(crate) fn all(run: &Run) -> Result<(), Error> {
    sizes(run)?;
    views(run)?;
    sequential(run)?;
    nested(run)?;
    if run.rank == 0 {
        pieces(run)?;
    }
    run.mpi.barrier();
    Ok(())
}

fn sizes(run: &Run) -> Result<(), Error> {
    let file = run.fresh()?;
    file.preallocate(100)?;
    run.mpi.barrier();
    run.expect("the size", file.size()? == 100);
    run.mpi.barrier();
    file.set_size(32)?;
    run.mpi.barrier();
    run.expect("the size", file.size()? == 32);
    file.set_view_of::<f64>(4, cray::DATAREP)?;
    file.seek(0, Whence::End)?;
    run.expect("the end", file.position()? == 4);
    file.seek(-1, Whence::Current)?;
    run.expect("one before", file.position()? == 3);
    file.seek_shared(1, Whence::End)?;
    run.mpi.barrier();
    run.expect("one behind", file.position_shared()? == 5);
    run.expect("the byte", file.byte_offset(3)? == 28);
    run.expect("it is not atomic", !file.atomicity());
    file.set_atomicity(true)?;
    run.expect("it is atomic", file.atomicity());
    file.write_at(run.rank, &[0.5_f64])?;
    run.mpi.barrier();
    let mut there = [0_f64; 2];
    file.read_at_all(0, &mut there)?;
    run.expect("both are there", there.map(f64::to_bits) == [0.5_f64; 2].map(f64::to_bits));
    file.set_atomicity(false)?;
    run.expect("it is not atomic again", !file.atomicity());
    run.expect(&format!("{file:?}"), format!("{file:?}").starts_with("File("));
    run.expect("the mode", file.mode() == Mode::CREATE | Mode::RDWR);
    file.close()?;
    // Behind the end.
    let file = File::open(run.world(), &run.path, Mode::RDWR | Mode::APPEND)?;
    run.expect("the end", file.position()? == file.size()?);
    file.close()
}

fn views(run: &Run) -> Result<(), Error> {
    let file = run.fresh()?;
    run.expect(
        "a view of bytes",
        file.view().datarep().name() == "native" && file.view().displacement() == 0,
    );
    let (short, long) = (Typemap::from(Predefined::Short), Typemap::from(Predefined::Long));
    let both = Typemap::structure(&[(1, 0, short.clone()), (1, 8, long)])?;
    let filetype = Typemap::resized(0, 6, &short)?;
    file.set_view(12, &short, &filetype, "external32")?;
    let view = file.view();
    run.expect("the view", view.displacement() == 12 && view.datarep().name() == "external32");
    run.expect(
        "its datatypes",
        view.etype().is_equivalent(&short) && view.filetype().is_equivalent(&filetype),
    );
    run.expect("an extent", file.type_extent(&both)? == Some(12));
    run.expect("the byte", file.byte_offset(2)? == 24);
    // Before a view is set bytes are bytes, and a datatype is what it takes in memory.
    file.set_view(0, &Predefined::Byte.into(), &Predefined::Byte.into(), "native")?;
    file.write_at_all(8 * run.rank, &[1.5_f64])?;
    file.sync()?;
    run.mpi.barrier();
    let mut there = [0_f64; 2];
    let status = file.read_at(4, &mut there)?;
    run.expect(
        &format!("{status:?}"),
        status.items() == 1 && status.bytes() == 8 && status.bytes_left() == 4,
    );
    file.close()
}

/// A file that is written from its begin to its end.
fn sequential(run: &Run) -> Result<(), Error> {
    run.fresh()?.close()?;
    let file = File::open(run.world(), &run.path, Mode::WRONLY | Mode::SEQUENTIAL)?;
    let (int, datarep) = (Typemap::from(Predefined::Int32T), big_endian::DATAREP);
    let refused = file.set_view_in(0, &int, &int, datarep);
    run.expect("a displacement", refused.is_err_and(|error| error.class() == ErrorClass::Arg));
    file.set_view_in(DISPLACEMENT_CURRENT, &int, &int, datarep)?;
    file.write_ordered(&[i32::from(run.rank == 1), 7])?;
    file.close()?;
    run.mpi.barrier();
    let bytes = std::fs::read(&run.path).expect("it is there");
    run.expect(&format!("{bytes:?}"), bytes == [0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 7]);
    run.mpi.barrier();
    Ok(())
}

thread_local! {
    static OPENED: RefCell<Option<Rc<File>>> = const { RefCell::new(None) };
    static SEEN: RefCell<Vec<Option<ErrorClass>>> = const { RefCell::new(Vec::new()) };
}

/// A conversion function that calls collectives, which is refused, and an access of its own, which is not.
fn nested(run: &Run) -> Result<(), Error> {
    let extent = |_: Predefined| Ok(1);
    let nested = ConversionFunctions::new("nested", extent).on_read(|call| {
        let Some(file) = OPENED.with_borrow(Clone::clone) else { return Err("no file".into()) };
        let classes = [
            file.read_at_all(0, &mut [0_u8]).err(),
            file.sync().err(),
            Communicator::itself().and_then(|own| File::open(own, "file", Mode::RDONLY)).err(),
            file.iread_at_all(0, vec![0_u8]).err(),
            file.byte_offset(0).err(),
        ];
        SEEN.set(classes.iter().map(|error| error.as_ref().map(Error::class)).collect());
        call.native.bytes.fill(call.file[0]);
        Ok(())
    });
    let file = Rc::new(run.fresh()?);
    file.write_at_all(run.rank, &[9_u8])?;
    file.sync()?;
    run.mpi.barrier();
    file.set_view_of::<u8>(0, &Datarep::from(nested))?;
    OPENED.set(Some(Rc::clone(&file)));
    let mut byte = [0_u8];
    run.expect("it reads", file.read_at_all(run.rank, &mut byte).is_ok() && byte == [9]);
    let refused = Some(ErrorClass::UnsupportedOperation);
    let seen = SEEN.take();
    run.expect(&format!("{seen:?}"), seen == [refused, refused, refused, refused, None]);
    OPENED.set(None);
    Rc::into_inner(file).map_or(Ok(()), File::close)
}

/// More than a buffer has: 64 MiB and a few bytes. What fails in the last piece is told with what is before it.
fn pieces(run: &Run) -> Result<(), Error> {
    const NUMBERS: i32 = (8 << 20) + 3;
    let many = i64::from(NUMBERS);
    let mode = Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE;
    let file = File::open(Communicator::itself()?, run.own(), mode)?;
    file.set_size(0)?;
    file.set_view_of::<f64>(0, ibm370::DATAREP)?;
    let mut numbers: Vec<f64> = (0..NUMBERS).map(|index| f64::from(index % 1000)).collect();
    let status = file.write(&numbers)?;
    run.expect(&format!("{status:?}"), status.count() == Some(many));
    run.expect("the pointer", file.position()? == many);
    let mut back = vec![0_f64; numbers.len()];
    file.seek(0, Whence::Set)?;
    let status = file.read(&mut back)?;
    run.expect(&format!("{status:?}"), status.bytes() == 8 * many && back == numbers);
    let last = numbers.len() - 2;
    numbers[last] = 1e300;
    numbers[0] = 4.5;
    let error = file.write_at(0, &numbers).expect_err("a number does not fit");
    run.expect(&format!("{error}"), error.items_done() == Some(many - 2));
    let mut first = [0_f64; 1];
    file.read_at(0, &mut first)?;
    run.expect("what is before it is written", first[0].to_bits() == 4.5_f64.to_bits());
    file.close()
}
