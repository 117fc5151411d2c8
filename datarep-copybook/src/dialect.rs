//! How the fields of a copybook are stored: what the compiler and the machine decide.

use datarep_dsl::expression::{FormatExpression, FormatRequest, Rules, Scope};
use datarep_dsl::model::{
    CodePage, CurrencySign, MixedForm, MixedPage, MixedSet, PageFamily, PrintedPicture, PrintedStyle,
};
use datarep_dynamic::names::Picture;

use super::options::{
    BinarySizes, ChoiceOptions, CobolFloats, CobolMachine, CopybookCharset, DecimalPoint, EditedItems,
    GroupForm, OccursSpace, SignCheck, TextPadding,
};

use super::copybook::{CopybookItem, SignClause, ZeroClause};
use super::usage::{AGREED_DIGITS, AddressUsage, CobolUsage, count_binary_bytes};

/// What a copybook leaves open.
#[derive(Debug, Clone)]
pub(super) struct CobolDialect {
    pub(super) machine: CobolMachine,
    pub(super) charset: CopybookCharset,
    /// The page of characters of two bytes.
    pub(super) double_byte: Option<MixedPage>,
    /// What fills up texts.
    pub(super) padding: TextPadding,
    /// What items with the picture of a printed number are.
    pub(super) edited: EditedItems,
    /// The point in their pictures.
    pub(super) decimal_point: DecimalPoint,
    pub(super) floats: CobolFloats,
    pub(super) occurring: OccursSpace,
    /// The bytes of an address.
    pub(super) pointers: u64,
    pub(super) binaries: BinarySizes,
    /// Whether nobody has said which sizes these are.
    pub(super) is_size_assumed: bool,
    /// Which items that redefine each other a record has.
    pub(super) choosing: ChoiceOptions,
    /// What groups are that occur once.
    pub(super) groups: GroupForm,
    /// Which signs numbers have whose picture has none.
    pub(super) signs: SignCheck,
}

/// Digits of the widest decimal.
const DIGITS: u64 = 38;

/// The most digits of the language's decimals.
const EXACT_DIGITS: u64 = 28;

/// What makes a long binary number an exact decimal. A word with more digits is an error.
const EXACT: &str = " as decimal { on read { overflow => error } }";

/// What is said of an item that is kept as a text.
const AS_PRINTED: &str = "a number as it is printed";

/// What is said of a clause that compilers refuse.
pub(super) const NO_BLANKS: &str = "`BLANK WHEN ZERO` is left out, which compilers take of printed numbers and of digits without a sign alone";

/// Currency signs that a picture may have in the place of a dollar sign.
const CURRENCIES: [char; 4] = ['€', '£', '¥', '¤'];

/// The most bytes of an integer.
const WIDEST: u64 = 16;

/// How a field is stored: its type in the language, and a note for the user.
pub(super) struct StoredField {
    pub(super) text: String,
    pub(super) bytes: u64,
    pub(super) note: Option<String>,
    /// Whether it is a whole number, which can say how many others there are.
    pub(super) is_whole: bool,
    /// The clauses of its field, with a space before them.
    pub(super) clauses: &'static str,
}

impl StoredField {
    fn new(text: impl Into<String>, bytes: u64) -> StoredField {
        StoredField { text: text.into(), bytes, note: None, is_whole: false, clauses: "" }
    }

    fn into_whole_number(self) -> StoredField {
        StoredField { is_whole: true, ..self }
    }

    fn with_note(self, note: impl Into<String>) -> StoredField {
        StoredField { note: Some(note.into()), ..self }
    }

    fn from_integer(integer: BinaryInteger) -> StoredField {
        let BinaryInteger { bytes, is_signed, is_little } = integer;
        let little = if is_little && bytes > 1 { " little" } else { "" };
        let bits = 8 * bytes;
        let text = match (bytes.is_power_of_two(), is_signed) {
            (true, true) => format!("i{bits}{little}"),
            (true, false) => format!("u{bits}{little}"),
            (false, true) => format!("twos({bits}){little}"),
            (false, false) => format!("unsigned({bits}){little}"),
        };
        StoredField::new(text, bytes).into_whole_number()
    }

    /// Bytes that are not converted.
    fn from_raw_bytes(bytes: u64, why: &str) -> StoredField {
        StoredField::new(format!("{bytes} bytes"), bytes).with_note(format!("{why}: kept as bytes"))
    }
}

/// An integer of so many bytes.
#[derive(Debug, Clone, Copy)]
struct BinaryInteger {
    bytes: u64,
    is_signed: bool,
    is_little: bool,
}

/// A number that a picture describes.
#[derive(Debug, Clone, Copy)]
struct PictureNumber {
    signed: bool,
    digits: u64,
    scale: i64,
    /// Whether the point is a byte of its own.
    point: bool,
}

impl CobolDialect {
    /// How a field is stored, or why that is not known. `around` is the usage of the group around it, `sign` the clause of
    /// the field, or of the group if its picture has a sign.
    pub(super) fn resolve_storage(
        &self,
        item: &CopybookItem,
        around: Option<CobolUsage>,
        sign: Option<SignClause>,
    ) -> Result<StoredField, String> {
        let stored = self.resolve_item_storage(item, around, sign)?;
        if item.zero == ZeroClause::Digits || allows_blank_when_zero(item, around, sign) {
            return Ok(stored);
        }
        let note = match &stored.note {
            Some(note) => format!("{note}; {NO_BLANKS}"),
            None => NO_BLANKS.to_owned(),
        };
        Ok(stored.with_note(note))
    }

    fn resolve_item_storage(
        &self,
        item: &CopybookItem,
        around: Option<CobolUsage>,
        sign: Option<SignClause>,
    ) -> Result<StoredField, String> {
        let name = item.shown_name();
        let usage = item.usage.or(around).unwrap_or(CobolUsage::Display);
        let Some(picture) = item.picture else { return self.resolve_storage_without_picture(name, usage) };
        if usage.has_no_picture() {
            return Err(format!("`{name}` has a picture, which its usage forbids"));
        }
        match picture {
            Picture::Number { signed: false, digits, point, .. }
                if usage == CobolUsage::Display && sign.is_none() && self.is_printed(item, point) =>
            {
                Ok(self.resolve_printed_storage(item, digits + u64::from(point)))
            }
            Picture::Number { signed, digits, scale, point } => {
                // A clause `SIGN` of its own gives a sign to a picture without `S`, too.
                let signed = signed || sign.is_some();
                self.resolve_number_storage(name, usage, PictureNumber { signed, digits, scale, point }, sign)
            }
            // Its own usage alone: that of a group around it is meant for the numbers in the group.
            Picture::Text(length) => match item.usage.unwrap_or(CobolUsage::Display) {
                CobolUsage::Display => Ok(self.resolve_text_storage(length)),
                // `PIC X(3) COMP-X` is a number of three bytes.
                usage @ (CobolUsage::Short { .. } | CobolUsage::NativeBinary) => {
                    Ok(self.resolve_unsigned_storage(length, usage))
                }
                CobolUsage::National => {
                    Ok(self.add_padding_clause(StoredField::new(format!("[utf16; {length}]"), 2 * length)))
                }
                _ => Err(format!("`{name}` has the picture of a text, which its usage forbids")),
            },
            Picture::Edited(length) => match usage {
                CobolUsage::Display => Ok(self.resolve_printed_storage(item, length)),
                CobolUsage::National => Ok(StoredField::new(format!("[utf16; {length}]"), 2 * length)
                    .with_note("a number as it is printed: kept as a text")),
                _ => Err(format!("`{name}` has the picture of a printed number, which its usage forbids")),
            },
            Picture::Wide { length, unicode: true } if usage != CobolUsage::Dbcs => {
                Ok(self.add_padding_clause(StoredField::new(format!("[utf16; {length}]"), 2 * length)))
            }
            Picture::Wide { length, .. } => Ok(self.resolve_double_byte_storage(length)),
        }
    }

    /// Whether a picture without symbols for printing prints numbers all the same. `point`: whether it has a point.
    fn is_printed(&self, item: &CopybookItem, point: bool) -> bool {
        // A zero that is blank is no zoned decimal, and a point may be what groups digits.
        let is_grouped = point && self.decimal_point == DecimalPoint::Comma;
        item.zero == ZeroClause::Blanks || is_grouped
    }

    /// How a number is stored as it is printed, in so many bytes.
    fn resolve_printed_storage(&self, item: &CopybookItem, length: u64) -> StoredField {
        let as_text = |why: &str| {
            self.resolve_text_storage(length).with_note(format!("{AS_PRINTED}: kept as a text{why}"))
        };
        if self.edited == EditedItems::Texts {
            return as_text("");
        }
        let picture_text = item.picture_text.trim();
        let mut style = PrintedStyle {
            comma: self.decimal_point == DecimalPoint::Comma,
            blank: item.zero == ZeroClause::Blanks,
            ..PrintedStyle::default()
        };
        // A copybook has the sign itself in its pictures, and does not say how it is declared.
        let sign = CURRENCIES.into_iter().find(|sign| picture_text.contains(*sign));
        if let Some(sign) = sign {
            style.currency = CurrencySign::from_bytes(b"$", Some(sign));
        }
        let number = match PrintedPicture::parse(picture_text, style) {
            Ok(number) => number,
            Err(fault) => return as_text(&format!(", since {}", fault.title)),
        };
        let page = match (sign, sign.and_then(|sign| self.find_currency_page(sign))) {
            (Some(_), Some(page)) => format!(", {}", page.name()),
            (Some(sign), None) => return as_text(&self.explain_currency(sign, picture_text)),
            (None, _) if self.charset.has_ascii_digits() => ", ascii".to_owned(),
            (None, _) => String::new(),
        };
        let currency = sign.map(|sign| format!(", \"{sign}\"")).unwrap_or_default();
        let comma = if style.comma { ", decimal_comma" } else { "" };
        let blank = if style.blank { ", blank_when_zero" } else { "" };
        let text = format!("printed_decimal(\"{picture_text}\"{currency}{page}{comma}{blank})");
        // Some pages have digits and signs at other places than all others.
        if sign.is_some()
            && let Err(why) = check_format(&text)
        {
            return as_text(&format!(", since {why}"));
        }
        let stored = StoredField::new(text, length);
        if number.scale == 0 { stored.into_whole_number() } else { stored }
    }

    /// The page that says which byte a currency sign is, if the texts have the sign.
    fn find_currency_page(&self, sign: char) -> Option<CodePage> {
        let page = match self.charset {
            CopybookCharset::Page(page) => page,
            // It has all characters of ISO 8859-1 at the same places, and more.
            CopybookCharset::Latin1 if u8::try_from(sign).is_ok() => {
                CodePage::find(PageFamily::CodePage, "cp1252")?
            }
            CopybookCharset::Latin1 | CopybookCharset::Mixed(_) | CopybookCharset::Ascii => return None,
        };
        page.byte(sign).map(|_| page)
    }

    /// Why a currency sign is not known, and what to write for it.
    fn explain_currency(&self, sign: char, picture: &str) -> String {
        let charset = self.charset.name();
        if matches!(self.charset, CopybookCharset::Mixed(_)) {
            return format!(
                ", since the byte of `{sign}` in `{charset}` is not known: write `printed_decimal(\"{picture}\", \"{sign}\", …)` with a page \
                 that has it into the text"
            );
        }
        let family = if self.charset.has_ascii_digits() { PageFamily::CodePage } else { PageFamily::Ebcdic };
        let usual = if self.charset.has_ascii_digits() { "cp1252" } else { "cp037" };
        let own = match self.charset {
            CopybookCharset::Page(page) => Some(page),
            _ => CodePage::find(family, usual),
        };
        // The page that is the nearest one to that of the texts: cp1141 beside cp273.
        let count_others = |page: &CodePage| {
            (0..=u8::MAX)
                .filter(|byte| page.character(*byte) != own.and_then(|own| own.character(*byte)))
                .count()
        };
        let pages = CodePage::all().filter(|page| page.family() == family && page.byte(sign).is_some());
        let advice = pages.min_by_key(count_others).map_or_else(String::new, |page| {
            format!(": name a page that has it, such as `--charset {}`", page.name())
        });
        format!(", since `{sign}` is no character of `{charset}`{advice}")
    }

    /// How an item without a picture is stored.
    fn resolve_storage_without_picture(&self, name: &str, usage: CobolUsage) -> Result<StoredField, String> {
        let is_little = self.is_little_endian(usage);
        Ok(match usage {
            CobolUsage::Single => StoredField::new(self.find_float_format(4), 4),
            CobolUsage::Double => StoredField::new(self.find_float_format(8), 8),
            CobolUsage::Sized { bytes, is_signed } => {
                StoredField::from_integer(BinaryInteger { bytes, is_signed, is_little })
            }
            CobolUsage::FloatBinary { bytes } => {
                let little = if is_little { " little" } else { "" };
                StoredField::new(format!("f{}{little}", 8 * bytes), bytes)
            }
            CobolUsage::FloatDecimal { bytes } => {
                // z/Architecture has digits in groups of three, x86 libraries a binary number.
                let code = if self.machine == CobolMachine::Pc { "bid little" } else { "dpd" };
                StoredField::new(format!("ieee::decimal{}_{code}", 8 * bytes), bytes)
            }
            CobolUsage::Address(address) => self.resolve_address_storage(address),
            _ => return Err(format!("`{name}` has neither a picture nor items below it")),
        })
    }

    /// Items that hold places in a program's memory.
    ///
    /// Sources: for mainframes, Enterprise COBOL for z/OS, Programming Guide, "Pointer data items with AMODE 64 programs";
    /// for PCs `GnuCOBOL`, where an index is an `int` of C, and an address one of the machine.
    fn resolve_address_storage(&self, address: AddressUsage) -> StoredField {
        let is_mainframe = self.machine == CobolMachine::Mainframe;
        let (bytes, what) = match address {
            AddressUsage::Index if is_mainframe => (self.pointers, "an index"),
            AddressUsage::Index => (4, "an index"),
            AddressUsage::Pointer32 => (4, "an address"),
            AddressUsage::Procedure if is_mainframe => (8, "the address of a procedure"),
            AddressUsage::Procedure => (self.pointers, "the address of a procedure"),
            AddressUsage::Pointer => (self.pointers, "an address"),
            AddressUsage::Function => (self.pointers, "the address of a function"),
            AddressUsage::Object => (self.pointers, "a reference to an object"),
        };
        let of = match (is_mainframe, self.pointers) {
            _ if bytes == 4 && matches!(address, AddressUsage::Pointer32) => "",
            (true, 4) => " under IBM's LP(32)",
            (true, _) => " under IBM's LP(64)",
            (false, 4) => " under GnuCOBOL of 32 bits",
            (false, _) => " under GnuCOBOL of 64 bits",
        };
        StoredField::from_raw_bytes(bytes, &format!("{what}{of}"))
    }

    /// Whether the bytes of an item are those that compilers differ in, and nobody has said which ones they are.
    pub(super) fn has_assumed_size(&self, item: &CopybookItem, around: Option<CobolUsage>) -> bool {
        let usage = item.usage.or(around).unwrap_or(CobolUsage::Display);
        let is_binary =
            matches!(usage, CobolUsage::Binary | CobolUsage::NativeBinary | CobolUsage::LittleBinary);
        let is_long = matches!(item.picture, Some(Picture::Number { digits, .. }) if digits > AGREED_DIGITS);
        self.is_size_assumed && is_binary && is_long
    }

    /// Whether the bytes that the first item of a group needs stand before the group, and not in it.
    ///
    /// `GnuCOBOL` has them in the group, in front of its first item (`compute_size` in its `cobc/field.c`).
    pub(super) fn has_slack_before_groups(&self) -> bool {
        self.machine == CobolMachine::Mainframe
    }

    /// The multiple of bytes at which a synchronized item begins.
    ///
    /// Source: Enterprise COBOL for z/OS, Language Reference, "SYNCHRONIZED clause" and "Slack bytes". Compilers for PCs
    /// align binary numbers of 8 bytes at 8.
    pub(super) fn find_usage_boundary(&self, usage: CobolUsage, bytes: u64) -> u64 {
        match usage {
            CobolUsage::Single | CobolUsage::Address(AddressUsage::Pointer32) => 4,
            CobolUsage::Double => 8,
            CobolUsage::Address(AddressUsage::Index) => bytes,
            // The address of a procedure has 8 bytes on a mainframe, and begins where any address may.
            CobolUsage::Address(_) => self.pointers,
            CobolUsage::FloatBinary { bytes } | CobolUsage::FloatDecimal { bytes } => bytes.min(8),
            CobolUsage::Binary
            | CobolUsage::NativeBinary
            | CobolUsage::LittleBinary
            | CobolUsage::Sized { .. } => {
                match (self.machine, bytes) {
                    // `GnuCOBOL` aligns no numbers of 3, 5, 6 or 7 bytes (`compute_size` in its `cobc/field.c`).
                    (CobolMachine::Pc, 1 | 2 | 4 | 8) => bytes,
                    (CobolMachine::Pc, 16) => 8,
                    (CobolMachine::Pc, _) => 1,
                    // Numbers of three bytes begin where those of two do.
                    (CobolMachine::Mainframe, _) => 1 << bytes.clamp(1, 4).ilog2(),
                }
            }
            // As `GnuCOBOL` 3.1 has it. What is published of its version 4 aligns no number of as few bytes as its digits
            // need, nor `BINARY-LONG` and the like.
            CobolUsage::Short { .. } if self.machine == CobolMachine::Pc && [2, 4, 8].contains(&bytes) => {
                bytes
            }
            CobolUsage::Display
            | CobolUsage::Packed
            | CobolUsage::UnsignedPacked
            | CobolUsage::Dbcs
            | CobolUsage::National
            | CobolUsage::Short { .. } => 1,
        }
    }

    /// Whether a minus that shares the byte of its digit is the bit 0x40 there.
    ///
    /// Sources: Micro Focus, "SIGN compiler directive", which is `ASCII` by default; `GnuCOBOL`, option `-fsign`, and what
    /// its programs write. Files that were converted from EBCDIC have letters.
    fn has_minus_bit(&self) -> bool {
        self.machine == CobolMachine::Pc && self.charset.has_ascii_digits()
    }

    fn resolve_text_storage(&self, length: u64) -> StoredField {
        self.add_padding_clause(StoredField::new(format!("[{}; {length}]", self.charset.name()), length))
    }

    /// A text that is filled up.
    fn add_padding_clause(&self, stored: StoredField) -> StoredField {
        let clauses = if self.padding == TextPadding::Zeros { " { padding zeros; }" } else { "" };
        StoredField { clauses, ..stored }
    }

    /// A text of so many characters of two bytes.
    fn resolve_double_byte_storage(&self, length: u64) -> StoredField {
        let bytes = 2 * length;
        match self.double_byte {
            Some(page) => {
                let set = MixedSet { page, form: MixedForm::Pairs };
                self.add_padding_clause(StoredField::new(format!("[{}; {bytes}]", set.format()), bytes))
            }
            None => {
                StoredField::from_raw_bytes(bytes, "characters of two bytes, whose page `--double-byte` says")
            }
        }
    }

    fn find_float_format(&self, bytes: u64) -> &'static str {
        match (self.floats, self.machine, bytes) {
            (CobolFloats::Hfp, _, 4) => "ibm::hfp32",
            (CobolFloats::Hfp, _, _) => "ibm::hfp64",
            (CobolFloats::Ieee, CobolMachine::Mainframe, 4) => "f32",
            (CobolFloats::Ieee, CobolMachine::Mainframe, _) => "f64",
            (CobolFloats::Ieee, CobolMachine::Pc, 4) => "f32 little",
            (CobolFloats::Ieee, CobolMachine::Pc, _) => "f64 little",
        }
    }

    fn resolve_number_storage(
        &self,
        name: &str,
        usage: CobolUsage,
        number: PictureNumber,
        sign: Option<SignClause>,
    ) -> Result<StoredField, String> {
        let PictureNumber { signed, digits, scale, .. } = number;
        let unsigned = match (signed, self.signs) {
            (true, _) => "",
            (false, SignCheck::Lenient) => ", unsigned",
            (false, SignCheck::Strict) => ", no_sign",
        };
        let separate = sign.is_some_and(|sign| sign.is_separate);
        // The implied point of a picture (`V`) takes no byte, and a sign takes one only if it is separate.
        let letters = digits + u64::from(separate) + u64::from(number.point);
        let stored = match usage {
            CobolUsage::Display => {
                let is_shared = signed && !separate;
                let words = [
                    (self.charset.has_ascii_digits(), ", ascii"),
                    (is_shared && self.has_minus_bit(), ", minus_bit"),
                    (sign.is_some_and(|sign| sign.is_leading), ", leading"),
                    (separate, ", separate"),
                    (number.point, ", point"),
                ];
                let words: String = words.into_iter().filter_map(|(is, word)| is.then_some(word)).collect();
                StoredField::new(format!("zoned_decimal({digits}, {scale}{unsigned}{words})"), letters)
            }
            CobolUsage::National => {
                let stored = StoredField::new(format!("[utf16; {letters}]"), 2 * letters);
                // No format has decimal digits of UTF-16.
                return Ok(stored.with_note("digits of two bytes each: kept as a text"));
            }
            _ if number.point => return Err(format!("`{name}` has a point, which its usage forbids")),
            CobolUsage::Packed => {
                // Two digits a byte, and the sign in the last half of a byte: 5 digits have 3 bytes, and so have 4.
                StoredField::new(format!("packed_decimal({digits}, {scale}{unsigned})"), digits / 2 + 1)
            }
            CobolUsage::UnsignedPacked => {
                StoredField::new(format!("unsigned_packed_decimal({digits}, {scale})"), digits.div_ceil(2))
            }
            CobolUsage::Binary
            | CobolUsage::NativeBinary
            | CobolUsage::LittleBinary
            | CobolUsage::Short { .. } => {
                return self.resolve_binary_storage(name, usage, number);
            }
            CobolUsage::Dbcs => {
                return Err(format!("`{name}` has the picture of a number, which its usage forbids"));
            }
            CobolUsage::Single
            | CobolUsage::Double
            | CobolUsage::Sized { .. }
            | CobolUsage::FloatBinary { .. }
            | CobolUsage::FloatDecimal { .. }
            | CobolUsage::Address(_) => {
                return Err(format!("`{name}` has a picture, which its usage forbids"));
            }
        };
        if scale.unsigned_abs().max(digits) > DIGITS {
            return Ok(StoredField::from_raw_bytes(stored.bytes, "more than 38 digits"));
        }
        Ok(if scale == 0 && !number.point { stored.into_whole_number() } else { stored })
    }

    fn resolve_binary_storage(
        &self,
        name: &str,
        usage: CobolUsage,
        number: PictureNumber,
    ) -> Result<StoredField, String> {
        let PictureNumber { signed, digits, .. } = number;
        // `COMP-X` and `COMP-N` have as few bytes as their digits need, whatever `--binary-size` says.
        let sizes = match usage {
            CobolUsage::Short { .. } => BinarySizes::Any,
            // `GnuCOBOL` has one byte for one or two digits of `COMP-5`, also with `binary-size: 2-4-8`
            // (`compute_binary_size` in its `cobc/field.c`).
            CobolUsage::NativeBinary if self.machine == CobolMachine::Pc && digits <= 2 => BinarySizes::Any,
            _ => self.binaries,
        };
        let count = |signed| {
            count_binary_bytes(digits, signed, sizes).ok_or_else(|| {
                format!("`{name}`: how many bytes a binary number of {digits} digits has is not known")
            })
        };
        let (unsigned_bytes, bytes) = (count(false)?, count(signed)?);
        if let CobolUsage::Short { .. } = usage
            && unsigned_bytes != bytes
        {
            // `GnuCOBOL` does not ask for the sign of these (`compute_binary_size` in its `cobc/field.c`), and stores
            // S9(7) in 24 bits.
            let note = format!(
                "{unsigned_bytes} bytes, as in GnuCOBOL; Micro Focus takes {bytes}: check the length of the record"
            );
            let stored = self.resolve_binary_number(usage, number, unsigned_bytes);
            return Ok(stored.with_note(note));
        }
        Ok(self.resolve_binary_number(usage, number, bytes))
    }

    /// How a binary number of so many bytes is stored.
    fn resolve_binary_number(&self, usage: CobolUsage, number: PictureNumber, bytes: u64) -> StoredField {
        let PictureNumber { signed, digits, scale, .. } = number;
        let is_little = self.is_little_endian(usage);
        let is_bounded = usage != CobolUsage::NativeBinary;
        // No machine has wider integers, and engines of data have none. A decimal has the digits of the picture.
        let is_wide = digits > AGREED_DIGITS && is_bounded;
        if scale == 0 && !is_wide {
            return StoredField::from_integer(BinaryInteger { bytes, is_signed: signed, is_little });
        }
        // All digits of the widest number, with the zeros before its point, are at most 38.
        let bits = 8 * bytes;
        // log10(2) is 0.30103.
        let widest = (bits - u64::from(signed)) * 30_103 / 100_000 + 1;
        if scale.unsigned_abs() + if scale < 0 { widest } else { 0 } > DIGITS {
            return StoredField::from_raw_bytes(bytes, "more than 38 digits");
        }
        // The picture limits what a program stores, except in the machine's own binary numbers, and where the bytes do not hold
        // all of its digits.
        let fewest = if digits > AGREED_DIGITS { BinarySizes::Long } else { BinarySizes::Any };
        let needed = count_binary_bytes(digits, signed, fewest);
        let digit_limit = if is_bounded && needed.is_some_and(|needed| needed <= bytes) {
            format!(", {digits}")
        } else {
            String::new()
        };
        let unsigned = if signed { "" } else { ", unsigned" };
        let little = if is_little && bytes > 1 { " little" } else { "" };
        let stored = StoredField::new(
            format!("binary_decimal({bits}, {scale}{digit_limit}{unsigned}){little}"),
            bytes,
        );
        let is_exact = is_wide && scale > 0 && digits <= EXACT_DIGITS && scale.unsigned_abs() <= EXACT_DIGITS;
        match scale {
            0 => stored.into_whole_number(),
            // A word of so many bits may have more digits than the picture, and than a decimal of the language.
            _ if is_exact => StoredField { clauses: EXACT, ..stored },
            _ => stored,
        }
    }

    /// The unsigned number of `bytes` bytes that an item with the picture of a text and a binary
    /// usage is: `PIC X(3) COMP-X`.
    fn resolve_unsigned_storage(&self, bytes: u64, usage: CobolUsage) -> StoredField {
        if bytes > WIDEST {
            return StoredField::from_raw_bytes(bytes, "a number of more than 16 bytes");
        }
        let is_little = self.is_little_endian(usage);
        StoredField::from_integer(BinaryInteger { bytes, is_signed: false, is_little })
    }

    /// Whether the binary numbers of a usage, integers or floats, begin with their lowest byte.
    fn is_little_endian(&self, usage: CobolUsage) -> bool {
        match usage {
            CobolUsage::LittleBinary => true,
            CobolUsage::NativeBinary
            | CobolUsage::Short { is_native: true }
            | CobolUsage::Sized { .. }
            | CobolUsage::FloatBinary { .. } => self.machine == CobolMachine::Pc,
            _ => false,
        }
    }
}

/// Whether the clause `BLANK WHEN ZERO` has a meaning at an item.
fn allows_blank_when_zero(item: &CopybookItem, around: Option<CobolUsage>, sign: Option<SignClause>) -> bool {
    let usage = item.usage.or(around).unwrap_or(CobolUsage::Display);
    let is_printed = match item.picture {
        Some(Picture::Number { signed, .. }) => !signed && sign.is_none(),
        Some(Picture::Edited(_)) => true,
        _ => false,
    };
    is_printed && matches!(usage, CobolUsage::Display | CobolUsage::National)
}

/// Checks the format of a number that is printed, as the compiler does.
fn check_format(text: &str) -> Result<(), String> {
    let format = FormatExpression::parse(text).map_err(|fault| fault.to_string())?;
    let rules = Rules::default();
    let request = FormatRequest { scope: Scope::Library, format: &format, order: None, rules: &rules };
    request.describe().map(drop).map_err(|fault| fault.to_string())
}

impl CopybookCharset {
    /// The name of the set in the language.
    fn name(self) -> String {
        match self {
            CopybookCharset::Page(page) => page.format(),
            CopybookCharset::Mixed(page) => MixedSet { page, form: MixedForm::Mixed }.format(),
            CopybookCharset::Ascii => "ascii".to_owned(),
            CopybookCharset::Latin1 => "latin1".to_owned(),
        }
    }

    /// Whether its digits are those of ASCII.
    fn has_ascii_digits(self) -> bool {
        match self {
            CopybookCharset::Page(page) => page.family() == PageFamily::CodePage,
            CopybookCharset::Mixed(_) => false,
            CopybookCharset::Ascii | CopybookCharset::Latin1 => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the tables of Micro Focus and of `GnuCOBOL` have it.
    #[test]
    fn binary_numbers_have_bytes_for_their_digits() {
        let bytes = |signed, sizes| {
            (1..=19).filter_map(|digits| count_binary_bytes(digits, signed, sizes)).collect::<Vec<_>>()
        };
        assert_eq!(
            bytes(false, BinarySizes::Any),
            [1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 16]
        );
        assert_eq!(bytes(true, BinarySizes::Any), [1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 6, 7, 7, 8, 8, 16]);
        assert_eq!(
            bytes(true, BinarySizes::Powers),
            [1, 1, 2, 2, 4, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 8, 16]
        );
        assert_eq!(
            bytes(false, BinarySizes::Halfwords),
            [2, 2, 2, 2, 4, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 8, 16]
        );
        assert_eq!(count_binary_bytes(39, false, BinarySizes::Any), None);
        // As the layout of a file has it that another reader made.
        let long = [9, 19, 20, 28, 37, 38].map(|digits| count_binary_bytes(digits, false, BinarySizes::Long));
        assert_eq!(long, [Some(4), Some(9), Some(9), Some(12), Some(16), Some(16)]);
        // Each number of so many digits has a place.
        for digits in 1..=18 {
            let largest = 10_i128.pow(digits) - 1;
            for (signed, bits) in [(false, 0), (true, 1)] {
                let bytes = count_binary_bytes(digits.into(), signed, BinarySizes::Any).unwrap();
                assert!(largest < 1 << (8 * bytes - bits), "{digits} digits");
            }
        }
    }
}
