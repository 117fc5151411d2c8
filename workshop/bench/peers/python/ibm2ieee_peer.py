"""ibm2ieee: IBM's floats by functions of NumPy's kind."""

import importlib.metadata

import ibm2ieee
import numpy as np

from protocol import serve


def convert(function, source, target):
    """The function on numbers of one type, to as many of another."""

    def prepare(bytes, length):
        numbers = np.frombuffer(bytes, source)
        out = np.zeros(len(numbers), target)

        def run():
            function(numbers, out=out)

        return run, lambda: memoryview(out).cast("B")[:length]

    return prepare


serve(
    f"ibm2ieee {importlib.metadata.version('ibm2ieee')}",
    {
        "read hfp32": convert(ibm2ieee.ibm2float32, ">u4", "<f4"),
        "read hfp64": convert(ibm2ieee.ibm2float64, ">u8", "<f8"),
    },
)
