/* Makes one MPI call of `libdatarep_mpi.so` fail. This is a library, which is loaded between that one and the MPI library:
 *
 *     LD_PRELOAD="libdatarep_mpi.so failing.so"
 *
 * A program names the call by `failing_arm`. Calls of others, such as those within the MPI library, are neither counted nor
 * changed. Calls that cannot fail in a way that a caller could notice are not here: those of error handlers and of the
 * library's state.
 */
/* For `RTLD_NEXT`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <string.h>

/* What a failure of a call may mean. */
enum {
    /* The call is local: it may fail in one process alone, and the others must not wait for that process. */
    LOCAL = 1,
    /* The call may have been done when it fails. */
    DONE = 2,
    /* The call has been done whenever it fails: a request that is not told as done must stay as it is. */
    LATE = 4,
    /* The call is made by a function that the MPI library calls. */
    INSIDE = 8,
};

static long armed, calls;
static int code, only;
/* How many calls of our library run in this thread: what they call in turn is their own. */
static __thread int running;
static const char *met;

/* Makes the n-th call fail with this code. `alone`: only calls that may fail in one process. `done`: only calls that may
 * have been done, and these are. */
void failing_arm(long n, int with, int alone, int done) {
    armed = n;
    calls = 0;
    met = NULL;
    code = with;
    only = (alone ? LOCAL : 0) | (done ? DONE : 0);
}

/* Lets all calls succeed again. Returns the name of the one that has failed, or null. */
const char *failing_disarm(void) {
    armed = 0;
    return met;
}

/* The views of the native representation that a library sets when it opens a file, by its own routine. */
static int views;

/* Lets `PMPI_File_open` set a view, as a library may. Returns how many have been set. */
int failing_views(int sets) {
    int before = views;
    views = sets ? 1 : 0;
    return before - 1;
}

typedef long Word;
/* More parameters than any routine here has: what is behind them is not read by the routine. */
#define PARAMETERS Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j
typedef int (*Function)(PARAMETERS);

/* Whether a call from this address is to fail. */
static int fails(int kind, const char *name, void *from) {
    Dl_info caller;
    if (!armed || (kind & only) != only || (running && !(kind & INSIDE))) return 0;
    if (!dladdr(from, &caller) || !strstr(caller.dli_fname, "libdatarep_mpi")) return 0;
    if (++calls != armed) return 0;
    met = name;
    return 1;
}

/* Our library passes a program's own calls on as `MPI_X`. */
#define CALL(name, kind) \
    CALL_BY(failing_, "PMPI_", name, kind) \
    CALL_BY(passed_, "MPI_", name, kind)
#define CALL_BY(prefix, by, name, kind) \
    int prefix##name(PARAMETERS) __asm__(by #name); \
    int prefix##name(PARAMETERS) { \
        static Function real; \
        if (!real) real = (Function)dlsym(RTLD_NEXT, "PMPI_" #name); \
        int fault = fails(kind, #name, __builtin_return_address(0)); \
        if (fault && !((kind) & LATE) && !(only & DONE)) return code; \
        running++; \
        int result = real(a, b, c, d, e, f, g, h, i, j); \
        running--; \
        return fault ? code : result; \
    }

CALL(Type_get_envelope, LOCAL)
CALL(Type_get_contents, LOCAL)
CALL(Type_get_extent_x, LOCAL)
CALL(Type_size_x, LOCAL)
CALL(Type_get_name, LOCAL)
CALL(Type_dup, LOCAL)
CALL(Type_commit, LOCAL)
CALL(Type_free, LOCAL)
CALL(Type_contiguous, LOCAL)
CALL(Type_vector, LOCAL)
CALL(Type_create_hvector, LOCAL)
CALL(Type_indexed, LOCAL)
CALL(Type_create_hindexed, LOCAL)
CALL(Type_create_indexed_block, LOCAL)
CALL(Type_create_hindexed_block, LOCAL)
CALL(Type_create_struct, LOCAL)
CALL(Type_create_resized, LOCAL)
CALL(Type_create_keyval, LOCAL)
CALL(Type_set_attr, LOCAL)
CALL(Type_get_attr, LOCAL)
CALL(Get_elements_x, LOCAL)
CALL(Status_set_elements_x, LOCAL | INSIDE)
CALL(Status_set_cancelled, LOCAL | INSIDE)
CALL(Grequest_start, LOCAL)
CALL(Grequest_complete, LOCAL)
CALL(Comm_split, 0)
CALL(Comm_free, 0)
/* All processes need the numbers of the communicator of a check, or none. */
CALL(Comm_rank, 0)
CALL(Comm_size, 0)
CALL(Allgather, 0)
CALL(Pack, LOCAL)
CALL(Add_error_code, LOCAL)
CALL(Add_error_string, LOCAL)
CALL(Error_string, LOCAL)
CALL(File_get_errhandler, LOCAL)
CALL(File_close, DONE)
CALL(File_set_view, 0)
CALL(File_get_view, LOCAL)
CALL(File_get_type_extent, LOCAL)
CALL(File_get_size, LOCAL)
CALL(File_get_position, LOCAL)
CALL(File_get_amode, LOCAL)
CALL(File_get_byte_offset, LOCAL)
CALL(File_get_position_shared, LOCAL)
CALL(File_get_atomicity, LOCAL)
CALL(File_seek, LOCAL)
CALL(Wait, LOCAL | DONE | LATE)
CALL(Test, LOCAL | DONE | LATE)
CALL(Waitall, LOCAL | DONE | LATE)
CALL(Testall, LOCAL | DONE | LATE)
CALL(Waitany, LOCAL | DONE | LATE)
CALL(Testany, LOCAL | DONE | LATE)
CALL(Waitsome, LOCAL | DONE | LATE)
CALL(Testsome, LOCAL | DONE | LATE)
CALL(Request_get_status, LOCAL | DONE | LATE)
CALL(Request_free, LOCAL)
CALL(File_read_at, LOCAL | DONE)
CALL(File_read_at_all, DONE)
CALL(File_iread_at_all, 0)
CALL(File_read, LOCAL | DONE)
CALL(File_read_all, DONE)
CALL(File_read_shared, LOCAL | DONE)
CALL(File_read_ordered, DONE)
CALL(File_write_at, LOCAL | DONE)
CALL(File_write_at_all, DONE)
CALL(File_iwrite_at_all, 0)
CALL(File_write, LOCAL | DONE)
CALL(File_write_all, DONE)
CALL(File_write_shared, LOCAL | DONE)
CALL(File_write_ordered, DONE)
#if MPI_VERSION >= 4
CALL(Type_get_envelope_c, LOCAL)
CALL(Type_get_contents_c, LOCAL)
CALL(Type_contiguous_c, LOCAL)
CALL(Type_vector_c, LOCAL)
CALL(Type_create_hvector_c, LOCAL)
CALL(Type_indexed_c, LOCAL)
CALL(Type_create_hindexed_c, LOCAL)
CALL(Type_create_indexed_block_c, LOCAL)
CALL(Type_create_hindexed_block_c, LOCAL)
CALL(Type_create_struct_c, LOCAL)
#endif
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
CALL(Request_get_status_all, LOCAL | DONE | LATE)
CALL(Request_get_status_any, LOCAL | DONE | LATE)
CALL(Request_get_status_some, LOCAL | DONE | LATE)
#endif

/* The routine by which a library may set a view has our library's definition first in the search order. */
static int opened(PARAMETERS) {
    static Function real;
    if (!real) real = (Function)dlsym(RTLD_NEXT, "PMPI_File_open");
    running++;
    int result = real(a, b, c, d, e, f, g, h, i, j);
    if (result == MPI_SUCCESS && views) {
        MPI_File file = *(MPI_File *)e;
        result = PMPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
        views += result == MPI_SUCCESS;
    }
    running--;
    return result;
}

int failing_File_open(PARAMETERS) __asm__("PMPI_File_open");
int failing_File_open(PARAMETERS) {
    if (fails(0, "File_open", __builtin_return_address(0))) return code;
    return opened(a, b, c, d, e, f, g, h, i, j);
}

int passed_File_open(PARAMETERS) __asm__("MPI_File_open");
int passed_File_open(PARAMETERS) {
    if (fails(0, "File_open", __builtin_return_address(0))) return code;
    return opened(a, b, c, d, e, f, g, h, i, j);
}
