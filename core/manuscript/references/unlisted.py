"""What looks like citations in a text whose reference list was not found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from core.base.messages import Message
from core.base.records import UnreadPart

_LEAST_CITED = 3  # citations of one style, without which nothing is said of a missing list
_BRACKET = re.compile(r"\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]")
_NAMED = re.compile(
    r"[(\[][^()\[\]]{0,80}?[^\W\d_a-z][\w’'-]+(?: et al\.?| (?:and|&) [^\W\d_a-z][\w’'-]+)?,?\s"
    r"(?:19|20)\d{2}[a-z]?[^()\[\]]{0,80}[)\]]"
)
_RAISED = re.compile(r"\d{1,3}(?:\s*[,–-]\s*\d{1,3})+")


def missing_list(texts: Sequence[str], raised: Iterable[str]) -> Iterator[UnreadPart]:
    """Yield the part for a list that was not found, if ``texts`` or superscripts seem to cite."""
    markers = _markers_without_list(texts, raised)
    if len(markers) >= _LEAST_CITED:
        yield UnreadPart(
            kind="list",
            text=Message(
                "The text cites papers, as in “{marker}”, but no reference list was found.",
                marker=markers[0],
            ),
        )


def _markers_without_list(texts: Sequence[str], raised: Iterable[str]) -> list[str]:
    """Return what looks like citations: numbers in brackets, names with years, raised groups."""
    longest: list[str] = []
    for style in (_BRACKET, _NAMED):
        markers = [match[0] for text in texts for match in style.finditer(text)]
        longest = max(longest, list(dict.fromkeys(markers)), key=len)
    groups = [group for text in raised if _RAISED.fullmatch(group := text.strip())]
    return max(longest, list(dict.fromkeys(groups)), key=len)
