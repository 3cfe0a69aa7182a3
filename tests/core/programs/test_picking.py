"""The picker for editors: what editors of Better BibTeX send, byte by byte, and who may not ask."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from core.base.library_records import PickedCitation
from core.models.shelf import Shelf
from core.programs.picking import Pick
from core.workspace import Workspace
from tests import wording
from tests.core.programs.serving import fill

CURL = "Host: {host}\r\nUser-Agent: curl/7.88.1\r\nAccept: */*\r\n"
EMACS = (
    "MIME-Version: 1.0\r\nConnection: keep-alive\r\nExtension: Security/Digest Security/SSL\r\n"
    "Host: {host}\r\nAccept-encoding: gzip\r\nAccept: */*\r\nUser-Agent: URL/Emacs Emacs/28.2"
    " (X11; x86_64-pc-linux-gnu)\r\n"
)
NODE = "host: {host}\r\nConnection: close\r\n"
CLIENTS = {
    "Vim, the function of the Better BibTeX manual": (
        "format=citep&brackets=1", CURL, r"\citep{byron2020mining,tharp1999acidity}",
    ),
    "Vim in Markdown": (
        "format=pandoc&brackets=1", CURL, "[@byron2020mining; @tharp1999acidity]",
    ),
    "Emacs, url-retrieve-synchronously": (
        "format=pandoc&brackets=yes&clipboard=yes", EMACS,
        "[@byron2020mining; @tharp1999acidity]",
    ),
    "VS Code, Citation Picker for Zotero": (
        "format=pandoc", NODE, "@byron2020mining; @tharp1999acidity",
    ),
    "Scrivener's script, a probe first": ("probe=probe", CURL, "ready"),
}  # fmt: skip
BROWSERS = {
    "a page": "Host: {host}\r\nOrigin: https://page.example\r\n",
    "a listed page": "Host: {host}\r\nOrigin: https://listed.example\r\n",
    "an image": "Host: {host}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: image\r\n",
    "the address bar": "Host: {host}\r\nSec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\n",
    "a link": "Host: {host}\r\nReferer: https://page.example/\r\n",
    "an old browser": "Host: {host}\r\nUser-Agent: Mozilla/5.0 (X11)\r\n",
    "another name": "Host: page.example\r\n",
}


class Window:
    """A person who chooses at once, or as told."""

    def __init__(self, workspace: Workspace) -> None:
        numbers = workspace.library.papers.resolve_many(["t:hard", "t:soil"])
        self.papers = [PickedCitation(numbers["t:hard"]), PickedCitation(numbers["t:soil"])]
        self.picks: list[Pick] = []
        self.copied: list[str] = []
        self.opened, self.closed = threading.Event(), threading.Event()
        self.act: Callable[[Pick], None] = lambda pick: pick.choose(self.papers)

    def show(self, pick: Pick) -> None:
        pick.on_gone = self.closed.set
        self.picks.append(pick)
        self.act(pick)
        self.opened.set()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("picked") / "library"
    fill(folder)
    return folder


@pytest.fixture
def workspace(filled: Path, tmp_path: Path) -> Iterator[Workspace]:
    workspace = Workspace(filled, Shelf(tmp_path / "models"))
    workspace.serve(port=0, origins=["https://listed.example"])
    yield workspace
    workspace.close()


@pytest.fixture
def window(workspace: Workspace) -> Window:
    window = Window(workspace)
    workspace.picking.offer(window.show, window.copied.append)
    return window


def connect(workspace: Workspace) -> tuple[socket.socket, str]:
    assert workspace._service is not None
    host = urlsplit(workspace._service.url).netloc
    name, _, port = host.partition(":")
    return socket.create_connection((name, int(port)), timeout=60), host


def request(query: str, headers: str, host: str) -> bytes:
    line = f"GET /better-bibtex/cayw?{query} HTTP/1.1\r\n"
    return f"{line}{headers.format(host=host)}\r\n".encode()


def answered(connection: socket.socket) -> tuple[int, str]:
    """Read status and body of an answer."""
    with connection.makefile("rb") as answer:
        status = int(answer.readline().split()[1])
        lines = iter(answer.readline, b"\r\n")
        given = dict(line.decode().lower().strip().split(": ", 1) for line in lines)
        if status == 200:
            assert given["content-type"] == "text/plain; charset=utf-8"
        return status, answer.read(int(given["content-length"])).decode()


def send(workspace: Workspace, query: str, headers: str = CURL) -> tuple[int, str]:
    """Send a request as a client does, and return status and body."""
    connection, host = connect(workspace)
    with connection:
        connection.sendall(request(query, headers, host))
        return answered(connection)


@pytest.mark.parametrize("client", CLIENTS)
def test_editors_for_better_bibtex_get_what_they_insert(
    workspace: Workspace, window: Window, client: str
) -> None:
    query, headers, wanted = CLIENTS[client]
    assert send(workspace, query, headers) == (200, wanted)
    assert len(window.picks) == (0 if "probe" in query else 1)
    assert window.copied == ([wanted] if "clipboard" in query else [])


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("", r"\cite{byron2020mining,tharp1999acidity}"),
        ("format=latex&command=citet*", r"\citet*{byron2020mining,tharp1999acidity}"),
        ("format=biblatex", r"\autocite{byron2020mining,tharp1999acidity}"),
        ("format=typst", "@byron2020mining @tharp1999acidity"),
        ("format=mmd", "[#byron2020mining][][#tharp1999acidity][]"),
        ("format=playground", "byron2020mining,tharp1999acidity"),
        ("format=asciidoctor-bibtex", "cite:[byron2020mining, tharp1999acidity]"),
    ],
)
def test_citations_are_written_in_the_formats_of_better_bibtex(
    workspace: Workspace, window: Window, query: str, wanted: str
) -> None:
    assert send(workspace, query) == (200, wanted)


def test_entries_of_what_was_chosen_can_be_had(workspace: Workspace, window: Window) -> None:
    status, text = send(workspace, "format=translate&translator=Better%20BibTeX")
    assert status == 200
    assert text.count("@") == 2
    assert "{byron2020mining," in text
    status, text = send(workspace, "format=formatted-bibliography")
    assert status == 200
    assert "Acidity of moorland soils" in text


@pytest.mark.parametrize("query", ["format=odt", "format=latex&command=x{}", "format=citeé"])
def test_what_cannot_be_written_is_said_before_anyone_is_asked(
    workspace: Workspace, window: Window, query: str
) -> None:
    status, text = send(workspace, query.replace("é", "%C3%A9"))
    assert status == 400
    assert (
        "is not supported" in text
        or wording.stem("core.programs.picked_formats:get_writer {command") in text
    )
    assert window.picks == []


def test_who_chooses_nothing_inserts_nothing(workspace: Workspace, window: Window) -> None:
    window.act = Pick.leave
    assert send(workspace, "format=pandoc&clipboard=1") == (200, "")
    assert window.copied == []


@pytest.mark.parametrize("browser", BROWSERS)
def test_no_page_of_a_browser_opens_it(workspace: Workspace, window: Window, browser: str) -> None:
    for query in ("format=pandoc", "probe=true", "selected=true"):
        status, text = send(workspace, query, BROWSERS[browser])
        assert status == 403
        assert "ready" not in text
    assert window.picks == []


def test_the_selection_is_not_answered_without_the_person(
    workspace: Workspace, window: Window
) -> None:
    window.act = Pick.leave
    assert send(workspace, "format=pandoc&selected=true") == (200, "")
    assert len(window.picks) == 1


def test_without_a_window_or_leave_one_sentence_says_so(workspace: Workspace) -> None:
    for query in ("format=pandoc", "probe=true"):
        status, text = send(workspace, query)
        assert (status, "\n" in text) == (503, False)
        assert text.startswith("This library is not open in Cocite")
    window = Window(workspace)
    workspace.picking.offer(window.show, window.copied.append)
    workspace.picking.refuse()
    status, text = send(workspace, "format=pandoc")
    assert status == 503
    assert "Picker for editors" in text
    assert window.picks == []


def test_one_picker_is_open_at_a_time_and_others_are_answered(
    workspace: Workspace, window: Window
) -> None:
    window.act = lambda _: None
    first, host = connect(workspace)
    with first:
        first.sendall(request("format=typst", CURL, host))
        assert window.opened.wait(60)
        status, text = send(workspace, "format=pandoc")
        assert status == 503
        assert "already open" in text
        assert send(workspace, "probe=true") == (200, "ready")
        window.picks[0].choose(window.papers[:1])
        assert answered(first) == (200, "@byron2020mining")


def test_the_picker_closes_when_the_editor_goes(workspace: Workspace, window: Window) -> None:
    window.act = lambda _: None
    editor, host = connect(workspace)
    editor.sendall(request("format=typst", CURL, host))
    assert window.opened.wait(60)
    editor.close()
    assert window.closed.wait(60)
    assert window.picks[0].is_decided
    window.act = lambda pick: pick.choose(window.papers)
    assert send(workspace, "format=playground")[0] == 200


def test_a_library_that_closes_lets_the_editor_go(workspace: Workspace, window: Window) -> None:
    window.act = lambda _: None
    editor, host = connect(workspace)
    with editor:
        editor.sendall(request("format=typst", CURL, host))
        assert window.opened.wait(60)
        workspace.close()
        assert window.closed.is_set()
        assert editor.recv(65536)[:12] in (b"HTTP/1.1 200", b"")
