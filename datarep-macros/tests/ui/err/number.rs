datarep::datarep! {
    integer i24 = twos(024);
}

fn main() {}
