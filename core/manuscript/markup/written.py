"""What Markdown and Typst share: citations written by keys, and the manuscript they end in."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.base.errors import FormatError
from core.base.records import Manuscript, PaperRecord, Reference
from core.formats.fields import extract_year
from core.manuscript.latex.cites import Citation, CiteGroup, Shown, show
from core.manuscript.latex.references import ReferenceList, build_reference_list
from core.manuscript.latex.style import Style
from core.manuscript.references.markers import (
    ReferenceIndex,
    add_typed_names,
    build_name_index,
    find_markers,
)
from core.manuscript.references.mentions import perhaps_cited
from core.manuscript.references.own_works import find_end_of_list
from core.manuscript.text.common_titles import is_references_title
from core.manuscript.text.composed import (
    Block,
    Composer,
    find_abstract,
    finished_sections,
    split_sentences,
)
from core.manuscript.word.fields import BEFORE_NOTE, TYPED_NOTE, CitedWork, find_typed_works
from core.manuscript.word.references import from_list, locate_works, split_own_works
from core.manuscript.word.text import WordParagraph

_NUMERIC = re.compile(
    r"ieee|vancouver|nature|science|\bacm\b|association-for-computing|numeric|elsevier-with-titles"
    r"|plos|american-medical|\bama\b|springer-(?:basic|lecture|vancouver)|royal-society-of-chem"
    r"|american-(?:chemical|physics|institute)|gb-7714|gost-r-705-2008-numeric|alphanumeric|iso-690-num",
    re.IGNORECASE,
)
_KEY_BESIDE = re.compile(
    r"(?<![\w@])@(?P<key>\w(?:\w|[.:\-/](?=\w))*)|<(?P<label>\w(?:\w|[.:\-/](?=\w))*)>"
)
_MACRO_TEXT = 5_000_000
_BLANK_LINES = re.compile(r"\n[ \t]*\n")
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)|^#+[ \t]+", re.M)
_LINK = re.compile(
    r"!?\[(?P<text>[^\[\]\n]*)\]\((?P<address>[^()\s]*)\)|<(?P<bare>https?://[^<>\s]+)>"
)
_CAPTION = re.compile(
    r"\s*(?:Table\s?:\s|(?::\s)?\(\\?#(?:tab|tbl|fig):[^()\s]+\)|\(ref:[^()\s]+\)\s)"
)


@dataclass(slots=True)
class Front:
    """What stands before the text, and the text as the file has it."""

    title: str = ""
    authors: tuple[str, ...] = ()
    abstract: str = ""
    keywords: tuple[str, ...] = ()
    date: str = ""
    source_text: str = ""


@dataclass(slots=True)
class Citing:
    """Takes citations while a text is read; shows them once all are known."""

    citations: list[Citation] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    """The keys that tables and figures cite."""
    works_by_note: dict[str, list[CitedWork]] = field(default_factory=dict)
    """What typed notes cite, by the name of the note, or by its text where it has none."""

    def take_typed_notes(
        self,
        text: str,
        pattern: re.Pattern[str],
        notes: Mapping[str, str],
        records: dict[str, PaperRecord],
    ) -> None:
        """Add to the records what notes cite in full; the ``pattern`` finds where they hang."""
        hanging = {match["name"] or match["inline"]: match for match in pattern.finditer(text)}
        texts = [(name, _plain(notes.get(name, name))) for name in hanging]
        before = {
            name: _plain(text[max(0, match.start() - BEFORE_NOTE) : match.start()])
            for name, match in hanging.items()
        }
        paragraphs = [_plain(paragraph).strip() for paragraph in _BLANK_LINES.split(text)]
        self.works_by_note = find_typed_works(texts, paragraphs, before)
        works = (work for works in self.works_by_note.values() for work in works)
        records |= {work.key: work.record for work in works if work.record is not None}

    def add(self, form: str, parts: Sequence[tuple[str, str, str]]) -> int:
        """Add a citation of (before, key, behind), and return its number."""
        groups = tuple(CiteGroup((key,), before, behind) for before, key, behind in parts)
        latex_forms = {"year": "yearpar"} | {
            name: name for name in ("text", "raised", "none", "author", "title")
        }
        self.citations.append(Citation(latex_forms.get(form, "cite"), groups))  # type: ignore[arg-type]
        return len(self.citations) - 1

    @property
    def cited_keys(self) -> set[str]:
        """The keys that the text cites."""
        return {key for one in self.citations if one.form != "none" for key in one.keys}

    def add_beside(self, texts: Iterable[str], records: Mapping[str, PaperRecord]) -> None:
        """Add what a table or a figure cites: it is listed, and stands in no sentence."""
        for text in texts:
            keys = [match["key"] or match["label"] for match in _KEY_BESIDE.finditer(text)]
            keys = [key for key in keys if key in records]
            self.beside += keys
            self.add("none", [("", key, "") for key in keys])

    def add_uncited(self, keys: Iterable[str], records: Mapping[str, PaperRecord]) -> None:
        """Add what is to be listed though nothing cites it, as ``nocite`` says."""
        self.add("none", [("", key, "") for key in keys if key in (*records, "*")])

    def mark_beside(self, manuscript: Manuscript) -> Manuscript:
        """Return a manuscript with the entries that tables and figures cite, and no sentence."""
        markers = (marker for sentence in manuscript.sentences for marker in sentence.markers)
        in_text = {at for marker in markers for at in marker.references}
        places = {entry.key: entry.index for entry in manuscript.references}
        keys = [key for one in self.citations if one.form != "none" for key in one.keys]
        beside = {places[key] for key in (*self.beside, *keys) if key in places} - in_text
        entries = (_without_note_key(entry) for entry in manuscript.references)
        return replace(manuscript, references=tuple(entries), cited_beside=tuple(sorted(beside)))

    def entries(self, records: Mapping[str, PaperRecord], style: Style) -> ReferenceList:
        """Return the reference list of all that is cited."""
        return build_reference_list(
            [key for one in self.citations for key in one.keys], records, style
        )

    def format_marker(self, numbers: Iterable[int], entries: ReferenceList, style: Style) -> Shown:
        """Return a marker of citations that stand together."""
        cited = [self.citations[number] for number in numbers]
        groups = tuple(group for one in cited for group in one.groups)
        return show(Citation(cited[0].form, groups), entries, style)


def _plain(text: str) -> str:
    """Return Markdown without the signs of emphasis, headings and links."""
    text = _LINK.sub(lambda link: link["bare"] or f"{link['text']} {link['address']}", text)
    return _EMPHASIS.sub("", text)


def _without_note_key(entry: Reference) -> Reference:
    return replace(entry, key="") if entry.key.startswith(TYPED_NOTE) else entry


def is_caption(source: str) -> bool:
    """Say whether a paragraph of Markdown is the caption of a table or a figure."""
    return _CAPTION.match(source) is not None


def style_named(names: Sequence[str], *, default: str = "names") -> Style:
    """Return how citations are shown in a style of CSL or Typst; ``names`` may hold several."""
    names_text = " ".join(name for name in names if name)
    numeric = bool(_NUMERIC.search(names_text)) if names_text else default == "number"
    return Style(family="number") if numeric else Style(family="names", sorted=True)


def check_size(path: Path, text: str) -> str:
    """Return a text that is no longer than the longest theses are."""
    if len(text) > _MACRO_TEXT:
        raise FormatError(
            "“{file}” is longer than a manuscript can be.",
            file=path.name,
            remedy="Open a single chapter instead of the whole.",
        )
    return text


def build_manuscript(
    path: Path,
    front: Front,
    composer: Composer,
    entries: ReferenceList,
    extractor: str,
    start_time: float,
) -> Manuscript:
    """Return what was read.

    Raises:
        FormatError: there is no running text.
    """
    composer.end_paragraph()
    blocks = composer.blocks
    references = entries.references
    perhaps: tuple[int, ...] = ()
    if references and all(entry.key.startswith(TYPED_NOTE) for entry in references):
        blocks, references = _list_with_notes(composer, references)
    elif not references:
        blocks, listed = _typed_list(composer)
        references = from_list(listed).references
        index = ReferenceIndex.of(references)
        for block in blocks:
            block.markers = block.markers or list(find_markers(block.text, index))
        perhaps = _perhaps_cited(
            index, blocks, {one.text.strip() for one in listed}, front.source_text
        )
    else:
        index = build_name_index(references, [block.text for block in blocks])
        for block in blocks:
            block.markers = list(add_typed_names(block.text, block.markers, index))
    sections = finished_sections(composer.sections, None)
    sentences = split_sentences(blocks)
    if not sentences:
        raise FormatError(
            "“{file}” holds no running text.",
            file=path.name,
            remedy="Choose the file with the manuscript.",
        )
    return Manuscript(
        title=front.title,
        authors=front.authors,
        abstract=find_abstract(blocks, sections),
        keywords=front.keywords,
        year=extract_year(front.date),
        sections=sections,
        sentences=sentences,
        references=references,
        perhaps_cited=perhaps,
        extractor=extractor,
        seconds=round(time.perf_counter() - start_time, 4),
    )


def _perhaps_cited(
    index: ReferenceIndex, blocks: Sequence[Block], listed: Set[str], source_text: str
) -> tuple[int, ...]:
    """Return the entries of a typed list that tables, captions or notes may cite."""
    if not index.references:
        return ()
    uncited_entries = {entry.index for entry in index.references}
    uncited_entries -= {
        at for block in blocks for marker in block.markers for at in marker.references
    }
    lines = [line for line in source_text.splitlines() if line.strip() not in listed]
    return tuple(sorted(perhaps_cited(index, lines, sorted(uncited_entries), bare=True)))


def _list_with_notes(
    composer: Composer, noted: Sequence[Reference]
) -> tuple[list[Block], tuple[Reference, ...]]:
    """Return the blocks of the text, and the typed list with what only typed notes cite."""
    blocks, listed = _typed_list(composer)
    entries = list(from_list(listed).references)
    works = [CitedWork(one.key, PaperRecord(title=one.title, authors=one.authors, year=one.year))
             for one in noted]  # fmt: skip
    places = locate_works(works, entries)
    for one in noted:
        if one.key not in places:
            places[one.key] = len(entries)
            entries.append(replace(one, index=len(entries), label=""))
    indices = {one.index: places[one.key] for one in noted}
    for block in blocks:
        block.markers = [
            replace(marker, references=tuple(indices[at] for at in marker.references))
            for marker in block.markers
        ]
    return blocks, tuple(entries)


def _typed_list(composer: Composer) -> tuple[list[Block], list[WordParagraph]]:
    """Return the blocks of the text, and those below a heading of a reference list."""
    lists = {
        at for at, section in enumerate(composer.sections) if is_references_title(section.title)
    }
    for section in lists:
        listed = [block for block in composer.blocks if block.section == section]
        end = find_end_of_list([block.text for block in listed])
        for block in listed[end:] if end else ():  # an appendix, whose title is no heading
            block.section = None
    text = [block for block in composer.blocks if block.section not in lists]
    listed = [block for block in composer.blocks if block.section in lists]
    entries, own = split_own_works([WordParagraph(text=block.text) for block in listed])
    composer.own_works = [paragraph.text for paragraph in own]
    return text, entries
