/* A datatype that is freed while an access with it goes on: MPI keeps it until the access is done, and so do conversion
 * functions.
 *
 *     mpiexec -n N freed FILE REPRESENTATION
 *
 * "mine" is a representation of this program, whose functions ask about the datatype. The last line is "R right, W wrong".
 */
#include "common.h"
#include <string.h>

/* Copies of a datatype with two numbers, ranks at most, and numbers in memory, with gaps. */
#define COPIES 50
#define ITEMS (2 * COPIES)
#define APART 3
#define WIDTH (APART + 1)

static int others;

/* The number with this position in memory, by what MPI says of the datatype. */
static int *place(void *user, MPI_Datatype type, MPI_Offset position) {
    MPI_Aint lower, extent;
    int size;
    MPI_Type_get_extent(type, &lower, &extent);
    MPI_Type_size(type, &size);
    if (size != 8 || extent != 4 * WIDTH) others++;
    return (int *)((char *)user + position / 2 * extent) + position % 2 * APART;
}
/* In the file the bits are turned over. */
static int on_read(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)extra;
    for (int i = 0; i < count; i++) *place(user, type, position + i) = ~((int *)file)[i];
    return MPI_SUCCESS;
}
static int on_write(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)extra;
    for (int i = 0; i < count; i++) ((int *)file)[i] = ~*place(user, type, position + i);
    return MPI_SUCCESS;
}
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)type; (void)extra;
    *bytes = 4;
    return MPI_SUCCESS;
}

static int number(int item) { return 1000 * rank + item; }

enum { AT_ALL, ALL, AT, OWN, SPLIT, ROUTINES };
static const char *const NAMES[ROUTINES] = {"iread_at_all", "iread_all", "iread_at", "iread", "read_at_all_begin"};

/* Begins an access with a datatype that is freed at once, makes others, whose handles are the same ones in many libraries, and
 * ends the access. `how`: the routine that completes it. */
static int run(MPI_File file, int routine, int reads, int how, int *memory) {
    MPI_Datatype type, new[4];
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status, statuses[2];
    MPI_Offset at = (MPI_Offset)rank * ITEMS;
    int code, flag = 0, which;
    MPI_Type_vector(2, 1, APART, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_seek(file, at, MPI_SEEK_SET);
    switch (routine) {
        case AT_ALL: code = reads ? MPI_File_iread_at_all(file, at, memory, COPIES, type, &requests[1]) : MPI_File_iwrite_at_all(file, at, memory, COPIES, type, &requests[1]); break;
        case ALL: code = reads ? MPI_File_iread_all(file, memory, COPIES, type, &requests[1]) : MPI_File_iwrite_all(file, memory, COPIES, type, &requests[1]); break;
        case AT: code = reads ? MPI_File_iread_at(file, at, memory, COPIES, type, &requests[1]) : MPI_File_iwrite_at(file, at, memory, COPIES, type, &requests[1]); break;
        case OWN: code = reads ? MPI_File_iread(file, memory, COPIES, type, &requests[1]) : MPI_File_iwrite(file, memory, COPIES, type, &requests[1]); break;
        default: code = reads ? MPI_File_read_at_all_begin(file, at, memory, COPIES, type) : MPI_File_write_at_all_begin(file, at, memory, COPIES, type);
    }
    MPI_Type_free(&type);
    for (int i = 0; i < 4; i++) MPI_Type_contiguous(5 + i, MPI_SHORT, &new[i]), MPI_Type_commit(&new[i]);
    if (code) return code;
    if (routine == SPLIT) code = reads ? MPI_File_read_at_all_end(file, memory, &status) : MPI_File_write_at_all_end(file, memory, &status);
    else switch (how) {
        case 0: code = MPI_Wait(&requests[1], &status); break;
        case 1: code = MPI_Waitall(2, requests, statuses); break;
        case 2: while (!code && !flag) code = MPI_Test(&requests[1], &flag, &status); break;
        default: code = MPI_Waitany(2, requests, &which, &status);
    }
    for (int i = 0; i < 4; i++) MPI_Type_free(&new[i]);
    return code;
}

static void judge_way(int good, const char *what, int routine, int how) {
    if (good) right++;
    else wrong++, printf("rank %d, %s as %s, completed in way %d is wrong\n", rank, what, NAMES[routine], how);
    fflush(stdout);
}

int main(int argc, char **argv) {
    MPI_File file;
    if (argc < 3) return 2;
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    if (strcmp(argv[2], "mine") == 0) MPI_Register_datarep("mine", on_read, on_write, on_extent, NULL);
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    int code = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, argv[2], MPI_INFO_NULL);
    for (int routine = 0; code == MPI_SUCCESS && routine < ROUTINES; routine++) {
        for (int how = 0; how < 4; how++) {
            int memory[WIDTH * COPIES], good = 1;
            now = NAMES[routine];
            memset(memory, 0, sizeof memory);
            for (int i = 0; i < ITEMS; i++) memory[i / 2 * WIDTH + i % 2 * APART] = number(i) + how;
            others = 0;
            judge_way(run(file, routine, 0, how, memory) == MPI_SUCCESS && !others, "a write", routine, how);
            memset(memory, 0, sizeof memory);
            others = 0;
            good = run(file, routine, 1, how, memory) == MPI_SUCCESS && !others;
            for (int i = 0; i < WIDTH * COPIES; i++) {
                int item = i / WIDTH * 2 + (i % WIDTH == APART), gap = i % WIDTH != 0 && i % WIDTH != APART;
                if (memory[i] != (gap ? 0 : number(item) + how)) good = 0;
            }
            judge_way(good, "a read", routine, how);
        }
    }
    if (code) wrong++, printf("rank %d: the view is refused\n", rank);
    MPI_File_close(&file);
    tell_cases();
    MPI_Finalize();
    return 0;
}
