"""Entries added to the ``.bib`` file of a manuscript, undone and done again."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.records import Paper, PaperRecord
from core.library.exports.added_entries import AddedEntries
from core.library.following.bib_follower import BibFollower
from core.library.library import Library
from tests import wording

FILE = """% Mine
@article{walks, title = {Walks on graphs and trees}, year = 2016, ids = {roe2016}}

@comment{end}
"""


@pytest.fixture
def papers(library: Library) -> list[Paper]:
    records = [
        PaperRecord(title="Walks on graphs and trees", year=2016),
        PaperRecord(title="Roses", year=2001, extra={"citation_key": "ng2001"}),
        PaperRecord(title="Walks", year=2016, extra={"citation_key": "roe2016"}),
    ]
    list(library.papers.add(records, source="test"))
    return library.papers.get_many(library.papers.numbers())


@pytest.fixture
def bib(tmp_path: Path) -> Path:
    path = tmp_path / "thesis.bib"
    path.write_text(FILE, "utf-8")
    return path


def test_what_the_file_lacks_is_added_once_and_an_undo_takes_it_out(
    library: Library, papers: list[Paper], bib: Path
) -> None:
    added = AddedEntries(library.database)
    assert added.add(bib, papers) == 1, "a title and an alias are there"
    text = bib.read_text("utf-8")
    assert text.count("@") == 3
    assert "ng2001" in text
    assert text.endswith("@comment{end}\n")
    assert added.add(bib, papers) == 0
    assert not added.is_due()
    assert str(library.history.all()[0].said) == wording.fill(
        wording.ENTRIES_ADDED, count=1, file="thesis.bib"
    )
    library.history.undo_last()
    assert added.is_due()
    assert added.settle() == []
    assert bib.read_text("utf-8") == FILE
    library.history.redo_next()
    added.settle()
    assert bib.read_text("utf-8") == text


def test_an_entry_that_was_changed_since_stays(
    library: Library, papers: list[Paper], bib: Path
) -> None:
    added = AddedEntries(library.database)
    added.add(bib, papers)
    mine = bib.read_text("utf-8").replace("Roses", "Red roses")
    bib.write_text(mine, "utf-8")
    library.history.undo_last()
    added.settle()
    assert bib.read_text("utf-8") == mine
    assert not added.is_due()


def test_a_new_file_is_made_and_a_broken_or_followed_one_refused(
    library: Library, papers: list[Paper], bib: Path
) -> None:
    added = AddedEntries(library.database)
    new = bib.with_name("references.bib")
    assert added.add(new, papers) == 3
    assert new.read_text("utf-8").count("@") == 3
    bib.write_text(FILE + "@article{half, title = {", "utf-8")
    with pytest.raises(UsageError, match="broken entry"):
        added.add(bib, papers)
    assert not added.is_due()
    BibFollower(library).start(bib)
    with pytest.raises(UsageError, match="is a followed"):
        added.add(bib, papers)
