//! A file's typemap as a datatype of bytes in the library, made by repeating the constructor calls.
//!
//! An item of a file is a number of bytes. Constructors that count in extents scale with it, and those that count in
//! bytes stay unchanged. That is what the standard requires of a portable datatype.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::c_int;

use datarep::datatype::{Constructor, Typemap};
use datarep::{Error, ErrorClass, Predefined, engine};

use crate::abi::{Leaf, Word};
use crate::failure::{Failure, check};
use crate::guard;
use crate::library::Library;

/// A datatype that was made here, and is freed when it is dropped.
pub(crate) struct Emitted {
    library: &'static Library,
    handle: Word,
}

impl Emitted {
    pub(crate) fn handle(&self) -> Word {
        self.handle
    }
}

impl Drop for Emitted {
    fn drop(&mut self) {
        if self.library.abi.leaf(self.handle).is_none() {
            // SAFETY: the handle is one that was made here and that nobody else has, so it is freed once. The library
            // keeps what it still needs of the datatype. Test: `matrix.c::main`.
            guard::in_library(|| unsafe { (self.library.functions.type_free)(&raw mut self.handle) });
        }
    }
}

/// The predefined datatype of a handle, if its items take as many bytes in the file as in memory: libraries do less for
/// it than for a derived one. Otherwise the datatype as bytes.
pub(crate) fn keep_or_emit_datatype(
    library: &'static Library,
    handle: Word,
    in_file: impl FnOnce() -> Result<Typemap, Error>,
    extent_of: impl FnOnce(Predefined) -> Option<usize>,
) -> Result<Emitted, Failure> {
    match library.abi.leaf(handle) {
        Some(Leaf::One(predefined)) if extent_of(predefined) == Some(predefined.native_size()) => {
            Ok(Emitted { library, handle })
        }
        _ => emit(library, &in_file()?),
    }
}

/// Makes the datatype as bytes in the library, and commits it.
pub(crate) fn emit(library: &'static Library, in_file: &Typemap) -> Result<Emitted, Failure> {
    guard::in_library(|| {
        let mut emitted = build_datatype(library, in_file)?;
        commit(library, &mut emitted)?;
        Ok(emitted)
    })
}

/// Makes one datatype of `count` copies, for libraries in which a count is an `int`.
pub(crate) fn emit_copies(library: &'static Library, handle: Word, count: i64) -> Result<Emitted, Failure> {
    const CHUNK: i64 = 1 << 24;
    let (mut lb, mut extent) = (0, 0);
    guard::in_library(|| {
        // SAFETY: `lb` and `extent` are places for both numbers, and the datatype is the program's. Test:
        // `large.c::nothing`.
        check(unsafe { (library.functions.type_get_extent_x)(handle, &raw mut lb, &raw mut extent) })?;
        let of = |count: i64, handle: Word| {
            let mut new = 0;
            // SAFETY: the datatype is the program's or one that was made here, and `new` is a place for the handle. The
            // same test checks it.
            check(unsafe { (library.functions.type_contiguous)(to_int(count)?, handle, &raw mut new) })?;
            Ok::<_, Failure>(Emitted { library, handle: new })
        };
        let (whole, rest) = (count / CHUNK, count % CHUNK);
        let chunk = of(CHUNK, handle)?;
        let parts = [of(whole, chunk.handle)?, of(rest, handle)?];
        let behind = extent.checked_mul(whole * CHUNK).ok_or_else(|| too_large_failure(count, extent))?;
        let mut combined_type =
            Emitted { library, handle: build_struct_of_parts(library, &parts, &[1, 1], &[0, behind])? };
        commit(library, &mut combined_type)?;
        Ok(combined_type)
    })
}

fn commit(library: &'static Library, emitted: &mut Emitted) -> Result<(), Failure> {
    if library.abi.leaf(emitted.handle).is_some() {
        return Ok(());
    }
    // SAFETY: the handle is one that was made here. Test: `matrix.c::main`.
    check(unsafe { (library.functions.type_commit)(&raw mut emitted.handle) })
}

/// A number as an `int` for the library.
fn to_int(number: i64) -> Result<c_int, Failure> {
    c_int::try_from(number).map_err(|_| {
        let message = format!(
            "{number} does not fit in an `int`, and the MPI library has no datatypes with large counts: \
             use a library of MPI 4, or smaller datatypes"
        );
        Failure::new(ErrorClass::ValueTooLarge, message)
    })
}

fn to_ints(numbers: &[i64]) -> Result<Vec<c_int>, Failure> {
    numbers.iter().copied().map(to_int).collect()
}

fn are_ints(numbers: &[i64]) -> bool {
    numbers.iter().all(|&number| c_int::try_from(number).is_ok())
}

/// Calls a constructor in one of its two forms: the one with large counts if it is needed and the library has it.
macro_rules! either {
    ($library:ident, $fits:expr, $large:ident($($big:expr),*), $small:ident($($argument:expr),*)) => {{
        let mut new = 0;
        let code = match $library.functions.$large {
            Some(large) if !($fits) => {
                // SAFETY: each list has as many numbers as the count says and lives during the call, the datatypes are
                // ones that were made here, and `new` is a place for the handle. Test: `large.c::wide`.
                unsafe { large($($big,)* &raw mut new) }
            }
            _ => {
                // SAFETY: each list has as many numbers as the count says and lives during the call, the datatypes are
                // ones that were made here, and `new` is a place for the handle. Test: `matrix.c::main`.
                unsafe { ($library.functions.$small)($($argument,)* &raw mut new) }
            }
        };
        check(code)?;
        new
    }};
}

fn build_datatype(library: &'static Library, typemap: &Typemap) -> Result<Emitted, Failure> {
    let old = |old: &Typemap| build_datatype(library, old);
    let handle = match typemap.constructor() {
        Constructor::Predefined(predefined) => return build_bytes(library, to_i64(predefined.native_size())),
        Constructor::InFile(_, extent) => return build_bytes(library, *extent),
        Constructor::PairInFile(_, [first, second]) => return build_bytes(library, first + second),
        Constructor::Dup(inner_type) => return old(inner_type),
        Constructor::Contiguous(count, of) => build_contiguous(library, *count, &old(of)?)?,
        Constructor::Vector(count, blocklength, stride, of) => {
            build_vector(library, [*count, *blocklength, *stride], &old(of)?)?
        }
        Constructor::Hvector(count, blocklength, stride, of) => {
            build_hvector(library, [*count, *blocklength], *stride, &old(of)?)?
        }
        Constructor::Indexed(blocks, of) => {
            let (lengths, places): (Vec<i64>, Vec<i64>) = blocks.iter().copied().unzip();
            build_indexed(library, &lengths, &places, &old(of)?)?
        }
        Constructor::Hindexed(blocks, of) => {
            let (lengths, places): (Vec<i64>, Vec<i64>) = blocks.iter().copied().unzip();
            build_hindexed(library, &lengths, &places, &old(of)?)?
        }
        Constructor::IndexedBlock(blocklength, places, of) => {
            build_indexed_block(library, *blocklength, places, &old(of)?)?
        }
        Constructor::HindexedBlock(blocklength, places, of) => {
            build_hindexed_block(library, *blocklength, places, &old(of)?)?
        }
        Constructor::Struct(blocks) => build_struct(library, blocks)?,
        // Made by other constructors: the `libmpi_abi` of Intel MPI 2021 aborts if a view has one of these.
        Constructor::Subarray(..) | Constructor::Darray(..) => {
            return build_datatype(library, &engine::simplify(typemap)?);
        }
        Constructor::Resized(lb, extent, of) => resize_datatype(library, *lb, *extent, &old(of)?)?,
        _ => return Err(Failure::new(ErrorClass::Type, format!("the datatype `{typemap}` cannot be made"))),
    };
    Ok(Emitted { library, handle })
}

/// The error for copies whose displacements overflow.
#[cold]
fn too_large_failure(count: i64, extent: i64) -> Failure {
    let message =
        format!("{count} copies of a datatype with extent {extent} reach beyond 64-bit displacements");
    Failure::new(ErrorClass::ValueTooLarge, message)
}

fn to_i64(value: usize) -> i64 {
    crate::num::to_i64(value)
}

/// A datatype of `bytes` bytes without a gap.
fn build_bytes(library: &'static Library, bytes: i64) -> Result<Emitted, Failure> {
    let byte = library.abi.byte;
    if bytes == 1 {
        return Ok(Emitted { library, handle: byte });
    }
    let handle = either!(
        library,
        are_ints(&[bytes]),
        type_contiguous_c(bytes, byte),
        type_contiguous(to_int(bytes)?, byte)
    );
    Ok(Emitted { library, handle })
}

fn build_contiguous(library: &'static Library, count: i64, of: &Emitted) -> Result<Word, Failure> {
    Ok(either!(
        library,
        are_ints(&[count]),
        type_contiguous_c(count, of.handle),
        type_contiguous(to_int(count)?, of.handle)
    ))
}

fn build_vector(library: &'static Library, numbers: [i64; 3], of: &Emitted) -> Result<Word, Failure> {
    let [count, blocklength, stride] = numbers;
    Ok(either!(
        library,
        are_ints(&numbers),
        type_vector_c(count, blocklength, stride, of.handle),
        type_vector(to_int(count)?, to_int(blocklength)?, to_int(stride)?, of.handle)
    ))
}

fn build_hvector(
    library: &'static Library,
    counts: [i64; 2],
    stride: i64,
    of: &Emitted,
) -> Result<Word, Failure> {
    let [count, blocklength] = counts;
    Ok(either!(
        library,
        are_ints(&counts),
        type_create_hvector_c(count, blocklength, stride, of.handle),
        type_create_hvector(to_int(count)?, to_int(blocklength)?, stride, of.handle)
    ))
}

fn build_indexed(
    library: &'static Library,
    lengths: &[i64],
    places: &[i64],
    of: &Emitted,
) -> Result<Word, Failure> {
    let count = to_i64(lengths.len());
    Ok(either!(
        library,
        are_ints(lengths) && are_ints(places),
        type_indexed_c(count, lengths.as_ptr(), places.as_ptr(), of.handle),
        type_indexed(to_int(count)?, to_ints(lengths)?.as_ptr(), to_ints(places)?.as_ptr(), of.handle)
    ))
}

fn build_hindexed(
    library: &'static Library,
    lengths: &[i64],
    places: &[i64],
    of: &Emitted,
) -> Result<Word, Failure> {
    let count = to_i64(lengths.len());
    Ok(either!(
        library,
        are_ints(lengths),
        type_create_hindexed_c(count, lengths.as_ptr(), places.as_ptr(), of.handle),
        type_create_hindexed(to_int(count)?, to_ints(lengths)?.as_ptr(), places.as_ptr(), of.handle)
    ))
}

fn build_indexed_block(
    library: &'static Library,
    blocklength: i64,
    places: &[i64],
    of: &Emitted,
) -> Result<Word, Failure> {
    let count = to_i64(places.len());
    Ok(either!(
        library,
        are_ints(&[blocklength]) && are_ints(places),
        type_create_indexed_block_c(count, blocklength, places.as_ptr(), of.handle),
        type_create_indexed_block(to_int(count)?, to_int(blocklength)?, to_ints(places)?.as_ptr(), of.handle)
    ))
}

fn build_hindexed_block(
    library: &'static Library,
    blocklength: i64,
    places: &[i64],
    of: &Emitted,
) -> Result<Word, Failure> {
    let count = to_i64(places.len());
    Ok(either!(
        library,
        are_ints(&[count, blocklength]),
        type_create_hindexed_block_c(count, blocklength, places.as_ptr(), of.handle),
        type_create_hindexed_block(to_int(count)?, to_int(blocklength)?, places.as_ptr(), of.handle)
    ))
}

fn resize_datatype(library: &'static Library, lb: i64, extent: i64, of: &Emitted) -> Result<Word, Failure> {
    let mut new = 0;
    // SAFETY: the datatype is one that was made here, and `new` is a place for the handle. Test: `matrix.c::main`.
    check(unsafe { (library.functions.type_create_resized)(of.handle, lb, extent, &raw mut new) })?;
    Ok(new)
}

fn build_struct(library: &'static Library, blocks: &[(i64, i64, Typemap)]) -> Result<Word, Failure> {
    let parts: Vec<Emitted> =
        blocks.iter().map(|(.., of)| build_datatype(library, of)).collect::<Result<_, _>>()?;
    let lengths: Vec<i64> = blocks.iter().map(|(length, ..)| *length).collect();
    let places: Vec<i64> = blocks.iter().map(|&(_, place, _)| place).collect();
    build_struct_of_parts(library, &parts, &lengths, &places)
}

/// A struct of datatypes.
fn build_struct_of_parts(
    library: &'static Library,
    parts: &[Emitted],
    lengths: &[i64],
    places: &[i64],
) -> Result<Word, Failure> {
    let width = library.abi.handle_bytes();
    let handles: Vec<u8> =
        parts.iter().flat_map(|part| part.handle.to_le_bytes().into_iter().take(width)).collect();
    let count = to_i64(parts.len());
    Ok(either!(
        library,
        are_ints(lengths),
        type_create_struct_c(count, lengths.as_ptr(), places.as_ptr(), handles.as_ptr().cast()),
        type_create_struct(
            to_int(count)?,
            to_ints(lengths)?.as_ptr(),
            places.as_ptr(),
            handles.as_ptr().cast()
        )
    ))
}
