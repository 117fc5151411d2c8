"""Records that differ in length, and records as data frames."""

import pickle
from decimal import Decimal

import numpy as np
import pytest

import datarep

TEXT = datarep.Text("""
use ibm::hfp32;
record point { x: hfp32; y: hfp32; }
record log {
    count: u16;
    items: [hfp32; count];
    price: packed_decimal(7, 2);
    size:  u8;
    name:  [ebcdic(cp037); size];
    raw:   2 bytes;
    grid:  [[u8; 2]; count];
    rest:  [1 bytes; size];
    pairs: [2 bytes; size];
    way:   [point; count];
    code:  [ascii; 4];
}
record part { n: u8; v: [u16; n]; names: [[ascii; 2]; n]; }
record deep { k: u8; parts: [part; k]; end: u8; }
""")
LOG, DEEP = TEXT.records["log"], TEXT.records["deep"]


def logs():
    one = {
        "items": [1.5, -118.625], "price": Decimal("1.25"), "name": "AB", "raw": np.frombuffer(b"xy", "V1"),
        "grid": [[1, 2], [3, 4]], "rest": b"\x01\x02", "pairs": b"aabb", "way.x": [1, 2], "way.y": [3, 4], "code": "A",
    }  # fmt: skip
    none = {**one, "items": [], "name": "", "grid": [], "rest": b"", "pairs": b"", "way.x": [], "way.y": [], "code": "WXYZ"}
    return [one, none]


DATA = bytes.fromhex(
    "0002 41180000 C276A000 0000125C 02 C1C2 7879 01020304 0102 61616262 41100000 41300000 41200000 41400000 41202020"
    "0000 0000125C 00 7879 5758595A"
)


def test_the_type():
    assert LOG.itemsize is None and list(LOG.dtype.names or ())[:3] == ["count", "items", "price"]
    assert LOG.dtype["items"] == LOG.dtype["name"] == LOG.dtype["way.x"] == object
    assert LOG.dtype["count"] == np.uint16 and LOG.dtype["raw"].shape == (2,) and LOG.dtype["code"] == "U4"
    items, grid, name = (next(field for field in LOG.fields if field.path == path) for path in ("items", "grid", "name"))
    assert items.counts == ["count"] and grid.counts == ["count", 2] and name.length == "size" and name.counts == []
    assert LOG.fields[0].offset == 0 and grid.offset is None and items.dtype == "f4" and name.extent is None
    html = LOG._repr_html_()
    assert "records of different lengths" in html and "count x 2" in html and "None" not in html


def test_there_and_back(tmp_path):
    data = LOG.write(logs())
    assert data == DATA
    array = LOG.read(data)
    assert array.shape == (2,) and array["count"].tolist() == [2, 0]
    assert array["items"][0].dtype == np.float32 and array["items"][0].tolist() == [1.5, -118.625]
    assert array["name"].tolist() == ["AB", ""] and array["rest"].tolist() == [b"\x01\x02", b""]
    assert array["grid"][0].tolist() == [[1, 2], [3, 4]] and array["grid"][1].shape == (0, 2)
    assert array["way.y"][0].tolist() == [3, 4] and array["code"].tolist() == ["A", "WXYZ"] and array["price"][0] == Decimal("1.25")
    assert LOG.write(array) == data and datarep.write(array[::-1], LOG) == data[-13:] + data[:-13]
    assert LOG.write(array[0]) == data[:-13]
    path = tmp_path / "logs"
    assert LOG.write(array, path) == len(data) and path.read_bytes() == data
    assert datarep.read(path, LOG, count=1)["count"].tolist() == [2]
    assert LOG.read(b"head" + data, offset=4)["count"].tolist() == [2, 0]
    assert LOG.read(b"").shape == (0,) and LOG.write(array[:0]) == b"" and LOG.write([]) == b""
    again = pickle.loads(pickle.dumps(LOG))
    assert again.write(again.read(data)) == data


def test_groups_of_different_lengths():
    data = bytes([2, 1, 0, 5]) + b"AB" + bytes([2, 0, 6, 0, 7]) + b"CDEF" + bytes([9, 0, 8])
    array = DEEP.read(data)
    # The items of the groups of a record stand one after another; the counts say which are whose.
    assert array["parts.n"][0].tolist() == [1, 2] and array["parts.v"][0].tolist() == [5, 6, 7]
    assert array["parts.names"][0] == ["AB", "CD", "EF"] and array["parts.names"][1] == [] and array["end"].tolist() == [9, 8]
    assert DEEP.write(array) == data
    array["parts.n"][0] = np.array([2, 2], "u1")
    with pytest.raises(ValueError, match="`parts.v` has 4 items, and there are 3 values"):
        DEEP.write(array)
    array = DEEP.read(data)
    array["parts.v"][:] = [array["parts.v"][0][:2], array["parts.v"][0][2:]]
    with pytest.raises(ValueError, match="record 0: `parts.v` has 2 items, and by `k` and `parts.n` it has 3"):
        DEEP.write(array)


def test_counts_that_do_not_fit():
    for change, kind, message in (
        ({"count": 3}, ValueError, "record 1: `items` has 2 items, and by `count` it has 3"),
        ({"items": 5}, TypeError, "field `items` has several items, or is a text, and is given 5"),
        ({"items": ["x", "y"]}, TypeError, "field `items` is of the type float32, and is given <U1"),
        ({"items": [1e300, 1]}, OverflowError, "field `items` is of the type float32, which has no 1e\\+300"),
        ({"grid": [[1, 2], [3, 400]]}, OverflowError, "field `grid` is of the type uint8, which has no 400"),
        ({"name": "ABC", "size": 2}, ValueError, "`name` has 2 characters, and the text 3"),
        ({"code": "ABCDE"}, ValueError, "field `code` of record 1 has 4 characters, and 'ABCDE' has 5"),
        ({"rest": b"123", "size": 2}, ValueError, "record 1: `rest` has 3 items, and by `size` it has 2"),
    ):
        rows = logs()
        with pytest.raises(kind, match=message):
            LOG.write([rows[1], {**rows[0], **change}])
    with pytest.raises(ValueError, match="the bytes end within record 1"):
        LOG.read(DATA[:-1])
    with pytest.raises(ValueError, match="3 records are asked for"):
        LOG.read(DATA, count=3)


def test_what_is_lost_and_refused():
    rows = logs()
    rows[0]["items"] = [1.5, 0.1]
    data, loss = LOG.write([rows[1], rows[0]], loss=True)
    assert {path: (lost.counts, lost.first) for path, lost in loss.items()} == {"items": ({"inexact": 1}, {"inexact": [1]})}
    assert LOG.read(data, loss=True)[1] == {}
    rows[0]["items"] = [1.5, np.nan]
    with pytest.raises(datarep.ConversionError) as caught:
        LOG.write([rows[1], rows[0]])
    error = caught.value
    assert (error.field, error.record, error.index, error.event) == ("items", 1, 1, "nan")
    assert str(error).startswith("field `items` of record 1, item 1:")
    broken = DATA[:10] + b"\xff" + DATA[11:]
    with pytest.raises(datarep.ConversionError) as caught:
        LOG.read(broken)
    assert (caught.value.field, caught.value.record, caught.value.bytes.hex()) == ("price", 0, "ff00125c")
    rows = logs()
    rows[0]["price"] = Decimal("1.999")
    with pytest.raises(datarep.ConversionError, match="more digits behind the point"):
        LOG.write(rows)


def test_data_frames():
    pandas = pytest.importorskip("pandas")
    frame = LOG.to_frame(LOG.read(DATA))
    assert list(frame.columns) == [field.path for field in LOG.fields] and len(frame) == 2
    assert frame["count"].dtype == np.uint16 and frame["price"].tolist() == [Decimal("1.25")] * 2 and frame["raw"][0] == b"xy"
    long = frame.explode("items")
    assert long["items"].tolist()[:2] == [1.5, -118.625] and long["count"].tolist() == [2, 2, 0]
    record = datarep.Text("record p { x: u8; } record r { at: p; ways: [p; 2]; grid: [[u16; 2]; 2]; name: [ascii; 3]; }").records["r"]
    data = bytes([1, 2, 3, 0, 4, 0, 5, 0, 6, 0, 7]) + b"ab "
    frame = record.to_frame(data + data)
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == ["at.x", "ways.x", "grid", "name"]
    assert frame["ways.x"][1].tolist() == [2, 3] and frame["name"].tolist() == ["ab", "ab"]
    wide = record.to_frame(record.read(data), arrays="columns")
    assert list(wide.columns) == ["at.x", "ways.x_0", "ways.x_1", "grid_0_0", "grid_0_1", "grid_1_0", "grid_1_1", "name"]
    assert wide.iloc[0].tolist() == [1, 2, 3, 4, 5, 6, 7, "ab"] and wide["grid_1_0"].dtype == np.uint16
    with pytest.raises(ValueError, match='arrays is "objects" or "columns"'):
        record.to_frame(data, arrays="wide")
