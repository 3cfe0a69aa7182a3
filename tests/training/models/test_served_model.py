"""A language model that a program on this computer serves; here made-up programs."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from core.base.errors import ModelError, UsageError
from core.base.jobs import JobCancelled, SilentJob, StoppableJob
from tests import wording
from training.models import served_model
from training.models.served_model import LocalAddress, ServedModel

PLACE = "training.models.served_model"
Answer = tuple[int, bytes]
DRAWS = np.linspace(0, 0.9, 6, dtype=np.float32).reshape(1, 2, 3, 1)


class Program:
    """A program that answers as it is told, and remembers what it was asked."""

    def __init__(self, answer: Callable[[str, Mapping[str, Any]], Answer]) -> None:
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.headers: dict[str, str] = {}
        program = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(b"{}")

            def do_POST(self) -> None:
                self._answer(self.rfile.read(int(self.headers["Content-Length"])))

            def _answer(self, body: bytes) -> None:
                program.requests.append((self.path, json.loads(body)))
                status, content = answer(self.path, json.loads(body))
                if status == 0:  # dies in the middle
                    self.connection.close()
                    return
                self.send_response(status)
                for name, value in program.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                with contextlib.suppress(OSError):  # whoever asked may be gone
                    self.wfile.write(content)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = LocalAddress.from_text(f"http://127.0.0.1:{self._server.server_port}")
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def program() -> Iterator[Callable[..., Program]]:
    started: list[Program] = []

    def start(answer: Callable[[str, Mapping[str, Any]], Answer]) -> Program:
        started.append(Program(answer))
        return started[-1]

    yield start
    for each in started:
        each.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served_model, "_PAUSE_S", 0.01)
    monkeypatch.setattr(served_model, "_TICK_S", 0.01)


def chat(*texts: str | None) -> Answer:
    choices = [{"message": {"role": "assistant", "content": text}} for text in texts]
    return 200, json.dumps({"choices": choices}).encode()


def asked(model: ServedModel) -> list[list[list[str]]]:
    return model.continuations(["Peat\nIt is old."], ["In summary,", "We show that"], DRAWS)


def always(answer: Answer) -> Callable[[str, Mapping[str, Any]], Answer]:
    return lambda _path, _request: answer


# --- where ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"),
        ("http://localhost:1234/v1/", "http://127.0.0.1:1234/v1"),
        (" http://[::1]:8080/api/v1/chat/completions", "http://[::1]:8080/api/v1"),
        ("HTTP://LOCALHOST:80", "http://127.0.0.1:80/v1"),
        ("http://localhost:0", "http://127.0.0.1:0/v1"),
    ],
)
def test_an_address_of_this_computer_is_read(text: str, expected: str) -> None:
    assert str(LocalAddress.from_text(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "127.0.0.1:80",
        "https://127.0.0.1:80",
        "http://192.168.0.7:11434",
        "http://0.0.0.0:11434",
        "http://127.0.0.1.example.org/v1",
        "http://localhost.example.org",
        "http://127.0.0.1@example.org/",
        "http://example.org#@127.0.0.1",
        "http://example.org\\@127.0.0.1",
        "http://user:word@127.0.0.1:80",
        "http://127.0.0.1:99999",
        "http://127.0.0.1/v1?to=http://example.org",
        "http://2130706433/",
        "http://[::ffff:8.8.8.8]/",
        "file:///etc/hosts",
    ],
)
def test_any_other_address_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=wording.pattern(f"{PLACE}:from_text {{address")):
        LocalAddress.from_text(text)


def test_a_proxy_of_the_environment_is_not_used(
    program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = program(always(chat("No.")))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, str(proxy.address).removesuffix("/v1"))
    server = program(always(chat("a", "b", "c")))
    asked(ServedModel(server.address, SilentJob(), name="m"))
    assert len(server.requests) == 2
    assert not proxy.requests


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirection_is_not_followed(program: Callable[..., Program], status: int) -> None:
    elsewhere = program(always(chat("a", "b", "c")))
    server = program(always((status, b"")))
    server.headers["Location"] = f"{elsewhere.address}/chat/completions"
    with pytest.raises(ModelError, match="another address"):
        asked(ServedModel(server.address, SilentJob(), name="m"))
    assert not elsewhere.requests


# --- what is asked and answered -------------------------------------------------------------------


def test_each_prompt_is_asked_once_with_its_seed(program: Callable[..., Program]) -> None:
    server = program(always(chat("peat is old.", " In summary, moors are wet.", "sand is dry.")))
    said = asked(ServedModel(server.address, SilentJob(), name="m"))
    assert said == [[["peat is old.", " moors are wet.", "sand is dry."], [*said[0][1]]]]
    (path, first), (_, second) = server.requests
    assert path == "/v1/chat/completions"
    assert (first["model"], first["n"], first["stream"]) == ("m", 3, False)
    assert "Peat\nIt is old." in first["messages"][0]["content"]
    assert first["messages"][0]["content"].endswith("In summary,")
    assert first["seed"] != second["seed"]


def test_a_program_that_answers_once_at_a_time_is_asked_more_often(
    program: Callable[..., Program],
) -> None:
    server = program(always(chat("peat is old.")))
    said = asked(ServedModel(server.address, SilentJob(), name="m"))
    assert said == [[["peat is old."] * 3] * 2]
    assert len({request["seed"] for _, request in server.requests}) == 6


def test_a_program_that_refuses_several_answers_is_asked_for_one(
    program: Callable[..., Program],
) -> None:
    def answer(_path: str, request: Mapping[str, Any]) -> Answer:
        return (422, b'{"error": "n"}') if "n" in request else chat("peat is old.")

    server = program(answer)
    assert asked(ServedModel(server.address, SilentJob(), name="m")) == [[["peat is old."] * 3] * 2]
    assert len(server.requests) == 7


def test_the_end_of_a_prompt_is_left_out_where_it_is_repeated(
    program: Callable[..., Program],
) -> None:
    server = program(always(chat("Show that peat is old.", "we show that moors are wet.", "That.")))
    said = asked(ServedModel(server.address, SilentJob(), name="m"))[0][1]
    assert said == [" peat is old.", " moors are wet.", "That."]
    server = program(always(chat("show thatched roofs.", "We show that", "İ show that")))
    said = asked(ServedModel(server.address, SilentJob(), name="m"))[0][1]
    assert said == ["show thatched roofs.", "", "İ show that"]


def test_half_a_character_is_no_obstacle(program: Callable[..., Program]) -> None:
    server = program(always(chat("peat \ud800 is old.", "می\u200cشود", "b")))
    said = asked(ServedModel(server.address, SilentJob(), name="m"))[0][0]
    assert said == ["peat ? is old.", "می\u200cشود", "b"]
    assert "".join(said).encode()


def test_an_error_gives_the_terminal_no_commands(program: Callable[..., Program]) -> None:
    server = program(always((400, b'{"error": "\\u001b[2J no\\ud800\\n model"}')))
    with pytest.raises(ModelError, match=r"\(status 400\): \[2J no model"):
        asked(ServedModel(server.address, SilentJob(), name="m"))


def test_thoughts_are_left_out(program: Callable[..., Program]) -> None:
    server = program(always(chat("<think>Hm.\nSo.</think>\npeat is old.", None, "<think>And")))
    assert asked(ServedModel(server.address, SilentJob(), name="m"))[0][0] == [
        "peat is old.",
        "",
        "",
    ]


def test_the_first_model_on_this_computer_is_taken(program: Callable[..., Program]) -> None:
    names = ("huge:120b-cloud", "Huge:120B-CLOUD", "", "a\ud800", "small:1b", "other")
    listed = [{"id": name} for name in names]
    server = program(always((200, json.dumps({"data": listed}).encode())))
    assert ServedModel(server.address, SilentJob()).name == "small:1b"
    with pytest.raises(UsageError, match=wording.pattern(f"{PLACE}:__init__")):
        ServedModel(server.address, SilentJob(), name="huge:120b-cloud")
    empty = program(always((200, b'{"data": null}')))
    with pytest.raises(UsageError, match=wording.pattern(f"{PLACE}:_first_listed")):
        ServedModel(empty.address, SilentJob())


# --- failures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        (200, b""),
        (200, b"<html>"),
        (200, b"[1]"),
        (200, b"[" * 100_000),
        (200, b'{"choices": []}'),
        (200, b'{"choices": [{"message": {"content": 3}}]}'),
        (200, b'{"choices": [{"message": null}]}'),
        (200, b'{"choices": [{"message": {"content": "\xff"}}]}'),
        (200, b'{"choices": "' + b"x" * (5 << 20) + b'"}'),
        (404, b'{"error": {"message": "no model m"}}'),
        (401, b"{}"),
        (503, b"busy"),
    ],
)
def test_an_answer_of_no_use_is_an_error(program: Callable[..., Program], answer: Answer) -> None:
    server = program(always(answer))
    with pytest.raises(ModelError, match=r"no usable answer \(status"):
        asked(ServedModel(server.address, SilentJob(), name="m"))


def test_a_program_that_is_busy_for_a_moment_is_asked_again(
    program: Callable[..., Program],
) -> None:
    answers = [(503, b"busy"), (0, b""), chat("a", "b", "c"), chat("d", "e", "f")]
    server = program(lambda *_: answers.pop(0))
    said = asked(ServedModel(server.address, SilentJob(), name="m"))
    assert said == [[["a", "b", "c"], ["d", "e", "f"]]]


def test_a_program_that_is_gone_is_named(program: Callable[..., Program]) -> None:
    server = program(always((0, b"")))
    with pytest.raises(ModelError, match=wording.pattern(f"{PLACE}:_silent")):
        asked(ServedModel(server.address, SilentJob(), name="m"))
    server.close()
    with pytest.raises(ModelError, match=wording.pattern(f"{PLACE}:_silent")):
        ServedModel(server.address, SilentJob())


def test_a_program_that_never_answers_is_given_up(
    program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    server = program(lambda *_: (go_on.wait(20), chat("a"))[1])
    monkeypatch.setattr(served_model, "_ANSWER_S", 0.2)
    start = time.monotonic()
    with pytest.raises(ModelError, match=wording.pattern(f"{PLACE}:_silent")):
        asked(ServedModel(server.address, SilentJob(), name="m"))
    assert time.monotonic() - start < 10
    go_on.set()


def test_a_stop_ends_the_waiting(program: Callable[..., Program]) -> None:
    go_on, job = threading.Event(), StoppableJob()

    def answer(*_: object) -> Answer:
        job.stop()
        go_on.wait(20)
        return chat("a")

    server = program(answer)
    start = time.monotonic()
    with pytest.raises(JobCancelled):
        asked(ServedModel(server.address, job, name="m"))
    assert time.monotonic() - start < 10
    go_on.set()
