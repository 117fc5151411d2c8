//! The kernel's list of interpreters for programs of other processors, `binfmt_misc`. An entry is added for the time of the
//! tests, and removed behind them.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::workspace;

/// Where the kernel has its list.
const LIST: &str = "/proc/sys/fs/binfmt_misc";

/// How the programs of a processor begin, as far as that differs between processors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Elf {
    /// The width of addresses: 32 or 64 bits.
    pub(super) bits: u8,
    pub(super) is_big_endian: bool,
    /// The number of the processor, the field `e_machine`.
    pub(super) machine: u16,
}

/// An entry of the kernel's list. It is removed when this value is dropped.
#[derive(Debug)]
pub(super) struct Registration {
    entry: PathBuf,
}

impl Registration {
    /// Lets the kernel run programs of a processor by an interpreter, an executable file.
    ///
    /// # Errors
    ///
    /// Returns a message if the list is missing and cannot be mounted, or if this user may not write to it.
    pub(super) fn new(name: &str, elf: Elf, interpreter: &Path) -> Result<Registration, String> {
        let fault = |error: io::Error| format!("`{LIST}/register`: {error}");
        if !Path::new(LIST).join("register").exists() {
            let mut mount = std::process::Command::new("mount");
            workspace::run_command(mount.args(["-t", "binfmt_misc", "none", LIST]))?;
        }
        let name = format!("datarep-{name}");
        let entry = Path::new(LIST).join(&name);
        // A run that was killed has left its entry.
        let _ = fs::write(&entry, "-1");
        let mut register =
            fs::File::options().write(true).open(Path::new(LIST).join("register")).map_err(fault)?;
        register.write_all(describe_entry(&name, elf, interpreter).as_bytes()).map_err(fault)?;
        Ok(Registration { entry })
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        // If it cannot be removed, the next run does it.
        let _ = fs::write(&self.entry, "-1");
    }
}

/// A line for the kernel's list: `:NAME:M::MAGIC:MASK:INTERPRETER:`. The magic is the first 20 bytes of a program, and the
/// mask has a bit for each that counts.
fn describe_entry(name: &str, elf: Elf, interpreter: &Path) -> String {
    let mut magic = [0; 20];
    let mut mask = [0xFF; 20];
    magic[..4].copy_from_slice(b"\x7FELF");
    magic[4] = if elf.bits == 64 { 2 } else { 1 };
    magic[5] = if elf.is_big_endian { 2 } else { 1 };
    magic[6] = 1;
    // Any interface of the system, as a program for Linux says 0 or 3.
    mask[7] = 0xFC;
    // A file that is executed is of type 2 or, if it may lie anywhere in memory, 3.
    let numbers = [2, elf.machine]
        .map(|number: u16| if elf.is_big_endian { number.to_be_bytes() } else { number.to_le_bytes() });
    magic[16..].copy_from_slice(numbers.as_flattened());
    mask[if elf.is_big_endian { 17 } else { 16 }] = 0xFE;
    format!(":{name}:M::{}:{}:{}:", escape_bytes(&magic), escape_bytes(&mask), interpreter.display())
}

/// Bytes as the kernel's list has them: `\x7f`.
fn escape_bytes(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "\\x{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_those_of_the_kernels_documentation() {
        // The magics are those that QEMU's own script registers.
        let s390x = Elf { bits: 64, is_big_endian: true, machine: 22 };
        assert_eq!(
            describe_entry("z", s390x, Path::new("/run")),
            r":z:M::\x7f\x45\x4c\x46\x02\x02\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x16:\xff\xff\xff\xff\xff\xff\xff\xfc\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff:/run:"
        );
        let i386 = Elf { bits: 32, is_big_endian: false, machine: 3 };
        let entry = describe_entry("i", i386, Path::new("/run"));
        assert!(
            entry.contains(r"\x46\x01\x01\x01\x00") && entry.contains(r"\x00\x02\x00\x03\x00:"),
            "{entry}"
        );
        assert!(entry.contains(r"\xff\xfe\xff\xff\xff:/run:"), "{entry}");
    }
}
