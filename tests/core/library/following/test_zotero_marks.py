"""Notes and annotations of a followed Zotero."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.jobs import SilentJob
from core.base.records import PaperNumber, Rect
from core.library.following.zotero import ZoteroFollower
from core.library.following.zotero_items import Marked
from core.library.following.zotero_marks import Place, take_marks
from core.library.library import Library
from core.library.store.annotations import AnnotationStore
from tests.core.library.following.followed import (
    Pages,
    look,
    papers,
)
from tests.core.library.imports.conftest import pdf
from tests.zotero_library import ZoteroLibrary


def test_notes_and_annotations_are_searched_as_text_of_the_paper(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks = zotero.item("Walks on graphs")
    zotero.note(walks, "<p>Compare with <b>mangroves</b></p>")
    file = zotero.attach(walks, "a.pdf")
    pdf(zotero.stored(file, "a.pdf"))
    zotero.annotate(file, "They walk in\nthe rain.", "<p>Really?</p>")
    away = zotero.attach(walks, "away.pdf")
    zotero.annotate(away, "Nobody walks.", "Ha")
    look(follower)
    found = library.fulltexts.passages([PaperNumber(1)])[PaperNumber(1)]
    assert [(each.section, each.page, each.text) for each in found] == [
        ("Annotation", 0, "They walk in the rain.\nReally?"),
        ("Note", -1, "Compare with mangroves\n\nNobody walks. Ha"),
    ]
    (mark,) = marks(library)
    assert (mark.kind, mark.colour, mark.rects) == (
        "highlight",
        "green",
        (Rect(0, 72, 130, 200, 142),),
    )
    changes = library.fulltexts.changes(0, 10)
    assert [(change.number, change.present) for change in changes] == [(1, True)]


def test_annotations_follow_and_those_that_the_person_changed_stay(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks = zotero.item("Walks on graphs")
    file = zotero.attach(walks, "a.pdf")
    pdf(zotero.stored(file, "a.pdf"))
    one, other, third, fourth = (zotero.annotate(file, f"Text {n}.") for n in range(4))
    look(follower)
    store = AnnotationStore(library.database)
    numbers = {mark.text: mark.number for mark in marks(library)}
    mine = next(mark for mark in marks(library) if mark.text == "Text 1.")
    from dataclasses import replace

    store.put(replace(mine, note="Of mine"))
    store.remove(numbers["Text 2."])
    for each in (one, other, third):
        zotero.comment(each, "Theirs")
    zotero.delete(fourth)
    zotero.run("DELETE FROM itemAnnotations WHERE itemID = ?", fourth)
    report = look(follower)
    assert report.changed == 1
    assert {(mark.number, mark.text, mark.note) for mark in marks(library)} == {
        (numbers["Text 0."], "Text 0.", "Theirs"),
        (numbers["Text 1."], "Text 1.", "Of mine"),
    }


@pytest.mark.parametrize(
    "position",
    [
        "no JSON",
        "[]",
        '{"pageIndex": "x"}',
        '{"pageIndex": 0, "rects": 3}',
        '{"pageIndex": 40, "rects": [[1, 2, 3, 4]]}',
        '{"pageIndex": 0, "rects": [[1, 2, 3]]}',
        '{"type": "CssSelector", "value": "p"}',
        '{"pageIndex": 0, "rects": [[NaN, 1, 2, 3]]}',
    ],
)
def test_an_annotation_without_a_place_is_text(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower, position: str
) -> None:
    walks = zotero.item("Walks on graphs")
    file = zotero.attach(walks, "a.pdf")
    pdf(zotero.stored(file, "a.pdf"))
    zotero.annotate(file, "They walk.")
    zotero.run("UPDATE itemAnnotations SET position = ?", position)
    look(follower)
    (paper,) = papers(library)
    assert paper.extra["annote"] == "They walk."
    assert marks(library) == []


def test_drawings_and_pictures_are_counted_unless_they_say_something() -> None:
    ink = Marked("I", "FILE", 4, "", "", "#ff6666", "{}")
    picture = replace(ink, key="P", kind=3)
    remark = replace(ink, key="R", comment="See the wall")
    taken = take_marks([ink, picture, remark], {}, {}, PlacesOfNoPage(), SilentJob())
    assert taken.unshown == 2
    assert taken.loose == [remark]


class PlacesOfNoPage:
    """A reader that finds no place."""

    def shown_places(self, path: Path, places: Sequence[Place], job: object = None) -> list[None]:
        """Return that none of the places is on a page."""
        del path, job
        return [None] * len(places)


def test_annotations_in_a_damaged_file_are_text(library: Library, zotero: ZoteroLibrary) -> None:
    walks = zotero.item("Walks on graphs")
    file = zotero.attach(walks, "a.pdf")
    pdf(zotero.stored(file, "a.pdf"))
    zotero.annotate(file, "They walk.")
    pages = Pages()
    pages.broken = True
    with closing(ZoteroFollower(library, zotero.folder, pages)) as follower:
        look(follower)
    assert papers(library)[0].extra["annote"] == "They walk."


def marks(library: Library) -> list:  # type: ignore[type-arg]
    numbers = library.database.column("SELECT number FROM annotations ORDER BY number")
    return AnnotationStore(library.database).many(numbers)
