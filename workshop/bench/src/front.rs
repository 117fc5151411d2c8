//! The front page of performance: a small table and a picture, made from the page of measurements.
//!
//! They are made from that page, not from a run, so that both pages always agree, and a test can check it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::workspace;

/// The works on the front page: the title, and the group and the work of the rows.
const WORKS: &[(&str, &str, &str)] = &[
    ("Byte swap of `f64`", "swap", "f64, read"),
    ("IBM floats to `f32`", "read", "hfp32 (32 bits), read"),
    ("`f32` to IBM floats", "write", "hfp32 (32 bits), write"),
    ("IBM long floats to `f64`", "read", "hfp64 (64 bits), read"),
    ("VAX G floats to `f64`", "read", "vax_g (64 bits), read"),
    ("Cray floats to `f64`", "read", "cray64 (64 bits), read"),
    ("CDC floats of 60 bits to `f64`", "other", "cdc60 (60 bits), read"),
    ("EBCDIC text to ISO 8859-1", "text", "cp037 (8 bits), read"),
    ("Packed decimals of 7 digits to `i64`", "other", "packed decimals (7 digits), read"),
    ("Structs of numbers, swapped", "struct", "{i32, [f64; 3], f32, i16}, read"),
];

/// Code that knows one layout at compile time. It is not a program that could be used instead of `datarep`.
const NO_PEERS: &[&str] = &["loops"];

/// A row of the first page.
struct FrontRow {
    title: &'static str,
    /// The cells for 64 KiB and 256 MiB.
    cells: [String; 2],
    /// The rate at 64 KiB, in GB/s.
    rate: f64,
    /// The fastest other program, and its rate in GB/s.
    peer: Option<(String, f64)>,
}

/// Writes the table to docs/performance.md, between its marks, and the picture.
///
/// # Errors
///
/// Returns a message if a page is missing or has an unexpected form.
pub fn write(root: &Path) -> Result<(), String> {
    for (path, text) in make_pages(root)? {
        let path = root.join(path);
        let fault = |error| format!("`{}`: {error}", path.display());
        fs::create_dir_all(path.parent().unwrap_or(root)).map_err(fault)?;
        fs::write(&path, text).map_err(fault)?;
    }
    Ok(())
}

/// Compares the front page and its picture with those made from the measurements.
///
/// # Errors
///
/// Returns a message that names the page that differs and the command that writes it.
pub fn check(root: &Path) -> Result<(), String> {
    for (path, text) in make_pages(root)? {
        if workspace::read_file(&root.join(path))? != text {
            return Err(format!(
                "`{path}` is not what docs/performance/measured.md says: run `cargo xtask bench --front`"
            ));
        }
    }
    Ok(())
}

/// The paths of the pages below the root, and their expected text.
fn make_pages(root: &Path) -> Result<[(&'static str, String); 2], String> {
    let lines = find_front_rows(&workspace::read_file(&root.join("docs/performance/measured.md"))?)?;
    let page = workspace::read_file(&root.join("docs/performance.md"))?;
    let (begin, end) = ("<!-- front: begin -->\n", "<!-- front: end -->\n");
    let parts = page.split_once(begin).and_then(|(head, rest)| Some((head, rest.split_once(end)?.1)));
    let (head, tail) = parts.ok_or("docs/performance.md has no marks of the table")?;
    let page = format!("{head}{begin}\n{}\n{end}{tail}", format_table(&lines));
    Ok([("docs/performance.md", page), ("docs/pictures/speed.svg", draw_bars(&lines))])
}

/// Finds the rows in the first table of measurements, which is the one for the processor's own level.
fn find_front_rows(measured: &str) -> Result<Vec<FrontRow>, String> {
    let (_, measured) =
        measured.split_once("<!-- measured: begin -->").ok_or("the measurements have no mark")?;
    let rows: Vec<Vec<&str>> = measured
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    let heads = rows.first().ok_or("the measurements have no table")?;
    let column = |name: &str| {
        let found = heads.iter().position(|head| *head == name);
        found.ok_or_else(|| format!("the measurements have no column `{name}`"))
    };
    let columns = [column("64 KiB")?, column("256 MiB")?];
    let small = columns[0];
    WORKS
        .iter()
        .map(|(title, group, work)| {
            let mine: Vec<&Vec<&str>> = rows.iter().filter(|row| row.starts_with(&[group, work])).collect();
            let missing = || format!("`{group}`, `{work}` is not among the measurements");
            let ours = mine.iter().find(|row| row.get(2) == Some(&"datarep")).ok_or_else(missing)?;
            let cells =
                columns.map(|column| ours.get(column).map_or(String::new(), |cell| (*cell).to_owned()));
            let others = mine.iter().filter_map(|row| {
                let name = *row.get(2)?;
                let cell = *row.get(small)?;
                let counts = name != "datarep" && !NO_PEERS.contains(&name) && !cell.contains("wrong");
                counts.then(|| Some((name.to_owned(), parse_rate(cell)?))).flatten()
            });
            let peer = others.max_by(|(_, one), (_, other)| one.total_cmp(other));
            let rate = parse_rate(&cells[0]).ok_or_else(missing)?;
            Ok(FrontRow { title, cells, rate, peer })
        })
        .collect()
}

/// The rate in GB/s from a cell such as `110.1 (0.96)`.
fn parse_rate(cell: &str) -> Option<f64> {
    cell.split(' ').next()?.parse().ok()
}

/// The name of the peer on the page. The code written by hand is not a named program.
fn peer_label(peer: &str) -> &str {
    if peer == "naive" { "by hand" } else { peer }
}

/// By how much a rate of the measurements may be larger than what stands there.
const ROUNDED: f64 = 0.05;

fn format_table(lines: &[FrontRow]) -> String {
    let mut text = String::from("| | 64 KiB | 256 MiB | the next program |\n|---|---|---|---|\n");
    for FrontRow { title, cells: [small, large], rate, peer } in lines {
        let next = match peer {
            Some((name, other)) if rate / other < 1.05 => {
                format!("{}: {other:.1}, as fast", peer_label(name))
            }
            // The measurements have one digit after the point: 0.1 may be 0.149, and the rate divided by 0.1 far too large.
            Some((name, other)) if *other < 0.95 => {
                let times = (rate / (other + ROUNDED)).floor();
                format!("{}: {other:.1}, ours is more than {times} times as fast", peer_label(name))
            }
            Some((name, other)) => {
                let times = rate / other;
                let digits = usize::from(times < 9.95);
                format!("{}: {other:.1}, ours is {times:.digits$} times as fast", peer_label(name))
            }
            None => "none".to_owned(),
        };
        let _ = writeln!(text, "| {title} | {small} | {large} | {next} |");
    }
    text
}

/// Bars on one scale: the rate of `datarep`, and below it that of the next program.
fn draw_bars(lines: &[FrontRow]) -> String {
    const LEFT: f64 = 250.0;
    const WIDTH: f64 = 400.0;
    const ROW: f64 = 42.0;
    let largest = lines.iter().map(|line| line.rate).fold(1.0, f64::max);
    let count = f64::from(u16::try_from(lines.len()).unwrap_or(u16::MAX));
    let height = ROW * count + 50.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 {height:.0}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>Speed of datarep beside the fastest other program, GB/s at 64 KiB</title>\n\
         <rect width=\"760\" height=\"{height:.0}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" fill=\"#57606a\">GB/s, one core, 64 KiB: datarep above, the fastest other program below</text>\n"
    );
    let mut top = 36.0;
    for FrontRow { title, rate, peer, .. } in lines {
        let title = title.replace('`', "");
        let bar = |rate: f64| (rate / largest * WIDTH).max(1.0);
        let end = LEFT + bar(*rate) + 6.0;
        let _ = write!(
            text,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\" fill=\"#1f2328\">{title}</text>\n\
             <rect x=\"{LEFT}\" y=\"{:.0}\" width=\"{:.1}\" height=\"15\" fill=\"#0969da\"/>\n\
             <text x=\"{end:.1}\" y=\"{:.0}\" fill=\"#1f2328\">{rate:.1}</text>\n",
            LEFT - 8.0,
            top + 18.0,
            top,
            bar(*rate),
            top + 12.0,
        );
        if let Some((name, other)) = peer {
            let _ = write!(
                text,
                "<rect x=\"{LEFT}\" y=\"{:.0}\" width=\"{:.1}\" height=\"12\" fill=\"#afb8c1\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.0}\" fill=\"#57606a\" font-size=\"11\">{other:.1} {}</text>\n",
                top + 17.0,
                bar(*other),
                LEFT + bar(*other) + 6.0,
                top + 27.0,
                peer_label(name),
            );
        }
        top += ROW;
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_says_what_was_measured() {
        check(&workspace::root()).expect("the page is up to date");
    }

    #[test]
    fn the_next_is_the_fastest_that_is_right() {
        let head = "<!-- measured: begin -->\n| group | work | who |  | 64 KiB | 8 MiB | 256 MiB |\n|---|\n";
        let mut page = head.to_owned();
        for (_, group, work) in WORKS {
            for (who, cell) in [
                ("datarep", "90.0 (0.90)"),
                ("slow", "1.0 (0.01)"),
                ("fast", "4.5 (0.04)"),
                ("false", "99.0 (1.00, wrong)"),
                ("loops", "95.0 (0.99)"),
            ] {
                let _ = writeln!(page, "| {group} | {work} | {who} | – | {cell} | – | 20.0 (1.01) |");
            }
        }
        let lines = find_front_rows(&page).expect("all works");
        assert!(lines.iter().all(|line| line.peer == Some(("fast".to_owned(), 4.5))));
        let table = format_table(&lines);
        assert!(
            table.contains("| 90.0 (0.90) | 20.0 (1.01) | fast: 4.5, ours is 20 times as fast |"),
            "{table}"
        );
        assert_eq!(draw_bars(&lines).matches("<rect").count(), 1 + 2 * WORKS.len());
        let tiny = FrontRow {
            title: "tiny",
            cells: [String::new(), String::new()],
            rate: 64.1,
            peer: Some(("slow".to_owned(), 0.1)),
        };
        assert!(format_table(&[tiny]).contains("slow: 0.1, ours is more than 427 times as fast"));
        assert!(find_front_rows(head).is_err());
    }
}
