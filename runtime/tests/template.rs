//! The library's representations as templates.

use datarep::standard;

datarep::datarep! {
    /// The library's representation with other rules: a text of four lines.
    datarep tailored extends ibm370 {
        on write { overflow => saturate, infinity => saturate }
    }
}

/// R-REF-1: a representation of the library is a text, which a program can tailor to its needs.
#[test]
fn the_librarys_representations_are_templates() {
    let numbers = [1.0_f64, -118.625, 1e300];
    standard::ibm370::to_bytes(&numbers).expect_err("the last one does not fit");
    let (file, loss) = tailored::to_bytes(&numbers).expect("it is saturated");
    assert_eq!(
        (loss.overflow, &file[..8], &file[17..]),
        (1, &[0x41, 0x10, 0, 0, 0, 0, 0, 0][..], &[0xFF; 7][..])
    );
}
