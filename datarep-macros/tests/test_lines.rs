//! Test lines of formats that no representation maps are tests of the crate that has the text, which is this one.

mod families {
    datarep::datarep! {
        test twos(16) { 1 <=> 0x0001; -2 <=> 0xFFFE; }
        test packed_decimal(3, 1) { 1.5 <=> 0x015C; }
    }
}

mod alike {
    datarep::datarep! {
        integer a_b = twos(16);
        integer aB = twos(16) { order little; }
        test a_b { 258 <=> [0x01, 0x02]; }
        test aB { 258 <=> [0x02, 0x01]; }
    }
}
