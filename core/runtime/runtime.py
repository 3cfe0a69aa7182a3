"""What runs while a library is open, made when it is first asked for, closed in reverse order.

The modules of most parts take half a second to import, which the first papers on the screen do not
wait for.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from core.base.jobs import Job, SilentJob
from core.base.lazily import lazily
from core.library.library import Library
from core.models.encoder import Encoder
from core.models.loading import open_encoder
from core.models.process import close_process
from core.models.shelf import Model, Shelf
from core.runtime.active_models import ActiveEncoder, Places

if TYPE_CHECKING:
    from core.library.indexes.vector_search import PaperRows
    from core.manuscript.reader import GuardedReader
    from core.runtime.answering import Answering, SecondStage
    from core.runtime.indexes import Indexes


class Runtime:
    """The models in use, the indexes, and what answers with them. Safe from any thread.

    Each part knows only those before it: ``encoder`` and ``places``, ``indexes``, ``answering``.
    """

    def __init__(self, library: Library, shelf: Shelf) -> None:
        self.library = library
        self.shelf = shelf
        self.stopped = False
        self._stopping: list[Callable[[], None]] = []
        self._closing = ExitStack()
        self.encoder = ActiveEncoder(shelf)
        self.places = Places(library, shelf)
        for part in (self.encoder, self.places):
            self.close_at_end(part.close, stop=part.stop)

    def close_at_end(
        self, close: Callable[[], None], *, stop: Callable[[], None] | None = None
    ) -> None:
        """Call ``close`` in the end, before what was given earlier; first call ``stop``.

        ``stop`` makes calls that wait for a model end. It is called now if that has happened.
        """
        self._closing.callback(close)
        if stop is not None:
            self._stopping.append(stop)
            if self.stopped:
                stop()

    def stop(self) -> None:
        """Make calls that wait for a model end now, with a ``ModelError``."""
        self.stopped = True
        for stop in reversed(self._stopping):
            stop()

    def close(self) -> None:
        """End every process. May be called again."""
        self.stop()
        self._closing.close()

    def load_model(
        self,
        job: Job | None = None,
        name: str = "",
        *,
        in_process: bool = False,
        prepare: bool = False,
    ) -> None:
        """Load the model in use, or the one of that name; see ``Indexing.load_model``."""
        encoder: Encoder
        with self.encoder.loading(answering=prepare):
            model = self.shelf.get(name) if name else self.shelf.in_use()
            if in_process:
                encoder = open_encoder(model.folder, model.manifest)
            else:
                encoder = self._start_encoder(model, job if prepare else None)
        self.serve(model, encoder)
        (job or SilentJob()).check()

    def _start_encoder(self, model: Model, job: Job | None) -> Encoder:
        """Start a model; with a ``job``, let it encode the library before it serves."""
        with self.encoder.starting(model) as process:
            self.answering.warm()
            process.wait_until_ready()
            if job is not None:
                self.indexes.prepare(process, job)
        return process

    def serve(self, model: Model, encoder: Encoder) -> None:
        """Ask with this model from now on; the rows it has already are there at once."""
        self.indexes.serve(encoder)
        before = self.encoder.replace(model, encoder)
        self.answering.serve(encoder)
        self.encoder.state = "ready"
        close_process(before)

    def vectors_of_papers(self) -> PaperRows | None:
        """Return the vectors that papers are compared by: of the model for that, if there is one.

        Else those of the model that sentences are asked of, once it is loaded.
        """
        serving_place = self.places.serving("similar")
        return serving_place.column.papers if serving_place else self.indexes.vectors

    @lazily
    def indexes(self) -> Indexes:
        """Words and vectors."""
        from core.runtime.indexes import Indexes

        return Indexes(self.library)

    @lazily
    def answering(self) -> Answering:
        """What answers questions."""
        from core.runtime.answering import Answering

        return Answering(self.library, self.indexes, self.places)

    @lazily
    def second_stage(self) -> SecondStage:
        """The reranker in use, if any."""
        from core.runtime.answering import SecondStage

        stage = SecondStage(self.shelf, self.library.papers)
        self.close_at_end(stage.close, stop=stage.stop)
        return stage

    @lazily
    def passage_reader(self) -> SecondStage:
        """The model that puts passages of evidence in order, if any is in use."""
        from core.runtime.answering import SecondStage

        stage = SecondStage(self.shelf, self.library.papers, "evidence")
        self.close_at_end(stage.close, stop=stage.stop)
        return stage

    @lazily
    def reader(self) -> GuardedReader:
        """What reads manuscripts."""
        from core.manuscript.reader import GuardedReader

        reader = GuardedReader()
        self.close_at_end(reader.close)
        return reader
