"""A headless browser for tests, spoken to over a pipe in its DevTools protocol."""

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium-headless-shell", "chromium", "google-chrome")


def find_browser():
    """The browser's path; None where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """One page of one browser; what it asks of a network and what its console says are kept."""

    def __init__(self):
        self.requests, self.complaints = [], []
        self._number, self._session = 0, None
        self._profile = tempfile.TemporaryDirectory()
        inward, self._write = os.pipe()
        self._read, outward = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (inward, outward)]
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]
        self._process = subprocess.Popen(
            [find_browser(), *options, f"--user-data-dir={self._profile.name}", "--remote-debugging-pipe"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(3, 4),
            preexec_fn=lambda: [os.dup2(end, place) for end, place in zip(ends, (3, 4), strict=True)],
        )
        for end in (inward, outward, *ends):
            os.close(end)
        self._rest = b""
        target = self("Target.createTarget", url="about:blank")["targetId"]
        self._session = self("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        for end in (self._read, self._write):
            os.close(end)
        for _ in range(50):  # its helpers may write for a moment longer
            try:
                return self._profile.cleanup()
            except OSError:
                time.sleep(0.1)

    def __call__(self, method, **parameters):
        """Send one command, and wait for its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != self._number:
            self._note(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def open(self, path, width, height, scheme):
        """Load a file, and wait until it is drawn."""
        self.requests, self.complaints = [], []
        mobile = width < 600
        self(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=mobile,
        )
        self("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self("Page.navigate", url=path.as_uri())
        while (message := self._next()).get("method") != "Page.loadEventFired":
            self._note(message)
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def evaluate(self, expression):
        """What an expression of JavaScript has for its value in the page."""
        found = self("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def _next(self):
        while b"\0" not in self._rest:
            part = os.read(self._read, 1 << 16)
            assert part, "the browser has ended"
            self._rest += part
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def _note(self, message):
        method, told = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method in ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
            self.complaints.append(json.dumps(told))
