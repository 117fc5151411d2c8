//! The package below the target folder that holds generated code, and the output of its programs.
//!
//! The package has one program for every few formats. So Cargo compiles several programs at once, and a format that
//! does not compile affects few others. The comparison is made by the programs; this module only checks how they end.

#[cfg(feature = "hostile")]
mod records;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use datarep_dsl::model::Native;

use super::job::Job;
use super::text::REPRESENTATION;
use crate::workspace;

#[cfg(feature = "hostile")]
pub(super) use records::RecordPackage;

/// The number of formats in a program.
const FORMATS: usize = 25;

/// A difference that is reported for a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Difference {
    /// The index of the format's job.
    pub(super) job: usize,
    /// `read`, `write`, or another check.
    pub(super) direction: String,
    /// The form: `exact`, a level, `warning`, `error`.
    pub(super) form: String,
    pub(super) profile: Profile,
    /// The item, or nothing if the difference is not about an item.
    pub(super) item: Vec<u8>,
    pub(super) what: String,
}

/// How the code is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Profile {
    /// As for a release, with vectors.
    Release,
    /// As for tests, with overflow checks.
    Debug,
}

impl Profile {
    /// Both profiles.
    pub(super) const ALL: [Profile; 2] = [Profile::Release, Profile::Debug];

    fn folder(self) -> &'static str {
        match self {
            Profile::Release => "release",
            Profile::Debug => "debug",
        }
    }

    /// The greatest number of items of each side that are compared. Code that is not optimized is slow.
    fn item_limit(self) -> usize {
        match self {
            Profile::Release => usize::MAX,
            Profile::Debug => 1000,
        }
    }
}

/// The package.
#[derive(Debug)]
pub(super) struct Package {
    folder: PathBuf,
    /// The folder of compiled code, which packages share.
    target: PathBuf,
}

impl Package {
    /// Writes everything except the formats.
    pub(super) fn new() -> Result<Package, String> {
        let folder = workspace::target_folder().join("random");
        let package = Package { target: folder.join("target"), folder };
        package.write_manifest("random-formats")?;
        package.write(Path::new("src/lib.rs"), include_str!("driver.rs"))?;
        Ok(package)
    }

    /// Writes the manifest of a package with this name.
    fn write_manifest(&self, name: &str) -> Result<(), String> {
        let runtime = workspace::root().join("runtime");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\ndatarep = {{ path = {:?} }}\n\n\
             [profile.dev]\ndebug = false\nincremental = false\n\n\
             [profile.release]\ncodegen-units = 1\nincremental = false\n",
            runtime.display().to_string()
        );
        self.write(Path::new("Cargo.toml"), &manifest)
    }

    /// Writes a file, unless it has the same content already.
    fn write(&self, path: &Path, text: &str) -> Result<(), String> {
        let path = self.folder.join(path);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))
    }

    /// Compiles and compares. Returns the differences between results before the compiler's diagnostics.
    pub(super) fn compare(&self, jobs: &[Job], profiles: &[Profile]) -> Result<Vec<Difference>, String> {
        let mut found = Vec::new();
        let mut warned = Vec::new();
        let mut left: Vec<usize> = (0..jobs.len()).collect();
        self.write_programs(jobs, &left)?;
        for &profile in profiles {
            // The other formats compile once those with errors are left out.
            loop {
                let mut told = self.build(profile)?;
                let failed = |job: &usize| {
                    told.iter().any(|difference| difference.job == *job && difference.form == "error")
                };
                let before = left.len();
                left.retain(|job| !failed(job));
                warned.append(&mut told);
                if left.len() == before {
                    break;
                }
                self.write_programs(jobs, &left)?;
            }
            for (index, program) in left.chunks(FORMATS).enumerate() {
                self.run_formats(profile, index, program, jobs, &mut found)?;
            }
        }
        found.append(&mut warned);
        Ok(found)
    }

    /// Removes the programs that were written before.
    fn remove_programs(&self) -> Result<(), String> {
        let folder = self.folder.join("src/bin");
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .map_err(|error| format!("cannot remove `{}`: {error}", folder.display()))?;
        }
        Ok(())
    }

    /// Writes the programs of the given formats.
    fn write_programs(&self, jobs: &[Job], some: &[usize]) -> Result<(), String> {
        self.remove_programs()?;
        for (index, program) in some.chunks(FORMATS).enumerate() {
            let folder = PathBuf::from(format!("src/bin/{}", program_name(index)));
            let mut main = String::from("use random_formats::{run, subject};\n\n");
            let mut table = String::new();
            for &job in program {
                self.write(&folder.join(format!("format{job}.rs")), &jobs[job].code)?;
                let _ = writeln!(main, "mod format{job};");
                let marker = format!("format{job}::{REPRESENTATION}::Random");
                let _ =
                    writeln!(table, "        subject::<{marker}, {}, _>(),", native_type(jobs[job].native));
            }
            let _ = write!(main, "\nfn main() {{\n    run(&[\n{table}    ]);\n}}\n");
            self.write(&folder.join("main.rs"), &main)?;
        }
        Ok(())
    }

    /// Compiles all programs and returns the compiler's diagnostics for formats.
    fn build(&self, profile: Profile) -> Result<Vec<Difference>, String> {
        let mut cargo = workspace::cargo();
        cargo.current_dir(&self.folder).env("CARGO_TARGET_DIR", &self.target);
        cargo.args(["build", "--quiet", "--offline", "--bins", "--keep-going", "--message-format=short"]);
        if profile == Profile::Release {
            cargo.arg("--release");
        }
        let output = cargo.output().map_err(|error| format!("`cargo build` cannot be run: {error}"))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let found: Vec<Difference> =
            text.lines().filter_map(|line| parse_diagnostic(line, profile)).collect();
        if !output.status.success() && !found.iter().any(|difference| difference.form == "error") {
            return Err(format!("programs of random formats do not compile:\n{text}"));
        }
        Ok(found)
    }

    /// Runs a program with the items of its formats.
    fn run_formats(
        &self,
        profile: Profile,
        index: usize,
        program: &[usize],
        jobs: &[Job],
        found: &mut Vec<Difference>,
    ) -> Result<(), String> {
        let mut input = Vec::new();
        for job in program.iter().map(|&job| &jobs[job]) {
            input.extend(job.extent.to_le_bytes());
            input.extend(number_bytes(usize::from(job.is_known())));
            for records in [&job.read, &job.write] {
                input.extend(number_bytes(records.len().min(profile.item_limit())));
                input.extend(records.first_bytes(profile.item_limit()));
            }
        }
        let (path, output) = self.run_program(profile, &program_name(index), input)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut ended = false;
        for line in text.lines() {
            ended |= line == "done";
            let words: Vec<&str> = line.splitn(5, '\t').collect();
            let [format, direction, form, item, what] = words.as_slice() else { continue };
            let job = format.parse().ok().and_then(|format: usize| program.get(format));
            let job = *job.ok_or_else(|| format!("`{}` says `{line}`", path.display()))?;
            let difference = Difference {
                job,
                direction: (*direction).to_owned(),
                form: (*form).to_owned(),
                profile,
                item: parse_hex(item),
                what: (*what).to_owned(),
            };
            found.push(difference);
        }
        if ended { Ok(()) } else { Err(describe_failed_program(&path, &output)) }
    }

    /// Runs a program, and returns its path and what it wrote.
    fn run_program(&self, profile: Profile, name: &str, bytes: Vec<u8>) -> Result<(PathBuf, Output), String> {
        let path = self.target.join(profile.folder());
        let path = path.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        let fault = |error| format!("`{}` cannot be run: {error}", path.display());
        let mut command = Command::new(&path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(fault)?;
        let mut input = child.stdin.take().ok_or("a program has no input")?;
        let output = thread::scope(|scope| {
            // A program that ends early does not read all of its input. Its output says why it ended.
            scope.spawn(move || input.write_all(&bytes).unwrap_or_default());
            child.wait_with_output()
        });
        output.map(|output| (path.clone(), output)).map_err(fault)
    }
}

/// The error of a program that did not end as it should.
fn describe_failed_program(path: &Path, output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    format!("`{}` ended with {}: {said}", path.display(), output.status)
}

/// A number as programs read it.
fn number_bytes(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}

/// A native type as programs write it.
fn native_type(native: Native) -> String {
    match native {
        Native::F16 | Native::Bf16 | Native::F128 | Native::Decimal => format!("datarep::{}", native.name()),
        other => other.name().to_lowercase(),
    }
}

/// The name of a program.
fn program_name(index: usize) -> String {
    format!("formats{index}")
}

/// The diagnostic in a line of compiler output, such as `src/bin/formats0/format7.rs:3:9: warning: …`.
fn parse_diagnostic(line: &str, profile: Profile) -> Option<Difference> {
    let (_, file) = line.strip_prefix("src/bin/")?.split_once('/')?;
    let (job, rest) = file.strip_prefix("format")?.split_once(".rs:")?;
    let form = ["warning", "error"].into_iter().find(|form| rest.contains(&format!(" {form}")))?;
    Some(Difference {
        job: job.parse().ok()?,
        direction: "compiling".to_owned(),
        form: form.to_owned(),
        profile,
        item: Vec::new(),
        what: rest.to_owned(),
    })
}

fn parse_hex(text: &str) -> Vec<u8> {
    let digits = text.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).unwrap_or(""));
    digits.filter_map(|two| u8::from_str_radix(two, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_compiler_says_is_of_a_format() {
        let told = |line: &str| {
            let told = parse_diagnostic(line, Profile::Release)?;
            Some((told.job, told.form, told.what))
        };
        let warning = "src/bin/formats0/format17.rs:3:9: warning: unused variable: `negative`";
        let what = "3:9: warning: unused variable: `negative`".to_owned();
        assert_eq!(told(warning), Some((17, "warning".to_owned(), what)));
        let error = "src/bin/formats12/format3.rs:3:9: error[E0600]: no";
        assert_eq!(told(error).map(|(job, form, _)| (job, form)), Some((3, "error".to_owned())));
        assert_eq!(told("src/lib.rs:3:9: warning: unused"), None);
        assert_eq!(told("error: could not compile `random-formats`"), None);
    }
}
