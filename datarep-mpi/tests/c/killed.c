/* A process that is killed: what was complete stays in the file.
 *
 *     mpiexec -n 2 killed FILE WHERE NAME
 *
 * Both processes write COUNT numbers each, most significant byte first, and sync. Then the second one is killed: before a collective
 * (`before`), in a conversion function of it (`inside`), between the begin of a nonblocking one and its end (`between`), or alone (`alone`),
 * while the first one goes on. NAME is the representation: `killer`, or one of the library's own, to compare with. It never ends well.
 */
#include <mpi.h>
#include <signal.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define COUNT 1000

static int rank, dies;

static int on_write(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    int *numbers = (int *)user + position;
    unsigned char *bytes = file;
    (void)type; (void)extra;
    for (int i = 0; i < count; i++) {
        if (dies && i == count / 2) kill(getpid(), SIGKILL);
        for (int byte = 0; byte < 4; byte++) bytes[4 * i + byte] = (unsigned char)(numbers[i] >> (24 - 8 * byte));
    }
    return MPI_SUCCESS;
}
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)type; (void)extra;
    *bytes = 4;
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    int numbers[COUNT];
    MPI_File file;
    MPI_Request request;
    MPI_Status status;
    if (argc < 4) return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < COUNT; i++) numbers[i] = 70000 * rank + i;
    MPI_Register_datarep("killer", on_write, on_write, on_extent, NULL);
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, argv[3], MPI_INFO_NULL);
    MPI_File_write_at_all(file, rank * COUNT, numbers, COUNT / 2, MPI_INT, &status);
    MPI_File_write_at(file, rank * COUNT + COUNT / 2, numbers + COUNT / 2, COUNT - COUNT / 2, MPI_INT, &status);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Offset behind = (2 + rank) * COUNT;
    int me = rank == 1, alone = strcmp(argv[2], "alone") == 0;
    if (me && strcmp(argv[2], "before") == 0) kill(getpid(), SIGKILL);
    dies = me && (alone || strcmp(argv[2], "inside") == 0);
    if (dies && strcmp(argv[3], "killer") != 0) kill(getpid(), SIGKILL);
    if (alone) {
        MPI_File_write_at(file, behind, numbers, COUNT, MPI_INT, &status);
        MPI_Barrier(MPI_COMM_WORLD);
    } else if (strcmp(argv[2], "between") == 0) {
        MPI_File_iwrite_at_all(file, behind, numbers, COUNT, MPI_INT, &request);
        if (me) kill(getpid(), SIGKILL);
        MPI_Wait(&request, &status);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_File_write_at_all(file, behind, numbers, COUNT, MPI_INT, &status);
    }
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
