/* Many small reads, whose instructions a tool counts.
 *
 *     cost FILE REPRESENTATION READS [OTHER]
 *
 * With OTHER, another file that has this representation is open meanwhile.
 */
#include "common.h"
#include <stdlib.h>

#define ITEMS 1000

static MPI_File open_file(const char *path, const char *representation) {
    static double numbers[ITEMS];
    MPI_File file;
    MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    if (MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, representation, MPI_INFO_NULL)) exit(1);
    for (int i = 0; i < ITEMS; i++) numbers[i] = i;
    MPI_File_write_at(file, 0, numbers, ITEMS, MPI_DOUBLE, MPI_STATUS_IGNORE);
    return file;
}

int main(int argc, char **argv) {
    MPI_File other = MPI_FILE_NULL;
    MPI_Status status;
    double number = 0, sum = 0, expected = 0;
    char path[4096];
    if (argc < 4) return 2;
    MPI_Init(&argc, &argv);
    snprintf(path, sizeof path, "%s.other", argv[1]);
    if (argc > 4) other = open_file(path, argv[4]);
    MPI_File file = open_file(argv[1], argv[2]);
    for (int i = 0; i < atoi(argv[3]); i++) {
        MPI_File_read_at(file, i % ITEMS, &number, 1, MPI_DOUBLE, &status);
        sum += number, expected += i % ITEMS;
    }
    judge(sum == expected, "the sum of what is read", (long)sum);
    MPI_File_close(&file);
    if (other != MPI_FILE_NULL) MPI_File_close(&other);
    MPI_Finalize();
    printf("%d right, %d wrong\n", right, wrong);
    return 0;
}
