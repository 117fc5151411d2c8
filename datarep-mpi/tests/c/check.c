/* What `DATAREP_CHECK=1` tells: each misuse by its text and its class, in each of two processes, and nothing of what is right.
 *
 *     DATAREP_CHECK=1 mpiexec -n 2 check FILE [forced]
 *
 * `forced`: only the opening of a file to which `DATAREP_FORCE` gives another representation in each process.
 * The last line is "R right, W wrong". A process that hangs is ended after two minutes.
 */
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT 4
#define OFFSET "R-ACC-2; MPI 4.1, \"Data Access with Explicit Offsets\""
#define COMMITTED "R-ACC-7; MPI 4.1, \"Commit and Free\""
#define SIGNATURE "R-ACC-7; MPI 4.1, \"File Views\""
#define VIEW "MPI 4.1, \"File Views\""
#define EXTENT "R-EXT-5; MPI 4.1, \"File Views\""
#define SHARED "MPI 4.1, \"Data Access with Shared File Pointers\""
#define INSIDE "R-CONV-13; MPI 4.1, \"Datarep Conversion Functions\""

static int rank, right, wrong, reports, handles, handled, inner[5];
static const char *now = "the beginning";
static MPI_File file;
static MPI_Status status;

static void hung(int signal) {
    (void)signal;
    printf("rank %d hangs in %s\n", rank, now);
    fflush(stdout);
    _exit(3);
}

static void handler(MPI_File *where, int *code, ...) {
    (void)where; (void)code;
    handled++;
}

/* In the second process it is to end with this class; in the first one, too, where `both` says so. */
static void expect_in(int both, int code, int class, const char *report) {
    char told[4096], line[2048];
    int here = both || rank == 1, got = MPI_SUCCESS, bad = 0, any;
    if (code != MPI_SUCCESS) MPI_Error_class(code, &got);
    ssize_t length = read(reports, told, sizeof told - 1);
    told[length < 0 ? 0 : length] = 0;
    line[0] = 0;
    /* Some libraries tell of errors of their own. */
    for (char *from = told, *to = told, *end; *from; from = end) {
        end = strchr(from, '\n') ? strchr(from, '\n') + 1 : from + strlen(from);
        size_t bytes = (size_t)(end - from);
        if (strncmp(from, "datarep", 7) == 0) memmove(to, from, bytes), to += bytes;
        if (!*end) *to = 0;
    }
    if (here && report) snprintf(line, sizeof line, "datarep check: %s%s", report, strchr(report, '\n') ? "" : "\n");
    if (got != (here ? class : MPI_SUCCESS)) bad = 1, printf("%s, rank %d: class %d, not %d\n", now, rank, got, here ? class : MPI_SUCCESS);
    if (strcmp(told, line)) bad = 1, printf("%s, rank %d: told is\n%snot\n%s", now, rank, told, line);
    if (handled != (got != MPI_SUCCESS && handles)) bad = 1, printf("%s, rank %d: %d calls of the error handler\n", now, rank, handled);
    fflush(stdout);
    handled = 0;
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any) wrong++; else right++;
}
static void expect(int code, int class, const char *report) { expect_in(0, code, class, report); }
static void expect_both(int code, int class, const char *first, const char *second) {
    expect_in(1, code, class, rank ? second : first);
}
static void well(int code) { expect(code, MPI_SUCCESS, NULL); }

static int view(MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype, const char *name) {
    return MPI_File_set_view(file, displacement, etype, filetype, name, MPI_INFO_NULL);
}
static int ints(void) { return view(0, MPI_INT, MPI_INT, "ibm370"); }

static int on_move(void *user, MPI_Datatype type, int count, void *bytes, MPI_Offset position, void *extra) {
    (void)type; (void)extra;
    memcpy(bytes, (char *)user + 4 * position, 4 * (size_t)count);
    return MPI_SUCCESS;
}
/* What may not be called inside a conversion function. */
static int on_nested(void *user, MPI_Datatype type, int count, void *bytes, MPI_Offset position, void *extra) {
    int number = 0, sum, codes[5];
    MPI_File other;
    MPI_Request request;
    codes[0] = MPI_Barrier(MPI_COMM_WORLD);
    codes[1] = MPI_Iallreduce(&number, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    codes[2] = MPI_File_read_at_all(file, 0, &number, 1, MPI_INT, &status);
    codes[3] = MPI_File_open(MPI_COMM_WORLD, "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL, &other);
    codes[4] = view(0, MPI_INT, MPI_INT, "ibm370");
    for (int i = 0; i < 5; i++) MPI_Error_class(codes[i], &inner[i]);
    return on_move(user, type, count, bytes, position, extra);
}
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)type; (void)extra;
    *bytes = 4;
    return MPI_SUCCESS;
}

static void accesses(void) {
    int buffer[64] = {1, 2, 3, 4}, code;
    double reals[COUNT] = {0};
    MPI_Request request;
    MPI_Offset at = rank ? -1 : 0;
    MPI_Datatype pair, raw, committed;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_contiguous(2, MPI_INT, &committed);
    MPI_Type_commit(&committed);
    raw = rank ? pair : committed;
    now = "right accesses";
    well(ints());
    well(MPI_File_write_at(file, rank * COUNT, buffer, COUNT, MPI_INT, &status));
    well(MPI_File_write_at_all(file, rank * COUNT, buffer, 2, committed, &status));
    well(MPI_File_read_all(file, buffer, rank ? COUNT : 0, MPI_INT, &status));
    now = "negative offsets";
    expect(MPI_File_write_at(file, at, buffer, COUNT, MPI_INT, &status), MPI_ERR_ARG,
           "MPI_File_write_at, rank 1: the offset is -1 (" OFFSET ")");
    expect(MPI_File_read_at_all(file, 2 * at, buffer, COUNT, MPI_INT, &status), MPI_ERR_ARG,
           "MPI_File_read_at_all, rank 1: the offset is -2 (" OFFSET ")");
    code = MPI_File_iwrite_at_all(file, at, buffer, COUNT, MPI_INT, &request);
    expect(code ? code : MPI_Wait(&request, &status), MPI_ERR_ARG,
           "MPI_File_iwrite_at_all, rank 1: the offset is -1 (" OFFSET ")");
    code = MPI_File_read_at_all_begin(file, at, buffer, COUNT, MPI_INT);
    expect(code ? code : MPI_File_read_at_all_end(file, buffer, &status), MPI_ERR_ARG,
           "MPI_File_read_at_all_begin, rank 1: the offset is -1 (" OFFSET ")");
    now = "the same once more";
    expect(MPI_File_write_at(file, at, buffer, COUNT, MPI_INT, &status), MPI_ERR_ARG, NULL);
#if MPI_VERSION >= 4
    now = "large counts";
    expect(MPI_File_write_at_c(file, at, buffer, COUNT, MPI_INT, &status), MPI_ERR_ARG,
           "MPI_File_write_at_c, rank 1: the offset is -1 (" OFFSET ")");
#endif
    now = "uncommitted types";
    expect(MPI_File_write(file, buffer, 1, raw, &status), MPI_ERR_TYPE,
           "MPI_File_write, rank 1: the datatype is not committed (" COMMITTED ")");
    expect(MPI_File_read_all(file, buffer, 0, raw, &status), MPI_ERR_TYPE,
           "MPI_File_read_all, rank 1: the datatype is not committed (" COMMITTED ")");
    code = MPI_File_iread_shared(file, buffer, 1, raw, &request);
    expect(code ? code : MPI_Wait(&request, &status), MPI_ERR_TYPE,
           "MPI_File_iread_shared, rank 1: the datatype is not committed (" COMMITTED ")");
    now = "signatures";
    expect(MPI_File_write_all(file, reals, COUNT, rank ? MPI_DOUBLE : MPI_INT, &status), MPI_ERR_TYPE,
           "MPI_File_write_all, rank 1: the etype is MPI_INT, and the datatype is MPI_DOUBLE: an access must move a whole number of etypes ("
           SIGNATURE ")");
    well(view(0, committed, committed, "ibm370"));
    expect(MPI_File_read_ordered(file, buffer, rank ? 3 : 2, MPI_INT, &status), MPI_ERR_TYPE,
           "MPI_File_read_ordered, rank 1: the etype is 2 MPI_INT, and the datatype is 3 MPI_INT: an access must move a whole number of etypes ("
           SIGNATURE ")");
    well(view(0, MPI_LONG, MPI_LONG, "little_endian"));
    expect(MPI_File_read(file, buffer, 2, rank ? MPI_LONG_LONG : MPI_LONG, &status), MPI_ERR_TYPE,
           "MPI_File_read, rank 1: the etype is MPI_LONG, and the datatype is MPI_LONG_LONG_INT: an access must move a whole number of etypes ("
           SIGNATURE ")");
    MPI_Type_free(&pair);
    MPI_Type_free(&committed);
}

static void views(void) {
    int number = 0;
    MPI_Datatype pair, committed;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_contiguous(2, MPI_INT, &committed);
    MPI_Type_commit(&committed);
    now = "views of uncommitted types";
    expect(view(0, rank ? pair : committed, committed, "ibm370"), MPI_ERR_TYPE,
           "MPI_File_set_view, rank 1: the etype is not committed (" COMMITTED ")");
    expect(view(0, MPI_INT, rank ? pair : committed, "ibm370"), MPI_ERR_TYPE,
           "MPI_File_set_view, rank 1: the filetype is not committed (" COMMITTED ")");
    now = "views of other names";
    expect_both(view(0, MPI_INT, MPI_INT, rank ? "cray" : "ibm370"), MPI_ERR_NOT_SAME,
                "MPI_File_set_view, rank 0: the representation is `cray` in rank 1 and `ibm370` in rank 0 (" VIEW ")",
                "MPI_File_set_view, rank 1: the representation is `cray` in rank 1 and `ibm370` in rank 0 (" VIEW ")");
    expect_both(view(0, MPI_INT, MPI_INT, rank ? "native" : "vax_d"), MPI_ERR_NOT_SAME,
                "MPI_File_set_view, rank 0: the representation is `native` in rank 1 and `vax_d` in rank 0 (" VIEW ")",
                "MPI_File_set_view, rank 1: the representation is `native` in rank 1 and `vax_d` in rank 0 (" VIEW ")");
    expect_both(view(0, MPI_INT, MPI_INT, "alone"), MPI_ERR_NOT_SAME,
                "MPI_File_set_view, rank 0: the representation `alone` is registered by the program in rank 1 and not known in rank 0 (" VIEW ")",
                "MPI_File_set_view, rank 1: the representation `alone` is registered by the program in rank 1 and not known in rank 0 (" VIEW ")");
    now = "views of other extents";
    expect_both(view(0, rank ? MPI_DOUBLE : MPI_FLOAT, rank ? MPI_DOUBLE : MPI_FLOAT, "ibm370"), MPI_ERR_NOT_SAME,
                "MPI_File_set_view, rank 0: the etype takes 8 bytes of the file in rank 1 and 4 in rank 0 (" EXTENT ")",
                "MPI_File_set_view, rank 1: the etype takes 8 bytes of the file in rank 1 and 4 in rank 0 (" EXTENT ")");
    expect_both(view(0, rank ? MPI_DOUBLE : MPI_FLOAT, rank ? MPI_DOUBLE : MPI_FLOAT, "native"), MPI_ERR_NOT_SAME,
                NULL, NULL);
    now = "views that may differ";
    well(view(0, rank ? MPI_FLOAT : MPI_INT, rank ? MPI_FLOAT : MPI_INT, "ibm370"));
    well(view(8 * rank, MPI_INT, rank ? committed : MPI_INT, "ibm370"));
    well(MPI_File_read_all(file, &number, 1, MPI_INT, &status));
    now = "shared pointers in views that differ";
    well(view(8 * rank, MPI_INT, MPI_INT, "ibm370"));
    expect_both(MPI_File_read_shared(file, &number, 1, MPI_INT, &status), MPI_ERR_NOT_SAME,
                "MPI_File_read_shared, rank 0: the file has a shared pointer, and another view in another process (" SHARED ")",
                "MPI_File_read_shared, rank 1: the file has a shared pointer, and another view in another process (" SHARED ")");
    expect_both(MPI_File_write_ordered(file, &number, 1, MPI_INT, &status), MPI_ERR_NOT_SAME,
                "MPI_File_write_ordered, rank 0: the file has a shared pointer, and another view in another process (" SHARED ")",
                "MPI_File_write_ordered, rank 1: the file has a shared pointer, and another view in another process (" SHARED ")");
    well(ints());
    well(MPI_File_read_ordered(file, &number, 1, MPI_INT, &status));
    now = "views that cannot be";
    expect(view(rank ? -8 : 0, MPI_INT, MPI_INT, "ibm370"), MPI_ERR_ARG,
           "MPI_File_set_view, rank 1: `set_view`: the displacement is -8 (" VIEW ")");
    expect(view(0, MPI_INT, rank ? MPI_FLOAT : MPI_INT, "ibm370"), MPI_ERR_TYPE,
           "MPI_File_set_view, rank 1: the filetype entry 0 is `MPI_FLOAT`, where the etype has `MPI_INT` (" VIEW ")");
    MPI_Type_free(&pair);
    MPI_Type_free(&committed);
}

static void inside(void) {
    int number = 1;
    MPI_File other;
#define NESTED ", rank 1: it is collective, and is called inside a conversion function (" INSIDE ")\n"
    now = "inside a function";
    well(view(0, MPI_INT, MPI_INT, "nested"));
    /* One process alone, as a collective would hang there. */
    int code = rank ? MPI_File_write_at(file, 0, &number, 1, MPI_INT, &status) : MPI_SUCCESS;
    if (rank) handled -= 2;
    expect(code, MPI_SUCCESS, "MPI_Barrier" NESTED
           "datarep check: MPI_Iallreduce" NESTED
           "datarep check: MPI_File_read_at_all" NESTED
           "datarep check: MPI_File_open" NESTED
           "datarep check: MPI_File_set_view" NESTED);
    handles = 0;
    for (int i = 0; i < 5; i++) expect(rank ? inner[i] : MPI_SUCCESS, MPI_ERR_UNSUPPORTED_OPERATION, NULL);
    now = "after all";
    well(ints());
    well(MPI_Barrier(MPI_COMM_WORLD));
    well(MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL, &other));
    well(MPI_File_close(&other));
    code = MPI_File_open(MPI_COMM_WORLD, "/nowhere/at/all", MPI_MODE_RDONLY, MPI_INFO_NULL, &other);
    expect_both(code ? MPI_ERR_OTHER : MPI_SUCCESS, MPI_ERR_OTHER, NULL, NULL);
}

/* Gives each process a value of `DATAREP_FORCE`. MPI is not there yet: launchers tell the number of a process by these names. */
static void force(void) {
    const char *const names[] = {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"}, *number = NULL;
    for (int i = 0; i < 3 && !number; i++) number = getenv(names[i]);
    if (number) setenv("DATAREP_FORCE", atoi(number) ? "vax_d" : "ibm370", 1);
}

/* How many descriptors of this process lead to the file. */
static int descriptors(const char *path) {
    char link[64], target[4096];
    int found = 0;
    for (int i = 0; i < 256; i++) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", i);
        ssize_t length = readlink(link, target, sizeof target - 1);
        target[length < 0 ? 0 : length] = 0;
        found += strcmp(target, path) == 0;
    }
    return found;
}

/* A file that is not the same for all is closed again. */
static void forced(const char *path) {
    MPI_File other = MPI_FILE_NULL;
    now = "opening with other representations";
    expect_both(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &other), MPI_ERR_NOT_SAME,
                "MPI_File_open, rank 0: the representation is `vax_d` in rank 1 and `ibm370` in rank 0 (" VIEW ")",
                "MPI_File_open, rank 1: the representation is `vax_d` in rank 1 and `ibm370` in rank 0 (" VIEW ")");
    now = "what is left of it";
    well(other == MPI_FILE_NULL ? MPI_SUCCESS : MPI_ERR_FILE);
    well(descriptors(path) == 0 ? MPI_SUCCESS : MPI_ERR_FILE);
}

static void all(const char *path) {
    MPI_Register_datarep("nested", on_move, on_nested, on_extent, NULL);
    if (rank == 1) MPI_Register_datarep("alone", on_move, on_move, on_extent, NULL);
    MPI_Errhandler own;
    MPI_File_create_errhandler(handler, &own);
    well(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    MPI_File_set_errhandler(file, own);
    MPI_Errhandler_free(&own);
    handles = 1;
    accesses();
    views();
    inside();
    MPI_File_close(&file);
}

int main(int argc, char **argv) {
    char path[4096];
    if (argc < 2) return 2;
    signal(SIGALRM, hung);
    alarm(120);
    if (argc > 2) force();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    snprintf(path, sizeof path, "%s.%d", argv[1], rank);
    int told = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_APPEND, 0600);
    reports = open(path, O_RDONLY);
    unlink(path);
    if (told < 0 || reports < 0 || dup2(told, 2) < 0) return 2;
    if (argc > 2) {
        forced(argv[1]);
    } else {
        all(argv[1]);
    }
    if (rank == 0) { unlink(argv[1]); printf("%d right, %d wrong\n", right, wrong); }
    MPI_Finalize();
    return 0;
}
