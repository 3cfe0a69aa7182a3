"""The models in use in an open library, each with a process of its own: loaded, changed, ended.

One model answers what is asked of sentences (``ActiveEncoder``). Others may be in use beside it,
each in its place: "similar" is asked by Similar papers and the map, "languages" by manuscripts in a
language that the model of sentences does not know. A place whose vectors are not there yet answers
nothing: the model of sentences does. One whose model is that of sentences needs nothing of its own.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.base.errors import EngineError, ModelError
from core.base.jobs import Job
from core.base.records import ModelState, Place, PlaceState
from core.library.library import Library
from core.models.encoder import Encoder
from core.models.process import EncoderOnDemand, EncoderProcess, Starter, close_process
from core.models.shelf import Model, Shelf, supports_language

if TYPE_CHECKING:
    from core.runtime.indexes import Column, Indexes

_ENOUGH = 0.95
"""The share that has vectors from which on a place answers: a small import does not end that."""
_ASKED_BY_SENTENCES: frozenset[Place] = frozenset({"languages"})
"""Places whose questions are compared with citing sentences too."""
PLACES: tuple[Place, ...] = ("similar", "languages")


class ActiveEncoder:
    """Holds at most one encoder that serves, one that starts and one started ahead.

    Safe from any thread. ``model`` and ``encoder`` are ``None`` until the first was loaded.
    """

    def __init__(self, shelf: Shelf) -> None:
        """Load nothing yet."""
        self._shelf = shelf
        self.encoder: Encoder | None = None
        self.model: Model | None = None
        self.state: ModelState = "none"
        self._ahead: EncoderProcess | None = None
        self._starter = Starter()

    def fingerprint(self) -> str:
        """Return that of the model that counts; asking the shelf reads and checks its files."""
        return (self.model or self._shelf.in_use()).manifest.fingerprint

    def start(self) -> None:
        """Start the process of the model in use, which takes seconds; loading waits for it."""
        with contextlib.suppress(EngineError):  # loading says what is wrong with the model
            model = self._shelf.in_use()
            self._ahead = EncoderProcess(model.folder, model.manifest)

    @contextmanager
    def loading(self, *, answering: bool) -> Iterator[None]:
        """Load a model in the block; one that serves goes on meanwhile if it is ``answering``."""
        self.state = "ready" if answering and self.encoder else "loading"
        try:
            yield
        except BaseException:
            self.state = "ready" if self.encoder else "failed"
            raise

    @contextmanager
    def starting(self, model: Model) -> Iterator[EncoderProcess]:
        """Give the process of a model, that started ahead if it holds this one."""
        with self._starter.starting(self._get_process(model)) as process:
            yield process

    def replace(self, model: Model, encoder: Encoder) -> Encoder | None:
        """Be another model from now on, and return the encoder before, which still runs."""
        before, self.encoder, self.model = self.encoder, encoder, model
        return before

    def wake(self) -> None:
        """Start the process of the encoder again if it was released; returns at once."""
        encoder = self.encoder
        if isinstance(encoder, EncoderProcess):
            encoder.wake()

    def stop(self) -> None:
        """Make calls that wait for the encoder end now, with a ``ModelError``."""
        self._starter.stop(self.encoder, self._ahead)

    def close(self) -> None:
        """End every process."""
        self._starter.close(self.encoder, self._ahead)

    def _get_process(self, model: Model) -> EncoderProcess:
        """Return the process that was started ahead if it holds this model, else a new one.

        It is given away once: a process that serves is closed when another one follows.
        """
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead.manifest == model.manifest:
            return ahead
        close_process(ahead)
        return EncoderProcess(model.folder, model.manifest)


@dataclass(frozen=True, slots=True)
class Taken:
    """The model in a place, its vectors, and its encoder, which is started when needed."""

    place: Place
    model: Model
    column: Column
    encoder: EncoderOnDemand

    @property
    def with_contexts(self) -> bool:
        """Whether citing sentences have vectors too."""
        return self.place in _ASKED_BY_SENTENCES


class Places:
    """Knows which models are in use where in an open library. Safe from any thread."""

    def __init__(self, library: Library, shelf: Shelf) -> None:
        """Take nothing yet."""
        self._library, self._shelf = library, shelf
        self._main: Model | None = None
        self._taken_places: dict[Place, Taken] = {}
        self._problems: dict[Place, str] = {}
        self._changing = threading.Lock()
        self._stopped = False

    def open(self, main: Model, indexes: Indexes, *, in_process: bool = False) -> None:
        """Read from the shelf which places are taken; what was encoded before is there at once.

        ``main`` is the model that sentences are asked of.
        """
        with self._changing:
            before, taken_places = self._taken_places, dict[Place, Taken]()
            for place in PLACES:
                model = self._shelf.get_assigned_model(place)
                if model is not None and not _alike(model, main):
                    known_places = (*before.values(), *taken_places.values())
                    taken_places[place] = self._opened(
                        place, model, known_places, indexes, in_process=in_process
                    )
            self._main, self._taken_places, self._problems = main, taken_places, {}
            kept_encoders = {taken_place.encoder for taken_place in taken_places.values()}
        for taken_place in before.values():
            if taken_place.encoder not in kept_encoders:
                taken_place.encoder.close()

    def _opened(
        self,
        place: Place,
        model: Model,
        known_places: tuple[Taken, ...],
        indexes: Indexes,
        *,
        in_process: bool,
    ) -> Taken:
        same = next(
            (known_place for known_place in known_places if known_place.model == model), None
        )
        if same is not None:
            return Taken(place, model, same.column, same.encoder)
        encoder = EncoderOnDemand(model, in_process=in_process)
        if self._stopped:
            encoder.stop()
        column = indexes.column(model.manifest)
        column.follow()
        return Taken(place, model, column, encoder)

    def serving(self, place: Place) -> Taken | None:
        """Return who answers in a place; ``None`` if the model of sentences does."""
        taken_place = self._taken_places.get(place)
        if taken_place is None or place in self._problems:
            return None
        counts = self._counts(taken_place)
        ready = counts[0][0] > 0 and all(have >= _ENOUGH * of for have, of in counts)
        return taken_place if ready else None

    def handles_language(self, language: str) -> bool:
        """Tell whether a language is one for the model of other languages, if there is one.

        It is if the model of sentences is not known to know it, and the other may know it.
        """
        taken_place, main = self._taken_places.get("languages"), self._main
        if not language or taken_place is None or main is None:
            return False
        unknown = language != "en" and supports_language(main.manifest, language) is not True
        return unknown and supports_language(taken_place.model.manifest, language) is not False

    def knows_language(self, language: str) -> bool:
        """Tell whether the model of sentences says that it knows a language."""
        main = self._main
        return main is not None and supports_language(main.manifest, language) is True

    def answers_language(self, language: str) -> bool:
        """Tell whether the model of other languages answers what is in this one, now."""
        return self.handles_language(language) and self.serving("languages") is not None

    def complete(self, indexes: Indexes, job: Job) -> None:
        """Encode what the places lack; one whose model cannot be loaded is empty from then on."""
        for place, taken_place in list(self._taken_places.items()):
            try:
                indexes.complete(
                    taken_place.column, taken_place.encoder, job, contexts=taken_place.with_contexts
                )
            except ModelError as error:
                if self._stopped:
                    raise
                self.gave_way(place, error)

    def gave_way(self, place: Place, error: ModelError) -> None:
        """Leave a place empty until the library is opened again, for its model failed."""
        self._problems = {**self._problems, place: error.message}

    def states(self) -> tuple[PlaceState, ...]:
        """Say how far the places are that are taken. Quick."""
        return tuple(self._state(taken_place) for taken_place in self._taken_places.values())

    def stop(self) -> None:
        """Make calls that wait for a model end now, with a ``ModelError``."""
        self._stopped = True
        for taken_place in self._taken_places.values():
            taken_place.encoder.stop()

    def close(self) -> None:
        """End every process."""
        self._stopped = True
        for taken_place in self._taken_places.values():
            taken_place.encoder.close()

    def _counts(self, taken_place: Taken) -> tuple[tuple[int, int], ...]:
        """Return what has a vector and what there is, of papers and of citing sentences."""
        papers, contexts = taken_place.column.encoded()
        counts = [(papers, self._library.papers.count())]
        if taken_place.with_contexts:
            counts.append((contexts, self._library.contexts.count()))
        return tuple(counts)

    def _state(self, taken_place: Taken) -> PlaceState:
        counts = self._counts(taken_place)
        rows = sum(have for have, _ in counts)
        return PlaceState(
            place=taken_place.place,
            model=taken_place.model.manifest.name,
            papers=counts[0],
            contexts=counts[1] if taken_place.with_contexts else (0, 0),
            serves=self.serving(taken_place.place) is not None,
            memory=2 * taken_place.column.papers.dimension * rows,
            problem=self._problems.get(taken_place.place, ""),
        )


def _alike(model: Model, other: Model) -> bool:
    """Tell whether the vectors of papers are the same."""
    return model.manifest.fingerprint == other.manifest.fingerprint
