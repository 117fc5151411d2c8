/* What `include/datarep.h` offers, in a program that is linked with the library: nothing is preloaded.
 *
 *     mpicc -I include linked.c -L target/release -Wl,-rpath,... -ldatarep_mpi && mpiexec -n 2 ./a.out FILE
 *
 * The last line is "R right, W wrong".
 */
#include <datarep.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int rank, right, wrong;

static void expect(int good, const char *what) {
    int bad = !good, any;
    if (bad) printf("rank %d: %s is wrong\n", rank, what);
    fflush(stdout);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any) wrong++; else right++;
}

static int class_of(int code) {
    int class = MPI_SUCCESS;
    if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
    return class;
}

static int on_any(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)user; (void)type; (void)count; (void)file; (void)position; (void)extra;
    return MPI_ERR_OTHER;
}
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)extra;
    *bytes = type == MPI_INT ? 3 : 7;
    return MPI_SUCCESS;
}

static int has(const char *name) {
    for (int i = 0; datarep_name(i); i++)
        if (strcmp(datarep_name(i), name) == 0) return 1;
    return 0;
}

static void extents(void) {
    MPI_Offset bytes = 0;
    MPI_Datatype vector;
    expect(datarep_extent("cray", MPI_INT, &bytes) == MPI_SUCCESS && bytes == 8, "an extent");
    expect(datarep_extent("ibm370", MPI_SHORT, &bytes) == MPI_SUCCESS && bytes == 2, "another extent");
    MPI_Type_vector(2, 1, 3, MPI_INT, &vector);
    expect(datarep_extent("cray", vector, &bytes) == MPI_SUCCESS && bytes == 32, "the extent of a derived datatype");
    expect(datarep_extent("own", vector, &bytes) == MPI_SUCCESS && bytes == 12, "an extent by a function");
    MPI_Type_free(&vector);
    expect(class_of(datarep_extent("nobody", MPI_INT, &bytes)) == MPI_ERR_UNSUPPORTED_DATAREP, "the extent of an unknown name");
    expect(strcmp(datarep_last_error(), "no representation is named `nobody`") == 0, "the text of an error");
}

static void losses(const char *path) {
    MPI_File file, other;
    MPI_Status status;
    MPI_Request request;
    datarep_counts counts, before;
    /* The first two have more digits than a Cray has. */
    double numbers[4] = {0.1, 1.0 / 3.0, 1.5, 2.0};
    float small[1] = {1.0f};
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_RDWR, MPI_INFO_NULL, &other);
    MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "cray", MPI_INFO_NULL);
    expect(datarep_losses(file, &counts) == MPI_SUCCESS && counts.inexact == 0, "losses before");
    MPI_File_write_at(file, 4 * rank, numbers, 4, MPI_DOUBLE, &status);
    datarep_losses(file, &counts);
    expect(counts.inexact == 2 && counts.overflow == 0, "losses of writing");
    MPI_File_iwrite_at_all(file, 4 * rank, numbers, 4, MPI_DOUBLE, &request);
    MPI_Wait(&request, &status);
    datarep_losses(file, &counts);
    expect(counts.inexact == 4 && counts.later[0] == 0, "losses of a collective");
    MPI_File_set_view(file, 0, MPI_FLOAT, MPI_FLOAT, "ibm370", MPI_INFO_NULL);
    MPI_File_write_at(file, 64 + rank, small, 1, MPI_FLOAT, &status);
    datarep_losses(file, &counts);
    expect(counts.inexact == 4, "losses through another view");
    datarep_losses(other, &counts);
    expect(counts.inexact == 0, "losses of another file");
    int code = MPI_File_set_view(other, 0, MPI_DOUBLE, MPI_DOUBLE, "Cray", MPI_INFO_NULL);
    expect(code != MPI_SUCCESS && strcmp(datarep_last_error(), "no representation is named `Cray`") == 0, "the text of an unknown view");
    datarep_losses(MPI_FILE_NULL, &before);
    MPI_File_close(&file);
    MPI_File_close(&other);
    datarep_losses(MPI_FILE_NULL, &counts);
    expect(counts.inexact == 4 && memcmp(&counts, &before, sizeof counts) == 0, "losses of all files");
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    expect(strchr(datarep_version(), '.') != NULL, "the version");
    expect(strcmp(datarep_last_error(), "") == 0, "no error");
    expect(has("ibm370") && has("cray") && has("vax_g") && !has("own"), "the names");
    MPI_Register_datarep("own", on_any, on_any, on_extent, NULL);
    expect(has("own") && datarep_name(-1) == NULL && datarep_name(10000) == NULL, "a name that is registered");
    int code = MPI_Register_datarep("own", on_any, on_any, on_extent, NULL);
    expect(class_of(code) == MPI_ERR_DUP_DATAREP && strstr(datarep_last_error(), "`own`"), "a name that is taken");
    extents();
    losses(argv[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) { unlink(argv[1]); printf("%d right, %d wrong\n", right, wrong); }
    MPI_Finalize();
    return 0;
}
