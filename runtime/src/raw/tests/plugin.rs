//! Representations from a shared library behave like those that are compiled with the program.

use std::sync::LazyLock;

use super::*;
use crate::raw::table::{PluginDatarep, PluginOutcome, PluginText, PluginType};
use crate::standard;
use crate::{Character, Complex, F16, Logical, LongDouble, Native};

const DATAREPS: &[&Datarep] = &standard::ALL;
static TYPES: PluginTypes<8> = PluginTypes::from_datareps(DATAREPS);
static TABLES: PluginDatareps<8> = PluginDatareps::from_types(DATAREPS, &TYPES);
static PLUGIN: Plugin = Plugin::from_tables(&TABLES);

/// Each compiled representation, with its copy that is imported from the tables, and with the copy of that copy, whose
/// tables were made at run time.
fn both() -> impl Iterator<Item = (&'static Datarep, Datarep)> {
    static LEAKED: LazyLock<&Plugin> = LazyLock::new(|| {
        // SAFETY: the tables are the static ones above, which are constant.
        let foreign = unsafe { import(&raw const PLUGIN) }.expect("tables of this version");
        leak_plugin(&foreign).expect("they are not compiled with this program")
    });
    // SAFETY: the tables are the static ones above, which are constant.
    let foreign = unsafe { import(&raw const PLUGIN) }.expect("tables of this version");
    // SAFETY: the tables stay until the process ends.
    let again = unsafe { import(&raw const **LEAKED) }.expect("tables of this version");
    assert_eq!((foreign.len(), again.len()), (DATAREPS.len(), DATAREPS.len()));
    DATAREPS.iter().copied().zip(foreign).chain(DATAREPS.iter().copied().zip(again))
}

#[test]
fn tables_at_run_time_are_those_of_interpreted_representations() {
    let compiled = leak_plugin(&[Datarep::clone(DATAREPS[0])]).expect_err("it is compiled");
    assert_eq!(compiled.class(), ErrorClass::Arg);
    assert!(compiled.to_string().contains("`export!` makes its table"), "{compiled}");
    let none = leak_plugin(&[]).expect("a table");
    // SAFETY: the table stays until the process ends.
    assert_eq!(unsafe { import(none) }.expect("of this version").len(), 0);
}

/// Bytes without an obvious order.
fn noise(bytes: usize, seed: u64) -> Vec<u8> {
    let mut state = seed | 1;
    let byte = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..bytes).map(byte).collect()
}

/// The result of a call, for comparison: a foreign error has the same message as the compiled one.
fn told<T>(result: Result<T, Error>) -> Result<T, (String, ErrorClass)> {
    result.map_err(|error| (error.to_string(), error.class()))
}

#[test]
fn names_extents_and_mappings_are_those_of_the_compiled_one() {
    for (compiled, foreign) in both() {
        assert_eq!((foreign.name(), foreign.doc()), (compiled.name(), compiled.doc()));
        for predefined in Predefined::all() {
            assert_eq!(foreign.extent(predefined), compiled.extent(predefined), "{predefined}");
            assert_eq!(foreign.mapping(predefined), compiled.mapping(predefined), "{predefined}");
            let typemap = Typemap::from(predefined);
            assert_eq!(told(foreign.type_extent(&typemap)), told(compiled.type_extent(&typemap)));
        }
        assert!(format!("{foreign:?}").ends_with("of a plug-in)"));
    }
}

/// Tables serve several threads at once, and so do the representations that one of them has imported. Race checkers run
/// this test, too.
#[test]
fn tables_serve_many_threads() {
    let values: Vec<f64> = (0..200).map(f64::from).collect();
    let first: Vec<_> = both().collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (own, (compiled, foreign)) in both().zip(&first) {
                    let expected = told(compiled.to_bytes(&values));
                    assert_eq!(told(foreign.to_bytes(&values)), expected);
                    assert_eq!(told(own.1.to_bytes(&values)), expected);
                }
            });
        }
    });
}

/// R-CONV-2, R-CONV-11: items of datatypes, with any bytes, at any alignment: items, losses and errors are the same.
#[test]
fn items_are_converted_as_by_the_compiled_one() {
    for (compiled, foreign) in both() {
        for predefined in Predefined::all().filter(|&predefined| compiled.extent(predefined).is_some()) {
            let one = Typemap::from(predefined);
            let rows = Typemap::vector(150, 1, 2, &one).expect("small").commit().expect("small");
            let run = Typemap::contiguous(150, &one).expect("small").commit().expect("small");
            for (datatype, origin) in [(&rows, 0), (&run, 0), (&run, 1)] {
                for seed in 1..5 {
                    let items = Items { datatype, count: 149, position: 1 };
                    let bytes = index(compiled.file_size(items).expect("small"));
                    let native = 300 * predefined.native_size() + 1;
                    let (file, memory) = (noise(bytes, seed), noise(native, !seed));
                    let read = |datarep: &Datarep| {
                        let mut memory = memory.clone();
                        let result = datarep.read_items(items, Memory::at(&mut memory, origin), &file);
                        (told(result), memory)
                    };
                    assert!(read(compiled) == read(&foreign), "{predefined} from {}", compiled.name());
                    let write = |datarep: &Datarep| {
                        let mut file = file.clone();
                        let result = datarep.write_items(items, Memory::at(&memory, origin), &mut file);
                        let whole = result.is_ok();
                        (told(result), whole.then_some(file))
                    };
                    assert!(write(compiled) == write(&foreign), "{predefined} to {}", compiled.name());
                }
            }
        }
    }
}

/// Slices of native types, and their losses without a conversion.
#[test]
fn slices_are_converted_as_by_the_compiled_one() {
    fn check<T: Native + Default + std::fmt::Debug>() {
        for (compiled, foreign) in both() {
            let Some(extent) = compiled.extent(T::PREDEFINED) else {
                assert_eq!(foreign.to_vec::<T>(&[]).expect_err("unsupported").class(), ErrorClass::Type);
                continue;
            };
            for seed in 1..9 {
                let file = noise(extent * 700, seed);
                assert_eq!(told(foreign.loss::<T>(&file)), told(compiled.loss::<T>(&file)));
                let (theirs, ours) = (told(foreign.to_vec::<T>(&file)), told(compiled.to_vec::<T>(&file)));
                // Compared as texts, so that NaNs equal themselves.
                assert_eq!(format!("{theirs:?}"), format!("{ours:?}"));
                let Ok((native, _)) = ours else { continue };
                assert_eq!(told(foreign.to_bytes(&native)), told(compiled.to_bytes(&native)));
                assert_eq!(told(foreign.loss_on_write(&native)), told(compiled.loss_on_write(&native)));
            }
            assert_eq!(
                told(foreign.read_as(Predefined::Byte, &[0; 8], &mut [T::default()])).is_err(),
                told(compiled.read_as(Predefined::Byte, &[0; 8], &mut [T::default()])).is_err(),
            );
        }
    }
    check::<f32>();
    check::<f64>();
    check::<F16>();
    check::<LongDouble>();
    check::<Complex<f32>>();
    check::<i64>();
    check::<u16>();
    check::<bool>();
    check::<char>();
    check::<Logical>();
    check::<Character>();
}

/// A representation of a plug-in can be registered and found, and serves views like any other.
#[test]
fn views_and_names_are_those_of_any_representation() {
    const NAME: &str = "of_a_plugin";
    let types = [PluginType { name: text("MPI_FLOAT"), ..row() }];
    let datarep = imported(&[datarep(NAME, &types)]).expect("right")[0].clone();
    crate::registry::register(datarep).expect("the name is free");
    let found = crate::registry::find(NAME).expect("registered");
    let float = Typemap::from(Predefined::Float);
    let view = crate::file::View::new(4, &float, &float, &found).expect("supported");
    assert_eq!(view.datarep().name(), NAME);
    assert_eq!(crate::file::View::new(0, &float, &float, &found).expect("supported").etype().extent(), 4);
    // The bytes are those of the machine, reversed.
    let one = 1.0_f32;
    let reversed = if cfg!(target_endian = "big") { one.to_le_bytes() } else { one.to_be_bytes() };
    assert_eq!(found.to_bytes(&[one]).expect("moved").0, reversed);
    assert_eq!(found.loss::<f32>(&[0; 8]).expect("whole"), Loss::default());
    assert_eq!(found.type_extent(&Predefined::Double.into()).expect_err("no row").class(), ErrorClass::Type);
}

fn text(text: &'static str) -> PluginText {
    PluginText { begin: text.as_ptr(), bytes: text.len() }
}

/// Four bytes that are reversed.
fn row() -> PluginType {
    PluginType {
        name: text("MPI_INT"),
        mapping: text("four bytes"),
        native: 4,
        align: 4,
        extent: 4,
        unit: 4,
        state: std::ptr::null(),
        read: None,
        write: None,
    }
}

fn datarep(name: &'static str, types: &[PluginType]) -> PluginDatarep {
    let types = types.to_vec().leak();
    PluginDatarep { name: text(name), doc: text(""), count: types.len(), types: types.as_ptr() }
}

/// Imports tables of this version and this machine's byte order.
fn imported(datareps: &[PluginDatarep]) -> Result<Vec<Datarep>, Error> {
    let datareps = datareps.to_vec().leak();
    let count = datareps.len().try_into().expect("few");
    let plugin = Plugin { version: PLUGIN_VERSION, count, representations: datareps.as_ptr() };
    // SAFETY: the tables are as they say, and were leaked, so they stay until the process ends.
    unsafe { import(&raw const plugin) }
}

#[test]
fn tables_that_cannot_be_are_refused() {
    let refusal = |result: Result<Vec<Datarep>, Error>| {
        let error = result.expect_err("it cannot be");
        assert_eq!(error.class(), ErrorClass::Arg, "{error}");
        error.to_string()
    };
    for (version, advice) in [(PLUGIN_VERSION + 1, "build both with the same version"), (0, "build it again")]
    {
        // SAFETY: the pointer leads to a 32-bit number. It is not `PLUGIN_VERSION`, so nothing else is read.
        let error = refusal(unsafe { import((&raw const version).cast()) });
        assert!(error.contains(&format!("version {version}")) && error.ends_with(advice), "{error}");
    }
    refusal(imported(&[datarep("", &[])]));
    refusal(imported(&[datarep(LONG, &[])]));
    let bad = |row: PluginType| refusal(imported(&[datarep("bad", &[row])]));
    let error = bad(PluginType { native: 8, extent: 8, ..row() });
    let told =
        "`MPI_INT` of datarep `bad` has 8 bytes in memory, and 4 in this process: build it for this machine";
    assert!(error.contains(told), "{error}");
    bad(PluginType { unit: 0, ..row() });
    bad(PluginType { unit: 3, ..row() });
    bad(PluginType { unit: 8, ..row() });
    bad(PluginType { extent: 8, ..row() });
    // A type that only a newer version knows is ignored.
    let newer =
        imported(&[datarep("newer", &[PluginType { name: text("MPI_NEW"), native: 3, ..row() }, row()])]);
    let newer = newer.expect("the type is left out");
    assert_eq!(newer[0].extent(Predefined::Int), Some(4));
    assert!(imported(&[]).expect("nothing in it").is_empty());
}

/// A list that is empty may be null, and one that has rows may not: its representations would be missing without a word.
#[test]
fn a_list_that_is_not_there_is_refused() {
    use std::ptr::null;
    let plugin = |count| Plugin { version: PLUGIN_VERSION, count, representations: null() };
    // SAFETY: the tables have no rows, and the pointers lead to values of this function.
    let of_none = |plugin: Plugin| unsafe { import(&raw const plugin) };
    assert!(of_none(plugin(0)).expect("nothing is said to be there").is_empty());
    let refusal = |error: Error, told: &str| {
        assert_eq!(error.class(), ErrorClass::Arg, "{error}");
        assert!(error.to_string().contains(told), "{error}");
    };
    let told = "2 representations, but the pointer to them is null: let it point to them, or write 0";
    refusal(of_none(plugin(2)).expect_err("two are said to be there"), told);
    let table = |count| PluginDatarep { count, types: null(), ..datarep("bare", &[]) };
    assert_eq!(imported(&[table(0)]).expect("no type")[0].extent(Predefined::Int), None);
    refusal(imported(&[table(3)]).expect_err("three are said to be there"), "3 types, but");
    let nameless = PluginDatarep { name: PluginText { begin: null(), bytes: 4 }, ..table(0) };
    refusal(imported(&[nameless]).expect_err("a name is said to be there"), "4 bytes of a text, but");
    let undocumented = PluginDatarep { doc: PluginText { begin: null(), bytes: 0 }, ..table(0) };
    assert_eq!(imported(&[undocumented]).expect("no documentation").len(), 1);
}

const LONG: &str = match std::str::from_utf8(&[b'x'; 129]) {
    Ok(name) => name,
    Err(_) => panic!(),
};

/// R-CONV-11: a function that fails as a whole, by a panic or with an invalid outcome, ends in an error of the class
/// conversion.
#[test]
fn failures_do_not_cross_the_border() {
    unsafe extern "C" fn panics(
        _: *const c_void,
        _: *const u8,
        _: *mut u8,
        _: usize,
        outcome: *mut PluginOutcome,
    ) {
        // SAFETY: the caller passes a place that holds an outcome, and that nobody else uses.
        let outcome = unsafe { &mut *outcome };
        table::store_outcome(outcome, |_| panic!("what a pity"));
    }
    unsafe extern "C" fn lies(
        _: *const c_void,
        _: *const u8,
        _: *mut u8,
        items: usize,
        outcome: *mut PluginOutcome,
    ) {
        // SAFETY: the caller passes a place that holds an outcome, and that nobody else uses.
        let outcome = unsafe { &mut *outcome };
        outcome.code = PluginOutcome::REFUSED;
        (outcome.item, outcome.path, outcome.value) = (items, usize::MAX, usize::MAX);
    }
    let types =
        [PluginType { name: text("MPI_FLOAT"), unit: 0, read: Some(panics), write: Some(lies), ..row() }];
    let datarep = imported(&[datarep("fails", &types)]).expect("right")[0].clone();
    let error = datarep.to_vec::<f32>(&[0; 8]).expect_err("it panics");
    assert_eq!(error.class(), ErrorClass::Conversion);
    assert_eq!(error.to_string(), "item 0 of datarep `fails`: its read function: panicked: what a pity");
    let error = datarep.to_bytes(&[1.0_f32]).expect_err("it lies");
    assert_eq!(error.to_string(), "item 0 of datarep `fails`: its write function: it returned 1");
}

/// Impossibly large counts do not end a program that adds them.
#[test]
fn counts_of_a_liar_add_up_to_the_most() {
    unsafe extern "C" fn counts(
        _: *const c_void,
        _: *const u8,
        _: *mut u8,
        _: usize,
        outcome: *mut PluginOutcome,
    ) {
        // SAFETY: the caller passes a place that holds an outcome, and that nobody else uses.
        let outcome = unsafe { &mut *outcome };
        outcome.counts = [u64::MAX; 16];
    }
    let types =
        [PluginType { name: text("MPI_FLOAT"), unit: 0, read: Some(counts), write: Some(counts), ..row() }];
    let datarep = imported(&[datarep("counts", &types)]).expect("right")[0].clone();
    let loss = datarep.loss::<f32>(&[0; 8]).expect("it is told");
    assert_eq!((loss + loss).inexact, u64::MAX);
}
