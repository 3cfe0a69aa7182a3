"""Actions that say what papers are to each other: merging, taking back, versions, differences."""

from __future__ import annotations

from typing import Any

from core.base.records import PaperNumber
from tests.lives.papers import without
from tests.lives.past import states_of
from tests.lives.rows import (
    FIELDS,
    OUTSIDE,
    Diff,
    Key,
    Rows,
    drop_silent,
    ids_of,
    is_made_up,
    is_other_row,
    set_ids,
    taken_back,
)
from tests.lives.steps import Now, Step


def merge(now: Now) -> Step | None:
    """Make papers one; the merge can be taken back."""
    chosen = _chosen(now, 3)
    if len(chosen) < 2:
        return None
    into, *away = chosen
    rows = merged(now.rows, into, away)
    rows["merge", now.next_number("merges")] = (into, tuple(away))
    return Step(
        f"merge {away} into {into}", lambda library: library.duplicates.merge(into, away), (rows,)
    )


def merge_for_good(now: Now) -> Step | None:
    """Make two papers one, which only the history takes back."""
    chosen = _chosen(now, 2)
    if len(chosen) < 2:
        return None
    into, away = chosen[:2]
    return Step(
        f"merge {away} into {into} for good",
        lambda library: library.papers.merge(into, [away]),
        (merged(now.rows, into, [away]),),
    )


def _chosen(now: Now, most: int) -> list[PaperNumber]:
    return [
        PaperNumber(each) for each in now.chance.sample(now.papers(), min(len(now.papers()), most))
    ]


def merged(rows: Rows, into: PaperNumber, away: list[PaperNumber]) -> Rows:
    """Return rows after papers became one: it lacks nothing that another had."""
    rows = dict(rows)
    rows["paper", into, "trashed"] = False
    keys = list(dict.fromkeys(key for each in (into, *away) for key in ids_of(rows, each)))
    notes = [rows.pop(("note", each), "") for each in (into, *away)]
    if any(notes):
        rows["note", into] = "\n\n".join(filter(None, notes))
    for each in away:
        for name in FIELDS:
            if rows["paper", into, name] in ("", ()):
                rows["paper", into, name] = rows["paper", each, name]
        if is_made_up(rows["paper", into, "key"]) and not is_made_up(rows["paper", each, "key"]):
            rows["paper", into, "key"] = rows["paper", each, "key"]
        _join_works(rows, into, each)
        _move(rows, each, into)
    set_ids(rows, into, [])
    rows |= {("id", key): (into, place) for place, key in enumerate(keys)}
    _drop_own(rows, into)
    return without(rows, list(away), into=into)


def _join_works(rows: Rows, into: int, away: int) -> None:
    kept, other = rows.get(("version", into)), rows.get(("version", away))
    if kept is not None and other is not None:
        for key in [key for key in rows if key[0] == "version" and rows[key] == other]:
            rows[key] = kept


def _move(rows: Rows, away: int, into: int) -> None:
    """Let what hangs on a paper hang on another; where both have the same, the keeper's stays."""
    says = any(key[0] == "context" and value[0] == into for key, value in rows.items())
    lists = any(key[:2] == ("reference", into) for key in rows)
    files = {value[1] for key, value in rows.items() if key[0] == "file" and value[0] == into}
    for key, value in sorted(rows.items(), key=repr):
        if key[0] in ("paper", "note", "id", "gone", "merge"):
            continue
        new, held = _led_to(key, away, into), value
        if key[0] in ("reference", "linked") and lists:
            new = key
        stays = (key[0] == "file" and value[1] in files) or (key[0] == "context" and says)
        if not stays:
            held = _value_led_to(key, value, away, into)
        if new == key and held == value:
            continue
        del rows[key]
        if new not in rows or (key[0] == "cite" and rows[new] == OUTSIDE):
            rows[new] = held


def _value_led_to(key: Key, value: Any, away: int, into: int) -> Any:  # noqa: ANN401 - as in rows
    """Return what is said under a key with one paper in place of another."""
    if key[0] in ("linked", "followed") and value == away:
        return into
    if key[0] in ("file", "context", "mark") and value[0] == away:
        return (into, *value[1:])
    return value


def _led_to(key: Key, away: int, into: int) -> Key:
    """Return a key that names one paper in place of another."""
    places = {
        **dict.fromkeys(("version", "outside abstract", "notice"), (1,)),
        **dict.fromkeys(("fulltext", "reference", "linked"), (1,)),
        **dict.fromkeys(("cite", "different", "outside cite"), (1, 2)),
        **dict.fromkeys(("in collection", "in tag", "said"), (2,)),
        "decision": (3,),
    }.get(key[0], ())
    new = tuple(into if n in places and each == away else each for n, each in enumerate(key))
    return (key[0], *sorted(new[1:])) if key[0] == "different" else new


def _drop_own(rows: Rows, into: int) -> None:
    """Drop what would say that a paper cites, or differs from, itself."""
    for key in list(rows):
        if (key[0] in ("cite", "outside cite", "different") and key[1] == key[2]) or (
            key[0] == "said" and key[2] == into and rows.get(("context", key[1]), (0,))[0] == into
        ):
            del rows[key]
    drop_silent(rows)


def take_back(now: Now, merges: dict[int, Diff]) -> Step | None:
    """Take a merge back. Where much was changed since, what comes of it is only checked."""
    there = now.keys("merge")
    if not there:
        return None
    key = now.one(there)
    number, kept = key[1], now.rows[key][0]
    rows, conflicts = taken_back(now.rows, merges.get(number, {}))
    rows.pop(key, None)
    changed = number not in merges or conflicts or _changed_since(now.rows, merges[number])
    changed = changed or _has_its_key(now.rows, merges[number])
    return Step(
        f"take back merge {number} into {kept}",
        lambda library: library.duplicates.undo(number),
        () if changed else states_of(now.rows, rows),
        refused=bool(changed),
    )


def _changed_since(rows: Rows, change: Diff) -> bool:
    """Whether anything that the merge moved is another by now."""
    return any(
        rows.get(key) != after or is_other_row(key, rows, change)
        for key, (_, after) in change.items()
    )


def _has_its_key(rows: Rows, change: Diff) -> bool:
    """Whether another paper has a citation key by now that one which comes back had."""
    keys = {value for key, value in rows.items() if key[0] == "paper" and key[2] == "key"}
    return any(
        key[0] == "paper" and key[2] == "key" and after is None and before in keys
        for key, (before, after) in change.items()
    )


def keep_apart(now: Now) -> Step | None:
    """Say that papers are different, or no longer."""
    chosen = _chosen(now, 3)
    if len(chosen) < 2:
        return None
    different = now.chance.random() < 0.7
    pairs = {
        ("different", *sorted((one, other))) for one in chosen for other in chosen if one != other
    }
    rows = {key: value for key, value in now.rows.items() if key not in pairs}
    rows |= dict.fromkeys(pairs, 1) if different else {}
    return Step(
        f"different {different}: {chosen}",
        lambda library: library.duplicates.say_different(chosen, different=different),
        (rows,),
    )


def link_versions(now: Now) -> Step | None:
    """Say that papers are versions of one work."""
    chosen = _chosen(now, 3)
    if len(chosen) < 2:
        return None
    rows = dict(now.rows)
    works = {rows[key] for key in (("version", each) for each in chosen) if key in rows}
    work = min(works, default=min(chosen))
    for key in [key for key in rows if key[0] == "version" and rows[key] in works]:
        rows[key] = work
    rows |= {("version", each): work for each in chosen}
    return Step(
        f"versions {chosen}", lambda library: library.duplicates.link_versions(chosen), (rows,)
    )
