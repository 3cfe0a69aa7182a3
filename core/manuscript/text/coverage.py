"""Measures what a reader has read of its source: which passages came out nowhere.

A reader says what its source holds, paragraph by paragraph, got by simple means of its own; what
it gives back as text; and what it left aside on purpose, as tables and code. Three words in a row
that occur in neither were lost. Nothing of how a reader works is used, so its mistakes show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from core.base.messages import Message
from core.base.records import Manuscript, UnreadPart

_SPACELESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"[{_SPACELESS}]|[^\W\d_{_SPACELESS}]{{2,}}")
"""A word, or a letter of a script that writes no space between words."""
_JOINED = re.compile(r"[\s.,;:!?'’‘“”\"()\-–—/…]*")
"""What stands between two words of running text; anything else may hide a sign of the format."""
_FEWEST_WORDS = 8
_EXCERPT_WORDS = 8
_LISTED_EXCERPT = 60  # characters
_MOST_PARTS = 200
_IMPRINT = re.compile(r"\([^()]{0,80}\b[12]\d{3}[a-z]?\)")  # "(Ely: Marsh Press, 1998)"
_OF_CITATIONS_TEXT = """
    ibid ibidem idem eadem ebd ebenda id op loc cit see also cf vgl siehe voir véase cfr above note
    in and or the of pp vol no nos ed eds trans ch chap sec para art fn bd hrsg nr anm
    """
_OF_CITATIONS = frozenset(_OF_CITATIONS_TEXT.split())
"""Words of a note that cites, beside those of the work."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph of the source in plain words. ``line`` and ``page`` count from 1."""

    text: str
    file: str = ""
    line: int | None = None
    page: int | None = None


@dataclass(slots=True)
class Coverage:
    """Compares the passages of a source with what was read of it.

    ``source_characters`` counts those of the text, without what was left aside. It is a count of
    the letters and the signs between them, so that markup does not weigh.
    """

    source_characters: int = 0
    _read_triples: set[str] = field(default_factory=set)
    _aside: set[str] = field(default_factory=set)

    def add_read(self, texts: Iterable[str]) -> None:
        """Take in what the reader gives back."""
        for text in texts:
            self._read_triples.update(list_triples(split_words(text)))

    def add_manuscript(self, manuscript: Manuscript) -> None:
        """Take in all texts of a manuscript."""
        self.add_read(sentence.text for sentence in manuscript.sentences)
        # A passage may go over the end of a sentence.
        self._read_triples.update(
            list_triples(split_words(" ".join(one.text for one in manuscript.sentences)))
        )
        self.add_read(section.title for section in manuscript.sections)
        self.add_read((manuscript.title, manuscript.abstract, " ".join(manuscript.authors)))
        self.add_read((" ".join(manuscript.keywords),))
        self.add_read(reference.text for reference in manuscript.references)

    def add_aside(self, texts: Iterable[str]) -> None:
        """Take in what the reader knows and leaves out on purpose: tables, code, formulas."""
        for text in texts:
            self._aside.update(list_triples(split_words(text)))

    def compare(self, passages: Iterable[Passage]) -> tuple[UnreadPart, ...]:
        """Return the parts of the passages that came out nowhere; those in a row are one."""
        parts: list[UnreadPart] = []
        goes_on = False
        for passage in passages:
            runs = _segments(passage.text)
            if not runs:
                continue
            lost = list(self._lost_runs(passage.text, runs))
            if goes_on and lost and lost[0].whole and parts[-1].file == passage.file:
                parts[-1] = _joined(parts[-1], lost.pop(0).characters)
                goes_on = True
            elif lost:
                goes_on = lost[-1].whole
            else:
                goes_on = False
            parts += [run.part(passage) for run in lost]
        return tuple(parts[:_MOST_PARTS])

    def _lost_runs(self, text: str, segments: list[list[re.Match[str]]]) -> Iterator[_LostRun]:
        """Yield runs of words that are neither read nor left aside."""
        begin: re.Match[str] | None = None
        end: re.Match[str] | None = None
        count, words_total = 0, sum(map(len, segments))
        for segment in segments:
            states = self._states(segment)
            for word, state in zip(segment, states, strict=True):
                self.source_characters += 0 if state == "aside" else word.end() - word.start() + 1
                if state == "lost":
                    begin, end, count = begin or word, word, count + 1
                elif state != "unsure":
                    if begin is not None and end is not None and count >= _FEWEST_WORDS:
                        yield _LostRun(text, begin.start(), end.end(), whole=False)
                    begin, count = None, 0
        if begin is not None and end is not None and count >= _FEWEST_WORDS:
            yield _LostRun(text, begin.start(), end.end(), whole=count >= words_total * 0.8)

    def _states(self, segment: list[re.Match[str]]) -> list[str]:
        """Return for each word "read", "aside", "lost" or "unsure", where too few stand alone."""
        if len(segment) < 3:
            return ["unsure"] * len(segment)
        states = ["lost"] * len(segment)
        for at, triple in enumerate(list_triples([word[0].casefold() for word in segment])):
            state = (
                "read" if triple in self._read_triples else "aside" if triple in self._aside else ""
            )
            for covered in range(at, at + 3) if state else ():
                if states[covered] != "read":
                    states[covered] = state
        return states


@dataclass(frozen=True, slots=True)
class _LostRun:
    text: str
    start: int
    end: int
    whole: bool

    @property
    def characters(self) -> int:
        return self.end - self.start

    def part(self, passage: Passage) -> UnreadPart:
        excerpt = " ".join(self.text[self.start : self.end].split()[:_EXCERPT_WORDS])
        line = passage.line
        return UnreadPart(
            kind="text",
            text=Message("The text that begins “{excerpt}…” was not read.", excerpt=excerpt),
            file=passage.file,
            line=None if line is None else line + self.text.count("\n", 0, self.start),
            page=passage.page,
            characters=self.characters,
        )


def _joined(part: UnreadPart, characters: int) -> UnreadPart:
    return UnreadPart(
        kind=part.kind, text=part.text, file=part.file, line=part.line, page=part.page,
        characters=part.characters + characters,
    )  # fmt: skip


def split_words(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    return [word.casefold() for word in _WORD.findall(text)]


def list_triples(words: list[str]) -> list[str]:
    """Return each three words in a row."""
    return [" ".join(words[at : at + 3]) for at in range(len(words) - 2)]


def _segments(text: str) -> list[list[re.Match[str]]]:
    """Return the words of a passage, parted where something may stand between them."""
    segments: list[list[re.Match[str]]] = []
    end = 0
    for word in _WORD.finditer(text):
        if segments and _JOINED.fullmatch(text, end, word.start()):
            segments[-1].append(word)
        else:
            segments.append([word])
        end = word.end()
    return segments


def list_segment_triples(text: str) -> list[str]:
    """Return each three words in a row of a passage between which nothing may stand."""
    segments = ([word[0].casefold() for word in segment] for segment in _segments(text))
    return [triple for segment in segments for triple in list_triples(segment)]


def count_characters(text: str) -> int:
    """Return what a passage adds to the characters of the source if nothing is left aside."""
    return sum(word.end() - word.start() + 1 for word in _WORD.finditer(text))


def with_unread(
    manuscript: Manuscript,
    passages: Iterable[Passage],
    *,
    aside: Iterable[str] = (),
    notes: Sequence[str] = (),
    unread: Iterable[UnreadPart] = (),
) -> Manuscript:
    """Return a manuscript with what was not read of its source.

    ``notes`` are those of which only the citations are read, ``unread`` what the reader knows of.
    A note that says no more than the works of the list, and that it cites them, is read.
    """
    coverage = Coverage()
    coverage.add_manuscript(manuscript)
    coverage.add_aside((*aside, *notes))
    cited_words = {word for one in manuscript.references for word in split_words(one.text)}
    notes = [note for note in notes if not cited_words.issuperset(_list_own_words(note))]
    parts = [*unread]
    characters = sum(map(len, notes))
    if notes:
        message = Message(
            "The text of notes was not read ({count}), only the works that they cite.",
            count=len(notes),
        )
        parts.append(UnreadPart(kind="note", text=message, characters=characters))
    parts += coverage.compare(passages)
    return replace(
        manuscript,
        unread=tuple(parts),
        source_characters=coverage.source_characters + characters,
    )


def _list_own_words(note: str) -> Iterator[str]:
    """Yield the words of a note that are none of how a work is cited."""
    words = split_words(_IMPRINT.sub(" ", note))
    return (word for word in words if word not in _OF_CITATIONS)


def left_out_list(
    texts: Sequence[str], kind: Literal["text", "behind"] = "text"
) -> Iterator[UnreadPart]:
    """Yield the part for a list of works behind the reference list, as of the author's own."""
    if texts:
        first = " ".join(texts[0].split())[:_LISTED_EXCERPT]
        message = Message(
            "A list after the reference list was not read as a part of it: “{first}…”.", first=first
        )
        yield UnreadPart(kind=kind, text=message, characters=sum(map(len, texts)))


def unclosed(
    construct: str, file: str = "", line: int | None = None, characters: int = 0
) -> UnreadPart:
    """Return the part for something that the source opens and never closes."""
    message = Message("“{construct}” is not closed.", construct=construct)
    return UnreadPart(kind="construct", text=message, file=file, line=line, characters=characters)


def missing_file(name: str, file: str = "", line: int | None = None) -> UnreadPart:
    """Return the part for a file that the source includes and that does not exist."""
    message = Message("“{file}” was not found.", file=name)
    return UnreadPart(kind="file", text=message, file=file, line=line)


def outside_file(name: str, file: str = "", line: int | None = None) -> UnreadPart:
    """Return the part for an included file that may not be read, as it lies elsewhere."""
    message = Message(
        "“{file}” is outside the folder of the manuscript, so it was not read.", file=name
    )
    return UnreadPart(kind="file", text=message, file=file, line=line)


def faulty_entry(key: str, file: str, line: int) -> UnreadPart:
    """Return the part for an entry of a bibliography that has an error in the middle."""
    message = Message("The entry “{key}” has an error, so only a part of it was read.", key=key)
    return UnreadPart(kind="construct", text=message, file=file, line=line)


def unreadable_list(name: str) -> UnreadPart:
    """Return the part for a bibliography of which nothing can be read."""
    message = Message("“{file}” could not be read as a list of works.", file=name)
    return UnreadPart(kind="file", text=message)
