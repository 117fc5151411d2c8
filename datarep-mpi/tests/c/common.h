/* What the programs of these tests share: counts of right and wrong cases, and an end for processes that hang. */
#ifndef COMMON_H
#define COMMON_H

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int rank, ranks, right, wrong;
/* What the process does, for people. */
static const char *now = "the beginning";

static inline void end_hung(int signal) {
    (void)signal;
    printf("rank %d hangs in %s\n", rank, now);
    fflush(stdout);
    _exit(3);
}

/* Ends this process if it takes longer than `seconds`. */
static inline void limit_time(unsigned seconds) {
    signal(SIGALRM, end_hung);
    alarm(seconds);
}

static inline void know_ranks(void) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

/* A case of this process. `found`: the number that people want to see if it is wrong. */
static inline void judge(int good, const char *what, long found) {
    if (good) right++;
    else wrong++, printf("rank %d, %s: %s (%ld)\n", rank, now, what, found);
    fflush(stdout);
}

/* A case of all processes, which also wait for each other here. */
static inline void judge_all(int good, const char *what, long found) {
    int bad = !good, any;
    if (bad) printf("rank %d, %s: %s (%ld)\n", rank, now, what, found);
    fflush(stdout);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any) wrong += rank == 0;
    else right += rank == 0;
}

/* Prints the last line. */
static inline void tell_cases(void) {
    int found[2] = {right, wrong}, all[2];
    now = "the end";
    MPI_Reduce(found, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%d right, %d wrong\n", all[0], all[1]);
    fflush(stdout);
}

#endif
