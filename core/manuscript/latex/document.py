r"""A LaTeX manuscript read into the structure a PDF is read into, for those who still write.

Headings are counted as LaTeX would, citation commands become readable markers with exact spans,
and the reference list comes from what BibTeX or biber formatted, else from the ``.bib`` files.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import Manuscript, PaperRecord, Reference, UnreadPart
from core.formats import latex
from core.formats.decoding import read_text
from core.formats.fields import extract_doi, extract_year
from core.manuscript.latex.cites import (
    COMMAND,
    TYPED_KEY,
    Citation,
    CiteGroup,
    Shown,
    UnknownCommands,
    joined,
    mark_typed_citations,
    show,
    take_citations,
    take_unlinked_numbers,
)
from core.manuscript.latex.cleaning import Fault, mend
from core.manuscript.latex.conditions import Conditions
from core.manuscript.latex.files import LatexFiles, gather
from core.manuscript.latex.formatted_list import rewrite_citeproc
from core.manuscript.latex.macros import (
    Definition,
    drop_inner_commands,
    expand,
    find_body,
    parse_group,
    parse_option,
    take_code,
    take_definitions,
)
from core.manuscript.latex.numbers import SectionCounter, label_targets
from core.manuscript.latex.parts import PartContext, SourceReading, find_uncertain
from core.manuscript.latex.projects import find_first_file
from core.manuscript.latex.references import (
    Cited,
    ReferenceList,
    StatedKeys,
    build_reference_list,
    find_typed_lists,
    read_references,
)
from core.manuscript.latex.style import Style, detect_style
from core.manuscript.latex.text import (
    ABSTRACT_NAME,
    DISPLAYED,
    LEFT_OUT,
    TextBody,
    drop_citations,
)
from core.manuscript.references.mentions import find_perhaps_named
from core.manuscript.references.typed_notes import number_works, read_listed_works
from core.manuscript.text.composed import (
    Composer,
    find_abstract,
    finished_sections,
    split_sentences,
)
from core.manuscript.text.coverage import unclosed
from core.manuscript.text.extractor import LATEX_EXTRACTOR
from core.manuscript.word.fields import CitedWork
from core.manuscript.word.references import from_list, locate_works

# --- front ------------------------------------------------------------------------------
#
# Title, authors and keywords of a LaTeX manuscript, in the ways document classes write them.

_TITLE = re.compile(r"\\(?:title|icmltitle|Title)(?![A-Za-z])")
_OWN_TITLE = re.compile(
    r"(?:the|my|doc|document|thesis|diss|dissertation|paper|report|work|project|main|full|[cet])?"
    r"(?:title|titulo|titel|titre|titolo|tytul)"
    r"(?:tesis|tese|thesis|tesi|these|trabajo|trabalho|principal|main|[a-df-z][a-z]|eng?|english)?",
    re.IGNORECASE,
)
"""The name of a command for the title in other classes, or in the manuscript itself."""
_OWN_COMMAND = re.compile(r"\\(?P<name>[A-Za-z]*(?:tit(?:le|ulo|el|re|olo)|tytul)[A-Za-z]*)", re.I)
_STATED_TITLE = re.compile(r"(?:\A|[,{\n])\s*(?:pdf)?title\*?\s*=\s*(?=\{)", re.IGNORECASE)
_SETTINGS = re.compile(r"\\(?:hypersetup|[A-Za-z]*(?:setup|info|metadata))(?![A-Za-z])", re.I)
_SIZES = ("HUGE", "Huge", "huge", "LARGE", "Large", "large")
_LARGE = re.compile(rf"\\(?P<size>{'|'.join(_SIZES)})(?![A-Za-z])")
_END_OF_LARGE = re.compile(
    rf"\\(?:par|vspace|vskip|vfill|end|{'|'.join(_SIZES)})(?![A-Za-z])|\n[ \t]*\n"
)
_FIRST_PAGE_END = re.compile(
    r"\\(?:chapter|(?:sub)*section|part|tableofcontents|maketitle|end\s*\{titlepage\})(?![A-Za-z])"
)
_NO_TITLE = re.compile(
    r"(?:\S+ )?(?:universi|facult|institut|depart|dipart|school|college|escuela|escola|technische)"
    r"|(?:(?:doctoral|doctor|master|bachelor|phd|ph\.d)\S* )?(?:thesis|dissertation|tesis?|tese)\b"
    r"|(?:submitted|presented|in partial|dear|vorgelegt|eingereicht|présentée?|presentad[ao]"
    r"|apresentad[ao])\b",
    re.IGNORECASE,
)
_FIRST_PAGE = 12_000
_AUTHOR = re.compile(
    r"\\(?:author|icmlauthor|Author|name|autor(?:es)?|autore|auteur|verfasser|authorname"
    r"|thesisauthor)(?![A-Za-z])"
)
_DATE = re.compile(r"\\(?:acmYear|copyrightyear|date|jyear|pubyear)(?![A-Za-z])")
_ABSTRACT_COMMAND = re.compile(rf"\\{ABSTRACT_NAME}(?![A-Za-z])", re.IGNORECASE)
_KEYWORDS = re.compile(r"\\(?:keywords|keyword|icmlkeywords|Keywords)(?![A-Za-z])")
_KEYWORD_BLOCK = re.compile(
    r"\\begin\s*\{(?P<name>keywords?|IEEEkeywords)\}(?P<inside>.*?)\\end\s*\{(?P=name)\}", re.S
)
_NOTES = re.compile(
    r"\\(?:thanks|thanksref|footnote|footnotemark|inst|orcid|orcidID|orcidlink|email|ead|affil"
    r"|affiliation|address|fnref|tnoteref|corref|authornote|IEEEauthorblockA|IEEEmembership"
    r"|textsuperscript|textsubscript|url|href|institution|addr|texttt|label|footref|marginpar)"
    r"(?![A-Za-z])\*?"
)
_UNWRAPPED = re.compile(r"\\(?:IEEEauthorblockN|textbf|textit|bf|Large|large|normalsize|mbox|rm)"
                        r"(?![A-Za-z])")  # fmt: skip
_RAISED = re.compile(r"\$[^$]*\$")
_APART = re.compile(r"\\(?:and|And|AND|quad|qquad|hfill|hspace\*?\s*\{[^{}]*\})(?![A-Za-z])")
_LINE = re.compile(r"\\\\(?:\s*\[[^\]]*\])?")
_BETWEEN_NAMES = re.compile(r"\s*(?:,(?:\s*(?:and|und|et)\s)?|;|\s(?:and|und|et|&|\\&)\s)\s*")
_NO_NAME = re.compile(
    r"universit|institut|departm|laborator|school|college|center|centre|faculty|research|@|\d|"
    r"inc\b|corp|gmbh|author|anonymous|member|fellow|student|street|\bUSA\b|group\b",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"\\(?:sep|kwd|and|And|PACS|MSC)(?![A-Za-z])|[;·•]|\$\\cdot\$")
_MOST_WORDS = 6
_FEWEST_TITLE_WORDS = 3
_LONGEST_TITLE = 300


@dataclass(frozen=True, slots=True)
class Front:
    """What stands before the text."""

    title: str
    authors: tuple[str, ...]
    keywords: tuple[str, ...]
    date: str


def read_front(
    text: str, plain: Callable[[str], str], definitions: Mapping[str, Definition]
) -> Front:
    """Return the front matter of the whole text; ``plain`` says what LaTeX prints."""

    def plain_title(source_title: str) -> str:
        return plain(_without_notes(_LINE.sub(" ", source_title)))

    titles = [plain_title(call_text) for call_text in _calls(_TITLE, text)]
    if not any(titles):
        own_titles = (
            plain_title(expand(one, dict(definitions))) for one in _own_titles(text, definitions)
        )
        titles = [next((title for title in own_titles if title), "")]
    if not any(titles):
        titles = [_large_title(text, plain_title)]
    dates = [plain(call_text) for call_text in _calls(_DATE, text)]
    return Front(
        title=next((title for title in reversed(titles) if title), ""),
        authors=_authors(text, plain),
        keywords=_keywords(text, plain),
        date=" ".join(dates),
    )


def _own_titles(text: str, definitions: Mapping[str, Definition]) -> Iterator[str]:
    """Yield what may be the title, as LaTeX, where no command of LaTeX's own says it."""
    for match in _OWN_COMMAND.finditer(text):
        if _OWN_TITLE.fullmatch(match["name"]):
            yield from _argument(text, match.end())
    for name, one in definitions.items():
        if not one.parameters and _OWN_TITLE.fullmatch(name) and _is_long(one.body):
            yield one.body
    for match in _SETTINGS.finditer(text):
        group = parse_group(text, match.end())
        stated = _STATED_TITLE.search(group[0]) if group else None
        title = parse_group(group[0], stated.end()) if group and stated else None
        if title and "@" not in title[0]:
            yield title[0]


def _is_long(title: str) -> bool:
    return len(title.split()) >= _FEWEST_TITLE_WORDS or not title.isascii()


def _large_title(text: str, plain: Callable[[str], str]) -> str:
    """Return what is set in the largest letters on a title page that is made by hand."""
    begin = find_body(text)[1]
    end = _FIRST_PAGE_END.search(text, begin)
    if not begin or end is None:
        return ""
    page = text[begin : min(end.start(), begin + _FIRST_PAGE)]
    largest: dict[str, list[str]] = {}
    for match in _LARGE.finditer(page):
        rest = page[match.end() :]
        stop = _END_OF_LARGE.search(rest)
        inside = _to_closing_brace(rest[: stop.start()] if stop else rest)
        title = plain(inside)
        if _is_long(title) and len(title) <= _LONGEST_TITLE and not _NO_TITLE.match(title):
            largest.setdefault(match["size"], []).append(title)
    titles = next((largest[size] for size in _SIZES if size in largest), [])
    return max(titles, key=len, default="")


def _to_closing_brace(text: str) -> str:
    """Return a text up to the brace that closes the group it stands in."""
    group = parse_group(f"{{{text}", 0)
    return group[0] if group else text


def _calls(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """Yield the argument of each use of a command, options passed over."""
    for match in pattern.finditer(text):
        yield from _argument(text, match.end())


def _argument(text: str, at: int) -> Iterator[str]:
    """Yield the argument that stands behind a command and its options, if one does."""
    while (option := parse_option(text, at)) is not None:
        at = option[1]
    braced_group = parse_group(text, at)
    if braced_group is not None:
        yield braced_group[0]


def _without_notes(source_text: str) -> str:
    """Take out what hangs on a name: notes, raised signs, addresses."""
    pieces, at = [], 0
    for match in _NOTES.finditer(source_text):
        if match.start() < at:
            continue
        pieces.append(source_text[at : match.start()])
        at = match.end()
        option = parse_option(source_text, at)
        at = option[1] if option else at
        braced_group = parse_group(source_text, at)
        at = braced_group[1] if braced_group else at
    return _UNWRAPPED.sub(" ", "".join([*pieces, source_text[at:]]))


def _authors(text: str, plain: Callable[[str], str]) -> tuple[str, ...]:
    names: list[str] = []
    for call_text in _calls(_AUTHOR, text):
        names_text = _RAISED.sub(" ", _without_notes(call_text))
        for part in _APART.split(names_text):
            line = next((line for line in _LINE.split(part) if line.strip(" {}~\n")), "")
            for piece in _BETWEEN_NAMES.split(line):
                name = plain(piece).strip(" ,.*†‡§¶")
                if _is_name(name):
                    names.append(name)
    return tuple(dict.fromkeys(names))


def _is_name(text: str) -> bool:
    return (
        bool(text)
        and text[0].isalpha()
        and len(text.split()) <= _MOST_WORDS
        and not _NO_NAME.search(text)
    )


def _keywords(text: str, plain: Callable[[str], str]) -> tuple[str, ...]:
    blocks = [match["inside"] for match in _KEYWORD_BLOCK.finditer(text)]
    keywords_text = next(iter([*blocks, *_calls(_KEYWORDS, text)]), "")
    parts = _SEPARATORS.split(keywords_text)
    if len(parts) == 1:
        parts = keywords_text.split(",")
    words = (plain(part).strip(" .,;") for part in parts)
    return tuple(dict.fromkeys(word for word in words if word))


_BEGIN = re.compile(r"\\begin\s*\{document\}")
_END = re.compile(r"\\end\s*\{document\}")
_ABSTRACT = re.compile(rf"\\(?P<side>begin|end)\s*\{{(?P<name>{ABSTRACT_NAME}\*?)\}}", re.I)
_PERHAPS_INCLUDED = re.compile(
    r"\\(?!include(?:graphics|only|pdf|svg|standalone|media)|input(?:encoding|minted))"
    r"(?=[A-Za-z@]*(?:input|include|import|insert|load|read|file))[A-Za-z@]{4,40}\*?\s*"
    r"(?:[\[{](?P<folder>[^\[\]{}\n#\\]*)[\]}]\s*)?\{(?P<name>[^{}\n#\\]+)\}",
    re.I,
)
"""A command whose name says that it may include a file."""
_NOTE = re.compile(r"\\(?:foot|end|side)note(?:text)?(?![A-Za-z])\s*(?:\[[^\[\]]*\]\s*)?(?=\{)")
_BEFORE_NOTE = 80
_WORK = "note "
"""How the keys of works begin that typed notes name."""
_DOI = re.compile(r"\\(?:acmDOI|doi)\s*\{(?P<doi>[^{}]*)\}")


def parse(path: Path) -> Manuscript:
    """Read the manuscript whose main file is at ``path``.

    Raises:
        FormatError: it cannot be opened, includes itself, is no LaTeX, or is far too large.
    """
    return read_source(path).measure()


def read_source(path: Path, context: PartContext | None = None) -> SourceReading:
    """Read a manuscript, or a part of one in the ``context`` of the rest; raises as ``parse``."""
    began = time.perf_counter()
    files = gather(path)
    conditions = Conditions()
    definitions = _style_definitions(files, conditions)
    text = rewrite_citeproc(files.text)
    text = take_definitions(conditions.resolve_written(text), definitions)
    text, code = take_code(text)
    hidden: list[tuple[str, str]] = []
    text = conditions.resolve_expanded(expand(text, definitions, hidden))
    unread = [*files.unread, *find_uncertain(conditions, text, files.source.find_place)]
    text, faults = mend(drop_inner_commands(text), LEFT_OUT | DISPLAYED)
    citations: list[Citation] = []
    unknown = UnknownCommands()
    whole = text  # in which faults and unknown commands stand
    text = take_citations(text, citations, unknown, StatedKeys(files, text).contain)
    style = context.style if context else detect_style(text + files.styles)
    entries = _references(files, text, citations, style)
    by_commands = any(one.form != "none" for one in citations)
    text, entries, style, typed = _take_typed_citations(files, text, citations, entries, style)
    before, inside = _cut(_abstracts_as_environments(text))

    def marker(numbers: Sequence[int]) -> Shown:
        return show(joined([citations[number] for number in numbers]), entries, style)

    targets = context.targets if context else label_targets(inside, SectionCounter.of(style, text))
    body = TextBody(Composer(), SectionCounter.of(style, text), marker, targets)
    body.take(_abstract_first(before, inside))
    mark_typed_citations(
        body.composer.blocks,
        citations,
        entries,
        numbered=bool(typed) or r"\bibitem" in text,
        by_commands=by_commands,
    )
    front = read_front(text, body.plain, definitions)
    manuscript = _note_cited_beside(
        _manuscript(path, body, front, entries, text, began),
        citations,
        entries,
        (*body.aside, *body.notes),
    )
    commands = [
        *(name for name, _ in (*hidden, *body.remarks)),
        *(condition.removeprefix("\\") for condition in conditions.hiding),
    ]
    unread += [
        *entries.unread,
        *_unfollowed(files),
        *_faults(faults, whole, files),
        *_unknown(unknown, whole, files),
        *_remarks(commands),
    ]
    return SourceReading(
        manuscript,
        PartContext(style, targets),
        tuple(files.source.passages()),
        aside=(
            *files.code,
            *body.aside,
            *code,
            *conditions.left_out,
            *typed,
            *(text for _, text in hidden),
        ),
        notes=tuple(latex.decode(drop_citations(note)) for note in body.notes),
        unread=tuple(dict.fromkeys(unread)),
    )


def _style_definitions(files: LatexFiles, conditions: Conditions) -> dict[str, Definition]:
    """Return the commands of the folder's own packages, with the flags that these and a class set.

    A class defines what the reader knows in another way.
    """
    conditions.learn(files.text)
    conditions.read_styles(files.classes)
    definitions: dict[str, Definition] = {}
    take_definitions(conditions.read_styles(files.styles), definitions)
    return definitions | dict(files.definitions)


def _unfollowed(files: LatexFiles) -> Iterator[UnreadPart]:
    """Yield one part for all files that commands name which are not known to include them."""
    folder = files.files[0].parent.resolve()
    read_files = {file.resolve() for file in files.files}
    unread: dict[Path, str] = {}
    for match in _PERHAPS_INCLUDED.finditer(files.text, find_body(files.text)[1]):
        name = match["name"].strip().removesuffix(".tex")
        names = [f"{name}.tex", f"{(match['folder'] or '').strip()}/{name}.tex"]
        file = find_first_file([folder / one for one in names], folder)
        if file is not None and file not in read_files:
            unread.setdefault(file, match[0])
    if unread:
        file, command = next(iter(unread.items()))
        message = Message(
            "Files that commands name were not read ({count}), such as “{file}” in “{command}”.",
            count=len(unread),
            file=file.relative_to(folder).as_posix(),
            command=command,
        )
        yield UnreadPart(kind="file", text=message)


def _faults(faults: Sequence[Fault], text: str, files: LatexFiles) -> Iterator[UnreadPart]:
    """Yield what is not closed, with its place in the files."""
    for fault in faults:
        file, line = files.source.find_place(text, fault.at)
        yield unclosed(fault.excerpt, file, line, fault.skipped)


def _remarks(commands: Sequence[str]) -> Iterator[UnreadPart]:
    r"""Yield one part for all remarks that authors wrote for each other, as by ``\todo``."""
    if commands:
        message = Message(
            "Remarks of the authors were not read ({count}), such as “{command}”.",
            count=len(commands),
            command=f"\\{commands[0]}",
        )
        yield UnreadPart(kind="text", text=message)


def _unknown(unknown: UnknownCommands, text: str, files: LatexFiles) -> Iterator[UnreadPart]:
    """Yield the commands that may cite, at the first place where each stands in the document."""
    begin = _BEGIN.search(text)
    for name, at in unknown.first.items():
        if begin is None or at > begin.end():
            file, line = files.source.find_place(text, at)
            message = Message(
                "“{example}” may be a citation, but the command is not known.",
                example=unknown.examples[name],
            )
            yield UnreadPart(kind="citation", text=message, file=file, line=line)


def _cited_beside(
    citations: Sequence[Citation], entries: ReferenceList, manuscript: Manuscript
) -> tuple[int, ...]:
    """Return the entries that are cited, but by no sentence: in tables, captions, front matter."""
    keys = {key for citation in citations if citation.form != "none" for key in citation.keys}
    cited_entries = {entries.find_index(key) for key in keys} - {None}
    markers = [marker for sentence in manuscript.sentences for marker in sentence.markers]
    cited_entries -= {at for marker in markers for at in marker.references}
    return tuple(sorted(at for at in cited_entries if at is not None))


def _note_cited_beside(
    manuscript: Manuscript,
    citations: Sequence[Citation],
    entries: ReferenceList,
    beside: Sequence[str],
) -> Manuscript:
    """Return a manuscript with the entries that no sentence cites, or that it may only name.

    ``beside`` is what tables, captions and notes hold.
    """
    cited_beside = _cited_beside(citations, entries, manuscript)
    manuscript = replace(manuscript, cited_beside=cited_beside)
    texts = (latex.decode(drop_citations(one)) for one in beside if r"\bibitem" not in one)
    by_commands = any(one.form != "none" for one in citations)
    perhaps_cited = find_perhaps_named(manuscript, texts, by_commands=by_commands)
    return replace(manuscript, perhaps_cited=perhaps_cited)


def _cut(text: str) -> tuple[str, str]:
    """Return what stands before the document begins, and the document; a chapter is all body."""
    begin = _BEGIN.search(text)
    end = _END.search(text, begin.end() if begin else 0)
    until = end.start() if end else len(text)
    return (text[: begin.start()], text[begin.end() : until]) if begin else ("", text[:until])


def _references(
    files: LatexFiles, text: str, citations: Sequence[Citation], style: Style
) -> ReferenceList:
    """Return the list; one that stands in the text itself goes before the file beside it.

    What was not read may cite entries of that file.
    """
    in_text = "\\begin{thebibliography}" in text or "\\begin{biblist}" in text
    formatted = drop_citations(text) if in_text else ""
    is_generated = not formatted and files.formatted is not None
    if is_generated and files.formatted is not None:
        formatted = read_text(files.formatted)
    cited = [key for citation in citations for key in citation.keys]
    return read_references(
        cited,
        formatted,
        files.bibliographies,
        style,
        only_cited=files.is_chapter,
        is_generated=is_generated and not files.unread,
    )


def _take_typed_citations(
    files: LatexFiles, text: str, citations: list[Citation], entries: ReferenceList, style: Style
) -> tuple[str, ReferenceList, Style, list[str]]:
    """Return a text with what is typed, where no command cites, as commands.

    A list of references that is typed is taken out of it; its LaTeX is returned last.
    """
    body = TextBody(Composer(), SectionCounter.of(style, text), lambda _: Shown("", (), ()), {})

    def plain(source: str) -> str:
        return body.plain(source).replace("`", "‘")

    if any(one.form != "none" for one in citations):
        text, entries, typed = _take_list_beside(text, plain, entries)
        return text, entries, style, typed
    if entries.references:
        of_pandoc = "CSLReferences" in files.text
        text = take_unlinked_numbers(text, citations, entries) if of_pandoc else text
        return text, entries, style, []
    text, entries, style = _take_typed_notes(text, citations, entries, style, plain)
    text, entries, typed = _take_typed_list(text, plain, entries)
    if not citations:
        text = take_unlinked_numbers(text, citations, entries)
    return text, entries, style, typed


def _take_typed_notes(
    text: str,
    citations: list[Citation],
    entries: ReferenceList,
    style: Style,
    plain: Callable[[str], str],
) -> tuple[str, ReferenceList, Style]:
    """Return a text whose typed notes cite, with the list of their works, if they name any."""
    names = Style(family="names", sorted=True)
    begin = find_body(text)[1]
    notes: list[tuple[str, str]] = []
    ends: dict[str, int] = {}
    before: dict[str, str] = {}
    for match in _NOTE.finditer(text, begin):
        group = parse_group(text, match.end())
        if group:
            name = str(match.start())
            notes.append((name, plain(group[0])))
            ends[name] = group[1] - 1
            before[name] = plain(text[max(begin, match.start() - _BEFORE_NOTE) : match.start()])
    works: dict[str, dict[str, PaperRecord]] = {}
    typed = [*find_typed_lists(text, plain)][-1:] if notes else []
    paragraphs = [line for one in typed for line in (one.title, *(e.text for e in one.entries))]
    listed = read_listed_works(paragraphs)
    for name, number, record in number_works(notes, listed, before):
        works.setdefault(name, {})[f"{_WORK}{number}"] = record
    if not works:
        return text, entries, style
    pieces, at = [], 0
    for name, records in works.items():
        pieces += [text[at : ends[name]], f"\\{COMMAND}{{{len(citations)}}}"]
        citations.append(Citation("raised", tuple(CiteGroup((key,)) for key in records)))
        at = ends[name]
    all_records = {key: one for records in works.values() for key, one in records.items()}
    cited = build_reference_list(list(all_records), all_records, names)
    return "".join([*pieces, text[at:]]), cited, names


def _take_typed_list(
    text: str, plain: Callable[[str], str], noted: ReferenceList
) -> tuple[str, ReferenceList, list[str]]:
    """Return a text without its typed lists, their entries and those that only notes cite.

    Last is the source of what was taken out.
    """
    lists = list(find_typed_lists(text, plain))
    listed = from_list([one for typed in lists for one in typed.entries]).references
    if not listed:
        return text, noted, []
    works = [CitedWork(one.key, PaperRecord(title=one.title, authors=one.authors, year=one.year))
             for one in noted.references]  # fmt: skip
    places = locate_works(works, listed)
    unlisted = [one for one in noted.references if one.key not in places]
    places |= {one.key: len(listed) + number for number, one in enumerate(unlisted)}
    added = (replace(one, index=places[one.key], label="") for one in unlisted)
    ways = [Cited()] * (len(listed) + len(unlisted))
    for one, way in zip(noted.references, noted.ways, strict=True):
        ways[places[one.key]] = way
    pieces, at = [], 0
    for typed in lists:
        pieces += [text[at : typed.start], "\n\n"]
        at = typed.end
    list_sources = [text[typed.start : typed.end] for typed in lists]
    keyed = [replace(one, key=f"{TYPED_KEY}{one.index}") for one in listed]
    places |= {one.key: one.index for one in keyed}
    entries = ReferenceList((*keyed, *added), tuple(ways), places)
    return "".join([*pieces, text[at:]]), entries, list_sources


def _take_list_beside(
    text: str, plain: Callable[[str], str], entries: ReferenceList
) -> tuple[str, ReferenceList, list[str]]:
    """Return a text without the lists typed beside commands; their other works are listed last."""
    lists = [
        typed
        for typed in find_typed_lists(text, plain)
        if f"\\{COMMAND}" not in text[typed.start : typed.end]
    ]
    if not lists:
        return text, entries, []
    listed = from_list([one for typed in lists for one in typed.entries]).references
    works = [
        CitedWork(str(one.index), PaperRecord(title=one.title, authors=one.authors, year=one.year))
        for one in entries.references
    ]
    places = set(locate_works(works, listed).values())
    typed_alone = [one for one in listed if one.index not in places]
    first = len(entries.references)
    added = [replace(one, index=first + at, label="") for at, one in enumerate(typed_alone)]
    for typed in reversed(lists):
        text = f"{text[: typed.start]}\n\n{text[typed.end :]}"
    sources = [plain(typed.title) for typed in lists]
    sources += [entry.text for typed in lists for entry in typed.entries]
    entries = replace(
        entries,
        references=(*entries.references, *added),
        ways=(*entries.ways, *[Cited()] * len(added)),
    )
    return text, entries, sources


def _abstracts_as_environments(text: str) -> str:
    r"""Return a text in which ``\begin{abstract}`` stands for each ``\abstract{…}``."""
    pieces, at = [], 0
    for match in _ABSTRACT_COMMAND.finditer(text):
        option = parse_option(text, match.end())
        begin = option[1] if option else match.end()
        group = parse_group(text, begin) if match.start() >= at else None
        if group:
            environment = f"\\begin{{abstract}}{group[0]}\\end{{abstract}}\n\n"
            pieces += [text[at : match.start()], environment]
            at = group[1]
    return "".join([*pieces, text[at:]])


def _abstract_first(before: str, inside: str) -> str:
    """Return the body behind the abstracts that stand outside of it."""
    return "\n\n".join([*_find_abstracts(before), inside])


def _find_abstracts(text: str) -> Iterator[str]:
    """Yield each environment of an abstract; thousands may have no end."""
    starts: dict[str, int] = {}
    for match in _ABSTRACT.finditer(text):
        name = match["name"].lower()
        if match["side"].lower() == "begin":
            starts.setdefault(name, match.start())
        elif name in starts:
            yield text[starts[name] : match.end()]
            starts.clear()


def _manuscript(
    path: Path, body: TextBody, front: Front, entries: ReferenceList, text: str, start_time: float
) -> Manuscript:
    composer = body.composer
    sections = finished_sections(composer.sections, body.appendix)
    sentences = split_sentences(composer.blocks)
    if not sentences:
        raise FormatError(
            "“{file}” holds no running text.",
            file=path.name,
            remedy="Choose the manuscript's main .tex file, the one with \\begin{document}.",
        )
    doi = _DOI.search(text)
    return Manuscript(
        title=front.title,
        authors=front.authors,
        abstract=find_abstract(composer.blocks, sections),
        keywords=front.keywords,
        year=extract_year(front.date),
        doi=extract_doi(doi["doi"]).lower() if doi else "",
        sections=sections,
        sentences=sentences,
        references=tuple(_without_note_key(entry) for entry in entries.references),
        extractor=LATEX_EXTRACTOR,
        seconds=round(time.perf_counter() - start_time, 4),
    )


def _without_note_key(entry: Reference) -> Reference:
    return replace(entry, key="") if entry.key.startswith((_WORK, TYPED_KEY)) else entry
