"""What was done to a library is undone: on another day, by another process, whatever it was."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.messages import Message
from core.base.records import (
    CitingContext,
    PaperNumber,
    PaperRecord,
)
from core.library.database import record_log
from core.library.library import Library
from core.library.store import paper_rows
from core.library.store.annotations import NoteStore
from core.library.store.citations import OUTSIDE
from core.library.store.editing import check_edit
from core.library.store.outside import Origin
from tests.core.library.history_actions import (
    ACTIONS,
    ONE,
    THREE,
    TWO,
    attach,
    difference,
    state,
)
from tests.rich_library import records


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_is_undone_and_done_again_by_another_process(
    history_folder: Path, name: str
) -> None:
    with Library.open(history_folder) as library:
        before = state(library)
        ACTIONS[name](library)
        after = state(library)
        assert before != after
    with Library.open(history_folder) as library:
        (entry,) = library.history.all()
        assert not entry.undone
        library.history.undo(entry.number)
        assert not difference(before, state(library))
        assert library.verify().sound
    with Library.open(history_folder) as library:
        (undone,) = library.history.all()
        assert undone.undone
        library.history.redo(undone.number)
        assert not difference(after, state(library))
        library.history.undo(undone.number)
        assert not difference(before, state(library))
        assert library.verify().sound


@pytest.mark.parametrize("fields", [{}, {"title": "On moors"}])
def test_an_action_is_undone_after_an_upgrade_that_sorts_names_otherwise(
    history_folder: Path, monkeypatch: pytest.MonkeyPatch, fields: dict[str, str]
) -> None:
    # As an earlier version recorded it.
    volatile = {"papers": {"revision"}}
    with Library.open(history_folder) as library, monkeypatch.context() as earlier:
        before = state(library)
        earlier.setattr(record_log, "_VOLATILE", record_log._VOLATILE | volatile)
        earlier.setattr(paper_rows, "author_sort_key", lambda _: "smith")
        with library.database.action(Message("Edited")):
            library.papers.update(ONE, authors=("Ann O'Smith",), **fields)
        library.database.execute("UPDATE papers SET author_key = 'osmith' WHERE number = ?", ONE)
    with Library.open(history_folder) as library:
        library.history.undo_last()
        assert not difference(before, state(library))


def test_an_import_is_undone_into_the_trash_and_comes_back(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        known = replace(records(1)[0], url="https://example.org/moor")
        new = [PaperRecord(title="New on fens", authors=("Ann Roe",)), known]
        with library.database.action(Message("Imported")):
            list(library.papers.add(new, source="new.bib"))
        number = library.papers.numbers()[-1]
        library.collections.assign(1, [number])
    with Library.open(history_folder) as library:
        _, imported = library.history.all()
        library.history.undo(imported.number)
        assert library.papers.get(ONE).url == ""
        assert number not in library.papers.numbers()
        library.history.redo(imported.number)
        assert library.papers.get(ONE).url == "https://example.org/moor"
        assert library.papers.numbers()[-1] == number
        assert library.verify().sound


def test_an_action_that_brought_more_papers_than_may_go_is_not_undone_step_by_step(
    history_folder: Path,
) -> None:
    with Library.open(history_folder) as library:
        history = library.history
        new = [PaperRecord(title=f"New on fens, part {part}") for part in range(3)]
        with library.database.action(Message("Imported")):
            list(library.papers.add(new, source="new.bib"))
        numbers = library.papers.numbers()
        assert [entry.papers for entry in history.all()] == [3]
        assert history.undo_last(most_papers=2) is None
        assert library.papers.numbers() == numbers
        entry = history.undo_last(most_papers=3)
        assert entry is not None
        assert len(library.papers.numbers()) == len(numbers) - 3


def test_papers_that_came_into_a_new_collection_are_in_it_again_when_they_come_back(
    history_folder: Path,
) -> None:
    with Library.open(history_folder) as library:
        with library.database.action(Message("Imported")):
            (outcome,) = library.papers.add([PaperRecord(title="New on fens")], source="new.bib")
            assert outcome.number is not None
            made = library.collections.add("Fens", [outcome.number])
        imported = library.history.all()[0].number
        library.history.undo(imported)
        assert made not in [each.number for each in library.collections.all()]
        library.history.redo(imported)
        assert library.collections.members(made) == [outcome.number]
        assert library.verify().sound


def test_what_others_rest_on_is_not_undone_alone_but_with_them(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
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


def test_what_hung_on_papers_that_are_gone_is_not_done_again(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        attach(library, ONE, "more.pdf")
        (attached,) = library.history.all()
        library.history.undo(attached.number)
        library.duplicates.merge(TWO, [ONE])
        middle = state(library)
        with pytest.raises(UsageError, match="changed"):
            library.history.redo(attached.number)
        assert state(library) == middle


def test_citations_go_with_the_data_that_stated_them_also_where_a_merge_moved_them(
    history_folder: Path,
) -> None:
    stated = "SELECT citing, cited FROM citations WHERE source = ?"
    with Library.open(history_folder) as library:
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


def test_citing_sentences_stay_when_merges_after_them_are_undone(history_folder: Path) -> None:
    said = CitingContext(text="Said of one alone [1].", cited=(ONE,))
    with Library.open(history_folder) as library:
        library.citations.add_contexts(THREE, [said])
        before = state(library)
        library.papers.merge(TWO, [ONE])
        library.history.undo(library.history.all()[0].number)
        assert not difference(before, state(library))
        assert library.verify().sound


def test_a_merge_that_is_undone_takes_no_revision_for_what_is_no_longer_removed(
    history_folder: Path,
) -> None:
    with Library.open(history_folder) as library:
        library.papers.merge(TWO, [ONE])
        library.history.undo_last()
        last_change = library.papers.changes(0, 999)[-1]
        assert last_change.revision == library.papers.revision()


def test_what_stands_alone_is_undone_alone(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        library.papers.update(ONE, year=1800)
        library.papers.update(ONE, title="Fens")
        _, first = library.history.all()
        library.history.undo(first.number)
        paper = library.papers.get(ONE)
        assert (paper.title, paper.year) == ("Fens", 1901)


def test_what_is_taken_back_by_hand_can_be_undone_too(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        library.papers.trash([ONE])
        library.papers.restore([ONE])
        assert [entry.undone for entry in library.history.all()] == [False, False]
        library.history.undo_last()
        assert ONE not in library.papers.numbers()


def test_undo_goes_back_step_by_step_and_redo_forth_again(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        history, years = library.history, [library.papers.get(ONE).year]
        for year in (1800, 1801, 1802):
            library.papers.update(ONE, year=year)
            years.append(year)
        for year in (1801, 1800):
            history.undo_last()
            assert library.papers.get(ONE).year == year
    with Library.open(history_folder) as library:  # another day
        history = library.history
        history.undo_last()
        assert library.papers.get(ONE).year == years[0]
        assert history.next_actions().undo is None
        with pytest.raises(UsageError, match="nothing to undo"):
            history.undo_last()
        for year in (1800, 1801, 1802):
            history.redo_next()
            assert library.papers.get(ONE).year == year
        with pytest.raises(UsageError, match="nothing to redo"):
            history.redo_next()


def test_nothing_is_redone_over_what_was_done_since(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        library.papers.update(ONE, year=1800)
        library.papers.update(ONE, title="Fens")
        library.history.undo_last()
        assert library.history.next_actions().redo is not None
        library.papers.update(TWO, year=1700)
        assert library.history.next_actions().redo is None


def test_what_was_undone_before_something_else_stays_undone(history_folder: Path) -> None:
    """Also when that is undone in turn: redoing gives what was there before undoing."""
    with Library.open(history_folder) as library:
        history = library.history
        library.papers.update(ONE, year=1800)
        library.papers.update(ONE, title="Fens")
        history.undo_last()
        library.papers.update(TWO, year=1700)
        library.papers.update(TWO, year=1701)
        wanted = state(library)
        for _ in range(3):
            history.undo_last()
    with Library.open(history_folder) as library:  # another day
        history = library.history
        for year in (1800, 1700, 1701):
            redo = history.next_actions().redo
            assert redo is not None
            history.redo(redo.number)
            assert library.papers.get(ONE if year == 1800 else TWO).year == year
        assert state(library) == wanted
        assert history.next_actions().redo is None


def test_an_action_of_the_middle_that_was_undone_is_not_redone_step_by_step(
    history_folder: Path,
) -> None:
    with Library.open(history_folder) as library:
        library.papers.update(ONE, year=1800)
        library.papers.update(TWO, year=1700)
        _, first = library.history.all()
        library.history.undo(first.number)
        actions = library.history.next_actions()
        assert actions.redo is None
        assert actions.undo is not None
        assert actions.undo.number > first.number


def test_typing_with_pauses_is_one_action_and_elsewhere_another(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        before, notes = state(library), NoteStore(library.database)
        notes.set(ONE, "Wet")
        notes.set(ONE, "Wet moors", goes_on=True)
        notes.set(TWO, "Dry", goes_on=True)
        notes.set(ONE, "Wet moors are rare", goes_on=True)
        assert len(library.history.all()) == 3
        library.history.undo_last()
        assert notes.get(ONE) == "Wet moors"
        notes.set(ONE, "Wet moors!", goes_on=True)  # the last action is undone
        assert len(library.history.all()) == 4
        for _ in range(3):
            library.history.undo_last()
        assert not difference(before, state(library))


def test_verdicts_on_several_papers_are_one_action(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        before = state(library)
        number = library.manuscripts.recent(1)[0].number
        library.manuscripts.decide_many(number, "A sentence.", [ONE, TWO, THREE], "cite")
        assert len(library.history.all()) == 1
        assert len(library.manuscripts.decisions(number)) >= 3
        library.history.undo_last()
        assert not difference(before, state(library))


def test_files_of_papers_deleted_for_good_come_back(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        (copy,) = (file.path for file in library.papers.files(THREE) if file.path.exists())
        library.papers.purge([THREE])
    with Library.open(history_folder) as library:
        (entry,) = library.history.all()
        library.history.undo(entry.number)
    with Library.open(history_folder) as library:
        assert copy in [file.path for file in library.papers.files(THREE)]
        assert copy.exists()
        library.papers.purge([THREE])
        library.history.clear()
    assert not copy.exists()


def test_a_first_change_that_was_only_tried_keeps_no_later_one_from_being_recorded(
    history_folder: Path,
) -> None:
    with Library.open(history_folder) as library:
        check_edit(library.database, ONE, {"year": 1800})
        library.papers.update(ONE, year=1801)
        assert len(library.history.all()) == 1


def undo_but_fail(library: Library, number: int) -> None:
    with library.database.transaction():
        library.history.undo(number)
        library.database.execute("PRAGMA defer_foreign_keys = ON")
        library.database.execute("INSERT INTO notes VALUES (99, 'Of no paper.', '')")


def test_a_first_undoing_that_is_not_committed_keeps_no_later_change_from_being_made(
    history_folder: Path,
) -> None:
    with Library.open(history_folder) as library:
        library.papers.update(ONE, year=1800)
    with Library.open(history_folder) as library:
        (edited,) = library.history.all()
        with pytest.raises(sqlite3.IntegrityError):
            undo_but_fail(library, edited.number)
        library.papers.update(ONE, year=1801)
        assert len(library.history.all()) == 2
