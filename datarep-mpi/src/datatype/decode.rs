//! Decodes a datatype to the constructor calls that made it, which the library reports.
//!
//! Source: MPI 4.1, "Decoding a Datatype".
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{c_char, c_int};

use datarep::datatype::{Dimension, Distribution, Order, Typemap};
use datarep::{ErrorClass, Predefined};

use crate::abi::{Constants, Leaf, Word};
use crate::failure::{Failure, check};
use crate::library::Library;
use crate::num::to_usize;

/// The bounds that a decoded datatype gets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Bounds {
    /// Those of its constructor calls. For a file, where nothing is aligned.
    OfCalls,
    /// Those that the library computes. Libraries pad structs in different ways.
    OfLibrary,
}

/// The datatype of a handle.
pub(super) fn decode(library: &'static Library, handle: Word, bounds: Bounds) -> Result<Typemap, Failure> {
    if let Some(leaf) = library.abi.leaf(handle) {
        return decode_predefined(library, handle, leaf);
    }
    let contents = Contents::from_handle(library, handle)?;
    let typemap = contents.to_typemap(library, handle, bounds)?;
    if bounds == Bounds::OfCalls {
        return Ok(typemap);
    }
    let (mut lb, mut extent) = (0, 0);
    // SAFETY: `lb` and `extent` are places for both numbers, and the datatype is valid: it is the program's, or one
    // that the library has returned. Tests: `matrix.c::read_case`, `matrix.c::write_case`.
    check(unsafe { (library.functions.type_get_extent_x)(handle, &raw mut lb, &raw mut extent) })?;
    if (lb, extent) == (typemap.lb(), typemap.extent()) {
        return Ok(typemap);
    }
    Ok(Typemap::resized(lb, extent, &typemap)?)
}

/// A predefined datatype, if its size in the library is the one that the runtime knows.
fn decode_predefined(library: &'static Library, handle: Word, leaf: Leaf) -> Result<Typemap, Failure> {
    let typemap = match leaf {
        Leaf::One(predefined) => Typemap::from(predefined),
        Leaf::Pair(pair) => Typemap::from(pair),
    };
    let mut size = 0;
    // SAFETY: `size` is a place for the size, and the datatype is a predefined one. Tests: `matrix.c::read_case`,
    // `matrix.c::write_case`.
    check(unsafe { (library.functions.type_size_x)(handle, &raw mut size) })?;
    if size != typemap.size() {
        let message =
            format!("`{typemap}` has {size} bytes here, not {}: it cannot be converted", typemap.size());
        return Err(Failure::new(ErrorClass::Type, message));
    }
    Ok(typemap)
}

/// The result of `MPI_Type_get_contents`.
struct Contents {
    combiner: c_int,
    integers: Vec<c_int>,
    addresses: Vec<i64>,
    /// The numbers of a constructor with large counts, which replace the others.
    counts: Vec<i64>,
    datatypes: Datatypes,
}

/// Handles that the library has returned. Those that are not predefined must be freed.
struct Datatypes {
    library: &'static Library,
    handles: Vec<Word>,
}

impl Drop for Datatypes {
    fn drop(&mut self) {
        for handle in &mut self.handles {
            if self.library.abi.leaf(*handle).is_none() && !is_unfreeable(self.library, *handle) {
                // SAFETY: the library has returned this handle to be freed, and nobody else has it: predefined
                // datatypes, and those of Fortran's precisions, are left out. Test: `large.c::large`.
                unsafe { (self.library.functions.type_free)(handle) };
            }
        }
    }
}

/// Whether a datatype is one that must not be freed: predefined, or made by `MPI_Type_create_f90_real` and similar
/// routines.
fn is_unfreeable(library: &'static Library, handle: Word) -> bool {
    let constants = library.abi.constants;
    let fixed = [constants.named, constants.f90_real, constants.f90_complex, constants.f90_integer];
    read_envelope(library, handle).map_or(true, |envelope| fixed.contains(&envelope.combiner))
}

/// The result of `MPI_Type_get_envelope`: the constructor, and how many numbers and datatypes it was given.
struct Envelope {
    combiner: c_int,
    integers: i64,
    addresses: i64,
    counts: i64,
    datatypes: i64,
}

/// The envelope, with large counts if the library has them: otherwise it refuses the envelope of a constructor with
/// large counts.
fn read_envelope(library: &'static Library, handle: Word) -> Result<Envelope, Failure> {
    let functions = &library.functions;
    let (mut combiner, [mut integers, mut addresses, mut counts, mut datatypes]) = (0, [0_i64; 4]);
    if let Some(get_envelope_c) = functions.type_get_envelope_c {
        // SAFETY: the datatype is valid, and there is a place for each of the five numbers. Tests:
        // `matrix.c::read_case`, `matrix.c::write_case`.
        check(unsafe {
            get_envelope_c(
                handle,
                &raw mut integers,
                &raw mut addresses,
                &raw mut counts,
                &raw mut datatypes,
                &raw mut combiner,
            )
        })?;
    } else {
        let [mut few, mut places, mut types] = [0; 3];
        // SAFETY: the datatype is valid, and there is a place for each of the four numbers. Tests:
        // `matrix.c::read_case`, `matrix.c::write_case`.
        check(unsafe {
            (functions.type_get_envelope)(
                handle,
                &raw mut few,
                &raw mut places,
                &raw mut types,
                &raw mut combiner,
            )
        })?;
        (integers, addresses, datatypes) = (few.into(), places.into(), types.into());
    }
    Ok(Envelope { combiner, integers, addresses, counts, datatypes })
}

impl Contents {
    fn from_handle(library: &'static Library, handle: Word) -> Result<Contents, Failure> {
        let functions = &library.functions;
        let Envelope { combiner, integers, addresses, counts, datatypes } = read_envelope(library, handle)?;
        let mut contents = Contents {
            combiner,
            integers: vec![0; to_usize(integers)],
            addresses: vec![0; to_usize(addresses)],
            counts: vec![0; to_usize(counts)],
            datatypes: Datatypes { library, handles: Vec::new() },
        };
        if combiner == library.abi.constants.named {
            return Ok(contents);
        }
        let width = library.abi.handle_bytes();
        let mut handles = vec![0_u64; to_usize(datatypes)];
        let place = handles.as_mut_ptr().cast();
        match functions.type_get_contents_c {
            Some(get_contents_c) if functions.type_get_envelope_c.is_some() => {
                // SAFETY: the vectors have room for as many numbers and handles as the envelope says, and a handle has
                // at most the 8 bytes of each place. The same numbers are passed as the sizes of this room. Tests:
                // `matrix.c::read_case`, `matrix.c::write_case`.
                check(unsafe {
                    get_contents_c(
                        handle,
                        integers,
                        addresses,
                        counts,
                        datatypes,
                        contents.integers.as_mut_ptr(),
                        contents.addresses.as_mut_ptr(),
                        contents.counts.as_mut_ptr(),
                        place,
                    )
                })?;
            }
            _ => {
                let to_c_int = |number: i64| c_int::try_from(number).unwrap_or(c_int::MAX);
                // SAFETY: the vectors have room for as many numbers and handles as the envelope says, and a handle has
                // at most the 8 bytes of each place. The same numbers are passed as the sizes of this room. Tests:
                // `matrix.c::read_case`, `matrix.c::write_case`.
                check(unsafe {
                    (functions.type_get_contents)(
                        handle,
                        to_c_int(integers),
                        to_c_int(addresses),
                        to_c_int(datatypes),
                        contents.integers.as_mut_ptr(),
                        contents.addresses.as_mut_ptr(),
                        place,
                    )
                })?;
            }
        }
        let bytes = handles.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word: usize, byte| word << 8 | usize::from(*byte));
        contents.datatypes.handles = bytes.chunks_exact(width).take(handles.len()).map(word).collect();
        Ok(contents)
    }

    /// The typemap of the constructor call.
    fn to_typemap(
        &self,
        library: &'static Library,
        handle: Word,
        bounds: Bounds,
    ) -> Result<Typemap, Failure> {
        let constants = library.abi.constants;
        let old = |index: usize| match self.datatypes.handles.get(index) {
            Some(&handle) => decode(library, handle, bounds),
            None => Err(self.unknown_datatype_failure(library, handle)),
        };
        let odd = || self.unknown_datatype_failure(library, handle);
        let mut numbers = Numbers { contents: self, integers: 0, addresses: 0, counts: 0 };
        let combiner = self.combiner;
        // Each family has its own numbers for the combiners, so that they cannot be the patterns of a `match`.
        let typemap = if combiner == constants.dup {
            Typemap::dup(&old(0)?)
        } else if combiner == constants.contiguous {
            Typemap::contiguous(numbers.read_count().ok_or_else(odd)?, &old(0)?)
        } else if combiner == constants.vector {
            let [count, blocklength, stride] = numbers.read_count_array().ok_or_else(odd)?;
            Typemap::vector(count, blocklength, stride, &old(0)?)
        } else if combiner == constants.hvector {
            let [count, blocklength] = numbers.read_count_array().ok_or_else(odd)?;
            Typemap::hvector(count, blocklength, numbers.read_byte_displacement().ok_or_else(odd)?, &old(0)?)
        } else if combiner == constants.indexed {
            Typemap::indexed(&numbers.read_blocks().ok_or_else(odd)?, &old(0)?)
        } else if combiner == constants.hindexed {
            Typemap::hindexed(&numbers.read_byte_blocks().ok_or_else(odd)?, &old(0)?)
        } else if combiner == constants.indexed_block {
            let [count, blocklength] = numbers.read_count_array().ok_or_else(odd)?;
            Typemap::indexed_block(
                blocklength,
                &numbers.read_counts(to_usize(count)).ok_or_else(odd)?,
                &old(0)?,
            )
        } else if combiner == constants.hindexed_block {
            let [count, blocklength] = numbers.read_count_array().ok_or_else(odd)?;
            Typemap::hindexed_block(
                blocklength,
                &numbers.read_byte_displacements(to_usize(count)).ok_or_else(odd)?,
                &old(0)?,
            )
        } else if combiner == constants.structure {
            let blocks = numbers.read_byte_blocks().ok_or_else(odd)?.into_iter().enumerate();
            let blocks =
                blocks.map(|(index, (length, displacement))| Ok((length, displacement, old(index)?)));
            Typemap::structure(&blocks.collect::<Result<Vec<_>, Failure>>()?)
        } else if combiner == constants.subarray {
            let dimensions = to_usize(numbers.read_integer().ok_or_else(odd)?);
            let [sizes, subsizes, starts] = numbers.read_lists(dimensions).ok_or_else(odd)?;
            let order = decode_order(constants, numbers.read_integer()).ok_or_else(odd)?;
            Typemap::subarray(&sizes, &subsizes, &starts, order, &old(0)?)
        } else if combiner == constants.darray {
            let array = numbers.read_distributed_array(constants).ok_or_else(odd)?;
            let order = decode_order(constants, numbers.read_integer()).ok_or_else(odd)?;
            Typemap::darray(array.processes, array.rank, &array.dimensions, order, &old(0)?)
        } else if combiner == constants.resized {
            let [lb, extent] = [numbers.read_byte_displacement(), numbers.read_byte_displacement()];
            Typemap::resized(lb.ok_or_else(odd)?, extent.ok_or_else(odd)?, &old(0)?)
        } else {
            return self.decode_fortran_type(library, handle).ok_or_else(odd);
        };
        Ok(typemap?)
    }

    /// A datatype of `MPI_Type_create_f90_real` and similar routines, by its size.
    fn decode_fortran_type(&self, library: &'static Library, handle: Word) -> Option<Typemap> {
        let constants = library.abi.constants;
        let mut size = 0;
        // SAFETY: `size` is a place for the size, and the datatype is valid. Test: `large.c::of_fortran`.
        let code = unsafe { (library.functions.type_size_x)(handle, &raw mut size) };
        let precision = *self.integers.first()?;
        let predefined = match (self.combiner, size) {
            _ if code != 0 => return None,
            (combiner, 4) if combiner == constants.f90_real => Predefined::Real4,
            (combiner, 8) if combiner == constants.f90_real => Predefined::Real8,
            // Up to 18 digits it is the x87 format, for which Fortran has no predefined datatype.
            (combiner, 16) if combiner == constants.f90_real && precision > 18 => Predefined::Real16,
            (combiner, 8) if combiner == constants.f90_complex => Predefined::Complex8,
            (combiner, 16) if combiner == constants.f90_complex => Predefined::Complex16,
            (combiner, 32) if combiner == constants.f90_complex && precision > 18 => Predefined::Complex32,
            (combiner, 1) if combiner == constants.f90_integer => Predefined::Integer1,
            (combiner, 2) if combiner == constants.f90_integer => Predefined::Integer2,
            (combiner, 4) if combiner == constants.f90_integer => Predefined::Integer4,
            (combiner, 8) if combiner == constants.f90_integer => Predefined::Integer8,
            (combiner, 16) if combiner == constants.f90_integer => Predefined::Integer16,
            _ => return None,
        };
        Some(predefined.into())
    }

    /// The numbers of a datatype of `MPI_Type_create_f90_real` and similar routines, for messages.
    fn describe_fortran_type(&self, constants: &Constants) -> Option<String> {
        let kind = match self.combiner {
            combiner if combiner == constants.f90_real => "reals",
            combiner if combiner == constants.f90_complex => "complex numbers",
            combiner if combiner == constants.f90_integer => "integers",
            _ => return None,
        };
        Some(format!("{kind} of {} digits", self.integers.first()?))
    }

    /// The error for a datatype that is not understood.
    #[cold]
    fn unknown_datatype_failure(&self, library: &'static Library, handle: Word) -> Failure {
        let name = read_name(library, handle);
        let describe = |kind: &str| match &name {
            Some(name) => format!("the {kind} `{name}`"),
            None => format!("a {kind} without a name"),
        };
        let message = if self.combiner == library.abi.constants.named {
            format!(
                "{} is not converted: use one to which MPI's standard gives a size",
                describe("predefined datatype")
            )
        } else if let Some(of_fortran) = self.describe_fortran_type(library.abi.constants) {
            format!("{} is not converted: no predefined datatype has {of_fortran}", describe("datatype"))
        } else {
            format!(
                "{} has an unknown constructor, combiner {}: use a constructor of MPI 4.1",
                describe("datatype"),
                self.combiner
            )
        };
        Failure::new(ErrorClass::Type, message)
    }
}

/// The name of a datatype, for messages.
fn read_name(library: &'static Library, handle: Word) -> Option<String> {
    // The longest `MPI_MAX_OBJECT_NAME` is 128.
    let (mut text, mut length) = (vec![0_u8; 1024], 0);
    // SAFETY: `text` has 1024 bytes, more than the longest name of a library, and `length` is a place for its length.
    // Test: `large.c::of_fortran`.
    let code = unsafe {
        (library.functions.type_get_name)(handle, text.as_mut_ptr().cast::<c_char>(), &raw mut length)
    };
    let name = text.split(|byte| *byte == 0).next().unwrap_or_default();
    if code != 0 || name.is_empty() { None } else { Some(String::from_utf8_lossy(name).into_owned()) }
}

fn decode_order(constants: &Constants, number: Option<i64>) -> Option<Order> {
    match number? {
        number if number == i64::from(constants.order_c) => Some(Order::C),
        number if number == i64::from(constants.order_fortran) => Some(Order::Fortran),
        _ => None,
    }
}

fn decode_distribution(constants: &Constants, distribution: i64, argument: i64) -> Option<Distribution> {
    let length = (argument != i64::from(constants.default_argument)).then_some(argument);
    match distribution {
        kind if kind == i64::from(constants.block) => Some(Distribution::Block(length)),
        kind if kind == i64::from(constants.cyclic) => Some(Distribution::Cyclic(length)),
        kind if kind == i64::from(constants.none) => Some(Distribution::None),
        _ => None,
    }
}

/// An array that is dealt to processes: their number, the rank of one of them, and the dimensions.
struct DistributedArray {
    processes: i64,
    rank: i64,
    dimensions: Vec<Dimension>,
}

/// The numbers of a constructor call, taken one after the other.
///
/// A constructor with large counts has its counts and byte displacements in `counts`. Numbers that remain an `int`
/// there are in `integers` in either form.
struct Numbers<'a> {
    contents: &'a Contents,
    integers: usize,
    addresses: usize,
    counts: usize,
}

impl Numbers<'_> {
    fn is_large(&self) -> bool {
        !self.contents.counts.is_empty()
    }

    /// A number that is an `int` in either form.
    fn read_integer(&mut self) -> Option<i64> {
        let number = self.contents.integers.get(self.integers)?;
        self.integers += 1;
        Some((*number).into())
    }

    fn read_large(&mut self) -> Option<i64> {
        let number = self.contents.counts.get(self.counts)?;
        self.counts += 1;
        Some(*number)
    }

    /// A count, or a displacement in extents.
    fn read_count(&mut self) -> Option<i64> {
        if self.is_large() { self.read_large() } else { self.read_integer() }
    }

    /// A displacement in bytes.
    fn read_byte_displacement(&mut self) -> Option<i64> {
        if self.is_large() {
            return self.read_large();
        }
        let number = self.contents.addresses.get(self.addresses)?;
        self.addresses += 1;
        Some(*number)
    }

    fn read_count_array<const N: usize>(&mut self) -> Option<[i64; N]> {
        self.read_counts(N)?.try_into().ok()
    }

    fn read_integer_array<const N: usize>(&mut self) -> Option<[i64; N]> {
        self.read_integers(N)?.try_into().ok()
    }

    /// This many values of the type `int`.
    fn read_integers(&mut self, numbers: usize) -> Option<Vec<i64>> {
        (0..numbers).map(|_| self.read_integer()).collect()
    }

    /// This many counts, or displacements in extents.
    fn read_counts(&mut self, numbers: usize) -> Option<Vec<i64>> {
        (0..numbers).map(|_| self.read_count()).collect()
    }

    /// This many displacements in bytes.
    fn read_byte_displacements(&mut self, numbers: usize) -> Option<Vec<i64>> {
        (0..numbers).map(|_| self.read_byte_displacement()).collect()
    }

    /// A count, and a list of `count` numbers.
    fn read_counted_list(&mut self) -> Option<Vec<i64>> {
        let count = self.read_count()?;
        self.read_counts(to_usize(count))
    }

    /// Blocks by their lengths and their displacements in extents.
    fn read_blocks(&mut self) -> Option<Vec<(i64, i64)>> {
        let lengths = self.read_counted_list()?;
        let displacements = self.read_counts(lengths.len())?;
        Some(lengths.into_iter().zip(displacements).collect())
    }

    /// Blocks by their lengths and their displacements in bytes.
    fn read_byte_blocks(&mut self) -> Option<Vec<(i64, i64)>> {
        let lengths = self.read_counted_list()?;
        let displacements = self.read_byte_displacements(lengths.len())?;
        Some(lengths.into_iter().zip(displacements).collect())
    }

    fn read_distributed_array(&mut self, constants: &Constants) -> Option<DistributedArray> {
        let [processes, rank, dimensions] = self.read_integer_array()?;
        let dimensions = to_usize(dimensions);
        let [gsizes] = self.read_lists(dimensions)?;
        let distributions = self.read_integers(dimensions)?;
        let arguments = self.read_integers(dimensions)?;
        let psizes = self.read_integers(dimensions)?;
        let dealt = gsizes.into_iter().zip(psizes).zip(distributions.into_iter().zip(arguments));
        let dealt = dealt.map(|((gsize, psize), (distribution, argument))| {
            let distribution = decode_distribution(constants, distribution, argument)?;
            Some(Dimension { gsize, distribution, psize })
        });
        Some(DistributedArray { processes, rank, dimensions: dealt.collect::<Option<_>>()? })
    }

    /// Lists of `length` numbers, one after the other.
    fn read_lists<const N: usize>(&mut self, length: usize) -> Option<[Vec<i64>; N]> {
        let lists: Option<Vec<_>> = (0..N).map(|_| self.read_counts(length)).collect();
        lists?.try_into().ok()
    }
}
