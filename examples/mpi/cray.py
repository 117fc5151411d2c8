"""Reads the numbers of a Cray, 64 bits each, in parallel, and prints their mean.

    LD_PRELOAD=libdatarep_mpi.so mpiexec -n 4 python cray.py FILE
"""

import array
import sys

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, ranks = world.Get_rank(), world.Get_size()
file = MPI.File.Open(world, sys.argv[1], MPI.MODE_RDONLY)
count = file.Get_size() // 8
file.Set_view(0, MPI.DOUBLE, MPI.DOUBLE, "cray")
first, behind = count * rank // ranks, count * (rank + 1) // ranks
numbers = array.array("d", bytes(8 * (behind - first)))
file.Read_at_all(first, numbers)
total = world.reduce(sum(numbers), MPI.SUM)
if rank == 0:
    print(f"{count} numbers, mean {total / count:g}")
file.Close()
