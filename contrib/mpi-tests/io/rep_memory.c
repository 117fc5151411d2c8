/*
 * SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI
 */

#include "rep.h"

/*
static char MTEST_Descrip[] = "Memory with holes, items of several types, and an etype of both";
*/

#define TILES 50

/* Writes and reads one datatype in memory, and compares all of memory, with the bytes between the items. */
static int check(MPI_File file, const char *name, MPI_Datatype type, const char *what)
{
    int errs = 0, i, wrong = 0, count = 0, elements = 0, items;
    MPI_Aint lower, extent;
    MPI_Offset at = 0, length;
    MPI_Status status;
    rep_map_t map;
    unsigned char *memory, *back, *image;

    memset(&map, 0, sizeof(map));
    rep_add(type, 0, &map);
    items = map.items * TILES;
    MPI_Type_get_extent(type, &lower, &extent);
    memory = (unsigned char *) malloc((size_t) extent * TILES);
    back = (unsigned char *) malloc((size_t) extent * TILES);
    memset(memory, 0xaa, (size_t) extent * TILES);
    memset(back, 0xaa, (size_t) extent * TILES);
    for (i = 0; i < items; i++)
        rep_store(map.types[i % map.items], i % 100,
                  memory + i / map.items * extent + map.displacements[i % map.items]);
    MPI_File_set_size(file, 0);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_write(file, memory, TILES, type, &status);
    MPI_Get_count(&status, type, &count);
    MPI_Get_elements(&status, type, &elements);
    EXPECT(count == TILES && elements == items, "%s: %d datatypes and %d items are written", what, count,
           elements);
    image = rep_image(&length);
    for (i = 0; i < items; i++) {
        wrong += !rep_has(image, length, name, map.types[i % map.items], at, i % 100);
        at += rep_bytes(name, map.types[i % map.items]);
    }
    EXPECT(wrong == 0 && at == length, "%s: %d items of the file are wrong, it has %ld bytes", what, wrong,
           (long) length);
    free(image);
    MPI_File_read_at(file, 0, back, TILES, type, &status);
    MPI_Get_count(&status, type, &count);
    EXPECT(count == TILES, "%s: %d datatypes are read", what, count);
    EXPECT(memcmp(memory, back, (size_t) extent * TILES) == 0, "%s: memory is another one", what);
    free(memory);
    free(back);
    return errs;
}

/* A datatype of a character, an integer and a double, at these displacements. */
static MPI_Datatype make_record(const char *name, int is_file, MPI_Aint extent)
{
    int lengths[3] = { 1, 1, 1 };
    MPI_Aint places[3] = { 0, 4, 8 };
    MPI_Datatype types[3] = { MPI_CHAR, MPI_INT, MPI_DOUBLE }, bare, record;

    if (is_file) {
        places[1] = 1;
        places[2] = 1 + rep_bytes(name, MPI_INT);
        extent = places[2] + 8;
    }
    MPI_Type_create_struct(3, lengths, places, types, &bare);
    MPI_Type_create_resized(bare, 0, extent, &record);
    MPI_Type_commit(&record);
    MPI_Type_free(&bare);
    return record;
}

int main(int argc, char *argv[])
{
    int errs = 0, lengths[3] = { 1, 3, 2 }, places[3] = { 7, 0, 4 };
    const char *name;
    rep_state_t state;
    MPI_File file;
    MPI_Datatype vector, indexed, record, in_file;

    MTest_Init(&argc, &argv);
    name = rep_begin(argc, argv, &state);
    if (name == NULL)
        return rep_refused();
    rep_open(MPI_COMM_SELF, &file);

    EXPECT(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL) == MPI_SUCCESS,
           "the view is refused");
    errs += check(file, name, MPI_INT, "an integer");
    MPI_Type_vector(3, 2, 5, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    errs += check(file, name, vector, "a vector");
    /* The items of memory do not lie in the order of the typemap. */
    MPI_Type_indexed(3, lengths, places, MPI_INT, &indexed);
    MPI_Type_commit(&indexed);
    errs += check(file, name, indexed, "an indexed datatype");

    in_file = make_record(name, 1, 0);
    record = make_record(name, 0, 24);
    EXPECT(MPI_File_set_view(file, 0, in_file, in_file, name, MPI_INFO_NULL) == MPI_SUCCESS,
           "the view of records is refused");
    errs += check(file, name, record, "a record");

    EXPECT(state.bad == 0, "%d calls have arguments that cannot be right", state.bad);
    MPI_File_close(&file);
    MPI_Type_free(&vector);
    MPI_Type_free(&indexed);
    MPI_Type_free(&record);
    MPI_Type_free(&in_file);
    MTest_Finalize(errs);
    return MTestReturnValue(errs);
}
