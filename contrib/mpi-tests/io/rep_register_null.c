/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "Register a data representation whose conversion functions are null";
*/

/* A library that converts nothing can still do this: it has only to keep the name. */
int main(int argc, char *argv[])
{
    int errs = 0, code;
    rep_state_t state;

    MTest_Init(&argc, &argv);
    memset(&state, 0, sizeof(state));
    state.magic = REP_MAGIC;
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    code = MPI_Register_datarep("null", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, rep_extent, &state);
    EXPECT(code == MPI_SUCCESS, "it is refused with class %d", rep_class(code));
    code = MPI_Register_datarep("null", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, rep_extent, &state);
    EXPECT(rep_class(code) == MPI_ERR_DUP_DATAREP, "again: class %d, not %d", rep_class(code),
           MPI_ERR_DUP_DATAREP);
#if MTEST_HAVE_MIN_MPI_VERSION(4, 0)
    code = MPI_Register_datarep_c("null_c", MPI_CONVERSION_FN_NULL_C, MPI_CONVERSION_FN_NULL_C, rep_extent,
                                  &state);
    EXPECT(code == MPI_SUCCESS, "with large counts it is refused with class %d", rep_class(code));
    code = MPI_Register_datarep_c("null", MPI_CONVERSION_FN_NULL_C, MPI_CONVERSION_FN_NULL_C, rep_extent,
                                  &state);
    EXPECT(rep_class(code) == MPI_ERR_DUP_DATAREP, "again with large counts: class %d, not %d",
           rep_class(code), MPI_ERR_DUP_DATAREP);
#endif
    EXPECT(state.reads == 0 && state.writes == 0, "a function is called");
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
