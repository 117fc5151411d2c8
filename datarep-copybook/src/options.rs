//! What a copybook leaves open: how the machine and the compiler store items, and which items a record has.

use datarep_dsl::model::{CodePage, MixedPage};

use super::dialect::CobolDialect;

/// What a copybook leaves open. The default is a mainframe with IBM's compiler.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The machine that wrote the files.
    pub machine: CobolMachine,
    /// What `COMP-1` and `COMP-2` are: by default hexadecimal floats of a mainframe, and IEEE's of a PC.
    pub floats: Option<CobolFloats>,
    /// What `OCCURS … DEPENDING ON` is.
    pub occurring: OccursSpace,
    /// The bytes of binary numbers: by default those of a mainframe. Then the items of more than 18 digits are noted, because
    /// compilers differ in their bytes most.
    pub binaries: Option<BinarySizes>,
    /// The bytes of an address: by default 4 of a mainframe, and 8 of a PC.
    pub pointers: Option<u8>,
    /// The characters of texts: by default `cp037` of a mainframe, and ASCII of a PC.
    pub charset: Option<CopybookCharset>,
    /// The page of characters of two bytes: by default that of the characters, if they are mixed.
    pub double_byte: Option<MixedPage>,
    /// What fills up texts.
    pub padding: TextPadding,
    /// What items with the picture of a printed number are.
    pub edited: EditedItems,
    /// The point in pictures.
    pub decimal_point: DecimalPoint,
    /// Which items that redefine each other a record has.
    pub choosing: ChoiceOptions,
    /// What groups are that occur once.
    pub groups: GroupForm,
    /// Which signs numbers have whose picture has none.
    pub signs: SignCheck,
}

impl Options {
    pub(super) fn to_dialect(&self) -> CobolDialect {
        let (charset, floats, pointers) = match self.machine {
            CobolMachine::Mainframe => (CopybookCharset::default_of_mainframe(), CobolFloats::Hfp, 4),
            CobolMachine::Pc => (CopybookCharset::Ascii, CobolFloats::Ieee, 8),
        };
        let charset = self.charset.unwrap_or(charset);
        let of_charset = if let CopybookCharset::Mixed(page) = charset { Some(page) } else { None };
        CobolDialect {
            machine: self.machine,
            charset,
            double_byte: self.double_byte.or(of_charset),
            padding: self.padding,
            edited: self.edited,
            decimal_point: self.decimal_point,
            floats: self.floats.unwrap_or(floats),
            occurring: self.occurring,
            pointers: self.pointers.map_or(pointers, u64::from),
            binaries: self.binaries.unwrap_or_default(),
            is_size_assumed: self.binaries.is_none(),
            choosing: self.choosing.clone(),
            groups: self.groups,
            signs: self.signs,
        }
    }
}

/// Which items that share their bytes a record has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChoiceOptions {
    /// The items that a record has if a field before them has certain values.
    pub choose: Vec<ChooseRule>,
    /// How long a record is with one of them.
    pub choice_length: ChoiceLength,
    /// What becomes of items without a rule.
    pub redefines: RedefinesOption,
}

/// Something that is chosen by a word, on a command line or in a program.
pub trait Choice: Copy + Send + Sync + 'static {
    /// What can be chosen.
    const ALL: &'static [ChoiceName<Self>];

    /// The choice with a name.
    fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|named| named.name == name).map(|named| named.choice)
    }
}

/// A choice with its name, and what it means in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChoiceName<C> {
    /// The word for it.
    pub name: &'static str,
    /// The choice.
    pub choice: C,
    /// What it means.
    pub meaning: &'static str,
}

impl OccursSpace {
    /// Whether what stands behind such items begins at another byte in each record.
    pub(super) fn varies_by_count(self) -> bool {
        self != OccursSpace::Maximum
    }
}

/// Defines choices, of which the first one is the default. The sentence in front of each is its meaning, too.
macro_rules! define_choices {
    ($($(#[doc = $about:literal])+ $kind:ident { $(#[doc = $meaning:literal] $choice:ident = $name:literal,)+ })+) => {$(
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $kind {
            $(#[doc = $meaning] $choice,)+
        }

        impl Choice for $kind {
            const ALL: &'static [ChoiceName<$kind>] =
                &[$(ChoiceName { name: $name, choice: $kind::$choice, meaning: $meaning.trim_ascii() },)+];
        }

        impl Default for $kind {
            fn default() -> $kind {
                <$kind as Choice>::ALL[0].choice
            }
        }
    )+};
}

define_choices! {
    /// What wrote the files of a copybook.
    CobolMachine {
        /// IBM: EBCDIC, hexadecimal floats, everything big-endian.
        Mainframe = "mainframe",
        /// ASCII, IEEE floats; `COMP-5`, `COMP-1` and `COMP-2` little-endian.
        Pc = "pc",
    }

    /// Floats of COBOL.
    CobolFloats {
        /// IBM's hexadecimal floats.
        Hfp = "hfp",
        /// IEEE 754.
        Ieee = "ieee",
    }

    /// How many items of a variable number are stored.
    OccursSpace {
        /// As many as the count says.
        Counted = "counted",
        /// As many as there can be.
        Maximum = "maximum",
        /// As many as the count says, and at the end of the record as many bytes as the others would have.
        Filled = "filled",
    }

    /// How many bytes binary numbers have.
    BinarySizes {
        /// Two for up to 4 digits, four for up to 9, eight for up to 18.
        Halfwords = "2-4-8",
        /// The same, and one for up to 2 digits.
        Powers = "1-2-4-8",
        /// As few as hold the digits.
        Any = "1--8",
        /// As `2-4-8`, and as few as hold the digits and a sign for more than 18 digits, which have 16 otherwise.
        Long = "2-4-8-any",
    }

    /// What fills up texts.
    TextPadding {
        /// Spaces behind the text.
        Spaces = "spaces",
        /// Zeros. The first of them ends the text.
        Zeros = "zeros",
    }

    /// What groups without `OCCURS` are.
    GroupForm {
        /// Their fields are fields of the record around them.
        Flat = "flat",
        /// Records of their own, which are structs of nested tables. Names in different groups do not meet.
        Nested = "nested",
    }

    /// Which signs numbers have whose picture has none, as `PIC 9(5)`.
    SignCheck {
        /// A plus, which many programs leave over the last digit. A minus is invalid.
        Lenient = "lenient",
        /// None: a plus is invalid, too.
        Strict = "strict",
    }

    /// What items with the picture of a printed number are.
    EditedItems {
        /// Numbers.
        Numbers = "numbers",
        /// Texts, as they are printed.
        Texts = "texts",
    }

    /// The point in pictures of printed numbers.
    DecimalPoint {
        /// A point, and a comma between groups of digits.
        Point = "point",
        /// A comma, and a point between groups of digits: `DECIMAL-POINT IS COMMA`.
        Comma = "comma",
    }

    /// The length of items that redefine each other.
    ChoiceLength {
        /// That of the longest one.
        Longest = "longest",
        /// Each has its own.
        Own = "own",
    }

    /// What becomes of items that redefine each other without a rule.
    RedefinesOption {
        /// The first one is read, and the others are left out.
        First = "first",
        /// All are read, each where its bytes are valid.
        Overlay = "overlay",
    }
}

/// Characters of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopybookCharset {
    /// Those of a code page.
    Page(CodePage),
    /// Single bytes, and pairs between shifts.
    Mixed(MixedPage),
    /// ASCII.
    Ascii,
    /// ISO 8859-1.
    Latin1,
}

impl CopybookCharset {
    /// The set of EBCDIC that most copybooks were written for.
    fn default_of_mainframe() -> CopybookCharset {
        CodePage::guess("cp037").map_or(CopybookCharset::Ascii, CopybookCharset::Page)
    }

    /// The set with a name.
    ///
    /// # Errors
    ///
    /// Returns which names there are.
    pub fn parse(name: &str) -> Result<CopybookCharset, String> {
        match name {
            "ascii" => Ok(CopybookCharset::Ascii),
            "latin1" => Ok(CopybookCharset::Latin1),
            page => CodePage::guess(page).map(CopybookCharset::Page).or_else(|| MixedPage::guess(page).map(CopybookCharset::Mixed)).ok_or_else(|| {
                "write `ascii`, `latin1`, or a code page such as `cp037`: `datarep list \"code page\"` and `datarep list ebcdic` have all"
                    .to_owned()
            }),
        }
    }
}

/// A page with characters of two bytes.
///
/// # Errors
///
/// Returns which pages there are.
pub fn parse_double_byte(text: &str) -> Result<MixedPage, String> {
    MixedPage::guess(text).ok_or_else(|| {
        let page_names: Vec<&str> = MixedPage::all().map(MixedPage::name).collect();
        format!("write one of {}", page_names.join(", "))
    })
}

/// The bytes of an address.
///
/// # Errors
///
/// Returns which numbers there can be.
pub fn parse_pointers(text: &str) -> Result<u8, String> {
    match text {
        "4" => Ok(4),
        "8" => Ok(8),
        _ => Err("an address has 4 or 8 bytes".to_owned()),
    }
}

/// `REC-TYPE=C,D:CUSTOMER`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChooseRule {
    /// The field that decides. Groups around it may follow its name: `TYPE OF HEAD`.
    pub field: String,
    /// Its values; `None` for all others.
    pub values: Option<Vec<String>>,
    /// The item, which may have groups behind its name, too; `None` for nothing.
    pub item: Option<String>,
}

impl ChooseRule {
    /// The rule that is written as `REC-TYPE=C,D:CUSTOMER`.
    ///
    /// # Errors
    ///
    /// Returns how rules are written.
    pub fn parse(text: &str) -> Result<ChooseRule, String> {
        let message = || "write it as `REC-TYPE=C:CUSTOMER`: the field, its values, and the item".to_owned();
        let (field, rest) = text.split_once('=').ok_or_else(message)?;
        let (values, item) = rest.rsplit_once(':').ok_or_else(message)?;
        let (field, item) = (field.trim(), item.trim());
        if field.is_empty() || item.is_empty() || values.is_empty() {
            return Err(message());
        }
        let values = (values.trim() != "*")
            .then(|| values.split(',').map(|value| value.trim().to_owned()).collect::<Vec<String>>());
        if let Some((rest, several)) = values.as_deref().and_then(split_joined_rules) {
            let rules = [format!("{field}={rest}"), format!("{field}={several}:{item}")];
            return Err(format!(
                "it names several items: give `--choose` once for each item, `{}` and `{}`",
                rules[0], rules[1]
            ));
        }
        if values.iter().flatten().any(String::is_empty) {
            return Err("a value is empty: write the values with commas between them".to_owned());
        }
        Ok(ChooseRule { field: field.to_owned(), values, item: (item != "_").then(|| item.to_owned()) })
    }
}

/// The two parts of values among which an item stands, as in `C:CUSTOMER,D`: the first rule, and the values behind it.
fn split_joined_rules(values: &[String]) -> Option<(String, String)> {
    let is_item = |text: &str| {
        text == "_"
            || text.len() > 1
                && text.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b' '))
    };
    // The last piece is a value: what follows it is the item of the rule.
    let (_, before) = values.split_last()?;
    let place = before
        .iter()
        .position(|value| value.rsplit_once(':').is_some_and(|(_, item)| is_item(item.trim())))?;
    Some((values[..=place].join(","), values[place + 1..].join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_one_item() {
        let message = ChooseRule::parse("SEGMENT-ID=C:STATIC-DETAILS,P:CONTACTS").expect_err("it has two");
        assert_eq!(
            message,
            "it names several items: give `--choose` once for each item, `SEGMENT-ID=C:STATIC-DETAILS` and `SEGMENT-ID=P:CONTACTS`"
        );
        let message = ChooseRule::parse("KIND=A,B:ONE-A,C:_,D:TWO-A").expect_err("it has three");
        assert!(message.contains("`KIND=A,B:ONE-A` and `KIND=C:_,D:TWO-A`"), "{message}");
        // A colon may be a value, or part of one.
        let rule = ChooseRule::parse("KIND=:,a:b:ITEM-A").expect("it is a rule");
        assert_eq!(rule.values, Some(vec![":".to_owned(), "a:b".to_owned()]));
    }
}
