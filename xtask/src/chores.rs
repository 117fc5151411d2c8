//! The commands that test, build and install things, and that write pages. Optimized programs and campaigns of fuzzing are
//! built without them.

use std::time::Duration;

use datarep_laboratory as laboratory;
use datarep_oracle::random;
use datarep_proofs::prove;
use datarep_workshop::workspace;
use xtask::arguments::{
    ChoreCommand, ClientsArguments, FaultsArguments, FuzzArguments, MutantsArguments, PageArguments,
    PairsArguments, ProveArguments, RandomArguments, SupplyArguments,
};
use xtask::{
    book, charsets, copybooks, corpus, dist, faults, first, frames, fuzz, mutants, page, pairs, pictures,
    platforms, python_package, requirements, sanitize, scale, supply, test, vectors,
};

/// Runs a command.
pub(super) fn run(command: ChoreCommand) -> Result<(), String> {
    let root = workspace::root();
    match command {
        ChoreCommand::Book => book::build(&root).map(|page| println!("built `{}`", page.display())),
        ChoreCommand::Charsets(options) => run_charsets(options.check),
        ChoreCommand::Copybooks(_) => copybooks::run(&mut std::io::stdout().lock()),
        ChoreCommand::Corpus { verbose } => run_corpus(verbose),
        ChoreCommand::Dist { only } => dist::run(&borrow_words(&only)),
        ChoreCommand::Faults(options) => run_faults(options),
        ChoreCommand::First { rows } => first::run(&borrow_words(&rows)),
        ChoreCommand::Frames => frames::check().map(|told| println!("{told}")),
        ChoreCommand::Fuzz(options) => run_fuzz(options),
        ChoreCommand::Mpi => laboratory::datatypes::compare(),
        ChoreCommand::MpiAarch64 => laboratory::aarch64::run(),
        ChoreCommand::MpiClients(options) => run_mpi_clients(&options),
        ChoreCommand::MpiContrib => laboratory::contrib::run(),
        ChoreCommand::MpiFaults => laboratory::faults::run(),
        ChoreCommand::MpiFortran => laboratory::fortran::run(),
        ChoreCommand::MpiGlibc => laboratory::glibc::run(),
        ChoreCommand::MpiMatrix { full } => laboratory::matrix::run(full),
        ChoreCommand::MpiNative => laboratory::native::run(),
        ChoreCommand::MpiPlugins => laboratory::plugins::run(),
        ChoreCommand::MpiRust => laboratory::rust::run(),
        ChoreCommand::MpiTexts => laboratory::texts::run(),
        ChoreCommand::Mutants(options) => run_mutants(options),
        ChoreCommand::Page(options) => run_page(options),
        ChoreCommand::Pairs(options) => run_pairs(options),
        ChoreCommand::Pictures(options) if options.check => {
            pictures::check(&root).map(|()| println!("the pictures are up to date"))
        }
        ChoreCommand::Pictures(_) => write_pictures(),
        ChoreCommand::Platforms { only } => platforms::run(&borrow_words(&only)),
        ChoreCommand::Prove(options) => run_prove(options),
        ChoreCommand::Python => python_package::run(),
        ChoreCommand::Random(options) => run_random(options),
        ChoreCommand::Requirements(options) if options.check => {
            requirements::check(&root).map(|report| println!("{}", report.summary))
        }
        ChoreCommand::Requirements(_) => write_requirements(),
        ChoreCommand::Sanitize { quick } => sanitize::run(quick),
        ChoreCommand::Scale { measure } => run_scale(measure),
        ChoreCommand::Supply(options) => run_supply(options),
        ChoreCommand::Test { line: Some(name) } => test::run_line(&name),
        ChoreCommand::Test { line: None } => test::run(),
        ChoreCommand::Vectors => vectors::check().map(|text| println!("{text}")),
    }
}

fn borrow_words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// Accesses files with faults below, or writes or checks the page about them.
fn run_faults(options: FaultsArguments) -> Result<(), String> {
    if options.write {
        let written = faults::write(&workspace::root())?;
        println!("{} `docs/reliability.md`", if written { "wrote" } else { "nothing to write to" });
        return Ok(());
    }
    if options.check {
        return faults::check(&workspace::root()).map(|()| println!("`docs/reliability.md` is up to date"));
    }
    faults::run(options.quick)
}

fn run_mpi_clients(options: &ClientsArguments) -> Result<(), String> {
    use laboratory::clients::{self, Extent};
    match &options.suites {
        Some(only) => clients::run_suites(&borrow_words(only)),
        None => clients::run(if options.files { Extent::Files } else { Extent::All }),
    }
}

fn run_page(options: PageArguments) -> Result<(), String> {
    page::run(match options {
        PageArguments { test: true, .. } => page::Extent::Test,
        PageArguments { pictures: true, .. } => page::Extent::Pictures,
        _ => page::Extent::Build,
    })
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

fn run_fuzz(options: FuzzArguments) -> Result<(), String> {
    let FuzzArguments { seconds, until_quiet, only } = options;
    let extent = if until_quiet { fuzz::Extent::Quiet } else { fuzz::Extent::Seconds(seconds) };
    fuzz::run(&fuzz::Options { extent, only })
}

fn run_mutants(options: MutantsArguments) -> Result<(), String> {
    let MutantsArguments { seconds, most, without_answers } = options;
    mutants::run(&mutants::Options {
        seconds,
        most: most.unwrap_or(usize::MAX),
        with_answers: !without_answers,
    })
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

fn run_prove(options: ProveArguments) -> Result<(), String> {
    let out = &mut std::io::stdout().lock();
    if options.slice {
        return prove::run_slice(out);
    }
    if options.write {
        return prove::write_page(&workspace::root());
    }
    let is_compiled = options.compiled;
    let options = prove::Options {
        formats: options.formats,
        is_shipped: options.shipped,
        limit: Duration::from_secs(options.limit),
        seconds: options.seconds,
        ..prove::Options::default()
    };
    if is_compiled { prove::run_compiled(&options, out) } else { prove::run(&options, out) }
}

fn run_pairs(options: PairsArguments) -> Result<(), String> {
    let PairsArguments { slice, only, program } = options;
    let every = slice.then_some(pairs::Options::SLICE);
    pairs::run(&pairs::Options { every, only, program }, &mut std::io::stdout().lock())
}

fn run_random(options: RandomArguments) -> Result<(), String> {
    let RandomArguments { formats, records, seed, after, interpreted } = options;
    let options = random::Options { formats, records, seed, after, is_interpreted: interpreted };
    random::run(options, &mut std::io::stdout().lock())
}

fn run_supply(options: SupplyArguments) -> Result<(), String> {
    let extent = match options {
        SupplyArguments { quick: true, .. } => supply::Extent::Quick,
        SupplyArguments { write: true, .. } => supply::Extent::Write,
        SupplyArguments { interfaces: true, .. } => supply::Extent::Interfaces,
        SupplyArguments { write_interfaces: true, .. } => supply::Extent::WriteInterfaces,
        _ => supply::Extent::Full,
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
