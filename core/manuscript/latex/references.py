r"""The reference list of a LaTeX manuscript: formatted, of the ``.bib``, or typed.

The ``.bbl`` says what is printed and in which order, the ``.bib`` states the fields; where both
are there, each is taken for what it knows. Keys that a formatted list does not have yet follow
at its end.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.base.errors import FormatError
from core.base.items import stated_title
from core.base.messages import Message
from core.base.records import PaperRecord, Reference, UnreadPart
from core.base.stated_keys import FIELD, add_aliases, read_aliases, with_aliases
from core.formats import bibtex, latex
from core.formats.decoding import read_text
from core.formats.fields import extract_arxiv, extract_doi, extract_year
from core.manuscript.latex.files import MAX_BIBLIOGRAPHY_BYTES, LatexFiles
from core.manuscript.latex.formatted_list import (
    FormattedEntry,
    read_ams_entries,
    read_entries,
    stated_venue,
    stated_year,
)
from core.manuscript.latex.formatted_list import stated_title as stated_title_field
from core.manuscript.latex.macros import find_body, parse_group, parse_option
from core.manuscript.latex.numbers import LEVELS
from core.manuscript.latex.style import Style
from core.manuscript.references.entry_details import families, formatted, names_in_text
from core.manuscript.references.entry_fields import Fields, has_repeated_authors, parse_entry
from core.manuscript.references.entry_forms import strip_ending
from core.manuscript.text.common_titles import is_references_title
from core.manuscript.text.coverage import faulty_entry, unreadable_list
from core.manuscript.word.references import reads_like_entry, split_lines
from core.manuscript.word.text import WordParagraph

_LIST = re.compile(
    r"\\begin\s*\{thebibliography\}(?P<inside>.*?)(?:\\end\s*\{thebibliography\}|\Z)", re.S
)
_NATBIB_LABEL = re.compile(r"(?P<names>.*?)\(\s*(?P<year>[^()]*)\)(?P<all>.*)", re.S)
_COMMENT = re.compile(r"\s*(?:%|\Z)")
_PLAIN_LABEL = re.compile(r"[\w+.-]{1,12}")


@dataclass(frozen=True, slots=True)
class Cited:
    """How an entry is named in the text: "Smith and Li", in full, and "2020a"."""

    names: str = ""
    all_names: str = ""
    year: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class ReferenceList:
    """The references, by key; ``unread`` is what could not be read of them."""

    references: tuple[Reference, ...] = ()
    ways: tuple[Cited, ...] = ()
    index_by_key: Mapping[str, int] = field(default_factory=dict)
    unread: tuple[UnreadPart, ...] = ()

    def find_index(self, key: str) -> int | None:
        """Return the position of a key's entry."""
        entry_index = self.index_by_key.get(key)
        return self.index_by_key.get(key.casefold()) if entry_index is None else entry_index

    def cited(self, key: str) -> Cited | None:
        """Return how a key's entry is named."""
        index = self.find_index(key)
        return None if index is None else self.ways[index]


@dataclass(frozen=True, slots=True)
class _Item:
    """An entry on the way: as formatted, as a record states it, or both."""

    key: str
    text: str = ""
    label: str = ""
    cited: Cited | None = None
    record: PaperRecord | None = None
    blocks: tuple[str, ...] = ()
    formatted: FormattedEntry | None = None


_STATED_KEY = re.compile(
    r"^[ \t]*@[ \t]*[A-Za-z]+\s*[{(]\s*(?P<entry>[^,\s{}()]+)\s*,"
    r"|\\bibitem\s*(?:\[(?:[^\[\]]|\[[^\[\]]*\])*\])?\s*%?\s*\{(?P<item>[^{}]+)\}"
    r"|\\harvarditem(?:\[[^\[\]]*\])?\s*\{[^\n]*\}\s*\{[^{}]*\}\s*\{(?P<harvard>[^{}]+)\}"
    r"|\\(?:entry|bib)\{(?P<key>[^{}]+)\}",
    re.M,
)


@dataclass(slots=True)
class StatedKeys:
    """The keys that a manuscript's bibliographies state, read when they are first asked for."""

    files: LatexFiles
    text: str
    _keys: frozenset[str] | None = None

    def contain(self, keys: Sequence[str]) -> bool:
        """Return whether all of some keys are stated."""
        if self._keys is None:
            self._keys = frozenset(self._read_keys())
        return set(keys) <= self._keys

    def _read_keys(self) -> Iterable[str]:
        paths = [path for path in self.files.bibliographies if _is_small(path)]
        paths += [self.files.formatted] if self.files.formatted else []
        for text in (self.text, *map(read_text, paths)):
            for match in _STATED_KEY.finditer(text):
                yield (match["entry"] or match["item"] or match["harvard"] or match["key"]).strip()


def _is_small(path: Path) -> bool:
    return path.stat().st_size <= MAX_BIBLIOGRAPHY_BYTES


def read_references(
    cited: Sequence[str],
    formatted: str,
    bibliographies: Sequence[Path],
    style: Style,
    *,
    only_cited: bool = False,
    is_generated: bool = False,
) -> ReferenceList:
    """Return the list of a manuscript that cites the keys ``cited``, "*" for all.

    ``formatted`` is the LaTeX of a list that is in the text or beside it, or "". ``only_cited``
    leaves out what only other chapters cite. A list that ``is_generated`` from the bibliographies
    and lacks some of their cited works is out of date: what nothing cites will not be in the next.
    """
    records, faulty_works = index_works(_read_works(bibliographies))
    faulty_keys = {work.key for work in faulty_works}
    whole_records = {key: one for key, one in records.items() if key not in faulty_keys}
    items = _formatted(formatted, whole_records)
    if only_cited:
        cited = [key for key in cited if key != "*"]
        items = _keep_cited(items, cited)
    listed_keys = {name for item in items for name in (item.key, *_aliases(item))}
    missing_keys = [key for key in cited if key not in listed_keys]
    more = _cited_items(missing_keys, records, every=not items)
    unread = list_faults(faulty_works, missing_keys)
    if is_generated and more and "*" not in cited:
        kept_items = _keep_cited(items, cited)
        unread += _tell_left_out(len(items) - len(kept_items))
        items = kept_items
    if style.sorted and not items:
        more.sort(key=_sort_key)
    return replace(_listed([*items, *more], style), unread=tuple(unread))


def _tell_left_out(count: int) -> list[UnreadPart]:
    if not count:
        return []
    message = Message(
        "The list that LaTeX made (.bbl) is older than the text. Entries left out, which the text "
        "does not cite: {count}.",
        count=count,
    )
    return [UnreadPart(kind="construct", text=message)]


def _keep_cited(items: Iterable[_Item], cited: Iterable[str]) -> list[_Item]:
    keys = {key.casefold() for key in cited}
    return [
        item
        for item in items
        if any(name.casefold() in keys for name in (item.key, *_aliases(item)))
    ]


def build_reference_list(
    cited: Sequence[str], records: Mapping[str, PaperRecord], style: Style
) -> ReferenceList:
    """Return the list of a manuscript that cites these keys of records; "*" is all."""
    items = _cited_items(cited, records, every=True)
    if style.sorted:
        items.sort(key=_sort_key)
    return _listed(items, style)


def _cited_items(
    cited: Sequence[str], records: Mapping[str, PaperRecord], *, every: bool
) -> list[_Item]:
    wanted_keys = [*cited, *records] if "*" in cited and every else cited
    items: dict[str, _Item] = {}
    for key in wanted_keys:
        record = _record(records, key)
        if record is not None:
            own = str(record.extra.get(FIELD, ""))
            entry_key = own if key in read_aliases(record.extra, own) else key
            items.setdefault(entry_key, _Item(entry_key, record=record))
    return list(items.values())


def _read_works(paths: Sequence[Path]) -> list[ListedWork]:
    works: list[ListedWork] = []
    for path in paths:
        if not _is_small(path):
            raise FormatError(
                "“{file}” is larger than {limit} MB.",
                file=path.name,
                limit=MAX_BIBLIOGRAPHY_BYTES // 2**20,
                remedy=(
                    "Create a smaller .bib file with only the papers that the manuscript cites."
                ),
            )
        works += read_bibtex(read_text(path), path.name)
    return works


@dataclass(frozen=True, slots=True)
class ListedWork:
    """A work of a bibliography; with a ``fault`` only a part of its entry was read, or nothing.

    A fault of the whole file has no record.
    """

    key: str
    record: PaperRecord | None
    fault: UnreadPart | None = None


def index_works(
    works: Sequence[ListedWork],
) -> tuple[dict[str, PaperRecord], list[ListedWork]]:
    """Return the records of works by key and alias, and the works with a fault."""
    records: dict[str, PaperRecord] = {}
    for work in sorted(works, key=lambda work: work.fault is not None):
        if work.record is not None:
            records.setdefault(work.key, work.record)
    faulty_works = [work for work in works if work.fault and records.get(work.key) is work.record]
    add_aliases(records)
    return records, faulty_works


def list_faults(works: Iterable[ListedWork], cited: Iterable[str]) -> list[UnreadPart]:
    """Return what could not be read of whole files, and of the entries that are cited."""
    keys = {key.casefold() for key in cited}
    return [
        work.fault
        for work in works
        if work.fault and keys and (work.record is None or {work.key.casefold(), "*"} & keys)
    ]


def read_bibtex(text: str, name: str) -> Iterator[ListedWork]:
    """Yield the works of a BibTeX file, those whose entries have an error as well."""
    if "@" not in text and not all(map(_COMMENT.match, text.splitlines())):
        yield ListedWork("", None, unreadable_list(name))
    for key, record, line in bibtex.parse_with_faults(text, name):
        yield ListedWork(key, record, None if line is None else faulty_entry(key, name, line))


def _record(records: Mapping[str, PaperRecord], key: str) -> PaperRecord | None:
    matching_record = records.get(key)
    if matching_record is not None:
        return matching_record
    folded = key.casefold()
    return next((record for name, record in records.items() if name.casefold() == folded), None)


# --- reading lists as LaTeX styles format them ----------------------------------------------------


def _formatted(text: str, records: Mapping[str, PaperRecord]) -> list[_Item]:
    if "\\entry{" in text and "\\endentry" in text:
        return [
            _Item(entry.key, label=entry.label, record=records.get(entry.key) or entry.record)
            for entry in biblatex_entries(text)
        ]
    if "\\begin{biblist}" in text:
        stated = [entry.record for entry in read_ams_entries(text) if entry.record is not None]
        keys = [str(record.extra.get("citation_key", "")) for record in stated]
        return [
            _Item(key, record=_record(records, key) or record)
            for key, record in zip(keys, stated, strict=True)
        ]
    items_by_key: dict[str, _Item] = {}
    for inside in _LIST.findall(text):
        for entry in read_entries(inside):
            items_by_key.setdefault(entry.key, _item(entry, records))
    return list(_with_repeated_authors(list(items_by_key.values())))


def _item(entry: FormattedEntry, records: Mapping[str, PaperRecord]) -> _Item:
    label, cited = _label(entry.label)
    record = _record(records, entry.key)
    return _Item(entry.key, entry.text, label, cited, record, entry.blocks, entry)


def _with_repeated_authors(items: Sequence[_Item]) -> Iterable[_Item]:
    """Yield the entries; where a dash stands for authors, those of the entry before."""
    text_before = ""
    for item in items:
        authors = parse_entry(text_before).authors if has_repeated_authors(item.text) else ()
        if authors and item.record is None and item.formatted is not None:
            item.formatted.authors = list(authors)
        else:
            text_before = item.text
        yield item


def _label(option: str) -> tuple[str, Cited | None]:
    r"""Return a printed label, and what natbib's "Smith and Li(2020)Smith, Li" says."""
    stripped = latex.decode(
        re.sub(r"\\(?:citenamefont|natexlab|protect\\citeauthoryear)", "", option)
    )
    natbib = _NATBIB_LABEL.fullmatch(stripped)
    if natbib and natbib["names"].strip():
        names = natbib["names"].strip()
        return "", Cited(names, natbib["all"].strip() or names, natbib["year"].strip())
    return (stripped if _PLAIN_LABEL.fullmatch(stripped) else ""), None


# --- reading the reference list of the manuscript -------------------------------------------------


def _listed(items: Sequence[_Item], style: Style) -> ReferenceList:
    ways = _with_letters([item.cited or _way(item) for item in items], items)
    by_label = _labels(items, style)
    references = tuple(
        _reference(index, item, by_label(index, item)) for index, item in enumerate(items)
    )
    index_by_key: dict[str, int] = {}
    for index, item in enumerate(items):
        index_by_key.setdefault(item.key, index)
    for index, item in enumerate(items):
        for alias in _aliases(item):
            index_by_key.setdefault(alias, index)
    for index, item in enumerate(items):
        index_by_key.setdefault(item.key.casefold(), index)
    return ReferenceList(references, tuple(ways), index_by_key)


def _aliases(item: _Item) -> tuple[str, ...]:
    """Return the further keys that an entry is cited by."""
    return () if item.record is None else read_aliases(item.record.extra, item.key)


def _labels(items: Sequence[_Item], style: Style) -> Callable[[int, _Item], str]:
    if style.family == "names":
        return lambda _index, item: "" if item.cited else item.label
    if style.family == "label":
        label_texts = [item.label or _made_label(item) for item in items]
        return lambda index, _item: label_texts[index]
    return lambda index, item: item.label or str(index + 1)


def _reference(index: int, item: _Item, label: str) -> Reference:
    record = item.record
    if record is not None:
        return Reference(
            index=index, label=label, authors=record.authors,
            text=item.text or formatted(record) or record.title,
            title=stated_title(record), year=record.year, venue=record.venue,
            doi=record.doi.lower(), arxiv=record.arxiv, url=record.url, key=_entry_key(item),
        )  # fmt: skip
    fields = parse_entry(item.text)
    stated = item.formatted.fields if item.formatted else {}
    authors = tuple(item.formatted.authors) if item.formatted else ()
    return Reference(
        index=index, label=label, text=item.text, authors=authors or fields.authors,
        title=stated_title_field(stated) or ("" if "journal" in stated else _title(item, fields)),
        year=stated_year(stated) or fields.year, venue=stated_venue(stated) or fields.venue,
        doi=fields.doi or (item.formatted.doi.lower() if item.formatted else ""),
        arxiv=fields.arxiv, url=fields.url, key=item.key,
    )  # fmt: skip


def _title(item: _Item, fields: Fields) -> str:
    return _title_block(item) or fields.title


def _entry_key(item: _Item) -> str:
    """Return the key as the bibliography writes it, which may differ by case from what is cited."""
    stated = str(item.record.extra.get("citation_key", "")) if item.record is not None else ""
    return stated if stated.casefold() == item.key.casefold() else item.key


_OF_A_SERIES = re.compile(r",\s+(?:volume|vol\.|number|no\.|chapter)\s[\w.–-]+\s(?:of|in)\s.+\Z")
"""What plain styles print behind the title of a book: "volume 3 of Studies"."""


def _title_block(item: _Item) -> str:
    r"""Return the title where ``\newblock`` says which part it is: behind the names."""
    if len(item.blocks) < 3:
        return ""
    title = re.sub(r",?\s*\(?(?:1[6-9]|20)\d{2}[a-z]?\)?\Z", "", item.blocks[1].strip(" .,“”"))
    return strip_ending(_OF_A_SERIES.sub("", title))


def _way(item: _Item) -> Cited:
    """Return how an entry is named whose label does not say it."""
    if item.record is not None:
        people = families(item.record)
        year = item.record.year
        title = item.record.title
    else:
        fields = parse_entry(item.text)
        people, year, title = list(fields.families), fields.year, fields.title
    return Cited(names_in_text(people), ", ".join(people), str(year or ""), title)


def _with_letters(ways: Sequence[Cited], items: Sequence[_Item]) -> list[Cited]:
    """Tell apart what would look the same: "2020a", "2020b"."""
    same = Counter((way.names, way.year) for way in ways)
    letter_counts: defaultdict[tuple[str, str], int] = defaultdict(int)
    result = []
    for way, item in zip(ways, items, strict=True):
        key = (way.names, way.year)
        if way.names and way.year and same[key] > 1 and item.cited is None:
            letter = chr(ord("a") + min(letter_counts[key], 25))
            letter_counts[key] += 1
            result.append(replace(way, year=way.year + letter))
        else:
            result.append(way)
    return result


def _made_label(item: _Item) -> str:
    """Return a label as the style "alpha" makes it: [SL20], [Smi20]."""
    way = item.cited or _way(item)
    people = [part for part in re.split(r",\s*|\s+and\s+", way.all_names) if part]
    letters = "".join(name[:1] for name in people[:3])
    if len(people) < 2:
        letters = (people[0] if people else way.title)[:3]
    return letters + ("+" if len(people) > 3 else "") + way.year[2:4]


def _sort_key(item: _Item) -> tuple[str, int, str]:
    way = _way(item)
    digits = re.match(r"\d+", way.year)
    return (
        way.all_names.casefold() or way.title.casefold(),
        int(digits[0]) if digits else 0,
        way.title,
    )


# --- reading the .bbl of biblatex -------------------------------------------------------
#
# The list that biber writes for biblatex: ``\entry`` blocks of fields, not of formatted text.

_ENTRY = re.compile(
    r"\\entry\s*\{(?P<key>[^{}]*)\}\s*\{(?P<type>[^{}]*)\}.*?(?P<end>\\endentry)", re.S
)
_AUTHORS = re.compile(r"\\name\s*\{(?:author|labelname)\}\s*\{\d+\}\s*\{[^{}]*\}\s*(?=\{)")
_EDITORS = re.compile(r"\\name\s*\{editor\}\s*\{\d+\}\s*\{[^{}]*\}\s*(?=\{)")
_PART = re.compile(r"(?<![a-z])(?P<part>family|given|prefix)\s*=\s*(?=\{)")
_FIELD = re.compile(r"\\field\s*\{(?P<name>\w+)\}\s*(?=\{)")
_VERB = re.compile(r"\\verb\s*\{(?P<name>\w+)\}\s*\\verb\s+(?P<value>\S+)\s*\\endverb")
_RANGE = re.compile(r"\\bibrangedash\s*")
_ALIAS = re.compile(r"\\keyalias\s*\{(?P<alias>[^{}]*)\}\s*\{(?P<key>[^{}]*)\}")
_DELIMITER = re.compile(r"\\bibnamedelim[a-z]\s*")
_STARTS_NAME = re.compile(r"\{\{[^{}]*\}\s*\{")


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry of the list."""

    key: str
    label: str
    record: PaperRecord


def biblatex_entries(text: str) -> Iterator[ListedEntry]:
    """Yield the entries in the order of the list; one of several lists is enough."""
    aliases: defaultdict[str, list[str]] = defaultdict(list)
    for match in _ALIAS.finditer(text):
        aliases[match["key"].strip()].append(match["alias"])
    seen_keys: set[str] = set()
    for match in _ENTRY.finditer(text):
        key = match["key"].strip()
        if key in seen_keys:
            continue
        seen_keys.add(key)
        fields = _fields(match[0])
        title = fields.get("title", "")
        if not title:
            continue
        subtitle = fields.get("subtitle", "")
        people = _people(match[0], _AUTHORS) or _people(match[0], _EDITORS)
        doi, eprint = extract_doi(fields.get("doi", "")), fields.get("eprint", "")
        yield ListedEntry(
            key,
            fields.get("labelalpha", ""),
            PaperRecord(
                title=f"{title}: {subtitle}" if subtitle else title,
                authors=people,
                year=extract_year(fields.get("year", ""), fields.get("date", "")),
                venue=fields.get("journaltitle", "") or fields.get("booktitle", ""),
                doi=doi,
                arxiv=extract_arxiv(eprint),
                url=fields.get("url", ""),
                extra=with_aliases(
                    {
                        variable: fields[name]
                        for variable, name in (("volume", "volume"), ("page", "pages"))
                        if name in fields
                    },
                    aliases[key],
                ),
            ),
        )


def _fields(block: str) -> dict[str, str]:
    field_values = {match["name"]: match["value"] for match in _VERB.finditer(block)}
    for match in _FIELD.finditer(block):
        value = parse_group(block, match.end())
        if value is not None:
            field_values.setdefault(match["name"], latex.decode(_RANGE.sub("–", value[0])))
    return field_values


def _people(block: str, pattern: re.Pattern[str]) -> tuple[str, ...]:
    listed = pattern.search(block)
    people_group = parse_group(block, listed.end()) if listed else None
    if people_group is None:
        return ()
    people = []
    for part in _STARTS_NAME.split(re.sub(r"%\s*", "", people_group[0]))[1:]:
        names = {match["part"]: parse_group(part, match.end()) for match in _PART.finditer(part)}
        words = [
            latex.decode(_DELIMITER.sub(" ", value[0]))
            for name in ("given", "prefix", "family")
            if (value := names.get(name))
        ]
        if words:
            people.append(" ".join(words))
    return tuple(people)


# --- lists that are typed -------------------------------------------------------------------------

_END = re.compile(r"\\end\s*\{document\}")
_LIST_TITLE = re.compile(
    r"\\(?P<level>chapter|(?:sub){0,2}section)\*?\s*(?:\[[^\[\]]*\]\s*)?(?=\{)"
    r"|^[ \t]*(?P<line>(?=[^\n]*\\(?:text(?:bf|sc)|bf(?:series)?|sc|[Ll]arge|LARGE|centerline"
    r"|underline)(?![a-z]))[^\n%]{4,120})$",
    re.M,
)
_FORMATTING = re.compile(r"\\(?:begin|end)\s*\{\w+\}|\\[A-Za-z]+\*?|\\\\|[{}\n]")
_LIST_BREAK = re.compile(
    r"\n[ \t]*\n|\\par(?![A-Za-z])|\\(?P<item>item)(?![A-Za-z])|\\begin\s*\{(?P<begin>\w+\*?)\}"
    r"|\\(?P<end>end)\s*\{\w+\*?\}|\\(?P<heading>chapter|(?:sub){0,2}section)\*?(?=\s*[\[{])"
    r"|(?P<stop>\\(?:appendix|bibliography|printbibliography|part)(?![A-Za-z]))"
)
_OF_LISTS = frozenset(
    ("enumerate", "itemize", "description", "list", "trivlist", "flushleft", "center", "small",
     "footnotesize", "scriptsize", "spacing", "singlespace", "singlespacing", "doublespace",
     "hangparas", "hanging", "multicols", "raggedright", "compactitem", "compactenum", "sloppypar")
)  # fmt: skip
_ENTRY_LINE = re.compile(r"\\\\(?:\s*\[-?[\d.]+ ?[a-z]{2}\])?|\n(?=[ \t]*\[\d{1,3}\][ \t])")
_ADDRESS = re.compile(r"https?://|arxiv|\bdoi\b", re.IGNORECASE)
_OF_ENTRY = re.compile(rf"(?<!\d)(?:1[5-9]|20)\d{{2}}(?!\d)|{_ADDRESS.pattern}", re.IGNORECASE)
_LEAST_ENTRIES = 2
_MOST_TITLES = 100


@dataclass(frozen=True, slots=True)
class TypedList:
    """A list of references that is typed: title, paragraphs, and where it stands in the text."""

    title: str
    entries: tuple[WordParagraph, ...]
    start: int
    end: int


def find_typed_lists(text: str, plain: Callable[[str], str]) -> Iterator[TypedList]:
    """Yield the lists of references that are typed below a heading or a line set apart."""
    begin = behind = find_body(text)[1]
    document_end = _END.search(text, begin)
    end = document_end.start() if document_end else len(text)
    titles = 0
    for match in _LIST_TITLE.finditer(text, begin, end):
        group = parse_group(text, match.end()) if match["level"] else None
        title = _FORMATTING.sub(" ", group[0] if group else match["line"] or "").strip(" .:~")
        if match.start() < behind or not is_references_title(title):
            continue
        titles += 1
        if titles > _MOST_TITLES:  # each may be followed by the whole text
            return
        start = group[1] if group else match.end()
        pieces = list(_split_typed_list(text, start, end, match["level"] or ""))
        while pieces and not _OF_ENTRY.search(pieces[-1][0].text):
            pieces.pop()
        entries = split_lines([_plain_entry(one, plain) for one, _ in pieces])
        entries = [one for one in entries if one.text.strip()]
        certain = sum(map(_is_entry, entries))
        if certain >= (1 if group else _LEAST_ENTRIES) and 2 * certain >= len(entries):
            behind = pieces[-1][1]
            yield TypedList(title, tuple(entries), start if group else match.start(), behind)


def _plain_entry(paragraph: WordParagraph, plain: Callable[[str], str]) -> WordParagraph:
    """Return a paragraph of LaTeX as it is printed, with the ends of its lines."""
    lines = [f"{plain(line)} " for line in _ENTRY_LINE.split(paragraph.text)]
    lines = [line for line in lines if line.strip()]
    breaks = [sum(map(len, lines[:at])) for at in range(1, len(lines))]
    return replace(paragraph, text="".join(lines).rstrip(), breaks=breaks)


def _is_entry(paragraph: WordParagraph) -> bool:
    """Say whether a paragraph reads like an entry, or has an address."""
    return reads_like_entry(paragraph) or _ADDRESS.search(paragraph.text) is not None


def _split_typed_list(
    text: str, start: int, end: int, level: str
) -> Iterator[tuple[WordParagraph, int]]:
    """Yield the LaTeX of each paragraph of a typed list, and where it ends."""
    lists: list[str] = []
    label, numbered, at = "", False, start
    for match in _LIST_BREAK.finditer(text, start, end):
        if match.start() < at:
            continue
        if text[at : match.start()].strip():
            piece = f"{label} {text[at : match.start()]}"
            yield WordParagraph(text=piece, numbered=numbered), match.start()
        if _ends_typed_list(match, level):
            return
        label, at = _open_item(text, match, lists)
        numbered = bool(match["item"]) and not label and "enumerate" in lists[-1:]
    if text[at:end].strip():
        yield WordParagraph(text=f"{label} {text[at:end]}", numbered=numbered), end


def _open_item(text: str, match: re.Match[str], lists: list[str]) -> tuple[str, int]:
    """Return the label of an item, and where its text begins; note which ``lists`` are open."""
    at = match.end()
    if match["item"]:
        return parse_option(text, at) or ("", at)
    if match["begin"]:
        lists.append(match["begin"])
    elif match["end"]:
        lists[-1:] = []
    if match["begin"] or match["heading"]:
        while text[at : at + 1] in ("[", "{") and (
            group := parse_option(text, at) or parse_group(text, at)
        ):
            at = group[1]
    return "", at


def _ends_typed_list(match: re.Match[str], level: str) -> bool:
    """Say whether a command ends a typed list: what is no list, and another section."""
    heading, environment = match["heading"], match["begin"]
    is_below = bool(heading and level) and LEVELS.index(heading) > LEVELS.index(level)
    is_other = bool(environment) and environment.rstrip("*") not in _OF_LISTS
    return bool(match["stop"]) or is_other or bool(heading and not is_below)
