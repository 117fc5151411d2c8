//! FNV-1a of 64 bits: a short name for a text that a result is bound to. Nobody chooses the texts, so that no better hash
//! is needed.

/// The hash of nothing.
pub const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of some bytes that follow those of another hash.
///
/// ```text
/// hash_bytes(BASIS, "ab") == hash_bytes(hash_bytes(BASIS, "a"), "b")
/// ```
pub fn hash_bytes(hash: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors of the hash's authors.
    #[test]
    fn known_texts_have_their_hashes() {
        assert_eq!(hash_bytes(BASIS, *b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash_bytes(BASIS, *b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash_bytes(BASIS, *b"foobar"), 0x8594_4171_f739_67e8);
    }
}
