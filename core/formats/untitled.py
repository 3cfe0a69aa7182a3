"""Papers to which their source gives no title, as lists of physicists do: "Phys. Rev. D 12, 345".

They are kept under a made-up title that says who, when and where. ``extra`` marks it, a stated
title replaces it, and no file that is written holds it.
"""

from __future__ import annotations

from dataclasses import replace

from core.base import items
from core.base.identity import family_name
from core.base.records import PaperRecord
from core.formats import names

_MOST_NAMES = 3


def with_made_up_title(record: PaperRecord) -> PaperRecord | None:
    """Return a record without a title under a made-up one; ``None`` if it says nothing to make it.

    One that has a title is returned as it is.
    """
    if record.title:
        return record
    who = _who(record)
    head = " ".join(part for part in (who, "" if record.year is None else str(record.year)) if part)
    volume = items.get_field_text(record.extra, "volume")
    venue = record.venue or (_read_publisher(record) if who or record.year is not None else "")
    number = volume or items.get_field_text(record.extra, "number")
    where = " ".join(part for part in (venue, number if venue else "") if part)
    page = items.get_field_text(record.extra, "page").replace("--", "–").partition("–")[0].strip()
    chapter = items.get_field_text(record.extra, "chapter-number")
    parts = [head, where, page if where else "", chapter if where else ""]
    if not (who or where):
        parts = [record.doi or record.arxiv or record.url]
    title = ", ".join(part for part in parts if part)
    if not title:
        return None
    return replace(record, title=title, extra={**record.extra, items.INCOMPLETE: items.MADE_UP})


def call_by_key(key: str, record: PaperRecord) -> PaperRecord:
    """Return a record that says nothing to call it by under its note or its key."""
    title = items.get_field_text(record.extra, "note") or key
    return replace(record, title=title, extra={**record.extra, items.INCOMPLETE: items.MADE_UP})


def _read_publisher(record: PaperRecord) -> str:
    """Return who published a work that appeared in nothing else: CERN, of a report."""
    return items.get_field_text(record.extra, "publisher")


def _who(record: PaperRecord) -> str:
    people = record.authors or items.get_people(record.extra, "editor")
    family_names = names.get_family_names(record.extra)
    families = [
        names.split_name(person, family_names).family or family_name(person) for person in people
    ]
    if len(families) > _MOST_NAMES:
        return f"{families[0]} et al."
    return ", ".join(families)
