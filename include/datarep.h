/* What `libdatarep_mpi.so` has beside MPI's own functions.
 *
 * A program needs none of it: the library is preloaded, and MPI's functions do what MPI says. A program that calls one of
 * these is linked with the library, before the MPI library:
 *
 *     mpicc -I include program.c -L target/release -Wl,-rpath,$PWD/target/release -Wl,--no-as-needed -ldatarep_mpi -o program
 *
 * `mpicc` puts `-lmpi` behind, as it must be: ahead of `-ldatarep_mpi` it would find MPI's functions first, and the library would do
 * nothing. Then nothing need be preloaded.
 *
 * Functions that may fail return MPI_SUCCESS or a code of MPI, and call no error handler. They may be called by any thread.
 */
#ifndef DATAREP_H
#define DATAREP_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library: "0.1.0". */
const char *datarep_version(void);

/* Why a call of this thread last failed: a text that stays until the next failure, empty where none has failed.
 *
 * `MPI_Error_string` tells the same where the MPI library takes messages for its own classes; MPICH 4.0 does not.
 */
const char *datarep_last_error(void);

/* The name of a representation that a view may have by this library, counted from 0, or NULL behind the last one. Those that the
 * program registers come behind the others, so that a number stays that of its name.
 *
 *     for (int i = 0; datarep_name(i); i++) puts(datarep_name(i));
 */
const char *datarep_name(int index);

/* The extent of a datatype, in bytes, in files of the representation `name`: without a file, what `MPI_File_get_type_extent` tells of
 * one whose view has it. MPI_UNDEFINED where it does not fit in 64 bits. A program's own extent function is asked.
 *
 * Classes: MPI_ERR_UNSUPPORTED_DATAREP where no such name is known, MPI_ERR_TYPE where it has no such type.
 */
int datarep_extent(const char *name, MPI_Datatype datatype, MPI_Offset *extent);

/* How many items could not be kept as they were, by what happened to them. An item counts once. What a rule makes an error is none of
 * these: there the call fails. A program's own conversion functions count nothing.
 */
typedef struct datarep_counts {
    unsigned long long inexact;       /* a value between two of the target's: rounded */
    unsigned long long overflow;      /* a finite value beyond the target's range */
    unsigned long long underflow;     /* a value below the target's smallest normal number */
    unsigned long long infinity;      /* an infinity that the target does not have */
    unsigned long long nan;           /* a NaN that the target does not have */
    unsigned long long reserved;      /* a reserved operand, or an encoding that the machine refuses */
    unsigned long long negative_zero; /* a negative zero that became a positive one */
    unsigned long long unmapped;      /* a character or logical that the target has no place for */
    unsigned long long invalid;       /* digits or a sign of a decimal number that are none */
    unsigned long long missing;       /* a missing value that did not stay one */
    unsigned long long noncanonical;  /* an encoding that writing would not give */
    unsigned long long later[5];      /* zeros */
} datarep_counts;

/* What this process could not keep of a file since it was opened, through all of its views; of all files, closed ones too, where `file` is
 * MPI_FILE_NULL. Nonblocking accesses count when they are completed.
 */
int datarep_losses(MPI_File file, datarep_counts *losses);

#ifdef __cplusplus
}
#endif

#endif
