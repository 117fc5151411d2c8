//! How much of the stack each function of ours takes in a debug build.
//!
//! A debug build keeps every variable of every function that is inlined by force. A function with a hundred of them
//! once took 2 MB, which is the whole stack of a thread, so that each debug build that called it died. Optimized code
//! does not show this. So the frames are read from the machine code of programs that were built as users of the crates
//! build theirs: the workspace's profile keeps the full debug information of these crates, which makes frames larger.
//!
//! A function of x86-64 begins by taking its frame from the stack pointer:
//!
//! ```text
//! sub  rsp, n        a frame below some pages: each has a `sub`, so the frame is their sum
//!
//! mov  r11, rsp      a larger frame: r11 is where a loop over pages ends
//! sub  r11, n
//! sub  rsp, 4096     the loop: one page, which is touched
//! sub  rsp, n        the rest of the frame
//! ```
//!
//! The instructions are decoded one after the other. A search for the bytes of a `sub` would also find them in the
//! middle of an address.

use std::fs;
use std::path::PathBuf;

use iced_x86::{Code, Decoder, DecoderOptions, Register};
use object::read::elf::{ElfFile64, FileHeader};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SymbolKind};
use serde_json::Value;

use crate::{skipped, workspace};

/// The most bytes of the stack that a function may take.
const MOST: u64 = 64 << 10;

/// A part of the names of functions in modules of tests. Users do not have these.
const OF_TESTS: &str = "5tests";

/// The packages whose programs are looked at.
const PACKAGES: [&str; 8] = [
    "datarep",
    "datarep-arrow",
    "datarep-cli",
    "datarep-copybook",
    "datarep-dsl",
    "datarep-dynamic",
    "datarep-plan",
    "datarep-probe",
];

/// What a loop over the pages of a frame takes at once.
const PAGE: u64 = 4096;

/// The bytes at the beginning of a function in which it takes its frame: registers are saved, then pages are touched.
const PROLOGUE: usize = 96;

/// A function and its frame.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Frame {
    bytes: u64,
    name: String,
}

/// Reads the frames of all functions of ours, in the tests of the packages and in the command.
///
/// # Errors
///
/// Returns the functions whose frames are larger than 64 KiB, or says what cannot be built or read.
pub fn check() -> Result<String, String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        skipped::report("frames of functions", "they are read from programs for Linux on x86-64");
        return Ok("not looked at".to_owned());
    }
    let mut all = Vec::new();
    for program in build_test_programs()? {
        let bytes = fs::read(&program).map_err(|error| format!("`{}`: {error}", program.display()))?;
        let mut frames = read_frames(&bytes).map_err(|fault| format!("`{}`: {fault}", program.display()))?;
        all.append(&mut frames);
    }
    all.sort();
    let Some(largest) = all.last() else {
        return Err("the programs have no functions of ours: are their symbols stripped?".to_owned());
    };
    let summary = format!(
        "frames: {} functions, the largest of {} bytes in `{}`",
        all.len(),
        largest.bytes,
        largest.name
    );
    let mut large: Vec<String> =
        all.iter().rev().filter(|frame| frame.bytes > MOST).map(ToString::to_string).collect();
    large.dedup();
    if large.is_empty() {
        return Ok(format!("{summary}, 0 over {MOST}"));
    }
    Err(format!("{summary}\nfunctions with more than {MOST} bytes of the stack:\n{}", large.join("\n")))
}

impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "  {} bytes: {}", self.bytes, self.name)
    }
}

/// Builds the test programs of the workspace, and returns those of our packages.
fn build_test_programs() -> Result<Vec<PathBuf>, String> {
    let mut cargo = workspace::cargo();
    cargo.args(["test", "--workspace", "--no-run", "--message-format", "json", "--quiet"]);
    let output = cargo.output().map_err(|error| format!("`cargo test --no-run` cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(format!("`cargo test --no-run` failed\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let ours = messages.filter(|message| {
        let id = message["package_id"].as_str().unwrap_or_default();
        let name =
            id.rsplit(['/', '#']).find_map(|part| part.split('@').next().filter(|part| is_our_package(part)));
        name.is_some() || message["target"]["name"].as_str().is_some_and(is_our_package)
    });
    Ok(ours.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).collect())
}

fn is_our_package(name: &str) -> bool {
    PACKAGES.contains(&name) || PACKAGES.contains(&name.replace('_', "-").as_str())
}

/// The frames of the functions of ours in a program.
fn read_frames(program: &[u8]) -> Result<Vec<Frame>, String> {
    let file = ElfFile64::<object::Endianness>::parse(program).map_err(|error| error.to_string())?;
    if file.elf_header().e_machine(object::Endianness::Little) != object::elf::EM_X86_64 {
        return Err("it is not for x86-64".to_owned());
    }
    let text = file.section_by_name(".text").ok_or("it has no code")?;
    let (start, code) = (text.address(), text.data().map_err(|error| error.to_string())?);
    let mut frames = Vec::new();
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
        let name = symbol.name().unwrap_or_default();
        // The crate of a function is part of its mangled name, as are those of its type arguments.
        if !name.contains("datarep") || name.contains(OF_TESTS) {
            continue;
        }
        let from = usize::try_from(symbol.address().saturating_sub(start)).unwrap_or(usize::MAX);
        let length = usize::try_from(symbol.size()).unwrap_or(0).min(PROLOGUE);
        let Some(code) = code.get(from..from.saturating_add(length)) else { continue };
        frames.push(Frame { bytes: read_frame_bytes(code), name: name.to_owned() });
    }
    Ok(frames)
}

/// The bytes of the stack that the code at the beginning of a function takes.
fn read_frame_bytes(code: &[u8]) -> u64 {
    let (mut sum, mut end) = (0, 0);
    for instruction in Decoder::new(64, code, DecoderOptions::NONE) {
        let taken = match instruction.code() {
            Code::Sub_rm64_imm8 | Code::Sub_rm64_imm32 => instruction.immediate(1).cast_signed(),
            // 128 bytes are taken by adding -128, which is the shorter instruction.
            Code::Add_rm64_imm8 => instruction.immediate(1).cast_signed().wrapping_neg(),
            _ => continue,
        };
        // What gives stack back is the end of a short function.
        let Ok(taken) = u64::try_from(taken) else { continue };
        match instruction.op0_register() {
            Register::RSP => sum += taken,
            Register::R11 => end = taken,
            _ => {}
        }
    }
    // The `sub` in the loop is not of one page, but of all until `end`.
    if end == 0 { sum } else { end + sum.saturating_sub(PAGE) }
}

/// A function whose frame is known, outside of a module of tests.
#[cfg(test)]
mod known {
    #[inline(never)]
    pub(super) fn take_stack_for_datarep(seed: u8) -> u8 {
        let all = std::hint::black_box([seed; 16_000]);
        all[usize::from(seed)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_frame_is_read() {
        assert_eq!(read_frame_bytes(&[0x55, 0x48, 0x83, 0xEC, 0x20, 0xC3]), 0x20);
        assert_eq!(read_frame_bytes(&[0x41, 0x57, 0x48, 0x81, 0xEC, 0x78, 0x03, 0, 0, 0xC3]), 0x378);
        assert_eq!(read_frame_bytes(&[0x55, 0xC3]), 0);
        // add rsp, -128; sub rsp, -128; ret
        assert_eq!(read_frame_bytes(&[0x48, 0x83, 0xC4, 0x80, 0x48, 0x83, 0xEC, 0x80, 0xC3]), 128);
    }

    #[test]
    fn a_sub_within_an_address_is_none() {
        // lea rdi, [rip - 0x137eb8]; ret
        assert_eq!(read_frame_bytes(&[0x48, 0x8D, 0x3D, 0x48, 0x81, 0xEC, 0xFF, 0xC3]), 0);
    }

    #[test]
    fn a_frame_of_pages_is_read() {
        // mov r11, rsp; sub r11, 0x30000; sub rsp, 0x1000; (the loop); sub rsp, 0xd58
        let code = [
            0x49, 0x89, 0xE3, 0x49, 0x81, 0xEB, 0x00, 0x00, 0x03, 0x00, 0x48, 0x81, 0xEC, 0x00, 0x10, 0x00,
            0x00, 0x75, 0xEA, 0x48, 0x81, 0xEC, 0x58, 0x0D, 0x00, 0x00,
        ];
        assert_eq!(read_frame_bytes(&code), 0x3_0D58);
    }

    /// This program has a frame that is known, in a function whose name is known.
    #[test]
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn frames_of_this_program_are_read() {
        assert_eq!(known::take_stack_for_datarep(3), 3);
        let program = std::env::current_exe().and_then(fs::read).expect("this program");
        let frames = read_frames(&program).expect("its frames");
        let known = frames.iter().find(|frame| frame.name.contains("take_stack_for_datarep"));
        assert!(known.is_some_and(|frame| frame.bytes >= 16_000), "{known:?}");
    }
}
