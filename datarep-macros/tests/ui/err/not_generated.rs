datarep::datarep! {
    datarep mine extends external32 {
        MPI_INT32_T => fixed(32, 16);
        MPI_INT64_T => f64 { on write { inexact => error } };
        MPI_FLOAT => fixed(36, 20) packed { on write { overflow => error } };
    }
}

fn main() {}
