"""A manuscript as a web page: of Quarto, R Markdown, Pandoc and LaTeXML, or saved from a journal.

Its paragraphs become those of a Word file, and are sorted as these are. Links that lead to an entry
of the list cite it; where there are none, the markers in the text are read as those of a PDF are.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from lxml import etree

from core.base.errors import FormatError
from core.base.records import Manuscript, PaperRecord
from core.formats.decoding import read_text
from core.formats.fields import extract_doi
from core.manuscript.references.author_names import split_names
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.text.common_titles import is_known_title, is_references_title
from core.manuscript.text.extractor import HTML_EXTRACTOR
from core.manuscript.word.document import Source, Told, build_manuscript
from core.manuscript.word.fields import BEFORE_NOTE, CitedWork, find_typed_works, short_name
from core.manuscript.word.text import Cite, WordParagraph, note_raised

_MOST_CHARACTERS = 64 * 1024 * 1024
_DEEPEST = 200
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_EMBEDDED = re.compile(r"data:[\w/+.-]{1,60};base64,[A-Za-z0-9+/=%\s]+")
_UNREAD = frozenset(
    ("script", "style", "template", "noscript", "head", "nav", "header", "footer", "button", "form",
     "select", "textarea", "svg", "iframe", "object", "dialog", "audio", "video", "annotation",
     "annotation-xml")
)  # fmt: skip
_ASIDE = frozenset(("table", "figure", "figcaption", "pre", "caption"))
_IN_LINE = frozenset(
    ("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
     "font", "i", "ins", "kbd", "label", "mark", "math", "q", "s", "samp", "small", "span",
     "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "img", "br")
)  # fmt: skip
_FURNITURE = re.compile(
    r"(?:^|\s)(?:toc|sidebar|navbar|breadcrumbs?|quarto-(?:alternate-formats|title-meta\S*"
    r"|search\S*|margin-sidebar|appendix-secondary-label|citation|reuse)|ltx_(?:page_(?:navbar"
    r"|footer|logo)|dates|ERROR|note_mark|authors|rdf)|code-(?:fold|copy)\S*|footnote-back"
    r"|visually-hidden|sr-only|hidden)(?:\s|$)|(?:^|\s)doc-(?:toc|backlink)(?:\s|$)", re.I
)  # fmt: skip
_LIST = re.compile(
    r"(?:^|\s)(?:refs|references?(?:-list|list)?|ref-list|csl-bib-body|bibliography|biblist"
    r"|ltx_bib(?:list|liography)|doc-bibliography|\S*article-references)(?:\s|$)", re.I
)  # fmt: skip
_ENTRY = re.compile(
    r"(?:^|\s)(?:csl-entry|ltx_bibitem|doc-biblioentry|citation-item|ref(?:erence)?-item)(?:\s|$)",
    re.I,
)
_NOTES = re.compile(r"(?:^|\s)(?:footnotes?(?:-list|-end-of-\w+)?|doc-endnotes)(?:\s|$)", re.I)
_INLINE_NOTE = re.compile(r"(?:^|\s)ltx_note_outer(?:\s|$)")
_ABSTRACT = re.compile(r"(?:^|\s)(?:ltx_)?abstract(?:\s|$)", re.I)
_TITLE = re.compile(r"(?:^|\s)(?:(?:mso)?title|ltx_title_document|article-title)(?:\s|$)", re.I)
_AUTHOR = re.compile(r"(?:^|\s)(?:author|ltx_personname|article-author)(?:\s|$)", re.I)
_LABEL = re.compile(r"[\[(]?[\w+]{1,9}[\])]?\.?\Z")
_SERVICES = re.compile(
    r"[\[(]?(?:google scholar|cross ?ref|pub ?med(?: central)?|pmc(?: free article)?|article|ads"
    r"|cas|scopus|full text|mathscinet|math|view(?: \w+){0,3}|link|external links?)[\])]?", re.I
)  # fmt: skip
_TOGETHER = re.compile(r"[\s,;–—-]*")
_RANGE = re.compile(r"\s*[–—-]\s*")
_BRACKETS = {"[": "]", "(": ")"}


def parse(path: Path) -> Manuscript:
    """Read the web page at ``path``.

    Raises:
        FormatError: it cannot be opened, has no text, or is far too large.
    """
    start_time = time.perf_counter()
    page = WebPage(_load(path))
    paragraphs = list(page.paragraphs())
    stated_details = Told(page.title, ", ".join(page.authors), tuple(page.printed()), page.beside)
    source = Source([one.text for one in paragraphs], aside=page.aside, notes=page.note_texts)
    return build_manuscript(path, paragraphs, stated_details, source, HTML_EXTRACTOR, start_time)


def _load(path: Path) -> etree._Element:
    text = _EMBEDDED.sub("", _DECLARATION.sub("", read_text(path)))
    parser = etree.HTMLParser(
        no_network=True, remove_comments=True, remove_pis=True, huge_tree=True
    )
    root = etree.fromstring(text, parser) if 0 < len(text) <= _MOST_CHARACTERS else None
    if root is None:
        raise FormatError(
            "“{file}” holds no running text.",
            file=path.name,
            remedy="Choose the file with the manuscript.",
        )
    return root


class WebPage:
    """Reads the paragraphs of a page; what they cite is known by the ids of the entries."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._names = {one: _join_names(one) for one in root.iter("*")}
        self._lists = [one for one in self._names if self._is_list(one)]
        self._entries: dict[etree._Element, str] = {}
        self._entry_by_id: dict[str, str] = {}
        self._number_entries()
        self._note_by_id = dict(self._list_notes())
        self._here = WordParagraph()
        self._blocks: list[WordParagraph] = []
        self._works_by_note: dict[str, list[CitedWork]] = {}
        self.aside: list[str] = []
        self.beside: tuple[CitedWork, ...] = ()
        self.note_texts = [_get_text(one) for one in self._note_by_id.values()]
        self.title = self._find_title()
        self.authors = self._find_authors()

    def paragraphs(self) -> Iterator[WordParagraph]:
        """Yield title, names, abstract, text and list of references, in this order."""
        self._works_by_note = find_typed_works(*self._typed_notes())
        if self.title:
            yield WordParagraph(self.title, style="title")
        for author in self.authors:
            yield WordParagraph(author, style="author")
        for abstract in self._find(_ABSTRACT):
            if self._is_read(abstract) and not any(
                one in self._names and _ABSTRACT.search(self._names[one])
                for one in abstract.iterancestors()
            ):
                for paragraph in self._read_element(abstract):
                    paragraph.style = "abstract"
                    paragraph.outline = None
                    yield paragraph
        words = "; ".join(self._meta("citation_keywords", "keywords"))
        if words:
            yield WordParagraph(f"Keywords: {words.replace(',', ';')}")
        yield from self._read_element(self._body())
        self.beside = tuple(self._find_works_beside())

    def printed(self) -> Iterator[str]:
        """Yield all that the page prints, block by block, tables and notes too."""
        yield from (one.text for one in self._blocks)
        yield from self.aside
        yield from self.note_texts

    # --- where things are -------------------------------------------------------------------------

    def _find(self, names: re.Pattern[str]) -> list[etree._Element]:
        return [one for one, name in self._names.items() if names.search(name)]

    def _meta(self, *names: str) -> list[str]:
        """Return what the head says under the first of the names that it has."""
        for name in names:
            texts = [
                text
                for one in self._root.iter("meta")
                if one.get("name", "").lower() == name and (text := one.get("content", "").strip())
            ]
            if texts:
                return texts
        return []

    def _find_title(self) -> str:
        marked = [one for one in self._find(_TITLE) if one.tag in ("h1", "p", "div", "span")]
        first = next(map(_get_text, self._root.iter("h1")), "")
        is_section = is_known_title(first) or is_references_title(first)
        headings = [*map(_get_text, marked), "" if is_section else first]
        page_titles = [" ".join((one.text or "").split()) for one in self._root.iter("title")]
        return next(filter(None, [*self._meta("citation_title"), *headings, *page_titles]), "")

    def _find_authors(self) -> list[str]:
        stated_names = self._meta("citation_author", "author", "dc.creator")
        printed = [_get_text(one) for one in self._find(_AUTHOR) if one.tag in ("p", "span", "a")]
        names = [name for text in stated_names for name in split_names(text).names] or printed
        return list(dict.fromkeys(name for name in names if name))

    def _body(self) -> etree._Element:
        """Return the part of the page that holds the text: most of what is written in it."""
        body = next(self._root.iter("body"), self._root)
        whole = len(_get_text(body))
        mains = [*self._root.iter("main"), *self._root.iter("article")]
        return next((one for one in mains if 2 * len(_get_text(one)) > whole), body)

    def _is_list(self, element: etree._Element) -> bool:
        if _LIST.search(self._names[element]) and element.tag not in ("a", "body", "html", "nav"):
            return True
        heading = next(iter(element), None) if element.tag in ("section", "div") else None
        is_heading = heading is not None and re.fullmatch(r"h[1-6]", str(heading.tag))
        return bool(is_heading) and is_references_title(_get_text(heading))

    def _number_entries(self) -> None:
        for container in self._lists:
            inside = list(container.iter("*"))
            entries = [one for one in inside if _ENTRY.search(self._names[one])]
            entries = entries or [one for one in inside if one.tag in ("li", "dd")]
            entries = entries or [one for one in inside if one.tag == "p"]
            for entry in entries:
                if entry in self._entries or any(
                    above in self._entries for above in entry.iterancestors()
                ):
                    continue
                key = f"entry {len(self._entries) + 1}"
                self._entries[entry] = key
                for one in entry.iter("*"):
                    for name in (one.get("id"), one.get("name")):
                        self._entry_by_id.setdefault(name or "", key)
        self._entry_by_id.pop("", None)

    def _list_notes(self) -> Iterator[tuple[str, etree._Element]]:
        for container in self._find(_NOTES):
            for note in container.iter("li", "p", "div"):
                if note.get("id"):
                    yield note.get("id", ""), note

    def _typed_notes(self) -> tuple[list[tuple[str, str]], list[str], dict[str, str]]:
        """Return the notes whose works no link names, the entries, and the text before each."""
        notes, before = [], {}
        for link in self._root.iter("a"):
            name = link.get("href", "").removeprefix("#")
            note = self._note_by_id.get(name)
            if note is not None and name not in before and not self._find_keys(note):
                block = next(link.iterancestors("p", "li", "div"), self._root)
                text, _, _ = "".join(map(str, block.itertext())).partition(_get_text(link) or "\0")
                notes.append((name, _get_text(note)))
                before[name] = text[-BEFORE_NOTE:]
        if self._find_keys(self._root):
            notes = []  # links say it
        return notes, [_get_text(entry) for entry in self._entries], before

    # --- what is cited ----------------------------------------------------------------------------

    def _find_own_keys(self, element: etree._Element) -> list[str]:
        """Return the entries that an element itself cites."""
        names = [f"ref-{name}" for name in element.get("data-cites", "").split()]
        if element.tag == "a":
            names.append(element.get("href", "").rpartition("#")[2])
        return [self._entry_by_id[name] for name in names if name in self._entry_by_id]

    def _find_keys(self, element: etree._Element) -> list[str]:
        keys = (key for one in element.iter("*") for key in self._find_own_keys(one))
        return list(dict.fromkeys(keys))

    def _find_works_beside(self) -> Iterator[CitedWork]:
        for element in self._root.iter(*_ASIDE):
            yield from (CitedWork(key, None) for key in self._find_keys(element))

    # --- the text ---------------------------------------------------------------------------------

    def _is_read(self, element: etree._Element) -> bool:
        return not any(
            _FURNITURE.search(self._names.get(one, ""))
            for one in (element, *element.iterancestors())
        )

    def _read_element(self, element: etree._Element) -> Iterator[WordParagraph]:
        self._blocks, before = [], self._blocks
        self._here = WordParagraph()
        self._inside(element, WordParagraph(), 0)
        self._end(WordParagraph())
        paragraphs, self._blocks = self._blocks, [*before, *self._blocks]
        yield from paragraphs

    def _end(self, following: WordParagraph) -> None:
        """Close the paragraph; the next has the looks of ``following``."""
        if self._here.text.strip():
            _join_cites(self._here, list(dict.fromkeys(self._entries.values())))
            self._blocks.append(self._here)
        self._here = WordParagraph(
            style=following.style, outline=following.outline, numbered=following.numbered,
            item=following.item, bold=following.bold,
        )  # fmt: skip

    def _inside(self, element: etree._Element, looks: WordParagraph, depth: int) -> None:
        if depth >= _DEEPEST:
            self._here.text += _get_text(element)
            return
        self._here.text += element.text or ""
        for child in element:
            self._child(child, looks, depth + 1)
            self._here.text += child.tail or ""

    def _child(self, child: etree._Element, looks: WordParagraph, depth: int) -> None:
        tag, names = str(child.tag), self._names.get(child, "")
        if child in self._entries:
            self._entry(child)
        elif tag in _UNREAD or _FURNITURE.search(names) or child.get("hidden") is not None:
            return
        elif _INLINE_NOTE.search(names):
            self._cite_note(self._find_keys(child), [])
        elif tag in _ASIDE or _NOTES.search(names) or _is_display(tag, names):
            self.aside += [] if _NOTES.search(names) else [_get_text(child)]
        elif _ABSTRACT.search(names) or (_TITLE.search(names) and _get_text(child) == self.title):
            return
        elif tag in _IN_LINE:
            self._in_line(child, looks, depth)
        else:
            self._block(child, tag, looks, depth)

    def _block(self, child: etree._Element, tag: str, looks: WordParagraph, depth: int) -> None:
        inner = WordParagraph(numbered=looks.numbered, item=looks.item)
        if heading := re.fullmatch(r"h(?P<level>[1-6])", tag):
            if _get_text(child) == self.title:
                return
            inner = WordParagraph(outline=int(heading["level"]) - 1)
        elif tag in ("ol", "ul"):
            inner.item, inner.numbered = True, tag == "ol"
        inner.bold = tag == "p" and _is_bold(child)
        self._end(inner)
        self._inside(child, inner, depth)
        self._end(looks)

    def _in_line(self, child: etree._Element, looks: WordParagraph, depth: int) -> None:
        start = len(self._here.text)
        name = child.get("href", "").removeprefix("#")
        if child.tag == "br":
            self._here.text += " "
        elif child.tag == "math":
            self._here.text += child.get("alttext", "") or _get_text(child)
        elif name in self._note_by_id:
            note = self._note_by_id[name]
            self._cite_note(self._find_keys(note), self._works_by_note.get(name, []))
        else:
            self._linked(child, looks, depth)
        if child.tag == "sup" and len(self._here.text) > start:
            note_raised(self._here, start)
        if "header-section-number" in self._names[child] or "ltx_tag" in self._names[child]:
            self._here.text += " "

    def _linked(self, child: etree._Element, looks: WordParagraph, depth: int) -> None:
        """Add text that may cite by a link, or by the note that hangs in it."""
        keys = self._find_own_keys(child)
        if keys and child.tag != "a" and any(map(self._is_note_link, child.iter("a"))):
            self._cite_note(keys, [])
            return
        start = len(self._here.text)
        self._inside(child, looks, depth)
        if keys and not self._here.text[start:].strip():  # a style that prints the name alone
            start = len(self._here.text.rstrip().rpartition(" ")[0])
        if keys:
            while self._here.cites and self._here.cites[-1].end > start:
                self._here.cites.pop()
            self._add_cite(start, [CitedWork(key, None) for key in keys])

    def _is_note_link(self, link: etree._Element) -> bool:
        return link.get("href", "").removeprefix("#") in self._note_by_id

    def _add_cite(self, start: int, works: list[CitedWork]) -> None:
        text = self._here.text[start:]
        first = start + len(text) - len(text.lstrip())
        if first < start + len(text.rstrip()):
            self._here.cites.append(Cite(first, start + len(text.rstrip()), tuple(works)))

    def _cite_note(self, keys: Iterable[str], works: list[CitedWork]) -> None:
        """Cite what a note cites where it hangs, in front of a stop; its text is left out."""
        works = [CitedWork(key, None) for key in dict.fromkeys(keys)] or works
        entries = {key: entry for entry, key in self._entries.items()}
        names = [
            short_name(_read_work(one.key, entries[one.key]) if one.key in entries else one)
            for one in works
        ]
        if names:
            bare = self._here.text.rstrip(" .,;:")
            stop = self._here.text[len(bare) :].strip()
            self._here.text = f"{bare} ({'; '.join(names)})"
            self._add_cite(len(bare), works)
            self._here.text += stop

    def _entry(self, entry: etree._Element) -> None:
        """Add an entry of the list as one paragraph, with the DOI that only a link has."""
        self._end(WordParagraph())
        text = " ".join("".join(_entry_pieces(entry, self._names)).split())
        dois = [extract_doi(one.get("href", "")) for one in entry.iter("a")]
        doi = next(filter(None, dois), "")
        text += f" https://doi.org/{doi}" if doi and doi.lower() not in text.lower() else ""
        numbered = next(entry.iterancestors("ol", "ul", "div"), entry).tag == "ol"
        self._blocks.append(
            WordParagraph(text, in_list=True, numbered=numbered, key=self._entries[entry])
        )


def _join_names(element: etree._Element) -> str:
    """Return the names by which a page tells what an element is for."""
    names = (element.get(name, "") for name in ("id", "class", "role"))
    return " ".join(filter(None, names))


def _get_text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


def _is_bold(paragraph: etree._Element) -> bool:
    inner = next(iter(paragraph), None)
    return (
        inner is not None
        and inner.tag in ("b", "strong")
        and _get_text(inner) == _get_text(paragraph)
    )


def _is_display(tag: str, names: str) -> bool:
    """Say whether an element is code or a table that is no ``table``."""
    return bool(re.search(r"(?:^|\s)(?:sourceCode|cell-(?:code|output\S*)|ltx_(?:figure|table|float"
                          r"|equation\S*))(?:\s|$)", names)) and tag not in _IN_LINE  # fmt: skip


def _entry_pieces(
    element: etree._Element, names: dict[etree._Element, str], depth: int = 0
) -> Iterator[str]:
    """Yield what an entry prints, without labels that are no numbers and links to services."""
    if depth >= _DEEPEST:
        yield _get_text(element)
        return
    yield element.text or ""
    for child in element:
        own = names.get(child, "")
        is_label = "ltx_tag" in own and not _LABEL.match(_get_text(child))
        is_service = child.tag == "a" and _SERVICES.fullmatch(_get_text(child))
        if not (is_label or is_service or child.tag in _UNREAD or "ltx_bib_cited" in own
                or _FURNITURE.search(own)):  # fmt: skip
            apart = child.tag not in _IN_LINE or "ltx_" in own or child.tag == "br"
            yield " " * apart
            yield from _entry_pieces(child, names, depth + 1)
            yield " " * apart
        yield child.tail or ""


def _read_work(key: str, entry: etree._Element) -> CitedWork:
    """Return an entry of the list as a work, to be named where a note cites it."""
    fields = parse_entry(_get_text(entry))
    record = PaperRecord(title=fields.title, authors=fields.authors, year=fields.year)
    return CitedWork(key, record)


def _join_cites(paragraph: WordParagraph, keys: list[str]) -> None:
    """Make one marker of links that stand together, with the brackets around it.

    "[1–3]" cites what is between, too.
    """
    text, joined = paragraph.text, list[Cite]()
    cites = sorted(paragraph.cites, key=lambda cite: cite.start)
    for before, cite in pairwise([None, *cites]):
        assert cite is not None
        between = text[before.end : cite.start] if before is not None else "."
        if before is None or not _TOGETHER.fullmatch(between):
            joined.append(cite)
            continue
        works = [*joined[-1].works]
        if _RANGE.fullmatch(between):
            first, last = keys.index(works[-1].key), keys.index(cite.works[0].key)
            works += [CitedWork(key, None) for key in keys[first + 1 : last]]
        joined[-1] = Cite(joined[-1].start, cite.end, tuple(dict.fromkeys([*works, *cite.works])))
    for at, cite in enumerate(joined):
        opening, closing = text[cite.start - 1 : cite.start], text[cite.end : cite.end + 1]
        if opening and _BRACKETS.get(opening) == closing:
            joined[at] = Cite(cite.start - 1, cite.end + 1, cite.works)
    paragraph.cites = joined
