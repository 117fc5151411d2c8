/* Accesses whose types differ from those of the view. MPI libraries let them pass. Programs that convert by themselves, as
 * PnetCDF does, have views of bytes and move numbers. If such a view has a representation by `DATAREP_FORCE`, the access is
 * refused, unless the representation leaves these numbers as they are. Nothing is moved then, and no process waits.
 *
 *     mpiexec -n N unequal FILE REPRESENTATION
 *
 * The representation is the one that is forced, or `native`. The last line is "R right, W wrong". A process that hangs is
 * ended.
 */
#define _GNU_SOURCE
#include "common.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>

#define COUNT 6
#define ROUTINES 12
#define FIRST_SHARED 10
/* Calls the routine that writes or the one that reads. */
#define MOVE(BEFORE, AFTER, ...) (writes ? MPI_File_##BEFORE##write##AFTER(__VA_ARGS__) : MPI_File_##BEFORE##read##AFTER(__VA_ARGS__))

/* Whether a representation is forced, and whether it changes numbers. */
static int is_forced, changes;
static MPI_File file;

/* The text of the last failure, or nothing without the library. */
static const char *reason(void) {
    const char *(*last)(void);
    *(void **)&last = dlsym(RTLD_DEFAULT, "datarep_last_error");
    return last ? last() : "";
}

/* Moves items by one of the routines. The offset is in etypes. */
static int move(int routine, int writes, MPI_Offset offset, void *items, int count, MPI_Datatype type) {
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_SUCCESS;
    if (routine >= FIRST_SHARED) MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    else MPI_File_seek(file, offset, MPI_SEEK_SET);
    switch (routine) {
        case 0: return MOVE(, _at, file, offset, items, count, type, &status);
        case 1: return MOVE(, _at_all, file, offset, items, count, type, &status);
        case 2: return MOVE(, , file, items, count, type, &status);
        case 3: return MOVE(, _all, file, items, count, type, &status);
        case 4: code = MOVE(i, _at, file, offset, items, count, type, &request); break;
        case 5: code = MOVE(i, _at_all, file, offset, items, count, type, &request); break;
        case 6: code = MOVE(i, , file, items, count, type, &request); break;
        case 7: code = MOVE(i, _all, file, items, count, type, &request); break;
        case 8:
            code = MOVE(, _at_all_begin, file, offset, items, count, type);
            return code == MPI_SUCCESS ? MOVE(, _at_all_end, file, items, &status) : code;
        case 9:
            code = MOVE(, _all_begin, file, items, count, type);
            return code == MPI_SUCCESS ? MOVE(, _all_end, file, items, &status) : code;
        case FIRST_SHARED: return MOVE(, _ordered, file, items, count, type, &status);
        default:
            /* One process after the other: their order is known. */
            for (int turn = 0; turn < ranks; turn++) {
                MPI_Barrier(MPI_COMM_WORLD);
                if (turn == rank) code = MOVE(, _shared, file, items, count, type, &status);
                MPI_File_sync(file);
            }
            MPI_Barrier(MPI_COMM_WORLD);
            return code;
    }
    return code == MPI_SUCCESS ? MPI_Wait(&request, &status) : code;
}

/* The numbers of a process, in the order of bytes that the program has converted them to. */
static void fill(unsigned char *bytes) {
    for (int i = 0; i < COUNT; i++) {
        int number = 1 + 1000 * rank + i;
        for (int k = 0; k < 4; k++) bytes[4 * i + k] = (unsigned char)(number >> (24 - 8 * k));
    }
}

/* Writes and reads by every routine. `items`: of the type, which the bytes have. `of_etype`: bytes of memory. */
static void types(const char *what, MPI_Datatype etype, int of_etype, MPI_Datatype type, int items, int refuses) {
    unsigned char bytes[4 * COUNT], back[4 * COUNT], before[4 * COUNT];
    MPI_Offset first = 4 * COUNT * rank / of_etype;
    MPI_Offset size, after;
    int class, named;
    now = what;
    fill(bytes);
    for (int routine = 0; routine < ROUTINES; routine++) {
        memset(back, 0x5a, sizeof back);
        memset(before, 0x5a, sizeof before);
        MPI_File_set_size(file, 0);
        judge(MPI_File_set_view(file, 0, etype, etype, "native", MPI_INFO_NULL) == MPI_SUCCESS, "the view", routine);
        MPI_File_get_size(file, &size);
        int code = move(routine, 1, first, bytes, items, type);
        MPI_Error_class(code, &class);
        named = strstr(reason(), "DATAREP_FORCE=") != NULL;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_sync(file);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_get_size(file, &after);
        if (refuses) {
            judge(class == MPI_ERR_TYPE && named, "a write is not refused", routine);
            judge(after == size, "a refused write has written", routine);
        } else {
            judge(code == MPI_SUCCESS, "a write", routine);
            judge(after == 4 * COUNT * ranks, "the size of the file", (long)after);
        }
        code = move(routine, 0, first, back, items, type);
        MPI_Error_class(code, &class);
        named = strstr(reason(), "DATAREP_FORCE=") != NULL;
        if (refuses) {
            judge(class == MPI_ERR_TYPE && named, "a read is not refused", routine);
            judge(memcmp(back, before, sizeof back) == 0, "a refused read has stored", routine);
        } else {
            judge(code == MPI_SUCCESS, "a read", routine);
            judge(memcmp(back, bytes, sizeof back) == 0, "what is read back", routine);
        }
        judge(move(0, 0, first, back, 0, type) == MPI_SUCCESS, "an access of nothing", routine);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* A view of bytes whose filetype is made of numbers, as PnetCDF has. MPI libraries let it pass. */
static void filetype_of_numbers(MPI_Datatype numbers) {
    int class;
    now = "a filetype of numbers in a view of bytes";
    MPI_Error_class(MPI_File_set_view(file, 0, MPI_BYTE, numbers, "native", MPI_INFO_NULL), &class);
    judge(class == (is_forced ? MPI_ERR_TYPE : MPI_SUCCESS), "the view", class);
    judge(!is_forced || strstr(reason(), "DATAREP_FORCE="), "the reason", 0);
}

/* A file without a view of its own shows bytes. */
static void without_view(const char *path) {
    unsigned char bytes[4 * COUNT];
    int class;
    now = "a file without a view";
    fill(bytes);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_Error_class(MPI_File_write_at(file, 4 * COUNT * rank, bytes, COUNT, MPI_INT, MPI_STATUS_IGNORE), &class);
    judge(class == (changes ? MPI_ERR_TYPE : MPI_SUCCESS), "a write", class);
    judge(MPI_File_write_at(file, 4 * COUNT * rank, bytes, 4 * COUNT, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS, "bytes", 0);
}

/* What this process has written to its error output. */
static int told(int reports) {
    static char text[1 << 16];
    int found = 0;
    ssize_t length = pread(reports, text, sizeof text - 1, 0);
    text[length < 0 ? 0 : length] = 0;
    for (const char *at = text; (at = strstr(at, "datarep: DATAREP_FORCE=")); at++) found++;
    return found;
}

int main(int argc, char **argv) {
    char path[4096];
    if (argc < 3) return 2;
    is_forced = strcmp(argv[2], "native") != 0;
    changes = is_forced && strcmp(argv[2], "little_endian") != 0;
    limit_time(240);
    MPI_Init(&argc, &argv);
    know_ranks();
    snprintf(path, sizeof path, "%s.%d", argv[1], rank);
    int output = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_APPEND, 0600), reports = open(path, O_RDONLY);
    unlink(path);
    if (output < 0 || reports < 0 || dup2(output, 2) < 0) return 2;
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    types("bytes in a view of bytes", MPI_BYTE, 1, MPI_BYTE, 4 * COUNT, 0);
    judge(told(reports) == 0, "there is nothing to tell", told(reports));
    filetype_of_numbers(pair);
    judge(told(reports) == is_forced, "a refused view is told", told(reports));
    types("integers in a view of bytes", MPI_BYTE, 1, MPI_INT, COUNT, changes);
    types("pairs in a view of bytes", MPI_BYTE, 1, pair, COUNT / 2, changes);
    types("bytes in a view of integers", MPI_INT, 4, MPI_BYTE, 4 * COUNT, is_forced);
    types("floats in a view of integers", MPI_INT, 4, MPI_FLOAT, COUNT, is_forced);
    types("integers in a view of doubles", MPI_DOUBLE, 8, MPI_INT, COUNT, is_forced);
    without_view(argv[1]);
    judge(told(reports) == is_forced, "it is told once", told(reports));
    MPI_Type_free(&pair);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&file);
    if (rank == 0) unlink(argv[1]);
    tell_cases();
    MPI_Finalize();
    return 0;
}
