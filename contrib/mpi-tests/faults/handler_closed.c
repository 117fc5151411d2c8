/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * The error handler of MPI_FILE_NULL, whose handle is freed, after a file has been opened and closed.
 *
 *     mpiexec -n 1 handler_closed
 *
 * The standard: MPI_Errhandler_free marks an error handler for deallocation, which happens after all objects that it
 * is associated with are deallocated (MPI 4.1, section 9.3). MPI_FILE_NULL keeps it, as the handler that files get when
 * they are opened (section 14.7). Closing one of these files does not take it away.
 */
#include <mpi.h>
#include <stdio.h>

static int handled;

static void on_error(MPI_File * file, int *code, ...)
{
    (void) file;
    (void) code;
    handled++;
}

int main(int argc, char **argv)
{
    int round, wrong = 0;
    MPI_File file;
    MPI_Errhandler handler;

    MPI_Init(&argc, &argv);
    MPI_File_create_errhandler(on_error, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_Errhandler_free(&handler);
    for (round = 0; round < 2; round++) {
        MPI_File_open(MPI_COMM_SELF, "testfile", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file);
        MPI_File_close(&file);
        handled = 0;
        /* The file is not there any more, so the handler is called. */
        MPI_File_open(MPI_COMM_SELF, "testfile", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
        printf("file %d closed: expected: one call of the handler; got: %d\n", round + 1, handled);
        fflush(stdout);
        wrong += handled != 1;
    }
    MPI_Finalize();
    return wrong != 0;
}
