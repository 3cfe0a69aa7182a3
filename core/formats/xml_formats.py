"""XML of catalogues: PubMed's articles and MODS read, MODS, EndNote and Word's sources written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import Any

from lxml import etree

from core.base import items
from core.base.errors import FormatError
from core.base.identity import normal_arxiv
from core.base.messages import Message
from core.base.records import Paper, PaperRecord
from core.formats import dates, endnote, names, remainder, variables
from core.formats.cite import keyed
from core.formats.entries import Entry, at_entry
from core.formats.fields import clean, distinct, extract_doi, extract_year, list_names, without_tags
from core.formats.untitled import with_made_up_title
from core.formats.variables import DASHES

_Element = Any  # Any: lxml has no types
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_MODS = "http://www.loc.gov/mods/v3"
_WORD = "http://schemas.openxmlformats.org/officeDocument/2006/bibliography"
_PUBMED_TYPES = (("book", "book"), ("preprint", "preprint"), ("dataset", "dataset"))
_GENRES = {
    "journal article": "article-journal",
    "article": "article-journal",
    "academic journal": "article-journal",
    "book": "book",
    "bibliography": "book",
    "book chapter": "chapter",
    "booksection": "chapter",
    "conference publication": "paper-conference",
    "conference paper": "paper-conference",
    "thesis": "thesis",
    "ph.d. thesis": "thesis",
    "masters thesis": "thesis",
    "technical report": "report",
    "report": "report",
    "web page": "webpage",
    "web site": "webpage",
    "patent": "patent",
    "newspaper": "article-newspaper",
}
_GENRES_WRITTEN = {
    "article-journal": "journal article",
    "book": "book",
    "chapter": "book chapter",
    "paper-conference": "conference publication",
    "thesis": "thesis",
    "report": "technical report",
    "webpage": "web site",
    "patent": "patent",
}
_KNOWN_GENRES = frozenset((*_GENRES, *items.FIELDS))
_LINES = "cocite"
"""What, in an extension, holds lines of what MODS has no element for."""
_IN_HOSTS = frozenset(("article-journal", "chapter", "paper-conference", "article-newspaper"))
_MODS_ROLES = {"aut": "author", "author": "author", "edt": "editor", "editor": "editor"}
_MODS_ROLES |= {"trl": "translator", "translator": "translator", "creator": "author"}


def parse_pubmed(text: str, name: str) -> Iterator[Entry]:
    """Yield an entry for each article of PubMed's XML."""
    return _entries(text, name, ("PubmedArticle", "PubmedBookArticle"), _pubmed_record)


def parse_mods(text: str, name: str) -> Iterator[Entry]:
    """Yield an entry for each ``mods`` element."""
    return _entries(text, name, ("mods",), _mods_record)


def _entries(
    text: str, name: str, tags: Iterable[str], convert: Callable[[_Element], PaperRecord]
) -> Iterator[Entry]:
    """Yield an entry for each element of some names, wherever it stands; namespaces are ignored."""
    if not text.strip():
        return
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True
    )
    bare = re.sub(r"^\s*<\?xml[^>]*\?>", "", _ILLEGAL.sub("", text), count=1)
    try:
        root = etree.fromstring(bare.encode(), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise FormatError(
            "“{name}” is not valid XML ({reason}).", name=name, reason=error
        ) from error
    if root is None:
        raise FormatError("“{name}” is not valid XML ({reason}).", name=name, reason="?")
    _drop_namespaces(root)
    broken = [error for error in parser.error_log if error.level_name in ("ERROR", "FATAL")]
    elements = [element for element in root.iter("*") if element.tag in tags]
    for number, element in enumerate(elements, start=1):
        record = with_made_up_title(convert(element))
        location = at_entry(number, element.sourceline or 1)
        yield Entry(location, record, "" if record else Message("the record has no title"))
    if broken or not elements:
        line = broken[0].line if broken else 1
        reason = broken[0].message if broken else "no records"
        problem = Message("the record is not valid XML ({reason})", reason=reason)
        yield Entry(at_entry(len(elements) + 1, line), None, problem)


def _drop_namespaces(root: _Element) -> None:
    for element in root.iter("*"):
        with suppress(ValueError):  # the name of a damaged tag
            element.tag = str(element.tag).rpartition("}")[2]


def _text(element: _Element, path: str) -> str:
    """Return the text of the first element at a path, with its scripts as signs."""
    child = element.find(path)
    if child is None:
        return ""
    inner = etree.tostring(child, encoding="unicode", with_tail=False)
    return without_tags(re.sub(r"^<[^>]*>|</[^>]*>$", "", inner.strip()))


def _texts(element: _Element, path: str) -> list[str]:
    return [text for child in element.findall(path) if (text := clean("".join(child.itertext())))]


# --- records of PubMed --------------------------------------------------------------------------


def _pubmed_record(element: _Element) -> PaperRecord:
    article = element.find(".//Article")
    book = element.find(".//Book")
    document = element.find("./BookDocument")
    work = next((part for part in (article, document) if part is not None), element)
    people = _pubmed_people(work, "./AuthorList/Author")
    in_book = _pubmed_people(element, ".//Book/AuthorList[@Type='authors']/Author")
    editors = _pubmed_people(element, ".//Book/AuthorList[@Type='editors']/Author")
    book_title = _text(element, ".//BookTitle")
    chapter_title = _text(work, "ArticleTitle")
    title = chapter_title or book_title
    is_chapter = article is None and bool(chapter_title)
    year = extract_year(
        *_texts(element, ".//JournalIssue/PubDate/Year"),
        *_texts(element, ".//JournalIssue/PubDate/MedlineDate"),
        *_texts(element, ".//Book/PubDate/Year"),
        *_texts(element, ".//ArticleDate/Year"),
    )
    ids = {
        child.get("IdType", child.get("EIdType", "")): clean("".join(child.itertext()))
        for child in (
            *element.findall("./PubmedData/ArticleIdList/ArticleId"),
            *element.findall("./PubmedBookData/ArticleIdList/ArticleId"),
            *work.findall("./ArticleIdList/ArticleId"),
            *work.findall("./ELocationID"),
        )
    }
    kinds = " ".join(_texts(element, ".//PublicationType")).lower()
    kind = next((name for word, name in _PUBMED_TYPES if word in kinds), "article-journal")
    extra: dict[str, Any] = {
        items.TYPE: ("chapter" if is_chapter else "book") if book is not None else kind
    }
    people = people or in_book
    if editors:
        extra["editor"] = [editor.display for editor in editors]
    simple = {
        "volume": _text(element, ".//JournalIssue/Volume"),
        "issue": _text(element, ".//JournalIssue/Issue"),
        "ISSN": _text(element, ".//Journal/ISSN"),
        "container-title-short": _text(element, ".//Journal/ISOAbbreviation"),
        "language": _text(element, ".//Language"),
        "publisher": _text(element, ".//Publisher/PublisherName"),
        "publisher-place": _text(element, ".//Publisher/PublisherLocation"),
        "PMID": _text(element, "./*/PMID") or ids.get("pubmed", ""),
        "ISBN": _text(element, ".//Book/Isbn"),
        "edition": _text(element, ".//Book/Edition"),
        "PMCID": ids.get("pmc", ""),
        "page": _whole_pages(_text(work, "./Pagination/MedlinePgn")),
    }
    extra |= variables.tidied({name: text for name, text in simple.items() if text})
    month, day = (
        _text(element, ".//JournalIssue/PubDate/Month"),
        _text(element, ".//JournalIssue/PubDate/Day"),
    )
    if year is not None and month:
        extra |= dates.issued(
            year, clean(f"{day} {month} {year}") if not month.isdigit() else f"{year}-{month}"
        )
    abstract = " ".join(
        f"{part.get('Label')}: {clean(''.join(part.itertext()))}"
        if part.get("Label")
        else clean("".join(part.itertext()))
        for part in work.findall("./Abstract/AbstractText")
    )
    return PaperRecord(
        title=title[:-1] if title.endswith(".") and not title.endswith("..") else title,
        abstract=abstract,
        authors=list_names([person.display for person in people]),
        year=year,
        venue=_text(element, ".//Journal/Title") or (book_title if is_chapter else ""),
        doi=extract_doi(ids.get("doi", "")),
        keywords=distinct(_texts(element, ".//KeywordList/Keyword")),
        extra=extra | names.extra_of_names([*people, *editors]),
    )


def _whole_pages(pages: str) -> str:
    match = re.fullmatch(r"(\d+)-(\d+)", pages)
    if match is None or len(match[2]) >= len(match[1]):
        return variables.pages(pages)
    return f"{match[1]}–{match[1][: -len(match[2])]}{match[2]}"


def _pubmed_people(element: _Element, path: str) -> list[names.Name]:
    people = [_pubmed_name(author) for author in element.findall(path)]
    return [person for person in people if person.display]


def _pubmed_name(author: _Element) -> names.Name:
    if collective := _text(author, "CollectiveName"):
        return names.Name("", collective)
    given_name = _text(author, "ForeName") or " ".join(f"{x}." for x in _text(author, "Initials"))
    return names.Name(given_name, _text(author, "LastName"), _text(author, "Suffix"))


# --- reading and writing MODS -------------------------------------------------------------------


def _mods_record(mods: _Element) -> PaperRecord:
    host = next((item for item in mods.findall("relatedItem") if item.get("type") == "host"), None)
    holder = host if host is not None else mods
    people: dict[str, list[names.Name]] = {}
    for name in mods.findall("name"):
        people.setdefault(_mods_role(name, "author"), []).append(_mods_name(name))
    for name in host.findall("name") if host is not None else ():
        people.setdefault(_mods_role(name, "editor"), []).append(_mods_name(name))
    authors = people.pop("author", [])
    stated = [
        text
        for path in (
            "originInfo/dateIssued",
            "part/date",
            "originInfo/copyrightDate",
            "originInfo/dateCreated",
        )
        for source in (mods, holder)
        for text in _texts(source, path)
    ]
    year = extract_year(*stated)
    genres = [text.lower() for text in _texts(mods, "genre")]
    kind = next((_GENRES.get(genre, genre) for genre in genres if genre in _KNOWN_GENRES), "")
    kind = kind or ("article-journal" if host is not None else "book")
    pages = [_text(holder, f"part/extent/{name}") for name in ("start", "end")]
    details = {
        detail.get("type", ""): _text(detail, "number") or _text(detail, "title")
        for source in (mods, holder)
        for detail in source.findall("part/detail")
    }
    ids = {
        child.get("type", "").lower(): clean("".join(child.itertext()))
        for source in (holder, mods)
        for child in source.findall("identifier")
    }
    extra: dict[str, Any] = {items.TYPE: kind} | dates.issued(year, *stated)
    simple = {
        "volume": details.get("volume", ""),
        "issue": details.get("issue") or details.get("number", ""),
        "page": "–".join(distinct(pages))
        or details.get("page", "")
        or _text(holder, "part/extent/list"),
        "publisher": _text(mods, "originInfo/publisher") or _text(holder, "originInfo/publisher"),
        "publisher-place": _text(mods, "originInfo/place/placeTerm")
        or _text(holder, "originInfo/place/placeTerm"),
        "edition": _text(mods, "originInfo/edition"),
        "ISBN": ids.get("isbn", ""),
        "ISSN": ids.get("issn", ""),
        "language": _text(mods, "language/languageTerm"),
        "note": _text(mods, "note"),
        "PMID": ids.get("pmid", "") or ids.get("pubmed", ""),
        "PMCID": ids.get("pmcid", "") or ids.get("pmc", ""),
        "accessed": _url_date(mods),
    }
    extra |= variables.tidied({name: text for name, text in simple.items() if text})
    extra |= {role: [one.display for one in group] for role, group in people.items()}
    key = ids.get("citekey") or mods.get("ID", "")
    extra |= {"citation_key": key} if key else {}
    record = PaperRecord(
        title=_mods_title(mods),
        abstract=_text(mods, "abstract"),
        authors=list_names([person.display for person in authors]),
        year=year,
        venue=_mods_title(host) if host is not None else "",
        doi=extract_doi(ids.get("doi", "")),
        arxiv=normal_arxiv(ids.get("arxiv", "")),
        url=_text(mods, "location/url"),
        keywords=distinct(_texts(mods, "subject/topic")),
        extra=extra
        | names.extra_of_names([*authors, *(one for group in people.values() for one in group)]),
    )
    named_values = (
        remainder.read_lines("".join(one.itertext())) for one in mods.findall(f"extension/{_LINES}")
    )
    return remainder.restore(record, next(filter(None, named_values), {}))


def _url_date(mods: _Element) -> str:
    """Return when the address of a work was visited."""
    url = mods.find("location/url")
    return "" if url is None else clean(url.get("dateLastAccessed", ""))


def _mods_title(element: _Element) -> str:
    info = next(
        (i for i in element.findall("titleInfo") if not i.get("type")), element.find("titleInfo")
    )
    if info is None:
        return ""
    title = clean(f"{_text(info, 'nonSort')} {_text(info, 'title')}")
    subtitle = _text(info, "subTitle")
    return f"{title}: {subtitle}" if subtitle else title


def _mods_role(name: _Element, otherwise: str) -> str:
    roles = [text.lower() for text in _texts(name, "role/roleTerm")]
    return next((_MODS_ROLES[role] for role in roles if role in _MODS_ROLES), otherwise)


def _mods_name(name: _Element) -> names.Name:
    parts: dict[str, list[str]] = {}
    for part in name.findall("namePart"):
        parts.setdefault(part.get("type", ""), []).append(clean("".join(part.itertext())))
    life = " ".join(parts.get("date", []))
    if parts.get("family"):
        suffix = " ".join(parts.get("termsOfAddress", []))
        return names.Name(" ".join(parts.get("given", [])), " ".join(parts["family"]), suffix, life)
    whole = " ".join(parts.get("", []))
    if name.get("type") == "corporate":
        return names.Name("", whole, life=life)
    person = names.from_comma_form(whole)
    return replace(person, life=life) if life else person


def write_mods(papers: Iterable[Paper]) -> str:
    """Return a MODS collection of papers, in their order."""
    root = etree.Element(f"{{{_MODS}}}modsCollection", nsmap={None: _MODS})
    for paper, key in keyed(papers):
        _write_mods(etree.SubElement(root, f"{{{_MODS}}}mods"), paper, key)
    return _serialised(root)


def _write_mods(  # noqa: C901, PLR0912, PLR0915 - one element after the other
    mods: _Element, paper: Paper, key: str
) -> None:
    kind = items.get_item_type(paper)
    families = names.get_family_names(paper.extra)
    field = partial(items.get_field_text, paper.extra)
    _put(mods, "titleInfo/title", items.stated_title(paper))
    host = _put(mods, "relatedItem", "", type="host") if paper.venue else mods
    for role, code, people, place in (
        ("author", "aut", paper.authors, mods),
        ("editor", "edt", items.get_people(paper.extra, "editor"), host),
        ("translator", "trl", items.get_people(paper.extra, "translator"), mods),
    ):
        for person in people:
            _write_mods_name(place, names.split_name(clean(person), families), code)
        del role
    _put(mods, "genre", _GENRES_WRITTEN.get(kind, kind))
    if date := items.get_publication_date(paper):
        _put(mods, "originInfo/dateIssued", date)
    place = host if kind in _IN_HOSTS else mods
    _put(place, "originInfo/publisher", field("publisher"))
    _put(place, "originInfo/place/placeTerm", field("publisher-place"), type="text")
    _put(mods, "originInfo/edition", field("edition"))
    _put(mods, "language/languageTerm", field("language"))
    _put(mods, "abstract", paper.abstract)
    for word in paper.keywords:
        _put(mods, "subject/topic", word)
    if host is not mods:
        _put(host, "titleInfo/title", paper.venue)
    part = _put(host, "part", "") if field("volume") or field("issue") or field("page") else None
    for name in ("volume", "issue") if part is not None else ():
        if field(name):
            _put(_put(part, "detail", "", type=name), "number", field(name))
    if part is not None and field("page"):
        extent = _put(part, "extent", "", unit="pages")
        for name, number in zip(
            ("start", "end"), DASHES.split(field("page"), maxsplit=1), strict=False
        ):
            _put(extent, name, number)
    _put(mods, "identifier", paper.doi, type="doi")
    _put(host, "identifier", field("ISSN"), type="issn")
    _put(host if kind in _IN_HOSTS else mods, "identifier", field("ISBN"), type="isbn")
    for name, number in (
        ("citekey", key),
        ("arxiv", paper.arxiv),
        ("pmid", field("PMID")),
        ("pmcid", field("PMCID")),
    ):
        _put(mods, "identifier", number, type=name)
    accessed = {"dateLastAccessed": field("accessed")} if field("accessed") else {}
    _put(mods, "location/url", paper.url, **accessed)
    _put(mods, "note", field("note"))
    if lost := remainder.find_remainder(paper, key, _read_back(mods)):
        _put_lines(_put(mods, "extension", ""), _LINES, lost)


def _read_back(mods: _Element) -> PaperRecord:
    """Return the record that is read of an element."""
    copied = deepcopy(mods)
    _drop_namespaces(copied)
    return _mods_record(copied)


def _write_mods_name(place: _Element, name: names.Name, code: str) -> None:
    is_person = bool(name.given_name)
    element = _put(place, "name", "", type="personal" if is_person else "corporate")
    if is_person:
        _put(element, "namePart", name.given_name, type="given")
        _put(element, "namePart", name.family, type="family")
        _put(element, "namePart", name.suffix, type="termsOfAddress")
    else:
        _put(element, "namePart", name.display)
    role = _put(element, "role", "")
    _put(role, "roleTerm", code, type="code", authority="marcrelator")


def _put(parent: _Element, path: str, text: str, **attributes: str) -> _Element:
    """Add an element with a text, and those around it; nothing if it would say nothing."""
    if not text and "/" in path:
        return parent
    if not text and path in (
        "genre",
        "abstract",
        "identifier",
        "note",
        "number",
        "namePart",
        "start",
        "end",
    ):
        return parent
    namespace = etree.QName(parent).namespace
    for step in path.split("/"):
        parent = etree.SubElement(parent, f"{{{namespace}}}{step}" if namespace else step)
    for name, value in attributes.items():
        parent.set(name, value)
    if text:
        parent.text = _ILLEGAL.sub("", clean(text))
    return parent


def _put_lines(parent: _Element, name: str, texts: Mapping[str, str]) -> None:
    """Add an element with lines of names and values."""
    _put(parent, name, "-").text = _ILLEGAL.sub("", remainder.write_lines(texts))


def _serialised(root: _Element) -> str:
    body = etree.tostring(root, encoding="unicode", pretty_print=True)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}'


# --- writing EndNote XML and Word sources -------------------------------------------------------

_ENDNOTE_TYPES = {
    "article-journal": ("Journal Article", 17),
    "book": ("Book", 6),
    "chapter": ("Book Section", 5),
    "paper-conference": ("Conference Paper", 47),
    "thesis": ("Thesis", 32),
    "report": ("Report", 27),
    "webpage": ("Web Page", 12),
    "patent": ("Patent", 25),
    "article-newspaper": ("Newspaper Article", 23),
    "article-magazine": ("Magazine Article", 19),
    "software": ("Computer Program", 9),
    "dataset": ("Dataset", 59),
    "manuscript": ("Manuscript", 36),
    "legal_case": ("Case", 7),
    "legislation": ("Statute", 31),
    "bill": ("Bill", 4),
    "hearing": ("Hearing", 14),
    "motion_picture": ("Film or Broadcast", 21),
    "graphic": ("Artwork", 2),
    "map": ("Map", 20),
    "entry-encyclopedia": ("Encyclopedia", 53),
    "entry-dictionary": ("Dictionary", 52),
    "periodical": ("Serial", 57),
    "standard": ("Standard", 58),
    "post-weblog": ("Blog", 56),
    "personal_communication": ("Personal Communication", 26),
}
_ENDNOTE_FIELDS = {
    "page": "pages",
    "volume": "volume",
    "issue": "number",
    "edition": "edition",
    "publisher-place": "pub-location",
    "publisher": "publisher",
    "language": "language",
    "note": "notes",
    "number-of-volumes": "num-vols",
    "section": "section",
    "number": "custom7",
    "call-number": "call-num",
    "accessed": "access-date",
    "genre": "work-type",
    "annote": "research-notes",
    "source": "remote-database-name",
}
_WORD_TYPES = {
    "article-journal": "JournalArticle",
    "book": "Book",
    "chapter": "BookSection",
    "paper-conference": "ConferenceProceedings",
    "report": "Report",
    "thesis": "Report",
    "webpage": "InternetSite",
    "patent": "Patent",
    "article-newspaper": "ArticleInAPeriodical",
    "article-magazine": "ArticleInAPeriodical",
    "legal_case": "Case",
    "motion_picture": "Film",
    "interview": "Interview",
}
_WORD_VENUES = {
    "JournalArticle": "JournalName",
    "BookSection": "BookTitle",
    "ConferenceProceedings": "ConferenceName",
    "ArticleInAPeriodical": "PeriodicalTitle",
    "InternetSite": "InternetSiteTitle",
}


def write_endnote(papers: Iterable[Paper]) -> str:
    """Return papers as EndNote's XML, in their order."""
    root = etree.Element("xml")
    records = etree.SubElement(root, "records")
    for number, (paper, key) in enumerate(keyed(papers), start=1):
        record = etree.SubElement(records, "record")
        _put(record, "source-app", endnote.OWN_APP, name=endnote.OWN_APP)
        _put(record, "rec-number", str(number))  # other programs tell records apart by it
        _write_endnote(record, paper, key)
    return _serialised(root)


def _write_endnote(  # noqa: C901, PLR0912, PLR0915 - one element after the other
    record: _Element, paper: Paper, key: str
) -> None:
    field = partial(items.get_field_text, paper.extra)
    families = names.get_family_names(paper.extra)
    title, code = _ENDNOTE_TYPES.get(items.get_item_type(paper), ("Generic", 13))
    _put(record, "ref-type", str(code), name=title)
    people = {
        "authors": paper.authors,
        "secondary-authors": items.get_people(paper.extra, "editor"),
        "translated-authors": items.get_people(paper.extra, "translator"),
    }
    contributors = etree.SubElement(record, "contributors")
    for group, members in people.items():
        holder = etree.SubElement(contributors, group) if members else None
        for person in members:
            _put(
                holder, "author", names.write_comma_form(names.split_name(clean(person), families))
            )
    if paper.venue and title == "Journal Article":
        _put(_put(record, "periodical", ""), "full-title", paper.venue)
    titles = etree.SubElement(record, "titles")
    _put(titles, "title", items.stated_title(paper))
    for element, text in (
        ("secondary-title", paper.venue),
        ("tertiary-title", field("collection-title")),
        ("short-title", field("title-short")),
    ):
        if text:
            _put(titles, element, text)
    variables_written = dict(_ENDNOTE_FIELDS)
    if title == "Conference Paper" and not field("publisher"):
        variables_written["event-place"] = variables_written.pop("publisher-place")
    for variable, name in variables_written.items():
        if text := field(variable):
            _put(record, name, text.replace("–", "-") if name == "pages" else text)
    if paper.keywords:
        holder = etree.SubElement(record, "keywords")
        for word in paper.keywords:
            _put(holder, "keyword", word)
    if paper.year is not None:
        holder = etree.SubElement(record, "dates")
        _put(holder, "year", str(paper.year))
        if field("issued"):
            _put(_put(holder, "pub-dates", ""), "date", field("issued"))
    for name, text in (
        ("isbn", field("ISBN") or field("ISSN")),
        ("abstract", paper.abstract),
        ("electronic-resource-num", paper.doi),
        ("label", key),
        ("accession-num", f"arXiv:{paper.arxiv}" if paper.arxiv else ""),
    ):
        if text:
            _put(record, name, text)
    if paper.url:
        _put(record, "urls/related-urls/url", paper.url)
    lost = remainder.find_remainder(paper, key, endnote.convert_element(record))
    if lost:
        _put_lines(record, endnote.REMAINDER, lost)


def write_word_sources(papers: Iterable[Paper]) -> str:
    """Return papers as the list of sources that Word keeps (``Sources.xml``)."""
    root = etree.Element(f"{{{_WORD}}}Sources", nsmap={"b": _WORD, None: _WORD})
    root.set("SelectedStyle", "")
    for paper, key in keyed(papers):
        _write_source(etree.SubElement(root, f"{{{_WORD}}}Source"), paper, key)
    return _serialised(root)


def _write_source(source: _Element, paper: Paper, key: str) -> None:
    field = partial(items.get_field_text, paper.extra)
    kind = _WORD_TYPES.get(items.get_item_type(paper), "Misc")
    families = names.get_family_names(paper.extra)
    date = items.get_publication_date(paper).partition("/")[0]
    year, month, day = (*(date.split("-") if dates.ISO.fullmatch(date) else ("", "", "")), "", "")[
        :3
    ]
    texts = {
        "Tag": re.sub(r"\W", "", key)[:100],
        "SourceType": kind,
        "Title": items.stated_title(paper),
        "Year": year or ("" if paper.year is None else str(paper.year)),
        "Month": month,
        "Day": day,
        _WORD_VENUES.get(kind, "PublicationTitle"): paper.venue,
        "Volume": field("volume"),
        "Issue": field("issue"),
        "Pages": field("page").replace("–", "-"),
        "Publisher": field("publisher"),
        "City": field("publisher-place"),
        "Edition": field("edition"),
        "StandardNumber": field("ISBN") or field("ISSN"),
        "DOI": paper.doi,
        "URL": paper.url,
        "ThesisType": field("genre") if items.get_item_type(paper) == "thesis" else "",
    }
    for name, text in texts.items():
        if text:
            _put(source, name, text)
    people = {"Author": paper.authors, "Editor": items.get_people(paper.extra, "editor")}
    holder = _put(source, "Author", "") if any(people.values()) else None
    for role, members in people.items():
        if members:
            _write_word_people(
                _put(holder, role, ""), [names.split_name(clean(one), families) for one in members]
            )


def _write_word_people(holder: _Element, people: list[names.Name]) -> None:
    if len(people) == 1 and not people[0].given_name:
        _put(holder, "Corporate", people[0].display)
        return
    listed = _put(holder, "NameList", "")
    for name in people:
        person = _put(listed, "Person", "")
        for part, text in (
            ("Last", " ".join(filter(None, (name.family, name.suffix)))),
            ("First", name.given_name),
        ):
            if text:
                _put(person, part, text)
