"""Fields of a paper that follow Zotero, and those that a person edited."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from tests.core.library.following.followed import (
    look,
    papers,
    titles,
)
from tests.zotero_library import ZoteroLibrary


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
