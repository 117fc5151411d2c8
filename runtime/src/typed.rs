//! Slices of Rust types through any representation: items of a slice from a position on.
//!
//! Scalars and arrays of them go straight from the slice to the file. Structs pass through octets that lie as
//! their typemap says, a few at a time; they are taken apart and made by their fields, in safe code.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{PoisonError, RwLock};

use crate::convert::Datatype;
use crate::datatype::Committed;
use crate::descriptor::Native;
use crate::error::{Error, ErrorKind, Fault};
use crate::loss::{Event, Loss};
use crate::memory::Octets;
use crate::native::{Bf16, Character, Complex, Decimal, F16, F128, Logical, LongDouble};
use crate::num::{count as length, index};
use crate::transfer::AnyDatarep;

/// Octets of structs that are taken apart at a time.
const STAGE: usize = 1 << 14;

/// A [`Datatype`] whose values can be made from octets and stored in them: every one that the library has, and
/// every struct with `#[derive(Datatype)]`.
///
/// Slices of such types are what a [`File`](crate::File) reads into and writes from.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a file",
    label = "not a datatype",
    note = "a file holds numbers, `bool`, `char`, `datarep::Character`, arrays of them, and `#[repr(C)]` structs with `#[derive(Clone, Copy, datarep::Datatype)]`"
)]
pub trait Layout: Datatype {
    /// Octets of one: the extent of its typemap.
    #[doc(hidden)]
    const OCTETS: usize;

    /// The value of these octets, laid out as the typemap says; `None` where they are none.
    #[doc(hidden)]
    fn load(octets: &[u8]) -> Option<Self>;

    /// The octets of the value, laid out as the typemap says; those between its items stay.
    #[doc(hidden)]
    fn store(&self, octets: &mut [u8]);

    /// [`AnyDatarep::read_items`] of a slice.
    #[doc(hidden)]
    fn read_slice(
        datarep: &AnyDatarep,
        file: &mut [u8],
        count: i64,
        position: i64,
        native: &mut [Self],
    ) -> Result<Loss, Error> {
        read_staged(datarep, file, count, position, native)
    }

    /// [`AnyDatarep::write_items`] of a slice.
    #[doc(hidden)]
    fn write_slice(
        datarep: &AnyDatarep,
        native: &[Self],
        count: i64,
        position: i64,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        write_staged(datarep, native, count, position, file)
    }
}

macro_rules! scalars {
    ($($native:ty),*) => { $(
        impl Layout for $native {
            const OCTETS: usize = <$native as Octets>::OCTETS;

            #[inline]
            fn load(octets: &[u8]) -> Option<$native> {
                <$native as Octets>::is_valid(octets).then(|| <$native as Octets>::load(octets))
            }

            #[inline]
            fn store(&self, octets: &mut [u8]) {
                Octets::store(*self, octets);
            }

            fn read_slice(
                datarep: &AnyDatarep,
                file: &mut [u8],
                count: i64,
                position: i64,
                native: &mut [$native],
            ) -> Result<Loss, Error> {
                let Some(generated) = datarep.generated() else {
                    return read_staged(datarep, file, count, position, native);
                };
                let native = &mut native[index(position)..index(position + count)];
                generated.read::<$native>(file, native).map_err(|error| error.moved(position))
            }

            fn write_slice(
                datarep: &AnyDatarep,
                native: &[$native],
                count: i64,
                position: i64,
                file: &mut [u8],
            ) -> Result<Loss, Error> {
                let Some(generated) = datarep.generated() else {
                    return write_staged(datarep, native, count, position, file);
                };
                let native = &native[index(position)..index(position + count)];
                generated.write::<$native>(native, file).map_err(|error| error.moved(position))
            }
        }

        const _: () = assert!(<$native as Octets>::OCTETS == <$native as Native>::PREDEFINED.native_size());
    )* };
}

scalars!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64, bool, char);
scalars!(F16, Bf16, F128, LongDouble, Logical, Character, Decimal);

impl<T: Layout> Layout for Complex<T> {
    const OCTETS: usize = 2 * T::OCTETS;

    #[inline]
    fn load(octets: &[u8]) -> Option<Self> {
        let (re, im) = octets.split_at_checked(T::OCTETS)?;
        Some(Complex { re: T::load(re)?, im: T::load(im)? })
    }

    #[inline]
    fn store(&self, octets: &mut [u8]) {
        let (re, im) = octets.split_at_mut(T::OCTETS);
        self.re.store(re);
        self.im.store(im);
    }
}

impl<T: Layout, const N: usize> Layout for [T; N] {
    const OCTETS: usize = N * T::OCTETS;

    #[inline]
    fn load(octets: &[u8]) -> Option<Self> {
        let element = |at: usize| T::load(&octets[at * T::OCTETS..][..T::OCTETS]);
        let loaded: [Option<T>; N] = std::array::from_fn(element);
        let whole = loaded.iter().all(Option::is_some);
        whole.then(|| loaded.map(|element| element.unwrap_or_else(|| unreachable!("all are there"))))
    }

    #[inline]
    fn store(&self, octets: &mut [u8]) {
        for (value, octets) in self.iter().zip(octets.chunks_exact_mut(T::OCTETS.max(1))) {
            value.store(octets);
        }
    }

    fn read_slice(
        datarep: &AnyDatarep,
        file: &mut [u8],
        count: i64,
        position: i64,
        native: &mut [Self],
    ) -> Result<Loss, Error> {
        T::read_slice(datarep, file, count, position, native.as_flattened_mut())
    }

    fn write_slice(
        datarep: &AnyDatarep,
        native: &[Self],
        count: i64,
        position: i64,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        T::write_slice(datarep, native.as_flattened(), count, position, file)
    }
}

/// The datatypes of Rust types that were used, so that each is compiled once.
static COMMITTED: RwLock<BTreeMap<TypeId, Committed>> = RwLock::new(BTreeMap::new());

/// The datatype of a Rust type.
pub(crate) fn committed<T: Datatype>() -> Result<Committed, Error> {
    let known = COMMITTED.read().unwrap_or_else(PoisonError::into_inner).get(&TypeId::of::<T>()).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    let datatype = T::typemap()?.commit()?;
    COMMITTED.write().unwrap_or_else(PoisonError::into_inner).insert(TypeId::of::<T>(), datatype.clone());
    Ok(datatype)
}

/// The field of a struct whose octets begin at `displacement`.
#[inline]
pub fn load_field<T: Layout>(octets: &[u8], displacement: usize) -> Option<T> {
    T::load(octets.get(displacement..)?.get(..T::OCTETS)?)
}

/// Stores the field of a struct whose octets begin at `displacement`.
#[inline]
pub fn store_field<T: Layout>(field: &T, octets: &mut [u8], displacement: usize) {
    field.store(&mut octets[displacement..][..T::OCTETS]);
}

/// Some of the copies that items are in, and the items that are meant.
struct Stretch {
    copies: std::ops::Range<usize>,
    /// The first item, counted from the first copy.
    position: i64,
    count: i64,
}

/// The copies in stretches that fit the stage.
fn stretches<T: Layout>(items: i64, count: i64, position: i64) -> impl Iterator<Item = Stretch> {
    let together = length((STAGE / T::OCTETS.max(1)).max(1));
    let (mut at, end) = (position, position + count);
    std::iter::from_fn(move || {
        if at >= end {
            return None;
        }
        let copy = at / items;
        let next = end.min((copy + together) * items);
        let copies = index(copy)..index((next - 1) / items + 1);
        let stretch = Stretch { copies, position: at - copy * items, count: next - at };
        at = next;
        Some(stretch)
    })
}

// Requirement: R-CONV-3, R-CONV-6.
/// Octets as long as the whole slice, of which those of the copies that hold the items are filled, and these copies.
///
/// A function of a program gets them with the position that it is called for. Pages that nobody touches take no
/// memory.
fn whole<T: Layout>(
    native: &[T],
    items: i64,
    count: i64,
    position: i64,
) -> (Vec<u8>, std::ops::Range<usize>) {
    let copies =
        if count == 0 { 0..0 } else { index(position / items)..index((position + count - 1) / items + 1) };
    let mut octets = vec![0; native.len() * T::OCTETS];
    store_all(&native[copies.clone()], &mut octets[copies.start * T::OCTETS..]);
    (octets, copies)
}

/// By the read function of a program, in one call.
fn read_by_function<T: Layout>(
    datarep: &AnyDatarep,
    file: &mut [u8],
    count: i64,
    position: i64,
    native: &mut [T],
) -> Result<Loss, Error> {
    let datatype = committed::<T>()?;
    let items = datatype.items().max(1);
    let (mut octets, copies) = whole(native, items, count, position);
    let read = datarep.read_items(file, &datatype, count, position, &mut octets, 0);
    let first = copies.start;
    let loaded = load_all(&octets[first * T::OCTETS..], &mut native[copies]);
    let loss = read?;
    if let Err(copy) = loaded {
        let octets = &octets[(first + copy) * T::OCTETS..][..T::OCTETS];
        // Of a copy that an earlier call began the items of this one are told.
        let item = (length(first + copy) * items).max(position);
        return Err(not_a_value::<T>(datarep, item, octets));
    }
    Ok(loss)
}

/// By the write function of a program, in one call.
fn write_by_function<T: Layout>(
    datarep: &AnyDatarep,
    native: &[T],
    count: i64,
    position: i64,
    file: &mut [u8],
) -> Result<Loss, Error> {
    let datatype = committed::<T>()?;
    let (octets, _) = whole(native, datatype.items().max(1), count, position);
    datarep.write_items(&octets, 0, &datatype, count, position, file)
}

fn read_staged<T: Layout>(
    datarep: &AnyDatarep,
    file: &mut [u8],
    count: i64,
    position: i64,
    native: &mut [T],
) -> Result<Loss, Error> {
    if datarep.functions().is_some_and(|functions| functions.has_read()) {
        return read_by_function(datarep, file, count, position, native);
    }
    let datatype = committed::<T>()?;
    let items = datatype.items().max(1);
    let (mut loss, mut rest, mut stage) = (Loss::default(), file, Vec::new());
    for Stretch { copies, position, count } in stretches::<T>(items, count, position) {
        let before = length(copies.start) * items;
        let native = &mut native[copies];
        stage.resize(native.len() * T::OCTETS, 0);
        // What is not read, or not rightly, stays what it was.
        store_all(native, &mut stage);
        let octets = index(datarep.file_size(&datatype, count, position)?).min(rest.len());
        let (octets, after) = std::mem::take(&mut rest).split_at_mut(octets);
        let read = datarep.read_items(octets, &datatype, count, position, &mut stage, 0);
        let loaded = load_all(&stage, native);
        loss += read.map_err(|error| error.moved(before))?;
        if let Err(copy) = loaded {
            let octets = &stage[copy * T::OCTETS..][..T::OCTETS];
            return Err(not_a_value::<T>(datarep, before + length(copy) * items, octets));
        }
        rest = after;
    }
    Ok(loss)
}

fn write_staged<T: Layout>(
    datarep: &AnyDatarep,
    native: &[T],
    count: i64,
    position: i64,
    file: &mut [u8],
) -> Result<Loss, Error> {
    if datarep.functions().is_some_and(|functions| functions.has_write()) {
        return write_by_function(datarep, native, count, position, file);
    }
    let datatype = committed::<T>()?;
    let items = datatype.items().max(1);
    let (mut loss, mut rest, mut stage) = (Loss::default(), file, Vec::new());
    for Stretch { copies, position, count } in stretches::<T>(items, count, position) {
        let before = length(copies.start) * items;
        let native = &native[copies];
        stage.resize(native.len() * T::OCTETS, 0);
        store_all(native, &mut stage);
        let octets = index(datarep.file_size(&datatype, count, position)?).min(rest.len());
        let (octets, after) = std::mem::take(&mut rest).split_at_mut(octets);
        let written = datarep.write_items(&stage, 0, &datatype, count, position, octets);
        loss += written.map_err(|error| error.moved(before))?;
        rest = after;
    }
    Ok(loss)
}

fn store_all<T: Layout>(native: &[T], octets: &mut [u8]) {
    for (value, octets) in native.iter().zip(octets.chunks_exact_mut(T::OCTETS.max(1))) {
        value.store(octets);
    }
}

/// The error is the first whose octets are no value; those before it are loaded.
fn load_all<T: Layout>(octets: &[u8], native: &mut [T]) -> Result<(), usize> {
    for (copy, (octets, value)) in octets.chunks_exact(T::OCTETS.max(1)).zip(native).enumerate() {
        *value = T::load(octets).ok_or(copy)?;
    }
    Ok(())
}

/// The error of octets that moved as they are and are no value of the type.
#[cold]
fn not_a_value<T>(datarep: &AnyDatarep, item: i64, octets: &[u8]) -> Error {
    let mut value = String::new();
    for octet in octets {
        // Writing to a string does not fail.
        let _ = write!(value, "{octet:02x} ");
    }
    let fault = Fault {
        item: index(item),
        path: String::new(),
        event: Event::Unmapped,
        value: value.trim_end().to_owned(),
        format: std::any::type_name::<T>(),
        mapping: "as it is",
        direction: "read",
    };
    if datarep.functions().is_none() {
        return ErrorKind::Conversion { datarep: "native", fault }.into();
    }
    let (datarep, message) = (datarep.name().to_owned(), format!("{} is no `{}`", fault.value, fault.format));
    ErrorKind::Function { datarep, direction: "read", item, message }.into()
}
