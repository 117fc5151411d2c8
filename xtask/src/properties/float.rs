//! Native floats in octets, as numbers.
#![expect(clippy::host_endian_bytes, reason = "they lie in memory as the machine has them")]

use datarep_dsl::model::Native;

/// A native float that an `f64` can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Float64 {
    Single,
    Double,
}

impl Float64 {
    pub(super) fn of(native: Native) -> Option<Float64> {
        if native == Native::F32 {
            return Some(Float64::Single);
        }
        (native == Native::F64).then_some(Float64::Double)
    }

    pub(super) fn size(self) -> usize {
        match self {
            Float64::Single => 4,
            Float64::Double => 8,
        }
    }

    pub(super) fn value(self, octets: &[u8]) -> f64 {
        match self {
            Float64::Single => octets.first_chunk().map_or(0.0, |&octets| f32::from_ne_bytes(octets).into()),
            Float64::Double => octets.first_chunk().map_or(0.0, |&octets| f64::from_ne_bytes(octets)),
        }
    }

    pub(super) fn is_nan(self, octets: &[u8]) -> bool {
        self.value(octets).is_nan()
    }

    pub(super) fn negative(self, octets: &[u8]) -> Vec<u8> {
        match self {
            Float64::Single => {
                let value = octets.first_chunk().map_or(0.0, |&octets| f32::from_ne_bytes(octets));
                (-value).to_ne_bytes().to_vec()
            }
            Float64::Double => (-self.value(octets)).to_ne_bytes().to_vec(),
        }
    }
}
