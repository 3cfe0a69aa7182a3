"""Keeps the indexes in step with the library, and changes the model in use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from core.base.jobs import Job, SilentJob
from core.base.records import Manuscript, Place, Status
from core.models.shelf import default_slot, supports_language

if TYPE_CHECKING:
    from core.runtime.runtime import Runtime
    from core.runtime.sharding import Shard


class Indexing:
    """Brings indexes in step with the library, and loads models."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._library, self._shelf = runtime.library, runtime.shelf
        self._in_process = False
        self._is_stopped = self._library.read_only

    def status(self) -> Status:
        """Say what the library can answer with now. Quick."""
        runtime = self._runtime
        papers = self._library.papers.count()
        vectors, contexts = runtime.indexes.encoded()
        model = runtime.encoder.model
        return Status(
            papers=papers,
            words="building" if runtime.indexes.words_are_behind() else "ready",
            vectors=(vectors, papers),
            vectors_behind=runtime.indexes.vectors_are_behind(),
            contexts=(contexts, self._library.contexts.count()),
            model=model.manifest.name if model else "",
            model_state=runtime.encoder.state,
            precision=getattr(runtime.encoder.encoder, "precision", ""),
            reranker=runtime.second_stage.name,
            reranker_state=runtime.second_stage.state,
            places=runtime.places.states(),
            is_indexing_stopped=self._is_stopped,
        )

    def words(self, job: Job | None = None) -> None:
        """Bring the words of papers and of citing sentences in step with the library."""
        with self._noting_stop():
            self._runtime.indexes.follow_words(job)
            self._runtime.answering.follow()

    def words_are_behind(self) -> bool:
        """Tell whether the library changed since the words were followed. Quick."""
        return self._runtime.indexes.words_are_behind()

    def update_words(self) -> None:
        """Bring the words in step after work that may have been stopped.

        Where the library is being closed, they follow at the next start.
        """
        if not self._runtime.stopped:
            self.words()

    def vectors(self, job: Job | None = None) -> None:
        """Encode what the models in use have not encoded yet, that of sentences first."""
        with self._noting_stop():
            self._follow_vectors(job or SilentJob())

    def _follow_vectors(self, job: Job) -> None:
        runtime = self._runtime
        complete_places = partial(runtime.places.complete, runtime.indexes)
        for follow in (runtime.indexes.follow_vectors, complete_places):
            before = self._encoded()
            follow(job)
            papers, sentences, *more = (
                now - then for now, then in zip(self._encoded(), before, strict=False)
            )
            is_more = any(count > 0 for count in more)
            runtime.answering.follow_vectors(encoded=None if is_more else (papers, sentences))

    @contextmanager
    def _noting_stop(self) -> Iterator[None]:
        """Remember whether the work inside was cancelled or failed, until it is done again."""
        self._is_stopped = self._library.read_only
        try:
            yield
        except BaseException:
            self._is_stopped = True
            raise

    def encode_shard(self, shard: Shard, job: Job | None = None) -> None:
        """Encode one part of the library into files, which ``vectors`` takes into it later."""
        self._runtime.indexes.encode_shard(shard, job)

    def _encoded(self) -> tuple[int, ...]:
        """Return how much is encoded, and which places answer."""
        counts = [*self._runtime.indexes.encoded()]
        for place in self._runtime.places.states():
            counts += (place.papers[0], place.contexts[0], place.serves)
        return tuple(counts)

    def has_vectors(self, name: str = "") -> bool:
        """Tell whether papers were encoded with the model of that name, or the one in use."""
        model = self._shelf.get(name) if name else self._shelf.in_use()
        return self._library.embeddings.count(model.manifest.fingerprint) > 0

    def foreign_language(self, manuscript: Manuscript) -> str:
        """Return the code of a manuscript's language if no model in use knows it, else "".

        What a model does not say of itself is not held against it.
        """
        from core.manuscript.text.languages import main_language

        model = self._runtime.encoder.model or self._shelf.in_use()
        language = main_language([sentence.text for sentence in manuscript.sentences])
        is_known = not language or supports_language(model.manifest, language) is not False
        return "" if is_known or self._runtime.places.handles_language(language) else language

    def start_model(self) -> None:
        """Let the process of the model in use start; ``load_model`` waits for it."""
        self._runtime.encoder.start()

    def wake_model(self) -> None:
        """Load a model again that gave its memory back, ahead of a question; returns at once."""
        self._runtime.encoder.wake()

    def load_model(
        self,
        job: Job | None = None,
        *,
        name: str = "",
        in_process: bool = False,
        prepare: bool = False,
    ) -> None:
        """Load the model in use, or the one of that name, and its vectors.

        A window leaves it to a process of its own; ``in_process`` spares a program without one
        the way through a pipe. With ``prepare`` the model that is loaded now answers until the
        other one has encoded the library. The other places are taken as the shelf has it, but not
        where a model is named to be asked just now.

        Raises:
            UsageError: there is no such model.
            ModelError: it is incomplete or damaged; another one that was loaded stays in use.
        """
        runtime = self._runtime
        runtime.load_model(job, name, in_process=in_process, prepare=prepare)
        if prepare or not name:
            self._in_process = in_process
            self.follow_shelf()

    def use_model(self, name: str, job: Job | None = None) -> None:
        """Load another model of the shelf, make its vectors, then ask with it from now on."""
        manifest = self._shelf.get(name).manifest
        if default_slot(manifest) == "evidence":
            self._runtime.passage_reader.load(name)
        elif manifest.kind == "reranker":
            self._runtime.second_stage.load(name)
        else:
            self.load_model(job or SilentJob(), name=name, prepare=True)
        self._shelf.use(name)
        self.vectors(job)

    def put(self, name: str, place: Place) -> None:
        """Give a place to a model of the shelf, or to none (""). Quick: ``vectors`` encodes.

        The vectors of the model that was there are deleted, unless it is in use elsewhere or was
        for sentences before.

        Raises:
            EngineError: there is no such model, or it is no encoder.
        """
        before = self._shelf.get_assigned_model(place)
        if name:
            self._shelf.use(name, place)
        else:
            self._shelf.leave(place)
        self.follow_shelf()
        if before is not None and not self._library.read_only:
            from core.runtime.indexes import forget_column

            kept_manifests = [model.manifest for model in self._shelf.remembered()]
            forget_column(self._library, before.manifest, kept_manifests)

    def follow_shelf(self) -> None:
        """Take the places as the shelf has them now."""
        runtime = self._runtime
        if runtime.encoder.model is not None:
            main, indexes = runtime.encoder.model, runtime.indexes
            runtime.places.open(main, indexes, in_process=self._in_process)
            runtime.answering.follow_vectors(encoded=None)

    def restore_previous_model(self, job: Job) -> str | None:
        """Use the encoder that was in use before again, and return its name if there was one."""
        name = self._shelf.before()
        if name is not None:
            self.load_model(job, name=name, prepare=True)
            self._shelf.back()
            self.vectors(job)
        return name

    def use_no_reranker(self) -> None:
        """Do without a reranker from now on."""
        self._shelf.leave("reranker")
        self._runtime.second_stage.leave()
