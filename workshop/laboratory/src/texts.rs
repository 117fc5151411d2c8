//! `cargo xtask mpi-texts`: representations that are not compiled, but read from texts, under every MPI library.
//!
//! These are those of the standard library, and others by `DATAREP_TEXTS` and by info objects. The files with the expected
//! bytes are made by the interpreter without MPI.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::path::{Path, PathBuf};

use datarep::{Datarep, Native};
use datarep_dsl::standard;
use datarep_dynamic::Text;
use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::workspace;

// Its test is here, as that of a package that needs the language would have it compiled, optimized, for each of its examples.
#[cfg(test)]
#[path = "../../../datarep-mpi/src/names.rs"]
#[allow(dead_code, reason = "it is the code of another package, of which the lists are tested")]
mod names;

/// The numbers of a part, as in the program.
const COUNT: u8 = 100;

/// Texts of one's own: for each its name, what it says, and whether a program brings it in an info object.
const OWN: [(&str, &str, bool); 3] = [
    (
        "section",
        "/// Floats of a seismic file.\ndatarep section extends external32 {\n    real { 4 => ibm::hfp32 }\n    on read { overflow => infinity }\n    on write { overflow | infinity | nan => error }\n}\n",
        false,
    ),
    (
        "words",
        "float word = S1 E11 F36 where value = 0.F * 2^(E - 1024) { zero if F == 0; order big; }\ndatarep words { others => unsupported; complex => unsupported; real { 8 => word } on write { overflow | infinity | nan => error } }\n",
        false,
    ),
    (
        "brought",
        "datarep brought extends big_endian { real { 8 => dec::vax_d } on read { reserved => nan } on write { overflow | infinity | nan => error } }",
        true,
    ),
];

/// A text of formats alone, which is no fault: the command uses such texts.
const FORMATS: &str =
    "float word = S1 E11 F36 where value = 0.F * 2^(E - 1024) { zero if F == 0; order big; }\n";

/// A text with a fault, and the line that the report must quote.
const FAULTY: (&str, &str) =
    ("datarep faulty extends external32 {\n    real { 4 => hfp23 }\n}\n", "real { 4 => hfp23 }");

/// A file with the bytes of a representation.
struct ExpectedFile {
    name: String,
    path: PathBuf,
    /// The letter of each type, and where its numbers begin.
    parts: String,
    values: usize,
    /// The text that a program brings along, or nothing.
    text: &'static str,
}

/// Runs the program on two processes. The last line is
/// `mpi-texts: N names, O own texts, V values, 0 wrong, L libraries`.
///
/// # Errors
///
/// Returns a message if a value is wrong, or if a library is not available.
pub fn run() -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    workspace::build_optimized(
        &[&["--package", "datarep-mpi-texts"], workspace::slices_arguments()].concat(),
    )?;
    let folder = workspace::target_folder().join("mpi/texts");
    fs::create_dir_all(&folder).map_err(|error| format!("`{}` cannot be made: {error}", folder.display()))?;
    let shipped: Vec<ExpectedFile> = write_shipped_files(&folder)?;
    let (own, texts) = write_own_files(&folder)?;
    let faulty = write_file(&folder, "faulty.datarep", FAULTY.0.as_bytes())?;
    let alone = copy_without_text_reader(&folder)?;
    let cases: Vec<&str> = shipped.iter().chain(&own).flat_map(ExpectedFile::to_arguments).collect();
    let values: usize = shipped.iter().chain(&own).map(|one| one.values).sum();
    let libraries = mpi_libraries::install_libraries()?;
    let counts = mpi_libraries::try_each(&libraries, |library| {
        let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/texts.c"))?;
        let asked = CompiledProgram { library, program: &program };
        let variables =
            [preload.clone(), "DATAREP_EXTERNAL32=1".to_owned(), format!("DATAREP_TEXTS={texts}")];
        let mut wrong = asked.run_and_count_wrong(&variables, &cases, None)?;
        let variables = [preload.clone(), format!("DATAREP_TEXTS={}", faulty.display())];
        wrong += asked.run_and_count_wrong(&variables, &["unknown", "faulty"], Some(FAULTY.1))?;
        wrong += asked.run_and_count_wrong(std::slice::from_ref(&alone), &["unknown", "xport"], None)?;
        Ok(wrong)
    })?;
    let (all, wrong) = (values * libraries.len(), counts.iter().sum::<u32>());
    let (names, own) = (shipped.len(), own.len());
    println!(
        "mpi-texts: {names} names, {own} own texts, {all} values, {wrong} wrong, {} libraries",
        libraries.len()
    );
    if wrong == 0 { Ok(()) } else { Err("representations of texts are wrong".to_owned()) }
}

impl ExpectedFile {
    fn to_arguments(&self) -> [&str; 4] {
        [&self.name, self.path.to_str().unwrap_or_default(), &self.parts, self.text]
    }

    /// Writes the numbers from one on in every type that holds them without a loss.
    fn write_expected(folder: &Path, datarep: &Datarep, text: &'static str) -> Result<ExpectedFile, String> {
        let (mut bytes, mut parts, mut values) = (Vec::new(), Vec::new(), 0);
        let mut add = |letter: char, part: Option<Vec<u8>>| {
            let Some(part) = part else { return };
            parts.push(format!("{letter}{}", bytes.len()));
            bytes.extend(part);
            values += usize::from(COUNT);
        };
        add('d', encode_numbers::<f64>(datarep, f64::from));
        add('f', encode_numbers::<f32>(datarep, f32::from));
        add('b', encode_numbers::<i8>(datarep, u8::cast_signed));
        add('h', encode_numbers::<i16>(datarep, i16::from));
        add('i', encode_numbers::<i32>(datarep, i32::from));
        add('l', encode_numbers::<i64>(datarep, i64::from));
        add('u', encode_numbers::<u32>(datarep, u32::from));
        add('v', encode_numbers::<u64>(datarep, u64::from));
        let name = datarep.name().to_owned();
        if parts.is_empty() {
            return Err(format!("`{name}` holds no numbers"));
        }
        let path = write_file(folder, &format!("{name}.expected"), &bytes)?;
        Ok(ExpectedFile { name, path, parts: parts.join(","), values, text })
    }
}

/// The bytes of the numbers from one on, if the representation holds them.
fn encode_numbers<T: Native>(datarep: &Datarep, make: impl Fn(u8) -> T) -> Option<Vec<u8>> {
    let values: Vec<T> = (1..=COUNT).map(make).collect();
    let (bytes, loss) = datarep.to_bytes(&values).ok()?;
    loss.is_none().then_some(bytes)
}

fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let path = folder.join(name);
    fs::write(&path, bytes).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))?;
    Ok(path)
}

/// Every representation of the standard library.
fn write_shipped_files(folder: &Path) -> Result<Vec<ExpectedFile>, String> {
    let shipped = standard::datareps().iter();
    shipped
        .map(|(name, source)| ExpectedFile::write_expected(folder, &interpret(name, source)?, ""))
        .collect()
}

/// Texts of one's own, and the list of files for `DATAREP_TEXTS`.
fn write_own_files(folder: &Path) -> Result<(Vec<ExpectedFile>, String), String> {
    let (mut own, mut files) = (Vec::new(), Vec::new());
    for (name, source, is_brought) in OWN {
        own.push(ExpectedFile::write_expected(
            folder,
            &interpret(name, source)?,
            if is_brought { source } else { "" },
        )?);
        if !is_brought {
            files.push(
                write_file(folder, &format!("{name}.datarep"), source.as_bytes())?.display().to_string(),
            );
        }
    }
    files.push(write_file(folder, "formats.datarep", FORMATS.as_bytes())?.display().to_string());
    Ok((own, files.join(":")))
}

fn interpret(name: &str, source: &str) -> Result<Datarep, String> {
    let text = Text::parse_named(name, source).map_err(|error| error.to_string())?;
    text.representation(name).cloned().ok_or_else(|| format!("the text of `{name}` does not define it"))
}

/// A copy of the library in a folder without the one that reads texts.
fn copy_without_text_reader(folder: &Path) -> Result<String, String> {
    let alone = folder.join("alone");
    let copied = fs::create_dir_all(&alone).and_then(|()| {
        let library = "libdatarep_mpi.so";
        fs::copy(workspace::target_folder().join("release").join(library), alone.join(library))
    });
    copied.map_err(|error| format!("`{}`: {error}", alone.display()))?;
    Ok(format!("LD_PRELOAD={}", alone.join("libdatarep_mpi.so").display()))
}

/// A library, and the program compiled for it.
struct CompiledProgram<'a> {
    library: &'a Library,
    program: &'a Path,
}

impl CompiledProgram<'_> {
    /// Runs the program, and returns how many cases are wrong. What is shown of a fault is there once.
    fn run_and_count_wrong(
        &self,
        variables: &[String],
        arguments: &[&str],
        shown: Option<&str>,
    ) -> Result<u32, String> {
        let CompiledProgram { library, program } = self;
        let file = mpi_libraries::scratch_path(&format!("texts-{}", library.slug));
        let path = file.to_string_lossy();
        let arguments: Vec<&str> = [&*path].into_iter().chain(arguments.iter().copied()).collect();
        let judged = library.run_command_and_count(library.launch_command(variables, 2, program, &arguments));
        // A program that failed left its file behind.
        let _ = fs::remove_file(&file);
        let (mut cases, told) = judged?;
        let times = shown.map_or(0, |shown| told.matches(shown).count());
        if times != usize::from(shown.is_some()) || told.contains('^') != shown.is_some() {
            println!("{}: the standard error output is wrong:\n{told}", library.name);
            cases.wrong += 1;
        }
        let CaseCounts { right, wrong } = cases;
        println!(
            "{}, `{}`: {right} right, {wrong} wrong",
            library.name,
            arguments[1..].first().copied().unwrap_or_default()
        );
        Ok(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::{names, standard};

    #[test]
    fn every_name_of_the_standard_library_is_known_under_mpi() {
        let mut shipped: Vec<&str> = standard::datareps().iter().map(|(name, _)| *name).collect();
        let compiled = names::STANDARD.iter().map(|datarep| datarep.name());
        let mut known: Vec<&str> = compiled.chain(names::IN_TEXTS).collect();
        known.push("external32");
        known.sort_unstable();
        shipped.sort_unstable();
        assert_eq!(known, shipped);
    }
}
