//! Proves by a solver that bodies of plans give what the specification says, for every word.
//!
//! A body of a plan is a straight line of typed operations, without branches and loops. So it is one formula, and a
//! solver can show that it equals another for every word. [`meaning`] is the specification: what words mean, written
//! from the model alone. [`lower`] and [`primitive`] turn bodies into terms, and [`claim`] compares the two.
//!
//! What may not be here: anything of the planner but its data, of the generator, or of the reference.

mod claim;
mod lower;
mod meaning;
mod primitive;
mod solver;
mod stretch;
mod term;

use std::collections::HashSet;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use claim::{Claim, Outcome};
use datarep_dsl::model::{Format, Model, Native};
use datarep_dsl::source::Source;
use solver::Solver;

/// What is to be proved.
#[derive(Debug, Clone)]
pub struct Options {
    /// Only formats of these names, or all.
    pub formats: Vec<String>,
    /// The time for a question.
    pub limit: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options { formats: Vec::new(), limit: Duration::from_secs(10) }
    }
}

/// Proves the claims.
///
/// # Errors
///
/// A claim is refuted, or the solver fails.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), String> {
    let fault = |error: io::Error| format!("the report cannot be written: {error}");
    let claims = list_claims(&options.formats)?;
    let mut solver = Solver::start(options.limit)?;
    let (mut proved, mut refuted, mut open) = (0, 0, 0);
    for claim in &claims {
        let start = Instant::now();
        let shown = claim.show(&mut solver)?;
        let word = match &shown.outcome {
            Outcome::Proved => {
                proved += 1;
                "proved".to_owned()
            }
            Outcome::Refuted(word) => {
                refuted += 1;
                format!("REFUTED: {word}")
            }
            Outcome::Open(reason) => {
                open += 1;
                format!("open: {reason}")
            }
        };
        writeln!(
            out,
            "{}: {word} ({} stretches, {} asked, {:.1} s)",
            name_claim(claim),
            shown.stretches,
            shown.asked,
            start.elapsed().as_secs_f64()
        )
        .map_err(fault)?;
    }
    let formats: HashSet<&str> = claims.iter().map(|claim| claim.format.name.as_str()).collect();
    writeln!(
        out,
        "prove: {} formats, {} bodies, {proved} proved, {refuted} refuted, {open} open",
        formats.len(),
        claims.len()
    )
    .map_err(fault)?;
    if refuted == 0 { Ok(()) } else { Err("bodies differ from the specification".to_owned()) }
}

fn name_claim(claim: &Claim) -> String {
    format!(
        "{} {} {}, {}",
        claim.format.name,
        if claim.reads { "to" } else { "from" },
        claim.native.name,
        if claim.is_ordinary { "ordinary" } else { "exact" }
    )
}

/// The claims of all float formats that representations of the library map.
fn list_claims(only: &[String]) -> Result<Vec<Claim>, String> {
    let natives = [(Native::F32, "f32", "0x3F80_0000"), (Native::F64, "f64", "0x3FF0_0000_0000_0000")]
        .map(|(native, name, one)| Ok::<_, String>((native, find_native(name, one)?)));
    let natives: Vec<(Native, Format)> = natives.into_iter().collect::<Result<_, _>>()?;
    let (mut claims, mut texts) = (Vec::new(), HashSet::new());
    for (name, text) in datarep_dsl::standard::datareps() {
        let model = compile(name, text)?;
        for conversion in model.datareps.iter().flat_map(|datarep| &datarep.conversions) {
            let format = &model.formats[conversion.format.0];
            if !only.is_empty() && !only.contains(&format.name) || claim::real(format).is_none() {
                continue;
            }
            for (_, native) in natives.iter().filter(|(native, _)| *native == conversion.native) {
                let all = claim::list(format, native, conversion);
                claims.extend(all.into_iter().filter(|claim| texts.insert(claim.text())));
            }
        }
    }
    if claims.is_empty() {
        return Err(format!("no representation of the library has a float `{}`", only.join("` or `")));
    }
    Ok(claims)
}

fn compile(name: &str, text: &str) -> Result<Model, String> {
    let source = Source { name: format!("standard/{name}.datarep"), text: text.to_owned(), first_line: 1 };
    datarep_dsl::compile(&source).map_err(|failure| datarep_dsl::render::render_all(&source, &failure))
}

/// A native float as a format of the library.
fn find_native(name: &str, one: &str) -> Result<Format, String> {
    let model = compile("native", &format!("test {name} {{ 1.0 => {one}; }}"))?;
    let found = model.formats.into_iter().find(|format| format.name == name);
    found.ok_or_else(|| format!("there is no format `{name}`"))
}
