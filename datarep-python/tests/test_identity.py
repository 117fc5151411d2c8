"""What makes formats, texts and records equal, also after they were pickled."""

import pickle

import datarep

SOURCE = "float logger = S1 E4 F11 where value = 1.F * 2^(E - 7);\nrecord a { x: logger; y: zoned_decimal(5, 0); }\nrecord b { x: logger; }"


def check(one, same, *others):
    assert one == same and hash(one) == hash(same) and pickle.loads(pickle.dumps(one)) == one
    assert all(one != other for other in others) and one != "hfp32" and one is not None


def test_formats_are_equal_by_name_and_text():
    text, other = datarep.Text(SOURCE), datarep.Text(SOURCE + "\n")
    check(datarep.Format("hfp32"), datarep.Format("hfp32"), datarep.Format("hfp64"), datarep.Format("hfp32 little"))
    check(text["logger"], datarep.Text(SOURCE)["logger"], other["logger"], datarep.Format("f16"))
    fields = [text.records[name].fields[0].format for name in "ab"]
    check(fields[0], datarep.Text(SOURCE).records["a"].fields[0].format, fields[1], text["logger"])
    assert len({datarep.Format("hfp32"), datarep.Format("hfp32"), datarep.Format("vax_f")}) == 2


def test_texts_and_records_are_equal_by_content():
    text, other = datarep.Text(SOURCE, "one"), datarep.Text(SOURCE + "\n")
    check(text, datarep.Text(SOURCE, "two"), other)
    check(text.records["a"], datarep.Text(SOURCE).records["a"], text.records["b"], other.records["a"])
    assert text.records == datarep.Text(SOURCE).records
    assert repr(text.records) == "<datarep.Records: a, b>"
