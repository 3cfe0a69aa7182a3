"""What follows a change of the library or of the settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base import settings
from core.base.jobs import Job
from core.base.records import PaperNumber, PaperRecord, Status
from core.library.library import Library
from core.library.store.attachments import content_hash
from desktop.app.application import Application, Start
from tests.desktop.app.conftest import Engine, wait_for_papers
from tests.desktop.in_process import write_pdf
from tests.desktop.provoked import recorded
from tests.desktop.sample_paper import write_paper


def test_the_indexes_follow_a_change_of_the_library(
    program: Application,
    engine: Engine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    workspace = engine.opened[0]
    indexing, index = workspace.indexing, workspace.indexing.vectors
    words: list[str] = []

    def vectors(job: Job | None = None) -> None:
        words.append(indexing.status().words)
        index(job)

    monkeypatch.setattr(indexing, "vectors", vectors)
    (added,) = workspace.library.papers.add([PaperRecord(title="Zeppelins")], source="test")
    assert added.number is not None
    new = [added.number]  # one comes and one goes: there are as many vectors as papers
    assert indexing.status().words == "building"
    assert program.window.pages is not None
    page = program.window.pages.library
    page.table.select_only(0)
    page.library_actions.trash.trigger()
    qtbot.waitUntil(lambda: all(row.has_vector for row in workspace.papers.rows(new)))
    assert words[0] == "ready", "words come first"
    assert workspace.papers.search("zeppelins") == new
    qtbot.waitUntil(lambda: program.runner.pending() == 0)


def test_full_texts_that_wait_are_read_at_the_start_and_after_a_change(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    engine.fill(tmp_path / "one")
    early, later = (
        write_pdf(tmp_path / f"{name}.pdf", f"lanterns {name}") for name in ("early", "later")
    )
    with Library.open(tmp_path / "one") as library:
        library.papers.attach_file(PaperNumber(4), early, content_hash(early))
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    workspace = engine.opened[0]

    def read() -> set[str]:
        return {each.path.name for each in workspace.fulltexts.all() if each.state == "read"}

    qtbot.waitUntil(lambda: read() == {"early.pdf"})
    workspace.library.papers.attach_file(PaperNumber(5), later, content_hash(later))
    assert program.window.pages is not None
    program.window.pages.library.changes.add_tag("new")
    qtbot.waitUntil(lambda: read() == {"early.pdf", "later.pdf"})
    qtbot.waitUntil(lambda: program.runner.pending() == 0)


def test_manuscripts_hear_that_indexing_goes_on_wherever_it_was_started(
    program: Application,
    engine: Engine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)
    pages, indexing = program.window.pages, engine.opened[0].indexing
    assert pages is not None
    heard: list[bool] = []

    def hear(status: Status) -> None:
        heard.append(status.is_indexing_stopped)

    monkeypatch.setattr(pages.manuscript, "follow_indexing", hear)
    indexing._is_stopped = True
    program.upkeep.ask_status()
    qtbot.waitUntil(lambda: heard[-1:] == [True])
    pages.models.index_vectors()
    qtbot.waitUntil(lambda: heard[-1:] == [False])


def test_links_of_open_manuscripts_follow_the_library_and_the_threshold_is_kept(
    program: Application,
    engine: Engine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    pages = program.window.pages
    assert pages is not None
    draft = tmp_path / "draft.pdf"
    write_paper(draft)
    program.window.open_manuscript(draft)
    tab = pages.manuscript.current_tab()
    assert tab is not None
    qtbot.waitUntil(lambda: tab.session is not None and tab.outline_pane is not None)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)
    relinked = recorded(monkeypatch, engine.opened[0].manuscripts, "relink")
    pages.library.changes.add_tag("new")
    qtbot.waitUntil(lambda: bool(relinked))
    assert tab.outline_pane is not None
    tab.outline_pane.slider.slider.setValue(20)
    qtbot.waitUntil(lambda: settings.load(tmp_path / "settings.toml").gap_threshold == 0.8)
