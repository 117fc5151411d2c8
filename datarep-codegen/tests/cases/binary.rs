fn main() {
    use datarep::{Decimal, Loss};

    let overflow = |count| {
        let mut loss = Loss::default();
        loss.overflow = count;
        loss
    };

    // A native integer is the number without its point. All words are read.
    assert_eq!(ledger::to_vec::<i32>(&[0x39, 0x30, 0, 0, 0, 0, 0, 0x80]).expect("two amounts").0, [12_345, i32::MIN]);
    assert_eq!(ledger::to_bytes(&[9_999_999_i32, -1]).expect("seven digits").0, [
        0x7F, 0x96, 0x98, 0, 0xFF, 0xFF, 0xFF, 0xFF,
    ]);
    let error = ledger::to_bytes(&[1_i32, 10_000_000]).expect_err("eight digits");
    assert_eq!(
        error.to_string(),
        "item 1 of datarep `ledger`: 10000000 does not fit in `amount` \
         (`MPI_INT32_T => amount`, on write: overflow => error)"
    );

    // The low digits, and the sign.
    let wrapped = ledger::to_bytes(&[-10_000_001_i64, -10_000_000, i64::MIN]).expect("a rule");
    assert_eq!(wrapped, ([-1_i32, 0, -4_775_808].map(i32::to_le_bytes).concat(), overflow(3)));
    assert_eq!(ledger::to_bytes(&[u64::MAX]).expect("a rule"), (vec![15], overflow(1)));
    assert_eq!(ledger::to_vec::<u8>(&[255]).expect("more than two digits").0, [255]);
    assert!(ledger::to_bytes(&[100_u8]).is_err(), "three digits");

    // Twelve bits, and all of 128.
    assert_eq!(ledger::to_vec::<u32>(&[0xF7, 0xFF]).expect("a number").0, [0x7FF]);
    assert_eq!(ledger::to_vec::<u32>(&[0x08, 0x00]).expect("a rule"), (vec![0xFFFF_F800], overflow(1)));
    assert_eq!(ledger::to_bytes(&[i128::MIN]).expect("it fits").0, i128::MIN.to_le_bytes());
    assert_eq!(ledger::to_bytes(&[u128::MAX]).expect("it fits").0, u128::MAX.to_le_bytes());

    // Reals: the value with its point, rounded once.
    let file = [(-123_456_i32).to_le_bytes(), 9_999_999_i32.to_le_bytes()].concat();
    assert_eq!(ledger::to_vec::<f64>(&file).expect("two amounts").0, [-1234.56, 99_999.99]);
    assert_eq!(ledger::to_bytes(&[-1234.56, 99_999.99]).expect("they fit").0, file);
    assert!(ledger::to_bytes(&[99_999.996]).is_err(), "rounded to eight digits");
    let (bytes, loss) = ledger::to_bytes(&[0.125, -0.0, f64::NEG_INFINITY, f64::NAN]).expect("rules for all");
    assert_eq!(bytes, [12_i32, 0, -9_999_999, 0].map(i32::to_le_bytes).concat());
    assert_eq!((loss.inexact, loss.negative_zero, loss.infinity, loss.nan), (1, 1, 1, 1));
    assert_eq!(ledger::to_vec::<f32>(&[0xFF, 0xFF]).expect("a level").0, [6553.5]);

    // A native decimal is exact.
    let exact: Vec<Decimal> = ["-21474836.48", "0.01"].map(|text| text.parse::<Decimal>().expect("a number")).into();
    let file = [i32::MIN.to_le_bytes(), 1_i32.to_le_bytes()].concat();
    assert_eq!(ledger::to_vec::<Decimal>(&file).expect("two amounts").0, exact);
    let (bytes, loss) = ledger::to_bytes(&exact).expect("they fit");
    assert_eq!(bytes, file);
    assert!(loss.is_none());
    let beyond = "21474836.48".parse::<Decimal>().expect("a number");
    assert!(ledger::to_bytes(&[beyond]).is_err(), "beyond the largest number");
}
