//! MPI's constants in each of the three families of libraries, one line each.
//!
//! `cargo xtask mpi-matrix` compiles a program with the header of each library and compares every line with it.

/// The constants of one family, by field; and all of them by their names in MPI.
macro_rules! constants {
    ($($name:literal $field:ident: $mpich:literal, $open_mpi:literal, $standard:literal;)*) => {
        /// The constants that the engine names.
        #[derive(Debug)]
        pub(crate) struct Constants {
            $(pub(crate) $field: i32,)*
        }

        pub(super) const MPICH: Constants = Constants { $($field: $mpich,)* };
        pub(super) const OPEN_MPI: Constants = Constants { $($field: $open_mpi,)* };
        pub(super) const STANDARD: Constants = Constants { $($field: $standard,)* };

        impl Constants {
            /// Each with its name.
            pub(super) fn entries(&self) -> Vec<(&'static str, i64)> {
                vec![$(($name, self.$field.into()),)*]
            }
        }
    };
}

constants! {
    "MPI_COMBINER_NAMED" named: 1, 0, 101;
    "MPI_COMBINER_DUP" dup: 2, 1, 102;
    "MPI_COMBINER_CONTIGUOUS" contiguous: 3, 2, 103;
    "MPI_COMBINER_VECTOR" vector: 4, 3, 104;
    "MPI_COMBINER_HVECTOR" hvector: 6, 5, 105;
    "MPI_COMBINER_INDEXED" indexed: 7, 6, 106;
    "MPI_COMBINER_HINDEXED" hindexed: 9, 8, 107;
    "MPI_COMBINER_INDEXED_BLOCK" indexed_block: 10, 9, 108;
    "MPI_COMBINER_HINDEXED_BLOCK" hindexed_block: 19, 18, 109;
    "MPI_COMBINER_STRUCT" structure: 12, 11, 110;
    "MPI_COMBINER_SUBARRAY" subarray: 13, 12, 111;
    "MPI_COMBINER_DARRAY" darray: 14, 13, 112;
    "MPI_COMBINER_F90_REAL" f90_real: 15, 14, 113;
    "MPI_COMBINER_F90_COMPLEX" f90_complex: 16, 15, 114;
    "MPI_COMBINER_F90_INTEGER" f90_integer: 17, 16, 115;
    "MPI_COMBINER_RESIZED" resized: 18, 17, 116;
    "MPI_ORDER_C" order_c: 56, 0, 12;
    "MPI_ORDER_FORTRAN" order_fortran: 57, 1, 15;
    "MPI_DISTRIBUTE_BLOCK" block: 121, 0, 17;
    "MPI_DISTRIBUTE_CYCLIC" cyclic: 122, 1, 18;
    "MPI_DISTRIBUTE_NONE" none: 123, 2, 16;
    "MPI_DISTRIBUTE_DFLT_DARG" default_argument: -49767, -1, 19;
    "MPI_UNDEFINED" undefined: -32766, -32766, -32766;
    "MPI_DISPLACEMENT_CURRENT" displacement_current: -54278278, -54278278, -1;
    "MPI_MAX_DATAREP_STRING" max_datarep_string: 128, 128, 128;
    "MPI_ERR_CONVERSION" err_conversion: 23, 25, 25;
    "MPI_ERR_COUNT" err_count: 2, 2, 2;
    "MPI_ERR_TYPE" err_type: 3, 3, 3;
    "MPI_ERR_DUP_DATAREP" err_dup_datarep: 24, 27, 27;
    "MPI_ERR_BUFFER" err_buffer: 1, 1, 1;
    "MPI_ERR_VALUE_TOO_LARGE" err_value_too_large: 77, 79, 59;
    "MPI_ERR_ARG" err_arg: 12, 13, 13;
    "MPI_ERR_UNSUPPORTED_DATAREP" err_unsupported_datarep: 43, 51, 54;
    "MPI_ERR_UNSUPPORTED_OPERATION" err_unsupported_operation: 44, 52, 55;
    "MPI_ERR_NOT_SAME" err_not_same: 35, 40, 40;
    "MPI_ERR_REQUEST" err_request: 19, 7, 7;
    "MPI_ERR_IO" err_io: 32, 35, 35;
    "MPI_ERR_IN_STATUS" err_in_status: 17, 18, 19;
    "MPI_ERR_INTERN" err_intern: 16, 17, 17;
}
