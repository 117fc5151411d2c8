"""Files: dropped or chosen, read in slices, probed, written as columns."""

import math
import struct
import time

from playwright.sync_api import expect

VALUES = [round(50 * math.sin(step / 9), 6) for step in range(4000)]


def make_file(folder):
    path = folder / "waves.bin"
    path.write_bytes(struct.pack(">4000f", *VALUES))
    return path


def test_bytes_and_values_are_side_by_side(opened, tmp_path):
    page = opened("view=file&as=f32&order=big")
    page.locator("#file").set_input_files(make_file(tmp_path))
    rows = page.locator("#hex tbody tr")
    expect(rows).to_have_count(64)
    cells = rows.nth(3).locator("td").all_inner_texts()
    single = struct.pack(">f", VALUES[3])
    assert cells[:2] == ["12", single.hex(" ")] and float(cells[2]) == struct.unpack(">f", single)[0]
    page.get_by_role("button", name="Forth by a page").click()
    expect(rows.first.locator("td").first).to_have_text("256")
    page.locator("#file-format").fill("unsigned(16)")
    page.locator("#file-stride").fill("4")
    page.locator("#file-at").fill("4")
    expect(rows.nth(1).locator("td").first).to_have_text("8")
    expect(rows.nth(1).locator("td").last).to_have_text(str(struct.unpack(">H", struct.pack(">f", VALUES[2])[:2])[0]))
    page.locator("#file-format").fill("vaxf")
    expect(page.locator("#file-fault")).to_contain_text("no format is named")


def test_the_probe_names_the_format(opened, tmp_path):
    page = opened("view=file&as=unsigned(8)")
    page.locator("#file").set_input_files(make_file(tmp_path))
    first = page.locator("#candidates li").first
    expect(first).to_contain_text("f32 big")
    expect(first.get_by_role("img")).to_have_count(1)
    first.get_by_role("button").click()
    expect(page.locator("#file-format")).to_have_value("f32")
    expect(page.locator("#file-order")).to_have_value("big")


def test_a_column_becomes_a_file(opened, tmp_path):
    page = opened("view=file&as=f32&order=big")
    page.locator("#file").set_input_files(make_file(tmp_path))
    expect(page.locator("#hex tbody tr")).to_have_count(64)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Column as CSV").click()
    lines = saved.value.path().read_text().splitlines()
    assert lines[0] == "f32 big"
    singles = struct.unpack(">4000f", struct.pack(">4000f", *VALUES))
    assert [float(line) for line in lines[1:]] == list(singles)


def test_a_hundred_gigabytes_are_not_read(opened, tmp_path):
    path = tmp_path / "large.bin"
    with path.open("wb") as file:
        file.write(struct.pack(">4000f", *VALUES))
        file.truncate(100_000_000_000)
        file.seek(99_999_000_000)
        file.write(struct.pack(">4000f", *VALUES))
    page = opened("view=file&as=f32&order=big")
    began = time.monotonic()
    page.locator("#file").set_input_files(path)
    expect(page.locator("#hex tbody tr")).to_have_count(64)
    shown = time.monotonic() - began
    expect(page.locator("#candidates li").first).to_contain_text("f32 big")
    probed = time.monotonic() - began
    page.locator("#file-at").fill("99999000000")
    expect(page.locator("#hex tbody tr").nth(1).locator("td").first).to_have_text("99999000004")
    single = struct.unpack(">f", struct.pack(">f", VALUES[1]))[0]
    assert float(page.locator("#hex tbody tr").nth(1).locator("td").last.inner_text()) == single
    read = page.evaluate("fileView.bytesRead")
    print(f"page: 100 GB shown in {shown:.2f} s, probed in {probed:.2f} s, {read} bytes read")
    assert read < 8_000_000


def test_files_that_are_no_numbers_say_so(opened, tmp_path):
    page = opened("view=file")
    for name, content in [("empty", b""), ("one", b"x"), ("text", b"all of it is text, line by line\n" * 300)]:
        path = tmp_path / name
        path.write_bytes(content)
        page.locator("#file").set_input_files(path)
        expect(page.locator("#file-name")).to_contain_text(name)
        expect(page.locator("#probe-state")).to_contain_text("examined")
