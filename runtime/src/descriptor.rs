//! A compiled representation as data: its name, its extents, and its conversions behind function pointers.
//!
//! It does not know the types of a struct's fields. The conversions are those of the generated module.

#[cfg(feature = "file")]
pub(crate) mod conversion;

use crate::bytes::Bytes as _;
use crate::convert::{
    ByteOrder, ComplexOf, ConversionResult, Convert, Plan, Scalar, Tally, loss_by_plan,
    loss_on_write_by_plan, read_by_plan, write_by_plan,
};
use crate::error::Error;
use crate::loss::Loss;
use crate::native::{
    Bf16, Character, Complex, Decimal, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16,
    LongDouble,
};
use crate::predefined::Predefined;

/// The conversions of one native type, as functions.
#[derive(Debug)]
pub struct Functions<T: 'static> {
    pub(crate) extent: usize,
    pub(crate) mapping: &'static str,
    /// How many bytes are reversed together, if a conversion changes only the byte order.
    #[cfg_attr(not(feature = "file"), expect(dead_code, reason = "datatypes ask for it"))]
    unit: Option<usize>,
    pub(crate) read: fn(&[u8], &mut [T], &mut Tally) -> ConversionResult,
    pub(crate) write: fn(&[T], &mut [u8], &mut Tally) -> ConversionResult,
    pub(crate) loss: fn(&[u8]) -> Result<Loss, Error>,
    pub(crate) loss_on_write: fn(&[T]) -> Loss,
}

impl<T: 'static> Clone for Functions<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: 'static> Copy for Functions<T> {}

/// How many bytes are reversed together, 1 if all are kept, or `None` if a conversion does more than that.
const fn unit<C: Convert>() -> Option<usize> {
    match C::ORDER {
        // A mixed order moves bytes in more than one step, which only the conversion knows.
        None | Some(ByteOrder::Mixed) => None,
        Some(ByteOrder::Big) if cfg!(target_endian = "little") => Some(C::File::COUNT),
        Some(ByteOrder::Little) if cfg!(target_endian = "big") => Some(C::File::COUNT),
        // The file has the machine's own order.
        Some(ByteOrder::Big | ByteOrder::Little) => Some(1),
    }
}

impl<T: Copy + 'static> Functions<T> {
    /// The conversions of a scalar.
    pub const fn of<C: Convert<Native = T>>() -> Self {
        Functions {
            extent: <Scalar<C> as Plan>::EXTENT,
            mapping: C::MAPPING,
            unit: unit::<C>(),
            read: read_by_plan::<Scalar<C>>,
            write: write_by_plan::<Scalar<C>>,
            loss: loss_by_plan::<Scalar<C>>,
            loss_on_write: loss_on_write_by_plan::<Scalar<C>>,
        }
    }
}

impl<T: Copy + 'static> Functions<Complex<T>> {
    /// The conversions of a complex number whose parts are converted by `C`.
    pub const fn of_complex<C: Convert<Native = T>>() -> Self {
        Functions {
            extent: <ComplexOf<C> as Plan>::EXTENT,
            mapping: C::MAPPING,
            unit: unit::<C>(),
            read: read_by_plan::<ComplexOf<C>>,
            write: write_by_plan::<ComplexOf<C>>,
            loss: loss_by_plan::<ComplexOf<C>>,
            loss_on_write: loss_on_write_by_plan::<ComplexOf<C>>,
        }
    }
}

/// Calls a macro with every native type: its entry, the type, and the predefined type that a plain slice of it stands
/// for.
macro_rules! for_natives {
    ($define:ident) => {
        $define! {
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
            Logical1(Logical1) Logical1,
            Logical2(Logical2) Logical2,
            Logical4(Logical) Logical,
            Logical8(Logical8) Logical8,
            Logical16(Logical16) Logical16,
            Character(Character) Char,
            WideCharacter(char) Wchar,
            Decimal(Decimal) Decimal,
            ComplexF16(Complex<F16>) Complex4,
            ComplexF32(Complex<f32>) CFloatComplex,
            ComplexF64(Complex<f64>) CDoubleComplex,
            ComplexLongDouble(Complex<LongDouble>) CLongDoubleComplex,
            ComplexF128(Complex<F128>) Complex32,
        }
    };
}
pub(crate) use for_natives;

macro_rules! entries {
    ($($variant:ident($native:ty) $predefined:ident,)*) => {
        /// What a representation does with one predefined type.
        #[derive(Debug, Clone, Copy)]
        pub enum Entry {
            /// The type cannot be in such a file.
            Unsupported,
            /// Bytes, which are copied unconverted.
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
        }
    };
}

for_natives!(entries);

/// A compiled representation, as its generated module defines it.
#[derive(Debug)]
pub struct Descriptor {
    name: &'static str,
    doc: &'static str,
    entries: [Entry; Predefined::COUNT],
}

impl Descriptor {
    /// A representation with these entries, one for each predefined type in order.
    pub const fn new(name: &'static str, doc: &'static str, entries: [Entry; Predefined::COUNT]) -> Self {
        Descriptor { name, doc, entries }
    }

    /// The name of the representation.
    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    /// The documentation in its description.
    pub(crate) const fn doc(&self) -> &'static str {
        self.doc
    }

    /// The bytes that one item of the type takes in the file, or `None` if the type is unsupported.
    pub(crate) const fn extent(&self, predefined: Predefined) -> Option<usize> {
        self.entries[predefined as usize].extent()
    }

    /// The extents of all predefined types, in the order of [`Predefined::all`].
    pub const fn extents(&self) -> [Option<usize>; Predefined::COUNT] {
        let mut extents = [None; Predefined::COUNT];
        let mut index = 0;
        while index < Predefined::COUNT {
            extents[index] = self.entries[index].extent();
            index += 1;
        }
        extents
    }

    /// How the type is stored, in the words of the description, such as `real 8 => hfp64`.
    pub(crate) const fn mapping(&self, predefined: Predefined) -> &'static str {
        self.entries[predefined as usize].mapping()
    }

    /// What the representation does with the type.
    pub(crate) const fn entry(&self, predefined: Predefined) -> &Entry {
        &self.entries[predefined as usize]
    }
}
