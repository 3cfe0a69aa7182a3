"""The verdict on how well a manuscript was read, and what may be concluded from it.

Serious is what changes conclusions about the whole manuscript: an included file that was not
found or a lost reference list, whatever their size; from ``SERIOUS_CHARACTERS`` on (about fifteen
sentences, a page or so of which a person would speak) or ``SERIOUS_SHARE`` of the text. A real
article of ten pages leaves up to two per cent of its characters in running heads cut through by
figures, equations and the like, of which nobody would speak. Everything else is minor.

Whether one entry is cited, or one sentence listed, a single lost sentence can decide: findings that
rest on something being absent are kept back from ``_LEAST_LOST`` characters on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.base.messages import Message
from core.base.records import Manuscript, UnreadPart

UnreadLevel = Literal["nothing", "minor", "serious"]

SERIOUS_CHARACTERS = 2_000
SERIOUS_SHARE = 0.03
_LEAST_LOST = 80  # characters: a sentence with a citation
_LEAST_CITATIONS = 5  # commands that were not understood, from which on they are serious
_ALWAYS_LOSE_TEXT = frozenset(("file", "citation", "note"))
_BIBLIOGRAPHY = re.compile(r"\.(?:bib|bbl|json|ya?ml|ris|enw|nbib)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReadingVerdict:
    """How much of a manuscript was not read, in one sentence with its consequence.

    ``loses_text`` says that sentences or citations are missing: nothing may be called never cited,
    and the list of gaps is incomplete. ``loses_list`` says that entries are missing: nothing may
    be called not listed. ``text`` is "" if nothing was lost.
    """

    level: UnreadLevel
    text: str = ""
    parts: tuple[UnreadPart, ...] = ()
    loses_text: bool = False
    loses_list: bool = False

    @property
    def lines(self) -> list[str]:
        """What is said of each part, behind the place where it starts."""
        return [part_text(part) for part in self.parts]

    @property
    def is_serious(self) -> bool:
        """Say whether the manuscript as a whole cannot be judged."""
        return self.level == "serious"


def judge_reading(manuscript: Manuscript) -> ReadingVerdict:
    """Return the verdict on the parts of a manuscript that were not read, the gravest first."""
    parts = sorted(manuscript.unread, key=_weight, reverse=True)
    if not parts:
        return ReadingVerdict("nothing")
    lost = sum(part.characters for part in parts if not _is_of_list(part))
    of_list = [part for part in parts if _is_of_list(part)]
    of_text = [part for part in parts if not _is_of_list(part)]
    loses_text = lost >= _LEAST_LOST or any(part.kind in _ALWAYS_LOSE_TEXT for part in of_text)
    return ReadingVerdict(
        "serious" if _is_serious(manuscript, of_text, of_list, lost) else "minor",
        _sentence(parts, loses_text=loses_text, loses_list=bool(of_list)),
        tuple(parts),
        loses_text=loses_text,
        loses_list=bool(of_list),
    )


def part_text(part: UnreadPart) -> str:
    """Return what is said of a part, behind the place where it starts."""
    if not part.file:
        return part.text
    place = Message("{file}", file=part.file)
    if part.line is not None:
        place = Message("{file}, line {line}", file=part.file, line=part.line)
    return Message("{place}: {what}", place=place, what=part.text)


def reading_json(verdict: ReadingVerdict) -> dict[str, Any]:  # Any: JSON values
    """Return the verdict as other programs get it, each part with its place."""
    return {
        "level": verdict.level,
        "text": str(verdict.text),
        "parts": [
            {
                "kind": part.kind,
                "text": str(part.text),
                "file": part.file,
                "line": part.line,
                "page": part.page,
                "characters": part.characters,
            }
            for part in verdict.parts
        ],
    }


def _is_serious(
    manuscript: Manuscript,
    of_text: Sequence[UnreadPart],
    of_list: Sequence[UnreadPart],
    lost: int,
) -> bool:
    listed = sum(len(entry.text) for entry in manuscript.references)
    missing = sum(part.characters for part in of_list)
    if any(not part.characters for part in of_list) or missing > SERIOUS_SHARE * listed:
        return True
    if any(part.kind == "file" for part in of_text):
        return True
    if sum(part.kind == "citation" for part in of_text) >= _LEAST_CITATIONS:
        return True
    share = lost / manuscript.source_characters if manuscript.source_characters else 0.0
    return lost >= SERIOUS_CHARACTERS or share >= SERIOUS_SHARE


def _is_of_list(part: UnreadPart) -> bool:
    """Say whether entries of the reference list are lost with a part."""
    if part.kind == "list":
        return True
    return part.kind == "file" and _BIBLIOGRAPHY.search(str(part.text)) is not None


def _weight(part: UnreadPart) -> tuple[bool, int]:
    """Return what puts the gravest part first: lists and files, then the longest."""
    return part.kind in ("file", "list"), part.characters


def _sentence(parts: Sequence[UnreadPart], *, loses_text: bool, loses_list: bool) -> str:
    summary = part_text(parts[0])
    count = len(parts) - 1
    if count == 1:
        summary = Message("{what} Another part was not read either.", what=summary)
    elif count:
        summary = Message(
            "{what} {count} other parts were not read either.", what=summary, count=count
        )
    if loses_text and loses_list:
        effect = Message(
            "Findings and gaps do not cover this part, and the citations cannot be checked "
            "against the reference list."
        )
    elif loses_list:
        effect = Message("The citations cannot be compared with the reference list.")
    else:
        effect = Message("Findings and gaps do not cover this part.")
    return Message("{what} {effect}", what=summary, effect=effect)
