/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "Every data access routine in a data representation";
*/

#define COUNT 37

enum { AT, AT_ALL, IAT, IAT_ALL, AT_ALL_SPLIT, OWN, OWN_ALL, IOWN, IOWN_ALL, OWN_ALL_SPLIT, SHARED, ISHARED,
    ORDERED, ORDERED_SPLIT, ROUTINES
};

static const char *const names[ROUTINES] = {
    "at", "at_all", "iat", "iat_all", "at_all_begin", "individual", "all", "individual, nonblocking", "iall",
    "all_begin", "shared", "ishared", "ordered", "ordered_begin"
};

static int run_write(MPI_File file, int routine, MPI_Offset at, int *buf, MPI_Status * status)
{
    int code = MPI_SUCCESS;
    MPI_Request request = MPI_REQUEST_NULL;

    switch (routine) {
        case AT:
            return MPI_File_write_at(file, at, buf, COUNT, MPI_INT, status);
        case AT_ALL:
            return MPI_File_write_at_all(file, at, buf, COUNT, MPI_INT, status);
        case IAT:
            code = MPI_File_iwrite_at(file, at, buf, COUNT, MPI_INT, &request);
            break;
        case IAT_ALL:
            code = MPI_File_iwrite_at_all(file, at, buf, COUNT, MPI_INT, &request);
            break;
        case AT_ALL_SPLIT:
            code = MPI_File_write_at_all_begin(file, at, buf, COUNT, MPI_INT);
            return code ? code : MPI_File_write_at_all_end(file, buf, status);
        case OWN:
            return MPI_File_write(file, buf, COUNT, MPI_INT, status);
        case OWN_ALL:
            return MPI_File_write_all(file, buf, COUNT, MPI_INT, status);
        case IOWN:
            code = MPI_File_iwrite(file, buf, COUNT, MPI_INT, &request);
            break;
        case IOWN_ALL:
            code = MPI_File_iwrite_all(file, buf, COUNT, MPI_INT, &request);
            break;
        case OWN_ALL_SPLIT:
            code = MPI_File_write_all_begin(file, buf, COUNT, MPI_INT);
            return code ? code : MPI_File_write_all_end(file, buf, status);
        case SHARED:
            return MPI_File_write_shared(file, buf, COUNT, MPI_INT, status);
        case ISHARED:
            code = MPI_File_iwrite_shared(file, buf, COUNT, MPI_INT, &request);
            break;
        case ORDERED:
            return MPI_File_write_ordered(file, buf, COUNT, MPI_INT, status);
        case ORDERED_SPLIT:
            code = MPI_File_write_ordered_begin(file, buf, COUNT, MPI_INT);
            return code ? code : MPI_File_write_ordered_end(file, buf, status);
    }
    return rep_wait(code, &request, status);
}

static int run_read(MPI_File file, int routine, MPI_Offset at, int *buf, MPI_Status * status)
{
    int code = MPI_SUCCESS;
    MPI_Request request = MPI_REQUEST_NULL;

    switch (routine) {
        case AT:
            return MPI_File_read_at(file, at, buf, COUNT, MPI_INT, status);
        case AT_ALL:
            return MPI_File_read_at_all(file, at, buf, COUNT, MPI_INT, status);
        case IAT:
            code = MPI_File_iread_at(file, at, buf, COUNT, MPI_INT, &request);
            break;
        case IAT_ALL:
            code = MPI_File_iread_at_all(file, at, buf, COUNT, MPI_INT, &request);
            break;
        case AT_ALL_SPLIT:
            code = MPI_File_read_at_all_begin(file, at, buf, COUNT, MPI_INT);
            return code ? code : MPI_File_read_at_all_end(file, buf, status);
        case OWN:
            return MPI_File_read(file, buf, COUNT, MPI_INT, status);
        case OWN_ALL:
            return MPI_File_read_all(file, buf, COUNT, MPI_INT, status);
        case IOWN:
            code = MPI_File_iread(file, buf, COUNT, MPI_INT, &request);
            break;
        case IOWN_ALL:
            code = MPI_File_iread_all(file, buf, COUNT, MPI_INT, &request);
            break;
        case OWN_ALL_SPLIT:
            code = MPI_File_read_all_begin(file, buf, COUNT, MPI_INT);
            return code ? code : MPI_File_read_all_end(file, buf, status);
        case SHARED:
            return MPI_File_read_shared(file, buf, COUNT, MPI_INT, status);
        case ISHARED:
            code = MPI_File_iread_shared(file, buf, COUNT, MPI_INT, &request);
            break;
        case ORDERED:
            return MPI_File_read_ordered(file, buf, COUNT, MPI_INT, status);
        case ORDERED_SPLIT:
            code = MPI_File_read_ordered_begin(file, buf, COUNT, MPI_INT);
            return code ? code : MPI_File_read_ordered_end(file, buf, status);
    }
    return rep_wait(code, &request, status);
}

static int number_of(int process, int item)
{
    return 1000 * (process + 1) + item;
}

/* Which process has written a block, by its bytes in the file, or -1. */
static int writer_of(const unsigned char *image, MPI_Offset size, const char *name, int block, int ranks)
{
    int process, i, bytes = rep_bytes(name, MPI_INT);

    for (process = 0; process < ranks; process++) {
        for (i = 0; i < COUNT; i++)
            if (!rep_has(image, size, name, MPI_INT, (MPI_Offset) (block * COUNT + i) * bytes,
                         number_of(process, i)))
                break;
        if (i == COUNT)
            return process;
    }
    return -1;
}

/* The shared pointer serves the processes in any order. Then only whole blocks, each once, can be asked for. */
static int check(MPI_File file, const char *name, int routine, int rank, int ranks)
{
    int errs = 0, i, block, code, count = -1, numbers[COUNT], back[COUNT], writer, sum = 0, all, good;
    int is_free = routine == SHARED || routine == ISHARED;
    MPI_Offset at = (MPI_Offset) rank * COUNT, size;
    MPI_Status status;
    unsigned char *image;

    for (i = 0; i < COUNT; i++)
        numbers[i] = number_of(rank, i);
    memset(back, 0, sizeof(back));
    MPI_File_set_size(file, 0);
    code = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL);
    EXPECT(code == MPI_SUCCESS, "the view is refused with class %d", rep_class(code));
    MPI_File_seek(file, at, MPI_SEEK_SET);
    code = run_write(file, routine, at, numbers, &status);
    EXPECT(code == MPI_SUCCESS, "writing, %s: class %d", names[routine], rep_class(code));
    MPI_Get_count(&status, MPI_INT, &count);
    EXPECT(count == COUNT, "writing, %s: the count is %d", names[routine], count);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    image = rep_image(&size);
    for (block = 0; block < ranks; block++) {
        writer = writer_of(image, size, name, block, ranks);
        sum += 1 << (4 * (writer < 0 ? 0 : writer));
        EXPECT(writer >= 0 && (is_free || writer == block), "writing, %s: block %d is wrong", names[routine],
               block);
    }
    free(image);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_File_seek(file, at, MPI_SEEK_SET);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    count = -1;
    code = run_read(file, routine, at, back, &status);
    EXPECT(code == MPI_SUCCESS, "reading, %s: class %d", names[routine], rep_class(code));
    MPI_Get_count(&status, MPI_INT, &count);
    EXPECT(count == COUNT, "reading, %s: the count is %d", names[routine], count);
    writer = is_free ? back[0] / 1000 - 1 : rank;
    good = writer >= 0 && writer < ranks;
    for (i = 0; i < COUNT; i++)
        good = good && back[i] == number_of(writer, i);
    EXPECT(good, "reading, %s: other items", names[routine]);
    /* Each block is there once, and read once. */
    writer = good ? 1 << (4 * writer) : 0;
    MPI_Allreduce(&writer, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(all == sum, "%s: the processes have read %x, and written %x", names[routine], all, sum);
    MPI_Barrier(MPI_COMM_WORLD);
    return errs;
}

int main(int argc, char *argv[])
{
    int errs = 0, rank, ranks, routine;
    const char *name;
    rep_state_t state;
    MPI_File file;

    MTest_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    name = rep_begin(argc, argv, &state);
    if (name == NULL)
        return rep_refused();
    rep_open(MPI_COMM_WORLD, &file);
    for (routine = 0; routine < ROUTINES; routine++)
        errs += check(file, name, routine, rank, ranks);
    EXPECT(state.bad == 0, "%d calls have arguments that cannot be right", state.bad);
    MPI_File_close(&file);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
