/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "Conversion functions that fail: MPI_ERR_CONVERSION, in that process alone";
*/

#define COUNT 10

static int rank, is_failing;

/* The process whose function fails gets the class. The others succeed, and none of them waits for ever. */
static int check_code(int code, const char *what)
{
    int errs = 0, class = rep_class(code);

    if (is_failing)
        EXPECT(class == MPI_ERR_CONVERSION, "%s: class %d, not %d", what, class, MPI_ERR_CONVERSION);
    else
        EXPECT(class == MPI_SUCCESS, "%s, in another process: class %d", what, class);
    MPI_Barrier(MPI_COMM_WORLD);
    return errs;
}

static int check_writes(MPI_File file, MPI_Offset at, int *numbers)
{
    int errs = 0, code;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;

    errs += check_code(MPI_File_write_at(file, at, numbers, COUNT, MPI_INT, &status), "write_at");
    errs += check_code(MPI_File_write_at_all(file, at, numbers, COUNT, MPI_INT, &status), "write_at_all");
    MPI_File_seek(file, at, MPI_SEEK_SET);
    errs += check_code(MPI_File_write_all(file, numbers, COUNT, MPI_INT, &status), "write_all");
    code = MPI_File_iwrite_at(file, at, numbers, COUNT, MPI_INT, &request);
    errs += check_code(rep_wait(code, &request, &status), "iwrite_at");
    return errs;
}

static int check_reads(MPI_File file, MPI_Offset at, int *numbers)
{
    int errs = 0, code;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;

    errs += check_code(MPI_File_read_at(file, at, numbers, COUNT, MPI_INT, &status), "read_at");
    errs += check_code(MPI_File_read_at_all(file, at, numbers, COUNT, MPI_INT, &status), "read_at_all");
    MPI_File_seek(file, at, MPI_SEEK_SET);
    errs += check_code(MPI_File_read_all(file, numbers, COUNT, MPI_INT, &status), "read_all");
    code = MPI_File_iread_at(file, at, numbers, COUNT, MPI_INT, &request);
    errs += check_code(rep_wait(code, &request, &status), "iread_at");
    code = MPI_File_iread_at_all(file, at, numbers, COUNT, MPI_INT, &request);
    errs += check_code(rep_wait(code, &request, &status), "iread_at_all");
    return errs;
}

/* An extent that cannot be told is an error of the view, or of the first access. */
static int check_extent(MPI_File file, const char *name, rep_state_t * state)
{
    int errs = 0, code, number = 0;
    MPI_Status status;

    memset(state, 0, sizeof(*state));
    state->magic = REP_MAGIC;
    state->fail_extent = 1;
    code = MPI_Register_datarep(name, rep_read, rep_write, rep_extent, state);
    EXPECT(code == MPI_SUCCESS, "\"%s\" is refused with class %d", name, rep_class(code));
    code = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL);
    if (code == MPI_SUCCESS)
        code = MPI_File_read_at(file, 0, &number, 1, MPI_INT, &status);
    EXPECT(code != MPI_SUCCESS, "an extent function that fails is not told of");
    return errs;
}

int main(int argc, char *argv[])
{
    int errs = 0, i, numbers[COUNT], back[COUNT];
    const char *name;
    rep_state_t state, without;
    MPI_File file;
    MPI_Status status;
    MPI_Offset at;

    MTest_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* Libraries differ in whose handler MPI_Wait calls for a request of a file. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    name = rep_begin(1, argv, &state);
    if (name == NULL)
        return rep_refused();
    at = (MPI_Offset) rank * COUNT;
    for (i = 0; i < COUNT; i++)
        numbers[i] = 10 * rank + i;
    rep_open(MPI_COMM_WORLD, &file);
    EXPECT(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL) == MPI_SUCCESS,
           "the view is refused");
    MPI_File_write_at_all(file, at, numbers, COUNT, MPI_INT, &status);

    is_failing = rank == 0;
    state.fail_write = is_failing;
    errs += check_writes(file, at, numbers);
    state.fail_write = 0;
    state.fail_read = is_failing;
    errs += check_reads(file, at, back);
    state.fail_read = 0;

    /* The file goes on. */
    MPI_File_write_at_all(file, at, numbers, COUNT, MPI_INT, &status);
    memset(back, 0, sizeof(back));
    MPI_File_read_at_all(file, at, back, COUNT, MPI_INT, &status);
    EXPECT(memcmp(numbers, back, sizeof(back)) == 0, "other items are read after the errors");
    errs += check_extent(file, "without extents", &without);
    MPI_File_close(&file);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
