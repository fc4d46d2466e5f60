"""A live preview on this machine only: documents are read again at every save, and open pages reload themselves."""

from __future__ import annotations

import html
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from watchfiles import watch

from ..engine.errors import RenderError
from .command import not_written, unlike_stems
from .html import write_html
from .reading import read_page
from .shelf import Shelf


class Preview:
    """The documents as they are now; `version` goes up with every change."""

    def __init__(self, documents: Sequence[tuple[Path, Path]], language: str) -> None:
        self.documents = list(documents)
        self.language = language
        self.names = unlike_stems([path for path, _ in documents])
        self.pages: dict[str, str] = {}
        self.good: dict[str, str] = {}
        self.faults: dict[str, int] = {}
        self.version = 0
        self.changed = threading.Condition()
        self.stopped = threading.Event()

    def build(self) -> None:
        """Read all documents and let open pages know."""
        for (path, root), name in zip(self.documents, self.names, strict=True):
            page = read_page(path, Shelf(root))
            said = [line for each in page.problems for line in each.lines(self.language)]
            try:
                if not said:
                    self.good[name] = write_html(page, live=True)
            except RenderError as error:
                said = not_written(page, error, self.language)
            good = self.good.get(name)
            self.pages[name] = self._broken(page.shown, said, good) if said or good is None else good
            self.faults[name] = len(page.problems)
        with self.changed:
            self.version += 1
            self.changed.notify_all()

    def wait(self, seen: int, seconds: float) -> int:
        """The version once it is another than `seen`, or after so many seconds."""
        with self.changed:
            self.changed.wait_for(lambda: self.version > seen, timeout=seconds)
            return self.version

    def _broken(self, shown: str, said: list[str], good: str | None) -> str:
        """What is wrong, above the document as it last was right."""
        alert = f'<pre role="alert" style="{_ALERT}">{html.escape(chr(10).join(said))}</pre>'
        return good.replace("<body>", f"<body>\n{alert}", 1) if good is not None else self._bare(shown, alert)

    def index(self) -> str:
        """The list of documents, each with the number of its problems."""
        names = [(html.escape(each), self.faults[each] or "") for each in self.names]
        items = "".join(f'<li><a href="/{name}">{name}</a> {faults}</li>' for name, faults in names)
        return self._bare("goti", f"<ul>{items}</ul>")

    def _bare(self, title: str, body: str) -> str:
        head = (
            f'<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>{html.escape(title)}</title>'
        )
        return f'<!doctype html><html lang="{self.language}">{head}<body>{body}{_RELOAD}</body></html>'

    def follow(self) -> None:
        """Build again after every change in the documents' folders, until `stopped`."""
        folders = sorted({str(root.resolve()) for _, root in self.documents})
        for changes in watch(*folders, stop_event=self.stopped, debounce=80, step=20, rust_timeout=500):
            if any(Path(name).suffix in (".md", ".goti", ".toml", ".svg", ".png", ".jpg") for _, name in changes):
                self.build()


_ALERT = "white-space: pre-wrap; border: 2px solid #c0392b; padding: .8em; overflow-x: auto"
_RELOAD = '<script>new EventSource("/changes").onmessage = () => location.reload()</script>'


def server(preview: Preview, port: int) -> ThreadingHTTPServer:
    """A server on the loopback address only; port 0 takes a free one."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = unquote(self.path).strip("/")
            if self.headers.get("Host", "").partition(":")[0] not in ("127.0.0.1", "localhost"):
                self.send_error(403)
            elif name == "changes":
                self._changes()
            elif name in preview.pages:
                self._page(preview.pages[name])
            elif not name:
                only = preview.names[0] if len(preview.names) == 1 else None
                self._page(preview.pages[only] if only is not None else preview.index())
            else:
                self.send_error(404)

        def _page(self, text: str) -> None:
            data = text.encode("utf-8")
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(data)

        def _changes(self) -> None:
            """One event for every change, as long as the page is open."""
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            seen = preview.version
            try:
                while not preview.stopped.is_set():
                    version = preview.wait(seen, 2)
                    self.wfile.write(b"data: changed\n\n" if version > seen else b": still here\n\n")
                    self.wfile.flush()
                    seen = version
            except OSError:
                return  # the page was closed

        def log_message(self, format: str, *args: Any) -> None:
            return

    made = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    made.daemon_threads = True
    return made


def run(documents: Sequence[tuple[Path, Path]], port: int, language: str, say: Callable[[str], None]) -> None:
    """Serve until interrupted. Raises OSError where the port is taken."""
    preview = Preview(documents, language)
    preview.build()
    serving = server(preview, port)
    say(f"http://127.0.0.1:{serving.server_address[1]}/")
    thread = threading.Thread(target=serving.serve_forever, daemon=True)
    thread.start()
    try:
        preview.follow()
    finally:
        preview.stopped.set()
        serving.shutdown()
        serving.server_close()
