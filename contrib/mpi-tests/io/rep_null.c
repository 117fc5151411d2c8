/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "Null conversion functions: data is native in that direction";
*/

#define COUNT 20

/* The extent of what is native is the native one. */
static int native_extent(MPI_Datatype datatype, MPI_Aint * file_extent, void *extra_state)
{
    int size;
    MPI_Type_size(datatype, &size);
    *file_extent = size;
    return MPI_SUCCESS;
}

/* Numbers of eight bytes have the same size in "wide" and in memory. */
static int check(const char *name, int has_read, int has_write, rep_state_t * state)
{
    int errs = 0, i, code, wrong = 0;
    double numbers[COUNT], raw[COUNT], back[COUNT];
    unsigned char bytes[8];
    MPI_File file;
    MPI_Status status;

    state->reads = state->writes = 0;
    code = MPI_Register_datarep(name, has_read ? rep_read : MPI_CONVERSION_FN_NULL,
                                has_write ? rep_write : MPI_CONVERSION_FN_NULL, native_extent, state);
    EXPECT(code == MPI_SUCCESS, "\"%s\" is refused with class %d", name, rep_class(code));
    if (code != MPI_SUCCESS)
        return errs;
    for (i = 0; i < COUNT; i++)
        numbers[i] = i + 1;
    rep_open(MPI_COMM_SELF, &file);
    code = MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, name, MPI_INFO_NULL);
    EXPECT(code == MPI_SUCCESS, "\"%s\": the view is refused with class %d", name, rep_class(code));
    MPI_File_write_at(file, 0, numbers, COUNT, MPI_DOUBLE, &status);
    MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
    MPI_File_read_at(file, 0, raw, COUNT, MPI_DOUBLE, &status);
    for (i = 0; i < COUNT; i++) {
        rep_encode(has_write ? "wide" : "native", MPI_DOUBLE, i + 1, bytes);
        wrong += memcmp(bytes, &raw[i], 8) != 0;
        rep_encode("wide", MPI_DOUBLE, i + 1, bytes);
        if (has_read)
            memcpy(&raw[i], bytes, 8);
        else
            raw[i] = i + 1;
    }
    EXPECT(wrong == 0, "\"%s\": %d items of the file are wrong", name, wrong);
    MPI_File_write_at(file, 0, raw, COUNT, MPI_DOUBLE, &status);
    MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, name, MPI_INFO_NULL);
    memset(back, 0, sizeof(back));
    MPI_File_read_at(file, 0, back, COUNT, MPI_DOUBLE, &status);
    EXPECT(memcmp(numbers, back, sizeof(back)) == 0, "\"%s\": other items are read", name);
    EXPECT((state->reads > 0) == has_read, "\"%s\": %d calls for reading", name, state->reads);
    EXPECT((state->writes > 0) == has_write, "\"%s\": %d calls for writing", name, state->writes);
    MPI_File_close(&file);
    return errs;
}

int main(int argc, char *argv[])
{
    int errs = 0;
    rep_state_t state;

    MTest_Init(&argc, &argv);
    memset(&state, 0, sizeof(state));
    state.magic = REP_MAGIC;
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    errs += check("both null", 0, 0, &state);
    errs += check("read null", 0, 1, &state);
    errs += check("write null", 1, 0, &state);
    errs += check("none null", 1, 1, &state);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
