"""Items of a followed Zotero as papers."""

from __future__ import annotations

from contextlib import closing

from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from tests.core.library.following.followed import (
    collections,
    look,
    papers,
    titles,
)
from tests.zotero_library import GROUP, ZoteroLibrary


def test_items_come_with_collections_tags_and_key(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks = zotero.item(
        "Walks on graphs", DOI="10.1000/abc", date="2016-05-00 May 2016", citationKey="roe2016"
    )
    zotero.credit(walks, "Ann Roe", "Bo Ng")
    thesis = zotero.collection("Thesis")
    zotero.collect(zotero.collection("Graphs", above=thesis), walks)
    zotero.tag(walks, "mine")
    zotero.tag(walks, "graph theory", automatic=True)
    report = look(follower)
    (paper,) = papers(library)
    assert (report.added, report.changed, report.notes) == (1, 0, [])
    assert (paper.title, paper.authors, paper.year) == (
        "Walks on graphs",
        ("Ann Roe", "Bo Ng"),
        2016,
    )
    assert (paper.doi, paper.citation_key) == ("10.1000/abc", "roe2016")
    assert paper.keywords == ("graph theory", "mine")
    assert collections(library) == {"Thesis": [], "Thesis / Graphs": ["Walks on graphs"]}
    assert [tag.name for tag in library.tags.of(paper.number)] == ["mine"]


def test_group_libraries_come_and_feeds_do_not(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    bog = zotero.item("Bogs of the north", library=GROUP)
    zotero.collect(zotero.collection("Wet", library=GROUP), bog)
    zotero.item("News of today", library=3)
    look(follower)
    assert titles(library) == ["Bogs of the north"]
    assert collections(library) == {
        "Peat Group": ["Bogs of the north"],
        "Peat Group / Wet": ["Bogs of the north"],
    }


def test_better_bibtex_gives_keys_from_its_own_database(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    import sqlite3

    walks = zotero.item("Walks on graphs")
    path = zotero.folder / "better-bibtex.sqlite"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "CREATE TABLE citationkey (itemID, itemKey, libraryID, citationKey, pinned)"
        )
        database.execute(
            "INSERT INTO citationkey VALUES (?, ?, 1, 'walks2016', 0)", (walks, zotero.key(walks))
        )
    look(follower)
    (paper,) = papers(library)
    assert paper.citation_key == "walks2016"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE citationkey SET citationKey = 'roe16'")
    assert follower.is_due()
    assert look(follower).changed == 1
    (paper,) = papers(library)
    assert paper.citation_key == "roe16"
    assert paper.extra["ids"] == "walks2016"  # manuscripts that cite the old key still find it


def test_items_that_cannot_be_taken_are_told_once(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.item("Walks on graphs")
    empty = zotero.item("")
    report = look(follower)
    assert report.notes == [f"Item {zotero.key(empty)} was left out: the item has no title."]
    assert look(follower).notes == []
    zotero.say(empty, title="Roses in the wild")
    assert look(follower).added == 1
