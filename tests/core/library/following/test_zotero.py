"""A library follows a database of Zotero that is being written, and never writes there."""

from __future__ import annotations

import json
from contextlib import closing

import pytest

from core.base.errors import FormatError
from core.base.jobs import JobCancelled
from core.base.records import PaperNumber, PaperRecord
from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from tests.core.library.following.followed import (
    Pages,
    collections,
    look,
    papers,
    titles,
    trash,
)
from tests.core.library.imports.conftest import Stopping
from tests.zotero_library import GROUP, ZoteroLibrary

# --- what comes along -----------------------------------------------------------------------------


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


# --- what changes -------------------------------------------------------------------------------


def test_what_changed_follows_and_nothing_else_is_read(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.items([f"Paper number {n} on peat" for n in range(30)])
    walks = zotero.item("Walks on grphs", abstractNote="Far.")
    assert look(follower).added == 31
    revision = library.papers.revision()
    assert not follower.is_due()
    assert look(follower).touched == 0
    assert library.papers.revision() == revision
    zotero.say(walks, title="Walks on graphs", abstractNote=None, date="2016")
    assert follower.is_due()
    report = look(follower)
    assert (report.added, report.changed, report.trashed) == (0, 1, ())
    paper = papers(library)[-1]
    assert (paper.title, paper.abstract, paper.year) == ("Walks on graphs", "", 2016)
    assert library.papers.revision() == revision + 1


def test_what_the_person_edited_stays(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks = zotero.item("Walks on graphs", abstractNote="Far.", extra="Kept: no", pages="1-9")
    look(follower)
    (paper,) = papers(library)
    library.papers.update(paper.number, abstract="Mine.", extra={**paper.extra, "page": "7"})
    zotero.say(walks, title="Long walks on graphs", abstractNote="Farther.", pages="2-9")
    report = look(follower)
    (paper,) = papers(library)
    assert (paper.title, paper.abstract) == ("Long walks on graphs", "Mine.")
    assert paper.extra["page"] == "7"
    assert (report.changed, report.kept) == (1, 2)


def test_a_paper_that_was_there_before_keeps_its_own_fields(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    mine = PaperRecord(title="Walks on graphs", doi="10.1000/abc", abstract="Mine.")
    list(library.papers.add([mine], source="other.bib"))
    walks = zotero.item("Walks on graphs", DOI="10.1000/abc", abstractNote="Far.", date="2016")
    assert look(follower).changed == 1
    (paper,) = papers(library)
    assert (paper.abstract, paper.year) == ("Mine.", 2016)
    zotero.say(walks, abstractNote="Farther.", date="2017")
    look(follower)
    (paper,) = papers(library)
    assert (paper.abstract, paper.year) == ("Mine.", 2017)
    zotero.delete(walks)
    assert look(follower).trashed == ()  # it came from elsewhere, too
    assert titles(library) == ["Walks on graphs"]


def test_two_items_that_are_one_paper_are_followed_together(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    one = zotero.item("Walks on graphs", DOI="10.1000/abc")
    other = zotero.item("Walks on graphs", DOI="10.1000/abc", library=GROUP)
    assert look(follower).added == 1
    zotero.delete(one)
    assert look(follower).trashed == ()
    zotero.delete(other)
    assert look(follower).trashed == (PaperNumber(1),)
    assert trash(library) == ["Walks on graphs"]


def test_collections_and_tags_follow_and_those_of_the_person_stay(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks = zotero.item("Walks on graphs")
    old, new = zotero.collection("Old"), zotero.collection("New")
    zotero.collect(old, walks)
    zotero.tag(walks, "green")
    look(follower)
    library.collections.assign(library.collections.add("Of mine"), [PaperNumber(1)])
    library.tags.assign(library.tags.add("mine"), [PaperNumber(1)])
    zotero.collect(old, walks, member=False)
    zotero.collect(new, walks)
    zotero.run("DELETE FROM itemTags")
    zotero.run("UPDATE collections SET collectionName = 'Newer' WHERE collectionName = 'New'")
    look(follower)
    held = ["Walks on graphs"]
    assert collections(library) == {"Of mine": held, "Old": [], "Newer": held}
    assert [tag.name for tag in library.tags.of(PaperNumber(1))] == ["mine"]
    zotero.run("DELETE FROM collections WHERE collectionName = 'Old'")
    zotero.run("INSERT INTO deletedCollections (collectionID) VALUES (?)", new)
    zotero.run("DELETE FROM collectionItems")
    look(follower)
    assert collections(library) == {"Of mine": held}


def test_a_collection_that_the_person_removed_or_renamed_is_left_alone(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks = zotero.item("Walks on graphs")
    gone, renamed = zotero.collection("Gone"), zotero.collection("Named")
    for each in (gone, renamed):
        zotero.collect(each, walks)
    look(follower)
    numbers = {group.name: group.number for group in library.collections.all()}
    library.collections.remove(numbers["Gone"])
    library.collections.rename(numbers["Named"], "As I call it")
    zotero.run("UPDATE collections SET collectionName = collectionName || '!'")
    zotero.say(walks, title="Long walks on graphs")
    look(follower)
    assert collections(library) == {"As I call it": ["Long walks on graphs"]}


# --- what is gone -------------------------------------------------------------------------------


def test_what_is_gone_in_zotero_goes_to_the_trash_and_comes_back(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks, roses = zotero.item("Walks on graphs"), zotero.item("Roses in the wild")
    look(follower)
    zotero.trash(walks)
    report = look(follower)
    assert report.trashed == (PaperNumber(1),)
    assert report.notes == ["Left out, in Zotero's trash: 1."]
    assert (titles(library), trash(library)) == (["Roses in the wild"], ["Walks on graphs"])
    library.papers.restore(report.trashed)  # as Undo does
    zotero.say(roses, date="2001")
    look(follower)
    assert len(titles(library)) == 2  # the person wants it
    library.papers.trash([PaperNumber(1)])
    zotero.run("DELETE FROM deletedItems")
    look(follower)
    assert trash(library) == []
    assert len(titles(library)) == 2


def test_a_paper_in_the_trash_or_deleted_for_good_is_not_brought_back(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks, roses = zotero.item("Walks on graphs"), zotero.item("Roses in the wild")
    look(follower)
    library.papers.trash([PaperNumber(1), PaperNumber(2)])
    library.papers.purge([PaperNumber(2)])
    zotero.say(walks, date="2016")
    zotero.say(roses, date="2016")
    assert look(follower).added == 0
    assert (titles(library), trash(library)) == ([], ["Walks on graphs"])


def test_when_most_is_gone_at_once_the_person_is_asked(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.items([f"Paper number {n} on peat" for n in range(40)])
    look(follower)
    zotero.delete(*range(1, 31))
    report = look(follower)
    assert (report.held, report.trashed, len(titles(library))) == (30, (), 40)
    assert "30 papers were missing from Zotero at once" in report.notes[0]
    assert len(look(follower, confirmed=True).trashed) == 30
    assert len(titles(library)) == 10


# --- beside a running Zotero --------------------------------------------------------------------


def test_what_is_only_in_the_log_of_a_running_zotero_follows(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.item("Walks on graphs")
    look(follower)
    with zotero.writer() as running:
        for n in range(5):
            running.execute("BEGIN")
            running.execute("UPDATE itemDataValues SET value = ?", (f"Walks, part {n}",))
            running.execute(
                "UPDATE items SET clientDateModified = ?", (f"2020-02-0{n + 1} 00:00:00",)
            )
            running.execute("COMMIT")
            before = zotero.content()
            assert follower.is_due()
            assert look(follower).changed == 1
            assert titles(library) == [f"Walks, part {n}"]
            assert not follower.is_due()
            assert zotero.content() == before
        running.execute("BEGIN")
        running.execute("UPDATE itemDataValues SET value = 'Never said'")
        look(follower)
        assert titles(library) == ["Walks, part 4"]
        running.execute("ROLLBACK")


def test_what_a_rollback_journal_takes_back_is_never_seen(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    import sqlite3

    zotero.items([f"Paper number {n} on peat" for n in range(300)])
    with closing(sqlite3.connect(zotero.path, isolation_level=None)) as running:
        running.execute("PRAGMA cache_size = 1")  # so that pages are written before the commit
        running.execute("BEGIN")
        running.execute("UPDATE itemDataValues SET value = value || ' (half)'")
        assert (zotero.folder / "zotero.sqlite-journal").exists()
        before = zotero.content()
        assert look(follower).added == 300
        assert zotero.content() == before
        running.execute("ROLLBACK")
    assert not any("half" in title for title in titles(library))
    assert look(follower).touched == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE version SET version = 10 WHERE schema = 'compatibility'",
        "ALTER TABLE items RENAME COLUMN dateModified TO changed",
        "DROP TABLE libraries",
    ],
)
def test_tables_of_an_unknown_form_change_nothing(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower, statement: str
) -> None:
    zotero.item("Walks on graphs")
    look(follower)
    zotero.run(statement)
    with pytest.raises(FormatError, match="a form that this version of Cocite does not know"):
        look(follower)
    assert titles(library) == ["Walks on graphs"]


def test_a_database_that_is_gone_changes_nothing(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.item("Walks on graphs")
    look(follower)
    zotero.path.rename(zotero.folder / "moved")
    for ask in (follower.is_due, lambda: look(follower)):
        with pytest.raises(FormatError, match=r"“zotero.sqlite” could not be read"):
            ask()
    zotero.path.write_bytes(b"no database" * 100)
    with pytest.raises(FormatError, match="cannot be opened"):
        look(follower)
    assert titles(library) == ["Walks on graphs"]


def test_a_stop_keeps_what_was_finished_and_the_next_look_goes_on(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.items([f"Paper number {n} on peat" for n in range(900)])
    with pytest.raises(JobCancelled):
        look(follower, Stopping(600))
    done = len(titles(library))
    assert 0 < done < 900
    assert follower.is_due()
    assert look(follower).added == 900 - done


def test_items_changed_within_one_second_are_not_missed(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    """Zotero's dates have whole seconds, so the date says nothing of the second change."""
    walks = zotero.item("Walks on graphs")
    now = (
        "UPDATE items SET dateModified = CURRENT_TIMESTAMP, clientDateModified = CURRENT_TIMESTAMP"
    )
    zotero.run(now)
    look(follower)
    zotero.run("UPDATE itemDataValues SET value = 'Runs on graphs'")
    assert walks
    assert follower.is_due()
    look(follower)
    assert titles(library) == ["Runs on graphs"]


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


def test_a_doi_that_another_paper_has_is_left_there(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.item("Walks on graphs", DOI="10.1000/abc")
    roses = zotero.item("Roses in the wild", DOI="10.1000/xyz")
    look(follower)
    zotero.say(roses, DOI="10.1000/abc", date="2001")
    (said,) = look(follower).notes
    assert "belongs to another paper of the library, “Walks on graphs”" in said
    assert [(paper.doi, paper.year) for paper in papers(library)] == [
        ("10.1000/abc", None),
        ("10.1000/xyz", 2001),
    ]


def test_what_is_remembered_survives_a_new_start(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.item("Walks on graphs", abstractNote="Far.")
    look(follower)
    revision = library.papers.revision()
    with closing(ZoteroFollower(library, zotero.folder, Pages())) as again:
        assert again.is_due()
        assert look(again).touched == 0
    assert library.papers.revision() == revision
    assert json.dumps(library.database.rows("SELECT * FROM followed_items"))
