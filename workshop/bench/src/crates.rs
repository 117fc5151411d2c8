//! The same conversions by other crates, used as their documentation shows.

pub(super) mod records;

use std::io::Cursor;

use binrw::BinRead;
use byteorder::{BigEndian, ByteOrder};
use deku::DekuReader;
use deku::ctx::Endian;
use deku::reader::Reader;

/// IBM's long format, by `ibmfloat`.
pub(super) fn read_ibm_doubles_by_ibmfloat(file: &[u8], native: &mut [f64]) {
    for (item, out) in file.as_chunks().0.iter().zip(native) {
        *out = f64::from(ibmfloat::F64::from_be_bytes(*item));
    }
}

/// IBM's short format, by `ibmfloat`, which returns an `f64`. The numbers of the samples fit in an `f32`.
#[expect(clippy::cast_possible_truncation, reason = "as a user would")]
pub(super) fn read_ibm_floats_by_ibmfloat(file: &[u8], native: &mut [f32]) {
    for (item, out) in file.as_chunks().0.iter().zip(native) {
        *out = f64::from(ibmfloat::F32::from_be_bytes(*item)) as f32;
    }
}

/// VAX's G format, by `vax-floating`.
pub(super) fn read_vax_g_by_vax_floating(file: &[u8], native: &mut [f64]) {
    for (item, out) in file.as_chunks().0.iter().zip(native) {
        *out = vax_floating::GFloating::from_le_bytes(*item).to_f64();
    }
}

/// Big-endian numbers, by `byteorder`.
pub(super) fn read_doubles_by_byteorder(file: &[u8], native: &mut [f64]) {
    BigEndian::read_f64_into(file, native);
}

/// Big-endian numbers, by `byteorder`.
pub(super) fn read_floats_by_byteorder(file: &[u8], native: &mut [f32]) {
    BigEndian::read_f32_into(file, native);
}

/// Big-endian numbers, by `byteorder`.
pub(super) fn read_shorts_by_byteorder(file: &[u8], native: &mut [i16]) {
    BigEndian::read_i16_into(file, native);
}

/// Big-endian numbers, by `binrw`, one by one, since reading all at once would allocate.
pub(super) fn read_doubles_by_binrw(file: &[u8], native: &mut [f64]) {
    let mut reader = Cursor::new(file);
    for out in native {
        let Ok(number) = f64::read_be(&mut reader) else { return };
        *out = number;
    }
}

/// Big-endian numbers, by `deku`, also one by one.
pub(super) fn read_doubles_by_deku(file: &[u8], native: &mut [f64]) {
    let mut cursor = Cursor::new(file);
    let mut reader = Reader::new(&mut cursor);
    for out in native {
        let Ok(number) = f64::from_reader_with_ctx(&mut reader, Endian::Big) else { return };
        *out = number;
    }
}
