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
    from core.manuscript.reader import GuardedReader
    from core.services.answering import Answering
    from core.services.indexes import Indexes
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

    def close(self) -> None:
        """End every process."""
        self.encoder.close()
        if "second_stage" in vars(self):
            self.second_stage.close()
        if "reader" in vars(self):
            self.reader.close()

    @lazily
    def indexes(self) -> Indexes:
        """Words and vectors."""
        from core.services.indexes import Indexes

        return Indexes(self.library)

    @lazily
    def answering(self) -> Answering:
        """What answers questions."""
        from core.services.answering import Answering

        return Answering(self.library, self.indexes)

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
