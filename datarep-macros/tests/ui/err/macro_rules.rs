macro_rules! by_width {
    ($name:ident, $bits:literal) => {
        datarep::datarep! {
            integer $name = twos($bits);
            test $name { 1 <=> 0x2; }
        }
    };
}

by_width!(small, 16);

fn main() {}
