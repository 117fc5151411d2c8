//! The bytes that texts consist of, and EBCDIC pages by the halves of their bytes.

/// The bytes that texts consist of, which are looked up with fewer instructions than all bytes.
#[derive(Debug)]
pub(super) enum CommonBytes {
    /// The printed characters of ASCII.
    Ascii,
    /// Letters, digits and most signs of a page of EBCDIC.
    Ebcdic(
        #[cfg_attr(
            not(any(test, target_arch = "x86_64")),
            expect(dead_code, reason = "looked up by vectors of 32 bytes alone")
        )]
        EbcdicTables,
    ),
}

/// An EBCDIC page by the halves of its bytes, as the module `common` looks it up.
#[derive(Debug)]
pub(super) struct EbcdicTables {
    /// What a byte's column adds to its number, by the low half of the byte.
    pub(super) columns: [u8; 16],
    /// What a byte's row adds to its number, by the high half of the byte.
    pub(super) rows: [u8; 16],
    /// How far a row lies from its characters in ISO 8859-1.
    pub(super) distances: [u8; 16],
    /// What is added to the distance if the number is below 0x80, by the low half of the number.
    pub(super) signs: [u8; 16],
    /// What is added to the distance if the number is 0x80 or more, by the low half of the number.
    pub(super) others: [u8; 16],
}

impl EbcdicTables {
    /// The bit that is set in the number of a byte that is not common.
    pub(super) const UNCOMMON: u8 = 0x40;

    /// The tables of a page, given by its code points in ISO 8859-1, or `None` unless it is laid out as EBCDIC pages
    /// are.
    ///
    /// The high half of a number is the sum of a column's and a row's part. Columns have the parts 0 (four columns of
    /// signs), 8 (two of signs), 7 (the first column), 6 (the second) and 5 (the other letters and digits). The parts
    /// of the rows are chosen so that `EbcdicTables::UNCOMMON` is set wherever a row has nothing common in a column. They
    /// are 1 and 2 for rows of signs, of which the first lacks the second column; 4 for the row of digits, which begins
    /// with the first column; 5 and 6 for rows of letters, which begin with the second and the third column; and 7 for
    /// all others.
    pub(super) const fn from_page(page: &[u8; 256]) -> Option<EbcdicTables> {
        let columns =
            [0x72, 0x63, 0x52, 0x52, 0x52, 0x52, 0x52, 0x52, 0x52, 0x52, 0x00, 0x01, 0x02, 0x03, 0x80, 0x81];
        let rows =
            [0x70, 0x70, 0x70, 0x70, 0x10, 0x24, 0x28, 0x2C, 0x50, 0x50, 0x60, 0x70, 0x50, 0x50, 0x60, 0x40];
        let mut made = EbcdicTables { columns, rows, distances: [0; 16], signs: [0; 16], others: [0; 16] };
        // Distances, from the first column of signs and from a column of letters and digits.
        let mut row = 4;
        while row < 16 {
            let byte: usize = 16 * row + if row < 8 { 0 } else { 5 };
            made.distances[row] = page[byte].wrapping_sub(byte.to_le_bytes()[0]);
            row += 1;
        }
        // Then the corrections of signs, whose distance is not that of the first column.
        let mut byte = 0x40;
        while byte < 0x80 {
            let (number, near) = made.find_near(byte);
            let lacks = page[byte as usize].wrapping_sub(near);
            if number & (EbcdicTables::UNCOMMON | 0x80) == 0 {
                made.signs[(number & 0xF) as usize] = lacks;
            } else if number & EbcdicTables::UNCOMMON == 0 {
                made.others[(number & 0xF) as usize] = lacks;
            }
            byte += 1;
        }
        if made.gives_page(page) { Some(made) } else { None }
    }

    /// The number that selects a byte's correction, and the byte plus the distance of its row.
    const fn find_near(&self, byte: u8) -> (u8, u8) {
        let (row, column) = ((byte >> 4) as usize, (byte & 0xF) as usize);
        (self.columns[column].wrapping_add(self.rows[row]), byte.wrapping_add(self.distances[row]))
    }

    /// The byte's code point, if it is common.
    pub(super) const fn find_code(&self, byte: u8) -> Option<u8> {
        let (number, near) = self.find_near(byte);
        let corrections = if number < 0x80 { &self.signs } else { &self.others };
        if number & EbcdicTables::UNCOMMON == 0 {
            Some(near.wrapping_add(corrections[(number & 0xF) as usize]))
        } else {
            None
        }
    }

    /// Whether all common bytes have the code points of the page.
    const fn gives_page(&self, page: &[u8; 256]) -> bool {
        let mut byte: usize = 0;
        while byte < 256 {
            if let Some(code) = self.find_code(byte.to_le_bytes()[0])
                && code != page[byte]
            {
                return false;
            }
            byte += 1;
        }
        true
    }
}
