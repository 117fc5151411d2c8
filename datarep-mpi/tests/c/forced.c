/* Native views that have another representation by `DATAREP_FORCE`.
 *
 *     mpiexec -n N forced FILE REPRESENTATION
 *
 * The representation is the one that is forced, or `native`. The last line is "R right, W wrong". A process that hangs is
 * ended.
 */
#include "common.h"
#include <string.h>

#define COUNT 10

int main(int argc, char **argv) {
    long numbers[COUNT], back[COUNT] = {0};
    unsigned char bytes[8 * COUNT] = {0};
    MPI_File file;
    MPI_Aint extent = 0;
    MPI_Offset size = 0;
    if (argc < 3) return 2;
    /* In `external32`, a long has four bytes. */
    int wide = strcmp(argv[2], "external32") == 0 ? 4 : 8, big = strcmp(argv[2], "native") != 0, bad = 0;
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    now = argv[2];
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    judge(MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "native", MPI_INFO_NULL) == MPI_SUCCESS, "the view", 0);
    MPI_File_get_type_extent(file, MPI_LONG, &extent);
    judge(extent == wide, "the extent", extent);
    for (int i = 0; i < COUNT; i++) numbers[i] = 1 + 1000 * rank + i;
    judge(MPI_File_write_at_all(file, rank * COUNT, numbers, COUNT, MPI_LONG, MPI_STATUS_IGNORE) == MPI_SUCCESS, "a write", 0);
    judge(MPI_File_read_at_all(file, rank * COUNT, back, COUNT, MPI_LONG, MPI_STATUS_IGNORE) == MPI_SUCCESS, "a read", 0);
    judge(memcmp(numbers, back, sizeof back) == 0, "what is read back", back[0]);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_size(file, &size);
    judge(size == (MPI_Offset)wide * COUNT * ranks, "the size of the file", (long)size);
    FILE *bare = fopen(argv[1], "rb");
    judge(bare && fseek(bare, (long)wide * COUNT * rank, SEEK_SET) == 0 && fread(bytes, wide, COUNT, bare) == COUNT, "the file", 0);
    for (int i = 0; i < COUNT; i++) {
        long word = 0;
        for (int k = 0; k < wide; k++) word = word << 8 | bytes[i * wide + (big ? k : wide - 1 - k)];
        bad += word != numbers[i];
    }
    judge(bad == 0, "words of the file", bad);
    if (bare) fclose(bare);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&file);
    tell_cases();
    MPI_Finalize();
    return 0;
}
