"""YAML of references: Typst's (hayagriva) read and written, ``CITATION.cff`` read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import yaml  # type: ignore[import-untyped]

from core.base import items
from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import Paper, PaperRecord
from core.formats import dates, names, remainder, variables
from core.formats.cite import keyed
from core.formats.entries import Entry, at_entry
from core.formats.fields import (
    clean,
    distinct,
    doi_in_url,
    extract_doi,
    extract_year,
    find_named_arxiv,
    list_names,
)
from core.formats.untitled import with_made_up_title

_Json = Mapping[str, Any]  # Any: YAML
_TYPES = {
    "article": "article-journal",
    "chapter": "chapter",
    "anthos": "chapter",
    "anthology": "book",
    "book": "book",
    "report": "report",
    "thesis": "thesis",
    "web": "webpage",
    "blog": "post-weblog",
    "patent": "patent",
    "case": "legal_case",
    "legislation": "legislation",
    "manuscript": "manuscript",
    "repository": "software",
    "video": "motion_picture",
    "audio": "song",
    "artwork": "graphic",
    "proceedings": "book",
    "reference": "entry-encyclopedia",
    "entry": "entry-encyclopedia",
    "conference": "paper-conference",
    "newspaper": "article-newspaper",
    "periodical": "periodical",
    "misc": "document",
}
_TYPES_WRITTEN = {
    "article-journal": "article",
    "paper-conference": "article",
    "chapter": "chapter",
    "book": "book",
    "report": "report",
    "thesis": "thesis",
    "webpage": "web",
    "patent": "patent",
    "legal_case": "case",
    "legislation": "legislation",
    "manuscript": "manuscript",
    "software": "repository",
    "motion_picture": "video",
    "graphic": "artwork",
    "entry-encyclopedia": "entry",
    "preprint": "article",
}
_REMAINDER = "cocite"
"""What holds what Typst has no field for, which it skips."""
_ESCAPED = re.compile(r"\\(.)|[{}]")
_SPECIAL = re.compile(r"[\\{}$]")
_PARENTS = {
    "article-journal": "periodical",
    "paper-conference": "proceedings",
    "chapter": "anthology",
    "entry-encyclopedia": "reference",
    "article-newspaper": "newspaper",
}
_CFF_TYPES = {
    "software": "software",
    "dataset": "dataset",
    "article": "article-journal",
    "book": "book",
    "conference-paper": "paper-conference",
    "thesis": "thesis",
    "report": "report",
}


def _load(text: str, name: str) -> Any:  # noqa: ANN401 - any YAML value
    try:
        return yaml.load(text, Loader=_TextLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        reason = clean(str(error))
        raise FormatError(
            "“{name}” is not valid YAML ({reason}).", name=name, reason=reason
        ) from error


class _TextLoader(yaml.SafeLoader):  # type: ignore[misc]
    """Reads every scalar as text, so that "1999-05" and "010" stay what they are."""


_TextLoader.yaml_implicit_resolvers = {}


# --- reading Typst bibliographies (Hayagriva) ---------------------------------------------------


def parse_hayagriva(text: str, name: str) -> Iterator[Entry]:
    """Yield an entry for each key of a file for Typst.

    Raises:
        FormatError: it is no YAML, or holds no entries.
    """
    if not text.strip():
        return
    value = _load(text, name)
    if not isinstance(value, dict):
        raise FormatError("“{name}” contains no Typst entries.", name=name)
    for number, (key, entry) in enumerate(value.items(), start=1):
        location = Message("entry {number} ({name})", number=number, name=str(key))
        record = with_made_up_title(_record(entry, str(key))) if isinstance(entry, dict) else None
        yield Entry(location, record, "" if record else Message("the entry has no title"))


def _record(entry: _Json, key: str) -> PaperRecord:
    parent = entry.get("parent")
    parents = [
        one for one in (parent if isinstance(parent, list) else [parent]) if isinstance(one, dict)
    ]
    holder: _Json = parents[0] if parents else {}
    look_up = partial(_look_up, entry, holder)
    authors = _people(entry.get("author"))
    editors = _people(entry.get("editor")) or _people(holder.get("editor"))
    date = look_up("date")
    year = extract_year(date)
    numbers = {**_mapping(holder.get("serial-number")), **_mapping(entry.get("serial-number"))}
    url = _scalar(entry.get("url"))
    doi = extract_doi(numbers.get("doi", "")) or doi_in_url(url)
    extra: dict[str, Any] = {items.TYPE: _type(entry, holder), "citation_key": key}
    extra |= dates.issued(year, date) | dates.read_status(year, date)
    author = entry.get("author")
    author_list = author if isinstance(author, list) else [author]
    extra |= names.note_others("author", [text for text in author_list if isinstance(text, str)])
    publisher = entry.get("publisher") or holder.get("publisher")
    simple = {
        "volume": look_up("volume"),
        "issue": look_up("issue"),
        "page": variables.pages(look_up("page-range")),
        "edition": look_up("edition"),
        "publisher": _scalar(publisher.get("name") if isinstance(publisher, dict) else publisher),
        "publisher-place": _scalar(publisher.get("location") if isinstance(publisher, dict) else "")
        or look_up("location"),
        "language": look_up("language"),
        "note": look_up("note"),
        "genre": look_up("genre"),
        "number-of-pages": look_up("page-total"),
        "number-of-volumes": look_up("volume-total"),
        "ISBN": numbers.get("isbn", ""),
        "ISSN": numbers.get("issn", ""),
        "PMID": numbers.get("pmid", ""),
        "PMCID": numbers.get("pmcid", ""),
        "number": numbers.get("serial", ""),
        "collection-title": _title(parents[1]) if len(parents) > 1 else "",
    }
    if not simple["publisher"]:
        simple["publisher"] = look_up("organization")
    extra |= variables.tidied({name: text for name, text in simple.items() if text})
    if isinstance(entry.get("url"), dict) and entry["url"].get("date"):
        extra["accessed"] = _scalar(entry["url"]["date"])
    extra |= {"editor": [editor.display for editor in editors]} if editors else {}
    record = PaperRecord(
        title=_title(entry),
        abstract=_scalar(entry.get("abstract")),
        authors=list_names([author.display for author in authors]),
        year=year,
        venue=_title(holder) if holder else "",
        doi=doi,
        arxiv=numbers.get("arxiv", "") or find_named_arxiv(doi, url),
        url=url,
        extra=extra | names.extra_of_names([*authors, *editors]),
    )
    return remainder.restore(record, remainder.from_mapping(entry.get(_REMAINDER)))


def _look_up(entry: _Json, holder: _Json, name: str) -> str:
    """Return what an entry says, or else what it is a part of."""
    return _scalar(entry.get(name)) or _scalar(holder.get(name))


def _type(entry: _Json, holder: _Json) -> str:
    kind = _scalar(entry.get("type")).lower()
    if kind == "article" and _scalar(holder.get("type")).lower() in ("proceedings", "conference"):
        return "paper-conference"
    if kind == "article" and _scalar(holder.get("type")).lower() == "newspaper":
        return "article-newspaper"
    return _TYPES.get(kind, "document")


def _title(entry: _Json) -> str:
    title = entry.get("title")
    text = _scalar(title.get("value") if isinstance(title, dict) else title)
    return _ESCAPED.sub(lambda match: match[1] or "", text)


def _scalar(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("value")
    return clean(str(value)) if isinstance(value, str | int | float) else ""


def _mapping(value: object) -> dict[str, str]:
    if isinstance(value, dict):
        return {str(name).lower(): _scalar(text) for name, text in value.items()}
    return {"serial": _scalar(value)} if value else {}


def _people(value: object) -> list[names.Name]:
    people = []
    for person in value if isinstance(value, list) else [value] if value else []:
        if isinstance(person, dict):
            family = clean(f"{_scalar(person.get('prefix'))} {_scalar(person.get('name'))}")
            name = names.Name(
                _scalar(person.get("given-name")), family, _scalar(person.get("suffix"))
            )
            people += [name] if name.display else []
        elif text := _scalar(person):
            people += names.from_field(text)
    return people


def write_hayagriva(papers: Iterable[Paper]) -> str:
    """Return papers as entries for Typst, each under its citation key."""
    entries = {key: _entry(paper, key) for paper, key in keyed(papers)}
    if not entries:
        return ""
    text = yaml.safe_dump(entries, allow_unicode=True, sort_keys=False, width=1000)
    return str(text)


def _entry(paper: Paper, key: str) -> dict[str, Any]:
    field = partial(items.get_field_text, paper.extra)
    families = names.get_family_names(paper.extra)
    kind = items.get_item_type(paper)
    entry: dict[str, Any] = {
        "type": _TYPES_WRITTEN.get(kind, "misc"),
        "title": _protected(items.stated_title(paper)),
        "author": _written_people(paper.authors, families),
    }
    date = items.get_publication_date(paper).partition("/")[0]
    entry["date"] = (
        date
        if dates.ISO.fullmatch(date)
        else ""
        if paper.year is None
        else items.write_year(paper.year)
    )
    numbers = {
        "doi": paper.doi,
        "arxiv": paper.arxiv,
        "isbn": field("ISBN"),
        "issn": field("ISSN"),
        "pmid": field("PMID"),
        "pmcid": field("PMCID"),
        "serial": field("number"),
    }
    publisher = {"name": field("publisher"), "location": field("publisher-place")}
    serial = {"volume": field("volume"), "issue": field("issue")}
    editors = _written_people(items.get_people(paper.extra, "editor"), families)
    parent: dict[str, Any] = {}
    if paper.venue:
        parent = {
            "type": _PARENTS.get(kind, "misc"),
            "title": _protected(paper.venue),
            **serial,
            "editor": editors,
        }
    else:
        entry |= serial | {"editor": editors}
    entry |= {
        "page-range": field("page").replace("–", "-"),
        "edition": field("edition"),
        "genre": field("genre"),
        "language": field("language"),
        "note": field("note"),
        "url": paper.url,
        "abstract": clean(paper.abstract),
        "publisher": {name: text for name, text in publisher.items() if text},
        "serial-number": {name: text for name, text in numbers.items() if text},
        "parent": {name: value for name, value in parent.items() if value},
    }
    accessed = field("accessed")
    if paper.url and dates.ISO.fullmatch(accessed):
        entry["url"] = {"value": paper.url, "date": accessed}
    entry = {name: value for name, value in entry.items() if value}
    lost = remainder.find_remainder(paper, key, _record(entry, key))
    return entry | ({_REMAINDER: lost} if lost else {})


def _protected(text: str) -> str:
    """Return a title whose braces, dollars and backslashes are signs."""
    return _SPECIAL.sub(r"\\\g<0>", clean(text))


def _written_people(people: Iterable[str], families: Mapping[str, str]) -> list[Any]:
    entries: list[Any] = []
    for person in people:
        name = names.split_name(clean(person), families)
        if not name.given_name:
            entries.append({"name": name.family} if " " in name.family else name.family)
        elif name.suffix:
            entries.append(
                {"name": name.family, "given-name": name.given_name, "suffix": name.suffix}
            )
        else:
            entries.append(f"{name.family}, {name.given_name}")
    return entries


# --- reading CITATION.cff -----------------------------------------------------------------------


def parse_cff(text: str, name: str) -> Iterator[Entry]:
    """Yield the work that a ``CITATION.cff`` asks to be cited, and its references.

    Raises:
        FormatError: it is no YAML.
    """
    if not text.strip():
        return
    value = _load(text, name)
    if not isinstance(value, dict):
        raise FormatError("“{name}” is not a CITATION.cff file.", name=name)
    references = value.get("references")
    works = [
        value,
        value.get("preferred-citation"),
        *(references if isinstance(references, list) else []),
    ]
    for number, work in enumerate((one for one in works if isinstance(one, dict)), start=1):
        record = with_made_up_title(_cff_record(work, is_root=work is value))
        yield Entry(
            at_entry(number, 1), record, "" if record else Message("the entry has no title")
        )


def _cff_record(work: _Json, *, is_root: bool) -> PaperRecord:
    people = [_cff_name(person) for person in work.get("authors") or () if isinstance(person, dict)]
    editors = [
        _cff_name(person) for person in work.get("editors") or () if isinstance(person, dict)
    ]
    date = (
        _scalar(work.get("date-released"))
        or _scalar(work.get("date-published"))
        or _scalar(work.get("year"))
    )
    year = extract_year(_scalar(work.get("year")), date)
    ids = [one for one in work.get("identifiers") or () if isinstance(one, dict)]
    doi = extract_doi(_scalar(work.get("doi"))) or next(
        (extract_doi(_scalar(one.get("value"))) for one in ids if one.get("type") == "doi"), ""
    )
    kind = _scalar(work.get("type")) or ("software" if is_root else "")
    start, end = _scalar(work.get("start")), _scalar(work.get("end"))
    publisher, conference = work.get("publisher"), work.get("conference")
    simple = {
        "volume": _scalar(work.get("volume")),
        "issue": _scalar(work.get("issue")),
        "page": "–".join(distinct([start, end])) or _scalar(work.get("pages")),
        "version": _scalar(work.get("version")),
        "publisher": _scalar(publisher.get("name")) if isinstance(publisher, dict) else "",
        "event-title": _scalar(conference.get("name")) if isinstance(conference, dict) else "",
        "ISBN": _scalar(work.get("isbn")),
        "ISSN": _scalar(work.get("issn")),
        "license": _scalar(work.get("license")),
    }
    extra: dict[str, Any] = {items.TYPE: _CFF_TYPES.get(kind, "document")}
    extra |= dates.issued(year, date)
    extra |= variables.tidied({name: text for name, text in simple.items() if text})
    extra |= {"editor": [editor.display for editor in editors]} if editors else {}
    keywords = [_scalar(word) for word in work.get("keywords") or () if isinstance(word, str)]
    return PaperRecord(
        title=_scalar(work.get("title")),
        abstract=_scalar(work.get("abstract")),
        authors=list_names([person.display for person in people]),
        year=year,
        venue=_scalar(work.get("journal")) or _scalar(work.get("collection-title")),
        doi=doi,
        url=_scalar(work.get("url")) or _scalar(work.get("repository-code")),
        keywords=distinct(keywords),
        extra=extra | names.extra_of_names([*people, *editors]),
    )


def _cff_name(person: _Json) -> names.Name:
    if not person.get("family-names"):
        given_name = _scalar(person.get("given-names"))
        return names.Name(
            "", _scalar(person.get("name")) or given_name or _scalar(person.get("alias"))
        )
    family = clean(f"{_scalar(person.get('name-particle'))} {_scalar(person.get('family-names'))}")
    return names.Name(
        _scalar(person.get("given-names")), family, _scalar(person.get("name-suffix"))
    )
