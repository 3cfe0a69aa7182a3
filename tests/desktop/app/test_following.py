"""What follows a change of the library or of the settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base import settings
from core.base.jobs import Job
from core.base.lookups import Consent
from core.base.records import PaperNumber, PaperRecord
from core.library.library import Library
from core.library.store.attachments import content_hash
from desktop.app.application import Application, Start
from desktop.ui.theme import theme
from tests.desktop.app.conftest import Engine, wait_for_papers
from tests.desktop.in_process import write_pdf
from tests.desktop.provoked import recorded
from tests.desktop.sample_paper import write_paper


def test_cite_commands_are_copied_in_the_style_of_the_settings(
    program: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    program.store.change(cite_style="pandoc")
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    assert program.window.pages is not None
    library = program.window.pages.library
    library.table.select_only(0)
    message = program.window.news.message
    for style, said in (("pandoc", "Copied [@"), ("typst", "Copied @")):
        program.store.change(cite_style=style)
        library.library_actions.cite.trigger()
        qtbot.waitUntil(lambda said=said: message.text().startswith(said))  # type: ignore[misc]


def test_what_may_be_looked_up_follows_the_settings(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.store.change(lookup_arxiv=True)
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    lookup = engine.opened[0].lookup
    assert lookup.consent == Consent(("arxiv",))
    program.store.change(lookup_crossref=True, lookup_mailto="me@example.org")
    assert lookup.consent == Consent(("crossref", "arxiv"), "me@example.org")
    program.store.change(lookup_crossref=False, lookup_arxiv=False)
    assert lookup.consent.services == ()
    panel = program.settings_manager.show_panel()
    assert panel.privacy.sent_button.isEnabled()
    panel.close()


def test_a_chosen_theme_is_applied_and_kept(
    program: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    program.window.theme_chosen.emit("dark")
    assert theme().dark
    qtbot.waitUntil((tmp_path / "settings.toml").exists)
    assert settings.load(tmp_path / "settings.toml").theme == "dark"


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


def test_settings_count_at_once_and_reach_the_engine(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    pages = program.window.pages
    assert pages is not None
    size = program.window.font().pointSizeF()
    height = pages.library.table.verticalHeader().defaultSectionSize()
    program.store.change(text_percent=200, density="roomy", rerank_ms=1500)
    assert program.window.font().pointSizeF() == pytest.approx(2 * size)
    assert pages.library.table.verticalHeader().defaultSectionSize() > height + 8
    assert engine.opened[0].recommending.rerank_seconds == 1.5
    program.store.change(shortcuts={"library.edit": "F2"})
    assert pages.library.library_actions.edit.shortcut().toString() == "F2"
    program.store.change(text_percent=100, density="normal", shortcuts={})
    assert pages.library.table.verticalHeader().defaultSectionSize() == height
