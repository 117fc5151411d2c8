"""Columns of Arrow as fields of records: what a field does not have is refused, and never changed in silence."""

import io
from decimal import Decimal

import pytest

import datarep

pyarrow = pytest.importorskip("pyarrow")

from datarep._batches import write_batches  # noqa: E402

TEXT = datarep.Text(
    """
    record price { price: packed_decimal(5, 2); }
    record wide { price: packed_decimal(31, 2); }
    record sample { value: f32; }
    record samples { value: [f32; 2]; }
    record group { inner: point; }
    record point { value: f32; }
    """
)


def write_column(record, name, column):
    file = io.BytesIO()
    write_batches(TEXT.records[record], [pyarrow.RecordBatch.from_arrays([column], [name])], file)
    return file.getvalue().hex()


@pytest.mark.parametrize(
    "column",
    [
        pyarrow.array([1.25, -2.0]), pyarrow.array([1.25, -2.0], pyarrow.float32()), pyarrow.array([Decimal("1.250"), Decimal(-2)], pyarrow.decimal256(50, 3)),
        pyarrow.array([1.25, -2.0]).dictionary_encode(), pyarrow.array([9.0, 1.25, -2.0]).slice(1), pyarrow.array(["1.25", "-2"], pyarrow.large_string()),
    ],
)
def test_columns_of_other_types_are_cast(column):
    assert write_column("price", "price", column) == "00125c00200d"


def test_floats_that_are_the_nearest_ones_are_decimals():
    assert write_column("price", "price", pyarrow.array([0.1, 1.1], pyarrow.float32())) == "00010c00110c"
    assert write_column("wide", "price", pyarrow.array([Decimal("0.10")], pyarrow.decimal128(31, 2))) == "0000000000000000000000000000010c"
    assert write_column("sample", "value", pyarrow.array([0.1, float("inf"), None][:2])) == "3dcccccd7f800000"


@pytest.mark.parametrize("column", [pyarrow.array([1.25, 1.255]), pyarrow.array([1.25, 1.255, 1.25]).dictionary_encode(), pyarrow.array([float("nan")])])
def test_floats_with_more_digits_than_a_decimal_are_refused(column):
    with pytest.raises(ValueError, match=r"the column `price` of type .*double.* cannot be decimal128\(5, 2\): "):
        write_column("price", "price", column)


@pytest.mark.parametrize(
    "record, name, column, lost",
    [
        ("wide", "price", pyarrow.array([Decimal("12345678901234567890123456789.12")], pyarrow.decimal128(31, 2)), "has no 12345678901234567890123456789.12"),
        ("sample", "value", pyarrow.array([1.0, 1e300]), "has no 1e\\+300"),
        ("samples", "value", pyarrow.array([[1.0, 2.0], [1.0, -1e300]]), "has no -1e\\+300"),
        ("group", "inner", pyarrow.array([{"value": 1.0}, {"value": 1e39}]), "has no 1e\\+39"),
    ],
)
def test_values_that_a_cast_would_change_are_refused(record, name, column, lost):
    with pytest.raises(ValueError, match=f"the column `{name}` of type .* cannot be .*, which {lost}: round it before"):
        write_column(record, name, column)
