"""Debian's Firefox by WebDriver BiDi, which it speaks by itself: Playwright's own Firefox is another one.

A session is a connection: commands go out with a number, and the answer has the same number.
"""

import itertools
import json
import subprocess
import time

from websockets.sync.client import connect

#: Seconds after which a browser that does not answer hangs.
HANGS = 120


class Firefox:
    """A headless Firefox with one page."""

    def __init__(self, program, profile):
        # What the browser asks of its makers when it starts is no request of the page, and is turned off here.
        (profile / "user.js").write_text('user_pref("remote.prefs.recommended", true);\n')
        command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        address = self._find_address()
        self.requests = []
        self.numbers = itertools.count(1)
        self.socket = connect(f"{address}/session", max_size=None)
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        # The limits of answers are not for a busy machine.
        self.send("script.addPreloadScript", functionDeclaration=f"() => {{ globalThis.datarepLimit = {HANGS}000; }}")
        self.send("session.subscribe", events=["network.beforeRequestSent"], contexts=[self.context])

    def _find_address(self):
        mark = "WebDriver BiDi listening on "
        for line in self.process.stderr:
            if mark in line:
                return line.split(mark)[1].strip()
        raise RuntimeError("Firefox ended before it listened")

    def send(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(timeout=HANGS))
            if answer.get("method") == "network.beforeRequestSent":
                self.requests.append(answer["params"]["request"]["url"])
            if answer.get("id") == number:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['message']}")
                return answer["result"]

    def open(self, address):
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def ask(self, expression):
        """The value of an expression of JavaScript."""
        target = {"context": self.context}
        answer = self.send("script.evaluate", expression=expression, target=target, awaitPromise=True)
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def wait(self, expression, value, seconds=HANGS):
        """Waits until an expression has a value."""
        end = time.monotonic() + seconds
        while (found := self.ask(expression)) != value:
            assert time.monotonic() < end, f"{expression} is {found!r}, not {value!r}"
            time.sleep(0.05)

    def press(self, *keys):
        actions = [{"type": way, "value": key} for key in keys for way in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keys", "actions": actions}
        self.send("input.performActions", context=self.context, actions=[source])

    def click(self, selector):
        place = json.loads(self.ask(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}); box.scrollIntoView({{ block: 'center' }});"
            " const { x, y, width, height } = box.getBoundingClientRect();"
            " return JSON.stringify([Math.round(x + width / 2), Math.round(y + height / 2)]); })()"
        ))
        actions = [{"type": "pointerMove", "x": place[0], "y": place[1]}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.send("input.performActions", context=self.context, actions=[{"type": "pointer", "id": "mouse", "actions": actions}])

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(timeout=20)
