"""The pictures of the page in the README and the book, as `cargo xtask page --pictures` makes them."""

import io
import os
from pathlib import Path
from urllib.parse import quote

import pytest
from conftest import PAGE
from PIL import Image
from playwright.sync_api import expect
from test_file import make_records

#: The most bytes of a picture.
MOST = 150_000
FOLDER = Path(os.environ.get("DATAREP_PICTURES", PAGE.parent / "screenshots"))

TEXT = """/// IBM's short float, with an exponent of base 16.
float short = S1 E7 F24 where value = 0.F * 16^(E - 64);

/// A byte of eight steps for each power of two.
float small = S1 E4 F3 where value = 1.F * 2^(E - 7) {
    zero if E == 0 && F == 0;
    nan if E == 15 && F == 7;
}

test short {
    -118.625 <=> 0xC276A000;
    1.0 <=> 0x41100000;
}

test small {
    448.0 <=> 0x7E;
    -0.4375 <=> 0xAE;
}
"""


def show_format(page, _):
    expect(page.locator("#word-format .value")).to_have_text("-118.625")
    expect(page.locator("#examples li").first).to_be_visible()


def show_text(page, _):
    expect(page.locator("#source .k").first).to_be_visible()
    expect(page.locator("#word-text .value")).to_be_visible()


def show_records(page, folder):
    page.locator("#file").set_input_files(make_records(folder))
    expect(page.locator("#hex .field").first).to_be_visible()
    expect(page.locator("#fields li")).not_to_have_count(0)
    page.locator("#file-body").evaluate("(place) => scrollTo(0, place.offsetTop - document.querySelector('header').offsetHeight - 12)")


@pytest.mark.parametrize(("name", "state", "scheme", "size", "show"), [
    ("page", "view=format&format=hfp32&word=0xC276A000", "light", (1280, 800), show_format),
    ("page-dark", f"view=text&format=small&text={quote(TEXT)}", "dark", (1280, 800), show_text),
    ("page-phone", "view=file&as=f32&order=big&at=4&stride=12", "light", (390, 780), show_records),
])
def test_a_picture_is_small_and_has_colors(opened, tmp_path, name, state, scheme, size, show):
    width, height = size
    page = opened(state, viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=1.5, reduced_motion="reduce")
    show(page, tmp_path)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    # A palette has room for the few colors of the page and their edges. Dots would make it larger.
    picture = image.quantize(128, dither=Image.Dither.NONE)
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.png"
    picture.save(path, optimize=True)
    assert path.stat().st_size <= MOST, path.stat().st_size
    shown = picture.convert("RGB")
    assert shown.size == (width * 3 // 2, height * 3 // 2)
    # The colors of fields and of the ground have survived the palette.
    corner = shown.getpixel((2, 2))
    assert (sum(corner) < 120) == (scheme == "dark"), corner
    assert len(shown.getcolors(1 << 22)) > 60
