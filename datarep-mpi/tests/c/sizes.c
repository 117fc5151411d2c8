/* Reads at the end of a file that becomes shorter and longer: each tells as many items as the file has.
 *
 *     mpiexec -n N sizes FILE REPRESENTATION
 *
 * The last line is "R right, W wrong". A process that hangs is ended.
 */
#include "common.h"
#include <string.h>

#define COUNT 100

static MPI_File file;
static int numbers[COUNT];

/* Reads as many items as there ever are, of which `items` are there now. */
static void read_items(int items) {
    MPI_Status status;
    int back[COUNT], count = -1, bad = 0;
    for (int way = 0; way < 3; way++) {
        for (int i = 0; i < COUNT; i++) back[i] = -1;
        MPI_File_seek(file, 0, MPI_SEEK_SET);
        int code = way == 0   ? MPI_File_read_at(file, 0, back, COUNT, MPI_INT, &status)
                   : way == 1 ? MPI_File_read(file, back, COUNT, MPI_INT, &status)
                              : MPI_File_read_at_all(file, 0, back, COUNT, MPI_INT, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        judge(code == MPI_SUCCESS && count == items, way == 0 ? "read_at" : way == 1 ? "read" : "read_at_all", count);
        for (int i = 0; i < items; i++) bad += back[i] != numbers[i];
    }
    judge(bad == 0, "what is read", bad);
    /* Nobody changes the file meanwhile. */
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Makes the file so long that its end is far from the items, and lets the library learn it. */
static void lengthen(int items) {
    MPI_File_set_size(file, 8 << 20);
    read_items(items);
}

/* Cuts the file by another handle, which only some processes have. MPI asks for a sync before others see it. */
static void cut_elsewhere(const char *path, int items) {
    MPI_File other;
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_RDWR, MPI_INFO_NULL, &other);
        MPI_File_set_size(other, 4 * items);
        MPI_File_close(&other);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    for (int i = 0; i < COUNT; i++) numbers[i] = 1000 + i;
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    judge(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, argv[2], MPI_INFO_NULL) == MPI_SUCCESS, "the view", 0);
    if (rank == 0) MPI_File_write_at(file, 0, numbers, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    now = "the whole file";
    read_items(COUNT), read_items(COUNT);
    lengthen(COUNT), read_items(COUNT);
    now = "a shorter file";
    MPI_File_set_size(file, 4 * 60);
    read_items(60), read_items(60);
    now = "a file that another handle has cut";
    MPI_File_set_size(file, 8 << 20);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_write_at(file, 0, numbers, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    read_items(COUNT);
    cut_elsewhere(argv[1], 30);
    MPI_File_sync(file);
    read_items(30), read_items(30);
    now = "a longer file";
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_File_write_at(file, 30, numbers + 30, 20, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    read_items(50), read_items(50);
    now = "atomic mode";
    MPI_File_set_atomicity(file, 1);
    read_items(50);
    cut_elsewhere(argv[1], 20);
    read_items(20);
    now = "a view in atomic mode";
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, argv[2], MPI_INFO_NULL);
    read_items(20);
    MPI_File_set_atomicity(file, 0);
    now = "another view";
    read_items(20);
    cut_elsewhere(argv[1], 10);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, argv[2], MPI_INFO_NULL);
    read_items(10);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&file);
    tell_cases();
    MPI_Finalize();
    return 0;
}
