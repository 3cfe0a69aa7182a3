"""Running text put together piece by piece, for sources that say themselves what is what.

A LaTeX or Word file names its headings, paragraphs and citations, so there is no layout to read:
its reader writes into a ``Composer``, which keeps the spans of the markers exact.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from core.base.records import Marker, Section, Sentence
from core.manuscript.text.languages import detect_code
from core.manuscript.text.scripts import closed_up, is_spaceless
from core.manuscript.text.section_kinds import section_kinds
from core.manuscript.text.sentences import cited_behind_stops, spans_without

FORMULA = "[formula]"
"""What stands in a sentence for a displayed formula that is too long to be read in it."""
_LONGEST_FORMULA = 60
_CLOSING = re.compile(r"[.,;:!?)\]’”。，；：！？）」』]")
_STOPS = ".,;:"


@dataclass(slots=True)
class Block:
    """A paragraph; the spans of its markers are those in ``text``."""

    section: int | None
    text: str = ""
    markers: list[Marker] = field(default_factory=list)


class Composer:
    """Takes headings, text and markers in reading order. White space is made one space."""

    def __init__(self) -> None:
        self.sections: list[Section] = []
        self.blocks: list[Block] = []
        self.own_works: list[str] = []
        """What the authors published themselves, typed behind the list of references."""
        self._section: int | None = None
        self._open: Block | None = None

    def heading(self, number: str, title: str, level: int) -> None:
        """Begin a section."""
        self.end_paragraph()
        self._section = len(self.sections)
        self.sections.append(Section(number, title, level))

    def enter_section(self, title: str, other_titles: Collection[str]) -> bool:
        """Go on in a section with a title, if none but ``other_titles`` follow; say whether so."""
        titles = [section.title for section in self.sections]
        while titles and titles[-1] != title and titles[-1] in other_titles:
            titles.pop()
        if not titles or titles[-1] != title:
            return False
        self.end_paragraph()
        self._section = len(titles) - 1
        return True

    def leave_section(self) -> None:
        """Go on outside of any section, as behind an abstract."""
        self.end_paragraph()
        self._section = None

    def write(self, text: str) -> None:
        """Add text to the paragraph."""
        block = self._block()
        if not text.isprintable():
            text = "".join(char if char.isprintable() else " " for char in text)
        visible_text = re.sub(r"\s+", " ", closed_up(text))
        if block.text[-1:] in ("", " "):
            visible_text = visible_text.lstrip()
            if visible_text[:1] in _STOPS and visible_text[:1] and self._may_close_up(block):
                block.text = block.text.rstrip()
        block.text += visible_text

    def cite(
        self,
        text: str,
        references: Sequence[int],
        unresolved: Sequence[str] = (),
        *,
        before_stop: bool = False,
    ) -> None:
        """Add a marker. ``before_stop`` sets one that is printed raised in front of the stop."""
        block = self._block()
        stop = ""
        if before_stop:
            bare = block.text.rstrip(_STOPS)
            block.text, stop = bare, block.text[len(bare) :]
        if block.text and block.text[-1] not in " ([“‘/-–—" and not is_spaceless(block.text[-1]):
            block.text += " "
        start = len(block.text)
        block.text += text + stop
        distinct = tuple(dict.fromkeys(references))
        block.markers.append(Marker(start, start + len(text), text, distinct, tuple(unresolved)))

    def formula(self, text: str) -> None:
        """Add a displayed formula, or a sign for it where it is long."""
        formula_text = shorten_formula(text)
        if formula_text:
            self.write(f" {formula_text} ")

    def ends_sentence(self) -> bool:
        """Say whether what was written last is a stop, or nothing was."""
        last_text = "" if self._open is None else self._open.text.rstrip()
        return not last_text or last_text[-1] in f"{_STOPS}?!"

    def end_paragraph(self) -> None:
        """Close the paragraph; the next text begins another."""
        if self._open is not None and self._open.text.strip():
            self.blocks.append(self._open)
        self._open = None

    def plain(self) -> str:
        """Return all that was written as one line."""
        self.end_paragraph()
        return " ".join(block.text.strip() for block in self.blocks)

    def _block(self) -> Block:
        if self._open is None:
            self._open = Block(self._section)
        return self._open

    def _may_close_up(self, block: Block) -> bool:
        """Say whether a stop belongs to what is before the space: a note stood between them."""
        end = len(block.text.rstrip())
        return end > 0 and not any(marker.end > end for marker in block.markers)


def shorten_formula(text: str, citations: str = "") -> str:
    """Return a displayed formula on one line, or a sign for it where it is long.

    ``citations`` is what stands for those in the formula; behind the sign, they stay.
    """
    formula_text = " ".join(text.split())
    if len(formula_text) <= _LONGEST_FORMULA:
        return formula_text
    ending = formula_text[-1] if formula_text[-1] in _STOPS else ""
    return FORMULA + citations + ending


def split_sentences(blocks: Sequence[Block]) -> tuple[Sentence, ...]:
    """Return the sentences of the paragraphs; no marker is ever cut in two."""
    sentences: list[Sentence] = []
    for paragraph, block in enumerate(blocks):
        for start, end in _spans(block):
            text = block.text[start:end]
            if any(map(str.isalpha, text)):
                sentences.append(
                    Sentence(
                        index=len(sentences),
                        section=block.section,
                        page=0,
                        text=text,
                        rects=(),
                        markers=tuple(
                            Marker(m.start - start, m.end - start, m.text, m.references,
                                   m.unresolved)
                            for m in block.markers
                            if start <= m.start and m.end <= end
                        ),
                        paragraph=paragraph,
                    )
                )  # fmt: skip
    return tuple(sentences)


def finished_sections(sections: Sequence[Section], appendix: int | None) -> tuple[Section, ...]:
    """Return the sections with their kinds; from position ``appendix`` on, all are appendix."""
    kinds = section_kinds(sections)
    if appendix is None:
        return tuple(kinds)
    behind = [
        section
        if section.kind == "acknowledgements"
        else Section(section.number, section.title, section.level, "appendix")
        for section in kinds[appendix:]
    ]
    return (*kinds[:appendix], *behind)


def find_abstract(blocks: Sequence[Block], sections: Sequence[Section]) -> str:
    """Return the text of the abstract and of the parts it has, "" if there is none.

    Of several, the first that is in English counts, else the first.
    """
    abstracts: list[str] = []
    behind = 0
    for first, section in enumerate(sections):
        if section.kind != "abstract" or first < behind:
            continue
        behind = first + 1
        while behind < len(sections) and _is_below(sections[behind], section):
            behind += 1
        parts = range(first, behind)
        texts = [block.text.strip() for block in blocks if block.section in parts]
        abstracts += [" ".join(texts)] if texts else []
    english = (text for text in abstracts if detect_code(text) == "en")
    return next(english, abstracts[0] if abstracts else "")


def _is_below(section: Section, abstract: Section) -> bool:
    return section.kind == "abstract" and section.level > abstract.level


def _spans(block: Block) -> list[tuple[int, int]]:
    """Return the sentences' spans, trimmed, those joined that cut through a marker.

    What is cited behind the last stop belongs to the sentence before it.
    """
    spans: list[tuple[int, int]] = []
    cited = [(marker.start, marker.end) for marker in block.markers]
    for start, end in spans_without(block.text, cited_behind_stops(block.text, cited)):
        cut = any(marker.start < start < marker.end for marker in block.markers)
        if spans and (cut or not _without_markers(block, start, end)):
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    return [_trimmed(block.text, start, end) for start, end in spans]


def _without_markers(block: Block, start: int, end: int) -> str:
    """Return the words of a part of a paragraph beside its markers and signs."""
    parts = []
    for marker in block.markers:
        if start <= marker.start and marker.end <= end:
            parts.append(block.text[start : marker.start])
            start = marker.end
    parts.append(block.text[start:end])
    return _CLOSING.sub("", "".join(parts)).strip()


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    inside = text[start:end]
    return start + len(inside) - len(inside.lstrip()), end - len(inside) + len(inside.rstrip())
