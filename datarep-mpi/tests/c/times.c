/* What accesses take in representations, beside native ones, by the same library, in one run.
 *
 *     mpiexec -n 2 times FILE MEGABYTES ROUNDS NAME...
 *
 * Each process moves so many megabytes, in memory or in the file, whichever are more. A NAME is a representation; the first is the one that the
 * others are compared with. Each has files of its own, whose names begin with FILE. In a round every representation has one access
 * after the other, so that what else the machine does hits all alike. An access ends when the slowest process is done. The first
 * round is not counted: pages and buffers are new there.
 *
 * A line for each work and name: "WORK|NAME|right|nanoseconds nanoseconds …", or "WORK|NAME|why not". `right` is 1 where what was written is
 * what is read. The name `memcpy` copies memory. The last line is "end".
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAMES 8
#define ROUNDS 64
/* Nanoseconds after which a work has had enough rounds; so many it has in any case, where they do not take three times that. */
#define ENOUGH 7e8
#define FEWEST 3
/* Items of a run of the file of a process: pages. */
#define RUN 512

static int rank, ranks;

typedef struct {
    const char *name;
    int strided_memory, strided_file, collective;
} Work;

static const Work works[] = {
    {"independent contiguous", 0, 0, 0}, {"strided memory", 1, 0, 0}, {"collective contiguous", 0, 0, 1},
    {"strided file", 0, 1, 1},           {"strided memory and file", 1, 1, 1},
};
#define WORKS ((int)(sizeof works / sizeof *works))

/* A representation in a work. */
typedef struct {
    const char *name, *fault;
    char path[1024];
    MPI_File file;
    MPI_Datatype item, memory;
    long items, copies;
    void *buffer;
    int right;
    int rounds[2];
    double taken[2][ROUNDS];
} Entry;

static double now(void) { return MPI_Wtime() * 1e9; }

/* In Cray's representation it is floats, of which each takes eight bytes in the file. */
static int is_short(const Entry *entry) { return strcmp(entry->name, "cray") == 0; }

/* Numbers that every representation has. */
static double value_of(long item) { return (double)((item * 7 + rank) % 1000003) / 8 + 1; }

static void fill(const Entry *entry, const Work *work, int with_values) {
    long stride = work->strided_memory ? 2 : 1;
    for (long i = 0; i < entry->items; i++) {
        double value = with_values ? value_of(i) : -1;
        if (is_short(entry)) ((float *)entry->buffer)[i * stride] = (float)value;
        else ((double *)entry->buffer)[i * stride] = value;
    }
}

static int holds(const Entry *entry, const Work *work) {
    long stride = work->strided_memory ? 2 : 1, wrong = 0;
    for (long i = 0; i < entry->items; i++) {
        double got = is_short(entry) ? ((float *)entry->buffer)[i * stride] : ((double *)entry->buffer)[i * stride];
        double value = is_short(entry) ? (float)value_of(i) : value_of(i);
        wrong += got != value;
    }
    return wrong == 0;
}

static int access_file(Entry *entry, const Work *work, int writes) {
    /* An etype is an item. Strided views interleave the processes by their displacements. */
    MPI_Offset offset = work->strided_file ? 0 : rank * entry->items;
    MPI_Status status;
    int count = (int)entry->copies;
    if (work->collective)
        return writes ? MPI_File_write_at_all(entry->file, offset, entry->buffer, count, entry->memory, &status)
                      : MPI_File_read_at_all(entry->file, offset, entry->buffer, count, entry->memory, &status);
    return writes ? MPI_File_write_at(entry->file, offset, entry->buffer, count, entry->memory, &status)
                  : MPI_File_read_at(entry->file, offset, entry->buffer, count, entry->memory, &status);
}

static const char *prepare(Entry *entry, const Work *work, long bytes) {
    MPI_Datatype filetype;
    long stride = work->strided_memory ? 2 : 1;
    /* Eight bytes an item on the side that has more. */
    entry->items = bytes / 8;
    entry->item = is_short(entry) ? MPI_FLOAT : MPI_DOUBLE;
    entry->buffer = calloc((size_t)(entry->items * stride), 8);
    if (!entry->buffer) return "no memory";
    if (work->strided_memory) {
        MPI_Type_vector((int)entry->items, 1, 2, entry->item, &entry->memory);
        entry->copies = 1;
    } else {
        MPI_Type_dup(entry->item, &entry->memory);
        entry->copies = entry->items;
    }
    MPI_Type_commit(&entry->memory);
    if (MPI_File_open(MPI_COMM_WORLD, entry->path, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &entry->file))
        return "the file cannot be opened";
    MPI_Offset displacement = 0;
    if (work->strided_file) {
        MPI_Datatype run;
        MPI_Type_contiguous(RUN, entry->item, &run);
        MPI_Type_create_resized(run, 0, (MPI_Aint)RUN * ranks * 8, &filetype);
        MPI_Type_free(&run);
        displacement = (MPI_Offset)RUN * rank * 8;
    } else {
        MPI_Type_dup(entry->item, &filetype);
    }
    MPI_Type_commit(&filetype);
    int code = MPI_File_set_view(entry->file, displacement, entry->item, filetype, entry->name, MPI_INFO_NULL);
    MPI_Type_free(&filetype);
    return code ? "the view cannot be set" : NULL;
}

static void finish(Entry *entry) {
    if (entry->file != MPI_FILE_NULL) MPI_File_close(&entry->file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) unlink(entry->path);
    MPI_Type_free(&entry->memory);
    free(entry->buffer);
}

/* Nanoseconds until the slowest process is done. */
static double timed(Entry *entry, const Work *work, int writes) {
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = now(), taken, slowest;
    int code = access_file(entry, work, writes), any;
    taken = now() - begin;
    MPI_Allreduce(&taken, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&code, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any) entry->fault = writes ? "writing fails" : "reading fails";
    return slowest;
}

static double copied(char *to, const char *from, long bytes) {
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = now(), taken, slowest;
    memcpy(to, from, (size_t)bytes);
    taken = now() - begin;
    MPI_Allreduce(&taken, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static void print(const char *work, int writes, const char *name, int right, const double *taken, int rounds) {
    printf("%s, %s|%s|%d|", work, writes ? "write" : "read", name, right);
    for (int i = 0; i < rounds; i++) printf("%.0f ", taken[i]);
    printf("\n");
}

static void measure(const Work *work, const char *path, long bytes, int rounds, int names, char **name) {
    static Entry entries[NAMES];
    static double copies[2][ROUNDS];
    char *from = malloc((size_t)bytes), *to = malloc((size_t)bytes);
    memset(from, 1, (size_t)bytes);
    memset(to, 1, (size_t)bytes);
    for (int i = 0; i < names; i++) {
        Entry *entry = &entries[i];
        memset(entry, 0, sizeof *entry);
        entry->name = name[i];
        entry->file = MPI_FILE_NULL;
        snprintf(entry->path, sizeof entry->path, "%s-%d", path, i);
        entry->fault = prepare(entry, work, bytes);
        int fault = entry->fault != NULL, any;
        MPI_Allreduce(&fault, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        if (any && !fault) entry->fault = "it fails elsewhere";
        if (!any) fill(entry, work, 1);
    }
    int done = 0;
    for (int writes = 1; writes >= 0; writes--) {
        double begin = now();
        int more = 1;
        for (done = -1; done < rounds && more; done++) {
            double copy = copied(to, from, bytes);
            if (done >= 0) copies[writes][done] = copy;
            for (int i = 0; i < names; i++) {
                Entry *entry = &entries[i];
                if (entry->fault) continue;
                if (!writes && done < 0) fill(entry, work, 0);
                double taken = timed(entry, work, writes);
                if (done >= 0) entry->taken[writes][done] = taken;
                if (!writes && done < 0) {
                    int right = holds(entry, work);
                    MPI_Allreduce(&right, &entry->right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
                }
            }
            double spent = now() - begin;
            more = done < 0 || spent < ENOUGH || (done + 1 < FEWEST && spent < 3 * ENOUGH);
            MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
        if (rank == 0) print(work->name, writes, "memcpy", 1, copies[writes], done);
        /* Whether it is right is known when it was read. */
        for (int i = 0; i < names; i++) entries[i].rounds[writes] = done;
    }
    for (int i = 0; i < names; i++) {
        Entry *entry = &entries[i];
        for (int writes = 1; writes >= 0 && rank == 0; writes--) {
            if (entry->fault) printf("%s, %s|%s|%s\n", work->name, writes ? "write" : "read", entry->name, entry->fault);
            else print(work->name, writes, entry->name, entry->right, entry->taken[writes], entry->rounds[writes]);
        }
        finish(entry);
    }
    fflush(stdout);
    free(from);
    free(to);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 5 || argc - 4 > NAMES) MPI_Abort(MPI_COMM_WORLD, 2);
    long bytes = atol(argv[2]) << 20;
    int rounds = atoi(argv[3]);
    if (rounds > ROUNDS) rounds = ROUNDS;
    for (int i = 0; i < WORKS; i++) measure(&works[i], argv[1], bytes, rounds, argc - 4, argv + 4);
    if (rank == 0) printf("end\n");
    MPI_Finalize();
    return 0;
}
