//! The settings in environment variables, read once.

use std::ffi::OsString;
use std::sync::OnceLock;

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
        let is_on = |name: &str| std::env::var(name).is_ok_and(|value| !value.is_empty() && value != "0");
        let force = std::env::var("DATAREP_FORCE").ok().filter(|name| !name.is_empty());
        let plugins = std::env::var_os("DATAREP_PLUGINS");
        Settings { external32: is_on("DATAREP_EXTERNAL32"), force, plugins, check: is_on("DATAREP_CHECK") }
    })
}
