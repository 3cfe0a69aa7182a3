"""A text as Markdown with its citations, as the service reads it, and the way back into the text.

The service reads Markdown already, so it learns from this what is cited where, and by which work.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

from cocite_writer import codes

_MARKUP = re.compile(r"[\\`*_{}\[\]<>#$@^~|!&]")
_IN_A_KEY = re.compile(r"10\.\d{4,9}/[^\s\[\]{};]+")


@dataclass
class Piece:
    """A stretch of a paragraph: text, or the text of a citation; ``start`` is where it begins."""

    text: str
    start: int
    citation: dict | None = None  # type: ignore[type-arg]


@dataclass
class Paragraph:
    """A paragraph: its pieces in order, and the level of a heading, 0 if it is none."""

    pieces: list[Piece]
    level: int = 0


@dataclass
class Written:
    """Markdown, and for each of its paragraphs where it begins there."""

    text: str = ""
    starts: list[int] = field(default_factory=list)
    indexes: list[int] = field(default_factory=list)
    offsets: list[list[int]] = field(default_factory=list)

    def at(self, paragraph: int, offset: int) -> int:
        """Return the position in the Markdown of an offset in a paragraph."""
        known = [number for number, index in enumerate(self.indexes) if index <= paragraph]
        if not known:
            return 0
        last = known[-1]
        inside = offset if self.indexes[last] == paragraph else self.offsets[last][-1]
        return self.starts[last] + max(bisect_right(self.offsets[last], inside) - 1, 0)

    def origin(self, position: int) -> tuple[int, int]:
        """Return the paragraph, and the offset in it, of a position in the Markdown."""
        number = max(bisect_right(self.starts, position) - 1, 0)
        offsets = self.offsets[number]
        return self.indexes[number], offsets[min(position - self.starts[number], len(offsets) - 1)]


class _Keys:
    """The keys of works; those without a DOI are described in front of the text."""

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}
        self.works: list[dict[str, Any]] = []

    def of(self, item: dict[str, Any]) -> str:
        name = codes.key_of(item)
        if name not in self._keys:
            data = item.get("itemData")
            data = data if isinstance(data, dict) else {}
            doi = str(data.get("DOI", ""))
            key = f"work{len(self._keys) + 1}"
            if _IN_A_KEY.fullmatch(doi):
                key = f"doi:{doi}"
            elif data.get("title"):
                self.works.append(codes.short_work(data, key))
            self._keys[name] = key
        return "@{" + self._keys[name] + "}"


def written(title: str, paragraphs: list[Paragraph]) -> Written:
    """Return paragraphs as Markdown."""
    keys = _Keys()
    shown = [_shown(paragraph, keys) for paragraph in paragraphs]
    front: dict[str, Any] = {"title": title} if title else {}
    if keys.works:
        front["references"] = keys.works
    # JSON is YAML, as long as it stays on one line
    text = f"---\n{json.dumps(front, ensure_ascii=False)}\n---\n\n" if front else ""
    found = Written()
    for index, (line, offsets) in enumerate(shown):
        if not line.strip():
            continue
        found.starts.append(len(text))
        found.indexes.append(index)
        found.offsets.append(offsets)
        text += line + "\n\n"
    found.text = text
    return found


def _shown(paragraph: Paragraph, keys: _Keys) -> tuple[str, list[int]]:
    """Return a paragraph as Markdown, and for each character where it comes from."""
    text = "#" * paragraph.level + " " if paragraph.level else ""
    offsets = [0] * len(text)
    begun = False
    for piece in paragraph.pieces:
        if piece.citation is not None:
            cited = "; ".join(keys.of(item) for item in piece.citation["citationItems"])
            shown = f"[{cited}]" if cited else ""
            text += shown
            offsets += [piece.start] * len(shown)
            begun = True
            continue
        for at, char in enumerate(piece.text, start=piece.start):
            if char.isspace() and not begun:
                continue  # four spaces would begin a listing
            begun = True
            shown = "\\" + char if _MARKUP.match(char) else char
            shown = shown if char.isprintable() else " "
            text += shown
            offsets += [at] * len(shown)
    last = paragraph.pieces[-1] if paragraph.pieces else Piece("", 0)
    return text, [*offsets, last.start + len(last.text)]
