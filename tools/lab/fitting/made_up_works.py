"""Works of all types as CSL has them, made up of papers' records and of labelled entries.

Articles, papers of meetings, chapters, books, theses, reports, pages, data, programs, patents and
preprints: titles, names, journals, publishers and places are real ones, numbers are drawn.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.manuscript.references.author_names import split_names
from core.manuscript.references.entry_fields import LabelledEntry
from tools.lab.fitting.labelled_references import Entry

Item = dict[str, Any]  # Any: CSL-JSON
Record = Mapping[str, Any]  # Any: JSON as the corpus has it

_PARTICLES = ("van der", "van den", "van", "von der", "von", "de la", "della", "dos", "de")
_WHOLE_NAME = re.compile(
    r"(?P<given>[^\W\d_][^\d()/&,]*?)\s+(?P<particle>(?:(?:van|von|de[nr]?|la|di|da|del|dos)\s+)*)"
    r"(?P<family>[^\W\d_][^\W\d_.’'-]+(?:[’'-][^\W\d_]+)*)"
)
_BODIES = ("Agency", "Association", "Authority", "Bank", "Bureau", "Centre", "Commission",
           "Council", "Department", "Foundation", "Institute", "Ministry", "Office", "Organization",
           "Society", "Team", "Group", "Consortium", "Committee", "Network")  # fmt: skip
_SUBJECTS = ("Health", "Statistics", "Energy", "Education", "the Environment", "Agriculture",
             "Transport", "Economic Affairs", "Climate Research", "Oceans", "Standards", "Labour",
             "Fisheries", "Water", "Cancer Research", "Geology", "Justice", "Culture")  # fmt: skip
_REGIONS = ("National", "European", "International", "World", "Federal", "Royal", "American",
            "Northern", "Pan-African", "German", "Canadian", "Open")  # fmt: skip
_UNIVERSITIES = (
    "University of {}", "{} University", "Universität {}", "Université de {}",
    "Universidad de {}", "{} Institute of Technology", "University College {}",
)  # fmt: skip
_KINDS_OF_THESIS = (
    "PhD thesis", "Doctoral dissertation", "Master’s thesis", "Ph.D. dissertation",
    "Dissertation", "Thèse de doctorat", "Tesis doctoral", "MSc thesis",
)  # fmt: skip
_SAME_YEAR = 0.06
"""The share of works whose authors and year are those of another: "2019a" and "2019b"."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What works are made of: papers, and what labelled entries name."""

    papers: Sequence[Record]
    books: Sequence[Mapping[str, str]]
    journals: Sequence[str]
    meetings: Sequence[str]
    publishers: Sequence[str]
    places: Sequence[str]


def collect_sources(papers: Sequence[Record], entries: Iterable[Entry]) -> Sources:
    """Return what there is to make works of."""
    books, publishers, places, journals = [], [], [], []
    for entry in entries:
        parts = _read_parts(entry.example)
        publishers += [parts["publisher"]] if 3 < len(parts.get("publisher", "")) < 60 else []
        places += [parts["location"]] if 3 < len(parts.get("location", "")) < 25 else []
        has_book = "publisher" in parts or "location" in parts
        if 8 < len(parts.get("title", "")) < 250 and parts.get("author"):
            books += [parts] if has_book else []
            if parts.get("venue") and not has_book:
                books.append(parts)
                journals.append(parts["venue"])
    venues = [paper["venue"] for paper in papers if 2 < len(paper["venue"] or "") < 140]
    is_meeting = re.compile(r"Proc|Conf|Work|Meeting|Symp|Findings|\d{4}")
    return Sources(
        papers=papers,
        books=books,
        journals=[*journals, *(name for name in venues if not is_meeting.search(name))],
        meetings=[name for name in venues if is_meeting.search(name)],
        publishers=publishers,
        places=places,
    )


def _read_parts(example: LabelledEntry) -> dict[str, str]:
    """Return the first stretch of each field of a labelled entry, without signs around it."""
    spans: dict[str, tuple[int, int]] = {}
    last = ""
    for word, label in zip(example.words, example.labels, strict=True):
        goes_on = label == last and label in spans
        if goes_on or label not in spans:
            spans[label] = (spans[label][0] if goes_on else word.start, word.end)
            last = label
        else:
            last = ""
    parts = {name: example.text[start:end] for name, (start, end) in spans.items() if name}
    if re.match(r"(?:in|dans|en|im)\b", parts.get("venue", ""), re.IGNORECASE):
        parts["venue"] = parts["venue"].partition(" ")[2]
    return parts


def make_items(sources: Sources, chance: random.Random, count: int) -> list[Item]:
    """Return works of all types."""
    items: list[Item] = []
    kinds: Sequence[tuple[Callable[[Sources, random.Random], Item], int]] = (
        (_make_article, 9), (_make_meeting_paper, 4), (_make_chapter, 4), (_make_book, 5),
        (_make_thesis, 2), (_make_report, 2), (_make_page, 3), (_make_other, 3),
    )  # fmt: skip
    makers = [maker for maker, weight in kinds for _ in range(weight)]
    while len(items) < count:
        item = chance.choice(makers)(sources, chance)
        if item["author"] is None or len(item["title"]) < 4:
            continue
        if not item["author"]:
            del item["author"]
        elif items and "author" in items[-1] and chance.random() < _SAME_YEAR:
            item |= {name: items[-1][name] for name in ("author", "issued")}
        items.append({"id": f"w{len(items)}", **item})
    return items


def _make_article(sources: Sources, chance: random.Random) -> Item:
    item = _make_base(sources, chance, "article-journal")
    item["container-title"] = chance.choice(sources.journals)
    item["volume"] = str(chance.randint(1, 420))
    if chance.random() < 0.6:
        item["issue"] = str(chance.randint(1, 24))
    item["page"] = _pages(chance)
    _add_doi(item, chance)
    if chance.random() < 0.08:
        item |= {"type": "article-newspaper", "volume": "", "issue": ""}
        item["issued"]["date-parts"][0] += [chance.randint(1, 12), chance.randint(1, 28)]
    return _without_empty(item)


def _make_meeting_paper(sources: Sources, chance: random.Random) -> Item:
    item = _make_base(sources, chance, "paper-conference")
    item["container-title"] = chance.choice(sources.meetings)
    item["page"] = _pages(chance) if chance.random() < 0.8 else ""
    item["publisher"] = chance.choice(sources.publishers) if chance.random() < 0.5 else ""
    item["publisher-place"] = chance.choice(sources.places) if chance.random() < 0.4 else ""
    item["editor"] = _editors(sources, chance) if chance.random() < 0.2 else []
    item["collection-title"] = chance.choice(sources.journals) if chance.random() < 0.1 else ""
    _add_doi(item, chance)
    return _without_empty(item)


def _make_chapter(sources: Sources, chance: random.Random) -> Item:
    item = _make_base(sources, chance, "chapter")
    host = chance.choice(sources.books)
    item["container-title"] = host["title"]
    item["editor"] = _editors(sources, chance) if chance.random() < 0.8 else []
    item["page"] = _pages(chance) if chance.random() < 0.85 else ""
    _publish(item, sources, chance)
    if chance.random() < 0.1:
        item["type"] = "entry-encyclopedia"
    return _without_empty(item)


def _make_book(sources: Sources, chance: random.Random) -> Item:
    item = _make_base(sources, chance, "book")
    _publish(item, sources, chance)
    if chance.random() < 0.2:
        item["edition"] = str(chance.randint(2, 9))
    if chance.random() < 0.12:
        item["volume"] = str(chance.randint(1, 9))
    if chance.random() < 0.15:
        item["editor"] = item.pop("author")
        item["author"] = []
    if chance.random() < 0.1:
        item["collection-title"] = chance.choice(sources.journals)
    return _without_empty(item)


def _make_thesis(sources: Sources, chance: random.Random) -> Item:
    item = _make_base(sources, chance, "thesis")
    place = chance.choice(sources.places)
    item["author"] = (item["author"] or [])[:1] or None
    item["publisher"] = chance.choice(_UNIVERSITIES).format(place.partition(",")[0])
    item["publisher-place"] = place if chance.random() < 0.4 else ""
    item["genre"] = chance.choice(_KINDS_OF_THESIS) if chance.random() < 0.85 else ""
    return _without_empty(item)


def _make_report(sources: Sources, chance: random.Random) -> Item:
    item = _make_base(sources, chance, "report")
    item["publisher"] = _make_body(chance)
    if chance.random() < 0.5:
        item["author"] = [{"literal": item["publisher"]}]
    item["genre"] = chance.choice(("Technical report", "Working paper", "Report", ""))
    number = f"{chance.choice(('', 'TR-', 'NR/', 'WP'))}{chance.randint(1, 999)}"
    item["number"] = number if chance.random() < 0.6 else ""
    item["publisher-place"] = chance.choice(sources.places) if chance.random() < 0.5 else ""
    _add_address(item, chance, 0.3)
    return _without_empty(item)


def _make_page(sources: Sources, chance: random.Random) -> Item:
    item = _make_base(sources, chance, "webpage")
    if chance.random() < 0.65:
        item["author"] = [{"literal": _make_body(chance)}]
    if chance.random() < 0.25:
        item["container-title"] = _make_body(chance)
    _add_address(item, chance, 0.95)
    return _without_empty(item)


def _make_other(sources: Sources, chance: random.Random) -> Item:
    kind = chance.choice(("dataset", "software", "patent", "article", "article"))
    item = _make_base(sources, chance, kind)
    if kind == "patent":
        country = chance.choice(("US", "EP", "DE", "WO", "JP", "CN"))
        item["number"] = f"{country} {chance.randint(10**5, 10**7)}"
        return item
    if kind == "article":
        item["publisher"] = chance.choice(("arXiv", "bioRxiv", "SSRN", "medRxiv", "OSF"))
        year = item["issued"]["date-parts"][0][0]
        item["number"] = f"{year % 100:02}{chance.randint(1, 12):02}.{chance.randint(1, 18000):05}"
        _add_address(item, chance, 0.6)
        return item
    item["publisher"] = chance.choice(("Zenodo", "Dryad", "figshare", "GitHub", "PANGAEA"))
    item["version"] = f"{chance.randint(0, 9)}.{chance.randint(0, 20)}"
    if kind == "software" and chance.random() < 0.6:
        name = re.sub(r"\W", "", item["title"].split()[-1]).lower()
        item["title"] = f"{name}: {item['title']}" if chance.random() < 0.6 else name
    _add_doi(item, chance)
    _add_address(item, chance, 0.5)
    return item


def _make_base(sources: Sources, chance: random.Random, kind: str) -> Item:
    """Return a work of a record or a labelled entry with its title, authors and year."""
    share = {"book": 0.9, "chapter": 0.75, "thesis": 0.4, "article-journal": 0.25}.get(kind, 0.1)
    if chance.random() < share:
        book = chance.choice(sources.books)
        names = list(split_names(book["author"]).names)
        title, year = book["title"], chance.randint(1890, 2022)
    else:
        paper = chance.choice(sources.papers)
        names, title = paper["authors"], paper["title"]
        year = paper["year"] or chance.randint(1960, 2022)
    date = [year, chance.randint(1, 12)] if chance.random() < 0.15 else [year]
    if chance.random() < 0.4:
        title = title[:1] + title[1:].lower() if title.istitle() or chance.random() < 0.5 else title
    return {
        "type": kind,
        "title": " ".join(title.split()).rstrip(" .,;:"),
        "author": _make_people(names, chance),
        "issued": {"date-parts": [date]},
    }


def _make_people(names: Sequence[str], chance: random.Random) -> list[dict[str, str]] | None:
    """Return the names of authors as CSL has them, ``None`` where they are not understood."""
    people = []
    for name in names[: chance.choice((1, 2, 3, 4, 6, 30))]:
        match = _WHOLE_NAME.fullmatch(name)
        if match is None or len(name) > 45:
            return None
        given, particle = match["given"], (match["particle"] or "").strip()
        if re.fullmatch(r"[A-Z]{2,3}", given):
            given = " ".join(given)
        if not particle and chance.random() < 0.03:
            particle = chance.choice(_PARTICLES)
        own = {"non-dropping-particle": particle} if particle else {}
        people.append({"family": match["family"], "given": given, **own})
    return people or None


def _editors(sources: Sources, chance: random.Random) -> list[dict[str, str]]:
    return (_make_people(chance.choice(sources.papers)["authors"], chance) or [])[:3]


def _make_body(chance: random.Random) -> str:
    form = chance.random()
    if form < 0.45:
        return f"{chance.choice(_REGIONS)} {chance.choice(_BODIES)} of {chance.choice(_SUBJECTS)}"
    if form < 0.75:
        return f"{chance.choice(_REGIONS)} {chance.choice(_SUBJECTS)} {chance.choice(_BODIES)}"
    if form < 0.87:
        return f"{chance.choice(_BODIES)} for {chance.choice(_SUBJECTS)}"
    return "".join(chance.choice("ABCDEFGHIKLMNOPRSTUVW") for _ in range(chance.randint(3, 5)))


def _publish(item: Item, sources: Sources, chance: random.Random) -> None:
    item["publisher"] = chance.choice(sources.publishers) if chance.random() < 0.9 else ""
    item["publisher-place"] = chance.choice(sources.places) if chance.random() < 0.7 else ""


def _pages(chance: random.Random) -> str:
    if chance.random() < 0.08:
        return f"e{chance.randint(1000, 99999)}"
    first = chance.randint(1, 2400)
    return f"{first}-{first + chance.randint(1, 40)}"


def _add_doi(item: Item, chance: random.Random) -> None:
    if chance.random() < 0.4:
        ahead = f"10.{chance.randint(1000, 9999)}/{chance.choice(('j.', 's', 'abc', ''))}"
        item["DOI"] = f"{ahead}{chance.randint(1000, 10**7)}"


def _add_address(item: Item, chance: random.Random, share: float) -> None:
    if chance.random() < share:
        host = chance.choice(("www.example.org", "example.com", "data.example.net"))
        page = chance.choice(("a", "doc", "reports", "p"))
        item["URL"] = f"https://{host}/{page}/{chance.randint(1, 9999)}"
        if chance.random() < 0.7:
            year = item["issued"]["date-parts"][0][0] + 1
            date = [year, chance.randint(1, 12), chance.randint(1, 28)]
            item["accessed"] = {"date-parts": [date]}


def _without_empty(item: Item) -> Item:
    return {name: value for name, value in item.items() if value or name == "author"}
