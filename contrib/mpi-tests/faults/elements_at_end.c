/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * A read that crosses the end of a file: how many items the status tells.
 *
 *     mpiexec -n 1 elements_at_end
 *
 * The standard: the status returns the amount of data that was accessed, and MPI_Get_elements tells it in items of the
 * datatype (MPI 4.1, sections 14.4.1 and 5.1.11). A status tells less than was asked for only at the end of a file.
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define HAS 5
#define ASKED 8

static const char *now = "the beginning";
static int wrong;

static void fail(int signal)
{
    (void) signal;
    printf("%s: expected: it ends; got: it waits for ever\n", now);
    fflush(stdout);
    _exit(1);
}

static void judge(const char *routine, MPI_Datatype type, int expected, MPI_Status * status)
{
    int elements = -1;

    MPI_Get_elements(status, type, &elements);
    if (elements == expected)
        return;
    printf("%s: expected: %d elements; got: %d\n", routine, expected, elements);
    wrong++;
}

enum { AT, AT_ALL, SPLIT, ORDERED, IAT_ALL, IAT, ROUTINES };

static const char *const names[ROUTINES] = {
    "MPI_File_read_at", "MPI_File_read_at_all", "MPI_File_read_all_begin", "MPI_File_read_ordered",
    "MPI_File_iread_at_all", "MPI_File_iread_at"
};

/* Each routine asks for ASKED numbers of a file that has HAS of them. */
static void run(MPI_File file, MPI_Datatype type, int count)
{
    int routine, buf[2 * ASKED];
    MPI_Status status;
    MPI_Request request;

    for (routine = 0; routine < ROUTINES; routine++) {
        now = names[routine];
        memset(&status, 0, sizeof(status));
        MPI_File_seek(file, 0, MPI_SEEK_SET);
        MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
        switch (routine) {
            case AT:
                MPI_File_read_at(file, 0, buf, count, type, &status);
                break;
            case AT_ALL:
                MPI_File_read_at_all(file, 0, buf, count, type, &status);
                break;
            case SPLIT:
                MPI_File_read_all_begin(file, buf, count, type);
                MPI_File_read_all_end(file, buf, &status);
                break;
            case ORDERED:
                MPI_File_read_ordered(file, buf, count, type, &status);
                break;
            case IAT_ALL:
                MPI_File_iread_at_all(file, 0, buf, count, type, &request);
                MPI_Wait(&request, &status);
                break;
            default:
                MPI_File_iread_at(file, 0, buf, count, type, &request);
                MPI_Wait(&request, &status);
        }
        judge(now, type, HAS, &status);
    }
}

int main(int argc, char **argv)
{
    int numbers[HAS] = { 1, 2, 3, 4, 5 };
    MPI_File file;
    MPI_Datatype pair, vector;

    MPI_Init(&argc, &argv);
    signal(SIGALRM, fail);
    alarm(10);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    MPI_File_open(MPI_COMM_SELF, "testfile", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_at(file, 0, numbers, HAS, MPI_INT, MPI_STATUS_IGNORE);
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("numbers\n");
    run(file, MPI_INT, ASKED);
    printf("pairs\n");
    run(file, pair, ASKED / 2);
    printf("pairs with gaps\n");
    run(file, vector, ASKED / 2);
    printf("a filetype with gaps\n");
    MPI_File_set_size(file, 0);
    MPI_File_set_view(file, 0, MPI_INT, vector, "native", MPI_INFO_NULL);
    MPI_File_write_at(file, 0, numbers, HAS, MPI_INT, MPI_STATUS_IGNORE);
    run(file, MPI_INT, ASKED);
    run(file, pair, ASKED / 2);
    printf("%d wrong\n", wrong);
    MPI_File_close(&file);
    MPI_Type_free(&pair);
    MPI_Type_free(&vector);
    MPI_Finalize();
    return wrong != 0;
}
