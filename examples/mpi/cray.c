/* Reads the numbers of a Cray, 64 bits each, in parallel, and prints their mean.
 *
 *     mpicc cray.c -o cray
 *     LD_PRELOAD=libdatarep_mpi.so mpiexec -n 4 ./cray FILE
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int code) {
    char text[MPI_MAX_ERROR_STRING];
    int length;
    if (code == MPI_SUCCESS) return;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "%s\n", text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
    int rank, ranks;
    MPI_File file;
    MPI_Offset bytes;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check(argc == 2 ? MPI_SUCCESS : MPI_ERR_ARG);
    check(MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
    check(MPI_File_get_size(file, &bytes));
    check(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "cray", MPI_INFO_NULL));
    MPI_Offset all = bytes / 8, first = all * rank / ranks, behind = all * (rank + 1) / ranks;
    double *numbers = malloc((behind - first + 1) * sizeof *numbers), sum = 0, total;
    check(MPI_File_read_at_all(file, first, numbers, (int)(behind - first), MPI_DOUBLE, &status));
    for (MPI_Offset i = 0; i < behind - first; i++) sum += numbers[i];
    MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%lld numbers, mean %g\n", (long long)all, total / (double)all);
    free(numbers);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
