"""A server on this machine that answers as Crossref, OpenAlex and arXiv document it.

Its works are made up. ``answers`` may set what one path is answered with instead.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from core.library.online import sent
from tests import dumps

Answer = Callable[[BaseHTTPRequestHandler], None]

ABSTRACT = "We watched how reed warblers choose where to build, over three wet summers."
TITLE = "Nests of reed warblers in wet summers"
DOI = "10.55555/reed.1"
ARXIV = "2101.04321"
CITED = "10.55555/marsh.2"


def crossref_work() -> dict[str, Any]:
    return dumps.crossref(
        DOI,
        title=TITLE,
        cites=[CITED, "10.55555/elsewhere"],
        abstract=ABSTRACT,
        subtitle=[],
        author=[
            {"given": "Ann", "family": "Roe", "sequence": "first", "affiliation": []},
            {"name": "The Marsh Group", "sequence": "additional", "affiliation": []},
        ],
        issued={"date-parts": [[2019, 5, 3]]},
        volume="12",
        issue="3",
        page="101-117",
        publisher="Wetland Press",
        ISSN=["1234-5678"],
        URL=f"http://dx.doi.org/{DOI}",
        **{"container-title": ["Journal of Marsh Birds"]},
    )


def openalex_work() -> dict[str, Any]:
    work = dumps.openalex(71, DOI, title=TITLE, cites=[72, 99], abstract=ABSTRACT)
    return work | {
        "publication_year": 2019,
        "type": "article",
        "language": "en",
        "biblio": {"volume": "12", "issue": "3", "first_page": "101", "last_page": "117"},
        "primary_location": {
            "landing_page_url": f"https://doi.org/{DOI}",
            "source": {"display_name": "Journal of Marsh Birds", "type": "journal"},
        },
    }


def atom(*entries: str) -> bytes:
    return f"""<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"
      xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/made-up</id><title>arXiv Query</title>
  <opensearch:totalResults>{len(entries)}</opensearch:totalResults>
  {"".join(entries)}
</feed>""".encode()


def arxiv_entry() -> str:
    broken = TITLE.replace("warblers in", "warblers\n   in")  # as arXiv breaks long titles
    return f"""<entry>
    <id>http://arxiv.org/abs/{ARXIV}v2</id>
    <title>{broken}</title>
    <updated>2021-02-03T10:00:00Z</updated><published>2018-12-30T10:00:00Z</published>
    <summary>{ABSTRACT}</summary>
    <author><name>Ann Roe</name></author><author><name>Li Wei</name></author>
    <arxiv:doi>{DOI}</arxiv:doi>
    <category term="q-bio.PE" scheme="http://arxiv.org/schemas/atom"/>
  </entry>"""


@dataclass
class Online:
    """What the server was asked, with the headers, and how it answers."""

    port: int = 0
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    answers: dict[str, list[Answer]] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.requests]


def send(
    status: int, body: bytes | dict[str, Any] = b"", headers: dict[str, str] | None = None
) -> Answer:
    """Return an answer of this status."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **(headers or {})}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(data)

    return answer


def cut(request: BaseHTTPRequestHandler) -> None:
    """Promise more than comes."""
    request.send_response(200)
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.write(b'{"message": {')


def endless(request: BaseHTTPRequestHandler) -> None:
    """Send without an end, until nobody listens."""
    request.send_response(200)
    request.end_headers()
    try:
        while True:
            request.wfile.write(b" " * 65_536)
    except OSError:
        return


def documented(path: str) -> Answer:
    """Return what the three services answer to a path."""
    parts = urlsplit(path)
    asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
    body: dict[str, Any] | bytes = b""
    if parts.path == "/api/query":
        known = asked.get("id_list") == ARXIV or "reed warblers" in asked.get("search_query", "")
        body = atom(arxiv_entry()) if known else atom()
    elif "query.bibliographic" in asked:
        other = dumps.crossref("10.55555/other", title="Reed beds and what lives in them")
        works = {"total-results": 2, "items": [other, crossref_work()]}
        body = {"status": "ok", "message-type": "work-list", "message": works}
    elif "search" in asked:
        body = {"meta": {"count": 1}, "results": [openalex_work()], "group_by": []}
    elif unquote(parts.path) == f"/works/{DOI}":
        body = {"status": "ok", "message-type": "work", "message": crossref_work()}
    elif unquote(parts.path) == f"/works/doi:{DOI}":
        body = openalex_work()
    return send(200, body) if body else send(404, b"Resource not found.")


@contextmanager
def served() -> Iterator[Online]:
    """Serve the three services at one address of this machine, in their place."""
    online = Online()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            online.requests.append((self.path, dict(self.headers)))
            waiting = online.answers.get(self.path) or online.answers.get("*")
            answer = waiting.pop(0) if waiting else documented(self.path)
            answer(self)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    online.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    before = dict(sent.ADDRESSES)
    sent.ADDRESSES.update(dict.fromkeys(before, online.address))  # type: ignore[arg-type]
    try:
        yield online
    finally:
        sent.ADDRESSES.update(before)
        server.shutdown()
        thread.join()
        server.server_close()
