//! Packed words as part of a name: `unsigned(12), packed`, `twos(12) packed`, `pdp10_36 high_density`.
//!
//! Packed words stand back to back, and may begin at any bit. They are unpacked to items of whole bytes, each with a word in
//! its low bits, which the format then reads with [`Packing::item_order`].

use datarep::packed::{FirstBit, Packed};

/// How words are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    packed: Packed,
}

impl Packing {
    /// Reads the words after a format's name; `None` if they do not say that words are packed. A word has `bits` bits.
    pub(super) fn parse(words: &str, bits: u32) -> Option<Packing> {
        let first = match words {
            // DEC's tapes of 36-bit words call it high density: two words in nine bytes.
            "packed" | "packed big" | "high_density" => FirstBit::Most,
            "packed little" => FirstBit::Least,
            _ => return None,
        };
        Packed::new(bits, first).ok().map(|packed| Packing { packed })
    }

    /// Whether these words say that words are packed.
    pub(super) fn is_named(words: &str) -> bool {
        Packing::parse(words, 1).is_some()
    }

    /// The order of unpacked items, in the language.
    pub fn item_order(self) -> String {
        match self.packed.width() {
            // A word that fills its bytes has no bits beside it, and so no container.
            width if width.is_multiple_of(8) => "big".to_owned(),
            _ => format!("right_justified({})", self.packed.bytes()),
        }
    }

    /// Bits of a word.
    pub fn bits(self) -> u32 {
        self.packed.width()
    }

    /// Bytes of an unpacked item.
    pub fn extent(self) -> usize {
        self.packed.bytes()
    }

    /// The layout of the words, which packs and unpacks them.
    pub fn layout(self) -> Packed {
        self.packed
    }

    /// The words of a file as items of whole bytes. Bits after the last whole word are left out.
    ///
    /// ```
    /// use datarep_dynamic::names::resolve;
    /// let named = resolve("twos(12) packed")?;
    /// let items = named.packing.expect("it is packed").unpack(&[0x00, 0x1F, 0xFE]);
    /// assert_eq!(named.format.to_vec::<i16>(&items)?.0, [1, -2]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn unpack(self, file: &[u8]) -> Vec<u8> {
        let mut items = vec![0; self.packed.count(file, 0) * self.extent()];
        // The items are as many as there are words, so that this does not fail.
        let _ = self.packed.unpack(file, 0, &mut items, self.extent());
        items
    }

    /// Whether nothing but zeros that fill the last byte follows the first `words` words of a file.
    ///
    /// ```
    /// use datarep_dynamic::names::resolve;
    /// let packing = |name| resolve(name).map(|named| named.packing.expect("it is packed"));
    /// assert!(packing("twos(12) packed")?.is_filled(&[0xAB, 0xC0], 1));
    /// assert!(packing("twos(12) packed little")?.is_filled(&[0xBC, 0x0A], 1));
    /// assert!(!packing("twos(12) packed little")?.is_filled(&[0xBC, 0x5A], 1));
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn is_filled(self, file: &[u8], words: usize) -> bool {
        let bits = words.saturating_mul(self.bits() as usize);
        let rest = (file.len() * 8).saturating_sub(bits);
        let last = file.last().copied().unwrap_or_default();
        // The words begin at one end of each byte, so the bits that fill the last one are at the other.
        let zeros = match self.packed.first_bit() {
            FirstBit::Most => last.trailing_zeros(),
            FirstBit::Least => last.leading_zeros(),
        };
        rest < 8 && zeros as usize >= rest
    }

    /// Items of whole bytes as packed words. The bits that fill the last byte are zero.
    ///
    /// ```
    /// use datarep_dynamic::names::resolve;
    /// let named = resolve("twos(12) packed")?;
    /// let (items, _) = named.format.to_bytes(&[1_i16, -2, 3])?;
    /// let file = named.packing.expect("it is packed").pack(&items);
    /// assert_eq!(file, [0x00, 0x1F, 0xFE, 0x00, 0x30]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn pack(self, items: &[u8]) -> Vec<u8> {
        let count = items.len() / self.extent();
        let mut file = vec![0; (count * self.bits() as usize).div_ceil(8)];
        // The file has been made for as many words as there are items, so that this does not fail.
        let _ = self.packed.pack(&items[..count * self.extent()], self.extent(), &mut file, 0);
        file
    }
}
