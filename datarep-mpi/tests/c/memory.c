/* A process without memory for a buffer: its access fails with MPI_ERR_NO_MEM, it joins the collective, and goes on.
 *
 *     mpiexec -n N memory FILE REPRESENTATION
 *
 * The last line is "R right, W wrong". A process that hangs is ended.
 */
#include "common.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Items of the process without memory, which are 256 MiB, and how much of it others may use meanwhile. */
#define MANY (64 << 20)
#define FREE (64L << 20)
#define FEW 1000

static MPI_File file;
static int converts;

/* Lets the process have `more` bytes beyond what it has, or as many as before. */
static void limit_memory(long more) {
    static struct rlimit before;
    struct rlimit limit;
    long pages = 0;
    if (!before.rlim_max) getrlimit(RLIMIT_AS, &before);
    limit = before;
    FILE *used = fopen("/proc/self/statm", "r");
    if (!used || fscanf(used, "%ld", &pages) != 1) _exit(2);
    fclose(used);
    if (more) limit.rlim_cur = (rlim_t)(pages * sysconf(_SC_PAGESIZE) + more);
    setrlimit(RLIMIT_AS, &limit);
}

enum { WRITE_AT_ALL, WRITE_ALL, WRITE_BEGIN, IWRITE_AT_ALL, IWRITE_ALL, WAYS };
static const char *const NAMES[WAYS] = {"write_at_all", "write_all", "write_at_all_begin", "iwrite_at_all", "iwrite_all"};

static int write_items(int way, MPI_Offset at, int *numbers, int count) {
    MPI_Status status;
    MPI_Request request;
    int code;
    MPI_File_seek(file, at, MPI_SEEK_SET);
    switch (way) {
        case WRITE_AT_ALL: return MPI_File_write_at_all(file, at, numbers, count, MPI_INT, &status);
        case WRITE_ALL: return MPI_File_write_all(file, numbers, count, MPI_INT, &status);
        case WRITE_BEGIN:
            code = MPI_File_write_at_all_begin(file, at, numbers, count, MPI_INT);
            return code ? code : MPI_File_write_at_all_end(file, numbers, &status);
        case IWRITE_AT_ALL:
            code = MPI_File_iwrite_at_all(file, at, numbers, count, MPI_INT, &request);
            return code ? code : MPI_Wait(&request, &status);
        default:
            code = MPI_File_iwrite_all(file, numbers, count, MPI_INT, &request);
            return code ? code : MPI_Wait(&request, &status);
    }
}

/* The last process has no memory for its items, which come last. */
static void run(int way, int *numbers) {
    int poor = rank == ranks - 1, back[FEW] = {0}, class = -1, bad = 0;
    MPI_Offset at = (MPI_Offset)rank * FEW, position = -1;
    now = NAMES[way];
    for (int i = 0; i < FEW; i++) numbers[i] = 1000 * way + i + rank;
    if (poor) limit_memory(FREE);
    int code = write_items(way, at, numbers, poor ? MANY : FEW);
    if (poor) limit_memory(0);
    MPI_Error_class(code, &class);
    if (poor && converts) judge(class == MPI_ERR_NO_MEM, "the class", class);
    else judge(code == MPI_SUCCESS, "a process with memory fails", class);
    MPI_File_get_position(file, &position);
    if (poor && converts) judge(position == at, "the pointer is elsewhere", (long)position);
    /* The file serves afterwards. */
    code = write_items(way, at, numbers, FEW);
    judge(code == MPI_SUCCESS, "a write after it", 0);
    MPI_File_read_at_all(file, at, back, FEW, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < FEW; i++) bad += back[i] != 1000 * way + i + rank;
    judge(bad == 0, "what is read back", bad);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    converts = strcmp(argv[2], "native") != 0;
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    int *numbers = calloc(MANY, sizeof(int));
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    now = "the view";
    judge(numbers && MPI_File_set_view(file, 0, MPI_INT, MPI_INT, argv[2], MPI_INFO_NULL) == MPI_SUCCESS, "it is refused", 0);
    /* What the library needs once is there before memory is scarce. */
    for (int way = 0; way < WAYS; way++) write_items(way, (MPI_Offset)rank * FEW, numbers, FEW);
    for (int way = 0; way < WAYS; way++) run(way, numbers);
    MPI_File_close(&file);
    free(numbers);
    tell_cases();
    MPI_Finalize();
    return 0;
}
