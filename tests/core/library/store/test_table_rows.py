"""What a person who browses sees and changes: rows, places, saved searches, edits, a recovery."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.errors import UsageError
from core.base.jobs import SilentJob
from core.base.records import Manuscript, PaperNumber, PaperRecord, Sentence
from core.library.database.connection import DATABASE
from core.library.library import Library
from core.library.safety.recovery import Recovery
from core.library.store.editing import check_edit
from core.library.store.groups import GroupStore
from core.library.store.notes import NoteStore
from core.library.store.ordering import sizes
from core.library.store.saved_searches import SavedSearches
from core.library.store.table_rows import table_rows
from core.manuscript.text.extractor import EXTRACTOR

RECORDS = [
    PaperRecord(title="Olives", doi="10.1000/a", year=2001),
    PaperRecord(title="Tulips", doi="10.1000/b", year=2002),
    PaperRecord(title="Dunes", year=2003),
]
ONE, TWO, THREE = (PaperNumber(n) for n in (1, 2, 3))


@pytest.fixture
def filled(library: Library) -> Library:
    list(library.papers.add(RECORDS, source="test"))
    return library


def test_a_row_says_what_hangs_on_a_paper(filled: Library) -> None:
    filled.citations.add_citations([(TWO, ONE), (THREE, ONE)], "test")
    NoteStore(filled.database).set(ONE, "Read.")
    filled.embeddings.put("model", [ONE, TWO], np.zeros((2, 4), np.float16))
    text = Manuscript(title="Olives", sentences=(Sentence(0, None, 0, "Green.", ()),))
    for number in (ONE, TWO):
        filled.papers.attach_file(number, Path(f"/{number}.pdf"), f"{number:064}")
    filled.fulltexts.store(f"{ONE:064}", text, {}, settled=True)
    filled.papers.trash([THREE])
    one, two = table_rows(filled.database, [ONE, TWO, PaperNumber(9)], model="model")
    assert (one.cited_by, one.has_note, one.has_vector, one.text) == (1, True, True, "read")
    assert (two.cited_by, two.has_note, two.text) == (0, False, "waiting")
    assert not table_rows(filled.database, [ONE], model="another")[0].has_vector
    filled.fulltexts.note_failure(f"{TWO:064}", "failed", "it holds only images")
    (two,) = table_rows(filled.database, [TWO], model="model")
    assert (two.text, two.text_problem) == ("failed", "it holds only images")
    assert EXTRACTOR


def test_the_places_have_sizes(filled: Library) -> None:
    filled.papers.trash([THREE])
    found = sizes(filled.database, "model")
    assert (found.papers, found.unfiled, found.unindexed) == (2, 2, 2)


def test_searches_are_kept_under_names_of_their_own(filled: Library) -> None:
    searches = SavedSearches(filled.database)
    olives = searches.add(" My  olives ", "words", "green   olives")
    assert (olives.name, olives.query) == ("My olives", "green olives")
    tulips = searches.add("Tulips", "words", "tulips")
    assert [each.name for each in searches.all()] == ["My olives", "Tulips"]
    for name, reason in (("my OLIVES", "A saved search named"), ("  ", "needs a name")):
        with pytest.raises(UsageError, match=reason):
            searches.rename(tulips.number, name)
    searches.rename(olives.number, "MY OLIVES")  # its own name in other letters
    searches.remove(tulips.number)
    assert len(searches.all()) == 1
    searches.put_back(tulips)
    assert tulips in searches.all()


def test_an_edit_can_be_tried_without_being_made(filled: Library) -> None:
    check_edit(filled.database, ONE, {"title": "Green olives", "ids": ["x:1"]})
    assert filled.papers.get(ONE).title == "Olives"
    assert filled.papers.resolve("x:1") is None
    with pytest.raises(UsageError, match="needs a title"):
        check_edit(filled.database, ONE, {"title": " "})
    filled.papers.update(ONE, ids=["x:1", "x:2"])
    with pytest.raises(UsageError):
        check_edit(filled.database, TWO, {"ids": ["x:1"]})
    filled.papers.update(ONE, ids=["x:2"])
    assert filled.papers.resolve("x:1") is None
    assert filled.papers.resolve("x:2") == filled.papers.resolve("10.1000/a") == ONE


def test_a_group_that_was_removed_comes_back_with_its_papers(filled: Library) -> None:
    tags = GroupStore(filled.database, "tag")
    number = tags.add("green")
    tags.assign(number, [ONE, TWO])
    members = tags.members(number)
    tags.remove(number)
    assert tags.members(number) == []
    tags.put_back(number, "green", members)
    assert tags.members(number) == [ONE, TWO]


def test_a_group_made_anew_meanwhile_gets_the_papers_back(filled: Library) -> None:
    tags = GroupStore(filled.database, "tag")
    number = tags.add("green")
    tags.remove(number)
    tags.add("blue")
    again = tags.add("green")
    tags.put_back(number, "green", [ONE, TWO])
    assert tags.members(again) == [ONE, TWO]


def test_a_lost_database_can_be_recovered_in_either_way(filled: Library) -> None:
    folder = filled.folder
    assert Recovery(folder).rebuildable() is None
    filled.safekeeping.back_up()
    filled.close()
    recovery = Recovery(folder)
    (backup,) = recovery.backups()
    papers, _ = recovery.rebuildable() or (0, None)
    assert papers == backup.papers == 3
    (folder / DATABASE).unlink()
    recovery.restore(backup.path, SilentJob())
    with Library.open(folder) as library:
        assert library.papers.count() == 3
        library.safekeeping.keep()
        library.safekeeping.back_up()
    (folder / DATABASE).unlink()
    recovery.rebuild(SilentJob())
    with Library.open(folder) as library:
        assert library.papers.count() == 3
