//! A text as it was written: every word with its span. Names are not resolved, and nothing is checked.

use crate::source::Span;

/// A word or number with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The word or number.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// A name or word.
pub type Word = Spanned<String>;

/// A text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ast {
    /// The `//!` lines.
    pub doc: String,
    /// The items that could be parsed, in order.
    pub items: Vec<Item>,
}

/// An item of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// `///` lines, joined by newlines, each without one leading space.
    pub doc: String,
    /// Everything from the keyword to the end of the item.
    pub span: Span,
    /// The content of the item.
    pub kind: ItemKind,
}

/// The content of an item.
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

/// The kind of an item, and the name that it defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemHead<'a> {
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
    /// The kind of this item, and the name that it defines.
    pub(crate) fn head(&self) -> ItemHead<'_> {
        match self {
            ItemKind::Use(_) => ItemHead::Use,
            ItemKind::Float(float) => ItemHead::Format(&float.name),
            ItemKind::Family(family) => ItemHead::Format(&family.name),
            ItemKind::Datarep(rep) => ItemHead::Datarep(&rep.name),
            ItemKind::Record(record) => ItemHead::Record(&record.name),
            ItemKind::Test(_) => ItemHead::Test,
        }
    }
}

/// A `use` of names of the standard library.
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
    /// The picture or the long form.
    pub layout: FloatLayout,
    /// The formula. The check reports a missing one.
    pub formula: Option<Formula>,
    /// The clauses, in order, without those of the layout and the formula.
    pub clauses: Vec<FloatClause>,
}

/// The layout of a float: a picture or the long form.
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
        /// The field clauses, such as `sign = bit 63;`.
        fields: Vec<LongField>,
    },
}

/// Two formats whose values are added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairExpr {
    /// The first format, which has the larger value.
    pub high: FormatCall,
    /// The second format.
    pub low: FormatCall,
    /// The number by which the low part's exponent is smaller, if the pair states it.
    pub less: Option<Spanned<i64>>,
    /// Everything from `pair` to the closing parenthesis.
    pub span: Span,
}

/// `E7`, `D10`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureField {
    /// `S`, `E`, `F`, `I`, `D`, `C` or `_`. The check reports any other letter.
    pub letter: char,
    /// The number of bits, or of digits for `D` and `C`.
    pub bits: u64,
    /// Its place.
    pub span: Span,
}

/// `exponent = bits 62..=48;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongField {
    /// `sign`, `exponent`, `significand`, `leading`, `digits`, `centesimals`, `unused`.
    pub name: Word,
    /// The first and the last bit of each range, as written; the most significant range first.
    pub ranges: Vec<Spanned<(u64, u64)>>,
}

/// `0.F * 16^(E - 64)`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The significand's form; `None` if the formula is an exponent alone.
    pub significand: Option<Spanned<SignificandForm>>,
    /// The radix; `None` if the formula ends after the significand.
    pub radix: Option<Spanned<u64>>,
    /// The place of `E`, if the formula has it.
    pub exponent: Option<Span>,
    /// The number that is subtracted from `E`.
    pub bias: i64,
    /// The whole formula.
    pub span: Span,
}

/// The significand's form in a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignificandForm {
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
    /// `0.D`, `D.D`, `D`, and the same forms with `C`
    Digits(DigitPoint, DigitLetter),
}

/// The position of the point among the digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitPoint {
    /// `0.D`: before the first digit.
    BeforeFirst,
    /// `D.D`: after the first digit.
    BehindFirst,
    /// `D`: after the last digit.
    BehindLast,
}

/// The kind of digits that a letter stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitLetter {
    /// `D`: decimal digits.
    Decimal,
    /// `C`: centesimal digits, from 0 to 99.
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
    /// The comparison or combination.
    pub kind: ConditionKind,
    /// The whole condition.
    pub span: Span,
}

/// A comparison, or a combination of conditions.
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

/// The right side of a comparison.
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
    /// A name with arguments, or a list.
    pub kind: OrderKind,
    /// The whole order.
    pub span: Span,
}

/// How an order is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderKind {
    /// A name with arguments.
    Named(FormatCall),
    /// A list of bytes.
    Bytes(Vec<Spanned<u64>>),
}

/// `twos(24)`, `ebcdic(cp037)`, `big`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatCall {
    /// The family that qualifies a name of the standard library: `ibm` in `ibm::hfp32`.
    pub family: Option<Word>,
    /// The name.
    pub name: Word,
    /// The arguments; empty without parentheses.
    pub arguments: Vec<Argument>,
    /// The whole call.
    pub span: Span,
}

/// An argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Number(Spanned<i128>),
    /// A word.
    Word(Word),
    /// A text in quotes: what it says, and its place with the quotes.
    Text(Word),
}

/// `integer i24 = twos(24) { … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FamilyItem {
    /// `integer`, `logical` or `character`.
    pub keyword: Word,
    /// Its name.
    pub name: Word,
    /// The built-in family.
    pub call: FormatCall,
    /// The clauses.
    pub clauses: Vec<FamilyClause>,
}

/// A clause of an integer, logical or character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FamilyClause {
    /// `order pdp;`
    Order(OrderExpr),
    /// `true if low_bit;`
    TrueIf(FormatCall),
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
        /// The sizes and their mappings.
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
    /// The format. `unsupported` is a call of that name.
    pub format: FormatCall,
    /// The mapping's own order.
    pub order: Option<OrderExpr>,
    /// The mapping's own rules.
    pub rules: Vec<RulesExpr>,
    /// Everything from the format to the end of the mapping.
    pub span: Span,
}

/// `on read { overflow => error, … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesExpr {
    /// `read` or `write`.
    pub direction: Word,
    /// The rules, in order.
    pub rules: Vec<RuleExpr>,
    /// The whole block.
    pub span: Span,
}

/// `infinity | nan => error`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleExpr {
    /// The events.
    pub events: Vec<Word>,
    /// The action.
    pub action: FormatCall,
}

/// `test hfp32 { … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestItem {
    /// The format.
    pub format: FormatCall,
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
    /// The whole line.
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
    /// Its name, or `_` for a field without one.
    pub name: Word,
    /// The stored data.
    pub stored: StoredItem,
    /// `as f64`
    pub native: Option<Word>,
    /// The number of `at 114`.
    pub offset: Option<CountExpr>,
    /// The words of `padding spaces;`
    pub padding: Vec<Word>,
    /// The lines of `null if spaces | -9999;`
    pub nulls: Vec<NullClause>,
    /// The words of `trim both;`
    pub trim: Vec<Word>,
    /// The field's own rules.
    pub rules: Vec<RulesExpr>,
    /// The whole field.
    pub span: Span,
}

/// A line that says which items of a field are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NullClause {
    /// The cases, in order.
    pub cases: Vec<Spanned<NullCaseExpr>>,
    /// The whole line.
    pub span: Span,
}

/// Items that are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NullCaseExpr {
    /// `all 0x40`: every byte is this one.
    Repeated(u64),
    /// `0x7FFF`, `[0x40, 0x40]` or `-9999`: a word, bytes or a number, as in the line of a test.
    Item(TestSide),
    /// `spaces`, `nan`, `invalid`
    Named(String),
}

/// The stored data of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredItem {
    /// A format, a record, bytes, an array, or a choice.
    pub kind: StoredKind,
    /// All its words.
    pub span: Span,
}

/// The kind of data that a field stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredKind {
    /// `hfp32`, `twos(16) little`, or the name of a record.
    Format {
        /// The format, or the record.
        call: FormatCall,
        /// The order of its bytes.
        order: Option<Box<OrderExpr>>,
    },
    /// `2 bytes`, `length - 4 bytes`
    Bytes(CountExpr),
    /// `[hfp32; 3]`
    Array(Box<StoredItem>, CountExpr),
    /// `choice kind { … }`
    Choice(Box<ChoiceExpr>),
}

/// A field whose content is one of several, or several at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceExpr {
    /// How the alternatives of a record are found.
    pub decision: DecisionExpr,
    /// The number of `in 30 bytes`.
    pub bytes: Option<Spanned<u64>>,
    /// The alternatives, in order.
    pub alternatives: Vec<AlternativeExpr>,
}

/// How the alternatives of a choice are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecisionExpr {
    /// The field that decides: `kind`, or `header.kind` in a record inside.
    Field(Vec<Word>),
    /// `choice valid`
    FirstValid,
    /// `overlay`
    AllValid,
}

/// `"C" | "D" => customer;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlternativeExpr {
    /// The values of the field that decides, none if no field does; `None` for `otherwise`.
    pub cases: Option<Vec<Spanned<CaseExpr>>>,
    /// The content; `None` for `_`, which is nothing.
    pub field: Option<FieldItem>,
    /// Everything before `=>`, or the name if there is no `=>`.
    pub span: Span,
}

/// Values for which an alternative is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseExpr {
    /// `"C"`
    Text(String),
    /// `3`, `-1..=9`: the first and the last one.
    Integers(i128, i128),
}

/// The number of items of an array, or of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountExpr {
    /// What is counted.
    pub kind: CountKind,
    /// All its words.
    pub span: Span,
}

/// The kinds of a count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CountKind {
    /// `40`
    Number(u64),
    /// `count`, `header.count`: the value of a field.
    Field(Vec<Word>),
    /// `length - 4`
    Operation(CountOperator, Box<CountExpr>, Box<CountExpr>),
    /// `choice kind { "A" => 3; otherwise => 0; }`
    Choice(Box<CountChoiceExpr>),
    /// `..`: as many as there are up to the end of the record.
    Rest,
}

/// A sign between two counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, without a remainder.
    Divide,
    /// `%`, which is not below zero.
    Remainder,
}

/// A count that depends on another field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountChoiceExpr {
    /// The field that decides.
    pub selector: Vec<Word>,
    /// The cases, in order.
    pub cases: Vec<CountCaseExpr>,
}

/// `"A" | "B" => 3;`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountCaseExpr {
    /// The values of the field that decides; `None` for `otherwise`.
    pub cases: Option<Vec<Spanned<CaseExpr>>>,
    /// The number.
    pub count: CountExpr,
    /// Everything before `=>`.
    pub span: Span,
}

/// A side of a test line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestSide {
    /// A hexadecimal or octal number: a canonical word.
    Word(u128),
    /// `[0x41, 0x10]`: bytes as they stand in the file.
    Bytes(Vec<u8>),
    /// A decimal number as written, with its sign and without underscores.
    Decimal(String),
    /// `inf`, `-inf`, `nan`, `reserved`, `true`, `false`
    Named(String),
    /// `char(0x41)`
    Character(u32),
}
