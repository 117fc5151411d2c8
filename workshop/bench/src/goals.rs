//! The goals of the measurements, and whether they are reached.

use std::fmt;

use super::SIZES;
use super::level::{Level, LevelFilter};
use super::row::{Figure, Row, format_size};

/// A goal: rows of `datarep`, and the figure that each of them must reach.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    /// The number of the goal.
    pub(super) number: &'static str,
    pub(super) title: &'static str,
    pub(super) group: &'static str,
    /// The beginning of the names of the works that the goal applies to.
    pub(super) works: &'static str,
    /// The size of the rows that the goal applies to, or 0 for every size.
    pub(super) size: usize,
    /// The levels that the goal applies to.
    pub(super) at: LevelFilter,
    pub(super) bar: Threshold,
}

/// A figure that must be reached.
#[derive(Debug, Clone, Copy)]
pub(super) enum Threshold {
    /// A share of `memcpy`.
    OfMemcpy(f64),
    /// A multiple of the rate of a peer that does the same work.
    Times(f64, &'static str),
    /// A multiple of the rate of a peer, or a rate in bytes per nanosecond.
    TimesOrRate(f64, &'static str, f64),
    /// `times` the rate of the peer `who`, or `share` times the gain of the work `of`, if that is less. The gain is the
    /// rate of copying on all cores as a multiple of `memcpy`.
    TimesOrGain { times: f64, who: &'static str, share: f64, of: &'static str },
    /// A rate in bytes per nanosecond.
    Rate(f64),
    /// A figure that must not be exceeded, and its unit.
    AtMost(f64, &'static str),
}

/// A goal and the rows that are measured by it.
#[derive(Debug)]
struct JudgedGoal {
    goal: Goal,
    /// The number of rows that reach the goal; the next field is the number of all rows.
    met: usize,
    all: usize,
    /// The rows that miss the goal, the farthest first.
    short: Vec<(f64, String)>,
}

/// Every goal.
#[derive(Debug)]
pub(super) struct Verdict(Vec<JudgedGoal>);

/// The shares of `memcpy` that a group must reach, one for each size.
pub(super) const fn share_goals(group: &'static str, title: &'static str, shares: [f64; 3]) -> [Goal; 3] {
    let [small, middle, large] = SIZES;
    let goal = Goal {
        number: "1, 2",
        title,
        group,
        works: "",
        size: 0,
        at: LevelFilter::Every,
        bar: Threshold::OfMemcpy(0.0),
    };
    [
        Goal { size: small, bar: Threshold::OfMemcpy(shares[0]), ..goal },
        Goal { size: middle, bar: Threshold::OfMemcpy(shares[1]), ..goal },
        Goal { size: large, bar: Threshold::OfMemcpy(shares[2]), ..goal },
    ]
}

/// The same goals at other levels.
pub(super) const fn with_levels<const N: usize>(at: LevelFilter, mut goals: [Goal; N]) -> [Goal; N] {
    let mut index = 0;
    while index < N {
        goals[index].at = at;
        index += 1;
    }
    goals
}

/// Judges the rows by the goals of a level.
pub(super) fn judge_goals<'a>(
    goals: impl IntoIterator<Item = &'a Goal>,
    level: Level,
    rows: &[Row],
) -> Verdict {
    let goals = goals.into_iter().filter(|goal| goal.at.includes(level));
    Verdict(goals.map(|goal| goal.judge_rows(rows)).collect())
}

impl Goal {
    fn judge_rows(self, rows: &[Row]) -> JudgedGoal {
        let (mut met, mut all, mut short) = (0, 0, Vec::new());
        for row in rows.iter().filter(|row| self.applies_to(row)) {
            let Some((reached, fact)) = self.bar.reached_share(row, rows) else { continue };
            all += 1;
            if reached >= 1.0 {
                met += 1;
            } else {
                let size = if self.size == 0 { format_size(row.size) } else { String::new() };
                short.push((reached, format!("{} {size} {fact}", row.work)));
            }
        }
        short.sort_by(|one, other| one.0.total_cmp(&other.0));
        JudgedGoal { goal: self, met, all, short }
    }

    fn applies_to(&self, row: &Row) -> bool {
        row.who == "datarep"
            && row.group == self.group
            && row.work.starts_with(self.works)
            && (self.size == 0 || row.size == self.size)
    }
}

impl Threshold {
    /// The share of the goal that a row reaches, where 1 is all of it, and the figures that show it. Returns `None` if
    /// the goal is about another kind of figure.
    fn reached_share(self, row: &Row, rows: &[Row]) -> Option<(f64, String)> {
        match (self, &row.figure) {
            (_, Figure::Missing(reason)) => Some((0.0, format!("is missing: {reason}"))),
            (Threshold::AtMost(most, wanted), Figure::Amount { best, unit, .. }) => {
                let reached = if *best <= most { 1.0 } else { most / best };
                (*unit == wanted).then(|| (reached, format!("{best:.2} {unit}")))
            }
            (Threshold::AtMost(..), Figure::Rate { .. }) | (_, Figure::Amount { .. }) => None,
            (_, Figure::Rate { correct: false, .. }) => Some((0.0, "is wrong".to_owned())),
            (Threshold::OfMemcpy(wanted), Figure::Rate { best, share, .. }) => {
                Some((share / wanted, format!("{best:.2} GB/s, {share:.2} of memcpy")))
            }
            (Threshold::Rate(wanted), Figure::Rate { best, .. }) => {
                Some((best / wanted, format!("{best:.2} GB/s")))
            }
            (Threshold::Times(times, who), Figure::Rate { best, .. }) => {
                Some(match ratio_to_peer(who, row, rows) {
                    Ok(ratio) => (ratio / times, format!("{best:.2} GB/s, {ratio:.2} of {who}")),
                    Err(reason) => (0.0, reason),
                })
            }
            (Threshold::TimesOrGain { times, who, share, of }, Figure::Rate { best, .. }) => {
                let (wanted, gain) = match find_copying_gain(of, row, rows) {
                    Some(gain) => (times.min(share * gain), format!("copying gains {gain:.2}")),
                    None => (times, "what copying gains is not measured".to_owned()),
                };
                Some(match ratio_to_peer(who, row, rows) {
                    Ok(ratio) => (ratio / wanted, format!("{best:.2} GB/s, {ratio:.2} of {who}; {gain}")),
                    Err(reason) => (0.0, reason),
                })
            }
            (Threshold::TimesOrRate(times, who, rate), Figure::Rate { best, .. }) => {
                let (reached, fact) = match ratio_to_peer(who, row, rows) {
                    Ok(ratio) => (ratio / times, format!("{ratio:.1} × {who}")),
                    Err(reason) => (0.0, reason),
                };
                Some((reached.max(best / rate), format!("{best:.2} GB/s, {fact}")))
            }
        }
    }
}

/// The rate of a row of `datarep` as a multiple of the rate of a peer.
fn ratio_to_peer(who: &str, ours: &Row, rows: &[Row]) -> Result<f64, String> {
    let theirs = rows
        .iter()
        .find(|row| (row.who, row.group, &row.work, row.size) == (who, ours.group, &ours.work, ours.size));
    match theirs.map(|row| &row.figure) {
        Some(Figure::Rate { ours, correct: true, .. }) => Ok(*ours),
        Some(Figure::Rate { .. }) => Err(format!("the result of {who} is wrong")),
        Some(Figure::Missing(reason)) => Err(format!("{who} is missing: {reason}")),
        Some(Figure::Amount { .. }) | None => Err(format!("{who} is not measured")),
    }
}

/// The speed of all cores in a work as a multiple of `memcpy`, at the size and in the group of the row `ours`.
fn find_copying_gain(work: &str, ours: &Row, rows: &[Row]) -> Option<f64> {
    let copies = rows.iter().find(|row| (&*row.work, row.group, row.size) == (work, ours.group, ours.size));
    match copies?.figure {
        Figure::Rate { share, .. } => Some(share),
        Figure::Amount { .. } | Figure::Missing(_) => None,
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.number, self.title)?;
        if self.size > 0 {
            write!(f, ", {}", format_size(self.size))?;
        }
        match self.bar {
            Threshold::OfMemcpy(share) => write!(f, ": at least {share} of memcpy"),
            Threshold::Rate(rate) => write!(f, ": at least {rate} GB/s"),
            Threshold::Times(times, who) => write!(f, ": at least {times} of {who}"),
            Threshold::TimesOrRate(times, who, rate) => {
                write!(f, ": at least {times} of {who}, or {rate} GB/s")
            }
            Threshold::TimesOrGain { times, who, share, .. } => {
                write!(f, ": at least {times} of {who}, or {share} of what copying gains")
            }
            Threshold::AtMost(most, unit) => write!(f, ": at most {most} {unit}"),
        }
    }
}

impl JudgedGoal {
    fn is_met(&self) -> bool {
        self.all > 0 && self.met == self.all
    }
}

/// How many of the works that fall short of a goal a page has. The command prints all.
const ON_A_PAGE: usize = 1;

impl Verdict {
    /// The goals as a page of the book has them: of the works that fall short of one, the one that is farthest from it.
    pub(super) fn to_page_text(&self) -> String {
        struct Page<'a>(&'a Verdict);
        impl fmt::Display for Page<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write_goals(f, ON_A_PAGE)
            }
        }
        Page(self).to_string()
    }

    /// Prints each goal, with at most `most` of the works that fall short of it. These are sorted, the worst first.
    fn write_goals(&self, f: &mut fmt::Formatter<'_>, most: usize) -> fmt::Result {
        for judged @ JudgedGoal { goal, met, all, short } in &self.0 {
            let verdict = if judged.is_met() { "pass " } else { "SHORT" };
            write!(f, "{verdict} {met:3} of {all:3}  goal {goal}")?;
            writeln!(f, "{}", if *all == 0 { ": not measured" } else { "" })?;
            for (reached, text) in short.iter().take(most) {
                writeln!(f, "                  {:3.0} %  {text}", reached * 100.0)?;
            }
            if let Some(more) = short.len().checked_sub(most).filter(|more| *more > 0) {
                writeln!(f, "                         and {more} more")?;
            }
        }
        let met = self.0.iter().filter(|judged| judged.is_met()).count();
        write!(f, "goals: {met} met, {} short", self.0.len() - met)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_goals(f, usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(who: &'static str, share: f64, ours: f64, correct: bool) -> Row {
        let figure = Figure::Rate { best: share * 100.0, median: share * 100.0, share, ours, correct };
        Row { group: "swap", work: "f64, read".to_owned(), size: 64 << 10, who, figure }
    }

    fn goal(bar: Threshold) -> Goal {
        Goal { number: "9", title: "a title", group: "swap", works: "", size: 0, at: LevelFilter::Every, bar }
    }

    fn told(bar: Threshold, rows: &[Row]) -> String {
        judge_goals(&[goal(bar)], Level::Avx512, rows).to_string()
    }

    #[test]
    fn a_goal_that_is_not_measured_is_short() {
        assert_eq!(
            told(Threshold::OfMemcpy(0.5), &[]),
            "SHORT   0 of   0  goal 9: a title: at least 0.5 of memcpy: not measured\ngoals: 0 met, 1 short"
        );
    }

    #[test]
    fn shares_are_compared_and_wrong_answers_count_for_nothing() {
        let rows =
            [row("datarep", 0.6, 1.0, true), row("datarep", 0.4, 1.0, true), row("datarep", 0.9, 1.0, false)];
        let text = told(Threshold::OfMemcpy(0.5), &rows);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let expected = [
            "SHORT   1 of   3  goal 9: a title: at least 0.5 of memcpy",
            "0 %  f64, read 64 KiB is wrong",
            "80 %  f64, read 64 KiB 40.00 GB/s, 0.40 of memcpy",
            "goals: 0 met, 1 short",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_page_has_the_work_that_is_farthest_from_a_goal() {
        let rows: Vec<Row> = [0.4, 0.1, 0.3, 0.2].map(|share| row("datarep", share, 1.0, true)).into();
        let page = judge_goals(&[goal(Threshold::OfMemcpy(0.5))], Level::Avx512, &rows).to_page_text();
        let lines: Vec<&str> = page.lines().map(str::trim).collect();
        let expected = [
            "SHORT   0 of   4  goal 9: a title: at least 0.5 of memcpy",
            "20 %  f64, read 64 KiB 10.00 GB/s, 0.10 of memcpy",
            "and 3 more",
            "goals: 0 met, 1 short",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn goals_are_those_of_the_level() {
        let goals = [
            Goal { at: LevelFilter::Avx512, ..goal(Threshold::OfMemcpy(0.9)) },
            Goal { at: LevelFilter::BelowAvx512, ..goal(Threshold::Rate(40.0)) },
        ];
        let verdict =
            |level, share| judge_goals(&goals, level, &[row("datarep", share, 1.0, true)]).to_string();
        assert!(verdict(Level::Avx512, 0.5).contains("at least 0.9 of memcpy"));
        assert!(verdict(Level::Avx512, 0.5).ends_with("goals: 0 met, 1 short"));
        assert!(verdict(Level::Avx2, 0.5).ends_with("goals: 1 met, 0 short"));
        let text = verdict(Level::Baseline, 0.1);
        assert!(
            text.contains("at least 40 GB/s") && text.contains("25 %  f64, read 64 KiB 10.00 GB/s"),
            "{text}"
        );
    }

    #[test]
    fn others_are_compared_by_their_ratio() {
        let bar = Threshold::Times(2.0, "naive");
        assert!(
            told(bar, &[row("datarep", 0.5, 1.0, true), row("naive", 0.1, 2.5, true)]).starts_with("pass")
        );
        assert!(
            told(bar, &[row("datarep", 0.5, 1.0, true), row("naive", 0.1, 1.9, true)]).starts_with("SHORT")
        );
        // Without rows of the peer, the goal is not met, and the verdict says why.
        let text = told(bar, &[row("datarep", 0.5, 1.0, true)]);
        assert!(text.contains("naive is not measured"), "{text}");
        let missing =
            Row { figure: Figure::Missing("no network".to_owned()), ..row("naive", 0.0, 0.0, true) };
        let text = told(bar, &[row("datarep", 0.5, 1.0, true), missing]);
        assert!(text.contains("naive is missing: no network"), "{text}");
        // A peer with wrong results is not used for the comparison.
        let text = told(bar, &[row("datarep", 0.5, 1.0, true), row("naive", 0.1, 9.0, false)]);
        assert!(text.starts_with("SHORT") && text.contains("the result of naive is wrong"), "{text}");
    }

    #[test]
    fn more_is_not_wanted_than_memory_allows() {
        let bar = Threshold::TimesOrGain { times: 1.8, who: "one core", share: 0.95, of: "copy" };
        let ours = |ratio| [row("datarep", 0.5, 1.0, true), row("one core", 0.1, ratio, true)];
        let copy = |gain| Row { work: "copy".to_owned(), ..row("all cores", gain, 1.0, true) };
        assert!(told(bar, &ours(1.8)).starts_with("pass"));
        let text = told(bar, &ours(1.7));
        assert!(text.starts_with("SHORT") && text.contains("what copying gains is not measured"), "{text}");
        let with = |ratio, gain| [&ours(ratio)[..], &[copy(gain)]].concat();
        assert!(told(bar, &with(1.43, 1.5)).starts_with("pass"));
        let text = told(bar, &with(1.4, 1.5));
        assert!(text.starts_with("SHORT") && text.contains("1.40 of one core; copying gains 1.50"), "{text}");
        // If copying gains more, 1.8 is enough.
        assert!(told(bar, &with(1.8, 2.0)).starts_with("pass"));
    }

    #[test]
    fn amounts_are_compared_in_their_unit() {
        let amount = |best: f64, unit| {
            let figure = Figure::Amount { best, median: best, unit };
            [Row { figure, ..row("datarep", 0.0, 0.0, true) }]
        };
        assert!(told(Threshold::AtMost(2.0, "s"), &amount(2.0, "s")).starts_with("pass"));
        assert!(
            told(Threshold::AtMost(2.0, "s"), &amount(4.0, "s")).contains(" 50 %  f64, read 64 KiB 4.00 s")
        );
        assert!(told(Threshold::AtMost(0.0, "kernels"), &amount(0.0, "kernels")).starts_with("pass"));
        assert!(told(Threshold::AtMost(2.0, "s"), &amount(1.0, "ms")).contains("not measured"));
    }
}
