//! The settings in environment variables, read once.
//!
//! A program that runs with the rights of its owner (setuid, or with capabilities of its file) has an environment that
//! its caller chose, and one of the variables names code to load. So nothing is read there: as with `secure_getenv`.

use std::ffi::OsString;
use std::sync::OnceLock;

use crate::plugins;

/// The settings of this process.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// `DATAREP_EXTERNAL32`: `external32` is converted by this library, in all routines and with correct sizes.
    pub(crate) external32: bool,
    /// `DATAREP_FORCE`: the representation of every view in `native`.
    pub(crate) force: Option<String>,
    /// `DATAREP_PLUGINS`: shared libraries that provide representations, separated by colons.
    pub(crate) plugins: Option<OsString>,
    /// `DATAREP_CHECK`: what the standard forbids is reported.
    pub(crate) check: bool,
}

/// The settings.
pub(crate) fn get() -> &'static Settings {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    SETTINGS.get_or_init(|| {
        if plugins::has_rights_of_owner() {
            Settings::default()
        } else {
            Settings::read(|name| std::env::var_os(name))
        }
    })
}

impl Settings {
    /// The settings of an environment.
    fn read(variable: impl Fn(&str) -> Option<OsString>) -> Settings {
        let text = |name: &str| variable(name)?.into_string().ok();
        Settings {
            external32: text("DATAREP_EXTERNAL32").is_some_and(|word| is_on(&word)),
            force: text("DATAREP_FORCE").filter(|name| !name.is_empty()),
            plugins: variable("DATAREP_PLUGINS"),
            check: text("DATAREP_CHECK").is_some_and(|word| is_on(&word)),
        }
    }
}

/// Whether the word of a switch means on. Nothing, `0`, `no`, `off` and `false` are off.
fn is_on(word: &str) -> bool {
    !["", "0", "no", "off", "false"].iter().any(|off| word.trim().eq_ignore_ascii_case(off))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &'static str) -> bool {
        Settings::read(|name| (name == "DATAREP_CHECK").then(|| word.into())).check
    }

    #[test]
    fn a_switch_that_says_no_is_off() {
        assert!(["1", "yes", "on", "true", "ON"].into_iter().all(check));
        assert!(!["", "0", "no", "off", "false", "No", "FALSE"].into_iter().any(check));
        assert!(!Settings::read(|_| None).external32);
    }
}
