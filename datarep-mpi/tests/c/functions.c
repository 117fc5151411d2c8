/* Conversion functions that are null: data is native in that direction, and nothing is called.
 *
 *     mpiexec -n 1 functions FILE
 *
 * The last line is "R right, W wrong".
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COUNT 5

static int right, wrong, calls, bytes_of_int = 4;

static void expect(int good, const char *what) {
    if (good) right++;
    else wrong++, printf("%s is wrong\n", what);
}

/* In the file a number is the native one with all bits turned over. */
static int on_read(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)type; (void)extra;
    calls++;
    for (int i = 0; i < count; i++) ((int *)user)[position + i] = ~((int *)file)[i];
    return MPI_SUCCESS;
}
static int on_write(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)type; (void)extra;
    calls++;
    for (int i = 0; i < count; i++) ((int *)file)[i] = ~((int *)user)[position + i];
    return MPI_SUCCESS;
}
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)type; (void)extra;
    *bytes = bytes_of_int;
    return MPI_SUCCESS;
}

/* Writes and reads in a representation; which of the two ways turns the numbers over? */
static void direction(MPI_File file, const char *name, int writes, int reads) {
    int numbers[COUNT] = {1, -2, 3, -4, 5}, raw[COUNT], back[COUNT] = {0}, good_file = 1, good_memory = 1;
    MPI_Status status;
    calls = 0;
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL);
    MPI_File_write_at(file, 0, numbers, COUNT, MPI_INT, &status);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_read_at(file, 0, raw, COUNT, MPI_INT, &status);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL);
    MPI_File_read_at_all(file, 0, back, COUNT, MPI_INT, &status);
    for (int i = 0; i < COUNT; i++) {
        if (raw[i] != (writes ? ~numbers[i] : numbers[i])) good_file = 0;
        if (back[i] != (reads ? ~raw[i] : raw[i])) good_memory = 0;
    }
    printf("%s%s", good_file ? "" : "the file is wrong: ", good_memory ? "" : "memory is wrong: ");
    expect(good_file && good_memory && calls == writes + reads, name);
}

/* R-REG-3: the longest name fits a place of `MPI_MAX_DATAREP_STRING` bytes with its zero, and one more byte is refused. */
static void lengths(MPI_File file) {
    char name[MPI_MAX_DATAREP_STRING + 1], back[MPI_MAX_DATAREP_STRING];
    MPI_Offset displacement;
    MPI_Datatype etype, filetype;
    int class = MPI_SUCCESS;
    memset(name, 'n', sizeof name);
    name[MPI_MAX_DATAREP_STRING] = 0;
    int code = MPI_Register_datarep(name, on_read, on_write, on_extent, NULL);
    if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
    expect(class == MPI_ERR_ARG, "a name that is too long");
    /* A name is UTF-8: another one would never be found. */
    class = MPI_SUCCESS;
    code = MPI_Register_datarep("caf\351", on_read, on_write, on_extent, NULL);
    if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
    expect(class == MPI_ERR_ARG, "a name that is not UTF-8");
    name[MPI_MAX_DATAREP_STRING - 1] = 0;
    MPI_Register_datarep(name, on_read, on_write, on_extent, NULL);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL);
    MPI_File_get_view(file, &displacement, &etype, &filetype, back);
    expect(strcmp(back, name) == 0, "the longest name");
}

int main(int argc, char **argv) {
    int number = 7, class = MPI_SUCCESS;
    MPI_File file;
    MPI_Status status;
    if (argc < 2) return 2;
    MPI_Init(&argc, &argv);
    MPI_Register_datarep("both", on_read, on_write, on_extent, NULL);
    MPI_Register_datarep("null read", MPI_CONVERSION_FN_NULL, on_write, on_extent, NULL);
    MPI_Register_datarep("null write", on_read, MPI_CONVERSION_FN_NULL, on_extent, NULL);
    MPI_Register_datarep("null", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, on_extent, NULL);
#if MPI_VERSION >= 4
    MPI_Register_datarep_c("null_c", MPI_CONVERSION_FN_NULL_C, MPI_CONVERSION_FN_NULL_C, on_extent, NULL);
#else
    MPI_Register_datarep("null_c", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, on_extent, NULL);
#endif
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    direction(file, "both", 1, 1);
    direction(file, "null read", 1, 0);
    direction(file, "null write", 0, 1);
    direction(file, "null", 0, 0);
    direction(file, "null_c", 0, 0);
    lengths(file);
    /* What is native has native sizes. */
    bytes_of_int = 8;
    MPI_Register_datarep("wide", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, on_extent, NULL);
    int code = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "wide", MPI_INFO_NULL);
    if (code == MPI_SUCCESS) code = MPI_File_write_at(file, 0, &number, 1, MPI_INT, &status);
    if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
    expect(class == MPI_ERR_TYPE || class == MPI_ERR_CONVERSION, "a native number of eight bytes");
    MPI_File_close(&file);
    unlink(argv[1]);
    printf("%d right, %d wrong\n", right, wrong);
    MPI_Finalize();
    return 0;
}
