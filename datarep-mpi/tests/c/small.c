/* Accesses of few items, and where a file ends within one.
 *
 *     mpiexec -n N small FILE REPRESENTATION
 *
 * Each process has a file of its own, FILE and its rank. The last line is "R right, W wrong".
 */
#include "common.h"
#include <stdlib.h>
#include <string.h>

#define COUNT 40
#define UNTOUCHED -7

static MPI_File file;
static const char *view;
/* The bytes of an item in the file. */
static MPI_Aint extent;

static int amount(MPI_Status *status) {
    int count = -1;
    MPI_Get_count(status, MPI_INT, &count);
    return count;
}

/* Writes by offset and by pointer, `count` items at once. */
static void write_items(int count) {
    int numbers[COUNT], wrong_counts = 0;
    MPI_Status status;
    for (int i = 0; i < COUNT; i++) numbers[i] = 1000 * count + i;
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    for (int i = 0; i < COUNT; i += count) {
        int code = i % 2 ? MPI_File_write_at(file, i, numbers + i, count, MPI_INT, &status)
                         : MPI_File_write(file, numbers + i, count, MPI_INT, &status);
        if (i % 2) MPI_File_seek(file, count, MPI_SEEK_CUR);
        wrong_counts += code != MPI_SUCCESS || amount(&status) != count;
    }
    judge(wrong_counts == 0, "what is written in pieces", count);
}

/* Reads all, `count` items at once. Items behind the `items` of the file stay untouched, if the view is converted. */
static void read_items(int written, int count, int items) {
    int numbers[COUNT], wrong_counts = 0, wrong_items = 0, touched = 0;
    MPI_Status status;
    for (int i = 0; i < COUNT; i++) numbers[i] = UNTOUCHED;
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    for (int i = 0; i < COUNT; i += count) {
        int by_pointer = i / count % 2 == 0, left = items - i < 0 ? 0 : items - i;
        status.MPI_ERROR = 77;
        int code = by_pointer ? MPI_File_read(file, numbers + i, count, MPI_INT, &status)
                              : MPI_File_read_at(file, i, numbers + i, count, MPI_INT, &status);
        if (!by_pointer) MPI_File_seek(file, count, MPI_SEEK_CUR);
        int is_right = amount(&status) == (left < count ? left : count) && status.MPI_ERROR == 77;
        wrong_counts += code != MPI_SUCCESS || !is_right;
    }
    for (int i = 0; i < COUNT; i++)
        if (i < items) wrong_items += numbers[i] != 1000 * written + i;
        else touched += numbers[i] != UNTOUCHED;
    judge(wrong_items == 0, "what is read in pieces", count);
    if (strcmp(view, "native") == 0 || strcmp(view, "internal") == 0) return;
    /* The library itself counts and stores the part of an item at the end. */
    judge(wrong_counts == 0, "the counts of pieces", count);
    judge(touched == 0, "the memory behind the end of the file", count);
}

/* The first etype behind the end of the file. */
static void seek_end(int items) {
    MPI_Offset position = -1;
    int code = MPI_File_seek(file, -1, MPI_SEEK_END);
    MPI_File_get_position(file, &position);
    judge(code == MPI_SUCCESS && position == items - 1, "the position before the end", (long)position);
    judge(MPI_File_seek(file, -items - 1, MPI_SEEK_END) != MPI_SUCCESS, "a seek to before the file", items);
}

int main(int argc, char **argv) {
    char path[4096], name[MPI_MAX_DATAREP_STRING] = "";
    MPI_Offset displacement;
    MPI_Datatype etype, filetype;
    if (argc < 3) return 2;
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    view = argv[2];
    snprintf(path, sizeof path, "%s.%d", argv[1], rank);
    MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    judge(MPI_File_set_view(file, 8, MPI_INT, MPI_INT, view, MPI_INFO_NULL) == MPI_SUCCESS, "the view", 0);
    MPI_File_get_view(file, &displacement, &etype, &filetype, name);
    /* MPICH calls it `native`. */
    int is_named = strcmp(name, view) == 0 || (strcmp(view, "internal") == 0 && strcmp(name, "native") == 0);
    judge(is_named && etype == MPI_INT && displacement == 8, "the view that is there", 0);
    MPI_File_get_type_extent(file, MPI_INT, &extent);
    for (int written = 1; written <= 8; written *= 2) {
        write_items(written);
        for (int count = 1; count <= COUNT; count = count < 8 ? count * 2 : count * 5) {
            read_items(written, count, COUNT);
            seek_end(COUNT);
        }
        MPI_File_set_size(file, 8 + extent * 13 + 1);
        for (int count = 1; count <= COUNT; count = count < 8 ? count * 2 : count * 5) read_items(written, count, 13);
        MPI_File_set_size(file, 8 + extent * COUNT);
    }
    MPI_File_close(&file);
    tell_cases();
    MPI_Finalize();
    return 0;
}
