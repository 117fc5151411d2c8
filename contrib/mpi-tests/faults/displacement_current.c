/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * A view at MPI_DISPLACEMENT_CURRENT in sequential mode, after another one at a displacement.
 *
 *     mpiexec -n 1 displacement_current
 *
 * The standard: the displacement of the new view is the current position of the shared file pointer (MPI 4.1,
 * section 14.3).
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int i, wrong = 0, numbers[2];
    unsigned char bytes[48];
    MPI_File file;
    MPI_Offset displacement = -1;
    MPI_Datatype etype, filetype;
    char name[MPI_MAX_DATAREP_STRING];

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "testfile", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL,
                  MPI_INFO_NULL, &file);
    /* A header of 16 bytes, then two numbers in a view behind it, then two more in a view behind these. */
    memset(bytes, 'h', 16);
    MPI_File_write_shared(file, bytes, 16, MPI_BYTE, MPI_STATUS_IGNORE);
    for (i = 0; i < 2; i++) {
        MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
        MPI_File_get_view(file, &displacement, &etype, &filetype, name);
        printf("view %d: expected: displacement %d; got: %ld\n", i + 1, 16 + 8 * i, (long) displacement);
        wrong += displacement != 16 + 8 * i;
        numbers[0] = numbers[1] = i + 1;
        MPI_File_write_shared(file, numbers, 2, MPI_INT, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
    memset(bytes, 0, sizeof(bytes));
    MPI_File_open(MPI_COMM_WORLD, "testfile", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_read_at(file, 0, bytes, sizeof(bytes), MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    for (i = 0; i < 4; i++) {
        memcpy(numbers, bytes + 16 + 4 * i, sizeof(int));
        if (numbers[0] == i / 2 + 1)
            continue;
        printf("byte %d: expected: the number %d; got: %d\n", 16 + 4 * i, i / 2 + 1, numbers[0]);
        wrong++;
    }
    MPI_Finalize();
    return wrong != 0;
}
