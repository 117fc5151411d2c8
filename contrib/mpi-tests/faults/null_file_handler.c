/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * The error handler of MPI_FILE_NULL: errors of MPI_Register_datarep and MPI_File_open go to it.
 *
 *     mpiexec -n 1 null_file_handler
 *
 * The standard: the default file error handler is the handler of MPI_FILE_NULL, initially MPI_ERRORS_RETURN (MPI 4.1,
 * section 14.7), and duplicate names are reported through it (section 14.5.3). A call that returns after an error
 * returns the error's code (section 9.3).
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static int handled, wrong;
static const char *now;

static void on_error(MPI_File * file, int *code, ...)
{
    (void) file;
    (void) code;
    handled++;
}

static int extent(MPI_Datatype datatype, MPI_Aint * bytes, void *extra_state)
{
    (void) extra_state;
    (void) datatype;
    *bytes = 4;
    return MPI_SUCCESS;
}

/* What must not be called: a library that ends the program calls this, or nothing. */
static void on_fatal(MPI_Comm * comm, int *code, ...)
{
    (void) comm;
    (void) code;
    printf("%s: expected: the handler of MPI_FILE_NULL; got: that of a communicator\n", now);
    fflush(stdout);
    _exit(1);
}

static void judge(int is_right, const char *expected)
{
    printf("%s: expected: %s; got: %s, the handler was called %d times\n", now, expected,
           is_right ? "that" : "something else", handled);
    fflush(stdout);
    wrong += !is_right;
    handled = 0;
}

int main(int argc, char **argv)
{
    int code;
    MPI_File file;
    MPI_Errhandler of_files, of_communicators;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(on_fatal, &of_communicators);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_communicators);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, of_communicators);
    MPI_File_create_errhandler(on_error, &of_files);
    MPI_File_set_errhandler(MPI_FILE_NULL, of_files);

    now = "MPI_File_open of a file that is not there";
    code = MPI_File_open(MPI_COMM_SELF, "no-folder/testfile", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    judge(code != MPI_SUCCESS && handled == 1, "an error, and one call of the handler");
    now = "MPI_File_call_errhandler of MPI_FILE_NULL";
    printf("%s\n", now);
    fflush(stdout);
    code = MPI_File_call_errhandler(MPI_FILE_NULL, MPI_ERR_IO);
    judge(code == MPI_SUCCESS && handled == 1, "no error, and one call of the handler");

    now = "MPI_Register_datarep of a name that is taken";
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    printf("%s\n", now);
    fflush(stdout);
    code = MPI_Register_datarep("taken", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent, NULL);
    code = MPI_Register_datarep("taken", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent, NULL);
    judge(code != MPI_SUCCESS, "an error that is returned");
    MPI_Errhandler_free(&of_files);
    MPI_Errhandler_free(&of_communicators);
    MPI_Finalize();
    return wrong != 0;
}
