//! Records, by other crates.

use std::io::Cursor;

use binrw::{BinRead, BinWrite};
use deku::reader::Reader;
use deku::writer::Writer;
use deku::{DekuRead, DekuReader, DekuWrite, DekuWriter};
use zerocopy::byteorder::big_endian;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A record, as all programs except `zerocopy` have it.
#[derive(
    Debug, Clone, Copy, PartialEq, Default, datarep::Datatype, BinRead, BinWrite, DekuRead, DekuWrite,
)]
#[brw(big)]
#[deku(endian = "big")]
#[repr(C)]
pub(in super::super) struct Record {
    pub(in super::super) id: i32,
    pub(in super::super) position: [f64; 3],
    pub(in super::super) value: f32,
    pub(in super::super) flags: i16,
}

/// The record as it is in the file, for `zerocopy`.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, Copy)]
#[repr(C)]
struct BigEndianRecord {
    id: big_endian::I32,
    position: [big_endian::F64; 3],
    value: big_endian::F32,
    flags: big_endian::I16,
}

/// Records, by `zerocopy`.
pub(in super::super) fn read_records_by_zerocopy(file: &[u8], native: &mut [Record]) {
    let Ok(stored) = <[BigEndianRecord]>::ref_from_bytes(file) else { return };
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
pub(in super::super) fn write_records_by_zerocopy(native: &[Record], file: &mut [u8]) {
    let Ok(stored) = <[BigEndianRecord]>::mut_from_bytes(file) else { return };
    for (item, out) in native.iter().zip(stored) {
        *out = BigEndianRecord {
            id: item.id.into(),
            position: item.position.map(Into::into),
            value: item.value.into(),
            flags: item.flags.into(),
        };
    }
}

/// Records, by `binrw`.
pub(in super::super) fn read_records_by_binrw(file: &[u8], native: &mut [Record]) {
    let mut reader = Cursor::new(file);
    for out in native {
        let Ok(record) = Record::read(&mut reader) else { return };
        *out = record;
    }
}

/// Records, by `binrw`.
pub(in super::super) fn write_records_by_binrw(native: &[Record], file: &mut [u8]) {
    let mut writer = Cursor::new(file);
    for item in native {
        if item.write(&mut writer).is_err() {
            return;
        }
    }
}

/// Records, by `deku`.
pub(in super::super) fn read_records_by_deku(file: &[u8], native: &mut [Record]) {
    let mut cursor = Cursor::new(file);
    let mut reader = Reader::new(&mut cursor);
    for out in native {
        let Ok(record) = Record::from_reader_with_ctx(&mut reader, ()) else { return };
        *out = record;
    }
}

/// Records, by `deku`.
pub(in super::super) fn write_records_by_deku(native: &[Record], file: &mut [u8]) {
    let mut cursor = Cursor::new(file);
    let mut writer = Writer::new(&mut cursor);
    for item in native {
        if item.to_writer(&mut writer, ()).is_err() {
            return;
        }
    }
}
