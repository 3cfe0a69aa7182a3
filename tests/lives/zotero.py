"""A Zotero that changes, and the library that follows it.

What a look has to give depends on much that was done before, so it is not worked out: after each
look some things must hold, and a second look must change nothing.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from core.base.jobs import SilentJob
from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from tests.core.library.following.followed import Pages
from tests.lives import observing
from tests.lives.life import Life
from tests.lives.rows import Rows, difference, told
from tests.lives.steps import Now, Step
from tests.zotero_library import ZoteroLibrary

QUIET = frozenset({"followed", "followed group"})
"""What a look remembers of Zotero is not told by the history."""
_ITEMS = """SELECT i.itemID, i.key, v.value FROM items i
    JOIN itemData d ON d.itemID = i.itemID AND d.fieldID = 1
    JOIN itemDataValues v ON v.valueID = d.valueID
    WHERE i.itemTypeID = 1 AND i.itemID NOT IN (SELECT itemID FROM deletedItems)
    ORDER BY i.itemID"""


def _said(database: Path) -> dict[str, tuple[int, str]]:
    """Return number and title of the items outside Zotero's trash, by key."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        return {key: (number, title) for number, key, title in connection.execute(_ITEMS)}


# --- what a person does in Zotero -----------------------------------------------------------------


def zotero(life: Life, now: Now) -> None:
    """Change something in Zotero."""
    if life.zotero is None:
        life.zotero = ZoteroLibrary(life.outside / "Zotero")
    there = _said(life.zotero.path)
    acts: list[Callable[[ZoteroLibrary, Now, list[int]], None]] = [_come, _come]
    if there:
        acts += [_say, _say, _credit, _tag, _collect, _attach, _annotate, _note, _go]
    act = now.one(acts)
    act(life.zotero, now, [number for number, _ in there.values()])
    life.steps[-1] += f": {act.__name__[1:]}"


def _come(zotero: ZoteroLibrary, now: Now, _: list[int]) -> None:
    """Make an item, perhaps of a paper that the library has."""
    stamp = now.chance.randrange(10**6)
    dois = [now.rows[key] for key in now.keys("paper") if key[2] == "doi" and now.rows[key]]
    doi = now.one(dois) if dois and now.chance.random() < 0.3 else f"10.55555/z{stamp}"
    held = [key[1] for key in now.keys("paper") if now.rows[key] == doi and key[2] == "doi"]
    title = str(now.rows["paper", held[0], "title"]) if held else f"Item of {now.word()} z{stamp}z"
    number = zotero.item(title, DOI=doi, date=now.one(("1999", "2001", "2020")))
    zotero.credit(number, now.one(("Ann Roe", "Li Wei")))


def _say(zotero: ZoteroLibrary, now: Now, items: list[int]) -> None:
    stamp = now.chance.randrange(10**6)
    field, value = now.one(
        (
            *(("title", f"Renamed {now.word()} z{stamp}z"), ("date", str(1900 + stamp % 100))),
            *(("abstractNote", f"On {now.word()}, {stamp}."), ("abstractNote", None)),
            *(("publicationTitle", f"Journal {now.word()}"), ("DOI", f"10.55555/z{stamp}")),
        )
    )
    zotero.say(now.one(items), **{field: value})


def _credit(zotero: ZoteroLibrary, now: Now, items: list[int]) -> None:
    zotero.credit(now.one(items), *now.chance.sample(("Ann Roe", "Bo Ek", "Li Wei"), 2))


def _tag(zotero: ZoteroLibrary, now: Now, items: list[int]) -> None:
    item, name = now.one(items), f"zotero {now.chance.randrange(4)}"
    there = "SELECT 1 FROM itemTags t JOIN tags n USING (tagID) WHERE itemID = ? AND name = ?"
    with zotero.changing() as database:
        tagged = database.execute(there, (item, name)).fetchone()
    if tagged:
        zotero.run(
            "DELETE FROM itemTags WHERE itemID = ?"
            " AND tagID = (SELECT tagID FROM tags WHERE name = ?)",
            *(item, name),
        )
    else:
        zotero.tag(item, name)


def _collect(zotero: ZoteroLibrary, now: Now, items: list[int]) -> None:
    """Put an item into a collection or take it out; make, rename or remove one."""
    with zotero.changing() as database:
        held = [each for (each,) in database.execute("SELECT collectionID FROM collections")]
        pairs = set(database.execute("SELECT collectionID, itemID FROM collectionItems"))
    drawn = now.chance.random()
    if not held or (drawn < 0.2 and len(held) < 4):
        held.append(zotero.collection(f"Zotero {now.word()} {now.chance.randrange(99)}"))
    place, item = now.one(held), now.one(items)
    if drawn > 0.9:
        zotero.run("DELETE FROM collectionItems WHERE collectionID = ?", place)
        zotero.run("DELETE FROM collections WHERE collectionID = ?", place)
    elif drawn > 0.75:
        name = f"Zotero {now.word()} {now.chance.randrange(99)}"
        zotero.run("UPDATE collections SET collectionName = ? WHERE collectionID = ?", name, place)
    else:
        zotero.collect(place, item, member=(place, item) not in pairs)


def _attach(zotero: ZoteroLibrary, now: Now, items: list[int]) -> None:
    """Attach a file; its content is one of few, some of them also the library's own."""
    name = f"source {now.chance.randrange(8)}.pdf"
    attachment = zotero.attach(now.one(items), name)
    zotero.stored(attachment, name).write_bytes(b"%PDF-1.7 " + name.encode())


def _annotate(zotero: ZoteroLibrary, now: Now, _: list[int]) -> None:
    with zotero.changing() as database:
        files = [each for (each,) in database.execute("SELECT itemID FROM itemAttachments")]
        marks = [each for (each,) in database.execute("SELECT itemID FROM itemAnnotations")]
    if marks and now.chance.random() < 0.4:
        zotero.comment(now.one(marks), f"{now.word()} {now.chance.randrange(99)}")
    elif files:
        zotero.annotate(now.one(files), f"marked {now.word()}", now.one(("", now.word())))


def _note(zotero: ZoteroLibrary, now: Now, items: list[int]) -> None:
    zotero.note(now.one(items), f"<p>Noted {now.word()} {now.chance.randrange(99)}</p>")


def _go(zotero: ZoteroLibrary, now: Now, items: list[int]) -> None:
    """Move an item to Zotero's trash, empty that, or take everything out of it."""
    kind = now.one((zotero.trash, zotero.delete, None))
    if kind is None:
        zotero.run("DELETE FROM deletedItems")
    else:
        kind(now.one(items))


# --- following ------------------------------------------------------------------------------------


def follow(life: Life, now: Now) -> Step | None:
    """Take what is new, changed and gone in Zotero."""
    if life.zotero is None:
        return None
    there, before = _said(life.zotero.path), now.rows
    said_last, life.zotero_said = (
        life.zotero_said,
        {key: title for key, (_, title) in there.items()},
    )

    def holds(rows: Rows) -> None:
        _require_taken(rows, there)
        _require_titles(before, rows, said_last, there)
        look(life.library, now.outside)
        again = difference(rows, observing.observed(life.database))
        assert not again, f"a second look changed\n{told(again)}"

    return Step(
        f"follow Zotero, items: {len(there)}",
        lambda library: look(library, now.outside),
        (),
        quiet=QUIET,
        holds=holds,
    )


def look(library: Library, outside: Path) -> None:
    """Look at Zotero once, as after a start."""
    with (
        _temporary(outside),
        closing(ZoteroFollower(library, outside / "Zotero", Pages())) as follower,
    ):
        follower.look(SilentJob(), confirmed=True)


@contextmanager
def _temporary(outside: Path) -> Iterator[None]:
    """Let temporary files lie where they go with the life."""
    before, tempfile.tempdir = tempfile.tempdir, str(outside)
    try:
        yield
    finally:
        tempfile.tempdir = before


def _require_taken(rows: Rows, there: dict[str, tuple[int, str]]) -> None:
    """Each item is known, and no other."""
    known = {key[2] for key in rows if key[:2] == ("followed", "u")}
    assert known == there.keys(), f"followed: {known ^ there.keys()}"


def _require_titles(
    before: Rows, rows: Rows, said_last: dict[str, str], there: dict[str, tuple[int, str]]
) -> None:
    """A title that was Zotero's is so still, unless two items are one paper."""
    papers = [value for key, value in rows.items() if key[0] == "followed"]
    for key, (_, title) in there.items():
        paper = rows["followed", "u", key]
        alone = papers.count(paper) == 1 and before.get(("followed", "u", key)) == paper
        if paper and alone and before["paper", paper, "title"] == said_last.get(key):
            found = rows["paper", paper, "title"]
            assert found == title, f"the title of {paper} is “{found}”, not “{title}”"
