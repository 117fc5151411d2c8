//! Texts that another macro puts together: names, numbers, whole pieces.
#![deny(warnings)]

macro_rules! reals {
    ($(#[$doc:meta])* $name:ident from $parent:ident, $size:literal => $bias:expr, $value:literal <=> $word:literal; $($rest:tt)*) => {
        datarep::datarep! {
            /// Short.
            float short = S1 E7 F24 where value = 0.F * 16^(E - 64);

            $(#[$doc])*
            datarep $name extends $parent {
                real { $size => short }
                $($rest)*
            }

            test short { $value <=> $word; 1 <=> 0x4110_0000; [0x41, 0x10, 0, 0] => 1.0; }
        }
        const BIAS: i32 = $bias;
    };
}

reals! {
    /// A description.
    mainframe from external32, 4 => 64, -118.625 <=> 0xC276_A000;
    on read  { overflow => infinity }
    on write { overflow => error, infinity | nan => error, underflow => zero }
}

fn main() -> Result<(), datarep::Error> {
    assert_eq!(BIAS, 64);
    assert_eq!(mainframe::to_vec::<f32>(&[0x41, 0x10, 0, 0])?.0, [1.0]);
    Ok(())
}
