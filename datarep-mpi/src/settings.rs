//! The settings in environment variables, read once.
//!
//! A program that runs with the rights of its owner (setuid, or with capabilities of its file) has an environment that
//! its caller chose, and one of the variables names code to load. So nothing is read there: as with `secure_getenv`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::plugins;

/// The settings of this process.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// `DATAREP_EXTERNAL32`: `external32` is converted by this library, in all routines and with correct sizes. It is on
    /// as well if `external32` is forced, because the MPI library cannot force it.
    pub(crate) external32: bool,
    /// `DATAREP_FORCE`: the representation of every view in `native`.
    pub(crate) force: Option<String>,
    /// `DATAREP_PLUGINS`: shared libraries that provide representations, separated by colons.
    pub(crate) plugins: Option<OsString>,
    /// `DATAREP_TEXTS`: files with texts of the language, separated by colons.
    pub(crate) texts: Option<OsString>,
    /// `DATAREP_CHECK`: what the standard forbids is reported.
    pub(crate) check: bool,
    /// `DATAREP_DOCTOR`: processes tell what they see, and end. The folder is the one where a view is tried.
    pub(crate) doctor: Option<PathBuf>,
}

/// The variables, and what each does, as the rest of a sentence.
pub(crate) const SETTINGS: [(&str, &str); 6] = [
    ("DATAREP_TEXTS", "views may name the representations of these texts"),
    ("DATAREP_PLUGINS", "views may name the representations of these libraries"),
    ("DATAREP_EXTERNAL32", "unless it is off, `external32` is converted by datarep"),
    ("DATAREP_FORCE", "native views have this representation"),
    ("DATAREP_CHECK", "unless it is off, what the standard forbids is reported"),
    ("DATAREP_DOCTOR", "processes tell what they see, try a view in this folder, and end"),
];

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
        // No representation has a name that is not UTF-8, and a name that is replaced is refused as unknown.
        let text = |name: &str| Some(variable(name)?.to_string_lossy().into_owned());
        let force = text("DATAREP_FORCE").filter(|name| !name.is_empty());
        let forces_external32 = force.as_deref() == Some("external32");
        Settings {
            external32: forces_external32 || text("DATAREP_EXTERNAL32").is_some_and(|word| is_on(&word)),
            force,
            plugins: variable("DATAREP_PLUGINS"),
            texts: variable("DATAREP_TEXTS"),
            check: text("DATAREP_CHECK").is_some_and(|word| is_on(&word)),
            doctor: variable("DATAREP_DOCTOR")
                .filter(|word| is_on(&word.to_string_lossy()))
                .map(choose_folder),
        }
    }
}

/// The folder that the value of `DATAREP_DOCTOR` names: a path with a slash, otherwise the current one.
fn choose_folder(value: OsString) -> PathBuf {
    if value.to_string_lossy().contains('/') { value.into() } else { PathBuf::from(".") }
}

/// Whether the word of a switch means on. Nothing, `0`, `no`, `off` and `false` are off.
fn is_on(word: &str) -> bool {
    !["", "0", "no", "off", "false"].iter().any(|off| word.trim().eq_ignore_ascii_case(off))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the system says that this program has other rights than its caller: `AT_SECURE`, the word behind 23.
    #[cfg(target_os = "linux")]
    #[expect(clippy::host_endian_bytes, reason = "the system writes words of this machine")]
    fn is_secure() -> bool {
        let words = std::fs::read("/proc/self/auxv").expect("what the system told this process");
        let words: Vec<usize> = words
            .chunks_exact(size_of::<usize>())
            .map(|word| usize::from_ne_bytes(word.try_into().expect("a word")))
            .collect();
        words.chunks_exact(2).any(|pair| pair[0] == 23 && pair[1] != 0)
    }

    /// The name of [`settings_are_read_by_the_rights_of_the_caller`].
    #[cfg(target_os = "linux")]
    const INNER: &str = "settings::tests::settings_are_read_by_the_rights_of_the_caller";

    #[cfg(target_os = "linux")]
    #[test]
    fn settings_are_read_by_the_rights_of_the_caller() {
        let plugins = get().plugins.clone();
        assert_eq!(plugins::has_rights_of_owner(), is_secure());
        assert_eq!(plugins, std::env::var_os("DATAREP_PLUGINS").filter(|_| !is_secure()));
        println!("secure: {}, plug-ins: {plugins:?}", is_secure());
    }

    /// A copy of this program that belongs to the superuser and runs with his rights is called by another user, which
    /// the superuser alone can arrange. For others the copy is called without such rights.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_with_the_rights_of_its_owner_reads_no_settings() {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
        use std::os::unix::process::CommandExt as _;
        const NOBODY: u32 = 65_534;
        let folder = std::env::temp_dir().join(format!("datarep-mpi-settings-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let program_copy = folder.join("tests");
        std::fs::copy(std::env::current_exe().expect("this program"), &program_copy).expect("a copy");
        let is_root = std::fs::metadata(&program_copy).expect("a copy").uid() == 0;
        for (path, mode) in [(&folder, 0o755), (&program_copy, 0o4755)] {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("it is ours");
        }
        let mut command = std::process::Command::new(&program_copy);
        command.args([INNER, "--exact", "--nocapture"]).current_dir("/").env("DATAREP_PLUGINS", "/a.so");
        if is_root {
            command.uid(NOBODY);
        }
        let output = command.output().expect("the copy runs");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{stdout}");
        // A file system may grant no rights of owners.
        let expected =
            if stdout.contains("secure: true") { "plug-ins: None" } else { "plug-ins: Some(\"/a.so\")" };
        assert!(stdout.contains(expected), "{stdout}");
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }

    fn check(word: &'static str) -> bool {
        Settings::read(|name| (name == "DATAREP_CHECK").then(|| word.into())).check
    }

    #[test]
    fn a_switch_that_says_no_is_off() {
        assert!(["1", "yes", "on", "true", "ON"].into_iter().all(check));
        assert!(!["", "0", "no", "off", "false", "No", "FALSE"].into_iter().any(check));
        assert!(!Settings::read(|_| None).external32);
    }

    #[test]
    fn the_doctor_has_a_folder() {
        let doctor = |value: &'static str| {
            Settings::read(move |name| (name == "DATAREP_DOCTOR").then(|| value.into())).doctor
        };
        assert_eq!(doctor("/scratch/me"), Some(PathBuf::from("/scratch/me")));
        assert_eq!(doctor("1"), Some(PathBuf::from(".")));
        assert_eq!((doctor("0"), doctor("")), (None, None));
    }

    #[test]
    fn forced_external32_is_converted_here() {
        let forced = |name: &'static str| {
            Settings::read(move |variable| (variable == "DATAREP_FORCE").then(|| name.into())).external32
        };
        assert!(forced("external32") && !forced("external64") && !forced("ibm370"));
    }

    #[test]
    fn a_forced_name_that_is_not_utf_8_is_not_passed_over() {
        use std::os::unix::ffi::OsStringExt as _;
        let name =
            |variable: &str| (variable == "DATAREP_FORCE").then(|| OsString::from_vec(b"ibm\xff".to_vec()));
        assert_eq!(Settings::read(name).force.as_deref(), Some("ibm\u{fffd}"));
    }
}
