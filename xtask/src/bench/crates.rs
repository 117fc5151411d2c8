//! The same work by others: crates of Rust, used as their documentation says.

use byteorder::{BigEndian, ByteOrder};
use zerocopy::byteorder::big_endian;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// IBM's long format, by `ibmfloat`.
pub(super) fn ibm64(file: &[u8], native: &mut [f64]) {
    for (item, out) in file.as_chunks().0.iter().zip(native) {
        *out = f64::from(ibmfloat::F64::from_be_bytes(*item));
    }
}

/// IBM's short format, by `ibmfloat`, which gives an `f64`; a sample fits in an `f32`.
#[expect(clippy::cast_possible_truncation, reason = "as a user would")]
pub(super) fn ibm32(file: &[u8], native: &mut [f32]) {
    for (item, out) in file.as_chunks().0.iter().zip(native) {
        *out = f64::from(ibmfloat::F32::from_be_bytes(*item)) as f32;
    }
}

/// VAX's G format, by `vax-floating`.
pub(super) fn vax_g(file: &[u8], native: &mut [f64]) {
    for (item, out) in file.as_chunks().0.iter().zip(native) {
        *out = vax_floating::GFloating::from_le_bytes(*item).to_f64();
    }
}

/// Big-endian numbers, by `byteorder`.
pub(super) fn doubles(file: &[u8], native: &mut [f64]) {
    BigEndian::read_f64_into(file, native);
}

/// Big-endian numbers, by `byteorder`.
pub(super) fn floats(file: &[u8], native: &mut [f32]) {
    BigEndian::read_f32_into(file, native);
}

/// Big-endian numbers, by `byteorder`.
pub(super) fn shorts(file: &[u8], native: &mut [i16]) {
    BigEndian::read_i16_into(file, native);
}

/// A record as `datarep` has it.
#[derive(Debug, Clone, Copy, PartialEq, Default, datarep::Datatype)]
#[repr(C)]
pub(super) struct Record {
    pub(super) id: i32,
    pub(super) position: [f64; 3],
    pub(super) value: f32,
    pub(super) flags: i16,
}

/// The record in the file, as `zerocopy` has it.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, Copy)]
#[repr(C)]
struct Stored {
    id: big_endian::I32,
    position: [big_endian::F64; 3],
    value: big_endian::F32,
    flags: big_endian::I16,
}

/// Records, by `zerocopy`.
pub(super) fn read_records(file: &[u8], native: &mut [Record]) {
    let Ok(stored) = <[Stored]>::ref_from_bytes(file) else { return };
    for (item, out) in stored.iter().zip(native) {
        *out = Record {
            id: item.id.get(),
            position: item.position.map(big_endian::F64::get),
            value: item.value.get(),
            flags: item.flags.get(),
        };
    }
}

/// Records, by `zerocopy`.
pub(super) fn write_records(native: &[Record], file: &mut [u8]) {
    let Ok(stored) = <[Stored]>::mut_from_bytes(file) else { return };
    for (item, out) in native.iter().zip(stored) {
        *out = Stored {
            id: item.id.into(),
            position: item.position.map(Into::into),
            value: item.value.into(),
            flags: item.flags.into(),
        };
    }
}
