//! MPI's constants in each of the three families of libraries, one line each.
//!
//! `cargo xtask mpi-matrix` compiles a program with the header of each library and compares every line with it.

/// The constants of one family by field, and all of them by their names in MPI.
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
            /// Each constant with its name.
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
    "MPI_ERR_ACCESS" err_access: 20, 20, 20;
    "MPI_ERR_AMODE" err_amode: 21, 21, 21;
    "MPI_ERR_BAD_FILE" err_bad_file: 22, 23, 23;
    "MPI_ERR_FILE_EXISTS" err_file_exists: 25, 28, 28;
    "MPI_ERR_FILE_IN_USE" err_file_in_use: 26, 29, 29;
    "MPI_ERR_NO_MEM" err_no_mem: 34, 39, 39;
    "MPI_ERR_NO_SPACE" err_no_space: 36, 41, 41;
    "MPI_ERR_NO_SUCH_FILE" err_no_such_file: 37, 42, 42;
    "MPI_ERR_QUOTA" err_quota: 39, 44, 44;
    "MPI_ERR_READ_ONLY" err_read_only: 40, 45, 45;
    "MPI_MODE_CREATE" mode_create: 1, 1, 2;
    "MPI_MODE_RDONLY" mode_rdonly: 2, 2, 16;
    "MPI_MODE_WRONLY" mode_wronly: 4, 4, 256;
    "MPI_MODE_RDWR" mode_rdwr: 8, 8, 32;
    "MPI_MODE_DELETE_ON_CLOSE" mode_delete_on_close: 16, 16, 4;
    "MPI_MODE_UNIQUE_OPEN" mode_unique_open: 32, 32, 128;
    "MPI_MODE_EXCL" mode_excl: 64, 64, 8;
    "MPI_MODE_APPEND" mode_append: 128, 128, 1;
    "MPI_MODE_SEQUENTIAL" mode_sequential: 256, 256, 64;
    "MPI_THREAD_MULTIPLE" thread_multiple: 3, 3, 4096;
}
