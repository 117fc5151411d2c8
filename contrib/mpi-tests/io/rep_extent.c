/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "MPI_File_get_type_extent in a data representation";
*/

static int check(MPI_File file, MPI_Datatype type, MPI_Aint expected, const char *what)
{
    int errs = 0;
    MPI_Aint extent = -1, least, most;

    MPI_File_get_type_extent(file, type, &extent);
    EXPECT(extent == expected, "%s: extent %ld, not %ld", what, (long) extent, (long) expected);
    MPI_Allreduce(&extent, &least, 1, MPI_AINT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&extent, &most, 1, MPI_AINT, MPI_MAX, MPI_COMM_WORLD);
    EXPECT(least == most, "%s: the extents of two processes differ", what);
    return errs;
}

int main(int argc, char *argv[])
{
    int errs = 0, of_int, of_long;
    const char *name;
    rep_state_t state;
    MPI_File file;
    MPI_Datatype three, vector;

    MTest_Init(&argc, &argv);
    name = rep_begin(argc, argv, &state);
    if (name == NULL)
        return rep_refused();
    of_int = rep_bytes(name, MPI_INT);
    of_long = rep_bytes(name, MPI_LONG);
    MPI_Type_contiguous(3, MPI_INT, &three);
    MPI_Type_vector(2, 1, 3, MPI_LONG, &vector);
    MPI_Type_commit(&three);
    MPI_Type_commit(&vector);
    rep_open(MPI_COMM_WORLD, &file);
    EXPECT(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL) == MPI_SUCCESS,
           "the view is refused");
    errs += check(file, MPI_INT, of_int, "MPI_INT");
    errs += check(file, MPI_LONG, of_long, "MPI_LONG");
    errs += check(file, MPI_CHAR, 1, "MPI_CHAR");
    errs += check(file, three, 3 * of_int, "three of MPI_INT");
    errs += check(file, vector, 4 * of_long, "two of MPI_LONG, three apart");
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    errs += check(file, MPI_INT, (MPI_Aint) sizeof(int), "MPI_INT in the native view after it");
    EXPECT(strcmp(name, "wide") != 0 || state.extents > 0, "the extent function is not called");
    EXPECT(state.derived == 0, "%d extents are asked of derived datatypes", state.derived);
    MPI_File_close(&file);
    MPI_Type_free(&three);
    MPI_Type_free(&vector);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
