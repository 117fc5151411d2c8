/* Accesses that go in pieces, datatypes with large counts, counts that are no `int`, and datatypes of Fortran by their precision.
 *
 *     mpiexec -n N large FILE
 *
 * Items are doubles of `big_endian`: the oracle swaps bytes, and reads the file by POSIX. The last line is "R right, W wrong".
 */
/* For `RTLD_DEFAULT`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* More than the pieces of any view: 64 MiB and 8 MiB, and a few items more. They are a whole number of triples. */
#define ITEMS (9L * (1 << 20) + 24)
/* A run of a process in a view with holes. */
#define RUN 1024

static int rank, ranks, right, wrong;
static char why[512];

#define EXPECT(condition, ...) \
    do { if (!(condition) && !why[0]) snprintf(why, sizeof why, __VA_ARGS__); } while (0)

static void done(const char *name) {
    int failed = why[0] != 0, any;
    if (failed) printf("%s, rank %d of %d: %s\n", name, rank, ranks, why);
    fflush(stdout);
    why[0] = 0;
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any) wrong++; else right++;
}

static void succeeded(int code, const char *what) {
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (code != MPI_SUCCESS) MPI_Error_string(code, text, &length);
    EXPECT(code == MPI_SUCCESS, "%s fails: %.300s", what, text);
}

static double value_of(long item) { return (double)(item * 3 + 1); }

static unsigned long swapped(double value) {
    unsigned long bits;
    memcpy(&bits, &value, 8);
    return __builtin_bswap64(bits);
}

/* ---- Accesses of more than a piece ---- */

typedef struct {
    const char *name;
    /* Items of the etype, items from one to the next in memory, whether the file has holes between runs, and how it is accessed. */
    int etype, stride, holes;
    enum { AT, OWN, ALL } routine;
} Case;

static const Case cases[] = {
    {"by offset", 1, 1, 0, AT},
    {"by the pointer", 1, 1, 0, OWN},
    {"collective", 1, 1, 0, ALL},
    {"triples", 3, 1, 0, AT},
    {"strided memory", 1, 2, 0, AT},
    {"strided memory, collective", 1, 2, 0, ALL},
    {"holes", 1, 1, 1, AT},
    {"holes and strided memory", 1, 2, 1, OWN},
};

/* Where an item of this process lies in the file. */
static long in_file(const Case *one, long item) {
    if (one->holes) return 8 * (item / RUN * RUN * ranks + rank * RUN + item % RUN);
    return 8 * (rank * ITEMS + item);
}

static int moved(MPI_File file, const Case *one, int writes, void *buffer, int count, MPI_Datatype type, MPI_Status *status) {
    MPI_Offset at = one->holes ? 0 : rank * ITEMS / one->etype;
    if (one->routine == AT)
        return writes ? MPI_File_write_at(file, at, buffer, count, type, status) : MPI_File_read_at(file, at, buffer, count, type, status);
    MPI_File_seek(file, at, MPI_SEEK_SET);
    if (one->routine == OWN)
        return writes ? MPI_File_write(file, buffer, count, type, status) : MPI_File_read(file, buffer, count, type, status);
    return writes ? MPI_File_write_all(file, buffer, count, type, status) : MPI_File_read_all(file, buffer, count, type, status);
}

static void ended(MPI_File file, const Case *one, MPI_Status *status, MPI_Datatype type, long items, long asked) {
    MPI_Count elements = -1;
    MPI_Offset position = -1, begin = one->holes ? 0 : rank * ITEMS / one->etype;
    MPI_Get_elements_x(status, type, &elements);
    EXPECT(elements == items, "%ld items, not %ld", (long)elements, items);
    if (one->routine == AT) return;
    MPI_File_get_position(file, &position);
    EXPECT(position == begin + asked, "the pointer is %ld, not %ld", (long)position, (long)(begin + asked));
}

static MPI_Datatype memory_type(const Case *one, long items, int *count) {
    MPI_Datatype type;
    if (one->stride == 1) {
        *count = (int)(items / one->etype);
        MPI_Type_contiguous(one->etype, MPI_DOUBLE, &type);
    } else {
        *count = 1;
        MPI_Type_vector((int)items, 1, one->stride, MPI_DOUBLE, &type);
    }
    MPI_Type_commit(&type);
    return type;
}

static void large(MPI_File file, const char *path, const Case *one) {
    MPI_Datatype etype, filetype, run, memory;
    int count;
    MPI_Status status;
    MPI_Offset displacement = one->holes ? 8L * RUN * rank : 0;
    MPI_Type_contiguous(one->etype, MPI_DOUBLE, &etype);
    MPI_Type_commit(&etype);
    if (one->holes) {
        MPI_Type_contiguous(RUN, MPI_DOUBLE, &run);
        MPI_Type_create_resized(run, 0, 8L * RUN * ranks, &filetype);
        MPI_Type_free(&run);
    } else {
        MPI_Type_dup(etype, &filetype);
    }
    MPI_Type_commit(&filetype);
    succeeded(MPI_File_set_size(file, 0), "set_size");
    succeeded(MPI_File_set_view(file, displacement, etype, filetype, "big_endian", MPI_INFO_NULL), "set_view");
    memory = memory_type(one, ITEMS, &count);
    double *buffer = calloc((size_t)(ITEMS * one->stride), 8);
    for (long i = 0; i < ITEMS; i++) buffer[i * one->stride] = value_of(rank + i * ranks);
    succeeded(moved(file, one, 1, buffer, count, memory, &status), "writing");
    ended(file, one, &status, memory, ITEMS, ITEMS / one->etype);
    MPI_Barrier(MPI_COMM_WORLD);
    int posix = open(path, O_RDONLY);
    unsigned long bytes[RUN];
    /* Rows of items are in runs of the file, as both are of 1024. */
    for (long first = 0; first < ITEMS; first += RUN) {
        long items = ITEMS - first < RUN ? ITEMS - first : RUN, bad = 0;
        EXPECT(pread(posix, bytes, (size_t)(8 * items), in_file(one, first)) == 8 * items, "the file is short");
        for (long i = 0; i < items; i++) bad += bytes[i] != swapped(value_of(rank + (first + i) * ranks));
        EXPECT(bad == 0, "%ld items from %ld on are other ones in the file", bad, first);
    }
    close(posix);
    MPI_Barrier(MPI_COMM_WORLD);
    /* The last process does not find all. */
    long left = rank == ranks - 1 ? ITEMS - ITEMS / 16 - 3 : ITEMS, other = 0;
    if (rank == ranks - 1) EXPECT(truncate(path, in_file(one, left) + 7) == 0, "the file cannot be cut");
    MPI_Barrier(MPI_COMM_WORLD);
    /* In a view with holes the runs of the others end there, too. */
    if (one->holes)
        for (left = ITEMS; left > 0; left--) {
            struct stat about;
            if (left == ITEMS) EXPECT(stat(path, &about) == 0, "no file");
            if (in_file(one, left - 1) + 8 <= about.st_size) break;
        }
    for (long i = 0; i < ITEMS * one->stride; i++) buffer[i] = -1;
    succeeded(moved(file, one, 0, buffer, count, memory, &status), "reading");
    ended(file, one, &status, memory, left, ITEMS / one->etype);
    for (long i = 0; i < ITEMS; i++) other += buffer[i * one->stride] != (i < left ? value_of(rank + i * ranks) : -1);
    for (long i = 0; one->stride > 1 && i < ITEMS; i++) other += buffer[i * one->stride + 1] != -1;
    EXPECT(other == 0, "%ld items in memory are other ones", other);
    free(buffer);
    MPI_Type_free(&memory);
    MPI_Type_free(&filetype);
    MPI_Type_free(&etype);
    done(one->name);
}

/* ---- Datatypes of Fortran by their precision ---- */

static void of_fortran(MPI_File file, const char *path, const char *name, MPI_Datatype type, const void *item, int unit, int code) {
    unsigned char expected[32], got[32];
    int bytes = 0;
    MPI_Status status;
    if (code != MPI_SUCCESS) return;
    MPI_Type_size(type, &bytes);
    for (int i = 0; i < bytes; i++) expected[i] = ((const unsigned char *)item)[i - i % unit + unit - 1 - i % unit];
    succeeded(MPI_File_set_size(file, 0), "set_size");
    code = MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "big_endian", MPI_INFO_NULL);
    succeeded(code, "set_view");
    code = MPI_File_write_at(file, 32L * rank, (void *)(size_t)item, 1, type, &status);
    if (code == MPI_SUCCESS) {
        int posix = open(path, O_RDONLY);
        EXPECT(pread(posix, got, (size_t)bytes, 32L * rank) == bytes, "the file is short");
        EXPECT(memcmp(got, expected, (size_t)bytes) == 0, "the item is another one");
        close(posix);
    } else {
        char text[MPI_MAX_ERROR_STRING + 1];
        int length, class;
        MPI_Error_class(code, &class);
        MPI_Error_string(code, text, &length);
        EXPECT(class == MPI_ERR_TYPE, "the class is %d: %.300s", class, text);
        EXPECT(strstr(text, "digits"), "the text is: %.300s", text);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    done(name);
}

static void all_of_fortran(MPI_File file, const char *path) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    float f[2] = {1.5f, -2};
    double d[2] = {1.25, 3};
    short s = 1234;
    int i = 123456, code;
    long l = 1234567890123;
    code = MPI_Type_create_f90_real(6, 30, &type);
    of_fortran(file, path, "real of 6 digits", type, f, 4, code);
    code = MPI_Type_create_f90_real(15, 300, &type);
    of_fortran(file, path, "real of 15 digits", type, d, 8, code);
    /* The format of the x87, or of 128 bits: it may be refused. */
    code = MPI_Type_create_f90_real(18, 4000, &type);
    of_fortran(file, path, "real of 18 digits", type, (long double[]){1.5L}, 16, code);
    code = MPI_Type_create_f90_complex(6, 30, &type);
    of_fortran(file, path, "complex of 6 digits", type, f, 4, code);
    code = MPI_Type_create_f90_complex(15, 300, &type);
    of_fortran(file, path, "complex of 15 digits", type, d, 8, code);
    code = MPI_Type_create_f90_integer(4, &type);
    of_fortran(file, path, "integer of 4 digits", type, &s, 2, code);
    code = MPI_Type_create_f90_integer(9, &type);
    of_fortran(file, path, "integer of 9 digits", type, &i, 4, code);
    code = MPI_Type_create_f90_integer(18, &type);
    of_fortran(file, path, "integer of 18 digits", type, &l, 8, code);
}

/* ---- Large counts ---- */

typedef int (*At)(MPI_File, MPI_Offset, void *, MPI_Count, MPI_Datatype, MPI_Status *);

/* More than there is: what is read is what the file has. The routines are ours where the library has none. */
static void many(MPI_File file, const char *name) {
    void *found = dlsym(RTLD_DEFAULT, name);
    At routine;
    memcpy(&routine, &found, sizeof routine);
    EXPECT(routine != NULL, "there is no routine of this name");
    if (!routine) return done(name);
    double items[100], got[101];
    MPI_Count elements = -1, count = 3000000000;
    MPI_Status status;
    for (int i = 0; i < 100; i++) items[i] = value_of(i);
    got[100] = -1;
    succeeded(MPI_File_set_size(file, 0), "set_size");
    succeeded(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "big_endian", MPI_INFO_NULL), "set_view");
    if (rank == 0) succeeded(MPI_File_write_at(file, 0, items, 100, MPI_DOUBLE, &status), "writing");
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    succeeded(routine(file, 10, got + 10, count, MPI_DOUBLE, &status), "reading");
    MPI_Get_elements_x(&status, MPI_DOUBLE, &elements);
    EXPECT(elements == 90, "%ld items, not 90", (long)elements);
    EXPECT(memcmp(items + 10, got + 10, 90 * 8) == 0 && got[100] == -1, "the items are other ones");
    MPI_Barrier(MPI_COMM_WORLD);
    done(name);
}

/* As many copies of nothing. */
static void nothing(MPI_File file, const char *name) {
    void *found = dlsym(RTLD_DEFAULT, name);
    At routine;
    MPI_Datatype type;
    MPI_Count elements = -1;
    MPI_Offset bytes = -1;
    MPI_Status status;
    memcpy(&routine, &found, sizeof routine);
    EXPECT(routine != NULL, "there is no routine of this name");
    if (!routine) return done(name);
    MPI_Type_contiguous(0, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    succeeded(MPI_File_set_size(file, 0), "set_size");
    succeeded(routine(file, 0, &elements, 3000000000, type, &status), "writing");
    MPI_File_get_size(file, &bytes);
    EXPECT(bytes == 0, "the file has %ld bytes", (long)bytes);
    MPI_Type_free(&type);
    done(name);
}

#if MPI_VERSION >= 4
/* The items of a datatype with large counts, in memory or in the file. `at`: where they are, in items. */
static void with_large(MPI_File file, const char *path, const char *name, MPI_Datatype type, const int *at, int items) {
    double memory[64], back[64];
    unsigned long bytes[64];
    MPI_Status status;
    for (int i = 0; i < 64; i++) { memory[i] = value_of(i); back[i] = -1; }
    MPI_Type_commit(&type);
    succeeded(MPI_File_set_size(file, 0), "set_size");
    succeeded(MPI_File_set_view(file, 512L * rank, MPI_DOUBLE, MPI_DOUBLE, "big_endian", MPI_INFO_NULL), "set_view");
    succeeded(MPI_File_write_at(file, 0, memory, 1, type, &status), "writing");
    int posix = open(path, O_RDONLY), bad = 0;
    EXPECT(pread(posix, bytes, 8 * (size_t)items, 512L * rank) == 8 * items, "the file is short");
    for (int i = 0; i < items; i++) bad += bytes[i] != swapped(memory[at[i]]);
    EXPECT(bad == 0, "%d items of the file are other ones", bad);
    MPI_Barrier(MPI_COMM_WORLD);
    succeeded(MPI_File_set_view(file, 512L * rank, MPI_DOUBLE, type, "big_endian", MPI_INFO_NULL), "set_view of the datatype");
    succeeded(MPI_File_write_at(file, 0, memory, items, MPI_DOUBLE, &status), "writing to the view");
    for (int i = 0; i < items; i++) {
        EXPECT(pread(posix, bytes, 8, 512L * rank + 8 * at[i]) == 8, "the file is short");
        EXPECT(bytes[0] == swapped(memory[i]), "item %d of the view is another one", i);
    }
    close(posix);
    succeeded(MPI_File_read_at(file, 0, back, items, MPI_DOUBLE, &status), "reading from the view");
    EXPECT(memcmp(back, memory, 8 * (size_t)items) == 0, "what is read is not what was written");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_free(&type);
    done(name);
}

static void all_with_large(MPI_File file, const char *path) {
    MPI_Datatype type, pair;
    MPI_Count lengths[2] = {2, 1}, places[2] = {1, 5}, bytes[2] = {8, 40}, sizes[2] = {4, 6}, parts[2] = {2, 3}, starts[2] = {1, 2};
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_DOUBLE};
    MPI_Type_contiguous_c(5, MPI_DOUBLE, &type);
    with_large(file, path, "contiguous_c", type, (int[]){0, 1, 2, 3, 4}, 5);
    MPI_Type_vector_c(2, 2, 3, MPI_DOUBLE, &type);
    with_large(file, path, "vector_c", type, (int[]){0, 1, 3, 4}, 4);
    MPI_Type_create_hvector_c(2, 2, 32, MPI_DOUBLE, &type);
    with_large(file, path, "hvector_c", type, (int[]){0, 1, 4, 5}, 4);
    MPI_Type_indexed_c(2, lengths, places, MPI_DOUBLE, &type);
    with_large(file, path, "indexed_c", type, (int[]){1, 2, 5}, 3);
    MPI_Type_create_hindexed_c(2, lengths, bytes, MPI_DOUBLE, &type);
    with_large(file, path, "hindexed_c", type, (int[]){1, 2, 5}, 3);
    MPI_Type_create_indexed_block_c(2, 2, places, MPI_DOUBLE, &type);
    with_large(file, path, "indexed_block_c", type, (int[]){1, 2, 5, 6}, 4);
    MPI_Type_create_hindexed_block_c(2, 2, bytes, MPI_DOUBLE, &type);
    with_large(file, path, "hindexed_block_c", type, (int[]){1, 2, 5, 6}, 4);
    MPI_Type_create_struct_c(2, lengths, bytes, types, &type);
    with_large(file, path, "struct_c", type, (int[]){1, 2, 5}, 3);
    MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    with_large(file, path, "subarray_c", type, (int[]){8, 9, 10, 14, 15, 16}, 6);
    MPI_Type_contiguous_c(2, MPI_DOUBLE, &pair);
    MPI_Type_create_resized_c(pair, 0, 24, &type);
    MPI_Type_free(&pair);
    MPI_Type_contiguous_c(2, type, &pair);
    MPI_Type_free(&type);
    with_large(file, path, "resized_c", pair, (int[]){0, 1, 3, 4}, 4);
}

#if !defined MPICH_NUMVERSION || MPICH_NUMVERSION >= 50000000 || defined I_MPI_NUMVERSION
/* A view whose runs have more items than an `int` counts. Items of two runs are written at once. MPICH 4 has no such views:
 * `MPI_Type_get_envelope` ends its own programs. */
#define HAS_WIDE
static void wide(MPI_File file, const char *path) {
    const MPI_Count run = 3000000000, apart = 4000000000;
    double memory[4], back[4] = {0};
    MPI_Datatype items, filetype;
    MPI_Status status;
    for (int i = 0; i < 4; i++) memory[i] = value_of(i + 4 * rank);
    MPI_Type_contiguous_c(run, MPI_DOUBLE, &items);
    MPI_Type_create_resized_c(items, 0, 8 * apart, &filetype);
    MPI_Type_commit(&filetype);
    succeeded(MPI_File_set_size(file, 0), "set_size");
    succeeded(MPI_File_set_view(file, 64L * rank, MPI_DOUBLE, filetype, "big_endian", MPI_INFO_NULL), "set_view");
    succeeded(MPI_File_write_at(file, run - 2, memory, 4, MPI_DOUBLE, &status), "writing");
    succeeded(MPI_File_read_at(file, run - 2, back, 4, MPI_DOUBLE, &status), "reading");
    EXPECT(memcmp(back, memory, sizeof back) == 0, "what is read is not what was written");
    int posix = open(path, O_RDONLY);
    for (int i = 0; i < 4; i++) {
        MPI_Count at = i < 2 ? run - 2 + i : apart + i - 2;
        unsigned long bytes = 0;
        EXPECT(pread(posix, &bytes, 8, 64L * rank + 8 * at) == 8 && bytes == swapped(memory[i]), "item %d is not there", i);
    }
    close(posix);
    MPI_Barrier(MPI_COMM_WORLD);
    succeeded(MPI_File_set_size(file, 0), "set_size");
    MPI_Type_free(&items);
    MPI_Type_free(&filetype);
    done("runs of 3000000000 items");
}
#endif
#endif

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    /* A library may have no datatype that Fortran asks for. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    const char *path = argv[1];
    MPI_File file;
    if (rank == 0) close(open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600));
    MPI_Barrier(MPI_COMM_WORLD);
    if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR, MPI_INFO_NULL, &file)) MPI_Abort(MPI_COMM_WORLD, 2);
    all_of_fortran(file, path);
    many(file, "MPI_File_read_at_c");
    many(file, "MPI_File_read_at_all_c");
    nothing(file, "MPI_File_write_at_c");
    nothing(file, "MPI_File_write_at_all_c");
#if MPI_VERSION >= 4
    all_with_large(file, path);
#ifdef HAS_WIDE
    wide(file, path);
#endif
#endif
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) large(file, path, &cases[i]);
    MPI_File_close(&file);
    if (rank == 0) { unlink(path); printf("%d right, %d wrong\n", right, wrong); }
    MPI_Finalize();
    return 0;
}
