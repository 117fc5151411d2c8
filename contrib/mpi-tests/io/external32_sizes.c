/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "external32: the bytes of every size, and no file is read in another one";
*/

#define COUNT 6

static int check(MPI_Datatype type, const char *what)
{
    int errs = 0, i, size, wrong = 0, count = 0, bytes = rep_bytes("external32", type);
    char memory[COUNT * 8], back[COUNT * 8];
    unsigned char *image;
    MPI_File file;
    MPI_Status status;
    MPI_Offset length;

    MPI_Type_size(type, &size);
    memset(back, 0, sizeof(back));
    for (i = 0; i < COUNT; i++)
        rep_store(type, 10 * i - 20, memory + i * size);
    rep_open(MPI_COMM_SELF, &file);
    MPI_File_set_view(file, 0, type, type, "external32", MPI_INFO_NULL);
    MPI_File_write_at(file, 0, memory, COUNT / 2, type, &status);
    MPI_File_write_at(file, COUNT / 2, memory + COUNT / 2 * size, COUNT / 2, type, &status);
    MPI_Get_count(&status, type, &count);
    EXPECT(count == COUNT / 2, "%s: %d items are written", what, count);
    image = rep_image(&length);
    for (i = 0; i < COUNT; i++)
        wrong += !rep_has(image, length, "external32", type, i * bytes, 10 * i - 20);
    EXPECT(wrong == 0, "%s: %d items of the file are wrong", what, wrong);
    EXPECT(length == COUNT * bytes, "%s: the file has %ld bytes, not %d", what, (long) length, COUNT * bytes);
    free(image);
    MPI_File_read_at(file, 0, back, COUNT, type, &status);
    MPI_Get_count(&status, type, &count);
    EXPECT(count == COUNT, "%s: %d items are read", what, count);
    EXPECT(memcmp(memory, back, (size_t) (COUNT * size)) == 0, "%s: other items are read", what);
    MPI_File_close(&file);
    return errs;
}

int main(int argc, char *argv[])
{
    int errs = 0;

    MTest_Init(&argc, &argv);
    errs += check(MPI_CHAR, "MPI_CHAR");
    errs += check(MPI_SHORT, "MPI_SHORT");
    errs += check(MPI_INT, "MPI_INT");
    errs += check(MPI_LONG, "MPI_LONG");
    errs += check(MPI_LONG_LONG, "MPI_LONG_LONG");
    errs += check(MPI_FLOAT, "MPI_FLOAT");
    errs += check(MPI_DOUBLE, "MPI_DOUBLE");
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
