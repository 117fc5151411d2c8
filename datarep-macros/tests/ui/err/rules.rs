datarep::datarep! {
    datarep mine extends external32 {
        MPI_DOUBLE => ibm::hfp64 { on write { overflow => infinity } };
        on read { overflow => infinity }
        on write { overflow => error, infinity | nan => error, overflow => saturate }
    }
}

fn main() {}
