datarep::datarep! {
    datarep a extends b { order big; }
    datarep b extends c { order big; }
    datarep c extends a { order big; }
}

fn main() {}
