//! A representation as data: its name, its extents, and its conversions behind function pointers.
//!
//! This is what is registered and looked up by name. Which type stands where in a struct is not
//! known here; the conversions are those of the generated module.

use crate::bytes::Bytes as _;
use crate::convert::{
    Convert, Converted, Datatype, Order, Pair, Plan, Scalar, Tally, converted, loss_by, loss_on_write_by,
    read_by, whole_items, write_by,
};
use crate::error::{Error, ErrorKind};
use crate::loss::Loss;
#[cfg(feature = "file")]
use crate::memory::{Bytes, Conversion};
use crate::native::{Bf16, Character, Complex, Decimal, F16, F128, Logical, LongDouble};
use crate::predefined::Predefined;

/// The longest name of a representation, in bytes.
pub const MAX_DATAREP_STRING: usize = 128;

/// The conversions of one native type, as functions.
#[derive(Debug)]
pub struct Functions<T: 'static> {
    pub(crate) extent: usize,
    pub(crate) mapping: &'static str,
    /// Where an item is converted by the order of its bytes alone: how many are reversed.
    #[cfg_attr(not(feature = "file"), expect(dead_code, reason = "datatypes ask for it"))]
    unit: Option<usize>,
    pub(crate) read: fn(&[u8], &mut [T], &mut Tally) -> Converted,
    pub(crate) write: fn(&[T], &mut [u8], &mut Tally) -> Converted,
    loss: fn(&[u8]) -> Result<Loss, Error>,
    loss_on_write: fn(&[T]) -> Loss,
}

impl<T: 'static> Clone for Functions<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: 'static> Copy for Functions<T> {}

/// Bytes that are kept, or reversed, where that is all that a conversion does.
const fn unit<C: Convert>() -> Option<usize> {
    match C::ORDER {
        None | Some(Order::Mixed) => None,
        Some(Order::Big) if cfg!(target_endian = "little") => Some(C::File::COUNT),
        Some(Order::Little) if cfg!(target_endian = "big") => Some(C::File::COUNT),
        Some(Order::Big | Order::Little) => Some(1),
    }
}

impl<T: Copy + 'static> Functions<T> {
    /// Those of a scalar.
    pub const fn of<C: Convert<Native = T>>() -> Self {
        Functions {
            extent: <Scalar<C> as Plan>::EXTENT,
            mapping: C::MAPPING,
            unit: unit::<C>(),
            read: read_by::<Scalar<C>>,
            write: write_by::<Scalar<C>>,
            loss: loss_by::<Scalar<C>>,
            loss_on_write: loss_on_write_by::<Scalar<C>>,
        }
    }
}

impl<T: Copy + 'static> Functions<Complex<T>> {
    /// Those of a complex number whose parts are converted by `C`.
    pub const fn of_pair<C: Convert<Native = T>>() -> Self {
        Functions {
            extent: <Pair<C> as Plan>::EXTENT,
            mapping: C::MAPPING,
            unit: unit::<C>(),
            read: read_by::<Pair<C>>,
            write: write_by::<Pair<C>>,
            loss: loss_by::<Pair<C>>,
            loss_on_write: loss_on_write_by::<Pair<C>>,
        }
    }
}

/// What is done with items of a type on their way between memory and a file.
#[cfg(feature = "file")]
#[derive(Clone, Copy)]
pub(crate) struct Way<'a> {
    /// Bytes of an item in the file.
    pub(crate) extent: usize,
    /// `None` where items are moved, and nothing else than the order of their bytes changes.
    pub(crate) conversion: Option<&'a dyn Conversion>,
    /// Bytes of which the order is reversed then; 1 where all stay as they are.
    pub(crate) unit: usize,
}

#[cfg(feature = "file")]
fn way<T: Bytes>(functions: &Functions<T>) -> Way<'_> {
    let conversion: &dyn Conversion = functions;
    let conversion = functions.unit.is_none().then_some(conversion);
    Way { extent: functions.extent, conversion, unit: functions.unit.unwrap_or(1) }
}

macro_rules! natives {
    ($($variant:ident($native:ty) $($predefined:ident)?,)*) => {
        /// What a representation does with one predefined type.
        #[derive(Debug, Clone, Copy)]
        pub enum Entry {
            /// It cannot be in such a file.
            Unsupported,
            /// Bytes, copied as they are.
            Bytes,
            $(
                #[doc = concat!("Conversions of `", stringify!($native), "`.")]
                $variant(Functions<$native>),
            )*
        }

        impl Entry {
            const fn extent(&self) -> Option<usize> {
                match self {
                    Entry::Unsupported => None,
                    Entry::Bytes => Some(1),
                    $(Entry::$variant(functions) => Some(functions.extent),)*
                }
            }

            const fn mapping(&self) -> &'static str {
                match self {
                    Entry::Unsupported => "unsupported",
                    Entry::Bytes => "bytes",
                    $(Entry::$variant(functions) => functions.mapping,)*
                }
            }

            /// How its items are moved and converted; `None` for what is unsupported.
            #[cfg(feature = "file")]
            pub(crate) fn way(&self) -> Option<Way<'_>> {
                match self {
                    Entry::Unsupported => None,
                    Entry::Bytes => Some(Way { extent: 1, conversion: None, unit: 1 }),
                    $(Entry::$variant(functions) => Some(way(functions)),)*
                }
            }
        }

        $($(
            impl sealed::Sealed for $native {}

            impl Native for $native {
                const PREDEFINED: Predefined = Predefined::$predefined;

                fn functions(entry: &Entry) -> Option<Functions<Self>> {
                    match entry {
                        Entry::$variant(functions) => Some(*functions),
                        _ => None,
                    }
                }
            }
        )?)*
    };
}

mod sealed {
    pub trait Sealed {}
}

/// A native type that stands for a predefined type of MPI.
pub trait Native: Datatype + sealed::Sealed {
    /// The predefined type that a plain slice of this type means.
    const PREDEFINED: Predefined;

    #[doc(hidden)]
    fn functions(entry: &Entry) -> Option<Functions<Self>>;
}

natives! {
    I8(i8) Int8T,
    I16(i16) Int16T,
    I32(i32) Int32T,
    I64(i64) Int64T,
    I128(i128) Integer16,
    U8(u8) Uint8T,
    U16(u16) Uint16T,
    U32(u32) Uint32T,
    U64(u64) Uint64T,
    U128(u128) Uint128,
    F16(F16) Real2,
    Bf16(Bf16) Bfloat16,
    F32(f32) Float,
    F64(f64) Double,
    LongDouble(LongDouble) LongDouble,
    F128(F128) Real16,
    Bool(bool) CBool,
    Logical4(Logical) Logical,
    Character(Character) Char,
    WideCharacter(char) Wchar,
    Decimal(Decimal) Decimal,
    ComplexF16(Complex<F16>) Complex4,
    ComplexF32(Complex<f32>) CFloatComplex,
    ComplexF64(Complex<f64>) CDoubleComplex,
    ComplexLongDouble(Complex<LongDouble>) CLongDoubleComplex,
    ComplexF128(Complex<F128>) Complex32,
}

/// A representation: what is registered and found by name.
///
/// ```
/// use datarep::{Predefined, standard::ibm370};
/// let datarep = &ibm370::DATAREP;
/// assert_eq!(datarep.name(), "ibm370");
/// assert_eq!(datarep.extent(Predefined::Double), Some(8));
/// assert_eq!(datarep.to_vec::<f32>(&[0x41, 0x10, 0, 0])?.0, [1.0]);
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Debug)]
pub struct Datarep {
    name: &'static str,
    doc: &'static str,
    entries: [Entry; Predefined::COUNT],
}

impl Datarep {
    /// A representation of these entries, one for each predefined type in order.
    #[doc(hidden)]
    pub const fn new(name: &'static str, doc: &'static str, entries: [Entry; Predefined::COUNT]) -> Self {
        Datarep { name, doc, entries }
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What its description says of it.
    pub const fn doc(&self) -> &'static str {
        self.doc
    }

    /// Bytes that one item of the type takes in the file; `None` where the type is unsupported.
    pub const fn extent(&self, predefined: Predefined) -> Option<usize> {
        self.entries[predefined as usize].extent()
    }

    /// The extents of all predefined types, in the order of [`Predefined::all`].
    #[doc(hidden)]
    pub const fn extents(&self) -> [Option<usize>; Predefined::COUNT] {
        let mut extents = [None; Predefined::COUNT];
        let mut index = 0;
        while index < Predefined::COUNT {
            extents[index] = self.entries[index].extent();
            index += 1;
        }
        extents
    }

    /// How the type is stored, as its description says: `real 8 => hfp64`.
    pub const fn mapping(&self, predefined: Predefined) -> &'static str {
        self.entries[predefined as usize].mapping()
    }

    /// What it does with the type.
    #[cfg(feature = "file")]
    pub(crate) fn entry(&self, predefined: Predefined) -> &Entry {
        &self.entries[predefined as usize]
    }

    fn functions<T: Native>(&self, predefined: Predefined) -> Result<Functions<T>, Error> {
        let entry = &self.entries[predefined as usize];
        if let Some(functions) = T::functions(entry) {
            return Ok(functions);
        }
        let predefined = predefined.name();
        Err(match entry {
            Entry::Unsupported => ErrorKind::Unsupported { datarep: self.name, predefined },
            _ => ErrorKind::Native { native: std::any::type_name::<T>(), predefined },
        }
        .into())
    }

    /// File to native. `file`: [`Datarep::extent`] bytes for each item of `native`.
    ///
    /// # Errors
    ///
    /// [`ErrorClass::Count`](crate::ErrorClass) where the lengths do not fit, `Type` where the type is unsupported,
    /// `Conversion` at the first item whose rule is `error`; the items before it are converted.
    pub fn read<T: Native>(&self, file: &[u8], native: &mut [T]) -> Result<Loss, Error> {
        self.read_as(T::PREDEFINED, file, native)
    }

    /// [`Datarep::read`] of another predefined type with the same native type, such as `MPI_LONG`.
    ///
    /// ```
    /// use datarep::{Predefined, standard::external32};
    /// let mut native = [0_i64];
    /// external32::DATAREP.read_as(Predefined::Long, &[0xFF, 0xFF, 0xFF, 0xFE], &mut native)?;
    /// assert_eq!(native, [-2]);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Datarep::read`]; class `Type` also where `T` is not the native type of `predefined`.
    pub fn read_as<T: Native>(
        &self,
        predefined: Predefined,
        file: &[u8],
        native: &mut [T],
    ) -> Result<Loss, Error> {
        let functions = self.functions::<T>(predefined)?;
        converted(self.name, |tally| (functions.read)(file, native, tally))
    }

    /// Native to file. `file`: [`Datarep::extent`] bytes for each item of `native`.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read`].
    pub fn write<T: Native>(&self, native: &[T], file: &mut [u8]) -> Result<Loss, Error> {
        self.write_as(T::PREDEFINED, native, file)
    }

    /// [`Datarep::write`] of another predefined type with the same native type.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read_as`].
    pub fn write_as<T: Native>(
        &self,
        predefined: Predefined,
        native: &[T],
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        let functions = self.functions::<T>(predefined)?;
        converted(self.name, |tally| (functions.write)(native, file, tally))
    }

    /// What reading `file` as items of `T` would lose: a dry run, which counts and stores nothing.
    ///
    /// An event whose rule is `error` is counted like any other.
    ///
    /// ```
    /// use datarep::standard::ibm370;
    /// // 16^62, and one.
    /// let file = [0x7F, 0x10, 0, 0, 0x41, 0x10, 0, 0];
    /// assert_eq!(ibm370::DATAREP.loss::<f32>(&file)?.overflow, 1);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Class `Count` where the last item straddles the end, `Type` where the type is unsupported.
    pub fn loss<T: Native>(&self, file: &[u8]) -> Result<Loss, Error> {
        self.loss_as::<T>(T::PREDEFINED, file)
    }

    /// [`Datarep::loss`] of another predefined type with the same native type.
    ///
    /// # Errors
    ///
    /// As [`Datarep::loss`]; class `Type` also where `T` is not the native type of `predefined`.
    pub fn loss_as<T: Native>(&self, predefined: Predefined, file: &[u8]) -> Result<Loss, Error> {
        (self.functions::<T>(predefined)?.loss)(file)
    }

    /// What writing `native` would lose: a dry run, which counts and stores nothing.
    ///
    /// # Errors
    ///
    /// Class `Type` where the type is unsupported.
    pub fn loss_on_write<T: Native>(&self, native: &[T]) -> Result<Loss, Error> {
        self.loss_on_write_as(T::PREDEFINED, native)
    }

    /// [`Datarep::loss_on_write`] of another predefined type with the same native type.
    ///
    /// # Errors
    ///
    /// As [`Datarep::loss_as`].
    pub fn loss_on_write_as<T: Native>(&self, predefined: Predefined, native: &[T]) -> Result<Loss, Error> {
        Ok((self.functions::<T>(predefined)?.loss_on_write)(native))
    }

    /// File to a new vector.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read`]; class `Count` where the last item straddles the end.
    pub fn to_vec<T: Native + Default>(&self, file: &[u8]) -> Result<(Vec<T>, Loss), Error> {
        let functions = self.functions::<T>(T::PREDEFINED)?;
        let mut native = vec![T::default(); whole_items(file.len(), functions.extent)?];
        let loss = converted(self.name, |tally| (functions.read)(file, &mut native, tally))?;
        Ok((native, loss))
    }

    /// Native to new bytes.
    ///
    /// # Errors
    ///
    /// As [`Datarep::write`].
    pub fn to_bytes<T: Native>(&self, native: &[T]) -> Result<(Vec<u8>, Loss), Error> {
        let functions = self.functions::<T>(T::PREDEFINED)?;
        let mut file = vec![0; native.len() * functions.extent];
        let loss = converted(self.name, |tally| (functions.write)(native, &mut file, tally))?;
        Ok((file, loss))
    }
}
