"""The page in a browser of the system, from its file, without a network."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

PAGE = Path(os.environ["DATAREP_PAGE"]).absolute()
ADDRESS = PAGE.as_uri()

#: Milliseconds after which a page that does not answer hangs. A busy machine may be slow, and no test depends on that.
HANGS = 120_000
expect.set_options(timeout=HANGS)


@pytest.fixture(scope="session")
def browser():
    # Without a sandbox, as root has none in a container.
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=os.environ["DATAREP_CHROMIUM"], args=["--no-sandbox"])


@pytest.fixture
def opened(browser):
    """Opens the page. No request may leave it, and no error may be told in its console."""
    contexts, requests, errors = [], [], []

    def open_page(state="", **options):
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(HANGS)
        # Answers have limits, which a busy machine would meet. The test of the limits makes an engine of its own.
        context.add_init_script(f"globalThis.datarepLimit = {HANGS};")
        page = context.new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(f"{ADDRESS}#{state}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [url for url in requests if not url.startswith((ADDRESS, "blob:", "data:"))] == []
    assert errors == []


def write_text(page, text):
    """Writes into the editor as a person pastes: over all that was there."""
    page.locator("#source").fill(text)
    page.wait_for_function("(text) => textView.text === text", arg=text)
