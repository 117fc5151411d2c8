/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * Two threads open the first files of the program at the same moment.
 *
 *     mpiexec -n 1 threads_first_open
 *
 * The standard: with MPI_THREAD_MULTIPLE, threads may call MPI at any time (MPI 4.1, section 11.6.2). The communicators
 * of the two collective calls differ, so that they need no order (section 11.6.2, "Collective calls").
 */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int waiting;
static int codes[2];

static void fail(int signal)
{
    printf("expected: two files are opened; got: the process %s\n",
           signal == SIGALRM ? "waits for ever" : "is ended");
    fflush(stdout);
    _exit(1);
}

static void *run(void *argument)
{
    int number = *(int *) argument;
    char name[] = "testfile.0";
    MPI_File file;

    name[9] = number ? '1' : '0';
    atomic_fetch_add(&waiting, 1);
    while (atomic_load(&waiting) < 2);
    codes[number] = MPI_File_open(MPI_COMM_SELF, name,
                                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                                  MPI_INFO_NULL, &file);
    if (codes[number] == MPI_SUCCESS)
        MPI_File_close(&file);
    return NULL;
}

/* A library that gives up calls the handler of a communicator. */
static void on_error(MPI_Comm * comm, int *code, ...)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    (void) comm;
    MPI_Error_string(*code, text, &length);
    printf("expected: two files are opened; got: %s\n", text);
    fflush(stdout);
    _exit(1);
}

int main(int argc, char **argv)
{
    int i, provided, numbers[2] = { 0, 1 };
    pthread_t threads[2];
    MPI_Errhandler handler;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    signal(SIGSEGV, fail);
    signal(SIGABRT, fail);
    signal(SIGALRM, fail);
    alarm(20);
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    if (provided == MPI_THREAD_MULTIPLE) {
        for (i = 0; i < 2; i++)
            pthread_create(&threads[i], NULL, run, &numbers[i]);
        for (i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
    }
    printf("expected: two files are opened; got: codes %d and %d\n", codes[0], codes[1]);
    MPI_Finalize();
    return codes[0] != MPI_SUCCESS || codes[1] != MPI_SUCCESS;
}
