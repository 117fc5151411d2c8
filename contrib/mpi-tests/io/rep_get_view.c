/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "MPI_File_get_view returns what MPI_File_set_view was given";
*/

static int check(MPI_File file, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *name)
{
    int errs = 0, code, expected[4], found[4];
    char found_name[MPI_MAX_DATAREP_STRING];
    MPI_Offset displacement = -1;
    MPI_Datatype types[2], given[2];
    MPI_Aint lower, extents[2];
    int i;

    given[0] = etype;
    given[1] = filetype;
    memset(found_name, 0, sizeof(found_name));
    code = MPI_File_set_view(file, disp, etype, filetype, name, MPI_INFO_NULL);
    EXPECT(code == MPI_SUCCESS, "\"%s\": the view is refused with class %d", name, rep_class(code));
    MPI_File_get_view(file, &displacement, &types[0], &types[1], found_name);
    EXPECT(displacement == disp, "\"%s\": the displacement is %ld", name, (long) displacement);
    EXPECT(strcmp(found_name, name) == 0, "the name is \"%s\", not \"%s\"", found_name, name);
    for (i = 0; i < 2; i++) {
        MPI_Type_get_envelope(given[i], &expected[0], &expected[1], &expected[2], &expected[3]);
        MPI_Type_get_envelope(types[i], &found[0], &found[1], &found[2], &found[3]);
        if (expected[3] == MPI_COMBINER_NAMED)
            EXPECT(types[i] == given[i], "\"%s\": a predefined datatype is another one", name);
        /* What is derived may come back as a duplicate. Its extent is that of memory, in every view. */
        MPI_Type_get_extent(given[i], &lower, &extents[0]);
        MPI_Type_get_extent(types[i], &lower, &extents[1]);
        EXPECT(extents[0] == extents[1], "\"%s\": the extent of a datatype is %ld, not %ld", name,
               (long) extents[1], (long) extents[0]);
        MPI_Type_size(given[i], &expected[0]);
        MPI_Type_size(types[i], &found[0]);
        EXPECT(expected[0] == found[0], "\"%s\": the size of a datatype is %d, not %d", name, found[0],
               expected[0]);
        if (found[3] != MPI_COMBINER_NAMED)
            MPI_Type_free(&types[i]);
    }
    return errs;
}

int main(int argc, char *argv[])
{
    int errs = 0;
    const char *name;
    rep_state_t state;
    MPI_File file;
    MPI_Datatype pair, vector;

    MTest_Init(&argc, &argv);
    name = rep_begin(argc, argv, &state);
    if (name == NULL)
        return rep_refused();
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_vector(3, 1, 2, pair, &vector);
    MPI_Type_commit(&vector);
    rep_open(MPI_COMM_WORLD, &file);
    errs += check(file, 40, MPI_INT, MPI_INT, name);
    errs += check(file, 7, pair, vector, name);
    errs += check(file, 0, MPI_BYTE, MPI_BYTE, "native");
    errs += check(file, 1000, MPI_DOUBLE, MPI_DOUBLE, name);
    MPI_File_close(&file);
    MPI_Type_free(&vector);
    MPI_Type_free(&pair);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
