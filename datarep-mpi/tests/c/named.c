/* An MPI library by another name, for the tests: -DNAME="…" is what it calls itself. Preloaded behind our library.
 * -DVECTOR=N: datatypes of its `MPI_Type_vector` have the combiner N.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <string.h>

int named(char *version, int *length) __asm__("PMPI_Get_library_version");
int named(char *version, int *length) {
    strcpy(version, NAME);
    *length = (int)strlen(NAME);
    return MPI_SUCCESS;
}

#ifdef VECTOR
typedef int (*Envelope)(MPI_Datatype, int *, int *, int *, int *);

int differing(MPI_Datatype type, int *integers, int *addresses, int *datatypes, int *combiner) __asm__("PMPI_Type_get_envelope");
int differing(MPI_Datatype type, int *integers, int *addresses, int *datatypes, int *combiner) {
    Envelope real = (Envelope)dlsym(RTLD_NEXT, "PMPI_Type_get_envelope");
    int code = real(type, integers, addresses, datatypes, combiner);
    if (*combiner == MPI_COMBINER_VECTOR) *combiner = VECTOR;
    return code;
}
#endif
