"""What imports merged: what is remembered of it, and taking it apart."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.messages import Message
from core.base.records import Manuscript, PaperNumber, PaperRecord
from core.base.reports import ImportEntry
from core.library.database.record_log import packed, unpacked
from core.library.imports.importing import import_sources
from core.library.library import Library
from core.library.store.paper_rows import read_drafts
from tests import wording
from tests.core.library.imports.conftest import Shelf, pdf

FIRST = "@article{a, title={Weighing contexts by rarity in winter}, author={Smith, Ann}, year=2020}"
SECOND = (
    "@article{b, title={Weighing contexts by rarity in winter}, author={Smith, A.}, year=2020,"
    " journal={J. Walks}, volume=3, doi={10.55555/x.1}, keywords={peat}}"
)


def read(library: Library, folder: Path, name: str, text: str) -> list[ImportEntry]:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    entries: list[ImportEntry] = []
    import_sources(library, [file], parser=None, on_entry=entries.append)
    return entries


@pytest.fixture
def merged(library: Library, tmp_path: Path) -> Library:
    """A library in which the second entry became part of the first."""
    read(library, tmp_path, "a.bib", FIRST)
    (entry,) = read(library, tmp_path, "b.bib", SECOND)
    assert (entry.status, entry.paper) == ("merged", 1)
    return library


def test_a_merge_names_the_paper_and_the_reason(merged: Library) -> None:
    (merge,) = merged.import_merges.all()
    assert (merge.kind, merge.paper, merge.source) == ("import", 1, "b.bib")
    assert merge.record.authors == ("A. Smith",)
    assert merge.reason == (
        wording.fill(
            "core.library.store.intake:_why_merged",
            paper="“Weighing contexts by rarity in winter” (a)",
            why=wording.fill(wording.SAME_TITLE_AUTHORS_AND_YEAR),
        )
    )


def test_what_was_merged_is_two_papers_again(merged: Library, tmp_path: Path) -> None:
    (merge,) = merged.import_merges.all()
    merged.import_merges.undo_merge(merge)
    first, second = merged.papers.get_many(merged.papers.numbers())
    assert (first.venue, first.doi, first.keywords, first.ids) == ("", "", (), ("cocite:1",))
    assert set(first.extra) == {"citation_key", "type"}
    assert (second.venue, second.doi, second.keywords) == ("J. Walks", "10.55555/x.1", ("peat",))
    assert (second.citation_key, second.ids) == ("b", ("doi:10.55555/x.1",))
    assert merged.import_merges.all() == []
    assert merged.duplicates.scan() == []
    for name, text in (("a.bib", FIRST), ("b.bib", SECOND)):
        (entry,) = read(merged, tmp_path, name, text)
        assert entry.status == "unchanged"
    merged.history.undo_last()
    assert merged.papers.numbers() == [1]
    assert merged.papers.get(PaperNumber(1)).doi == "10.55555/x.1"
    assert len(merged.import_merges.all()) == 1
    assert merged.verify().sound


def test_undoing_a_separation_leaves_nothing_in_the_trash(merged: Library) -> None:
    (merge,) = merged.import_merges.all()
    merged.import_merges.undo_merge(merge)
    merged.history.undo_last()
    assert merged.papers.ordered(sort="added", descending=False, trashed=True) == []
    (paper,) = merged.papers.get_many(merged.papers.numbers())
    assert (paper.citation_key, paper.aliases, paper.doi) == ("a", ("b",), "10.55555/x.1")
    merged.history.redo_next()
    assert len(merged.papers.numbers()) == 2
    assert merged.papers.resolve("doi:10.55555/x.1") == 2
    merged.history.undo_last()
    assert merged.papers.numbers() == [1]
    assert merged.papers.resolve("doi:10.55555/x.1") == 1
    assert merged.verify().sound


def test_what_was_changed_in_a_separated_paper_is_not_lost_by_undoing(merged: Library) -> None:
    (merge,) = merged.import_merges.all()
    merged.import_merges.undo_merge(merge)
    merged.papers.update(PaperNumber(2), venue="Walks by night")
    separated = merged.history.all()[1]
    with contextlib.suppress(UsageError):  # "changed the same afterwards"
        merged.history.undo(separated.number)
    assert merged.papers.get(PaperNumber(2)).venue == "Walks by night"


def test_what_a_person_changed_since_stays(merged: Library) -> None:
    merged.papers.update(PaperNumber(1), venue="Walks", keywords=("sand",))
    merged.import_merges.undo_merge(merged.import_merges.all()[0])
    first = merged.papers.get(PaperNumber(1))
    assert (first.venue, first.keywords, first.doi) == ("Walks", ("sand",), "")


def test_each_paper_is_written_as_its_own_entry_was(merged: Library) -> None:
    merged.import_merges.undo_merge(merged.import_merges.all()[0])
    drafts = read_drafts(merged.database, merged.papers.numbers())
    sources = [drafts[number].record.source for number in merged.papers.numbers()]
    assert [source and source.key for source in sources] == ["a", "b"]
    names = [{field.name for field in source.fields} if source else set() for source in sources]
    assert names[0] == {"", "title", "author", "year"}
    assert names[1] == {*names[0], "journal", "volume", "doi", "keywords"}


def test_a_merge_is_taken_apart_once(merged: Library) -> None:
    (merge,) = merged.import_merges.all()
    merged.import_merges.undo_merge(merge)
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.duplicates.taking_apart:undo_merge apart")
    ):
        merged.import_merges.undo_merge(merge)
    assert merged.papers.count() == 2


def test_a_file_that_came_with_a_record_goes_with_it(library: Library, tmp_path: Path) -> None:
    read(library, tmp_path, "a.bib", FIRST)
    shelf = Shelf()
    shelf.manuscripts["p.pdf"] = Manuscript(
        title="Weighing contexts by rarity in winter", authors=("Ann Smith",)
    )
    import_sources(library, [pdf(tmp_path / "p.pdf")], parser=shelf)
    assert len(library.papers.files(PaperNumber(1))) == 1
    library.import_merges.undo_merge(library.import_merges.all()[0])
    assert library.papers.files(PaperNumber(1)) == []
    assert len(library.papers.files(PaperNumber(2))) == 1
    assert library.verify().sound


def test_an_entry_read_again_is_no_merge(merged: Library, tmp_path: Path) -> None:
    for _ in range(2):
        (entry,) = read(merged, tmp_path, "b.bib", SECOND)
        assert (entry.status, entry.reason) == ("unchanged", "")
    assert len(merged.import_merges.all()) == 1


def test_what_an_earlier_version_merged_is_known_from_the_history(
    merged: Library, tmp_path: Path
) -> None:
    database = merged.database
    database.execute("DELETE FROM import_merges")
    database.execute("UPDATE meta SET value = 99 WHERE name = 'kept import merges'")
    for number, rows in database.rows("SELECT number, rows FROM history_parts"):
        kept = [each for each in unpacked(rows) if each.table != "import_merges"] if rows else []
        left = packed(kept) if kept else b""
        database.execute("UPDATE history_parts SET rows = ? WHERE number = ?", left, number)
    (merge,) = merged.import_merges.all()
    assert (merge.kind, merge.name) == ("history", "h2-1")
    assert (merge.record.venue, merge.record.doi) == ("J. Walks", "10.55555/x.1")
    assert merge.record.extra["volume"] == "3"
    merged.import_merges.undo_merge(merge)
    first, second = merged.papers.get_many(merged.papers.numbers())
    assert (first.venue, first.doi, first.ids) == ("", "", ("cocite:1",))
    assert (second.title, second.venue) == (first.title, "J. Walks")
    assert second.ids == ("doi:10.55555/x.1",)
    assert merged.import_merges.all() == []
    assert merged.verify().sound


def test_papers_that_an_import_joined_are_listed_and_parted(library: Library) -> None:
    stated = {"year": 2020, "authors": ("Ann Bee",), "venue": "Journal of Walks"}
    title = "Weighing contexts by rarity in winter"
    with library.database.action(Message("Imported papers: {added:,}", added=2)):
        records = [
            PaperRecord(title=title, doi="10.1000/a", **stated),  # type: ignore[arg-type]
            PaperRecord(title="Wrong", arxiv="2001.00001", **stated),  # type: ignore[arg-type]
        ]
        list(library.papers.add(records, source="a.bib"))
    library.papers.update(PaperNumber(2), title=title)
    with library.database.action(Message("Imported papers: {added:,}", added=0)):
        both = PaperRecord(title=title, doi="10.1000/a", arxiv="2001.00001", **stated)  # type: ignore[arg-type]
        list(library.papers.add([both], source="b.bib"))
    assert library.papers.numbers() == [1]
    (joined,) = [each for each in library.import_merges.all() if each.kind == "papers"]
    library.import_merges.undo_merge(joined)
    assert library.papers.numbers() == [1, 2]


def test_records_that_are_kept_are_json(merged: Library) -> None:
    (merge,) = merged.import_merges.all()
    assert json.loads(json.dumps(dict(merge.record.extra))) == dict(merge.record.extra)
