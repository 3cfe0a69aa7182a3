"""The texts of a Markdown or Typst manuscript's files as they were written: where what stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import Manuscript, UnreadPart
from core.manuscript.latex.parts import PartContext, SourceReading
from core.manuscript.markup.converted import read_markdown
from core.manuscript.markup.written import check_size
from core.manuscript.text.coverage import Passage, unclosed

_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
_LENGTHS = (60, 30, 15)
_MOST_FILES = 200


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


@dataclass(slots=True)
class GatheredFiles:
    """What is gathered: the files in order, their texts as written, and what was not read."""

    main: Path
    files: list[Path] = field(default_factory=list)
    source: SourceTexts = field(default_factory=SourceTexts)
    unread: list[UnreadPart] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    folder: Path = field(init=False)

    def __post_init__(self) -> None:
        self.folder = self.main.absolute().parent.resolve()

    @property
    def is_full(self) -> bool:
        """Whether no further file may be read."""
        return len(self.files) >= _MOST_FILES

    def read_included(
        self, path: Path, above: tuple[Path, ...], remedy: str
    ) -> tuple[Path, str, str]:
        """Return where a file lies, its name for the reader, and its text; ``above`` include it.

        Raises:
            FormatError: it cannot be opened, includes itself, or all is far too large.
        """
        own = path.absolute().resolve()
        if own in above:
            raise FormatError("“{file}” includes itself.", file=path.name, remedy=remedy)
        if self.is_full:
            raise FormatError(
                "“{file}” includes more than {limit} files.",
                file=self.main.name,
                limit=_MOST_FILES,
                remedy="Open a single chapter instead of the whole.",
            )
        self.files.append(path)
        name = own.relative_to(self.folder).as_posix() if above else path.name
        return own, name, check_size(path, read_markdown(path))

    def read_as(
        self,
        manuscript: Manuscript,
        context: PartContext,
        no_words: re.Pattern[str],
        *,
        aside: Iterable[str],
        notes: Sequence[str],
        unread: Iterable[UnreadPart],
    ) -> SourceReading:
        """Return what these files were read as, with the parts that were not read."""
        return SourceReading(
            manuscript,
            context,
            tuple(self.source.passages(no_words)),
            aside=(*self.aside, *aside),
            notes=tuple(notes),
            unread=(*self.unread, *unread),
        )


def unread_parts(
    source: SourceTexts, open_texts: Iterable[str], commands: Iterable[str], longest: int
) -> Iterator[UnreadPart]:
    """Yield the parts for what is not closed, and for commands that may cite."""
    for text in open_texts:
        yield unclosed(" ".join(text[:longest].split()), *source.place(text))
    for command in commands:
        file, line = source.place(command)
        message = Message(
            "“{example}” may be a citation, but the command is not known.",
            example=command[:longest],
        )
        yield UnreadPart(kind="citation", text=message, file=file, line=line)
