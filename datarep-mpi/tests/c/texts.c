/* Views in representations that texts of the language describe.
 *
 *     mpiexec -n 2 texts FILE NAME EXPECTED PARTS TEXT…
 *     mpiexec -n 2 texts FILE unknown NAME
 *
 * The first reads, for each four arguments, numbers from 1 on in the file EXPECTED, and writes them to FILE, which must be
 * the same file then. PARTS are a letter for the type and the byte where its numbers begin: `d0,i800`. TEXT is given to the
 * library in an info object, if it is not empty. The second sets a view in a name that is not known, as a text is faulty or
 * nothing can read it. The last line is "R right, W wrong".
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of a part. */
#define COUNT 100

/* Of the library that is preloaded. */
extern const char *datarep_last_error(void) __attribute__((weak));
extern const char *datarep_name(int index) __attribute__((weak));

static int rank, ranks, right, wrong;

static void expect(int holds, const char *name, const char *what) {
    if (holds) {
        right++;
    } else {
        wrong++;
        printf("rank %d: `%s`: %s is wrong: %s\n", rank, name, what, datarep_last_error());
    }
}

static int class_of(int code) {
    int class = MPI_SUCCESS;
    if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
    return class;
}

/* The types, each with the functions that store a number in an item and take it out again. */
#define TYPES(X) \
    X('d', MPI_DOUBLE, double) X('f', MPI_FLOAT, float) X('b', MPI_INT8_T, int8_t) X('h', MPI_INT16_T, int16_t) \
    X('i', MPI_INT32_T, int32_t) X('l', MPI_INT64_T, int64_t) X('u', MPI_UINT32_T, uint32_t) X('v', MPI_UINT64_T, uint64_t)

static MPI_Datatype type_of(char letter) {
#define TYPE(code, handle, c) if (letter == code) return handle;
    TYPES(TYPE)
    return MPI_DATATYPE_NULL;
}

static void store(char letter, void *items, int at, int number) {
#define STORE(code, handle, c) if (letter == code) ((c *)items)[at] = (c)number;
    TYPES(STORE)
}

static int holds(char letter, const void *items, int at, int number) {
#define HOLDS(code, handle, c) if (letter == code) return ((const c *)items)[at] == (c)number;
    TYPES(HOLDS)
    return 0;
}

static MPI_Info info_of(const char *text) {
    MPI_Info info = MPI_INFO_NULL;
    if (!*text) return info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "datarep_text", text);
    return info;
}

static MPI_File open_file(const char *path, int mode) {
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &file);
    MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    return file;
}

/* Each process reads and writes its half of the numbers of a part. */
static void part(MPI_File from, MPI_File to, const char *name, char letter, long begin, MPI_Info info) {
    char items[COUNT * 8], back[COUNT * 8];
    MPI_Datatype type = type_of(letter);
    int half = COUNT / ranks, first = rank * half, all = 1;
    int code = MPI_File_set_view(from, begin, type, type, name, info);
    expect(code == MPI_SUCCESS, name, "the view of a file that is read");
    if (code != MPI_SUCCESS) return;
    MPI_Status status;
    int count = 0;
    expect(MPI_File_read_at_all(from, first, items, half, type, &status) == MPI_SUCCESS, name, "reading");
    MPI_Get_count(&status, type, &count);
    for (int item = 0; item < half; item++) all &= holds(letter, items, item, first + item + 1);
    expect(count == half && all, name, "what is read");
    for (int item = 0; item < half; item++) store(letter, back, item, first + item + 1);
    expect(MPI_File_set_view(to, begin, type, type, name, info) == MPI_SUCCESS, name, "the view of a file that is written");
    expect(MPI_File_write_at_all(to, first, back, half, type, MPI_STATUS_IGNORE) == MPI_SUCCESS, name, "writing");
}

/* Whether two files have the same bytes. */
static int is_same(const char *one, const char *other) {
    FILE *files[2] = { fopen(one, "rb"), fopen(other, "rb") };
    int same = files[0] && files[1], byte = 0;
    while (same && byte != EOF) {
        byte = fgetc(files[0]);
        same = byte == fgetc(files[1]);
    }
    for (int file = 0; file < 2; file++)
        if (files[file]) fclose(files[file]);
    return same;
}

static void names(const char *path, char **arguments) {
    const char *name = arguments[0], *expected = arguments[1];
    MPI_Info info = info_of(arguments[3]);
    MPI_File from = open_file(expected, MPI_MODE_RDONLY), to = open_file(path, MPI_MODE_RDWR | MPI_MODE_CREATE);
    MPI_File_set_size(to, 0);
    char *parts = arguments[2];
    while (*parts) {
        char letter = *parts++;
        part(from, to, name, letter, strtol(parts, &parts, 10), info);
        if (*parts == ',') parts++;
    }
    MPI_File_close(&from);
    MPI_File_close(&to);
    if (info != MPI_INFO_NULL) MPI_Info_free(&info);
    if (rank == 0) expect(is_same(path, expected), name, "the file that is written");
    int listed = 0;
    for (int i = 0; datarep_name(i); i++) listed |= strcmp(datarep_name(i), name) == 0;
    expect(listed || *arguments[3], name, "the list of names");
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A view in the unknown name is refused, and the one before it stays. */
static void unknown(const char *path, const char *name) {
    MPI_File file = open_file(path, MPI_MODE_RDWR | MPI_MODE_CREATE);
    expect(MPI_File_set_view(file, 0, MPI_FLOAT, MPI_FLOAT, "big_endian", MPI_INFO_NULL) == MPI_SUCCESS, name, "a view before it");
    int code = MPI_File_set_view(file, 0, MPI_FLOAT, MPI_FLOAT, name, MPI_INFO_NULL);
    expect(class_of(code) == MPI_ERR_UNSUPPORTED_DATAREP, name, "the class of the failure");
    expect(strstr(datarep_last_error(), name) != NULL, name, "the message of the failure");
    char view[MPI_MAX_DATAREP_STRING];
    MPI_Offset displacement;
    MPI_Datatype etype, filetype;
    MPI_File_get_view(file, &displacement, &etype, &filetype, view);
    expect(strcmp(view, "big_endian") == 0, name, "the view that stays");
    MPI_File_close(&file);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc == 4 && strcmp(argv[2], "unknown") == 0) unknown(argv[1], argv[3]);
    else
        for (int at = 2; at + 3 < argc; at += 4) names(argv[1], argv + at);
    if (rank == 0) remove(argv[1]);
    int found[2] = { right, wrong }, all[2];
    MPI_Reduce(found, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%d right, %d wrong\n", all[0], all[1]);
    MPI_Finalize();
    return 0;
}
