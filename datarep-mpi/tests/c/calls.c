/* Every MPI call that our library makes fails in turn, by `failing.c`: it is told by the routine, the bytes of the file and of
 * memory are as they may be, and the same routine works the next time.
 *
 *     mpiexec -n N calls FILE REPRESENTATION [CALL]
 *
 * The words of the representation are those of the machine, reversed. Of several processes, only the last one fails, and only in
 * calls that are local. CALL: each process has a file of its own, uses it once, and one call fails in that: this one in the first
 * process, the next one in the second, and so on. The last line is "R right, W wrong", where calls that are not made do not
 * count. A process that hangs is ended.
 */
/* For `RTLD_DEFAULT`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Items of an access, and 32-bit words from one of them to the next in the file. */
#define ITEMS 5
#define APART 3
/* The file: bytes before the view, and all, with some behind it. */
#define HEAD 8
#define ROOM (HEAD + 4 * APART * ITEMS * RANKS + 16)
#define RANKS 4
/* The memory: numbers from one item to the next, which lie between guards. */
#define WIDTH 2
#define GUARD 4
#define NUMBERS (GUARD + WIDTH * ITEMS + GUARD)
#define NOTHING 0x7e7e7e7e

/* The processes that use a file together. */
static MPI_Comm everybody;
static int rank, ranks, right, wrong;
static const char *path, *representation, *now = "the beginning", *met;
static long n;
static char why[512];

static void (*arm)(long, int, int, int);
static const char *(*disarm)(void);

#define EXPECT(condition, ...) \
    do { if (!(condition) && !why[0]) snprintf(why, sizeof why, __VA_ARGS__); } while (0)

static void ends(int signal) {
    printf("rank %d %s in %s, where call %ld fails\n", rank, signal == SIGALRM ? "hangs" : "is ended by a signal", now, n);
    fflush(stdout);
    _exit(3);
}

static const char *text_of(int code) {
    static char text[MPI_MAX_ERROR_STRING + 1];
    int length = 0;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) return "";
    return text;
}

static void succeeded(int code, const char *what) {
    EXPECT(code == MPI_SUCCESS, "%s fails: %.300s", what, text_of(code));
}

/* The class that the failing call returns. */
static int class_of(long n) {
    static const int CLASSES[] = {MPI_ERR_OTHER, MPI_ERR_IO, MPI_ERR_NO_MEM};
    return CLASSES[n % 3];
}

/* An error is that of the call that has failed, and it has a text. */
static void told(int code) {
    int class = MPI_SUCCESS;
    if (code == MPI_SUCCESS) return;
    MPI_Error_class(code, &class);
    EXPECT(met, "it fails, and no call has: %.300s", text_of(code));
    /* An error inside a function that the library calls is told in the library's own way. */
    int inside = met && strncmp(met, "Status_set", 10) == 0 && (class == MPI_ERR_OTHER || class == MPI_ERR_IN_STATUS);
    EXPECT(class == class_of(n) || inside, "the class is %d, not %d: %.300s", class, class_of(n), text_of(code));
    EXPECT(strlen(text_of(code)) > 4, "the error has no text");
}

/* Lets the call fail. */
static void begin(int done) {
    met = NULL;
    alarm(60);
    if (rank == ranks - 1) arm(n, class_of(n), ranks > 1, done);
}

/* Ends that. Returns whether the call was made. */
static int end(void) {
    int any = 0;
    if (rank == ranks - 1) met = disarm();
    any = met != NULL;
    MPI_Bcast(&any, 1, MPI_INT, ranks - 1, everybody);
    return any;
}

/* Counts a case, if a call has failed in it. */
static void judged(const char *what, int counts) {
    int failed = why[0] != 0, any;
    if (failed) printf("%s, call %ld (%s), rank %d of %d: %s\n", what, n, met ? met : "none here", rank, ranks, why);
    fflush(stdout);
    why[0] = 0;
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, everybody);
    if (any) wrong++; else right += counts;
}

/* ---- The file and the memory ---- */

static unsigned char before[ROOM];

static unsigned swapped(int number) { return __builtin_bswap32((unsigned)number); }
static int old_of(int item) { return 1000000 + item; }
static int new_of(int item) { return 2000000 + item % ITEMS; }
static unsigned char *place(unsigned char *file, int item) { return file + HEAD + 4 * APART * item; }

static void filled(void) {
    for (int i = 0; i < ROOM; i++) before[i] = (unsigned char)(0x40 + i % 101);
    for (int item = 0; item < ITEMS * ranks; item++) memcpy(place(before, item), &(unsigned){swapped(old_of(item))}, 4);
    if (rank == 0) {
        int posix = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
        if (posix < 0 || pwrite(posix, before, ROOM, 0) != ROOM) MPI_Abort(MPI_COMM_WORLD, 2);
        close(posix);
    }
    MPI_Barrier(everybody);
}

/* Looks at the file after an access that has ended with this code here. `shared`: it is not known which process has written an
 * item. */
static void look(int writes, int code, int shared) {
    int codes[RANKS] = {0}, good = 1;
    unsigned char file[ROOM];
    MPI_Allgather(&code, 1, MPI_INT, codes, 1, MPI_INT, everybody);
    for (int other = 0; other < ranks; other++) good &= codes[other] == MPI_SUCCESS;
    int posix = open(path, O_RDONLY);
    EXPECT(pread(posix, file, ROOM, 0) == ROOM, "the file is short");
    close(posix);
    for (int item = 0; item < ITEMS * ranks; item++) {
        unsigned char *at = place(file, item), *was = place(before, item);
        unsigned is = swapped(writes ? new_of(item) : old_of(item));
        int sure = shared ? good : codes[item / ITEMS] == MPI_SUCCESS;
        int could = memcmp(at, &is, 4) == 0 || (writes && !sure && memcmp(at, was, 4) == 0);
        /* Accesses by the shared pointer may lie in any order. */
        EXPECT(could || (shared && !good), "item %d of the file is %02x%02x%02x%02x", item, at[0], at[1], at[2], at[3]);
        memcpy(at, was, 4);
    }
    for (int i = 0; i < ROOM; i++) EXPECT(file[i] == before[i], "byte %d of the file is another one", i);
    MPI_Barrier(everybody);
}

static void clear(int *memory, int width, int writes) {
    for (int i = 0; i < NUMBERS; i++) memory[i] = NOTHING;
    for (int item = 0; item < ITEMS && writes; item++) memory[GUARD + width * item] = new_of(item);
}

/* Looks at the memory of an access that has ended with this code. */
static void look_at(const int *memory, int width, int reads, int code, int first) {
    for (int i = 0; i < NUMBERS; i++) {
        int item = (i - GUARD) / width, is_item = i >= GUARD && (i - GUARD) % width == 0 && item < ITEMS;
        if (is_item && !reads) EXPECT(memory[i] == new_of(item), "item %d of memory is another one", item);
        if (is_item && reads && code == MPI_SUCCESS)
            EXPECT(memory[i] == old_of(first + item), "item %d of memory is %d", item, memory[i]);
        if (!is_item && reads) EXPECT(memory[i] == NOTHING, "number %d of memory is %d", i, memory[i]);
    }
}

/* Numbers in memory with gaps between them, or without. */
static MPI_Datatype in_memory(int width) {
    MPI_Datatype type;
    MPI_Type_create_resized(MPI_INT, 0, 4 * width, &type);
    MPI_Type_commit(&type);
    return type;
}

static MPI_Datatype in_file(void) {
    MPI_Datatype type;
    MPI_Type_create_resized(MPI_INT, 0, 4 * APART, &type);
    MPI_Type_commit(&type);
    return type;
}

/* ---- The routines of data access ---- */

#define PAIR(name_read, name_write, ...) (reads ? name_read(__VA_ARGS__) : name_write(__VA_ARGS__))

/* As in `faults.c`, and those that nobody else calls. */
static int called(MPI_File file, int routine, int reads, int *buffer, MPI_Datatype type, MPI_Status *status) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Offset offset = rank * ITEMS;
    int code, count = ITEMS;
    switch (routine) {
        case 0: now = "at"; return PAIR(MPI_File_read_at, MPI_File_write_at, file, offset, buffer, count, type, status);
        case 1: now = "at_all"; return PAIR(MPI_File_read_at_all, MPI_File_write_at_all, file, offset, buffer, count, type, status);
        case 2: now = "own"; return PAIR(MPI_File_read, MPI_File_write, file, buffer, count, type, status);
        case 3: now = "all"; return PAIR(MPI_File_read_all, MPI_File_write_all, file, buffer, count, type, status);
        case 4: now = "shared"; return PAIR(MPI_File_read_shared, MPI_File_write_shared, file, buffer, count, type, status);
        case 5: now = "ordered"; return PAIR(MPI_File_read_ordered, MPI_File_write_ordered, file, buffer, count, type, status);
        case 6: now = "at_all_begin"; code = PAIR(MPI_File_read_at_all_begin, MPI_File_write_at_all_begin, file, offset, buffer, count, type);
            return code ? code : PAIR(MPI_File_read_at_all_end, MPI_File_write_at_all_end, file, buffer, status);
        case 7: now = "all_begin"; code = PAIR(MPI_File_read_all_begin, MPI_File_write_all_begin, file, buffer, count, type);
            return code ? code : PAIR(MPI_File_read_all_end, MPI_File_write_all_end, file, buffer, status);
        case 8: now = "ordered_begin"; code = PAIR(MPI_File_read_ordered_begin, MPI_File_write_ordered_begin, file, buffer, count, type);
            return code ? code : PAIR(MPI_File_read_ordered_end, MPI_File_write_ordered_end, file, buffer, status);
        case 9: now = "iat"; code = PAIR(MPI_File_iread_at, MPI_File_iwrite_at, file, offset, buffer, count, type, &request); break;
        case 10: now = "iown"; code = PAIR(MPI_File_iread, MPI_File_iwrite, file, buffer, count, type, &request); break;
        case 11: now = "ishared"; code = PAIR(MPI_File_iread_shared, MPI_File_iwrite_shared, file, buffer, count, type, &request); break;
        case 12: now = "iat_all"; code = PAIR(MPI_File_iread_at_all, MPI_File_iwrite_at_all, file, offset, buffer, count, type, &request); break;
        default: now = "iall"; code = PAIR(MPI_File_iread_all, MPI_File_iwrite_all, file, buffer, count, type, &request);
    }
    return code ? code : MPI_Wait(&request, status);
}
#define ROUTINES 14
#define IREAD_ALL 13

static int is_shared(int routine) { return routine == 4 || routine == 11; }

static MPI_File opened(void) {
    MPI_File file;
    MPI_Datatype filetype = in_file();
    succeeded(MPI_File_open(everybody, path, MPI_MODE_RDWR, MPI_INFO_NULL, &file), "opening");
    succeeded(MPI_File_set_view(file, HEAD, MPI_INT, filetype, representation, MPI_INFO_NULL), "setting a view");
    MPI_Type_free(&filetype);
    return file;
}

/* Whether a call that has failed was the one that keeps a datatype for a conversion function. */
static int keeps;

/* One access, and what it has done. */
static int accessed(MPI_File file, int routine, int reads, int width, int done, int fails) {
    int memory[NUMBERS], elements = -1, met_any = 0;
    MPI_Datatype type = in_memory(width);
    MPI_Status status;
    clear(memory, width, !reads);
    MPI_File_seek(file, rank * ITEMS, MPI_SEEK_SET);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    if (fails) begin(done);
    int code = called(file, routine, reads, memory + GUARD, type, &status);
    if (fails) {
        met_any = end();
        told(code);
        if (met && strcmp(met, "Type_dup") == 0) {
            keeps = 1;
            /* The MPI library was not asked for anything. */
            MPI_Offset position = -1;
            succeeded(MPI_File_get_position(file, &position), "asking for the position");
            EXPECT(position == rank * ITEMS, "the pointer is at %ld", (long)position);
        }
    } else {
        succeeded(code, "the next access");
    }
    if (code == MPI_SUCCESS) {
        MPI_Get_elements(&status, MPI_INT, &elements);
        EXPECT(elements == ITEMS, "the status has %d items", elements);
    }
    /* With two processes it is not known which items a shared pointer reads. */
    int first = rank * ITEMS, knows = !is_shared(routine) || ranks == 1;
    look_at(memory, width, reads, knows ? code : MPI_ERR_OTHER, first);
    look(!reads, code, is_shared(routine));
    MPI_Type_free(&type);
    return met_any;
}

/* Each call of an access fails in turn, and the next access succeeds. `what` is the name of the cases, which is that of the
 * routine where it is not said. */
static void each_call(int routine, int reads, int width, int done, const char *what) {
    static char name[64];
    int any = 1;
    for (n = 1; any; n++) {
        filled();
        MPI_File file = opened();
        any = accessed(file, routine, reads, width, done, 1);
        filled();
        accessed(file, routine, reads, width, 0, 0);
        succeeded(MPI_File_close(&file), "closing");
        snprintf(name, sizeof name, "%s of %s", reads ? "reading" : "writing", now);
        judged(what ? what : name, any);
    }
}

static void accesses(void) {
    for (int way = 0; way < ROUTINES * 8; way++) each_call(way / 8, way & 1, way & 2 ? WIDTH : 1, way >> 2 & 1, NULL);
}

/* ---- A conversion function ---- */

static int turned(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    (void)type; (void)extra;
    for (int i = 0; i < count; i++) ((int *)user)[WIDTH * (position + i)] = (int)swapped(((int *)file)[i]);
    return MPI_SUCCESS;
}
static int extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    (void)type; (void)extra;
    *bytes = 4;
    return MPI_SUCCESS;
}

/* An access whose datatype is kept until its function gets it. */
static void function(void) {
    const char *usual = representation;
    keeps = 0;
    succeeded(MPI_Register_datarep("turned", turned, MPI_CONVERSION_FN_NULL, extent, NULL), "registering a function");
    representation = "turned";
    each_call(IREAD_ALL, 1, WIDTH, 0, "reading with a function");
    EXPECT(keeps || rank != ranks - 1, "no datatype is kept");
    judged("keeping a datatype", 1);
    representation = usual;
}

/* ---- Views ---- */

/* A filetype of five numbers, each of which is at an even place. */
static MPI_Datatype filetype(int constructor) {
    int lengths[ITEMS] = {1, 1, 1, 1, 1}, places[ITEMS] = {0, 3, 6, 9, 12};
    MPI_Aint bytes[ITEMS] = {0, 12, 24, 36, 48};
    MPI_Datatype types[ITEMS] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT, MPI_INT}, type, old = in_file();
    switch (constructor) {
        case 0: MPI_Type_dup(old, &type); break;
        case 1: MPI_Type_contiguous(ITEMS, old, &type); break;
        case 2: MPI_Type_vector(ITEMS, 1, APART, MPI_INT, &type); break;
        case 3: MPI_Type_create_hvector(ITEMS, 1, 4 * APART, MPI_INT, &type); break;
        case 4: MPI_Type_indexed(ITEMS, lengths, places, MPI_INT, &type); break;
        case 5: MPI_Type_create_hindexed(ITEMS, lengths, bytes, MPI_INT, &type); break;
        case 6: MPI_Type_create_indexed_block(ITEMS, 1, places, MPI_INT, &type); break;
        case 7: MPI_Type_create_hindexed_block(ITEMS, 1, bytes, MPI_INT, &type); break;
        case 8: MPI_Type_create_struct(ITEMS, lengths, bytes, types, &type); break;
        case 9: MPI_Type_create_subarray(1, &(int){ITEMS}, &(int){ITEMS}, &(int){0}, MPI_ORDER_C, old, &type); break;
        case 10: MPI_Type_create_darray(1, 0, 1, &(int){ITEMS}, &(int){MPI_DISTRIBUTE_BLOCK}, &(int){MPI_DISTRIBUTE_DFLT_DARG},
                                        &(int){1}, MPI_ORDER_C, old, &type); break;
#if MPI_VERSION >= 4
        case 11: MPI_Type_contiguous_c(ITEMS, old, &type); break;
        case 12: MPI_Type_vector_c(ITEMS, 1, APART, MPI_INT, &type); break;
#endif
        default: return old;
    }
    MPI_Type_free(&old);
    MPI_Type_commit(&type);
    return type;
}
#define CONSTRUCTORS 14

/* Keeps the first code that is an error. Returns whether it is one in any process: what comes next is collective. */
static int step(int *first, const char *what, int code) {
    int bad = code != MPI_SUCCESS, any;
    if (*first == MPI_SUCCESS) *first = code;
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, everybody);
    now = what;
    return any;
}

/* All that a program does with a file, until something fails. Returns the first error. */
static int used(MPI_File *file, MPI_Datatype type, int *memory) {
    int code = MPI_SUCCESS;
    MPI_Datatype etype, filetype;
    MPI_Offset displacement = -1;
    MPI_Aint extent = -1;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    char name[MPI_MAX_DATAREP_STRING] = "";
    *file = MPI_FILE_NULL;
    now = "open";
    if (step(&code, "set_view", MPI_File_open(everybody, path, MPI_MODE_RDWR, MPI_INFO_NULL, file))) return code;
    MPI_Offset begin = HEAD + 4 * APART * ITEMS * rank;
    if (!step(&code, "get_view", MPI_File_set_view(*file, begin, MPI_INT, type, representation, MPI_INFO_NULL))) {
        int got = MPI_File_get_view(*file, &displacement, &etype, &filetype, name);
        if (got == MPI_SUCCESS) {
            int integers, addresses, datatypes, combiner;
            EXPECT(displacement == begin && strcmp(name, representation) == 0, "the view is another one");
            MPI_Type_get_envelope(filetype, &integers, &addresses, &datatypes, &combiner);
            if (combiner != MPI_COMBINER_NAMED) MPI_Type_free(&filetype);
        }
        step(&code, "get_type_extent", got);
        got = MPI_File_get_type_extent(*file, MPI_INT, &extent);
        EXPECT(got != MPI_SUCCESS || extent == 4, "the extent is %ld", (long)extent);
        step(&code, "write_at_all", got);
        step(&code, "iwrite_at_all", MPI_File_write_at_all(*file, 0, memory, ITEMS, MPI_INT, &status));
        got = MPI_File_iwrite_at_all(*file, 0, memory, ITEMS, MPI_INT, &request);
        step(&code, "iwrite_at", got ? got : MPI_Wait(&request, &status));
        got = MPI_File_iwrite_at(*file, 0, memory, ITEMS, MPI_INT, &request);
        step(&code, "close", got ? got : MPI_Wait(&request, &status));
    }
    step(&code, "the end", MPI_File_close(file));
    return code;
}

static int view(int constructor, int done) {
    int memory[ITEMS], any;
    MPI_Datatype type = filetype(constructor);
    MPI_File file;
    for (int item = 0; item < ITEMS; item++) memory[item] = new_of(item);
    filled();
    begin(done);
    int code = used(&file, type, memory);
    any = end();
    told(code);
    /* Where one process has failed, none has written all. */
    int bad = code != MPI_SUCCESS, none;
    MPI_Allreduce(&bad, &none, 1, MPI_INT, MPI_MAX, everybody);
    look(1, none ? MPI_ERR_OTHER : MPI_SUCCESS, 0);
    /* Closing may have failed, before or after the file was closed. */
    if (file != MPI_FILE_NULL) succeeded(MPI_File_close(&file), "closing it again");
    filled();
    succeeded(used(&file, type, memory), "the next use");
    look(1, MPI_SUCCESS, 0);
    MPI_Type_free(&type);
    return any;
}

static void views(void) {
    for (int way = 0; way < 2 * CONSTRUCTORS; way++) {
        int any = 1;
        for (n = 1; any; n++) {
            any = view(way / 2, way & 1);
            judged("using a file", any);
        }
    }
}

/* ---- Requests ---- */

static const char *const ENDS[] = {
    "Wait", "Test", "Waitall", "Testall", "Waitany", "Testany", "Waitsome", "Testsome", "Request_get_status",
    "Request_get_status_all", "Request_get_status_any", "Request_get_status_some", "Request_free",
};
#define ALL_ENDS ((int)(sizeof ENDS / sizeof *ENDS))

typedef int (*All)(int, MPI_Request *, int *, MPI_Status *);
typedef int (*Any)(int, MPI_Request *, int *, int *, MPI_Status *);

/* The error of one of several requests. */
static int in_status(int code, int count, const MPI_Status *statuses) {
    int class = code;
    if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
    if (class != MPI_ERR_IN_STATUS) return code;
    for (int i = 0; i < count; i++)
        if (statuses[i].MPI_ERROR != MPI_SUCCESS && statuses[i].MPI_ERROR != MPI_ERR_PENDING) return statuses[i].MPI_ERROR;
    return code;
}

/* Completes or looks at two requests by one of the routines. Returns its code. */
static int ended(int way, MPI_Request *requests) {
    int flag = 0, which = -1, done = 0, indices[2], code = MPI_SUCCESS;
    MPI_Status status, statuses[2];
    char name[64];
    void *found;
    now = ENDS[way];
    for (int i = 0; i < 2; i++) statuses[i].MPI_ERROR = MPI_SUCCESS;
    snprintf(name, sizeof name, "MPI_%s", ENDS[way]);
    found = dlsym(RTLD_DEFAULT, name);
    switch (way) {
        case 0: return MPI_Wait(&requests[0], &status);
        case 1: while (!flag && !code) code = MPI_Test(&requests[0], &flag, &status); return code;
        case 2: return in_status(MPI_Waitall(2, requests, statuses), 2, statuses);
        case 3: while (!flag && !code) code = MPI_Testall(2, requests, &flag, statuses); return in_status(code, 2, statuses);
        case 4: return MPI_Waitany(2, requests, &which, &status);
        case 5: while (!flag && !code) code = MPI_Testany(2, requests, &which, &flag, &status); return code;
        case 6: code = MPI_Waitsome(2, requests, &done, indices, statuses); return in_status(code, done, statuses);
        case 7: while (!done && !code) code = MPI_Testsome(2, requests, &done, indices, statuses); return in_status(code, done, statuses);
        case 8: while (!flag && !code) code = MPI_Request_get_status(requests[0], &flag, &status); return code;
        case 9: while (!flag && !code) code = ((All)found)(2, requests, &flag, statuses); return code;
        case 10: while (!flag && !code) code = ((Any)found)(2, requests, &which, &flag, &status); return code;
        case 11: while (!done && !code) code = ((Any)found)(2, requests, &done, indices, statuses); return code;
        default: return MPI_Request_free(&requests[0]);
    }
}

/* A collective and an access of one process, both of which read. */
static int requests(int way, int fails) {
    int memory[2][NUMBERS], any = 0, first = MPI_SUCCESS, last = MPI_SUCCESS;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    filled();
    MPI_File file = opened();
    for (int i = 0; i < 2; i++) clear(memory[i], 1, 0);
    if (fails) begin(0);
    int codes[2] = {
        MPI_File_iread_at_all(file, rank * ITEMS, memory[0] + GUARD, ITEMS, MPI_INT, &requests[0]),
        MPI_File_iread_at(file, rank * ITEMS, memory[1] + GUARD, ITEMS, MPI_INT, &requests[1]),
    };
    /* A request that could not be made is none. */
    for (int i = 0; i < 2; i++) if (codes[i] != MPI_SUCCESS) requests[i] = MPI_REQUEST_NULL;
    int made = requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL;
    if (made) first = ended(way, requests);
    if (fails) any = end();
    now = "what is left of the requests";
    for (int i = 0; i < 2; i++) statuses[i].MPI_ERROR = MPI_SUCCESS;
    last = in_status(MPI_Waitall(2, requests, statuses), 2, statuses);
    int code = codes[0] ? codes[0] : codes[1] ? codes[1] : first ? first : last;
    if (fails) told(code); else succeeded(code, "the next requests");
    EXPECT(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL, "a request is left");
    look_at(memory[0], 1, 1, code, rank * ITEMS);
    look_at(memory[1], 1, 1, code, rank * ITEMS);
    look(0, code, 0);
    succeeded(MPI_File_close(&file), "closing");
    return any;
}

static void all_requests(void) {
    for (int way = 0; way < ALL_ENDS; way++) {
        int any = 1;
        char name[64];
        snprintf(name, sizeof name, "MPI_%s", ENDS[way]);
        if (!dlsym(RTLD_DEFAULT, name)) continue;
        for (n = 1; any; n++) {
            any = requests(way, 1);
            requests(way, 0);
            judged(ENDS[way], any);
        }
    }
}

/* ---- What passes through ---- */

typedef int (*Extent)(MPI_File, MPI_Datatype, MPI_Count *);

/* A view that the MPI library sets while it opens a file, and routines of a file without a view of ours. */
static void passed(void) {
    int (*sets)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, "failing_views");
    Extent extent = (Extent)dlsym(RTLD_DEFAULT, "MPI_File_get_type_extent_c");
    MPI_Count bytes = -1;
    MPI_Status status;
    MPI_File file;
    int numbers[2] = {0};
    now = "a view set inside the library";
    alarm(60);
    filled();
    sets(1);
    succeeded(MPI_File_open(everybody, path, MPI_MODE_RDWR, MPI_INFO_NULL, &file), "opening");
    EXPECT(sets(0) == 1, "the library has set no view");
    EXPECT(extent != NULL, "there is no MPI_File_get_type_extent_c");
    if (extent) succeeded(extent(file, MPI_DOUBLE, &bytes), "an extent");
    EXPECT(bytes == 8, "the extent is %ld", (long)bytes);
    succeeded(MPI_File_read_at(file, HEAD, numbers, 2, MPI_INT, &status), "reading");
    EXPECT(memcmp(numbers, before + HEAD, sizeof numbers) == 0, "the numbers are other ones");
    succeeded(MPI_File_close(&file), "closing");
    judged(now, 1);
}

int main(int argc, char **argv) {
    static char own[4096];
    int counts[2], all[2], first;
    if (argc < 3) return 2;
    path = argv[1];
    representation = argv[2];
    MPI_Init(&argc, &argv);
    for (const int *one = (int[]){SIGALRM, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, 0}; *one; one++) signal(*one, ends);
    MPI_Comm_rank(MPI_COMM_WORLD, &first);
    everybody = argc > 3 ? MPI_COMM_SELF : MPI_COMM_WORLD;
    MPI_Comm_rank(everybody, &rank);
    MPI_Comm_size(everybody, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    arm = (void (*)(long, int, int, int))dlsym(RTLD_DEFAULT, "failing_arm");
    disarm = (const char *(*)(void))dlsym(RTLD_DEFAULT, "failing_disarm");
    if (!arm || !disarm || ranks > RANKS) return 2;
    if (argc > 3) {
        snprintf(own, sizeof own, "%s-%d", path, first);
        path = own;
        n = atol(argv[3]) + first;
        judged("the first use of a file", view(2, 0));
    } else {
        views();
        accesses();
        all_requests();
        function();
        passed();
    }
    if (rank == 0) unlink(path);
    /* All processes of a run together have the same counts. */
    counts[0] = rank == 0 ? right : 0;
    counts[1] = rank == 0 ? wrong : 0;
    MPI_Reduce(counts, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (first == 0) printf("%d right, %d wrong\n", all[0], all[1]);
    MPI_Finalize();
    return 0;
}
