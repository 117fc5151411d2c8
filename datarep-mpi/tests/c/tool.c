/* A tool that counts calls by MPI's profiling interface, as tracers do: it has `MPI_X`, and calls `PMPI_X`.
 *
 * It is preloaded before our library or behind it, or linked to a program.
 */
#include <mpi.h>
#include <string.h>

#define ROUTINES 64

static struct {
    const char *name;
    int calls;
} counts[ROUTINES];

static void count(const char *name) {
    int at = 0;
    while (counts[at].name && strcmp(counts[at].name, name)) at++;
    counts[at].name = name;
    __atomic_add_fetch(&counts[at].calls, 1, __ATOMIC_RELAXED);
}

/* How often a routine was called. */
int tool_calls(const char *name);
int tool_calls(const char *name) {
    for (int at = 0; at < ROUTINES && counts[at].name; at++)
        if (strcmp(counts[at].name, name) == 0) return counts[at].calls;
    return 0;
}

#define COUNTED(routine, parameters, arguments) \
    int MPI_##routine parameters { \
        count(#routine); \
        return PMPI_##routine arguments; \
    }

#define AT (MPI_File file, MPI_Offset offset, void *buffer, int items, MPI_Datatype type, MPI_Status *status)
#define AT_OF (MPI_File file, MPI_Offset offset, const void *buffer, int items, MPI_Datatype type, MPI_Status *status)
#define BY (MPI_File file, void *buffer, int items, MPI_Datatype type, MPI_Status *status)
#define BY_OF (MPI_File file, const void *buffer, int items, MPI_Datatype type, MPI_Status *status)

COUNTED(File_open, (MPI_Comm comm, const char *path, int mode, MPI_Info info, MPI_File *file), (comm, path, mode, info, file))
COUNTED(File_close, (MPI_File *file), (file))
COUNTED(File_set_view, (MPI_File file, MPI_Offset at, MPI_Datatype etype, MPI_Datatype filetype, const char *name, MPI_Info info),
        (file, at, etype, filetype, name, info))
COUNTED(File_get_view, (MPI_File file, MPI_Offset *at, MPI_Datatype *etype, MPI_Datatype *filetype, char *name),
        (file, at, etype, filetype, name))
COUNTED(File_get_type_extent, (MPI_File file, MPI_Datatype type, MPI_Aint *extent), (file, type, extent))
COUNTED(File_seek, (MPI_File file, MPI_Offset offset, int whence), (file, offset, whence))
COUNTED(File_get_position, (MPI_File file, MPI_Offset *position), (file, position))
COUNTED(File_set_size, (MPI_File file, MPI_Offset size), (file, size))
COUNTED(File_sync, (MPI_File file), (file))
COUNTED(File_set_atomicity, (MPI_File file, int flag), (file, flag))
COUNTED(File_read_at, AT, (file, offset, buffer, items, type, status))
COUNTED(File_write_at, AT_OF, (file, offset, buffer, items, type, status))
COUNTED(File_read_at_all, AT, (file, offset, buffer, items, type, status))
COUNTED(File_write_at_all, AT_OF, (file, offset, buffer, items, type, status))
COUNTED(File_read, BY, (file, buffer, items, type, status))
COUNTED(File_write, BY_OF, (file, buffer, items, type, status))
COUNTED(File_read_shared, BY, (file, buffer, items, type, status))
COUNTED(File_write_shared, BY_OF, (file, buffer, items, type, status))
COUNTED(File_read_at_all_begin, (MPI_File file, MPI_Offset offset, void *buffer, int items, MPI_Datatype type), (file, offset, buffer, items, type))
COUNTED(File_read_at_all_end, (MPI_File file, void *buffer, MPI_Status *status), (file, buffer, status))
COUNTED(File_iread_at, (MPI_File file, MPI_Offset offset, void *buffer, int items, MPI_Datatype type, MPI_Request *request),
        (file, offset, buffer, items, type, request))
COUNTED(File_iread_at_all, (MPI_File file, MPI_Offset offset, void *buffer, int items, MPI_Datatype type, MPI_Request *request),
        (file, offset, buffer, items, type, request))
COUNTED(Wait, (MPI_Request *request, MPI_Status *status), (request, status))
COUNTED(Test, (MPI_Request *request, int *flag, MPI_Status *status), (request, flag, status))
COUNTED(Waitall, (int number, MPI_Request requests[], MPI_Status statuses[]), (number, requests, statuses))
COUNTED(Testall, (int number, MPI_Request requests[], int *flag, MPI_Status statuses[]), (number, requests, flag, statuses))
COUNTED(Waitany, (int number, MPI_Request requests[], int *index, MPI_Status *status), (number, requests, index, status))
COUNTED(Testany, (int number, MPI_Request requests[], int *index, int *flag, MPI_Status *status), (number, requests, index, flag, status))
COUNTED(Waitsome, (int number, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]), (number, requests, done, indices, statuses))
COUNTED(Testsome, (int number, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]), (number, requests, done, indices, statuses))
COUNTED(Request_get_status, (MPI_Request request, int *flag, MPI_Status *status), (request, flag, status))
COUNTED(Request_free, (MPI_Request *request), (request))
COUNTED(Barrier, (MPI_Comm comm), (comm))
COUNTED(Allreduce, (const void *from, void *to, int items, MPI_Datatype type, MPI_Op op, MPI_Comm comm), (from, to, items, type, op, comm))
