datarep::datarep! {
    datarep mine extends big_endian {
        MPI_DUOBLE => unsupported;
        reel { 4 => f32 }
        on write { overflow => saturat }
    }
}

fn main() {}
