//! Items that lie at equal distances in a file, moved together and back.
//!
//! The compiler knows the size of small items, so that it moves each by one or two loads and stores.

/// Evaluates a call for a number of bytes as a constant, or something else for larger numbers.
macro_rules! with_size {
    ($size:expr, $name:ident => $body:expr, $other:expr; $($number:literal)*) => {
        match $size {
            $($number => {
                const $name: usize = $number;
                $body
            })*
            _ => $other,
        }
    };
}
pub(super) use with_size;

/// Copies items of `bytes` bytes, which are `stride` bytes apart, so that they are consecutive.
pub(super) fn gather_items(file: &[u8], stride: usize, bytes: usize, stage: &mut [u8]) {
    fn gather_fixed<const N: usize>(file: &[u8], stride: usize, stage: &mut [u8]) {
        for (item, out) in file.chunks(stride).zip(stage.as_chunks_mut::<N>().0) {
            if let Some(item) = item.first_chunk::<N>() {
                *out = *item;
            }
        }
    }
    with_size!(
        bytes,
        N => gather_fixed::<N>(file, stride, stage),
        for (item, out) in file.chunks(stride).zip(stage.chunks_exact_mut(bytes)) {
            out.copy_from_slice(&item[..bytes]);
        };
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
    );
}

/// Copies the items of some records, whose first bytes are `stride` bytes apart, so that they are consecutive.
pub(super) fn gather_chosen(file: &[u8], stride: usize, records: &[usize], bytes: usize, stage: &mut [u8]) {
    fn gather_fixed<const N: usize>(file: &[u8], stride: usize, records: &[usize], stage: &mut [u8]) {
        for (record, out) in records.iter().zip(stage.as_chunks_mut::<N>().0) {
            if let Some(item) = file[record * stride..].first_chunk::<N>() {
                *out = *item;
            }
        }
    }
    with_size!(
        bytes,
        N => gather_fixed::<N>(file, stride, records, stage),
        for (record, out) in records.iter().zip(stage.chunks_exact_mut(bytes)) {
            out.copy_from_slice(&file[record * stride..][..bytes]);
        };
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
    );
}

/// Copies consecutive items of `bytes` bytes to places that are `stride` bytes apart.
pub(super) fn scatter_items(stage: &[u8], stride: usize, bytes: usize, file: &mut [u8]) {
    fn scatter_fixed<const N: usize>(stage: &[u8], stride: usize, file: &mut [u8]) {
        for (out, item) in file.chunks_mut(stride).zip(stage.as_chunks::<N>().0) {
            if let Some(out) = out.first_chunk_mut::<N>() {
                *out = *item;
            }
        }
    }
    with_size!(
        bytes,
        N => scatter_fixed::<N>(stage, stride, file),
        for (out, item) in file.chunks_mut(stride).zip(stage.chunks_exact(bytes)) {
            out[..bytes].copy_from_slice(item);
        };
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
    );
}
