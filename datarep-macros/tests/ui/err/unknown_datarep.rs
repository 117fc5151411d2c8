datarep::datarep! {
    datarep mine extends externl32 {
        order little;
    }
}

fn main() {}
