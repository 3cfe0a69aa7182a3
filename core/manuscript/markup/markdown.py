"""A Markdown manuscript, as Pandoc, Quarto, R Markdown and Manubot read it.

Front matter says title, authors and bibliographies; ``[@key]`` and ``@key`` cite. markdown-it
parses; what Pandoc adds to Markdown is taken out before: citations, formulas, notes.
"""

from __future__ import annotations

import re
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.base.records import Manuscript, PaperRecord
from core.formats.fields import extract_doi, find_named_arxiv
from core.manuscript.latex.cites import find_form
from core.manuscript.latex.parts import PartContext, SourceReading
from core.manuscript.latex.references import ReferenceList
from core.manuscript.latex.style import Style
from core.manuscript.markup.bibliographies import (
    beside,
    bibliographies,
    choose_cited,
    csl_records,
    find_project_bibliographies,
    find_unread,
    find_whole,
    list_unnamed_bibliographies,
    load_records,
)
from core.manuscript.markup.converted import is_converted
from core.manuscript.markup.markdown_files import (
    MarkdownFiles,
    list_bibliographies,
    list_label_kinds,
    read_front,
    read_style,
)
from core.manuscript.markup.myst import (
    CITING_ROLE,
    LABEL,
    LINK,
    list_keys,
    plain_roles,
    read_link,
    read_role,
)
from core.manuscript.markup.source_texts import unread_parts
from core.manuscript.markup.written import Citing, Front, build_manuscript, is_caption
from core.manuscript.text.common_titles import is_known_title
from core.manuscript.text.composed import Composer
from core.manuscript.text.coverage import left_out_list
from core.manuscript.text.extractor import CONVERTED_EXTRACTOR, MARKDOWN_EXTRACTOR

_PLAIN_KEY = r"\w(?:\w|[:.#$%&+?<>~/-](?=\w))*"
_KEY = rf"(?:\{{[^{{}}\n]+\}}|(?:url:)?https?://[^\s;\[\]]*[\w/]|{_PLAIN_KEY})"
_CITED = re.compile(rf"(?<![\w\\])(?P<hidden>-?)@(?P<key>{_KEY})")
_BRACKETED = re.compile(
    r"(?<!\\)\[(?P<inside>(?:[^\[\]]|\[[^\[\]@]*+\])*+)\](?![(\[:])"  # "[@oak [1969]]"
)
_BARE = re.compile(
    rf"(?<![\w@/.\\`-])(?P<hidden>-?)@(?P<key>{_KEY})(?:\s?\[(?P<where>[^\[\]@\n]{{1,60}})\])?"
)
_IN_BRACES = re.compile(r"\A[ ,]*\{(?P<where>[^{}]*)\}")
"""A locator that is marked as one: "[@oak{p. 3}]", or that there is none: "[@oak, {}2 rivers]"."""
_CROSS = re.compile(r"(?:fig|tbl|tab|eq|sec|lst|thm|lem|cor|prp|def|exm|apx|suppfig)[:-]", re.I)
_NOTE = re.compile(
    r"^\[\^(?P<name>[^\]\s]{1,80})\]:(?P<text>.*(?:\n(?:[ \t]+\S.*|[ \t]*(?=\n[ \t]+\S)))*)", re.M
)
_NOTED = re.compile(
    r"\s?\[\^(?P<name>[^\]\s]{1,80})\]|\^\[(?P<inline>[^\[\]]{0,2000}(?:\[[^\[\]]{0,300}\][^\[\]]{0,999}){0,9})\]"
)
_TEX_BEGINS = re.compile(r"^[ \t]*\\begin\{(?P<name>[A-Za-z]{1,40}\*?)\}", re.M)
_TEX_ENDS = re.compile(r"\\end\{(?P<name>[A-Za-z]{1,40}\*?)\}[ \t]*")
_TEX_LINE = re.compile(
    r"^[ \t]*\\(?![A-Za-z]*[cC]ite)[A-Za-z]{2,40}\*?(?:[\[{][^\[\]{}\s]{0,200}[\]}]){0,3}[ \t]*$",
    re.M,
)
"""A command of LaTeX on a line of its own; what has blanks in its braces may be text."""
_TEX_SETTINGS = re.compile(
    r"^[ \t]*(?:\\(?:(?:re)?newcommand|providecommand|(?:set|addto)(?:counter|length)|setstretch"
    r"|captionsetup|(?:this)?pagestyle|pagenumbering|addcontentsline|addtocontents|mbox(?=\{\})|(?:begin|end)\{adjustwidth\}"
    r"|(?:begin|end)group)(?![A-Za-z])\*?(?:[ \t]*(?:\[[^\[\]\n]*\]"
    r"|\{(?:[^{}\n]|\{[^{}\n]{0,80}\}){0,200}\})){0,4}[ \t]*)+",
    re.M,
)
"""Settings of LaTeX at the beginning of a line."""
_TEX_FONT = re.compile(
    r"\\(?:text(?:bf|it|sc|sf|tt|rm|md|up|sl|normal)|emph|underline)\{(?P<text>[^{}\n]{1,300})\}"
)
_BOOKDOWN_REF = re.compile(r"\\?@ref\([\w:.-]{1,80}\)")
_TEX_LAYOUT = re.compile(
    r"(?<![\\`])\\(?:(?:no)?(?:line|page)break|newline|newpage|clearpage|cleardoublepage|[hv]fill|noindent"
    r"|[hv]space\*?|(?:small|med|big)skip|(?:scriptsize|small|footnotesize|normalsize|[Ll]arge|LARGE|[Hh]uge)|centering|FloatBarrier)(?![A-Za-z])"
    r"(?:\[[^\[\]\n]{0,20}\]|\{[^{}\n]{0,40}\})?"
)
"""A command of LaTeX in a line that prints nothing."""
_TEX_FORMULAS = frozenset({"equation", "align", "gather", "multline", "eqnarray", "displaymath"})
_BLOCK_NAME = re.compile(r"[ \t]\^[\w-]{1,60}[ \t]*$", re.M)
"""The name of a paragraph, as Obsidian writes it."""
_TAGS = (
    "a|abbr|address|article|aside|b|big|blockquote|br|center|cite|dd|del|details|div|dl|dt|em|figcaption"
    "|font|footer|h[1-6]|header|hr|i|ins|kbd|li|main|mark|nav|ol|p|q|s|samp|section|small|span|strike"
    "|strong|sub|summary|sup|time|tt|u|ul|var"
)
_IN_LINE = frozenset(
    ("a", "abbr", "b", "big", "cite", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "s",
     "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var")
)  # fmt: skip
_TAG = re.compile(rf"(?P<code>`+)[^`]+(?P=code)|</?(?P<tag>{_TAGS})(?:\s[^<>]*)?/?>", re.I)
_HTML = re.compile(
    r"<(?P<tag>table|figure|script|style|svg|picture|iframe|video|template)\b[^<>]*>.*?</(?P=tag)\s*>",
    re.S | re.I,
)
_TEX_CITE = re.compile(
    r"(?P<code>`+)[^`]+(?P=code)|\\(?P<name>[A-Za-z]*[cC]ite[A-Za-z]*)\*?"
    r"(?P<groups>(?:(?:\[[^\[\]\n]{0,200}\]){0,2}\{[^{}\n]{1,300}\}){1,20})"
)
_TEX_GROUP = re.compile(r"(?P<notes>(?:\[[^\[\]\n]{0,200}\]){0,2})\{(?P<keys>[^{}\n]{1,300})\}")
_MULTIMARKDOWN = re.compile(r"(?:\[(?P<note>[^\[\]\n]{0,100})\])?\[#(?P<key>[\w:.-]+);?\](?:\[\])?")
_NO_WORDS = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,}).*?^[ \t]*(?P=fence)[`~]*[ \t]*$|<!--.*?-->|`[^`\n]*`"
    r"|(?<![\\$])\$\$?[^$]{0,1000}\$\$?|\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\{[#.=%<-][^{}\n]*\}"
    r"|\[?-?@[\w:.#$%&+?<>~/{}-]+|<[^<>\n]+>|https?://\S+|^:{3,}[^\n]*$|\\[A-Za-z]+\*?|\[\^[^\]\n]*\]:?",
    re.M | re.S,
)
"""Code, formulas, addresses, keys and tags; what is left are words."""
_UNPRINTED = re.compile(r"^:{3,}.*$|(?<=^# )\((?:PART|APPENDIX)(?:\\?\*)?\)[ \t]*", re.M)
"""Fences of divs, and what makes a heading of bookdown a part."""
_CODE = re.compile(
    r"(?<!`)(?P<ticks>`+)(?!`)(?P<inside>(?:(?!\n\s*\n).)+?)(?<!`)(?P=ticks)(?!`)", re.S
)
_RUN = re.compile(r"r\s|\{[^{}]*\}")
"""How code begins whose result is printed: "`r mean(x)`", "`{python} mean`"."""
_DISPLAYED = re.compile(r"(?<!\\)\$\$(?P<formula>.+?)\$\$", re.S)
_INLINE = re.compile(r"(?<![\\$])\$(?=\S)(?P<formula>[^$\n]+?)(?<=\S)\$(?!\d)")
_ATTRIBUTES = re.compile(r"(?:(?<![ \t])[ \t]+)?\{(?:[#.=-][^{}]*|[\w-]+=[^{}]*)\}")
_RAISED = re.compile(r"(?<!\\)(?:\^(?P<up>[^\s^]{1,20})\^|(?<!~)~(?P<down>[^\s~]{1,20})~(?!~))")
_OWN_SIGNS = dict.fromkeys((0xE000, 0xE001))
_END_OF_ABSTRACT = "\ue000e\ue001"
_PLACE = re.compile("\ue000(?P<kind>[cf])(?P<number>\\d+)\ue001")
_LABEL = re.compile(r"(?:\{#|^#\|[ \t]*label:[ \t]*)(?P<label>[\w:.-]+)", re.M)
_TIGHT_HEADING = re.compile(
    r"(?:\A|(?<=\n))(?<![^\n]\n)(?P<signs>#{1,6})(?P<title>[A-Z\d][^\n#]{0,200})(?<![.,;:!?])"
    r"[ \t]*$",
    re.M,
)
"""A heading without a blank behind its signs, as Pandoc read it up to 2017.

Behind one sign, one word or the first line of a paragraph is a tag: "#MeToo has spread …".
"""
_ALIAS = re.compile(r"^\[@(?P<key>[^\]\s]{1,200})\]:[ \t]*(?P<meant>\S+)[ \t]*$", re.M)
_IDENTIFIED = {
    "doi": "https://doi.org/",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/",
    "pmc": "https://www.ncbi.nlm.nih.gov/pmc/articles/",
    "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/",
    "isbn": "urn:isbn:",
    "wikidata": "https://www.wikidata.org/wiki/",
}
"""Ids that name a work by themselves: what stands before them in its address."""
_EXCERPT = 200
_MOST_UNCLOSED = 20
_KEYWORDS = re.compile(r"(?:\*\*)?key\s?words(?:\*\*)?\s*:(?:\*\*)?\s*(?P<words>.+)", re.I | re.S)


@dataclass(slots=True)
class _Reading:
    """The manuscript on the way."""

    path: Path
    style: Style
    records: dict[str, PaperRecord]
    citing: Citing = field(default_factory=Citing)
    formulas: list[tuple[str, bool]] = field(default_factory=list)
    entries: ReferenceList = field(default_factory=ReferenceList)
    composer: Composer = field(default_factory=Composer)
    aside: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unknown: dict[str, str] = field(default_factory=dict)
    """Commands that may cite and are not understood, by their name."""
    unclosed: list[str] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)
    """What "@fig" and its like may refer to in the text itself."""
    label_kinds: tuple[str, ...] = ()


def list_files(path: Path) -> list[Path]:
    """Return the manuscript's file, those it includes and its bibliographies."""
    gathered = MarkdownFiles(path)
    gathered.gather()
    stated = gathered.stated
    style = beside(path, str(stated.get("csl", "")), parent=True)
    names = list_bibliographies(stated, gathered.source.texts)
    bibs = _named_bibliographies(path, names)
    beside_bibs = [] if names else list_unnamed_bibliographies(path)  # any may be chosen
    return [
        *gathered.files,
        *(bibs or beside_bibs),
        *([style] if style else []),
        *([whole] if (whole := find_whole(path)) else []),
    ]


def parse(path: Path) -> Manuscript:
    """Read the Markdown document at ``path``.

    Raises:
        FormatError: it cannot be opened, includes itself, holds no text, or is far too large.
    """
    return read_source(path).measure()


def read_source(path: Path, context: PartContext | None = None) -> SourceReading:
    """Read a manuscript, or a part of one in the ``context`` of the rest; raises as ``parse``."""
    began = time.perf_counter()
    gathered = MarkdownFiles(path)
    text = gathered.gather()
    stated = gathered.stated
    names = list_bibliographies(stated, gathered.source.texts)
    files = _named_bibliographies(path, names)
    if not files and not names:
        files = _choose_beside(path, gathered.source.texts)
    records, faulty = load_records(files)
    for key, record in csl_records(stated.get("references")):
        records.setdefault(key, record)
    style = context.style if context else read_style(path, stated)
    sources = (source for _, source in gathered.source.texts)
    labels = {match["label"] for source in sources for match in _find_labels(source)}
    reading = _Reading(path, style, records, labels=labels, label_kinds=list_label_kinds(stated))
    front = read_front(stated)
    prepared = _prepared_with_abstract(reading, front.abstract, text)
    for one in reading.citing.citations:
        for key in one.keys:
            if key not in records and (known := _by_id(key)) is not None:
                records[key] = known
                reading.style = Style()  # nothing is known of its names
    listed = re.findall(rf"@(?P<key>\*|{_KEY})", str(stated.get("nocite", "")))
    reading.citing.add_uncited((key.strip("{}") for key in listed), records)
    reading.entries = reading.citing.entries(records, reading.style)
    tokens = MarkdownIt("commonmark").enable("table").parse(prepared)
    _take_title(tokens, front)
    _write(reading, tokens, front)
    front.source_text = f"{front.abstract}\n\n{text}"
    extractor = CONVERTED_EXTRACTOR if is_converted(path) else MARKDOWN_EXTRACTOR
    manuscript = build_manuscript(path, front, reading.composer, reading.entries, extractor, began)
    manuscript = reading.citing.mark_beside(manuscript)
    return gathered.read_as(
        manuscript,
        PartContext(reading.style),
        _NO_WORDS,
        aside=[*reading.aside, *reading.composer.own_works],
        notes=reading.notes,
        unread=[
            *left_out_list(reading.composer.own_works),
            *find_unread(path, files, names, faulty, reading.citing.cited_keys),
            *unread_parts(
                gathered.source,
                reading.unclosed[:_MOST_UNCLOSED],
                reading.unknown.values(),
                _EXCERPT,
            ),
        ],
    )


# --- reading the front matter ---------------------------------------------------------------------


def _named_bibliographies(path: Path, names: Sequence[str]) -> list[Path]:
    """Return the bibliographies that the manuscript names, or its project."""
    return bibliographies(path, names) or find_project_bibliographies(path)


def _choose_beside(path: Path, texts: Sequence[tuple[str, str]]) -> list[Path]:
    """Return the bibliographies in the manuscript's folder that have what it cites."""
    keys = {key for _, text in texts for key in _list_keys(text)}
    return choose_cited(list_unnamed_bibliographies(path), keys)


def _list_keys(text: str) -> Iterator[str]:
    """Yield the keys that a text may cite."""
    yield from (match["key"].strip("{}") for match in _CITED.finditer(text))
    yield from (match["key"] for match in _MULTIMARKDOWN.finditer(text))
    yield from list_keys(text)
    for cited in _TEX_CITE.finditer(text):
        for group in _TEX_GROUP.finditer(cited["groups"] or ""):
            yield from (key.strip() for key in group["keys"].split(","))


# --- what Pandoc adds to Markdown -----------------------------------------------------------------


def _without_commands(reading: _Reading, text: str) -> str:
    """Return Markdown with formulas and commands that cite replaced by signs, others left out."""
    text = _UNPRINTED.sub("", text.translate(_OWN_SIGNS))
    text = _TIGHT_HEADING.sub(_loose_heading, text)
    text = _TAG.sub(_untagged, _HTML.sub(lambda match: _aside(reading, match[0]), text))
    text = _without_aliases(text)
    text = plain_roles(CITING_ROLE.sub(lambda match: _role(reading, match), text))
    text = _CODE.sub(lambda match: "…" if _RUN.match(match["inside"]) else match[0], text)
    text = _DISPLAYED.sub(
        lambda match: _formula(reading, match["formula"], is_displayed=True), text
    )
    text = _BLOCK_NAME.sub("", _TEX_LINE.sub("", _without_environments(reading, text)))
    text = _TEX_LAYOUT.sub(" ", _TEX_SETTINGS.sub("", _BOOKDOWN_REF.sub("[ref]", text)))
    text = _TEX_FONT.sub(lambda match: match["text"], text)
    text = _INLINE.sub(lambda match: _formula(reading, match["formula"], is_displayed=False), text)
    return _TEX_CITE.sub(lambda match: _tex_cite(reading, match), text)


def _prepared(reading: _Reading, text: str, notes: Mapping[str, str]) -> str:
    """Return Markdown without commands with citations replaced by signs, the rest left out."""
    text = _NOTED.sub(lambda match: _note(reading, match, notes), text)
    text = _cited(reading, text)
    return _RAISED.sub(lambda match: match["up"] or match["down"], _ATTRIBUTES.sub("", text))


def _prepared_with_abstract(reading: _Reading, abstract: str, text: str) -> str:
    """Return Markdown as ``_prepared`` does, behind the abstract of the front matter.

    Its heading has the level of the first one, which else would be a part of it.
    """
    parts = [_without_commands(reading, part) for part in (abstract, text)]
    notes = {match["name"]: match["text"] for part in parts for match in _NOTE.finditer(part)}
    reading.notes += notes.values()
    parts = [_NOTE.sub("", part) for part in parts]
    keys = _list_keys("\n\n".join([*parts, *notes.values()]))
    if not reading.citing.cited_keys and reading.records.keys().isdisjoint(keys):
        reading.citing.take_typed_notes("\n\n".join(parts), _NOTED, notes, reading.records)
    prepared_abstract, prepared = (_prepared(reading, part, notes) for part in parts)
    if not abstract:
        return prepared
    first = re.search(r"^#{1,6}(?= )", prepared, re.M)
    heading = f"{first[0] if first else '#'} Abstract\n\n"
    return f"{heading}{prepared_abstract}\n\n{_END_OF_ABSTRACT}\n\n{prepared}"


def _loose_heading(match: re.Match[str]) -> str:
    title = match["title"]
    goes_on = match.string[match.end() + 1 : match.end() + 2] not in ("", "\n")
    may_be_tag = len(match["signs"]) == 1 and not is_known_title(title)
    is_text = may_be_tag and (goes_on or " " not in title)
    return match[0] if is_text else f"{match['signs']} {title}"


def _without_aliases(text: str) -> str:
    """Return the text with the keys themselves for names given them: "[@tag:oak]: doi:10.…"."""
    aliases = {match["key"]: match["meant"].strip("{}") for match in _ALIAS.finditer(text)}
    if not aliases:
        return text

    def replace_alias(match: re.Match[str]) -> str:
        key = aliases.get(match["key"])
        return f"{match['hidden']}@{{{key}}}" if key else match[0]

    return _CITED.sub(replace_alias, _ALIAS.sub("", text))


def _without_environments(reading: _Reading, text: str) -> str:
    """Return the text with signs for LaTeX's formulas, without its tables and figures."""
    ends: dict[str, list[re.Match[str]]] = {}
    for end in _TEX_ENDS.finditer(text):
        ends.setdefault(end["name"], []).append(end)
    kept_pieces, at = [], 0
    left_out = _tex_left_out()
    for begin, again in _begins(text):
        if begin.start() < at:
            continue
        end_matches = ends.get(begin["name"], [])
        first = bisect_left(end_matches, begin.end(), key=re.Match.start)
        if first == len(end_matches) or end_matches[first].start() > again:  # it has no end
            is_hidden = begin["name"].rstrip("*") in _TEX_FORMULAS | left_out
            reading.unclosed += [begin[0].strip()] if is_hidden else []
            continue
        end = end_matches[first]
        kept_pieces.append(text[at : begin.start()])
        at = end.end()
        inside = text[begin.end() : end.start()]
        if begin["name"].rstrip("*") in _TEX_FORMULAS:
            kept_pieces.append(_formula(reading, inside, is_displayed=True))
        elif begin["name"].rstrip("*") in left_out:
            reading.aside.append(inside)
        else:  # it holds text, and may hold others
            at = begin.end()
    return "".join([*kept_pieces, text[at:]])


def _begins(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield where environments begin, and where the next of the same name does."""
    begins = list(_TEX_BEGINS.finditer(text))
    following: dict[str, int] = {}
    nexts = []
    for begin in reversed(begins):
        nexts.append(following.get(begin["name"], len(text)))
        following[begin["name"]] = begin.start()
    yield from zip(begins, reversed(nexts), strict=True)


def _tex_left_out() -> frozenset[str]:
    from core.manuscript.latex.text import LEFT_OUT

    return LEFT_OUT


def _formula(reading: _Reading, formula_source: str, *, is_displayed: bool) -> str:
    reading.formulas.append((formula_source, is_displayed))
    return f"\ue000f{len(reading.formulas) - 1}\ue001"


def _note(reading: _Reading, match: re.Match[str], notes: Mapping[str, str]) -> str:
    """Return what a note cites, in the place where it hangs."""
    text = match["inline"] or notes.get(match["name"] or "", "")
    reading.notes += [match["inline"]] if match["inline"] else []
    parts = [
        ("", cited["key"].strip("{}"), "")
        for cited in _CITED.finditer(text)
        if _is_cited(reading, cited["key"])
    ]
    works = reading.citing.works_by_note.get(match["name"] or match["inline"], [])
    parts += [("", work.key, "") for work in works if not parts]
    for place in _PLACE.finditer(text):
        if place["kind"] == "c":
            groups = reading.citing.citations[int(place["number"])].groups
            parts += [("", key, "") for group in groups for key in group.keys]
    return _place(reading, "raised", parts) if parts else ""


def _untagged(match: re.Match[str]) -> str:
    """Return what stands for a tag of HTML, which would hide the text behind it."""
    if match["code"]:
        return match[0]
    return "" if match["tag"].lower() in _IN_LINE else "\n\n"


def _aside(reading: _Reading, source: str) -> str:
    text = _TAG.sub(" ", source)
    reading.aside.append(text)
    keys = " ".join(f"@{key}" for key in list_keys(source))
    reading.citing.add_beside([text, keys], reading.records)
    return ""


def _tex_cite(reading: _Reading, match: re.Match[str]) -> str:
    """Return the sign for a citation written as LaTeX does."""
    if match["code"]:
        return match[0]
    name = match["name"]
    form = find_form(name)
    groups = list(_TEX_GROUP.finditer(match["groups"]))
    if not name.endswith("s"):  # "\\cites" and its like have several
        groups = groups[:1]
    parts = [part for group in groups for part in _tex_group(group)]
    if form == "none" or not parts:
        return ""
    if form is None and not all(key in reading.records for _, key, _ in parts):
        reading.unknown.setdefault(name, match[0])
        return match[0]
    forms = {"text": "text", "year": "year", "yearpar": "year", "raised": "raised"}
    rest = match["groups"][groups[-1].end() :]
    return _place(reading, forms.get(form or "", "cite"), parts) + rest


def _tex_group(group: re.Match[str]) -> list[tuple[str, str, str]]:
    """Return the keys in braces, with the notes before and behind them."""
    notes = re.findall(r"\[([^\[\]]*)\]", group["notes"])
    before, behind = (notes[0], notes[1]) if len(notes) == 2 else ("", "".join(notes))
    parts = [("", key.strip(), "") for key in group["keys"].split(",") if key.strip()]
    if parts:
        parts[0] = (before, parts[0][1], "")
        parts[-1] = (parts[-1][0], parts[-1][1], behind)
    return parts


def _cited(reading: _Reading, text: str) -> str:
    text = LINK.sub(lambda match: _link(reading, match), text)
    text = _MULTIMARKDOWN.sub(lambda match: _multimarkdown(reading, match), text)
    text = _BRACKETED.sub(lambda match: _bracket(reading, match), text)
    return _BARE.sub(lambda match: _bare(reading, match), text)


def _role(reading: _Reading, match: re.Match[str]) -> str:
    """Return the sign for a role of MyST or Sphinx that cites."""
    role = read_role(match)
    if role is None:
        reading.unknown.setdefault(match[0], match[0])
        return match[0]
    form, parts = role
    if form == "none":
        reading.citing.add_uncited((key for _, key, _ in parts), reading.records)
        return ""
    return _place(reading, form, parts)


def _find_labels(source: str) -> Iterator[re.Match[str]]:
    """Yield the labels that a text gives to its parts."""
    yield from _LABEL.finditer(source)
    yield from LABEL.finditer(source)


def _link(reading: _Reading, match: re.Match[str]) -> str:
    """Return the text of a link with the sign for what it cites, any other link as it is."""
    key = read_link(match, reading.records)
    key = "" if key in reading.labels else key
    if not key:
        return match[0]
    text = match["text"] or ""
    sign = _place(reading, "cite" if text else "text", [("", key, "")])
    return f"{text} {sign}" if text else sign


def _multimarkdown(reading: _Reading, match: re.Match[str]) -> str:
    """Return the sign for "[p. 3][#oak2010]", if its key is known."""
    if match["key"] not in reading.records:
        if match[0].endswith("][]"):
            reading.unknown.setdefault(match[0], match[0])
        return match[0]
    return _place(reading, "cite", [("", match["key"], match["note"] or "")])


def _is_cited(reading: _Reading, key: str) -> bool:
    bare = key.strip("{}")
    return bare in reading.records or not _is_label(reading, bare)


def _is_label(reading: _Reading, key: str) -> bool:
    """Say whether a key is of a figure or the like in the manuscript."""
    return bool(
        _CROSS.match(key) or key in reading.labels or key.startswith(reading.label_kinds or "\n")
    )


def _bracket(reading: _Reading, match: re.Match[str]) -> str:
    """Return the sign for "[see @oak2010, p. 3; @elm2012]"; other brackets stay as they are."""
    if _CITED.search(match["inside"]) is None:
        return match[0]
    parts = []
    hidden = False
    for piece in match["inside"].split(";"):
        cited = _CITED.search(piece)
        if cited is None or not _is_cited(reading, cited["key"]):
            continue
        hidden = hidden or bool(cited["hidden"])
        behind = _IN_BRACES.sub(r"\g<where>", piece[cited.end() :]).strip(" ,")
        parts.append((piece[: cited.start()].strip(), cited["key"].strip("{}"), behind))
    if not parts:
        return match["inside"].replace("@", "")
    return _place(reading, "year" if hidden and len(parts) == 1 else "cite", parts)


def _bare(reading: _Reading, match: re.Match[str]) -> str:
    key = match["key"].strip("{}")
    is_label = _is_label(reading, key)
    is_certain = key in reading.records or (match["key"].startswith("{") and not is_label)
    if not is_certain and (is_label or not re.search(r"\d", key)):
        return match[0].replace("@", "") if is_label else match[0]
    form = "year" if match["hidden"] else "text"
    return _place(reading, form, [("", key, (match["where"] or "").strip(" ,"))])


def _place(reading: _Reading, form: str, parts: Sequence[tuple[str, str, str]]) -> str:
    return f"\ue000c{reading.citing.add(form, parts)}\ue001"


def _by_id(key: str) -> PaperRecord | None:
    """Return the work that a key names by its id, as Manubot's do: "doi:10.…", "arxiv:…"."""
    kind, _, rest = key.partition(":")
    kind = kind.lower()
    doi, arxiv = extract_doi(rest), find_named_arxiv(key)
    if (kind == "doi" and doi) or (kind == "arxiv" and arxiv):
        return PaperRecord(title="", doi=doi, arxiv="" if doi else arxiv)
    address = {"url": rest, "http": key, "https": key}.get(kind, "")
    if kind in _IDENTIFIED and rest:
        address = f"{_IDENTIFIED[kind]}{rest}"
    return PaperRecord(title="", url=address) if address else None


# --- reading the text of the document -------------------------------------------------------------


def _take_title(tokens: list[Token], front: Front) -> None:
    """Take a heading of the first level as the title, if it opens the text."""
    opens = len(tokens) > 3 and tokens[0].type == "heading_open" and tokens[0].tag == "h1"
    title = _get_token_text(tokens[1]) if opens else ""
    if title and not front.title and not is_known_title(title):
        front.title = title
        del tokens[:3]


def _write(reading: _Reading, tokens: Sequence[Token], front: Front) -> None:
    composer = reading.composer
    depth = 0
    for at, token in enumerate(tokens):
        if token.type in ("table_open", "table_close"):
            depth += token.nesting
        elif token.type != "inline" or depth:
            reading.aside += [token.content] if depth else []
        elif tokens[at - 1].type == "heading_open":
            _heading(reading, tokens[at - 1], token, front)
        elif token.content == _END_OF_ABSTRACT:
            composer.leave_section()
        elif not (_is_picture(token) or is_caption(token.content)):
            keywords = _KEYWORDS.match(token.content)
            if keywords and not front.keywords:
                front.keywords = _words(keywords["words"])
                continue
            _inline(reading, token)
            composer.end_paragraph()
        else:
            reading.aside.append(_get_token_text(token) or token.content)


def _heading(reading: _Reading, opened: Token, token: Token, front: Front) -> None:
    title = _PLACE.sub("", _get_token_text(token)).strip()
    keywords = _KEYWORDS.match(title)
    if keywords:
        front.keywords = front.keywords or _words(keywords["words"])
    elif title:
        number = re.match(r"(?P<number>\d+(?:\.\d+)*)\.?\s+(?=\D)", title)
        heading_text = title[number.end() :] if number else title
        reading.composer.heading(
            number["number"] if number else "", heading_text, int(opened.tag[1:])
        )


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for part in re.split(r"[,;]", text) if (word := part.strip(" .*_")))


def _is_picture(token: Token) -> bool:
    children = [child for child in token.children or () if child.content.strip() or child.nesting]
    return bool(children) and all(child.type in ("image", "softbreak") for child in children)


def _get_token_text(token: Token) -> str:
    parts = [
        child.content
        if child.type in ("text", "code_inline")
        else " " * child.type.endswith("break")
        for child in token.children or ()
    ]
    return " ".join("".join(parts).split())


def _inline(reading: _Reading, token: Token) -> None:
    for child in token.children or ():
        if child.type == "text":
            _text(reading, child.content)
        elif child.type == "code_inline":
            reading.composer.write(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            reading.composer.write("\n")


def _text(reading: _Reading, text: str) -> None:
    """Write text with its citations; those that only spaces part are one marker."""
    at = 0
    together: list[int] = []
    for match in _PLACE.finditer(text):
        between = text[at : match.start()]
        if between.strip() or not together:
            _cite(reading, together)
            together = []
            reading.composer.write(between)
        if match["kind"] == "c":
            together.append(int(match["number"]))
        else:
            _cite(reading, together)
            together = []
            _show(reading, int(match["number"]))
        at = match.end()
    _cite(reading, together)
    reading.composer.write(text[at:])


def _cite(reading: _Reading, numbers: Sequence[int]) -> None:
    if numbers:
        cited_text = reading.citing.format_marker(numbers, reading.entries, reading.style)
        composer = reading.composer
        composer.cite(
            cited_text.text,
            cited_text.references,
            cited_text.unresolved,
            before_stop=cited_text.raised,
        )


def _show(reading: _Reading, number: int) -> None:
    from core.manuscript.latex.text import formula_text

    formula_source, displayed = reading.formulas[number]
    if displayed:
        reading.composer.formula(formula_text(formula_source))
    else:
        reading.composer.write(formula_text(formula_source))
