/* Two threads in each process, each with a file and a representation of its own, and then with one file for both.
 *
 *     mpiexec -n 2 threads FILE
 *
 * The last line is "R right, W wrong". A process that hangs is ended after five minutes.
 */
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT 500
#define ROUNDS 8
#define KINDS 5

/* Open MPI's list of nonblocking accesses is not locked where it is walked (`mca_common_ompio_progress`). Two threads that have
 * such accesses end or stop a process now and then, also in native views: here they have blocking ones alone. */
#ifdef OPEN_MPI
enum { NONBLOCKING = 0 };
#else
enum { NONBLOCKING = 1 };
#endif

static int rank, ranks;
static const char *now = "the beginning";

/* A thread: its file, on a communicator of its own, and what it found. */
typedef struct {
    int number, right, wrong, calls, rank, ranks;
    MPI_Comm communicator;
    MPI_File file;
    char path[4096];
} Thread;

static Thread threads[2];

static void hung(int signal) {
    (void)signal;
    printf("rank %d hangs in %s\n", rank, now);
    fflush(stdout);
    _exit(3);
}

/* The functions of the second representation: all bits turned over. The state is the thread. */
static int turn(void *user, int count, void *file, MPI_Offset position, void *state, int reads) {
    float *memory = (float *)user + position;
    unsigned *from = reads ? file : (void *)memory, *to = reads ? (void *)memory : file;
    ((Thread *)state)->calls++;
    for (int i = 0; i < count; i++) {
        unsigned word;
        memcpy(&word, from + i, 4);
        word = ~word;
        memcpy(to + i, &word, 4);
    }
    return MPI_SUCCESS;
}
static int on_read(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *state) {
    (void)type;
    return turn(user, count, file, position, state, 1);
}
static int on_write(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *state) {
    (void)type;
    return turn(user, count, file, position, state, 0);
}
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *state) {
    (void)type; (void)state;
    *bytes = 4;
    return MPI_SUCCESS;
}

/* Whole numbers below 4096 in both representations. */
static unsigned in_file(int thread, int number) {
    int digits = number >= 256 ? 3 : number >= 16 ? 2 : 1;
    float value = (float)number;
    unsigned word;
    memcpy(&word, &value, 4);
    if (thread == 1) return ~word;
    return number == 0 ? 0 : (unsigned)(64 + digits) << 24 | (unsigned)number << (24 - 4 * digits);
}
static int expected(int thread, int round, int kind, int item) {
    return 1 + (thread * 1000 + round * 100 + kind * 300 + item) % 4000;
}

static int wait_for(int code, MPI_Request *request, MPI_Status *status) {
    return code ? code : MPI_Wait(request, status);
}

/* One access by each routine: there, and back by another one. */
static void round_of(Thread *my, int round, int together) {
    float numbers[COUNT], back[COUNT];
    MPI_Status status;
    MPI_Request request;
    for (int kind = 0; kind < KINDS; kind++) {
        MPI_Offset at = (MPI_Offset)((round * KINDS + kind) * my->ranks + my->rank) * COUNT;
        int code, count, same = 1;
        /* In one file each thread has a half. Collectives of two threads on one file may not meet. */
        if (together) at += (MPI_Offset)my->number * ROUNDS * KINDS * my->ranks * COUNT;
        int how = together ? (kind % 2 ? 2 : 0) : kind;
        if (!NONBLOCKING) how = together ? 0 : how < 2 ? how : 4;
        for (int i = 0; i < COUNT; i++) numbers[i] = (float)expected(my->number, round, kind, i), back[i] = 0;
        switch (how) {
            case 0: code = MPI_File_write_at(my->file, at, numbers, COUNT, MPI_FLOAT, &status); break;
            case 1: code = MPI_File_write_at_all(my->file, at, numbers, COUNT, MPI_FLOAT, &status); break;
            case 2: code = wait_for(MPI_File_iwrite_at(my->file, at, numbers, COUNT, MPI_FLOAT, &request), &request, &status); break;
            case 3: code = wait_for(MPI_File_iwrite_at_all(my->file, at, numbers, COUNT, MPI_FLOAT, &request), &request, &status); break;
            default: MPI_File_seek(my->file, at, MPI_SEEK_SET);
                code = MPI_File_write_all(my->file, numbers, COUNT, MPI_FLOAT, &status);
        }
        MPI_Get_count(&status, MPI_FLOAT, &count);
        if (code || count != COUNT) same = 0;
        switch (how) {
            case 0: code = MPI_File_read_at(my->file, at, back, COUNT, MPI_FLOAT, &status); break;
            case 1:
                code = NONBLOCKING ? wait_for(MPI_File_iread_at_all(my->file, at, back, COUNT, MPI_FLOAT, &request), &request, &status)
                                   : MPI_File_read_at_all(my->file, at, back, COUNT, MPI_FLOAT, &status);
                break;
            case 2: code = wait_for(MPI_File_iread_at(my->file, at, back, COUNT, MPI_FLOAT, &request), &request, &status); break;
            case 3: code = MPI_File_read_at_all(my->file, at, back, COUNT, MPI_FLOAT, &status); break;
            default: MPI_File_seek(my->file, at, MPI_SEEK_SET);
                code = MPI_File_read_all(my->file, back, COUNT, MPI_FLOAT, &status);
        }
        if (code || memcmp(numbers, back, sizeof back)) same = 0;
        if (same) my->right++;
        else my->wrong++, printf("rank %d, thread %d, %s, round %d, kind %d is wrong\n", rank, my->number, now, round, kind);
    }
}

static void *own_files(void *state) {
    Thread *my = state;
    const char *name = my->number ? "turned" : "ibm370";
    MPI_File_open(my->communicator, my->path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &my->file);
    MPI_File_set_atomicity(my->file, 0);
    MPI_File_set_view(my->file, 0, MPI_FLOAT, MPI_FLOAT, name, MPI_INFO_NULL);
    for (int round = 0; round < ROUNDS; round++) round_of(my, round, 0);
    MPI_File_close(&my->file);
    return NULL;
}

static void *one_file(void *state) {
    for (int round = 0; round < ROUNDS; round++) round_of(state, round, 1);
    return NULL;
}

static void run(void *(*what)(void *)) {
    pthread_t running[2];
    for (int i = 0; i < 2; i++) pthread_create(&running[i], NULL, what, &threads[i]);
    for (int i = 0; i < 2; i++) pthread_join(running[i], NULL);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The bytes of both files, by POSIX. */
static void compare(Thread *my, int thread, const char *path, long first) {
    int file = open(path, O_RDONLY), same = 1;
    for (int round = 0; round < ROUNDS; round++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int block = 0; block < my->ranks; block++) {
                unsigned char bytes[4 * COUNT];
                long at = first + 4L * COUNT * ((round * KINDS + kind) * my->ranks + block);
                if (pread(file, bytes, sizeof bytes, at) != (ssize_t)sizeof bytes) same = 0;
                for (int i = 0; i < COUNT; i++) {
                    unsigned word = in_file(thread, expected(my->number, round, kind, i)), got;
                    memcpy(&got, bytes + 4 * i, 4);
                    if (thread == 0) got = got >> 24 | (got >> 8 & 0xff00) | (got << 8 & 0xff0000) | got << 24;
                    if (got != word) same = 0;
                }
            }
    close(file);
    if (same) my->right++;
    else my->wrong++, printf("the bytes of thread %d are wrong, %s\n", my->number, now);
}

int main(int argc, char **argv) {
    int level, found[2] = {0, 0}, all[2];
    if (argc < 2) return 2;
    signal(SIGALRM, hung);
    alarm(300);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (level < MPI_THREAD_MULTIPLE) {
        if (rank == 0) printf("the library has no MPI_THREAD_MULTIPLE\n0 right, 1 wrong\n");
        MPI_Finalize();
        return 0;
    }
    MPI_Register_datarep("turned", on_read, on_write, on_extent, &threads[1]);
    for (int i = 0; i < 2; i++) {
        threads[i].number = i;
        /* A communicator of each process alone. In MPICH's family a collective keeps other threads from files until it ends: two of
         * them, in another order in another process, wait for each other. Under Open MPI 5 two threads with collectives of two
         * processes stop about once in two hundred runs. Both also happen in native views. */
        MPI_Comm_dup(MPI_COMM_SELF, &threads[i].communicator);
        MPI_Comm_rank(threads[i].communicator, &threads[i].rank);
        MPI_Comm_size(threads[i].communicator, &threads[i].ranks);
        int own = threads[i].ranks < ranks ? rank : 0;
        snprintf(threads[i].path, sizeof threads[i].path, "%s.%d.%d", argv[1], own, i);
    }
    /* MPICH 4 sets up its files when the first one is opened, and not safely if two threads open one (`MPI_OP_NULL` in its
     * `MPI_Allreduce`), also in native views. */
    now = "the first file";
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_close(&file);
    now = "two files";
    run(own_files);
    for (int i = 0; i < 2; i++) {
        if (threads[i].rank == 0) compare(&threads[i], i, threads[i].path, 0), unlink(threads[i].path);
        threads[i].rank = rank;
        threads[i].ranks = ranks;
    }
    if (threads[1].calls < ROUNDS * KINDS) threads[1].wrong++, printf("functions were called with another state\n");
    now = "one file";
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_FLOAT, MPI_FLOAT, "ibm370", MPI_INFO_NULL);
    for (int i = 0; i < 2; i++) threads[i].file = file;
    run(one_file);
    MPI_File_close(&file);
    for (int i = 0; i < 2; i++) {
        if (rank == 0) compare(&threads[i], 0, argv[1], i * 4L * ROUNDS * KINDS * ranks * COUNT);
        found[0] += threads[i].right;
        found[1] += threads[i].wrong;
        MPI_Comm_free(&threads[i].communicator);
    }
    fflush(stdout);
    MPI_Reduce(found, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        unlink(argv[1]);
        printf("%d right, %d wrong\n", all[0], all[1]);
    }
    MPI_Finalize();
    return 0;
}
