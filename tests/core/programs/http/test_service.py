"""``cocite serve``: a real process, real sockets, and everyone who may not ask."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import anyio
import psutil
import pytest
from pydantic import BaseModel, TypeAdapter
from starlette.types import Message

from core.base.files import data_folder
from core.base.jobs import Job, JobCancelled
from core.base.settings import Settings, default_path, save
from core.library.library import Library
from core.models.shelf import Shelf
from core.programs.answer_forms import ANSWER_FORMS
from core.programs.answering import QUESTIONS
from core.programs.http import service as service_module
from core.programs.http.service import MAX_BODY, Rate, service_app
from core.programs.json_forms import Json
from core.workspace import Workspace
from tests import wording
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import FIRST, HEADING, Press
from tests.core.programs.serving import Served, fill, served

PAGE = "https://page.example"
SENTENCE = "Contrastive learning needs hard negatives."
LATEX = r"""\documentclass{article}
\title{On learning}
\begin{document}
\section{Introduction}
% A comment that is no sentence.
Contrastive objectives have been used widely in prior work on representation learning.
Hard negatives were shown to \emph{improve} them by several authors \cite{byron2020}.
We begin.
\end{document}
"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    fill(folder / "library")
    with served(folder / "library", folder, ["--origin", PAGE]) as running:
        yield running


# --- who may ask --------------------------------------------------------------------------------


def test_only_this_computer_reaches_it(service: Served) -> None:
    listening = [
        each.laddr.ip
        for each in psutil.Process(service.process.pid).net_connections()
        if each.status == psutil.CONN_LISTEN
    ]
    assert listening == ["127.0.0.1"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes of files")
def test_only_its_owner_can_read_the_token(service: Served) -> None:
    assert service.address_file.stat().st_mode & 0o777 == 0o600
    assert service.address_file.parent.stat().st_mode & 0o777 == 0o700
    assert len(service.token) >= 40


@pytest.mark.parametrize("token", [None, "", "Bearer", "Bearer wrong", "Basic {token}", "{token}"])
def test_without_the_token_nothing_is_answered(service: Served, token: str | None) -> None:
    given = token if token is None else token.format(token=service.token)
    status, headers, answer = service.send("POST", "/search", b"{}", Authorization=given)
    assert (status, headers["www-authenticate"]) == (401, "Bearer")
    assert wording.stem("core.programs.http.service:_refused token") in answer["error"]
    assert (
        wording.stem("core.programs.http.service:_refused.remedy Authorization") in answer["remedy"]
    )


@pytest.mark.parametrize(
    "host", ["page.example", "127.0.0.1", "127.0.0.1.page.example:{port}", "[::1]:{port}", None]
)
def test_a_name_that_leads_here_is_refused(service: Served, host: str | None) -> None:
    """DNS rebinding: the browser sends the page's own host."""
    port = urlsplit(service.url).port
    named = host if host is None else host.format(port=port)
    status, headers, answer = service.send("POST", "/search", b"{}", Host=named)
    assert status in (400, 403)  # HTTP itself asks for a host
    if status == 403:
        assert wording.stem("core.programs.http.service:_refused accepts") in answer["error"]
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    "header",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": PAGE + ".evil.example"},
        {"Sec_Fetch_Site": "cross-site"},
    ],
)
def test_a_web_page_is_refused_even_with_the_token(service: Served, header: dict[str, str]) -> None:
    status, headers, answer = service.send("POST", "/search", b'{"query":"peat"}', **header)
    assert status == 403
    assert "web page" in answer["error"]
    assert "access-control-allow-origin" not in headers


def test_a_listed_page_may_ask_with_the_token_and_not_without(service: Served) -> None:
    wanted = {"Access_Control_Request_Method": "POST", "Authorization": None}
    asked = {"Access_Control_Request_Headers": "authorization"}
    status, headers, _ = service.send("OPTIONS", "/search", Origin=PAGE, **wanted, **asked)
    assert (status, headers["access-control-allow-origin"]) == (200, PAGE)
    body = b'{"query":"peat"}'
    status, headers, answer = service.send("POST", "/search", body, Origin=PAGE)
    assert (status, headers["access-control-allow-origin"]) == (200, PAGE)
    assert answer["found"] == 2
    status, _, _ = service.send("POST", "/search", body, Origin=PAGE, Authorization=None)
    assert status == 401


def test_too_many_requests_are_told_to_wait() -> None:
    now = 0.0
    rate = Rate(2, 3, clock=lambda: now)
    assert [rate.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [rate.take(), rate.take()] == [True, False]
    now = 100.0
    assert [rate.take() for _ in range(4)] == [True, True, True, False]


def test_a_flood_is_refused_and_the_next_second_answered(tmp_path: Path) -> None:
    fill(tmp_path / "library")
    with served(tmp_path / "library", tmp_path) as running:
        answers = [
            running.send("POST", "/search", b"{}", Authorization="Bearer guess")
            for _ in range(2_000)
        ]
    assert {status for status, _, _ in answers} == {401, 429}
    _, headers, answer = next(each for each in answers if each[0] == 429)
    assert headers.get("retry-after") == "1", answer
    assert "Wait a second" in answer["remedy"]


# --- what is no question ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/search", b"", 400, wording.stem("core.programs.http.service:not_json")),
        ("/search", b"[1]", 400, wording.stem("core.programs.http.service:not_json")),
        ("/search", b"\xff{", 400, wording.stem("core.programs.http.service:not_json")),
        ("/search", b"[" * 200_000, 400, wording.stem("core.programs.http.service:not_json")),
        ("/search", b"{}", 400, "“query”"),
        ("/search", b'{"query":"a","limit":"many"}', 400, "“limit”"),
        ("/search", b'{"query":"a","fields":1}', 400, "“fields”"),
        (
            "/recommend",
            b'{"text":"  "}',
            400,
            wording.stem("core.programs.answering:_question recommend"),
        ),
        (
            "/recommend",
            b'{"document":{"text":""},"offset":9}',
            400,
            wording.stem("core.programs.answering:_question {offset"),
        ),
        ("/cite", b'{"papers":["t:none"]}', 404, "“t:none”"),
        ("/cite", b'{"papers":["t:soil"],"style":"/etc/passwd"}', 400, "“style”"),
        (
            "/audit",
            b'{"file":"/no/such/file.tex"}',
            400,
            wording.stem("core.manuscript.sources:_sha256 {reason"),
        ),
        ("/decisions", b'{"sentence":"A.","decision":"cite"}', 400, "needs a paper"),
        ("/format", b'{"works":[],"citations":[[{"work":0}]]}', 400, "refers to work 0"),
        ("/format", b'{"works":[],"citations":[],"style":"/etc/passwd"}', 400, "“style”"),
        ("/format", b'{"works":[{}],"citations":[[{"work":0}]],"csl":"<a/>"}', 409, "cannot be"),
        ("/decisions", b'{"sentence":"A.","decision":"not needed"}', 409, "read-only"),
        ("/nowhere", b"{}", 404, wording.stem("core.programs.http.service {method")),
    ],
)
def test_each_mistake_is_told_in_a_sentence_with_a_remedy(
    service: Served, path: str, body: bytes, status: int, words: str
) -> None:
    given, _, answer = service.send("POST", path, body)
    assert given == status, answer
    assert words in answer["error"]
    assert answer["remedy"].endswith(".")
    assert set(answer) == {"error", "remedy", "kind"}


def test_a_wrong_method_is_told(service: Served) -> None:
    status, _, answer = service.send("GET", "/search")
    assert (status, set(answer)) == (405, {"error", "remedy", "kind"})


def test_too_large_a_body_is_refused_before_it_is_read(service: Served) -> None:
    length = {"Content_Length": str(MAX_BODY + 1)}
    status, _, answer = service.send("POST", "/search", b"", **length)
    assert status == 413
    assert "MB" in answer["error"]


def test_a_body_that_hides_its_length_is_cut_off(service: Served) -> None:
    piece = b"%x\r\n" % 1_000_000 + b" " * 1_000_000 + b"\r\n"
    try:
        status, _, _ = service.send(
            "POST",
            "/search",
            piece * (MAX_BODY // 1_000_000 + 2) + b"0\r\n\r\n",
            Transfer_Encoding="chunked",
            Content_Length=None,
        )
    except (BrokenPipeError, ConnectionResetError):
        status = 413  # it had said so, and gone
    assert status == 413
    assert service.ask("/search", query="peat")["found"] == 2


# --- answers ------------------------------------------------------------------------------------


def test_the_description_names_every_address_and_needs_no_token(service: Served) -> None:
    status, _, found = service.send("GET", "/openapi.json", Authorization=None)
    assert status == 200
    posts = {f"/{name}" for name in QUESTIONS if name != "paper"}
    assert set(found["paths"]) == {*posts, "/papers/{id}"}
    assert found["openapi"].startswith("3.1")
    text = json.dumps(found)
    named = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= set(found["components"]["schemas"])


def test_the_description_is_made_once_and_not_where_requests_come_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[int] = []
    make = service_module.described

    def described(version: str, posts: Mapping[str, type[BaseModel]]) -> Json:
        threads.append(threading.get_ident())
        return make(version, posts)

    monkeypatch.setattr(service_module, "described", described)
    app = service_app(lambda *_: {}, lambda _options, _gone: "", "secret", 23120)
    headers = [(b"host", b"127.0.0.1:23120")]
    path = "/openapi.json"
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    for _ in range(2):
        anyio.run(app, dict(scope), receive, send)
    first, second = (json.loads(part["body"]) for part in sent if "body" in part)
    assert first == second
    assert "/search" in first["paths"]
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


def test_each_answer_is_described(service: Served, tmp_path: Path) -> None:
    """What is answered fits its form, and no field of it is left out there."""
    draft = tmp_path / "draft.md"
    draft.write_text(f"# On learning\n\n{SENTENCE} Much work has used them [@nobody].\n")
    document = {"text": draft.read_text(), "format": "markdown"}
    papers = ["t:hard"]
    item = json.loads(service.ask("/cite", papers=papers, format="csl")["text"])[0]
    cases: list[tuple[str, Json]] = [
        ("recommend", {"text": SENTENCE}),
        ("recommend", {"document": document, "offset": 40}),
        ("gaps", {"document": document}),
        ("sets", {"papers": papers}),
        ("search", {"query": "peat"}),
        ("search", {"query": "peat", "by": "meaning"}),
        ("search", {"query": "peat", "by": "full text"}),
        ("known", {"papers": [{"name": "a", "doi": "10.55555/keyed.1"}]}),
        ("cite", {"papers": papers}),
        ("format", {"works": [item], "citations": [[{"work": 0, "locator": "3"}]]}),
        ("audit", {"file": str(draft)}),
        ("groups", {}),
        ("list", {}),
        ("similar", {"papers": papers}),
        ("notes", {"paper": "t:hard"}),
        ("pages", {"paper": "t:hard"}),
        ("retractions", {}),
        ("evidence", {"text": SENTENCE, "papers": papers}),
    ]
    answers = [(name, service.ask(f"/{name}", **values)) for name, values in cases]
    answers.append(("paper", service.send("GET", "/papers/t:hard?passages=2&query=graph")[2]))
    assert {name for name, _ in answers} == set(QUESTIONS) - {"decisions"}  # it may not write here
    assert set(ANSWER_FORMS) == set(QUESTIONS)
    for name, answer in answers:
        form = TypeAdapter(ANSWER_FORMS[name])
        assert form.dump_python(form.validate_python(answer), mode="json") == answer, name


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("/list", {"offset": False}),
        ("/list", {"limit": "5"}),
        ("/search", {"query": "peat", "limit": True}),
        ("/gaps", {"document": {"text": ""}, "threshold": True}),
        ("/format", {"works": [], "citations": [], "references": "yes"}),
        ("/audit", {"file": "a.md", "store": 1}),
    ],
)
def test_a_value_of_another_type_is_refused(service: Served, path: str, values: Json) -> None:
    status, _, answer = service.send("POST", path, json.dumps(values).encode())
    assert (status, answer["kind"]) == (400, "UsageError")
    assert "input should be a" in answer["error"]


def test_another_method_is_told_which_one_is_answered(service: Served) -> None:
    status, headers, _ = service.send("DELETE", "/search")
    assert (status, headers["allow"]) == (405, "POST")


def test_a_text_is_recommended_for_as_by_the_command(
    service: Served, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    found = service.ask("/recommend", text=SENTENCE, limit=3)
    first = found["suggestions"][0]
    assert first["id"] in {"t:hard", "t:keyed"}
    assert found["papers"][first["id"]]["key"]
    fill(tmp_path / "library")
    library = str(tmp_path / "library")
    # Other programs get the first order, which does not wait for a reranker.
    Shelf(data_folder() / "models").leave("reranker")
    command = [sys.executable, "-m", "desktop", "recommend", "--library", library]
    printed = subprocess.run(
        [*command, "--text", SENTENCE, "--limit", "3", "--json"],
        capture_output=True,
        check=True,
    ).stdout
    same = json.loads(printed)["suggestions"]
    assert [(each["id"], each["score"]) for each in same] == [
        (each["id"], each["score"]) for each in found["suggestions"]
    ]


def test_cited_papers_are_marked(service: Served) -> None:
    found = service.ask(
        "/recommend", text=SENTENCE, cited_here=["t:hard"], cited=["t:keyed", "t:gone"]
    )
    marks = {each["id"]: each["cited"] for each in found["suggestions"]}
    assert marks["t:hard"] == "here"
    assert marks["t:keyed"] == "elsewhere"


def test_gaps_of_a_document_are_told_with_their_place(service: Served) -> None:
    document = {"text": LATEX, "format": "latex"}
    found = service.ask("/gaps", document=document, threshold=0)
    texts = [LATEX[slice(*gap["span"])] for gap in found["gaps"]]
    assert texts == [
        "Contrastive objectives have been used widely in prior work on representation learning.",
        "We begin.",
    ]
    assert found["sentences"] == 3
    assert service.ask("/gaps", document=document, threshold=1)["gaps"] == []


def test_programs_are_told_what_was_not_read(service: Served, tmp_path: Path) -> None:
    document = {"text": LATEX, "format": "latex"}
    assert service.ask("/gaps", document=document)["reading"]["level"] == "nothing"
    press = Press(tmp_path / "listless.pdf", ((54.0, 558.0),))
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain([*prose.METHOD, *prose.RESULTS])), FIRST)
    press.add("References", HEADING)
    found = service.ask("/audit", file=str(press.save()), store=False)
    assert found["reading"]["level"] == "serious"
    assert found["reading"]["parts"][0]["kind"] == "list"
    assert found["references"] == 0
    assert found["findings"][0]["kind"] == "could not check"


def test_the_sentence_at_an_offset_is_asked_for(service: Served) -> None:
    document = {"text": LATEX, "format": "latex"}
    inside = LATEX.index("used widely")
    found = service.ask("/recommend", document=document, offset=inside)
    assert found["sentence"]["text"].startswith("Contrastive objectives have been used")
    behind = service.ask("/recommend", document=document, offset=LATEX.index("several authors"))
    assert behind["sentence"]["text"].startswith("Hard negatives were shown")


def test_sets_are_told_for_papers_cited_together(service: Served) -> None:
    found = service.ask("/sets", papers=["t:hard"], text=SENTENCE)
    assert set(found) == {"sets", "beside", "papers", "seconds"}
    assert {"t:hard"} <= set(found["papers"])


def test_papers_are_found_and_cited_in_every_format(service: Served) -> None:
    assert {each["id"] for each in service.ask("/search", query="peat")["papers"]} == {
        "t:soil",
        "t:bare",
    }
    assert (
        wording.stem("core.services.papers:meaning_is_missing loaded")
        in service.ask("/search", query="x", by="meaning")["note"]
    )
    assert service.ask("/search", query="x", by="full text")["passages"] == []
    status, _, paper = service.send("GET", "/papers/t:soil?passages=2")
    assert (status, paper["authors"]) == (200, ["Marie Tharp"])
    by_doi = service.send("GET", "/papers/10.55555/keyed.1")[2]
    assert by_doi["id"] == "t:keyed"
    key = by_doi["key"]
    wanted = {
        "latex": rf"\cite{{{key}}}",
        "pandoc": f"[@{key}]",
        "typst": f"@{key}",
        "plain": key,
        "bibtex": f"{{{key},",
        "biblatex": f"{{{key},",
        "ris": "TY  -",
        "csl": '"title"',
        "text": "Contrastive learning with citation graphs",
        "html": "<p>",
    }
    for kind, part in wanted.items():
        assert part in service.ask("/cite", papers=["t:keyed"], format=kind)["text"], kind


def test_the_citations_of_a_text_are_formatted_with_its_list(service: Served) -> None:
    item = json.loads(service.ask("/cite", papers=["t:keyed"], format="csl")["text"])[0]
    other = {"id": 1, "type": "book", "title": "Fens", "author": [{"family": "Elm"}]}
    found = service.ask(
        "/format",
        works=[other, item],
        citations=[[{"work": 1, "locator": "7"}], [{"work": 0}, {"work": 1}]],
        style="numbered",
    )
    assert found["citations"] == ["[1, p. 7]", "[1, 2]"]
    assert [entry[:8] for entry in found["references"]] == ["[1] A. B", "[2] Elm,"]


def test_without_a_style_that_of_the_settings_is_used_and_named(service: Served) -> None:
    work = {"type": "book", "title": "Fens", "author": [{"family": "Elm"}]}
    answer = service.ask("/format", works=[work], citations=[[{"work": 0}]])
    assert answer["style"] == "author-date"
    assert answer["citations"] == ["(Elm n.d.)"]


def test_a_style_of_a_file_is_used_and_its_path_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "own.csl"
    path.write_bytes((resources.files("resources") / "csl" / "numbered.csl").read_bytes())
    fill(tmp_path / "library")
    save(Settings(csl_style=str(path)), default_path())
    work = {"type": "book", "title": "Fens", "author": [{"family": "Elm"}]}
    with contextlib.closing(
        Workspace(tmp_path / "library", Shelf(tmp_path / "models"), write=False)
    ) as workspace:
        answer = workspace.programs.ask("format", {"works": [work], "citations": [[{"work": 0}]]})
    assert (answer["style"], answer["citations"]) == ("", ["[1]"])


def test_decisions_are_stored_where_writing_is_allowed(tmp_path: Path) -> None:
    library = tmp_path / "library"
    fill(library)
    draft = tmp_path / "draft.tex"
    draft.write_text(LATEX, encoding="utf-8")
    document = {"text": LATEX, "format": "latex", "file": str(draft)}
    said = LATEX.splitlines()[5]
    with served(library, tmp_path, ["--allow-writes"]) as running:
        ask = {"document": document, "offset": LATEX.index("used widely")}
        assert "t:hard" in {each["id"] for each in running.ask("/recommend", **ask)["suggestions"]}
        of = {"file": str(draft), "sentence": said}
        running.ask("/decisions", **of, decision="reject", paper="t:hard")
        running.ask("/decisions", **of, decision="not needed")
        (tmp_path / "linked").mkdir()
        (tmp_path / "linked" / "draft.tex").symlink_to(draft)
        linked = {**of, "file": str(tmp_path / "linked" / "draft.tex"), "decision": "not needed"}
        status, _, told = running.send("POST", "/decisions", json.dumps(linked).encode())
        assert (status, told["error"][:22]) == (400, "“draft.tex” is a link "), told
        found = running.ask("/recommend", **ask)["suggestions"]
        assert "t:hard" not in {each["id"] for each in found}
        gaps = running.ask("/gaps", document=document, threshold=0)["gaps"]
        assert said not in {each["text"] for each in gaps}
        running.ask("/decisions", **of, decision="undecided", paper="t:hard")
        found = running.ask("/recommend", **ask)["suggestions"]
        assert "t:hard" in {each["id"] for each in found}
    with Library.open(library, write=False) as opened:
        number = opened.manuscripts.find_number(draft)
        assert number is not None
        assert len(opened.manuscripts.dismissed_gaps(number)) == 1


# --- those who never finish ---------------------------------------------------------------------


def test_connections_that_never_ask_keep_nobody_out(service: Served) -> None:
    address = urlsplit(service.url)
    assert address.hostname is not None
    with contextlib.ExitStack() as held:
        for number in range(300):
            opened = socket.create_connection((address.hostname, address.port or 0), timeout=60)
            held.enter_context(contextlib.closing(opened))
            if number % 2:
                opened.sendall(b"POST /search HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        assert service.ask("/search", query="peat")["found"] == 2
    assert service.ask("/search", query="peat")["found"] == 2


def test_a_connection_without_a_request_is_closed(service: Served) -> None:
    address = urlsplit(service.url)
    assert address.hostname is not None
    with socket.create_connection((address.hostname, address.port or 0), timeout=60) as opened:
        opened.sendall(b"GET /openapi.json HTTP/1.1\r\n")
        assert opened.recv(100) == b""


def test_a_body_that_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "BODY_S", 0.05)
    asked: list[str] = []

    def ask(question: str, _values: Mapping[str, Any], _job: Job) -> Json:
        asked.append(question)
        return {}

    app = service_app(ask, lambda _options, _gone: "", "secret", 23120)
    sent: list[Message] = []
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/search",
        "query_string": b"",
        "headers": [
            (b"host", b"127.0.0.1:23120"),
            (b"authorization", b"Bearer secret"),
            (b"content-length", b"20"),
        ],
    }
    parts = iter([{"type": "http.request", "body": b"{", "more_body": True}])

    async def receive() -> Message:
        for part in parts:
            return part
        await anyio.sleep_forever()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    anyio.run(app, scope, receive, send)
    assert sent[0]["status"] == 408
    assert asked == []


def test_work_stops_when_whoever_asked_goes() -> None:
    begun, stopped = threading.Event(), threading.Event()

    def ask(_question: str, _values: Mapping[str, Any], job: Job) -> Json:
        begun.set()
        try:
            while True:
                job.check()
        except JobCancelled:
            stopped.set()
            raise

    app = service_app(ask, lambda _options, _gone: "", "secret", 23120)
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/gaps",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1:23120"), (b"authorization", b"Bearer secret")],
    }
    parts = iter([{"type": "http.request", "body": b"{}", "more_body": False}])

    async def receive() -> Message:
        for part in parts:
            return part
        while not begun.is_set():
            await anyio.sleep(0.01)
        return {"type": "http.disconnect"}

    async def send(_message: Message) -> None:
        return

    anyio.run(app, scope, receive, send)
    assert stopped.is_set()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_pipe_or_a_device_is_no_manuscript(service: Served, tmp_path: Path) -> None:
    pipe = tmp_path / "draft.tex"
    os.mkfifo(pipe)
    for path in (str(pipe), "/dev/zero", "/dev/stdin", str(tmp_path)):
        for question, values in (
            ("/audit", {"file": path}),
            ("/decisions", {"file": path, "sentence": "Peat.", "decision": "not needed"}),
        ):
            status, _, told = service.send("POST", question, json.dumps(values).encode())
            assert status in (400, 409), (path, told)
            assert told["error"]
    refused = service.send("POST", "/audit", json.dumps({"file": str(pipe)}).encode())[2]
    assert "It is a pipe or a device, not a file" in refused["error"]
    assert service.ask("/search", query="peat")["found"] == 2


@pytest.mark.skipif(os.name == "nt", reason="Links need a right on Windows")
def test_a_link_out_of_the_folder_is_refused_in_a_sentence(service: Served, tmp_path: Path) -> None:
    private = tmp_path / "elsewhere" / "private.tex"
    private.parent.mkdir()
    private.write_text("\\documentclass{article}\\begin{document}Peat.\\end{document}")
    private.with_suffix(".bib").write_text("@article{secret, title={Soil carbon}}")
    folder = tmp_path / "paper"
    folder.mkdir()
    linked = folder / "linked.tex"
    linked.symlink_to(private)
    (folder / "refs.bib").symlink_to(private.with_suffix(".bib"))
    draft = folder / "draft.md"
    draft.write_text("---\nbibliography: refs.bib\n---\n\nPeat holds carbon.\n")
    cite = {"papers": ["t:keyed"], "format": "pandoc"}
    for question, file, values in (
        ("/audit", linked, {}),
        ("/cite", linked, cite),
        ("/audit", draft, {}),
        ("/cite", draft, cite),
    ):
        body = json.dumps({**values, "file": str(file)}).encode()
        status, _, told = service.send("POST", question, body)
        assert status == 400, told
        assert told["error"] == (
            wording.fill("core.manuscript.links_out:make_link_error", file="refs.bib")
            if file == draft
            else wording.fill("core.manuscript.links_out:refuse_link", file="linked.tex")
        )
        assert told["remedy"]
        assert "secret" not in json.dumps(told)
    (folder / "refs.bib").unlink()
    assert service.ask("/audit", file=str(draft))["sentences"] == 1


# --- its life -----------------------------------------------------------------------------------


def test_a_library_is_served_once_and_the_token_goes_with_the_service(tmp_path: Path) -> None:
    library = tmp_path / "library"
    fill(library)
    with served(library, tmp_path) as running:
        again = subprocess.run(
            [sys.executable, "-m", "desktop", "serve", "--library", str(library)],
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert again.returncode == 2
        assert f"served already, at {running.url}." in again.stderr
        path = running.address_file
    assert running.process.returncode == 0
    assert not path.exists()


def test_papers_that_another_process_adds_are_found(tmp_path: Path) -> None:
    library = tmp_path / "library"
    fill(library)
    with served(library, tmp_path) as running:
        assert running.ask("/search", query="tulips")["found"] == 0
        with Library.open(library) as opened:
            from core.base.records import PaperRecord
            from core.library.indexes.words import WordIndex

            new = PaperRecord(id="t:new", title="Tulips in winter", year=2020)
            list(opened.papers.add([new], source="test"))
            WordIndex(library / "words", opened.identity).follow(opened.papers)
        assert running.ask("/search", query="tulips")["found"] == 1
        found = running.ask("/recommend", text="Tulips grow in winter.")
        assert "t:new" in {each["id"] for each in found["suggestions"]}


def test_what_is_no_origin_or_no_library_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from core.commands.cli import main

    fill(tmp_path / "library")
    library = str(tmp_path / "library")
    assert main(["serve", "--library", library, "--origin", "page.example"]) == 2
    assert "no origin" in capsys.readouterr().err
    assert main(["serve"]) == 2
    assert wording.stem("core.commands.serving:chosen_library") in capsys.readouterr().err
