/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "Reads that cross the end of a file, which may be within an item";
*/

#define ASKED 10

enum { AT, AT_ALL, IAT, OWN, OWN_ALL, SPLIT, SHARED, ORDERED, ROUTINES };

static const char *const names[ROUTINES] = {
    "read_at", "read_at_all", "iread_at", "read", "read_all", "read_all_begin", "read_shared", "read_ordered"
};

static int run_read(MPI_File file, int routine, int *buf, int count, MPI_Datatype type, MPI_Status * status)
{
    int code;
    MPI_Request request;

    switch (routine) {
        case AT:
            return MPI_File_read_at(file, 0, buf, count, type, status);
        case AT_ALL:
            return MPI_File_read_at_all(file, 0, buf, count, type, status);
        case IAT:
            code = MPI_File_iread_at(file, 0, buf, count, type, &request);
            return rep_wait(code, &request, status);
        case OWN:
            return MPI_File_read(file, buf, count, type, status);
        case OWN_ALL:
            return MPI_File_read_all(file, buf, count, type, status);
        case SPLIT:
            code = MPI_File_read_all_begin(file, buf, count, type);
            return code ? code : MPI_File_read_all_end(file, buf, status);
        case SHARED:
            return MPI_File_read_shared(file, buf, count, type, status);
        default:
            return MPI_File_read_ordered(file, buf, count, type, status);
    }
}

/* The file has five items, and perhaps a part of another one, which is no item. */
static int check(MPI_File file, int routine, MPI_Datatype pair)
{
    int errs = 0, i, way, code, count, elements, back[ASKED];
    MPI_Status status;

    for (way = 0; way < 2; way++) {
        MPI_Datatype type = way ? pair : MPI_INT;
        for (i = 0; i < ASKED; i++)
            back[i] = -1;
        count = elements = -1;
        MPI_File_seek(file, 0, MPI_SEEK_SET);
        MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
        code = run_read(file, routine, back, way ? ASKED / 2 : ASKED, type, &status);
        EXPECT(code == MPI_SUCCESS, "%s: class %d", names[routine], rep_class(code));
        MPI_Get_count(&status, type, &count);
        MPI_Get_elements(&status, type, &elements);
        EXPECT(count == (way ? MPI_UNDEFINED : 5), "%s, %s: the count is %d", names[routine],
               way ? "pairs" : "items", count);
        EXPECT(elements == 5, "%s, %s: %d elements, not 5", names[routine], way ? "pairs" : "items", elements);
        for (i = 0; i < 5; i++)
            EXPECT(back[i] == 70 + i, "%s: item %d is %d", names[routine], i, back[i]);
        for (i = 6; i < ASKED; i++)
            EXPECT(back[i] == -1, "%s: item %d, which the file does not have, is %d", names[routine], i,
                   back[i]);
    }
    return errs;
}

int main(int argc, char *argv[])
{
    int errs = 0, i, routine, part, bytes;
    int numbers[5] = { 70, 71, 72, 73, 74 };
    const char *name;
    rep_state_t state;
    MPI_File file;
    MPI_Status status;
    MPI_Datatype pair;

    MTest_Init(&argc, &argv);
    name = rep_begin(argc, argv, &state);
    if (name == NULL)
        return rep_refused();
    bytes = rep_bytes(name, MPI_INT);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    rep_open(MPI_COMM_SELF, &file);
    i = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL);
    EXPECT(i == MPI_SUCCESS, "the view is refused with class %d", rep_class(i));
    MPI_File_write_at(file, 0, numbers, 5, MPI_INT, &status);
    /* Whether the bytes of a part are read in a native view is left to the library. */
    for (part = 0; part < (strcmp(name, "native") == 0 ? 1 : 2); part++) {
        MPI_File_set_size(file, 5 * bytes + part * 3);
        for (routine = 0; routine < ROUTINES; routine++)
            errs += check(file, routine, pair);
    }
    /* Behind the end there is nothing. */
    MPI_File_read_at(file, 8, &i, 1, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &i);
    EXPECT(i == 0, "behind the end of the file are %d items", i);
    MPI_File_close(&file);
    MPI_Type_free(&pair);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
