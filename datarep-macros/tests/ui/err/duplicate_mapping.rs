datarep::datarep! {
    datarep mine extends external32 {
        MPI_DOUBLE => f32 { on write { overflow => error } };
        MPI_DOUBLE => f64;
    }
}

fn main() {}
