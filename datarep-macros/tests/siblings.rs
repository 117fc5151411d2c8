//! Representations of one text share the conversions that are the same in them, wherever the macro is called.

mod inside {
    datarep::datarep! {
        datarep plain extends big_endian {}
        /// The same but for its integers.
        datarep turned extends big_endian { integer { 4 => twos(32) little } }
        test twos(32) { 1 <=> 0x0000_0001; }
    }
}

#[test]
fn representations_of_a_module_share_conversions() {
    assert_eq!(inside::plain::to_bytes(&[1_i32]).expect("an integer").0, [0, 0, 0, 1]);
    assert_eq!(inside::turned::to_bytes(&[1_i32]).expect("an integer").0, [1, 0, 0, 0]);
    assert_eq!(inside::turned::to_bytes(&[1.0_f32]).expect("a number").0, [0x3F, 0x80, 0, 0]);
}

#[test]
fn representations_of_a_function_share_conversions() {
    datarep::datarep! {
        datarep first extends big_endian {}
        datarep second extends first { order little; }
    }
    assert_eq!(first::to_bytes(&[1_u16]).expect("an integer").0, [0, 1]);
    assert_eq!(second::to_bytes(&[1_u16]).expect("an integer").0, [1, 0]);
    assert_eq!(second::to_bytes(&[true]).expect("a truth value").0, [1]);
}
