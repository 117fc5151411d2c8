//! Plug-ins: shared libraries that provide representations, named in `DATAREP_PLUGINS`.
//!
//! They are loaded when a name is first looked up, and stay. One that cannot be loaded is reported on the standard
//! error output at once, and by every call that asks for an unknown name. A library that is named by its path and
//! exports no table is refused before any code of it runs.
#![allow(unsafe_code, reason = "libraries are loaded, and their tables are read")]

#[cfg(target_os = "linux")]
mod exports;

use std::ffi::{CStr, CString, OsStr, c_void};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::OnceLock;

use datarep::{Datarep, raw};

use crate::provided::ProvidedDatareps;
use crate::settings;

/// The plug-ins of this process, loaded by the first call.
pub(crate) fn get() -> &'static ProvidedDatareps {
    static PLUGINS: OnceLock<ProvidedDatareps> = OnceLock::new();
    PLUGINS.get_or_init(|| {
        let plugins = load(settings::get().plugins.as_deref().unwrap_or_default());
        // A program may never ask for what is missing.
        plugins.print_faults();
        plugins
    })
}

/// Whether this program has rights that its caller has not, so that its environment is not to be trusted.
pub(crate) fn has_rights_of_owner() -> bool {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: it takes a number and returns one, and touches no memory of ours. Every test that reads a setting
        // calls it.
        let secure = unsafe { libc::getauxval(libc::AT_SECURE) };
        secure != 0
    }
    #[cfg(not(target_os = "linux"))]
    {
        // SAFETY: these take nothing and cannot fail.
        let (user, owner) = unsafe { (libc::getuid(), libc::geteuid()) };
        user != owner
    }
}

/// Loads the libraries of a list, which are separated by colons.
fn load(list: &OsStr) -> ProvidedDatareps {
    let mut plugins = ProvidedDatareps::new("DATAREP_PLUGINS");
    for path in list.as_bytes().split(|&byte| byte == b':').filter(|path| !path.is_empty()) {
        let path_text = String::from_utf8_lossy(path);
        match load_plugin(OsStr::from_bytes(path)) {
            Ok(datareps) => datareps.into_iter().for_each(|datarep| plugins.add_datarep(datarep, &path_text)),
            Err(reason) => plugins.add_fault(&path_text, &reason),
        }
    }
    plugins
}

/// Loads a library. Returns its representations, or what is wrong with it, as the rest of a sentence.
fn load_plugin(path: &OsStr) -> Result<Vec<Datarep>, String> {
    // Names without a slash are searched for like those of all shared libraries.
    if path.as_bytes().contains(&b'/') && !Path::new(path).exists() {
        return Err(
            "is not there: name the library that `cargo build` has made, by its whole path".to_owned()
        );
    }
    let name = CString::new(path.as_bytes()).map_err(|_| "is not a path: it has a zero byte".to_owned())?;
    let symbol = raw::PLUGIN_SYMBOL;
    let no_plugin = || {
        format!(
            "is not a plug-in, because it does not export `{}`: build a `cdylib` with the line `datarep::raw::export!(name::DATAREP);`",
            symbol.to_string_lossy()
        )
    };
    #[cfg(target_os = "linux")]
    if path.as_bytes().contains(&b'/')
        && exports::find_export(Path::new(path), &symbol.to_string_lossy())? == exports::Export::Missing
    {
        return Err(no_plugin());
    }
    let table = load_object(&name, symbol).map_err(|reason| match reason {
        LoadFault::Library(reason) => {
            format!("cannot be loaded as a shared library of this machine: {reason}")
        }
        LoadFault::Symbol => no_plugin(),
    })?;
    // SAFETY: by the convention of plug-ins, an object of this name is a table as `import` requires. The library is
    // never unloaded, so the table stays until the process ends. Test: `plugins.c::floats`.
    unsafe { raw::import(table.cast()) }.map_err(|error| format!("cannot be used: {error}"))
}

/// Why an object of a library is not available.
pub(crate) enum LoadFault {
    /// The library could not be loaded. The text is the loader's.
    Library(String),
    /// The library does not export the object.
    Symbol,
}

/// Loads a library for the rest of the process. Returns the address of an object in it.
pub(crate) fn load_object(path: &CStr, symbol: &CStr) -> Result<*const c_void, LoadFault> {
    // SAFETY: the path ends with a zero. The initializers of the library run, which is what the user wants who has
    // named it. Test: `plugins::tests::a_library_that_cannot_be_loaded_is_named_with_advice`.
    let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        // SAFETY: the function may be called at any time. Test:
        // `plugins::tests::a_library_that_cannot_be_loaded_is_named_with_advice`.
        let reason = unsafe { libc::dlerror() };
        let reason = if reason.is_null() {
            String::new()
        } else {
            // SAFETY: the pointer is not null, and the loader ends its text with a zero. The text stays until this
            // thread calls the loader again, and it is copied before. Test:
            // `plugins::tests::a_library_that_cannot_be_loaded_is_named_with_advice`.
            unsafe { CStr::from_ptr(reason) }.to_string_lossy().into_owned()
        };
        return Err(LoadFault::Library(reason));
    }
    // SAFETY: the library is loaded, and the name ends with a zero. Test:
    // `plugins::tests::a_library_that_cannot_be_loaded_is_named_with_advice`.
    let table = unsafe { libc::dlsym(library, symbol.as_ptr()) };
    if table.is_null() { Err(LoadFault::Symbol) } else { Ok(table.cast_const()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(list: &str) -> String {
        load(OsStr::new(list)).faults().join("; ")
    }

    #[test]
    fn a_library_that_cannot_be_loaded_is_named_with_advice() {
        let missing = faults("/nowhere/libmine.so");
        assert_eq!(
            missing,
            "DATAREP_PLUGINS: `/nowhere/libmine.so` is not there: name the library that `cargo build` has made, by its whole path"
        );
        // A file that is not a library.
        assert!(
            faults("/etc/passwd")
                .starts_with("DATAREP_PLUGINS: `/etc/passwd` cannot be loaded as a shared library")
        );
        // A library that is not a plug-in.
        assert!(
            faults("libc.so.6")
                .contains("`libc.so.6` is not a plug-in, because it does not export `datarep_plugin`")
        );
        assert_eq!(faults("/nowhere/a.so::/nowhere/b.so").matches("DATAREP_PLUGINS").count(), 2);
        assert!(load(OsStr::new("::")).faults().is_empty());
    }

    /// The linker of Rust programs is a compiler of C, so there is one.
    #[cfg(target_os = "linux")]
    #[test]
    fn no_code_runs_of_a_library_that_is_no_plugin() {
        let folder = std::env::temp_dir().join(format!("datarep-mpi-plugins-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let [source, mark] = ["library.c", "mark"].map(|name| folder.join(name));
        let text = "#include <fcntl.h>\n__attribute__((constructor)) static void begin(void) { creat(MARK, 0600); }\n";
        std::fs::write(&source, text).expect("a file");
        let build = |name: &str, more: &str| {
            let library = folder.join(name);
            let mark = format!("-DMARK=\"{}\"", mark.display());
            let mut compiler = std::process::Command::new("cc");
            compiler.args(["-shared", "-fPIC", "-include", "stddef.h", &mark, more]).arg("-o");
            let status = compiler.arg(&library).arg(&source).status().expect("a compiler of C");
            assert!(status.success(), "{name}");
            library
        };
        let nothing = build("nothing.so", "-DNOTHING");
        let faults_text = faults(&nothing.to_string_lossy());
        assert!(
            faults_text.contains("is not a plug-in, because it does not export `datarep_plugin`"),
            "{faults_text}"
        );
        assert!(!mark.exists(), "no code of it has run");
        // The same library with the symbol is loaded, which shows that its code would have left the mark.
        let odd = build("odd.so", "-Wl,--defsym=datarep_plugin=0");
        let loaded = load_object(&CString::new(odd.as_os_str().as_bytes()).expect("a path"), c"malloc");
        assert!(loaded.is_ok() && mark.exists());
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }

    /// The name of [`faults_are_one_write`].
    const WRITES: &str = "plugins::tests::faults_are_one_write";
    const INSIDE: &str = "DATAREP_LOAD_WITH_FAULTS";

    /// The test runs itself in a process whose error output is a socket that keeps each write apart.
    #[test]
    fn faults_are_one_write() {
        use std::os::fd::OwnedFd;
        use std::os::unix::net::UnixDatagram;
        if std::env::var_os(INSIDE).is_some() {
            assert!(!get().faults().is_empty());
            return;
        }
        let (ours, theirs) = UnixDatagram::pair().expect("two sockets");
        let mut command = std::process::Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", WRITES]).env(INSIDE, "1").stderr(OwnedFd::from(theirs));
        command.env("DATAREP_PLUGINS", "/nowhere/a.so:/nowhere/b.so");
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
        ours.set_nonblocking(true).expect("nobody else writes any more");
        let mut text = [0; 4096];
        let length = ours.recv(&mut text).expect("the faults are written");
        let text = String::from_utf8_lossy(&text[..length]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines.len() == 2 && lines.iter().all(|line| line.starts_with("datarep: DATAREP_PLUGINS: ")),
            "{text}"
        );
        assert!(text.ends_with('\n') && ours.recv(&mut [0; 16]).is_err(), "one write: {text}");
    }
}
