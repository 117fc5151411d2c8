"""xarray, Zarr and VirtualiZarr: the values of real files, and no more bytes read than were asked for."""

import os
import pathlib

import numpy as np
import pytest

import datarep
from conftest import compare_rows

SEGY = "use ibm::hfp32; record trace { header: 240 bytes; amplitude: [hfp32; 75]; }"


def compare_arrays(engine, found, expected):
    compare_rows(engine, np.asarray(found).reshape(-1).tolist(), np.asarray(expected).reshape(-1).tolist())


@pytest.fixture(scope="session")
def line(corpus):
    path = corpus / "segy" / "Format1msb.sgy"
    return path, np.load(corpus / "segy" / "ref" / "Format1msb.sgy.trace_samples.npy")


def test_xarray_reads_what_is_indexed(line):
    xarray = pytest.importorskip("xarray")
    path, expected = line
    dataset = xarray.open_dataset(path, engine="datarep", text=SEGY, offset=3600)
    assert dataset.amplitude.dims == ("trace", "amplitude_item")
    assert dict(dataset.sizes) == {"trace": 414, "amplitude_item": 75}
    compare_arrays("xarray", dataset.amplitude.values, expected)
    compare_arrays("xarray", dataset.amplitude[10:300:7, ::-2].values, expected[10:300:7, ::-2])
    compare_arrays("xarray", dataset.amplitude.isel(trace=[3, 1, 2], amplitude_item=[0, 74]).values, expected[[3, 1, 2]][:, [0, 74]])
    # Points, which are indexed in two steps.
    points = dataset.amplitude.isel(trace=xarray.DataArray([3, 1], dims="p"), amplitude_item=xarray.DataArray([0, 74], dims="p"))
    compare_arrays("xarray", points.values, expected[[3, 1], [0, 74]])
    dask = pytest.importorskip("dask")
    with dask.config.set(scheduler="threads"):
        compare_arrays("xarray", xarray.open_dataset(path, engine="datarep", text=SEGY, offset=3600, chunks={}).amplitude.mean("trace").values, dataset.amplitude.mean("trace").values)


def test_xarray_reads_headers_and_arrays_without_records(line, corpus):
    xarray = pytest.importorskip("xarray")
    path, expected = line
    text = SEGY.replace("header: 240 bytes;", "before: 188 bytes; inline: i32; rest: 48 bytes;")
    dataset = xarray.open_dataset(path, engine="datarep", text=text, offset=3600, drop_variables="amplitude")
    assert list(dataset) == ["inline"]
    compare_arrays("xarray", dataset.inline.values, np.load(corpus / "segy" / "ref" / "Format1msb.sgy.trace_header_field_189_inline_no.npy"))
    points = {"format": "vax_f", "shape": (552, 4), "offset": 1536, "dtype": "f4", "dims": ("row", "value")}
    dataset = xarray.open_dataset(corpus / "vax" / "C3490702_GEOMA.DAT", engine="datarep", variables={"points": points})
    compare_arrays("xarray", dataset.points.values, np.load(corpus / "vax" / "ref" / "C3490702_GEOMA.DAT.tiepoints.npy"))


def test_what_xarray_cannot_open_is_said(line, tmp_path):
    xarray = pytest.importorskip("xarray")
    path, _ = line
    for arguments, message in [
        ({}, "nothing says which arrays the file has"),
        ({"text": SEGY}, "are no whole number of records of 540 bytes"),
        ({"text": SEGY, "offset": 3600, "count": 415}, "and 415 records of 540 bytes are 224100"),
        ({"text": "record r { n: u8; items: [i16; n]; }"}, "differ in length"),
        ({"text": "record r { n: u8 { null if 0; }; }"}, "items of `n` may be missing"),
        ({"text": "record r { n: packed_decimal(3, 1); }"}, "items of `n` are exact decimals"),
        ({"variables": {"x": {"shape": 3}}}, "the variable 'x' has no `format`"),
        ({"variables": {"x": {"format": "i16", "dims": ("a", "b")}}}, "each side has a name"),
    ]:
        with pytest.raises(ValueError, match=message):
            xarray.open_dataset(path, engine="datarep", **arguments)


@pytest.mark.parametrize("format, dtype", [("hfp32", "f4"), ("vax_g", "f8"), ("twos(24)", "i4"), ("hfp64", "f8")])
def test_zarr_writes_and_reads_formats(tmp_path, format, dtype):
    zarr = pytest.importorskip("zarr")
    import datarep.zarr

    values = (np.arange(70 * 30).reshape(70, 30) - 900).astype(dtype)
    codec = datarep.zarr.BytesCodec(format=format)
    array = zarr.create_array(tmp_path / "store", shape=values.shape, chunks=(20, 10), dtype=dtype, serializer=codec, compressors=None, fill_value=0)
    array[...] = values
    again = zarr.open_array(tmp_path / "store", mode="r")
    assert again.metadata.codecs[0] == codec
    compare_arrays("zarr", again[...], values)
    # What is in the file are numbers of the format.
    chunk = (tmp_path / "store" / "c" / "0" / "0").read_bytes()
    compare_arrays("zarr", datarep.read(chunk, format, dtype=dtype), values[:20, :10])
    array[5:9, ::3] = 7
    compare_arrays("zarr", again[5:9, ::3], np.full((4, 10), 7, dtype))
    with_zstd = zarr.create_array(tmp_path / "packed", shape=values.shape, chunks=(20, 10), shards=(40, 30), dtype=dtype, serializer=codec, fill_value=0)
    with_zstd[...] = values
    compare_arrays("zarr", zarr.open_array(tmp_path / "packed", mode="r")[...], values)


def test_zarr_refuses_what_no_item_can_be(tmp_path):
    zarr = pytest.importorskip("zarr")
    import datarep.zarr

    with pytest.raises(datarep.UnknownFormatError):
        zarr.create_array(tmp_path / "unknown", shape=3, dtype="f4", serializer=datarep.zarr.BytesCodec(format="hfp33"), compressors=None)
    with pytest.raises(Exception, match="`U` cannot be stored as `hfp32`"):
        zarr.create_array(tmp_path / "store", shape=3, dtype="U4", serializer=datarep.zarr.BytesCodec(format="hfp32"), compressors=None)
    array = zarr.create_array(tmp_path / "small", shape=3, dtype="f8", serializer=datarep.zarr.BytesCodec(format="hfp32", rules={"on_overflow": "saturate"}), compressors=None)
    array[...] = [1, 1e300, -1]
    assert array[1] == (1 - 2.0**-24) * 2.0**252
    with pytest.raises(ValueError, match="has `formt`"):
        datarep.zarr.BytesCodec.from_dict({"name": "datarep.bytes", "configuration": {"formt": "hfp32"}})


def open_virtual(path, parser):
    obstore = pytest.importorskip("obstore")
    from obspec_utils.registry import ObjectStoreRegistry

    return parser(url=pathlib.Path(path).as_uri(), registry=ObjectStoreRegistry({"file://": obstore.store.LocalStore()}))


def test_virtualizarr_makes_a_store_of_a_file(line, corpus):
    pytest.importorskip("virtualizarr")
    xarray = pytest.importorskip("xarray")
    import datarep.virtualizarr

    path, expected = line
    parser = datarep.virtualizarr.Parser(text=SEGY, offset=3600)
    store = open_virtual(path, parser)
    dataset = xarray.open_zarr(store, consolidated=False, zarr_format=3)
    compare_arrays("virtualizarr", dataset.amplitude.values, expected)
    compare_arrays("virtualizarr", dataset.amplitude[100:200, ::2].values, expected[100:200, ::2])
    points = {"format": "vax_f", "shape": (552, 4), "offset": 1536, "dtype": "f4", "dims": ("row", "value")}
    parser = datarep.virtualizarr.Parser(variables={"points": points})
    store = open_virtual(corpus / "vax" / "C3490702_GEOMA.DAT", parser)
    dataset = xarray.open_zarr(store, consolidated=False, zarr_format=3)
    compare_arrays("virtualizarr", dataset.points.values, np.load(corpus / "vax" / "ref" / "C3490702_GEOMA.DAT.tiepoints.npy"))


def test_few_bytes_are_read_that_were_not_asked_for(line, tmp_path):
    """Bytes that the system has read for the process, and bytes of the items. Python's own modules read some, too."""
    pytest.importorskip("virtualizarr")
    xarray = pytest.importorskip("xarray")
    import datarep.virtualizarr

    data, expected = line[0].read_bytes(), line[1]
    path = tmp_path / "long.sgy"
    path.write_bytes(data[:3600] + data[3600:] * 10)
    store = open_virtual(path, datarep.virtualizarr.Parser(text=SEGY, offset=3600))
    assert sum(entry["length"] for entry in store._group.arrays["amplitude"].manifest.dict().values()) == 10 * expected.nbytes
    virtual = xarray.open_zarr(store, consolidated=False, zarr_format=3, chunks=None).amplitude
    lazy = xarray.open_dataset(path, engine="datarep", text=SEGY, offset=3600).amplitude
    for array, beside in [(lazy, 0), (virtual, 64)]:
        for part in (array[:3000], array[::2]):
            part.copy(deep=False).load()
            before = count_read()
            size = part.copy(deep=False).load().nbytes
            # Threads tell each other of each chunk, in messages of some bytes.
            assert count_read() - before <= 1.1 * size + beside * len(part)


def count_read():
    """Bytes that this process has read so far."""
    if not os.path.exists("/proc/self/io"):
        pytest.skip("reads what Linux says of a process")
    return int(pathlib.Path("/proc/self/io").read_text().split()[1])
