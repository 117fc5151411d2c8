fn main() {
    let bytes = *b"C \0\x01\0ABC \0\0\0\x07L \0\x02\x03\0\x01\0\x02\xFF\xFE\x01\x02\x03\0";
    let (entries, loss) = entry::to_vec(&bytes).expect("two entries");
    assert!(loss.is_none());
    assert!(matches!(&entries[0].body, EntryBody::Customer(customer) if customer.name == "ABC"));
    assert_eq!(entries[0].tail, EntryTail::Word(7));
    assert_eq!(entries[1].body, EntryBody::List(vec![1, 2, -2]));
    assert_eq!(entries[1].tail, EntryTail::Items(vec![1, 2, 3]));
    assert_eq!(entry::to_bytes(&entries).expect("it is right").0, bytes);
    let error = entry::to_vec(b"Z \0\0\x02").expect_err("no alternative");
    assert!(error.to_string().contains("`tail`"), "{error}");
}
