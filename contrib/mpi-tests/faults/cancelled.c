/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * Whether the status of an access to a file tells that it was cancelled.
 *
 *     mpiexec -n 1 cancelled
 *
 * The standard: MPI_Test_cancelled is true only if the operation of the status was cancelled (MPI 4.1, section 3.8.4).
 * Nobody cancels here. A status may have any bytes before a call, as the program does not initialize it (section 3.2.5).
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int wrong;

static void judge(const char *routine, MPI_Status * status)
{
    int flag = -1;

    MPI_Test_cancelled(status, &flag);
    printf("%s: expected: not cancelled; got: %d\n", routine, flag);
    wrong += flag != 0;
    memset(status, 0xff, sizeof(*status));
}

int main(int argc, char **argv)
{
    int buf[4] = { 1, 2, 3, 4 };
    MPI_File file;
    MPI_Status status;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_SELF, "testfile", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    memset(&status, 0xff, sizeof(status));
    MPI_File_write_at(file, 0, buf, 4, MPI_INT, &status);
    judge("MPI_File_write_at", &status);
    MPI_File_read_at(file, 0, buf, 4, MPI_INT, &status);
    judge("MPI_File_read_at", &status);
    MPI_File_write_at_all(file, 0, buf, 4, MPI_INT, &status);
    judge("MPI_File_write_at_all", &status);
    MPI_File_read_at_all(file, 0, buf, 4, MPI_INT, &status);
    judge("MPI_File_read_at_all", &status);
    MPI_File_iwrite_at(file, 0, buf, 4, MPI_INT, &request);
    MPI_Wait(&request, &status);
    judge("MPI_File_iwrite_at", &status);
    MPI_File_iread_at_all(file, 0, buf, 4, MPI_INT, &request);
    MPI_Wait(&request, &status);
    judge("MPI_File_iread_at_all", &status);
    MPI_File_close(&file);
    MPI_Finalize();
    return wrong != 0;
}
