//! Scalars as they lie in memory: slices of scalars are converted without a copy.

use super::{FilledSlice, Layout, WrittenSlice, stage};
use crate::datatype::Typemap;
use crate::error::Error;
use crate::loss::Loss;
use crate::memory::Bytes;
use crate::native::{
    Bf16, Character, Decimal, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16, LongDouble,
};
use crate::num::index;
use crate::representation::Datarep;
use crate::slices::Native;

macro_rules! scalars {
    ($($native:ty),*) => { $(
        impl Layout for $native {
            const BYTES: usize = <$native as Bytes>::BYTES;

            fn typemap() -> Result<Typemap, Error> {
                Ok(<$native as Native>::PREDEFINED.into())
            }

            #[inline]
            fn load(bytes: &[u8]) -> Option<$native> {
                <$native as Bytes>::is_valid(bytes).then(|| <$native as Bytes>::load(bytes))
            }

            #[inline]
            fn store(&self, bytes: &mut [u8]) {
                Bytes::store(*self, bytes);
            }

            fn read_slice(
                datarep: &Datarep,
                count: i64,
                position: i64,
                native: &mut [$native],
                file: &mut [u8],
            ) -> Result<Loss, Error> {
                if datarep.descriptor().is_none() {
                    return stage::read(datarep, count, position, &mut FilledSlice(native), file);
                }
                let native = &mut native[index(position)..index(position + count)];
                datarep.read::<$native>(file, native).map_err(|error| error.shift_items(position))
            }

            fn write_slice(
                datarep: &Datarep,
                count: i64,
                position: i64,
                native: &[$native],
                file: &mut [u8],
            ) -> Result<Loss, Error> {
                if datarep.descriptor().is_none() {
                    return stage::write(datarep, count, position, &WrittenSlice(native), file);
                }
                let native = &native[index(position)..index(position + count)];
                datarep.write::<$native>(native, file).map_err(|error| error.shift_items(position))
            }
        }

        const _: () = assert!(<$native as Bytes>::BYTES == <$native as Native>::PREDEFINED.native_size());
    )* };
}

scalars!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64, bool, char);
scalars!(F16, Bf16, F128, LongDouble, Logical, Logical1, Logical2, Logical8, Logical16, Character, Decimal);
