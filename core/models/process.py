"""A model in a process of its own: an encoder, or a reranker.

A window that loads torch into its own process stands still while the libraries are linked
(measured 0.3 to 1 s under the interpreter's lock). Here it only writes texts to a pipe and reads
rows from it; a model that crashes takes nothing with it. One that nobody asks for some minutes
gives its memory back, and is loaded again with the next question.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.base.children import module_command, piped
from core.base.errors import ModelError
from core.base.messages import Message
from core.base.precedence import Rank, Turns, rank
from core.models.child import ERROR
from core.models.encoder import Encoder
from core.models.loading import open_encoder
from core.models.manifest import Manifest
from core.models.shelf import Model

_CHUNK = 32
"""Texts sent at once."""

_FEWEST = 2
"""Texts sent at once to the slowest model."""

IDLE_S = 300.0
"""A process that nobody asks for so long is ended: it takes some 250 megabytes."""

_SHORT_S = 0.15
"""About how long a chunk takes that nobody waits for: a person's question waits for its end."""


class ModelProcess:
    """A model in a child process. Its calls may come from any thread."""

    _meanwhile = Message("")
    """What a person has while the process is gone."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        """Start the child and return at once; ``wait_until_ready`` says when it can answer."""
        self.manifest = manifest
        self.device = ""
        self.precision = ""
        self._order = {"folder": str(folder), "manifest": manifest.model_dump_json()}
        self._pipe = Turns()
        self._texts_per_second = 0.0
        self._ready = False
        self._last_used = time.monotonic()
        self._closed = threading.Event()
        self._starting = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._start()

    def wait_until_ready(self) -> None:
        """Block until the model is loaded.

        Raises:
            ModelError: the folder is incomplete or damaged, or the process ended.
        """
        with self._pipe.turn():
            self._make_ready()

    def wake(self) -> None:
        """Start the child again if it was released, ahead of a question.

        Returns at once, for a model that is loaded or asked by another thread was not released.
        """
        self._last_used = time.monotonic()
        if self.pid is not None:
            return
        with self._pipe.turn():
            if self._child is None and not self._closed.is_set():
                self._start()

    @property
    def pid(self) -> int | None:
        """The child's process id, for whoever measures it; ``None`` while it is released."""
        child = self._child
        return None if child is None else child.pid

    def kill(self) -> None:
        """End the child at once. Whoever waits for an answer of it gets a ``ModelError``."""
        if child := self._shut():
            child.kill()

    def close(self) -> None:
        """End the child. May be called again; whoever asks afterwards gets a ``ModelError``."""
        if child := self._shut():
            _end(child)

    def _shut(self) -> subprocess.Popen[bytes] | None:
        """Let no child start from now on; return the one there is, which may go meanwhile."""
        with self._starting:
            self._closed.set()
            return self._child

    def _start(self) -> None:
        """Start a child, and a thread that ends it when it idles."""
        with self._starting:
            if self._closed.is_set():
                raise self._ended()
            self._child = piped(module_command("core.models.child"))
        self._ready = False
        self._send(self._order)
        threading.Thread(target=self._release_when_idle, name="idle model", daemon=True).start()

    def _make_ready(self) -> None:
        """Wait until the model is loaded, started again if it was released."""
        if self._closed.is_set():
            raise self._ended()
        self._last_used = time.monotonic()
        if self._child is None:
            self._start()
        if not self._ready:
            header = self._header()
            self.device, self.precision = header["device"], header["precision"]
            self._ready = True

    def _release_when_idle(self) -> None:
        while not self._closed.wait(max(self._last_used + IDLE_S - time.monotonic(), 0)):
            with self._pipe.turn():
                child = self._child
                if child is None or time.monotonic() < self._last_used + IDLE_S:
                    continue
                self._child = None
            _end(child)
            return

    def _chunks(self, rows: Sequence[int]) -> Iterator[list[int]]:
        """Yield the rows that are sent at once; whoever a person waits for goes between."""
        start = 0
        while start < len(rows):
            chunk = list(rows[start : start + self._chunk_size()])
            start_time = time.monotonic()
            yield chunk
            self._texts_per_second = len(chunk) / max(time.monotonic() - start_time, 1e-3)
            start += len(chunk)

    def _chunk_size(self) -> int:
        if rank() is Rank.PERSON:
            return _CHUNK
        return min(max(int(self._texts_per_second * _SHORT_S), _FEWEST), _CHUNK)

    def _ask(self, kind: str, texts: Sequence[Any], **more: str) -> NDArray[Any]:
        with self._pipe.turn():
            self._make_ready()
            self._send({"kind": kind, "of": texts, **more})
            header = self._header()
            shape, item = header["shape"], np.dtype(header["type"])
            body = self._read_bytes(int(np.prod(shape)) * item.itemsize)
            self._last_used = time.monotonic()
        return np.frombuffer(body, item).reshape(shape)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._child is not None
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(json.dumps(message).encode() + b"\n")
            self._child.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._ended() from error

    def _header(self) -> dict[str, Any]:
        assert self._child is not None
        assert self._child.stdout is not None
        try:
            line = self._child.stdout.readline()
        except ValueError as error:  # closed meanwhile
            raise self._ended() from error
        if not line:
            raise self._ended()
        header: dict[str, Any] = json.loads(line)
        if header["kind"] == ERROR:
            raise ModelError.unpacked(header)
        return header

    def _read_bytes(self, size: int) -> bytearray:
        assert self._child is not None
        assert self._child.stdout is not None
        # A bytearray, so that the rows belong to the caller, who may write into them as into
        # those of a model in this process.
        body = bytearray(size)
        if self._child.stdout.readinto(body) < size:  # type: ignore[attr-defined]
            raise self._ended()
        return body

    def _ended(self) -> ModelError:
        return ModelError(
            "The process that holds the model “{model}” ended unexpectedly.",
            model=self.manifest.name,
            remedy="Close other programs and restart Cocite; until then {meanwhile}.",
            meanwhile=self._meanwhile,
        )


class EncoderProcess(ModelProcess):
    """An encoder in a child process; the same calls as ``SentenceEncoder``."""

    _meanwhile = Message("only keywords are searched")

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""
        # Sorted here, so that the chunks hold texts of about equal length.
        order = sorted(range(len(papers)), key=lambda row: -len(papers[row][0] + papers[row][1]))
        rows = np.zeros((len(papers), self.manifest.dimension), np.float16)
        for chosen in self._chunks(order):
            rows[chosen] = self._ask("papers", [papers[row] for row in chosen])
        return rows

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension)."""
        rows = np.zeros((len(texts), self.manifest.dimension), np.float32)
        for chosen in self._chunks(range(len(texts))):
            rows[chosen] = self._ask("queries", [texts[row] for row in chosen])
        return rows


class RerankerProcess(ModelProcess):
    """A reranker in a child process; the same call as ``Reranker``."""

    _meanwhile = Message("suggestions keep their first order")

    def score(self, query: str, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the probability that the query's text cites each (title, abstract): (papers,)."""
        return self._ask("pairs", list(papers), query=query)


_Process = TypeVar("_Process", bound=ModelProcess)


class Starter:
    """Brings up one ``process`` at a time that holds a model. Safe from any thread."""

    def __init__(self) -> None:
        self.process: ModelProcess | None = None
        self._stopped = False

    @contextlib.contextmanager
    def starting(self, process: _Process) -> Iterator[_Process]:
        """Watch over a process while the block makes it ready; one that fails is closed."""
        self.process = process
        if self._stopped:  # meanwhile
            process.kill()
        try:
            yield process
        except BaseException:
            process.close()
            raise
        finally:
            self.process = None

    def stop(self, *models: object) -> None:
        """End at once the process that is brought up and those among the models, from now on."""
        self._stopped = True
        for model in (*models, self.process):
            if isinstance(model, ModelProcess):
                model.kill()

    def close(self, *models: object) -> None:
        """Close the process that is brought up and those among the models."""
        for model in (*models, self.process):
            close_process(model)


def _end(child: subprocess.Popen[bytes]) -> None:
    """Let a child end by itself, or kill it."""
    if child.stdin is not None:
        # A child that is gone already took the unread words with it.
        with contextlib.suppress(OSError):
            child.stdin.close()
    try:
        child.wait(timeout=2)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    if child.stdout is not None:
        child.stdout.close()


def close_process(model: object) -> None:
    """Close a model that has a process of its own."""
    if isinstance(model, ModelProcess):
        model.close()


# --- an encoder that is started when it is first asked, for a place that is seldom asked ------


class EncoderOnDemand:
    """The same calls as any encoder, from any thread; the first one starts it."""

    def __init__(self, model: Model, *, in_process: bool = False) -> None:
        """Start nothing yet; ``in_process`` spares a program without a window the pipe."""
        self.model = model
        self._in_process = in_process
        self._encoder: Encoder | None = None
        self._starting = threading.Lock()
        self._starter = Starter()

    @property
    def manifest(self) -> Manifest:
        """What the model says of itself."""
        return self.model.manifest

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension).

        Raises:
            ModelError: it cannot be started, or its process ended; the next call starts it anew.
        """
        encoder = self._started()
        try:
            return encoder.encode_papers(papers)
        except ModelError:
            self._leave(encoder)
            raise

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension).

        Raises:
            ModelError: as ``encode_papers``.
        """
        encoder = self._started()
        try:
            return encoder.encode_queries(texts)
        except ModelError:
            self._leave(encoder)
            raise

    def stop(self) -> None:
        """Make calls end now, with a ``ModelError``."""
        self._starter.stop(self._encoder)

    def close(self) -> None:
        """End its process. May be called again."""
        self.stop()
        close_process(self._encoder)

    def _started(self) -> Encoder:
        with self._starting:
            if self._encoder is None:
                self._encoder = self._start()
            return self._encoder

    def _start(self) -> Encoder:
        folder, manifest = self.model.folder, self.model.manifest
        if self._in_process:
            return open_encoder(folder, manifest)
        with self._starter.starting(EncoderProcess(folder, manifest)) as process:
            process.wait_until_ready()
        return process

    def _leave(self, encoder: Encoder) -> None:
        with self._starting:
            if self._encoder is encoder:
                self._encoder = None
        close_process(encoder)
