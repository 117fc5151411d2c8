/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "A name that is taken: the default error handler of files is called";
*/

static int handled, handled_class;

static void on_error(MPI_File * file, int *code, ...)
{
    handled++;
    handled_class = rep_class(*code);
}

/* MPI_FILE_NULL has the handler that files get when they are opened. Errors of a registration go to it. */
int main(int argc, char *argv[])
{
    int errs = 0, code;
    rep_state_t state;
    MPI_Errhandler handler;

    MTest_Init(&argc, &argv);
    if (rep_begin(1, argv, &state) == NULL)
        return rep_refused();
    MPI_File_create_errhandler(on_error, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_Errhandler_free(&handler);
    code = MPI_Register_datarep("wide", rep_read, rep_write, rep_extent, &state);
    EXPECT(rep_class(code) == MPI_ERR_DUP_DATAREP, "class %d, not %d", rep_class(code), MPI_ERR_DUP_DATAREP);
    EXPECT(handled == 1, "the handler is called %d times", handled);
    EXPECT(handled_class == MPI_ERR_DUP_DATAREP, "the handler gets class %d", handled_class);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
