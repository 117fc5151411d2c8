/* A plug-in in C, for the tables of version 1: its representation "inverted" has integers with every bit inverted.
 *
 *     cc -shared -fPIC plugin.c -o plugin.so
 *
 * -DNAME: another name of the representation; -DVERSION: another version of the tables; -DNOTHING: no tables at all;
 * -DCOUNT: a number of representations that are not there.
 */
#include <stddef.h>
#include <stdint.h>

#ifndef NAME
#define NAME "inverted"
#endif
#ifndef VERSION
#define VERSION 1
#endif

#define TEXT(text) { text, sizeof text - 1 }

struct text { const char *begin; size_t bytes; };
struct outcome {
    uint32_t code, event;
    size_t item;
    uint64_t counts[16];
    struct text format;
    size_t path, value;
    char text[256];
};
typedef void run(const void *state, const uint8_t *from, uint8_t *to, size_t items, struct outcome *outcome);
struct type {
    struct text name, mapping;
    size_t native, align, extent, unit;
    const void *state;
    run *read, *write;
};
struct datarep {
    struct text name, doc;
    size_t count;
    const struct type *types;
};
struct plugin {
    uint32_t version, count;
    const struct datarep *datareps;
};

static void invert(const void *state, const uint8_t *from, uint8_t *to, size_t items, struct outcome *outcome) {
    (void)state;
    (void)outcome;
    for (size_t byte = 0; to != NULL && byte < 4 * items; byte++) to[byte] = (uint8_t)~from[byte];
}

#ifdef NOTHING
run *datarep_nothing = invert;
#elif defined COUNT
run *datarep_nothing = invert;
const struct plugin datarep_plugin = { VERSION, COUNT, NULL };
#else
static const struct type types[] = {
    { TEXT("MPI_INT"), TEXT("every bit inverted"), 4, 1, 4, 0, NULL, invert, invert },
    { TEXT("MPI_BYTE"), TEXT("bytes"), 1, 1, 1, 1, NULL, NULL, NULL },
};
static const struct datarep datareps[] = {
    { TEXT(NAME), TEXT("Integers with every bit inverted"), sizeof types / sizeof *types, types },
};
const struct plugin datarep_plugin = { VERSION, sizeof datareps / sizeof *datareps, datareps };
#endif
