/* MPI is finalized and begins again, by sessions: keys, codes and names of the first time are not used in the second one.
 *
 *     mpiexec -n N sessions FILE REPRESENTATION
 *
 * MPICH 5 alone can begin again: others end the program or refuse. It opens no file in a session, so the functions of our
 * library for programs are called.
 * The last line is "R right, W wrong". A process that hangs is ended.
 */
/* For `RTLD_DEFAULT`. */
#define _GNU_SOURCE
#include "common.h"
#include <dlfcn.h>
#include <string.h>

#if (defined MPICH_NUMVERSION && MPICH_NUMVERSION >= 50000000) || defined MPI_ABI_VERSION

/* Keys and codes that the program makes, more than there were before. */
#define MADE 5

static int marks[MADE];
static int (*extent_of)(const char *, MPI_Datatype, MPI_Offset *);

static int on_data(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)user; (void)type; (void)count; (void)file; (void)position; (void)extra;
    return MPI_SUCCESS;
}
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)type; (void)extra;
    *bytes = 4;
    return MPI_SUCCESS;
}

/* Keys of attributes and codes of errors, which get numbers that others had before. */
static void make_own(MPI_Datatype type, int *keys, int *codes) {
    for (int i = 0; i < MADE; i++) {
        MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &keys[i], NULL);
        MPI_Type_set_attr(type, keys[i], &marks[i]);
        MPI_Add_error_code(MPI_ERR_OTHER, &codes[i]);
        MPI_Add_error_string(codes[i], "of the program");
    }
}

static void check_own(MPI_Datatype type, int *keys, const int *codes) {
    int bad = 0, flag, length;
    char text[MPI_MAX_ERROR_STRING];
    void *value;
    for (int i = 0; i < MADE; i++) {
        MPI_Type_get_attr(type, keys[i], &value, &flag);
        bad += !flag || value != &marks[i];
        MPI_Error_string(codes[i], text, &length);
        bad += strcmp(text, "of the program") != 0;
        MPI_Type_free_keyval(&keys[i]);
    }
    judge(bad == 0, "attributes or messages of the program", bad);
}

/* What our library does with a key, a code and a name. */
static void use_ours(MPI_Datatype type) {
    MPI_Offset extent = -1;
    char text[MPI_MAX_ERROR_STRING];
    int length;
    judge(extent_of("big_endian", type, &extent) == MPI_SUCCESS && extent == 20, "an extent", (long)extent);
    int code = extent_of("nobody", type, &extent);
    MPI_Error_string(code, text, &length);
    judge(code != MPI_SUCCESS && strstr(text, "nobody") != NULL, text, code);
    code = MPI_Register_datarep("mine", on_data, on_data, on_extent, NULL);
    judge(code == MPI_SUCCESS, "a name of the first time", code);
    judge(extent_of("mine", type, &extent) == MPI_SUCCESS && extent == 20, "an extent of the program", (long)extent);
}

static void run_session(int round) {
    int keys[MADE], codes[MADE];
    MPI_Session session, inner;
    MPI_Datatype type;
    now = round ? "another session" : "a session";
    judge(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS, "it is refused", 0);
    MPI_Type_vector(3, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (round) make_own(type, keys, codes);
    if (extent_of) use_ours(type);
    /* Nothing is forgotten as long as a session is left. */
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &inner);
    MPI_Session_finalize(&inner);
    MPI_Offset extent = -1;
    if (extent_of) judge(extent_of("mine", type, &extent) == MPI_SUCCESS && extent == 20, "a name after an inner session", (long)extent);
    if (round) check_own(type, keys, codes);
    MPI_Type_free(&type);
    MPI_Session_finalize(&session);
}

int main(int argc, char **argv) {
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    if (argc < 3) return 2;
    limit_time(120);
    *(void **)&extent_of = dlsym(RTLD_DEFAULT, "datarep_extent");
    /* Intel's library refuses a second time. */
    MPI_Get_library_version(version, &length);
    int rounds = strstr(version, "Intel") ? 1 : 3;
    for (int round = 0; round < rounds; round++) run_session(round);
    /* There is no communicator of the world now. Each process has the same cases. */
    printf("%d right, %d wrong\n", right, wrong);
    return 0;
}

#else

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    know_ranks();
    tell_cases();
    MPI_Finalize();
    return 0;
}

#endif
