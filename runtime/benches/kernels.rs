//! Single kernels, a slice of 64 KiB each: `cargo bench --package datarep --bench kernels [NAME]`.
//!
//! `cargo xtask bench` compares conversions with copying and with other libraries. This benchmark is for work on a
//! single conversion.

use std::fmt;

use datarep::standard::{big_endian, cray, external32, ibm370, vax_d, vax_g};
use datarep::{Datarep, Native, Predefined};
use divan::counter::BytesCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Bytes of native items. Rates are of these or of the file's bytes, whichever are more.
const SIZE: usize = 64 << 10;

/// The conversion of a type by a representation.
#[derive(Clone, Copy)]
struct Kernel(&'static Datarep, Predefined);

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.name(), self.1.name())
    }
}

const DOUBLES: [Kernel; 5] = [
    Kernel(big_endian::DATAREP, Predefined::Double),
    Kernel(ibm370::DATAREP, Predefined::Double),
    Kernel(vax_d::DATAREP, Predefined::Double),
    Kernel(vax_g::DATAREP, Predefined::Double),
    Kernel(cray::DATAREP, Predefined::Double),
];

const FLOATS: [Kernel; 4] = [
    Kernel(big_endian::DATAREP, Predefined::Float),
    Kernel(ibm370::DATAREP, Predefined::Float),
    Kernel(vax_d::DATAREP, Predefined::Float),
    Kernel(cray::DATAREP, Predefined::Float),
];

const LONGS: [Kernel; 2] =
    [Kernel(big_endian::DATAREP, Predefined::Int64T), Kernel(external32::DATAREP, Predefined::Long)];

const SHORTS: [Kernel; 2] =
    [Kernel(big_endian::DATAREP, Predefined::Int16T), Kernel(cray::DATAREP, Predefined::Int16T)];

#[divan::bench(args = DOUBLES)]
fn read_f64(bencher: Bencher<'_, '_>, kernel: Kernel) {
    kernel.read(bencher, |index| f64::from(index) + 0.5);
}

#[divan::bench(args = DOUBLES)]
fn write_f64(bencher: Bencher<'_, '_>, kernel: Kernel) {
    kernel.write(bencher, |index| f64::from(index) + 0.5);
}

#[divan::bench(args = FLOATS)]
fn read_f32(bencher: Bencher<'_, '_>, kernel: Kernel) {
    kernel.read(bencher, |index| f32::from(index) + 0.5);
}

#[divan::bench(args = FLOATS)]
fn write_f32(bencher: Bencher<'_, '_>, kernel: Kernel) {
    kernel.write(bencher, |index| f32::from(index) + 0.5);
}

#[divan::bench(args = LONGS)]
fn read_i64(bencher: Bencher<'_, '_>, kernel: Kernel) {
    kernel.read(bencher, |index| -i64::from(index));
}

#[divan::bench(args = LONGS)]
fn write_i64(bencher: Bencher<'_, '_>, kernel: Kernel) {
    kernel.write(bencher, |index| -i64::from(index));
}

#[divan::bench(args = SHORTS)]
fn read_i16(bencher: Bencher<'_, '_>, kernel: Kernel) {
    kernel.read(bencher, u16::cast_signed);
}

#[divan::bench(args = SHORTS)]
fn write_i16(bencher: Bencher<'_, '_>, kernel: Kernel) {
    kernel.write(bencher, u16::cast_signed);
}

impl Kernel {
    fn read<T: Native + Default>(self, bencher: Bencher<'_, '_>, item: impl Fn(u16) -> T) {
        let Kernel(datarep, predefined) = self;
        let (mut native, mut file) = self.items(item);
        datarep.write_as(predefined, &native, &mut file).expect("the numbers are in range");
        bencher
            .counter(BytesCount::new(SIZE.max(file.len())))
            .bench_local(|| datarep.read_as(predefined, black_box(&file), black_box(&mut native)));
    }

    fn write<T: Native + Default>(self, bencher: Bencher<'_, '_>, item: impl Fn(u16) -> T) {
        let Kernel(datarep, predefined) = self;
        let (native, mut file) = self.items(item);
        bencher
            .counter(BytesCount::new(SIZE.max(file.len())))
            .bench_local(|| datarep.write_as(predefined, black_box(&native), black_box(&mut file)));
    }

    /// Native items, and room for them in a file.
    fn items<T>(self, item: impl Fn(u16) -> T) -> (Vec<T>, Vec<u8>) {
        let native: Vec<T> = (0..=u16::MAX).cycle().take(SIZE / size_of::<T>()).map(item).collect();
        let extent = self.0.extent(self.1).expect("the type is mapped");
        let file = vec![0; native.len() * extent];
        (native, file)
    }
}
