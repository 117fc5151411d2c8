//! Which bytes texts are made of: of a page of EBCDIC by the halves of its bytes.

/// The bytes that texts are made of, which are looked up with fewer instructions than all.
#[derive(Debug)]
pub(super) enum Common {
    /// The printed characters of ASCII.
    Ascii,
    /// Letters, digits and most signs of a page of EBCDIC.
    Ebcdic(
        #[cfg_attr(
            not(target_arch = "x86_64"),
            expect(dead_code, reason = "looked up by vectors of 32 bytes alone")
        )]
        Ebcdic,
    ),
}

/// A page of EBCDIC by the halves of its bytes: what the module `common` looks up.
#[derive(Debug)]
pub(super) struct Ebcdic {
    /// What a column adds to the number of a byte, by its low half.
    pub(super) columns: [u8; 16],
    /// What a row adds to it, by its high half.
    pub(super) rows: [u8; 16],
    /// How far a row lies from its characters in ISO 8859-1.
    pub(super) distances: [u8; 16],
    /// What is added to that, by the low half of the number, where this is below 0x80.
    pub(super) signs: [u8; 16],
    /// The same of the other numbers.
    pub(super) others: [u8; 16],
}

impl Ebcdic {
    /// The bit of the number of a byte that is not common.
    pub(super) const UNCOMMON: u8 = 0x40;

    /// The tables of a page by its code points in ISO 8859-1, where it is laid out as pages of EBCDIC are.
    ///
    /// The high half of a number is the sum of a column's and a row's. Columns have 0, 8, 7, 6 and 5: four of signs, two of signs, the
    /// first, the second, and those of the other letters and digits. What rows have is such that each has the bit where it has
    /// nothing common in the column: 1 and 2 those of signs, of which the first lacks the second column, 4 that of digits, which begins
    /// with the first column, 5 and 6 those of letters, which begin with the second and the third, 7 all others.
    pub(super) const fn of(page: &[u8; 256]) -> Option<Ebcdic> {
        let columns =
            [0x72, 0x63, 0x52, 0x52, 0x52, 0x52, 0x52, 0x52, 0x52, 0x52, 0x00, 0x01, 0x02, 0x03, 0x80, 0x81];
        let rows =
            [0x70, 0x70, 0x70, 0x70, 0x10, 0x24, 0x28, 0x2C, 0x50, 0x50, 0x60, 0x70, 0x50, 0x50, 0x60, 0x40];
        let mut made = Ebcdic { columns, rows, distances: [0; 16], signs: [0; 16], others: [0; 16] };
        // By the first column of signs, and by one of letters and digits.
        let mut row = 4;
        while row < 16 {
            let byte: usize = 16 * row + if row < 8 { 0 } else { 5 };
            made.distances[row] = page[byte].wrapping_sub(byte.to_le_bytes()[0]);
            row += 1;
        }
        // Then what all numbers of signs lack, whose distance is not that of the first column.
        let mut byte = 0x40;
        while byte < 0x80 {
            let (number, near) = made.near(byte);
            let lacks = page[byte as usize].wrapping_sub(near);
            if number & (Ebcdic::UNCOMMON | 0x80) == 0 {
                made.signs[(number & 0xF) as usize] = lacks;
            } else if number & Ebcdic::UNCOMMON == 0 {
                made.others[(number & 0xF) as usize] = lacks;
            }
            byte += 1;
        }
        if made.gives(page) { Some(made) } else { None }
    }

    /// The number of a byte, and the byte at its distance.
    const fn near(&self, byte: u8) -> (u8, u8) {
        let (row, column) = ((byte >> 4) as usize, (byte & 0xF) as usize);
        (self.columns[column].wrapping_add(self.rows[row]), byte.wrapping_add(self.distances[row]))
    }

    /// The byte's code point, where it is common.
    pub(super) const fn code(&self, byte: u8) -> Option<u8> {
        let (number, near) = self.near(byte);
        let corrections = if number < 0x80 { &self.signs } else { &self.others };
        if number & Ebcdic::UNCOMMON == 0 {
            Some(near.wrapping_add(corrections[(number & 0xF) as usize]))
        } else {
            None
        }
    }

    /// Whether all that is common has the code points of the page.
    const fn gives(&self, page: &[u8; 256]) -> bool {
        let mut byte: usize = 0;
        while byte < 256 {
            if let Some(code) = self.code(byte.to_le_bytes()[0])
                && code != page[byte]
            {
                return false;
            }
            byte += 1;
        }
        true
    }
}
