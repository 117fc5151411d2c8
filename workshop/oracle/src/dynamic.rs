//! `cargo xtask dynamic`: compares interpreted conversions with generated code, mapping by mapping.
//!
//! Both are made from the same text by the same plan. Beyond that they share only the runtime's functions, so each
//! checks the other. The bytes of every item and the counts of every call are compared. If a rule is an error, so are
//! the item, the event and the message. The mappings are those of `exhaustive`, which are every float format under all
//! rules; those that `workshop/oracle/build/others.rs` adds with the feature `others`, which are of all other kinds; and the
//! representations of the runtime.

mod compare;
mod items;

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use compare::{Comparison, MappingPair};
use datarep::codegen::{force_level, levels};
use datarep::standard;
use datarep::{Datarep, Predefined};
use datarep_dsl::model::TypeMapping;
use datarep_dynamic::Text;
use datarep_workshop::arguments::DynamicArguments;
use items::NativeItems;

use crate::exhaustive;
use crate::typed::TypedCalls;

mod generated {
    //! The generated code and its table.
    include!(concat!(env!("OUT_DIR"), "/others.rs"));
}

/// Levels below the processor's compare one in this number of items.
const BELOW: u64 = 16;

/// Compares every mapping.
///
/// # Errors
///
/// Returns a message if there are differences, which have been printed, or if the comparison cannot be made.
pub fn run(options: &DynamicArguments, out: &mut dyn Write) -> Result<(), String> {
    let fault = |error: io::Error| format!("the report cannot be written: {error}");
    let natives = NativeItems::new()?;
    check_comparison_detects_faults(&natives)?;
    let start = Instant::now();
    let sources = list_sources(options)?;
    let mut pairs = Vec::new();
    for source in &sources {
        pairs.append(&mut source.list_pairs(&natives)?);
    }
    let mut all = Comparison::default();
    let levels = levels();
    // The processor's own level comes first, since a call would choose it.
    for (index, level) in levels.iter().rev().enumerate() {
        let items = options.item_count() / if index == 0 { 1 } else { BELOW };
        let found = compare_at_level(level, &pairs, items);
        writeln!(
            out,
            "{level}: {} items, {} different ({:.0} s)",
            found.items,
            found.different,
            start.elapsed().as_secs_f64()
        )
        .map_err(fault)?;
        all.add(found);
    }
    force_level(levels.last().copied().unwrap_or("baseline"));
    for example in &all.examples {
        writeln!(out, "different: {example}").map_err(fault)?;
    }
    writeln!(out, "dynamic: {} mappings, {} items, {} different", pairs.len(), all.items, all.different)
        .map_err(fault)?;
    if all.different == 0 { Ok(()) } else { Err("interpreted and generated code are different".to_owned()) }
}

/// Compares all mappings at a level of the processor.
fn compare_at_level(level: &str, pairs: &[MappingPair<'_>], items: u64) -> Comparison {
    force_level(level);
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Comparison::default()));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut found = compare_catching_panics(pair, items);
                    for example in &mut found.examples {
                        example.insert_str(0, &format!("at {level}: "));
                    }
                    if let Ok(mut all) = all.lock() {
                        all.add(found);
                    }
                }
            });
        }
    });
    all.into_inner().unwrap_or_default()
}

/// Compares a mapping. A panic counts as a difference.
fn compare_catching_panics(pair: &MappingPair<'_>, items: u64) -> Comparison {
    catch_unwind(AssertUnwindSafe(|| pair.compare(items))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no text");
        Comparison { items: 0, different: 1, examples: vec![format!("{}: panic: {text}", pair.title())] }
    })
}

/// A parsed text, and a representation of it in generated code.
struct Source {
    text: Text,
    compiled: &'static Datarep,
    /// Another representation of the same text, none of whose rules is an error. It finds items that are near those of
    /// the other side.
    lenient: &'static Datarep,
}

/// All sources, in the order of the tables.
fn list_sources(options: &DynamicArguments) -> Result<Vec<Source>, String> {
    let shipped = datarep_dsl::standard::datareps().iter().filter_map(|(name, text)| {
        let compiled = standard::ALL.iter().find(|compiled| compiled.name() == *name)?;
        Some((*text, *compiled))
    });
    let others = generated::OTHERS.iter().copied();
    let mut sources: Vec<Source> = Vec::new();
    let mut last: Option<(&str, Text, &'static Datarep)> = None;
    for (source, compiled) in shipped.chain(exhaustive::representations()).chain(others) {
        if options.only.as_ref().is_some_and(|only| !compiled.name().contains(only.as_str())) {
            continue;
        }
        let (text, lenient) = match &last {
            Some((same, text, lenient)) if *same == source => (text.clone(), *lenient),
            _ => (Text::parse(source).map_err(|error| error.to_string())?, compiled),
        };
        last = Some((source, text.clone(), lenient));
        sources.push(Source { text, compiled, lenient });
    }
    Ok(sources)
}

impl Source {
    /// The mappings of the source. Each occurs once.
    fn list_pairs<'a>(&'a self, natives: &'a NativeItems) -> Result<Vec<MappingPair<'a>>, String> {
        let name = self.compiled.name();
        let unknown = || format!("the text of `{name}` has no such representation");
        let interpreted = self.text.representation(name).ok_or_else(unknown)?;
        let model = self.text.model();
        let described = model.datareps.iter().find(|datarep| datarep.name == name).ok_or_else(unknown)?;
        let mut known = Vec::new();
        let mut pairs = Vec::new();
        for (predefined, entry) in Predefined::all().zip(&described.types) {
            let of = |datarep: &Datarep| (datarep.extent(predefined), datarep.mapping(predefined).to_owned());
            if of(interpreted) != of(self.compiled) {
                return Err(format!(
                    "{predefined} of `{name}` is laid out in another way when it is interpreted"
                ));
            }
            let (index, parts) = match entry.mapping {
                TypeMapping::Unsupported | TypeMapping::Bytes => continue,
                TypeMapping::Scalar(index) => (index, 1),
                TypeMapping::Complex(index) => (index, 2),
            };
            if known.contains(&(index, parts)) {
                continue;
            }
            known.push((index, parts));
            let conversion = &described.conversions[index];
            let typed = TypedCalls::for_native(conversion.native, parts).ok_or_else(|| {
                format!("{predefined} of `{name}` has a native type that is not known here")
            })?;
            pairs.push(MappingPair {
                predefined,
                interpreted,
                compiled: self.compiled,
                lenient: self.lenient,
                typed,
                parts,
                native: natives.items(conversion.native),
                file: items::Items::from_format(&model.formats[conversion.format.0], &conversion.order),
            });
        }
        Ok(pairs)
    }
}

/// Checks that a difference is found: the interpreted text truncates or fails where the generated code does not.
fn check_comparison_detects_faults(natives: &NativeItems) -> Result<(), String> {
    let (source, compiled) =
        exhaustive::representations().next().ok_or("there is no generated code to compare with")?;
    for (rule, other) in [
        ("inexact => nearest_even", "inexact => toward_zero"),
        ("overflow => saturate", "overflow => error"),
        ("", ""),
    ] {
        let text = Text::parse(&source.replace(rule, other)).map_err(|error| error.to_string())?;
        let source = Source { text, compiled, lenient: compiled };
        let different: u64 =
            source.list_pairs(natives)?.iter().map(|pair| pair.compare(4000).different).sum();
        if (different == 0) != rule.is_empty() {
            return Err(format!("the comparison does not work: {different} are different by `{other}`"));
        }
    }
    Ok(())
}
