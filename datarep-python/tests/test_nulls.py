"""Missing items of records: masked arrays, ``None``, and back."""

import datarep
import numpy as np
import pytest

TEXT = datarep.Text(
    """
    record reading {
        depth:  i16 { null if -9999 | all 0xFF; };
        amount: zoned_decimal(2, 0) as f64 { null if spaces | invalid; };
        name:   [ebcdic(cp037); 3] { null if spaces; };
        pair:   [u8; 2] { null if 0; };
        count:  u8;
    }
    record long {
        count: u8;
        items: [i16; count] { null if -1; };
        names: [[ascii; 2]; count] { null if spaces; };
        word:  [ascii; count] { null if all 0x2D; };
    }
    record price { price: packed_decimal(3, 1) { null if low_values; }; flag: logical(8) { null if 0xFF; }; }
    record broken { digits: packed_decimal(3, 0) { null if invalid; }; }
    """
)

READINGS = bytes.fromhex("0005 F1C2 C1C240 0107 01" + "FFFF 4040 404040 0000 02" + "D8F1 F1FF C14040 0500 03")


def test_missing_items_are_masked_and_come_back() -> None:
    reading = TEXT.records["reading"]
    assert reading.is_nullable
    made = reading.read(READINGS)
    assert isinstance(made, np.ma.MaskedArray)
    assert made["depth"].tolist() == [5, None, None]
    assert made["amount"].tolist() == [12.0, None, None]
    assert made["name"].tolist() == ["AB", None, "A"]
    assert made["pair"].tolist() == [[1, 7], [None, None], [5, None]]
    assert made["count"].tolist() == [1, 2, 3]
    assert np.isnan(made["amount"].filled(np.nan)).tolist() == [False, True, True]
    # The first way to write a missing item.
    again = bytes.fromhex("0005 F1C2 C1C240 0107 01" + "D8F1 4040 404040 0000 02" + "D8F1 4040 C14040 0500 03")
    assert reading.write(made) == again
    assert reading.write(reading.read(again)) == again
    assert reading.read(READINGS[:10])["depth"].mask.tolist() == [False]
    assert reading.read(READINGS, count=1).size == 1


def test_a_dict_has_none_for_a_missing_item() -> None:
    reading = TEXT.records["reading"]
    row = {"depth": None, "amount": None, "name": None, "pair": [3, 4], "count": 9}
    assert reading.write(row).hex() == "d8f14040404040030409"
    assert reading.write([{**row, "depth": 7}, row]).hex() == "00074040404040030409d8f14040404040030409"
    assert reading.write({**row, "pair": [None, 4]}).hex() == "d8f14040404040000409"
    assert reading.write({**row, "pair": [None, None]}).hex() == "d8f14040404040000009"
    with pytest.raises(TypeError, match="field `count` of record 0"):
        reading.write({**row, "count": None})


def test_a_dict_has_masked_items_as_an_array_has_them() -> None:
    pandas = pytest.importorskip("pandas")
    reading = TEXT.records["reading"]
    made = reading.read(READINGS)
    rows = [{name: row[name] for name in made.dtype.names} for row in made]
    assert reading.write(rows) == reading.write(made)
    row = {"depth": pandas.NA, "amount": np.ma.masked, "name": float("nan"), "pair": np.ma.array([3, 4], mask=[True, False]), "count": 9}
    assert reading.write(row).hex() == "d8f14040404040000409"
    assert reading.write({**row, "pair": np.array([None, 4], object)}).hex() == "d8f14040404040000409"
    assert reading.write({**row, "pair": np.ma.masked_all(2, "u1"), "depth": np.float64("nan")}).hex() == "d8f14040404040000009"


def test_a_dict_has_missing_items_of_arrays_of_any_length() -> None:
    long = TEXT.records["long"]
    data = bytes.fromhex("02 0001FFFF 2020 4142 2D2D" + "01 FFFF 4344 41" + "00")
    made = long.read(data)
    assert long.write([{name: row[name] for name in made.dtype.names} for row in made]) == data
    first = {"count": 2, "items": [1, None], "names": [None, "AB"], "word": None}
    assert long.write([first, {"items": [None], "names": ["CD"], "word": "A"}, {"items": [], "names": [], "word": ""}]) == data
    with pytest.raises(TypeError, match="field `items` has several items, or is a text, and is given None"):
        long.write({**first, "items": None})
    with pytest.raises(TypeError, match="field `items` has several items, or is a text, and is given 5"):
        long.write({**first, "items": 5})


@pytest.mark.parametrize(
    "name, value",
    [
        ("one", np.ma.masked), ("pair", np.ma.array([1, 2], mask=[False, True])), ("items", np.ma.array([1, 2], mask=[False, True])),
        ("text", np.ma.masked), ("price", np.ma.masked), ("raw", np.ma.masked),
    ],
)
def test_masked_items_of_a_dict_whose_field_has_no_missing_ones_are_refused(name, value) -> None:
    record = datarep.Text(
        "record plain { one: i16; pair: [i16; 2]; n: u8; items: [i16; n]; text: [ascii; 2]; price: packed_decimal(3, 1); raw: 2 bytes; }"
    ).records["plain"]
    row = {"one": 1, "pair": [1, 2], "items": [1, 2], "text": "ab", "price": 1, "raw": b"ab"}
    made = record.read(record.write(row))
    with pytest.raises(ValueError, match=f"field `{name}` of record 0: it has 1 masked item, and its items are never missing: `null if`"):
        record.write({**row, name: value})
    made["items"][0] = np.ma.array([1, 2], mask=[False, True])
    with pytest.raises(ValueError, match="field `items` has 1 masked items, and a file has no mask"):
        record.write(made)


def test_rows_of_a_frame_come_back() -> None:
    pytest.importorskip("pandas")
    for name, data in (("price", bytes.fromhex("123C 00 0000 FF 005D 01")), ("long", bytes.fromhex("02 0001FFFF 2020 4142 2D2D 01 FFFF 4344 41 00"))):
        record = TEXT.records[name]
        assert record.write(record.to_frame(data).to_dict("records")) == data
    reading = TEXT.records["reading"]
    rows = reading.to_frame(READINGS).to_dict("records")
    # Among floats, a NaN is a number.
    assert reading.write([{**row, "amount": 1.0} for row in rows]).hex() == "0005f0c1c1c240010701" + "d8f1f0c1404040000002" + "d8f1f0c1c14040050003"


def test_a_masked_item_of_another_field_is_refused() -> None:
    reading = TEXT.records["reading"]
    made = reading.read(READINGS)
    made["count"][1] = np.ma.masked
    with pytest.raises(ValueError, match="field `count` has 1 masked items, and the file has no mask: write `null if`"):
        reading.write(made)


def test_arrays_and_texts_of_any_length() -> None:
    long = TEXT.records["long"]
    data = bytes.fromhex("02 0001FFFF 2020 4142 2D2D" + "01 FFFF 4344 41" + "00")
    made = long.read(data)
    assert [row.tolist() for row in made["items"]] == [[1, None], [None], []]
    assert made["names"].tolist() == [[None, "AB"], ["CD"], []]
    assert made["word"].tolist() == [None, "A", ""]
    assert long.write(made) == data


def test_decimals_and_truth_values() -> None:
    price = TEXT.records["price"]
    made = price.read(bytes.fromhex("123C 00 0000 FF 005D 01"))
    assert [None if one is None else str(one) for one in made["price"].tolist()] == ["12.3", None, "-0.5"]
    assert made["flag"].tolist() == [False, None, True]
    assert price.write(made).hex() == "123c000000ff005d01"


def test_a_missing_item_that_has_no_bytes_is_refused() -> None:
    broken = TEXT.records["broken"]
    made = broken.read(bytes.fromhex("123C 1234"))
    assert made["digits"].tolist() == [123, None]
    with pytest.raises(ValueError, match="is missing: no bytes are said"):
        broken.write(made)


def test_frames_have_missing_values() -> None:
    pandas = pytest.importorskip("pandas")
    frame = TEXT.records["reading"].to_frame(READINGS)
    assert frame["depth"].isna().tolist() == [False, True, True]
    assert str(frame["depth"].dtype) == "Int16"
    assert frame["amount"].isna().tolist() == [False, True, True]
    assert frame["name"].isna().tolist() == [False, True, False]
    assert frame["count"].tolist() == [1, 2, 3]
    assert isinstance(frame, pandas.DataFrame)
