//! The representations that are compared, made from texts, and their conversions.

use std::fmt;

use datarep::{Datarep, Predefined};
use datarep_dsl::model::{ByteOrder, Conversion, Format, FormatKind, Model, Native, Policy};
use datarep_dsl::source::Source;

use crate::fnv::hash_bytes;

mod generated {
    //! The generated code and its table.
    use super::Subject;
    include!(concat!(env!("OUT_DIR"), "/subjects.rs"));
}

pub(super) use generated::{LEFT_OUT, SUBJECTS};

/// A representation that maps floats of four and eight bytes to one format.
#[derive(Debug)]
pub(super) struct Subject {
    /// The format.
    pub(super) format: &'static str,
    /// The set of rules.
    pub(super) set: &'static str,
    /// The representation's name.
    pub(super) representation: &'static str,
    /// The text from which the representation is made.
    pub(super) text: &'static str,
    /// A hash of its generated conversions.
    pub(super) code: u64,
    /// The generated representation.
    pub(super) datarep: &'static Datarep,
}

/// The direction of a conversion, and its native type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Route {
    ReadF32,
    ReadF64,
    WriteF32,
    WriteF64,
}

impl Route {
    pub(super) const ALL: [Route; 4] = [Route::ReadF64, Route::ReadF32, Route::WriteF32, Route::WriteF64];

    pub(super) fn name(self) -> &'static str {
        match self {
            Route::ReadF32 => "to f32",
            Route::ReadF64 => "to f64",
            Route::WriteF32 => "from f32",
            Route::WriteF64 => "from f64",
        }
    }

    pub(super) fn is_read(self) -> bool {
        matches!(self, Route::ReadF32 | Route::ReadF64)
    }

    pub(super) fn native(self) -> Native {
        match self {
            Route::ReadF32 | Route::WriteF32 => Native::F32,
            Route::ReadF64 | Route::WriteF64 => Native::F64,
        }
    }

    pub(super) fn native_bits(self) -> u32 {
        if self.native() == Native::F32 { 32 } else { 64 }
    }
}

/// A row to be compared.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) subject: &'static Subject,
    pub(super) route: Route,
    /// The file's format.
    pub(super) format: Format,
    /// The native type as a format.
    pub(super) native: Format,
    pub(super) order: ByteOrder,
    pub(super) policy: Policy,
    /// The rules of the other direction.
    pub(super) back: Policy,
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.subject.format, self.route.name(), self.subject.set)
    }
}

impl Job {
    /// The number of bits of the patterns that are converted.
    pub(super) fn source_bits(&self) -> u32 {
        if self.route.is_read() { self.format.bits } else { self.route.native_bits() }
    }

    /// Whether the row is one of those that are compared in full. They have plain rules. A format of at most 32 bits is
    /// read to both native types and written from `f32`. A wider format is read to `f64` and written from it.
    pub(super) fn is_required(&self) -> bool {
        self.subject.set == "plain"
            && match self.route {
                Route::ReadF32 | Route::WriteF32 => self.format.bits <= 32,
                Route::ReadF64 => true,
                Route::WriteF64 => self.format.bits > 32,
            }
    }

    /// A name for the row, for use in file names.
    pub(super) fn key(&self) -> String {
        format!("{}.{}.{}", self.subject.format, self.subject.set, self.route.name().replace(' ', "_"))
    }

    /// A hash of the generated code, and of the runtime's functions that it calls.
    pub(super) fn hash_code(&self) -> String {
        let in_tens = matches!(self.format.kind, FormatKind::DecimalFloat(_));
        let runtime =
            if in_tens { collect_runtime_text() + &collect_decimal_text() } else { collect_runtime_text() };
        let hash = hash_bytes(self.subject.code, runtime.bytes());
        format!("{hash:016x}")
    }
}

/// The runtime's loops, its rounding, and its code that splits and assembles native floats, without comments.
fn collect_runtime_text() -> String {
    const LOOPS: [&str; 4] = [
        include_str!("../../../../runtime/src/convert/ordinary.rs"),
        include_str!("../../../../runtime/src/convert/blocks.rs"),
        include_str!("../../../../runtime/src/float/ordinary.rs"),
        include_str!("../../../../runtime/src/kernel/cast.rs"),
    ];
    const TEXT: &str = include_str!("../../../../runtime/src/float.rs");
    const ITEMS: &[&str] =
        &["pub fn $round(", "impl Made<$word> {", "fn underflowed<", "pub fn $make(", "pub fn $unpack("];
    let lines = LOOPS.iter().flat_map(|text| text.lines()).map(str::trim_start);
    let mut found: String = lines.filter(|line| !line.starts_with("//")).collect();
    let mut end: Option<String> = None;
    for line in TEXT.lines() {
        let item = line.trim_start();
        if end.is_none() && ITEMS.iter().any(|name| item.starts_with(name)) {
            end = Some(format!("{}}}", &line[..line.len() - item.len()]));
        }
        if end.is_some() && !item.starts_with("//") {
            found.push_str(item);
        }
        end = end.filter(|end| line != end);
    }
    found
}

/// The parts of the runtime that only decimal floats use, without comments.
fn collect_decimal_text() -> String {
    const TEXTS: [&str; 3] = [
        include_str!("../../../../runtime/src/decimal/declets.rs"),
        include_str!("../../../../runtime/src/decimal/floating.rs"),
        include_str!("../../../../runtime/src/decimal/power.rs"),
    ];
    let lines = TEXTS.iter().flat_map(|text| text.lines()).map(str::trim_start);
    lines.filter(|line| !line.starts_with("//")).collect()
}

/// The rows, the most used first: 32-bit formats, then the narrower, then the wider. Plain rules come before others.
pub(super) fn list_jobs(only: &[&str]) -> Result<Vec<Job>, String> {
    let native = |name: &str| {
        let text = format!(
            "test {name} {{ 1.0 => {}; }}",
            if name == "f32" { "0x3F80_0000" } else { "0x3FF0_0000_0000_0000" }
        );
        let model = compile("native.datarep", &text)?;
        model.formats.into_iter().find(|format| format.name == name).ok_or(format!("there is no `{name}`"))
    };
    let (f32, f64) = (native("f32")?, native("f64")?);
    let mut jobs = Vec::new();
    for subject in SUBJECTS {
        if !only.is_empty() && !only.contains(&subject.format) {
            continue;
        }
        let model = compile(subject.representation, subject.text)?;
        for route in Route::ALL {
            let Some(conversion) = find_conversion(&model, subject, route) else { continue };
            let format = model.formats[conversion.format.0].clone();
            let native = if route.native() == Native::F32 { Predefined::Float } else { Predefined::Double };
            if subject.datarep.extent(native) != Some(conversion.order.extent(format.bits) as usize) {
                return Err(format!("items of `{}` are not as long as its words", format.name));
            }
            jobs.push(Job {
                subject,
                route,
                native: if route.native() == Native::F32 { f32.clone() } else { f64.clone() },
                order: conversion.order.clone(),
                policy: if route.is_read() { conversion.read } else { conversion.write },
                back: if route.is_read() { conversion.write } else { conversion.read },
                format,
            });
        }
    }
    for name in only {
        if !jobs.iter().any(|job| job.subject.format == *name) {
            return Err(format!("there is no float format `{name}` in the standard library"));
        }
    }
    jobs.sort_by_key(|job| {
        let width = match job.format.bits {
            32 => 0,
            bits if bits < 32 => 1,
            _ => 2,
        };
        (!job.is_required(), width)
    });
    Ok(jobs)
}

fn find_conversion<'a>(model: &'a Model, subject: &Subject, route: Route) -> Option<&'a Conversion> {
    let datarep = model.datareps.iter().find(|datarep| datarep.name == subject.representation)?;
    datarep.conversions.iter().find(|conversion| conversion.native == route.native())
}

fn compile(name: &str, text: &str) -> Result<Model, String> {
    let source = Source { name: format!("{name}.datarep"), text: text.to_owned(), first_line: 1 };
    datarep_dsl::compile(&source).map_err(|failure| datarep_dsl::render::render_all(&source, &failure))
}
