/* Two threads with one handle: no item is lost or met twice by the individual pointer, as in native views.
 *
 *     mpiexec -n N handle FILE REPRESENTATION
 *
 * Each process has a file of its own. The last line is "R right, W wrong". A process that hangs is ended.
 */
#include "common.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Items of a file, items of an access, and items of one that is made in pieces, whose words fill more than 512 KiB. */
#define ITEMS 20000
#define FEW 5
#define MANY 200000
#define BLOCKS 6

static MPI_File file;
static int native;
/* Collectives of one file are in one order. */
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
/* How often each number was met. */
static unsigned char met[ITEMS];
static int failures;

/* The ways by the individual pointer. */
enum { PLAIN, NONBLOCKING, ALL, SPLIT, NONBLOCKING_ALL, WAYS };
static const char *const NAMES[WAYS] = {"plain", "nonblocking", "collective", "split", "nonblocking collective"};

/* In native views, Open MPI's list of nonblocking accesses is not locked where it is walked, and MPICH's family resets the
 * pointer when a nonblocking collective ends. */
static int is_native_fault(int way) {
#ifdef OPEN_MPI
    return native && way == NONBLOCKING;
#else
    return native && way == NONBLOCKING_ALL;
#endif
}

static int moved(int way, int reads, int *numbers, int count) {
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_SUCCESS, items = 0;
    if (way >= ALL) pthread_mutex_lock(&order);
    switch (way) {
        case PLAIN:
            code = reads ? MPI_File_read(file, numbers, count, MPI_INT, &status) : MPI_File_write(file, numbers, count, MPI_INT, &status);
            break;
        case NONBLOCKING:
            code = reads ? MPI_File_iread(file, numbers, count, MPI_INT, &request) : MPI_File_iwrite(file, numbers, count, MPI_INT, &request);
            break;
        case ALL:
            code = reads ? MPI_File_read_all(file, numbers, count, MPI_INT, &status) : MPI_File_write_all(file, numbers, count, MPI_INT, &status);
            break;
        case SPLIT:
            code = reads ? MPI_File_read_all_begin(file, numbers, count, MPI_INT) : MPI_File_write_all_begin(file, numbers, count, MPI_INT);
            if (!code) code = reads ? MPI_File_read_all_end(file, numbers, &status) : MPI_File_write_all_end(file, numbers, &status);
            break;
        default:
            code = reads ? MPI_File_iread_all(file, numbers, count, MPI_INT, &request) : MPI_File_iwrite_all(file, numbers, count, MPI_INT, &request);
    }
    if (!code && (way == NONBLOCKING || way == NONBLOCKING_ALL)) code = MPI_Wait(&request, &status);
    if (way >= ALL) pthread_mutex_unlock(&order);
    if (code) return -1;
    MPI_Get_count(&status, MPI_INT, &items);
    return items;
}

typedef struct {
    int number, way, other;
} Thread;

static void *reads(void *state) {
    const Thread *my = state;
    for (int i = 0; i < ITEMS / FEW / 2; i++) {
        int numbers[FEW] = {0};
        if (moved(my->number ? my->other : my->way, 1, numbers, FEW) != FEW) __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
        for (int k = 0; k < FEW; k++)
            if (numbers[k] >= 0 && numbers[k] < ITEMS) __atomic_add_fetch(&met[numbers[k]], 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

static void *writes(void *state) {
    const Thread *my = state;
    for (int i = 0; i < ITEMS / FEW / 2; i++) {
        int numbers[FEW];
        for (int k = 0; k < FEW; k++) numbers[k] = my->number * (ITEMS / 2) + i * FEW + k;
        if (moved(my->number ? my->other : my->way, 0, numbers, FEW) != FEW) __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

/* One thread reads, and the other one moves the pointer. */
static void *reads_or_seeks(void *state) {
    const Thread *my = state;
    int number;
    for (int i = 0; i < ITEMS / 4; i++) {
        if (my->number) MPI_File_seek(file, 1, MPI_SEEK_CUR);
        else if (moved(PLAIN, 1, &number, 1) != 1) __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

/* Blocks of one number each. */
static void *writes_blocks(void *state) {
    const Thread *my = state;
    int *numbers = malloc(MANY * sizeof(int));
    for (int i = 0; i < BLOCKS; i++) {
        for (int k = 0; k < MANY; k++) numbers[k] = 1 + my->number * BLOCKS + i;
        if (moved(my->way, 0, numbers, MANY) != MANY) __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
    }
    free(numbers);
    return NULL;
}

static void run(void *(*what)(void *), int way, int other) {
    Thread threads[2];
    pthread_t running[2];
    failures = 0;
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    for (int i = 0; i < 2; i++) threads[i] = (Thread){i, way, other}, pthread_create(&running[i], NULL, what, &threads[i]);
    for (int i = 0; i < 2; i++) pthread_join(running[i], NULL);
    judge(failures == 0, "accesses fail or are short", failures);
}

static void check_pointer(MPI_Offset expected) {
    MPI_Offset position = -1;
    MPI_File_get_position(file, &position);
    judge(position == expected, "the pointer is elsewhere", position);
}

static void check_met(void) {
    long bad = 0;
    for (int i = 0; i < ITEMS; i++) bad += met[i] != 1;
    memset(met, 0, sizeof met);
    judge(bad == 0, "numbers are lost or met twice", bad);
}

static void check_blocks(void) {
    int *numbers = malloc(MANY * sizeof(int)), seen[2 * BLOCKS + 1] = {0};
    long mixed = 0;
    for (int i = 0; i < 2 * BLOCKS; i++) {
        MPI_File_read_at(file, (MPI_Offset)i * MANY, numbers, MANY, MPI_INT, MPI_STATUS_IGNORE);
        for (int k = 1; k < MANY; k++) mixed += numbers[k] != numbers[0];
        if (numbers[0] > 0 && numbers[0] <= 2 * BLOCKS) mixed += seen[numbers[0]]++;
    }
    free(numbers);
    judge(mixed == 0, "blocks are mixed", mixed);
}

/* `other`: the way of the second thread. */
static void try(int way, int other) {
    static char text[100];
    static int numbers[ITEMS];
    now = text;
    snprintf(text, sizeof text, "%s reads beside %s ones", NAMES[way], NAMES[other]);
    for (int i = 0; i < ITEMS; i++) numbers[i] = i;
    MPI_File_write_at(file, 0, numbers, ITEMS, MPI_INT, MPI_STATUS_IGNORE);
    run(reads, way, other);
    check_met();
    check_pointer(ITEMS);
    snprintf(text, sizeof text, "%s writes beside %s ones", NAMES[way], NAMES[other]);
    memset(numbers, 0xff, sizeof numbers);
    MPI_File_write_at(file, 0, numbers, ITEMS, MPI_INT, MPI_STATUS_IGNORE);
    run(writes, way, other);
    MPI_File_read_at(file, 0, numbers, ITEMS, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < ITEMS; i++)
        if (numbers[i] >= 0 && numbers[i] < ITEMS) met[numbers[i]]++;
    check_met();
    check_pointer(ITEMS);
}

int main(int argc, char **argv) {
    char path[4096];
    int level;
    if (argc < 3) return 2;
    const char *representation = argv[2];
    native = strcmp(representation, "native") == 0;
    limit_time(300);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    know_ranks();
    snprintf(path, sizeof path, "%s.%d", argv[1], rank);
    MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    judge(level >= MPI_THREAD_MULTIPLE, "the library has no MPI_THREAD_MULTIPLE", level);
    judge(MPI_File_set_view(file, 8, MPI_INT, MPI_INT, representation, MPI_INFO_NULL) == MPI_SUCCESS, "the view is refused", 0);
    for (int way = 0; way < WAYS; way++) {
        if (is_native_fault(way)) continue;
        try(way, way);
        try(way, PLAIN);
    }
    now = "reads beside seeks";
    run(reads_or_seeks, PLAIN, PLAIN);
    check_pointer(ITEMS / 2);
    now = "long writes";
    run(writes_blocks, PLAIN, PLAIN);
    check_blocks();
    if (!is_native_fault(NONBLOCKING)) {
        now = "long nonblocking writes";
        run(writes_blocks, NONBLOCKING, NONBLOCKING);
        check_blocks();
    }
    MPI_File_close(&file);
    tell_cases();
    MPI_Finalize();
    return 0;
}
