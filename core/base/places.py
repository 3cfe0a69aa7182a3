"""Places that a model beside that of sentences may take, and how far it is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Place = Literal["similar", "languages"]
"""What another model than that of sentences may be in use for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceState:
    """How far the model in a place is.

    ``papers`` and ``contexts`` are (indexed, of) as in ``Status``. It ``serves`` once nearly all
    have vectors. ``memory`` is what these take, in bytes; on disk they take twice as much.
    ``problem`` says why it cannot serve.
    """

    place: Place
    model: str
    papers: tuple[int, int]
    contexts: tuple[int, int] = (0, 0)
    serves: bool = False
    memory: int = 0
    problem: str = ""

    @property
    def lacks_vectors(self) -> bool:
        """Whether there is something left to encode, and a model to do it."""
        return not self.problem and any(have < of for have, of in (self.papers, self.contexts))
