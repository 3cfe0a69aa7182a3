"""The map of a library: what is stored, drawing it, positions on it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.base.children import ChildProcess, module_command
from core.base.errors import EngineError, LibraryError, LibraryReadOnlyError, UsageError
from core.base.jobs import Job
from core.base.records import OpenManuscript, PaperNumber
from core.library.store.ordering import years_of_papers
from core.library_map.drawing import DONE, ERROR, PROGRESS
from core.library_map.paper_map import PaperMap, map_file, read_map

if TYPE_CHECKING:
    from core.runtime.runtime import Runtime

_ASKED = 5
_OPENING = 2_000
"""Letters of a manuscript without an abstract that stand for it."""


class LibraryMap:
    """The map of one library by the model that compares papers.

    Its calls block and may come from any thread.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._library, self._shelf = runtime.library, runtime.shelf

    def open(self) -> PaperMap | None:
        """Return the map as it is stored, ``None`` if there is none for this library and model."""
        model = self._model()
        stored = read_map(map_file(self._library.folder, model), self._library.identity, model)
        if stored is None:
            return None
        papers, years = years_of_papers(self._library.database)
        encoded = self._library.embeddings.numbers(model)
        return PaperMap(stored, papers, years, encoded, self._library.citations.pairs())

    def drawable(self) -> int:
        """Return how many papers have a vector, and so can be drawn."""
        return self._library.embeddings.count(self._model())

    def draw(self, job: Job, *, anew: bool = False) -> PaperMap:
        """Give each paper a position, in a process of its own, and return the map.

        Papers that have a position keep it, unless the map is drawn ``anew``. A stop leaves the map
        as it was.

        Raises:
            UsageError: no paper has a vector of the model in use yet.
            LibraryReadOnlyError: the library is open for reading only.
            LibraryError: the process ended before its work was done.
        """
        if self._library.read_only:
            raise LibraryReadOnlyError(
                "A map cannot be kept in a library that is open for reading only."
            )
        model = self._model()
        if not self._library.embeddings.count(model):
            raise UsageError(
                "The meaning index is empty, so no map can be drawn.",
                remedy="Wait until the papers are indexed by meaning.",
            )
        _draw(self._library.folder, model, job, anew=anew)
        new_map = self.open()
        if new_map is None:
            raise LibraryError("The map could not be drawn.", remedy="Redraw the map.")
        return new_map

    def around(self, opened: OpenManuscript) -> list[PaperNumber]:
        """Return the papers that a manuscript would lie among; none while no model can say.

        That is its own record, else the papers nearest to its title and abstract.
        """
        own = opened.self_paper
        if own is not None and len(self._library.embeddings.get(self._model(), [own])):
            return [own]
        encoder, vectors = self._runtime.encoder.encoder, self._runtime.indexes.vectors
        if encoder is None or vectors is None:
            return []
        manuscript = opened.manuscript
        text = (
            manuscript.abstract
            or " ".join(sentence.text for sentence in manuscript.sentences)[:_OPENING]
        )
        question = np.asarray(encoder.encode_papers([(manuscript.title, text)]), np.float32)
        return [number for number, _ in vectors.search(question, limit=_ASKED)[0]]

    def members(self) -> dict[int, Sequence[PaperNumber]]:
        """Return the papers of each collection, by its number."""
        papers = self._library.papers
        return {
            group.number: papers.ordered(sort="added", descending=False, collection=group.number)
            for group in self._library.collections.all()
        }

    def _model(self) -> str:
        vectors = self._runtime.vectors_of_papers()
        return vectors.model if vectors else self._shelf.in_use().manifest.fingerprint


def _draw(folder: Path, model: str, job: Job, *, anew: bool) -> None:
    child = ChildProcess(module_command("core.library_map.drawing"), "map drawing")
    try:
        child.send({"folder": str(folder), "model": model, "anew": anew})
        while (answer := child.answer(job.check)) is not None:
            job.check()
            if answer["kind"] == PROGRESS:
                job.report(answer["done"], answer["total"], answer["note"])
            elif answer["kind"] == ERROR:
                raise EngineError.unpacked(answer)
            elif answer["kind"] == DONE:
                return
    finally:
        child.kill()  # harmless when it is done
    raise LibraryError(
        "The process that draws the map ended unexpectedly.",
        remedy="Free some memory and draw the map again.",
    )
