/* A file that cannot grow: what the library itself says of it is said in a representation too, process by process, and what was
 * written before is right.
 *
 *     mpiexec -n 2 full FILE           the size of files is limited, which every system lets a process do
 *     mpiexec -n 2 full /dev/full      a device that is full
 *     mpiexec -n 2 full FILE full      FILE is on a file system of 64 KiB
 *
 * The last line is "R right, W wrong". A process that hangs is ended after two minutes.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIMIT 65536
#define KEPT 1024
#define COUNT 16384
#define ROUTINES 14

static int rank, ranks, right, wrong, device, shared;
static const char *now = "the beginning", *path;
static int numbers[COUNT];

static void hung(int signal) {
    (void)signal;
    printf("rank %d hangs in %s\n", rank, now);
    fflush(stdout);
    _exit(3);
}

static const char *const NAMES[ROUTINES] = {
    "write_at", "write_at_all", "write", "write_all", "write_shared", "write_ordered", "write_at_all_begin",
    "write_all_begin", "write_ordered_begin", "iwrite_at", "iwrite", "iwrite_shared", "iwrite_at_all", "iwrite_all"};

/* One access by each process, next to one another. */
static int called(MPI_File file, int routine, int count, MPI_Status *status) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Offset offset = (MPI_Offset)rank * count;
    int code;
    if (routine == 2 || routine == 3 || routine == 7 || routine == 10 || routine == 13)
        MPI_File_seek(file, offset, MPI_SEEK_SET);
    switch (routine) {
        case 0: return MPI_File_write_at(file, offset, numbers, count, MPI_INT, status);
        case 1: return MPI_File_write_at_all(file, offset, numbers, count, MPI_INT, status);
        case 2: return MPI_File_write(file, numbers, count, MPI_INT, status);
        case 3: return MPI_File_write_all(file, numbers, count, MPI_INT, status);
        case 4: return MPI_File_write_shared(file, numbers, count, MPI_INT, status);
        case 5: return MPI_File_write_ordered(file, numbers, count, MPI_INT, status);
        case 6: code = MPI_File_write_at_all_begin(file, offset, numbers, count, MPI_INT);
            return code ? code : MPI_File_write_at_all_end(file, numbers, status);
        case 7: code = MPI_File_write_all_begin(file, numbers, count, MPI_INT);
            return code ? code : MPI_File_write_all_end(file, numbers, status);
        case 8: code = MPI_File_write_ordered_begin(file, numbers, count, MPI_INT);
            return code ? code : MPI_File_write_ordered_end(file, numbers, status);
        case 9: code = MPI_File_iwrite_at(file, offset, numbers, count, MPI_INT, &request); break;
        case 10: code = MPI_File_iwrite(file, numbers, count, MPI_INT, &request); break;
        case 11: code = MPI_File_iwrite_shared(file, numbers, count, MPI_INT, &request); break;
        case 12: code = MPI_File_iwrite_at_all(file, offset, numbers, count, MPI_INT, &request); break;
        default: code = MPI_File_iwrite_all(file, numbers, count, MPI_INT, &request);
    }
    return code ? code : MPI_Wait(&request, status);
}

/* What an access that is too large ends with: its class, and how many items it tells where it is none. */
typedef struct { int class, count, small; } Outcome;

static Outcome outcome(int routine, const char *name) {
    MPI_File file;
    MPI_Status status;
    Outcome told = {MPI_SUCCESS, 0, MPI_SUCCESS};
    int mode = MPI_MODE_WRONLY | (device ? 0 : MPI_MODE_CREATE);
    if (MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &file)) { told.class = -1; return told; }
    if (!device) MPI_File_set_size(file, 0);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL);
    memset(&status, 0, sizeof status);
    /* What fits. */
    int code = called(file, routine, KEPT, &status);
    if (code) MPI_Error_class(code, &told.small);
    MPI_Barrier(MPI_COMM_WORLD);
    /* The second process would end behind the limit. */
    MPI_File_set_view(file, 4 * KEPT * ranks, MPI_INT, MPI_INT, name, MPI_INFO_NULL);
    code = called(file, routine, COUNT, &status);
    if (code) MPI_Error_class(code, &told.class);
    else MPI_Get_count(&status, MPI_INT, &told.count);
    MPI_File_close(&file);
    return told;
}

static int differs(Outcome one, Outcome other) {
    return one.class != other.class || one.count != other.count || one.small != other.small;
}

static int falls_short(Outcome told) { return told.class != MPI_SUCCESS || told.count < COUNT; }

static int kept_is_right(void) {
    unsigned char bytes[4 * KEPT];
    int file = open(path, O_RDONLY), same = 1;
    for (int block = 0; block < ranks; block++) {
        if (read(file, bytes, sizeof bytes) != (ssize_t)sizeof bytes) same = 0;
        for (int i = 0; i < KEPT; i++) {
            unsigned char *at = bytes + 4 * i;
            if (((at[0] << 24) | (at[1] << 16) | (at[2] << 8) | at[3]) != numbers[i]) same = 0;
        }
    }
    close(file);
    return same;
}

int main(int argc, char **argv) {
    struct stat what;
    if (argc < 2) return 2;
    path = argv[1];
    signal(SIGALRM, hung);
    alarm(120);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    device = stat(path, &what) == 0 && S_ISCHR(what.st_mode);
    shared = argc > 2;
    if (!shared && !device) {
        struct rlimit limit = {LIMIT, LIMIT};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    for (int i = 0; i < COUNT; i++) numbers[i] = i;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int routine = 0; routine < ROUTINES; routine++) {
        now = NAMES[routine];
        /* What runs at once is like the blocking routine. By themselves MPICH waits for ever for a nonblocking access that fails, and
         * Open MPI is killed by it, in collective ones also where the bytes are ours. */
        static const int LIKE[ROUTINES] = {0, 1, 2, 3, 4, 5, 1, 3, 5, 0, 2, 4, 12, 13};
        int like = LIKE[routine];
#ifdef OPEN_MPI
        if (routine > 11) continue;
#endif
        Outcome native = outcome(like, "native"), ours = outcome(routine, "big_endian");
        int is_kept = device || rank != 0 || native.small != MPI_SUCCESS || kept_is_right();
        int bad = differs(native, ours), any;
        MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        /* Collectives by the individual pointer are done by offset. Open MPI 4 tells what is written there alone. */
        if (any && like == 3) {
            native = outcome(1, "native");
            bad = differs(native, ours);
        }
        int short_of[2] = {falls_short(native), falls_short(ours)}, some[2];
        MPI_Allreduce(short_of, some, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        /* Who comes first gets the rest of a file system, or lies before the other: then it is only known that not all have all. */
        if (shared || strstr(now, "_shared") != NULL) bad = some[0] != some[1] || native.small != ours.small;
        if (bad)
            printf("%s, rank %d: class %d, %d items, class %d before; natively %d, %d, %d\n", now, rank, ours.class, ours.count,
                   ours.small, native.class, native.count, native.small);
        if (!is_kept) bad = 1, printf("%s: what was written before is lost\n", now);
        /* Some libraries say nothing in a collective. */
        if (!some[0] && rank == 0 && routine == 0) printf("%s: nothing has failed\n", now), bad = 1;
        fflush(stdout);
        MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        if (any) wrong++; else right++;
    }
    if (rank == 0) { if (!device) unlink(path); printf("%d right, %d wrong\n", right, wrong); }
    MPI_Finalize();
    return 0;
}
