"""Where a paper appeared, as a reference list has it: "Journal 12(3): 45–67, Publisher, 2016"."""

from __future__ import annotations

from core.base import items
from core.base.records import Paper
from desktop.language.field_names import field_name, type_name
from desktop.language.wording import translate

_NUMBERED = ("report", "patent", "standard", "article-journal")
_IN_THE_LINE = frozenset(
    (
        *("volume", "issue", "page", "publisher", "publisher-place", "edition", "issued"),
        *("event-title", "event-place", "collection-title", "collection-number", "genre"),
    )
)


def where(paper: Paper) -> str:
    """Return venue, volume, pages, publisher and date, as far as they are known."""
    extra = paper.extra
    date = items.date_of(paper)
    edited = "; ".join(items.people_of(extra, "editor"))
    series = _joined(" ", _text(paper, "collection-title"), _text(paper, "collection-number"))
    parts = [
        _text(paper, "genre") if "genre" in items.FIELDS[items.type_of(paper)] else "",
        _in_venue(paper),
        translate("Where", "edited by {0}").format(edited) if edited else "",
        _text(paper, "event-title") if _text(paper, "event-title") != paper.venue else "",
        _text(paper, "event-place"),
        translate("Where", "edition {0}").format(edition)
        if (edition := _text(paper, "edition"))
        else "",
        series,
        _joined(": ", _text(paper, "publisher-place"), _text(paper, "publisher")),
        "" if date in paper.venue.split() else date,
    ]
    return ", ".join(filter(None, parts))


def facts(paper: Paper) -> list[tuple[str, str]]:
    """Return the type and the fields that the line leaves out: name and text."""
    kind = items.type_of(paper)
    told = [name for name in items.FIELDS[kind] if name in paper.extra]
    told += sorted(name for name in paper.extra if name in items.VARIABLES and name not in told)
    told = [name for name in told if name not in _IN_THE_LINE and name != "editor"]
    if kind in _NUMBERED and "page" not in paper.extra:  # told in the line
        told = [name for name in told if name != "number"]
    rows = [(field_name(name, kind), _text(paper, name)) for name in told]
    return [(translate("PaperDetails", "Type"), type_name(kind)), *rows]


def _in_venue(paper: Paper) -> str:
    """Return the venue with volume, issue and pages; an article number is in place of pages."""
    volume, issue, pages = (_text(paper, name) for name in ("volume", "issue", "page"))
    number = _text(paper, "number") if items.type_of(paper) in _NUMBERED else ""
    numbers = (
        f"{volume}({issue})" if volume and issue else volume or (f"({issue})" if issue else "")
    )
    head = _joined(" ", paper.venue, numbers)
    return _joined(": " if numbers else ", ", head, pages or number)


def _text(paper: Paper, name: str) -> str:
    return " ".join(items.text_of(paper.extra, name).split())


def _joined(between: str, *parts: str) -> str:
    return between.join(filter(None, parts))
