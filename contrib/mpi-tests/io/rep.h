/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#ifndef REP_H_INCLUDED
#define REP_H_INCLUDED

/*
 * What the tests of data representations have in common.
 *
 * The representation "wide" is the tests' own. In the file, each integer and each floating-point number has eight
 * bytes, whatever its size in memory, and each character one. All are big-endian. So items change their size and their
 * bytes, and a view that is scaled by the sizes in memory is wrong.
 *
 * A test that has an argument uses the representation that it names: "wide", "native" or "external32". What a library
 * must do in the three is the same. So a run with "native" tells whether the test itself is right.
 */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpitest.h"

#define REP_FILE "testfile"

/* Counts an error and says what is wrong. It needs a variable "errs". */
#define EXPECT(condition_, ...) \
    do { \
        if (!(condition_)) { \
            errs++; \
            fprintf(stderr, "%s:%d: ", __FILE__, __LINE__); \
            fprintf(stderr, __VA_ARGS__); \
            fprintf(stderr, "\n"); \
        } \
    } while (0)

/* What the functions of "wide" count, and how they are told to fail. A pointer to it is their extra state. */
typedef struct {
    int magic;
    int reads, writes, extents; /* calls */
    long read_items, written_items;
    int derived;                /* extents that were asked of types that are not predefined */
    int bad;                    /* calls whose arguments cannot be right */
    int fail_read, fail_write, fail_extent;
} rep_state_t;

#define REP_MAGIC 0x5e7a

static inline int rep_class(int code)
{
    int class = MPI_SUCCESS;
    if (code != MPI_SUCCESS)
        MPI_Error_class(code, &class);
    return class;
}

static inline int rep_is_char(MPI_Datatype type)
{
    return type == MPI_CHAR || type == MPI_BYTE;
}

static inline int rep_is_float(MPI_Datatype type)
{
    return type == MPI_FLOAT || type == MPI_DOUBLE;
}

static inline int rep_is_predefined(MPI_Datatype type)
{
    int integers, addresses, types, combiner = -1;
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

/* The bytes of an item in a file. */
static inline int rep_bytes(const char *name, MPI_Datatype type)
{
    int size;
    if (strcmp(name, "wide") == 0)
        return rep_is_char(type) ? 1 : 8;
    if (strcmp(name, "external32") == 0 && (type == MPI_LONG || type == MPI_UNSIGNED_LONG))
        return 4;
    MPI_Type_size(type, &size);
    return size;
}

/* Stores the bytes of a number in a file. A number is whole and small, so that every type has it. */
static inline void rep_encode(const char *name, MPI_Datatype type, long number, unsigned char *bytes)
{
    int i, size = rep_bytes(name, type), one = 1, is_big = *(char *) &one == 0;
    unsigned long long word = (unsigned long long) (long long) number;

    if (type == MPI_FLOAT && size == 4) {
        float value = (float) number;
        unsigned int half;
        memcpy(&half, &value, sizeof(half));
        word = half;
    } else if (rep_is_float(type)) {
        double value = (double) number;
        memcpy(&word, &value, sizeof(word));
    }
    if (strcmp(name, "native") != 0)
        is_big = 1;
    for (i = 0; i < size; i++)
        bytes[is_big ? size - 1 - i : i] = (unsigned char) (word >> (8 * i));
}

/* Stores a number in memory, or takes it from there. */
static inline void rep_store(MPI_Datatype type, long number, void *memory)
{
    rep_encode("native", type, number, (unsigned char *) memory);
}

static inline long rep_load(MPI_Datatype type, const void *memory)
{
    int size;
    long long number = 0;
    short s;
    int i;
    float f;
    double d;

    MPI_Type_size(type, &size);
    if (type == MPI_FLOAT) {
        memcpy(&f, memory, sizeof(f));
        number = (long long) f;
    } else if (type == MPI_DOUBLE) {
        memcpy(&d, memory, sizeof(d));
        number = (long long) d;
    } else if (size == 1) {
        number = *(const signed char *) memory;
    } else if (size == 2) {
        memcpy(&s, memory, sizeof(s));
        number = s;
    } else if (size == 4) {
        memcpy(&i, memory, sizeof(i));
        number = i;
    } else {
        memcpy(&number, memory, sizeof(number));
    }
    return (long) number;
}

/* The number in eight bytes of "wide", or in one. */
static inline long rep_decode_wide(MPI_Datatype type, const unsigned char *bytes)
{
    int i, size = rep_bytes("wide", type);
    unsigned long long word = 0;
    double value;

    for (i = 0; i < size; i++)
        word = word << 8 | bytes[i];
    if (!rep_is_float(type))
        return size == 1 ? (signed char) word : (long) (long long) word;
    memcpy(&value, &word, sizeof(value));
    return (long) value;
}

/* The typemap of a datatype: where each of its items lies, and of which type it is. */
#define REP_MAX_ITEMS 256
typedef struct {
    int items;
    MPI_Aint extent;
    MPI_Aint displacements[REP_MAX_ITEMS];
    MPI_Datatype types[REP_MAX_ITEMS];
} rep_map_t;

/* Adds the items of a datatype to a map. Returns nonzero if it has a constructor that the tests do not use. */
static inline int rep_add(MPI_Datatype type, MPI_Aint at, rep_map_t * map)
{
    int integers, addresses, types, combiner, i, j, bad = 0, blocks, length;
    int numbers[REP_MAX_ITEMS];
    MPI_Aint places[REP_MAX_ITEMS], lower, extent, block;
    MPI_Datatype inner[REP_MAX_ITEMS];

    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    if (combiner == MPI_COMBINER_NAMED) {
        if (map->items == REP_MAX_ITEMS)
            return 1;
        map->displacements[map->items] = at;
        map->types[map->items++] = type;
        return 0;
    }
    if (integers > REP_MAX_ITEMS || addresses > REP_MAX_ITEMS || types > REP_MAX_ITEMS)
        return 1;
    MPI_Type_get_contents(type, integers, addresses, types, numbers, places, inner);
    MPI_Type_get_extent(inner[0], &lower, &extent);
    blocks = integers > 0 ? numbers[0] : 1;
    if (combiner == MPI_COMBINER_DUP || combiner == MPI_COMBINER_RESIZED) {
        bad = rep_add(inner[0], at, map);
        blocks = 0;
    }
    for (i = 0; i < blocks && !bad; i++) {
        MPI_Datatype item = inner[0];
        length = numbers[1];
        if (combiner == MPI_COMBINER_CONTIGUOUS) {
            block = i * extent;
            length = 1;
        } else if (combiner == MPI_COMBINER_VECTOR) {
            block = i * numbers[2] * extent;
        } else if (combiner == MPI_COMBINER_HVECTOR) {
            block = i * places[0];
        } else if (combiner == MPI_COMBINER_INDEXED) {
            length = numbers[1 + i];
            block = numbers[1 + blocks + i] * extent;
        } else if (combiner == MPI_COMBINER_HINDEXED || combiner == MPI_COMBINER_STRUCT) {
            length = numbers[1 + i];
            block = places[i];
        } else {
            bad = 1;
            break;
        }
        if (combiner == MPI_COMBINER_STRUCT) {
            item = inner[i];
            MPI_Type_get_extent(item, &lower, &extent);
        }
        for (j = 0; j < length && !bad; j++)
            bad = rep_add(item, at + block + j * extent, map);
    }
    for (i = 0; i < types; i++)
        if (!rep_is_predefined(inner[i]))
            MPI_Type_free(&inner[i]);
    return bad;
}

/* Converts items in either direction. "position" is the first item, in items of the datatype laid end to end. */
static inline int rep_convert(void *userbuf, MPI_Datatype datatype, long long count, void *filebuf,
                              MPI_Offset position, rep_state_t * state, int is_read)
{
    rep_map_t *map = (rep_map_t *) calloc(1, sizeof(*map));
    unsigned char *bytes = (unsigned char *) filebuf;
    MPI_Aint lower;
    long long i;

    if (state == NULL || state->magic != REP_MAGIC) {
        free(map);
        return MPI_ERR_OTHER;
    }
    if (is_read) {
        state->reads++;
        state->read_items += (long) count;
    } else {
        state->writes++;
        state->written_items += (long) count;
    }
    if (count < 0 || position < 0 || rep_add(datatype, 0, map) || map->items == 0) {
        state->bad++;
        free(map);
        return MPI_ERR_OTHER;
    }
    MPI_Type_get_extent(datatype, &lower, &map->extent);
    for (i = position; i < position + count; i++) {
        int entry = (int) (i % map->items);
        MPI_Datatype type = map->types[entry];
        char *item = (char *) userbuf + i / map->items * map->extent + map->displacements[entry];
        if (is_read)
            rep_store(type, rep_decode_wide(type, bytes), item);
        else
            rep_encode("wide", type, rep_load(type, item), bytes);
        bytes += rep_bytes("wide", type);
    }
    free(map);
    return MPI_SUCCESS;
}

static inline int rep_read(void *userbuf, MPI_Datatype datatype, int count, void *filebuf,
                           MPI_Offset position, void *extra_state)
{
    rep_state_t *state = (rep_state_t *) extra_state;
    int code = rep_convert(userbuf, datatype, count, filebuf, position, state, 1);
    return code == MPI_SUCCESS && state->fail_read ? MPI_ERR_OTHER : code;
}

static inline int rep_write(void *userbuf, MPI_Datatype datatype, int count, void *filebuf,
                            MPI_Offset position, void *extra_state)
{
    rep_state_t *state = (rep_state_t *) extra_state;
    int code = rep_convert(userbuf, datatype, count, filebuf, position, state, 0);
    return code == MPI_SUCCESS && state->fail_write ? MPI_ERR_OTHER : code;
}

static inline int rep_extent(MPI_Datatype datatype, MPI_Aint * file_extent, void *extra_state)
{
    rep_state_t *state = (rep_state_t *) extra_state;

    if (state == NULL || state->magic != REP_MAGIC)
        return MPI_ERR_OTHER;
    state->extents++;
    if (!rep_is_predefined(datatype)) {
        state->derived++;
        return MPI_ERR_OTHER;
    }
    *file_extent = rep_bytes("wide", datatype);
    return state->fail_extent ? MPI_ERR_OTHER : MPI_SUCCESS;
}

/* The representation that the arguments name. "wide" is registered. Returns NULL if it cannot be. */
static inline const char *rep_begin(int argc, char **argv, rep_state_t * state)
{
    const char *name = argc > 1 ? argv[1] : "wide";
    int code;

    memset(state, 0, sizeof(*state));
    state->magic = REP_MAGIC;
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    if (strcmp(name, "wide") != 0)
        return name;
    code = MPI_Register_datarep(name, rep_read, rep_write, rep_extent, state);
    if (code == MPI_SUCCESS)
        return name;
    fprintf(stderr, "MPI_Register_datarep fails with class %d\n", rep_class(code));
    return NULL;
}

/* Opens a new file of all processes of a communicator. The size is 0. */
static inline int rep_open(MPI_Comm comm, MPI_File * file)
{
    int code = MPI_File_open(comm, REP_FILE, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                             MPI_INFO_NULL, file);
    if (code != MPI_SUCCESS) {
        fprintf(stderr, "\"%s\" cannot be opened: class %d\n", REP_FILE, rep_class(code));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_File_set_size(*file, 0);
    return code;
}

/* The bytes of the whole file, by another handle in a native view. */
static inline unsigned char *rep_image(MPI_Offset * size)
{
    MPI_File file;
    MPI_Status status;
    unsigned char *bytes;
    int count = 0;

    *size = 0;
    if (MPI_File_open(MPI_COMM_SELF, REP_FILE, MPI_MODE_RDONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return NULL;
    MPI_File_get_size(file, size);
    bytes = (unsigned char *) calloc((size_t) *size + 1, 1);
    MPI_File_read_at(file, 0, bytes, (int) *size, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    *size = count;
    MPI_File_close(&file);
    return bytes;
}

/* Whether the bytes of a file have this number at this place. */
static inline int rep_has(const unsigned char *image, MPI_Offset size, const char *name, MPI_Datatype type,
                          MPI_Offset at, long number)
{
    unsigned char expected[16];
    int bytes = rep_bytes(name, type);

    rep_encode(name, type, number, expected);
    return image != NULL && at + bytes <= size && memcmp(expected, image + at, (size_t) bytes) == 0;
}

/* The same for one number, of a file that no process writes now. */
static inline int rep_is_there(const char *name, MPI_Datatype type, MPI_Offset at, long number)
{
    MPI_Offset size;
    unsigned char *image = rep_image(&size);
    int is_there = rep_has(image, size, name, type, at, number);

    free(image);
    return is_there;
}

/* Waits for an access that has begun. Returns the code of the call that failed. */
static inline int rep_wait(int code, MPI_Request * request, MPI_Status * status)
{
    return code == MPI_SUCCESS ? MPI_Wait(request, status) : code;
}

/* Ends a test whose representation is refused. */
static inline int rep_refused(void)
{
    MTest_Finalize(1);
    return MTestReturnValue(1);
}

#endif /* REP_H_INCLUDED */
