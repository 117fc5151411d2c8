"""A program as people write it: `test_docs.py` has its types checked. Nobody runs it."""

from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

import datarep

values = datarep.read("line.dat", "hfp32", dtype="f4", on_overflow="saturate")
assert_type(values, NDArray[Any])
both = datarep.read(b"", datarep.Format("vax_g"), loss=True)
assert_type(both, tuple[NDArray[Any], datarep.Loss])
counts: dict[str, int] = both[1].counts

assert_type(datarep.write([1.0, 2.0], "vax_g"), bytes)
datarep.write(np.zeros(3), "vax_g", "line.vax", order="little", threads=0)
data, loss = datarep.write(np.zeros(3), "vax_g", loss=True)

text = datarep.Text("record station { id: i24; }")
station = text.records["station"]
assert_type(station, datarep.Record)
stations = datarep.read("stations.dat", station)

lowest, largest = datarep.Format("hfp32").range or (Decimal(0), Decimal(0))
print(datarep.Format("hfp32").explain(-118.625)["value"])

section = datarep.open("line.sgy", "hfp32", dtype="f4", offset=3840, shape=(-1, 500), strides=(2240, 4))
assert_type(section, datarep.LazyArray)
print(section[100:200, ::2], section.shape, np.asarray(section))

scan = datarep.scan(["in/*.gz", "last"], station, marks="rdw", columns=["id"], on_bad="null")
assert_type(scan.split(4), list[datarep.Scan])
datarep.scan("in/*.gz", station, on_bad="zero")  # type: ignore[arg-type]

found = datarep.probe("unknown.dat", texts=[text])
for candidate in found.candidates:
    print(candidate.format, candidate.at, candidate.reasons)

try:
    datarep.write([1e300], "hfp32")
except datarep.ConversionError as error:
    print(error.index + 1, error.bytes.hex(), error.rule)

datarep.read(b"", "hfp32", on_overflow=3)  # type: ignore[call-overload]
datarep.read(b"", "hfp32", on_overflw="error")  # type: ignore[call-overload]
datarep.read(b"", "hfp32", on_overflow="clip")  # type: ignore[call-overload]

prices = datarep.read(b"", "packed_decimal(7, 2)", dtype=Decimal)
assert_type(datarep.write([Decimal("1.25"), Decimal(3)], "packed_decimal(7, 2)"), bytes)
size: int | None = station.itemsize
frame = station.to_frame(stations, arrays="columns")
station.to_frame(stations, arrays="wide")  # type: ignore[arg-type]
