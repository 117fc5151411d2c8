/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * Two threads with nonblocking accesses, each with a file of its own.
 *
 *     mpiexec -n 1 threads_nonblocking [SECONDS]
 *
 * It is a matter of chance, and of time: 20 seconds by default.
 *
 * The standard: with MPI_THREAD_MULTIPLE, threads may call MPI at any time (MPI 4.1, section 11.6.2). Only accesses to
 * one handle that conflict need an order of the program's (section 14.6.4).
 */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define COUNT 100

static int wrong;
static double seconds = 20;
static volatile long rounds[2], before;

static void fail(int signal)
{
    long now = rounds[0] + rounds[1];

    if (signal == SIGALRM && now != before) {
        before = now;
        alarm(10);
        return;
    }
    printf("expected: every number is read back; got: the process %s\n",
           signal == SIGALRM ? "waits for ever" : "crashes");
    fflush(stdout);
    _exit(1);
}

static void *run(void *argument)
{
    char name[] = "testfile.0";
    int i, number = *(int *) argument, numbers[COUNT], back[COUNT];
    double end = MPI_Wtime() + seconds;
    MPI_File file;
    MPI_Request request;

    name[9] = number ? '1' : '0';
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    while (MPI_Wtime() < end) {
        for (i = 0; i < COUNT; i++) {
            numbers[i] = (int) rounds[number] + i;
            back[i] = -1;
        }
        MPI_File_iwrite_at(file, 0, numbers, COUNT * 4, MPI_BYTE, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_File_iread_at(file, 0, back, COUNT * 4, MPI_BYTE, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (i = 0; i < COUNT; i++)
            wrong += back[i] != numbers[i];
        rounds[number]++;
    }
    MPI_File_close(&file);
    return NULL;
}

int main(int argc, char **argv)
{
    int i, provided, numbers[2] = { 0, 1 };
    pthread_t threads[2];
    MPI_File file;

    if (argc > 1)
        seconds = atof(argv[1]);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided != MPI_THREAD_MULTIPLE) {
        printf("not tested: there is no MPI_THREAD_MULTIPLE\n");
        MPI_Finalize();
        return 0;
    }
    signal(SIGSEGV, fail);
    signal(SIGABRT, fail);
    signal(SIGBUS, fail);
    signal(SIGALRM, fail);
    alarm(10);
    /* Another fault, of the first file that is opened, is not looked at here. */
    MPI_File_open(MPI_COMM_SELF, "testfile.0", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_close(&file);
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, &numbers[i]);
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("expected: every number is read back; got: %d others, in %ld rounds\n", wrong, rounds[0] + rounds[1]);
    MPI_Finalize();
    return wrong != 0;
}
