"""Records of a text as structured arrays."""

import numpy as np
import pytest

import datarep

TEXT = """
use ibm::hfp32;
use dec::vax_f;

record point { x: hfp32; y: hfp32; }

/// A station.
record station {
    id:    i24;
    lat:   hfp32;
    lon:   ieee::f32;
    name:  [ebcdic(cp037); 8];
    price: packed_decimal(7, 2) as f64;
    _:     2 bytes;
    depth: [vax_f; 3];
    grid:  [[u16; 2]; 2];
    at:    point;
    way:   [point; 2];
    raw:   4 bytes;
    lat2:  hfp32 as f64;
}

record varying { count: u16; items: [hfp32; count]; }
record exact { price: packed_decimal(7, 2); }
"""

RECORDS = datarep.Text(TEXT).records
STATION = RECORDS["station"]


def stations():
    array = np.zeros(3, STATION.dtype)
    array["id"] = [1, -2, 3]
    array["lat"] = [-118.625, 0, 1]
    array["lon"] = [0.5, 1.5, np.pi]
    array["name"] = ["Zürich", "", "ABCDEFGH"]
    array["price"] = [12345.67, -0.01, 0]
    array["depth"] = np.arange(9).reshape(3, 3)
    array["grid"] = np.arange(12).reshape(3, 2, 2)
    array["at.x"], array["at.y"] = [1, 2, 3], [4, 5, 6]
    array["way.x"], array["way.y"] = np.arange(6).reshape(3, 2), -np.arange(6).reshape(3, 2)
    array["raw"] = np.frombuffer(b"ABCDEFGHIJKL", "V1").reshape(3, 4)
    array["lat2"] = 0.25
    return array


def test_the_type():
    assert list(RECORDS) == ["point", "station", "varying", "exact"] and len(RECORDS) == 4
    assert STATION.itemsize == 3 + 4 + 4 + 8 + 4 + 2 + 12 + 8 + 8 + 16 + 4 + 4
    assert STATION.dtype == np.dtype([
        ("id", "i4"), ("lat", "f4"), ("lon", "f4"), ("name", "U8"), ("price", "f8"), ("depth", "f4", 3),
        ("grid", "u2", (2, 2)), ("at.x", "f4"), ("at.y", "f4"), ("way.x", "f4", 2), ("way.y", "f4", 2),
        ("raw", "V1", 4), ("lat2", "f8"),
    ])  # fmt: skip
    assert STATION.doc == "A station." and repr(RECORDS["point"]) == "<datarep.Record 'point': x, y>"
    assert [field.offset for field in STATION.fields[:4]] == [0, 3, 7, 11]
    with pytest.raises(KeyError):
        RECORDS["nowhere"]
    wide = datarep.Text("record wide { x: f128 as f128; } record narrow { x: u128; }").records
    for name in wide:
        # They are scanned, and no arrays.
        with pytest.raises(TypeError, match="as f64"):
            wide[name].dtype


def test_there_and_back(tmp_path):
    array = stations()
    data = datarep.write(array, STATION)
    assert len(data) == 3 * STATION.itemsize
    assert data[:7] == bytes.fromhex("000001 C276A000") and data[11:19] == "Zürich  ".encode("cp037")
    assert data[23:25] == b"\0\0"
    # The points of a way lie side by side, x before y.
    assert datarep.read(data[53:69], "hfp32").tolist() == [0, 0, 1, -1]
    np.testing.assert_array_equal(datarep.read(data, STATION), array)
    np.testing.assert_array_equal(datarep.read(b"head" + data, STATION, offset=4, count=2), array[:2])
    path = tmp_path / "stations"
    STATION.write(array[::-1], path)
    np.testing.assert_array_equal(STATION.read(path), array[::-1])
    assert STATION.write(array[1]) == data[STATION.itemsize : 2 * STATION.itemsize]
    assert datarep.read(b"", STATION).shape == (0,) and STATION.write(array[:0]) == b""
    with pytest.raises(ValueError, match="bytes more"):
        datarep.read(data[:-1], STATION)


def test_what_is_lost_is_told_by_field():
    array = stations()
    array["lat"][1] = 0.1
    array["price"] = 0.25
    array["lat2"][2] = 1e-300
    data, loss = datarep.write(array, STATION, loss=True)
    # Pi has more bits than a hexadecimal float keeps, but `lon` is a float of IEEE.
    assert {path: lost.counts for path, lost in loss.items()} == {"lat": {"inexact": 1}, "lat2": {"underflow": 1}}
    assert loss["lat2"].first == {"underflow": [2]}
    assert datarep.read(data, STATION, loss=True)[1] == {}
    array["way.y"][2, 1] = np.nan
    with pytest.raises(datarep.ConversionError) as caught:
        STATION.write(array)
    error = caught.value
    assert (error.field, error.record, error.index, error.event) == ("way.y", 2, 5, "nan")
    assert str(error).startswith("field `way.y` of record 2, item 5:")


def test_arguments_that_a_record_has_not():
    for wrong in ({"dtype": "f4"}, {"out": np.zeros(1)}, {"order": "big"}, {"shape": 1}, {"on_nan": "zero"}):
        with pytest.raises(TypeError, match="its own"):
            datarep.read(b"", STATION, **wrong)
    with pytest.raises(TypeError, match="of its own"):
        datarep.write(stations(), STATION, order="big")
    with pytest.raises(TypeError):
        STATION.write(np.zeros(2))
