use datarep::Datatype;

datarep::datarep! {
    datarep mine extends big_endian {
        MPI_INT8_T => unsupported;
        MPI_INTEGER1 => unsupported;
        MPI_SIGNED_CHAR => unsupported;
    }
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Station {
    id: i8,
    x: f64,
}

fn main() {
    let _ = mine::to_vec::<Station>(&[0; 9]);
}
