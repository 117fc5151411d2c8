/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "A view with a name that nobody has registered";
*/

int main(int argc, char *argv[])
{
    int errs = 0, code, number = 3, back = 0;
    MPI_File file;
    MPI_Status status;

    MTest_Init(&argc, &argv);
    rep_open(MPI_COMM_WORLD, &file);
    code = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "nobody has this name", MPI_INFO_NULL);
    EXPECT(rep_class(code) == MPI_ERR_UNSUPPORTED_DATAREP, "class %d, not %d", rep_class(code),
           MPI_ERR_UNSUPPORTED_DATAREP);
    /* The handle is as good as before. */
    code = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    EXPECT(code == MPI_SUCCESS, "the native view after it: class %d", rep_class(code));
    MPI_File_write_at_all(file, 0, &number, 1, MPI_INT, &status);
    MPI_File_read_at_all(file, 0, &back, 1, MPI_INT, &status);
    EXPECT(back == number, "%d is read, not %d", back, number);
    MPI_File_close(&file);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
