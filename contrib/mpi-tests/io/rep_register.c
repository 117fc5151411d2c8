/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "Register a data representation: locally, once, with names of every length";
*/

/* A name that is taken is refused. */
static int check_taken(const char *name, rep_state_t * state)
{
    int errs = 0, code;

    code = MPI_Register_datarep(name, rep_read, rep_write, rep_extent, state);
    EXPECT(rep_class(code) == MPI_ERR_DUP_DATAREP, "\"%s\" again: class %d, not %d", name,
           rep_class(code), MPI_ERR_DUP_DATAREP);
    return errs;
}

/* The functions and the state of a name are those of its first registration. */
static int check_first(const char *name, rep_state_t * first, rep_state_t * second)
{
    int errs = 0, number = 5, back = 0;
    MPI_File file;
    MPI_Status status;

    rep_open(MPI_COMM_WORLD, &file);
    EXPECT(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL) == MPI_SUCCESS,
           "the view is refused");
    MPI_File_write_at_all(file, 0, &number, 1, MPI_INT, &status);
    MPI_File_read_at_all(file, 0, &back, 1, MPI_INT, &status);
    EXPECT(back == number, "%d is read, not %d", back, number);
    EXPECT(first->writes > 0 && first->reads > 0, "the first functions are not called");
    EXPECT(second->writes == 0 && second->reads == 0 && second->extents == 0,
           "the functions of a refused registration are called");
    MPI_File_close(&file);
    return errs;
}

/* A name of 63 characters is legal everywhere: MPI_MAX_DATAREP_STRING is at least 64. */
static int check_lengths(rep_state_t * state)
{
    int errs = 0, code;
    char *name = (char *) malloc(MPI_MAX_DATAREP_STRING + 2);

    memset(name, 'n', MPI_MAX_DATAREP_STRING + 1);
    name[MPI_MAX_DATAREP_STRING + 1] = '\0';
    EXPECT(MPI_MAX_DATAREP_STRING >= 64, "MPI_MAX_DATAREP_STRING is %d", MPI_MAX_DATAREP_STRING);
    code = MPI_Register_datarep(name, rep_read, rep_write, rep_extent, state);
    EXPECT(code != MPI_SUCCESS, "a name that is too long is registered");
    name[63] = '\0';
    code = MPI_Register_datarep(name, rep_read, rep_write, rep_extent, state);
    EXPECT(code == MPI_SUCCESS, "a name of 63 characters: class %d", rep_class(code));
    free(name);
    return errs;
}

int main(int argc, char *argv[])
{
    int errs = 0, rank, code;
    const char *name;
    rep_state_t first, second;

    MTest_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(&second, 0, sizeof(second));

    /* Registering is local: the first process does not wait for the others. */
    if (rank != 0)
        MPI_Barrier(MPI_COMM_WORLD);
    name = rep_begin(1, argv, &first);
    if (rank == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    if (name == NULL)
        return rep_refused();

    errs += check_taken(name, &second);
    errs += check_taken("native", &second);
    errs += check_taken("internal", &second);
    errs += check_taken("external32", &second);
    code = MPI_Register_datarep("another", rep_read, rep_write, rep_extent, &first);
    EXPECT(code == MPI_SUCCESS, "a second name: class %d", rep_class(code));
    errs += check_lengths(&first);
    errs += check_first(name, &first, &second);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
