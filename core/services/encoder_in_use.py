"""The encoder in use in an open library: loading it, changing it, ending it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from core.base.errors import EngineError
from core.base.jobs import Job, SilentJob
from core.base.records import ModelState
from core.models.encoder import Encoder
from core.models.loading import open_encoder
from core.models.process import EncoderProcess, Starter, close_process
from core.models.shelf import Model, Shelf

if TYPE_CHECKING:
    from core.services.answering import Answering
    from core.services.indexes import Indexes


class EncoderInUse:
    """Holds at most one encoder that serves, one that starts and one started ahead.

    Safe from any thread. ``model`` and ``encoder`` are ``None`` until the first was loaded.
    """

    def __init__(
        self, shelf: Shelf, indexes: Callable[[], Indexes], answering: Callable[[], Answering]
    ) -> None:
        """Load nothing yet; ``indexes`` and ``answering`` are asked for when one is."""
        self._shelf = shelf
        self._indexes = indexes
        self._answering = answering
        self.encoder: Encoder | None = None
        self.model: Model | None = None
        self.state: ModelState = "none"
        self._ahead: EncoderProcess | None = None
        self._starter = Starter()

    def fingerprint(self) -> str:
        """Return that of the model that counts; asking the shelf reads and checks its files."""
        return (self.model or self._shelf.in_use()).manifest.fingerprint

    def start(self) -> None:
        """Start the process of the model in use, which takes seconds; ``load`` waits for it."""
        with contextlib.suppress(EngineError):  # ``load`` says what is wrong with the model
            model = self._shelf.in_use()
            self._ahead = EncoderProcess(model.folder, model.manifest)

    def load(self, job: Job | None, name: str, *, in_process: bool, prepare: bool) -> None:
        """Load the model in use, or the one of that name; see ``Indexing.load_model``."""
        self.state = "ready" if prepare and self.encoder else "loading"
        try:
            model = self._shelf.get(name) if name else self._shelf.in_use()
            encoder = self._start(model, in_process=in_process, job=job if prepare else None)
        except BaseException:
            self.state = "ready" if self.encoder else "failed"
            raise
        self._serve(model, encoder)
        (job or SilentJob()).check()

    def stop(self) -> None:
        """Make calls that wait for the encoder end now, with a ``ModelError``."""
        self._starter.stop(self.encoder, self._ahead)

    def close(self) -> None:
        """End every process."""
        self._starter.close(self.encoder, self._ahead)

    def _serve(self, model: Model, encoder: Encoder) -> None:
        """Ask with this model from now on; the rows it has already are there at once."""
        self._indexes().serve(encoder)
        before = self.encoder
        self.encoder, self.model = encoder, model
        self._answering().serve(encoder)
        self.state = "ready"
        close_process(before)

    def _start(self, model: Model, *, in_process: bool, job: Job | None) -> Encoder:
        """Start a model; with a ``job``, let it encode the library before it serves."""
        if in_process:
            return open_encoder(model.folder, model.manifest)
        with self._starter.starting(self._get_process(model)) as process:
            self._answering().warm()
            process.wait_until_ready()
            if job is not None:
                self._indexes().prepare(process, job)
        return process

    def _get_process(self, model: Model) -> EncoderProcess:
        """Return the process that was started ahead if it holds this model, else a new one.

        It is given away once: a process that serves is closed when another one follows.
        """
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead.manifest == model.manifest:
            return ahead
        close_process(ahead)
        return EncoderProcess(model.folder, model.manifest)
