//! Slices in any kind of representation, compared with the same items as bytes.

use std::fmt;

use super::*;
use crate::standard::{big_endian, cray, little_endian, vax_d};
use crate::{Logical, Logical1, Logical2, Logical8, Logical16, Native};

/// Checks that bytes and slices of `T` are converted alike, in both directions and with any representation.
fn as_slices<T: Native + PartialEq + fmt::Debug>(values: &[T]) {
    let mut native = vec![0; size_of_val(values)];
    assert_eq!(T::BYTES, T::PREDEFINED.native_size());
    for (value, bytes) in values.iter().zip(native.chunks_exact_mut(T::BYTES)) {
        value.store(bytes);
    }
    let one = Typemap::from(T::PREDEFINED).commit().expect("one item");
    for datarep in DATAREPS {
        let Some(extent) = datarep.extent(T::PREDEFINED) else { continue };
        let (mut slices, mut bytes) = (vec![0; extent * values.len()], vec![0; extent * values.len()]);
        let expected = datarep.write(values, &mut slices);
        let loss = datarep.write_items(
            Items { datatype: &one, count: length(values.len()), position: 0 },
            Memory::new(&native),
            &mut bytes,
        );
        assert_eq!(loss, expected, "{} of {}", T::PREDEFINED.name(), datarep.name());
        assert_eq!(bytes, slices);
        let (mut back, mut memory) = (values.to_vec(), native.clone());
        let expected = datarep.read(&slices, &mut back);
        let loss = datarep.read_items(
            Items { datatype: &one, count: length(values.len()), position: 0 },
            Memory::new(&mut memory),
            &slices,
        );
        assert_eq!(loss, expected);
        let stored: Vec<T> = memory.chunks_exact(T::BYTES).filter_map(T::load).collect();
        assert_eq!(stored, back);
    }
}

#[test]
fn bytes_are_converted_as_slices_are() {
    let numbers = || (-300..700_i16).map(f64::from).map(|number| number * 1.25);
    as_slices(&numbers().collect::<Vec<f64>>());
    as_slices(&(-300..700_i16).map(f32::from).collect::<Vec<f32>>());
    as_slices(&(-300..700_i16).collect::<Vec<i16>>());
    as_slices(&(-300..700_i32).map(|number| number * 99_999).collect::<Vec<i32>>());
    as_slices(&(-300..700_i64).map(|number| number << 33).collect::<Vec<i64>>());
    as_slices(&(-300..700_i128).map(|number| number << 99).collect::<Vec<i128>>());
    as_slices(&(0..=255_u8).map(crate::Character).collect::<Vec<_>>());
    as_slices(&(0..300).map(|number| number % 3 == 0).collect::<Vec<bool>>());
    as_slices(&(0..300).map(|number| Logical1::from(number % 3 == 0)).collect::<Vec<_>>());
    as_slices(&(0..300).map(|number| Logical2::from(number % 3 == 0)).collect::<Vec<_>>());
    as_slices(&(0..300).map(|number| Logical::from(number % 3 == 0)).collect::<Vec<_>>());
    as_slices(&(0..300).map(|number| Logical8::from(number % 3 == 0)).collect::<Vec<_>>());
    as_slices(&(0..300).map(|number| Logical16::from(number % 3 == 0)).collect::<Vec<_>>());
    as_slices(&('a'..'\u{1234}').collect::<Vec<char>>());
    as_slices(&numbers().map(|re| Complex { re, im: -re }).collect::<Vec<_>>());
    as_slices(&(0..300_u16).map(crate::F16::from_bits).collect::<Vec<_>>());
    as_slices(&(0..300_u128).map(|bits| crate::F128::from_bits(bits << 105)).collect::<Vec<_>>());
}

/// A logical of any size is true in the file by the rule of its representation, and in memory if it is not zero.
#[test]
fn logicals_of_each_size_are_converted() {
    fn check<T: Native + From<bool> + Into<bool>, const BYTES: usize>(predefined: Predefined) {
        let name = predefined.name();
        assert_eq!((predefined.native_size(), predefined.native_align()), (BYTES, BYTES), "{name}");
        let written = |datarep: &Datarep| {
            let mut file = vec![0; 2 * datarep.extent(predefined)?];
            datarep.write_as(predefined, &[T::from(true), T::from(false)], &mut file).expect("supported");
            Some(file)
        };
        let read = |datarep: &Datarep, file: &[u8]| {
            let mut native = [T::from(false)];
            datarep.read_as(predefined, file, &mut native).expect("supported");
            native[0].into()
        };
        let one_byte = |at: usize, byte| {
            let mut item = [0; BYTES];
            item[at] = byte;
            item
        };
        let (first, last) = (|byte| one_byte(0, byte), |byte| one_byte(BYTES - 1, byte));
        for (datarep, one) in [
            (external32::DATAREP, last(1)),
            (big_endian::DATAREP, last(1)),
            (little_endian::DATAREP, first(1)),
        ] {
            assert_eq!(written(datarep), Some([one, [0; BYTES]].concat()), "{name} in {}", datarep.name());
            assert!(read(datarep, &first(0x80)) && read(datarep, &last(2)), "{name} in {}", datarep.name());
            assert!(!read(datarep, &[0; BYTES]), "{name} in {}", datarep.name());
        }
        let any = T::load(&last(0x40)).expect("every word is a logical");
        assert_eq!(big_endian::DATAREP.to_bytes(&[any]).expect("supported").0, last(1), "{name}");
        if BYTES == 16 {
            assert_eq!((written(vax_d::DATAREP), written(cray::DATAREP)), (None, None));
            return;
        }
        assert_eq!(written(vax_d::DATAREP), Some([[0xFF; BYTES], [0; BYTES]].concat()), "{name}");
        assert!(read(vax_d::DATAREP, &first(1)) && !read(vax_d::DATAREP, &first(2)), "{name}");
        assert_eq!(written(cray::DATAREP), Some([[0xFF; 8], [0; 8]].concat()), "{name}");
        assert!(read(cray::DATAREP, &[0x80, 0, 0, 0, 0, 0, 0, 0]), "{name}");
        assert!(!read(cray::DATAREP, &[0x7F; 8]), "{name}");
    }
    check::<Logical1, 1>(Predefined::Logical1);
    check::<Logical2, 2>(Predefined::Logical2);
    check::<Logical, 4>(Predefined::Logical4);
    check::<Logical8, 8>(Predefined::Logical8);
    check::<Logical16, 16>(Predefined::Logical16);
}

#[test]
fn native_bytes_that_are_no_character_are_refused() {
    let wide = Typemap::from(Predefined::Wchar).commit().expect("one item");
    let native: Vec<u8> = [0x61_u32, 0x0011_0000, 0x62].into_iter().flat_map(u32::to_ne_bytes).collect();
    let mut file = [0; 6];
    let error = external32::DATAREP
        .write_items(Items { datatype: &wide, count: 3, position: 0 }, Memory::new(&native), &mut file)
        .expect_err("no character");
    assert_eq!(error.class(), ErrorClass::Conversion);
    assert!(error.to_string().starts_with("item 1 of datarep `external32`: the native "), "{error}");
    assert_eq!(file[..2], external32::DATAREP.to_bytes(&['a']).expect("ASCII").0);
}

/// Slices are converted by every kind of representation: `native`, functions of a program, and compiled ones.
#[test]
fn slices_go_through_any_representation() {
    let functions = ConversionFunctions::new("slices, swapped", |predefined| match predefined {
        Predefined::Long => Ok(4),
        _ => Ok(length(predefined.native_size())),
    });
    let swapped = functions
        .on_read(|call| {
            big_endian::DATAREP.read_items(call.items, call.native, call.file)?;
            Ok(())
        })
        .on_write(|call| {
            big_endian::DATAREP.write_items(call.items, call.native, call.file)?;
            Ok(())
        });
    let swapped = Datarep::from(swapped);
    let values = [1_i32, -2, 0x0102_0304];
    let native: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
    let big: Vec<u8> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
    for (datarep, file) in [(&Datarep::NATIVE, &native), (&swapped, &big), (big_endian::DATAREP, &big)] {
        assert_eq!(datarep.extent(Predefined::Int), Some(4));
        assert_eq!(datarep.to_bytes(&values), Ok((file.clone(), Loss::default())), "{datarep:?}");
        assert_eq!(datarep.to_vec::<i32>(file), Ok((values.to_vec(), Loss::default())), "{datarep:?}");
        assert_eq!(datarep.loss::<i32>(file), Ok(Loss::default()));
        assert_eq!(datarep.loss_on_write(&values), Ok(Loss::default()));
        let mut again = [0; 3];
        datarep.read_as(Predefined::Integer, file, &mut again).expect("of the same native type");
        assert_eq!(again, values);
        // Half an item, more items than there are, and another native type are refused.
        assert_eq!(datarep.to_vec::<i32>(&file[1..]).map_err(|error| error.class()), Err(ErrorClass::Count));
        assert_eq!(
            datarep.read(&file[4..], &mut again).map_err(|error| error.class()),
            Err(ErrorClass::Count)
        );
        let wrong = datarep.read_as(Predefined::Float, file, &mut again);
        assert_eq!(wrong.map_err(|error| error.class()), Err(ErrorClass::Type));
    }
    // If a function returns another size than the native one for a type, the type takes that size.
    let error = swapped.write_as(Predefined::Long, &[1_i64], &mut [0; 8]).expect_err("it takes four");
    assert_eq!(error.class(), ErrorClass::Count);
    assert_eq!(Datarep::NATIVE.to_vec::<char>(&[0xFF; 4]).expect_err("none").class(), ErrorClass::Conversion);
}

/// The native type of a predefined type is the one that the compiled representations convert.
#[test]
fn native_types_are_those_of_conversions() {
    fn stands_for<T: Native>(predefined: Predefined) -> bool {
        let mut known = DATAREPS.iter().filter_map(|datarep| datarep.descriptor());
        let compiled = known.any(|descriptor| descriptor.functions::<T>(predefined).is_ok());
        let plain = predefined.plain_slice_type() == Some(T::PREDEFINED);
        let supported = DATAREPS.iter().any(|datarep| datarep.extent(predefined).is_some());
        assert!(compiled == plain || !supported, "{} as {}", predefined.name(), std::any::type_name::<T>());
        plain
    }
    macro_rules! count {
        ($predefined:ident, $($native:ty),*) => { 0 $(+ u8::from(stands_for::<$native>($predefined)))* };
    }
    use crate::{Bf16, Character, Decimal, F16, F128, LongDouble};
    for predefined in Predefined::all() {
        let integers = count!(predefined, i8, i16, i32, i64, i128, u8, u16, u32, u64, u128);
        let floats = count!(predefined, F16, Bf16, f32, f64, LongDouble, F128, Decimal);
        let complex =
            count!(predefined, Complex<F16>, Complex<f32>, Complex<f64>, Complex<LongDouble>, Complex<F128>);
        let logicals = count!(predefined, bool, Logical1, Logical2, Logical, Logical8, Logical16);
        let characters = count!(predefined, Character, char);
        let bytes = matches!(predefined, Predefined::Packed | Predefined::Byte);
        assert_eq!(
            integers + floats + complex + logicals + characters,
            u8::from(!bytes),
            "{}",
            predefined.name()
        );
    }
}
