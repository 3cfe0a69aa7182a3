"""The parts of an open library that read, encode and rank: each is made when first asked for.

Their modules take half a second to import, which the first papers on the screen do not wait for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.base.lazily import lazily
from core.library.library import Library
from core.models.shelf import Shelf
from core.services.encoder_in_use import EncoderInUse

if TYPE_CHECKING:
    from core.library.indexes.vector_search import PaperRows
    from core.manuscript.reader import GuardedReader
    from core.services.answering import Answering
    from core.services.indexes import Indexes
    from core.services.places import Places
    from core.services.second_stage import SecondStage


class Parts:
    """Makes the parts and ends what has a process of its own. Safe from any thread."""

    def __init__(self, library: Library, shelf: Shelf) -> None:
        self.library = library
        self.shelf = shelf
        self.stopped = False
        self.encoder = EncoderInUse(shelf, lambda: self.indexes, lambda: self.answering)

    def stop(self) -> None:
        """Make calls that wait for a model end now, with a ``ModelError``."""
        self.stopped = True
        if "second_stage" in vars(self):
            self.second_stage.stop()
        self.encoder.stop()
        if "places" in vars(self):
            self.places.stop()

    def close(self) -> None:
        """End every process."""
        self.encoder.close()
        if "places" in vars(self):
            self.places.close()
        if "second_stage" in vars(self):
            self.second_stage.close()
        if "reader" in vars(self):
            self.reader.close()

    def vectors_of_papers(self) -> PaperRows | None:
        """Return the vectors that papers are compared by: of the model for that, if there is one.

        Else those of the model that sentences are asked of, once it is loaded.
        """
        serving_place = self.places.serving("similar")
        return serving_place.column.papers if serving_place else self.indexes.vectors

    @lazily
    def indexes(self) -> Indexes:
        """Words and vectors."""
        from core.services.indexes import Indexes

        return Indexes(self.library)

    @lazily
    def answering(self) -> Answering:
        """What answers questions."""
        from core.services.answering import Answering

        return Answering(self.library, self.indexes, self.places)

    @lazily
    def places(self) -> Places:
        """The models in use beside the one that sentences are asked of."""
        from core.services.places import Places

        places = Places(self.library, self.shelf, lambda: self.indexes)
        if self.stopped:
            places.stop()
        return places

    @lazily
    def second_stage(self) -> SecondStage:
        """The reranker in use, if any."""
        from core.services.second_stage import SecondStage

        stage = SecondStage(self.shelf, self.library.papers)
        if self.stopped:
            stage.stop()
        return stage

    @lazily
    def reader(self) -> GuardedReader:
        """What reads manuscripts."""
        from core.manuscript.reader import GuardedReader

        return GuardedReader()
