"""The page as the command opens it: on a desktop whose opener keeps the file that it is given."""

import os
import struct
import subprocess

import pytest
from conftest import HANGS, PAGE
from playwright.sync_api import expect
from test_file import VALUES, make_file

COMMAND = os.environ["DATAREP_COMMAND"]


@pytest.fixture
def open_by_command(browser, tmp_path):
    """Runs a command; returns a page at the file that its opener was given."""
    opener = tmp_path / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text('#!/bin/sh\nprintf "%s" "$1" > opened\n')
    opener.chmod(0o755)
    environment = {
        "DATAREP_PAGE": str(PAGE),
        "DISPLAY": ":0",
        "HOME": str(tmp_path),
        "PATH": f"{opener.parent}:/usr/bin:/bin",
        "TMPDIR": str(tmp_path),
    }
    context = browser.new_context()
    context.add_init_script(f"globalThis.datarepLimit = {HANGS};")

    def run(*arguments):
        subprocess.run([COMMAND, *arguments], check=True, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL)
        page = context.new_page()
        page.goto(f"file://{(tmp_path / 'opened').read_text()}")
        page.wait_for_url(f"{PAGE.as_uri()}#**", timeout=HANGS)
        return page

    yield run
    context.close()


def test_a_format_is_opened(open_by_command):
    page = open_by_command("show", "f32 little", "--page")
    expect(page.locator("#format-name")).to_have_text("f32")
    expect(page.locator("#word-format .pairs")).to_contain_text("00 00 80 3F")


def test_a_format_of_a_text_is_opened_with_it(open_by_command, tmp_path):
    text = "float one = S1 E8 F23 where value = 1.F * 2^(E - 127);\nfloat two = S1 E7 F24 where value = 0.F * 16^(E - 64);\n"
    (tmp_path / "own.datarep").write_text(text)
    page = open_by_command("show", "two", "--page", "--text", "own.datarep")
    expect(page.locator("#text-state")).to_have_text("Sound: 2 formats")
    assert page.locator("#source .cm-line").all_text_contents() == text.split("\n")
    expect(page.locator("#described")).to_have_value("two")
    page.locator("#word-text-input").fill("0xC276A000")
    expect(page.locator("#word-text .value")).to_have_text("-118.625")


def test_a_file_is_shown_where_the_probe_says(open_by_command, tmp_path):
    path = make_file(tmp_path)
    path.write_bytes(b"all of it is text, line by line\n" * 40 + path.read_bytes())
    page = open_by_command("probe", "--page", path.name)
    expect(page.locator("#file-name")).to_contain_text(str(path))
    page.locator("#file").set_input_files(path)
    expect(page.locator("#file-at")).to_have_value("1280")
    expect(page.locator("#file-format")).to_have_value("f32")
    expect(page.locator("#file-order")).to_have_value("big")
    cells = page.locator("#hex tbody tr").nth(3).locator("td")
    expect(cells.first).to_have_text("1292")
    assert float(cells.last.inner_text()) == struct.unpack(">f", struct.pack(">f", VALUES[3]))[0]
