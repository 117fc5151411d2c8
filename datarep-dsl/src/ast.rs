//! A text as it was written: every word with its span, nothing resolved, nothing checked.

use crate::source::Span;

/// A word or number with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What it is.
    pub value: T,
    /// Where it is.
    pub span: Span,
}

/// A name or word.
pub type Word = Spanned<String>;

/// A text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ast {
    /// `//!` lines.
    pub doc: String,
    /// The items that could be parsed, in order.
    pub items: Vec<Item>,
}

/// An item of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// `///` lines, joined by newlines, each without one leading space.
    pub doc: String,
    /// From the keyword to the end.
    pub span: Span,
    /// What it says.
    pub kind: ItemKind,
}

/// What an item says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemKind {
    /// `use ibm::{hfp32, hfp64 as h};`
    Use(Use),
    /// `float …`
    Float(FloatItem),
    /// `integer …`, `logical …`, `character …`
    Family(FamilyItem),
    /// `datarep …`
    Datarep(DatarepItem),
    /// `record …`
    Record(RecordItem),
    /// `test …`
    Test(TestItem),
}

/// What an item is, and the name that it gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Head<'a> {
    /// `use …`
    Use,
    /// `float …`, `integer …`, `logical …`, `character …`
    Format(&'a Word),
    /// `datarep …`
    Datarep(&'a Word),
    /// `record …`
    Record(&'a Word),
    /// `test …`
    Test,
}

impl ItemKind {
    /// What it is.
    pub(crate) fn head(&self) -> Head<'_> {
        match self {
            ItemKind::Use(_) => Head::Use,
            ItemKind::Float(float) => Head::Format(&float.name),
            ItemKind::Family(family) => Head::Format(&family.name),
            ItemKind::Datarep(rep) => Head::Datarep(&rep.name),
            ItemKind::Record(record) => Head::Record(&record.name),
            ItemKind::Test(_) => Head::Test,
        }
    }
}

/// Names of the standard library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// The family.
    pub family: Word,
    /// The names and their new names; `None` for `*`.
    pub names: Option<Vec<(Word, Option<Word>)>>,
}

/// A floating-point format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FloatItem {
    /// Its name.
    pub name: Word,
    /// Picture or long form.
    pub layout: FloatLayout,
    /// The formula; missing is a fault of the check.
    pub formula: Option<Formula>,
    /// The clauses, in order; those of the layout and the formula are not among them.
    pub clauses: Vec<FloatClause>,
}

/// Picture or long form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FloatLayout {
    /// `S1 E7 F24`, most significant first.
    Picture(Vec<PictureField>),
    /// `pair(hfp64, hfp64) where low.E = high.E - 14`
    Pair(Box<PairExpr>),
    /// `bits 64; sign = bit 63; …`
    Long {
        /// `bits 64;`
        bits: Option<Spanned<u64>>,
        /// The word of `numbering msb0;`
        numbering: Option<Word>,
        /// `sign = bit 63;` and the like.
        fields: Vec<LongField>,
    },
}

/// Two formats whose values are added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairExpr {
    /// The first, which is the larger.
    pub high: Call,
    /// The second.
    pub low: Call,
    /// How much less the low part's exponent is, where the pair says so.
    pub less: Option<Spanned<i64>>,
    /// From `pair` to the closing parenthesis.
    pub span: Span,
}

/// `E7`, `D10`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureField {
    /// `S`, `E`, `F`, `I`, `D`, `C` or `_`; another letter is a fault of the check.
    pub letter: char,
    /// How many bits; of `D` and `C` how many digits.
    pub bits: u64,
    /// Where.
    pub span: Span,
}

/// `exponent = bits 62..=48;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongField {
    /// `sign`, `exponent`, `significand`, `leading`, `digits`, `centesimals`, `unused`.
    pub name: Word,
    /// Each range: its first and its last bit, as written; most significant first.
    pub ranges: Vec<Spanned<(u64, u64)>>,
}

/// `0.F * 16^(E - 64)`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The significand's form; `None` for an exponent alone.
    pub significand: Option<Spanned<Point>>,
    /// The radix; `None` where the formula ends after the significand.
    pub radix: Option<Spanned<u64>>,
    /// Whether `E` stands in it.
    pub exponent: Option<Span>,
    /// Subtracted from `E`.
    pub bias: i64,
    /// The whole.
    pub span: Span,
}

/// The significand's form in a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// `0.F`
    Fraction,
    /// `1.F`
    HiddenOne,
    /// `0.1F`
    HiddenHalf,
    /// `F`
    Integer,
    /// `I.F`
    ExplicitOne,
    /// `S.F`
    TwosComplement,
    /// `S!S.F`
    ImpliedComplement,
    /// `0.D`, `D.D`, `D`, and the same with `C`
    Digits(DigitPoint, DigitLetter),
}

/// Where the point is among digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitPoint {
    /// `0.D`: before the first.
    BeforeFirst,
    /// `D.D`: after the first.
    BehindFirst,
    /// `D`: after the last.
    BehindLast,
}

/// Which digits a letter stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitLetter {
    /// `D`: decimal ones.
    Decimal,
    /// `C`: centesimal ones, from 0 to 99.
    Centesimal,
}

impl DigitLetter {
    /// The letter.
    pub fn letter(self) -> char {
        match self {
            DigitLetter::Decimal => 'D',
            DigitLetter::Centesimal => 'C',
        }
    }
}

/// A clause of a float.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FloatClause {
    /// `order pdp;`
    Order(OrderExpr),
    /// `negative twos_complement;`, `negative twos_complement(16);`
    Negative(Word, Option<Spanned<u64>>),
    /// `exponent rotated;`
    Exponent(Word),
    /// `quiet clear;`
    Quiet(Word),
    /// `ieee;`
    Ieee(Span),
    /// `unused written 0x0_2933;`
    Unused(Spanned<u128>),
    /// `zero if E == 0;`
    Special {
        /// `zero`, `nan`, …
        class: Word,
        /// The condition.
        condition: ConditionExpr,
        /// `written 0x7FC0`
        written: Option<Spanned<u128>>,
        /// The whole clause.
        span: Span,
    },
}

/// A condition as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionExpr {
    /// What it says.
    pub kind: ConditionKind,
    /// The whole.
    pub span: Span,
}

/// What a condition says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConditionKind {
    /// `E >= max`
    Compare {
        /// `E`
        field: Word,
        /// `==`, `!=`, `<`, `<=`, `>`, `>=`
        operator: Word,
        /// A number, or `max`.
        number: Spanned<ConditionNumber>,
    },
    /// All hold.
    All(Vec<ConditionExpr>),
    /// At least one holds.
    Any(Vec<ConditionExpr>),
}

/// What a field is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConditionNumber {
    /// A number.
    Number(i128),
    /// `max`
    Max,
}

/// `big`, `unit(16, big, little)`, `[1, 0, 3, 2]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderExpr {
    /// Name and arguments, or a list.
    pub kind: OrderKind,
    /// The whole.
    pub span: Span,
}

/// How an order is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderKind {
    /// A name with arguments.
    Named(Call),
    /// A list of bytes.
    Bytes(Vec<Spanned<u64>>),
}

/// `twos(24)`, `ebcdic(cp037)`, `big`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The family that a name of the standard library is qualified by: `ibm::hfp32`.
    pub family: Option<Word>,
    /// The name.
    pub name: Word,
    /// The arguments, empty without parentheses.
    pub arguments: Vec<Argument>,
    /// The whole.
    pub span: Span,
}

/// An argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Number(Spanned<i128>),
    /// A word.
    Word(Word),
}

/// `integer i24 = twos(24) { … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FamilyItem {
    /// `integer`, `logical` or `character`.
    pub keyword: Word,
    /// Its name.
    pub name: Word,
    /// The family.
    pub call: Call,
    /// The clauses.
    pub clauses: Vec<FamilyClause>,
}

/// A clause of an integer, logical or character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FamilyClause {
    /// `order pdp;`
    Order(OrderExpr),
    /// `true if low_bit;`
    TrueIf(Call),
    /// `write 0xFFFF_FFFF;`
    Write(Spanned<i128>),
}

/// A representation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatarepItem {
    /// Its name.
    pub name: Word,
    /// `extends external32`
    pub parent: Option<Word>,
    /// The lines, in order.
    pub entries: Vec<DatarepEntry>,
}

/// A line of a representation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatarepEntry {
    /// `order little;`
    Order(OrderExpr),
    /// `real { 4 => hfp32, 8 => hfp64 }`
    Class {
        /// `real`
        class: Word,
        /// Size and mapping.
        sizes: Vec<(Spanned<u64>, MappingExpr)>,
    },
    /// `character => ascii;`, `MPI_LONG => twos(32);`, `others => unsupported;`
    Name {
        /// The class, the type, or `others`.
        name: Word,
        /// The mapping.
        mapping: MappingExpr,
    },
    /// `on read { … }`, `on write { … }`
    Rules(RulesExpr),
}

/// The right side of a mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingExpr {
    /// The format; `unsupported` is the call of that name.
    pub format: Call,
    /// Its order.
    pub order: Option<OrderExpr>,
    /// Its own rules.
    pub rules: Vec<RulesExpr>,
    /// From the format to the end.
    pub span: Span,
}

/// `on read { overflow => error, … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesExpr {
    /// `read` or `write`.
    pub direction: Word,
    /// The rules, in order.
    pub rules: Vec<RuleExpr>,
    /// The whole.
    pub span: Span,
}

/// `infinity | nan => error`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleExpr {
    /// The events.
    pub events: Vec<Word>,
    /// The action.
    pub action: Call,
}

/// `test hfp32 { … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestItem {
    /// The format.
    pub format: Call,
    /// The lines.
    pub lines: Vec<TestLineExpr>,
}

/// `-118.625 <=> 0xC276_A000;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestLineExpr {
    /// The left side.
    pub left: Spanned<TestSide>,
    /// `<=>` if true, `=>` if not.
    pub both: bool,
    /// The right side.
    pub right: Spanned<TestSide>,
    /// The whole.
    pub span: Span,
}

/// A record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordItem {
    /// Its name.
    pub name: Word,
    /// The lines, in order.
    pub lines: Vec<RecordLine>,
}

/// A line of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordLine {
    /// `lat: hfp32;`
    Field(Box<FieldItem>),
    /// `order little;`
    Order(OrderExpr),
    /// `on read { … }`, `on write { … }`
    Rules(RulesExpr),
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldItem {
    /// Its name; `_` where it has none.
    pub name: Word,
    /// What lies in the file.
    pub stored: Stored,
    /// `as f64`
    pub native: Option<Word>,
    /// The words of `padding spaces;`
    pub padding: Vec<Word>,
    /// Its own rules.
    pub rules: Vec<RulesExpr>,
    /// The whole.
    pub span: Span,
}

/// What lies in the place of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// What it is.
    pub kind: StoredKind,
    /// The whole.
    pub span: Span,
}

/// What lies in the place of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredKind {
    /// `hfp32`, `twos(16) little`, or the name of a record.
    Format {
        /// The format, or the record.
        call: Call,
        /// The order of its bytes.
        order: Option<Box<OrderExpr>>,
    },
    /// `2 bytes`
    Bytes(Spanned<u64>),
    /// `[hfp32; 3]`
    Array(Box<Stored>, CountExpr),
}

/// How many of an array there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CountExpr {
    /// Always so many.
    Number(Spanned<u64>),
    /// As many as the field of this name says.
    Field(Word),
}

/// A side of a test line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestSide {
    /// A hexadecimal or octal number: a canonical word.
    Word(u128),
    /// `[0x41, 0x10]`: bytes of the file.
    Bytes(Vec<u8>),
    /// A decimal number, as written with its sign, without underscores.
    Decimal(String),
    /// `inf`, `-inf`, `nan`, `reserved`, `true`, `false`
    Named(String),
    /// `char(0x41)`
    Character(u32),
}
