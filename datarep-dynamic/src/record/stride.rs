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

/// Copies items of `bytes` bytes so that they are consecutive. Each is given by bytes that begin with it.
pub(super) fn gather_items<'f>(items: impl Iterator<Item = &'f [u8]>, bytes: usize, stage: &mut [u8]) {
    fn gather_fixed<'f, const N: usize>(items: impl Iterator<Item = &'f [u8]>, stage: &mut [u8]) {
        for (item, out) in items.zip(stage.as_chunks_mut::<N>().0) {
            // `item` goes on to the next one, or to the end of the file. The walk has checked that an item is there.
            if let Some(item) = item.first_chunk::<N>() {
                *out = *item;
            }
        }
    }
    with_size!(
        bytes,
        N => gather_fixed::<N>(items, stage),
        for (item, out) in items.zip(stage.chunks_exact_mut(bytes)) {
            out.copy_from_slice(&item[..bytes]);
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
