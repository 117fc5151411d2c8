//! Registering, in a process of its own: this is the only test, because it observes the process.

use datarep::functions::ConversionFunctions;
use datarep::{Datarep, Predefined, standard};

/// The bytes that the process has read and written in all system calls.
#[cfg(target_os = "linux")]
fn moved() -> Vec<u64> {
    let text = std::fs::read_to_string("/proc/self/io").expect("every Linux has it");
    let facts = text.lines().filter(|line| line.starts_with("rchar") || line.starts_with("wchar"));
    facts.filter_map(|line| line.split_whitespace().nth(1)?.parse().ok()).collect()
}

/// R-REG-4: registering reads and writes nothing. R-REG-5: a registered representation stays, in every thread, even if
/// the program keeps nothing of it. It cannot be removed.
#[test]
fn registering_is_a_matter_of_the_process_alone() {
    let mine: &Datarep = standard::ibm370::DATAREP;
    #[cfg(target_os = "linux")]
    let (first, second) = (moved(), moved());
    datarep::registry::register(mine).expect("the name is free");
    for number in 0..100 {
        let functions = ConversionFunctions::new(format!("number {number}"), move |_| Ok(number));
        datarep::registry::register(functions).expect("the name is free");
    }
    #[cfg(target_os = "linux")]
    {
        let third = moved();
        for fact in 0..2 {
            // The measurement itself reads bytes, and its numbers may have grown by a digit.
            let (once, again) = (second[fact] - first[fact], third[fact] - second[fact]);
            assert!(again <= once + 8, "{once} bytes, {again} with registering");
        }
    }
    let thread = std::thread::spawn(|| {
        let known = (0..100).filter_map(|number| datarep::registry::find(&format!("number {number}")));
        known
            .map(|datarep| datarep.type_extent(&Predefined::Int.into()).expect("it has one"))
            .collect::<Vec<_>>()
    });
    let extents = thread.join().expect("no panic");
    assert!(extents.into_iter().eq((0..100).map(Some)));
    let found = datarep::registry::find("ibm370").expect("registered");
    assert_eq!((found.name(), found.doc()), (mine.name(), mine.doc()));
    let names: Vec<_> = datarep::registry::list().iter().map(|known| known.name().to_owned()).collect();
    assert_eq!(
        (&names[..4], names.len()),
        (&["native", "external32", "ibm370", "number 0"].map(String::from)[..], 103)
    );
}
