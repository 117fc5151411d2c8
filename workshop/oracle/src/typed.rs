//! Slices of native types as bytes, for code that knows the type only at run time.

use datarep::error::ErrorKind;
use datarep::interpreter::Bytes;
use datarep::{
    Bf16, Character, Complex, Datarep, Decimal, Error, F16, F128, Logical, Logical1, Logical2, Logical8,
    Logical16, LongDouble, Loss, Native as NativeType, Predefined,
};
use datarep_dsl::model::Native;

/// The result of a call, and the bytes that it wrote: all of them, or those before the item that failed.
pub(crate) struct CallResult {
    pub(crate) result: Result<Loss, Error>,
    pub(crate) bytes: Vec<u8>,
}

impl CallResult {
    fn new(result: Result<Loss, Error>, mut bytes: Vec<u8>, size: usize) -> CallResult {
        if let Err(error) = &result {
            bytes.truncate(failed_item(error).unwrap_or(0) * size);
        }
        CallResult { result, bytes }
    }

    /// Whether both results are the same in everything that a program can observe.
    #[cfg(feature = "subjects")]
    pub(crate) fn is_same_as(&self, other: &CallResult) -> bool {
        let same = match (&self.result, &other.result) {
            (Ok(one), Ok(other)) => one == other,
            (Err(one), Err(other)) => {
                failed_item(one) == failed_item(other)
                    && one.class() == other.class()
                    && one.to_string() == other.to_string()
            }
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        };
        same && self.bytes == other.bytes
    }

    /// The result as text for messages.
    #[cfg(feature = "subjects")]
    pub(crate) fn describe_result(&self) -> String {
        match &self.result {
            Ok(loss) if self.bytes.len() <= 64 => format!("{:02x?} ({loss})", self.bytes),
            Ok(loss) => format!("{} bytes ({loss})", self.bytes.len()),
            Err(error) => format!("error: {error}"),
        }
    }
}

/// The index of the item that an error is about.
pub(crate) fn failed_item(error: &Error) -> Option<usize> {
    match error.kind() {
        ErrorKind::Conversion { fault, .. } => Some(fault.item),
        _ => None,
    }
}

/// The calls for a native type.
#[derive(Clone, Copy)]
pub(crate) struct TypedCalls {
    /// The number of bytes of an item.
    #[cfg(feature = "subjects")]
    pub(crate) size: usize,
    /// Converts from the file to native items.
    pub(crate) read: fn(&Datarep, Predefined, &[u8], usize) -> CallResult,
    /// Converts from native items to the file.
    pub(crate) write: fn(&Datarep, Predefined, &[u8], usize) -> CallResult,
    /// The dry runs of both.
    pub(crate) loss: fn(&Datarep, Predefined, &[u8]) -> Result<Loss, Error>,
    pub(crate) loss_on_write: fn(&Datarep, Predefined, &[u8]) -> Result<Loss, Error>,
    /// Whether these bytes are a valid item.
    #[cfg(feature = "subjects")]
    pub(crate) is_valid: fn(&[u8]) -> bool,
}

fn load_items<T: Bytes>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(T::BYTES).map(T::load).collect()
}

impl TypedCalls {
    const fn new<T: NativeType + Bytes>() -> TypedCalls {
        TypedCalls {
            #[cfg(feature = "subjects")]
            size: <T as Bytes>::BYTES,
            read: |datarep, predefined, file, items| {
                let mut native = vec![T::BLANK; items];
                let result = datarep.read_as(predefined, file, &mut native);
                let mut bytes = vec![0; items * <T as Bytes>::BYTES];
                for (item, bytes) in native.iter().zip(bytes.chunks_exact_mut(<T as Bytes>::BYTES)) {
                    item.store(bytes);
                }
                CallResult::new(result, bytes, <T as Bytes>::BYTES)
            },
            write: |datarep, predefined, native, extent| {
                let native = load_items::<T>(native);
                let mut file = vec![0; native.len() * extent];
                let result = datarep.write_as(predefined, &native, &mut file);
                CallResult::new(result, file, extent)
            },
            loss: |datarep, predefined, file| datarep.loss_as::<T>(predefined, file),
            loss_on_write: |datarep, predefined, native| {
                datarep.loss_on_write_as(predefined, &load_items::<T>(native))
            },
            #[cfg(feature = "subjects")]
            is_valid: T::is_valid,
        }
    }

    /// The calls for a native type, or for complex numbers of that type if `parts` is 2.
    pub(crate) fn for_native(native: Native, parts: usize) -> Option<TypedCalls> {
        Some(match (native, parts) {
            (Native::I8, 1) => TypedCalls::new::<i8>(),
            (Native::I16, 1) => TypedCalls::new::<i16>(),
            (Native::I32, 1) => TypedCalls::new::<i32>(),
            (Native::I64, 1) => TypedCalls::new::<i64>(),
            (Native::I128, 1) => TypedCalls::new::<i128>(),
            (Native::U8, 1) => TypedCalls::new::<u8>(),
            (Native::U16, 1) => TypedCalls::new::<u16>(),
            (Native::U32, 1) => TypedCalls::new::<u32>(),
            (Native::U64, 1) => TypedCalls::new::<u64>(),
            (Native::U128, 1) => TypedCalls::new::<u128>(),
            (Native::F16, 1) => TypedCalls::new::<F16>(),
            (Native::Bf16, 1) => TypedCalls::new::<Bf16>(),
            (Native::F32, 1) => TypedCalls::new::<f32>(),
            (Native::F64, 1) => TypedCalls::new::<f64>(),
            (Native::LongDouble, 1) => TypedCalls::new::<LongDouble>(),
            (Native::F128, 1) => TypedCalls::new::<F128>(),
            (Native::Bool, 1) => TypedCalls::new::<bool>(),
            (Native::Logical1, 1) => TypedCalls::new::<Logical1>(),
            (Native::Logical2, 1) => TypedCalls::new::<Logical2>(),
            (Native::Logical4, 1) => TypedCalls::new::<Logical>(),
            (Native::Logical8, 1) => TypedCalls::new::<Logical8>(),
            (Native::Logical16, 1) => TypedCalls::new::<Logical16>(),
            (Native::Character, 1) => TypedCalls::new::<Character>(),
            (Native::WideCharacter, 1) => TypedCalls::new::<char>(),
            (Native::Decimal, 1) => TypedCalls::new::<Decimal>(),
            (Native::F16, 2) => TypedCalls::new::<Complex<F16>>(),
            (Native::F32, 2) => TypedCalls::new::<Complex<f32>>(),
            (Native::F64, 2) => TypedCalls::new::<Complex<f64>>(),
            (Native::LongDouble, 2) => TypedCalls::new::<Complex<LongDouble>>(),
            (Native::F128, 2) => TypedCalls::new::<Complex<F128>>(),
            _ => return None,
        })
    }
}
