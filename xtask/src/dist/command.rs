//! The command as one file, which needs nothing of the machine but the kernel.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{DistBuild, Machine, VERSION, copy_file, make_empty_folder, run_program_to_text};
use crate::{cross, skipped, workspace};

/// What is converted: the samples of a seismic section, IBM floats between headers.
const LINE: &str = "examples/data/line.sgy";
const FIRST: usize = 3840;
const ROW: usize = 500;
const STRIDE: usize = 2240;

/// The bytes of a word.
const WORD: usize = 4;

/// Builds the command for every kind of machines, and tries each.
pub(super) fn make_programs(dist: &mut DistBuild) -> Result<(), String> {
    for machine in dist.machines.clone() {
        let what = format!("the command for {}", machine.name);
        if !machine.has_target_or_report("musl", &what) {
            continue;
        }
        let built = cross::build_static(&machine.rust_target("musl"), "datarep-cli")?.join("datarep");
        let name = format!("datarep-{VERSION}-{}-linux", machine.name);
        let program = dist.put_file(&built, &name)?;
        match ChrootFolder::new(machine, &program)? {
            Ok(root) => {
                let count = root.check_version_and_conversion()?;
                dist.count_tried(&name, &format!("in an empty root, {count} numbers right"));
            }
            Err(reason) => skipped::report(&format!("{what} in an empty root"), &reason),
        }
    }
    Ok(())
}

/// The folder that is the root for the command: it has the command, what it reads, and nothing else.
struct ChrootFolder {
    folder: PathBuf,
    /// The words before those of the command.
    start: Vec<String>,
}

impl ChrootFolder {
    /// Fills the folder. Without the means to start a program in it, returns what is missing.
    fn new(machine: Machine, program: &Path) -> Result<Result<ChrootFolder, String>, String> {
        let folder = cross::build_folder().join("root").join(machine.name);
        make_empty_folder(&folder)?;
        copy_file(program, &folder.join("datarep"))?;
        copy_file(&workspace::root().join(LINE), &folder.join("line.sgy"))?;
        let mut start = Vec::new();
        if !machine.is_host() {
            let Some(emulator) = workspace::find_program(machine.emulator) else {
                return Ok(Err(skipped::name_package(machine.emulator, "qemu-user-static")));
            };
            copy_file(&emulator, &folder.join("emulator"))?;
            start.push("/emulator".to_owned());
        }
        start.push("/datarep".to_owned());
        let empty = ChrootFolder { folder, start };
        // Only the administrator may call `chroot`. On most systems, every user can be the administrator
        // of a namespace of their own.
        let tried = run_program_to_text(&mut empty.make_command(&["--version"]));
        Ok(match tried {
            Err(fault) if fault.contains("not permitted") => {
                Err(format!("`chroot` and `unshare` need more rights: {fault}"))
            }
            _ => Ok(empty),
        })
    }

    /// The command with arguments, for which the folder is all that there is.
    fn make_command(&self, arguments: &[&str]) -> Command {
        let is_administrator =
            run_program_to_text(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0");
        let mut command = Command::new(if is_administrator { "chroot" } else { "unshare" });
        if !is_administrator {
            command.args(["--map-root-user", "chroot"]);
        }
        command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").arg(&self.folder);
        command.args(&self.start).args(arguments);
        command
    }

    /// Starts the command there, and compares the numbers that it writes. Returns how many numbers were
    /// compared.
    fn check_version_and_conversion(&self) -> Result<usize, String> {
        let version = run_program_to_text(&mut self.make_command(&["--version"]))?;
        if version.trim() != format!("datarep {VERSION}") {
            return Err(format!("`datarep --version` prints {version}"));
        }
        let shown = run_program_to_text(&mut self.make_command(&["explain", "-118.625", "--as", "hfp32"]))?;
        if !shown.to_uppercase().replace('_', "").contains("C276A000") {
            return Err(format!("-118.625 is not 0xC276A000, but\n{shown}"));
        }
        let [at, row, stride] = [FIRST, ROW, STRIDE].map(|number| number.to_string());
        let more = ["--from", "hfp32", "--at", &at, "--row", &row, "--stride", &stride];
        run_program_to_text(
            &mut self.make_command(&[&["convert", "/line.sgy", "/line.npy"], &more[..]].concat()),
        )?;
        let read = |name: &str| {
            fs::read(self.folder.join(name)).map_err(|error| format!("`{name}` cannot be read: {error}"))
        };
        compare_with_section(&read("line.sgy")?, &read("line.npy")?)
    }
}

/// Compares the numbers of an array of NumPy with the words of the section. Returns how many there are.
fn compare_with_section(section: &[u8], array: &[u8]) -> Result<usize, String> {
    let (floats, wide) = parse_npy(array).ok_or("the command has written no array of NumPy")?;
    let rows = section.get(FIRST..).unwrap_or_default().chunks(STRIDE);
    let words = rows.flat_map(|row| row.chunks_exact(WORD).take(ROW));
    let expected: Vec<f64> = words.map(|word| hfp32_to_f64([word[0], word[1], word[2], word[3]])).collect();
    if floats.len() != expected.len() {
        return Err(format!("the command has written {} numbers, and not {}", floats.len(), expected.len()));
    }
    #[expect(clippy::cast_possible_truncation, reason = "the array has the nearest numbers of this type")]
    let is_same = |float: f64, expected: f64| {
        float.to_bits() == if wide { expected } else { f64::from(expected as f32) }.to_bits()
    };
    let differs = floats.iter().zip(&expected).position(|(float, expected)| !is_same(*float, *expected));
    match differs {
        None => Ok(floats.len()),
        Some(at) => Err(format!("number {at} is {}, and not {}", floats[at], expected[at])),
    }
}

/// The floats of an array of NumPy, and whether they have 64 bits.
fn parse_npy(bytes: &[u8]) -> Option<(Vec<f64>, bool)> {
    let rest = bytes.strip_prefix(b"\x93NUMPY\x01\x00")?;
    let length = usize::from(u16::from_le_bytes(rest.get(..2)?.try_into().ok()?));
    let header = String::from_utf8_lossy(rest.get(2..2 + length)?);
    let data = rest.get(2 + length..)?;
    if header.contains("'<f8'") {
        let words = data.chunks_exact(8).map(|word| word.try_into().map(f64::from_le_bytes));
        return Some((words.collect::<Result<_, _>>().ok()?, true));
    }
    let words = data.chunks_exact(4).map(|word| word.try_into().map(f32::from_le_bytes).map(f64::from));
    header.contains("'<f4'").then_some((words.collect::<Result<_, _>>().ok()?, false))
}

/// The value of IBM's short float: sign, exponent of 16 with a bias of 64, and a fraction of 24 bits. A double has all of
/// these values exactly.
fn hfp32_to_f64(word: [u8; 4]) -> f64 {
    let word = u32::from_be_bytes(word);
    let exponent = i32::try_from(word >> 24 & 0x7F).unwrap_or_default() - 64 - 6;
    let value = f64::from(word & 0x00FF_FFFF) * 16_f64.powi(exponent);
    if word >> 31 == 1 { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_values_of_the_manual() {
        assert_eq!(hfp32_to_f64([0xC2, 0x76, 0xA0, 0x00]).to_bits(), (-118.625_f64).to_bits());
        assert_eq!(hfp32_to_f64([0x41, 0x10, 0x00, 0x00]).to_bits(), 1.0_f64.to_bits());
        assert_eq!(hfp32_to_f64([0x80, 0, 0, 0]).to_bits(), (-0.0_f64).to_bits());
    }

    #[test]
    fn a_wrong_number_is_found() {
        let mut section = vec![0; FIRST + STRIDE];
        section[FIRST + 4..FIRST + 8].copy_from_slice(&[0x41, 0x10, 0x00, 0x00]);
        let mut array = b"\x93NUMPY\x01\x00\x0A\x00{ '<f4' }\n".to_vec();
        array.extend([0; 4]);
        array.extend(1_f32.to_le_bytes());
        array.extend(vec![0; (ROW - 2) * 4]);
        assert_eq!(compare_with_section(&section, &array), Ok(ROW));
        section[FIRST + 8] = 0x41;
        section[FIRST + 9] = 0x10;
        assert_eq!(compare_with_section(&section, &array), Err("number 2 is 0, and not 1".to_owned()));
        array.pop();
        assert!(compare_with_section(&section, &array).is_err());
    }
}
