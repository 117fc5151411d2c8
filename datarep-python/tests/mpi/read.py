"""Reads by the package what `write.py` has written, and prints how many numbers are right: `python read.py FILE`."""

import sys

import numpy as np

import datarep

numbers = datarep.read(sys.argv[1], "cray64", dtype="f8")
np.testing.assert_array_equal(numbers, np.arange(1000) - 500.5)
print(len(numbers))
