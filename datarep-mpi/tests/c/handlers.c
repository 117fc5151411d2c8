/* A handler of the program on MPI_FILE_NULL is called for a representation that cannot be registered, as it is for a file that
 * cannot be opened.
 *
 *     mpiexec -n N handlers FILE REPRESENTATION
 *
 * The last line is "R right, W wrong". A process that hangs is ended.
 */
/* For `RTLD_DEFAULT`. */
#define _GNU_SOURCE
#include "common.h"
#include <dlfcn.h>
#include <string.h>

static int calls, others, seen, inside;
static const char *(*last_error)(void);

static int on_data(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)user; (void)type; (void)count; (void)file; (void)position; (void)extra;
    return MPI_SUCCESS;
}
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)type; (void)extra;
    *bytes = 4;
    return MPI_SUCCESS;
}

/* Calls of MPI that a handler makes are calls of the program. */
static void handle(MPI_File *file, int *code, ...) {
    int size = 0;
    calls++;
    others += *file != MPI_FILE_NULL;
    seen = *code;
    MPI_Type_size(MPI_INT, &size);
    inside += size == 4;
}

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

/* `text`: a part of the message. */
static void check(const char *what, int code, int class, const char *text) {
    now = what;
    judge(class_of(code) == class, "the class", class_of(code));
    judge(calls == 1 && others == 0 && inside == 1, "calls of the handler", calls);
    judge(seen != MPI_SUCCESS, "the code that the handler gets", seen);
    judge(strstr(last_error(), text) != NULL, last_error(), 0);
    calls = others = inside = seen = 0;
}

static int register_name(const char *name) { return MPI_Register_datarep(name, on_data, on_data, on_extent, NULL); }

/* Names that cannot be registered. */
static void register_each(void) {
    char name[MPI_MAX_DATAREP_STRING + 2];
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = 0;
    check("an empty name", register_name(""), MPI_ERR_ARG, "1 to 127");
    check("a long name", register_name(name), MPI_ERR_ARG, "1 to 127");
    check("a name that is not UTF-8", register_name("m\xe4nner"), MPI_ERR_ARG, "UTF-8");
    check("no extent function", MPI_Register_datarep("short", on_data, on_data, NULL, NULL), MPI_ERR_ARG, "no extent function");
    check("a name of MPI", register_name("native"), MPI_ERR_DUP_DATAREP, "defined already");
    now = "a right name";
    judge(register_name("mine") == MPI_SUCCESS && calls == 0, "it is refused", calls);
    check("a name twice", register_name("mine"), MPI_ERR_DUP_DATAREP, "defined already");
}

int main(int argc, char **argv) {
    MPI_Errhandler handler;
    MPI_File file;
    int number = 100, back = 0;
    if (argc < 3) return 2;
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    *(void **)&last_error = dlsym(RTLD_DEFAULT, "datarep_last_error");
    MPI_File_create_errhandler(handle, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    now = "a file that is not there";
    MPI_File_open(MPI_COMM_WORLD, "/nowhere/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    judge(calls == 1 && others == 0 && seen != MPI_SUCCESS, "calls of the handler", calls);
    calls = others = inside = seen = 0;
    /* The MPI libraries themselves refuse all names, or end the program. */
    if (last_error) register_each();
    now = "a handler that returns";
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    if (last_error) judge(register_name("") != MPI_SUCCESS && calls == 0, "calls of the handler", calls);
    /* A view with a name that is not UTF-8 is refused as one that is unknown, and the old one stays. */
    now = "a view";
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    judge(MPI_File_set_view(file, 4, MPI_INT, MPI_INT, argv[2], MPI_INFO_NULL) == MPI_SUCCESS, "the view", 0);
    int code = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "m\xe4nner", MPI_INFO_NULL);
    judge(class_of(code) == MPI_ERR_UNSUPPORTED_DATAREP, "a name that is not UTF-8", class_of(code));
    MPI_File_write_at_all(file, rank, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at_all(file, rank, &back, 1, MPI_INT, MPI_STATUS_IGNORE);
    judge(back == number, "what is read back", back);
    MPI_File_close(&file);
    MPI_Errhandler_free(&handler);
    tell_cases();
    MPI_Finalize();
    return 0;
}
