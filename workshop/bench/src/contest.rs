//! Measures everybody who does one work at one size, in turn.

use std::hint::black_box;

use super::clock::{self, Samples};
use super::peer::{PeerTask, Peers};
use super::place::{PageOffset, PlacedSlice};
use super::row::{Figure, Row};

/// How long to measure.
#[derive(Debug, Clone, Copy)]
pub(super) struct SamplingLimits {
    /// The number of samples.
    pub(super) rounds: usize,
    /// The seconds after which a contestant takes no more samples, apart from the fewest.
    pub(super) seconds: f64,
}

/// The number of samples that are taken in any case.
const FEWEST: usize = 2;

/// A work and its contestants.
pub(super) struct Contest<'a> {
    group: &'static str,
    work: String,
    size: usize,
    /// The bytes that a call converts: those of the native items or of the file, whichever are more.
    bytes: usize,
    /// The input of peers, and the output expected of them.
    input: &'a [u8],
    expected: &'a [u8],
    contestants: Vec<Contestant<'a>>,
}

struct Contestant<'a> {
    who: &'static str,
    doer: Execution<'a>,
}

enum Execution<'a> {
    /// A call in this process, and whether its result has been compared.
    InThisProcess(bool, Box<dyn FnMut() + 'a>),
    /// In a process of its own: the peer's name of the work, and its further arguments.
    InPeerProcess(&'static str, Vec<String>),
}

impl<'a> Contest<'a> {
    /// `size` is the nominal size for the row. `bytes` is the number of bytes that a call converts, to which the rate
    /// and the copy refer.
    pub(super) fn new(group: &'static str, work: &str, size: usize, bytes: usize) -> Contest<'a> {
        let work = work.to_owned();
        Contest { group, work, size, bytes, input: &[], expected: &[], contestants: Vec::new() }
    }

    /// Sets the input of peers, and the output expected of them.
    pub(super) fn with_peer_files(mut self, input: &'a [u8], expected: &'a [u8]) -> Contest<'a> {
        (self.input, self.expected) = (input, expected);
        self
    }

    /// Adds a contestant in this process. `correct` says whether its result has been compared.
    pub(super) fn add_local(
        mut self,
        who: &'static str,
        correct: bool,
        call: impl FnMut() + 'a,
    ) -> Contest<'a> {
        self.contestants.push(Contestant { who, doer: Execution::InThisProcess(correct, Box::new(call)) });
        self
    }

    /// Adds a peer, which knows the work as `work`.
    pub(super) fn add_peer(self, who: &'static str, work: &'static str) -> Contest<'a> {
        self.add_peer_with_arguments(who, work, Vec::new())
    }

    /// Adds a peer that needs arguments beside the name of the work.
    pub(super) fn add_peer_with_arguments(
        mut self,
        who: &'static str,
        work: &'static str,
        arguments: Vec<String>,
    ) -> Contest<'a> {
        self.contestants.push(Contestant { who, doer: Execution::InPeerProcess(work, arguments) });
        self
    }

    /// Removes the peers that choose their own level. The loops stay, as they are compiled for the level.
    pub(super) fn remove_peers_with_own_level(mut self) -> Contest<'a> {
        let stays =
            |one: &Contestant<'_>| matches!(one.doer, Execution::InThisProcess(..)) || one.who == "loops";
        self.contestants.retain(stays);
        self
    }

    pub(super) fn bytes_per_call(&self) -> usize {
        self.bytes
    }

    /// Measures all contestants in turn, beside a copy.
    pub(super) fn run(self, peers: &mut Peers, buffers: &mut Buffers, patience: SamplingLimits) -> Vec<Row> {
        let Contest { group, work, size, bytes, input, expected, contestants } = self;
        let calls = clock::calls_per_sample(bytes);
        let mut entries: Vec<MeasuredContestant<'_>> = contestants
            .into_iter()
            .map(|Contestant { who, doer }| {
                MeasuredContestant::new(who, doer, |work, arguments| {
                    peers.run_once(who, &PeerTask { work, arguments, input, expected, bytes })
                })
            })
            .collect();
        let (from, to) = buffers.prepare_bytes(bytes);
        let mut copies = Samples::default();
        for round in 0..=patience.rounds {
            // The first round makes the system map the pages.
            let kind = if round == 0 { SampleKind::WarmUp } else { SampleKind::Counted };
            let copy =
                clock::seconds_per_call(calls, &mut || black_box(&mut *to).copy_from_slice(black_box(from)));
            if kind == SampleKind::Counted {
                copies.push(copy);
            }
            for entry in &mut entries {
                if entry.samples.len() < FEWEST || entry.spent < patience.seconds {
                    entry.take_sample(kind, calls, peers);
                }
            }
        }
        let ours = entries.first().map(|entry| entry.samples.clone()).unwrap_or_default();
        entries
            .into_iter()
            .map(|entry| Row {
                group,
                work: work.clone(),
                size,
                who: entry.who,
                figure: entry.into_figure(bytes, &copies, &ours),
            })
            .collect()
    }
}

/// The buffers of the copy. They are kept between contests because they are large.
#[derive(Debug, Default)]
pub(super) struct Buffers(Option<(PlacedSlice<u8>, PlacedSlice<u8>)>);

impl Buffers {
    fn prepare_bytes(&mut self, bytes: usize) -> (&[u8], &mut [u8]) {
        let kept = self.0.take().filter(|(from, _)| from.len() == bytes);
        let make = || {
            (PlacedSlice::new(PageOffset::INPUT, bytes, 1), PlacedSlice::new(PageOffset::OUTPUT, bytes, 0))
        };
        let (from, to) = self.0.insert(kept.unwrap_or_else(make));
        (from, to)
    }
}

/// A contestant while it is measured.
struct MeasuredContestant<'a> {
    who: &'static str,
    /// The reason why it does not take part.
    missing: Option<String>,
    correct: bool,
    call: Option<Box<dyn FnMut() + 'a>>,
    samples: Samples,
    /// The samples of copying in the peer's own process.
    copies: Samples,
    spent: f64,
}

/// Whether a sample is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SampleKind {
    /// It only prepares the machine.
    WarmUp,
    /// It is one of the results.
    Counted,
}

impl<'a> MeasuredContestant<'a> {
    fn new(
        who: &'static str,
        doer: Execution<'a>,
        prepare: impl FnOnce(&str, &[String]) -> Result<bool, String>,
    ) -> MeasuredContestant<'a> {
        let (correct, call) = match doer {
            Execution::InThisProcess(correct, call) => (Ok(correct), Some(call)),
            Execution::InPeerProcess(work, arguments) => (prepare(work, &arguments), None),
        };
        let (samples, copies) = (Samples::default(), Samples::default());
        let (missing, correct) = match correct {
            Ok(correct) => (None, correct),
            Err(reason) => (Some(reason), false),
        };
        MeasuredContestant { who, missing, correct, call, samples, copies, spent: 0.0 }
    }

    /// Takes one sample, if the contestant takes part.
    fn take_sample(&mut self, kind: SampleKind, calls: u32, peers: &mut Peers) {
        if self.missing.is_some() {
            return;
        }
        let (seconds, copy) = match &mut self.call {
            Some(call) => (clock::seconds_per_call(calls, call), None),
            None => match peers.time_calls(self.who, calls) {
                Ok((seconds, copy)) => (seconds, Some(copy)),
                Err(reason) => {
                    self.missing = Some(reason);
                    return;
                }
            },
        };
        self.spent += seconds * f64::from(calls);
        if kind == SampleKind::Counted {
            self.samples.push(seconds);
            if let Some(copy) = copy {
                self.copies.push(copy);
            }
        }
    }

    fn into_figure(self, bytes: usize, copies: &Samples, ours: &Samples) -> Figure {
        if let Some(reason) = self.missing {
            return Figure::Missing(reason);
        }
        let rate = |seconds: f64| bytes_to_f64(bytes) / seconds / 1e9;
        let (best, median) = (self.samples.least(), self.samples.median());
        // A peer has other memory, so its conversion is compared with its own copy.
        let copies = if self.call.is_some() { copies } else { &self.copies };
        Figure::Rate {
            best: rate(best),
            median: rate(median),
            share: self.samples.speedup_over(copies),
            ours: ours.speedup_over(&self.samples),
            correct: self.correct,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a number of bytes, below 2^53")]
fn bytes_to_f64(bytes: usize) -> f64 {
    bytes as f64
}
