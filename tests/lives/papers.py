"""Actions on papers and what they say: import, edit, citation keys, the Trash."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from core.base.identity import doi_key
from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import registry
from core.library.library import Library
from tests.lives.rows import FIELDS, Rows, drop_loose, ids_of, is_made_up, set_ids
from tests.lives.steps import Now, Step

FORMATS = ("bibtex", "biblatex", "ris", "csl")
MOST_PAPERS = 40


def record(now: Now, number: int) -> PaperRecord:
    """Return a record like no other; its title and ids say the number."""
    chance = now.chance
    return PaperRecord(
        title=f"Study of {chance.choice(('kelp', 'peat', 'fens', 'moss'))} w{number}w",
        abstract=chance.choice(("", f"Moors are wet, {number} of them.")),
        authors=tuple(chance.sample(("Ann Roe", "Li Wei", "Karel Čapek"), chance.randint(1, 3))),
        year=chance.choice((None, 1999, 2001, 2020)),
        venue=chance.choice(("", "Botany", "Soils")),
        doi=f"10.55555/w{number}" if chance.random() < 0.8 else "",
        url=chance.choice(("", f"https://example.org/{number}")),
        keywords=tuple(chance.sample(("walks", "peat", "fen"), chance.randint(0, 2))),
        extra={"citation_key": f"key{number}"},
    )


def _as_read(records: list[PaperRecord], form: str) -> list[PaperRecord]:
    """Write records in a format and read them."""
    papers = [
        Paper(
            **{name: getattr(each, name) for name in PaperRecord.__dataclass_fields__},
            number=PaperNumber(number),
            ids=(),
            citation_key=str(each.extra["citation_key"]),
        )
        for number, each in enumerate(records, start=1)
    ]
    format_ = registry.get_format(form)
    entries = list(format_.parse(format_.write(papers), "written"))
    read = [entry.record for entry in entries if entry.record is not None]
    assert [each.title for each in read] == [each.title for each in records], entries
    return read


def added(rows: Rows, number: int, new: PaperRecord) -> Rows:
    """Return rows with one more paper."""
    fields = {name: _stated(new, name) for name in FIELDS}
    fields |= {"trashed": False, "key": new.extra["citation_key"]}
    rows = rows | {("paper", number, name): value for name, value in fields.items()}
    if new.doi:
        rows["id", doi_key(new.doi)] = (number, 0)
    return rows


def add(now: Now) -> Step | None:
    """Import new records, and some that the library has."""
    last = now.next_number("papers")
    form = now.one(FORMATS)
    count = now.chance.randint(0, 5 if len(now.papers()) < MOST_PAPERS else 0)
    new = [record(now, _unheard(now.rows, number)) for number in range(last, last + count)]
    known = now.some(_found_again(now.rows), 2) if _found_again(now.rows) else []
    if not new and not known:
        return None
    again = [_again(now, number) for number in known]
    rows = dict(now.rows)
    for number, each in zip(known, again, strict=True):
        rows = _learnt(rows, number, each)
    for number, each in enumerate(new, start=last):
        rows = added(rows, number, each)
    read = _as_read(again + new, form)
    return Step(
        f"import {count} new and again {known} as {form}",
        lambda library: list(library.papers.add(read, source=form)),
        (rows,),
    )


def _unheard(rows: Rows, number: int) -> int:
    """Return the number, or one that no title or DOI says.

    A backup can bring numbers back that a Zotero has heard of meanwhile.
    """
    said = [str(rows[key]) for key in rows if key[0] == "paper" and key[2] in ("doi", "title")]
    while any(each.endswith((f"/w{number}", f" w{number}w")) for each in said):
        number += 1_000
    return number


def _found_again(rows: Rows) -> list[int]:
    """Return the papers that a record with their title and DOI must be found to be.

    Where another paper has one of these too, such a record tells that they are one, and they merge.
    """
    held = {key[1]: key for key in rows if key[0] == "paper" and key[2] == "doi" and rows[key]}
    said = Counter(rows[key] for key in rows if key[0] == "paper" and key[2] in ("doi", "title"))
    return [
        number
        for number, key in sorted(held.items())
        if rows.get(("id", doi_key(rows[key])), (0,))[0] == number
        and said[rows[key]] == said[rows["paper", number, "title"]] == 1
        and len(rows["paper", number, "title"]) > 10
    ]


def _again(now: Now, number: int) -> PaperRecord:
    stated = {name: now.rows["paper", number, name] for name in ("title", "doi", "authors", "year")}
    other = record(now, number)
    stated["year"] = stated["year"] or None
    stated["venue"] = now.rows["paper", number, "venue"] or other.venue  # else it is a version
    return replace(other, **stated, extra={"citation_key": f"again{number}"})


def _learnt(rows: Rows, number: int, stated: PaperRecord) -> Rows:
    """Return rows in which a paper has what it lacked and a record says; out of the Trash."""
    new = rows | {("paper", number, "trashed"): False}
    for name in FIELDS:
        if rows["paper", number, name] in ("", ()):
            new["paper", number, name] = _stated(stated, name)
    if is_made_up(rows["paper", number, "key"]):
        new["paper", number, "key"] = stated.extra["citation_key"]
    return new


def _stated(record: PaperRecord, name: str) -> object:
    """Return what a record says; an unknown year is "" as an unknown text is."""
    value = getattr(record, name)
    return "" if value is None else value


def edit(now: Now) -> Step | None:
    """Edit one field of one or of several papers."""
    if not now.papers():
        return None
    name = now.one((*FIELDS, "key"))
    numbers = now.some(now.papers(), 1 if name in ("doi", "key") else 3)
    stamp = now.chance.randrange(10**6)
    edits = {number: {name: _edited(now, name, number, stamp)} for number in numbers}
    rows = dict(now.rows)
    for number, values in edits.items():
        rows["paper", number, name] = values[name]
        if name == "doi":
            _follow_doi(rows, number, now.rows["paper", number, "doi"], values[name])
    fields = {
        PaperNumber(number): {
            _API.get(name, name): _given(name, value) for name, value in values.items()
        }
        for number, values in edits.items()
    }
    act = _edit_one if len(fields) == 1 and now.chance.random() < 0.7 else _edit_many
    return Step(f"edit {name} of {numbers}", lambda library: act(library, fields), (rows,))


_API = {"key": "citation_key"}


def _given(name: str, value: object) -> object:
    return None if name == "year" and value == "" else value


_Edits = dict[PaperNumber, dict[str, Any]]  # Any: values of fields


def _edit_one(library: Library, edits: _Edits) -> None:
    for number, values in edits.items():
        library.papers.update(number, **values)


def _edit_many(library: Library, edits: _Edits) -> None:
    library.papers.update_many(edits)


def _edited(now: Now, name: str, number: int, stamp: int) -> object:
    chance = now.chance
    return {
        "title": lambda: f"Edited {now.word()} w{number}w{stamp}",
        "abstract": lambda: chance.choice(("", f"On {now.word()}, {stamp}.")),
        "venue": lambda: chance.choice(("", f"Journal {now.word()}")),
        "doi": lambda: chance.choice(("", f"10.55555/e{number}.{stamp}")),
        "url": lambda: chance.choice(("", f"https://example.org/{stamp}")),
        "year": lambda: chance.choice(("", 1800 + stamp % 200)),
        "authors": lambda: tuple(chance.sample(("Bo Ek", "Ann Roe", now.word()), 2)),
        "keywords": lambda: tuple(chance.sample(("walks", "k1", now.word()), chance.randint(0, 3))),
        "key": lambda: f"edited{stamp}",
    }[name]()


def _follow_doi(rows: Rows, number: int, old: str, new: str) -> None:
    """Let a paper answer to a new DOI in place of the old, unless that is its first id."""
    if old == new:
        return
    keys = ids_of(rows, number)
    keys = [key for place, key in enumerate(keys) if place == 0 or key != doi_key(old)]
    if new and doi_key(new) not in keys:
        keys.append(doi_key(new))
    set_ids(rows, number, keys)


def trash(now: Now) -> Step | None:
    """Move papers to the Trash."""
    return _moved(now, away=True)


def restore(now: Now) -> Step | None:
    """Take papers out of the Trash."""
    return _moved(now, away=False)


def _moved(now: Now, *, away: bool) -> Step | None:
    if not now.papers(trashed=not away):
        return None
    numbers = [PaperNumber(each) for each in now.some(now.papers(trashed=not away))]
    rows = now.rows | {("paper", number, "trashed"): away for number in numbers}
    if away:
        return Step(f"trash {numbers}", lambda library: library.papers.trash(numbers), (rows,))
    return Step(f"restore {numbers}", lambda library: library.papers.restore(numbers), (rows,))


def purge(now: Now) -> Step | None:
    """Delete papers of the Trash for good; those outside it stay."""
    if not now.papers(trashed=True):
        return None
    numbers = [PaperNumber(each) for each in now.some(now.papers(), 9)]
    gone = [number for number in numbers if now.rows["paper", number, "trashed"]]
    return Step(
        f"purge {gone}",
        lambda library: library.papers.purge(numbers),
        (without(now.rows, gone, into=0),),
    )


def without(rows: Rows, gone: list[PaperNumber], *, into: int) -> Rows:
    """Return rows without some papers and all that hangs on them; their numbers lead elsewhere."""
    rows = {key: value for key, value in rows.items() if not (key[0] == "paper" and key[1] in gone)}
    drop_loose(rows)
    for key in [key for key in rows if key[0] == "gone" and rows[key] in gone]:
        rows[key] = into
    return rows | {("gone", number): into for number in gone}
