"""A batch of changes from Zotero: what follows and what stays."""

from __future__ import annotations

from core.base.records import PaperNumber
from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from tests import wording
from tests.core.library.following.followed import (
    collections,
    look,
    papers,
    titles,
    trash,
)
from tests.zotero_library import GROUP, ZoteroLibrary


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


def test_what_is_gone_in_zotero_goes_to_the_trash_and_comes_back(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks, roses = zotero.item("Walks on graphs"), zotero.item("Roses in the wild")
    look(follower)
    zotero.trash(walks)
    report = look(follower)
    assert report.trashed == (PaperNumber(1),)
    assert report.notes == [wording.fill("core.library.following.zotero:_tell trash", count=1)]
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


def test_a_doi_that_another_paper_has_is_left_there(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.item("Walks on graphs", DOI="10.1000/abc")
    roses = zotero.item("Roses in the wild", DOI="10.1000/xyz")
    look(follower)
    zotero.say(roses, DOI="10.1000/abc", date="2001")
    (said,) = look(follower).notes
    assert wording.stem("core.library.store.editing:_require_free {key") + "Walks on graphs" in said
    assert [(paper.doi, paper.year) for paper in papers(library)] == [
        ("10.1000/abc", None),
        ("10.1000/xyz", 2001),
    ]
