/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "Conversion functions get every item once, with their state";
*/

#define COUNT 100000

/* Writes and reads so many items that a library may convert them in pieces. */
static int check_type(const char *name, MPI_Datatype type, rep_state_t * state)
{
    int errs = 0, i, rank, ranks, size, count = 0, bytes = rep_bytes(name, type), wrong = 0;
    char *memory, *back;
    unsigned char *image;
    MPI_File file;
    MPI_Status status;
    MPI_Offset length;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Type_size(type, &size);
    memory = (char *) malloc((size_t) size * COUNT);
    back = (char *) calloc(COUNT, (size_t) size);
    for (i = 0; i < COUNT; i++)
        rep_store(type, i % 100 + rank, memory + (size_t) size * i);
    rep_open(MPI_COMM_WORLD, &file);
    EXPECT(MPI_File_set_view(file, 0, type, type, name, MPI_INFO_NULL) == MPI_SUCCESS,
           "the view is refused");

    state->written_items = state->read_items = 0;
    MPI_File_write_at(file, (MPI_Offset) rank * COUNT, memory, COUNT, type, &status);
    MPI_Get_count(&status, type, &count);
    EXPECT(count == COUNT, "%d items are written", count);
    EXPECT(state->written_items == COUNT, "%ld items are converted for writing", state->written_items);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_read_at(file, (MPI_Offset) rank * COUNT, back, COUNT, type, &status);
    MPI_Get_count(&status, type, &count);
    EXPECT(count == COUNT, "%d items are read", count);
    EXPECT(state->read_items == COUNT, "%ld items are converted for reading", state->read_items);
    EXPECT(memcmp(memory, back, (size_t) size * COUNT) == 0, "other items are read");

    if (rank == 0) {
        image = rep_image(&length);
        EXPECT(length == (MPI_Offset) ranks * COUNT * bytes, "the file has %ld bytes", (long) length);
        for (i = 0; i < ranks * COUNT; i++)
            wrong += !rep_has(image, length, name, type, (MPI_Offset) i * bytes, i % COUNT % 100 + i / COUNT);
        EXPECT(wrong == 0, "%d items of the file are wrong", wrong);
        free(image);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&file);
    free(memory);
    free(back);
    return errs;
}

int main(int argc, char *argv[])
{
    int errs = 0;
    const char *name;
    rep_state_t state;

    MTest_Init(&argc, &argv);
    name = rep_begin(1, argv, &state);
    if (name == NULL)
        return rep_refused();
    errs += check_type(name, MPI_INT, &state);
    errs += check_type(name, MPI_SHORT, &state);
    errs += check_type(name, MPI_FLOAT, &state);
    errs += check_type(name, MPI_DOUBLE, &state);
    errs += check_type(name, MPI_CHAR, &state);
    EXPECT(state.bad == 0, "%d calls have arguments that cannot be right", state.bad);
    EXPECT(state.derived == 0, "%d extents are asked of derived datatypes", state.derived);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
