/* What `libdatarep_mpi.so` has beside MPI's own functions.
 *
 * A program needs none of it: the library is preloaded, or linked before the MPI library (`-ldatarep_mpi` ahead of
 * `-lmpi`; behind it the library does nothing), and MPI's functions do what MPI says.
 */
#ifndef DATAREP_H
#define DATAREP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Why the last call of this thread failed: a text that stays until the next failure, empty where none has failed.
 *
 * `MPI_Error_string` tells the same where the MPI library takes messages for its own classes; MPICH 4.0 does not.
 */
const char *datarep_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
