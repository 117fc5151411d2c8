//! The macro as a program uses it: a module of functions, docs, and the descriptor.
#![deny(warnings)]

datarep::datarep! {
    //! A text.

    use ibm::*;

    /// Mainframe reals in an otherwise big-endian file.
    datarep mainframe extends external32 {
        real { 4 => hfp32, 8 => hfp64 }
        on read  { overflow => infinity }
        on write { overflow => error, infinity | nan => error, underflow => zero }
    }

    datarep swapped extends big_endian { order little; }

    test hfp32 { -118.625 <=> 0xC276_A000; }
}

datarep::datarep! {}

fn main() -> Result<(), datarep::Error> {
    let file = [0xC2, 0x76, 0xA0, 0x00, 0x41, 0x10, 0x00, 0x00];
    let (values, loss) = mainframe::to_vec::<f32>(&file)?;
    assert_eq!(values, [-118.625, 1.0]);
    assert!(loss.is_none());
    assert_eq!(mainframe::to_bytes(&values)?.0, file);
    assert_eq!(swapped::to_bytes(&[1_i32])?.0, [1, 0, 0, 0]);
    assert_eq!(mainframe::DATAREP.name(), "mainframe");
    Ok(())
}
