"""The texts of a Markdown or Typst manuscript's files as they were written: where what stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.manuscript.text.coverage import Passage

_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
_LENGTHS = (60, 30, 15)


@dataclass(slots=True)
class SourceTexts:
    """Names and texts of files, in the order in which they are read."""

    texts: list[tuple[str, str]] = field(default_factory=list)

    def place(self, source: str) -> tuple[str, int | None]:
        """Return file and line where a piece of text begins, as far as it is found."""
        for length in _LENGTHS:
            beginning = source[:length]
            for name, text in self.texts if beginning.strip() else ():
                at = text.find(beginning)
                if at >= 0:
                    return name, text.count("\n", 0, at) + 1
        return (self.texts[0][0] if self.texts else ""), None

    def passages(self, no_words: re.Pattern[str]) -> Iterator[Passage]:
        """Yield the paragraphs; what a pattern matches is no text."""
        for name, text in self.texts:
            masked = no_words.sub(lambda match: "\\" + "\n" * match[0].count("\n"), text)
            at, line = 0, 1
            for blank in [*_BLANK_LINE.finditer(masked), None]:
                stop = blank.start() if blank else len(masked)
                yield Passage(masked[at:stop], name, line)
                end = blank.end() if blank else stop
                line += masked.count("\n", at, end)
                at = end
