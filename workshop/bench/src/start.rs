//! Measures how soon a text converts in a program that has just started.

use std::process::Command;
use std::time::Instant;

use datarep_dynamic::Text;

/// A text of ten lines.
const LINES: &str = "\
/// Floats of a mainframe.
float trace32 = S1 E7 F24 where value = 0.F * 16^(E - 64);

datarep traces extends external32 {
    others => unsupported;
    complex => unsupported;
    real { 4 => trace32, 8 => ibm::hfp64 }
    on read  { overflow => infinity }
    on write { overflow | infinity | nan => error }
}
";

/// The seconds from parsing the text to its first converted item. Only the first call in a process shows the time that
/// a user waits.
///
/// # Errors
///
/// Returns a message if the text is refused or the item is wrong.
pub fn measure_first_item() -> Result<f64, String> {
    let start = Instant::now();
    let text = Text::parse(LINES).map_err(|error| error.to_string())?;
    let traces = text.representation("traces").ok_or("there is no representation")?;
    let (values, _) = traces.to_vec::<f32>(&[0x41, 0x10, 0, 0]).map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    if values == [1.0] { Ok(seconds) } else { Err(format!("the first item is {values:?}")) }
}

/// The seconds that this program tells with `--first`: from parsing a text to its first converted item.
pub(crate) fn measure_in_new_process() -> Result<f64, String> {
    let fault = |error: std::io::Error| format!("this program cannot be run: {error}");
    let program = std::env::current_exe().map_err(fault)?;
    let output = Command::new(program).arg("--first").output().map_err(fault)?;
    let told = String::from_utf8_lossy(&output.stdout);
    told.trim().parse().map_err(|_| format!("`--first` says `{told}`"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn ten_lines_convert() {
        assert_eq!(super::LINES.lines().count(), 10);
        assert!(super::measure_first_item().is_ok());
    }
}
