/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * A view in the representation "internal".
 *
 *     mpiexec -n 1 internal
 *
 * The standard: "native", "internal" and "external32" are predefined (MPI 4.1, section 14.5), and each library has them.
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int code, class = MPI_SUCCESS, number = 7, back = 0;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_SELF, "testfile", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    code = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "internal", MPI_INFO_NULL);
    if (code != MPI_SUCCESS)
        MPI_Error_class(code, &class);
    MPI_File_write_at(file, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, 0, &back, 1, MPI_INT, MPI_STATUS_IGNORE);
    printf("expected: the view is set, and 7 is read; got: class %d, and %d\n", class, back);
    MPI_File_close(&file);
    MPI_Finalize();
    return code != MPI_SUCCESS || back != 7;
}
