//! What was set out to be reached, and whether it is.

use std::fmt;

use super::report::{Row, size_name};
use super::{Options, SIZES};

/// A goal, and what of it is met.
#[derive(Debug)]
struct Goal {
    title: String,
    /// How many rows reach it, and how many there are.
    met: usize,
    all: usize,
    /// Those that do not, the farthest first.
    short: Vec<(f64, String)>,
}

/// Every goal.
#[derive(Debug)]
pub(super) struct Verdict {
    goals: Vec<Goal>,
    /// What is not measured here, and why or where it is.
    elsewhere: Vec<&'static str>,
}

/// The share of `memcpy` that a group is to reach at each of the sizes.
const SHARES: [(&str, &str, [f64; 3]); 4] = [
    ("swap", "swaps", [0.95, 0.95, 0.9]),
    ("integer", "integer width changes", [0.9, 0.95, 0.9]),
    ("read", "floats of 8, 16, 32 and 64 bits, reading", [0.7, 0.95, 0.9]),
    ("write", "floats of 8, 16, 32 and 64 bits, writing", [0.5, 0.95, 0.9]),
];

/// Octets a nanosecond that formats of other widths are to reach.
const OTHER: f64 = 2.0;

/// The share of zerocopy's rate that structs are to reach.
const STRUCTS: f64 = 0.95;

/// Judges the rows.
pub(super) fn judge(rows: &[Row], options: &Options) -> Verdict {
    let ours = |group: &'static str, size: usize| {
        rows.iter().filter(move |row| row.group == group && row.size == size && row.who == "datarep")
    };
    let mut goals = Vec::new();
    for (group, title, shares) in SHARES {
        for (size, share) in SIZES.into_iter().zip(shares) {
            let title = format!("1, 2: {title}, {}: at least {share} of memcpy", size_name(size));
            goals.push(Goal::of(title, ours(group, size).map(|row| (row, row.share / share))));
        }
    }
    for size in SIZES {
        let title = format!("1: floats of other widths, {}: at least {OTHER} GB/s", size_name(size));
        goals.push(Goal::of(title, ours("other", size).map(|row| (row, row.rate / OTHER))));
    }
    for size in SIZES {
        let peer = |row: &Row| {
            rows.iter().find(|peer| peer.who == "zerocopy" && peer.work == row.work && peer.size == size)
        };
        let title = format!("4: structs, {}: at least {STRUCTS} of zerocopy", size_name(size));
        let rows = ours("struct", size).filter_map(|row| Some((row, row.rate / peer(row)?.rate / STRUCTS)));
        goals.push(Goal::of(title, rows));
    }
    goals.retain(|goal| goal.all > 0 || options.group.is_none());
    let elsewhere = vec![
        "3: dynamic datatypes: not measured",
        "5: files: not measured",
        "6: two cores: not measured",
        "7: building: `cargo xtask build-time`",
    ];
    Verdict { goals, elsewhere }
}

impl Goal {
    /// Each row with what it reaches of the goal: 1 is all of it.
    fn of<'a>(title: String, rows: impl Iterator<Item = (&'a Row, f64)>) -> Goal {
        let (mut met, mut all, mut short) = (0, 0, Vec::new());
        for (row, reached) in rows {
            all += 1;
            if reached >= 1.0 && row.correct {
                met += 1;
            } else {
                let text = format!("{} {:.2} GB/s, {:.2} of memcpy", row.work, row.rate, row.share);
                short.push((reached, text));
            }
        }
        short.sort_by(|one, other| one.0.total_cmp(&other.0));
        Goal { title, met, all, short }
    }

    fn is_met(&self) -> bool {
        self.all > 0 && self.met == self.all
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Goal { title, met, all, short } in &self.goals {
            let verdict = if *all > 0 && met == all { "pass " } else { "SHORT" };
            writeln!(f, "{verdict} {met:3} of {all:3}  goal {title}")?;
            for (reached, text) in short {
                writeln!(f, "                  {:3.0} %  {text}", reached * 100.0)?;
            }
        }
        for text in &self.elsewhere {
            writeln!(f, "SHORT             goal {text}")?;
        }
        let met = self.goals.iter().filter(|goal| goal.is_met()).count();
        write!(f, "goals: {met} met, {} short", self.goals.len() - met + self.elsewhere.len())
    }
}
