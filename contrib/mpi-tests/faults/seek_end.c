/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * MPI_SEEK_END in a view whose etype is a derived datatype.
 *
 *     mpiexec -n 1 seek_end
 *
 * The standard: the pointer is set to the end of the file plus an offset in etypes (MPI 4.1, section 14.4.3).
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int i, code, wrong = 0;
    const char *const names[2] = { "MPI_LONG", "eight of MPI_BYTE" };
    MPI_File file;
    MPI_Offset position;
    MPI_Datatype types[2];

    MPI_Init(&argc, &argv);
    types[0] = MPI_LONG;
    MPI_Type_contiguous((int) sizeof(long), MPI_BYTE, &types[1]);
    MPI_Type_commit(&types[1]);
    MPI_File_open(MPI_COMM_SELF, "testfile", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_set_size(file, 5 * sizeof(long));
    for (i = 0; i < 2; i++) {
        MPI_File_set_view(file, 0, types[i], types[i], "native", MPI_INFO_NULL);
        code = MPI_File_seek(file, -2, MPI_SEEK_END);
        MPI_File_get_position(file, &position);
        printf("an etype of %s: expected: success, and 3; got: code %d, and %ld\n", names[i], code,
               (long) position);
        wrong += code != MPI_SUCCESS || position != 3;
    }
    MPI_File_close(&file);
    MPI_Type_free(&types[1]);
    MPI_Finalize();
    return wrong != 0;
}
