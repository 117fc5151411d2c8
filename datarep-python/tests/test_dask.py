"""Frames of Dask whose columns have no number 1."""

from decimal import Decimal

import pytest

import datarep

dask_frames = pytest.importorskip("dask.dataframe")
pytest.importorskip("pyarrow")

import datarep.dask  # noqa: E402  it needs the package

TEXT = datarep.Text("record r { id: u16; rate: packed_decimal(7, 7); small: packed_decimal(3, 5); price: packed_decimal(7, 2); }")


def test_decimals_below_one(tmp_path):
    path = tmp_path / "rates"
    rows = [{"id": n, "rate": Decimal(n).scaleb(-7), "small": Decimal(n).scaleb(-5), "price": n} for n in range(1, 11)]
    path.write_bytes(TEXT.records["r"].write(rows))
    frame = datarep.dask.read_records(str(path), text=TEXT)
    assert len(frame) == 10
    assert frame.rate.count().compute() == frame.small.count().compute() == 10
    whole = frame.compute()
    assert whole.rate.sum() == Decimal("0.0000055") and whole.small.max() == Decimal("0.00010") and whole.price.sum() == 55
    assert frame.groupby("id").rate.sum().compute().loc[7] == Decimal("0.0000007")


def test_a_number_of_partitions_is_a_number(tmp_path):
    path = tmp_path / "rates"
    path.write_bytes(bytes(12))
    with pytest.raises(TypeError, match="npartitions is a whole number, not str"):
        datarep.dask.read_records(str(path), text=TEXT, npartitions="8")
    with pytest.raises(ValueError, match="npartitions is 0, and must be 1 or more"):
        datarep.dask.read_records(str(path), text=TEXT, npartitions=0)
    two = datarep.Text("record good { x: u8; } record sample { x: u8; }")
    with pytest.raises(ValueError, match="say which one by `record`, such as `record='sample'`"):
        datarep.dask.read_records(str(path), text=two)


def test_a_text_may_be_a_path(tmp_path):
    path, text = tmp_path / "rates", tmp_path / "rates.datarep"
    path.write_bytes(TEXT.records["r"].write([{"id": 7, "rate": 0, "small": 0, "price": 1}]))
    text.write_text(TEXT.source)
    for given in (text, str(text), TEXT):
        assert datarep.dask.read_records(path, text=given).id.sum().compute() == 7
    with pytest.raises(TypeError, match="text is a `datarep.Text`, its path or what is in it, not int"):
        datarep.dask.read_records(path, text=7)
