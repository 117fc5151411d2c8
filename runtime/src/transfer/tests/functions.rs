//! Transfers by functions of a program.

use std::sync::atomic::{AtomicI64, Ordering};

use super::*;

/// R-REG-1, R-REG-7, R-REG-8: functions are registered with their state and found by name. R-EXT-1: the extent function
/// is called for predefined types. R-CONV-10: a read function may overwrite the file's bytes.
#[test]
fn functions_get_their_state() {
    static CALLS: AtomicI64 = AtomicI64::new(0);
    let calls = &CALLS;
    let extent = |predefined| match predefined {
        Predefined::Double => Ok(3),
        other => Err(format!("no {}", other.name()).into()),
    };
    let functions = ConversionFunctions::new("functions_get_their_state", extent)
        .on_read(move |call| {
            calls.fetch_add(call.items.count, Ordering::Relaxed);
            assert_eq!(call.file.len(), 3 * index(call.items.count));
            assert_eq!((call.items.position, call.native.origin), (1, 0));
            call.file.fill(0xFF);
            call.native.bytes[8..16].copy_from_slice(&[7; 8]);
            Ok(())
        })
        .on_write(|call| {
            call.file.fill(call.native.bytes[0]);
            Ok(())
        });
    crate::registry::register(functions).expect("the name is free");
    let found = crate::registry::find("functions_get_their_state").expect("registered");
    assert!(found.functions().is_some() && found.descriptor().is_none());
    let (datatype, mut file, mut native) = (doubles(2), [1, 2, 3], [0; 16]);
    let second = Items { datatype: &datatype, count: 1, position: 1 };
    found.read_items(second, Memory::new(&mut native), &file).expect("the function succeeds");
    assert_eq!((CALLS.load(Ordering::Relaxed), native[8], file), (1, 7, [1, 2, 3]));
    found.read_items_mut(second, Memory::new(&mut native), &mut file).expect("the function succeeds");
    assert_eq!((CALLS.load(Ordering::Relaxed), file), (2, [0xFF; 3]));
    let first = Items { position: 0, ..second };
    found.write_items(first, Memory::new(&[9; 16]), &mut file).expect("the function succeeds");
    assert_eq!(file, [9; 3]);
    let vector = Typemap::vector(2, 1, 4, &Predefined::Double.into()).expect("small");
    assert_eq!(found.type_extent(&vector).expect("supported"), Some(15));
    let error = found.type_extent(&Predefined::Int.into()).expect_err("refused");
    assert_eq!(
        error.to_string(),
        "the extent of `MPI_INT` in datarep `functions_get_their_state`: no MPI_INT"
    );
}

/// R-REG-6: a direction without a function moves native data, and calls no function.
#[test]
fn without_a_function_data_is_native() {
    let native_sizes = |predefined: Predefined| Ok(length(predefined.native_size()));
    let functions = ConversionFunctions::new("half", native_sizes).on_read(|_| panic!("called"));
    let datarep = Datarep::from(functions);
    let (datatype, native, mut file) = (doubles(2), noise(16, 5), [0; 16]);
    datarep
        .write_items(Items { datatype: &datatype, count: 2, position: 0 }, Memory::new(&native), &mut file)
        .expect("moved");
    assert_eq!(file, *native);
    let other = Datarep::from(ConversionFunctions::new("other", |_| Ok(4)));
    let error = other
        .write_items(
            Items { datatype: &datatype, count: 2, position: 0 },
            Memory::new(&native),
            &mut file[..8],
        )
        .expect_err("not native");
    assert_eq!(
        error.to_string(),
        "the extent of `MPI_DOUBLE` in datarep `other`: is 4, but without a function its 8 native bytes are moved"
    );
}

/// R-CONV-11: the error of a function becomes an error of the class conversion with the item, and so does a panic.
#[test]
fn a_function_that_fails_is_an_error() {
    let functions = ConversionFunctions::new("fails", |_| Ok(8))
        .on_read(|call| Err(crate::functions::FunctionError::at(call.items.position + 1, "no number")))
        .on_write(|_| panic!("out of {}", "paper"));
    let datarep = Datarep::from(functions);
    let (datatype, mut native, mut file) = (doubles(2), [0; 16], [0; 16]);
    let error = datarep
        .read_items(Items { datatype: &datatype, count: 2, position: 0 }, Memory::new(&mut native), &file)
        .expect_err("fails");
    assert_eq!(error.class(), ErrorClass::Conversion);
    assert_eq!(error.to_string(), "item 1 of datarep `fails`: its read function: no number");
    let error = datarep
        .write_items(Items { datatype: &datatype, count: 2, position: 0 }, Memory::new(&native), &mut file)
        .expect_err("panics");
    assert_eq!(error.to_string(), "item 0 of datarep `fails`: its write function: panicked: out of paper");
    let strange = Datarep::from(ConversionFunctions::new("strange", |_| Ok(-1)));
    assert_eq!(
        strange.type_extent(&Predefined::Int.into()).expect_err("no extent").class(),
        ErrorClass::Conversion
    );
}

/// R-CONV-12: a function is not called with buffers that do not hold the items.
#[test]
fn functions_get_checked_buffers() {
    let functions = ConversionFunctions::new("checked", |_| Ok(8)).on_read(|_| panic!("called"));
    let datarep = Datarep::from(functions);
    let (datatype, mut native, file) = (doubles(2), [0; 15], [0; 16]);
    let error = datarep
        .read_items(Items { datatype: &datatype, count: 2, position: 0 }, Memory::new(&mut native), &file)
        .expect_err("short");
    assert_eq!(error.to_string(), "the items lie at 0..16, the buffer has 15 bytes");
    for (count, position) in [(-1, 0), (1, -1), (2, i64::MAX)] {
        datarep
            .read_items(Items { datatype: &datatype, count, position }, Memory::new(&mut native), &file)
            .expect_err("impossible");
    }
}
