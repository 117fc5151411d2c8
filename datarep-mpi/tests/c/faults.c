/* What goes wrong in one process of two: it is told there, by its class, and the other one does not wait for ever.
 *
 *     mpiexec -n 2 faults FILE
 *
 * The last line is "R right, W wrong". A process that hangs is ended after two minutes.
 */
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT 6

static int rank, ranks, failing, extent_fails, right, wrong;
static const char *now = "the beginning";
static MPI_File opened;
static int inner;

static void hung(int signal) {
    (void)signal;
    printf("rank %d hangs in %s\n", rank, now);
    fflush(stdout);
    _exit(3);
}

static int move(void *user, int count, void *file, MPI_Offset position, int reads) {
    if (failing) return MPI_ERR_OTHER;
    unsigned char *memory = (unsigned char *)user + 4 * position;
    memcpy(reads ? memory : file, reads ? file : memory, 4 * (size_t)count);
    return MPI_SUCCESS;
}
static int on_read(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)type; (void)extra;
    return move(user, count, file, position, 1);
}
static int on_write(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)type; (void)extra;
    return move(user, count, file, position, 0);
}
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)type; (void)extra;
    *bytes = 4;
    return extent_fails ? MPI_ERR_OTHER : MPI_SUCCESS;
}
/* A collective inside a conversion function is erroneous: it is refused. */
static int on_nested(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    int other;
    MPI_Status status;
    (void)type; (void)extra;
    int code = MPI_File_read_at_all(opened, 0, &other, 1, MPI_INT, &status);
    MPI_Error_class(code, &inner);
    return move(user, count, file, position, 0);
}

static int class_of(int code) {
    int class = MPI_SUCCESS;
    if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
    return class;
}

/* In the second process it is to end with this class, in the first one well. */
static void expect(int code, int class, const char *what) {
    int expected = rank == 1 ? class : MPI_SUCCESS, got = class_of(code), bad = got != expected, any;
    if (bad) printf("%s, rank %d: class %d, not %d\n", what, rank, got, expected);
    fflush(stdout);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any) wrong++; else right++;
}

#define PAIR(name_read, name_write, ...) (reads ? name_read(__VA_ARGS__) : name_write(__VA_ARGS__))

static int called(MPI_File file, int routine, int reads, int *buffer, int count, MPI_Datatype type) {
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Offset offset = rank * COUNT;
    int code;
    switch (routine) {
        case 0: now = "at"; return PAIR(MPI_File_read_at, MPI_File_write_at, file, offset, buffer, count, type, &status);
        case 1: now = "at_all"; return PAIR(MPI_File_read_at_all, MPI_File_write_at_all, file, offset, buffer, count, type, &status);
        case 2: now = "own"; return PAIR(MPI_File_read, MPI_File_write, file, buffer, count, type, &status);
        case 3: now = "all"; return PAIR(MPI_File_read_all, MPI_File_write_all, file, buffer, count, type, &status);
        case 4: now = "shared"; return PAIR(MPI_File_read_shared, MPI_File_write_shared, file, buffer, count, type, &status);
        case 5: now = "ordered"; return PAIR(MPI_File_read_ordered, MPI_File_write_ordered, file, buffer, count, type, &status);
        case 6: now = "at_all_begin"; code = PAIR(MPI_File_read_at_all_begin, MPI_File_write_at_all_begin, file, offset, buffer, count, type);
            return code ? code : PAIR(MPI_File_read_at_all_end, MPI_File_write_at_all_end, file, buffer, &status);
        case 7: now = "all_begin"; code = PAIR(MPI_File_read_all_begin, MPI_File_write_all_begin, file, buffer, count, type);
            return code ? code : PAIR(MPI_File_read_all_end, MPI_File_write_all_end, file, buffer, &status);
        case 8: now = "ordered_begin"; code = PAIR(MPI_File_read_ordered_begin, MPI_File_write_ordered_begin, file, buffer, count, type);
            return code ? code : PAIR(MPI_File_read_ordered_end, MPI_File_write_ordered_end, file, buffer, &status);
        case 9: now = "iat"; code = PAIR(MPI_File_iread_at, MPI_File_iwrite_at, file, offset, buffer, count, type, &request); break;
        case 10: now = "iown"; code = PAIR(MPI_File_iread, MPI_File_iwrite, file, buffer, count, type, &request); break;
        case 11: now = "ishared"; code = PAIR(MPI_File_iread_shared, MPI_File_iwrite_shared, file, buffer, count, type, &request); break;
        case 12: now = "iat_all"; code = PAIR(MPI_File_iread_at_all, MPI_File_iwrite_at_all, file, offset, buffer, count, type, &request); break;
        default: now = "iall"; code = PAIR(MPI_File_iread_all, MPI_File_iwrite_all, file, buffer, count, type, &request);
    }
    return code ? code : MPI_Wait(&request, &status);
}

/* The same of several requests: the class is in the status. */
static int called_with_others(MPI_File file, int *buffer) {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    now = "waitall";
    int code = MPI_File_iread_at_all(file, rank * COUNT, buffer, COUNT, MPI_INT, &requests[1]);
    if (code) return code;
    code = MPI_Waitall(2, requests, statuses);
    if (class_of(code) != MPI_ERR_IN_STATUS) return code ? MPI_ERR_OTHER : MPI_SUCCESS;
    return statuses[1].MPI_ERROR;
}

int main(int argc, char **argv) {
    int buffer[COUNT] = {1, 2, 3, 4, 5, 6}, wide[64] = {0};
    if (argc < 2) return 2;
    signal(SIGALRM, hung);
    alarm(120);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0) {
        int file = open(argv[1], O_CREAT | O_TRUNC | O_WRONLY, 0600);
        if (write(file, wide, sizeof wide) != sizeof wide) return 2;
        close(file);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File file;
    MPI_Register_datarep("moved", on_read, on_write, on_extent, NULL);
    MPI_Register_datarep("asked", on_read, on_write, on_extent, NULL);
    MPI_Register_datarep("nested", on_read, on_nested, on_extent, NULL);
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    opened = file;
    for (int reads = 0; reads < 2; reads++) {
        for (int routine = 0; routine < 14; routine++) {
            MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "moved", MPI_INFO_NULL);
            failing = rank == 1;
            expect(called(file, routine, reads, buffer, COUNT, MPI_INT), MPI_ERR_CONVERSION, "a function that fails");
            failing = 0;
            expect(called(file, routine, reads, buffer, rank == 1 ? -1 : COUNT, MPI_INT), MPI_ERR_COUNT, "a negative count");
            MPI_Datatype type = rank == 1 ? MPI_DOUBLE : MPI_INT;
            expect(called(file, routine, reads, wide, COUNT, type), MPI_ERR_TYPE, "a type that is no etype");
            /* All is well again. */
            expect(called(file, routine, reads, buffer, COUNT, MPI_INT), MPI_SUCCESS, "no fault");
        }
    }
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "moved", MPI_INFO_NULL);
    failing = rank == 1;
    expect(called_with_others(file, buffer), MPI_ERR_CONVERSION, "one of several requests");
    failing = 0;
    now = "set_view";
    extent_fails = rank == 1;
    int code = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "asked", MPI_INFO_NULL);
    expect(code, rank == 1 ? class_of(code) : MPI_SUCCESS, "an extent function that fails");
    expect(rank == 1 && code == MPI_SUCCESS ? MPI_ERR_OTHER : MPI_SUCCESS, MPI_SUCCESS, "an extent function that fails is told");
    extent_fails = 0;
    expect(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "asked", MPI_INFO_NULL), MPI_SUCCESS, "no fault");
    now = "a collective inside a function";
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "nested", MPI_INFO_NULL);
    expect(called(file, 1, 0, buffer, COUNT, MPI_INT), MPI_SUCCESS, "a function that calls a collective");
    expect(rank == 1 ? inner : MPI_SUCCESS, MPI_ERR_UNSUPPORTED_OPERATION, "a collective inside a function");
    MPI_File_close(&file);
    if (rank == 0) { unlink(argv[1]); printf("%d right, %d wrong\n", right, wrong); }
    MPI_Finalize();
    return 0;
}
