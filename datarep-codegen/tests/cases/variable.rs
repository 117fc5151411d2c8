fn main() {
    use datarep::ErrorClass;

    let one = [0, 1, 0, 2, 0xFF, 0xFF, 0xC2, 0x76, 0xA0, 0x00, 0x41, 0x10, 0, 0, 0x3F, 0x80, 0, 0];
    let none = [0, 2, 0, 0, 0, 0, 0x40, 0, 0, 0];
    let (traces, loss) = trace::to_vec(&[&one[..], &none].concat()).expect("all fits");
    assert!(loss.is_none());
    assert_eq!(traces[0], Trace { number: 1, count: 2, samples: vec![-118.625, 1.0], scale: 1.0 });
    assert_eq!(traces[1], Trace { number: 2, count: 0, samples: vec![], scale: 2.0 });
    // Bytes without a meaning are written as zero.
    let mut written = one.to_vec();
    written[4..6].fill(0);
    assert_eq!(trace::to_bytes(&traces).expect("all fits").0, [&written[..], &none].concat());

    let (first, rest, _) = trace::first(&[&one[..], &none].concat()).map(|(a, b, c)| (a, b.to_vec(), c)).expect("all fits");
    assert_eq!((first.number, rest.as_slice()), (1, &none[..]));

    let torn = trace::to_vec(&one[..9]).expect_err("torn");
    assert_eq!(torn.class(), ErrorClass::Count);
    assert_eq!(
        torn.to_string(),
        "`trace`: record 0: `samples` takes 8 bytes, and 3 are left: it is cut off, or a count is wrong"
    );
    let error = trace::to_bytes(&[Trace { count: 3, ..traces[0].clone() }]).expect_err("two samples");
    assert_eq!(error.to_string(), "`trace`: record 0: `samples` has 2 items, and its count says 3");
    let nan = Trace { samples: vec![1.0, f32::NAN], ..traces[0].clone() };
    let all = [traces[0].clone(), nan];
    let error = trace::to_bytes(&all).expect_err("there is no NaN");
    assert_eq!(error.class(), ErrorClass::Conversion);
    assert!(error.to_string().starts_with("item 1 of datarep `trace`: `samples[1]`: "), "{error}");
    assert_eq!(trace::loss_on_write(&all).expect("lengths that fit").nan, 1);
    assert!(trace::loss(&one).expect("a whole record").is_none());

    let small = Shape {
        length: 3,
        label: "ab".to_owned(),
        lines: 1,
        ends: vec![[Point { x: 1, y: 2 }, Point { x: -1, y: 0 }]],
        raw: vec![[7; 3]; 3],
    };
    let bytes = [3, b'a', b'b', b' ', 0, 1, 1, 2, 0xFF, 0, 7, 7, 7, 7, 7, 7, 7, 7, 7];
    assert_eq!(shape::to_bytes(&[small.clone()]).expect("all fits").0, bytes);
    assert_eq!(shape::to_vec(&bytes).expect("all fits").0, [small.clone()]);
    let long = shape::to_bytes(&[Shape { label: "abcd".to_owned(), ..small.clone() }]).expect_err("too long");
    assert_eq!(long.to_string(), "`shape`: record 0: `label` has 4 characters, and its count says 3");
    let mut negative = bytes;
    negative[4] = 0x80;
    let error = shape::to_vec(&negative).expect_err("less than none");
    assert_eq!(error.to_string(), "`shape`: record 0: `lines` says that there are -32767 items");

    let page = Page { traces: 2, shape: small.clone(), trace: traces.clone(), both: vec![small.clone(), small.clone()] };
    let (bytes, _) = page::to_bytes(&[page.clone()]).expect("all fits");
    assert_eq!(page::to_vec(&bytes).expect("all fits").0, [page.clone()]);
    let mut wrong = page;
    wrong.both[1].lines = 40_000;
    let error = page::to_bytes(&[wrong]).expect_err("too many lines");
    assert!(error.to_string().starts_with("item 0 of datarep `page`: `both[1].lines`: "), "{error}");
    let error = page::to_vec(&bytes[..bytes.len() - 1]).expect_err("torn");
    assert_eq!(
        error.to_string(),
        "`page`: record 0: `both[1].raw` takes 9 bytes, and 8 are left: it is cut off, or a count is wrong"
    );
}
