//! Marks of records, as they are named on the command line.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use datarep_dynamic::marks::{Marks, NAMES};

/// What reads marks, and lists their names for help and completions.
#[derive(Debug, Clone, Copy)]
pub(super) struct MarksParser;

impl TypedValueParser for MarksParser {
    type Value = Marks;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Marks, Error> {
        let text = value.to_string_lossy();
        text.parse().map_err(|error| {
            // In the words of clap's own errors. A plain parser would have no list of values for completions.
            let option = arg.map_or_else(String::new, ToString::to_string);
            let message = format!("invalid value '{text}' for '{option}': {error}\n");
            Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(NAMES.iter().map(|(name, says)| PossibleValue::new(*name).help(*says))))
    }
}
