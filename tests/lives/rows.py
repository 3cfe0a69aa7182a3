"""What a library must hold, as a dictionary, and what its rules make of it.

A key is the kind of a row and what tells it from others; for papers it names a field as well, as
each field is edited, and taken back, by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Key = tuple[Any, ...]  # Any: names and numbers
Rows = dict[Key, Any]  # Any: what is said under a key
Diff = dict[Key, tuple[Any, Any]]
"""Rows before and after something; ``None`` for one that is not there."""

FIELDS = ("title", "abstract", "venue", "doi", "url", "year", "authors", "keywords")
OUTSIDE = "outside:"
TEXTS = frozenset({"reading", "fulltext"})
"""What is made again from the files, and so is not in sidecars and exports."""
MADE_AGAIN = TEXTS | frozenset(
    {
        *("cite", "context", "said", "outside cite", "outside abstract", "notice", "gone"),
        *("merge", "reference", "linked", "followed", "followed group"),
    }
)
"""What an undoing passes over where it changed since."""

_PAPERS_OF = {
    **dict.fromkeys(("paper", "note", "version", "outside abstract", "notice"), (1,)),
    **dict.fromkeys(("cite", "different", "outside cite"), (1, 2)),
    **dict.fromkeys(("in collection", "in tag", "said"), (2,)),
    **dict.fromkeys(("fulltext", "reference", "linked"), (1,)),
    "decision": (3,),
}
"""Where the keys of a kind name papers that a row cannot be without."""
_SAY_PAPER = frozenset({"id", "file", "context", "mark"})
"""Kinds whose values begin with their paper."""
_LEADS_TO = {
    "in collection": (1, "collection"),
    "in tag": (1, "tag"),
    "decision": (1, "manuscript"),
    "dismissed": (1, "manuscript"),
    "mark says": (1, "mark"),
    "said": (1, "context"),
    "outside cite": (3, "source"),
    "notice": (2, "source"),
}
"""Where the keys of a kind name what else a row cannot be without, and its kind."""


def of_kind(rows: Rows, kind: str) -> list[Key]:
    """Return the keys of a kind, in order."""
    return sorted((key for key in rows if key[0] == kind), key=repr)


def papers(rows: Rows, *, trashed: bool | None = None) -> list[int]:
    """Return the papers, or those in or outside the trash."""
    return sorted(
        key[1]
        for key, value in rows.items()
        if key[0] == "paper" and key[2] == "trashed" and trashed in (None, value)
    )


def ids_of(rows: Rows, paper: int) -> list[str]:
    """Return the keys of the ids that a paper answers to, in their order."""
    held = [
        (value[1], key[1]) for key, value in rows.items() if key[0] == "id" and value[0] == paper
    ]
    return [key for _, key in sorted(held)]


def set_ids(rows: Rows, paper: int, keys: Iterable[str]) -> None:
    """Let a paper answer to these ids and no others."""
    for key in ids_of(rows, paper):
        del rows["id", key]
    for position, key in enumerate(keys):
        rows["id", key] = (paper, position)


def ids_tie(rows: Rows) -> bool:
    """Tell whether a paper has two ids in one place: which comes first, ranks alone do not say."""
    places = [value for key, value in rows.items() if key[0] == "id"]
    return len(set(places)) < len(places)


def owners(key: Key, value: Any) -> tuple[int, ...]:  # noqa: ANN401 - see Rows
    """Return the papers without which a row cannot be."""
    if key[0] in _SAY_PAPER:
        return (value[0],)
    if key[0] == "linked":
        return (key[1], value)
    return tuple(key[place] for place in _PAPERS_OF.get(key[0], ()))


def sources_of(key: Key, value: Any) -> Key | None:  # noqa: ANN401 - see Rows
    """Return the key of what else a row cannot be without."""
    kind = key[0]
    if kind == "outside abstract":
        return ("source", value[0])
    if kind == "linked":
        return ("reference", *key[1:])
    place, other = _LEADS_TO.get(kind, (0, ""))
    return (other, key[place]) if place else None


def drop_loose(rows: Rows) -> None:
    """Drop what hangs on a paper, group, manuscript or source that is gone."""
    there = set(papers(rows))
    for key, value in list(rows.items()):
        if not there.issuperset(owners(key, value)):
            del rows[key]
    for key, value in list(rows.items()):
        led = sources_of(key, value)
        if led is not None and led not in rows:
            del rows[key]
    drop_silent(rows)
    settle_texts(rows)
    _let_go(rows, there)


def _let_go(rows: Rows, papers_there: set[int]) -> None:
    """Let items that are followed lead nowhere where their paper or collection is gone."""
    for key, value in list(rows.items()):
        if (key[0] == "followed" and value not in papers_there) or (
            key[0] == "followed group" and ("collection", value) not in rows
        ):
            rows[key] = 0


def settle_texts(rows: Rows) -> None:
    """Let readings go with their files, and papers have the text of one that was read."""
    files = {key[1]: value for key, value in rows.items() if key[0] == "file"}
    held = set(files.values())
    for key in of_kind(rows, "reading"):
        if key[1] not in {sha256 for _, sha256 in held}:
            del rows[key]
    for key in of_kind(rows, "fulltext"):
        if (key[1], rows[key]) not in held or ("reading", rows[key]) not in rows:
            del rows[key]
    for _, (paper, sha256) in sorted(files.items()):
        if rows.get(("reading", sha256), ("",))[0] == "read":
            rows.setdefault(("fulltext", paper), sha256)


def drop_unstated(rows: Rows) -> None:
    """Drop citations that only citation data stated which is there no more."""
    stated = {key[1:3] for key in rows if key[0] == "outside cite"}
    for key in [key for key, value in rows.items() if key[0] == "cite" and value == OUTSIDE]:
        if key[1:] not in stated:
            del rows[key]


def drop_silent(rows: Rows) -> None:
    """Drop citing sentences that cite nothing any more."""
    speaking = {key[1] for key in rows if key[0] == "said"}
    for key in of_kind(rows, "context"):
        if key[1] not in speaking:
            del rows[key]


def without_texts(rows: Rows) -> Rows:
    """Return rows without what is made again from the files."""
    return {key: value for key, value in rows.items() if key[0] not in TEXTS}


def difference(before: Rows, after: Rows) -> Diff:
    """Return the rows that are not the same."""
    changed = {key for key, _ in before.items() ^ after.items()}
    return {key: (before.get(key), after.get(key)) for key in changed}


def taken_back(rows: Rows, change: Diff) -> tuple[Rows, list[Key]]:
    """Return rows with a change taken back, and where something else is there by now.

    What is made again by itself is passed over where it changed.
    """
    new, conflicts = dict(rows), []
    for key, (old, left) in change.items():
        if rows.get(key) != left or is_other_row(key, rows, change):
            conflicts += [] if key[0] in MADE_AGAIN else [key]
        elif old is None:
            new.pop(key, None)
        else:
            new[key] = old
    drop_loose(new)
    if any(key[0] in ("cite", "outside cite", "source") for key in change):
        drop_unstated(new)
    if not ids_tie(new):
        for paper in {value[0] for key, value in new.items() if key[0] == "id"}:
            set_ids(new, paper, ids_of(new, paper))  # positions are ranks, without gaps
    conflicts += [
        key
        for key, (old, _) in change.items()
        if old is not None and key not in new and key[0] not in MADE_AGAIN
    ]
    return new, conflicts


def is_other_row(key: Key, rows: Rows, change: Diff) -> bool:
    """Whether the row that a reference and its link are together is another since a change."""
    if key[0] == "reference":
        link = ("linked", *key[1:])
        return rows.get(link) != change.get(link, (None, None))[1]
    said = ("reference", *key[1:])
    return key[0] == "linked" and said in change and rows.get(said) != change[said][1]


def told(change: Diff, most: int = 12) -> str:
    """Return a change in a few lines."""
    lines = [
        f"  {key}: {one!r} → {other!r}" for key, (one, other) in sorted(change.items(), key=repr)
    ]
    return "\n".join(lines[:most] + ["  …"] * (len(lines) > most))


def is_made_up(key: str) -> bool:
    """Whether a citation key is none that a record of a life, or an edit, states."""
    return not key.startswith(("key", "again", "edited", "seed"))
