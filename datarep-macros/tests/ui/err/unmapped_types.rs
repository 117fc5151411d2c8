datarep::datarep! {
    datarep mine {
        order big;
        real { 4 => f32, 8 => f64 }
        integer { 1 => twos(8), 2 => twos(16), 4 => twos(32), 8 => twos(64) }
    }
}

fn main() {}
