/* Calls that return one status leave its error as it was, as MPI says: only calls that return several statuses set it.
 *
 *     mpiexec -n N statuses FILE REPRESENTATION
 *
 * The last line is "R right, W wrong". A process that hangs is ended.
 */
#include "common.h"

/* What the error of a status is before each call. */
#define BEFORE 12345

static MPI_File file;
static int number;

static MPI_Status fresh(void) {
    MPI_Status status = {0};
    status.MPI_ERROR = BEFORE;
    return status;
}

static void check(int code, MPI_Status *status, const char *what) {
    int count = -1;
    now = what;
    MPI_Get_count(status, MPI_INT, &count);
    judge(code == MPI_SUCCESS && count == 1, "the access", count);
    judge(status->MPI_ERROR == BEFORE, "the error of the status is another one", status->MPI_ERROR);
}

#define BLOCKING(routine, ...) \
    do { \
        MPI_Status status = fresh(); \
        MPI_File_seek(file, rank, MPI_SEEK_SET); \
        int code = MPI_File_##routine(file, __VA_ARGS__, 1, MPI_INT, &status); \
        check(code, &status, #routine); \
    } while (0)

#define SPLIT(routine, ...) \
    do { \
        MPI_Status status = fresh(); \
        MPI_File_seek(file, rank, MPI_SEEK_SET); \
        int code = MPI_File_##routine##_begin(file, __VA_ARGS__, 1, MPI_INT); \
        if (!code) code = MPI_File_##routine##_end(file, &number, &status); \
        check(code, &status, #routine "_end"); \
    } while (0)

/* Completed by the routine for one request, and by one that finds it. */
#define NONBLOCKING(routine, ...) \
    do { \
        MPI_Request request; \
        MPI_Status status = fresh(); \
        int flag = 0, which; \
        MPI_File_seek(file, rank, MPI_SEEK_SET); \
        int code = MPI_File_##routine(file, __VA_ARGS__, 1, MPI_INT, &request); \
        if (!code) code = MPI_Wait(&request, &status); \
        check(code, &status, #routine " and MPI_Wait"); \
        status = fresh(); \
        MPI_File_seek(file, rank, MPI_SEEK_SET); \
        code = MPI_File_##routine(file, __VA_ARGS__, 1, MPI_INT, &request); \
        while (!code && !flag) code = MPI_Test(&request, &flag, &status); \
        check(code, &status, #routine " and MPI_Test"); \
        status = fresh(); \
        MPI_File_seek(file, rank, MPI_SEEK_SET); \
        code = MPI_File_##routine(file, __VA_ARGS__, 1, MPI_INT, &request); \
        if (!code) code = MPI_Waitany(1, &request, &which, &status); \
        check(code, &status, #routine " and MPI_Waitany"); \
    } while (0)

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    judge(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, argv[2], MPI_INFO_NULL) == MPI_SUCCESS, "the view", 0);
    BLOCKING(write_at, rank, &number);
    BLOCKING(write, &number);
    BLOCKING(write_at_all, rank, &number);
    BLOCKING(write_all, &number);
    BLOCKING(write_shared, &number);
    BLOCKING(write_ordered, &number);
    SPLIT(write_at_all, rank, &number);
    SPLIT(write_all, &number);
    SPLIT(write_ordered, &number);
    NONBLOCKING(iwrite_at, rank, &number);
    NONBLOCKING(iwrite, &number);
    NONBLOCKING(iwrite_at_all, rank, &number);
    NONBLOCKING(iwrite_all, &number);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    BLOCKING(read_at, rank, &number);
    BLOCKING(read, &number);
    BLOCKING(read_at_all, rank, &number);
    BLOCKING(read_all, &number);
    BLOCKING(read_shared, &number);
    BLOCKING(read_ordered, &number);
    SPLIT(read_at_all, rank, &number);
    SPLIT(read_all, &number);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    SPLIT(read_ordered, &number);
    NONBLOCKING(iread_at, rank, &number);
    NONBLOCKING(iread, &number);
    NONBLOCKING(iread_at_all, rank, &number);
    NONBLOCKING(iread_all, &number);
    MPI_File_close(&file);
    tell_cases();
    MPI_Finalize();
    return 0;
}
