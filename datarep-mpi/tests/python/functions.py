"""Python's own functions as a representation, by mpi4py: in each process, blocking, collective and nonblocking.

    mpiexec -n 2 python functions.py FILE

The last line is "R right, W wrong".
"""

import array
import os
import sys

from mpi4py import MPI

ADDED = 1000
COUNT = 6
seen = []


def items(buffer, first, count):
    """Nobody says how long the buffers are, so that they are cut first."""
    return memoryview(buffer)[4 * first : 4 * (first + count)].cast("i")


def on_read(user, datatype, count, file, position):
    seen.append((datatype.Get_size(), -ADDED))
    native, stored = items(user, position, count), items(file, 0, count)
    for index in range(count):
        native[index] = stored[index] - ADDED


def on_write(user, datatype, count, file, position):
    seen.append((datatype.Get_size(), ADDED))
    native, stored = items(user, position, count), items(file, 0, count)
    for index in range(count):
        stored[index] = native[index] + ADDED


def on_extent(datatype):
    return datatype.Get_size()


def main():
    path = sys.argv[1]
    rank = MPI.COMM_WORLD.Get_rank()
    right = wrong = 0

    def expect(good, what):
        nonlocal right, wrong
        if MPI.COMM_WORLD.allreduce(0 if good else 1) == 0:
            right += 1
        else:
            wrong += 1
            print(f"rank {rank}: {what} is {'right' if good else 'wrong'}", flush=True)

    MPI.Register_datarep("added", on_read, on_write, on_extent)
    numbers = array.array("i", range(100 * rank, 100 * rank + COUNT))
    at = rank * COUNT
    file = MPI.File.Open(MPI.COMM_WORLD, path, MPI.MODE_CREATE | MPI.MODE_RDWR)

    def view(name):
        file.Set_view(0, MPI.INT, MPI.INT, name)

    def raw():
        view("native")
        got = array.array("i", [0] * COUNT)
        file.Read_at(at, got)
        view("added")
        return list(got) == [number + ADDED for number in numbers]

    def back(read):
        got = array.array("i", [0] * COUNT)
        request = read(got)
        if isinstance(request, MPI.Request):
            request.Wait()
        return got == numbers

    view("added")
    expect(file.Get_view()[3] == "added", "the name of the view")
    expect(file.Get_type_extent(MPI.INT) == 4, "the extent")
    for name, write in [
        ("Write_at", lambda: file.Write_at(at, numbers)),
        ("Write_at_all", lambda: file.Write_at_all(at, numbers)),
        ("Iwrite_at", lambda: file.Iwrite_at(at, numbers).Wait()),
        ("Iwrite_at_all", lambda: file.Iwrite_at_all(at, numbers).Wait()),
    ]:
        write()
        file.Sync()
        MPI.COMM_WORLD.Barrier()
        expect(raw(), name)
    for name, read in [
        ("Read_at", lambda got: file.Read_at(at, got)),
        ("Read_at_all", lambda got: file.Read_at_all(at, got)),
        ("Iread_at", lambda got: file.Iread_at(at, got)),
        ("Iread_at_all", lambda got: file.Iread_at_all(at, got)),
    ]:
        expect(back(read), name)
    expect(seen == [(4, ADDED)] * 4 + [(4, -ADDED)] * 4, "calls of the functions")
    file.Close()
    if rank == 0:
        os.unlink(path)
        print(f"{right} right, {wrong} wrong")


main()
