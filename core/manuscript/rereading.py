"""Reads texts that are being written: whole at first, then the paragraphs that changed.

A change is read by itself where that gives what reading the whole text would: paragraphs of plain
words, formulas and citations, on the outermost level of the text. Whatever may bear on another
place (commands, environments, lists of references, labels, notes) has the whole text read.
"""

from __future__ import annotations

import itertools
import logging
import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.base.errors import FormatError
from core.base.records import Manuscript, Sentence, UnreadPart
from core.formats.decoding import read_text
from core.manuscript import plain_parts
from core.manuscript.latex.parts import PartContext, SourceReading
from core.manuscript.text.coverage import (
    Passage,
    count_characters,
    list_segment_triples,
    list_triples,
    split_words,
)
from core.manuscript.text.locating import Locations, Span, TextChange, locate_part, locate_sentences
from core.manuscript.text.serial import (
    Json,
    from_json,
    sentence_from_json,
    sentence_to_json,
    to_json,
    unread_from_json,
    unread_to_json,
)

logger = logging.getLogger(__name__)

_KEPT = 4
"""Texts kept as they were read; an editor has as many open that are written in."""

_BEFORE, _BEHIND = "Qvand begins here.", "Qvand ends here."
"""Paragraphs around those that are read by themselves, which show where these end."""


@dataclass(frozen=True, slots=True)
class SentenceChange:
    """What a change of a text changed in what was read of it.

    ``old_count`` sentences from ``first`` on became ``sentences``; the paragraphs behind them
    count ``paragraphs`` more, the lines of what was not read are as in ``unread``.
    """

    first: int
    old_count: int
    sentences: tuple[Sentence, ...]
    paragraphs: int
    unread: tuple[UnreadPart, ...]
    source_characters: int

    def apply(self, manuscript: Manuscript) -> Manuscript:
        """Return the manuscript with the change."""
        sentences = manuscript.sentences
        behind = sentences[self.first + self.old_count :]
        added = len(self.sentences) - self.old_count
        if added or self.paragraphs:
            behind = tuple(
                Sentence(
                    one.index + added, one.section, one.page, one.text, one.rects, one.markers,
                    one.paragraph + self.paragraphs,
                )
                for one in behind
            )  # fmt: skip
        return replace(
            manuscript,
            sentences=(*sentences[: self.first], *self.sentences, *behind),
            unread=self.unread,
            source_characters=self.source_characters,
        )


@dataclass(frozen=True, slots=True)
class TypedReading:
    """A text as read; ``change`` is what differs from the reading with the number ``base``."""

    number: int
    manuscript: Manuscript
    locations: Locations
    base: int | None = None
    change: SentenceChange | None = None
    located: tuple[int, int] = (0, 0)
    """The sentences that were located anew; behind them each is shifted by ``shift``."""
    shift: int = 0


@dataclass(frozen=True, slots=True)
class TypedManuscript:
    """A text as whoever had it read keeps it, with where each sentence stands in it."""

    number: int
    manuscript: Manuscript
    spans: tuple[Span | None, ...]


def typed_to_json(reading: TypedReading) -> Json:
    """Return a reading as JSON values: what changed, or all if there was none before."""
    first, last = reading.located
    spans = reading.locations.spans
    change = reading.change
    if change is None:
        return {
            "number": reading.number,
            "manuscript": to_json(reading.manuscript),
            "spans": spans,
        }
    return {
        "number": reading.number,
        "base": reading.base,
        "first": change.first,
        "old_count": change.old_count,
        "sentences": [sentence_to_json(one) for one in change.sentences],
        "paragraphs": change.paragraphs,
        "unread": [unread_to_json(part) for part in change.unread],
        "source_characters": change.source_characters,
        "located": [first, last],
        "spans": spans[first:last],
        "shift": reading.shift,
    }


def typed_from_json(data: Json, bases: Mapping[int, TypedManuscript]) -> TypedManuscript:
    """Return what ``typed_to_json`` wrote; ``bases`` are the readings it may build on."""
    spans = [None if span is None else (span[0], span[1]) for span in data["spans"]]
    if "base" not in data:
        return TypedManuscript(data["number"], from_json(data["manuscript"]), tuple(spans))
    base, shift = bases[data["base"]], data["shift"]
    sentences = tuple(map(sentence_from_json, data["sentences"]))
    change = SentenceChange(
        data["first"],
        data["old_count"],
        sentences,
        data["paragraphs"],
        tuple(map(unread_from_json, data["unread"])),
        data["source_characters"],
    )
    first, last = data["located"]
    behind = base.spans[last - len(sentences) + data["old_count"] :]
    rest = [span and (span[0] + shift, span[1] + shift) for span in behind]
    return TypedManuscript(
        data["number"],
        change.apply(base.manuscript),
        (*base.spans[:first], *spans, *rest),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """Paragraphs that were read by themselves."""

    sentences: tuple[Sentence, ...]
    passages: tuple[Passage, ...]
    facts: tuple[object, ...]
    characters: int
    read_triples: frozenset[str]


@dataclass(slots=True)
class _Typed:
    """A text that was read, with what decides whether a change of it can be read by itself."""

    name: str
    text: str
    reading: TypedReading
    context: PartContext
    starts: list[int]
    ends: list[int]
    outermost: list[bool]
    passages: list[Passage]
    passage_triples: Counter[str]
    read_triples: Counter[str]
    fixed_triples: frozenset[str]
    aside_triples: frozenset[str]
    by_names: int
    defined: frozenset[str]
    parts: dict[str, _Part] = field(default_factory=dict)


class TypedTexts:
    """Reads texts as they are typed, and keeps the last ones."""

    def __init__(self) -> None:
        self._kept: list[_Typed] = []
        self._numbers = itertools.count(os.getpid() << 32)  # another process has others

    def read_text(self, path: Path, bases: Iterable[int] = ()) -> TypedReading:
        """Read the text in a file that is in a folder of its own.

        Args:
            path: the file; beside it one is written for the paragraphs that changed.
            bases: numbers of the readings that the caller still has.

        Raises:
            FormatError: as the reader of the format.
        """
        text = read_text(path)
        numbers = frozenset(bases)
        for typed in reversed(self._kept):
            if typed.name == path.name and _are_similar(typed.text, text):
                if typed.reading.number in numbers:
                    try:
                        return _Rereading(typed, text, path).read_change(next(self._numbers))
                    except _UncertainError as error:
                        logger.debug("The whole text is read: %s", error)
                self._kept.remove(typed)
                break
        return self._read_whole(path, text)

    def _read_whole(self, path: Path, text: str) -> TypedReading:
        source = plain_parts.read_source(path, None)
        manuscript = source.measure()
        locations = locate_sentences(text, [sentence.text for sentence in manuscript.sentences])
        reading = TypedReading(next(self._numbers), manuscript, locations)
        if plain_parts.may_be_read_in_parts(text, path.suffix, source):
            self._kept = [*self._kept[1 - _KEPT :], _keep_reading(path, text, source, reading)]
        return reading


def _keep_reading(path: Path, text: str, source: SourceReading, reading: TypedReading) -> _Typed:
    manuscript = reading.manuscript
    starts, ends = plain_parts.find_paragraphs(text)
    outermost = plain_parts.find_outermost(text, starts, path.suffix)
    fixed = [
        *(section.title for section in manuscript.sections),
        manuscript.title,
        manuscript.abstract,
        " ".join(manuscript.authors),
        " ".join(manuscript.keywords),
    ]
    return _Typed(
        path.name,
        text,
        reading,
        source.context,
        starts,
        ends,
        outermost,
        list(source.passages),
        Counter(triple for one in source.passages for triple in list_segment_triples(one.text)),
        Counter(
            list_triples([word for one in manuscript.sentences for word in split_words(one.text)])
        ),
        frozenset(triple for one in fixed for triple in list_triples(split_words(one))),
        frozenset(
            triple
            for one in (*source.aside, *source.notes)
            for triple in list_triples(split_words(one))
        ),
        sum(
            plain_parts.cites_by_names(text[start:end])
            for start, end, is_outermost in zip(starts, ends, outermost, strict=True)
            if is_outermost and plain_parts.is_plain(text[start:end], path.suffix)
        ),
        plain_parts.find_defined_commands(text, path.suffix),
    )


class _UncertainError(Exception):
    """A change cannot be read by itself for certain."""


def _require(condition: object, why: str) -> None:
    if not condition:
        raise _UncertainError(why)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a change is: its paragraphs, and where these begin and end now and before."""

    first: int
    last: int
    start: int
    old_end: int
    end: int
    line: int


@dataclass(frozen=True, slots=True)
class _Triples:
    """Three words in a row that are read, and that passages have, before a change and after."""

    removed: Counter[str]
    added: Counter[str]
    old: Counter[str]
    new: Counter[str]


class _Rereading:
    """Reads one change of a text, or says that the whole has to be read."""

    def __init__(self, typed: _Typed, text: str, path: Path) -> None:
        self.typed, self.text, self.path = typed, text, path
        self.shift = len(text) - len(typed.text)
        self.lines = text.count("\n") - typed.text.count("\n")

    def read_change(self, number: int) -> TypedReading:
        """Return what is read of the text, and take it over.

        Raises:
            _UncertainError: the whole text has to be read.
        """
        typed, place = self.typed, self._find_change()
        old, new = typed.text[place.start : place.old_end], self.text[place.start : place.end]
        _require("\r" not in new, "line ends")
        _require(typed.text.count(old) == 1, "the same paragraph twice")
        for one in (old, new):
            stands = plain_parts.can_stand_alone(one, typed.defined, self.path.suffix)
            _require(stands, "not plain")
        titles = [plain_parts.find_headings(one, self.path.suffix) for one in (old, new)]
        _require(titles[0] == titles[1], "a heading changed")
        old_names, new_names = _count_names(old), _count_names(new)
        has_others = typed.by_names > old_names
        _require(has_others or bool(old_names) == bool(new_names), "how citations are shown")
        before, after = self._read_part(old), self._read_part(new)
        _require(before.facts == after.facts, "facts of the whole changed")
        reading = self._join_part(place, before, after, number)
        typed.by_names += new_names - old_names
        typed.parts = {new: after}
        return reading

    def _find_change(self) -> _Place:
        """Return where the text changed, in whole paragraphs."""
        old, new = self.typed.text, self.text
        same = _count_common(old, new)
        rest = min(len(old), len(new)) - same
        tail = _count_common(old[len(old) - rest :][::-1], new[len(new) - rest :][::-1])
        starts, ends = self.typed.starts, self.typed.ends
        first = max(0, bisect_right(starts, same) - 1)
        if first and same == starts[first] and not new[same : same + 1].strip():
            first -= 1
        stop = len(old) - tail
        last = bisect_right(starts, stop)
        if last < len(starts) and stop > ends[last - 1]:
            last += 1  # what was typed on a blank line may join what is around it
        _require(first < last and all(self.typed.outermost[first:last]), "not outermost")
        start, end = starts[first], ends[last - 1]
        return _Place(first, last, start, end, end + self.shift, old.count("\n", 0, start))

    def _read_part(self, text: str) -> _Part:
        """Read paragraphs in the context of the text."""
        if (part := self.typed.parts.get(text)) is not None:
            return part
        folder = self.path.parent / "part"
        folder.mkdir(exist_ok=True)
        file = folder / self.path.name
        lead = f"{_BEFORE}\n\n"
        file.write_bytes(f"{lead}{text}\n\n{_BEHIND}\n".encode("utf-8", "replace"))
        try:
            source = plain_parts.read_source(file, self.typed.context)
        except FormatError as error:
            raise _UncertainError("cannot be read") from error
        manuscript = source.measure()
        sentences = manuscript.sentences
        _require([sentences[0].text, sentences[-1].text] == [_BEFORE, _BEHIND], "the ends are lost")
        starts, _ = plain_parts.find_paragraphs(text)
        inside = sentences[1:-1]
        paragraphs = [*dict.fromkeys(sentence.paragraph for sentence in sentences)]
        _require(paragraphs == list(range(len(starts) + 2)), "paragraphs joined or parted")
        is_whole = not (manuscript.unread or source.unread or source.notes)
        _require(is_whole and not manuscript.references, "not read as text alone")
        _require(len({sentence.section for sentence in inside}) == 1, "in several sections")
        lines = lead.count("\n")
        end = lines + text.count("\n") + 1
        passages = tuple(
            replace(one, line=one.line - lines)
            for one in source.passages
            if one.line is not None and lines < one.line <= end and one.text.strip()
        )
        facts = (
            manuscript.title, manuscript.authors, manuscript.abstract, manuscript.keywords,
            manuscript.year, manuscript.doi, manuscript.arxiv, len(manuscript.sections),
            source.aside,
        )  # fmt: skip
        texts = [
            *(one.text for one in sentences),
            *(one.title for one in manuscript.sections),
            " ".join(one.text for one in inside),
        ]
        read_triples = frozenset(
            triple for one in texts for triple in list_triples(split_words(one))
        )
        characters = sum(count_characters(one.text) for one in passages)
        return _Part(inside, passages, facts, characters, read_triples)

    def _join_part(self, place: _Place, before: _Part, after: _Part, number: int) -> TypedReading:
        """Return the reading of the text with the paragraphs in their place."""
        reading = self.typed.reading
        first = self._find_sentence(place, before)
        passage = self._find_passage(place.line, before)
        triples = self._compare_triples(first, before, after)
        old_count = len(before.sentences)
        old = reading.manuscript.sentences[first]
        sentences = tuple(
            replace(
                one,
                index=first + place_inside,
                section=old.section,
                paragraph=old.paragraph + one.paragraph - 1,
            )
            for place_inside, one in enumerate(after.sentences)
        )
        change = SentenceChange(
            first,
            old_count,
            sentences,
            after.sentences[-1].paragraph - before.sentences[-1].paragraph,
            self._move_unread(place.line),
            reading.manuscript.source_characters + after.characters - before.characters,
        )
        manuscript = change.apply(reading.manuscript)
        located = locate_part(
            self.text,
            [one.text for one in manuscript.sentences],
            reading.locations,
            TextChange(
                place.start,
                place.old_end,
                place.end,
                first,
                old_count,
                len(sentences),
                self.typed.text[place.start : place.old_end],
            ),
        )
        if located is None:
            raise _UncertainError("places are not certain")
        locations, begin, end = located
        result = TypedReading(
            number, manuscript, locations, reading.number, change, (begin, end), self.shift
        )
        self._take_over_text(result, place)
        self._take_over_passages(place.line, passage, before, after)
        self._take_over_triples(triples)
        return result

    def _find_sentence(self, place: _Place, part: _Part) -> int:
        """Return the first sentence of the paragraphs, which must be read as in their place."""
        reading = self.typed.reading
        spans, sentences = reading.locations.spans, reading.manuscript.sentences
        inside = [
            at for at, one in enumerate(spans) if one and place.start <= one[0] < place.old_end
        ]
        count = len(part.sentences)
        _require(inside and inside[-1] - inside[0] < count, "sentences elsewhere")
        least, most = max(0, inside[-1] + 1 - count), inside[0]
        first = next((at for at in range(least, most + 1) if self._stand_behind(at, part)), None)
        if first is None:
            raise _UncertainError("read otherwise in its place")
        around = [*sentences[max(first - 1, 0) : first], *sentences[first + count :][:1]]
        own = sentences[first].paragraph, sentences[first + count - 1].paragraph
        _require(all(one.paragraph not in own for one in around), "in one paragraph with others")
        section = sentences[first].section
        is_abstract = section is not None and (
            reading.manuscript.sections[section].kind == "abstract"
        )
        _require(not is_abstract, "in the abstract")
        return first

    def _stand_behind(self, first: int, part: _Part) -> bool:
        """Whether the sentences from one on are those of paragraphs read by themselves."""
        old = self.typed.reading.manuscript.sentences[first : first + len(part.sentences)]
        if len(old) < len(part.sentences) or len({one.section for one in old}) > 1:
            return False
        offset = old[0].paragraph - part.sentences[0].paragraph
        return all(
            (one.text, one.markers, one.paragraph - offset)
            == (other.text, other.markers, other.paragraph)
            for one, other in zip(old, part.sentences, strict=True)
        )

    def _find_passage(self, line: int, part: _Part) -> int:
        """Return the first passage of the paragraphs that begin behind so many lines."""
        passages = self.typed.passages
        at = bisect_right(passages, line, key=lambda one: one.line or 0)
        own = passages[at : at + len(part.passages)]
        is_same = len(own) == len(part.passages) and all(
            _is_same(old, one, line) for old, one in zip(own, part.passages, strict=True)
        )
        _require(is_same, "another passage")
        return at

    def _compare_triples(self, first: int, before: _Part, after: _Part) -> _Triples:
        """Return the triples that go and added; no other passage may rest on them."""
        typed = self.typed
        sentences = typed.reading.manuscript.sentences
        ahead = _last_words(sentences[:first])
        behind = _first_words(sentences, first + len(before.sentences))
        removed, added = (
            Counter(list_triples([*ahead, *_list_words(part.sentences), *behind]))
            for part in (before, after)
        )
        old, new = (
            Counter(triple for one in part.passages for triple in list_segment_triples(one.text))
            for part in (before, after)
        )
        for triple in removed.keys() | added.keys():
            count = typed.read_triples[triple]
            is_flipped = (count > 0) != (count - removed[triple] + added[triple] > 0)
            elsewhere = typed.passage_triples[triple] > old[triple]
            is_settled = triple in typed.fixed_triples or not elsewhere
            _require(is_settled or not is_flipped, "another passage rests on it")
        for part, triples in ((before, old), (after, new)):
            for triple in triples.keys() - part.read_triples:  # of words beside markup
                is_read = triple in typed.fixed_triples or typed.read_triples[triple] > 0
                is_read = is_read or triple in added
                _require(not is_read and triple not in typed.aside_triples, "read elsewhere")
            _require(
                typed.aside_triples.isdisjoint(triples.keys() - part.read_triples), "left aside"
            )
        return _Triples(removed, added, old, new)

    def _move_unread(self, line: int) -> tuple[UnreadPart, ...]:
        """Return what was not read, the lines behind the change as they count now."""
        return tuple(
            replace(part, line=part.line + self.lines) if part.line and part.line > line else part
            for part in self.typed.reading.manuscript.unread
        )

    def _take_over_text(self, result: TypedReading, place: _Place) -> None:
        typed, start = self.typed, place.start
        starts, ends = plain_parts.find_paragraphs(self.text[start : place.end])
        typed.starts = [
            *typed.starts[: place.first],
            *(start + one for one in starts),
            *(one + self.shift for one in typed.starts[place.last :]),
        ]
        typed.ends = [
            *typed.ends[: place.first],
            *(start + one for one in ends),
            *(one + self.shift for one in typed.ends[place.last :]),
        ]
        typed.outermost[place.first : place.last] = [True] * len(starts)
        typed.text, typed.reading = self.text, result

    def _take_over_passages(self, line: int, at: int, before: _Part, after: _Part) -> None:
        passages = self.typed.passages
        behind = passages[at + len(before.passages) :]
        if self.lines:
            behind = [replace(one, line=(one.line or 0) + self.lines) for one in behind]
        inside = [replace(one, line=line + (one.line or 0)) for one in after.passages]
        self.typed.passages = [*passages[:at], *inside, *behind]

    def _take_over_triples(self, triples: _Triples) -> None:
        typed = self.typed
        typed.read_triples.subtract(triples.removed)
        typed.read_triples.update(triples.added)
        typed.passage_triples.subtract(triples.old)
        typed.passage_triples.update(triples.new)


def _count_names(text: str) -> int:
    """Return how many paragraphs have a command that shows citations by names."""
    starts, ends = plain_parts.find_paragraphs(text)
    return sum(
        plain_parts.cites_by_names(text[start:end]) for start, end in zip(starts, ends, strict=True)
    )


def _is_same(old: Passage, part: Passage, line: int) -> bool:
    """Whether a passage is that of a part which begins behind so many lines."""
    same_line = old.line == line + (part.line or 0)
    return same_line and old.text.rstrip() == part.text.rstrip()


def _are_similar(one: str, other: str) -> bool:
    """Whether two texts have most in common, as one has before and after something is typed."""
    shorter = min(len(one), len(other))
    same = _count_common(one, other)
    tail = _count_common(one[:-shorter:-1], other[:-shorter:-1])
    return 2 * min(same + tail, shorter) >= max(len(one), len(other))


def _count_common(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _list_words(sentences: Iterable[Sentence]) -> list[str]:
    return [word for sentence in sentences for word in split_words(sentence.text)]


def _last_words(sentences: Sequence[Sentence]) -> list[str]:
    """Return the last two words of some sentences."""
    words: list[str] = []
    for sentence in reversed(sentences):
        words = [*split_words(sentence.text), *words]
        if len(words) > 1:
            break
    return words[-2:]


def _first_words(sentences: Sequence[Sentence], first: int) -> list[str]:
    """Return the first two words of the sentences from one on."""
    words: list[str] = []
    for sentence in itertools.islice(sentences, first, None):
        words += split_words(sentence.text)
        if len(words) > 1:
            break
    return words[:2]
