datarep::datarep! {
    datarep mine extends external32 {
        MPI_INT => packed_decimal(9, 0) { on write { overflow => error } on read { reserved => error } };
    }
}

fn main() {}
