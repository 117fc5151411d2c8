/* Views that are refused: the file keeps the view that it has, with its pointer, as in MPI libraries.
 *
 *     mpiexec -n N refused FILE REPRESENTATION
 *
 * The last line is "R right, W wrong". A process that hangs is ended.
 */
/* For `RTLD_DEFAULT`. */
#define _GNU_SOURCE
#include "common.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>

/* Bytes before the view, and words of it for each process, of which every second one belongs to the filetype. */
#define HEAD 32
#define WORDS 64
#define NOTHING 0x55

static const char *path, *representation;

/* A representation whose extents are not known. */
static int on_data(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)user; (void)type; (void)count; (void)file; (void)position; (void)extra;
    return MPI_ERR_OTHER;
}
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)type; (void)bytes; (void)extra;
    return MPI_ERR_OTHER;
}

/* How a number lies in the file. */
static unsigned word_of(int number) {
    return strcmp(representation, "native") == 0 ? (unsigned)number : __builtin_bswap32((unsigned)number);
}

static unsigned word_at(int file, long at) {
    unsigned word = 0;
    return pread(file, &word, 4, at) == 4 ? word : 0;
}

enum { NAME, ETYPE, EXTENT, DISPLACEMENT, CURRENT, REFUSALS };
static const char *const REFUSED[REFUSALS] = {"a name", "a datatype", "an extent", "a displacement", "no sequential file"};

static int refuse(MPI_File file, int which) {
    switch (which) {
        case NAME: return MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "nobody", MPI_INFO_NULL);
        case ETYPE: return MPI_File_set_view(file, 0, MPI_DATATYPE_NULL, MPI_INT, representation, MPI_INFO_NULL);
        case EXTENT: return MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "refusing", MPI_INFO_NULL);
        case DISPLACEMENT: return MPI_File_set_view(file, -5, MPI_INT, MPI_INT, representation, MPI_INFO_NULL);
        default: return MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, representation, MPI_INFO_NULL);
    }
}

static MPI_File opened(int mode) {
    unsigned char nothing[HEAD + 4 * WORDS * 4];
    MPI_File file;
    if (rank == 0) {
        int bare = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
        memset(nothing, NOTHING, sizeof nothing);
        if (write(bare, nothing, sizeof nothing) != (ssize_t)sizeof nothing) _exit(2);
        close(bare);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &file);
    return file;
}

/* Bytes before the view, and those in the gaps of the filetype. */
static void check_bytes(int bare, long begin) {
    long bad = 0;
    for (long at = 0; at < HEAD; at += 4) bad += word_at(bare, at) != 0x55555555u;
    for (int i = 1; i < WORDS; i += 2) bad += word_at(bare, begin + 4 * i) != 0x55555555u;
    judge_all(bad == 0, "bytes outside of the view are written over", bad);
}

static void run(int which) {
    MPI_File file = opened(MPI_MODE_RDWR);
    MPI_Datatype filetype, etype, seen;
    MPI_Offset displacement = -1, position = -1, shared = -1;
    MPI_Status status;
    char name[MPI_MAX_DATAREP_STRING] = "";
    long begin = HEAD + 4L * WORDS * rank;
    int number = 100 + rank, back = 0, integers, addresses, datatypes, combiner;
    now = REFUSED[which];
    MPI_Type_vector(WORDS / 2, 1, 2, MPI_INT, &filetype);
    MPI_Type_commit(&filetype);
    judge_all(MPI_File_set_view(file, begin, MPI_INT, filetype, representation, MPI_INFO_NULL) == MPI_SUCCESS, "the view", 0);
    MPI_File_seek(file, 3, MPI_SEEK_SET);
    judge_all(refuse(file, which) != MPI_SUCCESS, "a wrong view is set", 0);
    MPI_File_get_view(file, &displacement, &etype, &seen, name);
    judge_all(displacement == begin && strcmp(name, representation) == 0, "the view is another one", (long)displacement);
    MPI_Type_get_envelope(seen, &integers, &addresses, &datatypes, &combiner);
    judge_all(combiner != MPI_COMBINER_NAMED, "the filetype is another one", combiner);
    if (combiner != MPI_COMBINER_NAMED) MPI_Type_free(&seen);
    MPI_File_get_position(file, &position);
    judge_all(position == 3, "the pointer is elsewhere", (long)position);
    judge_all(MPI_File_write(file, &number, 1, MPI_INT, &status) == MPI_SUCCESS, "a write by the pointer", 0);
    judge_all(MPI_File_write_at_all(file, 0, &number, 1, MPI_INT, &status) == MPI_SUCCESS, "a write at an offset", 0);
    judge_all(MPI_File_read_at(file, 3, &back, 1, MPI_INT, &status) == MPI_SUCCESS && back == number, "what is read back", back);
    MPI_File_get_position_shared(file, &shared);
    judge_all(shared == 0, "the shared pointer is elsewhere", (long)shared);
    MPI_File_sync(file);
    int bare = open(path, O_RDONLY);
    judge_all(word_at(bare, begin) == word_of(number) && word_at(bare, begin + 4 * 6) == word_of(number), "what is in the file", word_at(bare, begin));
    check_bytes(bare, begin);
    close(bare);
    /* A view that is right is set after it. */
    judge_all(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL) == MPI_SUCCESS, "another view", 0);
    MPI_File_read_at(file, begin / 4, &back, 1, MPI_INT, &status);
    judge_all((unsigned)back == word_of(number), "what is read in another view", back);
    MPI_Type_free(&filetype);
    MPI_File_close(&file);
}

/* In sequential mode what is written goes on behind the rest. */
static void run_sequential(void) {
    MPI_File file = opened(MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
    int words[HEAD / 4], bad = 0;
    now = "sequential mode";
    memset(words, NOTHING, sizeof words);
    if (rank == 0) MPI_File_write_shared(file, words, HEAD, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    int code = MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, representation, MPI_INFO_NULL);
    judge_all(code == MPI_SUCCESS, "the view", 0);
    for (int i = 0; i < 6; i++) {
        int number = 10 * i + rank;
        if (i == 3) judge_all(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "refusing", MPI_INFO_NULL) != MPI_SUCCESS, "a wrong view is set", 0);
        MPI_File_write_ordered(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
    int bare = open(path, O_RDONLY);
    for (int i = 0; i < HEAD / 4; i++) bad += word_at(bare, 4 * i) != 0x55555555u;
    judge_all(bad == 0, "the head is written over", bad);
    for (int i = 0; i < 6 * ranks; i++) bad += word_at(bare, HEAD + 4 * i) != word_of(10 * (i / ranks) + i % ranks);
    judge_all(bad == 0, "numbers are elsewhere", bad);
    close(bare);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    path = argv[1], representation = argv[2];
    limit_time(120);
    MPI_Init(&argc, &argv);
    know_ranks();
    /* An MPI library refuses that, and some end the program. Without it, the name is unknown. */
    if (dlsym(RTLD_DEFAULT, "datarep_version")) MPI_Register_datarep("refusing", on_data, on_data, on_extent, NULL);
    for (int which = 0; which < REFUSALS; which++) {
#ifdef OPEN_MPI
        /* It takes any displacement. */
        if (which == DISPLACEMENT && strcmp(representation, "native") == 0) continue;
#endif
        run(which);
    }
    run_sequential();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) unlink(path);
    tell_cases();
    MPI_Finalize();
    return 0;
}
