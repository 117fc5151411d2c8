//! `libdatarep_mpi_texts.so`: reads texts of the language for `libdatarep_mpi.so`.
//!
//! The language and the interpreter are not in the library that is preloaded, as most programs need neither. That one
//! loads this one, which lies beside it, when a name asks for it: the name of a representation of the standard library
//! that is not compiled in, or any name where `DATAREP_TEXTS` or an info object gives a text. This library exports one
//! function, [`raw::ReadText`], and calls nothing of MPI.
#![allow(unsafe_code, reason = "a function of C by its name")]

use datarep::Datarep;
use datarep::raw::{self, Plugin, PluginText};
use datarep_dsl::standard;
use datarep_dynamic::Text;

/// A [`raw::ReadText`]. Without a source, the name is that of a representation of the standard library.
///
/// # Safety
///
/// See [`raw::ReadText`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn datarep_read_text(
    name: PluginText,
    source: PluginText,
    faults: *mut PluginText,
) -> *const Plugin {
    // SAFETY: the caller has promised what `answer_text` asks for. Test: `texts.c::names`.
    unsafe { raw::answer_text((name, source), faults, read) }
}

/// Reads a text. The faults are shown with the lines that they are in.
fn read(name: &str, source: &str) -> Result<Vec<Datarep>, String> {
    if source.is_empty() {
        let shipped = standard::datareps().iter().find(|(shipped, _)| *shipped == name);
        let (_, source) = shipped.ok_or_else(|| format!("the standard library has no `{name}`"))?;
        return parse(name, source);
    }
    // A text of formats alone has no representation. The command uses such texts.
    parse(name, source)
}

fn parse(name: &str, source: &str) -> Result<Vec<Datarep>, String> {
    let text = Text::parse_named(name, source).map_err(|error| error.to_string())?;
    Ok(text.representations().to_vec())
}

const _: raw::ReadText = datarep_read_text;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_representation_of_the_library_is_read() {
        for (name, _) in standard::datareps() {
            let read = read(name, "").expect("it is sound");
            assert!(read.iter().any(|datarep| datarep.name() == *name), "{name}");
        }
    }

    #[test]
    fn faults_are_shown_with_their_lines() {
        let fault = read("a.datarep", "datarep mine extends external32 {\n    real { 4 => hfp23 }\n}")
            .expect_err("a name is wrong");
        assert!(fault.contains("a.datarep:2") && fault.contains('^'), "{fault}");
        assert!(read("nobody", "").is_err());
    }

    #[test]
    fn a_text_of_formats_alone_has_no_representation() {
        let source =
            "float word = S1 E11 F36 where value = 0.F * 2^(E - 1024) { zero if F == 0; order big; }";
        assert!(read("a.datarep", source).expect("it is sound").is_empty());
        assert!(read("a.datarep", "float word = S1;").is_err());
    }
}
