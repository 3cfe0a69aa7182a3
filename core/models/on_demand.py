"""An encoder that is started when it is first asked, for a place that is seldom asked.

A model in a process of its own takes a few hundred megabytes. One that only encodes new papers is
ended when that is done; one that a question was asked of stays.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.base.errors import ModelError
from core.base.precedence import Rank, rank
from core.models.encoder import Encoder
from core.models.loading import open_encoder
from core.models.manifest import Manifest
from core.models.process import EncoderProcess, Starter, close_process
from core.models.shelf import Model


class EncoderOnDemand:
    """The same calls as any encoder, from any thread; the first one starts it."""

    def __init__(self, model: Model, *, in_process: bool = False) -> None:
        """Start nothing yet; ``in_process`` spares a program without a window the pipe."""
        self.model = model
        self._in_process = in_process
        self._encoder: Encoder | None = None
        self._is_requested = False
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

    def rest(self) -> None:
        """End it for now, unless a question was asked of it."""
        with self._starting:
            if self._is_requested:
                return
            encoder, self._encoder = self._encoder, None
        close_process(encoder)

    def stop(self) -> None:
        """Make calls end now, with a ``ModelError``."""
        self._starter.stop(self._encoder)

    def close(self) -> None:
        """End its process. May be called again."""
        self.stop()
        close_process(self._encoder)

    def _started(self) -> Encoder:
        with self._starting:
            self._is_requested = self._is_requested or rank() is not Rank.BEHIND
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
