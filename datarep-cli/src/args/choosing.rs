//! Options that say which of several items of a copybook a record has.

use datarep_copybook::{ChoiceLength, ChooseRule, RedefinesOption};

use super::compiler::parse_choice;

/// Which items that share their bytes a record has.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ChoiceOptions {
    /// The item that a record has if a field before it has one of these values, of items that redefine each other:
    /// `REC-TYPE=C:CUSTOMER`, `CODE=1,4..9:DETAIL`; `*` is every other value, and `_` no item. Once for each item.
    #[arg(long, value_name = "FIELD=VALUE,…:ITEM", value_parser = ChooseRule::parse)]
    pub(crate) choose: Vec<ChooseRule>,
    /// How long a record is with one of them: as with the longest one, or as with its own, as records between marks often
    /// are.
    #[arg(long, value_parser = parse_choice::<ChoiceLength>(), default_value = "longest", value_name = "LENGTH")]
    pub(crate) choice_length: ChoiceLength,
    /// What becomes of items that redefine each other, where `--choose` does not say which one a record has.
    #[arg(long, value_parser = parse_choice::<RedefinesOption>(), default_value = "first", value_name = "WHAT")]
    pub(crate) redefines: RedefinesOption,
}
