//! Representations that others provide, by plug-ins and by texts: their names, and why some are missing. Each name is
//! taken once, and those of MPI and of the standard library are taken already.

use datarep::Datarep;

use crate::names::{OF_MPI, is_standard};

/// The representations of one variable, such as `DATAREP_PLUGINS`.
#[derive(Debug)]
pub(crate) struct ProvidedDatareps {
    /// The variable, for messages.
    variable: &'static str,
    /// Each representation, and the library or text that it comes from.
    datareps: Vec<(Datarep, String)>,
    /// Why others are missing.
    faults: Vec<String>,
}

impl ProvidedDatareps {
    pub(crate) fn new(variable: &'static str) -> ProvidedDatareps {
        ProvidedDatareps { variable, datareps: Vec::new(), faults: Vec::new() }
    }

    /// Notes why a library or a text provides nothing, or not all of it.
    pub(crate) fn add_fault(&mut self, from: &str, reason: &str) {
        self.faults.push(format!("{}: `{from}` {reason}", self.variable));
    }

    /// Adds a representation whose name is free.
    pub(crate) fn add_datarep(&mut self, datarep: Datarep, from: &str) {
        let name = datarep.name();
        let holder = self.datareps.iter().find(|(datarep, _)| datarep.name() == name);
        let conflict = if OF_MPI.contains(&name) {
            "is MPI's own".to_owned()
        } else if is_standard(name) {
            "is one of the standard library".to_owned()
        } else if let Some((_, holder)) = holder {
            format!("is taken by `{holder}`")
        } else {
            return self.datareps.push((datarep, from.to_owned()));
        };
        let reason =
            format!("has a representation `{name}`, and that name {conflict}: give this one another name");
        self.add_fault(from, &reason);
    }

    /// Prints why representations are missing, in one write.
    pub(crate) fn print_faults(&self) {
        if !self.faults.is_empty() {
            crate::print_lines(&format!("datarep: {}\n", self.faults.join("\ndatarep: ")));
        }
    }

    /// The representation of a name.
    pub(crate) fn find_datarep(&self, name: &str) -> Option<&Datarep> {
        self.datareps.iter().map(|(datarep, _)| datarep).find(|datarep| datarep.name() == name)
    }

    /// The names of all representations.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.datareps.iter().map(|(datarep, _)| datarep.name())
    }

    /// Why representations may be missing.
    pub(crate) fn faults(&self) -> &[String] {
        &self.faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_taken_once() {
        let mut plugins = ProvidedDatareps::new("DATAREP_PLUGINS");
        let own = || Datarep::from(datarep::functions::ConversionFunctions::new("own", |_| Ok(1)));
        plugins.add_datarep(own(), "one.so");
        plugins.add_datarep(own(), "other.so");
        plugins.add_datarep(datarep::standard::cray::DATAREP.clone(), "cray.so");
        plugins.add_datarep(Datarep::NATIVE, "native.so");
        assert!(plugins.find_datarep("own").is_some() && plugins.find_datarep("cray").is_none());
        assert_eq!(
            plugins.faults,
            [
                "DATAREP_PLUGINS: `other.so` has a representation `own`, and that name is taken by `one.so`: give this one another name",
                "DATAREP_PLUGINS: `cray.so` has a representation `cray`, and that name is one of the standard library: give this one another name",
                "DATAREP_PLUGINS: `native.so` has a representation `native`, and that name is MPI's own: give this one another name",
            ]
        );
    }
}
