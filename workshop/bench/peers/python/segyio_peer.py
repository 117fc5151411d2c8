"""segyio: samples of SEG-Y files, IBM's short floats among them.

It converts in place, so the samples are copied to where they are converted first.
"""

import importlib.metadata

import numpy as np
import segyio
import segyio._segyio  # which `segyio.tools` does not import for itself
import segyio.tools

from protocol import serve


def convert(bytes, length):
    """IBM's short floats to those of the machine."""
    stored = np.frombuffer(bytes, np.single)
    out = np.zeros_like(stored)

    def run():
        np.copyto(out.view(np.uint32), stored.view(np.uint32))
        segyio.tools.native(out, segyio.SegySampleFormat.IBM_FLOAT_4_BYTE, copy=False)

    return run, lambda: memoryview(out).cast("B")[:length]


serve(f"segyio {importlib.metadata.version('segyio')}", {"read hfp32": convert})
