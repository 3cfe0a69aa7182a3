"""A language model that a program on this computer serves: Ollama, LM Studio, llama.cpp and others.

All of them understand the requests of OpenAI's service. Nothing is sent to another computer: the
address is checked before a socket is opened, names are not looked up, no proxy is used, and no
redirection is followed. What the program itself does with a text cannot be known.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import http.client
import json
import re
import socket
import threading
import time
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import EngineError, ModelError, UsageError
from core.base.jobs import Job
from training.models.protocols import Sampling

_LOOPBACK = {"127.0.0.1": ("127.0.0.1",), "::1": ("::1",), "localhost": ("127.0.0.1", "::1")}
_CONNECT_S, _ANSWER_S, _TICK_S = 5.0, 600.0, 0.1
_PAUSE_S = 2.0
_TRIES = 3
_LONGEST_ANSWER = 4 << 20
_BUSY = {429, 500, 502, 503, 504}
_REFUSED = {400, 404, 422}
_ONLINE = re.compile(r"[-:]cloud\Z", re.IGNORECASE)
"""How Ollama names models that do not run on this computer."""
_THOUGHTS = re.compile(r"<think>.*?(</think>|\Z)", re.DOTALL)
_ORDER = (
    "{text}\n\nContinue the sentence below, in one sentence. Do not repeat its beginning, and write"
    " nothing else.\n\n{prompt}"
)


@dataclass(frozen=True, slots=True)
class LocalAddress:
    """Where a program on this computer answers. ``path`` precedes "/chat/completions"."""

    hosts: tuple[str, ...]
    port: int
    path: str

    @classmethod
    def from_text(cls, text: str) -> LocalAddress:
        """Read an address such as http://127.0.0.1:11434 or http://localhost:1234/v1.

        Raises:
            UsageError: it is none, or that of another computer.
        """
        try:
            parts = urllib.parse.urlsplit(text.strip())
            hosts = _LOOPBACK[parts.hostname or ""]
            port = http.client.HTTP_PORT if parts.port is None else parts.port
            is_plain = parts.scheme == "http" and not (parts.query or parts.fragment)
            if not is_plain or "@" in parts.netloc or not parts.path.isprintable():
                raise ValueError(text)
        except (ValueError, LookupError) as error:
            raise UsageError(
                "“{address}” is not an address on this computer.",
                address=text,
                remedy="Use http://127.0.0.1:PORT, with the port of Ollama, LM Studio or llama.cpp."
                " Other computers are never asked.",
            ) from error
        path = parts.path.rstrip("/").removesuffix("/chat/completions").rstrip("/")
        return cls(hosts, port, urllib.parse.quote(path or "/v1", safe="/%"))

    def __str__(self) -> str:
        host = f"[{self.hosts[0]}]" if ":" in self.hosts[0] else self.hosts[0]
        return f"http://{host}:{self.port}{self.path}"


class ServedModel:
    """A language model of a program on this computer, asked as OpenAI's are."""

    def __init__(
        self, address: LocalAddress, job: Job, *, name: str = "", sampling: Sampling | None = None
    ) -> None:
        """Find the model: that of the name, else the first one that the program lists.

        Raises:
            ModelError: nothing answers there as it should.
            UsageError: the program has no model, or this one runs on the internet.
            JobCancelled: a stop was asked for.
        """
        self._address, self._job = address, job
        self.sampling = sampling or Sampling()
        self.name = name or self._first_listed()
        if _ONLINE.search(self.name):
            raise UsageError(
                "“{model}” does not run on this computer.",
                model=self.name,
                remedy="Choose a model that was downloaded.",
            )
        self._takes_count = True

    def continuations(
        self, texts: Sequence[str], prompts: Sequence[str], draws: NDArray[np.float32]
    ) -> list[list[list[str]]]:
        """Return what the model says of each text and prompt: [text][prompt][continuation].

        The draws are the seeds of the requests; whether they decide is up to the program.

        Raises:
            ModelError: the program does not answer, or not as it should.
            JobCancelled: a stop was asked for.
        """
        return [
            [
                self._continue(text, prompt, draws[number, index, :, 0])
                for index, prompt in enumerate(prompts)
            ]
            for number, text in enumerate(texts)
        ]

    def _continue(self, text: str, prompt: str, draws: NDArray[np.float32]) -> list[str]:
        continuations: list[str] = []
        while len(continuations) < len(draws):
            count = len(draws) - len(continuations) if self._takes_count else 1
            request = {
                "model": self.name,
                "messages": [
                    {"role": "user", "content": _ORDER.format(text=text, prompt=prompt)},
                ],
                "max_tokens": self.sampling.tokens,
                "temperature": self.sampling.temperature,
                "top_p": self.sampling.top_p,
                "seed": int(draws[len(continuations)] * 2**24),
                "stream": False,
            }
            more = {"n": count} if count > 1 else {}
            status, answer = self._send_request("POST", "/chat/completions", request | more)
            if status in _REFUSED and more:
                self._takes_count = False  # some programs refuse to answer several times at once
                continue
            continuations += self._texts(status, answer, prompt)
        return continuations[: len(draws)]

    def _texts(self, status: int, answer: Mapping[str, Any], prompt: str) -> list[str]:
        if status != http.HTTPStatus.OK:
            raise self._unexpected(status, answer)
        try:
            contents = [choice["message"].get("content") for choice in answer["choices"]]
        except (LookupError, TypeError, AttributeError):
            contents = []
        if not contents or not all(isinstance(text, str | None) for text in contents):
            raise self._unexpected(status, answer)
        # Half of a pair of surrogates cannot be written into a file.
        whole = [(text or "").encode("utf-8", "replace").decode() for text in contents]
        texts = [_THOUGHTS.sub("", text).strip() for text in whole]
        return [_without_beginning(text, prompt) for text in texts]

    def _first_listed(self) -> str:
        status, answer = self._send_request("GET", "/models")
        if status != http.HTTPStatus.OK:
            raise self._unexpected(status, answer)
        listed = answer.get("data")
        models = listed if isinstance(listed, list) else []
        names = [model.get("id") for model in models if isinstance(model, dict)]
        usable = [name for name in names if isinstance(name, str) and name.isprintable()]
        local = [name for name in usable if name and not _ONLINE.search(name)]
        if not local:
            raise UsageError(
                "The program at {address} has no model.",
                address=self._address,
                remedy="Download or load one there.",
            )
        return local[0]

    def _send_request(
        self, method: str, path: str, request: Mapping[str, Any] | None = None
    ) -> tuple[int, Mapping[str, Any]]:
        """Return status and answer, after up to three tries where the program is busy or gone."""
        body = json.dumps(request).encode() if request else None
        problem: EngineError | None = None
        for attempt in range(_TRIES):
            if attempt:
                self._pause()
            try:
                status, content = self._exchanged(method, path, body)
            except TimeoutError as error:
                raise self._silent() from error
            except (OSError, http.client.HTTPException):
                problem = self._silent()
                continue
            answer = _json_object(content)
            if status not in _BUSY and answer is not None:
                return status, answer
            problem = self._unexpected(status, answer or {})
            if not (status in _BUSY or status == http.HTTPStatus.OK):
                break
        assert problem is not None
        raise problem

    def _pause(self) -> None:
        until = time.monotonic() + _PAUSE_S
        while time.monotonic() < until:
            self._job.check()
            threading.Event().wait(_TICK_S)

    def _exchanged(self, method: str, path: str, body: bytes | None) -> tuple[int, bytes]:
        """Send a request; a stop or the end of the time closes the connection."""
        connection = self._connected()
        sock = connection.sock
        sock.settimeout(_ANSWER_S)

        def exchange() -> tuple[int, bytes]:
            headers = {"Content-Type": "application/json", "Accept": "application/json"}
            connection.request(method, self._address.path + path, body, headers)
            response = connection.getresponse()
            content = response.read(_LONGEST_ANSWER + 1)
            return response.status, content if len(content) <= _LONGEST_ANSWER else b""

        until = time.monotonic() + _ANSWER_S
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            answer = pool.submit(exchange)
            try:
                while not concurrent.futures.wait([answer], _TICK_S).done:
                    self._job.check()
                    if time.monotonic() > until:
                        raise TimeoutError
            finally:
                with contextlib.suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)  # so that the thread ends
                concurrent.futures.wait([answer])
                connection.close()
            return answer.result()

    def _connected(self) -> http.client.HTTPConnection:
        """Connect; http.client, as it knows neither proxies nor redirections."""
        for host in self._address.hosts:
            connection = http.client.HTTPConnection(host, self._address.port, timeout=_CONNECT_S)
            try:
                connection.connect()
            except OSError:
                if host == self._address.hosts[-1]:
                    raise
            else:
                break
        return connection

    def _silent(self) -> ModelError:
        return ModelError(
            "Nothing answers at {address}.",
            address=self._address,
            remedy="Start the program, then run the same command again: it continues.",
        )

    def _unexpected(self, status: int, answer: Mapping[str, Any]) -> ModelError:
        if 300 <= status < 400:
            return ModelError(
                "The program at {address} refers to another address, which is not asked.",
                address=self._address,
                remedy="Give the address at which the program itself answers.",
            )
        error = answer.get("error")
        text = error.get("message") if isinstance(error, dict) else error
        return ModelError(
            "The program at {address} gave no usable answer (status {status}): {answer}",
            address=self._address,
            status=status,
            answer=_on_one_line(str(text or "no text"))[:200],
            remedy="Check there that the model is loaded, or give its name with --name.",
        )


def _without_beginning(text: str, prompt: str) -> str:
    """Return a text without the words of the prompt, or its last ones, that it repeats."""
    words = prompt.split()
    for start in range(len(words) - 1):
        beginning = " ".join(words[start:])
        first, rest = text[: len(beginning)], text[len(beginning) :]
        if first.lower() == beginning.lower() and not rest[:1].isalnum():
            return rest
    return text


def _on_one_line(text: str) -> str:
    """Return a text that a terminal may print: without commands to it, or halves of characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _json_object(content: bytes) -> Mapping[str, Any] | None:
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None
