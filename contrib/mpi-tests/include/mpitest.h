/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 *
 * A stand-in for the header of MPICH's test suite, so that the programs of "io" build outside of it. It has only what
 * they call, with the meaning that it has there. Inside the suite the suite's own header is used, and not this file.
 */

#ifndef MPITEST_H_INCLUDED
#define MPITEST_H_INCLUDED

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MTEST_HAVE_MIN_MPI_VERSION(major_, minor_) \
    (MPI_VERSION > (major_) || (MPI_VERSION == (major_) && MPI_SUBVERSION >= (minor_)))

/* The suite declares this, so that no test may have another function of the name. */
int run(const char *arg);

static inline void MTest_Init(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
}

/* Prints the number of errors of all processes, or that there are none, and ends MPI. */
static inline void MTest_Finalize(int errs)
{
    int rank, all = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce(&errs, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        if (all)
            printf(" Found %d errors\n", all);
        else
            printf(" No Errors\n");
        fflush(stdout);
    }
    MPI_Finalize();
}

static inline int MTestReturnValue(int errs)
{
    return errs ? 1 : 0;
}

/* Prints a message if MPITEST_VERBOSE has at least this level. */
static inline void MTestPrintfMsg(int level, const char format[], ...)
{
    const char *verbose = getenv("MPITEST_VERBOSE");
    va_list list;

    if (verbose == NULL || atoi(verbose) < level)
        return;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    fflush(stdout);
}

#endif /* MPITEST_H_INCLUDED */
