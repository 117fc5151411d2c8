/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "Displacements and filetypes with holes, scaled to the file";
*/

#define COUNT 8
#define HEADER 100

static int rank, ranks, bytes;

/* The byte where an item of a process must be. */
typedef MPI_Offset(*place_fn) (int process, int item);

/* Blocks of two items, which take turns among the processes. */
static MPI_Offset place_in_turn(int process, int item)
{
    return HEADER + ((MPI_Offset) (item / 2 * ranks + process) * 2 + item % 2) * bytes;
}

/* A column of two for each process in a matrix of four rows, tile after tile. */
static MPI_Offset place_in_matrix(int process, int item)
{
    return HEADER + ((MPI_Offset) (item / 2 * ranks + process) * 2 + item % 2) * bytes;
}

/* Distances in bytes are those of the file: three items, 20 apart, in a tile for each process. */
static MPI_Offset place_in_bytes(int process, int item)
{
    return HEADER + process * 500 + (MPI_Offset) (item / 3) * 64 + item % 3 * 20;
}

static int check(MPI_File file, const char *name, MPI_Offset disp, MPI_Datatype filetype, place_fn place,
                 const char *what)
{
    int errs = 0, i, process, numbers[COUNT], back[COUNT], code, wrong = 0;
    MPI_Offset position = -1, byte = -1, length;
    MPI_Status status;
    unsigned char *image;

    MPI_File_set_size(file, 0);
    code = MPI_File_set_view(file, disp, MPI_INT, filetype, name, MPI_INFO_NULL);
    EXPECT(code == MPI_SUCCESS, "%s: the view is refused with class %d", what, rep_class(code));
    for (i = 0; i < COUNT; i++) {
        numbers[i] = 1000 * (rank + 1) + i;
        back[i] = 0;
        MPI_File_get_byte_offset(file, i, &byte);
        EXPECT(byte == place(rank, i), "%s: etype %d is at byte %ld, not %ld", what, i, (long) byte,
               (long) place(rank, i));
    }
    /* In two parts, so that the second one begins within a tile. */
    MPI_File_write_all(file, numbers, 3, MPI_INT, &status);
    MPI_File_get_position(file, &position);
    EXPECT(position == 3, "%s: the pointer is at %ld, not 3", what, (long) position);
    MPI_File_write_all(file, numbers + 3, COUNT - 3, MPI_INT, &status);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    image = rep_image(&length);
    for (process = 0; process < ranks; process++)
        for (i = 0; i < COUNT; i++)
            wrong += !rep_has(image, length, name, MPI_INT, place(process, i), 1000 * (process + 1) + i);
    free(image);
    EXPECT(wrong == 0, "%s: %d items of the file are wrong", what, wrong);
    MPI_File_seek(file, 1, MPI_SEEK_SET);
    MPI_File_seek(file, 1, MPI_SEEK_CUR);
    MPI_File_read_all(file, back, COUNT - 2, MPI_INT, &status);
    EXPECT(memcmp(back, numbers + 2, (COUNT - 2) * sizeof(int)) == 0, "%s: other items are read", what);
    MPI_Barrier(MPI_COMM_WORLD);
    return errs;
}

int main(int argc, char *argv[])
{
    int errs = 0, sizes[2], subsizes[2], starts[2];
    const char *name;
    rep_state_t state;
    MPI_File file;
    MPI_Datatype vector, matrix, hvector, apart;

    MTest_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    name = rep_begin(argc, argv, &state);
    if (name == NULL)
        return rep_refused();
    bytes = rep_bytes(name, MPI_INT);
    rep_open(MPI_COMM_WORLD, &file);

    MPI_Type_vector(COUNT / 2, 2, 2 * ranks, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    errs += check(file, name, HEADER + (MPI_Offset) rank * 2 * bytes, vector, place_in_turn, "a vector");

    sizes[0] = 2, sizes[1] = 2 * ranks;
    subsizes[0] = 2, subsizes[1] = 2;
    starts[0] = 0, starts[1] = 2 * rank;
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &matrix);
    MPI_Type_commit(&matrix);
    errs += check(file, name, HEADER, matrix, place_in_matrix, "a subarray");

    MPI_Type_create_hvector(3, 1, 20, MPI_INT, &hvector);
    MPI_Type_create_resized(hvector, 0, 64, &apart);
    MPI_Type_commit(&apart);
    errs += check(file, name, HEADER + rank * 500, apart, place_in_bytes, "distances in bytes");

    EXPECT(state.derived == 0, "%d extents are asked of derived datatypes", state.derived);
    MPI_File_close(&file);
    MPI_Type_free(&vector);
    MPI_Type_free(&matrix);
    MPI_Type_free(&hvector);
    MPI_Type_free(&apart);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
