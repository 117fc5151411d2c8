"""One format: found, its bits clicked and typed, its value in every notation."""

import decimal
import math
import os
import re
import struct
import subprocess

from playwright.sync_api import expect


def test_the_first_page_has_a_word_and_its_value(opened):
    page = opened()
    expect(page.locator("#word-format .value")).to_have_text("-118.625")
    expect(page.locator("#format-name")).to_have_text("hfp32")
    expect(page.locator("#word-format .steps li")).to_have_text(
        ["0.F * 16^(E - 64)", re.compile(r"-0\.01110110101₂ \* 16\^\(66 - 64\)"), re.compile(r"\* 16\^2$")]
    )


def test_a_search_finds_by_machines_and_names_of_other_programs(opened):
    page = opened()
    search = page.get_by_role("combobox", name="Find a format")
    search.fill("H5T_VAX_F32")
    expect(page.locator("#found li").first).to_contain_text("vax_f")
    search.fill("cray")
    page.locator("#found li", has_text="cray64").first.click()
    expect(page.locator("#format-name")).to_have_text("cray64")
    search.fill("ibm mainframe")
    expect(page.locator("#found li").first).to_contain_text("hfp32")
    search.press("Enter")
    expect(page.locator("#format-name")).to_have_text("hfp32")
    search.press("ArrowDown")
    expect(page.locator("#format-name")).to_have_text("hfp64")


def test_bits_are_clicked_and_typed(opened):
    page = opened("view=format&format=f32&word=1")
    value = page.locator("#word-format .value")
    expect(value).to_have_text("1")
    page.locator("[data-bit='31']").click()
    expect(value).to_have_text("-1")
    expect(page.locator("#word-format-input")).to_have_value("0xBF800000")
    # By keyboard alone: to the lowest bit of the exponent, and a zero for it.
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("0")
    expect(value).to_have_text("-0.5")
    page.keyboard.press("1")
    expect(value).to_have_text("-0.75")
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(page.locator("#word-format-input")).to_have_value("0xBF400001")
    page.wait_for_function("location.hash.endsWith('word=0xBF400001')")


def test_values_words_and_bytes_are_typed(opened):
    page = opened("view=format&format=f64")
    text, value = page.locator("#word-format-input"), page.locator("#word-format .value")
    text.fill("0.1")
    expect(value).to_have_text("0.1000000000000000055511151231257827021181583404541015625")
    facts = page.locator("#word-format .pairs")
    expect(facts).to_contain_text("3602879701896397/36028797018963968")
    expect(facts).to_contain_text("0x1.999999999999ap-4")
    text.fill("[00 00 00 00 00 00 00 01]")
    # All digits of the smallest number: as CPython's decimal writes it.
    with decimal.localcontext(prec=1000):
        smallest = decimal.Decimal(5e-324)
    expect(value).to_contain_text("4.9406")
    assert decimal.Decimal(value.inner_text()) == smallest
    expect(page.locator("#word-format .class")).to_have_text("subnormal number")
    page.get_by_role("button", name="The number below").first.click()
    expect(page.locator("#word-format .class")).to_have_text("zero")
    text.fill("1e400")
    expect(page.locator("#word-format .fault")).to_contain_text("beyond")


def test_bits_are_read_by_their_names(opened):
    page = opened("view=format&format=hfp32&word=0xC276A000")
    expect(page.get_by_role("checkbox", name="bit 31, sign: 1")).to_be_checked()
    expect(page.get_by_role("checkbox", name="bit 29, exponent: 0")).not_to_be_checked()


def test_a_reserved_operand_has_no_formula(opened):
    page = opened("view=format&format=vax_f&word=0x8000_0000")
    expect(page.locator("#word-format .class")).to_have_text("reserved")
    expect(page.locator("#word-format .steps li")).to_have_count(0)


def test_words_of_more_than_128_bits_are_refused_as_by_the_command(opened):
    page = opened("view=format&format=zoned_decimal(31, 0)&word=12")
    done = subprocess.run([os.environ["DATAREP_COMMAND"], "explain", "12", "--as", "zoned_decimal(31, 0)"], capture_output=True, text=True)
    assert done.returncode == 1 and "248 bits" in done.stderr
    expect(page.locator("#word-format .fault")).to_have_text(done.stderr.removeprefix("error: ").strip())
    for part in (".bits", ".legend", ".answer"):
        expect(page.locator(f"#word-format {part}")).to_be_hidden()
    expect(page.locator("#ends")).to_contain_text("9999999999999999999999999999999")
    page.locator("#search").fill("hfp32")
    page.locator("#search").press("Enter")
    expect(page.locator("#word-format .answer")).to_be_visible()
    expect(page.locator("#word-format .fault")).to_be_hidden()


def test_links_show_what_is_meant(opened):
    page = opened("view=format&format=bf16&word=0x3FC0")
    expect(page.locator("#word-format .value")).to_have_text("1.5")
    page = opened("view=values&value=0.2&set=own&own=hfp32|vax_g")
    expect(page.locator("#values-table tbody tr")).to_have_count(2)


def test_the_theme_is_chosen(opened):
    page = opened()
    colors = []
    for _ in range(3):
        colors.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        page.locator("#theme").click()
    assert colors[1] != colors[2], colors


def test_notations_are_those_of_python(opened):
    page = opened("view=format&format=f64&word=1")
    expect(page.locator("#word-format .value")).to_have_text("1")
    values = [0.1, -118.625, 1.0, 1e22, -0.0, 5e-324, 1.7976931348623157e308, 2.0**-1022, 3.0, -1 / 3, 123456789.0]
    state = 1
    while len(values) < 200:
        state = (state * 0xD1342543DE82EF95 + 0x9E3779B97F4A7C15) % (1 << 128)
        value = struct.unpack(">d", (state >> 64).to_bytes(8))[0]
        if math.isfinite(value):
            values.append(value)
    requests = [{"ask": "word", "format": "f64", "text": f"0x{struct.pack('>d', value).hex()}"} for value in values]
    answers = page.evaluate("(all) => Promise.all(all.map((request) => quick.ask(Symbol(), request)))", requests)
    for value, answer in zip(values, answers):
        assert float.fromhex(answer["hex_float"]) == value, (value, answer["hex_float"])
        # Python writes all digits; here zeros at the end are left out.
        if value and abs(value) >= 2.0**-1022:
            mantissa, exponent = value.hex().split("p")
            assert answer["hex_float"] == f"{mantissa.rstrip('0').rstrip('.')}p{exponent}"
        if answer["fraction"] is not None and value:
            above, _, below = answer["fraction"].partition("/")
            assert (int(above), int(below or 1)) == value.as_integer_ratio()
        assert answer["decimal"] == "-0" if value == 0 and math.copysign(1, value) < 0 else decimal.Decimal(answer["decimal"]) == decimal.Decimal(value)
