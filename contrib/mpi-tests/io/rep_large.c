/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "MPI_Register_datarep_c: conversion functions with large counts";
*/

#if MTEST_HAVE_MIN_MPI_VERSION(4, 0)
#define COUNT 1000

static int read_c(void *userbuf, MPI_Datatype datatype, MPI_Count count, void *filebuf, MPI_Offset position,
                  void *extra_state)
{
    return rep_convert(userbuf, datatype, count, filebuf, position, (rep_state_t *) extra_state, 1);
}

static int write_c(void *userbuf, MPI_Datatype datatype, MPI_Count count, void *filebuf, MPI_Offset position,
                   void *extra_state)
{
    return rep_convert(userbuf, datatype, count, filebuf, position, (rep_state_t *) extra_state, 0);
}

/* Functions of either kind serve accesses of both. */
static int check(const char *name, rep_state_t * state)
{
    int errs = 0, i, way, numbers[COUNT], back[COUNT];
    MPI_Count count, bytes;
    MPI_File file;
    MPI_Status status;

    rep_open(MPI_COMM_SELF, &file);
    i = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL);
    EXPECT(i == MPI_SUCCESS, "\"%s\": the view is refused with class %d", name, rep_class(i));
    for (way = 0; way < 2; way++) {
        for (i = 0; i < COUNT; i++)
            numbers[i] = i + way;
        memset(back, 0, sizeof(back));
        state->written_items = state->read_items = 0;
        if (way) {
            MPI_File_write_at_c(file, 0, numbers, COUNT, MPI_INT, &status);
            MPI_File_read_at(file, 0, back, COUNT, MPI_INT, &status);
        } else {
            MPI_File_write_at(file, 0, numbers, COUNT, MPI_INT, &status);
            MPI_File_read_at_c(file, 0, back, COUNT, MPI_INT, &status);
        }
        MPI_Get_count_c(&status, MPI_INT, &count);
        EXPECT(count == COUNT, "\"%s\": the count is %ld", name, (long) count);
        EXPECT(memcmp(numbers, back, sizeof(back)) == 0, "\"%s\": other items are read", name);
        EXPECT(state->written_items == COUNT && state->read_items == COUNT,
               "\"%s\": %ld items are converted for writing, %ld for reading", name, state->written_items,
               state->read_items);
        EXPECT(rep_is_there("wide", MPI_INT, 8 * (COUNT - 1), COUNT - 1 + way), "\"%s\": the file is wrong",
               name);
    }
    MPI_File_get_type_extent_c(file, MPI_INT, &bytes);
    EXPECT(bytes == 8, "\"%s\": the extent is %ld", name, (long) bytes);
    MPI_File_close(&file);
    return errs;
}
#endif

int main(int argc, char *argv[])
{
    int errs = 0;

    MTest_Init(&argc, &argv);
#if MTEST_HAVE_MIN_MPI_VERSION(4, 0)
    rep_state_t state;
    int code;
    if (rep_begin(1, argv, &state) == NULL)
        return rep_refused();
    code = MPI_Register_datarep_c("large", read_c, write_c, rep_extent, &state);
    EXPECT(code == MPI_SUCCESS, "it is refused with class %d", rep_class(code));
    code = MPI_Register_datarep_c("large", read_c, write_c, rep_extent, &state);
    EXPECT(rep_class(code) == MPI_ERR_DUP_DATAREP, "again: class %d, not %d", rep_class(code),
           MPI_ERR_DUP_DATAREP);
    errs += check("wide", &state);
    errs += check("large", &state);
#else
    MTestPrintfMsg(1, "not tested: MPI 4.0 is needed\n");
#endif
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
