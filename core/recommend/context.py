"""Dynamic context sampling (MP-BERT4CR, §4.1.1): the part of a manuscript to search with.

The *fundamental* context is the sentence, the one before and the one after. The *supplemental*
context is drawn at random from the sentences that stand before these. Training redraws it each
epoch; here the draw is a function of the text alone, so the same question has the same answer.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

from core.base.records import Manuscript, Sentence
from core.recommend.bare import bare

SUPPLEMENTAL = 27
"""Supplemental sentences at breadth 0.5, as in the paper (30 sentences in all)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A sentence and what surrounds it, citation markers cut out. ``before`` is oldest first."""

    sentence: str
    title: str = ""
    abstract: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """What is asked with: a passage's fundamental and supplemental sentences, in reading order."""

    sentence: str
    neighbours: tuple[str, ...]
    supplemental: tuple[str, ...]


def build_passage(manuscript: Manuscript, index: int, texts: Sequence[str] = ()) -> Passage:
    """Return the sentence at ``index`` with its surroundings, markers cut out.

    Whoever asks for many passages gives the ``texts`` of all sentences without their markers.
    """
    texts = texts or [without_markers(sentence) for sentence in manuscript.sentences[: index + 2]]
    return Passage(
        sentence=texts[index],
        title=manuscript.title,
        abstract=manuscript.abstract,
        before=tuple(texts[:index]),
        after=tuple(texts[index + 1 : index + 2]),
    )


def without_markers(sentence: Sentence) -> str:
    """Return the sentence's text without its citation markers and what only they explain.

    "As Smith et al. (2020) show, it works [3]." becomes "As show, it works."
    """
    return bare(sentence.text, [(marker.start, marker.end) for marker in sentence.markers])


def sample_context(passage: Passage, *, breadth: float) -> Context:
    """Draw the context of a passage.

    ``breadth`` reaches from 0, the sentence alone, over 0.5, the paper's 3 + 27 sentences, to 1,
    everything that stands before it.
    """
    if not 0.0 <= breadth <= 1.0:
        raise ValueError(f"breadth must lie in 0..1, not {breadth}")
    if breadth == 0.0:
        return Context(passage.sentence, (), ())
    neighbours = (*passage.before[-1:], *passage.after[:1])
    earlier = passage.before[:-1]
    count = min(_supplemental_count(len(earlier), breadth), len(earlier))
    draw = random.Random(_seed(passage))
    chosen = sorted(draw.sample(range(len(earlier)), count))
    return Context(passage.sentence, neighbours, tuple(earlier[index] for index in chosen))


def _supplemental_count(available: int, breadth: float) -> int:
    if breadth <= 0.5:
        return round(SUPPLEMENTAL * 2 * breadth)
    return round(SUPPLEMENTAL + max(available - SUPPLEMENTAL, 0) * (2 * breadth - 1))


def _seed(passage: Passage) -> int:
    """Name manuscript and sentence by their text: the same for every process and every year."""
    text = "\n".join((passage.title, passage.sentence))
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")


def joined(parts: Sequence[str]) -> str:
    """Return the parts as one text, empty ones left out."""
    return " ".join(part for part in parts if part)
