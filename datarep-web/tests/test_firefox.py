"""The same page in Firefox: a format, a value, a description and a file, by clicking and typing."""

import os

import pytest
from conftest import ADDRESS

VALUE = "document.querySelector('#word-format .value').textContent"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    program = os.environ.get("DATAREP_FIREFOX")
    if not program:
        pytest.skip("DATAREP_FIREFOX names no Firefox")
    from firefox import Firefox

    browser = Firefox(program, tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


def test_bits_are_clicked_and_values_typed(firefox):
    firefox.open(f"{ADDRESS}#view=format&format=f32&word=1")
    firefox.wait(VALUE, "1")
    firefox.click("[data-bit='31']")
    firefox.wait(VALUE, "-1")
    firefox.click("#word-format-input")
    firefox.ask("document.querySelector('#word-format-input').select()")
    firefox.press(*"0.1")
    firefox.wait(VALUE, "0.100000001490116119384765625")


def test_a_value_is_in_many_formats(firefox):
    firefox.open(f"{ADDRESS}#view=values&value=0.5")
    firefox.wait("document.querySelector('#values-table .exact')?.textContent", "exact")


def test_faults_are_at_their_places(firefox):
    firefox.open(f"{ADDRESS}#view=text")
    firefox.wait("document.querySelector('#editor .cm-lintRange-error')?.textContent", "0x8A00")


def test_a_description_is_typed(firefox):
    firefox.open(f"{ADDRESS}#view=text&text=float%20a%20%3D%20S1%20E8%20F23%20where%20value%20%3D%201.F%20*%202%5E(E%20-%20127)%3B")
    firefox.wait("document.querySelector('#text-state').textContent", "Sound: 1 format")
    firefox.wait("document.querySelector('#source .k')?.textContent", "float")
    firefox.click("#source .cm-line")
    firefox.press("\ue010", *" flot")
    firefox.wait("document.querySelector('#text-state').textContent", "1 fault")
    firefox.wait("document.querySelector('#editor .cm-lintRange-error')?.textContent", "flot")
    # Escape, and then Tab, leaves the editor.
    firefox.press("\ue00c", "\ue004")
    firefox.wait("document.activeElement.id === 'source'", False)
    firefox.wait("textView.text.endsWith(' flot')", True)


def test_bytes_of_a_file_are_values(firefox):
    firefox.open(f"{ADDRESS}#view=file&as=hfp32")
    firefox.ask("fileView.take(new File([Uint8Array.of(0xC2, 0x76, 0xA0, 0)], 'one.bin')).then(() => 0)")
    firefox.wait("document.querySelector('#hex tbody td:last-child')?.textContent", "-118.625")


def test_no_request_left_the_page(firefox):
    assert [url for url in firefox.requests if not url.startswith((ADDRESS, "blob:", "data:"))] == []
