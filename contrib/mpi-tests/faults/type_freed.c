/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * A datatype that is freed while a nonblocking collective read into memory with gaps goes on.
 *
 *     mpiexec -n 2 type_freed
 *
 * The standard: communication that uses a freed datatype completes normally (MPI 4.1, section 5.1.9). Bytes between the
 * items of memory are the program's.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define COPIES 50
#define WIDTH 4

static int rank;

/* Returns how many numbers of memory are wrong: two of each four are items. */
static int run(MPI_File file, int frees)
{
    int i, wrong = 0, memory[WIDTH * COPIES], expected[WIDTH * COPIES];
    MPI_Datatype type, others[4];
    MPI_Request request;

    for (i = 0; i < WIDTH * COPIES; i++)
        expected[i] = i % WIDTH == 0 || i % WIDTH == 3 ? rank * 1000 + i / WIDTH * 2 + (i % WIDTH == 3) : -1;
    memset(memory, 0xff, sizeof(memory));
    MPI_Type_vector(2, 1, WIDTH - 1, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_iread_at_all(file, (MPI_Offset) rank * 2 * COPIES, memory, COPIES, type, &request);
    if (frees)
        MPI_Type_free(&type);
    /* Other datatypes, which may get the handle of the freed one. */
    for (i = 0; i < 4; i++) {
        MPI_Type_contiguous(5 + i, MPI_SHORT, &others[i]);
        MPI_Type_commit(&others[i]);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; i < 4; i++)
        MPI_Type_free(&others[i]);
    if (!frees)
        MPI_Type_free(&type);
    for (i = 0; i < WIDTH * COPIES; i++)
        wrong += memory[i] != expected[i];
    return wrong;
}

int main(int argc, char **argv)
{
    int i, numbers[2 * COPIES], kept, freed, all;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 2 * COPIES; i++)
        numbers[i] = rank * 1000 + i;
    MPI_File_open(MPI_COMM_WORLD, "testfile", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_at_all(file, (MPI_Offset) rank * 2 * COPIES, numbers, 2 * COPIES, MPI_INT,
                          MPI_STATUS_IGNORE);
    kept = run(file, 0);
    freed = run(file, 1);
    printf("process %d: expected: 0 wrong numbers; got: %d if the datatype is kept, %d if it is freed\n", rank,
           kept, freed);
    fflush(stdout);
    freed += kept;
    MPI_Allreduce(&freed, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_File_close(&file);
    MPI_Finalize();
    return all != 0;
}
