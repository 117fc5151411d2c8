fn main() {
    // Two digits in the items, and a text of two characters; a number; a code.
    let bytes = *b"\x02\x1C\x2C\0\0\0\0\0\0\x12\x3CABCD\x01A\x3Cxxxxxx\x40\xFF\xFE\xFD\xFC";
    let (sales, loss) = sale::to_vec(&bytes).expect("two sales");
    assert!(loss.is_none());
    assert_eq!(sales[0].amount.items.as_deref(), Some(&[1, 2][..]));
    assert_eq!(sales[0].amount.text.as_deref(), Some("\x1C,"));
    assert_eq!(sales[0].body, SaleBody::Number(Some(123)));
    assert!(matches!(&sales[0].tail, SaleTail::Code(code) if *code == "ABCD"));
    assert!(sales[1].amount.packed.is_none() && sales[1].amount.items.is_none());
    assert_eq!(sales[1].amount.parts.as_ref().map(|parts| &parts.inner), Some(&PartsInner::Digit(3)));
    assert_eq!(sales[1].amount.list.as_ref().map(Vec::len), Some(1));
    assert!(matches!(&sales[1].body, SaleBody::Words(words) if words == "@"));
    assert_eq!(sale::to_bytes(&sales[..1]).expect("it is right").0, bytes[..15]);
}
