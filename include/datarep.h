/* The functions of `libdatarep_mpi.so` in addition to MPI's own.
 *
 * A program needs none of them: the library is preloaded, and MPI's functions work as the standard says. A program that
 * calls one of them is linked with the library, before the MPI library:
 *
 *     mpicc -I include program.c -L target/release -Wl,-rpath,$PWD/target/release -Wl,--no-as-needed -ldatarep_mpi -o program
 *
 * `mpicc` puts `-lmpi` after `-ldatarep_mpi`, as it must be: in the other order MPI's functions would be found first, and
 * the library would do nothing. A program that is linked in this way needs no preloading.
 *
 * Functions that may fail return MPI_SUCCESS or a code of MPI, and call no error handler. Any thread may call them.
 */
#ifndef DATAREP_H
#define DATAREP_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library: "0.1.0". */
const char *datarep_version(void);

/* Why a call of this thread last failed: a text that is valid until the next failure, and empty if no call has failed. Failures
 * of the MPI library itself leave none, except for a view whose name is unknown.
 *
 * `MPI_Error_string` returns the same text if the MPI library accepts messages for its own classes. MPICH 4.0 does not.
 */
const char *datarep_last_error(void);

/* The name of a representation that this library provides for views, counted from 0, or NULL after the last one. Those that
 * the program registers come last, so that the number of a name does not change.
 *
 *     for (int i = 0; datarep_name(i); i++) puts(datarep_name(i));
 */
const char *datarep_name(int index);

/* The extent of a datatype, in bytes, in files of the representation `name`. It is the one that `MPI_File_get_type_extent`
 * returns for a file whose view has this representation, but no file is needed. MPI_UNDEFINED if it does not fit in 64 bits.
 * A program's own extent function is called.
 *
 * Classes: MPI_ERR_UNSUPPORTED_DATAREP if the name is unknown, MPI_ERR_TYPE if the representation does not support the type.
 */
int datarep_extent(const char *name, MPI_Datatype datatype, MPI_Offset *extent);

/* How many items could not be kept unchanged, by event. An item counts once. Events that a rule makes an error are not
 * counted: the call fails. A program's own conversion functions count nothing.
 */
typedef struct datarep_counts {
    unsigned long long inexact;       /* a value between two of the target's, which is rounded */
    unsigned long long overflow;      /* a finite value beyond the target's range */
    unsigned long long underflow;     /* a value below the target's smallest normal number */
    unsigned long long infinity;      /* an infinity that the target does not have */
    unsigned long long nan;           /* a NaN that the target does not have */
    unsigned long long reserved;      /* a reserved operand, or an encoding that the machine refuses */
    unsigned long long negative_zero; /* a negative zero that became a positive one */
    unsigned long long unmapped;      /* a character or logical that the target does not have */
    unsigned long long invalid;       /* a decimal number with an invalid digit or sign */
    unsigned long long missing;       /* a missing value that could not be kept as one */
    unsigned long long noncanonical;  /* an encoding that writing would not produce */
    unsigned long long later[5];      /* zeros, for later events */
} datarep_counts;

/* The losses of this process in a file since it was opened, through all of its views. If `file` is MPI_FILE_NULL, those in
 * all files, including closed ones. Nonblocking accesses count when they are completed.
 */
int datarep_losses(MPI_File file, datarep_counts *losses);

#ifdef __cplusplus
}
#endif

#endif
