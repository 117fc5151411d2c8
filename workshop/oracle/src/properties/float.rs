//! Native floats in bytes, as numbers.
#![expect(clippy::host_endian_bytes, reason = "they lie in memory as the machine has them")]

use datarep_dsl::model::Native;

/// A native float that an `f64` can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Float64 {
    Single,
    Double,
}

impl Float64 {
    pub(super) fn from_native(native: Native) -> Option<Float64> {
        if native == Native::F32 {
            return Some(Float64::Single);
        }
        (native == Native::F64).then_some(Float64::Double)
    }

    pub(super) fn bytes(self) -> usize {
        match self {
            Float64::Single => 4,
            Float64::Double => 8,
        }
    }

    pub(super) fn to_f64(self, bytes: &[u8]) -> f64 {
        match self {
            Float64::Single => bytes.first_chunk().map_or(0.0, |&bytes| f32::from_ne_bytes(bytes).into()),
            Float64::Double => bytes.first_chunk().map_or(0.0, |&bytes| f64::from_ne_bytes(bytes)),
        }
    }

    pub(super) fn is_nan(self, bytes: &[u8]) -> bool {
        self.to_f64(bytes).is_nan()
    }

    pub(super) fn negate(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Float64::Single => {
                let value = bytes.first_chunk().map_or(0.0, |&bytes| f32::from_ne_bytes(bytes));
                (-value).to_ne_bytes().to_vec()
            }
            Float64::Double => (-self.to_f64(bytes)).to_ne_bytes().to_vec(),
        }
    }
}
