/* MPI 4.1's routines that tell of several requests and complete none, on a nonblocking collective that is converted when it is
 * done: libraries that lack them have ours. Requests that are freed. Accesses without a datatype.
 *
 *     mpiexec -n 2 requests FILE
 *
 * The last line is "R right, W wrong". A process that hangs is ended after two minutes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COUNT 4

static int rank, right, wrong;

typedef int (*All)(int, MPI_Request *, int *, MPI_Status *);
typedef int (*Any)(int, MPI_Request *, int *, int *, MPI_Status *);
typedef int (*Some)(int, MPI_Request *, int *, int *, MPI_Status *);

static void hung(int signal) {
    (void)signal;
    printf("rank %d hangs in the requests\n", rank);
    fflush(stdout);
    _exit(3);
}

static void expect(int good, const char *what) {
    int bad = !good, any;
    if (bad) printf("rank %d: %s is wrong\n", rank, what);
    fflush(stdout);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any) wrong++; else right++;
}

int main(int argc, char **argv) {
    int numbers[COUNT] = {1, -2, 3, -4}, flag = 0, which = -1, done = 0, indices[3], count = 0;
    MPI_File file;
    MPI_Status status, statuses[3];
    if (argc < 2) return 2;
    signal(SIGALRM, hung);
    alarm(120);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    All all = (All)dlsym(RTLD_DEFAULT, "MPI_Request_get_status_all");
    Any any = (Any)dlsym(RTLD_DEFAULT, "PMPI_Request_get_status_any");
    Some some = (Some)dlsym(RTLD_DEFAULT, "MPI_Request_get_status_some");
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "big_endian", MPI_INFO_NULL);
    MPI_File_write_at_all(file, rank * COUNT, numbers, COUNT, MPI_INT, &status);
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    MPI_Get_library_version(version, &count);
    int is_intel = strstr(version, "Intel") != NULL;
    for (int routine = 0; routine < 3; routine++) {
        static const char *const NAMES[] = {"all", "any", "some"};
        int back[COUNT] = {0};
        /* Two are none. */
        MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        MPI_File_iread_at_all(file, rank * COUNT, back, COUNT, MPI_INT, &requests[2]);
        do {
            switch (routine) {
                case 0: all(3, requests, &flag, statuses); which = 2; status = statuses[2]; break;
                case 1: any(3, requests, &which, &flag, &status); break;
                default: some(3, requests, &done, indices, statuses); flag = done; which = indices[0]; status = statuses[0];
            }
        } while (!flag);
        MPI_Get_count(&status, MPI_INT, &count);
        expect(which == 2 && count == COUNT && memcmp(numbers, back, sizeof back) == 0, NAMES[routine]);
        expect(requests[2] != MPI_REQUEST_NULL && MPI_Waitall(3, requests, statuses) == MPI_SUCCESS, "what comes behind");
        flag = 0;
        all(3, requests, &flag, MPI_STATUSES_IGNORE);
        any(3, requests, &which, &done, MPI_STATUS_IGNORE);
        some(3, requests, &count, indices, statuses);
        expect(flag && done && which == MPI_UNDEFINED && count == MPI_UNDEFINED, "no request");
        /* The status of no request is empty: without an error, too. */
        status.MPI_ERROR = MPI_ERR_OTHER;
        any(3, requests, &which, &done, &status);
        expect(status.MPI_ERROR == MPI_SUCCESS && status.MPI_TAG == MPI_ANY_TAG && status.MPI_SOURCE == MPI_ANY_SOURCE, "the status of no request");
        for (int i = 0; i < 3; i++) statuses[i].MPI_ERROR = MPI_ERR_OTHER;
        all(3, requests, &flag, statuses);
        for (int i = 0; i < 3; i++) flag &= statuses[i].MPI_ERROR == MPI_SUCCESS;
        /* Intel MPI leaves the errors as they were, also natively. */
        expect(flag || is_intel, "the statuses of no requests");
    }
    /* An error of the file, and none of the communicator, whose handler would end the program. */
    int class = MPI_SUCCESS;
    MPI_Error_class(MPI_File_read_at(file, 0, indices, 1, MPI_DATATYPE_NULL, &status), &class);
    expect(class == MPI_ERR_TYPE, "an access without a datatype");
    MPI_Error_class(MPI_File_set_view(file, 0, MPI_INT, MPI_DATATYPE_NULL, "big_endian", MPI_INFO_NULL), &class);
    expect(class == MPI_ERR_TYPE, "a view without a filetype");
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "big_endian", MPI_INFO_NULL);
    /* A freed request is waited for: what it writes lies in a buffer of ours. */
    for (int of = 0; of < COUNT; of++) numbers[of] += 100;
    MPI_Request freed;
    MPI_File_iwrite_at(file, rank * COUNT, numbers, COUNT, MPI_INT, &freed);
    expect(MPI_Request_free(&freed) == MPI_SUCCESS && freed == MPI_REQUEST_NULL, "a freed request");
    int written[COUNT] = {0};
    MPI_File_read_at(file, rank * COUNT, written, COUNT, MPI_INT, &status);
    expect(memcmp(numbers, written, sizeof written) == 0, "what a freed request has written");
    MPI_File_close(&file);
    if (rank == 0) { unlink(argv[1]); printf("%d right, %d wrong\n", right, wrong); }
    MPI_Finalize();
    return 0;
}
