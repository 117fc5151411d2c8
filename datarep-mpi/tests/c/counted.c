/* A tool counts the calls that this program makes, wherever the tool is in the order of libraries.
 *
 *     mpiexec -n 2 counted FILE REPRESENTATION [ORDER]
 *
 * ORDER: `before` if the tool gets calls before our library, or `behind`. A tool that is behind does not get the accesses of
 * views of ours, but all the rest. The last line is "R right, W wrong". A process that hangs is ended.
 */
#include "common.h"
#include <string.h>

#define COUNT 100
#define ROUNDS 3
/* Open MPI hangs in some runs with nonblocking accesses on a busy machine, without our library, too. Its split collectives are
 * such accesses. */
#ifdef OPEN_MPI
#define NONBLOCKING 0
#else
#define NONBLOCKING ROUNDS
#endif

/* Of the tool. Without it nothing is counted. */
extern int tool_calls(const char *name) __attribute__((weak));

/* Whether the tool gets accesses of the file. */
static int accesses_are_seen;

static void check(const char *name, int calls) {
    now = name;
    if (tool_calls) judge(tool_calls(name) == calls, "calls that the tool counts", tool_calls(name));
    else judge(1, "no tool", 0);
}
static void check_access(const char *name, int calls) { check(name, accesses_are_seen ? calls : 0); }

static void send_round(MPI_Request *requests, int *numbers) {
    int next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks;
    MPI_Irecv(numbers, COUNT, MPI_INT, last, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(numbers + COUNT, COUNT, MPI_INT, next, 0, MPI_COMM_WORLD, &requests[1]);
}

/* Each routine that completes requests, once or until they are complete. Returns how often some were called. */
static void complete_messages(int *tests, int *all, int *any, int *some, int *asked) {
    static int numbers[2 * COUNT];
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int flag = 0, which, done = 0, indices[2];
    send_round(requests, numbers), MPI_Wait(&requests[0], statuses), MPI_Wait(&requests[1], statuses);
    send_round(requests, numbers), MPI_Waitall(2, requests, statuses);
    send_round(requests, numbers), MPI_Waitany(2, requests, &which, statuses), MPI_Waitany(2, requests, &which, statuses);
    send_round(requests, numbers);
    for (int got = 0; got < 2; got += done) MPI_Waitsome(2, requests, &done, indices, statuses), (*some)++;
    send_round(requests, numbers);
    for (int i = 0; i < 2; i++)
        for (flag = 0; !flag; (*tests)++) MPI_Test(&requests[i], &flag, statuses);
    send_round(requests, numbers);
    for (flag = 0; !flag; (*all)++) MPI_Testall(2, requests, &flag, statuses);
    send_round(requests, numbers);
    for (int i = 0; i < 2; i++)
        for (flag = 0; !flag; (*any)++) MPI_Testany(2, requests, &which, &flag, statuses);
    send_round(requests, numbers);
    for (flag = 0; !flag; (*asked)++) MPI_Request_get_status(requests[0], &flag, statuses);
    MPI_Request_free(&requests[0]);
    for (done = 0; !done;) MPI_Testsome(1, &requests[1], &done, indices, statuses);
}

static void check_messages(void) {
    int tests = 0, all = 0, any = 0, some = 0, asked = 0;
    int waits = tool_calls ? tool_calls("Wait") : 0;
    complete_messages(&tests, &all, &any, &some, &asked);
    check("Wait", waits + 2);
    check("Waitall", 1);
    check("Waitany", 2);
    check("Waitsome", some);
    check("Test", tests);
    check("Testall", all);
    check("Testany", any);
    check("Request_get_status", asked);
    check("Request_free", 1);
}

static void access_file(MPI_File file) {
    int numbers[COUNT], back[COUNT];
    MPI_Offset at = (MPI_Offset)rank * COUNT;
    MPI_Request request;
    MPI_Status status;
    for (int i = 0; i < COUNT; i++) numbers[i] = 1000 * rank + i;
    for (int round = 0; round < ROUNDS; round++) {
        MPI_File_write_at(file, at, numbers, COUNT, MPI_INT, &status);
        MPI_File_write_at_all(file, at, numbers, COUNT, MPI_INT, &status);
        MPI_File_seek(file, at, MPI_SEEK_SET);
        MPI_File_write(file, numbers, COUNT, MPI_INT, &status);
        MPI_File_sync(file);
        memset(back, 0, sizeof back);
        MPI_File_read_at(file, at, back, COUNT, MPI_INT, &status);
        judge(memcmp(numbers, back, sizeof back) == 0, "what is read", back[0]);
        MPI_File_read_at_all(file, at, back, COUNT, MPI_INT, &status);
        MPI_File_seek(file, at, MPI_SEEK_SET);
        MPI_File_read(file, back, COUNT, MPI_INT, &status);
        if (NONBLOCKING) {
            MPI_File_read_at_all_begin(file, at, back, COUNT, MPI_INT);
            MPI_File_read_at_all_end(file, back, &status);
            MPI_File_iread_at(file, at, back, COUNT, MPI_INT, &request);
            MPI_Wait(&request, &status);
            memset(back, 0, sizeof back);
            MPI_File_iread_at_all(file, at, back, COUNT, MPI_INT, &request);
            MPI_Wait(&request, &status);
        }
        judge(memcmp(numbers, back, sizeof back) == 0, "what is read", back[0]);
        MPI_File_get_position(file, &at), at -= COUNT;
    }
}

static void check_file(const char *path, const char *representation) {
    MPI_Datatype etype, filetype;
    MPI_File file;
    MPI_Offset at;
    MPI_Aint extent;
    char name[MPI_MAX_DATAREP_STRING];
    now = "the file";
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    judge(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, representation, MPI_INFO_NULL) == MPI_SUCCESS, "the view", 0);
    access_file(file);
    MPI_File_get_view(file, &at, &etype, &filetype, name);
    MPI_File_get_type_extent(file, MPI_INT, &extent);
    /* The other process may still read: a collective read need not wait for it. */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_set_size(file, 4);
    MPI_File_set_atomicity(file, 1);
    MPI_File_close(&file);
    check("File_open", 1);
    check("File_close", 1);
    check_access("File_set_view", 1);
    check_access("File_get_view", 1);
    check_access("File_get_type_extent", 1);
    check_access("File_seek", 2 * ROUNDS);
    check_access("File_get_position", ROUNDS);
    check_access("File_write_at", ROUNDS);
    check_access("File_write_at_all", ROUNDS);
    check_access("File_write", ROUNDS);
    check_access("File_read_at", ROUNDS);
    check_access("File_read_at_all", ROUNDS);
    check_access("File_read", ROUNDS);
    check_access("File_read_at_all_begin", NONBLOCKING);
    check_access("File_read_at_all_end", NONBLOCKING);
    check_access("File_iread_at", NONBLOCKING);
    check_access("File_iread_at_all", NONBLOCKING);
    check("File_set_size", 1);
    check("File_sync", ROUNDS);
    check("File_set_atomicity", 1);
    check("Wait", 2 * NONBLOCKING);
}

int main(int argc, char **argv) {
    int one = 1, all = 0;
    if (argc < 3) return 2;
    accesses_are_seen = strcmp(argv[2], "native") == 0 || argc < 4 || strcmp(argv[3], "behind") != 0;
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    check_file(argv[1], argv[2]);
    check_messages();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check("Barrier", 2);
    check("Allreduce", 1);
    tell_cases();
    MPI_Finalize();
    return 0;
}
