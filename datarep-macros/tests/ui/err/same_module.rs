datarep::datarep! {
    datarep mine extends big_endian { order little; }
}

datarep::datarep! {
    datarep mine extends big_endian { order little; }
}

fn main() {}
