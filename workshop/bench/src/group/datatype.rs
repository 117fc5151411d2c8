//! Items that are not contiguous, converted by datatypes made at run time, beside loops written by hand.

use std::hint::black_box;

use datarep::datatype::{Items, Memory, Order, Typemap};
use datarep::standard::{big_endian, ibm370};
use datarep::{Datarep, Predefined};

use super::super::clock::{self, Cores, Samples};
use super::super::contest::Contest;
use super::super::data::{double_from_bits, low_half_as_i16, make_numbers};
use super::super::goals::{Goal, Threshold};
use super::super::level::LevelFilter;
use super::super::place::{PageOffset, PlacedSlice};
use super::super::row::{Figure, Row};
use super::super::{Bench, SIZES};
use super::Group;

pub(super) const GROUP: Group = Group {
    name: "datatype",
    cores: Cores::One,
    measure,
    goals: &[GOALS[0], GOALS[1], GOALS[2], GOALS[3], GOALS[4], GOALS[5], COMMIT],
};

const GOALS: [Goal; 6] = {
    let goal = Goal {
        number: "3",
        title: "dynamic datatypes",
        group: "datatype",
        works: "",
        size: 0,
        at: LevelFilter::Every,
        bar: Threshold::Times(0.95, "loops"),
    };
    let swap = Goal { title: "dynamic datatypes, swapped", works: "f64", ..goal };
    let hfp = Goal { title: "dynamic datatypes, IBM32", works: "hfp32", ..goal };
    [
        Goal { size: SIZES[0], ..swap },
        Goal { size: SIZES[1], ..swap },
        Goal { size: SIZES[2], ..swap },
        Goal { size: SIZES[0], ..hfp },
        Goal { size: SIZES[1], ..hfp },
        Goal { size: SIZES[2], ..hfp },
    ]
};

/// The goal for all layouts except irregular blocks, whose time is given per block.
const COMMIT: Goal = Goal {
    number: "3",
    title: "committing a datatype",
    group: "datatype",
    works: "commit",
    size: 0,
    at: LevelFilter::Every,
    bar: Threshold::AtMost(10.0, "µs"),
};

/// The type of the items, their representation in a file, and the names that the loops have for the works.
#[derive(Clone, Copy)]
struct ItemKind {
    name: &'static str,
    datarep: &'static Datarep,
    item: Predefined,
    bytes: usize,
    works: [WorkNames; 4],
}

/// The names of a work for the loops, in both directions.
#[derive(Clone, Copy)]
struct WorkNames {
    write: &'static str,
    read: &'static str,
}

const KINDS: [ItemKind; 2] = [
    ItemKind {
        name: "f64",
        datarep: big_endian::DATAREP,
        item: Predefined::Double,
        bytes: 8,
        works: [
            WorkNames { write: "write f64, strided", read: "read f64, strided" },
            WorkNames { write: "write f64, blocks", read: "read f64, blocks" },
            WorkNames { write: "write f64, part", read: "read f64, part" },
            WorkNames { write: "write f64, records", read: "read f64, records" },
        ],
    },
    ItemKind {
        name: "hfp32",
        datarep: ibm370::DATAREP,
        item: Predefined::Float,
        bytes: 4,
        works: [
            WorkNames { write: "write hfp32, strided", read: "read hfp32, strided" },
            WorkNames { write: "write hfp32, blocks", read: "read hfp32, blocks" },
            WorkNames { write: "write hfp32, part", read: "read hfp32, part" },
            WorkNames { write: "write hfp32, records", read: "read hfp32, records" },
        ],
    },
];

/// The displacements of items, and the arguments that describe them to the loops.
struct Layout {
    name: &'static str,
    datatype: Typemap,
    copies: i64,
    /// The index in [`ItemKind::works`].
    work: usize,
    arguments: Vec<usize>,
    /// The number of bytes of memory.
    memory: usize,
}

/// The layouts of `size` bytes of items.
fn make_layouts(kind: &ItemKind, size: usize) -> Result<Vec<Layout>, datarep::Error> {
    let items = size / kind.bytes;
    let record = make_record_typemap()?;
    let records = size / RECORD;
    let blocks = draw_random_blocks(items);
    let last = blocks.last().map_or(0, |&(length, at)| at + length);
    Ok(vec![
        make_strided_rows(kind, "stride 2", items, [1, 2])?,
        make_strided_rows(kind, "3 of 8", items / 3, [3, 8])?,
        Layout {
            name: "blocks of 1 to 16",
            datatype: Typemap::indexed(&blocks, &kind.item.into())?,
            copies: 1,
            work: 1,
            arguments: vec![items],
            memory: usize::try_from(last).unwrap_or(0) * kind.bytes,
        },
        make_subarray(kind, "part of a matrix", [1, items / 100, 100], [items / 100, 128], [0, 0, 14])?,
        make_subarray(kind, "part of a cube", [(items / 900).max(1), 30, 30], [32, 32], [1, 1, 1])?,
        Layout {
            name: "struct with holes",
            datatype: record.clone(),
            copies: to_i64(records),
            work: 3,
            arguments: vec![1, 1],
            memory: records * RECORD,
        },
        Layout {
            name: "2 of 3 structs",
            datatype: Typemap::resized(0, to_i64(3 * RECORD), &Typemap::contiguous(2, &record)?)?,
            copies: to_i64(records / 2),
            work: 3,
            arguments: vec![2, 3],
            memory: records / 2 * 3 * RECORD,
        },
    ])
}

/// `rows` rows. Each has `length` items, and a new row begins every `stride` items.
fn make_strided_rows(
    kind: &ItemKind,
    name: &'static str,
    rows: usize,
    [length, stride]: [usize; 2],
) -> Result<Layout, datarep::Error> {
    let row = Typemap::contiguous(to_i64(length), &kind.item.into())?;
    let row = Typemap::resized(0, to_i64(stride * kind.bytes), &row)?;
    let (datatype, memory) = (Typemap::contiguous(to_i64(rows), &row)?, rows * stride * kind.bytes);
    Ok(Layout { name, datatype, copies: 1, work: 0, arguments: vec![length, stride], memory })
}

/// A part of `part` planes, rows and columns that begins at `begin`, within planes of `rows` rows and `columns`
/// columns. After the part there are as many planes as before it.
fn make_subarray(
    kind: &ItemKind,
    name: &'static str,
    part: [usize; 3],
    [rows, columns]: [usize; 2],
    begin: [usize; 3],
) -> Result<Layout, datarep::Error> {
    let all = [part[0] + 2 * begin[0], rows, columns];
    let (sizes, parts, starts) = (all.map(to_i64), part.map(to_i64), begin.map(to_i64));
    let datatype = Typemap::subarray(&sizes, &parts, &starts, Order::C, &kind.item.into())?;
    let arguments = [&part[..], &[rows, columns], &begin].concat();
    let memory = all.iter().product::<usize>() * kind.bytes;
    Ok(Layout { name, datatype, copies: 1, work: 2, arguments, memory })
}

/// The number of bytes of a struct in memory.
const RECORD: usize = 40;

/// An `i32`, three `f64`, an `f32` and an `i16`, laid out as in C.
fn make_record_typemap() -> Result<Typemap, datarep::Error> {
    let fields = [
        (1, 0, Predefined::Int.into()),
        (3, 8, Predefined::Double.into()),
        (1, 32, Predefined::Float.into()),
        (1, 36, Predefined::Short.into()),
    ];
    Typemap::resized(0, to_i64(RECORD), &Typemap::structure(&fields)?)
}

/// Blocks of 1 to 16 items, with gaps of 1 to 16 items between them, as the loops make them. Each has its length and
/// its beginning.
fn draw_random_blocks(items: usize) -> Vec<(i64, i64)> {
    let mut state = 0x9E37_79B9_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        i64::from(state >> 8 & 15)
    };
    let (mut blocks, mut at, mut left) = (Vec::new(), 0, to_i64(items));
    while left > 0 {
        let length = (next() + 1).min(left);
        blocks.push((length, at));
        at += length + next() + 1;
        left -= length;
    }
    blocks
}

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    // The largest slices take most of the time.
    let few = bench.options.quick;
    for &size in bench.sizes_in_bytes().iter().filter(|size| !few || **size < SIZES[2]) {
        for kind in &KINDS {
            for layout in make_layouts(kind, size).map_err(|error| error.to_string())? {
                if size <= SIZES[0] {
                    measure_commit(bench, kind, &layout)?;
                }
                measure_both_directions(bench, size, kind, &layout)
                    .map_err(|error| format!("{}: {error}", layout.name))?;
            }
        }
    }
    Ok(())
}

/// The time to commit a layout. For blocks it is the time per block.
fn measure_commit(bench: &mut Bench<'_>, kind: &ItemKind, layout: &Layout) -> Result<(), String> {
    const ROUNDS: usize = 200;
    let mut samples = Samples::default();
    let (per, unit) = match layout.work {
        1 => (draw_random_blocks(layout.arguments[0]).len(), "ns a block"),
        _ => (1000, "µs"),
    };
    for _ in 0..ROUNDS {
        let seconds = clock::seconds_per_call(1, &mut || drop(black_box(layout.datatype.commit())));
        samples.push(seconds * 1e9 / f64::from(u32::try_from(per).unwrap_or(u32::MAX)));
    }
    let figure = Figure::Amount { best: samples.least(), median: samples.median(), unit };
    let work = format!("commit {}, {}", kind.name, layout.name);
    bench.print_and_keep(Row { group: "datatype", work, size: 0, who: "datarep", figure })
}

fn measure_both_directions(
    bench: &mut Bench<'_>,
    size: usize,
    kind: &ItemKind,
    layout: &Layout,
) -> Result<(), String> {
    let ItemKind { name, datarep, .. } = *kind;
    let failed = |error: datarep::Error| error.to_string();
    let datatype = layout.datatype.commit().map_err(failed)?;
    let items = Items::copies(&datatype, layout.copies).map_err(failed)?;
    let native = PlacedSlice::from_slice(PageOffset::INPUT, &fill_memory(kind, layout));
    let bytes = datarep.file_size(items).map_err(failed)?;
    let bytes = usize::try_from(bytes).map_err(|error| error.to_string())?;
    let mut file = PlacedSlice::new(PageOffset::OUTPUT, bytes, 0);
    let mut back = PlacedSlice::new(PageOffset::OUTPUT, native.len(), 0);
    datarep.write_items(items, Memory::new(&native), &mut file).map_err(failed)?;
    datarep.read_items(items, Memory::new(&mut back), &file).map_err(failed)?;
    let (expected_file, expected_native) = convert_run_by_run(datarep, items, &native)?;
    let correct = (*file == *expected_file, *back == *expected_native);
    let arguments: Vec<String> = layout.arguments.iter().map(usize::to_string).collect();
    let works = kind.works[layout.work];
    let ours = || drop(black_box(datarep.write_items(items, Memory::new(black_box(&native)), &mut file)));
    bench.measure_contest(
        Contest::new("datatype", &format!("{name}, {}, write", layout.name), size, bytes)
            .with_peer_files(&native, &expected_file)
            .add_local("datarep", correct.0, ours)
            .add_peer_with_arguments("loops", works.write, arguments.clone()),
    )?;
    let file = &*PlacedSlice::from_slice(PageOffset::INPUT, &expected_file);
    let ours = || drop(black_box(datarep.read_items(items, Memory::new(&mut back), black_box(file))));
    bench.measure_contest(
        Contest::new("datatype", &format!("{name}, {}, read", layout.name), size, bytes)
            .with_peer_files(file, &expected_native)
            .add_local("datarep", correct.1, ours)
            .add_peer_with_arguments("loops", works.read, arguments),
    )
}

/// Memory with a number wherever the layout may have an item.
#[expect(clippy::host_endian_bytes, reason = "memory is in the order of the machine")]
fn fill_memory(kind: &ItemKind, layout: &Layout) -> Vec<u8> {
    let doubles = |count| {
        make_numbers(count, double_from_bits).iter().flat_map(|number| number.to_ne_bytes()).collect()
    };
    match (layout.work, kind.bytes) {
        (3, _) => make_numbers(layout.memory / RECORD, |bits| {
            let mut record = [0; RECORD];
            record[..4].copy_from_slice(&bits.to_ne_bytes());
            for (item, bytes) in (1..).zip(record[8..32].as_chunks_mut().0) {
                *bytes = (f64::from(f32::from_bits(bits)) / f64::from(item)).to_ne_bytes();
            }
            record[32..36].copy_from_slice(&bits.to_ne_bytes());
            record[36..38].copy_from_slice(&low_half_as_i16(bits).to_ne_bytes());
            record
        })
        .concat(),
        (_, 4) => {
            make_numbers(layout.memory / 4, |bits| bits).iter().flat_map(|bits| bits.to_ne_bytes()).collect()
        }
        _ => doubles(layout.memory / 8),
    }
}

/// The file and the memory read from it, converted as one slice for each run of items.
fn convert_run_by_run(
    datarep: &Datarep,
    items: Items<'_>,
    native: &[u8],
) -> Result<(Vec<u8>, Vec<u8>), String> {
    let (mut file, mut back, mut failed) = (Vec::new(), vec![0; native.len()], None);
    let visited = items.datatype.for_each_run(items.position, items.count, |run| {
        let bytes = usize::try_from(run.items).unwrap_or(0) * run.predefined.native_size();
        let at = usize::try_from(run.displacement).unwrap_or(0);
        let (from, to) = (&native[at..at + bytes], &mut back[at..at + bytes]);
        let converted = match run.predefined {
            Predefined::Double => {
                convert_run_both_ways(datarep, from, to, &mut file, f64::from_ne_bytes, f64::to_ne_bytes)
            }
            Predefined::Float => {
                convert_run_both_ways(datarep, from, to, &mut file, f32::from_ne_bytes, f32::to_ne_bytes)
            }
            Predefined::Int => {
                convert_run_both_ways(datarep, from, to, &mut file, i32::from_ne_bytes, i32::to_ne_bytes)
            }
            _ => convert_run_both_ways(datarep, from, to, &mut file, i16::from_ne_bytes, i16::to_ne_bytes),
        };
        failed = failed.take().or(converted.err());
    });
    match failed.or(visited.err()) {
        Some(error) => Err(error.to_string()),
        None => Ok((file, back)),
    }
}

/// Converts a run of items to the end of the file and back.
fn convert_run_both_ways<T: datarep::Native + Default, const N: usize>(
    datarep: &Datarep,
    from: &[u8],
    to: &mut [u8],
    file: &mut Vec<u8>,
    load: fn([u8; N]) -> T,
    store: fn(T) -> [u8; N],
) -> Result<(), datarep::Error> {
    let items: Vec<T> = from.as_chunks().0.iter().map(|bytes| load(*bytes)).collect();
    let (bytes, _) = datarep.to_bytes(&items)?;
    let (items, _) = datarep.to_vec::<T>(&bytes)?;
    for (item, to) in items.into_iter().zip(to.as_chunks_mut().0) {
        *to = store(item);
    }
    file.extend_from_slice(&bytes);
    Ok(())
}

fn to_i64(number: usize) -> i64 {
    number.cast_signed() as i64
}
