/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * Nonblocking writes in "external32" of a buffer that the program keeps: what the file has after MPI_Wait.
 *
 *     mpiexec -n 1 external32_freed
 *
 * The standard: a nonblocking access may go on until MPI_Wait, and the program leaves its buffer alone until then
 * (MPI 4.1, section 14.4.1). So a buffer with the converted data must live as long. The data is big-endian
 * (section 14.5.2).
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 100000

int main(int argc, char **argv)
{
    int i, routine, wrong, all = 0;
    const char *const names[2] = { "MPI_File_iwrite_at", "MPI_File_iwrite_at_all" };
    int *numbers = malloc(COUNT * sizeof(int));
    unsigned char *bytes = malloc(COUNT * 4);
    void *other[8];
    MPI_File file;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    for (i = 0; i < COUNT; i++)
        numbers[i] = i;
    for (routine = 0; routine < 2; routine++) {
        MPI_File_open(MPI_COMM_SELF, "testfile",
                      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
        MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
        if (routine == 0)
            MPI_File_iwrite_at(file, 0, numbers, COUNT, MPI_INT, &request);
        else
            MPI_File_iwrite_at_all(file, 0, numbers, COUNT, MPI_INT, &request);
        /* Memory that the library has freed too early is used again. */
        for (i = 0; i < 8; i++) {
            other[i] = malloc(COUNT * 4);
            memset(other[i], 0x55, COUNT * 4);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (i = 0; i < 8; i++)
            free(other[i]);
        MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
        memset(bytes, 0, COUNT * 4);
        MPI_File_read_at(file, 0, bytes, COUNT * 4, MPI_BYTE, MPI_STATUS_IGNORE);
        for (wrong = i = 0; i < COUNT; i++)
            wrong += ((unsigned) bytes[4 * i] << 24 | bytes[4 * i + 1] << 16 | bytes[4 * i + 2] << 8 |
                      bytes[4 * i + 3]) != (unsigned) i;
        printf("%s: expected: %d numbers, big-endian; got: %d others, the first bytes are %02x %02x %02x %02x\n",
               names[routine], COUNT, wrong, bytes[4], bytes[5], bytes[6], bytes[7]);
        all += wrong;
        MPI_File_close(&file);
    }
    MPI_Finalize();
    free(numbers);
    free(bytes);
    return all != 0;
}
