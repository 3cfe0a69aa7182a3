"""Settings of the samplers of texts; nothing heavy is imported to know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Pairing = Literal["mixed", "summaries", "same-input"]
"""What SemCSE's positives are; ``training.sampling.semcse_texts`` says how they are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How many sentences are read; the defaults are the paper's.

    ``supplemental`` and ``body`` are drawn; ``abstract`` counts the first ones of an abstract,
    which its title precedes. With ``title`` a manuscript begins with its own.
    """

    supplemental: int = 27
    abstract: int = 10
    body: int = 30
    title: bool = False
