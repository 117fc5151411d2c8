//! Every routine, in several representations and layouts: what is written and read, by bytes, values and status.

use std::fs;

use datarep::datatype::Typemap;
use datarep::file::{self, Buffer, Mode, Sink, Source, Status, Whence};
use datarep::functions::ConversionFunctions;
use datarep::standard::{big_endian, cray, external32, ibm370};
use datarep::{Datarep, Error, Predefined};
use datarep_mpi::File;

use crate::Run;

/// Values of a process.
const VALUES: i64 = 6;
/// The same, in memory.
const COUNT: usize = 6;
/// Where the view begins.
const BEGIN: i64 = 8;

/// Three numbers that belong together: an etype of as many items.
type Row = [f64; 3];

/// A kind of buffer, and the view that it is for.
trait Layout {
    type Buffer: Source + Sink + 'static;
    const NAME: &'static str;
    /// Etypes that a process moves.
    const ETYPES: i64 = VALUES;

    /// The same view of both.
    fn see(file: &File, local: &file::File, datarep: &Datarep) -> Result<(), Error>;
    fn filled(rank: i64) -> Self::Buffer;
    fn empty() -> Self::Buffer;
    fn is_same(one: &Self::Buffer, other: &Self::Buffer) -> bool;
}

fn value(rank: i64, index: i64) -> f32 {
    // All of them are exact, but for one of three.
    let number = f32::from(i16::try_from(100 * rank + index).expect("small"));
    if index % 3 == 0 { number / 3.0 } else { number * 0.25 }
}

/// Floats, one behind the other.
struct Floats;

impl Layout for Floats {
    type Buffer = Vec<f32>;
    const NAME: &'static str = "floats";

    fn see(file: &File, local: &file::File, datarep: &Datarep) -> Result<(), Error> {
        let float = Typemap::from(Predefined::Float);
        file.set_view_in(BEGIN, &float, &float, datarep)?;
        local.set_view_in(BEGIN, &float, &float, datarep)
    }

    fn filled(rank: i64) -> Vec<f32> {
        (0..VALUES).map(|index| value(rank, index)).collect()
    }

    fn empty() -> Vec<f32> {
        vec![-1.0; COUNT]
    }

    fn is_same(one: &Vec<f32>, other: &Vec<f32>) -> bool {
        one.iter().zip(other).all(|(one, other)| one.to_bits() == other.to_bits())
    }
}

/// Arrays, in a view of whole ones.
struct Rows;

impl Layout for Rows {
    type Buffer = Vec<Row>;
    const NAME: &'static str = "arrays";

    fn see(file: &File, local: &file::File, datarep: &Datarep) -> Result<(), Error> {
        file.set_view_of::<Row>(BEGIN, datarep)?;
        local.set_view_of::<Row>(BEGIN, datarep)
    }

    fn filled(rank: i64) -> Vec<Row> {
        (0..VALUES).map(|index| [2.0, value(rank, index).into(), -1.5]).collect()
    }

    fn empty() -> Vec<Row> {
        vec![[-1.0; 3]; COUNT]
    }

    fn is_same(one: &Vec<Row>, other: &Vec<Row>) -> bool {
        one == other
    }
}

/// Every second integer of memory, in a view with holes.
struct Strided;

impl Layout for Strided {
    type Buffer = Buffer<Vec<u8>>;
    const NAME: &'static str = "strided integers through holes";

    fn see(file: &File, local: &file::File, datarep: &Datarep) -> Result<(), Error> {
        let long = Typemap::from(Predefined::Int64T);
        let filetype = Typemap::resized(0, 24, &long)?;
        file.set_view_in(BEGIN, &long, &filetype, datarep)?;
        local.set_view_in(BEGIN, &long, &filetype, datarep)
    }

    #[expect(clippy::host_endian_bytes, reason = "memory of the program")]
    fn filled(rank: i64) -> Buffer<Vec<u8>> {
        strided((0..2 * VALUES).flat_map(|index| (1000 * rank - index).to_ne_bytes()).collect())
    }

    fn empty() -> Buffer<Vec<u8>> {
        strided(vec![0xEE; 16 * COUNT])
    }

    fn is_same(one: &Buffer<Vec<u8>>, other: &Buffer<Vec<u8>>) -> bool {
        let (one, other) = (one.clone().into_inner(), other.clone().into_inner());
        one.chunks(16).zip(other.chunks(16)).all(|(one, other)| one[..8] == other[..8])
    }
}

fn strided(bytes: Vec<u8>) -> Buffer<Vec<u8>> {
    let every_second = Typemap::resized(0, 16, &Predefined::Int64T.into()).and_then(|one| one.commit());
    Buffer::new(bytes, VALUES, &every_second.expect("small"))
}

/// Big-endian, every byte inverted, by functions.
fn inverted() -> Datarep {
    let extent = |predefined: Predefined| {
        i64::try_from(predefined.native_size()).map_err(|error| error.to_string().into())
    };
    let functions = ConversionFunctions::new("inverted", extent).on_read(|call| {
        call.file.iter_mut().for_each(|byte| *byte = !*byte);
        big_endian::DATAREP.read_items(call.items, call.native, call.file)?;
        Ok(())
    });
    let functions = functions.on_write(|call| {
        big_endian::DATAREP.write_items(call.items, call.native, call.file)?;
        call.file.iter_mut().for_each(|byte| *byte = !*byte);
        Ok(())
    });
    Datarep::from(functions)
}

/// Where a routine begins.
#[derive(Clone, Copy, PartialEq)]
enum Begins {
    At,
    Own,
    /// One process after the other, by the program.
    Shared,
    /// The same, by the routine.
    Ordered,
}

type Outcome<B> = (B, Result<Status, Error>);
type Routine<B> = fn(&File, i64, B) -> Result<Outcome<B>, Error>;

/// A pair of routines: its name, where it begins, and how it reads and writes.
type Pair<B> = (&'static str, Begins, Routine<B>, Routine<B>);

/// The routines by pairs.
fn routines<B: Source + Sink + 'static>() -> impl Iterator<Item = Pair<B>> {
    at_offsets().into_iter().chain(at_pointers()).chain(at_shared_pointer())
}

fn read<B>(mut buffer: B, by: impl FnOnce(&mut B) -> Result<Status, Error>) -> Outcome<B> {
    let status = by(&mut buffer);
    (buffer, status)
}

fn write<B>(buffer: B, by: impl FnOnce(&B) -> Result<Status, Error>) -> Outcome<B> {
    let status = by(&buffer);
    (buffer, status)
}

fn at_offsets<B: Source + Sink + 'static>() -> [Pair<B>; 5] {
    use Begins::At;
    [
        ("at", At, |f, o, b| Ok(read(b, |b| f.read_at(o, b))), |f, o, b| Ok(write(b, |b| f.write_at(o, b)))),
        (
            "at_all",
            At,
            |f, o, b| Ok(read(b, |b| f.read_at_all(o, b))),
            |f, o, b| Ok(write(b, |b| f.write_at_all(o, b))),
        ),
        ("i_at", At, |f, o, b| Ok(f.iread_at(o, b)?.wait()), |f, o, b| Ok(f.iwrite_at(o, b)?.wait())),
        (
            "i_at_all",
            At,
            |f, o, b| Ok(f.iread_at_all(o, b)?.wait()),
            |f, o, b| Ok(tested(f.iwrite_at_all(o, b)?)),
        ),
        (
            "at_all_begin",
            At,
            |f, o, b| Ok(f.read_at_all_begin(o, b)?.end()),
            |f, o, b| Ok(f.write_at_all_begin(o, b)?.end()),
        ),
    ]
}

fn at_pointers<B: Source + Sink + 'static>() -> [Pair<B>; 5] {
    use Begins::Own;
    [
        ("own", Own, |f, _, b| Ok(read(b, |b| f.read(b))), |f, _, b| Ok(write(b, |b| f.write(b)))),
        ("all", Own, |f, _, b| Ok(read(b, |b| f.read_all(b))), |f, _, b| Ok(write(b, |b| f.write_all(b)))),
        ("i_own", Own, |f, _, b| Ok(f.iread(b)?.wait()), |f, _, b| Ok(f.iwrite(b)?.wait())),
        ("i_all", Own, |f, _, b| Ok(tested(f.iread_all(b)?)), |f, _, b| Ok(f.iwrite_all(b)?.wait())),
        (
            "all_begin",
            Own,
            |f, _, b| Ok(f.read_all_begin(b)?.end()),
            |f, _, b| Ok(f.write_all_begin(b)?.end()),
        ),
    ]
}

fn at_shared_pointer<B: Source + Sink + 'static>() -> [Pair<B>; 4] {
    use Begins::{Ordered, Shared};
    [
        (
            "shared",
            Shared,
            |f, _, b| Ok(read(b, |b| f.read_shared(b))),
            |f, _, b| Ok(write(b, |b| f.write_shared(b))),
        ),
        (
            "i_shared",
            Shared,
            |f, _, b| Ok(f.iread_shared(b)?.wait()),
            |f, _, b| Ok(f.iwrite_shared(b)?.wait()),
        ),
        (
            "ordered",
            Ordered,
            |f, _, b| Ok(read(b, |b| f.read_ordered(b))),
            |f, _, b| Ok(write(b, |b| f.write_ordered(b))),
        ),
        (
            "ordered_begin",
            Ordered,
            |f, _, b| Ok(f.read_ordered_begin(b)?.end()),
            |f, _, b| Ok(f.write_ordered_begin(b)?.end()),
        ),
    ]
}

/// Asked until it is done.
fn tested<B>(request: datarep_mpi::Request<B>) -> Outcome<B> {
    while !request.test() {
        std::thread::yield_now();
    }
    request.wait()
}

/// All routines in all layouts.
pub(crate) fn all(run: &Run) -> Result<(), Error> {
    let inverted = inverted();
    for datarep in [ibm370::DATAREP, &Datarep::NATIVE, external32::DATAREP, &inverted] {
        layout::<Floats>(run, datarep)?;
    }
    layout::<Rows>(run, ibm370::DATAREP)?;
    layout::<Rows>(run, &inverted)?;
    layout::<Strided>(run, cray::DATAREP)?;
    layout::<Strided>(run, &Datarep::NATIVE)
}

fn layout<L: Layout>(run: &Run, datarep: &Datarep) -> Result<(), Error> {
    // What a process alone makes of the values of both.
    let _ = fs::remove_file(run.own());
    let (file, local) = (run.fresh()?, file::File::open(run.own(), Mode::CREATE | Mode::RDWR)?);
    L::see(&file, &local, datarep)?;
    let written = [0, 1].map(|rank| local.write(&L::filled(rank)));
    let expected = fs::read(run.own()).expect("it is there");
    let by_local = file::File::open(&run.path, Mode::RDONLY)?;
    for (name, begins, read, write) in routines::<L::Buffer>() {
        let what = |part: &str| format!("{}, {}, `{name}`: {part}", datarep.name(), L::NAME);
        file.set_size(0)?;
        // ROMIO writes anything in holes behind the end.
        file.set_size(local.size()?)?;
        L::see(&file, &by_local, datarep)?;
        let (_, status) =
            placed(run, &file, begins, L::ETYPES, |offset| write(&file, offset, L::filled(run.rank)))?;
        run.expect(&what("the status of writing"), status == written[usize::from(run.rank == 1)]);
        file.sync()?;
        run.mpi.barrier();
        let bytes = fs::read(&run.path).expect("it is there");
        run.expect(&what(&format!("{bytes:?}, not {expected:?}")), bytes == expected);
        let mut theirs = L::empty();
        let there = by_local.read_at(run.rank * L::ETYPES, &mut theirs);
        file.seek_shared(0, Whence::Set)?;
        let (ours, status) = placed(run, &file, begins, L::ETYPES, |offset| read(&file, offset, L::empty()))?;
        run.expect(&what("the status of reading"), status == there);
        run.expect(&what("the values"), L::is_same(&ours, &theirs));
        let (own, shared) = (file.position()?, file.position_shared()?);
        let moved = match begins {
            Begins::At => (0, 0),
            Begins::Own => ((run.rank + 1) * L::ETYPES, 0),
            Begins::Shared | Begins::Ordered => (0, 2 * L::ETYPES),
        };
        run.expect(&what(&format!("the pointers are {own} and {shared}")), (own, shared) == moved);
        run.mpi.barrier();
        if begins == Begins::At || begins == Begins::Own {
            short::<L>(run, (&file, &local), begins, read, &what("the end of the file"))?;
        }
    }
    file.close()
}

/// Runs an access where it is to begin.
fn placed<B>(
    run: &Run,
    file: &File,
    begins: Begins,
    etypes: i64,
    access: impl FnOnce(i64) -> Result<Outcome<B>, Error>,
) -> Result<Outcome<B>, Error> {
    let offset = run.rank * etypes;
    if begins == Begins::Own {
        file.seek(offset, Whence::Set)?;
    }
    if begins != Begins::Shared {
        return access(offset);
    }
    if run.rank == 1 {
        run.mpi.barrier();
    }
    let outcome = access(offset);
    if run.rank == 0 {
        run.mpi.barrier();
    }
    run.mpi.barrier();
    outcome
}

/// A file that ends within an item.
fn short<L: Layout>(
    run: &Run,
    (file, local): (&File, &file::File),
    begins: Begins,
    read: Routine<L::Buffer>,
    what: &str,
) -> Result<(), Error> {
    let (whole, cut) = (local.size()?, local.size()? - 3);
    file.set_size(cut)?;
    local.set_size(cut)?;
    let offset = 2 * L::ETYPES - 2 - run.rank;
    let mut theirs = L::empty();
    let there = local.read_at(offset, &mut theirs);
    if begins == Begins::Own {
        file.seek(offset, Whence::Set)?;
    }
    let (ours, status) = read(file, offset, L::empty())?;
    let same = status == there && L::is_same(&ours, &theirs);
    run.expect(&format!("{what}: {status:?}, not {there:?}"), same);
    run.mpi.barrier();
    if begins == Begins::Own {
        run.expect(what, file.position()? == offset + L::ETYPES);
    }
    local.set_size(whole)
}
