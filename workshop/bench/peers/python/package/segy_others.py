"""What TGSAI's segy makes of the same bytes and numbers. It needs a NumPy that is later than those of the others, and so an environment of its own."""

import importlib.metadata

import numpy as np
from segy.ibm import ibm2ieee, ieee2ibm

# As in `others.py`.
READS = [("hfp32", "f4", {"segy": lambda data: ibm2ieee(np.frombuffer(data, ">u4").astype("u4"))})]

WRITES = [("hfp32", "f4", {"segy": lambda values: ieee2ibm(values).astype(">u4").tobytes()})]

VERSIONS = {"segy": importlib.metadata.version("segy")}
