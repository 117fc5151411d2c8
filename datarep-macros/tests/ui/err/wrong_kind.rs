datarep::datarep! {
    datarep mine extends external32 {
        MPI_DOUBLE => ebcdic(cp037);
    }
}

fn main() {}
