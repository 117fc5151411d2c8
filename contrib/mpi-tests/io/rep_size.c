/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "Sizes and byte offsets: bytes of the file in every view";
*/

int main(int argc, char *argv[])
{
    int errs = 0, i, bytes, code, numbers[4] = { 1, 2, 3, 4 };
    const char *name;
    rep_state_t state;
    MPI_File file;
    MPI_Status status;
    MPI_Offset size, byte, position;

    MTest_Init(&argc, &argv);
    name = rep_begin(argc, argv, &state);
    if (name == NULL)
        return rep_refused();
    bytes = rep_bytes(name, MPI_LONG);
    rep_open(MPI_COMM_WORLD, &file);
    code = MPI_File_set_view(file, 24, MPI_LONG, MPI_LONG, name, MPI_INFO_NULL);
    EXPECT(code == MPI_SUCCESS, "the view is refused with class %d", rep_class(code));

    MPI_File_preallocate(file, 400);
    MPI_File_get_size(file, &size);
    EXPECT(size == 400, "after preallocating 400 bytes there are %ld", (long) size);
    for (i = 0; i < 4; i++) {
        byte = -1;
        MPI_File_get_byte_offset(file, i, &byte);
        EXPECT(byte == 24 + i * bytes, "etype %d is at byte %ld, not %d", i, (long) byte, 24 + i * bytes);
    }
    /* The end of the file is behind the etypes that fit before it. No process may still look at the old size. */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_set_size(file, 24 + 5 * bytes);
    MPI_File_get_size(file, &size);
    EXPECT(size == 24 + 5 * bytes, "the size is %ld", (long) size);
    MPI_File_seek(file, -2, MPI_SEEK_END);
    MPI_File_get_position(file, &position);
    EXPECT(position == 3, "two etypes before the end is %ld, not 3", (long) position);

    code = MPI_File_set_view(file, 24, MPI_INT, MPI_INT, name, MPI_INFO_NULL);
    EXPECT(code == MPI_SUCCESS, "the second view is refused with class %d", rep_class(code));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_set_size(file, 24);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_write_at_all(file, 10, numbers, 4, MPI_INT, &status);
    MPI_File_get_size(file, &size);
    EXPECT(size == 24 + 14 * rep_bytes(name, MPI_INT), "what is written ends at byte %ld", (long) size);
    MPI_File_close(&file);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
