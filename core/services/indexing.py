"""Keeps the indexes in step with the library, and changes the model in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.base.jobs import Job, SilentJob
from core.base.records import Manuscript, Status
from core.manuscript.text.languages import main_language
from core.models.shelf import base_model

if TYPE_CHECKING:
    from core.services.parts import Parts


class Indexing:
    """Brings indexes in step with the library, and loads models."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._library, self._shelf = parts.library, parts.shelf

    def status(self) -> Status:
        """Say what the library can answer with now. Quick."""
        parts = self._parts
        papers = self._library.papers.count()
        vectors, contexts = parts.indexes.encoded()
        model = parts.encoder.model
        return Status(
            papers=papers,
            words="building" if parts.indexes.words_are_behind() else "ready",
            vectors=(vectors, papers),
            vectors_behind=parts.indexes.vectors_are_behind(),
            contexts=(contexts, self._library.contexts.count()),
            model=model.manifest.name if model else "",
            model_state=parts.encoder.state,
            precision=getattr(parts.encoder.encoder, "precision", ""),
            reranker=parts.second_stage.name,
            reranker_state=parts.second_stage.state,
        )

    def words(self, job: Job | None = None) -> None:
        """Bring the words of papers and of citing sentences in step with the library."""
        self._parts.indexes.follow_words(job)
        self._parts.answering.follow()

    def words_are_behind(self) -> bool:
        """Tell whether the library changed since the words were followed. Quick."""
        return self._parts.indexes.words_are_behind()

    def words_after(self) -> None:
        """Bring the words in step after work that may have been stopped.

        Where the library is being closed, they follow at the next start.
        """
        if not self._parts.stopped:
            self.words()

    def vectors(self, job: Job | None = None) -> None:
        """Encode what the loaded model has not encoded yet, and bring the vectors in step."""
        indexes = self._parts.indexes
        before = indexes.encoded()
        indexes.follow_vectors(job)
        more = any(now > then for now, then in zip(indexes.encoded(), before, strict=True))
        self._parts.answering.follow_vectors(more=more)

    def has_vectors(self, name: str = "") -> bool:
        """Tell whether papers were encoded with the model of that name, or the one in use."""
        model = self._shelf.get(name) if name else self._shelf.in_use()
        return self._library.embeddings.count(model.manifest.fingerprint) > 0

    def foreign_language(self, manuscript: Manuscript) -> str:
        """Return the code of a manuscript's language if the model in use does not know it, else "".

        Of MiniLM, which Cocite comes with, it is known that it knows English alone, however it was
        trained further; of others nothing is known.
        """
        model = self._parts.encoder.model or self._shelf.in_use()
        if model.manifest.package != base_model().manifest.package:
            return ""
        language = main_language([sentence.text for sentence in manuscript.sentences])
        return "" if language == "en" else language

    def start_model(self) -> None:
        """Let the process of the model in use start; ``load_model`` waits for it."""
        self._parts.encoder.start()

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
        other one has encoded the library.

        Raises:
            UsageError: there is no such model.
            ModelError: it is incomplete or damaged; another one that was loaded stays in use.
        """
        self._parts.encoder.load(job, name, in_process=in_process, prepare=prepare)

    def use_model(self, name: str, job: Job | None = None) -> None:
        """Load another model of the shelf, make its vectors, then ask with it from now on."""
        if self._shelf.get(name).manifest.kind == "reranker":
            self._parts.second_stage.load(name)
        else:
            self.load_model(job or SilentJob(), name=name, prepare=True)
        self._shelf.use(name)
        self.vectors(job)

    def use_model_before(self, job: Job) -> str | None:
        """Use the encoder that was in use before again, and return its name if there was one."""
        name = self._shelf.before()
        if name is not None:
            self.load_model(job, name=name, prepare=True)
            self._shelf.back()
            self.vectors(job)
        return name

    def use_no_reranker(self) -> None:
        """Do without a reranker from now on."""
        self._shelf.use_no_reranker()
        self._parts.second_stage.leave()
