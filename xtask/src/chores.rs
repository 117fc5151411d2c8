//! The commands that test, build and install things, and that write pages. Optimized programs and campaigns of fuzzing are
//! built without them.

use std::time::Duration;

use datarep_laboratory as laboratory;
use datarep_oracle::random;
use datarep_proofs::prove;
use datarep_workshop::workspace;
use xtask::{
    book, charsets, copybooks, corpus, dist, faults, first, frames, fuzz, mutants, page, pairs, pictures,
    platforms, python_package, requirements, sanitize, scale, supply, test, vectors,
};

/// Runs a command, or returns `None` if it is none of these.
pub(super) fn run(arguments: &[&str]) -> Option<Result<(), String>> {
    Some(match arguments {
        ["charsets", rest @ ..] if matches!(rest, [] | ["--check"]) => run_charsets(!rest.is_empty()),
        ["requirements"] => write_requirements(),
        ["requirements", "--check"] => {
            requirements::check(&workspace::root()).map(|report| println!("{}", report.summary))
        }
        ["book"] => book::build(&workspace::root()).map(|page| println!("built `{}`", page.display())),
        ["dist", parts @ ..] => dist::run(parts),
        ["first", rows @ ..] => first::run(rows),
        ["faults", rest @ ..] => run_faults(rest),
        ["frames"] => frames::check().map(|told| println!("{told}")),
        ["fuzz", rest @ ..] => run_fuzz(rest),
        ["mutants", rest @ ..] => run_mutants(rest),
        ["mpi-aarch64"] => laboratory::aarch64::run(),
        ["mpi-clients"] => laboratory::clients::run(laboratory::clients::Extent::All),
        ["mpi-clients", "--files"] => laboratory::clients::run(laboratory::clients::Extent::Files),
        ["mpi-clients", "--suites", only @ ..] => laboratory::clients::run_suites(only),
        ["mpi-contrib"] => laboratory::contrib::run(),
        ["mpi-faults"] => laboratory::faults::run(),
        ["mpi-fortran"] => laboratory::fortran::run(),
        ["mpi-glibc"] => laboratory::glibc::run(),
        ["mpi-matrix"] => laboratory::matrix::run(false),
        ["mpi-native"] => laboratory::native::run(),
        ["mpi-plugins"] => laboratory::plugins::run(),
        ["mpi-matrix", "--full"] => laboratory::matrix::run(true),
        ["mpi-rust"] => laboratory::rust::run(),
        ["page"] => page::run(page::Extent::Build),
        ["page", "--test"] => page::run(page::Extent::Test),
        ["page", "--pictures"] => page::run(page::Extent::Pictures),
        ["platforms", rest @ ..] => platforms::run(rest),
        ["python"] => python_package::run(),
        ["scale", rest @ ..] if matches!(rest, [] | ["--measure"]) => run_scale(!rest.is_empty()),
        ["sanitize"] => sanitize::run(false),
        ["sanitize", "--quick"] => sanitize::run(true),
        ["copybooks"] | ["copybooks", "--check"] => copybooks::run(&mut std::io::stdout().lock()),
        ["corpus"] => run_corpus(false),
        ["corpus", "--verbose"] => run_corpus(true),
        ["pictures"] => write_pictures(),
        ["pictures", "--check"] => {
            pictures::check(&workspace::root()).map(|()| println!("the pictures are up to date"))
        }
        ["mpi"] => laboratory::datatypes::compare(),
        ["mpi-texts"] => laboratory::texts::run(),
        ["pairs", rest @ ..] => run_pairs(rest),
        ["prove", rest @ ..] => run_prove(rest),
        ["random", rest @ ..] => run_random(rest),
        ["supply", rest @ ..] => run_supply(rest),
        ["test"] => test::run(),
        ["test", test::LINE, name] => test::run_line(name),
        ["vectors"] => vectors::check().map(|text| println!("{text}")),
        _ => return None,
    })
}

/// Accesses files with faults below, or writes or checks the page about them.
fn run_faults(arguments: &[&str]) -> Result<(), String> {
    match arguments {
        [] => faults::run(false),
        ["--quick"] => faults::run(true),
        ["--write"] => faults::write(&workspace::root()).map(|written| {
            println!("{} `docs/reliability.md`", if written { "wrote" } else { "nothing to write to" });
        }),
        ["--check"] => {
            faults::check(&workspace::root()).map(|()| println!("`docs/reliability.md` is up to date"))
        }
        other => Err(format!("`faults` does not take `{}`", other.join(" "))),
    }
}

/// Writes or checks the tables of code pages.
fn run_charsets(checks: bool) -> Result<(), String> {
    if checks {
        return charsets::check(&workspace::root()).map(|told| println!("{told}, 0 differ"));
    }
    let written = charsets::write(&workspace::root())?;
    println!("wrote {} files {}", written.len(), written.join(" "));
    Ok(())
}

fn run_scale(measures: bool) -> Result<(), String> {
    if measures { scale::measure() } else { scale::run() }
}

fn run_fuzz(arguments: &[&str]) -> Result<(), String> {
    let mut options = fuzz::Options { extent: fuzz::Extent::Seconds(20), only: Vec::new() };
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        if argument == "--seconds" {
            let number = rest.next().and_then(|number| number.parse().ok());
            options.extent = fuzz::Extent::Seconds(number.ok_or("`--seconds` is followed by a number")?);
        } else if argument == "--until-quiet" {
            options.extent = fuzz::Extent::Quiet;
        } else {
            options.only.push(argument.to_owned());
        }
    }
    fuzz::run(&options)
}

fn run_mutants(arguments: &[&str]) -> Result<(), String> {
    let mut options = mutants::Options { seconds: 600, most: usize::MAX, with_answers: true };
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        let mut number = || {
            let number = rest.next().and_then(|number| number.parse().ok());
            number.ok_or(format!("`{argument}` is followed by a number"))
        };
        match argument {
            "--seconds" => options.seconds = number()?,
            "--most" => options.most = usize::try_from(number()?).unwrap_or(usize::MAX),
            "--without-answers" => options.with_answers = false,
            _ => return Err(format!("`mutants` does not take `{argument}`")),
        }
    }
    mutants::run(&options)
}

fn write_requirements() -> Result<(), String> {
    let (written, report) = requirements::write(&workspace::root())?;
    println!("{} `docs/semantics.md`", if written { "wrote" } else { "nothing to write to" });
    println!("{}", report.summary);
    if report.unproven.is_empty() {
        return Ok(());
    }
    Err(format!("no test proves {}", report.unproven.join(", ")))
}

fn write_pictures() -> Result<(), String> {
    let written = pictures::write(&workspace::root())?;
    for path in &written {
        println!("wrote `{path}`");
    }
    if written.is_empty() {
        println!("nothing to write: the pictures are up to date");
    }
    Ok(())
}

fn run_prove(arguments: &[&str]) -> Result<(), String> {
    let mut options = prove::Options::default();
    let mut is_compiled = false;
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("`{argument}` is followed by a value"));
        match argument {
            "--format" => options.formats.push((*value()?).to_owned()),
            "--shipped" => options.is_shipped = true,
            "--limit" => options.limit = Duration::from_secs(parse_seconds(value()?)?),
            "--seconds" => options.seconds = Some(parse_seconds(value()?)?),
            "--compiled" => is_compiled = true,
            "--slice" => return prove::run_slice(&mut std::io::stdout().lock()),
            "--write" => return prove::write_page(&workspace::root()),
            other => return Err(format!("`prove` does not know `{other}`")),
        }
    }
    let out = &mut std::io::stdout().lock();
    if is_compiled { prove::run_compiled(&options, out) } else { prove::run(&options, out) }
}

fn run_pairs(arguments: &[&str]) -> Result<(), String> {
    let mut options = pairs::Options::default();
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("`{argument}` is followed by a value"));
        match argument {
            "--slice" => options.every = Some(pairs::Options::SLICE),
            "--only" => options.only = Some((*value()?).to_owned()),
            "--program" => options.program = Some(value()?.into()),
            other => return Err(format!("`pairs` does not know `{other}`")),
        }
    }
    pairs::run(&options, &mut std::io::stdout().lock())
}

fn run_random(arguments: &[&str]) -> Result<(), String> {
    let mut options = random::Options::default();
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        if argument == "--interpreted" {
            options.is_interpreted = true;
            continue;
        }
        let number = rest.next().ok_or_else(|| format!("`{argument}` is followed by a number"))?;
        let fault = |_| format!("`{number}` is no number for `{argument}`");
        match argument {
            "--formats" => options.formats = number.parse().map_err(fault)?,
            "--records" => options.records = Some(number.parse().map_err(fault)?),
            "--seed" => options.seed = Some(number.parse().map_err(fault)?),
            "--after" => options.after = number.parse().map_err(fault)?,
            other => return Err(format!("`random` does not know `{other}`")),
        }
    }
    random::run(options, &mut std::io::stdout().lock())
}

fn run_supply(arguments: &[&str]) -> Result<(), String> {
    let extent = match arguments {
        [] => supply::Extent::Full,
        ["--quick"] => supply::Extent::Quick,
        ["--write"] => supply::Extent::Write,
        ["--interfaces"] => supply::Extent::Interfaces,
        ["--write-interfaces"] => supply::Extent::WriteInterfaces,
        other => return Err(format!("`supply` does not know `{}`", other.join(" "))),
    };
    supply::run(&workspace::root(), extent)
}

fn run_corpus(verbose: bool) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    let summary = corpus::walk(&corpus::root()?, verbose, &mut out)?;
    if summary.is_equal() {
        return Ok(());
    }
    Err("numbers of the corpus are read or written in another way than their references say".to_owned())
}

fn parse_seconds(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no number of seconds"))
}
