//! The file that a new one replaces: what the new one takes over from it.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

use crate::failure::CliFailure;

/// Attributes that are not copied. The system computes them from the content of a file, or removes them when that changes.
#[cfg(unix)]
const OF_THE_CONTENT: [&str; 3] = ["security.capability", "security.evm", "security.ima"];

/// The attribute with the list of those who may read and write a file.
#[cfg(unix)]
const ACCESS: &str = "system.posix_acl_access";

/// A file that will be replaced.
#[derive(Debug)]
pub(super) struct ReplacedFile {
    /// The name for messages.
    name: String,
    #[cfg_attr(not(unix), expect(dead_code, reason = "it is open as long as its attributes are needed"))]
    file: File,
    data: Metadata,
}

impl ReplacedFile {
    /// Opens a file that may be replaced: its user may write it, and it has no other names.
    pub(super) fn open(path: &Path, name: &str) -> Result<ReplacedFile, CliFailure> {
        let fault = |error: io::Error| CliFailure::system(&format!("cannot replace {name}"), &error);
        // Opened for writing, though nothing is written: who may not write the file may not replace it either.
        let file = File::options().write(true).open(path).map_err(fault)?;
        let data = file.metadata().map_err(fault)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            let links = data.nlink();
            if links > 1 {
                return Err(CliFailure::new(format!(
                    "cannot replace {name}: it has {links} names (hard links), and the others would keep the old file"
                ))
                .help(format!(
                    "write a new file; or remove this name first: `rm {}`",
                    name.trim_matches('`')
                )));
            }
        }
        Ok(ReplacedFile { name: name.to_owned(), file, data })
    }

    /// Gives a new file the owner, the mode and the attributes of this one.
    pub(super) fn copy_attributes_to(&self, new: &File) -> Result<(), CliFailure> {
        #[cfg(unix)]
        {
            // The mode comes last, because a new owner takes bits of it away.
            self.copy_owner(new)?;
            self.copy_extended_attributes(new)?;
        }
        new.set_permissions(self.data.permissions())
            .map_err(|error| self.attribute_failure("its mode", &error))
    }

    /// The failure for something that the new file cannot have.
    fn attribute_failure(&self, what: &str, error: &io::Error) -> CliFailure {
        let ReplacedFile { name, .. } = self;
        CliFailure::system(&format!("cannot replace {name}: {what} cannot be kept"), error)
            .help("write a new file; or remove the old one first")
    }

    #[cfg(unix)]
    fn copy_owner(&self, new: &File) -> Result<(), CliFailure> {
        use std::os::unix::fs::{MetadataExt as _, fchown};

        let new_metadata = new.metadata().map_err(|error| self.attribute_failure("its owner", &error))?;
        // Only the superuser may give a file away, so that is only tried where it is needed.
        let owner = Some(self.data.uid()).filter(|owner| *owner != new_metadata.uid());
        let group = Some(self.data.gid()).filter(|group| *group != new_metadata.gid());
        if owner.is_some() || group.is_some() {
            let what = if owner.is_some() { "its owner" } else { "its group" };
            fchown(new, owner, group).map_err(|error| self.attribute_failure(what, &error))?;
        }
        Ok(())
    }

    /// Copies the extended attributes, which include the access list.
    #[cfg(unix)]
    fn copy_extended_attributes(&self, new: &File) -> Result<(), CliFailure> {
        use xattr::FileExt as _;

        let names = match self.file.list_xattr() {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
            Err(error) => return Err(self.attribute_failure("its attributes", &error)),
        };
        let mut has_list = false;
        for name in
            names.filter(|name| !OF_THE_CONTENT.iter().any(|content_attribute| name == content_attribute))
        {
            let fault = |error: io::Error| {
                self.attribute_failure(&format!("its attribute `{}`", name.display()), &error)
            };
            let Some(value) = self.file.get_xattr(&name).map_err(fault)? else { continue };
            has_list |= name == ACCESS;
            // Some attributes only the system may set. A new file has those already, by the same rule.
            if new.get_xattr(&name).ok().flatten().as_ref() != Some(&value) {
                new.set_xattr(&name, &value).map_err(fault)?;
            }
        }
        // The new file may have got a list from its folder. The old mode would give rights to those in it.
        if !has_list && new.get_xattr(ACCESS).ok().flatten().is_some() {
            new.remove_xattr(ACCESS).map_err(|error| self.attribute_failure("its access list", &error))?;
        }
        Ok(())
    }
}
