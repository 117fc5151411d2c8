/* Accesses that the mode of a file forbids are refused, also where the file has nothing to read.
 *
 *     mpiexec -n N modes FILE REPRESENTATION
 *
 * The last line is "R right, W wrong". A process that hangs is ended.
 */
#include "common.h"

static MPI_File file;
static int numbers[4];

/* Whether an access is refused: when it begins, or when it is completed. */
static int is_refused(int code, MPI_Request *request) {
    MPI_Status status;
    if (!code && *request != MPI_REQUEST_NULL) code = MPI_Wait(request, &status);
    return code != MPI_SUCCESS;
}

#define CASE(call) \
    do { \
        MPI_Request request = MPI_REQUEST_NULL; \
        now = #call; \
        judge(is_refused(MPI_File_##call, &request), "it is not refused", 0); \
    } while (0)

/* `words`: how many numbers the file has. */
static void open_file(const char *path, int mode, int words, const char *representation) {
    if (rank == 0) {
        FILE *bare = fopen(path, "w");
        if (!bare || fwrite(numbers, 4, (size_t)words, bare) != (size_t)words || fclose(bare)) _exit(2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    now = "MPI_File_open";
    judge(MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &file) == MPI_SUCCESS, "the file", 0);
    MPI_Offset place = mode & MPI_MODE_SEQUENTIAL ? MPI_DISPLACEMENT_CURRENT : 0;
    judge(MPI_File_set_view(file, place, MPI_INT, MPI_INT, representation, MPI_INFO_NULL) == MPI_SUCCESS, "the view", 0);
}

static void read_at_offsets(void) {
    MPI_Status status;
    CASE(read_at(file, rank, numbers, 1, MPI_INT, &status));
    CASE(iread_at(file, rank, numbers, 1, MPI_INT, &request));
    CASE(read_at_all(file, rank, numbers, 1, MPI_INT, &status));
    CASE(iread_at_all(file, rank, numbers, 1, MPI_INT, &request));
    CASE(read_at_all_begin(file, rank, numbers, 1, MPI_INT));
}

static void read_by_pointer(void) {
    MPI_Status status;
    CASE(read(file, numbers, 1, MPI_INT, &status));
    CASE(iread(file, numbers, 1, MPI_INT, &request));
    CASE(read_all(file, numbers, 1, MPI_INT, &status));
    CASE(iread_all(file, numbers, 1, MPI_INT, &request));
    CASE(read_all_begin(file, numbers, 1, MPI_INT));
}

static void write_everywhere(void) {
    MPI_Status status;
    CASE(write_at(file, rank, numbers, 1, MPI_INT, &status));
    CASE(iwrite_at(file, rank, numbers, 1, MPI_INT, &request));
    CASE(write_at_all(file, rank, numbers, 1, MPI_INT, &status));
    CASE(iwrite_at_all(file, rank, numbers, 1, MPI_INT, &request));
    CASE(write(file, numbers, 1, MPI_INT, &status));
    CASE(write_all(file, numbers, 1, MPI_INT, &status));
    CASE(write_shared(file, numbers, 1, MPI_INT, &status));
}

int main(int argc, char **argv) {
    MPI_Status status;
    if (argc < 3) return 2;
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    for (int words = 0; words < 5; words += 4) {
        open_file(argv[1], MPI_MODE_WRONLY, words, argv[2]);
        read_at_offsets();
        read_by_pointer();
        CASE(read_shared(file, numbers, 1, MPI_INT, &status));
#ifdef OPEN_MPI
        /* The others do not look at the mode here, in native views either. */
        CASE(read_ordered(file, numbers, 1, MPI_INT, &status));
#endif
        MPI_File_close(&file);
        open_file(argv[1], MPI_MODE_RDONLY, words, argv[2]);
        write_everywhere();
        MPI_File_close(&file);
#ifndef OPEN_MPI
        /* Open MPI allows it, or hangs. */
        open_file(argv[1], MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL, words, argv[2]);
        read_at_offsets();
        read_by_pointer();
        MPI_File_close(&file);
#endif
    }
    if (rank == 0) unlink(argv[1]);
    tell_cases();
    MPI_Finalize();
    return 0;
}
