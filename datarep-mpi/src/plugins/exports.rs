//! What a shared library exports, read from its file.
//!
//! Loading a library runs its initializers. A file that is no plug-in, or is one by mistake, is refused before that.

use std::fs::File;
use std::path::Path;

use object::{Object as _, ObjectSymbol as _, ReadCache};

/// What the file of a library says about an object.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Export {
    /// The library exports it.
    Defined,
    /// The library does not export it.
    Missing,
    /// The file has no list that can be read: the loader must decide.
    Unlisted,
}

/// Looks for an exported object in the file of a library. Only the parts of the file that list objects are read.
///
/// The error is the rest of a sentence about the library.
pub(super) fn find_export(path: &Path, symbol: &str) -> Result<Export, String> {
    let fault = |reason: &dyn std::fmt::Display| {
        format!("cannot be loaded as a shared library of this machine: {reason}")
    };
    // A pipe or a device would wait, or never end.
    if !path.metadata().map_err(|error| fault(&error))?.is_file() {
        return Err(fault(&"it is not a regular file"));
    }
    let cache = ReadCache::new(File::open(path).map_err(|error| fault(&error))?);
    let library = object::File::parse(&cache).map_err(|error| fault(&error))?;
    if library.dynamic_symbols().any(|export| export.is_definition() && export.name() == Ok(symbol)) {
        return Ok(Export::Defined);
    }
    // The list is found by the sections, which a program that makes files small may have removed.
    let has_sections = library.sections().next().is_some();
    Ok(if has_sections { Export::Missing } else { Export::Unlisted })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_are_read_from_the_file() {
        // This program uses the library of C, so that it is loaded and has a path.
        let maps = std::fs::read_to_string("/proc/self/maps").expect("the files of this process");
        let mut files = maps.lines().filter_map(|line| line.split_ascii_whitespace().nth(5));
        let library = files.find(|path| path.contains("libc.so") || path.contains("libc-2"));
        let library = Path::new(library.expect("the library of C"));
        assert_eq!(find_export(library, "malloc"), Ok(Export::Defined));
        assert_eq!(find_export(library, "datarep_plugin"), Ok(Export::Missing));
        for (path, reason) in
            [("/etc/passwd", ""), ("/dev/zero", "not a regular file"), ("/nowhere", "No such file")]
        {
            let reason_text = find_export(Path::new(path), "datarep_plugin").expect_err("it is no library");
            assert!(
                reason_text.starts_with("cannot be loaded as a shared library")
                    && reason_text.contains(reason),
                "{reason_text}"
            );
        }
    }
}
