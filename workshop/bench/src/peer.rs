//! Peers in processes of their own: programs in other languages, and loops compiled with the processor's own flags.
//!
//! The protocol is described in `workshop/bench/peers/python/protocol.py`. A peer reads its input from a file and writes its
//! output to another file, which is compared before anything is measured. Then it measures one sample on each request,
//! so that its samples alternate with those of `datarep`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::level::Level;
use crate::{python, workspace};

/// How a peer is started.
#[derive(Debug, Clone, Copy)]
enum PeerKind {
    /// A script of `workshop/bench/peers/python`, and the packages that it needs.
    Python(&'static str, &'static [&'static str]),
    /// The package `workshop/bench/peers/loops`.
    Loops,
}

/// Every peer by its name.
const PEERS: [(&str, PeerKind); 7] = [
    ("loops", PeerKind::Loops),
    ("numpy", PeerKind::Python("numpy_peer.py", &["numpy==2.4.6"])),
    ("h5py", PeerKind::Python("h5py_peer.py", &["h5py==3.16.0", "numpy==2.4.6"])),
    // This package was compiled against the interface of NumPy 1.
    ("ibm2ieee", PeerKind::Python("ibm2ieee_peer.py", &["ibm2ieee==1.3.3", "numpy==1.26.4"])),
    ("segyio", PeerKind::Python("segyio_peer.py", &["segyio==1.9.14", "numpy==2.4.6"])),
    ("pandas", PeerKind::Python("pandas_peer.py", &["pandas==2.3.3", "numpy==2.4.6", "pyarrow==26.0.1"])),
    ("MPICH", PeerKind::Python("mpi_peer.py", &["mpich==5.0.2", "mpi4py==4.1.2"])),
];

/// The peers that have been used. Each is started at its first use.
#[derive(Debug)]
pub(super) struct Peers {
    folder: PathBuf,
    /// The level for which the loops are compiled, or `None` for the processor's own.
    level: Option<Level>,
    started: Vec<(&'static str, Result<Process, String>)>,
}

/// A work for a peer.
#[derive(Debug)]
pub(super) struct PeerTask<'a> {
    /// The name that the peer has for the work, and further arguments.
    pub(super) work: &'a str,
    pub(super) arguments: &'a [String],
    pub(super) input: &'a [u8],
    pub(super) expected: &'a [u8],
    /// The number of bytes that are copied beside the work.
    pub(super) bytes: usize,
}

impl Peers {
    pub(super) fn new(level: Option<Level>) -> Peers {
        Peers { folder: workspace::target_folder().join("bench").join("peers"), level, started: Vec::new() }
    }

    /// The versions of the peers that run, and the reasons why others do not.
    pub(super) fn versions(&self) -> impl Iterator<Item = (&'static str, Result<&str, &str>)> {
        self.started.iter().map(|(name, process)| {
            (*name, process.as_ref().map(|process| process.version.as_str()).map_err(String::as_str))
        })
    }

    /// Has the peer do the work once, and returns whether its output is as expected.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no such peer, or why it cannot do the work.
    pub(super) fn run_once(&mut self, who: &'static str, task: &PeerTask<'_>) -> Result<bool, String> {
        let (input, output) = (self.folder.join("input"), self.folder.join("output"));
        let fault = |path: &Path| {
            let path = path.display().to_string();
            move |error: std::io::Error| format!("`{path}`: {error}")
        };
        self.start_if_new(who)?;
        fs::write(&input, task.input).map_err(fault(&input))?;
        let (bytes, length) = (task.bytes.to_string(), task.expected.len().to_string());
        let (input, output) = (input.to_string_lossy(), output.to_string_lossy());
        let mut words = vec!["work", task.work, &bytes, &input, &output, &length];
        words.extend(task.arguments.iter().map(String::as_str));
        self.start_if_new(who)?.send_and_receive(&words)?;
        let output = fs::read(&*output).map_err(fault(Path::new(&*output)))?;
        Ok(output == task.expected)
    }

    /// The seconds of a call of the peer's work, and of a copy, each as the mean of `calls` calls.
    pub(super) fn time_calls(&mut self, who: &'static str, calls: u32) -> Result<(f64, f64), String> {
        let process = self.start_if_new(who)?;
        Ok((process.time_call("time", calls)?, process.time_call("copy", calls)?))
    }

    fn start_if_new(&mut self, who: &'static str) -> Result<&mut Process, String> {
        if !self.started.iter().any(|(name, _)| *name == who) {
            self.started.push((who, start_peer(who, &self.folder, self.level)));
        }
        let started = self.started.iter_mut().find(|(name, _)| *name == who);
        let (_, process) = started.ok_or("was lost")?;
        process.as_mut().map_err(|reason| reason.clone())
    }
}

/// A running peer.
#[derive(Debug)]
struct Process {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    version: String,
}

fn start_peer(who: &str, folder: &Path, level: Option<Level>) -> Result<Process, String> {
    let (_, kind) = PEERS
        .iter()
        .find(|(name, _)| *name == who)
        .ok_or_else(|| format!("there is no peer `{who}` in the list of them"))?;
    fs::create_dir_all(folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
    let mut command = match kind {
        PeerKind::Python(script, packages) => {
            let python = python::environment(&format!("bench-{}", who.to_lowercase()), packages)?;
            let mut command = python::script(&python, &format!("workshop/bench/peers/python/{script}"));
            // Python must not write files beside the scripts.
            command.env("PYTHONDONTWRITEBYTECODE", "1");
            command
        }
        PeerKind::Loops => Command::new(build_loops(level)?),
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("cannot be run: {error}"))?;
    let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("has no input or no output".to_owned());
    };
    let mut process = Process { child, to, from: BufReader::new(from), version: String::new() };
    process.version = process.receive_answer()?;
    Ok(process)
}

/// Builds the loops written by hand, with the processor's own flags or with those of a level.
fn build_loops(level: Option<Level>) -> Result<PathBuf, String> {
    let target = workspace::target_folder().join("bench").join(match level {
        Some(level) => format!("loops-{}", level.name()),
        None => "loops".to_owned(),
    });
    let processor = level.map_or("native", Level::target_cpu);
    let mut cargo = workspace::cargo();
    cargo.args([
        "build",
        "--release",
        "--quiet",
        "--locked",
        "--manifest-path",
        "workshop/bench/peers/loops/Cargo.toml",
    ]);
    cargo.arg("--target-dir").arg(&target).env("RUSTFLAGS", format!("-C target-cpu={processor}"));
    match cargo.status() {
        Ok(status) if status.success() => {
            Ok(target.join("release").join(format!("loops{}", std::env::consts::EXE_SUFFIX)))
        }
        Ok(status) => Err(format!("cannot be built: {status}")),
        Err(error) => Err(format!("`cargo` cannot be run: {error}")),
    }
}

impl Process {
    fn send_and_receive(&mut self, words: &[&str]) -> Result<String, String> {
        writeln!(self.to, "{}", words.join("\t"))
            .and_then(|()| self.to.flush())
            .map_err(|error| format!("does not listen: {error}"))?;
        self.receive_answer()
    }

    /// The answer of the peer, without the word for success.
    fn receive_answer(&mut self) -> Result<String, String> {
        let mut line = String::new();
        self.from.read_line(&mut line).map_err(|error| format!("is not understood: {error}"))?;
        match line.trim_end_matches('\n').split_once('\t').unwrap_or((line.trim_end(), "")) {
            ("ok", words) => Ok(words.to_owned()),
            ("no", reason) => Err(reason.to_owned()),
            _ if line.is_empty() => Err("ended before it answered".to_owned()),
            _ => Err(format!("said `{}`", line.trim_end())),
        }
    }

    fn time_call(&mut self, what: &str, calls: u32) -> Result<f64, String> {
        let answer = self.send_and_receive(&[what, &calls.to_string()])?;
        let nanoseconds: f64 = answer.parse().map_err(|_| format!("said `{answer}` for a time"))?;
        Ok(nanoseconds / 1e9 / f64::from(calls))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Killing the peer loses nothing, and it may be in the middle of a work.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
#[path = "../peers/loops/src/loops.rs"]
mod loops;

#[cfg(test)]
mod tests {
    use super::loops::LOOPS;

    /// The output of the loop `name`, in `length` bytes.
    fn converted(name: &str, input: &[u8], length: usize) -> Vec<u8> {
        let (_, make) = LOOPS.iter().find(|(other, _)| *other == name).expect("the loop is there");
        let mut output = vec![0; length];
        make(&[]).expect("it takes no arguments")(input, &mut output);
        output
    }

    #[test]
    fn loops_by_hand_are_right() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(converted("swap 2", &bytes, 8), [2, 1, 4, 3, 6, 5, 8, 7]);
        assert_eq!(converted("swap 4", &bytes, 8), [4, 3, 2, 1, 8, 7, 6, 5]);
        assert_eq!(converted("swap 8", &bytes, 8), [8, 7, 6, 5, 4, 3, 2, 1]);
        let wide: Vec<u8> = [1_i64, -2].iter().flat_map(|number| number.to_ne_bytes()).collect();
        let narrow = [0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE];
        assert_eq!(converted("read i32 as i64", &narrow, 16), wide);
        assert_eq!(converted("write i64 as i32", &wide, 8), narrow);
        let (_, swap) = LOOPS[0];
        assert!(swap(&["an argument"]).is_err());
    }
}
