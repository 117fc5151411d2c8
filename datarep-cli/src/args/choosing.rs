//! Options that say which of several items of a copybook a record has.

/// Which items that share their bytes a record has.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct ChoiceOptions {
    /// The item that a record has if a field before it has one of these values, of items that redefine each other:
    /// `REC-TYPE=C:CUSTOMER`, `CODE=1,4..9:DETAIL`; `*` is every other value, and `_` no item. Once for each item.
    #[arg(long, value_name = "FIELD=VALUE,…:ITEM", value_parser = ChooseRule::parse)]
    pub(crate) choose: Vec<ChooseRule>,
    /// How long a record is with one of them: as with the longest one, or as with its own, as records between marks often
    /// are.
    #[arg(long, value_enum, default_value = "longest", value_name = "LENGTH")]
    pub(crate) choice_length: ChoiceLength,
    /// What becomes of items that redefine each other, where `--choose` does not say which one a record has.
    #[arg(long, value_enum, default_value = "first", value_name = "WHAT")]
    pub(crate) redefines: RedefinesOption,
}

/// What becomes of items that redefine each other without a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum RedefinesOption {
    /// The first one is read, and the others are left out.
    #[default]
    First,
    /// All are read, each where its bytes are valid.
    Overlay,
}

/// The length of items that redefine each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ChoiceLength {
    /// That of the longest one.
    #[default]
    Longest,
    /// Each has its own.
    Own,
}

/// `REC-TYPE=C,D:CUSTOMER`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChooseRule {
    /// The field that decides.
    pub(crate) field: String,
    /// Its values; `None` for all others.
    pub(crate) values: Option<Vec<String>>,
    /// The item; `None` for nothing.
    pub(crate) item: Option<String>,
}

impl ChooseRule {
    fn parse(text: &str) -> Result<ChooseRule, String> {
        let wrong = || "write it as `REC-TYPE=C:CUSTOMER`: the field, its values, and the item".to_owned();
        let (field, rest) = text.split_once('=').ok_or_else(wrong)?;
        // The last colon: a value may be a text with one, and an item has none in its name.
        let (values, item) = rest.rsplit_once(':').ok_or_else(wrong)?;
        let (field, item) = (field.trim(), item.trim());
        if field.is_empty() || item.is_empty() || values.is_empty() {
            return Err(wrong());
        }
        let values = (values.trim() != "*")
            .then(|| values.split(',').map(|value| value.trim().to_owned()).collect::<Vec<String>>());
        if values.iter().flatten().any(String::is_empty) {
            return Err("a value is empty: write the values with commas between them".to_owned());
        }
        Ok(ChooseRule { field: field.to_owned(), values, item: (item != "_").then(|| item.to_owned()) })
    }
}
