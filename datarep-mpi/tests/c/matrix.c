/* Every routine of data access with datatypes of every kind, in three representations, against an oracle of its own.
 *
 *     DATAREP_EXTERNAL32=1 mpiexec -n N matrix FILE [LAYOUTS [NAME]]
 *
 * The representations are `ibm370`, `external32`, and one that is registered here. NAME is what the first is called in the views: with
 * DATAREP_FORCE=ibm370 it may be `native`.
 *
 * A case is a routine and a layout. The oracle knows flat typemaps alone: where each item lies in memory and in the file, and
 * what its bytes are there. It shares nothing with what is tested: the file is read and written by POSIX. All processes have one view;
 * each accesses a block of its own. Of LAYOUTS the first so many are gone through, which is all of them where it is not said.
 *
 * The last line is "R right, W wrong".
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENTRIES 64
#define BEGIN 24
#define FILLER 0x55
#define GAP 0xAA

/* ---- Flat typemaps ---- */

typedef struct {
    int entries;
    struct { char type; long at; } entry[ENTRIES];
    long lb, ub;
} Flat;

/* Bytes of an item: s short, i int, l long, f float, d double, q long double. */
static long size_of(char type, int in_file) {
    switch (type) {
        case 's': return 2;
        case 'i': case 'f': return 4;
        case 'l': return in_file ? 4 : 8;
        case 'd': return 8;
        default: return 16;
    }
}

static Flat leaf(char type, int in_file) {
    Flat flat = {1, {{type, 0}}, 0, size_of(type, in_file)};
    return flat;
}

static Flat empty(void) {
    Flat flat = {0, {{0, 0}}, 0, 0};
    return flat;
}

static void add(Flat *to, const Flat *part, long at) {
    if (to->entries == 0) { to->lb = part->lb + at; to->ub = part->ub + at; }
    for (int i = 0; i < part->entries; i++) {
        to->entry[to->entries].type = part->entry[i].type;
        to->entry[to->entries].at = part->entry[i].at + at;
        to->entries++;
    }
    if (part->lb + at < to->lb) to->lb = part->lb + at;
    if (part->ub + at > to->ub) to->ub = part->ub + at;
}

static long extent(const Flat *flat) { return flat->ub - flat->lb; }

static Flat vector(Flat part, int count, int length, int stride) {
    Flat flat = empty();
    for (int i = 0; i < count; i++)
        for (int j = 0; j < length; j++) add(&flat, &part, (i * stride + j) * extent(&part));
    return flat;
}

static Flat bounds(Flat flat, long lb, long bytes) {
    flat.lb = lb;
    flat.ub = lb + bytes;
    return flat;
}

/* ---- Layouts ---- */

typedef struct {
    const char *name;
    MPI_Datatype memory, etype, filetype;
    int copies;
    /* One copy of the memory's datatype; the etype and the filetype as they lie in the file. */
    Flat native, item, file;
    int items;
} Layout;

static MPI_Datatype committed(MPI_Datatype type) { MPI_Type_commit(&type); return type; }
static MPI_Datatype vector_type(MPI_Datatype of, int count, int length, int stride) {
    MPI_Datatype type;
    MPI_Type_vector(count, length, stride, of, &type);
    return committed(type);
}
static MPI_Datatype resized_type(MPI_Datatype of, long lb, long bytes) {
    MPI_Datatype type;
    MPI_Type_create_resized(of, lb, bytes, &type);
    return committed(type);
}

#define LAYOUTS 12

static Layout layout(int which) {
    Layout made;
    memset(&made, 0, sizeof made);
    MPI_Datatype type;
    switch (which) {
        case 0:
            made = (Layout){"contiguous", MPI_DOUBLE, MPI_DOUBLE, MPI_DOUBLE, 10, leaf('d', 0), leaf('d', 1), leaf('d', 1), 0};
            break;
        case 1:
            made = (Layout){"strided memory", vector_type(MPI_INT, 5, 2, 3), MPI_INT, MPI_INT, 2,
                            vector(leaf('i', 0), 5, 2, 3), leaf('i', 1), leaf('i', 1), 0};
            break;
        case 2:
            made = (Layout){"strided file", MPI_FLOAT, MPI_FLOAT, vector_type(MPI_FLOAT, 2, 2, 4), 12,
                            leaf('f', 0), leaf('f', 1), vector(leaf('f', 1), 2, 2, 4), 0};
            break;
        case 3:
            made = (Layout){"both strided", vector_type(MPI_DOUBLE, 4, 1, 2), MPI_DOUBLE, vector_type(MPI_DOUBLE, 3, 1, 2), 3,
                            vector(leaf('d', 0), 4, 1, 2), leaf('d', 1), vector(leaf('d', 1), 3, 1, 2), 0};
            break;
        case 4: {
            int lengths[3] = {1, 2, 1};
            MPI_Aint places[3] = {0, 4, 16};
            MPI_Datatype types[3] = {MPI_SHORT, MPI_INT, MPI_DOUBLE};
            MPI_Type_create_struct(3, lengths, places, types, &type);
            type = committed(type);
            Flat flat = empty(), part;
            part = leaf('s', 0); add(&flat, &part, 0);
            part = leaf('i', 0); add(&flat, &part, 4); add(&flat, &part, 8);
            part = leaf('d', 0); add(&flat, &part, 16);
            made = (Layout){"struct with holes", type, type, type, 4, flat, flat, flat, 0};
            break;
        }
        case 5: {
            int sizes[2] = {4, 6}, subsizes[2] = {2, 3}, starts[2] = {1, 2};
            MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
            Flat flat = empty(), part = leaf('i', 1);
            for (int i = 1; i < 3; i++)
                for (int j = 2; j < 5; j++) add(&flat, &part, (i * 6 + j) * 4);
            made = (Layout){"subarray", MPI_INT, MPI_INT, committed(type), 9, leaf('i', 0), leaf('i', 1), bounds(flat, 0, 96), 0};
            break;
        }
        case 6: {
            int sizes[1] = {14}, kinds[1] = {MPI_DISTRIBUTE_CYCLIC}, lengths[1] = {2}, grid[1] = {2};
            MPI_Type_create_darray(2, 1, 1, sizes, kinds, lengths, grid, MPI_ORDER_C, MPI_FLOAT, &type);
            Flat flat = empty(), part = leaf('f', 1);
            for (int i = 0; i < 14; i++) if (i / 2 % 2 == 1) add(&flat, &part, i * 4);
            made = (Layout){"darray", MPI_FLOAT, MPI_FLOAT, committed(type), 8, leaf('f', 0), leaf('f', 1), bounds(flat, 0, 56), 0};
            break;
        }
        case 7:
            made = (Layout){"resized", resized_type(MPI_INT, -4, 12), MPI_INT, resized_type(MPI_INT, 0, 16), 5,
                            bounds(leaf('i', 0), -4, 12), leaf('i', 1), bounds(leaf('i', 1), 0, 16), 0};
            break;
        case 8: {
            int lengths[3] = {2, 1, 3}, places[3] = {0, 4, 7}, in_file[2] = {1, 2}, at[2] = {1, 4};
            MPI_Datatype other;
            MPI_Type_indexed(3, lengths, places, MPI_DOUBLE, &type);
            MPI_Type_indexed(2, in_file, at, MPI_DOUBLE, &other);
            Flat native = empty(), file = empty(), part = leaf('d', 0), item = leaf('d', 1);
            for (int i = 0; i < 3; i++) for (int j = 0; j < lengths[i]; j++) add(&native, &part, (places[i] + j) * 8);
            for (int i = 0; i < 2; i++) for (int j = 0; j < in_file[i]; j++) add(&file, &item, (at[i] + j) * 8);
            made = (Layout){"indexed", committed(type), MPI_DOUBLE, committed(other), 2, native, item, file, 0};
            break;
        }
        case 9: {
            Flat native = empty(), file = empty(), part = leaf('d', 0);
            add(&native, &part, 0); add(&file, &part, 0);
            part = leaf('i', 0);
            add(&native, &part, 8); add(&file, &part, 8);
            made = (Layout){"pairs", MPI_DOUBLE_INT, MPI_DOUBLE_INT, MPI_DOUBLE_INT, 4, bounds(native, 0, 16), file, file, 0};
            break;
        }
        case 10:
            made = (Layout){"long double", MPI_LONG_DOUBLE, MPI_LONG_DOUBLE, MPI_LONG_DOUBLE, 5,
                            leaf('q', 0), leaf('q', 1), leaf('q', 1), 0};
            break;
        default:
            made = (Layout){"integers that change size", vector_type(MPI_LONG, 3, 2, 3), MPI_LONG, vector_type(MPI_LONG, 2, 1, 3), 2,
                            vector(leaf('l', 0), 3, 2, 3), leaf('l', 1), vector(leaf('l', 1), 2, 1, 3), 0};
    }
    made.items = made.copies * made.native.entries;
    return made;
}

static void freed(MPI_Datatype *type) {
    int integers, addresses, types, combiner;
    MPI_Type_get_envelope(*type, &integers, &addresses, &types, &combiner);
    if (combiner != MPI_COMBINER_NAMED) MPI_Type_free(type);
}

/* ---- Items ---- */

static long value_of(long item) { return (item * 7 + 3) % 100 + 1; }

static void big_endian(unsigned long bits, int bytes, unsigned char *to) {
    for (int i = 0; i < bytes; i++) to[i] = bits >> 8 * (bytes - 1 - i);
}

/* A small integer as an IBM float: 0.F times a power of 16, the exponent in excess of 64. */
static void ibm(long value, int bytes, unsigned char *to) {
    int digits = 0;
    while (value >> 4 * digits) digits++;
    memset(to, 0, bytes);
    to[0] = 64 + digits;
    unsigned long fraction = (unsigned long)value << (56 - 4 * digits);
    for (int i = 1; i < bytes && i < 8; i++) to[i] = fraction >> (56 - 8 * i);
    /* The second half of a long one has an exponent that is 14 less. */
    if (bytes == 16) to[8] = to[0] - 14;
}

static void native_item(char type, long value, unsigned char *to) {
    short s = value; int i = value; long l = value; float f = value; double d = value; long double q = value;
    switch (type) {
        case 's': memcpy(to, &s, 2); break;
        case 'i': memcpy(to, &i, 4); break;
        case 'l': memcpy(to, &l, 8); break;
        case 'f': memcpy(to, &f, 4); break;
        case 'd': memcpy(to, &d, 8); break;
        default: memset(to, 0, 16); memcpy(to, &q, 10);
    }
}

static int is_native(char type, long value, const unsigned char *at) {
    unsigned char item[16];
    native_item(type, value, item);
    return memcmp(item, at, type == 'q' ? 10 : size_of(type, 0)) == 0;
}

/* In the registered representation items are swapped, and a long has 4 bytes; so has external32 all but the long double. */
static void swapped(char type, long value, unsigned char *to) {
    unsigned char item[16];
    long bytes = size_of(type, 1);
    native_item(type == 'l' ? 'i' : type, value, item);
    for (long i = 0; i < bytes; i++) to[i] = item[bytes - 1 - i];
}

/* A small integer as a binary float of 128 bits, the exponent in excess of 16383. */
static void quadruple(long value, unsigned char *to) {
    int exponent = 0;
    while (value >> (exponent + 1)) exponent++;
    memset(to, 0, 16);
    big_endian(16383 + exponent, 2, to);
    big_endian((unsigned long)(value - (1L << exponent)) << (48 - exponent), 6, to + 2);
}

enum { IBM370, SWAPPED, EXTERNAL32, REPRESENTATIONS };

static void file_item(int representation, char type, long value, unsigned char *to) {
    if (representation == EXTERNAL32 && type == 'q') quadruple(value, to);
    else if (representation != IBM370) swapped(type, value, to);
    else if (type == 'f' || type == 'd' || type == 'q') ibm(value, size_of(type, 1), to);
    else big_endian(value, size_of(type, 1), to);
}

/* ---- The registered representation ---- */

static Layout *current;
static long asked, state = 12345;

static unsigned char *place(void *buffer, long item) {
    const Flat *flat = &current->native;
    return (unsigned char *)buffer + item / flat->entries * extent(flat) + flat->entry[item % flat->entries].at;
}

static int convert(void *user, MPI_Datatype type, long count, void *file, MPI_Offset position, void *extra, int reads) {
    int bytes_of_type;
    if (extra != &state || MPI_Type_size(type, &bytes_of_type) != MPI_SUCCESS) return MPI_ERR_OTHER;
    unsigned char *at = file;
    for (long item = position; item < position + count; item++) {
        char kind = current->native.entry[item % current->native.entries].type;
        unsigned char native[16];
        long bytes = size_of(kind, 1);
        if (reads) {
            for (long i = 0; i < bytes; i++) native[i] = at[bytes - 1 - i];
            if (kind == 'l') { int half; memcpy(&half, native, 4); long l = half; memcpy(native, &l, 8); }
            memcpy(place(user, item), native, size_of(kind, 0));
        } else {
            memcpy(native, place(user, item), size_of(kind, 0));
            if (kind == 'l') { long l; memcpy(&l, native, 8); int half = l; memcpy(native, &half, 4); }
            for (long i = 0; i < bytes; i++) at[i] = native[bytes - 1 - i];
        }
        at += bytes;
    }
    return MPI_SUCCESS;
}

static int on_read(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    return convert(user, type, count, file, position, extra, 1);
}
static int on_write(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
    return convert(user, type, count, file, position, extra, 0);
}
#if MPI_VERSION >= 4
static int on_read_large(void *user, MPI_Datatype type, MPI_Count count, void *file, MPI_Offset position, void *extra) {
    return convert(user, type, count, file, position, extra, 1);
}
static int on_write_large(void *user, MPI_Datatype type, MPI_Count count, void *file, MPI_Offset position, void *extra) {
    return convert(user, type, count, file, position, extra, 0);
}
#endif
static int on_extent(MPI_Datatype type, MPI_Aint *bytes, void *extra) {
    int size;
    asked++;
    if (extra != &state) return MPI_ERR_OTHER;
    MPI_Type_size(type, &size);
    *bytes = type == MPI_LONG ? 4 : size;
    return MPI_SUCCESS;
}

/* ---- Routines ---- */

enum { AT, AT_ALL, IAT, IAT_ALL, AT_SPLIT, OWN, ALL, IOWN, IALL, SPLIT, SHARED, ISHARED, ORDERED, ORDERED_SPLIT, HALF };
#define ROUTINES (2 * HALF)
static const char *const names[HALF] = {"at", "at_all", "iat", "iat_all", "at_all_begin", "own", "all", "iown", "iall",
                                        "all_begin", "shared", "ishared", "ordered", "ordered_begin"};

/* Every way to complete a request. */
static int complete(MPI_Request *request, MPI_Status *status, int way) {
    int flag = 0, which = 0, done, code = MPI_SUCCESS;
    MPI_Request two[2] = {MPI_REQUEST_NULL, *request};
    MPI_Status statuses[2];
    int indices[2];
    switch (way % 9) {
        case 0: return MPI_Wait(request, status);
        case 1: while (!flag && !code) code = MPI_Test(request, &flag, status); return code;
        case 2: code = MPI_Waitall(2, two, statuses); *status = statuses[1]; break;
        case 3: while (!flag && !code) code = MPI_Testall(2, two, &flag, statuses); *status = statuses[1]; break;
        case 4: code = MPI_Waitany(2, two, &which, status); if (which != 1) return MPI_ERR_OTHER; break;
        case 5: while (!flag && !code) code = MPI_Testany(2, two, &which, &flag, status); if (which != 1) return MPI_ERR_OTHER; break;
        case 6:
            code = MPI_Waitsome(2, two, &done, indices, statuses);
            if (done != 1 || indices[0] != 1) return MPI_ERR_OTHER;
            *status = statuses[0];
            break;
        case 7:
            for (done = 0; done == 0 && !code;) code = MPI_Testsome(2, two, &done, indices, statuses);
            if (done != 1 || indices[0] != 1) return MPI_ERR_OTHER;
            *status = statuses[0];
            break;
        default:
            while (!flag && !code) code = MPI_Request_get_status(*request, &flag, status);
            return code ? code : MPI_Wait(request, status);
    }
    *request = two[1];
    return code;
}

#if MPI_VERSION >= 4
#define CALL(large, name, ...) (large ? name##_c(__VA_ARGS__) : name(__VA_ARGS__))
#else
#define CALL(large, name, ...) ((void)(large), name(__VA_ARGS__))
#endif

static int access_file(MPI_File file, int routine, MPI_Offset offset, void *buffer, int count, MPI_Datatype type,
                       MPI_Status *status, int way) {
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_SUCCESS, large = way % 2, reads = routine < HALF;
#define EITHER(name_read, name_write, ...) \
    (reads ? CALL(large, name_read, __VA_ARGS__) : CALL(large, name_write, __VA_ARGS__))
    switch (routine % HALF) {
        case AT: return EITHER(MPI_File_read_at, MPI_File_write_at, file, offset, buffer, count, type, status);
        case AT_ALL: return EITHER(MPI_File_read_at_all, MPI_File_write_at_all, file, offset, buffer, count, type, status);
        case IAT: code = EITHER(MPI_File_iread_at, MPI_File_iwrite_at, file, offset, buffer, count, type, &request); break;
        case IAT_ALL: code = EITHER(MPI_File_iread_at_all, MPI_File_iwrite_at_all, file, offset, buffer, count, type, &request); break;
        case AT_SPLIT:
            code = EITHER(MPI_File_read_at_all_begin, MPI_File_write_at_all_begin, file, offset, buffer, count, type);
            if (code) return code;
            return reads ? MPI_File_read_at_all_end(file, buffer, status) : MPI_File_write_at_all_end(file, buffer, status);
        case OWN: return EITHER(MPI_File_read, MPI_File_write, file, buffer, count, type, status);
        case ALL: return EITHER(MPI_File_read_all, MPI_File_write_all, file, buffer, count, type, status);
        case IOWN: code = EITHER(MPI_File_iread, MPI_File_iwrite, file, buffer, count, type, &request); break;
        case IALL: code = EITHER(MPI_File_iread_all, MPI_File_iwrite_all, file, buffer, count, type, &request); break;
        case SPLIT:
            code = EITHER(MPI_File_read_all_begin, MPI_File_write_all_begin, file, buffer, count, type);
            if (code) return code;
            return reads ? MPI_File_read_all_end(file, buffer, status) : MPI_File_write_all_end(file, buffer, status);
        case SHARED: return EITHER(MPI_File_read_shared, MPI_File_write_shared, file, buffer, count, type, status);
        case ISHARED: code = EITHER(MPI_File_iread_shared, MPI_File_iwrite_shared, file, buffer, count, type, &request); break;
        case ORDERED: return EITHER(MPI_File_read_ordered, MPI_File_write_ordered, file, buffer, count, type, status);
        default:
            code = EITHER(MPI_File_read_ordered_begin, MPI_File_write_ordered_begin, file, buffer, count, type);
            if (code) return code;
            return reads ? MPI_File_read_ordered_end(file, buffer, status) : MPI_File_write_ordered_end(file, buffer, status);
    }
    return code ? code : complete(&request, status, way);
}

/* ---- Cases ---- */

static int rank, ranks;
static char why[512];

#define EXPECT(condition, ...) \
    do { if (!(condition) && !why[0]) snprintf(why, sizeof why, __VA_ARGS__); } while (0)

static void succeeded(int code, const char *what) {
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (code != MPI_SUCCESS) MPI_Error_string(code, text, &length);
    EXPECT(code == MPI_SUCCESS, "%s fails: %.300s", what, text);
}

/* Where an item lies in the file. */
static long in_file(const Layout *layout, long item) {
    const Flat *flat = &layout->file;
    return BEGIN + item / flat->entries * extent(flat) + flat->entry[item % flat->entries].at;
}

static char type_in_file(const Layout *layout, long item) { return layout->file.entry[item % layout->file.entries].type; }

/* The whole file, with the items of some blocks. */
static long image(const Layout *layout, int representation, int blocks, const int *order, unsigned char **bytes) {
    long items = (long)blocks * layout->items, length = BEGIN + 32, end;
    for (long item = 0; item < items; item++) {
        end = in_file(layout, item) + 16 + 32;
        if (end > length) length = end;
    }
    *bytes = malloc(length);
    memset(*bytes, FILLER, length);
    for (int block = 0; block < blocks; block++) {
        if (order && order[block] < 0) continue;
        long from = order ? order[block] : block;
        for (long item = 0; item < layout->items; item++) {
            long at = block * (long)layout->items + item;
            file_item(representation, type_in_file(layout, at), value_of(from * layout->items + item), *bytes + in_file(layout, at));
        }
    }
    return length;
}

static void store(const char *path, const unsigned char *bytes, long length) {
    int file = open(path, O_WRONLY);
    EXPECT(file >= 0 && pwrite(file, bytes, length, 0) == length && ftruncate(file, length) == 0, "the file cannot be prepared");
    close(file);
}

/* Memory with the items of a block, or with gaps alone. */
static unsigned char *memory(const Layout *layout, int block, long *length, long *before) {
    const Flat *flat = &layout->native;
    *before = 64;
    *length = 128 + extent(flat) * layout->copies + 64;
    unsigned char *bytes = malloc(*length);
    memset(bytes, GAP, *length);
    for (long item = 0; block >= 0 && item < layout->items; item++)
        native_item(flat->entry[item % flat->entries].type, value_of((long)block * layout->items + item),
                    bytes + *before + item / flat->entries * extent(flat) + flat->entry[item % flat->entries].at);
    return bytes;
}

/* Whether memory has the first items of a block, and what is no item is as it was. */
static int holds(const Layout *layout, const unsigned char *bytes, long length, long before, int block, long items) {
    const Flat *flat = &layout->native;
    unsigned char *used = calloc(length, 1);
    int good = 1;
    for (long item = 0; item < items; item++) {
        char type = flat->entry[item % flat->entries].type;
        long at = before + item / flat->entries * extent(flat) + flat->entry[item % flat->entries].at;
        good &= is_native(type, value_of((long)block * layout->items + item), bytes + at);
        memset(used + at, 1, size_of(type, 0));
    }
    for (long i = 0; i < length; i++) good &= used[i] || bytes[i] == GAP;
    free(used);
    return good;
}

static int is_shared(int routine) { int kind = routine % HALF; return kind == SHARED || kind == ISHARED; }
static int is_individual(int routine) { int kind = routine % HALF; return kind >= OWN && kind <= SPLIT; }
static int is_pointed_by_all(int routine) { return routine % HALF >= SHARED; }

static void pointers(MPI_File file, const Layout *layout, int routine) {
    MPI_Offset etypes = layout->items / layout->item.entries, position = -1;
    if (is_individual(routine)) {
        MPI_File_get_position(file, &position);
        EXPECT(position == (rank + 1) * etypes, "the pointer is %ld, not %ld", (long)position, (long)((rank + 1) * etypes));
    }
    if (is_pointed_by_all(routine)) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_get_position_shared(file, &position);
        EXPECT(position == ranks * etypes, "the shared pointer is %ld, not %ld", (long)position, (long)(ranks * etypes));
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* What the library takes for an element of a pair: Open MPI the pair, the others its two items. */
static long elements_of(MPI_Datatype type, long items) {
    MPI_Status status;
    int size, elements;
    if (type != MPI_DOUBLE_INT) return items;
    memset(&status, 0, sizeof status);
    MPI_Type_size(type, &size);
    MPI_Status_set_elements(&status, MPI_BYTE, size);
    MPI_Get_elements(&status, type, &elements);
    return items / 2 * elements;
}

static void counts(const Layout *layout, MPI_Status *status, long items) {
    int elements = -1, count = -1;
    long expected = elements_of(layout->memory, items);
    MPI_Get_elements(status, layout->memory, &elements);
    EXPECT(elements == expected, "%d elements, not %ld", elements, expected);
    MPI_Get_count(status, layout->memory, &count);
    int whole = items % layout->native.entries == 0;
    EXPECT(count == (whole ? items / layout->native.entries : MPI_UNDEFINED), "the count is %d of %ld items", count, items);
}

static void write_case(MPI_File file, const char *path, Layout *layout, int routine, int representation, int way) {
    unsigned char *before, *expected, *got;
    int nothing[64], order[64];
    for (int i = 0; i < ranks; i++) nothing[i] = -1;
    long length = image(layout, representation, ranks, nothing, &before), bytes, origin;
    unsigned char *buffer = memory(layout, rank, &bytes, &origin);
    MPI_Offset etypes = layout->items / layout->item.entries;
    if (rank == 0) store(path, before, length);
    MPI_Barrier(MPI_COMM_WORLD);
    if (is_individual(routine)) MPI_File_seek(file, rank * etypes, MPI_SEEK_SET);
    MPI_Status status;
    memset(&status, 0, sizeof status);
    succeeded(access_file(file, routine, rank * etypes, buffer + origin, layout->copies, layout->memory, &status, way), "writing");
    counts(layout, &status, layout->items);
    EXPECT(holds(layout, buffer, bytes, origin, rank, layout->items), "the buffer was changed");
    pointers(file, layout, routine);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        got = malloc(length);
        int posix = open(path, O_RDONLY);
        EXPECT(pread(posix, got, length, 0) == length, "the file has another length");
        close(posix);
        /* With a shared pointer the processes come in any order. */
        int good = 0;
        for (int first = 0; first < (is_shared(routine) ? 24 : 1) && !good; first++) {
            int left[64], taken = first;
            for (int i = 0; i < ranks; i++) left[i] = i;
            for (int i = 0; i < ranks; i++) {
                int choice = taken % (ranks - i);
                taken /= ranks - i;
                order[i] = left[choice];
                memmove(left + choice, left + choice + 1, (ranks - i - choice - 1) * sizeof *left);
            }
            image(layout, representation, ranks, order, &expected);
            good = memcmp(expected, got, length) == 0;
            for (long i = 0; !good && !is_shared(routine) && i < length; i++)
                EXPECT(expected[i] == got[i], "byte %ld of the file is %02x, not %02x", i, got[i], expected[i]);
            free(expected);
        }
        EXPECT(good, "the file has other bytes");
        free(got);
    }
    free(before);
    free(buffer);
}

static void read_case(MPI_File file, const char *path, Layout *layout, int routine, int representation, int way) {
    unsigned char *expected;
    long length = image(layout, representation, ranks, NULL, &expected), bytes, origin;
    MPI_Offset etypes = layout->items / layout->item.entries;
    if (rank == 0) store(path, expected, length);
    MPI_Barrier(MPI_COMM_WORLD);
    if (is_individual(routine)) MPI_File_seek(file, rank * etypes, MPI_SEEK_SET);
    unsigned char *buffer = memory(layout, -1, &bytes, &origin);
    MPI_Status status;
    memset(&status, 0, sizeof status);
    succeeded(access_file(file, routine, rank * etypes, buffer + origin, layout->copies, layout->memory, &status, way), "reading");
    counts(layout, &status, layout->items);
    int block = rank;
    if (is_shared(routine)) {
        int all[64], seen = 0;
        for (block = 0; block < ranks; block++) if (holds(layout, buffer, bytes, origin, block, layout->items)) break;
        MPI_Allgather(&block, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
        for (int i = 0; i < ranks; i++) seen |= 1 << all[i];
        EXPECT(seen == (1 << ranks) - 1, "not every block was read by one process");
    } else {
        EXPECT(holds(layout, buffer, bytes, origin, block, layout->items), "the buffer has other items");
    }
    pointers(file, layout, routine);
    free(buffer);
    /* The same where the file ends in the last block: with a shared pointer the count is the library's own. */
    if (!is_pointed_by_all(routine)) {
        long half = layout->items / 2, first = (ranks - 1) * (long)layout->items;
        /* Within an etype, where it has items enough. */
        if (layout->item.entries > 2) half++;
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            long end = in_file(layout, first + half) + size_of(type_in_file(layout, first + half), 1) - 1;
            EXPECT(truncate(path, end) == 0, "the file cannot be cut");
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (is_individual(routine)) MPI_File_seek(file, rank * etypes, MPI_SEEK_SET);
        buffer = memory(layout, -1, &bytes, &origin);
        memset(&status, 0, sizeof status);
        succeeded(access_file(file, routine, rank * etypes, buffer + origin, layout->copies, layout->memory, &status, way),
                  "reading at the end");
        long items = rank == ranks - 1 ? half : layout->items;
        counts(layout, &status, items);
        EXPECT(holds(layout, buffer, bytes, origin, rank, items), "at the end the buffer has other items");
        pointers(file, layout, routine);
        free(buffer);
    }
    free(expected);
}

static void view_of(MPI_File file, const Layout *layout, const char *name) {
    char back[MPI_MAX_DATAREP_STRING];
    MPI_Offset displacement;
    MPI_Datatype etype, filetype;
    MPI_Aint bytes;
    MPI_File_get_view(file, &displacement, &etype, &filetype, back);
    EXPECT(displacement == BEGIN && strcmp(back, name) == 0, "the view is `%s` at %ld", back, (long)displacement);
    MPI_Aint lb, native, expected;
    MPI_Type_get_extent(layout->filetype, &lb, &expected);
    MPI_Type_get_extent(filetype, &lb, &native);
    EXPECT(native == expected, "the filetype of the view has extent %ld, not %ld", (long)native, (long)expected);
    freed(&etype);
    freed(&filetype);
    MPI_File_get_type_extent(file, layout->filetype, &bytes);
    EXPECT(bytes == extent(&layout->file), "the extent in the file is %ld, not %ld", (long)bytes, extent(&layout->file));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char *path = argv[1];
    const char *const called[REPRESENTATIONS] = {argc > 3 ? argv[3] : "ibm370", "swapped", "external32"};
    int layouts = argc > 2 ? atoi(argv[2]) : LAYOUTS, right = 0, wrong = 0;
    if (rank == 0) close(open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600));
    MPI_Barrier(MPI_COMM_WORLD);
    int code = MPI_SUCCESS, class;
#if MPI_VERSION >= 4
    /* With large counts, where a run has more than one process. */
    if (ranks > 1) code = MPI_Register_datarep_c("swapped", on_read_large, on_write_large, on_extent, &state);
    else
#endif
    code = MPI_Register_datarep("swapped", on_read, on_write, on_extent, &state);
    succeeded(code, "registering");
    code = MPI_Register_datarep("swapped", on_read, on_write, on_extent, &state);
    MPI_Error_class(code, &class);
    EXPECT(class == MPI_ERR_DUP_DATAREP, "a name can be registered twice");
    MPI_File file;
    succeeded(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR, MPI_INFO_NULL, &file), "opening");
    for (int which = 0; which < layouts; which++) {
        Layout layout_now = layout(which);
        current = &layout_now;
        for (int routine = 0; routine < ROUTINES; routine++) {
            int representation = (which + routine) % REPRESENTATIONS;
            const char *name = called[representation];
            succeeded(MPI_File_set_view(file, BEGIN, layout_now.etype, layout_now.filetype, name, MPI_INFO_NULL), "set_view");
            view_of(file, &layout_now, name);
            if (routine < HALF) read_case(file, path, &layout_now, routine, representation, which + routine / 2);
            else write_case(file, path, &layout_now, routine, representation, which + routine / 2);
            int failed = why[0] != 0, any = 0;
            if (failed)
                printf("%s of %s in %s, rank %d of %d: %s\n", names[routine % HALF], layout_now.name, name, rank, ranks, why);
            fflush(stdout);
            why[0] = 0;
            MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
            if (any) wrong++; else right++;
        }
        freed(&layout_now.filetype);
        if (which == 4) layout_now.memory = MPI_BYTE;
        freed(&layout_now.memory);
    }
    MPI_File_close(&file);
    if (rank == 0) { unlink(path); printf("%d right, %d wrong\n", right, wrong); }
    MPI_Finalize();
    return 0;
}
