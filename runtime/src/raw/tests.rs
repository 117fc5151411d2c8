//! The border to C: functions in both directions, and buffers of C whose gaps may belong to others.

mod gaps;
mod plugin;
mod text;

use super::*;
use crate::standard::{big_endian, ibm370};
use crate::{ErrorClass, Predefined};

/// R-REG-9, R-CONV-1, R-CONV-2, R-REG-7: functions of C, with 64-bit counts and their state, convert as the closures
/// that they are made of do. Here they are our own, so that both directions of the border are crossed.
#[test]
fn functions_of_c_convert() {
    let state = extra_state(ibm370::DATAREP);
    // SAFETY: the functions are those of this module, which may be called from any thread. They require the state of a
    // representation, and this one is static.
    let theirs =
        unsafe { functions("of C", Some(read_conversion), Some(write_conversion), type_extent, state) };
    let theirs = Datarep::from(theirs);
    let backwards = Typemap::vector(3, 1, -2, &Predefined::Float.into()).expect("small");
    let datatype = backwards.commit().expect("small");
    let native: Vec<u8> = (0..20_u8).map(|byte| 0x3F + byte % 3).collect();
    let items = Items { datatype: &datatype, count: 2, position: 1 };
    let (mut one, mut other) = ([0; 8], [0; 8]);
    ibm370::DATAREP.write_items(items, Memory::at(&native, 16), &mut one).expect("small");
    theirs.write_items(items, Memory::at(&native, 16), &mut other).expect("small");
    assert_eq!(one, other);
    let mut back = vec![0; 20];
    theirs.read_items(items, Memory::at(&mut back, 16), &other).expect("small");
    assert_eq!((&back[8..12], &back[..4], back[16]), (&native[8..12], &native[..4], 0));
    assert!(last_error().is_none());
}

/// Functions and their state serve several threads at once. Race checkers run this test, too.
#[test]
fn functions_serve_many_threads() {
    use std::sync::atomic::{AtomicI64, Ordering};

    unsafe extern "C" fn counts(
        userbuf: *mut c_void,
        _: *const Committed,
        items: i64,
        filebuf: *mut c_void,
        _: i64,
        state: *mut c_void,
    ) -> c_int {
        // SAFETY: the state is the counter below, which is atomic and lives while the functions are used.
        unsafe { &*state.cast::<AtomicI64>() }.fetch_add(items, Ordering::Relaxed);
        // SAFETY: the items are floats, one after the other, in both buffers.
        unsafe { filebuf.cast::<u8>().copy_from(userbuf.cast(), 4 * index(items)) };
        0
    }
    unsafe extern "C" fn four(_: *const Committed, extent: *mut i64, _: *mut c_void) -> c_int {
        // SAFETY: the caller passes a place for the extent.
        unsafe { *extent = 4 };
        0
    }
    let counter = AtomicI64::new(0);
    let state = (&raw const counter).cast_mut().cast();
    // SAFETY: the functions may be called from any thread and at the same time, with floats and this counter.
    let theirs = Datarep::from(unsafe { functions("counting", None, Some(counts), four, state) });
    std::thread::scope(|scope| {
        for thread in 0..4_u8 {
            let theirs = &theirs;
            scope.spawn(move || {
                let native = [f32::from(thread); 10];
                for _ in 0..50 {
                    let (file, _) = theirs.to_bytes(&native).expect("it returns zero");
                    assert_eq!(file, native.map(f32::to_ne_bytes).concat());
                }
            });
        }
    });
    assert_eq!(counter.into_inner(), 4 * 50 * 10);
}

/// R-CONV-11: a code that is not zero is an error of the class conversion, and the error behind it is reported.
#[test]
fn codes_of_c_are_errors() {
    let state = extra_state(ibm370::DATAREP);
    // SAFETY: the functions are those of this module, with the state of a static representation.
    let theirs = unsafe { functions("of C", None, Some(write_conversion), type_extent, state) };
    let double = Typemap::from(Predefined::Double).commit().expect("one item");
    let mut large = [0; 8];
    crate::datatype::Layout::store(&f64::MAX, &mut large);
    let error = Datarep::from(theirs)
        .write_items(Items { datatype: &double, count: 1, position: 0 }, Memory::new(&large), &mut [0; 8])
        .expect_err("too large");
    assert_eq!(error.class(), ErrorClass::Conversion);
    assert_eq!(error.to_string(), "item 0 of datarep `of C`: its write function: it returned 1");
    let behind = last_error().expect("it failed");
    assert!(behind.to_string().contains("does not fit in `hfp64`"), "{behind}");
    let mut extent = 0;
    // SAFETY: `double` is a committed datatype, `extent` is a place for the extent, and the state is that of a
    // representation.
    let code = unsafe { type_extent(&raw const double, &raw mut extent, state) };
    assert_eq!((code, extent), (0, 8));
}

/// Displacement zero may lie outside of the items' bytes, as `MPI_BOTTOM` does.
#[test]
fn items_lie_anywhere() {
    // Farther than any memory where addresses have 64 bits, and within those of 32.
    const FAR: usize = if usize::BITS == 64 { 1 << (usize::BITS - 24) } else { 1 << 30 };
    let begin = i64::try_from(FAR).expect("in memory");
    let far = Typemap::hindexed(&[(1, begin), (1, begin + 8)], &Predefined::Float.into()).expect("small");
    let far = far.commit().expect("small");
    let mut native = [1.0_f32, 2.0, 3.0];
    let zero = native.as_mut_ptr().cast::<u8>().wrapping_sub(FAR).cast();
    let (datarep, mut file) = (ibm370::DATAREP, [0; 8]);
    let items = Items { datatype: &far, count: 2, position: 0 };
    // SAFETY: both items lie in `native`, which nobody writes to.
    unsafe { write_items(datarep, items, zero, &mut file) }.expect("in memory");
    assert_eq!(file, [0x41, 0x10, 0, 0, 0x41, 0x30, 0, 0]);
    file.rotate_left(4);
    // SAFETY: both items lie in `native`, which nobody else uses.
    unsafe { read_items(datarep, items, zero, &mut file) }.expect("in memory");
    assert_eq!(native.map(f32::to_bits), [3.0_f32, 2.0, 1.0].map(f32::to_bits));
}

/// Losses are reported in both directions.
#[test]
fn losses_of_raw_buffers_are_counted() {
    let two = Typemap::contiguous(2, &Predefined::Float.into()).expect("small").commit().expect("small");
    let items = Items { datatype: &two, count: 2, position: 0 };
    let (mut native, mut file) = ([1.0_f32, 0.1], [0; 8]);
    // SAFETY: the items are those of `native`, which nobody writes to.
    let loss = unsafe { write_items(ibm370::DATAREP, items, native.as_ptr().cast(), &mut file) };
    assert_eq!(loss.expect("small").inexact, 1);
    // The largest number of the format is an infinity of `f32`.
    file[..4].copy_from_slice(&[0x7F, 0xFF, 0xFF, 0xFF]);
    // SAFETY: the items are those of `native`, which nobody else uses.
    let loss = unsafe { read_items(ibm370::DATAREP, items, native.as_mut_ptr().cast(), &mut file) };
    assert_eq!(loss.expect("the rule is an infinity").overflow, 1);
}

/// A program's closures take slices: they get a separate one, and the gaps of the buffer stay unchanged.
#[test]
fn functions_of_a_program_see_items_alone() {
    let functions = ConversionFunctions::new("big", |_| Ok(2))
        .on_read(|call| {
            call.native.bytes.iter_mut().for_each(|byte| *byte = !*byte);
            big_endian::DATAREP.read_items(call.items, call.native, call.file)?;
            Ok(())
        })
        .on_write(|call| {
            assert!(call.native.bytes[2..4].iter().all(|&byte| byte == 0), "what is no item is not shown");
            big_endian::DATAREP.write_items(call.items, call.native, call.file)?;
            Ok(())
        });
    let functions = Datarep::from(functions);
    let gaps = Typemap::vector(3, 1, -2, &Predefined::Short.into()).expect("small").commit().expect("small");
    let mut native = [1_i16, 7, 2, 7, 3];
    let (items, mut file) = (Items { datatype: &gaps, count: 3, position: 0 }, [0; 6]);
    let zero = native.as_mut_ptr().wrapping_add(4).cast();
    // SAFETY: the items lie in `native`, in reverse order, and nobody writes to them.
    unsafe { write_items(&functions, items, zero, &mut file) }.expect("small");
    assert_eq!(file, [0, 3, 0, 2, 0, 1]);
    file.reverse();
    // SAFETY: the items lie in `native`, in reverse order, and nobody else uses them.
    unsafe { read_items(&functions, items, zero, &mut file) }.expect("small");
    assert_eq!(native, [3 << 8, 7, 2 << 8, 7, 1 << 8]);
}
