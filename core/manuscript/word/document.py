"""A Word manuscript read into the structure a PDF is read into, for those who still write.

Styles, outline levels and looks say what is a heading, fields say what is cited. Where there are no
citation fields, the typed list and the markers in the text are read as those of a PDF are.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.base.errors import FormatError
from core.base.identity import title_key
from core.base.messages import Message
from core.base.records import (
    Manuscript,
    Marker,
    PaperRecord,
    Section,
    Sentence,
    UnreadPart,
)
from core.manuscript.references.markers import ReferenceIndex, build_index
from core.manuscript.references.mentions import perhaps_cited
from core.manuscript.references.own_works import names_own_works
from core.manuscript.references.unlisted import missing_list
from core.manuscript.text import common_titles
from core.manuscript.text.common_titles import is_caption, is_known_title
from core.manuscript.text.composed import Block, find_abstract, finished_sections, split_sentences
from core.manuscript.text.coverage import Passage, left_out_list, unclosed, with_unread
from core.manuscript.text.extractor import WORD_EXTRACTOR
from core.manuscript.text.thesis_covers import find_authors_in_lines
from core.manuscript.word.fields import (
    TEMPORARY,
    TYPED_NOTE,
    CitedWork,
    bookmark_codes,
    find_typed_works,
    parse_xml,
    read_unformatted_works,
    word_sources,
)
from core.manuscript.word.handmade import (
    find_cover,
    find_end_of_front,
    find_names,
    find_title,
    goes_on_with_title,
    is_above_title,
    is_list_title,
    mark_headings,
    read_stated_author,
    split_front_lines,
)
from core.manuscript.word.package import SAVE_AGAIN, Package, open_document
from core.manuscript.word.references import (
    APPENDIX,
    WordReferences,
    end_typed_lists,
    find_unheaded_list,
    from_fields,
    from_list,
    is_entry_as_heading,
    is_styled_entry,
    locate_works,
    reads_like_entry,
    split_lines,
    split_own_works,
)
from core.manuscript.word.text import (
    Cite,
    W,
    WordParagraph,
    WordText,
    find_raised_styles,
    read_notes,
    read_passages,
    read_styles,
    read_tables,
    read_texts_before_notes,
    works_beside,
)
from core.manuscript.word.typed_markers import (
    TypedBlock,
    add_typed_markers,
    read_printed,
    resolve_marker,
)

_ABSTRACT = re.compile(rf"(?:abstract|summary|{common_titles.ABSTRACT})", re.IGNORECASE)
_RUN_IN_ABSTRACT = re.compile(
    rf"\s*(?:abstract|{common_titles.ABSTRACT})\s*[.:：—–-]\s*", re.IGNORECASE
)
_KEYWORDS = re.compile(
    rf"\s*(?:key\s?words(?: and phrases)?|index terms|{common_titles.KEYWORDS})"
    r"\s*[.:：—–-]\s*(?P<words>.+)",
    re.IGNORECASE | re.S,
)
_NAMED_TITLE = re.compile(
    r"\s*(?:(?:full |article )?title|titel|titre|título|titolo)\s*:?\s*", re.I
)
_LABELLED_TITLE = re.compile(
    r"\s*(?:(?:full |article |paper )?title|titel|titre|título|titolo|тема(?: (?:работы|вкр))?)"
    r"\s?[:：]\s+(?P<title>.{15,})",
    re.I | re.S,
)
_NUMBER = re.compile(r"\(?(?P<number>\d+(?:\.\d+)*|(?:[A-Z]|[IVX]{2,5})(?:\.\d+)+)[.)]?\s+(?=\D)")
_WEB_ADDRESS = re.compile(r"(?:https?://|www\.)\S+")
_LONGEST_TITLE, _LONGEST_HEADING, _EXCERPT = 100, 250, 60
_SHORTEST_STATED = 16  # letters
_SENTENCES = re.compile(r"[^\W\d_]{3,}\.\s+[^\W\d_]+.*\.\s*\Z", re.S)
_UNENDED = re.compile(r"[\w,)\]%’”\"]\s*\Z")
_NOT_TEXT = ("caption", "toc ", "toc heading", "table of", "header", "footer", "footnote",
             "endnote", "html preformatted", "code", "subtitle", "date")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """What the file says beside its running text.

    ``title`` and ``author`` are its properties, ``printed`` all its paragraphs, also of tables and
    notes, ``beside`` what fields in tables, text boxes and frames cite.
    """

    title: str = ""
    author: str = ""
    printed: tuple[str, ...] = ()
    beside: tuple[CitedWork, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """What the file holds, to compare with what was read of it.

    ``passages`` are the texts of all its paragraphs, ``aside`` those of tables and the like,
    ``notes`` those of its notes, ``unread`` what is known not to be read, ``unknown`` what fields
    show that may cite and are not understood, by the program that made them.
    """

    passages: Sequence[str]
    aside: Sequence[str] = ()
    notes: Sequence[str] = ()
    unread: Sequence[UnreadPart] = ()
    unknown: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(slots=True)
class _Parts:
    """The paragraphs of a file by what they are for."""

    title: str = ""
    cover: str = ""  # the text of the cover of a thesis
    authors: list[str] = field(default_factory=list)
    keywords: tuple[str, ...] = ()
    sections: list[Section] = field(default_factory=list)
    text: list[tuple[int | None, WordParagraph]] = field(default_factory=list)
    listed: list[WordParagraph] = field(default_factory=list)
    appendix: int | None = None
    aside: list[str] = field(default_factory=list)
    behind: list[WordParagraph] = field(default_factory=list)
    """What reads like entries behind a generated list, and may be none of it."""
    own: list[WordParagraph] = field(default_factory=list)  # what the authors published
    works_aside: list[CitedWork] = field(default_factory=list)
    """What fields cite in what is no running text: headings, captions, the title page."""

    def note_works(self, *paragraphs: WordParagraph) -> None:
        """Note what paragraphs cite that are no running text."""
        self.works_aside += [
            work for one in paragraphs for cite in one.cites for work in cite.works
        ]


def parse(path: Path) -> Manuscript:
    """Read the Word document at ``path``.

    Raises:
        FormatError: it cannot be opened, is no ``.docx``, needs a password, or is far too large.
    """
    start_time = time.perf_counter()
    package = open_document(path)
    sources = word_sources(package.custom)
    notes = _notes(package, sources)
    codes = bookmark_codes(_properties(package))
    raised = find_raised_styles(package.styles)
    reader = WordText(read_styles(package.styles), sources, notes, codes, raised)
    printed = [
        *("".join(one.itertext(f"{W}t")) for one in package.body.iter(f"{W}p")),
        *_notes_texts(package),
    ]
    beside, unknown_beside = works_beside(package.body, sources, notes, codes)
    stated_details = Told(package.title, package.author, tuple(printed), tuple(beside))
    paragraphs = list(reader.paragraphs(package.body))
    if package.chapters and not any(one.text.strip() for one in paragraphs):
        raise FormatError(
            "“{file}” holds no running text.", file=path.name, remedy=SAVE_AGAIN
        )  # a program that Word reads has put a web page in
    source = Source(
        read_passages(package.body),
        aside=read_tables(package.body),
        notes=_notes_texts(package),
        unread=[*map(unclosed, reader.unclosed), *map(linked_chapter, package.chapters)],
        unknown={
            program: unknown_beside.get(program, []) + reader.unknown.get(program, [])
            for program in (*unknown_beside, *reader.unknown)
        },
    )
    return build_manuscript(path, paragraphs, stated_details, source, WORD_EXTRACTOR, start_time)


def build_manuscript(
    path: Path,
    paragraphs: Sequence[WordParagraph],
    stated_details: Told,
    source: Source,
    extractor: str,
    start_time: float,
) -> Manuscript:
    """Return what the paragraphs of a word processor's file say.

    Raises:
        FormatError: there is no running text.
    """
    paragraphs = split_front_lines(paragraphs)
    for paragraph in paragraphs:
        paragraph.cites += _find_temporary_cites(paragraph)
    parts = _sort(paragraphs)
    if not parts.listed:
        texts = [paragraph for _, paragraph in parts.text] or list(paragraphs)
        parts.listed = [texts[at] for at in find_unheaded_list(texts)]
    is_listed = set(map(id, parts.listed)).__contains__
    parts.text = [one for one in parts.text if not is_listed(id(one[1]))]
    if parts.listed and not parts.text:  # beside a list alone, its title and names are the text
        parts.text = [(None, one) for one in paragraphs if not is_listed(id(one))]
    parts.listed, own = split_own_works(split_lines(parts.listed))
    parts.own += own
    works = [work for _, part in parts.text for cite in part.cites for work in cite.works]
    works_beside = (*stated_details.beside, *parts.works_aside)
    entries = _choose_entries(works, works_beside, parts.listed)
    blocks = _blocks(parts, entries)
    sections = finished_sections(parts.sections, parts.appendix)
    sentences = split_sentences(blocks)
    if not sentences:
        raise FormatError(
            "“{file}” holds no running text.",
            file=path.name,
            remedy="Choose the file with the manuscript.",
        )
    beside = _cited_beside(works_beside, entries, sentences)
    manuscript = Manuscript(
        title=_choose_title(parts, stated_details.title) or _first_line(sentences),
        authors=tuple(parts.authors) or read_stated_author(stated_details.author),
        abstract=find_abstract(blocks, sections),
        keywords=parts.keywords,
        sections=sections,
        sentences=sentences,
        references=entries.references,
        cited_beside=beside,
        perhaps_cited=_perhaps_cited(stated_details.printed, parts, entries, sentences, beside),
        extractor=extractor,
        seconds=round(time.perf_counter() - start_time, 4),
    )
    return with_unread(
        manuscript,
        map(Passage, source.passages),
        aside=(*source.aside, *parts.aside, *_entries(parts)),
        notes=source.notes,
        unread=(
            *source.unread,
            *_unknown_parts(source.unknown, sentences),
            *left_out_list([paragraph.text for paragraph in parts.behind], "behind"),
            *left_out_list([paragraph.text for paragraph in parts.own]),
            *_missing_list(parts, entries, works),
        ),
    )


def _choose_title(parts: _Parts, stated: str) -> str:
    """Return the title, as the file's properties have it if the cover of a thesis shows that."""
    stated = _without_label(stated.partition("\n")[0])
    is_shown = stated and title_key(stated) in title_key(parts.cover)
    return stated if is_shown and len(stated) >= _SHORTEST_STATED else parts.title or stated


def _choose_entries(
    works: Sequence[CitedWork], beside: Sequence[CitedWork], listed: Sequence[WordParagraph]
) -> WordReferences:
    """Return the list of what fields cite, those in tables last, or the typed list without these.

    Fields in tables alone leave a list that somebody typed as it is, as do typed notes that cite
    only what it lists.
    """
    everything = [*works, *beside]
    if listed and everything and all(work.key.startswith(TYPED_NOTE) for work in everything):
        entries = from_list(listed)
        entries.index_by_key = locate_works(everything, entries.references)
        if entries.index_by_key.keys() >= {work.key for work in everything}:
            return entries
    is_told = any(work.record is not None for work in everything) or not listed
    if everything and is_told and (works or not listed):
        return from_fields(everything, listed)
    entries = from_list(listed)
    entries.index_by_key |= locate_works(beside, entries.references)
    return entries


def _cited_beside(
    beside: Sequence[CitedWork], entries: WordReferences, sentences: Sequence[Sentence]
) -> tuple[int, ...]:
    """Return the entries that tables, boxes, captions and headings cite, and no sentence."""
    markers = (marker for sentence in sentences for marker in sentence.markers)
    in_text = {at for marker in markers for at in marker.references}
    return tuple(sorted(set(entries.find_indices(beside)[0]) - in_text))


def _find_temporary_cites(paragraph: WordParagraph) -> list[Cite]:
    """Return the citations that no program has formatted, such as "{Oak, 2019 #12}"."""
    return [
        Cite(match.start(), match.end(), tuple(works))
        for match in TEMPORARY.finditer(paragraph.text)
        if (works := read_unformatted_works(match))
        and not any(
            match.start() < cite.end and cite.start < match.end() for cite in paragraph.cites
        )
    ]


def _entries(parts: _Parts) -> Iterator[str]:
    """Yield what is read as an entry of the list, though a field may say it better."""
    yield from (paragraph.text for paragraph in parts.listed if reads_like_entry(paragraph))
    yield from (paragraph.text for paragraph in (*parts.behind, *parts.own))


def _missing_list(
    parts: _Parts, entries: WordReferences, works: Sequence[CitedWork]
) -> Iterator[UnreadPart]:
    """Yield the part for a list that was not found, if the text seems to cite."""
    if not entries.references and not works:
        texts = [paragraph.text for _, paragraph in parts.text]
        raised = [one.text[start:end] for _, one in parts.text for start, end in one.raised]
        yield from missing_list(texts, raised)


def _unknown_parts(
    unknown: Mapping[str, Sequence[str]], sentences: Sequence[Sentence]
) -> Iterator[UnreadPart]:
    """Yield the parts for citations whose field is not understood, one for each program.

    What the text of a field names in the list is read all the same.
    """
    marker_texts = "\n".join(
        mark.text for one in sentences for mark in one.markers if mark.references
    )
    for program, excerpts in unknown.items():
        excerpt = next((one for one in excerpts if one not in marker_texts), "")
        message = Message(
            "“{shown}” may be a citation, but its field “{kind}” could not be read.",
            shown=excerpt[:_EXCERPT],
            kind=program,
        )
        if excerpt:
            yield UnreadPart(kind="citation", text=message)


def linked_chapter(name: str) -> UnreadPart:
    """Return the part for a chapter that a master document only links."""
    message = Message("The chapter “{file}” is a file of its own, so it was not read.", file=name)
    return UnreadPart(kind="file", text=message)


def _notes_texts(package: Package) -> list[str]:
    """Return the texts of the file's notes."""
    texts = []
    for kind, part in package.notes:
        root = parse_xml(part)
        for note in () if root is None else root.iter(f"{W}{kind}"):
            text = "".join(map(str, note.itertext(f"{W}t"))).strip()
            texts += [text] if text else []
    return texts


def _properties(package: Package) -> Iterator[tuple[str, str]]:
    """Yield name and text of each property that a program gave the file."""
    root = parse_xml(package.properties) if package.properties else None
    for element in () if root is None else root:
        yield element.get("name", ""), "".join(map(str, element.itertext()))


def _notes(package: Package, sources: Mapping[str, PaperRecord]) -> dict[str, list[CitedWork]]:
    """Return what the file's footnotes and endnotes cite, by kind and id."""
    works_by_note: dict[str, list[CitedWork]] = {}
    for kind, part in package.notes:
        root = parse_xml(part)
        works_by_note |= {} if root is None else read_notes(root, kind, sources)
    paragraphs = ["".join(one.itertext(f"{W}t")) for one in package.body.iter(f"{W}p")]
    before = read_texts_before_notes(package.body)
    return find_typed_works(list(_typed_notes(package)), paragraphs, before, works_by_note)


def _typed_notes(package: Package) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each note, in the order in which the text has them."""
    texts: dict[str, str] = {}
    for kind, part in package.notes:
        root = parse_xml(part)
        for note in () if root is None else root.iter(f"{W}{kind}"):
            paragraphs = ("".join(map(str, one.itertext(f"{W}t"))) for one in note.iter(f"{W}p"))
            texts[f"{kind} {note.get(f'{W}id', '')}"] = " ".join(paragraphs)
    for mark in package.body.iter(f"{W}footnoteReference", f"{W}endnoteReference"):
        kind = str(mark.tag).removeprefix(W).removesuffix("Reference")
        name = f"{kind} {mark.get(f'{W}id', '')}"
        if name in texts:
            yield name, texts[name]


# --- what each paragraph is for ---------------------------------------------------------------


def _sort(paragraphs: Sequence[WordParagraph]) -> _Parts:
    parts = _Parts()
    first = _front(paragraphs, parts)
    mark_headings(paragraphs[first:])
    parts.aside += [paragraph.text for paragraph in paragraphs[:first]]
    parts.note_works(*paragraphs[:first])
    ends = set(map(id, end_typed_lists(paragraphs[first:], _is_heading)))
    section: int | None = None
    in_list = False
    is_made = is_over = is_own = False  # by a program; followed by something; by their own works
    for paragraph in paragraphs[first:]:
        title = paragraph.text.strip()
        if id(paragraph) in ends:
            in_list, section = False, None
        if paragraph.in_list or not title or is_styled_entry(paragraph):
            parts.listed += [paragraph] if title else []
            is_made, is_over = is_made or (paragraph.in_list and bool(title)), is_over and not title
        elif _is_heading(paragraph) and not (in_list and is_entry_as_heading(paragraph)):
            in_list, is_over = is_list_title(title), False
            parts.note_works(paragraph)
            section = section if in_list else _add_section(parts, paragraph)
        elif in_list and _is_of_list(paragraph, is_made=is_made, is_over=is_over):
            parts.listed.append(paragraph)
        elif in_list and reads_like_entry(paragraph):
            (parts.own if is_own else parts.behind).append(paragraph)
        else:
            is_over, is_own = in_list, in_list and names_own_works(title)
            section = _take_text(parts, paragraph, section)
    return parts


def _is_of_list(paragraph: WordParagraph, *, is_made: bool, is_over: bool) -> bool:
    """Say whether a paragraph that no program made is of a list; captions never are.

    Behind a list that a program made, only entries are, and none behind something else.
    """
    may_belong = not is_made or (not is_over and reads_like_entry(paragraph))
    return may_belong and not is_caption(paragraph.text.strip())


def _take_text(parts: _Parts, paragraph: WordParagraph, section: int | None) -> int | None:
    """Add a paragraph where it is running text or keywords, and return its section."""
    text = paragraph.text.strip()
    keywords = _KEYWORDS.match(text)
    if keywords:
        parts.keywords = _keywords(keywords["words"])
        parts.aside.append(text)
        parts.note_works(paragraph)
    elif not paragraph.style.startswith(_NOT_TEXT) and not is_caption(text):
        section = _find_section(parts, paragraph, section)
        if (
            parts.text
            and parts.text[-1][0] == section
            and _continues_sentence(parts.text[-1][1], paragraph)
        ):
            _join(parts.text[-1][1], paragraph)
        else:
            parts.text.append((section, paragraph))
    else:
        parts.aside.append(text)
        parts.note_works(paragraph)
    return section


def _continues_sentence(before: WordParagraph, paragraph: WordParagraph) -> bool:
    """Say whether a sentence was cut, as by a table that somebody put in its middle."""
    if before.item or paragraph.item or before.formula or paragraph.formula:
        return False
    return bool(_UNENDED.search(before.text)) and paragraph.text.lstrip()[:1].islower()


def _join(before: WordParagraph, paragraph: WordParagraph) -> None:
    before.text = f"{before.text.rstrip()} "
    shift = len(before.text)
    before.text += paragraph.text
    before.cites += [
        Cite(cite.start + shift, cite.end + shift, cite.works) for cite in paragraph.cites
    ]
    before.raised += [(start + shift, end + shift) for start, end in paragraph.raised]


def _find_section(parts: _Parts, paragraph: WordParagraph, section: int | None) -> int | None:
    """Return the section of running text; an abstract may begin and end without a heading."""
    run_in = _RUN_IN_ABSTRACT.match(paragraph.text)
    is_abstract_style = paragraph.style.startswith("abstract")
    in_abstract = section is not None and parts.sections[section].title == "Abstract"
    if (run_in or is_abstract_style) and not parts.sections:
        parts.sections.append(Section("", "Abstract", 1))
        section = 0
        if run_in:
            _cut_front(paragraph, run_in.end())
    elif in_abstract and not is_abstract_style and _was_abstract(parts):
        section = None
    return section


def _was_abstract(parts: _Parts) -> bool:
    return bool(parts.text) and parts.text[-1][1].style.startswith("abstract")


def _cut_front(paragraph: WordParagraph, end: int) -> None:
    paragraph.text = paragraph.text[end:]
    paragraph.cites = [
        Cite(cite.start - end, cite.end - end, cite.works)
        for cite in paragraph.cites
        if cite.start >= end
    ]
    paragraph.raised = [
        (start - end, last - end) for start, last in paragraph.raised if start >= end
    ]


def _is_heading(paragraph: WordParagraph) -> bool:
    """Say whether its style or its look makes it a heading, or it names a reference list."""
    text = paragraph.text.strip()
    if paragraph.outline is not None:
        is_other = _KEYWORDS.match(text) or _WEB_ADDRESS.fullmatch(text) or is_caption(text)
        return not _is_prose(text) and not is_other
    if paragraph.style.startswith("abstract") and _ABSTRACT.fullmatch(text.rstrip(".:")):
        return True
    alone = paragraph.bold and len(text) < 60
    return alone and (is_list_title(text) or bool(_ABSTRACT.fullmatch(text.rstrip(".:"))))


def _is_prose(text: str) -> bool:
    """Say whether a paragraph that a style calls a heading is running text all the same."""
    return len(text) > _LONGEST_HEADING or (
        len(text) > _LONGEST_TITLE and bool(_SENTENCES.search(text))
    )


def _add_section(parts: _Parts, paragraph: WordParagraph) -> int:
    text = " ".join(paragraph.text.split())
    number = _NUMBER.match(text)
    title = (text[number.end() :] if number else text).removesuffix(":")
    level = (paragraph.outline or 0) + 1
    if _ABSTRACT.fullmatch(title.rstrip(".:")) and not parts.sections:
        title = "Abstract"
    if parts.appendix is None and APPENDIX.match(title):
        parts.appendix = len(parts.sections)
    parts.sections.append(Section(number["number"] if number else "", title, level))
    return len(parts.sections) - 1


def _front(paragraphs: Sequence[WordParagraph], parts: _Parts) -> int:
    """Take title and authors in and return where the text begins."""
    index, cover = find_title(paragraphs), find_cover(paragraphs)
    if cover:
        lines = [one.text.strip() for at, one in enumerate(paragraphs[:cover]) if at != index]
        parts.authors += find_authors_in_lines([line for line in lines if line])
        parts.cover = " ".join(one.text for one in paragraphs[:cover])
    if index is None:
        return cover
    if _NAMED_TITLE.fullmatch(paragraphs[index].text) and index + 1 < len(paragraphs):
        index += 1  # the heading of a form, above the title itself
    at = index + 1
    while at < len(paragraphs) and goes_on_with_title(paragraphs[at - 1], paragraphs[at]):
        at += 1
    parts.title = _without_label(" ".join(one.text for one in paragraphs[index:at])).rstrip(".")
    end = find_end_of_front(paragraphs, at, cover, _begins_text)
    for one in paragraphs[at:end]:
        if _LABELLED_TITLE.fullmatch(one.text):
            parts.title = _without_label(one.text).strip("“”„\"'.; ")
    below = [one for one in paragraphs[at:end] if one.text.strip()]
    styled = [one for one in below if one.style.startswith("author")]
    lines = [one.text.strip() for one in styled or below]
    names = () if cover else find_names(lines, are_authors=bool(styled))
    parts.authors = list(dict.fromkeys([*parts.authors, *names]))
    return end


def _without_label(title: str) -> str:
    """Return a title on one line, without "Title:" before it."""
    match = _LABELLED_TITLE.fullmatch(title)
    return " ".join((match["title"] if match else title).split())


def _begins_text(paragraph: WordParagraph) -> bool:
    """Say whether a paragraph is no line of a title page: a heading, abstract, keywords."""
    text = paragraph.text.strip()
    is_known = _RUN_IN_ABSTRACT.match(text) or _KEYWORDS.match(text) or is_known_title(text)
    is_heading = paragraph.outline is not None or paragraph.style.startswith("abstract")
    return is_heading or bool(is_known)


def _keywords(text: str) -> tuple[str, ...]:
    parts = re.split(r"[;；·•]" if re.search("[;；·]", text) else r"[,;，、]", text)
    return tuple(dict.fromkeys(word for part in parts if (word := part.strip(" ."))))


# --- putting the manuscript together ------------------------------------------------


def _blocks(parts: _Parts, entries: WordReferences) -> list[Block]:
    index = ReferenceIndex.of(entries.references)
    typed = [_block(section, paragraph, entries) for section, paragraph in parts.text]
    for one in typed:
        markers = [resolve_marker(marker, index) for marker in one.block.markers]
        markers = [read_printed(marker, index) for marker in markers]
        if not entries.by_fields:
            markers = [one for one in markers if one.references or TEMPORARY.fullmatch(one.text)]
        one.block.markers = markers
    add_typed_markers(typed, index, by_fields=entries.by_fields)
    return [one.block for one in typed if one.block.text]


def _perhaps_cited(
    printed: Sequence[str],
    parts: _Parts,
    entries: WordReferences,
    sentences: Sequence[Sentence],
    beside: Sequence[int],
) -> tuple[int, ...]:
    """Return the entries of a typed list that tables, captions or notes may cite."""
    listed = {paragraph.text.strip() for paragraph in parts.listed}
    index = build_index(entries.references, [sentence.text for sentence in sentences])
    index.round_numbers = True
    uncited_entries = {entry.index for entry in entries.references} - set(beside)
    uncited_entries -= {
        at for sentence in sentences for mark in sentence.markers for at in mark.references
    }
    lines = [line for line in printed if line.strip() not in listed]
    return tuple(sorted(perhaps_cited(index, lines, sorted(uncited_entries), bare=True)))


def _block(section: int | None, paragraph: WordParagraph, entries: WordReferences) -> TypedBlock:
    """Return a paragraph with white space made one space and the markers where they then stand."""
    block, raised = Block(section), []
    at = 0
    for start, end, cite in _spans(paragraph):
        _append(block, paragraph.text[at:start])
        first, at = len(block.text), end
        if cite is None:
            _append(block, paragraph.text[start:end])
            raised.append((first, len(block.text)))
            continue
        block.text += (cited_text := " ".join(paragraph.text[start:end].split()))
        references, unresolved = entries.find_indices(cite.works)
        block.markers.append(Marker(first, len(block.text), cited_text, references, unresolved))
        if any(one < end and start < other for one, other in paragraph.raised):
            raised.append((first, len(block.text)))
    _append(block, paragraph.text[at:])
    block.text = block.text.rstrip()
    return TypedBlock(block, raised)


def _spans(paragraph: WordParagraph) -> list[tuple[int, int, Cite | None]]:
    """Return what a paragraph cites and where else it is superscript, from left to right."""
    spans: list[tuple[int, int, Cite | None]] = [
        (cite.start, cite.end, cite) for cite in paragraph.cites
    ]
    spans += [
        (start, end, None)
        for start, end in paragraph.raised
        if not any(start < cite.end and cite.start < end for cite in paragraph.cites)
    ]
    return sorted(spans, key=lambda span: span[:2])


def _append(block: Block, text: str) -> None:
    printable = "".join(char if char.isprintable() else " " for char in text)
    visible_text = re.sub(r"\s+", " ", printable)
    block.text += visible_text.lstrip() if block.text[-1:] in ("", " ") else visible_text


def _first_line(lines: Sequence[Sentence]) -> str:
    text = " ".join(one.text for one in lines[: 1 + lines[0].text.endswith(":")])
    if is_above_title(text):
        return ""
    return text if len(text) < 200 and text[-1] not in ".:;。：；" else ""
