"""The page as several files, from a server."""

import functools
import http.server
import threading

from conftest import PAGE
from playwright.sync_api import expect


def test_the_files_of_a_server_are_the_same_page(browser):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=PAGE.parent / "split")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        requests = []
        context = browser.new_context()
        page = context.new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.goto(f"{address}#view=format&format=vax_f&word=0x4080_0000")
        expect(page.locator("#word-format .value")).to_have_text("1")
        # The editor is a file of its own, which is asked for when it is wanted.
        assert f"{address}editor.js" not in requests
        page.locator("nav a[data-view=text]").click()
        expect(page.locator("#editor .cm-lintRange-error")).to_have_text("0x8A00")
        assert f"{address}editor.js" in requests
        # What is not there is told, and the text is shown all the same.
        page = context.new_page()
        page.route("**/editor.js", lambda route: route.abort())
        page.goto(f"{address}#view=text")
        expect(page.locator("#trouble")).to_contain_text("`editor.js` is not beside the page")
        expect(page.locator("#editor")).to_contain_text("0x8A00")
        expect(page.locator("#diagnostics li")).to_contain_text("0x8A00 is not -0.5")
        context.close()
        server.shutdown()
    assert [url for url in requests if not url.startswith((address, "data:", "blob:"))] == []
    assert f"{address}module.wasm.gz" in requests
