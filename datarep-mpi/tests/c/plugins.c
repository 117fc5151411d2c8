/* Representations of plug-ins: "seismic" of examples/mpi_plugin, and "inverted" of plugin.c.
 *
 *     mpiexec -n 2 plugins FILE [TEXT…]
 *
 * With texts some plug-ins cannot be loaded: whoever asks for a name that is not there is told each text. The last line is
 * "R right, W wrong".
 */
#include <fcntl.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT 40

/* Of the library that is preloaded. */
extern const char *datarep_last_error(void) __attribute__((weak));

static int rank, ranks, right, wrong;

static void expect(int holds, const char *what) {
    if (holds) {
        right++;
    } else {
        wrong++;
        printf("rank %d: %s is wrong: %s\n", rank, what, datarep_last_error());
    }
}

static int class_of(int code) {
    int class = MPI_SUCCESS;
    if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
    return class;
}

static MPI_File open_view(const char *path, MPI_Datatype etype, const char *name) {
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
    MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    expect(MPI_File_set_view(file, 0, etype, etype, name, MPI_INFO_NULL) == MPI_SUCCESS, name);
    return file;
}

/* Whether these bytes lie in the file from there on. */
static int lies(const char *path, long from, const unsigned char *bytes, size_t count) {
    unsigned char found[64];
    int file = open(path, O_RDONLY);
    int same = file >= 0 && pread(file, found, count, from) == (ssize_t)count && memcmp(found, bytes, count) == 0;
    close(file);
    return same;
}

static const float NUMBERS[4] = { 1.0f, -118.625f, 0.5f, 100.0f };
static const unsigned char IBM[16] = { 0x41, 0x10, 0, 0, 0xC2, 0x76, 0xA0, 0, 0x40, 0x80, 0, 0, 0x42, 0x64, 0, 0 };

static int same(const float *found, int stride) {
    for (int item = 0; item < COUNT; item++)
        if (found[item * stride] != NUMBERS[item % 4]) return 0;
    return 1;
}

static void floats(const char *path) {
    MPI_File file = open_view(path, MPI_FLOAT, "seismic");
    MPI_Datatype column, etype, filetype;
    MPI_Type_vector(COUNT, 1, 2, MPI_FLOAT, &column);
    MPI_Type_commit(&column);
    float numbers[2 * COUNT], back[2 * COUNT];
    for (int item = 0; item < 2 * COUNT; item++) numbers[item] = item % 2 ? -1 : NUMBERS[item / 2 % 4];

    char name[MPI_MAX_DATAREP_STRING];
    MPI_Offset displacement;
    MPI_File_get_view(file, &displacement, &etype, &filetype, name);
    expect(strcmp(name, "seismic") == 0, "the name of the view");
    MPI_Aint extent;
    expect(MPI_File_get_type_extent(file, MPI_LONG, &extent) == MPI_SUCCESS && extent == 4, "the extent of a long");

    MPI_Offset first = (MPI_Offset)rank * COUNT;
    MPI_Status status;
    int count;
    expect(MPI_File_write_at_all(file, first, numbers, 1, column, &status) == MPI_SUCCESS, "write_at_all");
    MPI_Get_count(&status, column, &count);
    expect(count == 1, "the count of write_at_all");
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    expect(lies(path, 4 * first, IBM, sizeof IBM), "what is in the file");
    expect(lies(path, 4 * (first + COUNT - 4), IBM, sizeof IBM), "what is at its end");

    memset(back, 0, sizeof back);
    expect(MPI_File_read_at_all(file, first, back, 1, column, &status) == MPI_SUCCESS && same(back, 2) && back[1] == 0, "read_at_all");
    memset(back, 0, sizeof back);
    MPI_Request request;
    expect(MPI_File_iread_at(file, first, back, COUNT, MPI_FLOAT, &request) == MPI_SUCCESS, "iread_at");
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_FLOAT, &count);
    expect(same(back, 1) && count == COUNT, "what iread_at has read");
    memset(back, 0, sizeof back);
    expect(MPI_File_read_ordered(file, back, COUNT, MPI_FLOAT, &status) == MPI_SUCCESS && same(back, 1), "read_ordered");

    /* What the format does not have is refused by its rule, and told as if it was compiled with the library. */
    numbers[0] = INFINITY;
    int code = MPI_File_write_at(file, first, numbers, 1, MPI_FLOAT, &status);
    expect(class_of(code) == MPI_ERR_CONVERSION, "an infinity");
    expect(strstr(datarep_last_error(), "item 0 of datarep `seismic`: inf cannot be kept in `hfp32`") != NULL, "what is told of an infinity");
    expect(lies(path, 4 * first, IBM, sizeof IBM), "what is left in the file");
    MPI_Type_free(&column);
    MPI_File_close(&file);
}

static void integers(const char *path) {
    static const unsigned char LONGS[12] = { 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE, 0, 1, 0x11, 0x70 };
    long longs[3] = { 1, -2, 70000 }, back[3] = { 0, 0, 0 };
    MPI_Status status;
    MPI_File file = open_view(path, MPI_LONG, "seismic");
    MPI_Offset first = 3 * (MPI_Offset)rank;
    expect(MPI_File_write_at(file, first, longs, 3, MPI_LONG, &status) == MPI_SUCCESS, "longs");
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    expect(lies(path, 4 * first, LONGS, sizeof LONGS), "longs in the file");
    expect(MPI_File_read_at(file, first, back, 3, MPI_LONG, &status) == MPI_SUCCESS && memcmp(back, longs, sizeof longs) == 0, "longs and back");
    MPI_File_close(&file);

    static const unsigned char INVERTED[8] = { 0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0 };
    int ints[2] = { 1, -1 }, other[2] = { 0, 0 };
    file = open_view(path, MPI_INT, "inverted");
    first = 2 * (MPI_Offset)rank;
    expect(MPI_File_write_at_all(file, first, ints, 2, MPI_INT, &status) == MPI_SUCCESS, "integers of C");
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    expect(lies(path, 4 * first, INVERTED, sizeof INVERTED), "integers of C in the file");
    expect(MPI_File_read_at_all(file, first, other, 2, MPI_INT, &status) == MPI_SUCCESS && memcmp(other, ints, sizeof ints) == 0, "integers of C and back");
    /* It has no other numbers. */
    int code = MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "inverted", MPI_INFO_NULL);
    expect(class_of(code) != MPI_SUCCESS && strstr(datarep_last_error(), "MPI_DOUBLE") != NULL, "a type that is unsupported");
    MPI_File_close(&file);
}

static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)type;
    (void)extra;
    *bytes = 4;
    return MPI_SUCCESS;
}

static void names(const char *path, int texts, char **text) {
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    int code = MPI_Register_datarep("seismic", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, on_extent, NULL);
    expect(class_of(code) == MPI_ERR_DUP_DATAREP, "a name that a plug-in has");

    MPI_File file = open_view(path, MPI_BYTE, "native");
    code = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "nobody", MPI_INFO_NULL);
    expect(code != MPI_SUCCESS, "a name that nobody has");
    if (texts > 0) {
        expect(class_of(code) == MPI_ERR_UNSUPPORTED_DATAREP, "its class");
        for (int one = 0; one < texts; one++) expect(strstr(datarep_last_error(), text[one]) != NULL, text[one]);
    }
    MPI_File_close(&file);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 2 || datarep_last_error == NULL) {
        printf("usage: plugins FILE [TEXT…], with libdatarep_mpi.so preloaded\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    floats(argv[1]);
    integers(argv[1]);
    names(argv[1], argc - 2, argv + 2);
    int mine[2] = { right, wrong }, all[2];
    MPI_Reduce(mine, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        unlink(argv[1]);
        printf("%d right, %d wrong\n", all[0], all[1]);
    }
    MPI_Finalize();
    return 0;
}
