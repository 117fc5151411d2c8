"""Writes numbers as a Cray has them, by mpi4py and the library that is preloaded: `mpiexec -n 2 python write.py FILE`."""

import array
import sys

from mpi4py import MPI

COUNT = 1000


def main(path):
    world = MPI.COMM_WORLD
    rank, ranks = world.Get_rank(), world.Get_size()
    own = array.array("d", (number - 500.5 for number in range(rank, COUNT, ranks)))
    file = MPI.File.Open(world, path, MPI.MODE_CREATE | MPI.MODE_WRONLY)
    # Every process has every number whose index is `rank` modulo `ranks`.
    every = MPI.DOUBLE.Create_vector(len(own), 1, ranks).Commit()
    file.Set_view(rank * 8, MPI.DOUBLE, every, "cray")
    file.Write_all([own, MPI.DOUBLE])
    file.Close()


main(*sys.argv[1:])
