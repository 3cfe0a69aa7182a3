"""What an import came to, and one that was cut off."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from pytestqt.qtbot import QtBot

from core.base.reports import ImportReport
from desktop.library.import_actions import ImportActions
from desktop.library.import_result import (
    UNFINISHED_NAME,
    add_import,
    take_unfinished,
)
from tests.desktop.library.imported_files import BOOK, Engine


def test_an_import_that_a_close_cut_off_is_offered_once(
    actions: ImportActions, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    sources = [tmp_path / "a.bib", BOOK]
    (tmp_path / "a.bib").write_text(BOOK.replace("{a,", "{b,").replace("Walks", "Runs"))
    add_import(engine.library.folder, "cut off", sources)
    questions: list[tuple[str, str, Callable[[], None]]] = []
    actions.offer_unfinished(lambda *question: questions.append(question))
    qtbot.waitUntil(lambda: bool(questions))
    text, action, call = questions[0]
    assert (text, action) == ("The import of a.bib and 1 more was not finished.", "Continue import")
    call()
    qtbot.waitUntil(lambda: engine.library.papers.count() == 2)
    qtbot.waitUntil(lambda: not (engine.library.folder / UNFINISHED_NAME).exists())
    assert take_unfinished(engine.library.folder) == ()
    assert len(questions) == 1


def test_an_import_is_noted_while_it_runs_and_not_offered_meanwhile(
    actions: ImportActions, engine: Engine, qtbot: QtBot
) -> None:
    go_on = threading.Event()
    add = engine.add

    def wait_and_add(*args: object, **more: object) -> ImportReport:
        go_on.wait(10)
        return add(*args, **more)  # type: ignore[arg-type]

    engine.add = wait_and_add  # type: ignore[method-assign, assignment]
    actions._importer.start([BOOK])
    qtbot.waitUntil((engine.library.folder / UNFINISHED_NAME).exists)
    asked: list[object] = []
    actions._importer.take_unfinished(asked.append)
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == [()]
    assert (engine.library.folder / UNFINISHED_NAME).exists()
    go_on.set()
    qtbot.waitUntil(lambda: not (engine.library.folder / UNFINISHED_NAME).exists())


def test_a_damaged_note_of_imports_is_none(tmp_path: Path) -> None:
    for text in ("", "[1]", '{"a": 3}', '{"a": [{"path": 7}]}'):
        (tmp_path / UNFINISHED_NAME).write_text(text)
        assert take_unfinished(tmp_path) == ()
