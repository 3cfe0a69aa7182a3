"""What a model learned from, so that a later training knows what is new.

``learned.json`` in the model's folder. It holds no text: a citing sentence with a paper that it
cites, or that was refused for it, is there as a checksum. It stays with the person's own models; a
model that is written out for others goes without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

LEARNED = "learned.json"
KEY = 12
"""Hexadecimal digits of a checksum: of 100,000, two agree by chance once in 50,000 models."""


class Learned(BaseModel):
    """Until when a model learned, from how much, and the checksums of that, one after another.

    Among ``keys`` are those of held-out sentences too, which it was judged by and never shown.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    until: str = ""
    trained_from: str = ""
    sentences: int = 0
    decisions: int = 0
    keys: str = Field(default="", pattern=r"^[0-9a-f]*$")

    def get_checksums(self) -> frozenset[str]:
        """Return the checksums."""
        return frozenset(self.keys[at : at + KEY] for at in range(0, len(self.keys), KEY))


def joined_keys(keys: Iterable[str]) -> str:
    """Return checksums as ``Learned.keys``, each once."""
    return "".join(sorted(set(keys)))


def read_learned(folder: Path) -> Learned | None:
    """Return what a model says it learned from; ``None`` if it does not say, or unreadably."""
    try:
        return Learned.model_validate_json((folder / LEARNED).read_bytes())
    except (OSError, ValidationError):
        return None
