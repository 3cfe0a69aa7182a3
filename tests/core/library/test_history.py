"""What was done to a library is undone: on another day, by another process, whatever it was."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.library_records import Annotation
from core.base.messages import Message
from core.base.records import (
    CitingContext,
    Manuscript,
    ManuscriptNumber,
    PaperNumber,
    PaperRecord,
    Rect,
    Reference,
    Sentence,
)
from core.library.database import record_log, recording
from core.library.database.record_log import marks
from core.library.database.recording import recorded_tables
from core.library.exports.kept_files import KeptFiles
from core.library.library import Library
from core.library.store.annotations import AnnotationStore
from core.library.store.attachments import content_hash, keep_copy
from core.library.store.citations import OUTSIDE
from core.library.store.editing import check_edit
from core.library.store.notes import NoteStore
from core.library.store.outside import Origin
from core.library.store.saved_searches import SavedSearches
from tests.rich_library import fill, records

ONE, TWO, THREE = PaperNumber(1), PaperNumber(2), PaperNumber(6)
READ = ManuscriptNumber(4)

State = dict[str, list[object]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library with something in every table, its history forgotten, and a PDF of its own."""
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as library:
        fill(library, 12)
        NoteStore(library.database).set(TWO, "Read this.")
        SavedSearches(library.database).add("Moors", "words", "moor")
        attach(library, TWO, "own.pdf")
        attach(library, THREE, "third.pdf")
        library.manuscripts.open(None, manuscript(), "hash")
        library.history.clear()
    return folder


def manuscript() -> Manuscript:
    sentence = Sentence(index=0, text="Moors are wet.", section=None, page=0, rects=())
    reference = Reference(index=0, label="1", text="Smith. Moors.")
    return Manuscript(title="On moors", sentences=(sentence,), references=(reference,))


def attach(library: Library, paper: PaperNumber, name: str) -> Path:
    source = library.folder.parent / name
    source.write_bytes(b"%PDF-1.7 " + name.encode())
    kept = keep_copy(library.folder, source, content_hash(source))
    library.papers.attach_file(paper, kept, content_hash(source))
    return kept


def state(library: Library) -> State:
    """Return all that can be undone, without what the program counts or dates."""
    found: State = {}
    for table in recorded_tables(library.database.connection):
        rows = library.database.rows(f"SELECT * FROM {table.name}")
        told = [marks(table.name, dict(zip(table.columns, row, strict=True))) for row in rows]
        found[table.name] = sorted(told, key=repr)
    return found


def difference(one: State, other: State) -> dict[str, object]:
    return {
        table: (
            [row for row in one[table] if row not in other[table]],
            [row for row in other[table] if row not in one[table]],
        )
        for table in one
        if one[table] != other[table]
    }


def detach(library: Library) -> None:
    file = library.papers.files(TWO)[-1]
    library.papers.detach_file(TWO, file.sha256)


def purge_all(library: Library) -> None:
    with library.database.action(Message("Deleted")):
        library.papers.trash(library.papers.numbers())
        library.papers.purge([ONE, TWO, THREE])


def decide_again(library: Library) -> None:
    with library.database.action(Message("Decided")):
        library.manuscripts.decide(READ, "Moors are wet.", ONE, "cite")
        library.manuscripts.decide(READ, "Moors are wet.", ONE, "reject")


def annotate(library: Library) -> None:
    mark = Annotation(ONE, "aa", "highlight", "yellow", (Rect(0, 1, 2, 3, 4),), "moor", "")
    AnnotationStore(library.database).put(mark)


ACTIONS: dict[str, Callable[[Library], object]] = {
    "trash": lambda library: library.papers.trash([ONE, TWO]),
    "restore": lambda library: library.papers.restore([THREE]),
    "purge": lambda library: library.papers.purge([THREE]),
    "purge of papers that are cited": purge_all,
    "edit": lambda library: library.papers.update(
        ONE, title="Bogs", authors=("Bo Ek",), doi="10.1000/new", citation_key="bogs", year=None
    ),
    "edit of several": lambda library: library.papers.update_many(
        {ONE: {"year": 1900}, TWO: {"year": 1901}}
    ),
    "merge": lambda library: library.duplicates.merge(ONE, [TWO, PaperNumber(5)]),
    "old merge": lambda library: library.papers.merge(ONE, [TWO]),
    "keep apart": lambda library: library.duplicates.say_different([ONE, TWO, THREE]),
    "versions": lambda library: library.duplicates.link_versions([ONE, TWO]),
    "attach": lambda library: attach(library, ONE, "more.pdf"),
    "detach": detach,
    "make collection": lambda library: library.collections.add("New", [ONE, TWO]),
    "rename collection": lambda library: library.collections.rename(1, "Gelesen"),
    "remove collection": lambda library: library.collections.remove(1),
    "take out of collection": lambda library: library.collections.assign(1, [ONE], member=False),
    "tag": lambda library: library.tags.assign(1, [ONE, TWO]),
    "remove tag": lambda library: library.tags.remove(3),
    "note": lambda library: NoteStore(library.database).set(ONE, "Wet."),
    "no note": lambda library: NoteStore(library.database).set(TWO, ""),
    "mark": annotate,
    "unmark": lambda library: AnnotationStore(library.database).remove(1),
    "save search": lambda library: SavedSearches(library.database).add("Wet", "words", "moor"),
    "remove search": lambda library: SavedSearches(library.database).remove(1),
    "decide": lambda library: library.manuscripts.decide(READ, "Moors are wet.", ONE, "cite"),
    "decide again": decide_again,
    "dismiss": lambda library: library.manuscripts.dismiss_gap(READ, "Moors are wet."),
    "forget manuscript": lambda library: library.manuscripts.forget(ManuscriptNumber(3)),
    "take back citation data": lambda library: library.outside.remove(1),
    "keep a file": lambda library: KeptFiles(library.database).keep(
        library.folder.parent / "refs.bib", "bibtex", collection=1
    ),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_is_undone_and_done_again_by_another_process(folder: Path, name: str) -> None:
    with Library.open(folder) as library:
        before = state(library)
        ACTIONS[name](library)
        after = state(library)
        assert before != after
    with Library.open(folder) as library:
        (entry,) = library.history.all()
        assert not entry.undone
        library.history.undo(entry.number)
        assert not difference(before, state(library))
        assert library.verify().sound
    with Library.open(folder) as library:
        (undone,) = library.history.all()
        assert undone.undone
        library.history.redo(undone.number)
        assert not difference(after, state(library))
        library.history.undo(undone.number)
        assert not difference(before, state(library))
        assert library.verify().sound


def test_an_import_is_undone_into_the_trash_and_comes_back(folder: Path) -> None:
    with Library.open(folder) as library:
        known = replace(records(1)[0], url="https://example.org/moor")
        new = [PaperRecord(title="New on fens", authors=("Ann Roe",)), known]
        with library.database.action(Message("Imported")):
            list(library.papers.add(new, source="new.bib"))
        number = library.papers.numbers()[-1]
        library.collections.assign(1, [number])
    with Library.open(folder) as library:
        _, imported = library.history.all()
        library.history.undo(imported.number)
        assert library.papers.get(ONE).url == ""
        assert number not in library.papers.numbers()
        library.history.redo(imported.number)
        assert library.papers.get(ONE).url == "https://example.org/moor"
        assert library.papers.numbers()[-1] == number
        assert library.verify().sound


def test_what_others_rest_on_is_not_undone_alone_but_with_them(folder: Path) -> None:
    with Library.open(folder) as library:
        before = state(library)
        library.papers.update(ONE, title="Bogs")
        library.tags.add("wet")
        library.papers.update(ONE, title="Fens")
        tag = next(tag.number for tag in library.tags.all() if tag.name == "wet")
        library.tags.assign(tag, [ONE])
        middle = state(library)
        _, _, made, edited = library.history.all()
        for entry in (edited, made):
            with pytest.raises(UsageError, match="changed"):
                library.history.undo(entry.number)
        assert state(library) == middle
        library.history.undo(edited.number, and_later=True)
        assert not difference(before, state(library))
        assert all(entry.undone for entry in library.history.all())
        library.history.redo(edited.number)
        assert not difference(middle, state(library))


def test_what_hung_on_papers_that_are_gone_is_not_done_again(folder: Path) -> None:
    with Library.open(folder) as library:
        attach(library, ONE, "more.pdf")
        (attached,) = library.history.all()
        library.history.undo(attached.number)
        library.duplicates.merge(TWO, [ONE])
        middle = state(library)
        with pytest.raises(UsageError, match="changed"):
            library.history.redo(attached.number)
        assert state(library) == middle


def test_citations_go_with_the_data_that_stated_them_also_where_a_merge_moved_them(
    folder: Path,
) -> None:
    stated = "SELECT citing, cited FROM citations WHERE source = ?"
    with Library.open(folder) as library:
        library.outside.remove(1)
        library.database.execute("DELETE FROM citations")
        source = library.outside.begin(Origin("dump", ("OpenAlex",), "f", "k", 9, 0))
        library.outside.add_citations(source, [(THREE, TWO)])
        library.outside.remove(source)
        taken_back = library.history.all()[0]
        library.history.undo(taken_back.number)
        library.papers.merge(PaperNumber(9), [THREE])
        assert library.database.rows(stated, OUTSIDE) == [(9, TWO)]
        library.history.redo(taken_back.number)
        assert library.database.rows(stated, OUTSIDE) == []


def test_citing_sentences_stay_when_merges_after_them_are_undone(folder: Path) -> None:
    said = CitingContext(text="Said of one alone [1].", cited=(ONE,))
    with Library.open(folder) as library:
        library.citations.add_contexts(THREE, [said])
        before = state(library)
        library.papers.merge(TWO, [ONE])
        library.history.undo(library.history.all()[0].number)
        assert not difference(before, state(library))
        assert library.verify().sound


def test_what_stands_alone_is_undone_alone(folder: Path) -> None:
    with Library.open(folder) as library:
        library.papers.update(ONE, year=1800)
        library.papers.update(ONE, title="Fens")
        _, first = library.history.all()
        library.history.undo(first.number)
        paper = library.papers.get(ONE)
        assert (paper.title, paper.year) == ("Fens", 1901)


def test_what_takes_the_last_action_back_by_hand_undoes_it(folder: Path) -> None:
    with Library.open(folder) as library:
        library.tags.assign(1, [ONE])
        library.papers.trash([ONE])
        library.papers.restore([ONE])
        assert [entry.undone for entry in library.history.all()] == [True, False]
        library.tags.assign(1, [ONE], member=False)
        assert [entry.undone for entry in library.history.all()] == [True, True]
        library.tags.assign(1, [ONE])
        library.papers.trash([ONE])
        assert [entry.undone for entry in library.history.all()] == [False, False]


def test_the_last_hundred_actions_are_kept(folder: Path) -> None:
    with Library.open(folder) as library:
        for year in range(1000, 1000 + record_log.MOST_ACTIONS + 5):
            library.papers.update(ONE, year=year)
        entries = library.history.all()
        assert len(entries) == record_log.MOST_ACTIONS
        library.history.undo(entries[-1].number, and_later=True)
        assert library.papers.get(ONE).year == 1004


def test_what_is_too_much_to_keep_says_so_and_is_done(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "MOST_BYTES", 500)
    with Library.open(folder) as library:
        library.papers.trash(library.papers.numbers())
        assert library.papers.count() == 0
        (entry,) = library.history.all()
        assert entry.problem
        with pytest.raises(UsageError, match="cannot be undone"):
            library.history.undo(entry.number)


def test_files_of_papers_deleted_for_good_come_back(folder: Path) -> None:
    with Library.open(folder) as library:
        (copy,) = (file.path for file in library.papers.files(THREE) if file.path.exists())
        library.papers.purge([THREE])
    with Library.open(folder) as library:
        (entry,) = library.history.all()
        library.history.undo(entry.number)
    with Library.open(folder) as library:
        assert copy in [file.path for file in library.papers.files(THREE)]
        assert copy.exists()
        library.papers.purge([THREE])
        library.history.clear()
    assert not copy.exists()


def test_a_change_that_fails_leaves_no_history(folder: Path) -> None:
    with Library.open(folder) as library:
        with pytest.raises(UsageError):
            library.papers.update(ONE, title="")
        library.papers.trash([THREE])  # is there already
        assert library.history.all() == []


def test_each_table_is_recorded_or_said_to_be_none(folder: Path) -> None:
    """No statement may pass the triggers by, as those do that replace rows."""
    with Library.open(folder) as library:
        tables = recorded_tables(library.database.connection)
    assert all(table.key for table in tables)
    sources = [path.read_text("utf-8") for path in Path("core/library/store").glob("*.py")]
    names = "|".join(table.name for table in tables)
    assert not [text for text in sources if re.search(rf"REPLACE INTO ({names})\b", text)]


def test_a_first_change_that_was_only_tried_keeps_no_later_one_from_being_recorded(
    folder: Path,
) -> None:
    with Library.open(folder) as library:
        check_edit(library.database, ONE, {"year": 1800})
        library.papers.update(ONE, year=1801)
        assert len(library.history.all()) == 1


def undo_but_fail(library: Library, number: int) -> None:
    with library.database.transaction():
        library.history.undo(number)
        library.database.execute("PRAGMA defer_foreign_keys = ON")
        library.database.execute("INSERT INTO notes VALUES (99, 'Of no paper.', '')")


def test_a_first_undoing_that_is_not_committed_keeps_no_later_change_from_being_made(
    folder: Path,
) -> None:
    with Library.open(folder) as library:
        library.papers.update(ONE, year=1800)
    with Library.open(folder) as library:
        (edited,) = library.history.all()
        with pytest.raises(sqlite3.IntegrityError):
            undo_but_fail(library, edited.number)
        library.papers.update(ONE, year=1801)
        assert len(library.history.all()) == 2
