/* A program that `DATAREP_DOCTOR` ends when it has initialized MPI.
 *
 *     mpiexec -n N doctor [threads]
 *
 * `threads`: MPI is initialized for threads.
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int given;
    if (argc > 1) MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &given);
    else MPI_Init(&argc, &argv);
    puts("the program runs");
    MPI_Finalize();
    return 0;
}
